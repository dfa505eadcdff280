"""Paying for a tile of Desert Bazaar: what neighbours give, what is traded, which cards can leave the hand (DB-24 to
DB-26).

Whatever neighbours give and however trades are made, a payment changes only one thing: some cards go from the hand to
their piles (a card got by a trade is paid at once). So a payment *is* those cards, and two ways to pay with the same
cards are one action. A *way* divides a cost: units that neighbours give, cards paid, units got by trades.

A trade is for a card that the player does not have any more. So of every resource traded for, the whole hand leaves:
paid, or in a trade made before.
"""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from saltroad.games.desert_bazaar.components import (
    BIT_OF,
    CARD_SET_FIRST,
    CARD_SET_NUMBER,
    CARD_SETS,
    COST,
    COSTS,
    LETTERS,
    MOST_PAID,
    RESOURCES,
    WORD_OF,
    amount,
    cards,
    covers,
    one,
    total,
)
from saltroad.games.desert_bazaar.state import NEXT_TO_ONE, NEXT_TO_TWO, State
from saltroad.kernel.bits import WORD, words_for
from saltroad.kernel.jit import inlined

_RESOURCES = len(RESOURCES)
_COST_CARDS = np.array([cards(cost) for cost in COSTS], np.int64)

PAYMENT_WORDS = words_for(len(CARD_SETS))
"""A set of payments is a set of CARD_SETS."""

Words = NDArray[np.int64]


# -- what neighbours leave to pay: can it be afforded? -----------------------------------------------------------------

NEEDS = int(CARD_SET_FIRST[4])
"""A need is what is left of a cost: a set of up to three cards."""
assert NEEDS <= WORD, "a set of needs is one word"


_HELP = ((), (0,), (1,), (2,), (0, 1), (0, 2), (1, 2))
"""Which of a cost's three units neighbours give; all three leave nothing to pay."""


def _units(cost: str) -> list[int]:
    """Where neighbours give each unit of a cost, as sets of `near`: the second of two alike needs two tents."""
    return [
        (NEXT_TO_TWO if letter in cost[:k] else NEXT_TO_ONE) + LETTERS.index(letter) for k, letter in enumerate(cost)
    ]


def _need(cost: str, given: tuple[int, ...]) -> int:
    """What is left of a cost. A second unit of two alike is given only beside the first."""
    given = tuple({*given, *(k - 1 for k in given if k > 0 and cost[k] == cost[k - 1])})
    return CARD_SETS.index("".join(letter for k, letter in enumerate(cost) if k not in given))


_UNIT = np.array([_units(cost) for cost in COSTS], np.int64)
_NEED = np.array([[_need(cost, given) for given in _HELP] for cost in COSTS], np.int64)


def _affordable() -> NDArray[np.int64]:
    """AFFORDABLE[hand, cards held]: the needs, as bits, that can be paid. A hand counts up to two of a resource, since
    no need has more; a unit that is lacking costs three other cards."""
    table = np.zeros((3**_RESOURCES, MOST_PAID + 1), np.int64)
    for code, hand in enumerate(itertools.product(range(3), repeat=_RESOURCES)):
        for number, need in enumerate(CARD_SETS[:NEEDS]):
            lacking = sum(max(0, need.count(letter) - hand[r]) for r, letter in enumerate(LETTERS))
            for held in range(len(need) + 2 * lacking, MOST_PAID + 1):
                table[code, held] |= 1 << number
    return table


_AFFORDABLE = _affordable()
_WITH = np.array([sum(1 << k for k, need in enumerate(CARD_SETS[:NEEDS]) if x in need) for x in LETTERS], np.int64)
"""_WITH[resource]: the needs that contain it."""


@inlined
def affordable_needs(hand: int, pile: int) -> int:
    """The needs, as bits, that a hand can pay (DB-24, DB-26)."""
    code = 0
    barred = 0
    for r in range(_RESOURCES):
        mine = amount(hand, r)
        code = 3 * code + min(mine, 2)
        if mine == 0 and amount(pile, r) == 0:
            barred |= _WITH[r]  # an empty pile cannot give, and nothing of it is paid before
    return int(_AFFORDABLE[code, min(total(hand), MOST_PAID)]) & ~barred


@inlined
def affordable_word(s: State, needs: int, cost: int, w: int) -> int:
    """Where a tile of this cost can be placed and paid for: one word of the set."""
    room = int(s.room[w])
    if (needs >> _NEED[cost, 0]) & 1:
        return room
    # no branch for each need: which of them can be paid is as good as random (30 ns a tile with branches, 10 without)
    unit0, unit1, unit2 = s.near[_UNIT[cost, 0], w], s.near[_UNIT[cost, 1], w], s.near[_UNIT[cost, 2], w]
    pays0 = -((needs >> _NEED[cost, 1]) & 1)
    pays1 = -((needs >> _NEED[cost, 2]) & 1)
    pays2 = -((needs >> _NEED[cost, 3]) & 1)
    pays01 = -((needs >> _NEED[cost, 4]) & 1)
    pays02 = -((needs >> _NEED[cost, 5]) & 1)
    pays12 = -((needs >> _NEED[cost, 6]) & 1)
    with0 = unit0 & (pays0 | (unit1 & (pays01 | unit2)) | (unit2 & pays02))
    return int(with0 | (unit1 & (pays1 | (unit2 & pays12))) | (unit2 & pays2)) & room


# -- all payments ------------------------------------------------------------------------------------------------------


def _ways(cost: str) -> list[tuple[int, int, int]]:
    """Every way to divide a cost: units given, cards paid, units traded for."""
    parts = {
        tuple(tuple(sorted(x for x, role in zip(cost, roles, strict=True) if role == part)) for part in range(3))
        for roles in itertools.product(range(3), repeat=len(cost))
    }
    return sorted((cards("".join(given)), cards("".join(paid)), cards("".join(got))) for given, paid, got in parts)


_ALL_WAYS = [_ways(cost) for cost in COSTS]
_WAY_FIRST = np.array([sum(map(len, _ALL_WAYS[:k])) for k in range(len(COSTS) + 1)], np.int64)
_GIVEN, _PAID, _TRADED_FOR = (
    np.array([way[part] for ways in _ALL_WAYS for way in ways], np.int64) for part in range(3)
)


_LEAST = np.array([total(paid) + 3 * total(got) for ways in _ALL_WAYS for _, paid, got in ways], np.int64)
"""How many cards leave the hand in a way."""


@inlined
def given_at(s: State, space: int) -> int:
    """The units that tents around a space would give, two of a resource at most: no cost has more (DB-25)."""
    word, bit = WORD_OF[space], BIT_OF[space]
    units = 0
    for r in range(_RESOURCES):
        if s.near[NEXT_TO_ONE + r, word] & bit:
            units += one(r)
        if s.near[NEXT_TO_TWO + r, word] & bit:
            units += one(r)
    return units


@inlined
def number_of(paid: int) -> int:
    """The number in CARD_SETS of up to nine cards."""
    return int(CARD_SET_NUMBER[amount(paid, 0), amount(paid, 1), amount(paid, 2), amount(paid, 3)])


@inlined
def mark_payments(s: State, tile: int, space: int, marked: Words) -> None:
    """All payments for this tile there, as a set of CARD_SETS."""
    for w in range(PAYMENT_WORDS):
        marked[w] = 0
    hand, given = s.hand[s.seat], given_at(s, space)
    held, cost = total(hand), COST[tile]
    for way in range(_WAY_FIRST[cost], _WAY_FIRST[cost + 1]):
        paid, traded_for = _PAID[way], _TRADED_FOR[way]
        if held >= _LEAST[way] and covers(given, _GIVEN[way]) and covers(hand, paid):
            if traded_for == 0:
                _mark(marked, paid)
            else:
                _mark_trades(s, hand, paid, traded_for, marked)


@inlined
def _mark(marked: Words, paid: int) -> None:
    number = number_of(paid)
    marked[number // WORD] |= 1 << (number % WORD)


@inlined
def _mark_trades(s: State, hand: int, paid: int, traded_for: int, marked: Words) -> None:
    """The payments of one way that needs trades: which cards can be given, three for each unit."""
    gone = gone_first(s, hand, paid, traded_for)
    if gone < 0:
        return
    more = 3 * total(traded_for) - total(gone)
    spare = hand - paid - gone
    for a in range(min(amount(spare, 0), more) + 1):
        for b in range(min(amount(spare, 1), more - a) + 1):
            for c in range(min(amount(spare, 2), more - a - b) + 1):
                d = more - a - b - c
                if d <= amount(spare, 3):
                    _mark(marked, paid + gone + a * one(0) + b * one(1) + c * one(2) + d * one(3))


@inlined
def gone_first(s: State, hand: int, paid: int, traded_for: int) -> int:
    """The cards that must leave in trades because their resource is itself traded for; -1 if no order does it.

    Before a resource is traded for, its last card is gone, into a trade made earlier. To trade first for what needs
    the fewest such cards leaves the most room.
    """
    gone = 0
    room = 0
    done = 0
    for _ in range(_RESOURCES):
        best = -1
        least = 0
        for r in range(_RESOURCES):
            if amount(traded_for, r) > 0 and not (done >> r) & 1:
                extra = amount(hand, r) - amount(paid, r)
                if best < 0 or extra < least:
                    best = r
                    least = extra
        if best < 0:
            break
        if least > room:
            return -1
        if amount(hand, best) == 0 and amount(s.pile, best) == 0:
            return -1  # DB-26: an empty pile cannot give
        done |= 1 << best
        gone += least * one(best)
        room += 3 * amount(traded_for, best) - least
    return gone


@inlined
def can_pay(s: State, tile: int, space: int) -> bool:
    """Whether the seat could pay for this tile there."""
    given, cost = given_at(s, space), _COST_CARDS[COST[tile]]
    need = 0
    for r in range(_RESOURCES):
        need += max(0, amount(cost, r) - amount(given, r)) * one(r)
    return bool((affordable_needs(s.hand[s.seat], s.pile) >> number_of(need)) & 1)


@inlined
def default_payment(s: State, tile: int, space: int) -> int:
    """The payment that is offered first, a number of CARD_SETS: all neighbours that help, then own cards, then trades
    from the most plentiful resource. The tile must be affordable there."""
    given, cost = given_at(s, space), _COST_CARDS[COST[tile]]
    hand = s.hand[s.seat]
    paid = 0
    lacking = 0
    for r in range(_RESOURCES):
        need = max(0, amount(cost, r) - amount(given, r))
        own = min(need, amount(hand, r))
        paid += own * one(r)
        lacking += need - own
    for _ in range(3 * lacking):
        most = 0
        for r in range(_RESOURCES):
            if amount(hand - paid, r) > amount(hand - paid, most):
                most = r
        paid += one(most)
    return number_of(paid)
