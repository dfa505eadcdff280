"""Environments for reinforcement learning. Importing this registers every game with the libraries that are installed.

    import gymnasium, pettingzoo, pyspiel, saltroad.envs

    env = pettingzoo.make("aec", "saltroad/bazaar-v1", players=4)               # every seat an agent
    env = gymnasium.make("saltroad/bazaar-v1", bots="novice")                   # one seat against bots
    envs = gymnasium.make_vec("saltroad/bazaar-v1", num_envs=4096, players=4)   # thousands of tables at once
    game = pyspiel.load_game("saltroad_bazaar(players=4)")

The version in an id is that of the environment: it is raised when observations, actions or rewards change.
"""

from __future__ import annotations

import importlib.util

from saltroad import games

VERSION = 1
"""The version of the environments."""


def env_id(game: str) -> str:
    """The id of a game's environment, in every registry."""
    return f"saltroad/{game}-v{VERSION}"


def _register() -> None:
    """Register every game that has observations, with every library that is there."""
    names = [name for name in games.GAMES if games.part(name, "observation") is not None]
    if importlib.util.find_spec("gymnasium") is not None:
        import gymnasium

        for name in names:
            gymnasium.register(
                env_id(name),
                entry_point="saltroad.envs.gymnasium_env:GymnasiumEnv",
                vector_entry_point="saltroad.envs.vector_env:GymnasiumVectorEnv",
                kwargs={"game": name},
            )
    if importlib.util.find_spec("pettingzoo") is not None:
        import pettingzoo

        for name in names:
            pettingzoo.register(
                "aec",
                env_id(name),
                entry_point="saltroad.envs.pettingzoo_env:PettingZooEnv",
                kwargs={"game": name},
            )
    if importlib.util.find_spec("pyspiel") is not None:
        from saltroad.envs import open_spiel_game

        for name in names:
            open_spiel_game.register(name)


_register()
