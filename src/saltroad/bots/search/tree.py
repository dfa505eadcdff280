"""The tree that a search grows: nodes in flat arrays, so that compiled code walks them and Python reads them.

A node is a position that some line of play leads to; positions themselves are not kept but played again from the root.
The children of a seat's node lie side by side, one for each legal action; those of a chance node are linked one by one
as its outcomes come up.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from saltroad.kernel.jit import jit

NO_NODE = -1
ROOT = 0
UNKNOWN = -3
"""The actor of a node that no line has reached yet."""

Numbers = NDArray[np.int64]


class Tree(NamedTuple):
    """Room for so many nodes; only what is used takes memory."""

    used: NDArray[np.int64]
    """How many nodes there are: an array of one."""
    action: Numbers
    """What led to the node."""
    actor: NDArray[np.int8]
    first: Numbers
    """Its first child, or NO_NODE."""
    many: Numbers
    """How many children it has."""
    sibling: Numbers
    """The next outcome of the same chance node, or NO_NODE."""
    visits: Numbers
    value_sum: NDArray[np.float64]
    """The sum of the values of its visits, by seat."""
    prior_value: NDArray[np.float32]
    """The value of the evaluator's first look, for the seat that moves to it."""
    prior: NDArray[np.float32]
    """How likely it looked to be the best of its siblings."""


def new_tree(room: int, seats: int) -> Tree:
    """A tree of a root alone."""
    tree = Tree(
        used=np.zeros(1, np.int64),
        action=np.empty(room, np.int64),
        actor=np.empty(room, np.int8),
        first=np.empty(room, np.int64),
        many=np.empty(room, np.int64),
        sibling=np.empty(room, np.int64),
        visits=np.empty(room, np.int64),
        value_sum=np.empty((room, seats), np.float64),
        prior_value=np.empty(room, np.float32),
        prior=np.empty(room, np.float32),
    )
    clear(tree)
    return tree


def clear(tree: Tree) -> None:
    """Reset a tree to a new root."""
    tree.used[0] = 1
    tree.action[ROOT] = -1
    tree.actor[ROOT] = UNKNOWN
    tree.first[ROOT] = tree.sibling[ROOT] = NO_NODE
    tree.many[ROOT] = tree.visits[ROOT] = 0
    tree.value_sum[ROOT] = 0.0
    tree.prior_value[ROOT] = 0.5
    tree.prior[ROOT] = 1.0


def children(tree: Tree, node: int) -> list[int]:
    """The children of a node, in the order of their actions, or as its outcomes came up."""
    first = int(tree.first[node])
    if first == NO_NODE:
        return []
    if tree.actor[node] >= 0:
        return list(range(first, first + int(tree.many[node])))
    found = []
    while first != NO_NODE:
        found.append(first)
        first = int(tree.sibling[first])
    return found


@jit
def keep(tree: Tree, node: int, into: Tree, old: Numbers) -> None:
    """Copy the tree below a node, which becomes the root of `into`. `old` has room for all nodes."""
    old[0] = node
    used = 1
    done = 0
    while done < used:
        here = old[done]
        into.action[done] = tree.action[here]
        into.actor[done] = tree.actor[here]
        into.many[done] = tree.many[here]
        into.visits[done] = tree.visits[here]
        into.prior_value[done] = tree.prior_value[here]
        into.prior[done] = tree.prior[here]
        for seat in range(tree.value_sum.shape[1]):
            into.value_sum[done, seat] = tree.value_sum[here, seat]
        into.first[done] = NO_NODE if tree.first[here] == NO_NODE else used
        if done == 0:
            into.sibling[done] = NO_NODE
        child = tree.first[here]
        for k in range(tree.many[here]):
            old[used] = child
            into.sibling[used] = NO_NODE
            if tree.actor[here] >= 0:
                child += 1
            else:
                child = tree.sibling[child]
                if k + 1 < tree.many[here]:
                    into.sibling[used] = used + 1
            used += 1
        done += 1
    into.used[0] = used
