"""Gymnasium: its checker, and one seat against bots."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import saltroad
import saltroad.envs
from envs.tables import GAMES, tables
from saltroad.bots import Limit, UnknownBot
from saltroad.kernel.errors import BadOptions


def make(name: str, **settings: Any) -> Any:
    return gymnasium.make(f"saltroad/{name}-v1", **settings)


@pytest.mark.parametrize(("name", "players", "options"), tables())
def test_the_checker_finds_nothing(
    name: str, players: int, options: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = make(name, players=players, bots="random", render_mode="ansi", **options)
        check_env(env.unwrapped)
        env.close()
    capsys.readouterr()


@pytest.mark.parametrize("bots", ["random", "greedy", "novice", ["greedy", "random"]])
@pytest.mark.parametrize("name", GAMES)
def test_one_seat_plays_a_whole_game(name: str, bots: Any) -> None:
    env = make(name, players=3, bots=bots, form="uint8")
    observation, info = env.reset(seed=5)
    game, rng, rewards = saltroad.load(name), np.random.default_rng(1), 0.0
    seat, is_over = env.unwrapped.seat, False
    while not is_over:
        position = env.unwrapped._batch.position(0)
        assert game.actor(position) == seat
        assert np.flatnonzero(info["action_mask"]).tolist() == game.legal_indices(position)
        assert env.unwrapped.action_masks().tolist() == (info["action_mask"] == 1).tolist()
        assert env.unwrapped._batch.layout.split(observation)["actor"][0, 0] == 1
        observation, reward, is_over, is_cut, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        rewards += reward
        assert not is_cut
    outcome = game.outcome(env.unwrapped._batch.position(0))
    assert outcome is not None
    assert (rewards > 0) == (seat in outcome.winners)


def test_the_same_seed_gives_the_same_game() -> None:
    def played(seed: int) -> list[Any]:
        env = make("desert_bazaar", players=3, bots="greedy")
        observation, info = env.reset(seed=seed)
        found = [observation.tolist()]
        for _ in range(15):
            observation, reward, is_over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
            found.append((observation.tolist(), reward))
            if is_over:
                break
        return found

    assert played(3) == played(3)
    assert played(3) != played(4)


def test_every_seat_is_drawn_or_the_one_asked_for() -> None:
    env = make("bazaar", players=4, bots="random")
    assert {env.reset(seed=seed) and env.unwrapped.seat for seed in range(40)} == {0, 1, 2, 3}
    fixed = make("bazaar", players=4, bots="random", seat=2)
    fixed.reset(seed=1)
    assert fixed.unwrapped.seat == 2


def test_an_illegal_action_forfeits() -> None:
    env = make("bazaar", players=4, bots="random")
    _, info = env.reset(seed=1)
    _, reward, is_over, _, info = env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert (reward, is_over, info["forfeit"]) == (-1.0, True, True)
    assert info["action_mask"].all(), "after the end a mask of zeros would break sampling"
    assert env.unwrapped.action_masks().all()
    _, info = env.reset()
    assert 0 < info["action_mask"].sum() < len(info["action_mask"])


@pytest.mark.parametrize("action", [1.5, "roll", None, np.zeros(2, np.int64), [1]])
def test_what_is_no_action_is_refused(action: Any) -> None:
    env = make("bazaar", players=2, bots="random").unwrapped
    env.reset(seed=1)
    with pytest.raises(BadOptions, match="An action is a whole number below 207"):
        env.step(action)


@pytest.mark.parametrize(
    ("settings", "fault", "error"),
    [
        ({"players": 9}, "2 to 6", BadOptions),
        ({"bots": "einstein"}, "einstein", UnknownBot),
        ({"bots": ["random"]}, "There are 3 other seats, and 1 bot for them.", BadOptions),
        ({"players": 2, "bots": ["random"] * 3}, "There is 1 other seat, and 3 bots for it.", BadOptions),
        ({"bots": ["random", "uct", "random"]}, r"uct has no measure of its own.*limit=Limit\(nodes=200\)", BadOptions),
        ({"seat": 4}, "no seat 4", BadOptions),
        ({"form": "packed"}, "float32 or uint8", BadOptions),
        ({"render_mode": "rgb_array"}, "render_mode", BadOptions),
        ({"moon": True}, "moon", BadOptions),
    ],
)
def test_an_environment_that_cannot_be_is_refused(settings: dict[str, Any], fault: str, error: type[Exception]) -> None:
    from saltroad.envs.gymnasium_env import GymnasiumEnv

    with pytest.raises(error, match=fault):
        GymnasiumEnv("bazaar", **{"players": 4, **settings})


def test_a_search_plays_within_the_limit_that_it_is_given() -> None:
    env = make("bazaar", players=2, bots="uct", limit=Limit(nodes=3))
    _, info = env.reset(seed=1)
    _, _, is_over, _, info = env.step(int(info["action_mask"].argmax()))
    assert not is_over
    assert info["action_mask"].any()


def test_no_action_is_taken_after_the_end() -> None:
    env = make("bazaar", players=2, bots="random").unwrapped
    env.reset(seed=1)
    assert env.step(206)[2]
    with pytest.raises(BadOptions, match="The game is over: `reset` begins a new one"):
        env.step(0)
    env.reset()
    assert not env.step(int(env.action_masks().argmax()))[2]


@pytest.mark.parametrize("settings", [{"seat": "first"}, {"seat": -1}, {"limit": 5}])
def test_settings_of_another_kind_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(BadOptions, match=r"There is no seat|limit is a Limit"):
        make("bazaar", players=2, bots="random", **settings)


@pytest.mark.parametrize("way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("bots", ["random", "greedy", "novice"])
def test_a_copied_environment_goes_the_same_way(bots: str, way: Callable[[Any], Any]) -> None:
    env = make("bazaar", players=3, bots=bots)
    env.reset(seed=1)
    env.step(int(env.unwrapped.action_masks().argmax()))
    copied = way(env)
    for _ in range(6):
        action = int(env.unwrapped.action_masks().argmax())
        one, two = env.step(action), copied.step(action)
        assert (one[0] == two[0]).all()
        assert one[1:4] == two[1:4]
