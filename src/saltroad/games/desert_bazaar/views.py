"""What a viewer may know of a game of Desert Bazaar, and the way back from a view to a position.

People see their own cards and how many the others hold (DB-03). Yet every card is taken and paid in the open, so a
perfect memory knows every hand: its view (`remember`) shows them all, and `determinize` makes the very position of it.
From a person's view `determinize` deals the cards that are out as likely as the numbers say.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from saltroad.games.desert_bazaar.components import (
    BIT_OF,
    CARD_SETS,
    CARDS_PER_RESOURCE,
    ENCAMPMENT_SIZE,
    FACE_LETTERS,
    LETTERS,
    NAMES,
    NEIGHBOURS,
    PRODUCT,
    RESOURCES,
    ROLLS,
    SIDES,
    SPACES,
    TILE_TEXTS,
    TILES_PER_SIDE,
    WORD_OF,
    WORDS,
    amount,
    cards,
)
from saltroad.games.desert_bazaar.indices import MOST_PLAYERS
from saltroad.games.desert_bazaar.paying import can_pay, default_payment
from saltroad.games.desert_bazaar.rules import can_build
from saltroad.games.desert_bazaar.state import (
    BUILD_ON,
    NEXT_TO_ONE,
    NEXT_TO_TWO,
    NO_CAMP,
    NO_DIE,
    NO_ROLL,
    NO_SIDE,
    NO_TILE,
    NOBODYS,
    OVER,
    PAY,
    PHASES,
    SOURCES,
    State,
    start_states,
)
from saltroad.kernel.bits import bits_of
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import View, maker_of
from saltroad.kernel.state_record import States, bytes_getter, snapshot

END_REASONS = ("", "board_full", "tiles_used", "nothing_built")

Cards = tuple[int, ...]
"""How many of each resource, in the order of RESOURCES."""


@dataclass(frozen=True)
class TentView:
    """A tile on the board."""

    space: str
    tile: str
    owner: int | None
    """Whose marker lies on it."""


@dataclass(frozen=True, kw_only=True)
class CampView(View):
    """A game of Desert Bazaar as a viewer sees it."""

    players: int
    open_hands: bool
    fair_start: bool
    start: int
    phase: str
    """What is asked: one of state.PHASES."""
    seat: int
    turns: int
    quiet: int
    """Turns in a row in which nothing was built."""
    setup_rolls: int
    piles: Cards
    hands: tuple[Cards | None, ...]
    """None where they are hidden."""
    held: tuple[int, ...]
    """How many cards each seat holds."""
    markers: tuple[int, ...]
    """Markers each seat has left to place."""
    sides: tuple[tuple[str | None, ...], ...]
    """The tiles face up, place by place."""
    tiles_left: int
    """Tiles face down."""
    tents: tuple[TentView, ...]
    camps: tuple[tuple[str, ...], ...]
    """The encampments, by their spaces."""
    room: tuple[str, ...]
    """Where a tile may still stand (DB-21, DB-22)."""
    side: int | None
    """The side that is built from or filled."""
    goes_on: bool
    """While tiles are turned up: whether the same seat then goes on building."""
    dice: str | None
    kept: str | None
    building: tuple[str, str] | None
    """The tile placed and not paid for, and its space."""
    payment: str | None
    """What is offered first as payment, to the one who pays."""
    scores: tuple[int, ...]
    points: tuple[tuple[int, ...], ...]
    """The scores by source (SOURCES), then seat."""
    ended: str


_make_view = maker_of(CampView)
_bytes_of = bytes_getter(State, "held", "markers", "room", "place", "camp", "owner", "tent", "points")


@lru_cache(1 << 12)
def _counts(held: int) -> Cards:
    return tuple(amount(held, r) for r in range(len(RESOURCES)))


def _packed(held: Cards) -> int:
    return cards("".join(letter * count for letter, count in zip(LETTERS, held, strict=True)))


def points_of(s: State) -> tuple[tuple[int, ...], ...]:
    """The points by source, then seat."""
    return _scored(s.players, _bytes_of(s)[-1])[1]


def scores_of(s: State) -> tuple[int, ...]:
    """The running scores; markers and majorities count at the end (DB-41, DB-42)."""
    return _scored(s.players, _bytes_of(s)[-1])[0]


# Most of a view is as it was a ply ago: what is kept here is found, not built anew, and is equal at a glance.


@lru_cache(1 << 10)
def _scored(players: int, points: bytes) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """The scores, and the points by source."""
    all_points = tuple(np.frombuffer(points, np.int16).tolist())
    rows = tuple(all_points[k * MOST_PLAYERS : k * MOST_PLAYERS + players] for k in range(len(SOURCES)))
    return tuple(map(sum, zip(*rows, strict=True))), rows


@lru_cache(1 << 10)
def _camps(camp: bytes) -> tuple[tuple[str, ...], ...]:
    """The encampments, in the order of their lowest spaces."""
    found: dict[int, list[str]] = {}
    for name, label in zip(NAMES, np.frombuffer(camp, np.int8).tolist(), strict=False):  # the last is off the board
        if label != NO_CAMP:
            found.setdefault(label, []).append(name)
    return tuple(tuple(found[label]) for label in sorted(found))


@lru_cache(1 << 10)
def _tents(tent: bytes, owner: bytes) -> tuple[TentView, ...]:
    tiles, owners = np.frombuffer(tent, np.int8).tolist(), np.frombuffer(owner, np.int8).tolist()
    return tuple(
        TentView(name, TILE_TEXTS[tile], None if seat == NOBODYS else seat)
        for name, tile, seat in zip(NAMES, tiles, owners, strict=True)
        if tile != NO_TILE
    )


@lru_cache(1 << 10)
def _room(room: bytes) -> tuple[str, ...]:
    words = np.frombuffer(room, np.int64).tolist()
    return tuple(NAMES[x] for x in range(SPACES) if words[WORD_OF[x]] & BIT_OF[x])


@lru_cache(1 << 10)
def _by_seat(players: int, row: bytes) -> tuple[int, ...]:
    return tuple(np.frombuffer(row, np.int8)[:players].tolist())


def public_view(s: State, actor: int) -> CampView:
    """What everybody sees."""
    players = s.players
    held, markers, room, place, camp, owner, tent, scored = _bytes_of(s)
    scores, points = _scored(players, scored)
    hands, payment = _hidden(s, None, remembers=False)
    return _make_view(
        viewer=None,
        ply=s.ply,
        actor=actor,
        players=players,
        open_hands=bool(s.open_hands),
        fair_start=bool(s.fair_start),
        start=s.start,
        phase=PHASES[s.phase],
        seat=s.seat,
        turns=s.turns,
        quiet=s.quiet,
        setup_rolls=s.rolls,
        piles=_counts(s.pile),
        hands=hands,
        held=_by_seat(players, held),
        markers=_by_seat(players, markers),
        sides=_sides(place),
        tiles_left=s.unseen.bit_count(),
        tents=_tents(tent, owner),
        camps=_camps(camp),
        room=_room(room),
        side=None if s.side == NO_SIDE else s.side,
        goes_on=PHASES[s.then] == "build",
        dice=None if s.dice == NO_ROLL else ROLLS[s.dice],
        kept=None if s.kept == NO_DIE else FACE_LETTERS[s.kept],
        building=None if s.building == NO_TILE else (TILE_TEXTS[s.building], NAMES[s.site]),
        payment=payment,
        scores=scores,
        points=points,
        ended=END_REASONS[s.ended],
    )


def seen_by(s: State, public: CampView, viewer: int | None, *, remembers: bool) -> CampView:
    """The view of a seat; of one that remembers all it saw, with every hand. The rest is what everybody sees."""
    hands, payment = _hidden(s, viewer, remembers=remembers)
    view = object.__new__(CampView)  # `replace` would set all fields once more, for each viewer of each ply
    view.__dict__.update(public.__dict__, viewer=viewer, hands=hands, payment=payment)
    return view


def _hidden(s: State, viewer: int | None, *, remembers: bool) -> tuple[tuple[Cards | None, ...], str | None]:
    """The hands that a viewer sees, and what is offered first as payment to one who sees that of the payer."""
    sees_all = remembers or bool(s.open_hands) or s.phase == OVER
    if viewer is None and not sees_all:
        return (None,) * s.players, None
    hand = s.hand
    hands = tuple([_counts(hand[seat]) if sees_all or seat == viewer else None for seat in range(s.players)])
    pays = s.phase == PAY and (sees_all or s.seat == viewer)
    return hands, CARD_SETS[default_payment(s, s.building, s.site)] if pays else None


@lru_cache(1 << 10)
def _sides(place: bytes) -> tuple[tuple[str | None, ...], ...]:
    tiles = [None if tile == NO_TILE else TILE_TEXTS[tile] for tile in np.frombuffer(place, np.int8).tolist()]
    return tuple(tuple(tiles[side * TILES_PER_SIDE : (side + 1) * TILES_PER_SIDE]) for side in range(SIDES))


# -- the way back ------------------------------------------------------------------------------------------------------


def determinize(view: CampView, rng: Rng) -> States:
    """A position that fits the view: hands it does not show are dealt."""
    states = start_states(view.players, view.start, open_hands=view.open_hands, fair_start=view.fair_start)
    s = states[0]
    s["ply"], s["turns"], s["quiet"], s["rolls"] = view.ply, view.turns, view.quiet, view.setup_rolls
    s["seat"], s["phase"], s["ended"] = view.seat, PHASES.index(view.phase), END_REASONS.index(view.ended)
    s["then"] = PHASES.index("build" if view.goes_on else "begin")
    s["side"] = NO_SIDE if view.side is None else view.side
    s["dice"] = NO_ROLL if view.dice is None else ROLLS.index(view.dice)
    s["kept"] = NO_DIE if view.kept is None else FACE_LETTERS.index(view.kept)
    if view.building is not None:
        s["building"], s["site"] = TILE_TEXTS.index(view.building[0]), NAMES.index(view.building[1])
    s["pile"] = _packed(view.piles)
    for seat in range(view.players):
        s["held"][seat], s["markers"][seat] = view.held[seat], view.markers[seat]
        for source, row in enumerate(view.points):
            s["points"][source * MOST_PLAYERS + seat] = row[seat]
    for place, tile in enumerate(tile for side in view.sides for tile in side):
        if tile is not None:
            s["place"][place] = TILE_TEXTS.index(tile)
            s["up"][place // TILES_PER_SIDE] |= 1 << TILE_TEXTS.index(tile)
            s["unseen"] &= ~(1 << TILE_TEXTS.index(tile))
    _lay_out(view, s)
    s["hand"][: view.players] = _deal(view, rng)
    while not _could_be(states):
        s["hand"][: view.players] = _deal(view, rng)
    return states


def _could_be(states: States) -> bool:
    """Whether the seat on turn can have come here with this hand: it can pay for what it placed, or build on."""
    s = snapshot(states, State)
    if s.phase == PAY:
        return can_pay(s, s.building, s.site)
    return s.phase != BUILD_ON or can_build(s)


def _deal(view: CampView, rng: Rng) -> list[int]:
    """The hands that are shown, and the cards that are out dealt to the others."""
    shown = [hand for hand in view.hands if hand is not None]
    out = [
        r
        for r in range(len(RESOURCES))
        for _ in range(CARDS_PER_RESOURCE - view.piles[r] - sum(hand[r] for hand in shown))
    ]
    hands = []
    for seat, hand in enumerate(view.hands):
        if hand is None:
            drawn = [out.pop(rng.below(len(out))) for _ in range(view.held[seat])]
            hand = tuple(drawn.count(r) for r in range(len(RESOURCES)))
        hands.append(_packed(hand))
    return hands


def _lay_out(view: CampView, s: States) -> None:
    """The board: tents, markers, encampments, and the sets that follow from them."""
    tents = {NAMES.index(tent.space): tent for tent in view.tents}
    for space, tent in tents.items():
        tile = TILE_TEXTS.index(tent.tile)
        s["tent"][space], s["owner"][space] = tile, NOBODYS if tent.owner is None else tent.owner
        s["unseen"] &= ~(1 << tile)
    camp_of: dict[int, tuple[int, ...]] = {}
    for names in view.camps:
        camp = tuple(NAMES.index(name) for name in names)
        s["camp"][list(camp)], s["camp_size"][camp[0]] = camp[0], len(camp)
        camp_of |= dict.fromkeys(camp, camp)
    s["taken"] = bits_of(tents, WORDS)
    room = []
    near: dict[int, list[int]] = {row: [] for row in range(NEXT_TO_ONE, NEXT_TO_TWO + len(RESOURCES))}
    for space, around in enumerate(NEIGHBOURS):
        joined = {camp_of[x] for x in around if x in tents}
        if space not in tents and 1 + sum(map(len, joined)) <= ENCAMPMENT_SIZE:
            room.append(space)
        products = [int(PRODUCT[s["tent"][x]]) for x in around if x in tents]
        for r in range(len(RESOURCES)):
            near[NEXT_TO_ONE + r] += [space] * (products.count(r) >= 1)
            near[NEXT_TO_TWO + r] += [space] * (products.count(r) >= 2)
    s["room"] = bits_of(room, WORDS)
    for row, spaces in near.items():
        s["near"][row] = bits_of(spaces, WORDS)
