"""The report: what the tables of a ring say, as a page with charts and playable games. Every figure is read from the tables."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ludarium.kernel import kernel
from ludarium.match import Match
from ludarium.solve.chaos import solve_chaos
from ludarium.solve.charts import Bar, bars, shares
from ludarium.solve.layers import count_alike, layers
from ludarium.solve.numbering import Bytes, Numbering, Numbers, numbering
from ludarium.solve.pack import Packed, read, unpack
from ludarium.solve.sweep import DRAWN, WON_NEXT
from ludarium.solve.tables import NoTables, Summary, Tables
from ludarium.solve.truth import DRAW, LOSS, WIN, Oracle, Truth, ranked
from ludarium.solve.verify import Verifier

GIB = 2**30


@kernel
def find_byte(numbers: Numbering, packed: Packed, byte: int) -> tuple[int, int, int, int]:
    """The first position with this byte: its classes to move and waiting, its row and column; negative if there is none."""
    classes = len(numbers.class_size)
    for moving in range(classes):
        for waiting in range(classes):
            if numbers.tile[waiting, moving] < 0:
                continue
            for row in range(numbers.class_size[moving]):
                number = numbers.tile_row[moving, waiting] + row
                palette = packed.row_palette[number]
                is_there = False
                for place in range(packed.palette_first[palette], packed.palette_first[palette + 1]):
                    is_there |= packed.colours[place] == byte
                if is_there:
                    for column in range(numbers.class_size[waiting]):
                        if read(packed, number, column) == byte:
                            return moving, waiting, row, column
    return -1, -1, -1, -1


@kernel
def count_groups(numbers: Numbering, table: Bytes, counts: Numbers) -> None:
    """How many positions are lost, drawn and won: counts[group to move, group that waits, which]."""
    classes = len(numbers.class_size)
    for waiting in range(classes):
        for moving in range(classes):
            tile = numbers.tile[waiting, moving]
            if tile < 0:
                continue
            found = counts[numbers.class_group[moving], numbers.class_group[waiting]]
            for place in range(tile, tile + numbers.class_size[waiting] * numbers.class_size[moving]):
                found[0 if table[place] < DRAWN else 1 if table[place] == DRAWN else 2] += 1


@dataclass(frozen=True)
class Line:
    """A game from some position with best play of both."""

    match: Match
    truth: Truth


class Report:
    """Reads everything that the page tells."""

    def __init__(self, tables: Tables) -> None:
        if not tables.are_complete:
            raise NoTables(f"a report needs all tables; {tables.folder} has {len(tables.made())} of {len(layers(tables.cards))}")
        self.tables, self.oracle = tables, Oracle(tables)
        self.numbers = numbering(tables.cards, tables.obelisks)
        self.summaries = [tables.summary(layer) for layer in layers(tables.cards)]
        self.start = Match("obelus", **self.options)

    @property
    def options(self) -> dict[str, Any]:
        return {"cards": self.tables.cards, "obelisks": self.tables.obelisks, "repetition": 0}

    def alike(self, summary: Summary) -> int:
        return count_alike(summary.cards, summary.layer)

    # Lines of play

    def best_line(self, start: Match) -> Line:
        """The quickest win against the longest resistance; among equal moves the first listed. A draw is not played out."""
        match, truth = start.copy(), self.oracle.truth(start)
        while match.turn >= 0 and truth.outcome != DRAW:
            match.play(ranked(self.oracle.moves(match))[0][0])
        return Line(match, truth)

    def longest_win(self) -> Line:
        """From a position whose win takes longest of all."""
        summary = max(self.summaries, key=lambda one: one.longest_win)
        byte = WON_NEXT - summary.longest_win // 2
        moving, waiting, row, column = find_byte(self.numbers, self.tables.packed(summary.layer), byte)
        place = self.numbers.tile[waiting, moving] + column * self.numbers.class_size[moving] + row
        position = Verifier(self.tables).position(summary.layer, int(place))
        return self.best_line(Match("obelus", position=position.text()))

    # The opening

    def first_moves(self) -> list[tuple[list[str], Truth]]:
        """Every first move, those that look alike together, the best first."""
        found: dict[tuple[str, Truth], list[str]] = {}
        for action, truth in ranked(self.oracle.moves(self.start)):
            notation = self.start.game.actions.notation(action)
            card, value = int(notation[1]), notation[3:]
            mirrored = min(card, self.tables.cards - card)
            found.setdefault((f"{mirrored}={value}", truth), []).append(notation)
        return [(names, truth) for (_, truth), names in found.items()]

    def room_for_error(self) -> Iterator[tuple[list[str], Truth, int, int, float, int]]:
        """For each winning first move: its truth, how many answers there are, and how many moves then keep the win."""
        for names, truth in self.first_moves():
            if truth.outcome != WIN:
                continue
            after = self.start.copy()
            after.play(names[0])
            keeping = []
            for answer in after.legal():
                at = after.copy()
                at.play(answer)
                keeping.append(sum(found.outcome == WIN for found in self.oracle.moves(at).values()))
            yield names, truth, len(keeping), min(keeping), sum(keeping) / len(keeping), max(keeping)

    def starts(self) -> list[tuple[Summary, Truth]]:
        """The truth of the game if it began with these rifts."""
        found = []
        for summary in self.summaries:
            states = self.start.states.copy()
            states["rift"] = summary.layer
            found.append((summary, Truth.of_byte(self.oracle.byte(states))))
        return found

    # Counts

    def groups(self, progress: Callable[[str], None]) -> Numbers:
        """Lost, drawn and won positions of all sets of rifts by groups: [to move, waiting, which]."""
        size = len(self.numbers.group_summoned)
        total = np.zeros((size, size, 3), np.int64)
        table = np.empty(self.numbers.positions + 1, np.uint8)
        for summary in self.summaries:
            counts = np.zeros_like(total)
            unpack(self.numbers, self.tables.packed(summary.layer), table)
            count_groups(self.numbers, table, counts)
            total += self.alike(summary) * counts
            progress(f"counted rifts {summary.name}")
        return total

    def by_plies(self) -> dict[int, int]:
        """How many positions of all sets of rifts end in so many plies."""
        found: dict[int, int] = {}
        for summary in self.summaries:
            for byte, count in enumerate(summary.counts):
                plies = Truth.of_byte(byte).plies if count else None
                if plies is not None:
                    found[plies] = found.get(plies, 0) + self.alike(summary) * count
        return dict(sorted(found.items()))


def write_report(tables: Tables, file: Path, progress: Callable[[str], None]) -> list[Path]:
    """Write the page, its charts and its games; which files these are."""
    report = Report(tables)
    pictures = file.parent / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    stem = file.stem
    drawn = {
        pictures / f"{stem}-plies.svg": plies_chart(report),
        pictures / f"{stem}-rifts.svg": rifts_chart(report),
    }
    line, longest = report.best_line(report.start), report.longest_win()
    games = {file.parent / f"{stem}-best.game": line, file.parent / f"{stem}-longest.game": longest}
    for path, text in drawn.items():
        path.write_text(text, encoding="utf-8")
    for path, played in games.items():
        path.write_text(played.match.record(), encoding="utf-8")
    file.write_text(page(report, line, longest, stem, file.parent, progress), encoding="utf-8")
    return [file, *drawn, *games]


# Charts


def plies_chart(report: Report) -> str:
    counts = report.by_plies()
    top = math.log10(2 * max(counts.values()))
    found = [
        Bar(str(plies), math.log10(2 * count) / top, "win" if plies % 2 else "loss", f"{count:,} end in {plies} plies")
        for plies, count in counts.items()
    ]
    lines = [(f"{10**power:,}", math.log10(2 * 10**power) / top) for power in range(0, int(top) + 1, 2)]
    below = "plies with best play: odd, the side to move wins; even, it loses"
    return bars("Positions by plies to the end (each line a hundred times more)", below, found, lines)


def rifts_chart(report: Report) -> str:
    rows = []
    for rifts in range(1, report.tables.cards + 1):
        same = [one for one in report.summaries if one.layer.bit_count() == rifts]
        won, drawn, lost = (sum(report.alike(one) * getattr(one, kind) for one in same) for kind in ("won", "drawn", "lost"))
        rows.append((str(rifts), won / (won + drawn + lost), drawn / (won + drawn + lost)))
    return shares("Share of positions won, drawn and lost for the side to move", "cards with a rift", rows)


# The page


def page(report: Report, line: Line, longest: Line, stem: str, folder: Path, progress: Callable[[str], None]) -> str:
    tables = report.tables
    is_whole = (tables.cards, tables.obelisks) == (8, 4)
    size = "" if is_whole else f" on {tables.cards} cards with {tables.obelisks} obelisks"
    settings = "" if is_whole else f" --set cards={tables.cards} --set obelisks={tables.obelisks}"
    parts = [
        f"# Obelus solved{size}",
        HEAD.format(settings=settings),
        answer(report, line),
        opening(report),
        best_play(line, stem),
        computed(report),
        counted(report, stem),
        by_groups(report, report.groups(progress)),
        rift_starts(report),
        longest_play(longest, stem),
        lessons(report),
        perfect(folder / "obelus-perfect.json") if is_whole else "",
        chaos() if is_whole else "",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


HEAD = """Made by `ludarium solve obelus{settings} --report`, which reads every figure from the tables. Pure, by the bare
rulebook: no draw by repetition, and whoever has no move has lost (`OB-21`). A ply is one move of one side."""


def answer(report: Report, line: Line) -> str:
    truth = line.truth
    who = {
        WIN: "The player who moves first wins",
        LOSS: "The player who moves second wins",
        DRAW: "Neither can force an end: a draw",
    }[truth.outcome]
    told = f"{who}, in {truth.plies} plies." if truth.plies is not None else f"{who}."
    good = [name for names, found in report.first_moves() if found.outcome == truth.outcome for name in names]
    return f"**{told}** {len(good)} of {len(report.start.legal())} first moves keep that: {_names(good)}."


def opening(report: Report) -> str:
    rows = [(_names(names), truth.words("en")) for names, truth in report.first_moves()]
    table = _table(("first move", "for the first player"), rows)
    return f"## First moves\n\nThe rift lies on card 0; moves that mirror each other stand together.\n\n{table}"


def best_play(line: Line, stem: str) -> str:
    if line.truth.outcome == DRAW:
        return "## Best play\n\nThe game is a draw from the start: there is no line to the end."
    return (
        "## Best play\n\nThe quickest win against the longest resistance; of equal moves, the first that is listed"
        f" ([as a game]({stem}-best.game), for `ludarium replay`).\n\n{_moves(line.match)}"
    )


def computed(report: Report) -> str:
    positions = sum(one.positions for one in report.summaries)
    size = report.tables.size()
    return COMPUTED.format(
        sets=sum(map(report.alike, report.summaries)),
        layers=len(report.summaries),
        each=report.numbers.positions,
        positions=positions,
        minutes=sum(one.seconds for one in report.summaries) / 60,
        memory=max(one.memory for one in report.summaries) / GIB,
        size=size / 1e9,
        bits=8 * size / positions,
    )


COMPUTED = """## How it was computed

Rifts only ever grow, so the game falls into layers by its set of rifts: {sets} sets, {layers} up to turning and mirroring the
ring, each with {each:,} positions for the side to move, {positions:,} in all. Within a layer nothing
banished comes back and the centre only empties, so positions fall into groups that are solved one after the other. Only
plain shifts go round in circles: within two groups they are repeated, from "all drawn", until no value changes.

A position is a byte that holds result and distance, ordered so that the best move is the one with the smallest byte. Tables
lie so that this is the minimum of whole rows, 32 bytes at a time (`solve/sweep.py` tells it in full).

| | |
| --- | ---: |
| time to solve and pack, as measured layer by layer | {minutes:.1f} minutes |
| memory at most | {memory:.1f} GiB |
| tables on disk | {size:.2f} GB, {bits:.2f} bits a position |

On disk a row (one placement to move against a class of placements) has a palette of the few bytes that occur in it, and a few
bits for each position; equal rows are kept once. A byte is read from the memory map without unpacking.

`ludarium verify obelus` draws positions at random and works each out again from those after it, by plain rules of its own. Small
rings are compared with brute force, position by position, in the test suite."""


def counted(report: Report, stem: str) -> str:
    rows = [
        (_ring(one), str(report.alike(one)), *_counts(one.won, one.lost, one.drawn), str(one.longest_win))
        for one in report.summaries
    ]
    won, lost, drawn = (
        sum(report.alike(one) * getattr(one, kind) for one in report.summaries) for kind in ("won", "lost", "drawn")
    )
    longest = max(one.longest_win for one in report.summaries)
    rows.append(("all sets", str(sum(map(report.alike, report.summaries))), *_counts(won, lost, drawn), str(longest)))
    head = ("rifts", "sets alike", "won", "lost", "drawn", "drawn share", "longest win, plies")
    total = won + lost + drawn
    return (
        "## Counts\n\nFor the side to move; a rift is `*`, card 0 first."
        f" **{won / total:.1%} of all positions are won, {lost / total:.1%} lost, {drawn / total:.4%} drawn**:"
        f" a draw is the truth in one of {total / max(1, drawn):,.0f}.\n\n{_table(head, rows)}\n\n"
        f"![Positions by plies to the end](pictures/{stem}-plies.svg)\n\n"
        f"![Shares by number of rifts](pictures/{stem}-rifts.svg)"
    )


def _counts(won: int, lost: int, drawn: int) -> tuple[str, str, str, str]:
    return f"{won:,}", f"{lost:,}", f"{drawn:,}", f"{drawn / (won + lost + drawn):.4%}"


def _ring(summary: Summary) -> str:
    return "`" + "".join("*" if summary.layer >> card & 1 else "." for card in range(summary.cards)) + "`"


def by_groups(report: Report, counts: Numbers) -> str:
    """Shares of wins by what stands on the ring and lies beside it."""
    most = range(report.tables.obelisks + 1)

    def share(of: Numbers, mover: int, other: int) -> str:
        chosen = counts[of == mover][:, of == other].sum(axis=(0, 1))
        return f"{chosen[2] / chosen.sum():.1%}" if chosen.sum() else ""

    def square(of: Numbers, what: str) -> str:
        head = (f"own {what} \\ theirs", *map(str, most))
        return _table(head, [(str(mover), *(share(of, mover, other) for other in most)) for mover in most])

    return (
        "## What decides\n\nShare of positions that the side to move wins, by how many obelisks both have summoned, and by how"
        f" many lie banished; over all sets of rifts.\n\n{square(report.numbers.group_summoned, 'summoned')}\n\n"
        f"{square(report.numbers.group_banished, 'banished')}"
    )


def rift_starts(report: Report) -> str:
    starts = report.starts()
    outcomes = [truth.outcome for _, truth in starts]
    told = ", ".join(f"{outcomes.count(kind)} a {kind}" for kind in (WIN, LOSS, DRAW) if kind in outcomes)
    table = _table(("rifts at the start", "for the first player"), [(_ring(one), truth.words("en")) for one, truth in starts])
    return (
        "## How rifts change the verdict\n\nIf the game began with other rifts, all obelisks in the centre:"
        f" of {len(starts)} sets that look different, {told} for the first player.\n\n{table}"
    )


def longest_play(line: Line, stem: str) -> str:
    return (
        "## The longest forced win\n\nOf all positions that can stand, one of those whose win takes longest:"
        f" {line.truth.plies} plies ([as a game]({stem}-longest.game)).\n\n`{line.match.at(0).text()}`\n\n{_moves(line.match)}"
    )


def lessons(report: Report) -> str:
    """How forgiving the opening is."""
    if report.oracle.truth(report.start).outcome != WIN:
        return ""
    lost = [(truth.plies or 0, name) for names, truth in report.first_moves() if truth.outcome == LOSS for name in names]
    shortest = min(plies for plies, _ in lost)
    quickest = _names([name for plies, name in lost if plies == shortest])
    losing = {value: sum(name.endswith(f"={value}") for _, name in lost) for value in range(1, 5)}
    told = ", ".join(f"{count} of {report.tables.cards - 1} with a {value}" for value, count in losing.items())
    rows = [
        (_names(names), found.words("en"), str(answers), f"{least} - {most}", f"{mean:.1f}")
        for names, found, answers, least, mean, most in report.room_for_error()
    ]
    head = ("first move", "truth", "answers", "moves that then keep the win", "mean")
    return (
        "## What a person can learn\n\n"
        f"- {len(lost)} of {len(report.start.legal())} first moves lose against best play: {told}.\n"
        f"- The quickest way to lose: {quickest}, in {shortest} plies.\n"
        f"- After a winning first move the next one must be found too:\n\n{_table(head, rows)}"
    )


def perfect(file: Path) -> str:
    """What `bench/perfect.py` found, if it has been run."""
    if not file.exists():
        return ""
    found = json.loads(file.read_text(encoding="utf-8"))
    return (
        f"## Perfect at the table\n\nFrom random won positions, `perfect` against `{found['against']}`:"
        f" {found['won']:,} of {found['games']:,} games won, {found['late']} later than the tables say; {found['mean_plies']}"
        f" plies on average, the longest win {found['longest_win']} (`bench/perfect.py`, seed {found['seed']})."
    )


def chaos() -> str:
    """The chance of the first player on the rings that are small enough."""
    rows = []
    for cards, obelisks in CHAOS_RINGS:
        solution = solve_chaos(cards, obelisks)
        least, most = solution.first_player()
        rows.append((str(cards), str(obelisks), f"{least:.4f}", f"{most:.4f}", f"{solution.open_share():.4%}"))
    head = ("cards", "obelisks", "at least", "at most", "positions where they differ")
    return CHAOS.format(table=_table(head, rows))


CHAOS_RINGS = ((4, 1), (5, 1), (6, 1), (4, 2), (5, 2), (6, 2))
CHAOS = """## Chaos, on small rings

The chance of winning with best play before the dice are rolled, for the player who moves first
(`ludarium solve obelus --set mode=chaos --set cards=6 --set obelisks=2`). It can make sure of "at least", and the other side of
one less "at most"; they differ where somebody would rather let the game go on for ever. Both are exact but for rounding: dice are
rolled only where rifts or the centre grow, never within a circle of moves (`solve/chaos.py`).

{table}"""


def _names(moves: Sequence[str]) -> str:
    return ", ".join(f"`{move}`" for move in moves)


def _moves(match: Match) -> str:
    notations = [match.game.actions.notation(action) for action in match.history]
    pairs = [" ".join(notations[place : place + 2]) for place in range(0, len(notations), 2)]
    return "\n".join(f"{number}. `{pair}`" for number, pair in enumerate(pairs, 1))


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    right = [all(row[place][:1].isdigit() or not row[place] for row in rows) for place in range(len(head))]
    lines = [" | ".join(head), " | ".join("---:" if is_number else "---" for is_number in right)]
    return "\n".join(f"| {line} |" for line in [*lines, *(" | ".join(row) for row in rows)])
