"""Trains MaskablePPO of SB3-contrib: one seat of Bazaar against bots, in the Gymnasium environment.

    pip install 'saltroad[envs]' sb3-contrib
    python maskable_ppo.py --bots random --steps 200000

The environment has `action_masks()`, which MaskablePPO asks for; nothing needs to be wrapped.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import VecEnv

import saltroad.envs  # noqa: F401  # registers the games


def wins(model: MaskablePPO, envs: VecEnv, games: int) -> float:
    """The share of games that the model wins; of each environment as many as of the others."""
    won, left = 0, [games // envs.num_envs] * envs.num_envs
    observations: Any = envs.reset()
    while any(left):
        actions, _ = model.predict(observations, action_masks=get_action_masks(envs))
        observations, rewards, ended, _ = envs.step(actions)
        for i in ended.nonzero()[0]:
            won += left[i] > 0 and rewards[i] > 0
            left[i] -= left[i] > 0
    return won / (games // envs.num_envs * envs.num_envs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", default="random", help="who plays the other seat: random, greedy, novice … (random)")
    parser.add_argument("--steps", type=int, default=200_000, help="decisions to learn from (200,000)")
    parser.add_argument("--games", type=int, default=200, help="to measure by in the end (200)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="where to keep the model")
    given = parser.parse_args()
    torch.set_num_threads(1)
    settings = {"players": 2, "bots": given.bots}
    envs = make_vec_env(lambda: gymnasium.make("saltroad/bazaar-v1", **settings), n_envs=8, seed=given.seed)
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=max(16, min(256, given.steps // 8)),
        batch_size=128,
        gamma=0.995,
        policy_kwargs={"net_arch": [128, 128]},
        seed=given.seed,
        device="cpu",
        verbose=1,
    )
    try:
        model.learn(given.steps)
    except KeyboardInterrupt:
        print("Stopped: what is learned so far is kept.")
    if given.out is not None:
        model.save(given.out)
    print(f"Wins {wins(model, envs, given.games):.1%} of {given.games} games against {given.bots}.")


if __name__ == "__main__":
    main()
