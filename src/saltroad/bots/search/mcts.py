"""Monte Carlo tree search for any game: selection, expansion, evaluation and backup.

Compiled against one game's rules and one evaluator by `bind` (`search`). The settings of each level that is played are
in the games' `bot/levels.py`.

A simulation goes down the tree to a node that has no children yet, expands it, finds its value for each seat, and adds
that to all nodes on its way. Seats choose the child that promises most to themselves, chance decides by its weights.

Two ways to find a value. *Plain*: children are tried in random order, and a rollout is played. *Guided*: the evaluator
looks at every child first; those that look good are visited first and most; the value is that of the best child, or of
the position that a few random moves lead to. A part of it may come from rollouts that go on from there: they know
little, but are right on average about what no evaluator foresees; where the evaluator has a rollout policy, they are
played by that. To look at every child takes as long as many rollouts: below the *expansion threshold* a node is
evaluated by itself, and by them. Where the evaluator names *candidates*, only these become children, a single candidate
is played at once, and the value is that of the position some turns later, played on by the first candidates.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from saltroad.bots.search.evaluator import ANY_MOVE, Scores, Tables
from saltroad.bots.search.tree import NO_NODE, ROOT, UNKNOWN, Tree
from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.chance import Words, below, weighted
from saltroad.kernel.drivers import UNDRAWN, Buffer
from saltroad.kernel.jit import inlined
from saltroad.kernel.state_record import States

Index = int | np.int64


def _unbound(*_: Any) -> Any:
    raise TypeError("a search runs only when bound to a game: see Search")


actor: Callable[[Any], int] = _unbound
count_legal: Callable[[Any, Buffer], int] = _unbound
nth_legal: Callable[[Any, Buffer, int], int] = _unbound
weights: Callable[[Any, Buffer, int, Buffer], None] = _unbound
draw: Callable[[Any, Words, int], int] = _unbound
score: Callable[[Any, Scores], None] = _unbound
evaluate: Callable[[Any, Tables, Scores], float] = _unbound
rollout_policy: Callable[[Any, Tables, Words, Buffer], int] = _unbound
apply: Callable[[Any, int], None] = _unbound
# compiled once and called: inlined wherever they are used, the rules would take minutes to compile
apply_at: Callable[[States, Index, int], None] = _unbound
legal_at: Callable[[States, Index, Buffer], int] = _unbound
random_step: Callable[[Any, Words, Buffer, Buffer], bool] = _unbound
outcome_at: Callable[[States, Index, Words, Buffer, Buffer], int] = _unbound
value_at: Callable[[States, Index, Tables, Scores], None] = _unbound
candidates: Callable[[States, Index, Tables, Buffer, Scores], int] = _unbound
expand: Callable[..., None] = _unbound
expand_by_candidates: Callable[..., None] = _unbound
play_on: Callable[..., None] = _unbound
select: Callable[..., int] = _unbound
go_to_best: Callable[..., None] = _unbound
rollout_step: Callable[..., bool] = _unbound
play_out: Callable[..., None] = _unbound

SettingsArray = NDArray[np.float64]

EXPLORE: Final = 0
"""How much a child that was seldom visited is preferred."""
GUIDED: Final = 1
"""Whether the evaluator looks at the children first."""
DEPTH: Final = 2
"""How many random moves follow before a position is evaluated; 0 for none."""
INVERSE_TEMPERATURE: Final = 3
"""Of the priors: a child that looks better by the temperature is e times as likely to be the best."""
PRIOR_VISITS: Final = 4
"""How many visits the prior value of a child counts for."""
TURNS: Final = 5
"""How many turns the first candidates are played before a position is evaluated; 0 for a search without candidates."""
POINT_VALUE: Final = 6
"""What share of the win a candidate's point is worth at first sight."""
PLAYOUTS: Final = 7
"""Guided: how many rollouts go on from a node that is evaluated, or from the best of its new children."""
ROLLOUT_WEIGHT: Final = 8
"""What part of its value comes from them."""
SCORE_SCALE: Final = 9
"""A lead of so many points at the end of a rollout is worth e : 1; 0 if nothing but the win counts."""
EXPANSION_THRESHOLD: Final = 10
"""How many visits a node has before it is expanded."""
SETTINGS: Final = 11

TO_THE_END = 1e9
LONGEST_LINE = 400
_LONGEST_PLAYOUT = 5_000
_HERE, _THERE = 0, 1
"""The positions of a simulation: where it has come to, and a child that is looked at. Given to compiled functions as
np.int64: for a bare number that it knows, Numba would compile each of them once more."""


def outcome_of(states: States, i: int, rng: Words, actions: Buffer, out: Buffer) -> int:
    """An outcome of chance in position i, drawn by its weights."""
    s = states[i]
    count = count_legal(s, actions)
    drawn = draw(s, rng, count)
    if drawn == UNDRAWN:
        weights(s, actions, count, out)
        drawn = weighted(rng, out, count)
    return nth_legal(s, actions, drawn)


def value_of(states: States, i: int, tables: Tables, values: Scores) -> None:
    """Each seat's share of the win in position i: certain if it is over, else by the evaluator."""
    s = states[i]
    seats = len(values)
    if actor(s) == NOBODY:
        score(s, values)
        if seats == 1:
            return
        best = values[0]
        for seat in range(1, seats):
            best = max(best, values[seat])
        winners = 0
        for seat in range(seats):
            winners += 1 if values[seat] == best else 0
        for seat in range(seats):
            values[seat] = 1.0 / winners if values[seat] == best else 0.0
        return
    spread = evaluate(s, tables, values)
    if seats > 1:
        share_out(values, spread)


@inlined
def share_out(values: Scores, spread: float) -> None:
    """Turn points into shares of the win: a lead of `spread` is worth e : 1."""
    best = values[0]
    for seat in range(1, len(values)):
        best = max(best, values[seat])
    total = 0.0
    for seat in range(len(values)):
        values[seat] = math.exp((values[seat] - best) / spread)
        total += values[seat]
    for seat in range(len(values)):
        values[seat] /= total


def add_node(tree: Tree, action: int) -> int:
    """A new node without children; the caller has made sure of the room."""
    node = tree.used[0]
    tree.used[0] += 1
    tree.action[node] = action
    tree.actor[node] = UNKNOWN
    tree.first[node] = NO_NODE
    tree.many[node] = 0
    tree.sibling[node] = NO_NODE
    tree.visits[node] = 0
    for seat in range(tree.value_sum.shape[1]):
        tree.value_sum[node, seat] = 0.0
    tree.prior_value[node] = 0.5
    tree.prior[node] = 0.0
    return int(node)


new_node = add_node


def expand_node(
    tree: Tree,
    node: int,
    board: States,
    tables: Tables,
    settings: SettingsArray,
    rng: Words,
    actions: Buffer,
    values: Scores,
    look: Scores,
) -> None:
    """Give a seat's node its children. Guided, `values` becomes the value of the best of them."""
    here = np.int64(_HERE)
    there = np.int64(_THERE)
    count = legal_at(board, here, actions)
    if tree.used[0] + count > len(tree.action):
        if settings[GUIDED]:
            value_at(board, here, tables, values)
        return
    who = tree.actor[node]
    first = tree.used[0]
    if not settings[GUIDED]:
        for k in range(count - 1, 0, -1):  # in random order: unvisited children are taken one after the other
            other = below(rng, k + 1)
            held = actions[k]
            actions[k] = actions[other]
            actions[other] = held
    for k in range(count):
        new_node(tree, actions[k])
    tree.first[node] = first
    tree.many[node] = count
    if not settings[GUIDED]:
        return
    best = -1.0
    for k in range(count):
        board[there] = board[here]
        apply_at(board, there, tree.action[first + k])
        value_at(board, there, tables, look)
        tree.prior_value[first + k] = look[who]
        if look[who] > best:
            best = look[who]
            for seat in range(len(values)):
                values[seat] = look[seat]
    total = 0.0
    for k in range(count):
        weight = math.exp((tree.prior_value[first + k] - best) * settings[INVERSE_TEMPERATURE])
        tree.prior[first + k] = weight
        total += weight
    for k in range(count):
        tree.prior[first + k] /= total


def expand_candidates(
    tree: Tree, node: int, board: States, tables: Tables, settings: SettingsArray, actions: Buffer, points: Scores
) -> None:
    """Give a seat's node the evaluator's candidates as children."""
    count = candidates(board, np.int64(_HERE), tables, actions, points)
    if tree.used[0] + count > len(tree.action):
        return
    first = tree.used[0]
    total = 0.0
    for k in range(count):
        child = new_node(tree, actions[k])
        tree.prior_value[child] = settings[POINT_VALUE] * (points[k] - points[0])
        weight = math.exp((points[k] - points[0]) * settings[POINT_VALUE] * settings[INVERSE_TEMPERATURE])
        tree.prior[child] = weight
        total += weight
    for k in range(count):
        tree.prior[first + k] /= total
    tree.first[node] = first
    tree.many[node] = count


def play_turns(
    board: States, seat: int, tables: Tables, rng: Words, turns: int, actions: Buffer, out: Buffer, points: Scores
) -> None:
    """Play the first candidates until so many turns have ended; `seat` has begun the first of them."""
    here = np.int64(_HERE)
    left = turns
    for _ in range(_LONGEST_PLAYOUT):
        who = actor(board[here])
        if who == NOBODY:
            return
        if who == CHANCE:
            apply_at(board, here, outcome_at(board, here, rng, actions, out))
            continue
        if who != seat:
            left -= 1
            if left == 0:
                return
            seat = who
        candidates(board, here, tables, actions, points)
        apply_at(board, here, actions[0])


def to_best_child(tree: Tree, node: int, board: States) -> None:
    """Go to the child of a new node that looks best."""
    best = tree.first[node]
    for child in range(best + 1, best + tree.many[node]):
        if tree.prior_value[child] > tree.prior_value[best]:
            best = child
    apply_at(board, np.int64(_HERE), tree.action[best])


def rollout_step_of(s: Any, tables: Tables, rng: Words, actions: Buffer, out: Buffer) -> bool:
    """One ply of a rollout, by the evaluator's policy if it has one; False if the game is over."""
    if actor(s) >= 0:
        action = rollout_policy(s, tables, rng, actions)
        if action != ANY_MOVE:
            apply(s, action)
            return True
    return random_step(s, rng, actions, out)


def mix_rollouts(
    board: States,
    tables: Tables,
    settings: SettingsArray,
    rng: Words,
    actions: Buffer,
    out: Buffer,
    values: Scores,
    look: Scores,
    won: Scores,
) -> None:
    """Let a part of `values`, those of a node, come from rollouts."""
    here = np.int64(_HERE)
    there = np.int64(_THERE)
    playouts = int(settings[PLAYOUTS])
    scale = settings[SCORE_SCALE]
    look[:] = 0.0
    for _ in range(playouts):
        board[there] = board[here]
        s = board[there]
        plies = 0
        while plies < _LONGEST_PLAYOUT and rollout_step(s, tables, rng, actions, out):
            plies += 1
        if scale > 0.0 and len(won) > 1:
            score(s, won)
            share_out(won, scale)
        else:
            value_at(board, there, tables, won)
        for seat in range(len(values)):
            look[seat] += won[seat] / playouts
    for seat in range(len(values)):
        values[seat] += settings[ROLLOUT_WEIGHT] * (look[seat] - values[seat])


def select_child(tree: Tree, node: int, settings: SettingsArray) -> int:
    """The child that a simulation goes on to: it promises most to the seat that chooses, or was seldom tried."""
    who = tree.actor[node]
    first = tree.first[node]
    chosen = first
    best = -1e18
    if settings[GUIDED]:
        reach = settings[EXPLORE] * math.sqrt(tree.visits[node] + 1.0)
        prior_visits = settings[PRIOR_VISITS]
        for child in range(first, first + tree.many[node]):
            visits = tree.visits[child]
            mean = (tree.value_sum[child, who] + prior_visits * tree.prior_value[child]) / (visits + prior_visits)
            promise = mean + reach * tree.prior[child] / (1.0 + visits)
            if promise > best:
                best = promise
                chosen = child
        return int(chosen)
    known = math.log(tree.visits[node] + 1.0)
    for child in range(first, first + tree.many[node]):
        visits = tree.visits[child]
        if visits == 0:
            return int(child)
        promise = tree.value_sum[child, who] / visits + settings[EXPLORE] * math.sqrt(known / visits)
        if promise > best:
            best = promise
            chosen = child
    return int(chosen)


def run_simulations(  # noqa: C901  # one loop, compiled: each part that is cut off costs a call a step
    tree: Tree,
    board: States,
    root: States,
    tables: Tables,
    settings: SettingsArray,
    rng: Words,
    simulations: int,
    actions: Buffer,
    out: Buffer,
    path: Buffer,
    values: Scores,
    look: Scores,
    points: Scores,
    won: Scores,
) -> None:
    """So many simulations from the position in `root`."""
    depth = int(settings[DEPTH])
    turns = int(settings[TURNS])
    here = np.int64(_HERE)
    for _ in range(simulations):
        board[here] = root[0]
        node = np.int64(ROOT)
        length = 1
        path[0] = node
        is_evaluated = False
        while True:
            if tree.actor[node] == UNKNOWN:
                tree.actor[node] = actor(board[here])
            who = tree.actor[node]
            if who == NOBODY or length == LONGEST_LINE:
                break
            if who == CHANCE:
                action = outcome_at(board, here, rng, actions, out)
                apply_at(board, here, action)
                child = tree.first[node]
                while child != NO_NODE and tree.action[child] != action:
                    child = tree.sibling[child]
                if child == NO_NODE:
                    if tree.used[0] == len(tree.action):
                        break
                    child = new_node(tree, action)
                    tree.sibling[child] = tree.first[node]
                    tree.first[node] = child
                    tree.many[node] += 1
                    tree.actor[child] = actor(board[here])
                    if not settings[GUIDED] and tree.actor[child] >= 0:
                        path[length] = child
                        length += 1
                        break
            elif tree.first[node] == NO_NODE and turns > 0:
                expand_by_candidates(tree, node, board, tables, settings, actions, points)
                if tree.many[node] != 1:
                    break
                continue
            elif tree.first[node] == NO_NODE:
                if not settings[GUIDED] and tree.visits[node] == 0 and node != ROOT:
                    break  # plain: a random game first, children when the node is come to again
                if node != ROOT and tree.visits[node] < settings[EXPANSION_THRESHOLD]:
                    value_at(board, here, tables, values)
                    is_evaluated = True
                    break
                expand(tree, node, board, tables, settings, rng, actions, values, look)
                is_evaluated = settings[GUIDED] != 0.0
                if is_evaluated or tree.first[node] == NO_NODE:
                    break
                continue
            else:
                child = select(tree, node, settings)
                apply_at(board, here, tree.action[child])
            node = child
            path[length] = node
            length += 1
        if turns > 0:
            if who >= 0 and tree.first[node] != NO_NODE:
                apply_at(board, here, tree.action[tree.first[node]])  # the first candidate
            play_on(board, who, tables, rng, turns, actions, out, points)
            value_at(board, here, tables, values)
            if who >= 0 and tree.visits[node] == 0:
                for child in range(tree.first[node], tree.first[node] + tree.many[node]):
                    tree.prior_value[child] += values[who]
        elif depth > 0 or not is_evaluated:
            plies = 0
            most = min(depth, _LONGEST_PLAYOUT)
            s = board[here]
            while plies < most and random_step(s, rng, actions, out):
                plies += 1
            value_at(board, here, tables, values)
        elif settings[PLAYOUTS] > 0:
            if tree.first[node] != NO_NODE:
                go_to_best(tree, node, board)
            play_out(board, tables, settings, rng, actions, out, values, look, won)
        for k in range(length):
            tree.visits[path[k]] += 1
            for seat in range(len(values)):
                tree.value_sum[path[k], seat] += values[seat]
