"""The environments beside those of other libraries, in one run: `python benchmarks/environments.py`.

A step is one decision: a random legal action is played, and the next observation and mask are there. Drawing the action
is not counted, nor is a new game where a library does not start it by itself; what chance decides on the way is part of
the step. Ours have four players. There are six comparisons:

  batch           1,024 games stepped together, observations and masks as packed bits, beside pgx's, compiled by JAX
  batch_float32   the same with observations as float32
  single          one game, one call a step, packed, beside OpenSpiel's C++ from Python and RLCard's games
  pettingzoo      PettingZoo's `step` and `last`, beside its own classic games
  openspiel       our games through OpenSpiel's API, beside its games in Python and in C++
  openspiel_mcts  OpenSpiel's MCTS bot (C++, random rollouts) on our games, beside the same bot on its games; steps are
                  those of the rollouts, chance's counted, since games differ in length

All run in one process on one core, in rounds that alternate, and seconds are those of the processor, so that a busy
machine slows all of them alike; a ratio is the median of those of the rounds. Games differ in what a step has to do: a
ratio says how long a learner waits for one, not whose code is better. What is not installed is skipped:
`pip install -e '.[bench]'` brings all of it. The page in the docs is made by

  python benchmarks/environments.py --markdown > docs/reference/speed.md
"""

from __future__ import annotations

import argparse
import functools
import importlib
import importlib.metadata
import json
import os
import platform
import random
import statistics
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import saltroad
from saltroad.cli import bench_envs
from saltroad.cli.bench_envs import PLAYERS, Step
from saltroad.cli.common import progress
from saltroad.kernel.observation import Form

PGX = ("connect_four", "hex", "backgammon")
PETTINGZOO = ("connect_four_v3", "tictactoe_v3", "chess_v6", "go_v5", "leduc_holdem_v4", "texas_holdem_v4")
RLCARD = ("leduc-holdem", "uno", "mahjong")
OPEN_SPIEL = ("hex(board_size=11)", "backgammon")
OPEN_SPIEL_PYTHON = ("python_tic_tac_toe", "python_block_dominoes")
INSTALL = {
    "pgx": "pip install pgx",
    "pettingzoo": "pip install 'pettingzoo[classic]'",
    "rlcard": "pip install rlcard",
    "open_spiel": "pip install open_spiel",
}
KINDS = {
    "batch": "{tables:,} games at once, packed observations and masks",
    "batch_float32": "{tables:,} games at once, observations as float32",
    "single": "one game, one call a step, packed observation and mask",
    "pettingzoo": "PettingZoo, `step` and `last`",
    "openspiel": "OpenSpiel's API, from Python",
    "openspiel_mcts": "OpenSpiel's MCTS bot, steps of its rollouts",
}
_SIMULATIONS = 8


# -- the other libraries -----------------------------------------------------------------------------------------------


def pgx_step(name: str, tables: int) -> tuple[Step, float]:
    """A batch of pgx's, in which finished games start anew."""
    pgx, jax = importlib.import_module("pgx"), importlib.import_module("jax")
    auto_reset = importlib.import_module("pgx.experimental").auto_reset
    env = pgx.make(name)
    advance = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    split = jax.jit(lambda key: jax.random.split(key, tables))
    draw = jax.jit(lambda key, mask: jax.random.categorical(key, jax.numpy.log(mask.astype("float32")), axis=-1))
    keys = map(jax.random.key, iter(range(1, 1 << 30)))
    state = jax.jit(jax.vmap(env.init))(split(next(keys)))

    def step() -> float:
        nonlocal state
        given = jax.block_until_ready((draw(next(keys), state.legal_action_mask), split(next(keys))))
        begun = time.perf_counter()
        state = jax.block_until_ready(advance(state, *given))
        return time.perf_counter() - begun

    return step, tables


def classic_step(name: str) -> tuple[Step, float]:
    """One of PettingZoo's classic games."""
    env = importlib.import_module(f"pettingzoo.classic.{name}").env()
    env.reset(seed=1)
    rng = np.random.default_rng(1)

    def step() -> float:
        agent = env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            env.reset()
        action = int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"])))
        begun = time.perf_counter()
        env.step(action)
        env.last()
        return time.perf_counter() - begun

    return step, 1


def rlcard_step(name: str) -> tuple[Step, float]:
    """One of RLCard's games: its state has the observation and the legal actions."""
    env = importlib.import_module("rlcard").make(name, config={"seed": 1})
    state, rng = env.reset()[0], random.Random(1)

    def step() -> float:
        nonlocal state
        if env.is_over():
            state = env.reset()[0]
        action = rng.choice(list(state["legal_actions"]))
        begun = time.perf_counter()
        state = env.step(action)[0]
        return time.perf_counter() - begun

    return step, 1


def load_spiel(name: str) -> Any:
    """A game of OpenSpiel's, of its Python games, or of ours through its API."""
    importlib.import_module("saltroad.envs")
    for module in ("tic_tac_toe", "block_dominoes"):
        importlib.import_module(f"open_spiel.python.games.{module}")
    return importlib.import_module("pyspiel").load_game(name)


def draw_chance(state: Any, rng: random.Random) -> None:
    """Let chance decide until a player is to act, or the game is over."""
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, weights)[0])


def spiel_step(name: str) -> tuple[Step, float]:
    """A game by OpenSpiel's API: the action, chance, what its observer writes, and the mask."""
    game, rng = load_spiel(name), random.Random(1)
    observer = importlib.import_module("open_spiel.python.observation").make_observation(game)
    state = game.new_initial_state()
    draw_chance(state, rng)

    def step() -> float:
        nonlocal state
        if state.is_terminal():
            state = game.new_initial_state()
            draw_chance(state, rng)
        action = rng.choice(state.legal_actions())
        begun = time.perf_counter()
        state.apply_action(action)
        draw_chance(state, rng)
        if not state.is_terminal():
            observer.set_from(state, state.current_player())
            state.legal_actions_mask()
        return time.perf_counter() - begun

    return step, 1


def mcts_step(name: str) -> tuple[Step, float]:
    """A search by OpenSpiel's MCTS bot, from where the first player has a choice."""
    pyspiel, game, rng = importlib.import_module("pyspiel"), load_spiel(name), random.Random(1)
    opening = game.new_initial_state()
    draw_chance(opening, rng)
    while len(opening.legal_actions()) == 1:
        opening.apply_action(opening.legal_actions()[0])
        draw_chance(opening, rng)
    seeds = iter(range(1, 1 << 30))

    def step() -> float:
        seed = next(seeds)
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, _SIMULATIONS, 100, False, seed, False)
        begun = time.perf_counter()
        bot.mcts_search(opening)
        return time.perf_counter() - begun

    return step, _SIMULATIONS * mean_length(game, opening, rng)


def mean_length(game: Any, opening: Any, rng: random.Random) -> float:
    """How many steps a random game has from there, chance's counted."""
    if game.get_type().short_name.startswith("saltroad_"):
        games, start = 1000, opening.position.states
        return float(game.rules.engine.playouts(start, games, saltroad.Rng(1)) / games)
    steps, games = 0, 100
    for _ in range(games):
        state = opening.clone()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
    return steps / games


# -- who is compared with whom -----------------------------------------------------------------------------------------


def our_step(kind: str, name: str, tables: int) -> tuple[Step, float]:
    """A step of one of our games, and how many steps it counts for."""
    if kind.startswith("batch"):
        form: Form = "packed" if kind == "batch" else "float32"
        return bench_envs.vector_step(saltroad.load(name), tables, form), tables
    if kind == "single":
        return bench_envs.single_step(saltroad.load(name)), 1
    if kind == "pettingzoo":
        return bench_envs.pettingzoo_step(name), 1
    spiel = f"saltroad_{name}(players={PLAYERS})"
    return mcts_step(spiel) if kind == "openspiel_mcts" else spiel_step(spiel)


def peers(kind: str, tables: int) -> Iterator[tuple[str, str, Callable[[], tuple[Step, float]]]]:
    """The others in it: the library that each needs, its label, and what sets it up."""
    if kind.startswith("batch"):
        for name in PGX:
            yield "pgx", f"pgx {name}", functools.partial(pgx_step, name, tables)
    elif kind == "pettingzoo":
        for name in PETTINGZOO:
            yield "pettingzoo", f"PettingZoo {name}", functools.partial(classic_step, name)
    else:
        step = mcts_step if kind == "openspiel_mcts" else spiel_step
        for name in OPEN_SPIEL if kind == "single" else (*OPEN_SPIEL_PYTHON, *OPEN_SPIEL):
            yield "open_spiel", f"OpenSpiel {name}", functools.partial(step, name)
        for name in RLCARD if kind == "single" else ():
            yield "rlcard", f"RLCard {name}", functools.partial(rlcard_step, name)


def set_up(
    kind: str, games: list[str], tables: int, skipped: dict[str, str]
) -> tuple[dict[str, tuple[Step, float]], dict[str, tuple[Step, float]]]:
    """Our steps and theirs, each with how many it counts for; what is not installed is noted as skipped."""
    needs = {"pettingzoo": "pettingzoo", "openspiel": "open_spiel", "openspiel_mcts": "open_spiel"}
    ours: dict[str, tuple[Step, float]] = {}
    theirs: dict[str, tuple[Step, float]] = {}
    for name in games:
        try:
            ours[name] = our_step(kind, name, tables)
        except ImportError as error:
            skipped[f"{kind}, {name}"] = f"{error}: {INSTALL[needs[kind]]}"
    for library, label, make in peers(kind, tables) if ours else ():
        try:
            theirs[label] = make()
        except ImportError as error:
            skipped[label] = f"{error}: {INSTALL[library]}"
    return ours, theirs


# -- measuring ---------------------------------------------------------------------------------------------------------


def rate(step: Step, counts: float, seconds: float) -> float:
    """Steps a second of the processor in about that time, of which drawing the actions is part."""
    steps, took = 0, 0.0
    begun, worked = time.perf_counter(), time.process_time()
    while not steps or time.perf_counter() < begun + seconds:
        took += step()
        steps += 1
    # asking the processor's clock at every step would cost as much as some steps do: others take their share evenly
    share = (time.process_time() - worked) / (time.perf_counter() - begun)
    return counts * steps / (took * share)


def compare(
    kind: str, games: list[str], tables: int, rounds: int, seconds: float, skipped: dict[str, str]
) -> dict[str, Any]:
    """One kind of environment: rates by label, and how many times each peer's rate each of our games makes."""
    ours, theirs = set_up(kind, games, tables, skipped)
    rates: dict[str, list[float]] = {label: [] for label in (*ours, *theirs)}
    for k in range(rounds + 1):
        for label, (step, counts) in {**ours, **theirs}.items():
            found = rate(step, counts, seconds)
            if k:  # the first round is for what compiles
                rates[label].append(found)
    return {
        "steps_per_second": {label: statistics.median(several) for label, several in rates.items()},
        "ratios": {
            peer: {
                name: statistics.median(a / b for a, b in zip(rates[name], rates[peer], strict=True)) for name in ours
            }
            for peer in theirs
        },
    }


def machine() -> dict[str, Any]:
    """What it is measured on, with the load of the last minute: one that is much over 0 is not quiet."""
    model = platform.machine()
    if Path("/proc/cpuinfo").exists():
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), model)
    libraries = ("numpy", "numba", "gymnasium", "pettingzoo", "open_spiel", "rlcard", "pgx", "jax")
    versions = {"python": platform.python_version(), "saltroad": saltroad.__version__}
    for name in libraries:
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return {"processor": model, "cores": os.cpu_count(), "load": round(os.getloadavg()[0], 1), "versions": versions}


# -- telling -----------------------------------------------------------------------------------------------------------


def rows_of(kind: dict[str, Any]) -> Iterator[tuple[str, float, list[str]]]:
    """The lines of a table: label, steps a second, and how many times as many each of our games makes."""
    for label, steps in kind["steps_per_second"].items():
        ratios = kind["ratios"].get(label, {})
        yield label, steps, [f"{ratios[name]:,.2g}" if ratios[name] < 10 else f"{ratios[name]:,.0f}" for name in ratios]


def conditions(result: dict[str, Any], rounds: int) -> str:
    """Where and how it was measured, in a sentence."""
    there = result["machine"]
    versions = ", ".join(f"{name} {version}" for name, version in there["versions"].items())
    busy = " (measured on a busy machine)" if there["load"] > 1 else ""
    return (
        f"One of {there['cores']} cores ({there['processor']}), load {there['load']}{busy}; "
        f"medians of {rounds} alternating rounds. Versions: {versions}."
    )


def print_table(result: dict[str, Any], games: list[str], tables: int, rounds: int) -> None:
    """For people."""
    print(conditions(result, rounds))
    for kind, found in result["kinds"].items():
        columns = "".join(f"{name:>20}" for name in games)
        print(f"\n{KINDS[kind].format(tables=tables)}\n{'':40}{'steps a second':>16}{columns}")
        for label, steps, ratios in rows_of(found):
            print(f"  {label:38}{steps:>16,.0f}" + "".join(f"{ratio + ' times':>20}" for ratio in ratios))
    for what, how in result["skipped"].items():
        print(f"skipped: {what} ({how})")


def print_page(result: dict[str, Any], games: list[str], tables: int, rounds: int) -> None:
    """The page of the docs."""
    print("# Environments beside those of other libraries\n")
    print("Made by `python benchmarks/environments.py --markdown`, which measures all of it in one run (`--help`).")
    print("The last columns say how many times the steps of that line each of our games makes, with four players.")
    print("A step is one decision by a random legal action, with the next observation and mask. Games differ in what")
    print("a step has to do: a ratio says how long a learner waits for one, not whose code is better.\n")
    print(conditions(result, rounds))
    titles = [saltroad.games.info(name).title for name in games]
    for kind, found in result["kinds"].items():
        print(f"\n## {KINDS[kind].format(tables=tables)}\n")
        print(f"| | steps a second | {' | '.join(titles)} |\n|---|---:|{'---:|' * len(games)}")
        for label, steps, ratios in rows_of(found):
            ours = label in games
            name = saltroad.games.info(label).title if ours else label
            print(f"| {name} | {float(f'{steps:.3g}'):,.0f} | {' | '.join(ratios or [''] * len(games))} |")
    if result["skipped"]:
        print("\nNot measured: " + "; ".join(f"{what} ({how})" for what, how in result["skipped"].items()) + ".")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=saltroad.games.BUILT_IN, help="one of our games only")
    parser.add_argument("--kind", choices=KINDS, action="append", help="one comparison only (may be repeated)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each, alternating (default 5)")
    parser.add_argument("--seconds", type=float, default=0.5, help="how long each lasts in a round (default 0.5)")
    parser.add_argument("--tables", type=int, default=1024, help="games of a batch (default 1024)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON object")
    form.add_argument("--markdown", action="store_true", help="the page of the docs")
    arguments = parser.parse_args()
    if min(arguments.rounds, arguments.tables) < 1:
        parser.error("--rounds and --tables are at least 1")
    warnings.filterwarnings("ignore", module="gymnasium")  # of PettingZoo's own spaces
    if hasattr(os, "sched_setaffinity"):  # before JAX counts the cores for its threads
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    games = [arguments.game] if arguments.game else list(saltroad.games.BUILT_IN)
    kinds = arguments.kind or list(KINDS)
    skipped: dict[str, str] = {}
    result: dict[str, Any] = {"machine": machine(), "kinds": {}, "skipped": skipped}
    measured = (games, arguments.tables, arguments.rounds, arguments.seconds, skipped)
    for kind in progress(kinds, len(kinds), "Measuring"):
        result["kinds"][kind] = compare(kind, *measured)
    if arguments.json:
        print(json.dumps(result, indent=1))
    else:
        (print_page if arguments.markdown else print_table)(result, games, arguments.tables, arguments.rounds)


if __name__ == "__main__":
    main()
