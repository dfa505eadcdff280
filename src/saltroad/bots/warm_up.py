"""Warming up: bots and rules are compiled, or loaded from the cache, before any clock runs."""

from __future__ import annotations

from collections.abc import Sequence

from saltroad.bots.base import Bot, Limit, WarmableBot
from saltroad.kernel.actors import NOBODY
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame
from saltroad.kernel.info import Options

_LIMIT = Limit(nodes=2)


def warm_up(bot: Bot) -> None:
    """Warm a bot, if it is a `WarmableBot`."""
    if isinstance(bot, WarmableBot):
        bot.warm()


def practise(game: AnyGame, options: Options, bots: Sequence[Bot], decisions: int) -> None:
    """Play some decisions of a random game, each also chosen by all bots, so that the rules and the bots are
    compiled."""
    for bot in bots:
        warm_up(bot)
    rng = Rng(0)
    position = game.settle(game.start_of(options), rng)
    while decisions > 0 and (seat := game.actor(position)) != NOBODY:
        legal = game.legal(position)
        if len(legal) > 1:
            view = game.remember(position, seat)
            for bot in bots:
                bot.choose(view, legal, _LIMIT)
            decisions -= 1
        position = game.settle(game.play(position, rng.pick(legal)), rng)
