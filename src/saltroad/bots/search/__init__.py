"""Monte Carlo tree search for any game and one to six seats: uses the rules, and an evaluator if there is one."""

from __future__ import annotations

from saltroad.bots.search.bot import CLEAR, SearchBot, Sight
from saltroad.bots.search.evaluator import Evaluator, Scores, Tables
from saltroad.bots.search.search import GUIDED, PLAIN, ActionStats, Search, SearchSettings

__all__ = [
    "CLEAR",
    "GUIDED",
    "PLAIN",
    "ActionStats",
    "Evaluator",
    "Scores",
    "Search",
    "SearchBot",
    "SearchSettings",
    "Sight",
    "Tables",
]
