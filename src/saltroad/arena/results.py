"""The results file: the settings on the first line, then a game a line, each written when it is over.

A run that stopped, however it stopped, goes on from its file: at worst the game that was being played is played again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec

from saltroad.arena.entrants import BadArena
from saltroad.arena.settings import Played, Settings


class Results:
    """The games of a tournament that are over, in memory and, where there is one, in a file."""

    def __init__(self, file: IO[bytes] | None = None) -> None:
        self._file = file
        self.games: dict[tuple[int, int], Played] = {}

    def add(self, played: Played) -> None:
        """Keep a game: it is on its way to the disk when this returns."""
        self.games[played.key] = played
        if self._file is not None:
            self._file.write(msgspec.json.encode(played) + b"\n")
            self._file.flush()


@contextlib.contextmanager
def open_results(path: Path | None, settings: Settings) -> Iterator[Results]:
    """The results of a file, to be added to; BadArena if it is of another tournament."""
    if path is None:
        yield Results()
        return
    try:
        with path.open("ab+") as file:
            results = Results(file)
            file.seek(0)
            text = file.read()
            if not text.strip():
                file.truncate(0)
                file.write(msgspec.json.encode(settings) + b"\n")
                file.flush()
            else:
                _read(results, text, path, settings)
                end = text.rfind(b"\n") + 1
                if end < len(text):  # a line that was being written when the run was stopped
                    file.truncate(end)
            yield results
    except OSError as error:
        raise BadArena(f"Results cannot be kept in {str(path)!r}: {error.strerror}.") from None


def read_results(path: Path) -> tuple[Settings, Results]:
    """A results file as it stands."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise BadArena(f"{str(path)!r} cannot be read: {error.strerror}.") from None
    settings = _settings(text, path)
    results = Results()
    _read(results, text, path, settings)
    return settings, results


def _settings(text: bytes, path: Path) -> Settings:
    try:
        return msgspec.json.decode(text.partition(b"\n")[0], type=Settings)
    except msgspec.DecodeError:
        raise BadArena(f"{str(path)!r} is not a results file of an arena: its first line is something else.") from None


def _read(results: Results, text: bytes, path: Path, settings: Settings) -> None:
    found = _settings(text, path)
    if found != settings:
        _refuse(path, found, settings)
    whole = text[: text.rfind(b"\n") + 1]
    decoder = msgspec.json.Decoder(Played)
    for number, line in enumerate(whole.splitlines()[1:], 2):
        try:
            played = decoder.decode(line)
        except msgspec.DecodeError as error:
            raise BadArena(f"Line {number} of {str(path)!r} is not a game: {error}.") from None
        results.games[played.key] = played


def _refuse(path: Path, found: Settings, wanted: Settings) -> None:
    for name in Settings.__struct_fields__:
        one, other = getattr(found, name), getattr(wanted, name)
        if one != other:
            raise BadArena(
                f"{str(path)!r} holds another tournament: its {name} {_shown(one)}, here {_shown(other)}. "
                "Name another file, or the same settings."
            )


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return "are " + ",".join(f"{bot.label} ({str(bot.limit) or 'no limit'})" for bot in value)
    return f"is {value}"
