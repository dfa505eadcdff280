"""The jobs that analyse finished games: asked for by people, done one ply after the other in worker processes.

The database is the queue (`store.analyses`): what was found survives a crash, another process of a cluster goes on with
a job whose own has died, and each of them can tell how far it is. A worker has the lowest priority, so that games go on
beside it as if it were not there.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from typing import Any

import msgspec
import structlog

from saltroad.analysis.cache import analysis_key
from saltroad.analysis.model import PlyAnalysis
from saltroad.analysis.plies import setup_plies
from saltroad.analysis.run import check_analysable, in_full
from saltroad.analysis.settings import AnalysisSettings
from saltroad.analysis.worker import GameGreeting
from saltroad.kernel.errors import SaltroadError
from saltroad.protocol.analysis import AnalysisShown
from saltroad.records import Record
from saltroad.records.history import History
from saltroad.server.analysis_jobs.shown import NOTHING_YET, analysis_shown
from saltroad.server.refusals import Refusal
from saltroad.server.store import Store, StoreError
from saltroad.server.tables.registry import TableRegistry
from saltroad.server.tables.state import TableState
from saltroad.workers import WorkerLost, WorkerProcess

log: Any = structlog.get_logger(__name__)

_MODULE = "saltroad.analysis.worker"
NICENESS = 19
"""The priority of a worker: the lowest."""
_START_SECONDS = 120.0
_READY_SECONDS = 900.0
"""Seconds for loading a game and its search, which a new machine compiles first."""
_PLY_SECONDS = 300.0
"""Seconds for one ply; most take a fraction of one, on a machine with nothing else to do."""
_FLUSH_SECONDS = 1.0
"""Seconds between two writes of what was found."""
_SILENT_SECONDS = 60.0
"""Seconds without a sign of life after which another worker takes a job over."""
_BEAT_SECONDS = 15.0
"""Seconds between two signs of life while nothing is found."""
_POLL_SECONDS = 15.0
"""Seconds between two looks for jobs that another process was asked for, or left."""
_TRIES = 2
"""Worker processes that may die over one ply before the job has failed."""


class AnalysisJobs:
    """The analyses of one server process: what people ask of them, and the workers that do them."""

    def __init__(self, store: Store, registry: TableRegistry, processes: int, nodes: int = 0) -> None:
        """`nodes` are the visits of each move that is compared; 0 for the game's own number."""
        self._store = store
        self._registry = registry
        self._processes = processes
        self._nodes = nodes
        self._wake = asyncio.Event()
        self._runners: list[asyncio.Task[None]] = []

    def open(self) -> None:
        """Begin to do the jobs that there are."""
        self._runners = [asyncio.create_task(self._run()) for _ in range(self._processes)]

    async def close(self) -> None:
        """End all workers. What is not done waits for the next start."""
        for runner in self._runners:
            runner.cancel()
        await asyncio.gather(*self._runners, return_exceptions=True)

    async def start(self, table: str) -> AnalysisShown:
        """Ask for the analysis of a finished game, and tell how far it is. Refused while the game is played."""
        state = (await self._registry.finished(table)).state
        if not self._processes:
            raise Refusal("analysis_off")
        history = await asyncio.to_thread(_history, state)
        await self._store.analyses.ask(table, self._key(history), len(history) - setup_plies(history))
        self._wake.set()
        return await self.shown(table)

    async def shown(self, table: str, since: int = 0, language: str = "") -> AnalysisShown:
        """How far the analysis of a finished game is, with its plies from the `since`-th on; with their reasons in
        words if a language is named."""
        state = (await self._registry.finished(table)).state
        stored = await self._store.analyses.get(table)
        if stored is None:
            return NOTHING_YET
        # What the accounts add up from is all of it.
        first = 0 if stored.state == "done" else min(since, stored.done)
        bodies = await self._store.analyses.plies(table, first)
        history = await asyncio.to_thread(_history, state)
        if stored.settings_key != self._key(history):
            return NOTHING_YET
        return await asyncio.to_thread(analysis_shown, stored, bodies, first, since, history, state, language)

    def _settings(self, history: History) -> AnalysisSettings:
        return in_full(AnalysisSettings(visits=self._nodes), history.game)

    def _key(self, history: History) -> str:
        return analysis_key(history, self._settings(history))

    # -- doing them ----------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        """Do one job after the other."""
        while True:
            try:
                worker = secrets.token_hex(6)
                table = await self._store.analyses.claim(worker, int(1000 * _SILENT_SECONDS))
                if table is not None:
                    await self._do(table, worker)
                    continue
            except (StoreError, Refusal) as error:
                log.warning("analyses wait for the store", why=str(error))
            self._wake.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_POLL_SECONDS):
                    await self._wake.wait()

    async def _do(self, table: str, worker: str) -> None:
        """Do a job that was claimed, and note how it ended."""
        ended: Any = "waiting"
        try:
            await self._analyse(table, worker)
            ended = "done"
        except (_GaveUp, SaltroadError) as error:
            if isinstance(error, StoreError) or (isinstance(error, Refusal) and error.code == "no_database"):
                raise
            ended = "failed"
            log.error("an analysis failed", table=table, why=str(error))
        except _TakenOver:
            return
        finally:
            await self._store.analyses.leave(table, worker, ended)

    async def _analyse(self, table: str, worker: str) -> None:
        history = await asyncio.to_thread(_history, (await self._registry.finished(table)).state)
        settings = self._settings(history)
        bodies = await self._store.analyses.plies(table)
        known = {msgspec.json.decode(body, type=PlyAnalysis).ply for body in bodies}
        left = [ply for ply in range(setup_plies(history), len(history)) if ply not in known]
        greeting = msgspec.json.encode(GameGreeting(Record.of(history).text(), settings))
        async with _Findings(self._store, table, worker) as findings:
            for _ in range(_TRIES):
                try:
                    await _work(greeting, left, findings)
                    return
                except WorkerLost as lost:
                    why = lost
                    log.warning("an analysis lost its worker", table=table, ply=left[0], why=str(lost))
            raise _GaveUp(f"ply {left[0]}: {why}")


class _GaveUp(Exception):
    """Workers died over a ply."""


class _TakenOver(Exception):
    """Another worker has the job now."""


class _Findings:
    """What was found and is not stored yet: stored once a second, and with the last."""

    def __init__(self, store: Store, table: str, worker: str) -> None:
        self._store = store
        self._table = table
        self._worker = worker
        self._plies: list[tuple[int, bytes]] = []
        self._stored_at = asyncio.get_running_loop().time()

    async def __aenter__(self) -> _Findings:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            await self.store()

    async def add(self, ply: int, body: bytes) -> None:
        """Take what was found for a ply."""
        self._plies.append((ply, body))
        if asyncio.get_running_loop().time() - self._stored_at >= _FLUSH_SECONDS:
            await self.store()

    async def store(self) -> None:
        """Store what there is, and give a sign of life."""
        self._stored_at = asyncio.get_running_loop().time()
        if not await self._store.analyses.add(self._table, self._worker, self._plies):
            raise _TakenOver
        self._plies = []


async def _work(greeting: bytes, left: list[int], findings: _Findings) -> None:
    """Analyse plies in a worker of their own; those that are done are taken out of `left`. WorkerLost if it dies."""
    process = await WorkerProcess.start(_MODULE, seconds=_START_SECONDS, niceness=NICENESS, on_print=_log_print)
    try:
        await process.send(greeting)
        await _receive(process, _READY_SECONDS, findings)
        while left:
            await process.send(msgspec.json.encode(left[0]))
            body = await _receive(process, _PLY_SECONDS, findings)
            await findings.add(left.pop(0), body)
    finally:
        process.kill()
        await process.ended()


async def _receive(process: WorkerProcess, seconds: float, findings: _Findings) -> bytes:
    """The next answer of a worker. While it is waited for, signs of life are given."""
    answer = asyncio.create_task(process.receive(seconds))
    try:
        while not (await asyncio.wait({answer}, timeout=_BEAT_SECONDS))[0]:
            await findings.store()
        return answer.result()
    finally:
        answer.cancel()


def _log_print(pid: int, line: str) -> None:
    log.warning("an analysis printed", pid=pid, line=line)


def _history(state: TableState) -> History:
    """The whole game of a finished table; refused if it cannot be analysed. Takes milliseconds: call it in a thread."""
    live_game = state.game
    history = History(live_game.game, live_game.options)
    for ply in live_game.plies:
        history.play(ply.action)
    try:
        check_analysable(history)
    except SaltroadError:
        raise Refusal("cannot_analyse") from None
    return history
