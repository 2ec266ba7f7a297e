"""The families of variants that every environment is checked with."""

from __future__ import annotations

from typing import Any

FAMILIES: dict[str, tuple[str, dict[str, Any]]] = {
    "obelus-pure": ("obelus", {}),
    "obelus-chaos": ("obelus", {"mode": "chaos", "first": "roll"}),
    "obelus-small": ("obelus", {"cards": 5, "obelisks": 2}),
    "ortus-apprentice": ("ortus", {"level": "apprentice", "max_turns": 30}),
    "ortus-master": ("ortus", {"level": "master", "setup": "random", "start": "chance", "max_turns": 30}),
    "ortus-free": ("ortus", {"level": "master", "setup": "free", "dicey": "on", "max_turns": 30}),
    "tortus": ("tortus", {"max_turns": 50}),
    "tortus-trio": ("tortus", {"pawns": 3, "invalid_flip": "pits", "max_turns": 50}),
    "olith-two": ("olith", {"players": 2}),
    "olith-three": ("olith", {"players": 3, "tie": "shared"}),
    "olith-four": ("olith", {"players": 4, "active": "stuck_rerolls", "tie": "final_battle"}),
}
