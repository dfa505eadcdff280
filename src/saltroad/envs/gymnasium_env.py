"""The games as Gymnasium environments: one seat learns, bots play the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from saltroad.batch import Reward, SingleGame
from saltroad.bots import Limit
from saltroad.envs.opponents import UNLIMITED, Opponents
from saltroad.envs.spaces import any_seed, board_text, observation_box
from saltroad.kernel.errors import BadOptions
from saltroad.kernel.info import Choice

RENDER_MODES = ("ansi", "human")


class GymnasiumEnv(gymnasium.Env[NDArray[Any], np.int64]):
    """One seat against bots. `gymnasium.make("saltroad/bazaar-v1", bots="novice")`.

    The mask of legal actions is `info["action_mask"]`, and `action_masks()` as MaskablePPO asks for it; all ones
    after the end. An illegal action forfeits the game: reward -1, terminated, `info["forfeit"]`.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        bots: str | Sequence[str] = "greedy",
        seat: int | None = None,
        limit: Limit = UNLIMITED,
        form: Literal["float32", "uint8"] = "float32",
        reward: Reward = "win",
        memory: bool = False,
        render_mode: str | None = None,
        **options: Choice,
    ) -> None:
        """A game for so many players, with the game's own options as further keywords.

        bots: who plays the other seats: a name (random, greedy, novice … master) for all, or one for each in the order
            of play after the learner
        seat: the learner's; None draws one for each game
        limit: what bots may spend on a decision, besides what their level does; `uct` needs one: Limit(nodes=200)
        memory: whether the learner has a perfect memory of what was shown
        """
        if form not in ("float32", "uint8"):
            raise BadOptions(f"Observations are float32 or uint8, not {form!r}.")
        if render_mode not in (None, *RENDER_MODES):
            raise BadOptions(f"render_mode is one of {', '.join(RENDER_MODES)}, not {render_mode!r}.")
        self._batch = SingleGame(
            game, players, options=options, form=form, reward=reward, memory=memory, seed=any_seed()
        )
        if seat is not None and seat not in range(self._batch.players):
            raise BadOptions(f"There is no seat {seat}: seats go from 0 to {self._batch.players - 1}.")
        self._seat = seat
        self._opponents = Opponents(self._batch, bots, limit)
        self.game = self._batch.game
        self.render_mode = render_mode
        self.observation_space = observation_box(self._batch.layout, form)
        self.action_space = spaces.Discrete(self._batch.actions)

    @property
    def seat(self) -> int:
        """The learner's seat in this game."""
        return int(self._opponents.seats[0])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin a new game, played on to the learner's first turn. `options` are ignored."""
        super().reset(seed=seed)
        seat = int(self.np_random.integers(self._batch.players)) if self._seat is None else self._seat
        self._opponents.seats[0] = seat
        self._batch.view_as(0, seat)
        self._batch.reset(int(self.np_random.integers(2**63)))
        self._opponents.begin(np.zeros(1, np.int64))
        self._opponents.play()
        return self._shown()

    def step(self, action: np.int64 | int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Play an action, and let the bots play on to the learner's next turn."""
        if not np.issubdtype(np.asarray(action).dtype, np.integer) or np.ndim(action) != 0:
            raise BadOptions(f"An action is a whole number below {self._batch.actions}, not {action!r}.")
        if self._batch.is_over:
            raise BadOptions("The game is over: `reset` begins a new one.")
        forfeit = not self._batch.play(int(action))
        if forfeit:
            self._batch.step([int(action)], illegal="forfeit")
        reward = float(self._batch.rewards[0, self.seat])
        if not self._batch.is_over:
            reward += float(self._opponents.play()[0])
        observation, info = self._shown()
        if forfeit:
            info["forfeit"] = True
        if self.render_mode == "human":
            self.render()
        return observation, reward, self._batch.is_over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions now; all after the end, where there is nothing to choose."""
        legal: NDArray[np.bool_] = self._mask().astype(np.bool_)
        return legal

    def _mask(self) -> NDArray[np.int8]:
        # sampling by a mask of zeros breaks many programs
        return np.ones(self._batch.actions, np.int8) if self._batch.is_over else self._batch.mask

    def _shown(self) -> tuple[NDArray[Any], dict[str, Any]]:
        return self._batch.observations[0].copy(), {"action_mask": self._mask()}

    def render(self) -> str | None:
        """The board as text: returned with `ansi`, printed with `human`."""
        text = board_text(self.game, self._batch.position(0))
        if self.render_mode == "human":
            print(text)
            return None
        return text
