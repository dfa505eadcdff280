"""The arena: tournaments between bots over duplicate deals, with figures that say how sure they are.

from saltroad import arena

settings = arena.configure("bazaar", "greedy,random", players=2, seed=7)
tournament = arena.run(settings, games=200, jobs=2)
print(tournament.summary.standings[0].wins)

It uses games, records and bots, and knows nothing of the server.
"""

from __future__ import annotations

from saltroad.arena.adjusted import AdjustedShare
from saltroad.arena.entrants import BadArena, Entrant, EntrantLimit, read_entrants, read_limit
from saltroad.arena.intervals import Estimate
from saltroad.arena.merging import ShardSet, merge
from saltroad.arena.results import read_results
from saltroad.arena.settings import PlayedGame, PlayerFault, TournamentSettings
from saltroad.arena.shards import Shard, read_shard
from saltroad.arena.summary import Standing, Summary, summarise
from saltroad.arena.tournament import Progress, Tournament, configure, run

__all__ = [
    "AdjustedShare",
    "BadArena",
    "Entrant",
    "EntrantLimit",
    "Estimate",
    "PlayedGame",
    "PlayerFault",
    "Progress",
    "Shard",
    "ShardSet",
    "Standing",
    "Summary",
    "Tournament",
    "TournamentSettings",
    "configure",
    "merge",
    "read_entrants",
    "read_limit",
    "read_results",
    "read_shard",
    "run",
    "summarise",
]
