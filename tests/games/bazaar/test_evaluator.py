"""What the bots know of Bazaar: the points-per-turn problem is solved, the baseline plays by it and asks nothing else,
and the search's estimate treats seats alike.
"""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

import saltroad
from saltroad.bots import Limit, UnknownBot, make_bot
from saltroad.bots.search import Scores, Tables
from saltroad.bots.weights import in_order
from saltroad.cli.simulate import bot_game
from saltroad.games.bazaar.bot.evaluator import EVALUATOR, WEIGHTS, evaluate, tables_with
from saltroad.games.bazaar.bot.rate import hand_values, weigh
from saltroad.games.bazaar.bot.solution import (
    HANDS,
    TURNS,
    Market,
    Values,
    beside,
    fresh,
    hand_number,
    known,
    purses,
    reached,
)
from saltroad.games.bazaar.components import COLOURS, POINTS, WARE_PRICE, WARE_STAR, WARE_TEXTS, one, purse, total
from saltroad.games.bazaar.state import MOST_PLAYERS, ROLL_OR_TRADE
from saltroad.games.bazaar.views import BazaarView, StallView
from saltroad.kernel.actors import CHANCE
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Position
from saltroad.kernel.jit import jit
from saltroad.kernel.state_record import States

GAME = saltroad.load("bazaar")


def played(players: int, seed: int) -> list[Position]:
    """A game between bots that look at nobody: the positions in which a seat has to act."""
    rng, position, found = Rng(seed), GAME.start(players=players), []
    bot = make_bot("rate", GAME, 0)
    while GAME.outcome(position) is None:
        who = GAME.actor(position)
        if who == CHANCE:
            position = GAME.apply(position, GAME.decide(position, rng))
            continue
        found.append(position)
        legal = list(GAME.legal(position))
        position = GAME.play(position, bot.choose(GAME.observe(position, who), legal, Limit()).action)
    return found


# -- most points a turn ------------------------------------------------------------------------------------------------


def test_the_solution_is_the_best_play_that_goes_on_for_ever() -> None:
    """The rate and the hand values satisfy the equation of the best long-run play, checked move by move."""
    wares = ((0, int(WARE_STAR[0])), (20, int(WARE_STAR[20])))
    rate, rest, buy = hand_values((2, 5), (0, 20), False)
    assert 0.5 < rate < 5
    assert rest[0] == 0
    for hand in (0, purse("RR"), purse("RWBGY"), purse("RRRWBG")):
        worths = [float(rest[hand_number(hand)])]
        for ware, column in wares:
            cost = int(WARE_PRICE[ware])
            after = hand - cost
            if all((hand >> 6 * c & 31) >= (cost >> 6 * c & 31) for c in range(len(COLOURS))):
                worths.append(float(POINTS[column, min(total(after), 3)] + rest[hand_number(after)]))
        assert buy[hand_number(hand)] == pytest.approx(max(worths), abs=1e-4)
        faces = [float(buy[hand_number(hand + one(c))]) for c in range(len(COLOURS))]
        rolled = (sum(faces) + max(faces)) / (len(faces) + 1)
        assert rest[hand_number(hand)] + rate >= rolled - 0.02
    faces = [float(buy[hand_number(one(c))]) for c in range(len(COLOURS))]
    assert rate == pytest.approx((sum(faces) + max(faces)) / (len(faces) + 1), abs=0.02)  # nothing held: only the die


def test_a_lifted_display_earns_more() -> None:
    plain, lifted = (hand_values((2, 5), (0, 20), lifted)[0] for lifted in (False, True))
    assert lifted > plain


@pytest.mark.parametrize("players", GAME.info.players[1:] if 1 in GAME.info.players else GAME.info.players)
def test_whole_games_of_the_baseline_are_legal_and_repeat(players: int) -> None:
    options = GAME.info.agree(players)
    first, again = (bot_game(GAME, options, ["rate"] * players, (5,)) for _ in range(2))
    assert first.outcome is not None
    assert first.actions == again.actions


def test_the_baseline_buys_two_where_two_may_be_bought() -> None:
    assert bot_game(GAME, GAME.info.agree(2, {"double_purchase": True}), ["rate"] * 2, (6,)).outcome is not None
    view = _table("RRRRR", "WWWWW", hand=(5, 5, 0, 0, 0), double_purchase=True)
    legal = [GAME.parse("buy RRRRR"), GAME.parse("buy WWWWW"), GAME.parse("pass")]
    assert make_bot("rate", GAME, 1).choose(view, legal, Limit()).action != GAME.parse("pass")


def test_the_baseline_plays_the_puzzle_for_one() -> None:
    assert bot_game(GAME, GAME.info.agree(None, {"solo": True}), ["rate"], (3,)).outcome is not None


def _table(*tops: str, hand: tuple[int, ...], double_purchase: bool = False) -> BazaarView:
    """The purchase of a seat with this hand."""
    view: BazaarView = GAME.observe(next(p for p in played(2, 1)), 0)
    stalls = tuple(
        StallView(top, bool(WARE_STAR[WARE_TEXTS.index(top)]), 3) if top else replace(stall, top=None, left=0)
        for top, stall in zip((*tops, *[""] * (4 - len(tops))), view.stalls, strict=True)
    )
    hands = (hand, (0,) * len(COLOURS))
    return replace(view, phase="buy", seat=0, actor=0, stalls=stalls, hands=hands, double_purchase=double_purchase)


def test_the_baseline_looks_at_no_opponent() -> None:
    """Whatever the others hold and however they stand, its values are the same."""
    for position in played(2, 4)[20::9]:
        seat = GAME.actor(position)
        if position.states[0]["phase"] != ROLL_OR_TRADE:
            continue
        view, legal = GAME.observe(position, seat), list(GAME.legal(position))
        hands, scores = list(view.hands), list(view.scores)
        hands[1 - seat], scores[1 - seat] = (1, 1, 1, 1, 1), 30
        assert weigh(replace(view, hands=tuple(hands), scores=tuple(scores)), legal) == weigh(view, legal)


def test_only_bazaar_has_the_baseline() -> None:
    for name in ("through_the_desert", "desert_bazaar"):
        with pytest.raises(UnknownBot, match=f"The bot 'rate' plays bazaar only, not {name}"):
            make_bot("rate", saltroad.load(name), 1)


# -- points in so many turns -------------------------------------------------------------------------------------------

MARKET = Market((2, 5), players=3, lifted=False, lift=4, taken=0.05)
WARES_THERE = (0, 11, 20, 33)


def _column(ware: int, lifted: bool) -> int:
    return min(int(WARE_STAR[ware]) + lifted, 2)


def _can_pay(hand: int, price: int) -> bool:
    return all((hand >> 6 * c & 31) >= (price >> 6 * c & 31) for c in range(len(COLOURS)))


def _first_token(price: int) -> int:
    return one(next(c for c in range(len(COLOURS)) if price >> 6 * c & 31))


@pytest.mark.parametrize("lifted", [False, True])
@pytest.mark.parametrize("turns", [0, 3, 7])
def test_before_a_purchase_a_hand_is_worth_its_best_one(turns: int, lifted: bool) -> None:
    """By hand: points now, at the level of that turn, and what is left a round later with that ware gone."""
    market = replace(MARKET, lifted=lifted)
    rows, others, stays = known(market, WARES_THERE, 0), fresh(market)[turns], market.stays
    rises = 1 if lifted else math.exp(-(turns + 0.5) / 4)
    parts = {ware: known(market, tuple(one for one in WARES_THERE if one != ware), 1) for ware in WARES_THERE}

    def later(row: Values, missing: int, hand: int) -> float:
        there = float(beside(row, others, missing)[hand_number(hand)])
        return stays * there + (1 - stays) * float(others[hand_number(hand)])

    for hand in (0, purse("RRW"), purse("RWBGY"), purse("RRWWBBGGYY"), int(purses()[3000])):
        found = later(rows[2 * turns], 0, hand)
        for ware, part in parts.items():
            if _can_pay(hand, int(WARE_PRICE[ware])):
                left = hand - int(WARE_PRICE[ware])
                plain, risen = (int(POINTS[_column(ware, star), min(total(left), 3)]) for star in (False, True))
                points = (1 - rises) * plain + rises * risen
                found = max(found, points + later(part[2 * turns], 1, left))
        assert rows[2 * turns + 1, hand_number(hand)] == pytest.approx(found, abs=1e-4)


def test_the_last_turn_is_worth_what_it_can_buy_at_once() -> None:
    rows = known(replace(MARKET, lifted=True), (WARES_THERE[0],), 0)
    price = int(WARE_PRICE[WARES_THERE[0]])
    assert rows[1, hand_number(price)] == POINTS[_column(WARES_THERE[0], lifted=True), 0]
    assert rows[1, 0] == rows[0].max() == 0
    short = price - _first_token(price)
    assert 0 < rows[2, hand_number(short)] < rows[1, hand_number(price)]  # the die may bring it


def test_more_turns_more_wares_and_more_stars_are_worth_more() -> None:
    rows, fewer = known(MARKET, WARES_THERE, 0), known(MARKET, WARES_THERE[:2], 0)
    risen = known(replace(MARKET, lifted=True), WARES_THERE, 0)
    small = slice(math.comb(10, 5))  # hands that are far from the limit
    for t in range(TURNS):
        assert (risen[2 * t + 2, small] >= risen[2 * t, small] - 1e-4).all()
        assert (rows[2 * t, small] >= fewer[2 * t, small] - 1e-4).all()
        assert risen[2 * t, small].mean() >= rows[2 * t, small].mean()
    assert (risen[2 * TURNS, small] > rows[2 * TURNS, small]).all()


def test_wares_that_others_take_are_worth_less() -> None:
    """Whoever holds what a known ware costs would rather have it stay."""
    price = int(WARE_PRICE[WARES_THERE[0]])
    hand = hand_number(price - _first_token(price))
    few, many = (known(replace(MARKET, players=players), WARES_THERE, 0) for players in (2, 6))
    assert many[2 * 5, hand] < few[2 * 5, hand]


def test_a_price_is_within_reach_by_the_die_or_a_trade() -> None:
    price = int(WARE_PRICE[0])
    soon, later = reached((2, 5), 0, (1, 3))
    assert soon[hand_number(price)] == later[hand_number(price)] == 1
    assert soon[0] == 0
    assert soon[hand_number(price - _first_token(price))] >= 2 / 6 - 1e-6  # that face, or the free choice (BZ-10)
    assert (later >= soon).all()


# -- the estimate ------------------------------------------------------------------------------------------------------


@jit
def _estimate(states: States, tables: Tables, scores: Scores) -> float:
    return evaluate(states[0], tables, scores)


def worth(position: Position) -> tuple[list[float], float]:
    """The estimate of each seat's score, and how far off it may be."""
    scores = np.zeros(GAME.options_of(position).players, np.float64)
    spread = _estimate(position.states, EVALUATOR.prepare(position), scores)
    return scores.tolist(), spread


def rotated(position: Position) -> Position:
    """Every seat's things one seat to the left."""
    after = position.copy()
    s, t = position.states[0], after.states[0]
    players = int(s["players"])
    for seat in range(players):
        left = (seat + 1) % players
        for name in ("hand", "wares"):
            t[name][left] = s[name][seat]
        for column in range(3):
            t["points"][column * MOST_PLAYERS + left] = s["points"][column * MOST_PLAYERS + seat]
    t["seat"] = (s["seat"] + 1) % players
    return after


@pytest.mark.parametrize("players", [2, 3, 5])
def test_seats_are_alike_and_estimates_finite(players: int) -> None:
    for position in played(players, 20 + players)[::7]:
        scores, spread = worth(position)
        turned, same = worth(rotated(position))
        assert turned == pytest.approx(scores[-1:] + scores[:-1])
        assert same == pytest.approx(spread)
        assert all(map(np.isfinite, scores))
        assert 0 < spread < 50


def test_an_empty_stall_lifts_what_hands_are_worth() -> None:
    """In the search too: notes made before a stall is empty hold the worth of hands after it."""
    position = next(p for p in played(2, 4) if p.states[0]["left"].min() == 1 and p.states[0]["phase"] == ROLL_OR_TRADE)
    tables = EVALUATOR.prepare(position)
    emptied = position.copy()
    stall = int(emptied.states[0]["left"].argmin())
    emptied.states[0]["left"][stall], emptied.states[0]["top"][stall] = 0, -1
    own = EVALUATOR.prepare(emptied)
    found = []
    for given in (tables, own):
        scores = np.zeros(2, np.float64)
        _estimate(emptied.states, given, scores)
        found.append(scores.tolist())
    assert found[0] == pytest.approx(found[1], abs=0.5)


def test_weights_are_told_apart_though_notes_are_shared() -> None:
    position = played(2, 4)[10]
    weights = in_order("bazaar", WEIGHTS)
    first = tables_with(position, weights)
    row = first[0].copy()
    other = tables_with(
        position, [2 * weight if name == "spread" else weight for name, weight in zip(WEIGHTS, weights, strict=True)]
    )
    assert other is first
    assert (other[0] != row).sum() == 1
    assert (tables_with(position, weights)[0] == row).all()


def test_another_thread_writes_over_nobodys_notes() -> None:
    by_display = {tuple(position.states[0]["top"].tolist()): position for position in played(2, 4)}
    first, *others = by_display.values()
    tables = EVALUATOR.prepare(first)
    before = tables.copy()
    with ThreadPoolExecutor(1) as thread:
        list(thread.map(EVALUATOR.prepare, others[:6]))
    assert np.array_equal(tables, before, equal_nan=True)  # rows that nothing asks for hold whatever was there


def test_the_end_makes_surer() -> None:
    spreads = [worth(position)[1] for position in played(2, 4)]
    assert spreads[-1] < spreads[0]


def test_hands_have_numbers_of_their_own() -> None:
    hands = [purse("R" * r + "Y" * y) for r in range(7) for y in range(7)]
    numbers = {hand_number(hand) for hand in hands}
    assert len(numbers) == len(hands)
    assert max(numbers) < HANDS
