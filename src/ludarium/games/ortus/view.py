"""Ortus drawn: the arena with Havens, Core and Wells, the warriors, Guides and Fallen, the Energy tracks, the last action.

Every shape that can be clicked has an id: `hex-e5`, or `beside-1-Wi` for Black's Wind beside the board. `click_path` tells which
shapes and buttons, in order, mean an action. The board is seen from the seat's own side.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import cos, pi, sin
from typing import Any

import numpy as np

from ludarium.contract import State
from ludarium.games.ortus.arenas import BOARD, CORE, COUNT, HEXES
from ludarium.games.ortus.position import count_hidden, warriors_now, warriors_of
from ludarium.games.ortus.rules import (
    can_attack,
    count_beside,
    due,
    element_of,
    has_hexline,
    has_moved,
    honour,
    is_covered,
    is_kind_of,
    is_master,
    is_on_arena,
    is_shielded,
    kites,
    walk_cost,
)
from ludarium.games.ortus.rules import (
    legal as list_legal,
)
from ludarium.games.ortus.state import (
    ACTIONS,
    BLACK,
    DEAL,
    DEFEND,
    DRAGONS,
    EARTH,
    ELEMENTS,
    FACE_POWER,
    FIRE,
    GOLD,
    GUIDE,
    HAVEN_SIZE,
    HAVENS,
    INCOME,
    MANOEUVRE,
    MAX_LEGAL,
    NEIGHBOUR,
    NOBODY,
    NOWHERE,
    POWER,
    RETURN,
    ROLL,
    SEATS,
    SETUP,
    SHIELDED_POWER,
    STRIKE,
    WEIGHT,
    WIND,
)
from ludarium.games.ortus.words import (
    KINDS,
    attack_cost,
    board,
    describe_warrior,
    kind_name,
    legend,
    prompt,
    seat_name,
    wells_held,
)
from ludarium.hexes import corners
from ludarium.svg import Mark, element, group, picture, points, text

WIDTH, HEIGHT = 1000, 958
MIDDLE_X, MIDDLE_Y = WIDTH / 2, HEIGHT / 2
SIZE = 36.5  # from the middle of a hex to its corners
TRACK = 32  # the height of an Energy track
HIGHEST = 28
TERMINAL = ("bold black on yellow", "bold white on black")  # each House's colours

HAS_SIDES = True  # each seat sees its own Haven at the bottom

Last = tuple[State, int] | None  # the position before the last action, and the action

STYLE = """
.ortus text { font-family: 'Trebuchet MS', 'Segoe UI', Verdana, sans-serif; text-anchor: middle; dominant-baseline: central }
.ortus .table { fill: #1d2328 } .ortus .rim { fill: #2b3238; stroke: #6b6146; stroke-width: 4; stroke-linejoin: round }
.ortus .tile { fill: #5d655c; stroke: #2f3634; stroke-width: 2 } .ortus .odd .tile { fill: #565e57 }
.ortus .haven-0 .tile { fill: #8f7330 } .ortus .haven-1 .tile { fill: #3f4258; stroke: #20222e }
.ortus .core .tile { fill: #1a1420 } .ortus .well .tile { fill: #1b5361; stroke: #123a43 }
.ortus .name { fill: #fff; opacity: .35; font-size: 11px }
.ortus .glow { fill: none; stroke: #6fe9ff; stroke-width: 2.5; opacity: .9 } .ortus .spring { fill: #9ff4ff }
.ortus .ray { stroke: #ffb347; stroke-width: 2.5; stroke-linecap: round }
.ortus .heart { fill: #ff8a3c } .ortus .eye { fill: #fff0c2 }
.ortus .of-0 { stroke: #4a3508 } .ortus .of-1 { stroke: #e3e7f0 } .ortus .body, .ortus .disc { stroke-width: 2.5 }
.ortus .of-0 .body { fill: #e9b93f } .ortus .of-1 .body { fill: #15151a }
.ortus .Wi .disc { fill: #ffe75e } .ortus .Ea .disc { fill: #3f8f3d }
.ortus .Wa .disc { fill: #2f72d0 } .ortus .Fi .disc { fill: #cf3526 }
.ortus .sign { fill: #fff; stroke: none } .ortus .Ea .inner { fill: #2b5f2a; stroke: none }
.ortus .Wi .sign { fill: none; stroke: #40370a; stroke-width: 3.2; stroke-linecap: round }
.ortus .Wa .inner { fill: #2f72d0; stroke: none } .ortus .Fi .inner { fill: #cf3526; stroke: none }
.ortus .spent { opacity: .55 } .ortus .pip { stroke: #10130f; stroke-width: 1.5 }
.ortus .walks { fill: #8dff9e } .ortus .strikes { fill: #ff7a6b }
.ortus .cloak { fill: #59636b; stroke: #c2cad1; stroke-width: 2.5 }
.ortus .unknown { fill: #fff; font-size: 26px; font-weight: bold }
.ortus .lantern { stroke-width: 2.5 } .ortus .of-0 .lantern { fill: #ffe9a8 } .ortus .of-1 .lantern { fill: #23232b }
.ortus .flame { fill: #ff8a3c; stroke: none }
.ortus .can > .tile { stroke: #8dff9e; stroke-width: 4 } .ortus .last > .tile { stroke: #ffd65c; stroke-width: 4 }
.ortus .lit > .tile { stroke: #8dff9e; stroke-width: 4 } .ortus .chosen > .tile { stroke: #fff3c4; stroke-width: 5 }
.ortus .lit .frame { stroke: #8dff9e; stroke-width: 4 } .ortus .chosen .frame { stroke: #fff3c4; stroke-width: 5 }
.ortus .trail { fill: none; stroke: #ffd65c; stroke-width: 5; stroke-dasharray: 1 12; stroke-linecap: round }
.ortus .trail { pointer-events: none }
.ortus .threat { fill: none; stroke: #ff4d3d; stroke-width: 6; stroke-linecap: round; opacity: .85 }
.ortus .aim { fill: none; stroke: #ff4d3d; stroke-width: 5 } .ortus .power { fill: #ff4d3d; stroke: #fff; stroke-width: 2 }
.ortus .power-number { fill: #fff; font-size: 24px; font-weight: bold }
.ortus .cell { fill: #2b3238; stroke: #15191c; stroke-width: 1.5 } .ortus .cell.left { fill: #2d7f90 }
.ortus .cell.gives { stroke: #6fe9ff; stroke-width: 2.5 } .ortus .count { fill: #e8f1f2; font-size: 17px }
.ortus .marker { fill: #ffe066; stroke: #4a3508; stroke-width: 3 }
.ortus .on-marker { fill: #2b2000; font-size: 19px; font-weight: bold }
.ortus .house { font-size: 30px; font-weight: bold } .ortus .house-0 { fill: #f2cc5f } .ortus .house-1 { fill: #e6e9f0 }
.ortus .energy { font-size: 52px; font-weight: bold; fill: #7fe6f7 } .ortus .caption { font-size: 20px; fill: #c9d2d6 }
.ortus .honour { fill: none; stroke: #c9d2d6; stroke-width: 2 } .ortus .honour.won { fill: #ffb347; stroke: #ffb347 }
.ortus .frame { fill: transparent } .ortus .can .frame { stroke: #8dff9e; stroke-width: 4 }
.ortus .hexline { stroke-width: 5; stroke-linecap: round; opacity: .8; stroke: #ff9bd2 }
.ortus .hexline-0 { stroke: #ffd65c } .ortus .hexline-1 { stroke: #f4f6ff }
.ortus .veil { fill: #2c4a2b; fill-opacity: .5; stroke: #b5ffb0; stroke-width: 3; stroke-dasharray: 6 5 }
.ortus .shield { fill: none; stroke: #ff9a3c; stroke-width: 5 }
"""


def draw(state: State, seat: int, legal: Sequence[int], last: Last, language: str) -> str:
    """The board as an SVG picture, with the seat's own Haven at the bottom; a spectator sits with Black."""
    title = f"{prompt(state, language)}. {'; '.join(board(state, language))}."
    can = {step.removeprefix("#") for action in legal for step in click_path(state, action)[:1]}
    below = GOLD if seat == GOLD else BLACK
    return picture(
        WIDTH,
        HEIGHT,
        title,
        STYLE,
        element("rect", width=WIDTH, height=HEIGHT, rx=24, class_="table"),
        element("polygon", points=points(*_rim()), class_="rim"),
        *_arena(state, below, can, last),
        _trail(below, last),
        _threat(state, below),
        *(_guide(state, below, owner) for owner in range(SEATS)),
        *(_side(state, below, owner, can, language) for owner in range(SEATS)),
        class_="ortus",
    )


def click_path(state: State, action: int) -> tuple[str, ...]:
    """What to click for an action, in order: `#` and a shape's id, or the key of a button."""
    block = ACTIONS.block(action)
    fields = {name: str(label) for name, label in block.read(action).items()}
    if block.name == "move":
        return f"#hex-{fields['start']}", f"#hex-{fields['end']}"
    if "step" in fields:
        landing, _, target = fields["step"].partition("x")
        path = [f"#hex-{fields.get('start', landing)}", f"#hex-{target}"]
        path += [] if block.name == "strike" else [f"#hex-{landing}"]
        return (*path, block.name) if block.name in ("waves", "streams") else tuple(path)
    if block.name == "range":
        return f"#hex-{fields['start']}", f"#hex-{fields['target']}"
    if block.name == "dragons":
        return "dragons", f"#hex-{fields['target']}"
    if block.name == "guide":
        return (f"#hex-{fields['hex']}",)
    if block.name == "return":
        return f"#beside-{int(state.player)}-{fields['element']}", f"#hex-{fields['hex']}"
    if block.name == "setup" and state.stage == SETUP:
        return (f"#beside-{int(state.player)}-{fields['element']}",)
    return ({"setup": "deal", "answer": fields.get("answer", ""), "bid": fields.get("bid", "")}.get(block.name, block.name),)


def meant(state: State, clicks: Sequence[str]) -> int | None:
    """The action that somebody probably means who clicks this, legal or not; None if there is none."""
    hexes = [BOARD.named[click.removeprefix("#hex-")] for click in clicks if click.startswith("#hex-")]
    if state.stage == GUIDE and hexes:
        return ACTIONS["guide"].number(hex=HEXES[hexes[-1]])
    beside = [click.rpartition("-")[2] for click in clicks if click.startswith("#beside-")]
    if state.stage == RETURN and hexes and beside:
        return ACTIONS["return"].number(element=beside[-1], hex=HEXES[hexes[-1]])
    if state.stage != MANOEUVRE or len(hexes) < 2:
        return None
    start, end = hexes[0], hexes[1]
    now = warriors_now(state)
    if now.get(end, (int(state.player), 0))[0] == state.player:
        return ACTIONS["move"].number(start=HEXES[start], end=HEXES[end])
    return _attack_meant(state, start, end, element_of(now[start][1]) if start in now else WIND)


def _attack_meant(state: State, start: int, target: int, kind: int) -> int:
    """The attack of that element: a Strike on a neighbour, else a charge from the near side or a ranged attack."""
    if BOARD.distance(start, target) == 1 and is_kind_of(state, STRIKE, kind):
        return ACTIONS["strike"].number(step=f"{HEXES[start]}x{HEXES[target]}")
    if is_kind_of(state, DRAGONS, kind):
        return ACTIONS["dragons"].number(target=HEXES[target])
    charges = [name for name in ("charge", "bear", "waves") if is_kind_of(state, KINDS.index(name), kind)]
    if not charges:
        return ACTIONS["range"].number(start=HEXES[start], target=HEXES[target])
    near = [int(hex_) for hex_ in NEIGHBOUR[target] if hex_ >= 0]
    landing = min(near, key=lambda hex_: BOARD.distance(start, hex_))
    return ACTIONS[charges[0]].number(start=HEXES[start], step=f"{HEXES[landing]}x{HEXES[target]}")


# The arena


def _place(hex_: int, below: int) -> tuple[float, float]:
    x, y = BOARD.centre(hex_, SIZE, turned=below == GOLD)
    return MIDDLE_X + x, MIDDLE_Y + y


def _rim() -> list[tuple[float, float]]:
    """The stone around the arena: the six outer corners, flat sides above and below."""
    radius = 15.7 * SIZE * 0.866
    return [(MIDDLE_X + radius * cos(i * pi / 3), MIDDLE_Y + radius * sin(i * pi / 3)) for i in range(6)]


def _arena(state: State, below: int, can: set[str], last: Last) -> Iterable[str]:
    """Every hex with all that stands on it."""
    wells, marked = set(BOARD.members(state.options.arena.well)), _last_hexes(last)
    tokens = _tokens(state, below, last)
    for hex_ in BOARD.members(state.options.arena.ground):
        name, kind = f"hex-{HEXES[hex_]}", "well" if hex_ in wells else _ground(hex_)
        classes = kind + (" can" if name in can else "") + (" last" if hex_ in marked else "")
        yield group(_tile(hex_, kind, below), tokens.get(hex_, ""), id=name, class_=classes)


def _ground(hex_: int) -> str:
    """What kind of hex it is; every third one has another shade, so that the eye can count."""
    for owner in range(SEATS):
        if hex_ in HAVENS[owner]:
            return f"haven-{owner}"
    q, r = BOARD.axial[hex_]
    return "core" if hex_ == CORE else "odd" if (q - r) % 3 == 0 else "plain"


@cache
def _tile(hex_: int, kind: str, below: int) -> str:
    x, y = _place(hex_, below)
    tile = element("polygon", points=points(*corners(x, y, SIZE - 0.8)), class_="tile")
    if kind == "core":
        return tile + _core(x, y)
    return tile + (_well(x, y) if kind == "well" else "") + text(HEXES[hex_], x=x, y=y + 25, class_="name")


def _well(x: float, y: float) -> str:
    star = [(x + r * sin(i * pi / 6), y - r * cos(i * pi / 6)) for i, r in enumerate([14, 6] * 6)]
    return element("polygon", points=points(*corners(x, y, SIZE - 9)), class_="glow") + element(
        "polygon", points=points(*star), class_="spring"
    )


def _core(x: float, y: float) -> str:
    """A small sun."""
    rays = [(sin(i * pi / 6), cos(i * pi / 6)) for i in range(12)]
    return group(
        *(element("line", x1=x + 19 * a, y1=y + 19 * b, x2=x + 26 * a, y2=y + 26 * b, class_="ray") for a, b in rays),
        element("circle", cx=x, cy=y, r=15, class_="heart"),
        element("circle", cx=x, cy=y, r=7, class_="eye"),
    )


def _tokens(state: State, below: int, last: Last) -> dict[int, str]:
    """By hex: the warrior on it, or a cloaked one during an unseen setup."""
    tokens = {}
    for hex_, (owner, warrior) in warriors_now(state).items():
        x, y = _place(hex_, below)
        token = _warrior(owner, element_of(warrior), x, y, 1.0, _came_from(hex_, last))
        if owner == state.player and state.stage in (MANOEUVRE, ROLL, DEFEND, GUIDE):
            token = _in_turn(token, x, y + 24, walks=not has_moved(state, warrior), strikes=can_attack(state, warrior))
        tokens[hex_] = token
    for owner in range(SEATS):
        for hex_ in HAVENS[owner][: count_hidden(state, owner)]:
            x, y = _place(hex_, below)
            tokens[hex_] = element("circle", cx=x, cy=y, r=25, class_="cloak") + text("?", x=x, y=y, class_="unknown")
    return tokens


def _in_turn(token: str, x: float, y: float, walks: bool, strikes: bool) -> str:
    """A warrior of the player in turn: a green point while it may move, a red one while it may attack, pale after both."""
    left = element("circle", cx=x - 9, cy=y, r=5.5, class_="pip walks") if walks else ""
    right = element("circle", cx=x + 9, cy=y, r=5.5, class_="pip strikes") if strikes else ""
    return group(token, left, right, class_=None if walks or strikes else "spent")


# Warriors and Guides


def _warrior(owner: int, kind: int, x: float, y: float, scale: float, came_from: str | None = None) -> str:
    """Gold's stands on a round base, Black's on a square one; the element has a colour and a sign."""
    square = element("rect", x=-24, y=-24, width=48, height=48, rx=9, class_="body")
    return group(
        element("circle", r=27, class_="body") if owner == GOLD else square,
        element("circle", r=19.5, class_="disc"),
        SIGNS[kind],
        transform=f"translate({x:.1f} {y:.1f}) scale({scale})",
        class_=f"of-{owner} {ELEMENTS[kind]}",
        data_from=came_from,
    )


def _sign(outline: str, inner: str = "") -> str:
    return element("path", d=outline, class_="sign") + (element("path", d=inner, class_="inner") if inner else "")


WIND_SIGN = "M-12 -5 H4 a4.5 4.5 0 1 0 -4.5 -4.5 M-13 1.5 H9 a4.5 4.5 0 1 1 -4 6.5 M-9 8 H0 a3.5 3.5 0 1 1 -3 5"
PEAKS, SNOW = "M-14 10 L-4 -11 L1 -2 L5 -7 L14 10 Z", "M-2 -7 L2 3 L5 10 L-1 10 L-3 3 Z"
DROP, GLEAM = "M0 -15 C3 -7 10 -2 10 4 A10 9.5 0 0 1 -10 4 C-10 -2 -3 -7 0 -15 Z", "M-6 3 A6 6 0 0 0 -1 9 A7 7 0 0 1 -3 2 Z"
FLAME = "M1 -15 C3 -8 11 -5 9 4 C8 10 4 13 0 13 C-5 13 -9 9 -9 4 C-9 0 -6 -2 -5 -6 C-3 -4 -2 -3 -2 -1 C1 -5 2 -9 1 -15 Z"
TONGUE = "M0.5 1 C2 4 4.5 5 4 8 C3.5 11 -3.5 11 -4 8 C-4.5 5 -0.5 4 0.5 1 Z"
SIGNS = (_sign(WIND_SIGN), _sign(PEAKS, SNOW), _sign(DROP, GLEAM), _sign(FLAME, TONGUE))


def _guide(state: State, below: int, owner: int) -> str:
    """A lantern on its hex; at the upper corner while a warrior stands there too."""
    hex_ = int(state.guide[owner])
    if hex_ == NOWHERE:
        return ""
    x, y = _place(hex_, below)
    if hex_ in warriors_now(state):
        return _lantern(owner, x + (-16 if owner == GOLD else 16), y - 16)
    return _lantern(owner, x, y - 3, 1.5)


def _lantern(owner: int, x: float, y: float, scale: float = 1.25) -> str:
    shape = points((0, -17), (10, -5), (8, 12), (-8, 12), (-10, -5))
    return group(
        element("polygon", points=shape, class_="lantern"),
        element("circle", cx=0, cy=2, r=4.5, class_="flame"),
        transform=f"translate({x:.1f} {y:.1f}) scale({scale})",
        id=f"guide-{owner}",
        class_=f"of-{owner}",
        pointer_events="none",
    )


# What has just happened, and what is about to


def _last_hexes(last: Last) -> tuple[int, ...]:
    """The hexes that the last action left, reached or hit."""
    if last is None:
        return ()
    before, action = last
    block = ACTIONS.block(action)
    if block.name == "answer":
        return (int(before.victim),)
    fields = {name: str(label) for name, label in block.read(action).items()}
    names = [fields.get("start"), *fields.get("step", "").split("x"), fields.get("end"), fields.get("target"), fields.get("hex")]
    return tuple(BOARD.named[name] for name in names if name)


def _came_from(hex_: int, last: Last) -> str | None:
    """The shape that the warrior on this hex has just come from, for a page that lets it glide."""
    if last is None:
        return None
    block = ACTIONS.block(last[1])
    fields = {name: str(label) for name, label in block.read(last[1]).items()}
    arrived = fields.get("end") or fields.get("step", "").partition("x")[0] or fields.get("hex", "")
    if arrived != HEXES[hex_] or block.name in ("strike", "guide"):
        return None
    return f"hex-{fields['start']}" if "start" in fields else f"beside-{int(last[0].player)}-{fields['element']}"


def _trail(below: int, last: Last) -> str:
    """A dotted line along the last move or attack."""
    hexes = _last_hexes(last)
    if len(hexes) < 2:
        return ""
    return element("polyline", points=points(*(_place(hex_, below) for hex_ in hexes)), class_="trail")


def _threat(state: State, below: int) -> str:
    """The attack that is being settled: from attacker to victim, with what a block costs."""
    if state.stage not in (ROLL, DEFEND):
        return ""
    x, y = _place(int(state.victim), below)
    attackers = [int(state.attacker)]
    if state.kind == DRAGONS:
        attackers = warriors_of(state, int(state.player), FIRE)
    lines = [_line(_place(hex_, below), (x, y), "threat") for hex_ in attackers]
    power = "?" if state.stage == ROLL else str(due(state))
    badge = element("circle", cx=x + 21, cy=y - 21, r=17, class_="power") + text(power, x=x + 21, y=y - 21, class_="power-number")
    return group(*lines, element("circle", cx=x, cy=y, r=31, class_="aim"), badge, pointer_events="none")


def _line(start: tuple[float, float], end: tuple[float, float], class_: str) -> str:
    return element("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], class_=class_)


# Beside the board


def _side(state: State, below: int, owner: int, can: set[str], language: str) -> str:
    """A House's Energy track, name, honour, and warriors beside the board: above or below the arena."""
    is_below = owner == below
    return group(
        _track(state, owner, HEIGHT - 12 - TRACK if is_below else 12),
        _panel(state, owner, HEIGHT - 62 if is_below else 62, -1 if is_below else 1, language),
        _beside(state, owner, HEIGHT - 78 if is_below else 78, -1 if is_below else 1, can),
        id=f"side-{owner}",
    )


def _track(state: State, owner: int, top: float) -> str:
    """Energy from 0 to 28, beyond with a handicap board; the framed tiles are what Wells give. [OR-1, OR-20]"""
    energy = int(state.energy[owner])
    last = max(HIGHEST, energy)
    step = (WIDTH - 40) / (last + 1)
    cells = []
    for number in range(last + 1):
        class_ = "cell" + (" left" if 0 < number <= energy else "") + (" gives" if number in INCOME else "")
        x = 20 + number * step
        cells.append(element("rect", x=x, y=top, width=step - 1.5, height=TRACK, rx=4, class_=class_))
        cells.append(text(number, x=x + step / 2, y=top + TRACK / 2, class_="count"))
    x, y = 20 + (energy + 0.5) * step, top + TRACK / 2
    marker = element("circle", cx=x, cy=y, r=18, class_="marker") + text(energy, x=x, y=y, class_="on-marker")
    return group(*cells, marker, id=f"track-{owner}")


def _panel(state: State, owner: int, y: float, down: int, language: str) -> str:
    """Name, Energy, Wells and honour in the free corner at the left."""
    energy = f"{int(state.energy[owner])}" + (f"+{int(state.extra)}" if state.extra and owner != state.player else "")
    return group(
        text(seat_name(owner, language), x=84, y=y + 14 * down, class_=f"house house-{owner}"),
        text(energy, x=84, y=y + 64 * down, class_="energy"),
        text(wells_held(state, owner, language), x=84, y=y + 108 * down, class_="caption"),
        *(_honour(state, owner, place, y + 140 * down) for place in range(HAVEN_SIZE)),
    )


def _honour(state: State, owner: int, place: int, y: float) -> str:
    class_ = "honour won" if place < honour(state, owner) else "honour"
    return element("circle", cx=22 + 15.5 * place, cy=y, r=5.5, class_=class_)


def _beside(state: State, owner: int, y: float, down: int, can: set[str]) -> str:
    """The Fallen, or the warriors still to be placed, and the Guide while it waits, in the free corner at the right."""
    is_unknown = state.stage == DEAL or count_hidden(state, owner) > 0
    kinds = [] if is_unknown else [kind for kind in range(len(ELEMENTS)) if count_beside(state, owner, kind)]
    lantern = _lantern(owner, WIDTH - 40, y + 104 * down) if state.guide[owner] == NOWHERE else ""
    return group(*(_twins(state, owner, kind, y, down, can) for kind in kinds), lantern, "")


def _twins(state: State, owner: int, kind: int, y: float, down: int, can: set[str]) -> str:
    """The one or two warriors of an element beside the board."""
    x = WIDTH - 40 - 48 * (len(ELEMENTS) - 1 - kind)
    name, count = f"beside-{owner}-{ELEMENTS[kind]}", count_beside(state, owner, kind)
    height = 44 * (count - 1)
    top = min(y, y + height * down) - 23
    return group(
        *(_warrior(owner, kind, x, y + 44 * down * place, 0.76) for place in range(count)),
        element("rect", x=x - 23, y=top, width=46, height=46 + height, rx=12, class_="frame"),
        id=name,
        class_="can" if name in can else None,
    )


# What a player wants to see before deciding


def hints(state: State, seat: int, shape_id: str, language: str) -> dict[str, Any]:
    """For a warrior of the seat in turn: the cost of each hex in reach, and cost and Power of each attack on each target."""
    hex_ = BOARD.named.get(shape_id.removeprefix("hex-"), NOWHERE)
    owner, warrior = warriors_now(state).get(hex_, (NOBODY, NOWHERE))
    if owner != seat or seat != state.player or state.stage != MANOEUVRE:
        return {"reach": {}, "attacks": {}}
    reach: dict[str, int] = {}
    attacks: dict[str, list[dict[str, Any]]] = {}
    for action in _legal(state):
        block = ACTIONS.block(action)
        fields = {name: str(label) for name, label in block.read(action).items()}
        landing, _, target = fields.get("step", "").rpartition("x")
        target = fields.get("target", target)
        start = fields.get("start", landing)
        if block.name == "move" and start == HEXES[hex_]:
            end = BOARD.named[fields["end"]]
            reach[f"hex-{fields['end']}"] = 0 if kites(state, warrior) else int(walk_cost(state, hex_, end))
        elif block.name in KINDS and (start == HEXES[hex_] or (block.name == "dragons" and element_of(warrior) == FIRE)):
            cost = attack_cost(state, KINDS.index(block.name), hex_, BOARD.named[landing or target])
            _add_attack(state, attacks.setdefault(f"hex-{target}", []), block.name, BOARD.named[target], cost, language)
    return {"reach": reach, "attacks": attacks}


def marks(state: State, seat: int, shape: str, language: str) -> tuple[str, list[Mark]]:
    """The cost on each hex in reach of a selected warrior; on each target what an attack costs and its Power."""
    found = hints(state, seat, shape, language)
    written = [Mark(hex_, str(cost), "reach") for hex_, cost in found["reach"].items()]
    for hex_, attacks in found["attacks"].items():
        written.append(Mark(hex_, "\n".join(f"{attack['cost']}→{attack['power']}" for attack in attacks), "attack"))
    return legend(bool(found["reach"]), bool(found["attacks"]), language), written


def _legal(state: State) -> list[int]:
    out = np.zeros(MAX_LEGAL, np.int32)
    return [int(action) for action in out[: list_legal(state, out)]]


def _add_attack(state: State, known: list[dict[str, Any]], kind: str, target: int, cost: int, language: str) -> None:
    """Each kind once, at its lowest cost."""
    for attack in known:
        if attack["kind"] == kind:
            attack["cost"] = min(attack["cost"], cost)
            return
    shielded = is_shielded(state, 1 - int(state.player), target)
    power = _powers(state, KINDS.index(kind), shielded)
    known.append({"kind": kind, "words": kind_name(kind, language), "cost": cost, "power": power, "shielded": bool(shielded)})


def _powers(state: State, kind: int, shielded: bool) -> str:
    """The Power on the target, or the range of the die."""
    found = [int(power) for power, weight in zip(FACE_POWER, WEIGHT[kind], strict=True) if weight]
    lowest, highest = (min(found), max(found)) if state.options.dicey else (int(POWER[kind]), int(POWER[kind]))
    if shielded:
        lowest, highest = min(lowest, SHIELDED_POWER), min(highest, SHIELDED_POWER)
    return f"{lowest}" if lowest == highest else f"{lowest}-{highest}"


def has_overlays(state: State) -> bool:
    """Only the master rules know Hexlines and what follows from them, and only once the setup is over. [OR-13, OR-60]"""
    return is_master(state, WIND) and bool(state.turns)


def overlays(state: State, seat: int) -> dict[str, str]:
    """Layers to lay over the board: Hexlines, covered Earth, shielded warriors; each empty where the level has none."""
    below, on_arena = GOLD if seat == GOLD else BLACK, _on_arena(state)
    pairs = [(one, other) for one in on_arena for other in on_arena if one < other and has_hexline(state, one, other)]
    return {
        "hexlines": group(*_hexlines(on_arena, pairs, below), pointer_events="none"),
        "covered": group(*_rings(filter(lambda hex_: _is_covered(state, hex_), on_arena), below, "veil"), pointer_events="none"),
        "shielded": group(
            *_rings((hex_ for hex_ in on_arena if is_shielded(state, on_arena[hex_], hex_)), below, "shield"),
            pointer_events="none",
        ),
    }


def about(state: State, seat: int, language: str) -> dict[str, tuple[str, str]]:
    """For every warrior what to draw and to say while it is pointed at: its Hexlines, and whether it is covered or shielded."""
    below, on_arena = GOLD if seat == GOLD else BLACK, _on_arena(state)
    found = {}
    for hex_, (owner, warrior) in warriors_now(state).items():
        others = [other for other in on_arena if other != hex_ and has_overlays(state) and has_hexline(state, hex_, other)]
        is_veiled, is_safe = _is_covered(state, hex_), hex_ in on_arena and bool(is_shielded(state, owner, hex_))
        drawn = [*_hexlines(on_arena, [(hex_, other) for other in others], below)]
        drawn += [*_rings([hex_] if is_veiled else [], below, "veil"), *_rings([hex_] if is_safe else [], below, "shield")]
        words = describe_warrior(owner, element_of(warrior), hex_, others, is_veiled, is_safe, language)
        found[f"hex-{HEXES[hex_]}"] = group(*drawn, pointer_events="none"), words
    return found


def _on_arena(state: State) -> dict[int, int]:
    """The hexes of the Arena on which warriors stand, with their House."""
    return {hex_: owner for hex_, (owner, _) in warriors_now(state).items() if is_on_arena(state, hex_)}


def _is_covered(state: State, hex_: int) -> bool:
    owner, warrior = warriors_now(state)[hex_]
    return element_of(warrior) == EARTH and bool(is_covered(state, owner, hex_))


def _hexlines(house: dict[int, int], pairs: Iterable[tuple[int, int]], below: int) -> Iterable[str]:
    for one, other in pairs:
        mixed = f"{house[one]}" if house[one] == house[other] else "mixed"
        yield _line(_place(one, below), _place(other, below), f"hexline hexline-{mixed}")


def _rings(hexes: Iterable[int], below: int, class_: str) -> Iterable[str]:
    for hex_ in hexes:
        x, y = _place(hex_, below)
        yield element("polygon", points=points(*corners(x, y, SIZE - 4)), class_=class_)


# In a terminal


def sketch(state: State, language: str) -> str:
    """The arena in letters, with Rich markup for colours: Gold's warriors in capitals, Black's in small letters."""
    marks = _marks(state)
    lines = []
    for row in "onmlkjihgfedcba":
        hexes = [hex_ for hex_ in range(COUNT) if HEXES[hex_][0] == row]
        indent = " " * (2 * (15 - len(hexes)))
        lines.append(f"{indent}[dim]{row}[/] " + " ".join(marks[hex_] for hex_ in hexes))
    return "\n".join([*lines, "", *board(state, language)[1:]])


def _marks(state: State) -> list[str]:
    """Three characters for each hex: a warrior, a Guide (*), a Well (o), the Core (#), or nothing."""
    marks = ["   "] * COUNT
    for hex_ in BOARD.members(state.options.arena.ground):
        marks[hex_] = "[bold magenta]#[/]  " if hex_ == CORE else "[dim].[/]  "
    for hex_ in BOARD.members(state.options.arena.well):
        marks[hex_] = "[bold cyan]o[/]  "
    for owner, guide in enumerate(state.guide.tolist()):
        if guide != NOWHERE:
            marks[guide] = f"[{TERMINAL[owner]}]*[/]  "
        for hex_ in HAVENS[owner][: count_hidden(state, owner)]:
            marks[hex_] = f"[{TERMINAL[owner]}]? [/] "
    for hex_, (owner, warrior) in warriors_now(state).items():
        name = ELEMENTS[element_of(warrior)]
        marks[hex_] = f"[{TERMINAL[owner]}]{name.upper() if owner == GOLD else name.lower()} [/]"
    return marks
