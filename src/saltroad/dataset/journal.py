"""The journal: what a run has played so far, in a file beside the data set, from which a stopped run continues.

Frames of a length and bytes: the header first, then the games in the order of their ends, each with its number before
it. The rows are put in order, and into columns, when the data set is written. At worst, however a run was stopped, the
games that were being played are played again.
"""

from __future__ import annotations

import contextlib
import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec

from saltroad.dataset.errors import BadDataset
from saltroad.dataset.header import DatasetHeader, expect_same
from saltroad.kernel.errors import SaltroadError
from saltroad.workers.framing import frame, read_frame
from saltroad.workers.locked_file import open_locked, replace_locked

ENDING = ".part"
_LENGTH = struct.Struct(">I")
_NUMBER = struct.Struct(">Q")


class Journal:
    """The games of a run that are over."""

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        self.path = path
        self._file = file
        self._offsets: dict[int, int] = {}
        """Where the rows of each game begin."""

    def __contains__(self, game: int) -> bool:
        return game in self._offsets

    def __len__(self) -> int:
        return len(self._offsets)

    def add(self, game: int, rows: bytes) -> None:
        """Add a game to the journal and its file."""
        offset = self._file.seek(0, os.SEEK_END)
        self._append(_NUMBER.pack(game) + rows)
        self._offsets[game] = offset

    def _append(self, message: bytes) -> None:
        try:
            self._file.write(frame(message))
            self._file.flush()
        except OSError as error:
            with contextlib.suppress(OSError):  # what is still to be written fails once more
                self._file.close()
            raise BadDataset(
                f"No more can be kept in {str(self.path)!r}: {error.strerror}. What was played before is there: make "
                "room, and give the same command again."
            ) from None

    def rows(self, game: int) -> bytes:
        """The rows of a game."""
        self._file.seek(self._offsets[game])
        message = read_frame(self._file)
        assert message is not None
        return message[_NUMBER.size :]

    def finish(self, games: range) -> int:
        """Drop these games, which are in the data set now; returns how many others are left. If none is, the file is
        removed. Nothing can be added any more."""
        left = [game for game in self._offsets if game not in games]
        if not left:
            self.remove()
        if not left or len(left) == len(self._offsets):
            return len(left)
        new = self.path.with_name(self.path.name + ".new")
        try:
            with new.open("wb") as file:
                self._file.seek(0)
                file.write(frame(read_frame(self._file) or b""))
                for game in left:
                    file.write(frame(_NUMBER.pack(game) + self.rows(game)))
            replace_locked(self._file, new, self.path)
        except OSError:  # a full disk: games that are in the data set too do no harm in the journal
            new.unlink(missing_ok=True)
        return len(left)

    def remove(self) -> None:
        """Remove the file."""
        self._offsets.clear()
        with contextlib.suppress(OSError):  # on Windows it cannot be removed while it is open; empty, it does no harm
            if not self._file.closed:
                self._file.truncate(0)
            self.path.unlink()

    def read(self, header: DatasetHeader) -> None:
        """Read the games of the file, which must be of this data set; begin the file if it is empty."""
        size = self._file.seek(0, os.SEEK_END)
        if size == 0:
            self._append(msgspec.json.encode(header))
            return
        self._file.seek(0)
        expect_same(self.path, self._header(), header)
        at = self._file.tell()
        while len(head := self._file.read(_LENGTH.size + _NUMBER.size)) == _LENGTH.size + _NUMBER.size:
            end = at + _LENGTH.size + int(_LENGTH.unpack(head[: _LENGTH.size])[0])
            if end > size:
                break
            self._offsets[int(_NUMBER.unpack(head[_LENGTH.size :])[0])] = at
            at = self._file.seek(end)
        if at < size:  # a game that was being written when the run was stopped
            self._file.truncate(at)

    def _header(self) -> DatasetHeader:
        try:
            return msgspec.json.decode(read_frame(self._file) or b"", type=DatasetHeader)
        except (msgspec.DecodeError, SaltroadError):
            raise BadDataset(
                f"{str(self.path)!r} is not what a run has kept: remove it, or name another file by --out."
            ) from None


@contextlib.contextmanager
def open_journal(data_set: Path, header: DatasetHeader) -> Iterator[Journal]:
    """Open the journal of a data set, locked for other runs; BadDataset if it is of another data set."""
    path = data_set.with_name(data_set.name + ENDING)
    try:
        file = open_locked(path)
    except BlockingIOError:
        raise BadDataset(
            f"Another run is writing to {str(data_set)!r}: wait until it is over, or name another file."
        ) from None
    except OSError as error:
        raise BadDataset(f"Nothing can be written beside {str(data_set)!r}: {error.strerror}.") from None
    with file:
        journal = Journal(path, file)
        journal.read(header)
        try:
            yield journal
        finally:
            if not len(journal):
                journal.remove()
