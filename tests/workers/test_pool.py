"""The pool of worker processes: tasks that are done, tasks that end their workers, and workers that cannot start."""

from __future__ import annotations

import os
from contextlib import closing
from itertools import count

import pytest

from saltroad.workers.pool import TaskDone, TaskLost, work_in_processes

MODULE = "workers.echo"


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_task_is_answered(jobs: int) -> None:
    tasks = [str(number).encode() for number in range(5)]
    first, *done = work_in_processes(MODULE, b"hello", tasks, jobs)
    assert first is None
    assert {(report.task, report.answer) for report in done if isinstance(report, TaskDone)} == {
        (task, task) for task in tasks
    }
    assert len(done) == 5


def test_a_task_that_ends_its_workers_is_given_up_and_the_others_are_done() -> None:
    ready, *reports = work_in_processes(MODULE, b"hello", [b"leave", b"other"], 1)
    assert ready is None
    why = "a worker died with status 3"
    assert reports == [
        TaskLost(b"leave", why, is_retried=True),
        TaskLost(b"leave", why, is_retried=False),
        TaskDone(b"other", b"other"),
    ]


def test_nothing_is_done_for_no_tasks() -> None:
    assert list(work_in_processes(MODULE, b"hello", [], 2)) == []


def test_workers_that_cannot_start_leave_the_rest() -> None:
    taken = count()
    reports = list(work_in_processes("workers.nowhere", b"", (str(next(taken)).encode() for _ in range(9)), 1))
    assert [isinstance(report, TaskLost) and report.is_retried for report in reports] == [True, False]
    assert next(taken) == 1


def test_closing_ends_the_workers() -> None:
    with closing(work_in_processes(MODULE, b"pid", [b"pid", b"wait", b"wait"], 2)) as reports:
        assert next(reports) is None
        found = next(reports)
        assert isinstance(found, TaskDone)
        pid = int(found.answer)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
