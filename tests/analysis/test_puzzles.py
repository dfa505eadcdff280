"""Puzzles: what is found in games, and the sets that come with them."""

from __future__ import annotations

import datetime
import functools
import itertools
from importlib import resources
from pathlib import Path

import msgspec
import pytest

from analysis.games_played import played
from saltroad import Rng, games
from saltroad.analysis.plies import setup_plies
from saltroad.analysis.puzzle_finder import PuzzleFinder, PuzzleSettings, least_lead
from saltroad.analysis.puzzles import (
    SET_FILE,
    BadPuzzle,
    MovePuzzle,
    puzzle_id,
    puzzle_of,
    puzzle_of_day,
    puzzles_of,
    read_puzzles,
)
from saltroad.analysis.settings import CannotAnalyse
from saltroad.records import read_record_file

RECORDS = Path(__file__).parents[1] / "records" / "fixtures"
LEAD, VISITS = 0.03, 100


@functools.cache
def found_in(name: str, players: int, *, lead: float = LEAD, seed: int = 0) -> tuple[MovePuzzle | None, ...]:
    history = played(name, players)
    finder = PuzzleFinder(history.game, players, PuzzleSettings(visits=VISITS, lead=lead, seed=seed))
    return tuple(finder.search(history))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), [("bazaar", 2), ("through_the_desert", 3), ("desert_bazaar", 3)])
def test_what_is_found_leads_every_legal_move_and_comes_out_the_same(name: str, players: int) -> None:
    history, found = played(name, players), found_in(name, players)
    assert len(found) == len(history)
    plies = [ply for ply, puzzle in enumerate(found) if puzzle is not None]
    assert plies, "a low lead is reached"
    assert all(later - before >= 8 for before, later in itertools.pairwise(plies))
    for ply in plies:
        puzzle = found[ply]
        assert puzzle is not None
        assert puzzle.actions == tuple(map(str, history.actions[:ply]))
        assert puzzle.history().position == history.positions[ply]
        assert (puzzle.seat, puzzle.solution) == (history.actors[ply], puzzle.moves[0].action)
        assert ply >= setup_plies(history)
        check_puzzle(puzzle, LEAD)
        assert puzzle.moves[0].visits == 4 * VISITS
        assert puzzle.reason
    assert found_in.__wrapped__(name, players) == found
    assert not any(found_in(name, players, lead=0.99))


def test_a_lead_is_a_blunder_for_two_and_never_small() -> None:
    assert least_lead(2) == 0.15
    assert [least_lead(players) for players in (3, 4, 5, 6)] == [0.12] * 4


def test_a_game_for_one_has_none() -> None:
    solo = read_record_file(RECORDS / "bazaar-puzzle_solved.saltroad").history()
    with pytest.raises(CannotAnalyse, match="two or more"):
        PuzzleFinder(solo.game, 1, PuzzleSettings())


def check_puzzle(puzzle: MovePuzzle, lead: float) -> None:
    shares = [move.shares[puzzle.seat] for move in puzzle.moves]
    assert len(puzzle.moves) >= 2
    assert puzzle.moves[0].action == puzzle.solution
    assert shares == sorted(shares, reverse=True)
    assert puzzle.lead >= lead - 1e-3
    for other in puzzle.moves[1:]:
        error = (puzzle.moves[0].error ** 2 + other.error**2) ** 0.5
        assert puzzle.lead + 1e-3 > 2 * error or other != puzzle.moves[1]
    assert all(sum(move.shares) == pytest.approx(1, abs=1e-3) for move in puzzle.moves)
    assert 800 < puzzle.rating <= 2000


# -- the sets of the games ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_the_set_of_a_game_is_sound(name: str) -> None:
    found = puzzles_of(name)
    assert len({puzzle.id for puzzle in found}) == len(found) > 0
    assert [puzzle.rating for puzzle in found] == sorted(puzzle.rating for puzzle in found)
    for puzzle in found:
        history = puzzle.history()
        game = history.game
        check_puzzle(puzzle, least_lead(history.options.players))
        assert puzzle.id == puzzle_id(game.info, puzzle.options, puzzle.actions)
        assert puzzle.seat == history.actor
        legal = set(map(str, game.legal(history.position)))
        assert len(legal) >= 3
        assert {move.action for move in puzzle.moves} <= legal
        # what the seat sees is all that there is
        view = game.observe(history.position, puzzle.seat)
        assert game.determinize(view, Rng(1)) == history.position
        assert puzzle_of(name, puzzle.id) == puzzle


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_the_set_of_a_game_says_how_it_was_made(name: str) -> None:
    lines = resources.files(games.package_of(name)).joinpath(SET_FILE).read_bytes().splitlines()
    made = [msgspec.json.decode(line) for line in lines]
    assert made[0]["made"].startswith(f"saltroad puzzles {name} ")
    assert len(read_puzzles(lines)) == sum("made" not in line for line in made)


def test_each_puzzle_has_its_day_once_before_any_comes_again() -> None:
    found = puzzles_of("bazaar")
    first = datetime.date(2026, 3, 1)
    days = [puzzle_of_day("bazaar", first + datetime.timedelta(day)) for day in range(2 * len(found))]
    assert {puzzle.id for puzzle in days[: len(found)] if puzzle is not None} == {puzzle.id for puzzle in found}
    assert days[len(found) :] == days[: len(found)]


def test_a_line_that_is_no_puzzle_is_named() -> None:
    with pytest.raises(BadPuzzle, match=r"Line 2 is no puzzle.*again"):
        read_puzzles([b'{"made": "x"}', b'{"id": "a"}'])
    with pytest.raises(BadPuzzle, match="Line 1"):
        read_puzzles([b"nothing"])
