"""Autoplay: what happens at a table without a command of a client. Bots move, and clocks run out."""

from __future__ import annotations

import asyncio
import hmac
import time
from collections.abc import Callable

import structlog

from saltroad.server.bot_pool.pool import BotMove, BotPool, BotTurn
from saltroad.server.refusals import Refusal
from saltroad.server.shielding import run_shielded
from saltroad.server.tables.seats import STAND_IN
from saltroad.server.tables.table import Table

log = structlog.get_logger()

REST = 60.0
"""Seconds without a request after which a game of bots alone that no client follows rests."""


def needs_autoplay(table: Table) -> bool:
    """Whether a bot is to act, or a clock runs that can run out."""
    if table.state.phase != "playing":
        return False
    return (table.state.is_actor_bot() and not is_resting(table)) or _time_limit(table) is not None


def is_attended(table: Table) -> bool:
    """Whether a player is present: then the bots of this table come before those of tables where no person waits."""
    here = table.presence.here()
    return any(seat.person in here for seat in table.state.seats if seat.person is not None)


def is_resting(table: Table) -> bool:
    """Whether bots play for all seats and no client follows: the game goes on as soon as one does, or asks anything.

    Where one seat is still played by its owner, bots play on: it is that person's turn after a few moves, and they may
    be away for a day. No person waits for a game that all have left to bots.
    """
    if table.subscriptions or not all(seat.bot for seat in table.state.seats):
        return False
    return time.monotonic() - table.last_request > REST


def _time_limit(table: Table) -> int | None:
    return None if table.state.clock is None else table.state.clock.until()


async def run_autoplay(table: Table, bot_pool: BotPool, pause: float) -> None:
    """Play for bots and watch the clock, as long as that is needed. A bot waits a moment before it moves, so that
    people can follow."""
    while needs_autoplay(table):
        try:
            if table.state.is_actor_bot():
                await _play_bot_move(table, bot_pool, pause)
            else:
                await _wait_for_timeout(table)
        except Refusal as refusal:
            if refusal.code in ("not_stored", "moving"):
                await asyncio.sleep(1)  # the store is away: no hammering
            elif refusal.code not in ("stale", "over", "closed", "paused", "bot_plays"):
                log.warning("a bot was refused", table=table.id, code=refusal.code, why=str(refusal))
                await asyncio.sleep(1)


async def _play_bot_move(table: Table, bot_pool: BotPool, pause: float) -> None:
    """One bot's action, unless the game goes another way while it thinks."""
    live_game = table.state.game
    seat, ply, revision = live_game.actor, live_game.next_ply, table.state.revision
    thought = asyncio.create_task(_choose(table, bot_pool, seat, pause))
    try:
        while not thought.done():
            change = asyncio.create_task(table.subscriptions.next_change())
            await asyncio.wait({thought, change}, return_when=asyncio.FIRST_COMPLETED)
            change.cancel()
            now = table.state.game
            if (now.next_ply, table.state.revision, table.state.is_actor_bot()) != (ply, revision, True):
                return
        await run_shielded(table.act(seat, ply, thought.result(), bot=True))
    finally:
        thought.cancel()


async def _choose(table: Table, bot_pool: BotPool, seat: int, pause: float) -> str:
    """Let the seat's bot choose; returns its action, not before the pause is over."""
    since = asyncio.get_running_loop().time()
    legal = table.state.game.legal(seat)
    if len(legal) == 1:
        action = legal[0]
    else:
        # On the account of the host, who chose how many bots there are, and of which level.
        bot, person = table.state.seats[seat].bot or STAND_IN, table.state.row.made_by
        action = (await suggestion(table, bot_pool, seat, bot, person, lambda: is_attended(table))).action
    await asyncio.sleep(since + pause - asyncio.get_running_loop().time())
    return action


async def suggestion(
    table: Table,
    bot_pool: BotPool,
    seat: int,
    bot: str,
    person: str | None,
    is_watched: Callable[[], bool],
    seconds: float | None = None,
) -> BotMove:
    """The action that a bot would play for a seat; its time is charged to a person. The bot is given what a player with
    a perfect memory knows, and no more."""
    live_game, row = table.state.game, table.state.row
    view = live_game.game.remember(live_game.position, seat)
    # Not the seed of the dice: what a bot plays must tell nothing of what chance will decide.
    mark = hmac.digest(table.state.secret, f"bot {row.id} {live_game.next_ply}".encode(), "sha256")
    seed = int.from_bytes(mark[:7], "big")
    turn = BotTurn(row.id, row.game, row.options, view, live_game.legal(seat), bot, seed)
    return await bot_pool.choose(turn, seconds, person=person, is_watched=is_watched)


async def _wait_for_timeout(table: Table) -> None:
    until = _time_limit(table)
    if until is None:
        return
    seconds = max(0.0, (until - table.tick()) / 1000)
    try:
        async with asyncio.timeout(seconds + 0.01):
            await table.subscriptions.next_change()
    except TimeoutError:
        await table.time_over()
