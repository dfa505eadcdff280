"""Figures of Desert Bazaar that decisions and tests rest on: `python benchmarks/desert_bazaar.py [--games N]`.

How many actions a node of random play has and how many payments a placement, and how many tents fit on the board:
encampments of seven at most, found by annealing (a search, not a proof).
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import time

import saltroad
from saltroad.games.desert_bazaar.components import ENCAMPMENT_SIZE, NEIGHBOURS, SPACES


def widths(games: int) -> tuple[list[int], list[int]]:
    """The legal actions at every node where a seat acts, and of these the payments, in games of four."""
    game, rng = saltroad.load("desert_bazaar"), saltroad.Rng(1)
    nodes, payments = [], []
    for _ in range(games):
        position = game.start(players=4)
        while game.actor(position) != saltroad.NOBODY:
            if game.actor(position) >= 0:
                legal = game.legal(position)
                nodes.append(len(legal))
                if str(legal[0]).startswith("pay"):
                    payments.append(len(legal))
            game.engine.playout(position.states, 0, rng, 1)
    return nodes, payments


def _camp(tents: set[int], space: int) -> int:
    found, left = {space}, [space]
    while left and len(found) <= ENCAMPMENT_SIZE:
        near = [x for x in NEIGHBOURS[left.pop()] if x in tents and x not in found]
        found.update(near)
        left += near
    return len(found)


def densest(seconds: float, sweep: int = 60_000) -> int:
    """The most tents that a search finds room for."""
    rng, best, until = random.Random(1), 0, time.perf_counter() + seconds
    while time.perf_counter() < until:
        tents: set[int] = set()
        for step in range(sweep):
            heat = max(0.08, 1 - step / sweep)
            space = rng.randrange(SPACES)
            if space not in tents:
                tents.add(space)
                if _camp(tents, space) > ENCAMPMENT_SIZE:
                    tents.remove(space)
            elif rng.random() < 0.6 * math.exp(-1 / heat):
                tents.remove(space)
            elif (other := rng.randrange(SPACES)) not in tents:  # move it there, if that is allowed
                tents ^= {space, other}
                if _camp(tents, other) > ENCAMPMENT_SIZE:
                    tents ^= {space, other}
            best = max(best, len(tents))
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400, help="random games of four (default 400)")
    parser.add_argument("--seconds", type=float, default=60, help="how long to pack tents (default 60)")
    arguments = parser.parse_args()
    nodes, payments = widths(arguments.games)
    print(f"{arguments.games} random games of four: {len(nodes):,} nodes, {max(nodes)} legal actions at most")
    print(f"payments of a placement: {statistics.mean(payments):.2f} on average, {max(payments)} at most")
    print(f"tents on {SPACES} spaces: {densest(arguments.seconds)} in the densest packing found")


if __name__ == "__main__":
    main()
