"""Where each kind of action begins in the index of Desert Bazaar's actions. These numbers never move: records of
training runs and saved nets depend on them. Players' actions come first, chance's after them."""

from __future__ import annotations

from saltroad.games.desert_bazaar.components import (
    CARD_SET_FIRST,
    CARD_SETS,
    DICE,
    RESOURCES,
    ROLLS,
    SPACES,
    TILES,
    WILD,
)

MOST_PLAYERS = 5
NAMINGS = int(CARD_SET_FIRST[DICE + 1]) - 1
"""Sets of one to three cards."""

NAME = 0
ROLL = NAME + NAMINGS
COLLECT = ROLL + len(RESOURCES) + 1  # the last roll is the one without a free card
KEEP = COLLECT + len(RESOURCES)
BUILD = KEEP + WILD + 1
DONE = BUILD + len(TILES) * SPACES
PAY = DONE + 1
DICE_FALL = PAY + len(CARD_SETS)
TURN_UP = DICE_FALL + len(ROLLS)
ACTIONS = TURN_UP + len(TILES)
