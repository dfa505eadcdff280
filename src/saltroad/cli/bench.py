"""`saltroad bench`: how fast the rules run on this machine. benchmarks/playouts.py compares them with OpenSpiel's."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

import saltroad.games
from saltroad.cli.common import Json, print_json, progress

if TYPE_CHECKING:
    from saltroad.kernel.contract import AnyGame

app = typer.Typer(no_args_is_help=True, help="Measure how fast the rules run on this machine.")

PLAYERS = 4
BATCH = 4096


@app.callback()
def bench() -> None:
    """Measure how fast the rules run on this machine."""


@app.command()
def kernel(
    game: Annotated[str | None, typer.Option("--game", "-g", metavar="G", help="One game only.")] = None,
    seconds: Annotated[float, typer.Option(metavar="T", min=0.1, max=600, help="How long to measure each.")] = 2.0,
    as_json: Json = False,
) -> None:
    """Measure random playouts with 4 players: one game after the other, a batch of 4,096, two threads.

    A step is one action, chance's included. Each rate is the best of several rounds. compile_seconds is a first start
    with an empty cache, in a process of its own; cached_start_seconds the second one.
    """
    names = saltroad.games.GAMES if game is None else (saltroad.games.info(game).name,)
    result = {name: measure(name, seconds) for name in progress(names, len(names), "Measuring")}
    _print(result, as_json)


def _print(result: dict[str, dict[str, Any]], as_json: bool) -> None:
    """Print the figures of each game, for people or for programs."""
    if as_json:
        print_json(result)
        return
    for name, row in result.items():
        typer.echo(f"{name}, {row['players']} players")
        for what, value in row.items():
            if what != "players":
                typer.echo(f"  {what.replace('_', ' '):26} {value:>16,.2f}")


@app.command()
def envs(
    game: Annotated[str | None, typer.Option("--game", "-g", metavar="G", help="One game only.")] = None,
    seconds: Annotated[float, typer.Option(metavar="T", min=0.1, max=600, help="How long to measure each.")] = 2.0,
    tables: Annotated[int, typer.Option(metavar="N", min=1, help="Tables of the vector environment.")] = 1024,
    as_json: Json = False,
) -> None:
    """Measure the environments for learning with 4 players, on one core: steps a second, one decision each.

    vector: tables stepped together, packed observations and masks written at each step, and the same as uint8 and
    float32; single: one game and one call for each step, packed; pettingzoo: its `last` and `step`, float32 and mask;
    apply and observe: functions of the contract, from Python. Actions are drawn at random, which is not counted.
    """
    from saltroad.cli import bench_envs

    names = saltroad.games.GAMES if game is None else (saltroad.games.info(game).name,)
    names = tuple(name for name in names if saltroad.games.part(name, "observation") is not None)
    result = {name: bench_envs.measure(name, seconds, tables) for name in progress(names, len(names), "Measuring")}
    _print(result, as_json)


def measure(name: str, seconds: float) -> dict[str, Any]:
    """The figures of one game."""
    cold, cached = start_seconds(name)
    game = saltroad.games.load(name)
    steps, games = playout_rates(game, seconds)
    batch = batch_rate(game, seconds)
    return {
        "players": PLAYERS,
        "steps_per_second": steps,
        "games_per_second": games,
        "ns_per_step": 1e9 / steps,
        "batch_steps_per_second": batch,
        "batch_ns_per_step": 1e9 / batch,
        "threads2_steps_per_second": threads_rate(game, seconds, 2),
        "compile_seconds": cold,
        "cached_start_seconds": cached,
    }


def playout_rates(game: AnyGame, seconds: float) -> tuple[float, float]:
    """Steps and games a second, one game after the other on one core: the best of ten rounds."""
    start, rng = game.start(PLAYERS).states, saltroad.Rng(1)
    games = _games_for(game, seconds / 10)
    best = 0.0, 0.0
    for _ in range(10):
        begun = time.perf_counter()
        steps = game.engine.playouts(start, games, rng)
        took = time.perf_counter() - begun
        best = max(best, (steps / took, games / took))
    return best


def batch_rate(game: AnyGame, seconds: float) -> float:
    """Steps a second in a batch of games that take one step each in turn: the best of ten rounds."""
    start, rng = game.start(PLAYERS).states, saltroad.Rng(2)
    states = game.engine.states(BATCH)
    states[:] = start[0]
    # every game at a ply of its own, as in training and in the mixture of whole games: begun together they would stay
    # together for thousands of steps, and the best round would be one with many of the cheap steps of a setup
    length = game.engine.playouts(start, 200, rng) // 200
    for i in range(BATCH):
        game.engine.playout(states, i, rng, rng.below(length))
    for _ in range(400):
        game.engine.step_all(start, states, rng)
    best = 0.0
    sweeps = 1 + int(seconds / 10 * 1e7 / BATCH)
    for _ in range(10):
        begun = time.perf_counter()
        for _ in range(sweeps):
            game.engine.step_all(start, states, rng)
        best = max(best, sweeps * BATCH / (time.perf_counter() - begun))
    return best


def threads_rate(game: AnyGame, seconds: float, threads: int) -> float:
    """Steps a second in several threads at once, which compiled rules run without the GIL: the best of five rounds."""
    from concurrent.futures import ThreadPoolExecutor

    start = game.start(PLAYERS).states
    games = _games_for(game, seconds / 5)
    best = 0.0
    with ThreadPoolExecutor(threads) as pool:
        for k in range(5):
            rngs = [saltroad.Rng((3, k, thread)) for thread in range(threads)]
            begun = time.perf_counter()
            steps = sum(pool.map(lambda rng: game.engine.playouts(start, games, rng), rngs))
            best = max(best, steps / (time.perf_counter() - begun))
    return best


def _games_for(game: AnyGame, seconds: float) -> int:
    """How many random games take about that long."""
    start, rng = game.start(PLAYERS).states, saltroad.Rng(0)
    game.engine.playouts(start, 10, rng)  # compile, or load
    begun = time.perf_counter()
    game.engine.playouts(start, 200, rng)
    return 1 + int(200 * seconds / (time.perf_counter() - begun))


_START = """
import sys, time
begun = time.perf_counter()
import saltroad
game = saltroad.load(sys.argv[1])
rng = saltroad.Rng(1)
position = game.start(players=4)
game.legal(position), game.weights(position)
game.apply(position, game.decide(position, rng))
game.engine.playouts(position.states, 1, rng)
states = game.engine.states(1)
states[:] = position.states[0]
game.engine.step_all(position.states, states, rng)
print(time.perf_counter() - begun)
"""


def start_seconds(name: str) -> tuple[float, float]:
    """How long a process needs until all is compiled and a game has been played: with an empty cache, then again."""
    with tempfile.TemporaryDirectory(prefix="saltroad-bench-") as folder:
        environment = {**os.environ, "SALTROAD_CACHE_DIR": folder}
        command = [sys.executable, "-c", _START, name]
        cold, cached = (
            float(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)
            for _ in range(2)
        )
    return cold, cached
