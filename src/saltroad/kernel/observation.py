"""Observations for learning: named fields of whole numbers, packed into bits, and unpacked for libraries.

Owns the layout. A game lists its fields (`ObservationField`) for a number of seats; `ObservationLayout` gives each its
place. An observation is a row of *entries*, each a whole number from 0 to the field's `most`:

- packed, as compiled code writes it: 64-bit words, an entry in the 1, 2, 4 or 8 bits that `most` needs;
- as uint8: an entry a byte;
- as float32: an entry divided by `most`, so that all lie between 0 and 1.

Packed, no entry crosses a word, a short row of entries neither, and a long row begins with a word: a set of spaces is
copied word by word. `field` tells where an entry lies in each form.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from saltroad.kernel.bits import WORD, as_int64
from saltroad.kernel.jit import entry_point, inlined_unchecked, jit_unchecked

Packed = NDArray[np.int64]
Form = Literal["packed", "uint8", "float32"]
FORMS: tuple[Form, ...] = ("packed", "uint8", "float32")

BITS_PER_WORD = 64
_SPARE = BITS_PER_WORD - WORD
LARGEST = 255
"""An entry fits a byte; what can be larger is cut off there, and the field says so."""


@dataclass(frozen=True, slots=True)
class ObservationField:
    """A named part of an observation: rows of equal length."""

    name: str
    about: str
    """What it tells, for the reference."""
    rows: int = 1
    columns: int = 1
    most: int = 1
    """The largest value of an entry; 1 for a fact that holds or not."""
    is_map: bool = False
    """Whether the columns are the spaces of the map."""

    @property
    def width(self) -> int:
        """The bits of an entry when packed."""
        return next(bits for bits in (1, 2, 4, 8) if self.most < 1 << bits)

    @property
    def stride(self) -> int:
        """The bits from one row to the next when packed."""
        bits = self.columns * self.width
        if bits > BITS_PER_WORD // 2:
            return -(-bits // BITS_PER_WORD) * BITS_PER_WORD
        return int(1 << (bits - 1).bit_length())


@dataclass(frozen=True, slots=True)
class PlacedField:
    """A field with its place in the observation."""

    field: ObservationField
    first_bit: int
    """Where it begins when packed: bit b is bit b % 64 of word b // 64."""
    start: int
    """Where it begins in the unpacked forms."""

    @property
    def size(self) -> int:
        """Its entries."""
        return self.field.rows * self.field.columns

    @property
    def stop(self) -> int:
        return self.start + self.size


@dataclass(frozen=True, slots=True)
class MapGrid:
    """Where the spaces of a map lie in a rectangle: for observations as planes."""

    height: int
    width: int
    cells: tuple[int, ...]
    """By space: its row in the rectangle times `width`, plus its column."""
    about: str
    """How neighbours lie, for the reference."""


class ObservationLayout:
    """The place of every field of a game's observations, for one number of seats."""

    def __init__(self, fields: Sequence[ObservationField], grid: MapGrid | None = None) -> None:
        if len({field.name for field in fields}) < len(fields):
            raise ValueError("two fields of an observation have one name")
        if any(not 1 <= field.most <= LARGEST for field in fields):
            raise ValueError(f"an entry of an observation is at most {LARGEST}")
        placed, bit, start = [], 0, 0
        for field in fields:
            step = min(field.stride, BITS_PER_WORD)
            bit = -(-bit // step) * step
            placed.append(PlacedField(field, bit, start))
            bit += field.rows * field.stride
            start += field.rows * field.columns
        self.fields: tuple[PlacedField, ...] = tuple(placed)
        self.grid = grid
        self.words = -(-bit // BITS_PER_WORD)
        """The words of a packed observation."""
        self.size = start
        """The entries of an observation."""
        self.first_bits = np.array([each.first_bit for each in placed], np.int64)
        """By field, in their order: what a game's `encode` is given."""

    def __getitem__(self, name: str) -> PlacedField:
        for each in self.fields:
            if each.field.name == name:
                return each
        raise KeyError(f"no field {name!r}; there are {', '.join(each.field.name for each in self.fields)}")

    def entries(self, *names: str) -> NDArray[np.int64]:
        """Where the entries of these fields stand in the unpacked forms: `observation[..., entries]` selects them."""
        return np.concatenate([np.arange(self[name].start, self[name].stop) for name in names])

    @cached_property
    def most(self) -> NDArray[np.uint8]:
        """By entry: its largest value."""
        return np.concatenate([np.full(each.size, each.field.most, np.uint8) for each in self.fields])

    @cached_property
    def _rows(self) -> NDArray[np.int64]:
        """By row of every field: first bit, width, entries, start."""
        return np.array(
            [
                (each.first_bit + row * field.stride, field.width, field.columns, each.start + row * field.columns)
                for each in self.fields
                for field in [each.field]
                for row in range(field.rows)
            ],
            np.int64,
        )

    @cached_property
    def _scales(self) -> NDArray[np.float32]:
        """By row of every field: one over its largest value."""
        rows = [each.field for each in self.fields for _ in range(each.field.rows)]
        return np.array([1.0 / field.most for field in rows], np.float32)

    # -- forms ---------------------------------------------------------------------------------------------------------

    def shape(self, form: Form) -> int:
        """The length of an observation in this form: words when packed, else entries."""
        return self.words if form == "packed" else self.size

    def empty(self, count: int, form: Form) -> NDArray[Any]:
        """An array for so many observations."""
        kind: Any = {"packed": np.int64, "uint8": np.uint8, "float32": np.float32}[form]
        return np.zeros((count, self.shape(form)), kind)

    def unpack_into(self, packed: Packed, out: NDArray[Any], first: int = 0, last: int | None = None) -> None:
        """Unpack observations `first` to `last` of an array into those of another, of uint8 or float32."""
        end = len(packed) if last is None else last
        if packed.shape != (len(out), self.words) or out.shape[1] != self.size or not 0 <= first <= end <= len(out):
            raise ValueError(f"observations of {self.words} words and {self.size} entries, not {packed.shape[1:]}")
        if out.dtype == np.uint8:
            _unpack_bytes(packed, self._rows, out, first, end)
        elif out.dtype == np.float32:
            _unpack_floats(packed, self._rows, self._scales, out, first, end)
        else:
            raise TypeError(f"observations are unpacked to uint8 or float32, not {out.dtype}")

    def unpack_row(self, packed: Packed, out: NDArray[Any]) -> None:
        """`unpack_into` for the first observation of arrays that this layout has made (`empty`): without its checks."""
        if out.dtype == np.uint8:
            _call_unpack_bytes()(packed, self._rows, out, 0, 1)
        else:
            _call_unpack_floats()(packed, self._rows, self._scales, out, 0, 1)

    def unpacked(self, packed: Packed, form: Form = "float32") -> NDArray[Any]:
        """Packed observations, one or several, in another form."""
        rows = np.ascontiguousarray(np.atleast_2d(packed))
        out = self.empty(len(rows), form)
        self.unpack_into(rows, out)
        return out if packed.ndim > 1 else out[0]

    def split(self, observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """The fields of an unpacked observation, or of several, by name: arrays of (…, rows, columns)."""
        if observation.shape[-1] != self.size:
            raise ValueError(f"an unpacked observation has {self.size} entries, not {observation.shape[-1]}")
        return {
            each.field.name: observation[..., each.start : each.stop].reshape(
                *observation.shape[:-1], each.field.rows, each.field.columns
            )
            for each in self.fields
        }

    @cached_property
    def plane_names(self) -> tuple[str, ...]:
        """What each plane shows, in their order: field and row."""
        return tuple(
            each.field.name if each.field.rows == 1 else f"{each.field.name}[{row}]"
            for each in self.fields
            if each.field.is_map
            for row in range(each.field.rows)
        )

    def planes(self, observation: NDArray[Any]) -> NDArray[Any]:
        """The fields of the map as planes, (…, planes, height, width), from an unpacked observation or several."""
        if self.grid is None:
            raise ValueError("this game has no map")
        fields = self.split(observation)
        rows = np.concatenate([fields[each.field.name] for each in self.fields if each.field.is_map], axis=-2)
        planes = np.zeros((*rows.shape[:-1], self.grid.height * self.grid.width), observation.dtype)
        planes[..., list(self.grid.cells)] = rows
        return planes.reshape(*rows.shape[:-1], self.grid.height, self.grid.width)

    def off_map(self, observation: NDArray[Any]) -> NDArray[Any]:
        """What `planes` leaves out: the entries of all other fields."""
        return np.concatenate(
            [observation[..., each.start : each.stop] for each in self.fields if not each.field.is_map], axis=-1
        )


# -- for a game's `encode` ---------------------------------------------------------------------------------------------


@inlined_unchecked
def put(out: Packed, bit: int, value: int) -> None:
    """Write an entry, or a short row of entries, at a place that is still zero."""
    out[bit >> 6] |= as_int64(value << (bit & 63))


@inlined_unchecked
def put_spaces(out: Packed, bit: int, words: Any, count: int) -> None:
    """Write a set of spaces, `count` words of the kernel's `bits`, as a row that begins with a word."""
    at = bit >> 6
    for k in range(count - 1):
        out[at + k] = (words[k] >> (_SPARE * k)) | as_int64(words[k + 1] << (WORD - _SPARE * k))
    rest = words[count - 1] >> (_SPARE * (count - 1))
    if rest:  # else the row may be a word shorter than the set
        out[at + count - 1] = rest


# -- unpacking ---------------------------------------------------------------------------------------------------------
# Checked once by `unpack_into` and not at every entry, and in loops of a constant length: so the processor unpacks many
# entries at a time (measured: 0.13 ns an entry in place of 0.85). A word that is unpacked whole may write past its row,
# into entries that are written after it.


@jit_unchecked
def _unpack_bytes(packed: Packed, rows: NDArray[np.int64], out: NDArray[np.uint8], first: int, last: int) -> None:
    size = out.shape[1]
    for i in range(first, last):
        for row in range(len(rows)):
            bit, width, count, start = rows[row, 0], rows[row, 1], rows[row, 2], rows[row, 3]
            done = 0
            while width == 1 and done < count and (bit + done) & 63 == 0 and start + done + BITS_PER_WORD <= size:
                word = packed[i, (bit + done) >> 6]
                base = np.uint64(start + done)  # a signed index could count from the end, and is tested for it
                for k in range(BITS_PER_WORD):
                    out[i, base + np.uint64(k)] = (word >> k) & 1
                done += BITS_PER_WORD
            while done < count:
                at = bit + done * width
                out[i, start + done] = (packed[i, at >> 6] >> (at & 63)) & ((1 << width) - 1)
                done += 1


@jit_unchecked
def _unpack_floats(
    packed: Packed,
    rows: NDArray[np.int64],
    scales: NDArray[np.float32],
    out: NDArray[np.float32],
    first: int,
    last: int,
) -> None:
    size = out.shape[1]
    for i in range(first, last):
        for row in range(len(rows)):
            bit, width, count, start = rows[row, 0], rows[row, 1], rows[row, 2], rows[row, 3]
            done = 0
            while width == 1 and done < count and (bit + done) & 63 == 0 and start + done + BITS_PER_WORD <= size:
                word = packed[i, (bit + done) >> 6]
                base = np.uint64(start + done)
                for k in range(BITS_PER_WORD):
                    out[i, base + np.uint64(k)] = np.float32((word >> k) & 1)
                done += BITS_PER_WORD
            scale = scales[row]
            while done < count:
                at = bit + done * width
                entry = (packed[i, at >> 6] >> (at & 63)) & ((1 << width) - 1)
                out[i, start + done] = np.float32(entry) * scale
                done += 1


@cache
def _call_unpack_bytes() -> Callable[..., None]:
    words = np.zeros((1, 1), np.int64)
    return entry_point(_unpack_bytes, words, words, np.zeros((1, 1), np.uint8), 0, 0)


@cache
def _call_unpack_floats() -> Callable[..., None]:
    words, floats = np.zeros((1, 1), np.int64), np.zeros((1, 1), np.float32)
    return entry_point(_unpack_floats, words, words, floats[0], floats, 0, 0)


@jit_unchecked
def unpack_masks(masks: Packed, out: NDArray[np.int8]) -> None:
    """Masks as bytes of 0 and 1; `out` has a column for each action, and as many rows."""
    actions = out.shape[1]
    for i in range(len(out)):
        for w in range(actions >> 6):
            word = masks[i, w]
            for k in range(BITS_PER_WORD):
                out[i, (w << 6) + k] = (word >> k) & 1
        for action in range(actions & ~63, actions):
            out[i, action] = (masks[i, action >> 6] >> (action & 63)) & 1
