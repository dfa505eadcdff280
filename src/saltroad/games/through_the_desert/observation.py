"""What a seat knows of Through the Desert, as numbers for learning: the fields, and the compiled function that fills
them.

All of the map is open. Markers taken lie face down (TD-30): with `open_scores` off, a seat is told no running totals
but its own until the game is over. A perfect memory knows them all.
"""

from __future__ import annotations

from saltroad.games.through_the_desert.components import (
    CAMELS_PER_COLOUR,
    COLOURS,
    MARKED,
    PALM_SPACES,
    PLACES,
    SPACES,
    WATER_COUNTS,
    WATER_VALUES,
    WORDS,
)
from saltroad.games.through_the_desert.indices import MOST_PLAYERS
from saltroad.games.through_the_desert.rules import actor
from saltroad.games.through_the_desert.sets import Spaces, both, in_grid, without
from saltroad.games.through_the_desert.state import DRAWN, NO_SPACE, OVER, PHASES, State
from saltroad.kernel.bits import WORD, lowest
from saltroad.kernel.jit import inlined_unchecked
from saltroad.kernel.observation import (
    LARGEST,
    MapGrid,
    ObservationField,
    ObservationLayout,
    Packed,
    put,
    put_spaces,
)

_COLOURS = len(COLOURS)
_VALUES = len(WATER_VALUES)
_PALMS = len(PALM_SPACES)
_SOURCES = ("water", "oases", "areas", "largest caravans")
_ROUND = "by seat, the viewer first"
_CARAVAN = f"{_ROUND}, and colour"

GRID = MapGrid(
    height=1 + max(row for _, row in PLACES),
    width=1 + max(column for column, _ in PLACES),
    cells=tuple(row * (1 + max(column for column, _ in PLACES)) + column for column, row in PLACES),
    about="Columns of hexes stand as columns; odd ones lie half a hex lower.",
)


def _on_map(name: str, about: str, rows: int = 1) -> ObservationField:
    return ObservationField(name, about, rows, SPACES, is_map=True)


def fields(seats: int) -> tuple[ObservationField, ...]:
    """The fields of an observation at a table of that many seats."""
    return (
        ObservationField("players", "how many play, from 1", columns=MOST_PLAYERS),
        ObservationField("open_scores", "whether the running totals are shown to all (TD-30)"),
        ObservationField("viewer", "the viewer's own seat; none for a spectator", columns=seats),
        ObservationField("phase", f"what is asked: {', '.join(PHASES)}", columns=len(PHASES)),
        ObservationField("actor", f"who is to act, {_ROUND}; none while chance decides", columns=seats),
        ObservationField("turn", f"whose turn it is, {_ROUND}", columns=seats),
        ObservationField("start", f"who was to begin, {_ROUND}; none if it is drawn (TD-07)", columns=seats),
        ObservationField("turns", "camel turns ended so far, up to 255", most=LARGEST),
        ObservationField("camels_left", "camels still to place in this turn (TD-21)", most=2),
        ObservationField("passes", "players in a row who could not place (TD-20)", most=MOST_PLAYERS),
        ObservationField("ending", "whether a pile has run out: the game ends with this turn (TD-50)"),
        ObservationField("leaders_placed", "leaders placed so far, of all players", most=MOST_PLAYERS * _COLOURS),
        ObservationField("next_marked", "marked spaces of the setup that are done (TD-06)", most=len(MARKED)),
        ObservationField("markers", "water markers not laid yet, by value", columns=_VALUES, most=max(WATER_COUNTS)),
        ObservationField("piles", "camels left, by colour", columns=_COLOURS, most=CAMELS_PER_COLOUR),
        ObservationField("first_colours", "colours placed in the first round (TD-13)", columns=_COLOURS),
        ObservationField("given_up", "colours that a player goes without (TD-03)", columns=_COLOURS),
        ObservationField("leaders", f"leaders still to place, {_CARAVAN}", seats, _COLOURS),
        ObservationField("lengths", f"camels in the caravan, {_CARAVAN}", seats, _COLOURS, CAMELS_PER_COLOUR + 1),
        ObservationField("knows_points", f"whose points the viewer is told, {_ROUND}", columns=seats),
        ObservationField("points", f"points up to 255, {_ROUND}, and source: {', '.join(_SOURCES)}", seats, 4, LARGEST),
        ObservationField("linked", f"oases earned, {_CARAVAN}, and palm space", seats, _COLOURS * _PALMS),
        _on_map("in_play", "spaces of the map that are used and without a camel"),
        _on_map("oases", "spaces with a palm tree"),
        _on_map("water", "the water laid, by value; it stays when a camel takes it", _VALUES),
        _on_map("leader_spaces", "spaces where a leader stands"),
        _on_map("areas", f"enclosed spaces, {_ROUND}", seats),
        _on_map("caravans", f"camels with their leader, {_CARAVAN}", seats * _COLOURS),
    )


def layout(seats: int) -> ObservationLayout:
    """Where each field stands."""
    return ObservationLayout(fields(seats), GRID)


_BY_NAME = {field.name: field for field in fields(1)}
_NAMES = list(_BY_NAME)
_PLAYERS, _OPEN_SCORES, _VIEWER, _PHASE = map(_NAMES.index, ("players", "open_scores", "viewer", "phase"))
_ACTOR, _TURN, _START, _TURNS = map(_NAMES.index, ("actor", "turn", "start", "turns"))
_CAMELS_LEFT, _PASSES, _ENDING = map(_NAMES.index, ("camels_left", "passes", "ending"))
_PLACED, _NEXT_MARKED, _MARKERS = map(_NAMES.index, ("leaders_placed", "next_marked", "markers"))
_PILES, _FIRST_COLOURS, _GIVEN_UP = map(_NAMES.index, ("piles", "first_colours", "given_up"))
_LEADERS, _LENGTHS, _KNOWS = map(_NAMES.index, ("leaders", "lengths", "knows_points"))
_POINTS, _LINKED = map(_NAMES.index, ("points", "linked"))
_IN_PLAY, _OASES, _WATER = map(_NAMES.index, ("in_play", "oases", "water"))
_LEADER_SPACES, _AREAS, _CARAVANS = map(_NAMES.index, ("leader_spaces", "areas", "caravans"))
_MARKERS_WIDTH, _PILES_WIDTH, _LENGTHS_WIDTH = (_BY_NAME[name].width for name in ("markers", "piles", "lengths"))
_LEADERS_STRIDE, _LENGTHS_STRIDE, _POINTS_STRIDE, _LINKED_STRIDE, _MAP_STRIDE = (
    _BY_NAME[name].stride for name in ("leaders", "lengths", "points", "linked", "caravans")
)


@inlined_unchecked
def encode(s: State, viewer: int, remembers: int, at: Packed, out: Packed) -> None:
    """Write what a seat (or a spectator, -1) may know, or would with a perfect memory, into `out`, which is zero."""
    own = max(viewer, 0)
    put(out, at[_PLAYERS] + s.players - 1, 1)
    put(out, at[_OPEN_SCORES], s.open_scores)
    if viewer >= 0:
        put(out, at[_VIEWER] + viewer, 1)
    put(out, at[_PHASE] + s.phase, 1)
    put(out, at[_TURNS], min(s.turns, LARGEST))
    put(out, at[_CAMELS_LEFT], s.camels_left)
    put(out, at[_PASSES], s.passes)
    put(out, at[_ENDING], s.ending)
    put(out, at[_PLACED], s.placed)
    put(out, at[_NEXT_MARKED], s.next_marked)
    put(out, at[_FIRST_COLOURS], s.first_colours)
    put(out, at[_GIVEN_UP], s.given_up)
    markers = 0
    for value in range(_VALUES):
        markers |= s.markers[value] << (value * _MARKERS_WIDTH)
    put(out, at[_MARKERS], markers)
    piles = 0
    for colour in range(_COLOURS):
        piles |= s.pile[colour] << (colour * _PILES_WIDTH)
    put(out, at[_PILES], piles)
    who = actor(s)
    for k in range(s.players):
        seat = own + k
        if seat >= s.players:
            seat -= s.players
        if seat == who:
            put(out, at[_ACTOR] + k, 1)
        if seat == s.seat:
            put(out, at[_TURN] + k, 1)
        if s.start != DRAWN and seat == s.start:
            put(out, at[_START] + k, 1)
        put(out, at[_LEADERS] + k * _LEADERS_STRIDE, s.leaders[seat])
        if remembers or s.open_scores or s.phase == OVER or seat == viewer:
            put(out, at[_KNOWS] + k, 1)
            _encode_points(s, seat, at[_POINTS] + k * _POINTS_STRIDE, out)
        _encode_caravans(s, seat, k, at, out)
    _encode_map(s, own, at, out)


@inlined_unchecked
def _encode_points(s: State, seat: int, bit: int, out: Packed) -> None:
    put(
        out,
        bit,
        min(s.water_points[seat], LARGEST)
        | min(s.oasis_points[seat], LARGEST) << 8
        | min(s.area_points[seat], LARGEST) << 16
        | min(s.caravan_points[seat], LARGEST) << 24,
    )


@inlined_unchecked
def _encode_caravans(s: State, seat: int, k: int, at: Packed, out: Packed) -> None:
    """The caravans of a seat, which is the k-th from the viewer on."""
    # read once: the processor cannot know that `out` is not `at`, and would read it anew after each write
    spaces, leaders = at[_CARAVANS] + k * _COLOURS * _MAP_STRIDE, at[_LEADER_SPACES]
    lengths = 0
    linked = 0
    for colour in range(_COLOURS):
        caravan = seat * _COLOURS + colour
        lengths |= s.length[caravan] << (colour * _LENGTHS_WIDTH)
        linked |= s.linked[caravan] << (colour * _PALMS)
        if s.leader[caravan] != NO_SPACE:
            put(out, leaders + s.leader[caravan], 1)
            put_spaces(out, spaces + colour * _MAP_STRIDE, in_grid(s.caravan, caravan), WORDS)
    put(out, at[_LENGTHS] + k * _LENGTHS_STRIDE, lengths)
    put(out, at[_LINKED] + k * _LINKED_STRIDE, linked)


@inlined_unchecked
def _water(s: State, value: int) -> Spaces:
    """The spaces with water of this value, which the record has by binary digits."""
    low, high = in_grid(s.water, 0), in_grid(s.water, 1)
    if value == 1:
        return without(low, high)
    return without(high, low) if value == 2 else both(low, high)


@inlined_unchecked
def _encode_map(s: State, own: int, at: Packed, out: Packed) -> None:
    put_spaces(out, at[_IN_PLAY], s.empty, WORDS)
    put_spaces(out, at[_OASES], s.oases, WORDS)
    put_spaces(out, at[_WATER], _water(s, 1), WORDS)
    put_spaces(out, at[_WATER] + _MAP_STRIDE, _water(s, 2), WORDS)
    put_spaces(out, at[_WATER] + 2 * _MAP_STRIDE, _water(s, 3), WORDS)
    areas = at[_AREAS]
    for w in range(WORDS):
        word = s.enclosed[w]
        while word:
            space = w * WORD + lowest(word)
            word &= word - 1
            k = s.closed_by[space] - own
            if k < 0:
                k += s.players
            put(out, areas + k * _MAP_STRIDE + space, 1)
