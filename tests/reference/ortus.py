"""Ortus, slow and plain: the rules as the rulebook tells them, for checking a faster engine against.

Written from the rule catalogue alone. Positions are never changed: every rule that moves something answers
with a new position. Actions are strings in the notation of the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from typing import Literal, NamedTuple, TypeVar

GOLD = 0
BLACK = 1
CHANCE = -1
OVER = -2

COLOUR = ("gold", "black")

WIND = "Wi"
EARTH = "Ea"
WATER = "Wa"
FIRE = "Fi"
ELEMENTS = (WIND, EARTH, WATER, FIRE)

CHARGE = "C"
RANGE = "R"
STRIKE = "K"
BEAR = "B"
WAVES = "W"
STREAMS = "S"
DRAGONS = "D"
CHARGES = (CHARGE, BEAR, WAVES, STREAMS)

Phase = Literal["setup", "start", "bid", "manoeuvre", "die", "defend", "guide", "return", "over"]

T = TypeVar("T")


# --- Board and pieces ------------------------------------------------------------------------------------


class Hex(NamedTuple):
    """A hex in axial coordinates: q grows to the right, r downward, (0, 0) is the Core. [OR-2]"""

    q: int
    r: int

    def __str__(self) -> str:
        """Rows are `a` at the bottom to `o` at the top, each numbered from the left, from 1. [OR-3]"""
        return hex_name(self.q, self.r)


@cache
def hex_name(q: int, r: int) -> str:
    """Where the hex lies in its row, counted from the leftmost one. [OR-3]"""
    leftmost = max(-RADIUS, -RADIUS - r)
    return f"{chr(ord('h') - r)}{q - leftmost + 1}"


RADIUS = 7
DIRECTIONS = (Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0), Hex(-1, 1), Hex(0, 1))


def from_core(hex_: Hex) -> int:
    """The steps from a hex to the Core. [OR-2]"""
    return max(abs(hex_.q), abs(hex_.r), abs(hex_.q + hex_.r))


def by_name(hex_: Hex) -> tuple[int, int]:
    """Hexes in the order of their names: by row letter, then by number. [OR-94]"""
    return -hex_.r, hex_.q


def step(hex_: Hex, direction: Hex) -> Hex:
    """The next hex in that direction; it may lie beyond the edge."""
    return Hex(hex_.q + direction.q, hex_.r + direction.r)


SPAN = range(-RADIUS, RADIUS + 1)
HEXES = sorted((Hex(q, r) for q in SPAN for r in SPAN if from_core(Hex(q, r)) <= RADIUS), key=by_name)
NEIGHBOURS = {hex_: [step(hex_, direction) for direction in DIRECTIONS if step(hex_, direction) in HEXES] for hex_ in HEXES}
CORE = Hex(0, 0)

# Each Haven from its owner's left: Gold's is the top side, `o8` to `o1`, Black's the bottom, `a1` to `a8`. [OR-2] [OR-91]
HAVEN = (
    [hex_ for hex_ in reversed(HEXES) if hex_.r == -RADIUS],
    [hex_ for hex_ in HEXES if hex_.r == RADIUS],
)
ARENA = frozenset(HEXES) - {CORE} - set(HAVEN[GOLD]) - set(HAVEN[BLACK])
ALLOWED = (ARENA | set(HAVEN[GOLD]), ARENA | set(HAVEN[BLACK]))  # the opponent's Haven and the Core are not. [OR-5]

# The eight Energy Wells of each arena. [OR-4] [OR-85]
WELLS = {
    "A": {Hex(2, -4), Hex(7, -2), Hex(3, 0), Hex(5, 2), Hex(-2, 4), Hex(-7, 2), Hex(-3, 0), Hex(-5, -2)},
    "B": {Hex(0, -4), Hex(4, -4), Hex(4, 0), Hex(0, 4), Hex(-4, 4), Hex(-4, 0), Hex(7, 0), Hex(-7, 0)},
}


@dataclass(frozen=True)
class Options:
    """What is agreed before the game. [OR-10] [OR-11] [OR-13] [OR-80] [OR-82] [OR-83] [OR-84] [OR-85] [OR-90]"""

    level: str
    arena: str
    setup: str
    start: str
    dicey: str
    bid: str
    handicap_board: str
    handicap_defence: str
    max_turns: int


@dataclass(frozen=True)
class Warrior:
    """A warrior on the board. `began` is where its owner's latest turn found it. [OR-1] [OR-22] [OR-45]"""

    player: int
    element: str
    hex: Hex
    began: Hex
    moved: bool = False
    attacked: bool = False


class Move(NamedTuple):
    """A warrior goes from a hex to a hex, by the cheapest way. [OR-30] [OR-62] [OR-99]"""

    start: Hex
    landing: Hex
    cost: int

    def notation(self) -> str:
        """`a3-e5`."""
        return f"{self.start}-{self.landing}"


@dataclass(frozen=True)
class Attack:
    """An attack as declared: Dragons have no one start, and only a charge has a landing. [OR-41] [OR-99]"""

    kind: str
    start: Hex | None
    landing: Hex | None
    target: Hex
    cost: int

    def notation(self) -> str:
        """Kind letter, from, landing and target: `Ce5-f6xg7`, `Re5xg7`, `Dxg7`."""
        start = "" if self.start is None else f"{self.start}"
        landing = "" if self.landing is None else f"-{self.landing}"
        return f"{self.kind}{start}{landing}x{self.target}"


@dataclass(frozen=True)
class Assault:
    """A declared attack that is not over yet.

    `victims` are those whose fate is still open, the first one is up now. `face` holds the numbers of the die, or those
    of the clean game. `shielded` are the hexes whose warriors the Phoenix shields. `falls` counts who fell so far.
    """

    attack: Attack
    victims: tuple[Hex, ...]
    shielded: frozenset[Hex]
    face: tuple[int, ...]
    falls: int = 0


@dataclass(frozen=True)
class Position:
    """The whole game at one moment; pairs hold Gold's and then Black's.

    `to_move` is the player whose turn it is, or who sets up or bids. `warriors` are those on the board, by hex name.
    `starter` is the player named to start, or the last to claim it, with `start_energy`. `extra` is what the defender has
    left of the extra defence Energy. `number` counts the turns of both players. `winner` stays None in a draw.
    """

    options: Options
    phase: Phase = "setup"
    to_move: int = BLACK
    warriors: tuple[Warrior, ...] = ()
    fallen: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    energy: tuple[int, int] = (0, 0)
    extra: int = 0
    guide: tuple[Hex | None, Hex | None] = (None, None)
    honour: tuple[int, int] = (0, 0)
    starter: int = BLACK
    start_energy: int = 7
    number: int = 0
    assault: Assault | None = None
    winner: int | None = None


def opponent(player: int) -> int:
    """There are two Houses, Gold and Black. [OR-1]"""
    return BLACK if player == GOLD else GOLD


def changed(pair: tuple[T, T], player: int, value: T) -> tuple[T, T]:
    """The same pair with another value for that player."""
    return (value, pair[BLACK]) if player == GOLD else (pair[GOLD], value)


def with_warriors(position: Position, warriors: Iterable[Warrior]) -> Position:
    """The same position with other warriors on the board, kept by hex name. [OR-94]"""
    return replace(position, warriors=tuple(sorted(warriors, key=lambda warrior: by_name(warrior.hex))))


def exchange(position: Position, old: Warrior, new: Warrior) -> Position:
    """The same position with one warrior changed."""
    return with_warriors(position, [new if warrior == old else warrior for warrior in position.warriors])


def warrior_on(position: Position, hex_: Hex) -> Warrior:
    """The warrior that stands there."""
    return next(warrior for warrior in position.warriors if warrior.hex == hex_)


def warriors_of(position: Position, player: int) -> list[Warrior]:
    """That player's warriors on the board, by hex name."""
    return [warrior for warrior in position.warriors if warrior.player == player]


def occupied(position: Position) -> set[Hex]:
    """The hexes with a warrior on them; Guides never occupy. [OR-5] [OR-51]"""
    return {warrior.hex for warrior in position.warriors}


def free_hexes(position: Position, player: int) -> frozenset[Hex]:
    """No warrior on it, and neither the Core nor the opponent's Haven. [OR-5]"""
    return ALLOWED[player] - occupied(position)


def empty_arena(position: Position) -> frozenset[Hex]:
    """The hexes of the Arena with no warrior on them."""
    return ARENA - occupied(position)


# --- Setup -----------------------------------------------------------------------------------------------

# The first-game layout, from the owner's left. [OR-10]
STANDARD = (WIND, FIRE, EARTH, WATER, EARTH, WATER, FIRE, WIND)


def new(
    level: str = "apprentice",
    arena: str = "A",
    setup: str = "standard",
    start: str = "black",
    dicey: str = "off",
    bid: str = "off",
    handicap_board: str = "none",
    handicap_defence: str = "none",
    max_turns: int = 200,
) -> Position:
    """An empty board; the standard layout is put up at once, the others by choices or by chance. [OR-10] [OR-91]"""
    options = Options(level, arena, setup, start, dicey, bid, handicap_board, handicap_defence, max_turns)
    check_options(options)
    position = Position(options)
    if setup == "standard":
        for element in (*STANDARD, *STANDARD):
            position = set_up(position, element)
    return position


def check_options(options: Options) -> None:
    """Refuse options that name no game."""
    wanted = {
        "level": list(MASTERS),
        "arena": list(WELLS),
        "setup": ["free", "standard", "random"],
        "start": ["black", "gold", "chance"],
        "dicey": ["off", "on"],
        "bid": ["off", "on"],
        "handicap_board": ["none", *(f"{colour}-{board}" for colour in COLOUR for board in ("I", "II"))],
        "handicap_defence": ["none", *(f"{colour}+{amount}" for colour in COLOUR for amount in (1, 2, 3, 4))],
    }
    for option, values in wanted.items():
        if getattr(options, option) not in values:
            raise ValueError(f"wanted: {option} is one of {values}; came: {getattr(options, option)!r}")
    if options.max_turns < 1:
        raise ValueError(f"wanted: max_turns is at least 1; came: {options.max_turns}")


def elements_left(position: Position) -> list[str]:
    """Each player has two warriors of each element; those that are not on the Haven yet. [OR-1] [OR-10]"""
    placed = [warrior.element for warrior in warriors_of(position, position.to_move)]
    return [element for element in ELEMENTS for _ in range(2 - placed.count(element))]


def set_up(position: Position, element: str) -> Position:
    """The next Haven hex from the owner's left gets a warrior: all of Black's first, then Gold's. [OR-10] [OR-91]"""
    player = position.to_move
    hex_ = HAVEN[player][len(warriors_of(position, player))]
    position = with_warriors(position, [*position.warriors, Warrior(player, element, hex_, hex_)])
    if elements_left(position):
        return position
    if player == BLACK:
        return replace(position, to_move=GOLD)
    return name_starter(position)


def name_starter(position: Position) -> Position:
    """Chance decides the starting player, unless it is agreed. [OR-11]"""
    if position.options.start == "chance":
        return replace(position, phase="start")
    return starter_named(position, COLOUR.index(position.options.start))


def starter_named(position: Position, starter: int) -> Position:
    """The named player starts, but with bidding the other may claim it first. [OR-11] [OR-84]"""
    position = replace(position, starter=starter)
    if position.options.bid == "on":
        return replace(position, phase="bid", to_move=opponent(starter))
    return begin_game(position)


def begin_game(position: Position) -> Position:
    """The starting player's marker is on 7, or on the bid, and the opponent's on 14. [OR-12] [OR-84]"""
    energy = changed((14, 14), position.starter, position.start_energy)
    return begin_turn(replace(position, energy=energy), position.starter)


# --- The round: collect ----------------------------------------------------------------------------------

INCOME = (14, 18, 22, 25, 28)


def begin_turn(position: Position, player: int) -> Position:
    """Whoever starts a turn with 5 Wells wins; else Energy is collected and the manoeuvres begin. [OR-20] [OR-21]"""
    position = replace(position, to_move=player, number=position.number + 1)
    if count_wells(position, player) >= 5:
        return win(position, player)
    position = collect(position)
    position = with_warriors(position, [rested(warrior) for warrior in position.warriors])
    return replace(position, phase="manoeuvre", extra=extra_defence(position.options, opponent(player)))


def count_wells(position: Position, player: int) -> int:
    """How many Wells that player's warriors stand on. [OR-20] [OR-21]"""
    return sum(warrior.hex in WELLS[position.options.arena] for warrior in warriors_of(position, player))


def collect(position: Position) -> Position:
    """Energy becomes what the Wells yield, and what was left is lost; nothing is collected in the first turn.

    [OR-12] [OR-20] [OR-82] [OR-97]
    """
    if position.number == 1:
        return position
    player = position.to_move
    income = INCOME[count_wells(position, player)] + board_bonus(position.options, player)
    return replace(position, energy=changed(position.energy, player, income))


def rested(warrior: Warrior) -> Warrior:
    """A new turn: the warrior has not moved nor attacked, and begins where it stands. [OR-22]"""
    return replace(warrior, began=warrior.hex, moved=False, attacked=False)


# --- The round: manoeuvre --------------------------------------------------------------------------------


@lru_cache(maxsize=2)  # listed once, then looked up when one of them is played
def manoeuvres(position: Position) -> tuple[Move | Attack, ...]:
    """Moves and attacks in any order, as long as the Energy lasts. [OR-22] [OR-30] [OR-41]"""
    found: list[Move | Attack] = [*moves(position), *attacks(position)]
    return tuple(one for one in found if one.cost <= position.energy[position.to_move])


def pay(position: Position, player: int, cost: int) -> Position:
    """That player's Energy goes down by the cost."""
    return replace(position, energy=changed(position.energy, player, position.energy[player] - cost))


# --- The round: return -----------------------------------------------------------------------------------


def end_manoeuvre(position: Position) -> Position:
    """The Fallen return; with none, the turn is over. [OR-23] [OR-96]"""
    if position.fallen[position.to_move]:
        return replace(position, phase="return")
    return end_turn(position)


def return_hexes(position: Position) -> list[Hex]:
    """The free hexes of the own Haven, and the Guide's hex while no warrior stands there. [OR-23] [OR-96]"""
    player = position.to_move
    places = {*HAVEN[player], position.guide[player]} - {None} - occupied(position)
    return sorted((hex_ for hex_ in places if hex_ is not None), key=by_name)


def return_fallen(position: Position, element: str, hex_: Hex) -> Position:
    """One Fallen goes back on the board; when all have, the turn is over. [OR-23] [OR-96]"""
    player = position.to_move
    fallen = list(position.fallen[player])
    fallen.remove(element)
    position = replace(position, fallen=changed(position.fallen, player, tuple(fallen)))
    position = with_warriors(position, [*position.warriors, Warrior(player, element, hex_, hex_)])
    return position if fallen else end_turn(position)


def end_turn(position: Position) -> Position:
    """The other player's turn begins, but after turn `max_turns` the game is drawn. [OR-23] [OR-90] [OR-98]"""
    if position.number >= position.options.max_turns:
        return replace(position, phase="over")
    return begin_turn(position, opponent(position.to_move))


# --- Moving ----------------------------------------------------------------------------------------------


def moves(position: Position) -> Iterator[Move]:
    """Each own warrior that has not moved yet may walk, or as a Master Wind fly the Kite. [OR-22] [OR-30] [OR-61]"""
    for warrior in warriors_of(position, position.to_move):
        if warrior.moved:
            continue
        if warrior.element == WIND and is_master(position, WIND):
            yield from kites(position, warrior)
        else:
            yield from walks(position, warrior)


def walks(position: Position, warrior: Warrior) -> Iterator[Move]:
    """Walk to a free hex over free hexes, 1 Energy for each step. [OR-30] [OR-31]"""
    for landing, steps in distances(warrior.hex, free_hexes(position, warrior.player)).items():
        if steps > position.energy[warrior.player]:
            return  # the nearest come first
        yield Move(warrior.hex, landing, steps)


@lru_cache(maxsize=64)  # the walks and charges of one position ask for the same
def distances(start: Hex, allowed: frozenset[Hex]) -> dict[Hex, int]:
    """The steps of the shortest way from the start to each allowed hex, over allowed hexes only. [OR-31] [OR-44]"""
    found: dict[Hex, int] = {}
    steps, frontier = 0, {start}
    while frontier:
        steps += 1
        frontier = {hex_ for old in frontier for hex_ in NEIGHBOURS[old] if hex_ in allowed and hex_ not in found}
        found.update(dict.fromkeys(sorted(frontier, key=by_name), steps))
    return found


def move(position: Position, made: Move) -> Position:
    """The warrior pays, stands on the landing and has moved. [OR-22] [OR-30]"""
    warrior = warrior_on(position, made.start)
    position = pay(position, warrior.player, made.cost)
    return exchange(position, warrior, replace(warrior, hex=made.landing, moved=True))


# --- Attacking -------------------------------------------------------------------------------------------


def attacks(position: Position) -> Iterator[Attack]:
    """Every attack of every warrior that can attack, on every target. [OR-40] [OR-43] [OR-44] [OR-45]"""
    yield from dragons(position)
    for warrior in warriors_of(position, position.to_move):
        if not can_attack(warrior):
            continue
        kinds = attack_kinds(position, warrior.element)
        yield from charges(position, warrior, [kind for kind in kinds if kind in CHARGES])
        if RANGE in kinds:
            yield from ranges(position, warrior)
        if STRIKE in kinds:
            yield from strikes(position, warrior)


def can_attack(warrior: Warrior) -> bool:
    """It started the turn on the Arena, stands on the Arena, and has not attacked yet. [OR-22] [OR-40]"""
    return warrior.began in ARENA and warrior.hex in ARENA and not warrior.attacked


def attack_kinds(position: Position, element: str) -> list[str]:
    """What each element attacks with; the master attacks replace the others, but Wind keeps its own.

    Dragons need two Fires, so they are not a warrior's own attack. [OR-43] [OR-44] [OR-45] [OR-61]
    """
    master = is_master(position, element)
    if element == WIND:
        return [RANGE, STRIKE]
    if element == EARTH:
        return [BEAR] if master else [CHARGE, STRIKE]
    if element == WATER:
        return [WAVES, STREAMS] if master else [CHARGE, STRIKE]
    return [] if master else [RANGE, STRIKE]


def targets(position: Position) -> list[Hex]:
    """Opposing warriors on the Arena, never in a Haven, and no covered Earth. [OR-40] [OR-65]"""
    opposing = warriors_of(position, opponent(position.to_move))
    return [warrior.hex for warrior in opposing if warrior.hex in ARENA and not is_covered(position, warrior)]


def far_targets(position: Position, warrior: Warrior) -> list[Hex]:
    """Charge and Range are never for an adjacent target. [OR-42]"""
    return [target for target in targets(position) if target not in NEIGHBOURS[warrior.hex]]


def charges(position: Position, warrior: Warrior, kinds: list[str]) -> Iterator[Attack]:
    """Walk next to the target, on the Arena; the move must still be there to be used. [OR-42] [OR-43]"""
    if warrior.moved or not kinds:
        return
    steps = distances(warrior.hex, free_hexes(position, warrior.player))
    for target in far_targets(position, warrior):
        for landing in NEIGHBOURS[target]:
            if landing in steps and landing in ARENA:
                for kind in kinds:
                    yield Attack(kind, warrior.hex, landing, target, steps[landing] * step_price(kind))


def step_price(kind: str) -> int:
    """A charge costs 1 Energy per step, the Bear's 2. [OR-43] [OR-66]"""
    return 2 if kind == BEAR else 1


def ranges(position: Position, warrior: Warrior) -> Iterator[Attack]:
    """Pay the shortest way over empty Arena hexes, the target's hex counted. [OR-42] [OR-44] [OR-64]"""
    steps = distances(warrior.hex, empty_arena(position))
    for target in far_targets(position, warrior):
        ways = [steps[before] + 1 for before in NEIGHBOURS[target] if before in steps]
        if ways:
            yield Attack(RANGE, warrior.hex, None, target, min(ways))


def strikes(position: Position, warrior: Warrior) -> Iterator[Attack]:
    """Free, on a target that was adjacent when the turn started and is adjacent now. [OR-45]

    Opposing warriors never move in your turn, so the target stood then where it stands now.
    """
    for target in targets(position):
        if target in NEIGHBOURS[warrior.began] and target in NEIGHBOURS[warrior.hex]:
            yield Attack(STRIKE, warrior.hex, None, target, 0)


def declare(position: Position, attack: Attack) -> Position:
    """The attacker pays and, in a charge, walks; shields count as they stood before that. [OR-41] [OR-71] [OR-80]"""
    player = position.to_move
    shielded = shielded_hexes(position, opponent(player))
    position = pay(position, player, attack.cost)
    for warrior in attackers(position, attack):
        position = exchange(position, warrior, after_attack(warrior, attack))
    assault = Assault(attack, victims(position, attack), shielded, CLEAN[attack.kind])
    if position.options.dicey == "on":
        return replace(position, phase="die", assault=replace(assault, face=()))
    return replace(position, phase="defend", assault=assault)


def attackers(position: Position, attack: Attack) -> list[Warrior]:
    """The warrior that attacks, or both Fires in Dragons. [OR-72]"""
    if attack.start is None:
        return fires(position, position.to_move)
    return [warrior_on(position, attack.start)]


def after_attack(warrior: Warrior, attack: Attack) -> Warrior:
    """The attack is spent, and in a charge the move too. [OR-22] [OR-43]"""
    if attack.landing is None:
        return replace(warrior, attacked=True)
    return replace(warrior, hex=attack.landing, moved=True, attacked=True)


def victims(position: Position, attack: Attack) -> tuple[Hex, ...]:
    """Whose fate the defender must decide: the target, in Streams every opposing neighbour. [OR-41] [OR-68]"""
    if attack.kind == STREAMS and attack.landing is not None:
        return stream_victims(position, attack.landing)
    return (attack.target,)


def under_way(position: Position) -> Assault:
    """The attack that is not over yet; only asked for while there is one."""
    if position.assault is None:
        raise ValueError(f"wanted: an attack under way; came: {position}")
    return position.assault


def power(position: Position) -> int:
    """What blocking costs for the victim that is up: a shield leaves at most 2. [OR-41] [OR-70]"""
    assault = under_way(position)
    full = full_power(assault)
    return min(full, 2) if assault.victims[0] in assault.shielded else full


def full_power(assault: Assault) -> int:
    """The first number, but less for the later victims of Waves, and the second for the others of Streams.

    [OR-67] [OR-68] [OR-80]
    """
    if assault.attack.kind == WAVES:
        return assault.face[0] - assault.falls * assault.face[1]
    if assault.attack.kind == STREAMS and assault.victims[0] != assault.attack.target:
        return assault.face[1]
    return assault.face[0]


def defences(position: Position) -> list[str]:
    """Block or let fall; who cannot pay can only let fall. [OR-41] [OR-93]"""
    purse = position.energy[opponent(position.to_move)] + position.extra
    return ["block", "fall"] if power(position) <= purse else ["fall"]


def block(position: Position) -> Position:
    """The defender pays the Power, the extra Energy first, and nothing else happens. [OR-41] [OR-46] [OR-97]"""
    from_extra = min(position.extra, power(position))
    position = pay(position, opponent(position.to_move), power(position) - from_extra)
    position = replace(position, extra=position.extra - from_extra)
    return go_on(position, fell=False)


def fall(position: Position) -> Position:
    """The victim leaves the board, becomes a Fallen of its owner, and gives honour. [OR-46] [OR-50] [OR-92]"""
    victim = warrior_on(position, under_way(position).victims[0])
    position = with_warriors(position, [warrior for warrior in position.warriors if warrior != victim])
    fallen = tuple(sorted([*position.fallen[victim.player], victim.element]))
    position = replace(position, fallen=changed(position.fallen, victim.player, fallen))
    return gain_honour(position)


def go_on(position: Position, fell: bool) -> Position:
    """The next victim is up; with none left, the manoeuvres go on. [OR-46] [OR-67] [OR-68]"""
    assault = under_way(position)
    if assault.attack.kind == WAVES:
        assault = next_wave(position, assault) if fell else replace(assault, victims=())
    else:
        assault = replace(assault, victims=assault.victims[1:])
    if not assault.victims:
        return replace(position, phase="manoeuvre", assault=None)
    return replace(position, phase="defend", assault=assault)


# --- Honour and Guide ------------------------------------------------------------------------------------


def honoured(position: Position) -> int:
    """Who gains honour for a fall: the attacker, whose opponent removes a warrior. [OR-50]"""
    return position.to_move


def gain_honour(position: Position) -> Position:
    """One more honour, and the Guide is to be placed or moved. [OR-50] [OR-92]"""
    player = honoured(position)
    honour = changed(position.honour, player, position.honour[player] + 1)
    return replace(position, honour=honour, phase="guide")


def guide_hexes(position: Position) -> list[Hex]:
    """The first honour puts the Guide anywhere on the own Haven, the next ones a step nearer the Core. [OR-50]"""
    player = honoured(position)
    guide = position.guide[player]
    if guide is None:
        return sorted(HAVEN[player], key=by_name)
    return sorted((hex_ for hex_ in NEIGHBOURS[guide] if from_core(hex_) < from_core(guide)), key=by_name)


def put_guide(position: Position, hex_: Hex) -> Position:
    """The Guide goes there; on the Core it wins at once, else the attack goes on. [OR-50] [OR-92]"""
    player = honoured(position)
    position = replace(position, guide=changed(position.guide, player, hex_))
    if hex_ == CORE:
        return win(position, player)
    return go_on(position, fell=True)


def win(position: Position, player: int) -> Position:
    """That player has won. [OR-21] [OR-50]"""
    return replace(position, phase="over", winner=player, assault=None)


# --- Master rules ----------------------------------------------------------------------------------------

# The elements whose master rules are on. [OR-13]
MASTERS: dict[str, tuple[str, ...]] = {
    "apprentice": (),
    "wind": (WIND,),
    "wind+earth": (WIND, EARTH),
    "wind+earth+water": (WIND, EARTH, WATER),
    "master": ELEMENTS,
}


def is_master(position: Position, element: str) -> bool:
    """Whether the master rules of that element are on. [OR-13]"""
    return element in MASTERS[position.options.level]


# --- Master rules: hexlines ------------------------------------------------------------------------------


def has_hexline(position: Position, one: Hex, other: Hex) -> bool:
    """A straight line between two hexes of the Arena, with no warrior, Core or Haven between. [OR-60]"""
    if one not in ARENA or other not in ARENA:
        return False
    between = hexes_between(one, other)
    return between is not None and empty_arena(position).issuperset(between)


def hexes_between(one: Hex, other: Hex) -> list[Hex] | None:
    """The hexes strictly between two hexes on a straight line; None if the line is not straight. [OR-60]"""
    q, r = other.q - one.q, other.r - one.r
    if q != 0 and r != 0 and q != -r:
        return None
    length = max(abs(q), abs(r))
    return [Hex(one.q + q // length * steps, one.r + r // length * steps) for steps in range(1, length)]


def look_along(position: Position, start: Hex, direction: Hex) -> list[Hex]:
    """The empty Arena hexes in that direction, up to the first thing that stops: warrior, Core, Haven or edge."""
    seen: list[Hex] = []
    empty = empty_arena(position)
    hex_ = step(start, direction)
    while hex_ in empty:
        seen.append(hex_)
        hex_ = step(hex_, direction)
    return seen


# --- Master rules: Wind ----------------------------------------------------------------------------------


def kites(position: Position, warrior: Warrior) -> Iterator[Move]:
    """Fly, free of cost, to the last free Arena hex in one of the six directions. [OR-62]"""
    if is_kept_home(position, warrior):
        return
    for direction in DIRECTIONS:
        seen = look_along(position, warrior.hex, direction)
        if seen:
            yield Move(warrior.hex, seen[-1], 0)


def is_kept_home(position: Position, warrior: Warrior) -> bool:
    """The starting player may bring only one Wind to the Arena in the first turn. [OR-63]"""
    own = warriors_of(position, warrior.player)
    return position.number == 1 and any(other.element == WIND and other.hex in ARENA for other in own)


# --- Master rules: Earth ---------------------------------------------------------------------------------


def is_covered(position: Position, warrior: Warrior) -> bool:
    """The Jaguar covers an Earth on the Arena unless a Hexline joins it to an opposing Earth. [OR-65]"""
    if warrior.element != EARTH or not is_master(position, EARTH):
        return False
    opposing = warriors_of(position, opponent(warrior.player))
    return not any(other.element == EARTH and has_hexline(position, warrior.hex, other.hex) for other in opposing)


# --- Master rules: Water ---------------------------------------------------------------------------------


def next_wave(position: Position, assault: Assault) -> Assault:
    """After a fall Waves go on to the next on the line, with less Power, under the shields of now. [OR-67] [OR-71]"""
    assault = replace(assault, falls=assault.falls + 1, shielded=shielded_hexes(position, opponent(position.to_move)))
    found = wave_victim(position, assault.attack)
    if found is None or assault.falls == 3 or full_power(assault) <= 0:
        return replace(assault, victims=())
    return replace(assault, victims=(found,))


def wave_victim(position: Position, attack: Attack) -> Hex | None:
    """The first warrior from Water through the target's hex, if it is opposing and on the Arena. [OR-67] [OR-69]"""
    water = attack.landing
    if water is None:
        return None
    direction = Hex(attack.target.q - water.q, attack.target.r - water.r)
    passed = look_along(position, water, direction)
    reached = step(passed[-1] if passed else water, direction)
    for warrior in warriors_of(position, opponent(position.to_move)):
        if warrior.hex == reached and reached in ARENA:
            return reached
    return None


def stream_victims(position: Position, water: Hex) -> tuple[Hex, ...]:
    """Every opposing Arena warrior next to Water, covered Earth too, in order of hex name. [OR-68] [OR-69]"""
    opposing = warriors_of(position, opponent(position.to_move))
    return tuple(warrior.hex for warrior in opposing if warrior.hex in ARENA and warrior.hex in NEIGHBOURS[water])


# --- Master rules: Fire ----------------------------------------------------------------------------------


def fires(position: Position, player: int) -> list[Warrior]:
    """That player's Fires on the board."""
    return [warrior for warrior in warriors_of(position, player) if warrior.element == FIRE]


def shielded_hexes(position: Position, player: int) -> frozenset[Hex]:
    """The Phoenix shields who has a Hexline to both Fires, and both Fires if they share one. [OR-70]"""
    pair = [fire.hex for fire in fires(position, player)]
    if not is_master(position, FIRE) or len(pair) < 2:
        return frozenset()
    others = [warrior.hex for warrior in warriors_of(position, player) if warrior.element != FIRE]
    shielded = {hex_ for hex_ in others if all(has_hexline(position, hex_, fire) for fire in pair)}
    if has_hexline(position, pair[0], pair[1]):
        shielded.update(pair)
    return frozenset(shielded)


def dragons(position: Position) -> Iterator[Attack]:
    """Both Fires, each with its attack to spend, have a Hexline to one target that neither is next to. [OR-72]"""
    pair = fires(position, position.to_move)
    if not is_master(position, FIRE) or len(pair) < 2 or not all(can_attack(fire) for fire in pair):
        return
    for target in targets(position):
        if all(has_hexline(position, fire.hex, target) and target not in NEIGHBOURS[fire.hex] for fire in pair):
            yield Attack(DRAGONS, None, None, target, 0)


# --- Variants: dicey -------------------------------------------------------------------------------------

# The Power of each attack; Waves lose the second number with each fall, and the others of Streams get it.
# [OR-43] [OR-44] [OR-45] [OR-66] [OR-67] [OR-68] [OR-72]
CLEAN: dict[str, tuple[int, ...]] = {
    CHARGE: (5,),
    RANGE: (4,),
    STRIKE: (3,),
    BEAR: (6,),
    WAVES: (5, 2),
    STREAMS: (3, 3),
    DRAGONS: (4,),
}

DARK_BLUE: tuple[tuple[int, ...], ...] = ((3, 1), (4, 1), (5, 2), (5, 2), (6, 3), (7, 3))
LIGHT_BLUE: tuple[tuple[int, ...], ...] = ((2, 4), (2, 4), (3, 3), (3, 3), (4, 2), (4, 2))
YELLOW: tuple[tuple[int, ...], ...] = ((2,), (3,), (4,), (4,), (5,), (6,))
GREEN: tuple[tuple[int, ...], ...] = ((4,), (5,), (6,), (6,), (7,), (8,))
RED: tuple[tuple[int, ...], ...] = ((2,), (3,), (4,), (4,), (5,), (6,))

# The die of each attack. [OR-80]
DIE = {
    CHARGE: DARK_BLUE,
    WAVES: DARK_BLUE,
    STRIKE: LIGHT_BLUE,
    STREAMS: LIGHT_BLUE,
    RANGE: YELLOW,
    BEAR: GREEN,
    DRAGONS: RED,
}


def face_notation(face: tuple[int, ...]) -> str:
    """A face of a die by its numbers: `d5/2`, `d4`."""
    return "d" + "/".join(str(number) for number in face)


def roll(position: Position, rolled: str) -> Position:
    """The die replaces the Power, one roll for the whole attack, then the defender decides. [OR-80] [OR-95]"""
    assault = under_way(position)
    face = next(face for face in DIE[assault.attack.kind] if face_notation(face) == rolled)
    return replace(position, phase="defend", assault=replace(assault, face=face))


# --- Variants: handicap ----------------------------------------------------------------------------------


def board_bonus(options: Options, player: int) -> int:
    """Handicap board I raises every income by 2, board II by 4. [OR-82]"""
    return {f"{COLOUR[player]}-I": 2, f"{COLOUR[player]}-II": 4}.get(options.handicap_board, 0)


def extra_defence(options: Options, player: int) -> int:
    """The extra Energy for blocks in each Defend phase, 1 to 4. [OR-83]"""
    colour, _, amount = options.handicap_defence.partition("+")
    return int(amount) if colour == COLOUR[player] else 0


# --- Variants: bid for first player ----------------------------------------------------------------------


def bids(position: Position) -> list[str]:
    """Claim the start with less Energy than it stands at, or fold. [OR-84]"""
    return [*(f"bid{energy}" for energy in range(position.start_energy)), "fold"]


def make_bid(position: Position, bid: str) -> Position:
    """Who folds goes second; a claim is answered by the other player. [OR-84]"""
    if bid == "fold":
        return begin_game(position)
    claimant = position.to_move
    energy = int(bid.removeprefix("bid"))
    return replace(position, starter=claimant, start_energy=energy, to_move=opponent(claimant))


# --- The end ---------------------------------------------------------------------------------------------


def returns(position: Position) -> tuple[float, float]:
    """The winner gets 1 and the other loses 1; a draw, and a game not over, is worth 0. [OR-21] [OR-50] [OR-90]"""
    if position.winner is None:
        return 0.0, 0.0
    return (1.0, -1.0) if position.winner == GOLD else (-1.0, 1.0)


# --- Action identity and notation ------------------------------------------------------------------------


def turn(position: Position) -> int:
    """Who is to decide: a player, CHANCE, or OVER. [OR-10] [OR-11] [OR-24] [OR-80]"""
    if position.phase == "over":
        return OVER
    if outcomes(position):
        return CHANCE
    if position.phase == "defend":
        return opponent(position.to_move)
    if position.phase == "guide":
        return honoured(position)
    return position.to_move


def outcomes(position: Position) -> list[str]:
    """What chance may bring, as often as it may: none if it is not up to chance. [OR-10] [OR-11] [OR-80]"""
    if position.phase == "setup" and position.options.setup == "random":
        return elements_left(position)
    if position.phase == "start":
        return [f"start={colour}" for colour in COLOUR]
    if position.phase == "die":
        return [face_notation(face) for face in DIE[under_way(position).attack.kind]]
    return []


@lru_cache(maxsize=2)  # listed once, then looked up when one of them is played
def decisions(position: Position) -> list[str]:
    """What the player who is to decide may do."""
    if position.phase == "setup":
        return elements_left(position)
    if position.phase == "bid":
        return bids(position)
    if position.phase == "manoeuvre":
        return [*(one.notation() for one in manoeuvres(position)), "end"]
    if position.phase == "defend":
        return defences(position)
    if position.phase == "guide":
        return [f"G{hex_}" for hex_ in guide_hexes(position)]
    if position.phase == "return":
        fallen = position.fallen[position.to_move]
        return [f"{element}>{hex_}" for element in fallen for hex_ in return_hexes(position)]
    return []


def legal(position: Position) -> list[str]:
    """Every legal action or chance outcome by its notation, each once. [OR-96] [OR-99]"""
    found = outcomes(position) or decisions(position)
    return list(dict.fromkeys(found))


def weight(position: Position, action: str) -> Fraction:
    """How likely a chance outcome is: equal faces, and equal warriors to deal, are one outcome. [OR-10] [OR-11] [OR-80]"""
    found = outcomes(position)
    if action not in found:
        raise ValueError(f"{action} is no chance outcome; wanted: {' '.join(legal(position)) if found else 'a decision'}")
    return Fraction(found.count(action), len(found))


def play(position: Position, action: str) -> Position:
    """The position after a legal action or chance outcome."""
    check_legal(position, action)
    if position.phase == "setup":
        return set_up(position, action)
    if position.phase == "start":
        return starter_named(position, COLOUR.index(action.removeprefix("start=")))
    if position.phase == "bid":
        return make_bid(position, action)
    if position.phase == "die":
        return roll(position, action)
    if position.phase == "defend":
        return block(position) if action == "block" else fall(position)
    if position.phase == "guide":
        return put_guide(position, hex_named(action.removeprefix("G")))
    if position.phase == "return":
        element, _, name = action.partition(">")
        return return_fallen(position, element, hex_named(name))
    return manoeuvre(position, action)


def manoeuvre(position: Position, action: str) -> Position:
    """Move, attack or end. [OR-22] [OR-23]"""
    if action == "end":
        return end_manoeuvre(position)
    chosen = next(one for one in manoeuvres(position) if one.notation() == action)
    return move(position, chosen) if isinstance(chosen, Move) else declare(position, chosen)


def hex_named(name: str) -> Hex:
    """The hex of that name. [OR-3]"""
    return next(hex_ for hex_ in HEXES if str(hex_) == name)


def check_legal(position: Position, action: str) -> None:
    """Refuse an action that is not legal here."""
    allowed = legal(position)
    if action not in allowed:
        raise ValueError(f"{action} is not legal; legal here: {' '.join(allowed) or 'nothing, it is over'}")


def facts(position: Position) -> dict[str, object]:
    """A flat summary to compare engines by: who stands where, and each player's Energy, Guide, honour and Fallen."""
    summary: dict[str, object] = {str(one.hex): f"{'GB'[one.player]} {one.element}" for one in position.warriors}
    summary["energy"] = position.energy
    summary["guide"] = tuple(None if hex_ is None else str(hex_) for hex_ in position.guide)
    summary["honour"] = position.honour
    summary["fallen"] = tuple(list(fallen) for fallen in position.fallen)
    summary["turn number"] = position.number
    return summary
