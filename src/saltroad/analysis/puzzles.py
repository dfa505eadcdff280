"""Puzzles: decisions of finished games at which one move is clearly best, to be found by a person.

A puzzle is kept as what was played up to it, as the texts of a record, so that later versions read it, and so that
anyone can check it. A set is a file with a line of JSON for each puzzle, and lines that say by which command they were
made; a game's own set is `puzzles.jsonl` in its folder. `puzzle_finder` finds them.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable, Sequence
from datetime import date
from importlib import resources
from typing import Any

import msgspec

from saltroad import games
from saltroad.analysis.model import ComparedMove
from saltroad.kernel.errors import SaltroadError
from saltroad.kernel.info import GameInfo
from saltroad.messages.reasons import AnyReason
from saltroad.records.history import History

SET_FILE = "puzzles.jsonl"
"""The name of a game's own set, in its folder."""


class BadPuzzle(SaltroadError):
    """A line that is no puzzle of this version."""


class MovePuzzle(msgspec.Struct, frozen=True):
    """A decision at which one move is clearly best."""

    id: str
    """A digest of the game and of what was played."""
    game: str
    rules: int
    """The version of the rules by which it was played."""
    options: str
    """Players and options, as records write them."""
    rating: int
    """How hard it is, by how seldom quick looks find the solution."""
    seat: int
    """The seat to act."""
    solution: str
    moves: tuple[ComparedMove, ...]
    """The best of the moves that were compared, the solution first."""
    reason: tuple[AnyReason, ...]
    """Why the second best is worse."""
    actions: tuple[str, ...]
    """All that was played before, chance's outcomes included."""

    @property
    def lead(self) -> float:
        """How much more the solution is worth to the seat than the second best, in share of the win."""
        return self.moves[0].shares[self.seat] - self.moves[1].shares[self.seat]

    def history(self) -> History:
        """The game up to the puzzle, played by the rules."""
        game = games.load(self.game)
        history = History(game, game.info.read(self.options))
        for action in self.actions:
            history.play(action)
        return history


class PuzzleOrigin(msgspec.Struct, frozen=True):
    """The line of a set that says how the puzzles after it were made."""

    made: str
    """The command."""


def puzzle_id(info: GameInfo, options: str, actions: Sequence[str]) -> str:
    """The id of a puzzle: the same position by the same moves has the same id."""
    return hashlib.sha256(msgspec.json.encode((info.name, options, tuple(actions)))).hexdigest()[:10]


# -- sets --------------------------------------------------------------------------------------------------------------


def puzzles_of(game: str) -> tuple[MovePuzzle, ...]:
    """The puzzles that come with a game, the easiest first; none if it has no set. Those of other rules than today's
    are left out."""
    return tuple(_by_id(games.info(game).name).values())


def puzzle_of(game: str, id: str) -> MovePuzzle | None:
    """A puzzle of a game's own set."""
    return _by_id(games.info(game).name).get(id)


def puzzle_of_day(game: str, day: date) -> MovePuzzle | None:
    """The puzzle of a date: the same for all. Each of the set comes once before any comes again."""
    found = sorted(puzzles_of(game), key=lambda puzzle: hashlib.sha256(puzzle.id.encode()).digest())
    return found[day.toordinal() % len(found)] if found else None


def read_puzzles(lines: Iterable[bytes]) -> tuple[MovePuzzle, ...]:
    """The puzzles of a set's lines; BadPuzzle names the line that is none."""
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            read: Any = msgspec.json.decode(line)
            if isinstance(read, dict) and "made" in read:
                continue
            found.append(msgspec.convert(read, MovePuzzle))
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            raise BadPuzzle(
                f"Line {number} is no puzzle: {error}. Make the set again with `saltroad puzzles`."
            ) from None
    return tuple(found)


@functools.cache
def _by_id(game: str) -> dict[str, MovePuzzle]:
    file = resources.files(games.package_of(game)).joinpath(SET_FILE)
    if not file.is_file():
        return {}
    rules = games.info(game).rules_version
    found = [puzzle for puzzle in read_puzzles(file.read_bytes().splitlines()) if puzzle.rules == rules]
    return {puzzle.id: puzzle for puzzle in sorted(found, key=lambda puzzle: (puzzle.rating, puzzle.id))}
