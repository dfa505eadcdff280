"""Games by seed as a row of check sums, one a ply: to compare runs that must not differ."""

from __future__ import annotations

import json
import zlib

import saltroad
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame
from testing.pebbles import Pebbles


def games() -> dict[str, AnyGame]:
    return {**{name: saltroad.load(name) for name in saltroad.GAMES}, "pebbles": Pebbles()}


def digests(game: AnyGame, *, seeds: int, plies: int) -> dict[str, list[int]]:
    """By configuration and seed: the check sum of the position after each ply, by the compiled driver where it is."""
    found = {}
    for options in game.info.configurations():
        for seed in range(seeds):
            position, rng = game.start_of(options), Rng(seed)
            row = [zlib.crc32(bytes(position))]
            while len(row) <= plies and game.engine.playout(position.states, 0, rng, 1):
                row.append(zlib.crc32(bytes(position)))
            found[f"{options} seed={seed}"] = row
    return found


def all_digests() -> dict[str, dict[str, list[int]]]:
    return {name: digests(game, seeds=2, plies=600) for name, game in games().items()}


if __name__ == "__main__":
    print(json.dumps(all_digests()))
