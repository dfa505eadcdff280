"""Puzzles as they are sent: the position with the question, and the solution once it is found or given up.

The server stores nothing of who solves what.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from saltroad.messages.reasons import AnyReason
from saltroad.protocol.analysis import AnalysedMove
from saltroad.protocol.pages import RequestBody
from saltroad.protocol.variations import VariationShown


class PuzzleListed(msgspec.Struct, frozen=True):
    """A puzzle in the list of its game."""

    id: str
    rating: int
    """From 800 to 2000: how seldom quick looks find the solution."""
    players: int


class PuzzleList(msgspec.Struct, frozen=True):
    """The puzzles of a game."""

    game: str
    puzzles: tuple[PuzzleListed, ...]
    """The easiest first; none for a game that has no puzzles."""
    today: str | None
    """The puzzle of the date, the same for all."""
    date: str
    """The date by UTC, such as 2026-03-01."""


class PuzzleShown(msgspec.Struct, frozen=True):
    """A puzzle to be solved."""

    id: str
    game: str
    rating: int
    players: int
    options: dict[str, str]
    """All options of its game, as in `GameVariation`."""
    seat: int
    """The seat to move, which the solver plays."""
    position: VariationShown
    """The position in the view of that seat, as variations are sent: what happened are the last plies before it."""


class PuzzleAnswer(RequestBody, frozen=True, kw_only=True):
    """A move as the answer to a puzzle."""

    action: Annotated[str, msgspec.Meta(max_length=100)]
    """Empty to give up and see the solution."""


class PuzzleSolution(msgspec.Struct, frozen=True):
    """The solution of a puzzle, beside other moves."""

    moves: tuple[AnalysedMove, ...]
    """The moves that were compared, the best first: that is the solution."""
    reason: tuple[AnyReason, ...]
    """Why the second of them is worse."""
    sentence: str | UnsetType = UNSET
    """With `?language=`: the reason as a sentence."""


class PuzzleResult(msgspec.Struct, frozen=True):
    """Whether an answer is right."""

    action: str
    """The answer as it is written; empty after giving up."""
    is_right: bool
    solution: PuzzleSolution | None
    """After a right answer and after giving up. Without it: try again."""
