"""The numbers in a mind: small data files, one a game, each with how it was made.

They are data, not code: a search reads them when it starts, and nothing is compiled again when they change.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from importlib import resources


@functools.cache
def weights_of(game: str) -> Mapping[str, float]:
    """The weights of a game's mind, by name."""
    text = resources.files(__package__).joinpath(f"{game}.json").read_text("utf-8")
    found: dict[str, float] = json.loads(text)["weights"]
    return found


def in_order(game: str, names: Sequence[str]) -> list[float]:
    """The weights in the order of the names that a mind knows them by; each must be there, and no other."""
    weights = weights_of(game)
    if set(weights) != set(names):
        raise ValueError(f"the weights of {game} are {sorted(weights)}, and should be {sorted(names)}")
    return [weights[name] for name in names]
