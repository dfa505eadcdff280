"""The backends of a tournament: its games are played in this process, by worker processes, or on a Ray cluster.

The pools themselves are `saltroad.workers`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterator

import msgspec

from saltroad.arena.entrants import BadArena
from saltroad.arena.worker import GameReport, GameTask, TournamentGreeting, run_task
from saltroad.workers import WorkerError
from saltroad.workers.pool import TaskLost, WorkReports, work_in_processes

_MODULE = "saltroad.arena.worker"

Reports = Generator[tuple[GameTask, GameReport] | None, None, None]
"""The games as they end. The first item is None: all is compiled, and the games have begun."""


def play_here(greeting: TournamentGreeting, tasks: Iterator[GameTask]) -> Reports:
    """Play the games in this process."""
    from saltroad.arena.play import warm_up_all

    warm_up_all(greeting.settings, measures_luck=greeting.measures_luck)
    yield None
    for task in tasks:
        yield task, run_task(greeting, task)


def play_in_workers(greeting: TournamentGreeting, tasks: Iterator[GameTask], jobs: int) -> Reports:
    """Play the games in worker processes. Closing the iterator ends them."""
    return _decoded(work_in_processes(_MODULE, msgspec.json.encode(greeting), map(msgspec.json.encode, tasks), jobs))


def play_on_ray(greeting: TournamentGreeting, tasks: Iterator[GameTask], address: str) -> Reports:
    """Play the games on all cores of a Ray cluster; BadArena if there is none. Closing the iterator ends it."""
    from saltroad.workers.ray_pool import work_on_ray

    try:
        yield from _decoded(
            work_on_ray(_MODULE, msgspec.json.encode(greeting), map(msgspec.json.encode, tasks), address)
        )
    except WorkerError as error:
        raise BadArena(str(error)) from None


def _decoded(work: WorkReports) -> Reports:
    with contextlib.closing(work):
        for found in work:
            if found is None:
                yield None
                continue
            task = msgspec.json.decode(found.task, type=GameTask)
            if isinstance(found, TaskLost):
                yield task, GameReport(failed=found.why, is_retried=found.is_retried)
            else:
                yield task, msgspec.json.decode(found.answer, type=GameReport)
