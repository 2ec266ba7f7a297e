"""Olith, slow and plain: the rules as the rulebook tells them, for checking a faster engine against.

Written from the rule catalogue and the card data alone. The game is one long story told by generators: a rule that
needs a choice or a die yields a `Question` and goes on with the answer. A position is the list of answers given so
far; the running story is handed on from position to position and told again from the start where it is missing.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations
from math import factorial, prod
from pathlib import Path
from typing import Any, Literal

CHANCE = -1
OVER = -2

DATA = Path(os.environ.get("OLITH_DATA") or Path(__file__).parent.parent.parent / "src/ludarium/games/olith")
BOARD = tomllib.loads((DATA / "board.toml").read_text())
CARDS = tomllib.loads((DATA / "cards.toml").read_text())
LIMITS: dict[str, Any] = BOARD["limits"]

COLOURS = ("soul", "shadow", "power", "wisdom")
KINDS = ("power", "soul", "wisdom")
LANES = ("red", "blue", "yellow")
SLOTS = ("mountain", "valley", "forest")
ACTIONS = ("expedition", "tactics", "combat")
CAP: int = LIMITS["mana_cap"]
TOP: int = LIMITS["atlas_max"]

PORT = "port"
CAMP = "camp"
EXHAUSTED = "exhausted"
SUPPLY = "supply"

# The faces of a combat die, in the order of the notation.
FACES = {"+": 1, "0": 0, "-": -1}

# What only means something in a fight. [OL-R35]
FIGHT_OPS = ("ap", "foe_ap", "reroll", "rescue", "spoils")


# --- Pieces and words ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Options:
    """What is agreed before the game. [OL-1] [OL-60] [OL-R6] [OL-R10] [OL-R23] [OL-R59]"""

    players: int = 2
    tie: str = "crystals"
    unlock: str = "end_of_turn"
    victory_stack: str = "yes"
    windows: str = "useful"
    active: str = "rulebook"


ALLOWED: dict[str, tuple[object, ...]] = {
    "players": (2, 3, 4),
    "tie": ("crystals", "shared", "final_battle"),
    "unlock": ("end_of_turn", "simultaneous"),
    "victory_stack": ("yes", "no"),
    "windows": ("useful", "all"),
    "active": ("rulebook", "stuck_rerolls"),
}


@dataclass(frozen=True)
class Region:
    """One of twelve: a colour and a level, a kind of mana, a deck, and sites. [OL-5]"""

    id: str
    color: str
    level: int
    mana: str
    deck: str
    sites: tuple[str, ...]


@dataclass(frozen=True)
class Card:
    """A card of the data: Artifact, Location, mercenary, consumable or Loyalty."""

    id: str
    kind: str
    deck: str
    color: str
    slot: str
    use: tuple[str, ...]
    after: str
    need: str
    cost: dict[str, int]
    do: tuple[dict[str, Any], ...]
    passive: tuple[dict[str, Any], ...]
    unit: tuple[dict[str, Any], ...]
    start: dict[str, int]


def read_card(entry: dict[str, Any]) -> Card:
    """A card from its entry in the data."""
    return Card(
        id=entry["id"],
        kind=entry["kind"],
        deck=entry.get("deck", ""),
        color=entry.get("color", ""),
        slot=entry.get("slot", ""),
        use=tuple(entry.get("use", ())),
        after=entry.get("after", ""),
        need=entry.get("need", ""),
        cost=entry.get("cost", {}),
        do=tuple(entry.get("do", ())),
        passive=tuple(entry.get("passive", ())),
        unit=tuple(entry.get("unit", ())),
        start=entry.get("start", {}),
    )


REGIONS = {
    one["id"]: Region(one["id"], one["color"], one["level"], one["mana"], one["deck"], tuple(one["sites"]))
    for one in BOARD["region"]
}
SITES = {site: region for region in REGIONS.values() for site in region.sites}
LANE_MANA = {region.color: region.mana for region in REGIONS.values()}
DECKS = tuple(dict.fromkeys(region.deck for region in REGIONS.values()))
CARD = {entry["id"]: read_card(entry) for entry in [*CARDS["artifact"], *CARDS["shop"], *CARDS["player"]]}
ARTIFACTS = tuple(entry["id"] for entry in CARDS["artifact"])
SHOP = tuple(entry["id"] for entry in CARDS["shop"])


@dataclass
class Unit:
    """A basic unit or a mercenary (its card id), where it stands, and what it did in its owner's turn."""

    owner: int
    mercenary: str
    place: str
    moved: bool = False
    acted: bool = False
    bought: bool = False
    sold: bool = False
    excavated: list[str] = field(default_factory=list)


@dataclass
class Player:
    """A player's mat, hand and play area. [OL-4]"""

    colour: str
    loyalty: str = ""
    mana: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    atlas: dict[str, int] = field(default_factory=lambda: dict.fromkeys(LANES, 1))
    hand: list[str] = field(default_factory=list)
    consumables: list[str] = field(default_factory=list)
    slot: dict[str, str] = field(default_factory=lambda: dict.fromkeys(SLOTS, ""))
    played: list[str] = field(default_factory=list)
    crystals: list[str] = field(default_factory=list)
    tokens: dict[str, int] = field(default_factory=dict)


@dataclass
class Deck:
    """An unordered pool above an ordered list of buried cards (each with who buried it), and a discard pile. [OL-R48]"""

    pool: list[str]
    buried: list[tuple[str, int]] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)


@dataclass
class Side:
    """One of the players in a fight, and what counts for the comparison. [OL-36]"""

    player: int
    role: Literal["attack", "defend", "final"]
    unit: Unit | None
    committed: int = 0
    dice: str = ""
    cards: int = 0
    rescue: bool = False
    spoils: int = 0


@dataclass
class Game:
    """The table at one moment."""

    options: Options
    players: list[Player]
    units: list[Unit]
    decks: dict[str, Deck]
    shop: Deck
    row: list[str] = field(default_factory=list)
    # A consumable between being played and being discarded.
    resolving: list[str] = field(default_factory=list)
    crystals: list[str] = field(default_factory=list)
    space: int = 0
    region: str = ""
    holder: int = -1
    corruption: bool = False
    dug: dict[str, str] = field(default_factory=dict)
    abandoned: list[str] = field(default_factory=list)
    action: str = ""
    again: int = 0
    survey: int = 0
    # Who may play combat cards at this moment, and against whom.
    playing: Side | None = None
    foes: list[Side] = field(default_factory=list)
    winners: tuple[int, ...] = ()


@dataclass(frozen=True)
class Question:
    """Who must answer, and the answers; at CHANCE with their probabilities."""

    who: int
    answers: dict[str, Fraction]


Asking = Generator[Question, str, None]
Choosing = Generator[Question, str, str]


class Won(Exception):
    """The eighth token touches the board: the game ends at once. [OL-2] [OL-R43]"""


def ask(who: int, actions: Iterable[str], always: bool = False) -> Choosing:
    """A choice; with exactly one legal action the program makes it, unless that would betray a hand."""
    answers = dict.fromkeys(actions, Fraction(1))
    if len(answers) == 1 and not always:
        return next(iter(answers))
    return (yield Question(who, answers))


def chance(outcomes: dict[str, Fraction]) -> Choosing:
    """A chance event; it is recorded also with one outcome."""
    return (yield Question(CHANCE, outcomes))


def evenly(word: str, things: Iterable[str]) -> dict[str, Fraction]:
    """Outcomes with equal chances."""
    names = [f"{word} {thing}" for thing in things]
    return {name: Fraction(1, len(names)) for name in names}


def last_word(action: str) -> str:
    """What an action is about: `excavate r1a` is about r1a."""
    return action.rsplit(" ", 1)[1]


def leftwards(game: Game, first: int) -> list[int]:
    """All players, beginning with that one and going to the left. [OL-R2]"""
    count = len(game.players)
    return [(first + step) % count for step in range(count)]


def by_colour(game: Game, colour: str) -> int:
    """The player of that colour."""
    return next(seat for seat, player in enumerate(game.players) if player.colour == colour)


# --- Units and places ------------------------------------------------------------------------------------


def own_units(game: Game, who: int) -> list[Unit]:
    """All units of a player, wherever they are."""
    return [unit for unit in game.units if unit.owner == who]


def is_on_board(unit: Unit) -> bool:
    """On a site, in Port or on a location. [OL-R27]"""
    return unit.place not in (CAMP, EXHAUSTED, SUPPLY)


def name(unit: Unit) -> str:
    """A mercenary is called by its card, a basic unit by its place."""
    return unit.mercenary or unit.place


def unit_on(game: Game, site: str) -> Unit | None:
    """The unit on a site; outside combat there is at most one. [OL-5]"""
    return next((unit for unit in game.units if unit.place == site), None)


def trait(unit: Unit, kind: str) -> list[dict[str, Any]]:
    """A mercenary's abilities of that kind. [OL-42]"""
    return [one for one in (CARD[unit.mercenary].unit if unit.mercenary else ()) if one["u"] == kind]


def passives(game: Game, who: int, kind: str) -> list[dict[str, Any]]:
    """What Loyalty and locations give for ever; some of it only in one slot. [OL-R31]"""
    player = game.players[who]
    found = list(CARD[player.loyalty].passive) if player.loyalty else []
    for slot, location in player.slot.items():
        if location:
            found += [one for one in CARD[location].passive if one.get("slot", slot) == slot]
    return [one for one in found if one["p"] == kind]


def total(abilities: Iterable[dict[str, Any]]) -> int:
    """Equal passives or traits add up."""
    return sum(int(one["n"]) for one in abilities)


def camp_size(game: Game, who: int) -> int:
    """Two, and more by Forests and Loyalty. [OL-11]"""
    return int(LIMITS["camp_size"]) + total(passives(game, who, "camp"))


def has_room(game: Game, who: int) -> bool:
    """Whether one more unit fits into camp. [OL-R13]"""
    return sum(unit.place == CAMP for unit in own_units(game, who)) < camp_size(game, who)


def regions_stood_in(game: Game, who: int) -> list[Region]:
    """The regions with an own unit on a site. [OL-R27]"""
    places = [unit.place for unit in own_units(game, who)]
    return [region for region in REGIONS.values() if any(site in places for site in region.sites)]


def may_enter(game: Game, unit: Unit, site: str) -> bool:
    """The region is unlocked, or the unit goes ahead. [OL-20] [OL-40] [OL-R51]"""
    ahead = total(trait(unit, "ahead"))
    return SITES[site].level <= game.players[unit.owner].atlas[SITES[site].color] + ahead


def free_sites(game: Game, unit: Unit) -> list[str]:
    """The sites without a unit that this one may enter. [OL-R15]"""
    return [site for site in SITES if unit_on(game, site) is None and may_enter(game, unit, site)]


def has_dominance(game: Game, who: int) -> bool:
    """More units on sites of the Active Region than each other player, at least one. [OL-14] [OL-R8]"""
    counts = [0] * len(game.players)
    for unit in game.units:
        if unit.place in REGIONS[game.region].sites:
            counts[unit.owner] += next((one["n"] for one in trait(unit, "weight")), 1)
    return all(counts[who] > count for other, count in enumerate(counts) if other != who)


def owner_of(game: Game, location: str) -> int:
    """Whose mat a location lies on; -1 for nobody's."""
    return next((seat for seat, player in enumerate(game.players) if location in player.slot.values()), -1)


def rouse_names(game: Game, who: int) -> list[str]:
    """The exhausted units that may come to camp, room permitting."""
    if not has_room(game, who):
        return []
    exhausted = [unit for unit in own_units(game, who) if unit.place == EXHAUSTED]
    return list(dict.fromkeys(f"rouse {unit.mercenary}".strip() for unit in exhausted))


def rouse(game: Game, who: int, action: str) -> None:
    """An exhausted unit comes to camp; of basic units one that can still move this turn. [OL-11] [OL-R51] [OL-R53]"""
    mercenary = action.removeprefix("rouse").strip()
    exhausted = [unit for unit in own_units(game, who) if unit.place == EXHAUSTED and unit.mercenary == mercenary]
    min(exhausted, key=lambda unit: unit.moved or unit.acted).place = CAMP


def dealings(unit: Unit) -> int:
    """How many deals a unit has done this turn."""
    return unit.bought + unit.sold


def named_unit(units: list[Unit], called: str) -> Unit:
    """Of units that read the same, one that has not acted, then the one with most dealings. [OL-R53]"""
    return min((unit for unit in units if name(unit) == called), key=lambda unit: (unit.acted, -dealings(unit)))


# --- Mana ------------------------------------------------------------------------------------------------


def gain(game: Game, who: int, kind: str, amount: int) -> None:
    """Mana is tracked up to 12; surplus is lost. [OL-R42]"""
    mana = game.players[who].mana
    mana[kind] = min(CAP, mana[kind] + amount)


def kinds_below_cap(game: Game, who: int) -> list[str]:
    """The kinds that a player can still gain."""
    return [kind for kind in KINDS if game.players[who].mana[kind] < CAP]


def gain_any(game: Game, who: int, amount: int) -> Asking:
    """Any mana is chosen mana by mana, only kinds below 12."""
    for _ in range(amount):
        kinds = kinds_below_cap(game, who)
        if not kinds:
            return
        answer = yield from ask(who, [f"gain {kind}" for kind in kinds])
        gain(game, who, last_word(answer), 1)


def gain_all(game: Game, who: int, amounts: dict[str, Any]) -> Asking:
    """The named kinds first, then any mana."""
    for kind in KINDS:
        gain(game, who, kind, amounts.get(kind, 0))
    yield from gain_any(game, who, amounts.get("any", 0))


def income(game: Game, who: int, moment: str) -> Asking:
    """What locations yield when camp is prepared or a card is played."""
    for one in passives(game, who, "income"):
        if one["on"] == moment:
            yield from gain_all(game, who, one)


def can_pay(game: Game, who: int, cost: dict[str, int]) -> bool:
    """Enough of each named kind, and enough in total. [OL-R18]"""
    mana = game.players[who].mana
    return all(mana[kind] >= cost.get(kind, 0) for kind in KINDS) and sum(mana.values()) >= sum(cost.values())


def pay(game: Game, who: int, cost: dict[str, int]) -> Asking:
    """Fixed kinds first, then any mana, mana by mana."""
    mana = game.players[who].mana
    for kind in KINDS:
        mana[kind] -= cost.get(kind, 0)
    for _ in range(cost.get("any", 0)):
        answer = yield from ask(who, [f"pay {kind}" for kind in KINDS if mana[kind] > 0])
        mana[last_word(answer)] -= 1


def takeable(game: Game, who: int, victim: int) -> list[str]:
    """The kinds of mana that one player can take from another."""
    return [kind for kind in kinds_below_cap(game, who) if game.players[victim].mana[kind] > 0]


def take(game: Game, who: int, victim: int, amount: int) -> Asking:
    """Up to so many mana, kinds of the taker's choice. [OL-R46]"""
    for _ in range(amount):
        kinds = takeable(game, who, victim)
        answer = yield from ask(who, [*(f"take {kind}" for kind in kinds), "done"])
        if answer == "done":
            return
        game.players[victim].mana[last_word(answer)] -= 1
        gain(game, who, last_word(answer), 1)


# --- Decks and cards -------------------------------------------------------------------------------------


def has_cards(deck: Deck) -> bool:
    """Whether a card can be had from a deck, if need be from its discard pile. [OL-R24]"""
    return bool(deck.pool or deck.buried or deck.discard)


def reveal(deck: Deck, word: str) -> Generator[Question, str, str]:
    """The top card: from the pool by chance, then the buried ones in order; the discard pile when both are empty. [OL-R48]"""
    if not deck.pool and not deck.buried:
        deck.pool, deck.discard = deck.discard, []
    if deck.pool:
        card = last_word((yield from chance(evenly(word, sorted(deck.pool)))))
        deck.pool.remove(card)
        return card
    card = last_word((yield from chance(evenly(word, [deck.buried[0][0]]))))
    deck.buried.pop(0)
    return card


def look_and_keep(game: Game, who: int, deck: Deck, look: int, keep: int) -> Asking:
    """Look at some cards, keep some, bury the rest in any order, the first named highest. [OL-R48] [OL-R56]"""
    seen: list[str] = []
    while len(seen) < look and has_cards(deck):
        seen.append((yield from reveal(deck, "card")))
    kept: list[str] = []
    while seen and len(kept) < keep:
        kept.append(last_word((yield from ask(who, [f"keep {card}" for card in seen]))))
        seen.remove(kept[-1])
    while seen:
        card = last_word((yield from ask(who, [f"bury {card}" for card in seen])))
        seen.remove(card)
        deck.buried.append((card, who))
    for card in kept:
        yield from receive(game, who, card)


def receive(game: Game, who: int, card: str) -> Asking:
    """Artifacts go to hand, locations at once to their slot. [OL-41]"""
    if CARD[card].kind == "location":
        yield from arrive(game, who, card)
    else:
        game.players[who].hand.append(card)


def discard(game: Game, card: str) -> None:
    """An Artifact goes to the discard pile of its own deck. [OL-R19] [OL-R24]"""
    game.decks[CARD[card].deck].discard.append(card)


def refill(game: Game) -> Asking:
    """The open cards are replaced at once, as long as there are any. [OL-22] [OL-42] [OL-R50]"""
    while len(game.row) < LIMITS["shop_row"] and has_cards(game.shop):
        game.row.append((yield from reveal(game.shop, "open")))


# --- Locations -------------------------------------------------------------------------------------------


def arrive(game: Game, who: int, location: str) -> Asking:
    """A location goes to its slot; if that is taken its owner keeps one of the two. [OL-41] [OL-R25] [OL-R55]"""
    slots = game.players[who].slot
    slot = CARD[location].slot
    if slot == "any":
        slot = last_word((yield from ask(who, [f"slot {location} {one}" for one in SLOTS])))
    old = slots[slot]
    if old:
        changes = slot_changes(game, who) if CARD[old].slot == "any" else []
        answer = yield from ask(who, [f"keep {location}", f"keep {old}", *changes])
        if answer == f"keep {old}":
            leave_aside(game, location)
            return
        if answer == f"keep {location}":
            abandon(game, who, old)
        else:
            change_slot(game, who, answer)
    slots[slot] = location


def leave_aside(game: Game, location: str) -> None:
    """An abandoned location lies next to the board; the units on it go to Port. [OL-R26]"""
    game.abandoned.append(location)
    for unit in game.units:
        if unit.place == location:
            unit.place = PORT


def abandon(game: Game, who: int, location: str) -> None:
    """A location leaves its owner's mat. [OL-41]"""
    remove_location(game, who, location)
    leave_aside(game, location)


def remove_location(game: Game, who: int, location: str) -> None:
    """The slot of a location becomes free."""
    slots = game.players[who].slot
    slots[next(slot for slot in SLOTS if slots[slot] == location)] = ""


def slot_changes(game: Game, who: int) -> list[str]:
    """ "Any location" may change to a free slot. [OL-41] [OL-R31]"""
    slots = game.players[who].slot
    movable = [location for location in slots.values() if location and CARD[location].slot == "any"]
    return [f"slot {location} {slot}" for location in movable for slot in SLOTS if not slots[slot]]


def change_slot(game: Game, who: int, action: str) -> None:
    """A location changes its slot; the units on it stay on it."""
    _, location, slot = action.split(" ")
    remove_location(game, who, location)
    game.players[who].slot[slot] = location


# --- Victory Tokens --------------------------------------------------------------------------------------


def token_fits(game: Game, who: int, site: str) -> bool:
    """Never on another player's token; on an own one if that was agreed. [OL-14] [OL-R6]"""
    if any(site in player.tokens for seat, player in enumerate(game.players) if seat != who):
        return False
    return game.options.victory_stack == "yes" or site not in game.players[who].tokens


def token_sites(game: Game, who: int) -> list[str]:
    """Sites of regions that this player has unlocked; units there do not matter. [OL-R5] [OL-R51]"""
    atlas = game.players[who].atlas
    return [site for site, region in SITES.items() if region.level <= atlas[region.color] and token_fits(game, who, site)]


def put_token(game: Game, who: int, site: str) -> None:
    """One more token on the board; the eighth wins at once. [OL-2] [OL-R43]"""
    tokens = game.players[who].tokens
    tokens[site] = tokens.get(site, 0) + 1
    if sum(tokens.values()) == LIMITS["victory_tokens"]:
        game.winners = (who,)
        raise Won


def place_token(game: Game, who: int) -> Asking:
    """A Victory Token in an unlocked region; none possible, none placed. [OL-R5]"""
    sites = token_sites(game, who)
    if sites:
        answer = yield from ask(who, [f"token {site}" for site in sites])
        put_token(game, who, last_word(answer))


# --- Setup -----------------------------------------------------------------------------------------------


def set_up(options: Options) -> Game:
    """Board and mats before the first die is thrown. [OL-3] [OL-4] [OL-R44]"""
    return Game(
        options=options,
        players=[Player(colour) for colour in COLOURS[: options.players]],
        units=[
            Unit(seat, "", CAMP if number < LIMITS["units_in_camp_at_start"] else SUPPLY)
            for seat in range(options.players)
            for number in range(LIMITS["basic_units"])
        ],
        decks={deck: Deck([card for card in ARTIFACTS if CARD[card].deck == deck]) for deck in DECKS},
        shop=Deck(list(SHOP)),
    )


def tell(game: Game) -> Asking:
    """The whole game. [OL-2]"""
    try:
        yield from refill(game)
        crystals = [" ".join(order) for order in permutations(KINDS)]
        answer = yield from chance(evenly("crystals", crystals))
        game.crystals = answer.split(" ")[1:]
        yield from roll_active_region(game)
        answer = yield from chance(evenly("start", [player.colour for player in game.players]))
        game.holder = by_colour(game, last_word(answer))
        for who in leftwards(game, game.holder):
            yield from choose_loyalty(game, who)
        yield from play_rounds(game)
        yield from settle(game)
    except Won:
        pass


def choose_loyalty(game: Game, who: int) -> Asking:
    """One of two Loyalty cards, openly; it tells the starting mana. [OL-4] [OL-R44]"""
    player = game.players[who]
    cards = [card for card in CARD.values() if card.kind == "loyalty" and card.color == player.colour]
    answer = yield from ask(who, [f"loyalty {card.id}" for card in cards])
    player.loyalty = last_word(answer)
    player.mana.update(CARD[player.loyalty].start)


def roll_active_region(game: Game) -> Asking:
    """Both Active Region dice, one colour die and one level die. [OL-3]"""
    colours = BOARD["dice"]["active_colour"]
    levels = BOARD["dice"]["active_level"]
    outcomes = {
        f"region {region.id}": Fraction(
            colours.count(region.color) * levels.count(region.level),
            len(colours) * len(levels),
        )
        for region in REGIONS.values()
    }
    game.region = last_word((yield from chance(outcomes)))


# --- Rounds and the Fate Wheel ---------------------------------------------------------------------------


def play_rounds(game: Game) -> Asking:
    """Every player one turn a round, from the token holder to the left; the marker moves in between. [OL-50] [OL-R1] [OL-R2]"""
    while True:
        for who in leftwards(game, game.holder):
            yield from window_before_turn(game, who)
            yield from take_turn(game, who)
        if game.space + 1 == len(BOARD["fate_wheel"]["spaces"]):
            return
        game.space += 1
        yield from after_marker(game)


def after_marker(game: Game) -> Asking:
    """A stuck Active Region, simultaneous unlocking, then the icon. [OL-50] [OL-R58] [OL-R59]"""
    if game.options.active == "stuck_rerolls" and is_stuck(game):
        yield from roll_active_region(game)
    if game.options.unlock == "simultaneous":
        for who in leftwards(game, game.holder):
            yield from unlock_regions(game, who)
    icon = BOARD["fate_wheel"]["spaces"][game.space]
    if icon == "favor":
        yield from gods_favor(game)
    elif icon == "recruits":
        new_recruits(game)
    elif icon == "corruption":
        game.corruption = True


def is_stuck(game: Game) -> bool:
    """No player has the Active Region unlocked. [OL-R59]"""
    region = REGIONS[game.region]
    return all(player.atlas[region.color] < region.level for player in game.players)


def gods_favor(game: Game) -> Asking:
    """Most mana of the crystal's kind: crystal, 1st player token, Victory Token, and the first turn. [OL-51] [OL-R3] [OL-R4]"""
    favors = [space for space, icon in enumerate(BOARD["fate_wheel"]["spaces"]) if icon == "favor"]
    crystal = game.crystals[favors.index(game.space)]
    yield from window_before_favor(game, crystal)
    most = max(player.mana[crystal] for player in game.players)
    order = [*leftwards(game, game.holder)[1:], game.holder]
    winner = next(who for who in order if game.players[who].mana[crystal] == most)
    game.players[winner].crystals.append(crystal)
    game.holder = winner
    yield from place_token(game, winner)


def new_recruits(game: Game) -> None:
    """Each player takes a unit from supply into the exhausted area. [OL-52]"""
    for who in range(len(game.players)):
        supply = [unit for unit in own_units(game, who) if unit.place == SUPPLY]
        if supply:
            supply[0].place = EXHAUSTED


def window_before_favor(game: Game, crystal: str) -> Asking:
    """All holders of a usable consumable, from the token holder; usually only such as give the crystal's mana. [OL-R23]"""

    def is_offered(card: str) -> bool:
        return game.options.windows == "all" or any(op["op"] == "gain" and op.get(crystal, 0) > 0 for op in CARD[card].do)

    for who in leftwards(game, game.holder):
        yield from window(game, who, is_offered)


def window_before_turn(game: Game, turns: int) -> Asking:
    """The other holders; usually only with Active Region consumables against a player with Dominance. [OL-R23]"""

    def is_offered(card: str) -> bool:
        rolls = any(op["op"] in ("fate", "fate_set") for op in CARD[card].do)
        return game.options.windows == "all" or (rolls and has_dominance(game, turns))

    for who in leftwards(game, turns)[1:]:
        yield from window(game, who, is_offered)


def window(game: Game, who: int, is_offered: Callable[[str], bool]) -> Asking:
    """One player's chance to use consumables, asked again until he passes. [OL-R23]"""
    while True:
        uses = [action for action in consumable_uses(game, who) if is_offered(last_word(action))]
        answer = yield from ask(who, [*uses, "pass"])
        if answer == "pass":
            return
        yield from use(game, who, last_word(answer))


# --- A turn ----------------------------------------------------------------------------------------------


def take_turn(game: Game, who: int) -> Asking:
    """An Action Turn or, with Dominance, a Victory Turn; then clean up and unlock. [OL-10] [OL-14]"""
    game.again = game.survey = 0
    for unit in own_units(game, who):
        unit.moved = unit.acted = unit.bought = unit.sold = False
        unit.excavated = []
    answer = yield from free_choice(game, who, lambda: ["action", *["victory"] * has_dominance(game, who)], "US")
    if answer == "victory":
        yield from victory_turn(game, who)
    else:
        yield from action_turn(game, who)
    yield from end_turn(game, who)


def never() -> bool:
    """Most decisions are not asked when there is nothing to decide."""
    return False


def free_choice(
    game: Game,
    who: int,
    own: Callable[[], list[str]],
    also: str,
    always: Callable[[], bool] = never,
) -> Choosing:
    """A free decision: consumables (U), slot changes (S), abandoning (A) and the exchange (X) come first, as often as wished.

    The answer is one of the moment's own actions. A slot change is not offered twice in a row. [OL-R23] [OL-R38] [OL-R55]
    """
    just_slotted = False
    while True:
        actions = own() + consumable_uses(game, who)
        if "S" in also and not just_slotted:
            actions += slot_changes(game, who)
        if "A" in also:
            actions += [f"abandon {location}" for location in game.players[who].slot.values() if location]
        if "X" in also and can_exchange(game, who):
            actions.append("exchange")
        answer = yield from ask(who, actions, always())
        word = answer.split(" ")[0]
        if word == "use":
            yield from use(game, who, last_word(answer))
        elif word == "slot":
            change_slot(game, who, answer)
        elif word == "abandon":
            abandon(game, who, last_word(answer))
        elif word == "exchange":
            yield from exchange(game, who)
        else:
            return answer
        just_slotted = word == "slot"


def can_exchange(game: Game, who: int) -> bool:
    """A unit on a LVL 4 site, five Artifacts in hand, and a place for the token. [OL-43] [OL-R38] [OL-R54]"""
    on_top = any(region.level == TOP for region in regions_stood_in(game, who))
    return on_top and len(game.players[who].hand) >= LIMITS["victory_by_cards"] and bool(token_sites(game, who))


def exchange(game: Game, who: int) -> Asking:
    """Five Artifacts from hand for a Victory Token. [OL-43]"""
    hand = game.players[who].hand
    for _ in range(LIMITS["victory_by_cards"]):
        card = last_word((yield from ask(who, [f"discard {card}" for card in hand])))
        hand.remove(card)
        discard(game, card)
    yield from place_token(game, who)


def action_turn(game: Game, who: int) -> Asking:
    """Prepare camp, play an Action card, then anything in any order. [OL-11] [OL-12] [OL-13]"""
    yield from prepare_camp(game, who)
    answer = yield from free_choice(game, who, lambda: [f"play {action}" for action in ACTIONS], "US")
    game.action = last_word(answer)
    yield from income(game, who, game.action)
    while True:
        answer = yield from free_choice(game, who, lambda: act_choices(game, who), "USAX", always=lambda: True)
        if answer == "done":
            break
        yield from act(game, who, answer)
    game.action = ""


def prepare_camp(game: Game, who: int) -> Asking:
    """Units come back from the board, and from exhausted: the first free, each further one for 1 Soul. [OL-11] [OL-R13]"""
    yield from income(game, who, "prepare")
    roused = 0

    def is_free() -> bool:
        return roused < int(LIMITS["rouse_free_per_turn"]) + total(passives(game, who, "free_rouse"))

    def choices() -> list[str]:
        actions: list[str] = []
        if has_room(game, who):
            actions += [f"recall {name(unit)}" for unit in own_units(game, who) if is_on_board(unit)]
        if is_free() or game.players[who].mana["soul"] >= LIMITS["rouse_cost_soul"]:
            actions += rouse_names(game, who)
        return [*actions, "done"]

    while True:
        answer = yield from free_choice(game, who, choices, "US")
        if answer == "done":
            return
        if answer.startswith("recall"):
            named_unit([unit for unit in own_units(game, who) if is_on_board(unit)], last_word(answer)).place = CAMP
        else:
            game.players[who].mana["soul"] -= 0 if is_free() else LIMITS["rouse_cost_soul"]
            roused += 1
            rouse(game, who, answer)


# --- Step 3 of the Action Turn ---------------------------------------------------------------------------


def act_choices(game: Game, who: int) -> list[str]:
    """Move, act, play Artifacts, deal in Port. [OL-13]"""
    return [*moves(game, who), *unit_actions(game, who), *artifact_plays(game, who), *port_deals(game, who), "done"]


def act(game: Game, who: int, answer: str) -> Asking:
    """Carry out one thing of step 3."""
    word, *words = answer.split(" ")
    if word in ("move", "attack"):
        unit = mover(game, who, words[0] if len(words) == 2 else "")
        unit.moved = True
        yield from (move(game, unit, words[-1]) if word == "move" else attack(game, unit, words[-1]))
    elif word in ("excavate", "corrupt", "gather"):
        unit = next(unit for unit in own_units(game, who) if unit.place == words[0])
        game.again -= unit.acted
        unit.acted = True
        yield from {"excavate": excavate, "corrupt": corrupt, "gather": gather}[word](game, unit)
    elif word == "artifact":
        yield from play_artifact(game, who, words[0])
    elif word == "buy":
        dealer(game, who, "buy").bought = True
        yield from buy(game, who, words[0])
    else:
        dealer(game, who, "sell").sold = True
        yield from sell(game, who, words[0])


def can_move(unit: Unit) -> bool:
    """From camp, once a turn, not after acting; a swift one from where it stands. [OL-20] [OL-R14] [OL-R51]"""
    starts = unit.place == CAMP or (is_on_board(unit) and bool(trait(unit, "swift")))
    return starts and not unit.moved and not unit.acted


def mover(game: Game, who: int, mercenary: str) -> Unit:
    """The unit that moves; basic ones that can still move are alike."""
    return next(unit for unit in own_units(game, who) if unit.mercenary == mercenary and can_move(unit))


def moves(game: Game, who: int) -> list[str]:
    """Where units may go, and in a Combat turn what they may attack. [OL-20] [OL-R11] [OL-R15]"""
    actions: list[str] = []
    for unit in own_units(game, who):
        if not can_move(unit):
            continue
        called = f" {unit.mercenary}" if unit.mercenary else ""
        goals = [*free_sites(game, unit), *[PORT] * (unit.place != PORT), *game.abandoned]
        actions += [f"move{called} {goal}" for goal in goals]
        if game.action == "combat":
            actions += [f"attack{called} {target}" for target in targets(game, unit)]
    return actions


def targets(game: Game, unit: Unit) -> list[str]:
    """Sites with an enemy unit in regions it may enter, and every enemy location. [OL-34] [OL-R15]"""
    enemies = [other for other in game.units if other.owner != unit.owner]
    sites = [other.place for other in enemies if other.place in SITES and may_enter(game, unit, other.place)]
    mats = [player for seat, player in enumerate(game.players) if seat != unit.owner]
    return sites + [location for player in mats for location in player.slot.values() if location]


def move(game: Game, unit: Unit, goal: str) -> Asking:
    """To a free site, to Port, or onto an abandoned location, which is picked up. [OL-20] [OL-41]"""
    unit.place = goal
    if goal in game.abandoned:
        game.abandoned.remove(goal)
        yield from arrive(game, unit.owner, goal)


def unit_actions(game: Game, who: int) -> list[str]:
    """What units on sites may do with the Action card, each once a turn, more by `again`. [OL-30] [OL-R52]"""
    actions: list[str] = []
    mana = game.players[who].mana
    for unit in own_units(game, who):
        region = SITES.get(unit.place)
        if region is None or (unit.acted and not game.again):
            continue
        if game.action == "expedition" and unit.place not in game.dug:
            actions.append(f"excavate {unit.place}")
        if game.action == "expedition" and may_corrupt(game, unit, region):
            actions.append(f"corrupt {unit.place}")
        if game.action == "tactics" and mana[region.mana] < CAP:
            actions.append(f"gather {unit.place}")
    return actions


def may_corrupt(game: Game, unit: Unit, region: Region) -> bool:
    """An excavated site, by whomever, not by this unit this turn; mana equal to the region. [OL-32] [OL-R17]"""
    is_ripe = game.corruption and game.dug.get(unit.place) == "excavated" and unit.place not in unit.excavated
    return is_ripe and game.players[unit.owner].mana[region.mana] >= region.level


def excavate(game: Game, unit: Unit) -> Asking:
    """On a blank site: a token and a card of that region's deck. [OL-31] [OL-R16]"""
    site = unit.place
    game.dug[site] = "excavated"
    unit.excavated.append(site)
    yield from dig(game, unit, SITES[site].deck, passives(game, unit.owner, "pick") + trait(unit, "pick"))


def corrupt(game: Game, unit: Unit) -> Asking:
    """Pay mana equal to the region, exhaust the unit, flip the token, draw a card. [OL-32] [OL-R17]"""
    site = unit.place
    region = SITES[site]
    game.players[unit.owner].mana[region.mana] -= region.level
    if not passives(game, unit.owner, "corrupt_keep"):
        unit.place = EXHAUSTED
    game.dug[site] = "corrupted"
    yield from dig(game, unit, region.deck, trait(unit, "pick"))


def dig(game: Game, unit: Unit, deck: str, picks: list[dict[str, Any]]) -> Asking:
    """One card, or the best `pick`; all `survey` of this turn add to it and are used up. [OL-R52] [OL-R56]"""
    look = max([1, *(one["look"] for one in picks)]) + game.survey
    game.survey = 0
    yield from look_and_keep(game, unit.owner, game.decks[deck], look, 1)


def gather(game: Game, unit: Unit) -> Asking:
    """Mana equal to the region. [OL-33]"""
    region = SITES[unit.place]
    gain(game, unit.owner, region.mana, region.level + total(trait(unit, "tactics_bonus")))
    yield from ()


# --- Port ------------------------------------------------------------------------------------------------


def dealers(game: Game, who: int, deal: str) -> list[Unit]:
    """The units in Port that have not done this deal this turn. [OL-22] [OL-R20]"""
    in_port = [unit for unit in own_units(game, who) if unit.place == PORT]
    return [unit for unit in in_port if not (unit.bought if deal == "buy" else unit.sold)]


def dealer(game: Game, who: int, deal: str) -> Unit:
    """A unit that has already done the other deal, then a basic one, then one that has not acted. [OL-R53]"""
    return min(dealers(game, who, deal), key=lambda unit: (-dealings(unit), unit.mercenary != "", unit.acted))


def port_deals(game: Game, who: int) -> list[str]:
    """Each unit in Port may buy one and sell one card. [OL-22]"""
    buying = purchases(game, who) if dealers(game, who, "buy") else []
    selling = sales(game, who) if dealers(game, who, "sell") else []
    return buying + selling


def purchases(game: Game, who: int) -> list[str]:
    """The open shop cards that can be paid."""
    return [f"buy {card}" for card in game.row if can_pay(game, who, CARD[card].cost)]


def sales(game: Game, who: int) -> list[str]:
    """Artifacts from hand only. [OL-R21]"""
    return [f"sell {card}" for card in game.players[who].hand]


def buy(game: Game, who: int, card: str) -> Asking:
    """Pay; a mercenary starts exhausted, a consumable lies open; then the row is refilled. [OL-42] [OL-R22] [OL-R50]"""
    yield from pay(game, who, CARD[card].cost)
    game.row.remove(card)
    if CARD[card].kind == "mercenary":
        game.units.append(Unit(who, card, EXHAUSTED))
    else:
        game.players[who].consumables.append(card)
    yield from refill(game)


def sell(game: Game, who: int, card: str) -> Asking:
    """For mana equal to the region it came from; of any kind if three regions share the deck. [OL-22] [OL-R19]"""
    game.players[who].hand.remove(card)
    discard(game, card)
    homes = [region for region in REGIONS.values() if region.deck == CARD[card].deck]
    if len(homes) == 1:
        gain(game, who, homes[0].mana, homes[0].level)
    else:
        yield from gain_any(game, who, homes[0].level)


# --- Artifacts and consumables ---------------------------------------------------------------------------


def artifact_plays(game: Game, who: int) -> list[str]:
    """Artifacts from hand that match the Action card; in step 3 none with AP or dice. [OL-21] [OL-R35] [OL-R45]"""
    return hand_plays(game, who, game.action)


def hand_plays(game: Game, who: int, symbol: str) -> list[str]:
    """Artifacts from hand with that symbol that are playable and whose cost can be paid."""
    hand = [CARD[card] for card in game.players[who].hand]
    payable = [card for card in hand if symbol in card.use and can_pay(game, who, card.cost)]
    return [f"artifact {card.id}" for card in payable if is_playable(game, who, card)]


def is_playable(game: Game, who: int, card: Card) -> bool:
    """The need is met and at least one op can do something now; AP and dice only in a fight. [OL-R35] [OL-R45]"""
    if not meets(game, who, card.need):
        return False
    if game.playing is None and any(op["op"] in FIGHT_OPS for op in card.do):
        return False
    return any(can(game, who, op, card.id) for op in card.do)


def meets(game: Game, who: int, need: str) -> bool:
    """Whether a condition holds."""
    if need in ("attacking", "defending"):
        return game.playing is not None and game.playing.role == {"attacking": "attack", "defending": "defend"}[need]
    return need == "" or any(need == f"unit_{region.color}" for region in regions_stood_in(game, who))


def play_artifact(game: Game, who: int, card: str) -> Asking:
    """The card goes to the play area, its cost is paid, its ops happen in order. [OL-21]"""
    player = game.players[who]
    player.hand.remove(card)
    player.played.append(card)
    yield from pay(game, who, CARD[card].cost)
    yield from carry_out(game, who, CARD[card])


def consumable_uses(game: Game, who: int) -> list[str]:
    """The consumables that can do something now; those with AP only after the dice of an own fight. [OL-R23] [OL-R45]

    The cost in the data is the price in the shop: using one is free.
    """
    return [f"use {card}" for card in game.players[who].consumables if is_playable(game, who, CARD[card])]


def use(game: Game, who: int, card: str) -> Asking:
    """A consumable is played and then goes to the shop discard. [OL-42] [OL-R50]"""
    game.players[who].consumables.remove(card)
    game.resolving.append(card)
    yield from carry_out(game, who, CARD[card])
    game.resolving.remove(card)
    game.shop.discard.append(card)
    yield from refill(game)


# --- Effects ---------------------------------------------------------------------------------------------


def carry_out(game: Game, who: int, card: Card) -> Asking:
    """The ops in order; one that cannot do anything is skipped. In a final battle a foe card names its foe first. [OL-R57]"""
    foe: Side | None = None
    if game.playing and any(op["op"] == "foe_ap" or op.get("side") == "foe" for op in card.do):
        colours = {game.players[side.player].colour: side for side in game.foes}
        foe = colours[last_word((yield from ask(who, [f"foe {colour}" for colour in colours])))]
    for op in card.do:
        if op["op"] in FIGHT_OPS:
            yield from carry_out_in_fight(game, who, op, foe)
        elif can(game, who, op, card.id):
            yield from EFFECTS[op["op"]](game, who, op)


def can(game: Game, who: int, op: dict[str, Any], card: str) -> bool:
    """Whether an op can do something now. [OL-R45]"""
    word = op["op"]
    if word in FIGHT_OPS:
        return game.playing is not None
    if word == "gain":
        kinds = kinds_below_cap(game, who)
        return any(op.get(kind, 0) or op.get("any", 0) for kind in kinds)
    if word in ("draw", "sift"):
        return bool(decks_here(game, who))
    if word == "atlas":
        return bool(lanes_below_top(game, who, op["color"]))
    if word == "rouse":
        return bool(rouse_names(game, who))
    if word == "redeploy":
        return bool(shiftable(game, who))
    if word == "steal":
        return any(takeable(game, who, other) for other in range(len(game.players)) if other != who)
    if word == "rout":
        return bool(rout_sites(game, who))
    if word == "trade":
        others = [one for one in game.players[who].hand if one != card]
        return bool((op["buy"] and purchases(game, who)) or (op["sell"] and others))
    if word == "convert":
        return bool(swaps(game, who))
    if word == "victory":
        return bool(token_sites(game, who))
    return word in ("survey", "again", "fate", "fate_set")


def do_gain(game: Game, who: int, op: dict[str, Any]) -> Asking:
    """Add mana; `any` is chosen mana by mana."""
    yield from gain_all(game, who, op)


def decks_here(game: Game, who: int) -> list[str]:
    """The decks, not quite empty, of regions where an own unit stands on a site."""
    decks = dict.fromkeys(region.deck for region in regions_stood_in(game, who))
    return [deck for deck in decks if has_cards(game.decks[deck])]


def do_draw(game: Game, who: int, op: dict[str, Any]) -> Asking:
    """So many cards, the deck chosen per card; locations are played at once."""
    for _ in range(op["n"]):
        decks = decks_here(game, who)
        if not decks:
            return
        deck = last_word((yield from ask(who, [f"draw {deck}" for deck in decks])))
        yield from look_and_keep(game, who, game.decks[deck], 1, 1)


def do_sift(game: Game, who: int, op: dict[str, Any]) -> Asking:
    """Look at the top cards of one such deck, keep some, bury the rest."""
    deck = last_word((yield from ask(who, [f"sift {deck}" for deck in decks_here(game, who)])))
    yield from look_and_keep(game, who, game.decks[deck], op["look"], op["keep"])


def do_survey(game: Game, who: int, op: dict[str, Any]) -> Asking:
    """The next dig of this turn looks at more cards. [OL-R52]"""
    game.survey += op["extra"]
    yield from ()


def do_again(game: Game, who: int, op: dict[str, Any]) -> Asking:
    """A credit for a unit that has acted to act once more. [OL-R52]"""
    game.again += op["n"]
    yield from ()


def lanes_below_top(game: Game, who: int, color: str) -> list[str]:
    """The Atlas tokens that can still advance. [OL-R39]"""
    return [lane for lane in LANES if color in (lane, "any") and game.players[who].atlas[lane] < TOP]


def do_atlas(game: Game, who: int, op: dict[str, Any]) -> Asking:
    """Move Atlas tokens forward without paying. [OL-R39]"""
    for _ in range(op["n"]):
        lanes = lanes_below_top(game, who, op["color"])
        if lanes:
            lane = last_word((yield from ask(who, [f"advance {lane}" for lane in lanes])))
            game.players[who].atlas[lane] += 1


def do_rouse(game: Game, who: int, op: dict[str, Any]) -> Asking:
    """Up to so many exhausted units to camp, while there is room. [OL-R46]"""
    for _ in range(op["n"]):
        answer = yield from ask(who, [*rouse_names(game, who), "done"])
        if answer == "done":
            return
        rouse(game, who, answer)


def shift_goals(game: Game, unit: Unit) -> list[str]:
    """A free site of an unlocked region, or Port; not where it stands."""
    return [*free_sites(game, unit), *[PORT] * (unit.place != PORT)]


def shiftable(game: Game, who: int) -> list[Unit]:
    """The own units on the board that can be redeployed."""
    return [unit for unit in own_units(game, who) if is_on_board(unit) and shift_goals(game, unit)]


def do_redeploy(game: Game, who: int, op: dict[str, Any]) -> Asking:
    """Up to so many shifts of own units on the board. It is not a move. [OL-R46] [OL-R51] [OL-R53]"""
    for _ in range(op["n"]):
        units = shiftable(game, who)
        answer = yield from ask(who, [*(f"shift {name(unit)}" for unit in units), "done"])
        if answer == "done":
            return
        unit = named_unit(units, last_word(answer))
        unit.place = last_word((yield from ask(who, [f"to {goal}" for goal in shift_goals(game, unit)])))


def do_steal(game: Game, who: int, op: dict[str, Any]) -> Asking:
    """Up to so many mana from any one opponent. [OL-R46]"""
    victims = [seat for seat in range(len(game.players)) if seat != who and takeable(game, who, seat)]
    answer = yield from ask(who, [*(f"from {game.players[seat].colour}" for seat in victims), "done"])
    if answer != "done":
        yield from take(game, who, by_colour(game, last_word(answer)), op["n"])


def rout_sites(game: Game, who: int) -> list[str]:
    """Sites with an enemy unit in regions where an own unit stands."""
    sites = [site for region in regions_stood_in(game, who) for site in region.sites]
    enemies = [unit.place for unit in game.units if unit.owner != who]
    return [site for site in sites if site in enemies]


def do_rout(game: Game, who: int, op: dict[str, Any]) -> Asking:
    """Exhaust enemy units. [OL-R46]"""
    for _ in range(op["n"]):
        answer = yield from ask(who, [*(f"rout {site}" for site in rout_sites(game, who)), "done"])
        if answer == "done":
            return
        next(unit for unit in game.units if unit.place == last_word(answer)).place = EXHAUSTED


def do_trade(game: Game, who: int, op: dict[str, Any]) -> Asking:
    """Port dealings without a unit in Port. [OL-R46]"""
    left = {"buy": op["buy"], "sell": op["sell"]}
    while True:
        buying = purchases(game, who) if left["buy"] else []
        selling = sales(game, who) if left["sell"] else []
        answer = yield from ask(who, [*buying, *selling, "done"])
        if answer == "done":
            return
        word, card = answer.split(" ")
        left[word] -= 1
        yield from (buy if word == "buy" else sell)(game, who, card)


def swaps(game: Game, who: int) -> list[str]:
    """One mana of a kind that is there for one of a kind that is not full."""
    have = [kind for kind in KINDS if game.players[who].mana[kind] > 0]
    return [f"swap {old} {new}" for old in have for new in kinds_below_cap(game, who) if new != old]


def do_convert(game: Game, who: int, op: dict[str, Any]) -> Asking:
    """Swap mana one for one, up to so many times. [OL-R46]"""
    for _ in range(op["n"]):
        answer = yield from ask(who, [*swaps(game, who), "done"])
        if answer == "done":
            return
        _, old, new = answer.split(" ")
        game.players[who].mana[old] -= 1
        gain(game, who, new, 1)


def do_fate(game: Game, who: int, op: dict[str, Any]) -> Asking:
    """Reroll the Active Region dice. [OL-R9]"""
    yield from roll_active_region(game)


def do_fate_set(game: Game, who: int, op: dict[str, Any]) -> Asking:
    """Turn the colour die, or both dice, to chosen faces."""
    level = REGIONS[game.region].level
    regions = [region.id for region in REGIONS.values() if op["die"] == "both" or region.level == level]
    game.region = last_word((yield from ask(who, [f"set {region}" for region in regions])))


def do_victory(game: Game, who: int, op: dict[str, Any]) -> Asking:
    """Place Victory Tokens. [OL-R5]"""
    for _ in range(op["n"]):
        yield from place_token(game, who)


EFFECTS: dict[str, Callable[[Game, int, dict[str, Any]], Asking]] = {
    "gain": do_gain,
    "draw": do_draw,
    "sift": do_sift,
    "survey": do_survey,
    "again": do_again,
    "atlas": do_atlas,
    "rouse": do_rouse,
    "redeploy": do_redeploy,
    "steal": do_steal,
    "rout": do_rout,
    "trade": do_trade,
    "convert": do_convert,
    "fate": do_fate,
    "fate_set": do_fate_set,
    "victory": do_victory,
}


# --- Combat ----------------------------------------------------------------------------------------------


def attack(game: Game, unit: Unit, target: str) -> Asking:
    """A unit moves onto a site with an enemy unit, or onto an enemy location. [OL-34]"""
    unit.acted = True
    if target in SITES:
        defender = unit_on(game, target)
        assert defender is not None
        unit.place = target
        yield from fight(game, unit, defender, "")
        return
    owner = owner_of(game, target)
    unit.place = target
    blocker = yield from block(game, owner)
    if blocker is None:
        yield from capture(game, unit.owner, owner, target)
    else:
        blocker.place = target
        yield from fight(game, unit, blocker, target)


def block(game: Game, owner: int) -> Generator[Question, str, Unit | None]:
    """The owner of a location may send any unexhausted unit. [OL-35] [OL-R29]"""

    def ready() -> list[Unit]:
        return [unit for unit in own_units(game, owner) if unit.place == CAMP or is_on_board(unit)]

    answer = yield from free_choice(game, owner, lambda: [*(f"block {name(unit)}" for unit in ready()), "pass"], "U")
    return None if answer == "pass" else named_unit(ready(), last_word(answer))


def fight(game: Game, attacker: Unit, defender: Unit, location: str) -> Asking:
    """Commit, dice, cards, comparison; a tie goes to the defender. [OL-35] [OL-36] [OL-R32]"""
    one = Side(attacker.owner, "attack", attacker)
    other = Side(defender.owner, "defend", defender)
    yield from battle(game, [one, other])
    winner, loser = (one, other) if strength(game, one) > strength(game, other) else (other, one)
    retreat(game, loser)
    spoils = winner.spoils + total(passives(game, winner.player, "spoils"))
    yield from take(game, winner.player, loser.player, spoils)
    if location and winner is one:
        yield from capture(game, one.player, other.player, location)


def battle(game: Game, sides: list[Side]) -> Asking:
    """Each in order commits Power, then each rolls, then each plays cards. [OL-36] [OL-R33] [OL-R34]"""
    for side in sides:
        yield from commit(game, side)
    for side in sides:
        side.dice = yield from roll_dice(LIMITS["combat_dice_each"])
    for side in sides:
        yield from play_combat_cards(game, side, [foe for foe in sides if foe is not side])


def commit(game: Game, side: Side) -> Asking:
    """Spend Power for +1 AP each; in a final battle it is not deducted. [OL-36] [OL-R57]"""
    mana = game.players[side.player].mana
    answer = yield from free_choice(game, side.player, lambda: [f"commit {n}" for n in range(mana["power"] + 1)], "US")
    side.committed = int(last_word(answer))
    if side.role != "final":
        mana["power"] -= side.committed


def sort_faces(faces: Iterable[str]) -> str:
    """Faces in the order + 0 -."""
    return "".join(sorted(faces, key=list(FACES).index))


def roll_dice(count: int) -> Choosing:
    """So many combat dice at once; the order of the faces means nothing. [OL-36]"""
    die: list[int] = BOARD["dice"]["combat"]
    outcomes: dict[str, Fraction] = {}
    for faces in combinations_with_replacement(FACES, count):
        ways = factorial(count) // prod(factorial(faces.count(face)) for face in FACES)
        chances = prod(die.count(FACES[face]) for face in faces)
        outcomes[f"dice {''.join(faces)}"] = Fraction(ways * chances, len(die) ** count)
    return last_word((yield from chance(outcomes)))


def play_combat_cards(game: Game, side: Side, foes: list[Side]) -> Asking:
    """Any number of combat Artifacts; asked while a card is held, so that skipping betrays nothing. [OL-36] [OL-R34]"""
    player = game.players[side.player]
    game.playing, game.foes = side, foes

    def choices() -> list[str]:
        return [*hand_plays(game, side.player, "combat"), "done"]

    while True:
        answer = yield from free_choice(game, side.player, choices, "US", always=lambda: bool(player.hand))
        if answer == "done":
            break
        yield from play_artifact(game, side.player, last_word(answer))
    game.playing, game.foes = None, []


def carry_out_in_fight(game: Game, who: int, op: dict[str, Any], foe: Side | None) -> Asking:
    """The ops of combat cards."""
    own = game.playing
    assert own is not None
    if op["op"] == "ap":
        own.cards += op["n"]
    elif op["op"] == "foe_ap":
        assert foe is not None
        foe.cards -= op["n"]
    elif op["op"] == "rescue":
        own.rescue = True
    elif op["op"] == "spoils":
        own.spoils += op["n"]
    else:
        rolled = own if op["side"] == "own" else foe
        assert rolled is not None
        yield from reroll(who, rolled, op["n"])


def reroll(who: int, side: Side, most: int) -> Asking:
    """Reroll up to so many dice, chosen by the card's player, all at once; the new faces stay. [OL-R46]"""
    chosen = [sort_faces(some) for count in range(1, most + 1) for some in combinations(side.dice, count)]
    answer = yield from ask(who, [*(f"reroll {faces}" for faces in chosen), "done"])
    if answer == "done":
        return
    kept = list(side.dice)
    for face in last_word(answer):
        kept.remove(face)
    rolled = yield from roll_dice(len(last_word(answer)))
    side.dice = sort_faces([*kept, *rolled])


def strength(game: Game, side: Side) -> int:
    """AP, counted at the comparison. [OL-36] [OL-R55] [OL-R56] [OL-R57]"""
    standing = total(one for one in passives(game, side.player, "ap") if one["when"] in ("always", side.role))
    own = total(trait(side.unit, "ap")) if side.unit else 0
    return standing + own + side.committed + sum(FACES[face] for face in side.dice) + side.cards


def retreat(game: Game, loser: Side) -> None:
    """The defeated unit is exhausted; rescued, it goes to camp if there is room. [OL-35] [OL-R56]"""
    assert loser.unit is not None
    loser.unit.place = CAMP if loser.rescue and has_room(game, loser.player) else EXHAUSTED


def capture(game: Game, who: int, loser: int, location: str) -> Asking:
    """All units of the loser on the card are exhausted; the victor takes it with the unit on top. [OL-35] [OL-R28] [OL-R55]"""
    for unit in own_units(game, loser):
        if unit.place == location:
            unit.place = EXHAUSTED
    remove_location(game, loser, location)
    yield from arrive(game, who, location)


# --- Victory Turn ----------------------------------------------------------------------------------------


def victory_turn(game: Game, who: int) -> Asking:
    """Exhaust any number of own units there, a token on each site left where it fits; reroll. [OL-14] [OL-R7] [OL-R54]"""
    sites = REGIONS[game.region].sites

    def choices() -> list[str]:
        places = [unit.place for unit in own_units(game, who)]
        return [*(f"exhaust {site}" for site in sites if site in places), "done"]

    while True:
        answer = yield from free_choice(game, who, choices, "UAX")
        if answer == "done":
            break
        site = last_word(answer)
        next(unit for unit in own_units(game, who) if unit.place == site).place = EXHAUSTED
        if token_fits(game, who, site):
            put_token(game, who, site)
    yield from roll_active_region(game)


# --- End of turn -----------------------------------------------------------------------------------------


def end_turn(game: Game, who: int) -> Asking:
    """Cards are discarded or go back to hand; then regions may be unlocked. [OL-15] [OL-R36] [OL-R37]"""
    player = game.players[who]
    for card in player.played:
        if CARD[card].after == "return":
            player.hand.append(card)
        else:
            discard(game, card)
    player.played = []
    if game.options.unlock == "end_of_turn":
        yield from unlock_regions(game, who)


def unlock_regions(game: Game, who: int) -> Asking:
    """As many as can be paid, in order within a colour. [OL-40] [OL-R39]"""
    player = game.players[who]
    while True:
        answer = yield from free_choice(game, who, lambda: [*unlocks(game, who), "done"], "U")
        if answer == "done":
            return
        _, lane, *rest = answer.split(" ")
        wisdom = int(rest[0].removeprefix("w")) if rest else 0
        player.mana[LANE_MANA[lane]] -= price(game, who, lane) - wisdom
        player.mana["wisdom"] -= wisdom
        player.atlas[lane] += 1


def price(game: Game, who: int, lane: str) -> int:
    """The price of the next region of a colour, less the discounts, at least 1. [OL-40]"""
    full: int = LIMITS["unlock_cost"][game.players[who].atlas[lane]]
    return max(1, full - total(passives(game, who, "unlock_discount")))


def unlocks(game: Game, who: int) -> list[str]:
    """Mana of the region's colour and/or Wisdom. [OL-40] [OL-R18]"""
    mana = game.players[who].mana
    actions: list[str] = []
    for lane in lanes_below_top(game, who, "any"):
        cost = price(game, who, lane)
        kind = LANE_MANA[lane]
        if mana[kind] >= cost:
            actions.append(f"unlock {lane}")
        if kind != "wisdom":
            jokers = range(1, min(cost, mana["wisdom"]) + 1)
            actions += [f"unlock {lane} w{wisdom}" for wisdom in jokers if mana[kind] >= cost - wisdom]
    return actions


# --- The end ---------------------------------------------------------------------------------------------


def best(seats: list[int], score: Callable[[int], int]) -> list[int]:
    """The players with the highest score."""
    return [who for who in seats if score(who) == max(map(score, seats))]


def settle(game: Game) -> Asking:
    """The wheel cannot move on: most tokens on the board; a tie as agreed. [OL-2] [OL-R10]"""
    tied = best(leftwards(game, game.holder), lambda who: sum(game.players[who].tokens.values()))
    if len(tied) > 1 and game.options.tie == "crystals":
        tied = best(tied, lambda who: len(game.players[who].crystals))
        tied = best(tied, lambda who: sum(game.players[who].mana.values()))
    elif len(tied) > 1 and game.options.tie == "final_battle":
        sides = [Side(who, "final", None) for who in tied]
        yield from battle(game, sides)
        strengths = {side.player: strength(game, side) for side in sides}
        tied = best(tied, lambda who: strengths[who])
    game.winners = tuple(sorted(tied))


# --- Positions and notation ------------------------------------------------------------------------------


@dataclass
class Running:
    """A game being told: the table, the story, and the open question (None when it is over)."""

    game: Game
    story: Asking
    question: Question | None


@dataclass
class Position:
    """A game after some answers. `running` is the story itself, until it is handed on to the next position."""

    options: Options
    answers: tuple[str, ...]
    question: Question | None
    winners: tuple[int, ...]
    running: Running | None


def begin(options: Options) -> Running:
    """A story at its first question."""
    game = set_up(options)
    story = tell(game)
    return Running(game, story, next(story))


def answer_question(running: Running, answer: str) -> None:
    """The story goes on to its next question, or ends."""
    try:
        running.question = running.story.send(answer)
    except StopIteration:
        running.question = None


def running_game(position: Position) -> Running:
    """The story of this position, told again from the start if it was handed on."""
    if position.running is None:
        position.running = begin(position.options)
        for answer in position.answers:
            answer_question(position.running, answer)
    return position.running


def new(**options: Any) -> Position:
    """A game before its first chance event. [OL-1] [OL-60]"""
    for key, value in options.items():
        if key not in ALLOWED or value not in ALLOWED[key]:
            raise ValueError(f"wanted: {ALLOWED.get(key, tuple(ALLOWED))}; came: {key}={value!r}")
    agreed = Options(**options)
    running = begin(agreed)
    return Position(agreed, (), running.question, (), running)


def turn(position: Position) -> int:
    """Who is to act: a seat, CHANCE, or OVER."""
    return OVER if position.question is None else position.question.who


def legal(position: Position) -> list[str]:
    """Every legal action or chance outcome by its notation, each once."""
    return [] if position.question is None else list(position.question.answers)


def weight(position: Position, action: str) -> Fraction:
    """The probability of a chance outcome."""
    if position.question is None or position.question.who != CHANCE:
        raise ValueError("wanted: a chance position; came: one where a player is to act, or nobody")
    check_legal(position, action)
    return position.question.answers[action]


def play(position: Position, action: str) -> Position:
    """The position after a legal action or chance outcome."""
    check_legal(position, action)
    running = running_game(position)
    position.running = None
    answer_question(running, action)
    return Position(position.options, (*position.answers, action), running.question, running.game.winners, running)


def check_legal(position: Position, action: str) -> None:
    """Refuse an action that is not legal here."""
    allowed = legal(position)
    if action not in allowed:
        raise ValueError(f"{action} is not legal; legal here: {', '.join(allowed) or 'nothing, it is over'}")


def returns(position: Position) -> tuple[float, ...]:
    """1 for every winner and -1 for every loser; 0 for everybody if all share the win, or before the end."""
    seats = range(position.options.players)
    if turn(position) != OVER or len(position.winners) == len(seats):
        return tuple(0.0 for _ in seats)
    return tuple(1.0 if who in position.winners else -1.0 for who in seats)


def facts(position: Position) -> dict[str, object]:
    """What lies on the table and in the hands, flat; a fight or look in progress is left out, but for where its units stand."""
    game = running_game(position).game
    found: dict[str, object] = {
        "space": game.space + 1,
        "region": game.region,
        "holder": game.players[game.holder].colour if game.holder >= 0 else "",
        "corruption": game.corruption,
        "crystals": tuple(game.crystals),
        "excavated": tuple(sorted(site for site, side in game.dug.items() if side == "excavated")),
        "corrupted": tuple(sorted(site for site, side in game.dug.items() if side == "corrupted")),
        "abandoned": tuple(sorted(game.abandoned)),
        "shop.row": tuple(sorted(game.row)),
        "shop.pool": len(game.shop.pool),
        "shop.discard": tuple(sorted(game.shop.discard)),
    }
    for deck, pile in game.decks.items():
        found[f"{deck}.pool"] = len(pile.pool)
        found[f"{deck}.buried"] = tuple(card for card, _ in pile.buried)
        found[f"{deck}.discard"] = tuple(sorted(pile.discard))
    for who, player in enumerate(game.players):
        found |= {f"{player.colour}.{key}": value for key, value in player_facts(game, who).items()}
    return found


def player_facts(game: Game, who: int) -> dict[str, object]:
    """One player's part of the facts. Units read `place` or `place mercenary`."""
    player = game.players[who]
    units = own_units(game, who)
    return {
        "loyalty": player.loyalty,
        **player.mana,
        **player.atlas,
        **player.slot,
        "hand": tuple(sorted(player.hand)),
        "consumables": tuple(sorted(player.consumables)),
        "played": tuple(sorted(player.played)),
        "crystals": tuple(sorted(player.crystals)),
        "tokens": tuple(sorted(player.tokens.items())),
        "units": tuple(
            sorted(f"{unit.place} {unit.mercenary}".strip() for unit in units if is_on_board(unit) or unit.place == CAMP)
        ),
        "exhausted": tuple(sorted(unit.mercenary or "basic" for unit in units if unit.place == EXHAUSTED)),
        "supply": sum(unit.place == SUPPLY for unit in units),
    }
