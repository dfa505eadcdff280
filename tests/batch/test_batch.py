"""Batches: each game goes exactly as a single one, played by the contract with the same actions and the same chance."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import saltroad
from batch.expected import EXPECTED
from saltroad.batch import Batch, IllegalActions, encode
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Position
from saltroad.kernel.errors import BadOptions

GAMES = tuple(EXPECTED)
TABLES = [
    (name, players, options)
    for name in GAMES
    for players in saltroad.load(name).info.players
    for options in ({}, *({option.name: option.values[-1]} for option in saltroad.load(name).info.options))
    if "solo" not in options and not str(options.get("start", 0)).isdecimal()
]
TABLES += [("bazaar", 1, {"solo": True})]


def rng_of(batch: Batch, i: int) -> Rng:
    """The generator of a game as it stands."""
    rng = Rng(0)
    rng.words[:] = batch._arrays.rngs[i]
    return rng


def check_shown(batch: Batch, game: AnyGame, i: int, position: Position, viewer: int) -> None:
    """What a batch shows of a game is what the contract says of its position."""
    legal = game.legal_indices(position) if game.actor(position) >= 0 else []
    assert np.flatnonzero(batch.action_masks()[i]).tolist() == legal
    assert batch.packed_observations[i].tolist() == encode(game, position, viewer).tolist()


def reward_of(game: AnyGame, before: Position, after: Position, players: int, *, solo: bool) -> list[float]:
    outcome = game.outcome(after)
    if solo:
        return [float(game.scores(before)[0] - game.scores(after)[0])]
    if outcome is None:
        return [0.0] * players
    share = [1 / len(outcome.winners) if seat in outcome.winners else 0.0 for seat in range(players)]
    return [(players * each - 1) / (players - 1) for each in share]


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_a_batch_plays_as_the_contract_does(name: str, players: int, options: dict[str, Any]) -> None:
    game = saltroad.load(name)
    batch = Batch(game, 3, players, options=options, seed=5, autoreset="disabled", starts=4)
    positions = [batch.position(i) for i in range(3)]
    for ply in range(6000):
        actors = batch.actors.tolist()
        assert actors == [game.actor(position) for position in positions]
        if all(who == saltroad.NOBODY for who in actors) or (players == 1 and ply == 200):
            break  # the puzzle takes random play for ever
        actions = batch.random_actions()
        rngs = [rng_of(batch, i) for i in range(3)]
        batch.step(actions)
        for i, who in enumerate(actors):
            if who == saltroad.NOBODY:
                assert not batch.ended[i]
                assert batch.rewards[i].tolist() == [0.0] * players
                continue
            after = game.settle(game.play(positions[i], game.notation.at(int(actions[i])), seat=who), rngs[i])
            assert after == batch.position(i)
            assert batch.ended[i] == (game.outcome(after) is not None)
            reward = reward_of(game, positions[i], after, players, solo=players == 1)
            assert batch.rewards[i] == pytest.approx(reward)
            viewer = game.actor(after) if game.actor(after) >= 0 else who
            check_shown(batch, game, i, after, viewer)
            positions[i] = after
    else:
        pytest.fail("random play does not end")


@pytest.mark.parametrize("name", GAMES)
def test_scores_as_rewards_add_up(name: str) -> None:
    game = saltroad.load(name)
    batch = Batch(game, 4, 3, seed=2, reward="score", autoreset="disabled")
    total = batch.scores().astype(np.float64)
    while (batch.actors != saltroad.NOBODY).any():
        batch.step(batch.random_actions())
        total = total + batch.rewards
    assert total.tolist() == batch.scores().tolist() == [list(game.scores(batch.position(i))) for i in range(4)]


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seeds_give_the_same_games(name: str) -> None:
    """Whatever the batch they are in, the form of its observations and its number of threads."""

    def played(count: int, seeds: Any, **settings: Any) -> list[bytes]:
        batch = Batch(name, count, 3, seed=seeds, **settings)
        for _ in range(60):
            batch.step(batch.random_actions())
        return [bytes(batch.position(i)) for i in range(count)]

    alone = [played(1, [(9, k)])[0] for k in range(2)]
    assert played(2, 9) == alone
    assert played(200, 9, threads=2, form="float32")[:2] == alone
    assert played(2, 10) != alone
    batch = Batch(name, 2, 3, seed=9)
    before = [bytes(batch.position(i)) for i in range(2)]
    batch.step(batch.random_actions())
    batch.reset(9)
    assert [bytes(batch.position(i)) for i in range(2)] == before


def test_games_begin_anew_in_the_same_step() -> None:
    batch = Batch("bazaar", 64, 2, seed=1)
    ended = 0
    for _ in range(400):
        many = batch.step(batch.random_actions())
        assert many == batch.ended.sum()
        ended += many
        assert (batch.actors >= 0).all()
        over = np.flatnonzero(batch.ended)
        assert (batch.rewards[~batch.ended] == 0).all()
        finals = batch.layout.split(batch.layout.unpacked(batch.final_observations(over), "uint8"))
        assert (finals["phase"][:, 0, -1] == 1).all(), "the last observation is of a game that is over"
    assert ended > 30


def test_games_begin_anew_in_the_next_step() -> None:
    batch = Batch("bazaar", 16, 2, seed=1, autoreset="next_step")
    seen = 0
    while seen < 3:
        batch.step(batch.random_actions())
        over = np.flatnonzero(batch.ended)
        if len(over):
            assert (batch.actors[over] == saltroad.NOBODY).all()
            assert (batch.masks[over] == 0).all()
            batch.step(batch.random_actions())
            assert (batch.actors[over] >= 0).all()
            assert not batch.ended[over].any()
            assert (batch.rewards[over] == 0).all()
            seen += 1


def test_only_some_games_begin_anew() -> None:
    batch = Batch("bazaar", 4, 2, seed=1, autoreset="disabled")
    for _ in range(20):
        batch.step(batch.random_actions())
    before = [bytes(batch.position(i)) for i in range(4)]
    batch.reset(only=np.array([False, True, False, True]))
    after = [bytes(batch.position(i)) for i in range(4)]
    assert [one == two for one, two in zip(before, after, strict=True)] == [True, False, True, False]


def test_chance_can_be_left_to_the_caller() -> None:
    game = saltroad.load("bazaar")
    batch = Batch(game, 2, 2, seed=1, chance="outside", autoreset="disabled")
    positions = [game.start(2), game.start(2)]
    for _ in range(300):
        assert batch.actors.tolist() == [game.actor(position) for position in positions]
        masks = batch.action_masks()
        for mask, position in zip(masks, positions, strict=True):
            assert np.flatnonzero(mask).tolist() == game.legal_indices(position)
        if (batch.actors == saltroad.NOBODY).any():
            break
        actions = batch.random_actions()
        batch.step(actions)
        positions = [
            game.play(position, game.notation.at(int(action)))
            for position, action in zip(positions, actions, strict=True)
        ]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_can_be_dealt_anew_each_time(name: str) -> None:
    game = saltroad.load(name)
    batch = Batch(game, 8, 3, seed=1, starts=0)
    assert (batch.actors >= 0).all()
    assert len({bytes(batch.position(i)) for i in range(8)}) == 8
    assert all(game.audit(batch.position(i)) == [] for i in range(8))


# -- bad input ---------------------------------------------------------------------------------------------------------


def test_an_illegal_action_plays_nothing() -> None:
    batch = Batch("bazaar", 3, 2, seed=1)
    before = [bytes(batch.position(i)) for i in range(3)]
    for bad in (206, -1, 207, 10**12, -(2**62)):
        actions = batch.random_actions()
        actions[1] = bad
        with pytest.raises(IllegalActions, match=f"game 1 of the batch action {bad} is not legal"):
            batch.step(actions)
    assert [bytes(batch.position(i)) for i in range(3)] == before


def test_an_illegal_action_can_be_a_forfeit() -> None:
    batch = Batch("bazaar", 3, 4, seed=1, autoreset="disabled")
    who = int(batch.actors[1])
    actions = batch.random_actions()
    actions[1] = 10**9
    assert batch.step(actions, illegal="forfeit") == 1
    assert batch.forfeits.tolist() == batch.ended.tolist() == [False, True, False]
    assert batch.rewards[1] == pytest.approx([-1 if seat == who else 1 / 3 for seat in range(4)])
    assert batch.actors[1] == saltroad.NOBODY
    assert batch.step(batch.random_actions()) == 0


@pytest.mark.parametrize(
    "actions",
    [[0.5, 0.5], [0], [[0, 0]], ["a", "b"], [None, None], np.zeros(2, np.float32), np.zeros((2, 1), np.int64)],
)
def test_actions_of_another_shape_or_kind_are_refused(actions: Any) -> None:
    batch = Batch("bazaar", 2, 2)
    with pytest.raises(BadOptions, match="Actions are 2 whole numbers"):
        batch.step(actions)


@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        ({"count": 0}, "at least one game"),
        ({"players": 9}, "2 to 6"),
        ({"options": {"moon": True}}, "moon"),
        ({"form": "int4"}, "packed, uint8, float32"),
        ({"autoreset": "never"}, "same_step, next_step, disabled"),
        ({"reward": "money"}, "win, score"),
        ({"chance": "maybe"}, "inside or outside"),
        ({"viewer": 7}, "no seat 7"),
        ({"seed": [1, 2, 3]}, "3 seeds for 2 games"),
        ({"starts": -1}, "from 0 on"),
    ],
)
def test_a_batch_that_cannot_be_is_refused(settings: dict[str, Any], fault: str) -> None:
    with pytest.raises(BadOptions, match=fault):
        Batch("bazaar", **{"count": 2, **settings})
