"""The worked examples run, and do what they promise."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from conftest import INTERPRETED

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"

compiled = pytest.mark.skipif(INTERPRETED, reason="a question of speed")


@compiled
def test_what_has_learned_a_small_ring_clearly_beats_greedy(tmp_path: Path) -> None:
    """In a process of its own, where NumPy keeps to one core."""
    picture = tmp_path / "curve.svg"
    command = [sys.executable, str(EXAMPLES / "train_obelus.py"), "--moves", "1200", "--picture", str(picture)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    low = re.search(r"400 games against greedy: [\d.]+%, between ([\d.]+)%", told)
    assert low is not None, told
    assert float(low[1]) > 60, told
    assert ElementTree.fromstring(picture.read_text(encoding="utf-8")).tag.endswith("svg")


def cells() -> list[str]:
    notebook = json.loads((EXAMPLES / "boards.ipynb").read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


@compiled
def test_the_cells_of_the_notebook_run() -> None:
    scope: dict[str, object] = {}
    for cell in cells():
        exec(compile(cell, "boards.ipynb", "exec"), scope)


def test_the_notebook_keeps_its_pictures() -> None:
    notebook = json.loads((EXAMPLES / "boards.ipynb").read_text(encoding="utf-8"))
    outputs = [output for cell in notebook["cells"] for output in cell.get("outputs", [])]
    assert sum("image/svg+xml" in output.get("data", {}) for output in outputs) == 3
    assert not any(output["output_type"] == "error" for output in outputs)


@compiled
def test_the_samples_of_the_researchers_page_run() -> None:
    scope: dict[str, object] = {}
    for page in ("research.md", "observations.md"):
        samples = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / page).read_text(encoding="utf-8"), re.DOTALL)
        assert samples
        for sample in samples:
            exec(compile(sample, page, "exec"), scope)
