"""SVG: elements and escaping; nothing about any game."""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape
from typing import NamedTuple

Value = str | int | float | None


class Mark(NamedTuple):
    """A word to write on a shape while another is selected: what it costs to get there, what can be done to it."""

    shape: str
    label: str
    kind: str  # reach, attack or drop


def element(tag: str, *children: str, **attributes: Value) -> str:
    """One element. `class_` is class, `stroke_width` is stroke-width; an attribute that is None is left out."""
    written = "".join(_attribute(name, value) for name, value in attributes.items() if value is not None)
    return f"<{tag}{written}>{''.join(children)}</{tag}>" if children else f"<{tag}{written}/>"


def _attribute(name: str, value: Value) -> str:
    if isinstance(value, float):
        return f' {_attribute_name(name)}="{value:.2f}"'
    return f' {_attribute_name(name)}="{escape(value) if isinstance(value, str) else value}"'


@cache
def _attribute_name(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def text(content: object, **attributes: Value) -> str:
    return element("text", escape(str(content)), **attributes)


def group(*children: str, **attributes: Value) -> str:
    return element("g", *children, **attributes) if children else ""


def points(*corners: tuple[float, float]) -> str:
    """Corners as a polygon's `points`."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)


def film(pictures: list[str], seconds: float) -> str:
    """Whole drawings shown one after the other, each for so many seconds, as one drawing that moves."""
    share = 100 / len(pictures)
    style = f".frame {{ visibility: hidden; animation: show {seconds * len(pictures):.1f}s step-end infinite }}"
    style += f"@keyframes show {{ 0% {{ visibility: visible }} {share:.4f}% {{ visibility: hidden }} }}"
    frames = [
        group(without_ids(drawing), class_="frame", style=f"animation-delay: {seconds * place:.1f}s")
        for place, drawing in enumerate(pictures)
    ]
    size = re.search(r'viewBox="([^"]+)"', pictures[0])
    assert size is not None
    return element("svg", f"<style>{style}</style>", *frames, xmlns="http://www.w3.org/2000/svg", viewBox=size[1])


def without_ids(drawing: str) -> str:
    """Ids may stand only once in a document."""
    return re.sub(r' id="[^"]*"', "", drawing)


def picture(width: int, height: int, title: str, style: str, *children: str, class_: str = "") -> str:
    """A whole drawing, which fits the width it is given."""
    return element(
        "svg",
        element("title", escape(title)),
        f"<style>{style}</style>",
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        role="img",
        class_=class_ or None,
    )


def pages(drawing: str, width: float, found: list[tuple[str, str, float]]) -> str:
    """A drawing that says of itself that it is pages side by side, each so wide, with its key, title and height."""
    told = json.dumps([{"key": key, "title": title, "height": round(height)} for key, title, height in found], ensure_ascii=False)
    return drawing.replace("<svg", f'<svg data-width="{width:g}" data-pages="{escape(told)}"', 1)
