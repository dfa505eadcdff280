"""The results file: the settings on the first line, then a game a line, each written when it is over.

A run that stopped, however it stopped, goes on from its file: at worst the game that was being played is played again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

import msgspec

from saltroad.arena.entrants import BadArena
from saltroad.arena.settings import PlayedGame, TournamentSettings


class Results:
    """The games of a tournament that are over, in memory and, where there is one, in a file."""

    def __init__(self, file: IO[bytes] | None = None) -> None:
        self._file = file
        self.games: dict[tuple[int, int], PlayedGame] = {}

    def add(self, played: PlayedGame) -> None:
        """Keep a game: it is on its way to the disk when this returns."""
        self.games[played.key] = played
        if self._file is not None:
            self._file.write(msgspec.json.encode(played) + b"\n")
            self._file.flush()


@contextlib.contextmanager
def open_results(path: Path | None, settings: TournamentSettings) -> Iterator[Results]:
    """The results of a file, to be added to; BadArena if it is of another tournament."""
    if path is None:
        yield Results()
        return
    try:
        with path.open("ab+") as file:
            if not _lock(file):
                raise BadArena(f"Another run is writing to {str(path)!r}: wait until it is over, or name another file.")
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


def _lock(file: IO[bytes]) -> bool:
    """Keep others from writing, as long as the file is open; False if another process does."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system that cannot lock
        return True
    return True


def read_results(path: Path) -> tuple[TournamentSettings, Results]:
    """A results file as it stands."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise BadArena(f"{str(path)!r} cannot be read: {error.strerror}.") from None
    settings = _settings(text, path)
    results = Results()
    _read(results, text, path, settings)
    return settings, results


def _settings(text: bytes, path: Path) -> TournamentSettings:
    try:
        return msgspec.json.decode(text.partition(b"\n")[0], type=TournamentSettings)
    except msgspec.DecodeError:
        raise BadArena(f"{str(path)!r} is not a results file of an arena: its first line is something else.") from None


def _read(results: Results, text: bytes, path: Path, settings: TournamentSettings) -> None:
    found = _settings(text, path)
    if found != settings:
        _refuse(path, found, settings)
    whole = text[: text.rfind(b"\n") + 1]
    decoder = msgspec.json.Decoder(PlayedGame)
    for number, line in enumerate(whole.splitlines()[1:], 2):
        try:
            played = decoder.decode(line)
        except msgspec.DecodeError as error:
            raise _bad_line(number, path, str(error)) from None
        if not 0 <= played.game < settings.seating.games_per_deal or played.deal < 0:
            raise _bad_line(number, path, "there is no game of such a number")
        if played.seats != settings.seating.seats(played.deal)[played.game]:
            raise _bad_line(number, path, "others sat there")
        if not len(played.seats) == len(played.ranks) == len(played.scores) == len(played.times):
            raise _bad_line(number, path, "not every seat has a rank, a score and its times")
        results.games[played.key] = played


def _bad_line(number: int, path: Path, why: str) -> BadArena:
    return BadArena(
        f"Line {number} of {str(path)!r} is not a game of this tournament: {why}. "
        "Remove the line, and the game is played again."
    )


def _refuse(path: Path, found: TournamentSettings, wanted: TournamentSettings) -> None:
    for name in TournamentSettings.__struct_fields__:
        one, other = getattr(found, name), getattr(wanted, name)
        if one != other:
            raise BadArena(
                f"{str(path)!r} holds another tournament: its {name} {_shown(one)}, here {_shown(other)}. "
                "Name another file, or the same settings."
            )


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return "are " + ",".join(f"{bot.label} ({str(bot.limit) or 'its own measure'})" for bot in value)
    return f"is {value}"
