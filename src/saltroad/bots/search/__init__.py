"""Monte Carlo tree search for any game and one to six seats: knows the rules' verbs, and a mind if there is one."""

from __future__ import annotations

from saltroad.bots.search.bot import CLEAR, SearchBot, Sight
from saltroad.bots.search.mind import Mind, Notes, Scores
from saltroad.bots.search.search import GUIDED, PLAIN, Search, Seen, Style

__all__ = ["CLEAR", "GUIDED", "PLAIN", "Mind", "Notes", "Scores", "Search", "SearchBot", "Seen", "Sight", "Style"]
