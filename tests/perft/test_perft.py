"""Every game has tree counts, and the kernel agrees with them: a small slip in a rule changes a large number.

The files say how the first counts were worked out by hand. On a mismatch the count under each first action is printed:
add the wrong one to the row's line, and look again.
"""

from __future__ import annotations

import functools

import pytest
from _pytest.mark import ParameterSet

from perft.counts import Row, file_of, read
from saltroad import GAMES, load
from saltroad.kernel.contract import AnyGame, Position
from saltroad.kernel.jit import JITTED

QUICK = 200_000_000
"""Counts up to this take less than a second or two; larger ones are marked slow."""
PATIENCE = 20_000 if JITTED else 3_000
"""Counts up to this are made once more by a plain recursion."""

ROWS = [row for game in GAMES for row in read(game)]


@functools.cache
def position_of(row: Row) -> Position:
    """The position after the row's actions, each through `Game.play`."""
    game = load(row.game)
    position = game.start_of(game.info.agree(row.players, row.options))
    for action in row.line:
        position = game.play(position, action)
    return position


def divide(game: AnyGame, position: Position, depth: int) -> str:
    """The count under each first action."""
    return "\n".join(
        f"{game.engine.perft(game.apply(position, action).states, depth - 1):>16,}  {action}"
        for action in game.legal(position)
    )


def recursion(game: AnyGame, position: Position, depth: int) -> int:
    """The same count, the slow way."""
    if depth == 0:
        return 1
    return sum(recursion(game, game.apply(position, action), depth - 1) for action in game.legal(position))


def cases() -> list[ParameterSet]:
    return [
        pytest.param(row, depth, count, id=f"{row.where}-D{depth}", marks=[pytest.mark.slow] if count > QUICK else [])
        for row in ROWS
        for depth, count in row.counts
    ]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_tree_counts_at_every_depth_and_for_every_number_of_players(name: str) -> None:
    game = load(name)
    assert file_of(name).exists(), f"write {file_of(name)}"
    rows = read(name)
    for row in rows:
        assert [depth for depth, _ in row.counts] == list(range(1, len(row.counts) + 1)), row.where
    assert {row.players for row in rows} == {options.players for options in game.info.configurations()}
    used = {choice for row in rows for choice in game.options_of(position_of(row)).choices}
    assert used == {(option.name, value) for option in game.info.options for value in option.values}


@pytest.mark.parametrize(("row", "depth", "count"), cases())
def test_the_kernel_counts(row: Row, depth: int, count: int) -> None:
    if not JITTED and count > PATIENCE:
        pytest.skip("too slow without the compiler")
    game, position = load(row.game), position_of(row)
    before = bytes(position)
    counted = game.engine.perft(position.states, depth)
    assert bytes(position) == before
    assert counted == count, (
        f"{row.where}: {counted:,} at depth {depth}, not {count:,}\n{divide(game, position, depth)}"
    )


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.where)
def test_a_plain_recursion_counts_the_same(row: Row) -> None:
    game, position = load(row.game), position_of(row)
    expected = [(depth, count) for depth, count in row.counts if count <= PATIENCE]
    assert expected
    assert [(depth, recursion(game, position, depth)) for depth, _ in expected] == expected
