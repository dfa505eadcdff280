"""What a position of Bazaar is worth, compiled: the points that each hand will earn in the turns that are left.

What a hand earns is solved for the posted rates and the wares on display (`bazaar_solution`). Wares that leave the
display within a search are left out: there is a solution for each part of the display, and one for when a stall is
empty and stars have risen.

What the others do is in it too. It is solved for each ware how likely a hand is to pay for it in one turn and in three;
what a seat would lose without a ware counts less the sooner others can take it, and the more they want it themselves.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from saltroad.bots.search.evaluator import Evaluator, Scores, Tables
from saltroad.bots.weights import in_order
from saltroad.games.bazaar.bot.solution import COLOURS, HANDS, ROWS, TURNS, Market, fresh, hand_number, known, reached
from saltroad.games.bazaar.components import STALLS, one
from saltroad.games.bazaar.state import BUY, MOST_PLAYERS, NO_WARE, ROLL_OR_TRADE, TAKE_TOKEN, State
from saltroad.kernel.contract import Position
from saltroad.kernel.jit import inlined
from saltroad.kernel.state_record import snapshot

_PUZZLE_TURNS = 10.0
MANY_POINTS = 15.0
"""What counts as a win by many points, where weights are tuned."""
WEIGHTS = (
    "turns_by_shortest",
    "turns_by_rest",
    "lift",
    "taken",
    "earned",
    "contested",
    "soon",
    "later",
    "spread",
    "spread_a_turn",
)
"""How many turns of all players are to come: by the wares in the two stalls that have fewest, and in the other two; how
many of them after a stall is empty; how likely a ware is taken in a turn; how much of the solution's points is earned;
how much of what others may take is lost; how likely they take what they can in a turn, and in three; how far off the
estimate is, at the end, and by the root of a player's turns to come."""
_RISEN = STALLS
"""In the first row of the tables, behind the wares on display: how far on the solutions are for when a stall is
empty."""
_BY_SHORTEST, _BY_REST, _, _TAKEN, _EARNED, _CONTESTED, _SOON, _LATER, _SPREAD, _SPREAD_A_TURN = range(
    _RISEN + 1, _RISEN + 1 + len(WEIGHTS)
)
"""Behind that, the weights."""
_WANTED = 1.0
"""Who would lose so many points without a ware goes for it half the time."""
_SURE = 0.95
"""Nothing is surer than that."""

# the rows of the tables
_DISPLAYS = 1 << STALLS
_REACH = 1
"""For each stall: how likely its ware is paid for in one turn, and in `_LATER_TURNS`."""
_LATER_TURNS = 3
_KNOWN = _REACH + 2 * STALLS
"""For each part of the display: what hands are worth."""
_FRESH = _KNOWN + _DISPLAYS * ROWS
"""What they are worth with wares that are not known, turn by turn."""
_ALL = _FRESH + TURNS + 1 - _KNOWN
"""All these once more, for when a stall is empty."""


def _solve(market: Market, tops: tuple[int, ...], stalls: int, tables: Tables) -> None:
    """Fill the rows from `_KNOWN` to the end of `_FRESH`, for so many stalls that have wares."""
    for part in range(_DISPLAYS):
        wares = tuple(sorted(ware for stall, ware in enumerate(tops) if ware != NO_WARE and part >> stall & 1))
        tables[part * ROWS : (part + 1) * ROWS] = known(market, wares, max(stalls - len(wares), 0))
    tables[_FRESH - _KNOWN :] = fresh(market)


_Key = tuple[Market, tuple[int, ...], bool]
_MOST_KEPT = 4


class _Kept(threading.local):
    """The tables of the displays that were asked for last, the latest at the end. For each thread its own: they are
    written over, and another may still be searching with them."""

    def __init__(self) -> None:
        self.tables: dict[_Key, Tables] = {}


_kept = _Kept()


def _tables_for(market: Market, tops: tuple[int, ...], rises: bool) -> Tables:
    """The tables for a display, but for the weights; `rises` where a stall may soon be empty."""
    key = market, tops, rises
    kept = _kept.tables
    if key in kept:
        kept[key] = kept.pop(key)
        return kept[key]
    # the oldest are written over: a new array of this size costs as much as what is written into it
    tables: Tables = (
        kept.pop(next(iter(kept))) if len(kept) == _MOST_KEPT else np.empty((_KNOWN + 2 * _ALL, HANDS), np.float32)
    )
    for stall, ware in enumerate(tops):
        if ware != NO_WARE:
            tables[_REACH + 2 * stall : _REACH + 2 * stall + 2] = reached(market.rates, ware, (1, _LATER_TURNS))
    stalls = sum(ware != NO_WARE for ware in tops)
    _solve(market, tops, stalls, tables[_KNOWN : _KNOWN + _ALL])
    if rises:
        _solve(replace(market, lifted=True), tops, stalls - 1, tables[_KNOWN + _ALL :])
    tables[0, :STALLS] = tops
    tables[0, _RISEN] = _ALL if rises else 0
    kept[key] = tables
    return tables


def tables_with(position: Position, weights: Sequence[float]) -> Tables:
    """The points that every hand can earn, for the display of this position, and these weights.

    Good until the next call: tables of the same display are the same array, too large to be copied.
    """
    s = snapshot(position.states, State)
    if s.players == 1:
        return np.zeros((1, 1), np.float32)
    lifted = any(left == 0 for left in s.left)
    given = dict(zip(WEIGHTS, weights, strict=True))
    market = Market(tuple(s.rates), s.players, lifted, given["lift"] / s.players, given["taken"])
    tables = _tables_for(market, tuple(s.top), not lifted and min(s.left) == 1)
    tables[0, _RISEN + 1 : _RISEN + 1 + len(WEIGHTS)] = weights
    return tables


def prepare(position: Position) -> Tables:
    """The tables with the weights that were fitted."""
    return tables_with(position, in_order("bazaar", WEIGHTS))


# -- the estimate ------------------------------------------------------------------------------------------------------


@inlined
def score(s: State, scores: Scores) -> None:
    """Points; of equals, who has fewer wares (BZ-31). Alone, the fewer turns the better."""
    if s.players == 1:
        scores[0] = _PUZZLE_TURNS / (_PUZZLE_TURNS + s.turns)
        return
    for seat in range(s.players):
        points = s.points[seat] + s.points[MOST_PLAYERS + seat] + s.points[2 * MOST_PLAYERS + seat]
        scores[seat] = points - 0.01 * s.wares[seat]


@inlined
def turns_left(s: State, tables: Tables) -> float:
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
    return max(1.0, float(tables[0, _BY_SHORTEST] * shortest + tables[0, _BY_REST] * (wares - shortest)))


@inlined
def _between(tables: Tables, first: int, step: int, turns: float, hand: int) -> float:
    """The points in a broken number of turns."""
    turns = min(max(turns, 0.0), TURNS - 0.001)
    whole = int(turns)
    part = turns - whole
    row = first + step * whole
    return float((1.0 - part) * tables[row, hand] + part * tables[row + step, hand])


@inlined
def _waits(s: State, seat: int) -> int:
    """How many turns of others come before its next; that which it is in counts as its next, until it is over."""
    after = seat - s.seat
    if after < 0:
        after += s.players
    return s.players - 1 if after == 0 and s.phase > BUY else after


@inlined
def _earnings(s: State, tables: Tables, base: int, part: int, missing: int, seat: int, own: float) -> float:
    """The points that a seat earns if others take wares as ever."""
    tokens = s.hand[seat]
    first = base + part * ROWS
    if seat == s.seat and ROLL_OR_TRADE < s.phase <= BUY:
        if s.phase == BUY:
            return _between(tables, first + 1, 2, own, hand_number(tokens))
        mean = 0.0
        best = 0.0
        for colour in range(COLOURS):
            worth = _between(tables, first + 1, 2, own, hand_number(tokens + one(colour)))
            mean += worth
            best = max(best, worth)
        return best if s.phase == TAKE_TOKEN else (mean + best) / (COLOURS + 1)
    hand = hand_number(tokens)
    there = _between(tables, first, 2, own, hand)
    new = _between(tables, base + _FRESH - _KNOWN, 1, own, hand)
    there += missing / STALLS * max(new - there, 0.0)  # wares that are not known can only help
    stays = math.exp(-tables[0, _TAKEN] * _waits(s, seat))
    return stays * there + (1.0 - stays) * new


@inlined
def _own_turns(s: State, seat: int, each: float) -> float:
    """A seat's turns still to come: who comes sooner gets more of them."""
    after = seat - s.seat
    if after < 0:
        after += s.players
    own = each + 0.5 - after / s.players
    return max(own - 1.0, 0.0) if after == 0 and s.phase > ROLL_OR_TRADE else own


@inlined
def _need(s: State, tables: Tables, base: int, part: int, stall: int, seat: int, own: float) -> float:
    """What a seat would lose without a ware."""
    hand = hand_number(s.hand[seat])
    without = part & ~(1 << stall)
    need = _between(tables, base + part * ROWS, 2, own, hand) - _between(tables, base + without * ROWS, 2, own, hand)
    return max(need, 0.0)


@inlined
def _leaves(s: State, tables: Tables, stall: int, seat: int, need: float) -> float:
    """How likely a seat leaves a ware to the others: for want of the tokens, or of the wish."""
    hand = hand_number(s.hand[seat])
    reach = _REACH + 2 * stall
    can = tables[0, _SOON] * tables[reach, hand] + tables[0, _LATER] * tables[reach + 1, hand]
    return float(1.0 - min(can * need / (need + _WANTED), _SURE))


@inlined
def evaluate(s: State, tables: Tables, scores: Scores) -> float:
    """Points so far, and those that the hand can earn in the turns that are left, less what others may take from it."""
    score(s, scores)
    if s.players == 1:
        return 1.0
    part = 0
    missing = 0
    base = _KNOWN
    for stall in range(STALLS):
        if s.left[stall] == 0:
            base = _KNOWN + int(tables[0, _RISEN])
        elif s.top[stall] != NO_WARE and s.top[stall] == tables[0, stall]:
            part |= 1 << stall
        else:
            missing += 1
    each = turns_left(s, tables) / s.players
    for seat in range(s.players):
        own = _own_turns(s, seat, each)
        scores[seat] += tables[0, _EARNED] * _earnings(s, tables, base, part, missing, seat, own)
    contested = tables[0, _CONTESTED]
    if contested > 0.0:
        for stall in range(STALLS):
            if not part >> stall & 1:
                continue
            left = 1.0
            for seat in range(s.players):
                need = _need(s, tables, base, part, stall, seat, _own_turns(s, seat, each))
                left *= _leaves(s, tables, stall, seat, need)
            for seat in range(s.players):
                need = _need(s, tables, base, part, stall, seat, _own_turns(s, seat, each))
                scores[seat] -= contested * need * (1.0 - left / _leaves(s, tables, stall, seat, need))
    return float(tables[0, _SPREAD] + tables[0, _SPREAD_A_TURN] * math.sqrt(each))


EVALUATOR = Evaluator("rates", score, evaluate, prepare)
