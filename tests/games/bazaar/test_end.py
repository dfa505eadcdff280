"""Bazaar, the end: BZ-30 to BZ-32."""

from __future__ import annotations

import pytest

from games.bazaar.table import BAZAAR, deal, legal, look, midgame, outcome, play, puzzle, refused, tops, with_state
from saltroad import CHANCE, NOBODY

EVERY_KIND = ("roll", "take red", "trade R>WW", "buy WWBGY", "pass", "return R", "rates 1 2", "show WWWBB", "die red")

# -- BZ-30: two empty stalls -------------------------------------------------------------------------------------------


def test_BZ_30_the_game_ends_at_once_when_two_stalls_are_empty() -> None:
    position = midgame("RRWB", "Y", "Y", seat=0, left=(1, 4, 0, 3))
    before = play(position, "roll; die green")
    assert BAZAAR.outcome(before) is None
    after = play(before, "buy RRWBG")
    assert BAZAAR.actor(after) == NOBODY
    assert legal(after) == []
    assert (look(after).phase, look(after).ended) == ("over", "two_stalls_empty")
    assert (outcome(after).reason, outcome(after).rule) == ("two_stalls_empty", "BZ-30")
    assert outcome(after).scores == (8, 0, 0)  # it still counts, though the round is not played to its end
    assert tops(after) == (None, "WWBGY", None, "YYYYY")


def test_BZ_30_one_empty_stall_does_not_end_it() -> None:
    after = play(midgame("RRWB", "", left=(1, 1, 1, 1), sold=(0, 16)), "roll; die green; buy RRWBG")
    assert BAZAAR.outcome(after) is None
    assert (look(after).phase, look(after).seat) == ("turn", 1)


def test_BZ_30_nothing_happens_after_the_end() -> None:
    after = play(midgame("RRWB", "RWWBGY", left=(1, 4, 0, 3)), "roll; die green; buy RRWBG")
    for action in EVERY_KIND:
        assert refused(after, action, "BZ-30") == "The game is over: two stalls are empty."


# -- BZ-31: who wins ---------------------------------------------------------------------------------------------------


def ended(points: tuple[int, ...], sold: tuple[int, ...]) -> tuple[int, ...]:
    """The ranks after player 1's last purchase, for 8 points and a ware more than given."""
    left = 20 - sum(sold)
    hands = ["RRWB"] + [""] * (len(points) - 1)
    position = midgame(*hands, left=(1, 0, (left - 1) // 2, left - 1 - (left - 1) // 2), sold=sold, points=points)
    return outcome(play(position, "roll; die green; buy RRWBG")).ranks


def test_BZ_31_the_highest_score_wins() -> None:
    assert ended((10, 20, 17), (5, 5, 2)) == (2, 1, 3)
    assert ended((13, 20, 17), (2, 5, 5)) == (1, 2, 3)
    assert ended((0, 20, 9), (0, 12, 0)) == (3, 1, 2)  # however many wares it took


def test_BZ_31_a_tie_on_points_goes_to_the_fewest_wares() -> None:
    assert ended((12, 20), (5, 5)) == (2, 1)  # 20 points each: six wares against five
    assert ended((12, 20), (4, 6)) == (1, 2)
    assert ended((12, 20, 20), (4, 4, 4)) == (3, 1, 1)
    assert ended((12, 20, 20), (3, 4, 5)) == (1, 1, 3)


def test_BZ_31_the_last_ware_counts_among_the_wares_of_its_buyer() -> None:
    for sold, ranks in (((5, 4), (1, 1)), ((4, 5), (1, 2)), ((6, 3), (2, 1))):
        position = midgame("", "RRWB", seat=1, left=(1, 0, 5, 5), sold=sold, points=(20, 12))
        assert outcome(play(position, "roll; die green; buy RRWBG")).ranks == ranks  # 20 points each


def test_BZ_31_still_tied_the_victory_is_shared() -> None:
    position = midgame("RRWB", "", "", left=(1, 0, 5, 2), sold=(4, 5, 3), points=(12, 20, 19))
    after = outcome(play(position, "roll; die green; buy RRWBG"))
    assert (after.scores, after.ranks, after.winners) == ((20, 20, 19), (1, 1, 3), (0, 1))


def test_BZ_31_the_columns_add_up_to_the_score() -> None:
    position = midgame("RRWB", "WWBG", left=(1, 1, 5, 5), sold=(4, 4), points=(12, 6))
    after = play(position, "roll; die green; buy RRWBG", "roll; die yellow; buy WWBGY")
    assert outcome(after).breakdown == {"plain": (17, 6), "star": (0, 8), "double_star": (0, 0)}
    assert (outcome(after).scores, outcome(after).ranks) == ((17, 14), (1, 2))


# -- BZ-32: a game always ends -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_BZ_32_forty_times_the_players_turns_without_a_purchase_end_the_game(players: int) -> None:
    points = tuple(range(players))
    position = midgame(*["R"] * players, points=points, quiet=40 * players - 2)
    position = play(position, "roll; die red")
    assert BAZAAR.outcome(position) is None
    after = play(position, "roll; die red")
    assert (outcome(after).reason, outcome(after).rule) == ("no_purchases", "BZ-32")
    assert outcome(after).scores == points  # scored as it stands
    assert outcome(after).winners == (players - 1,)
    for action in EVERY_KIND:
        assert refused(after, action, "BZ-32") == "The game is over: no one has bought anything for 40 rounds."


@pytest.mark.parametrize("players", [2, 5])
def test_BZ_32_a_game_where_nobody_ever_buys_is_over_after_forty_rounds(players: int) -> None:
    position = deal(players)
    turns = 0
    while BAZAAR.outcome(position) is None:
        view = look(position)
        assert view.turns == view.quiet == turns
        if view.phase == "turn":
            position = play(position, "roll", f"die {('red', 'white', 'blue')[turns % 3]}")
        if look(position).phase == "buy":
            position = play(position, "pass")
        if look(position).phase == "return":
            position = play(position, legal(position)[-1])
        turns += 1
    assert turns == 40 * players
    assert outcome(position).ranks == (1,) * players


def test_BZ_32_a_purchase_in_the_last_turn_starts_the_count_anew() -> None:
    position = play(midgame("RRWB", "", quiet=79), "roll; die green")
    bought = play(position, "buy RRWBG; show WWWBB")
    assert (look(bought).phase, look(bought).quiet) == ("turn", 0)
    assert look(play(bought, "roll; die red")).quiet == 1
    assert outcome(play(position, "pass")).rule == "BZ-32"


def test_BZ_32_a_last_turn_above_ten_is_still_brought_down_to_ten() -> None:
    position = play(midgame("BBBBBBBBBB", "", quiet=79), "roll; die red")
    assert (look(position).phase, BAZAAR.actor(position)) == ("return", 1)
    after = play(position, "return R")
    assert outcome(after).rule == "BZ-32"
    assert look(after).hands == ((0, 0, 10, 0, 0), (0, 0, 0, 0, 0))


def test_BZ_32_does_not_hold_in_the_puzzle_for_one() -> None:
    position = play(with_state(puzzle(), turns=1000, quiet=1000, hands=("R",)), "roll; die red")
    assert BAZAAR.outcome(position) is None
    assert (look(position).turns, look(position).phase) == (1001, "turn")
    assert BAZAAR.actor(play(position, "roll")) == CHANCE


def test_BZ_30_the_last_turn_counts_as_a_turn() -> None:
    before = midgame("RRWBGR", "", left=(1, 5, 5, 0))
    after = play(before, "trade R>WW; buy RRWBG")
    assert BAZAAR.outcome(after) is not None
    assert look(after).turns == look(before).turns + 1
