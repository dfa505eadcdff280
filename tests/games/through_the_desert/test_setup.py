"""Through the Desert, setup: TD-01 to TD-07."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from games.through_the_desert.table import (
    DESERT,
    PALMS,
    board,
    camp,
    french,
    laid_out,
    legal,
    look,
    midgame,
    play,
    points,
    refused,
    ring,
    spaces_for,
    watered,
)
from saltroad import CHANCE, BadOptions
from saltroad.games.through_the_desert.components import (
    CAMELS_PER_COLOUR,
    COLOURS,
    DOTS,
    MOUNTAIN,
    NAMES,
    PALM_SPACES,
    PLACES,
    RING,
    ring_of,
)

# -- TD-01: the board --------------------------------------------------------------------------------------------------


def test_TD_01_the_map_has_the_numbers_of_the_box() -> None:
    assert (len(board(2)), len(board(3)), len(board(4)), len(board(5))) == (189, 189, 246, 246)
    small, whole = set(board(2)), set(board(4))
    assert small < whole == set(NAMES)
    palms, dots = {NAMES[x] for x in PALM_SPACES}, {NAMES[x] for x in DOTS}
    assert (len(palms & small), len(dots & small)) == (6, 32)
    assert (len(palms), len(dots), palms & dots) == (7, 43, set())
    assert not set(MOUNTAIN) & set(PLACES)


def test_TD_01_neighbours_are_mutual_and_at_most_six_and_every_board_hangs_together() -> None:
    for name in NAMES:
        assert 2 <= len(ring(name)) == len(set(ring(name))) <= 6
        assert all(name in ring(other) for other in ring(name))
    for players in (2, 4):
        assert reachable(set(board(players)), "a3") == set(board(players))


def test_TD_01_the_compiled_neighbours_are_those_of_the_map() -> None:
    for space, place in enumerate(PLACES):
        assert [PLACES[x] if x >= 0 else None for x in RING[space]] == [
            p if p in PLACES else None for p in ring_of(place)
        ]


def test_TD_01_no_single_space_parts_the_board() -> None:
    """The kernel asks for enclosures only where a camel can make one, and relies on this: else a leader alone could
    shut off a pocket without enclosing it, and a camel placed in the pocket would have to."""
    for players in (2, 4):
        spaces = set(board(players))
        for cut in spaces:
            left = spaces - {cut}
            assert reachable(left, min(left)) == left, cut


RINGS = {name: ring(name) for name in NAMES}


def reachable(spaces: set[str], start: str) -> set[str]:
    found, todo = {start}, [start]
    while todo:
        for name in RINGS[todo.pop()]:
            if name in spaces and name not in found:
                found.add(name)
                todo.append(name)
    return found


@pytest.mark.parametrize("players", [2, 3])
def test_TD_01_beyond_the_dark_line_nothing_is_placed_with_two_or_three(players: int) -> None:
    leaders = laid_out(players)
    beyond = [name for name in NAMES if name not in board(players)]
    assert len(beyond) == 57
    for name in beyond:
        refused(leaders, f"pink {name}", "TD-01", space=name)
    sentence = refused(midgame({"1 pink": "r8"}, players=players), "pink r9", "TD-01", space="r9")
    assert sentence == "The space r9 lies beyond the dark line: with 2 or 3 players it is not used."
    assert "ligne sombre" in french(leaders, "pink r9")


@pytest.mark.parametrize("players", [4, 5])
def test_TD_01_with_four_or_five_the_whole_board_is_used(players: int) -> None:
    assert spaces_for(midgame({"1 pink": "r8"}, players=players), "pink") == ("q8", "q9", "r7", "r9")
    leaders = laid_out(players)
    colour = legal(leaders)[0].split()[0]
    assert set(spaces_for(leaders, colour)) - set(board(2))


# -- TD-02 to TD-04: leaders and piles ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_TD_02_each_player_has_a_leader_of_every_colour(players: int) -> None:
    position = laid_out(players)
    assert look(position).leaders == (COLOURS,) * players
    standing = look(camp(players)).caravans
    assert all(len(one.camels) == 1 for row in standing for one in row)
    assert [len(row) for row in standing] == [5] * players


def test_TD_03_with_five_each_gives_up_a_leader_of_another_colour_drawn_at_random() -> None:
    position = play(DESERT.start(5), f"palms {PALMS}")
    for name in watered(5):
        position = play(position, next(action for action in legal(position) if action.startswith(f"water {name} ")))
    for seat, colour in enumerate(("pink", "blue", "yellow", "lilac", "green")):
        assert DESERT.actor(position) == CHANCE
        assert look(position).piles == (30,) * 5
        left = [c for c in COLOURS if c not in look(position).given_up]
        assert legal(position) == [f"without {seat + 1} {c}" for c in left]
        assert DESERT.weights(position) == (1,) * (5 - seat)
        position = play(position, f"without {seat + 1} {colour}")
        assert look(position).leaders[seat] == tuple(c for c in COLOURS if c != colour)
    assert (look(position).phase, look(position).leader_rounds, look(position).piles) == ("leader", 4, (30,) * 5)


def test_TD_03_what_is_given_up_is_refused_by_name() -> None:
    position = play(DESERT.start(5), f"palms {PALMS}")
    assert refused(position, "without 1 pink", "TD-03") == "The leaders that the players give up are not drawn yet."
    for k, name in enumerate(watered(5)):
        position = play(position, f"water {name} {k % 3 + 1}")
    assert refused(position, "pink c1", "TD-03") == "The leaders that the players give up are not drawn yet."
    assert refused(position, "pass", "TD-03") == "The leaders that the players give up are not drawn yet."
    assert refused(position, "without 2 pink", "TD-03", seat=0) == "It is Player 1's turn to give up a leader."
    position = play(position, "without 1 pink")
    sentence = refused(position, "without 2 pink", "TD-03", colour="pink")
    assert sentence == "Another player has given up the pink leader: each gives up a different colour."
    assert "rose" in french(position, "without 2 pink")
    position = play(position, "without 2 blue; without 3 green; without 4 lilac; without 5 yellow")
    assert refused(position, "without 5 yellow", "TD-03") == "No leader is given up now."
    assert refused(position, "pink c1", "TD-03", colour="pink") == "You gave up your pink leader."
    assert not spaces_for(position, "pink")


def test_TD_03_whoever_gave_up_a_leader_has_no_caravan_of_that_colour() -> None:
    position = camp(5)
    assert [[len(one.camels) for one in row] for row in look(position).caravans] == [
        [int(k != seat) for k in range(5)] for seat in range(5)
    ]
    sentence = refused(position, "blue a4", "TD-23", colour="blue", space="a4")
    assert sentence == "You have no blue caravan."


@pytest.mark.parametrize("players", [2, 3, 4])
def test_TD_03_with_fewer_nobody_gives_up_a_leader(players: int) -> None:
    for position in (DESERT.start(players), laid_out(players), camp(players)):
        assert refused(position, "without 1 pink", "TD-03") == "No leader is given up now."


@pytest.mark.parametrize(("players", "pile", "removed"), [(2, 22, 10), (3, 26, 5), (4, 30, 0), (5, 30, 0)])
def test_TD_04_the_piles(players: int, pile: int, removed: int) -> None:
    for position in (DESERT.start(players), laid_out(players), camp(players)):
        assert look(position).piles == (pile,) * 5
    leaders = players - (players == 5)
    assert pile + leaders + removed == CAMELS_PER_COLOUR
    view = look(camp(players))
    assert sum(len(row[0].camels) for row in view.caravans) == leaders


# -- TD-05: palm trees -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "palm_spaces"), [(2, 6), (3, 6), (4, 7), (5, 7)])
def test_TD_05_five_trees_on_the_palm_spaces_in_play_each_set_as_likely(players: int, palm_spaces: int) -> None:
    start = DESERT.start(players)
    usable = [NAMES[x] for x in PALM_SPACES if NAMES[x] in board(players)]
    assert len(usable) == palm_spaces
    assert DESERT.actor(start) == CHANCE
    assert sorted(legal(start)) == sorted("palms " + " ".join(trees) for trees in itertools.combinations(usable, 5))
    assert DESERT.weights(start) == (1,) * len(legal(start))
    assert look(play(start, f"palms {PALMS}")).oases == tuple(PALMS.split())


def test_TD_05_the_trees_come_first_and_once() -> None:
    start = DESERT.start(2)
    for action in ("pink c1", "pass"):
        assert refused(start, action, "TD-05") == "The palm trees are not planted yet."
    assert "palmiers" in french(start, "pass")
    for later in (play(start, f"palms {PALMS}"), laid_out(2), camp(2)):
        assert refused(later, f"palms {PALMS}", "TD-05") == "The palm trees stand already."


def test_TD_05_no_tree_beyond_the_dark_line_with_two_or_three() -> None:
    refused(DESERT.start(3), "palms b8 d3 h11 j3 o15", "TD-01", space="o15")
    assert "o15" in look(play(DESERT.start(4), "palms b8 d3 h11 j3 o15")).oases


# -- TD-06: water holes ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "holes"), [(2, 33), (3, 33), (4, 45), (5, 45)])
def test_TD_06_a_water_hole_on_every_dot_and_on_palm_spaces_without_a_tree(players: int, holes: int) -> None:
    position = play(DESERT.start(players), f"palms {PALMS}")
    dots = {NAMES[x] for x in DOTS} & set(board(players))
    left = {NAMES[x] for x in PALM_SPACES} & set(board(players)) - set(PALMS.split())
    assert set(watered(players)) == dots | left
    for k, name in enumerate(watered(players)):
        assert DESERT.actor(position) == CHANCE
        position = play(position, f"water {name} {k % 3 + 1}")
    assert [name for name, _ in look(position).water] == list(watered(players))
    assert len(look(position).water) == holes
    assert sum(look(position).markers) == 45 - holes
    assert look(position).phase == ("without" if players == 5 else "leader")


def test_TD_06_a_value_is_as_likely_as_markers_are_left_of_it() -> None:
    position = play(DESERT.start(2), f"palms {PALMS}")
    names = iter(watered(2))
    assert legal(position) == [f"water a6 {value}" for value in (1, 2, 3)]
    for left in range(15, 0, -1):
        assert DESERT.weights(position) == (15, 15, left)
        position = play(position, f"water {next(names)} 3")
    name = next(names)
    assert legal(position) == [f"water {name} 1", f"water {name} 2"]
    assert DESERT.weights(position) == (15, 15)
    assert refused(position, f"water {name} 3", "TD-06", value=3) == "All markers of value 3 are laid."


def test_TD_06_there_are_fifteen_of_each_value() -> None:
    view = look(laid_out(4))
    assert Counter(value for _, value in view.water) == {1: 15, 2: 15, 3: 15}
    assert view.markers == (0, 0, 0)
    assert look(DESERT.start(2)).markers == (15, 15, 15)


def test_TD_06_water_is_laid_in_the_order_of_the_map_after_the_trees_and_before_the_leaders() -> None:
    start = DESERT.start(2)
    assert refused(start, "water a6 1", "TD-06") == "The water holes are not laid yet."
    position = play(start, f"palms {PALMS}")
    assert refused(position, "pink c1", "TD-06") == "The water holes are not laid yet."
    assert refused(position, "pass", "TD-06") == "The water holes are not laid yet."
    assert refused(position, "water b4 1", "TD-06", space="a6") == "The next water hole is laid on a6."
    refused(position, "water d3 1", "TD-06", space="a6")
    assert "point d’eau" in french(position, "water b4 1")
    for later in (laid_out(2), camp(2)):
        assert refused(later, "water a6 1", "TD-06") == "All water holes are laid."


# -- TD-07: who begins -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "start"), [(p, s) for p in (2, 3, 4, 5) for s in range(1, p + 1)])
def test_TD_07_the_starting_player_is_given_and_play_goes_clockwise(players: int, start: int) -> None:
    position = laid_out(players, start=str(start))
    assert look(position).start == start - 1
    order = []
    for _ in range(2 * players):
        order.append(DESERT.actor(position))
        position = play(position, legal(position)[0])
    assert order == [(start - 1 + k) % players for k in range(2 * players)]
    assert refused(position, "start 1", "TD-07") == "The starting player is known already."


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_TD_07_the_start_can_be_drawn_every_seat_as_likely(players: int) -> None:
    position = laid_out(players, start="drawn")
    assert (DESERT.actor(position), look(position).phase, look(position).start) == (CHANCE, "start", None)
    assert legal(position) == [f"start {k + 1}" for k in range(players)]
    assert DESERT.weights(position) == (1,) * players
    for action in ("pink c1", "pass"):
        assert refused(position, action, "TD-07") == "The starting player is not drawn yet."
    assert refused(DESERT.start(players, start="drawn"), "start 1", "TD-07") == "The starting player is not drawn yet."
    if players < 5:
        sentence = refused(position, "start 5", "TD-07", number=5, players=players)
        assert sentence == f"There is no player 5: this game has {players} players."
        assert "joueur 5" in french(position, "start 5")
    drawn = play(position, f"start {players}")
    assert (DESERT.actor(drawn), look(drawn).phase) == (players - 1, "leader")
    refused(drawn, "start 1", "TD-07")


def test_TD_07_a_seat_that_is_not_there_cannot_begin() -> None:
    with pytest.raises(BadOptions, match="start is 3, but there are 2 players"):
        DESERT.start(2, start="3")
    assert look(DESERT.start(2)).start == 0


def test_TD_07_the_options_are_told_back() -> None:
    for options in DESERT.info.configurations():
        position = DESERT.start_of(options)
        assert DESERT.options_of(position) == options
        assert points(position, "water") == 0 if options["open_scores"] else look(position).scores[0] is None
