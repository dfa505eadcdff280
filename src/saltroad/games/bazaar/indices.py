"""Where each kind of action begins in the index of Bazaar's actions. These numbers never move: records of training runs
and saved nets depend on them. Players' actions come first, chance's after them."""

from __future__ import annotations

from saltroad.games.bazaar.components import CARD_PAIRS, COLOURS, FACES, RETURN_TEXTS, TRADES, WARES

ROLL = 0
TAKE = ROLL + 1
TRADE = TAKE + len(COLOURS)
BUY = TRADE + len(TRADES)
PASS = BUY + WARES
RETURN = PASS + 1
RATES = RETURN + len(RETURN_TEXTS)
SHOW = RATES + len(CARD_PAIRS)
DIE = SHOW + WARES
ACTIONS = DIE + len(FACES)
