"""A judge of encampments (DB-22, DB-23, DB-25, DB-30 to DB-34, DB-40 to DB-42) that shares no code with the kernel.

It keeps its own boards from the placements alone, many games side by side: a column is a game, a row is a space, and
the last row is what lies off the board. After every placement it finds the camps of the whole board anew: each tile
takes the lowest number among itself and its neighbours until nothing changes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from saltroad.games.desert_bazaar.components import PLACES, TILE_TEXTS

Table = NDArray[np.int8]
Columns = NDArray[np.int64]

SPACES = len(PLACES)
OFF = SPACES
SEATS = 5
NOBODY = -1
SIX = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
AROUND = np.array(
    [[PLACES.index((q + x, r + y)) if (q + x, r + y) in PLACES else OFF for q, r in PLACES] for x, y in SIX]
)
"""AROUND[direction, space]: the neighbour there, or OFF."""
PRODUCTS = np.array(["SCPW".index(text[0]) for text in TILE_TEXTS], np.int8)
ISOLATED, ENCAMPMENTS, CLOSING, MARKERS, MAJORITIES = range(5)


class Judge:
    """Many games of the same number of players. The public fields are what the kernel must have too."""

    most_rounds = SPACES

    def __init__(self, games: int, players: int, markers: int = 7) -> None:
        self.players, self.fault = players, ""
        self.product: Table = np.full((SPACES + 1, games), -1, np.int8)
        self.owner: Table = np.full((SPACES + 1, games), NOBODY, np.int8)
        self.markers = np.zeros((SEATS, games), np.int8)
        self.markers[:players] = markers
        self.points = np.zeros((5, SEATS, games), np.int16)
        self.largest_join = 0
        self.closed = self.unmarked = self.closed_unmarked = self.placed = 0

    # -- one placement in each of some games ---------------------------------------------------------------------------

    def place(self, games: Columns, seats: Columns, tiles: Columns, spaces: Columns) -> None:
        if (self.product[spaces, games] != -1).any():
            self.fault = "a tile on a tile"
        self.largest_join = max(self.largest_join, int(self.touched_camps(games, spaces).max(initial=0)))
        self.product[spaces, games] = PRODUCTS[tiles]
        marked = self.markers[seats, games] > 0
        self.owner[spaces, games] = np.where(marked, seats, NOBODY)
        self.markers[seats, games] -= marked
        camps, sizes = self.camps(games)
        k = np.arange(len(games))
        camp = camps[spaces, k]
        size = sizes[camp, k]
        if (size > 7).any():
            self.fault = "a camp of more than seven"
        self.points[ISOLATED, seats, games] += 2 * self.earns_alone(size, marked)
        full = size == 7
        self.points[CLOSING, seats, games] += self.earns_closing(full, marked)
        for n in np.flatnonzero(full):
            self._close(games[n], camps[:, n] == camp[n])
        self.placed += len(games)
        self.closed += int(full.sum())
        self.unmarked += int((~marked).sum())
        self.closed_unmarked += int((full & ~marked).sum())

    def _close(self, game: np.int64, camp: NDArray[np.bool_]) -> None:
        for seat in range(self.players):
            many = int((self.owner[camp, game] == seat).sum())
            self.points[ENCAMPMENTS, seat, game] += many
            self.give_back(seat, game, many)
        self.owner[camp, game] = NOBODY

    def earns_alone(self, size: Table, marked: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """DB-30."""
        return np.asarray(size == 1) & marked

    def earns_closing(self, full: NDArray[np.bool_], marked: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """DB-33."""
        return full

    def give_back(self, seat: int, game: np.int64, many: int) -> None:
        """DB-34."""
        self.markers[seat, game] += many

    # -- the whole board -----------------------------------------------------------------------------------------------

    def camps(self, games: Columns) -> tuple[Table, Table]:
        """The lowest space of the camp of every tile (OFF where there is none), and the tiles of the camp with it."""
        tents = self.product[:, games] >= 0
        camp = np.where(tents, np.arange(SPACES + 1, dtype=np.int8)[:, None], np.int8(OFF))
        for _ in range(self.most_rounds):
            lower = camp.copy()
            for around in AROUND:
                np.minimum(lower[:SPACES], camp[around], out=lower[:SPACES])
            lower[~tents] = OFF
            if (lower == camp).all():
                break
            camp = lower
        sizes = np.zeros((SPACES + 1, len(games)), np.int8)
        rows, columns = np.nonzero(tents)
        np.add.at(sizes, (camp[rows, columns], columns), 1)
        return camp, sizes

    def touched_camps(self, games: Columns, spaces: Columns) -> NDArray[np.int64]:
        """How many camps a tile would touch."""
        camp, _ = self.camps(games)
        around = camp[AROUND[:, spaces], np.arange(len(games))]
        ordered = np.sort(around, axis=0)
        new = np.ones(ordered.shape, bool)
        new[1:] = ordered[1:] != ordered[:-1]
        found: NDArray[np.int64] = (new & (ordered != OFF)).sum(axis=0)
        return found

    def room(self, games: Columns, camp: Table, sizes: Table) -> NDArray[np.bool_]:
        """Where a tile may stand: all camps it touches and itself are seven at most (DB-22)."""
        near = [camp[around] for around in AROUND]
        k = np.arange(len(games))
        joined = np.ones((SPACES, len(games)), np.int8)
        for n, one in enumerate(near):
            again = np.zeros(one.shape, bool)
            for other in near[:n]:
                again |= one == other
            joined += np.where(again, np.int8(0), sizes[one, k])
        return (self.product[:SPACES, games] < 0) & self.fits(joined)

    def fits(self, joined: Table) -> NDArray[np.bool_]:
        return joined <= 7

    def near(self, games: Columns) -> list[NDArray[np.bool_]]:
        """Everywhere; next to a tent of each resource; next to two of it (DB-25)."""
        product = self.product[:, games]
        found: list[NDArray[np.bool_]] = [np.ones((SPACES, len(games)), bool)]
        many = [sum((product[around] == r).astype(np.int8) for around in AROUND) for r in range(4)]
        for least in (1, 2):
            found += [np.asarray(count >= least) for count in many]
        return found

    # -- the end -------------------------------------------------------------------------------------------------------

    def finish(self, games: Columns, hands: NDArray[np.int64]) -> None:
        """`hands` by game, seat and resource."""
        for k, game in enumerate(games):
            for seat in range(self.players):
                self.points[MARKERS, seat, game] += (self.owner[:, game] == seat).sum()
            for r in range(4):
                held = hands[k, : self.players, r].tolist()
                best = [seat for seat, many in enumerate(held) if many == max(held)]
                if max(held) > 0 and len(best) == 1:
                    self.points[MAJORITIES, best[0], game] += 2


# -- judges that are wrong, each in one way: the comparison must notice ------------------------------------------------


class EightIsRoom(Judge):
    """Against DB-22: a space is barred only where nine would stand together."""

    def fits(self, joined: Table) -> NDArray[np.bool_]:
        return joined <= 8


class CampsCountTwice(Judge):
    """Against DB-22: a camp that is touched twice counts twice."""

    def room(self, games: Columns, camp: Table, sizes: Table) -> NDArray[np.bool_]:
        k = np.arange(len(games))
        joined = sum((sizes[camp[around], k] for around in AROUND), np.ones((SPACES, len(games)), np.int8))
        return (self.product[:SPACES, games] < 0) & self.fits(joined)


class JoinsHalfway(Judge):
    """Against DB-22: what a joined camp has further off stays apart."""

    most_rounds = 2


class SevenStaysOpen(Judge):
    """Against DB-32."""

    def camps(self, games: Columns) -> tuple[Table, Table]:
        camp, sizes = super().camps(games)
        return camp, np.minimum(sizes, 6)


class MarkersStay(Judge):
    """Against DB-34."""

    def give_back(self, seat: int, game: np.int64, many: int) -> None:
        self.markers[seat, game] += many - (many > 1)


class AloneWithoutMarker(Judge):
    """Against DB-30."""

    def earns_alone(self, size: Table, marked: NDArray[np.bool_]) -> NDArray[np.bool_]:
        return np.asarray(size == 1)


class ClosingNeedsMarker(Judge):
    """Against DB-33."""

    def earns_closing(self, full: NDArray[np.bool_], marked: NDArray[np.bool_]) -> NDArray[np.bool_]:
        return full & marked


class ThreeForTwo(Judge):
    """Against DB-25: two units only next to three tents."""

    def near(self, games: Columns) -> list[NDArray[np.bool_]]:
        product = self.product[:, games]
        right = super().near(games)
        for r in range(4):
            right[5 + r] = sum((product[around] == r).astype(np.int8) for around in AROUND) >= 3
        return right


class TiesScore(Judge):
    """Against DB-42: the first of those who hold the most."""

    def finish(self, games: Columns, hands: NDArray[np.int64]) -> None:
        first = hands.copy()
        first[:, : self.players] = hands[:, : self.players] * 8 - np.arange(self.players)[None, :, None]
        super().finish(games, first)


WRONG = (
    EightIsRoom,
    CampsCountTwice,
    JoinsHalfway,
    SevenStaysOpen,
    MarkersStay,
    AloneWithoutMarker,
    ClosingNeedsMarker,
    ThreeForTwo,
    TiesScore,
)
