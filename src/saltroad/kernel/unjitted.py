"""Records as compiled code sees them, for runs with NUMBA_DISABLE_JIT=1 (pdb, coverage).

Numba reads every field as a 64-bit number; numpy would keep int8 as int8, so that 40 * players would overflow un-jitted
only. Here a field reads as a Python int. Writing is stricter than compiled code: what does not fit a field raises,
where compiled code would silently cut it off.
"""

from __future__ import annotations

from typing import Any

import numpy as np


class PlainRow:
    """A row of a record."""

    __slots__ = ("_values",)

    def __init__(self, values: np.ndarray[Any, Any]) -> None:
        self._values = values

    def __getitem__(self, index: int) -> int:
        return int(self._values[index])

    def __setitem__(self, index: int, value: int) -> None:
        self._values[index] = int(value)

    def __len__(self) -> int:
        return len(self._values)


class PlainRecord:
    """One record of an array, read and written by attribute; by item, it is numpy's own."""

    __slots__ = ("_index", "_states")

    _index: int
    _states: np.ndarray[Any, Any]

    def __init__(self, states: np.ndarray[Any, Any], index: int) -> None:
        object.__setattr__(self, "_states", states)
        object.__setattr__(self, "_index", index)

    def __getattr__(self, name: str) -> int | PlainRow:
        value = self._states[name][self._index]
        return PlainRow(value) if isinstance(value, np.ndarray) else int(value)

    def __setattr__(self, name: str, value: int) -> None:
        self._states[name][self._index] = int(value)

    def __getitem__(self, name: str) -> Any:
        return self._states[name][self._index]

    def __setitem__(self, name: str, value: Any) -> None:
        self._states[name][self._index] = value


class PlainStates(np.ndarray[Any, Any]):
    """An array of records whose elements are `PlainRecord`s."""

    def __getitem__(self, key: Any) -> Any:
        plain = self.view(np.ndarray)
        if isinstance(key, slice):
            return plain[key].view(PlainStates)
        return PlainRecord(plain, int(key)) if isinstance(key, int | np.integer) else plain[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(value, PlainRecord):
            value = value._states[value._index]
        self.view(np.ndarray)[key] = value
