"""The results of an analysis: for every ply, and for every seat over the whole game. Types for Python and for JSON.

WinShares are shares of the win: a number for each seat, in sum 1; a shared win is divided. Over a game, for each seat:

    result - start = luck - errors + gifts + drift

*Luck* is what chance's outcomes brought beside what they bring on average. *Errors* are what the seat's own moves cost
it, and *gifts* what the errors of others brought it. *Drift* is where the search changed its mind between two plies: no
player's doing, and small if the search is deep. Chance before the first move is part of the setup, and no luck: `start`
is the share once all is laid out.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from saltroad.messages.reasons import AnyReason

WinShares = tuple[float, ...]
"""Each seat's share of the win."""
Grade = Literal["brilliant", "best", "good", "inaccuracy", "mistake", "blunder"]
GRADES: tuple[Grade, ...] = ("brilliant", "best", "good", "inaccuracy", "mistake", "blunder")
"""From the best to the worst."""
FLAGGED: tuple[Grade, ...] = GRADES[3:]
"""The grades of moves that cost something."""


class ComparedMove(msgspec.Struct, frozen=True):
    """A move that was searched with as many visits as those it is compared with."""

    action: str
    shares: WinShares
    """The shares after it."""
    loss: float
    """The share that it costs the seat that moves, beside the best move."""
    visits: int
    error: float
    """The standard error of the mover's share."""
    line: tuple[str, ...]
    """The move, and what the search expects after it."""


class PlyAnalysis(msgspec.Struct, frozen=True, omit_defaults=True):
    """One ply: a decision, a move without a choice, or an outcome of chance."""

    ply: int
    actor: int
    """A seat, or -1 for chance."""
    action: str
    before: WinShares
    """Of a decision, with the best move; of chance, the mean of its outcomes by their weights."""
    after: WinShares
    luck: WinShares | None = None
    """Of chance: what the outcome brought each seat beside the mean; in sum 0."""
    loss: float | None = None
    """Of a decision: what it cost the seat that moved."""
    gifts: WinShares | None = None
    """Of a decision: what it gave each of the others, in sum the loss; 0 for the seat that moved."""
    grade: Grade | None = None
    best: tuple[ComparedMove, ...] | None = None
    """Of a decision: the moves that were compared, the best first."""
    reason: tuple[AnyReason, ...] | None = None
    """Of a move that cost something: why, as facts. `messages.reasons.reason_sentence` makes a sentence of them."""


class SeatAccount(msgspec.Struct, frozen=True):
    """The account of a seat's share over a game."""

    start: float
    """The share once the game is set up."""
    luck: float
    errors: float
    """The share that its own moves cost it: not negative."""
    gifts: float
    drift: float
    result: float
    adjusted: float
    """The result without the luck."""


class Analysis(msgspec.Struct, frozen=True):
    """The analysis of a game."""

    game: str
    players: int
    visits: int
    """Visits of each move that was compared; 0 if the limit was in seconds."""
    seed: int
    finished: bool
    """Whether the game is over; if not, results are the shares where it stands."""
    seats: tuple[SeatAccount, ...]
    plies: tuple[PlyAnalysis, ...]

    def turning_points(self, most: int = 3) -> tuple[PlyAnalysis, ...]:
        """The plies at which shares changed most, decisions and chance alike, in the order of play."""
        largest = sorted(self.plies, key=lambda each: (-swing(each), each.ply))[:most]
        return tuple(sorted((each for each in largest if swing(each) > 0.0), key=lambda each: each.ply))


def swing(ply: PlyAnalysis) -> float:
    """How much of the win changed hands with a ply."""
    return sum(abs(after - before) for before, after in zip(ply.before, ply.after, strict=True)) / 2


def accounts(plies: tuple[PlyAnalysis, ...], result: WinShares) -> tuple[SeatAccount, ...]:
    """The accounts of all seats, from the plies of a game in their order. The parts add up exactly: what is left
    between two plies is drift."""
    return tuple(_account(plies, result, seat) for seat in range(len(result)))


def _account(plies: tuple[PlyAnalysis, ...], result: WinShares, seat: int) -> SeatAccount:
    start = plies[0].before[seat] if plies else result[seat]
    luck = sum(ply.luck[seat] for ply in plies if ply.luck is not None)
    errors = sum(ply.loss for ply in plies if ply.loss is not None and ply.actor == seat)
    gifts = sum(ply.gifts[seat] for ply in plies if ply.gifts is not None and ply.actor != seat)
    known = [start, *(ply.after[seat] for ply in plies)]
    next_known = [*(ply.before[seat] for ply in plies), result[seat]]
    drift = sum(later - earlier for earlier, later in zip(known, next_known, strict=True))
    return SeatAccount(start, luck, errors, gifts, drift, result[seat], result[seat] - luck)
