"""The compiled rules of Bazaar, bound to the drivers of the kernel."""

from __future__ import annotations

from saltroad.games.bazaar.components import WARES
from saltroad.games.bazaar.indices import RATES
from saltroad.games.bazaar.info import INFO
from saltroad.games.bazaar.rules import actor, apply, legal, weights
from saltroad.games.bazaar.standing import score, tie_break
from saltroad.games.bazaar.state import DTYPE
from saltroad.kernel.engine import Engine

ENGINE = Engine(
    name=INFO.name,
    dtype=DTYPE,
    most_legal=WARES,  # the first ware to show; 45 pairs of rate cards are as many
    actor=actor,
    legal=legal,
    weights=weights,
    apply=apply,
    score=score,
    tie_break=tie_break,
    seat_actions=RATES,
)
