"""The puzzle for one, solved: par, and what each move costs against it (BZ-50 to BZ-52).

A hand is one of 8,568 (up to thirteen tokens, of which up to ten may be kept). Value iteration over all of them gives
the expected number of turns still needed under the best play, exact to about 1e-11 turns: it stops when no value moves
by more than 1e-13, and the error is at most that step times the turns still to come. The bank never runs short here:
thirteen tokens are fewer than twenty of a colour.
"""

from __future__ import annotations

import functools
import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from saltroad.games.bazaar.actions import NOTATION, BazaarAction, Return, Roll, Take, Trade
from saltroad.games.bazaar.components import (
    COLOURS,
    LETTERS,
    MAKES_ALONE,
    MOST_OVER_LIMIT,
    ONE_COLOUR,
    TOKEN_LIMIT,
    TRADE_RETURNS,
    TRADE_TAKES,
    TRADES,
    TRADES_PER_CARD,
    WARE_TEXTS,
    covers,
    one,
    purse,
)
from saltroad.games.bazaar.engine import ENGINE
from saltroad.games.bazaar.state import DIE, NO_WARE, OVER, State
from saltroad.kernel.contract import Position
from saltroad.kernel.errors import BadOptions
from saltroad.kernel.jit import jit
from saltroad.kernel.state_record import snapshot

_STILL = 1e-13
_NOT_POSSIBLE = -1

Numbers = NDArray[np.int64]
Values = NDArray[np.float64]


@dataclass(frozen=True)
class _Hands:
    """All hands, numbered by total, so that those of up to ten come first."""

    number: dict[int, int]
    """The number of a purse."""
    kept: int
    """How many hands hold ten or fewer."""
    plus: Numbers
    """plus[hand, colour]: the hand with one token more, for hands that may be kept."""
    minus: Numbers
    """minus[hand, colour]: the hand with one token less, or _NOT_POSSIBLE."""
    traded: Numbers
    """traded[hand, trade]: the hand after a trade, or _NOT_POSSIBLE."""


@functools.cache
def _hands() -> _Hands:
    most = TOKEN_LIMIT + MOST_OVER_LIMIT
    colours = range(len(COLOURS))
    purses = [
        sum(one(colour) for colour in tokens)
        for total in range(most + 1)
        for tokens in itertools.combinations_with_replacement(colours, total)
    ]
    number = {tokens: k for k, tokens in enumerate(purses)}
    kept = sum(1 for total in range(TOKEN_LIMIT + 1) for _ in itertools.combinations_with_replacement(colours, total))

    def after(tokens: int, returned: int, taken: int) -> int:
        return number[tokens - returned + taken] if covers(tokens, returned) else _NOT_POSSIBLE

    pairs = [(int(returned), int(taken)) for returned, taken in zip(TRADE_RETURNS, TRADE_TAKES, strict=True)]
    return _Hands(
        number,
        kept,
        np.array([[number[tokens + one(c)] for c in colours] for tokens in purses[:kept]], np.int64),
        np.array([[after(tokens, one(c), 0) for c in colours] for tokens in purses], np.int64),
        np.array([[after(tokens, *pair) for pair in pairs] for tokens in purses[:kept]], np.int64),
    )


@jit
def _rolled(values: Values, after: Numbers) -> float:
    """The value of rolling: five colours and Choice, equally likely."""
    total = 0.0
    best = values[after[0]]
    for k in range(after.shape[0]):
        total += values[after[k]]
        best = min(best, values[after[k]])
    mean: float = (total + best) / (after.shape[0] + 1)
    return mean


@jit
def _solve(kept: int, plus: Numbers, minus: Numbers, traded: Numbers, goal: int, values: Values) -> int:
    """Fill `values` with the expected turns still needed at the end of a turn, by hand; gives the sweeps it took."""
    sweeps = 0
    change = 1.0
    while change > _STILL:
        change = 0.0
        sweeps += 1
        for hand in range(kept, values.shape[0]):  # BZ-51: over ten, one goes back after the other
            best = np.inf
            for colour in range(minus.shape[1]):
                if minus[hand, colour] != _NOT_POSSIBLE:
                    best = min(best, values[minus[hand, colour]])
            values[hand] = best
        for hand in range(kept):
            if hand == goal:
                continue
            best = _rolled(values, plus[hand])
            for k in range(traded.shape[1]):
                if traded[hand, k] != _NOT_POSSIBLE:
                    best = min(best, values[traded[hand, k]])
            change = max(change, abs(1.0 + best - values[hand]))
            values[hand] = 1.0 + best
    return sweeps


class Puzzle:
    """Two rate cards and a ware, solved."""

    def __init__(self, rates: tuple[int, int], ware: str) -> None:
        """`rates` are the numbers on the cards, `ware` its five tokens."""
        hands = _hands()
        cards = sorted(rates)
        if not 1 <= cards[0] < cards[1] <= len(TRADES) // TRADES_PER_CARD:
            raise BadOptions(f"There are no two rate cards {rates[0]} and {rates[1]}: choose two from 1 to 10.")
        if ware not in WARE_TEXTS:
            raise BadOptions(f"There is no ware {ware[:20]!r}.")
        self.rates = (cards[0], cards[1])
        self.ware = ware
        posted = [TRADES_PER_CARD * (card - 1) + k for card in cards for k in range(TRADES_PER_CARD)]
        self._column = {Trade(*TRADES[trade]): trade for trade in posted}
        self._values: Values = np.zeros(len(hands.number))
        self.sweeps = 0
        colour = ONE_COLOUR[WARE_TEXTS.index(ware)]
        if colour >= 0 and not any(MAKES_ALONE[card - 1, colour] for card in cards):
            self._values[:] = np.inf  # 8 of the 2,025 puzzles (BZ-50): one stray token can never be got rid of
            self._values[self._number(ware)] = 0.0
            return
        traded = np.ascontiguousarray(hands.traded[:, posted])
        self.sweeps = int(_solve(hands.kept, hands.plus, hands.minus, traded, self._number(ware), self._values))

    @classmethod
    def of(cls, position: Position) -> Puzzle:
        """The puzzle that a solo game plays, once its rates and ware show."""
        s = snapshot(position.states, State)
        if s.players != 1 or s.top[0] == NO_WARE:
            raise BadOptions("There is no puzzle here yet: it begins when the ware of a solo game shows.")
        return cls((s.rates[0] + 1, s.rates[1] + 1), WARE_TEXTS[s.top[0]])

    @staticmethod
    def _number(tokens: str) -> int:
        return _hands().number[purse(tokens)]

    @property
    def par(self) -> float:
        """The expected number of turns from the start under the best play; infinite where a ware is out of reach."""
        return self.value("")

    def value(self, tokens: str) -> float:
        """The expected number of turns still needed from a hand such as "RRW", between two turns."""
        most = TOKEN_LIMIT + MOST_OVER_LIMIT
        if len(tokens) > most or not set(tokens) <= set(LETTERS):
            raise BadOptions(f"A hand is up to {most} of the letters {LETTERS}, not {tokens[:20]!r}.")
        return float(self._values[self._number(tokens)])

    def expected(self, position: Position) -> float:
        """The expected number of turns still to be counted from any position of this puzzle under the best play."""
        s = snapshot(position.states, State)
        if s.phase == OVER:
            return 0.0
        hand = _hands().number[s.hand[0]]
        if s.phase == DIE:
            return 1.0 + float(_rolled(self._values, _hands().plus[hand]))
        return min(self._after(s, action) for action in _legal(position))

    def costs(self, position: Position) -> dict[BazaarAction, float]:
        """What each of the player's legal actions costs against the best play, in turns; the best cost 0."""
        s = snapshot(position.states, State)
        after = (
            {action: self._after(s, action) for action in _legal(position)}
            if ENGINE.actor_at(position.states, 0) == 0
            else {}
        )
        best = min(after.values(), default=0.0)
        return {action: value - best if value > best else 0.0 for action, value in after.items()}

    def _after(self, s: State, action: BazaarAction) -> float:
        """The expected turns still to be counted once this action is played, this turn included."""
        hands, hand = _hands(), _hands().number[s.hand[0]]
        match action:
            case Roll():
                return 1.0 + float(_rolled(self._values, hands.plus[hand]))
            case Trade():
                return 1.0 + float(self._values[hands.traded[hand, self._column[action]]])
            case Take(colour):
                return 1.0 + float(self._values[hands.plus[hand, COLOURS.index(colour)]])
            case Return(tokens):
                return 1.0 + float(self._values[hands.number[s.hand[0] - purse(tokens)]])
            case _:
                raise TypeError(f"{action} is not a move of the puzzle")


def _legal(position: Position) -> list[BazaarAction]:
    actions = ENGINE.buffer()
    count = ENGINE.legal_at(position.states, 0, actions)
    return [NOTATION.at(index) for index in actions[:count].tolist()]
