"""Whole games at random: each ends as one played by the kernel with its seed, and as the contract says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import saltroad
from saltroad.batch import Batch, playouts
from saltroad.kernel.errors import BadOptions

GAMES = ("bazaar", "through_the_desert", "desert_bazaar")


@pytest.mark.parametrize("name", GAMES)
def test_every_game_ends_as_the_contract_says(name: str) -> None:
    game = saltroad.load(name)
    players = max(game.info.players)
    found = playouts(game, 12, players, seed=5)
    for i in range(12):
        position = game.start(players)
        plies = game.engine.playout(position.states, 0, saltroad.Rng((5, i)))
        outcome = game.outcome(position)
        assert outcome is not None
        assert found.scores[i].tolist() == list(outcome.scores)
        assert found.ranks[i].tolist() == list(outcome.ranks)
        assert found.plies[i] == plies > found.decisions[i] > 0
        shares = [(seat in outcome.winners) / len(outcome.winners) for seat in range(players)]
        assert found.win_shares[i].tolist() == shares


def test_threads_change_nothing() -> None:
    one, two = (playouts("bazaar", 3000, 2, seed=1, threads=threads) for threads in (1, 2))
    assert one.scores.tolist() == two.scores.tolist()
    assert one.plies.tolist() == two.plies.tolist()
    again = playouts("bazaar", 2, 2, seed=[(1, 2999), (1, 0)])
    assert again.scores.tolist() == [one.scores[2999].tolist(), one.scores[0].tolist()]


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_tells_how_it_stands(name: str) -> None:
    game, batch = saltroad.load(name), Batch(name, 3, 3, seed=1, autoreset="disabled")
    while (batch.actors != saltroad.NOBODY).any():
        batch.step(batch.random_actions())
    for i in range(3):
        outcome = game.outcome(batch.position(i))
        assert outcome is not None
        assert (batch.scores()[i].tolist(), batch.ranks()[i].tolist()) == (list(outcome.scores), list(outcome.ranks))


def test_bad_input_is_refused() -> None:
    bad: list[dict[str, Any]] = [{"count": 0}, {"count": 2, "threads": 0}, {"count": 2, "seed": [1]}]
    for settings in (*bad, {"count": 2, "players": 9}):
        with pytest.raises(BadOptions):
            playouts("bazaar", **settings)
    assert np.isfinite(playouts("bazaar", 1).win_shares).all()
