"""A position of no game is analysed as the plies of a game are: shares, best moves, and the move that is tried."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from saltroad.analysis.plies import setup_plies
from saltroad.analysis.positions import PositionAnalyser
from saltroad.records import History, read_record_file

RECORDS = Path(__file__).parents[1] / "records" / "fixtures"
GAMES = ("bazaar-two_stalls_empty", "desert_bazaar-nothing_built", "through_the_desert-all_passed")
VISITS = 48


@functools.cache
def history_of(record: str) -> History:
    return read_record_file(RECORDS / f"{record}.saltroad").history()


@functools.cache
def analyser_of(record: str) -> PositionAnalyser:
    history = history_of(record)
    return PositionAnalyser(history.game, history.options.players)


def decisions(history: History) -> list[int]:
    """The plies at which a seat has a choice."""
    return [
        ply
        for ply, who in enumerate(history.actors)
        if who >= 0 and len(history.game.legal_indices(history.positions[ply])) > 1
    ]


@pytest.mark.parametrize("record", GAMES)
def test_the_best_moves_of_a_position_and_one_that_is_tried(record: str) -> None:
    history, analyser = history_of(record), analyser_of(record)
    ply = decisions(history)[8]
    position, seat, since_setup = history.positions[ply], history.actors[ply], ply - setup_plies(history)
    found = analyser.analyse(position, since_setup, VISITS)
    assert sum(found.shares) == pytest.approx(1)
    assert found.moves[0].shares == found.shares
    assert [move.loss for move in found.moves] == sorted(move.loss for move in found.moves)
    assert found.tried is None
    assert analyser.analyse(position, since_setup, VISITS) == found
    # The move that search likes least is compared because it is named.
    worst = history.game.legal(position)[-1]
    tried = analyser.analyse(position, since_setup, VISITS, worst)
    assert str(worst) in [move.action for move in tried.moves]
    assert tried.tried is not None
    assert tried.tried.action == str(worst)
    assert tried.tried.loss >= 0
    assert sum(tried.tried.gifts) == pytest.approx(tried.tried.loss)
    assert tried.tried.gifts[seat] == 0
    assert (tried.tried.loss > 0) == (tried.moves[0].action != str(worst))


@pytest.mark.parametrize("record", GAMES)
def test_what_is_no_choice_costs_nothing_and_the_end_is_known(record: str) -> None:
    history, analyser = history_of(record), analyser_of(record)
    game = history.game
    forced = [ply for ply, who in enumerate(history.actors) if who >= 0 and ply not in decisions(history)]
    for ply in forced[:1]:
        [only] = game.legal(history.positions[ply])
        found = analyser.analyse(history.positions[ply], ply, VISITS, only)
        assert [move.action for move in found.moves] == [str(only)]
        assert found.tried is not None
        assert (found.tried.loss, found.tried.grade) == (0, "best")
    end = analyser.analyse(history.position, len(history), VISITS)
    assert history.outcome is not None
    winners = history.outcome.winners
    assert end.shares == tuple(1 / len(winners) if k in winners else 0 for k in range(history.options.players))
    assert (end.moves, end.tried) == ((), None)
