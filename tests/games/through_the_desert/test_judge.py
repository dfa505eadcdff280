"""The kernel's enclosures against the judge's, after every action of thousands of random games (TD-40 to TD-45).

`SALTROAD_PROOFS=full` plays more games.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from games.through_the_desert.judge import NEIGHBOURS, WRONG, Judge, WholeBoard, near, palms_of, set_of
from games.through_the_desert.table import DESERT
from saltroad.games.through_the_desert import indices as ix
from saltroad.games.through_the_desert.actions import ACTIONS, Palms
from saltroad.games.through_the_desert.components import COLOURS, NAMES, PALM_SPACES, SPACES, in_play
from saltroad.games.through_the_desert.state import OVER, PLACE_CAMEL, PLACE_LEADER
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Position
from saltroad.kernel.jit import JITTED
from saltroad.kernel.state_record import States

FULL = os.environ.get("SALTROAD_PROOFS") == "full"
GAMES = (6000 if FULL else 300) if JITTED else 3
SAMPLED = 11
"""Every so many plies the legal actions are compared too."""
PLAYERS = (2, 3, 4, 5)

Tamper = Callable[[States], None]


def leave(states: States) -> None:
    """The kernel as it is."""


def without_more_leaders(states: States) -> States:
    """After the first round of leaders, camels: a table that the rules do not allow, for wide enclosures."""
    view = DESERT.observe(Position(states), None)
    if view.leaders_placed < view.players:
        return states
    nobody_more = ((),) * view.players
    return DESERT.determinize(replace(view, phase="camel", camels_left=2, leaders=nobody_more), Rng(0)).states


class Played:
    """One game, judged after every action; `difference` is empty if kernel and judge agree to the end.

    Every third game is all random. In the others the players build walls, so that more is enclosed; and in every third
    each player has one leader only, so that the desert is wide: half of it can be enclosed at once.
    """

    def __init__(self, judge: Judge, seed: tuple[int, ...], tamper: Tamper = leave) -> None:
        self.judge, self.rng, self.difference, self.placements = judge, Rng(seed), "", 0
        builds, is_wide = seed[-1] % 3 > 0, seed[-1] % 3 == 2
        engine = DESERT.engine
        states, legal, weights = DESERT.start(judge.players).states, engine.buffer(), engine.buffer()
        phase, seat, ply = states["phase"], states["seat"], 0
        while phase[0] != OVER and not self.difference:
            who, what = int(seat[0]), int(phase[0])
            count = engine.legal_at(states, 0, legal)
            if ply % SAMPLED == 0 and what >= PLACE_LEADER:
                self._compare_legal(states, who, what, legal[:count].tolist())
            if what < PLACE_LEADER:
                engine.weights_at(states, 0, legal, count, weights)
                action = int(legal[self.rng.weighted(weights[:count].tolist())])
            else:
                action = int(legal[self.rng.below(count)])
                if builds and what == PLACE_CAMEL:
                    action = self._wall(action, who, legal[:count].tolist())
            engine.apply_at(states, 0, action)
            tamper(states)
            judge.apply(who, action, is_leader=what == PLACE_LEADER)
            if what == PLACE_CAMEL:
                self._compare(states, f"{ACTIONS[action]} at ply {ply}")
                self.placements += 1
            ply += 1
            if is_wide and what == PLACE_LEADER:
                states = without_more_leaders(states)
                phase, seat = states["phase"], states["seat"]
        if not self.difference:
            self._expect("largest caravans", states["caravan_points"][0].tolist(), judge.largest(), "the end")
            self._expect("linked oases", states["linked"][0].tolist(), judge.links(), "the end")

    def _wall(self, action: int, seat: int, legal: list[int]) -> int:
        """A camel of the seat's favourite colour that may part a region, if chance offers one soon."""
        own = [one for one in legal if one // SPACES == (seat + self.judge.players) % len(COLOURS)] or legal
        for _ in range(6):
            if action < ix.PASS and self.judge.parts(action % SPACES):
                break
            action = own[self.rng.below(len(own))]
        return action

    def _expect(self, what: str, kernel: object, judged: object, where: str) -> None:
        if kernel != judged and not self.difference:
            self.difference = f"{what} after {where}: the kernel has {kernel}, the judge {judged}"

    def _compare(self, states: States, where: str) -> None:
        judge = self.judge
        if states["closed_by"].tobytes() != judge.closed_by:
            kernel, judged = np.frombuffer(states["closed_by"].tobytes(), np.uint8), judge.closed_by
            differ = [NAMES[x] for x in range(SPACES) if kernel[x] != judged[x]]
            self._expect("enclosed spaces", differ, [], where)
        self._expect("points of areas", states["area_points"][0].tolist(), judge.area_points, where)
        self._expect("points of oases", states["oasis_points"][0].tolist(), judge.oasis_points, where)
        self._expect("points of water", states["water_points"][0].tolist(), judge.water_points, where)

    def _compare_legal(self, states: States, seat: int, phase: int, kernel: list[int]) -> None:
        if phase == PLACE_CAMEL:
            judged = self.judge.placements(seat, states["pile"][0].tolist()) or [ix.PASS]
            self._expect("legal camels", kernel, judged, "the samples")
        else:
            spaces = self.judge.leader_spaces()
            colours = sorted({action // SPACES for action in kernel})
            self._expect("legal leaders", kernel, [c * SPACES + x for c in colours for x in spaces], "the samples")


# -- the judge itself --------------------------------------------------------------------------------------------------


def test_TD_01_the_judge_knows_the_neighbours_of_the_map() -> None:
    for space in range(SPACES):
        assert near(set_of([space])) == set_of(NEIGHBOURS[space])
    assert near(set_of(range(100))) == set_of({x for space in range(100) for x in NEIGHBOURS[space]})


def test_TD_05_the_judge_reads_the_trees_as_the_texts_say() -> None:
    for action in range(ix.PALMS, ix.WATER):
        palms = ACTIONS[action]
        assert isinstance(palms, Palms)
        assert tuple(NAMES[x] for x in palms_of(action)) == palms.spaces


# -- kernel and judge --------------------------------------------------------------------------------------------------


@functools.cache
def all_played(players: int) -> tuple[Played, ...]:
    return tuple(Played(Judge(players), (40, players, seed)) for seed in range(GAMES))


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_TD_40_kernel_and_judge_agree_after_every_camel(players: int) -> None:
    differences = [(seed, game.difference) for seed, game in enumerate(all_played(players)) if game.difference]
    assert differences[:3] == []


@pytest.mark.slow
@pytest.mark.skipif(not JITTED, reason="too few games without the compiler")
@pytest.mark.parametrize("players", PLAYERS)
def test_TD_42_the_games_that_were_judged_have_areas_of_all_kinds(players: int) -> None:
    """Otherwise the comparison would prove little."""
    played = all_played(players)
    assert sum(game.placements for game in played) > 40 * len(played)
    assert sum(game.judge.areas_closed for game in played) > len(played)
    assert max(game.judge.most_at_once for game in played) >= 2
    enclosed = {x for game in played for x in range(SPACES) if game.judge.closed_by[x] != 255}
    assert len(enclosed & set(PALM_SPACES)) >= 6
    assert len(enclosed) > len(in_play(players)) * 0.9
    assert max(sum(owner != 255 for owner in game.judge.closed_by) for game in played) > 50


# -- planted faults: the comparison notices ----------------------------------------------------------------------------


def first_difference(make: type[Judge], players: int, games: int, tamper: Tamper = leave) -> str:
    for seed in range(games):
        found = Played(make(players), (40, players, seed), tamper).difference
        if found:
            return found
    return ""


@pytest.mark.slow
@pytest.mark.skipif(not JITTED, reason="too slow without the compiler")
@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: str(wrong.__name__))
def test_TD_40_a_judge_that_is_wrong_in_one_way_is_noticed(wrong: type[Judge]) -> None:
    players = 2 if wrong is WholeBoard else 3
    assert first_difference(wrong, players, 600) != ""


def forget_a_space(states: States) -> None:
    """One enclosed space is given back."""
    closed = np.flatnonzero(states["closed_by"][0] >= 0)
    if len(closed):
        states["closed_by"][0][closed[-1]] = -1


def give_to_the_next(states: States) -> None:
    """An area belongs to somebody else."""
    closed = states["closed_by"][0]
    closed[closed >= 0] = (closed[closed >= 0] + 1) % 2


def a_point_too_many(states: States) -> None:
    """One point for an area that there is not, late in the game."""
    if states["turns"][0] == 20:
        states["area_points"][0][0] += 1


@pytest.mark.parametrize("tamper", [forget_a_space, give_to_the_next, a_point_too_many])
def test_TD_40_a_kernel_that_is_tampered_with_is_noticed(tamper: Tamper) -> None:
    found = first_difference(Judge, 2, 40 if JITTED else 3, tamper)
    assert "after" in found
