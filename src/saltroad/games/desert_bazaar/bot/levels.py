"""The five levels of Desert Bazaar: how long each thinks, what escapes it, and how it searches."""

from __future__ import annotations

from saltroad.bots import Limit
from saltroad.bots.level_bots import ONE_LOOK, Level
from saltroad.bots.search import CLEAR, SearchSettings, Sight

_PLANNED = SearchSettings(guided=True, explore=1.0, prior_temperature=0.05, turns=1)
"""With hundreds of placements and turns of many moves: by the evaluator's candidates only, turn by turn."""
LEVELS = (
    Level("novice", Limit(nodes=ONE_LOOK), Sight(blunder_rate=0.65, obvious=0.35), _PLANNED),
    Level("apprentice", Limit(nodes=ONE_LOOK), Sight(blunder_rate=0.5, obvious=0.27), _PLANNED),
    Level("trader", Limit(nodes=30), Sight(blunder_rate=0.42, obvious=0.2), _PLANNED),
    Level("merchant", Limit(0.95), Sight(blunder_rate=0.35, obvious=0.14), _PLANNED),
    Level("master", Limit(2.9), CLEAR, _PLANNED),
)
"""What tells the levels apart here is what escapes them, more than how long they think."""
