"""A position as one fixed-size record, declared once.

A game writes a class whose annotations are its fields; from it come the numpy dtype that compiled rules work on, the
types that mypy checks (compiled code gives a bare KeyError for a misspelt field: mypy names it), and who may see what:

    class State(StateRecord):
        ply: I32
        hand: Annotated[Row, np.int64, 6]            # a row of six
        secret: Annotated[int, np.int8, HIDDEN]

A field is public unless marked: OWNER (a row by seat, each seat sees its own entry) or HIDDEN. `check_game` scrambles
what a viewer may not see and fails if the view changes.
"""

from __future__ import annotations

import collections
import functools
import operator
import struct
from collections.abc import Callable, Iterator
from enum import Enum
from types import SimpleNamespace
from typing import Annotated, Any, Protocol, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from saltroad.kernel.jit import JITTED
from saltroad.kernel.unjitted import PlainStates


class Audience(Enum):
    """Who may see a field."""

    PUBLIC = "public"
    OWNER = "owner"
    HIDDEN = "hidden"


PUBLIC, OWNER, HIDDEN = Audience.PUBLIC, Audience.OWNER, Audience.HIDDEN


class Row(Protocol):
    """A field that is a row of whole numbers."""

    def __iter__(self) -> Iterator[int]: ...
    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...


class Grid(Protocol):
    """A field that is several rows of whole numbers: compiled code knows the length of a row, and checks less."""

    def __getitem__(self, index: tuple[int, int], /) -> int: ...
    def __setitem__(self, index: tuple[int, int], value: int, /) -> None: ...


I8 = Annotated[int, np.int8]
I16 = Annotated[int, np.int16]
I32 = Annotated[int, np.int32]
I64 = Annotated[int, np.int64]

States = NDArray[Any]
"""An array of records: one game, or a batch."""


class StateRecord:
    """The base of a game's State: annotations only, never instantiated."""

    def __init__(self) -> None:
        raise TypeError("a State is a record in an array: make it with Game.start")


StateRecordT = TypeVar("StateRecordT", bound=StateRecord)


def dtype_of(record: type[StateRecord]) -> np.dtype[np.void]:
    """The numpy dtype of a record class, fields aligned as C would."""
    fields = []
    for name, hint in get_type_hints(record, include_extras=True).items():
        if get_origin(hint) is not Annotated:
            raise TypeError(f"{record.__name__}.{name} needs a numpy type: Annotated[int, np.int8]")
        scalar, *rest = get_args(hint)[1:]
        shape = tuple(part for part in rest if isinstance(part, int))
        fields.append((name, scalar, shape) if shape else (name, scalar))
    return np.dtype(fields, align=True)


def audiences(record: type[StateRecord]) -> dict[str, Audience]:
    """Who may see each field."""
    return {
        name: next((part for part in get_args(hint) if isinstance(part, Audience)), PUBLIC)
        for name, hint in get_type_hints(record, include_extras=True).items()
    }


def new_states(dtype: np.dtype[np.void], count: int) -> States:
    """`count` zeroed records: a plain array for compiled code (any subclass would cost microseconds a call)."""
    states = np.zeros(count, dtype)
    return states if JITTED else states.view(PlainStates)


def copy_of(states: States) -> States:
    """A copy, byte for byte. Numpy's own goes field by field: fifteen times slower, and what lies between the fields
    for alignment is left as memory had it, so that equal positions would have unequal bytes."""
    copy: States = np.ndarray(states.shape, states.dtype, bytearray(states.tobytes()))
    return copy if JITTED else copy.view(PlainStates)


def snapshot(states: States, record: type[StateRecordT]) -> StateRecordT:
    """The first record of `states` as plain Python numbers, lists and (for grids) arrays, for code that only reads.

    Reading a record field by field from numpy would cost microseconds a field. Changing a snapshot changes no position.
    """
    return cast(StateRecordT, _reader_of(states.dtype).read(states[:1].tobytes()))


def reading(states: States, record: type[StateRecordT]) -> StateRecordT:
    """Like `snapshot`, for code that changes nothing of it: lists are tuples, and arrays cannot be written to.

    The last one of each game is kept: the views of several viewers and the offers are all about one position.
    """
    data = states.tobytes() if len(states) == 1 else states[:1].tobytes()
    last = _last_readings.get(record)
    if last is None:
        last = _reader_of(states.dtype), b"", None
    reader, seen, found = last
    if seen != data:
        found = tuple.__new__(reader.fixed, reader.unpack(data))  # not a method: it is called at every ply
        _last_readings[record] = reader, data, found
    return cast(StateRecordT, found)


def bytes_getter(record: type[StateRecord], *fields: str) -> Callable[[StateRecord], tuple[bytes, ...]]:
    """What gives the bytes of several rows and grids of a `reading` at one stroke, without making numbers of them: what
    is made of a field is kept by its bytes, and found at a glance."""
    names = list(get_type_hints(record))
    getter: Callable[[Any], tuple[bytes, ...]] = operator.itemgetter(*map(names.index, fields))
    return getter


@functools.cache
def _reader_of(dtype: np.dtype[np.void]) -> _Reader:
    return _Reader(dtype)


class _Reader:
    """Reads a record at one stroke: numpy's `tolist` makes an array of every field on the way.

    Rows and grids are bytes until their numbers are asked for: few of them are.
    """

    def __init__(self, dtype: np.dtype[np.void]) -> None:
        self._names, layout, end = dtype.names or (), "=", 0
        self._numbers: dict[str, Callable[[bytes], Any]] = {}
        for name in self._names:
            field, start = dtype.fields[name][:2]  # type: ignore[index]  # what has names has fields
            letter = _LETTERS[field.base.str[1:]]
            layout += f"{start - end}x{field.itemsize}s" if field.shape else f"{start - end}x{letter}"
            end = start + field.itemsize
            if len(field.shape) == 1:
                self._numbers[name] = struct.Struct(f"={field.shape[0]}{letter}").unpack
            elif field.shape:
                self._numbers[name] = functools.partial(_grid, field.base, field.shape)
        self.unpack = struct.Struct(layout).unpack_from
        fields: Any = collections.namedtuple("fields", self._names)  # type: ignore[misc]  # names that no type knows
        asked = {name: _asked(self._names.index(name), numbers) for name, numbers in self._numbers.items()}
        self.fixed: type[tuple[Any, ...]] = type("Reading", (fields,), {"__slots__": (), **asked})

    def read(self, data: bytes) -> SimpleNamespace:
        fields = dict(zip(self._names, self.unpack(data), strict=True))
        for name, numbers in self._numbers.items():
            found = numbers(fields[name])
            fields[name] = list(found) if isinstance(found, tuple) else found.copy()
        return SimpleNamespace(**fields)


def _grid(scalar: np.dtype[Any], shape: tuple[int, ...], data: bytes) -> NDArray[Any]:
    return np.frombuffer(data, scalar).reshape(shape)


def _asked(at: int, numbers: Callable[[bytes], Any]) -> property:
    """A row or grid of a reading, made of its bytes when it is asked for."""
    return property(lambda fields: numbers(fields[at]))


_LETTERS = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q"}
"""How `struct` calls numpy's numbers."""
_last_readings: dict[type[StateRecord], tuple[_Reader, bytes, Any]] = {}
"""By game: who reads its records, the bytes that were read last, and the reading."""
