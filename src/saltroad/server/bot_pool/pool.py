"""The bot pool: bots choose in worker processes, so that only their own table waits for them.

Owns the queues: people take turns, a bot has its seconds, and one that crashes, overruns or cheats is replaced by a
simpler one, in the end by a random move that needs no process. The caller always gets a legal action.

There are two queues. A bot that thinks by the clock takes one to three seconds a move, any other 0 to 40 ms (260 ms at
most, in Bazaar): measured over whole games. So the quick bots have a process of their own, and never wait for one that
takes a hundred times as long. It costs the memory of one more worker. To interrupt a search instead would take a search
that can stop at any moment, or a worker that loads everything again.
"""

from __future__ import annotations

import asyncio
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import structlog

from saltroad.bots.levels import LEVELS, UNTIMED_LEVELS
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import View
from saltroad.server.bot_pool.fair_queue import FairQueue
from saltroad.server.bot_pool.messages import Choose, Chose
from saltroad.server.bot_pool.workers import (
    Backoff,
    BotFailed,
    BotWorker,
    NoWorker,
    WorkerSlot,
)
from saltroad.workers import WorkerError, WorkerLost

log: Any = structlog.get_logger(__name__)

_SIMPLE = ("greedy", "random")
"""The bots that replace one that fails, the better one first."""
_SHORT_SECONDS = 1.0
"""Seconds that a bot has at most when it replaces another."""
QUICK = frozenset({"random", "greedy", "rate", *UNTIMED_LEVELS})
"""The bots that do not think by the clock."""
ROUND = 6.0
"""Seconds within which everybody who waits should have had a worker: bots get less time to think where many wait."""
LEAST_SECONDS = 0.3
"""The least time to think that a bot gets where many wait: enough for a sensible move."""


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A turn that a bot is to play."""

    table: str
    game: str
    options: str
    view: View
    legal: tuple[str, ...]
    bot: str
    seed: int | Sequence[int]

    def log_fields(self) -> dict[str, object]:
        """The fields of log lines about this turn."""
        return {
            "table": self.table,
            "game": self.game,
            "options": self.options,
            "ply": self.view.ply,
            "seed": self.seed,
        }


@dataclass(frozen=True, slots=True)
class BotMove:
    """The action that was chosen for a seat, and how."""

    action: str
    bot: str
    """The bot that really chose."""
    seconds: float
    """Seconds from the table's turn to the answer: loading, thinking, and the bots that failed before it."""
    replaced: bool
    """Whether the bot that was asked failed."""
    share: float | None = None
    """The share of the win that the bot expects for the seat; None if it does not search."""
    instead: float | None = None
    """The same after the best of the other moves."""


class PoolMetrics(Protocol):
    """Counts what the bots chose."""

    def thought(self, bot: str, seconds: float, replaced: bool) -> None:
        """A bot was asked; it has answered, or was replaced by a simpler one."""


class BotPool:
    """The worker processes of one server, and the queue for them."""

    def __init__(
        self,
        slow: Sequence[WorkerSlot],
        quick: Sequence[WorkerSlot],
        seconds: float,
        grace: float,
        metrics: PoolMetrics | None,
    ) -> None:
        self._slots = [*slow, *quick]
        self._slow, self._quick = FairQueue(slow), FairQueue(quick, hold=0.0)
        self._slow_slots = len(slow)
        self._seconds = seconds
        self._grace = grace
        self._metrics = metrics
        self._loading: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._pauses: defaultdict[str, Backoff] = defaultdict(Backoff)
        """For games that could not be loaded."""
        self._warming: dict[str, asyncio.Task[None]] = {}
        self._cold: set[str] = set()
        """Games whose search is still to be compiled."""
        self._is_closed = False

    @classmethod
    async def open(
        cls,
        processes: int = 1,
        *,
        seconds: float = 3.0,
        grace: float = 2.0,
        metrics: PoolMetrics | None = None,
        allow_modules: bool = False,
    ) -> BotPool:
        """Begin to start the worker of the quick bots. The others, `processes` of them, are started when a bot that
        thinks by the clock is expected or asked. `allow_modules` lets a bot be named `module:factory`; for tests."""
        quick = WorkerSlot(allow_modules)
        quick.prepare()
        return cls([WorkerSlot(allow_modules) for _ in range(max(1, processes))], [quick], seconds, grace, metrics)

    @property
    def waiting(self) -> int:
        """How many requests wait for their turn."""
        return self._slow.waiting + self._quick.waiting

    @property
    def busy(self) -> int:
        """How many workers are at work."""
        return self._slow.busy + self._quick.busy

    async def choose(
        self,
        turn: BotTurn,
        seconds: float | None = None,
        *,
        person: str | None = None,
        is_watched: Callable[[], bool] = lambda: True,
    ) -> BotMove:
        """A legal action for a turn, also if the bot fails. CancelledError once the pool is closed.

        The worker's time is charged to `person`, else to the table itself; a turn that is not watched comes last.
        """
        if not turn.legal:
            raise ValueError("there is nothing to choose from")
        seconds = self._seconds if seconds is None else seconds
        # Until its search is compiled, a simpler bot plays for a level: no table waits for a compiler.
        first = _SIMPLE[0] if turn.game in self._cold and turn.bot in LEVELS else turn.bot
        queue = self._quick if first in QUICK else self._slow
        slot = await self._take(queue, turn.table, person, is_watched)
        began = asyncio.get_running_loop().time()
        try:
            if queue is self._slow:
                seconds = self._shortened(seconds, turn.table if person is None else person)
            task = Choose(turn.game, first, turn.seed, turn.view, turn.legal, seconds)
            chose, by, replaced = await self._ladder(slot, task, turn.log_fields())
        finally:
            self._give(queue, turn.table, slot)
        seconds = asyncio.get_running_loop().time() - began
        move = BotMove(chose.action, by, seconds, replaced, chose.share, chose.instead)
        if self._metrics is not None:
            self._metrics.thought(turn.bot, move.seconds, replaced)
        return move

    async def warm(self, game: str) -> None:
        """Compile a game's rules, or load them if that was done before; seconds on a new machine. Calls share one run.

        A failure is logged, and the next call tries again.
        """
        if game not in self._warming:
            self._warming[game] = asyncio.create_task(self._warm(game))
        await asyncio.shield(self._warming[game])

    def expect_searches(self, games: Iterable[str]) -> None:
        """Use a simpler bot for the levels of these games until `warm_search` has compiled their search."""
        self._cold.update(games)
        for slot in self._slots:
            slot.prepare()

    async def warm_search(self, game: str) -> None:
        """Compile what the levels of a game search with: longer than its rules, so not before them, and in a process of
        its own, as bots play on meanwhile. Then have a worker of each queue load it."""
        turn = f"the search of {game}"
        try:
            compiler = await BotWorker.start(modules=False)
            try:
                await compiler.load(game, search=True)
            finally:
                compiler.kill()
                await compiler.ended()
            for turns in (self._quick, self._slow):
                slot = await self._take(turns, turn)
                try:
                    await (await slot.worker()).load(game, search=True)
                finally:
                    self._give(turns, turn, slot)
        except WorkerError as error:
            log.error("a search could not be made ready", game=game, why=str(error), trace=error.trace)
        finally:
            self._cold.discard(game)

    async def close(self) -> None:
        """End all workers at once; calls that wait for a bot are cancelled."""
        self._is_closed = True
        self._slow.close()
        self._quick.close()
        warmup = [task for task in self._warming.values() if not task.done()]
        for task in warmup:
            task.cancel()
        await asyncio.gather(*(slot.close() for slot in self._slots))
        await asyncio.gather(*warmup, return_exceptions=True)

    # -- a turn --------------------------------------------------------------------------------------------------------

    async def _take(
        self,
        turns: FairQueue[WorkerSlot],
        table: str,
        person: str | None = None,
        is_watched: Callable[[], bool] = lambda: True,
    ) -> WorkerSlot:
        if self._is_closed:
            raise asyncio.CancelledError
        return await turns.take(table, person, is_watched)

    def _give(self, turns: FairQueue[WorkerSlot], table: str, slot: WorkerSlot) -> None:
        slot.prepare()  # so that the next table does not wait for the start of a new worker
        turns.give(table, slot)

    def _shortened(self, seconds: float, person: str) -> float:
        """The seconds that a bot gets to think: fewer than wanted where many people wait."""
        people = 1 + self._slow.people_waiting(besides=person)
        return min(seconds, max(LEAST_SECONDS, ROUND * self._slow_slots / people))

    async def _ladder(self, slot: WorkerSlot, asked: Choose, facts: dict[str, object]) -> tuple[Chose, str, bool]:
        """What was chosen, the bot that chose it, and whether that is not the one that was asked."""
        bots = (asked.bot,) if asked.bot in _SIMPLE else (asked.bot, _SIMPLE[0])
        for k, bot in enumerate(bots):
            seconds = asked.seconds if k == 0 else min(asked.seconds, _SHORT_SECONDS)
            question = Choose(asked.game, bot, asked.seed, asked.view, asked.legal, seconds)
            try:
                return await self._by_worker(slot, question), bot, k > 0
            except Exception as error:  # whatever it was, the table plays on
                if self._is_closed:
                    raise asyncio.CancelledError from None
                has_next = k + 1 < len(bots) and not isinstance(error, NoWorker)
                by = bots[k + 1] if has_next else _SIMPLE[-1]
                trace = error.trace if isinstance(error, WorkerError) else traceback.format_exc()
                log.warning("a bot is replaced", bot=bot, by=by, why=str(error) or repr(error), trace=trace, **facts)
                if not has_next:
                    break
        return Chose(Rng(asked.seed).pick(asked.legal)), _SIMPLE[-1], True

    async def _by_worker(self, slot: WorkerSlot, question: Choose) -> Chose:
        worker = await slot.worker()
        await self._load(worker, question.game)
        chose = await worker.think(question, self._grace)
        if chose.action not in question.legal:
            raise BotFailed(f"it chose {chose.action!r}, which is not legal")
        return chose

    async def _load(self, worker: BotWorker, game: str) -> None:
        """Have a worker load a game; one at a time, as the first compiles it for the others."""
        async with self._loading[game]:
            if game in worker.loaded:
                return
            if self._pauses[game].is_on:
                raise NoWorker(f"{game} cannot be loaded; the next try is later")
            try:
                await worker.load(game)
            except (BotFailed, WorkerLost) as error:
                self._pauses[game].begin()
                raise NoWorker(f"{game} cannot be loaded: {error}", error.trace) from None
            self._pauses[game].end()

    async def _warm(self, game: str) -> None:
        turn = f"the rules of {game}"
        try:
            slot = await self._take(self._quick, turn)
            try:
                await self._load(await slot.worker(), game)
            finally:
                self._give(self._quick, turn, slot)
        except WorkerError as error:
            del self._warming[game]
            log.error("a game could not be made ready", game=game, why=str(error), trace=error.trace)
