"""Trap 3: positions cross the border to compiled code as (plain array, index), and are copied as bytes."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pytest

import saltroad
from saltroad.kernel.contract import AnyGame, Position
from saltroad.kernel.jit import JITTED
from saltroad.kernel.state_record import copy_of
from saltroad.kernel.unjitted import PlainStates
from testing.pebbles import DTYPE, Pebbles

GAMES = [*map(saltroad.load, saltroad.GAMES), Pebbles()]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_positions_are_plain_arrays(game: AnyGame) -> None:
    kind = np.ndarray if JITTED else PlainStates
    start = game.start()
    for position in (
        start,
        start.copy(),
        game.apply(start, game.legal(start)[0]),
        game.load(game.dump(start)),
        game.determinize(game.observe(start, 0), saltroad.Rng(0)),
    ):
        assert type(position.states) is kind
        assert position.states.shape == (1,)
        assert position.states.flags.writeable
        assert position.states.flags.aligned
    assert type(game.engine.states(3)) is kind


@pytest.mark.skipif(not JITTED, reason="nothing is compiled")
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_each_driver_is_compiled_for_one_type_of_argument(game: AnyGame) -> None:
    """A copy, a loaded position or a batch of another type would be compiled for anew, seconds each."""
    start = game.start()
    for position in (start, start.copy(), game.load(game.dump(start))):
        game.actor(position)
        game.legal(position)
        game.apply(position, game.legal(position)[0])
    drivers: list[Any] = [game.engine.actor_at, game.engine.legal_at, game.engine.apply_at]
    assert [len(driver.signatures) for driver in drivers] == [1, 1, 1]


def test_a_copy_has_equal_bytes_also_between_the_fields() -> None:
    """Numpy's own copy leaves what lies between the fields as memory had it: equal positions looked unequal."""
    assert DTYPE.itemsize > sum(DTYPE[name].itemsize for name in DTYPE.names or ())
    start = Pebbles().start()
    for _ in range(200):
        dirt = [bytearray(b"\xff" * DTYPE.itemsize) for _ in range(20)]
        del dirt
        assert bytes(copy_of(start.states)) == bytes(start)
    gc.collect()


def test_a_copy_is_its_own() -> None:
    start = Pebbles().start()
    other = start.copy()
    other.states["coins"] = 9
    assert start == Pebbles().start()
    assert start != other


def test_a_batch_is_copied_whole() -> None:
    batch = Pebbles().engine.states(5)
    batch["ply"] = range(5)
    copy = copy_of(batch)
    assert copy["ply"].tolist() == [0, 1, 2, 3, 4]
    assert Position(copy) == Position(batch)
