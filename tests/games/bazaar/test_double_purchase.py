"""Bazaar, the option of a double purchase: BZ-40 to BZ-42."""

from __future__ import annotations

import pytest

from games.bazaar.table import BAZAAR, bank, columns, hand, legal, look, midgame, outcome, play, refused, tops
from saltroad import NOBODY

TWO_PLAIN = ("RRWBG", "WWBGY", "BBBBB", "YYYYY")
"""Ten tokens buy the first two: RRWBG + WWBGY."""
STARRED_SECOND = ("RRWBG", "RRRRR", "BBBBB", "YYYYY")

# -- BZ-40: two wares in one turn --------------------------------------------------------------------------------------


def test_BZ_40_two_wares_may_be_bought_for_five_tokens_each() -> None:
    position = midgame("RRWBGWWBG", "Y", tops=TWO_PLAIN, double_purchase=True)
    position = play(position, "roll; die yellow")
    assert legal(position) == ["buy RRWBG", "buy WWBGY", "pass"]
    position = play(position, "buy RRWBG; show WWWBB")
    assert (look(position).phase, look(position).seat, look(position).bought) == ("buy", 0, ("RRWBG",))
    assert hand(position) == "WWBGY"
    assert look(position).scores == (0, 0)  # not yet: the second may change it
    assert legal(position) == ["buy WWBGY", "pass"]
    position = play(position, "buy WWBGY; show GGGYY")
    assert hand(position) == ""
    assert (bank(position, "R"), bank(position, "Y")) == (20, 19)
    assert columns(position) == (10, 0, 0)
    assert look(position).wares == (("RRWBG", "WWBGY"), ())
    assert (look(position).seat, look(position).phase, look(position).bought) == (1, "turn", ())


def test_BZ_40_without_the_option_there_is_one_purchase() -> None:
    position = midgame("RRWBGWWBG", "Y", tops=TWO_PLAIN)
    position = play(position, "roll; die yellow; buy RRWBG; show WWWBB")
    assert (look(position).seat, look(position).phase) == (1, "turn")
    refused(position, "buy WWBGY", "BZ-11")


@pytest.mark.parametrize(
    ("before", "line", "left", "points"),
    [
        ("RRRRRRWBG", "roll; die red", "", (5, 8, 0)),
        ("RRRRRRWBGY", "roll; die red", "Y", (3, 5, 0)),
        ("RRRRRBGGYY", "trade G>RRW", "YY", (2, 3, 0)),
        ("RRRRRRRRYY", "trade R>WBGY", "YYY", (1, 2, 0)),
    ],
)
@pytest.mark.parametrize("order", ["buy RRWBG; show WWWBB; buy RRRRR", "buy RRRRR; show WWWBB; buy RRWBG"])
def test_BZ_40_both_score_by_the_tokens_left_after_the_second(
    before: str, line: str, left: str, points: tuple[int, ...], order: str
) -> None:
    position = midgame(before, "", tops=STARRED_SECOND, double_purchase=True)
    after = play(position, line, order, "show GGGYY")
    assert hand(after) == left
    assert columns(after) == points


def test_BZ_40_who_buys_only_one_scores_by_the_tokens_left_after_it() -> None:
    position = play(midgame("RRWBGWWBG", "", tops=TWO_PLAIN, double_purchase=True), "roll; die yellow")
    position = play(position, "buy RRWBG; show WWWBB")
    after = play(position, "pass")
    assert columns(after) == (1, 0, 0)
    assert (look(after).seat, look(after).quiet, look(after).bought) == (1, 0, ())
    nothing_more = play(midgame("RRWBY", "", double_purchase=True), "roll; die green; buy RRWBG; show WWWBB")
    assert columns(nothing_more) == (3, 0, 0)
    assert (look(nothing_more).seat, look(nothing_more).phase) == (1, "turn")


def test_BZ_40_the_second_may_be_the_ware_that_the_first_uncovered() -> None:
    position = midgame("RRWBGWWWB", "", tops=("RRWBG", "RRRRR", "BBBBB", "YYYYY"), double_purchase=True)
    position = play(position, "roll; die blue; buy RRWBG")
    refused(position, "buy WWWBB", "BZ-02")  # not before it shows
    uncovered = play(position, "show WWWBB")
    assert legal(uncovered) == ["buy WWWBB", "pass"]
    verdict = BAZAAR.explain(uncovered, BAZAAR.parse("buy WWWBB"))
    assert (verdict.legal, verdict.rule, verdict.params) == (True, "BZ-40", {"ware": "WWWBB", "left": 0})
    after = play(uncovered, "buy WWWBB; show GGGYY")
    assert tops(after) == ("GGGYY", "RRRRR", "BBBBB", "YYYYY")
    assert columns(after) == (10, 0, 0)


def test_BZ_40_a_second_purchase_has_to_be_covered_and_on_display_too() -> None:
    position = play(midgame("RRWBGWWBG", "", tops=TWO_PLAIN, double_purchase=True), "roll; die yellow")
    position = play(position, "buy RRWBG; show WWWBB")
    refused(position, "buy WWWBB", "BZ-15", ware="WWWBB", missing="WB")
    refused(position, "buy RRWBG", "BZ-02", ware="RRWBG")
    refused(position, "roll", "BZ-11")
    refused(position, "trade WW>R", "BZ-12")


def test_BZ_40_neither_ware_gains_a_star_when_no_stall_is_emptied() -> None:
    position = midgame("RRRRRRWBG", "", tops=STARRED_SECOND, left=(2, 2, 5, 5), double_purchase=True)
    after = play(position, "roll; die red; buy RRWBG; show WWWBB; buy RRRRR; show GGGYY")
    assert columns(after) == (5, 8, 0)


# -- BZ-41: a stall empty for the first time lifts the second ware -----------------------------------------------------


def test_BZ_41_the_first_empties_the_stall_and_the_second_scores_higher() -> None:
    position = midgame("RRWBGWWBG", "", tops=TWO_PLAIN, left=(1, 5, 5, 5), double_purchase=True)
    position = play(position, "roll; die yellow; buy RRWBG")
    assert (look(position).phase, legal(position)) == ("buy", ["buy WWBGY", "pass"])  # nothing left to show
    after = play(position, "buy WWBGY; show WWWBB")
    assert columns(after) == (5, 8, 0)


def test_BZ_41_the_second_empties_the_stall_and_scores_higher_itself() -> None:
    position = midgame("RRWBGWWBG", "", tops=TWO_PLAIN, left=(5, 1, 5, 5), double_purchase=True)
    after = play(position, "roll; die yellow; buy RRWBG; show WWWBB; buy WWBGY")
    assert (look(after).phase, look(after).seat) == ("turn", 1)
    assert columns(after) == (5, 8, 0)


@pytest.mark.parametrize("left", [(1, 5, 5, 5), (5, 1, 5, 5)])
def test_BZ_41_a_starred_second_ware_scores_as_double_starred_whichever_emptied_the_stall(
    left: tuple[int, ...],
) -> None:
    position = midgame("RRRRRRWBG", "", tops=STARRED_SECOND, left=left, double_purchase=True)
    position = play(position, "roll; die red; buy RRWBG")
    if look(position).phase == "show":
        position = play(position, "show WWWBB")
    position = play(position, "buy RRRRR")
    if look(position).phase == "show":
        position = play(position, "show WWWBB")
    assert columns(position) == (5, 0, 12)


@pytest.mark.parametrize("left", [(5, 1, 5, 5), (1, 5, 5, 5)])
def test_BZ_41_a_starred_first_ware_scores_at_the_old_level_whichever_emptied_the_stall(left: tuple[int, ...]) -> None:
    position = midgame("RRRRRRWBG", "", tops=STARRED_SECOND, left=left, double_purchase=True)
    position = play(position, "roll; die red; buy RRRRR")
    if look(position).phase == "show":
        position = play(position, "show WWWBB")
    position = play(position, "buy RRWBG")
    if look(position).phase == "show":
        position = play(position, "show WWWBB")
    assert columns(position) == (0, 16, 0)  # 8 for the star, 8 for the plain ware lifted


def test_BZ_41_both_from_one_stall_and_the_second_is_its_last() -> None:
    position = midgame("RRWBGWWWB", "", tops=STARRED_SECOND, left=(2, 5, 5, 5), double_purchase=True)
    after = play(position, "roll; die blue; buy RRWBG; show WWWBB; buy WWWBB")
    assert tops(after) == (None, "RRRRR", "BBBBB", "YYYYY")
    assert columns(after) == (5, 8, 0)


def test_BZ_41_both_stalls_emptied_in_one_turn_lift_the_second_by_one_star_and_end_the_game() -> None:
    position = midgame("RRWBGWWBG", "", tops=TWO_PLAIN, left=(1, 1, 5, 5), double_purchase=True)
    position = play(position, "roll; die yellow; buy RRWBG")
    assert BAZAAR.outcome(position) is None
    after = play(position, "buy WWBGY")
    assert columns(after) == (5, 8, 0)
    assert (outcome(after).rule, outcome(after).scores) == ("BZ-30", (13, 0))


def test_BZ_41_the_stall_has_to_be_the_first_that_is_empty() -> None:
    # one stall is empty already: both score one star higher (BZ-22), and no more than that
    position = midgame("RRRRRRWBG", "", tops=STARRED_SECOND, left=(5, 1, 0, 5), double_purchase=True)
    after = play(position, "roll; die red; buy RRWBG; show WWWBB; buy RRRRR")
    assert columns(after) == (0, 8, 12)
    assert outcome(after).rule == "BZ-30"


def test_BZ_41_a_single_purchase_that_empties_the_stall_scores_at_the_old_level() -> None:
    position = midgame("RRWBGWWBG", "", tops=TWO_PLAIN, left=(1, 5, 5, 5), double_purchase=True)
    after = play(position, "roll; die yellow; buy RRWBG; pass")
    assert columns(after) == (1, 0, 0)


def test_BZ_41_the_next_player_scores_at_the_higher_level() -> None:
    position = midgame("RRWBGWWBG", "RRRR", tops=TWO_PLAIN, left=(5, 1, 5, 5), double_purchase=True)
    position = play(
        position, "roll; die yellow; buy RRWBG; show RRRRR; buy WWBGY", "roll; die red; buy RRRRR; show GGGYY"
    )
    assert (columns(position, 0), columns(position, 1)) == ((5, 8, 0), (0, 0, 12))


# -- BZ-42: the first of the two ends the game -------------------------------------------------------------------------


def test_BZ_42_a_first_purchase_that_empties_a_second_stall_ends_the_game() -> None:
    position = midgame("RRWBGWWBG", "", tops=TWO_PLAIN, left=(1, 5, 0, 5), double_purchase=True)
    after = play(position, "roll; die yellow; buy RRWBG")
    assert BAZAAR.actor(after) == NOBODY
    assert outcome(after).rule == "BZ-30"
    assert hand(after) == "WWBGY"  # it would have paid for the second
    assert refused(after, "buy WWBGY", "BZ-30") == "The game is over: two stalls are empty."


def test_BZ_42_the_first_then_scores_alone_by_the_tokens_left_after_it() -> None:
    for before, points in (("RRWB", 8), ("RRWBWWBGY", 2)):
        position = midgame(before, "", tops=TWO_PLAIN, left=(1, 5, 0, 5), double_purchase=True)
        after = play(position, "roll; die green; buy RRWBG")
        assert columns(after) == (0, points, 0)


def test_BZ_42_a_first_purchase_elsewhere_leaves_the_second_possible() -> None:
    position = midgame("RRWBGWWBG", "", tops=TWO_PLAIN, left=(1, 5, 0, 5), double_purchase=True)
    position = play(position, "roll; die yellow; buy WWBGY; show WWWBB")
    assert legal(position) == ["buy RRWBG", "pass"]
    after = play(position, "buy RRWBG")
    assert outcome(after).rule == "BZ-30"
    assert columns(after) == (0, 16, 0)


def test_BZ_40_the_explanation_of_a_first_purchase_leaves_the_second_open() -> None:
    position = play(midgame("RRWBGR", "", double_purchase=True), "trade R>WW")
    assert BAZAAR.explain(position, BAZAAR.parse("buy RRWBG")).reason == "buy_first"
    position = play(midgame("RRWBGR", ""), "trade R>WW")
    assert BAZAAR.explain(position, BAZAAR.parse("buy RRWBG")).reason == "buy"
