"""Seating: the line-ups of a tournament, and their rotation over the games of a deal.

A deal is one stream of chance. All its games are played over this same stream, with the bots moved round the table, so
that no bot is lucky with its seat and every bot meets the same luck.

- As many bots as seats: all sit down.
- Fewer bots: each takes one seat, the last one all seats that are left; two bots at a table of four are one against
  three.
- More bots: every set of as many bots as there are seats plays every deal.

Each line-up plays a deal once in each rotation, which brings every bot to every seat equally often. Who sits next to
whom changes from deal to deal, through all orders round the table.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from saltroad.arena.entrants import BadArena

Seats = tuple[int, ...]
"""The entrant in each seat, by number."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats of every game of a tournament."""

    bots: int
    players: int

    def __post_init__(self) -> None:
        if self.players < 2:
            raise BadArena("An arena is for two players and more; `saltroad simulate` plays the puzzle for one.")
        if self.bots < 2:
            raise BadArena("An arena needs at least two bots: --bots master,greedy.")

    @property
    def line_ups(self) -> tuple[Seats, ...]:
        """The sets of entrants that play together."""
        if self.bots >= self.players:
            return tuple(itertools.combinations(range(self.bots), self.players))
        return (tuple(min(seat, self.bots - 1) for seat in range(self.players)),)

    @property
    def games_per_deal(self) -> int:
        return len(self.line_ups) * self.players

    def deals_for(self, games: int) -> int:
        """The number of whole deals with at least that many games."""
        return -(-games // self.games_per_deal)

    def seats(self, deal: int) -> tuple[Seats, ...]:
        """The seats of each game of a deal."""
        return tuple(self._of_deal(deal))

    def _of_deal(self, deal: int) -> Iterator[Seats]:
        for line_up in self.line_ups:
            orders = _orders(line_up)
            order = orders[deal % len(orders)]
            for turn in range(self.players):
                yield order[-turn:] + order[:-turn] if turn else order

    def seats_held(self, bot: int) -> int:
        """How many seats an entrant has in all games of a deal."""
        return sum(line_up.count(bot) for line_up in self.line_ups) * self.players


@functools.cache
def _orders(line_up: Seats) -> tuple[Seats, ...]:
    """The orders round a table; a rotated order is not another one."""
    first, *others = line_up
    found: dict[Seats, None] = {}
    for order in itertools.permutations(others):
        ring = (first, *order)
        turned = [ring[-turn:] + ring[:-turn] if turn else ring for turn in range(len(ring))]
        found.setdefault(min(turned))
    return tuple(found)


def seed_of(*parts: int | str) -> int:
    """The seed of one thing that is drawn; neither another seed nor that of the run can be computed from it."""
    text = " ".join(("saltroad arena", *map(str, parts)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:16], "big")


def chance_seed(seed: int, deal: int) -> int:
    """The seed of chance in every game of a deal, and of nothing else."""
    return seed_of("chance", seed, deal)


def bot_seed(seed: int, deal: int, game: int, seat: int) -> int:
    """The seed of a bot's own draws, which tells nothing of chance."""
    return seed_of("bot", seed, deal, game, seat)
