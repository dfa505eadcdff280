"""The protocol of a bot: one call with a limit, and its answer. Also the two bots that do not search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from saltroad import games
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, View
from saltroad.kernel.errors import SaltroadError
from saltroad.kernel.notation import Action

A = TypeVar("A", bound=Action)


class NoEvaluator(SaltroadError):
    """A game that search cannot play: it has no `bot/evaluator.py` that says who won."""

    def __init__(self, game: str) -> None:
        super().__init__(f"{game} has no bot/evaluator.py, which a bot that searches needs.")


@dataclass(frozen=True, slots=True)
class Limit:
    """When a bot must stop thinking; the first limit reached wins. Nodes repeat exactly, seconds do not."""

    seconds: float | None = None
    nodes: int | None = None


def least_limit(one: Limit, other: Limit) -> Limit:
    """The limit that holds where both do."""
    seconds = [limit.seconds for limit in (one, other) if limit.seconds is not None]
    nodes = [limit.nodes for limit in (one, other) if limit.nodes is not None]
    return Limit(min(seconds, default=None), min(nodes, default=None))


@dataclass(frozen=True, slots=True)
class PrincipalVariation(Generic[A]):
    """The moves that a bot expects after one of its own."""

    actions: tuple[A, ...]
    """The move itself, then those of the others, chance's and its own."""
    visit_share: float
    """The share of the search's visits that went into it."""
    seat_values: tuple[float, ...]
    """Each seat's share of the win."""


@dataclass(frozen=True, slots=True)
class Choice(Generic[A]):
    """The action that a bot plays, and the values of the others."""

    action: A
    values: dict[A, float] | None = None
    """The value of each legal action to the seat that chooses, where the bot weighs them: more is better. Of a bot that
    searches a share of the win, from 0 to 1; of `greedy` and `rate` in points or turns, which only they compare."""
    seat_values: tuple[float, ...] | None = None
    """The value of the position, where the bot searches: each seat's share of the win."""
    principal_variations: tuple[PrincipalVariation[A], ...] = ()
    """The principal variations of the move it plays and then of the best others; only of moves that it visited, so that
    a bot that takes a single look (`novice`) has none."""
    visit_shares: dict[A, float] | None = None
    """The part of the search that went into each action it looked at, in sum 1; None where nothing was tried out. What
    a policy network learns from."""


class Bot(Protocol):
    """Anything that can take a seat. Further abilities are `WarmableBot` and `ResumableBot`."""

    def choose(self, view: Any, legal: Sequence[Any], limit: Limit) -> Choice[Any]:
        """One of `legal`, for the seat that looks (`view.viewer`)."""


@runtime_checkable
class WarmableBot(Bot, Protocol):
    """A bot that compiles or loads something before its first choice."""

    def warm(self) -> None:
        """Compile or load now, so that it takes no time from thinking; a second call does nothing."""


@runtime_checkable
class ResumableBot(Bot, Protocol):
    """A bot that can continue the search of another."""

    def go_on_from(self, other: Bot) -> None:
        """Take over the tree of another bot, if it has equal settings; the other may not choose again."""


class RandomBot:
    """Plays any legal action, all equally likely."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def choose(self, view: View, legal: Sequence[A], limit: Limit) -> Choice[A]:
        return Choice(self._rng.pick(legal))


class GreedyBot:
    """Plays the action that is worth most at a glance; ties are broken by the generator."""

    def __init__(
        self, weigh: Callable[[Any, Sequence[Any]], dict[Any, float]], rng: Rng, *, blunder_rate: float = 0.0
    ) -> None:
        """`blunder_rate` is the share of the actions that it overlooks, others each time."""
        self._weigh = weigh
        self._rng = rng
        self._blunder_rate = blunder_rate

    def choose(self, view: View, legal: Sequence[A], limit: Limit) -> Choice[A]:
        if len(legal) == 1:
            return Choice(legal[0])
        values = self._weigh(view, legal)
        if self._blunder_rate:
            legal = [action for action in legal if self._rng.below(1000) >= 1000 * self._blunder_rate] or legal
        best = max(values[action] for action in legal)
        return Choice(self._rng.pick([action for action in legal if values[action] == best]), values)


def weigher_of(game: AnyGame) -> Callable[[Any, Sequence[Any]], dict[Any, float]]:
    """The function `weigh(view, legal)` of the game's `bot/greedy.py`: how much each action is worth at a glance. For a
    game without one, the points that each action earns at once."""
    found = games.part(game.info.name, "bot.greedy")
    if found is not None:
        weigh: Callable[[Any, Sequence[Any]], dict[Any, float]] = found.weigh
        return weigh

    def by_points(view: View, legal: Sequence[Any]) -> dict[Any, float]:
        earns = {offer.action: float(offer.earns) for offer in game.offers(game.determinize(view, Rng(0))).actions}
        return {action: earns.get(action, 0.0) for action in legal}

    return by_points
