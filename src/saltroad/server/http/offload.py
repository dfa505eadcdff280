"""Work that takes milliseconds and not microseconds: beside the event loop, and little of it at once.

Threads share one interpreter with the event loop: each one that works makes every move wait a little longer.
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
AT_ONCE: Final = 2


class Offloader:
    """Two threads for all, and one of them at most for the same address."""

    def __init__(self) -> None:
        self._all = asyncio.Semaphore(AT_ONCE)
        self._of: dict[str, tuple[asyncio.Lock, int]] = {}
        """By address, with how many want it."""

    async def run(self, address: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do it when it is its turn."""
        lock, wanted = self._of.get(address, (asyncio.Lock(), 0))
        self._of[address] = lock, wanted + 1
        try:
            async with lock, self._all:
                # Whoever gives up waiting does not make room for the next while the thread still works.
                task = asyncio.create_task(asyncio.to_thread(functools.partial(work, *args, **kwargs)))
                try:
                    return await asyncio.shield(task)
                except asyncio.CancelledError:
                    with suppress(Exception):
                        await task
                    raise
        finally:
            lock, wanted = self._of[address]
            if wanted == 1:
                del self._of[address]
            else:
                self._of[address] = lock, wanted - 1


async def offload(request: Request[Any, Any, State], work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do it for whoever asks."""
    all_of_it: Offloader = request.app.state.heavy
    address = address_group(request.client.host) if request.client else ""
    return await all_of_it.run(address, work, *args, **kwargs)
