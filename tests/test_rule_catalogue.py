"""Every rule of the catalogue is in the code, in a test, and in every language; nothing cites a rule that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ludarium
from ludarium.catalogue import Catalogue, UnknownRule, code_of
from ludarium.game import FOLDER
from ludarium.language import LANGUAGES

ID = re.compile(r"\b[A-Z]{2}-[RC]?\d+\b")
TESTS = Path(__file__).parent


def ids_in(*files: Path) -> set[str]:
    return {id_ for file in files for id_ in ID.findall(file.read_text(encoding="utf-8"))}


def known(game: str) -> set[str]:
    return {rule.id for rule in ludarium.game(game).rules.rules}


@pytest.mark.parametrize("game", ludarium.games())
def test_every_rule_is_cited_by_the_code_and_no_unknown_one_is(game: str) -> None:
    assert ids_in(*(FOLDER / game).glob("*.py")) == known(game)


@pytest.mark.parametrize("game", ludarium.games())
def test_every_rule_has_a_test_and_no_unknown_one_has(game: str) -> None:
    marked = set()
    for file in (TESTS / "games" / game).glob("test_*.py"):
        for arguments in re.findall(r"mark\.rule\(([^)]*)\)", file.read_text(encoding="utf-8")):
            marked |= set(ID.findall(arguments))
    assert marked == known(game)


@pytest.mark.parametrize("game", ludarium.games())
def test_the_reference_implementation_cites_every_rule_and_no_unknown_one(game: str) -> None:
    cited = ids_in(TESTS / "reference" / f"{game}.py")
    assert cited <= known(game)


@pytest.mark.parametrize("game", ludarium.games())
def test_every_rule_is_told_in_every_language_with_its_source(game: str) -> None:
    catalogue = ludarium.game(game).rules
    for rule in catalogue.rules:
        assert all(rule.text[language].strip() for language in LANGUAGES), rule.id
        assert rule.source, rule.id
        assert rule.section in catalogue.sections, rule.id
        assert rule.mark in ("", "R", "C"), rule.id
    codes = [rule.code for rule in catalogue.rules]
    assert len(set(codes)) == len(codes)


@pytest.mark.parametrize("game", ludarium.games())
def test_options_cite_known_rules_and_variants_can_be_set(game: str) -> None:
    options = ludarium.game(game).options
    assert {option.rule for option in options.options.values()} <= known(game)
    for variant in options.variants.values():
        assert options.settle(variant.settings)


def test_a_rule_id_is_a_code() -> None:
    assert [code_of(id_) for id_ in ("OB-30", "OL-R12", "OL-C3")] == [30, 1012, 2003]
    with pytest.raises(UnknownRule, match="read like OB-30"):
        code_of("thirty")


def test_an_unknown_rule_is_answered_with_the_nearest_one() -> None:
    catalogue = Catalogue.load(FOLDER / "obelus" / "rules.toml")
    assert catalogue["ob-30"].id == "OB-30"
    with pytest.raises(UnknownRule, match="did you mean OB-"):
        catalogue["OB-300"]
