"""Who can pay what, by brute force (DB-24 to DB-26): every sequence of single steps, one card or unit at a time.

A step takes a unit from a neighbour, pays a card, or trades any three cards for a needed one of which none is left in
hand, from a pile that has one once the three went back; the card is paid at once. Nothing here is shared with the game.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

Four = tuple[int, int, int, int]
"""How many of each resource."""

TRADES: tuple[Four, ...] = tuple(
    (a, b, c, 3 - a - b - c) for a, b, c in itertools.product(range(4), repeat=3) if a + b + c <= 3
)


def four(text: str) -> Four:
    return text.count("S"), text.count("C"), text.count("P"), text.count("W")


def text_of(cards: Four) -> str:
    return "".join(letter * many for letter, many in zip("SCPW", cards, strict=True))


def less(cards: Four, other: Four) -> Four:
    a, b, c, d = (one - two for one, two in zip(cards, other, strict=True))
    return a, b, c, d


def one(r: int) -> Four:
    return int(r == 0), int(r == 1), int(r == 2), int(r == 3)


@functools.lru_cache(maxsize=200_000)
def ends(need: Four, units: Four, hand: Four, pile: Four) -> frozenset[Four]:
    """The hands with which the payment can end."""
    if not any(need):
        return frozenset([hand])
    return frozenset(end for step in steps(need, units, hand, pile) for end in ends(*step))


@functools.lru_cache(maxsize=400_000)
def can_pay(need: Four, units: Four, hand: Four, pile: Four) -> bool:
    """Whether the payment can end at all."""
    return not any(need) or any(can_pay(*step) for step in steps(need, units, hand, pile))


def steps(need: Four, units: Four, hand: Four, pile: Four) -> Iterator[tuple[Four, Four, Four, Four]]:
    for r in range(4):
        if need[r] == 0:
            continue
        still = less(need, one(r))
        if units[r]:
            yield still, less(units, one(r)), hand, pile
        if hand[r]:
            yield still, units, less(hand, one(r)), less(pile, less((0, 0, 0, 0), one(r)))
        else:
            for three in TRADES:
                rest, back = less(hand, three), less(pile, less((0, 0, 0, 0), three))
                if min(rest) >= 0 and back[r] >= 1:
                    yield still, units, rest, back


def payments(cost: Four, units: Four, hand: Four, pile: Four) -> set[str]:
    """The sets of cards that can leave the hand for a cost, with these units from neighbours."""
    return {text_of(less(hand, end)) for end in ends(cost, _used(cost, units), hand, pile)}


def is_affordable(cost: Four, units: Four, hand: Four, pile: Four) -> bool:
    return can_pay(cost, _used(cost, units), hand, pile)


def _used(cost: Four, units: Four) -> Four:
    """More units than a cost has are as good as none."""
    a, b, c, d = (min(pair) for pair in zip(cost, units, strict=True))
    return a, b, c, d
