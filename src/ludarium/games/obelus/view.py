"""Obelus drawn: the ring of cards with obelisks, banished ones and rifts, the centre, the last move, what is legal.

Every shape that can be clicked has an id: `card-3`. `click_path` tells which shapes and buttons, in order, mean an action.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin

from ludarium.contract import State
from ludarium.games.obelus.state import ACTIONS, BLACK, NOBODY, PLAY, SEATS, WHITE
from ludarium.games.obelus.words import CardNow, board, cards_now, centre_dice, prompt, seat_name
from ludarium.svg import Mark, element, group, picture, points, text

SIZE = 1000
MIDDLE = SIZE / 2
RING, OUTSIDE, LABEL = 320.0, 452.0, 212.0  # from the middle to the cards, the banished, the card numbers
CARD_WIDTH, CARD_HEIGHT = 152.0, 178.0

HAS_SIDES = False  # every seat sees the ring the same way round

Last = tuple[State, int] | None  # the position before the last action, and the action

STYLE = """
.obelus text { font-family: Georgia, 'Times New Roman', serif; text-anchor: middle; dominant-baseline: central }
.obelus .table { fill: #17202e } .obelus .ring { fill: none; stroke: #2c3a50; stroke-width: 3 }
.obelus .face { fill: #33445e; stroke: #5b7196; stroke-width: 3 } .obelus .inlay { fill: none; stroke: #465c80; stroke-width: 2 }
.obelus .torn .face { fill: #3b2f57; stroke: #7d62b8 }
.obelus .rift { fill: none; stroke: #b58cff; stroke-width: 9; stroke-linejoin: bevel; stroke-linecap: round }
.obelus .rift-core { fill: none; stroke: #f3eaff; stroke-width: 3; stroke-linejoin: bevel }
.obelus .number { fill: #9fb2d0; font-size: 26px } .obelus .caption { fill: #c9d5ea; font-size: 27px }
.obelus .white .left { fill: #fffaf0 } .obelus .white .right { fill: #ded3bd } .obelus .white text { fill: #2a2118 }
.obelus .black .left { fill: #2b2b31 } .obelus .black .right { fill: #121216 } .obelus .black text { fill: #ffe7b0 }
.obelus .white .edge { fill: none; stroke: #8d8064; stroke-width: 2.5; stroke-linejoin: round }
.obelus .black .edge { fill: none; stroke: #d8b25a; stroke-width: 2.5; stroke-linejoin: round }
.obelus .banished { opacity: .85 } .obelus .digit { font-size: 46px; font-weight: bold }
.obelus .can > .face { stroke: #7fe0a7; stroke-width: 6 } .obelus .last > .face { stroke: #ffcf5c; stroke-width: 6 }
.obelus .can.last > .face { stroke: #ffcf5c } .obelus .can.last > .inlay { stroke: #7fe0a7; stroke-width: 4 }
.obelus .lit .face { stroke: #7fe0a7; stroke-width: 6 } .obelus .chosen .face { stroke: #ffe9b0; stroke-width: 8 }
.obelus .lit .last > .inlay { stroke: #ffcf5c; stroke-width: 4 }
.obelus .trail { fill: none; stroke: #ffcf5c; stroke-width: 6; stroke-dasharray: 2 14; stroke-linecap: round }
"""


def draw(state: State, seat: int, legal: Sequence[int], last: Last, language: str) -> str:
    """The board as an SVG picture. Both seats see the same ring."""
    title = f"{prompt(state, language)}. {'; '.join(board(state, language))}."
    ring = cards_now(state)
    can = {step.removeprefix("#") for action in legal for step in click_path(state, action)[:1]}
    return picture(
        SIZE,
        SIZE,
        title,
        STYLE,
        element("circle", cx=MIDDLE, cy=MIDDLE, r=MIDDLE - 4, class_="table"),
        element("circle", cx=MIDDLE, cy=MIDDLE, r=RING, class_="ring"),
        *(
            _card(place, len(ring), card, f"card-{place}" in can, place in _last_cards(last), _came_from(place, last))
            for place, card in enumerate(ring)
        ),
        _trail(len(ring), last),
        *(_centre(side, tuple(centre_dice(state, side)), language) for side in range(SEATS)),
        class_="obelus",
    )


def click_path(state: State, action: int) -> tuple[str, ...]:
    """What to click for an action, in order: `#` and a shape's id, or the key of a button."""
    block = ACTIONS.block(action)
    fields = block.read(action)
    if block.name == "roll":
        return ("roll-die",)
    if block.name == "choice":
        return (f"order-{fields['order']}",)
    places = ["card"] if block.name == "summon" else ["start", "end"]
    path = [f"#card-{fields[place]}" for place in places] + [f"value-{fields['value']}"]
    return (*path, f"#card-{fields['rift']}") if "rift" in fields else tuple(path)


def meant(state: State, clicks: Sequence[str]) -> int | None:
    """The action that somebody probably means who clicks this, legal or not; None if there is none."""
    places = {f"#card-{card}": card for card in range(int(state.options.cards))}
    cards = [places[click] for click in clicks if click in places]
    if not cards or int(state.stage) != PLAY:
        return None
    value = 2 if cards_now(state)[cards[0]].value == 1 else 1
    if len(cards) == 1:
        return ACTIONS["summon"].number(card=cards[0], value=value)
    return ACTIONS["shift"].number(start=cards[0], end=cards[1], value=value)


def marks(state: State, seat: int, shape: str, language: str) -> tuple[str, list[Mark]]:
    """Nothing more than the page lights by itself."""
    return "", []


def _place(card: int, cards: int, radius: float) -> tuple[float, float]:
    angle = _angle(card, cards)
    return MIDDLE + radius * sin(angle), MIDDLE - radius * cos(angle)


def _angle(card: int, cards: int) -> float:
    """Clockwise from the top."""
    return 2 * pi * card / cards


@lru_cache(8192)
def _card(place: int, cards: int, card: CardNow, can: bool, is_last: bool, came_from: str | None) -> str:
    """A card with all that lies on it and beside it."""
    x, y = _place(place, cards, RING)
    classes = {"card": True, "torn": card.has_rift, "can": can, "last": is_last}
    face = group(
        _box(CARD_WIDTH, CARD_HEIGHT, "face"),
        _box(CARD_WIDTH - 22, CARD_HEIGHT - 22, "inlay"),
        _rift(place) if card.has_rift else "",
        transform=f"translate({x:.1f} {y:.1f}) rotate({_angle(place, cards) * 180 / pi:.1f})",
        class_=" ".join(name for name, holds in classes.items() if holds),
    )
    number_x, number_y = _place(place, cards, LABEL)
    stone = _obelisk(card.player, card.value, x, y, 1.35, came_from=came_from)
    return group(
        face,
        text(place, x=number_x, y=number_y, class_="number"),
        *(_banished(place, cards, seat) for seat in card.banished),
        stone if card.player != NOBODY else "",
        id=f"card-{place}",
    )


def _box(width: float, height: float, class_: str) -> str:
    return element("rect", x=-width / 2, y=-height / 2, width=width, height=height, rx=16, class_=class_)


def _rift(card: int) -> str:
    """A crack from corner to corner, a little different on each card."""
    bend = (card * 37 % 5 - 2) * 4.0
    corners = [(-60, -74), (-22, -46), (-34, -22 + bend), (14, -4), (-6, 26 - bend), (36, 40), (24, 56), (62, 76)]
    line = points(*corners)
    return element("polyline", points=line, class_="rift") + element("polyline", points=line, class_="rift-core")


def _came_from(card: int, last: Last) -> str | None:
    """The shape that the obelisk on this card has just come from, for a page that lets it glide."""
    cards = _last_cards(last)
    if last is None or not cards or cards[-1] != card:
        return None
    return f"card-{cards[0]}" if len(cards) == 2 else f"centre-{int(last[0].player)}"


def _obelisk(seat: int, value: int, x: float, y: float, scale: float, turn: float = 0.0, came_from: str | None = None) -> str:
    """A tapering stone with its value; 0 shows none."""
    left = points((-26, 50), (0, 50), (0, -56), (-17, -34))
    right = points((26, 50), (0, 50), (0, -56), (17, -34))
    edge = points((-26, 50), (26, 50), (17, -34), (0, -56), (-17, -34))
    return group(
        element("polygon", points=left, class_="left"),
        element("polygon", points=right, class_="right"),
        element("polygon", points=edge, class_="edge"),
        text(value, x=0, y=10, class_="digit") if value else "",
        transform=f"translate({x:.1f} {y:.1f}) rotate({turn:.0f}) scale({scale})",
        class_="white" if seat == WHITE else "black",
        data_from=came_from,
    )


def _banished(place: int, cards: int, seat: int) -> str:
    """A fallen stone outside the ring: White's on the one side, Black's on the other."""
    angle = _angle(place, cards)
    x, y = _place(place, cards, OUTSIDE)
    aside = -34.0 if seat == WHITE else 34.0
    stone = _obelisk(seat, 0, x + aside * cos(angle), y + aside * sin(angle), 0.62, 90 + angle * 180 / pi)
    return group(stone, class_="banished")


@lru_cache(512)
def _centre(seat: int, dice: tuple[int, ...], language: str) -> str:
    """A seat's obelisks in the middle, White's above Black's."""
    y = MIDDLE + (-66.0 if seat == WHITE else 74.0)
    gap = 58.0
    start = MIDDLE - gap * (len(dice) - 1) / 2
    stones = [_obelisk(seat, value, start + gap * place, y, 0.8) for place, value in enumerate(dice)]
    caption = text(seat_name(seat, language), x=MIDDLE, y=y + (-72 if seat == WHITE else 72), class_="caption")
    return group(caption, *stones, id=f"centre-{seat}")


def _last_cards(last: Last) -> tuple[int, ...]:
    """The cards that the last action left and reached."""
    if last is None:
        return ()
    fields = ACTIONS.block(last[1]).read(last[1])
    return tuple(int(fields[place]) for place in ("start", "end", "card") if place in fields)


def _trail(ring: int, last: Last) -> str:
    """A dotted line along the inside of the ring where the last shift went."""
    cards = _last_cards(last)
    if len(cards) < 2:
        return ""
    (x1, y1), (x2, y2) = (_place(card, ring, LABEL - 26) for card in cards)
    bend_x, bend_y = 0.4 * MIDDLE + 0.3 * (x1 + x2), 0.4 * MIDDLE + 0.3 * (y1 + y2)
    return element("path", d=f"M{x1:.1f} {y1:.1f} Q{bend_x:.1f} {bend_y:.1f} {x2:.1f} {y2:.1f}", class_="trail")


# In a terminal


def sketch(state: State, language: str) -> str:
    """The ring in letters, with Rich markup for colours."""
    rows, columns = 13, 60
    lines: list[list[tuple[int, str]]] = [[] for _ in range(rows)]
    ring = cards_now(state)
    for place, card in enumerate(ring):
        angle = _angle(place, len(ring))
        row = round((rows - 1) / 2 * (1 - cos(angle)))
        column = round((columns - 12) / 2 * (1 + sin(angle)))
        lines[row].append((column, _card_markup(place, card)))
    for seat, row in ((WHITE, rows // 2 - 1), (BLACK, rows // 2 + 1)):
        stones = " ".join(_die_markup(seat, value) for value in centre_dice(state, seat)) or "-"
        lines[row].append((columns // 2 - 12, f"{seat_name(seat, language)}: {stones}"))
    return "\n".join(_line(places) for places in lines)


def _line(places: list[tuple[int, str]]) -> str:
    line, width = "", 0
    for column, markup in sorted(places):
        line += " " * max(1, column - width) + markup
        width = max(column, width + 1) + _width(markup)
    return line


def _width(markup: str) -> int:
    """The characters that are seen: markup stands in square brackets."""
    seen, inside = 0, False
    for character in markup:
        inside = character == "[" or (inside and character != "]")
        seen += not inside and character != "]"
    return seen


def _card_markup(place: int, card: CardNow) -> str:
    stone = _die_markup(card.player, card.value) if card.player != NOBODY else " · "
    banished = "".join("wb"[seat] for seat in card.banished)
    rift = "[bold magenta]*[/]" if card.has_rift else " "
    return f"[dim]{place}[/] {stone}{rift}[dim]{banished:<2}[/]"


def _die_markup(seat: int, value: int) -> str:
    style = "bold black on white" if seat == WHITE else "bold yellow on black"
    return f"[{style}]{'WB'[seat]}{value or ' '} [/]"
