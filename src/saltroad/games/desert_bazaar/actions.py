"""The actions of Desert Bazaar: typed values, their texts and their indices.

name SW     roll silk     collect spice     keep P     build W:SSC f6     pay SC     done     players'
dice SP*    turn W:SSC                                                                        chance's
"""

from __future__ import annotations

from dataclasses import dataclass

from saltroad.games.desert_bazaar import indices as ix
from saltroad.games.desert_bazaar.components import (
    CARD_SETS,
    FACE_LETTERS,
    NAMES,
    RESOURCES,
    ROLLS,
    TILE_TEXTS,
    WILD,
)
from saltroad.kernel.notation import Listed


@dataclass(frozen=True, slots=True)
class Name:
    """Setup: what the wilds of this roll stand for (DB-02)."""

    cards: str

    def __str__(self) -> str:
        return f"name {self.cards}"


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll for resources, with this resource as the free card (DB-11); None when every pile is empty."""

    free: str | None

    def __str__(self) -> str:
        return "roll" if self.free is None else f"roll {self.free}"


@dataclass(frozen=True, slots=True)
class Collect:
    """Take the cards of this resource that the dice give (DB-12, DB-15), or one as an extra card (DB-06)."""

    resource: str

    def __str__(self) -> str:
        return f"collect {self.resource}"


@dataclass(frozen=True, slots=True)
class Keep:
    """Set aside a die with this face, a letter or * for a wild, and roll the other live dice again (DB-13)."""

    face: str

    def __str__(self) -> str:
        return f"keep {self.face}"


@dataclass(frozen=True, slots=True)
class Build:
    """Place this tile there (DB-20, DB-21); how it is paid for is the next action."""

    tile: str
    space: str

    def __str__(self) -> str:
        return f"build {self.tile} {self.space}"


@dataclass(frozen=True, slots=True)
class Done:
    """Build no more this turn (DB-27)."""

    def __str__(self) -> str:
        return "done"


@dataclass(frozen=True, slots=True)
class Pay:
    """The cards that leave the hand for the tile just placed, those traded three for one included (DB-24 to DB-26)."""

    cards: str

    def __str__(self) -> str:
        return f"pay {self.cards or '-'}"


@dataclass(frozen=True, slots=True)
class Dice:
    """Chance: what the dice show, sorted (DB-02, DB-12, DB-13)."""

    faces: str

    def __str__(self) -> str:
        return f"dice {self.faces}"


@dataclass(frozen=True, slots=True)
class Turn:
    """Chance: the tile that is turned up in the next empty place (DB-04, DB-28)."""

    tile: str

    def __str__(self) -> str:
        return f"turn {self.tile}"


CampAction = Name | Roll | Collect | Keep | Build | Done | Pay | Dice | Turn

ACTIONS: tuple[CampAction, ...] = (
    *(Name(cards) for cards in CARD_SETS[1 : ix.NAMINGS + 1]),
    *(Roll(resource) for resource in RESOURCES),
    Roll(None),
    *(Collect(resource) for resource in RESOURCES),
    *(Keep(face) for face in FACE_LETTERS[: WILD + 1]),
    *(Build(tile, space) for tile in TILE_TEXTS for space in NAMES),
    Done(),
    *(Pay(cards) for cards in CARD_SETS),
    *(Dice(faces) for faces in ROLLS),
    *(Turn(tile) for tile in TILE_TEXTS),
)
assert len(ACTIONS) == ix.ACTIONS


def _in_order(word: str) -> str:
    """Cards, dice or a tile with its letters sorted; any other word as it is."""
    product, colon, letters = word.rpartition(":")
    return product + colon + "".join(sorted(letters, key=_rank))


def _rank(letter: str) -> int:
    return FACE_LETTERS.find(letter)


def tidy(text: str) -> str:
    """What a person types, made comparable: any case, any spacing, letters in any order."""
    words = text.upper().split()
    if len(words) > 1 and words[0] in {"NAME", "KEEP", "PAY", "DICE", "TURN", "BUILD"}:
        words[1] = _in_order(words[1])
    return " ".join(words)


NOTATION: Listed[CampAction] = Listed(ACTIONS, tidy, "roll silk, collect spice, keep P, build W:SSC f6, pay SC, done")
