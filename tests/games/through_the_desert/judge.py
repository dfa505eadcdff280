"""A judge of enclosures (TD-40 to TD-45, TD-52) that shares no code with the kernel: whole-board regions, every time.

It keeps its own map from the actions alone. A set of spaces is one whole number whose bits lie on a grid, 20 to a
column, so that all neighbours of a set are found by shifting it. After every camel it takes all regions of camel-free
spaces of the whole board, and asks of each that the camel touches whose camels touch it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from saltroad.games.through_the_desert import indices as ix
from saltroad.games.through_the_desert.components import (
    COLOURS,
    LARGEST_POINTS,
    LARGEST_TIED_POINTS,
    OASIS_POINTS,
    PALM_SPACES,
    PLACES,
    SPACES,
    in_play,
    ring_of,
)

COLUMN = 20
"""Bits a column; more than there are rows, so that nothing shifts from one column into the next."""
BIT = [1 << COLUMN * (column + 1) + row + 2 for column, row in PLACES]
SPACE_OF = {bit: space for space, bit in enumerate(BIT)}
EVEN = sum(bit for bit, (column, _) in zip(BIT, PLACES, strict=True) if column % 2 == 0)
ODD = sum(bit for bit, (column, _) in zip(BIT, PLACES, strict=True) if column % 2 == 1)
ALL = EVEN | ODD


def set_of(spaces: Iterable[int]) -> int:
    return sum(BIT[space] for space in spaces)


def spaces_of(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield SPACE_OF[lowest]
        bits ^= lowest


def near(bits: int) -> int:
    """All spaces of the map next to a set. Odd columns lie half a hex lower."""
    even, odd = bits & EVEN, bits & ODD
    sideways = even | even >> 1 | odd | odd << 1
    return (bits << 1 | bits >> 1 | sideways << COLUMN | sideways >> COLUMN) & ALL


NEIGHBOURS = [[PLACES.index(place) for place in ring_of(here) if place in PLACES] for here in PLACES]
"""The same the plain way, by the circles of components.py."""


CIRCLES = [[BIT[PLACES.index(place)] if place in PLACES else 0 for place in ring_of(here)] for here in PLACES]


def regions(spaces: int) -> Iterator[int]:
    """The connected parts of a set."""
    while spaces:
        region, grown = 0, spaces & -spaces
        while grown != region:
            region, grown = grown, (grown | near(grown)) & spaces
        yield region
        spaces ^= region


@dataclass
class Judge:
    """One game, told by actions. `apply` judges one; the public fields are what the kernel must have too."""

    players: int
    oases: int = 0
    water: dict[int, int] = field(default_factory=dict)
    caravans: dict[tuple[int, int], int] = field(default_factory=dict)
    """By seat and colour."""
    closed_by: bytearray = field(default_factory=lambda: bytearray(b"\xff" * SPACES))
    """The seat whose area a space is in; 255 is nobody's."""
    linked: dict[tuple[int, int], set[int]] = field(default_factory=dict)
    water_points: list[int] = field(default_factory=lambda: [0] * 5)
    oasis_points: list[int] = field(default_factory=lambda: [0] * 5)
    area_points: list[int] = field(default_factory=lambda: [0] * 5)
    camels: int = 0
    areas_closed: int = 0
    most_at_once: int = 0

    def __post_init__(self) -> None:
        self.used = set_of(in_play(self.players))

    def apply(self, seat: int, action: int, *, is_leader: bool) -> None:
        """An action of a seat, or of chance."""
        if action < ix.PASS:
            colour, space = divmod(action, SPACES)
            self.caravans[seat, colour] = self.caravans.get((seat, colour), 0) | BIT[space]
            self.camels |= BIT[space]
            if not is_leader:
                self._earn(seat, colour, space)
        elif ix.PALMS <= action < ix.WATER:
            self.oases = set_of(palms_of(action))
        elif ix.WATER <= action < ix.WITHOUT:
            space, value = divmod(action - ix.WATER, 3)
            self.water[space] = value + 1

    def _earn(self, seat: int, colour: int, space: int) -> None:
        self.water_points[seat] += self.water.pop(space, 0)  # TD-30
        links = set(spaces_of(self.oases & near(BIT[space])))  # TD-31
        closed = self.enclosed(seat, colour, space)
        for region in closed:
            for x in spaces_of(region):
                self.closed_by[x] = seat
                if BIT[x] & self.oases:
                    links.add(x)  # TD-43
                else:
                    self.area_points[seat] += 1  # TD-52
                    self.water_points[seat] += self.water.pop(x, 0)  # TD-43
        before = self.linked.setdefault((seat, colour), set())
        self.oasis_points[seat] += OASIS_POINTS * len(links - before)
        before |= links
        self.areas_closed += len(closed)
        self.most_at_once = max(self.most_at_once, len(closed))

    def room(self) -> int:
        """The spaces that regions are made of: in play and without a camel, oases among them (TD-45)."""
        return self.used & ~self.camels

    def enclosed(self, seat: int, colour: int, space: int) -> list[int]:
        """TD-40: the regions that the new camel touches and no camel of another caravan does."""
        touched = near(BIT[space])
        strangers = self.camels & ~self.caravans[seat, colour]
        return [region for region in regions(self.room()) if region & touched and not near(region) & strangers]

    def parts(self, space: int) -> bool:
        """Whether a camel here may part a region: the camel-free spaces around it are in several runs."""
        room = self.room()
        free = [bool(bit & room) for bit in CIRCLES[space]]
        return sum(here and not free[k - 1] for k, here in enumerate(free)) > 1

    # -- legality, space by space --------------------------------------------------------------------------------------

    def placements(self, seat: int, piles: Iterable[int]) -> list[int]:
        """Every legal camel of a seat, by TD-22 to TD-24 and the piles alone."""
        owner = {x: key for key, bits in self.caravans.items() for x in spaces_of(bits)}
        found = []
        for colour, pile in zip(range(len(COLOURS)), piles, strict=True):
            for space in range(SPACES):
                if not BIT[space] & self.used or space in owner or BIT[space] & self.oases:
                    continue
                if self.closed_by[space] != 255 or pile == 0:
                    continue
                around = [owner[x] for x in NEIGHBOURS[space] if x in owner]
                if (seat, colour) in around and not any(key[1] == colour and key[0] != seat for key in around):
                    found.append(colour * SPACES + space)
        return found

    def leader_spaces(self) -> list[int]:
        """Every space that TD-11 and TD-12 leave to a leader."""
        return [
            space
            for space in range(SPACES)
            if BIT[space] & self.used & ~self.camels & ~self.oases
            and space not in self.water
            and not any(BIT[x] & (self.camels | self.oases) for x in NEIGHBOURS[space])
        ]

    def largest(self) -> list[int]:
        """TD-51: what each seat earns for its caravans."""
        earned = [0] * 5
        for colour in range(len(COLOURS)):
            lengths = [self.caravans.get((seat, colour), 0).bit_count() for seat in range(self.players)]
            best = [seat for seat, length in enumerate(lengths) if length == max(lengths)]
            for seat in best:
                earned[seat] += LARGEST_POINTS if len(best) == 1 else LARGEST_TIED_POINTS
        return earned

    def links(self) -> list[int]:
        """The oases that each caravan has earned, a bit for each palm space, as the kernel keeps them."""
        rows = [0] * 25
        for (seat, colour), spaces in self.linked.items():
            rows[seat * len(COLOURS) + colour] = sum(1 << PALM_SPACES.index(x) for x in spaces)
        return rows


def palms_of(action: int) -> list[int]:
    """The spaces with a tree: the sets of five of the seven palm spaces, counted in the order of the dictionary."""
    sets: list[list[int]] = [[]]
    for space in PALM_SPACES:
        sets += [[*one, space] for one in sets]
    return sorted(one for one in sets if len(one) == 5)[action - ix.PALMS]


# -- judges that are wrong, each in one way: the comparison must notice ------------------------------------------------


class PalmsAreWalls(Judge):
    """Against TD-45."""

    def room(self) -> int:
        return super().room() & ~self.oases


class LeadersDoNotCount(Judge):
    """Against TD-40: a leader is a stranger, even one's own."""

    def apply(self, seat: int, action: int, *, is_leader: bool) -> None:
        if is_leader and action < ix.PASS:
            self.leaders = getattr(self, "leaders", 0) | BIT[action % SPACES]
        super().apply(seat, action, is_leader=is_leader)

    def enclosed(self, seat: int, colour: int, space: int) -> list[int]:
        return [region for region in super().enclosed(seat, colour, space) if not near(region) & self.leaders]


class ColoursEncloseTogether(Judge):
    """Against TD-41: all of a player's caravans count as one."""

    def enclosed(self, seat: int, colour: int, space: int) -> list[int]:
        own = sum(bits for key, bits in self.caravans.items() if key[0] == seat)
        strangers, touched = self.camels & ~own, near(BIT[space])
        return [region for region in regions(self.room()) if region & touched and not near(region) & strangers]


class WholeBoard(Judge):
    """Against TD-45: the section beyond the dark line is always there."""

    def __post_init__(self) -> None:
        self.used = ALL


class OneAreaAtATime(Judge):
    """Against TD-42."""

    def enclosed(self, seat: int, colour: int, space: int) -> list[int]:
        return super().enclosed(seat, colour, space)[:1]


class SecondFive(Judge):
    """Against TD-43: an oasis that is enclosed earns again."""

    def _earn(self, seat: int, colour: int, space: int) -> None:
        before = set(self.linked.get((seat, colour), set()))
        super()._earn(seat, colour, space)
        for region in self.enclosed(seat, colour, space):
            again = before & set(spaces_of(region & self.oases))
            self.oasis_points[seat] += OASIS_POINTS * len(again)


class WaterStays(Judge):
    """Against TD-43: water inside an area is not taken."""

    def _earn(self, seat: int, colour: int, space: int) -> None:
        kept = {x: value for x, value in self.water.items() if x != space}
        super()._earn(seat, colour, space)
        taken = sum(value for x, value in kept.items() if x not in self.water)
        self.water_points[seat] -= taken


WRONG = (PalmsAreWalls, LeadersDoNotCount, ColoursEncloseTogether, OneAreaAtATime, SecondFive, WaterStays, WholeBoard)
