"""The vector environment: self-play and against bots, in all three ways to begin anew."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import saltroad
import saltroad.envs
from envs.tables import GAMES
from saltroad.envs.vector_env import GymnasiumVectorEnv
from saltroad.kernel.errors import BadOptions

MODES = list(AutoresetMode)


def make(name: str, num_envs: int = 8, **settings: Any) -> Any:
    return gymnasium.make_vec(f"saltroad/{name}-v1", num_envs=num_envs, **settings)


def choices(info: dict[str, Any], rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """An action at every table, drawn by the mask as many libraries do it."""
    return np.array([rng.choice(len(mask), p=mask / mask.sum()) for mask in info["action_mask"]], np.int64)


@pytest.mark.parametrize("bots", [None, "random", "greedy"])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", GAMES)
def test_tables_are_played_to_their_ends(name: str, mode: AutoresetMode, bots: str | None) -> None:
    envs = make(name, players=3, bots=bots, autoreset_mode=mode)
    assert envs.metadata["autoreset_mode"] is mode
    observations, info = envs.reset(seed=2)
    rng, ended_before, endings = np.random.default_rng(3), np.zeros(8, bool), 0
    for _ in range(5000):
        assert observations in envs.observation_space
        actions = choices(info, rng)
        observations, rewards, ended, cut, info = envs.step(actions)
        assert rewards.shape == ended.shape == (8,)
        assert not cut.any()
        assert (rewards[~ended] == 0).all()
        endings += ended.sum()
        _check_ends(mode, ended, ended_before, info, rewards)
        if mode is AutoresetMode.DISABLED and ended.any():
            observations, info = envs.reset(options={"reset_mask": ended})
            ended = np.zeros(8, bool)
        ended_before = ended
        if endings > 12:
            break
    else:
        pytest.fail("no game ends")


def _check_ends(
    mode: AutoresetMode,
    ended: np.ndarray[Any, Any],
    before: np.ndarray[Any, Any],
    info: dict[str, Any],
    rewards: np.ndarray[Any, Any],
) -> None:
    if mode is AutoresetMode.SAME_STEP:
        assert not info["action_mask"].all(axis=1).any()
        if ended.any():
            assert info["_final_obs"].tolist() == ended.tolist()
            assert all((final is not None) == over for final, over in zip(info["final_obs"], ended, strict=True))
    else:
        assert (info["action_mask"].all(axis=1) == ended).all()
    if mode is AutoresetMode.NEXT_STEP:
        assert not (ended & before).any()
        assert (rewards[before] == 0).all()


@pytest.mark.parametrize("bots", [None, "random"])
@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_games(name: str, bots: str | None) -> None:
    def played(seed: int) -> list[Any]:
        envs = make(name, players=3, bots=bots, seat=1)
        observations, info = envs.reset(seed=seed)
        found = [observations.tolist()]
        for _ in range(20):
            observations, rewards, *_, info = envs.step(info["action_mask"].argmax(axis=1))
            found += [observations.tolist(), rewards.tolist()]
        return found

    assert played(1) == played(1)
    assert played(1) != played(2)


def test_packed_and_unpacked_tables_are_the_same() -> None:
    plain, packed = make("bazaar", players=4), make("bazaar", players=4, form="packed", copy=False, threads=2)
    observations, info = plain.reset(seed=1)
    words, other = packed.reset(seed=1)
    for _ in range(40):
        assert (packed.unwrapped._batch.layout.unpacked(words) == observations).all()
        bits = np.unpackbits(other["action_mask"].view(np.uint8), axis=1, bitorder="little")
        assert (bits[:, : info["action_mask"].shape[1]] == info["action_mask"]).all()
        actions = info["action_mask"].argmax(axis=1)
        observations, rewards, *_, info = plain.step(actions)
        words, same, *_, other = packed.step(actions)
        assert rewards.tolist() == same.tolist()


@pytest.mark.parametrize("copies", [True, False])
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED])
@pytest.mark.parametrize("bots", [None, "random"])
def test_the_packed_mask_of_a_table_that_is_over_has_the_bits_of_all_actions(
    bots: str | None, mode: AutoresetMode, copies: bool
) -> None:
    envs = make("bazaar", 4, players=2, bots=bots, form="packed", autoreset_mode=mode, copy=copies)
    _, info = envs.reset(seed=1)
    actions = np.zeros(4, np.int64)
    actions[2] = -1
    *_, ended, _, info = envs.step(actions)
    bits = np.unpackbits(info["action_mask"].view(np.uint8), axis=1, bitorder="little")
    assert ended[2]
    assert np.flatnonzero(bits[2]).tolist() == list(range(envs.single_action_space.n))
    assert envs.unwrapped._batch.masks[2].tolist() == [0] * len(info["action_mask"][2])
    *_, info = envs.step(bits.argmax(axis=1))
    is_over = mode is AutoresetMode.DISABLED
    assert (np.bitwise_count(info["action_mask"][2].view(np.uint64)).sum() == envs.single_action_space.n) == is_over


def test_arrays_are_new_or_the_same_as_asked_for() -> None:
    fresh, reused = make("bazaar"), make("bazaar", copy=False)
    for envs, is_same in ((fresh, False), (reused, True)):
        first, info = envs.reset(seed=1)
        second, *_ = envs.step(info["action_mask"].argmax(axis=1))
        assert np.shares_memory(first, second) == is_same


def test_rewards_of_all_seats_are_told_in_self_play() -> None:
    envs = make("bazaar", players=4, autoreset_mode=AutoresetMode.SAME_STEP)
    _, info = envs.reset(seed=1)
    rng = np.random.default_rng(1)
    while True:
        movers = info["actor"]
        _, rewards, ended, _, info = envs.step(choices(info, rng))
        assert rewards.tolist() == info["rewards"][np.arange(8), movers].tolist()
        if ended.any():
            assert info["rewards"][ended].sum(axis=1) == pytest.approx(0, abs=1e-6)
            break


@pytest.mark.parametrize("bots", [None, "random"])
def test_an_illegal_action_forfeits_one_table(bots: str | None) -> None:
    envs = make("bazaar", players=4, bots=bots, autoreset_mode=AutoresetMode.SAME_STEP)
    _, info = envs.reset(seed=1)
    actions = info["action_mask"].argmax(axis=1)
    actions[3] = info["action_mask"][3].argmin()
    _, rewards, ended, _, info = envs.step(actions)
    assert info["forfeit"].tolist() == ended.tolist() == [i == 3 for i in range(8)]
    assert rewards[3] == -1.0


def test_bad_input_is_refused() -> None:
    with pytest.raises(BadOptions, match="not drawn"):
        GymnasiumVectorEnv("bazaar", render_mode="ansi")
    with pytest.raises(BadOptions, match="no seat 4"):
        GymnasiumVectorEnv("bazaar", players=4, bots="random", seat=4)
    with pytest.raises(ValueError, match="Never"):
        GymnasiumVectorEnv("bazaar", autoreset_mode="Never")
    envs = GymnasiumVectorEnv("bazaar", 4)
    with pytest.raises(BadOptions, match="reset_mask is an array of 4"):
        envs.reset(options={"reset_mask": [True]})
    for actions in (np.zeros(3, np.int64), np.zeros(4), np.zeros((4, 1), np.int64)):
        with pytest.raises(BadOptions, match="Actions are 4 whole numbers"):
            envs.step(actions)
    assert saltroad.load("bazaar").audit(envs._batch.position(0)) == []


def test_a_seed_for_each_table_gives_the_same_games_and_seats() -> None:
    seeds = list(range(20, 28))

    def begun() -> tuple[list[int], list[Any]]:
        envs = make("bazaar", players=4, bots="random")
        observations, _ = envs.reset(seed=seeds)
        return envs.unwrapped._opponents.seats.tolist(), observations.tolist()

    seats, shown = begun()
    assert begun() == (seats, shown)
    assert len(set(seats)) > 1
    with pytest.raises(BadOptions, match="7 seeds for 8 games"):
        make("bazaar").reset(seed=seeds[1:])


@pytest.mark.parametrize("way", [copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))])
@pytest.mark.parametrize("settings", [{"threads": 2}, {"bots": "random"}, {"bots": "greedy"}])
def test_copied_tables_go_the_same_way(settings: dict[str, Any], way: Callable[[Any], Any]) -> None:
    envs = make("bazaar", 130 if "threads" in settings else 4, players=3, **settings)
    _, info = envs.reset(seed=1)
    copied = way(envs)
    for _ in range(10):
        actions = info["action_mask"].argmax(axis=1)
        observations, rewards, *_, info = envs.step(actions)
        same, also, *_ = copied.step(actions)
        assert (observations == same).all()
        assert rewards.tolist() == also.tolist()
