"""Desert Bazaar, scoring while tiles are placed: DB-30 to DB-34."""

from __future__ import annotations

import pytest

from games.desert_bazaar.table import allowed, earned, look, midgame, owner, play
from saltroad.games.desert_bazaar.components import NAMES
from saltroad.kernel.contract import Position

RICH = "SSSSSSSSCCCCCCCCPPPPPPPPWWWWWWWW"
ALONE = "a6 c4 e2 g1 i1 k1 k3"
"""Seven spaces far from each other."""


def build(position: Position, name: str, tile: str = "S:SSC") -> Position:
    return play(position, f"build {tile} {name}; pay {tile[2:]}")


# -- DB-30, DB-31: alone or not ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_DB_30_a_tile_that_touches_no_other_scores_two_at_once(seat: int) -> None:
    hands = tuple(RICH if who == seat else "" for who in range(3))
    position = midgame({"a6": "1 W", "f7": "2 S"}, hands=hands, seat=seat)
    assert allowed(position, "build S:SSC f9")[:2] == ("DB-30", "isolated")
    after = build(position, "f9")
    assert earned(after, "isolated") == look(after).scores == tuple(2 * (who == seat) for who in range(3))


def test_DB_30_every_space_of_an_empty_board_scores_two() -> None:
    position = midgame(hands=(RICH, "", ""))
    for name in NAMES:
        assert look(build(position, name)).scores == (2, 0, 0)


def test_DB_30_without_a_marker_it_scores_nothing() -> None:
    position = midgame({ALONE: "1 W"}, hands=(RICH, "", ""))
    rule, reason, sentence = allowed(position, "build S:SSC f8")
    assert (rule, reason) == ("DB-30", "unmarked")
    assert sentence.endswith("without a marker it scores nothing.")
    assert look(build(position, "f8")).scores == (0, 0, 0)


def test_DB_30_two_tiles_alone_in_one_turn_score_twice() -> None:
    after = build(build(midgame(hands=(RICH, "", "")), "f6"), "f8", "S:PWW")
    assert look(after).scores == (4, 0, 0)


@pytest.mark.parametrize("mark", ["1", "2", "-"])
def test_DB_31_a_tile_that_touches_any_other_scores_nothing_now(mark: str) -> None:
    position = midgame({"f7": f"{mark} W"}, hands=(RICH, "", ""))
    assert allowed(position, "build S:SSC f6")[:2] == ("DB-31", "joins")
    after = build(position, "f6")
    assert look(after).scores == (0, 0, 0)
    assert owner(after, "f6") == 0


# -- DB-32 to DB-34: a camp of seven -----------------------------------------------------------------------------------


def test_DB_32_joining_three_and_three_closes_and_scores() -> None:
    position = midgame({"f3 f4 f5": "1 W", "f7 f8": "2 S", "f9": "3 P"}, hands=(RICH, "", ""))
    assert allowed(position, "build S:SSC f6")[:2] == ("DB-32", "closes")
    after = build(position, "f6")
    assert earned(after, "encampments") == (4, 2, 1)
    assert earned(after, "closing") == (1, 0, 0)
    assert look(after).scores == (5, 2, 1)
    assert look(after).camps == (("f3", "f4", "f5", "f6", "f7", "f8", "f9"),)


def test_DB_32_six_tiles_score_nothing() -> None:
    after = build(midgame({"f3 f4 f5": "1 W", "f7 f8": "2 S"}, hands=(RICH, "", "")), "f6")
    assert look(after).scores == (0, 0, 0)


def test_DB_32_a_tile_that_scored_two_alone_scores_again() -> None:
    position = build(midgame({"f4": "2 W", "f2": "2 W"}, hands=(RICH, "", "")), "f6")
    assert look(position).scores == (2, 0, 0)
    position = midgame({"f6": "1 S", "f7 f8 f9 f10 f11": "2 W"}, hands=(RICH, "", ""), points={"isolated": (2, 0, 0)})
    assert look(build(position, "f5")).scores == (2 + 2 + 1, 5, 0)


def test_DB_32_only_marked_tiles_score() -> None:
    after = build(midgame({"f1 f2": "- W", "f3 f4 f5": "2 W", "f7": "- P"}, hands=(RICH, "", "")), "f6")
    assert earned(after, "encampments") == (1, 3, 0)


def test_DB_32_other_camps_are_left_alone() -> None:
    board = {"f3 f4 f5": "1 W", "f7 f8 f9": "2 S", "a6 a7 a8": "2 P", "k1": "1 C"}
    after = build(midgame(board, hands=(RICH, "", "")), "f6")
    assert [owner(after, name) for name in ("a6", "a7", "a8", "k1")] == [1, 1, 1, 0]
    assert look(after).markers == (6, 4, 7)


def test_DB_33_whoever_places_the_seventh_tile_scores_one_more() -> None:
    position = midgame({"f1 f2 f3 f4 f5": "1 W", "f6": "2 S"}, hands=("", "", RICH), seat=2)
    after = build(position, "f7")
    assert earned(after, "closing") == (0, 0, 1)
    assert look(after).scores == (5, 1, 2)


def test_DB_33_also_with_a_tile_that_gets_no_marker() -> None:
    position = midgame({ALONE: "1 W", "f5 f6 f7 f8 f9 f10": "2 S"}, hands=(RICH, "", ""))
    after = build(position, "f11")
    assert owner(after, "f11") is None
    assert earned(after, "encampments") == (0, 6, 0)
    assert earned(after, "closing") == (1, 0, 0)
    assert look(after).scores == (1, 6, 0)


def test_DB_33_two_camps_closed_in_one_turn_score_twice() -> None:
    board = {"f5 f6 f7 f8 f9 f10": "2 S", "a6 a7 a8 a9 a10 a11": "3 W"}
    after = build(build(midgame(board, hands=(RICH, "", "")), "f11"), "b6", "S:PWW")
    assert earned(after, "closing") == (2, 0, 0)
    assert earned(after, "encampments") == (2, 6, 6)
    assert look(after).scores == (4, 6, 6)


def test_DB_34_all_markers_in_it_go_back_to_their_owners() -> None:
    position = midgame({"f3 f4 f5": "1 W", "f7 f8": "2 S", "f9": "3 P", "a6": "3 C"}, hands=(RICH, "", ""))
    assert look(position).markers == (4, 5, 5)
    after = build(position, "f6")
    assert look(after).markers == (7, 7, 6)
    assert all(owner(after, name) is None for name in ("f3", "f4", "f5", "f6", "f7", "f8", "f9"))
    assert owner(after, "a6") == 2
    assert len(look(after).tents) == 8  # the tiles stay


def test_DB_34_the_last_marker_comes_back_as_well() -> None:
    position = midgame({" ".join(ALONE.split()[:6]): "1 W", "f5 f6 f7 f8 f9 f10": "2 S"}, hands=(RICH, "", ""))
    assert look(position).markers == (1, 1, 7)
    after = build(position, "f11")
    assert look(after).markers == (1, 7, 7)
    assert earned(after, "encampments") == (1, 6, 0)
