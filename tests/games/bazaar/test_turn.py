"""Bazaar, a turn: BZ-10 to BZ-15. Over ten tokens: see test_limit.py."""

from __future__ import annotations

import pytest

from games.bazaar.table import BAZAAR, TOPS, bank, columns, deal, hand, legal, look, midgame, play, refused, with_state
from saltroad import CHANCE
from saltroad.games.bazaar.components import COLOURS, EQUATIONS

BY_COLOUR = list(zip(COLOURS, "RWBGY", strict=True))
TAKES = [f"take {colour}" for colour in COLOURS]

# -- BZ-10: the first turn, and what a roll gives ----------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 6])
def test_BZ_10_everybody_rolls_on_their_first_turn_and_may_trade_from_the_second(players: int) -> None:
    position = deal(players, starter=players - 1)
    for _ in range(players):
        assert legal(position) == ["roll"]
        assert refused(position, "trade R>WW", "BZ-10") == "On your first turn you roll; trades begin with your second."
        position = play(position, "roll; die red")
    assert look(position).hands == ((1, 0, 0, 0, 0),) * players
    assert legal(position) == ["roll", "trade R>WW", "trade R>WBGY", "trade R>GG"]


def test_BZ_10_the_first_turn_is_a_roll_even_with_tokens_to_trade() -> None:
    second_player = with_state(deal(2), hands=("RR", "RR"), turns=1, seat=1)
    assert legal(second_player) == ["roll"]
    refused(second_player, "trade R>WW", "BZ-10")
    assert "trade R>WW" in legal(with_state(second_player, turns=2, seat=0))


@pytest.mark.parametrize(("face", "letter"), BY_COLOUR)
def test_BZ_10_a_roll_gives_one_token_of_the_colour_rolled(face: str, letter: str) -> None:
    rolled = play(deal(2), "roll")
    assert BAZAAR.actor(rolled) == CHANCE
    assert legal(rolled) == [*(f"die {colour}" for colour in COLOURS), "die choice"]
    assert BAZAAR.weights(rolled) == (1,) * 6
    after = play(rolled, f"die {face}")
    assert hand(after, 0) == letter
    assert bank(after, letter) == 19
    assert look(after).seat == 1


@pytest.mark.parametrize(("colour", "letter"), BY_COLOUR)
def test_BZ_10_choice_gives_one_token_of_any_colour(colour: str, letter: str) -> None:
    choosing = play(deal(2), "roll; die choice")
    assert BAZAAR.actor(choosing) == 0
    assert legal(choosing) == TAKES
    after = play(choosing, f"take {colour}")
    assert hand(after, 0) == letter
    assert bank(after, letter) == 19
    assert look(after).seat == 1


def test_BZ_10_after_choice_a_token_comes_before_anything_else() -> None:
    choosing = play(midgame("RRWBG", ""), "roll; die choice")
    for action in ("roll", "trade R>WW", "buy RRWBG", "pass", "return R"):
        assert refused(choosing, action, "BZ-10") == "You rolled Choice: first take a token of any colour."


def test_BZ_10_a_colour_is_chosen_only_after_choice() -> None:
    for position in (deal(2), midgame("R", ""), play(midgame("RRWB", ""), "roll; die green")):
        assert refused(position, "take red", "BZ-10") == "You choose a colour only after rolling Choice."


def test_BZ_10_nobody_acts_while_the_die_rolls() -> None:
    rolling = play(midgame("RRWBG", ""), "roll")
    for action in ("roll", "trade R>WW", "take red", "buy RRWBG", "pass", "return R", "show WWWBB"):
        assert refused(rolling, action, "BZ-10") == "The die is still rolling."


# -- BZ-11: roll or trade ----------------------------------------------------------------------------------------------


def test_BZ_11_a_later_turn_is_a_roll_or_a_trade() -> None:
    assert legal(midgame("R", "")) == ["roll", "trade R>WW", "trade R>WBGY", "trade R>GG"]
    assert legal(midgame("", "R")) == ["roll"]
    rolled, traded = (play(midgame("R", ""), line) for line in ("roll; die blue", "trade R>GG"))
    assert (hand(rolled), hand(traded)) == ("RB", "GG")
    assert look(rolled).seat == look(traded).seat == 1


def test_BZ_11_neither_is_refused() -> None:
    for position in (deal(2), midgame("RRWBG", "")):
        assert refused(position, "pass", "BZ-11") == "You cannot pass: you have to roll or trade."


def test_BZ_11_a_purchase_comes_after_it() -> None:
    position = midgame("RRWBG", "")
    assert refused(position, "buy RRWBG", "BZ-11") == "First roll or trade; a purchase comes after it."
    assert "buy RRWBG" in legal(play(position, "roll; die yellow"))


def test_BZ_11_it_is_one_or_the_other_and_not_both() -> None:
    rolled, traded = (play(midgame("RRRWBG", ""), line) for line in ("roll; die yellow", "trade R>WW"))
    for position in (rolled, traded):
        assert look(position).phase == "buy"
        sentence = refused(position, "roll", "BZ-11")
        assert sentence == "You have already rolled or traded this turn: buy a ware or pass."
        refused(position, "trade R>WW", "BZ-12")


def test_BZ_11_the_die_is_rolled_only_by_a_player_who_rolls() -> None:
    for position in (deal(2), midgame("R", ""), play(midgame("RRWB", ""), "roll; die green")):
        assert refused(position, "die red", "BZ-11") == "The die is rolled only when a player chooses to roll."


# -- BZ-12: trades -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", range(1, 11))
def test_BZ_12_every_equation_of_a_card_trades_in_both_directions(card: int) -> None:
    other = 2 if card == 1 else 1
    rates = f"{min(card, other)} {max(card, other)}"
    for left, right in EQUATIONS[5 * (card - 1) : 5 * card]:
        for returned, taken in ((left, right), (right, left)):
            position = midgame(returned, "WBGY", rates=rates)
            after = play(position, f"trade {returned}>{taken}")
            assert hand(after) == taken
            assert hand(after, 1) == "WBGY"
            for letter in "RWBGY":
                assert bank(after, letter) == 20 - taken.count(letter) - "WBGY".count(letter)


@pytest.mark.parametrize("taken", ["WBGY", "WW"])
def test_BZ_12_red_for_blue_green_yellow_white_and_for_two_white_and_back(taken: str) -> None:
    position = midgame("R", "", rates="1 4")
    traded = play(position, f"trade R>{taken}")
    assert hand(traded) == taken
    assert bank(traded, "R") == 20
    assert all(bank(traded, letter) == 20 - taken.count(letter) for letter in "WBGY")
    back = play(traded, "roll; die yellow", f"trade {taken}>R")
    assert hand(back, 0) == "R"
    assert bank(back, "R") == 19
    assert all(bank(back, letter) == 20 - (letter == "Y") for letter in "WBGY")


def test_BZ_12_a_trade_keeps_the_rest_of_the_hand() -> None:
    assert hand(play(midgame("RRWY", ""), "trade RRW>G")) == "GY"


def test_BZ_12_a_trade_returns_only_what_is_held() -> None:
    position = midgame("WB", "RRRRR")
    assert refused(position, "trade R>WW", "BZ-12", returned="R", missing="R") == "This trade returns R: you lack R."
    refused(position, "trade WW>R", "BZ-12", returned="WW", missing="W")
    refused(position, "trade WBGY>R", "BZ-12", returned="WBGY", missing="GY")


def test_BZ_12_one_trade_a_turn() -> None:
    position = play(midgame("RRRWBG", ""), "trade R>WW")
    assert legal(position) == ["buy RRWBG", "pass"]
    assert refused(position, "trade R>WW", "BZ-12") == "Only one trade or roll a turn: buy a ware or pass."
    no_purchase = play(midgame("RR", ""), "trade R>WW")
    assert (look(no_purchase).seat, look(no_purchase).phase) == (1, "turn")


# -- BZ-13: a bank that can give ---------------------------------------------------------------------------------------


def test_BZ_13_a_trade_needs_a_bank_that_can_give() -> None:
    one_white_left = midgame("RWWWWWWWWW", "WWWWWWWWWW")
    assert bank(one_white_left, "W") == 1
    sentence = refused(one_white_left, "trade R>WW", "BZ-13", taken="WW", missing="W")
    assert sentence == "The bank cannot give WW: it lacks W."
    after = play(one_white_left, "trade R>WBGY")
    assert bank(after, "W") == 0


def test_BZ_13_a_bank_that_has_just_enough_gives_it_all() -> None:
    two_white_left = midgame("RWWWWWWWWW", "WWWWWWWWW")
    after = play(two_white_left, "trade R>WW")
    assert bank(after, "W") == 0
    assert sorted(hand(after)) == ["W"] * 11


def test_BZ_13_a_bank_without_a_colour_gives_none_of_it_and_all_else() -> None:
    no_white = midgame("RWWWWWWWWW", "WWWWWWWWWW", "W")
    refused(no_white, "trade R>WW", "BZ-13", taken="WW", missing="WW")
    refused(no_white, "trade R>WBGY", "BZ-13", taken="WBGY", missing="W")
    assert legal(no_white) == ["roll", "trade WW>R", "trade R>GG", "trade RW>Y", "trade W>RGY"]


def test_BZ_13_what_is_not_held_is_refused_before_what_the_bank_cannot_give() -> None:
    refused(midgame("WWWWWWWWWW", "WWWWWWWWWW"), "trade R>WW", "BZ-12", returned="R", missing="R")


def test_BZ_13_tokens_returned_count_as_in_the_bank_and_can_be_taken_next() -> None:
    no_white = midgame("WWWWWWWWWW", "RWWWWWWWWW", "W")
    refused(with_state(no_white, seat=1), "trade R>WW", "BZ-13", taken="WW", missing="WW")
    returned = play(no_white, "trade WW>R")
    assert bank(returned, "W") == 2
    assert hand(play(returned, "trade R>WW"), 1) == "WWWWWWWWWWW"


# -- BZ-14: a colour that has run out ----------------------------------------------------------------------------------


def test_BZ_14_a_rolled_colour_that_has_run_out_gives_nothing() -> None:
    no_white = midgame("WWWWWWWWWW", "WWWWWWWWWW")
    after = play(no_white, "roll; die white")
    assert hand(after) == "WWWWWWWWWW"
    assert (look(after).seat, look(after).phase, look(after).turns) == (1, "turn", look(no_white).turns + 1)


def test_BZ_14_a_roll_that_gives_nothing_may_be_followed_by_a_purchase() -> None:
    no_white = midgame("WWWWWWWWWW", "WWWWWWWWWW", tops=("RRWBG", "WWWWW", "RRRRR", "YYYYY"))
    after = play(no_white, "roll; die white")
    assert legal(after) == ["buy WWWWW", "pass"]
    assert hand(play(after, "buy WWWWW")) == "WWWWW"


def test_BZ_14_choice_chooses_among_the_colours_there_are() -> None:
    choosing = play(midgame("WWWWWWWWWW", "WWWWWWWWWW"), "roll; die choice")
    assert legal(choosing) == [take for take in TAKES if take != "take white"]
    assert refused(choosing, "take white", "BZ-14", colour="white") == "The bank has run out of white tokens."
    verdict = BAZAAR.explain(choosing, BAZAAR.parse("take white"))
    assert "blanc" in verdict.sentence("fr")


def test_BZ_14_the_last_token_of_a_colour_can_be_rolled_and_chosen() -> None:
    one_white_left = midgame("WWWWWWWWW", "WWWWWWWWWW")
    for line in ("roll; die white", "roll; die choice; take white"):
        after = play(one_white_left, line)
        assert (hand(after), bank(after, "W")) == ("WWWWWWWWWW", 0)


# -- BZ-15: a purchase -------------------------------------------------------------------------------------------------


def test_BZ_15_a_ware_is_bought_for_its_five_tokens() -> None:
    position = play(midgame("RRRWB", "Y"), "roll; die green")
    assert legal(position) == ["buy RRWBG", "pass"]
    after = play(position, "buy RRWBG")
    assert hand(after) == "R"
    assert look(after).bank == (19, 20, 20, 20, 19)
    assert look(after).wares == (("RRWBG",), ())
    assert columns(play(after, "show WWWBB")) == (3, 0, 0)


def test_BZ_15_the_ware_goes_to_the_player_who_bought_it() -> None:
    position = play(midgame("R", "RRWB", "W", seat=1), "roll; die green; buy RRWBG; show WWWBB")
    assert look(position).wares == ((), ("RRWBG",), ())
    assert look(position).scores == (0, 5, 0)
    assert look(position).hands == ((1, 0, 0, 0, 0), (0, 0, 0, 0, 0), (0, 1, 0, 0, 0))


def test_BZ_15_a_purchase_may_follow_a_trade() -> None:
    position = play(midgame("RRRBG", ""), "trade R>WW")
    assert hand(play(position, "buy RRWBG")) == "W"


def test_BZ_15_any_ware_on_display_that_the_hand_covers_is_offered_in_the_order_of_the_wares() -> None:
    shown = ("RWBYY", "RRWBG", "YYYYY", "RRRRR")
    position = play(midgame("RRRRWWBGY", "", tops=shown), "roll; die red")
    assert legal(position) == ["buy RRRRR", "buy RRWBG", "pass"]


def test_BZ_15_nobody_need_buy() -> None:
    position = play(midgame("RRWB", ""), "roll; die green")
    after = play(position, "pass")
    assert (look(after).seat, look(after).scores, look(after).wares) == (1, (0, 0), ((), ()))
    assert hand(after) == "RRWBG"


def test_BZ_15_the_hand_must_cover_the_price() -> None:
    position = play(midgame("RRWB", ""), "roll; die green")
    assert refused(position, "buy WWBGY", "BZ-15", ware="WWBGY", missing="WY") == "The ware costs WWBGY: you lack WY."
    refused(position, "buy RRRRR", "BZ-15", ware="RRRRR", missing="RRR")


def test_BZ_15_a_turn_without_a_ware_to_buy_is_over_after_the_roll() -> None:
    after = play(midgame("RRWB", ""), "roll; die red")
    assert (look(after).seat, look(after).phase) == (1, "turn")


def test_BZ_15_one_ware_a_turn() -> None:
    position = play(midgame("RRWBGRRRR", "Y"), "roll; die red", "buy RRWBG; show WWWBB")
    assert hand(position) == "RRRRR"
    assert "RRRRR" in TOPS
    assert (look(position).seat, look(position).phase) == (1, "turn")
    refused(position, "buy RRRRR", "BZ-11")
