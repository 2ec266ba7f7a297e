"""The rules of Obelus, one by one, in rulebook order."""

from __future__ import annotations

import random

import pytest

import ludarium
from conftest import random_play, several
from ludarium import Match
from ludarium.counting import perft
from ludarium.errors import BadOption


def at(position: str) -> Match:
    return Match("obelus", position=position)


def legal(match: Match) -> set[str]:
    return {action.notation for action in match.actions()}


def shifts(match: Match) -> set[str]:
    return {action for action in legal(match) if ">" in action}


def summons(match: Match) -> set[str]:
    return {action for action in legal(match) if action[0] == "S"}


def after(position: str, *actions: str) -> str:
    match = at(position)
    for action in actions:
        match.play(action)
    return match.text()


def refused(match: Match, action: str) -> str:
    refusal = match.why_not(action)
    assert refusal is not None, f"{action} is legal"
    return refusal.rule


# Pieces and words


@pytest.mark.rule("OB-1")
def test_eight_cards_and_four_obelisks_each() -> None:
    assert Match("obelus").text() == "*,.,.,.,.,.,.,. 4/4 w"


@pytest.mark.rule("OB-1")
def test_a_small_ring_has_no_further_cards() -> None:
    match = Match("obelus", cards=5, obelisks=2)
    assert match.text() == "*,.,.,.,. 2/2 w cards=5 obelisks=2"
    assert refused(match, "S5=1") == "OB-1"
    assert refused(match, "1>6=1") == "OB-1"


@pytest.mark.rule("OB-2")
def test_a_card_holds_one_summoned_and_one_banished_of_each_colour() -> None:
    for seed in range(several(50, 500, 2)):
        for match in random_play(Match("obelus", mode=("pure", "chaos")[seed % 2]), seed):
            state = match.position
            assert state.summoned[0] & state.summoned[1] == 0
            for seat in range(2):
                pieces = int(state.summoned[seat]).bit_count() + int(state.banished[seat]).bit_count()
                in_hand = match.turn == ludarium.CHANCE and state.player == seat and match.ply > 8
                assert match.ply < 8 or pieces + state.centre[seat].sum() + in_hand == 4


@pytest.mark.rule("OB-3")
def test_it_does_not_matter_which_die_stands_where() -> None:
    one, other = Match("obelus"), Match("obelus")
    for action in ("S1=1", "S5=1", "S2=2"):
        one.play(action)
    for action in ("S2=2", "S5=1", "S1=1"):
        other.play(action)
    assert one.states.tobytes() == other.states.tobytes()


# Setup


@pytest.mark.rule("OB-10")
@pytest.mark.parametrize("card", range(8))
def test_one_rift_starts_on_the_card_of_choice(card: int) -> None:
    cards = Match("obelus", rift=card).text().split()[0].split(",")
    assert [place for place, text in enumerate(cards) if text == "*"] == [card]


@pytest.mark.rule("OB-10")
def test_the_first_rift_lies_on_a_card_of_the_ring() -> None:
    with pytest.raises(BadOption, match="rift cannot be 6; it must be below cards, 6"):
        Match("obelus", cards=6, rift=6)


@pytest.mark.rule("OB-11")
def test_in_pure_the_higher_roll_chooses_who_goes_first() -> None:
    match = Match("obelus", first="roll")
    assert legal(match) == {"r1", "r2", "r3", "r4"}
    assert {action.weight for action in match.actions()} == {1}
    match.play("r2")
    match.play("r4")
    assert match.turn == 1
    assert legal(match) == {"first", "second"}
    assert refused(match, "S1=1") == "OB-11"
    match.play("second")
    assert match.turn == 0


@pytest.mark.rule("OB-11")
def test_an_equal_roll_is_rolled_again() -> None:
    match = Match("obelus", first="roll")
    start = match.states.tobytes()
    match.play("r3")
    assert refused(match, "first") == "OB-11"
    match.play("r3")
    assert match.turn == ludarium.CHANCE
    assert match.states.tobytes() == start


@pytest.mark.rule("OB-11")
def test_in_chaos_each_rolls_the_own_dice_into_the_centre() -> None:
    match = Match("obelus", mode="chaos", first="roll")
    for roll in ("r1", "r1", "r2", "r3", "r1", "r1", "r1", "r2"):
        assert legal(match) == {"r1", "r2", "r3"}
        match.play(roll)
    assert match.text().split()[1:3] == ["1123/1112", "w?"]
    match.play("first")
    assert match.turn == 0


@pytest.mark.rule("OB-11")
def test_in_chaos_equal_totals_roll_everything_again() -> None:
    match = Match("obelus", mode="chaos", first="roll")
    start = match.states.tobytes()
    for roll in ("r1", "r1", "r3", "r3") + ("r2",) * 4:
        match.play(roll)
    assert match.states.tobytes() == start


@pytest.mark.rule("OB-11")
def test_with_white_first_chaos_still_rolls_and_nobody_chooses() -> None:
    match = Match("obelus", mode="chaos")
    for roll in ("r1",) * 4 + ("r3",) * 4:
        match.play(roll)
    assert match.turn == 0
    assert match.text() == "*,.,.,.,.,.,.,. 1111/3333 w mode=chaos"


@pytest.mark.rule("OB-12")
def test_the_centre_is_a_count_in_pure_and_open_dice_in_chaos() -> None:
    assert at("*,.,.,.,.,.,.,. 4/4 b").position.centre.tolist() == [[4, 0, 0, 0], [4, 0, 0, 0]]
    assert at("*,.,.,.,.,.,.,. 1123/2222 b mode=chaos").position.centre.tolist() == [[0, 2, 1, 1], [0, 0, 4, 0]]


# The turn


@pytest.mark.rule("OB-20")
def test_a_turn_is_one_summon_or_one_shift() -> None:
    match = at("*,W1,.,.,.,B1,.,. 3/3 w")
    assert shifts(match)
    assert summons(match)
    match.play("1>2=3")
    assert match.turn == 1
    assert refused(match, "r1") == "OB-20"
    assert refused(match, "first") == "OB-20"


@pytest.mark.rule("OB-20")
def test_there_is_no_passing() -> None:
    assert legal(at("*,W1,.,.,.,B1,.,. 3/3 w")) == shifts(at("*,W1,.,.,.,B1,.,. 3/3 w")) | summons(at("*,W1,.,.,.,B1,.,. 3/3 w"))


@pytest.mark.rule("OB-21")
def test_who_can_do_neither_has_lost_at_once() -> None:
    match = at("*,B2,W4,W2b*,W1*,B4,.,B2 1/0 w")
    match.play("S6=1")
    assert match.turn == ludarium.OVER
    assert match.returns() == (1.0, -1.0)
    assert match.actions() == []
    assert refused(match, "S6=1") == "OB-21"


# Summon


@pytest.mark.rule("OB-30")
def test_summon_on_a_card_without_obelisk_and_rift() -> None:
    match = at("*,W1,.,.,.,B1,.,. 3/3 w")
    assert {action[:2] for action in summons(match)} == {"S2", "S3", "S4", "S6", "S7"}
    assert {refused(match, action) for action in ("S0=2", "S1=2", "S5=2")} == {"OB-30"}


@pytest.mark.rule("OB-30")
def test_banished_obelisks_do_not_stop_a_summon() -> None:
    assert {"S2=1", "S3=1"} <= legal(at("*,W1,b,w,.,B1,.,. 2/2 w"))


@pytest.mark.rule("OB-31")
def test_in_pure_any_value_but_no_second_four() -> None:
    assert {f"S1={value}" for value in (1, 2, 3, 4)} <= legal(at("*,.,.,.,.,B4,.,. 4/3 w"))
    match = at("*,W4,.,.,.,B1,.,. 3/3 w")
    assert "S2=3" in legal(match)
    assert refused(match, "S2=4") == "OB-31"


@pytest.mark.rule("OB-32")
def test_in_chaos_a_summoned_obelisk_keeps_its_value() -> None:
    match = at("*,.,.,.,.,.,.,. 1133/2222 w mode=chaos")
    assert {action for action in legal(match) if action.startswith("S4")} == {"S4=1", "S4=3"}
    assert refused(match, "S4=2") == "OB-32"
    match.play("S4=3")
    assert match.text() == "*,.,.,.,W3,.,.,. 113/2222 b mode=chaos"


@pytest.mark.rule("OB-33")
def test_with_an_empty_centre_nobody_summons() -> None:
    match = at("*,W1,W2,W3,.,w,.,. 0/4 w")
    assert summons(match) == set()
    assert refused(match, "S4=1") == "OB-33"


# Shift


@pytest.mark.rule("OB-34")
def test_a_shift_goes_exactly_as_far_as_the_value_either_way() -> None:
    match = at("*,.,.,W3,.,.,.,. 3/4 w")
    assert {action[2] for action in shifts(match)} == {"6", "0"}
    assert refused(match, "3>5=1") == "OB-34"
    assert refused(match, "3>3=1") == "OB-34"
    assert refused(match, "4>5=1") == "OB-34"


@pytest.mark.rule("OB-34")
def test_an_opposing_obelisk_cannot_be_shifted() -> None:
    assert refused(at("*,.,.,W3,.,B1,.,. 3/3 w"), "5>6=2") == "OB-34"


@pytest.mark.rule("OB-34")
def test_on_a_small_ring_a_shift_may_not_end_where_it_began() -> None:
    match = at("*,W4,.,B1 3/3 w cards=4")
    assert shifts(match) == set()
    assert refused(match, "1>1=2") == "OB-34"


@pytest.mark.rule("OB-35")
def test_never_over_an_opposing_obelisk() -> None:
    match = at("*,.,.,W3,B1,.,.,. 3/3 w")
    assert {action[2] for action in shifts(match)} == {"0"}
    assert refused(match, "3>6=1") == "OB-35"


@pytest.mark.rule("OB-35")
def test_over_own_and_banished_obelisks_and_rifts() -> None:
    assert "3>6=1" in legal(at("*,.,.,W3,W1b*,w*,.,. 1/3 w"))


@pytest.mark.rule("OB-35", "OB-36")
def test_the_rulebooks_example_of_a_shift() -> None:
    """Black's 2 is blocked clockwise by a white 1; the other way it passes a black 3 and lands on a white 2."""
    match = at("W2,B3,B2,W1,.,.,.,* 2/2 b")
    assert {action for action in shifts(match) if action[0] == "2"} == {"2>0=1", "2>0=3", "2>0=4"}


@pytest.mark.rule("OB-36")
def test_not_onto_an_own_obelisk() -> None:
    assert refused(at("*,W1,W3,.,.,.,.,. 2/4 w"), "1>2=2") == "OB-36"


@pytest.mark.rule("OB-36")
def test_landing_on_an_opposing_obelisk_banishes_it() -> None:
    assert after("*,W1,B3,.,.,.,.,. 3/3 w", "1>2=2") == "*,.,W2b,.,.,.,.,. 3/3 b"


@pytest.mark.rule("OB-37")
def test_the_value_must_change() -> None:
    match = at("*,W1,.,.,.,.,.,. 3/4 w")
    assert {action for action in shifts(match) if action[2] == "2"} == {"1>2=2", "1>2=3", "1>2=4"}
    assert refused(match, "1>2=1") == "OB-37"


@pytest.mark.rule("OB-37")
def test_no_second_four_by_a_shift() -> None:
    match = at("*,W1,.,.,.,W4,.,. 2/4 w")
    assert refused(match, "1>2=4") == "OB-37"
    assert "5>1=2" not in legal(match)  # its own obelisk stands there


@pytest.mark.rule("OB-37")
def test_the_four_that_moves_leaves_its_value() -> None:
    assert shifts(at("*,W4,.,.,.,.,.,. 3/4 w")) == {"1>5=1", "1>5=2", "1>5=3"}


@pytest.mark.rule("OB-38")
def test_a_four_is_landed_on_by_a_four_only() -> None:
    assert refused(at("*,W1,B4,.,.,.,.,. 3/3 w"), "1>2=2") == "OB-38"
    assert after("*,W4,.,.,.,B4,.,. 3/3 w", "1>5=2") == "*,.,.,.,.,W2b,.,. 3/3 b"


@pytest.mark.rule("OB-38")
def test_on_a_small_ring_a_four_may_reach_a_four_that_is_near() -> None:
    match = at("*,W4,B4,.,. 3/3 w cards=5")
    assert "1>2=1" in legal(match)


@pytest.mark.rule("OB-39")
def test_half_way_round_is_one_action_if_either_way_is_open() -> None:
    match = at("*,W4,B1,.,.,.,.,. 3/3 w")
    assert [action.notation for action in match.actions() if ">" in action.notation] == ["1>5=1", "1>5=2", "1>5=3"]
    assert refused(at("*,W4,B1,.,.,.,.,B2 3/2 w"), "1>5=1") == "OB-35"


@pytest.mark.rule("OB-39")
@pytest.mark.parametrize(("cards", "value"), [(4, 2), (6, 3), (8, 4)])
def test_half_way_round_on_every_even_ring(cards: int, value: int) -> None:
    ring = ",".join(["*", f"W{value}", *["."] * (cards - 2)])
    size = "" if cards == 8 else f" cards={cards}"
    match = at(f"{ring} 3/4 w{size}")
    assert len(shifts(match)) == 3 == len([action for action in match.actions() if ">" in action.notation])


# Banish and reform


@pytest.mark.rule("OB-40")
def test_a_summon_reforms_an_own_banished_obelisk() -> None:
    """The rulebook's second example: White summons where a white 3 lies banished; a rift opens there."""
    assert after("*,.,w,.,.,.,.,. 3/4 w", "S2=1") == "*,.,W1*,.,.,.,.,. 3/4 b"


@pytest.mark.rule("OB-40")
def test_a_shift_reforms_too_and_the_others_banished_one_stays() -> None:
    assert after("*,W1,wb,.,.,.,.,. 2/3 w", "1>2=3") == "*,.,W3b*,.,.,.,.,. 3/3 b"


@pytest.mark.rule("OB-40")
def test_in_chaos_the_reformed_obelisk_is_rolled() -> None:
    match = at("*,.,w,.,.,.,.,. 113/2222 w mode=chaos")
    match.play("S2=1")
    assert match.turn == ludarium.CHANCE
    assert legal(match) == {"r1", "r2", "r3"}
    assert refused(match, "r4") == "OB-40"
    assert refused(match, "S3=1") == "OB-40"
    match.play("r3")
    assert match.text() == "*,.,W1*,.,.,.,.,. 133/2222 b mode=chaos"


@pytest.mark.rule("OB-41")
def test_the_rift_opens_on_the_card_of_arrival() -> None:
    match = at("*,W1,w,.,.,.,.,. 2/4 w")
    assert "1>2=2" in legal(match)
    assert refused(match, "1>2=2@3") == "OB-41"


@pytest.mark.rule("OB-41")
def test_a_second_rift_goes_to_the_nearest_card_without_one() -> None:
    match = at("*,W1,w*,.,.,.,.,. 2/4 w")
    assert {action for action in shifts(match) if action[2] == "2"} == {f"1>2={v}@{r}" for v in (2, 3, 4) for r in (1, 3)}
    match.play("1>2=2@3")
    assert match.text() == "*,.,W2*,*,.,.,.,. 3/4 b"


@pytest.mark.rule("OB-41")
def test_one_nearest_card_is_named_all_the_same() -> None:
    match = at("*,W1*,w*,.,.,.,.,. 2/4 w")
    assert {action for action in shifts(match) if action[2] == "2"} == {"1>2=2@3", "1>2=3@3", "1>2=4@3"}
    assert refused(match, "1>2=2") == "OB-41"
    assert refused(match, "1>2=2@4") == "OB-41"


@pytest.mark.rule("OB-42")
def test_with_a_rift_on_every_card_a_reform_places_none() -> None:
    match = at("*,W1*,w*,*,*,*,*,B1* 2/3 w")
    assert refused(match, "1>2=2@3") == "OB-41"
    match.play("1>2=2")
    assert match.text() == "*,*,W2*,*,*,*,*,B1* 3/3 b"


@pytest.mark.rule("OB-43")
def test_one_arrival_can_banish_and_reform() -> None:
    """The rulebook's first example: the card has a rift already, so the new one goes to the card beside it."""
    match = at(".,*,B2,.,W2b*,*,.,. 3/2 b")
    match.play("2>4=1@3")
    assert match.text() == ".,*,.,*,B1w*,*,.,. 3/3 w"


@pytest.mark.rule("OB-44")
def test_a_rift_stops_summoning_only() -> None:
    match = at("*,W1,*,.,.,.,.,. 3/4 w")
    assert refused(match, "S2=1") == "OB-30"
    assert "1>2=3" in legal(match)


@pytest.mark.rule("OB-45")
def test_in_chaos_the_rift_is_placed_before_the_die_is_rolled() -> None:
    match = at("*,W1,w*,.,.,.,.,. 11/2222 w mode=chaos")
    match.play("1>2=3@3")
    assert match.text() == "*,.,W3*,*,.,.,.,. 11/2222 w+ mode=chaos"


# The end

CYCLE = ("0>1=2", "4>5=2", "1>3=3", "5>7=3", "3>0=1", "7>4=1")


@pytest.mark.rule("OB-50")
@pytest.mark.parametrize("times", [2, 3, 4, 5])
def test_a_position_that_stands_too_often_draws(times: int) -> None:
    match = at(f"W1,.,*,.,B1,.,.,. 3/3 w repetition={times}" if times != 3 else "W1,.,*,.,B1,.,.,. 3/3 w")
    for _ in range(times - 1):
        assert match.turn == 0
        for action in CYCLE:
            match.play(action)
    assert match.turn == ludarium.OVER
    assert match.returns() == (0.0, 0.0)
    assert refused(match, "0>1=2") == "OB-50"


@pytest.mark.rule("OB-50")
def test_a_summon_in_between_makes_every_position_new() -> None:
    match = at("W1,.,*,.,B1,.,.,. 3/3 w")
    for action in (*CYCLE, "S6=1"):
        match.play(action)
    assert "past=" not in match.text()


@pytest.mark.rule("OB-50")
def test_the_bare_rulebook_never_draws() -> None:
    match = at("W1,.,*,.,B1,.,.,. 3/3 w repetition=0")
    for action in CYCLE * 50:
        match.play(action)
    assert match.turn == 0
    assert match.text() == "W1,.,*,.,B1,.,.,. 3/3 w repetition=0"


@pytest.mark.rule("OB-51")
def test_two_hundred_plain_shifts_draw() -> None:
    """One obelisk each walks about, always to the position that stood least often; without a 4 one way is always free."""
    match = at("W1,.,*,.,B1,.,.,. 3/3 w repetition=5")
    for _ in range(200):
        assert match.turn != ludarium.OVER
        plain = sorted(action for action in shifts(match) if action[4] != "4" and not has_stone(match, int(action[2])))
        match.play(min(plain, key=lambda action: times_stood(match, action)))
    assert match.position.quiet == 200
    assert match.turn == ludarium.OVER
    assert match.returns() == (0.0, 0.0)


def times_stood(match: Match, action: str) -> int:
    after = match.copy()
    after.play(action)
    past = list(after.position.past[: after.position.quiet + 1])
    return past.count(past[-1])


def has_stone(match: Match, card: int) -> bool:
    return bool((match.position.summoned[0] | match.position.summoned[1]) >> card & 1)


# Symmetry: a ring has no first card, no left and right, and the colours are alike


@pytest.mark.rule("OB-1", "OB-10")
@pytest.mark.parametrize("mode", ["pure", "chaos"])
def test_turning_mirroring_and_exchanging_colours_changes_nothing(mode: str) -> None:
    for seed in range(several(40, 400, 2)):
        dice = random.Random(seed)
        turn, flip = dice.randrange(8), dice.choice((1, -1))
        match = Match("obelus", mode=mode)
        image = Match("obelus", mode=mode, rift=turn)
        dice_first = []
        while match.turn == ludarium.CHANCE:
            dice_first.append(match.draw(dice).notation)
        for roll in dice_first:
            image.play(roll)
        while match.turn != ludarium.OVER:
            mapped = {map_action(action.notation, turn, flip): action.notation for action in match.actions()}
            assert set(mapped) == legal(image)
            chosen = dice.choice(sorted(mapped))
            match.play(mapped[chosen])
            image.play(chosen)
            assert match.turn == image.turn
        assert match.returns() == image.returns()


def map_action(action: str, turn: int, flip: int) -> str:
    """The action on the ring turned and perhaps mirrored; values stay."""
    if action[0] == "r":
        return action

    def moved(card: str) -> str:
        return str((flip * int(card) + turn) % 8)

    if action[0] == "S":
        return f"S{moved(action[1])}{action[2:]}"
    rift = f"@{moved(action[6])}" if "@" in action else ""
    return f"{moved(action[0])}>{moved(action[2])}={action[4]}{rift}"


@pytest.mark.rule("OB-1")
def test_exchanging_the_colours_changes_nothing() -> None:
    swap = str.maketrans("WBwb", "BWbw")
    for seed in range(several(40, 400, 2)):
        for match in random_play(Match("obelus"), seed):
            ring, centre, player, *rest = match.text().split(" ")
            if match.turn == ludarium.OVER or any(word.startswith("past") for word in rest):
                continue
            cards = [card.translate(swap).replace("bw", "wb") for card in ring.split(",")]
            other = at(" ".join([",".join(cards), "/".join(reversed(centre.split("/"))), player.translate(swap), *rest]))
            assert legal(other) == legal(match)


# Numbers that tell implementations apart


PERFT = [(1, 28), (2, 672), (3, 15588), (4, 304596), (5, 5589964)]


@pytest.mark.parametrize(("depth", "nodes"), PERFT[: several(5, 5, 2)])
def test_perft_of_pure(depth: int, nodes: int) -> None:
    assert perft(Match("obelus"), depth) == nodes
