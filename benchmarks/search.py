"""Simulations a second beside OpenSpiel's MCTS bot, in one run: part of `make bench`.

A simulation is one way down the tree, a random game to its end and the way back. The peer is OpenSpiel's MCTS bot in
C++ on hex(board_size=11), one rollout a simulation; ours is `uct`, plain search with random playouts, from the start of
each game's play. Beside it stands the search of the strongest level, whose simulations evaluate every child instead of
playing on, alone and in two threads at once. A simulation is as long as its game, so games differ. Seconds are those of
the processor, but for the threads, and rounds alternate: what else the machine does slows both.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from concurrent.futures import ThreadPoolExecutor

import pyspiel

import saltroad
from saltroad.bots import Limit
from saltroad.bots.level_bots import evaluator_of, levels_of
from saltroad.bots.search import PLAIN, Search, SearchSettings
from saltroad.bots.search.bot import warm
from saltroad.kernel.contract import AnyGame, Position

PEER = "hex(board_size=11)"
PLAYERS = {"through_the_desert": 2, "desert_bazaar": 3, "bazaar": 2}


def peer_rate(simulations: int, seed: int) -> float:
    """The peer's simulations a second, from the start of the game."""
    game = pyspiel.load_game(PEER)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, seed), 1.4, simulations, 1000, False, seed, False)
    state = game.new_initial_state()
    begun = time.thread_time()
    bot.mcts_search(state)
    return simulations / (time.thread_time() - begun)


def opening(game: AnyGame, players: int) -> Position:
    """Where the first seat has a choice to make."""
    rng = saltroad.Rng(1)
    position = game.settle(game.start(players=players), rng)
    while len(game.legal(position)) == 1:
        position = game.settle(game.apply(position, game.legal(position)[0]), rng)
    return position


def our_rate(game: AnyGame, settings: SearchSettings, seconds: float, seed: int) -> float:
    """Our simulations a second."""
    players = PLAYERS[game.info.name]
    search = Search(game.engine, evaluator_of(game), players, settings, saltroad.Rng(seed), clock=time.thread_time)
    search.place(opening(game, players))
    begun = time.thread_time()
    made = search.run(Limit(seconds=seconds))
    return made / (time.thread_time() - begun)


def beside_another(game: AnyGame, settings: SearchSettings, simulations: int, seed: int) -> float:
    """How many times the simulations of one thread two of them make in the same time: 2 where there are two cores."""
    players = PLAYERS[game.info.name]
    searches = [Search(game.engine, evaluator_of(game), players, settings, saltroad.Rng([seed, k])) for k in range(2)]
    for search in searches:
        search.place(opening(game, players))
    limit = Limit(nodes=simulations)
    begun = time.perf_counter()
    searches[0].run(limit)
    alone = time.perf_counter() - begun
    for search in searches:
        search.place(opening(game, players), again=False)
    begun = time.perf_counter()
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(lambda search: search.run(limit), searches))
    return 2 * alone / (time.perf_counter() - begun)


def compare(name: str, rounds: int, seconds: float) -> dict[str, float]:
    """One game and the peer, round by round."""
    game = saltroad.load(name)
    warm(game, evaluator_of(game))
    settings = levels_of(name)[-1].settings
    plain, guided, theirs, both = [], [], [], []
    for k in range(rounds):
        plain.append(our_rate(game, PLAIN, seconds, k))
        theirs.append(peer_rate(max(200, int(5_000 * seconds)), k))
        guided.append(our_rate(game, settings, seconds, k))
        both.append(beside_another(game, settings, max(100, int(seconds * guided[-1])), k))
    return {
        "players": PLAYERS[name],
        "simulations_per_second": statistics.median(plain),
        "peer_simulations_per_second": statistics.median(theirs),
        "ratio": statistics.median(a / b for a, b in zip(plain, theirs, strict=True)),
        "guided_simulations_per_second": statistics.median(guided),
        "two_threads": statistics.median(both),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each, alternating (default 5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each of them searches (default 1)")
    parser.add_argument("--json", action="store_true", help="one JSON object by game")
    arguments = parser.parse_args()
    result = {name: compare(name, arguments.rounds, arguments.seconds) for name in saltroad.games.BUILT_IN}
    if arguments.json:
        print(json.dumps(result, indent=1))
        return
    for name, row in result.items():
        print(f"{name}, {row['players']} players, one core (medians of {arguments.rounds} rounds)")
        print(f"  simulations a second      {row['simulations_per_second']:>14,.0f}")
        print(f"  {PEER:25} {row['peer_simulations_per_second']:>14,.0f}")
        print(f"  ratio                     {row['ratio']:>14.1f}")
        print(f"  the master's, with an evaluator {row['guided_simulations_per_second']:>14,.0f}")
        print(f"  two threads, beside one   {row['two_threads']:>14.2f}")


if __name__ == "__main__":
    main()
