"""How analysis judges positions of Bazaar."""

from __future__ import annotations

from saltroad.bots.analysis_profile import AnalysisProfile, calibration_of
from saltroad.games.bazaar.bot.levels import LEVELS

PROFILE = AnalysisProfile(LEVELS[-1].settings, visits=1500, calibration=calibration_of("bazaar"), luck_visits=24)
