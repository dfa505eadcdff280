"""Trap 5: compiled and plain rules play the same games, and plain rules notice what does not fit a field."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import pytest

from kernel.digests import all_digests
from kernel.processes import run_python
from saltroad.kernel.state_record import I8, Row, StateRecord, dtype_of
from saltroad.kernel.unjitted import PlainRecord, PlainStates

MODES = """
import json
import numba
from saltroad.kernel.jit import JITTED
from kernel.digests import all_digests
print(json.dumps([JITTED, all_digests()]))
"""


@pytest.mark.slow
def test_jitted_and_unjitted_games_are_the_same() -> None:
    jitted, played = run_python(MODES, env={"NUMBA_DISABLE_JIT": "1"})
    assert jitted is False
    compiled = all_digests()
    assert played.keys() == compiled.keys()
    for game, rows in compiled.items():
        assert played[game].keys() == rows.keys()
        for options, row in rows.items():
            other = played[game][options]
            differing = [ply for ply, (a, b) in enumerate(zip(row, other, strict=False)) if a != b]
            assert not differing, f"{game} {options}: first difference at ply {differing[0]}"
            assert len(row) == len(other)
            assert len(row) > 10


WIDE = """
import json
from saltroad.kernel.chance import Rng
from saltroad.kernel.engine import Engine
from saltroad.kernel.jit import inlined
from saltroad.kernel.state_record import I64, StateRecord, dtype_of

class State(StateRecord):
    wide: I64

@inlined
def actor(s):
    return 0 if s.wide == 0 else -2

@inlined
def legal(s, actions):
    actions[0] = 50
    return 1

@inlined
def weights(s, actions, count, out):
    pass

@inlined
def apply(s, action):
    s.wide = 1 << action

engine = Engine("wide", dtype_of(State), 1, actor, legal, weights, apply)
states = engine.states(1)
engine.playout(states, 0, Rng(0))
print(json.dumps(int(states["wide"][0])))
"""


@pytest.mark.parametrize("env", [{}, {"NUMBA_DISABLE_JIT": "1"}], ids=["jitted", "unjitted"])
def test_an_action_is_a_wide_number_in_both_modes(env: dict[str, str], tmp_path: Path) -> None:
    assert run_python(WIDE, cache=tmp_path, env=env) == 2**50


class Cell(StateRecord):
    small: I8
    row: Annotated[Row, np.int8, 3]
    grid: Annotated[Row, np.int16, 2, 2]


def cells(count: int = 2) -> Any:
    return np.zeros(count, dtype_of(Cell)).view(PlainStates)


@pytest.mark.parametrize("value", [127, -128, 0])
def test_what_fits_is_stored(value: int) -> None:
    states = cells()
    states[1].small = value
    states[1].row[2] = value
    assert states[1].small == states[1].row[2] == value
    assert states[0].small == 0


@pytest.mark.parametrize("value", [128, -129, 1000, np.int64(128)])
def test_what_does_not_fit_raises(value: int) -> None:
    states = cells()
    with pytest.raises(OverflowError):
        states[0].small = value
    with pytest.raises(OverflowError):
        states[0].row[0] = value
    assert states.tobytes() == bytes(states.nbytes)


def test_a_field_reads_as_a_python_int_so_that_arithmetic_does_not_overflow() -> None:
    states = cells()
    states[0].small = 100
    states[0].row[1] = 100
    assert states[0].small * 40 == states[0].row[1] * 40 == 4000
    assert type(states[0].small) is type(states[0].row[1]) is int


def test_a_row_has_a_length_an_end_and_two_dimensions() -> None:
    states = cells()
    record = states[0]
    record.row[0] = 4
    assert len(record.row) == 3
    assert list(record.row) == [4, 0, 0]
    with pytest.raises(IndexError):
        record.row[3]
    with pytest.raises(IndexError):
        record.row[3] = 1
    record.grid[1, 0] = 7
    assert record.grid[1, 0] == 7


def test_a_misspelt_field_raises() -> None:
    record = cells()[0]
    with pytest.raises(ValueError, match="smal"):
        _ = record.smal
    with pytest.raises(ValueError, match="smal"):
        record.smal = 1


def test_records_are_copied_into_places_and_by_name() -> None:
    states = cells()
    states[0].small = 5
    states[1] = states[0]
    states[0].small = 6
    assert type(states[1]) is PlainRecord
    assert states["small"].tolist() == [6, 5]
    assert states[1]["small"] == 5
    states[1]["row"] = (1, 2, 3)
    assert states["row"].tolist() == [[0, 0, 0], [1, 2, 3]]
    assert states[:1]["small"].tolist() == [6]


def test_a_part_of_a_batch_is_a_batch() -> None:
    states = cells(3)
    part = states[1:]
    part[0].small = 9
    assert type(part) is PlainStates
    assert states["small"].tolist() == [0, 9, 0]
