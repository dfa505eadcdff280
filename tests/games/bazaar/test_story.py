"""The rules told a second time (story.py) and the rules of the game go the same way, action by action."""

from __future__ import annotations

from collections import Counter

import pytest

from games.bazaar.story import Asked, Result, Story, count, tell
from games.bazaar.table import BAZAAR, legal, look, outcome
from perft.counts import Row, read
from saltroad import CHANCE
from saltroad.games.bazaar.solo import Puzzle
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Position
from saltroad.kernel.info import Options

PATIENCE = 700
"""Counts up to this are told: every way from its beginning, so it takes a while."""
MOST_PLIES = 4_000
TABLES = list(BAZAAR.info.configurations())


def chosen(position: Position, rng: Rng, buyer: bool, solved: Puzzle | None) -> str:
    """Any legal action; buyers buy nine times in ten; the puzzle is played at random first, then solved."""
    may = legal(position)
    if solved is not None and BAZAAR.actor(position) != CHANCE and look(position).ply > 100:
        costs = solved.costs(position)
        return str(min(costs, key=costs.__getitem__))
    if buyer and may[0].startswith("buy") and rng.below(10):
        return rng.pick(may[:-1])
    return rng.pick(may)


def go_on(told: Story, action: str) -> Asked | Result:
    """What the story asks next, or how it ended."""
    try:
        return told.send(action)
    except StopIteration as over:
        result: Result = over.value
        return result


def play_along(options: Options, seed: int) -> Counter[str]:
    """Play one game and tell it at the same time; gives how often each phase came, and the rule that ended it."""
    rng, met, solved = Rng(seed), Counter[str](), None
    position = BAZAAR.start_of(options)
    told = tell(options.players, options["double_purchase"] is True)
    asked = next(told)
    while look(position).ply < MOST_PLIES:
        view = look(position)
        met[view.phase] += 1
        if options.players == 1 and view.phase == "turn" and solved is None:
            solved = Puzzle.of(position)
        assert asked[0] == ("chance" if view.actor == CHANCE else view.actor)
        assert sorted(asked[1]) == sorted(legal(position))
        assert BAZAAR.audit(position) == []
        action = chosen(position, rng, seed % 3 > 0, solved)
        position = BAZAAR.play(position, action)
        told_on = go_on(told, action)
        if isinstance(told_on, Result):
            end = outcome(position)
            assert told_on == Result(end.rule, [*end.scores], [*end.ranks])
            met[end.rule] += 1
            return met
        assert BAZAAR.outcome(position) is None
        asked = told_on
    return met


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_a_game_goes_as_the_story_goes(options: Options) -> None:
    met = sum((play_along(options, seed) for seed in range(4)), Counter[str]())
    wanted = {"turn", "die", "take", "return", "BZ-50"} if options.players == 1 else {"turn", "buy", "return", "BZ-30"}
    assert wanted <= set(met)


@pytest.mark.slow
@pytest.mark.parametrize("options", TABLES, ids=str)
def test_many_games_go_as_the_story_goes(options: Options) -> None:
    met = sum((play_along(options, seed) for seed in range(4, 40)), Counter[str]())
    assert met["BZ-30"] + met["BZ-32"] + met["BZ-50"] > 30


@pytest.mark.parametrize("row", read("bazaar"), ids=lambda row: row.where)
def test_the_story_has_as_many_ways_to_go_on(row: Row) -> None:
    double_purchase = row.options.get("double_purchase") == "on"
    expected = [(depth, number) for depth, number in row.counts if number <= PATIENCE]
    told = [(depth, count(row.players, double_purchase, row.line, depth)) for depth, _ in expected]
    assert expected
    assert told == expected
