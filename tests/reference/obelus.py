"""Obelus, slow and plain: the rules as the rulebook tells them, for checking a faster engine against.

Written from the rule catalogue alone. Positions are never changed: every rule that moves something answers
with a new position. Actions are strings in the notation of the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

WHITE = 0
BLACK = 1
CHANCE = -1
OVER = -2

# A die in the centre of a Pure game: it lies there, but what it shows does not matter. [OB-12]
BLANK = 0

Phase = Literal["setup roll", "choice", "turn", "reform roll"]


# --- Pieces and words ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Options:
    """What is agreed before the game; the defaults are eight cards and four obelisks each. [OB-1]"""

    mode: str
    rift: int
    first: str
    repetition: int
    cards: int
    obelisks: int


@dataclass(frozen=True)
class Obelisk:
    """A summoned obelisk; it has a colour and a value but no name, so equal ones are the same. [OB-3]"""

    player: int
    value: int


@dataclass(frozen=True)
class Card:
    """A conflux card holds at most one summoned obelisk, and beside it one banished one per colour. [OB-2]"""

    summoned: Obelisk | None = None
    banished: frozenset[int] = frozenset()
    rift: bool = False


Ring = tuple[Card, ...]
Centre = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class Standing:
    """What must be equal for a position to stand again: side to move, ring and centre. [OB-3] [OB-50]"""

    to_move: int
    ring: Ring
    centre: Centre


@dataclass(frozen=True)
class Position:
    """The whole game at one moment.

    `to_move` is the player whose turn it is, who chooses who goes first, or whose reformed die is in the air.
    `centre` holds each player's centre dice in ascending order. `rolled` holds the setup dice so far.
    `history` holds every standing at which a turn began, the present one last; empty when repetition is off.
    """

    options: Options
    phase: Phase
    to_move: int
    ring: Ring
    centre: Centre
    rolled: tuple[int, ...] = ()
    history: tuple[Standing, ...] = ()


def opponent(player: int) -> int:
    """There are two players, White and Black. [OB-1]"""
    return BLACK if player == WHITE else WHITE


def standing(position: Position) -> Standing:
    """A position without its past. [OB-3]"""
    return Standing(position.to_move, position.ring, position.centre)


def with_card(position: Position, number: int, card: Card) -> Position:
    """The same position with another card at that number."""
    ring = list(position.ring)
    ring[number] = card
    return replace(position, ring=tuple(ring))


def with_centre(position: Position, player: int, dice: list[int]) -> Position:
    """The same position with other centre dice of that player; their order means nothing. [OB-3]"""
    centre = [position.centre[WHITE], position.centre[BLACK]]
    centre[player] = tuple(sorted(dice))
    return replace(position, centre=(centre[WHITE], centre[BLACK]))


def put_in_centre(position: Position, player: int, die: int) -> Position:
    """One more die of that player lies in the centre."""
    return with_centre(position, player, [*position.centre[player], die])


def take_from_centre(position: Position, player: int, die: int) -> Position:
    """One die of that player, showing that, leaves the centre."""
    dice = list(position.centre[player])
    dice.remove(die)
    return with_centre(position, player, dice)


# --- Setup -----------------------------------------------------------------------------------------------


def new(
    mode: str = "pure",
    rift: int = 0,
    first: str = "white",
    repetition: int = 3,
    cards: int = 8,
    obelisks: int = 4,
) -> Position:
    """One card has a rift and the obelisks are in the centre; a Pure game with White first needs no dice.

    [OB-10] [OB-11]
    """
    options = Options(mode, rift, first, repetition, cards, obelisks)
    check_options(options)
    ring = tuple(Card(rift=number == rift) for number in range(cards))
    dice = (BLANK,) * obelisks if mode == "pure" else ()
    position = Position(options, "setup roll", WHITE, ring, (dice, dice))
    if mode == "pure" and first == "white":
        return begin_turn(position, WHITE)
    return position


def check_options(options: Options) -> None:
    """Refuse options that name no game."""
    wanted = {
        "mode is pure or chaos": options.mode in ("pure", "chaos"),
        "first is white or roll": options.first in ("white", "roll"),
        "repetition is 0 or at least 2": options.repetition == 0 or options.repetition >= 2,
        "cards is 4 to 8": 4 <= options.cards <= 8,
        "obelisks is 1 to 4": 1 <= options.obelisks <= 4,
        "rift is a card": 0 <= options.rift < options.cards,
    }
    for wish, granted in wanted.items():
        if not granted:
            raise ValueError(f"wanted: {wish}; came: {options}")


def dice_each(options: Options) -> int:
    """At setup each player rolls one die in Pure, and all his own dice in Chaos. [OB-11]"""
    return 1 if options.mode == "pure" else options.obelisks


def faces(position: Position) -> list[int]:
    """A Pure die shows 1-4; a Chaos die is rerolled until it shows 1-3. [OB-11] [OB-40]"""
    return [1, 2, 3, 4] if position.options.mode == "pure" else [1, 2, 3]


def roll_for_setup(position: Position, value: int) -> Position:
    """The setup dice fall one at a time, all of White's and then all of Black's. [OB-11]"""
    position = replace(position, rolled=(*position.rolled, value))
    if len(position.rolled) < 2 * dice_each(position.options):
        return position
    return settle_setup(position)


def settle_setup(position: Position) -> Position:
    """The higher total decides who goes first, ties reroll all, unless White begins by agreement. [OB-11]"""
    each = dice_each(position.options)
    white, black = position.rolled[:each], position.rolled[each:]
    agreed = position.options.first == "white"
    if sum(white) == sum(black) and not agreed:
        return replace(position, rolled=())
    position = replace(position, rolled=())
    if position.options.mode == "chaos":
        position = with_centre(position, WHITE, list(white))
        position = with_centre(position, BLACK, list(black))
    if agreed:
        return begin_turn(position, WHITE)
    return replace(position, phase="choice", to_move=WHITE if sum(white) > sum(black) else BLACK)


def choose(position: Position, choice: str) -> Position:
    """The player with the higher roll goes first or second, as he says. [OB-11]"""
    chooser = position.to_move
    return begin_turn(position, chooser if choice == "first" else opponent(chooser))


# --- The turn --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Action:
    """An obelisk arrives on a card and shows a value: summoned if it has no start, else shifted. [OB-20]

    `rift` is where the rift of a reform goes; None where no rift is placed.
    """

    start: int | None
    card: int
    value: int
    rift: int | None

    def notation(self) -> str:
        """`S{card}={value}` or `{start}>{card}={value}`, and `@{rift}` for a rift on another card. [OB-41]"""
        origin = "S" if self.start is None else f"{self.start}>"
        elsewhere = self.rift is not None and self.rift != self.card
        return f"{origin}{self.card}={self.value}" + (f"@{self.rift}" if elsewhere else "")


def begin_turn(position: Position, player: int) -> Position:
    """It is now that player's turn, and the position stands once more. [OB-20] [OB-50]"""
    position = replace(position, phase="turn", to_move=player)
    if position.options.repetition == 0:
        return position
    return replace(position, history=(*position.history, standing(position)))


def actions(position: Position) -> list[Action]:
    """On your turn you summon or shift, exactly one, and never pass. [OB-20]"""
    return [
        Action(start, card, value, rift)
        for start, card, value in [*summons(position), *shifts(position)]
        for rift in rift_choices(position, card)
    ]


def cannot_act(position: Position) -> bool:
    """You lose at once if it is your turn and you can neither summon nor shift. [OB-21]"""
    return position.phase == "turn" and not actions(position)


def act(position: Position, action: Action) -> Position:
    """Summon or shift, then banish, then reform. [OB-20] [OB-43]"""
    position = depart(position, action)
    reforming = lies_banished(position, action.card)
    position = arrive(position, action)
    if reforming:
        return reform(position, action)
    return begin_turn(position, opponent(position.to_move))


def depart(position: Position, action: Action) -> Position:
    """The obelisk leaves the centre if it is summoned, and its card if it is shifted. [OB-20]"""
    if action.start is None:
        return leave_centre(position, action)
    return leave_card(position, action.start)


# --- Summon ----------------------------------------------------------------------------------------------


def summons(position: Position) -> Iterator[tuple[None, int, int]]:
    """Put a centre obelisk on a card with no summoned obelisk and no rift. [OB-30] [OB-44]"""
    for number, card in enumerate(position.ring):
        if card.summoned is None and not card.rift:
            for value in summon_values(position):
                yield None, number, value


def summon_values(position: Position) -> list[int]:
    """With a die in the centre: in Pure any value but a second 4, in Chaos a value that the centre shows.

    [OB-31] [OB-32] [OB-33]
    """
    centre = position.centre[position.to_move]
    if not centre:
        return []
    if position.options.mode == "chaos":
        return sorted(set(centre))
    return [1, 2, 3] if has_four(position, besides=None) else [1, 2, 3, 4]


def has_four(position: Position, besides: int | None) -> bool:
    """Whether the player to move has a summoned 4, besides the one on that card. [OB-31] [OB-37]"""
    four = Obelisk(position.to_move, 4)
    return any(card.summoned == four for number, card in enumerate(position.ring) if number != besides)


def leave_centre(position: Position, action: Action) -> Position:
    """A summoned obelisk leaves the centre: in Chaos the die with that value, in Pure any. [OB-12] [OB-32]"""
    die = action.value if position.options.mode == "chaos" else BLANK
    return take_from_centre(position, position.to_move, die)


# --- Shift -----------------------------------------------------------------------------------------------


def shifts(position: Position) -> Iterator[tuple[int, int, int]]:
    """Move a summoned obelisk of yours, then set it to another value. [OB-34] [OB-37]"""
    for start, card in enumerate(position.ring):
        if card.summoned is not None and card.summoned.player == position.to_move:
            for landing in landings(position, start, card.summoned.value):
                for value in shift_values(position, start, card.summoned.value):
                    yield start, landing, value


def landings(position: Position, start: int, value: int) -> list[int]:
    """The cards that it reaches one way or the other; one reached both ways counts once. [OB-34] [OB-39]"""
    reached: set[int] = set()
    for direction in (1, -1):
        *passed, landing = path(position, start, value, direction)
        if landing != start and may_pass(position, passed) and may_land(position, landing, value):
            reached.add(landing)
    return sorted(reached)


def path(position: Position, start: int, value: int, direction: int) -> list[int]:
    """It goes exactly as many cards as its value; the last of these is where it lands. [OB-34]"""
    return [(start + direction * step) % position.options.cards for step in range(1, value + 1)]


def may_pass(position: Position, passed: list[int]) -> bool:
    """It may pass over anything but an opposing summoned obelisk. [OB-35] [OB-44]"""
    return not any(is_opposing(position, number) for number in passed)


def may_land(position: Position, landing: int, moved_as: int) -> bool:
    """It may not land on its own side, nor on an opposing 4 unless it moves as a 4. [OB-36] [OB-38]"""
    there = position.ring[landing].summoned
    if there is None:
        return True
    if there.player == position.to_move:
        return False
    return there.value != 4 or moved_as == 4


def is_opposing(position: Position, number: int) -> bool:
    """Whether a summoned obelisk of the opponent stands on that card."""
    there = position.ring[number].summoned
    return there is not None and there.player != position.to_move


def shift_values(position: Position, start: int, old: int) -> list[int]:
    """It must show another value than it had, and not 4 while another of yours stands at 4. [OB-37]"""
    return [value for value in (1, 2, 3, 4) if value != old and not (value == 4 and has_four(position, besides=start))]


def leave_card(position: Position, start: int) -> Position:
    """A shifted obelisk leaves its card; what lies banished there stays, and so does a rift. [OB-34]"""
    return with_card(position, start, replace(position.ring[start], summoned=None))


# --- Banish and reform -----------------------------------------------------------------------------------


def arrive(position: Position, action: Action) -> Position:
    """The obelisk stands on the card; an opposing one that stood there is banished there. [OB-36] [OB-43]"""
    card = position.ring[action.card]
    banished = card.banished
    if card.summoned is not None:
        banished = banished | {card.summoned.player}
    arrived = Obelisk(position.to_move, action.value)
    return with_card(position, action.card, replace(card, summoned=arrived, banished=banished))


def lies_banished(position: Position, number: int) -> bool:
    """Whether an obelisk of the player to move lies banished at that card. [OB-40]"""
    return position.to_move in position.ring[number].banished


def rift_choices(position: Position, arrival: int) -> list[int | None]:
    """Where an arrival on that card may put a rift; None alone if it puts none. [OB-40] [OB-41] [OB-42]"""
    if not lies_banished(position, arrival):
        return [None]
    return [*nearest_without_rift(position, arrival)] or [None]


def nearest_without_rift(position: Position, arrival: int) -> list[int]:
    """The card itself if it has no rift, else the nearest without one: several if equally near. [OB-41]"""
    without = [number for number, card in enumerate(position.ring) if not card.rift]
    distance = {number: distance_around(position, arrival, number) for number in without}
    return [number for number in without if distance[number] == min(distance.values())]


def distance_around(position: Position, one: int, other: int) -> int:
    """The steps between two cards, the shorter way around the ring. [OB-41]"""
    clockwise = (other - one) % position.options.cards
    counter_clockwise = (one - other) % position.options.cards
    return min(clockwise, counter_clockwise)


def reform(position: Position, action: Action) -> Position:
    """The banished obelisk goes to the centre, in Chaos by a roll, and a rift is placed. [OB-40] [OB-41]"""
    player = position.to_move
    card = position.ring[action.card]
    position = with_card(position, action.card, replace(card, banished=card.banished - {player}))
    position = place_rift(position, action.rift)
    if position.options.mode == "chaos":
        return replace(position, phase="reform roll")
    return begin_turn(put_in_centre(position, player, BLANK), opponent(player))


def place_rift(position: Position, number: int | None) -> Position:
    """A rift goes on that card; with a rift on every card there is none to place. [OB-41] [OB-42]"""
    if number is None:
        return position
    return with_card(position, number, replace(position.ring[number], rift=True))


def roll_reformed(position: Position, value: int) -> Position:
    """The reformed die falls into the centre, then the opponent's turn begins. [OB-40]"""
    player = position.to_move
    return begin_turn(put_in_centre(position, player, value), opponent(player))


# --- The end ---------------------------------------------------------------------------------------------


def is_drawn(position: Position) -> bool:
    """Standing for the agreed time is a draw, unless the player to move has lost. [OB-50] [OB-21]"""
    if position.phase != "turn" or position.options.repetition == 0 or cannot_act(position):
        return False
    return position.history.count(standing(position)) >= position.options.repetition or is_stale(position)


def is_stale(position: Position) -> bool:
    """200 shifts in a row that summoned, banished and reformed nothing are a draw too. [OB-51]"""
    recent = position.history[-201:]
    return len(recent) == 201 and len({unshifted(past) for past in recent}) == 1


def unshifted(past: Standing) -> tuple[object, ...]:
    """What a shift leaves as it is unless it banishes or reforms: all but where the summoned obelisks stand. [OB-51]"""
    colours = sorted(card.summoned.player for card in past.ring if card.summoned)
    return (past.centre, tuple((card.banished, card.rift) for card in past.ring), tuple(colours))


def returns(position: Position) -> tuple[float, float]:
    """The player who cannot act loses 1 and the other wins 1; anything else is worth 0. [OB-21] [OB-50]"""
    if not cannot_act(position):
        return 0.0, 0.0
    return (-1.0, 1.0) if position.to_move == WHITE else (1.0, -1.0)


# --- Action identity and notation ------------------------------------------------------------------------


def turn(position: Position) -> int:
    """Who is to act: a player, CHANCE for a die, or OVER. [OB-11] [OB-20] [OB-40] [OB-50]"""
    if position.phase in ("setup roll", "reform roll"):
        return CHANCE
    if cannot_act(position) or is_drawn(position):
        return OVER
    return position.to_move


def legal(position: Position) -> list[str]:
    """Every legal action or chance outcome by its notation, each once. [OB-11] [OB-20]"""
    who = turn(position)
    if who == OVER:
        return []
    if who == CHANCE:
        return [f"r{value}" for value in faces(position)]
    if position.phase == "choice":
        return ["first", "second"]
    return [action.notation() for action in actions(position)]


def weight(position: Position, action: str) -> Fraction:
    """Every face that a die may show is equally likely. [OB-11] [OB-40]"""
    if turn(position) != CHANCE:
        raise ValueError(f"wanted: a chance position; came: {position}")
    check_legal(position, action)
    return Fraction(1, len(faces(position)))


def play(position: Position, action: str) -> Position:
    """The position after a legal action or chance outcome. [OB-11] [OB-20] [OB-40]"""
    check_legal(position, action)
    if position.phase == "setup roll":
        return roll_for_setup(position, int(action.removeprefix("r")))
    if position.phase == "reform roll":
        return roll_reformed(position, int(action.removeprefix("r")))
    if position.phase == "choice":
        return choose(position, action)
    return act(position, next(one for one in actions(position) if one.notation() == action))


def check_legal(position: Position, action: str) -> None:
    """Refuse an action that is not legal here."""
    allowed = legal(position)
    if action not in allowed:
        raise ValueError(f"{action} is not legal; legal here: {' '.join(allowed) or 'nothing, it is over'}")


def perft(position: Position, depth: int) -> int:
    """Count the lines of that many player actions; chance is gone through but is no action.

    The setup rolls of `first = roll` are refused: ties can reroll them for ever.
    """
    if depth == 0:
        return 1
    if turn(position) == CHANCE:
        if position.phase == "setup roll" and position.options.first == "roll":
            raise ValueError("wanted: a position after the setup rolls; came: one before them")
        return sum(perft(play(position, outcome), depth) for outcome in legal(position))
    if depth == 1:
        return len(legal(position))
    return sum(perft(play(position, action), depth - 1) for action in legal(position))
