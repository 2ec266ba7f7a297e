"""Obelus Pure in plain Python, for verifying tables: written from the rules, and sharing nothing with what made them.

A position is seen by the side to move. Sets are frozensets of cards; `own` and `theirs` have a value for each summoned obelisk.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

Summoned = tuple[tuple[int, int], ...]  # card and value, by card


@dataclass(frozen=True)
class Plain:
    """A position for the side to move. What is neither summoned nor banished is in the centre. [OB-2]"""

    cards: int
    obelisks: int
    rifts: frozenset[int]
    own: Summoned
    own_banished: frozenset[int]
    theirs: Summoned
    their_banished: frozenset[int]

    def after(self) -> Iterator[Plain]:
        """Every position that a move leads to, for the other side; the same one perhaps more than once. [OB-20]"""
        yield from self._summons()
        yield from self._shifts()

    def text(self) -> str:
        """The position as a line that `Match` reads, the side to move as White."""
        own, theirs = dict(self.own), dict(self.theirs)
        cards = [
            (f"W{own[card]}" if card in own else f"B{theirs[card]}" if card in theirs else "")
            + "w" * (card in self.own_banished)
            + "b" * (card in self.their_banished)
            + "*" * (card in self.rifts)
            for card in range(self.cards)
        ]
        centres = (
            self.obelisks - len(self.own) - len(self.own_banished),
            self.obelisks - len(self.theirs) - len(self.their_banished),
        )
        turn = "w" if any(True for _ in self.after()) else "w#"
        settings = [f"cards={self.cards}"] * (self.cards != 8) + [f"obelisks={self.obelisks}"] * (self.obelisks != 4)
        return " ".join([",".join(card or "." for card in cards), "/".join(map(str, centres)), turn, "repetition=0", *settings])

    def _summons(self) -> Iterator[Plain]:
        """From the centre to a card with nothing summoned and no rift, with any value but a second 4. [OB-30, OB-31, OB-33]"""
        if len(self.own) + len(self.own_banished) == self.obelisks:
            return
        taken = {card for card, _ in (*self.own, *self.theirs)}
        has_four = any(value == 4 for _, value in self.own)
        for card in range(self.cards):
            if card not in taken and card not in self.rifts:
                for value in (1, 2, 3) if has_four else (1, 2, 3, 4):
                    yield from self._arrive(dict(self.own), card, value)

    def _shifts(self) -> Iterator[Plain]:
        """As far as its value, either way, past anything but an opposing obelisk. [OB-34, OB-35, OB-36, OB-37, OB-38]"""
        own, theirs = dict(self.own), dict(self.theirs)
        for start, old in self.own:
            left = {card: value for card, value in own.items() if card != start}
            for way in (1, -1):
                *passed, end = [(start + way * step) % self.cards for step in range(1, old + 1)]
                if end in own or any(card in theirs for card in passed):
                    continue
                if theirs.get(end) == 4 and old != 4:
                    continue
                for value in (1, 2, 3, 4):
                    if value != old and not (value == 4 and 4 in left.values()):
                        yield from self._arrive(left, end, value)

    def _arrive(self, own: dict[int, int], card: int, value: int) -> Iterator[Plain]:
        """Banish what stands there, reform what lies there, and put the rift of a reform. [OB-36, OB-40, OB-41, OB-43]"""
        own = own | {card: value}
        theirs = tuple((place, shown) for place, shown in self.theirs if place != card)
        their_banished = self.their_banished | ({card} if len(theirs) < len(self.theirs) else frozenset())
        for rifts in self._rifts_after(card):
            yield Plain(
                self.cards,
                self.obelisks,
                rifts,
                theirs,
                their_banished,
                tuple(sorted(own.items())),
                self.own_banished - {card},
            )

    def _rifts_after(self, card: int) -> list[frozenset[int]]:
        """On the card of arrival, or else the nearest without one, by choice if two are as near. [OB-41, OB-42]"""
        if card not in self.own_banished:
            return [self.rifts]
        for distance in range(self.cards):
            free = {(card + distance) % self.cards, (card - distance) % self.cards} - self.rifts
            if free:
                return [self.rifts | {place} for place in sorted(free)]
        return [self.rifts]
