"""The weights of an evaluator: `bot/weights.json` of a game's folder, a small data file that says how it was made.

They are data, not code: a search reads them when it starts, and nothing is compiled again when they change.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path

from saltroad import games


def weights_file(game: str) -> Path:
    """The file with the weights of a game's evaluator."""
    return Path(str(resources.files(games.package_of(game)).joinpath("bot", "weights.json")))


@functools.cache
def weights_of(game: str) -> Mapping[str, float]:
    """The weights of a game's evaluator, by name."""
    found: dict[str, float] = json.loads(weights_file(game).read_text("utf-8"))["weights"]
    return found


def in_order(game: str, names: Sequence[str]) -> list[float]:
    """The weights in the order of the names that an evaluator knows them by; each must be there, and no other."""
    weights = weights_of(game)
    if set(weights) != set(names):
        raise ValueError(f"the weights of {game} are {sorted(weights)}, and should be {sorted(names)}")
    return [weights[name] for name in names]
