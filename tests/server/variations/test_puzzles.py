"""Puzzles over HTTP: shown without their solution, answered, given up; today's."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from saltroad import games
from saltroad.analysis.puzzles import puzzle_of_day, puzzles_of
from saltroad.server.http.request_limits import cost_of
from saltroad.server.variations.puzzles import LAST_PLIES, list_puzzles
from server.serving import Json, Person, Server


@pytest.fixture
def nobody(server: Server) -> Person:
    """A browser that has no name yet."""
    return Person(server, http=server.client())


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_a_puzzle_is_shown_without_its_solution_and_then_solved(nobody: Person, game: str) -> None:
    listed = nobody.get(f"/api/puzzles/{game}")
    assert [each["id"] for each in listed["puzzles"]] == [puzzle.id for puzzle in puzzles_of(game)]
    puzzle = puzzles_of(game)[0]
    path = f"/api/puzzles/{game}/{puzzle.id}"
    shown = nobody.get(path)
    position = shown["position"]
    assert set(shown) == {"id", "game", "rating", "players", "options", "seat", "position"}
    assert (shown["seat"], position["actor"], position["view"]["viewer"]) == (puzzle.seat,) * 3
    assert position["ply"] == len(puzzle.actions)
    assert position["actions"] == list(puzzle.actions[-len(position["actions"]) :])
    assert len(position["happened"]) == len(position["actions"]) <= LAST_PLIES
    assert position["asks"]["seat"] == puzzle.seat
    offered = [row[0] for rows in position["offers"].values() for row in rows]
    assert puzzle.solution in offered
    # Wrong answers tell nothing else, whichever they are.
    wrong = next(text for text in offered if text != puzzle.solution)
    assert nobody.post(path, {"action": wrong}) == {"action": wrong, "is_right": False, "solution": None}
    right = nobody.post(path, {"action": f"  {puzzle.solution} "})
    assert (right["action"], right["is_right"]) == (puzzle.solution, True)
    check_solution(right["solution"], puzzle.solution)
    given_up = nobody.post(path, {"action": ""})
    assert (given_up["is_right"], given_up["solution"]) == (False, right["solution"])


def check_solution(solution: Json, action: str) -> None:
    assert solution["moves"][0]["action"] == solution["moves"][0]["points"]["text"] == action
    assert solution["moves"][1]["loss"] > 0.1
    assert solution["reason"]
    assert "sentence" not in solution


def test_the_reason_and_the_question_are_told_in_words(nobody: Person) -> None:
    puzzle = puzzles_of("bazaar")[-1]
    path = f"/api/puzzles/bazaar/{puzzle.id}"
    assert nobody.get(path, language="fr")["position"]["sentence"]
    told = nobody.post(f"{path}?language=en", {"action": ""})["solution"]["sentence"]
    assert told.startswith("This ")


def test_what_is_no_answer_is_refused(nobody: Person) -> None:
    puzzle = puzzles_of("through_the_desert")[0]
    path = f"/api/puzzles/through_the_desert/{puzzle.id}"
    for url, action, code, status in [
        (path, "nothing", "unreadable", 422),
        ("/api/puzzles/through_the_desert/0123", "", "no_puzzle", 404),
        (f"/api/puzzles/bazaar/{puzzle.id}", "", "no_puzzle", 404),
        (f"/api/puzzles/chess/{puzzle.id}", "", "no_game", 404),
        (path, "x" * 101, "bad_message", 400),
    ]:
        refused = nobody.http.post(url, json={"action": action})
        assert (refused.json()["code"], refused.status_code) == (code, status)
    game = puzzle.history().game
    legal = set(game.legal_indices(puzzle.history().position))
    illegal = next(str(game.notation.at(index)) for index in range(len(game.notation)) if index not in legal)
    refused = nobody.http.post(path, json={"action": illegal})
    assert (refused.json()["code"], refused.status_code) == ("illegal", 422)
    assert refused.json()["rule"]
    assert nobody.http.get("/api/puzzles/through_the_desert/0123").status_code == 404
    assert nobody.http.get("/api/puzzles/chess").status_code == 404


def test_todays_puzzle_is_that_of_the_utc_date() -> None:
    evening = datetime(2026, 3, 1, 23, 59, tzinfo=UTC)
    found = list_puzzles("bazaar", evening)
    of_day = puzzle_of_day("bazaar", evening.date())
    assert of_day is not None
    assert (found.date, found.today) == ("2026-03-01", of_day.id)
    assert list_puzzles("bazaar", datetime(2026, 3, 2, 0, 0, tzinfo=UTC)).date == "2026-03-02"


def test_a_puzzle_costs_more_than_the_list() -> None:
    assert cost_of("/api/puzzles/bazaar") == 1
    assert cost_of("/api/puzzles/bazaar/0123") == 5
