"""Who sits where: every bot in every seat equally often, over the same chance."""

from __future__ import annotations

from collections import Counter

import pytest

from saltroad.arena.entrants import BadArena
from saltroad.arena.seating import Seating, bot_seed, chance_seed

TABLES = [(bots, players) for bots in range(2, 7) for players in range(2, 7)]


@pytest.mark.parametrize(("bots", "players"), TABLES)
def test_every_bot_has_every_seat_equally_often_in_each_deal(bots: int, players: int) -> None:
    seating = Seating(bots, players)
    for deal in range(5):
        games = seating.seats(deal)
        assert len(games) == seating.games_per_deal
        for bot in range(bots):
            by_seat = [sum(seats[seat] == bot for seats in games) for seat in range(players)]
            assert len(set(by_seat)) == 1
            assert sum(by_seat) == seating.seats_held(bot) > 0


@pytest.mark.parametrize(("bots", "players"), TABLES)
def test_every_bot_plays_as_the_line_up_says(bots: int, players: int) -> None:
    for seats in Seating(bots, players).seats(3):
        counted = Counter(seats)
        if bots >= players:
            assert set(counted.values()) == {1}
        else:
            assert [counted[bot] for bot in range(bots)] == [1] * (bots - 1) + [players - bots + 1]


def test_all_sets_of_bots_meet() -> None:
    met = Counter(tuple(sorted(seats)) for seats in Seating(4, 2).seats(0))
    assert met == {(a, b): 2 for a in range(4) for b in range(a + 1, 4)}


def test_over_the_deals_every_bot_sits_next_to_every_other_equally_often() -> None:
    seating = Seating(4, 4)
    followed = Counter(
        (seats[k], seats[(k + 1) % 4]) for deal in range(6) for seats in seating.seats(deal) for k in range(4)
    )
    assert len(followed) == 12
    assert len(set(followed.values())) == 1


def test_deals_are_whole() -> None:
    seating = Seating(2, 3)
    assert [seating.deals_for(games) for games in (1, 3, 4, 300)] == [1, 1, 2, 100]


def test_seeds_are_all_different() -> None:
    """numpy pads a seed with zeros, so that (7, 3) and (7, 3, 0, 0) are the same to it: ours are not."""
    seeds = [chance_seed(seed, deal) for seed in range(5) for deal in range(20)]
    seeds += [
        bot_seed(seed, deal, game, seat)
        for seed in range(5)
        for deal in range(20)
        for game in (0, 1)
        for seat in (0, 1)
    ]
    assert len(set(seeds)) == len(seeds)


@pytest.mark.parametrize(("bots", "players"), [(1, 2), (2, 1), (0, 0)])
def test_what_cannot_be_seated_is_refused(bots: int, players: int) -> None:
    with pytest.raises(BadArena):
        Seating(bots, players)
