"""Every game has its golden playthroughs, and plays them as they were written."""

from __future__ import annotations

import pytest

import saltroad
from golden.make import actions_in, path_of, playthrough, wanted
from saltroad.kernel.contract import AnyGame
from saltroad.kernel.info import Options

CASES = [(saltroad.load(name), options) for name in saltroad.GAMES for options in wanted(saltroad.load(name))]


@pytest.mark.parametrize(("game", "options"), CASES, ids=lambda case: str(case).replace(" ", "-"))
def test_the_game_plays_as_written(game: AnyGame, options: Options) -> None:
    path = path_of(game, options)
    assert path.exists(), f"{path.name} is missing: run `make golden`"
    assert playthrough(game, options, actions_in(path)) == path.read_text("utf-8"), (
        f"{path.name} has changed: if that is meant, run `make golden` and read the diff"
    )


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_a_playthrough_goes_to_the_end(name: str) -> None:
    game = saltroad.load(name)
    for options in wanted(game):
        assert "outcome: " in path_of(game, options).read_text("utf-8")
