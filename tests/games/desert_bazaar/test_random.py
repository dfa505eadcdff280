"""Desert Bazaar, random games: nothing is lost on the way, whatever is played.

Hypothesis chooses actions, chance's included; other games begin late, so that full boards come up too.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.desert_bazaar.table import CAMPS, components, look
from saltroad import CHANCE, NOBODY
from saltroad.games.desert_bazaar.components import TILE_TEXTS
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Position
from saltroad.kernel.jit import JITTED

FULL = os.environ.get("SALTROAD_PROOFS") == "full"


def check_sums(position: Position) -> None:
    """Cards, tiles, markers and points, counted from the view alone."""
    view = look(position)
    hands = [hand for hand in view.hands if hand is not None]
    assert len(hands) == view.players
    for r, in_pile in enumerate(view.piles):
        assert in_pile >= 0
        assert in_pile + sum(hand[r] for hand in hands) == 15
    assert view.held == tuple(map(sum, hands))
    up = [tile for side in view.sides for tile in side if tile is not None]
    seen = [*up, *(tent.tile for tent in view.tents)]
    assert len(set(seen)) == len(seen)
    assert len(seen) + view.tiles_left == len(TILE_TEXTS)
    assert view.camps == components(tent.space for tent in view.tents)
    assert max(map(len, view.camps), default=0) <= 7
    for seat in range(view.players):
        assert view.markers[seat] + sum(tent.owner == seat for tent in view.tents) == 7
    for camp in view.camps:
        if len(camp) == 7:
            assert all(tent.owner is None for tent in view.tents if tent.space in camp)
    assert view.scores == tuple(map(sum, zip(*view.points, strict=True)))
    is_over = CAMPS.actor(position) == NOBODY
    assert (CAMPS.outcome(position) is not None) == is_over == (view.phase == "over") == (not CAMPS.legal(position))
    assert view.room or is_over
    assert CAMPS.audit(position) == []


@pytest.mark.slow
@pytest.mark.parametrize("fair_start", [False, True])
@pytest.mark.parametrize("players", [3, 4, 5])
@settings(max_examples=(300 if FULL else 15) if JITTED else 2, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_DB_01_chosen_games_keep_their_sums(players: int, fair_start: bool, data: st.DataObject) -> None:
    position = CAMPS.start(players, fair_start=fair_start)
    begun = data.draw(st.integers(0, 400) | st.integers(0, 30 if fair_start else 0), label="plies at random")
    CAMPS.engine.playout(position.states, 0, Rng(data.draw(st.integers(0, 999))), begun)
    before = look(position).scores
    for ply in range(data.draw(st.integers(0, 40), label="plies")):
        check_sums(position)
        choices = CAMPS.legal(position)
        if not choices:
            break
        if CAMPS.actor(position) == CHANCE:
            assert min(CAMPS.weights(position)) > 0
        position = CAMPS.play(position, data.draw(st.sampled_from(choices), label=f"ply {ply}"))
        after = look(position).scores
        assert all(new >= old for new, old in zip(after, before, strict=True)), "points were lost"
        before = after


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_DB_40_random_games_end_when_the_board_is_full(players: int) -> None:
    for seed in range((2000 if FULL else 100) if JITTED else 1):
        position = CAMPS.start(players)
        CAMPS.engine.playout(position.states, 0, Rng((40, players, seed)))
        check_sums(position)
        ended = CAMPS.outcome(position)
        assert ended is not None
        assert (ended.reason, look(position).room) == ("board_full", ())
        assert 40 <= len(look(position).tents) <= 60
