"""Does analysis find mistakes, and leave good moves alone? And how long does it take?

    python benchmarks/planted_mistakes.py --positions 100     # planted mistakes, all three games
    python benchmarks/planted_mistakes.py --game bazaar --time  # a game of four at the standard depth, on all cores

Positions come from games of `trader`, one from each, all numbers of players in turn. A long search, ten times as deep
as the standard, compares the moves that look best and two that are drawn. A move that it says loses 0.15 of the win or
more is a planted mistake; the one that it calls best is a good move. Then the standard analysis is asked of each.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from saltroad import games
from saltroad.analysis import AnalysisSettings, analyse
from saltroad.analysis.calibrate import played_game
from saltroad.analysis.grades import BLUNDER
from saltroad.analysis.model import FLAGGED
from saltroad.analysis.plies import PlyAnalyser, setup_plies
from saltroad.bots.analysis_profile import profile_of
from saltroad.kernel.actors import CHANCE
from saltroad.kernel.chance import Rng
from saltroad.records.history import History

DEEP = 10
DRAWN = 2
"""Moves that are drawn at random, beside those that look best."""
SEED = 5


def positions(name: str) -> Iterator[tuple[History, int]]:
    """Games with a ply that is a decision: one of each, all phases alike."""
    game = games.load(name)
    counts = [players for players in game.info.players if players > 1]
    number = 0
    while True:
        history = played_game(game, counts[number % len(counts)], 100_000 + number)
        rng = np.random.default_rng((SEED, number))
        number += 1
        decisions = [
            ply
            for ply in range(setup_plies(history), len(history))
            if history.actors[ply] != CHANCE and len(game.legal_indices(history.positions[ply])) > 1
        ]
        yield history, int(rng.choice(decisions))


def with_move(history: History, ply: int, action: Any) -> History:
    """The game up to a ply, and then this move."""
    other = History(history.game, history.options)
    for each in (*history.actions[:ply], action):
        other.play(each)
    return other


def is_flagged(history: History, ply: int, action: Any) -> bool:
    """Whether the standard analysis says that a move costs something."""
    return PlyAnalyser(with_move(history, ply, action), AnalysisSettings(seed=1)).analyse(ply).grade in FLAGGED


def planted(name: str, wanted: int) -> dict[str, Any]:
    """How many planted mistakes and how many good moves are flagged."""
    mistakes: list[bool] = []
    good: list[bool] = []
    looked_at = 0
    deep = AnalysisSettings(visits=DEEP * profile_of(name).visits, seed=2)
    for history, ply in positions(name):
        looked_at += 1
        position, rng = history.positions[ply], Rng((SEED, looked_at))
        legal = history.game.legal(position)
        losses = {}
        for action in {rng.pick(legal) for _ in range(DRAWN)}:
            found = PlyAnalyser(with_move(history, ply, action), deep).analyse(ply)
            losses[str(action)] = found.loss or 0.0
            best = found.best[0].action if found.best else str(action)
        if len(good) < wanted:
            good.append(is_flagged(history, ply, best))
        worst = max(losses, key=losses.__getitem__)
        if losses[worst] >= BLUNDER and len(mistakes) < wanted:
            mistakes.append(is_flagged(history, ply, worst))
        print(f"\r{name}: {len(mistakes)} mistakes, {len(good)} good moves", end="", file=sys.stderr)
        if len(mistakes) >= wanted and len(good) >= wanted:
            break
    print(file=sys.stderr)
    return {
        "game": name,
        "positions": looked_at,
        "mistakes": len(mistakes),
        "mistakes_flagged": sum(mistakes),
        "good": len(good),
        "good_flagged": sum(good),
    }


def timed(name: str) -> dict[str, Any]:
    """A game of four at the standard depth, by a worker on each core."""
    history = played_game(games.load(name), 4, 100_000)
    begun = time.perf_counter()
    analyse(history, jobs=os.cpu_count() or 1)
    return {"game": name, "plies": len(history), "seconds": round(time.perf_counter() - begun, 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--game", choices=list(games.GAMES), action="append", help="one game (all)")
    parser.add_argument("--positions", type=int, default=100, help="how many of each kind (100)")
    parser.add_argument("--time", action="store_true", help="time a whole game instead")
    parser.add_argument("--out", type=Path, help="write the figures to this file as JSON")
    given = parser.parse_args()
    found = []
    for name in given.game or games.BUILT_IN:
        found.append(timed(name) if given.time else planted(name, given.positions))
        print(json.dumps(found[-1]), flush=True)
    if given.out is not None:
        given.out.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
