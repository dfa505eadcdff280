"""The bots that play the other seats of an environment in which one seat learns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from saltroad.batch import Batch
from saltroad.bots import Bot, Limit, make_bot
from saltroad.kernel.errors import BadOptions

UNLIMITED = Limit()


class Opponents:
    """Bots for the seats of a batch that the learner does not play.

    `random` draws in compiled code, in all games at once. Others are asked game by game: a game has its own bots, so
    that one that keeps a tree from move to move finds it again.
    """

    def __init__(self, batch: Batch, names: str | Sequence[str], limit: Limit = UNLIMITED) -> None:
        """Bots by name: one for all other seats, or one for each, in the order of play after the learner. `limit` is
        for a decision, besides a level's own limit; `uct`, which has none, needs one."""
        if not isinstance(limit, Limit):
            raise BadOptions(f"limit is a Limit, such as Limit(nodes=200), not {limit!r}.")
        self._batch, self._limit = batch, limit
        others = batch.players - 1
        self._names = [names] * others if isinstance(names, str) else list(names)
        if len(self._names) != others:
            seats = "is 1 other seat" if others == 1 else f"are {others} other seats"
            bots = "1 bot" if len(self._names) == 1 else f"{len(self._names)} bots"
            raise BadOptions(f"There {seats}, and {bots} for {'it' if others == 1 else 'them'}.")
        if "uct" in self._names and limit == UNLIMITED:
            raise BadOptions(
                "uct has no measure of its own: say how long it may think, such as limit=Limit(nodes=200) or"
                " limit=Limit(seconds=0.1), with Limit from saltroad.bots."
            )
        for name in {*self._names}:
            make_bot(name, batch.game, 0)  # an unknown one is refused now
        self._is_random = all(name == "random" for name in self._names)
        self._bots: dict[tuple[int, int], Bot] = {}
        self.seats: NDArray[np.int8] = np.zeros(len(batch), np.int8)
        """The learner's seat in each game."""

    def begin(self, which: NDArray[np.integer]) -> None:
        """Make new bots for the games that begin anew."""
        for i in {int(i) for i in which}:
            for k in range(len(self._names)):
                self._bots.pop((i, k), None)

    def play(self) -> NDArray[np.float32]:
        """Let bots act until it is the learner's turn, or the game is over; gives the learner's rewards meanwhile."""
        batch = self._batch
        earned = np.zeros(len(batch), np.float32)
        games = np.arange(len(batch))
        while True:
            waiting = (batch.actors >= 0) & (batch.actors != self.seats)
            if not waiting.any():
                return earned
            batch.step(self._actions(waiting), only=waiting)
            earned += batch.rewards[games, self.seats]

    def _actions(self, waiting: NDArray[np.bool_]) -> NDArray[np.int64]:
        if self._is_random:
            return self._batch.random_actions()
        actions = np.zeros(len(self._batch), np.int64)
        for i in np.flatnonzero(waiting).tolist():
            actions[i] = self._choice(i)
        return actions

    def _choice(self, i: int) -> int:
        game, position = self._batch.game, self._batch.position(i)
        seat = game.actor(position)
        k = (seat - int(self.seats[i]) - 1) % self._batch.players
        bot = self._bots.get((i, k))
        if bot is None:
            bot = self._bots[i, k] = make_bot(self._names[k], game, (k, *self._batch.generator_state(i)))
        action = bot.choose(game.remember(position, seat), game.legal(position), self._limit).action
        return game.notation.index(action)
