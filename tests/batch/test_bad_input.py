"""What a batch refuses, and that it is then as it was before: no game of it is half changed."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import saltroad
from saltroad.batch import Batch, SingleGame, encode, playouts
from saltroad.kernel.errors import BadOptions

BAZAAR = saltroad.load("bazaar")
ALL = np.ones(8, np.bool_)


def as_it_stands(batch: Batch) -> bytes:
    arrays = batch._arrays
    return pickle.dumps([arrays.states.tobytes(), *arrays[2:], batch.observations])


REFUSED: dict[str, tuple[Callable[[Batch, Any], object], str]] = {
    "a mask of another length": (lambda b, a: b.step(a, only=ALL[:1]), r"a mask of 8 games, not bool of shape \(1,\)"),
    "a mask of two dimensions": (lambda b, a: b.step(a, only=ALL[:, None]), "a mask of 8 games"),
    "numbers as a mask": (lambda b, a: b.step(a, only=np.arange(8)), "a mask of 8 games, not int64"),  # type: ignore[arg-type]
    "another way with what is illegal": (lambda b, a: b.step(a, illegal="ignore"), "raise, forfeit, not 'ignore'"),  # type: ignore[arg-type]
    "a negative seed": (lambda b, a: b.reset(-1), "a whole number that is not negative"),
    "a negative seed among others": (lambda b, a: b.reset([1, 2, 3, 4, 5, 6, 7, -8]), "not negative"),
    "a seed that is no whole number": (lambda b, a: b.reset(1.5), "for each game, not 1.5"),  # type: ignore[arg-type]
    "too few seeds": (lambda b, a: b.reset([1, 2]), "2 seeds for 8 games"),
    "a game that is not there": (lambda b, a: b.reset(only=[2, 8]), "no game 8 in the batch: they go from 0 to 7"),
    "a game counted from the end": (lambda b, a: b.reset(only=[-1]), "no game -1"),
    "games by a short mask": (lambda b, a: b.reset(only=ALL[:2]), "a mask of games has 8 entries"),
    "games by halves": (lambda b, a: b.reset(only=[1.0]), "a mask or a list of numbers"),  # type: ignore[list-item]
    "the position of no game": (lambda b, a: b.position(-1), "no game -1"),
    "a position for no game": (lambda b, a: b.put(8, b.position(0)), "no game 8"),
    "a position of another game": (lambda b, a: b.put(0, saltroad.load("desert_bazaar").start(3)), "of another game"),
    "a position of another table": (lambda b, a: b.put(0, BAZAAR.start(2)), "of players=2 .* not of players=3"),
    "a viewer at no game": (lambda b, a: b.view_as(8, 0), "no game 8"),
    "a viewer without a seat": (lambda b, a: b.view_as(0, 3), "no seat 3"),
    "the generator of no game": (lambda b, a: b.generator_state(8), "no game 8"),
}


@pytest.mark.parametrize("form", ["packed", "float32"])
@pytest.mark.parametrize("what", REFUSED)
def test_what_is_refused_changes_nothing(what: str, form: Any) -> None:
    refused, message = REFUSED[what]
    batch = Batch("bazaar", 8, 3, seed=1, form=form, starts=4)
    actions = batch.random_actions()
    before = as_it_stands(batch)
    with pytest.raises(BadOptions, match=f"(?i){message}"):
        refused(batch, actions)
    assert as_it_stands(batch) == before
    batch.step(actions)


def test_a_position_over_is_not_put_where_no_game_stays_over() -> None:
    end = BAZAAR.settle(BAZAAR.start(2), saltroad.Rng(1))
    BAZAAR.engine.playout(end.states, 0, saltroad.Rng(1))
    with pytest.raises(BadOptions, match="its autoreset is same_step"):
        Batch("bazaar", 2, 2, starts=4).put(0, end)
    batch = Batch("bazaar", 2, 2, starts=4, autoreset="disabled")
    batch.put(0, end)
    assert batch.actors[0] == saltroad.NOBODY
    assert not batch.action_masks()[0].any()


@pytest.mark.parametrize("name", ["bazaar", "through_the_desert", "desert_bazaar"])
def test_chance_goes_on_from_a_position_that_is_put(name: str) -> None:
    """Its outcomes are no actions of seats: a mask of them would be written past the end of the mask."""
    game, batch = saltroad.load(name), Batch(name, 2, 3, starts=4)
    batch.put(1, game.start(3))
    assert game.audit(batch.position(1)) == []
    assert batch.actors[1] == game.actor(batch.position(1)) >= 0
    assert np.flatnonzero(batch.action_masks()[1]).tolist() == game.legal_indices(batch.position(1))


@pytest.mark.parametrize("count", [0, -3, 2.5, "8", None])
def test_a_batch_has_a_whole_number_of_games(count: Any) -> None:
    with pytest.raises(BadOptions, match="at least one game, not"):
        Batch("bazaar", count)


@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        ({"threads": 0}, "^`threads` is a whole number from 1 on, not 0.$"),
        ({"threads": 2.7}, "`threads` is a whole number from 1 on, not 2.7"),
        ({"threads": "x"}, "`threads` is a whole number from 1 on, not 'x'"),
        ({"threads": True}, "`threads` is a whole number from 1 on, not True"),
        ({"starts": -1}, "^`starts` is a whole number from 0 on, not -1.$"),
        ({"starts": 1.5}, "`starts` is a whole number from 0 on, not 1.5"),
        ({"starts": "x"}, "`starts` is a whole number from 0 on, not 'x'"),
        ({"memory": 2}, "`memory` is True or False, not 2"),
        ({"memory": "no"}, "`memory` is True or False, not 'no'"),
        ({"count": True}, "at least one game, not True"),
    ],
)
def test_a_setting_of_another_kind_is_refused(settings: dict[str, Any], fault: str) -> None:
    with pytest.raises(BadOptions, match=fault):
        Batch("bazaar", **settings)


@pytest.mark.parametrize("which", [[9], [-1], [0.5], [[0]]])
def test_the_last_observation_of_no_game_is_refused(which: Any) -> None:
    batch = Batch("bazaar", 2, starts=4)
    with pytest.raises(BadOptions, match=r"no game|a mask or a list of numbers"):
        batch.final_observations(which)
    assert (batch.final_observations([1]) == batch.final_observations(np.array([False, True]))).all()


def test_one_game_wants_one_action() -> None:
    with pytest.raises(BadOptions, match=r"^Actions are a list of one whole number, not int64 of shape \(2,\).$"):
        Batch("bazaar", 1, starts=4).step([0, 0])


@pytest.mark.parametrize("settings", [{"threads": 0}, {"threads": 1.5}, {"count": 0}, {"count": "x"}])
def test_playouts_of_another_kind_are_refused(settings: dict[str, Any]) -> None:
    (name,) = settings
    with pytest.raises(BadOptions, match=f"^`{name}` is a whole number from 1 on, not"):
        playouts("bazaar", **{"count": 3, **settings})


@pytest.mark.parametrize("settings", [{"count": 10**12}, {"starts": 10**12}, {"count": 10**12, "form": "float32"}])
def test_more_games_than_memory_holds_are_refused_before_it_is_taken(settings: dict[str, Any]) -> None:
    with pytest.raises(BadOptions, match=r"games need [\d,.]+ GB of memory, and this machine has"):
        Batch("bazaar", **{"count": 2, **settings})


def test_last_observations_are_there_where_they_are_written_over() -> None:
    batch = Batch("bazaar", 2, autoreset="disabled", starts=4)
    with pytest.raises(BadOptions, match="only a batch with autoreset same_step"):
        batch.final_observations(np.array([0]))


@pytest.mark.parametrize("action", [None, 1.5, "3", float("nan"), [1], np.zeros(1, np.int64), np.float64(1)])
def test_a_single_game_takes_whole_numbers_alone(action: Any) -> None:
    game = SingleGame("bazaar", 3, seed=1, starts=4)
    before = as_it_stands(game)
    with pytest.raises(BadOptions, match="An action is a whole number below 207, not "):
        game.play(action)
    assert as_it_stands(game) == before


@pytest.mark.parametrize("action", [-1, -(2**63), 206, 207, 255, 256, 2**63, 10**30])
def test_a_single_game_plays_no_illegal_action(action: int) -> None:
    game = SingleGame("bazaar", 3, seed=1, starts=4)
    before = as_it_stands(game)
    assert not game.play(action)
    assert as_it_stands(game) == before


@pytest.mark.parametrize(
    ("seed", "fault"),
    [
        ([1], "There is one seed for 3 games"),
        ([1, 2], "There are 2 seeds for 3 games"),
        (-1, "not negative"),
        (0.5, "not 0.5"),
        ("x", "A seed is a whole number, or one for each game, not 'x'"),
    ],
)
def test_playouts_want_seeds_that_can_be(seed: Any, fault: str) -> None:
    with pytest.raises(BadOptions, match=fault):
        playouts("bazaar", 3, seed=seed)


def test_a_position_of_another_game_is_not_encoded() -> None:
    with pytest.raises(BadOptions, match="The position is one of another game"):
        encode(BAZAAR, saltroad.load("through_the_desert").start(2), 0)
