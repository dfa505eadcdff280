"""The conformance suite for bots: what tables, the arena and environments need of a bot."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from saltroad import games as registry
from saltroad.bots.base import Bot, Choice, Limit, WarmableBot
from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Position
from saltroad.kernel.info import Options

MakeBot = Callable[[AnyGame, Any], Bot]
FEW_NODES = Limit(nodes=30)
_ROUNDING = 1e-6


class BotFault(AssertionError):
    """A bot breaks its contract. Names the table, the seed, the ply and what is wrong."""


def check_bot(
    make: MakeBot,
    game: AnyGame | str,
    *,
    games: int = 2,
    seed: int = 0,
    limit: Limit = FEW_NODES,
    decisions: int = 60,
    repeats: bool = True,
) -> None:
    """Raise BotFault unless a bot plays as it must, in every number of players and with every option of a game.

    `make(game, seed)` gives a bot, as `python:MODULE:NAME` does in the arena. It takes every seat, in `games` games of
    each table, for at most `decisions` decisions a game; then random play ends it. Checked: it chooses one of the legal
    actions, leaves what it is given as it is, values only legal actions, and gives shares that add up to 1, of the win
    and of the search. With `repeats` (for limits in nodes): two bots made with one seed choose the same.
    """
    found = registry.load(game) if isinstance(game, str) else game
    for options in found.info.configurations():
        for number in range(games):
            _Trial(make, found, options, seed + number, limit, repeats=repeats).play(decisions)


class _Trial:
    """One game, with a bot in every seat."""

    def __init__(
        self, make: MakeBot, game: AnyGame, options: Options, seed: int, limit: Limit, *, repeats: bool
    ) -> None:
        self._game, self._options, self._seed, self._limit = game, options, seed, limit
        self._ply = 0
        seats = range(options.players)
        self._bots = [self._made(make, seat) for seat in seats]
        self._twins = [self._made(make, seat) for seat in seats] if repeats else None

    def _made(self, make: MakeBot, seat: int) -> Bot:
        try:
            bot = make(self._game, (self._seed, seat))
            if isinstance(bot, WarmableBot):
                bot.warm()
        except Exception as error:
            self._fail(f"making the bot raises {type(error).__name__}: {error}", error)
        return bot

    def _fail(self, what: str, cause: Exception | None = None) -> NoReturn:
        where = f"{self._game.info.name}, {self._options}, seed {self._seed}, ply {self._ply}"
        raise BotFault(f"{where}: {what}") from cause

    def play(self, decisions: int) -> None:
        """Play until the game or the number of decisions is over."""
        game, rng, position = self._game, Rng(self._seed), self._game.start_of(self._options)
        while decisions and game.actor(position) != NOBODY:
            seat = game.actor(position)
            if seat == CHANCE:
                position = game.apply(position, game.decide(position, rng))
            else:
                decisions -= 1
                position = game.apply(position, self._choice(position, seat))
            self._ply += 1

    def _choice(self, position: Position, seat: int) -> Any:
        view, legal = self._game.remember(position, seat), self._game.legal(position)
        choice = self._asked(self._bots[seat], view, legal)
        if not isinstance(choice, Choice):
            self._fail(f"`choose` gives {choice!r}, not a Choice")
        if choice.action not in legal:
            self._fail(f"it plays {str(choice.action)!r}, which is not legal")
        for action in choice.values or ():
            if action not in legal:
                self._fail(f"it values {str(action)!r}, which is not legal")
        tried = choice.visit_shares
        if tried is not None and (not tried.keys() <= set(legal) or abs(sum(tried.values()) - 1.0) > _ROUNDING):
            self._fail("its visit shares are not of legal actions only, or do not add up to 1")
        shares = choice.seat_values
        if shares is not None and (
            len(shares) != self._options.players
            or (len(shares) > 1 and abs(sum(shares) - 1.0) > _ROUNDING * len(shares))
        ):
            self._fail(f"its shares of the win, {shares}, are not one for each seat that add up to 1")
        if self._twins is not None:
            other = self._asked(self._twins[seat], view, legal)
            if other.action != choice.action:
                self._fail(f"with one seed it plays {str(choice.action)!r} and then {str(other.action)!r}")
        return choice.action

    def _asked(self, bot: Bot, view: Any, legal: Sequence[Any]) -> Any:
        before, given = copy.deepcopy(view), list(legal)
        try:
            choice = bot.choose(view, given, self._limit)
        except Exception as error:
            self._fail(f"`choose` raises {type(error).__name__}: {error}", error)
        if view != before or given != list(legal):
            self._fail("it changes the view or the list of legal actions that it was given")
        return choice
