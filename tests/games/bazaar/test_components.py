"""Bazaar, what is in the box: the counts and shapes that are certain, purses, and indices that never move."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bazaar.table import BAZAAR
from saltroad import UnreadableAction
from saltroad.games.bazaar import components as box
from saltroad.games.bazaar import indices as ix

CARDS = [[tuple(side) for side in box.EQUATIONS[5 * card : 5 * card + 5]] for card in range(10)]

# -- the box -----------------------------------------------------------------------------------------------------------


def test_a_hundred_tokens_twenty_of_each_of_five_colours() -> None:
    assert box.COLOURS == ("red", "white", "blue", "green", "yellow")
    assert box.LETTERS == "RWBGY"
    assert box.total(box.FULL_BANK) == 100
    assert [box.amount(box.FULL_BANK, colour) for colour in range(5)] == [20] * 5


def test_the_die_has_the_five_colours_and_choice() -> None:
    assert box.FACES == ("red", "white", "blue", "green", "yellow", "choice")
    assert box.FACES[box.CHOICE] == "choice"


def test_forty_five_different_wares_of_five_tokens_for_four_stalls_of_five() -> None:
    assert (box.WARES, box.STALLS, box.WARES_PER_STALL, box.TOKEN_LIMIT) == (45, 4, 5, 10)
    assert len({tuple(sorted(ware)) for ware in box.WARE_TEXTS}) == 45
    for ware in box.WARE_TEXTS:
        assert len(ware) == 5
        assert list(ware) == sorted(ware, key="RWBGY".index)


def test_ten_wares_are_starred_those_with_four_or_five_tokens_alike() -> None:
    starred = {ware for ware, star in zip(box.WARE_TEXTS, box.WARE_STAR, strict=True) if star}
    assert len(starred) == 10
    assert starred == {ware for ware in box.WARE_TEXTS if max(Counter(ware).values()) >= 4}


def test_wares_are_nine_patterns_in_five_rotations_of_the_colours() -> None:
    turned = str.maketrans("RWBGY", "WBGYR")
    wares = {"".join(sorted(ware)) for ware in box.WARE_TEXTS}
    assert {"".join(sorted(ware.translate(turned))) for ware in wares} == wares


def test_the_score_table() -> None:
    assert box.COLUMNS == ("plain", "star", "double_star")
    assert box.POINTS.tolist() == [[5, 3, 2, 1], [8, 5, 3, 2], [12, 8, 5, 3]]


def test_ten_cards_of_five_equations() -> None:
    assert (box.RATE_CARDS, box.EQUATIONS_PER_CARD, len(box.EQUATIONS)) == (10, 5, 50)
    assert [len(card) for card in CARDS] == [5] * 10
    assert len(box.CARD_PAIRS) == len(set(box.CARD_PAIRS)) == 45


@pytest.mark.parametrize("card", range(10))
def test_a_card_has_two_1_for_2_one_1_for_3_one_1_for_4_and_one_2_for_2_or_3(card: int) -> None:
    shapes = Counter((len(left), len(right)) for left, right in CARDS[card])
    assert shapes - Counter({(1, 2): 2, (1, 3): 1, (1, 4): 1}) in (Counter({(2, 2): 1}), Counter({(2, 3): 1}))


@pytest.mark.parametrize(("left", "right"), box.EQUATIONS)
def test_the_sides_of_an_equation_share_no_colour(left: str, right: str) -> None:
    assert not set(left) & set(right)


def test_card_1_holds_the_two_equations_that_the_rulebook_names() -> None:
    assert {("R", "WW"), ("R", "WBGY")} <= set(box.EQUATIONS[:5])


def test_all_hundred_trades_are_different_and_each_has_its_way_back() -> None:
    assert len(box.TRADES) == len(set(box.TRADES)) == 100
    assert {(taken, returned) for returned, taken in box.TRADES} == set(box.TRADES)
    for k, (returned, taken) in enumerate(box.TRADES):
        assert (box.TRADE_RETURNS[k], box.TRADE_TAKES[k]) == (box.purse(returned), box.purse(taken))


def test_a_turn_can_end_three_above_the_limit_and_every_return_is_listed() -> None:
    assert box.MOST_OVER_LIMIT == 3
    assert [sum(len(text) == count for text in box.RETURN_TEXTS) for count in (1, 2, 3)] == [5, 15, 35]
    assert len(set(box.RETURN_TEXTS)) == 55
    assert box.RETURN_FIRST.tolist() == [0, 5, 20, 55]


def test_a_plentiful_bank_can_give_any_trade() -> None:
    assert all(box.covers(box.PLENTY, int(taken)) for taken in box.TRADE_TAKES)


def test_the_faces_rank_for_the_start() -> None:
    assert sorted(box.FACES, key=lambda face: -int(box.START_RANK[box.FACES.index(face)])) == [
        "choice",
        "white",
        "blue",
        "green",
        "red",
        "yellow",
    ]


# -- purses, against counting by hand ----------------------------------------------------------------------------------

counts = st.lists(st.integers(0, 24), min_size=5, max_size=5)
"""As many of a colour as a bank may count, with four returned tokens on top."""


def text_of(numbers: list[int]) -> str:
    return "".join(letter * number for letter, number in zip("RWBGY", numbers, strict=True))


@given(counts)
def test_a_purse_counts_its_tokens(numbers: list[int]) -> None:
    tokens = box.purse(text_of(numbers))
    assert [box.amount(tokens, colour) for colour in range(5)] == numbers
    assert box.total(tokens) == sum(numbers)
    assert box.tokens_text(tokens) == text_of(numbers)
    assert tokens == sum(number * box.one(colour) for colour, number in enumerate(numbers))


@given(st.text(alphabet="RWBGY", max_size=20))
def test_a_purse_does_not_mind_the_order(text: str) -> None:
    assert Counter(box.tokens_text(box.purse(text))) == Counter(text)


@given(counts, counts)
def test_a_purse_covers_another_if_it_does_in_every_colour(held: list[int], cost: list[int]) -> None:
    covers = box.covers(box.purse(text_of(held)), box.purse(text_of(cost)))
    assert covers == (not Counter(text_of(cost)) - Counter(text_of(held)))


@given(counts, st.lists(st.integers(-1, 1), min_size=5, max_size=5))
def test_a_purse_covers_by_a_single_token_or_does_not(held: list[int], change: list[int]) -> None:
    cost = [max(0, number + step) for number, step in zip(held, change, strict=True)]
    covers = box.covers(box.purse(text_of(held)), box.purse(text_of(cost)))
    assert covers == all(number >= asked for number, asked in zip(held, cost, strict=True))


@given(counts, counts)
def test_purses_add_and_subtract_by_colour(first: list[int], second: list[int]) -> None:
    smaller = [min(pair) for pair in zip(first, second, strict=True)]
    rest = [number - less for number, less in zip(first, smaller, strict=True)]
    assert box.purse(text_of(first)) - box.purse(text_of(smaller)) == box.purse(text_of(rest))
    assert box.purse(text_of(rest)) + box.purse(text_of(smaller)) == box.purse(text_of(first))


@given(counts)
def test_no_hand_covers_a_price_out_of_reach(numbers: list[int]) -> None:
    assert not box.covers(box.purse(text_of(numbers)), box.OUT_OF_REACH)


# -- indices: literal numbers, since an index never moves --------------------------------------------------------------

PINNED = {
    0: "roll",
    1: "take red",
    2: "take white",
    3: "take blue",
    4: "take green",
    5: "take yellow",
    6: "trade R>WW",
    7: "trade WW>R",
    8: "trade Y>RB",
    12: "trade R>WBGY",
    13: "trade WBGY>R",
    15: "trade RYY>BG",
    16: "trade R>GG",
    26: "trade Y>WB",
    36: "trade W>BB",
    46: "trade B>GY",
    56: "trade R>YY",
    66: "trade Y>BB",
    76: "trade W>BY",
    86: "trade Y>RG",
    96: "trade Y>WG",
    105: "trade RRG>BY",
    106: "buy RRRRR",
    110: "buy YYYYY",
    116: "buy RRRWW",
    146: "buy RRWBG",
    150: "buy RWBYY",
    151: "pass",
    152: "return R",
    156: "return Y",
    157: "return RR",
    158: "return RW",
    171: "return YY",
    172: "return RRR",
    206: "return YYY",
    207: "rates 1 2",
    208: "rates 1 3",
    215: "rates 1 10",
    216: "rates 2 3",
    251: "rates 9 10",
    252: "show RRRRR",
    292: "show RRWBG",
    296: "show RWBYY",
    297: "die red",
    298: "die white",
    299: "die blue",
    300: "die green",
    301: "die yellow",
    302: "die choice",
}


def test_where_each_kind_of_action_begins_never_moves() -> None:
    begins = (ix.ROLL, ix.TAKE, ix.TRADE, ix.BUY, ix.PASS, ix.RETURN, ix.RATES, ix.SHOW, ix.DIE, ix.ACTIONS)
    assert begins == (0, 1, 6, 106, 151, 152, 207, 252, 297, 303)
    assert len(BAZAAR.notation) == 303


@pytest.mark.parametrize(("index", "text"), PINNED.items())
def test_an_index_never_moves(index: int, text: str) -> None:
    action = BAZAAR.parse(text)
    assert BAZAAR.notation.index(action) == index
    assert BAZAAR.notation.at(index) == action
    assert str(action) == text


def test_every_action_has_a_text_that_reads_back() -> None:
    for index in range(303):
        action = BAZAAR.notation.at(index)
        assert BAZAAR.parse(str(action)) == action
        assert BAZAAR.notation.index(action) == index


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("TRADE r > ww", "trade R>WW"),
        ("trade ww=r", "trade WW>R"),
        ("trade ygbw>r", "trade WBGY>R"),
        ("buy gbwrr", "buy RRWBG"),
        ("  Return  wr ", "return RW"),
        ("Take Red", "take red"),
    ],
)
def test_what_people_type_is_read_in_any_case_and_order(typed: str, text: str) -> None:
    assert str(BAZAAR.parse(typed)) == text


@pytest.mark.parametrize(
    "typed", ["", "trade RW>G>Y", "trade R>", "buy RRWBGG", "return RRRR", "take purple", "rates 2 1"]
)
def test_what_is_no_action_is_not_read(typed: str) -> None:
    with pytest.raises(UnreadableAction):
        BAZAAR.parse(typed)
