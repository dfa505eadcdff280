"""Desert Bazaar, end and final scoring: DB-40 to DB-45."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from games.desert_bazaar.table import (
    BLOB,
    CAMPS,
    earned,
    hand,
    legal,
    look,
    midgame,
    outcome,
    play,
    refused,
    turn,
)
from saltroad import NOBODY
from saltroad.games.desert_bazaar.components import NAMES
from saltroad.kernel.contract import Position

RICH = "SSSSSSSSCCCCCCCCPPPPPPPPWWWWWWWW"

WALLS = " ".join(name for name in NAMES if name[0] in "beh")
"""Three full columns, which bar those beside them: a, c, d, f, g, i."""
EAST = "k1 k2 k3 k4 k5 k6"
"""Six in one camp: the seventh goes anywhere in the column j, and leaves no room at all."""


def nearly_full(marks: str = "-", hands: Sequence[str] = (RICH, "", ""), seat: int = 0) -> Position:
    """One more tile, and there is no room for another."""
    position = midgame({WALLS: "- ?", EAST: f"{marks} W"}, hands=hands, seat=seat)
    assert look(position).room == ("j1", "j2", "j3", "j4", "j5", "j6", "j7")
    return position


def last_turn(hands: Sequence[str], board: Mapping[str, str] | None = None, players: int = 3) -> Position:
    """The end by DB-45: the last player has rolled, taken a camel and nothing else; `hands` are those at the end."""
    assert hands[-1].count("C") >= 1
    before = [*hands[:-1], hands[-1].replace("C", "", 1)]
    position = midgame(board or {}, hands=before, players=players, seat=players - 1, quiet=5 * players - 1)
    return play(position, "roll camel; dice ---")


# -- DB-40: no room ----------------------------------------------------------------------------------------------------


def test_DB_40_the_game_ends_at_once_when_no_tile_can_be_placed_any_more() -> None:
    position = nearly_full()
    assert CAMPS.outcome(position) is None
    over = play(position, "build S:SSC j3; pay SSC")
    ended = outcome(over)
    assert (ended.reason, ended.rule, CAMPS.actor(over)) == ("board_full", "DB-40", NOBODY)
    assert (legal(over), look(over).room, look(over).phase) == ([], (), "over")


def test_DB_40_also_in_the_middle_of_a_turn() -> None:
    """The player has cards, the side has tiles, many spaces are empty."""
    over = play(nearly_full(), "build S:SSC j3; pay SSC")
    view = look(over)
    assert len(view.tents) < len(NAMES) - 50
    assert view.sides[0] == (None, "S:PWW", "C:SCP", "P:SSW")  # not filled any more
    assert len(hand(over)) == len(RICH) - 3
    for action in ("done", "roll silk", "build S:PWW j4", "turn W:SSC", "dice SSS", "pay SSC"):
        sentence = refused(over, action, "DB-40", "over")
        assert sentence == "The game is over: no space is left on which a tile may stand."


def test_DB_40_as_long_as_one_space_is_left_the_game_goes_on() -> None:
    # without k6, the first tile makes six, and there is room for a seventh
    position = midgame({WALLS: "- ?", "k1 k2 k3 k4 k5": "- W"}, hands=(RICH, "", ""))
    position = play(position, "build S:SSC k6; pay SSC")
    assert CAMPS.outcome(position) is None
    assert look(position).room == ("j1", "j2", "j3", "j4", "j5", "j6", "j7")
    assert outcome(play(position, "build S:PWW j4; pay PWW")).reason == "board_full"


def test_DB_40_a_space_that_nobody_can_pay_for_is_room_all_the_same() -> None:
    position = midgame({WALLS: "- ?", "k1 k2 k3 k4 k5": "- W"}, hands=("SSC", "", ""))
    position = play(position, "build S:SSC j3; pay SSC")
    assert (CAMPS.outcome(position), turn(position)) == (None, ("turn", 1))


# -- DB-41: markers ----------------------------------------------------------------------------------------------------


def test_DB_41_each_marker_on_the_board_scores_one() -> None:
    board = {"f6": "1 W", "a6 a7": "2 S", "k1 k2 k3": "3 P", "f9": "- C"}
    over = last_turn(("", "", "C"), board)
    assert earned(over, "markers") == (1, 2, 3)
    assert earned(over, "encampments") == earned(over, "closing") == earned(over, "isolated") == (0, 0, 0)


def test_DB_41_a_camp_of_six_gives_no_bonus() -> None:
    over = last_turn(("", "", "C"), {"f4 f5 f6": "1 W", "f7 f8 f9": "2 S"})
    assert earned(over, "markers") == (3, 3, 0)
    assert earned(over, "closing") == (0, 0, 0)


def test_DB_41_markers_that_came_back_at_the_end_do_not_score_again() -> None:
    over = play(nearly_full("2"), "build S:SSC j3; pay SSC")
    assert earned(over, "encampments") == (1, 6, 0)
    assert earned(over, "closing") == (1, 0, 0)
    assert earned(over, "markers") == (0, 0, 0)
    assert look(over).markers == (7, 7, 7)


def test_DB_41_markers_score_only_at_the_end() -> None:
    position = midgame({"f6": "1 W", "a6 a7": "2 S"}, hands=("S", "C", ""))
    assert look(position).scores == (0, 0, 0)


# -- DB-42: the most of a resource -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "points"),
    [
        (("SS", "S", "CC"), (2, 0, 2)),
        (("SSPP", "SWW", "CC"), (4, 2, 2)),
        (("SCPW", "SSPP", "CC"), (2, 4, 2)),  # water: the first alone
        (("S", "S", "C"), (0, 0, 2)),  # a tie for silk, and nobody holds any of the others
        (("SSC", "SSC", "SSC"), (0, 0, 0)),
        (("SSP", "SS", "SC"), (2, 0, 2)),
        (("CC", "C", "CC"), (0, 0, 0)),
        (("", "", "SSSCCCPPPWWW"), (0, 0, 8)),
        (("SS", "SS", "SSSC"), (0, 0, 4)),  # a tie below the most does not matter
        (("SSS", "SS", "SSC"), (2, 0, 2)),
        (("SS", "SSS", "SSSC"), (0, 0, 2)),
    ],
)
def test_DB_42_the_most_cards_of_a_resource_score_two_and_a_tie_nobody(
    hands: tuple[str, ...], points: tuple[int, ...]
) -> None:
    assert earned(last_turn(hands), "majorities") == points


def test_DB_42_five_players_compare_as_well() -> None:
    over = last_turn(("S", "SS", "PPPP", "SS", "CPPP"), players=5)
    assert earned(over, "majorities") == (0, 0, 2, 0, 2)


def test_DB_42_counts_the_cards_that_are_left_after_the_last_payment() -> None:
    over = play(nearly_full(hands=("SSSC", "SS", "CC")), "build S:SSC j3; pay SSC")
    assert [hand(over, seat) for seat in range(3)] == ["S", "SS", "CC"]
    assert earned(over, "majorities") == (0, 2, 2)


# -- DB-43: who wins ---------------------------------------------------------------------------------------------------


def test_DB_43_the_most_points_win() -> None:
    ended = outcome(last_turn(("WW", "", "C"), {"f6": "1 W", "a6 a7 a8 a9": "2 S"}))
    assert ended.scores == (3, 4, 2)
    assert (ended.ranks, ended.winners) == ((2, 1, 3), (1,))
    assert sum(map(sum, ended.breakdown.values())) == sum(ended.scores)
    assert set(ended.breakdown) == {"isolated", "encampments", "closing", "markers", "majorities"}


def test_DB_43_tied_players_compare_the_cards_they_hold() -> None:
    ended = outcome(last_turn(("SS", "S", "CC"), {"f6": "1 W", "a6 a7 a8": "2 S"}))
    assert ended.scores == (3, 3, 2)
    assert (ended.ranks, ended.winners) == ((1, 2, 3), (0,))


def test_DB_43_still_tied_they_share() -> None:
    ended = outcome(last_turn(("SS", "PP", "C"), {"f6": "1 W", "a6": "2 S"}))
    assert ended.scores == (3, 3, 2)
    assert (ended.ranks, ended.winners) == ((1, 1, 3), (0, 1))


def test_DB_43_all_may_share() -> None:
    ended = outcome(last_turn(("SS", "PP", "CC")))
    assert (ended.scores, ended.ranks) == ((2, 2, 2), (1, 1, 1))


def test_DB_43_points_of_all_sources_count() -> None:
    position = midgame(
        {WALLS: "- ?", EAST: "2 W"},
        hands=("SSC", "", "P"),
        points={"isolated": (2, 4, 0), "encampments": (1, 0, 3), "closing": (0, 0, 1)},
    )
    ended = outcome(play(position, "build S:SSC j3; pay SSC"))
    assert dict(ended.breakdown) == {
        "isolated": (2, 4, 0),
        "encampments": (2, 6, 3),
        "closing": (1, 0, 1),
        "markers": (0, 0, 0),
        "majorities": (0, 0, 2),
    }
    assert ended.scores == (5, 10, 6)


# -- DB-44: no tile ----------------------------------------------------------------------------------------------------


def few_tiles(first: str, second: str, down: int, marks: str = "-") -> Position:
    """All other tiles stand on the board, in a camp larger than any game could have."""
    up = len([tile for tile in f"{first} {second}".split() if tile != "-"])
    board = {"i5 i6": f"{marks} ?", EAST: "- ?", " ".join(BLOB[: 52 - up - down]): "- ?"}
    return midgame(board, hands=(RICH, "", ""), sides=(first, second))


def test_DB_44_the_game_ends_at_once_with_the_last_tile() -> None:
    position = few_tiles("S:SSC - - -", "- - - -", 0, "2")
    assert look(position).tiles_left == 0
    over = play(position, "build S:SSC h1; pay SSC")
    ended = outcome(over)
    assert (ended.reason, ended.rule, CAMPS.actor(over)) == ("tiles_used", "DB-44", NOBODY)
    assert look(over).room  # there would have been room
    assert earned(over, "markers") == (1, 2, 0)
    assert earned(over, "majorities") == (8, 0, 0)
    assert refused(over, "done", "DB-44", "over") == "The game is over: no tile is left."


@pytest.mark.parametrize(("second", "down"), [("C:CCW - - -", 0), ("- - - -", 1)])
def test_DB_44_a_tile_on_the_other_side_or_face_down_is_enough_to_go_on(second: str, down: int) -> None:
    position = play(few_tiles("S:SSC - - -", second, down), "build S:SSC h1; pay SSC")
    assert CAMPS.outcome(position) is None
    assert turn(position) == (("turn", 0) if down else ("begin", 1))


# -- DB-45: nothing is built -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_DB_45_five_rounds_without_a_tile_end_the_game(players: int) -> None:
    position = midgame(players=players)
    for quiet in range(5 * players):
        assert CAMPS.outcome(position) is None
        assert (look(position).quiet, turn(position)) == (quiet, ("begin", quiet % players))
        position = play(position, legal(position)[quiet % 4], "dice ---")
    ended = outcome(position)
    assert (ended.reason, ended.rule) == ("nothing_built", "DB-45")
    assert look(position).turns == 4 * players + 5 * players
    refused(position, "roll silk", "DB-45", "over")


@pytest.mark.parametrize(
    "line", ["dice SS*; collect silk", "dice SS*; keep S; dice CC", "dice SS*; keep *; dice S-; collect silk"]
)
def test_DB_45_every_way_to_roll_counts(line: str) -> None:
    position = play(midgame(quiet=14), f"roll water; {line}")
    assert outcome(position).reason == "nothing_built"
    earlier = play(midgame(quiet=13), f"roll water; {line}")
    assert (CAMPS.outcome(earlier), look(earlier).quiet) == (None, 14)


def test_DB_45_a_tile_built_begins_the_count_anew() -> None:
    position = play(midgame(hands=("SSC", "", ""), quiet=14), "build S:SSC f6; pay SSC; turn W:SSC")
    assert (CAMPS.outcome(position), look(position).quiet, turn(position)) == (None, 0, ("begin", 1))
    position = play(position, "roll silk; dice ---")
    assert look(position).quiet == 1
