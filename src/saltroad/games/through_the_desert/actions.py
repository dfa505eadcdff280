"""The actions of Through the Desert: typed values, their texts and their indices.

pink f4                     pass                                                       players'
palms b8 d3 h11 j3 m7       water f5 3       without 2 pink       start 2              chance's
"""

from __future__ import annotations

from dataclasses import dataclass

from saltroad.games.through_the_desert import indices as ix
from saltroad.games.through_the_desert.components import COLOURS, NAMES, PALM_SETS, PALM_SPACES, WATER_VALUES
from saltroad.kernel.notation import Listed


@dataclass(frozen=True, slots=True)
class Place:
    """A leader (TD-10) or a camel (TD-20) of this colour on this space."""

    colour: str
    space: str

    def __str__(self) -> str:
        return f"{self.colour} {self.space}"


@dataclass(frozen=True, slots=True)
class Pass:
    """No placement exists (TD-20); never a choice."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Palms:
    """Chance: the spaces that carry a palm tree (TD-05), in the order of the map."""

    spaces: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(["palms", *self.spaces])


@dataclass(frozen=True, slots=True)
class Water:
    """Chance: the value of the water hole on a space (TD-06)."""

    space: str
    value: int

    def __str__(self) -> str:
        return f"water {self.space} {self.value}"


@dataclass(frozen=True, slots=True)
class Without:
    """Chance: with five players, the leader that a player gives up (TD-03)."""

    player: int
    colour: str

    def __str__(self) -> str:
        return f"without {self.player} {self.colour}"


@dataclass(frozen=True, slots=True)
class Start:
    """Chance: who begins, where it is drawn (TD-07)."""

    player: int

    def __str__(self) -> str:
        return f"start {self.player}"


DesertAction = Place | Pass | Palms | Water | Without | Start

ACTIONS: tuple[DesertAction, ...] = (
    *(Place(colour, space) for colour in COLOURS for space in NAMES),
    Pass(),
    *(Palms(tuple(NAMES[PALM_SPACES[tree]] for tree in trees)) for trees in PALM_SETS),
    *(Water(space, value) for space in NAMES for value in WATER_VALUES),
    *(Without(seat + 1, colour) for seat in range(ix.MOST_PLAYERS) for colour in COLOURS),
    *(Start(seat + 1) for seat in range(ix.MOST_PLAYERS)),
)
assert len(ACTIONS) == ix.ACTIONS


def tidy(text: str) -> str:
    """What a person types, made comparable: any case, any spacing."""
    return " ".join(text.lower().split())


NOTATION: Listed[DesertAction] = Listed(ACTIONS, tidy, "pink f4, pass")
