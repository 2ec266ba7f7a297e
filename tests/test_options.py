"""Options and variants."""

from __future__ import annotations

import pytest

import ludarium
from ludarium.errors import BadOption, UnknownGame, listed, nearest
from ludarium.language import say
from ludarium.options import parse_settings

OPTIONS = ludarium.game("obelus").options


def test_what_is_not_chosen_is_at_its_default() -> None:
    settled = OPTIONS.settle({"mode": "chaos", "cards": "6"})
    assert settled == {"mode": "chaos", "rift": 0, "first": "white", "repetition": 3, "cards": 6, "obelisks": 4}


@pytest.mark.parametrize(
    ("chosen", "answer"),
    [
        ({"mod": "pure"}, "there is no option mod; did you mean mode?"),
        ({"colour": "red"}, "there is no option colour; there is mode, rift, first"),
        ({"mode": "purer"}, "mode cannot be purer; it can be pure and chaos"),
        ({"cards": 9}, "cards cannot be 9; it can be 4, 5, 6, 7 and 8"),
        ({"cards": None}, "cards cannot be None"),
        ({"cards": True}, "cards cannot be True"),
        ({"cards": 5, "rift": 5}, "rift cannot be 5; it must be below cards, 5"),
    ],
)
def test_a_setting_that_cannot_be_is_answered_with_what_can(chosen: dict[str, object], answer: str) -> None:
    with pytest.raises(BadOption) as caught:
        OPTIONS.settle(chosen)
    assert str(caught.value).startswith(answer)


def test_settings_are_read_from_pairs() -> None:
    assert parse_settings(["mode=chaos", "rift=3"]) == {"mode": "chaos", "rift": "3"}
    for pair in ("mode", "=chaos", "mode="):
        with pytest.raises(BadOption, match="write name=value"):
            parse_settings([pair])


def test_an_unknown_variant_or_game_or_language() -> None:
    with pytest.raises(BadOption, match="no variant chaoss; did you mean chaos"):
        OPTIONS.variant("chaoss")
    with pytest.raises(UnknownGame, match="no game 'obelsu'; did you mean obelus"):
        ludarium.game("obelsu")
    with pytest.raises(BadOption, match="no language 'de'; there is en and nl"):
        say({}, "de", "hello")


def test_lists_are_written_as_people_write_them() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert nearest("zzz", ["a", "b"]) == "there is a and b"


def test_an_unknown_name_of_the_package() -> None:
    with pytest.raises(AttributeError, match="ludarium has no matsch"):
        ludarium.matsch  # noqa: B018
