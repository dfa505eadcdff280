"""Bazaar, setup: BZ-01 to BZ-04."""

from __future__ import annotations

import pytest

from games.bazaar.table import BAZAAR, TOPS, deal, in_stalls, legal, look, midgame, play, refused, tops
from saltroad import CHANCE
from saltroad.games.bazaar.components import TRADES, WARE_TEXTS
from saltroad.kernel.contract import Position

ALL_FACES = ["die red", "die white", "die blue", "die green", "die yellow", "die choice"]

# -- BZ-01: rate cards -------------------------------------------------------------------------------------------------


def test_BZ_01_chance_posts_two_of_the_ten_cards_each_pair_as_likely() -> None:
    start = BAZAAR.start(4)
    assert BAZAAR.actor(start) == CHANCE
    assert legal(start) == [f"rates {a} {b}" for a in range(1, 11) for b in range(a + 1, 11)]
    assert BAZAAR.weights(start) == (1,) * 45
    assert look(start).rates == ()
    assert look(play(start, "rates 4 9")).rates == (4, 9)


def test_BZ_01_the_cards_are_drawn_before_anything_else() -> None:
    start = BAZAAR.start(2)
    for action in ("show RRWBG", "die red", "roll", "trade R>WW", "buy RRWBG", "pass", "take red", "return R"):
        assert refused(start, action, "BZ-01") == "The rate cards are not posted yet."


@pytest.mark.parametrize(("first", "second"), [(1, 2), (3, 10), (5, 6)])
def test_BZ_01_the_ten_equations_of_the_posted_cards_hold_and_no_others(first: int, second: int) -> None:
    for missing in "RWBGY":  # ten tokens are the most a hand may have: each colour is left out in turn
        hand = "".join(letter * 3 for letter in "RWBGY" if letter != missing)[:10]
        position = midgame(hand, "", rates=f"{first} {second}")
        offered = {action for action in legal(position) if action.startswith("trade")}
        expected = {
            f"trade {returned}>{taken}"
            for k, (returned, taken) in enumerate(TRADES)
            if k // 10 + 1 in (first, second)
            and all(hand.count(letter) >= returned.count(letter) for letter in "RWBGY")
        }
        assert offered == expected
        assert offered


def test_BZ_01_a_trade_of_a_card_that_is_not_posted_is_refused() -> None:
    position = midgame("RY", "", rates="2 5")
    sentence = refused(position, "trade R>WW", "BZ-01", card=1, first=2, second=5)
    assert sentence == "This equation stands on rate card 1; the posted cards are 2 and 5."
    refused(position, "trade BB>Y", "BZ-01", card=7, first=2, second=5)
    refused(position, "trade RRG>BY", "BZ-01", card=10, first=2, second=5)


def test_BZ_01_the_cards_stay_posted_for_the_whole_game() -> None:
    position = midgame("RRWB", "", rates="1 4")
    for line in ("roll", "roll; die green", "roll; die choice", "roll; die red", "roll; die green; buy RRWBG"):
        after = play(position, line)
        refused(after, "rates 2 3", "BZ-01", first=1, second=4)
        assert look(after).rates == (1, 4)


# -- BZ-02: stalls -----------------------------------------------------------------------------------------------------


def test_BZ_02_four_wares_come_to_the_top_of_four_stalls_of_five() -> None:
    position = play(BAZAAR.start(3), "rates 1 2")
    for stall, ware in enumerate(TOPS):
        assert BAZAAR.actor(position) == CHANCE
        assert look(position).showing == stall
        assert legal(position) == [f"show {text}" for text in WARE_TEXTS if text not in TOPS[:stall]]
        assert BAZAAR.weights(position) == (1,) * (45 - stall)
        position = play(position, f"show {ware}")
    assert tops(position) == TOPS
    assert in_stalls(position) == (5, 5, 5, 5)
    assert look(position).phase == "start"


def test_BZ_02_a_ware_is_seen_only_once() -> None:
    position = play(BAZAAR.start(2), "rates 1 2; show RRWBG")
    assert refused(position, "show RRWBG", "BZ-02", ware="RRWBG") == "The ware RRWBG has been seen already."
    bought = play(midgame("RRWB", ""), "roll; die green; buy RRWBG")
    for ware in TOPS:
        refused(bought, f"show {ware}", "BZ-02", ware=ware)


def test_BZ_02_the_wares_are_shown_before_anybody_rolls_or_plays() -> None:
    position = play(BAZAAR.start(2), "rates 1 2; show RRWBG; show WWBGY; show RRRRR")
    for action in ("die red", "roll", "trade R>WW", "buy RRWBG", "pass"):
        assert refused(position, action, "BZ-02") == "A stall has yet to show its next ware."


def test_BZ_02_the_next_ware_of_a_stall_shows_when_its_top_is_bought() -> None:
    position = play(midgame("RRWB", ""), "roll; die green; buy RRWBG")
    assert BAZAAR.actor(position) == CHANCE
    assert tops(position) == (None, *TOPS[1:])
    assert in_stalls(position) == (4, 5, 5, 5)
    assert len(legal(position)) == 41
    refused(position, "pass", "BZ-02")
    position = play(position, "show WWWBB")
    assert tops(position) == ("WWWBB", *TOPS[1:])
    assert in_stalls(position) == (4, 5, 5, 5)


def test_BZ_02_only_what_is_on_top_can_be_bought() -> None:
    position = play(midgame("RRWWB", ""), "roll; die green")
    assert legal(position) == ["buy RRWBG", "pass"]
    refused(position, "buy RRWWG", "BZ-02", ware="RRWWG")
    nothing_on_top = play(midgame("RRWB", "", left=(5, 0, 5, 5)), "roll; die green")
    refused(nothing_on_top, "buy WWBGY", "BZ-02", ware="WWBGY")


def test_BZ_02_a_ware_that_was_bought_is_no_longer_on_display() -> None:
    position = play(midgame("RRWB", "RRRWB"), "roll; die green; buy RRWBG; show RRRWG", "roll; die green")
    assert legal(position) == ["buy RRRWG", "pass"]
    refused(position, "buy RRWBG", "BZ-02", ware="RRWBG")


def test_BZ_02_chance_shows_no_ware_during_a_turn() -> None:
    turn = midgame("RRWB", "")
    for position in (turn, play(turn, "roll; die green"), play(turn, "roll; die choice")):
        assert refused(position, "show WWWBB", "BZ-02") == "No stall has a ware to show now."


def test_BZ_02_twenty_of_the_wares_are_in_the_game_and_twenty_five_never_come() -> None:
    position = midgame("RRWB", "", left=(1, 1, 1, 2), sold=(15, 0))
    view = look(play(position, "roll; die green; buy RRWBG"))
    # the emptied stall has nothing to show: it is the next player's turn
    assert (view.phase, view.seat) == ("turn", 1)
    assert sum(map(len, view.wares)) + sum(stall.left for stall in view.stalls) == 20


# -- BZ-03: tokens -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_BZ_03_the_bank_holds_twenty_of_each_colour_and_nobody_starts_with_any(players: int) -> None:
    view = look(deal(players))
    assert view.bank == (20, 20, 20, 20, 20)
    assert view.hands == ((0, 0, 0, 0, 0),) * players


def test_BZ_03_tokens_are_open_to_all() -> None:
    position = midgame("RRWB", "YY", "GGGGGGGGGG")
    views = [BAZAAR.observe(position, viewer) for viewer in (None, 0, 1, 2)]
    assert [view.viewer for view in views] == [None, 0, 1, 2]
    for view in views:
        assert view.hands == ((2, 1, 1, 0, 0), (0, 0, 0, 0, 2), (0, 0, 0, 10, 0))
        assert view.bank == (18, 19, 19, 10, 18)
        assert {**view.as_dict(), "viewer": None} == views[0].as_dict()


# -- BZ-04: the start --------------------------------------------------------------------------------------------------


def rolling(players: int) -> Position:
    """The wares are shown; the first player is to roll for the start."""
    return play(BAZAAR.start(players), "rates 1 2", *(f"show {ware}" for ware in TOPS))


@pytest.mark.parametrize(
    ("higher", "lower"),
    [("choice", "white"), ("white", "blue"), ("blue", "green"), ("green", "red"), ("red", "yellow")],
)
def test_BZ_04_the_highest_starts_in_the_order_of_the_faces(higher: str, lower: str) -> None:
    position = rolling(2)
    for line, starter in ((f"die {higher}; die {lower}", 0), (f"die {lower}; die {higher}", 1)):
        view = look(play(position, line))
        assert (view.phase, view.seat, view.actor) == ("turn", starter, starter)


def test_BZ_04_every_player_rolls_and_every_face_is_as_likely() -> None:
    position = rolling(6)
    for seat, face in enumerate(("yellow", "red", "green", "blue", "white", "choice")):
        assert (BAZAAR.actor(position), look(position).phase, look(position).seat) == (CHANCE, "start", seat)
        assert legal(position) == ALL_FACES
        assert BAZAAR.weights(position) == (1,) * 6
        assert refused(position, "roll", "BZ-04") == "The players are still rolling for the start."
        position = play(position, f"die {face}")
    assert (look(position).phase, look(position).seat) == ("turn", 5)


def test_BZ_04_only_those_tied_for_first_roll_again() -> None:
    position = rolling(4)
    position = play(position, "die blue; die white; die green; die white")
    assert look(position).phase == "start"
    assert (look(position).contenders, look(position).seat) == ((1, 3), 1)
    again = play(position, "die yellow; die yellow")
    assert (look(again).phase, look(again).contenders, look(again).seat) == ("start", (1, 3), 1)
    again = play(again, "die yellow; die red")
    assert (look(again).phase, look(again).seat) == ("turn", 3)


def test_BZ_04_a_tie_below_the_first_does_not_matter_nor_does_a_tie_overtaken() -> None:
    position = rolling(3)
    assert look(play(position, "die white; die red; die red")).phase == "turn"
    overtaken = look(play(position, "die red; die red; die white"))
    assert (overtaken.phase, overtaken.seat) == ("turn", 2)


def test_BZ_04_those_who_dropped_out_cannot_start_with_a_higher_face_than_the_second_roll() -> None:
    position = rolling(3)
    view = look(play(position, "die white; die white; die blue", "die yellow; die red"))
    assert (view.phase, view.seat) == ("turn", 1)


def test_BZ_04_play_goes_to_the_left() -> None:
    position = deal(4, starter=2)
    order = []
    for _ in range(8):
        order.append(BAZAAR.actor(position))
        position = play(position, "roll; die red")
    assert order == [2, 3, 0, 1, 2, 3, 0, 1]


def test_BZ_04_the_roll_for_the_start_gives_no_tokens() -> None:
    assert look(deal(5, starter=4)).hands == ((0, 0, 0, 0, 0),) * 5
