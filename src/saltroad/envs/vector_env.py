"""The games as a Gymnasium vector environment: thousands of tables in one process, on the compiled batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from saltroad.batch import Autoreset, Batch, Reward
from saltroad.batch.input_checks import seed_words
from saltroad.bots import Limit
from saltroad.envs.opponents import UNLIMITED, Opponents
from saltroad.envs.spaces import any_seed, observation_box
from saltroad.kernel.errors import BadOptions
from saltroad.kernel.info import Choice
from saltroad.kernel.observation import Form

_MODES: dict[AutoresetMode, Autoreset] = {
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.DISABLED: "disabled",
}


class GymnasiumVectorEnv(VectorEnv[NDArray[Any], NDArray[np.int64], NDArray[Any]]):
    """Many tables at once. `gymnasium.make_vec("saltroad/bazaar-v1", num_envs=4096, players=4)`.

    Without bots it is *self-play*: at each table the seat to act chooses, and the observation is its own. The reward is
    that of the seat that has just acted; `info["rewards"]` has those of all seats, and `info["actor"]` who acts next.
    With `bots` one seat learns, as in the single environment, and the reward is its own.

    `info["action_mask"]` has the legal actions: bytes of 0 and 1, or packed like the observations where these are. At a
    table that is over it is all ones: any action is taken there and ignored. An illegal action forfeits: -1 for the
    seat, terminated, `info["forfeit"]`.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        *,
        bots: str | Sequence[str] | None = None,
        seat: int | None = None,
        limit: Limit = UNLIMITED,
        form: Form = "float32",
        reward: Reward = "win",
        memory: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
        **options: Choice,
    ) -> None:
        """`num_envs` tables of so many players, with the game's own options as further keywords.

        form: float32, uint8, or `packed`, the fastest: 64-bit words (see the reference of observations)
        autoreset_mode: when a table that is over begins anew: one of Gymnasium's three
        threads: how many work on the tables at once, without the GIL
        copy: whether observations, masks and rewards are new arrays at each step; False gives the same ones again
        The other keywords are those of the single environment.
        """
        if render_mode is not None:
            raise BadOptions("A vector environment is not drawn: make a single one for that.")
        self._mode = AutoresetMode(autoreset_mode)
        self._learns = bots is not None
        self._batch = Batch(
            game,
            num_envs,
            players,
            options=options,
            seed=any_seed(),
            form=form,
            reward=reward,
            memory=memory,
            autoreset="disabled" if self._learns else _MODES[self._mode],
            threads=threads,
        )
        if seat is not None and seat not in range(self._batch.players):
            raise BadOptions(f"There is no seat {seat}: seats go from 0 to {self._batch.players - 1}.")
        self._seat = seat
        self._opponents = None if bots is None else Opponents(self._batch, bots, limit)
        self._copy = copy
        is_packed = form == "packed"
        actions, words = self._batch.actions, self._batch.masks.shape[1]
        self._masks: NDArray[Any] = np.empty_like(self._batch.masks) if is_packed else self._batch.action_masks()
        self._no_choice: Any = _all_bits(actions, words) if is_packed else 1
        self._rows = np.arange(num_envs)
        self._over = np.zeros(num_envs, np.bool_)
        self.game = self._batch.game
        self.num_envs = num_envs
        self.metadata = {"render_modes": [], "autoreset_mode": self._mode}
        self.single_observation_space = observation_box(self._batch.layout, form)
        self.single_action_space = spaces.Discrete(self._batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    # -- reset and step ------------------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin new games at all tables, or at those of `options["reset_mask"]`. A seed, or one for each table that
        begins, gives the same games again."""
        only = None if options is None else options.get("reset_mask")
        if only is not None and (np.shape(only) != (self.num_envs,) or np.asarray(only).dtype != np.bool_):
            raise BadOptions(f"reset_mask is an array of {self.num_envs} truth values.")
        which = self._rows if only is None else self._rows[only]
        is_one = isinstance(seed, int | np.integer)
        super().reset(seed=int(seed) if is_one else None)  # type: ignore[arg-type]
        if seed is not None and not is_one:
            self._np_random = np.random.default_rng(seed_words(seed, which).ravel().tolist())  # draws learners' seats
        self._begin(which, seed)
        self._over[which] = False
        return self._observations(), self._infos()

    def _begin(self, which: NDArray[np.int64], seed: int | Sequence[int] | None = None) -> NDArray[np.float32]:
        """New games at these tables, to the learner's first turn; gives what it earned on the way at all tables."""
        if self._opponents is None:
            self._batch.reset(seed, which)
            return np.zeros(self.num_envs, np.float32)
        if self._seat is None:
            self._opponents.seats[which] = self.np_random.integers(self._batch.players, size=len(which))
        else:
            self._opponents.seats[which] = self._seat
        for i in which.tolist():
            self._batch.view_as(i, int(self._opponents.seats[i]))
        self._batch.reset(seed, which)
        self._opponents.begin(which)
        return self._opponents.play()

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play an action at every table."""
        if self._opponents is None:
            return self._step_all(actions)
        return self._step_learner(actions, self._opponents)

    def _step_all(self, actions: NDArray[Any]) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        batch = self._batch
        movers = np.maximum(batch.actors, 0)
        batch.step(actions, illegal="forfeit")
        ended = batch.ended.copy() if self._copy else batch.ended
        infos = self._infos()
        infos["rewards"] = batch.rewards.copy() if self._copy else batch.rewards
        infos["_rewards"] = infos["_actor"]
        if self._mode == AutoresetMode.SAME_STEP and ended.any():
            self._note_finals(infos, np.flatnonzero(ended), batch.final_observations(np.flatnonzero(ended)))
        if batch.forfeits.any():
            infos["forfeit"] = infos["_forfeit"] = batch.forfeits.copy()
        return self._observations(), batch.rewards[self._rows, movers], ended, np.zeros_like(ended), infos

    def _step_learner(self, actions: NDArray[Any], opponents: Opponents) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        batch = self._batch
        fresh = self._over & (self._mode == AutoresetMode.NEXT_STEP)
        batch.step(actions, only=~self._over, illegal="forfeit")
        rewards = batch.rewards[self._rows, opponents.seats]
        forfeits = batch.forfeits.copy()
        rewards += self._begin(np.flatnonzero(fresh)) if fresh.any() else opponents.play()
        rewards[fresh] = 0.0
        ended = (batch.actors < 0) & (~self._over | fresh)
        self._over = batch.actors < 0
        finals = batch.observations[ended] if ended.any() else None
        if self._mode == AutoresetMode.SAME_STEP and finals is not None:
            self._begin(np.flatnonzero(ended))
            self._over[:] = False
        infos = self._infos()
        if self._mode == AutoresetMode.SAME_STEP and finals is not None:
            self._note_finals(infos, np.flatnonzero(ended), finals)
        if forfeits.any():
            infos["forfeit"] = infos["_forfeit"] = forfeits
        return self._observations(), rewards, ended, np.zeros_like(ended), infos

    # -- what is returned ----------------------------------------------------------------------------------------------

    def _observations(self) -> NDArray[Any]:
        return self._batch.observations.copy() if self._copy else self._batch.observations

    def _infos(self) -> dict[str, Any]:
        there = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self._shown_masks(),
            "_action_mask": there,
            "actor": self._batch.actors.copy() if self._copy else self._batch.actors,
            "_actor": there,
        }

    def _shown_masks(self) -> NDArray[Any]:
        """The masks, all ones where a table is over."""
        # the batch's own stay as they are: what it draws depends on them
        if self._masks.dtype == np.int8:
            self._batch.action_masks(self._masks)
        else:
            np.copyto(self._masks, self._batch.masks)
        self._masks[self._batch.actors < 0] = self._no_choice
        return self._masks.copy() if self._copy else self._masks

    def _note_finals(self, infos: dict[str, Any], which: NDArray[np.int64], finals: NDArray[Any]) -> None:
        infos["final_obs"] = np.full(self.num_envs, None, object)
        infos["_final_obs"] = np.zeros(self.num_envs, np.bool_)
        for i, final in zip(which.tolist(), finals, strict=True):
            infos["final_obs"][i] = final
        infos["_final_obs"][which] = True


def _all_bits(actions: int, words: int) -> NDArray[np.int64]:
    """A packed mask with the bits of all actions, and no others."""
    bits = np.zeros(64 * words, np.uint8)
    bits[:actions] = 1
    return np.packbits(bits, bitorder="little").view(np.int64)
