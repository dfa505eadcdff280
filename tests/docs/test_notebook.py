"""The notebook of the guide runs from its first cell to its last, and each of its parts has a picture."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import nbformat
import pytest

ROOT = Path(__file__).parent.parent.parent
MADE = runpy.run_path(str(ROOT / "docs" / "notebook.py"), run_name="docs")
NOTEBOOK: Path = MADE["NOTEBOOK"]
PARTS = ("A position", "A batch", "An arena", "A study")
PICTURES = {"image/png", "image/svg+xml"}
MOST_BYTES = 400_000
"""A forge shows no notebook that is too large."""


def pictures_by_part(notebook: Any) -> dict[str, int]:
    """How many pictures the cells below each heading have."""
    found: dict[str, int] = {}
    part = ""
    for cell in notebook.cells:
        if heading := re.match(r"## (.*)", cell.source):
            part = heading[1]
        for output in cell.get("outputs", ()):
            assert output.output_type != "error"
            found[part] = found.get(part, 0) + bool(PICTURES & set(output.get("data", {})))
    return found


def said_in(notebook: Any) -> list[str]:
    """What its cells print."""
    return [output.text for cell in notebook.cells for output in cell.get("outputs", ()) if "text" in output]


@pytest.mark.slow
def test_the_notebook_runs_and_every_part_makes_a_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
    run = MADE["executed"](tmp_path)
    made = pictures_by_part(run)
    assert all(made[part] >= 1 for part in PARTS), made
    kept = nbformat.read(NOTEBOOK, as_version=4)
    assert [cell.source for cell in run.cells] == [cell.source for cell in kept.cells]
    assert (pictures_by_part(kept), said_in(kept)) == (made, said_in(run)), "stale: run `python docs/notebook.py`"


def test_the_notebook_is_kept_with_its_pictures_and_its_links_lead_somewhere() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    kept = pictures_by_part(notebook)
    assert all(kept[part] >= 1 for part in PARTS)
    assert NOTEBOOK.stat().st_size < MOST_BYTES
    for cell in notebook.cells:
        for target in re.findall(r"\]\(([^)#]+)\)", cell.source) if cell.cell_type == "markdown" else ():
            assert (NOTEBOOK.parent / target).exists(), target
