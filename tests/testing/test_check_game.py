"""`check_game` lets a right game pass, and finds every planted fault."""

from __future__ import annotations

import os
import re

import pytest

import saltroad
from saltroad.batch import encode
from saltroad.kernel.contract import AnyGame, Position
from saltroad.kernel.observation import Packed
from saltroad.testing import GameFault, check_game, hidden
from testing.faults import FAULTS
from testing.pebbles import Pebbles
from testing.view_faults import VIEW_FAULTS

PLANTED = {**FAULTS, **VIEW_FAULTS}
FULL = os.environ.get("SALTROAD_PROOFS") == "full"


def test_a_right_game_passes() -> None:
    check_game(Pebbles(), games=10)


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found(name: str) -> None:
    game, message = PLANTED[name]
    with pytest.raises(GameFault, match=message):
        check_game(game())


def test_a_fault_says_where_it_is() -> None:
    game, _ = FAULTS["LostPebble"]
    with pytest.raises(AssertionError) as caught:
        check_game(game(), seed=7)
    fault = caught.value
    assert isinstance(fault, GameFault)
    assert re.match(r"pebbles, players=2 large=off, seed \d+, ply \d+ after 'sell': audit finds ", str(fault))
    assert fault.played[-1] == "sell"
    assert f"ply {len(fault.played)} " in str(fault)


def test_a_crash_keeps_its_cause() -> None:
    game, _ = FAULTS["ScoresCrash"]
    with pytest.raises(GameFault) as caught:
        check_game(game())
    assert isinstance(caught.value.__cause__, KeyError)


def test_a_game_that_does_not_end_is_a_fault() -> None:
    with pytest.raises(GameFault, match="random play does not end it within 5 plies"):
        check_game(Pebbles(), longest=5)


def test_a_long_game_is_walked_at_both_ends() -> None:
    game = Pebbles()
    check_game(game, games=2, plies=7)
    with pytest.raises(GameFault, match=r"ply \d\d.*the actor is NOBODY, but outcome is None"):
        check_game(FAULTS["NoOutcome"][0](), games=2, plies=7)


@pytest.mark.slow
@pytest.mark.parametrize("name", saltroad.GAMES)
def test_our_games_keep_the_contract(name: str) -> None:
    """At full size 40 games of every table; otherwise 3, or 1 with fewer thorough plies where actions are thousands."""
    game = saltroad.load(name)
    if FULL:
        check_game(game, games=40)
    elif len(game.notation) < 1000:
        check_game(game)
    else:
        check_game(game, games=1, thorough=4)


def test_an_observation_that_tells_what_is_hidden_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(game: AnyGame, position: Position, viewer: int | None) -> Packed:
        return encode(game, position, viewer, memory=True)  # a perfect memory knows all hands

    monkeypatch.setattr(hidden, "encode", leaky)
    with pytest.raises(GameFault, match=r"the observation of .* tells what is hidden, in its field hands"):
        check_game(saltroad.load("desert_bazaar"), games=1, plies=30)
