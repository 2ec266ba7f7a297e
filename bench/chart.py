"""The chart: our figures and the peers' as bars, a panel for each kind of work; each line stands for ten times the last."""

from __future__ import annotations

import math

from bench.figures import LAST, Figure, adapted, catanatron, chess, our_pettingzoo, our_search, our_step, ours, pettingzoo, pgx
from bench.figures import openspiel as spiel
from ludarium import svg

WIDTH, LEFT, RIGHT, ROW, HEAD, GAP = 860, 300, 90, 22, 42, 18
INK, PAPER, GRID, OURS, THEIRS = "#2b2419", "#fffdf7", "#ddd5c4", "#2e8b5c", "#b58a2c"
FAINT = "#6b6153"

Panel = tuple[str, str, list[tuple[str, bool, Figure]]]  # title, unit, and bars: label, whether it is ours, figure

PANELS: list[Panel] = [
    (
        f"Batches of {LAST:,} games, with legal actions and observation",
        "steps a second",
        [
            ("Obelus", True, our_step("Obelus", LAST, True)),
            ("Tortus", True, our_step("Tortus", LAST, True)),
            ("Ortus Master", True, our_step("Ortus Master", LAST, True)),
            ("Olith, 2 players", True, our_step("Olith, 2 players", LAST, True)),
            ("pgx connect_four", False, pgx("step", game="connect_four", n=LAST)),
            ("pgx hex", False, pgx("step", game="hex", n=LAST)),
            ("pgx chess", False, pgx("step", game="chess", n=LAST)),
            ("OpenSpiel breakthrough, no observation", False, spiel("from_python", game="breakthrough")),
        ],
    ),
    (
        "Search with random games",
        "simulations a second",
        [
            ("Obelus, uct", True, our_search("Obelus", "uct", False)),
            ("OpenSpiel's MCTS on our Obelus", False, adapted("Obelus")),
            ("OpenSpiel's MCTS, connect_four", False, spiel("simulations", game="connect_four")),
            ("Ortus Master, uct", True, our_search("Ortus Master", "uct", False)),
            ("OpenSpiel's MCTS, chess", False, spiel("simulations", game="chess")),
        ],
    ),
    (
        "Counting positions (perft)",
        "positions a second",
        [("Obelus", True, ours("perft", game="obelus")), ("python-chess", False, chess("perft"))],
    ),
    (
        "PettingZoo environments, one game",
        "steps a second",
        [
            ("Obelus", True, our_pettingzoo("ours", game="obelus")),
            ("connect_four_v3", False, pettingzoo("classic", name="connect_four_v3")),
            ("chess_v6", False, pettingzoo("classic", name="chess_v6")),
        ],
    ),
    (
        "Whole random games, 4 players",
        "games a second",
        [
            ("Olith", True, ours("games", game="olith", players=4)),
            ("catanatron", False, catanatron("games", players=4)),
        ],
    ),
]


def chart(medians: dict[str, float]) -> str:
    """Every panel of which something was measured."""
    drawn, y = [], 52.0
    for title, unit, bars in PANELS:
        known = [(label, is_ours, medians[figure.key]) for label, is_ours, figure in bars if figure.key in medians]
        if known:
            lines, height = panel(title, unit, known, y)
            drawn += lines
            y += height + GAP
    title = "Ludarium beside its peers"
    head = [_text(title, 20, 30, 18, "start"), *key()]
    ground = svg.element("rect", width=WIDTH, height=round(y), fill=PAPER)
    return svg.element(
        "svg",
        svg.element("title", title),
        ground,
        *head,
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {round(y)}",
        role="img",
        font_family="system-ui, sans-serif",
    )


def panel(title: str, unit: str, bars: list[tuple[str, bool, float]], top: float) -> tuple[list[str], float]:
    """One kind of work; how high it is."""
    low = math.floor(math.log10(min(value for _, _, value in bars))) - 0.3
    high = math.ceil(math.log10(max(value for _, _, value in bars)))
    whole, floor = WIDTH - LEFT - RIGHT, top + HEAD + ROW * len(bars)

    def place(power: float) -> float:
        return LEFT + whole * (power - low) / (high - low)

    drawn = [_text(title, 20, top + 14, 14, "start"), _text(unit, WIDTH - 20, top + 14, 12, "end", FAINT)]
    for power in range(math.ceil(low), high + 1):
        drawn.append(svg.element("path", d=f"M{place(power):.1f} {top + HEAD - 6}V{floor}", stroke=GRID, fill="none"))
        drawn.append(_text(short(10.0**power), place(power), top + HEAD - 9, 10, fill=FAINT))
    for at, (label, is_ours, value) in enumerate(bars):
        y = top + HEAD + at * ROW
        wide = place(math.log10(value)) - LEFT
        said = svg.element("title", f"{label}: {value:,.0f} {unit}")
        fill = OURS if is_ours else THEIRS
        drawn.append(svg.element("rect", said, x=LEFT, y=y + 3, width=wide, height=ROW - 6.0, fill=fill))
        drawn.append(_text(label, LEFT - 10, y + 15, 12, "end", weight="bold" if is_ours else None))
        drawn.append(_text(short(value), LEFT + wide + 6, y + 15, 12, "start"))
    return drawn, HEAD + ROW * len(bars)


def short(value: float) -> str:
    """1.2 M, 35 k, 870."""
    for size, sign in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:.3g}{sign}"
    return f"{value:.3g}"


def key() -> list[str]:
    drawn = []
    for x, fill, label in ((WIDTH - 250, OURS, "Ludarium"), (WIDTH - 150, THEIRS, "others")):
        drawn += [svg.element("rect", x=x, y=19, width=12, height=12, fill=fill), _text(label, x + 18, 30, 12, "start")]
    return drawn


def _text(content: str, x: float, y: float, size: int, anchor: str = "middle", fill: str = INK, weight: str | None = None) -> str:
    return svg.text(content, x=float(x), y=float(y), font_size=size, text_anchor=anchor, fill=fill, font_weight=weight)
