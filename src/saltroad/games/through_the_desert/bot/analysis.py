"""How analysis judges positions of Through the Desert."""

from __future__ import annotations

from dataclasses import replace

from saltroad.bots.analysis_profile import AnalysisProfile, calibration_of
from saltroad.games.through_the_desert.bot.levels import LEVELS

PROFILE = AnalysisProfile(
    # the master's scale of 12 points says little of who wins at the end
    replace(LEVELS[-1].settings, score_scale=4.0),
    visits=800,
    calibration=calibration_of("through_the_desert"),
)
