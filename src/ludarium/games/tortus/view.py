"""Tortus drawn: the board with its tiles, pawns and hands, the last move, what is legal, and where a journey can lead.

Every shape that can be clicked has an id: `tile-d4`, `hand-0-1` (seat, place from 1). `click_path` tells which shapes and
buttons, in order, mean an action. The board is seen from the seat's own side.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin

import numpy as np

from ludarium.bits import has
from ludarium.contract import State
from ludarium.games.tortus.journeys import Step, colour, is_fall, journeys, standing, whole
from ludarium.games.tortus.lethal import DROP, WIN, search_goal
from ludarium.games.tortus.rules import acts_as, allowance, apply, is_star, winner_of_pit
from ludarium.games.tortus.state import (
    ACTIONS,
    BEGIN,
    CHOOSE,
    DIRECTION,
    END,
    FACE_DOWN,
    FILL,
    FLIP,
    HAND,
    HORSE,
    JOURNEY,
    NO_TILE,
    PAY,
    PICTURES,
    PLACE,
    PUSH,
    SEATS,
    SQUARE,
    SQUARE_NAMES,
    SQUARES,
    STATE,
    SWAP,
    TILES,
    TURNS,
    WIDTH,
)
from ludarium.games.tortus.words import (
    SENTENCES,
    actions_left,
    board,
    count_fallen,
    prompt,
    seat_name,
    tell_chance,
    tell_end,
)
from ludarium.language import say
from ludarium.lines import Line
from ludarium.svg import Mark, element, group, picture, points, text

HAS_SIDES = True  # each seat sees its own side below
CELL = 104.0
FACE = 96.0
LEFT, TOP = 36.0, 158.0
BOARD_SIZE = CELL * WIDTH
SIZE_X, SIZE_Y = int(BOARD_SIZE + 2 * LEFT), int(BOARD_SIZE + 2 * TOP)

Last = tuple[State, int] | None  # the position before the last action, and the action

STYLE = """
.tortus text { font-family: Georgia, 'Times New Roman', serif; text-anchor: middle; dominant-baseline: central }
.tortus .table { fill: #16323a } .tortus .frame { fill: #0e2329; stroke: #2c5560; stroke-width: 3 }
.tortus .label { fill: #8fb3b8; font-size: 21px } .tortus .name { fill: #f2ead8; font-size: 34px; font-weight: bold }
.tortus .note { fill: #b9cfd0; font-size: 21px } .tortus .sector { fill: #14404a }
.tortus .paper { fill: #f5eddb; stroke: #b9a985; stroke-width: 2 }
.tortus .back { fill: #2f5f6b; stroke: #4b8390; stroke-width: 2 }
.tortus .weave { fill: none; stroke: #47808c; stroke-width: 3 }
.tortus .shaft { fill: none; stroke-width: 11; stroke-linecap: round } .tortus .hub { stroke: none }
.tortus .single .shaft { stroke: #1d6f5f } .tortus .single .head, .tortus .single .hub { fill: #1d6f5f }
.tortus .double .shaft { stroke: #7a3f9d } .tortus .double .head, .tortus .double .hub { fill: #7a3f9d }
.tortus .triple .shaft { stroke: #b8402a } .tortus .triple .head, .tortus .triple .hub { fill: #b8402a }
.tortus .horse { fill: #5a3a22 } .tortus .eye { fill: #f5eddb } .tortus .hoof { fill: #b28a5e }
.tortus .star { fill: #efb72f; stroke: #9a6b08; stroke-width: 2.5; stroke-linejoin: round }
.tortus .tip { fill: #2462d8; stroke: #123a8a; stroke-width: 5; stroke-linejoin: round }
.tortus .copy { fill: #fffaf0; stroke: #9a6b08; stroke-width: 2 }
.tortus .nothing { stroke: #b09a6a; stroke-width: 5; stroke-linecap: round }
.tortus .rim { fill: #8d7b5e } .tortus .hole { fill: #2a2118 } .tortus .deep { fill: #0d0906 }
.tortus .endless .rim { fill: #6d2b7f } .tortus .endless .hole { fill: #2a0f3d } .tortus .endless .deep { fill: #0a0312 }
.tortus .swirl { fill: none; stroke: #d58bff; stroke-width: 5; stroke-linecap: round }
.tortus .pawn-0 .body { fill: #f2762e; stroke: #7c2f07 } .tortus .pawn-1 .body { fill: #3f56d6; stroke: #101c66 }
.tortus .body { stroke-width: 3; stroke-linejoin: round } .tortus .pawn text { fill: #fff; font-size: 21px; font-weight: bold }
.tortus .shade { fill: #000; opacity: .28 } .tortus .fallen { opacity: .75 }
.tortus .edge { fill: none; stroke: none } .tortus .can > .edge { stroke: #63e6a0; stroke-width: 4; stroke-opacity: .6 }
.tortus .last > .edge { stroke: #ffd24a; stroke-width: 6; stroke-opacity: 1 }
.tortus .here > .edge { stroke: #fff; stroke-width: 6; stroke-opacity: 1 }
.tortus .pip { fill: #0e2329; stroke: #8fb3b8; stroke-width: 2.5 } .tortus .pip.left { fill: #63e6a0; stroke: #63e6a0 }
.tortus .trail { fill: none; stroke: #ffd24a; stroke-width: 7; stroke-dasharray: 1 14; stroke-linecap: round }
.tortus .stride { fill: none; stroke-width: 8; stroke-linecap: round } .tortus .own .stride { stroke: #ffe066 }
.tortus .own .point { fill: #ffe066 } .tortus .other .stride { stroke: #ff5a45 } .tortus .other .point { fill: #ff5a45 }
.tortus .stride, .tortus .point { paint-order: stroke; filter: drop-shadow(0 0 3px #000) }
.tortus .changed { fill: none; stroke: #ffe066; stroke-width: 7; stroke-dasharray: 14 8 }
.tortus .place { fill: #14202b; stroke: #ffe066; stroke-width: 2.5 }
.tortus .ordinal { fill: #fff; font-size: 21px; font-weight: bold }
.tortus .turned { animation: tortus-turn .5s ease-out } .tortus .flipped { animation: tortus-flip .5s ease-out }
@keyframes tortus-turn { from { transform: rotate(var(--from)) } } @keyframes tortus-flip { from { transform: scaleX(0) } }
@media (prefers-reduced-motion: reduce) { .tortus .turned, .tortus .flipped { animation: none } }
"""

PAWN = (
    "M-21 30 Q-21 20 -11 15 Q-5 6 -7 -4 L-12 -4 L-12 -9 L-7 -11 A14 14 0 1 1 7 -11 L12 -9 L12 -4 L7 -4 Q5 6 11 15 Q21 20 21 30 Z"
)
KNIGHT = (
    "M-17 30 L20 30 Q26 4 14 -14 Q8 -24 -2 -27 L-4 -35 L-11 -27 Q-17 -22 -19 -14 L-31 4 Q-32 11 -25 13 Q-19 13 -16 7"
    " L-7 4 Q-9 14 -16 20 Q-19 24 -17 30 Z"
)


def draw(state: State, seat: int, legal: Sequence[int], last: Last, language: str) -> str:
    """The board as an SVG picture; a spectator sits with A."""
    title = f"{prompt(state, language)}. {'; '.join(board(state, language))}."
    can = {step.removeprefix("#") for action in legal for step in click_path(state, action)[:1]}
    viewer = max(seat, 0)
    return picture(
        SIZE_X,
        SIZE_Y,
        title,
        STYLE,
        element("rect", x=0, y=0, width=SIZE_X, height=SIZE_Y, rx=18, class_="table"),
        element("rect", x=LEFT - 8, y=TOP - 8, width=BOARD_SIZE + 16, height=BOARD_SIZE + 16, rx=14, class_="frame"),
        *_sectors(),
        *_labels(viewer),
        *(_square(state, square, viewer, can, last) for square in range(SQUARES)),
        _trail(viewer, last),
        *(_pawns(state, square, viewer) for square in range(SQUARES)),
        *(_hand(state, side, viewer, can, language) for side in range(SEATS)),
        class_="tortus",
    )


def click_path(state: State, action: int) -> tuple[str, ...]:
    """What to click for an action, in order: `#` and a shape's id, or the key of a button."""
    block = ACTIONS.block(action)
    fields = block.read(action)
    if block.name in ("hand", "tile", "begin"):
        return ("draw-lot",)
    buttons = {"end": "end-turn", "stop": "stop-here", "flip": "flip-up"}
    path = []
    if "place" in fields:
        path.append(f"#hand-{winner_of_pit(state) if block.name == 'fill' else int(state.player)}-{fields['place']}")
    path += [f"#tile-{fields[name]}" for name in ("start", "end", "square") if name in fields]
    if "turn" in fields:
        path.append(f"turn-{fields['turn']}")
    return (*path, buttons[block.name]) if block.name in buttons else tuple(path)


# The board


def _centre(square: int, viewer: int) -> tuple[float, float]:
    """The middle of a square, for a viewer whose own side is below."""
    column, row = square % WIDTH, square // WIDTH
    if viewer == 1:
        column, row = WIDTH - 1 - column, WIDTH - 1 - row
    return LEFT + CELL * (column + 0.5), TOP + CELL * (WIDTH - row - 0.5)


def _sectors() -> list[str]:
    """The three rows on either side, a shade lighter than the middle."""
    return [
        element("rect", x=LEFT - 4, y=top, width=BOARD_SIZE + 8, height=3 * CELL, rx=10, class_="sector")
        for top in (TOP, TOP + 4 * CELL)
    ]


def _labels(viewer: int) -> list[str]:
    labels = []
    for place in range(WIDTH):
        x, _ = _centre(place, viewer)
        _, y = _centre(WIDTH * place, viewer)
        labels.append(text("abcdefg"[place], x=x, y=TOP + BOARD_SIZE + 21, class_="label"))
        labels.append(text(place + 1, x=LEFT - 22, y=y, class_="label"))
    return labels


def _square(state: State, square: int, viewer: int, can: set[str], last: Last) -> str:
    """A tile in its place, with a frame that tells what can be done with it."""
    x, y = _centre(square, viewer)
    name = f"tile-{SQUARE_NAMES[square]}"
    here = CHOOSE < state.stage < END and state.at == square and state.stage in (FLIP, JOURNEY, PUSH, FILL)
    marks = {"can": name in can, "last": square in _last_squares(last), "here": here}
    return group(
        _tile(state, square, viewer, last),
        element("rect", x=-FACE / 2, y=-FACE / 2, width=FACE, height=FACE, rx=12, class_="edge"),
        id=name,
        class_=" ".join(["square", *(mark for mark, is_on in marks.items() if is_on)]),
        transform=f"translate({x:.0f} {y:.0f})",
    )


def _tile(state: State, square: int, viewer: int, last: Last) -> str:
    tile = int(state.tile[square])
    if tile == FACE_DOWN:
        return _back()
    angle = _angle(tile, viewer)
    class_, start = _motion(square, tile, viewer, last)
    face = _paper() + (_star(state, square, tile, viewer) if is_star(tile) else _glyph(tile // TURNS))
    return group(face, class_=class_, style=f"transform: rotate({angle}deg)" + (f"; --from: {start}deg" if class_ else ""))


def _angle(tile: int, viewer: int) -> int:
    """How a tile is turned in the drawing, clockwise; what has one picture stays upright."""
    return 0 if PICTURES[tile // TURNS] == 1 else 90 * (tile % TURNS) + 180 * viewer


def _motion(square: int, tile: int, viewer: int, last: Last) -> tuple[str | None, int]:
    """How a tile came to lie as it does: turned or flipped by the last action, and from which angle."""
    if last is None or square not in _last_squares(last):
        return None, 0
    name = ACTIONS.block(last[1]).name
    angle = _angle(tile, viewer)
    if name == "rotate":
        before = _angle(int(last[0].tile[square]), viewer)
        return "turned", before - 360 if before - angle > 180 else before + 360 if angle - before > 180 else before
    return ("flipped", angle) if name in ("tile", "switch", "fill", "swap") else (None, 0)


def _paper() -> str:
    return element("rect", x=-FACE / 2, y=-FACE / 2, width=FACE, height=FACE, rx=12, class_="paper")


def _back() -> str:
    lozenges = [element("path", d=f"M0 {-r} L{r} 0 L0 {r} L{-r} 0 Z", class_="weave") for r in (14, 26, 38)]
    return element("rect", x=-FACE / 2, y=-FACE / 2, width=FACE, height=FACE, rx=12, class_="back") + "".join(lozenges)


# Tiles


def _glyph(kind: int) -> str:
    """What a kind of tile shows at turn 0; a star shows no copy here."""
    family = TILES[kind]["family"]
    if family == "horse":
        return _horse()
    if family in ("pit", "endless_pit"):
        return _pit(is_endless=family == "endless_pit")
    if family == "star":
        return _star_shape(TILES[kind]["directions"][0])
    arrows = [_arrow(direction, TILES[kind]["step"]) for direction in TILES[kind]["directions"]]
    hub = element("circle", cx=0, cy=0, r=10, class_="hub") if family == "single" else ""
    return group(hub, *arrows, class_=family)


def _arrow(direction: int, heads: int) -> str:
    """A shaft from the middle outwards; for a jump right across the tile, with as many heads as the jump is long."""
    length = 41.0 if direction % 2 == 0 else 52.0
    behind = 0.0 if heads == 1 else length - 5
    parts = [element("path", d=f"M0 {behind:.0f} V{-length + 20:.0f}", class_="shaft")]
    for head in range(heads):
        y = -length + head * 23.0
        parts.append(element("polygon", points=points((0, y), (18, y + 21), (0, y + 14), (-18, y + 21)), class_="head"))
    return group(*parts, transform=f"rotate({45 * direction})")


def _horse() -> str:
    """A knight, and the eight places that it jumps to, as small marks along the rim."""
    marks = [element("circle", cx=x * 19.5, cy=y * 19.5, r=4.5, class_="hoof") for x, y in HORSE]
    head = element("path", d=KNIGHT, class_="horse") + element("circle", cx=-11, cy=-13, r=3, class_="eye")
    return "".join(marks) + group(head, transform="translate(2 2) scale(.78)")


def _pit(is_endless: bool) -> str:
    rings = [element("circle", cx=0, cy=0, r=r, class_=class_) for r, class_ in ((41, "rim"), (34, "hole"), (24, "deep"))]
    swirl = "M0 0 C14 -22 36 -14 30 4 C26 18 10 14 0 0 C-14 -22 -36 -14 -30 4 C-26 18 -10 14 0 0"
    if is_endless:
        rings.append(element("path", d=swirl, class_="swirl"))
    return group(*rings, class_="endless" if is_endless else "pit")


def _star_shape(direction: int) -> str:
    """Eight points; the one that shows what is copied is blue and longer."""
    corners = []
    for place in range(16):
        angle = pi * place / 8
        radius = 25.0 if place % 2 else 46.0 if place == 2 * direction else 40.0
        corners.append((radius * sin(angle), -radius * cos(angle)))
    at = 2 * direction
    tip = element("polygon", points=points(corners[at - 1], corners[at], corners[(at + 1) % 16]), class_="tip")
    return element("polygon", points=points(*corners), class_="star") + tip


def _star(state: State, square: int, tile: int, viewer: int) -> str:
    """A star with a small picture of what it copies; a dash if that is nothing. [TO-63, TO-65]"""
    copied = acts_as(state, square)
    small = element("line", x1=-7, y1=0, x2=7, y2=0, class_="nothing")
    if copied != FACE_DOWN:
        small = group(_glyph(copied // TURNS), transform=f"rotate({_angle(copied, viewer)}) scale(.48)")
    badge = group(element("circle", cx=0, cy=0, r=26, class_="copy"), small, transform=f"rotate({-_angle(tile, viewer)})")
    return _star_shape(TILES[tile // TURNS]["directions"][0]) + badge


# Pawns and hands


def _pawns(state: State, square: int, viewer: int) -> str:
    """Who stands on a square, low on the right so that the tile stays readable; and who is about to be pushed."""
    x, y = _centre(square, viewer)
    found = [_pawn(seat, x + 24, y + 16, 0.95) for seat in range(SEATS) if has(int(state.pawn[seat]), square)]
    if state.stage == PUSH and state.at == square:
        found.insert(0, _pawn(int(state.owner), x - 24, y - 8, 0.95))
    return "".join(found)


def _pawn(seat: int, x: float, y: float, scale: float) -> str:
    return group(
        element("ellipse", cx=3, cy=30, rx=23, ry=7, class_="shade"),
        element("path", d=PAWN, class_="body"),
        text("AB"[seat], x=0, y=-22, class_="letter"),
        class_=f"pawn pawn-{seat}",
        transform=f"translate({x:.0f} {y:.0f}) scale({scale})",
        style="pointer-events: none",
    )


def _hand(state: State, seat: int, viewer: int, can: set[str], language: str) -> str:
    """A seat's tiles, name, actions left and fallen pawns: the viewer's below, the other's above."""
    y = SIZE_Y - 66.0 if seat == viewer else 74.0
    middle = SIZE_X / 2
    tiles = [_in_hand(state, seat, place, middle + (place - 1) * (FACE + 14), y, can) for place in range(HAND)]
    fallen = [
        group(_pawn(seat, SIZE_X - 60 - 52 * place, y, 0.95), class_="fallen") for place in range(count_fallen(state, seat))
    ]
    return group(_name(state, seat, y, language), *tiles, *fallen)


def _name(state: State, seat: int, y: float, language: str) -> str:
    """Whose hand it is, and if the seat is to play how many actions are left."""
    parts = [_pawn(seat, 62, y - 2, 0.95), text(seat_name(seat, language), x=110, y=y - 16, class_="name")]
    if BEGIN < state.stage < END and state.player == seat:
        left = allowance(state) - int(state.done) if state.stage > PLACE else 1
        parts += [element("circle", cx=104 + 24 * pip, cy=y + 20, r=8, class_="pip left") for pip in range(left)]
        if state.stage > PLACE:
            parts.append(element("title", actions_left(state, language)))
    return group(*parts)


def _in_hand(state: State, seat: int, place: int, x: float, y: float, can: set[str]) -> str:
    kind, name = int(state.hand[seat, place]), f"hand-{seat}-{place + 1}"
    face = _paper() + _glyph(kind) if kind != NO_TILE else _back()
    edge = element("rect", x=-FACE / 2, y=-FACE / 2, width=FACE, height=FACE, rx=12, class_="edge")
    return group(face, edge, id=name, class_="held can" if name in can else "held", transform=f"translate({x:.0f} {y:.0f})")


# The last action


def _last_squares(last: Last) -> tuple[int, ...]:
    """The squares that the last action left, reached or changed."""
    if last is None:
        return ()
    state, action = last
    block = ACTIONS.block(action)
    fields = block.read(action)
    named = [SQUARE[str(fields[name])] for name in ("start", "end", "square") if name in fields]
    if block.name in ("follow", "push", "stop", "fill") or (block.name == "tile" and state.stage == FLIP):
        named.insert(0, int(state.at))
    return tuple(named)


def _trail(viewer: int, last: Last) -> str:
    """A dotted line where the last step went."""
    squares = _last_squares(last)
    if len(squares) < 2:
        return ""
    (x1, y1), (x2, y2) = (_centre(square, viewer) for square in squares[:2])
    return element("path", d=f"M{x1:.0f} {y1:.0f} L{x2:.0f} {y2:.0f}", class_="trail")


# Whole journeys


def hints(state: State, seat: int, shape_id: str, language: str) -> dict[str, object]:
    """For a selected pawn of the seat to play: the tiles that a Move can end on, and the pawns that it can drop, by shape id."""
    name = shape_id.removeprefix("tile-")
    steps = _journeys_from(state, SQUARE[name]) if name in SQUARE and state.player == seat else []
    reach = {step.at for step in steps if whole(state, step) is not None}
    drop = {step.traveller % SQUARES for step in steps if is_fall(state, step)}
    return {
        "reach": [f"tile-{SQUARE_NAMES[square]}" for square in sorted(reach)],
        "drop": [f"tile-{SQUARE_NAMES[square]}" for square in sorted(drop)],
        "text": say(SENTENCES, language, "hint", tiles=len(reach), pawns=len(drop)),
    }


def marks(state: State, seat: int, shape: str, language: str) -> tuple[str, list[Mark]]:
    """What a selected pawn could do, to be written on the tiles before anything is played."""
    found = hints(state, seat, shape, language)
    reach, drop = (list(map(str, found[key])) for key in ("reach", "drop"))  # type: ignore[call-overload]
    if not reach and not drop:
        return "", []
    return str(found["text"]), [Mark(tile, "●", "reach") for tile in reach] + [Mark(tile, "↓", "drop") for tile in drop]


def meant(state: State, clicks: Sequence[str]) -> int | None:
    """The action that somebody probably means who clicks this, legal or not; None if there is none."""
    tiles = [click.removeprefix("#tile-") for click in clicks if click.removeprefix("#tile-") in SQUARE]
    places = [int(click[-1]) for click in clicks if click.startswith("#hand-") and click[-1] in "123"]
    if not tiles:
        return None
    stage, last = int(state.stage), tiles[-1]
    if places and stage in (CHOOSE, SWAP):
        turn = {"turn": 0} if stage == CHOOSE else {}
        return ACTIONS["switch" if stage == CHOOSE else "swap"].number(place=places[0], square=last, **turn)
    if stage == CHOOSE and len(tiles) > 1:
        return ACTIONS["move"].number(start=tiles[0], end=last)
    if stage == CHOOSE:
        tile = int(state.tile[SQUARE[last]])
        return (
            ACTIONS["flip"].number(square=last)
            if tile == FACE_DOWN
            else ACTIONS["rotate"].number(square=last, turn=(tile + 1) % 4)
        )
    block = {PLACE: "place", JOURNEY: "follow", PUSH: "push", PAY: "pay"}.get(stage)
    return ACTIONS[block].number(square=last) if block else None


def selected(state: State) -> str | None:
    """The shape of the pawn that is on its way, or is to be pushed: it needs no click."""
    return f"tile-{SQUARE_NAMES[int(state.at)]}" if state.stage in (JOURNEY, PUSH) else None


def ends(state: State, shape: str) -> dict[str, int]:
    """Where a Move of the pawn on this shape can end, with the number of ways that differ in their result."""
    found = _ends(state, SQUARE[name]) if (name := shape.removeprefix("tile-")) in SQUARE else {}
    return {f"tile-{SQUARE_NAMES[square]}": len(steps) for square, steps in sorted(found.items())}


def ways(state: State, clicks: Sequence[str], language: str) -> list[Line]:
    """The Moves of the pawn clicked first, or on its way, that end on the tile clicked last: a line for each result."""
    names = [selected(state) or "", *(click.removeprefix("#") for click in clicks)]
    squares = [SQUARE[name.removeprefix("tile-")] for name in names if name.removeprefix("tile-") in SQUARE]
    if len(squares) < 2:
        return []
    steps = _ends(state, squares[0]).get(squares[-1], ())
    return [Line(_end_in_words(state, step, language), tuple(whole(state, step) or ())) for step in steps]


def _end_in_words(state: State, step: Step, language: str) -> str:
    return tell_end(state, colour(state, step.traveller), step.at, is_fall(state, step), language)


def _ends(state: State, start: int) -> dict[int, list[Step]]:
    """By final square: the journeys that end there, the shortest for each result."""
    results: dict[tuple[int, tuple[int, int], int], Step] = {}
    for step in _journeys_from(state, start):
        if whole(state, step) is not None:
            results.setdefault((step.at, standing(state, step), colour(state, step.traveller)), step)
    found: dict[int, list[Step]] = {}
    for step in results.values():
        found.setdefault(step.at, []).append(step)
    return found


def _journeys_from(state: State, square: int) -> list[Step]:
    """The journeys of the pawn on this square, if it is one that can be moved now."""
    if state.stage == CHOOSE and has(int(state.pawn[int(state.player)]), square):
        return journeys(state, square)
    return journeys(state, square) if state.stage in (JOURNEY, PUSH) and state.at == square else []


# Lines of play


def findings(state: State, language: str) -> list[Line]:
    """What an exact search of the rest of this turn finds: how the player wins, or drops a pawn, and how likely."""
    if not CHOOSE <= state.stage < END:
        return []
    states = np.zeros(1, STATE)
    states[0] = state
    who = seat_name(int(state.player), language)
    found: list[Line] = []
    for goal, name in ((WIN, "win"), (DROP, "drop")):
        chance, line, _ = search_goal(states, goal)
        if goal == WIN or found[0].chance < 1:  # who wins for certain need not be told of less
            found.append(Line(tell_chance(name, chance, who, language), line, chance))
    return found


def trace(state: State, seat: int, actions: Sequence[int]) -> str:
    """Some actions drawn on the board, numbered: steps as arrows, red if the pawn is the other's, and the tiles that change."""
    states = np.zeros(1, STATE)
    states[0] = state
    at, viewer = states[0], max(seat, 0)
    parts: list[str] = []
    numbers: dict[int, list[int]] = {}
    for action in actions:
        name, squares = ACTIONS.block(action).name, _last_squares((at, action))
        if name in ("move", "follow", "push"):
            is_other = name != "move" and at.owner != at.player
            parts.append(_stride(squares[0], squares[-1], viewer, is_other))
        elif squares and name != "stop":
            x, y = _centre(squares[-1], viewer)
            parts.append(element("rect", x=x - FACE / 2, y=y - FACE / 2, width=FACE, height=FACE, rx=12, class_="changed"))
        if squares and name not in ("stop", "tile"):  # a tile is drawn where it was flipped
            numbers.setdefault(squares[-1], []).append(1 + sum(map(len, numbers.values())))
        apply(at, action)
    return group(*parts, *(_number(square, places, viewer) for square, places in numbers.items()), pointer_events="none")


def _stride(start: int, end: int, viewer: int, is_other: bool) -> str:
    """An arrow from tile to tile, a little bent, so that two the other way round do not hide each other."""
    (x1, y1), (x2, y2) = _centre(start, viewer), _centre(end, viewer)
    length = hypot(x2 - x1, y2 - y1) or 1.0
    along, across = ((x2 - x1) / length, (y2 - y1) / length), ((y1 - y2) / length, (x2 - x1) / length)
    bend = 0.12 * length
    x3, y3 = x2 - 14 * along[0], y2 - 14 * along[1]
    curve = f"M{x1:.0f} {y1:.0f} Q{(x1 + x2) / 2 + bend * across[0]:.0f} {(y1 + y2) / 2 + bend * across[1]:.0f} {x3:.0f} {y3:.0f}"
    head = points(
        (x2, y2),
        (x3 - 12 * along[0] + 13 * across[0], y3 - 12 * along[1] + 13 * across[1]),
        (x3 - 12 * along[0] - 13 * across[0], y3 - 12 * along[1] - 13 * across[1]),
    )
    return group(
        element("path", d=curve, class_="stride"),
        element("polygon", points=head, class_="point"),
        class_="other" if is_other else "own",
    )


def _number(square: int, places: list[int], viewer: int) -> str:
    """On a tile, the places in the line of what ends or happens there."""
    x, y = _centre(square, viewer)
    label = " ".join(map(str, places))
    width = 30.0 + 22 * (len(places) - 1)
    return group(
        element("rect", x=x - FACE / 2 + 2, y=y - FACE / 2 + 2, width=width, height=30, rx=15, class_="place"),
        text(label, x=x - FACE / 2 + 2 + width / 2, y=y - FACE / 2 + 18, class_="ordinal"),
    )


# In a terminal

ARROWS = "↑↗→↘↓↙←↖"
PAWN_STYLE = ("bold black on dark_orange", "bold white on blue")


def sketch(state: State, language: str) -> str:
    """The board in letters, with Rich markup for colours."""
    lines = [_hand_markup(state, 1, language), ""]
    for row in range(WIDTH - 1, -1, -1):
        cells = [_cell(state, WIDTH * row + column) for column in range(WIDTH)]
        lines.append(f"[dim]{row + 1}[/] " + " ".join(cells))
    lines += ["  " + " ".join(f"[dim]{column:^8}[/]" for column in "abcdefg"), "", _hand_markup(state, 0, language)]
    return "\n".join(lines)


def _cell(state: State, square: int) -> str:
    """Eight characters: the tile's signs, and the pawn on it."""
    tile = int(state.tile[square])
    signs = "····" if tile == FACE_DOWN else _signs(tile)
    if tile != FACE_DOWN and is_star(tile):
        copied = acts_as(state, square)
        signs += "=" + ("-" if copied == FACE_DOWN else _signs(copied))
    pawn = next((f"[{PAWN_STYLE[seat]}]{'AB'[seat]}[/]" for seat in range(SEATS) if has(int(state.pawn[seat]), square)), " ")
    return f"{pawn}[dim]{signs:<7}[/]" if tile == FACE_DOWN else f"{pawn}{signs[:7]:<7}"


def _signs(tile: int) -> str:
    """A tile in a few signs: the length of a jump and its directions."""
    kind, turned = tile // TURNS, tile % TURNS
    family = TILES[kind]["family"]
    directions = "".join(ARROWS[(direction + 2 * turned) % len(DIRECTION)] for direction in TILES[kind]["directions"])
    lead = {"double": "2", "triple": "3", "horse": "♞", "star": "★", "pit": "(o)", "endless_pit": "(∞)"}
    return lead.get(family, "") + directions


def _hand_markup(state: State, seat: int, language: str) -> str:
    held = ["-" if kind == NO_TILE else TILES[int(kind)][language] for kind in state.hand[seat]]
    fallen = f" [dim]†{count_fallen(state, seat)}[/]" if count_fallen(state, seat) else ""
    return f"[{PAWN_STYLE[seat]}] {seat_name(seat, language)} [/] {', '.join(held)}{fallen}"
