"""The data file of a study: what is studied on the first line, then a game a line, written when it is over.

A study that stopped, however it stopped, goes on from its file: at worst the game that was being played is played
again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO

import msgspec

from saltroad.kernel.errors import SaltroadError
from saltroad.study.observe import StudiedGame

Key = tuple[str, int]
"""The options of a game, with its number of players, and its number among those."""


class BadStudy(SaltroadError):
    """What cannot be studied, and what to do about it."""


class StudyHeader(msgspec.Struct, frozen=True):
    """The first line."""

    game: str
    rules: int
    source: str
    """Where the games come from: bots and seed, or records."""


class StudyLine(msgspec.Struct, frozen=True):
    """A game."""

    options: str
    number: int
    game: StudiedGame


class StudyData:
    """The games of a study that are over, in memory and, where there is one, in a file."""

    def __init__(self, known: Mapping[Key, StudiedGame], file: IO[bytes] | None = None) -> None:
        self.games = dict(known)
        self._file = file

    def add(self, key: Key, game: StudiedGame) -> None:
        """Keep a game: it is on its way to the disk when this returns."""
        self.games[key] = game
        if self._file is not None:
            self._file.write(_line(key, game))
            self._file.flush()


@contextlib.contextmanager
def open_data(path: Path | None, header: StudyHeader) -> Iterator[StudyData]:
    """The games of a file, to be added to; BadStudy if it holds another study."""
    if path is None:
        yield StudyData({})
        return
    try:
        with path.open("ab+") as file:
            file.seek(0)
            text = file.read()
            if not text.strip():
                file.truncate(0)
                file.write(_first_line(header))
                file.flush()
                yield StudyData({}, file)
                return
            found, known = _read(text, path)
            _expect_same(path, found, header)
            file.truncate(text.rfind(b"\n") + 1)  # a line that was being written when the study was stopped
            yield StudyData(known, file)
    except OSError as error:
        raise BadStudy(f"{str(path)!r} cannot be written: {error.strerror}.") from None


def read_data(path: Path) -> tuple[StudyHeader, dict[Key, StudiedGame]]:
    """A data file as it stands."""
    try:
        return _read(path.read_bytes(), path)
    except OSError as error:
        raise BadStudy(f"{str(path)!r} cannot be read: {error.strerror}.") from None


def data_file(header: StudyHeader, games: Iterable[tuple[Key, StudiedGame]]) -> bytes:
    """A whole data file."""
    return _first_line(header) + b"".join(_line(key, game) for key, game in games)


def _first_line(header: StudyHeader) -> bytes:
    return msgspec.json.encode(header) + b"\n"


def _line(key: Key, game: StudiedGame) -> bytes:
    return msgspec.json.encode(StudyLine(*key, game)) + b"\n"


def _read(text: bytes, path: Path) -> tuple[StudyHeader, dict[Key, StudiedGame]]:
    first, *lines = text[: text.rfind(b"\n") + 1].splitlines() or [b""]
    try:
        header = msgspec.json.decode(first, type=StudyHeader)
    except msgspec.DecodeError:
        raise BadStudy(
            f"{str(path)!r} is not the data of a study: its first line is something else. --data writes such a file."
        ) from None
    decoder = msgspec.json.Decoder(StudyLine)
    games: dict[Key, StudiedGame] = {}
    for number, line in enumerate(lines, 2):
        try:
            found = decoder.decode(line)
        except msgspec.DecodeError as error:
            raise BadStudy(
                f"Line {number} of {str(path)!r} is not a game of a study: {error}. Remove the line, and the game is "
                "played again."
            ) from None
        games[found.options, found.number] = found.game
    return header, games


def _expect_same(path: Path, found: StudyHeader, wanted: StudyHeader) -> None:
    for name in StudyHeader.__struct_fields__:
        one, other = getattr(found, name), getattr(wanted, name)
        if one != other:
            raise BadStudy(
                f"{str(path)!r} holds another study: its {name} is {one}, here {other}. Name another file, or the same "
                "settings."
            )
