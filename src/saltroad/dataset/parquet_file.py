"""The Parquet file of a data set: written in the order of games, in row groups of a fixed number of rows.

The bytes depend on the rows and on the version of pyarrow alone, not on how the rows came: so a run that was stopped,
shards that are merged and any number of jobs give the same file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from saltroad.dataset.columns import COLUMNS, schema_of
from saltroad.dataset.errors import BadDataset, load_arrow
from saltroad.dataset.header import KEY, DatasetHeader
from saltroad.kernel.errors import SaltroadError

ENDING = ".parquet"
_GROUP_BYTES = 32 * 2**20
"""Bytes of a row group in memory while it is written: enough for fast reading, little enough to read a few at once."""
_ENTRY_BYTES = 8
"""Bytes of a list's entry while it is written, of any type: Parquet has levels for each."""
_GROUP_ROWS = 1 << 16
"""The most rows of a row group."""
_FEW_VALUES = ("seed", "game", "seat", "players", "bot", "win_shares", "scores", "end_reason", "plies")
"""Columns with few different values, which are written as numbers of a dictionary."""
_LOOKED_UP = ("seed", "game", "ply", "seat", "players", "bot", "action", "legal_count", "end_reason")
"""Columns by which a reader may skip row groups."""


def group_rows(header: DatasetHeader) -> int:
    """The rows of a row group: a power of two, so that each has about as many bytes, in any form."""
    if header.settings.form == "packed":
        row = header.observation_bytes + header.mask_bytes
    else:
        row = _ENTRY_BYTES * (header.entries + header.actions)
    return min(_GROUP_ROWS, 1 << (max(1, _GROUP_BYTES // row).bit_length() - 1))


def read_header(path: Path) -> DatasetHeader:
    """The header of a file; BadDataset if it is no data set."""
    _, parquet = load_arrow()
    try:
        with path.open("rb") as file:  # whose errors are plainer than pyarrow's
            metadata = parquet.read_schema(file).metadata or {}
        return msgspec.json.decode(metadata[KEY], type=DatasetHeader)
    except OSError as error:
        raise BadDataset(f"{str(path)!r} cannot be read: {error.strerror}.") from None
    except (KeyError, ValueError, SaltroadError):  # pyarrow's and msgspec's own errors are ValueErrors
        raise BadDataset(f"{str(path)!r} is not a data set of Saltroad, or not all of one.") from None


def count_rows(path: Path) -> int:
    """How many rows a file has."""
    return int(load_arrow()[1].read_metadata(path).num_rows)


def stored_rows(path: Path, rows: int) -> Iterator[Any]:
    """The rows of a file, in tables of so many."""
    arrow, parquet = load_arrow()
    with parquet.ParquetFile(path, pre_buffer=False) as file:
        for batch in file.iter_batches(rows):
            yield arrow.Table.from_batches([batch])


def check_path(path: Path) -> None:
    """Raise BadDataset if no data set can be written there, before anything is played."""
    if path.suffix != ENDING:
        raise BadDataset(f"A data set is a Parquet file: name one that ends in {ENDING}, not {path.name[-60:]!r}.")
    try:
        is_folder, has_folder = path.is_dir(), path.absolute().parent.is_dir()
    except OSError as error:
        raise BadDataset(f"{str(path)!r} cannot be written: {error.strerror}.") from None
    if is_folder:
        raise BadDataset(f"{str(path)!r} is a folder: name a file in it.")
    if not has_folder:
        raise BadDataset(f"{str(path)!r} cannot be written: its folder is not there.")


def write_file(path: Path, header: DatasetHeader, tables: Iterable[Any]) -> None:
    """Write a data set from tables with its rows in order, all or nothing: if it fails, the old file is left as it was.
    BadDataset if it cannot be written."""
    new = path.with_name(path.name + ".new")
    try:
        _write(new, header, tables)
        new.replace(path)
    except OSError as error:
        raise BadDataset(f"{str(path)!r} cannot be written: {error.strerror or error}.") from None
    finally:
        new.unlink(missing_ok=True)


def _write(path: Path, header: DatasetHeader, tables: Iterable[Any]) -> None:
    _, parquet = load_arrow()
    schema, size = schema_of(header), group_rows(header)
    leaves = {
        each.name: f"{each.name}.list.element" if "list" in str(schema.field(each.name).type) else each.name
        for each in COLUMNS
    }
    with path.open("wb") as file:
        writer = parquet.ParquetWriter(
            file,
            schema,
            compression="zstd",
            use_dictionary=[leaves[name] for name in _FEW_VALUES],
            write_statistics=[leaves[name] for name in _LOOKED_UP],
        )
        try:
            for group in _groups(tables, schema, size):
                writer.write_table(group, size)
            writer.close()
        finally:
            writer.is_open = False  # after an error it would be closed again when it is collected, and fail loudly
        file.flush()
        os.fsync(file.fileno())


def _groups(tables: Iterable[Any], schema: Any, size: int) -> Iterator[Any]:
    """The same rows in tables of `size`, each in one piece: in pieces, its pages would be cut at other places."""
    arrow, _ = load_arrow()
    waiting, rows = [], 0
    for table in tables:
        waiting.append(table.replace_schema_metadata(schema.metadata))
        rows += len(table)
        if rows < size:
            continue
        whole = arrow.concat_tables(waiting)
        for first in range(0, rows - size + 1, size):
            yield whole.slice(first, size).combine_chunks()
        whole = whole.slice(rows - rows % size)
        waiting, rows = [whole], len(whole)
    if rows:
        yield arrow.concat_tables(waiting).combine_chunks()
