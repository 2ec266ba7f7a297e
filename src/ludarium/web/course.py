"""The course of a table: all that its log says, line by line. No input or output, and no clock but the log's own times."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from ludarium.contract import CHANCE, OVER
from ludarium.errors import LudariumError
from ludarium.match import Match
from ludarium.web.store import Entry, SeatRow, TableRow

FREE, GUEST, BOT = "free", "guest", "bot"
DAY = 86_400.0
UNASKED = "unasked"  # the note of a pass that was played because its seat does not want to be asked
# Lines that mean the same under any rules.
WITHOUT_RULES = ("join", "name", "replace", "pause", "resume", "draw", "resign", "timeout", "claim", "wait")


@dataclass
class Clock:
    """Time for whoever must decide: a total with an increment, or days for each decision. [OR-81]"""

    kind: str  # none, total, days
    left: list[float]
    increment: float = 0.0
    whole: float = 0.0  # what a player has at first, or for each decision
    runs: int | None = None  # the seat whose time runs
    since: float = 0.0

    @staticmethod
    def new(settings: dict[str, Any], seats: int) -> Clock:
        kind = settings.get("kind", "none")
        whole = settings.get("minutes", 0) * 60.0 if kind == "total" else settings.get("days", 0) * DAY
        return Clock(kind, [whole] * seats, float(settings.get("increment", 0)), whole)

    def spend(self, now: float) -> None:
        """Count the time until now against the seat whose time runs."""
        if self.runs is not None:
            self.left[self.runs] -= max(0.0, now - self.since)
        self.since = now

    def pass_to(self, seat: int | None, has_played: bool) -> None:
        """Another seat decides, or nobody."""
        if self.kind == "none" or seat == self.runs:
            return
        if self.runs is not None and has_played and self.kind == "total":
            self.left[self.runs] += self.increment
        if seat is not None and self.kind == "days":
            self.left[seat] = self.whole
        self.runs = seat

    def deadline(self) -> float | None:
        """When the seat whose time runs has none left."""
        return None if self.runs is None else self.since + self.left[self.runs]

    def shown(self, seat: int, now: float) -> float | None:
        """Seconds left."""
        if self.kind == "none":
            return None
        spent = now - self.since if seat == self.runs else 0.0
        return max(0.0, self.left[seat] - spent)


@dataclass
class Offer:
    """Something that others must agree to: `draw`, `pause`, or `undo` of so many steps."""

    what: str
    by: int
    steps: int = 0
    agreed: set[int] = field(default_factory=set)


@dataclass
class Course:
    """Where a table stands after its log."""

    match: Match
    seats: list[SeatRow]
    clock: Clock
    offer: Offer | None = None
    is_paused: bool = False
    returns: tuple[float, ...] | None = None  # if it ended otherwise than by the rules
    ending: Entry | None = None
    furthest: int = 0  # how far the match ever went: no increment is earned twice
    last: Entry | None = None
    plans: dict[tuple[int, ...], tuple[int, bool, str]] = field(default_factory=dict)  # kept until something happens
    waits: dict[int, str] = field(default_factory=dict)  # seats that do not want to be asked, and until when
    unasked: frozenset[int] = frozenset()  # the plies, from 1, that were passed because of that

    @staticmethod
    def of(row: TableRow) -> Course:
        """Follow a stored log from its start, or from where the game was carried over to newer rules."""
        match = Match(row.game, position=row.start) if row.start else Match(row.game, **row.settings)
        course = Course(match, [replace(seat) for seat in row.seats], Clock.new(row.clock, match.seats))
        for entry in row.entries[: row.carried]:
            if entry.kind in WITHOUT_RULES:
                getattr(course, f"_{entry.kind}")(entry)
        for entry in row.entries[row.carried :]:
            course.follow(entry)
        return course

    def copy(self) -> Course:
        seats, clock = [replace(seat) for seat in self.seats], replace(self.clock, left=list(self.clock.left))
        offer = replace(self.offer, agreed=set(self.offer.agreed)) if self.offer else None
        return replace(self, match=self.match.copy(), seats=seats, clock=clock, offer=offer, waits=dict(self.waits))

    # Reading the log

    def follow(self, entry: Entry) -> None:
        """One more line of the log."""
        self.plans = {}
        self.clock.spend(entry.at)
        if entry.kind not in ("outage", "wait"):
            self.last = entry
        getattr(self, f"_{entry.kind}")(entry)
        self.clock.pass_to(self._decider(), self.match.ply > self.furthest)
        self.furthest = max(self.furthest, self.match.ply)

    def _decider(self) -> int | None:
        """The seat whose time runs: nobody's before all sit, in a pause, at the end; never a bot's."""
        if self.status != "playing" or self.match.turn < 0 or self.seats[self.match.turn].kind == BOT:
            return None
        return self.match.turn

    def _open(self, _: Entry) -> None:
        """The table was made."""

    def _play(self, entry: Entry) -> None:
        assert entry.action is not None
        self.match.play(entry.action)
        if entry.note == UNASKED:
            self.unasked |= {self.match.ply}
        elif entry.seat != CHANCE:
            self.offer = None
        for seat, until in list(self.waits.items()):
            if self.match.game.part("asking").has_come(self.match.position, seat, until):
                del self.waits[seat]

    def _wait(self, entry: Entry) -> None:
        """The note tells until when the seat does not want to be asked; none means ask."""
        self.waits.pop(entry.seat, None)
        if entry.note:
            self.waits[entry.seat] = entry.note

    def _undo(self, entry: Entry) -> None:
        for _ in range(int(entry.note or 1)):
            self.match.undo()
        self.unasked = frozenset(ply for ply in self.unasked if ply <= self.match.ply)
        self.offer = None

    def _offer(self, entry: Entry) -> None:
        what, _, steps = (entry.note or "").partition(" ")
        self.offer = Offer(what, entry.seat, int(steps or 0))

    def _accept(self, entry: Entry) -> None:
        if self.offer:
            self.offer.agreed.add(entry.seat)

    def _decline(self, _: Entry) -> None:
        self.offer = None

    def _pause(self, _: Entry) -> None:
        self.is_paused, self.offer = True, None

    def _resume(self, _: Entry) -> None:
        self.is_paused = False

    def _draw(self, entry: Entry) -> None:
        self._end(entry, None)

    def _resign(self, entry: Entry) -> None:
        self._end(entry, entry.seat)

    def _timeout(self, entry: Entry) -> None:
        self._end(entry, entry.seat)

    def _claim(self, entry: Entry) -> None:
        """The note tells whose absence it is."""
        self._end(entry, int(entry.note or 0))

    def _end(self, entry: Entry, loser: int | None) -> None:
        """Over by agreement or by giving up: the loser loses to all others."""
        seats = range(self.match.seats)
        self.returns = tuple(0.0 if loser is None else -1.0 if seat == loser else 1.0 for seat in seats)
        self.offer, self.ending, self.is_paused = None, entry, False

    def _join(self, entry: Entry) -> None:
        """The note has the guest and the name."""
        guest, _, name = (entry.note or "").partition(" ")
        self.seats[entry.seat] = SeatRow(entry.seat, GUEST, guest, name)

    def _name(self, entry: Entry) -> None:
        self.seats[entry.seat].name = entry.note

    def _replace(self, entry: Entry) -> None:
        self.seats[entry.seat] = SeatRow(entry.seat, BOT, None, None, entry.note)
        self.waits.pop(entry.seat, None)

    def _outage(self, entry: Entry) -> None:
        """Nobody's time runs while the server is away."""
        if self.clock.runs is not None:
            self.clock.left[self.clock.runs] += float(entry.note or 0)

    # Questions

    @property
    def status(self) -> str:
        if self.returns is not None or self.match.turn == OVER:
            return "over"
        if any(seat.kind == FREE for seat in self.seats):
            return "open"
        return "paused" if self.is_paused else "playing"

    def result(self) -> tuple[float, ...] | None:
        if self.returns is not None:
            return self.returns
        return self.match.returns() if self.match.turn == OVER else None

    def seats_of(self, guest: str) -> list[int]:
        return [seat.seat for seat in self.seats if seat.kind == GUEST and seat.guest == guest]

    def people(self) -> list[int]:
        """The seats that guests hold."""
        return [seat.seat for seat in self.seats if seat.kind == GUEST]

    def others(self, seat: int) -> list[int]:
        """The seats of other people than the one who sits here."""
        guest = self.seats[seat].guest
        return [other for other in self.people() if self.seats[other].guest != guest]

    def undo_plan(self, mine: list[int]) -> tuple[int, bool, str]:
        """Steps back to the last decision of one of these seats, whether others must agree, and why not if it cannot be.

        Undo never crosses a die, a draw or a reveal; bots always agree.
        """
        key = (self.match.ply, *mine)
        if key not in self.plans:
            self.plans[key] = self._undo_plan(mine)
        return self.plans[key]

    def undo_barrier(self, mine: list[int]) -> int:
        """The ply, from 1, that these seats cannot take back alone: chance, a reveal, another's decision; 0 if none."""
        before = self.match.copy()
        while before.ply:
            if before.is_barrier():
                return before.ply
            before.undo()
            if before.turn not in mine and self._has_decided(before.turn, before.ply + 1):
                return before.ply + 1
        return 0

    def _undo_plan(self, mine: list[int]) -> tuple[int, bool, str]:
        before, asks = self.match.copy(), False
        for steps in range(1, self.match.ply + 1):
            if before.is_barrier():
                return 0, False, "chance"
            before.undo()
            if before.turn in mine and before.ply + 1 not in self.unasked:
                return steps, asks, ""
            asks = asks or self._has_decided(before.turn, before.ply + 1)
        return 0, False, "start"

    def _has_decided(self, seat: int, ply: int) -> bool:
        """Whether a person made that decision."""
        return self.seats[seat].kind == GUEST and ply not in self.unasked


def course_or_carried(row: TableRow, version: int) -> tuple[Course, bool]:
    """The course of a table; if newer rules tell its log otherwise, it goes on from its stored position.

    A game keeps its course as long as the rules replay it to the position that was stored.
    """
    try:
        course = Course.of(row)
        if course.match.text() == row.position:
            return course, False
    except LudariumError:
        if row.rules == version:
            raise
    row.start, row.carried, row.rules = row.position, len(row.entries), version
    return Course.of(row), True
