"""Loops over a batch of games for training, compiled against one game's rules and its observation by `batch`.

One pass over each record while it is in the processor's cache: apply the chosen action, let chance decide, reward,
restart what is over, write the observation and the mask of the seat that acts next. Nothing here knows a rule; names
in lower case stand for the bound game's functions, as in `drivers`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.bits import as_int64, nth_bit, popcount
from saltroad.kernel.chance import Words, below, weighted
from saltroad.kernel.drivers import UNDRAWN, Buffer
from saltroad.kernel.jit import inlined, jit
from saltroad.kernel.observation import Packed
from saltroad.kernel.prefetch import prefetch, prefetch_row
from saltroad.kernel.state_record import States


def _unbound(*_: Any) -> Any:
    raise TypeError("a driver runs only when bound to a game: see Batch")


actor: Callable[[Any], int] = _unbound
legal: Callable[[Any, Buffer], int] = _unbound
count_legal: Callable[[Any, Buffer], int] = _unbound
nth_legal: Callable[[Any, Buffer, int], int] = _unbound
weights: Callable[[Any, Buffer, int, Buffer], None] = _unbound
draw: Callable[[Any, Words, int], int] = _unbound
apply: Callable[[Any, int], None] = _unbound
score: Callable[[Any, int], int] = _unbound
tie_break: Callable[[Any, int], int] = _unbound
encode: Callable[[Any, int, int, Packed, Packed], None] = _unbound
# compiled once and called: inlined wherever they are used, the rules would take minutes to compile
chance_outcome: Callable[[Any, Words, Buffer, Buffer], int] = _unbound
is_ahead: Callable[[Any, int, int], bool] = _unbound
reward_win: Callable[[Any, NDArray[np.float32]], None] = _unbound
list_mask: Callable[[Any, Packed, Buffer], None] = _unbound
write_mask: Callable[[Any, Packed, Buffer], None] = _unbound
random_step: Callable[[Any, Words, Buffer, Buffer], bool] = _unbound
settle: Callable[[States, int, Words, Buffer, Buffer], int] = _unbound
show: Callable[..., None] = _unbound
advance: Callable[..., int] = _unbound
restart: Callable[..., int] = _unbound
reward: Callable[..., None] = _unbound

LEFT_OUT = -1
"""In the actions of a step: the game is left as it is. No action has this number."""
AHEAD = 3
"""How many games ahead memory is asked for a record and the rows that are written: in batches of thousands they are
far from the processor."""
MOVER = -2
"""In `viewers`: the observation is that of the seat that acts next."""

# how a game that is over goes on (Gymnasium's autoreset modes)
SAME_STEP, NEXT_STEP, DISABLED = 0, 1, 2

# what seats are rewarded with
BY_WIN, BY_SCORE = 0, 1


class BatchArrays(NamedTuple):
    """The arrays of a batch, a row for each game. Those that a step writes may be the caller's own."""

    states: States
    starts: States
    """Games that have been dealt, to restart from."""
    rngs: NDArray[np.int64]
    """A generator for each game."""
    viewers: NDArray[np.int8]
    """Whose observation is written: a seat, -1 for a spectator, or MOVER."""
    observations: Packed
    finals: Packed
    """The last observation of each game that ended, where it is restarted in the same step."""
    masks: Packed
    """The legal actions, bit a % 64 of word a // 64."""
    rewards: NDArray[np.float32]
    """By seat, of the last step."""
    scores: NDArray[np.int32]
    """By seat, as they stood when rewards were last given."""
    actors: NDArray[np.int8]
    """Who is to act: a seat, CHANCE or NOBODY."""
    ended: NDArray[np.bool_]
    """Whether the last step ended the game."""
    forfeits: NDArray[np.bool_]
    """Whether it did so because the action was not legal."""


class BatchSettings(NamedTuple):
    """How a batch works."""

    autoreset: int
    reward: int
    remembers: int
    chance_inside: int


@inlined
def is_in_mask(masks: Packed, i: int, action: int) -> bool:
    """Whether an action is legal in game i, by its mask; any whole number may be asked for."""
    if action < 0 or action >= masks.shape[1] << 6:
        return False
    return bool((masks[i, action >> 6] >> (action & 63)) & 1)


@jit
def first_illegal(masks: Packed, actors: NDArray[np.int8], actions: NDArray[np.int64], first: int, last: int) -> int:
    """The first game whose action is not legal, or -1; games that are over or left out are asked for none."""
    for i in range(first, last):
        if actors[i] != NOBODY and actions[i] != LEFT_OUT and not is_in_mask(masks, i, actions[i]):
            return i
    return -1


@jit
def draw_actions(masks: Packed, rngs: NDArray[np.int64], actions: NDArray[np.int64], first: int, last: int) -> None:
    """A legal action for each game, all equally likely; 0 where there is none."""
    for i in range(first, last):
        count = 0
        for w in range(masks.shape[1]):
            count += popcount(masks[i, w])
        actions[i] = 0
        if count == 0:
            continue
        n = below(rngs[i], count)
        for w in range(masks.shape[1]):
            word = masks[i, w]
            many = popcount(word)
            if n < many:
                actions[i] = (w << 6) + nth_bit(word, n)
                break
            n -= many


def chance_outcome_of(s: Any, rng: Words, listed: Buffer, out: Buffer) -> int:
    """What chance decides."""
    count = count_legal(s, listed)
    drawn = draw(s, rng, count)
    if drawn == UNDRAWN:
        weights(s, listed, count, out)
        drawn = weighted(rng, out, count)
    return nth_legal(s, listed, drawn)


def is_ahead_of(s: Any, seat: int, other: int) -> bool:
    """Whether a seat ends before another: more points, or the rule that breaks ties."""
    if score(s, seat) != score(s, other):
        return score(s, seat) > score(s, other)
    return tie_break(s, seat) > tie_break(s, other)


def settle_at(states: States, i: int, rng: Words, listed: Buffer, out: Buffer) -> int:
    """Let chance decide in game i until a seat is to act or it is over; gives who acts."""
    s = states[i]
    who = actor(s)
    while who == CHANCE:
        apply(s, chance_outcome(s, rng, listed, out))
        who = actor(s)
    return who


def standings(states: States, scores: NDArray[np.int64], ranks: NDArray[np.int64], first: int, last: int) -> None:
    """The score and the rank of each seat as they stand, 1 for the best, in games `first` to `last`."""
    for i in range(first, last):
        s = states[i]
        for seat in range(scores.shape[1]):
            scores[i, seat] = score(s, seat)
            ranks[i, seat] = 1
            for other in range(scores.shape[1]):
                if is_ahead(s, other, seat):
                    ranks[i, seat] += 1


def play_out(
    states: States,
    rngs: NDArray[np.int64],
    plies: NDArray[np.int64],
    decisions: NDArray[np.int64],
    first: int,
    last: int,
    listed: Buffer,
    out: Buffer,
) -> None:
    """Play games `first` to `last` on at random to their ends; counts the plies, and the decisions of seats."""
    for i in range(first, last):
        s = states[i]
        who = actor(s)
        while who != NOBODY:
            plies[i] += 1
            decisions[i] += 1 if who >= 0 else 0
            random_step(s, rngs[i], listed, out)
            who = actor(s)


def encode_at(states: States, i: int, viewer: int, remembers: int, at: Packed, out: Packed) -> None:
    """What a viewer knows of game i, packed."""
    out[:] = 0
    encode(states[i], viewer, remembers, at, out)


def reward_win_of(s: Any, rewards: NDArray[np.float32]) -> None:
    """At the end: 1 for who wins alone, in sum 0; winners share."""
    seats = len(rewards)
    winners = 0
    for seat in range(seats):
        rewards[seat] = 1.0
        for other in range(seats):
            if is_ahead(s, other, seat):
                rewards[seat] = 0.0
                break
        winners += 1 if rewards[seat] else 0
    for seat in range(seats):
        rewards[seat] = np.float32((seats * rewards[seat] / winners - 1.0) / (seats - 1)) if seats > 1 else 0.0


def list_mask_of(s: Any, mask: Packed, listed: Buffer) -> None:
    """The mask of a game that lists its legal actions; `mask` is zero."""
    for k in range(legal(s, listed)):
        mask[listed[k] >> 6] |= as_int64(1 << (listed[k] & 63))


def show_at(
    states: States, i: int, viewer: int, remembers: int, at: Packed, observations: Packed, masks: Packed, listed: Buffer
) -> None:
    """Write the observation of a viewer and the mask of game i as it stands."""
    s = states[i]
    observations[i, :] = 0
    encode(s, viewer, remembers, at, observations[i])
    masks[i, :] = 0
    who = actor(s)
    if who >= 0:
        write_mask(s, masks[i], listed)
    elif who == CHANCE:
        list_mask(s, masks[i], listed)


def advance_at(
    states: States, i: int, action: int, chance_inside: int, rngs: NDArray[np.int64], listed: Buffer, out: Buffer
) -> int:
    """Play an action in game i, and what chance decides after it; gives who acts then."""
    s = states[i]
    while True:
        apply(s, action)
        who = actor(s)
        if who != CHANCE or not chance_inside:
            return who
        action = chance_outcome(s, rngs[i], listed, out)


def restart_at(arrays: BatchArrays, settings: BatchSettings, i: int, listed: Buffer, out: Buffer) -> int:
    """Begin game i anew, from one of the games that were dealt or from the start before that; gives who acts."""
    arrays.states[i] = arrays.starts[below(arrays.rngs[i], len(arrays.starts))]
    if settings.chance_inside:
        settle(arrays.states, i, arrays.rngs[i], listed, out)
    for seat in range(arrays.scores.shape[1]):
        arrays.scores[i, seat] = score(arrays.states[i], seat)
    return actor(arrays.states[i])


def reward_at(
    states: States, i: int, rewards: NDArray[np.float32], scores: NDArray[np.int32], kind: int, is_over: bool
) -> None:
    """Write the rewards of a step of game i, which are zero before."""
    s = states[i]
    if kind == BY_SCORE:
        for seat in range(rewards.shape[1]):
            now = score(s, seat)
            rewards[i, seat] = now - scores[i, seat]
            scores[i, seat] = now
    elif is_over:
        reward_win(s, rewards[i])


@inlined
def _viewer(viewers: NDArray[np.int8], i: int, who: int, last: int) -> int:
    """Whose observation is written: where no seat is to act, the one that acted last looks on."""
    viewer = int(viewers[i])
    if viewer != MOVER:
        return viewer
    return who if who >= 0 else last


@inlined
def _forfeit(rewards: NDArray[np.float32], i: int, who: int) -> None:
    """A seat loses by an illegal action."""
    for seat in range(rewards.shape[1]):
        rewards[i, seat] = -1.0 if seat == who else 1.0 / max(1, rewards.shape[1] - 1)


def step_games(
    arrays: BatchArrays,
    settings: BatchSettings,
    at: Packed,
    actions: NDArray[np.int64],
    first: int,
    last: int,
    listed: Buffer,
    out: Buffer,
) -> int:
    """Play the chosen actions of games `first` to `last`; gives how many of them ended."""
    states, observations, masks, actors = arrays.states, arrays.observations, arrays.masks, arrays.actors
    many = 0
    for i in range(first, last):
        if i + AHEAD < last:
            prefetch(states, i + AHEAD, 0, states.itemsize)
            prefetch_row(observations, i + AHEAD)
            prefetch_row(masks, i + AHEAD)
        mover = int(actors[i])
        arrays.rewards[i, :] = 0.0
        arrays.ended[i] = False
        arrays.forfeits[i] = False
        if actions[i] == LEFT_OUT or (mover == NOBODY and settings.autoreset != NEXT_STEP):
            continue
        if mover == NOBODY:
            who = restart(arrays, settings, i, listed, out)
        elif is_in_mask(masks, i, actions[i]):
            who = advance(states, i, actions[i], settings.chance_inside, arrays.rngs, listed, out)
            arrays.ended[i] = who == NOBODY
            if who == NOBODY or settings.reward == BY_SCORE:
                reward(states, i, arrays.rewards, arrays.scores, settings.reward, who == NOBODY)
        else:
            arrays.ended[i] = arrays.forfeits[i] = True
            _forfeit(arrays.rewards, i, mover)
            who = NOBODY
        if arrays.ended[i]:
            many += 1
            if settings.autoreset == SAME_STEP:
                viewer = _viewer(arrays.viewers, i, NOBODY, mover)
                show(states, i, viewer, settings.remembers, at, observations, masks, listed)
                arrays.finals[i, :] = observations[i]
                who = restart(arrays, settings, i, listed, out)
        actors[i] = who
        viewer = _viewer(arrays.viewers, i, who, mover)
        show(states, i, viewer, settings.remembers, at, observations, masks, listed)
        if who == NOBODY:
            masks[i, :] = 0
    return many


ILLEGAL = -3
"""What `step_single` gives for an action that is not legal."""


def step_single(
    states: States,
    rngs: NDArray[np.int64],
    observations: Packed,
    masks: Packed,
    rewards: NDArray[np.float32],
    scores: NDArray[np.int32],
    at: Packed,
    buffers: NDArray[np.int64],
    action: int,
    mover: int,
    viewer: int,
    codes: int,
) -> int:
    """Play an action in a batch of one that restarts by hand, in a call with as few arrays as can be: each costs 0.1 µs
    on its way from Python. Gives who acts next, or ILLEGAL, and then nothing is played.

    `codes` has the settings as bits: reward, memory, chance inside.
    """
    if not is_in_mask(masks, 0, action):
        return ILLEGAL
    who = advance(states, 0, action, (codes >> 2) & 1, rngs, buffers[0], buffers[1])
    rewards[0, :] = 0.0
    if who == NOBODY or codes & 1 == BY_SCORE:
        reward(states, 0, rewards, scores, codes & 1, who == NOBODY)
    if viewer == MOVER:
        viewer = who if who >= 0 else mover
    show(states, 0, viewer, (codes >> 1) & 1, at, observations, masks, buffers[0])
    return who
