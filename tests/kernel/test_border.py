"""Trap 3: positions cross the border to compiled code as (plain array, index), and are copied as bytes."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor
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


@pytest.mark.skipif(not JITTED, reason="nothing is compiled")
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_driver_called_directly_does_what_it_does(game: AnyGame) -> None:
    engine, rng, position = game.engine, saltroad.Rng(1), game.start()
    listed, weights = engine.buffer(), engine.buffer()
    for _ in range(200):
        states = position.states
        who = engine.actor_at(states, 0)
        assert engine.call_actor(states, 0) == who == game.actor(position)
        if who == saltroad.NOBODY:
            break
        count = engine.legal_at(states, 0, listed)
        indices = listed[:count].tolist()
        assert game.legal_indices(position) == indices
        assert game.legal(position) == tuple(map(game.notation.at, indices))
        if who == saltroad.CHANCE:
            engine.weights_at(states, 0, listed, count, weights)
            assert game.weights(position) == tuple(weights[:count].tolist())
        action = game.decide(position, rng) if who == saltroad.CHANCE else rng.pick(game.legal(position))
        before, after = bytes(position), copy_of(states)
        engine.apply_at(after, 0, game.notation.index(action))
        then = game.apply(position, action)
        assert bytes(then) == after.tobytes()
        assert bytes(position) == before
        position = then


@pytest.mark.skipif(not JITTED, reason="nothing is compiled")
def test_a_driver_called_directly_refuses_what_is_no_record_of_the_game() -> None:
    engine = Pebbles().engine
    for wrong in (saltroad.load("bazaar").start().states, np.zeros(1, np.int64), bytes(44), None):
        with pytest.raises(TypeError):
            engine.call_actor(wrong, 0)  # type: ignore[arg-type]
    with pytest.raises(IndexError):
        engine.call_actor(engine.states(1), 1)
    with pytest.raises(IndexError):
        engine.call_apply(Pebbles().start().states, 0, 7)


def test_buffers_are_used_again_and_never_by_two_at_once() -> None:
    game = Pebbles()
    start = game.start()
    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(lambda _: (tuple(game.legal_indices(start)), game.weights(start)), range(4000)))
    assert found == {((0, 1, 2), (5, 5, 5))}
    assert len({id(buffer) for buffer in game.engine.spare_buffers}) == len(game.engine.spare_buffers) <= 8
