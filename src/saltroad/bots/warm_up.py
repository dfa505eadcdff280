"""Warming up: having compiled, or loaded from the cache, what bots and rules need before any clock runs."""

from __future__ import annotations

from collections.abc import Sequence

from saltroad.bots.base import Bot, Limit, WarmableBot
from saltroad.kernel.actors import NOBODY
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame
from saltroad.kernel.info import Options

_LIMIT = Limit(nodes=2)


def warm_up(bot: Bot) -> None:
    """Have a bot make itself ready, if it is one that can."""
    if isinstance(bot, WarmableBot):
        bot.warm()


def practise(game: AnyGame, options: Options, bots: Sequence[Bot], decisions: int) -> None:
    """Play so many decisions of a random game, each weighed by all bots: by then the rules and what the bots need of
    them are compiled."""
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
