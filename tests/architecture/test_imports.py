"""Imports point one way, modules are short and say what they own, and nothing depends on one machine."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import saltroad

PACKAGE = Path(saltroad.__file__).parent
ROOT = Path(__file__).resolve().parent.parent.parent
MODULES = sorted(PACKAGE.rglob("*.py"))
SOURCES = sorted(
    path
    for folder in (PACKAGE, *(ROOT / name for name in ("tests", "benchmarks", "docs", "scripts", "web")))
    for path in folder.rglob("*")
    if path.is_file()
    and path.suffix in {".py", ".toml", ".md", ".ts", ".js", ".svelte", ".json", ".yaml", ""}
    and not {"__pycache__", "node_modules", "paraglide", "client", "cache"} & set(path.parts)
)
MOST_LINES = 500
IMPORTED_AS = {
    "argon2-cffi": ("argon2",),
    "dm-tree": ("tree",),
    "import-linter": ("importlinter",),
    "open_spiel": ("open_spiel", "pyspiel"),
    "pytest-xdist": ("xdist",),
}
"""The packages of a dependency that are not named as it is."""
MACHINE_PATH = re.compile(r"""(?<![\w.~-])/(?:home|root|Users|work|mnt|srv|opt)/\w|\b[A-Z]:\\\\?Users\b""")


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT if path.is_relative_to(ROOT) else PACKAGE.parent))


def test_imports_point_one_way() -> None:
    """import-linter's contracts, as pyproject.toml states them."""
    lint = "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"
    done = subprocess.run(
        [sys.executable, "-c", lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    assert f"Contracts: {len(contracts)} kept, 0 broken." in done.stdout


def test_the_kernel_may_import_numpy_and_numba_and_nothing_else() -> None:
    """The contract's list names every other dependency and every other part of the package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    (contract,) = [
        contract
        for contract in project["tool"]["importlinter"]["contracts"]
        if contract["type"] == "forbidden" and contract["source_modules"] == ["saltroad.kernel"]
    ]
    extras = project["project"]["optional-dependencies"]
    stated = [*project["project"]["dependencies"], *(each for extra in extras.values() for each in extra)]
    names = {re.split(r"[^\w-]", dependency)[0] for dependency in stated} - {"numba", "numpy", "saltroad"}
    imported = {each for name in names for each in IMPORTED_AS.get(name, (name.replace("-", "_"),))}
    parts = {f"saltroad.{path.parent.name}" for path in PACKAGE.glob("*/__init__.py")} - {"saltroad.kernel"}
    parts |= {f"saltroad.{path.stem}" for path in PACKAGE.glob("*.py") if not path.stem.startswith("__")}
    assert set(contract["forbidden_modules"]) == imported | parts


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_is_short_and_says_what_it_owns(path: Path) -> None:
    source = path.read_text("utf-8")
    assert len(source.splitlines()) <= MOST_LINES
    assert ast.get_docstring(ast.parse(source)), "a module opens with what it owns"


def test_the_kernel_imports_no_other_part() -> None:
    for path in (PACKAGE / "kernel").rglob("*.py"):
        imported = re.findall(r"^\s*(?:from|import) (saltroad[\w.]*)", path.read_text("utf-8"), re.MULTILINE)
        assert {name for name in imported if not name.startswith("saltroad.kernel")} == set(), path.name


def test_the_kernel_imports_no_library_that_comes_with_another_either() -> None:
    """What is imported is Python's own, numpy's or numba's, to which llvmlite belongs."""
    allowed = {*sys.stdlib_module_names, "numpy", "numba", "llvmlite", "saltroad"}
    for path in (PACKAGE / "kernel").rglob("*.py"):
        nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
        imported = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
        imported |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}
        assert {name.partition(".")[0] for name in imported} <= allowed, path.name


def test_types_are_shipped() -> None:
    assert (PACKAGE / "py.typed").is_file()


def test_nothing_names_a_path_of_one_machine() -> None:
    found = [
        f"{name_of(path)}:{number}: {line.strip()}"
        for path in SOURCES
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if MACHINE_PATH.search(line) and path != Path(__file__).resolve()
    ]
    assert found == []


@pytest.mark.parametrize(
    ("line", "is_bad"),
    [
        ("/home/ann/saltroad", True),
        ('open("/srv/games/x")', True),
        ("C:\\Users\\ann", True),
        ("https://example.org/home/page", False),
        ("src/saltroad/kernel", False),
        ("~/.cache/saltroad", False),
    ],
)
def test_what_counts_as_a_path_of_one_machine(line: str, is_bad: bool) -> None:
    assert bool(MACHINE_PATH.search(line)) is is_bad
