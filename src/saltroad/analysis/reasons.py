"""The reasons why a move costs something: what it gives up and to whom, in points and pieces, as facts.

Both moves, the one played and the better one, are played on many times by a player who takes one look at each move,
with the same dice. What scored in these games is compared, prize by prize: a prize is a thing that brings points, such
as an oasis or a ware (`bot/prizes.py` of a game). What the seat gets less often after its own move it has given up; if
another seat gets it instead, it was left to that seat.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from saltroad import games
from saltroad.bots.level_bots import ONE_LOOK, evaluator_of, levels_of
from saltroad.bots.search import Search
from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Position
from saltroad.messages import Event, PublicPly, facts_of
from saltroad.messages.reasons import AnyReason, LeadGiven, PointsMissed, PrizeGiven, PrizeLeft, PrizeMissed

_PLAYED_ON = 12
"""How often each of the two moves is played on."""
_LEAST_POINTS = 1.0
"""Points of difference on average from which on a prize is named."""
_SURE = 1.5
"""Standard errors of that difference from which on it is."""
_MOST_TOLD = 2
_ROOM = 20_000

Prize = tuple[str, str]
"""A thing that brings points, by its kind and which one: `("oasis", "f4")`."""
ScoredPrize = tuple[int, Prize, int]
"""The seat that scored, the prize, and the points."""


def _no_points() -> list[float]:
    return [0.0] * _PLAYED_ON


@dataclass
class _Tally:
    """The prizes that scored after a move, game by game."""

    prizes: dict[tuple[int, Prize], list[float]] = field(default_factory=lambda: defaultdict(_no_points))
    scores: list[tuple[int, ...]] = field(default_factory=list)

    def difference(self, other: _Tally, seat: int, prize: Prize) -> float:
        """How many points fewer a seat has of a prize in the other tally; 0 where that may be chance."""
        pairs = zip(self.prizes[seat, prize], other.prizes[seat, prize], strict=True)
        gaps = [here - there for here, there in pairs]
        mean, error = statistics.fmean(gaps), statistics.stdev(gaps) / len(gaps) ** 0.5
        return mean if abs(mean) >= max(_LEAST_POINTS, _SURE * error) else 0.0


def reasons_for(
    game: AnyGame, position: Position, seat: int, played: Any, best: Any, gifts: Sequence[float], seed: Sequence[int]
) -> tuple[AnyReason, ...]:
    """The reasons why the move that was played is worth less to the seat than the best one. `gifts` are what it gave
    the others."""
    with_best = _play_on(game, position, best, seed)
    with_played = _play_on(game, position, played, seed)
    found: list[AnyReason] = [*_told(with_best, with_played, seat)][:_MOST_TOLD]
    missed = statistics.fmean(
        here[seat] - there[seat] for here, there in zip(with_best.scores, with_played.scores, strict=True)
    )
    named = sum(reason.points for reason in found if isinstance(reason, PrizeMissed | PrizeLeft))
    if missed >= _LEAST_POINTS and named < missed / 2:
        found.append(PointsMissed(round(missed)))
    return tuple(found) or (LeadGiven(max(range(len(gifts)), key=lambda other: gifts[other])),)


def _told(best: _Tally, played: _Tally, seat: int) -> Iterator[AnyReason]:
    """The differences that count, the largest first."""
    named = sorted({prize for _, prize in (*best.prizes, *played.prizes)})  # of equal points, always the same first
    seats = range(len(best.scores[0]))
    others = [other for other in seats if other != seat]
    missed = {prize: best.difference(played, seat, prize) for prize in named}
    given = {(other, prize): played.difference(best, other, prize) for other in others for prize in named}
    told: list[tuple[float, AnyReason]] = []
    for prize, points in missed.items():
        if points <= 0.0:
            continue
        to = max(others, key=lambda other: given[other, prize])
        if given[to, prize] > 0.0:
            told.append((points + given.pop((to, prize)), PrizeLeft(*prize, to, round(points))))
            given[to, prize] = 0.0
        else:
            told.append((points, PrizeMissed(*prize, round(points))))
    told += [(points, PrizeGiven(*prize, to, round(points))) for (to, prize), points in given.items() if points > 0.0]
    yield from (reason for _, reason in sorted(told, key=lambda each: -each[0]))


def _play_on(game: AnyGame, position: Position, move: Any, seed: Sequence[int]) -> _Tally:
    """Play a move on many times; returns what scored."""
    tally = _Tally()
    found = games.part(game.info.name, "bot.prizes")
    scored: Callable[[Iterable[Event]], Iterable[ScoredPrize]] = _no_prizes if found is None else found.prizes
    most_plies: int = getattr(found, "PLIES", 10_000)
    seats, settings = game.options_of(position).players, levels_of(game.info.name)[0].settings
    search = Search(game.engine, evaluator_of(game), seats, settings, Rng(0), room=_ROOM)
    search.place(position)  # with the tables of this position: in Bazaar those of every new ware would take too long
    for number in range(_PLAYED_ON):
        last = position
        for before, who, action, after in _playout(game, search, position, move, (*seed, number), most_plies):
            for owner, prize, points in scored(_events(game, before, who, action, after)):
                tally.prizes[owner, prize][number] += points
            last = after
        tally.scores.append(game.scores(last))
    return tally


def _no_prizes(events: Iterable[Event]) -> Iterable[ScoredPrize]:
    return ()


def _events(game: AnyGame, before: Position, who: int, action: Any, after: Position) -> Sequence[Event]:
    return facts_of(game.info.name).events(PublicPly(game, who, action, (before, after)))


def _playout(
    game: AnyGame, search: Search, position: Position, move: Any, seed: Sequence[int], most_plies: int
) -> Iterator[tuple[Position, int, Any, Position]]:
    """Play a move and go on with one look at each move, until the game is over or `most_plies` are played."""
    dice = Rng(seed)
    search.draw_from(Rng((*seed, 1)))
    for ply in range(most_plies):
        who = game.actor(position)
        if who == NOBODY:
            return
        if ply == 0:
            action = move
        elif who == CHANCE:
            action = game.decide(position, dice)
        else:
            search.place(position, again=False, same_tables=True)
            search.simulate(ONE_LOOK)
            action = game.notation.at(search.actions()[0].action)
        after = game.apply(position, action)
        yield position, who, action, after
        position = after
