"""Whether writes are stored: when the last one was, why none is, and a probe that finds out by writing.

Every write of the writer is noted here. One that fails for all says so at once; that all is well again, only a probe
says: a small write may still fit where the next one does not.
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

FRESH = 5.0
"""Seconds that an outcome is believed: however often somebody asks, no more is written."""
AGAIN = 2.0
"""Seconds between two probes while nothing can be stored."""
PATIENCE = 5.0
"""Seconds that whoever asks waits for a probe."""
_ROOM = 64 * 1024
"""Bytes that have to fit before a store that failed is believed to be well again."""

_PROBE = "probe"


@dataclass(frozen=True, slots=True)
class WriteHealth:
    """How it stands with writes."""

    cause: Cause | None = None
    """Why nothing can be stored; None while all is well."""
    last_write: int | None = None
    """When something was last stored."""

    @property
    def works(self) -> bool:
        return self.cause is None


class WriteMonitor:
    """Knows the outcome of the last write, and finds out by a probe when that is too old."""

    def __init__(self, write: Callable[[Change[None]], Awaitable[None]], clock: Callable[[], int]) -> None:
        self._write = write
        self._clock = clock
        self._cause: Cause | None = None
        self._last_write: int | None = None
        self._known_at = 0.0
        """When the outcome was last noted, by the loop's clock."""
        self._probe: asyncio.Task[None] | None = None
        self._recovery: asyncio.Task[None] | None = None
        self.on_change: Callable[[WriteHealth], None] = lambda storing: None
        """Called when writing begins to fail, fails for another cause, or works again."""

    @property
    def storing(self) -> WriteHealth:
        return WriteHealth(self._cause, self._last_write)

    # -- from the writer -----------------------------------------------------------------------------------------------

    def stored(self) -> None:
        """A group of writes is on disk."""
        self._last_write = self._clock()
        self._known_at = asyncio.get_running_loop().time()

    def failed(self, cause: Cause) -> None:
        """Nothing could be stored, or the database is found to be damaged."""
        self._known_at = asyncio.get_running_loop().time()
        if cause == self._cause or self._cause == "damaged":  # which stays: no write shows that a page is whole again
            return
        self._cause = cause
        log.error("nothing can be stored", cause=cause)
        self.on_change(self.storing)
        if self._recovery is None:
            self._recovery = asyncio.create_task(self._recover())

    # -- for those who ask ---------------------------------------------------------------------------------------------

    async def look(self) -> WriteHealth:
        """How it stands, not older than `FRESH` seconds; all who ask at once share one probe."""
        if asyncio.get_running_loop().time() - self._known_at >= FRESH or self._last_write is None:
            if self._probe is None or self._probe.done():
                self._probe = asyncio.create_task(self._try(b""))
            done, _ = await asyncio.wait({self._probe}, timeout=PATIENCE)
            if not done:
                return WriteHealth(self._cause or "slow", self._last_write)
        return self.storing

    async def close(self) -> None:
        """Probe no more."""
        tasks = [task for task in (self._probe, self._recovery) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- probes --------------------------------------------------------------------------------------------------------

    async def _try(self, filler: bytes) -> None:
        with suppress(StoreError):  # the writer has noted it
            await self._write(writes.set_mark(_PROBE, self._clock(), filler))

    async def _recover(self) -> None:
        """Probe until there is room for more than the smallest write, then say so."""
        while self._cause is not None:
            await asyncio.sleep(AGAIN)
            try:
                await self._write(writes.set_mark(_PROBE, self._clock(), os.urandom(_ROOM)))
                await self._write(writes.set_mark(_PROBE, self._clock(), b""))
            except StoreError:
                continue
            if self._cause == "damaged":
                break
            self._cause = None
            log.info("everything is stored again")
            self.on_change(self.storing)
        self._recovery = None
