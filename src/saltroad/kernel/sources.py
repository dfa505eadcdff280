"""The sources that compiled code depends on: its module, the modules that this one imports, and their data files.

Owns the reading of them. Imports are found in the text of a module, at its top level, and followed within the module's
own package and within Saltroad; of other libraries, versions decide. A data file is one that lies beside a module and
that the module names. So a changed rule, table or component is another digest, and a changed sentence is not.

Each file is read once in a process, when the first compiled function of a module is declared: if it changes later, what
this process compiles is still kept under the digest of what it runs.
"""

from __future__ import annotations

import ast
import functools
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

_OURS = __name__.partition(".")[0]
_FILE_NAME = re.compile(rb"""["']([\w-]+\.\w+)["']""")


@dataclass(frozen=True, slots=True)
class Source:
    """A module as it was when it was first read."""

    module: str
    content: bytes
    """Its text, and the data files that it names."""
    imports: tuple[str, ...]
    """The modules that it imports, of those that are followed."""


def sources_of(modules: Iterable[str]) -> dict[str, Source]:
    """The sources of modules and of all that they import, by module and in the order of the names."""
    found: dict[str, Source] = {}
    ahead = list(modules)
    while ahead:
        module = ahead.pop()
        source = None if module in found else _read(module)
        if source is not None:
            found[module] = source
            ahead += source.imports
    return dict(sorted(found.items()))


@functools.cache
def _read(module: str) -> Source | None:
    path = _file_of(module)
    if path is None:
        return None
    text = path.read_bytes()
    named = sorted({name.decode() for name in _FILE_NAME.findall(text)})
    data = [path.with_name(name) for name in named if not name.endswith(".py")]
    content = b"\0".join([text, *(file.read_bytes() for file in data if file.is_file())])
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    imports = dict.fromkeys(_imported(ast.parse(text).body, package))
    return Source(module, content, tuple(name for name in imports if _is_followed(name, module, path)))


def _file_of(module: str) -> Path | None:
    """The file of a module, or None if there is none of that name or no source of it."""
    top, *rest = module.split(".")
    loaded = sys.modules.get(top)
    folders = [Path(folder) for folder in getattr(loaded, "__path__", ())]
    if not folders:
        file = getattr(loaded, "__file__", None)
        return Path(file) if file and not rest and file.endswith(".py") else None
    for folder in folders:
        base = folder.joinpath(*rest)
        for path in (base / "__init__.py", base.with_name(f"{base.name}.py")):
            if path.is_file() and (rest or path.name == "__init__.py"):
                return path
    return None


def _is_followed(name: str, module: str, path: Path) -> bool:
    top = name.partition(".")[0]
    if top in (_OURS, module.partition(".")[0]):
        return True
    beside = _file_of(top)  # a file in no package may import its neighbours
    return beside is not None and beside.name != "__init__.py" and beside.parent == path.parent


def _imported(statements: Iterable[ast.stmt], package: str) -> Iterator[str]:
    """The modules that statements at the top level import; those for the type checker alone are left out."""
    for statement in statements:
        match statement:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module, names, level):
                parents = package.split(".")[: len(package.split(".")) - (level or 0) + 1] if level else []
                base = ".".join([*parents, *([module] if module else [])])
                for alias in names:
                    child = f"{base}.{alias.name}"
                    yield base if _file_of(child) is None else child
            case ast.If(ast.Name("TYPE_CHECKING"), _, orelse):
                yield from _imported(orelse, package)
            case ast.If(_, body, orelse):
                yield from _imported([*body, *orelse], package)
            case ast.Try(body, handlers, orelse, finalbody):
                handled = [inner for handler in handlers for inner in handler.body]
                yield from _imported([*body, *handled, *orelse, *finalbody], package)
