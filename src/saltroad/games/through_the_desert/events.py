"""Through the Desert as facts: what happened, what is asked, what could be done. The messages tell them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from saltroad.games.through_the_desert.actions import DesertAction, Palms, Pass, Place, Start, Without
from saltroad.games.through_the_desert.components import COLOURS, LARGEST_POINTS, LARGEST_TIED_POINTS, OASIS_POINTS
from saltroad.games.through_the_desert.views import DesertView
from saltroad.messages.facts import Advice, Event, PublicPly, Question

# -- what happened -----------------------------------------------------------------------------------------------------


class PalmsPlanted(Event, frozen=True):
    """The oases of this game (TD-05)."""

    spaces: tuple[str, ...]


class LeaderGivenUp(Event, frozen=True):
    """With five players: the leader that a player goes without (TD-03)."""

    seat: int
    colour: str


class StartDrawn(Event, frozen=True):
    """Who begins, where it is drawn (TD-07)."""

    seat: int


class LeaderPlaced(Event, frozen=True):
    """A leader stands (TD-10)."""

    seat: int
    colour: str
    space: str


class CamelPlaced(Event, frozen=True):
    """A camel stands (TD-20)."""

    seat: int
    colour: str
    space: str


class WaterTaken(Event, frozen=True):
    """The marker under a camel (TD-30)."""

    seat: int
    points: int


class OasesLinked(Event, frozen=True):
    """Oases next to a camel, outside of any area that it closed (TD-31)."""

    seat: int
    oases: tuple[str, ...]
    points: int


class AreaEnclosed(Event, frozen=True):
    """An area that a camel closed (TD-40), with the water and the oases in it."""

    seat: int
    spaces: int
    water_holes: int
    oases: tuple[str, ...]
    points: int


class Passed(Event, frozen=True):
    """A turn without a placement (TD-20)."""

    seat: int


class LargestCaravan(Event, frozen=True):
    """At the end: who has the most camels of a colour, and what each of them gets (TD-51)."""

    colour: str
    seats: tuple[int, ...]
    points: int


def events(ply: PublicPly[DesertView]) -> Sequence[Event]:
    """What happened in a ply."""
    return (*_happened(ply), *(_largest(ply.after) if ply.ends else ()))


def _happened(ply: PublicPly[DesertView]) -> Iterator[Event]:
    match ply.action:
        case Palms(spaces):
            yield PalmsPlanted(spaces)
        case Without(player, colour):
            yield LeaderGivenUp(player - 1, colour)
        case Start(player):
            yield StartDrawn(player - 1)
        case Place(colour, space) if ply.before.phase == "leader":
            yield LeaderPlaced(ply.actor, colour, space)
        case Place(colour, space):
            yield CamelPlaced(ply.actor, colour, space)
            yield from _earned(ply.actor, colour, space, ply.before, ply.after)
        case Pass():
            yield Passed(ply.actor)


def _earned(seat: int, colour: str, space: str, before: DesertView, after: DesertView) -> Iterator[Event]:
    """What a placement brought: water here, oases next to it, what it closed in."""
    k = COLOURS.index(colour)
    area = set(after.areas[seat]) - set(before.areas[seat]) if after.areas is not before.areas else set()
    was_linked, is_linked = before.caravans[seat][k].linked, after.caravans[seat][k].linked
    linked = [name for name in is_linked if name not in was_linked] if is_linked is not was_linked else []
    beside = tuple(name for name in linked if name not in area)
    water = dict(after.water)
    if space in water:
        yield WaterTaken(seat, water[space])
    if beside:
        yield OasesLinked(seat, beside, OASIS_POINTS * len(beside))
    if area:
        holes = area & water.keys()
        inside = tuple(name for name in linked if name in area)
        points = len(area - set(after.oases)) + sum(water[x] for x in holes) + OASIS_POINTS * len(inside)
        yield AreaEnclosed(seat, len(area), len(holes), inside, points)


def _largest(view: DesertView) -> Iterator[LargestCaravan]:
    """TD-51, as it was counted."""
    for k, colour in enumerate(COLOURS):
        lengths = [len(caravans[k].camels) for caravans in view.caravans]
        first = tuple(seat for seat, length in enumerate(lengths) if length == max(lengths))
        yield LargestCaravan(colour, first, LARGEST_POINTS if len(first) == 1 else LARGEST_TIED_POINTS)


# -- what is asked -----------------------------------------------------------------------------------------------------


class AskLeader(Question, frozen=True):
    """Place a leader."""


class AskOnlyCamel(Question, frozen=True):
    """Place a camel, the only one of this first turn (TD-21)."""


class AskFirstCamel(Question, frozen=True):
    """Place the first of two camels."""


class AskSecondCamel(Question, frozen=True):
    """Place the second of two camels."""


class AskLastCamel(Question, frozen=True):
    """Place the last camel of the game: a pile has run out (TD-50)."""


class AskPass(Question, frozen=True):
    """Pass: no camel can be placed (TD-20)."""


def question(view: DesertView, legal: Sequence[DesertAction]) -> Question | None:
    """What is asked of the seat to act."""
    return _asked(view, legal)(view.actor) if view.actor >= 0 else None


def _asked(view: DesertView, legal: Sequence[DesertAction]) -> type[Question]:
    if view.phase == "leader":
        return AskLeader
    if isinstance(legal[0], Pass):  # never beside a placement
        return AskPass
    if view.camels_left > 1:
        return AskFirstCamel
    if view.turns < (1 if view.players == 2 else 2):  # the first players place one camel each (TD-21)
        return AskOnlyCamel
    return AskLastCamel if view.ending else AskSecondCamel


# -- what could be done ------------------------------------------------------------------------------------------------


class CouldPlaceLeader(Advice, frozen=True):
    """Place this leader there."""

    colour: str
    space: str


class CouldPlaceCamel(Advice, frozen=True):
    """Place a camel of this colour there."""

    colour: str
    space: str


class CouldPass(Advice, frozen=True):
    """Pass."""


def advice(view: DesertView, action: DesertAction) -> Advice:
    """An action as a suggestion."""
    if not isinstance(action, Place):
        return CouldPass()
    return (CouldPlaceLeader if view.phase == "leader" else CouldPlaceCamel)(action.colour, action.space)
