"""Analyses of single positions, for people who wait for them: in worker processes of lowest priority, a short queue
before them, and the last answers kept.

A person has one worker at most, and one request for each page: a newer one takes the place of the one before. People
who ask for the same position share one search. Of several server processes each has its own workers and answers.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

import msgspec
import structlog

from saltroad.analysis.position_worker import READY, PositionTask
from saltroad.analysis.positions import PositionAnalysis
from saltroad.server.bot_pool.fair_queue import FairQueue
from saltroad.server.refusals import Refusal
from saltroad.workers import WorkerLost, WorkerProcess

log: Any = structlog.get_logger(__name__)

NICENESS = 19
"""The priority of a worker: the lowest."""
WAIT_SECONDS = 30.0
"""Seconds after which a request is told that it takes longer. The search goes on: its answer is there for the next."""
MOST_WAITING = 50
"""Requests that wait for a worker."""
MOST_PAGES = 4
"""Pages of one person that wait at the same time."""
MOST_KEPT = 2000
"""Answers that are kept: a few kilobytes each."""
IDLE_SECONDS = 300.0
"""Seconds without a request after which a worker ends: its trees take much memory."""
_MODULE = "saltroad.analysis.position_worker"
_START_SECONDS = 120.0
_READY_SECONDS = 900.0
"""Seconds for loading a game and its search, which a new machine compiles first."""
_SEARCH_SECONDS = 120.0
"""Seconds for one search; most take less than one, on a machine with nothing else to do."""
_TRIES = 2
"""Worker processes that may die over one position."""


class PositionWorker:
    """A place for one worker process, started when it is needed, ended when it is idle."""

    def __init__(self) -> None:
        self._process: WorkerProcess | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._endings: set[asyncio.Task[None]] = set()

    async def analyse(self, task: PositionTask) -> PositionAnalysis:
        """What a search finds of a position; WorkerLost if workers die over it. To be called once at a time."""
        if self._idle is not None:
            self._idle.cancel()
        try:
            for _ in range(_TRIES):
                try:
                    return await self._analyse(task)
                except WorkerLost as lost:
                    why = lost
                    self.end()
                    log.warning("a position lost its worker", game=task.game, why=str(lost))
            raise why
        except BaseException:
            self.end()  # what it answers next would be taken for the answer to another task
            raise
        finally:
            self._idle = asyncio.get_running_loop().call_later(IDLE_SECONDS, self.end)

    async def _analyse(self, task: PositionTask) -> PositionAnalysis:
        process = self._process
        if process is None or process.is_gone:
            process = self._process = await WorkerProcess.start(
                _MODULE, seconds=_START_SECONDS, niceness=NICENESS, on_print=_log_print
            )
        await process.send(msgspec.json.encode(task))
        assert await process.receive(_READY_SECONDS) == READY
        return msgspec.json.decode(await process.receive(_SEARCH_SECONDS), type=PositionAnalysis)

    def end(self) -> None:
        """End its process at once."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            ending = asyncio.create_task(process.ended())
            self._endings.add(ending)
            ending.add_done_callback(self._endings.discard)

    async def close(self) -> None:
        """End its process, and wait for that."""
        if self._idle is not None:
            self._idle.cancel()
        self.end()
        await asyncio.gather(*self._endings)


@dataclass(eq=False)
class _Search:
    """A position that is searched or waits for a worker, for all who asked for it."""

    asked: PositionTask
    task: asyncio.Task[PositionAnalysis | None] = field(init=False)
    waiting: int = 0
    """How many requests wait for it."""
    has_worker: bool = False


class PositionAnalyses:
    """The analyses of positions in one server process."""

    def __init__(self, processes: int) -> None:
        self._workers = [PositionWorker() for _ in range(processes)]
        self._queue = FairQueue(self._workers, hold=0.0)
        self._searches: dict[PositionTask, _Search] = {}
        self._pages: dict[tuple[str, str], asyncio.Future[None]] = {}
        """What ends the wait of a page's request when a newer one comes."""
        self._kept: OrderedDict[PositionTask, PositionAnalysis] = OrderedDict()
        """The answers, those that were asked for longest ago first."""

    def check_on(self) -> None:
        """Refuse if the host has turned analysis off."""
        if not self._workers:
            raise Refusal("analysis_off")

    async def close(self) -> None:
        """End all searches and workers."""
        self._queue.close()
        searches = [search.task for search in self._searches.values()]
        for task in searches:
            task.cancel()
        await asyncio.gather(*searches, return_exceptions=True)
        await asyncio.gather(*(worker.close() for worker in self._workers))

    async def analyse(self, person: str, page: str, asked: PositionTask) -> PositionAnalysis:
        """The analysis of a position, for a page of a person. Refused if a newer request of that page comes before it
        is there."""
        self.check_on()
        superseded = self._take_page(person, page)
        try:
            found = self._kept.get(asked)
            if found is not None:
                self._kept.move_to_end(asked)
                return found
            return await self._wait(self._search(person, asked), superseded)
        finally:
            if self._pages.get((person, page)) is superseded:
                del self._pages[person, page]

    def _take_page(self, person: str, page: str) -> asyncio.Future[None]:
        """Take the place of the page's request before; returns what ends our own wait."""
        before = self._pages.pop((person, page), None)
        if before is not None and not before.done():
            before.set_result(None)
        if sum(who == person for who, _ in self._pages) >= MOST_PAGES:
            raise Refusal("too_fast")
        superseded = self._pages[person, page] = asyncio.get_running_loop().create_future()
        return superseded

    def _search(self, person: str, asked: PositionTask) -> _Search:
        search = self._searches.get(asked)
        if search is None:
            if self._queue.waiting >= MOST_WAITING:
                raise Refusal("full")
            search = self._searches[asked] = _Search(asked)
            search.task = asyncio.create_task(self._run(person, search))
            search.task.add_done_callback(lambda _: self._drop(search))
        return search

    def _drop(self, search: _Search) -> None:
        """Let no more requests wait for a search."""
        if self._searches.get(search.asked) is search:
            del self._searches[search.asked]

    async def _wait(self, search: _Search, superseded: asyncio.Future[None]) -> PositionAnalysis:
        search.waiting += 1
        try:
            either: set[asyncio.Future[Any]] = {search.task, superseded}
            await asyncio.wait(either, timeout=WAIT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        finally:
            search.waiting -= 1
            if superseded.done() and not search.waiting and not search.has_worker:
                self._drop(search)  # no one waits for it any more, and it has not begun
                search.task.cancel()
        if superseded.done():
            raise Refusal("superseded")
        if not search.task.done():
            raise Refusal("analysis_late")
        found = search.task.result()
        if found is None:
            raise Refusal("broken")
        return found

    async def _run(self, person: str, search: _Search) -> PositionAnalysis | None:
        """What a search finds; None if workers die over it."""
        worker = await self._queue.take(person)
        search.has_worker = True
        try:
            found = await worker.analyse(search.asked)
        except WorkerLost as lost:
            log.error("a position could not be analysed", game=search.asked.game, why=str(lost), trace=lost.trace)
            return None
        finally:
            self._queue.give(person, worker)
        self._kept[search.asked] = found
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found


def _log_print(pid: int, line: str) -> None:
    log.warning("an analysis of positions printed", pid=pid, line=line)
