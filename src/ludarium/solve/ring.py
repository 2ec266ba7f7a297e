"""A ring: what every move makes of a placement's number.

Whether a move is open depends on the cards where the other side stands, that is on its class alone; so one list for each
placement serves against every class of the other side.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from ludarium.games.obelus.state import MAX_VALUE, NEAREST
from ludarium.solve.layers import moved, symmetries
from ludarium.solve.numbering import NONE, Numbers, Shown, as_set, bits, numbering, placements

Placement = tuple[int, int, Shown]


class Ring(NamedTuple):
    """A numbering, and what placements can do."""

    cards: int
    obelisks: int
    positions: int
    rows: int
    group_summoned: Numbers
    group_banished: Numbers
    group_first: Numbers
    class_group: Numbers
    class_summoned: Numbers
    class_size: Numbers
    class_first: Numbers
    class_of: Numbers
    banished_rank: Numbers
    shown_rank: Numbers
    shown_count: Numbers
    tile: Numbers
    tile_row: Numbers
    # placements
    place_class: Numbers
    place_four: Numbers  # the card with a summoned 4, as a set
    taken: Numbers  # [placement, card]: after the obelisk there is banished, or NONE
    image: Numbers  # [symmetry, placement]
    nearest: Numbers  # [card, rifts]: where a reform's rift can go
    # what a placement can do: its shifts that reform nothing, then its other arrivals
    arrival_first: Numbers  # [placement]
    arrival_other: Numbers  # [placement]: the first that is a summon or reforms
    passed: Numbers  # [arrival]: the cards between start and end
    end: Numbers  # [arrival]: the card
    is_four: Numbers  # [arrival]: whether it moves as a 4
    is_summon: Numbers
    is_reform: Numbers
    target_first: Numbers  # [arrival]
    target: Numbers  # placements, one for each value that can be set


class Arrival(NamedTuple):
    """A summon or shift of one obelisk to one card."""

    passed: int
    end: int
    is_four: bool
    is_summon: bool
    is_reform: bool
    targets: list[int]


@cache
def ring(cards: int, obelisks: int) -> Ring:
    """The tables of a ring of that many cards, with that many obelisks a side; eight cards take some seconds."""
    return _Builder(cards, obelisks).build()


class _Builder:
    def __init__(self, cards: int, obelisks: int) -> None:
        self.cards, self.obelisks = cards, obelisks
        self.places = list(placements(cards, obelisks))
        self.number = {place: number for number, place in enumerate(self.places)}

    def build(self) -> Ring:
        table = numbering(self.cards, self.obelisks)
        return Ring(
            *table,
            place_class=np.repeat(np.arange(len(table.class_size)), table.class_size),
            place_four=np.array([_four(place) for place in self.places]),
            taken=np.array([[self._taken(place, card) for card in range(self.cards)] for place in self.places]),
            image=np.array([[self._image(place, symmetry) for place in self.places] for symmetry in symmetries(self.cards)]),
            nearest=NEAREST[self.cards, : self.cards, : 1 << self.cards].astype(np.int64),
            **self._arrivals(),  # type: ignore[arg-type]
        )

    def _number(self, shown: dict[int, int], banished: int) -> int:
        cards = tuple(sorted(shown))
        return self.number[as_set(cards), banished, tuple(shown[card] for card in cards)]

    def _taken(self, place: Placement, card: int) -> int:
        """What is left when the obelisk on that card is banished. [OB-36]"""
        summoned, banished, _ = place
        if not summoned >> card & 1:
            return NONE
        shown = _by_card(place)
        del shown[card]
        return self._number(shown, banished | 1 << card)

    def _image(self, place: Placement, symmetry: tuple[int, ...]) -> int:
        return self._number({symmetry[card]: value for card, value in _by_card(place).items()}, moved(place[1], symmetry))

    def _arrivals(self) -> dict[str, Numbers]:
        first, other, arrivals = [0], [], list[Arrival]()
        for place in self.places:
            found = [*self._shifts(place), *self._summons(place)]
            plain = [arrival for arrival in found if not arrival.is_summon and not arrival.is_reform]
            arrivals += plain
            other.append(len(arrivals))
            arrivals += [arrival for arrival in found if arrival not in plain]
            first.append(len(arrivals))
        fields = ("passed", "end", "is_four", "is_summon", "is_reform")
        return {field: np.array([getattr(arrival, field) for arrival in arrivals], np.int64) for field in fields} | {
            "arrival_first": np.array(first),
            "arrival_other": np.array(other),
            "target_first": np.cumsum([0, *(len(arrival.targets) for arrival in arrivals)]),
            "target": np.array([target for arrival in arrivals for target in arrival.targets]),
        }

    def _summons(self, place: Placement) -> Iterator[Arrival]:
        """An obelisk from the centre, on any card where no own one stands. [OB-30, OB-31, OB-33]"""
        summoned, banished, shown = place
        if len(shown) + banished.bit_count() == self.obelisks:
            return
        for end in range(self.cards):
            if not summoned >> end & 1:
                is_reform = bool(banished >> end & 1)
                yield Arrival(0, end, False, True, is_reform, self._set(_by_card(place), banished, end, 0))

    def _shifts(self, place: Placement) -> Iterator[Arrival]:
        """Every obelisk, both ways, as far as its value. [OB-34, OB-36, OB-37]"""
        summoned, banished, _ = place
        for (start, value), way in product(_by_card(place).items(), (1, -1)):
            end = (start + way * value) % self.cards
            if summoned >> end & 1:  # an own one stands there, or it would end where it began
                continue
            left = _by_card(place)
            del left[start]
            passed = as_set(tuple({(start + way * steps) % self.cards for steps in range(1, value)}))
            is_reform = bool(banished >> end & 1)
            yield Arrival(passed, end, value == MAX_VALUE, False, is_reform, self._set(left, banished, end, value))

    def _set(self, shown: dict[int, int], banished: int, end: int, old: int) -> list[int]:
        """One placement for each value that can be set: another than before, and no second 4. [OB-31, OB-37, OB-40]"""
        values = [value for value in range(1, MAX_VALUE + 1) if value != old]
        if MAX_VALUE in shown.values():
            values.remove(MAX_VALUE)
        return [self._number(shown | {end: value}, banished & ~(1 << end)) for value in values]


def _by_card(place: Placement) -> dict[int, int]:
    return dict(zip(bits(place[0]), place[2], strict=True))


def _four(place: Placement) -> int:
    return as_set(tuple(card for card, value in _by_card(place).items() if value == MAX_VALUE))
