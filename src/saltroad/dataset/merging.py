"""Merging the shards of a data set: the file of the whole, byte for byte as one run would have written it.

Shards have every N-th game, so that the games of all of them are taken in turns. For any number of shards to be merged
in little memory, each is read once, from its beginning to its end, and its games are laid into a file from which they
are then taken in order.
"""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any

import msgspec
import numpy as np

from saltroad.arena.merging import named
from saltroad.arena.words import count
from saltroad.dataset.columns import schema_of
from saltroad.dataset.errors import BadDataset, load_arrow
from saltroad.dataset.header import DatasetHeader, expect_same
from saltroad.dataset.parquet_file import check_path, group_rows, read_header, stored_rows, write_file

_CODEC = "lz4"
"""The compression of the games in the spool."""


def merge(
    files: Iterable[Path | str], out: Path | str, *, tell: Callable[[int], None] = lambda done: None
) -> DatasetHeader:
    """Write the data set of all shards from the files of each; gives its header. `tell` hears how many shards are read.

    BadDataset if a file is no shard of the same data set, or if a shard is there twice, missing or not complete.
    """
    path = Path(out)
    load_arrow()
    check_path(path)
    shards = _shards([Path(file) for file in files])
    if path.exists():
        raise BadDataset(f"There is a file {str(path)!r} already: name another, or remove it.")
    first = next(iter(shards.values()))
    whole = msgspec.structs.replace(first, shard=None)
    try:
        with tempfile.TemporaryFile(dir=path.absolute().parent) as spool:
            games = _Spool(spool, whole)
            for done, shard in enumerate(shards, 1):
                games.lay_down(shard)
                tell(done)
            write_file(path, whole, games.in_order())
    except OSError as error:
        raise BadDataset(f"{str(path)!r} cannot be written: {error.strerror or error}.") from None
    return whole


def _shards(files: list[Path]) -> dict[Path, DatasetHeader]:
    """The headers of all shards of one data set."""
    found: dict[Path, DatasetHeader] = {}
    by_number: dict[int, Path] = {}
    of = 0
    for path in files:
        header = read_header(path)
        shard = header.shard
        if shard is None:
            raise BadDataset(f"{str(path)!r} is no shard but a whole data set: name files that --shard has written.")
        first_path, first = next(iter(found.items()), (path, header))
        both = f"{str(first_path)!r} and {str(path)!r} are no shards of one data set: "
        of = of or shard.of
        if shard.of != of:
            raise BadDataset(f"{both}one is {first.shard}, the other {shard}. Name only those of one number of shards.")
        expect_same(path, msgspec.structs.replace(header, shard=first.shard), first, f"in {str(first_path)!r}")
        if header.games != first.games:
            raise BadDataset(
                f"{both}one is of {first.games:,} games, the other of {header.games:,}. Give the command of the "
                "shorter again, with the --games of the longer: it goes on where it stopped."
            )
        if shard.number in by_number:
            other = by_number[shard.number]
            raise BadDataset(f"{str(other)!r} and {str(path)!r} are both shard {shard}: name each shard once.")
        found[path], by_number[shard.number] = header, path
    if not found:
        raise BadDataset("There is nothing to merge: name the files of the shards.")
    absent = [f"{number}/{of}" for number in range(1, of + 1) if number not in by_number]
    if absent:
        raise BadDataset(f"{count(len(absent), 'shard')} of {of:,} missing, {named(absent)}: name the files of all.")
    return found


class _Spool:
    """A file of the rows of many games, written in one order and read in another."""

    def __init__(self, file: IO[bytes], header: DatasetHeader) -> None:
        self._file = file
        self._header = header
        self._schema = schema_of(header)
        self._pieces: defaultdict[int, list[tuple[int, int, int]]] = defaultdict(list)
        """By game: where its pieces begin, how many bytes they have, and how many when they are unpacked."""

    def lay_down(self, path: Path) -> None:
        """Write the games of a shard."""
        arrow, _ = load_arrow()
        for table in stored_rows(path, group_rows(self._header)):
            numbers = table.column("game").to_numpy()
            starts = np.flatnonzero(np.diff(numbers, prepend=-1))
            for first, last in zip(starts, [*starts[1:], len(numbers)], strict=True):
                (batch,) = table.slice(first, last - first).combine_chunks().to_batches()
                plain = batch.serialize()
                packed = arrow.compress(plain, _CODEC, asbytes=True)
                self._pieces[int(numbers[first])].append((self._file.tell(), len(packed), plain.size))
                self._file.write(packed)

    def in_order(self) -> Iterator[Any]:
        """The rows, game by game."""
        arrow, _ = load_arrow()
        for game in self._header.own_games:
            for at, size, plain in self._pieces[game]:
                self._file.seek(at)
                message = arrow.decompress(self._file.read(size), plain, _CODEC)
                yield arrow.Table.from_batches([arrow.ipc.read_record_batch(message, self._schema)])
