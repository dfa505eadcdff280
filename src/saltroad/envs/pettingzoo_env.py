"""The games as PettingZoo environments: every seat is an agent, and agents act one at a time (AEC)."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from saltroad.batch import Reward, SingleGame, encode
from saltroad.batch.batch import OnIllegal
from saltroad.envs.spaces import any_seed, board_text, observation_box
from saltroad.kernel.actors import NOBODY
from saltroad.kernel.errors import BadOptions, IllegalAction
from saltroad.kernel.info import Choice

_NO_ACTION = -2
_NOBODY_ACTS = "No agent is to act: `reset` begins a game."
Observation = dict[str, NDArray[Any]] | NDArray[Any]


class PettingZooEnv(AECEnv[str, Observation, int | None]):
    """A game as an AEC environment. `pettingzoo.make("aec", "saltroad/bazaar-v1", players=4)`.

    An observation is {"observation": …, "action_mask": …}; the mask is in `infos` too. With `mask_in="infos"` it is
    there alone, and the observation is the array. Of a seat that is not to act the mask is all ones: it has nothing to
    choose, and a mask of zeros breaks the sampling of many libraries. Rewards are those of `Batch`: by default 1 for
    who wins alone, in sum 0.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "saltroad_v1",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        form: Literal["float32", "uint8"] = "float32",
        mask_in: Literal["observation", "infos"] = "observation",
        illegal: OnIllegal = "raise",
        reward: Reward = "win",
        memory: bool = False,
        render_mode: str | None = None,
        **options: Choice,
    ) -> None:
        """A game for so many players, with the game's own options as further keywords.

        illegal: what an illegal action does: `raise` IllegalAction with the rule that forbids it, or `forfeit`, which
            ends the game with -1 for the seat and 1 shared by the others
        memory: whether agents have a perfect memory of what was shown (cards taken in the open, points face down)
        """
        super().__init__()
        if form not in ("float32", "uint8"):
            raise BadOptions(f"Observations are float32 or uint8, not {form!r}.")
        if mask_in not in ("observation", "infos"):
            raise BadOptions(f"mask_in is `observation` or `infos`, not {mask_in!r}.")
        if illegal not in ("raise", "forfeit"):
            raise BadOptions(f"illegal is `raise` or `forfeit`, not {illegal!r}.")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise BadOptions(f"render_mode is one of {', '.join(self.metadata['render_modes'])}, not {render_mode!r}.")
        self._batch = SingleGame(
            game, players, options=options, form=form, reward=reward, memory=memory, seed=any_seed()
        )
        self.game = self._batch.game
        self.metadata = {**type(self).metadata, "name": f"saltroad_{self.game.info.name}_v1"}  # type: ignore[misc]
        self.render_mode = render_mode
        self._illegal: OnIllegal = illegal
        self._memory = memory
        self._in_observation = mask_in == "observation"
        self._seats = {f"player_{seat}": seat for seat in range(self._batch.players)}
        self.possible_agents = list(self._seats)
        self.agents: list[str] = []
        self.agent_selection = ""
        box = observation_box(self._batch.layout, form)
        mask = spaces.Box(0, 1, (self._batch.actions,), np.int8)
        self._observation_space: spaces.Space[Any] = (
            spaces.Dict({"observation": box, "action_mask": mask}) if self._in_observation else box
        )
        self._observation_spaces = dict.fromkeys(self.possible_agents, self._observation_space)
        self._action_spaces = {agent: spaces.Discrete(self._batch.actions) for agent in self.possible_agents}
        self._no_choice = np.ones(self._batch.actions, np.int8)
        self._no_choice.flags.writeable = False

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; the same seed gives the same chance. `options` are ignored: a game's options are keywords
        of the environment."""
        self._batch.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._note_turn()

    def step(self, action: int | None) -> None:
        if not self.agents:
            raise BadOptions(_NOBODY_ACTS)
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._play(self._index_of(action))
        self._cumulative_rewards[agent] = 0.0
        for each, reward in zip(self.agents, self._batch.rewards[0].tolist(), strict=True):
            self.rewards[each] = reward
            self._cumulative_rewards[each] += reward
        if self._batch.ended[0]:
            self.terminations = dict.fromkeys(self.agents, True)
        self._note_turn()
        if self.render_mode == "human":
            self.render()

    def _index_of(self, action: int | None) -> int:
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            is_one = isinstance(action, np.ndarray) and action.shape == () and action.dtype.kind in "iu"
            if not is_one:
                raise BadOptions(f"An action is a whole number below {self._batch.actions}, not {action!r}.")
        return int(action)  # type: ignore[arg-type]

    def _play(self, index: int) -> None:
        if not -(2**63) <= index < 2**63 or not self._batch.play(index):
            if self._illegal == "raise":
                if not 0 <= index < self._batch.actions:
                    raise BadOptions(f"An action is a whole number below {self._batch.actions}, not {index}.")
                action = self.game.notation.at(index)
                raise IllegalAction(str(action), self.game.explain(self._batch.position(0), action))
            self._batch.step([_NO_ACTION], illegal="forfeit")

    def _note_turn(self) -> None:
        """Note the agent to act and its mask."""
        actor = self._batch.actor
        if actor == NOBODY:
            self._mask = self._no_choice
            self.agent_selection = self.agents[0]
        else:
            self._mask = self._batch.mask
            self.agent_selection = self.agents[actor]
        self.infos = {agent: {"action_mask": self._no_choice} for agent in self.agents}
        self.infos[self.agent_selection]["action_mask"] = self._mask

    def observe(self, agent: str) -> Observation:
        """The observation of an agent now."""
        if agent not in self._seats:
            raise BadOptions(f"There is no agent {agent!r}: {', '.join(self._seats)}." if agent else _NOBODY_ACTS)
        is_acting = agent == self.agent_selection and not self._batch.ended[0]
        if is_acting:
            found = self._batch.observation.copy()
        else:
            packed = encode(self.game, self._batch.position(0), self._seats[agent], memory=self._memory)
            found = self._batch.layout.unpacked(packed, self._batch.form)
        if not self._in_observation:
            return found
        return {"observation": found, "action_mask": self._mask if is_acting else self._no_choice}

    def random_action(self) -> int:
        """A legal action of the agent to act, all equally likely: drawn in compiled code, by the game's own chance."""
        return int(self._batch.random_actions()[0])

    def state(self) -> NDArray[Any]:
        """The observation of a spectator with a perfect memory, for central critics."""
        packed = encode(self.game, self._batch.position(0), None, memory=True)
        return self._batch.layout.unpacked(packed, self._batch.form)

    def render(self) -> str | None:
        """The board as text: returned with `ansi`, printed with `human`."""
        text = board_text(self.game, self._batch.position(0))
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Do nothing: the environment holds nothing open."""
