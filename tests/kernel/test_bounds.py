"""Trap 2: an index out of range raises, in compiled code too, and writes nowhere."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import pytest
from numpy.typing import NDArray

import saltroad
from saltroad.kernel.jit import jit
from saltroad.kernel.state_record import I8, Row, StateRecord, States, dtype_of, new_states
from testing.pebbles import Pebbles


class Cell(StateRecord):
    before: I8
    row: Annotated[Row, np.int8, 3]
    after: I8


DTYPE = dtype_of(Cell)


@jit
def read(states: States, index: int) -> int:
    return int(states[0].row[index])


@jit
def write(states: States, index: int, value: int) -> None:
    states[0].row[index] = value


@jit
def entry(table: NDArray[np.int64], index: int) -> int:
    return int(table[index])


@pytest.mark.parametrize("index", [3, 4, 127, 2**40, -4])
def test_reading_a_row_out_of_range(index: int) -> None:
    with pytest.raises(IndexError):
        read(new_states(DTYPE, 1), index)


@pytest.mark.parametrize("index", [3, 4, 127, 2**40, -4])
def test_writing_a_row_out_of_range(index: int) -> None:
    states = new_states(DTYPE, 1)
    with pytest.raises(IndexError):
        write(states, index, 1)
    assert states.tobytes() == bytes(DTYPE.itemsize)


def test_in_range_a_row_is_read_and_written() -> None:
    states = new_states(DTYPE, 1)
    for index in range(3):
        write(states, index, index + 5)
    assert [read(states, index) for index in range(3)] == [5, 6, 7]
    assert states[["before", "after"]].tolist() == [(0, 0)]


def test_tables_and_batches() -> None:
    with pytest.raises(IndexError):
        entry(np.zeros(3, np.int64), 3)
    game = Pebbles()
    with pytest.raises(IndexError):
        game.engine.actor_at(game.start().states, 1)


def test_in_the_rules_of_a_game() -> None:
    game = Pebbles()
    start = game.start()
    with pytest.raises(IndexError):
        game.engine.apply_at(start.states, 0, 7)  # chance draws a colour that there is not


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_in_our_rules(name: str) -> None:
    """`apply` trusts its caller; an index far out must still not write into another field."""
    game = saltroad.load(name)
    with pytest.raises(IndexError):
        game.engine.apply_at(game.start().states, 0, len(game.notation) + 1000)


def test_a_buffer_that_is_too_small_for_the_legal_actions() -> None:
    game = Pebbles()
    with pytest.raises(IndexError):
        game.engine.legal_at(game.start().states, 0, np.zeros(2, np.int64))
