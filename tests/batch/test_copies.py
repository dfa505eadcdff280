"""Copies and pickles of batches and positions: equal to the byte, and going on by themselves."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import saltroad
from saltroad.batch import Batch, SingleGame
from saltroad.kernel.contract import Position

GAMES = ("bazaar", "through_the_desert", "desert_bazaar")
WAYS: dict[str, Callable[[Any], Any]] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("way", WAYS)
def test_a_copied_position_is_equal(name: str, way: str) -> None:
    """Also between the fields of its record, which numpy's own copy leaves as memory had them."""
    game = saltroad.load(name)
    position = game.settle(game.start(4), saltroad.Rng(1))
    for _ in range(50):
        dirt = [np.full(game.engine.dtype.itemsize, 255, np.uint8) for _ in range(5)]
        del dirt
        copied: Position = WAYS[way](position)
        assert copied == position
        assert copied.states is not position.states
    copied.states["ply"] += 1
    assert copied != position


@pytest.mark.parametrize("settings", [{}, {"threads": 2}, {"form": "float32"}, {"chance": "outside"}, {"starts": 0}])
@pytest.mark.parametrize("way", WAYS)
def test_a_copied_batch_goes_the_same_way(settings: dict[str, Any], way: str) -> None:
    batch = Batch("bazaar", 130, 3, seed=1, **{"starts": 4, **settings})
    batch.step(batch.random_actions())
    copied: Batch = WAYS[way](batch)
    assert copied.threads == batch.threads
    assert [copied.position(i) for i in range(130)] == [batch.position(i) for i in range(130)]
    for _ in range(150):
        actions = batch.random_actions()
        assert copied.random_actions().tolist() == actions.tolist()
        assert batch.step(actions) == copied.step(actions)
        assert (batch.observations == copied.observations).all()
        assert (batch.masks == copied.masks).all()
        assert (batch.rewards == copied.rewards).all()
    before = batch.masks.copy()
    copied.step(copied.random_actions())
    assert (batch.masks == before).all(), "what one does changes nothing in the other"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("way", WAYS)
def test_a_copied_single_game_goes_the_same_way(name: str, way: str) -> None:
    game = SingleGame(name, 3, seed=1, starts=4, form="uint8")
    copied: SingleGame = WAYS[way](game)
    while not game.is_over:
        action = int(game.random_actions()[0])
        copied.random_actions()
        assert game.play(action)
        assert copied.play(action)
        assert (game.observation == copied.observation).all()
        assert game.position(0) == copied.position(0)
    assert copied.is_over
    assert copied.rewards.tolist() == game.rewards.tolist()
