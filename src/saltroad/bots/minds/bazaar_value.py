"""What a position of Bazaar is worth, compiled: the points a hand will earn in the turns that are left.

For the posted rates and the wares on display it is solved exactly how many points a hand can earn in so many turns, if
nobody else takes a ware and the display stays as it is. That holds well enough for some turns, and what is wrong with
it is wrong for all seats alike. Wares that leave the display within a search are left out: there is a solution for each
part of the display.
"""

from __future__ import annotations

import functools
import math
from math import comb

import numpy as np
from numpy.typing import NDArray

from saltroad.bots.minds.weights import in_order
from saltroad.bots.search.mind import Mind, Notes, Scores
from saltroad.games.bazaar.components import (
    LETTERS,
    MOST_OVER_LIMIT,
    POINTS,
    STALLS,
    TOKEN_LIMIT,
    TRADE_RETURNS,
    TRADE_TAKES,
    TRADES_PER_CARD,
    WARE_PRICE,
    WARE_STAR,
    amount,
    covers,
    one,
    total,
)
from saltroad.games.bazaar.rules import left_of
from saltroad.games.bazaar.state import (
    BUY,
    DIE,
    MOST_PLAYERS,
    NO_WARE,
    ROLL_OR_TRADE,
    TAKE_TOKEN,
    State,
)
from saltroad.kernel.contract import Position
from saltroad.kernel.jit import inlined, jit
from saltroad.kernel.record import snapshot

TURNS = 12
"""So many turns ahead; for more, a hand is worth hardly anything else beside another."""
_COLOURS = len(LETTERS)
_DISPLAYS = 1 << STALLS
_MOST = TOKEN_LIMIT + MOST_OVER_LIMIT
HANDS = comb(_MOST + _COLOURS, _COLOURS)
_BELOW = np.array([[comb(n + k, k + 1) for k in range(_COLOURS)] for n in range(_MOST + 1)], np.int64)

_PUZZLE_TURNS = 10.0
WEIGHTS = ("purchases_by_shortest", "purchases_by_rest", "turns_a_purchase", "spread", "spread_a_turn")
"""How many purchases are still to come: by the wares in the two stalls that have fewest, and in the other two; how many
turns each takes; how far off the estimate is, at the end, and by the root of a player's turns to come."""
_BY_SHORTEST, _BY_REST, _A_PURCHASE, _SPREAD, _SPREAD_A_TURN = range(STALLS, STALLS + len(WEIGHTS))
"""Where they stand in the last row of the notes, behind the wares on display."""


@inlined
def hand_number(tokens: int) -> int:
    """The number of a hand: all hands of up to thirteen tokens, the smaller first."""
    held = 0
    number = 0
    for colour in range(_COLOURS):
        held += amount(tokens, colour)
        number += _BELOW[held, colour]
    return number


# -- the solution ------------------------------------------------------------------------------------------------------


def _purses() -> NDArray[np.int64]:
    """The purse of each hand, by number."""
    purses = np.zeros(HANDS, np.int64)

    def fill(colour: int, held: int, tokens: int) -> None:
        if colour == _COLOURS:
            purses[hand_number(tokens)] = tokens
            return
        for count in range(_MOST - held + 1):
            fill(colour + 1, held + count, tokens + count * one(colour))

    fill(0, 0, 0)
    return purses


@jit
def _moves(purses: NDArray[np.int64], returns: NDArray[np.int64], takes: NDArray[np.int64]) -> NDArray[np.int32]:
    """By hand: the hand after each colour more, each colour less and each trade; -1 where it cannot be."""
    found = np.full((len(purses), 2 * _COLOURS + len(returns)), -1, np.int32)
    for hand in range(len(purses)):
        tokens = purses[hand]
        for colour in range(_COLOURS):
            if total(tokens) < _MOST:
                found[hand, colour] = hand_number(tokens + one(colour))
            if amount(tokens, colour) > 0:
                found[hand, _COLOURS + colour] = hand_number(tokens - one(colour))
        for k in range(len(returns)):
            if total(tokens) <= TOKEN_LIMIT and covers(tokens, returns[k]):
                found[hand, 2 * _COLOURS + k] = hand_number(tokens - returns[k] + takes[k])
    return found


@jit
def _solve(
    purses: NDArray[np.int64],
    moves: NDArray[np.int32],
    prices: NDArray[np.int64],
    columns: NDArray[np.int64],
    notes: Notes,
    first: int,
    turns: int,
) -> None:
    """Rows first + 2t and first + 2t + 1: the points in t turns to come, between turns, and before the purchase.

    Hands over the limit lose what hurts most: the left neighbour chooses (BZ-17).
    """
    bought = np.full((len(purses), len(prices)), -1, np.int32)
    points = np.zeros((len(purses), len(prices)), np.float32)
    for hand in range(len(purses)):
        for k in range(len(prices)):
            if covers(purses[hand], prices[k]):
                bought[hand, k] = hand_number(purses[hand] - prices[k])
                points[hand, k] = POINTS[columns[k], min(total(purses[hand] - prices[k]), 3)]
    for t in range(turns + 1):
        rest = first + 2 * t
        buy = rest + 1
        for hand in range(len(purses)):
            value = np.float32(0.0)
            if total(purses[hand]) > TOKEN_LIMIT:
                value = np.float32(1e9)
                for colour in range(_COLOURS):
                    less = moves[hand, _COLOURS + colour]
                    if less >= 0:
                        value = min(value, notes[rest, less])
            elif t > 0:
                after = rest - 1  # a turn less to come, before the purchase
                best = np.float32(-1e9)
                mean = np.float32(0.0)
                for colour in range(_COLOURS):
                    worth = notes[after, moves[hand, colour]]
                    best = max(best, worth)
                    mean += worth
                value = (mean + best) / np.float32(_COLOURS + 1)
                for k in range(2 * _COLOURS, moves.shape[1]):
                    if moves[hand, k] >= 0:
                        value = max(value, notes[after, moves[hand, k]])
            notes[rest, hand] = value
        for hand in range(len(purses)):
            value = notes[rest, hand]
            for k in range(len(prices)):
                if bought[hand, k] >= 0:
                    value = max(value, points[hand, k] + notes[rest, bought[hand, k]])
            notes[buy, hand] = value


_ROWS = 2 * (TURNS + 1)
_LAST = _DISPLAYS * _ROWS


@functools.cache
def _all_purses() -> NDArray[np.int64]:
    return _purses()


@functools.lru_cache(maxsize=8)
def _moves_with(rates: tuple[int, ...]) -> NDArray[np.int32]:
    posted = [TRADES_PER_CARD * card + k for card in rates for k in range(TRADES_PER_CARD)]
    return _moves(_all_purses(), TRADE_RETURNS[posted], TRADE_TAKES[posted])


@functools.lru_cache(maxsize=256)
def _part(rates: tuple[int, ...], wares: tuple[tuple[int, int], ...]) -> Notes:
    """The solution for some wares, each with its column."""
    rows: Notes = np.zeros((_ROWS, HANDS), np.float32)
    prices = np.array([WARE_PRICE[ware] for ware, _ in wares], np.int64)
    columns = np.array([column for _, column in wares], np.int64)
    _solve(_all_purses(), _moves_with(rates), prices, columns, rows, 0, TURNS)
    return rows


@functools.lru_cache(maxsize=4)
def _solution(rates: tuple[int, ...], tops: tuple[int, ...], lifted: int) -> Notes:
    """The solutions for all parts of a display, and in the last row the wares of it."""
    notes: Notes = np.zeros((_LAST + 1, HANDS), np.float32)
    for part in range(_DISPLAYS):
        wares = tuple(
            sorted(
                (ware, min(int(WARE_STAR[ware]) + lifted, 2))
                for stall, ware in enumerate(tops)
                if ware != NO_WARE and part >> stall & 1
            )
        )
        notes[part * _ROWS : (part + 1) * _ROWS] = _part(rates, wares)
    notes[_LAST, :STALLS] = tops
    notes[_LAST, STALLS : STALLS + len(WEIGHTS)] = in_order("bazaar", WEIGHTS)
    return notes


def prepare(position: Position) -> Notes:
    """The points that every hand can earn, for the display of this position."""
    s = snapshot(position.states, State)
    if s.players == 1:
        return np.zeros((1, 1), np.float32)
    lifted = any(left == 0 for left in s.left)
    return _solution(tuple(s.rates), tuple(s.top), int(lifted))


# -- the estimate ------------------------------------------------------------------------------------------------------


@inlined
def standing(s: State, scores: Scores) -> None:
    """Points; of equals, who has fewer wares (BZ-31). Alone, the fewer turns the better."""
    if s.players == 1:
        scores[0] = _PUZZLE_TURNS / (_PUZZLE_TURNS + s.turns)
        return
    for seat in range(s.players):
        points = s.points[seat] + s.points[MOST_PLAYERS + seat] + s.points[2 * MOST_PLAYERS + seat]
        scores[seat] = points - 0.01 * s.wares[seat]


@inlined
def _display(s: State, notes: Notes) -> int:
    """Where the solution begins for those wares of the search's display that are still there."""
    part = 0
    for stall in range(STALLS):
        if s.top[stall] != NO_WARE and s.top[stall] == notes[_LAST, stall]:
            part |= 1 << stall
    return part * _ROWS


@inlined
def turns_left(s: State, notes: Notes) -> float:
    """About how many turns are still to come, of all players."""
    least = 99
    second = 99
    wares = 0
    for stall in range(STALLS):
        left = s.left[stall]
        wares += left
        if left < least:
            second = least
            least = left
        elif left < second:
            second = left
    shortest = least + second
    purchases = notes[_LAST, _BY_SHORTEST] * shortest + notes[_LAST, _BY_REST] * (wares - shortest)
    return max(1.0, float(notes[_LAST, _A_PURCHASE] * purchases))


@inlined
def _between(notes: Notes, first: int, turns: float, hand: int) -> float:
    """The points in a broken number of turns."""
    turns = min(max(turns, 0.0), TURNS - 0.001)
    whole = int(turns)
    part = turns - whole
    return float((1.0 - part) * notes[first + 2 * whole, hand] + part * notes[first + 2 * whole + 2, hand])


@inlined
def estimate(s: State, notes: Notes, scores: Scores) -> float:
    """Points so far, and those that the hand can earn in the turns that are left."""
    standing(s, scores)
    if s.players == 1:
        return 1.0
    first = _display(s, notes)
    turns = turns_left(s, notes)
    phase = s.phase
    seat = s.seat
    each = turns / s.players
    for k in range(s.players):
        # who comes sooner gets more of the turns
        own = each + 0.5 - k / s.players
        if seat == s.seat and phase > ROLL_OR_TRADE:
            own = max(own - 1.0, 0.0)
            hand = hand_number(s.hand[seat])
            before = first + 1
            if phase == DIE:
                mean = 0.0
                best = 0.0
                for colour in range(_COLOURS):
                    after = hand_number(s.hand[seat] + one(colour))
                    worth = _between(notes, before, own, after)
                    mean += worth
                    best = max(best, worth)
                scores[seat] += (mean + best) / (_COLOURS + 1)
            elif phase == TAKE_TOKEN:
                best = 0.0
                for colour in range(_COLOURS):
                    best = max(best, _between(notes, before, own, hand_number(s.hand[seat] + one(colour))))
                scores[seat] += best
            elif phase == BUY:
                scores[seat] += _between(notes, before, own, hand)
            else:
                scores[seat] += _between(notes, first, own, hand)
        else:
            scores[seat] += _between(notes, first, own, hand_number(s.hand[seat]))
        seat = left_of(s, seat)
    return float(notes[_LAST, _SPREAD] + notes[_LAST, _SPREAD_A_TURN] * math.sqrt(each))


MIND = Mind("rates", standing, estimate, prepare)
