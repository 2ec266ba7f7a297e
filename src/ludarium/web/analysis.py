"""Analysis of a game that is over: the chance to win at every decision, and the moves that turned it.

Every decision is thought about for a moment; those that seem to have cost most are looked at longer, the move that was made
and the better one alike. What is found is kept as numbers, so that it can be told in any language; it is computed once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple

from ludarium.bots import Thought, bot
from ludarium.contract import OVER
from ludarium.match import Match
from ludarium.web import advice
from ludarium.web.advice import chance_of
from ludarium.web.answers import steps
from ludarium.web.store import Store
from ludarium.web.table import Table
from ludarium.web.thinking import Thinking, Urgency

LOG = logging.getLogger("ludarium.web")
WHOLE = 45.0  # seconds for all decisions of a game together,
LEAST, MOST = 0.02, 0.15  # and for each
CLOSER = 0.4  # seconds for each look at what may have turned the game
SUSPECTS = 6  # moves that are looked at longer
TURNS = 3  # that are told
SLIGHT = 0.03  # of the chance to win: what costs less turned nothing


@dataclass(frozen=True)
class Point:
    """The chance of each seat to win before the action after so many."""

    ply: int
    chances: tuple[float, ...]


@dataclass(frozen=True)
class Turn:
    """A move that cost much: what was played and what was better, each with the chance to win and what would follow."""

    ply: int  # actions before it
    seat: int
    played: float
    better: float
    reply: tuple[int, ...]  # what was expected after the move that was played
    line: tuple[int, ...]  # what is expected with the better one first

    @property
    def cost(self) -> float:
        return self.better - self.played


@dataclass(frozen=True)
class Analysis:
    """What is known of a game so far."""

    rules: int
    plies: int
    done: int = 0
    of: int = 1
    points: tuple[Point, ...] = ()
    turns: tuple[Turn, ...] = ()
    is_whole: bool = False

    @staticmethod
    def read(stored: dict[str, Any]) -> Analysis:
        points = tuple(Point(point["ply"], tuple(point["chances"])) for point in stored["points"])
        turns = tuple(Turn(**turn | {"reply": tuple(turn["reply"]), "line": tuple(turn["line"])}) for turn in stored["turns"])
        return Analysis(**stored | {"points": points, "turns": turns})

    def is_of(self, match: Match) -> bool:
        """Whether it tells of this very game under these very rules."""
        return (self.rules, self.plies) == (match.game.version, match.ply)


# How it is found


async def analyse(thinking: Thinking, match: Match, result: tuple[float, ...]) -> AsyncIterator[Analysis]:
    """What is known after each step; the last one is whole."""
    plies = await thinking.run(decisions, match, urgency=Urgency.LATER)
    found = Analysis(match.game.version, match.ply, of=len(plies) + SUSPECTS)
    player = bot(f"mcts:{round(1000 * min(MOST, max(LEAST, WHOLE / max(1, len(plies)))))}ms", match.game.name)
    costs: dict[int, Cost] = {}
    chances = tuple(1 / match.seats for _ in range(match.seats))
    for ply in plies:
        at = match.at(ply)
        thought = await thinking.think(player, at, Urgency.LATER)
        chances = with_chance(chances, at.turn, chance_of(thought.expectation, match.seats))
        if ply < match.ply:
            costs[ply] = Cost(at.turn, rough_cost(thought, match.history[ply]))
        found = replace(found, done=found.done + 1, points=(*found.points, Point(ply, chances)))
        yield found
    end = shared(tuple((1 + value) / 2 for value in result))
    found = replace(found, points=(*found.points, Point(match.ply, end)))
    turns: list[Turn] = []
    for ply in suspects(costs):
        turns += [turn for turn in [await look_closer(thinking, match, ply)] if turn.cost > SLIGHT]
        found = replace(found, done=found.done + 1)
        yield found
    worst = sorted(turns, key=lambda turn: turn.cost, reverse=True)[:TURNS]
    yield replace(found, done=found.of, turns=tuple(sorted(worst, key=lambda turn: turn.ply)), is_whole=True)


def decisions(match: Match) -> list[int]:
    """After how many actions somebody had a choice; where the game was given up, too."""
    found = []
    for ply in range(match.ply + 1):
        at = match.at(ply)
        if at.turn >= 0 and (len(at.legal()) > 1 or ply == match.ply):
            found.append(ply)
    return found


def with_chance(chances: tuple[float, ...], seat: int, chance: float) -> tuple[float, ...]:
    """One seat's chance is known anew; the others share the rest as before."""
    rest = 1 - chances[seat]
    share = [other / rest if rest > 0 else 1 / (len(chances) - 1) for other in chances]
    return tuple(chance if other == seat else (1 - chance) * share[other] for other in range(len(chances)))


def shared(chances: tuple[float, ...]) -> tuple[float, ...]:
    """Of several winners each has a part."""
    return tuple(chance / sum(chances) for chance in chances)


class Cost(NamedTuple):
    """Who decided, and what the decision seems to have cost."""

    seat: int
    cost: float


def suspects(costs: dict[int, Cost]) -> list[int]:
    """The decisions that seem to have cost most, one for each turn of a player."""
    worst: dict[int, int] = {}  # by the first decision of a run of the same player's
    run, before = -1, -1
    for ply, (seat, cost) in costs.items():
        run = run if seat == before else ply
        before = seat
        if cost > costs[worst.setdefault(run, ply)].cost:
            worst[run] = ply
    found = sorted((ply for ply in worst.values() if costs[ply].cost > 0), key=lambda ply: costs[ply].cost, reverse=True)
    return found[:SUSPECTS]


def rough_cost(thought: Thought, played: int) -> float:
    """As the thought weighed the move; one that it did not try it has at least guessed."""
    if played == thought.action:
        return 0.0
    weighed = next((move for move in thought.moves if move.action == played), None)
    return thought.expectation - weighed.expectation if weighed else 0.0


async def look_closer(thinking: Thinking, match: Match, ply: int) -> Turn:
    """The move that was made and the better one, each looked at from where it leads."""
    player = bot(f"mcts:{round(1000 * CLOSER)}ms", match.game.name)
    at = match.at(ply)
    seat, played = at.turn, match.history[ply]
    thought = await thinking.think(player, at, Urgency.LATER)
    weighed = {move.action: move.expectation for move in thought.moves}
    better, line = await value_after(thinking, at, thought.action, thought.expectation)
    worse, reply = await value_after(thinking, at, played, weighed.get(played, thought.expectation))
    if thought.action == played:
        better = worse
    whole = (thought.action, *(line or thought.line[1:]))
    return Turn(ply, seat, chance_of(worse, match.seats), chance_of(better, match.seats), reply, whole)


async def value_after(thinking: Thinking, at: Match, action: int, weighed: float) -> tuple[float, tuple[int, ...]]:
    """What the player of an action may expect of it, and what follows; where dice or several others come, as weighed."""
    seat, following = at.turn, advice.after(at, (action,))
    if following.turn == OVER:
        return following.returns()[seat], ()
    if following.turn < 0 or (following.turn != seat and at.seats > 2):
        return weighed, ()
    thought = await thinking.think(bot(f"mcts:{round(1000 * CLOSER)}ms", at.game.name), following, Urgency.LATER)
    return thought.expectation if following.turn == seat else -thought.expectation, thought.line


# How it is told


def shown(analysis: Analysis, match: Match, status: str, language: str) -> dict[str, Any]:
    return {
        "status": status,
        "done": analysis.done,
        "of": analysis.of,
        "points": [asdict(point) for point in analysis.points],
        "turns": [told(turn, match.at(turn.ply), match.history[turn.ply], language) for turn in analysis.turns],
    }


def told(turn: Turn, at: Match, played: int, language: str) -> dict[str, Any]:
    """A turning point in words, with what is needed to draw the better move and to play on from there."""
    line = advice.playable(at, turn.line)
    reply = advice.playable(advice.after(at, (played,)), turn.reply)
    as_played = advice.after(at, (played, *reply))
    view = at.game.view
    return {
        "ply": turn.ply,
        "seat": turn.seat,
        "played": {"words": at.describe(played, language), "chance": turn.played},
        "reply": steps(advice.after(at, (played,)), reply, language),
        "better": {
            "action": turn.line[0],
            "notation": at.game.actions.notation(turn.line[0]),
            "words": at.describe(turn.line[0], language),
            "path": list(view.click_path(at.position, turn.line[0])),
            "svg": str(view.trace(at.position, turn.seat, line[:1])) if hasattr(view, "trace") else None,
            "chance": turn.better,
            "known": False,
            "line": steps(at, line, language),
            "end": advice.ending(at, line, language),
            **advice.reasons(at, line, turn.seat, language, as_played),
            "others": [],
        },
        "text": at.text(),
    }


# Where it is kept


@dataclass
class Work:
    """An analysis under way."""

    found: Analysis
    begun: bool = False
    task: asyncio.Task[None] | None = field(default=None, compare=False)


class Analyses:
    """Analyses under way in this process, one after the other, and those in the database."""

    def __init__(self, thinking: Thinking, store: Store) -> None:
        self._thinking, self._store = thinking, store
        self._work: dict[str, Work] = {}
        self._one = asyncio.Lock()

    def begin(self, table: Table) -> None:
        """Let it be analysed, unless it is or was."""
        name, result = table.row.id, table.course.result()
        assert result is not None
        if name not in self._work:
            match = table.match.copy()
            work = self._work[name] = Work(Analysis(match.game.version, match.ply))
            work.task = asyncio.create_task(self._do(name, work, match, result))

    async def _do(self, name: str, work: Work, match: Match, result: tuple[float, ...]) -> None:
        try:
            async with self._one:
                work.begun = True
                async for work.found in analyse(self._thinking, match, result):
                    pass
                await self._store.keep_analysis(name, asdict(work.found))
        except Exception:
            LOG.exception("the analysis of %s failed", name)
        finally:
            del self._work[name]

    async def of(self, table: Table) -> tuple[str, Analysis]:
        """How far it is, and what is known."""
        work = self._work.get(table.row.id)
        if work is not None:
            return "running" if work.begun else "waiting", work.found
        stored = await self._store.analysis(table.row.id)
        found = Analysis.read(stored) if stored else None
        if found is not None and found.is_of(table.match):
            return "done", found
        return "none", Analysis(table.match.game.version, table.match.ply)

    async def close(self) -> None:
        tasks = [work.task for work in self._work.values() if work.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
