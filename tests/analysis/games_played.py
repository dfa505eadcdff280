"""Short games to look back at: played at random or by one look at each move, cut off after some plies if asked."""

from __future__ import annotations

import functools

import saltroad
from saltroad.bots import Limit, make_bot
from saltroad.kernel.actors import CHANCE
from saltroad.records import History

CASES = [("bazaar", 2), ("bazaar", 4), ("through_the_desert", 3), ("desert_bazaar", 3)]


@functools.cache
def played(name: str, players: int, *, bot: str = "novice", seed: int = 3, plies: int = 10_000) -> History:
    """A game of bots; to its end, unless it is longer than so many plies."""
    game = saltroad.load(name)
    rng, history = saltroad.Rng((seed, players)), History(game, game.info.agree(players, {}))
    bots = [make_bot(bot, game, (seed, seat)) for seat in range(players)]
    while not history.is_over and len(history) < plies:
        if history.actor == CHANCE:
            history.play(game.decide(history.position, rng))
            continue
        view, legal = game.remember(history.position, history.actor), game.legal(history.position)
        history.play(bots[history.actor].choose(view, legal, Limit()).action)
    return history
