"""The position as one line of text, both ways.

It reads `Wi:o1,o8;Ea:k4 Wi:a1;Fi:e5<d4!,f6 14/9 -/a4 b12`: Gold's warriors, Black's, the Energy of both, their Guides, and whose
turn it is with its number. A warrior that is not named has fallen. In the turn, `e5<d4` began it on d4, `e5!` has attacked.
`14+3/9` has 3 more for blocks by a handicap. After the player stands nothing for manoeuvres, `>` while the Fallen return, `#`
when that player has won, `=` when the game is drawn.

An attack that is being settled follows, by its letter, its attacker and its victim: `Wf6xg6~` (the die is to be rolled),
`Wf6xg6=5/2` (the defender decides; Power, less for the next), `Wf6xg6=5/2^` (it fell, the Guide goes), with `*` after a shielded
victim, `@g6` if it was declared on another, `#2` for the second of the Waves, and Streams' further victims after commas.

Before the game the place of the player has `placing`, `dealing`, `starting` or `bid5g` (Gold may go below 5); a House whose setup
may not be seen shows as `?3`, three placed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from ludarium.bits import has
from ludarium.contract import State
from ludarium.errors import BadPosition
from ludarium.games.ortus.arenas import BOARD, CORE, HEXES
from ludarium.games.ortus.rules import (
    arena,
    count_beside,
    count_placed,
    defence_handicap,
    element_of,
    free_hexes,
    is_in,
    is_kind_of,
    is_master,
    is_on_arena,
    neighbours_of,
    order_twins,
    put,
    standing,
    warrior_on,
)
from ludarium.games.ortus.state import (
    BEAR,
    BID,
    BLACK,
    CHARGE,
    DEAL,
    DEFEND,
    ELEMENTS,
    END,
    FACE_POWER,
    FACE_SECOND,
    FIRE,
    FREE,
    GOLD,
    GUIDE,
    HAVENS,
    HIDDEN,
    KIND_LETTERS,
    LINE,
    MANOEUVRE,
    NEIGHBOUR,
    NOBODY,
    NOWHERE,
    POWER,
    RANDOM,
    RETURN,
    ROLL,
    SEATS,
    SECOND,
    SETUP,
    START,
    START_CHANCE,
    STREAMS,
    STRIKE,
    TWINS,
    WARRIORS,
    WAVES,
    WEIGHT,
    WELLS_TO_WIN,
)
from ludarium.hexes import as_set, both

NAMES = ("Gold", "Black")
MOST_ENERGY = 32  # 28 and the larger Handicap board


def warriors_now(state: State) -> dict[int, tuple[int, int]]:
    """Who stands where: a hex to its House and warrior."""
    return _standing(state["where"].tobytes())


@lru_cache(maxsize=64)
def _standing(where: bytes) -> dict[int, tuple[int, int]]:
    """Kept, because a table asks for the words of a thousand actions in one position."""
    hexes = enumerate(np.frombuffer(where, np.int16).tolist())
    return {hex_: divmod(place, WARRIORS) for place, hex_ in hexes if hex_ >= 0}


def warriors_of(state: State, seat: int, element: int) -> list[int]:
    """The hexes of a House's warriors of one element, in order."""
    twins = state.where[seat][TWINS * element : TWINS * element + TWINS]
    return [int(hex_) for hex_ in twins if hex_ >= 0]


def fallen_of(state: State, seat: int) -> list[int]:
    """The elements of a House's Fallen; none before the game."""
    if state.stage in (SETUP, DEAL):
        return []
    return [element for element in range(len(ELEMENTS)) for _ in range(count_beside(state, seat, element))]


def count_hidden(state: State, seat: int) -> int:
    """How many warriors stand in the Haven without the viewer knowing which."""
    return sum(int(hex_) == HIDDEN for hex_ in state.where[seat])


# Writing


def write_position(state: State) -> str:
    """One line that `read_position` reads back to the same position, but for its options."""
    sides = [_side_text(state, seat) for seat in range(SEATS)]
    guides = "/".join("-" if guide == NOWHERE else HEXES[int(guide)] for guide in state.guide)
    words = [*sides, "/".join(_energy_text(state, seat) for seat in range(SEATS)), guides, _turn_text(state)]
    return " ".join([*words, _attack_text(state)] if state.kind else words)


def _side_text(state: State, seat: int) -> str:
    if count_hidden(state, seat):
        return f"?{count_hidden(state, seat)}"
    parts = []
    for element, name in enumerate(ELEMENTS):
        twins = [twin for twin in range(TWINS * element, TWINS * element + TWINS) if state.where[seat, twin] >= 0]
        if twins:
            parts.append(f"{name}:{','.join(_warrior_text(state, seat, twin) for twin in twins)}")
    return ";".join(parts) or "-"


def _warrior_text(state: State, seat: int, warrior: int) -> str:
    text = HEXES[int(state.where[seat, warrior])]
    if seat != state.player or not state.turns:
        return text
    if state.began[warrior] != state.where[seat, warrior]:
        text += f"<{HEXES[int(state.began[warrior])]}"
    return text + "!" if state.attacked[warrior] else text


def _energy_text(state: State, seat: int) -> str:
    extra = int(state.extra) if seat != state.player else 0
    return f"{int(state.energy[seat])}+{extra}" if extra else f"{int(state.energy[seat])}"


def _turn_text(state: State) -> str:
    before = {SETUP: "placing", DEAL: "dealing", START: "starting", BID: f"bid{int(state.bid)}{'gb'[int(state.player)]}"}
    if int(state.stage) in before:
        return before[int(state.stage)]
    mark = {RETURN: ">", END: "=" if state.winner == NOBODY else "#"}.get(int(state.stage), "")
    return f"{'gb'[int(state.player)]}{int(state.turns)}{mark}"


def _attack_text(state: State) -> str:
    text = (
        f"{KIND_LETTERS[int(state.kind)]}{HEXES[int(state.attacker)]}x{HEXES[int(state.victim)]}{'*' if state.shielded else ''}"
    )
    for way in range(len(NEIGHBOUR[0])):
        if has(int(state.waiting), way):
            text += f",{HEXES[NEIGHBOUR[int(state.attacker), way]]}{'*' if has(int(state.shields), way) else ''}"
    if state.target != state.victim:
        text += f"@{HEXES[int(state.target)]}"
    if state.stage == ROLL:
        return f"{text}~"
    text += f"={int(state.power)}/{int(state.second)}" if state.kind in (WAVES, STREAMS) else f"={int(state.power)}"
    text += f"#{int(state.wave)}" if state.wave > 1 else ""
    return text if state.stage == DEFEND else f"{text}^"


# Reading


def read_position(state: State, text: str) -> None:
    """Make a position at the start the one that the line tells of, checked to be one that can stand on a table."""
    words = text.split()
    if not 5 <= len(words) <= 6:
        raise BadPosition(f"wanted warriors of both, Energy, Guides and player, as in '{write_position(state)}'; came {text!r}")
    _clear(state)
    _read_turn(state, words[4])
    for seat in range(SEATS):
        _read_side(state, seat, words[seat])
    _read_energy(state, words[2])
    _read_guides(state, words[3])
    if state.turns:
        _read_attack(state, words[5] if len(words) == 6 else None)
        _check_end(state, words[4])
    elif len(words) == 6:
        raise BadPosition(f"{words[5]!r} stands behind the player; no attack can be settled before the game")
    else:
        _check_before(state)


def _clear(state: State) -> None:
    for field in ("standing", "began", "attacked", "energy", "extra", "turns", "bid", "kind"):
        state[field] = 0
    state.where[:], state.guide[:], state.winner = NOWHERE, NOWHERE, NOBODY


def _read_turn(state: State, text: str) -> None:
    before = re.fullmatch(r"(placing|dealing|starting)|bid([0-7])([gb])", text)
    match = re.fullmatch(r"([gb])([1-9]\d{0,3})([>#=]?)", text)
    if before:
        _read_before(state, text, before[2], before[3])
    elif match and int(match[2]) <= state.options.max_turns:
        state.player, state.turns = "gb".index(match[1]), int(match[2])
        state.stage = {"": MANOEUVRE, ">": RETURN, "#": END, "=": END}[match[3]]
        state.winner = state.player if match[3] == "#" else NOBODY
        state.began[:] = NOWHERE
    else:
        most = int(state.options.max_turns)
        raise BadPosition(
            f"the player reads {text!r}; wanted g or b with a turn from 1 to {most}, or placing, dealing, starting, bid5g"
        )


def _read_before(state: State, text: str, energy: str | None, player: str | None) -> None:
    """The stages before the game, as far as the options have them."""
    if energy is not None:
        state.stage, state.bid, state.player = BID, int(energy), "gb".index(player or "g")
        found = state.options.bid != 0
    else:
        state.stage = {"placing": SETUP, "dealing": DEAL, "starting": START}[text]
        state.player = BLACK
        wanted = {SETUP: FREE, DEAL: RANDOM, START: START_CHANCE}[int(state.stage)]
        found = (state.options.start if state.stage == START else state.options.setup) == wanted
    if not found:
        raise BadPosition(f"the player reads {text!r}, but the options have no such stage")


def _read_side(state: State, seat: int, text: str) -> None:
    hidden = re.fullmatch(r"\?([1-8])", text)
    if hidden and state.stage == SETUP:
        state.where[seat][: int(hidden[1])] = HIDDEN
        return
    for part in [] if text == "-" else text.split(";"):
        name, _, twins = part.partition(":")
        if name not in ELEMENTS or not re.fullmatch(r"[^,]+(,[^,]+)?", twins):
            raise BadPosition(f"{NAMES[seat]} reads {part!r}; wanted an element with its hexes, such as Wi:e5 or Fi:a2,c4")
        for place, warrior in enumerate(twins.split(",")):
            _read_warrior(state, seat, TWINS * ELEMENTS.index(name) + place, warrior)
    for element in range(len(ELEMENTS)):
        order_twins(state, seat, element)


def _read_warrior(state: State, seat: int, warrior: int, text: str) -> None:
    match = re.fullmatch(r"([a-o]\d+)(?:<([a-o]\d+))?(!?)", text)
    if match is None or match[1] not in BOARD.named or (match[2] or match[1]) not in BOARD.named:
        raise BadPosition(f"{NAMES[seat]} has a warrior on {text!r}; wanted a hex such as e5, e5<d4 or e5!")
    hex_, began = BOARD.named[match[1]], BOARD.named[match[2] or match[1]]
    if state.where[seat, warrior] != NOWHERE or not is_in(free_hexes(state, seat), hex_):
        raise BadPosition(f"{NAMES[seat]} cannot stand on {match[1]}: it is taken, the Core, the other's Haven or missing")
    put(state, seat, warrior, hex_)
    in_turn = seat == state.player and state.turns > 0
    if (match[2] or match[3]) and not (in_turn and state.stage != RETURN):
        raise BadPosition(f"{NAMES[seat]} has {text!r}; only warriors of the player in turn have moved or attacked")
    if in_turn:
        state.began[warrior], state.attacked[warrior] = began, match[3] == "!"


def _read_energy(state: State, text: str) -> None:
    match = re.fullmatch(r"(\d{1,2})(?:\+([1-4]))?/(\d{1,2})(?:\+([1-4]))?", text)
    if match is None or max(int(match[1]), int(match[3])) > MOST_ENERGY:
        raise BadPosition(f"the Energy reads {text!r}; wanted Gold's and Black's, {MOST_ENERGY} at most, such as 14/7")
    state.energy[:] = int(match[1]), int(match[3])
    other = 1 - int(state.player)
    if match[2 + 2 * int(state.player)] or int(match[2 + 2 * other] or 0) > defence_handicap(state, other):
        raise BadPosition(f"the Energy reads {text!r}; only a handicap of the defender adds to it, as the options have it")
    state.extra = int(match[2 + 2 * other] or 0)


def _read_guides(state: State, text: str) -> None:
    sides = text.split("/")
    if len(sides) != SEATS or not all(side == "-" or side in BOARD.named for side in sides):
        raise BadPosition(f"the Guides read {text!r}; wanted Gold's and Black's hex, or -, such as -/a4")
    for seat, side in enumerate(sides):
        if side != "-":
            _check_guide(state, seat, BOARD.named[side])
            state.guide[seat] = BOARD.named[side]


def _check_guide(state: State, seat: int, hex_: int) -> None:
    """A Guide has come from its Haven by nearer and nearer steps. [OR-50]"""
    gone = len(HAVENS[seat]) - 1 - BOARD.distance(hex_, CORE)
    if min(BOARD.distance(hex_, haven) for haven in HAVENS[seat]) != gone or not is_in(as_set(state.options.arena.ground), hex_):
        raise BadPosition(f"{NAMES[seat]}'s Guide cannot stand on {HEXES[hex_]}: no nearest way to the Core leads there")
    if not state.turns:
        raise BadPosition(f"{NAMES[seat]}'s Guide is on the board before the game has begun")
    if hex_ == CORE and (state.stage != END or seat != state.player):
        raise BadPosition(f"{NAMES[seat]}'s Guide is on the Core, so the player must read {'gb'[seat]}{int(state.turns)}#")


ATTACK = re.compile(r"([CBWSRKD])(\w+)x(\w+)(\*?)((?:,\w+\*?)*)(?:@(\w+))?(?:(~)|=(\d)(?:/(\d))?(?:#([23]))?(\^?))")


def _read_attack(state: State, text: str | None) -> None:
    if text is None:
        return
    match = ATTACK.fullmatch(text)
    waiting = re.findall(r",(\w+)(\*?)", match[5]) if match else []
    hexes = [match[2], match[3], match[6] or match[3], *(name for name, _ in waiting)] if match else []
    if match is None or not all(name in BOARD.named for name in hexes) or state.stage != MANOEUVRE:
        raise BadPosition(f"the attack reads {text!r}; wanted one such as Ce5xf6=5, Re5xg7~ or We5xf6*=5/2#2^, in the manoeuvres")
    state.kind = KIND_LETTERS.index(match[1])
    state.attacker, state.victim, state.target = (BOARD.named[name] for name in hexes[:3])
    state.shielded, state.wave = match[4] == "*", int(match[10] or 1)
    state.stage = ROLL if match[7] else GUIDE if match[11] else DEFEND
    _read_waiting(state, waiting)
    _read_power(state, text, match[8], match[9])
    _check_attack(state, text)


def _read_waiting(state: State, waiting: Sequence[tuple[str, str]]) -> None:
    """The victims of Streams that are still to be decided."""
    state.waiting, state.shields = 0, 0
    for name, star in waiting:
        way = int(LINE[int(state.attacker), BOARD.named[name]])
        if state.kind != STREAMS or BOARD.distance(int(state.attacker), BOARD.named[name]) != 1:
            raise BadPosition(f"{name} waits behind the victim; only Streams have more victims, next to Water")
        state.waiting |= 1 << way
        state.shields |= (star == "*") << way


def _read_power(state: State, text: str, power: str | None, second: str | None) -> None:
    state.power, state.second = int(power or 0), int(second or 0)
    kind, dicey = int(state.kind), bool(state.options.dicey)
    if state.stage == ROLL:
        known = dicey
    elif not dicey:
        known = (int(state.power), int(state.second)) == (POWER[kind], SECOND[kind])
    else:
        two = kind in (WAVES, STREAMS)
        faces = zip(WEIGHT[kind], FACE_POWER, FACE_SECOND, strict=True)
        known = any(w and p == state.power and (s == state.second if two else second is None) for w, p, s in faces)
    if not known or (second is not None) != (kind in (WAVES, STREAMS) and state.stage != ROLL):
        raise BadPosition(f"the attack reads {text!r}; it cannot have that Power in this game")


def _check_attack(state: State, text: str) -> None:
    """The attacker has that attack and has spent it; the victim is there, or has just fallen."""
    seat = int(state.player)
    attacker = warrior_on(state, seat, int(state.attacker))
    kind = int(state.kind)
    if attacker == NOWHERE or not is_kind_of(state, kind, element_of(attacker)) or not state.attacked[attacker]:
        raise BadPosition(
            f"the attack reads {text!r}; wanted on {HEXES[int(state.attacker)]} a warrior that attacked so, with a !"
        )
    victims = both(standing(state, 1 - seat), arena(state))
    if is_in(victims, int(state.victim)) == (state.stage == GUIDE) or not is_on_arena(state, int(state.victim)):
        raise BadPosition(f"the attack reads {text!r}; the victim must stand there, or with ^ must have fallen")
    if int(state.waiting) & ~neighbours_of(victims, int(state.attacker)):
        raise BadPosition(f"the attack reads {text!r}; a waiting victim is not there")
    if kind in (CHARGE, BEAR, WAVES, STREAMS, STRIKE) and BOARD.distance(int(state.attacker), int(state.target)) != 1:
        raise BadPosition(f"the attack reads {text!r}; its target must be next to the attacker")
    further = kind == WAVES and state.wave > 1
    if (state.target != state.victim or state.wave > 1) and not further and kind != STREAMS:
        raise BadPosition(f"the attack reads {text!r}; only Waves and Streams go on to others")
    if (state.shielded or state.shields) and not is_master(state, FIRE):
        raise BadPosition(f"the attack reads {text!r}; there are no shields at this level")


def _check_end(state: State, text: str) -> None:
    """The mark for an end stands exactly where the game is over."""
    seat = int(state.player)
    began = sum(int(hex_) in BOARD.members(state.options.arena.well) for hex_ in state.began)
    is_won = state.guide[seat] == CORE or (began >= WELLS_TO_WIN and state.stage != RETURN)
    is_draw = text.endswith("=")
    if is_won != (state.winner == seat) and not is_draw:
        raise BadPosition(
            f"the player reads {text!r}; a # stands there exactly with five Wells at the start or the Guide on the Core"
        )
    if is_draw and (state.turns != state.options.max_turns or fallen_of(state, seat)):
        raise BadPosition(f"the player reads {text!r}; a draw comes after turn {int(state.options.max_turns)}")
    if state.stage == RETURN and not fallen_of(state, seat):
        raise BadPosition(f"the player reads {text!r}, but no Fallen is to return")


def _check_before(state: State) -> None:
    """During the setup the Havens fill from the owners' left, Black's first; after it they are full. [OR-91]"""
    is_setup = state.stage in (SETUP, DEAL)
    if is_setup and count_placed(state, BLACK) == WARRIORS:
        state.player = GOLD
    for seat in range(SEATS):
        placed = count_placed(state, seat)
        wanted = set(HAVENS[seat][:placed])
        found = {int(hex_) for hex_ in state.where[seat] if hex_ >= 0}
        if HIDDEN not in state.where[seat] and found != wanted:
            raise BadPosition(f"{NAMES[seat]} has warriors that do not fill the Haven from the owner's left")
        if placed < WARRIORS and (not is_setup or (seat != state.player and placed > 0)):
            raise BadPosition(f"{NAMES[seat]} has {placed} warriors on the board; that cannot be before the game")
    if is_setup and (count_placed(state, int(state.player)) == WARRIORS):
        raise BadPosition("both Houses have placed all their warriors, so the setup is over")
    if any(state.energy):
        raise BadPosition("the Energy before the game is 0/0")
