"""Trains PPO of Ray's RLlib in self-play: the PettingZoo environment, and a module that keeps to the action mask.

    pip install 'saltroad[envs,ray,torch]' dm-tree lz4 ormsgpack scipy    # RLlib's own extra pins an older Gymnasium
    python rllib_ppo.py --steps 200000

Both seats are played by one policy. RLlib's wrapper ends an episode for each agent when its last observation comes.
"""

from __future__ import annotations

import argparse
from typing import Any

import pettingzoo
import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch.torch_rl_module import TorchRLModule
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.tune.registry import register_env
from torch import nn

POLICY = "both_seats"


def make_env(settings: dict[str, Any]) -> PettingZooEnv:
    import saltroad.envs  # noqa: F401  # registers the games, in every process of Ray

    return PettingZooEnv(pettingzoo.make("aec", "saltroad/bazaar-v1", players=2))


class MaskedModule(TorchRLModule, ValueFunctionAPI):
    """Two hidden layers, a logit for each action and a value. What is not legal has no chance."""

    def setup(self) -> None:
        inputs, width = self.observation_space["observation"].shape[0], self.model_config["width"]
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, self.action_space.n), nn.Linear(width, 1)

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        hidden = self.body(batch[Columns.OBS]["observation"])
        logits = self.policy(hidden).masked_fill(batch[Columns.OBS]["action_mask"] == 0, torch.finfo(hidden.dtype).min)
        return {Columns.EMBEDDINGS: hidden, Columns.ACTION_DIST_INPUTS: logits}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Any:
        hidden = self.body(batch[Columns.OBS]["observation"]) if embeddings is None else embeddings
        return self.value(hidden).squeeze(-1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=200_000, help="decisions to learn from (200,000)")
    parser.add_argument("--batch", type=int, default=4_000, help="of them, between two updates (4,000)")
    parser.add_argument("--runners", type=int, default=0, help="processes that play; 0 plays in this one (0)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    ray.init(include_dashboard=False, num_cpus=max(1, given.runners + 1), log_to_driver=False)
    try:
        register_env("saltroad_bazaar", make_env)
        spec = RLModuleSpec(module_class=MaskedModule, model_config={"width": 128})
        config = (
            PPOConfig()
            .environment("saltroad_bazaar", disable_env_checking=True)  # the checker samples without masks
            .env_runners(num_env_runners=given.runners)
            .multi_agent(policies={POLICY}, policy_mapping_fn=lambda agent, episode, **_: POLICY)
            .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={POLICY: spec}))
            .training(train_batch_size_per_learner=given.batch, minibatch_size=256, num_epochs=4, lr=3e-4, gamma=0.995)
            .debugging(seed=given.seed)
        )
        algorithm, played = config.build_algo(), 0
        while played < given.steps:
            told = algorithm.train()["env_runners"]
            played = int(told["num_env_steps_sampled_lifetime"])
            length = told.get("episode_len_mean", float("nan"))
            print(f"{played:9,} steps  a game has {length:.0f} decisions", flush=True)
        print(f"{played:,} decisions learned from.")
        algorithm.stop()
    finally:
        ray.shutdown()


if __name__ == "__main__":
    main()
