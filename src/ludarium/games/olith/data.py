"""The data of Olith: board and cards read from their files, checked, and laid out as tables for kernels.

A card is numbers: what it costs, when it may be played, and up to MOST_OPS operations of the vocabulary below. Changing or
adding one needs no code. [OL-C6]
"""

from __future__ import annotations

import os
import tomllib
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludarium.errors import LudariumError, listed, nearest

Entry = Mapping[str, Any]
Table = NDArray[np.int64]

FOLDER = Path(__file__).parent


def _file(what: str) -> Path:
    """The game's own file, or a designer's, named in the environment: LUDARIUM_OLITH_CARDS, LUDARIUM_OLITH_BOARD."""
    return Path(os.environ.get(f"LUDARIUM_OLITH_{what.upper()}") or FOLDER / f"{what}.toml")


BOARD_FILE, CARDS_FILE = _file("board"), _file("cards")

KINDS = ("power", "soul", "wisdom")  # of mana [OL-1]
POWER, SOUL, WISDOM = range(3)
ANY = 3  # mana of any kind
COLOURS = ("red", "blue", "yellow")  # of regions [OL-5]
SEAT_COLOURS = ("soul", "shadow", "power", "wisdom")  # by seat [OL-1, OL-R44]
SLOTS = ("mountain", "valley", "forest")
ANY_SLOT = 3
ACTION_CARDS = ("expedition", "tactics", "combat")
EXPEDITION, TACTICS, COMBAT = range(3)
NEEDS = ("", "attacking", "defending", "unit_red", "unit_blue", "unit_yellow")
ICONS = ("", "recruits", "favor", "corruption")
NO_ICON, RECRUITS, FAVOR, CORRUPTION = range(4)
MOST_OPS = 4
MOST_SITES = 60
MOST_LOOK = 12  # cards looked at together; more extra ones are lost

# The vocabulary: each operation with its parameters in order.
OPS: dict[str, tuple[str, ...]] = {
    "": (),
    "gain": ("power", "soul", "wisdom", "any"),
    "draw": ("n",),
    "sift": ("look", "keep"),
    "survey": ("extra",),
    "atlas": ("color", "n"),
    "rouse": ("n",),
    "redeploy": ("n",),
    "again": ("n",),
    "ap": ("n",),
    "foe_ap": ("n",),
    "reroll": ("n", "side"),
    "rescue": (),
    "spoils": ("n",),
    "steal": ("n",),
    "rout": ("n",),
    "trade": ("buy", "sell"),
    "convert": ("n",),
    "fate": ("die",),
    "fate_set": ("die",),
    "victory": ("n",),
}
# A parameter that is a word, with the words it may be.
WORDS = {"color": (*COLOURS, "any"), "side": ("own", "foe"), "die": ("colour", "both"), "from": ("here",)}
OWN, FOE = range(2)
COLOUR_DIE, BOTH_DICE = range(2)

# What a Loyalty or a Location gives for good; `income` has one column for each moment and kind of mana.
PASSIVES = ("camp", "ap_always", "ap_attack", "ap_defend", "unlock_discount", "free_rouse", "look", "corrupt_keep", "spoils")
CAMP, AP_ALWAYS, AP_ATTACK, AP_DEFEND, DISCOUNT, FREE_ROUSE, PICK_LOOK, CORRUPT_KEEP, SPOILS = range(9)
INCOME = len(PASSIVES)
MOMENTS = (*ACTION_CARDS, "prepare")
PREPARED = 3  # the moment "prepare"; the others are the Action cards
COLUMNS = INCOME + len(MOMENTS) * 4
TRAITS = ("ap", "weight", "tactics_bonus", "swift", "look", "ahead")
TRAIT_AP, WEIGHT, TACTICS_BONUS, SWIFT, TRAIT_LOOK, AHEAD = range(6)


class BadData(LudariumError):
    """A board or card file that cannot be played with."""

    code = "bad-data"


def refuse(file: Path, place: str, field: str, problem: str) -> None:
    raise BadData(f"{file.name}, {place}, {field}: {problem}")


def read(file: Path) -> dict[str, Any]:
    """A file's tables, or why it is none."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadData(f"{file.name} cannot be read: {error}") from error


class Board:
    """The regions, sites, wheel, dice and limits. [OL-C1, OL-C2, OL-C3, OL-C4]"""

    def __init__(self, file: Path) -> None:
        self.file, self.read = file, read(file)
        self.limits = self._limits()
        self.regions = list(self.read.get("region", []))
        self.sites = list(self.read.get("site", []))
        self.decks = tuple(dict.fromkeys(region["deck"] for region in self.regions))
        self._check_regions()
        self._check_sites()
        self.wheel = self._wheel()
        self.combat_die = self._die("combat", (1, 0, -1))
        self.colour_die = self._die("active_colour", COLOURS)
        self.level_die = self._die("active_level", (1, 2, 3, 4))

    def _limits(self) -> dict[str, Any]:
        limits = self.read.get("limits", {})
        wanted = {
            "victory_tokens": (1, 32),
            "basic_units": (1, 4),
            "units_in_camp_at_start": (0, 4),
            "camp_size": (1, 6),
            "mana_cap": (1, 30),
            "rouse_free_per_turn": (0, 9),
            "rouse_cost_soul": (0, 9),
            "victory_by_cards": (1, 9),
            "shop_row": (1, 6),
            "combat_dice_each": (1, 4),
        }
        for name, (low, high) in wanted.items():
            value = limits.get(name)
            if not isinstance(value, int) or not low <= value <= high:
                refuse(self.file, "limits", name, f"wanted a whole number from {low} to {high}, came {value!r}")
        return dict(limits)

    def _check_regions(self) -> None:
        wanted = [f"{colour}{level}" for colour in COLOURS for level in range(1, 5)]
        if [region.get("id") for region in self.regions] != wanted:
            refuse(self.file, "region", "id", f"wanted {listed(wanted)}, in this order")
        for region in self.regions:
            if region.get("mana") not in KINDS:
                refuse(self.file, f"region {region['id']}", "mana", f"wanted {listed(KINDS)}, came {region.get('mana')!r}")
            if not isinstance(region.get("unlock"), int) or not 0 <= region["unlock"] <= self.limits["mana_cap"]:
                refuse(self.file, f"region {region['id']}", "unlock", "wanted a price from 0 to the end of the mana track")

    def _check_sites(self) -> None:
        listed_sites = [site for region in self.regions for site in region["sites"]]
        if [site.get("id") for site in self.sites] != listed_sites or len(set(listed_sites)) != len(listed_sites):
            refuse(self.file, "site", "id", "wanted every site of the regions once, in their order")
        if len(listed_sites) > MOST_SITES:
            refuse(self.file, "site", "count", f"wanted at most {MOST_SITES} sites, came {len(listed_sites)}")
        for site in self.sites:
            for axis in ("x", "y"):
                if not isinstance(site.get(axis), float) or not 0 <= site[axis] <= 1:
                    refuse(self.file, f"site {site['id']}", axis, f"wanted a number from 0 to 1, came {site.get(axis)!r}")

    def _wheel(self) -> tuple[int, ...]:
        spaces = self.read.get("fate_wheel", {}).get("spaces", [])
        for icon in spaces:
            if icon not in ICONS:
                refuse(self.file, "fate_wheel", "spaces", f"{icon!r} is no icon; {nearest(str(icon), ICONS[1:])}")
        if not 2 <= len(spaces) <= 100 or spaces.count("favor") > len(KINDS):
            refuse(self.file, "fate_wheel", "spaces", f"wanted 2 to 100 spaces with at most {len(KINDS)} favors")
        return tuple(ICONS.index(icon) for icon in spaces)

    def _die(self, name: str, faces: tuple[Any, ...]) -> tuple[int, ...]:
        """How many faces of a die show each of these."""
        shown = self.read.get("dice", {}).get(name, [])
        if not shown or any(face not in faces for face in shown):
            refuse(self.file, "dice", name, f"wanted faces of {listed(map(str, faces))}, came {shown!r}")
        return tuple(shown.count(face) for face in faces)


class Cards:
    """The decks, the shop and the Loyalty cards. [OL-C6]"""

    def __init__(self, file: Path, board: Board) -> None:
        self.file, self.board, self.read = file, board, read(file)
        self.artifacts: list[Entry] = list(self.read.get("artifact", []))
        self.shop: list[Entry] = list(self.read.get("shop", []))
        self.players: list[Entry] = list(self.read.get("player", []))
        self.all = [*self.artifacts, *self.shop]
        self.loyalties = [card for card in self.players if card.get("kind") == "loyalty"]
        self._check_ids()
        for card in self.artifacts:
            self._check_artifact(card)
        for card in self.shop:
            self._check_shop_card(card)
        self._check_players()

    def refuse(self, card: Entry, field: str, problem: str) -> None:
        refuse(self.file, f"card {card.get('id', '?')}", field, problem)

    def _check_ids(self) -> None:
        seen: set[str] = set()
        for card in [*self.all, *self.players]:
            id_ = card.get("id", "")
            if not isinstance(id_, str) or not id_.replace("_", "").isalnum() or id_ in seen or id_ in SEAT_COLOURS:
                self.refuse(card, "id", "wanted a name of its own in small letters, digits and underscores")
            seen.add(id_)
            for field in ("name", "text"):
                if not isinstance(card.get(field), str):
                    self.refuse(card, field, "wanted words")
        if len(self.all) > 120 or not self.artifacts:
            refuse(self.file, "all cards", "count", f"wanted 1 to 120 deck and shop cards, came {len(self.all)}")

    def _check_artifact(self, card: Entry) -> None:
        if card.get("deck") not in self.board.decks:
            self.refuse(card, "deck", f"{card.get('deck')!r} is no deck; {nearest(str(card.get('deck')), self.board.decks)}")
        if card.get("kind") == "location":
            self._check_word(card, "slot", card.get("slot"), (*SLOTS, "any"))
            self._check_passives(card)
        elif card.get("kind") == "artifact":
            if not card.get("use"):
                self.refuse(card, "use", f"wanted one or more of {listed(ACTION_CARDS)}")
            for symbol in card["use"]:
                self._check_word(card, "use", symbol, ACTION_CARDS)
            self._check_word(card, "after", card.get("after"), ("discard", "return"))
            self._check_word(card, "need", card.get("need", ""), NEEDS)
            self._check_cost(card, "cost", card.get("cost", {}))
            self._check_ops(card)
        else:
            self.refuse(card, "kind", f"wanted artifact or location, came {card.get('kind')!r}")

    def _check_shop_card(self, card: Entry) -> None:
        self._check_cost(card, "cost", card.get("cost", {}))
        if card.get("kind") == "consumable":
            self._check_ops(card)
        elif card.get("kind") == "mercenary":
            for trait in card.get("unit", []):
                self._check_word(card, "unit", trait.get("u"), ("ap", "weight", "tactics_bonus", "swift", "pick", "ahead"))
                self._check_numbers(card, "unit", trait, {"u"})
                self._check_pick(card, "unit", trait)
        else:
            self.refuse(card, "kind", f"wanted mercenary or consumable, came {card.get('kind')!r}")

    def _check_players(self) -> None:
        for colour in SEAT_COLOURS:
            loyalties = [card for card in self.loyalties if card.get("color") == colour]
            actions = [card.get("use") for card in self.players if card.get("color") == colour and card.get("kind") == "action"]
            if len(loyalties) != 2 or sorted(map(str, actions)) != sorted(str([symbol]) for symbol in ACTION_CARDS):
                refuse(self.file, f"player {colour}", "count", "wanted 2 Loyalty cards and one Action card of each symbol")
        for card in self.loyalties:
            self._check_cost(card, "start", card.get("start", {}))
            self._check_passives(card)

    def _check_word(self, card: Entry, field: str, word: object, words: Iterable[str]) -> None:
        words = list(words)
        if word not in words:
            self.refuse(card, field, f"{word!r} is not known; {nearest(str(word), words)}")

    def _check_cost(self, card: Entry, field: str, cost: Entry) -> None:
        for kind, amount in cost.items():
            self._check_word(card, field, kind, (*KINDS, "any"))
            if not isinstance(amount, int) or not 0 <= amount <= self.board.limits["mana_cap"]:
                self.refuse(card, field, f"wanted mana from 0 to the end of the track, came {amount!r}")

    def _check_numbers(self, card: Entry, field: str, entry: Entry, others: set[str]) -> None:
        for name, value in entry.items():
            if name not in others and (not isinstance(value, int) or not 0 <= value <= 9):
                self.refuse(card, field, f"{name} wants a whole number from 0 to 9, came {value!r}")

    def _check_pick(self, card: Entry, field: str, entry: Entry) -> None:
        if "pick" in entry.values() and (entry.get("keep", 1) != 1 or not 2 <= entry.get("look", 0) <= MOST_LOOK):
            self.refuse(card, field, f"pick wants look from 2 to {MOST_LOOK} and keep = 1")

    def _check_ops(self, card: Entry) -> None:
        ops = card.get("do", [])
        if not 1 <= len(ops) <= MOST_OPS:
            self.refuse(card, "do", f"wanted 1 to {MOST_OPS} operations, came {len(ops)}")
        for op in ops:
            name = op.get("op")
            self._check_word(card, "do", name, [known for known in OPS if known])
            for parameter, value in op.items():
                if parameter not in ("op", "from", *OPS[name]):
                    self.refuse(card, "do", f"{name} knows no {parameter}; it has {listed(OPS[name] or ['nothing'])}")
                if parameter in WORDS:
                    self._check_word(card, "do", value, WORDS[parameter])
            self._check_numbers(card, "do", op, {"op", *WORDS})

    def _check_passives(self, card: Entry) -> None:
        for passive in card.get("passive", []):
            names = ("camp", "ap", "income", "unlock_discount", "free_rouse", "pick", "corrupt_keep", "spoils")
            self._check_word(card, "passive", passive.get("p"), names)
            self._check_word(card, "passive", passive.get("when", "always"), ("always", "attack", "defend"))
            self._check_word(card, "passive", passive.get("on", "prepare"), MOMENTS)
            self._check_word(card, "passive", passive.get("slot", "mountain"), SLOTS)
            self._check_numbers(card, "passive", passive, {"p", "when", "on", "slot"})
            self._check_pick(card, "passive", passive)


BOARD = Board(BOARD_FILE)
CARDS = Cards(CARDS_FILE, BOARD)
IS_STANDARD = {BOARD_FILE.parent, CARDS_FILE.parent} == {FOLDER}
OWN_VERSION = zlib.crc32(BOARD_FILE.read_bytes() + CARDS_FILE.read_bytes())  # tells games with own files apart

# The board's tables

REGIONS, SITES, DECKS = len(BOARD.regions), len(BOARD.sites), len(BOARD.decks)
LEVELS = 4
SITE_NAMES = tuple(site["id"] for site in BOARD.sites)
REGION_NAMES = tuple(region["id"] for region in BOARD.regions)
VICTORY_TOKENS: int = BOARD.limits["victory_tokens"]
BASIC_UNITS: int = BOARD.limits["basic_units"]
UNITS_IN_CAMP: int = BOARD.limits["units_in_camp_at_start"]
CAMP_SIZE: int = BOARD.limits["camp_size"]
MANA_CAP: int = BOARD.limits["mana_cap"]
ROUSE_FREE: int = BOARD.limits["rouse_free_per_turn"]
ROUSE_COST: int = BOARD.limits["rouse_cost_soul"]
CARDS_FOR_TOKEN: int = BOARD.limits["victory_by_cards"]
SHOP_ROW: int = BOARD.limits["shop_row"]
COMBAT_DICE: int = BOARD.limits["combat_dice_each"]


def table(values: Iterable[Any]) -> Table:
    return np.array(list(values), np.int64)


REGION_COLOUR = table(COLOURS.index(region["color"]) for region in BOARD.regions)
REGION_LEVEL = table(region["level"] for region in BOARD.regions)
REGION_MANA = table(KINDS.index(region["mana"]) for region in BOARD.regions)
REGION_DECK = table(BOARD.decks.index(region["deck"]) for region in BOARD.regions)
UNLOCK_PRICE = table(region["unlock"] for region in BOARD.regions)
REGION_WEIGHT = table(BOARD.colour_die[region // LEVELS] * BOARD.level_die[region % LEVELS] for region in range(REGIONS))
SITE_REGION = table(REGION_NAMES.index(site["region"]) for site in BOARD.sites)
WHEEL = table(BOARD.wheel)
SPACES = len(WHEEL)
FAVORS_BEFORE = table(sum(icon == FAVOR for icon in BOARD.wheel[:space]) for space in range(SPACES))
CORRUPTION_FROM = BOARD.wheel.index(CORRUPTION) if CORRUPTION in BOARD.wheel else SPACES
COLOUR_MANA = table(KINDS.index(BOARD.regions[colour * LEVELS]["mana"]) for colour in range(len(COLOURS)))
COMBAT_FACES = table(BOARD.combat_die)
MOST_PRICE = max(region["unlock"] for region in BOARD.regions)


def _deck_mana(deck: str) -> int:
    """The kind that a deck's cards sell for; any, if regions of several kinds share it. [OL-R19]"""
    kinds = {region["mana"] for region in BOARD.regions if region["deck"] == deck}
    return KINDS.index(kinds.pop()) if len(kinds) == 1 else ANY


DECK_MANA = table(map(_deck_mana, BOARD.decks))
DECK_LEVEL = table(min(region["level"] for region in BOARD.regions if region["deck"] == deck) for deck in BOARD.decks)

# The cards' tables: the decks' cards first, then the shop's

DECK_CARDS, SHOP_CARDS = len(CARDS.artifacts), len(CARDS.shop)
ALL_CARDS = DECK_CARDS + SHOP_CARDS
CARD_NAMES = tuple(card["id"] for card in CARDS.all)
LOYALTY_NAMES = tuple(card["id"] for card in CARDS.loyalties)
SHOP = DECKS  # the shop's deck comes after the others


def _numbered(kind: str) -> Table:
    return table(number for number, card in enumerate(CARDS.all) if card["kind"] == kind)


ARTIFACT_CARD, LOCATION_CARD = _numbered("artifact"), _numbered("location")
MERCENARY_CARD, CONSUMABLE_CARD = _numbered("mercenary"), _numbered("consumable")
ARTIFACTS, LOCATIONS = len(ARTIFACT_CARD), len(LOCATION_CARD)
MERCENARIES, CONSUMABLES = len(MERCENARY_CARD), len(CONSUMABLE_CARD)


def _places_in(cards: Table) -> Table:
    """For each card its place in a list of cards, or -1."""
    found = list(map(int, cards))
    return table(found.index(card) if card in found else -1 for card in range(ALL_CARDS))


LOCATION_OF, MERCENARY_OF = _places_in(LOCATION_CARD), _places_in(MERCENARY_CARD)
CARD_DECK = table([BOARD.decks.index(card["deck"]) for card in CARDS.artifacts] + [SHOP] * SHOP_CARDS)
DECK_SIZE = max(sum(1 for card in CARDS.artifacts if card["deck"] == deck) for deck in BOARD.decks)
CARD_SLOT = table((*SLOTS, "any").index(card["slot"]) if "slot" in card else -1 for card in CARDS.all)
CARD_USE = table(sum(1 << ACTION_CARDS.index(symbol) for symbol in card.get("use", [])) for card in CARDS.all)
CARD_RETURNS = table(card.get("after") == "return" for card in CARDS.all)
CARD_NEED = table(NEEDS.index(card.get("need", "")) for card in CARDS.all)


def _mana(entry: Entry) -> list[int]:
    return [int(entry.get(kind, 0)) for kind in (*KINDS, "any")]


CARD_COST = table(_mana(card.get("cost", {})) for card in CARDS.all)
OP_NAMES = tuple(OPS)


def _op(op: Entry) -> list[int]:
    """An operation as five numbers: which, then its parameters."""
    found = [OP_NAMES.index(op["op"])]
    for parameter in OPS[op["op"]]:
        value = op.get(parameter, "both" if parameter == "die" else 0)
        found.append(WORDS[parameter].index(value) if parameter in WORDS else int(value))
    return found + [0] * (5 - len(found))


def _ops(card: Entry) -> list[list[int]]:
    ops = [_op(op) for op in card.get("do", [])]
    return ops + [[0] * 5] * (MOST_OPS - len(ops))


CARD_OPS = table(map(_ops, CARDS.all))

(
    NO_OP,
    GAIN_OP,
    DRAW_OP,
    SIFT_OP,
    SURVEY_OP,
    ATLAS_OP,
    ROUSE_OP,
    REDEPLOY_OP,
    AGAIN_OP,
    AP_OP,
    FOE_AP_OP,
    REROLL_OP,
    RESCUE_OP,
    SPOILS_OP,
    STEAL_OP,
    ROUT_OP,
    TRADE_OP,
    CONVERT_OP,
    FATE_OP,
    FATE_SET_OP,
    VICTORY_OP,
) = range(len(OPS))


def _has_op(card: Entry, *names: str) -> bool:
    return any(op["op"] in names for op in card.get("do", []))


def _names_foe(card: Entry) -> bool:
    return any(op["op"] == "foe_ap" or op.get("side") == "foe" for op in card.get("do", []))


IS_FOR_FIGHTS = table(_has_op(card, "ap", "foe_ap", "reroll", "rescue", "spoils") for card in CARDS.all)
IS_FOR_FATE = table(_has_op(card, "fate", "fate_set") for card in CARDS.all)
NAMES_FOE = table(map(_names_foe, CARDS.all))


def _gives(card: Entry) -> list[int]:
    """Whether a card gives mana of each kind."""
    gains = [_mana(op) for op in card.get("do", []) if op["op"] == "gain"]
    return [int(any(gain[kind] or gain[ANY] for gain in gains)) for kind in range(len(KINDS))]


CARD_GIVES = table(map(_gives, CARDS.all))


def _passives(card: Entry, slot: int) -> list[int]:
    """What a card gives in a slot, column by column. [OL-R31]"""
    columns = [0] * COLUMNS
    for passive in card.get("passive", []):
        if passive.get("slot", SLOTS[slot]) != SLOTS[slot]:
            continue
        name = passive["p"]
        if name == "income":
            first = INCOME + 4 * MOMENTS.index(passive["on"])
            for kind, amount in enumerate(_mana(passive)):
                columns[first + kind] += amount
        elif name == "pick":
            columns[PICK_LOOK] = max(columns[PICK_LOOK], passive["look"])
        else:
            column = f"ap_{passive.get('when', 'always')}" if name == "ap" else name
            columns[PASSIVES.index(column)] += passive.get("n", 1)
    return columns


LOCATION_GIVES = table([_passives(CARDS.all[card], slot) for slot in range(len(SLOTS))] for card in LOCATION_CARD)
LOYALTY_GIVES = table(_passives(card, 0) for card in CARDS.loyalties)
LOYALTY_SEAT = table(SEAT_COLOURS.index(card["color"]) for card in CARDS.loyalties)
LOYALTY_MANA = table(_mana(card["start"]) for card in CARDS.loyalties)


def _traits(card: Entry) -> list[int]:
    columns = [0, 1, 0, 0, 0, 0]
    for trait in card.get("unit", []):
        name = "look" if trait["u"] == "pick" else trait["u"]
        columns[TRAITS.index(name)] = trait.get("look", trait.get("n", 1))
    return columns


# One row for each mercenary, after a row for basic units.
UNIT_TRAIT = table([_traits({}), *(_traits(CARDS.all[card]) for card in MERCENARY_CARD)])
