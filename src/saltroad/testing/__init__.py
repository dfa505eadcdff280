"""Checks that are shipped: run them on a game of your own, in your own tests.

from saltroad.testing import check_game
check_game(MyGame())
"""

from __future__ import annotations

from saltroad.testing.check_game import check_game
from saltroad.testing.fault import GameFault

__all__ = ["GameFault", "check_game"]
