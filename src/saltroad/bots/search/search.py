"""A search from one position: grows its tree until a limit is reached, and reads the results from it.

Owns the binding of `mcts` to a game and an evaluator. The tree of one decision is kept for the next if the new position
lies in it.
"""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from saltroad.bots.base import Limit
from saltroad.bots.search import mcts
from saltroad.bots.search.evaluator import Evaluator, Tables
from saltroad.bots.search.tree import ROOT, UNKNOWN, Tree, children, clear, keep, new_tree
from saltroad.kernel.actors import NOBODY
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Position
from saltroad.kernel.drivers import nth_listed, undrawn
from saltroad.kernel.engine import Engine
from saltroad.kernel.jit import bind
from saltroad.kernel.state_record import copy_of

_ROOM = 1 << 21
"""How many nodes a tree has room for: 150 MB with two seats if it is ever full."""
_CHUNK_SECONDS = 0.01
"""How long compiled code runs before the limit is looked at."""
_OPEN = 0.2
"""How far off the value of an action may be after a visit, as a share of the win; less by the root of the visits."""
_WORTH_KEEPING = 0.01
"""The share of the visits that a line needs for its tree to be looked for."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How a search works; see `mcts` for what each setting does."""

    guided: bool
    explore: float
    depth: int = 0
    """Random moves before a position is evaluated; guided, 0 for none; plain, 0 plays rollouts to their end."""
    prior_temperature: float = 0.125
    prior_visits: float = 1.0
    turns: int = 0
    """Turns played by the first candidates before a position is evaluated; 0 for a search without candidates."""
    point_value: float = 0.05
    playouts: int = 0
    """Rollouts that a part (`rollout_weight`) of each node's value comes from."""
    rollout_weight: float = 0.0
    score_scale: float = 0.0
    """The lead in points at their end that is worth e : 1; 0 if nothing but the win counts."""
    expansion_threshold: int = 0
    """Visits that a node has before it is expanded."""

    def changed(self, numbers: Mapping[str, float]) -> SearchSettings:
        """The same with some other numbers."""
        return replace(self, **dict[str, Any](numbers))

    def as_array(self) -> mcts.SettingsArray:
        found = np.zeros(mcts.SETTINGS, np.float64)
        found[mcts.EXPLORE] = self.explore
        found[mcts.GUIDED] = self.guided
        found[mcts.DEPTH] = self.depth if self.guided or self.depth else mcts.TO_THE_END
        found[mcts.INVERSE_TEMPERATURE] = 1.0 / self.prior_temperature
        found[mcts.PRIOR_VISITS] = self.prior_visits
        found[mcts.TURNS] = self.turns
        found[mcts.POINT_VALUE] = self.point_value
        found[mcts.PLAYOUTS] = self.playouts
        found[mcts.ROLLOUT_WEIGHT] = self.rollout_weight
        found[mcts.SCORE_SCALE] = self.score_scale
        found[mcts.EXPANSION_THRESHOLD] = self.expansion_threshold
        return found


PLAIN = SearchSettings(guided=False, explore=1.0)
GUIDED = SearchSettings(guided=True, explore=1.5)


@dataclass(frozen=True, slots=True)
class ActionStats:
    """The results of a search for one action."""

    action: int
    visits: int
    visit_share: float
    """Of all visits."""
    seat_values: tuple[float, ...]
    """Each seat's share of the win, as far as it was visited; empty if it was not."""
    value: float
    """The share of the win of the seat that chooses, by visits and by the prior value."""


@functools.cache
def _bind_mcts(engine: Engine, evaluator: Evaluator) -> Callable[..., None]:
    """`mcts.run_simulations`, compiled for a game and an evaluator."""
    instance = f"{engine.name}-{evaluator.name}"

    def bound(driver: Callable[..., Any], **functions: Callable[..., Any]) -> Callable[..., Any]:
        return bind(driver, instance, functions)

    listing = {
        "count_legal": engine.count_legal or engine.legal,
        "nth_legal": engine.nth_legal or nth_listed,
    }
    outcome_at = bound(mcts.outcome_of, weights=engine.weights, draw=engine.draw or undrawn, **listing)
    value_at = bound(mcts.value_of, actor=engine.actor, score=evaluator.score, evaluate=evaluator.evaluate)
    new_node = bound(mcts.add_node)
    rules: Mapping[str, Callable[..., Any]] = {"apply_at": engine.apply_at, "legal_at": engine.legal_at}
    expand = bound(mcts.expand_node, value_at=value_at, new_node=new_node, **rules)
    select = bound(mcts.select_child)
    expand_by_candidates = bound(mcts.expand_candidates, candidates=evaluator.candidates, new_node=new_node)
    play_on = bound(
        mcts.play_turns,
        actor=engine.actor,
        apply_at=engine.apply_at,
        outcome_at=outcome_at,
        candidates=evaluator.candidates,
    )
    rollout_step = bound(
        mcts.rollout_step_of,
        actor=engine.actor,
        apply=engine.apply,
        rollout_policy=evaluator.rollout_policy,
        random_step=engine.random_step,
    )
    play_out = bound(mcts.mix_rollouts, rollout_step=rollout_step, value_at=value_at, score=evaluator.score)
    go_to_best = bound(mcts.to_best_child, apply_at=engine.apply_at)
    return bound(
        mcts.run_simulations,
        actor=engine.actor,
        apply_at=engine.apply_at,
        random_step=engine.random_step,
        outcome_at=outcome_at,
        value_at=value_at,
        new_node=new_node,
        expand=expand,
        expand_by_candidates=expand_by_candidates,
        play_on=play_on,
        play_out=play_out,
        go_to_best=go_to_best,
        select=select,
    )


class Search:
    """Searches one position after the other, for a table of so many seats."""

    def __init__(
        self,
        engine: Engine,
        evaluator: Evaluator,
        seats: int,
        settings: SearchSettings,
        rng: Rng,
        room: int = _ROOM,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._engine = engine
        self._evaluator = evaluator
        self._settings = settings.as_array()
        self._rng = rng
        self._clock = clock
        self._run_simulations = _bind_mcts(engine, evaluator)
        self.tree = new_tree(room, seats)
        """What was found so far, to be read only."""
        self._spare: Tree | None = None
        self._root = engine.states(1)
        self._board = engine.states(2)
        self._tables: Tables = np.zeros((1, 1), np.float32)
        self._actions, self._out = engine.buffer(), engine.buffer()
        self._path = np.zeros(mcts.LONGEST_LINE + 1, np.int64)
        self._values, self._look, self._won = (np.zeros(seats, np.float64) for _ in range(3))
        self._points = np.zeros(len(self._actions), np.float64)

    # -- growing -------------------------------------------------------------------------------------------------------

    def place(self, position: Position, *, again: bool = True, same_tables: bool = False) -> int:
        """Begin at this position; gives the visits that are known from before, if it lies in the tree (`again`). The
        evaluator's tables are made for it, unless those of the position before will do (`same_tables`)."""
        node = self._find(position) if again else None
        if node is None:
            clear(self.tree)
        elif node != ROOT:
            self._move_to(node)
        self._root = copy_of(position.states)
        if not same_tables:
            self._tables = self._evaluator.prepare(position)
        return int(self.tree.visits[ROOT])

    def draw_from(self, rng: Rng) -> None:
        """Draw chance and ties from this generator from now on."""
        self._rng = rng

    def run(self, limit: Limit) -> int:
        """Grow the tree until a limit is reached; gives the simulations made. At least one is, and no more
        where there is a single candidate."""
        begun = self._clock()
        done, chunk = 0, 1
        while True:
            if limit.nodes is not None:
                chunk = min(chunk, limit.nodes - done)
            before = self._clock()
            self.simulate(max(1, chunk))
            done += max(1, chunk)
            now = self._clock()
            if limit.nodes is not None and done >= limit.nodes:
                return done
            if self._settings[mcts.TURNS] and self.tree.many[ROOT] == 1:
                return done  # a single candidate: nothing to find out
            if limit.seconds is not None and now - begun >= limit.seconds:
                return done
            if limit.nodes is None and limit.seconds is None:
                return done
            pace = max(now - before, 1e-6) / chunk
            chunk = max(1, min(int(_CHUNK_SECONDS / pace), 4 * chunk))
            if limit.seconds is not None:
                chunk = max(1, min(chunk, int((begun + limit.seconds - now) / pace)))

    def simulate(self, simulations: int) -> None:
        """Make just so many simulations."""
        self._run_simulations(
            self.tree,
            self._board,
            self._root,
            self._tables,
            self._settings,
            self._rng.words,
            simulations,
            self._actions,
            self._out,
            self._path,
            self._values,
            self._look,
            self._points,
            self._won,
        )

    # -- reading -------------------------------------------------------------------------------------------------------

    @property
    def visits(self) -> int:
        """Simulations in the tree."""
        return int(self.tree.visits[ROOT])

    @property
    def values(self) -> tuple[float, ...]:
        """The value of the position for each seat."""
        return self._values_of(ROOT)

    def actions(self) -> list[ActionStats]:
        """The results for each action of the root, the best first.

        The best is not the most visited: with few visits the prior values would decide. It is the one of the
        highest value, less what a few visits leave open.
        """
        stats = [self._stats(child, self.visits) for child in self._best_first(ROOT)]
        if not self._settings[mcts.GUIDED]:
            return stats
        return sorted(stats, key=lambda each: _OPEN / math.sqrt(1 + each.visits) - each.value)

    def by_prior(self) -> list[int]:
        """The actions of the root by how they looked before any was tried, the best first."""
        nodes = sorted(children(self.tree, ROOT), key=lambda node: -float(self.tree.prior[node]))
        return [int(self.tree.action[node]) for node in nodes]

    def line(self, action: int, most: int = 12) -> list[int]:
        """The actions that the search expects from this one on, chance's too, as far as they were visited."""
        node = next(child for child in children(self.tree, ROOT) if self.tree.action[child] == action)
        return [action, *self._expected_from(node, most - 1)]

    def expected(self, most: int) -> list[int]:
        """The actions that the search expects from here on, chance's too, as far as they were visited."""
        return self._expected_from(ROOT, most)

    def _expected_from(self, node: int, most: int) -> list[int]:
        found: list[int] = []
        while len(found) < most:
            best = next(iter(self._best_first(node)), None)
            if best is None or not self.tree.visits[best]:
                break
            found.append(int(self.tree.action[best]))
            node = best
        return found

    def _values_of(self, node: int) -> tuple[float, ...]:
        visits = int(self.tree.visits[node])
        return tuple((self.tree.value_sum[node] / visits).tolist()) if visits else ()

    def _stats(self, node: int, total: int) -> ActionStats:
        visits = int(self.tree.visits[node])
        return ActionStats(
            int(self.tree.action[node]), visits, visits / max(1, total), self._values_of(node), self._value(node)
        )

    def _value(self, node: int) -> float:
        """The value of a child of the root for the seat that chooses there."""
        who, visits = int(self.tree.actor[ROOT]), int(self.tree.visits[node])
        prior_visits = float(self._settings[mcts.PRIOR_VISITS]) if self._settings[mcts.GUIDED] or not visits else 0.0
        prior_value = float(self.tree.prior_value[node])
        return (float(self.tree.value_sum[node, who]) + prior_visits * prior_value) / (visits + prior_visits)

    def _best_first(self, node: int) -> list[int]:
        """The children of a node: the most visited first, then those that look best."""
        tree, who = self.tree, int(self.tree.actor[node])

        def rank(child: int) -> tuple[int, float, int]:
            visits = int(tree.visits[child])
            value = (
                float(tree.value_sum[child, who]) / visits if visits and who >= 0 else float(tree.prior_value[child])
            )
            return -visits, -value, int(tree.action[child])

        return sorted(children(tree, node), key=rank)

    # -- keeping the tree ----------------------------------------------------------------------------------------------

    def _find(self, position: Position) -> int | None:
        """The node of a position, if it lies on a line that was visited often."""
        least = max(2.0, _WORTH_KEEPING * self.visits)
        goal = bytes(position)
        return next((node for node, states in self._walk(ROOT, self._root, least) if states.tobytes() == goal), None)

    def _walk(self, node: int, states: Any, least: float) -> Iterator[tuple[int, Any]]:
        """Nodes with so many visits, with their positions: the most visited first."""
        tree = self.tree
        waiting = [(node, states)] if tree.visits[node] >= least else []
        while waiting:
            here, states = waiting.pop()
            yield here, states
            if tree.actor[here] in (NOBODY, UNKNOWN):
                continue
            for child in children(tree, here):
                if tree.visits[child] >= least:
                    after = copy_of(states)
                    self._engine.apply_at(after, 0, int(tree.action[child]))
                    waiting.append((child, after))

    def _move_to(self, node: int) -> None:
        into = self._spare or new_tree(len(self.tree.action), self.tree.value_sum.shape[1])
        keep(self.tree, node, into, np.empty(int(self.tree.used[0]), np.int64))
        self.tree, self._spare = into, self.tree
