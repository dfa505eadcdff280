"""The page on the architecture names files and functions that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SOURCES = ROOT / "src" / "saltroad"
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
ROWS = re.findall(r"\| `([\w/.]+\.py)` \| `([\w.]+)` \|", PAGE)


def names_in(body: list[ast.stmt]) -> dict[str, list[ast.stmt]]:
    """The classes, functions and values that a module or class defines, each with its own body."""
    found: dict[str, list[ast.stmt]] = {}
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found[node.name] = node.body
        elif isinstance(node, ast.Assign):
            found |= {target.id: [] for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = []
    return found


def test_every_function_named_in_a_table_exists() -> None:
    assert len(ROWS) > 40
    for file, name in ROWS:
        body = ast.parse((SOURCES / file).read_text("utf-8")).body
        for part in name.split("."):
            known = names_in(body)
            assert part in known, f"{file} has no {name}"
            body = known[part]


def test_every_file_named_exists() -> None:
    files = {file for file in re.findall(r"`([\w./-]+/[\w./-]+)`", PAGE) if not file.startswith("src/saltroad")}
    assert len(files) > 25
    for file in files:
        assert (SOURCES / file).exists() or (ROOT / file).exists(), file


def test_every_package_has_a_line() -> None:
    packages = {path.parent.relative_to(SOURCES) for path in SOURCES.glob("*/__init__.py")}
    packages |= {path.parent.relative_to(SOURCES) for path in SOURCES.glob("server/*/__init__.py")}
    named = set(re.findall(r"^\| `([a-z_.]+)` \|", PAGE, re.MULTILINE))
    assert {".".join(path.parts) for path in packages} | {"server.serve", "lessons"} == named


def test_there_are_fifteen_jobs_and_a_dozen_hops() -> None:
    jobs = PAGE[PAGE.index("## Where is it?") :]
    click = PAGE[PAGE.index("## The path of a click") : PAGE.index("## The path of a bot's move")]
    assert len(re.findall(r"^\| [a-z]", jobs, re.MULTILINE)) >= 15
    assert len(re.findall(r"^\| [0-9]+ \|", click, re.MULTILINE)) <= 15
