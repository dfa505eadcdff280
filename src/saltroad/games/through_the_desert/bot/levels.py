"""The five levels of Through the Desert: how long each thinks, what escapes it, and how it searches."""

from __future__ import annotations

from dataclasses import replace

from saltroad.bots import Limit
from saltroad.bots.levels import ONE_LOOK, Level
from saltroad.bots.search import CLEAR, Sight, Style

_FOCUSED = Style(guided=True, explore=1.0, sharpness=50.0)
"""Follows the mind's first look closely, as most of the placements do little."""
_PLAYED_OUT = replace(_FOCUSED, sharpness=15.0, playouts=1, mix=0.8, margin=12.0, patience=16)
"""By random games more than by the mind, which says where to look first; see docs/decisions/0015."""
LEVELS = (
    Level("novice", Limit(nodes=ONE_LOOK), Sight(overlooks=0.75, obvious=0.4), _FOCUSED),
    Level("apprentice", Limit(nodes=ONE_LOOK), Sight(overlooks=0.45, obvious=0.25), _FOCUSED),
    Level("trader", Limit(nodes=40), Sight(overlooks=0.1, obvious=0.08), _FOCUSED),
    Level("merchant", Limit(0.95), Sight(overlooks=0.08, obvious=0.07), _PLAYED_OUT),
    Level("master", Limit(2.9), CLEAR, _PLAYED_OUT),
)
"""Told apart by how far they look and by what escapes them."""
