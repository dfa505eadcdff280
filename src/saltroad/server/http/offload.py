"""Offloading: work that takes milliseconds runs in threads, little of it at once.

Threads share the GIL with the event loop: each one that works makes every move wait a little longer.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, ParamSpec, TypeVar

from litestar import Request
from litestar.datastructures import State

from saltroad.server.ip_addresses import address_group

P = ParamSpec("P")
T = TypeVar("T")
MAX_THREADS: Final = 2


class Offloader:
    """Runs work in at most `MAX_THREADS` threads, and in at most one for the same address."""

    def __init__(self) -> None:
        self._all = asyncio.Semaphore(MAX_THREADS)
        self._locks: dict[str, tuple[asyncio.Lock, int]] = {}
        """By address, with the number of calls that hold it or wait for it."""

    async def run(self, address: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run work in a thread when it is its turn, and return its result."""
        lock, waiting = self._locks.get(address, (asyncio.Lock(), 0))
        self._locks[address] = lock, waiting + 1
        try:
            async with lock, self._all:
                # A caller that is cancelled does not free the slot while its thread still works.
                task = asyncio.create_task(asyncio.to_thread(functools.partial(work, *args, **kwargs)))
                try:
                    return await asyncio.shield(task)
                except asyncio.CancelledError:
                    with suppress(Exception):
                        await task
                    raise
        finally:
            lock, waiting = self._locks[address]
            if waiting == 1:
                del self._locks[address]
            else:
                self._locks[address] = lock, waiting - 1


async def offload(request: Request[Any, Any, State], work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run work in a thread for the client of a request."""
    offloader: Offloader = request.app.state.offloader
    address = address_group(request.client.host) if request.client else ""
    return await offloader.run(address, work, *args, **kwargs)
