"""The kernel's encampments against the judge's, after every placement of thousands of random games.

All fields of the board are compared: camps, sizes, room, neighbours' products, markers, owners, points by source, and
when the game ends. `SALTROAD_PROOFS=full` plays more games.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from games.desert_bazaar.judge import AROUND, OFF, SPACES, WRONG, Judge
from games.desert_bazaar.table import CAMPS, components
from saltroad.games.desert_bazaar.components import NAMES, NEIGHBOURS
from saltroad.games.desert_bazaar.state import OVER, PAY
from saltroad.kernel.chance import Rng
from saltroad.kernel.jit import JITTED
from saltroad.kernel.state_record import States, copy_of

FULL = os.environ.get("SALTROAD_PROOFS") == "full"
GAMES = (10_000 if FULL else 2_000) if JITTED else 3
PLAYERS = (3, 4, 5)
BITS = 62

Tamper = Callable[[States], None]


def leave(states: States) -> None:
    """The kernel as it is."""


def spread(words: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Sets of spaces, a row of words each, as a column each."""
    return np.array([(words[:, x // BITS] >> (x % BITS)) & 1 for x in range(SPACES)], bool)


def by_resource(packed: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.stack([(packed >> (8 * r)) & 127 for r in range(4)], axis=-1)


class Played:
    """Random games side by side, one ply at a time; `difference` is empty if kernel and judge agree to the end."""

    def __init__(self, judge: Judge, games: int, seed: tuple[int, ...], tamper: Tamper = leave) -> None:
        self.judge, self.difference, self.plies, self.ended = judge, "", 0, 0
        engine, start = CAMPS.engine, CAMPS.start(judge.players).states
        states = engine.states(games)
        states[:] = start[0]
        states["markers"] = judge.markers.T
        number, rng = np.arange(games), Rng(seed)
        while not self.difference:
            before = {name: states[name].astype(np.int64) for name in ("phase", "seat", "building", "site")}
            engine.step_all(start, states, rng)
            tamper(states)
            self.plies += len(states)
            paid = np.flatnonzero(before["phase"] == PAY)
            over = states["phase"] == OVER
            if len(paid):
                judge.place(number[paid], before["seat"][paid], before["building"][paid], before["site"][paid])
                self.difference = judge.fault
                self._compare(states[paid], number[paid])
            if over.any():
                ended = np.flatnonzero(over)
                judge.finish(number[ended], by_resource(states["hand"][ended]))
                self._expect("points", states["points"][ended], self._points(number[ended]), number[ended])
                self.ended += len(ended)
                if over.all():
                    break
                states, number = copy_of(states[~over]), number[~over]

    def _points(self, games: NDArray[np.int64]) -> NDArray[np.int16]:
        return self.judge.points[:, :, games].reshape(25, -1).T

    def _compare(self, states: States, games: NDArray[np.int64]) -> None:
        judge = self.judge
        camp, sizes = judge.camps(games)
        room = judge.room(games, camp, sizes)
        self._expect("camps", states["camp"], np.where(camp == OFF, -1, camp).T, games)
        self._expect("sizes", states["camp_size"], sizes[:SPACES].T, games)
        self._expect("room", spread(states["room"]).T, room.T, games)
        self._expect("taken", spread(states["taken"]).T, judge.product[:SPACES, games].T >= 0, games)
        for row, near in enumerate(judge.near(games)):
            self._expect(f"near, row {row},", spread(states["near"][:, row]).T, near.T, games)
        self._expect("owners", states["owner"], judge.owner[:SPACES, games].T, games)
        self._expect("markers", states["markers"], judge.markers[:, games].T, games)
        self._expect("points while playing", states["points"][:, :15], self._points(games)[:, :15], games)
        self._expect("the end", states["phase"] == OVER, np.logical_not(room.any(axis=0)), games)

    def _expect(self, what: str, kernel: NDArray[np.generic], judged: NDArray[np.generic], games: object) -> None:
        if not self.difference and not np.array_equal(kernel, judged):
            n = int(np.argwhere(np.asarray(kernel != judged))[0][0])
            self.difference = f"{what} differ in game {np.asarray(games)[n]}: {kernel[n]} and by the judge {judged[n]}"


# -- the judge itself --------------------------------------------------------------------------------------------------


def test_DB_22_the_judge_knows_the_neighbours_of_the_board() -> None:
    for space in range(SPACES):
        assert set(AROUND[:, space].tolist()) - {OFF} == set(NEIGHBOURS[space])


def test_DB_22_the_judge_finds_the_camps_that_a_walk_finds() -> None:
    rng, judge = Rng(22), Judge(200, 3)
    for game in range(200):
        for _ in range(game % 60):
            judge.product[rng.below(SPACES), game] = 0
    camps, sizes = judge.camps(np.arange(200))
    for game in range(200):
        found: dict[int, list[str]] = {}
        for space in range(SPACES):
            if camps[space, game] != OFF:
                found.setdefault(int(camps[space, game]), []).append(NAMES[space])
        tents = [name for space, name in enumerate(NAMES) if judge.product[space, game] == 0]
        assert tuple(map(tuple, found.values())) == components(tents)
        assert all(sizes[camp, game] == len(names) for camp, names in found.items())
        assert sizes[:, game].sum() == len(tents)


# -- kernel and judge --------------------------------------------------------------------------------------------------


@functools.cache
def all_played(players: int) -> Played:
    return Played(Judge(GAMES, players), GAMES, (22, players))


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_DB_22_kernel_and_judge_agree_after_every_tile(players: int) -> None:
    played = all_played(players)
    assert played.difference == ""
    assert played.ended == GAMES


@pytest.mark.slow
@pytest.mark.skipif(not JITTED, reason="too few games without the compiler")
@pytest.mark.parametrize("players", PLAYERS)
def test_DB_32_the_games_that_were_judged_have_camps_of_all_kinds(players: int) -> None:
    """Otherwise the comparison would prove little."""
    judge = all_played(players).judge
    assert judge.placed > 40 * GAMES
    assert judge.largest_join == 3
    assert judge.closed > 2 * GAMES
    assert judge.unmarked > 20
    assert (judge.points.sum(axis=(1, 2)) > 0).all()


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_DB_23_kernel_and_judge_agree_when_markers_are_scarce(players: int) -> None:
    """With seven each, random players seldom run out: here they have three, which the rules do not allow."""
    games = max(3, GAMES // 8)
    played = Played(Judge(games, players, markers=3), games, (25, players))
    assert played.difference == ""
    if JITTED:
        assert played.judge.unmarked > 5 * games
        assert played.judge.closed_unmarked > games


# -- planted faults: the comparison notices ----------------------------------------------------------------------------

FEW = 200 if JITTED else 3


@functools.cache
def rightly_judged() -> str:
    return Played(Judge(FEW, 3, markers=3), FEW, (23, 3)).difference


@pytest.mark.slow
@pytest.mark.skipif(not JITTED, reason="too slow without the compiler")
@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: str(wrong.__name__))
def test_DB_22_a_judge_that_is_wrong_in_one_way_is_noticed(wrong: type[Judge]) -> None:
    assert rightly_judged() == ""
    assert Played(wrong(FEW, 3, markers=3), FEW, (23, 3)).difference != ""


def forget_a_barred_space(states: States) -> None:
    """All empty spaces are room once a camp is full."""
    full = (states["camp_size"] == 7).any(axis=1)
    states["room"][full, 1] |= 1 << (SPACES - 1 - BITS)


def merge_wrongly(states: States) -> None:
    """A camp of five keeps an old label."""
    five = states["camp_size"] == 5
    states["camp_size"][five] = 4


def keep_a_marker(states: States) -> None:
    """A marker is not returned when a camp is full."""
    full = (states["camp_size"] == 7).any(axis=1)
    states["markers"][full, 0] = np.minimum(states["markers"][full, 0], 5)


def rename_an_owner(states: States) -> None:
    owner = states["owner"]
    owner[:, SPACES - 1][owner[:, SPACES - 1] == 0] = 1


def a_point_too_many(states: States) -> None:
    states["points"][states["turns"] == 20, 6] += 1


def lose_a_neighbour(states: States) -> None:
    states["near"][:, 7, 0] &= ~(1 << 40)


@pytest.mark.slow
@pytest.mark.skipif(not JITTED, reason="too few games without the compiler")
@pytest.mark.parametrize(
    "tamper",
    [forget_a_barred_space, merge_wrongly, keep_a_marker, rename_an_owner, a_point_too_many, lose_a_neighbour],
)
def test_DB_22_a_kernel_that_is_tampered_with_is_noticed(tamper: Tamper) -> None:
    assert "differ in game" in Played(Judge(FEW, 3), FEW, (24, 3), tamper).difference
