"""Olith on a small screen: not a shrunken table but pages to swipe, side by side in one drawing.

The first page that is needed now comes first to the eye: the page asks for the one with something to click.
"""

from __future__ import annotations

from ludarium.contract import State
from ludarium.svg import element, group, picture, text
from ludarium.svg import pages as in_pages

from .data import CARD_NAMES, DECKS
from .secrets import hide
from .state import ABANDONED, ARRIVE, KIND, ROW, A
from .view import (
    MAP,
    STYLE,
    Last,
    Marks,
    draw_card,
    draw_chip,
    draw_deck,
    draw_dice,
    draw_fighter,
    draw_map,
    draw_mat,
    draw_port,
    draw_wheel,
    fighting,
    mat_rows,
    seen_path,
)
from .words import board, cards_at, hand_of, prompt, region_name, top

WIDTH, EDGE = 400, 8
INNER = WIDTH - 2 * EDGE
HALF = (INNER - EDGE) / 2
CARD_HEIGHT = 148
SCALE = INNER / MAP

TITLES = {
    "en": {"map": "Map", "mine": "Mine", "others": "Others", "market": "Shop", "fight": "Fight", "cards": "Cards"},
    "nl": {"map": "Kaart", "mine": "Mijn", "others": "Anderen", "market": "Winkel", "fight": "Gevecht", "cards": "Kaarten"},
}
WORDS = {
    "en": {"hand": "Your hand", "shop": "Shop", "decks": "Decks", "active": "Active", "abandoned": "Abandoned"},
    "nl": {"hand": "Je hand", "shop": "Winkel", "decks": "Stapels", "active": "Actief", "abandoned": "Verlaten"},
}

Page = tuple[str, str, float]  # its key, what is drawn, and its height


def draw(state: State, seat: int, last: Last, language: str) -> str:
    """All pages, with the faces that the seat may see."""
    marked = set(seen_path(*last, seat)) if last is not None else set()
    seen = state.copy()
    hide(seen, seat)
    mark = Marks(set(), marked, 13.0)
    found = [
        _map(seen, mark, language),
        _mine(seen, seat, mark, language),
        *_now(seen, seat, mark, language),
        _market(seen, mark, language),
        _others(seen, seat, mark, language),
    ]
    longest = max(height for _, _, height in found)
    ground = element("rect", x=0, y=0, width=WIDTH * len(found), height=longest, class_="table")
    shown = [group(drawn, transform=f"translate({WIDTH * n} 0)") for n, (_, drawn, _) in enumerate(found)]
    whole = picture(
        WIDTH * len(found),
        round(longest),
        f"{prompt(seen, language)}. {'; '.join(board(seen, language))}.",
        STYLE,
        ground,
        *shown,
        class_="olith small-screen",
    )
    return in_pages(whole, WIDTH, [(key, TITLES[language][key], height) for key, _, height in found])


def _map(state: State, mark: Marks, language: str) -> Page:
    """The map as wide as the screen, its sites large enough for a finger; below it Port and what lies beside the board."""
    scaled = f"translate({EDGE - 24 * SCALE:.1f} {EDGE - 24 * SCALE:.1f}) scale({SCALE:.4f})"
    shapes = [group(draw_map(state, mark, language, 84), transform=scaled)]
    y = EDGE + INNER + 12
    shapes.append(draw_port(state, EDGE + 70, y + 46, mark, language))
    if int(state.region) >= 0:
        shapes.append(text(WORDS[language]["active"], x=EDGE + 256, y=y + 30, class_="head"))
        shapes.append(text(region_name(int(state.region), language), x=EDGE + 256, y=y + 56, class_="head"))
    y += 104
    cards = cards_at(state, ABANDONED)
    if cards:
        shapes.append(text(WORDS[language]["abandoned"], x=EDGE, y=y + 10, class_="head"))
        y += 26
    for place, card in enumerate(cards):
        shapes.append(draw_chip(state, card, EDGE + (HALF + EDGE) * (place % 2), y + 32 * (place // 2), HALF, mark, language))
    return "map", group(*shapes), y + 32 * ((len(cards) + 1) // 2) + EDGE


def _mine(state: State, seat: int, mark: Marks, language: str) -> Page:
    """The own mat and below it the own hand."""
    mat = draw_mat(state, seat, seat, EDGE, EDGE, INNER, mark, language, is_short=True)
    y = 2 * EDGE + mat_rows(state, seat, seat)[-1]
    faces, bottom = ("", y) if state.fighters else _hand(state, seat, y, mark, language)
    return "mine", group(mat, faces), bottom


def _hand(state: State, seat: int, y: float, mark: Marks, language: str) -> tuple[str, float]:
    cards = [card for card in hand_of(state, seat) if card >= 0]
    title = text(f"{WORDS[language]['hand']} ({len(cards)})", x=EDGE + 4, y=y + 12, class_="head")
    faces, bottom = _cards([(CARD_NAMES[card], f"hand-{seat}-{n}") for n, card in enumerate(cards)], y + 30, mark, language)
    return group(title, faces), bottom


def _cards(cards: list[tuple[str, str]], y: float, mark: Marks, language: str) -> tuple[str, float]:
    """Cards two by two, each with the id of its shape; and where they end."""
    faces = [
        draw_card(
            name, id_, EDGE + (HALF + EDGE) * (n % 2), y + (CARD_HEIGHT + EDGE) * (n // 2), HALF, CARD_HEIGHT, mark, language
        )
        for n, (name, id_) in enumerate(cards)
    ]
    return group(*faces), y + (CARD_HEIGHT + EDGE) * ((len(cards) + 1) // 2)


def _now(state: State, seat: int, mark: Marks, language: str) -> list[Page]:
    """What goes on beside the ordinary: a fight with the own hand at hand, cards that are looked at, a location that arrives."""
    shapes, y = [], float(EDGE)
    if state.fighters:
        for fighter in fighting(state):
            shapes.append(element("rect", x=EDGE, y=y, width=INNER, height=128, rx=12, class_="fight"))
            shapes.append(draw_fighter(state, fighter, EDGE + 14, y + 4, language))
            y += 136
        hand, y = _hand(state, seat, y, mark, language)
        shapes.append(hand)
    looked = [int(card) for card in state.look[: int(state.looks)]]
    cards = [(CARD_NAMES[card], f"look-{place}") for place, card in enumerate(looked) if card >= 0]
    if state.frames and top(state)[KIND] == ARRIVE:
        name = CARD_NAMES[top(state)[A]]
        cards.append((name, f"card-{name}"))
    for place, card in enumerate(looked):
        if card < 0:
            back = {"x": EDGE + 78 * (place % 5), "y": y + 108 * (place // 5), "width": 70, "height": 100, "rx": 8}
            shapes.append(element("rect", **back, class_="back face", id=f"look-{place}"))
    y += 108 * ((len(looked) + 4) // 5) if any(card < 0 for card in looked) else 0
    faces, bottom = _cards(cards, y, mark, language)
    key = "fight" if state.fighters else "cards"
    return [(key, group(*shapes, faces), bottom)] if shapes or cards else []


def _market(state: State, mark: Marks, language: str) -> Page:
    """The shop, and what else lies on the table: wheel, dice and decks."""
    row = [(CARD_NAMES[card], f"card-{CARD_NAMES[card]}") for card in cards_at(state, ROW)]
    title = text(f"{WORDS[language]['shop']} ({int(state.pool[DECKS])})", x=EDGE + 4, y=22, class_="head")
    faces, y = _cards(row, 40, mark, language)
    shapes = [title, faces, draw_wheel(state, EDGE, y, INNER, language), draw_dice(state, EDGE + 4, y + 96, language)]
    shapes.append(text(WORDS[language]["decks"], x=EDGE + 176, y=y + 114, class_="head"))
    shapes += [draw_deck(state, deck, EDGE + 176 + 50 * (deck % 4), y + 130 + 62 * (deck // 4)) for deck in range(DECKS)]
    return "market", group(*shapes), y + 140 + 62 * ((DECKS + 3) // 4)


def _others(state: State, seat: int, mark: Marks, language: str) -> Page:
    """The mats of all others, one below the other, from the left neighbour on."""
    players, mats, y = int(state.options.players), [], float(EDGE)
    for n in range(1, players):
        other = (seat + n) % players
        mats.append(draw_mat(state, other, seat, EDGE, y, INNER, mark, language, is_short=True))
        y += mat_rows(state, other, seat)[-1] + EDGE
    return "others", group(*mats), y
