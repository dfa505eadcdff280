"""A game in progress: its position, and what was played so far."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.chance import Draws
from saltroad.kernel.contract import AnyGame, Outcome, Position
from saltroad.kernel.info import Options


class GameInProgress(ABC):
    """A game from its start to its current position. A subclass keeps the log of what was played, in the form it
    needs."""

    def __init__(self, game: AnyGame, options: Options) -> None:
        self.game = game
        self.options = options
        self.position: Position
        """Where the game stands."""
        self.actor: int
        """The seat to act, CHANCE or NOBODY."""
        self._stand_at(game.start_of(options))

    def _stand_at(self, position: Position) -> None:
        self.position = position
        self.actor = self.game.actor(position)

    @abstractmethod
    def __len__(self) -> int:
        """The plies played, chance's included."""

    @abstractmethod
    def actor_at(self, ply: int) -> int:
        """Who made an action: a seat or CHANCE."""

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, if it has."""
        return self.game.outcome(self.position) if self.actor == NOBODY else None

    @property
    def is_over(self) -> bool:
        return self.actor == NOBODY

    def last_ply_of(self, *seats: int) -> int | None:
        """The last action of a seat, or of one of several."""
        return next((ply for ply in range(len(self) - 1, -1, -1) if self.actor_at(ply) in seats), None)

    def chance_decided_since(self, ply: int) -> bool:
        """Whether this ply or a later one is chance's."""
        return any(self.actor_at(later) == CHANCE for later in range(ply, len(self)))


class History(GameInProgress):
    """A game with all its positions; every action of a seat goes through `Game.play`."""

    def __init__(self, game: AnyGame, options: Options) -> None:
        super().__init__(game, options)
        self.actions: list[Any] = []
        """Every action so far, chance's included."""
        self.actors: list[int] = []
        """Who made each of them: a seat or CHANCE."""
        self.positions: list[Position] = [self.position]
        """The position before each action, and the one that stands now."""

    def __len__(self) -> int:
        return len(self.actions)

    def actor_at(self, ply: int) -> int:
        return self.actors[ply]

    def play(self, action: Any, *, seat: int | None = None) -> None:
        """Play an action (or its text); refusals are those of `Game.play`, and change nothing."""
        read = self.game.parse(action) if isinstance(action, str) else action
        self._add(read, self.game.play(self.position, read, seat=seat))

    def settle(self, draws: Draws) -> None:
        """Let chance decide until a seat is to act or the game is over."""
        for action, after in self.game.chance_plies(self.position, draws):
            self._add(action, after)

    def take_back_to(self, ply: int) -> None:
        """Go back to the position before a ply."""
        del self.actions[ply:], self.actors[ply:], self.positions[ply + 1 :]
        self._stand_at(self.positions[-1])

    def undo_for(self, seat: int) -> bool:
        """Take back the seat's last action and all after it, unless chance has decided something since; False if it
        has."""
        ply = self.last_ply_of(seat)
        if ply is None or self.chance_decided_since(ply):
            return False
        self.take_back_to(ply)
        return True

    def _add(self, action: Any, after: Position) -> None:
        self.actions.append(action)
        self.actors.append(self.actor)
        self.positions.append(after)
        self._stand_at(after)
