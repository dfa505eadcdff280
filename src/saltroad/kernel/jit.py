"""The one way to compile: `jit` for a function, `bind` for a driver that works for any game.

Owns the cache on disk. Numba by itself watches only the file that defines a function, so a table changed in another
file would silently bring back old results. Here every compiled function is kept in a folder named by the digest of the
flags and of the sources that it depends on (`sources`): change one byte of a rule or of a table, and the folder is
another; change a sentence, and it is the same.

Bounds checks are on in all rules: unchecked, an index out of range would write into the next field of the record (they
cost a few per cent). Set `NUMBA_DISABLE_JIT=1` to run everything as plain Python, for pdb and coverage.
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

from saltroad.kernel.sources import sources_of

P = ParamSpec("P")
R = TypeVar("R")

FLAGS: Mapping[str, object] = {"boundscheck": True, "nogil": True, "error_model": "python"}
_NO_DOORS: Mapping[str, object] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_config: Any = numba.config
JITTED = not _config.DISABLE_JIT

_BOUND_TO = "__saltroad_bound_to__"
_KEPT_DAYS = 30


def jit(function: Callable[P, R]) -> Callable[P, R]:
    """The function, compiled on first call and kept on disk."""
    return _compiled(function, cache_folder(*modules_of(function)))


def jit_unchecked(function: Callable[P, R]) -> Callable[P, R]:
    """Like `jit`, without checks of bounds: for loops over arrays whose shapes the caller has checked, where a check
    for each number would keep the processor from working on many at once (measured: 4 times as long)."""
    return _compiled(function, cache_folder(*modules_of(function)), boundscheck=False)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """For the parts of a rule: inlined wherever compiled code calls it (measured: 138 ns a step without, 88 with).

    From Python it stays the plain function. (A compiled one would need a wrapper for Python, a third of the time to
    compile; without that wrapper, calling it crashes the process.)
    """
    return _inlined(function, FLAGS)


def inlined_unchecked(function: Callable[P, R]) -> Callable[P, R]:
    """Like `inlined`, without checks of bounds: for what writes an observation, which changes no game. Its indices
    follow from the layout, and tests run it as plain Python, which checks them (measured: 164 ns in place of 322)."""
    return _inlined(function, {**FLAGS, "boundscheck": False})


def _inlined(function: Callable[P, R], flags: Mapping[str, object]) -> Callable[P, R]:
    if JITTED:
        sources_of(modules_of(function))  # read now, before they can change
    register: Any = register_jitable
    return cast(Callable[P, R], register(forceinline=True, **_NO_DOORS, **flags)(function))


def bind(driver: Callable[P, R], instance: str, functions: Mapping[str, Callable[..., Any]]) -> Callable[P, R]:
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
    modules = sorted({module for function in (driver, *functions.values()) for module in modules_of(function)})
    setattr(copy, _BOUND_TO, tuple(modules))
    return cast(Callable[P, R], _compiled(copy, cache_folder(*modules) / instance))


def entry_point(function: Callable[P, R], *examples: object) -> Callable[P, R]:
    """What calls a compiled function from Python directly, with arguments of the types that `examples` have.

    Called as it is, a compiled function finds out the types of its arguments at each call, which for a record takes
    longer than most rules do (measured: `actor_at` 0.34 µs, directly 0.14). Here nobody does: an array must have the
    dtype and the dimensions of its example, and a number is made whole. So it is for callers that know what they pass.
    """
    if not JITTED:
        return function
    compiled: Any = function
    return cast(Callable[P, R], compiled.compile(tuple(map(numba.typeof, examples))))


def modules_of(function: Callable[..., Any]) -> tuple[str, ...]:
    """The modules that a function comes from: its own, and those of the functions that it is bound to."""
    plain = getattr(function, "py_func", function)
    modules: tuple[str, ...] = getattr(plain, _BOUND_TO, (plain.__module__,))
    return modules


def _compiled(function: Callable[P, R], folder: Path, **changed: object) -> Callable[P, R]:
    with _cache_in(folder):
        njit: Any = numba.njit
        return cast(Callable[P, R], njit(cache=True, no_cfunc_wrapper=True, **{**FLAGS, **changed})(function))


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
    for name, source in sources_of(modules).items():
        digest.update(name.encode())
        digest.update(source.content)
    return digest.hexdigest()[:20]


def _forget_old(root: Path) -> None:
    """Remove the folders of digests that were not used for a month."""
    oldest = time.time() - _KEPT_DAYS * 86_400
    for folder in root.iterdir():
        if folder.is_dir() and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


def is_cached(function: Callable[..., Any]) -> bool:
    """Whether the last compilation of `function` came from the disk (for `saltroad bench` and the tests)."""
    stats = getattr(function, "stats", None)
    return stats is not None and sum(stats.cache_hits.values()) > 0
