"""The results file: the settings on the first line, then a game a line, each written when it is over.

A run that stopped, for whatever reason, continues from its file: at worst the game under way is played again.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec
from msgspec import UNSET

from saltroad.arena.entrants import BadArena
from saltroad.arena.settings import PlayedGame, Times, TournamentSettings
from saltroad.arena.shards import Shard
from saltroad.workers.locked_file import open_locked, replace_locked


class ResultsKind(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the first line says of the file besides the settings: nothing in most files."""

    shard: Shard | None = None
    """Which part of the tournament it holds, if not the whole."""
    deals: int = 0
    """The deals of the whole tournament; in shards only, to see whether one is complete."""
    untimed: bool = False
    """Whether times are left out, and the lines of a finished run stand in the order of the deals."""
    luck: bool = False
    """Whether each game has the luck of its seats."""


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
        """Add a game, in memory and in the file."""
        if self.kind.untimed:
            played = _without_times(played)
        self.keep(played)
        if self._file is not None:
            self._file.write(_line(played))
            self._file.flush()

    def keep(self, played: PlayedGame) -> None:
        """Add a game that is in the file already."""
        if self.games and next(reversed(self.games)) >= played.key:
            self.is_in_order = False
        self.games[played.key] = played


@contextlib.contextmanager
def open_results(path: Path | None, settings: TournamentSettings, kind: ResultsKind = _WHOLE) -> Iterator[Results]:
    """Open a results file to add to it; BadArena if it is of another tournament, or another part of it."""
    if path is None:
        yield Results(kind)
        return
    try:
        path = path.resolve()  # a file that is written anew stays where a link points
        with open_locked(path) as file:
            _lengthen(file, path, settings, kind)
        with open_locked(path) as file:
            text = file.read()
            results = Results(kind, file)
            if not text.strip():
                file.truncate(0)
                file.write(_first_line(settings, kind))
                file.flush()
            elif _header(text, path) != (settings, kind):  # another run was quicker
                raise BlockingIOError
            else:
                _read(results, text, path, settings)
                end = text.rfind(b"\n") + 1
                if end < len(text):  # a line that was being written when the run was stopped
                    file.truncate(end)
            yield results
            if kind.untimed and not results.is_in_order:
                _write_anew(file, path, settings, results)
    except BlockingIOError:
        raise BadArena(
            f"Another run is writing to {str(path)!r}: wait until it is over, or name another file."
        ) from None
    except OSError as error:
        raise BadArena(f"Results cannot be kept in {str(path)!r}: {error.strerror}.") from None


def write_results(path: Path, settings: TournamentSettings, results: Results) -> None:
    """Write a new results file, its games in the order of the deals."""
    try:
        with path.open("xb") as file:
            _write(file, settings, results)
    except FileExistsError:
        raise BadArena(f"There is a file {str(path)!r} already: name another, or remove it.") from None
    except OSError as error:
        raise BadArena(f"Results cannot be written to {str(path)!r}: {error.strerror}.") from None


def read_results(path: Path | str) -> tuple[TournamentSettings, Results]:
    """Read a results file."""
    path = Path(path)
    try:
        text = path.read_bytes()
    except OSError as error:
        raise BadArena(f"{str(path)!r} cannot be read: {error.strerror}.") from None
    settings, kind = _header(text, path)
    results = Results(kind)
    _read(results, text, path, settings)
    return settings, results


def expect_same(path: Path, found: TournamentSettings, wanted: TournamentSettings, where: str = "here") -> None:
    """Raise BadArena, naming the first setting that differs, if a file holds another tournament."""
    differs = difference(found, wanted, where)
    if differs:
        raise BadArena(f"{str(path)!r} holds another tournament: {differs}. Name another file, or the same settings.")


_PLURALS = ("rules", "options", "bots")


def difference(found: TournamentSettings, wanted: TournamentSettings, where: str = "here") -> str:
    """The first setting that differs, in words; nothing if all are the same."""
    for name in wanted.__struct_fields__:
        one, other = getattr(found, name), getattr(wanted, name)
        if one != other:
            verb = "are" if name in _PLURALS else "is"
            return f"its {name} {verb} {_shown(one)}, {where} {verb} {_shown(other)}"
    return ""


# -- the file ----------------------------------------------------------------------------------------------------------


def _lengthen(file: IO[bytes], path: Path, settings: TournamentSettings, kind: ResultsKind) -> None:
    """Check that a file is of this tournament and kind; a shard of fewer deals becomes one of more."""
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
    """Write the games in the order of the deals. If that fails, the old file is left as it was."""
    new = path.with_name(path.name + ".new")
    with new.open("wb") as written:
        _write(written, settings, results)
        os.fsync(written.fileno())
    shutil.copymode(path, new)
    replace_locked(file, new, path)


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
        if (played.luck is not UNSET) != results.kind.luck:
            raise _bad_line(number, path, f"it has {'no' if results.kind.luck else 'a'} luck")
        if played.luck is not UNSET and len(played.luck) != len(played.seats):
            raise _bad_line(number, path, "not every seat has its luck")
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
    if found.luck != wanted.luck:
        cure = "give --luck-adjusted" if found.luck else "leave --luck-adjusted out"
        raise BadArena(
            f"{str(path)!r} is kept {'with' if found.luck else 'without'} the luck of its games: "
            f"{cure}, or name another file."
        )


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(f"{bot.label} ({str(bot.limit) or 'its own measure'})" for bot in value)
    return str(value)
