"""A card file of Olith as a designer might hand it over: one card changed, one new, one gone."""

from __future__ import annotations

from ludarium.games.olith.files import standard

NEW_CARD = """
[[artifact]]
id = "tin_whistle"
name = "Tin Whistle <of> \\"brass\\""
name_nl = "Tinnen fluitje"
deck = "l1"
kind = "artifact"
use = ["tactics", "combat"]
after = "return"
do = [{ op = "sift", look = 3, keep = 2 }, { op = "gain", any = 1 }]
text = "Look at 3 cards & keep 2. Gain 1 mana of any kind."
"""


def own_cards() -> str:
    _, text = standard("cards")
    text = text.replace(
        'op = "gain", power = 3 }]\ntext = "Gain 3 Power."', 'op = "gain", power = 2 }]\ntext = "Gain 2 Power."', 1
    )
    gone = text.index('[[artifact]]\nid = "wax_tablet"')
    return text[:gone] + text[text.index("[[artifact]]", gone + 1) :] + NEW_CARD


def own_board() -> str:
    _, text = standard("board")
    return text.replace("victory_tokens = 8", "victory_tokens = 5").replace("mana_cap = 12", "mana_cap = 9")
