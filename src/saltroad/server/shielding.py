"""Work that is brought to its end though whoever waits for it is cancelled: a connection may go at any moment."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


async def run_shielded(work: Coroutine[Any, Any, T]) -> T:
    """Wait for something; cancelling the wait does not cancel the work."""
    task = asyncio.ensure_future(work)
    # Who asked may be gone when it is refused: then nobody wants to hear of it.
    task.add_done_callback(lambda done: None if done.cancelled() else done.exception())
    return await asyncio.shield(task)


def shielded(write: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, Coroutine[Any, Any, None]]:
    """The same for every call of a method: what is on its way to the store arrives, and is told."""

    @functools.wraps(write)
    async def whole(*arguments: P.args, **more: P.kwargs) -> None:
        await run_shielded(write(*arguments, **more))

    return whole
