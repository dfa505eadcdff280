"""The columns of a data set: their names, types and meaning, and the rows of games as tables of Arrow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from saltroad.dataset.decisions import GameRows
from saltroad.dataset.errors import load_arrow
from saltroad.dataset.header import KEY, DatasetHeader
from saltroad.kernel.observation import unpack_masks

PACKED_OBSERVATION = "packed observation"
PACKED_MASK = "packed mask"
BY_SEAT = "[players]"
"""At the end of a type: a list of one for each seat."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the file."""

    name: str
    type: str
    """In Arrow's words; PACKED_OBSERVATION and PACKED_MASK depend on the form."""
    about: str
    may_be_null: bool = False


COLUMNS = (
    Column("seed", "int64", "The seed of the run. With `game` it names a game among those of several files."),
    Column("game", "int32", "The number of the game, from 0. Its chance comes from the seed and this number alone."),
    Column("ply", "int32", "How many plies were played before, chance's too."),
    Column("seat", "int8", "The seat that decides, from 0."),
    Column("players", "int8", "How many play."),
    Column("bot", "string", "Who decides, as `--bots` calls it."),
    Column("observation", PACKED_OBSERVATION, "What the seat knows, its own seat first."),
    Column("mask", PACKED_MASK, "The legal actions."),
    Column("action", "int32", "The number of the action that was played."),
    Column("legal_count", "int32", "How many actions were legal. With 1 the bot was not asked."),
    Column("search_actions", "list<int32>", "The actions that the bot's search looked at, ascending.", True),
    Column("search_shares", "list<float32>", "The part of its visits that went into each of these, in sum 1.", True),
    Column("search_values", "list<float32>", "The value of each of these to the seat: a share of the win.", True),
    Column("seat_values", "float32[players]", "The value of the position to each seat, as the search sees it.", True),
    Column("win_shares", "float32[players]", "What came of it for each seat: 1 for who won alone, or a part."),
    Column("scores", "int32[players]", "The points of each seat in the end."),
    Column("end_reason", "string", "How the game ended, by the name of its rules."),
    Column("plies", "int32", "How many plies the game had in all."),
)


def stored_type(column: Column, form: str) -> str:
    """The type of a column in a form, for the reference."""
    if column.type == PACKED_OBSERVATION:
        return "fixed_size_binary" if form == "packed" else f"{form}[entries]"
    if column.type == PACKED_MASK:
        return "fixed_size_binary" if form == "packed" else "uint8[actions]"
    return column.type


def schema_of(header: DatasetHeader) -> Any:
    """The schema of the file, with the header in its metadata."""
    arrow, _ = load_arrow()

    def kind(column: Column) -> Any:
        if column.type == PACKED_OBSERVATION:
            return _bits_or_list(header.settings.form, header.observation_bytes, header.entries)
        if column.type == PACKED_MASK:
            form = "packed" if header.settings.form == "packed" else "uint8"
            return _bits_or_list(form, header.mask_bytes, header.actions)
        if column.type.startswith("list<"):
            return arrow.list_(_number(column.type.removeprefix("list<").removesuffix(">")))
        if column.type.endswith(BY_SEAT):
            return arrow.list_(_number(column.type.removesuffix(BY_SEAT)), header.players)
        return _number(column.type)

    fields = [arrow.field(each.name, kind(each), nullable=each.may_be_null) for each in COLUMNS]
    metadata = {**msgspec.to_builtins(header), "command": header.command}
    return arrow.schema(fields, {KEY: msgspec.json.encode(metadata)})


def _number(name: str) -> Any:
    return load_arrow()[0].type_for_alias(name)


def _bits_or_list(form: str, packed_bytes: int, entries: int) -> Any:
    arrow, _ = load_arrow()
    return arrow.binary(packed_bytes) if form == "packed" else arrow.list_(_number(form), entries)


def table_of(games: Sequence[GameRows], header: DatasetHeader, schema: Any) -> Any:
    """The rows of games as a table."""
    arrow, _ = load_arrow()
    rows = [len(each.seat) for each in games]

    def column(name: str, dtype: str, width: int = 0) -> NDArray[Any]:
        numbers = np.frombuffer(b"".join([getattr(each, name) for each in games]), dtype)
        return numbers.reshape(-1, width) if width else numbers

    def repeated(name: str, dtype: str) -> NDArray[Any]:
        return np.repeat(np.array([getattr(each, name) for each in games], dtype), rows, axis=0)

    seat, searched = column("seat", "i1"), column("searched", "<i4")
    labels = np.array([bot.label for bot in header.settings.bots])
    found = {
        "seed": np.full(len(seat), header.settings.seed),
        "game": repeated("game", "i4"),
        "ply": column("ply", "<i4"),
        "seat": seat,
        "players": np.full(len(seat), header.players, np.int8),
        "bot": labels[repeated("bots", "i8")[np.arange(len(seat)), seat]],
        "observation": _observations(column("observations", "<i8", header.observation_bytes // 8), header),
        "mask": _masks(column("masks", "<i8", header.mask_bytes // 8), header),
        "action": column("action", "<i4"),
        "legal_count": column("legal_count", "<i4"),
        "search_actions": _lists(column("search_actions", "<i4"), searched),
        "search_shares": _lists(column("search_shares", "<f4"), searched),
        "search_values": _lists(column("search_values", "<f4"), searched),
        "seat_values": _rows(column("seat_values", "<f4", header.players)),
        "win_shares": _rows(repeated("win_shares", "f4")),
        "scores": _rows(repeated("scores", "i4")),
        "end_reason": repeated("end_reason", "U"),
        "plies": repeated("plies", "i4"),
    }
    arrays = (found[field.name] for field in schema)
    return arrow.table([each if isinstance(each, arrow.Array) else arrow.array(each) for each in arrays], schema=schema)


def _observations(packed: NDArray[Any], header: DatasetHeader) -> Any:
    form = header.settings.form
    return _binary(packed) if form == "packed" else _rows(header.layout.unpacked(packed, form))


def _masks(packed: NDArray[Any], header: DatasetHeader) -> Any:
    if header.settings.form == "packed":
        return _binary(packed)
    out = np.empty((len(packed), header.actions), np.int8)
    unpack_masks(packed, out)
    return _rows(out.view(np.uint8))


def _binary(packed: NDArray[Any]) -> Any:
    arrow, _ = load_arrow()
    width = packed.shape[1] * packed.itemsize
    return arrow.FixedSizeBinaryArray.from_buffers(arrow.binary(width), len(packed), [None, arrow.py_buffer(packed)])


def _rows(rows: NDArray[Any]) -> Any:
    """Rows of one length as a list each; null where they are not numbers."""
    arrow, _ = load_arrow()
    is_absent = np.isnan(rows[:, 0])
    nulls = arrow.array(is_absent) if is_absent.any() else None
    return arrow.FixedSizeListArray.from_arrays(arrow.array(rows.ravel()), rows.shape[1], mask=nulls)


def _lists(numbers: NDArray[Any], counts: NDArray[Any]) -> Any:
    """Lists of so many numbers each; null where the count is negative, or one of them is not a number."""
    arrow, _ = load_arrow()
    lengths = np.maximum(counts, 0)
    before = np.concatenate([[0], np.cumsum(np.isnan(numbers))])
    ends = np.cumsum(lengths)
    is_absent = (counts < 0) | (before[ends] > before[ends - lengths])
    kept = numbers[np.repeat(~is_absent, lengths)]
    offsets = np.concatenate([[0], np.cumsum(np.where(is_absent, 0, lengths))])
    return arrow.ListArray.from_arrays(arrow.array(offsets, "int32"), arrow.array(kept), mask=arrow.array(is_absent))
