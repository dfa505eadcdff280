"""`SingleGame`: one game, stepped by one compiled call."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saltroad.batch.batch import Batch
from saltroad.kernel.actors import NOBODY
from saltroad.kernel.batch_drivers import ILLEGAL
from saltroad.kernel.contract import AnyGame
from saltroad.kernel.errors import BadOptions
from saltroad.kernel.jit import entry_point


class SingleGame(Batch):
    """A batch of one that is not restarted by itself, and its row of every array.

    game = SingleGame("bazaar", players=4, seed=1)
    while not game.is_over:
        game.play(policy(game.observation, game.mask))  # then see game.actor, game.rewards[0]
    """

    def __init__(self, game: AnyGame | str, players: int | None = None, **settings: Any) -> None:
        """The keywords are those of `Batch`."""
        super().__init__(game, 1, players, **{**settings, "autoreset": "disabled"})

    def _make_room(self) -> None:
        super()._make_room()
        arrays = self._arrays
        self._single = (
            arrays.states,
            arrays.rngs,
            arrays.observations,
            arrays.masks,
            arrays.rewards,
            arrays.scores,
            self.layout.first_bits,
            np.stack(self._buffers[0]),
        )
        self._codes = self._settings.reward | self._settings.remembers << 1 | self._settings.chance_inside << 2
        self._call_step = entry_point(self._drivers.step_single, *self._single, 0, 0, 0, 0)

    @property
    def actor(self) -> int:
        """The seat to act; CHANCE where that is left to the caller, NOBODY when the game is over."""
        return int(self._arrays.actors[0])

    @property
    def is_over(self) -> bool:
        return self.actor == NOBODY

    @property
    def observation(self) -> NDArray[Any]:
        found: NDArray[Any] = self.observations[0]
        return found

    @property
    def mask(self) -> NDArray[np.int8]:
        """The legal actions, as bytes of 0 and 1."""
        found: NDArray[np.int8] = self.action_masks()[0]
        return found

    def play(self, action: int) -> bool:
        """Play an action; False, and nothing is played, if it is not legal."""
        try:
            arrays, index = self._arrays, operator.index(action)
        except TypeError:
            raise BadOptions(f"An action is a whole number below {self.actions}, not {action!r}.") from None
        if not 0 <= index < self.actions:
            return False
        who = self._call_step(*self._single, index, arrays.actors.item(0), arrays.viewers.item(0), self._codes)
        if who == ILLEGAL:
            return False
        arrays.actors[0] = who
        if who == NOBODY:
            arrays.ended[0] = True
            arrays.masks[0] = 0
        if self._unpacked is not None:
            self.layout.unpack_row(arrays.observations, self._unpacked)
        return True
