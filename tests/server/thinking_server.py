"""A server to be killed: asks a bot that computes without an end, and waits."""

from __future__ import annotations

import asyncio
import sys

import saltroad
from saltroad.kernel.chance import Rng
from saltroad.server.bot_pool.pool import BotPool, BotTurn


async def main(bot: str) -> None:
    game = saltroad.load("bazaar")
    position = game.settle(game.start(players=2), Rng(1))
    seat = game.actor(position)
    legal = tuple(map(str, game.legal(position)))
    bot_pool = await BotPool.open(seconds=600, allow_modules=True)
    await bot_pool.choose(BotTurn("t", "bazaar", "players=2", game.remember(position, seat), legal, bot, 1))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
