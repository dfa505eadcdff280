"""The tasks of a bot worker: loading a game so that nothing is left to compile, and letting a bot choose."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from saltroad import games
from saltroad.bots import LEVELS, Bot, Choice, Limit, ResumableBot, make_bot
from saltroad.bots.warm_up import practise, warm_up
from saltroad.kernel.contract import AnyGame
from saltroad.kernel.info import Options
from saltroad.server.bot_pool.messages import Choose, Chose, Load, Ready, Task, TaskAnswer


def run_task(question: Task, modules: bool) -> Iterator[TaskAnswer]:
    """Do a task; yields its answers when they are due. An exception is a failure of the game or of the bot."""
    match question:
        case Load(name, search):
            game = games.load(name)
            if search:
                warm_up(make_bot(LEVELS[0], game, 0))
            for options in _one_table_for_each_number_of_players(game):
                practise(game, options, [make_bot("greedy", game, 0)], decisions=1)
            yield Ready()
        case Choose(name, bot_name, seed, view, texts, seconds):
            game = games.load(name)
            legal = tuple(map(game.parse, texts))
            bot = _bot(bot_name, game, seed, modules)
            warm_up(bot)
            _resume(bot)
            yield Ready()
            yield _chose(bot.choose(view, legal, Limit(seconds=seconds)), view.viewer)
            _before[:] = [bot]


def _chose(choice: Choice[Any], seat: int) -> Chose:
    shares = {each.actions[0]: each.seat_values[seat] for each in choice.principal_variations}
    share = shares.pop(choice.action, None)
    return Chose(str(choice.action), share, None if share is None else max(shares.values(), default=None))


_before: list[Bot] = []
"""The bot that was asked last. One alone: a search tree may take 150 MB."""


def _resume(bot: Bot) -> None:
    """Give a bot that searches the tree of the move before, which at most tables is of the same game."""
    if isinstance(bot, ResumableBot):
        for before in _before:
            bot.go_on_from(before)
    _before.clear()


def _bot(name: str, game: AnyGame, seed: object, modules: bool) -> Bot:
    module, colon, factory = name.partition(":")
    if modules and colon:
        bot: Bot = getattr(import_module(module), factory)(game, seed)
        return bot
    return make_bot(name, game, seed)  # type: ignore[arg-type]  # a seed of the caller's, pickled and read back


def _one_table_for_each_number_of_players(game: AnyGame) -> Iterator[Options]:
    seen: set[int] = set()
    for options in game.info.configurations():
        if options.players not in seen:
            seen.add(options.players)
            yield options
