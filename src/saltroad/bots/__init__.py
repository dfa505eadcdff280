"""Bots: one call with a limit. A bot sees a view and can do no more than a person."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from saltroad import games
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, View
from saltroad.kernel.errors import SaltroadError
from saltroad.kernel.notation import Action

A = TypeVar("A", bound=Action)

LEVELS = ("novice", "apprentice", "trader", "merchant", "master")
"""The bots that people choose from, the weakest first; see `levels`."""
NAMED = ("random", "greedy", "uct")
"""The bots that programs compare with: any move, the best at a glance, a search that knows nothing but the rules."""
BOTS = (*NAMED, *LEVELS)
"""The bots that play every game; a game may have more of its own (`GameInfo.bots`)."""
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


def own_bots() -> dict[str, str]:
    """The bots that know one game only, with the name of that game."""
    return {bot: name for name in games.GAMES for bot in games.info(name).bots}


def bot_names() -> tuple[str, ...]:
    """All bots: those of every game, and those of one."""
    return (*NAMED, *own_bots(), *LEVELS)


class UnknownBot(SaltroadError):
    """No bot of that name, or none that plays this game."""

    def __init__(self, name: str, game: str | None = None) -> None:
        if game is None:
            super().__init__(f"There is no bot called {name!r}. The bots are: {', '.join(bot_names())}.")
        else:
            super().__init__(f"The bot {name!r} plays {own_bots()[name]} only, not {game}.")


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
    """Plays the action that is worth most at a glance; ties are broken by the generator."""

    def __init__(
        self, weigh: Callable[[Any, Sequence[Any]], dict[Any, float]], rng: Rng, *, blunder_rate: float = 0.0
    ) -> None:
        """`blunder_rate` is the share of the actions that escape it, other ones each time."""
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
    """`weigh(view, legal)` of the game's `bot/greedy.py`: how much each action is worth at a glance. A game without one
    is weighed by the points that each action earns at once."""
    found = games.part(game.info.name, "bot.greedy")
    if found is not None:
        weigh: Callable[[Any, Sequence[Any]], dict[Any, float]] = found.weigh
        return weigh

    def by_points(view: View, legal: Sequence[Any]) -> dict[Any, float]:
        earns = {offer.action: float(offer.earns) for offer in game.offers(game.determinize(view, Rng(0))).actions}
        return {action: earns.get(action, 0.0) for action in legal}

    return by_points


_AS_IT_IS: Mapping[str, float] = {}


def current_setting(name: str, number: float) -> tuple[str, float]:
    """A search setting by its name of today, where it is given by that of version 0.1."""
    if name == "sharpness":
        number = min(1.0 / number, _HIGHEST_TEMPERATURE) if number > 0 else _HIGHEST_TEMPERATURE
    return FORMER_SETTINGS.get(name, name), number


def make_bot(name: str, game: AnyGame, seed: int | Sequence[int], settings: Mapping[str, float] = _AS_IT_IS) -> Bot:
    """A bot for one seat of one game; UnknownBot if there is none of that name, or if it does not play this game. One
    that searches may be given numbers of SEARCH_SETTINGS, to see what they do."""
    if name in game.info.bots:
        own = games.part(game.info.name, f"bot.{name}")
        assert own is not None, f"{game.info.name} has no bot/{name}.py"
        bot: Bot = own.make_bot(game, seed)
        return bot
    if name not in BOTS:
        raise UnknownBot(name, game.info.name if name in own_bots() else None)
    if name == "random":
        return RandomBot(Rng(seed))
    if name == "greedy":
        return GreedyBot(weigher_of(game), Rng(seed))
    from saltroad.bots import levels, search

    if name == "uct":
        return search.SearchBot(game, levels.evaluator_of(game), search.PLAIN.changed(settings), Rng(seed))
    return levels.level_bot(name, game, seed, settings)
