"""A folder from which Python imports a package as if it were installed."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

A_GAME = Path(__file__).parents[2] / "examples" / "a_game"


def installed(project: Path, folder: Path) -> Path:
    """The folder with the package installed as a wheel would be: its code, and the entry points of its project."""
    about = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]
    package = about["name"].replace("-", "_")
    shutil.copytree(project / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    facts = folder / f"{package}-{about['version']}.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {about['name']}\nVersion: {about['version']}\n", "utf-8"
    )
    groups = about["entry-points"].items()
    entries = [line for group, names in groups for line in (f"[{group}]", *(f"{k} = {v}" for k, v in names.items()))]
    (facts / "entry_points.txt").write_text("\n".join(entries) + "\n", "utf-8")
    return folder
