"""OpenSpiel: its own simulation tests at every table, its search on our games, and returns as the contract says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts

import saltroad
import saltroad.envs
from envs.tables import GAMES, tables


def load(name: str, players: int, options: dict[str, Any] | None = None) -> Any:
    given = {"players": players, **(options or {})}
    return pyspiel.load_game(f"saltroad_{name}", given)


@pytest.mark.parametrize(("name", "players", "options"), [table for table in tables() if not table[2].get("solo")])
def test_the_simulation_tests_pass(
    name: str, players: int, options: dict[str, Any], capfd: pytest.CaptureFixture[str]
) -> None:
    given = {option: value for option, value in options.items() if option != "solo"}
    game = load(name, players, given)
    assert game.num_players() == players
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    capfd.readouterr()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_as_the_contract_says(name: str) -> None:
    game, rules = load(name, 3), saltroad.load(name)
    state, rng = game.new_initial_state(), np.random.default_rng(2)
    decisions = 0
    while not state.is_terminal():
        position = state.position
        assert state.returns() == [0.0] * 3
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1.0)
            assert [state.action_to_string(action) for action, _ in outcomes] == [
                str(action)
                for action, weight in zip(rules.legal(position), rules.weights(position), strict=True)
                if weight
            ]
            actions, chances = zip(*outcomes, strict=True)
            state.apply_action(int(rng.choice(actions, p=chances)))
        else:
            assert state.current_player() == rules.actor(position)
            assert state.legal_actions() == rules.legal_indices(position)
            decisions += 1
            state.apply_action(int(rng.choice(state.legal_actions())))
    outcome = rules.outcome(state.position)
    assert outcome is not None
    won = state.returns()
    assert [share == max(won) for share in won] == [seat in outcome.winners for seat in range(3)]
    assert sum(won) == pytest.approx(0.0)
    assert decisions < game.max_game_length()


def test_a_clone_goes_its_own_way() -> None:
    state = load("bazaar", 2).new_initial_state()
    clone = state.clone()
    assert clone.position is state.position, "nothing is copied"
    clone.apply_action(clone.chance_outcomes()[0][0])
    assert clone.position != state.position
    assert state.history() == []


def test_tensors_hide_what_is_hidden_and_remember_what_was_shown() -> None:
    game = load("desert_bazaar", 3)
    state, rng = game.new_initial_state(), np.random.default_rng(1)
    for _ in range(40):
        actions = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(int(rng.choice(actions)))
    observer = game.make_py_observer()
    observer.set_from(state, 1)
    assert observer.dict["knows_hand"].tolist() == [[1.0, 0.0, 0.0]]
    assert np.allclose(observer.tensor, state.observation_tensor(1))
    recalling = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    recalling.set_from(state, 1)
    assert recalling.dict["knows_hand"].all()
    assert np.allclose(recalling.tensor, state.information_state_tensor(1))
    assert state.observation_string(1) != state.observation_string(2)


@pytest.mark.parametrize("name", GAMES)
def test_its_search_plays_our_games(name: str) -> None:
    game = load(name, min(saltroad.info(name).players))
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 12, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    for _ in range(60):
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(actions, p=chances)))
            continue
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        break
    else:
        pytest.fail("no seat acts")


@pytest.mark.parametrize("given", ["saltroad_bazaar(players=9)", "saltroad_chess", "saltroad_bazaar(moon=1)"])
def test_a_game_that_cannot_be_is_refused(given: str) -> None:
    with pytest.raises((pyspiel.SpielError, saltroad.BadOptions)):
        pyspiel.load_game(given)
