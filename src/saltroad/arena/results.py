"""The results file: the settings on the first line, then a game a line, each written when it is over.

A run that stopped, however it stopped, goes on from its file: at worst the game that was being played is played again.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

import msgspec

from saltroad.arena.entrants import BadArena
from saltroad.arena.settings import PlayedGame, Times, TournamentSettings
from saltroad.arena.shards import Shard


class ResultsKind(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the first line of a results file says of the file, beside the settings: nothing in most files."""

    shard: Shard | None = None
    """Which part of the tournament it holds, if not the whole."""
    deals: int = 0
    """Of the whole tournament; in shards only, so that it can be seen whether one is complete."""
    untimed: bool = False
    """Whether times are left out, and the lines of a finished run stand in the order of the deals."""


_WHOLE = ResultsKind()


class Results:
    """The games of a tournament that are over, in memory and, where there is one, in a file."""

    def __init__(self, kind: ResultsKind = _WHOLE, file: IO[bytes] | None = None) -> None:
        self.kind = kind
        self._file = file
        self.games: dict[tuple[int, int], PlayedGame] = {}
        self.is_in_order = True
        """Whether the lines stand in the order of the deals, each game once."""

    def add(self, played: PlayedGame) -> None:
        """Keep a game: it is on its way to the disk when this returns."""
        if self.kind.untimed:
            played = _without_times(played)
        self.keep(played)
        if self._file is not None:
            self._file.write(_line(played))
            self._file.flush()

    def keep(self, played: PlayedGame) -> None:
        """Keep a game that stands in the file."""
        if self.games and next(reversed(self.games)) >= played.key:
            self.is_in_order = False
        self.games[played.key] = played


@contextlib.contextmanager
def open_results(path: Path | None, settings: TournamentSettings, kind: ResultsKind = _WHOLE) -> Iterator[Results]:
    """The results of a file, to be added to; BadArena if it is of another tournament, or another part of it."""
    if path is None:
        yield Results(kind)
        return
    try:
        path = path.resolve()  # a file that is written anew stays where a link points
        with _open_locked(path) as file:
            _lengthen(file, path, settings, kind)
        with _open_locked(path) as file:
            text = file.read()
            results = Results(kind, file)
            if not text.strip():
                file.truncate(0)
                file.write(_first_line(settings, kind))
                file.flush()
            elif _header(text, path) != (settings, kind):  # another run was quicker
                raise BadArena(f"Another run is writing to {str(path)!r}: wait until it is over, or name another file.")
            else:
                _read(results, text, path, settings)
                end = text.rfind(b"\n") + 1
                if end < len(text):  # a line that was being written when the run was stopped
                    file.truncate(end)
            yield results
            if kind.untimed and not results.is_in_order:
                _write_anew(file, path, settings, results)
    except OSError as error:
        raise BadArena(f"Results cannot be kept in {str(path)!r}: {error.strerror}.") from None


def write_results(path: Path, settings: TournamentSettings, results: Results) -> None:
    """A results file that is not there yet, its games in the order of the deals."""
    try:
        with path.open("xb") as file:
            _write(file, settings, results)
    except FileExistsError:
        raise BadArena(f"There is a file {str(path)!r} already: name another, or remove it.") from None
    except OSError as error:
        raise BadArena(f"Results cannot be written to {str(path)!r}: {error.strerror}.") from None


def read_results(path: Path) -> tuple[TournamentSettings, Results]:
    """A results file as it stands."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise BadArena(f"{str(path)!r} cannot be read: {error.strerror}.") from None
    settings, kind = _header(text, path)
    results = Results(kind)
    _read(results, text, path, settings)
    return settings, results


def expect_same(path: Path, found: TournamentSettings, wanted: TournamentSettings, where: str = "here") -> None:
    """BadArena, by the first setting that differs, if a file holds another tournament than that which is wanted."""
    for name in TournamentSettings.__struct_fields__:
        one, other = getattr(found, name), getattr(wanted, name)
        if one != other:
            raise BadArena(
                f"{str(path)!r} holds another tournament: its {name} {_shown(one)}, {where} {_shown(other)}. "
                "Name another file, or the same settings."
            )


# -- the file ----------------------------------------------------------------------------------------------------------


def _open_locked(path: Path) -> IO[bytes]:
    """The file, to be read from its start and added to at its end, and kept from others as long as it is open."""
    while True:
        file = path.open("ab+")
        if not _lock(file):
            file.close()
            raise BadArena(f"Another run is writing to {str(path)!r}: wait until it is over, or name another file.")
        if os.path.samestat(os.fstat(file.fileno()), path.stat()):
            file.seek(0)
            return file
        file.close()  # it was written anew between the two: that file is no longer the one of this name


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


def _lengthen(file: IO[bytes], path: Path, settings: TournamentSettings, kind: ResultsKind) -> None:
    """See that a file is of this tournament and kind; a shard of fewer deals becomes one of more."""
    text = file.read()
    if not text.strip():
        return
    found, found_kind = _header(text, path)
    expect_same(path, found, settings)
    _expect_same_kind(path, found_kind, kind)
    if found_kind != kind:
        results = Results(kind)
        _read(results, text, path, settings)
        _write_anew(file, path, settings, results)


def _write_anew(file: IO[bytes], path: Path, settings: TournamentSettings, results: Results) -> None:
    """Put the games in the order of the deals. Whatever happens, the old file or the new one is there."""
    new = path.with_name(path.name + ".new")
    with new.open("wb") as written:
        _write(written, settings, results)
        os.fsync(written.fileno())
    shutil.copymode(path, new)
    if fcntl is None:
        file.close()  # an open file cannot be replaced on Windows; elsewhere it is kept from others until then
    new.replace(path)


def _write(file: IO[bytes], settings: TournamentSettings, results: Results) -> None:
    file.write(_first_line(settings, results.kind))
    file.writelines(_line(results.games[key]) for key in sorted(results.games))


def _first_line(settings: TournamentSettings, kind: ResultsKind) -> bytes:
    return msgspec.json.encode({**msgspec.to_builtins(settings), **msgspec.to_builtins(kind)}) + b"\n"


def _line(played: PlayedGame) -> bytes:
    return msgspec.json.encode(played) + b"\n"


def _without_times(played: PlayedGame) -> PlayedGame:
    return msgspec.structs.replace(played, times=tuple(Times(times.decisions) for times in played.times))


# -- reading -----------------------------------------------------------------------------------------------------------


def _header(text: bytes, path: Path) -> tuple[TournamentSettings, ResultsKind]:
    line = text.partition(b"\n")[0]
    try:
        return msgspec.json.decode(line, type=TournamentSettings), msgspec.json.decode(line, type=ResultsKind)
    except (msgspec.DecodeError, BadArena):
        raise BadArena(f"{str(path)!r} is not a results file of an arena: its first line is something else.") from None


def _read(results: Results, text: bytes, path: Path, settings: TournamentSettings) -> None:
    whole = text[: text.rfind(b"\n") + 1]
    decoder = msgspec.json.Decoder(PlayedGame)
    shard, seating = results.kind.shard, settings.seating
    for number, line in enumerate(whole.splitlines()[1:], 2):
        try:
            played = decoder.decode(line)
        except msgspec.DecodeError as error:
            raise _bad_line(number, path, str(error)) from None
        if not 0 <= played.game < seating.games_per_deal or played.deal < 0:
            raise _bad_line(number, path, "there is no game of such a number")
        if shard is not None and played.deal not in shard.deals(results.kind.deals):
            raise _bad_line(number, path, f"deal {played.deal} is not one of shard {shard}")
        if played.seats != seating.seats(played.deal)[played.game]:
            raise _bad_line(number, path, "others sat there")
        if not len(played.seats) == len(played.ranks) == len(played.scores) == len(played.times):
            raise _bad_line(number, path, "not every seat has a rank, a score and its times")
        results.keep(played)


def _bad_line(number: int, path: Path, why: str) -> BadArena:
    return BadArena(
        f"Line {number} of {str(path)!r} is not a game of this tournament: {why}. "
        "Remove the line, and the game is played again."
    )


def _expect_same_kind(path: Path, found: ResultsKind, wanted: ResultsKind) -> None:
    if found.shard != wanted.shard:
        holds = [f"shard {kind.shard}" if kind.shard else "the whole tournament" for kind in (found, wanted)]
        raise BadArena(
            f"{str(path)!r} holds {holds[0]}, and this is to be {holds[1]}: name another file, or the same --shard."
        )
    if found.deals > wanted.deals:
        raise BadArena(
            f"{str(path)!r} is a shard of {found.deals:,} deals, here of {wanted.deals:,}: "
            "a shard can be made longer, not shorter. Give at least the same --games."
        )
    if found.untimed != wanted.untimed:
        cure = "give --untimed" if found.untimed else "leave --untimed out"
        raise BadArena(
            f"{str(path)!r} is kept {'without' if found.untimed else 'with'} the times of decisions: "
            f"{cure}, or name another file."
        )


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return "are " + ",".join(f"{bot.label} ({str(bot.limit) or 'its own measure'})" for bot in value)
    return f"is {value}"
