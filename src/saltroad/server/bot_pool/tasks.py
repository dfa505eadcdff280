"""What a worker does when it is asked: loading a game so that nothing is left to compile, and letting a bot choose."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from saltroad import games
from saltroad.bots import LEVELS, Bot, Choice, Limit, make_bot
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame
from saltroad.kernel.info import Options
from saltroad.server.bot_pool.messages import Choose, Chose, Load, Ready, Task, TaskAnswer

_MOST_PLIES = 200


def run_task(question: Task, modules: bool) -> Iterator[TaskAnswer]:
    """The answers to one question, each when it is due. Whatever it raises is a failure of the game or of the bot."""
    match question:
        case Load(name, search):
            game = games.load(name)
            if search:
                _warm(make_bot(LEVELS[0], game, 0))
            for options in _one_table_for_each_number_of_players(game):
                _practise(game, options)
            yield Ready()
        case Choose(name, bot_name, seed, view, texts, seconds):
            game = games.load(name)
            legal = tuple(map(game.parse, texts))
            bot = _bot(bot_name, game, seed, modules)
            _warm(bot)
            _go_on(bot)
            yield Ready()
            yield _chose(bot.choose(view, legal, Limit(seconds=seconds)), view.viewer)
            _before[:] = [bot]


def _chose(choice: Choice[Any], seat: int) -> Chose:
    shares = {line.actions[0]: line.seats[seat] for line in choice.lines}
    share = shares.pop(choice.action, None)
    return Chose(str(choice.action), share, None if share is None else max(shares.values(), default=None))


_before: list[Bot] = []
"""Who was asked last. One alone: what a search has found may take 150 MB."""


def _go_on(bot: Bot) -> None:
    """Let a bot that searches begin with what was found at the move before: at most tables it was asked of then too."""
    go_on_from = getattr(bot, "go_on_from", None)
    if go_on_from is not None:
        for before in _before:
            go_on_from(before)
    _before.clear()


def _warm(bot: Bot) -> None:
    """Compile what a bot needs before its time begins."""
    warm = getattr(bot, "warm", None)
    if warm is not None:
        warm()


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


def _practise(game: AnyGame, options: Options) -> None:
    """Play until somebody has weighed a choice: by then the rules and what greedy needs of them are compiled."""
    rng = Rng(0)
    bot = make_bot("greedy", game, 0)
    position = game.start_of(options)
    for _ in range(_MOST_PLIES):
        seat = game.actor(position)
        if seat < 0:
            action = game.decide(position, rng)
        else:
            choice = bot.choose(game.remember(position, seat), game.legal(position), Limit())
            if choice.values is not None:
                return
            action = choice.action
        position = game.apply(position, action)
