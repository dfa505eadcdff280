"""What a viewer may know of a game of Through the Desert, and the way back from a view to a position.

All of the map is open. Markers taken lie face down (TD-30): with `open_scores` off, a view holds no running totals but
the viewer's own until the game is over. A player who has watched knows them, and `determinize` works them out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from saltroad.games.through_the_desert.components import (
    COLOURS,
    MARKED,
    NAMES,
    NEAR,
    OASIS_POINTS,
    PALM_NUMBER,
    PALM_SPACES,
    WORDS,
    in_play,
)
from saltroad.games.through_the_desert.indices import MOST_PLAYERS
from saltroad.games.through_the_desert.state import (
    DRAWN,
    DTYPE,
    NO_SPACE,
    NOBODYS,
    OVER,
    PHASES,
    WATER_BITS,
    State,
    start_states,
)
from saltroad.kernel.bits import bits_of, spaces_in
from saltroad.kernel.contract import View, maker_of
from saltroad.kernel.state_record import Row, States, bytes_getter

END_REASONS = ("", "pile_empty", "all_passed")
SOURCES = ("water", "oases", "areas", "largest_caravans")

Names = tuple[str, ...]

_NUMBER = {name: number for number, name in enumerate(NAMES)}


@dataclass(frozen=True)
class CaravanView:
    """One player's camels of one colour."""

    camels: Names
    """Where they stand, the leader's space included."""
    leader: str | None
    linked: Names
    """The oases it has earned."""


@dataclass(frozen=True, kw_only=True)
class DesertView(View):
    """A game of Through the Desert as a viewer sees it."""

    players: int
    open_scores: bool
    start: int | None
    """The seat that begins, or None if it is drawn."""
    phase: str
    """What is asked: one of state.PHASES."""
    seat: int
    turns: int
    oases: Names
    water: tuple[tuple[str, int], ...]
    """The value laid on each space, whether taken since or not."""
    markers: tuple[int, ...]
    """Markers not laid, by value."""
    piles: tuple[int, ...]
    """Camels left, by colour."""
    leaders: tuple[Names, ...]
    """The colours of the leaders that each seat has still to place."""
    leader_rounds: int
    leaders_placed: int
    first_colours: Names
    """The colours placed in the first round of leaders."""
    given_up: Names
    caravans: tuple[tuple[CaravanView, ...], ...]
    """By seat, then colour."""
    areas: tuple[Names, ...]
    """The enclosed spaces of each seat."""
    next_marked: int
    camels_left: int
    """Camels still to place in this turn."""
    passes: int
    ending: bool
    """Whether a pile has run out: the game ends with this turn."""
    scores: tuple[int | None, ...]
    """The running totals; None where they lie face down."""
    points: tuple[tuple[int | None, ...], ...]
    """The same by source (SOURCES), then seat."""
    ended: str


_make_view = maker_of(DesertView)
_bytes_of = bytes_getter(State, "oases", "water", "markers", "pile", "leaders", "closed_by")
_caravan_bytes_of = bytes_getter(State, "caravan", "leader", "linked")
_points_of = bytes_getter(State, "water_points", "oasis_points", "area_points", "caravan_points")


def points_of(s: State) -> tuple[tuple[int, ...], ...]:
    """The points by source, then seat."""
    return _scored(s.players, *_points_of(s))[1]


def scores_of(s: State) -> tuple[int, ...]:
    """The running scores; largest caravans count at the end (TD-51)."""
    return _scored(s.players, *_points_of(s))[0]


def _names(spaces: Iterable[int]) -> Names:
    return tuple(NAMES[space] for space in spaces)


_COLOUR_SETS = tuple(
    tuple(colour for k, colour in enumerate(COLOURS) if bits >> k & 1) for bits in range(1 << len(COLOURS))
)


# Most of a view is as it was a ply ago: what is kept here is found, not built anew, and is equal at a glance.


@lru_cache(1 << 10)
def _scored(players: int, *sources: bytes) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """The scores, and the points by source."""
    rows = tuple(tuple(np.frombuffer(points, np.int16)[:players].tolist()) for points in sources)
    return tuple(map(sum, zip(*rows, strict=True))), rows


@lru_cache(1 << 10)
def _areas(players: int, closed_by: bytes) -> tuple[Names, ...]:
    """The enclosed spaces of each seat."""
    found: list[list[str]] = [[] for _ in range(players)]
    for name, owner in zip(NAMES, np.frombuffer(closed_by, np.int8).tolist(), strict=True):
        if owner != NOBODYS:
            found[owner].append(name)
    return tuple(map(tuple, found))


@lru_cache(1 << 10)
def _water(digits: bytes) -> tuple[tuple[str, int], ...]:
    """The value laid on each space, from the spaces that have each of its binary digits."""
    values: dict[int, int] = {}
    for k, words in enumerate(_rows(digits)):
        for x in spaces_in(words):
            values[x] = values.get(x, 0) | 1 << k
    return tuple((NAMES[x], values[x]) for x in MARKED if x in values)


def _bits(colours: Names) -> int:
    return sum(1 << COLOURS.index(colour) for colour in colours)


def caravan_set(s: State, caravan: int) -> tuple[int, ...]:
    """The spaces of a caravan."""
    return spaces_in([int(s.caravan[caravan, w]) for w in range(WORDS)])


def set_of(row: Row) -> tuple[int, ...]:
    """The spaces of a set."""
    return spaces_in(tuple(row))


def observe(s: State, actor: int, viewer: int | None) -> DesertView:
    """The view of a seat or of a spectator."""
    players = s.players
    oases, water, markers, piles, leaders, closed_by = _bytes_of(s)
    scores: tuple[int | None, ...]
    points: tuple[tuple[int | None, ...], ...]
    scores, points = _scored(players, *_points_of(s))
    if not s.open_scores and s.phase != OVER:
        scores, points = _own(scores, viewer), tuple([_own(row, viewer) for row in points])
    return _make_view(
        viewer=viewer,
        ply=s.ply,
        actor=actor,
        players=players,
        open_scores=bool(s.open_scores),
        start=None if s.start == DRAWN else s.start,
        phase=PHASES[s.phase],
        seat=s.seat,
        turns=s.turns,
        oases=_oases(oases),
        water=_water(water),
        markers=_numbers(markers),
        piles=_numbers(piles),
        leaders=_leaders(players, leaders),
        leader_rounds=s.rounds,
        leaders_placed=s.placed,
        first_colours=_COLOUR_SETS[s.first_colours],
        given_up=_COLOUR_SETS[s.given_up],
        caravans=_caravans(players, *_caravan_bytes_of(s)),
        areas=_areas(players, closed_by),
        next_marked=s.next_marked,
        camels_left=s.camels_left,
        passes=s.passes,
        ending=bool(s.ending),
        scores=scores,
        points=points,
        ended=END_REASONS[s.ended],
    )


def _own(row: Sequence[int | None], viewer: int | None) -> tuple[int | None, ...]:
    """Without what lies face down: all but the viewer's own."""
    return tuple([points if seat == viewer else None for seat, points in enumerate(row)])


def _rows(sets: bytes) -> list[tuple[int, ...]]:
    """Sets of spaces, from the bytes of rows of a record."""
    return list(map(tuple, np.frombuffer(sets, np.int64).reshape(-1, WORDS).tolist()))


@lru_cache(1 << 10)
def _oases(words: bytes) -> Names:
    return _names(spaces_in(np.frombuffer(words, np.int64).tolist()))


@lru_cache(1 << 10)
def _numbers(row: bytes) -> tuple[int, ...]:
    return tuple(np.frombuffer(row, np.int8).tolist())


@lru_cache(1 << 10)
def _leaders(players: int, leaders: bytes) -> tuple[Names, ...]:
    return tuple(_COLOUR_SETS[colours] for colours in np.frombuffer(leaders, np.int8)[:players].tolist())


def _caravans(players: int, camels: bytes, leader: bytes, linked: bytes) -> tuple[tuple[CaravanView, ...], ...]:
    """All caravans: a ply changes those of one seat at most, the others' are found."""
    return tuple([_caravans_of(camels[a], leader[b], linked[c]) for a, b, c in _BYTES_OF_SEAT[:players]])


def _bytes_of_seat(field: str, seat: int) -> slice:
    """Where the seat's caravans are in the bytes of a field by caravan."""
    size = DTYPE[field].itemsize // MOST_PLAYERS
    return slice(seat * size, seat * size + size)


_BYTES_OF_SEAT = [
    tuple(_bytes_of_seat(field, seat) for field in ("caravan", "leader", "linked")) for seat in range(MOST_PLAYERS)
]


@lru_cache(1 << 12)
def _caravans_of(camels: bytes, leader: bytes, linked: bytes) -> tuple[CaravanView, ...]:
    """The caravans of one seat."""
    leaders, oases = np.frombuffer(leader, np.int16).tolist(), np.frombuffer(linked, np.int8).tolist()
    return tuple(map(_caravan, _rows(camels), leaders, oases))


@lru_cache(1 << 14)
def _caravan(words: tuple[int, ...], leader: int, linked: int) -> CaravanView:
    oases = (space for palm, space in enumerate(PALM_SPACES) if linked >> palm & 1)
    return CaravanView(_names(spaces_in(words)), None if leader == NO_SPACE else NAMES[leader], _names(oases))


# -- the way back ------------------------------------------------------------------------------------------------------


def determinize(view: DesertView) -> States:
    """The position of a view: there is only one, since all of it follows from the map."""
    start = DRAWN if view.start is None else view.start
    states = start_states(view.players, start, open_scores=view.open_scores)
    s = states[0]
    s["ply"], s["turns"], s["seat"] = view.ply, view.turns, view.seat
    s["phase"], s["ended"] = PHASES.index(view.phase), END_REASONS.index(view.ended)
    s["markers"], s["pile"], s["rounds"], s["placed"] = (
        view.markers,
        view.piles,
        view.leader_rounds,
        view.leaders_placed,
    )
    s["first_colours"], s["given_up"] = _bits(view.first_colours), _bits(view.given_up)
    s["next_marked"], s["camels_left"], s["passes"] = view.next_marked, view.camels_left, view.passes
    s["ending"] = view.ending
    for seat, colours in enumerate(view.leaders):
        s["leaders"][seat] = _bits(colours)
    for k in range(WATER_BITS):
        _put(s, "water", k, [_NUMBER[name] for name, value in view.water if value >> k & 1])
    for seat, area in enumerate(view.areas):
        s["closed_by"][[_NUMBER[name] for name in area]] = seat
    _lay_out(view, s)
    _earn(view, s)
    return states


def _lay_out(view: DesertView, s: States) -> None:
    """The sets of spaces, from the map."""
    used = in_play(view.players)
    oases = {_NUMBER[name] for name in view.oases}
    shores = _around(oases)
    enclosed = {_NUMBER[name] for area in view.areas for name in area}
    near: dict[int, set[int]] = {}
    standing: set[int] = set()
    for seat, caravans in enumerate(view.caravans):
        for k, caravan in enumerate(caravans):
            camels, number = {_NUMBER[name] for name in caravan.camels}, seat * len(COLOURS) + k
            near[number] = _around(camels)
            standing |= camels
            _put(s, "caravan", number, camels)
            s["length"][number] = len(camels)
            s["leader"][number] = NO_SPACE if caravan.leader is None else _NUMBER[caravan.leader]
            s["linked"][number] = sum(1 << int(PALM_NUMBER[_NUMBER[name]]) for name in caravan.linked)
    for k in range(len(COLOURS)):
        numbers = [number for number in near if number % len(COLOURS) == k]
        _put(s, "touched", k, set().union(*(near[number] for number in numbers)))
        for number in numbers:
            _put(s, "reach", number, near[number].difference(*(near[other] for other in numbers if other != number)))
    _put(s, "empty", 0, used - standing)
    _put(s, "camels", 0, standing)
    _put(s, "enclosed", 0, enclosed)
    _put(s, "oases", 0, oases)
    _put(s, "shores", 0, shores)
    _put(s, "free", 0, used - standing - oases - enclosed)
    if view.phase in ("water", "without", "start", "leader"):
        watered = {_NUMBER[name] for name, _ in view.water}
        _put(s, "leader_room", 0, used - oases - shores - watered - standing - _around(standing))


def _around(spaces: Iterable[int]) -> set[int]:
    return {x for space in spaces for x in spaces_in(NEAR[space].tolist())}


def _put(s: States, field: str, k: int, spaces: Iterable[int]) -> None:
    words = bits_of(spaces, WORDS)
    if s[field].ndim == 1:
        s[field][:] = words
    else:
        s[field][k] = words


def _earn(view: DesertView, s: States) -> None:
    """The points: every marker and every oasis that was taken lies where all can see it."""
    water = {_NUMBER[name]: value for name, value in view.water}
    oases = {_NUMBER[name] for name in view.oases}
    for seat in range(view.players):
        area = {_NUMBER[name] for name in view.areas[seat]}
        camels = {_NUMBER[name] for caravan in view.caravans[seat] for name in caravan.camels}
        s["water_points"][seat] = sum(water.get(x, 0) for x in area | camels)
        s["oasis_points"][seat] = OASIS_POINTS * sum(len(caravan.linked) for caravan in view.caravans[seat])
        s["area_points"][seat] = len(area - oases)
        largest = view.points[SOURCES.index("largest_caravans")][seat]
        s["caravan_points"][seat] = largest or 0
