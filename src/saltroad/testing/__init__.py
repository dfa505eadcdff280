"""Conformance checks for games, environments and bots of your own, to be run in your own tests.

from saltroad.testing import check_bot, check_env, check_game
check_game(MyGame())                    # rules, notation, views, endings
check_env(MyGame())                     # observations, masks and rewards for learning
check_bot(MyBot, "bazaar")              # a bot, made as MyBot(game, seed)
"""

from __future__ import annotations

from saltroad.testing.check_bot import BotFault, check_bot
from saltroad.testing.check_env import EnvFault, check_env
from saltroad.testing.check_game import check_game
from saltroad.testing.fault import GameFault

__all__ = ["BotFault", "EnvFault", "GameFault", "check_bot", "check_env", "check_game"]
