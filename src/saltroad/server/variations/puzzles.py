"""Puzzles for people: the positions as variations, answers that are judged, and the puzzle of a date.

Nothing of it is stored or secret: a set is in the package. Playing a game up to its puzzle takes milliseconds: do it in
a thread.
"""

from __future__ import annotations

import functools
from datetime import UTC, datetime

import msgspec
from msgspec import UNSET

from saltroad import games
from saltroad.analysis.puzzles import MovePuzzle, puzzle_of, puzzle_of_day, puzzles_of
from saltroad.protocol.puzzles import PuzzleList, PuzzleListed, PuzzleResult, PuzzleShown, PuzzleSolution
from saltroad.server.analysis_jobs.shown import move_shown
from saltroad.server.refusals import Refusal
from saltroad.server.tables.sentences import GameSentences
from saltroad.server.variations.variation import Variation

LAST_PLIES = 8
"""The plies before a puzzle that are told."""


def list_puzzles(game: str, now: datetime | None = None) -> PuzzleList:
    """The puzzles of a game, and which of them is today's."""
    today = (now or datetime.now(UTC)).date()
    info = games.info(game)
    found = tuple(PuzzleListed(each.id, each.rating, info.read(each.options).players) for each in puzzles_of(game))
    of_day = puzzle_of_day(game, today)
    return PuzzleList(game, found, None if of_day is None else of_day.id, today.isoformat())


def show_puzzle(game: str, id: str, language: str) -> PuzzleShown:
    """A puzzle without its solution."""
    puzzle, variation = _puzzle(game, id), _variation(game, id)
    options = variation.history.options
    return PuzzleShown(
        id=puzzle.id,
        game=puzzle.game,
        rating=puzzle.rating,
        players=options.players,
        options={name: _text(value) for name, value in options.choices},
        seat=puzzle.seat,
        position=variation.shown(puzzle.seat, 0, False, language),
    )


def judge_answer(game: str, id: str, text: str, language: str) -> PuzzleResult:
    """Whether a move solves a puzzle; refused if it is not legal there. An empty one gives up."""
    puzzle, variation = _puzzle(game, id), _variation(game, id)
    action = variation.read(text, 0) if text.strip() else ""
    is_right = action == puzzle.solution
    is_shown = is_right or not action
    return PuzzleResult(action, is_right, _solution(puzzle, variation, language) if is_shown else None)


def _solution(puzzle: MovePuzzle, variation: Variation, language: str) -> PuzzleSolution:
    position = variation.history.position
    moves = tuple(move_shown(move, variation.game, position) for move in puzzle.moves)
    solution = PuzzleSolution(moves, puzzle.reason)
    if not language:
        return solution
    sentence = GameSentences(variation.game, (), language).reason(puzzle.reason) if puzzle.reason else ""
    return msgspec.structs.replace(solution, sentence=sentence or UNSET)


def _puzzle(game: str, id: str) -> MovePuzzle:
    puzzle = puzzle_of(game, id)
    if puzzle is None:
        raise Refusal("no_puzzle", puzzle=id[:40])
    return puzzle


@functools.lru_cache(64)
def _variation(game: str, id: str) -> Variation:
    """The game up to a puzzle, of which the last plies are shown. To be read only: it is kept."""
    variation = Variation(_puzzle(game, id).history(), f"puzzle {id}")
    variation.from_ply = max(variation.setup_plies, len(variation.history) - LAST_PLIES)
    return variation


def _text(value: bool | str) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else value
