"""The health of writes: when the last one was stored, why none can be, and a probe that writes to find out.

The writer reports every write here. A failure that concerns all calls is reported at once; recovery only by a probe,
because a small write may still fit on a disk where the next one does not.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

import structlog

from saltroad.server.store import writes
from saltroad.server.store.engines import Cause
from saltroad.server.store.errors import StoreError
from saltroad.server.store.writer import Change

log = structlog.get_logger()

MAX_AGE = 5.0
"""Seconds that an outcome is trusted: however often health is checked, no more is written."""
RETRY_INTERVAL = 2.0
"""Seconds between two probes while nothing can be stored."""
PROBE_TIMEOUT = 5.0
"""Seconds that a check waits for a probe."""
_RECOVERY_PROBE_BYTES = 64 * 1024
"""Bytes that have to fit before a store that failed counts as recovered."""

_PROBE = "probe"


@dataclass(frozen=True, slots=True)
class WriteHealth:
    """Whether writes are stored, and why not."""

    cause: Cause | None = None
    """Why nothing can be stored; None while writes work."""
    last_write: int | None = None
    """When something was last stored."""

    @property
    def works(self) -> bool:
        return self.cause is None


class WriteMonitor:
    """Observes the outcome of writes, and probes when the last one is too old."""

    def __init__(self, write: Callable[[Change[None]], Awaitable[None]], clock: Callable[[], int]) -> None:
        self._write = write
        self._clock = clock
        self._cause: Cause | None = None
        self._last_write: int | None = None
        self._known_at = 0.0
        """When the last outcome was reported, by the loop's clock."""
        self._probe: asyncio.Task[None] | None = None
        self._recovery: asyncio.Task[None] | None = None
        self.on_change: Callable[[WriteHealth], None] = lambda health: None
        """Called when writing begins to fail, fails for another cause, or works again."""

    @property
    def health(self) -> WriteHealth:
        return WriteHealth(self._cause, self._last_write)

    # -- from the writer -----------------------------------------------------------------------------------------------

    def stored(self) -> None:
        """A group of writes is on disk."""
        self._last_write = self._clock()
        self._known_at = asyncio.get_running_loop().time()

    def failed(self, cause: Cause) -> None:
        """Nothing could be stored, or the database is found to be damaged."""
        self._known_at = asyncio.get_running_loop().time()
        if cause == self._cause or self._cause == "damaged":  # damage stays: no write shows that a page is intact again
            return
        self._cause = cause
        log.error("nothing can be stored", cause=cause)
        self.on_change(self.health)
        if self._recovery is None:
            self._recovery = asyncio.create_task(self._recover())

    # -- for callers ---------------------------------------------------------------------------------------------------

    async def check(self) -> WriteHealth:
        """The health of writes, at most `MAX_AGE` seconds old; concurrent calls share one probe."""
        if asyncio.get_running_loop().time() - self._known_at >= MAX_AGE or self._last_write is None:
            if self._probe is None or self._probe.done():
                self._probe = asyncio.create_task(self._probe_once(b""))
            done, _ = await asyncio.wait({self._probe}, timeout=PROBE_TIMEOUT)
            if not done:
                return WriteHealth(self._cause or "slow", self._last_write)
        return self.health

    async def close(self) -> None:
        """Stop probing."""
        tasks = [task for task in (self._probe, self._recovery) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- probes --------------------------------------------------------------------------------------------------------

    async def _probe_once(self, filler: bytes) -> None:
        with suppress(StoreError):  # the writer has noted it
            await self._write(writes.set_mark(_PROBE, self._clock(), filler))

    async def _recover(self) -> None:
        """Probe until there is room for more than the smallest write, then report recovery."""
        while self._cause is not None:
            await asyncio.sleep(RETRY_INTERVAL)
            try:
                await self._write(writes.set_mark(_PROBE, self._clock(), os.urandom(_RECOVERY_PROBE_BYTES)))
                await self._write(writes.set_mark(_PROBE, self._clock(), b""))
            except StoreError:
                continue
            if self._cause == "damaged":
                break
            self._cause = None
            log.info("everything is stored again")
            self.on_change(self.health)
        self._recovery = None
