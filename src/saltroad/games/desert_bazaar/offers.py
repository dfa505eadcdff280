"""What an action of Desert Bazaar brings at once, and what a tile costs: the payment that is offered first.

A tile earns when it is paid for; what stands beside a placement is what it brings then. Markers and most cards are
counted at the end (DB-41, DB-42): nothing earns them.
"""

from __future__ import annotations

import numpy as np

from saltroad.games.desert_bazaar import indices as ix
from saltroad.games.desert_bazaar.actions import NOTATION
from saltroad.games.desert_bazaar.camps import raise_tent
from saltroad.games.desert_bazaar.components import CARD_SETS, SPACES
from saltroad.games.desert_bazaar.paying import default_payment
from saltroad.games.desert_bazaar.rules import Actions
from saltroad.games.desert_bazaar.state import CLOSING, PAY, State
from saltroad.kernel.contract import Offers
from saltroad.kernel.engine import Engine
from saltroad.kernel.jit import inlined, jit
from saltroad.kernel.state_record import States

_NO_PRICE = -1
_PRICES: tuple[str | None, ...] = (*CARD_SETS, None)
"""By number; the last stands for no price."""
_UNKNOWN = -1


def offers(engine: Engine, states: States) -> Offers:
    """What the seat to act may choose."""
    actions, earns, prices = engine.buffer(), engine.buffer(), engine.buffer()
    count = engine.legal_at(states, 0, actions)
    _try_all(states, engine.states(1), actions, count, np.full(SPACES, _UNKNOWN, np.int64), earns, prices)
    costs = [_PRICES[price] for price in prices[:count].tolist()]
    return Offers(NOTATION, actions[:count].tolist(), earns[:count].tolist(), costs)


@inlined
def _earned(s: State, seat: int) -> int:
    earned = 0
    for source in range(CLOSING + 1):
        earned += int(s.points[source * ix.MOST_PLAYERS + seat])
    return earned


@inlined
def _tent_earns(states: States, copy: States, tile: int, space: int) -> int:
    seat = states[0].seat
    copy[0] = states[0]
    raise_tent(copy[0], tile, space)
    return _earned(copy[0], seat) - _earned(states[0], seat)


@jit
def _try_all(
    states: States, copy: States, actions: Actions, count: int, at: Actions, earns: Actions, prices: Actions
) -> None:
    s = states[0]
    for k in range(count):
        action = actions[k]
        earns[k] = 0
        prices[k] = _NO_PRICE
        if ix.BUILD <= action < ix.DONE:
            tile = (action - ix.BUILD) // SPACES
            space = action - ix.BUILD - tile * SPACES
            if at[space] == _UNKNOWN:  # the same whatever the tile
                at[space] = _tent_earns(states, copy, tile, space)
            earns[k] = at[space]
            prices[k] = default_payment(s, tile, space)
        elif s.phase == PAY:
            if at[s.site] == _UNKNOWN:
                at[s.site] = _tent_earns(states, copy, s.building, s.site)
            earns[k] = at[s.site]
