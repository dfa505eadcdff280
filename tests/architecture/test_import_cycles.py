"""No module needs itself through others: imports under TYPE_CHECKING and inside functions count like all the rest."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import saltroad

PACKAGE = Path(saltroad.__file__).parent


def modules() -> dict[str, Path]:
    """The modules of the package by name."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(name: str, source: str, known: Mapping[str, object]) -> set[str]:
    """The modules that a source imports anywhere in it, as far as they are known."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in known else node.module)
    return {other for other in found if other in known} - {name}


def cycles(graph: Mapping[str, set[str]]) -> Iterator[frozenset[str]]:
    """Groups of modules that reach each other (Tarjan's strongly connected components)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []

    def visit(node: str) -> Iterator[frozenset[str]]:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in graph[node]:
            if other not in index:
                yield from visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            group = frozenset(stack[stack.index(node) :])
            del stack[stack.index(node) :]
            if len(group) > 1:
                yield group

    for node in graph:
        if node not in index:
            yield from visit(node)


def test_there_are_no_import_cycles() -> None:
    known = modules()
    found = set(cycles({name: imported(name, path.read_text("utf-8"), known) for name, path in known.items()}))
    assert found == set()


def test_what_counts_as_an_import() -> None:
    source = """
from typing import TYPE_CHECKING
import a.b
if TYPE_CHECKING:
    from a import c, D
def later():
    from a.e import F
"""
    assert imported("a.x", source, dict.fromkeys(["a", "a.b", "a.c", "a.e", "a.x"])) == {"a", "a.b", "a.c", "a.e"}


def test_a_cycle_is_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": {"e"}, "e": set[str](), "f": {"a"}}
    assert list(cycles(graph)) == [frozenset("abc")]
    assert list(cycles({"a": {"b"}, "b": set[str]()})) == []
