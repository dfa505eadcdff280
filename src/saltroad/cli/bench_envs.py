"""What `saltroad bench envs` measures: the environments of one game, each the best of several rounds."""

from __future__ import annotations

import functools
import importlib.util
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from saltroad import games
from saltroad.batch import Batch, SingleGame
from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Position
from saltroad.kernel.observation import Form

PLAYERS = 4
_ROUNDS = 8
_MIXING = 600
"""Steps in which a batch is left with each of its games at a ply of its own, as in training."""


Step = Callable[[], float]
"""One step of what is measured: the seconds it took, without drawing the action."""


def measure(name: str, seconds: float, tables: int) -> dict[str, Any]:
    """The figures of one game."""
    game = games.load(name)
    forms: tuple[Form, ...] = ("packed", "uint8", "float32")
    vector = {form: tables * _best(vector_step(game, tables, form), seconds) for form in forms}
    found = {
        "players": PLAYERS,
        "tables": tables,
        "vector_steps_per_second": vector["packed"],
        "vector_uint8_steps_per_second": vector["uint8"],
        "vector_float32_steps_per_second": vector["float32"],
        "single_steps_per_second": _best(single_step(game), seconds),
        "apply_steps_per_second": _rate(_applied(game), seconds),
        "observe_per_second": _rate(_observed(game), seconds),
    }
    if importlib.util.find_spec("pettingzoo") is not None:
        found["pettingzoo_steps_per_second"] = _best(pettingzoo_step(name), seconds)
    return found


def vector_step(game: AnyGame, tables: int, form: Form) -> Step:
    """A step of all tables of a batch, each game at a ply of its own."""
    batch, rng = Batch(game, tables, PLAYERS, seed=1, form=form), np.random.default_rng(1)
    actions = batch.random_actions()
    for _ in range(_MIXING):
        batch.step(batch.random_actions(actions), only=rng.random(tables) < 0.5)

    def step() -> float:
        batch.random_actions(actions)
        begun = time.perf_counter()
        batch.step(actions)
        return time.perf_counter() - begun

    return step


def single_step(game: AnyGame) -> Step:
    """A step of a single game, by one call."""
    single = SingleGame(game, PLAYERS, seed=1)
    actions = single.random_actions()

    def step() -> float:
        if single.is_over:
            single.reset()
        action = int(single.random_actions(actions)[0])
        begun = time.perf_counter()
        single.play(action)
        return time.perf_counter() - begun

    return step


def pettingzoo_step(name: str) -> Step:
    """A step of the PettingZoo environment, and what the next agent is shown."""
    import pettingzoo

    import saltroad.envs

    env: Any = pettingzoo.make("aec", saltroad.envs.env_id(name), players=PLAYERS)
    env.reset(seed=1)

    def step() -> float:
        if env.terminations[env.agent_selection]:
            env.reset()
        action = int(env.unwrapped.random_action())
        begun = time.perf_counter()
        env.step(action)
        env.last()
        return time.perf_counter() - begun

    return step


def _positions(game: AnyGame) -> list[tuple[Position, Any]]:
    """Positions of random games with an action of each."""
    found: list[tuple[Position, Any]] = []
    rng, position = Rng(1), game.start(PLAYERS)
    while len(found) < 500:
        if game.actor(position) == NOBODY:
            position = game.start(PLAYERS)
        legal = game.legal(position)
        action = game.decide(position, rng) if game.actor(position) == CHANCE else rng.pick(legal)
        found.append((position, action))
        position = game.apply(position, action)
    return found


def _applied(game: AnyGame) -> Iterator[Callable[[], object]]:
    positions = _positions(game)
    while True:
        for position, action in positions:
            yield functools.partial(game.apply, position, action)


def _observed(game: AnyGame) -> Iterator[Callable[[], object]]:
    positions = _positions(game)
    while True:
        for position, _ in positions:
            yield functools.partial(game.observe, position, 0)


def _rate(calls: Iterator[Callable[[], object]], seconds: float) -> float:
    """Calls a second; the loop that makes them is not counted."""

    def one() -> float:
        call = next(calls)
        begun = time.perf_counter()
        call()
        return time.perf_counter() - begun

    return _best(one, seconds)


def _best(step: Step, seconds: float) -> float:
    """Steps a second in the best of several rounds; `step` gives the seconds of one."""
    step()  # compile, or load
    best = 0.0
    for _ in range(_ROUNDS):
        steps, took, end = 0, 0.0, time.perf_counter() + seconds / _ROUNDS
        while time.perf_counter() < end:
            took += step()
            steps += 1
        best = max(best, steps / took)
    return best
