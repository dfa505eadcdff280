"""Ratings by openskill: its Plackett–Luce model, which takes the ranks of a game with any number of seats.

Bots do not learn, so no uncertainty is added between games (tau is 0), and the games are taken in the order of their
deals, whichever was over first. A bot in several seats of a game moves by the mean of what each seat would move it.
"""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean

from openskill.models import PlackettLuce

from saltroad.arena.intervals import Estimate
from saltroad.arena.settings import PlayedGame

_NORMAL = 1.959964
"""Standard deviations on each side that hold 95 %."""


def rate(bots: int, games: Iterable[PlayedGame]) -> list[Estimate]:
    """Each bot's rating, 25 at the start, with the model's own interval."""
    model = PlackettLuce(tau=0.0)
    rated = [(model.mu, model.sigma)] * bots
    for game in sorted(games, key=lambda game: game.key):
        teams = [[model.rating(mu=rated[bot][0], sigma=rated[bot][1])] for bot in game.seats]
        moved = model.rate(teams, ranks=[float(rank) for rank in game.ranks])
        for bot in set(game.seats):
            own = [team[0] for team, sitting in zip(moved, game.seats, strict=True) if sitting == bot]
            rated[bot] = (fmean(each.mu for each in own), fmean(each.sigma for each in own))
    return [_estimate(*rating) for rating in rated]


def _estimate(mu: float, sigma: float) -> Estimate:
    return Estimate(mu, mu - _NORMAL * sigma, mu + _NORMAL * sigma)
