"""The one way to compile: `jit` for a function, `bind` for a driver that works for any game.

Owns the cache on disk. Numba by itself watches only the file that defines a function, so a table changed in another
file would silently bring back old results. Here every compiled function is kept in a folder named by the digest of all
the sources it may read and of the flags: change one byte of a rule or of a table, and the folder is another.

Bounds checks are always on: unchecked, an index out of range would write into the next field of the record (they cost
a few per cent). Set `NUMBA_DISABLE_JIT=1` to run everything as plain Python, for pdb and coverage.
"""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType
from typing import Any, ParamSpec, TypeVar, cast

import llvmlite
import numba
import numpy as np
from numba.extending import register_jitable

P = ParamSpec("P")
R = TypeVar("R")

FLAGS: Mapping[str, object] = {"boundscheck": True, "nogil": True, "error_model": "python"}
_NO_DOORS: Mapping[str, object] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_config: Any = numba.config
JITTED = not _config.DISABLE_JIT

_PACKAGE = Path(__file__).resolve().parent.parent
_KEPT_DAYS = 30


def jit(function: Callable[P, R]) -> Callable[P, R]:
    """The function, compiled on first call and kept on disk."""
    return _compiled(function, cache_folder(function.__module__))


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """For the parts of a rule: inlined wherever compiled code calls it (measured: 138 ns a step without, 88 with).

    From Python it stays the plain function. (A compiled one would need a door for Python, a third of the time to
    compile; without that door, calling it crashes the process.)
    """
    register: Any = register_jitable
    return cast(Callable[P, R], register(forceinline=True, **_NO_DOORS, **FLAGS)(function))


def bind(driver: Callable[P, R], instance: str, functions: Mapping[str, object], module: str) -> Callable[P, R]:
    """A driver compiled against one game's functions, named in it as globals.

    The result has a cache folder of its own, named by `instance`: two games never share an entry, and a second process
    finds it again. (A closure over the functions, or passing them as arguments, is compiled anew by every process.)
    """
    source = cast(FunctionType, driver)
    unbound = set(functions) - set(source.__globals__)
    if unbound:
        raise TypeError(f"{source.__name__} knows no {', '.join(sorted(unbound))}")
    copy = FunctionType(source.__code__, {**source.__globals__, **functions}, source.__name__, source.__defaults__)
    copy.__module__ = source.__module__
    copy.__qualname__ = source.__qualname__
    return cast(Callable[P, R], _compiled(copy, cache_folder(module, source.__module__) / instance))


def _compiled(function: Callable[P, R], folder: Path) -> Callable[P, R]:
    with _cache_in(folder):
        njit: Any = numba.njit
        return cast(Callable[P, R], njit(cache=True, no_cfunc_wrapper=True, **FLAGS)(function))


@contextmanager
def _cache_in(folder: Path) -> Iterator[None]:
    """While decorating: point Numba's cache at `folder` (it reads the setting when the function is decorated)."""
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        _config.CACHE_DIR = before


@functools.cache
def cache_folder(*modules: str) -> Path:
    """The folder for code compiled from these modules: named by all that its machine code may depend on."""
    folder = cache_root() / _digest(modules)
    if not folder.exists():
        _forget_old(cache_root())
        folder.mkdir(parents=True, exist_ok=True)
    else:
        os.utime(folder)
    return folder


@functools.cache
def cache_root() -> Path:
    """`SALTROAD_CACHE_DIR`, else the user's cache; a temporary folder where neither can be written."""
    base = os.environ.get("SALTROAD_CACHE_DIR")
    if base is None:
        base = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "saltroad")
    root = Path(base)
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            pass
    except OSError:
        root = Path(tempfile.mkdtemp(prefix="saltroad-"))
    return root


def _digest(modules: tuple[str, ...]) -> str:
    digest = hashlib.sha256()
    versions = (sys.version_info[:3], numba.__version__, llvmlite.__version__, np.__version__)
    digest.update(repr((versions, sorted(FLAGS.items()))).encode())
    for path in sorted({path for module in modules for path in _sources(module)}):
        digest.update(str(path.name).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:20]


def _sources(module: str) -> Iterator[Path]:
    """Our kernel and games, and all of the package that the module is in; for a file in no package, its folder. Whoever
    is not of ours may have compiled our bots into theirs."""
    folders = [(_PACKAGE / "kernel", "**/*"), (_PACKAGE / "games", "**/*")]
    top, _, rest = module.partition(".")
    if top == __name__.partition(".")[0]:
        folders.append((_PACKAGE / rest.partition(".")[0], "**/*"))
    else:
        found = sys.modules.get(top)
        folders.append((_PACKAGE / "bots", "**/*"))
        folders += [(Path(path).resolve(), "**/*") for path in getattr(found, "__path__", ())]
        file = getattr(found, "__file__", None)
        if file is not None and not hasattr(found, "__path__"):
            folders.append((Path(file).resolve().parent, "*"))
    for folder, pattern in folders:
        yield from (path for path in folder.glob(pattern) if path.suffix in {".py", ".toml"} and path.is_file())


def _forget_old(root: Path) -> None:
    """Remove the folders of digests that nobody has used for a month."""
    oldest = time.time() - _KEPT_DAYS * 86_400
    for folder in root.iterdir():
        if folder.is_dir() and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


def is_cached(function: Callable[..., Any]) -> bool:
    """Whether the last compilation of `function` came from the disk (for `saltroad bench` and the tests)."""
    stats = getattr(function, "stats", None)
    return stats is not None and sum(stats.cache_hits.values()) > 0
