"""Trap 1: compiled code from the disk is never older than any source it depends on."""

from __future__ import annotations

import ast
import os
import shutil
import time
from pathlib import Path
from typing import Any

import pytest

import saltroad
from kernel.processes import run_python
from saltroad.kernel import drivers, sources
from saltroad.kernel.jit import bind, cache_folder, cache_root, modules_of

PACKAGE = Path(saltroad.__file__).parent

RULES = """
from saltroad.kernel.jit import jit
from {prefix}tables import TABLE

@jit
def toll(k):
    return TABLE[k]
"""
TABLES = """
import tomllib
from pathlib import Path
import numpy as np

FACTOR = tomllib.loads(Path(__file__).with_name("box.toml").read_text())["factor"]
TABLE = np.array([1, 2, 3], np.int64) * FACTOR
"""
RUN = """
import json
from saltroad.kernel.jit import is_cached
from {prefix}rules import toll
print(json.dumps([int(toll(2)), is_cached(toll)]))
"""


class Road:
    """A small package of somebody else's, with compiled code, a table in another file and data."""

    def __init__(self, root: Path, kind: str) -> None:
        self.root = root
        self.prefix = "" if kind == "loose files" else "road."
        self.folder = root / "path" / self.prefix.strip(".")
        self.folder.mkdir(parents=True)
        self.write("rules.py", RULES.format(prefix=self.prefix))
        self.write("tables.py", TABLES)
        self.write("box.toml", "factor = 1\n")
        if kind == "package":
            self.write("__init__.py", "")

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)

    def run(self) -> Any:
        return run_python(RUN.format(prefix=self.prefix), path=self.root / "path", cache=self.root / "cache")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["package", "namespace package", "loose files"])
def test_a_table_changed_in_another_file_is_seen(tmp_path: Path, kind: str) -> None:
    road = Road(tmp_path, kind)
    assert road.run() == [3, False]
    assert road.run() == [3, True]
    road.write("tables.py", TABLES.replace("[1, 2, 3]", "[1, 2, 5]"))
    assert road.run() == [5, False]
    road.write("box.toml", "factor = 4\n")
    assert road.run() == [20, False]


@pytest.mark.slow
def test_what_was_compiled_before_is_found_again(tmp_path: Path) -> None:
    road = Road(tmp_path, "package")
    road.run()
    road.write("box.toml", "factor = 4\n")
    road.run()
    road.write("box.toml", "factor = 1\n")
    assert road.run() == [3, True]


GAME = """
from road.tables import TABLE
from saltroad.kernel.engine import Engine
from saltroad.kernel.jit import inlined
from saltroad.kernel.state_record import I8, StateRecord, dtype_of

class State(StateRecord):
    ply: I8

@inlined
def actor(s):
    return TABLE[2]

ENGINE = Engine("road", dtype_of(State), 1, actor, actor, actor, actor)
"""
PLAY = """
import json, pathlib
from road.game import ENGINE
from saltroad.kernel.jit import is_cached
tables = pathlib.Path("{tables}")
tables.write_text(tables.read_text().replace("[1, 2, 3]", "[1, 2, 5]"))
print(json.dumps([ENGINE.actor_at(ENGINE.states(1), 0), is_cached(ENGINE.actor_at)]))
"""


@pytest.mark.slow
def test_a_source_that_changes_while_a_process_runs_poisons_no_cache(tmp_path: Path) -> None:
    road = Road(tmp_path, "package")
    road.write("game.py", GAME)
    play = PLAY.format(tables=road.folder / "tables.py")
    answers = [run_python(play, path=tmp_path / "path", cache=tmp_path / "cache") for _ in range(3)]
    assert answers == [[3, False], [5, False], [5, True]]


TOUCHED = """
import json, pathlib, sys
import saltroad.games
from saltroad.kernel import jit, sources

ours = pathlib.Path(saltroad.games.__file__).parent
package = saltroad.games.package_of("bazaar")
rules = [f"{package}.rules", "saltroad.kernel.drivers"]
search = [*rules, f"{package}.bot.evaluator", "saltroad.bots.search.mcts"]

def digests():
    sources._read.cache_clear()
    return [jit._digest(tuple(rules)), jit._digest(tuple(search))]

def changed_by(file):
    path, before = ours / file, digests()
    path.write_text(path.read_text() + "\\n# touched\\n")
    return [one != other for one, other in zip(before, digests())]

print(json.dumps({file: changed_by(file) for file in json.loads(sys.stdin.read())}))
"""
NEITHER, SEARCH, BOTH = [False, False], [False, True], [True, True]


def test_what_is_compiled_decides_the_digest_and_nothing_else(tmp_path: Path) -> None:
    """Whether the digest of Bazaar's rules and that of its search change with a file of the package."""
    shutil.copytree(PACKAGE, tmp_path / "saltroad", ignore=shutil.ignore_patterns("__pycache__", "server"))
    changes = {
        **dict.fromkeys(("events.py", "terminal.py", "terminal_choices.py", "wire.py", "info.py"), NEITHER),
        **dict.fromkeys(("lesson.toml", "rulebook.toml", "messages/en.ftl"), NEITHER),
        **dict.fromkeys(("explain.py", "views.py", "game.py", "offers.py"), NEITHER),
        **dict.fromkeys(("bot/greedy.py", "bot/levels.py", "bot/weights.json"), NEITHER),
        **dict.fromkeys(("bot/evaluator.py", "bot/solution.py"), SEARCH),
        **dict.fromkeys(("rules.py", "state.py", "components.py", "components.toml", "indices.py"), BOTH),
    }
    of_bazaar = {f"bazaar/{file}": change for file, change in changes.items()}
    of_others = {
        "desert_bazaar/rules.py": NEITHER,
        "../messages/catalogue.py": NEITHER,
        "../terminal/paint.py": NEITHER,
        "../bots/level_bots.py": NEITHER,
        "../bots/search/mcts.py": SEARCH,
        "../kernel/contract.py": SEARCH,
        "../kernel/drivers.py": BOTH,
        "../kernel/jit.py": BOTH,
    }
    code = TOUCHED.replace("json.loads(sys.stdin.read())", repr([*of_bazaar, *of_others]))
    assert run_python(code, path=tmp_path, cache=tmp_path / "cache") == of_bazaar | of_others


def test_imports_are_followed_as_python_does() -> None:
    text = """
import a.b, numpy
from saltroad.kernel import drivers, jit
from saltroad.kernel.chance import Rng
from . import near
from .far import thing
from .. import up
if TYPE_CHECKING:
    from c import never
else:
    import d
try:
    import e
except ImportError:
    import f
def later():
    import g
"""
    found = list(sources._imported(ast.parse(text).body, "box.inner"))
    ours = ["saltroad.kernel.drivers", "saltroad.kernel.jit", "saltroad.kernel.chance"]
    assert found == ["a.b", "numpy", *ours, "box.inner", "box.inner.far", "box", "d", "e", "f"]


def test_a_bound_driver_depends_on_what_it_is_bound_to() -> None:
    bazaar = saltroad.load("bazaar").engine
    assert modules_of(bazaar.random_step) == ("saltroad.games.bazaar.rules", "saltroad.kernel.drivers")
    bound = bind(drivers.playout, "twice", {"random_step": bazaar.random_step})
    assert modules_of(bound) == modules_of(bazaar.random_step)


@pytest.fixture
def _no_memory() -> Any:
    cache_root.cache_clear()
    cache_folder.cache_clear()
    yield
    cache_root.cache_clear()
    cache_folder.cache_clear()


@pytest.mark.usefixtures("_no_memory")
class TestRoot:
    def test_it_is_where_the_environment_says(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SALTROAD_CACHE_DIR", str(tmp_path / "a" / "b"))
        assert cache_root() == tmp_path / "a" / "b"
        assert cache_root().is_dir()

    def test_else_it_is_in_the_users_cache(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("SALTROAD_CACHE_DIR", raising=False)
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
        assert cache_root() == tmp_path / "xdg" / "saltroad"

    def test_else_it_is_in_the_home_folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("SALTROAD_CACHE_DIR", raising=False)
        monkeypatch.setenv("XDG_CACHE_HOME", "")
        monkeypatch.setenv("HOME", str(tmp_path))
        assert cache_root() == tmp_path / ".cache" / "saltroad"

    def test_where_nothing_can_be_written_it_is_temporary(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "file").write_text("in the way of a folder")
        (tmp_path / "tmp").mkdir()
        monkeypatch.setenv("SALTROAD_CACHE_DIR", str(tmp_path / "file" / "cache"))
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
        assert cache_root().parent == tmp_path / "tmp"
        assert cache_root().is_dir()
        assert cache_root() is cache_root()

    def test_digests_unused_for_a_month_are_forgotten(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SALTROAD_CACHE_DIR", str(tmp_path))
        ages = {"old": 31, "recent": 29}
        for name, days in ages.items():
            (tmp_path / name).mkdir()
            (tmp_path / name / "code.nbc").write_bytes(b"machine code")
            when = time.time() - days * 86_400
            os.utime(tmp_path / name, (when, when))
        fresh = cache_folder("saltroad.kernel.chance")
        assert {path.name for path in tmp_path.iterdir()} == {"recent", fresh.name}

    def test_a_folder_in_use_stays_young(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SALTROAD_CACHE_DIR", str(tmp_path))
        folder = cache_folder("saltroad.kernel.chance")
        os.utime(folder, (0, 0))
        cache_folder.cache_clear()
        assert cache_folder("saltroad.kernel.chance") == folder
        assert folder.stat().st_mtime > time.time() - 60
