"""How analysis judges positions of Desert Bazaar."""

from __future__ import annotations

from saltroad.bots.analysis_profile import AnalysisProfile, calibration_of
from saltroad.games.desert_bazaar.bot.levels import LEVELS

PROFILE = AnalysisProfile(LEVELS[-1].settings, visits=600, calibration=calibration_of("desert_bazaar"), luck_visits=8)
