"""The analysis of a finished game as it is sent: how far it is, and for each ply what `saltroad.analysis` found.

Moves are sent as facts and with their fields, so that the browser tells and shows them as it does with hints.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from saltroad.messages.reasons import AnyReason

AnalysisState = Literal["none", "waiting", "running", "done", "failed"]


class AnalysedMove(msgspec.Struct, frozen=True):
    """A move of a decision that was compared with others."""

    action: str
    points: Any
    """The action with its fields, for the board to point at."""
    advice: Any
    """The action as a suggestion."""
    shares: tuple[float, ...]
    """Each seat's share of the win after it."""
    loss: float
    """The share that it costs the seat that moves, beside the best move."""
    error: float
    """The standard error of that seat's share."""
    line: tuple[str, ...]
    """The move, and what the search expects after it."""


class AnalysedPly(msgspec.Struct, frozen=True, omit_defaults=True):
    """One ply after the setup: a decision, a move without a choice, or an outcome of chance."""

    ply: int
    actor: int
    """A seat, or -1 for chance."""
    before: tuple[float, ...]
    """The shares before it: of a decision, with the best move; of chance, on average."""
    after: tuple[float, ...]
    luck: tuple[float, ...] = ()
    """Of chance: what the outcome brought each seat beside the average."""
    loss: float = 0.0
    """Of a decision: the share that it cost the seat that moved."""
    gifts: tuple[float, ...] = ()
    """Of a decision: what it gave each of the others."""
    grade: Literal["", "brilliant", "best", "good", "inaccuracy", "mistake", "blunder"] = ""
    """Of a decision; empty for what was no choice."""
    best: tuple[AnalysedMove, ...] = ()
    """Of a decision: the moves that were compared, the best first."""
    reason: tuple[AnyReason, ...] = ()
    """Of a move that cost something: why."""
    sentence: str | UnsetType = UNSET
    """With `?language=`: the reason as a sentence."""


class AnalysedSeat(msgspec.Struct, frozen=True):
    """The account of a seat's share over a game: result - start = luck - errors + gifts + drift."""

    start: float
    luck: float
    errors: float
    gifts: float
    drift: float
    result: float
    adjusted: float
    """The result without the luck."""


class AnalysisShown(msgspec.Struct, frozen=True):
    """The analysis of a game as far as it is done."""

    state: AnalysisState
    done: int
    """Plies that are analysed."""
    total: int
    """Plies that there are to analyse: those after the setup."""
    plies: tuple[AnalysedPly, ...]
    """The plies from the one that was asked for on, in order."""
    seats: tuple[AnalysedSeat, ...] | None
    """The accounts, once all is done."""
    turning_points: tuple[int, ...]
    """The plies at which most of the win changed hands, in order; once all is done."""
