"""The rules of Bazaar, once: compiled for search and training, called by everything else.

A turn is a row of phases; each phase has a function that lists what is legal and one that applies it. Ids in the
comments are those of rulebook.toml. `apply` trusts its caller: what checks first is `Game.play`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from saltroad.games.bazaar import indices as ix
from saltroad.games.bazaar.components import (
    CARD_PAIR,
    CHOICE,
    FACES,
    LETTERS,
    MAKES_ALONE,
    ONE_COLOUR,
    OUT_OF_REACH,
    PLENTY,
    POINTS,
    RETURN_FIRST,
    RETURN_PURSE,
    STALLS,
    START_RANK,
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
from saltroad.games.bazaar.state import (
    BUY,
    DIE,
    DISPLAYED,
    MOST_PLAYERS,
    NO_PURCHASES,
    NO_WARE,
    OVER,
    POST_RATES,
    POSTED,
    PUZZLE_SOLVED,
    RETURN_TOKENS,
    ROLL_FOR_START,
    ROLL_OR_TRADE,
    SHOW_WARE,
    TAKE_TOKEN,
    TWO_STALLS_EMPTY,
    UNSEEN,
    State,
)
from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.jit import inlined

Actions = NDArray[np.int64]
Weights = NDArray[np.int64]

_COLOURS = len(LETTERS)
_FACES = len(FACES)
_QUIET_ROUNDS = 40


# -- whose move, and what is legal -------------------------------------------------------------------------------------


@inlined
def left_of(s: State, seat: int) -> int:
    """The next seat; written without %, which costs 20 cycles."""
    return 0 if seat + 1 == s.players else seat + 1


@inlined
def actor(s: State) -> int:
    """The seat to act, CHANCE or NOBODY."""
    phase = s.phase
    if phase == OVER:
        return NOBODY
    if phase == RETURN_TOKENS:
        return left_of(s, s.seat)  # BZ-17; alone, oneself (BZ-51)
    if phase <= ROLL_FOR_START or phase == DIE:
        return CHANCE
    return int(s.seat)


@inlined
def is_first_turn(s: State) -> bool:
    return s.turns < s.players


@inlined
def _legal_roll_or_trade(s: State, actions: Actions) -> int:
    actions[0] = ix.ROLL
    count = 1
    if is_first_turn(s):
        return count  # BZ-10
    held = s.hand[s.seat]
    bank = s.bank
    bank_can_give = covers(bank, PLENTY)
    for k in range(POSTED):
        trade = TRADES_PER_CARD * s.rates[0] + k
        if k >= TRADES_PER_CARD:
            trade = TRADES_PER_CARD * s.rates[1] + k - TRADES_PER_CARD
        is_legal = covers(held, s.posted[k])  # BZ-12
        if not bank_can_give:
            is_legal &= covers(bank + TRADE_RETURNS[trade], TRADE_TAKES[trade])  # BZ-13
        # always written, counted if legal: the processor would guess half of these branches wrong
        actions[count] = ix.TRADE + trade
        count += 1 if is_legal else 0
    return count


@inlined
def _legal_take(s: State, actions: Actions) -> int:
    count = 0
    for colour in range(_COLOURS):
        if amount(s.bank, colour) > 0:  # BZ-14
            actions[count] = ix.TAKE + colour
            count += 1
    return count


@inlined
def _legal_buy(s: State, actions: Actions) -> int:
    held = s.hand[s.seat]
    count = 0
    for stall in range(STALLS):
        ware = s.top[stall]
        if covers(held, s.price[stall]):
            k = count  # the promise is ascending order, and stalls are in none
            while k > 0 and actions[k - 1] > ix.BUY + ware:
                actions[k] = actions[k - 1]
                k -= 1
            actions[k] = ix.BUY + ware
            count += 1
    actions[count] = ix.PASS  # BZ-15: they need not
    return count + 1


@inlined
def _legal_return(s: State, actions: Actions) -> int:
    held = s.hand[s.seat]
    over = total(held) - TOKEN_LIMIT
    count = 0
    for k in range(RETURN_FIRST[over - 1], RETURN_FIRST[over]):
        if covers(held, RETURN_PURSE[k]):
            actions[count] = ix.RETURN + k
            count += 1
    return count


@inlined
def is_in_reach(s: State, ware: int) -> bool:
    """BZ-50: five alike can be held alone for sure only if a posted trade takes that colour and no other."""
    colour = ONE_COLOUR[ware]
    return bool(colour < 0 or MAKES_ALONE[s.rates[0], colour] + MAKES_ALONE[s.rates[1], colour] > 0)


@inlined
def _legal_show(s: State, actions: Actions) -> int:
    count = 0
    for ware in range(WARES):
        if s.where[ware] == UNSEEN and (s.players > 1 or is_in_reach(s, ware)):
            actions[count] = ix.SHOW + ware
            count += 1
    return count


@inlined
def _all_from(first: int, many: int, actions: Actions) -> int:
    for k in range(many):
        actions[k] = first + k
    return many


@inlined
def legal(s: State, actions: Actions) -> int:
    """Write the legal actions, ascending, and give their number; at a chance node, the possible outcomes."""
    phase = s.phase
    if phase == ROLL_OR_TRADE:
        return _legal_roll_or_trade(s, actions)
    if phase in (DIE, ROLL_FOR_START):
        return _all_from(ix.DIE, _FACES, actions)
    if phase == BUY:
        return _legal_buy(s, actions)
    if phase == TAKE_TOKEN:
        return _legal_take(s, actions)
    if phase == RETURN_TOKENS:
        return _legal_return(s, actions)
    if phase == SHOW_WARE:
        return _legal_show(s, actions)
    if phase == POST_RATES:
        return _all_from(ix.RATES, len(CARD_PAIR), actions)
    return 0


@inlined
def weights(s: State, actions: Actions, count: int, out: Weights) -> None:
    """The whole-number weight of each outcome that `legal` listed: in this game all are equally likely."""
    for k in range(count):
        out[k] = 1


# -- what an action does -----------------------------------------------------------------------------------------------


@inlined
def empty_stalls(s: State) -> int:
    empty = 0
    for stall in range(STALLS):
        if s.left[stall] == 0:
            empty += 1
    return empty


@inlined
def column_of(ware: int, empty: int) -> int:
    """BZ-21, BZ-22: the column that a ware scores in when `empty` stalls were empty before."""
    return int(WARE_STAR[ware]) + (1 if empty > 0 else 0)


@inlined
def points_for(column: int, tokens_left: int) -> int:
    return int(POINTS[column, min(tokens_left, 3)])  # BZ-20


@inlined
def _score(s: State, column: int, tokens_left: int) -> None:
    s.points[column * MOST_PLAYERS + s.seat] += points_for(column, tokens_left)


@inlined
def _close_purchases(s: State) -> None:
    """Score this turn's purchases by the tokens left after the last of them (BZ-20, BZ-40)."""
    tokens_left = total(s.hand[s.seat])
    _score(s, column_of(s.bought[0], s.empty_before), tokens_left)
    if s.bought[1] != NO_WARE:
        # BZ-41: a stall empty for the first time after a double purchase lifts the second ware, whichever emptied it
        _score(s, column_of(s.bought[1], empty_stalls(s)), tokens_left)


@inlined
def _end(s: State, reason: int) -> None:
    s.ended = reason
    s.phase = OVER


@inlined
def _next_turn(s: State) -> None:
    s.turns += 1
    if s.bought[0] == NO_WARE:
        s.quiet += 1
    else:
        s.quiet = 0
    s.bought[0] = NO_WARE
    s.bought[1] = NO_WARE
    if s.players > 1 and s.quiet >= _QUIET_ROUNDS * s.players:
        _end(s, NO_PURCHASES)  # BZ-32
        return
    s.seat = left_of(s, s.seat)
    s.phase = ROLL_OR_TRADE


@inlined
def _end_turn(s: State) -> None:
    if total(s.hand[s.seat]) > TOKEN_LIMIT:
        s.phase = RETURN_TOKENS  # BZ-16, BZ-17
    else:
        _next_turn(s)


@inlined
def _can_buy_any(s: State) -> bool:
    held = s.hand[s.seat]
    found = False
    for stall in range(STALLS):
        found |= covers(held, s.price[stall])
    return found


@inlined
def _after_tokens(s: State) -> None:
    """The roll or the trade is done: the purchase comes next, if there is any to make."""
    if s.players == 1:
        if s.hand[0] == WARE_PRICE[s.top[0]]:  # BZ-50
            s.turns += 1
            _end(s, PUZZLE_SOLVED)
        else:
            _end_turn(s)
    elif _can_buy_any(s):
        s.empty_before = empty_stalls(s)
        s.phase = BUY
    else:
        _end_turn(s)


@inlined
def _take_from_bank(s: State, colour: int) -> None:
    s.bank -= one(colour)
    s.hand[s.seat] += one(colour)
    _after_tokens(s)


@inlined
def _apply_die(s: State, face: int) -> None:
    if face == CHOICE:
        s.phase = TAKE_TOKEN
    elif amount(s.bank, face) > 0:
        _take_from_bank(s, face)
    else:
        _after_tokens(s)  # BZ-14


@inlined
def _apply_trade(s: State, trade: int) -> None:
    change = TRADE_TAKES[trade] - TRADE_RETURNS[trade]
    s.hand[s.seat] += change
    s.bank -= change
    _after_tokens(s)


@inlined
def _has_bought_all(s: State) -> bool:
    """Whether no purchase can follow in this turn: without the option one, with it two (BZ-15, BZ-40)."""
    return not s.double_purchase or s.bought[1] != NO_WARE


@inlined
def _after_purchase(s: State) -> None:
    if _has_bought_all(s):
        _end_turn(s)
    elif _can_buy_any(s):
        s.phase = BUY  # BZ-40
    else:
        _close_purchases(s)
        _end_turn(s)


@inlined
def _apply_buy(s: State, ware: int) -> None:
    stall = 0
    while s.top[stall] != ware:
        stall += 1
    s.hand[s.seat] -= WARE_PRICE[ware]
    s.bank += WARE_PRICE[ware]
    s.where[ware] = s.seat
    s.wares[s.seat] += 1
    s.bought[0 if s.bought[0] == NO_WARE else 1] = ware
    s.top[stall] = NO_WARE
    s.price[stall] = OUT_OF_REACH
    s.left[stall] -= 1
    is_last = s.left[stall] == 0 and empty_stalls(s) == 2  # BZ-30, also after the first of two (BZ-42)
    if is_last or _has_bought_all(s):
        _close_purchases(s)
    if s.left[stall] > 0:
        s.stall = stall
        s.phase = SHOW_WARE
    elif is_last:
        s.turns += 1
        _end(s, TWO_STALLS_EMPTY)
    else:
        _after_purchase(s)


@inlined
def _apply_rates(s: State, pair: int) -> None:
    for card in range(2):
        s.rates[card] = CARD_PAIR[pair, card]
        for k in range(TRADES_PER_CARD):
            s.posted[TRADES_PER_CARD * card + k] = TRADE_RETURNS[TRADES_PER_CARD * s.rates[card] + k]
    s.phase = SHOW_WARE


@inlined
def _apply_show(s: State, ware: int) -> None:
    s.where[ware] = DISPLAYED
    s.top[s.stall] = ware
    s.price[s.stall] = WARE_PRICE[ware]
    if s.bought[0] != NO_WARE:
        _after_purchase(s)
    elif s.players == 1:
        s.phase = ROLL_OR_TRADE
    elif s.stall + 1 < STALLS:
        s.stall += 1
    else:
        s.phase = ROLL_FOR_START


@inlined
def _next_contender(s: State, seat: int) -> int:
    while seat < s.players and not (s.contenders >> seat) & 1:
        seat += 1
    return seat


@inlined
def _apply_roll_for_start(s: State, face: int) -> None:
    rank = START_RANK[face]
    if rank > s.best:
        s.best = rank
        s.leaders = 0
    if rank == s.best:
        s.leaders |= 1 << s.seat
    s.seat = _next_contender(s, s.seat + 1)
    if s.seat < s.players:
        return
    s.contenders = s.leaders  # all have rolled: those tied for first roll again
    s.seat = _next_contender(s, 0)
    s.leaders = 0
    s.best = -1
    if s.contenders == 1 << s.seat:
        s.phase = ROLL_OR_TRADE


@inlined
def apply(s: State, action: int) -> None:
    """Make the action's change in place; trusts that it is legal."""
    s.ply += 1
    phase = s.phase
    if phase == ROLL_OR_TRADE:
        if action == ix.ROLL:
            s.phase = DIE
        else:
            _apply_trade(s, action - ix.TRADE)
    elif phase == DIE:
        _apply_die(s, action - ix.DIE)
    elif phase == BUY:
        if action == ix.PASS:
            if s.bought[0] != NO_WARE:
                _close_purchases(s)
            _end_turn(s)
        else:
            _apply_buy(s, action - ix.BUY)
    elif phase == TAKE_TOKEN:
        _take_from_bank(s, action - ix.TAKE)
    elif phase == RETURN_TOKENS:
        s.hand[s.seat] -= RETURN_PURSE[action - ix.RETURN]
        s.bank += RETURN_PURSE[action - ix.RETURN]
        _next_turn(s)
    elif phase == SHOW_WARE:
        _apply_show(s, action - ix.SHOW)
    elif phase == ROLL_FOR_START:
        _apply_roll_for_start(s, action - ix.DIE)
    elif phase == POST_RATES:
        _apply_rates(s, action - ix.RATES)
