"""The bots of the levels (`levels`): how far each looks ahead, and how much it overlooks.

A weaker level plays like a person who sees less: it looks less far ahead, and overlooks some moves. It never plays a
move that it knows to be bad.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from saltroad import games
from saltroad.bots.base import Bot, Choice, GreedyBot, Limit, NoEvaluator, weigher_of
from saltroad.bots.search import CLEAR, PLAIN, Evaluator, SearchBot, SearchSettings, Sight
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, View


@dataclass(frozen=True, slots=True)
class Level:
    """One level of one game."""

    name: str
    limit: Limit
    sight: Sight
    settings: SearchSettings


ONE_LOOK = 1
"""A single simulation: one look at each move."""

_BY_PLAYOUTS = (
    Level("novice", Limit(nodes=20), Sight(blunder_rate=0.75, obvious=0.4), PLAIN),
    Level("apprentice", Limit(nodes=100), Sight(blunder_rate=0.45, obvious=0.25), PLAIN),
    Level("trader", Limit(nodes=400), Sight(blunder_rate=0.2, obvious=0.1), PLAIN),
    Level("merchant", Limit(0.95), Sight(blunder_rate=0.08, obvious=0.07), PLAIN),
    Level("master", Limit(2.9), CLEAR, PLAIN),
)
"""The levels of games that have none of their own: search by random rollouts, which needs no evaluation."""


def levels_of(game_name: str) -> tuple[Level, ...]:
    """The levels of a game, the weakest first."""
    found = games.part(game_name, "bot.levels")
    levels: tuple[Level, ...] = _BY_PLAYOUTS if found is None else found.LEVELS
    return levels


def evaluator_of(game: AnyGame) -> Evaluator:
    """The evaluator of a game; NoEvaluator if it has none."""
    found = games.part(game.info.name, "bot.evaluator")
    if found is None:
        raise NoEvaluator(game.info.name)
    evaluator: Evaluator = found.EVALUATOR
    return evaluator


def level_bot(name: str, game: AnyGame, seed: int | Sequence[int], settings: Mapping[str, float]) -> Bot:
    """The bot of a level, with some of its search settings changed. For a game without an evaluator it does not search,
    but plays what is worth most at a glance."""
    level = next(level for level in levels_of(game.info.name) if level.name == name)
    rng = Rng(seed)
    if games.part(game.info.name, "bot.evaluator") is None:
        return GreedyBot(weigher_of(game), rng, blunder_rate=level.sight.blunder_rate)
    search = SearchBot(
        game, evaluator_of(game), level.settings.changed(settings), rng, limit=level.limit, sight=level.sight
    )
    if 1 not in game.info.players and not any(option.name == "solo" for option in game.info.options):
        return search
    return _SoloBot(search, weigher_of(game), level.sight, rng)


_OBVIOUS_TURNS = 1.5
"""Turns that a move of the puzzle saves from which on even a novice does not overlook it."""


class _SoloBot:
    """A bot that searches among others; alone, it plays by the puzzle's solution, except for moves that it
    overlooks."""

    def __init__(
        self,
        search: SearchBot,
        weigh: Callable[[Any, Sequence[Any]], dict[Any, float]],
        sight: Sight,
        rng: Rng,
    ) -> None:
        self._search = search
        self._weigh = weigh
        self._sight = sight
        self._rng = rng

    def warm(self) -> None:
        self._search.warm()

    @property
    def visits(self) -> int:
        return self._search.visits

    def go_on_from(self, other: object) -> None:
        if isinstance(other, _SoloBot):
            self._search.go_on_from(other._search)

    def choose(self, view: View, legal: Sequence[Any], limit: Limit) -> Choice[Any]:
        if getattr(view, "players", 2) > 1 or len(legal) == 1:
            return self._search.choose(view, legal, limit)
        values = self._weigh(view, legal)
        best = max(legal, key=values.__getitem__)
        noticed = [action for action in legal if self._rng.below(1000) >= 1000 * self._sight.blunder_rate]
        found = max(noticed, key=values.__getitem__, default=best)
        return Choice(best if values[best] - values[found] > _OBVIOUS_TURNS else found, values)
