"""A game's compiled rules and the drivers bound to them: what search, simulation and training run on.

Each driver is compiled when it is first used: seconds on the first run after a change, from the cache after that.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeVar, cast

import numpy as np

from saltroad.kernel import drivers
from saltroad.kernel.chance import Rng
from saltroad.kernel.drivers import Buffer
from saltroad.kernel.jit import bind, entry_point, modules_of
from saltroad.kernel.sources import sources_of
from saltroad.kernel.state_record import States, new_states

F = TypeVar("F", bound=Callable[..., Any])

_SLACK = 1
"""Rules may write one entry past the last legal action: listing without branches is faster."""


@dataclass(frozen=True)
class Engine:
    """One game, compiled. `legal(s, actions)` lists ascending indices; `apply(s, action)` trusts its caller."""

    name: str
    dtype: np.dtype[np.void]
    most_legal: int
    """No position has more legal actions than this."""
    actor: Callable[..., int]
    legal: Callable[..., int]
    weights: Callable[..., None]
    apply: Callable[..., None]
    count_legal: Callable[..., int] | None = None
    """How many actions are legal, for games that can count faster than they can list."""
    nth_legal: Callable[..., int] | None = None
    """The n-th of them, asked after `count_legal`."""
    ask_ahead: Callable[..., None] | None = None
    """In a batch, prefetches what the games after game i need; for large records of which a step needs a part."""

    score: Callable[..., int] | None = None
    """`score(s, seat)`: the points of a seat as they stand; the seat with most of them wins. For training."""
    tie_break: Callable[..., int] = drivers.no_tie_break
    """`tie_break(s, seat)`: of seats with equal scores, the one with the larger number is ahead."""
    write_mask: Callable[..., None] | None = None
    """`write_mask(s, mask, scratch)` adds the legal actions of the seat to act to a mask that is zero, for games that
    need not list them: action a is bit a % 64 of word a // 64."""
    seat_actions: int | None = None
    """How many of the first indices are actions of seats; None where those of chance are not the last."""

    draw: Callable[..., int] | None = None
    """Which outcome chance decides, where that can be drawn faster than by weights: just as they would, or UNDRAWN."""

    def __post_init__(self) -> None:
        # now, as the sources are imported: if one changed before a driver is first used, old code would be kept under
        # the new digest
        functions = (self.actor, self.legal, self.weights, self.apply)
        sources_of([drivers.__name__, *(module for function in functions for module in modules_of(function))])

    def __deepcopy__(self, _: object) -> Engine:
        return self

    def __getstate__(self) -> dict[str, Any]:
        """The rules; drivers are bound again where it is read, and code is found in the cache there."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def buffer(self) -> Buffer:
        """A buffer that `legal` and `weights` can write to. Not to be shared between threads."""
        return np.zeros(self.most_legal + _SLACK, np.int64)

    def states(self, count: int) -> States:
        """Zeroed records to copy positions into."""
        return new_states(self.dtype, count)

    @functools.cached_property
    def spare_buffers(self) -> list[Buffer]:
        """Buffers that nobody uses; `take_buffer` takes one, and who took it appends it again."""
        return []

    def take_buffer(self) -> Buffer:
        """A buffer like that of `buffer`, which may have been used before: a new one takes longer than most rules."""
        try:
            return self.spare_buffers.pop()  # not tested for being empty before: another thread may have the last one
        except IndexError:
            return self.buffer()

    def _bound(self, driver: F, **more: Callable[..., Any]) -> F:
        rules: Mapping[str, Callable[..., Any]] = {
            "actor": self.actor,
            "legal": self.legal,
            "weights": self.weights,
            "draw": self.draw or drivers.undrawn,
            "apply": self.apply,
            "count_legal": self.count_legal or self.legal,
            "nth_legal": self.nth_legal or drivers.nth_listed,
            "ask_ahead": self.ask_ahead or drivers.ask_whole,
            **more,
        }
        return cast(F, bind(driver, self.name, rules))

    @functools.cached_property
    def random_step(self) -> Callable[..., bool]:
        return self._bound(drivers.random_step_of)

    @functools.cached_property
    def actor_at(self) -> Callable[[States, int], int]:
        return self._bound(drivers.actor_at)

    @functools.cached_property
    def legal_at(self) -> Callable[[States, int, Buffer], int]:
        return self._bound(drivers.legal_at)

    @functools.cached_property
    def weights_at(self) -> Callable[[States, int, Buffer, int, Buffer], None]:
        return self._bound(drivers.weights_at)

    @functools.cached_property
    def apply_at(self) -> Callable[[States, int, int], None]:
        return self._bound(drivers.apply_at)

    # the same drivers for a position, an array of one record of this game, called directly from Python

    @functools.cached_property
    def call_actor(self) -> Callable[[States, int], int]:
        return entry_point(self.actor_at, self.states(1), 0)

    @functools.cached_property
    def call_legal(self) -> Callable[[States, int, Buffer], int]:
        return entry_point(self.legal_at, self.states(1), 0, self.buffer())

    @functools.cached_property
    def call_weights(self) -> Callable[[States, int, Buffer, int, Buffer], None]:
        return entry_point(self.weights_at, self.states(1), 0, self.buffer(), 0, self.buffer())

    @functools.cached_property
    def call_apply(self) -> Callable[[States, int, int], None]:
        return entry_point(self.apply_at, self.states(1), 0, 0)

    @functools.cached_property
    def _playout(self) -> Callable[..., int]:
        return self._bound(drivers.playout, random_step=self.random_step)

    @functools.cached_property
    def _playouts(self) -> Callable[..., int]:
        return self._bound(drivers.playouts, random_step=self.random_step)

    @functools.cached_property
    def _step_all(self) -> Callable[..., int]:
        return self._bound(drivers.step_all, random_step=self.random_step)

    @functools.cached_property
    def _perft(self) -> Callable[..., int]:
        return self._bound(drivers.perft)

    def playout(self, states: States, i: int, rng: Rng, most: int = 2**31) -> int:
        """Play game i on at random, in place, to its end or for `most` plies; gives the plies played."""
        return self._playout(states, i, rng.words, most, self.buffer(), self.buffer())

    def playouts(self, start: States, games: int, rng: Rng) -> int:
        """Play `games` games at random from `start`; gives the plies of all."""
        return self._playouts(start, self.states(1), 0, games, rng.words, self.buffer(), self.buffer())

    def step_all(self, start: States, states: States, rng: Rng) -> int:
        """One random action in every game of a batch; gives how many were over and started anew."""
        return self._step_all(start, states, rng.words, self.buffer(), self.buffer())

    def perft(self, states: States, depth: int) -> int:
        """How many ways there are to play `depth` actions on from the first of `states`."""
        if depth <= 0:
            return 1
        line = self.states(depth)
        line[0] = states[0]
        return self._perft(line, depth, np.zeros((depth, self.most_legal + _SLACK + 2), np.int64))
