"""Compiling the rules of the games when a server starts: on a new machine that takes most of a minute.

A worker compiles and fills the cache on disk; then this process loads from it, beside the event loop.
"""

from __future__ import annotations

import asyncio

import structlog

from saltroad import games
from saltroad.kernel.chance import Rng
from saltroad.messages.facts import PublicPly
from saltroad.messages.game_facts import facts_of
from saltroad.server.bot_pool.pool import BotPool

log = structlog.get_logger()

PLIES = 400
"""Plies that are played to compile the rules: enough to reach every phase of every game."""


class Warmup:
    """Makes the games ready to be played, in the background, and knows which are."""

    def __init__(self, bot_pool: BotPool) -> None:
        self._bot_pool = bot_pool
        self.ready: set[str] = set()
        self.bots_ready: set[str] = set()
        """Games whose levels search: until then simpler bots stand in for them."""
        self._task: asyncio.Task[None] | None = None
        self._left = [(game, search) for search in (False, True) for game in games.GAMES]
        """What is to be compiled: the rules of all games, then what bots search with."""
        self._change = asyncio.Event()

    def begin(self, *, searches: bool = True) -> None:
        """Begin to compile in the background, one game after the other; a second call does nothing."""
        if self._task is not None:
            return
        if searches:
            self._bot_pool.expect_searches(games.GAMES)
        else:
            self._left = [(game, search) for game, search in self._left if not search]
        self._task = asyncio.create_task(self._warm())

    async def close(self) -> None:
        """Stop compiling."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def wait(self, game: str) -> None:
        """Wait until a game is ready; it is compiled next. Searches come after the rules of all games."""
        self._left.sort(key=lambda item: (item[1], item[0] != game))
        while self._task is not None and not self._task.done() and game not in self.ready:
            await self._change.wait()

    async def wait_all(self) -> None:
        """Wait until the rules of all games are ready."""
        for game in games.GAMES:
            await self.wait(game)

    async def _warm(self) -> None:
        while self._left:
            game, search = self._left.pop(0)
            try:
                if search:
                    await self._bot_pool.warm_search(game)
                    self.bots_ready.add(game)
                    continue
                await self._bot_pool.warm(game)
                await asyncio.to_thread(exercise, game)
            except Exception:
                # It is then compiled when it is first played.
                log.exception("a game could not be made ready", game=game)
            self.ready.add(game)
            self._change.set()
            self._change = asyncio.Event()


def exercise(name: str) -> None:
    """Call everything that a table uses of a game once, so that it is compiled or loaded."""
    game, rng = games.load(name), Rng(0)
    position = game.start()
    facts = facts_of(name)
    for _ in range(PLIES):
        actor = game.actor(position)
        if game.outcome(position) is not None:
            break
        if actor >= 0:
            game.observe(position, actor), game.remember(position, actor), game.offers(position)
            action = rng.pick(game.legal(position))
        else:
            action = game.decide(position, rng)
        game.explain(position, action)
        after = game.play(position, action)
        facts.events(PublicPly(game, actor, action, (position, after)))
        position = after
