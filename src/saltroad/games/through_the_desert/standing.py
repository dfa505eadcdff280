"""Who is ahead in Through the Desert, for compiled code: the score of a seat. Nothing breaks ties (TD-53)."""

from __future__ import annotations

from saltroad.games.through_the_desert.state import State
from saltroad.kernel.jit import inlined


@inlined
def score(s: State, seat: int) -> int:
    """Points so far; those for the largest caravans are counted at the end (TD-51)."""
    return s.water_points[seat] + s.oasis_points[seat] + s.area_points[seat] + s.caravan_points[seat]
