"""OpenSpiel: its own simulation tests at every table, its search on our games, and returns as the contract says."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts

import saltroad
import saltroad.envs
from envs.tables import GAMES, tables
from saltroad.kernel.errors import BadOptions, IllegalAction


def load(name: str, players: int, options: dict[str, Any] | None = None) -> Any:
    given = {"players": players, **(options or {})}
    return pyspiel.load_game(f"saltroad_{name}", given)


@pytest.mark.parametrize(("name", "players", "options"), [table for table in tables() if not table[2].get("solo")])
def test_the_simulation_tests_pass(
    name: str, players: int, options: dict[str, Any], capfd: pytest.CaptureFixture[str]
) -> None:
    game = load(name, players, options)
    assert game.num_players() == players
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
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


@pytest.mark.parametrize("given", ["players=1,solo=true", "players=1", "solo=true", "players=3,solo=true"])
def test_the_puzzle_for_one_is_refused_in_clear_words(given: str) -> None:
    with pytest.raises(BadOptions, match="In OpenSpiel Bazaar has no solo: it is for 2 to 6 players there"):
        pyspiel.load_game(f"saltroad_bazaar({given})")


def test_the_text_of_no_action_is_refused() -> None:
    state = load("bazaar", 2).new_initial_state()
    for player, action in ((0, 99_999), (0, 207), (0, -1)):
        with pytest.raises(BadOptions, match=f"no {action} among the actions of seats: they go from 0 to 206"):
            state.action_to_string(player, action)
    with pytest.raises(BadOptions, match="no 99999 among the outcomes of chance"):
        state.action_to_string(99_999)


@pytest.mark.parametrize("name", GAMES)
def test_what_python_asks_is_answered_as_open_spiel_would(name: str) -> None:
    """Some methods are answered without a way through C++; the answers must be those of the library."""
    base = pyspiel.State
    state, rng = load(name, 3).new_initial_state(), np.random.default_rng(3)
    seen = set()
    while not state.is_terminal():
        kind = "chance" if state.is_chance_node() else "seat"
        assert state.is_chance_node() == base.is_chance_node(state)
        for player in ((), (0,), (1,), (2,)):
            assert state.legal_actions(*player) == base.legal_actions(state, *player)
            if rng.random() < 0.1:
                assert state.legal_actions_mask(*player) == base.legal_actions_mask(state, *player)
                seen.add(kind)
        state.legal_actions().clear()
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert seen == {"chance", "seat"}
    assert state.legal_actions() == base.legal_actions(state) == []
    assert state.legal_actions_mask() == base.legal_actions_mask(state)


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_action_is_refused_and_changes_nothing(name: str) -> None:
    state, rng = load(name, 3).new_initial_state(), np.random.default_rng(1)
    for _ in range(80):
        before, legal = str(state), state.legal_actions()
        for bad in (10**6, -7, next(action for action in range(10**6) if action not in legal)):
            with pytest.raises((IllegalAction, BadOptions)):
                state.apply_action(bad)
        assert str(state) == before
        state.apply_action(int(rng.choice(legal)))
        assert str(state) != before


@pytest.mark.parametrize(("name", "players", "options"), [table for table in tables() if not table[2].get("solo")])
def test_a_game_is_loaded_again_by_its_text(name: str, players: int, options: dict[str, Any]) -> None:
    game = load(name, players, options)
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    assert again.options == game.options
    assert pickle.loads(pickle.dumps(game)).options == game.options


@pytest.mark.parametrize("name", GAMES)
def test_states_are_copied_pickled_and_written_down(name: str) -> None:
    game, rng = load(name, 3), np.random.default_rng(1)
    state = game.new_initial_state()
    for _ in range(60):
        state.apply_action(int(rng.choice(state.legal_actions())))
    others = [
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        game.deserialize_state(state.serialize()),
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
    ]
    for other in others:
        assert str(other) == str(state)
        assert other.history() == state.history()
        assert other.legal_actions() == state.legal_actions()


def test_a_seat_that_begins_is_named_in_the_text_of_a_game() -> None:
    for text in ("saltroad_desert_bazaar(players=4,start=player3)", "saltroad_through_the_desert(start=drawn)"):
        game = pyspiel.load_game(text)
        assert game.options["start"] in ("3", "drawn")
    with pytest.raises((pyspiel.SpielError, saltroad.BadOptions)):
        pyspiel.load_game("saltroad_desert_bazaar(players=3,start=player4)")
