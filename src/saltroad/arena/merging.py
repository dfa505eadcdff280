"""Merging the shards of a tournament: the results file of the whole, and its summary."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from saltroad.arena.entrants import BadArena
from saltroad.arena.results import Results, ResultsKind, expect_same, read_results, write_results
from saltroad.arena.settings import TournamentSettings
from saltroad.arena.shards import Shard
from saltroad.arena.summary import summarise
from saltroad.arena.tournament import Tournament
from saltroad.arena.words import count

_MOST_NAMED = 10
"""Shards that a message names before it only says how many more there are."""


def merge(files: Iterable[Path | str], output: Path | str) -> Tournament:
    """Write the results file of the whole tournament from those of its shards.

    BadArena if a file is no shard of the same tournament, or if a shard is there twice, missing or not complete.
    """
    shards = ShardSet()
    for path in files:
        shards.add(Path(path))
    return shards.merge(Path(output))


class ShardSet:
    """Shards of one tournament that were read from their files."""

    def __init__(self) -> None:
        self._read: dict[int, tuple[Path, Results]] = {}
        self._first: tuple[Path, TournamentSettings, ResultsKind, Shard] | None = None

    def add(self, path: Path) -> None:
        """Read a shard; BadArena if it does not belong to those before."""
        settings, results = read_results(path)
        kind, shard = results.kind, results.kind.shard
        if shard is None:
            raise BadArena(f"{str(path)!r} is no shard but a whole tournament: name files that --shard has written.")
        if self._first is None:
            self._first = path, settings, kind, shard
        first_path, first_settings, first, first_shard = self._first
        expect_same(path, settings, first_settings, f"in {str(first_path)!r}")
        both = f"{str(first_path)!r} and {str(path)!r} are no shards of one tournament: "
        if shard.of != first_shard.of:
            raise BadArena(f"{both}one is {first_shard}, the other {shard}. Name only those of one number of shards.")
        if kind.deals != first.deals:
            raise BadArena(
                f"{both}one is of {first.deals:,} deals, the other of {kind.deals:,}. "
                "Run the shorter again with the --games of the longer: it goes on where it stopped."
            )
        if kind.untimed != first.untimed:
            raise BadArena(
                f"{both}only one of them has the times of decisions. Play all with --untimed, or all without."
            )
        if kind.luck != first.luck:
            raise BadArena(
                f"{both}only one of them has the luck of its games. Play all with --luck-adjusted, or all without."
            )
        if shard.number in self._read:
            other = self._read[shard.number][0]
            raise BadArena(f"{str(other)!r} and {str(path)!r} are both shard {shard}: name each shard once.")
        self._read[shard.number] = path, results

    def merge(self, output: Path) -> Tournament:
        """Write the whole, and sum it up; BadArena if a shard or a game is missing."""
        if self._first is None:
            raise BadArena("There is nothing to merge: name the results files of the shards.")
        _, settings, kind, shard = self._first
        self._expect_all(settings, kind, shard)
        whole = Results(ResultsKind(untimed=kind.untimed, luck=kind.luck))
        for _, results in self._read.values():
            whole.games.update(results.games)
        write_results(output, settings, whole)
        games = tuple(whole.games[key] for key in sorted(whole.games))
        return Tournament(summary=summarise(settings, games), games=games)

    def _expect_all(self, settings: TournamentSettings, kind: ResultsKind, shard: Shard) -> None:
        absent = [f"{number}/{shard.of}" for number in range(1, shard.of + 1) if number not in self._read]
        if absent:
            raise BadArena(
                f"{count(len(absent), 'shard')} of {shard.of:,} missing, {named(absent)}: name the files of all."
            )
        size = settings.seating.games_per_deal
        short = []
        for number, (path, results) in sorted(self._read.items()):
            left = size * len(Shard(number, shard.of).deals(kind.deals)) - len(results.games)
            if left:
                short.append(f"{str(path)!r} (shard {number}/{shard.of}) lacks {count(left, 'game')}")
        if short:
            raise BadArena(
                f"Not complete: {named(short)}. Give the command of such a shard again: it goes on where it stopped."
            )


def named(names: Sequence[str]) -> str:
    """The first of several names, and how many more there are."""
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more:,} more" if more > 0 else "")
