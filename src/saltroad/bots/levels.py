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
from saltroad.bots.search import CLEAR, Mind, SearchBot, Sight, Style
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, View


@dataclass(frozen=True, slots=True)
class Level:
    """One level of one game."""

    name: str
    limit: Limit
    sight: Sight
    style: Style


_LOOK = 1
"""A single simulation: one look at each move."""

_PLANNED = Style(guided=True, explore=1.0, sharpness=20.0, turns=1)
"""For Desert Bazaar, with hundreds of placements and turns of many moves: only what the mind proposes, turn by turn."""
_DESERT_BAZAAR = (
    Level("novice", Limit(nodes=_LOOK), Sight(overlooks=0.65, obvious=0.35), _PLANNED),
    Level("apprentice", Limit(nodes=_LOOK), Sight(overlooks=0.5, obvious=0.27), _PLANNED),
    Level("trader", Limit(nodes=30), Sight(overlooks=0.42, obvious=0.2), _PLANNED),
    Level("merchant", Limit(0.95), Sight(overlooks=0.35, obvious=0.14), _PLANNED),
    Level("master", Limit(2.9), CLEAR, _PLANNED),
)
"""What tells the levels apart here is what escapes them, more than how long they think."""

_FOCUSED = Style(guided=True, explore=1.0, sharpness=50.0)
"""For Through the Desert: follows the mind's first look closely, as most of the placements do little."""
_PLAYED_OUT = replace(_FOCUSED, sharpness=15.0, playouts=1, mix=0.8, margin=12.0, patience=16)
"""By random games more than by the mind, which says where to look first; see docs/decisions/0015."""
_THROUGH_THE_DESERT = (
    Level("novice", Limit(nodes=_LOOK), Sight(overlooks=0.75, obvious=0.4), _FOCUSED),
    Level("apprentice", Limit(nodes=_LOOK), Sight(overlooks=0.45, obvious=0.25), _FOCUSED),
    Level("trader", Limit(nodes=40), Sight(overlooks=0.1, obvious=0.08), _FOCUSED),
    Level("merchant", Limit(0.95), Sight(overlooks=0.08, obvious=0.07), _PLAYED_OUT),
    Level("master", Limit(2.9), CLEAR, _PLAYED_OUT),
)
"""Told apart by how far they look and by what escapes them."""

_NARROW = Style(guided=True, explore=0.5, sharpness=20.0)
"""For Bazaar: few of the trades are good, and those further on matter more than the others now."""
_BAZAAR = (
    Level("novice", Limit(nodes=_LOOK), Sight(overlooks=0.75, obvious=0.4), _NARROW),
    Level("apprentice", Limit(nodes=_LOOK), Sight(overlooks=0.5, obvious=0.25), _NARROW),
    Level("trader", Limit(nodes=300), Sight(overlooks=0.4, obvious=0.2), _NARROW),
    Level("merchant", Limit(0.95), Sight(overlooks=0.25, obvious=0.15), _NARROW),
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


def mind_of(game: AnyGame) -> Mind:
    """What search is told of one of our games."""
    mind: Mind = import_module(f"saltroad.bots.minds.{game.info.name}_value").MIND
    return mind


def level_bot(name: str, game: AnyGame, seed: int | Sequence[int], style: Mapping[str, float]) -> Bot:
    """A bot of a level, with these numbers of its style changed."""
    level = next(level for level in LEVELS_OF[game.info.name] if level.name == name)
    rng = Rng(seed)
    search = SearchBot(game, mind_of(game), level.style.changed(style), rng, limit=level.limit, sight=level.sight)
    if 1 not in game.info.players and not any(option.name == "solo" for option in game.info.options):
        return search
    return _Alone(search, import_module(f"saltroad.bots.minds.{game.info.name}").weigh, level.sight, rng)


_OBVIOUS_TURNS = 1.5
"""What cannot escape even a novice who plays alone: a move that saves so many turns."""


class _Alone:
    """Searches among others; alone, plays what the puzzle's solution says, as far as its sight allows."""

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
        if isinstance(other, _Alone):
            self._search.go_on_from(other._search)

    def choose(self, view: View, legal: Sequence[Any], limit: Limit) -> Choice[Any]:
        if getattr(view, "players", 2) > 1 or len(legal) == 1:
            return self._search.choose(view, legal, limit)
        values = self._weigh(view, legal)
        best = max(legal, key=values.__getitem__)
        noticed = [action for action in legal if self._rng.below(1000) >= 1000 * self._sight.overlooks]
        found = max(noticed, key=values.__getitem__, default=best)
        return Choice(best if values[best] - values[found] > _OBVIOUS_TURNS else found, values)
