"""The actions of Pig: the die's faces, which chance decides, then roll and hold."""

from __future__ import annotations

from dataclasses import dataclass

from saltroad.kernel.notation import Listed
from saltroad_pig.rules import FACES


@dataclass(frozen=True, slots=True)
class Die:
    """Chance: what the die shows."""

    pips: int

    def __str__(self) -> str:
        return f"die {self.pips}"


@dataclass(frozen=True, slots=True)
class Roll:
    """The player rolls (PG-01)."""

    def __str__(self) -> str:
        return "roll"


@dataclass(frozen=True, slots=True)
class Hold:
    """The player keeps the turn's points (PG-03)."""

    def __str__(self) -> str:
        return "hold"


PigAction = Die | Roll | Hold
ACTIONS: tuple[PigAction, ...] = (*(Die(pips) for pips in range(1, FACES + 1)), Roll(), Hold())
NOTATION: Listed[PigAction] = Listed(ACTIONS, lambda text: " ".join(text.lower().split()), "Actions: roll, hold.")
