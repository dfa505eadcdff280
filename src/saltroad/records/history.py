"""A game being played: the list of its actions is the truth, the positions are kept beside it."""

from __future__ import annotations

from typing import Any

from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Outcome, Position
from saltroad.kernel.info import Options


class History:
    """One game from its start to where it stands; every action enters by the checked door."""

    def __init__(self, game: AnyGame, options: Options) -> None:
        self.game = game
        self.options = options
        self.actions: list[Any] = []
        """Every action so far, chance's included."""
        self.actors: list[int] = []
        """Who made each of them: a seat or CHANCE."""
        self.positions: list[Position] = [game.start_of(options)]
        """The position before each action, and the one that stands now."""

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.positions[-1]

    @property
    def actor(self) -> int:
        """The seat to act, CHANCE or NOBODY."""
        return self.game.actor(self.position)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, if it has."""
        return self.game.outcome(self.position)

    @property
    def is_over(self) -> bool:
        return self.actor == NOBODY

    def __len__(self) -> int:
        """The plies played."""
        return len(self.actions)

    def play(self, action: Any, *, seat: int | None = None) -> None:
        """Play an action (or its text); refusals are those of `Game.play`, and change nothing."""
        read = self.game.parse(action) if isinstance(action, str) else action
        who = self.actor
        after = self.game.play(self.position, read, seat=seat)
        self.positions.append(after)
        self.actions.append(read)
        self.actors.append(who)

    def decide_chance(self, rng: Rng) -> None:
        """Let chance decide until a seat is to act or the game is over."""
        while self.actor == CHANCE:
            self.play(self.game.decide(self.position, rng))

    def undo_for(self, seat: int) -> bool:
        """Take back the seat's last action and all after it, unless chance has spoken since; False if it has."""
        for ply in range(len(self) - 1, -1, -1):
            if self.actors[ply] == CHANCE:
                return False
            if self.actors[ply] == seat:
                del self.actions[ply:], self.actors[ply:], self.positions[ply + 1 :]
                return True
        return False
