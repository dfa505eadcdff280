"""Through the Desert, enclosing areas: TD-40 to TD-45.

The judge (judge.py) holds the same rules against random games; here are the cases that are worth a name.
"""

from __future__ import annotations

import pytest

from games.through_the_desert.table import (
    DESERT,
    around,
    board,
    camp,
    caravan,
    column,
    french,
    gain,
    laid_out,
    legal,
    look,
    midgame,
    play,
    refused,
    ring,
    value_of,
    with_leaders,
    without,
)
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Position

FAR = {"2 green": "p7"}
WEST = (*column("a"), *column("b"))
"""What lies west of column c, which goes from edge to edge: 17 spaces, b8 a palm space, a6, b4 and b10 water holes."""
WITH_B8 = "b8 d3 h11 j3 m7"


def area(position: Position, seat: int = 0) -> set[str]:
    return set(look(position).areas[seat])


# -- TD-40: one caravan alone ------------------------------------------------------------------------------------------


def test_TD_40_a_caravan_cuts_the_board_in_two_with_camels_of_others_on_one_side_only() -> None:
    wall = column("c")
    position = midgame({"1 pink": wall[:-1], **FAR})
    after = play(position, f"pink {wall[-1]}")
    assert area(after) == set(WEST)
    assert area(after, 1) == set()
    water = sum(value_of(position, name) for name in ("a6", "b4", "b8", "b10"))
    assert gain(position, after) == (water, 0, 17)
    assert gain(position, after, 1) == (0, 0, 0)


def test_TD_40_with_camels_of_others_on_both_sides_nothing_is_enclosed() -> None:
    wall = column("c")
    for guest in ("2 blue", "1 blue", "2 pink"):
        position = midgame({"1 pink": wall[:-1], guest: "a9", **FAR})
        after = play(position, f"pink {wall[-1]}")
        assert area(after) == area(after, 1) == set()
        assert gain(position, after) == (0, 0, 0)


def test_TD_40_with_nobody_else_on_the_board_both_sides_are_enclosed() -> None:
    """By the letter: every camel that touches either region is of that caravan."""
    wall = column("c")
    after = play(midgame({"1 pink": wall[:-1]}), f"pink {wall[-1]}")
    assert area(after) == set(board(2)) - set(wall)


def test_TD_40_a_wall_with_a_gap_encloses_nothing() -> None:
    wall = column("c")
    position = midgame({"1 pink": wall[:-2], **FAR})
    assert area(play(position, f"pink {wall[-2]}")) == set()


def test_TD_40_the_leader_counts() -> None:
    """Through `Game.play`: the pink leader on c2, a camel on d1, and c1 is shut off."""
    position = with_leaders(play(laid_out(2), "pink c2; blue k7"))
    assert "pink d1" in legal(position)
    after = play(position, "pink d1")
    assert area(after) == {"c1"}
    assert gain(position, after) == (value_of(position, "d1"), 0, 1)


def test_TD_40_placing_leaders_encloses_nothing() -> None:
    for players in (2, 3, 4, 5):
        assert look(camp(players)).areas == ((),) * players
        for seed in range(20):
            position = DESERT.start(players)
            while look(position).phase != "camel":
                DESERT.engine.playout(position.states, 0, Rng((40, seed)), 1)
            assert look(position).areas == ((),) * players
            assert look(position).scores == (0,) * players


def test_TD_40_a_camel_that_covers_the_only_space_a_foreign_camel_touched_encloses_the_rest() -> None:
    """In the corner b10, b11 and c11 are free; green touches c11 alone. Pink on c11 parts nothing, but covers it."""
    corner, green = ("b10", "b11", "c11"), ("d10", "d11")
    position = midgame({"1 pink": without(around(corner), "d10 d11"), "2 green": green, "2 blue": "p7"})
    assert set(around(green)) & set(corner) == {"c11"}
    after = play(position, "pink c11")
    assert area(after) == {"b10", "b11"}
    assert gain(position, after) == (value_of(position, "b10"), 0, 2)


def test_TD_40_regions_that_the_new_camel_does_not_touch_stay_as_they_are() -> None:
    """c1 is shut off by pink on c2 and d1 (arranged, not enclosed yet); a camel elsewhere does not enclose it."""
    position = midgame({"1 pink": "c2 d1 c3", **FAR})
    assert area(play(position, "pink c4")) == set()


# -- TD-41 and TD-42: nobody else --------------------------------------------------------------------------------------


def test_TD_41_two_colours_never_enclose_together() -> None:
    wall = column("c")
    for owner in ("1", "2"):
        position = midgame({"1 pink": wall[:5], f"{owner} blue": wall[5:-1], **FAR}, seat=int(owner) - 1)
        after = play(position, f"blue {wall[-1]}")
        assert area(after) == area(after, 1) == set()


def test_TD_41_a_pocket_between_two_colours_of_one_player() -> None:
    position = midgame({"1 pink": "c2", "1 blue": "e1", **FAR})
    after = play(position, "blue d1")
    assert area(after) == set()
    assert gain(position, after) == (value_of(position, "d1"), 0, 0)


@pytest.mark.parametrize("guest", ["1 blue", "2 blue"])
def test_TD_42_no_other_camel_may_be_inside(guest: str) -> None:
    inside = ("n4", *ring("n4"))
    wall = around(inside)
    position = midgame({"1 pink": wall[:-1], guest: "n4", "2 green": "e7"})
    assert area(play(position, f"pink {wall[-1]}")) == set()


def test_TD_42_camels_of_the_caravan_itself_may_be_inside() -> None:
    inside = ("n4", *ring("n4"))
    wall = around(inside)
    position = midgame({"1 pink": (*wall[:-1], "n4", "n5"), "2 green": "e7"})
    after = play(position, f"pink {wall[-1]}")
    assert area(after) == set(without(inside, "n4 n5"))


@pytest.mark.parametrize(("start", "last", "pocket"), [("c2", "d1", "c1"), ("h6", "i7", "h7"), ("p1", "q2", "q1")])
def test_TD_42_a_pocket_of_one_space_at_the_edge(start: str, last: str, pocket: str) -> None:
    """c1 and q1 lie at the outer edge, h7 in the mountains."""
    position = midgame({"1 pink": start, "2 green": "n10"})
    after = play(position, f"pink {last}")
    assert area(after) == {pocket}
    assert gain(position, after)[2] == 1


def test_TD_42_one_camel_closes_two_areas() -> None:
    """Rings around k5 and k7 that share k6."""
    wall = set(ring("k5")) | set(ring("k7"))
    position = midgame({"1 pink": wall - {"k6"}, **FAR})
    after = play(position, "pink k6")
    assert area(after) == {"k5", "k7"}
    assert gain(position, after) == (0, 0, 2)


def test_TD_42_one_camel_closes_three_areas() -> None:
    """Every second neighbour of n4 is shut in by itself."""
    pockets = ring("n4")[::2]
    wall = {name for pocket in pockets for name in ring(pocket)} - {"n4"}
    position = midgame({"1 pink": wall, "2 green": "e7"})
    after = play(position, "pink n4")
    assert area(after) == set(pockets)
    assert gain(position, after)[2] == 3


def test_TD_42_there_is_no_largest_size() -> None:
    """Player 2 is shut into the corner a3: the rest of the board is player 1's."""
    wall = around("a3")
    position = midgame({"1 pink": wall[:-1], "2 green": "a3"})
    after = play(position, f"pink {wall[-1]}")
    assert area(after) == set(board(2)) - {"a3"} - set(wall)
    assert gain(position, after)[1] == 25  # five oases by one camel
    assert gain(position, after)[2] == 189 - 1 - len(wall) - 5


# -- TD-43: what an area earns -----------------------------------------------------------------------------------------


def test_TD_43_a_ring_around_an_oasis_only() -> None:
    """The oasis was linked by the first camel next to it: no second five, and its space counts nothing."""
    wall = ring("m7")
    position = midgame({"1 pink": wall[:-1], **FAR}, water={"l6": 2})
    assert caravan(position, 0, "pink").linked == ("m7",)
    after = play(position, f"pink {wall[-1]}")
    assert wall[-1] == "l6"
    assert area(after) == {"m7"}
    assert gain(position, after) == (2, 0, 0)


def test_TD_43_an_oasis_not_linked_yet_earns_five_and_all_water_inside_is_taken() -> None:
    inside = ("m7", *ring("m7"))
    wall = around(inside)
    position = midgame({"1 pink": without(wall, "o7"), "2 green": "e7"}, water={"l6": 3, "o7": 1})
    assert caravan(position, 0, "pink").linked == ()
    after = play(position, "pink o7")
    assert area(after) == set(inside)
    assert gain(position, after) == (3 + 1, 5, 6)
    verdict = DESERT.explain(position, DESERT.parse("pink o7"))
    assert (verdict.rule, dict(verdict.params)["points"]) == ("TD-30", 4 + 5 + 6)
    assert caravan(after, 0, "pink").linked == ("m7",)


def test_TD_43_an_oasis_linked_before_it_is_enclosed_earns_no_second_five() -> None:
    inside = ("m7", *ring("m7"))
    wall = around(inside)
    position = midgame({"1 pink": (*without(wall, "o7"), "n6"), "2 green": "e7"}, water={"l6": 3, "o7": 1})
    assert caravan(position, 0, "pink").linked == ("m7",)
    after = play(position, "pink o7")
    assert area(after) == set(without(inside, "n6"))
    assert gain(position, after) == (3 + 1, 0, 5)


def test_TD_43_enclosing_west_of_a_wall_that_links_the_oasis_inside() -> None:
    """b8 is an oasis, and next to the wall: linked already, and its space counts nothing."""
    wall = column("c")
    position = midgame({"1 pink": wall[:-1], **FAR}, palms=WITH_B8)
    assert caravan(position, 0, "pink").linked == ("b8", "d3")
    after = play(position, f"pink {wall[-1]}")
    assert area(after) == set(WEST)
    assert gain(position, after) == (sum(value_of(position, name) for name in ("a6", "b4", "b10")), 0, 16)


def test_TD_43_a_camel_that_links_an_oasis_and_encloses_it_earns_five_once() -> None:
    """Inside are q3 and what is around it but p2, where the last camel goes: the first one next to q3."""
    inside = ("q3", *without(ring("q3"), "p2"))
    wall = without(around(inside), "p2")
    position = midgame({"1 pink": wall, "2 green": "e7"})
    assert caravan(position, 0, "pink").linked == ()
    after = play(position, "pink p2")
    assert area(after) == set(inside)
    assert gain(position, after) == (sum(value for name, value in look(position).water if name in inside), 5, 5)
    assert caravan(after, 0, "pink").linked == ("q3",)


def test_TD_43_water_taken_before_is_not_taken_again() -> None:
    wall = column("c")
    position = midgame({"1 pink": (*wall[:-1], "b4"), **FAR}, palms=WITH_B8)
    after = play(position, f"pink {wall[-1]}")
    assert gain(position, after) == (value_of(position, "a6") + value_of(position, "b10"), 0, 15)


# -- TD-44 and TD-45 ---------------------------------------------------------------------------------------------------


def test_TD_44_nobody_places_in_an_enclosed_area_again() -> None:
    wall = column("c")
    position = play(midgame({"1 pink": wall[:-1], "1 blue": "e7", **FAR}, palms=WITH_B8), f"pink {wall[-1]}")
    for name in without(WEST, "b8"):
        sentence = refused(position, f"pink {name}", "TD-44", space=name, seat=0)
        assert sentence == f"{name} lies in an area that Player 1 has enclosed."
    refused(position, "pink b8", "TD-22", space="b8")
    theirs = play(position, "blue e8")
    for colour in ("pink", "green"):
        refused(theirs, f"{colour} a5", "TD-44", space="a5", seat=0)
    assert french(theirs, "green a5") == "a5 est dans une zone enfermée par Joueur 1."


def test_TD_44_what_is_enclosed_stays_enclosed() -> None:
    position = play(midgame({"1 pink": "c2", "2 green": "p7"}), "pink d1")
    later = play(position, "pink d2; green p8; green p9; pink c3; pink c4")
    assert area(later) == {"c1"}
    assert gain(position, later)[2] == 0


def test_TD_45_palm_trees_are_not_walls() -> None:
    """n7 between pink and the oasis m7: from n7 the way out leads over the oasis."""
    wall = without(ring("n7"), "m7")
    position = midgame({"1 pink": wall[:-1], "2 green": "e7"})
    after = play(position, f"pink {wall[-1]}")
    assert area(after) == set()
    assert gain(position, after)[2] == 0


def test_TD_45_an_oasis_is_part_of_the_area() -> None:
    inside = ("m7", "n7")
    wall = around(inside)
    position = midgame({"1 pink": wall[:-1], "2 green": "e7"})
    after = play(position, f"pink {wall[-1]}")
    assert area(after) == {"m7", "n7"}
    assert gain(position, after)[1:] == (0, 1)


@pytest.mark.parametrize(("players", "enclosed"), [(2, {"n11"}), (3, {"n11"}), (4, set()), (5, set())])
def test_TD_45_the_dark_line_is_an_edge_with_two_or_three(players: int, enclosed: set[str]) -> None:
    position = midgame({"1 pink": "n10", "2 green": "e7"}, players=players)
    assert area(play(position, "pink m11")) == enclosed


@pytest.mark.parametrize("players", [2, 4])
def test_TD_45_the_mountains_are_walls(players: int) -> None:
    """h7 lies between h6, i7 and the mountains in the middle."""
    position = midgame({"1 pink": "i7", "2 green": "e7"}, players=players)
    assert area(play(position, "pink h6")) == {"h7"}
