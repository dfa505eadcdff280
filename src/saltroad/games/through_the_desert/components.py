"""What is in the box of Through the Desert, read from components.toml, as the tables that the rules use.

A space has one number, one name and one place in every bit set, whichever part of the map is in play: ordered by
column, then by row.
"""

from __future__ import annotations

import itertools
import tomllib
from importlib import resources

import numpy as np

from saltroad.kernel.bits import WORD, bits_of, words_for

_BOX = tomllib.loads(resources.files(__package__).joinpath("components.toml").read_text("utf-8"))

COLOURS: tuple[str, ...] = tuple(_BOX["camel_colours"])
CAMELS_PER_COLOUR: int = _BOX["camels_per_colour"]
CAMELS_REMOVED: dict[int, int] = {int(players): many for players, many in _BOX["camels_removed_per_colour"].items()}
PALM_TREES: int = _BOX["palm_trees"]
OASIS_POINTS: int = _BOX["oasis_points"]
LARGEST_POINTS: int = _BOX["largest_caravan_points"]
LARGEST_TIED_POINTS: int = _BOX["largest_caravan_tied_points"]
WATER_VALUES: tuple[int, ...] = tuple(int(value) for value in _BOX["water_holes"])
WATER_COUNTS: tuple[int, ...] = tuple(_BOX["water_holes"].values())

Place = tuple[int, int]
"""Column and row."""


def _places(section: str) -> list[Place]:
    part = _BOX[section]
    return [
        (column, row)
        for column, runs in enumerate(part["columns"], part.get("first_column", 0))
        for first, last in runs
        for row in range(first, last + 1)
    ]


PLACES: tuple[Place, ...] = tuple(sorted([*_places("small"), *_places("extension")]))
SPACES = len(PLACES)
WORDS = words_for(SPACES)
NAMES: tuple[str, ...] = tuple(f"{'abcdefghijklmnopqr'[column]}{row + 1}" for column, row in PLACES)
_NUMBER = {place: number for number, place in enumerate(PLACES)}

SMALL: frozenset[int] = frozenset(_NUMBER[place] for place in _places("small"))
"""The spaces in play with 2 or 3 players (TD-01)."""
MOUNTAIN: tuple[Place, ...] = tuple((column, row) for column, row in _BOX["mountain"])


def _numbers(kind: str) -> list[int]:
    return sorted(_NUMBER[(c, r)] for section in ("small", "extension") for c, r in _BOX[section][kind])


PALM_SPACES: tuple[int, ...] = tuple(_numbers("palm_spaces"))
DOTS: tuple[int, ...] = tuple(_numbers("dots"))
MARKED: tuple[int, ...] = tuple(sorted([*PALM_SPACES, *DOTS]))
"""Every space that holds a water hole or a palm tree, in the order of the map."""
PALM_NUMBER = np.array([PALM_SPACES.index(x) if x in PALM_SPACES else -1 for x in range(SPACES)], np.int64)


def in_play(players: int) -> frozenset[int]:
    """The spaces of the map that are used (TD-01)."""
    return frozenset(range(SPACES)) if players >= 4 else SMALL


def pile_size(players: int) -> int:
    """TD-04: camels of a colour once the leaders are out; with five players one leader of each goes back (TD-03)."""
    return CAMELS_PER_COLOUR - CAMELS_REMOVED[players] - players + (players == 5)


def ring_of(place: Place) -> list[Place]:
    """The six neighbours in a circle; odd columns lie half a hex lower."""
    column, row = place
    down = column % 2
    return [
        (column, row - 1),
        (column + 1, row - 1 + down),
        (column + 1, row + down),
        (column, row + 1),
        (column - 1, row + down),
        (column - 1, row - 1 + down),
    ]


RING = np.array([[_NUMBER.get(place, -1) for place in ring_of(place)] for place in PLACES], np.int64)
"""RING[space]: its neighbours in a circle, -1 where the map ends."""
NEAR = np.array([bits_of([x for x in ring if x >= 0], WORDS) for ring in RING.tolist()], np.int64)
"""NEAR[space]: its neighbours as a bit set."""
WORD_OF = np.array([x // WORD for x in range(SPACES)], np.int64)
BIT_OF = np.array([1 << (x % WORD) for x in range(SPACES)], np.int64)
RING_WORD = np.array([[max(x, 0) // WORD for x in ring] for ring in RING.tolist()], np.int8)
RING_BIT = np.array([[1 << (x % WORD) if x >= 0 else 0 for x in ring] for ring in RING.tolist()], np.int64)
"""The neighbours in a circle once more, as word and bit; no bit where the map ends."""

PALM_SETS: tuple[tuple[int, ...], ...] = tuple(itertools.combinations(range(len(PALM_SPACES)), PALM_TREES))
"""TD-05: which palm spaces can carry the trees, by palm number."""
