"""`check_env` lets our games pass, and finds a batch that does not keep to the contract."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

import saltroad
import saltroad.envs
from saltroad import games
from saltroad.batch import Batch, NoObservation
from saltroad.kernel.errors import BadOptions
from saltroad.testing import EnvFault, check_env
from testing.env_faults import ENV_FAULTS, LearntPebbles
from testing.pebbles import Pebbles

GAMES = ("bazaar", "through_the_desert", "desert_bazaar")


@pytest.mark.parametrize("name", GAMES)
def test_our_games_can_be_learnt_from(name: str) -> None:
    check_env(name, games=1, steps=25)


def test_a_game_without_observations_is_told_what_it_lacks() -> None:
    with pytest.raises(NoObservation, match="needs a module `observation`"):
        check_env(Pebbles())


def test_an_environment_is_no_game() -> None:
    with pytest.raises(BadOptions, match="check_env checks a game, given by its name or as"):
        check_env(gymnasium.make("saltroad/bazaar-v1", players=2))  # type: ignore[arg-type]


@pytest.fixture
def pebbles(monkeypatch: pytest.MonkeyPatch) -> Callable[[type[LearntPebbles]], LearntPebbles]:
    """Makes a game whose observation is found as that of a registered one."""
    part = games.part

    def made(game: type[LearntPebbles]) -> LearntPebbles:
        here = (game.info.name, "observation")
        monkeypatch.setattr(games, "part", lambda *asked: game.observation if asked == here else part(*asked))
        return game()

    return made


def test_a_right_game_of_another_package_passes(pebbles: Callable[[type[LearntPebbles]], LearntPebbles]) -> None:
    check_env(pebbles(LearntPebbles))


@pytest.mark.parametrize("name", ENV_FAULTS)
def test_a_planted_fault_is_found(name: str, pebbles: Callable[[type[LearntPebbles]], LearntPebbles]) -> None:
    game, message = ENV_FAULTS[name]
    with pytest.raises(EnvFault, match=message):
        check_env(pebbles(game))


def test_the_end_of_a_long_game_is_checked(pebbles: Callable[[type[LearntPebbles]], LearntPebbles]) -> None:
    game, message = ENV_FAULTS["other_ranks"]
    with pytest.raises(EnvFault, match=message):
        check_env(pebbles(game), steps=2)


def spoil(batch: Batch, what: str) -> None:
    arrays = batch._arrays
    if what == "mask":
        arrays.masks[0] = 0
        arrays.masks[0, 0] = 1 << 3
    elif what == "reward":
        arrays.rewards[0, 0] += 0.5
    elif what == "actor":
        arrays.actors[0] = (arrays.actors[0] + 1) % batch.players
    elif what == "observation":
        arrays.observations[0, 0] ^= 1
    elif what == "end":
        arrays.ended[0] = True
    else:
        arrays.states["turns"][0] += 1


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("mask", "the mask has"),
        ("reward", "the rewards by points are"),
        ("actor", "the actor is"),
        ("observation", "not as `encode` gives it: the field players differs"),
        ("end", "`ended` is True, and the outcome None"),
        ("position", "leads elsewhere than by the contract"),
    ],
)
def test_a_fault_is_found(what: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    step: Callable[..., int] = Batch.step

    def spoilt(self: Batch, actions: Any, **more: Any) -> int:
        ended = step(self, np.asarray(actions), **more)
        spoil(self, what)
        return ended

    monkeypatch.setattr(Batch, "step", spoilt)
    with pytest.raises(EnvFault, match=message):
        check_env(saltroad.load("bazaar"), games=1)
