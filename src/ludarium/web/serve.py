"""Starting the server: say what happens, where it listens, and open a browser where there is one."""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from typing import Any

import uvicorn

from ludarium.web.address import addresses
from ludarium.web.app import make_app
from ludarium.web.settings import Settings


def serve(settings: Settings, has_browser: bool, tell: Callable[[str], None]) -> None:
    """Run until stopped; a second Ctrl-C stops at once."""
    log_as_json()
    config = uvicorn.Config(
        make_app(settings, tell),
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
    for stop in (signal.SIGTERM, signal.SIGINT):  # uvicorn sends the signal on after an orderly stop
        signal.signal(stop, lambda *_: sys.exit(0))
    uvicorn.Server(config).run()


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
