"""What a purchase of Bazaar scores, and which wares are within two trades: found by trying the posted trades.

`more` has under "reach" every ware on display that the seat could buy after 0, 1 or 2 trades as the table stands: the
fewest trades, then the most points. A trade, given as what is returned and what is taken, is a turn. After the first of
two no tokens may have to go back (BZ-16), because the neighbour chooses which. A player who holds the five at the start
of a turn has to roll before buying, and is left with a token more. In the puzzle for one, "par" has the turns that the
best play takes.
"""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import Any

import numpy as np

from saltroad.games.bazaar import indices as ix
from saltroad.games.bazaar.actions import NOTATION, Buy, Pass, Trade
from saltroad.games.bazaar.components import STALLS, TOKEN_LIMIT, WARE_PRICE, WARE_TEXTS, covers, total
from saltroad.games.bazaar.rules import Actions, apply, column_of, empty_stalls, legal, points_for
from saltroad.games.bazaar.solo import Puzzle
from saltroad.games.bazaar.state import BUY, NO_WARE, ROLL_OR_TRADE, State
from saltroad.games.bazaar.views import scores_of
from saltroad.kernel.contract import Offers
from saltroad.kernel.engine import Engine
from saltroad.kernel.jit import inlined, jit
from saltroad.kernel.state_record import States, copy_of, reading

_MOST_TRADES = 2
_NONE = -1
_TRADES, _LEFT, _FIRST, _SECOND = 0, 1, 2, 3
"""What is found for a stall: trades (_NONE while out of reach), tokens left, and the trades themselves."""


def offers(engine: Engine, states: States) -> Offers:
    """What the seat to act may choose."""
    s = reading(states, State)
    actions = engine.buffer()
    count = engine.legal_at(states, 0, actions)
    listed = actions[:count].tolist()
    # All but purchases bring no points.
    earns = [_earns(engine, states, s, index) for index in listed] if s.phase == BUY else [0] * count
    more: dict[str, Any] | None = None
    if s.players == 1:
        more = {"par": _par(s.rates[0] + 1, s.rates[1] + 1, WARE_TEXTS[s.top[0]])}
    elif s.phase in (ROLL_OR_TRADE, BUY):
        more = {"reach": _reach(engine, states, s, listed, earns)}
    return Offers(NOTATION, listed, earns, more=more)


@lru_cache(64)
def _par(first: int, second: int, ware: str) -> float:
    """The par of a puzzle: 12 ms to solve, and asked for at every move."""
    return Puzzle((first, second), ware).par


def _earns(engine: Engine, states: States, s: State, index: int) -> int:
    """The points of a purchase, or of stopping after one. A first purchase of two is worth what it scores alone."""
    action = NOTATION.at(index)
    if isinstance(action, Buy) and s.bought[0] == NO_WARE:
        ware = WARE_TEXTS.index(action.ware)
        return points_for(column_of(ware, s.empty_before), total(s.hand[s.seat] - int(WARE_PRICE[ware])))
    if isinstance(action, Buy | Pass) and s.bought[0] != NO_WARE:
        after = copy_of(states)
        engine.apply_at(after, 0, index)
        return scores_of(reading(after, State))[s.seat] - scores_of(s)[s.seat]
    return 0


def _reach(engine: Engine, states: States, s: State, listed: list[int], earns: list[int]) -> list[dict[str, Any]]:
    tried, first, second, best = _scratch(engine)
    best[:] = _NONE
    _search(states, tried, first, second, best)
    now = _purchases(listed, earns) if s.phase == BUY else {}
    empty = empty_stalls(s)
    wares = []
    for stall, (many, left, *trades) in enumerate(best.tolist()):
        if many != _NONE:
            ware = _within_reach(stall, s.top[stall], left, empty, *trades[:many])
            wares.append({**ware, "earns": now[ware["ware"]]} if not many and ware["ware"] in now else ware)
    return wares


def _purchases(listed: list[int], earns: list[int]) -> dict[str, int]:
    """What each ware that can be bought now would bring."""
    actions = zip(map(NOTATION.at, listed), earns, strict=True)
    return {action.ware: points for action, points in actions if isinstance(action, Buy)}


@lru_cache(1 << 14)
def _within_reach(stall: int, ware: int, left: int, empty: int, *trades: int) -> dict[str, Any]:
    """A ware that can be bought after these trades, with so many tokens left. Asked for at every ply, and the same at
    most of them."""
    return {
        "ware": WARE_TEXTS[ware],
        "stall": stall,
        "trades": [(trade.returned, trade.taken) for trade in map(NOTATION.at, trades) if isinstance(trade, Trade)],
        "left": left,
        "earns": points_for(column_of(ware, empty), left),
    }


_mine = threading.local()
"""Room to try trades in, for each thread: making it anew would cost more than the search."""


def _scratch(engine: Engine) -> tuple[States, Actions, Actions, Actions]:
    if not hasattr(_mine, "room"):
        best = np.empty((STALLS, 4), np.int64)
        _mine.room = engine.states(_MOST_TRADES + 1), engine.buffer(), engine.buffer(), best
    room: tuple[States, Actions, Actions, Actions] = _mine.room
    return room


@jit
def _search(states: States, tried: States, first: Actions, second: Actions, best: Actions) -> None:
    """Every ware after no trade, one and two. Whose turn it is stays as it is: only the tokens move."""
    s = states[0]
    for k in range(len(tried)):
        tried[k] = states[0]
    now = tried[0]
    now.phase = ROLL_OR_TRADE
    now.turns = max(now.turns, now.players)  # in a turn to come trades are open to all
    rolled = 1 if s.phase == ROLL_OR_TRADE else 0
    _note(s, s.hand[s.seat], rolled, 0, _NONE, _NONE, best)
    if s.phase == BUY and total(s.hand[s.seat]) > TOKEN_LIMIT:
        return
    for a in range(legal(now, first)):
        if first[a] != ix.ROLL:
            hand, bank = _traded(tried, 0, first[a])
            _note(s, hand, 0, 1, first[a], _NONE, best)
            if total(hand) <= TOKEN_LIMIT:
                then = tried[1]
                then.phase = ROLL_OR_TRADE
                then.turns = now.turns
                then.hand[s.seat] = hand
                then.bank = bank
                for b in range(legal(then, second)):
                    if second[b] != ix.ROLL:
                        _note(s, _traded(tried, 1, second[b])[0], 0, 2, first[a], second[b], best)


@inlined
def _traded(tried: States, which: int, trade: int) -> tuple[int, int]:
    """The hand and the bank after a trade."""
    seat = tried[which].seat
    tried[len(tried) - 1] = tried[which]
    apply(tried[len(tried) - 1], trade)
    return tried[len(tried) - 1].hand[seat], tried[len(tried) - 1].bank


@inlined
def _note(s: State, hand: int, more: int, trades: int, first: int, second: int, best: Actions) -> None:
    """Keep, for each stall, the way with the fewest trades and then the fewest tokens left."""
    for stall in range(STALLS):
        if covers(hand, s.price[stall]):
            left = total(hand - s.price[stall]) + more
            fewest = best[stall, _TRADES]
            if fewest == _NONE or trades < fewest or (trades == fewest and left < best[stall, _LEFT]):
                best[stall, _TRADES] = trades
                best[stall, _LEFT] = left
                best[stall, _FIRST] = first
                best[stall, _SECOND] = second
