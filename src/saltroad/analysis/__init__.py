"""Analysis of a game: where its shares of the win went, by whose moves and by what luck.

    model       the results of an analysis, for each ply and each seat
    run         a whole game, in this process or in workers; `analyse` and `analyse_plies`
    plies       single plies: decisions and chance
    comparison  the moves of a decision by equal visits, and what one of them cost
    positions   a position that is part of no game: its shares, its best moves, a move that is tried there
    win_shares  the shares of the win in a position, by search and calibration
    reasons     why a move costs something, in points and pieces
    grades      from brilliant to blunder
    puzzles     decisions at which one move is clearly best, and sets of them; `puzzle_finder` finds them
    luck        the luck of a game by a quick evaluation, for tournaments
    cache       plies on disk, to go on from
    calibrate   a command that measures whether shares come true, and calibrates them
    reliability how true they are, as a picture and a table
    planted     a command that measures whether mistakes are found and good moves left alone

`docs/reference/analysis.md` tells what the numbers mean.
"""

from __future__ import annotations

from saltroad.analysis.cache import AnalysisCache
from saltroad.analysis.model import Analysis, ComparedMove, PlyAnalysis, SeatAccount
from saltroad.analysis.run import analyse, analyse_plies, sum_up
from saltroad.analysis.settings import AnalysisSettings, CannotAnalyse

__all__ = [
    "Analysis",
    "AnalysisCache",
    "AnalysisSettings",
    "CannotAnalyse",
    "ComparedMove",
    "PlyAnalysis",
    "SeatAccount",
    "analyse",
    "analyse_plies",
    "sum_up",
]
