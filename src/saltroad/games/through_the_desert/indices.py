"""Where each kind of action begins in the index of Through the Desert's actions. These numbers never move: records of
training runs and saved nets depend on them. Players' actions come first, chance's after them."""

from __future__ import annotations

from saltroad.games.through_the_desert.components import COLOURS, PALM_SETS, SPACES, WATER_VALUES

MOST_PLAYERS = 5

PLACE = 0
PASS = PLACE + len(COLOURS) * SPACES
PALMS = PASS + 1
WATER = PALMS + len(PALM_SETS)
WITHOUT = WATER + SPACES * len(WATER_VALUES)
START = WITHOUT + MOST_PLAYERS * len(COLOURS)
ACTIONS = START + MOST_PLAYERS
