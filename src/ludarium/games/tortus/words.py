"""Tortus in words: what an action does, what is asked, and the position as one line of text both ways.

A position reads

    ...a1.../...o0.../...s2.../a0d1h0p0l2w1t3/...f0.../...o0.../...d3... ahs/kvo c2,e3/b6 A:1 turn=9

the rows from 7 down to 1, each tile by its letter and turn, `.` face down; the two hands (`-` for a place not dealt to); the
squares of A's and of B's pawns (`-` for none); who is to play and how far. `deal` is the draws before the game, `A:swap:B`
and `A:place:B` the setup, where B goes first. In a turn, after the actions done in it, stands what is going on:

    A:1                 A chooses an action
    A:1:flip:d4         d4 is about to be turned up          A:1:pay             A pays a pawn for a flip
    A:1:journey:d4      the pawn on d4 may stop or follow    A:1:push:d4:B       a pawn of B must be pushed from d4
    A:1:fill:d4:B       the pit d4 took a pawn of B; the gap must be filled
    A:1:won:A           the game is over                     A:0:drawn

then `turn=`, if it is not the first; in a journey `landed=` and `captures=`; and `past=`, what repetition must remember.
"""

from __future__ import annotations

import re
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ludarium.bits import has
from ludarium.contract import State
from ludarium.errors import BadPosition
from ludarium.games.tortus.rules import (
    DEED,
    DEEDS,
    acts_as,
    allowance,
    count_pawns,
    is_drawn,
    is_pit,
    is_star,
    lay,
    occupied,
    pitfalls,
    place_of_pit,
    squares_to_push,
    standing_pawns,
    undo_deed,
    valid_to_flip,
    winner_of_pit,
)
from ludarium.games.tortus.state import (
    ACTIONS,
    BEGIN,
    CHOOSE,
    DEAL_HANDS,
    DEAL_TILES,
    DEALT,
    END,
    ENDLESS,
    ENDLESS_TILE,
    FACE_DOWN,
    FILL,
    FLIP,
    HAND,
    JOURNEY,
    KINDS,
    MAX_CAPTURES,
    NO_TILE,
    NOBODY,
    PAST,
    PAY,
    PENALTY,
    PICTURES,
    PIT,
    PIT_TILE,
    PITS,
    PLACE,
    PUSH,
    SEATS,
    SECTOR,
    SQUARE,
    SQUARE_NAMES,
    SQUARES,
    SWAP,
    TILES,
    TURNS,
    WIDTH,
)
from ludarium.games.tortus.state import COUNT as TILE_COUNT
from ludarium.language import say

LETTERS = "".join(tile["letter"] for tile in TILES)
SEAT_LETTERS = "AB"

SENTENCES = {
    "en": {
        "seat-0": "A",
        "seat-1": "B",
        "rotate": "{who} rotates the {tile} on {square} to turn {turn}",
        "flip": "{who} flips {square}",
        "flip-invalid": "{who} flips {square}, which costs a pawn",
        "switch": "{who} switches the {tile} on {square} for the {kind} from the hand, turn {turn}",
        "move": "{who} moves a pawn from {start} to {end}",
        "follow": "{owner}'s pawn follows the {tile} from {start} to {end}",
        "push": "{who} pushes {owner}'s pawn from {start} to {end}",
        "lands-capture": ", where a pawn of {other} must give way",
        "lands-pit": ", into the pit",
        "lands-endless": ", into the endless pit: {loser} loses",
        "lands-last": ", into a pit: {loser} has no pawn left and loses",
        "stop": "{owner}'s pawn stops on {start}",
        "fill": "{who} fills the gap on {square} with the {kind}, turn {turn}; the pit goes to {winner}",
        "pay": "{who} pays with the pawn on {square}",
        "end": "{who} ends the turn",
        "swap": "{who} swaps the {kind} for the {tile} on {square}",
        "place": "{who} places a pawn on {square}",
        "hand": "{who} is dealt the {kind}",
        "tile": "{square} shows the {kind}, turn {turn}",
        "begin": "{who} begins",
        "a-star": "{star}, a copy of the {kind}",
        "ask-deal": "The tiles are being dealt",
        "ask-begin": "A die decides who begins",
        "ask-swap": "{who}: swap the {kind} in your hand for a tile on the board",
        "ask-place": "{who}: place a pawn in your own sector",
        "ask-choose": "{who}: rotate, flip, switch or move; {left} to go",
        "left-1": "1 action",
        "left-2": "2 actions",
        "left-3": "3 actions",
        "pindaiba": " (Pindaiba)",
        "ask-flip": "{square} is turned up",
        "ask-pay": "{who}: that flip costs a pawn of yours; which one?",
        "ask-journey": "{who}: stop on {square} or follow the {tile}",
        "ask-push": "{who}: push {owner}'s pawn from {square}",
        "ask-fill": "{who}: fill the gap on {square} from {winner}'s hand",
        "won": "{who} wins: {other} has lost",
        "drawn": "Drawn: too many turns, or the same position too often",
        "row": "row {row}",
        "face-down": "face down",
        "tile-turn": "{kind} {turn}",
        "with-pawn": "{tile} with a pawn of {who}",
        "in-hand": "{who}'s hand",
        "fallen": "fallen pawns: {count}",
        "empty-place": "empty",
        "unseen": "{count} tiles unseen",
        "end-turn": "end the turn",
        "stop-here": "stop here",
        "follow-on": "follow",
        "turn-0": "turn 0: as printed",
        "turn-1": "turn 1: a quarter clockwise",
        "turn-2": "turn 2: a half",
        "turn-3": "turn 3: a quarter back",
        "flip-up": "flip",
        "draw-lot": "draw",
        "pay-pawn": "pay",
        "hint": "{tiles} tiles can be reached; {pawns} pawns can be dropped",
        "end-rests": "{owner}'s pawn ends on {square}",
        "end-falls": "{owner}'s pawn falls on {square}",
        "end-loses": "{owner}'s pawn falls on {square}, and {owner} loses",
        "finds-win": "{who} can win in this turn: {chance}",
        "finds-drop": "{who} can drop a pawn in this turn: {chance}",
        "finds-no-win": "{who} cannot win in this turn",
        "finds-no-drop": "{who} cannot drop a pawn in this turn",
        "for-certain": "for certain",
        "with-chance": "with a chance of {percent}",
    },
    "nl": {
        "seat-0": "A",
        "seat-1": "B",
        "rotate": "{who} draait de {tile} op {square} naar stand {turn}",
        "flip": "{who} keert {square} om",
        "flip-invalid": "{who} keert {square} om, wat een pion kost",
        "switch": "{who} wisselt de {tile} op {square} tegen de {kind} uit de hand, stand {turn}",
        "move": "{who} zet een pion van {start} naar {end}",
        "follow": "de pion van {owner} volgt de {tile} van {start} naar {end}",
        "push": "{who} duwt de pion van {owner} van {start} naar {end}",
        "lands-capture": ", waar een pion van {other} moet wijken",
        "lands-pit": ", de kuil in",
        "lands-endless": ", de bodemloze kuil in: {loser} verliest",
        "lands-last": ", een kuil in: {loser} heeft geen pion meer en verliest",
        "stop": "de pion van {owner} stopt op {start}",
        "fill": "{who} vult het gat op {square} met de {kind}, stand {turn}; de kuil gaat naar {winner}",
        "pay": "{who} betaalt met de pion op {square}",
        "end": "{who} beëindigt de beurt",
        "swap": "{who} ruilt de {kind} tegen de {tile} op {square}",
        "place": "{who} zet een pion op {square}",
        "hand": "{who} krijgt de {kind}",
        "tile": "{square} toont de {kind}, stand {turn}",
        "begin": "{who} begint",
        "a-star": "{star}, een kopie van de {kind}",
        "ask-deal": "De tegels worden gedeeld",
        "ask-begin": "Een dobbelsteen bepaalt wie begint",
        "ask-swap": "{who}: ruil de {kind} in je hand tegen een tegel van het bord",
        "ask-place": "{who}: zet een pion in je eigen sector",
        "ask-choose": "{who}: draai, keer om, wissel of verplaats; nog {left}",
        "left-1": "1 actie",
        "left-2": "2 acties",
        "left-3": "3 acties",
        "pindaiba": " (Pindaiba)",
        "ask-flip": "{square} wordt omgekeerd",
        "ask-pay": "{who}: dat omkeren kost een eigen pion; welke?",
        "ask-journey": "{who}: stop op {square} of volg de {tile}",
        "ask-push": "{who}: duw de pion van {owner} weg van {square}",
        "ask-fill": "{who}: vul het gat op {square} uit de hand van {winner}",
        "won": "{who} wint: {other} heeft verloren",
        "drawn": "Remise: te veel beurten, of te vaak dezelfde stelling",
        "row": "rij {row}",
        "face-down": "dicht",
        "tile-turn": "{kind} {turn}",
        "with-pawn": "{tile} met een pion van {who}",
        "in-hand": "Hand van {who}",
        "fallen": "gevallen pionnen: {count}",
        "empty-place": "leeg",
        "unseen": "{count} tegels ongezien",
        "end-turn": "beëindig de beurt",
        "stop-here": "stop hier",
        "follow-on": "volg",
        "turn-0": "stand 0: als gedrukt",
        "turn-1": "stand 1: een kwartslag rechtsom",
        "turn-2": "stand 2: een halve slag",
        "turn-3": "stand 3: een kwartslag linksom",
        "flip-up": "keer om",
        "draw-lot": "trek",
        "pay-pawn": "betaal",
        "hint": "{tiles} tegels bereikbaar; {pawns} pionnen kunnen vallen",
        "end-rests": "de pion van {owner} eindigt op {square}",
        "end-falls": "de pion van {owner} valt op {square}",
        "end-loses": "de pion van {owner} valt op {square}, en {owner} verliest",
        "finds-win": "{who} kan deze beurt winnen: {chance}",
        "finds-drop": "{who} kan deze beurt een pion laten vallen: {chance}",
        "finds-no-win": "{who} kan deze beurt niet winnen",
        "finds-no-drop": "{who} kan deze beurt geen pion laten vallen",
        "for-certain": "zeker",
        "with-chance": "met een kans van {percent}",
    },
}


# What is played and what is asked


def seat_name(seat: int, language: str) -> str:
    return say(SENTENCES, language, f"seat-{seat}")


def kind_name(kind: int, language: str) -> str:
    return str(TILES[kind][language])


def tile_name(state: State, square: int, language: str) -> str:
    """The tile on a square; a star with what it copies."""
    tile, acting = int(state.tile[square]), int(acts_as(state, square))
    if tile == FACE_DOWN:
        return say(SENTENCES, language, "face-down")
    name = kind_name(tile // TURNS, language)
    if not is_star(tile) or acting == FACE_DOWN:
        return name
    return say(SENTENCES, language, "a-star", star=name, kind=kind_name(acting // TURNS, language))


def describe(state: State, action: int, language: str) -> str:
    """What an action does, in a sentence; `state` is the position before it."""
    block = ACTIONS.block(action)
    fields = block.read(action)
    values = _values(state, block.name, fields, language)
    key = "flip-invalid" if block.name == "flip" and _costs_pawn(state, SQUARE[str(fields["square"])]) else block.name
    sentence = say(SENTENCES, language, key, **values)
    if block.name in ("move", "follow", "push"):
        owner = int(state.player) if block.name == "move" else int(state.owner)
        sentence += _landing(state, owner, SQUARE[str(values["end"])], language)
    return sentence


def _values(state: State, name: str, fields: dict[str, str | int], language: str) -> dict[str, object]:
    """What fills the places of an action's sentence."""
    who, at = int(state.player), int(state.at)
    values: dict[str, object] = {"who": seat_name(who, language), "owner": seat_name(int(state.owner), language), **fields}
    if name in ("follow", "stop", "push"):
        values |= {"start": SQUARE_NAMES[at], "end": fields.get("square"), "tile": tile_name(state, at, language)}
    elif name in ("rotate", "switch", "swap"):
        values["tile"] = tile_name(state, SQUARE[str(fields["square"])], language)
    if name in ("switch", "swap", "fill"):
        hand = state.hand[winner_of_pit(state) if name == "fill" else who]
        kind = int(hand[int(fields["place"]) - 1])
        values["kind"] = kind_name(kind, language) if kind != NO_TILE else say(SENTENCES, language, "empty-place")
    if name == "fill":
        values |= {"square": SQUARE_NAMES[at], "winner": seat_name(winner_of_pit(state), language)}
    elif name == "begin":
        values["who"] = seat_name(SEAT_LETTERS.index(str(fields["seat"])), language)
    elif name in ("hand", "tile"):
        values["kind"] = TILES[_kind(fields)][language]
        values["who"] = seat_name(min(at // HAND, 1), language)
        values["square"] = SQUARE_NAMES[int(DEALT[min(at, len(DEALT) - 1)]) if state.stage == DEAL_TILES else at]
    return values


def _kind(fields: dict[str, str | int]) -> int:
    return next(kind for kind, tile in enumerate(TILES) if tile["id"] == fields["kind"])


def _costs_pawn(state: State, square: int) -> bool:
    return state.options.invalid_flip == PENALTY and not has(valid_to_flip(state), square)


def _landing(state: State, owner: int, square: int, language: str) -> str:
    """What happens where a pawn comes down."""
    if has(occupied(state), square):
        other = seat_name(0 if has(int(state.pawn[0]), square) else 1, language)
        return say(SENTENCES, language, "lands-capture", other=other)
    if not has(pitfalls(state), square):
        return ""
    if acts_as(state, square) == ENDLESS_TILE:
        return say(SENTENCES, language, "lands-endless", loser=seat_name(owner, language))
    left = int(state.pawn[owner]).bit_count() - (state.stage != PUSH)
    return say(SENTENCES, language, "lands-pit" if left else "lands-last", loser=seat_name(owner, language))


def tell_end(state: State, owner: int, square: int, is_fall: bool, language: str) -> str:
    """What a whole journey comes to: whose pawn ends where, or falls."""
    left = int(state.pawn[owner]).bit_count() - (state.stage != PUSH or owner != state.owner)
    is_lost = is_fall and (left == 0 or acts_as(state, square) == ENDLESS_TILE)
    key = "end-loses" if is_lost else "end-falls" if is_fall else "end-rests"
    return say(SENTENCES, language, key, owner=seat_name(owner, language), square=SQUARE_NAMES[square])


def tell_chance(goal: str, chance: Fraction, who: str, language: str) -> str:
    """How likely the player reaches a goal in this turn."""
    if chance == 0:
        return say(SENTENCES, language, f"finds-no-{goal}", who=who)
    percent = f"{float(chance):.1%}" if language == "en" else f"{float(chance):.1%}".replace(".", ",")
    likely = say(SENTENCES, language, "for-certain" if chance == 1 else "with-chance", percent=f"{percent} ({chance})")
    return say(SENTENCES, language, f"finds-{goal}", who=who, chance=likely)


def describe_secret(state: State, language: str) -> str:
    """What a seat is told that may not know an action; in Tortus every action is open."""
    return prompt(state, language)


def cites(state: State, action: int) -> tuple[str, ...]:
    """The rules that an action rests on."""
    block = ACTIONS.block(action)
    rules = {
        "rotate": ["TO-30"],
        "flip": ["TO-31"],
        "switch": ["TO-33"],
        "move": ["TO-40"],
        "end": ["TO-20", "TO-93"],
        "follow": ["TO-41"],
        "stop": ["TO-41", "TO-93"],
        "push": ["TO-42"],
        "fill": ["TO-51" if state.owner == state.player else "TO-50"],
        "pay": ["TO-32", "TO-97"],
        "swap": ["TO-11"],
        "place": ["TO-12"],
        "hand": ["TO-10", "TO-91"],
        "tile": ["TO-4", "TO-91"],
        "begin": ["TO-10"],
    }[block.name]
    if block.name == "flip" and _costs_pawn(state, SQUARE[str(block.read(action)["square"])]):
        rules.append("TO-32")
    if block.name == "follow":
        rules += _cites_tile(int(state.tile[int(state.at)]))
    if block.name in ("move", "follow", "push"):
        fields = block.read(action)
        rules += _cites_landing(state, SQUARE[str(fields["end" if block.name == "move" else "square"])])
    return tuple(dict.fromkeys(rules))


def _cites_tile(tile: int) -> list[str]:
    family = "none" if tile == FACE_DOWN else TILES[tile // TURNS]["family"]
    return {"horse": ["TO-61"], "star": ["TO-62", "TO-63"], "none": []}.get(family, ["TO-60"])


def _cites_landing(state: State, square: int) -> list[str]:
    if has(occupied(state), square):
        return ["TO-42"]
    if not has(pitfalls(state), square):
        return []
    if acts_as(state, square) == ENDLESS_TILE:
        return ["TO-53"]
    return ["TO-52"] if is_star(int(state.tile[square])) else ["TO-54"]


def prompt(state: State, language: str) -> str:
    """Who decides and what is asked, or how the game ended."""
    stage, who = int(state.stage), seat_name(int(state.player), language)
    if stage == END:
        if state.winner == NOBODY:
            return say(SENTENCES, language, "drawn")
        winner, loser = int(state.winner), 1 - int(state.winner)
        return say(SENTENCES, language, "won", who=seat_name(winner, language), other=seat_name(loser, language))
    if stage in (DEAL_HANDS, DEAL_TILES, BEGIN):
        return say(SENTENCES, language, "ask-begin" if stage == BEGIN else "ask-deal")
    if stage == SWAP:
        kind = kind_name(int(state.hand[int(state.player), place_of_pit(state)]), language)
        return say(SENTENCES, language, "ask-swap", who=who, kind=kind)
    key = {PLACE: "place", CHOOSE: "choose", FLIP: "flip", PAY: "pay", JOURNEY: "journey", PUSH: "push", FILL: "fill"}[stage]
    values = {"square": SQUARE_NAMES[int(state.at)], "tile": tile_name(state, int(state.at), language)}
    values |= {"owner": seat_name(int(state.owner), language), "winner": seat_name(winner_of_pit(state), language)}
    return say(SENTENCES, language, f"ask-{key}", who=who, left=actions_left(state, language), **values)


def actions_left(state: State, language: str) -> str:
    """How many actions of this turn are left, and whether it is Pindaiba."""
    left = say(SENTENCES, language, f"left-{allowance(state) - int(state.done)}")
    return left + (say(SENTENCES, language, "pindaiba") if allowance(state) == 3 else "")


def button(key: str, language: str) -> str:
    """What a button of a click path says."""
    return say(SENTENCES, language, key)


def board(state: State, language: str) -> list[str]:
    """The board line by line, for a terminal without colours and for screen readers."""
    lines = []
    for row in range(WIDTH, 0, -1):
        squares = range((row - 1) * WIDTH, row * WIDTH)
        tiles = ", ".join(f"{SQUARE_NAMES[square]} {_on_square(state, square, language)}" for square in squares)
        lines.append(f"{say(SENTENCES, language, 'row', row=row)}: {tiles}")
    for seat in range(SEATS):
        owner = say(SENTENCES, language, "in-hand", who=seat_name(seat, language))
        fallen = say(SENTENCES, language, "fallen", count=count_fallen(state, seat))
        lines.append(f"{owner}: {', '.join(_in_hand(state, seat, language))}; {fallen}")
    return [*lines, say(SENTENCES, language, "unseen", count=int(state.unseen.sum()))]


def _on_square(state: State, square: int, language: str) -> str:
    name, tile = tile_name(state, square, language), int(state.tile[square])
    if tile != FACE_DOWN and PICTURES[tile // TURNS] > 1:
        name = say(SENTENCES, language, "tile-turn", kind=name, turn=tile % TURNS)
    for seat in range(SEATS):
        if has(int(state.pawn[seat]), square):
            return say(SENTENCES, language, "with-pawn", tile=name, who=seat_name(seat, language))
    return name


def _in_hand(state: State, seat: int, language: str) -> list[str]:
    empty = say(SENTENCES, language, "empty-place")
    return [empty if kind == NO_TILE else kind_name(int(kind), language) for kind in state.hand[seat]]


def count_fallen(state: State, seat: int) -> int:
    """How many of a seat's pawns are out of the game. [TO-5]"""
    if state.stage <= PLACE:
        return 0
    return int(state.options.pawns) - int(count_pawns(state, seat))


# The position as text


def write_position(state: State) -> str:
    """One line that `read_position` reads back to the same position, but for its options."""
    rows = "/".join(_row_text(state, row) for row in range(WIDTH - 1, -1, -1))
    hands = "/".join("".join("-" if kind == NO_TILE else LETTERS[kind] for kind in hand) for hand in state.hand)
    pawns = "/".join(_squares_text(int(pawns)) for pawns in state.pawn)
    return " ".join([rows, hands, pawns, _turn_text(state), *_notes(state)])


def _row_text(state: State, row: int) -> str:
    tiles = (int(tile) for tile in state.tile[WIDTH * row : WIDTH * (row + 1)])
    return "".join("." if tile == FACE_DOWN else f"{LETTERS[tile // TURNS]}{tile % TURNS}" for tile in tiles)


def _squares_text(squares: int) -> str:
    return ",".join(name for square, name in enumerate(SQUARE_NAMES) if has(squares, square)) or "-"


def _turn_text(state: State) -> str:
    stage, player = int(state.stage), SEAT_LETTERS[int(state.player)]
    if stage in (DEAL_HANDS, DEAL_TILES, BEGIN):
        return "deal"
    if stage in (SWAP, PLACE):
        return f"{player}:{'swap' if stage == SWAP else 'place'}:{SEAT_LETTERS[int(state.first)]}"
    at, owner = SQUARE_NAMES[int(state.at)], SEAT_LETTERS[int(state.owner)]
    going_on = {
        CHOOSE: "",
        FLIP: f":flip:{at}",
        PAY: ":pay",
        JOURNEY: f":journey:{at}",
        PUSH: f":push:{at}:{owner}",
        FILL: f":fill:{at}:{owner}",
        END: ":drawn" if state.winner == NOBODY else f":won:{SEAT_LETTERS[int(state.winner)]}",
    }[stage]
    return f"{player}:{int(state.done)}{going_on}"


def _notes(state: State) -> list[str]:
    notes = [f"turn={int(state.turns) + 1}"] if state.turns else []
    if state.stage == JOURNEY:
        notes.append(f"landed={_squares_text(int(state.landed))}")
    if state.captures:
        notes.append(f"captures={int(state.captures)}")
    if state.quiet >= 0 and (state.quiet > 0 or not _is_turn_start(state)):
        notes.append("past=" + ".".join(f"{int(word):x}" for word in state.past[: int(state.quiet) + 1]))
    return notes


def _is_turn_start(state: State) -> bool:
    return bool(state.stage == CHOOSE and state.done == 0)


def read_position(state: State, text: str) -> None:
    """Make a position at the start the one that the line tells of, checked to be one that can stand on a table."""
    words = text.split()
    notes = dict(word.partition("=")[::2] for word in words[4:])
    if len(words) < 4 or not set(notes) <= {"turn", "landed", "captures", "past"} or len(notes) != len(words) - 4:
        raise BadPosition(f"wanted rows, hands, pawns, player and notes, as in '{write_position(state)}'; came {text!r}")
    _read_rows(state, words[0])
    _read_hands(state, words[1])
    _read_unseen(state)
    _read_pawns(state, words[2])
    _read_turn(state, words[3])
    _read_notes(state, notes)
    _check(state)
    _read_past(state, notes.get("past"))
    _check_end(state)


def _read_rows(state: State, text: str) -> None:
    rows = [re.findall(r"\.|[a-z]\d|.", row) for row in text.split("/")]
    if len(rows) != WIDTH or any(len(row) != WIDTH for row in rows):
        raise BadPosition(f"wanted 7 rows of 7 tiles, such as a0 or ., with / between; came {text!r}")
    for row, tiles in zip(range(WIDTH - 1, -1, -1), rows, strict=True):
        for column, tile in enumerate(tiles):
            if tile != ".":
                lay(state, WIDTH * row + column, _read_tile(tile))


def _read_tile(text: str) -> int:
    if len(text) != 2 or text[0] not in LETTERS:
        raise BadPosition(f"a tile reads {text!r}; wanted one of {' '.join(LETTERS)} with its turn, or . for face down")
    kind, turned = LETTERS.index(text[0]), int(text[1])
    if turned >= PICTURES[kind]:
        raise BadPosition(f"a tile reads {text!r}; a {TILES[kind]['en']} has turns 0 to {PICTURES[kind] - 1} (TO-92)")
    return TURNS * kind + turned


def _read_hands(state: State, text: str) -> None:
    if re.fullmatch(rf"[{LETTERS}-]{{3}}/[{LETTERS}-]{{3}}", text) is None:
        raise BadPosition(f"the hands read {text!r}; wanted three letters each, such as ahs/kv-")
    for seat, hand in enumerate(text.split("/")):
        for place, letter in enumerate(hand):
            state.hand[seat, place] = NO_TILE if letter == "-" else LETTERS.index(letter)


def _read_unseen(state: State) -> None:
    """What is neither on the board nor in a hand nobody has seen."""
    for kind in range(KINDS):
        seen = int((state.tile // TURNS == kind).sum()) + int((state.hand == kind).sum())
        if seen > TILE_COUNT[kind]:
            raise BadPosition(
                f"there are {seen} of the {TILES[kind]['en']} ({LETTERS[kind]}); the game has {TILE_COUNT[kind]} (TO-3)"
            )
        state.unseen[kind] = TILE_COUNT[kind] - seen


def _read_pawns(state: State, text: str) -> None:
    sides = text.split("/")
    if len(sides) != SEATS:
        raise BadPosition(f"the pawns read {text!r}; wanted squares of A and of B, such as c2,e3/b6")
    for seat, side in enumerate(sides):
        state.pawn[seat] = _read_squares(side)
    if int(state.pawn[0]) & int(state.pawn[1]):
        raise BadPosition(f"the pawns read {text!r}; two stand on one tile")


def _read_squares(text: str) -> int:
    names = [] if text == "-" else text.split(",")
    if len(set(names)) != len(names):
        raise BadPosition(f"squares read {text!r}; wanted each only once")
    return sum(1 << _read_square(name) for name in names)


def _read_square(name: str) -> int:
    if name not in SQUARE:
        raise BadPosition(f"there is no square {name!r}; they run from a1 to g7")
    return SQUARE[name]


def _read_turn(state: State, text: str) -> None:
    match = re.fullmatch(
        r"deal|(?P<setter>[AB]):(?P<setup>swap|place):(?P<first>[AB])|(?P<player>[AB]):(?P<done>[012])"
        r"(?P<end>:drawn|:won:(?P<winner>[AB]))?(?P<pay>:pay)?"
        r"(:(?P<stage>flip|journey|push|fill):(?P<at>\w+)(:(?P<owner>[AB]))?)?",
        text,
    )
    if match is None:
        raise BadPosition(f"the player reads {text!r}; wanted something like A:1, B:0:push:d4:A, A:place:B or deal")
    if text == "deal":
        _read_deal(state)
    elif match["setup"]:
        state.stage = SWAP if match["setup"] == "swap" else PLACE
        state.player, state.first = SEAT_LETTERS.index(match["setter"]), SEAT_LETTERS.index(match["first"])
    else:
        state.player, state.done, state.stage = SEAT_LETTERS.index(match["player"]), int(match["done"]), CHOOSE
        _read_going_on(state, text, match)


def _read_deal(state: State) -> None:
    """Draws come in order, so what lies there tells which is next."""
    dealt = int((state.hand != NO_TILE).sum())
    shown = int((state.tile != FACE_DOWN).sum())
    is_ordered = all(state.hand.flat[place] != NO_TILE for place in range(dealt))
    is_ordered &= all(state.tile[int(square)] != FACE_DOWN for square in DEALT[:shown]) and (shown == 0 or dealt == SEATS * HAND)
    if not is_ordered or shown > len(DEALT):
        raise BadPosition("tiles are dealt to A's hand, to B's, then to d1 d2 d3, a4 to g4, d5 d6 d7, in this order (TO-91)")
    state.stage = DEAL_HANDS if dealt < SEATS * HAND else DEAL_TILES if shown < len(DEALT) else BEGIN
    state.at = dealt if state.stage == DEAL_HANDS else shown if state.stage == DEAL_TILES else 0


def _read_going_on(state: State, text: str, match: re.Match[str]) -> None:
    if sum(match[part] is not None for part in ("end", "pay", "stage")) > 1:
        raise BadPosition(f"the player reads {text!r}; only one thing can be going on")
    if match["end"]:
        state.stage = END
        state.winner = SEAT_LETTERS.index(match["winner"]) if match["winner"] else NOBODY
    elif match["pay"]:
        state.stage = PAY
    elif match["stage"]:
        state.stage = {"flip": FLIP, "journey": JOURNEY, "push": PUSH, "fill": FILL}[match["stage"]]
        state.at = _read_square(match["at"])
        if (match["owner"] is not None) != (state.stage in (PUSH, FILL)):
            raise BadPosition(f"the player reads {text!r}; push and fill name whose pawn it is, nothing else does")
        if match["owner"]:
            state.owner = SEAT_LETTERS.index(match["owner"])
        elif state.stage == JOURNEY:
            state.owner = 1 if has(int(state.pawn[1]), int(state.at)) else 0


def _read_notes(state: State, notes: dict[str, str]) -> None:
    for name in ("turn", "captures"):
        if not re.fullmatch(r"[1-9]\d{0,3}", notes.get(name, "1")):
            raise BadPosition(f"{name} reads {notes[name]!r}; wanted a whole number from 1")
    state.turns = int(notes.get("turn", "1")) - 1
    state.captures = min(int(notes.get("captures", "0")), MAX_CAPTURES + 1)
    state.landed = _read_squares(notes.get("landed", "-"))


def _check(state: State) -> None:
    """Whether tiles, hands and pawns can stand like that."""
    if state.stage <= PLACE:
        _check_setup(state)
        return
    if NO_TILE in state.hand:
        raise BadPosition("wanted three tiles in each hand once the game has begun")
    for seat, name in enumerate(SEAT_LETTERS):
        pits = int((state.hand[seat] == PIT).sum())
        if pits > count_fallen(state, 1 - seat) or ENDLESS in state.hand[seat]:
            raise BadPosition(f"{name} holds pits that no pawn has fallen into (TO-11, TO-50)")
        if count_fallen(state, seat) < 0:
            raise BadPosition(f"{name} has more than {state.options.pawns} pawns (TO-2)")
        if state.stage != END and count_fallen(state, seat) == state.options.pawns:
            raise BadPosition(f"{name} has no pawn left, so the game is over (TO-22)")
    if state.stage != END and state.done >= allowance(state):
        raise BadPosition(f"{SEAT_LETTERS[int(state.player)]} has done {state.done} actions, so the turn is over (TO-95)")
    _check_going_on(state)


def _check_setup(state: State) -> None:
    first, second = (int(state.pawn[seat]).bit_count() for seat in (int(state.first), 1 - int(state.first)))
    if state.stage < PLACE and occupied(state):
        raise BadPosition("pawns stand on the board before they are placed (TO-12)")
    if state.turns or state.captures or state.landed:
        raise BadPosition("turn, landed and captures belong to a game that has begun")
    if state.stage < SWAP:
        return
    shown = {square for square in range(SQUARES) if state.tile[square] != FACE_DOWN}
    if NO_TILE in state.hand or shown != set(map(int, DEALT)):
        raise BadPosition("wanted full hands, and exactly row 4 and column d face up (TO-10)")
    own, other = (bool((state.hand[seat] >= PIT).any()) for seat in (int(state.player), 1 - int(state.player)))
    if state.stage == SWAP:
        if not own or (other and state.player != state.first):
            raise BadPosition("the first player swaps pits, then the second, and only who has one (TO-11)")
    elif own or other:
        raise BadPosition("a pit in a hand must be swapped before pawns are placed (TO-11)")
    elif first - second != (state.player != state.first) or second >= state.options.pawns:
        raise BadPosition("pawns are placed by turns, the first player first (TO-12)")
    elif any(int(state.pawn[seat]) & ~(int(SECTOR[seat]) & ~pitfalls(state)) for seat in range(SEATS)):
        raise BadPosition("a pawn stands outside its sector, or on a pit (TO-12)")


def _check_going_on(state: State) -> None:
    """Whether what is said to be going on can be."""
    at, name = int(state.at), SQUARE_NAMES[int(state.at)]
    is_down, has_pawn = state.tile[at] == FACE_DOWN, has(occupied(state), at)
    if state.stage == FLIP and (not is_down or not (state.options.invalid_flip == PENALTY or has(valid_to_flip(state), at))):
        raise BadPosition(f"{name} cannot be turned up (TO-31)")
    if state.stage == PAY and state.options.invalid_flip not in (PENALTY, PITS):
        raise BadPosition("nobody pays for a flip with invalid_flip=refused (TO-32)")
    if state.stage == JOURNEY and (not has_pawn or is_down or has(pitfalls(state), at)):
        raise BadPosition(f"no pawn can travel on from {name} (TO-41)")
    if state.stage == PUSH and (not has_pawn or state.captures == 0 or not squares_to_push(state)):
        raise BadPosition(f"no pawn can be pushed from {name}; wanted a pawn there, captures=, and a way to push (TO-42)")
    if state.stage == FILL and (state.tile[at] != PIT_TILE or has_pawn or count_fallen(state, int(state.owner)) == 0):
        raise BadPosition(f"{name} is no pit that has just taken a pawn (TO-50)")
    is_journey = state.stage in (JOURNEY, PUSH)
    if state.captures > (MAX_CAPTURES if is_journey else 0):
        raise BadPosition(f"captures is {state.captures}; at most {MAX_CAPTURES}, in a journey (TO-43)")
    _check_landed(state)


def _check_landed(state: State) -> None:
    """Empty face-up tiles that no pawn falls into, the traveller's among them. [TO-43]"""
    landed, bit = int(state.landed), 1 << int(state.at)
    if state.stage != JOURNEY and landed:
        raise BadPosition("landed belongs to a journey (TO-43)")
    barred = ~int(state.up) | pitfalls(state) | (occupied(state) & ~bit)
    if landed & barred or (state.stage == JOURNEY and not landed & bit):
        raise BadPosition("landed wants empty face-up tiles, the traveller's among them (TO-43)")


def _read_past(state: State, text: str | None) -> None:
    """The starts of turns that could come again; left out, only this one, if it is one."""
    if state.options.repetition == 0 or (text is None and not _is_turn_start(state)):
        if text is not None:
            raise BadPosition("past belongs to a game with the option repetition")
        return
    words = [f"{standing_pawns(state) * DEEDS:x}"] if text is None else text.split(".")
    if not 1 <= len(words) <= PAST or not all(re.fullmatch(r"[0-9a-f]{1,16}", word) for word in words):
        raise BadPosition(f"past wants 1 to {PAST} hexadecimal numbers with dots between; came {text!r}")
    if any(int(word, 16) >= 1 << 63 for word in words) or state.stage <= PLACE:
        raise BadPosition("past does not fit this position; leave it out to forget what came before")
    state.quiet = len(words) - 1
    state.past[: len(words)] = [int(word, 16) for word in words]
    _check_past(state)


def _check_past(state: State) -> None:
    """What was done since each start can be taken back, tile by tile."""
    tile, hand = state.tile.copy(), state.hand.copy()
    seat = int(state.player)
    for place in range(int(state.quiet), -1, -1):
        deeds = int(state.past[place]) % DEEDS
        while deeds:
            if not _can_undo(tile, hand, seat, deeds):
                raise BadPosition(
                    "past tells of a rotate or switch that cannot have been; leave it out to forget what came before"
                )
            undo_deed(state, tile, hand, seat, deeds % DEED - 1)
            deeds //= DEED
        seat = 1 - seat
    if _is_turn_start(state) and state.past[int(state.quiet)] != standing_pawns(state) * DEEDS:
        raise BadPosition("past does not end in this position; leave it out to forget what came before")


def _can_undo(tile: NDArray[np.int8], hand: NDArray[np.int8], seat: int, deeds: int) -> bool:
    deed = deeds % DEED - 1
    if deed < 0:
        return False
    place, square, turned = deed % (HAND + 1), deed // (HAND + 1) // TURNS, deed // (HAND + 1) % TURNS
    now = int(tile[square])
    if now == FACE_DOWN or (place < HAND and (is_pit(now) or hand[seat, place] >= PIT)):
        return False
    kind = now // TURNS if place == HAND else int(hand[seat, place])
    return bool(turned < PICTURES[kind] and (place < HAND or turned != now % TURNS))


def _check_end(state: State) -> None:
    """The mark for an end stands exactly where the game is over."""
    is_draw = state.stage == END and state.winner == NOBODY
    at_start = _is_turn_start(state) or (is_draw and state.done == 0)
    if is_draw != (at_start and is_drawn(state)):
        raise BadPosition(f"the game is {'not ' if is_draw else ''}drawn here by turns or repetition (TO-90)")
    if state.stage == END and state.winner != NOBODY and count_fallen(state, 1 - int(state.winner)) == 0:
        raise BadPosition(f"{SEAT_LETTERS[int(state.winner)]} cannot have won: no pawn of the other is gone (TO-22)")
    most = int(state.options.max_turns)
    if most and state.turns >= most and not is_draw:
        raise BadPosition(f"{most} turns have been played, so the game is drawn (TO-90)")


# What the estimate weighs; what has no words is not told.
TERMS = {
    "en": {
        "pawns": "pawns",
        "threats": "pawns that can be pushed into a pit",
        "strike": "a pawn that can be pushed into a pit at once",
        "last_strike": "the last pawn, which can be pushed into a pit at once",
        "edges": "pits beside pawns",
        "room": "room to move",
        "actions": "actions left",
        "tempo": "",
    },
    "nl": {
        "pawns": "pionnen",
        "threats": "pionnen die in een kuil geduwd kunnen worden",
        "strike": "een pion die meteen in een kuil geduwd kan worden",
        "last_strike": "de laatste pion, die meteen in een kuil geduwd kan worden",
        "edges": "kuilen naast pionnen",
        "room": "bewegingsruimte",
        "actions": "acties over",
        "tempo": "",
    },
}


def term(name: str, language: str) -> str:
    """What a term of the estimate counts."""
    return TERMS[language][name]
