"""What every hand of Bazaar is worth, solved exactly: the points it can earn in so many turns, for the posted rates.

A turn is solved from the one after it, for all hands at once: the die or a trade, then the purchase that leaves most.
The display will have changed by then. So there are two solutions. *Fresh*: at each turn other wares are on
display, the mean over displays that hold every ware once. *Known*: the wares that lie there now, as long as they do;
from turn to turn the others take some of them, and what one buys oneself is gone: for that part a hand is worth what it
is with fresh wares.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from saltroad.games.bazaar.components import (
    DOUBLE_STAR,
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
    WARES,
    amount,
    covers,
    one,
    total,
)
from saltroad.kernel.jit import inlined, jit

TURNS = 10
"""So many turns ahead; for more, a hand is worth hardly anything else beside another."""
ROWS = 2 * (TURNS + 1)
"""Row 2t: with t turns to come, at the start of the first of them. Row 2t + 1: with t turns to come after this one,
before its purchase."""
COLOURS = len(LETTERS)
_MOST = TOKEN_LIMIT + MOST_OVER_LIMIT
HANDS = comb(_MOST + COLOURS, COLOURS)
_BELOW = np.array([[comb(n + k, k + 1) for k in range(COLOURS)] for n in range(_MOST + 1)], np.int64)
_SPREAD_OUT = 17
"""Wares so far apart in their list have little in common: a fresh display is every so many-th ware."""

Values = NDArray[np.float32]
"""A number for each hand; or rows of them."""
Moves = NDArray[np.int32]


@inlined
def hand_number(tokens: int) -> int:
    """The number of a hand: all hands of up to thirteen tokens, the smaller first."""
    held = 0
    number = 0
    for colour in range(COLOURS):
        held += amount(tokens, colour)
        number += _BELOW[held, colour]
    return number


# -- one turn ----------------------------------------------------------------------------------------------------------


@functools.cache
def purses() -> NDArray[np.int64]:
    """The purse of each hand, by number."""
    found = np.zeros(HANDS, np.int64)

    def fill(colour: int, held: int, tokens: int) -> None:
        if colour == COLOURS:
            found[hand_number(tokens)] = tokens
            return
        for count in range(_MOST - held + 1):
            fill(colour + 1, held + count, tokens + count * one(colour))

    fill(0, 0, 0)
    return found


@jit
def _moves(purses: NDArray[np.int64], returns: NDArray[np.int64], takes: NDArray[np.int64]) -> Moves:
    """By hand: the hand after each colour more, each colour less and each trade; -1 where it cannot be."""
    found = np.full((len(purses), 2 * COLOURS + len(returns)), -1, np.int32)
    for hand in range(len(purses)):
        tokens = purses[hand]
        for colour in range(COLOURS):
            if total(tokens) < _MOST:
                found[hand, colour] = hand_number(tokens + one(colour))
            if amount(tokens, colour) > 0:
                found[hand, COLOURS + colour] = hand_number(tokens - one(colour))
        for k in range(len(returns)):
            if total(tokens) <= TOKEN_LIMIT and covers(tokens, returns[k]):
                found[hand, 2 * COLOURS + k] = hand_number(tokens - returns[k] + takes[k])
    return found


@functools.lru_cache(maxsize=8)
def moves_with(rates: tuple[int, ...]) -> Moves:
    """The moves of every hand at the posted rates."""
    posted = [TRADES_PER_CARD * card + k for card in rates for k in range(TRADES_PER_CARD)]
    return _moves(purses(), TRADE_RETURNS[posted], TRADE_TAKES[posted])


@jit
def turn(purses: NDArray[np.int64], moves: Moves, after: Values, found: Values) -> None:
    """What a hand is worth before it rolls or trades, by what it is worth `after`, before the purchase.

    Hands over the limit lose what hurts most: the left neighbour chooses (BZ-17).
    """
    for hand in range(len(purses)):
        value = np.float32(0.0)
        if total(purses[hand]) > TOKEN_LIMIT:
            value = np.float32(1e9)
            for colour in range(COLOURS):
                less = moves[hand, COLOURS + colour]
                if less >= 0:
                    value = min(value, found[less])
        else:
            best = np.float32(-1e9)
            mean = np.float32(0.0)
            for colour in range(COLOURS):
                worth = after[moves[hand, colour]]
                best = max(best, worth)
                mean += worth
            value = (mean + best) / np.float32(COLOURS + 1)
            for k in range(2 * COLOURS, moves.shape[1]):
                if moves[hand, k] >= 0:
                    value = max(value, after[moves[hand, k]])
        found[hand] = value


@jit
def _pay(purses: NDArray[np.int64], price: int) -> NDArray[np.int64]:
    """By hand: what is left of it after a price; -1 where it is too much."""
    left = np.full(len(purses), -1, np.int64)
    for hand in range(len(purses)):
        if covers(purses[hand], price):
            left[hand] = hand_number(purses[hand] - price)
    return left


@functools.cache
def _paid(ware: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The hands that can pay for a ware, and what is left of each."""
    left = _pay(purses(), int(WARE_PRICE[ware]))
    able = np.flatnonzero(left >= 0)
    return able, left[able]


@functools.cache
def _points(column: int) -> Values:
    """What a purchase scores, by the hand that is left (BZ-20)."""
    most = POINTS.shape[1] - 1
    return np.array([POINTS[column, min(total(tokens), most)] for tokens in purses().tolist()], np.float32)


def buy(ware: int, rises: float | np.float32, after: Values, found: Values) -> None:
    """Raise what hands are worth before the purchase, if this one leads to more; `after` is without the ware. It scores
    a star more as likely as it `rises`."""
    able, left = _paid(ware)
    star = int(WARE_STAR[ware])
    points = (1 - rises) * _points(star) + rises * _points(min(star + 1, DOUBLE_STAR))
    found[able] = np.maximum(found[able], (points + after)[left])


# -- fresh and known wares ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Market:
    """What the solutions rest on."""

    rates: tuple[int, ...]
    players: int
    lifted: bool
    """Whether a stall is empty: all purchases score a star more (BZ-21)."""
    lift: float
    """If none is yet: a seat has about so many turns after one is."""
    taken: float
    """How likely a ware is taken in a turn of another seat."""

    @property
    def stays(self) -> float:
        """How likely a ware is still there a round later."""
        return math.exp(-self.taken * (self.players - 1))

    def rises(self, turns: int) -> np.float32:
        """How likely a stall is empty by the turn with so many to come after it. When the first one empties is far from
        sure: the turns after it are spread about as widely as many."""
        return np.float32(1.0 if self.lifted else math.exp(-(turns + 0.5) / self.lift))


@functools.lru_cache(maxsize=16)
def fresh(market: Market) -> Values:
    """Row t: what hands are worth with t turns to come, where other wares are on display at each of them."""
    held, moves = purses(), moves_with(market.rates)
    rows: Values = np.zeros((TURNS + 1, HANDS), np.float32)
    found: Values = np.zeros(HANDS, np.float32)
    displays = WARES // STALLS
    for t in range(TURNS):
        for display in range(displays):
            before = rows[t].copy()
            for k in range(STALLS - market.lifted):
                buy((display * STALLS + k) * _SPREAD_OUT % WARES, market.rises(t), rows[t], before)
            turn(held, moves, before, found)
            rows[t + 1] += found / np.float32(displays)
    return rows


def beside(known: Values, fresh: Values, missing: int) -> Values:
    """Known wares, and so many more that are not known yet: they can only help."""
    found: Values = known + np.float32(missing / STALLS) * np.maximum(fresh - known, 0)
    return found


@functools.lru_cache(maxsize=64)  # a megabyte each; with many more, memory is always new and its pages cost more
def known(market: Market, wares: tuple[int, ...], missing: int) -> Values:
    """Rows of what hands are worth with these wares on display, and so many more that are not known."""
    held, moves, others = purses(), moves_with(market.rates), fresh(market)
    rows: Values = np.empty((ROWS, HANDS), np.float32)
    rows[0] = 0
    stays = np.float32(market.stays)

    def later(part: Values, t: int, missing: int) -> Values:
        """What a hand is worth a round later, when some of a display is gone."""
        found: Values = stays * beside(part[2 * t], others[t], missing) + (1 - stays) * others[t]
        return found

    without = [known(market, tuple(one for one in wares if one != ware), missing + 1) for ware in wares]
    for t in range(TURNS + 1):
        if t:
            turn(held, moves, rows[2 * t - 1], rows[2 * t])
        before = later(rows, t, missing)
        for ware, part in zip(wares, without, strict=True):
            buy(ware, market.rises(t), later(part, t, missing + 1), before)
        rows[2 * t + 1] = before
    return rows


@jit
def _reach(purses: NDArray[np.int64], moves: Moves, price: int, rows: Values) -> None:
    """Row t: how likely a hand can pay a price within t turns, if it tries nothing else."""
    for hand in range(len(purses)):
        rows[0, hand] = 1.0 if covers(purses[hand], price) else 0.0
    for t in range(1, len(rows)):
        for hand in range(len(purses)):
            value = rows[0, hand]
            if value == 0.0 and total(purses[hand]) <= TOKEN_LIMIT:
                best = np.float32(0.0)
                mean = np.float32(0.0)
                for colour in range(COLOURS):
                    likely = rows[t - 1, moves[hand, colour]]
                    best = max(best, likely)
                    mean += likely
                value = (mean + best) / np.float32(COLOURS + 1)
                for k in range(2 * COLOURS, moves.shape[1]):
                    if moves[hand, k] >= 0:
                        value = max(value, rows[t - 1, moves[hand, k]])
            rows[t, hand] = value


@functools.lru_cache(maxsize=256)
def reached(rates: tuple[int, ...], ware: int, turns: tuple[int, ...]) -> Values:
    """How likely each hand can pay for a ware within so many turns: a row for each number of turns."""
    rows: Values = np.zeros((max(turns) + 1, HANDS), np.float32)
    _reach(purses(), moves_with(rates), int(WARE_PRICE[ware]), rows)
    found: Values = rows[list(turns)]
    return found


# -- the same display for ever -----------------------------------------------------------------------------------------


def for_ever(rates: tuple[int, ...], wares: tuple[int, ...], lifted: bool, rows: Values) -> None:
    """Go on from the first row, turn by turn, with wares that never run out and that no other player takes."""
    for t in range(len(rows) // 2):
        if t:
            turn(purses(), moves_with(rates), rows[2 * t - 1], rows[2 * t])
        rows[2 * t + 1] = rows[2 * t]
        for ware in wares:
            buy(ware, float(lifted), rows[2 * t], rows[2 * t + 1])
