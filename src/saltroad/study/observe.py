"""What a study keeps of one game: plain values, by places in the order of turns, not by seats."""

from __future__ import annotations

from itertools import groupby, pairwise
from statistics import fmean

import msgspec

from saltroad import games
from saltroad.kernel.actors import CHANCE
from saltroad.records import History

PARTS = 10
"""Into so many parts a game is cut to show how it develops."""


class StudyMark(msgspec.Struct, frozen=True, array_like=True):
    """Something that a game's own `study` module counts."""

    table: str
    key: str
    place: int | None
    """Of the player it belongs to; None if it belongs to the game."""
    value: float


class StudiedGame(msgspec.Struct, frozen=True, kw_only=True):
    """One game. A *place* is the number of a player in the order of turns: 0 begins."""

    players: int
    names: tuple[str, ...]
    """Who played, by place."""
    plies: int
    """Of all, chance's too."""
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
    """The part of the win that each has."""
    points: dict[str, tuple[int, ...]]
    """By source."""
    half_time: tuple[int, ...]
    """The scores after half of the decisions."""
    marks: tuple[StudyMark, ...] = ()


def observe(history: History, names: tuple[str, ...]) -> StudiedGame:
    """What a study keeps of a game that is over; `names` are by seat."""
    game, outcome = history.game, history.outcome
    if outcome is None:
        raise ValueError("the game is not over")
    players = history.options.players
    first = _first_seat(history)
    order = [(first + k) % players for k in range(players)]
    own = [ply for ply, who in enumerate(history.actors) if who != CHANCE]
    buffer = game.engine.buffer()
    legal = [game.engine.legal_at(history.positions[ply].states, 0, buffer) for ply in own]
    half = game.scores(history.positions[own[len(own) // 2]]) if own else outcome.scores
    best = len(outcome.winners)
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
        wins=tuple(1 / best if seat in outcome.winners else 0.0 for seat in order),
        points={source: tuple(found[seat] for seat in order) for source, found in outcome.breakdown.items()},
        half_time=tuple(half[seat] for seat in order),
        marks=()
        if part is None
        else tuple(
            StudyMark(table, key, None if seat is None else order.index(seat), value)
            for table, key, seat, value in part.marks(history)
        ),
    )


def _first_seat(history: History) -> int:
    """The seat that begins: as the options say, or else the first to act."""
    for option in history.game.info.options:
        value = str(history.options[option.name])
        if option.names_seat and value.isdecimal():
            return int(value) - 1
    return next((who for who in history.actors if who != CHANCE), 0)


def _by_part(legal: list[int]) -> list[float]:
    """The mean of each tenth; of fewer decisions than tenths, nothing."""
    if len(legal) < PARTS:
        return []
    bounds = [len(legal) * k // PARTS for k in range(PARTS + 1)]
    return [fmean(legal[low:high]) for low, high in pairwise(bounds)]
