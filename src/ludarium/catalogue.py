"""The rule catalogue: every rule of a game with its id, in our own words, read from the game's `rules.toml`.

Kernels cannot speak: they answer with a rule's code, a whole number made from its id.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from ludarium.errors import LudariumError, nearest

CODE_OF_LETTER = {"": 0, "R": 1000, "C": 2000}


class UnknownRule(LudariumError):
    code = "unknown-rule"


def code_of(rule: str) -> int:
    """`OB-30` is 30, `OL-R12` is 1012, `OL-C3` is 2003."""
    match = re.fullmatch(r"[A-Z]+-([RC]?)(\d+)", rule)
    if match is None:
        raise UnknownRule(f"{rule!r} is no rule id; they read like OB-30")
    return CODE_OF_LETTER[match[1]] + int(match[2])


@dataclass(frozen=True)
class Rule:
    """One rule: its text by language, its heading, where in the rulebook it comes from, `R` or `C` if it is ours."""

    id: str
    section: str
    text: dict[str, str]
    source: str
    mark: str = ""

    @property
    def code(self) -> int:
        return code_of(self.id)


@dataclass(frozen=True)
class Catalogue:
    """A game's rules in rulebook order, under their headings."""

    sections: dict[str, dict[str, str]]
    rules: tuple[Rule, ...]

    def __getitem__(self, id_: str) -> Rule:
        for rule in self.rules:
            if rule.id == id_.upper():
                return rule
        raise UnknownRule(f"there is no rule {id_}; {nearest(id_.upper(), [rule.id for rule in self.rules])}")

    def by_code(self, code: int) -> Rule:
        return next(rule for rule in self.rules if rule.code == code)

    @staticmethod
    def load(file: Path) -> Catalogue:
        read = tomllib.loads(file.read_text(encoding="utf-8"))
        sections = {s["id"]: {"en": s["en"], "nl": s["nl"]} for s in read["section"]}
        rules = tuple(
            Rule(r["id"], r["section"], {"en": r["en"], "nl": r["nl"]}, r["source"], r.get("mark", "")) for r in read["rule"]
        )
        return Catalogue(sections, rules)
