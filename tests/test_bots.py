"""Bots: legal, repeatable, in time, better the more they think, and blind to what their seat may not know."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from math import inf
from pathlib import Path

import numpy as np
import pytest

import ludarium
from conftest import INTERPRETED, several
from ludarium import Match, many
from ludarium.bots import LEVELS, BadBot, Budget, UnknownBot, alphabeta, bot, levels
from ludarium.bots.ahead import WAY, new_ahead
from ludarium.bots.mcts import LEAST, Mcts
from ludarium.bots.softened import BLUNDER, REACH, Softened
from ludarium.bots.styles import Style, style_of
from ludarium.bots.thought import Clock, Thought, Weighed
from ludarium.bots.tree import NODE, NONE
from ludarium.dice import new_dice
from ludarium.errors import BadOption
from ludarium.games.ortus.state import END
from ludarium.games.tortus.lethal import sure_win
from ludarium.weights import weights_text

ALL = ("random", "greedy", "mcts:30", "uct:30", "alphabeta:300")
WON = "*,B2,W4,W2b*,W1*,B4,.,B2 1/0 w"  # White can win at once

OBELUS = ludarium.game("obelus")

compiled = pytest.mark.skipif(INTERPRETED, reason="a question of speed")
interpreted = pytest.mark.skipif(not INTERPRETED, reason="an edition takes a minute to compile")


def midgame(game: str, seed: int, plies: int, **settings: str | int) -> Match:
    """A game after some random moves, at a decision; if it is over by then, another one."""
    dice = random.Random(seed)
    match = Match(game, **settings)
    while match.turn != ludarium.OVER and (match.ply < plies or match.turn == ludarium.CHANCE):
        if match.turn == ludarium.CHANCE:
            match.draw(dice)
        else:
            match.play(dice.choice(match.legal()))
    return match if match.turn != ludarium.OVER else midgame(game, seed + 1000, plies, **settings)


# Names and budgets


def test_an_unknown_bot() -> None:
    with pytest.raises(UnknownBot, match="no bot 'greddy'; did you mean greedy"):
        bot("greddy")


@pytest.mark.parametrize("text", ["", "0", "-3", "3h", "1.5", "fast", "2000/", "10ms/ms"])
def test_a_budget_that_cannot_be_read(text: str) -> None:
    with pytest.raises(BadBot, match="such as 2000, 300ms or"):
        Budget.read(text)


@pytest.mark.parametrize(
    ("text", "budget"),
    [("2000", Budget(2000)), ("300ms", Budget(None, 0.3)), ("1.5s", Budget(None, 1.5)), ("50/20ms", Budget(50, 0.02))],
)
def test_a_budget(text: str, budget: Budget) -> None:
    assert Budget.read(text) == budget
    assert Budget.read(str(budget)) == budget


@pytest.mark.parametrize(
    "name",
    [
        "mcts:100,threads=0",
        "mcts:100,cores=2",
        "mcts:100,soft=0",
        "mcts:100,soft",
        "uct:100,threads=2",
        "uct:100,weights=x",
        "level:9",
        "level:x",
    ],
)
def test_a_bot_that_cannot_be(name: str) -> None:
    with pytest.raises(BadBot):
        bot(name, "obelus")


def test_a_level_needs_its_game() -> None:
    with pytest.raises(BadBot, match="name the game"):
        bot("level:3")


def test_a_bot_from_the_front_door() -> None:
    assert ludarium.bot("mcts:20", "obelus").choose(Match("obelus")) in Match("obelus").legal()


# Choosing


@pytest.mark.parametrize("name", ALL)
def test_with_a_seed_a_bot_chooses_the_same_again(name: str) -> None:
    match = midgame("obelus", 1, 4)
    assert bot(name, seed=7).choose(match) == bot(name, seed=7).choose(match)


@pytest.mark.parametrize("name", ALL)
def test_choosing_changes_nothing(name: str) -> None:
    match = midgame("obelus", 1, 4)
    before = match.states.tobytes(), match.history
    bot(name).choose(match)
    assert (match.states.tobytes(), match.history) == before


@pytest.mark.parametrize("name", ["greedy", "mcts:30", "uct:400", "alphabeta:300", "level:5"])
def test_a_win_in_one_is_taken(name: str) -> None:
    match = Match("obelus", position=WON)
    match.play(bot(name, "obelus", seed=1).choose(match))
    assert match.returns() == (1.0, -1.0)


@pytest.mark.parametrize("game", ludarium.games())
@pytest.mark.parametrize("name", ["greedy", "mcts:12", "mcts:12,threads=2", "uct:4"])
def test_a_thought_tells_what_the_bot_sees(game: str, name: str) -> None:
    match = midgame(game, 3, 8 if game == "obelus" else 40)
    thought = bot(name, game, seed=1).think(match)
    assert thought.action == thought.line[0]
    assert thought.action in match.legal()
    assert -1 <= thought.expectation <= 1
    assert {move.action for move in thought.moves} <= set(match.legal())
    assert thought.positions > 0
    ahead = match.copy()
    for action in thought.line:
        if action == thought.action or not match.has_secrets(match.turn):
            ahead.play(action)


@pytest.mark.parametrize("settings", [{"players": 3}, {"players": 4}])
def test_more_than_two_play(settings: dict[str, int]) -> None:
    match = midgame("olith", 3, 60, **settings)
    assert bot("mcts:20", seed=1).choose(match) in match.legal()


def test_alphabeta_refuses_secrets() -> None:
    with pytest.raises(BadBot, match="without secrets"):
        bot("alphabeta:100").choose(midgame("olith", 1, 20))


def test_mcts_sees_that_a_win_is_certain() -> None:
    match = Match("obelus", position=WON)
    thought = bot("mcts:1000", seed=1).think(match)
    assert thought.moves[0].known
    assert thought.expectation == 1.0
    assert thought.simulations < 10


def test_the_tree_is_kept_from_decision_to_decision() -> None:
    match, player = midgame("obelus", 2, 4), bot("mcts:60", seed=1)
    thought = player.think(match)
    match.play(thought.action)
    match.play(thought.line[1] if len(thought.line) > 1 else match.legal()[0])
    kept = player._found(match)  # type: ignore[attr-defined]
    assert kept is not None
    nodes, node = kept
    assert nodes[node]["visits"] > 0
    assert player.choose(match) in match.legal()


def test_another_game_does_not_meet_the_tree_of_the_last_one() -> None:
    player = bot("mcts:60", seed=1)
    player.choose(midgame("obelus", 2, 4))
    other = midgame("obelus", 2, 4)
    assert player._found(other) is None  # type: ignore[attr-defined]


def test_what_the_other_seat_thought_is_not_kept() -> None:
    """It may have been judged when the other seat's turns began."""
    match, player = midgame("tortus", 5, 20), bot("mcts:60", seed=1)
    seat = match.turn
    while match.turn == seat:
        match.play(player.choose(match))
    assert match.turn >= 0
    assert player._found(match) is None  # type: ignore[attr-defined]


# Turns that are certainly won


def lethal_turn(seed: int) -> Match:
    """From a random game of Tortus: a turn that can be won without luck; if there is none, from another one."""
    match, dice = Match("tortus"), random.Random(seed)
    while match.turn != ludarium.OVER:
        if match.turn == ludarium.CHANCE:
            match.draw(dice)
        elif sure_win(match.states) is not None:
            return match
        else:
            match.play(dice.choice(match.legal()))
    return lethal_turn(seed + 1000)


@compiled
@pytest.mark.parametrize("seed", range(5))
def test_mcts_wins_a_turn_that_can_be_won_without_luck(seed: int) -> None:
    match, player = lethal_turn(seed), bot(f"mcts:{2 * LEAST}", seed=1)
    seat = match.turn
    while match.turn == seat:
        thought = player.think(match)
        assert (thought.expectation, thought.moves[0].known) == (1.0, True)
        match.play(thought.action)
    assert match.returns()[seat] == 1.0


@compiled
@pytest.mark.parametrize("seed", range(5))
def test_the_line_of_a_turn_that_is_won_goes_to_its_end(seed: int) -> None:
    match = lethal_turn(seed)
    seat, thought = match.turn, bot(f"mcts:{2 * LEAST}", seed=1).think(match)
    for action in thought.line:
        match.play(action)
    assert match.returns()[seat] == 1.0


def test_whoever_thinks_little_does_not_look_for_certain_wins() -> None:
    match, player = midgame("tortus", 5, 40), bot(f"mcts:{LEAST - 1}", seed=1)
    player.choose(match)
    assert not tree_of(player)["searched"].any()


@compiled
@pytest.mark.parametrize("threads", [1, 2])
def test_mcts_looks_for_a_certain_win_wherever_it_sees_a_turn_begin_often_enough(threads: int) -> None:
    match, player = midgame("tortus", 5, 40), bot(f"mcts:1500,threads={threads}", seed=1)
    player.choose(match)
    node = tree_of(player)
    begins = {0} | {child for child in reached(node, LEAST) if node["decider"][child] != node["chooser"][child]}
    open_turns = {place for place in begins if node["known"][place] == 0 and node["decider"][place] >= 0}
    assert len(open_turns) > 3
    assert open_turns <= set(np.flatnonzero(node["searched"]))
    assert set(np.flatnonzero(node["searched"])) <= {place for place in range(len(node)) if node["visits"][place] >= LEAST}


def tree_of(player: object) -> np.ndarray:
    node: np.ndarray = player._kept.tree.node  # type: ignore[attr-defined]
    assert node.dtype == NODE
    return node


def reached(node: np.ndarray, visits: int) -> set[int]:
    """The nodes below the root that are reached by nodes that were visited so often and whose end is open."""
    found, waiting = set(), [0]
    while waiting:
        child = int(node["first"][waiting.pop()])
        while child != NONE:
            if node["visits"][child] >= visits and not node["known"][child]:
                found.add(child)
                waiting.append(child)
            child = int(node["next"][child])
    return found


# In time


@pytest.mark.parametrize("seed", range(50))
def test_the_clock_is_looked_at_often_enough(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Never more than 20 ms and 5 % too late, whatever the steps cost: at first nothing, then up to half a millisecond.

    Real bots on a real clock are measured by bench/punctual.py.
    """
    dice, now = random.Random(seed), [0.0]
    monkeypatch.setattr("ludarium.bots.thought.perf_counter", lambda: now[0])
    budget = dice.choice([0.02, 0.1, 0.3, 1.0])
    cheap = dice.randrange(200)
    clock = Clock(Budget(None, budget))

    def work(steps: int) -> bool:
        for done in range(clock.done - steps, clock.done):
            now[0] += 1e-5 if done < cheap else dice.uniform(1e-5, 5e-4)
        return False

    clock.run(work)
    assert budget <= now[0] < 1.05 * budget + 0.020


def test_steps_and_time_whatever_ends_first(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("ludarium.bots.thought.perf_counter", lambda: now[0])

    def work(steps: int) -> bool:
        now[0] += steps / 1000
        return False

    by_steps = Clock(Budget(500, 10.0))
    by_steps.run(work)
    assert by_steps.done == 500
    now[0] = 0.0
    by_time = Clock(Budget(500, 0.25))
    by_time.run(work)
    assert 250 <= by_time.done < 275


def test_whoever_works_can_ask_how_many_steps_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the first slice on: nobody stops at once because only a few steps seem to be left."""
    now = [0.0]
    monkeypatch.setattr("ludarium.bots.thought.perf_counter", lambda: now[0])
    clock = Clock(Budget(None, 0.3))
    told: list[tuple[float, float]] = []

    def work(steps: int) -> bool:
        now[0] += steps / 1000
        told.append((clock.steps_left(), max(0.0, 300 - clock.done)))
        return False

    clock.run(work)
    assert told[0][0] == inf
    assert [said for said, _ in told if said < inf] == pytest.approx([left for said, left in told if said < inf])
    assert len([said for said, _ in told if said < inf]) > 20


def test_a_search_by_the_clock_goes_on_from_the_kept_tree() -> None:
    """That the favourite of the kept tree is a few visits ahead is no reason to stop thinking."""
    match, player = midgame("tortus", 5, 20), Mcts(Budget(None, 1.0), seed=1)
    match.play(player.think(match).action)
    while match.turn < 0:
        match.play(match.legal()[0])
    assert player.think(match).seconds > 0.1


@pytest.mark.parametrize("name", ["mcts", "alphabeta", "uct"])
def test_without_time_for_a_single_look_there_is_still_an_answer(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine with much else to do: the time is over when the search comes to begin."""
    seconds = count()
    monkeypatch.setattr("ludarium.bots.thought.perf_counter", lambda: next(seconds))
    match = midgame("tortus", 5, 20)
    assert bot(f"{name}:1ms", seed=1).choose(match) in match.legal()


@compiled
@pytest.mark.parametrize("name", ["mcts:60s", "alphabeta:60s", "uct:60s"])
def test_stop_is_answered_at_once(name: str) -> None:
    match, player = midgame("ortus", 5, 40), bot(name, seed=1)
    bot(name.replace("60s", "10"), seed=1).choose(match)
    threading.Timer(0.2, player.stop).start()
    started = time.perf_counter()
    assert player.choose(match) in match.legal()
    assert time.perf_counter() - started < 10


def test_a_style_may_play_new_positions_on_until_the_turn_comes_back() -> None:
    """It costs positions, the more of them the longer the lists are looked at; who thinks in Ortus sees the answer."""
    match = midgame("ortus", 5, 40)
    at_once, few, many_looks = (
        Mcts(Budget(2), seed=1, style=style).think(match).positions
        for style in (Style(), Style(plays_on=True, looks=1), Style(plays_on=True, looks=1000))
    )
    assert at_once < few < many_looks
    assert style_of("ortus").plays_on
    assert style_of("obelus") == Style()


@pytest.mark.parametrize("ply", [40, 41, 42, 43, 60])
def test_whoever_plays_on_judges_every_position_when_an_own_turn_begins(ply: int) -> None:
    """Nothing is judged after the own turn here and after the answer there: the first would look better than the second."""
    match = midgame("ortus", 5, ply)
    for steps in (1, 3) if INTERPRETED else (1, 2, 3, 5, 8, 20):
        player = Mcts(Budget(steps), seed=1)
        player.think(match)
        assert player._kept
        judged = player._kept.tree.ahead.states[WAY]
        passed = int(judged["turns"]) - int(match.position["turns"])
        assert judged["stage"] == END or (judged["player"] == match.turn and passed > 0 and passed % 2 == 0)


def test_alphabeta_sees_what_an_attack_brings_among_hundreds_of_actions() -> None:
    """As it stands after it is declared, an attack has only cost Energy: it must be settled before the list is cut."""
    match = Match("ortus", position="Wa:f6 Wi:c1,d7;Ea:b3,c5;Fi:d4 0/28 -/g7 b9")  # Gold cannot pay, and a honour wins
    assert len(match.legal()) > 500
    thought = bot("alphabeta:500", seed=1).think(match)
    for action in thought.line:
        match.play(action)
    assert (thought.expectation, len(thought.line), match.returns()) == (1.0, 3, (-1.0, 1.0))


@pytest.mark.parametrize("ply", [40, 41, 42, 43, 60])
def test_alphabeta_judges_ortus_when_an_own_turn_begins(ply: int) -> None:
    match = midgame("ortus", 5, ply)
    game, judge = match.game, match.game.kernel(alphabeta.judge)
    ahead = new_ahead(game, style_of("ortus").looks, new_dice(1))
    stack = alphabeta.new_stack(game, np.zeros(4, alphabeta.ENTRY), ahead, np.zeros(1, np.int8))
    stack.states[0], stack.tally[alphabeta.THINKER] = match.states[0], match.turn
    value, looked = judge(stack, 0, match.turn), int(stack.tally[alphabeta.NODES])
    judged = ahead.states[WAY]
    passed = int(judged["turns"]) - int(match.position["turns"])
    assert judged["stage"] == END or (judged["player"] == match.turn and passed > 0 and passed % 2 == 0)
    assert (judge(stack, 0, match.turn), int(stack.tally[alphabeta.NODES])) == (value, looked), "it is remembered"


# Levels


@pytest.mark.parametrize("game", ludarium.games())
def test_every_game_has_eight_levels_that_play(game: str) -> None:
    assert [level.number for level in levels(game)] == list(LEVELS)
    match = midgame(game, 4, 6 if game == "obelus" else 40)
    for level in levels(game)[:3]:
        assert bot(f"level:{level.number}", game, seed=1).choose(match) in match.legal()


class Fixed:
    """Thinks what it is told."""

    def __init__(self, *moves: Weighed) -> None:
        self.thought = Thought(moves[0].action, moves[0].expectation, (moves[0].action,), 1, 1, 0.0, moves)

    def think(self, match: Match) -> Thought:
        return self.thought


def test_a_soft_choice_varies_but_never_takes_a_blunder() -> None:
    moves = Weighed(1, 0.5, 9), Weighed(2, 0.45, 5), Weighed(3, 0.5 - REACH * 0.1 - 0.01, 5), Weighed(4, 0.41, 3)
    player = Softened(Fixed(*moves), 0.1, seed=1)
    chosen = [player.choose(Match("obelus")) for _ in range(300)]
    assert set(chosen) == {1, 2, 4}
    assert chosen.count(1) > chosen.count(2) > chosen.count(4)
    softest = Softened(Fixed(Weighed(1, 0.5, 9), Weighed(2, 0.5 - BLUNDER - 0.01, 5)), 5.0, seed=1)
    assert {softest.choose(Match("obelus")) for _ in range(100)} == {1}


def test_a_move_that_was_not_thought_about_counts_as_no_better_than_any_that_was() -> None:
    moves = Weighed(1, 0.5, 9), Weighed(2, 0.3, 5), Weighed(3, 0.9, 0)
    assert {Softened(Fixed(*moves), 0.02, seed=1).choose(Match("obelus")) for _ in range(100)} == {1}
    chosen = [player.choose(Match("obelus")) for player in [Softened(Fixed(*moves), 0.2, seed=1)] for _ in range(300)]
    assert chosen.count(1) > chosen.count(3) > 0


def test_a_soft_choice_takes_a_certain_win() -> None:
    player = Softened(Fixed(Weighed(1, 1.0, 1, known=True), Weighed(2, 0.9, 50)), 5.0, seed=1)
    assert {player.choose(Match("obelus")) for _ in range(50)} == {1}


# Secrets


@pytest.mark.parametrize("settings", [{"game": "olith"}, {"game": "olith", "players": 4}, {"game": "ortus", "setup": "free"}])
def test_searching_bots_see_only_what_their_seat_may_know(settings: dict[str, str | int]) -> None:
    """What the seat cannot know is swapped; under the same seed every thought is the same."""
    game = ludarium.game(str(settings["game"]))
    options = {name: value for name, value in settings.items() if name != "game"}
    for seed, (at, other) in enumerate(secret_positions(game, options, several(12, 200, 1))):
        for name in ("mcts:150", "uct:20", "level:2") if not INTERPRETED else ("mcts:4",):
            assert thought_of(name, game, seed, at) == thought_of(name, game, seed, other)


def test_the_search_for_secrets_can_be_asked_for_by_the_name_it_has_in_papers() -> None:
    match, steps = midgame("olith", 3, 40), several(20, 20, 2)
    for name in (f"mcts:{steps}", f"mcts:{steps},soft=0.05"):
        assert thought_of(name, match.game, 1, match) == thought_of(f"is{name}", match.game, 1, match)


def thought_of(name: str, game: ludarium.Game, seed: int, match: Match) -> Thought:
    """All that it thinks, not only what it chooses: that would often be the same by luck."""
    return replace(bot(name, game.name, seed=seed).think(match), seconds=0.0)


def secret_positions(game: ludarium.Game, options: dict[str, str | int], count: int) -> Iterator[tuple[Match, Match]]:
    """Decisions of a seat that does not know everything, from random games, each beside another that looks the same to it."""
    found, seed = 0, 0
    while found < count:
        seed += 1
        at = midgame(game.name, seed, 3 + seed % 150 if game.name == "olith" else 1 + seed % 15, **options)
        others = [at.imagined(at.turn, seed) for seed in range(4)] if len(at.legal()) > 1 else []
        different = [other for other in others if other.states.tobytes() != at.states.tobytes()]
        if different:
            found += 1
            yield at, different[0]


# Strength


def test_greedy_beats_random() -> None:
    games = several(40, 200, 4)
    assert sum(score("greedy", "random", seed) for seed in range(games)) > games / 4


@compiled
def test_thinking_beats_greed() -> None:
    assert sum(score("mcts:60", "greedy", seed) for seed in range(20)) > 10


def score(first: str, second: str, seed: int) -> float:
    match, seat = Match("obelus"), seed % 2
    players = {seat: bot(first, seed=seed), 1 - seat: bot(second, seed=seed)}
    while match.turn != ludarium.OVER:
        match.play(players[match.turn].choose(match))
    return match.returns()[seat]


@pytest.mark.parametrize("game", ludarium.games())
def test_the_estimate_is_its_terms_weighed(game: str) -> None:
    match = midgame(game, 6, 6 if game == "obelus" else 30)
    of, seat = match.game, match.turn
    terms = np.zeros((match.seats, len(of.terms)))
    for at in range(match.seats):
        of.kernel(many.terms_at)(match.states, 0, at, terms[at])
    by_hand = min(np.tanh(of.weights @ (terms[seat] - terms[at])) for at in range(match.seats) if at != seat)
    assert of.kernel(many.estimate_at)(match.states, 0, seat) == pytest.approx(by_hand)


@pytest.mark.parametrize("name", ludarium.games())
def test_a_search_without_time_still_answers(name: str) -> None:
    match = Match(name)
    while match.turn < 0:
        match.draw()
    for _ in range(several(20, 20, 2)):
        assert bot("mcts:0.001ms", name).choose(match) in match.legal()


# Other weights


@interpreted
def test_a_bot_with_other_weights_thinks_otherwise(tmp_path: Path) -> None:
    """Weights turned upside down make a bot that seeks what the other avoids; the match knows nothing of it."""
    upside_down = tmp_path / "weights.toml"
    upside_down.write_text("".join(f"{name} = {-value}\n" for name, value in zip(OBELUS.terms, OBELUS.weights, strict=True)))
    match = midgame("obelus", 7, 6)
    usual, other = bot("mcts:20", seed=1).think(match), bot(f"mcts:20,weights={upside_down}", seed=1).think(match)
    assert {move.action for move in usual.moves} == {move.action for move in other.moves}
    assert usual.moves != other.moves
    assert match.game is OBELUS


@interpreted
def test_the_usual_weights_handed_over_change_nothing(tmp_path: Path) -> None:
    same = tmp_path / "weights.toml"
    same.write_text(weights_text(dict(zip(OBELUS.terms, map(float, OBELUS.weights), strict=True))))
    match = midgame("obelus", 7, 6)
    usual, other = bot("mcts:20", seed=1).think(match), bot(f"mcts:20,weights={same}", seed=1).think(match)
    assert replace(usual, seconds=0.0) == replace(other, seconds=0.0)


@pytest.mark.parametrize("text", ["", "freedom = 1", "freedom = 'x'", "[", "freedom = nan"])
def test_weights_that_cannot_be_read(tmp_path: Path, text: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(BadOption, match=r"mine\.toml must give a number for each of freedom, stuck"):
        bot(f"mcts:20,weights={file}").choose(Match("obelus"))
    with pytest.raises(BadOption, match=r"nowhere\.toml cannot be read"):
        bot("mcts:20,weights=nowhere.toml")
