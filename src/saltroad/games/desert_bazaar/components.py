"""What is in the box of Desert Bazaar, read from components.toml, as the tables that the rules use.

Cards of four resources lie in one integer, eight bits a resource, of which the highest is kept free: adding and
subtracting hands is one operation, and so is asking whether one covers another. Spaces are ordered by column, then row.
"""

from __future__ import annotations

import itertools
import math
import tomllib
from collections.abc import Iterable
from importlib import resources

import numpy as np

from saltroad.kernel.bits import WORD, bits_of, words_for
from saltroad.kernel.jit import inlined

_BOX = tomllib.loads(resources.files(__package__).joinpath("components.toml").read_text("utf-8"))

RESOURCES: tuple[str, ...] = tuple(_BOX["resources"])
LETTERS = "SCPW"
"""Spice is P: S is silk."""
WILD, DESERT = len(RESOURCES), len(RESOURCES) + 1
FACES: tuple[str, ...] = tuple(_BOX["die_faces"])
FACE_LETTERS = LETTERS + "*-"
assert (*RESOURCES, "wild", "desert") == FACES

CARDS_PER_RESOURCE: int = _BOX["cards_per_resource"]
DICE: int = _BOX["dice"]
SETUP_ROLLS: int = _BOX["setup_rolls"]
MARKERS_PER_PLAYER: int = _BOX["markers_per_player"]
SIDES: int = _BOX["face_up_sets"]
TILES_PER_SIDE: int = _BOX["tiles_per_set"]
ENCAMPMENT_SIZE: int = _BOX["encampment_size"]

# -- cards -------------------------------------------------------------------------------------------------------------

_BITS = 8
_SPARE = sum(1 << (_BITS * r + _BITS - 1) for r in range(len(RESOURCES)))


def cards(text: str) -> int:
    """The cards of a text such as "SSC"."""
    return sum(1 << (_BITS * LETTERS.index(letter)) for letter in text)


def cards_text(held: int) -> str:
    """The text of cards, in the order of the resources: "SSC"; "" for none."""
    return "".join(letter * ((held >> (_BITS * r)) & 127) for r, letter in enumerate(LETTERS))


@inlined
def one(resource: int) -> int:
    """A single card."""
    return 1 << (_BITS * resource)


@inlined
def amount(held: int, resource: int) -> int:
    """How many cards of one resource there are."""
    return (held >> (_BITS * resource)) & 127


@inlined
def total(held: int) -> int:
    """How many cards there are."""
    return (held & 127) + ((held >> 8) & 127) + ((held >> 16) & 127) + ((held >> 24) & 127)


@inlined
def covers(held: int, cost: int) -> bool:
    """Whether there are at least as many cards of every resource as `cost` asks: none borrows its spare bit."""
    return ((held | _SPARE) - cost) & _SPARE == _SPARE


FULL_PILES = sum(CARDS_PER_RESOURCE << (_BITS * r) for r in range(len(RESOURCES)))

MOST_PAID = 9
"""Three trades of three cards each (DB-26)."""
CARD_SETS: tuple[str, ...] = tuple(
    "".join(letters)
    for size in range(MOST_PAID + 1)
    for letters in itertools.combinations_with_replacement(LETTERS, size)
)
"""All sets of up to nine cards, the smaller first: what is paid, and what wilds are named."""
CARD_SET = np.array([cards(text) for text in CARD_SETS], np.int64)
CARD_SET_FIRST = np.array([sum(len(text) < size for text in CARD_SETS) for size in range(MOST_PAID + 2)], np.int64)
"""CARD_SET_FIRST[n] to CARD_SET_FIRST[n + 1]: the sets of n cards."""
CARD_SET_NUMBER = np.zeros((MOST_PAID + 1,) * len(LETTERS), np.int64)
for _number, _text in enumerate(CARD_SETS):
    CARD_SET_NUMBER[tuple(map(_text.count, LETTERS))] = _number

# -- dice --------------------------------------------------------------------------------------------------------------

ROLLS: tuple[str, ...] = tuple(
    "".join(letters)
    for many in range(1, DICE + 1)
    for letters in itertools.combinations_with_replacement(FACE_LETTERS, many)
)
"""What one, two or three dice can show, sorted."""
ROLL_FIRST = np.array([sum(len(text) < many for text in ROLLS) for many in range(DICE + 2)], np.int64)
SHOWN = np.array([[text.count(letter) for letter in FACE_LETTERS] for text in ROLLS], np.int64)
"""SHOWN[roll, face]: how many dice show it."""
WAYS = np.array(
    [math.factorial(len(text)) // math.prod(math.factorial(text.count(x)) for x in set(text)) for text in ROLLS],
    np.int64,
)
"""In how many ways the dice can fall so."""

# -- tiles -------------------------------------------------------------------------------------------------------------


def sorted_cards(letters: Iterable[str]) -> str:
    """Letters in the order of the resources."""
    return "".join(sorted(letters, key=LETTERS.index))


def _letters(names: Iterable[str]) -> str:
    return sorted_cards(LETTERS[RESOURCES.index(name)] for name in names)


TILES: tuple[tuple[int, str], ...] = tuple(
    (RESOURCES.index(product), _letters(cost)) for product, cost in _BOX["tiles"]
)
"""Product and cost of each tile; no two are alike."""
TILE_TEXTS: tuple[str, ...] = tuple(f"{LETTERS[product]}:{cost}" for product, cost in TILES)
COSTS: tuple[str, ...] = tuple(sorted({cost for _, cost in TILES}, key=CARD_SETS.index))
PRODUCT = np.array([product for product, _ in TILES], np.int64)
COST = np.array([COSTS.index(cost) for _, cost in TILES], np.int64)
"""COST[tile]: which of COSTS it is."""
assert len(TILES) <= WORD, "a set of tiles is one word"

# -- the board ---------------------------------------------------------------------------------------------------------

_REACH: int = _BOX["board"]["side"] - 1

Place = tuple[int, int]
"""Axial column and row."""

PLACES: tuple[Place, ...] = tuple(
    (q, r) for q in range(-_REACH, _REACH + 1) for r in range(-_REACH, _REACH + 1) if abs(q + r) <= _REACH
)
SPACES = len(PLACES)
WORDS = words_for(SPACES)
NAMES: tuple[str, ...] = tuple(f"{chr(ord('a') + q + _REACH)}{r + _REACH + 1}" for q, r in PLACES)
_NUMBER = {place: number for number, place in enumerate(PLACES)}


def ring_of(place: Place) -> list[Place]:
    """The six neighbours in a circle."""
    q, r = place
    return [(q, r - 1), (q + 1, r - 1), (q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r)]


def _neighbours(place: Place) -> list[int]:
    return [_NUMBER[other] for other in ring_of(place) if other in _NUMBER]


NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(tuple(_neighbours(place)) for place in PLACES)
NEAR = np.array([bits_of(around, WORDS) for around in NEIGHBOURS], np.int64)
"""NEAR[space]: its neighbours as a set."""
OFF_BOARD = SPACES
RING = np.array([[_NUMBER.get(other, OFF_BOARD) for other in ring_of(place)] for place in PLACES], np.int64)
"""RING[space]: its neighbours in a circle, OFF_BOARD where the board ends."""
WORD_OF = np.array([x // WORD for x in range(SPACES)], np.int64)
BIT_OF = np.array([1 << (x % WORD) for x in range(SPACES)], np.int64)
EVERYWHERE = bits_of(range(SPACES), WORDS)
