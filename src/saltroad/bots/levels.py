"""The levels of bots that people choose from: the same names in every game.

A new level is a name here and an entry in each list of settings: `level_bots` for games without settings of their own,
and `bot/levels.py` of the games that have them. The browser's words for it are `bot_NAME` and `bot_NAME_about` in
`web/messages`, which `web/src/words.ts` lists; the help of `saltroad play` and `saltroad arena` names them too.
"""

from __future__ import annotations

LEVELS = ("novice", "apprentice", "trader", "merchant", "master")
"""From a friendly beginner to the strongest."""
UNTIMED_LEVELS = LEVELS[:3]
"""The levels that look at a number of positions, as fast as the machine can; the others think for some time."""
