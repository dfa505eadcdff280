"""Heaps: a tiny game for the search, of which everything is known. Take one to three pebbles; whoever takes the last
wins. Or toss: chance says who wins at once, the tosser with weight LUCK against REST. Alone, fewer moves are better."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from saltroad.bots.search import Evaluator, Scores, Tables
from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.chance import Words
from saltroad.kernel.contract import Position
from saltroad.kernel.engine import Engine
from saltroad.kernel.jit import inlined
from saltroad.kernel.state_record import I8, I32, StateRecord, dtype_of

MOST = 3
TOSS, LUCKY, UNLUCKY = MOST, MOST + 1, MOST + 2
LUCK, REST = 3, 1
TAKE, FALL, OVER = 0, 1, 2
Buffer = NDArray[np.int64]


class State(StateRecord):
    """One position."""

    ply: I32
    heap: I8
    players: I8
    seat: I8
    phase: I8
    winner: I8
    has_toss: I8


@inlined
def actor(s: State) -> int:
    if s.phase == OVER:
        return NOBODY
    return CHANCE if s.phase == FALL else int(s.seat)


@inlined
def legal(s: State, actions: Buffer) -> int:
    if s.phase == FALL:
        actions[0] = LUCKY
        actions[1] = UNLUCKY
        return 2
    count = 0
    for k in range(min(MOST, s.heap)):
        actions[count] = k
        count += 1
    if s.has_toss:
        actions[count] = TOSS
        count += 1
    return count


@inlined
def weights(s: State, actions: Buffer, count: int, out: Buffer) -> None:
    out[0] = LUCK
    out[1] = REST


@inlined
def apply(s: State, action: int) -> None:
    s.ply += 1
    after = 0 if s.seat + 1 == s.players else s.seat + 1
    if action == TOSS:
        s.phase = FALL
    elif action == LUCKY:
        s.winner = s.seat
        s.phase = OVER
    elif action == UNLUCKY:
        s.winner = after
        s.phase = OVER
    else:
        s.heap -= action + 1
        if s.heap == 0:
            s.winner = s.seat
            s.phase = OVER
        s.seat = after


@inlined
def score(s: State, scores: Scores) -> None:
    if s.players == 1:
        scores[0] = 1.0 / (1.0 + s.ply)
        return
    for seat in range(s.players):
        scores[seat] = 1.0 if seat == s.winner else 0.0


@inlined
def evaluate(s: State, tables: Tables, scores: Scores) -> float:
    """Knows nothing, and says so."""
    scores[:] = 0.5
    return 1.0


@inlined
def take_most(s: State, tables: Tables, rng: Words, actions: Buffer) -> int:
    """For players who like to take much."""
    return min(MOST, s.heap) - 1


ENGINE = Engine("heaps", dtype_of(State), 2 * MOST, actor, legal, weights, apply)
EVALUATOR = Evaluator("nothing", score, evaluate)
HABITUAL = Evaluator("takes-most", score, evaluate, rollout_policy=take_most)


def heap(pebbles: int, players: int = 2, *, toss: bool = False) -> Position:
    """A heap, the first seat to act."""
    states = ENGINE.states(1)
    s = states[0]
    s["heap"], s["players"], s["has_toss"] = pebbles, players, toss
    return Position(states)


def winning(pebbles: int) -> int | None:
    """The only move that wins for one of two players: leave a multiple of four."""
    return pebbles % 4 - 1 if pebbles % 4 else None
