"""The five levels of Through the Desert: how long each thinks, what escapes it, and how it searches."""

from __future__ import annotations

from dataclasses import replace

from saltroad.bots import Limit
from saltroad.bots.level_bots import ONE_LOOK, Level
from saltroad.bots.search import CLEAR, SearchSettings, Sight

_FOCUSED = SearchSettings(guided=True, explore=1.0, prior_temperature=0.02)
"""Follows the priors closely, as most of the placements do little."""
_PLAYED_OUT = replace(
    _FOCUSED, prior_temperature=1 / 15, playouts=1, rollout_weight=0.8, score_scale=12.0, expansion_threshold=16
)
"""By rollouts more than by the evaluator, which says where to look first; see docs/decisions/0015."""
LEVELS = (
    Level("novice", Limit(nodes=ONE_LOOK), Sight(blunder_rate=0.75, obvious=0.4), _FOCUSED),
    Level("apprentice", Limit(nodes=ONE_LOOK), Sight(blunder_rate=0.45, obvious=0.25), _FOCUSED),
    Level("trader", Limit(nodes=40), Sight(blunder_rate=0.1, obvious=0.08), _FOCUSED),
    Level("merchant", Limit(0.95), Sight(blunder_rate=0.08, obvious=0.07), _PLAYED_OUT),
    Level("master", Limit(2.9), CLEAR, _PLAYED_OUT),
)
"""Told apart by how far they look and by what escapes them."""
