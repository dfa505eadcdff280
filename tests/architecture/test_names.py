"""Class names are unique in the package: a reader who meets one knows which class it is, and a search finds one."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import saltroad

PACKAGE = Path(saltroad.__file__).parent


def public_classes() -> Iterator[tuple[str, str]]:
    """The name and the module of every class that must have a name of its own.

    Private classes are seen by one module. A game's actions and its State are read beside that game's rules only, and
    have the rulebook's own words: two of the games have a Roll, two a Pass.
    """
    for path in sorted(PACKAGE.rglob("*.py")):
        module = path.relative_to(PACKAGE).as_posix()
        is_game = module.startswith("games/")
        if is_game and path.name == "actions.py":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.ClassDef) or node.name.startswith("_"):
                continue
            if not (is_game and node.name == "State"):
                yield node.name, module


def test_class_names_are_unique_in_the_package() -> None:
    modules = defaultdict(list)
    for name, module in public_classes():
        modules[name].append(module)
    duplicates = {name: set(found) for name, found in modules.items() if len(found) > 1}
    assert duplicates == {}
