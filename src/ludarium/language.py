"""Languages: the ones we speak, and how a sentence is found in one of them."""

from __future__ import annotations

from collections.abc import Mapping

from ludarium.errors import BadOption, listed

LANGUAGES = ("en", "nl")

Sentences = Mapping[str, Mapping[str, str]]  # language, key, sentence with {places}


def say(sentences: Sentences, language: str, key: str, **values: object) -> str:
    """The sentence in that language with its places filled."""
    return sentences[checked(language)][key].format(**values)


def checked(language: str) -> str:
    if language not in LANGUAGES:
        raise BadOption(f"there is no language {language!r}; there is {listed(LANGUAGES)}")
    return language
