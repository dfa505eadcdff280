"""What a position of Bazaar is worth, compiled: the points a hand will earn in the turns that are left.

For the posted rates and the wares on display it is solved exactly how many points a hand can earn in so many turns, if
nobody else takes a ware and the display stays as it is. That holds well enough for some turns, and what is wrong with
it is wrong for all seats alike. Wares that leave the display within a search are left out: there is a solution for each
part of the display.

What the others do is in it too. It is solved for each ware how likely a hand is to pay for it in one turn and in three;
what a seat would lose without a ware counts less the sooner others can take it, and the more they want it themselves.
Emptying a stall, the stars that come of it and the end are for the search to see, with the turns that are left.
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
from saltroad.games.bazaar.state import (
    BUY,
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
WEIGHTS = (
    "purchases_by_shortest",
    "purchases_by_rest",
    "turns_a_purchase",
    "turns_a_player",
    "earned",
    "contested",
    "soon",
    "later",
    "spread",
    "spread_a_turn",
)
"""How many purchases are still to come: by the wares in the two stalls that have fewest, and in the other two; how many
turns each takes, and for each player above two; how much of the solution's points is earned; how much of what others
may take is lost; how likely they take what they can in a turn, and in three; how far off the estimate is, at the end,
and by the root of a player's turns to come."""
(
    _BY_SHORTEST,
    _BY_REST,
    _A_PURCHASE,
    _A_PLAYER,
    _EARNED,
    _CONTESTED,
    _SOON,
    _LATER,
    _SPREAD,
    _SPREAD_A_TURN,
) = range(STALLS, STALLS + len(WEIGHTS))
"""Where they stand in the last row of the notes, behind the wares on display."""
_WANTED = 1.0
"""Who would lose so many points without a ware goes for it half the time."""
_SURE = 0.95
"""Nothing is surer than that."""


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
    begin: int,
    turns: int,
) -> None:
    """Rows 2t and 2t + 1: the points in t turns to come, between turns, and before the purchase; known before `begin`.

    Hands over the limit lose what hurts most: the left neighbour chooses (BZ-17).
    """
    bought = np.full((len(purses), len(prices)), -1, np.int32)
    points = np.zeros((len(purses), len(prices)), np.float32)
    for hand in range(len(purses)):
        for k in range(len(prices)):
            if covers(purses[hand], prices[k]):
                bought[hand, k] = hand_number(purses[hand] - prices[k])
                points[hand, k] = POINTS[columns[k], min(total(purses[hand] - prices[k]), 3)]
    for t in range(begin, turns + 1):
        rest = 2 * t
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


@jit
def _reach(purses: NDArray[np.int64], moves: NDArray[np.int32], price: int, rows: Notes) -> None:
    """Row t: how likely a hand can pay a price within t turns, if it tries nothing else."""
    for hand in range(len(purses)):
        rows[0, hand] = 1.0 if covers(purses[hand], price) else 0.0
    for t in range(1, len(rows)):
        for hand in range(len(purses)):
            value = rows[0, hand]
            if value == 0.0 and total(purses[hand]) <= TOKEN_LIMIT:
                best = np.float32(0.0)
                mean = np.float32(0.0)
                for colour in range(_COLOURS):
                    likely = rows[t - 1, moves[hand, colour]]
                    best = max(best, likely)
                    mean += likely
                value = (mean + best) / np.float32(_COLOURS + 1)
                for k in range(2 * _COLOURS, moves.shape[1]):
                    if moves[hand, k] >= 0:
                        value = max(value, rows[t - 1, moves[hand, k]])
            rows[t, hand] = value


_ROWS = 2 * (TURNS + 1)
_REACH = _DISPLAYS * _ROWS
"""From here on, for each stall: how likely its ware is paid for in one turn, and in `_LATER_TURNS`."""
_LATER_TURNS = 3
_LAST = _REACH + 2 * STALLS


@functools.cache
def _all_purses() -> NDArray[np.int64]:
    return _purses()


@functools.lru_cache(maxsize=8)
def _moves_with(rates: tuple[int, ...]) -> NDArray[np.int32]:
    posted = [TRADES_PER_CARD * card + k for card in rates for k in range(TRADES_PER_CARD)]
    return _moves(_all_purses(), TRADE_RETURNS[posted], TRADE_TAKES[posted])


WareColumns = tuple[tuple[int, int], ...]
"""Wares, each with the column it scores in."""


def solve_for(rates: tuple[int, ...], wares: WareColumns, rows: Notes, turns: int, *, goes_on: bool = False) -> None:
    """Write what each hand earns in 0, 1 … `turns` turns; going on, the first two rows are what comes after those."""
    prices = np.array([WARE_PRICE[ware] for ware, _ in wares], np.int64)
    columns = np.array([column for _, column in wares], np.int64)
    _solve(_all_purses(), _moves_with(rates), prices, columns, rows, int(goes_on), turns)


@functools.lru_cache(maxsize=256)
def _part(rates: tuple[int, ...], wares: WareColumns) -> Notes:
    """The solution for some wares."""
    rows: Notes = np.zeros((_ROWS, HANDS), np.float32)
    solve_for(rates, wares, rows, TURNS)
    return rows


@functools.lru_cache(maxsize=256)
def _reached(rates: tuple[int, ...], ware: int) -> Notes:
    """How likely each hand can pay for a ware in one turn, and in some more."""
    rows: Notes = np.zeros((_LATER_TURNS + 1, HANDS), np.float32)
    _reach(_all_purses(), _moves_with(rates), int(WARE_PRICE[ware]), rows)
    return rows[[1, _LATER_TURNS]]


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
    for stall, ware in enumerate(tops):
        if ware != NO_WARE:
            notes[_REACH + 2 * stall : _REACH + 2 * stall + 2] = _reached(rates, ware)
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
    """Those wares of the search's display that are still there: a bit for each stall."""
    part = 0
    for stall in range(STALLS):
        if s.top[stall] != NO_WARE and s.top[stall] == notes[_LAST, stall]:
            part |= 1 << stall
    return part


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
    each = notes[_LAST, _A_PURCHASE] + notes[_LAST, _A_PLAYER] * (s.players - 2)
    return max(1.0, float(each * purchases))


@inlined
def _between(notes: Notes, first: int, turns: float, hand: int) -> float:
    """The points in a broken number of turns."""
    turns = min(max(turns, 0.0), TURNS - 0.001)
    whole = int(turns)
    part = turns - whole
    return float((1.0 - part) * notes[first + 2 * whole, hand] + part * notes[first + 2 * whole + 2, hand])


@inlined
def _own_turns(s: State, seat: int, each: float) -> float:
    """A seat's turns still to come: who comes sooner gets more of them."""
    after = seat - s.seat
    if after < 0:
        after += s.players
    own = each + 0.5 - after / s.players
    return max(own - 1.0, 0.0) if after == 0 and s.phase > ROLL_OR_TRADE else own


@inlined
def _earnings(s: State, notes: Notes, first: int, seat: int, own: float) -> float:
    """The points that a seat earns if nobody else takes a ware."""
    tokens = s.hand[seat]
    phase = s.phase
    if seat != s.seat or phase <= ROLL_OR_TRADE or phase > BUY:
        return _between(notes, first, own, hand_number(tokens))
    if phase == BUY:
        return _between(notes, first + 1, own, hand_number(tokens))
    mean = 0.0
    best = 0.0
    for colour in range(_COLOURS):
        worth = _between(notes, first + 1, own, hand_number(tokens + one(colour)))
        mean += worth
        best = max(best, worth)
    return best if phase == TAKE_TOKEN else (mean + best) / (_COLOURS + 1)


@inlined
def _need(s: State, notes: Notes, part: int, stall: int, seat: int, own: float) -> float:
    """What a seat would lose without a ware."""
    hand = hand_number(s.hand[seat])
    without = part & ~(1 << stall)
    return _between(notes, part * _ROWS, own, hand) - _between(notes, without * _ROWS, own, hand)


@inlined
def _leaves(s: State, notes: Notes, stall: int, seat: int, need: float) -> float:
    """How likely a seat leaves a ware to the others: for want of the tokens, or of the wish."""
    hand = hand_number(s.hand[seat])
    reach = _REACH + 2 * stall
    can = notes[_LAST, _SOON] * notes[reach, hand] + notes[_LAST, _LATER] * notes[reach + 1, hand]
    return float(1.0 - min(can * need / (need + _WANTED), _SURE))


@inlined
def estimate(s: State, notes: Notes, scores: Scores) -> float:
    """Points so far, and those that the hand can earn in the turns that are left, less what others may take from it."""
    standing(s, scores)
    if s.players == 1:
        return 1.0
    part = _display(s, notes)
    each = turns_left(s, notes) / s.players
    for seat in range(s.players):
        own = _own_turns(s, seat, each)
        scores[seat] += notes[_LAST, _EARNED] * _earnings(s, notes, part * _ROWS, seat, own)
    contested = notes[_LAST, _CONTESTED]
    if contested > 0.0:
        for stall in range(STALLS):
            if not part >> stall & 1:
                continue
            left = 1.0
            for seat in range(s.players):
                need = _need(s, notes, part, stall, seat, _own_turns(s, seat, each))
                left *= _leaves(s, notes, stall, seat, need)
            for seat in range(s.players):
                need = _need(s, notes, part, stall, seat, _own_turns(s, seat, each))
                scores[seat] -= contested * need * (1.0 - left / _leaves(s, notes, stall, seat, need))
    return float(notes[_LAST, _SPREAD] + notes[_LAST, _SPREAD_A_TURN] * math.sqrt(each))


MIND = Mind("rates", standing, estimate, prepare)
