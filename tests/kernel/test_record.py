"""A record class gives the dtype, who may see what, and plain snapshots."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import pytest

from saltroad.kernel.state_record import (
    HIDDEN,
    I8,
    I16,
    I32,
    I64,
    OWNER,
    PUBLIC,
    Row,
    StateRecord,
    audiences,
    bytes_getter,
    copy_of,
    dtype_of,
    new_states,
    reading,
    snapshot,
)


class Camp(StateRecord):
    ply: I32
    water: I64
    small: I8
    medium: I16
    hand: Annotated[Row, np.int64, 4, OWNER]
    bag: Annotated[Row, np.int8, 3, HIDDEN]
    board: Annotated[Row, np.int16, 2, 5]
    secret: Annotated[int, np.int8, HIDDEN]


DTYPE = dtype_of(Camp)


def test_the_dtype_has_the_fields_in_order_with_type_and_shape() -> None:
    assert DTYPE.names == ("ply", "water", "small", "medium", "hand", "bag", "board", "secret")
    assert [(DTYPE[name].base.name, DTYPE[name].shape) for name in DTYPE.names] == [
        ("int32", ()),
        ("int64", ()),
        ("int8", ()),
        ("int16", ()),
        ("int64", (4,)),
        ("int8", (3,)),
        ("int16", (2, 5)),
        ("int8", ()),
    ]


def test_the_fields_are_aligned_as_c_would() -> None:
    assert DTYPE.isalignedstruct
    fields = DTYPE.fields
    assert fields is not None
    assert all(offset % dtype.base.alignment == 0 for dtype, offset, *_ in fields.values())


def test_a_field_is_public_unless_marked() -> None:
    assert audiences(Camp) == {
        "ply": PUBLIC,
        "water": PUBLIC,
        "small": PUBLIC,
        "medium": PUBLIC,
        "hand": OWNER,
        "bag": HIDDEN,
        "board": PUBLIC,
        "secret": HIDDEN,
    }


def test_a_field_without_a_numpy_type_is_refused() -> None:
    class Loose(StateRecord):
        ply: I32
        count: int

    with pytest.raises(TypeError, match=r"Loose\.count needs a numpy type: Annotated\[int, np\.int8\]"):
        dtype_of(Loose)


def test_a_record_is_never_instantiated() -> None:
    with pytest.raises(TypeError, match=r"make it with Game\.start"):
        Camp()


def test_new_states_are_zero() -> None:
    states = new_states(DTYPE, 3)
    assert states.shape == (3,)
    assert states.dtype == DTYPE
    assert states.tobytes() == bytes(3 * DTYPE.itemsize)


def test_a_snapshot_is_plain_numbers_and_lists() -> None:
    states = new_states(DTYPE, 2)
    states["ply"][0] = 7
    states["water"][0] = 2**40
    states["hand"][0] = (1, 2, 3, 4)
    states["board"][0, 1, 3] = -5
    states["ply"][1] = 99
    seen = snapshot(states, Camp)
    assert (seen.ply, seen.water) == (7, 2**40)
    assert list(seen.hand) == [1, 2, 3, 4]
    assert type(seen.ply) is type(seen.hand[0]) is int
    board: Any = seen.board
    assert board.tolist() == [[0, 0, 0, 0, 0], [0, 0, 0, -5, 0]]
    board[1, 3] = 8
    assert states["board"][0, 1, 3] == -5


def test_changing_a_snapshot_changes_no_position() -> None:
    states = new_states(DTYPE, 1)
    seen = snapshot(states, Camp)
    seen.ply = 3
    seen.hand[0] = 3
    assert states.tobytes() == bytes(DTYPE.itemsize)


def test_a_reading_is_plain_numbers_that_cannot_be_changed() -> None:
    states = new_states(DTYPE, 2)
    states["ply"][0], states["water"][0] = 7, 2**40
    states["hand"][0] = (1, -2, 3, 4)
    states["board"][0, 1, 3] = -5
    states["ply"][1] = 99
    seen = reading(states, Camp)
    assert (seen.ply, seen.water, tuple(seen.hand)) == (7, 2**40, (1, -2, 3, 4))
    board: Any = seen.board
    assert board.tolist() == [[0, 0, 0, 0, 0], [0, 0, 0, -5, 0]]
    with pytest.raises(ValueError, match="read-only"):
        board[1, 3] = 8
    with pytest.raises(AttributeError):
        seen.ply = 8


def test_a_reading_is_kept_while_the_position_is_the_same() -> None:
    states = new_states(DTYPE, 1)
    seen = reading(states, Camp)
    assert reading(copy_of(states), Camp) is seen
    states["ply"] = 1
    assert reading(states, Camp).ply == 1
    assert seen.ply == 0


def test_the_bytes_of_a_field_are_those_of_the_record() -> None:
    states = new_states(DTYPE, 1)
    states["hand"][0] = (1, 2, -3, 4)
    states["board"][0, 1, 3] = -5
    seen = reading(states, Camp)
    fields = ("board", "hand")
    assert bytes_getter(Camp, *fields)(seen) == tuple(states[field][0].tobytes() for field in fields)
