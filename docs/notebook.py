"""Runs the notebook of the guide from its first cell to its last, and keeps its outputs: `python docs/notebook.py`.

The tests run it too, and hold that every part has its picture.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parent / "guide" / "tour.ipynb"


def executed(folder: Path) -> Any:
    """The notebook with the outputs of a run in a folder."""
    notebook: Any = nbformat.read(NOTEBOOK, as_version=4)
    client = NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(folder)}})
    client.execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # when it ran, which differs each time
    notebook.metadata["language_info"] = {"name": "python"}  # not of which version
    return notebook


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        notebook = executed(Path(folder))
    nbformat.write(notebook, NOTEBOOK)
    print(f"written: {NOTEBOOK.relative_to(Path(__file__).parent.parent)}, {NOTEBOOK.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
