"""Coroutines that finish though their caller is cancelled: a client may disconnect at any moment."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


async def run_shielded(work: Coroutine[Any, Any, T]) -> T:
    """Await a coroutine; cancelling the caller does not cancel it."""
    task = asyncio.ensure_future(work)
    # The caller may be gone when it fails: then its exception counts as retrieved.
    task.add_done_callback(lambda done: None if done.cancelled() else done.exception())
    return await asyncio.shield(task)


def shielded(write: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, Coroutine[Any, Any, None]]:
    """A decorator that shields every call of a method: a write under way is stored, and its update sent."""

    @functools.wraps(write)
    async def wrapper(*arguments: P.args, **more: P.kwargs) -> None:
        await run_shielded(write(*arguments, **more))

    return wrapper
