"""The rules of Olith, one by one, in rulebook order."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

import ludarium
from conftest import random_play, several
from ludarium import Match, many
from ludarium.dice import new_dice
from ludarium.errors import BadPosition
from ludarium.games.olith import data, files, state
from ludarium.games.olith.combat import ap_of
from ludarium.games.olith.data import CARD_DECK, CARD_NAMES, CARDS, LOCATION_OF, SEAT_COLOURS
from ludarium.games.olith.position import PLACE_NAMES

OTHERS = "camp,camp,aside,aside"  # the usual units of a player
START = {
    "rounds": "2",
    "wheel": "10",
    "region": "yellow2",
    "token": "soul",
    "current": "soul",
    "turns": "1",
    "crystals": "power,soul,wisdom",
    "loyalty": "thalen,nyxara",
    "mana": "3/3/3,3/3/3",
    "atlas": "2/2/2,2/2/2",
    "units": "camp,camp,aside,aside/camp,camp,aside,aside",
    "row": "hired_blade,vial_of_embers,sealed_chart",
}
STEPS = {"choose": 2, "prepare": 3, "play": 4, "act": 7, "victory": 6, "unlock": 8}


def table(ask: str = "act", who: str = "soul", **words: str) -> Match:
    """A game for two in the middle, with what is asked of whom, and whatever differs."""
    frames = f"round:-:7,turn:{who}:{STEPS[ask]},{ask}:{who}"
    names = {name.replace("_soul", ".soul").replace("_shadow", ".shadow"): value for name, value in words.items()}
    names["victory_region"] = names.pop("victory.region", names.get("victory_region", ""))
    parts = START | {"ask": frames} | names
    return Match("olith", position=" ".join(f"{name}={value}" for name, value in parts.items() if value))


def legal(match: Match) -> set[str]:
    return {action.notation for action in match.actions()}


def refused(match: Match, action: str) -> str:
    refusal = match.why_not(action)
    assert refusal is not None, f"{action} is legal"
    return refusal.rule


def play(match: Match, *actions: str) -> Match:
    for action in actions:
        match.play(action)
    return match


def mana(match: Match, seat: int = 0) -> list[int]:
    return [int(amount) for amount in match.position["mana"][seat]]


def places(match: Match, seat: int = 0) -> Counter[str]:
    owner = match.position["owner"]
    return Counter(PLACE_NAMES[place] for unit, place in enumerate(match.position["place"]) if owner[unit] == seat)


def hand(match: Match, seat: int = 0) -> set[str]:
    return {CARD_NAMES[card] for card in np.flatnonzero(match.position["where"] == state.HAND + seat)}


def where(match: Match, card: str) -> int:
    return int(match.position["where"][CARD_NAMES.index(card)])


SETUP = ("open hired_blade", "open war_horn", "open sealed_chart", "crystals power soul wisdom", "region red1")


def started(players: int = 2, **options: object) -> Match:
    """A game after its setup; Soul starts."""
    match = play(Match("olith", players=players, **options), *SETUP, "start soul")
    return play(match, *(f"loyalty {name}" for name in ("thalen", "nyxara", "isaura", "cersie")[:players]))


# Players, board and setup


@pytest.mark.rule("OL-1", "OL-R44")
def test_two_to_four_players_have_their_colours_by_seat() -> None:
    for players in (2, 3, 4):
        match = play(Match("olith", players=players), *SETUP)
        assert legal(match) == {f"start {colour}" for colour in SEAT_COLOURS[:players]}
    assert refused(match, "loyalty thalen") == "OL-R1"


@pytest.mark.rule("OL-3")
def test_the_board_is_set_up_by_chance_in_order() -> None:
    match = Match("olith")
    assert len(legal(match)) == 15
    play(match, "open hired_blade", "open war_horn", "open sealed_chart")
    assert len(legal(match)) == 6
    play(match, "crystals wisdom power soul")
    assert sum(action.weight or 0 for action in match.actions()) == 36
    assert match.position["wheel"] == 0


@pytest.mark.rule("OL-4", "OL-R44")
def test_cersie_starts_with_1_power_4_wisdom_and_1_soul() -> None:
    match = started(4)
    assert mana(match, 3) == [1, 1, 4]
    assert places(match, 3) == {"camp": 2, "aside": 2}
    assert match.position["atlas"].tolist() == [[1, 1, 1]] * 4


@pytest.mark.rule("OL-R1")
def test_chance_names_the_start_player_and_the_wheel_stands_still_in_round_1() -> None:
    match = started()
    assert (match.turn, int(match.position["token"]), int(match.position["wheel"])) == (0, 0, 0)


@pytest.mark.rule("OL-5", "OL-C1")
def test_a_site_holds_one_unit_and_port_any_number() -> None:
    match = table(units="camp,camp,port,port/r1a,port,aside,aside")
    assert refused(match, "move r1a") == "OL-5"
    play(match, "move port", "move port")
    assert places(match)["port"] == 4
    assert len(data.SITE_NAMES) == 33
    assert Counter(int(region) for region in data.SITE_REGION) == {r: (3, 4, 3, 1)[r % 4] for r in range(12)}


@pytest.mark.rule("OL-R42", "OL-C4")
def test_a_mana_track_ends_at_twelve() -> None:
    match = table(mana="11/3/3,3/3/3", units=f"r2a,camp,aside,aside/{OTHERS}", action_card="tactics")
    play(match, "gather r2a")
    assert mana(match) == [12, 3, 3]


@pytest.mark.rule("OL-C2", "OL-C3")
def test_wheel_and_dice_are_as_reconstructed() -> None:
    icons = [files.ICONS[icon] for icon in data.WHEEL]
    assert [space + 1 for space, icon in enumerate(icons) if icon] == [3, 5, 7, 8, 10, 14]
    assert len(icons) == 15
    assert sorted(data.REGION_WEIGHT[:4]) == [2, 2, 4, 4]
    assert state.FACE_WEIGHT[-15:].sum() == 81


@pytest.mark.rule("OL-C5", "OL-C6")
def test_the_decks_have_69_cards_with_14_locations_and_the_shop_15() -> None:
    sizes = Counter(CARDS.artifacts[card]["deck"] for card in range(69))
    assert sorted(sizes.values()) == [6, 6, 6, 6, 9, 9, 9, 18]
    assert Counter(card.get("slot") for card in CARDS.artifacts if card["kind"] == "location") == {
        "mountain": 4,
        "valley": 4,
        "forest": 5,
        "any": 1,
    }
    assert Counter(card["kind"] for card in CARDS.shop) == {"mercenary": 6, "consumable": 9}
    assert all(sum(card["start"].values()) == 6 for card in CARDS.loyalties)


# Turns


@pytest.mark.rule("OL-10", "OL-R72")
def test_without_dominance_the_action_turn_is_not_asked_for() -> None:
    match = started()
    assert "play tactics" in legal(match)  # preparing had nothing to offer either
    assert refused(match, "victory") == "OL-12"


@pytest.mark.rule("OL-10", "OL-15")
def test_after_a_turn_comes_unlocking_and_then_the_player_to_the_left() -> None:
    match = play(started(), "play tactics", "done")
    assert "unlock blue" in legal(match)
    play(match, "done")
    assert match.turn == 1


@pytest.mark.rule("OL-15", "OL-R37")
def test_played_cards_are_discarded_or_return_once_a_turn() -> None:
    match = table(action_card="tactics", hand_soul="copper_idol,pilgrims_coin")
    play(match, "artifact copper_idol", "artifact pilgrims_coin", "gain soul")
    assert refused(match, "artifact pilgrims_coin") == "OL-21"
    play(match, "done")
    assert hand(match) == {"pilgrims_coin"}
    assert where(match, "copper_idol") == state.DISCARD


# Prepare camp


@pytest.mark.rule("OL-11", "OL-C4")
def test_camp_of_three_takes_one_from_the_board_one_free_and_one_for_soul() -> None:
    words = {"slots": "-/-/-,-/-/hidden_garden", "mat_shadow": "hidden_garden", "current": "shadow"}
    match = table("prepare", who="shadow", units="camp,camp,aside,aside/r1a,exhausted,exhausted,aside", **words)
    play(match, "recall r1a", "rouse")
    assert mana(match, 1) == [3, 3, 3]
    play(match, "rouse")
    assert mana(match, 1) == [3, 2, 3]
    assert places(match, 1)["camp"] == 3


@pytest.mark.rule("OL-R13")
def test_preparing_is_free_to_leave_and_never_goes_above_the_camp() -> None:
    match = table("prepare", loyalty="meliora,nyxara", units=f"camp,r1a,exhausted,port/{OTHERS}")
    assert "done" in legal(match)
    play(match, "recall port")
    assert "play tactics" in legal(match)  # the camp is full: nothing is asked
    match = table("prepare", loyalty="meliora,nyxara", units=f"camp,camp,camp,r1a/{OTHERS}", row="", mat_soul="vial_of_ink")
    assert refused(match, "recall r1a") == "OL-R13"


@pytest.mark.rule("OL-R71")
def test_a_unit_that_can_still_move_is_roused_first() -> None:
    match = table(units=f"exhausted!a,exhausted,aside,aside/{OTHERS}", action_card="tactics", hand_soul="smelling_salts")
    play(match, "artifact smelling_salts", "rouse", "done")
    assert "move r1a" in legal(match)


# The Action card


@pytest.mark.rule("OL-12", "OL-R12")
def test_all_three_action_cards_are_there_each_turn() -> None:
    match = table("play")
    assert {"play expedition", "play tactics", "play combat"} <= legal(match)
    play(match, "play tactics", "done", "done")
    play(match, "play combat", "done", "done")
    assert {"play expedition", "play tactics", "play combat"} <= legal(match)


@pytest.mark.rule("OL-13", "OL-R14")
def test_step_3_mixes_moves_and_actions_but_who_acted_moves_no_more() -> None:
    match = table(action_card="tactics", units=f"r1a,camp,aside,aside/{OTHERS}")
    play(match, "gather r1a", "move r1b", "gather r1b")
    assert mana(match) == [5, 3, 3]
    assert refused(match, "gather r1b") == "OL-30"
    assert refused(match, "move r2a") == "OL-20"


# Movement


@pytest.mark.rule("OL-20", "OL-R15")
def test_units_move_from_camp_to_free_sites_port_and_abandoned_locations() -> None:
    match = table(units="camp,r1a,aside,aside/r1b,camp,aside,aside", atlas="2/1/1,1/1/1", abandoned="misty_dell")
    goals = {action.split()[1] for action in legal(match) if action.startswith("move")}
    sites = {"r1c", "r2a", "r2b", "r2c", "r2d", "b1a", "b1b", "b1c", "y1a", "y1b", "y1c"}
    assert goals == sites | {"port", "misty_dell"}
    assert refused(match, "move ember_ridge") == "OL-R15"


@pytest.mark.rule("OL-40", "OL-R51")
def test_atlas_2_3_4_opens_exactly_those_regions_and_one_goes_ahead() -> None:
    words = {"mat_soul": "pathfinder", "mercs": "pathfinder:soul:camp", "row": "hired_blade"}
    match = table(atlas="2/3/4,1/1/1", **words)
    goals = {action.split()[1] for action in legal(match) if action.startswith("move") and len(action.split()) == 2}
    assert {goal[:2] for goal in goals if goal != "port"} == {"r1", "r2", "b1", "b2", "b3", "y1", "y2", "y3", "y4"}
    assert "move pathfinder r3a" in legal(match)
    assert refused(match, "move pathfinder r4a") == "OL-40"
    assert refused(match, "move r3a") == "OL-40"


@pytest.mark.rule("OL-R51")
def test_a_swift_unit_starts_from_where_it_stands_but_once() -> None:
    match = table(
        mat_soul="outrider",
        mercs="outrider:soul:r1a",
        row="hired_blade",
        action_card="combat",
        units="camp,camp,aside,aside/r1b,camp,aside,aside",
    )
    assert "attack outrider r1b" in legal(match)
    play(match, "move outrider b1a")
    assert refused(match, "move outrider b1b") == "OL-R51"


# Expedition


@pytest.mark.rule("OL-30")
def test_units_act_without_moving_once_a_turn() -> None:
    match = table(action_card="tactics", units=f"r2a,b1a,aside,aside/{OTHERS}")
    play(match, "gather r2a", "gather b1a")
    assert not any(action.startswith("gather") for action in legal(match))


@pytest.mark.rule("OL-31", "OL-R16")
def test_excavating_places_a_token_and_draws_from_the_shared_deck() -> None:
    match = table(action_card="expedition", units=f"r1a,camp,aside,aside/{OTHERS}", sites="r1a:shadow1")
    play(match, "excavate r1a")
    assert match.turn == ludarium.CHANCE
    assert len(legal(match)) == 18
    play(match, "card whetstone")
    assert hand(match) == {"whetstone"}
    assert refused(match, "excavate r1a") == "OL-30"


@pytest.mark.rule("OL-R16")
def test_an_excavated_site_is_not_blank() -> None:
    match = table(action_card="expedition", units=f"r1a,camp,aside,aside/{OTHERS}", sites="r1a:x")
    assert refused(match, "excavate r1a") == "OL-R16"


@pytest.mark.rule("OL-32", "OL-R17")
def test_corrupting_red_1_costs_a_power_and_the_unit_and_draws_again() -> None:
    words = {"units": f"r1a,camp,aside,aside/{OTHERS}", "sites": "r1a:x", "wheel": "6"}
    match = table(action_card="expedition", **words)
    play(match, "corrupt r1a", "card whetstone")
    assert mana(match) == [2, 3, 3]
    assert places(match)["exhausted"] == 1
    assert int(match.position["dug"][0]) == state.CORRUPTED


@pytest.mark.rule("OL-53")
def test_corruption_waits_for_the_wheel() -> None:
    words = {"units": f"r1a,camp,aside,aside/{OTHERS}", "sites": "r1a:x", "action_card": "expedition"}
    assert refused(table(wheel="5", **words), "corrupt r1a") == "OL-53"
    assert "corrupt r1a" in legal(table(wheel="6", **words))


@pytest.mark.rule("OL-32")
def test_one_unit_never_excavates_and_corrupts_a_site_in_one_turn() -> None:
    words = {"units": f"r1a!a,camp,aside,aside/{OTHERS}", "sites": "r1a:x+u0", "wheel": "6", "again": "1"}
    assert refused(table(action_card="expedition", **words), "corrupt r1a") == "OL-32"


@pytest.mark.rule("OL-R17", "OL-R18")
def test_wisdom_does_not_pay_for_corrupting_and_a_site_is_corrupted_once() -> None:
    words = {
        "units": f"r1a,camp,aside,aside/{OTHERS}",
        "wheel": "6",
        "action_card": "expedition",
        "mana": "0/3/9,3/3/3",
    }
    assert refused(table(sites="r1a:x", **words), "corrupt r1a") == "OL-32"
    assert refused(table(sites="r1a:c", **words), "corrupt r1a") == "OL-R17"


@pytest.mark.rule("OL-33")
def test_units_in_level_3_and_level_1_give_3_and_1_mana_but_port_none() -> None:
    match = table(action_card="tactics", units=f"b3a,y1a,port,aside/{OTHERS}", mana="0/0/0,0/0/0")
    play(match, "gather b3a", "gather y1a")
    assert mana(match) == [0, 3, 1]


@pytest.mark.rule("OL-R52")
def test_acting_again_is_a_credit_and_surveys_add_up() -> None:
    match = table(action_card="tactics", units=f"r1a,camp,aside,aside/{OTHERS}", hand_soul="warlords_oath")
    play(match, "artifact warlords_oath", "gather r1a", "gather r1a")
    assert refused(match, "gather r1a") == "OL-30"
    words = {"units": f"r1a,camp,aside,aside/{OTHERS}", "hand_soul": "lens_of_amber,mirror_of_foresight"}
    match = table(action_card="expedition", **words)
    play(match, "artifact lens_of_amber", "artifact mirror_of_foresight", "excavate r1a")
    play(match, *(f"card {card}" for card in ("whetstone", "wax_tablet", "copper_idol", "knotted_charm", "bandage_roll")))
    assert legal(match) == {
        f"keep {card}" for card in ("whetstone", "wax_tablet", "copper_idol", "knotted_charm", "bandage_roll")
    }


@pytest.mark.rule("OL-R52")
def test_a_loyalty_looks_only_when_excavating() -> None:
    words = {
        "loyalty": "thalen,nyxara,isaura,ondrel",
        "mana": "3/3/3,3/3/3,3/3/3,3/3/3",
        "atlas": "2/2/2,2/2/2,2/2/2,2/2/2",
        "players": "4",
    }
    units = "camp,camp,aside,aside/camp,camp,aside,aside/camp,camp,aside,aside/r1a,r1b,aside,aside"
    match = table(who="wisdom", current="wisdom", units=units, sites="r1b:x", wheel="6", action_card="expedition", **words)
    play(match, "excavate r1a", "card whetstone", "card wax_tablet", "keep whetstone", "corrupt r1b", "card copper_idol")
    assert hand(match, 3) == {"whetstone", "copper_idol"}
    assert where(match, "wax_tablet") == state.BURIED


# Artifacts


@pytest.mark.rule("OL-21", "OL-R35")
def test_artifacts_match_the_action_card_and_combat_ones_wait_for_a_fight() -> None:
    match = table(action_card="combat", hand_soul="whetstone,copper_idol")
    assert refused(match, "artifact copper_idol") == "OL-21"
    assert refused(match, "artifact whetstone") == "OL-R35"
    assert refused(match, "artifact wax_tablet") == "OL-21"


@pytest.mark.rule("OL-R45")
def test_a_card_that_can_do_nothing_is_not_playable_and_full_mana_is_not_gathered() -> None:
    words = {"mana": "12/3/3,3/3/3", "units": f"r1a,camp,aside,aside/{OTHERS}"}
    match = table(action_card="tactics", hand_soul="copper_idol", **words)
    assert refused(match, "artifact copper_idol") == "OL-R45"
    assert refused(match, "gather r1a") == "OL-R45"


@pytest.mark.rule("OL-R46")
def test_rousing_may_stop_but_gaining_may_not() -> None:
    match = table(
        action_card="tactics",
        units=f"exhausted,exhausted,aside,aside/{OTHERS}",
        hand_soul="smelling_salts,muddy_field_notes",
    )
    play(match, "artifact smelling_salts")
    assert legal(match) == {"rouse", "done"}
    play(match, "done", "artifact muddy_field_notes")
    assert legal(match) == {"gain power", "gain soul", "gain wisdom"}  # nothing on the board to shift: dropped


@pytest.mark.rule("OL-21")
def test_a_need_must_be_met_and_a_cost_paid() -> None:
    words = {"action_card": "tactics", "hand_soul": "forge_ledger,heart_of_the_first_ones"}
    match = table(mana="1/1/0,3/3/3", units=f"b1a,camp,aside,aside/{OTHERS}", **words)
    assert refused(match, "artifact forge_ledger") == "OL-21"
    assert refused(match, "artifact heart_of_the_first_ones") == "OL-21"
    match = table(mana="1/1/2,3/3/3", units=f"r1a,camp,aside,aside/{OTHERS}", **words)
    play(match, "artifact forge_ledger", "artifact heart_of_the_first_ones", "pay power", "pay power", "pay power", "token r1a")
    assert mana(match) == [0, 1, 2]


# Port and shop


@pytest.mark.rule("OL-22", "OL-R20", "OL-R50")
def test_a_unit_in_port_buys_once_and_the_row_is_filled_after_payment() -> None:
    match = table(action_card="tactics", units=f"port,camp,aside,aside/{OTHERS}", mana="6/6/6,3/3/3")
    play(match, "buy vial_of_embers", "pay power", "pay soul")
    assert match.turn == ludarium.CHANCE
    play(match, "open war_horn")
    assert mana(match) == [5, 5, 6]
    assert refused(match, "buy war_horn") == "OL-R20"
    assert where(match, "vial_of_embers") == state.MAT


@pytest.mark.rule("OL-22", "OL-R19", "OL-R20")
def test_a_card_sells_for_its_region_and_shared_ones_for_any_mana() -> None:
    match = table(units=f"port,camp,port,aside/{OTHERS}", hand_soul="prayer_beads,whetstone,copper_idol", mana="0/0/0,0/0/0")
    play(match, "sell prayer_beads")
    assert mana(match) == [0, 2, 0]
    assert where(match, "prayer_beads") == state.DISCARD
    play(match, "sell whetstone", "gain wisdom")
    assert mana(match) == [0, 2, 1]
    assert refused(match, "sell copper_idol") == "OL-R20"


@pytest.mark.rule("OL-R21", "OL-R22", "OL-R47")
def test_shop_cards_lie_open_and_are_neither_sold_nor_exchanged() -> None:
    match = table(units=f"port,camp,aside,aside/{OTHERS}", mana="3/3/3,3/3/3")
    play(match, "buy hired_blade", "open outrider")
    assert where(match, "hired_blade") == state.MAT
    assert places(match)["exhausted"] == 1
    assert not any(action.startswith("sell") for action in legal(match))
    assert refused(match, "sell whetstone") == "OL-R21"
    seen = match.seen_by(1)
    assert int(seen[0]["where"][CARD_NAMES.index("hired_blade")]) == state.MAT


@pytest.mark.rule("OL-42", "OL-R23")
def test_a_consumable_is_used_at_a_free_decision_and_discarded() -> None:
    match = table("play", row="", mat_soul="vial_of_embers,war_horn")
    assert refused(match, "use war_horn") == "OL-R45"
    play(match, "use vial_of_embers", "open hired_blade", "open outrider", "open pathfinder")
    assert mana(match) == [6, 3, 3]
    assert where(match, "vial_of_embers") == state.DISCARD


@pytest.mark.rule("OL-R23")
def test_before_a_turn_only_what_turns_the_region_away_from_who_dominates_is_asked() -> None:
    words = {
        "row": "hired_blade,outrider,pathfinder",
        "mat_shadow": "loaded_knucklebones,vial_of_ink",
        "token": "shadow",
        "turns": "1",
    }
    units = f"y2a,camp,aside,aside/{OTHERS}"
    match = table("unlock", who="shadow", current="shadow", units=units, **words)
    play(match, "done")
    assert match.turn == 1
    assert legal(match) == {"use loaded_knucklebones", "pass"}
    match = table("unlock", who="shadow", current="shadow", **words)
    play(match, "done")
    assert match.turn == 0
    match = table("unlock", who="shadow", current="shadow", **words, windows="all")
    assert {"use loaded_knucklebones", "use vial_of_ink", "pass"} == legal(play(match, "done"))


@pytest.mark.rule("OL-R24", "OL-R48")
def test_an_empty_deck_is_made_anew_from_its_discard_pile_when_a_card_is_needed() -> None:
    pile = ",".join(card["id"] for card in CARDS.artifacts if card["deck"] == "l4" and card["kind"] == "artifact")
    words = {"atlas": "4/4/4,1/1/1", "units": f"r4a,camp,aside,aside/{OTHERS}", "action_card": "expedition"}
    match = table(discard=pile, abandoned="primeval_wood,throne_of_olith", **words)
    play(match, "excavate r4a")
    assert legal(match) == {f"card {card}" for card in pile.split(",")}


@pytest.mark.rule("OL-R48")
def test_buried_cards_come_after_the_pool_from_the_top() -> None:
    gone = [card["id"] for card in CARDS.artifacts if card["deck"] == "l4" and card["kind"] == "artifact"]
    words = {"atlas": "4/4/4,1/1/1", "units": f"r4a,camp,aside,aside/{OTHERS}", "action_card": "expedition"}
    buried = "lost_folio:shadow,blade_of_the_elder_war:shadow"
    pile = ",".join(card for card in gone if card not in buried)
    match = table(discard=pile, abandoned="primeval_wood,throne_of_olith", **{"buried.l4": buried}, **words)
    play(match, "excavate r4a")
    assert legal(match) == {"card lost_folio"}


@pytest.mark.rule("OL-R53")
def test_a_deal_in_port_is_done_by_a_unit_that_did_the_other_deal() -> None:
    match = table(units=f"port,port!s,aside,aside/{OTHERS}", mana="3/3/3,3/3/3")
    play(match, "buy hired_blade", "open outrider")
    assert match.position["bought"][:2].tolist() == [0, 1]


@pytest.mark.rule("OL-R53")
def test_a_shift_takes_a_unit_that_has_not_acted() -> None:
    match = table(action_card="tactics", units=f"port!a,port,aside,aside/{OTHERS}", hand_soul="muddy_field_notes")
    play(match, "artifact muddy_field_notes", "shift port", "to r1a", "gain soul")
    assert "gather r1a" in legal(match)


# Victory Turn and tokens


@pytest.mark.rule("OL-14", "OL-R54")
def test_red_exhausts_two_units_in_yellow_2_for_two_tokens_and_rerolls() -> None:
    match = table("choose", units="y2a,y2b,aside,aside/y2c,camp,aside,aside")
    play(match, "victory", "exhaust y2a", "exhaust y2b")
    assert int(match.position["tokens"][0]) == 2
    assert match.turn == ludarium.CHANCE
    play(match, "region blue1")
    assert int(match.position["region"]) == data.REGION_NAMES.index("blue1")


@pytest.mark.rule("OL-14", "OL-R8")
def test_dominance_is_strict_and_a_banner_bearer_counts_twice() -> None:
    match = table("choose", units="y2a,camp,aside,aside/y2b,camp,aside,aside", row="", mat_soul="vial_of_ink")
    assert refused(match, "victory") == "OL-14"
    words = {"mat_soul": "banner_bearer", "mercs": "banner_bearer:soul:y2a", "row": ""}
    match = table("choose", units="camp,camp,aside,aside/y2b,camp,aside,aside", **words)
    assert "victory" in legal(match)


@pytest.mark.rule("OL-R7", "OL-R9")
def test_a_victory_turn_may_exhaust_nobody_and_just_reroll() -> None:
    match = play(table("choose", units=f"y2a,camp,aside,aside/{OTHERS}"), "victory", "done")
    assert match.turn == ludarium.CHANCE
    assert sum(action.weight or 0 for action in match.actions()) == 36


@pytest.mark.rule("OL-R54")
def test_no_token_where_another_player_s_lies() -> None:
    match = table("victory", victory_region="yellow2", units=f"y2a,y2b,aside,aside/{OTHERS}", sites="y2a:shadow1")
    play(match, "exhaust y2a")
    assert int(match.position["tokens"][0]) == 0


@pytest.mark.rule("OL-R5", "OL-R6")
def test_a_token_goes_on_any_unlocked_site_and_on_own_ones_unless_forbidden() -> None:
    words = {
        "action_card": "tactics",
        "hand_soul": "heart_of_the_first_ones",
        "sites": "r1a:soul1,r1b:shadow1",
        "atlas": "1/1/1,1/1/1",
    }
    match = table(units="camp,camp,aside,aside/r1c,camp,aside,aside", mana="3/0/0,3/3/3", **words)
    play(match, "artifact heart_of_the_first_ones")
    assert {"token r1a", "token r1c"} <= legal(match)
    assert refused(match, "token r1b") == "OL-R6"
    assert refused(match, "token r2a") == "OL-R5"
    match = table(mana="3/0/0,3/3/3", victory_stack="no", **words)
    assert refused(play(match, "artifact heart_of_the_first_ones"), "token r1a") == "OL-R6"


@pytest.mark.rule("OL-43", "OL-R38", "OL-R54")
def test_five_artifacts_and_a_unit_on_level_4_make_a_token() -> None:
    cards = "whetstone,wax_tablet,copper_idol,knotted_charm,bandage_roll"
    words = {"hand_soul": cards, "atlas": "4/1/1,1/1/1"}
    match = table(units=f"r4a,camp,aside,aside/{OTHERS}", **words)
    play(match, "exchange", *(f"discard {card}" for card in cards.split(",")[:4]), "token r4a")
    assert hand(match) == set()
    assert int(match.position["tokens"][0]) == 1
    assert refused(table(units=f"r3a,camp,aside,aside/{OTHERS}", **words), "exchange") == "OL-43"
    match = table("victory", victory_region="red4", region="red4", units=f"r4a,camp,aside,aside/{OTHERS}", **words)
    assert "exchange" in legal(match)


@pytest.mark.rule("OL-2", "OL-R43")
def test_the_eighth_token_wins_at_once() -> None:
    match = table("victory", victory_region="yellow2", units=f"y2a,y2b,aside,aside/{OTHERS}", sites="r1a:soul7")
    play(match, "exhaust y2a")
    assert match.turn == ludarium.OVER
    assert match.returns() == (1, -1)


# Combat


def fight(**words: str) -> Match:
    """Soul attacks Shadow on r1a; dice are up to the test."""
    words = {"units": "camp,camp,aside,aside/r1a,camp,aside,aside", "action_card": "combat"} | words
    return table(**words)


@pytest.mark.rule("OL-34", "OL-R11")
def test_attacks_need_the_combat_card_and_an_enemy() -> None:
    assert refused(fight(action_card="tactics"), "attack r1a") == "OL-R11"
    assert refused(fight(), "attack r1b") == "OL-34"
    assert "attack r1a" in legal(fight())


@pytest.mark.rule("OL-35", "OL-36", "OL-R33", "OL-R34")
def test_the_winner_of_a_fight_keeps_the_site() -> None:
    match = play(fight(), "attack r1a", "commit 2", "commit 0", "dice +000", "dice 000-")
    assert match.turn == 0 or int(match.position["fighters"]) == 0
    assert places(match, 1)["exhausted"] == 1
    assert places(match)["r1a"] == 1
    assert mana(match) == [1, 3, 3]


@pytest.mark.rule("OL-R32")
def test_a_tie_goes_to_the_defender() -> None:
    match = play(fight(), "attack r1a", "commit 0", "commit 0", "dice ++00", "dice ++00")
    assert places(match)["exhausted"] == 1
    assert places(match, 1)["r1a"] == 1


@pytest.mark.rule("OL-36", "OL-R36")
def test_the_defender_s_cards_lie_until_the_end_of_the_own_next_turn() -> None:
    match = play(fight(hand_shadow="blade_of_the_elder_war"), "attack r1a", "commit 0", "commit 0", "dice 0000", "dice 0000")
    assert legal(match) == {"artifact blade_of_the_elder_war", "done"}
    play(match, "artifact blade_of_the_elder_war", "done", "done")
    assert hand(match, 1) == set()
    play(match, "done", "play tactics")
    assert hand(match, 1) == set()
    play(match, "done", "done")
    assert hand(match, 1) == {"blade_of_the_elder_war"}


@pytest.mark.rule("OL-36", "OL-R23", "OL-R55")
def test_ap_counts_loyalty_location_unit_power_dice_and_cards() -> None:
    words = {
        "loyalty": "thalen,nyxara",
        "slots": "ember_ridge/-/-,-/-/-",
        "mat_soul": "ember_ridge,hired_blade,war_horn",
        "row": "",
    }
    match = fight(mercs="hired_blade:soul:camp", hand_soul="whetstone", hand_shadow="wax_tablet", **words)
    play(match, "attack hired_blade r1a", "commit 1", "commit 3", "dice +00-", "dice 0000", "artifact whetstone", "use war_horn")
    while match.turn == ludarium.CHANCE:
        match.draw(random.Random(1))
    assert ap_of(match.position, 0) == 1 + 2 + 1 + 0 + 2 + 3


@pytest.mark.rule("OL-R57", "OL-36")
def test_rerolled_dice_keep_their_new_faces_and_foes_lose_ap() -> None:
    match = fight(hand_soul="siege_hook", hand_shadow="wax_tablet")
    play(match, "attack r1a", "commit 0", "commit 0", "dice 0000", "dice ++0-", "artifact siege_hook")
    assert "reroll ++" in legal(match)
    play(match, "reroll ++", "dice --")
    assert ap_of(match.position, 1) == -3 - 3


def siege(**words: str) -> Match:
    """Soul may attack a location of Shadow."""
    usual = {
        "slots": "-/-/-,-/-/hidden_garden",
        "mat_shadow": "hidden_garden",
        "units": "camp,camp,aside,aside/r1a,port,aside,aside",
    }
    return fight(**(usual | words))


@pytest.mark.rule("OL-35", "OL-R29", "OL-R30")
def test_any_unexhausted_unit_defends_a_location_and_stays_on_it() -> None:
    match = play(siege(), "attack hidden_garden")
    assert legal(match) == {"block r1a", "block port", "pass"}
    play(match, "block r1a", "commit 0", "commit 3", "dice 0000", "dice 0000")
    assert places(match, 1) == {"hidden_garden": 1, "port": 1, "aside": 2}
    assert places(match)["exhausted"] == 1


@pytest.mark.rule("OL-R28", "OL-R56")
def test_an_undefended_location_is_lost_with_all_who_stand_on_it() -> None:
    match = siege(units="camp,camp,aside,aside/hidden_garden,hidden_garden,aside,aside", loyalty="thalen,umbriel")
    play(match, "attack hidden_garden", "pass")
    assert places(match, 1)["exhausted"] == 2
    assert places(match)["hidden_garden"] == 1
    assert int(match.position["slot"][0][2]) == CARD_NAMES.index("hidden_garden")


@pytest.mark.rule("OL-R56")
def test_a_rescued_unit_retreats_to_camp() -> None:
    match = fight(hand_soul="bandage_roll")
    play(match, "attack r1a", "commit 0", "commit 3", "dice 0000", "dice 0000", "artifact bandage_roll")
    assert places(match)["camp"] == 2


@pytest.mark.rule("OL-R56")
def test_digging_with_an_empty_deck_gives_no_card() -> None:
    names = [card["id"] for card in CARDS.artifacts if card["deck"] == "l4" and card["kind"] == "artifact"]
    words = {"atlas": "4/4/4,1/1/1", "units": f"r4a,camp,aside,aside/{OTHERS}", "action_card": "expedition"}
    match = table(hand_shadow=",".join(names), abandoned="primeval_wood,throne_of_olith", **words)
    play(match, "excavate r4a")
    assert match.turn == 0
    assert refused(match, "excavate r4a") == "OL-30"


@pytest.mark.rule("OL-R46")
def test_the_winner_takes_spoils_up_to_the_number() -> None:
    match = fight(hand_soul="ashen_halberd")
    play(match, "attack r1a", "commit 0", "commit 0", "dice 0000", "dice 0000", "artifact ashen_halberd")
    assert legal(match) == {"take power", "take soul", "take wisdom", "done"}
    play(match, "take wisdom")
    assert mana(match) == [3, 3, 4]
    assert mana(match, 1) == [3, 3, 2]


# Unlocking


@pytest.mark.rule("OL-40", "OL-R18", "OL-R39", "OL-R40")
def test_regions_are_unlocked_in_order_with_wisdom_for_any_part() -> None:
    match = table("unlock", atlas="1/1/1,1/1/1", mana="2/1/3,3/3/3")
    assert legal(match) == {
        "unlock red",
        "unlock red w1",
        "unlock red w2",
        "unlock blue w1",
        "unlock blue w2",
        "unlock yellow",
        "done",
    }
    play(match, "unlock red", "unlock blue w1")
    assert mana(match) == [0, 0, 2]
    assert match.position["atlas"][0].tolist() == [2, 2, 1]
    assert refused(table("unlock", atlas="4/1/1,1/1/1", mana="9/9/9,0/0/0"), "unlock red") == "OL-R39"


@pytest.mark.rule("OL-60", "OL-R58")
def test_unlocking_for_all_comes_after_the_marker_moves() -> None:
    match = started(unlock="simultaneous")
    play(match, "play tactics", "done", "play tactics", "done")
    assert int(match.position["wheel"]) == 1
    assert "unlock blue" in legal(match)
    play(match, "done")
    assert match.turn == 1
    assert "unlock red" in legal(match)


# Locations


@pytest.mark.rule("OL-41", "OL-R27")
def test_a_location_found_goes_to_its_slot_and_a_unit_on_it_is_in_no_region() -> None:
    match = table(action_card="expedition", units=f"r1a,camp,aside,aside/{OTHERS}", loyalty="thalen,nyxara")
    play(match, "excavate r1a", "card misty_dell")
    assert int(match.position["slot"][0][1]) == CARD_NAMES.index("misty_dell")
    words = {
        "slots": "-/misty_dell/-,-/-/-",
        "mat_soul": "misty_dell",
        "units": f"misty_dell,camp,aside,aside/{OTHERS}",
    }
    match = table("prepare", **words)
    assert "recall misty_dell" in legal(match)


@pytest.mark.rule("OL-R25", "OL-R26", "OL-R55")
def test_of_two_locations_one_is_kept_and_the_unit_on_the_other_goes_to_port() -> None:
    words = {"slots": "-/misty_dell/-,-/-/-", "mat_soul": "misty_dell", "abandoned": "spirit_spring"}
    match = table(units=f"camp,misty_dell,aside,aside/{OTHERS}", **words)
    play(match, "move spirit_spring")
    assert legal(match) == {"keep spirit_spring", "keep misty_dell"}
    kept = play(match.copy(), "keep misty_dell")
    assert places(kept)["port"] == 1
    assert where(kept, "spirit_spring") == state.ABANDONED
    play(match, "keep spirit_spring")
    assert places(match) == {"spirit_spring": 1, "port": 1, "aside": 2}


@pytest.mark.rule("OL-41", "OL-R26", "OL-R55")
def test_a_location_is_abandoned_in_step_3() -> None:
    words = {
        "slots": "-/misty_dell/-,-/-/-",
        "mat_soul": "misty_dell",
        "units": f"misty_dell,camp,aside,aside/{OTHERS}",
    }
    match = play(table(**words), "abandon misty_dell")
    assert places(match)["port"] == 1
    assert refused(table("prepare", **words), "abandon misty_dell") == "OL-11"


@pytest.mark.rule("OL-R31", "OL-R55", "OL-R25")
def test_an_any_location_works_by_its_slot_and_changes_it_once_in_a_row() -> None:
    words = {
        "slots": "throne_of_olith/-/-,-/-/-",
        "mat_soul": "throne_of_olith",
        "units": f"camp,camp,exhausted,exhausted/{OTHERS}",
    }
    match = table("play", loyalty="meliora,nyxara", **words)
    play(match, "slot throne_of_olith forest")
    assert refused(match, "slot throne_of_olith valley") == "OL-R55"
    play(match, "play tactics", "slot throne_of_olith valley")
    assert refused(match, "slot misty_dell valley") == "OL-R31"
    match = table(action_card="expedition", atlas="4/4/4,1/1/1", units=f"r4a,camp,aside,aside/{OTHERS}")
    play(match, "excavate r4a", "card throne_of_olith")
    assert legal(match) == {f"slot throne_of_olith {slot}" for slot in data.SLOTS}


# The Fate Wheel


@pytest.mark.rule("OL-50", "OL-R2")
def test_the_marker_moves_when_play_comes_back_to_the_token_holder() -> None:
    match = play(started(), "play tactics", "done", "done")
    assert int(match.position["wheel"]) == 0
    play(match, "play tactics", "done", "done")
    assert int(match.position["wheel"]) == 1


def before_space(space: int, **words: str) -> Match:
    """Shadow's unlock step, the last decision before the marker moves to a space."""
    usual = {"wheel": str(space - 2), "current": "shadow", "turns": ""}
    return table("unlock", who="shadow", **(usual | words))


@pytest.mark.rule("OL-52")
def test_recruits_come_exhausted() -> None:
    match = play(before_space(3), "done")
    assert places(match) == {"camp": 2, "exhausted": 1, "aside": 1}
    assert places(match, 1)["exhausted"] == 1


@pytest.mark.rule("OL-51", "OL-R4")
def test_favor_goes_to_most_mana_with_token_and_the_first_turn() -> None:
    match = play(before_space(5, mana="1/3/3,2/3/3"), "done")
    assert match.turn == 1
    assert "token r1a" in legal(match)
    play(match, "token r1a", "play tactics", "done", "done")
    assert (int(match.position["token"]), match.turn) == (1, 0)
    play(match, "play tactics", "done", "done")
    assert (int(match.position["wheel"]), match.turn) == (5, 1)


@pytest.mark.rule("OL-R3")
def test_of_equals_the_nearest_to_the_left_of_the_holder_is_favored() -> None:
    assert play(before_space(5, mana="2/3/3,2/3/3"), "done").turn == 1
    assert play(before_space(5, mana="2/3/3,2/3/3", token="shadow"), "done").turn == 0


@pytest.mark.rule("OL-R23")
def test_before_favor_holders_of_mana_of_its_kind_are_asked() -> None:
    match = play(before_space(5, row="", mat_soul="vial_of_embers,vial_of_ink"), "done")
    assert legal(match) == {"use vial_of_embers", "pass"}


@pytest.mark.rule("OL-R59")
def test_a_region_that_nobody_has_unlocked_is_rerolled_by_option() -> None:
    match = play(before_space(3, region="red4", active="stuck_rerolls"), "done")
    assert match.turn == ludarium.CHANCE
    assert play(before_space(3, region="red4"), "done").turn != ludarium.CHANCE


# The end


@pytest.mark.rule("OL-2", "OL-50")
def test_when_the_wheel_cannot_move_most_tokens_win() -> None:
    match = play(before_space(16, sites="r1a:shadow2,r1b:soul1"), "done")
    assert match.returns() == (-1, 1)


@pytest.mark.rule("OL-R10")
def test_a_tie_goes_to_crystals_then_mana_then_is_shared() -> None:
    assert play(before_space(16, crystals="power:shadow,soul,wisdom"), "done").returns() == (-1, 1)
    assert play(before_space(16, mana="3/3/4,3/3/3"), "done").returns() == (1, -1)
    assert play(before_space(16), "done").returns() == (0, 0)
    assert play(before_space(16, mana="3/3/4,3/3/3", tie="shared"), "done").returns() == (0, 0)


@pytest.mark.rule("OL-R10", "OL-R57")
def test_a_final_battle_commits_secretly_and_keeps_the_power() -> None:
    match = play(before_space(16, tie="final_battle"), "done")
    play(match, "commit 3")
    assert match.is_secret(match.ply, 1)
    assert int(match.seen_by(1)[0]["commit"][0]) == state.UNSEEN
    play(match, "commit 2")
    assert int(match.seen_by(1)[0]["commit"][0]) == 3
    play(match, "dice 0000", "dice 0000")
    assert match.returns() == (1, -1)
    assert mana(match) == [3, 3, 3]


@pytest.mark.rule("OL-R57")
def test_in_a_final_battle_a_foe_is_named_and_needs_are_not_met() -> None:
    words = {"players": "3", "loyalty": "thalen,nyxara,isaura", "mana": "0/0/0,0/0/0,0/0/0", "atlas": "1/1/1,1/1/1,1/1/1"}
    units = f"{OTHERS}/{OTHERS}/{OTHERS}"
    cards = "iron_caltrops,dented_buckler,mourners_veil"
    match = before_space(16, tie="final_battle", units=units, hand_soul=cards, **words)
    play(match, "done", "dice 0000", "dice 0000", "dice 0000")
    assert refused(match, "artifact dented_buckler") == "OL-21"
    play(match, "artifact iron_caltrops")
    assert legal(match) == {"foe shadow", "foe power"}
    play(match, "foe power", "done")
    assert match.returns() == (1, 1, -1)


# What is hidden


@pytest.mark.rule("OL-R41", "OL-R49")
def test_a_card_drawn_is_seen_by_its_owner_only_and_its_back_by_all() -> None:
    match = table(action_card="expedition", units=f"r1a,camp,aside,aside/{OTHERS}")
    play(match, "excavate r1a", "card whetstone")
    assert match.is_secret(match.ply, 1)
    assert not match.is_secret(match.ply, 0)
    seen = match.seen_by(1)[0]
    assert int(seen["where"][CARD_NAMES.index("whetstone")]) == state.UNSEEN
    assert int(seen["held"][0].sum()) == 1
    assert "whetstone" not in match.svg(seat=1).lower()


@pytest.mark.rule("OL-R41", "OL-R49")
def test_the_picture_is_the_same_for_whoever_cannot_tell_two_positions_apart() -> None:
    game = ludarium.game("olith")
    match = Match("olith", players=3)
    for step, at in enumerate(random_play(match, 4, several(400, 2000, 120))):
        guess = at.states.copy()
        seat = step % 3
        game.kernel(many.resample_at)(guess, 0, seat, new_dice(step))
        other = at.copy()
        other._start, other._done = guess, []
        assert other.svg(seat=seat) == game.view.draw(at.position, seat, other.legal() if at.turn < 0 else at.legal(), None, "en")


@pytest.mark.rule("OL-R49")
def test_a_location_found_and_a_card_that_returned_are_known_to_all() -> None:
    match = table(action_card="expedition", units=f"r1a,camp,aside,aside/{OTHERS}")
    play(match, "excavate r1a", "card misty_dell")
    assert not match.is_secret(match.ply, 1)
    match = table(action_card="tactics", hand_soul="pilgrims_coin")
    play(match, "artifact pilgrims_coin", "gain soul", "done")
    assert int(match.seen_by(1)[0]["where"][CARD_NAMES.index("pilgrims_coin")]) == state.HAND


@pytest.mark.rule("OL-R49", "OL-R70")
def test_guesses_are_even_over_what_is_possible() -> None:
    """Shadow holds one of the Level 1 Artifacts that Soul has not seen; each is as likely, and no location ever is."""
    match = table(hand_shadow="whetstone", hand_soul="copper_idol", discard="wax_tablet")
    resample = match.game.kernel(many.resample_at)
    seen: Counter[str] = Counter()
    rounds = several(2600, 13000, 260)
    dice = new_dice(5)
    for _ in range(rounds):
        guess = match.states.copy()
        resample(guess, 0, 0, dice)
        seen[CARD_NAMES[int(np.flatnonzero(guess[0]["where"] == state.HAND + 1)[0])]] += 1
    possible = {card["id"] for card in CARDS.artifacts if card["deck"] == "l1" and card["kind"] == "artifact"}
    assert set(seen) == possible - {"copper_idol", "wax_tablet"}
    assert all(0.5 < count * 13 / rounds < 1.6 for count in seen.values())


@pytest.mark.rule("OL-R70")
def test_cards_shuffled_in_anew_are_never_guessed_in_a_hand_that_is_older() -> None:
    hidden, pile = "lost_folio,blade_of_the_elder_war", "heart_of_the_first_ones,wheelturners_sigil"
    words = {"atlas": "4/4/4,1/1/1", "units": f"r4a,camp,aside,aside/{OTHERS}", "action_card": "expedition"}
    match = table(hand_shadow=hidden, discard=pile, abandoned="primeval_wood,throne_of_olith", **words)
    play(match, "excavate r4a")
    resample = match.game.kernel(many.resample_at)
    for seed in range(20):
        guess = match.states.copy()
        resample(guess, 0, 0, new_dice(seed))
        held = {CARD_NAMES[card] for card in np.flatnonzero(guess[0]["where"] == state.HAND + 1)}
        assert held == set(hidden.split(","))


def check_even(counts: Counter[bytes], possible: set[bytes]) -> None:
    """Exactly these, each about as often: the sum of squares lies within four deviations of what chance gives."""
    assert set(counts) == possible
    expected = counts.total() / len(possible)
    square = sum((count - expected) ** 2 / expected for count in counts.values())
    freedom = len(possible) - 1
    assert abs(square - freedom) < 4 * (2 * freedom) ** 0.5


def guesses(match: Match, seat: int, count: int) -> Counter[bytes]:
    """Where the cards lie in many guesses."""
    resample, dice, found = match.game.kernel(many.resample_at), new_dice(11), Counter[bytes]()
    for _ in range(count):
        guess = match.states.copy()
        resample(guess, 0, seat, dice)
        check_table(guess[0])
        found[hidden_part(guess[0])] += 1
    return found


def hidden_part(position: np.void) -> bytes:
    return b"".join(position[name].tobytes() for name in ("where", "buried", "look", "kept"))


def worlds(match: Match, seat: int, start: int) -> set[bytes]:
    """By brute force: every deal of the hidden cards at ply `start` and every draw since that looks the same to the seat."""
    begun = match.at(start)
    resample, dice = begun.game.kernel(many.resample_at), new_dice(3)
    deals = {}
    for _ in range(4000):
        guess = begun.states.copy()
        resample(guess, 0, seat, dice)
        deals[guess.tobytes()] = guess
    lines = [begun.copy() for _ in deals]
    for line, guess in zip(lines, deals.values(), strict=True):
        line._start, line._done = guess, []
    for ply in range(start, match.ply):
        lines = [after for line in lines for after in played_alike(line, match, ply, seat)]
    return {hidden_part(line.position) for line in lines}


def played_alike(line: Match, match: Match, ply: int, seat: int) -> list[Match]:
    """The line after every action that looks to the seat like the one that was played; which card of a row it was is seen."""
    seen, found = match.at(ply + 1).seen_by(seat).tobytes(), []
    for action in line.legal():
        after = line.copy()
        after.play(action)
        if after.seen_by(seat).tobytes() == seen and row_place(line, action) == row_place(match.at(ply), match.history[ply]):
            found.append(after)
    return found


def row_place(match: Match, action: int) -> int:
    """Which of the cards looked at is kept or buried."""
    kind, _, card = match.game.actions.notation(action).partition(" ")
    looked = [int(each) for each in match.position["look"][: int(match.position["looks"])]]
    return looked.index(CARD_NAMES.index(card)) if kind in ("keep", "bury") else -1


LOOKING = {
    "atlas": "1/1/1,4/4/4",
    "current": "shadow",
    "units": f"{OTHERS}/r4a,camp,aside,aside",
    "action_card": "expedition",
    "survey": "2",
}


@pytest.mark.rule("OL-R70", "OL-R24")
def test_guesses_are_even_when_a_deck_is_made_anew_in_the_middle_of_a_look() -> None:
    """Shadow holds a card, looks at the deck's last one and at two that are shuffled in, keeps one, buries the others."""
    match = table(
        who="shadow", hand_shadow="heart_of_the_first_ones", discard="lost_folio,wheelturners_sigil,blade_of_the_elder_war",
        abandoned="primeval_wood", **LOOKING,
    )  # fmt: skip
    play(match, "excavate r4a", "card throne_of_olith", "card lost_folio", "card wheelturners_sigil")
    check_even(guesses(match, 0, several(3000, 20_000, 600)), worlds(match, 0, 0))
    play(match, "keep lost_folio", "bury wheelturners_sigil")
    possible = worlds(match, 0, 0)
    assert len(possible) == 6  # the last card was a location, so Shadow holds the Heart for certain; three draws of two are open
    check_even(guesses(match, 0, several(3000, 20_000, 600)), possible)
    match = table(
        who="shadow", hand_shadow="heart_of_the_first_ones", discard="wheelturners_sigil,lost_folio",
        abandoned="throne_of_olith,primeval_wood", **LOOKING,
    )  # fmt: skip
    play(match, "excavate r4a", "card blade_of_the_elder_war", "card lost_folio", "card wheelturners_sigil")
    play(match, "keep wheelturners_sigil", "bury blade_of_the_elder_war")
    assert len(worlds(match, 0, 0)) == 4
    check_even(guesses(match, 0, several(3000, 20_000, 600)), worlds(match, 0, 0))
    assert where(match, "wheelturners_sigil") == state.HAND + 1


@pytest.mark.rule("OL-R70", "OL-R48")
def test_whoever_knows_a_card_goes_on_knowing_it_when_another_looks() -> None:
    """Soul has buried the Folio; Shadow looks at it and two others, and buries it again."""
    gone = {
        "abandoned": "throne_of_olith,primeval_wood",
        "buried.l4": "lost_folio:soul",
        "hand_shadow": "heart_of_the_first_ones",
    }
    match = table(who="shadow", **gone, **LOOKING)
    play(match, "excavate r4a", "card wheelturners_sigil", "card blade_of_the_elder_war", "card lost_folio")
    looked = [int(card) for card in match.seen_by(0)[0]["look"][:3]]
    assert looked == [state.UNSEEN, state.UNSEEN, CARD_NAMES.index("lost_folio")]
    play(match, "keep wheelturners_sigil")
    assert match.is_secret(match.ply, 0)
    play(match, "bury lost_folio")
    assert not match.is_secret(match.ply, 0)
    assert where(match, "lost_folio") == int(match.seen_by(0)[0]["where"][CARD_NAMES.index("lost_folio")]) == state.BURIED
    assert len(worlds(match, 0, 0)) == 3
    check_even(guesses(match, 0, several(3000, 20_000, 600)), worlds(match, 0, 0))
    again = Match("olith", position=match.text())
    assert again.states.tobytes() == match.states.tobytes()


@pytest.mark.rule("OL-R70", "OL-R24")
def test_every_generation_of_a_deck_is_told_apart() -> None:
    """Shadow has held one card since the start and one since a first reshuffle; now there is a second."""
    held = {"hand_shadow": "lost_folio,blade_of_the_elder_war", "batch": "blade_of_the_elder_war:1", "newest.l4": "1"}
    pile = {"discard": "wheelturners_sigil,heart_of_the_first_ones", "abandoned": "primeval_wood,throne_of_olith"}
    match = table(who="shadow", **held, **pile, **LOOKING | {"survey": ""})
    play(match, "excavate r4a", "card heart_of_the_first_ones")
    assert [int(count) for count in match.position["held"][1] if count] == [1, 1, 1]
    assert int(match.position["newest"][data.BOARD.decks.index("l4")]) == 2
    assert len(worlds(match, 0, 0)) == len(guesses(match, 0, 200)) == 2


@pytest.mark.rule("OL-R70", "OL-R48")
def test_who_buried_a_card_knows_when_it_is_drawn() -> None:
    gone = "heart_of_the_first_ones,wheelturners_sigil,blade_of_the_elder_war"
    words = {"atlas": "4/4/4,1/1/1", "units": f"r4a,camp,aside,aside/{OTHERS}", "action_card": "expedition"}
    match = table(discard=gone, abandoned="primeval_wood,throne_of_olith", **{"buried.l4": "lost_folio:shadow"}, **words)
    play(match, "excavate r4a", "card lost_folio")
    assert not match.is_secret(match.ply, 1)
    assert match.is_secret(match.ply, -1)
    assert int(match.seen_by(1)[0]["where"][CARD_NAMES.index("lost_folio")]) == state.HAND


@pytest.mark.rule("OL-R49")
def test_what_a_seat_cannot_know_changes_nothing_that_it_sees_in_games_for_four() -> None:
    game = ludarium.game("olith")
    for seed in range(several(6, 40, 1)):
        for step, at in enumerate(
            random_play(Match("olith", players=4, tie="final_battle"), seed, several(100_000, 100_000, 300))
        ):
            if step % 3:
                continue
            seat = step // 3 % 5 - 1
            guess = at.states.copy()
            game.kernel(many.resample_at)(guess, 0, seat, new_dice(step))
            views = [at.states.copy(), guess]
            check_table(guess[0])
            for view in views:
                game.kernel(many.hide_at)(view, 0, seat)
            assert views[0].tobytes() == views[1].tobytes()


def nearly_empty(match: Match, seed: int) -> Match:
    """The match with all but a few cards of every deck in hands or discarded, so that decks are soon made anew."""
    dice = random.Random(seed)
    match._start, match._done = match.states.copy(), []
    position = match.position
    for card in range(data.DECK_CARDS):
        deck = int(CARD_DECK[card])
        if position["where"][card] != state.POOL or dice.random() < 0.15:
            continue
        position["pool"][deck] -= 1
        position["where"][card], position["known"][card] = state.DISCARD, state.EVERYBODY
        if LOCATION_OF[card] >= 0:
            position["where"][card] = state.ABANDONED
        elif dice.random() < 0.5:
            seat = dice.randrange(match.seats)
            position["where"][card], position["known"][card] = state.HAND + seat, 1 << seat
            position["held"][seat][data.DECK_FIRST[deck]] += 1
    return match


@pytest.mark.rule("OL-R24", "OL-R48", "OL-R70")
def test_guesses_and_texts_hold_when_decks_run_out() -> None:
    game = ludarium.game("olith")
    for seed in range(several(4, 60, 1)):
        match = Match("olith", players=3)
        for _ in random_play(match, seed, 30):
            pass
        for step, at in enumerate(random_play(nearly_empty(match, seed), seed, several(100_000, 100_000, 150))):
            seat = step % 4 - 1
            guess = at.states.copy()
            game.kernel(many.resample_at)(guess, 0, seat, new_dice(step))
            views = [at.states.copy(), guess]
            check_table(guess[0])
            for view in views:
                game.kernel(many.hide_at)(view, 0, seat)
            assert views[0].tobytes() == views[1].tobytes()
            if step % 20 == 0:
                assert Match("olith", position=at.text()).states.tobytes() == at.states.tobytes()


# What holds after every action


def check_table(position: np.void) -> None:
    """69 + 15 cards, one unit on a site outside combat, mana within its limits, hands as their backs tell."""
    where = position["where"]
    buried = [int(card) for deck in range(data.DECKS) for card in position["buried"][deck][: int(position["depth"][deck])]]
    looked = [int(card) for card in (*position["look"][: int(position["looks"])], *position["kept"][: int(position["keeps"])])]
    assert sorted(buried) == sorted(map(int, np.flatnonzero(where == state.BURIED)))
    assert sorted(looked) == sorted(map(int, np.flatnonzero(where == state.LOOKED)))
    for deck in range(data.DECKS + 1):
        assert int(position["pool"][deck]) == sum(where[card] == state.POOL for card in range(84) if CARD_DECK[card] == deck)
    for seat in range(4):
        held = [int(card) for card in np.flatnonzero(where == state.HAND + seat)]
        backs = Counter(int(data.DECK_FIRST[CARD_DECK[card]] + position["batch"][card]) for card in held)
        assert backs == {place: int(count) for place, count in enumerate(position["held"][seat]) if count}
        assert all(LOCATION_OF[card] < 0 for card in held)
    standing = Counter(int(place) for place in position["place"] if place < data.SITES)
    doubled = [site for site, count in standing.items() if count > 1]
    assert not doubled or (position["fighters"] and doubled == [int(position["target"])])
    for site in range(data.SITES):
        unit = int(position["unit"][site])
        assert unit == state.NOBODY if site not in standing else int(position["place"][unit]) == site
    assert 0 <= int(position["mana"].min()) <= int(position["mana"].max()) <= 12
    assert int(position["tokens"].max()) <= 8
    assert position["tokens"].sum() == position["stack"].sum()


@pytest.mark.rule("OL-R42", "OL-5", "OL-C6")
def test_cards_sites_units_and_mana_hold_after_every_action() -> None:
    for seed in range(several(12, 100, 2)):
        options = {"players": 2 + seed % 3, "tie": "final_battle", "windows": "all" if seed % 2 else "useful"}
        for at in random_play(Match("olith", **options), seed, several(100_000, 100_000, 150)):
            check_table(at.position)


@pytest.mark.rule("OL-R45")
def test_every_card_is_played_somewhere() -> None:
    """Each card is put in a hand, on a mat, in the row or on a deck at a moment that fits, and played, used, bought or found."""
    units = "b1a,r1a,exhausted,port/r1b,camp,aside,aside"
    check = {"artifact": check_played, "consumable": check_used, "mercenary": check_bought, "location": check_found}
    for card in CARDS.all:
        check[card["kind"]](card, units)


def check_used(card: files.Entry, units: str) -> None:
    name = card["id"]
    if data.IS_FOR_FIGHTS[CARD_NAMES.index(name)]:
        match = fight(mat_soul=name, hand_soul="whetstone", row="hired_blade,vial_of_embers,sealed_chart")
        play(match, "attack r1a", "commit 0", "commit 0", "dice ++00", "dice 00--", f"use {name}")
    else:
        match = play(table("play", units=units, row="", mat_soul=name), f"use {name}")
    while where(match, name) == state.PLAYED:  # what it does is chosen first
        match.draw(random.Random(1)) if match.turn < 0 else match.play(match.legal()[0])
    assert where(match, name) in (state.DISCARD, state.POOL, state.ROW)  # the row is refilled at once


def check_bought(card: files.Entry, units: str) -> None:
    match = table(units=units, action_card="tactics", row=f"{card['id']},vial_of_tears,vial_of_ink", mana="9/9/9,3/3/3")
    play(match, f"buy {card['id']}")
    while where(match, card["id"]) != state.MAT:
        match.play(match.legal()[0])
    assert card["id"] in match.text().partition("mercs=")[2].split()[0]


def check_found(card: files.Entry, units: str) -> None:
    region = next(region for region in data.BOARD.regions if region["deck"] == card["deck"])
    site = region["sites"][0]
    match = table(units=f"{site},camp,aside,aside/{OTHERS}", atlas="4/4/4,1/1/1", action_card="expedition")
    play(match, f"excavate {site}", f"card {card['id']}")
    if card["slot"] == "any":
        play(match, f"slot {card['id']} forest")
    slot = data.SLOTS.index("forest" if card["slot"] == "any" else card["slot"])
    assert int(match.position["slot"][0][slot]) == CARD_NAMES.index(card["id"])


@pytest.mark.rule("OL-4", "OL-C6")
def test_every_loyalty_is_chosen_and_gives_its_mana() -> None:
    for card in CARDS.loyalties:
        seat = SEAT_COLOURS.index(card["color"])
        match = play(Match("olith", players=4), *SETUP, f"start {card['color']}", f"loyalty {card['id']}")
        assert mana(match, seat) == [card["start"].get(kind, 0) for kind in data.KINDS]


def check_played(card: files.Entry, units: str) -> None:
    name = card["id"]
    if card["use"] != ["combat"]:
        match = table(
            units=units, action_card=card["use"][0], hand_soul=f"{name},{'wax_tablet' if name != 'wax_tablet' else 'whetstone'}"
        )
        play(match, f"artifact {name}")
    else:
        seat = 1 if card.get("need") == "defending" else 0
        match = fight(**{("hand_shadow" if seat else "hand_soul"): name})
        play(match, "attack r1a", "commit 0", "commit 0", "dice ++00", "dice 00--", f"artifact {name}")
    assert where(match, name) in (state.PLAYED, state.PLAYED + 1, state.DISCARD)


# Positions and files that are refused


@pytest.mark.rule("OL-5")
def test_a_broken_position_says_what_was_wanted() -> None:
    good = table().text()
    for old, new, message in (
        ("units=camp,camp", "units=r1a,r1a", "two units stand on r1a"),
        ("mana=3/3/3", "mana=13/3/3", "from 0 to 12"),
        ("region=yellow2", "region=yelow2", "did you mean yellow2"),
        ("row=hired_blade", "row=hired_blad", "did you mean hired_blade"),
        ("ask=", "asks=", "ask="),
        ("loyalty=thalen", "loyalty=nyxara", "does not belong to soul"),
        ("row=hired_blade", "row=sealed_chart", "lies in two places"),
        ("loyalty=thalen,nyxara", "", "every player's loyalty"),
    ):
        with pytest.raises(BadPosition, match=message):
            Match("olith", position=good.replace(old, new))


@pytest.mark.rule("OL-C6")
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'op = "gain", soul = 3',
            'op = "gian", soul = 3',
            "cards.toml, card clay_offering_bowl, do: 'gian' is not known; did you mean gain",
        ),
        ('op = "gain", soul = 3', 'op = "gain", soul = 99', "cards.toml, card clay_offering_bowl, do: soul wants a whole number"),
        ('deck = "l1"', 'deck = "l9"', "cards.toml, card hidden_garden, deck"),
        ("cost = { power = 3 }", "cost = { blood = 3 }", "cards.toml, card hired_blade, cost"),
        ('slot = "forest"', 'slot = "swamp"', "cards.toml, card hidden_garden, slot"),
        ('id = "broken_watchtower"', 'id = "hidden_garden"', "cards.toml, card hidden_garden, id"),
        ("schema = 1", "schema = ", "cannot be read"),
    ],
)
def test_a_broken_card_file_names_file_card_and_field(old: str, new: str, message: str) -> None:
    name, text = files.standard("cards")
    with pytest.raises(files.BadData, match=message):
        files.Cards(name, text.replace(old, new, 1), data.BOARD)


@pytest.mark.rule("OL-C1", "OL-C2", "OL-C3")
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("mana_cap = 12", "mana_cap = 99", "board.toml, limits, mana_cap"),
        ('"corruption"', '"corupt"', "board.toml, fate_wheel, spaces"),
        ("active_level = [1,", "active_level = [7,", "board.toml, dice, active_level"),
        ('id = "red1"', 'id = "rood1"', "board.toml, region, id"),
        ("x = 0.7709", "x = 7.7", "board.toml, site r1a, x"),
        ('mana = "power"', 'mana = "mud"', "board.toml, region red1, mana"),
    ],
)
def test_a_broken_board_file_names_file_place_and_field(old: str, new: str, message: str) -> None:
    name, text = files.standard("board")
    with pytest.raises(files.BadData, match=message):
        files.Board(name, text.replace(old, new, 1))
