"""Loops that work for any game, compiled against one game's rules by `Engine`. Nothing here knows a rule.

`actor`, `legal`, `count_legal`, `nth_legal`, `weights`, `draw`, `apply`, `ask_ahead` and `random_step` stand for the
bound game's functions. At the Python border a position is (array, index): a record scalar costs microseconds a call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.chance import Words, below, weighted
from saltroad.kernel.jit import inlined
from saltroad.kernel.prefetch import prefetch
from saltroad.kernel.state_record import States

Buffer = NDArray[np.int64]
"""Of 64 bits, as Python's border gives them: with another type every rule would be compiled twice."""


def _unbound(*_: Any) -> Any:
    raise TypeError("a driver runs only when bound to a game: see Engine")


actor: Callable[[Any], int] = _unbound
legal: Callable[[Any, Buffer], int] = _unbound
count_legal: Callable[[Any, Buffer], int] = _unbound
nth_legal: Callable[[Any, Buffer, int], int] = _unbound
weights: Callable[[Any, Buffer, int, Buffer], None] = _unbound
draw: Callable[[Any, Words, int], int] = _unbound
apply: Callable[[Any, int], None] = _unbound
ask_ahead: Callable[[States, int], None] = _unbound
random_step: Callable[[Any, Words, Buffer, Buffer], bool] = _unbound


@inlined
def nth_listed(s: Any, actions: Buffer, n: int) -> int:
    """The n-th legal action of a game whose `legal` lists them all."""
    return int(actions[n])


@inlined
def ask_whole(states: States, i: int) -> None:
    """While game i is stepped: ask memory for all of the next record."""
    if i + 1 < len(states):
        prefetch(states, i + 1, 0, states.itemsize)


@inlined
def no_tie_break(s: Any, seat: int) -> int:
    """For a game in which equal scores are a tie."""
    return 0


UNDRAWN = -1


@inlined
def undrawn(s: Any, rng: Words, count: int) -> int:
    """For a game that has no faster way to draw than by its weights."""
    return UNDRAWN


def actor_at(states: States, i: int) -> int:
    return actor(states[i])


def legal_at(states: States, i: int, actions: Buffer) -> int:
    return legal(states[i], actions)


def weights_at(states: States, i: int, actions: Buffer, count: int, out: Buffer) -> None:
    weights(states[i], actions, count, out)


def apply_at(states: States, i: int, action: int) -> None:
    apply(states[i], action)


def random_step_of(s: Any, rng: Words, actions: Buffer, out: Buffer) -> bool:
    """One action at random, chance by its weights, seats evenly; False if the game is over."""
    who = actor(s)
    if who == NOBODY:
        return False
    count = count_legal(s, actions)
    if who == CHANCE:
        drawn = draw(s, rng, count)
        if drawn == UNDRAWN:
            weights(s, actions, count, out)
            drawn = weighted(rng, out, count)
        apply(s, nth_legal(s, actions, drawn))
    else:
        apply(s, nth_legal(s, actions, below(rng, count)))
    return True


def playout(states: States, i: int, rng: Words, most: int, actions: Buffer, out: Buffer) -> int:
    """Play game i on at random, to its end or for `most` plies; gives the plies played."""
    s = states[i]
    plies = 0
    while plies < most and random_step(s, rng, actions, out):
        plies += 1
    return plies


def playouts(start: States, states: States, i: int, games: int, rng: Words, actions: Buffer, out: Buffer) -> int:
    """Play many games at random from the position in `start`, in place i; gives the plies of all."""
    plies = 0
    for _ in range(games):
        states[i] = start[0]
        s = states[i]
        while random_step(s, rng, actions, out):
            plies += 1
    return plies


def step_all(start: States, states: States, rng: Words, actions: Buffer, out: Buffer) -> int:
    """One random action in every game of a batch; a game that is over starts anew. Gives the games that ended."""
    ended = 0
    for i in range(len(states)):
        ask_ahead(states, i)
        s = states[i]
        while not random_step(s, rng, actions, out):
            ended += 1
            states[i] = start[0]
    return ended


def perft(states: States, depth: int, actions: NDArray[np.int64]) -> int:
    """How many ways there are to play `depth` actions on from states[0], chance's included.

    A walk without recursion: states[d] is the position after d actions, actions[d] its legal list, next and last.
    """
    width = actions.shape[1] - 2
    count = 0
    d = 0
    actions[0, width + 1] = legal(states[0], actions[0])
    actions[0, width] = 0  # after the call: rules may use all of a buffer for their notes
    while d >= 0:
        if d == depth - 1:
            count += actions[d, width + 1]
            d -= 1
        elif actions[d, width] == actions[d, width + 1]:
            d -= 1
        else:
            states[d + 1] = states[d]
            apply(states[d + 1], actions[d, actions[d, width]])
            actions[d, width] += 1
            d += 1
            actions[d, width + 1] = legal(states[d], actions[d])
            actions[d, width] = 0
    return count
