"""The terminal game: two people at one keyboard, or one against a bot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from ludarium.bots import Bot
from ludarium.bots.names import character_of, name_of
from ludarium.contract import CHANCE, OVER
from ludarium.errors import LudariumError
from ludarium.folders import data_folder
from ludarium.language import Sentences, say
from ludarium.match import Match
from ludarium.solve.truth import Oracle, ranked

SENTENCES: Sentences = {
    "en": {
        "welcome": "{title}. Type a move, or help.",
        "bot": "{who} is played by the computer.",
        "bot-named": "{who} is played by {name}, the computer: {character}.",
        "help": "A move in notation, such as {example}; or one of:",
        "moves": "all legal moves, in words",
        "why": "why a move is not legal, as in: why {example}",
        "legal": "{move} is legal: {words}.",
        "undo": "take back your last move; never past a die or draw",
        "board": "draw the board again",
        "text": "the position as one line of text",
        "save": "write the game to a file, as in: save my.game",
        "quit": "stop; an unfinished game is kept",
        "help-word": "this list",
        "saved": "Saved. Go on with: ludarium play --resume {file}",
        "no-undo": "There is nothing to take back.",
        "undo-stops": "Undo stops at a die or a draw.",
        "undone": "Taken back.",
        "over": "The game is over.",
        "truth": "With best play: {truth}. The number counts plies; moves shows it for each move.",
    },
    "nl": {
        "welcome": "{title}. Typ een zet, of help.",
        "bot": "{who} wordt door de computer gespeeld.",
        "bot-named": "{who} wordt gespeeld door {name}, de computer: {character}.",
        "help": "Een zet in notatie, zoals {example}; of een van deze:",
        "moves": "alle geldige zetten, in woorden",
        "why": "waarom een zet niet mag, zoals: why {example}",
        "legal": "{move} mag: {words}.",
        "undo": "neem je laatste zet terug; nooit voorbij een worp of trekking",
        "board": "teken het bord opnieuw",
        "text": "de stelling als één regel tekst",
        "save": "schrijf de partij naar een bestand, zoals: save mijn.game",
        "quit": "stop; een onvoltooide partij wordt bewaard",
        "help-word": "deze lijst",
        "saved": "Bewaard. Ga verder met: ludarium play --resume {file}",
        "no-undo": "Er is niets om terug te nemen.",
        "undo-stops": "Terugnemen stopt bij een worp of trekking.",
        "undone": "Teruggenomen.",
        "over": "De partij is afgelopen.",
        "truth": "Met het beste spel: {truth}. Het getal telt zetten van beide kanten; moves toont het voor elke zet.",
    },
}


def unfinished_file() -> Path:
    """Where a game that was left lies."""
    return data_folder() / "unfinished.game"


class Terminal:
    """A match at the keyboard: `bots` has a bot for each seat that the computer plays, asked for by `against`."""

    def __init__(
        self,
        match: Match,
        bots: dict[int, Bot],
        language: str,
        console: Console,
        ask: Callable[[], str],
        oracle: Oracle | None = None,
        against: str = "",
    ) -> None:
        self.match, self.bots, self.language, self.against = match, bots, language, against
        self.console, self.ask, self.oracle = console, ask, oracle
        self._truth_at = -1  # the ply whose truth was told last
        self.commands: dict[str, Callable[[str], None]] = {
            "moves": self._moves,
            "why": self._why,
            "undo": self._undo,
            "board": self._board,
            "text": self._text,
            "save": self._save,
            "help": self._help,
        }

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        self._say("welcome", title=self.match.game.about.title)
        name, character = name_of(self.against), character_of(self.against, self.language)
        for seat in self.bots:
            self._say("bot-named" if character else "bot", who=self._seat_name(seat), name=name, character=character)
        self._board("")
        while self.match.turn != OVER:
            if self.match.turn == CHANCE:
                self._tell(self.match.draw().number)
            elif self.match.turn in self.bots:
                action = self.bots[self.match.turn].choose(self.match)
                self.match.play(action)
                self._tell(action)
            elif not self._listen():
                self._save(str(unfinished_file()))
                return
        self._board("")

    def _listen(self) -> bool:
        """One line from a person; False if they leave."""
        self._tell_truth()
        try:
            line = self.ask().strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            return False
        word, _, rest = line.partition(" ")
        if word in ("quit", "exit"):
            return False
        try:
            if word in self.commands or not line:
                self.commands[word or "help"](rest.strip())
            else:
                self.match.play(line)
                self._tell(self.match.history[-1])
                self._board("")
        except (LudariumError, OSError) as error:
            self.console.print(f"[red]{escape(str(error))}[/]")
        return True

    def _tell_truth(self) -> None:
        """How it stands with best play, once for each position."""
        if self.oracle and self._truth_at != self.match.ply:
            self._truth_at = self.match.ply
            self._say("truth", truth=self.oracle.truth(self.match).words(self.language))

    def _tell(self, action: int) -> None:
        """What has just been played, in words."""
        words = self.match.at(self.match.ply - 1).describe(action, self.language)
        self.console.print(f"[dim]{self.match.ply}.[/] {escape(self.match.game.actions.notation(action))}  {escape(words)}")

    def _moves(self, _: str) -> None:
        if self.oracle and self.match.turn >= 0:
            for number, truth in ranked(self.oracle.moves(self.match)):
                told = escape(self.match.describe(number, self.language))
                notation = escape(self.match.game.actions.notation(number))
                self.console.print(f"[bold]{notation:10}[/] {truth.words(self.language):14} {told}")
            return
        for action in self.match.actions(self.language):
            self.console.print(f"[bold]{escape(action.notation):10}[/] {escape(action.words)}")

    def _why(self, notation: str) -> None:
        refusal = self.match.why_not(notation or "?", self.language)
        if refusal is None:
            words = self.match.describe(self.match.number(notation), self.language)
            self._say("legal", move=notation, words=words)
        else:
            self.console.print(f"[yellow]{refusal.rule}[/] {escape(refusal.text)}")

    def _undo(self, _: str) -> None:
        """Back to the last decision of a person, which may take back a bot's answer, but no chance."""
        before = self.match.copy()
        while before.ply:
            if before.is_barrier():
                return self._say("undo-stops")
            before.undo()
            if before.turn not in self.bots:
                self.match = before
                self._say("undone")
                return self._board("")
        self._say("no-undo")

    def _board(self, _: str) -> None:
        self.console.print()
        self.console.print(self.match.game.view.sketch(self.match.position, self.language), highlight=False)
        self.console.print()
        self.console.print(f"[bold]{escape(self.match.prompt(self.language))}[/]", highlight=False)

    def _text(self, _: str) -> None:
        self.console.print(escape(self.match.text()), highlight=False, soft_wrap=True)

    def _save(self, file: str) -> None:
        path = Path(file or unfinished_file())
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.match.record(), encoding="utf-8")
        self._say("saved", file=path)

    def _help(self, _: str) -> None:
        example = self.match.actions()[0].notation if self.match.turn != OVER else "?"
        self._say("help", example=example)
        for word in (*self.commands, "quit"):
            meaning = say(SENTENCES, self.language, "help-word" if word == "help" else word, example=example)
            self.console.print(f"  [bold]{word:6}[/] {escape(meaning)}")

    def _say(self, key: str, **values: object) -> None:
        self.console.print(escape(say(SENTENCES, self.language, key, **values)), highlight=False, soft_wrap=True)

    def _seat_name(self, seat: int) -> str:
        return str(self.match.game.words.seat_name(seat, self.language))
