"""What the documents show is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ludarium

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_the_samples_of_the_readme_run() -> None:
    samples = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert samples
    for sample in samples:
        exec(compile(sample, "README.md", "exec"), {})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_within_the_project_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("game", ludarium.games())
def test_every_game_has_a_page_that_cites_only_known_rules(game: str) -> None:
    text = (ROOT / "docs" / "games" / f"{game}.md").read_text(encoding="utf-8")
    known = {rule.id for rule in ludarium.game(game).rules.rules}
    assert set(re.findall(r"\b[A-Z]{2}-[RC]?\d+\b", text)) <= known
    assert all(f"`{option}`" in text for option in ludarium.game(game).options.options)
