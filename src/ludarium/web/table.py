"""Table: a game with its seats, and everything that somebody may do there. Each command answers with lines for the log."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ludarium.bots.names import NAMES, USUAL
from ludarium.contract import CHANCE
from ludarium.errors import BadNotation, IllegalAction, LudariumError, listed
from ludarium.game import Game
from ludarium.many import turn_at
from ludarium.match import Match
from ludarium.web.course import BOT, FREE, GUEST, UNASKED, Course
from ludarium.web.store import Entry, SeatRow, TableRow

MOST_NAME = 30


class TableError(LudariumError):
    """A wish that cannot be granted; `code` is looked up in the words of the web."""

    def __init__(self, code: str, status: int = 409, rule: str | None = None, message: str = "") -> None:
        super().__init__(message or code)
        self.code, self.status, self.rule = code, status, rule


@dataclass(frozen=True)
class SeatWish:
    """Who shall sit at a seat of a new table: me, local, link or bot."""

    kind: str
    bot: str | None = None
    name: str | None = None


class Table:
    """A table in memory: its row, the course of its log, who is connected."""

    def __init__(self, row: TableRow, course: Course, now: float) -> None:
        self.row, self.course = row, course
        self.lock = asyncio.Lock()
        self.here: Counter[str] = Counter()  # sockets of each guest
        self.last_here: dict[str, float] = {}
        self.loaded = now
        self._drawn: dict[tuple[Any, ...], str] = {}
        self._drawn_at = -1
        self._told: dict[str, list[tuple[int, dict[str, Any]]]] = {}  # by language, with the action told of

    @property
    def match(self) -> Match:
        return self.course.match

    def told(self, language: str) -> list[dict[str, Any]]:
        """Every action of the present line of play in words; what was told before is kept."""
        lines = self._told.setdefault(language, [])
        history = self.match.history
        same = 0
        while same < min(len(lines), len(history)) and lines[same][0] == history[same]:
            same += 1
        del lines[same:]
        lines += [(history[ply - 1], self._tell(ply, language)) for ply in range(same + 1, len(history) + 1)]
        return [line for _, line in lines]

    def _tell(self, ply: int, language: str) -> dict[str, Any]:
        game_, before, action = self.match.game, self.match.before(ply), self.match.history[ply - 1]
        return {
            "ply": ply,
            "barrier": False,
            "seat": int(game_.kernel(turn_at)(before, 0)),
            "notation": game_.actions.notation(action),
            "words": game_.words.describe(before[0], action, language),
            "rules": list(game_.words.cites(before[0], action)),
        }

    def drawn(self, key: tuple[Any, ...], draw: Callable[[], str]) -> str:
        """The drawing for one way of looking at the table, made once after each change."""
        if self._drawn_at != self.row.ply:
            self._drawn.clear()
            self._drawn_at = self.row.ply
        if key not in self._drawn:
            self._drawn[key] = draw()
        return self._drawn[key]

    # Before and after a command

    def check(self, ply: int | None) -> None:
        """Whoever commands must know how the table stands."""
        if ply is not None and ply != self.row.ply:
            raise TableError("bad-ply")

    def draft(self, entries: list[Entry]) -> tuple[Course, TableRow]:
        """The course and the row as they will be once the entries are stored."""
        course = self._after(entries)
        return course, replace(self.row, status=course.status, ply=self.row.ply + len(entries), position=course.match.text())

    def _after(self, entries: list[Entry]) -> Course:
        course = self.course.copy()
        for entry in entries:
            course.follow(entry)
        return course

    def settle(self, course: Course, row: TableRow, entries: list[Entry]) -> None:
        """The entries have been stored."""
        self.course, self.row = course, row
        self.row.entries.extend(entries)

    # Commands

    def join(self, guest: str, token: str, name: str, now: float) -> list[Entry]:
        """Take the first free seat, by the table's link."""
        if not secrets.compare_digest(token.encode(), self.row.token.encode()) and not self.row.is_public:
            raise TableError("not-allowed", 403)
        free = [seat.seat for seat in self.course.seats if seat.kind == FREE]
        if not free or self.course.status == "over":
            raise TableError("no-seat-left")
        if self.course.seats_of(guest):
            raise TableError("not-allowed")
        entries = [Entry("join", free[0], now, note=f"{guest} {clean_name(name)}")]
        return entries + self._by_itself(entries, now)

    def rename(self, guest: str, name: str, now: float) -> list[Entry]:
        """Another display name at all the own seats."""
        return [Entry("name", seat, now, note=clean_name(name)) for seat in self._sitting(guest)]

    def play(self, guest: str, action: int | str, now: float) -> list[Entry]:
        """A guest's move."""
        return self._move(self._deciding(guest), action, now)

    def play_all(self, guest: str, actions: Sequence[int | str], now: float) -> list[Entry]:
        """Several moves of a guest in order, all or none. What stands behind a die or a draw is not played: nobody knew it."""
        seat, match = self._deciding(guest), self.match.copy()
        entries = []
        for action in actions:
            if match.turn == CHANCE:
                break
            if match.turn != seat:
                raise TableError("not-your-turn")
            entries.append(Entry("play", seat, now, played(match, action)))
        return entries + self._by_itself(entries, now)

    def play_bot(self, seat: int, action: int, now: float) -> list[Entry]:
        """A bot's move, by the same door."""
        return self._move(seat, action, now)

    def _move(self, seat: int, action: int | str, now: float) -> list[Entry]:
        entries = [Entry("play", seat, now, played(self.match.copy(), action))]
        return entries + self._by_itself(entries, now)

    def begin(self, now: float) -> list[Entry]:
        """The first lines of a new table."""
        entries = [Entry("open", CHANCE, now)]
        return entries + self._by_itself(entries, now)

    def _by_itself(self, entries: list[Entry], now: float) -> list[Entry]:
        """What follows: dice and draws from the operating system's generator, and passes of those who do not want to be asked."""
        course = self._after(entries)
        following: list[Entry] = []
        while course.status == "playing":
            turn = course.match.turn
            if turn == CHANCE:
                following.append(Entry("play", CHANCE, now, course.match.copy().draw().number))
            elif (action := unasked_answer(course)) is not None:
                following.append(Entry("play", turn, now, action, UNASKED))
            else:
                break
            course.follow(following[-1])
        return following

    def wait(self, guest: str, now: float, until: str = "") -> list[Entry]:
        """Not to be asked until a moment that the game names; nothing named means to be asked again."""
        mine = self._sitting(guest)
        self._must_not_be_over()
        game_ = self.match.game
        if not game_.has_part("asking") or until not in ("", *game_.part("asking").UNTIL):
            raise TableError("bad-request", 400)
        entries = [Entry("wait", seat, now, note=until or None) for seat in mine]
        return entries + self._by_itself(entries, now)

    def _deciding(self, guest: str) -> int:
        """The seat for which the guest decides now."""
        mine = self._sitting(guest)
        self._must_be_playing()
        if self.match.turn not in mine:
            raise TableError("not-your-turn")
        return self.match.turn

    def _sitting(self, guest: str) -> list[int]:
        mine = self.course.seats_of(guest)
        if not mine:
            raise TableError("not-your-seat", 403)
        return mine

    def _must_be_playing(self) -> None:
        status = self.course.status
        if status != "playing":
            raise TableError({"open": "not-started", "paused": "paused", "over": "table-over"}[status])

    def undo(self, guest: str, now: float) -> list[Entry]:
        """Back to the own last decision: at once, or as an offer if other people have decided since."""
        mine = self._sitting(guest)
        self._must_be_playing()
        steps, asks, why_not = self.course.undo_plan(mine)
        if why_not:
            raise TableError("undo-stops" if why_not == "chance" else "nothing-to-undo")
        seat = self._speaker(mine)
        return [Entry("offer", seat, now, note=f"undo {steps}")] if asks else [Entry("undo", seat, now, note=str(steps))]

    def _speaker(self, mine: list[int]) -> int:
        """The seat for which a guest with several speaks."""
        return self.match.turn if self.match.turn in mine else mine[0]

    def resign(self, guest: str, now: float) -> list[Entry]:
        mine = self._sitting(guest)
        self._must_not_be_over()
        return [Entry("resign", self._speaker(mine), now)]

    def _must_not_be_over(self) -> None:
        if self.course.status == "over":
            raise TableError("table-over")

    def draw(self, guest: str, now: float) -> list[Entry]:
        """Offer a draw; with everybody on one screen it is agreed."""
        seat = self._speaker(self._sitting(guest))
        self._must_be_playing()
        if any(other.kind == BOT for other in self.course.seats):
            raise TableError("not-allowed")
        return [Entry("offer" if self.course.others(seat) else "draw", seat, now, note="draw")]

    def pause(self, guest: str, now: float) -> list[Entry]:
        """Offer a pause; alone against bots it begins at once."""
        seat = self._speaker(self._sitting(guest))
        self._must_be_playing()
        return [Entry("offer" if self.course.others(seat) else "pause", seat, now, note="pause")]

    def resume(self, guest: str, now: float) -> list[Entry]:
        seat = self._speaker(self._sitting(guest))
        if self.course.status != "paused":
            raise TableError("not-allowed")
        return [Entry("resume", seat, now)]

    def accept(self, guest: str, now: float) -> list[Entry]:
        """Agree to an offer; with the last one's agreement it happens."""
        offer = self.course.offer
        answering = [seat for seat in self._sitting(guest) if offer and seat in self.course.others(offer.by)]
        if offer is None or not answering:
            raise TableError("no-offer")
        entries = [Entry("accept", seat, now) for seat in answering if seat not in offer.agreed]
        if set(self.course.others(offer.by)) <= offer.agreed | set(answering):
            note = str(offer.steps) if offer.what == "undo" else None
            entries.append(Entry(offer.what, offer.by, now, note=note))
        return entries

    def decline(self, guest: str, now: float) -> list[Entry]:
        """Refuse another's offer, or take back the own."""
        seat = self._speaker(self._sitting(guest))
        if self.course.offer is None:
            raise TableError("no-offer")
        return [Entry("decline", seat, now)]

    def claim(self, guest: str, now: float, gone_after: float) -> list[Entry]:
        """Win against somebody who is gone."""
        gone = self._gone(guest, now, gone_after)
        return [Entry("claim", self._speaker(self._sitting(guest)), now, note=str(gone))]

    def replace(self, guest: str, now: float, gone_after: float, substitute: str = USUAL) -> list[Entry]:
        """Let a bot take the seat of somebody who is gone."""
        gone = self._gone(guest, now, gone_after)
        return [Entry("replace", gone, now, note=substitute)]

    def _gone(self, guest: str, now: float, gone_after: float) -> int:
        self._sitting(guest)
        gone = self.gone_seat(guest, now, gone_after)
        if gone is None:
            raise TableError("not-allowed")
        return gone

    def gone_seat(self, guest: str, now: float, gone_after: float) -> int | None:
        """The seat that has had to decide for so long while its guest was away; with days for each move, only the clock tells."""
        turn, course = self.match.turn, self.course
        if course.status != "playing" or turn < 0 or course.seats[turn].kind != GUEST or course.clock.kind == "days":
            return None
        other = course.seats[turn].guest or ""
        seen = max(self.last_here.get(other, self.loaded), course.last.at if course.last else 0.0)
        return turn if other != guest and not self.here[other] and now - seen >= gone_after else None

    def timeout(self, now: float) -> list[Entry]:
        """Nothing, or the end of the game for the seat whose time has run out. [OR-81]"""
        deadline, runs = self.course.clock.deadline(), self.course.clock.runs
        if deadline is None or runs is None or now < deadline:
            return []
        return [Entry("timeout", runs, deadline)]


def unasked_answer(course: Course) -> int | None:
    """What is played for the seat that would be asked now but does not want to be."""
    if course.match.turn not in course.waits:
        return None
    answer: int | None = course.match.game.part("asking").answer(course.match.position, course.match.legal())
    return answer


def played(match: Match, action: int | str) -> int:
    """Play an action in a match and tell its number; one that cannot be played is refused with its rule."""
    try:
        number = match.number(action)
        match.play(number)
    except BadNotation as error:
        raise TableError("bad-request", 400, message=str(error)) from error
    except IllegalAction as error:
        raise TableError("illegal-action", 409, error.rule, str(error)) from error
    return number


def new_row(
    game: str | Game,
    settings: dict[str, Any],
    wishes: list[SeatWish],
    clock: dict[str, Any],
    creator: str,
    now: float,
    is_public: bool = False,
    position: str | None = None,
    name: str = "",
    is_study: bool = False,
) -> TableRow:
    """A table that nobody has stored yet; anything wrong with the wishes raises."""
    match = Match(game, position=position) if position else Match(game, **settings)
    if len(wishes) != match.seats:
        raise TableError("bad-request", 400, message=f"wanted {match.seats} seats, came {len(wishes)}")
    seats = [_seat(place, wish, creator, name) for place, wish in enumerate(wishes)]
    return TableRow(
        id=secrets.token_urlsafe(9),
        game=match.game.name,
        rules=match.game.version,
        settings=match.settings | {option: file.packed() for option, file in match.game.files.items()},
        start=position,
        clock=clock,
        is_public=is_public,
        is_study=is_study,
        creator=creator,
        token=secrets.token_urlsafe(12),
        created=now,
        status="open" if any(seat.kind == FREE for seat in seats) else "playing",
        ply=0,
        position=match.text(),
        seats=seats,
    )


def _seat(place: int, wish: SeatWish, creator: str, name: str) -> SeatRow:
    if wish.kind == "bot":
        return SeatRow(place, BOT, bot=_bot(wish.bot or USUAL))
    if wish.kind == "link":
        return SeatRow(place, FREE)
    return SeatRow(place, GUEST, creator, clean_name(wish.name or name))


def _bot(name: str) -> str:
    """Only those that have a name sit at a table: any other might think for hours."""
    if name not in NAMES:
        raise TableError("unknown-bot", 400, message=f"no bot {name!r} sits at tables; there is {listed(list(NAMES))}")
    return name


def clean_name(name: str) -> str:
    """A display name: printable, on one line, not too long."""
    cleaned = " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
    return cleaned[:MOST_NAME]
