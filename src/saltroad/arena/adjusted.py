"""Win shares without luck: the same mean as the plain ones, with less spread, by a control variate.

The luck of a bot in a deal has mean 0, whatever evaluation it is measured by, as long as that is fixed beforehand. So
a share less any multiple of it has the same mean:

    adjusted = share - coefficient · luck

The multiple that leaves least spread is fitted by regression, for each bot: where one is far stronger than the others,
luck decides little, and a multiple of 1 would add spread. A coefficient that has seen a deal's own result would not be
independent of its luck; so each deal is adjusted by that of all others. Deals are independent, and the mean is right
with any number of them, however badly a few deals fit the coefficient.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, variance

import msgspec

from saltroad.arena.intervals import Estimate, share_of

_PULL = 3.0
"""Deals without any connection of luck and result that are added to the regression: a few deals fit it badly, and
pulled to 0 they change little."""
_NO_SPREAD = 1e-12
"""A variance that is none."""


class AdjustedShare(msgspec.Struct, frozen=True):
    """A bot's share of the wins without its luck."""

    wins: Estimate
    luck: float
    """Its mean luck for each seat it had, as a share of the win: what chance gave it beside what it gives on
    average."""
    coefficient: float
    """How much of the luck is taken off, on average."""
    spread: float | None
    """The spread between deals, as a part of that of the plain shares; None where all deals are alike."""
    saved: float | None
    """The part of the games that is saved, 1 - spread²: so many fewer would have had the same interval. Not above 0 if
    none is."""


def adjusted_share(shares: Sequence[float], lucks: Sequence[float]) -> AdjustedShare | None:
    """The adjusted share from a bot's share of the wins and its luck in each deal; None without a deal."""
    coefficients = coefficients_of(shares, lucks)
    adjusted = [
        share - coefficient * luck for share, luck, coefficient in zip(shares, lucks, coefficients, strict=True)
    ]
    wins = share_of(adjusted)
    if wins is None:
        return None
    plain = variance(shares) if len(shares) > 1 else 0.0
    ratio = variance(adjusted) / plain if plain > _NO_SPREAD else None
    return AdjustedShare(
        wins=wins,
        luck=fmean(lucks),
        coefficient=fmean(coefficients),
        spread=None if ratio is None else ratio**0.5,
        saved=None if ratio is None else 1.0 - ratio,
    )


def coefficients_of(shares: Sequence[float], lucks: Sequence[float]) -> list[float]:
    """For each deal the coefficient that all other deals are fitted best by; 0 where they have no luck."""
    count = len(shares) - 1
    if count < 2:
        return [0.0] * len(shares)
    sums = [sum(shares), sum(lucks)]
    together = sum(share * luck for share, luck in zip(shares, lucks, strict=True))
    squares = sum(luck * luck for luck in lucks)
    found = []
    for share, luck in zip(shares, lucks, strict=True):
        others = squares - luck * luck
        pulled = others * (1.0 + _PULL / count)
        shared = together - share * luck - (sums[0] - share) * (sums[1] - luck) / count
        found.append(shared / pulled if pulled > _NO_SPREAD else 0.0)
    return found
