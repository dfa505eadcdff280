"""Intervals hold what they promise, and the sequential test errs as rarely as it says: both on simulated deals."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest

from saltroad.arena.intervals import mean_of, share_of, student
from saltroad.arena.sequential import EVEN, FEWEST_DEALS, OPEN, STRONGER, WEAKER, decide


def deal(rng: random.Random, share: float, luck: float, games: int = 2) -> float:
    """A deal's share of wins. Its chance helps in all its games or harms in all: they are no independent evidence."""
    chance = share + rng.choice((-luck, luck))
    return sum(rng.random() < chance for _ in range(games)) / games


def duplicate(rng: random.Random, share: float, luck: float) -> float:
    """Two games with the seats changed: what the chance gives in one game it takes in the other."""
    chance = rng.choice((-luck, luck))
    return ((rng.random() < share + chance) + (rng.random() < share - chance)) / 2


@pytest.mark.parametrize("make", [deal, duplicate])
@pytest.mark.parametrize(("share", "luck"), [(0.5, 0.4), (0.7, 0.25), (0.9, 0.09)])
@pytest.mark.parametrize("deals", [10, 80])
def test_the_interval_of_a_share_holds_95_in_100(make: object, share: float, luck: float, deals: int) -> None:
    assert callable(make)
    rng = random.Random(1)
    runs = 800
    held = 0
    for _ in range(runs):
        found = share_of([make(rng, share, luck) for _ in range(deals)])
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        assert 0 <= found.low <= found.mean <= found.high <= 1
        held += found.low <= share <= found.high
    assert held / runs > 0.95 - 3.5 * math.sqrt(0.95 * 0.05 / runs)


def test_games_of_a_deal_are_not_counted_as_if_they_were_independent() -> None:
    """Four games that all go the same way are one observation."""
    rng = random.Random(2)
    alike = [float(rng.random() < 0.5) for _ in range(50)]
    over_deals = share_of(alike)
    over_games = share_of([win for win in alike for _ in range(4)])
    assert over_deals is not None
    assert over_games is not None
    assert over_deals.margin is not None
    assert over_games.margin is not None
    assert over_deals.margin > 1.8 * over_games.margin


def test_the_interval_of_a_mean_holds_95_in_100() -> None:
    rng = random.Random(3)
    runs, held = 1500, 0
    for _ in range(runs):
        found = mean_of([rng.gauss(40, 9) for _ in range(6)])
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 40 <= found.high
    assert 0.93 < held / runs < 0.97


def test_certain_wins_are_not_certain_knowledge() -> None:
    found = share_of([1.0] * 20)
    assert found is not None
    assert found.mean == 1
    assert found.low is not None
    assert 0.7 < found.low < 0.9


def test_little_is_said_of_little() -> None:
    assert share_of([]) is None
    assert mean_of([]) is None
    one = mean_of([3.0])
    assert one is not None
    assert (one.mean, one.margin) == (3.0, None)
    share = share_of([1.0])
    assert share is not None
    assert (share.low, share.high) == (0, 1)


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.7062), (2, 4.3027), (3, 3.1824), (10, 2.2281), (29, 2.0452), (1000, 1.9623)]
)
def test_quantiles_are_those_of_the_tables(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=1e-4)


# -- the sequential test -----------------------------------------------------------------------------------------------

RUNS = 200
SLACK = 3.5 * math.sqrt(0.05 * 0.95 / RUNS)


def verdicts(share: float, fair: float = 0.5, margin: float = 0.1, cap: int = 20_000) -> Counter[str]:
    rng = random.Random(4)
    return Counter(
        decide((duplicate(rng, share, 0.15) for _ in range(cap)), fair, margin, 2).decided for _ in range(RUNS)
    )


def test_even_bots_are_called_even() -> None:
    found = verdicts(0.5)
    assert found[STRONGER] + found[WEAKER] < (0.05 + SLACK) * RUNS
    assert found[EVEN] + found[STRONGER] + found[WEAKER] == RUNS


def test_a_bot_better_by_the_margin_is_called_stronger() -> None:
    assert verdicts(0.6)[STRONGER] > (0.95 - SLACK) * RUNS


def test_a_bot_worse_by_the_margin_is_called_weaker() -> None:
    assert verdicts(0.4)[WEAKER] > (0.95 - SLACK) * RUNS


def test_a_table_of_three_has_another_fair_share() -> None:
    assert verdicts(1 / 3, fair=1 / 3)[EVEN] > (0.95 - SLACK) * RUNS
    assert verdicts(1 / 3 + 0.1, fair=1 / 3)[STRONGER] > (0.95 - SLACK) * RUNS


def test_a_great_difference_is_decided_soon_but_not_at_once() -> None:
    for margin in (0.05, 0.5):  # though it is nearly as far from five points above the fair share as from that
        verdict = decide([1.0] * 1000, 0.5, margin, 2)
        assert (verdict.decided, verdict.deals) == (STRONGER, FEWEST_DEALS)
        assert decide([0.0] * 1000, 0.5, margin, 2).decided == WEAKER
    assert FEWEST_DEALS < decide([1.0] * 1000, 0.5, 0.01, 2).deals < 60


def test_a_cap_leaves_it_open() -> None:
    verdict = decide([1.0, 0.0] * 8, 0.5, 0.05, 2)
    assert (verdict.decided, verdict.deals) == (OPEN, 16)
