"""Variations: what is played on from a ply of a finished game, or from the start of one, to see what would come of it.

The variation is in the request, and nothing of it is stored: whoever has it can ask for it, so that a link carries it.
Wherever chance is to act and the next action is not one of its outcomes, an outcome is drawn: always the same one after
the same actions.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from saltroad.messages.reasons import AnyReason
from saltroad.protocol.analysis import AnalysedMove
from saltroad.protocol.messages import Happened, PlyNumber, SeatNumber, ShortText
from saltroad.protocol.pages import RequestBody

ActionTexts = Annotated[tuple[Annotated[str, msgspec.Meta(max_length=100)], ...], msgspec.Meta(max_length=2000)]
Players = Annotated[int, msgspec.Meta(ge=1, le=6)]
GameOptions = Annotated[dict[str, ShortText], msgspec.Meta(max_length=10)]
DiceSeed = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]

# -- what a client asks ------------------------------------------------------------------------------------------------


class _Variation(RequestBody, frozen=True, kw_only=True):
    """What all requests about variations have."""

    actions: ActionTexts = ()
    """What is played on from where it begins, chance's outcomes too where they are known or wanted."""


class _Played(_Variation, frozen=True, kw_only=True):
    """How a variation is played."""

    seat: SeatNumber | None = None
    """The seat that the caller plays: its view is sent. Without, they play all seats, and the view is that of the seat
    to act; of a spectator where none is."""
    bots: ShortText = ""
    """A level, such as `trader`: bots of that level play the other seats, until `seat` is to act."""
    settle: bool = True
    """Whether chance decides until a seat is to act. Without, the answer has the outcomes to choose from (`chance`)."""
    since: PlyNumber = 0
    """Leave out what happened in so many first actions, which you know."""


class _Analysed(_Variation, frozen=True, kw_only=True):
    """How the position is analysed that a variation leads to."""

    move: Annotated[str, msgspec.Meta(max_length=100)] = ""
    """An action that is to be among those compared, and judged: is it as good as the best?"""
    nodes: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0
    """Visits of each move; 0 for the standard depth of the game, which is also the most."""
    page: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """Which page of the caller asks, by any text of its own: its newer request takes the place of the one before, which
    is refused with `superseded`."""


class TableVariation(_Played, frozen=True, kw_only=True):
    """A variation of a finished game, to be played."""

    ply: PlyNumber
    """The ply of the game in whose place its first action is played."""


class GameVariation(_Played, frozen=True, kw_only=True):
    """A variation from the start of a game, to be played."""

    players: Players
    options: GameOptions = msgspec.field(default_factory=dict)
    seed: DiceSeed = 0
    """With another seed chance decides otherwise, from the setup on."""


class AnalyseTableVariation(_Analysed, frozen=True, kw_only=True):
    """A variation of a finished game, whose last position is to be analysed."""

    ply: PlyNumber
    """The ply of the game in whose place its first action is played."""


class AnalyseGameVariation(_Analysed, frozen=True, kw_only=True):
    """A variation from the start of a game, whose last position is to be analysed."""

    players: Players
    options: GameOptions = msgspec.field(default_factory=dict)
    seed: DiceSeed = 0
    """As in `GameVariation`."""


# -- what it is sent ---------------------------------------------------------------------------------------------------


class ChanceOutcomes(msgspec.Struct, frozen=True):
    """What chance may decide, in the order of the rules."""

    outcomes: tuple[str, ...]
    weights: tuple[int, ...]


class VariationShown(msgspec.Struct, frozen=True):
    """A variation and the position it leads to."""

    from_ply: int
    """The ply at which it leaves the game; 0 from the start of a game."""
    ply: int
    """The ply to come."""
    actor: int
    """The seat to act; -1 for chance, which is only without `settle`; -2 when the game is over."""
    actions: tuple[str, ...]
    """The whole variation, with what chance decided and bots played."""
    first_ply: int
    happened: tuple[Happened, ...]
    """What happened from `first_ply` on. `at` is 0."""
    asks: Any
    """The question to the seat to act; None when no seat is."""
    view: Any
    offers: Any
    """What the seat to act may play, as in `Update`, whoever asks."""
    more: Any
    outcome: Any
    """How the game ended, if it has."""
    chance: ChanceOutcomes | None
    """What chance may decide, if it is to act."""
    waits: bool
    """Whether bots are to play on, as the time of one request was over: ask again with these actions."""
    sentence: str | UnsetType = UNSET
    """With `?language=`: the question as a sentence."""


class JudgedMove(msgspec.Struct, frozen=True):
    """A move that was tried, judged as the moves of a game are."""

    action: str
    loss: float
    """The share that it costs the seat that moves."""
    gifts: tuple[float, ...]
    """What it gives each of the others."""
    grade: Literal["brilliant", "best", "good", "inaccuracy", "mistake", "blunder"]
    reason: tuple[AnyReason, ...]
    """If it costs something: why."""
    sentence: str | UnsetType = UNSET
    """With `?language=`: the reason as a sentence."""


class AnalysedPosition(msgspec.Struct, frozen=True):
    """The position that a variation leads to, once chance has decided: who is to win, and by which moves."""

    from_ply: int
    ply: int
    actor: int
    """The seat to act; -2 when the game is over."""
    actions: tuple[str, ...]
    """The whole variation, with what chance decided."""
    shares: tuple[float, ...]
    """Each seat's share of the win, with the best move."""
    nodes: int
    """Visits of each move that was compared."""
    most_nodes: int
    moves: tuple[AnalysedMove, ...]
    """The moves that were compared, the best first; none when the game is over."""
    judged: JudgedMove | None
    """The `move` of the request."""
