"""Olith drawn: the round map, the wheel, the dice, the shop, the players' mats, the own hand, and a panel for what goes on.

Every shape that can be clicked has an id: `site-r1a`, `port`, `region-red2`, `camp-0`, `exhausted-0`, `unit-outrider`,
`card-war_horn`, `hand-0-2` (the third card of a hand), `look-1`. `click_path` tells which shapes and buttons mean an action.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import cos, pi, sin
from textwrap import wrap

from ludarium.contract import State
from ludarium.svg import Mark, element, group, picture, text

from .combat import ap_of
from .data import (
    BOARD,
    CARD_DECK,
    CARD_NAMES,
    CARD_SLOT,
    CARDS,
    COLOURS,
    CORRUPTION,
    DECKS,
    FAVOR,
    FAVORS_BEFORE,
    KINDS,
    LOYALTY_NAMES,
    MANA_CAP,
    MERCENARY_OF,
    RECRUITS,
    REGION_NAMES,
    SEAT_COLOURS,
    SITE_NAMES,
    SITE_REGION,
    SITES,
    SLOTS,
    SPACES,
    VICTORY_TOKENS,
    WHEEL,
)
from .pieces import camp_size
from .secrets import hide
from .state import (
    ABANDONED,
    ACTIONS,
    ANSWERS,
    ARRIVE,
    BASICS,
    BLOCKS,
    CAMP_PLACE,
    DISCARD,
    EXHAUSTED,
    KIND,
    LOCATION,
    MAT,
    MERCENARY_NAMES,
    NOBODY,
    PLAYED,
    PORT,
    ROW,
    WHO,
    A,
)
from .words import (
    board,
    card_name,
    card_text,
    cards_at,
    dice_text,
    hand_of,
    mana_name,
    prompt,
    region_name,
    seat_name,
    top,
    units_of,
)

HAS_SIDES = True  # each seat has its own hand and mat before it

Last = tuple[State, int] | None

WIDTH, HEIGHT = 1700, 1290
MAP, EDGE = 860.0, 24.0  # the map's square and its place
MIDDLE = EDGE + MAP / 2
RINGS = (0.475, 0.375, 0.265, 0.15, 0.0)  # of the map, from outside LVL 1 to the heart
SECTOR_START = {"red": -60, "blue": 180, "yellow": 60}  # degrees clockwise from the top, each 120 wide
RIGHT = 920.0  # where the panels begin
SEAT_PAINT = {"soul": "#5aa9ff", "shadow": "#75649c", "power": "#e2574c", "wisdom": "#f0c646"}
MANA_PAINT = {"power": "#e2574c", "soul": "#5aa9ff", "wisdom": "#f0c646"}
LAND_PAINT = {
    "red": ("#8c4a3f", "#a3574a", "#bb6657", "#d27a69"),
    "blue": ("#3d5c82", "#486d99", "#567fb0", "#6b96c8"),
    "yellow": ("#8f7634", "#a88b3f", "#c0a04b", "#d8b85f"),
}
SYMBOLS = {"expedition": "E", "tactics": "T", "combat": "C"}

STYLE = """
.olith text { font-family: 'Segoe UI', 'DejaVu Sans', Verdana, sans-serif; fill: #f3ead7; dominant-baseline: central }
.olith .table { fill: #1d1a24 } .olith .sea { fill: #24303f } .olith .mid { text-anchor: middle }
.olith .land { stroke: #1d1a24; stroke-width: 3 } .olith .active { stroke: #fff3b0; stroke-width: 6 }
.olith .site { fill: #efe4c8; stroke: #3a2e1c; stroke-width: 2.5 } .olith .dug { fill: #8d7a55 } .olith .rot { fill: #4b2f5e }
.olith .rim { font-size: 20px; letter-spacing: 2px; font-weight: bold; fill: #f7ecd0 }
.olith .panel { fill: #2a2633; stroke: #4c455c; stroke-width: 2 }
.olith .head { font-size: 20px; font-weight: bold; fill: #f0c98a }
.olith .small { font-size: 16px } .olith .tiny { font-size: 15px; fill: #d9cfbd }
.olith .big { font-size: 26px; font-weight: bold }
.olith .paper { fill: #efe4c8; stroke: #7b6a49; stroke-width: 2 } .olith .paper + text, .olith .ink { fill: #2b2116 }
.olith .ink-small { font-size: 15px; fill: #43351f } .olith .ink-name { font-size: 17px; font-weight: bold; fill: #2b2116 }
.olith .back { fill: #5b4a73; stroke: #8d79ab; stroke-width: 2 }
.olith .slot { fill: #211e29; stroke: #5c5470; stroke-dasharray: 5 4 }
.olith .unit { stroke: #14110d; stroke-width: 2.5 }
.olith .unit-mark { font-size: 13px; font-weight: bold; text-anchor: middle; fill: #14110d }
.olith .dark .unit-mark { fill: #f3ead7 } .olith .flag { stroke: #14110d; stroke-width: 1.5 }
.olith .can > .face, .olith .can.face { stroke: #7fe0a7; stroke-width: 5 }
.olith .last > .face, .olith .last.face { stroke: #ffcf5c; stroke-width: 5 }
.olith .turn .panel { stroke: #7fe0a7; stroke-width: 4 } .olith .pip { stroke: #14110d; stroke-width: 1 }
.olith .stone { fill: #39334a; stroke: #6a6085; stroke-width: 2 } .olith .here { fill: #fff3b0; stroke: #14110d; stroke-width: 2 }
.olith .die { fill: #f7f1e3; stroke: #2b2116; stroke-width: 2 } .olith .fight { fill: #3b1f24; stroke: #e2574c; stroke-width: 4 }
.olith .ahead { fill: #7fe0a7 } .olith .face-mark { font-size: 20px; font-weight: bold; fill: #2b2116 }
.olith.small-screen .head { font-size: 17px } .olith.small-screen .small { font-size: 14px }
.olith.small-screen .tiny { font-size: 12px }
.olith.small-screen .ink-small { font-size: 13px } .olith.small-screen .ink-name { font-size: 14px }
.olith .site-name { font-size: 14px; fill: #43351f } .olith .rot + .site-name { fill: #d9cfbd }
"""


# Clicking


def click_path(state: State, action: int) -> tuple[str, ...]:
    """What to click for an action, in order: `#` and a shape's id, or the key of a button."""
    block = ACTIONS.block(action)
    fields = {name: str(label) for name, label in block.read(action).items()}
    name = block.name
    if name in ("open", "crystals", "region", "start", "card", "dice"):
        return ("roll",)
    if name in ("pass", "done", "exchange"):
        return (name,)
    if name == "turn":
        return (fields["turn"],)
    if name in ("token", "exhaust", "rout"):
        return (f"#site-{fields['site']}",)
    if name in ("excavate", "corrupt", "gather"):
        return (f"#site-{fields['site']}", name)
    if name in ("recall", "shift", "block"):
        return _unit_path(state, fields["unit"])
    if name == "rouse":
        return (f"#exhausted-{top(state)[WHO]}",)
    if name == "rouse_merc":
        return (f"#unit-{fields['unit']}",)
    if name in ("move", "attack"):
        return (f"#camp-{top(state)[WHO]}", _place_shape(fields["place"]))
    if name in ("move_merc", "attack_merc"):
        return (f"#unit-{fields['unit']}", _place_shape(fields["place"]))
    if name == "to":
        return (_place_shape(fields["place"]),)
    if name == "set":
        return (f"#region-{fields['region']}",)
    if name in ("artifact", "sell", "discard"):
        return (_hand_shape(state, fields["card"]), name)
    if name in ("keep", "bury") and top(state)[KIND] != ARRIVE:
        return (_look_shape(state, fields["card"]), name)
    if name in ("buy", "use", "keep", "abandon"):
        return (f"#card-{fields['card']}", name)
    if name == "slot":
        return (f"#card-{fields['card']}", f"slot-{fields['slot']}")
    return ("-".join([name, *(label.replace(" ", "-") for label in fields.values())]),)


def _place_shape(place: str) -> str:
    if place in SITE_NAMES:
        return f"#site-{place}"
    return f"#{place}" if place == "port" else f"#card-{place}"


def _unit_path(state: State, unit: str) -> tuple[str, ...]:
    if unit in MERCENARY_NAMES:
        return (f"#unit-{unit}",)
    if unit == "camp":
        return (f"#camp-{top(state)[WHO]}",)
    shape = _place_shape(unit)
    return (shape, "unit") if shape.startswith("#card-") else (shape,)


def _hand_shape(state: State, card: str) -> str:
    seat = top(state)[WHO]
    hand = hand_of(state, seat)
    number = CARD_NAMES.index(card)
    return f"#hand-{seat}-{hand.index(number) if number in hand else NOBODY}"


def _look_shape(state: State, card: str) -> str:
    looked = [int(each) for each in state.look]
    number = CARD_NAMES.index(card)
    return f"#look-{looked.index(number) if number in looked else NOBODY}"


def marks(state: State, seat: int, shape: str, language: str) -> tuple[str, list[Mark]]:
    """Nothing more than the page lights by itself."""
    return "", []


def meant(state: State, clicks: Sequence[str]) -> int | None:
    """The action that somebody probably means who clicks this, legal or not; None if there is none."""
    if state.over or not clicks:
        return None
    for place in ANSWERS[top(state)[KIND]]:
        if place == NOBODY:
            break
        block = ACTIONS[BLOCKS[place]]
        for action in range(block.start, block.stop):
            if click_path(state, action)[: len(clicks)] == tuple(clicks):
                return action
    return None


# The whole table


def draw(state: State, seat: int, legal: Sequence[int], last: Last, language: str) -> str:
    """The table as an SVG picture, with the faces that the seat may see."""
    can = {step for action in legal for step in seen_path(state, action, seat)}
    marked = set(seen_path(*last, seat)) if last is not None else set()
    seen = state.copy()
    hide(seen, seat)
    mark = Marks(can, marked)
    players = int(state.options.players)
    width = (WIDTH - 2 * EDGE) / players - 10
    return picture(
        WIDTH,
        HEIGHT,
        f"{prompt(seen, language)}. {'; '.join(board(seen, language))}.",
        STYLE,
        element("rect", x=0, y=0, width=WIDTH, height=HEIGHT, class_="table"),
        draw_map(seen, mark, language),
        _port(seen, mark, language),
        _abandoned(seen, mark, language),
        draw_wheel(seen, RIGHT, 0, 760, language),
        draw_dice(seen, RIGHT + 4, 90, language),
        _decks(seen),
        _shop(seen, mark, language),
        _panel(seen, mark, language),
        _hand(seen, seat, mark, language),
        *(draw_mat(seen, other, seat, EDGE + other * (width + 10), 910.0, width, mark, language) for other in range(players)),
        class_="olith",
    )


def seen_path(state: State, action: int, seat: int) -> list[str]:
    """The shapes of an action; which card of another's hand or look it is about stays that player's secret."""
    is_own = top(state)[WHO] == seat
    return [step for step in click_path(state, action) if is_own or not step.startswith(("#hand-", "#look-"))]


class Marks:
    """Which shapes can be clicked, which the last action touched, and how large words on cards are."""

    def __init__(self, can: set[str], last: set[str], size: float = 15.0) -> None:
        self.can, self.last, self.size = can, last, size

    def of(self, id_: str, *classes: str) -> str:
        marks = ["can"] * (f"#{id_}" in self.can) + ["last"] * (f"#{id_}" in self.last)
        return " ".join([*classes, *marks])


# The map


def draw_map(state: State, mark: Marks, language: str, site_size: float = 50.0) -> str:
    """The round map with regions, sites and units; sites are larger where the whole is shown small."""
    in_front = sorted(range(len(REGION_NAMES)), key=lambda region: region == int(state.region))
    regions = [_region(state, region, mark) for region in in_front]
    names = [_rim(region, language) for region in range(len(REGION_NAMES))]
    sites = [_site(state, site, mark, site_size) for site in range(SITES)]
    sea = element("circle", cx=MIDDLE, cy=MIDDLE, r=MAP / 2, class_="sea")
    return group(sea, *regions, *names, *sites)


def _on_map(x: float, y: float) -> tuple[float, float]:
    return EDGE + x * MAP, EDGE + y * MAP


def _polar(radius: float, degrees: float) -> tuple[float, float]:
    angle = degrees * pi / 180
    return MIDDLE + radius * MAP * sin(angle), MIDDLE - radius * MAP * cos(angle)


def _region(state: State, region: int, mark: Marks) -> str:
    """A piece of a ring: 120 degrees wide."""
    colour, level = COLOURS[region // 4], region % 4
    start = SECTOR_START[colour]
    outer, inner = RINGS[level], RINGS[level + 1]
    (x1, y1), (x2, y2) = _polar(outer, start), _polar(outer, start + 120)
    (x3, y3), (x4, y4) = _polar(inner, start + 120), _polar(inner, start)
    path = f"M{x1:.1f} {y1:.1f} A{outer * MAP:.1f} {outer * MAP:.1f} 0 0 1 {x2:.1f} {y2:.1f} L{x3:.1f} {y3:.1f} "
    path += f"A{inner * MAP:.1f} {inner * MAP:.1f} 0 0 0 {x4:.1f} {y4:.1f} Z" if inner else "Z"
    id_ = f"region-{REGION_NAMES[region]}"
    active = ("active",) if region == int(state.region) else ()
    return element("path", d=path, fill=LAND_PAINT[colour][level], id=id_, class_=mark.of(id_, "land", "face", *active))


def _rim(region: int, language: str) -> str:
    """The region's name along its outer edge."""
    colour, level = COLOURS[region // 4], region % 4
    middle = SECTOR_START[colour] + 60
    x, y = _polar(RINGS[0] + 0.012, middle) if level == 0 else _polar(RINGS[level] - 0.018, SECTOR_START[colour] + 7 + 3 * level)
    turn = middle if -90 <= (middle + 180) % 360 - 180 <= 90 else middle + 180
    name = region_name(region, language) if level == 0 else f"{level + 1}"
    return text(name, x=x, y=y, class_="rim mid", transform=f"rotate({turn:.0f} {x:.1f} {y:.1f})")


def _site(state: State, site: int, mark: Marks, size: float) -> str:
    entry, scale = BOARD.sites[site], size / 50
    x, y = _on_map(entry["x"], entry["y"])
    id_ = f"site-{SITE_NAMES[site]}"
    dug = int(state.dug[site])
    kind = ("", "dug", "rot")[dug]
    shapes = [
        element("rect", x=-25, y=-25, width=50, height=50, rx=9, class_=f"site face {kind}".strip()),
        text(SITE_NAMES[site], x=0, y=16, class_="mid site-name"),
    ]
    if state.token_of[site] != NOBODY:
        shapes.append(_flag(int(state.token_of[site]), int(state.stack[site]), 17, -14))
    fighters = [int(state.striker)] if state.fighters and int(state.target) == site else []
    standing = [int(state.unit[site]), *fighters] if state.unit[site] != NOBODY else fighters
    shapes += [draw_unit(state, unit, -6 + 20 * place, -4, 15, mark) for place, unit in enumerate(standing)]
    return group(*shapes, id=id_, class_=mark.of(id_), transform=f"translate({x:.1f} {y:.1f}) scale({scale:g})")


def _flag(seat: int, count: int, x: float, y: float) -> str:
    """Victory Tokens: a pennant in the player's colour."""
    colour = SEAT_COLOURS[seat]
    shape = element("path", d=f"M{x - 9:.1f} {y + 11:.1f} v-22 l20 6 l-20 7", fill=SEAT_PAINT[colour], class_="flag")
    return shape + (text(count, x=x + 14, y=y, class_="unit-mark") if count > 1 else "")


def draw_unit(state: State, unit: int, x: float, y: float, radius: float, mark: Marks) -> str:
    """A pawn in its owner's colour; a mercenary is a diamond with its initial."""
    colour = SEAT_COLOURS[int(state.owner[unit])]
    dark = "dark" if colour == "shadow" else ""
    if unit < BASICS:
        return group(element("circle", cx=x, cy=y, r=radius, fill=SEAT_PAINT[colour], class_="unit"), class_=dark or None)
    name = MERCENARY_NAMES[unit - BASICS]
    r = radius + 3
    path = f"M{x:.1f} {y - r:.1f} L{x + r:.1f} {y:.1f} L{x:.1f} {y + r:.1f} L{x - r:.1f} {y:.1f} Z"
    shape = element("path", d=path, fill=SEAT_PAINT[colour], class_="unit face")
    letter = text(name[0].upper(), x=x, y=y, class_="unit-mark")
    return group(shape, letter, id=f"unit-{name}", class_=mark.of(f"unit-{name}", *filter(None, (dark,))))


def _port(state: State, mark: Marks, language: str) -> str:
    x, y = _on_map(BOARD.read["port"]["x"], BOARD.read["port"]["y"])
    return draw_port(state, x, y, mark, language)


def draw_port(state: State, x: float, y: float, mark: Marks, language: str) -> str:
    units = [unit for seat in range(int(state.options.players)) for unit in units_of(state, seat) if state.place[unit] == PORT]
    return group(
        element("rect", x=x - 70, y=y - 46, width=236, height=92, rx=18, class_="panel face"),
        text("Port" if language == "en" else "Haven", x=x - 58, y=y - 30, class_="head"),
        *(
            draw_unit(state, unit, x - 46 + 25 * (place % 9), y + 2 + 28 * (place // 9), 12, mark)
            for place, unit in enumerate(units)
        ),
        id="port",
        class_=mark.of("port"),
    )


def _abandoned(state: State, mark: Marks, language: str) -> str:
    """Abandoned locations lie next to the board."""
    cards = cards_at(state, ABANDONED)
    chips = (
        draw_chip(state, card, 742 - 152 * (place // 5), 866 - 30 * (place % 5), 146, mark, language)
        for place, card in enumerate(cards)
    )
    return group(*chips)


# Wheel, dice, shop, decks


def draw_wheel(state: State, x: float, y: float, width: float, language: str) -> str:
    """The Fate Wheel as a row of stones, with recruits, favors and corruption."""
    gap = width / SPACES
    shapes = []
    for space in range(SPACES):
        middle, icon = x + gap * (space + 0.5), int(WHEEL[space])
        here = "here" if space == int(state.wheel) else "stone"
        shapes.append(element("circle", cx=middle, cy=y + 58, r=min(22.0, gap / 2 - 1), class_=here))
        shapes.append(_icon(state, space, icon, middle, y + 58))
    title = {"en": "Fate Wheel", "nl": "Lotsrad"}[language]
    return group(text(f"{title}: {int(state.wheel) + 1}/{SPACES}", x=x + 4, y=y + 22, class_="head"), *shapes)


def _icon(state: State, space: int, icon: int, x: float, y: float) -> str:
    if icon == FAVOR:
        favor = int(FAVORS_BEFORE[space])
        kind, owner = int(state.crystal[favor]), int(state.crystal_of[favor])
        paint = MANA_PAINT[KINDS[kind]] if kind != NOBODY else "#cccccc"
        gem = element("path", d=f"M{x:.1f} {y - 14:.1f} l10 12 l-10 16 l-10 -16 Z", fill=paint, class_="pip")
        return gem + (
            element("circle", cx=x + 12, cy=y + 18, r=6, fill=SEAT_PAINT[SEAT_COLOURS[owner]], class_="pip") if owner >= 0 else ""
        )
    letter = {RECRUITS: "+1", CORRUPTION: "C"}.get(icon, str(space + 1) if space in (0, SPACES - 1) else "")
    paint = "ink" if space == int(state.wheel) else ""
    return text(letter, x=x, y=y, class_=f"mid small {paint}".strip()) if letter else ""


def draw_dice(state: State, x: float, y: float, language: str) -> str:
    """The Active Region dice."""
    title = {"en": "Active Region", "nl": "Actieve streek"}[language]
    shapes = [text(title, x=x, y=y + 18, class_="head")]
    if state.region != NOBODY:
        colour, level = COLOURS[int(state.region) // 4], int(state.region) % 4 + 1
        shapes.append(element("rect", x=x, y=y + 34, width=56, height=56, rx=10, class_="die"))
        shapes.append(element("rect", x=x + 9, y=y + 43, width=38, height=38, rx=6, fill=LAND_PAINT[colour][2]))
        shapes.append(element("rect", x=x + 68, y=y + 34, width=56, height=56, rx=10, class_="die"))
        shapes.append(text(level, x=x + 96, y=y + 63, class_="mid big ink"))
    return group(*shapes)


def _decks(state: State) -> str:
    """Each deck: cards left, and below it the discard pile."""
    return group(*(draw_deck(state, deck, RIGHT + 4 + 38 * (deck % 4), 194 + 62 * (deck // 4)) for deck in range(DECKS)))


def draw_deck(state: State, deck: int, x: float, y: float) -> str:
    left = int(state.pool[deck]) + int(state.depth[deck])
    gone = sum(1 for card in cards_at(state, DISCARD) if CARD_DECK[card] == deck)
    regions = [region for region in BOARD.regions if region["deck"] == BOARD.decks[deck]]
    paint = LAND_PAINT[regions[0]["color"]][2] if len(regions) == 1 else "#7d7690"
    return group(
        element("rect", x=x, y=y, width=32, height=42, rx=5, fill=paint, class_="pip"),
        text(f"{regions[0]['level']}", x=x + 16, y=y + 12, class_="mid tiny"),
        text(left, x=x + 16, y=y + 29, class_="mid small"),
        text(f"-{gone}" if gone else "", x=x + 16, y=y + 51, class_="mid tiny"),
    )


def _shop(state: State, mark: Marks, language: str) -> str:
    title = {"en": "Shop", "nl": "Winkel"}[language]
    cards = [
        draw_card(CARD_NAMES[card], f"card-{CARD_NAMES[card]}", RIGHT + 176 + 196 * place, 122, 188, 186, mark, language)
        for place, card in enumerate(cards_at(state, ROW))
    ]
    return group(text(f"{title} ({int(state.pool[DECKS])})", x=RIGHT + 176, y=108, class_="head"), *cards)


def draw_card(name: str, id_: str, x: float, y: float, width: float, height: float, mark: Marks, language: str) -> str:
    """A card's face: name, what it costs and when it is played, and its text."""
    entry = next(card for card in CARDS.all if card["id"] == name)
    line, size = mark.size * 1.22, mark.size
    lines = wrap(card_text(name, language), int((width - 14) / (size * 0.55)))
    shown = max(0, int((height - 30 - line) / line))
    words = [*lines[: shown - 1], f"{lines[shown - 1]} …"] if 0 < shown < len(lines) else lines[:shown]
    return group(
        element("title", escape(f"{card_name(name, language)}: {card_text(name, language)}")),
        element("rect", x=x, y=y, width=width, height=height, rx=9, class_="paper face"),
        text(fit(card_name(name, language), width - 14, size * 1.15), x=x + 8, y=y + 16, class_="ink-name"),
        text(_card_foot(entry, language), x=x + 8, y=y + 16 + line, class_="ink-small"),
        *(text(words, x=x + 8, y=y + 20 + line * (place + 2), class_="ink-small") for place, words in enumerate(words)),
        id=id_,
        class_=mark.of(id_),
    )


def fit(words: str, width: float, size: float) -> str:
    """As much as there is room for, at that size of letters."""
    room = int(width / (size * 0.58))
    return words if len(words) <= room else words[: room - 1] + "…"


def _card_foot(entry: object, language: str) -> str:
    """Symbols and whether it returns, or price, or slot."""
    assert isinstance(entry, dict)
    if "use" in entry:
        sign = "↺" if entry["after"] == "return" else "✕"
        return f"{' '.join(SYMBOLS[symbol] for symbol in entry['use'])}  {sign}"
    if "slot" in entry:
        return {"mountain": "▲", "valley": "▽", "forest": "♣", "any": "▲▽♣"}[str(entry["slot"])]
    letters = {"power": "P", "soul": "S", "wisdom": "W", "any": "?"} if language == "en" else None
    letters = letters or {"power": "K", "soul": "Z", "wisdom": "W", "any": "?"}
    return " + ".join(f"{amount}{letters[kind]}" for kind, amount in entry.get("cost", {}).items())


# What goes on: a fight, cards looked at, a location that arrives


def _panel(state: State, mark: Marks, language: str) -> str:
    box = element("rect", x=RIGHT, y=326, width=756, height=172, rx=12, class_="panel")
    asked = text(fit(prompt(state, language), 730, 20), x=RIGHT + 14, y=348, class_="head")
    shapes = [_looked(state, place, mark, language) for place in range(int(state.looks))]
    if state.frames and top(state)[KIND] == ARRIVE:
        name = CARD_NAMES[top(state)[A]]
        shapes.append(draw_card(name, f"card-{name}", RIGHT + 500, 366, 240, 122, mark, language))
    return group(box, asked, _fight(state, language) if state.fighters else "", *shapes)


def _looked(state: State, place: int, mark: Marks, language: str) -> str:
    card, id_ = int(state.look[place]), f"look-{place}"
    x, width = RIGHT + 14 + place * min(186.0, 730.0 / int(state.looks)), 180.0
    if card < 0:
        return element("rect", x=x, y=366, width=70, height=100, rx=8, class_=mark.of(id_, "back", "face"), id=id_)
    return draw_card(CARD_NAMES[card], id_, x, 366, width, 122, mark, language)


FIGHT_WORDS = {
    "en": {
        "attacks": "attacks",
        "defends": "defends",
        "mat": "mat",
        "dice": "dice",
        "played": "cards",
        "ahead": "ahead",
    },
    "nl": {
        "attacks": "valt aan",
        "defends": "verdedigt",
        "mat": "mat",
        "dice": "stenen",
        "played": "kaarten",
        "ahead": "voor",
    },
}


def fighting(state: State) -> list[int]:
    """The seats in the fight, the attacker first."""
    seats = [seat for seat in range(int(state.options.players)) if int(state.fighters) >> seat & 1]
    return sorted(seats, key=lambda seat: seat != int(state.attacker))


def _fight(state: State, language: str) -> str:
    """Who fights, with which AP, Power and dice."""
    seats = fighting(state)
    width = 756.0 / len(seats)
    box = element("rect", x=RIGHT, y=366, width=756, height=132, rx=12, class_="fight")
    return group(box, *(draw_fighter(state, seat, RIGHT + width * n + 14, 372, language) for n, seat in enumerate(seats)))


def draw_fighter(state: State, seat: int, x: float, y: float, language: str) -> str:
    """One side of a fight: its AP in one number, and what they come from."""
    words, name = FIGHT_WORDS[language], seat_name(seat, language)
    role = "attacks" if seat == int(state.attacker) else "defends" if seat == int(state.defender) else ""
    total, commit, cards = ap_of(state, seat), max(0, int(state.commit[seat])), int(state.ap[seat])
    rolled = int(state.dice[seat][0]) - int(state.dice[seat][2])
    others = [ap_of(state, other) for other in fighting(state) if other != seat]
    is_ahead = total > max(others) or (total == max(others) and seat == int(state.defender))
    parts = [(words["mat"], total - commit - cards - rolled), (mana_name(0, language), commit)]
    parts += [(words["dice"], rolled)] * bool(dice_text(state, seat)) + [(words["played"], cards)] * bool(cards)
    shapes = [
        element("circle", cx=x + 13, cy=y + 22, r=13, fill=SEAT_PAINT[SEAT_COLOURS[seat]], class_="unit"),
        text(" ".join([name, words[role]] if role else [name]), x=x + 34, y=y + 22, class_="head"),
        text(f"{total} AP", x=x, y=y + 62, class_="big ahead" if is_ahead else "big"),
        text(words["ahead"] if is_ahead else "", x=x, y=y + 86, class_="small ahead"),
        text(" · ".join(f"{part} {value:+d}" for part, value in parts), x=x, y=y + 110, class_="tiny"),
    ]
    for number, face in enumerate(dice_text(state, seat)):
        shapes.append(element("rect", x=x + 104 + 38 * number, y=y + 44, width=32, height=32, rx=6, class_="die"))
        shapes.append(text(face.replace("-", "−"), x=x + 120 + 38 * number, y=y + 60, class_="mid face-mark"))  # noqa: RUF001
    return group(*shapes)


# Hands and mats


def _hand(state: State, seat: int, mark: Marks, language: str) -> str:
    """The own hand, face up."""
    title = {"en": "Your hand", "nl": "Je hand"}[language]
    box = element("rect", x=RIGHT, y=512, width=756, height=384, rx=12, class_="panel")
    cards = hand_of(state, seat) if seat >= 0 else []
    rows = max(1, (len(cards) + 3) // 4)
    height, step = min(168.0, 340.0 / rows - 6), 340.0 / rows
    faces = [
        draw_card(
            CARD_NAMES[card],
            f"hand-{seat}-{place}",
            RIGHT + 10 + 186 * (place % 4),
            546 + min(174.0, step) * (place // 4),
            180,
            height,
            mark,
            language,
        )
        for place, card in enumerate(cards)
        if card >= 0
    ]
    return group(box, text(f"{title} ({len(cards)})", x=RIGHT + 14, y=530, class_="head"), *faces)


def draw_mat(
    state: State, seat: int, viewer: int, x: float, y: float, width: float, mark: Marks, language: str, is_short: bool = False
) -> str:
    """A player's mat: Loyalty, tokens, mana, Atlas, camp, exhausted, locations, shop cards, and the backs of the hand.

    On a small screen it is as high as it must be, and locations have room to be read.
    """
    slots, owned, height = mat_rows(state, seat, viewer) if is_short else (60.0, 64.0, 366.0)
    loyalty = int(state.loyalty[seat])
    name = seat_name(seat, language) + (f" · {card_name(LOYALTY_NAMES[loyalty], language)}" if loyalty != NOBODY else "")
    first = " ①" if seat == int(state.token) else ""
    parts = [
        element("rect", x=x, y=y, width=width, height=height, rx=14, class_="panel"),
        element("circle", cx=x + 22, cy=y + 22, r=12, fill=SEAT_PAINT[SEAT_COLOURS[seat]], class_="unit"),
        text(name + first, x=x + 42, y=y + 22, class_="head"),
        text(f"⚑ {int(state.tokens[seat])}/{VICTORY_TOKENS}", x=x + width - 82, y=y + 22, class_="head"),
        _mana(state, seat, x + 12, y + 46, language),
        _atlas(state, seat, x + 214, y + 46),
        _camp(state, seat, x + 12, y + 118, width, mark, language),
        _slots(state, seat, x + 12, y + 196, width - 24, slots, mark, language),
        _owned(state, seat, x + 12, y + 206 + slots, width - 24, mark, language),
        "" if seat == viewer else _backs(state, seat, x + 12, y + 206 + slots + owned, width - 24, mark),
    ]
    return group(*parts, class_="turn" if seat == int(state.current) else None)


def mat_rows(state: State, seat: int, viewer: int) -> tuple[float, float, float]:
    """How high the locations, the shop cards and the whole of a mat are on a small screen."""
    has_location = any(int(card) != NOBODY for card in state.slot[seat])
    slots = 130.0 if has_location else 44.0
    owned = 64.0 if _owned_cards(state, seat) else 0.0
    backs = 36.0 if seat != viewer and hand_of(state, seat) else 0.0
    return slots, owned, 206 + slots + owned + backs + 6


def _mana(state: State, seat: int, x: float, y: float, language: str) -> str:
    shapes = []
    for place, kind in enumerate(KINDS):
        amount, top_ = int(state.mana[seat, place]), y + 21 * place
        shapes.append(text(mana_name(place, language)[0], x=x, y=top_ + 8, class_="small"))
        shapes.append(element("rect", x=x + 20, y=top_, width=118, height=14, rx=7, fill="#1a1720"))
        filled = max(2, 118 * amount / MANA_CAP)
        shapes.append(element("rect", x=x + 20, y=top_, width=filled, height=14, rx=7, fill=MANA_PAINT[kind]))
        shapes.append(text(amount, x=x + 146, y=top_ + 8, class_="small"))
    return group(*shapes)


def _atlas(state: State, seat: int, x: float, y: float) -> str:
    shapes = []
    for place, colour in enumerate(COLOURS):
        for level in range(4):
            is_open = level < int(state.atlas[seat, place])
            paint = LAND_PAINT[colour][level] if is_open else "#1a1720"
            shapes.append(
                element("rect", x=x + 27 * level, y=y + 21 * place, width=24, height=15, rx=4, fill=paint, class_="pip")
            )
    return group(*shapes)


def _camp(state: State, seat: int, x: float, y: float, width: float, mark: Marks, language: str) -> str:
    """Camp and exhausted area side by side."""
    names = {"en": ("Camp", "Exhausted"), "nl": ("Kamp", "Uitgeput")}[language]
    size = camp_size(state, seat) if state.loyalty[seat] != NOBODY else 2
    half = (width - 34) / 2
    shapes = []
    for place, (zone, key) in enumerate(((CAMP_PLACE, "camp"), (EXHAUSTED, "exhausted"))):
        id_, left = f"{key}-{seat}", x + place * (half + 10)
        units = [unit for unit in units_of(state, seat) if state.place[unit] == zone]
        caption = f"{names[place]} {len(units)}/{size}" if place == 0 else names[place]
        pawns = [draw_unit(state, unit, left + 18 + 27 * number, y + 46, 11, mark) for number, unit in enumerate(units)]
        box = element("rect", x=left, y=y, width=half, height=68, rx=9, class_="slot face")
        shapes.append(group(box, text(caption, x=left + 8, y=y + 15, class_="small"), *pawns, id=id_, class_=mark.of(id_)))
    return group(*shapes)


def _slots(state: State, seat: int, x: float, y: float, width: float, height: float, mark: Marks, language: str) -> str:
    """The three location slots, with units that stand on a card."""
    third = (width - 12) / 3
    shapes = []
    for slot in range(len(SLOTS)):
        left, card = x + slot * (third + 6), int(state.slot[seat, slot])
        if card == NOBODY:
            shapes.append(element("rect", x=left, y=y, width=third, height=height, rx=8, class_="slot"))
            shapes.append(text("▲▽♣"[slot], x=left + third / 2, y=y + height / 2, class_="mid tiny"))
        else:
            shapes.append(_location(state, card, left, y, third, height, mark, language))
    return group(*shapes)


def _location(state: State, card: int, x: float, y: float, width: float, height: float, mark: Marks, language: str) -> str:
    name = CARD_NAMES[card]
    id_ = f"card-{name}"
    place = LOCATION + [CARD_NAMES[each] for each in _locations()].index(name)
    units = [unit for unit in range(len(state.place)) if state.place[unit] == place]
    step = mark.size * 1.15
    rows = max(1, int((height - 46) / step))
    words = card_text(name, language)
    lines = [fit(words, width - 10, mark.size)] if rows == 1 else wrap(words, int((width - 8) / (mark.size * 0.53)))[:rows]
    return group(
        element("title", escape(f"{card_name(name, language)}: {card_text(name, language)}")),
        element("rect", x=x, y=y, width=width, height=height, rx=8, class_="paper face"),
        text(fit(card_name(name, language), width - 10, mark.size * 1.25), x=x + 7, y=y + 15, class_="ink-name"),
        *(text(line, x=x + 7, y=y + 34 + step * place, class_="ink-small") for place, line in enumerate(lines)),
        *(draw_unit(state, unit, x + 16 + 24 * number, y + height - 13, 9, mark) for number, unit in enumerate(units)),
        id=id_,
        class_=mark.of(id_),
    )


def _locations() -> list[int]:
    return [card for card in range(len(CARD_NAMES)) if CARD_SLOT[card] != NOBODY]


def _owned_cards(state: State, seat: int) -> list[int]:
    cards = [card for card in cards_at(state, MAT + seat) if CARD_SLOT[card] == NOBODY]
    return cards + [card for card in cards_at(state, PLAYED + seat) if MERCENARY_OF[card] == NOBODY]


def _owned(state: State, seat: int, x: float, y: float, width: float, mark: Marks, language: str) -> str:
    """Bought cards lie open; the play area shows what was played since."""
    cards = _owned_cards(state, seat)
    each = min(170.0, (width + 6) / max(1, (len(cards) + 1) // 2) - 6)
    chips = []
    for number, card in enumerate(cards):
        left, top_ = x + (number // 2) * (each + 6), y + 30 * (number % 2)
        chips.append(draw_chip(state, card, left, top_, each, mark, language))
    return group(*chips)


def draw_chip(state: State, card: int, x: float, y: float, width: float, mark: Marks, language: str) -> str:
    """A small card: its name; the text comes when it is pointed at."""
    name = CARD_NAMES[card]
    id_ = f"card-{name}"
    return group(
        element("title", escape(f"{card_name(name, language)}: {card_text(name, language)}")),
        element("rect", x=x, y=y, width=width, height=26, rx=7, class_="paper face"),
        text(fit(card_name(name, language), width - 10, mark.size), x=x + 7, y=y + 14, class_="ink-small"),
        id=id_,
        class_=mark.of(id_),
    )


def _backs(state: State, seat: int, x: float, y: float, width: float, mark: Marks) -> str:
    """Another's hand: backs, by the level of their deck; known ones are not told apart here."""
    hand = hand_of(state, seat)
    step = min(28.0, width / max(1, len(hand)))
    shapes = []
    for place, card in enumerate(hand):
        deck = int(CARD_DECK[card]) if card >= 0 else -1 - card
        level = next(region["level"] for region in BOARD.regions if region["deck"] == BOARD.decks[deck])
        id_ = f"hand-{seat}-{place}"
        box = element("rect", x=x + step * place, y=y, width=24, height=30, rx=4, class_="back face")
        shapes.append(group(box, text(level, x=x + step * place + 12, y=y + 15, class_="mid tiny"), id=id_, class_=mark.of(id_)))
    return group(*shapes)


# In a terminal


def sketch(state: State, language: str) -> str:
    """The table in lines, with Rich markup for colours."""
    lines = [f"[bold]{prompt(state, language)}[/]", *board(state, language)]
    for seat, style in enumerate(("bright_blue", "magenta", "red", "yellow")[: int(state.options.players)]):
        name = seat_name(seat, language)
        lines = [line.replace(name, f"[{style}]{name}[/]", 1) if line.startswith(name) else line for line in lines]
    sites = []
    for region in range(len(REGION_NAMES)):
        marks = [_site_mark(state, site) for site in range(SITES) if SITE_REGION[site] == region]
        sites.append(f"{REGION_NAMES[region]:8} {' '.join(marks)}")
    return "\n".join([*lines, *sites])


def _site_mark(state: State, site: int) -> str:
    unit, token = int(state.unit[site]), int(state.token_of[site])
    who = SEAT_COLOURS[int(state.owner[unit])][:2].title() if unit != NOBODY else "··"
    flag = f"⚑{SEAT_COLOURS[token][:2]}{int(state.stack[site])}" if token != NOBODY else ""
    return f"{SITE_NAMES[site]}{('', 'x', 'c')[int(state.dug[site])]}:{who}{flag}"
