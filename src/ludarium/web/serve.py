"""Starting the server: say what happens, where it listens, and open a browser where there is one."""

from __future__ import annotations

import json
import logging
import os
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from typing import Any

import uvicorn

from ludarium.bots import BOTS, bot
from ludarium.contract import CHANCE
from ludarium.game import games
from ludarium.match import Match
from ludarium.web.address import addresses
from ludarium.web.app import make_app
from ludarium.web.settings import Settings


def serve(settings: Settings, has_browser: bool, tell: Callable[[str], None]) -> None:
    """Run until stopped; a second Ctrl-C stops at once."""
    log_as_json()
    for name in games():
        tell(f"getting {name} ready ...")
        warm_up(name)
    config = uvicorn.Config(
        make_app(settings),
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=16 * 1024,
        ws_ping_interval=20,
        timeout_graceful_shutdown=5,
        proxy_headers=True,
    )
    for address in addresses(settings):
        tell(f"Ludarium is at {address}")
    if has_browser and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or sys.platform == "darwin"):
        threading.Timer(1.0, webbrowser.open, [addresses(settings)[0]]).start()
    uvicorn.Server(config).run()


def warm_up(name: str) -> None:
    """Compile, or fetch from the cache, whatever a table of this game will ask for."""
    match = Match(name)
    for _ in range(3):
        if match.turn == CHANCE:
            match.draw()
        else:
            match.play([bot(kind).choose(match) for kind in BOTS][-1])
    match.seen_by(-1), match.is_secret(match.ply, 0), match.is_barrier(), match.returns(), match.svg()


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {"at": round(time.time(), 3), "level": record.levelname, "from": record.name}
        line["message"] = record.getMessage()
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)


def log_as_json() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=os.environ.get("LUDARIUM_LOG", "WARNING"), handlers=[handler], force=True)
