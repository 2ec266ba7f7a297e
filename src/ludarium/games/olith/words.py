"""Olith in words: what an action does, what is asked, what the table shows, and the names and texts of cards."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from ludarium.contract import State
from ludarium.language import say

from .combat import ap_of
from .data import (
    BOARD,
    CARD_DECK,
    CARD_NAMES,
    CARDS,
    COLOURS,
    DECKS,
    KINDS,
    REGION_LEVEL,
    REGION_NAMES,
    SEAT_COLOURS,
    SITE_NAMES,
    SITE_REGION,
    SITES,
    SPACES,
)
from .decks import count_backs
from .files import FOLDER, Entry, differences, standard
from .pieces import camp_size
from .position import PLACE_NAMES, read_position, write_position
from .state import (
    ACTIONS,
    ARRIVE,
    ASK_CARD,
    BASICS,
    BURY,
    COMMIT,
    FRAMES,
    HAND,
    KEEP,
    MAT,
    MERCENARY_NAMES,
    NOBODY,
    ROW,
    UNITS,
    WHO,
)

__all__ = ["read_position", "write_position"]  # with the other names of the contract below

SENTENCES = {
    "en": {
        "soul": "Soul",
        "shadow": "Shadow",
        "power": "Power",
        "wisdom": "Wisdom",
        "red": "red",
        "blue": "blue",
        "yellow": "yellow",
        "mountain": "Mountain",
        "valley": "Valley",
        "forest": "Forest",
        "expedition": "Expedition",
        "tactics": "Tactics",
        "combat": "Combat",
        "port": "Port",
        "camp": "camp",
        "exhausted": "exhausted",
        "aside": "aside",
        "region": "{colour} LVL {level}",
        "site": "{site} ({region})",
        "deck": "the {region} deck",
        "level": "LVL {level}",
        "unit": "a unit",
        "do-open": "{card} is laid open in the shop",
        "do-crystals": "The crystals lie on the wheel: {order}",
        "do-region": "The Active Region is {region}",
        "do-start": "{colour} starts",
        "do-card": "{who} draws {card}",
        "do-dice": "{who} rolls {faces}",
        "do-loyalty": "{who} follows {card}",
        "do-use": "{who} uses {card}",
        "do-pass": "{who} passes",
        "do-done": "{who} is done",
        "do-token": "{who} places a Victory Token on {site}",
        "do-turn-action": "{who} takes an Action Turn",
        "do-turn-victory": "{who} takes a Victory Turn in {region}",
        "do-recall": "{who} recalls {unit} to camp",
        "do-rouse": "{who} brings an exhausted unit to camp",
        "do-rouse_merc": "{who} brings {unit} from exhausted to camp",
        "do-play": "{who} plays {card}",
        "do-move": "{who} moves a unit to {place}",
        "do-move_merc": "{who} moves {unit} to {place}",
        "do-attack": "{who} attacks {place}",
        "do-attack_merc": "{who} attacks {place} with {unit}",
        "do-excavate": "{who} excavates {site}",
        "do-corrupt": "{who} corrupts {site}",
        "do-gather": "{who} gathers mana on {site}",
        "do-artifact": "{who} plays {card}",
        "do-buy": "{who} buys {card}",
        "do-sell": "{who} sells {card}",
        "do-exhaust": "{who} exhausts the unit on {site}",
        "do-unlock": "{who} unlocks {region}",
        "do-unlock_wisdom": "{who} unlocks {region}, {wisdom} of it paid in Wisdom",
        "do-block": "{who} defends with {unit}",
        "do-commit": "{who} commits {power} Power",
        "do-reroll": "{who} rerolls {faces}",
        "do-from": "{who} steals from {colour}",
        "do-take": "{who} takes 1 {kind}",
        "do-gain": "{who} gains 1 {kind}",
        "do-pay": "{who} pays 1 {kind}",
        "do-swap": "{who} swaps 1 {given} for 1 {wanted}",
        "do-draw": "{who} draws from {deck}",
        "do-sift": "{who} looks through {deck}",
        "do-keep": "{who} keeps {card}",
        "do-bury": "{who} buries {card}",
        "do-slot": "{who} puts {card} in the {slot} slot",
        "do-abandon": "{who} abandons {card}",
        "do-advance": "{who} advances the {colour} Atlas token",
        "do-shift": "{who} shifts {unit}",
        "do-to": "... to {place}",
        "do-rout": "{who} routs the unit on {site}",
        "do-set": "{who} turns the Active Region to {region}",
        "do-exchange": "{who} gives Artifacts for a Victory Token",
        "do-discard": "{who} discards {card}",
        "do-foe": "{who} names {colour}",
        "secret-card": "{who} draws a card from {deck}",
        "secret-look": "{who} looks at a card of {deck}",
        "secret-keep": "{who} keeps one of the cards",
        "secret-bury": "{who} buries one of the cards",
        "secret-commit": "{who} commits Power secretly",
        "ask-open": "A card is opened in the shop",
        "ask-crystals": "The crystals are placed",
        "ask-region": "The Active Region dice are rolled",
        "ask-start": "The start player is drawn",
        "ask-card": "{who} draws a card",
        "ask-dice": "{who} rolls combat dice",
        "ask-loyalty": "{who}: choose your Loyalty",
        "ask-favor_window": "{who}: use a consumable before God's Favor?",
        "ask-turn_window": "{who}: use a consumable before this turn?",
        "ask-token": "{who}: place a Victory Token",
        "ask-choose": "{who}: Action Turn or Victory Turn?",
        "ask-prepare": "{who}: prepare your camp",
        "ask-play": "{who}: play an Action card",
        "ask-act": "{who}: move, act with units, play Artifacts, deal in Port",
        "ask-victory": "{who}: exhaust units in {region} for Victory Tokens",
        "ask-unlock": "{who}: unlock regions",
        "ask-block": "{who}: defend {place}?",
        "ask-commit": "{who}: how much Power do you commit?",
        "ask-cards": "{who}: play combat cards?",
        "ask-reroll": "{who}: which dice are rolled again? (up to {n})",
        "ask-steal": "{who}: steal from whom?",
        "ask-take": "{who}: take up to {n} mana",
        "ask-gain": "{who}: gain {n} mana of any kind",
        "ask-pay": "{who}: pay {n} mana of any kind",
        "ask-swap": "{who}: swap up to {n} mana",
        "ask-draw": "{who}: draw from which deck?",
        "ask-sift": "{who}: look through which deck?",
        "ask-keep": "{who}: keep a card",
        "ask-bury": "{who}: bury the rest, the highest first",
        "ask-arrive": "{who}: where does {card} go?",
        "ask-advance": "{who}: advance which Atlas token?",
        "ask-rouse": "{who}: bring up to {n} exhausted units to camp",
        "ask-shift": "{who}: shift up to {n} units",
        "ask-to": "{who}: shift it where?",
        "ask-rout": "{who}: rout an enemy unit",
        "ask-trade": "{who}: buy or sell",
        "ask-set": "{who}: choose the Active Region",
        "ask-discard": "{who}: discard {n} Artifacts",
        "ask-foe": "{who}: against whom?",
        "won": "{who} wins",
        "shared": "{who} share the win",
        "and": " and ",
        "line-wheel": "Fate Wheel: space {space} of {spaces}",
        "line-region": "Active Region: {region}",
        "line-shop": "Shop: {cards}",
        "line-fight": "Fight: {sides}",
        "line-side": "{who} {ap} AP, dice {dice}",
        "line-player": "{who}: {tokens} tokens; Power {power}, Soul {soul}, Wisdom {wisdom}",
        "line-atlas": "{who}'s Atlas: red {red}, blue {blue}, yellow {yellow}",
        "line-units": "{who}'s units: {units}; camp holds {size}",
        "line-cards": "{who}'s cards: hand {hand}; mat {mat}",
        "line-site": "{site}: {things}",
        "excavated": "excavated",
        "corrupted": "corrupted",
        "tokens": "{who} {count} Victory Token(s)",
        "nothing": "nothing",
        "hidden": "{count} of {deck}",
        "button-roll": "roll",
        "button-action": "Action Turn",
        "button-victory": "Victory Turn",
        "button-done": "done",
        "button-pass": "pass",
        "until": "About consumables: ask me",
        "until-turn": "Don't ask me until my next turn",
        "until-favor": "Don't ask me until God's Favor",
        "until-fight": "Don't ask me until a fight of mine",
        "until-word": "Don't ask me until I say so",
        "kind-location": "location",
        "kind-mercenary": "mercenary",
        "kind-consumable": "consumable",
        "kind-loyalty": "Loyalty of {who}",
        "kind-artifact": "{symbols}, {after}",
        "after-return": "returns",
        "after-discard": "is discarded",
        "section-shop": "Shop",
        "section-loyalty": "Loyalties",
        "button-exchange": "exchange cards for a token",
        "button-excavate": "excavate",
        "button-corrupt": "corrupt",
        "button-gather": "gather",
        "button-attack": "attack",
        "button-artifact": "play",
        "button-sell": "sell",
        "button-buy": "buy",
        "button-use": "use",
        "button-keep": "keep",
        "button-bury": "bury",
        "button-abandon": "abandon",
        "button-discard": "discard",
        "button-unit": "the unit on it",
        "button-slot": "to the {slot} slot",
        "button-loyalty": "{card}",
        "button-play": "{card}",
        "button-commit": "{n} Power",
        "button-reroll": "reroll {faces}",
        "button-from": "from {colour}",
        "button-take": "take {kind}",
        "button-gain": "gain {kind}",
        "button-pay": "pay {kind}",
        "button-swap": "{given} for {wanted}",
        "button-draw": "draw from {deck}",
        "button-sift": "look through {deck}",
        "button-advance": "advance {colour}",
        "button-unlock": "unlock {colour}",
        "button-unlock_wisdom": "unlock {colour}, {n} in Wisdom",
        "button-foe": "against {colour}",
        "button-crystals": "{order}",
    },
    "nl": {
        "soul": "Ziel",
        "shadow": "Schaduw",
        "power": "Kracht",
        "wisdom": "Wijsheid",
        "red": "rood",
        "blue": "blauw",
        "yellow": "geel",
        "mountain": "berg",
        "valley": "dal",
        "forest": "bos",
        "expedition": "Expeditie",
        "tactics": "Tactiek",
        "combat": "Gevecht",
        "port": "de Haven",
        "camp": "kamp",
        "exhausted": "uitgeput",
        "aside": "voorraad",
        "region": "{colour} niveau {level}",
        "site": "{site} ({region})",
        "deck": "de stapel {region}",
        "level": "niveau {level}",
        "unit": "een eenheid",
        "do-open": "{card} komt open in de winkel",
        "do-crystals": "De kristallen liggen op het rad: {order}",
        "do-region": "De actieve streek is {region}",
        "do-start": "{colour} begint",
        "do-card": "{who} trekt {card}",
        "do-dice": "{who} gooit {faces}",
        "do-loyalty": "{who} volgt {card}",
        "do-use": "{who} gebruikt {card}",
        "do-pass": "{who} past",
        "do-done": "{who} is klaar",
        "do-token": "{who} legt een overwinningsfiche op {site}",
        "do-turn-action": "{who} neemt een actiebeurt",
        "do-turn-victory": "{who} neemt een overwinningsbeurt in {region}",
        "do-recall": "{who} haalt {unit} terug in het kamp",
        "do-rouse": "{who} brengt een uitgeputte eenheid in het kamp",
        "do-rouse_merc": "{who} brengt {unit} van uitgeput in het kamp",
        "do-play": "{who} speelt {card}",
        "do-move": "{who} zet een eenheid op {place}",
        "do-move_merc": "{who} zet {unit} op {place}",
        "do-attack": "{who} valt {place} aan",
        "do-attack_merc": "{who} valt {place} aan met {unit}",
        "do-excavate": "{who} graaft op {site}",
        "do-corrupt": "{who} bederft {site}",
        "do-gather": "{who} verzamelt mana op {site}",
        "do-artifact": "{who} speelt {card}",
        "do-buy": "{who} koopt {card}",
        "do-sell": "{who} verkoopt {card}",
        "do-exhaust": "{who} put de eenheid op {site} uit",
        "do-unlock": "{who} ontsluit {region}",
        "do-unlock_wisdom": "{who} ontsluit {region}, waarvan {wisdom} in Wijsheid",
        "do-block": "{who} verdedigt met {unit}",
        "do-commit": "{who} zet {power} Kracht in",
        "do-reroll": "{who} gooit {faces} opnieuw",
        "do-from": "{who} steelt van {colour}",
        "do-take": "{who} neemt 1 {kind}",
        "do-gain": "{who} ontvangt 1 {kind}",
        "do-pay": "{who} betaalt 1 {kind}",
        "do-swap": "{who} ruilt 1 {given} voor 1 {wanted}",
        "do-draw": "{who} trekt van {deck}",
        "do-sift": "{who} doorzoekt {deck}",
        "do-keep": "{who} houdt {card}",
        "do-bury": "{who} begraaft {card}",
        "do-slot": "{who} legt {card} in het {slot}vak",
        "do-abandon": "{who} verlaat {card}",
        "do-advance": "{who} schuift het Atlasfiche {colour} verder",
        "do-shift": "{who} verzet {unit}",
        "do-to": "... naar {place}",
        "do-rout": "{who} verjaagt de eenheid op {site}",
        "do-set": "{who} draait de actieve streek naar {region}",
        "do-exchange": "{who} geeft artefacten voor een overwinningsfiche",
        "do-discard": "{who} legt {card} af",
        "do-foe": "{who} noemt {colour}",
        "secret-card": "{who} trekt een kaart van {deck}",
        "secret-look": "{who} bekijkt een kaart van {deck}",
        "secret-keep": "{who} houdt een van de kaarten",
        "secret-bury": "{who} begraaft een van de kaarten",
        "secret-commit": "{who} zet in het geheim Kracht in",
        "ask-open": "Er komt een kaart open in de winkel",
        "ask-crystals": "De kristallen worden gelegd",
        "ask-region": "De dobbelstenen van de actieve streek worden gegooid",
        "ask-start": "De beginspeler wordt geloot",
        "ask-card": "{who} trekt een kaart",
        "ask-dice": "{who} gooit gevechtsdobbelstenen",
        "ask-loyalty": "{who}: kies je trouw",
        "ask-favor_window": "{who}: een verbruikskaart gebruiken vóór de goddelijke gunst?",
        "ask-turn_window": "{who}: een verbruikskaart gebruiken vóór deze beurt?",
        "ask-token": "{who}: plaats een overwinningsfiche",
        "ask-choose": "{who}: actiebeurt of overwinningsbeurt?",
        "ask-prepare": "{who}: bereid je kamp voor",
        "ask-play": "{who}: speel een actiekaart",
        "ask-act": "{who}: verplaats, handel met eenheden, speel artefacten, doe zaken in de Haven",
        "ask-victory": "{who}: put eenheden in {region} uit voor overwinningsfiches",
        "ask-unlock": "{who}: ontsluit streken",
        "ask-block": "{who}: verdedig je {place}?",
        "ask-commit": "{who}: hoeveel Kracht zet je in?",
        "ask-cards": "{who}: gevechtskaarten spelen?",
        "ask-reroll": "{who}: welke dobbelstenen opnieuw? (tot {n})",
        "ask-steal": "{who}: van wie steel je?",
        "ask-take": "{who}: neem tot {n} mana",
        "ask-gain": "{who}: ontvang {n} mana naar keuze",
        "ask-pay": "{who}: betaal {n} mana naar keuze",
        "ask-swap": "{who}: ruil tot {n} mana",
        "ask-draw": "{who}: van welke stapel trek je?",
        "ask-sift": "{who}: welke stapel doorzoek je?",
        "ask-keep": "{who}: houd een kaart",
        "ask-bury": "{who}: begraaf de rest, de bovenste eerst",
        "ask-arrive": "{who}: waar gaat {card} heen?",
        "ask-advance": "{who}: welk Atlasfiche schuif je verder?",
        "ask-rouse": "{who}: breng tot {n} uitgeputte eenheden in het kamp",
        "ask-shift": "{who}: verzet tot {n} eenheden",
        "ask-to": "{who}: waarheen?",
        "ask-rout": "{who}: verjaag een vijandelijke eenheid",
        "ask-trade": "{who}: koop of verkoop",
        "ask-set": "{who}: kies de actieve streek",
        "ask-discard": "{who}: leg {n} artefacten af",
        "ask-foe": "{who}: tegen wie?",
        "won": "{who} wint",
        "shared": "{who} delen de overwinning",
        "and": " en ",
        "line-wheel": "Lotsrad: vak {space} van {spaces}",
        "line-region": "Actieve streek: {region}",
        "line-shop": "Winkel: {cards}",
        "line-fight": "Gevecht: {sides}",
        "line-side": "{who} {ap} AP, dobbelstenen {dice}",
        "line-player": "{who}: {tokens} fiches; Kracht {power}, Ziel {soul}, Wijsheid {wisdom}",
        "line-atlas": "Atlas van {who}: rood {red}, blauw {blue}, geel {yellow}",
        "line-units": "Eenheden van {who}: {units}; plaats in kamp voor {size}",
        "line-cards": "Kaarten van {who}: hand {hand}; mat {mat}",
        "line-site": "{site}: {things}",
        "excavated": "opgegraven",
        "corrupted": "bedorven",
        "tokens": "{who} {count} overwinningsfiche(s)",
        "nothing": "niets",
        "hidden": "{count} van {deck}",
        "button-roll": "gooi",
        "button-action": "actiebeurt",
        "button-victory": "overwinningsbeurt",
        "button-done": "klaar",
        "button-pass": "pas",
        "until": "Over verbruikskaarten: vraag het mij",
        "until-turn": "Vraag niets tot mijn volgende beurt",
        "until-favor": "Vraag niets tot een goddelijke gunst",
        "until-fight": "Vraag niets tot een gevecht van mij",
        "until-word": "Vraag niets tot ik het zeg",
        "kind-location": "locatie",
        "kind-mercenary": "huurling",
        "kind-consumable": "verbruikskaart",
        "kind-loyalty": "Loyaliteit van {who}",
        "kind-artifact": "{symbols}, {after}",
        "after-return": "komt terug",
        "after-discard": "wordt afgelegd",
        "section-shop": "Winkel",
        "section-loyalty": "Loyaliteiten",
        "button-exchange": "kaarten ruilen voor een fiche",
        "button-excavate": "graaf op",
        "button-corrupt": "bederf",
        "button-gather": "verzamel",
        "button-attack": "val aan",
        "button-artifact": "speel",
        "button-sell": "verkoop",
        "button-buy": "koop",
        "button-use": "gebruik",
        "button-keep": "houd",
        "button-bury": "begraaf",
        "button-abandon": "verlaat",
        "button-discard": "leg af",
        "button-unit": "de eenheid erop",
        "button-slot": "naar het {slot}vak",
        "button-loyalty": "{card}",
        "button-play": "{card}",
        "button-commit": "{n} Kracht",
        "button-reroll": "gooi {faces} opnieuw",
        "button-from": "van {colour}",
        "button-take": "neem {kind}",
        "button-gain": "ontvang {kind}",
        "button-pay": "betaal {kind}",
        "button-swap": "{given} voor {wanted}",
        "button-draw": "trek van {deck}",
        "button-sift": "doorzoek {deck}",
        "button-advance": "{colour} verder",
        "button-unlock": "ontsluit {colour}",
        "button-unlock_wisdom": "ontsluit {colour}, {n} in Wijsheid",
        "button-foe": "tegen {colour}",
        "button-crystals": "{order}",
    },
}

# The rules that an action rests on, by its kind.
CITES = {
    "open": ("OL-22", "OL-R50"),
    "crystals": ("OL-3", "OL-C2"),
    "region": ("OL-3", "OL-R9", "OL-C3"),
    "start": ("OL-R1",),
    "card": ("OL-31", "OL-R48"),
    "dice": ("OL-36", "OL-C3"),
    "loyalty": ("OL-4", "OL-R44"),
    "use": ("OL-42", "OL-R23"),
    "pass": ("OL-R23", "OL-R29"),
    "token": ("OL-R5", "OL-R6"),
    "turn": ("OL-10", "OL-14"),
    "recall": ("OL-11", "OL-R13"),
    "rouse": ("OL-11", "OL-R13"),
    "rouse_merc": ("OL-11", "OL-R13"),
    "play": ("OL-12", "OL-R12"),
    "move": ("OL-20", "OL-R15"),
    "move_merc": ("OL-20", "OL-R15"),
    "attack": ("OL-34", "OL-R11"),
    "attack_merc": ("OL-34", "OL-R11"),
    "excavate": ("OL-31", "OL-R16"),
    "corrupt": ("OL-32", "OL-R17"),
    "gather": ("OL-33",),
    "artifact": ("OL-21", "OL-R45"),
    "buy": ("OL-22", "OL-R20"),
    "sell": ("OL-22", "OL-R19"),
    "exhaust": ("OL-14", "OL-R54"),
    "unlock": ("OL-40", "OL-R39"),
    "unlock_wisdom": ("OL-40", "OL-R18"),
    "block": ("OL-35", "OL-R29"),
    "commit": ("OL-36", "OL-R33"),
    "slot": ("OL-41", "OL-R31"),
    "abandon": ("OL-41", "OL-R26"),
    "shift": ("OL-R51", "OL-R53"),
    "to": ("OL-R51",),
    "exchange": ("OL-43", "OL-R38"),
    "discard": ("OL-43",),
    "foe": ("OL-R57",),
    "keep": ("OL-R25", "OL-R48"),
    "bury": ("OL-R48",),
    "advance": ("OL-R39",),
}


# Names


def _say(language: str, key: str, **values: object) -> str:
    return say(SENTENCES, language, key, **values)


def seat_name(seat: int, language: str) -> str:
    return _say(language, SEAT_COLOURS[seat])


@cache
def _cards(language: str) -> dict[str, tuple[str, str]]:
    """Each card's name and text. A card that says something else than the game's own shows its own Dutch words, if it has any."""
    own = {card["id"]: (card["name"], card["text"]) for card in _standard_cards()}
    dutch = tomllib.loads((FOLDER / "cards_nl.toml").read_text(encoding="utf-8")) if language == "nl" else {}
    found = {}
    for card in [*CARDS.all, *CARDS.players]:
        name, text = card["name"], card["text"]
        if language == "nl" and own.get(card["id"]) == (name, text):
            name, text = dutch.get(card["id"], {}).get("name", name), dutch.get(card["id"], {}).get("text", text)
        found[card["id"]] = card.get(f"name_{language}", name), card.get(f"text_{language}", text)
    return found


@cache
def _standard_cards() -> list[Entry]:
    read = tomllib.loads(standard("cards")[1])
    return [*read["artifact"], *read["shop"], *read["player"]]


def card_name(id_: str, language: str) -> str:
    """A card's name; one without Dutch words shows its English ones."""
    return _cards(language)[id_][0]


def card_text(id_: str, language: str) -> str:
    """What a card says."""
    return _cards(language)[id_][1]


def mana_name(kind: int, language: str) -> str:
    return _say(language, KINDS[kind])


def region_name(region: int, language: str) -> str:
    colour = _say(language, COLOURS[region // 4])
    return _say(language, "region", colour=colour, level=int(REGION_LEVEL[region]))


def place_name(name: str, language: str) -> str:
    """A site, Port, camp, or a location card."""
    if name in SITE_NAMES:
        return _say(language, "site", site=name, region=region_name(int(SITE_REGION[SITE_NAMES.index(name)]), language))
    return _say(language, name) if name in ("port", "camp", "exhausted", "aside") else card_name(name, language)


def deck_name(deck: str, language: str) -> str:
    regions = [region for region, entry in enumerate(BOARD.regions) if entry["deck"] == deck]
    level = _say(language, "level", level=int(REGION_LEVEL[regions[0]]))
    return _say(language, "deck", region=level if len(regions) > 1 else region_name(regions[0], language))


def unit_name(name: str, language: str) -> str:
    if name in MERCENARY_NAMES:
        return card_name(name, language)
    return f"{_say(language, 'unit')} ({place_name(name, language)})"


# What is played


def top(state: State) -> list[int]:
    """The open question: its kind, seat and numbers."""
    return [int(part) for part in state.frame[int(state.frames) - 1]]


def _who(state: State, language: str) -> str:
    seat = top(state)[WHO] if state.frames else NOBODY
    return seat_name(seat, language) if seat != NOBODY else ""


def _named(state: State, block: str, fields: dict[str, str | int], language: str) -> dict[str, object]:
    """An action's fields in words."""
    words: dict[str, object] = dict(fields)
    for field, label in fields.items():
        word = str(label)
        if field in ("card", "name"):
            words["card"] = _say(language, word) if block == "play" else card_name(word, language)
        elif field in ("colour", "kind", "slot"):
            words[field] = _say(language, word)
        elif field == "order":
            words[field] = ", ".join(_say(language, kind) for kind in word.split())
        elif field == "kinds":
            words["given"], words["wanted"] = (_say(language, kind) for kind in word.split())
        elif field in ("site", "place"):
            words[field] = place_name(word, language)
        elif field == "unit":
            words[field] = unit_name(word, language)
        elif field == "deck":
            words[field] = deck_name(word, language)
        elif field == "region":
            words[field] = region_name(REGION_NAMES.index(word), language)
    if block in ("unlock", "unlock_wisdom"):
        colour = COLOURS.index(str(fields["colour"]))
        level = int(state.atlas[top(state)[WHO], colour])
        words["region"] = region_name(4 * colour + min(level, 3), language)
    return words


def describe(state: State, action: int, language: str) -> str:
    """What an action does, in a sentence; `state` is the position before it."""
    block = ACTIONS.block(action)
    fields = block.read(action)
    words = _named(state, block.name, fields, language) | {"who": _who(state, language)}
    key = f"do-{block.name}"
    if block.name == "turn":
        key = f"{key}-{fields['turn']}"
        words["region"] = region_name(int(state.region), language)
    return _say(language, key, **words)


def describe_secret(state: State, language: str) -> str:
    """What a seat is told that may not know which card or commit it was. [OL-R49]"""
    kind, _, _, keep, deck = top(state)
    key = {KEEP: "secret-keep", BURY: "secret-bury", COMMIT: "secret-commit"}.get(kind, "secret-look" if keep else "secret-card")
    name = deck_name(BOARD.decks[deck], language) if kind == ASK_CARD else ""
    return _say(language, key, who=_who(state, language), deck=name)


def cites(state: State, action: int) -> tuple[str, ...]:
    """The rules that an action rests on."""
    return CITES.get(ACTIONS.block(action).name, ("OL-R46",))


def prompt(state: State, language: str) -> str:
    """Who decides and what is asked, or how the game ended."""
    if state.over:
        names = [seat_name(seat, language) for seat in range(int(state.options.players)) if int(state.winners) >> seat & 1]
        return _say(language, "won" if len(names) == 1 else "shared", who=_say(language, "and").join(names))
    kind, _, n, _, _ = top(state)
    values: dict[str, object] = {"who": _who(state, language), "n": n}
    values["card"] = card_name(CARD_NAMES[n], language) if kind == ARRIVE else ""
    values["place"] = place_name(PLACE_NAMES[int(state.target)], language)
    values["region"] = region_name(max(0, int(state.victory_region)), language)
    return _say(language, f"ask-{FRAMES[kind]}", **values)


# Buttons


def button(key: str, language: str) -> str:
    """What a button of a click path says: the key is a verb, perhaps with what it is about."""
    verb, _, rest = key.partition("-")
    if verb == "until":
        return _say(language, key.rstrip("-"))
    if not rest:
        return _say(language, f"button-{verb}")
    if verb == "unlock_wisdom":
        colour, _, wisdom = rest.partition("-")
        return _say(language, "button-unlock_wisdom", colour=_say(language, colour), n=wisdom)
    return _say(language, f"button-{verb}", **_button_words(verb, rest, language))


def _button_words(verb: str, rest: str, language: str) -> dict[str, object]:
    if verb == "swap":
        given, wanted = (_say(language, kind) for kind in rest.split("-"))
        return {"given": given, "wanted": wanted}
    if verb in ("draw", "sift"):
        return {"deck": deck_name(rest, language)}
    if verb == "loyalty":
        return {"card": f"{card_name(rest, language)}: {card_text(rest, language)}"}
    if verb in ("commit", "reroll"):
        return {"n": rest, "faces": rest}
    name = _say(language, rest)
    return {"colour": name, "kind": name, "slot": name, "card": name}


# Every card


def glossary(language: str) -> list[dict[str, Any]]:
    """All cards by deck, shop and Loyalty: name, text, what kind it is, and whether it is new or changed."""
    marks = {name: how for how in ("new", "changed") for name in differences("cards", CARDS.text)[how]}
    decks = [(deck_name(deck, language), [card for card in CARDS.artifacts if card["deck"] == deck]) for deck in BOARD.decks]
    shop = (_say(language, "section-shop"), CARDS.shop)
    loyalties = (_say(language, "section-loyalty"), CARDS.loyalties)
    return [
        {"title": title[0].upper() + title[1:], "cards": [_entry(card, marks.get(card["id"], ""), language) for card in cards]}
        for title, cards in (*decks, shop, loyalties)
    ]


def _entry(card: Entry, mark: str, language: str) -> dict[str, str]:
    symbols = " + ".join(_say(language, symbol) for symbol in card.get("use", []))
    after = _say(language, f"after-{card['after']}") if "after" in card else ""
    who = _say(language, card["color"]) if "color" in card else ""
    note = _say(language, f"kind-{card['kind']}", symbols=symbols, after=after, who=who)
    return {"name": card_name(card["id"], language), "text": card_text(card["id"], language), "note": note, "mark": mark}


# The table line by line


def board(state: State, language: str) -> list[str]:
    """The table line by line, for a terminal without colours and for screen readers."""
    lines = [_say(language, "line-wheel", space=int(state.wheel) + 1, spaces=SPACES)]
    if state.region != NOBODY:
        lines.append(_say(language, "line-region", region=region_name(int(state.region), language)))
    row = [card_name(CARD_NAMES[card], language) for card in cards_at(state, ROW)]
    lines.append(_say(language, "line-shop", cards=", ".join(row) or _say(language, "nothing")))
    if state.fighters:
        sides = [seat for seat in range(int(state.options.players)) if int(state.fighters) >> seat & 1]
        lines.append(_say(language, "line-fight", sides="; ".join(_side(state, seat, language) for seat in sides)))
    lines += [line for seat in range(int(state.options.players)) for line in _player_lines(state, seat, language)]
    return lines + [line for site in range(SITES) if (line := _site_line(state, site, language))]


def _side(state: State, seat: int, language: str) -> str:
    return _say(language, "line-side", who=seat_name(seat, language), ap=ap_of(state, seat), dice=dice_text(state, seat) or "-")


def dice_text(state: State, seat: int) -> str:
    return "".join(face * int(count) for face, count in zip("+0-", state.dice[seat], strict=True))


def _player_lines(state: State, seat: int, language: str) -> list[str]:
    who = seat_name(seat, language)
    mana = dict(zip(KINDS, map(int, state.mana[seat]), strict=True))
    atlas = dict(zip(COLOURS, map(int, state.atlas[seat]), strict=True))
    units = [place_name(PLACE_NAMES[int(state.place[unit])], language) for unit in units_of(state, seat) if unit < BASICS]
    for unit in units_of(state, seat):
        if unit >= BASICS:
            place = place_name(PLACE_NAMES[int(state.place[unit])], language)
            units.append(f"{card_name(MERCENARY_NAMES[unit - BASICS], language)} ({place})")
    mat = [card_name(CARD_NAMES[card], language) for card in cards_at(state, MAT + seat)]
    hand = _hand_words(state, seat, language)
    size = camp_size(state, seat) if state.loyalty[seat] != NOBODY else 2
    return [
        _say(language, "line-player", who=who, tokens=int(state.tokens[seat]), **mana),
        _say(language, "line-atlas", who=who, **atlas),
        _say(language, "line-units", who=who, units=", ".join(units), size=size),
        _say(language, "line-cards", who=who, hand=hand, mat=", ".join(mat) or _say(language, "nothing")),
    ]


def units_of(state: State, seat: int) -> list[int]:
    return [unit for unit in range(UNITS) if int(state.owner[unit]) == seat]


def cards_at(state: State, zone: int) -> list[int]:
    return [int(card) for card in (state.where == zone).nonzero()[0]]


def hand_of(state: State, seat: int) -> list[int]:
    """The cards of a hand in the order of their numbers; for one that is not seen, its deck below zero."""
    faces = cards_at(state, HAND + seat)
    backs = []
    for deck in range(DECKS):
        seen = sum(1 for card in faces if CARD_DECK[card] == deck)
        backs += [-1 - deck] * (count_backs(state, seat, deck) - seen)
    return faces + backs


def _hand_words(state: State, seat: int, language: str) -> str:
    hand = hand_of(state, seat)
    words = [card_name(CARD_NAMES[card], language) for card in hand if card >= 0]
    for deck in range(DECKS):
        count = hand.count(-1 - deck)
        if count:
            words.append(_say(language, "hidden", count=count, deck=deck_name(BOARD.decks[deck], language)))
    return ", ".join(words) or _say(language, "nothing")


def _site_line(state: State, site: int, language: str) -> str:
    things = []
    unit = int(state.unit[site])
    if unit != NOBODY:
        things.append(seat_name(int(state.owner[unit]), language))
    if state.dug[site]:
        things.append(_say(language, ("excavated", "corrupted")[int(state.dug[site]) - 1]))
    if state.token_of[site] != NOBODY:
        who = seat_name(int(state.token_of[site]), language)
        things.append(_say(language, "tokens", who=who, count=int(state.stack[site])))
    return _say(language, "line-site", site=place_name(SITE_NAMES[site], language), things=", ".join(things)) if things else ""


# What the estimate weighs; what has no words is not told.
TERMS = {
    "en": {
        "tokens": "Victory Tokens",
        "tokens_squared": "Victory Tokens",
        "mana": "mana",
        "hand": "cards in hand",
        "atlas": "levels unlocked",
        "standing": "units that stand",
        "dominance": "Dominance in the Active Region",
        "camp": "places in camp",
        "strength": "strength in the Active Region",
        "locations": "locations",
        "tempo": "",
    },
    "nl": {
        "tokens": "overwinningsfiches",
        "tokens_squared": "overwinningsfiches",
        "mana": "mana",
        "hand": "kaarten in de hand",
        "atlas": "ontgrendelde niveaus",
        "standing": "eenheden die staan",
        "dominance": "overwicht in de actieve streek",
        "camp": "plaatsen in het kamp",
        "strength": "kracht in de actieve streek",
        "locations": "locaties",
        "tempo": "",
    },
}


def term(name: str, language: str) -> str:
    """What a term of the estimate counts."""
    return TERMS[language][name]
