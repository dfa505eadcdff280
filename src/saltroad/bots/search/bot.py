"""The bot that searches: from a view to a choice, with the values of the other moves."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from saltroad.bots.base import Choice, Limit, PrincipalVariation, least_limit
from saltroad.bots.search.evaluator import Evaluator
from saltroad.bots.search.search import ActionStats, Search, SearchSettings
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, View

_NODES = 1_000
"""Simulations where no limit is set."""
_VARIATIONS = 3
"""How many principal variations a choice carries."""


@dataclass(frozen=True, slots=True)
class Sight:
    """How much a bot overlooks: the mistakes that people make, and no others."""

    blunder_rate: float = 0.0
    """The share of the moves that it overlooks, others each time."""
    obvious: float = 1.0
    """The share of the win by which a move must be better than all that it sees for it not to be overlooked."""


CLEAR = Sight()


class SearchBot:
    """Searches within a limit of its own or of the caller's, whichever is reached first."""

    def __init__(
        self,
        game: AnyGame,
        evaluator: Evaluator,
        settings: SearchSettings,
        rng: Rng,
        *,
        limit: Limit | None = None,
        sight: Sight = CLEAR,
        keeps_tree: bool = True,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._game = game
        self._evaluator = evaluator
        self._settings = settings
        self._rng = rng
        self._limit = limit or Limit()
        self._sight = sight
        self._keeps_tree = keeps_tree
        self._clock = clock
        self._search: Search | None = None
        self._seats = 0

    def warm(self) -> None:
        """Compile before the clock starts; from the second call on there is nothing to do."""
        warm(self._game, self._evaluator)

    @property
    def visits(self) -> int:
        """The simulations that the last choice rests on."""
        return 0 if self._search is None else self._search.visits

    def go_on_from(self, other: object) -> None:
        """Take over the tree of another bot, if it has equal settings; the other may not choose again."""
        if isinstance(other, SearchBot) and other._kind == self._kind and other._search is not None:
            self._search, self._seats = other._search, other._seats
            self._search.draw_from(self._rng)

    @property
    def _kind(self) -> tuple[object, ...]:
        """The settings that must be equal for two bots to share a tree."""
        return self._game, self._evaluator, self._settings, self._limit, self._sight

    def choose(self, view: View, legal: Sequence[Any], limit: Limit) -> Choice[Any]:
        """The move that was searched most."""
        if len(legal) == 1:
            return Choice(legal[0])
        self.warm()  # else the first choice of a process would spend its time on the compiler
        begun = self._clock()
        position = self._game.determinize(view, self._rng)
        seats = self._game.options_of(position).players
        if self._search is None or seats != self._seats:
            self._search = Search(
                self._game.engine, self._evaluator, seats, self._settings, self._rng, clock=self._clock
            )
            self._seats = seats
        self._search.place(position, again=self._keeps_tree)
        within = least_limit(self._limit, limit)
        if within.seconds is None and within.nodes is None:
            within = Limit(nodes=_NODES)
        if within.seconds is not None:
            within = Limit(within.seconds - (self._clock() - begun), within.nodes)
        self._search.run(within)
        return self._choice(self._search, legal)

    def _choice(self, search: Search, legal: Sequence[Any]) -> Choice[Any]:
        actions = {self._game.notation.index(action): action for action in legal}
        stats = [each for each in search.actions() if each.action in actions]
        chosen = self._pick(stats)
        principal_variations = tuple(
            PrincipalVariation(
                tuple(map(self._game.notation.at, search.line(each.action))),
                each.visit_share,
                each.seat_values,
            )
            for each in sorted(stats, key=lambda each: each is not chosen)[:_VARIATIONS]
            if each.visits  # of others nothing is known but the prior value, which is among the values
        )
        least = min(each.value for each in stats)
        return Choice(
            actions[chosen.action],
            # a move that is no candidate is worth no more than the worst candidate
            dict.fromkeys(legal, least) | {actions[each.action]: each.value for each in stats},
            search.values,
            principal_variations,
            _visit_shares({actions[each.action]: each.visits for each in stats}),
        )

    def _pick(self, stats: Sequence[ActionStats]) -> ActionStats:
        """The best move, of those that it did not overlook. `stats` has the best first: by value alone, moves that were
        hardly visited would seem better than they are."""
        best = stats[0]
        if not self._sight.blunder_rate:
            return best
        found = next((each for each in stats if self._rng.below(1000) >= 1000 * self._sight.blunder_rate), best)
        return best if best.value - found.value > self._sight.obvious else found


def _visit_shares(visits: dict[Any, int]) -> dict[Any, float] | None:
    """In sum 1. Shares of all visits of the position would be less: its first visit went into none of its moves."""
    total = sum(visits.values())
    return {action: count / total for action, count in visits.items()} if total else None


@functools.cache
def warm(game: AnyGame, evaluator: Evaluator) -> None:
    """Compile a game's search with an evaluator, or load it from the disk."""
    rng = Rng(0)
    position = game.settle(game.start(), rng)
    seats = game.options_of(position).players
    search = Search(
        game.engine,
        evaluator,
        seats,
        SearchSettings(guided=evaluator.can_evaluate, explore=1.0, depth=1),
        rng,
        room=10_000,
    )
    search.place(position)
    search.run(Limit(nodes=2))
    search.place(position)
