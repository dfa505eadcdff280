"""Desert Bazaar, building tents: DB-20 to DB-23, DB-27, DB-28. What it costs is in test_paying.py."""

from __future__ import annotations

import pytest

from games.desert_bazaar.table import (
    BLOB,
    CAMPS,
    SIDES,
    allowed,
    components,
    earned,
    hand,
    legal,
    look,
    midgame,
    names_of,
    opened,
    owner,
    play,
    refused,
    ring,
    spaces_for,
    tiles_for,
    turn,
)
from saltroad import CHANCE
from saltroad.games.desert_bazaar.components import NAMES, TILE_TEXTS
from saltroad.kernel.contract import Position

RICH = "SSSSSSSSCCCCCCCCPPPPPPPPWWWWWWWW"
"""Enough for any few tiles."""
FIRST, SECOND = (side.split() for side in SIDES)


def sides(position: Position) -> list[str]:
    """What lies face up, side by side, with - for an empty place."""
    return [" ".join(tile or "-" for tile in side) for side in look(position).sides]


def nearly_out(first: str, second: str, down: int) -> Position:
    """A table with these tiles face up and so many face down; all others stand in the west, without markers."""
    up = [tile for tile in f"{first} {second}".split() if tile != "-"]
    spaces = [*BLOB, "k1", "k2", "k3", "k4", "k5", "k6", "i5", "i6"]
    board = {" ".join(spaces[: 60 - len(up) - down]): "- ?"}
    position = midgame(board, hands=(RICH, "", ""), sides=(first, second))
    assert look(position).tiles_left == down
    return position


# -- DB-20: tiles and sides --------------------------------------------------------------------------------------------


def test_DB_20_any_tile_of_either_side_may_be_the_first() -> None:
    assert tiles_for(midgame(hands=(RICH, "", ""))) == {*FIRST, *SECOND}


@pytest.mark.parametrize(("side", "tile"), [(1, "S:SSC"), (2, "W:SPW")])
def test_DB_20_the_first_tile_binds_to_its_side_for_the_whole_turn(side: int, tile: str) -> None:
    position = play(midgame(hands=(RICH, "", "")), f"build {tile} f6; pay {tile[2:]}")
    assert look(position).side == side - 1
    assert tiles_for(position) == {*(FIRST, SECOND)[side - 1]} - {tile}
    for other in (SECOND, FIRST)[side - 1]:
        sentence = refused(position, f"build {other} a6", "DB-20", "other_side", tile=other, side=side)
        assert sentence == f"The tile {other} lies on the other side: this turn you build from side {side}."


def test_DB_20_the_next_player_is_free_to_choose_again() -> None:
    position = play(midgame(hands=(RICH, "SSCCPPWWW", "")), "build S:SSC f6; pay SSC; done; turn W:SSC")
    assert (turn(position), look(position).side) == (("begin", 1), None)
    assert tiles_for(position) >= {"W:SSC", "C:SCP", "W:SPW"}


def test_DB_20_a_tile_that_is_not_face_up_cannot_be_built() -> None:
    position = play(midgame(hands=(RICH, "", "")), "build S:SSC f6; pay SSC")
    sentence = refused(position, "build S:SSC a6", "DB-20", "built", tile="S:SSC", space="f6")
    assert sentence == "The tile S:SSC already stands on f6."
    sentence = refused(position, "build W:SSC a6", "DB-20", "face_down", tile="W:SSC")
    assert sentence == "The tile W:SSC is not face up."


# -- DB-21: where ------------------------------------------------------------------------------------------------------


def test_DB_21_a_tile_goes_on_any_empty_space() -> None:
    assert spaces_for(midgame(hands=(RICH, "", "")), "S:SSC") == NAMES
    position = midgame({"f6": "2 W", "f7": "1 S", "a6": "- P"}, hands=(RICH, "", ""))
    assert set(spaces_for(position, "S:SSC")) == set(NAMES) - {"f6", "f7", "a6"}
    assert set(look(position).room) == set(NAMES) - {"f6", "f7", "a6"}


def test_DB_21_two_tiles_never_share_a_space() -> None:
    position = midgame({"f6": "2 W:SSC"}, hands=(RICH, "", ""))
    sentence = refused(position, "build S:SSC f6", "DB-21", "taken", space="f6", tile="W:SSC")
    assert sentence == "The space f6 is taken: the tile W:SSC stands there."


def test_DB_21_the_tile_stands_there_once_it_is_paid() -> None:
    position = play(opened(), "build S:SSC f6")
    assert look(position).tents == ()
    assert look(position).building == ("S:SSC", "f6")
    (tent,) = look(play(position, "pay SSC")).tents
    assert (tent.space, tent.tile, tent.owner) == ("f6", "S:SSC", 0)


# -- DB-22: seven at most ----------------------------------------------------------------------------------------------


def too_large(position: Position) -> set[str]:
    """The empty spaces in which a tile would make eight or more, found from the tents alone."""
    tents = {tent.space for tent in look(position).tents}
    found = set()
    for name in set(NAMES) - tents:
        (camp,) = (part for part in components({*tents, name}) if name in part)
        if len(camp) > 7:
            found.add(name)
    return found


def test_DB_22_the_space_between_camps_of_two_and_five_is_barred() -> None:
    position = midgame({"f1 f2 f3 f4 f5": "1 W", "f7 f8": "2 S"}, hands=(RICH, "", ""))
    sentence = refused(position, "build S:SSC f6", "DB-22", "too_large", space="f6", size=8, camps=("f5", "f7"))
    expected = "A tile on f6 would make an encampment of 8, and seven is the most: it would join those at f5 and f7."
    assert sentence == expected
    assert too_large(position) == {"f6"}


def test_DB_22_a_whole_row_between_camps_of_two_and_five_is_barred() -> None:
    position = midgame({"e5 e6 e7 e8 e9": "1 W", "g5 g6": "2 S"}, hands=(RICH, "", ""))
    assert too_large(position) == {"f5", "f6", "f7"}
    assert set(spaces_for(position, "S:SSC")) == set(look(position).room)
    for name in too_large(position):
        west, east = (min(set(ring(name)) & set(names_of(camp))) for camp in ("e5 e6 e7 e8 e9", "g5 g6"))
        refused(position, f"build S:SSC {name}", "DB-22", "too_large", space=name, size=8, camps=(west, east))


def test_DB_22_seven_by_joining_is_allowed_and_eight_is_not() -> None:
    seven = midgame({"f3 f4 f5": "1 W", "f7 f8 f9": "2 S"}, hands=(RICH, "", ""))
    assert "f6" in spaces_for(seven, "S:SSC")
    eight = midgame({"f3 f4 f5": "1 W", "f7 f8 f9 f10": "2 S"}, hands=(RICH, "", ""))
    refused(eight, "build S:SSC f6", "DB-22", "too_large", space="f6", size=8, camps=("f5", "f7"))


def test_DB_22_three_camps_may_be_joined_to_seven_and_no_more() -> None:
    arms = {"f5 f4": "1 W", "g6 h6": "2 S", "e7 d8": "3 P"}
    seven = midgame(arms, hands=(RICH, "", ""))
    assert len(look(seven).camps) == 3
    assert "f6" in spaces_for(seven, "S:SSC")
    eight = midgame({**arms, "c9": "3 P"}, hands=(RICH, "", ""))
    refused(eight, "build S:SSC f6", "DB-22", "too_large", space="f6", size=8, camps=("e7", "f5", "g6"))


def test_DB_22_one_camp_that_is_touched_twice_counts_once() -> None:
    ring_of_six = midgame({"f5 g5 g6 f7 e7 e6": "1 W"}, hands=(RICH, "", ""))
    assert "f6" in spaces_for(ring_of_six, "S:SSC")
    horseshoe = midgame({"f5 g5 g6 f7": "1 W"}, hands=(RICH, "", ""))
    assert allowed(horseshoe, "build S:SSC f6")[:2] == ("DB-31", "joins")
    assert look(play(horseshoe, "build S:SSC f6; pay SSC")).camps == (("f5", "f6", "f7", "g5", "g6"),)


def test_DB_22_nothing_touches_a_camp_of_seven_any_more() -> None:
    camp = "f3 f4 f5 f6 f7 f8 f9"
    position = midgame({camp: "- W"}, hands=(RICH, "", ""))
    barred = {near for name in names_of(camp) for near in ring(name)} - set(names_of(camp))
    assert set(NAMES) - set(look(position).room) == barred | set(names_of(camp))
    sentence = refused(position, "build S:SSC f2", "DB-22", "too_large", space="f2", size=8, camps=("f3",))
    assert sentence.endswith("seven is the most: it would extend the one at f3.")


def test_DB_22_what_was_free_is_barred_as_a_camp_grows() -> None:
    position = midgame({"f1 f2 f3 f4": "1 W", "f7 f8": "2 S"}, hands=(RICH, "", ""))
    assert "f6" in look(position).room
    position = play(position, "build S:SSC f5; pay SSC")
    assert "f6" not in look(position).room
    refused(position, "build S:PWW f6", "DB-22", "too_large", space="f6", size=8, camps=("f5", "f7"))


# -- DB-23: markers ----------------------------------------------------------------------------------------------------


def test_DB_23_a_marker_goes_on_the_tile() -> None:
    position = play(midgame({"f6": "2 W"}, hands=(RICH, "", "")), "build S:SSC f7; pay SSC")
    assert owner(position, "f7") == 0
    assert look(position).markers == (6, 6, 7)


ALONE = "a6 c4 e2 g1 i1 k1 k3"
"""Seven spaces far from each other."""


def test_DB_23_out_of_markers_one_builds_on_without() -> None:
    position = midgame({ALONE: "1 W"}, hands=(RICH, "", ""))
    assert look(position).markers == (0, 7, 7)
    after = play(position, "build S:SSC f8; pay SSC; build S:PWW f9; pay PWW")
    assert (owner(after, "f8"), owner(after, "f9")) == (None, None)
    assert look(after).scores == (0, 0, 0)
    assert look(after).markers == (0, 7, 7)


def test_DB_23_a_tile_without_a_marker_never_scores() -> None:
    position = midgame({ALONE: "1 W", "f4 f5": "- S", "f7 f8": "2 S", "f9 f10": "3 P"}, hands=(RICH, "", ""))
    assert len(look(position).camps) == 9
    closed = play(position, "build S:SSC f6; pay SSC")
    assert earned(closed, "encampments") == (0, 2, 2)
    assert look(closed).scores == (1, 2, 2)  # DB-33: the bonus only


def test_DB_23_markers_that_come_back_are_used_in_the_same_turn() -> None:
    board = {"f3 f4 f5 f7 f8": "1 W", "f9": "2 S", "a6 k1": "1 P"}
    position = midgame(board, hands=(RICH, "", ""))
    assert look(position).markers == (0, 6, 7)
    closed = play(position, "build S:SSC f6; pay SSC")
    assert owner(closed, "f6") is None
    assert look(closed).markers == (5, 7, 7)
    on = play(closed, "build S:PWW c8; pay PWW")
    assert (turn(on), owner(on, "c8")) == (("build", 0), 0)
    assert look(on).markers == (4, 7, 7)
    assert earned(on, "isolated") == (2, 0, 0)


def test_DB_23_a_marker_is_placed_whenever_one_is_left() -> None:
    position = midgame({" ".join(ALONE.split()[:6]): "1 W"}, hands=(RICH, "", ""))
    after = play(position, "build S:SSC f8; pay SSC; build S:PWW f9; pay PWW")
    assert (owner(after, "f8"), owner(after, "f9")) == (0, None)


# -- DB-27: as many as one can afford ----------------------------------------------------------------------------------


def test_DB_27_a_player_builds_on_and_says_when_it_is_enough() -> None:
    position = midgame(hands=(RICH, "", ""))
    for many, (tile, name) in enumerate(zip(FIRST[:3], ("f6", "a6", "k1"), strict=True), 1):
        position = play(position, f"build {tile} {name}; pay {tile[2:]}")
        assert (turn(position), len(look(position).tents)) == (("build", 0), many)
        assert legal(position)[-1] == "done"
    assert allowed(position, "done")[:2] == ("DB-27", "done")
    assert turn(play(position, "done")) == ("turn", 1)


def test_DB_27_a_tile_built_this_turn_supplies_its_neighbours() -> None:
    position = midgame(hands=("SSCSW", "", ""), sides=("W:SSC S:PWW C:SCP P:SSW", SIDES[1]))
    position = play(position, "build W:SSC f6; pay SSC")
    assert set(spaces_for(position, "P:SSW")) == set()
    more = midgame(hands=("SSCSS", "", ""), sides=("W:SSC S:PWW C:SCP P:SSW", SIDES[1]))
    more = play(more, "build W:SSC f6; pay SSC")
    assert set(spaces_for(more, "P:SSW")) == set(ring("f6"))
    assert look(play(more, "build P:SSW f7; pay SS")).held[0] == 0


def test_DB_27_a_turn_ends_by_itself_when_nothing_more_can_be_built() -> None:
    position = play(midgame(hands=("SSC", "", "")), "build S:SSC f6; pay SSC")
    assert turn(position) == ("turn", 1)
    free = midgame({"f5": "2 S", "f7": "2 C", "e7": "3 P"}, hands=("SSC", "", ""))
    position = play(free, "build S:SSC a6; pay SSC")
    assert turn(position) == ("build", 0)  # the mixture is free between the three
    assert legal(position) == ["build C:SCP f6", "done"]
    assert turn(play(position, "build C:SCP f6; pay -")) == ("turn", 1)


# -- DB-28: new tiles --------------------------------------------------------------------------------------------------


def test_DB_28_the_side_is_filled_at_the_end_of_the_turn_in_order() -> None:
    position = play(midgame(hands=(RICH, "", "")), "build C:SCP f6; pay SCP; build S:SSC a6; pay SSC")
    assert sides(position) == ["- S:PWW - P:SSW", SIDES[1]]
    position = play(position, "done")
    assert (CAMPS.actor(position), turn(position), look(position).side) == (CHANCE, ("turn", 1), 0)
    assert CAMPS.weights(position) == (1,) * look(position).tiles_left
    refused(position, "roll silk", "DB-28", "awaited")
    position = play(position, "turn W:WWS")
    assert sides(position) == ["W:SWW S:PWW - P:SSW", SIDES[1]]
    position = play(position, "turn W:CWW")
    assert sides(position) == ["W:SWW S:PWW W:CWW P:SSW", SIDES[1]]
    assert (turn(position), look(position).side) == (("begin", 1), None)


def test_DB_28_the_second_side_is_filled_as_well() -> None:
    position = play(midgame(hands=(RICH, "", "")), "build P:PPW f6; pay PPW; done; turn W:CWW")
    assert sides(position) == [SIDES[0], "C:CCW W:SPW S:CCP W:CWW"]
    assert turn(position) == ("begin", 1)


def build_four(position: Position) -> Position:
    for tile, name in zip(FIRST, ("f6", "a6", "k1", "k6"), strict=True):
        assert turn(position)[1] == 0
        position = play(position, f"build {tile} {name}; pay {tile[2:]}")
    return position


def test_DB_28_when_all_four_are_used_four_new_ones_come_at_once() -> None:
    position = build_four(midgame(hands=(RICH, "", "")))
    assert sides(position) == ["- - - -", SIDES[1]]
    assert (CAMPS.actor(position), turn(position), look(position).goes_on) == (CHANCE, ("turn", 0), True)
    position = play(position, "turn W:SSC; turn W:CCS; turn W:SWW; turn W:SSP")
    assert (turn(position), look(position).goes_on, look(position).side) == (("build", 0), False, 0)
    assert tiles_for(position) == {"W:SSC", "W:SCC", "W:SWW", "W:SSP"}
    refused(position, "build W:SPW f6", "DB-20", "other_side", tile="W:SPW", side=1)
    position = play(position, "build W:SSC h6; pay SSC; done; turn W:CCW")
    assert sides(position)[0] == "W:CCW W:SCC W:SWW W:SSP"
    assert turn(position) == ("begin", 1)


def test_DB_28_four_new_ones_come_also_when_the_player_cannot_pay_for_them() -> None:
    position = build_four(midgame(hands=("".join(tile[2:] for tile in FIRST), "", "")))
    assert hand(position) == ""
    position = play(position, "turn W:SSC; turn W:CCS; turn W:SWW; turn W:SSP")
    assert (turn(position), look(position).side) == (("begin", 1), None)


def test_DB_28_with_the_pile_used_up_there_are_fewer() -> None:
    position = nearly_out("S:SSC S:PWW C:SCP P:SSW", "C:CCW W:SPW S:CCP P:PPW", 1)
    position = play(position, "build S:PWW h1; pay PWW; build P:SSW k1; pay SSW; done")
    (last,) = (action.split()[1] for action in legal(position))
    assert CAMPS.weights(position) == (1,)
    position = play(position, f"turn {last}")
    assert sides(position)[0] == f"S:SSC {last} C:SCP -"
    assert (turn(position), look(position).tiles_left) == (("begin", 1), 0)


def test_DB_28_with_no_tile_face_down_nothing_is_turned_up() -> None:
    position = nearly_out("S:SSC S:PWW - -", "C:CCW - - -", 0)
    ended = play(position, "build S:SSC h1; pay SSC; done")
    assert (sides(ended), turn(ended)) == (["- S:PWW - -", "C:CCW - - -"], ("begin", 1))
    for tile in set(TILE_TEXTS) - {"S:PWW", "C:CCW"}:
        assert f"turn {tile}" not in legal(ended)


def test_DB_28_a_side_that_is_used_up_with_no_tile_face_down_ends_the_turn() -> None:
    position = play(nearly_out("S:SSC - - -", "C:CCW W:SPW - -", 0), "build S:SSC h1; pay SSC")
    assert (sides(position), turn(position)) == (["- - - -", "C:CCW W:SPW - -"], ("begin", 1))
    assert CAMPS.outcome(position) is None


def test_DB_28_a_side_that_is_used_up_gets_what_is_left_and_the_player_goes_on() -> None:
    position = play(nearly_out("S:SSC - - -", "C:CCW W:SPW - -", 2), "build S:SSC h1; pay SSC")
    assert (turn(position), look(position).goes_on) == (("turn", 0), True)
    one, two = (action.split()[1] for action in legal(position))
    position = play(position, f"turn {two}; turn {one}")
    assert sides(position)[0] == f"{two} {one} - -"
    assert (turn(position), tiles_for(position)) == (("build", 0), {one, two})
