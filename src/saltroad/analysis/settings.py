"""The settings of an analysis: how deep it looks."""

from __future__ import annotations

import msgspec

from saltroad.kernel.errors import SaltroadError


class CannotAnalyse(SaltroadError):
    """A game that cannot be analysed."""


class AnalysisSettings(msgspec.Struct, frozen=True):
    """How deep an analysis looks; by visits it comes out the same every time, by seconds it does not."""

    visits: int = 0
    """Of each move that is compared; 0 for the standard depth of the game."""
    seconds: float | None = None
    """About how long to think about each ply, in place of visits."""
    seed: int = 0
