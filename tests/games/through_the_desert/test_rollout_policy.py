"""What random games of Through the Desert are played by: only legal placements, as often as the habits say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import saltroad
from games.through_the_desert.test_evaluator import on_the_way
from saltroad.bots.search import Tables
from saltroad.bots.weights import in_order
from saltroad.games.through_the_desert.actions import Place
from saltroad.games.through_the_desert.bot.areas import EDGES
from saltroad.games.through_the_desert.bot.evaluator import WEIGHTS, tables_with
from saltroad.games.through_the_desert.bot.rollout_policy import DRAWN, HABITS, lures, rollout_policy
from saltroad.games.through_the_desert.components import (
    COLOURS,
    NAMES,
    OASIS_POINTS,
    PALM_NUMBER,
    PALM_SPACES,
    RING,
    SPACES,
)
from saltroad.games.through_the_desert.enclosure import has, inside_points, water_at
from saltroad.games.through_the_desert.state import PLACE_CAMEL, PLACE_LEADER, State
from saltroad.kernel.chance import Rng, Words
from saltroad.kernel.contract import Position
from saltroad.kernel.drivers import Buffer
from saltroad.kernel.jit import bind
from saltroad.kernel.state_record import States, snapshot

GAME = saltroad.load("through_the_desert")
KEPT = dict(zip(WEIGHTS, in_order("through_the_desert", WEIGHTS), strict=True))


def _unbound(*_: Any) -> Any:
    raise TypeError("bound below")


habit: Callable[[Any, Tables, Words, Buffer], int] = _unbound


def draw_many(states: States, tables: Tables, rng: Words, actions: Buffer, drawn: Buffer) -> None:
    for k in range(len(drawn)):
        drawn[k] = habit(states[0], tables, rng, actions)


_draw_many = bind(draw_many, "habit", {"habit": rollout_policy})


def drawn_from(position: Position, many: int, weights: dict[str, float] | None = None) -> Counter[Any]:
    """How often each placement is drawn."""
    drawn = np.zeros(many, np.int64)
    tables = tables_with(position, list((KEPT | (weights or {})).values()))
    _draw_many(position.states, tables, Rng(1).words, GAME.engine.buffer(), drawn)
    return Counter(GAME.notation.at(int(index)) for index in drawn)


@pytest.mark.parametrize("players", GAME.info.players)
def test_only_legal_placements_are_drawn_and_nothing_is_changed(players: int) -> None:
    for position in on_the_way(players, 11):
        before = bytes(position)
        drawn = drawn_from(position, 40)
        assert set(drawn) <= set(GAME.legal(position))
        assert bytes(position) == before


def test_every_camel_may_be_drawn() -> None:
    position = next(position for position in on_the_way(3, 2) if position.states["turns"][0] == 12)
    assert set(drawn_from(position, 40_000)) == set(GAME.legal(position))


@pytest.mark.parametrize("players", [2, 4])
def test_camels_are_drawn_as_often_as_the_habits_say(players: int) -> None:
    """Where nothing can be enclosed: then what is drawn first is played."""
    weights = dict(zip(HABITS, (2.0, 4.0, 7.0, 9.0, 1.5, 0.25, 0.5, 0.75, 1.0, 2.0, 3.0, 4.0), strict=True))
    looked = 0
    for position in on_the_way(players, 6):
        s = snapshot(position.states, State)
        if s.phase != PLACE_CAMEL or s.turns % 9 or _can_enclose(s, position):
            continue
        expected = {action: _weight(s, action, weights) for action in GAME.legal(position)}
        total, many = sum(expected.values()), 60_000
        drawn = drawn_from(position, many, weights)
        for action, weight in expected.items():
            share = weight / total
            assert drawn[action] == pytest.approx(many * share, abs=6 * (many * share) ** 0.5 + 3)
        looked += 1
    assert looked >= 3


def _can_enclose(s: State, position: Position) -> bool:
    return any(
        inside_points(s, s.seat * 5 + COLOURS.index(action.colour), NAMES.index(action.space))
        for action in GAME.legal(position)
        if isinstance(action, Place)
    )


def _weight(s: State, action: Place, weights: dict[str, float]) -> float:
    """How likely a camel is, by the meaning of the habits' names."""
    colour, space = COLOURS.index(action.colour), NAMES.index(action.space)
    lengths = [s.length[seat * 5 + colour] for seat in range(s.players)]
    lead = lengths.pop(s.seat) - max(lengths)
    side = "even" if lead == 0 else f"{'ahead' if lead > 0 else 'behind'}_{min(3, abs(lead))}"
    found = 1.0
    if water := water_at(s, space):
        found += weights[f"habit_water_{water}"]
    if any(x >= 0 and _is_new_oasis(s, colour, x) for x in RING[space].tolist()):
        found += weights["habit_oasis"]
    if has(EDGES[int(s.players > 3)], space):
        found += weights["habit_edge"]
    return found * weights[f"habit_{side}"]


def _is_new_oasis(s: State, colour: int, x: int) -> bool:
    return has(s.oases, x) and not s.linked[s.seat * 5 + colour] >> PALM_NUMBER[x] & 1


@pytest.mark.parametrize("players", [2, 5])
def test_what_a_camel_would_enclose_is_what_it_encloses(players: int) -> None:
    """TD-43, TD-52: spaces, water and oases, but not the water under the camel itself."""
    closed = 0
    for position in (position for seed in range(4) for position in on_the_way(players, seed)):
        s = snapshot(position.states, State)
        for action in GAME.legal(position):
            if s.phase != PLACE_CAMEL or not isinstance(action, Place):
                continue
            colour, space = COLOURS.index(action.colour), NAMES.index(action.space)
            after = snapshot(GAME.apply(position, action).states, State)
            earned = after.area_points[s.seat] - s.area_points[s.seat]
            earned += after.water_points[s.seat] - s.water_points[s.seat] - water_at(s, space)
            for x in PALM_SPACES:
                if has(after.enclosed, x) and not has(s.enclosed, x) and _is_new_oasis(s, colour, x):
                    earned += OASIS_POINTS
            assert inside_points(s, s.seat * 5 + colour, space) == earned
            closed += earned > 0
    assert closed > 20


def test_areas_are_closed_by_habit() -> None:
    """A placement that encloses is drawn more often than its share."""
    seen = 0
    for position in on_the_way(2, 3):
        s = snapshot(position.states, State)
        if s.phase != PLACE_CAMEL:
            continue
        legal = [action for action in GAME.legal(position) if isinstance(action, Place)]
        closing = [
            action
            for action in legal
            if inside_points(s, s.seat * 5 + COLOURS.index(action.colour), NAMES.index(action.space))
        ]
        if len(closing) == 1:
            weights = dict.fromkeys(HABITS, 1.0)
            share = _weight(s, closing[0], weights) / sum(_weight(s, action, weights) for action in legal)
            often = drawn_from(position, 20_000, weights)[closing[0]] / 20_000
            assert often == pytest.approx(1.0 - (1.0 - share) ** DRAWN, abs=0.02)
            seen += 1
    assert seen > 3


def test_leaders_are_drawn_to_water_and_oases() -> None:
    position = next(iter(on_the_way(2, 1)))
    assert position.states["phase"][0] == PLACE_LEADER
    lure = lures(position)
    legal = [NAMES.index(action.space) for action in GAME.legal(position)]
    drawn = drawn_from(position, 5_000)
    mean = sum(lure[NAMES.index(action.space)] * many for action, many in drawn.items()) / 5_000
    assert mean > np.mean(lure[legal]) + np.std(lure[legal])


def test_what_lies_next_to_a_leader_lures_it_in_full() -> None:
    position = next(iter(on_the_way(4, 1)))
    s, lure = snapshot(position.states, State), lures(position)
    for x in range(SPACES):
        near = [y for y in RING[x].tolist() if y >= 0]
        assert lure[x] >= sum(OASIS_POINTS if has(s.oases, y) else water_at(s, y) for y in near)
    camels = next(position for position in on_the_way(4, 1) if position.states["phase"][0] == PLACE_CAMEL)
    assert not lures(camels).any()
