"""What browser tests share: the real server on a free port with a database of its own, Chromium, and a player who clicks."""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ludarium.kernel import INTERPRETED

playwright = pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Browser, Page, expect  # noqa: E402

CHROMIUM = os.environ.get("LUDARIUM_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
PATIENCE = 20_000  # milliseconds; the machine may be busy
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("browser"))
            if INTERPRETED:
                item.add_marker(pytest.mark.skip(reason="the server is tried compiled"))


class Server:
    """`ludarium serve` as a process of its own, which can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "ludarium", "serve", "--host", "127.0.0.1", "--port", str(self.port), "--no-browser"]
        own = {
            "LUDARIUM_DATA": str(self.folder),
            "LUDARIUM_BOT_PAUSE": "0.02",
            "LUDARIUM_GONE_AFTER": "1",
            "PYTHONFAULTHANDLER": "1",
        }
        with open(self.folder / "server.log", "ab") as log:
            self.process = subprocess.Popen(command, env=os.environ | own, stdout=log, stderr=log)
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{self.url}/health", timeout=5).close()
                return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                assert self.process.poll() is None, (self.folder / "server.log").read_text()
                time.sleep(0.5)
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def pause(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.kill()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("data"))
    found.start()
    yield found
    found.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.fail("Chromium is not installed; script/test installs it")
    with playwright.sync_playwright() as started:
        found = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """Open pages, each a visitor with cookies of its own; a fault in any page's script fails the test."""
    contexts, faults = [], []

    def open_page(path: str = "/", **settings: Any) -> Page:
        chosen = {"viewport": DESK, "locale": "en-GB", "reduced_motion": "reduce", "base_url": server.url} | settings
        context = browser.new_context(**chosen)
        context.set_default_timeout(PATIENCE)
        context.set_default_navigation_timeout(3 * PATIENCE)  # a busy machine starts a page slowly
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if "Security Policy" in message.text else None)
        page.goto(path)
        return page

    expect.set_options(timeout=PATIENCE)
    yield open_page
    for context in contexts:
        context.close()
    assert not faults, faults


# A player who knows no rules: clicks what is lit


def new_table(page: Page, **wishes: Any) -> str:
    """A table made over the API by the page's own guest, and the page is there."""
    answer = page.request.post("/api/tables", data={"game": "obelus"} | wishes)
    assert answer.status == 201, answer.text()
    page.goto(answer.json()["url"])
    return str(answer.json()["id"])


def move(page: Page, dice: random.Random) -> None:
    """Click lit shapes and buttons until an action is complete and the log has grown."""
    lit, options, lines = page.locator("#board .lit"), page.locator("#options .option"), page.locator("#log .line")
    before = lines.count()
    for _ in range(8):
        expect(lit.or_(options).first).to_be_visible()
        choices = options if options.count() else lit
        choices.nth(dice.randrange(choices.count())).click()
        if page.locator("#board .chosen").count() == 0:  # the clicks have become an action
            return expect(lines).not_to_have_count(before)
    raise AssertionError("no action came of eight clicks")


def is_over(page: Page) -> bool:
    return page.locator("[data-command=rematch]").count() > 0


def wait_for_turn(page: Page) -> bool:
    """Wait until the player is asked or the game is over; whether the player is asked."""
    expect(page.locator("#board .lit, #options .option, [data-command=rematch]").first).to_be_visible()
    return not is_over(page)
