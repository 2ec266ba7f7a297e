"""A position of Olith as one line of text, both ways.

The line is words `name=value`; what is at its start is left out. Lists go by commas, seats are in their order. Units:
`units=r1a,camp,aside,aside/camp!m,port,aside,aside`, each with marks for moved, acted, bought and sold in this turn;
`mercs=outrider:soul:camp`. Sites: `sites=r1a:x+soul2,r2b:c`, excavated or corrupted, the unit that did it in this turn (`u0`),
Victory Tokens. Cards stand where they are (`hand.soul=`, `played.soul=`, `mat.soul=`, `row=`, `discard=`, `abandoned=`), with `~`
and a set of seats where more than the owner know one; all others are in their pools. `ask=` lists what is still to be done,
the last first asked: kind, seat and up to three numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ludarium.contract import State
from ludarium.errors import BadPosition, listed, nearest

from .data import (
    ACTION_CARDS,
    ALL_CARDS,
    BASIC_UNITS,
    BOARD,
    CARD_DECK,
    CARD_NAMES,
    DECK_CARDS,
    DECK_SIZE,
    DECKS,
    KINDS,
    LEVELS,
    LOCATION_CARD,
    LOCATION_OF,
    LOYALTY_NAMES,
    LOYALTY_SEAT,
    MANA_CAP,
    MOST_LOOK,
    REGION_NAMES,
    SEAT_COLOURS,
    SHOP_ROW,
    SITE_NAMES,
    SITES,
    SPACES,
    VICTORY_TOKENS,
)
from .decks import generation_of
from .rules import clear_table, set_up_units
from .state import (
    ABANDONED,
    ASIDE,
    BASICS,
    BOARD_PLACES,
    BURIED,
    DEPTH,
    DISCARD,
    EVERYBODY,
    FIRST_DECISION,
    FIRST_PROGRAM,
    FRAMES,
    HAND,
    LOOKED,
    MAT,
    MERCENARY_NAMES,
    NOBODY,
    PLAYED,
    ROW,
    SEATS,
    SETUP,
    UNITS,
)

PLACE_NAMES = (*BOARD_PLACES, "camp", "exhausted", "aside")
MARKS = ("moved", "acted", "bought", "sold")
COUNTERS = ("rounds", "wheel", "turns", "roused", "survey", "again", "slotted")
Words = dict[str, str]


# Writing


def write_position(state: State) -> str:
    """One line that `read_position` reads back to the same position, but for its options."""
    return " ".join(f"{name}={value}" for name, value in _words(state) if value)


def _words(state: State) -> Iterator[tuple[str, str]]:
    players = int(state.options.players)
    for name in COUNTERS:
        yield name, str(int(state[name]) or "")
    for name, names in (("region", REGION_NAMES), ("victory_region", REGION_NAMES), ("action_card", ACTION_CARDS)):
        yield name, _name(names, state[name])
    for name in ("token", "current"):
        yield name, _name(SEAT_COLOURS, state[name])
    yield "crystals", _list(_crystal_text(state, favor) for favor in range(3) if state.crystal[favor] != NOBODY)
    loyalties = [_name(LOYALTY_NAMES, state.loyalty[seat]) or "-" for seat in range(players)]
    yield "loyalty", "" if set(loyalties) == {"-"} else ",".join(loyalties)
    yield "mana", _rows(state.mana[:players], 0)
    yield "atlas", _rows(state.atlas[:players], 1)
    slots = ["/".join(_name(CARD_NAMES, card) or "-" for card in state.slot[seat]) for seat in range(players)]
    yield "slots", "" if all(slot == "-/-/-" for slot in slots) else ",".join(slots)
    yield "units", "/".join(",".join(_unit_text(state, unit) for unit in _basics(seat)) for seat in range(players))
    mercenaries = [unit for unit in range(BASICS, UNITS) if state.owner[unit] != NOBODY]
    yield "mercs", _list(_mercenary_text(state, unit) for unit in mercenaries)
    yield "sites", _list(f"{SITE_NAMES[site]}:{text}" for site in range(SITES) if (text := _site_text(state, site)))
    yield from _card_words(state)
    yield from _fight_words(state)
    yield "over", _seats_text(int(state.winners)) if state.over else ""
    yield "ask", _list(":".join(map(str, _frame_text(state.frame[place]))) for place in range(int(state.frames)))


def _basics(seat: int) -> range:
    return range(seat * BASIC_UNITS, (seat + 1) * BASIC_UNITS)


def _list(texts: Iterator[str]) -> str:
    return ",".join(texts)


def _name(names: Sequence[str], place: Any) -> str:
    return names[int(place)] if int(place) >= 0 else ""


def _rows(table: Any, start: int) -> str:
    return "" if (table == start).all() else ",".join("/".join(map(str, row)) for row in table.tolist())


def _crystal_text(state: State, favor: int) -> str:
    owner = _name(SEAT_COLOURS, state.crystal_of[favor])
    return KINDS[int(state.crystal[favor])] + (f":{owner}" if owner else "")


def _unit_text(state: State, unit: int) -> str:
    marks = "".join(mark[0] for mark in MARKS if state[mark][unit])
    return f"{PLACE_NAMES[int(state.place[unit])]}{f'!{marks}' if marks else ''}"


def _mercenary_text(state: State, unit: int) -> str:
    return f"{MERCENARY_NAMES[unit - BASICS]}:{SEAT_COLOURS[int(state.owner[unit])]}:{_unit_text(state, unit)}"


def _site_text(state: State, site: int) -> str:
    parts = [("", "x", "c")[int(state.dug[site])]]
    if state.digger[site] != NOBODY:
        parts.append(f"u{int(state.digger[site])}")
    if state.token_of[site] != NOBODY:
        parts.append(f"{SEAT_COLOURS[int(state.token_of[site])]}{int(state.stack[site])}")
    return "+".join(part for part in parts if part)


def _card_words(state: State) -> Iterator[tuple[str, str]]:
    for seat in range(int(state.options.players)):
        for name, zone in (("hand", HAND), ("played", PLAYED), ("mat", MAT)):
            yield f"{name}.{SEAT_COLOURS[seat]}", _zone_text(state, zone + seat, 1 << seat if zone == HAND else EVERYBODY)
    for name, zone in (("row", ROW), ("discard", DISCARD), ("abandoned", ABANDONED)):
        yield name, _zone_text(state, zone, EVERYBODY)
    yield "looked", _list(_card_text(state, int(card), 0) for card in state.look[: int(state.looks)])
    yield "kept", _list(_card_text(state, int(card), 0) for card in state.kept[: int(state.keeps)])
    for deck in range(DECKS):
        buried = zip(state.buried[deck], state.burier[deck], range(int(state.depth[deck])), strict=False)
        yield (
            f"buried.{BOARD.decks[deck]}",
            _list(f"{_card_text(state, card, 1 << seat)}:{SEAT_COLOURS[seat]}" for card, seat, _ in buried),
        )
        yield f"newest.{BOARD.decks[deck]}", str(int(state.newest[deck]) or "")
    yield "batch", _list(f"{CARD_NAMES[card]}:{int(state.batch[card])}" for card in state.batch.nonzero()[0])


def _zone_text(state: State, zone: int, usual: int) -> str:
    return _list(_card_text(state, card, usual) for card in (state.where == zone).nonzero()[0])


def _card_text(state: State, card: int, usual: int) -> str:
    known = int(state.known[card])
    return f"{CARD_NAMES[card]}{f'~{known}' if known != usual else ''}"


def _fight_words(state: State) -> Iterator[tuple[str, str]]:
    if not state.fighters:
        return
    if state.is_final:
        yield "final", _seats_text(int(state.fighters))
    else:
        sides = [SEAT_COLOURS[int(state.attacker)], SEAT_COLOURS[int(state.defender)]]
        units = [str(int(state.striker)), str(int(state.guard)), PLACE_NAMES[int(state.target)]]
        yield "fight", ",".join(sides + units)
    yield "rolled", str(int(state.is_rolled) or "")
    yield "foe", _name(SEAT_COLOURS, state.foe)
    yield "dice", _rows(state.dice, 0)
    for name in ("ap", "commit", "rescue", "spoils"):
        yield name, ",".join(map(str, state[name].tolist())) if state[name].any() else ""


def _seats_text(seats: int) -> str:
    return "+".join(colour for seat, colour in enumerate(SEAT_COLOURS) if seats >> seat & 1)


def _frame_text(frame: Any) -> list[str]:
    kind, who, *numbers = frame.tolist()
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return [FRAMES[kind], _name(SEAT_COLOURS, who) or "-", *map(str, numbers)]


# Reading


def read_position(state: State, text: str) -> None:
    """Make a position at the start the one that the line tells of, checked to be one that can stand on a table."""
    words = _split(text)
    _clear(state)
    _read_numbers(state, words)
    _read_mats(state, words)
    _read_units(state, words)
    _read_sites(state, words)
    _read_cards(state, words)
    _read_fight(state, words)
    _read_frames(state, words)
    if words:
        raise BadPosition(f"there is no {next(iter(words))}= in a position of Olith")
    _settle_sites(state)
    _check(state)


def _split(text: str) -> Words:
    words: Words = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or not value or name in words:
            raise BadPosition(f"wanted words name=value, each once; came {word!r}")
        words[name] = value
    return words


def _clear(state: State) -> None:
    for name in state.dtype.names:
        if name != "options":
            state[name] = 0
    clear_table(state)
    set_up_units(state)


def _place(names: Sequence[str], word: str, what: str) -> int:
    if word not in names:
        raise BadPosition(f"{word!r} is no {what}; {nearest(word, names)}")
    return names.index(word)


def _seat(state: State, word: str) -> int:
    return _place(SEAT_COLOURS[: int(state.options.players)], word, "player")


def _seats(state: State, text: str) -> int:
    return sum(1 << _seat(state, word) for word in text.split("+"))


def _number(word: str, low: int, high: int, what: str) -> int:
    if not re.fullmatch(r"-?\d{1,3}", word) or not low <= int(word) <= high:
        raise BadPosition(f"{what} reads {word!r}; wanted a whole number from {low} to {high}")
    return int(word)


def _entries(words: Words, name: str) -> list[str]:
    return words.pop(name).split(",") if name in words else []


def _read_numbers(state: State, words: Words) -> None:
    for name in COUNTERS:
        if name in words:
            state[name] = _number(words.pop(name), 0, SPACES - 1 if name == "wheel" else 100, name)
    for name, names in (("region", REGION_NAMES), ("victory_region", REGION_NAMES), ("action_card", ACTION_CARDS)):
        if name in words:
            state[name] = _place(names, words.pop(name), name)
    for name in ("token", "current"):
        if name in words:
            state[name] = _seat(state, words.pop(name))
    crystals = _entries(words, "crystals")
    if crystals and sorted(crystal.partition(":")[0] for crystal in crystals) != sorted(KINDS):
        raise BadPosition(f"crystals wants {listed(KINDS)} in some order, came {','.join(crystals)!r}")
    for favor, crystal in enumerate(crystals):
        kind, _, owner = crystal.partition(":")
        state.crystal[favor] = KINDS.index(kind)
        state.crystal_of[favor] = _seat(state, owner) if owner else NOBODY


def _read_mats(state: State, words: Words) -> None:
    players = int(state.options.players)
    for seat, name in enumerate(_for_seats(words, "loyalty", players)):
        if name != "-":
            state.loyalty[seat] = _place(LOYALTY_NAMES, name, "Loyalty")
            if LOYALTY_SEAT[int(state.loyalty[seat])] != seat:
                raise BadPosition(f"loyalty: {name} does not belong to {SEAT_COLOURS[seat]}")
    for name, low, high in (("mana", 0, MANA_CAP), ("atlas", 1, LEVELS)):
        state[name][:players] = low
        for seat, row in enumerate(_for_seats(words, name, players)):
            state[name][seat] = [_number(word, low, high, name) for word in _three(name, row)]
    for seat, row in enumerate(_for_seats(words, "slots", players)):
        for slot, name in enumerate(_three("slots", row)):
            state.slot[seat, slot] = NOBODY if name == "-" else _place(CARD_NAMES, name, "card")


def _for_seats(words: Words, name: str, players: int) -> list[str]:
    rows = _entries(words, name)
    if rows and len(rows) != players:
        raise BadPosition(f"{name} has {len(rows)} entries; wanted one for each of {players} players")
    return rows


def _three(name: str, row: str) -> list[str]:
    parts = row.split("/")
    if len(parts) != 3:
        raise BadPosition(f"{name} reads {row!r}; wanted three parts, as in 1/2/3")
    return parts


def _read_units(state: State, words: Words) -> None:
    players = int(state.options.players)
    rows = words.pop("units").split("/") if "units" in words else []
    if rows and (len(rows) != players or any(row.count(",") != BASIC_UNITS - 1 for row in rows)):
        raise BadPosition(f"units wants {BASIC_UNITS} places for each of {players} players, as in camp,camp,aside,aside")
    for seat, row in enumerate(rows):
        for unit, text in zip(_basics(seat), row.split(","), strict=True):
            _read_unit(state, unit, text)
    for text in _entries(words, "mercs"):
        name, _, rest = text.partition(":")
        unit = BASICS + _place(MERCENARY_NAMES, name, "mercenary")
        owner, _, place = rest.partition(":")
        state.owner[unit] = _seat(state, owner)
        _read_unit(state, unit, place)


def _read_unit(state: State, unit: int, text: str) -> None:
    place, _, marks = text.partition("!")
    state.place[unit] = _place(PLACE_NAMES, place, "place")
    for mark in MARKS:
        state[mark][unit] = mark[0] in marks
    if set(marks) - {mark[0] for mark in MARKS}:
        raise BadPosition(f"unit {text!r}: marks are m, a, b and s")


def _read_sites(state: State, words: Words) -> None:
    for text in _entries(words, "sites"):
        name, _, parts = text.partition(":")
        site = _place(SITE_NAMES, name, "site")
        for part in parts.split("+"):
            token = re.fullmatch(r"([a-z]+?)(\d+)", part)
            if part in ("x", "c"):
                state.dug[site] = "xc".index(part) + 1
            elif token and token[1] == "u":
                state.digger[site] = _number(token[2], 0, UNITS - 1, f"site {name}")
            elif token:
                seat, count = _seat(state, token[1]), _number(token[2], 1, VICTORY_TOKENS, f"site {name}")
                state.token_of[site], state.stack[site] = seat, count
                state.tokens[seat] += count
            else:
                raise BadPosition(f"site {name} reads {parts!r}; wanted x or c, u0, or tokens such as soul2")


def _read_cards(state: State, words: Words) -> None:
    seen: set[int] = set()

    def lay(text: str, where: int, usual: int) -> int:
        name, _, known = text.partition("~")
        card = _place(CARD_NAMES, name, "card")
        if card in seen:
            raise BadPosition(f"{name} lies in two places")
        seen.add(card)
        state.where[card] = where
        state.known[card] = _number(known, 0, EVERYBODY, name) if known else usual
        return card

    for text in _entries(words, "batch"):
        name, _, batch = text.partition(":")
        state.batch[_place(CARD_NAMES[:DECK_CARDS], name, "card of a deck")] = _number(batch, 0, DECK_SIZE - 1, name)
    for seat in range(int(state.options.players)):
        for text in _entries(words, f"hand.{SEAT_COLOURS[seat]}"):
            card = lay(text, HAND + seat, 1 << seat)
            if card >= DECK_CARDS or LOCATION_OF[card] >= 0:
                raise BadPosition(f"{CARD_NAMES[card]} is no Artifact, so it cannot be in a hand")
            state.held[seat, generation_of(state, card)] += 1
        for name, zone in (("played", PLAYED), ("mat", MAT)):
            for text in _entries(words, f"{name}.{SEAT_COLOURS[seat]}"):
                lay(text, zone + seat, EVERYBODY)
    for name, zone in (("row", ROW), ("discard", DISCARD), ("abandoned", ABANDONED)):
        for text in _entries(words, name):
            lay(text, zone, EVERYBODY)
    _read_looks(state, words, lay)
    for card in range(ALL_CARDS):
        state.pool[CARD_DECK[card]] += card not in seen


def _read_looks(state: State, words: Words, lay: Callable[[str, int, int], int]) -> None:
    for name, count in (("looked", "looks"), ("kept", "keeps")):
        for place, text in enumerate(_entries(words, name)[:MOST_LOOK]):
            state["look" if name == "looked" else "kept"][place] = lay(text, LOOKED, 0)
            state[count] += 1
    for deck in range(DECKS):
        for text in _entries(words, f"buried.{BOARD.decks[deck]}"):
            name, _, burier = text.partition(":")
            seat = _seat(state, burier)
            card = lay(name, BURIED, 1 << seat)
            if CARD_DECK[card] != deck:
                raise BadPosition(f"{CARD_NAMES[card]} is no card of the deck {BOARD.decks[deck]}")
            place = int(state.depth[deck])
            state.buried[deck, place], state.burier[deck, place] = card, seat
            state.depth[deck] += 1
        if f"newest.{BOARD.decks[deck]}" in words:
            state.newest[deck] = _number(words.pop(f"newest.{BOARD.decks[deck]}"), -1, DECK_SIZE - 1, "newest")


def _read_fight(state: State, words: Words) -> None:
    if "final" in words:
        state.is_final, state.fighters = 1, _seats(state, words.pop("final"))
    if "fight" in words:
        parts = words.pop("fight").split(",")
        if len(parts) != 5:
            raise BadPosition("fight wants attacker, defender, their units and the place, as in soul,shadow,0,4,r1a")
        state.attacker, state.defender = _seat(state, parts[0]), _seat(state, parts[1])
        state.striker, state.guard = (_number(part, -1, UNITS - 1, "fight") for part in parts[2:4])
        state.target = _place(PLACE_NAMES, parts[4], "place")
        state.fighters = 1 << int(state.attacker) | 1 << int(state.defender)
    if "rolled" in words:
        state.is_rolled = _number(words.pop("rolled"), 0, 1, "rolled")
    if "foe" in words:
        state.foe = _seat(state, words.pop("foe"))
    for seat, row in enumerate(_entries(words, "dice")[:SEATS]):
        state.dice[seat] = [_number(word, 0, 9, "dice") for word in _three("dice", row)]
    for name in ("ap", "commit", "rescue", "spoils"):
        for seat, word in enumerate(_entries(words, name)[:SEATS]):
            state[name][seat] = _number(word, -100, 100, name)


def _read_frames(state: State, words: Words) -> None:
    if "over" in words:
        state.over, state.winners = 1, _seats(state, words.pop("over"))
    frames = _entries(words, "ask")
    if bool(frames) == bool(state.over) or len(frames) > DEPTH:
        raise BadPosition("wanted either over= with the winners or ask= with what is still to be done")
    for place, text in enumerate(frames):
        kind, who, *numbers = [*text.split(":"), "-"] if ":" not in text else text.split(":")
        seat = NOBODY if who == "-" else _seat(state, who)
        values = [_number(word, -1, 127, "ask") for word in numbers[:3]]
        state.frame[place] = [_place(FRAMES, kind, "question"), seat, *values, *[0] * (3 - len(values))]
    state.frames = len(frames)


def _settle_sites(state: State) -> None:
    """Who stands on each site; in a fight for it, the defender."""
    for unit in range(UNITS):
        place = int(state.place[unit])
        if place >= SITES:
            continue
        other = int(state.unit[place])
        if other != NOBODY and not (state.fighters and place == int(state.target)):
            raise BadPosition(f"two units stand on {SITE_NAMES[place]}")
        if other == NOBODY or unit == int(state.guard):
            state.unit[place] = unit


def _check(state: State) -> None:
    """What must hold on any table."""
    for unit in range(UNITS):
        if state.owner[unit] == NOBODY and state.place[unit] != ASIDE:
            raise BadPosition("a unit that belongs to nobody stands on the board")
    if int(state.tokens.max()) > VICTORY_TOKENS:
        raise BadPosition(f"a player has {VICTORY_TOKENS} Victory Tokens, not {int(state.tokens.max())}")
    for seat in range(int(state.options.players)):
        for card in state.slot[seat]:
            if card != NOBODY and int(state.where[card]) != MAT + seat:
                raise BadPosition(
                    f"{CARD_NAMES[card]} is in a slot of {SEAT_COLOURS[seat]}, so mat.{SEAT_COLOURS[seat]} must name it"
                )
    if (state.where == ROW).sum() > SHOP_ROW:
        raise BadPosition(f"the shop's row has {SHOP_ROW} places")
    for card in LOCATION_CARD:
        if int(state.where[card]) in (DISCARD, *range(PLAYED, PLAYED + SEATS)):
            raise BadPosition(f"{CARD_NAMES[card]} is a location: never discarded or played")
    is_set_up = state.region != NOBODY and state.token != NOBODY and NOBODY not in state.loyalty[: int(state.options.players)]
    if not is_set_up and (state.over or int(state.frame[0][0]) != SETUP):
        raise BadPosition("after the setup there are region=, token= and every player's loyalty=")
    if not state.over and not _is_question(state):
        raise BadPosition("ask= must end in something that a player or chance decides")


def _is_question(state: State) -> bool:
    kind, who = (int(part) for part in state.frame[int(state.frames) - 1][:2])
    return kind < FIRST_PROGRAM and (kind < FIRST_DECISION or who != NOBODY)
