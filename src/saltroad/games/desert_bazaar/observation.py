"""What a seat knows of Desert Bazaar, as numbers for learning: the fields, and the compiled function that fills them.

A seat is told its own cards and how many the others hold (DB-03). Every card is taken and paid in the open: a perfect
memory knows all hands.
"""

from __future__ import annotations

from saltroad.games.desert_bazaar.components import (
    CARDS_PER_RESOURCE,
    DICE,
    ENCAMPMENT_SIZE,
    FACES,
    MARKERS_PER_PLAYER,
    PLACES,
    PRODUCT,
    RESOURCES,
    SETUP_ROLLS,
    SHOWN,
    SIDES,
    SPACES,
    TILES,
    TILES_PER_SIDE,
    WORDS,
    amount,
)
from saltroad.games.desert_bazaar.indices import MOST_PLAYERS
from saltroad.games.desert_bazaar.rules import QUIET_ROUNDS, actor
from saltroad.games.desert_bazaar.state import (
    BUILD_ON,
    NO_DIE,
    NO_ROLL,
    NO_SIDE,
    NO_TILE,
    NOBODYS,
    OVER,
    PHASES,
    SOURCES,
    State,
)
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

_RESOURCES = len(RESOURCES)
_FACES = len(FACES)
_TILES = len(TILES)
_SOURCES = len(SOURCES)
_ROUND = "by seat, the viewer first"
_SOURCE_NAMES = ", ".join(SOURCES)
_FIRST = min(column for column, _ in PLACES)
_SIDE = 1 + max(column for column, _ in PLACES) - _FIRST

GRID = MapGrid(
    height=_SIDE,
    width=_SIDE,
    cells=tuple((row - _FIRST) * _SIDE + column - _FIRST for column, row in PLACES),
    about="Axial coordinates: of the eight cells around one, those up left and down right are no neighbours.",
)


def _on_map(name: str, about: str, rows: int = 1, most: int = 1) -> ObservationField:
    return ObservationField(name, about, rows, SPACES, most, is_map=True)


def fields(seats: int) -> tuple[ObservationField, ...]:
    """The fields of an observation at a table of that many seats."""
    return (
        ObservationField("players", "how many play, from 1", columns=MOST_PLAYERS),
        ObservationField("open_hands", "whether all hands lie open (DB-03)"),
        ObservationField("fair_start", "whether later players take extra cards (DB-06)"),
        ObservationField("viewer", "the viewer's own seat; none for a spectator", columns=seats),
        ObservationField("phase", f"what is asked: {', '.join(PHASES)}", columns=len(PHASES)),
        ObservationField("actor", f"who is to act, {_ROUND}; none while chance decides", columns=seats),
        ObservationField("turn", f"whose turn it is, {_ROUND}", columns=seats),
        ObservationField("start", f"who began, {_ROUND} (DB-05)", columns=seats),
        ObservationField("turns", "turns ended so far, up to 255", most=LARGEST),
        ObservationField("quiet", "turns in a row without a tent (DB-45)", most=QUIET_ROUNDS * MOST_PLAYERS),
        ObservationField("setup_rolls", "setup rolls settled so far (DB-02)", most=SETUP_ROLLS * MOST_PLAYERS),
        ObservationField("piles", "cards in the piles, by resource", columns=_RESOURCES, most=CARDS_PER_RESOURCE),
        ObservationField("held", f"cards in hand, {_ROUND}", columns=seats, most=_RESOURCES * CARDS_PER_RESOURCE),
        ObservationField("knows_hand", f"whose cards the viewer is told, {_ROUND}", columns=seats),
        ObservationField("hands", f"cards in hand, {_ROUND}, and resource", seats, _RESOURCES, CARDS_PER_RESOURCE),
        ObservationField("markers", f"markers left to place, {_ROUND}", columns=seats, most=MARKERS_PER_PLAYER),
        ObservationField(
            "points", f"points up to 255, {_ROUND}, and source: {_SOURCE_NAMES}", seats, _SOURCES, LARGEST
        ),
        ObservationField("tiles", "the tile face up, by place of both sides, and tile", SIDES * TILES_PER_SIDE, _TILES),
        ObservationField("unseen", "the tiles face down", columns=_TILES),
        ObservationField("side", "the side that is built from or filled (DB-20)", columns=SIDES),
        ObservationField("goes_on", "whether the same seat builds on when tiles have been turned up (DB-28)"),
        ObservationField("dice", "dice of the last roll, by face", columns=_FACES, most=DICE),
        ObservationField("kept", "the die set aside, by face (DB-13)", columns=_FACES),
        ObservationField("building", "the tile placed and not paid for", columns=_TILES),
        _on_map("site", "where it is to stand"),
        _on_map("room", "where a tile may still stand (DB-21, DB-22)"),
        _on_map("tents", "tents, by what they produce", _RESOURCES),
        _on_map("owners", f"markers, {_ROUND}", seats),
        _on_map("camp_sizes", "tents of the encampment that a tent belongs to", most=ENCAMPMENT_SIZE),
    )


def layout(seats: int) -> ObservationLayout:
    """Where each field stands."""
    return ObservationLayout(fields(seats), GRID)


_BY_NAME = {field.name: field for field in fields(1)}
_NAMES = list(_BY_NAME)
_PLAYERS, _OPEN_HANDS, _FAIR_START = map(_NAMES.index, ("players", "open_hands", "fair_start"))
_VIEWER, _PHASE = map(_NAMES.index, ("viewer", "phase"))
_ACTOR, _TURN, _START, _TURNS = map(_NAMES.index, ("actor", "turn", "start", "turns"))
_QUIET, _SETUP_ROLLS, _PILES = map(_NAMES.index, ("quiet", "setup_rolls", "piles"))
_HELD, _KNOWS_HAND, _HANDS, _MARKERS = map(_NAMES.index, ("held", "knows_hand", "hands", "markers"))
_POINTS, _UP, _UNSEEN, _SIDE_AT = map(_NAMES.index, ("points", "tiles", "unseen", "side"))
_GOES_ON, _DICE, _KEPT, _BUILDING = map(_NAMES.index, ("goes_on", "dice", "kept", "building"))
_SITE, _ROOM, _TENTS, _OWNERS, _CAMP_SIZES = map(_NAMES.index, ("site", "room", "tents", "owners", "camp_sizes"))
_PILES_WIDTH, _HELD_WIDTH, _HANDS_WIDTH, _MARKERS_WIDTH, _POINTS_WIDTH, _DICE_WIDTH, _CAMP_WIDTH = (
    _BY_NAME[name].width for name in ("piles", "held", "hands", "markers", "points", "dice", "camp_sizes")
)
_HANDS_STRIDE, _POINTS_STRIDE, _TILES_STRIDE, _MAP_STRIDE = (
    _BY_NAME[name].stride for name in ("hands", "points", "tiles", "tents")
)


@inlined_unchecked
def _cards(held: int, width: int) -> int:
    """Cards as a row of entries."""
    row = 0
    for r in range(_RESOURCES):
        row |= amount(held, r) << (width * r)
    return row


@inlined_unchecked
def encode(s: State, viewer: int, remembers: int, at: Packed, out: Packed) -> None:  # noqa: C901  # field by field
    """Write what a seat (or a spectator, -1) may know, or would with a perfect memory, into `out`, which is zero."""
    own = max(viewer, 0)
    put(out, at[_PLAYERS] + s.players - 1, 1)
    put(out, at[_OPEN_HANDS], s.open_hands)
    put(out, at[_FAIR_START], s.fair_start)
    if viewer >= 0:
        put(out, at[_VIEWER] + viewer, 1)
    put(out, at[_PHASE] + s.phase, 1)
    put(out, at[_TURNS], min(s.turns, LARGEST))
    put(out, at[_QUIET], s.quiet)
    put(out, at[_SETUP_ROLLS], s.rolls)
    put(out, at[_PILES], _cards(s.pile, _PILES_WIDTH))
    put(out, at[_UNSEEN], s.unseen)
    put(out, at[_GOES_ON], 1 if s.then == BUILD_ON else 0)
    if s.side != NO_SIDE:
        put(out, at[_SIDE_AT] + s.side, 1)
    if s.dice != NO_ROLL:
        for face in range(_FACES):
            put(out, at[_DICE] + face * _DICE_WIDTH, SHOWN[s.dice, face])
    if s.kept != NO_DIE:
        put(out, at[_KEPT] + s.kept, 1)
    if s.building != NO_TILE:
        put(out, at[_BUILDING] + s.building, 1)
        put(out, at[_SITE] + s.site, 1)
    for place in range(SIDES * TILES_PER_SIDE):
        if s.place[place] != NO_TILE:
            put(out, at[_UP] + place * _TILES_STRIDE + s.place[place], 1)
    who = actor(s)
    sees_all = remembers or s.open_hands or s.phase == OVER
    for k in range(s.players):
        seat = own + k
        if seat >= s.players:
            seat -= s.players
        if seat == who:
            put(out, at[_ACTOR] + k, 1)
        if seat == s.seat:
            put(out, at[_TURN] + k, 1)
        if seat == s.start:
            put(out, at[_START] + k, 1)
        put(out, at[_HELD] + k * _HELD_WIDTH, s.held[seat])
        put(out, at[_MARKERS] + k * _MARKERS_WIDTH, s.markers[seat])
        if sees_all or seat == viewer:
            put(out, at[_KNOWS_HAND] + k, 1)
            put(out, at[_HANDS] + k * _HANDS_STRIDE, _cards(s.hand[seat], _HANDS_WIDTH))
        points = 0
        for source in range(_SOURCES):
            points |= min(s.points[source * MOST_PLAYERS + seat], LARGEST) << (source * _POINTS_WIDTH)
        put(out, at[_POINTS] + k * _POINTS_STRIDE, points)
    _encode_map(s, own, at, out)


@inlined_unchecked
def _encode_map(s: State, own: int, at: Packed, out: Packed) -> None:
    put_spaces(out, at[_ROOM], s.room, WORDS)
    for w in range(WORDS):
        word = s.taken[w]
        while word:
            space = w * WORD + lowest(word)
            word &= word - 1
            put(out, at[_TENTS] + PRODUCT[s.tent[space]] * _MAP_STRIDE + space, 1)
            put(out, at[_CAMP_SIZES] + space * _CAMP_WIDTH, s.camp_size[s.camp[space]])
            if s.owner[space] != NOBODYS:
                k = s.owner[space] - own
                if k < 0:
                    k += s.players
                put(out, at[_OWNERS] + k * _MAP_STRIDE + space, 1)
