"""What a study keeps of one game: plain values, by places in the order of turns, not by seats."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise
from statistics import fmean

import msgspec

from saltroad import games
from saltroad.kernel.actors import CHANCE
from saltroad.kernel.contract import Outcome
from saltroad.records import History

PARTS = 10
"""Parts that a game is cut into to show how it develops."""


class StudyMark(msgspec.Struct, frozen=True, array_like=True):
    """Something that a game's own `study` module counts."""

    table: str
    key: str
    place: int | None
    """The place of the player it belongs to; None if it belongs to the game."""
    value: float


class StudyGift(msgspec.Struct, frozen=True, array_like=True):
    """The same game, from the same seed, with a gift to one player."""

    gift: str
    place: int
    """Of the player who was given it."""
    scores: tuple[int, ...]
    """By place."""
    wins: tuple[float, ...]


class StudiedGame(msgspec.Struct, frozen=True, kw_only=True):
    """One game. A *place* is the number of a player in the order of turns: 0 begins."""

    players: int
    names: tuple[str, ...]
    """The names of the players, by place."""
    plies: int
    """All plies, chance's too."""
    decisions: int
    """Plies that were not chance's."""
    turns: int
    branching: float
    """Legal actions at a decision, on average."""
    branching_by_part: tuple[float, ...]
    """The same for each tenth of the decisions."""
    reason: str
    scores: tuple[int, ...]
    wins: tuple[float, ...]
    """The share of the win of each player."""
    points: dict[str, tuple[int, ...]]
    """The points of each player, by source."""
    ended_by: int
    """The place of the player who acted last."""
    half_time: tuple[int, ...]
    """The scores after half of the decisions."""
    marks: tuple[StudyMark, ...] = ()
    gifts: tuple[StudyGift, ...] = ()
    """How it ended with a gift, where the study asks what gifts are worth."""


def observe(history: History, names: tuple[str, ...]) -> StudiedGame:
    """What a study keeps of a game that is over; `names` are by seat."""
    game, outcome = history.game, history.outcome
    if outcome is None:
        raise ValueError("the game is not over")
    players = history.options.players
    order = order_of(history)
    own = [ply for ply, who in enumerate(history.actors) if who != CHANCE]
    buffer = game.engine.buffer()
    legal = [game.engine.legal_at(history.positions[ply].states, 0, buffer) for ply in own]
    half = game.scores(history.positions[own[len(own) // 2]]) if own else outcome.scores
    part = games.part(game.info.name, "study")
    return StudiedGame(
        players=players,
        names=tuple(names[seat] for seat in order),
        plies=len(history),
        decisions=len(own),
        turns=sum(1 for _ in groupby(history.actors[ply] for ply in own)),
        branching=fmean(legal) if legal else 0.0,
        branching_by_part=tuple(_by_part(legal)),
        reason=outcome.reason,
        scores=tuple(outcome.scores[seat] for seat in order),
        wins=wins_of(outcome, order),
        points={source: tuple(found[seat] for seat in order) for source, found in outcome.breakdown.items()},
        ended_by=order.index(history.actors[own[-1]]) if own else 0,
        half_time=tuple(half[seat] for seat in order),
        marks=()
        if part is None
        else tuple(
            StudyMark(table, key, None if seat is None else order.index(seat), value)
            for table, key, seat, value in part.marks(history)
        ),
    )


def order_of(history: History) -> list[int]:
    """The seats in the order of turns."""
    players, first = history.options.players, _first_seat(history)
    return [(first + k) % players for k in range(players)]


def wins_of(outcome: Outcome, order: Sequence[int]) -> tuple[float, ...]:
    """The part of the win that each place has."""
    return tuple(1 / len(outcome.winners) if seat in outcome.winners else 0.0 for seat in order)


def _first_seat(history: History) -> int:
    """The seat that begins: as the options say, or else the first to act."""
    for option in history.game.info.options:
        value = str(history.options[option.name])
        if option.names_seat and value.isdecimal():
            return int(value) - 1
    return next((who for who in history.actors if who != CHANCE), 0)


def _by_part(legal: list[int]) -> list[float]:
    """The mean of each tenth; empty for fewer decisions than tenths."""
    if len(legal) < PARTS:
        return []
    bounds = [len(legal) * k // PARTS for k in range(PARTS + 1)]
    return [fmean(legal[low:high]) for low, high in pairwise(bounds)]
