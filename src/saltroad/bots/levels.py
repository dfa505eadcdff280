"""The five levels that people choose from, the same names in every game, from a friendly beginner to the strongest.

A weaker level plays as a person would who sees less: it looks less far, and some moves escape it. It never plays a move
that it knows to be bad.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from saltroad.bots import Bot, Choice, Limit
from saltroad.bots.search import CLEAR, Evaluator, SearchBot, SearchSettings, Sight
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, View


@dataclass(frozen=True, slots=True)
class Level:
    """One level of one game."""

    name: str
    limit: Limit
    sight: Sight
    settings: SearchSettings


_LOOK = 1
"""A single simulation: one look at each move."""

_PLANNED = SearchSettings(guided=True, explore=1.0, prior_temperature=0.05, turns=1)
"""For Desert Bazaar, with hundreds of placements and turns of many moves: by the evaluator's candidates only."""
_DESERT_BAZAAR = (
    Level("novice", Limit(nodes=_LOOK), Sight(blunder_rate=0.65, obvious=0.35), _PLANNED),
    Level("apprentice", Limit(nodes=_LOOK), Sight(blunder_rate=0.5, obvious=0.27), _PLANNED),
    Level("trader", Limit(nodes=30), Sight(blunder_rate=0.42, obvious=0.2), _PLANNED),
    Level("merchant", Limit(0.95), Sight(blunder_rate=0.35, obvious=0.14), _PLANNED),
    Level("master", Limit(2.9), CLEAR, _PLANNED),
)
"""What tells the levels apart here is what escapes them, more than how long they think."""

_FOCUSED = SearchSettings(guided=True, explore=1.0, prior_temperature=0.02)
"""For Through the Desert: follows the priors closely, as most of the placements do little."""
_PLAYED_OUT = replace(
    _FOCUSED, prior_temperature=1 / 15, playouts=1, rollout_weight=0.8, score_scale=12.0, expansion_threshold=16
)
"""By rollouts more than by the evaluator, which says where to look first; see docs/decisions/0015."""
_THROUGH_THE_DESERT = (
    Level("novice", Limit(nodes=_LOOK), Sight(blunder_rate=0.75, obvious=0.4), _FOCUSED),
    Level("apprentice", Limit(nodes=_LOOK), Sight(blunder_rate=0.45, obvious=0.25), _FOCUSED),
    Level("trader", Limit(nodes=40), Sight(blunder_rate=0.1, obvious=0.08), _FOCUSED),
    Level("merchant", Limit(0.95), Sight(blunder_rate=0.08, obvious=0.07), _PLAYED_OUT),
    Level("master", Limit(2.9), CLEAR, _PLAYED_OUT),
)
"""Told apart by how far they look and by what escapes them."""

_NARROW = SearchSettings(guided=True, explore=0.5, prior_temperature=0.05)
"""For Bazaar: few of the trades are good, and those further on matter more than the others now."""
_BAZAAR = (
    Level("novice", Limit(nodes=_LOOK), Sight(blunder_rate=0.75, obvious=0.4), _NARROW),
    Level("apprentice", Limit(nodes=_LOOK), Sight(blunder_rate=0.5, obvious=0.25), _NARROW),
    Level("trader", Limit(nodes=300), Sight(blunder_rate=0.4, obvious=0.2), _NARROW),
    Level("merchant", Limit(0.95), Sight(blunder_rate=0.25, obvious=0.15), _NARROW),
    Level("master", Limit(2.9), CLEAR, _NARROW),
)
"""The die decides much, and a longer search little: what tells the levels apart is the trades that escape them."""

LEVELS_OF: Mapping[str, tuple[Level, ...]] = {
    "through_the_desert": _THROUGH_THE_DESERT,
    "desert_bazaar": _DESERT_BAZAAR,
    "bazaar": _BAZAAR,
}

TITLES: Mapping[str, Mapping[str, str]] = {
    "novice": {"en": "Novice", "fr": "Novice"},
    "apprentice": {"en": "Apprentice", "fr": "Apprenti"},
    "trader": {"en": "Trader", "fr": "Marchand"},
    "merchant": {"en": "Merchant", "fr": "Négociant"},
    "master": {"en": "Master", "fr": "Maître"},
}
"""What people call them."""


def evaluator_of(game: AnyGame) -> Evaluator:
    """The evaluator of one of our games."""
    evaluator: Evaluator = import_module(f"saltroad.bots.minds.{game.info.name}_value").EVALUATOR
    return evaluator


def level_bot(name: str, game: AnyGame, seed: int | Sequence[int], settings: Mapping[str, float]) -> Bot:
    """A bot of a level, with these of its search settings changed."""
    level = next(level for level in LEVELS_OF[game.info.name] if level.name == name)
    rng = Rng(seed)
    search = SearchBot(
        game, evaluator_of(game), level.settings.changed(settings), rng, limit=level.limit, sight=level.sight
    )
    if 1 not in game.info.players and not any(option.name == "solo" for option in game.info.options):
        return search
    return _SoloBot(search, import_module(f"saltroad.bots.minds.{game.info.name}").weigh, level.sight, rng)


_OBVIOUS_TURNS = 1.5
"""What cannot escape even a novice who plays alone: a move that saves so many turns."""


class _SoloBot:
    """A bot that searches among others; alone, it plays by the puzzle's solution, but for what it overlooks."""

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
