"""The registry of games: the built-in ones, and those that other installed packages bring."""

from __future__ import annotations

from pathlib import Path

import pytest

import saltroad
from kernel.processes import run_python
from saltroad import games

INFO = """
from saltroad.kernel.info import GameInfo
INFO = GameInfo("{name}", "Dunes", "Nobody", (2,), (), 1, "about", "nothing")
"""
LISTED = """
import json
import saltroad
saltroad.info("bazaar")
early = saltroad.games._read.cache_info().misses
names = list(saltroad.GAMES)
try:
    saltroad.info("dunes")
    refused = ""
except saltroad.UnknownGame as error:
    refused = f"{type(error).__name__}: {error}"
print(json.dumps([early, names, refused, saltroad.games._read.cache_info().misses]))
"""


def install(folder: Path, name: str, *, calls_itself: str | None = None, info: str | None = None) -> None:
    """A package `<name>_game` with the game `name`, as pip would leave it."""
    package = folder / f"{name}_game"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "info.py").write_text(INFO.format(name=calls_itself or name) if info is None else info)
    facts = folder / f"{name}_game-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-game\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(f"[{games.ENTRY_POINTS}]\n{name} = {name}_game\n")


def test_the_built_in_games_come_first(tmp_path: Path) -> None:
    install(tmp_path, "dunes")
    early, names, refused, reads = run_python(LISTED, path=tmp_path)
    assert early == 0  # the installed packages are read when they are needed
    assert names == [*games.BUILT_IN, "dunes"]
    assert (refused, reads) == ("", 1)


@pytest.mark.parametrize(
    ("info", "calls_itself", "why"),
    [
        ("import no_such_module", None, "ModuleNotFoundError: No module named 'no_such_module'"),
        ("1 / 0", None, "ZeroDivisionError: division by zero"),
        ("", None, "AttributeError: module 'dunes_game.info' has no attribute 'INFO'"),
        (None, "oasis", "it calls itself 'oasis'"),
    ],
)
def test_a_broken_game_is_told_by_name_and_harms_no_other(
    tmp_path: Path, info: str | None, calls_itself: str | None, why: str
) -> None:
    install(tmp_path, "dunes", info=info, calls_itself=calls_itself)
    install(tmp_path, "wells")
    _, names, refused, _ = run_python(LISTED, path=tmp_path)
    assert names == [*games.BUILT_IN, "wells"]
    assert refused == f"BrokenGame: The game 'dunes' cannot be loaded: {why}."


def test_no_other_package_takes_the_name_of_a_built_in_game(tmp_path: Path) -> None:
    install(tmp_path, "bazaar")
    code = "import json, saltroad; print(json.dumps([list(saltroad.GAMES), saltroad.info('bazaar').designer]))"
    assert run_python(code, path=tmp_path) == [[*games.BUILT_IN], "Sid Sackson"]


def test_the_names_are_a_sequence() -> None:
    assert saltroad.GAMES[: len(games.BUILT_IN)] == games.BUILT_IN
    assert saltroad.GAMES[0] == games.BUILT_IN[0]
    assert "bazaar" in saltroad.GAMES
    assert repr(games.GAMES).startswith("('through_the_desert'")


def test_a_part_that_a_game_lacks_is_none() -> None:
    assert games.part("bazaar", "rules") is not None
    assert games.part("bazaar", "moon") is None
    assert games.part("bazaar", "moon.crater") is None
    assert games.part("pebbles", "rules") is None  # a game that is used without being registered
