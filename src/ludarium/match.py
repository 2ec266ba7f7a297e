"""Match: one game being played; the only door for a move. No input or output."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import SystemRandom
from typing import Any

import numpy as np

from ludarium import __version__, many, record
from ludarium.contract import CHANCE, LEGAL, OVER, States
from ludarium.dice import new_dice
from ludarium.editions import File, keep
from ludarium.errors import BadNotation, BadRecord, IllegalAction, LudariumError, NothingToUndo
from ludarium.game import Game, game
from ludarium.options import parse_settings


@dataclass(frozen=True)
class Action:
    """A legal action, or an outcome of chance with its weight beside the others."""

    number: int
    notation: str
    words: str
    weight: int | None = None

    def __str__(self) -> str:
        return self.notation


@dataclass(frozen=True)
class Refusal:
    """Why an action is not legal: the rule's id and its text."""

    rule: str
    text: str


AnyAction = Action | int | str


def copied(states: States) -> States:
    """Positions of one's own to change; NumPy's `copy` goes field by field and takes twenty times as long."""
    return np.frombuffer(bytearray(states.tobytes()), states.dtype)


class Match:
    """A position with its history. Actions come as a number, a notation or an `Action`."""

    def __init__(self, game_: str | Game, position: str | None = None, **options: Any) -> None:
        chosen = game(game_) if isinstance(game_, str) else game_
        if position is None:
            self.game, options = chosen.edition(options)
            self._start = self.game.new(options)
        else:
            if options:
                raise LudariumError("a position brings its own options: give either, not both")
            self.game = chosen.edition_of_text(position)
            self._start = self.game.read_position(position)
        self._from_position = position is not None
        self._done: list[tuple[int, States]] = []  # each action with the position after it
        self._undone: list[tuple[int, States]] = []
        self._turn_of: States | None = None  # the position that `_turn` was asked of
        self._turn = 0
        self._text_of: States | None = None  # the same for `_text`
        self._text = ""
        self._secrets_of: States | None = None  # and for `_secrets`
        self._secrets: dict[int, bool] = {}  # by seat

    @staticmethod
    def starting(game_: Game, states: States) -> Match:
        """A match that begins in this position, given as an array of one record; it is copied."""
        match = Match(game_)
        match._start, match._from_position = states.copy(), True
        return match

    # The position

    @property
    def states(self) -> States:
        """The position now, as an array of one record: what kernels take."""
        return self._done[-1][1] if self._done else self._start

    @property
    def start(self) -> States:
        """The position in which the match began, as an array of one record."""
        return self._start

    @property
    def position(self) -> Any:
        """The position now, as a record."""
        return self.states[0]

    @property
    def turn(self) -> int:
        """The seat that decides, or CHANCE, or OVER."""
        states = self.states
        if self._turn_of is not states:
            self._turn_of, self._turn = states, int(self.game.kernel(many.turn_at)(states, 0))
        return self._turn

    @property
    def ply(self) -> int:
        """How many actions have been played."""
        return len(self._done)

    @property
    def history(self) -> tuple[int, ...]:
        """The numbers of the actions played."""
        return tuple(action for action, _ in self._done)

    @property
    def settings(self) -> dict[str, str | int]:
        """The options of this game."""
        return self.game.settings(self._start[0])

    @property
    def seats(self) -> int:
        """How many play."""
        return int(self.settings.get("players", self.game.seats))

    def returns(self) -> tuple[float, ...]:
        """Each seat's result: 1 win, -1 loss, 0 draw or not over."""
        out = np.zeros(self.seats)
        self.game.kernel(many.returns_at)(self.states, 0, out)
        return tuple(map(float, out))

    # Actions

    def legal(self) -> tuple[int, ...]:
        """The numbers of all legal actions, or of all outcomes of chance."""
        out = np.zeros(self.game.max_legal, np.int32)
        count = self.game.kernel(many.legal_at)(self.states, 0, out)
        return tuple(map(int, out[:count]))

    def actions(self, language: str = "en") -> list[Action]:
        """All legal actions, or all outcomes of chance, each with its notation and words."""
        numbers = self.legal()
        weights = self._weights(numbers) if self.turn == CHANCE else [None] * len(numbers)
        return [
            Action(number, self.game.actions.notation(number), self.describe(number, language), weight)
            for number, weight in zip(numbers, weights, strict=True)
        ]

    def _weights(self, outcomes: tuple[int, ...]) -> list[int]:
        weights = np.zeros(len(outcomes), np.int64)
        self.game.kernel(many.weights_at)(self.states, 0, np.array(outcomes, np.int32), weights)
        return [int(weight) for weight in weights]

    def number(self, action: AnyAction) -> int:
        """The number meant by a number, a notation or an `Action`."""
        if isinstance(action, Action):
            return action.number
        if isinstance(action, str):
            return self.game.actions.parse(action.strip())
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            raise BadNotation(f"an action is a number, a notation or an Action, not {action!r}")
        self.game.actions.block(int(action))
        return int(action)

    def why_not(self, action: AnyAction, language: str = "en") -> Refusal | None:
        """The rule that forbids the action now, or None if it is legal."""
        code = int(self.game.kernel(many.verdict_at)(self.states, 0, self.number(action)))
        if code == LEGAL:
            return None
        rule = self.game.rules.by_code(code)
        return Refusal(rule.id, rule.text[language])

    def play(self, action: AnyAction) -> None:
        """Play a legal action or an outcome of chance; anything else changes nothing and raises."""
        number = self.number(action)
        refusal = self.why_not(number)
        if refusal is not None:
            notation = self.game.actions.notation(number)
            message = f"{notation} is not legal at ply {self.ply}: {refusal.text} ({refusal.rule})"
            raise IllegalAction(message, refusal.rule)
        after = copied(self.states)
        self.game.kernel(many.apply_at)(after, 0, number)
        self._done.append((number, after))
        self._undone.clear()

    def draw(self, random: Any = None) -> Action:
        """Let chance decide, by the operating system's generator unless another is given, and play the outcome."""
        if self.turn != CHANCE:
            raise LudariumError("chance has nothing to decide now")
        outcomes = self.legal()
        weights = self._weights(outcomes)
        place = (random or SystemRandom()).choices(range(len(outcomes)), weights)[0]
        number = outcomes[place]
        drawn = Action(number, self.game.actions.notation(number), self.describe(number), weights[place])
        self.play(number)
        return drawn

    # Back and forth

    def undo(self) -> int:
        """Take back the last action, whatever it was; its number."""
        if not self._done:
            raise NothingToUndo("nothing has been played yet")
        self._undone.append(self._done.pop())
        return self._undone[-1][0]

    def redo(self) -> int:
        """Play again what was taken back last; its number."""
        if not self._undone:
            raise NothingToUndo("nothing has been taken back")
        self._done.append(self._undone.pop())
        return self._done[-1][0]

    def is_barrier(self) -> bool:
        """Whether the last action was a die, a draw or a reveal: undo at a table never goes back past it."""
        if not self._done:
            return True
        before = self.before(self.ply)
        if self.game.kernel(many.turn_at)(before, 0) == CHANCE:
            return True
        return bool(self.game.kernel(many.reveals_at)(before, 0, self._done[-1][0]))

    def copy(self) -> Match:
        """An independent match at the same point."""
        other = Match.__new__(Match)
        other.game, other._start, other._from_position = self.game, self._start, self._from_position
        other._done, other._undone = list(self._done), list(self._undone)
        other._turn_of, other._turn = self._turn_of, self._turn
        other._text_of, other._text = self._text_of, self._text
        other._secrets_of, other._secrets = None, {}
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self.copy()  # positions never change, so that sharing them is enough

    def judged_by(self, edition: Game) -> Match:
        """The same match for an edition whose positions are the same, but not what it thinks of them."""
        other = self.copy()
        other.game = edition
        return other

    def imagined(self, seat: int, seed: int) -> Match:
        """A match that begins here, in which a fair sample stands for what the seat may not know."""
        other = self.copy()
        other._start, other._done, other._undone, other._from_position = self.seen_by(seat), [], [], True
        self.game.kernel(many.resample_at)(other._start, 0, seat, new_dice(seed))
        return other

    def at(self, ply: int) -> Match:
        """The match as it stood after its first `ply` actions."""
        if not 0 <= ply <= self.ply:
            raise LudariumError(f"there is no ply {ply}; they run from 0 to {self.ply}")
        other = self.copy()
        other._done, other._undone = self._done[:ply], []
        return other

    # Words and pictures

    def describe(self, action: int, language: str = "en") -> str:
        """What an action would do now, in words."""
        return str(self.game.words.describe(self.position, action, language))

    def before(self, ply: int) -> States:
        """The position before the action of that ply, from 1."""
        return self._done[ply - 2][1] if ply > 1 else self._start

    def seen_by(self, seat: int) -> States:
        """The position without what the seat may not know (-1 is a spectator)."""
        seen = copied(self.states)
        self.game.kernel(many.hide_at)(seen, 0, seat)
        return seen

    def has_secrets(self, seat: int) -> bool:
        """Whether there is anything that the seat may not know."""
        states = self.states
        if self._secrets_of is not states:
            self._secrets_of, self._secrets = states, {}
        if seat not in self._secrets:
            self._secrets[seat] = self.seen_by(seat).tobytes() != states.tobytes()
        return self._secrets[seat]

    def is_secret(self, ply: int, seat: int) -> bool:
        """Whether the seat may not know which action was played at that ply, from 1; never once it sees all there is."""
        is_secret = self.game.kernel(many.is_secret_at)(self.before(ply), 0, self._done[ply - 1][0], seat)
        return bool(is_secret) and self.has_secrets(seat)

    def prompt(self, language: str = "en") -> str:
        """Whose decision it is and what is asked, or how it ended."""
        return str(self.game.words.prompt(self.position, language))

    def log(self, language: str = "en") -> list[str]:
        """Every action played, in words."""
        positions = [self._start, *(after for _, after in self._done)]
        describe = self.game.words.describe
        return [str(describe(positions[i][0], action, language)) for i, action in enumerate(self.history)]

    def text(self) -> str:
        """The position as one line of text, which `Match(game, position=...)` reads."""
        states = self.states
        if self._text_of is not states:
            self._text_of, self._text = states, self.game.write_position(states[0])
        return self._text

    def svg(self, seat: int = 0, language: str = "en") -> str:
        """The board as a picture, with the last action and what is legal."""
        last = (self.before(self.ply)[0], self._done[-1][0]) if self._done else None
        return str(self.game.view.draw(self.position, seat, self.legal(), last, language))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"Match({self.game.name!r}, position={self.text()!r})"

    # The whole game as text

    def record(self, **headers: str) -> str:
        """The game as text, with any further headers such as players' names."""
        result = " ".join(f"{value:g}" for value in self.returns()) if self.turn == OVER else "*"
        settings = " ".join(f"{name}={value}" for name, value in self.settings.items())
        head = {"Game": self.game.name, "Rules": str(self.game.version), "Ludarium": __version__}
        head |= {"Options": settings} | {f"File_{name}": file.packed() for name, file in self.game.files.items()}
        if self._from_position:
            head["Start"] = self.game.write_position(self._start[0])
        head |= headers | {"Result": result, "Final": self.text()}
        notations = map(self.game.actions.notation, self.history)
        return record.write(head, zip(notations, self.log(), strict=True))

    @staticmethod
    def load(text: str) -> Match:
        """The match that a record tells of; a broken or illegal one is refused with the line and the reason."""
        written = record.read(text)
        match = _start_of(written)
        for line, notation in written.actions:
            try:
                match.play(notation)
            except LudariumError as error:
                raise BadRecord(line, f"{error}{_version_note(match, written)}") from error
        final = written.headers.get("Final", match.text())
        if final != match.text():
            reason = f"the moves end in {match.text()}, not in {final}{_version_note(match, written)}"
            raise BadRecord(written.line_of("Final"), reason)
        return match


def _start_of(written: record.Record) -> Match:
    headers = written.headers
    if "Game" not in headers:
        raise BadRecord(1, 'it does not say which game it is; wanted a header such as [Game "obelus"]')
    for name in headers:
        if name.startswith("File_"):
            _take_out(written, name)
    try:
        if "Start" in headers:
            return Match(headers["Game"], position=headers["Start"])
        settings = parse_settings(headers.get("Options", "").split())
    except LudariumError as error:
        raise BadRecord(written.line_of("Start" if "Start" in headers else "Game"), str(error)) from error
    try:
        return Match(headers["Game"], **settings)
    except LudariumError as error:
        line = written.line_of("Options" if error.code == "bad-option" else "Game")
        raise BadRecord(line, str(error)) from error


def _take_out(written: record.Record, header: str) -> None:
    """Put a file that the record brings along where its digest is looked up."""
    try:
        keep(File.unpacked(written.headers[header]))
    except LudariumError as error:
        raise BadRecord(written.line_of(header), str(error)) from error


def _version_note(match: Match, written: record.Record) -> str:
    """A word on the rules version, where it may be the cause."""
    version = written.headers.get("Rules", str(match.game.version))
    if version == str(match.game.version):
        return ""
    return f" (it was played under rules version {version}; this is version {match.game.version})"
