"""What the mind of Through the Desert makes of positions, by rules that anybody would agree to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import saltroad
from bots.judging import Judge
from saltroad.bots import Limit
from saltroad.bots.level_bots import evaluator_of, levels_of
from saltroad.bots.search import Search, SearchBot
from saltroad.bots.weights import in_order
from saltroad.games.through_the_desert.bot.areas import EDGES, GAPS, closable
from saltroad.games.through_the_desert.bot.evaluator import WEIGHTS, walk
from saltroad.games.through_the_desert.components import COLOURS, NEAR, RING, SPACES, WORDS, in_play
from saltroad.games.through_the_desert.state import PLACE_CAMEL
from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.bits import WORD, spaces_in
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Position
from saltroad.kernel.state_record import States

GAME = saltroad.load("through_the_desert")
JUDGE = Judge(GAME)
KEPT = in_order("through_the_desert", WEIGHTS)
BY_SEAT = ("leaders", "water_points", "oasis_points", "area_points", "caravan_points")
BY_CARAVAN = ("length", "linked", "reach", "caravan", "leader")


def on_the_way(players: int, seed: int) -> Iterator[Position]:
    """The positions of a random game in which a seat is to act."""
    rng, position = Rng(seed), GAME.start(players=players)
    while (seat := GAME.actor(position)) != NOBODY:
        if seat == CHANCE:
            position = GAME.apply(position, GAME.decide(position, rng))
            continue
        yield position
        position = GAME.apply(position, rng.pick(GAME.legal(position)))


def leads(states: States) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """By how many points each seat is above the mean, as the mind sees it."""
    scores, spreads = JUDGE.judged(states, KEPT)
    assert np.isfinite(scores).all()
    assert (spreads > 0).all()
    return scores


def changed(position: Position) -> States:
    return position.copy().states


def midgame(seed: int = 3) -> Position:
    """Two players, thirty camels in."""
    return next(position for position in on_the_way(2, seed) if position.states["turns"][0] == 15)


# -- what it sees ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", GAME.info.players)
def test_every_position_has_a_worth(players: int) -> None:
    met = np.concatenate([position.states for position in on_the_way(players, 8)])
    assert len(leads(met)) == len(met)


def test_it_does_not_matter_who_sits_where() -> None:
    for position in on_the_way(2, 4):
        states = changed(position)
        s, was = states[0], position.states[0]
        s["seat"] = 1 - was["seat"]
        for field in BY_SEAT:
            s[field][:2] = was[field][1::-1]
        half = len(COLOURS)
        for field in BY_CARAVAN:
            s[field][:half], s[field][half : 2 * half] = was[field][half : 2 * half], was[field][:half]
        assert leads(states)[0].tolist() == pytest.approx(leads(position.states)[0, ::-1].tolist())


def test_points_in_hand_count_in_full() -> None:
    position = midgame()
    richer = changed(position)
    richer["water_points"][0][1] += 10
    assert (leads(richer) - leads(position.states))[0].tolist() == pytest.approx([-5, 5])


def test_water_within_reach_counts() -> None:
    """Where the other seat has no caravan, a hole within one camel's reach is worth something."""
    found = 0
    for position in on_the_way(2, 5):
        wet = changed(position)
        s = wet[0]
        s["reach"][5:] = 0
        if s["phase"] != PLACE_CAMEL or s["pile"].min() < 8:
            continue
        near = {x for caravan in range(5) for x in spaces_in((s["reach"][caravan] & s["free"]).tolist())}
        for x in near & set(spaces_in((s["water"][0] | s["water"][1]).tolist())):
            dry = wet.copy()
            dry["water"][0][:, x // WORD] &= ~(1 << x % WORD)
            assert leads(dry)[0, 0] < leads(wet)[0, 0]
            found += 1
    assert found > 10


def test_a_longer_caravan_is_better_the_fewer_camels_are_left() -> None:
    position = midgame()
    gains = []
    for pile in (20, 6):
        shorter = changed(position)
        shorter["pile"][0][:] = pile
        for seat in range(2):
            shorter["length"][0][seat * 5] = 8
        longer = shorter.copy()
        longer["length"][0][0] = 10
        gains.append(leads(longer)[0, 0] - leads(shorter)[0, 0])
    assert 0 < gains[0] < gains[1]


def test_a_caravan_that_cannot_move_will_not_win_its_race() -> None:
    position = midgame()
    level = changed(position)
    for seat in range(2):
        level["length"][0][seat * 5] = 8
    shut_in = level.copy()
    shut_in["reach"][0][0] = 0
    assert leads(shut_in)[0, 0] < leads(level)[0, 0]


def test_oases_count_until_they_are_linked() -> None:
    lost = []
    for position in on_the_way(2, 6):
        linked = changed(position)
        linked["linked"][0][:5] = (1 << 7) - 1
        lost.append(leads(position.states)[0, 0] - leads(linked)[0, 0])
    assert min(lost) >= 0
    assert max(lost) > 1


def test_sets_of_spaces_hold_the_map() -> None:
    """The walks are written out for neighbours that lie in the same word or in the next."""
    assert WORDS == 4
    for x in range(SPACES):
        assert all(abs(y // WORD - x // WORD) <= 1 for y in spaces_in(NEAR[x].tolist()))


# -- areas -------------------------------------------------------------------------------------------------------------


def promised(states: States, caravan: int, camels_left: int = 0, others: int = 0) -> list[float]:
    """What the mind thinks a caravan can close: by the camels it takes, then those that others come to as soon."""
    reach = np.zeros((len(states["reach"][0]), 3 * WORDS), np.int64)
    walk(states[0], caravan, reach)
    worths = np.zeros(2 * GAPS, np.float64)
    closable(states[0], caravan, reach, np.full(3 * WORDS, others, np.int64), camels_left, worths)
    found: list[float] = worths.tolist()
    return found


def closed_by(position: Position, caravan: int) -> list[int]:
    """The spaces that a caravan encloses with one camel, for each camel that encloses any."""
    states = position.copy().states
    seat, colour = divmod(caravan, len(COLOURS))
    states["seat"][0] = seat
    table = Position(states)
    gains = []
    for action in GAME.legal(table):
        if action.colour == COLOURS[colour]:
            after = GAME.apply(table, action)
            gains.append(int(after.states["area_points"][0][seat] - states["area_points"][0][seat]))
    return [gain for gain in gains if gain]


@pytest.mark.parametrize("players", [2, 4])
def test_what_one_camel_is_said_to_close_one_camel_closes(players: int) -> None:
    """And of what one camel closes, most is seen: not where two gaps can each be left to close a part."""
    said, missed = 0, 0
    for seed in range(6):
        for position in on_the_way(players, seed):
            if position.states["phase"][0] != PLACE_CAMEL:
                continue
            position.states["water"][0][:] = 0
            position.states["linked"][0][:] = -1
            for caravan in range(players * len(COLOURS)):
                by_one = promised(position.states, caravan)[0]
                closed = closed_by(position, caravan)
                assert by_one <= sum(closed)
                said += by_one > 0
                missed += not by_one and bool(closed)
    assert said > 100
    assert missed < said


def parts_of(spaces: set[int]) -> Iterator[set[int]]:
    """The parts of a set that hang together."""
    left = set(spaces)
    while left:
        part = {left.pop()}
        while near := {y for x in part for y in RING[x].tolist()} & left:
            part |= near
            left -= near
        yield part


def by_definition(states: States, caravan: int) -> list[float]:
    """`closable` with sets of Python, where nobody else comes."""
    s = states[0]
    colour = caravan % len(COLOURS)

    def held(words: Any) -> set[int]:
        return set(spaces_in(words.tolist()))

    def beside(spaces: set[int]) -> set[int]:
        return {y for x in spaces for y in RING[x].tolist()}

    reach = np.zeros((len(s["reach"]), 3 * WORDS), np.int64)
    walk(s, caravan, reach)
    one, two, three = (held(reach[caravan, k * WORDS : (k + 1) * WORDS]) for k in range(3))
    wall = one | two & held(EDGES[int(s["players"] > 3)])
    foul = held(s["touched"][colour]) - held(s["reach"][caravan])
    foul |= set().union(*(held(s["touched"][other]) for other in range(len(COLOURS)) if other != colour))
    ground = held(s["empty"]) - held(s["enclosed"]) - wall
    beyond = ground - ((three | held(s["oases"])) - foul)
    shut = [part for part in parts_of(ground) if not part & beyond and beside(part) & wall]
    is_open = ground - set().union(*shut)
    gaps = {x for x in wall if beside({x}) & is_open} | wall & foul
    found = [0.0] * 2 * GAPS
    for part in parts_of(wall - gaps | set().union(*shut)):
        rim = beside(part) & gaps
        missing = len(rim) + sum(not beside({x}) & rim & one for x in rim - one)
        if rim and len(rim) <= GAPS and missing <= min(GAPS, s["pile"][colour]) and one:
            found[missing - 1] += len(part - held(s["oases"]))
    return found


@pytest.mark.parametrize("players", [2, 5])
def test_areas_are_those_of_the_definition(players: int) -> None:
    """But for some that have nothing but gaps around them: these are seen only where a flood happens to come by."""
    seen, there = np.zeros(2 * GAPS), np.zeros(2 * GAPS)
    for position in (position for seed in range(5) for position in on_the_way(players, seed)):
        states = position.states
        states["water"][0][:] = 0
        states["linked"][0][:] = -1
        if states["phase"][0] == PLACE_CAMEL and states["turns"][0] % 4 == 0:
            for caravan in range(players * len(COLOURS)):
                said, true = np.array(promised(states, caravan)), np.array(by_definition(states, caravan))
                assert (said <= true).all()
                seen += said
                there += true
    assert seen[:3].tolist() == there[:3].tolist()
    assert seen[3] > 0.95 * there[3] > 100


def test_an_area_counts_with_its_water_and_oases_and_is_in_danger_where_others_come() -> None:
    found = 0
    for position in on_the_way(2, 1):
        states = changed(position)
        if states["phase"][0] != PLACE_CAMEL:
            continue
        for caravan in range(10):
            worths = promised(states, caravan)
            assert promised(states, caravan, others=(1 << WORD) - 1) == worths[GAPS:] + worths[:GAPS]
            in_time = promised(states, caravan, camels_left=2, others=(1 << WORD) - 1)
            assert in_time == worths[:2] + [0.0] * GAPS + worths[2:GAPS]
            dry = states.copy()
            dry["water"][0][:] = 0
            dry["linked"][0][:] = -1
            spaces = promised(dry, caravan)
            assert all(a <= b for a, b in zip(spaces, worths, strict=True))
            found += spaces != worths
    assert found > 5


def test_an_area_about_to_be_closed_is_worth_something() -> None:
    """Where the other seat can place nothing."""
    gained = 0
    for position in on_the_way(2, 2):
        states = changed(position)
        states["reach"][0][5:] = 0
        grown = [caravan for caravan in range(5) if states["length"][0][caravan] > 1]
        if states["phase"][0] == PLACE_CAMEL and sum(sum(promised(states, caravan)) for caravan in grown) > 0:
            areas = range(WEIGHTS.index("area_1"), WEIGHTS.index("area_camels"))
            without = [0.0 if k in areas else weight for k, weight in enumerate(KEPT)]
            assert JUDGE.judged(states, KEPT)[0][0, 0] > JUDGE.judged(states, without)[0][0, 0]
            gained += 1
    assert gained > 5


def test_edges_are_spaces_with_fewer_than_six_neighbours() -> None:
    for small, words in zip((True, False), EDGES.tolist(), strict=True):
        used = in_play(2 if small else 5)
        few = {x for x in used if len(set(spaces_in(NEAR[x].tolist())) & used) < 6}
        assert set(spaces_in(words)) == few


# -- search ------------------------------------------------------------------------------------------------------------


def test_a_search_of_so_many_nodes_repeats() -> None:
    found = []
    for _ in range(2):
        search = Search(
            GAME.engine, evaluator_of(GAME), 2, levels_of("through_the_desert")[-1].settings, Rng(3), room=100_000
        )
        search.place(midgame())
        search.run(Limit(nodes=300))
        found.append((search.actions(), search.values))
    assert found[0] == found[1]


def test_ahead_it_ends_the_game() -> None:
    """With one camel left of a colour and a lead, the last camel is placed."""
    position = midgame()
    states = changed(position)
    seat = int(states["seat"][0])
    states["water_points"][0][seat] += 40
    colour = next(
        colour
        for colour in range(5)
        if (states["reach"][0][seat * 5 + colour] & states["free"][0]).any() and states["pile"][0][colour] > 0
    )
    states["pile"][0][colour] = 1
    states["camels_left"][0] = 1
    ending = Position(states)
    bot = SearchBot(GAME, evaluator_of(GAME), levels_of("through_the_desert")[-1].settings, Rng(1))
    choice = bot.choose(GAME.remember(ending, seat), GAME.legal(ending), Limit(nodes=400))
    outcome = GAME.outcome(GAME.apply(ending, choice.action))
    assert outcome is not None
    assert outcome.winners == (seat,)
