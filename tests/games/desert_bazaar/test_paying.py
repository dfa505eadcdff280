"""Desert Bazaar, paying for a tile: DB-24 to DB-26, by example and against brute force."""

from __future__ import annotations

import dataclasses
import itertools
import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.desert_bazaar.payments import Four, four, is_affordable, less, text_of
from games.desert_bazaar.payments import payments as brute_payments
from games.desert_bazaar.table import (
    CAMPS,
    allowed,
    hand,
    legal,
    look,
    midgame,
    payments,
    pile,
    piles,
    play,
    refused,
    ring,
    spaces_for,
    tiles_for,
    turn,
)
from saltroad.games.desert_bazaar.components import EVERYWHERE, FULL_PILES, LETTERS, TILE_TEXTS, cards
from saltroad.games.desert_bazaar.state import (
    BUILD_ON,
    NEXT_TO_ONE,
    NEXT_TO_TWO,
    NO_SIDE,
    NO_SPACE,
    NO_TILE,
    PAY,
    ROLL_OR_BUILD,
)
from saltroad.games.desert_bazaar.views import CampView
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Position
from saltroad.kernel.jit import JITTED
from saltroad.kernel.rulebook import Param

FULL = os.environ.get("SALTROAD_PROOFS") == "full"

# -- DB-24: the cost ---------------------------------------------------------------------------------------------------


def test_DB_24_the_cards_go_back_to_their_piles() -> None:
    position = play(midgame(hands=("SSSCW", "", "")), "build S:SSC f6")
    assert (turn(position), payments(position)) == (("pay", 0), {"SSC"})
    assert allowed(position, "pay SSC")[:2] == ("DB-24", "pay")
    after = play(position, "pay SSC")
    assert (hand(after), look(after).held[0]) == ("SW", 2)
    assert look(after).piles == (14, 15, 15, 14)


def test_DB_24_first_pay_then_go_on() -> None:
    position = play(midgame(hands=("SSSCW", "", "")), "build S:SSC f6")
    for action in ("done", "roll silk", "build S:PWW f7", "collect silk", "keep S", "name S"):
        sentence = refused(position, action, "DB-24", "pay_first", tile="S:SSC", space="f6")
        assert sentence == "First pay for the tile S:SSC on f6."
    assert refused(midgame(), "pay SSC", "DB-24", "nothing_placed").startswith("There is nothing to pay for")


def test_DB_24_a_tile_that_is_too_dear_cannot_be_placed() -> None:
    position = midgame(hands=("SSPP", "", ""))
    sentence = refused(position, "build S:SSC f6", "DB-24", "not_affordable", missing="C", wanted=3, spare=2)
    assert sentence == "You lack C: trading for it takes 3 spare cards, and you have 2."
    refused(position, "build C:CCW f6", "DB-24", "not_affordable", missing="CCW", wanted=9, spare=4)
    refused(position, "build C:SCP f6", "DB-24", "not_affordable", missing="C", wanted=3, spare=2)


def test_DB_24_a_neighbour_lowers_what_is_missing() -> None:
    position = midgame({"f7": "2 C"}, hands=("SP", "", ""))
    refused(position, "build S:CCP f6", "DB-24", "not_affordable", missing="C", wanted=3, spare=1)
    refused(position, "build S:CCP a6", "DB-24", "not_affordable", missing="CC", wanted=6, spare=1)
    assert "f6" in spaces_for(position, "C:SCP")
    refused(position, "build C:SCP a6", "DB-24", "not_affordable", missing="C", wanted=3, spare=0)


def test_DB_24_one_pays_with_cards_that_one_holds() -> None:
    position = play(midgame(hands=("SSCPPPP", "", "")), "build S:SSC f6")
    sentence = refused(position, "pay SSW", "DB-24", "not_held", missing="W")
    assert sentence == "You do not hold all of these cards: you lack W."
    refused(position, "pay SSSCC", "DB-24", "not_held", missing="SC")


def test_DB_24_too_little_is_not_enough() -> None:
    position = play(midgame({"f7": "2 W"}, hands=("PWW", "", "")), "build S:PWW f6")
    known: dict[str, Param] = {"cost": "PWW", "given": "W", "supplied": 1}
    sentence = refused(position, "pay P", "DB-24", "too_little", cards="P", number=1, **known)
    assert sentence == "Paying P is not enough: the cost is PWW, of which neighbouring tiles can give W."
    sentence = refused(position, "pay -", "DB-24", "too_little", cards="", number=0, **known)
    assert sentence.startswith("Paying nothing is not enough: ")
    alone = play(midgame(hands=("PWW", "", "")), "build S:PWW f6")
    known = {"cost": "PWW", "given": "", "supplied": 0}
    sentence = refused(alone, "pay PW", "DB-24", "too_little", cards="PW", number=2, **known)
    assert sentence == "Paying PW is not enough: the cost is PWW."


def test_DB_24_cards_and_tiles_may_be_typed_in_any_order_and_case() -> None:
    position = play(midgame(hands=("SSC", "", "")), "BUILD s:css F6")
    assert look(position).building == ("S:SSC", "f6")
    assert look(play(position, "pay csS")).tents[0].tile == "S:SSC"


# -- DB-25: what neighbours give ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", ["1", "2", "-"])
def test_DB_25_water_water_spice_next_to_a_water_tent_costs_one_water_and_one_spice(mark: str) -> None:
    position = midgame({"f7": f"{mark} W"}, hands=("PW", "", ""))
    assert set(spaces_for(position, "S:PWW")) == set(ring("f7"))
    position = play(position, "build S:PWW f6")
    assert payments(position) == {"PW"}
    assert allowed(position, "pay PW")[:2] == ("DB-25", "pay")
    assert look(position).payment == "PW"


def test_DB_25_spice_camel_silk_between_three_such_tents_is_free() -> None:
    position = midgame({"f5": "1 S", "g6": "2 C", "e7": "- P"}, hands=("", "", ""))
    assert spaces_for(position, "C:SCP") == ("f6",)
    position = play(position, "build C:SCP f6")
    assert legal(position) == ["pay -"]
    after = play(position, "pay -")
    assert (hand(after), look(after).piles, len(look(after).tents)) == ("", (15, 15, 15, 15), 4)


def test_DB_25_two_tents_of_one_product_give_two_units_and_a_third_no_more() -> None:
    two = midgame({"f5": "1 W", "g6": "2 W"}, hands=("P", "", ""))
    assert payments(play(two, "build S:PWW f6")) == {"P"}
    three = midgame({"f5": "1 W", "g6": "2 W", "e7": "3 W"}, hands=("PPPPP", "", ""))
    assert payments(play(three, "build S:PWW f6")) == {"P", "PPPP"}  # the latter: a trade for a water
    one = midgame({"f5": "1 W"}, hands=("P", "", ""))
    assert spaces_for(one, "S:PWW") == ()


def test_DB_25_to_use_a_neighbour_is_the_players_choice() -> None:
    position = play(midgame({"f7": "2 W"}, hands=("PWW", "", "")), "build S:PWW f6")
    assert payments(position) == {"PW", "PWW"}
    assert (allowed(position, "pay PW")[0], allowed(position, "pay PWW")[0]) == ("DB-25", "DB-24")
    assert hand(play(position, "pay PWW")) == ""


def test_DB_25_only_tiles_that_touch_the_new_one_give() -> None:
    position = midgame({"f8": "1 W", "h6": "1 W"}, hands=("PW", "", ""))
    assert set(spaces_for(position, "S:PWW")) == {*ring("f8"), *ring("h6")}


def test_DB_25_a_product_that_the_cost_does_not_have_is_no_help() -> None:
    position = midgame({"f5 f7 g5 g6 e6": "2 C"}, hands=("PW", "", ""))
    refused(position, "build S:PWW e7", "DB-24", "not_affordable", missing="W", wanted=3, spare=0)


# -- DB-26: three for one ----------------------------------------------------------------------------------------------


def test_DB_26_any_three_cards_are_traded_for_one_that_is_lacking() -> None:
    position = play(midgame(hands=("SSPPW", "", "")), "build S:SSC f6")
    assert payments(position) == {"SSPPW"}
    assert allowed(position, "pay SSPPW")[:2] == ("DB-26", "pay_with_trades")
    after = play(position, "pay SSPPW")
    assert (hand(after), piles(after)) == ("", piles(midgame()))


def test_DB_26_which_three_is_the_players_choice() -> None:
    position = play(midgame(hands=("SSSPPPWW", "", "")), "build S:SSC f6")
    spare = {"SPP", "SPW", "SWW", "PPP", "PPW", "PWW"}
    once = {"".join(sorted("SS" + three, key=LETTERS.index)) for three in spare}
    assert {paid for paid in payments(position) if len(paid) == 5} == once
    # a silk that is needed goes into the trade for camel, and is lacking then
    assert payments(position) - once == {"SSSPPPW", "SSSPPWW"}


def test_DB_26_as_often_as_the_player_can_also_for_the_whole_cost() -> None:
    position = midgame(hands=("P" * 9, "", ""))
    assert {"S:SSC", "C:CCW"} <= tiles_for(position)
    position = play(position, "build S:SSC f6")
    assert payments(position) == {"P" * 9}
    assert hand(play(position, "pay PPPPPPPPP")) == ""
    sentence = refused(
        midgame(hands=("P" * 8, "", "")), "build S:SSC f6", "DB-24", "not_affordable", missing="SSC", wanted=9, spare=8
    )
    assert sentence == "You lack SSC: trading for it takes 9 spare cards, and you have 8."


def test_DB_26_no_trade_for_a_card_that_one_still_has() -> None:
    position = play(midgame(hands=("SSCPPP", "", "")), "build S:SSC f6")
    assert payments(position) == {"SSC"}
    known: dict[str, Param] = {"cards": "SSPPP", "cost": "SSC", "given": "", "supplied": 0}
    sentence = refused(position, "pay SSPPP", "DB-26", "pays_otherwise", **known)
    assert sentence.startswith("The cards SSPPP do not pay the cost, SSC: ")
    one_silk = play(midgame(hands=("SCPPPPPP", "", "")), "build S:SSC f6")
    assert payments(one_silk) == {"SCPPP", "SCPPPPP"}


def test_DB_26_the_last_card_may_leave_in_one_trade_and_come_in_the_next() -> None:
    """Lacking silk, the camel goes into the trade for silk; then camel is lacking, and is traded for."""
    position = play(midgame(hands=("SCPPPPP", "", "")), "build S:SSC f6")
    assert payments(position) == {"SCPPP", "SCPPPPP"}
    assert hand(play(position, "pay SCPPPPP")) == ""


def test_DB_26_an_empty_pile_cannot_give() -> None:
    position = midgame(hands=("SSPPPPPP", "C" * 15, ""))
    assert pile(position, "C") == 0
    sentence = refused(position, "build S:SSC f6", "DB-26", "pile_empty", resource="camel")
    assert sentence == "You have no camel card and its pile is empty: no trade can bring one."
    assert tiles_for(position) == {"S:PWW", "P:SSW", "W:SPW", "P:PPW"}


def test_DB_26_cards_already_paid_lie_on_their_piles() -> None:
    position = midgame(hands=("CPPPWW", "C" * 14, ""))
    assert pile(position, "C") == 0
    position = play(position, "build C:CCW f6")
    assert payments(position) == {"CPPPW", "CPPWW"}
    assert pile(play(position, "pay CPPPW"), "C") == 1


def test_DB_26_neighbours_and_trades_go_together() -> None:
    position = play(midgame({"f7": "2 W"}, hands=("PSSS", "", "")), "build S:PWW f6")
    assert payments(position) == {"SSSP"}
    assert allowed(position, "pay SSSP")[:2] == ("DB-26", "pay_with_trades")


def test_DB_26_one_may_trade_where_a_neighbour_would_have_given() -> None:
    position = play(midgame({"f7": "2 C"}, hands=("SSPPP", "", "")), "build S:SSC f6")
    assert payments(position) == {"SS", "SSPPP"}


# -- kernel and brute force --------------------------------------------------------------------------------------------


def units_at(view: CampView, name: str) -> Four:
    """What the tents around a space give."""
    tents = {tent.space: tent.tile[0] for tent in view.tents}
    return four("".join(tents.get(near, "") for near in ring(name)))


def own(view: CampView) -> Four:
    held = view.hands[view.seat]
    assert held is not None
    a, b, c, d = held
    return a, b, c, d


def in_piles(view: CampView) -> Four:
    a, b, c, d = view.piles
    return a, b, c, d


def brute(tile: str, position: Position, name: str = "f6") -> set[str]:
    view = look(position)
    return brute_payments(four(tile[2:]), units_at(view, name), own(view), in_piles(view))


def check_payments(position: Position) -> None:
    """At a PAY node: every payment that brute force finds, and the one that is offered first."""
    view = look(position)
    assert view.building is not None
    tile, name = view.building
    expected = brute(tile, position, name)
    assert expected
    assert payments(position) == expected
    assert view.payment is not None
    check_default(four(tile[2:]), units_at(view, name), own(view), four(view.payment))


def check_default(cost: Four, units: Four, held: Four, paid: Four) -> None:
    """All neighbours that help, own cards, and then trades from the most plentiful resource."""
    need = [max(0, many - given) for many, given in zip(cost, units, strict=True)]
    first = [min(pair) for pair in zip(need, held, strict=True)]
    traded = [many - direct for many, direct in zip(paid, first, strict=True)]
    assert min(traded) >= 0
    assert sum(traded) == 3 * (sum(need) - sum(first))
    left = less(held, paid)
    for r in range(4):
        if traded[r]:
            assert left[r] + 1 >= max(left), text_of(paid)


def check_builds(position: Position) -> None:
    """At a build node: every tile in reach on every space, affordable or not."""
    view = look(position)
    rows = view.sides if view.side is None else view.sides[view.side : view.side + 1]
    held, left = own(view), in_piles(view)
    room, found = set(view.room), set()
    around = {name: units_at(view, name) for name in view.room}
    for tile in (tile for row in rows for tile in row if tile is not None):
        cost = four(tile[2:])
        found |= {f"build {tile} {x}" for x in room if is_affordable(cost, around[x], held, left)}
    assert {action for action in legal(position) if action.startswith("build")} == found


def nodes(phases: tuple[int, ...], many: int, seed: int) -> list[Position]:
    """Positions of random games in which one of these phases is on, spread over whole games."""
    found: list[Position] = []
    rng = Rng((26, seed))
    while len(found) < many:
        position = CAMPS.start(3 + rng.below(3))
        while CAMPS.engine.playout(position.states, 0, rng, 1 + rng.below(20)):
            while position.states["phase"][0] not in phases and CAMPS.engine.playout(position.states, 0, rng, 1):
                pass
            if position.states["phase"][0] in phases:
                found.append(position.copy())
    return found[:many]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_DB_26_every_payment_of_random_games_is_found_and_no_other(seed: int) -> None:
    positions = nodes((PAY,), (3000 if FULL else 250) if JITTED else 3, seed)
    for position in positions:
        check_payments(position)
    sizes = {len(paid) for position in positions for paid in payments(position)}
    assert not JITTED or sizes == {0, 1, 2, 3, 4, 5, 6, 7, 9}, "too few kinds of payments to prove much"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_DB_24_every_build_of_random_games_can_be_paid_and_no_other(seed: int) -> None:
    positions = nodes((ROLL_OR_BUILD, BUILD_ON), (1500 if FULL else 120) if JITTED else 3, seed)
    for position in positions:
        check_builds(position)
    seen = {look(position).phase for position in positions}
    assert not JITTED or seen == {"begin", "build"}


@pytest.mark.slow
def test_DB_27_a_turn_of_building_ends_by_itself_exactly_when_nothing_more_can_be_built() -> None:
    ended = went_on = 0
    for position in nodes((PAY,), (3000 if FULL else 400) if JITTED else 3, 27):
        before = look(position)
        after = look(play(position, legal(position)[-1]))
        assert before.side is not None
        tiles = [tile for tile in after.sides[before.side] if tile is not None]
        if after.phase == "over" or not tiles:
            continue
        hand_left = own(dataclasses.replace(after, seat=before.seat))
        can = any(
            is_affordable(four(tile[2:]), units_at(after, name), hand_left, in_piles(after))
            for tile in tiles
            for name in after.room
        )
        assert (after.phase, after.seat) == ("build", before.seat) if can else after.seat != before.seat
        went_on, ended = went_on + can, ended + (not can)
    assert not JITTED or min(ended, went_on) > 20


def test_DB_26_three_trades_leave_room_for_so_many_cards_that_are_themselves_lacking() -> None:
    """All of a resource leaves before it is traded for: here there are too many spices for the first two trades."""
    position = play(midgame(hands=("CCCPPPPPW", "", "")), "build C:SCP f6")
    assert payments(position) == brute("C:SCP", position)
    known: dict[str, Param] = {"cards": "CCCPPPPPW", "cost": "SCP", "given": "", "supplied": 0}
    refused(position, "pay CCCPPPPPW", "DB-26", "pays_otherwise", **known)
    enough = play(midgame(hands=("CCCPPPWWW", "", "")), "build C:SCP f6")
    assert "CCCPPPWWW" in payments(enough)


@pytest.mark.slow
@pytest.mark.parametrize("tile", ["C:SCP", "P:SSW"])
def test_DB_26_every_hand_of_nine_cards_pays_as_brute_force_does(tile: str) -> None:
    """Nine is where all of the hand can leave; more in the run at full size."""
    position = play(midgame(hands=(tile[2:], "", "")), f"build {tile} f6")
    for many in itertools.product(range(12), repeat=4):
        if sum(many) == 9 or (FULL and sum(many) in (7, 8, 10, 11)):
            held = "".join(map(str.__mul__, LETTERS, many))
            position.states["hand"][0][0], position.states["held"][0][0] = cards(held), sum(many)
            position.states["pile"][0] = FULL_PILES - cards(held)
            assert payments(position) == brute(tile, position), held


HANDS = st.lists(st.integers(0, 15) | st.integers(0, 3), min_size=4, max_size=4)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Position, str]:
    """A hand, piles that have what is left over or less, and up to six tents around the middle; and a tile."""
    mine = draw(HANDS)
    other = [draw(st.integers(0, 15 - many) | st.just(15 - many)) for many in mine]
    tile = draw(st.sampled_from(TILE_TEXTS))
    spaces = draw(st.lists(st.sampled_from(ring("f6")), unique=True, max_size=6))
    board = {name: f"- {draw(st.sampled_from(LETTERS))}" for name in spaces}
    more = [text for text in draw(st.lists(st.sampled_from(TILE_TEXTS), unique=True, max_size=3)) if text != tile]
    sides = (" ".join([tile, *more]), "")
    hands = tuple("".join(map(str.__mul__, LETTERS, many)) for many in (mine, other))
    return midgame(board, hands=(*hands, ""), sides=sides), tile


@pytest.mark.slow
@settings(
    max_examples=(5000 if FULL else 400) if JITTED else 10, deadline=None, suppress_health_check=list(HealthCheck)
)
@given(table=tables())
def test_DB_26_payments_of_any_hand_with_any_neighbours(table: tuple[Position, str]) -> None:
    position, tile = table
    check_builds(position)
    expected = brute(tile, position)
    assert bool(expected) == (f"build {tile} f6" in legal(position))
    if expected:
        check_payments(play(position, f"build {tile} f6"))


# -- brute force itself, and planted faults ----------------------------------------------------------------------------


def test_DB_26_brute_force_knows_the_small_cases() -> None:
    plenty = (9, 9, 9, 9)
    assert brute_payments(four("SSC"), four(""), four("SSCPPP"), plenty) == {"SSC"}
    assert brute_payments(four("SSC"), four(""), four("SCPPPPP"), plenty) == {"SCPPP", "SCPPPPP"}
    assert brute_payments(four("CCW"), four(""), four("PPPPPPPPPP"), (9, 0, 9, 9)) == set()
    assert brute_payments(four("CCW"), four("CCC"), four("PPPP"), (9, 0, 9, 9)) == {"PPP"}
    assert brute_payments(four("CCW"), four("CCW"), four(""), (0, 0, 0, 0)) == {""}
    assert not is_affordable(four("CCW"), four("C"), four("PPPPP"), plenty)
    assert is_affordable(four("CCW"), four("C"), four("PPPPPP"), plenty)


@pytest.mark.parametrize("row", [NEXT_TO_ONE + 3, NEXT_TO_TWO + 3])
def test_DB_25_a_neighbour_too_many_is_noticed(row: int) -> None:
    position = play(midgame({"f7": "2 S"}, hands=("PPPPWWW", "", "")), "build S:PWW f6")
    check_payments(position)
    wrong = position.copy()
    wrong.states["near"][0][NEXT_TO_ONE + 3 : row + 1 : 4] = EVERYWHERE
    with pytest.raises(AssertionError):
        check_payments(wrong)
    with pytest.raises(AssertionError):
        check_builds(unplaced(wrong))


def unplaced(position: Position) -> Position:
    """The same before the tile was placed."""
    before = position.copy()
    before.states["phase"], before.states["side"] = ROLL_OR_BUILD, NO_SIDE
    before.states["building"], before.states["site"] = NO_TILE, NO_SPACE
    before.states["hand"][0][0] = cards("PW")
    before.states["held"][0][0] = 2
    return before
