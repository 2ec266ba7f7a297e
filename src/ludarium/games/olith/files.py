"""The files of Olith: board and cards as a designer writes them, read and checked. [OL-C1, OL-C6]

Everything that is wrong is told with file, card and field. What passes here can be played: numbers fit their places in a
position, every card uses the vocabulary, names can stand in notation.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from ludarium.errors import LudariumError, listed, nearest

Entry = Mapping[str, Any]

FOLDER = Path(__file__).parent
FILES = ("board", "cards")  # that may be handed over; cards are checked against the board

KINDS = ("power", "soul", "wisdom")  # of mana [OL-1]
COLOURS = ("red", "blue", "yellow")  # of regions [OL-5]
LEVELS = 4
SEAT_COLOURS = ("soul", "shadow", "power", "wisdom")  # by seat [OL-1, OL-R44]
SLOTS = ("mountain", "valley", "forest")
ACTION_CARDS = ("expedition", "tactics", "combat")
NEEDS = ("", "attacking", "defending", "unit_red", "unit_blue", "unit_yellow")
ICONS = ("", "recruits", "favor", "corruption")
MOMENTS = (*ACTION_CARDS, "prepare")
MOST_OPS = 4
MOST_LOOK = 12  # cards looked at together; more extra ones are lost
# What a position has room for.
MOST_SITES, MOST_PLACES, MOST_CARDS, MOST_IN_DECK, MOST_MERCENARIES, MOST_TOGETHER = 60, 100, 120, 40, 12, 100
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
RESERVED = (*SEAT_COLOURS, "port", "camp", "exhausted", "aside")

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
ANY_OF = ("gain", "trade")  # of their parameters one is enough
PASSIVES = {
    "camp": ("n",),
    "ap": ("n", "when"),
    "income": ("on", *KINDS, "any"),
    "unlock_discount": ("n",),
    "free_rouse": ("n",),
    "pick": ("look", "keep"),
    "corrupt_keep": ("n",),
    "spoils": ("n",),
}
TRAITS = {"ap": ("n",), "weight": ("n",), "tactics_bonus": ("n",), "swift": ("n",), "pick": ("look", "keep"), "ahead": ("n",)}
FIELDS = {
    "artifact": ("deck", "use", "after", "need", "cost", "do"),
    "location": ("deck", "slot", "passive"),
    "mercenary": ("cost", "unit"),
    "consumable": ("cost", "do"),
    "loyalty": ("color", "start", "passive"),
    "action": ("color", "use", "after"),
}
COMMON = ("id", "name", "text", "name_nl", "text_nl", "kind")
SCHEMA = 1


class BadData(LudariumError):
    """A board or card file that cannot be played with."""

    code = "bad-data"


def check(texts: Mapping[str, tuple[str, str]]) -> None:
    """Whether these files, each a name and its text, can be played with, the game's own in place of those not given."""
    board = Board(*texts.get("board", standard("board")))
    Cards(*texts.get("cards", standard("cards")), board)


@lru_cache(maxsize=64)
def differences(option: str, text: str) -> dict[str, list[str]]:
    """What a file has that the game's own has not, has otherwise, and lacks: cards by id, parts of the board by name."""
    parts = _card_parts if option == "cards" else _board_parts
    new, old = parts(tomllib.loads(text)), parts(tomllib.loads(standard(option)[1]))
    changed = [name for name in new if name in old and new[name] != old[name]]
    return {
        "new": [name for name in new if name not in old],
        "changed": changed,
        "gone": [name for name in old if name not in new],
    }


def _card_parts(tables: Entry) -> dict[str, Any]:
    return {card["id"]: card for kind in ("artifact", "shop", "player") for card in tables.get(kind, [])}


def _board_parts(tables: Entry) -> dict[str, Any]:
    listed_ = {entry["id"]: entry for kind in ("region", "site") for entry in tables.get(kind, [])}
    named = {f"{part}.{name}": value for part in ("limits", "dice", "fate_wheel") for name, value in tables.get(part, {}).items()}
    return named | listed_


def standard(what: str) -> tuple[str, str]:
    """The game's own file."""
    return f"{what}.toml", (FOLDER / f"{what}.toml").read_text(encoding="utf-8")


def refuse(file: str, place: str, field: str, problem: str) -> None:
    raise BadData(f"{file}, {place}, {field}: {problem}")


def read(file: str, text: str) -> dict[str, Any]:
    """A file's tables, or why it is none."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadData(f"{file} cannot be read: {error}") from error


def is_number(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _entries(file: str, tables: Entry, name: str) -> list[Entry]:
    found = tables.get(name, [])
    if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
        refuse(file, name, "tables", f"wanted a list of tables, each below [[{name}]]")
    return list(found)


class Board:
    """The regions, sites, wheel, dice and limits. [OL-C1, OL-C2, OL-C3, OL-C4]"""

    def __init__(self, file: str, text: str) -> None:
        self.file, self.read = file, read(file, text)
        self.limits = self._limits()
        self.regions = _entries(file, self.read, "region")
        self.sites = _entries(file, self.read, "site")
        self._check_regions()
        self.decks: tuple[str, ...] = tuple(dict.fromkeys(region["deck"] for region in self.regions))
        self._check_sites()
        self._check_place("port", "", self.table("port"))
        self.wheel = self._wheel()
        self.combat_die = self._die("combat", (1, 0, -1))
        self.colour_die = self._die("active_colour", COLOURS)
        self.level_die = self._die("active_level", tuple(range(1, LEVELS + 1)))

    def table(self, name: str) -> dict[str, Any]:
        found = self.read.get(name, {})
        if not isinstance(found, dict):
            refuse(self.file, name, "table", f"wanted a table below [{name}]")
        return dict(found)

    def _limits(self) -> dict[str, Any]:
        limits = self.table("limits")
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
            if not is_number(limits.get(name), low, high):
                refuse(self.file, "limits", name, f"wanted a whole number from {low} to {high}, came {limits.get(name)!r}")
        if limits["units_in_camp_at_start"] > limits["basic_units"]:
            refuse(self.file, "limits", "units_in_camp_at_start", "wanted no more than basic_units")
        return limits

    def _check_regions(self) -> None:
        wanted = [f"{colour}{level}" for colour in COLOURS for level in range(1, LEVELS + 1)]
        if [region.get("id") for region in self.regions] != wanted:
            refuse(self.file, "region", "id", f"wanted {listed(wanted)}, in this order")
        for region in self.regions:
            self._check_region(region)
        if all(region["mana"] == "wisdom" for region in self.regions[::LEVELS]):
            refuse(self.file, "region", "mana", "wanted a colour whose mana is not wisdom")

    def _check_region(self, region: Entry) -> None:
        place, cap = f"region {region['id']}", self.limits["mana_cap"]
        colour, level = region["id"][:-1], int(region["id"][-1])
        if (region.get("color"), region.get("level")) != (colour, level):
            refuse(self.file, place, "color", f"wanted color {colour} and level {level}, as its id says")
        if region.get("mana") not in KINDS:
            refuse(self.file, place, "mana", f"wanted {listed(KINDS)}, came {region.get('mana')!r}")
        if not is_number(region.get("unlock"), 0, cap):
            refuse(self.file, place, "unlock", f"wanted a price from 0 to {cap}, the end of the mana track")
        if not _is_name(region.get("deck")):
            refuse(
                self.file, place, "deck", f"wanted a name in small letters, digits and underscores, came {region.get('deck')!r}"
            )
        if not isinstance(region.get("sites"), list) or not region["sites"]:
            refuse(self.file, place, "sites", "wanted a list of one site or more")

    def _check_sites(self) -> None:
        listed_sites = [site for region in self.regions for site in region["sites"]]
        if [site.get("id") for site in self.sites] != listed_sites:
            refuse(self.file, "site", "id", "wanted every site of the regions once, in their order")
        if len(listed_sites) > MOST_SITES:
            refuse(self.file, "site", "count", f"wanted at most {MOST_SITES} sites, came {len(listed_sites)}")
        for place, site in enumerate(self.sites):
            id_ = site["id"]
            if not _is_name(id_) or id_ in RESERVED or id_ in listed_sites[:place]:
                refuse(self.file, f"site {id_}", "id", "wanted a name of its own in small letters, digits and underscores")
            if not any(site.get("region") == region["id"] and id_ in region["sites"] for region in self.regions):
                refuse(self.file, f"site {id_}", "region", f"wanted the region that lists it, came {site.get('region')!r}")
            self._check_place("site", f" {id_}", site)

    def _check_place(self, what: str, name: str, entry: Entry) -> None:
        for axis in ("x", "y"):
            value = entry.get(axis)
            if not isinstance(value, (int, float)) or not 0 <= value <= 1:
                refuse(self.file, f"{what}{name}", axis, f"wanted a number from 0 to 1, came {value!r}")

    def _wheel(self) -> tuple[int, ...]:
        spaces = self.table("fate_wheel").get("spaces", [])
        if not isinstance(spaces, list):
            refuse(self.file, "fate_wheel", "spaces", "wanted a list of icons")
        for icon in spaces:
            if icon not in ICONS:
                refuse(self.file, "fate_wheel", "spaces", f"{icon!r} is no icon; {nearest(str(icon), ICONS[1:])}")
        if not 2 <= len(spaces) <= 100 or spaces.count("favor") > len(KINDS):
            refuse(self.file, "fate_wheel", "spaces", f"wanted 2 to 100 spaces with at most {len(KINDS)} favors")
        return tuple(ICONS.index(icon) for icon in spaces)

    def _die(self, name: str, faces: tuple[Any, ...]) -> tuple[int, ...]:
        """How many faces of a die show each of these."""
        shown: Any = self.table("dice").get(name)
        if not isinstance(shown, list) or not 1 <= len(shown) <= 20 or any(face not in faces for face in shown):
            refuse(self.file, "dice", name, f"wanted 1 to 20 faces of {listed(map(str, faces))}, came {shown!r}")
        return tuple(shown.count(face) for face in faces)


class Cards:
    """The decks, the shop and the Loyalty cards. [OL-C6]"""

    def __init__(self, file: str, text: str, board: Board) -> None:
        self.file, self.text, self.board, self.read = file, text, board, read(file, text)
        self.artifacts = _entries(file, self.read, "artifact")
        self.shop = _entries(file, self.read, "shop")
        self.players = _entries(file, self.read, "player")
        self.all = [*self.artifacts, *self.shop]
        self.loyalties = [card for card in self.players if card.get("kind") == "loyalty"]
        self._check_ids()
        for card in self.artifacts:
            self._check_artifact(card)
        for card in self.shop:
            self._check_shop_card(card)
        self._check_players()
        self._check_counts()

    def refuse(self, card: Entry, field: str, problem: str) -> None:
        refuse(self.file, f"card {card.get('id', '?')}", field, problem)

    def _check_ids(self) -> None:
        seen = {*RESERVED, *(site["id"] for site in self.board.sites)}
        for card in [*self.all, *self.players]:
            id_ = card.get("id")
            if not _is_name(id_) or id_ in seen:
                self.refuse(card, "id", "wanted a name of its own in small letters, digits and underscores")
            seen.add(str(id_))
            for field, most in (("name", 60), ("text", 400)):
                if not _is_words(card.get(field), most):
                    self.refuse(card, field, f"wanted words on one line, at most {most} letters")
                if f"{field}_nl" in card and not _is_words(card[f"{field}_nl"], most):
                    self.refuse(card, f"{field}_nl", f"wanted words on one line, at most {most} letters")

    def _check_counts(self) -> None:
        """What a position has room for, and at least one card of each kind."""
        kinds = [card["kind"] for card in self.all]
        for kind in ("artifact", "location", "mercenary", "consumable"):
            if kind not in kinds:
                refuse(self.file, "all cards", "count", f"wanted at least one {kind}")
        most = {"mercenary": MOST_MERCENARIES, "location": MOST_PLACES - len(self.board.sites)}
        for kind, count in most.items():
            if kinds.count(kind) > count:
                refuse(self.file, "all cards", "count", f"wanted at most {count} cards {kind}, came {kinds.count(kind)}")
        if len(kinds) > MOST_CARDS:
            refuse(self.file, "all cards", "count", f"wanted at most {MOST_CARDS} deck and shop cards, came {len(kinds)}")
        if len(self.shop) < self.board.limits["shop_row"]:
            refuse(self.file, "all cards", "count", f"wanted at least {self.board.limits['shop_row']} shop cards, for the row")
        for deck in self.board.decks:
            count = sum(card["deck"] == deck for card in self.artifacts)
            if count > MOST_IN_DECK:
                refuse(self.file, f"deck {deck}", "count", f"wanted at most {MOST_IN_DECK} cards, came {count}")
        for op, parameter in (("ap", "n"), ("foe_ap", "n"), ("spoils", "n"), ("survey", "extra"), ("again", "n")):
            total = sum(entry[parameter] for card in self.all for entry in card.get("do", []) if entry["op"] == op)
            if total > MOST_TOGETHER:
                refuse(self.file, "all cards", "do", f"wanted at most {MOST_TOGETHER} {op} on all cards together, came {total}")

    def _check_fields(self, card: Entry, kinds: Sequence[str]) -> None:
        """A card is of one of these kinds and has no field that its kind does not know."""
        if card.get("kind") not in kinds:
            self.refuse(card, "kind", f"wanted {' or '.join(kinds)}, came {card.get('kind')!r}")
        for field in card:
            if field not in (*COMMON, *FIELDS[card["kind"]]):
                self.refuse(card, field, f"a {card['kind']} has no such field; {nearest(field, FIELDS[card['kind']])}")

    def _check_artifact(self, card: Entry) -> None:
        self._check_fields(card, ("artifact", "location"))
        if card.get("deck") not in self.board.decks:
            self.refuse(card, "deck", f"{card.get('deck')!r} is no deck; {nearest(str(card.get('deck')), self.board.decks)}")
        if card["kind"] == "location":
            self._check_word(card, "slot", card.get("slot"), (*SLOTS, "any"))
            self._check_list(card, "passive", PASSIVES, "p")
            return
        use = card.get("use")
        if not isinstance(use, list) or not use or any(use.count(symbol) > 1 for symbol in use):
            self.refuse(card, "use", f"wanted one or more of {listed(ACTION_CARDS)}, each once")
        for symbol in card["use"]:
            self._check_word(card, "use", symbol, ACTION_CARDS)
        self._check_word(card, "after", card.get("after"), ("discard", "return"))
        self._check_word(card, "need", card.get("need", ""), NEEDS)
        self._check_mana(card, "cost")
        self._check_ops(card)

    def _check_shop_card(self, card: Entry) -> None:
        self._check_fields(card, ("mercenary", "consumable"))
        self._check_mana(card, "cost")
        if card["kind"] == "consumable":
            self._check_ops(card)
        else:
            self._check_list(card, "unit", TRAITS, "u")

    def _check_players(self) -> None:
        for card in self.players:
            self._check_fields(card, ("loyalty", "action"))
            self._check_word(card, "color", card.get("color"), SEAT_COLOURS)
        for colour in SEAT_COLOURS:
            loyalties = [card for card in self.loyalties if card["color"] == colour]
            actions = [card.get("use") for card in self.players if card["color"] == colour and card["kind"] == "action"]
            if len(loyalties) != 2 or sorted(map(str, actions)) != sorted(str([symbol]) for symbol in ACTION_CARDS):
                refuse(self.file, f"player {colour}", "count", "wanted 2 Loyalty cards and one Action card of each symbol")
        for card in self.loyalties:
            self._check_mana(card, "start")
            self._check_list(card, "passive", PASSIVES, "p")

    def _check_word(self, card: Entry, field: str, word: object, words: Iterable[str]) -> None:
        words = list(words)
        if word not in words:
            self.refuse(card, field, f"{word!r} is not known; {nearest(str(word), words)}")

    def _check_mana(self, card: Entry, field: str) -> None:
        mana, cap = card.get(field, {}), self.board.limits["mana_cap"]
        if not isinstance(mana, dict):
            self.refuse(card, field, "wanted mana by kind, such as { power = 2, any = 1 }")
        for kind, amount in mana.items():
            self._check_word(card, field, kind, (*KINDS, "any") if field == "cost" else KINDS)
            if not is_number(amount, 0, cap):
                self.refuse(card, field, f"wanted mana from 0 to {cap}, the end of the track, came {amount!r}")

    def _check_ops(self, card: Entry) -> None:
        ops = card.get("do", [])
        if not isinstance(ops, list) or not 1 <= len(ops) <= MOST_OPS:
            self.refuse(card, "do", f"wanted a list of 1 to {MOST_OPS} operations")
        self._check_list(card, "do", {name: parameters for name, parameters in OPS.items() if name}, "op")
        for op in ops:
            if op["op"] == "sift" and not 1 <= op["keep"] <= op["look"]:
                self.refuse(card, "do", "sift wants to keep 1 or more of the cards it looks at")

    def _check_list(self, card: Entry, field: str, vocabulary: Mapping[str, tuple[str, ...]], key: str) -> None:
        """A list of tables, each of which names one entry of the vocabulary and gives its parameters."""
        entries = card.get(field, [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            self.refuse(card, field, f'wanted a list of tables such as {{ {key} = "{next(iter(vocabulary))}", n = 1 }}')
        for entry in entries:
            name = entry.get(key)
            self._check_word(card, field, name, vocabulary)
            for parameter, value in entry.items():
                if parameter not in (key, *vocabulary[name], *_also(field)):
                    self.refuse(card, field, f"{name} knows no {parameter}; it has {listed(vocabulary[name] or ['nothing'])}")
                if parameter != key:
                    self._check_parameter(card, field, parameter, value)
            self._check_presence(card, field, name, entry, vocabulary[name])

    def _check_parameter(self, card: Entry, field: str, parameter: str, value: object) -> None:
        words = {"when": ("always", "attack", "defend"), "on": MOMENTS, "slot": SLOTS, **WORDS}
        if parameter in words:
            self._check_word(card, field, value, words[parameter])
        elif not is_number(value, 0 if parameter == "keep" else 1, 9):
            self.refuse(card, field, f"{parameter} wants a whole number from 1 to 9, came {value!r}")

    def _check_presence(self, card: Entry, field: str, name: str, entry: Entry, parameters: tuple[str, ...]) -> None:
        given = [parameter for parameter in parameters if parameter in entry]
        if name in ANY_OF and not given:
            self.refuse(card, field, f"{name} wants {' or '.join(parameters)}")
        if name == "income" and ("on" not in entry or len(given) < 2):
            self.refuse(card, field, "income wants on, and mana such as any = 1")
        if name == "pick" and (entry.get("keep", 1) != 1 or not entry.get("look", 0) >= 2):
            self.refuse(card, field, "pick wants look from 2 to 9 and keep = 1")
        if field == "do" and name not in ANY_OF:
            missing = [parameter for parameter in parameters if parameter not in (*given, "die")]
            if missing:
                self.refuse(card, field, f"{name} wants {listed(missing)} too")


def _also(field: str) -> tuple[str, ...]:
    return {"do": ("from",), "passive": ("slot",)}.get(field, ())


def _is_name(value: object) -> bool:
    return isinstance(value, str) and NAME.fullmatch(value) is not None


def _is_words(value: object, most: int) -> bool:
    return isinstance(value, str) and len(value.strip()) > 0 and len(value) <= most and value.isprintable()
