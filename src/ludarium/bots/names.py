"""Names: what people call the bots, and what each is like, in English and Dutch; the same eight for every game."""

from __future__ import annotations

from ludarium.bots.levels import LEVELS
from ludarium.language import Sentences, checked

OFFERED = tuple(f"level:{number}" for number in LEVELS)  # to people, from gentle to full strength
USUAL = "level:3"
PERFECT = "perfect:300ms"  # offered where a game is solved

NAMES = {
    "level:1": "Pip",
    "level:2": "Juno",
    "level:3": "Otto",
    "level:4": "Mira",
    "level:5": "Felix",
    "level:6": "Vera",
    "level:7": "Magda",
    "level:8": "Atlas",
    "random": "Dot",
    "greedy": "Gus",
    "perfect": "Perfect",
    PERFECT: "Perfect",
}
CHARACTERS: Sentences = {
    "en": {
        "level:1": "still learning",
        "level:2": "friendly and forgiving",
        "level:3": "plays for fun",
        "level:4": "knows the ropes",
        "level:5": "looks ahead",
        "level:6": "punishes mistakes",
        "level:7": "hard to beat",
        "level:8": "full strength",
        "random": "plays anything",
        "greedy": "grabs what is near",
        "perfect": "knows every position",
        PERFECT: "knows every position",
    },
    "nl": {
        "level:1": "leert het nog",
        "level:2": "vriendelijk en vergevingsgezind",
        "level:3": "speelt voor de lol",
        "level:4": "kent de kneepjes",
        "level:5": "kijkt vooruit",
        "level:6": "straft fouten af",
        "level:7": "moeilijk te verslaan",
        "level:8": "op volle kracht",
        "random": "speelt zomaar iets",
        "greedy": "grijpt wat dichtbij is",
        "perfect": "kent elke stelling",
        PERFECT: "kent elke stelling",
    },
}


def name_of(bot: str) -> str:
    """What people call a bot; one without a name is called what it is asked for by."""
    return NAMES.get(bot, bot)


def character_of(bot: str, language: str) -> str:
    """What a bot is like, or nothing if we do not know."""
    return CHARACTERS[checked(language)].get(bot, "")
