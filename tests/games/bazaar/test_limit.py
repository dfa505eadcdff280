"""Bazaar, ten tokens at the end of a turn: BZ-16 and BZ-17."""

from __future__ import annotations

import itertools

import pytest

from games.bazaar.table import BAZAAR, bank, columns, hand, legal, look, midgame, play, refused
from saltroad import OutOfTurn

# -- BZ-16: ten tokens -------------------------------------------------------------------------------------------------


def test_BZ_16_ten_tokens_may_be_kept() -> None:
    after = play(midgame("RRRRWWWWB", ""), "roll; die blue")
    assert (hand(after), look(after).seat, look(after).phase) == ("RRRRWWWWBB", 1, "turn")


def test_BZ_16_a_purchase_from_eleven_tokens() -> None:
    eleven = play(midgame("RRWBBBBBBB", ""), "roll; die green")
    assert len(hand(eleven)) == 11
    assert legal(eleven) == ["buy RRWBG", "pass"]
    after = play(eleven, "buy RRWBG; show WWWBB")
    assert hand(after) == "BBBBBB"
    assert columns(after) == (1, 0, 0)
    assert (look(after).seat, look(after).phase) == (1, "turn")


def test_BZ_16_a_purchase_from_thirteen_tokens() -> None:
    thirteen = play(midgame("RRRBBBBBBB", ""), "trade R>WBGY")
    assert hand(thirteen) == "RRWBBBBBBBBGY"
    after = play(thirteen, "buy RRWBG; show WWWBB")
    assert (hand(after), columns(after), look(after).phase) == ("BBBBBBBY", (1, 0, 0), "turn")


def test_BZ_16_nothing_goes_back_while_a_purchase_may_still_come() -> None:
    eleven = play(midgame("RRWBBBBBBB", ""), "roll; die green")
    assert BAZAAR.actor(eleven) == 0
    sentence = refused(eleven, "return B", "BZ-16")
    assert sentence == "The turn is not over: a purchase may still bring the hand down to ten."


@pytest.mark.parametrize(
    "line", ["roll; die yellow", "roll; die choice; take red", "trade R>WW", "roll; die green; pass"]
)
def test_BZ_16_without_a_purchase_more_than_ten_are_not_kept(line: str) -> None:
    eleven = play(midgame("RRWBBBBBBB", ""), line)
    assert (len(hand(eleven)), look(eleven).phase, look(eleven).seat) == (11, "return", 0)
    for action in legal(eleven):
        assert len(hand(play(eleven, action))) == 10


# -- BZ-17: the left neighbour chooses ---------------------------------------------------------------------------------


def test_BZ_17_a_turn_that_ends_at_twelve_with_the_left_neighbour_choosing() -> None:
    twelve = play(midgame("RRWWBBBBBG", "Y", "Y"), "trade G>RRW")
    assert hand(twelve) == "RRRRWWWBBBBB"
    assert (BAZAAR.actor(twelve), look(twelve).seat) == (1, 0)
    assert legal(twelve) == ["return RR", "return RW", "return RB", "return WW", "return WB", "return BB"]
    with pytest.raises(OutOfTurn):
        BAZAAR.play(twelve, "return BB", seat=0)
    after = BAZAAR.play(twelve, "return RW", seat=1)
    assert hand(after) == "RRRWWBBBBB"
    assert (bank(after, "R"), bank(after, "W"), bank(after, "B")) == (17, 18, 15)
    assert (BAZAAR.actor(after), look(after).seat, look(after).phase) == (1, 1, "turn")
    assert look(after).turns == look(twelve).turns + 1


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_BZ_17_left_of_the_last_player_is_the_first(players: int) -> None:
    hands = [""] * (players - 1) + ["RRRRRRRRRR"]
    eleven = play(midgame(*hands, seat=players - 1, tops=("RRWBG", "WWBGY", "BBBBB", "YYYYY")), "roll; die white")
    assert (look(eleven).seat, BAZAAR.actor(eleven)) == (players - 1, 0)
    after = play(eleven, "return W")
    assert (hand(after, players - 1), look(after).seat) == ("RRRRRRRRRR", 0)


def test_BZ_17_any_choice_of_what_is_held_goes_back_and_nothing_else() -> None:
    thirteen = play(midgame("RRBBGGGYYY", ""), "trade R>WBGY")
    held = "RWBBBGGGGYYYY"
    assert hand(thirteen) == held
    choices = {"".join(choice) for choice in itertools.combinations(held, 3)}
    assert set(legal(thirteen)) == {f"return {choice}" for choice in choices}


def test_BZ_17_exactly_as_many_go_back_as_leave_ten() -> None:
    twelve = play(midgame("RRWWBBBBBG", "Y", "Y"), "trade G>RRW")
    assert refused(twelve, "return R", "BZ-17", over=2, given=1) == "2 tokens must go back, not 1."
    refused(twelve, "return RRR", "BZ-17", over=2, given=3)


def test_BZ_17_what_goes_back_must_be_held() -> None:
    twelve = play(midgame("RRWWBBBBBG", "Y", "Y"), "trade G>RRW")
    sentence = refused(twelve, "return GY", "BZ-17", seat=0, held="RRRRWWWBBBBB", missing="GY")
    assert sentence == "Player 1 holds RRRRWWWBBBBB and lacks GY."


def test_BZ_17_nothing_else_happens_before_the_tokens_are_back() -> None:
    twelve = play(midgame("RRWWBBBBBG", "Y", "Y"), "trade G>RRW")
    for action in ("roll", "pass", "buy RRWBG", "trade R>WW", "take red"):
        sentence = refused(twelve, action, "BZ-17", seat=0, over=2)
        assert sentence == "Player 1 holds 2 tokens too many: their left neighbour first chooses what goes back."


def test_BZ_17_nothing_goes_back_from_ten_or_fewer() -> None:
    refused(midgame("RRRRRRRRRR", ""), "return R", "BZ-17", held=10)
    refused(play(midgame("RRWB", ""), "roll; die green"), "return R", "BZ-17", held=5)


def test_BZ_17_a_turn_may_end_above_ten_by_choice_since_there_is_no_pass() -> None:
    ten = midgame("RRWBBBBBBB", "")
    refused(ten, "pass", "BZ-11")
    assert "trade R>WBGY" in legal(ten)
    assert look(play(ten, "trade R>WBGY", "pass")).phase == "return"  # a ware could be bought, and is not
    no_trade = midgame("BBBBBBBBBB", "", rates="9 10")
    assert legal(no_trade) == ["roll", "trade B>WG", "trade B>WGG"]  # every move leads above ten
    for line in ("roll; die red", "trade B>WG", "trade B>WGG"):
        assert look(play(no_trade, line)).phase == "return"


def test_BZ_17_a_turn_with_a_return_is_one_turn() -> None:
    position = midgame("RRWBBBBBBB", "", quiet=7)
    passed = play(position, "roll; die green; pass; return B")
    assert (look(passed).turns, look(passed).quiet) == (look(position).turns + 1, 8)
