"""Bots in a variation: they answer for the other seats, each move in the bot pool, behind those of real tables."""

from __future__ import annotations

import asyncio

from saltroad.bots.levels import LEVELS
from saltroad.server.bot_pool.pool import BotPool, BotTurn
from saltroad.server.refusals import Refusal
from saltroad.server.variations.variation import Variation

BOT_SECONDS = 1.0
"""How long a bot thinks about a move of a variation at most."""
REQUEST_SECONDS = 10.0
"""Seconds after which a request is answered though bots are to play on."""


def check_level(bots: str, seat: int | None) -> None:
    """Refuse bots that are no level, or that have no seat to wait for."""
    if bots and bots not in LEVELS:
        raise Refusal("no_bot", bot=bots[:30], bots=", ".join(LEVELS))
    if bots and seat is None:
        raise Refusal("bots_need_seat")


async def play_bots(variation: Variation, bots: str, seat: int, pool: BotPool, person: str) -> bool:
    """Let bots of a level play until the seat is to act; returns whether they are to play on, as the time of the
    request was over. The variation is to be settled."""
    loop = asyncio.get_running_loop()
    until = loop.time() + REQUEST_SECONDS
    while variation.actor >= 0 and variation.actor != seat:
        if loop.time() >= until:
            return True
        variation.play([await _choice(variation, bots, pool, person)])
        variation.settle()
    return False


async def _choice(variation: Variation, bots: str, pool: BotPool, person: str) -> str:
    game, position, actor = variation.game, variation.history.position, variation.actor
    legal = tuple(map(str, game.legal(position)))
    if len(legal) == 1:
        return legal[0]
    seed = int.from_bytes(variation.digest()[:7], "big")
    turn = BotTurn(
        f"variation of {person}",  # one worker at a time for each person
        game.info.name,
        str(variation.history.options),
        game.remember(position, actor),
        legal,
        bots,
        seed,
    )
    return (await pool.choose(turn, BOT_SECONDS, person=person, is_watched=lambda: False)).action
