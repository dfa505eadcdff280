"""The five levels of Bazaar: how long each thinks, what escapes it, and how it searches."""

from __future__ import annotations

from saltroad.bots import Limit
from saltroad.bots.level_bots import ONE_LOOK, Level
from saltroad.bots.search import CLEAR, SearchSettings, Sight

_NARROW = SearchSettings(guided=True, explore=0.5, prior_temperature=0.05)
"""Few of the trades are good, and those further on matter more than the others now."""
LEVELS = (
    Level("novice", Limit(nodes=ONE_LOOK), Sight(blunder_rate=0.75, obvious=0.4), _NARROW),
    Level("apprentice", Limit(nodes=ONE_LOOK), Sight(blunder_rate=0.5, obvious=0.25), _NARROW),
    Level("trader", Limit(nodes=300), Sight(blunder_rate=0.4, obvious=0.2), _NARROW),
    Level("merchant", Limit(0.95), Sight(blunder_rate=0.25, obvious=0.15), _NARROW),
    Level("master", Limit(2.9), CLEAR, _NARROW),
)
"""The die decides much, and a longer search little: what tells the levels apart is the trades that escape them."""
