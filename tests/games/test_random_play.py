"""The fourth proof: random games of every game, at every player count and option, under Hypothesis.

Hypothesis chooses the actions, chance's included, so that a failure shrinks to the shortest game that shows it.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import saltroad
from saltroad.kernel.contract import AnyGame
from saltroad.kernel.info import Options

FULL = os.environ.get("SALTROAD_PROOFS") == "full"
CASES = [(saltroad.load(name), options) for name in saltroad.GAMES for options in saltroad.info(name).configurations()]


@pytest.mark.parametrize(("game", "options"), CASES, ids=lambda case: str(case).replace(" ", "-"))
@settings(max_examples=300 if FULL else 12, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_chosen_games_keep_their_sums(game: AnyGame, options: Options, data: st.DataObject) -> None:
    position = game.start_of(options)
    for ply in range(data.draw(st.integers(0, 120), label="plies")):
        legal = game.legal(position)
        if not legal:
            break
        position = game.play(position, data.draw(st.sampled_from(legal), label=f"ply {ply}"))
        assert game.audit(position) == []
        assert game.observe(position, None).ply == ply + 1
        assert (game.outcome(position) is None) == bool(game.legal(position))


@pytest.mark.parametrize(("game", "options"), CASES, ids=lambda case: str(case).replace(" ", "-"))
def test_random_games_end_soundly(game: AnyGame, options: Options) -> None:
    for seed in range(3000 if FULL else 150):
        position = game.start_of(options)
        game.engine.playout(position.states, 0, saltroad.Rng((options.players, seed)), 5_000_000)
        outcome = game.outcome(position)
        assert outcome is not None
        assert outcome.reason in game.end_reasons
        assert game.audit(position) == []
        assert game.scores(position) == outcome.scores
        assert options.players == 1 or tuple(outcome.breakdown) == game.info.sources
