"""The baseline of Bazaar: a bot that earns as many points a turn as it can by itself, and ignores the other players.

Owns the points-per-turn problem. If the wares on display were there for ever, some play would earn most points a turn
in the long run; what a hand is worth is how many points more or less than that it brings in the end. Both are solved
exactly for the posted rates and the display, by going back turn by turn until another turn adds the same to every hand;
and solved again as soon as the display changes. The bot never asks when the game will end, nor what others may take.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from math import comb

import numpy as np

from saltroad.bots import Choice, Limit
from saltroad.games.bazaar.actions import BazaarAction, Buy, Pass, Return, Roll, Take, Trade
from saltroad.games.bazaar.bot import greedy
from saltroad.games.bazaar.bot.solution import HANDS, Values, for_ever, hand_number
from saltroad.games.bazaar.components import (
    COLOURS,
    DOUBLE_STAR,
    POINTS,
    WARE_PRICE,
    WARE_STAR,
    WARE_TEXTS,
    amount,
    covers,
    one,
    purse,
    total,
)
from saltroad.games.bazaar.state import NO_WARE, State
from saltroad.games.bazaar.views import BazaarView, determinize
from saltroad.kernel.contract import AnyGame
from saltroad.kernel.state_record import snapshot

_AT_ONCE = 8
"""How many turns are solved before it is looked whether they are enough."""
_MOST_TURNS = 160
_EVEN = 0.01
"""A turn adds the same to all hands, but for so many points."""
_SMALL_HANDS = comb(2 * len(COLOURS), len(COLOURS))
"""The hands of up to five tokens: play comes back to them, while from some hands of ten there may be no way out."""


def make_bot(game: AnyGame, seed: int | Sequence[int]) -> RateBot:
    """The bot `rate`, for one seat."""
    return RateBot()


class RateBot:
    """Plays what earns most points a turn; of equals, the first. Nothing in it is left to chance."""

    def choose(self, view: BazaarView, legal: Sequence[BazaarAction], limit: Limit) -> Choice[BazaarAction]:
        if len(legal) == 1:
            return Choice(legal[0])
        values = weigh(view, legal)
        return Choice(max(legal, key=values.__getitem__), values)

    def warm(self) -> None:
        """Compile before the clock starts."""
        hand_values((0, 1), (0,), False)


@functools.lru_cache(maxsize=64)
def hand_values(rates: tuple[int, int], wares: tuple[int, ...], lifted: bool) -> tuple[float, Values, Values]:
    """Points a turn, and what each hand is worth beside an empty one: between turns, and before the purchase."""
    rows = np.zeros((2 * (_AT_ONCE + 1), HANDS), np.float32)
    rate = 0.0
    for _ in range(0, _MOST_TURNS, _AT_ONCE):
        for_ever(rates, wares, lifted, rows)
        more = (rows[-2] - rows[-4])[:_SMALL_HANDS]
        rate = float(more[0])
        if np.ptp(more) < _EVEN:
            break
        # purchases come round every so many turns: without the mean over some, the values would swing for long
        rest = rows[2::2].mean(axis=0)
        rows[0] = rest - rest[0]
    base = rows[-2, 0]
    return rate, rows[-2] - base, rows[-1] - base


def weigh(view: BazaarView, legal: Sequence[BazaarAction]) -> dict[BazaarAction, float]:
    """How many points each action is worth to the seat that chooses, beside an empty hand after its turn."""
    if view.players == 1:
        return greedy.weigh(view, legal)
    s = snapshot(determinize(view), State)
    return {action: _weigh(s, action) for action in legal}


def _weigh(s: State, action: BazaarAction) -> float:
    hand = s.hand[s.seat]
    _, rest, buy = hand_values(
        (s.rates[0], s.rates[1]), tuple(sorted(ware for ware in s.top if ware != NO_WARE)), _lifted(s)
    )
    match action:
        case Roll():
            # a colour that the bank has run out of gives nothing (BZ-14)
            taken = [float(buy[hand_number(hand + one(c))]) if amount(s.bank, c) else None for c in range(len(COLOURS))]
            none = float(buy[hand_number(hand)])
            faces = [none if worth is None else worth for worth in taken]
            best = max((worth for worth in taken if worth is not None), default=none)
            return (sum(faces) + best) / (len(faces) + 1)
        case Take(colour):
            return float(buy[hand_number(hand + one(COLOURS.index(colour)))])
        case Trade(returned, taken):
            return float(buy[hand_number(hand - purse(returned) + purse(taken))])
        case Buy(ware):
            return _bought(s, WARE_TEXTS.index(ware), rest)
        case Pass():
            earned = _points(s, [s.bought[0]], hand) if s.bought[0] != NO_WARE else 0.0
            return earned + float(rest[hand_number(hand)])
        case Return(tokens):
            return -float(rest[hand_number(hand - purse(tokens))])  # the left neighbour chooses, against the holder
        case _:
            return 0.0


def _lifted(s: State) -> bool:
    return any(left == 0 for left in s.left)


def _column(ware: int, lifted: bool) -> int:
    return min(int(WARE_STAR[ware]) + lifted, DOUBLE_STAR)


def _points(s: State, wares: Sequence[int], hand: int) -> float:
    """What purchases of one turn score, by the tokens left after the last (BZ-20, BZ-40)."""
    tokens_left = min(total(hand), POINTS.shape[1] - 1)
    lifted = s.empty_before > 0
    return float(sum(POINTS[_column(ware, lifted), tokens_left] for ware in wares))


def _bought(s: State, ware: int, rest: Values) -> float:
    """Points and the hand that is left; where two may be bought, with the best second ware in sight, if any."""
    after = s.hand[s.seat] - int(WARE_PRICE[ware])
    before = [bought for bought in s.bought if bought != NO_WARE]
    found = _points(s, [*before, ware], after) + float(rest[hand_number(after)])
    if s.double_purchase and not before:
        for second in s.top:
            if second not in (ware, NO_WARE) and covers(after, int(WARE_PRICE[second])):
                left = after - int(WARE_PRICE[second])
                found = max(found, _points(s, [ware, second], left) + float(rest[hand_number(left)]))
    return found
