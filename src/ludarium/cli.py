"""The command line: arguments only; the work is elsewhere."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

try:
    import typer
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress
    from rich.table import Table
except ImportError:
    sys.exit("the command line needs the packages typer and rich: pip install 'ludarium[cli]'")

import ludarium
from ludarium.errors import LudariumError, MissingExtra, listed
from ludarium.game import About
from ludarium.language import checked
from ludarium.options import parse_settings, with_files

if TYPE_CHECKING:
    from ludarium.contest import Plan

app = typer.Typer(
    name="ludarium",
    help="Board games, exact and fast: play them, count them, replay them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)
out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

GameName = Annotated[str, typer.Argument(help="Which game; `ludarium games` lists them.", metavar="GAME")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", help="An option of the game, as name=value; may be given again.", metavar="NAME=VALUE"),
]
VariantName = Annotated[str | None, typer.Option("--variant", help="A named way to play; `ludarium games GAME` lists them.")]
Language = Annotated[str, typer.Option(help="en or nl.")]


def main() -> None:
    """The `ludarium` command: a mistake in what was asked is one sentence and exit code 2."""
    try:
        app()
    except LudariumError as error:
        err.print(f"[red]ludarium:[/] {escape(str(error))}", soft_wrap=True)
        sys.exit(2)
    except (OSError, UnicodeDecodeError) as error:
        err.print(f"[red]ludarium:[/] {escape(str(error))}", soft_wrap=True)
        sys.exit(2)


@contextmanager
def _preparing(game: ludarium.Game) -> Iterator[None]:
    """A word on what takes long the first time, and on files that are not the game's own."""
    from ludarium.kernel import is_warm

    for option, file in game.files.items():
        changes = [f"{len(names)} {how}" for how, names in game.part("files").differences(option, file.text).items() if names]
        err.print(f"{option} of your own: {escape(file.name)}, {', '.join(changes)} ({file.digest})", soft_wrap=True)
    if is_warm(game.package):
        yield
    else:
        own = f" with {escape(listed(file.name for file in game.files.values()))}" if game.files else ""
        with err.status(f"compiling {game.name}{own} for this machine, once; up to a minute"):
            yield


def _new_match(name: str, settings: list[str] | None, variant: str | None = None) -> Any:
    game = ludarium.game(name)
    chosen: dict[str, Any] = dict(game.options.variant(variant).settings) if variant else {}
    edition, rest = game.edition(chosen | with_files(parse_settings(settings or [])))
    with _preparing(edition):
        match = ludarium.Match(edition, **rest)
        match.actions()
        return match


@app.command()
def games(name: Annotated[str | None, typer.Argument(help="One game, for its options and variants.", metavar="[GAME]")] = None,
          language: Language = "en") -> None:  # fmt: skip
    """List the games, or the options and variants of one."""
    checked(language)
    if name is not None:
        return _about(name, language)
    table = Table("game", "players", "minutes", "about", box=None, header_style="bold")
    for each in ludarium.games():
        about = ludarium.game(each).about
        players, minutes = ("-".join(map(str, sorted(set(pair)))) for pair in (about.players, about.minutes))
        table.add_row(each, players, minutes, f"{about.text[language]} ({_makers(about, language)})")
    out.print(table)


def _makers(about: About, language: str) -> str:
    designer, publisher = {"en": ("designer", "publisher"), "nl": ("ontwerper", "uitgever")}[language]
    return f"{designer}: {about.designer[language]}; {publisher}: {about.publisher[language]}"


def _about(name: str, language: str) -> None:
    game = ludarium.game(name)
    out.print(f"[bold]{game.about.title}[/] ({_makers(game.about, language)}). {game.about.text[language]}")
    table = Table("option", "can be", "default", "meaning", box=None, header_style="bold")
    for option in game.options.options.values():
        table.add_row(
            option.name, " ".join(map(str, option.choices)), str(option.default), f"{option.text[language]} ({option.rule})"
        )
    for file in game.options.files.values():
        table.add_row(file.name, "standard FILE.toml", "standard", f"{file.text[language]} ({file.rule})")
    out.print(table)
    table = Table("variant", "", "sets", box=None, header_style="bold")
    for variant in game.options.variants.values():
        table.add_row(variant.name, variant.title[language], " ".join(f"{k}={v}" for k, v in variant.settings.items()))
    out.print(table)


@app.command()
def rules(name: GameName,
          id_: Annotated[str | None, typer.Argument(help="One rule, such as OB-30.", metavar="[ID]")] = None,
          language: Language = "en") -> None:  # fmt: skip
    """Read the rules of a game in our words, or one rule by its id."""
    checked(language)
    catalogue = ludarium.game(name).rules
    chosen = [catalogue[id_]] if id_ else list(catalogue.rules)
    section = ""
    for rule in chosen:
        if rule.section != section:
            section = rule.section
            out.print(f"\n[bold]{catalogue.sections[section][language]}[/]")
        mark = f" [yellow]({rule.mark})[/]" if rule.mark else ""
        out.print(f"[cyan]{rule.id}[/]{mark} {escape(rule.text[language])} [dim]{escape(rule.source)}[/]")


@app.command()
def play(name: Annotated[str | None, typer.Argument(help="Which game.", metavar="[GAME]")] = None,
         settings: Settings = None, variant: VariantName = None,
         against: Annotated[str | None, typer.Option(help="A bot: level:1 to level:8, perfect, or mcts:300ms.")] = None,
         seat: Annotated[int, typer.Option(help="Your seat against a bot, from 1.", min=1)] = 1,
         resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
         truth: Annotated[bool, typer.Option("--truth", help="Label every move of a solved game with how it ends.")] = False,
         language: Language = "en") -> None:  # fmt: skip
    """Play in the terminal: two people, or you against a bot."""
    checked(language)
    from ludarium.bots import bot
    from ludarium.terminal import Terminal

    if resume is not None:
        match = ludarium.Match.load(resume.read_text(encoding="utf-8"))
    else:
        match = _new_match(name or ludarium.games()[0], settings, variant)
    player = bot(against, match.game.name) if against else None
    if seat > match.seats:
        raise LudariumError(f"there is no seat {seat}; this game has {match.seats}")
    bots = {other: player for other in range(match.seats) if player and other != seat - 1}
    oracle = _oracle(match) if truth else None
    Terminal(match, bots, language, out, lambda: out.input("[bold]>[/] "), oracle, against or "").run()


def _oracle(match: Any) -> Any:
    """Who knows the truth about a match; refused, with what is missing, if nobody does."""
    from ludarium.solve.tables import NoTables, tables_for
    from ludarium.solve.truth import oracle_for

    oracle = oracle_for(match)
    if oracle is None:
        tables = tables_for(match.game.name, match.settings)
        raise NoTables(f"the tables in {tables.folder} are not complete; make them with: ludarium solve {match.game.name}")
    return oracle


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Where to listen; 127.0.0.1 keeps it on this machine.")] = None,
    port: Annotated[int | None, typer.Option(help="The port.", min=1, max=65535)] = None,
    browser: Annotated[bool, typer.Option(help="Open a browser where there is one.")] = True,
) -> None:
    """Open the table in the browser, for you and your friends."""
    try:
        from ludarium.web.serve import serve as start
        from ludarium.web.settings import Settings as ServerSettings
    except ImportError as error:
        raise MissingExtra(f"the web table needs {error.name}: pip install 'ludarium[web]'") from error
    start(ServerSettings.from_environment(host, port), browser, out.print)


@app.command()
def perft(name: GameName, depth: Annotated[int, typer.Argument(help="How many plies deep.", min=1, metavar="DEPTH")],
          settings: Settings = None,
          position: Annotated[str | None, typer.Option(help="Start from this position text.")] = None) -> None:  # fmt: skip
    """Count all sequences of moves, one line a depth: `depth nodes`."""
    from ludarium.counting import divide

    match = ludarium.Match(name, position=position) if position else _new_match(name, settings)
    for each in range(1, depth + 1):
        nodes = 0
        with Progress(console=err, transient=True) as progress:
            task = progress.add_task(f"depth {each}", total=1.0)
            for done, part in divide(match, each):
                nodes += part
                progress.update(task, completed=done)
        out.print(f"{each} {nodes}")


@app.command()
def lethal(name: GameName, position: Annotated[str, typer.Argument(help="A position text.")], language: Language = "en") -> None:
    """Search the rest of this turn exactly: can the player win now, or drop a pawn now, and how?"""
    checked(language)
    game = ludarium.game(name)
    search = game.part("lethal")
    with _preparing(game):
        match = ludarium.Match(name, position=position)
        found = search.find_lethal(match)
    for goal, chance, line in (("win", found.win, found.win_line), ("drop", found.drop, found.drop_line)):
        out.print(f"[bold]{goal}[/] {_percent(chance)}")
        at = match.copy()
        for number in line:
            out.print(f"  {at.game.actions.notation(number)}  {escape(at.describe(number, language))}", soft_wrap=True)
            at.play(number)
    out.print(f"[dim]{found.positions} positions seen[/]")


def _percent(chance: Fraction) -> str:
    return "for certain" if chance == 1 else "never" if chance == 0 else f"with chance {chance} ({float(chance):.1%})"


@app.command()
def puzzles(
    name: GameName,
    count: Annotated[int, typer.Option(help="How many.", min=1, max=10_000)] = 20,
    seed: Annotated[int, typer.Option(help="The same seed makes the same ones.")] = 1,
) -> None:
    """Make positions with exactly one shortest winning line; one line of JSON each."""
    game = ludarium.game(name)
    maker, actions = game.part("puzzles"), game.actions
    with _preparing(game), Progress(console=err, transient=True) as progress:
        task = progress.add_task("making puzzles", total=count)
        for puzzle in maker.make_puzzles(count, seed):
            progress.advance(task)
            told = {"position": puzzle.position, "solution": [actions.notation(number) for number in puzzle.solution]}
            told |= {"grade": puzzle.grade, "length": puzzle.length, "tempting": puzzle.tempting, "source": puzzle.source}
            sys.stdout.write(json.dumps(told) + "\n")


@app.command()
def replay(file: Annotated[Path, typer.Argument(help="A saved game.")],
           svg: Annotated[Path | None, typer.Option(help="Write a picture of each position into this folder.")] = None,
           text: Annotated[bool, typer.Option("--text", help="Show each position as text.")] = False,
           language: Language = "en") -> None:  # fmt: skip
    """Replay a saved game, move by move."""
    checked(language)
    match = ludarium.Match.load(file.read_text(encoding="utf-8"))
    log = match.log(language)
    for ply in range(match.ply + 1):
        at = match.at(ply)
        if ply:
            out.print(
                f"{ply}. {escape(match.game.actions.notation(match.history[ply - 1]))}  {escape(log[ply - 1])}", soft_wrap=True
            )
        if text:
            out.print(f"   {escape(at.text())}", style="dim", soft_wrap=True)
        if svg is not None:
            svg.mkdir(parents=True, exist_ok=True)
            (svg / f"{ply:04}.svg").write_text(at.svg(language=language), encoding="utf-8")
    out.print(f"[bold]{escape(match.prompt(language))}[/]")
    if svg is not None:
        out.print(f"{match.ply + 1} pictures in {svg}")


@app.command()
def bench(name: GameName, settings: Settings = None,
          seconds: Annotated[float, typer.Option(help="How long each measurement takes.", min=0.01)] = 1.0) -> None:  # fmt: skip
    """Measure how fast a game plays here; one line of JSON."""
    from ludarium.speed import measure

    game, rest = ludarium.game(name).edition(with_files(parse_settings(settings or [])))
    with _preparing(game), err.status("measuring"):
        measured = measure(game, rest, seconds)
    sys.stdout.write(json.dumps(measured) + "\n")


TablesFolder = Annotated[
    Path | None, typer.Option(help="Where tables lie; without it LUDARIUM_TABLES, or a folder of yours.", metavar="FOLDER")
]


def _solved_ring(name: str, settings: list[str] | None, folder: Path | None) -> Any:
    """The tables of the ring that the settings tell of."""
    from ludarium.solve.tables import tables_for

    return tables_for(name, parse_settings(settings or []), folder)


@app.command()
def solve(name: GameName, settings: Settings = None,
          layers: Annotated[str | None, typer.Option(help="Part of it: a number of rifts such as 8 or 6-8.")] = None,
          threads: Annotated[int, typer.Option(help="How many cores.", min=1)] = 2,
          ray: Annotated[str | None, typer.Option(help="A Ray cluster to spread the layers over.", metavar="ADDRESS")] = None,
          report: Annotated[Path | None, typer.Option(help="Then write a page about it, with charts and games.")] = None,
          folder: TablesFolder = None) -> None:  # fmt: skip
    """Work out the truth of every position; stop it at any time and start it again."""
    from ludarium.solve.run import choose_layers, wanted
    from ludarium.solve.run import solve as run

    if parse_settings(settings or []).get("mode") == "chaos":
        return _solve_chaos(name, settings)
    tables = _solved_ring(name, settings, folder)
    chosen = choose_layers(tables.cards, layers)
    with _solving(len(wanted(tables, chosen))) as progress:
        if ray is None:
            run(tables, chosen, progress, threads)
        else:
            from ludarium.solve.cluster import solve_on

            solve_on(ray, tables, chosen, progress, threads)
    if report is not None:
        from ludarium.solve.report import write_report

        for file in write_report(tables, report, out.print):
            out.print(f"wrote {file}", soft_wrap=True)
    out.print(f"{len(tables.made())} layers, {tables.size() / 1e9:.3f} GB in {tables.folder}", soft_wrap=True)


def _solve_chaos(name: str, settings: list[str] | None) -> None:
    """Chances instead of certainties, for small rings, in memory."""
    from ludarium.solve.chaos import solve_chaos
    from ludarium.solve.layers import layers

    chosen = ludarium.game(name).options.settle(parse_settings(settings or []))
    cards, obelisks = int(chosen["cards"]), int(chosen["obelisks"])
    with _solving(len(layers(cards))) as progress:
        solution = solve_chaos(cards, obelisks, progress.add)
    for (own, other), (least, most) in sorted(solution.starts().items(), key=lambda start: -start[1][0]):
        dice = " against ".join("".join(str(face + 1) * count for face, count in enumerate(side)) for side in (own, other))
        out.print(f"{dice}: {_between(least, most)}")
    out.print(f"[bold]the first player wins with chance {_between(*solution.first_player())}[/]")
    out.print(f"bounds differ in {solution.open_share():.4%} of all positions; {max(solution.rounds.values())} rounds at most")


def _between(least: float, most: float) -> str:
    return f"{least:.6f}" if most - least < 1e-9 else f"{least:.6f} to {most:.6f}"


@contextmanager
def _solving(count: int) -> Iterator[Any]:
    """A bar with the time left, and a line for each layer when it is done."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as bar:
        yield _Solving(bar, bar.add_task("layers", total=count))


class _Solving:
    def __init__(self, bar: Progress, task: Any) -> None:
        self.bar, self.task = bar, task

    def begin(self, layer: str) -> None:
        self.bar.update(self.task, description=f"rifts {layer}")

    def add(self, part: float) -> None:
        self.bar.advance(self.task, part)

    def finish(self, summary: Any) -> None:
        out.print(
            f"rifts {summary.name}  won {summary.won}  lost {summary.lost}  drawn {summary.drawn}"
            f"  longest win {summary.longest_win} plies  {summary.seconds:.1f} s  {summary.memory / 2**30:.1f} GiB",
            soft_wrap=True,
        )


@app.command()
def verify(name: GameName, settings: Settings = None,
           count: Annotated[int, typer.Option(help="Positions of each layer; small layers are verified whole.", min=1)] = 1000,
           seed: Annotated[int | None, typer.Option(help="The same seed draws the same positions.")] = None,
           folder: TablesFolder = None) -> None:  # fmt: skip
    """Check the tables of a solved game against plain rules that know nothing of how they were made."""
    from random import Random

    from ludarium.solve.tables import NoTables
    from ludarium.solve.verify import Verifier

    tables = _solved_ring(name, settings, folder)
    if not tables.made():
        raise NoTables(f"there are no tables in {tables.folder}; make them with: ludarium solve {name}")
    done = Verifier(tables).run(count, Random(seed), lambda layer, some: out.print(f"rifts {layer}  {some} positions agree"))
    out.print(
        f"{done} positions of {len(tables.made())} layers agree with the rules, and every file with its checksum", soft_wrap=True
    )


@app.command()
def probe(position: Annotated[str, typer.Argument(help="A position text; `text` in a terminal game shows one.")],
          name: Annotated[str, typer.Option("--game", help="Which game.")] = "obelus",
          folder: TablesFolder = None, language: Language = "en") -> None:  # fmt: skip
    """Tell the truth about a position of a solved game, and about every move in it."""
    checked(language)
    from ludarium.solve.tables import tables_for
    from ludarium.solve.truth import Oracle, ranked

    with _preparing(ludarium.game(name)):
        match = ludarium.Match(name, position=position)
    oracle = Oracle(tables_for(name, match.settings, folder))
    out.print(f"[bold]{oracle.truth(match).words(language)}[/]")
    for action, truth in ranked(oracle.moves(match)):
        words = escape(match.describe(action, language))
        out.print(f"{match.game.actions.notation(action):10} {truth.words(language):14} [dim]{words}[/]", soft_wrap=True)


@app.command(name="match")
def play_match(
    name: GameName,
    first: Annotated[str, typer.Argument(help="A bot, such as mcts:500ms.", metavar="BOT")],
    second: Annotated[str, typer.Argument(help="Its opponent, such as alphabeta:500ms.", metavar="BOT")],
    games: Annotated[int, typer.Option(help="At least so many.", min=1)] = 200,
    settings: Settings = None,
    variant: VariantName = None,
    opening: Annotated[int, typer.Option(help="Random decisions at the start of each game.", min=0)] = 4,
    sprt: Annotated[str | None, typer.Option(help="Two strengths in Elo, such as 0,30: stop when one is ruled out.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed plays the same openings.")] = 1,
    workers: Annotated[int | None, typer.Option(help="Games at once; as many as there are cores.", min=1)] = None,
    records: Annotated[Path | None, typer.Option(help="Write every game into this folder.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The result as one line of JSON.")] = False,
) -> None:
    """Let two bots play: seats balanced, openings varied, a score with its error and in Elo."""
    from ludarium.bots import bot
    from ludarium.contest import Plan, Sprt, contest, report

    test = Sprt.read(sprt) if sprt else None
    bot(first, name), bot(second, name)
    chosen = _new_match(name, settings, variant).settings
    plan = Plan(name, chosen, first, second, opening, seed)
    with Progress(*Progress.get_default_columns(), "{task.fields[score]}", console=err, transient=True) as progress:
        task = progress.add_task(f"{first} against {second}", total=games, score="")
        number = 0
        for tally, played in contest(plan, games, workers, test.is_enough if test else None):
            progress.update(task, completed=tally.games, score=f"{tally.score:.1%}")
            for game in played:
                number += 1
                if records is not None:
                    records.mkdir(parents=True, exist_ok=True)
                    (records / f"{number:04}.game").write_text(game.record, encoding="utf-8")
    told = report(plan, tally, test)
    if as_json:
        sys.stdout.write(json.dumps(told) + "\n")
    else:
        out.print(f"[bold]{first}[/] against [bold]{second}[/], {name}: {told['text']}", soft_wrap=True)


@app.command()
def ladder(
    name: GameName,
    games: Annotated[int, typer.Option(help="Of each level against the next.", min=2)] = 200,
    settings: Settings = None,
    variant: VariantName = None,
    page: Annotated[Path, typer.Option(help="The folder for the table.")] = Path("docs") / "ladders",
    workers: Annotated[int | None, typer.Option(help="Games at once; as many as there are cores.", min=1)] = None,
    again: Annotated[bool, typer.Option("--again", help="Play every step anew, as after a change to the search.")] = False,
) -> None:
    """Let the levels of a game play each other, and write the table of their strength. It goes on where it was stopped."""
    from ludarium.ladder import climb, write_page

    chosen = _new_match(name, settings, variant).settings
    kept, steps = page / f"{name}.jsonl", []
    if again:
        kept.unlink(missing_ok=True)
    with Progress(console=err, transient=True) as progress:
        task = progress.add_task("level 1", total=7 * games)
        for step, played in climb(name, chosen, games, kept, workers):
            progress.update(task, advance=played, description=f"level {step.lower} and {step.lower + 1}")
            if step.is_done:
                steps.append(step)
                out.print(step.text())
    out.print(f"written: {write_page(page, name, chosen, steps)}")


@app.command()
def tune(
    name: GameName,
    games: Annotated[int, typer.Option(help="Games of the bot against itself, in each round.", min=5)] = 400,
    rounds: Annotated[
        int, typer.Option(help="The second round is played with the weights that the first one fitted.", min=1)
    ] = 2,
    player: Annotated[str, typer.Option("--bot", help="Who plays them; `soft` makes the games differ.")] = "mcts:60,soft=0.02",
    settings: Settings = None,
    variants: Annotated[
        list[str] | None, typer.Option("--variant", help="A named way to play; several are played in turn.")
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="TERM", help="A term to fit; may be given again. All without it.")
    ] = None,
    teacher: Annotated[
        str | None, typer.Option(metavar="BOT", help="Fit to what this bot would choose, instead of to how the games ended.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed plays the same openings.")] = 1,
    trials: Annotated[int, typer.Option("--trial", help="Games of the new weights against the old ones; 0 for none.")] = 100,
    write: Annotated[bool, typer.Option("--write", help="Keep the new weights, unless they lose the trial.")] = False,
) -> None:
    """Fit the weights of a game's estimate to self-play, show what changes, and let the new weights play the old ones."""
    from ludarium import teaching, tuning
    from ludarium.bots import bot
    from ludarium.tuning import free_terms, plan_for, reweighed, store

    game = ludarium.game(name)
    gather, fit, loss = (
        (tuning.gather, tuning.fit, tuning.loss) if teacher is None else (teaching.gather, teaching.fit, teaching.loss)
    )
    bot(player, name), bot(teacher or player, name)
    ways = [_new_match(name, settings, one).settings for one in (variants or (None,))]
    plans = [plan_for(name, way, player, seed) for way in ways]
    free = free_terms(game, only or game.terms)
    learn: list[Any] = []
    check: list[Any] = []
    fitted = game.weights
    for number in range(rounds):
        both = [reweighed(one, game, fitted) if number else one for one in (player, teacher or player)]
        playing = [replace(plan, first=both[0], second=both[1], seed=seed + number) for plan in plans]
        with Progress(console=err, transient=True) as progress:
            task = progress.add_task(f"games, round {number + 1} of {rounds}", total=games)
            for place, one in enumerate(gather(playing, games)):
                (check if place % 5 == 4 else learn).append(one)
                progress.advance(task)
        fitted = fit(learn, game.weights, free)
    table = Table("term", "was", "is", box=None, header_style="bold")
    for term, was, is_ in zip(game.terms, game.weights, fitted, strict=True):
        table.add_row(term, f"{was:.4f}", f"{is_:.4f}")
    out.print(table)
    out.print(f"surprise on games that were not fitted: {loss(check, game.weights):.4f} before, {loss(check, fitted):.4f} after")
    rivals = [replace(plan, first=reweighed(player, game, fitted)) for plan in plans]
    scores = [_try_weights(one, trials) for one in rivals] if trials else []
    if write and scores and sum(scores) < len(scores) / 2:
        out.print("not written: they foretell better than they play")
        raise typer.Exit(1)
    if write:
        store(game, fitted)
        out.print("written; the next start compiles the game anew")


def _try_weights(rivals: Plan, games: int) -> float:
    """The score of new weights against old."""
    from ludarium.contest import contest, report

    with Progress(console=err, transient=True) as progress:
        task = progress.add_task("trial", total=games)
        for so_far, played in contest(rivals, games):
            tally = so_far
            progress.advance(task, len(played))
    way = " ".join(f"{key}={value}" for key, value in rivals.settings.items())
    out.print(f"new weights against old ({way}): {report(rivals, tally)['text']}", soft_wrap=True)
    return tally.score


@app.command()
def prepare(name: Annotated[str | None, typer.Argument(help="One game; without it, all.", metavar="[GAME]")] = None,
            settings: Settings = None,
            for_table: Annotated[bool, typer.Option("--for-table", help="Without what only learning programs need.")] = False,
            ) -> None:  # fmt: skip
    """Compile games ahead of time, so that the first move comes at once."""
    from ludarium.prepare import prepare as get_ready
    from ludarium.prepare import prepare_research

    chosen = with_files(parse_settings(settings or []))
    for each in [name] if name else ludarium.games():
        game, _ = ludarium.game(each).edition(chosen)
        with _preparing(game):
            get_ready(game)
            if not for_table:
                prepare_research(game)


@app.command()
def cache(clear: Annotated[bool, typer.Option("--clear", help="Forget all compiled code.")] = False) -> None:
    """Show where compiled code is kept and how large it is, or clear it."""
    from ludarium.folders import cache_folder
    from ludarium.kernel import cache_size, clear_cache

    if clear:
        clear_cache()
    files, size = cache_size()
    out.print(f"{cache_folder()}  {files} files  {size / 1e6:.1f} MB", soft_wrap=True)
