"""The areas of Through the Desert that a caravan is about to enclose (TD-40 to TD-43): what is inside, and how many
camels are missing.

Only walls one camel deep are looked at: gaps that the caravan stands next to. Each area that they shut off would be
closed if all its gaps were filled, so no area is promised for fewer camels than it takes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from saltroad.games.through_the_desert.components import COLOURS, RING, WORDS, in_play
from saltroad.games.through_the_desert.enclosure import points_in
from saltroad.games.through_the_desert.sets import (
    Spaces,
    both,
    either,
    first,
    flood,
    in_grid,
    in_row,
    is_any,
    meet,
    near,
    parted,
    size,
    with_space,
    without,
)
from saltroad.games.through_the_desert.state import State
from saltroad.kernel.bits import bits_of
from saltroad.kernel.jit import inlined, jit

_COLOURS = len(COLOURS)
GAPS = 4
"""Areas with more gaps are not looked at."""
_FEW = 3
"""So many players use the smaller map (TD-01)."""
EDGES = np.array(
    [
        bits_of([x for x in used if any(y not in used for y in RING[x].tolist())], WORDS)
        for used in (in_play(_FEW), in_play(_FEW + 1))
    ],
    np.int64,
)
"""Spaces at the edge of the map or at the mountains, on the smaller map and on the larger."""

Worths = NDArray[np.float64]


@inlined
def edges_of(s: State) -> NDArray[np.int64]:
    """The edges of the map that is played on."""
    found: NDArray[np.int64] = EDGES[1 if s.players > _FEW else 0]
    return found


@inlined
def _next_to_others(s: State, caravan: int) -> Spaces:
    """Spaces next to a camel that is not of this caravan: none of them can be inside (TD-40)."""
    colour = caravan % _COLOURS
    found = without(in_grid(s.touched, colour), in_grid(s.reach, caravan))
    for other in range(_COLOURS):
        if other != colour:
            found = either(found, in_grid(s.touched, other))
    return found


@jit
def closable(
    s: State, caravan: int, reach: NDArray[np.int64], others: NDArray[np.int64], camels_left: int, worths: Worths
) -> None:
    """Add up the points inside areas that a caravan can close, by the camels that takes: `worths[0:GAPS]` where no
    other can be there as soon, `worths[GAPS:]` where others can. `others` are the spaces that others come to with one
    camel, with two, with three; `camels_left` those that the owner places before that."""
    step = in_grid(reach, caravan)
    if not is_any(step):
        return
    wall = either(step, both(in_grid(reach, caravan, 4), in_row(edges_of(s))))
    foul = _next_to_others(s, caravan)
    ground = without(without(in_row(s.empty), in_row(s.enclosed)), wall)
    # what lies further than three camels counts as closed by no player: so parts of the desert stay small
    core = without(both(either(in_grid(reach, caravan, 8), in_row(s.oases)), ground), foul)
    beyond = without(ground, core)
    gaps, inside = (0, 0, 0, 0), (0, 0, 0, 0)
    left = wall
    while is_any(left):
        x, left = parted(left)
        around = near(x)
        is_gap = meet(around, beyond)
        while not is_gap:
            unseen = both(around, core)
            if not is_any(unseen):
                break
            part, open_side = flood(first(unseen), core, beyond, True)
            core = without(core, part)
            is_gap = is_any(open_side)
            if is_gap:
                beyond = either(beyond, part)
            else:
                inside = either(inside, part)
        if is_gap:
            gaps = with_space(gaps, x)
    gaps = either(gaps, both(wall, foul))
    inside = either(inside, without(wall, gaps))
    while is_any(inside):
        part, rim = flood(first(inside), inside, gaps, False)
        inside = without(inside, part)
        missing = size(rim)
        if missing > GAPS:
            continue
        # a gap at the edge that the caravan does not stand next to: takes a camel more to come there
        close = both(rim, step)
        far = without(rim, step)
        while is_any(far):
            x, far = parted(far)
            missing += 0 if meet(near(x), close) else 1
        if missing == 0 or missing > GAPS or missing > s.pile[caravan % _COLOURS]:
            continue
        k = 4 * (min(missing, len(others) // 4) - 1)
        rivals = others[k], others[k + 1], others[k + 2], others[k + 3]
        is_late = missing > camels_left and meet(either(part, rim), rivals)
        worths[missing - 1 + (GAPS if is_late else 0)] += points_in(s, caravan, part)
