"""Batch: many games of one kind side by side, stepped together without Python in between."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ludarium import many
from ludarium.contract import States
from ludarium.errors import IllegalAction, LudariumError
from ludarium.game import Game, game
from ludarium.match import Match
from ludarium.rl import stepping

CHANCE_AND_CHOICE = 2  # dice of each game: what chance rolls, what `sample` does; neither disturbs the other


class Drawn(NamedTuple):
    """What `sample` gave, to be read only; the same to be handed to kernels; and how many changes there had been."""

    given: NDArray[np.int64]
    chosen: NDArray[np.int64]
    changes: int


class Batch:
    """n games. Its arrays are those that the kernels write: they change with every step, and copying them is up to you.

    | attribute | shape | |
    | --- | --- | --- |
    | `turn` | n, int8 | the seat that decides; OVER where a game is over and not begun anew |
    | `over` | n, bool | whether the game ended with the last step |
    | `reward` | n x seats, float64 | what that step earned: 1 win, -1 loss, 0 draw, and 0 in every step before |
    | `count`, `legal` | n, n x most, int32 | how many actions are legal, and their numbers: the first `count` of each row |
    | `mask` | n x actions, bool | the same as marks; made when first asked for, kept from then on |
    | `states` | n records | the positions |

    Chance is played inside, by dice of each game's own: game i is the same whatever n is. With `auto_reset` a game that ends
    begins anew in the same step; `over` and `reward` still tell of the end, everything else of the beginning. Without it, a
    game that is over stays so until `reset`, whatever action it is given.
    """

    def __init__(self, game_: str | Game, n: int, seed: int = 0, *, auto_reset: bool = False, **options: Any) -> None:
        if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < 1:
            raise LudariumError(f"a batch has one game or more, not {n!r}")
        chosen = game(game_) if isinstance(game_, str) else game_
        self.game, options = chosen.edition(options)
        self.auto_reset = auto_reset
        self._start = self.game.new(options)
        self.settings = self.game.settings(self._start[0])
        self.seats = int(self.settings.get("players", self.game.seats))
        self.states: States = np.zeros(n, self.game.state)
        self.turn = np.zeros(n, np.int8)
        self.over = np.zeros(n, np.bool_)
        self.reward = np.zeros((n, self.seats), np.float64)
        self.legal = np.zeros((n, self.game.max_legal), np.int32)
        self.count = np.zeros(n, np.int32)
        self._mask = np.zeros((n, 0), np.bool_)
        self._dice = _new_dice(seed, n)
        self._changes = np.zeros(1, np.int64)  # so many so far; views count them together
        self._drawn: Drawn | None = None
        self._whole: tuple[Batch, slice] | None = None  # of a view: what it is a part of, and where
        self.reset()

    def __len__(self) -> int:
        return len(self.states)

    def __repr__(self) -> str:
        told = "".join(f", {name}={value!r}" for name, value in self.settings.items())
        return f"Batch({self.game.name!r}, {len(self)}{told})"

    @property
    def mask(self) -> NDArray[np.bool_]:
        """Which actions are legal. It takes n x actions bytes: where a game has very many actions, `legal` may serve better."""
        kept = self._kept_mask()
        if kept.shape[1]:
            return kept
        if self._whole is not None:
            whole, part = self._whole
            return whole.mask[part]
        self._mask = np.zeros((len(self), self.game.actions.size), np.bool_)
        stepping.fill_mask(self.legal, self.count, self._mask)
        return self._mask

    def _kept_mask(self) -> NDArray[np.bool_]:
        if self._whole is None:
            return self._mask
        whole, part = self._whole
        return whole._kept_mask()[part]

    # Playing

    def reset(self, which: ArrayLike | None = None, seed: int | None = None) -> None:
        """Begin games anew: all, or those marked; the dice roll on, unless another seed is given."""
        marked = np.ones(len(self), np.bool_) if which is None else np.ascontiguousarray(which, np.bool_)
        if marked.shape != (len(self),):
            raise LudariumError(f"which games to begin anew is told by {len(self)} marks, not by shape {marked.shape}")
        if seed is not None:
            self._dice[marked] = _new_dice(seed, len(self))[marked]
        self._changes[0] += 1
        self.game.kernel(stepping.begin)(
            *(self.states, self._start, marked, self.legal, self.count, self.turn, self.over, self.reward),
            *(self._kept_mask(), self._dice),
        )

    def step(self, actions: ArrayLike, check: bool = True) -> None:
        """Play an action in every game. One that is not legal changes nothing at all and raises; unchecked it may do anything.

        What `sample` has just given is known to be legal and costs no check.
        """
        known = self._known_legal(actions)
        chosen = self._numbers(actions) if known is None else known
        if check and known is None:
            place = stepping.find_illegal(chosen, self.legal, self.count)
            if place >= 0:
                raise self._refusal(place, int(chosen[place]))
        self._changes[0] += 1
        self.game.kernel(stepping.step)(
            *(self.states, self._start, chosen, self.legal, self.count, self.turn, self.over, self.reward),
            *(self._kept_mask(), self._dice, self.auto_reset),
        )

    def play_others(self, own: int | NDArray[np.integer[Any]]) -> None:
        """Random actions in every game, until the own seat decides or the game is over."""
        self._changes[0] += 1
        self.game.kernel(stepping.play_others)(
            *(self.states, self._seats(own), self.legal, self.count, self.turn, self.over, self.reward),
            *(self._kept_mask(), self._dice),
        )

    def sample(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """A random legal action for every game, each as likely; 0 where the game is over.

        To change some of them give `out`, or copy what comes: it can only be read.
        """
        chosen = np.empty(len(self), np.int64) if out is None else self._fitting(out, (len(self),), np.int64)
        stepping.choose_evenly(self.legal, self.count, self._dice, chosen)
        if out is not None:
            return chosen
        self._drawn = Drawn(chosen.view(), chosen, int(self._changes[0]))
        self._drawn.given.flags.writeable = False
        return self._drawn.given

    def _known_legal(self, actions: ArrayLike) -> NDArray[np.int64] | None:
        """The actions, if they are those that `sample` gave last and nothing has happened since."""
        drawn = self._drawn
        return drawn.chosen if drawn is not None and actions is drawn.given and drawn.changes == self._changes[0] else None

    def observe(
        self, out: NDArray[np.float32] | None = None, seat: int | NDArray[np.integer[Any]] | None = None
    ) -> NDArray[np.float32]:
        """Every game as numbers, seen by the seat that decides, or by one seat, or by a seat for each game.

        A game that is over is seen by seat 0 unless a seat is named. `docs/observations.md` tells what each number is.
        """
        shape = (len(self), *self.game.observation)
        seen = np.empty(shape, np.float32) if out is None else self._fitting(out, shape, np.float32)
        self.game.kernel(stepping.observe_all)(self.states, self.turn if seat is None else self._seats(seat), seen)
        return seen

    def _numbers(self, actions: ArrayLike) -> NDArray[np.int64]:
        numbers = np.asarray(actions)
        if numbers.shape != (len(self),) or numbers.dtype.kind not in "iu":
            came = f"{numbers.dtype} of shape {numbers.shape}"
            raise LudariumError(f"a step takes {len(self)} whole numbers, one action for each game, not {came}")
        return np.ascontiguousarray(numbers, np.int64)

    def _refusal(self, place: int, action: int) -> LudariumError:
        where = f"game {place} of the batch"
        if not 0 <= action < self.game.actions.size:
            return LudariumError(f"{where}: there is no action number {action}; they run from 0 to {self.game.actions.size - 1}")
        rule = self.game.rules.by_code(int(self.game.kernel(many.verdict_at)(self.states, place, action)))
        notation = self.game.actions.notation(action)
        return IllegalAction(f"{where}: {notation} (action {action}) is not legal: {rule.text['en']} ({rule.id})", rule.id)

    def _seats(self, seat: int | NDArray[np.integer[Any]]) -> NDArray[np.int8]:
        seats = np.ascontiguousarray(np.broadcast_to(np.asarray(seat), (len(self),)), np.int8)
        if seats.min() < 0 or seats.max() >= self.seats:
            raise LudariumError(f"a seat is 0 to {self.seats - 1}, not {seat}")
        return seats

    def _fitting(self, out: NDArray[Any], shape: tuple[int, ...], kind: type[np.generic]) -> NDArray[Any]:
        if out.shape != shape or out.dtype != kind or not out.flags.c_contiguous:
            raise LudariumError(f"out must be a contiguous {kind.__name__} array of shape {shape}, not {out.dtype} {out.shape}")
        return out

    # Parts and copies

    def __getitem__(self, part: int | slice | ArrayLike) -> Batch:
        """A slice, or one game by its place, is a view: the same games. A list of places, or marks, gives copies."""
        if isinstance(part, int | np.integer) and not isinstance(part, bool):
            place = range(len(self))[int(part)]
            return self._part(slice(place, place + 1))
        if isinstance(part, slice):
            low, high, pace = part.indices(len(self))
            if pace != 1 or low >= high:
                raise LudariumError("a slice of a batch has one game or more, each following the last; batch[[0, 2]] copies")
            return self._part(slice(low, high))
        places = np.arange(len(self))[np.asarray(part)]
        return self._chosen(np.atleast_1d(places))

    def copy(self) -> Batch:
        """The same games once more, independent of these: dice included, so equal actions lead to equal games."""
        return self._chosen(slice(None))

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Batch:
        return self.copy()

    def match(self, i: int) -> Match:
        """One game as a Match that begins where it stands: for its picture, its words, or a bot."""
        return Match.starting(self.game, self.states[i : i + 1])

    def _part(self, part: slice) -> Batch:
        other = self._taken(part)
        other._whole = (self, part)
        return other

    def _chosen(self, places: slice | NDArray[np.intp]) -> Batch:
        other = self._taken(places)
        for name in ("states", "turn", "over", "reward", "legal", "count", "_dice"):
            setattr(other, name, np.array(getattr(other, name)))
        other._mask, other._whole = np.array(self._kept_mask()[places]), None
        other._changes = np.zeros(1, np.int64)
        return other

    def _taken(self, places: slice | NDArray[np.intp]) -> Batch:
        other = Batch.__new__(Batch)
        other.__dict__.update(self.__dict__)
        other._drawn = None
        for name in ("states", "turn", "over", "reward", "legal", "count", "_dice"):
            setattr(other, name, getattr(self, name)[places])
        return other


def _new_dice(seed: int, n: int) -> NDArray[np.uint64]:
    """Two dice for each game; more games do not change those of the first ones."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        raise LudariumError(f"a seed is a whole number from 0 on, not {seed!r}")
    words = np.random.SeedSequence(int(seed)).generate_state(CHANCE_AND_CHOICE * n, np.uint64)
    return words.reshape(n, CHANCE_AND_CHOICE) | np.uint64(1)  # xorshift never leaves zero
