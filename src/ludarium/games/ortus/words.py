"""Ortus in words: what an action does, and what is asked."""

from __future__ import annotations

from ludarium.contract import State
from ludarium.games.ortus.arenas import BOARD, CORE, HEXES
from ludarium.games.ortus.position import count_hidden, fallen_of, warriors_now, warriors_of
from ludarium.games.ortus.position import read_position as read_position
from ludarium.games.ortus.position import write_position as write_position
from ludarium.games.ortus.rules import (
    can_block,
    count_placed,
    count_wells,
    due,
    element_of,
    honour,
    range_cost,
    walk_cost,
)
from ludarium.games.ortus.state import (
    ACTIONS,
    BEAR,
    BID,
    DEAL,
    DEFEND,
    DRAGONS,
    ELEMENTS,
    END,
    GUIDE,
    HAVENS,
    MANOEUVRE,
    MASTER_WIND,
    NOBODY,
    NOWHERE,
    POWER,
    RANGE,
    RETURN,
    ROLL,
    SEATS,
    SETUP,
    START,
    STREAMS,
    STRIKE,
    TWINS,
    WAVES,
    WIND,
)
from ludarium.language import say

WINDS = range(TWINS * WIND, TWINS * WIND + TWINS)
KINDS = ("none", "charge", "bear", "waves", "streams", "range", "strike", "dragons")

SENTENCES = {
    "en": {
        "button-overlay-hexlines": "Hexlines",
        "button-overlay-covered": "covered",
        "button-overlay-shielded": "shielded",
        "legend-reach": "On each hex: what it costs to go there.",
        "legend-attack": "4→5: an attack for 4 Energy, with Power 5.",
        "warrior": "{who}'s {element} on {hex}",
        "warrior-covered": "covered",
        "warrior-shielded": "shielded",
        "warrior-hexlines": "Hexlines to {hexes}",
        "seat-0": "Gold",
        "seat-1": "Black",
        "Wi": "Wind",
        "Ea": "Earth",
        "Wa": "Water",
        "Fi": "Fire",
        "setup": "{who} places {element} on {hex}",
        "secret": "{who} places a warrior unseen",
        "start": "chance makes {house} the starting player",
        "bid": "{who} claims the first turn for {energy} Energy",
        "fold": "{who} folds: {other} starts with {energy} Energy",
        "walk": "{who}'s {element} walks from {start} to {end} for {cost} Energy",
        "kite": "{who}'s {element} takes the Path of the Kite from {start} to {end}",
        "charge": "{who}'s {element} charges {victim} on {target} from {start} to {landing} for {cost} Energy",
        "bear": "{who}'s {element}, a Raging Bear, charges {victim} on {target} from {start} to {landing} for {cost} Energy",
        "waves": "{who}'s {element} sends Waves at {victim} on {target}, from {start} to {landing} for {cost} Energy",
        "streams": "{who}'s {element} lets Streams loose at {victim} on {target}, from {start} to {landing} for {cost} Energy",
        "range": "{who}'s {element} on {start} attacks {victim} on {target} at range for {cost} Energy",
        "strike": "{who}'s {element} on {start} strikes {victim} on {target}",
        "dragons": "{who}'s Fires let the Dragons loose on {victim} on {target}",
        "power": ": Power {power}",
        "roll": "the die shows {face}: Power {power}",
        "roll-waves": "the die shows {face}: Power {power}, and {second} less for each next victim",
        "roll-streams": "the die shows {face}: Power {power} on the target, {second} on the others",
        "block": "{who} pays {due} Energy: {victim} on {target} is saved",
        "fall": "{who}'s {victim} on {target} falls",
        "guide-first": "{who} places the Guide on {hex}",
        "guide": "{who}'s Guide goes to {hex}",
        "guide-core": "{who}'s Guide reaches the Core",
        "end": "{who} ends the manoeuvres",
        "return": "{who}'s {element} returns on {hex}",
        "ask-setup": "{who}: choose the warrior for {hex}, unseen",
        "ask-deal": "The warriors are dealt",
        "ask-start": "Chance decides who starts",
        "ask-bid": "{who}: claim the first turn for less than {energy} Energy, or fold",
        "ask-fold": "{who}: nothing is lower than 0, so fold",
        "ask-manoeuvre": "{who}: move, attack, or end ({energy} Energy left)",
        "ask-roll": "The die is rolled for the {kind}",
        "ask-defend": "{who}: block for {due} Energy (of {energy}) or let {victim} on {target} fall?",
        "ask-fall": "{who} cannot pay {due} Energy (has {energy}): {victim} on {target} falls",
        "ask-guide-first": "{who}: place your Guide on your Haven",
        "ask-guide": "{who}: move your Guide one step nearer to the Core",
        "ask-return": "{who}: return your Fallen",
        "won-wells": "{who} wins: {wells} Wells at the start of the turn",
        "won-guide": "{who} wins: the Guide has reached the Core",
        "drawn": "Drawn: {turns} turns are over",
        "kind-charge": "Charge",
        "kind-bear": "Raging Bear",
        "kind-waves": "Crashing Waves",
        "kind-streams": "Six Streams",
        "kind-range": "ranged attack",
        "kind-strike": "Strike",
        "kind-dragons": "Dragons",
        "side": "{who}: {energy} Energy, {wells} of 5 Wells, {honour} of 8 honour",
        "extra": "{extra} more for blocks",
        "guide-at": "Guide on {hex}",
        "stands": "{element} {hexes}",
        "fallen": "fallen: {elements}",
        "hidden": "{count} placed unseen",
        "turn": "turn {turns}, {who}'s",
        "attack": "{kind} on {target}, Power {power}",
        "wells": "Wells: {hexes}",
        "held": "{count} of 5 Wells",
        "button-block": "block",
        "button-fall": "let it fall",
        "button-end": "end manoeuvres",
        "button-fold": "fold",
        "button-deal": "deal",
        "button-start": "decide by chance",
        "button-die": "roll the die",
        "button-bid0": "0",
        "button-bid1": "1",
        "button-bid2": "2",
        "button-bid3": "3",
        "button-bid4": "4",
        "button-bid5": "5",
        "button-bid6": "6",
        "button-waves": "Crashing Waves",
        "button-streams": "Six Streams",
        "button-dragons": "Dragons",
    },
    "nl": {
        "button-overlay-hexlines": "Hexlijnen",
        "button-overlay-covered": "gedekt",
        "button-overlay-shielded": "beschermd",
        "legend-reach": "Op elk vak: wat het kost om erheen te gaan.",
        "legend-attack": "4→5: een aanval voor 4 Energie, met Kracht 5.",
        "warrior": "{element} van {who} op {hex}",
        "warrior-covered": "gedekt",
        "warrior-shielded": "beschermd",
        "warrior-hexlines": "Hexlijnen naar {hexes}",
        "seat-0": "Goud",
        "seat-1": "Zwart",
        "Wi": "Wind",
        "Ea": "Aarde",
        "Wa": "Water",
        "Fi": "Vuur",
        "setup": "{who} plaatst {element} op {hex}",
        "secret": "{who} plaatst ongezien een krijger",
        "start": "het toeval maakt {house} startspeler",
        "bid": "{who} claimt de eerste beurt voor {energy} Energie",
        "fold": "{who} past: {other} start met {energy} Energie",
        "walk": "{element} van {who} loopt van {start} naar {end} voor {cost} Energie",
        "kite": "{element} van {who} neemt het Pad van de Vlieger van {start} naar {end}",
        "charge": "{element} van {who} chargeert {victim} op {target} van {start} naar {landing} voor {cost} Energie",
        "bear": "{element} van {who}, Woeste Beer, chargeert {victim} op {target} van {start} naar {landing} voor {cost} Energie",
        "waves": "{element} van {who} stuurt de Golf naar {victim} op {target}, van {start} naar {landing} voor {cost} Energie",
        "streams": "{element} van {who} slaat met Stromen {victim} op {target}, van {start} naar {landing} voor {cost} Energie",
        "range": "{element} van {who} op {start} valt {victim} op {target} op afstand aan voor {cost} Energie",
        "strike": "{element} van {who} op {start} slaat {victim} op {target}",
        "dragons": "de Vuren van {who} laten de Draken los op {victim} op {target}",
        "power": ": Kracht {power}",
        "roll": "de dobbelsteen toont {face}: Kracht {power}",
        "roll-waves": "de dobbelsteen toont {face}: Kracht {power}, en {second} minder voor elk volgend slachtoffer",
        "roll-streams": "de dobbelsteen toont {face}: Kracht {power} op het doel, {second} op de anderen",
        "block": "{who} betaalt {due} Energie: {victim} op {target} is gered",
        "fall": "{victim} van {who} op {target} valt",
        "guide-first": "{who} plaatst de Gids op {hex}",
        "guide": "de Gids van {who} gaat naar {hex}",
        "guide-core": "de Gids van {who} bereikt de Kern",
        "end": "{who} beëindigt de manoeuvres",
        "return": "{element} van {who} keert terug op {hex}",
        "ask-setup": "{who}: kies ongezien de krijger voor {hex}",
        "ask-deal": "De krijgers worden gedeeld",
        "ask-start": "Het toeval beslist wie start",
        "ask-bid": "{who}: claim de eerste beurt voor minder dan {energy} Energie, of pas",
        "ask-fold": "{who}: lager dan 0 kan niet, dus pas",
        "ask-manoeuvre": "{who}: beweeg, val aan, of eindig ({energy} Energie over)",
        "ask-roll": "De dobbelsteen wordt gegooid voor de {kind}",
        "ask-defend": "{who}: blokkeren voor {due} Energie (van {energy}) of {victim} op {target} laten vallen?",
        "ask-fall": "{who} kan geen {due} Energie betalen (heeft {energy}): {victim} op {target} valt",
        "ask-guide-first": "{who}: plaats uw Gids op uw Rust",
        "ask-guide": "{who}: verplaats uw Gids één stap dichter naar de Kern",
        "ask-return": "{who}: laat uw Gevallenen terugkeren",
        "won-wells": "{who} wint: {wells} Bronnen aan het begin van de beurt",
        "won-guide": "{who} wint: de Gids heeft de Kern bereikt",
        "drawn": "Remise: {turns} beurten zijn voorbij",
        "kind-charge": "Charge",
        "kind-bear": "Woeste Beer",
        "kind-waves": "Golf uit Drie Zeeën",
        "kind-streams": "Slag van Zes Stromen",
        "kind-range": "Afstands aanval",
        "kind-strike": "Slag",
        "kind-dragons": "Draken",
        "side": "{who}: {energy} Energie, {wells} van 5 Bronnen, {honour} van 8 Eer",
        "extra": "{extra} extra om te blokkeren",
        "guide-at": "Gids op {hex}",
        "stands": "{element} {hexes}",
        "fallen": "gevallen: {elements}",
        "hidden": "{count} ongezien geplaatst",
        "turn": "beurt {turns}, van {who}",
        "attack": "{kind} op {target}, Kracht {power}",
        "wells": "Bronnen: {hexes}",
        "held": "{count} van 5 Bronnen",
        "button-block": "blokkeer",
        "button-fall": "laat vallen",
        "button-end": "beëindig manoeuvres",
        "button-fold": "pas",
        "button-deal": "deel",
        "button-start": "laat het toeval beslissen",
        "button-die": "gooi de dobbelsteen",
        "button-bid0": "0",
        "button-bid1": "1",
        "button-bid2": "2",
        "button-bid3": "3",
        "button-bid4": "4",
        "button-bid5": "5",
        "button-bid6": "6",
        "button-waves": "Golf uit Drie Zeeën",
        "button-streams": "Slag van Zes Stromen",
        "button-dragons": "Draken",
    },
}


# What is played and what is asked


def seat_name(seat: int, language: str) -> str:
    return say(SENTENCES, language, f"seat-{seat}")


def describe(state: State, action: int, language: str) -> str:
    """What an action does, in a sentence; `state` is the position before it."""
    block = ACTIONS.block(action)
    fields = {name: str(label) for name, label in block.read(action).items()}
    if block.name in KINDS:
        return _describe_attack(state, block.name, fields, language)
    if block.name == "move":
        return _describe_move(state, fields["start"], fields["end"], language)
    if block.name == "answer":
        return _say_of(1 - int(state.player), language, fields["answer"], due=due(state), **_victim(state, language))
    if block.name == "guide":
        first = "guide-first" if state.guide[int(state.player)] == NOWHERE else "guide"
        return _say(state, language, "guide-core" if fields["hex"] == HEXES[CORE] else first, **fields)
    if block.name == "die":
        return _describe_roll(state, fields["face"], language)
    return _describe_rest(state, block.name, fields, language)


def describe_secret(state: State, language: str) -> str:
    """What a viewer may know of a choice in the unseen setup: that it was made. [OR-91]"""
    return _say(state, language, "secret")


def _say(state: State, language: str, key: str, **values: object) -> str:
    """A sentence about the House in turn."""
    return _say_of(int(state["player"]), language, key, **values)


def _say_of(seat: int, language: str, key: str, **values: object) -> str:
    return say(SENTENCES, language, key, who=seat_name(seat, language), other=seat_name(1 - seat, language), **values)


def _describe_move(state: State, start: str, end: str, language: str) -> str:
    values = {"element": _element(state, start, language), "start": start, "end": end}
    if _kites(state, start):
        return _say(state, language, "kite", **values)
    return _say(state, language, "walk", cost=walk_cost(state, BOARD.named[start], BOARD.named[end]), **values)


def _kites(state: State, start: str) -> bool:
    _, warrior = warriors_now(state).get(BOARD.named[start], (NOBODY, NOWHERE))
    return warrior in WINDS and bool(state["options"]["level"] >= MASTER_WIND)


def _describe_attack(state: State, kind: str, fields: dict[str, str], language: str) -> str:
    landing, _, target = fields.get("step", "").rpartition("x")
    target = fields.get("target", target)
    start = fields.get("start", landing)
    number = KINDS.index(kind)
    values = {
        "element": _element(state, start, language) if start else "",
        "victim": _element(state, target, language),
        "cost": attack_cost(state, number, BOARD.named[start], BOARD.named[landing or target]) if start else 0,
    }
    sentence = _say(state, language, kind, start=start, landing=landing, target=target, **values)
    return sentence if state["options"]["dicey"] else sentence + say(SENTENCES, language, "power", power=int(POWER[number]))


def attack_cost(state: State, kind: int, start: int, end: int) -> int:
    """The Energy for an attack: of a charge, to its landing; of a ranged attack, to its target."""
    if kind == RANGE:
        return int(range_cost(state, start, end))
    if kind in (STRIKE, DRAGONS):
        return 0
    return int(walk_cost(state, start, end)) * (2 if kind == BEAR else 1)


def _describe_roll(state: State, face: str, language: str) -> str:
    power, _, second = face.partition("/")
    kind = int(state.kind)
    key = {WAVES: "roll-waves", STREAMS: "roll-streams"}.get(kind, "roll")
    return say(SENTENCES, language, key, face=face, power=power, second=second)


def _describe_rest(state: State, name: str, fields: dict[str, str], language: str) -> str:
    """Setup, start, bid, end and return."""
    if name == "bid" and fields["bid"] == "fold":
        return _say(state, language, "fold", energy=int(state.bid))
    if name == "bid":
        return _say(state, language, "bid", energy=fields["bid"].removeprefix("bid"))
    if name == "start":
        return say(SENTENCES, language, "start", house=seat_name(("gold", "black").index(fields["house"]), language))
    if name == "setup":
        fields["hex"] = HEXES[next_haven_hex(state)]
    if "element" in fields:
        fields["element"] = say(SENTENCES, language, fields["element"])
    return _say(state, language, name, **fields)


def next_haven_hex(state: State) -> int:
    """The hex of the own Haven that is filled next during the setup."""
    seat = int(state.player)
    return HAVENS[seat][min(count_placed(state, seat), len(HAVENS[seat]) - 1)]


def _element(state: State, name: str, language: str) -> str:
    """The element of the warrior on a hex."""
    _, warrior = warriors_now(state).get(BOARD.named[name], (NOBODY, NOWHERE))
    return "?" if warrior == NOWHERE else say(SENTENCES, language, ELEMENTS[element_of(warrior)])


def _victim(state: State, language: str) -> dict[str, str]:
    target = HEXES[int(state.victim)]
    return {"victim": _element(state, target, language), "target": target}


def cites(state: State, action: int) -> tuple[str, ...]:
    """The rules that an action rests on."""
    block = ACTIONS.block(action)
    if block.name == "move":
        return ("OR-62", "OR-60") if _kites(state, str(block.read(action)["start"])) else ("OR-30", "OR-31")
    if block.name == "answer":
        return ("OR-41", "OR-70", "OR-71") if state.shielded else ("OR-41", "OR-46")
    return CITED[block.name]


CITED = {
    "charge": ("OR-43", "OR-42"),
    "bear": ("OR-66", "OR-42"),
    "waves": ("OR-67", "OR-69"),
    "streams": ("OR-68", "OR-69"),
    "range": ("OR-44", "OR-42"),
    "strike": ("OR-45",),
    "dragons": ("OR-72",),
    "end": ("OR-23", "OR-96"),
    "guide": ("OR-50", "OR-92"),
    "return": ("OR-23", "OR-96"),
    "setup": ("OR-10", "OR-91"),
    "start": ("OR-11",),
    "bid": ("OR-84",),
    "die": ("OR-80", "OR-95"),
}


def prompt(state: State, language: str) -> str:
    """Who decides and what is asked, or how the game ended."""
    stage = int(state.stage)
    if stage == END:
        return _ending(state, language)
    if stage == DEFEND:
        energy = int(state.energy[1 - int(state.player)]) + int(state.extra)
        values = {"due": due(state), "energy": energy, **_victim(state, language)}
        return _say_of(1 - int(state.player), language, "ask-defend" if can_block(state) else "ask-fall", **values)
    key = {SETUP: "setup", DEAL: "deal", START: "start", BID: "bid" if state.bid else "fold", MANOEUVRE: "manoeuvre"}
    key |= {ROLL: "roll", GUIDE: "guide-first" if state.guide[int(state.player)] == NOWHERE else "guide", RETURN: "return"}
    energy = int(state.bid if stage == BID else state.energy[int(state.player)])
    kind = kind_name(KINDS[int(state.kind)], language) if stage == ROLL else ""
    return _say(state, language, f"ask-{key[stage]}", hex=HEXES[next_haven_hex(state)], energy=energy, kind=kind)


def _ending(state: State, language: str) -> str:
    if state.winner == NOBODY:
        return say(SENTENCES, language, "drawn", turns=int(state.turns))
    winner = int(state.winner)
    if state.guide[winner] == CORE:
        return _say_of(winner, language, "won-guide")
    return _say_of(winner, language, "won-wells", wells=count_wells(state, winner))


def button(key: str, language: str) -> str:
    """What a button of a click path says."""
    return say(SENTENCES, language, f"button-{key}")


def kind_name(kind: str, language: str) -> str:
    """An attack's name."""
    return say(SENTENCES, language, f"kind-{kind}")


def legend(can_move: bool, can_attack_: bool, language: str) -> str:
    """What the numbers mean that are written on the board while a warrior is selected."""
    found = {"legend-reach": can_move, "legend-attack": can_attack_}
    return " ".join(say(SENTENCES, language, key) for key, is_shown in found.items() if is_shown)


def describe_warrior(seat: int, kind: int, hex_: int, hexlines: list[int], is_veiled: bool, is_safe: bool, language: str) -> str:
    """Who stands there, whether covered or shielded, and where its Hexlines lead."""
    element = say(SENTENCES, language, ELEMENTS[kind])
    found = [say(SENTENCES, language, "warrior", who=seat_name(seat, language), element=element, hex=HEXES[hex_])]
    found += [say(SENTENCES, language, "warrior-covered")] if is_veiled else []
    found += [say(SENTENCES, language, "warrior-shielded")] if is_safe else []
    if hexlines:
        found.append(say(SENTENCES, language, "warrior-hexlines", hexes=" ".join(HEXES[other] for other in hexlines)))
    return ", ".join(found)


def wells_held(state: State, seat: int, language: str) -> str:
    """How many Wells a House holds, for its corner of the picture."""
    return say(SENTENCES, language, "held", count=count_wells(state, seat))


def board(state: State, language: str) -> list[str]:
    """The board line by line, for a terminal without colours and for screen readers."""
    wells = ", ".join(HEXES[hex_] for hex_ in BOARD.members(state.options.arena.well))
    lines = [say(SENTENCES, language, "wells", hexes=wells)]
    lines += [", ".join(_side(state, seat, language)) for seat in range(SEATS)]
    if state.turns:
        lines.append(say(SENTENCES, language, "turn", turns=int(state.turns), who=seat_name(int(state.player), language)))
    if state.stage == DEFEND:
        kind = kind_name(KINDS[int(state.kind)], language)
        lines.append(say(SENTENCES, language, "attack", kind=kind, target=HEXES[int(state.victim)], power=due(state)))
    return lines


def _side(state: State, seat: int, language: str) -> list[str]:
    values = {"energy": int(state.energy[seat]), "wells": count_wells(state, seat), "honour": honour(state, seat)}
    found = [say(SENTENCES, language, "side", who=seat_name(seat, language), **values)]
    if state.extra and seat != state.player:
        found.append(say(SENTENCES, language, "extra", extra=int(state.extra)))
    if state.guide[seat] != NOWHERE:
        found.append(say(SENTENCES, language, "guide-at", hex=HEXES[int(state.guide[seat])]))
    for element, name in enumerate(ELEMENTS):
        hexes = [HEXES[hex_] for hex_ in warriors_of(state, seat, element)]
        if hexes:
            found.append(say(SENTENCES, language, "stands", element=say(SENTENCES, language, name), hexes=" ".join(hexes)))
    hidden = count_hidden(state, seat)
    if hidden:
        found.append(say(SENTENCES, language, "hidden", count=hidden))
    fallen = [say(SENTENCES, language, ELEMENTS[element]) for element in fallen_of(state, seat)]
    return [*found, say(SENTENCES, language, "fallen", elements=" ".join(fallen))] if fallen else found


# What the estimate weighs; what has no words is not told.
TERMS = {
    "en": {
        "honour": "honour",
        "honour_squared": "honour",
        "wells": "Wells held",
        "four_wells": "Wells held",
        "five_wells": "Wells held",
        "near_wells": "warriors near Wells",
        "out": "warriors on the Arena",
        "fallen": "fallen warriors",
        "energy": "Energy for blocks",
        "tempo": "",
    },
    "nl": {
        "honour": "Eer",
        "honour_squared": "Eer",
        "wells": "Bronnen in bezit",
        "four_wells": "Bronnen in bezit",
        "five_wells": "Bronnen in bezit",
        "near_wells": "krijgers dicht bij Bronnen",
        "out": "krijgers in de Arena",
        "fallen": "gevallen krijgers",
        "energy": "Energie om te blokken",
        "tempo": "",
    },
}


def term(name: str, language: str) -> str:
    """What a term of the estimate counts."""
    return TERMS[language][name]
