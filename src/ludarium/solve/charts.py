"""Charts as SVG: bars and shares, readable without colour."""

from __future__ import annotations

import math
from typing import NamedTuple

from ludarium import svg

WIDTH, LEFT, RIGHT, TOP, BOTTOM = 860, 40, 16, 48, 56
COLOUR = {"win": "#2e8b5c", "draw": "#b58a2c", "loss": "#a3473d"}
INK, PAPER, GRID = "#2b2419", "#fffdf7", "#ddd5c4"


class Bar(NamedTuple):
    """One bar: its label, its height from 0 to 1, what it stands for, and the words that a reader hears."""

    label: str
    height: float
    kind: str
    words: str


def bars(title: str, below: str, found: list[Bar], lines: list[tuple[str, float]], height: int = 320) -> str:
    """Upright bars side by side, every label that there is room for, and lines across with labels."""
    left = LEFT + 60
    step = (WIDTH - left - RIGHT) / len(found)
    floor = height - BOTTOM
    every = max(1, math.ceil(24 / step))
    drawn = []
    for label, high in lines:
        y = floor - high * (floor - TOP)
        drawn.append(svg.element("path", d=f"M{left} {y:.1f}H{WIDTH - RIGHT}", stroke=GRID, fill="none"))
        drawn.append(_text(label, left - 8, y + 4, 11, "end"))
    for place, bar in enumerate(found):
        tall = bar.height * (floor - TOP)
        x = left + place * step
        words = svg.element("title", bar.words)
        drawn.append(
            svg.element("rect", words, x=x + 1.0, y=floor - tall, width=max(1.0, step - 2), height=tall, fill=COLOUR[bar.kind])
        )
        if place % every == 0:
            drawn.append(_text(bar.label, x + step / 2, floor + 16, 11))
    drawn += _key([("win", "won"), ("loss", "lost")])
    axis = svg.element("path", d=f"M{left} {floor}H{WIDTH - RIGHT}", stroke=INK, fill="none")
    return _chart(title, below, height, [axis, *drawn])


def shares(title: str, beside: str, rows: list[tuple[str, float, float]], row_height: int = 30) -> str:
    """Lying bars of won, drawn and lost shares that add up to the whole."""
    height = TOP + BOTTOM + row_height * len(rows)
    whole = WIDTH - LEFT - RIGHT
    drawn = []
    for place, (label, won, draw) in enumerate(rows):
        y = TOP + place * row_height
        drawn.append(_text(label, LEFT - 10, y + row_height / 2 + 4, 13, "end"))
        start = 0.0
        for kind, share in (("win", won), ("draw", draw), ("loss", 1 - won - draw)):
            words = svg.element("title", f"{label}: {kind} {share:.4%}")
            drawn.append(
                svg.element(
                    "rect",
                    words,
                    x=LEFT + start * whole,
                    y=y + 3.0,
                    width=share * whole,
                    height=row_height - 6.0,
                    fill=COLOUR[kind],
                )
            )
            start += share
        drawn.append(_text(f"{won:.1%} won", LEFT + 8, y + row_height / 2 + 4, 12, "start", "#fff"))
        drawn.append(_text(f"{1 - won - draw:.1%} lost", WIDTH - RIGHT - 8, y + row_height / 2 + 4, 12, "end", "#fff"))
    return _chart(title, beside, height, drawn)


def _chart(title: str, below: str, height: int, drawn: list[str]) -> str:
    ground = svg.element("rect", width=WIDTH, height=height, fill=PAPER)
    head = [_text(title, LEFT, 26, 16, "start"), _text(below, WIDTH / 2, height - 14, 12)]
    return svg.element(
        "svg",
        svg.element("title", title),
        ground,
        *head,
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height}",
        role="img",
        font_family="system-ui, sans-serif",
    )


def _key(kinds: list[tuple[str, str]]) -> list[str]:
    drawn = []
    for place, (kind, label) in enumerate(kinds):
        x = WIDTH - RIGHT - 70 * (len(kinds) - place)
        drawn.append(svg.element("rect", x=x, y=15, width=12, height=12, fill=COLOUR[kind]))
        drawn.append(_text(label, x + 18, 26, 12, "start"))
    return drawn


def _text(content: str, x: float, y: float, size: int, anchor: str = "middle", fill: str = INK) -> str:
    return svg.text(content, x=float(x), y=float(y), font_size=size, text_anchor=anchor, fill=fill)
