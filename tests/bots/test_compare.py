"""Given moves searched with equal visits: all have as many, the best is found, and errors are as large as they say."""

from __future__ import annotations

import statistics

import pytest

import saltroad
from saltroad.bots import Limit
from saltroad.bots.level_bots import evaluator_of, levels_of
from saltroad.bots.search.compare import ActionEstimate, compare_actions
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Position


def opening(name: str, players: int) -> tuple[AnyGame, Position]:
    game = saltroad.load(name)
    return game, game.settle(game.start(players=players), Rng(4))


def compared(game: AnyGame, position: Position, limit: Limit, seed: int = 1, count: int = 3) -> list[ActionEstimate]:
    settings = levels_of(game.info.name)[-1].settings
    return compare_actions(game, evaluator_of(game), settings, position, game.legal(position)[:count], limit, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), [("through_the_desert", 3), ("desert_bazaar", 3)])
def test_all_moves_have_equal_visits_in_the_order_given(name: str, players: int) -> None:
    game, position = opening(name, players)
    found = compared(game, position, Limit(nodes=100))
    assert [each.visits for each in found] == [100] * len(found)
    assert [each.action for each in found] == list(game.legal(position)[:3])
    assert all(each.line[0] == each.action for each in found)
    for each in found:
        assert sum(each.seat_values) == pytest.approx(1.0)
        assert all(error >= 0.0 for error in each.standard_errors)
    assert compared(game, position, Limit(nodes=100)) == found
    in_time = compared(game, position, Limit(seconds=0.2))
    assert len({each.visits for each in in_time}) == 1


@pytest.mark.slow
def test_the_standard_error_tells_how_far_another_search_is_off() -> None:
    """Forty searches of one move scatter about as far as each of them says, within a factor of two."""
    game, position = opening("through_the_desert", 2)
    runs = [compared(game, position, Limit(nodes=128), seed, count=1)[0] for seed in range(40)]
    scatter = statistics.stdev(run.seat_values[0] for run in runs)
    said = statistics.fmean(run.standard_errors[0] for run in runs)
    assert 0.5 < scatter / said < 2.0


def test_a_comparison_without_a_limit_is_refused() -> None:
    game, position = opening("through_the_desert", 2)
    with pytest.raises(ValueError, match="needs a limit"):
        compared(game, position, Limit())
