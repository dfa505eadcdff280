"""Random playouts beside OpenSpiel's C++, in one run: `make bench`.

The peer is OpenSpiel's RandomRolloutEvaluator on hex(board_size=11), which plays random games in C++ with nothing of
Python between: asked through an MCTS bot of two simulations, since its evaluators have no call of their own in Python.
A step is one action on both sides (ours count chance's). Rounds alternate, so that a busy machine slows both.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time

import pyspiel

import saltroad
from saltroad.cli import bench

PEER = "hex(board_size=11)"
NEEDED = {"through_the_desert": 5.0, "desert_bazaar": 3.0, "bazaar": 8.0}
"""How many times the peer's rate each game is to reach."""
MOST_BATCH_COST = {"through_the_desert": 1.3, "desert_bazaar": 1.5, "bazaar": 1.5}
"""How much more a step in a batch may cost than one in a single game."""
_SIMULATIONS = 2


def peer_length(games: int = 300) -> float:
    """How many steps a random game of the peer has, on average."""
    game, rng, steps = pyspiel.load_game(PEER), random.Random(1), 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
    return steps / games


def peer_rate(length: float, rollouts: int, seed: int) -> float:
    """The peer's steps a second."""
    game = pyspiel.load_game(PEER)
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, _SIMULATIONS, 100, False, seed, False)
    state = game.new_initial_state()
    begun = time.perf_counter()
    bot.mcts_search(state)
    return _SIMULATIONS * rollouts * length / (time.perf_counter() - begun)


def compare(name: str, rounds: int, length: float) -> dict[str, float]:
    """One game and the peer, round by round."""
    game = saltroad.load(name)
    ours, batch, theirs, threads = [], [], [], []
    for k in range(rounds):
        ours.append(bench.playout_rates(game, 1.0)[0])
        theirs.append(peer_rate(length, 3000, k))
        batch.append(bench.batch_rate(game, 1.0))
        threads.append(bench.threads_rate(game, 1.0, 2) / bench.threads_rate(game, 1.0, 1))
    return {
        "steps_per_second": statistics.median(ours),
        "peer_steps_per_second": statistics.median(theirs),
        "ratio": statistics.median(a / b for a, b in zip(ours, theirs, strict=True)),
        "needed_ratio": NEEDED[name],
        "batch_steps_per_second": statistics.median(batch),
        "batch_cost": statistics.median(a / b for a, b in zip(ours, batch, strict=True)),
        "most_batch_cost": MOST_BATCH_COST[name],
        "threads2_speedup": statistics.median(threads),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each, alternating (default 7)")
    parser.add_argument("--json", action="store_true", help="one JSON object by game")
    arguments = parser.parse_args()
    length = peer_length()
    result = {}
    for name in saltroad.games.BUILT_IN:
        row = compare(name, arguments.rounds, length)
        cold, cached = bench.start_seconds(name)
        result[name] = {**row, "compile_seconds": cold, "cached_start_seconds": cached}
    if arguments.json:
        print(json.dumps(result, indent=1))
        return
    for name, row in result.items():
        print(f"{name}, random playouts, {bench.PLAYERS} players, one core (medians of {arguments.rounds} rounds)")
        print(f"  steps a second            {row['steps_per_second']:>14,.0f}")
        print(f"  {PEER:25} {row['peer_steps_per_second']:>14,.0f}")
        print(f"  ratio                     {row['ratio']:>14.1f}   at least {row['needed_ratio']:g} wanted")
        print(f"  batch of {bench.BATCH:,}, a second {row['batch_steps_per_second']:>14,.0f}")
        print(
            f"  cost of a batch step      {row['batch_cost']:>14.2f}   at most {row['most_batch_cost']:g} times wanted"
        )
        print(f"  two threads               {row['threads2_speedup']:>14.2f}   times one")
        print(f"  first start, compiling    {row['compile_seconds']:>14.1f} s   under 10 s wanted")
        print(
            f"  start from the cache      {row['cached_start_seconds']:>14.2f} s   under 1 s wanted; SciPy costs 0.25"
        )


if __name__ == "__main__":
    main()
