"""Every scenario runs on both loops: asyncio's own and uvloop's."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine
from typing import Any

import pytest

from server.transport.support import Run


@pytest.fixture(params=["asyncio", "uvloop"])
def run(request: pytest.FixtureRequest) -> Run:
    """Runs a scenario, for half a minute at most."""
    make_loop = asyncio.new_event_loop
    if request.param == "uvloop":
        if sys.platform == "win32":
            pytest.skip("There is no uvloop for Windows.")
        import uvloop

        make_loop = uvloop.new_event_loop

    async def within(scenario: Coroutine[Any, Any, None]) -> None:
        async with asyncio.timeout(30):
            await scenario

    def run(scenario: Coroutine[Any, Any, None]) -> None:
        with asyncio.Runner(loop_factory=make_loop) as runner:
            runner.run(within(scenario))

    return run
