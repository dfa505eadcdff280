"""Who is ahead in Bazaar, for compiled code: the score of a seat, and what breaks ties."""

from __future__ import annotations

from saltroad.games.bazaar.state import MOST_PLAYERS, State
from saltroad.kernel.jit import inlined


@inlined
def score(s: State, seat: int) -> int:
    """Points (BZ-20); alone, where the fewest turns are best (BZ-50), minus the turns taken."""
    if s.players == 1:
        return -s.turns
    return s.points[seat] + s.points[MOST_PLAYERS + seat] + s.points[2 * MOST_PLAYERS + seat]


@inlined
def tie_break(s: State, seat: int) -> int:
    """Of equals, who has fewer wares (BZ-31)."""
    return -s.wares[seat]
