"""The greedy bot of Through the Desert: legal, repeatable, and far better than chance."""

from __future__ import annotations

import pytest

import saltroad
from saltroad.cli.simulate import bot_game

GAME = saltroad.load("through_the_desert")


@pytest.mark.parametrize("players", GAME.info.players)
def test_whole_games_are_legal_and_repeat(players: int) -> None:
    """Every choice goes through `Game.play`."""
    first = bot_game(GAME, GAME.info.agree(players), ["greedy"] * players, (5,))
    again = bot_game(GAME, GAME.info.agree(players), ["greedy"] * players, (5,))
    assert first.outcome is not None
    assert first.actions == again.actions


def test_random_bots_play_the_compiled_random_game() -> None:
    """Compiled play counts and picks, Python lists and picks: the same game."""
    for players in GAME.info.players:
        options = GAME.info.agree(players)
        position = GAME.start_of(options)
        GAME.engine.playout(position.states, 0, saltroad.Rng((9, 9)))
        assert bot_game(GAME, options, ["random"] * players, (9, 9)).position == position


@pytest.mark.slow
def test_greedy_beats_random() -> None:
    """At least 99 in 100 games of two, seats changing."""
    wins = 0.0
    for k in range(100):
        names = ["greedy", "random"] if k % 2 == 0 else ["random", "greedy"]
        outcome = bot_game(GAME, GAME.info.agree(2), names, (1, k)).outcome
        assert outcome is not None
        wins += (k % 2 in outcome.winners) / len(outcome.winners)
    assert wins >= 99
