"""Bazaar, scoring: BZ-20 to BZ-22."""

from __future__ import annotations

import pytest

from games.bazaar.table import BAZAAR, columns, hand, in_stalls, legal, look, midgame, play, tops
from saltroad import CHANCE

PLAIN = [(0, 5), (1, 3), (2, 2), (3, 1), (4, 1), (5, 1), (6, 1)]
STAR = [(0, 8), (1, 5), (2, 3), (3, 2), (4, 2), (5, 2), (6, 2)]
DOUBLE_STAR = [(0, 12), (1, 8), (2, 5), (3, 3), (4, 3), (5, 3), (6, 3)]


@pytest.mark.parametrize(("left", "points"), PLAIN)
def test_BZ_20_a_ware_scores_by_the_tokens_left_after_paying(left: int, points: int) -> None:
    position = play(midgame("RRWB" + "Y" * left, ""), "roll; die green")
    verdict = BAZAAR.explain(position, BAZAAR.parse("buy RRWBG"))
    assert (verdict.legal, verdict.rule) == (True, "BZ-15")
    assert verdict.params == {"ware": "RRWBG", "left": left, "points": points}
    after = play(position, "buy RRWBG; show WWWBB")
    assert len(hand(after)) == left
    assert look(after).scores == (points, 0)
    assert columns(after) == (points, 0, 0)


def test_BZ_20_other_hands_and_wares_do_not_matter() -> None:
    position = midgame("RRWB", "YYYYYYYY", "GG", points=(7, 30, 2))
    after = play(position, "roll; die green; buy RRWBG; show WWWBB")
    assert look(after).scores == (12, 30, 2)


@pytest.mark.parametrize(("left", "points"), STAR)
def test_BZ_21_a_ware_with_a_star_scores_in_the_star_column(left: int, points: int) -> None:
    position = play(midgame("RRRR" + "Y" * left, ""), "roll; die red")
    assert BAZAAR.explain(position, BAZAAR.parse("buy RRRRR")).params["points"] == points
    after = play(position, "buy RRRRR; show WWWBB")
    assert len(hand(after)) == left
    assert columns(after) == (0, points, 0)


def test_BZ_21_four_tokens_alike_have_a_star_and_three_do_not() -> None:
    shown = ("RRRRW", "RRRWW", "RRWBG", "YYYYY")
    for line, points in (("buy RRRRW", (0, 5, 0)), ("buy RRRWW", (3, 0, 0))):
        after = play(midgame("RRRRW", "", tops=shown), "roll; die white", line, "show WWWBB")
        assert columns(after) == points


def test_BZ_22_the_purchase_that_empties_the_first_stall_and_the_next_one() -> None:
    position = midgame("RRWB", "WWBG", "RRRR", left=(1, 5, 5, 5))
    position = play(position, "roll; die green; buy RRWBG")
    assert tops(position) == (None, "WWBGY", "RRRRR", "YYYYY")
    assert in_stalls(position) == (0, 5, 5, 5)
    assert columns(position, 0) == (5, 0, 0)  # the purchase that empties the stall: at the old level
    assert (look(position).seat, look(position).phase) == (1, "turn")
    position = play(position, "roll; die yellow; buy WWBGY; show WWWBB")
    assert columns(position, 1) == (0, 8, 0)  # the next one, plain: as starred
    position = play(position, "roll; die red; buy RRRRR; show GGGYY")
    assert columns(position, 2) == (0, 0, 12)  # and a starred one: as double-starred
    assert tops(position) == (None, "WWWBB", "GGGYY", "YYYYY")


def test_BZ_22_a_starred_ware_that_empties_the_first_stall_scores_as_starred() -> None:
    after = play(midgame("RRRR", "", left=(5, 5, 1, 5)), "roll; die red; buy RRRRR")
    assert columns(after) == (0, 8, 0)


@pytest.mark.parametrize(("left", "points"), STAR)
def test_BZ_22_with_an_empty_stall_plain_wares_score_as_starred(left: int, points: int) -> None:
    position = play(midgame("RRWB" + "Y" * left, "", left=(5, 0, 5, 5)), "roll; die green")
    assert BAZAAR.explain(position, BAZAAR.parse("buy RRWBG")).params["points"] == points
    assert columns(play(position, "buy RRWBG; show WWWBB")) == (0, points, 0)


@pytest.mark.parametrize(("left", "points"), DOUBLE_STAR)
def test_BZ_22_with_an_empty_stall_starred_wares_score_as_double_starred(left: int, points: int) -> None:
    position = play(midgame("RRRR" + "Y" * left, "", left=(5, 0, 5, 5)), "roll; die red")
    assert BAZAAR.explain(position, BAZAAR.parse("buy RRRRR")).params["points"] == points
    assert columns(play(position, "buy RRRRR; show WWWBB")) == (0, 0, points)


def test_BZ_22_the_higher_level_lasts_for_the_rest_of_the_game_and_for_all() -> None:
    position = midgame("RRWB", "WWBG", left=(5, 5, 0, 5))
    position = play(position, "roll; die green; buy RRWBG; show WWWBB")
    for _ in range(3):
        position = play(position, "roll; die blue", "roll; die red")
    assert (look(position).seat, legal(position)[0]) == (1, "roll")
    position = play(position, "roll; die yellow; buy WWBGY; show GGGYY")
    assert (columns(position, 0), columns(position, 1)) == ((0, 8, 0), (0, 2, 0))


def test_BZ_22_the_purchase_that_empties_the_second_stall_has_only_one_star_more() -> None:
    after = play(midgame("RRWB", "", left=(1, 0, 5, 5)), "roll; die green; buy RRWBG")
    assert look(after).phase == "over"
    assert columns(after) == (0, 8, 0)


def test_BZ_20_the_points_are_there_with_the_purchase_before_the_next_ware_shows() -> None:
    position = play(midgame("RRWBGR", ""), "trade R>WW; buy RRWBG")
    assert BAZAAR.actor(position) == CHANCE
    assert BAZAAR.scores(position) == (2, 0)
