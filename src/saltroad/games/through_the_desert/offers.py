"""What a placement of Through the Desert earns at once: water, oases, areas. The rules try it out, on a copy.

The largest caravans are counted at the end (TD-51): no placement earns them.
"""

from __future__ import annotations

from saltroad.games.through_the_desert.actions import NOTATION
from saltroad.games.through_the_desert.rules import Actions, apply
from saltroad.games.through_the_desert.state import PLACE_CAMEL, State
from saltroad.kernel.contract import Offers
from saltroad.kernel.engine import Engine
from saltroad.kernel.jit import inlined, jit
from saltroad.kernel.state_record import States


def offers(engine: Engine, states: States) -> Offers:
    """What the seat to act may choose."""
    actions, earns = engine.buffer(), engine.buffer()
    count = engine.legal_at(states, 0, actions)
    _try_all(states, engine.states(1), actions, count, earns)
    return Offers(NOTATION, actions[:count].tolist(), earns[:count].tolist())


@inlined
def _earned(s: State, seat: int) -> int:
    return int(s.water_points[seat]) + int(s.oasis_points[seat]) + int(s.area_points[seat])


@jit
def _try_all(states: States, copy: States, actions: Actions, count: int, earns: Actions) -> None:
    s = states[0]
    for k in range(count):
        earns[k] = 0
        if s.phase == PLACE_CAMEL:
            copy[0] = states[0]
            apply(copy[0], actions[k])
            earns[k] = _earned(copy[0], s.seat) - _earned(s, s.seat)
