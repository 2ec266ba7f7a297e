"""Settings of the server, from the environment, with defaults that serve."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from ludarium.folders import data_folder


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class Settings:
    """Where the server listens, where it keeps its games, and how it behaves."""

    data: Path
    database: str
    secret: str
    host: str = "0.0.0.0"
    port: int = 8000
    address: str = ""  # what links for friends begin with, where the server cannot know it
    games: tuple[str, ...] = ()  # that are offered; none named means all
    bot_pause: float = 0.6  # seconds that a bot waits before it moves, so that people can follow
    gone_after: float = 60.0  # seconds without a connection after which a player counts as gone
    watch_delay: float = 0.0  # seconds by which watchers of games with secrets lag behind
    messages_per_second: float = 20.0  # from one socket or guest; more are slowed
    tables_per_guest: int = 200  # that are not over
    editions: int = 20  # games with files of people's own that this process takes; each stays in memory
    thinkers: int = field(default_factory=_cores)  # searches that run at once; others wait in line

    @staticmethod
    def from_environment(host: str | None = None, port: int | None = None) -> Settings:
        data = data_folder()
        data.mkdir(parents=True, exist_ok=True)
        environment = os.environ
        return Settings(
            data=data,
            database=environment.get("LUDARIUM_DATABASE", f"sqlite:///{data / 'tables.sqlite'}"),
            secret=environment.get("LUDARIUM_SECRET") or _kept_secret(data / "secret"),
            host=host or environment.get("LUDARIUM_HOST", "0.0.0.0"),
            port=port or int(environment.get("LUDARIUM_PORT", "8000")),
            address=environment.get("LUDARIUM_ADDRESS", "").rstrip("/"),
            games=tuple(environment.get("LUDARIUM_GAMES", "").split()),
            bot_pause=float(environment.get("LUDARIUM_BOT_PAUSE", "0.6")),
            gone_after=float(environment.get("LUDARIUM_GONE_AFTER", "60")),
            watch_delay=float(environment.get("LUDARIUM_WATCH_DELAY", "0")),
            messages_per_second=float(environment.get("LUDARIUM_MESSAGES_PER_SECOND", "20")),
            tables_per_guest=int(environment.get("LUDARIUM_TABLES_PER_GUEST", "200")),
            editions=int(environment.get("LUDARIUM_EDITIONS", "20")),
            thinkers=int(environment.get("LUDARIUM_THINKERS", "0")) or _cores(),
        )


def _kept_secret(file: Path) -> str:
    """The key that signs guests' cookies, made once and readable by its owner only."""
    if not file.exists():
        made = file.with_suffix(f".{os.getpid()}")
        made.touch(mode=0o600)
        made.write_text(secrets.token_hex(32), encoding="utf-8")
        with suppress(FileExistsError):  # another process was first
            os.link(made, file)
        made.unlink()
    return file.read_text(encoding="utf-8").strip()
