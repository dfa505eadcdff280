"""What the greedy bot knows of Through the Desert: the points a camel earns, the race for the largest caravans, and
what lies within reach of where it stands.

With two camels to place, the best placements are weighed again with the best that the second camel can then earn: so
areas that two camels close are seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from saltroad.games.through_the_desert.actions import DesertAction, Place
from saltroad.games.through_the_desert.components import COLOURS, LARGEST_POINTS, NAMES, OASIS_POINTS, RING
from saltroad.games.through_the_desert.game import GAME
from saltroad.games.through_the_desert.views import DesertView, determinize
from saltroad.kernel.state_record import States

_REACH = 4
"""How many steps ahead water and oases are looked for."""
_STEP = 0.45
"""What lies a step further is worth this much less."""
_RACE = 0.12
"""What a camel is worth in a race for the largest caravan that is within three, as a share of its points."""
_LOOKED_AT_TWICE = 12

_NUMBER = {name: number for number, name in enumerate(NAMES)}
_NEXT = [[x for x in ring if x >= 0] for ring in RING.tolist()]


def weigh(view: DesertView, legal: Sequence[DesertAction]) -> dict[DesertAction, float]:
    """How much each placement is worth to the seat that chooses: about the points it leads to."""
    start = determinize(view)
    ground = _Ground(view)
    values: dict[DesertAction, float] = {
        action: _worth(start, view, ground, action) for action in legal if isinstance(action, Place)
    }
    if view.phase == "camel" and view.camels_left == 2:
        for action in sorted(values, key=values.__getitem__, reverse=True)[:_LOOKED_AT_TWICE]:
            values[action] += _best_second(start, view.seat, action)
    return values or dict.fromkeys(legal, 0.0)


class _Ground:
    """What can still be earned, and where."""

    def __init__(self, view: DesertView) -> None:
        taken = {name for caravans in view.caravans for caravan in caravans for name in caravan.camels}
        taken |= {name for area in view.areas for name in area}
        self.oases = {_NUMBER[name] for name in view.oases}
        self.barred = {_NUMBER[name] for name in taken} | self.oases
        self.water = {_NUMBER[name]: value for name, value in view.water if name not in taken}
        self.linked = {
            (seat, colour): {_NUMBER[name] for name in caravan.linked}
            for seat, caravans in enumerate(view.caravans)
            for colour, caravan in zip(COLOURS, caravans, strict=True)
        }

    def promise(self, space: int, linked: Iterable[int]) -> float:
        """What lies within reach of a space: water and oases, worth less the further they are."""
        total, factor = 0.0, 1.0
        seen, edge = {space}, [space]
        oases = set(linked)
        for _ in range(_REACH):
            factor *= _STEP
            reached = []
            for here in edge:
                for x in _NEXT[here]:
                    if x in self.oases and x not in oases:
                        oases.add(x)
                        total += OASIS_POINTS * factor
                    if x not in seen and x not in self.barred:
                        seen.add(x)
                        reached.append(x)
                        total += self.water.get(x, 0) * factor
            edge = reached
        return total


def _points(states: States, seat: int) -> int:
    """The points that a seat has earned, without largest caravans."""
    return sum(int(states[field][0][seat]) for field in ("water_points", "oasis_points", "area_points"))


def _after(start: States, action: DesertAction) -> States:
    after = np.frombuffer(bytearray(start.tobytes()), start.dtype)
    GAME.engine.apply_at(after, 0, GAME.notation.index(action))
    return after


def _worth(start: States, view: DesertView, ground: _Ground, action: Place) -> float:
    after = _after(start, action)
    earned = _points(after, view.seat) - _points(start, view.seat)
    promise = ground.promise(_NUMBER[action.space], ground.linked[(view.seat, action.colour)])
    return earned + promise + (_race(view, action.colour) if view.phase == "camel" else 0.0)


def _race(view: DesertView, colour: str) -> float:
    """What one more camel is worth for the largest caravan of its colour."""
    k = COLOURS.index(colour)
    own = len(view.caravans[view.seat][k].camels)
    best = max(len(caravans[k].camels) for seat, caravans in enumerate(view.caravans) if seat != view.seat)
    return LARGEST_POINTS * _RACE if abs(own - best) <= 3 else 0.0


def _best_second(start: States, seat: int, action: DesertAction) -> float:
    """The most that a second camel earns at once after this one."""
    after = _after(start, action)
    buffer = GAME.engine.buffer()
    if GAME.engine.actor_at(after, 0) != seat:
        return 0.0
    before, best = _points(after, seat), 0
    for k in range(GAME.engine.legal_at(after, 0, buffer)):
        second = np.frombuffer(bytearray(after.tobytes()), after.dtype)
        GAME.engine.apply_at(second, 0, int(buffer[k]))
        best = max(best, _points(second, seat) - before)
    return float(best)
