"""PettingZoo: its own checkers at every table, and what the environment adds to the contract."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import saltroad
import saltroad.envs
from envs.tables import GAMES, tables
from saltroad.kernel.errors import BadOptions, IllegalAction

ABOUT_DICTS = [
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
]
"""What `api_test` says of every environment whose observation holds the mask, but for some of PettingZoo's own, which
it knows by name."""


def make(name: str, players: int | None = None, **settings: Any) -> Any:
    return pettingzoo.make("aec", f"saltroad/{name}-v1", players=players, **settings)


@pytest.mark.parametrize("mask_in", ["observation", "infos"])
@pytest.mark.parametrize(("name", "players", "options"), tables())
def test_the_checkers_find_nothing(
    name: str, players: int, options: dict[str, Any], mask_in: str, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = {**options, "mask_in": mask_in}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        if mask_in == "observation":
            for message in ABOUT_DICTS:
                warnings.filterwarnings("ignore", message)
        api_test(make(name, players, **settings), num_cycles=60)
        seed_test(lambda: make(name, players, **settings), num_cycles=20)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_goes_as_the_contract_says(name: str) -> None:
    env = make(name, 3)
    game = saltroad.load(name)
    env.reset(seed=3)
    rng = np.random.default_rng(4)
    total = dict.fromkeys(env.possible_agents, 0.0)
    stepped = 0
    for agent in env.agent_iter():
        observation, reward, is_over, _, info = env.last()
        total[agent] += reward
        if is_over:
            assert env.agents
            env.step(None)
            continue
        position = env._batch.position(0)
        assert agent == f"player_{game.actor(position)}"
        assert np.flatnonzero(observation["action_mask"]).tolist() == game.legal_indices(position)
        assert info["action_mask"] is observation["action_mask"]
        other = next(each for each in env.agents if each != agent)
        assert env.observe(other)["action_mask"].all()
        env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
        stepped += 1
    assert stepped > 20
    outcome = game.outcome(env._batch.position(0))
    assert outcome is not None
    won = [total[agent] for agent in env.possible_agents]
    assert [reward == max(won) for reward in won] == [seat in outcome.winners for seat in range(3)]
    assert sum(won) == pytest.approx(0.0, abs=1e-6)


def test_hidden_cards_are_in_nobody_elses_observation() -> None:
    env = make("desert_bazaar", 3)
    env.reset(seed=1)
    for seat, agent in enumerate(env.agents):
        fields = env._batch.layout.split(env.observe(agent)["observation"])
        assert fields["knows_hand"].tolist() == [[1, 0, 0]]
        assert fields["hands"][1:].sum() == 0
        assert fields["viewer"][0].tolist() == [float(k == seat) for k in range(3)]
    remembering = make("desert_bazaar", 3, memory=True)
    remembering.reset(seed=1)
    fields = env._batch.layout.split(remembering.observe("player_0")["observation"])
    assert fields["knows_hand"].all()


def test_an_illegal_action_is_explained_and_changes_nothing() -> None:
    env = make("bazaar", 2)
    env.reset(seed=1)
    before = env._batch.position(0)
    illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction) as refused:
        env.step(illegal)
    assert refused.value.rule.startswith("BZ-")
    for bad in (None, 1.0, "roll", [0], 10**6, -1, True, np.zeros(1, np.int64)):
        with pytest.raises(BadOptions, match="An action is a whole number below 207"):
            env.step(bad)
    assert env._batch.position(0) == before
    env.step(np.int32(np.flatnonzero(env.last()[0]["action_mask"])[0]))


def test_an_illegal_action_can_be_a_forfeit() -> None:
    env = make("bazaar", 2, illegal="forfeit")
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    assert all(env.terminations.values())
    assert env.rewards == {agent: -1.0 if agent == loser else 1.0 for agent in env.agents}


def test_only_none_is_for_an_agent_that_is_done() -> None:
    env = make("bazaar", 2, illegal="forfeit")
    env.reset(seed=1)
    env.step(206)
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(0)


@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        ({"players": 9}, "2 to 6"),
        ({"form": "packed"}, "float32 or uint8, not 'packed'"),
        ({"mask_in": "nowhere"}, "^mask_in is `observation` or `infos`, not 'nowhere'.$"),
        ({"illegal": "ignore"}, "^illegal is `raise` or `forfeit`, not 'ignore'.$"),
        ({"render_mode": "rgb_array"}, "render_mode is one of"),
        ({"moon": True}, "moon"),
    ],
)
def test_an_environment_that_cannot_be_is_refused(settings: dict[str, Any], fault: str) -> None:
    with pytest.raises(BadOptions, match=fault):
        make("bazaar", **settings)


def test_an_unknown_id_is_refused() -> None:
    with pytest.raises(Exception, match=r"saltroad/chess|doesn't exist|not found"):
        pettingzoo.make("aec", "saltroad/chess-v1")


@pytest.mark.parametrize("name", GAMES)
def test_the_parallel_wrapper_works_on_it(name: str) -> None:
    env = turn_based_aec_to_parallel(make(name, 3))
    observations, _ = env.reset(seed=1)
    assert set(observations) == {"player_0", "player_1", "player_2"}
    for _ in range(30):
        actions = dict.fromkeys(env.agents)
        acting = env.aec_env.agent_selection
        actions[acting] = int(np.flatnonzero(observations[acting]["action_mask"])[0])
        observations, rewards, *_ = env.step(actions)
        assert set(rewards) == set(actions)


@pytest.mark.parametrize("name", GAMES)
def test_it_can_be_drawn(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = make(name, 3, render_mode="ansi")
    env.reset(seed=1)
    assert "player_2" in env.render()
    shown = make(name, 3, render_mode="human")
    shown.reset(seed=1)
    shown.step(int(np.flatnonzero(shown.last()[0]["action_mask"])[0]))
    assert "player_2" in capsys.readouterr().out


def test_the_state_is_that_of_all_seats() -> None:
    env = make("desert_bazaar", 3)
    env.reset(seed=1)
    fields = env._batch.layout.split(env.state())
    assert fields["knows_hand"].all()
    assert not fields["viewer"].any()


def test_before_the_first_reset_and_after_the_last_agent_nobody_acts() -> None:
    env = make("bazaar", 2, illegal="forfeit")
    for asked in (lambda: env.step(0), env.last):
        with pytest.raises(BadOptions, match="No agent is to act: `reset` begins a game"):
            asked()
    env.reset(seed=1)
    env.step(206)
    while env.agents:
        env.step(None)
    with pytest.raises(BadOptions, match="No agent is to act"):
        env.step(None)
    with pytest.raises(BadOptions, match="There is no agent 'player_7': player_0, player_1"):
        env.observe("player_7")


@pytest.mark.parametrize("way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("name", GAMES)
def test_a_copied_environment_goes_the_same_way(name: str, way: Callable[[Any], Any]) -> None:
    env = make(name, 3)
    env.reset(seed=1)
    env.step(int(env.last()[0]["action_mask"].argmax()))
    copied = way(env)
    for _ in range(20):
        action = int(env.last()[0]["action_mask"].argmax())
        env.step(action)
        copied.step(action)
        assert env.agent_selection == copied.agent_selection
        assert (env.last()[0]["observation"] == copied.last()[0]["observation"]).all()
        assert (env.last()[0]["action_mask"] == copied.last()[0]["action_mask"]).all()
