"""Bots: one call with a limit. A bot sees a view and can do no more than a person."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, View
from saltroad.kernel.errors import SaltroadError
from saltroad.kernel.notation import Action

A = TypeVar("A", bound=Action)

LEVELS = ("novice", "apprentice", "trader", "merchant", "master")
"""The bots that people choose from, the weakest first; see `levels`."""
NAMED = ("random", "greedy", "uct", "rate")
"""The bots that programs compare with: any move, the best at a glance, a search that knows nothing but the rules; and,
in Bazaar only, most points a turn for itself, whatever the others do."""
BOTS = (*NAMED, *LEVELS)
SEARCHING = ("uct", *LEVELS)
"""The bots that search, and whose settings can be changed."""
SEARCH_SETTINGS = (
    "explore",
    "prior_temperature",
    "prior_visits",
    "depth",
    "playouts",
    "rollout_weight",
    "score_scale",
    "expansion_threshold",
)
"""The numbers of `search.SearchSettings` that can be; those that depend on candidates are not among them."""
FORMER_SETTINGS = {
    "sharpness": "prior_temperature",
    "trust": "prior_visits",
    "mix": "rollout_weight",
    "margin": "score_scale",
    "patience": "expansion_threshold",
}
"""What some were called in version 0.1, in command lines and results files; a sharpness is one over the temperature."""
_HIGHEST_TEMPERATURE = 10_000.0
ONLY_IN = {"rate": "bazaar"}
"""Bots that know one game only, and which; all others play every game."""


class UnknownBot(SaltroadError):
    """No bot of that name, or none that plays this game."""

    def __init__(self, name: str, game: str | None = None) -> None:
        if game is None:
            super().__init__(f"There is no bot called {name!r}. The bots are: {', '.join(BOTS)}.")
        else:
            super().__init__(f"The bot {name!r} plays {ONLY_IN[name]} only, not {game}.")


@dataclass(frozen=True, slots=True)
class Limit:
    """When a bot must stop thinking; the first limit reached wins. Nodes repeat exactly, seconds do not."""

    seconds: float | None = None
    nodes: int | None = None


def least_limit(one: Limit, other: Limit) -> Limit:
    """Both limits at once."""
    seconds = [limit.seconds for limit in (one, other) if limit.seconds is not None]
    nodes = [limit.nodes for limit in (one, other) if limit.nodes is not None]
    return Limit(min(seconds, default=None), min(nodes, default=None))


@dataclass(frozen=True, slots=True)
class PrincipalVariation(Generic[A]):
    """What a bot expects to happen after a move."""

    actions: tuple[A, ...]
    """The move itself, then those of the others, chance's and its own."""
    visit_share: float
    """The part of the search's visits that went into it."""
    seat_values: tuple[float, ...]
    """Each seat's share of the win."""


@dataclass(frozen=True, slots=True)
class Choice(Generic[A]):
    """What a bot plays, and what it thinks of the alternatives."""

    action: A
    values: dict[A, float] | None = None
    """The value of each legal action to the seat that chooses, where the bot weighs them: more is better. Of a bot that
    searches a share of the win, from 0 to 1; of `greedy` and `rate` in points or turns, which only they compare."""
    seat_values: tuple[float, ...] | None = None
    """Each seat's share of the win, where the bot searches: what it thinks of the position."""
    principal_variations: tuple[PrincipalVariation[A], ...] = ()
    """What it expects after the move it plays, then after the best of the others; only of moves that it tried out, so
    that one that takes a single look (`novice`) has none."""


class Bot(Protocol):
    """Anything that can take a seat. What else a bot may be able to do are `WarmableBot` and `ResumableBot`."""

    def choose(self, view: Any, legal: Sequence[Any], limit: Limit) -> Choice[Any]:
        """One of `legal`, for the seat that looks (`view.viewer`)."""


@runtime_checkable
class WarmableBot(Bot, Protocol):
    """A bot that compiles or loads something before its first choice."""

    def warm(self) -> None:
        """Do that now, so that it costs no time to think; from the second call on there is nothing to do."""


@runtime_checkable
class ResumableBot(Bot, Protocol):
    """A bot that can go on from what another has searched."""

    def go_on_from(self, other: Bot) -> None:
        """Take over the tree of a bot with equal settings, if it is one; that bot may not be asked again."""


class RandomBot:
    """Plays any legal action, all equally likely."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def choose(self, view: View, legal: Sequence[A], limit: Limit) -> Choice[A]:
        return Choice(self._rng.pick(legal))


class GreedyBot:
    """Plays the action that a game's evaluation likes best at a glance; ties are broken by the generator."""

    def __init__(self, weigh: Callable[[Any, Sequence[Any]], dict[Any, float]], rng: Rng) -> None:
        self._weigh = weigh
        self._rng = rng

    def choose(self, view: View, legal: Sequence[A], limit: Limit) -> Choice[A]:
        if len(legal) == 1:
            return Choice(legal[0])
        values = self._weigh(view, legal)
        best = max(values.values())
        return Choice(self._rng.pick([action for action in legal if values[action] == best]), values)


_AS_IT_IS: Mapping[str, float] = {}


def current_setting(name: str, number: float) -> tuple[str, float]:
    """A search setting by its name of today, where it is given by that of version 0.1."""
    if name == "sharpness":
        number = min(1.0 / number, _HIGHEST_TEMPERATURE) if number > 0 else _HIGHEST_TEMPERATURE
    return FORMER_SETTINGS.get(name, name), number


def make_bot(name: str, game: AnyGame, seed: int | Sequence[int], settings: Mapping[str, float] = _AS_IT_IS) -> Bot:
    """A bot for one seat of one game; UnknownBot if there is none of that name, or if it does not play this game. One
    that searches may be given numbers of SEARCH_SETTINGS, to see what they do."""
    if ONLY_IN.get(name, game.info.name) != game.info.name:
        raise UnknownBot(name, game.info.name)
    if name == "random":
        return RandomBot(Rng(seed))
    if name == "greedy":
        return GreedyBot(import_module(f"{__name__}.minds.{game.info.name}").weigh, Rng(seed))
    if name == "uct":
        from saltroad.bots import levels, search

        return search.SearchBot(game, levels.evaluator_of(game), search.PLAIN.changed(settings), Rng(seed))
    if name == "rate":
        from saltroad.bots.minds import bazaar_rate

        return bazaar_rate.RateBot()
    if name in LEVELS:
        from saltroad.bots import levels

        return levels.level_bot(name, game, seed, settings)
    raise UnknownBot(name)
