"""Many games stepped together, in compiled code: what vector environments, data sets and training run on.

    batch = Batch("bazaar", 4096, players=4, seed=1)
    while training:
        batch.step(policy(batch.observations, batch.masks))  # then see batch.rewards, batch.ended, batch.actors

The names above are what programs use; `docs/guide/learning.md` tells of them.
"""

from __future__ import annotations

from saltroad.batch.batch import Autoreset, Batch, IllegalActions, Reward
from saltroad.batch.compiled import (
    NoObservation,
    PositionEncoder,
    encode,
    encode_all,
    encode_view,
    has_observation,
    layout_of,
    mask_words,
    seat_actions,
)
from saltroad.batch.playouts import Playouts, playouts
from saltroad.batch.single import SingleGame

__all__ = [
    "Autoreset",
    "Batch",
    "IllegalActions",
    "NoObservation",
    "Playouts",
    "PositionEncoder",
    "Reward",
    "SingleGame",
    "encode",
    "encode_all",
    "encode_view",
    "has_observation",
    "layout_of",
    "mask_words",
    "playouts",
    "seat_actions",
]
