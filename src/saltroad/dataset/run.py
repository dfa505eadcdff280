"""Making a data set: which games are left to play, where they are played, and the file in the end."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from saltroad.arena.shards import Shard, check_shard
from saltroad.arena.tournament import MOST_JOBS
from saltroad.dataset.columns import schema_of, table_of
from saltroad.dataset.decisions import GameRows, decode_rows
from saltroad.dataset.errors import BadDataset, load_arrow
from saltroad.dataset.header import DatasetHeader, expect_same, header_of
from saltroad.dataset.journal import Journal, open_journal
from saltroad.dataset.parquet_file import check_path, count_rows, group_rows, read_header, stored_rows, write_file
from saltroad.dataset.settings import DatasetSettings
from saltroad.dataset.worker import RowsReport, run_task, warm_up_rows
from saltroad.workers import WorkerError
from saltroad.workers.pool import TaskLost, WorkReports, work_in_processes

_MODULE = "saltroad.dataset.worker"
_MOST_GAMES = 2**31 - 1
"""The most games: their numbers are a column of 32 bits."""

Reports = Generator[tuple[int, RowsReport] | None, None, None]
"""The games by number, as they end. The first item is None: all is compiled, and the games have begun."""


@dataclass(frozen=True, slots=True)
class DatasetProgress:
    """The progress of a run."""

    done: int
    """Games that are over, those of an earlier run included; while the file is written, games that are in it."""
    wanted: int
    note: str = ""
    """A sentence about something out of the ordinary, such as a lost worker."""
    is_start: bool = False
    is_ready: bool = False
    """Whether all is compiled, and the first games begin."""
    is_writing: bool = False


Tell = Callable[[DatasetProgress], None]


@dataclass(frozen=True, slots=True)
class DatasetRun:
    """The result of a run."""

    path: Path
    header: DatasetHeader | None
    """The header of the file; None if there is none yet."""
    rows: int
    earlier: int
    """How many of its games are of an earlier run."""
    wanted: int
    kept: int = 0
    """Games that are not in the file yet, since some before them are not played: the next run takes them."""
    is_interrupted: bool = False

    @property
    def games(self) -> int:
        """How many games the file has."""
        return 0 if self.header is None else len(self.header.own_games)


def run(
    settings: DatasetSettings,
    games: int,
    out: Path | str,
    *,
    jobs: int = 1,
    shard: Shard | None = None,
    ray: str | None = None,
    tell: Tell = lambda progress: None,
) -> DatasetRun:
    """Play so many games, or a shard's part of them, and write their decisions to a file.

    What is in the file, or in the journal beside it, is not played again: a run that was stopped goes on, and a data
    set can be made longer. Ctrl-C ends it early: the file then has the first games, as far as all of them are played.
    `ray` is the address of a Ray cluster whose cores play, or empty for the one that Ray finds. `tell` hears of each
    game, in this thread.
    """
    path = Path(out)
    check_shard(shard)
    load_arrow()
    check_path(path)
    if not 1 <= games <= _MOST_GAMES or not 1 <= jobs <= MOST_JOBS:
        raise BadDataset(f"A data set has from 1 to {_MOST_GAMES:,} games, and is made by 1 to {MOST_JOBS} jobs.")
    if ray is not None and jobs > 1:
        raise BadDataset("--ray plays on all cores of the cluster: leave --jobs out.")
    path = path.resolve()  # a file that is written anew stays where a link points
    header = header_of(settings, shard, games)
    with open_journal(path, header) as journal:
        stored = _stored_header(path, header)
        making = _Making(path, header, stored, journal, tell)
        return making.run(jobs, ray)


def _stored_header(path: Path, wanted: DatasetHeader) -> DatasetHeader | None:
    """The header of the file that is there, if there is one; BadDataset if it is not to be made longer."""
    if not path.exists():
        return None
    found = read_header(path)
    expect_same(path, found, wanted)
    if found.games > wanted.games:
        raise BadDataset(
            f"{str(path)!r} is of {found.games:,} games, here {wanted.games:,} are wanted: it can be made longer, not "
            "shorter. Give at least the same --games, or name another file."
        )
    return found


class _Making:
    """One run."""

    def __init__(
        self, path: Path, header: DatasetHeader, stored: DatasetHeader | None, journal: Journal, tell: Tell
    ) -> None:
        self._path, self._header, self._stored, self._journal, self._tell = path, header, stored, journal, tell
        self._in_file = 0 if stored is None else len(stored.own_games)
        """Games that the file has: the first of ours."""
        self._kept = 0
        self._done = self._in_file + sum(game in journal for game in header.own_games[self._in_file :])

    def run(self, jobs: int, ray: str | None) -> DatasetRun:
        own, earlier, is_interrupted = self._header.own_games, self._done, False
        left = (game for game in own[self._in_file :] if game not in self._journal)
        try:
            self._tell(DatasetProgress(self._done, len(own), is_start=True))
            if self._done < len(own):
                self._play(_reports(self._header.settings, left, jobs, ray))
        except KeyboardInterrupt:
            is_interrupted = True
        try:
            header = self._write()
        except KeyboardInterrupt:  # all is in the journal
            header, is_interrupted, self._kept = self._stored, True, len(self._journal)
        return DatasetRun(
            path=self._path,
            header=header,
            rows=0 if header is None else count_rows(self._path),
            earlier=earlier,
            wanted=len(own),
            kept=self._kept,
            is_interrupted=is_interrupted,
        )

    def _play(self, reports: Reports) -> None:
        wanted = len(self._header.own_games)
        with contextlib.closing(reports):
            for found in reports:
                if found is None:
                    self._tell(DatasetProgress(self._done, wanted, is_ready=True))
                    continue
                game, report = found
                if report.is_retried:
                    note = f"Game {game}: {report.failed}; it is tried again."
                    self._tell(DatasetProgress(self._done, wanted, note))
                    continue
                if report.failed:
                    raise BadDataset(
                        f"Game {game} could not be played: {report.failed.rstrip('.')}. What was played is kept: the "
                        "same command goes on."
                    )
                self._journal.add(game, report.rows)
                self._done += 1
                self._tell(DatasetProgress(self._done, wanted))

    def _write(self) -> DatasetHeader | None:
        """The file with the first games, as far as there is none missing between them; gives its header."""
        own = self._header.own_games
        ready = next((k for k in range(self._in_file, len(own)) if own[k] not in self._journal), len(own))
        header = self._stored
        if ready == len(own):
            header = self._header
        elif ready > self._in_file:  # what a run of just these games would have written
            header = msgspec.structs.replace(self._header, games=own[ready - 1] + 1)
        if header is not None and (self._stored is None or header.games != self._stored.games):
            write_file(self._path, header, self._tables(header, own[self._in_file : ready]))
        self._kept = self._journal.finish(own[:ready])
        return header

    def _tables(self, header: DatasetHeader, games: Sequence[int]) -> Iterator[Any]:
        """All rows: those of the file that is there, then those of the journal."""
        size, schema, wanted = group_rows(header), schema_of(header), self._in_file + len(games)
        self._tell(DatasetProgress(0, wanted, is_writing=True))
        if self._stored is not None:
            yield from stored_rows(self._path, size)
        waiting: list[GameRows] = []
        rows = 0
        for done, game in enumerate(games, self._in_file + 1):
            waiting.append(decode_rows(self._journal.rows(game)))
            rows += len(waiting[-1].seat)
            if rows >= size:
                yield table_of(waiting, header, schema)
                waiting, rows = [], 0
                self._tell(DatasetProgress(done, wanted, is_writing=True))
        if waiting:
            yield table_of(waiting, header, schema)


def _reports(settings: DatasetSettings, games: Iterable[int], jobs: int, ray: str | None) -> Reports:
    """The games as they end, played in this process, in workers or on a Ray cluster."""
    if ray is None and jobs == 1:
        return _here(settings, games)
    greeting, tasks = msgspec.json.encode(settings), map(msgspec.json.encode, games)
    if ray is None:
        return _decoded(work_in_processes(_MODULE, greeting, tasks, jobs))
    from saltroad.workers.ray_pool import work_on_ray

    return _decoded(work_on_ray(_MODULE, greeting, tasks, ray))


def _here(settings: DatasetSettings, games: Iterable[int]) -> Reports:
    warm_up_rows(settings)
    yield None
    for game in games:
        yield game, run_task(settings, game)


def _decoded(work: WorkReports) -> Reports:
    with contextlib.closing(work):
        try:
            for found in work:
                if found is None:
                    yield None
                    continue
                game = msgspec.json.decode(found.task, type=int)
                if isinstance(found, TaskLost):
                    yield game, RowsReport(failed=found.why, is_retried=found.is_retried)
                else:
                    yield game, msgspec.msgpack.decode(found.answer, type=RowsReport)
        except WorkerError as error:
            raise BadDataset(str(error)) from None
