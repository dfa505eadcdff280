"""What is in the box of Bazaar, read from components.toml, as the tables that the rules use.

A purse is tokens of five colours in one integer: six bits a colour, of which the highest is kept free. Adding and
subtracting purses is one operation, and so is asking whether one covers another.
"""

from __future__ import annotations

import itertools
import tomllib
from importlib import resources

import numpy as np

from saltroad.kernel.jit import inlined

_BOX = tomllib.loads(resources.files(__package__).joinpath("components.toml").read_text("utf-8"))

COLOURS: tuple[str, ...] = tuple(_BOX["colours"])
LETTERS = "".join(colour[0].upper() for colour in COLOURS)
TOKENS_PER_COLOUR: int = _BOX["tokens_per_colour"]
STALLS: int = _BOX["stalls"]
WARES_PER_STALL: int = _BOX["wares_per_stall"]
TOKEN_LIMIT: int = _BOX["token_limit"]
FACES: tuple[str, ...] = (*COLOURS, "choice")
CHOICE = len(COLOURS)

PLAIN, STAR, DOUBLE_STAR = 0, 1, 2
COLUMNS = ("plain", "star", "double_star")
POINTS = np.array([_BOX["score"][column] for column in COLUMNS], np.int64)
"""POINTS[column, tokens left], the last entry for three or more."""

_BITS = 6
_SPARE = sum(1 << (_BITS * colour + _BITS - 1) for colour in range(len(COLOURS)))


def purse(tokens: str) -> int:
    """The purse of a text such as "RRW"."""
    return sum(1 << (_BITS * LETTERS.index(letter)) for letter in tokens)


def tokens_text(tokens: int) -> str:
    """The text of a purse, in the order of the colours: "RRW"; "" for none."""
    return "".join(letter * ((tokens >> (_BITS * c)) & 31) for c, letter in enumerate(LETTERS))


@inlined
def one(colour: int) -> int:
    """The purse of one token."""
    return 1 << (_BITS * colour)


@inlined
def amount(tokens: int, colour: int) -> int:
    """How many tokens of one colour a purse holds."""
    return (tokens >> (_BITS * colour)) & 31


@inlined
def total(tokens: int) -> int:
    """How many tokens a purse holds."""
    return (tokens & 31) + ((tokens >> 6) & 31) + ((tokens >> 12) & 31) + ((tokens >> 18) & 31) + ((tokens >> 24) & 31)


@inlined
def covers(tokens: int, cost: int) -> bool:
    """Whether a purse holds at least what `cost` asks of every colour: no colour borrows its spare bit."""
    return ((tokens | _SPARE) - cost) & _SPARE == _SPARE


WARE_TEXTS: tuple[str, ...] = tuple(ware["tokens"] for ware in _BOX["wares"])
WARES = len(WARE_TEXTS)
WARE_PRICE = np.array([purse(text) for text in WARE_TEXTS], np.int64)
WARE_STAR = np.array([ware["star"] for ware in _BOX["wares"]], np.int64)

RATE_CARDS = len(_BOX["rate_cards"])
EQUATIONS_PER_CARD = len(_BOX["rate_cards"][0]["equations"])
EQUATIONS: tuple[tuple[str, str], ...] = tuple(
    tuple(equation.split("=")) for card in _BOX["rate_cards"] for equation in card["equations"]
)
TRADES_PER_CARD = 2 * EQUATIONS_PER_CARD
TRADES: tuple[tuple[str, str], ...] = tuple(
    trade for left, right in EQUATIONS for trade in ((left, right), (right, left))
)
"""What a trade returns and takes: each equation left to right, then right to left."""
TRADE_RETURNS = np.array([purse(returned) for returned, _ in TRADES], np.int64)
TRADE_TAKES = np.array([purse(taken) for _, taken in TRADES], np.int64)

ONE_COLOUR = np.array([LETTERS.index(text[0]) if len(set(text)) == 1 else -1 for text in WARE_TEXTS], np.int64)
"""The colour of a ware whose five tokens are alike, else -1."""
MAKES_ALONE = np.array(
    [
        [
            any(set(taken) == {letter} for _, taken in TRADES[TRADES_PER_CARD * card : TRADES_PER_CARD * (card + 1)])
            for letter in LETTERS
        ]
        for card in range(RATE_CARDS)
    ],
    np.int64,
)
"""MAKES_ALONE[card, colour]: whether a trade of the card takes tokens of that colour and of no other."""

CARD_PAIRS: tuple[tuple[int, int], ...] = tuple(itertools.combinations(range(RATE_CARDS), 2))
CARD_PAIR = np.array(CARD_PAIRS, np.int64)

MOST_OVER_LIMIT = max(len(taken) - len(returned) for returned, taken in TRADES)
"""A trade at the limit can end this far above it, so that many may have to go back."""
RETURN_TEXTS: tuple[str, ...] = tuple(
    "".join(tokens)
    for count in range(1, MOST_OVER_LIMIT + 1)
    for tokens in itertools.combinations_with_replacement(LETTERS, count)
)
RETURN_PURSE = np.array([purse(text) for text in RETURN_TEXTS], np.int64)
RETURN_FIRST = np.array(
    [sum(len(text) < count for text in RETURN_TEXTS) for count in range(1, MOST_OVER_LIMIT + 2)], np.int64
)
"""RETURN_FIRST[k - 1] to RETURN_FIRST[k]: the returns of k tokens."""

START_RANK = np.array([("yellow", "red", "green", "blue", "white", "choice").index(face) for face in FACES], np.int64)
"""BZ-04: how high a face counts in the roll for the start."""

PLENTY = purse("".join(letter * max(taken.count(letter) for _, taken in TRADES) for letter in LETTERS))
"""A bank that holds this can give what any trade takes."""
OUT_OF_REACH = sum(31 << (_BITS * colour) for colour in range(len(COLOURS)))
"""A price that no hand covers."""
FULL_BANK = sum(TOKENS_PER_COLOUR << (_BITS * colour) for colour in range(len(COLOURS)))
