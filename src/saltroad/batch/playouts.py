"""Random games to their ends, and how each of them ended."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from saltroad import games as registry
from saltroad.batch.compiled import BatchDrivers, drivers_of
from saltroad.batch.input_checks import Seeds, check_whole, seed_words
from saltroad.kernel.contract import AnyGame
from saltroad.kernel.info import Choice
from saltroad.kernel.state_record import States

_CHUNK = 1024
"""Games in memory at a time, for each thread."""


@dataclass(frozen=True)
class Playouts:
    """The ends of games, a row for each."""

    scores: NDArray[np.int64]
    """By seat; in a puzzle for one, minus the turns."""
    ranks: NDArray[np.int64]
    """By seat, 1 for the best; equal ranks are a tie."""
    plies: NDArray[np.int64]
    decisions: NDArray[np.int64]
    """The plies that were not chance's."""

    @property
    def win_shares(self) -> NDArray[np.float64]:
        """By seat: 1 for who won alone, a part of it for each of those who share a victory."""
        winners = self.ranks == 1
        shares: NDArray[np.float64] = winners / winners.sum(axis=1, keepdims=True)
        return shares


def playouts(
    game: AnyGame | str,
    count: int,
    players: int | None = None,
    *,
    options: Mapping[str, Choice] | None = None,
    seed: Seeds = 0,
    threads: int = 1,
) -> Playouts:
    """Play whole games, seats at random and chance by its weights. The same seed, whatever the number of threads, gives
    the same games; a seed for each game may be given."""
    found = registry.load(game) if isinstance(game, str) else game
    check_whole("count", count, 1)
    check_whole("threads", threads, 1)
    agreed = found.info.agree(players, options or {})
    rngs = seed_words(seed, np.arange(count))
    shape = (count, agreed.players)
    result = Playouts(*(np.zeros(each, np.int64) for each in (shape, shape, count, count)))
    start, drivers = found.start_of(agreed).states, drivers_of(found)
    bounds = [(first, min(first + _CHUNK, count)) for first in range(0, count, _CHUNK)]
    if threads == 1:
        for first, last in bounds:
            _play_chunk(found, drivers, start, rngs[first:last], result, first)
        return result
    with ThreadPoolExecutor(threads) as pool:
        waiting = [pool.submit(_play_chunk, found, drivers, start, rngs[a:b], result, a) for a, b in bounds]
        for each in waiting:
            each.result()
    return result


def _play_chunk(
    game: AnyGame,
    drivers: BatchDrivers,
    start: States,
    rngs: NDArray[np.int64],
    result: Playouts,
    first: int,
) -> None:
    engine, many = game.engine, len(rngs)
    states = engine.states(many)
    states[:] = start[0]
    rows = slice(first, first + many)
    drivers.play_out(
        states, rngs, result.plies[rows], result.decisions[rows], 0, many, engine.buffer(), engine.buffer()
    )
    drivers.standings(states, result.scores[rows], result.ranks[rows], 0, many)
