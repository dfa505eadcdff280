"""Bots: anything with `choose(view, legal, limit)`. A bot sees the view of its seat, as a person does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from saltroad import games
from saltroad.bots.base import (
    Bot,
    Choice,
    GreedyBot,
    Limit,
    NoEvaluator,
    PrincipalVariation,
    RandomBot,
    ResumableBot,
    WarmableBot,
    least_limit,
    weigher_of,
)
from saltroad.bots.levels import LEVELS
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame
from saltroad.kernel.errors import SaltroadError

__all__ = [
    "BOTS",
    "FORMER_SETTINGS",
    "LEVELS",
    "NAMED",
    "SEARCHING",
    "SEARCH_SETTINGS",
    "Bot",
    "Choice",
    "GreedyBot",
    "Limit",
    "NoEvaluator",
    "PrincipalVariation",
    "RandomBot",
    "ResumableBot",
    "UnknownBot",
    "WarmableBot",
    "bot_names",
    "current_setting",
    "least_limit",
    "make_bot",
    "own_bots",
    "weigher_of",
]

NAMED = ("random", "greedy", "uct")
"""The baseline bots: any move, the best at a glance, a search that knows nothing but the rules."""
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
"""The numbers of `search.SearchSettings` that can be changed; those that depend on candidates are not among them."""
FORMER_SETTINGS = {
    "sharpness": "prior_temperature",
    "trust": "prior_visits",
    "mix": "rollout_weight",
    "margin": "score_scale",
    "patience": "expansion_threshold",
}
"""The names of some settings in version 0.1, in command lines and results files; a sharpness is one over the
temperature."""
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


_AS_IT_IS: Mapping[str, float] = {}


def current_setting(name: str, number: float) -> tuple[str, float]:
    """A search setting by its name of today, where it is given by that of version 0.1."""
    if name == "sharpness":
        number = min(1.0 / number, _HIGHEST_TEMPERATURE) if number > 0 else _HIGHEST_TEMPERATURE
    return FORMER_SETTINGS.get(name, name), number


def make_bot(name: str, game: AnyGame, seed: int | Sequence[int], settings: Mapping[str, float] = _AS_IT_IS) -> Bot:
    """A bot for one seat of one game; UnknownBot if there is none of that name, or if it does not play this game. The
    SEARCH_SETTINGS of a bot that searches can be changed."""
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
    from saltroad.bots import level_bots, search

    if name == "uct":
        return search.SearchBot(game, level_bots.evaluator_of(game), search.PLAIN.changed(settings), Rng(seed))
    return level_bots.level_bot(name, game, seed, settings)
