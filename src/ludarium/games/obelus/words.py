"""Obelus in words: what an action does, what is asked, and the position as one line of text both ways.

A position reads `*,W2b,.,.,.,B4,.,. 3/2 w`: the cards from 0 on, the two centres, and who is to move. A card shows its summoned
obelisk (`W2`), banished ones (`w`, `b`), a rift (`*`), or nothing (`.`). A centre is a count in Pure (`3`), the dice in Chaos
(`113`, `-` if none). After the player stands nothing for an ordinary turn, `?` when choosing who goes first, `+` when the
reformed die is about to be rolled, `#` when the player cannot move and has lost, `=` when the game is drawn; `roll` is the roll
before the game, `roll3` once White has rolled a 3. At the end, `past=` lists earlier positions that could come again.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ludarium.contract import State
from ludarium.errors import BadPosition
from ludarium.games.obelus.rules import (
    can_shift,
    can_summon,
    dice_to_roll,
    finish,
    is_drawn,
    remember,
    rift_without_choice,
    standing,
)
from ludarium.games.obelus.state import (
    ACTIONS,
    BLACK,
    CHAOS,
    CHOOSE,
    END,
    MAX_QUIET,
    MAX_VALUE,
    NOBODY,
    PLAY,
    PURE,
    REFORM,
    ROLL,
    SEATS,
    STATE,
    WHITE,
)
from ludarium.language import say

SENTENCES = {
    "en": {
        "seat-0": "White",
        "seat-1": "Black",
        "summon": "{who} summons a {value} on card {card}",
        "shift": "{who} shifts the {old} from card {start} to card {end} and sets it to {value}",
        "banish": ", banishing {other}'s {theirs}",
        "reform": "; an obelisk of {who} is reformed",
        "rift": " and a rift opens on card {rift}",
        "roll": "{who} rolls a {value}",
        "roll-reformed": "{who}'s reformed obelisk shows {value}",
        "first": "{who} will go first",
        "second": "{who} will go second",
        "ask": "{who}: summon an obelisk or shift one",
        "ask-shift": "{who}: shift an obelisk",
        "ask-summon": "{who}: summon an obelisk",
        "ask-order": "{who} rolled higher: go first or second?",
        "ask-roll": "{who} rolls",
        "won": "{who} wins: {other} can neither summon nor shift",
        "drawn": "Drawn: the position stood again too often, or nothing changed for too long",
        "card": "card {card}",
        "empty": "empty",
        "summoned": "{who} {value}",
        "banished": "{who} banished",
        "has-rift": "rift",
        "centre": "{who}'s centre",
        "nothing": "nothing",
        "dice": "showing {values}",
        "obelisks": "{count}",
        "value-1": "1",
        "value-2": "2",
        "value-3": "3",
        "value-4": "4",
        "order-first": "go first",
        "order-second": "go second",
        "roll-die": "roll",
    },
    "nl": {
        "seat-0": "Wit",
        "seat-1": "Zwart",
        "summon": "{who} roept een {value} op, op kaart {card}",
        "shift": "{who} verschuift de {old} van kaart {start} naar kaart {end} en maakt er een {value} van",
        "banish": ", en verbant de {theirs} van {other}",
        "reform": "; een obelisk van {who} wordt hervormd",
        "rift": " en op kaart {rift} opent zich een scheur",
        "roll": "{who} gooit een {value}",
        "roll-reformed": "de hervormde obelisk van {who} toont {value}",
        "first": "{who} gaat als eerste",
        "second": "{who} gaat als tweede",
        "ask": "{who}: roep een obelisk op of verschuif er een",
        "ask-shift": "{who}: verschuif een obelisk",
        "ask-summon": "{who}: roep een obelisk op",
        "ask-order": "{who} gooide hoger: als eerste of als tweede?",
        "ask-roll": "{who} gooit",
        "won": "{who} wint: {other} kan niet oproepen en niet verschuiven",
        "drawn": "Remise: de stelling ontstond te vaak, of er veranderde te lang niets",
        "card": "kaart {card}",
        "empty": "leeg",
        "summoned": "{who} {value}",
        "banished": "{who} verbannen",
        "has-rift": "scheur",
        "centre": "Midden van {who}",
        "nothing": "niets",
        "dice": "toont {values}",
        "obelisks": "{count}",
        "value-1": "1",
        "value-2": "2",
        "value-3": "3",
        "value-4": "4",
        "order-first": "als eerste",
        "order-second": "als tweede",
        "roll-die": "gooi",
    },
}


class CardNow(NamedTuple):
    """What lies on a card and beside it."""

    player: int  # of the summoned obelisk, or NOBODY
    value: int
    banished: tuple[int, ...]  # the seats with one here
    has_rift: bool


def cards_now(state: State) -> tuple[CardNow, ...]:
    """The ring as plain Python, which is quicker to read many times than the record."""
    return _cards_now(state.tobytes())


@lru_cache(1024)
def _cards_now(position: bytes) -> tuple[CardNow, ...]:
    state = np.frombuffer(position, STATE)[0]
    summoned, banished = state.summoned.tolist(), state.banished.tolist()
    shows, rift = state.shows.tolist(), int(state.rift)

    def card_now(card: int) -> CardNow:
        player = next((seat for seat in range(SEATS) if summoned[seat] >> card & 1), NOBODY)
        value = next((value for value in range(1, MAX_VALUE + 1) if shows[value] >> card & 1), 0)
        return CardNow(player, value, tuple(s for s in range(SEATS) if banished[s] >> card & 1), bool(rift >> card & 1))

    return tuple(card_now(card) for card in range(int(state.options.cards)))


# What is played and what is asked


def seat_name(seat: int, language: str) -> str:
    return say(SENTENCES, language, f"seat-{seat}")


def describe(state: State, action: int, language: str) -> str:
    """What an action does, in a sentence; `state` is the position before it."""
    player = int(state.player)
    who, other = seat_name(player, language), seat_name(1 - player, language)
    block = ACTIONS.block(action)
    fields = block.read(action)
    if block.name == "roll":
        return say(SENTENCES, language, "roll-reformed" if state.stage == REFORM else "roll", who=who, **fields)
    if block.name == "choice":
        return say(SENTENCES, language, str(fields["order"]), who=who)
    ring = cards_now(state)
    end = int(fields["card" if block.name == "summon" else "end"])
    if block.name == "summon":
        sentence = say(SENTENCES, language, "summon", who=who, **fields)
    else:
        sentence = say(SENTENCES, language, "shift", who=who, old=ring[int(fields["start"])].value, **fields)
        if ring[end].player == 1 - player:
            sentence += say(SENTENCES, language, "banish", other=other, theirs=ring[end].value)
    if player in ring[end].banished:
        sentence += say(SENTENCES, language, "reform", who=who)
        rift = int(fields["rift"]) if "rift" in fields else rift_without_choice(state, end)
        if rift >= 0:
            sentence += say(SENTENCES, language, "rift", rift=rift)
    return sentence


def cites(state: State, action: int) -> tuple[str, ...]:
    """The rules that an action rests on."""
    block = ACTIONS.block(action)
    if block.name == "roll":
        return ("OB-40",) if state.stage == REFORM else ("OB-11",)
    if block.name == "choice":
        return ("OB-11",)
    fields = block.read(action)
    end = int(fields["card" if block.name == "summon" else "end"])
    rules = ["OB-30", "OB-31" if state.options.mode == PURE else "OB-32"] if block.name == "summon" else ["OB-34", "OB-37"]
    card = cards_now(state)[end]
    if block.name != "summon" and card.player == 1 - int(state.player):
        rules.append("OB-36")
    if int(state.player) in card.banished:
        rules += ["OB-40", "OB-41"]
    return tuple(rules)


def prompt(state: State, language: str) -> str:
    """Who decides and what is asked, or how the game ended."""
    who = seat_name(int(state.player), language)
    if state.stage == CHOOSE:
        return say(SENTENCES, language, "ask-order", who=who)
    if state.stage in (ROLL, REFORM):
        return say(SENTENCES, language, "ask-roll", who=who)
    if state.stage == PLAY:
        key = "ask" if can_summon(state) and can_shift(state) else "ask-summon" if can_summon(state) else "ask-shift"
        return say(SENTENCES, language, key, who=who)
    if state.winner == NOBODY:
        return say(SENTENCES, language, "drawn")
    winner, loser = (seat_name(seat, language) for seat in (int(state.winner), 1 - int(state.winner)))
    return say(SENTENCES, language, "won", who=winner, other=loser)


def button(key: str, language: str) -> str:
    """What a button of a click path says."""
    return say(SENTENCES, language, key)


def board(state: State, language: str) -> list[str]:
    """The board line by line, for a terminal without colours and for screen readers."""
    return list(_board(state.tobytes(), language))


@lru_cache(1024)
def _board(position: bytes, language: str) -> tuple[str, ...]:
    state = np.frombuffer(position, STATE)[0]
    lines = [
        f"{say(SENTENCES, language, 'card', card=card)}: {', '.join(_on_card(now, language))}"
        for card, now in enumerate(cards_now(state))
    ]
    for seat in range(SEATS):
        who = say(SENTENCES, language, "centre", who=seat_name(seat, language))
        lines.append(f"{who}: {_in_centre(state, seat, language)}")
    return tuple(lines)


def _on_card(card: CardNow, language: str) -> list[str]:
    found = []
    if card.player != NOBODY:
        found.append(say(SENTENCES, language, "summoned", who=seat_name(card.player, language), value=card.value))
    found += [say(SENTENCES, language, "banished", who=seat_name(seat, language)) for seat in card.banished]
    if card.has_rift:
        found.append(say(SENTENCES, language, "has-rift"))
    return found or [say(SENTENCES, language, "empty")]


def _in_centre(state: State, seat: int, language: str) -> str:
    dice = centre_dice(state, seat)
    if state.options.mode == PURE:
        return say(SENTENCES, language, "obelisks", count=int(state.centre[seat, 0]))
    if not dice:
        return say(SENTENCES, language, "nothing")
    return say(SENTENCES, language, "dice", values=" ".join(map(str, dice)))


def centre_dice(state: State, seat: int) -> list[int]:
    """What a seat's dice in the centre show, in order; 0 for each in Pure."""
    return [value for value in range(MAX_VALUE) for _ in range(int(state.centre[seat, value]))]


# The position as text


def write_position(state: State) -> str:
    """One line that `read_position` reads back to the same position, but for its options."""
    ring = ",".join(map(_card_text, cards_now(state)))
    centre = "/".join(_centre_text(state, seat) for seat in range(SEATS))
    text = f"{ring} {centre} {_turn_text(state)}"
    if state.quiet == 0:
        return text
    return f"{text} past={'.'.join(f'{int(key):x}' for key in state.past[: int(state.quiet) + 1])}"


def _card_text(card: CardNow) -> str:
    summoned = f"{'WB'[card.player]}{card.value}" if card.player != NOBODY else ""
    banished = "".join("wb"[seat] for seat in card.banished)
    return summoned + banished + ("*" if card.has_rift else "") or "."


def _centre_text(state: State, seat: int) -> str:
    if state.options.mode == PURE:
        return str(int(state.centre[seat, 0]))
    return "".join(map(str, centre_dice(state, seat))) or "-"


def _turn_text(state: State) -> str:
    if state.stage == ROLL:
        return f"roll{int(state.total[WHITE])}" if state.options.mode == PURE and state.rolled[WHITE] else "roll"
    mark = {PLAY: "", CHOOSE: "?", REFORM: "+", END: "=" if state.winner == NOBODY else "#"}[int(state.stage)]
    return "wb"[int(state.player)] + mark


def read_position(state: State, text: str) -> None:
    """Make a position at the start the one that the line tells of, checked to be one that can stand on a table."""
    match = re.fullmatch(r"(\S+) (\S+) (\S+)(?: past=(\S+))?", text)
    if match is None:
        raise BadPosition(f"wanted cards, centres and player, as in '{write_position(state)}'; came {text!r}")
    ring, centre, player, past = match.groups()
    state.rift, state.stage, state.quiet = 0, PLAY, 0
    state.centre[:], state.past[:] = 0, 0
    _read_ring(state, ring)
    _read_centres(state, centre)
    _read_turn(state, player)
    _check_obelisks(state)
    _read_past(state, past)
    _check_end(state, player)


def _read_ring(state: State, text: str) -> None:
    cards = text.split(",")
    if len(cards) != state.options.cards:
        raise BadPosition(f"wanted {state.options.cards} cards between commas, came {len(cards)}: {text!r}")
    for card, found in enumerate(cards):
        match = re.fullmatch(r"(?:([WB])([1-4]))?(w?)(b?)(\*?)|\.", found)
        if match is None or found == "":
            raise BadPosition(f"card {card} reads {found!r}; wanted something like W2, B4*, wb or .")
        if match[1]:
            state.summoned["WB".index(match[1])] |= 1 << card
            state.shows[int(match[2])] |= 1 << card
        for seat, group in ((WHITE, 3), (BLACK, 4)):
            if match[group]:
                state.banished[seat] |= 1 << card
        if match[5]:
            state.rift |= 1 << card


def _read_centres(state: State, text: str) -> None:
    wanted = "a count for each, such as 3/2" if state.options.mode == PURE else "dice for each, such as 113/-"
    sides = text.split("/")
    pattern = r"[0-4]" if state.options.mode == PURE else r"[1-3]{1,4}|-"
    if len(sides) != SEATS or not all(re.fullmatch(pattern, side) for side in sides):
        raise BadPosition(f"the centres read {text!r}; wanted {wanted}")
    for seat, side in enumerate(sides):
        if state.options.mode == PURE:
            state.centre[seat, 0] = int(side)
        else:
            for die in side.replace("-", ""):
                state.centre[seat, int(die)] += 1


def _read_turn(state: State, text: str) -> None:
    rolled = re.fullmatch(r"roll([1-4]?)", text)
    if rolled:
        _read_roll(state, rolled[1])
        return
    match = re.fullmatch(r"([wb])([?+#=]?)", text)
    if match is None:
        raise BadPosition(f"the player reads {text!r}; wanted w or b, perhaps with ?, +, # or =, or roll")
    state.player = "wb".index(match[1])
    state.stage = {"": PLAY, "?": CHOOSE, "+": REFORM, "#": PLAY, "=": PLAY}[match[2]]
    if state.stage == REFORM and state.options.mode == PURE:
        raise BadPosition(f"the player reads {text!r}, but no die is rolled in Pure")


def _read_roll(state: State, white: str) -> None:
    """Before the game: Pure notes White's roll, Chaos has it in the centre."""
    state.stage, state.player = ROLL, WHITE
    if state.options.mode == CHAOS:
        for seat in range(SEATS):
            dice = centre_dice(state, seat)
            state.rolled[seat], state.total[seat] = len(dice), sum(dice)
        if white or (state.rolled[BLACK] and state.rolled[WHITE] < dice_to_roll(state)):
            raise BadPosition("in Chaos the centre shows what has been rolled, White's dice first, and the player reads roll")
    elif white:
        state.rolled[WHITE], state.total[WHITE] = 1, int(white)
    if state.rolled[WHITE] == dice_to_roll(state):
        state.player = BLACK


def _check_obelisks(state: State) -> None:
    wanted = int(state.options.obelisks)
    if state.rift == 0:
        raise BadPosition("wanted a rift (*) on at least one card: one lies there from the start")
    for seat, name in enumerate(("White", "Black")):
        if (int(state.summoned[seat]) & int(state.shows[MAX_VALUE])).bit_count() > 1:
            raise BadPosition(f"{name} has more than one 4; one at most can stand (OB-31)")
        placed = int(state.summoned[seat]).bit_count() + int(state.banished[seat]).bit_count()
        found = placed + int(state.centre[seat].sum())
        in_hand = state.stage == REFORM and state.player == seat
        rolling = state.stage == ROLL and state.options.mode == CHAOS
        if rolling and (found > wanted or state.rolled[BLACK] == wanted):
            raise BadPosition(f"{name} shows {found} of {wanted} obelisks; a roll cannot stand like that")
        if not rolling and found + in_hand != wanted:
            raise BadPosition(f"{name} has {found + in_hand} obelisks in all, wanted {wanted}")
        if state.stage in (ROLL, CHOOSE) and placed:
            raise BadPosition(f"{name} has obelisks on the ring before the game has begun")


def _read_past(state: State, text: str | None) -> None:
    if state.stage in (PLAY, REFORM):
        remember(state, True)
    if text is None:
        return
    keys = text.split(".")
    if not all(re.fullmatch(r"[0-9a-f]{1,8}", key) for key in keys) or not 2 <= len(keys) <= MAX_QUIET + 1:
        raise BadPosition(f"past reads {text!r}; wanted 2 to {MAX_QUIET + 1} hexadecimal numbers with dots between")
    if int(keys[-1], 16) != standing(state) or state.stage != PLAY or state.options.repetition == 0:
        raise BadPosition("past does not end in this position; leave it out to forget what came before")
    state.quiet = len(keys) - 1
    state.past[: len(keys)] = [int(key, 16) for key in keys]


def _check_end(state: State, text: str) -> None:
    """The mark for an end stands exactly where the game is over."""
    if state.stage != PLAY:
        return
    player = text[0]
    is_lost, is_draw = not can_summon(state) and not can_shift(state), is_drawn(state)
    wanted = f"{player}#" if is_lost else f"{player}=" if is_draw else player
    if text != wanted:
        raise BadPosition(f"the player reads {text!r}; in this position it must read {wanted!r}")
    if is_lost or is_draw:
        finish(state, 1 - int(state.player) if is_lost else NOBODY)


# What the estimate weighs; what has no words is not told.
TERMS = {
    "en": {
        "freedom": "freedom to shift",
        "stuck": "being stuck",
        "centre": "obelisks left to summon",
        "banished": "obelisks out of play",
        "high": "what the obelisks show",
        "tempo": "",
    },
    "nl": {
        "freedom": "ruimte om te schuiven",
        "stuck": "vastzitten",
        "centre": "obelisken die nog opgeroepen kunnen worden",
        "banished": "obelisken uit het spel",
        "high": "wat de obelisken tonen",
        "tempo": "",
    },
}


def term(name: str, language: str) -> str:
    """What a term of the estimate counts."""
    return TERMS[language][name]
