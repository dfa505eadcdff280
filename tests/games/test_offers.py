"""What the rules offer: points as playing on brings them, prices as they are paid, wares as trades reach them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import saltroad
from saltroad.games.bazaar.actions import Buy, Die, Pass, Show, Take, Trade
from saltroad.games.bazaar.game import GAME as BAZAAR
from saltroad.games.bazaar.solo import Puzzle
from saltroad.games.bazaar.state import PHASES
from saltroad.games.desert_bazaar.actions import Build, Pay
from saltroad.games.desert_bazaar.game import GAME as DESERT_BAZAAR
from saltroad.games.desert_bazaar.state import SOURCES
from saltroad.games.through_the_desert.game import GAME as THROUGH_THE_DESERT
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Game, Offer, Offers, Position
from saltroad.kernel.info import Choice
from testing.pebbles import Pebbles

TABLES: list[tuple[str, int, dict[str, Choice]]] = [
    ("through_the_desert", 2, {"open_scores": False}),
    ("through_the_desert", 5, {}),
    ("desert_bazaar", 3, {}),
    ("desert_bazaar", 5, {"open_hands": True, "fair_start": True}),
    ("bazaar", 2, {}),
    ("bazaar", 3, {"double_purchase": True}),
    ("bazaar", 1, {"solo": True}),
]
COUNTED_AT_THE_END = {"through_the_desert": ("largest_caravans",), "desert_bazaar": ("markers", "majorities")}


@cache
def some_positions(table: int, seed: int) -> tuple[Position, ...]:
    """Every position of a game at random in which a seat is to act."""
    name, players, options = TABLES[table]
    game = saltroad.load(name)
    rng, position = Rng(seed), game.start_of(game.info.agree(players, options))
    found: list[Position] = []
    while game.actor(position) != saltroad.NOBODY and len(found) < 400:
        if game.actor(position) == saltroad.CHANCE:
            position = game.apply(position, game.decide(position, rng))
        else:
            found.append(position)
            position = game.apply(position, rng.pick(game.legal(position)))
    return tuple(found)


def earned(game: AnyGame, position: Position, seat: int) -> int:
    """A score without what the end of a game has brought."""
    outcome = game.outcome(position)
    late = COUNTED_AT_THE_END.get(game.info.name, ())
    return game.scores(position)[seat] - sum(outcome.breakdown[source][seat] for source in late if outcome)


def brought(game: AnyGame, position: Position, action: Any) -> int:
    seat = game.actor(position)
    return earned(game, game.apply(position, action), seat) - earned(game, position, seat)


@pytest.mark.parametrize("table", range(len(TABLES)))
def test_an_offer_for_each_legal_action_and_none_where_nobody_may_choose(table: int) -> None:
    name, players, options = TABLES[table]
    game = saltroad.load(name)
    for position in some_positions(table, 1):
        assert tuple(offer.action for offer in game.offers(position).actions) == game.legal(position)
    assert game.offers(game.start_of(game.info.agree(players, options))) == Offers()


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("table", [0, 1])
def test_a_camel_earns_what_its_placement_brings(table: int, seed: int) -> None:
    total = 0
    for position in some_positions(table, seed)[::3]:
        leads = THROUGH_THE_DESERT.observe(position, None).phase == "leader"
        for offer in THROUGH_THE_DESERT.offers(position).actions[:: 20 if leads else 1]:
            assert offer.price is None
            assert offer.earns == brought(THROUGH_THE_DESERT, position, offer.action)
            total += offer.earns
    assert total > 0


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("table", [2, 3])
def test_a_tent_costs_the_payment_that_is_offered_first_and_earns_once_it_is_paid_for(table: int, seed: int) -> None:
    free = closed = 0
    for position in some_positions(table, seed):
        offers = DESERT_BAZAAR.offers(position).actions
        for offer in offers[:: max(1, len(offers) // 40)]:
            if isinstance(offer.action, Build):
                placed = DESERT_BAZAAR.apply(position, offer.action)
                seat = DESERT_BAZAAR.actor(position)
                assert offer.price == DESERT_BAZAAR.observe(placed, seat).payment
                assert offer.earns == brought(DESERT_BAZAAR, placed, Pay(offer.price or ""))
                free += offer.price == ""
                closed += offer.earns > 2
            else:
                assert offer.price is None  # what is paid are the cards of the action
                assert offer.earns == brought(DESERT_BAZAAR, position, offer.action)
    assert free > 0
    assert closed > 0
    assert SOURCES[-2:] == COUNTED_AT_THE_END["desert_bazaar"]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("table", [4, 5])
def test_a_purchase_scores_what_it_scores_alone_and_a_second_what_both_bring(table: int, seed: int) -> None:
    bought = 0
    for position in some_positions(table, seed):
        seat = BAZAAR.actor(position)
        for offer in BAZAAR.offers(position).actions:
            after = BAZAAR.apply(position, offer.action)
            if isinstance(offer.action, Buy) and not BAZAAR.observe(position, None).bought:
                after = stopped(after, seat)
                bought += 1
            assert offer.earns == BAZAAR.scores(after)[seat] - BAZAAR.scores(position)[seat]
    assert bought > 0


def stopped(position: Position, seat: int) -> Position:
    """Once a purchase is made: the next ware shows, and nothing more is bought."""
    if any(isinstance(action, Show) for action in BAZAAR.legal(position)):
        position = BAZAAR.apply(position, BAZAAR.legal(position)[0])
    if BAZAAR.observe(position, None).phase == "buy" and BAZAAR.actor(position) == seat:
        position = BAZAAR.apply(position, Pass())
    return position


def test_the_puzzle_offers_no_points_and_no_wares() -> None:
    for position in some_positions(6, 1):
        offers = BAZAAR.offers(position)
        assert offers.more == {"par": Puzzle.of(position).par}
        assert not any(offer.earns for offer in offers.actions)


# -- wares in reach ----------------------------------------------------------------------------------------------------


def again(position: Position, seat: int) -> Position:
    """The same tokens when it is the seat's turn again, had the others done nothing."""
    position = position.copy()
    states = position.states
    states["seat"], states["phase"], states["bought"] = seat, PHASES.index("turn"), -1
    states["turns"] = max(int(states["turns"][0]), int(states["players"][0]))
    return position


def held(position: Position, seat: int) -> int:
    return sum(BAZAAR.observe(position, None).hands[seat])


def purchase(position: Position, seat: int, ware: str) -> tuple[int, int] | None:
    """Tokens left and points, if the ware can be bought right now."""
    offers = {offer.action: offer for offer in BAZAAR.offers(position).actions}
    if BAZAAR.actor(position) != seat or Buy(ware) not in offers:
        return None
    return held(BAZAAR.apply(position, Buy(ware)), seat), offers[Buy(ware)].earns


def ways(position: Position, seat: int, ware: str, trades: int) -> Iterator[tuple[int, int]]:
    """Tokens left and points of every way to buy a ware after so many trades."""
    if trades == 0:
        found = purchase(position, seat, ware)
        yield from [found] if found else []
    elif held(position, seat) <= 10:  # else the neighbour has a say
        before = again(position, seat)
        for trade in BAZAAR.legal(before):
            if isinstance(trade, Trade):
                yield from ways(BAZAAR.apply(before, trade), seat, ware, trades - 1)


def after_a_roll(position: Position) -> Position | None:
    """A turn in which a token is rolled; None where the bank lacks colours."""
    view = BAZAAR.observe(position, None)
    if not all(view.bank):
        return None
    for action in (BAZAAR.parse("roll"), Die("choice"), Take("red")):
        position = BAZAAR.play(position, action)
    return position


@pytest.mark.parametrize("table", [4, 5])
def test_wares_in_reach_are_bought_by_playing_the_trades(table: int) -> None:
    counts = {0: 0, 1: 0, 2: 0}
    for seed in range(3):
        for position in some_positions(table, seed):
            view, offers = BAZAAR.observe(position, None), BAZAAR.offers(position)
            assert (offers.more is not None) == (view.phase in ("turn", "buy"))
            for found in offers.more["reach"] if offers.more else ():
                assert view.stalls[found["stall"]].top == found["ware"]
                trades, here = found["trades"], position
                counts[len(trades)] += 1
                for returned, taken in trades:
                    here = BAZAAR.play(again(here, view.seat), Trade(returned, taken))
                if not trades and view.phase == "turn":
                    rolled = after_a_roll(position)
                    if rolled is None:
                        continue
                    here = rolled
                assert purchase(here, view.seat, found["ware"]) == (found["left"], found["earns"])
    assert min(counts.values()) > 0


@pytest.mark.parametrize("table", [4, 5])
def test_no_ware_in_reach_is_missed_and_no_way_is_better(table: int) -> None:
    for position in some_positions(table, 5)[40:240:11]:
        view, more = BAZAAR.observe(position, None), BAZAAR.offers(position).more
        if more is None:
            continue
        reach = {found["ware"]: found for found in more["reach"]}
        for stall in view.stalls:
            if stall.top is None:
                continue
            holds = all(view.hands[view.seat][k] >= stall.top.count(letter) for k, letter in enumerate("RWBGY"))
            if holds and view.phase == "turn":
                assert reach[stall.top]["trades"] == []  # a roll, and then the purchase
                continue
            best = next(
                ((n, min(all_ways)) for n in range(3) if (all_ways := list(ways(position, view.seat, stall.top, n)))),
                None,
            )
            if best is None:
                assert stall.top not in reach
            else:
                found = reach[stall.top]
                assert (len(found["trades"]), found["left"]) == (best[0], best[1][0])


# -- any game ----------------------------------------------------------------------------------------------------------


def test_a_game_that_says_nothing_of_its_own_offers_what_scores_change() -> None:
    game = Pebbles()
    assert type(game).offers is Game.offers
    rng, position, seen = Rng(1), game.start(2), 0
    while game.actor(position) != saltroad.NOBODY:
        if game.actor(position) >= 0:
            offers = game.offers(position)
            seen += 1
            assert offers.actions == tuple(Offer(a, brought(game, position, a)) for a in game.legal(position))
        legal = game.legal(position)
        position = game.apply(position, rng.pick(legal) if game.actor(position) >= 0 else game.decide(position, rng))
    assert seen > 0
