"""Planted mistakes: labels follow from a long search and today's calibration, and the check counts what is flagged."""

from __future__ import annotations

from pathlib import Path

import pytest

import saltroad
from saltroad.analysis import PlyAnalysis, planted
from saltroad.analysis.grades import BLUNDER
from saltroad.analysis.model import Grade
from saltroad.analysis.planted import (
    LabelledMove,
    LongLook,
    LookedGame,
    LookedMove,
    PlantedFigures,
    check,
    interval,
    judged,
    main,
    read_looks,
    told,
)
from saltroad.records import History

LOOKS = Path(__file__).parent / "planted"


def looked(*values: float, error: float = 0.01, chance: int = 100) -> LookedGame:
    """A game of two at its first decision, in which the first seat has these values after its legal moves."""
    game = saltroad.load("bazaar")
    history = History(game, game.info.agree(2, {}))
    history.settle(saltroad.Rng(1))
    while history.actor != 0 or len(game.legal(history.position)) < len(values):
        history.play(game.legal(history.position)[0])
        history.settle(saltroad.Rng(len(history)))
    ply = len(history)
    indices = tuple(map(game.notation.index, history.actions))
    legal = game.legal_indices(history.position)
    moves = tuple(
        LookedMove(index, (value, 1 - value), (error, error)) for index, value in zip(legal, values, strict=False)
    )
    assert len(moves) == len(values)
    return LookedGame(0, 2, indices, (LongLook(ply, chance, moves),))


def test_a_mistake_loses_so_much_by_more_than_the_noise_of_the_long_search() -> None:
    mistakes, good = judged("bazaar", [looked(0.3, 0.6, chance=12)])
    assert [move.weight for move in mistakes] == [100 / 12]
    assert mistakes[0].loss > BLUNDER + 2 * mistakes[0].error
    assert [move.loss for move in good] == [0.0]
    unsure, good = judged("bazaar", [looked(0.3, 0.6, error=0.1)])
    assert not unsure
    assert len(good) == 1


def test_the_move_that_was_drawn_is_the_one_that_may_be_a_mistake() -> None:
    mistakes, good = judged("bazaar", [looked(0.6, 0.3)])
    assert not mistakes
    assert [move.action for move in good] == [looked(0.6, 0.3).looks[0].moves[0].action]


def test_the_check_counts_what_is_flagged_and_weighs_mistakes(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [looked(0.3, 0.6, chance=25), looked(0.2, 0.6, chance=100)]

    def analysed(name: str, move: LabelledMove) -> PlyAnalysis:
        grade: Grade = "blunder" if move.weight == 4 and move.loss else "best"
        return PlyAnalysis(move.ply, 0, "roll", (0.5, 0.5), (0.5, 0.5), loss=0.0, grade=grade)

    monkeypatch.setattr(planted, "analysed", analysed)
    assert check("bazaar", found, 100) == PlantedFigures(2, 1, 0.8, 2, 0)
    assert check("bazaar", found, 1) == PlantedFigures(1, 1, 1.0, 1, 0)


def test_the_figures_have_intervals() -> None:
    low, high = interval(90, 100)
    assert low == pytest.approx(0.8256, abs=1e-3)
    assert high == pytest.approx(0.9448, abs=1e-3)
    assert interval(0, 0) == (0.0, 1.0)
    words = told("bazaar", PlantedFigures(100, 90, 0.85, 50, 0))
    assert "90 of 100 planted mistakes flagged (83 to 94 %; weighted 85 %)" in words
    assert "0 of 50 good moves flagged (0 to 7 %)" in words


@pytest.mark.parametrize("name", saltroad.games.BUILT_IN)
def test_kept_looks_are_of_legal_moves_of_all_numbers_of_players(name: str) -> None:
    file = LOOKS / f"{name}.jsonl"
    assert file.stat().st_size < 200_000
    found = read_looks(file)
    assert [each.number for each in found] == list(range(len(found)))
    assert {each.players for each in found} == {n for n in saltroad.info(name).players if n > 1}
    mistakes, good = judged(name, found)  # plays every game to its looks
    assert len(good) == sum(len(each.looks) for each in found) >= 100
    assert len({(move.game.number, move.ply) for move in mistakes}) == len(mistakes)


@pytest.mark.slow
@pytest.mark.parametrize("name", saltroad.games.BUILT_IN)
def test_the_standard_analysis_finds_a_planted_mistake(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    main([name, "--data", str(LOOKS / f"{name}.jsonl"), "--moves", "2", "--cases"])
    assert "2 of 2 planted mistakes flagged" in capsys.readouterr().out


@pytest.mark.slow
def test_games_are_looked_at_once_and_the_file_is_gone_on_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(planted, "LONG", 0.1)
    data = tmp_path / "looks.jsonl"
    main(["bazaar", "--data", str(data), "--games", "1"])
    first = data.read_bytes()
    main(["bazaar", "--data", str(data), "--games", "2"])
    assert data.read_bytes().startswith(first)
    found = read_looks(data)
    assert [(each.number, each.players) for each in found] == [(0, 2), (1, 3)]
    assert all(1 < len(look.moves) <= 3 for each in found for look in each.looks)
    assert "planted mistakes" in capsys.readouterr().out
