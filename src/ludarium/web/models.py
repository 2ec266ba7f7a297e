"""What goes in and out of the JSON API, for checking and for the OpenAPI page."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from ludarium.editions import MOST_BYTES

Name = Annotated[str, StringConstraints(max_length=60)]
Word = Annotated[str, StringConstraints(max_length=40)]
Ply = Annotated[int, Field(ge=0, le=1_000_000, description="The length of the table's log as you know it.")]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class NewSeat(Strict):
    kind: Literal["me", "local", "link", "bot"] = Field(description="You, a friend on this screen, a friend by link, a bot.")
    bot: Word | None = Field(None, description="`level:1` to `level:8`; left out: a gentle one.")
    name: Name | None = None


class NewClock(Strict):
    kind: Literal["none", "game", "total", "days"] = Field("none", description="`game` is the clock that the game itself names.")
    minutes: float = Field(20.0, gt=0, le=24 * 60, description="For `total`: what each player has.")
    increment: float = Field(0.0, ge=0, le=600, description="For `total`: seconds added when the decision passes on.")
    days: float = Field(3.0, gt=0, le=60, description="For `days`: how long a decision may take.")


class OwnFile(Strict):
    """A data file of the game as you have changed it."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=60)]
    text: Annotated[str, StringConstraints(max_length=MOST_BYTES)]


class NewTable(Strict):
    game: Word
    variant: Word | None = None
    settings: dict[Word, Annotated[str, StringConstraints(max_length=200)] | int] = Field(default_factory=dict, max_length=40)
    files: dict[Word, OwnFile] = Field(default_factory=dict, max_length=4, description="Own data files, by option.")
    seats: list[NewSeat] | None = Field(None, max_length=8, description="Left out: you against a bot.")
    clock: NewClock = NewClock()
    public: bool = Field(False, description="Shown in the lobby, open to be joined and watched.")
    position: Annotated[str, StringConstraints(max_length=4000)] | None = Field(
        None, description="Start from this position text."
    )
    name: Name = ""
    study: bool = Field(
        False, description="Whoever sits here may ask what a search or a solution finds, also while the game runs."
    )


class TakeSeat(Strict):
    token: Word = ""
    name: Name = ""


class Play(Strict):
    action: int | Annotated[str, StringConstraints(max_length=80)] = Field(description="A number or a notation.")
    ply: Ply


class PlayAll(Strict):
    actions: list[int | Annotated[str, StringConstraints(max_length=80)]] = Field(
        min_length=1, max_length=200, description="Numbers or notations, in order."
    )
    ply: Ply


class Do(Strict):
    do: Literal["undo", "resign", "draw", "pause", "resume", "accept", "decline", "claim", "replace", "wait"]
    ply: Ply
    until: Word = Field("", description="For `wait`: until when not to be asked, as the table offers; nothing: ask again.")


class Clicks(Strict):
    clicks: list[Word] = Field(default_factory=list, max_length=10)


class Why(Clicks):
    action: int | Annotated[str, StringConstraints(max_length=80)] | None = None


class Look(Strict):
    shape: Word


class Made(BaseModel):
    id: str
    url: str
    join_url: str | None


class SeatShown(BaseModel):
    seat: int
    name: str
    player: str | None
    bot: str | None
    character: str = Field(description="What a bot is like.")
    kind: str
    here: bool
    mine: bool
    clock: float | None
    running: bool


class ActionShown(BaseModel):
    number: int
    notation: str
    words: str
    path: list[str]


class LineShown(BaseModel):
    ply: int
    seat: int
    notation: str
    words: str
    rules: list[str]
    barrier: bool


class OwnShown(BaseModel):
    """A file that is not the game's own, and what it changes."""

    option: str
    name: str
    words: str


class Checked(BaseModel):
    """A file that can be played with, and what it changes."""

    digest: str
    words: str


class TableShown(BaseModel):
    """A table as the asking guest may see it."""

    type: Literal["view"]
    id: str
    game: str
    title: str
    ply: int
    status: Literal["open", "playing", "paused", "over"]
    seats: list[SeatShown]
    turn: int
    asked: bool
    prompt: str
    board: str
    lines: list[str]
    actions: list[ActionShown]
    buttons: dict[str, str]
    log: list[LineShown]
    undo: dict[str, Any]
    offer: dict[str, Any] | None
    can: list[str]
    result: dict[str, Any] | None
    watchers: int
    join_url: str | None
    text: str | None
    notice: str | None
    next: str | None
    is_study: bool
    truth: bool
    selected: str | None
    has_overlays: bool
    has_pages: bool
    own: list[OwnShown]
    waiting: dict[str, Any] | None


class MoveTruth(BaseModel):
    """What a move leads to with best play, for the seat that decides; `plies` is null for a draw."""

    number: int
    notation: str
    words: str
    outcome: Literal["win", "draw", "loss"]
    plies: int | None
    truth: str


class TruthShown(BaseModel):
    """How a position of a solved game ends with best play; no words and no moves where nobody decides."""

    ply: int
    words: str
    moves: list[MoveTruth]


class StepShown(BaseModel):
    notation: str
    words: str
    is_chance: bool


class WayShown(BaseModel):
    """Several actions in a row: what comes of them, each in words, and all of them drawn."""

    title: str
    chance: float
    actions: list[int]
    steps: list[StepShown]
    svg: str


class OtherShown(BaseModel):
    words: str
    chance: float


class Suggestion(BaseModel):
    """What a bot would do: the move and the clicks that make it, the chance to win, what will follow, what it brings."""

    action: int
    notation: str
    words: str
    path: list[str]
    svg: str | None
    chance: float
    known: bool = Field(description="Whether the chance is certain.")
    line: list[StepShown]
    end: str
    gains: list[str]
    costs: list[str]
    others: list[OtherShown]


class HintShown(BaseModel):
    """How far a hint is: `none` was asked for, it is `waiting` in line, being thought about, or done."""

    status: Literal["none", "waiting", "thinking", "done"]
    seconds: float
    of: float
    suggestion: Suggestion | None


class PointShown(BaseModel):
    """The chance of each seat to win before the action after so many."""

    ply: int
    chances: list[float]


class TurnShown(BaseModel):
    """A move that cost much: what was played, what would have been better, and the position to play on from."""

    ply: int
    seat: int
    played: OtherShown
    reply: list[StepShown]
    better: Suggestion
    text: str


class AnalysisShown(BaseModel):
    """How far an analysis is, and what is known."""

    status: Literal["none", "waiting", "running", "done"]
    done: int
    of: int
    points: list[PointShown]
    turns: list[TurnShown]


class PositionShown(BaseModel):
    """A table as it stood after so many actions."""

    ply: int
    last: int
    board: str
    lines: list[str]
    words: str
    notation: str
    text: str | None


class TableListed(BaseModel):
    id: str
    game: str
    title: str
    players: list[str | None]
    status: str
    open_seats: int
    ply: int


class BotShown(BaseModel):
    """An opponent."""

    name: str = Field(description="To ask for it by.")
    title: str
    character: str


class OptionShown(BaseModel):
    name: str
    default: str | int
    choices: list[str | int]
    text: str
    rule: str


class FileShown(BaseModel):
    """A data file that may be replaced by an own one."""

    name: str
    text: str
    rule: str


class VariantShown(BaseModel):
    name: str
    title: str
    settings: dict[str, str | int]


class GameShown(BaseModel):
    name: str
    ready: bool
    title: str
    text: str
    designer: str
    publisher: str
    players: str
    minutes: str
    difficulty: int
    seats: int
    clock: dict[str, int] | None
    has_findings: bool
    puzzles: int
    least_seats: int
    seat_names: list[str]
    variants: list[VariantShown]
    options: list[OptionShown]
    files: list[FileShown]
    solved: bool = Field(description="Whether tables with the truth about every position are here.")


class Puzzled(Strict):
    actions: list[int | Annotated[str, StringConstraints(max_length=80)]] = Field(
        default_factory=list, max_length=200, description="From the start of the puzzle: numbers or notations, in order."
    )


class PuzzleQuestion(Puzzled):
    do: Literal["why", "marks", "overlays"]
    shape: Word = ""
    clicks: list[Word] = Field(default_factory=list, max_length=10)


class PuzzleListed(BaseModel):
    id: str
    number: int
    grade: int
    status: Literal["new", "tried", "seen", "solved"]


class PuzzleStep(BaseModel):
    notation: str
    words: str


class PuzzleShown(BaseModel):
    """A puzzle after some actions: whether they solve it, and what can be done next."""

    type: Literal["puzzle"]
    id: str
    game: str
    title: str
    number: int
    grade: int
    verdict: Literal["open", "solved", "failed"]
    words: str
    prompt: str
    board: str
    lines: list[str]
    actions: list[ActionShown]
    buttons: dict[str, str]
    selected: str | None
    has_overlays: bool
    log: list[PuzzleStep]
    text: str
    progress: Literal["new", "tried", "seen", "solved"]
    next: str


class Reason(BaseModel):
    """Why an action is not legal; `rule` is null if it is."""

    type: Literal["why"] = "why"
    rule: str | None
    text: str
    words: str


class Health(BaseModel):
    status: Literal["ok"]
    version: str
    database: str
    tables: int
    sockets: int
    seconds: float


class Problem(BaseModel):
    """What went wrong: a short code, a sentence, and the rule if one forbids it."""

    type: Literal["error"] = "error"
    code: str
    message: str
    rule: str | None = None
    text: str | None = None
