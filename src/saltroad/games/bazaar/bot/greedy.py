"""What the greedy bot knows of Bazaar: how near a hand is to a good purchase.

A hand is worth, for the ware that suits it best, the points it would bring, less for every token that is still missing.
Rolls are weighed by their average, trades by their result or by the best trade after it. The puzzle for one is solved.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from saltroad.games.bazaar.actions import BazaarAction, Buy, Pass, Return, Roll, Take, Trade
from saltroad.games.bazaar.components import COLOURS, LETTERS, POINTS, TOKEN_LIMIT, TRADES, TRADES_PER_CARD
from saltroad.games.bazaar.solo import Puzzle
from saltroad.games.bazaar.views import BazaarView, Tokens, determinize
from saltroad.kernel.contract import Position

_TURN = 0.8
"""What a purchase one turn away is worth beside one now."""
_MISSING = 0.3
"""What a purchase that lacks a token is worth beside one that does not: the die has it one time in three."""

Wares = tuple[tuple[Tokens, int], ...]
"""The wares on display: their tokens and the column they score in."""


def weigh(view: BazaarView, legal: Sequence[BazaarAction]) -> dict[BazaarAction, float]:
    """How much each action is worth to the seat that chooses: about the points it leads to."""
    if view.players == 1:
        costs = _puzzle(view.rates, view.stalls[0].top).costs(Position(determinize(view)))
        return {action: -costs[action] for action in legal}
    return {action: _weigh(view, action) for action in legal}


def _weigh(view: BazaarView, action: BazaarAction) -> float:
    hand = view.hands[view.seat]
    wares = _wares(view)
    match action:
        case Roll():
            return _rolled(hand, view, wares)
        case Take(colour):
            return _worth(_plus(hand, COLOURS.index(colour)), wares)
        case Trade(returned, taken):
            return _traded(hand, returned, taken, view, wares)
        case Buy(ware):
            return _bought(hand, ware, wares)
        case Pass():
            return _worth(hand, wares) if not view.bought else 0.0
        case Return(tokens):
            return -_worth(_minus(hand, tokens), wares)  # the left neighbour chooses, against the holder
        case _:
            return 0.0


@functools.lru_cache(maxsize=64)
def _puzzle(rates: tuple[int, ...], ware: str | None) -> Puzzle:
    assert ware is not None
    return Puzzle((rates[0], rates[1]), ware)


def _wares(view: BazaarView) -> Wares:
    lifted = any(stall.left == 0 for stall in view.stalls)
    return tuple((_counts(stall.top), stall.starred + lifted) for stall in view.stalls if stall.top is not None)


@functools.cache
def _counts(tokens: str) -> Tokens:
    return tuple(tokens.count(letter) for letter in LETTERS)


def _plus(hand: Tokens, colour: int) -> Tokens:
    return tuple(count + (k == colour) for k, count in enumerate(hand))


def _minus(hand: Tokens, tokens: str) -> Tokens:
    return tuple(count - less for count, less in zip(hand, _counts(tokens), strict=True))


def _trade(hand: Tokens, returned: str, taken: str) -> Tokens | None:
    after = _minus(hand, returned)
    return None if min(after) < 0 else tuple(a + b for a, b in zip(after, _counts(taken), strict=True))


@functools.lru_cache(maxsize=100_000)
def _worth(hand: Tokens, wares: Wares) -> float:
    """The best purchase in sight: its points, less for every token missing."""
    held = sum(hand)
    best = 0.0
    for price, column in wares:
        missing = sum(max(0, cost - count) for cost, count in zip(price, hand, strict=True))
        left = min(held + missing - sum(price), 3)
        best = max(best, float(POINTS[column][left]) * _MISSING**missing)
    over = held - TOKEN_LIMIT
    return best * _MISSING**over if over > 0 else best


def _rolled(hand: Tokens, view: BazaarView, wares: Wares) -> float:
    faces = [_worth(_plus(hand, colour) if view.bank[colour] else hand, wares) for colour in range(len(COLOURS))]
    return (sum(faces) + max(faces)) / (len(faces) + 1)


def _traded(hand: Tokens, returned: str, taken: str, view: BazaarView, wares: Wares) -> float:
    after = _trade(hand, returned, taken)
    assert after is not None
    again = [
        _worth(second, wares)
        for card in view.rates
        for back, forth in TRADES[TRADES_PER_CARD * (card - 1) : TRADES_PER_CARD * card]
        if (second := _trade(after, back, forth)) is not None
    ]
    return max(_worth(after, wares), _TURN * max(again, default=0.0))


def _bought(hand: Tokens, ware: str, wares: Wares) -> float:
    """Its points now; a purchase later would have to be worth more than a turn's wait."""
    left = min(sum(hand) - len(ware), 3)
    column = next(column for price, column in wares if price == _counts(ware))
    return float(POINTS[column][left]) / _TURN
