"""Growing the tree, for any game: compiled against one game's rules and one mind's knowledge by `bind`.

A simulation goes down the tree to a node that has no children yet, gives it children, finds what it is worth to each
seat, and tells all nodes on its way. Seats choose the child that promises most to themselves, chance decides by its
weights.

Two ways to find a worth. *Plain*: children are tried in random order, and a random game is played on. *Guided*: a mind
looks at every child first; those that look good are visited first and most; the worth is that of the best child, or of
the position that a few random moves lead to. A share of it may come from random games that go on from there: they know
little, but are right on average about what no mind foresees; where a mind says which moves are likely, they are played
by that. To look at every child takes as long as many such games: with *patience* a node is judged by itself, and by
them, until it was visited often enough to be given children. Where a mind *proposes* moves, only these become children,
one move alone is played at once, and the worth is that of the position some turns later, played on by the mind's first
proposals.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from saltroad.bots.search.mind import ANY_MOVE, Notes, Scores
from saltroad.bots.search.tree import NO_NODE, ROOT, UNKNOWN, Tree
from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.chance import Words, below, weighted
from saltroad.kernel.drivers import UNDRAWN, Buffer
from saltroad.kernel.jit import inlined
from saltroad.kernel.record import States

Index = int | np.int64


def _unbound(*_: Any) -> Any:
    raise TypeError("a search runs only when bound to a game: see Search")


actor: Callable[[Any], int] = _unbound
count_legal: Callable[[Any, Buffer], int] = _unbound
nth_legal: Callable[[Any, Buffer, int], int] = _unbound
weights: Callable[[Any, Buffer, int, Buffer], None] = _unbound
draw: Callable[[Any, Words, int], int] = _unbound
standing: Callable[[Any, Scores], None] = _unbound
estimate: Callable[[Any, Notes, Scores], float] = _unbound
likely: Callable[[Any, Notes, Words, Buffer], int] = _unbound
apply: Callable[[Any, int], None] = _unbound
# compiled once and called: inlined wherever they are used, the rules would take minutes to compile
apply_at: Callable[[States, Index, int], None] = _unbound
legal_at: Callable[[States, Index, Buffer], int] = _unbound
random_step: Callable[[Any, Words, Buffer, Buffer], bool] = _unbound
outcome_at: Callable[[States, Index, Words, Buffer, Buffer], int] = _unbound
worth_at: Callable[[States, Index, Notes, Scores], None] = _unbound
propose: Callable[[States, Index, Notes, Buffer, Scores], int] = _unbound
expand: Callable[..., None] = _unbound
expand_by_proposals: Callable[..., None] = _unbound
play_on: Callable[..., None] = _unbound
select: Callable[..., int] = _unbound
go_to_best: Callable[..., None] = _unbound
likely_step: Callable[..., bool] = _unbound
play_out: Callable[..., None] = _unbound

Settings = NDArray[np.float64]

EXPLORE: Final = 0
"""How much a child that was seldom visited is preferred."""
GUIDED: Final = 1
"""Whether a mind looks at the children first."""
DEPTH: Final = 2
"""How many random moves follow before a position is judged; 0 for none."""
SHARPNESS: Final = 3
"""How much likelier the mind thinks a child to be best that looks better: e times for 1 / SHARPNESS."""
TRUST: Final = 4
"""How many visits the mind's first look at a child counts for."""
TURNS: Final = 5
"""How many turns the mind's first proposals are played before a position is judged; 0 for a search without them."""
A_POINT: Final = 6
"""What share of the win a proposal's point is worth at first sight."""
PLAYOUTS: Final = 7
"""Guided: how many random games go on to their end from a node that is judged, or from the best of its new children."""
MIX: Final = 8
"""What share of its worth comes from them."""
MARGIN: Final = 9
"""A lead of so many points at the end of a random game is worth e : 1; 0 if nothing but the win counts."""
PATIENCE: Final = 10
"""How many visits a node has before it is given children."""
SETTINGS: Final = 11

TO_THE_END = 1e9
LONGEST_LINE = 400
_LONGEST_PLAYOUT = 5_000
_HERE, _THERE = 0, 1
"""The positions of a simulation: where it has come to, and a child that is looked at. Given to compiled functions as
np.int64: for a bare number that it knows, Numba would compile each of them once more."""


def outcome_of(states: States, i: int, rng: Words, actions: Buffer, out: Buffer) -> int:
    """What chance decides in position i, as likely as it is."""
    s = states[i]
    count = count_legal(s, actions)
    drawn = draw(s, rng, count)
    if drawn == UNDRAWN:
        weights(s, actions, count, out)
        drawn = weighted(rng, out, count)
    return nth_legal(s, actions, drawn)


def worth_of(states: States, i: int, notes: Notes, values: Scores) -> None:
    """Each seat's share of the win in position i: certain if it is over, else by the mind's estimate."""
    s = states[i]
    seats = len(values)
    if actor(s) == NOBODY:
        standing(s, values)
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
    spread = estimate(s, notes, values)
    if seats > 1:
        share_out(values, spread)


@inlined
def share_out(values: Scores, spread: float) -> None:
    """Points become shares of the win: a lead of `spread` is worth e : 1."""
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
    for seat in range(tree.worth.shape[1]):
        tree.worth[node, seat] = 0.0
    tree.guess[node] = 0.5
    tree.prior[node] = 0.0
    return int(node)


new_node = add_node


def expand_node(
    tree: Tree,
    node: int,
    board: States,
    notes: Notes,
    settings: Settings,
    rng: Words,
    actions: Buffer,
    values: Scores,
    look: Scores,
) -> None:
    """Give a seat's node its children. Guided, `values` becomes what the best of them is worth."""
    here = np.int64(_HERE)
    there = np.int64(_THERE)
    count = legal_at(board, here, actions)
    if tree.used[0] + count > len(tree.action):
        if settings[GUIDED]:
            worth_at(board, here, notes, values)
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
        worth_at(board, there, notes, look)
        tree.guess[first + k] = look[who]
        if look[who] > best:
            best = look[who]
            for seat in range(len(values)):
                values[seat] = look[seat]
    total = 0.0
    for k in range(count):
        likely = math.exp((tree.guess[first + k] - best) * settings[SHARPNESS])
        tree.prior[first + k] = likely
        total += likely
    for k in range(count):
        tree.prior[first + k] /= total


def expand_proposed(
    tree: Tree, node: int, board: States, notes: Notes, settings: Settings, actions: Buffer, worths: Scores
) -> None:
    """Give a seat's node the children that the mind proposes."""
    count = propose(board, np.int64(_HERE), notes, actions, worths)
    if tree.used[0] + count > len(tree.action):
        return
    first = tree.used[0]
    total = 0.0
    for k in range(count):
        child = new_node(tree, actions[k])
        tree.guess[child] = settings[A_POINT] * (worths[k] - worths[0])
        likely = math.exp((worths[k] - worths[0]) * settings[A_POINT] * settings[SHARPNESS])
        tree.prior[child] = likely
        total += likely
    for k in range(count):
        tree.prior[first + k] /= total
    tree.first[node] = first
    tree.many[node] = count


def play_turns(
    board: States, seat: int, notes: Notes, rng: Words, turns: int, actions: Buffer, out: Buffer, worths: Scores
) -> None:
    """Play the mind's first proposals until so many turns have ended; `seat` has begun the first of them."""
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
        propose(board, here, notes, actions, worths)
        apply_at(board, here, actions[0])


def to_best_child(tree: Tree, node: int, board: States) -> None:
    """Go to the child of a new node that looks best."""
    best = tree.first[node]
    for child in range(best + 1, best + tree.many[node]):
        if tree.guess[child] > tree.guess[best]:
            best = child
    apply_at(board, np.int64(_HERE), tree.action[best])


def likely_step_of(s: Any, notes: Notes, rng: Words, actions: Buffer, out: Buffer) -> bool:
    """One ply of a random game, by the mind's habits if it has any; False if the game is over."""
    if actor(s) >= 0:
        action = likely(s, notes, rng, actions)
        if action != ANY_MOVE:
            apply(s, action)
            return True
    return random_step(s, rng, actions, out)


def mix_in(
    board: States,
    notes: Notes,
    settings: Settings,
    rng: Words,
    actions: Buffer,
    out: Buffer,
    values: Scores,
    look: Scores,
    won: Scores,
) -> None:
    """Let a share of `values`, the worth of a node, come from random games."""
    here = np.int64(_HERE)
    there = np.int64(_THERE)
    playouts = int(settings[PLAYOUTS])
    margin = settings[MARGIN]
    look[:] = 0.0
    for _ in range(playouts):
        board[there] = board[here]
        s = board[there]
        plies = 0
        while plies < _LONGEST_PLAYOUT and likely_step(s, notes, rng, actions, out):
            plies += 1
        if margin > 0.0 and len(won) > 1:
            standing(s, won)
            share_out(won, margin)
        else:
            worth_at(board, there, notes, won)
        for seat in range(len(values)):
            look[seat] += won[seat] / playouts
    for seat in range(len(values)):
        values[seat] += settings[MIX] * (look[seat] - values[seat])


def select_child(tree: Tree, node: int, settings: Settings) -> int:
    """The child that a simulation goes on to: it promises most to the seat that chooses, or was seldom tried."""
    who = tree.actor[node]
    first = tree.first[node]
    chosen = first
    best = -1e18
    if settings[GUIDED]:
        reach = settings[EXPLORE] * math.sqrt(tree.visits[node] + 1.0)
        trust = settings[TRUST]
        for child in range(first, first + tree.many[node]):
            visits = tree.visits[child]
            mean = (tree.worth[child, who] + trust * tree.guess[child]) / (visits + trust)
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
        promise = tree.worth[child, who] / visits + settings[EXPLORE] * math.sqrt(known / visits)
        if promise > best:
            best = promise
            chosen = child
    return int(chosen)


def grow(
    tree: Tree,
    board: States,
    root: States,
    notes: Notes,
    settings: Settings,
    rng: Words,
    simulations: int,
    actions: Buffer,
    out: Buffer,
    path: Buffer,
    values: Scores,
    look: Scores,
    worths: Scores,
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
        is_judged = False
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
                expand_by_proposals(tree, node, board, notes, settings, actions, worths)
                if tree.many[node] != 1:
                    break
                continue
            elif tree.first[node] == NO_NODE:
                if not settings[GUIDED] and tree.visits[node] == 0 and node != ROOT:
                    break  # plain: a random game first, children when the node is come to again
                if node != ROOT and tree.visits[node] < settings[PATIENCE]:
                    worth_at(board, here, notes, values)
                    is_judged = True
                    break
                expand(tree, node, board, notes, settings, rng, actions, values, look)
                is_judged = settings[GUIDED] != 0.0
                if is_judged or tree.first[node] == NO_NODE:
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
                apply_at(board, here, tree.action[tree.first[node]])  # what was just proposed first
            play_on(board, who, notes, rng, turns, actions, out, worths)
            worth_at(board, here, notes, values)
            if who >= 0 and tree.visits[node] == 0:
                for child in range(tree.first[node], tree.first[node] + tree.many[node]):
                    tree.guess[child] += values[who]
        elif depth > 0 or not is_judged:
            plies = 0
            most = min(depth, _LONGEST_PLAYOUT)
            s = board[here]
            while plies < most and random_step(s, rng, actions, out):
                plies += 1
            worth_at(board, here, notes, values)
        elif settings[PLAYOUTS] > 0:
            if tree.first[node] != NO_NODE:
                go_to_best(tree, node, board)
            play_out(board, notes, settings, rng, actions, out, values, look, won)
        for k in range(length):
            tree.visits[path[k]] += 1
            for seat in range(len(values)):
                tree.worth[path[k], seat] += values[seat]
