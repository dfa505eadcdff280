"""Who is ahead in Desert Bazaar, for compiled code: the score of a seat, and what breaks ties."""

from __future__ import annotations

from saltroad.games.desert_bazaar.indices import MOST_PLAYERS
from saltroad.games.desert_bazaar.state import SOURCES, State
from saltroad.kernel.jit import inlined

_SOURCES = len(SOURCES)


@inlined
def score(s: State, seat: int) -> int:
    """Points so far; those for markers and majorities are counted at the end (DB-41, DB-42)."""
    points = 0
    for source in range(_SOURCES):
        points += s.points[source * MOST_PLAYERS + seat]
    return points


@inlined
def tie_break(s: State, seat: int) -> int:
    """Of equals, who holds more cards (DB-43)."""
    return s.held[seat]
