"""Pebbles with observations for learning, and variants with a fault in what is learnt from, for `check_env` to find."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from saltroad.kernel.jit import inlined, inlined_unchecked
from saltroad.kernel.observation import ObservationField, ObservationLayout, Packed, put
from testing.pebbles import DECIDE, ENGINE, KEEP, NONE, SELL, Buffer, Pebbles, State, amount

_COINS, _HELD, _SOLD, _LEFT, _HAND, _DRAWN, _ACTS = range(7)
_MOST_COINS = 15
_BITS = 4
_WORD = 64


def layout(seats: int) -> ObservationLayout:
    """The fields of an observation."""
    return ObservationLayout(
        [
            ObservationField("coins", "coins, by seat, the viewer first", columns=seats, most=_MOST_COINS),
            ObservationField("held", "pebbles kept, by seat, the viewer first", columns=seats, most=_MOST_COINS),
            ObservationField("sold", "pebbles sold, by colour", columns=3, most=3),
            ObservationField("left", "pebbles in the bag", most=21),
            ObservationField("hand", "the viewer's own pebbles, by colour", columns=3, most=7),
            ObservationField("drawn", "the pebble that the viewer decides on", columns=3),
            ObservationField("acts", "whether the viewer is to act"),
        ]
    )


@inlined_unchecked
def encode(s: State, viewer: int, remembers: int, at: Packed, out: Packed) -> None:
    """What a viewer knows."""
    first = max(viewer, 0)
    for k in range(s.players):
        seat = (first + k) % s.players
        put(out, at[_COINS] + _BITS * k, s.coins[seat])
        put(out, at[_HELD] + _BITS * k, s.held[seat])
    for colour in range(3):
        put(out, at[_SOLD] + 2 * colour, s.sold[colour])
    put(out, at[_LEFT], s.left)
    if viewer < 0:
        return
    for colour in range(3):
        put(out, at[_HAND] + _BITS * colour, amount(s.hand[viewer], colour))
    if s.drawn[viewer] != NONE:
        put(out, at[_DRAWN] + s.drawn[viewer], 1)
    if s.phase == DECIDE and s.seat == viewer:
        put(out, at[_ACTS], 1)


@inlined
def score(s: State, seat: int) -> int:
    """The points of a seat."""
    hand = s.hand[seat]
    return int(s.coins[seat]) + 5 * min(amount(hand, 0), amount(hand, 1), amount(hand, 2))


class LearntPebbles(Pebbles):
    """Pebbles as it can be learnt from."""

    engine = replace(ENGINE, name="pebbles_learnt", score=score)
    observation: SimpleNamespace = SimpleNamespace(layout=layout, encode=encode)
    """What its module `observation` would have."""


class EnvFaults(dict[str, tuple[type[LearntPebbles], str]]):
    """By name: the game, and a pattern that the message of `check_env` has to match."""

    def plant(self, name: str, message: str, *, encode: Any = encode, **rules: Any) -> None:
        parts = {
            "engine": replace(LearntPebbles.engine, name=f"pebbles_{name}", **rules),
            "observation": SimpleNamespace(layout=layout, encode=encode),
        }
        self[name] = (type(name, (LearntPebbles,), parts), message)


ENV_FAULTS = EnvFaults()


@inlined_unchecked
def _encode_beyond(s: State, viewer: int, remembers: int, at: Packed, out: Packed) -> None:
    encode(s, viewer, remembers, at, out)
    put(out, at[_ACTS] + 2 * _WORD, 1)


@inlined_unchecked
def _encode_too_much(s: State, viewer: int, remembers: int, at: Packed, out: Packed) -> None:
    encode(s, viewer, remembers, at, out)
    put(out, at[_LEFT], 31)


@inlined_unchecked
def _encode_changing(s: State, viewer: int, remembers: int, at: Packed, out: Packed) -> None:
    encode(s, viewer, remembers, at, out)
    s.left -= 1 if s.left > 3 else 0


@inlined_unchecked
def _encode_at_random(s: State, viewer: int, remembers: int, at: Packed, out: Packed) -> None:
    encode(s, viewer, remembers, at, out)
    put(out, at[_DRAWN] + np.random.randint(3), 1)


@inlined_unchecked
def _encode_anybodys(s: State, viewer: int, remembers: int, at: Packed, out: Packed) -> None:
    encode(s, viewer, remembers, at, out)
    if s.drawn[s.seat] != NONE:
        put(out, at[_DRAWN] + s.drawn[s.seat], 1)


@inlined_unchecked
def _encode_between(s: State, viewer: int, remembers: int, at: Packed, out: Packed) -> None:
    encode(s, viewer, remembers, at, out)
    put(out, at[_ACTS] + 1, 1)


@inlined
def _score_without_sets(s: State, seat: int) -> int:
    return int(s.coins[seat])


@inlined
def _tie_break_by_seat(s: State, seat: int) -> int:
    return -seat


@inlined
def _mask_of_all(s: State, mask: Packed, scratch: Buffer) -> None:
    mask[0] = (1 << KEEP) | (1 << SELL)


@inlined
def _draw_the_first(s: State, rng: Buffer, count: int) -> int:
    return 0


ENV_FAULTS.plant("writes_beyond", "`encode` for viewer .* writes outside of the observation", encode=_encode_beyond)
ENV_FAULTS.plant("too_much", "the field left has more than its most, 21", encode=_encode_too_much)
ENV_FAULTS.plant("changes_it", "`encode` changes the position|leads elsewhere", encode=_encode_changing)
ENV_FAULTS.plant("at_random", "another observation of the same|is not as `encode` gives it", encode=_encode_at_random)
ENV_FAULTS.plant("leaks", "the field drawn differs", encode=_encode_anybodys)
ENV_FAULTS.plant("writes_between", "`encode` writes bits that are of no field", encode=_encode_between)
ENV_FAULTS.plant("other_score", "the scores of the batch are", score=_score_without_sets)
ENV_FAULTS.plant("other_ranks", "the ranks of the batch are", tie_break=_tie_break_by_seat)
ENV_FAULTS.plant("other_mask", r"the mask has \[3, 4\], and legal is \[3\]", write_mask=_mask_of_all)
ENV_FAULTS.plant("other_chance", "leads elsewhere than by the contract", draw=_draw_the_first)
ENV_FAULTS.plant("seat_actions", "the mask has|IndexError", seat_actions=SELL)
