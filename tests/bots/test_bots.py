"""Bots see a view, choose what is legal, and repeat with their seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import saltroad
from saltroad.bots import BOTS, LEVELS, NAMED, Choice, Limit, ResumableBot, UnknownBot, WarmableBot, make_bot
from saltroad.bots.warm_up import practise
from saltroad.cli.simulate import bot_game
from saltroad.kernel.contract import View
from saltroad.kernel.info import Options

GAME = saltroad.load("bazaar")


# random play of the puzzle takes thousands of turns: test_random_games_end_soundly plays it compiled
CASES = [
    (name, o) for name in ("random", "greedy") for o in GAME.info.configurations() if (name, o.players) != ("random", 1)
]


@pytest.mark.parametrize(("name", "options"), CASES, ids=str)
def test_whole_games_are_legal_and_repeat(name: str, options: Options) -> None:
    """Every choice goes through `Game.play`."""
    first = bot_game(GAME, options, [name] * options.players, (5,))
    again = bot_game(GAME, options, [name] * options.players, (5,))
    assert first.outcome is not None
    assert first.actions == again.actions


def test_random_bots_play_the_compiled_random_game() -> None:
    options = GAME.info.agree(4)
    position = GAME.start_of(options)
    GAME.engine.playout(position.states, 0, saltroad.Rng((9, 9)))
    assert bot_game(GAME, options, ["random"] * 4, (9, 9)).position == position


@pytest.mark.slow
def test_greedy_beats_random() -> None:
    """At least 97 in 100 games of two, seats changing."""
    wins = 0.0
    for k in range(100):
        names = ["greedy", "random"] if k % 2 == 0 else ["random", "greedy"]
        outcome = bot_game(GAME, GAME.info.agree(2), names, (1, k)).outcome
        assert outcome is not None
        wins += (k % 2 in outcome.winners) / len(outcome.winners)
    assert wins >= 97


def test_greedy_games_end_by_purchases() -> None:
    outcomes = [bot_game(GAME, GAME.info.agree(4), ["greedy"] * 4, (2, k)).outcome for k in range(20)]
    assert {outcome.reason for outcome in outcomes if outcome} == {"two_stalls_empty"}


def test_greedy_solves_the_puzzle_at_par() -> None:
    """The solo bot plays the solved puzzle: over 200 deals its turns come within 0.5 of par."""
    from saltroad.games.bazaar.solo import Puzzle

    turns = par = 0.0
    for k in range(200):
        history = bot_game(GAME, GAME.info.agree(None, {"solo": True}), ["greedy"], (3, k))
        assert history.outcome is not None
        turns += history.outcome.scores[0]
        par += Puzzle.of(history.position).par
    assert abs(turns - par) / 200 < 0.5


def test_the_left_neighbour_returns_what_hurts() -> None:
    """Two over ten, one colour short of a five-point purchase: greedy takes the tokens that the purchase needs."""
    view = GAME.observe(GAME.start(players=2), 1)
    from dataclasses import replace

    from saltroad.games.bazaar.views import StallView

    stalls = (StallView("RRRRR", True, 5), *view.stalls[1:])
    over = replace(view, phase="return", seat=0, stalls=stalls, hands=((4, 7, 0, 0, 0), (0, 0, 0, 0, 0)))
    legal = [GAME.parse("return R"), GAME.parse("return W")]
    assert make_bot("greedy", GAME, 1).choose(over, legal, Limit()).action == GAME.parse("return R")


def test_levels_follow_the_bots_that_programs_compare_with() -> None:
    assert (*NAMED, *LEVELS) == BOTS
    assert len(LEVELS) == 5


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(UnknownBot, match="random, greedy"):
        make_bot("alphazero", GAME, 1)


# -- what bots may be able to do ---------------------------------------------------------------------------------------


class OnlyChooses:
    """A bot of a user's, with nothing but what every bot has."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View, legal: Sequence[Any], limit: Limit) -> Choice[Any]:
        self.asked += 1
        return Choice(legal[0])


class AlsoWarms(OnlyChooses):
    """A bot that loads something first."""

    is_warm = False

    def warm(self) -> None:
        self.is_warm = True


def test_what_a_bot_can_do_is_in_its_protocol() -> None:
    game = saltroad.load("bazaar")
    assert isinstance(make_bot("trader", game, 1), WarmableBot)
    assert isinstance(make_bot("trader", game, 1), ResumableBot)
    assert isinstance(make_bot("uct", game, 1), ResumableBot)
    assert not isinstance(make_bot("greedy", game, 1), WarmableBot | ResumableBot)
    assert not isinstance(OnlyChooses(), WarmableBot | ResumableBot)
    assert isinstance(AlsoWarms(), WarmableBot)


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_practice_asks_all_bots_and_warms_those_that_can(name: str) -> None:
    game = saltroad.load(name)
    plain, warmable = OnlyChooses(), AlsoWarms()
    practise(game, game.info.agree(None, {}), [plain, warmable], decisions=5)
    assert (plain.asked, warmable.asked, warmable.is_warm) == (5, 5, True)
