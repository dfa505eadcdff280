"""Through the Desert, end and final scoring: TD-50 to TD-54."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.through_the_desert.table import (
    DESERT,
    board,
    french,
    legal,
    look,
    midgame,
    outcome,
    play,
    points,
    refused,
    turn,
)
from saltroad import NOBODY
from saltroad.games.through_the_desert.components import COLOURS
from saltroad.kernel.contract import Position

STRIP = [name for name in board(2) if name[0] in "abc"]
"""The three columns in the west, 28 spaces in the order of the map."""
PINK = COLOURS.index("pink")
LEADERS = {
    **{"1 blue": "e11", "1 green": "e7", "1 lilac": "g3", "1 yellow": "g10"},
    **{"2 blue": "n10", "2 green": "k7", "2 lilac": "l5", "2 pink": "q6", "2 yellow": "k11"},
}


def nearly_empty(left: int, more: Mapping[str, str] | None = None, *, seat: int = 0) -> Position:
    """The pink pile holds so many camels; player 1's pink caravan has all others but for player 2's leader."""
    caravans = {**LEADERS, "1 pink": STRIP[: 23 - left]}
    position = midgame({**caravans, **(more or {})}, seat=seat)
    assert look(position).piles[PINK] == left
    return position


# -- TD-50: the last camel of a colour ---------------------------------------------------------------------------------


def test_TD_50_the_last_camel_as_the_first_of_a_turn_is_followed_by_a_second_of_another_colour() -> None:
    position = nearly_empty(1)
    first = play(position, f"pink {STRIP[22]}")
    assert (look(first).ending, look(first).piles[PINK], turn(first)) == (True, 0, (0, 1))
    assert DESERT.outcome(first) is None
    assert {action.split()[0] for action in legal(first)} == {"blue", "green", "lilac", "yellow"}
    assert refused(first, f"pink {STRIP[23]}", "TD-20", colour="pink") == "There are no pink camels left."
    refused(first, "pass", "TD-20")
    over = play(first, "blue e10")
    assert (outcome(over).reason, outcome(over).rule, DESERT.actor(over)) == ("pile_empty", "TD-50", NOBODY)


def test_TD_50_the_last_camel_as_the_second_of_a_turn_ends_the_game_at_once() -> None:
    over = play(nearly_empty(2), f"pink {STRIP[21]}; pink {STRIP[22]}")
    assert outcome(over).reason == "pile_empty"
    assert legal(over) == []
    for action in (f"pink {STRIP[23]}", "blue e10", "pass", "start 1", "palms b8 d3 h11 j3 m7"):
        assert refused(over, action, "TD-50") == "The game is over: the last camel of a colour was placed."
    assert "dernier chameau" in french(over, "pass")


def test_TD_50_the_other_players_have_no_more_turn() -> None:
    over = play(nearly_empty(1), f"blue e10; pink {STRIP[22]}")
    assert outcome(over).reason == "pile_empty"
    theirs = play(nearly_empty(1, seat=1), "pink q7; green k8")
    assert outcome(theirs).reason == "pile_empty"


def test_TD_50_if_no_second_camel_can_be_placed_the_turn_and_the_game_end() -> None:
    """Player 1 has pink alone."""
    position = midgame({"1 pink": STRIP[:22], "2 pink": "q6", "2 green": "k7"})
    over = play(position, f"pink {STRIP[22]}")
    assert outcome(over).reason == "pile_empty"
    assert look(over).turns == look(position).turns + 1


def test_TD_50_a_pile_that_is_not_empty_ends_nothing() -> None:
    position = play(nearly_empty(3), f"pink {STRIP[20]}; pink {STRIP[21]}")
    assert (DESERT.outcome(position), turn(position)) == (None, (1, 2))


# -- TD-51: largest caravans -------------------------------------------------------------------------------------------


def test_TD_51_the_largest_caravan_of_each_colour_earns_ten_leader_included() -> None:
    """Pink 23 to 1, blue 2 to 1, green 1 to 2, and 1 to 1 twice."""
    over = play(nearly_empty(1, {"2 green": "k7 k8"}), f"pink {STRIP[22]}; blue e10")
    assert (points(over, "largest_caravans"), points(over, "largest_caravans", 1)) == (10 + 10 + 5 + 5, 10 + 5 + 5)


def test_TD_51_tied_players_earn_five_each_and_nobody_ten() -> None:
    """Blue 2 to 2, and the others 1 to 1."""
    position = nearly_empty(1, {"2 blue": "n9 n10"})
    over = play(position, f"pink {STRIP[22]}; blue e10")
    assert (points(over, "largest_caravans"), points(over, "largest_caravans", 1)) == (10 + 4 * 5, 4 * 5)


def test_TD_51_of_five_three_are_tied_and_earn_five_each() -> None:
    """Blue 2, 2, 2, 1 and 0; green 0, 1, 1, 1, 1; pink 33 and 1; nobody has lilac but player 4, nor yellow but 5."""
    strip = [name for name in board(5) if name[0] in "abcd" and name != "d3"]
    caravans = {"1 pink": strip[:32], "2 pink": "q6", "4 lilac": "k12", "5 yellow": "i10", "4 blue": "k9"}
    caravans |= {"1 blue": "o6", "2 blue": "o9 o10", "3 blue": "k7 l7"}
    caravans |= {"2 green": "f1", "3 green": "h1", "4 green": "f9", "5 green": "h9"}
    position = midgame(caravans, players=5)
    assert look(position).piles[PINK] == 1
    over = play(position, f"pink {strip[32]}; blue o5")
    assert outcome(over).reason == "pile_empty"
    assert outcome(over).breakdown["largest_caravans"] == (10 + 5, 5 + 5, 5 + 5, 10 + 5, 10 + 5)


def test_TD_51_nothing_is_counted_before_the_end() -> None:
    assert points(nearly_empty(1), "largest_caravans") == 0
    first = play(nearly_empty(1), f"pink {STRIP[22]}")
    assert points(first, "largest_caravans") == 0


# -- TD-52 to TD-54: the total -----------------------------------------------------------------------------------------


def test_TD_52_a_point_for_each_enclosed_space_but_oases() -> None:
    caravans = {"1 pink": STRIP[:22], "1 blue": "e11", "2 pink": "q6", "2 green": "k7"}
    position = midgame(caravans, areas={0: "e2 e3", 1: "m6 m7 n7"})
    over = play(position, f"pink {STRIP[22]}; blue e10")
    assert (points(over, "areas"), points(over, "areas", 1)) == (2, 2)
    assert outcome(over).breakdown["areas"] == (2, 2)


def test_TD_53_the_total_is_water_oases_areas_and_largest_caravans() -> None:
    caravans = {"1 pink": STRIP[:22], "1 blue": "e11", "2 pink": "q6", "2 green": "k7", "2 lilac": "m8"}
    caravans = {**LEADERS, **caravans}
    position = midgame(caravans, areas={0: "e2 e3 e6", 1: "o8"}, water={"e6": 3, "e10": 2})
    over = play(position, f"pink {STRIP[22]}; blue e10")
    ended = outcome(over)
    taken = dict(look(over).water)
    assert ended.breakdown["water"] == (sum(taken.get(n, 0) for n in (*STRIP[:23], "e6", "e10")), 0)
    assert ended.breakdown["oases"] == (5, 5)
    assert ended.breakdown["areas"] == (3, 1)
    assert ended.breakdown["largest_caravans"] == (10 + 10 + 3 * 5, 3 * 5)
    assert ended.scores == tuple(sum(column) for column in zip(*ended.breakdown.values(), strict=True))
    assert ended.scores == DESERT.scores(over) == look(over).scores


def test_TD_54_the_highest_total_wins() -> None:
    over = play(nearly_empty(1), f"pink {STRIP[22]}; blue e10")
    ended = outcome(over)
    assert ended.scores[0] > ended.scores[1]
    assert (ended.winners, ended.ranks) == ((0,), (1, 2))


@pytest.mark.parametrize("more", [0, 1])
def test_TD_54_a_tie_is_a_shared_win(more: int) -> None:
    """Player 2's area makes up for what player 1 is ahead."""
    caravans = {"1 pink": STRIP[:22], "1 blue": "e11", "2 pink": "q6", "2 green": "k7"}
    line = f"pink {STRIP[22]}; blue e10"
    plain = outcome(play(midgame(caravans), line)).scores
    dry = [n for n in board(2) if n[0] in "lmno" and n not in dict(look(midgame(caravans)).water) and n != "m7"]
    ahead = plain[0] - plain[1]
    ended = outcome(play(midgame(caravans, areas={1: dry[: ahead + more]}), line))
    assert ended.scores == (plain[0], plain[0] + more)
    assert ended.winners == ((0, 1) if more == 0 else (1,))
    assert ended.ranks == ((1, 1) if more == 0 else (2, 1))
