"""Figures: everything that is measured, in the order and the words of the page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bench.environments import ALONE, OURS

BATCHES = (1, 256, 4096)
Results = dict[str, list[float]]  # by the key of a figure; one that could not be measured is not in it


@dataclass(frozen=True)
class Figure:
    """A function of a module of `bench.peers` with what it is given, the environment it runs in, and on how many cores.

    Without a module it is measured from outside: `size` of an environment, or the seconds from a program's `start` to its end.
    """

    module: str
    what: str
    given: tuple[tuple[str, Any], ...]
    where: str
    cores: int = 1

    @property
    def key(self) -> str:
        told = [f"{name}={value}" for name, value in (*self.given, ("cores", self.cores))]
        return " ".join([self.where, self.what, *told])

    @property
    def is_fresh(self) -> bool:
        """Whether it wants a process that has done nothing else."""
        return self.what == "memory"

    @property
    def is_once(self) -> bool:
        """Whether measuring again would tell nothing new, or take too long."""
        return self.what == "size" or ("start", "cold") in self.given


def _of(module: str, where: str) -> Callable[..., Figure]:
    return lambda what, cores=1, **given: Figure(module, what, tuple(given.items()), where, cores)


ours, pgx, openspiel, chess, pettingzoo, catanatron = (
    _of("with_ludarium", OURS),
    _of("with_pgx", "pgx"),
    _of("with_openspiel", "openspiel"),
    _of("with_chess", "chess"),
    _of("with_pettingzoo", "pettingzoo"),
    _of("with_catanatron", "catanatron"),
)
our_openspiel, our_pettingzoo = _of("with_openspiel", OURS), _of("with_pettingzoo", OURS)


def outside(where: str, what: str, **given: Any) -> Figure:
    return Figure("", what, tuple(given.items()), where)


@dataclass(frozen=True)
class Row:
    label: str
    figures: tuple[Figure, ...]  # one for each column


@dataclass(frozen=True)
class Pair:
    """What is set beside what: the words of a row and its column, twice."""

    ours: str
    our_figure: Figure
    theirs: str
    their_figure: Figure


@dataclass(frozen=True)
class Section:
    title: str
    words: str  # what is measured, and where the two sides differ
    unit: str  # of the table
    scale: float  # what one unit is, in the figures' own
    rows: tuple[Row, ...]
    columns: tuple[str, ...] = ("median (lowest - highest)",)
    pairs: tuple[Pair, ...] = ()


@dataclass(frozen=True)
class Goal:
    words: str
    wanted: float
    measured: Callable[[dict[str, float]], float]  # from the medians by key; a KeyError if a figure is missing
    unit: str = "times"
    at_least: bool = True

    def is_met(self, value: float) -> bool:
        return value >= self.wanted if self.at_least else value < self.wanted


# Our games as they are compared

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "Obelus": ("obelus", {}),
    "Ortus Master": ("ortus", {"level": "master", "setup": "random"}),
    "Tortus": ("tortus", {}),
    "Olith, 2 players": ("olith", {"players": 2}),
}


LISTED = ("Ortus Master",)  # has so many actions that a batch of masks would take gigabytes; its lists of legal actions are short


def our_step(label: str, n: int, observe: bool, mask: bool = True) -> Figure:
    name, options = GAMES[label]
    return ours("step", game=name, n=n, mask=mask and label not in LISTED, observe=observe, **options)


def with_legal(label: str) -> str:
    """The words for how the legal actions come."""
    return f"{label}, with {'lists' if label in LISTED else 'mask'}"


def of_all(make: Callable[..., Figure], what: str, words: str = "", **given: Any) -> tuple[Row, ...]:
    return tuple(Row(label + words, (make(what, game=name, **given, **options),)) for label, (name, options) in GAMES.items())


def batches(label: str, make: Callable[[int], Figure]) -> Row:
    return Row(label, tuple(make(n) for n in BATCHES))


def pgx_rows(games: tuple[str, ...], what: str, words: str, cores: int = 1) -> tuple[Row, ...]:
    return tuple(batches(f"pgx {game}{words}", lambda n, game=game: pgx(what, game=game, n=n, cores=cores)) for game in games)


PGX_GAMES = ("tic_tac_toe", "connect_four", "hex", "chess")
LAST = BATCHES[-1]

STEPS = Section(
    "Steps in batches",
    """Many games are advanced together from Python, as a learning program does it: for every game a random legal action is
chosen and played, chance follows, and a game that ends begins anew. Ours is `ludarium.rl.Batch`, which draws the
actions itself and so need not check them. *With mask and observation* means that after every step the legal actions
are at hand as a mask and the position as a tensor; that is what one call of pgx's compiled step gives (its step always
makes both), so these rows are the same work. *With lists* the legal actions are at hand as their numbers, which tells
the same; a mask of all actions of Ortus would take gigabytes for a batch. *In one compiled loop* is pgx at its best:
thousands of steps without coming back to Python and without anybody asking for the observation, so that its compiler
can leave it out; set beside it are our batches without observation, still driven step by step from Python. pgx runs on
the CPU, compiled (the time for that is not counted), vectorised, with its own random actions and its own wrapper that
begins games anew. One core each; one row shows pgx with two.""",
    "million steps a second",
    1e6,
    (
        *(batches(f"{with_legal(label)} and observation", lambda n, label=label: our_step(label, n, True)) for label in GAMES),
        *pgx_rows(PGX_GAMES, "step", ", with mask and observation"),
        *pgx_rows(("connect_four",), "step", ", the same on two cores", cores=2),
        *(batches(with_legal(label), lambda n, label=label: our_step(label, n, False)) for label in GAMES),
        batches("Obelus, with lists", lambda n: our_step("Obelus", n, False, mask=False)),
        *pgx_rows(("tic_tac_toe", "connect_four"), "step_inside", ", in one compiled loop, with mask"),
    ),
    tuple(f"{n:,} game{'s' * (n > 1)}" for n in BATCHES),
    (
        *(
            Pair(
                f"{with_legal(label)} and observation, {n:,} games",
                our_step(label, n, True),
                f"pgx {game}",
                pgx("step", game=game, n=n),
            )
            for label, game, n in (
                ("Obelus", "connect_four", 256),
                ("Obelus", "connect_four", LAST),
                ("Ortus Master", "chess", 256),
                ("Tortus", "chess", 256),
                ("Olith, 2 players", "chess", 256),
            )
        ),
        *(
            Pair(
                f"Obelus, with {'mask' if mask else 'lists'}, {LAST:,} games",
                our_step("Obelus", LAST, False, mask),
                "pgx connect_four, in one compiled loop",
                pgx("step_inside", game="connect_four", n=LAST),
            )
            for mask in (True, False)
        ),
    ),
)

OPENSPIEL_GAMES = ("connect_four", "breakthrough", "chess")
PLAY = Section(
    "Random play",
    """One game after the other, random to the end: the list of legal actions is made and one of them played, chance
included. *Inside* means that the whole loop is compiled; *from Python* that Python asks for the list, chooses and
plays, one call each.""",
    "million steps a second",
    1e6,
    (
        *of_all(ours, "inside", ", inside"),
        *(Row(f"OpenSpiel {game}, inside C++", (openspiel("inside", game=game),)) for game in OPENSPIEL_GAMES),
        Row("Obelus, from Python", (ours("from_python", game="obelus"),)),
        *(Row(f"OpenSpiel {game}, from Python", (openspiel("from_python", game=game),)) for game in OPENSPIEL_GAMES),
    ),
    pairs=(
        *(
            Pair(
                f"{label}, inside",
                ours("inside", game=GAMES[label][0], **GAMES[label][1]),
                f"OpenSpiel {game}, inside C++",
                openspiel("inside", game=game),
            )
            for label, game in (
                ("Obelus", "connect_four"),
                ("Obelus", "breakthrough"),
                ("Ortus Master", "chess"),
                ("Tortus", "chess"),
                ("Olith, 2 players", "chess"),
            )
        ),
        *(
            Pair(
                "Obelus, from Python",
                ours("from_python", game="obelus"),
                f"OpenSpiel {game}, from Python",
                openspiel("from_python", game=game),
            )
            for game in ("connect_four", "breakthrough")
        ),
        Pair(
            f"Obelus, a batch of {LAST:,}, with lists",
            our_step("Obelus", LAST, False, mask=False),
            "OpenSpiel breakthrough, from Python",
            openspiel("from_python", game="breakthrough"),
        ),
    ),
)


def our_search(label: str, bot: str, midgame: bool) -> Figure:
    name, options = GAMES[label]
    return ours("simulations", bot=bot, game=name, midgame=midgame, **options)


def adapted(label: str) -> Figure:
    """OpenSpiel's search on our game."""
    name, options = GAMES[label]
    told = ",".join(f"{option}={value}" for option, value in options.items())
    return our_openspiel("simulations", game=f"ludarium_{name}({told})" if told else f"ludarium_{name}")


SEARCH = Section(
    "Search",
    """Simulations a second of Monte Carlo tree search. `uct` is the textbook's search with a random game to the end
at every leaf, which is what OpenSpiel's MCTS bot in C++ does, and both are timed from the first decision: the same
work. `mcts` is our playing bot, in the middle of games: instead of a random game it looks at every action of a new
node, so one simulation of its is another thing. OpenSpiel's bot also plays our own games, through our adapter
(`ludarium.rl.openspiel`); there every step goes through Python.""",
    "thousand simulations a second",
    1e3,
    (
        *(Row(f"{label}, `uct`", (our_search(label, "uct", False),)) for label in GAMES),
        *(Row(f"{label}, `mcts`", (our_search(label, "mcts", True),)) for label in GAMES),
        *(Row(f"OpenSpiel's MCTS, {game}", (openspiel("simulations", game=game),)) for game in ("connect_four", "chess")),
        *(Row(f"OpenSpiel's MCTS, our {label} through the adapter", (adapted(label),)) for label in GAMES),
    ),
    pairs=(
        *(
            Pair(f"{label}, `{bot}`", our_search(label, bot, bot == "mcts"), f"OpenSpiel's MCTS, our {label}", adapted(label))
            for label in GAMES
            for bot in ("uct", "mcts")
        ),
        Pair(
            "Obelus, `uct`",
            our_search("Obelus", "uct", False),
            "OpenSpiel's MCTS, connect_four",
            openspiel("simulations", game="connect_four"),
        ),
        Pair(
            "Ortus Master, `uct`",
            our_search("Ortus Master", "uct", False),
            "OpenSpiel's MCTS, chess",
            openspiel("simulations", game="chess"),
        ),
    ),
)

COUNTING = Section(
    "Counting positions (perft)",
    """How many positions a second are counted when every sequence of moves is gone through; the last ply is counted
by the length of its list on both sides. Ours in the middle of a random game, with every outcome of chance gone through
too; python-chess from the start.""",
    "million positions a second",
    1e6,
    (*of_all(ours, "perft"), Row("python-chess", (chess("perft"),))),
    pairs=tuple(
        Pair(label, ours("perft", game=name, **options), "python-chess", chess("perft"))
        for label, (name, options) in GAMES.items()
    ),
)

CLASSIC = ("tictactoe_v3", "connect_four_v3", "chess_v6")
ENVIRONMENT = Section(
    "One environment, step by step",
    """The loop of PettingZoo's documentation, the same for both: `env.last()`, a random action among those that the
mask marks, `env.step()`, a new game at each end. Both with the wrappers that PettingZoo's `env` has.""",
    "thousand steps a second",
    1e3,
    (
        *of_all(our_pettingzoo, "ours", " in PettingZoo"),
        *(Row(f"PettingZoo {name}", (pettingzoo("classic", name=name),)) for name in CLASSIC),
    ),
    pairs=(
        Pair(
            "Obelus",
            our_pettingzoo("ours", game="obelus"),
            "PettingZoo connect_four_v3",
            pettingzoo("classic", name="connect_four_v3"),
        ),
        Pair(
            "Ortus Master",
            our_pettingzoo("ours", game="ortus", **GAMES["Ortus Master"][1]),
            "PettingZoo chess_v6",
            pettingzoo("classic", name="chess_v6"),
        ),
    ),
)

WHOLE = Section(
    "Whole games",
    """Random games from beginning to end. catanatron's Catan is the game nearest to Olith: resources, dice, cards,
two to four players; its players choose at random too. Ours run inside one kernel, catanatron's are played by its
`Game.play`, in Python.""",
    "games a second",
    1,
    (
        *of_all(ours, "games"),
        Row("Olith, 4 players", (ours("games", game="olith", players=4),)),
        *(Row(f"catanatron, {players} players", (catanatron("games", players=players),)) for players in (2, 4)),
    ),
    pairs=tuple(
        Pair(
            f"Olith, {players} players",
            ours("games", game="olith", players=players),
            f"catanatron, {players} players",
            catanatron("games", players=players),
        )
        for players in (2, 4)
    ),
)

LETHAL = Section(
    "A whole turn of Tortus",
    """How long it takes to go through everything that can be done in a turn with two actions, to find out whether it
wins: over turns met in random games, half of them are done in the first time, nine of ten in the second. There is
no peer for it.""",
    "milliseconds",
    1e-3,
    (Row("Tortus, the search for a lethal turn", (ours("lethal", share=0.5), ours("lethal", share=0.9))),),
    ("half of the turns", "nine of ten"),
)

MEMORY = Section(
    "Memory for each game",
    """How much a fresh process grows for each game that it holds, all measured the same way: thousands of games are
made, and the growth of its resident memory is divided. Ours are games of a `Batch`, with its lists of legal actions,
dice and rewards; pgx's its states with mask and observation; OpenSpiel's and python-chess's after ten random moves,
since they remember them; PettingZoo's environments.""",
    "kilobytes",
    1e3,
    (
        *of_all(ours, "memory", n=20_000),
        *(Row(f"pgx {game}", (pgx("memory", game=game, n=20_000),)) for game in ("connect_four", "chess")),
        *(Row(f"OpenSpiel {game}", (openspiel("memory", game=game, n=20_000),)) for game in ("connect_four", "chess")),
        Row("python-chess", (chess("memory", n=5_000),)),
        *(Row(f"PettingZoo {name}", (pettingzoo("memory", name=name, n=500),)) for name in ("connect_four_v3", "chess_v6")),
        Row("catanatron, 4 players", (catanatron("memory", players=4, n=1_000),)),
    ),
)

FIRST_BATCH = {
    ALONE: """
from ludarium.rl import Batch
batch = Batch("obelus", 4096, auto_reset=True)
batch.step(batch.sample())
batch.observe()
""",
    "pgx": """
import jax, pgx
from pgx.experimental import act_randomly, auto_reset
env = pgx.make("connect_four")
keys = jax.random.split(jax.random.PRNGKey(0), 4096)
state = jax.jit(jax.vmap(env.init))(keys)
action = act_randomly(keys[0], state.legal_action_mask)
jax.block_until_ready(jax.jit(jax.vmap(auto_reset(env.step, env.init)))(state, action, keys))
""",
    "openspiel": """
import pyspiel
state = pyspiel.load_game("breakthrough").new_initial_state()
state.apply_action(state.legal_actions()[0])
""",
    "pettingzoo": """
from pettingzoo.classic import connect_four_v3
env = connect_four_v3.env()
env.reset()
env.step(0)
""",
    "catanatron": """
from catanatron import Color, Game, RandomPlayer
Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)]).play_tick()
""",
    "chess": """
import chess
chess.Board().push_uci("e2e4")
""",
}

START = Section(
    "From nothing to the first step",
    f"""A fresh process, from its start to its end: Python starts, the library is imported, and one step is made: of {LAST:,}
games of Obelus with observation, of {LAST:,} games of pgx's connect_four, of one game of the others. *The first time*
nothing has been compiled on this machine before; that is measured once. *Warm* is every later time. pgx compiles in
every process, unless JAX is told to keep what it compiled; both are shown. These processes may use all cores.""",
    "seconds",
    1,
    (
        Row("Ludarium, the first time", (outside(ALONE, "start", start="cold"),)),
        Row("Ludarium, warm", (outside(ALONE, "start", start="warm"),)),
        Row("pgx, the first time and every time", (outside("pgx", "start", start="warm"),)),
        Row("pgx, warm, with JAX keeping what it compiled", (outside("pgx", "start", start="kept"),)),
        Row("OpenSpiel", (outside("openspiel", "start", start="warm"),)),
        Row("PettingZoo", (outside("pettingzoo", "start", start="warm"),)),
        Row("catanatron", (outside("catanatron", "start", start="warm"),)),
        Row("python-chess", (outside("chess", "start", start="warm"),)),
    ),
)

SIZE = Section(
    "Installed size",
    """What installing adds to an empty environment, dependencies included: room on the disk. Ludarium is installed
from the working tree, as `pip install ludarium` without extras would; PettingZoo with its classic games.""",
    "megabytes",
    1,
    tuple(
        Row(label, (outside(where, "size"),))
        for label, where in (
            ("Ludarium", ALONE),
            ("pgx with JAX", "pgx"),
            ("OpenSpiel", "openspiel"),
            ("PettingZoo classic", "pettingzoo"),
            ("catanatron", "catanatron"),
            ("python-chess", "chess"),
        )
    ),
)

SECTIONS = (STEPS, PLAY, SEARCH, COUNTING, ENVIRONMENT, WHOLE, LETHAL, MEMORY, START, SIZE)


def _times(over: Figure, under: Figure) -> Callable[[dict[str, float]], float]:
    return lambda medians: medians[over.key] / medians[under.key]


GOALS = (
    Goal(
        f"Obelus in batches of {LAST:,}, with lists, beside pgx's connect_four: each library's plain step, driven from Python",
        5,
        _times(our_step("Obelus", LAST, False, mask=False), pgx("step", game="connect_four", n=LAST)),
    ),
    Goal(
        f"Obelus in batches of {LAST:,}, with mask and observation, beside pgx's connect_four doing the same",
        5,
        _times(our_step("Obelus", LAST, True), pgx("step", game="connect_four", n=LAST)),
    ),
    Goal(
        f"Obelus in batches of {LAST:,}, with lists, beside pgx's connect_four in one compiled loop: neither makes observations",
        5,
        _times(our_step("Obelus", LAST, False, mask=False), pgx("step_inside", game="connect_four", n=LAST)),
    ),
    Goal(
        f"Obelus in batches of {LAST:,}, with lists, beside OpenSpiel's breakthrough from Python, which makes lists too",
        10,
        _times(our_step("Obelus", LAST, False, mask=False), openspiel("from_python", game="breakthrough")),
    ),
    *(
        Goal(
            f"Simulations of our `{bot}` on {label} beside OpenSpiel's MCTS on the same game",
            5,
            _times(our_search(label, bot, bot == "mcts"), adapted(label)),
        )
        for label in GAMES
        for bot in ("uct", "mcts")
    ),
    Goal("Installed size", 330, lambda medians: medians[outside(ALONE, "size").key], "MB", at_least=False),
    Goal(
        f"Warm start to the first step of {LAST:,} games",
        1,
        lambda medians: medians[outside(ALONE, "start", start="warm").key],
        "s",
        at_least=False,
    ),
)


def all_figures() -> list[Figure]:
    """Each once, in the order of the page."""
    return list(dict.fromkeys(figure for section in SECTIONS for row in section.rows for figure in row.figures))
