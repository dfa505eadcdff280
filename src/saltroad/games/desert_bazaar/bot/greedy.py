"""What the greedy bot knows of Desert Bazaar: what a tile earns where it stands, and what the cards that pay are worth.

A turn of building is planned as a burst: the best tile of a side, then the best after it, as long as one is worth its
price. A burst is weighed against a roll, which brings cards and leaves the burst for a later turn: it pays to wait
until several tiles can be built at once. All of it is reckoned from the view; no position is copied.
"""

from __future__ import annotations

import copy
import functools
import itertools
import math
from collections.abc import Iterable, Sequence

from saltroad.games.desert_bazaar.actions import Build, CampAction, Collect, Keep, Name, Pay, Roll
from saltroad.games.desert_bazaar.components import (
    CARDS_PER_RESOURCE,
    DICE,
    ENCAMPMENT_SIZE,
    FACE_LETTERS,
    LETTERS,
    MARKERS_PER_PLAYER,
    NAMES,
    NEIGHBOURS,
    RESOURCES,
)
from saltroad.games.desert_bazaar.rules import QUIET_ROUNDS
from saltroad.games.desert_bazaar.views import CampView, Cards

# In points. Tried at tables of three, 60 to 150 games of one changed player against two unchanged ones; _MISSING, _LEAD
# and _FADE are hardly tried.
_CARD = 0.6
"""What the first card of a resource is worth: three build a tile that stands alone, for 3 points."""
_FADE = 0.8
"""What each further card of a resource is worth beside the one before: costs are mixed."""
_FIT, _MISSING = 0.3, 0.35
"""What a tile face up adds to a hand that can pay for it, and the share of it that every lacking card takes away."""
_MAJORITY = 2
_LEAD = 1.5
"""How many cards ahead make a majority fairly sure: the scale of a smooth step."""
_MARKER, _LAST_MARKER = 0.3, 1.0
"""What a marker less costs: always this much, and more the fewer are left."""
_LONELY = 0.2
"""The cost of building next to a space that no tile touches: a tile there would have earned a player 2."""
_CLOSING = 1.7
"""The value of the point for the seventh tile, which no other player gets then."""
_WAIT, _WAIT_TO_CLOSE = 0.75, 0.25
"""What is left of a tile that is put off: others take tiles and spaces, and closings even more."""
_HASTE = 1.0
"""The value of a tile beyond its points, on a full board, to the player who leads."""
_END_ROOM = 25
"""With fewer spaces than this the end is in sight."""

_NUMBER = {name: number for number, name in enumerate(NAMES)}

Site = tuple[Cards, tuple[int, ...]]
"""What matters of an empty space: the units that its neighbours give, and the camps that it touches."""
_ALONE: Site = ((0,) * len(RESOURCES), ())


def weigh(view: CampView, legal: Sequence[CampAction]) -> dict[CampAction, float]:
    """How much each action is worth to the seat that chooses: about the points it leads to."""
    purse = _Purse(view)
    if view.phase in ("begin", "build"):
        return _weigh_turn(view, purse, legal)
    return {action: _weigh_cards(view, purse, action) for action in legal}


def _patience(view: CampView) -> float:
    """How much of the game is left, as far as it matters: 1 until the end is in sight, by room or by quiet turns."""
    return min(1.0, len(view.room) / _END_ROOM, 2 - 2 * view.quiet / (QUIET_ROUNDS * view.players))


def _haste(view: CampView) -> float:
    """The value of filling the board: something near the end, to the player who would win if it came now."""
    standings = [score + MARKERS_PER_PLAYER - left for score, left in zip(view.scores, view.markers, strict=True)]
    if None not in view.hands:
        for cards in zip(*filter(None, view.hands), strict=True):
            standings[cards.index(max(cards))] += _MAJORITY * (cards.count(max(cards)) == 1)
    leads = standings[view.seat] == max(standings)
    return _HASTE * max(0.0, 1 - len(view.room) / _END_ROOM) if leads else 0.0


# -- cards -------------------------------------------------------------------------------------------------------------


class _Purse:
    """The cards of the seat that chooses, and what any cards would be worth to it."""

    def __init__(self, view: CampView) -> None:
        guesses = [(held / len(RESOURCES),) * len(RESOURCES) for held in view.held]  # for hands that are hidden
        rivals = [hand or guesses[seat] for seat, hand in enumerate(view.hands) if seat != view.seat]
        card = _CARD * _patience(view)
        majority = _MAJORITY * math.exp(-len(view.room) / _END_ROOM)
        self._table = [
            [
                card * (1 - _FADE**many) / (1 - _FADE) + majority / (1 + math.exp((most + 0.5 - many) / _LEAD))
                for many in range(CARDS_PER_RESOURCE + 1)
            ]
            for most in map(max, zip(*rivals, strict=True))
        ]
        self._sides = [tuple(_read(tile)[1] for tile in side if tile) for side in view.sides]
        self.hand = view.hands[view.seat] or _ALONE[0]
        self.now = self.promise(self.hand)

    def worth(self, hand: Cards) -> float:
        """What cards are worth by their numbers."""
        silk, camel, spice, water = self._table
        return silk[hand[0]] + camel[hand[1]] + spice[hand[2]] + water[hand[3]]

    def promise(self, hand: Cards) -> float:
        """What they are worth, with the tiles that are face up."""
        return self.worth(hand) + _FIT * max(_fit(hand, side) for side in self._sides)

    def gain(self, resource: int, many: int) -> float:
        """What more cards of one resource are worth."""
        return self.promise(tuple(n + many * (r == resource) for r, n in enumerate(self.hand))) - self.now


def _counts(letters: str) -> Cards:
    return tuple(map(letters.count, LETTERS))


@functools.cache
def _read(tile: str) -> tuple[int, Cards]:
    """Product and cost."""
    product, cost = tile.split(":")
    return LETTERS.index(product), _counts(cost)


@functools.lru_cache(maxsize=50_000)
def _fit(hand: Cards, side: tuple[Cards, ...]) -> float:
    """How many tiles of a side the hand can pay for, less for every card that lacks."""
    best = 0.0
    for many in range(1, len(side) + 1):
        for tiles in itertools.combinations(side, many):
            missing = sum(max(0, sum(costs) - held) for held, *costs in zip(hand, *tiles, strict=True))
            best = max(best, many - _MISSING * missing)
    return best


@functools.lru_cache(maxsize=50_000)
def _pay(hand: Cards, cost: Cards, given: Cards) -> Cards | None:
    """The hand after the payment that is offered first, trades from the most plentiful; None if it is not enough."""
    left = [held - max(0, units - help) for held, units, help in zip(hand, cost, given, strict=True)]
    traded = -3 * sum(min(0, held) for held in left)
    left = [max(0, held) for held in left]
    if sum(left) < traded:
        return None
    for _ in range(traded):
        left[left.index(max(left))] -= 1
    return tuple(left)


def _weigh_cards(view: CampView, purse: _Purse, action: CampAction) -> float:
    """Actions that bring or cost cards: what the hand after them promises beside that of now."""
    match action:
        case Name(cards):
            return purse.promise(tuple(a + b for a, b in zip(purse.hand, _counts(cards), strict=True))) - purse.now
        case Pay(cards):
            return purse.promise(tuple(a - b for a, b in zip(purse.hand, _counts(cards), strict=True))) - purse.now
        case Collect(resource) if view.phase == "extra":  # a card without dice (DB-06)
            return purse.gain(RESOURCES.index(resource), 1)
        case Collect(resource):
            return _dice_give(view, purse, RESOURCES.index(resource), view.dice or "", kept=view.kept is not None)
        case Keep(face):  # the average over all rolls of the other live dice (DB-13 to DB-16)
            resources = range(len(RESOURCES)) if face == "*" else (LETTERS.index(face),)
            live = DICE - 1 - (view.dice or "").count("-")
            rolls = ["".join(faces) for faces in itertools.product(FACE_LETTERS, repeat=live)]
            best = [max(_dice_give(view, purse, r, faces, kept=True) for r in resources) for faces in rolls]
            return sum(best) / len(best)
        case _:
            return 0.0


def _dice_give(view: CampView, purse: _Purse, resource: int, faces: str, *, kept: bool) -> float:
    many = faces.count(LETTERS[resource]) + faces.count("*")
    return purse.gain(resource, min(many + kept, view.piles[resource])) if many else 0.0


# -- building ----------------------------------------------------------------------------------------------------------


class _Board:
    """Tents, camps and the spaces left, as a burst changes them."""

    def __init__(self, view: CampView) -> None:
        self.seat, self.markers = view.seat, view.markers[view.seat]
        self.patience, self.haste = _patience(view), _haste(view)
        self.tents = {_NUMBER[tent.space]: (_read(tent.tile)[0], tent.owner) for tent in view.tents}
        camps = [tuple(_NUMBER[name] for name in camp) for camp in view.camps]
        self.camps = {camp[0]: camp for camp in camps}
        self.camp_of = {space: camp[0] for camp in camps for space in camp}
        self.sites = {space: self._site(space) for space in map(_NUMBER.__getitem__, view.room)}

    def copy(self) -> _Board:
        new = copy.copy(self)
        new.tents, new.camps = dict(self.tents), dict(self.camps)
        new.camp_of, new.sites = dict(self.camp_of), dict(self.sites)
        return new

    def _site(self, space: int) -> Site:
        around = [x for x in NEIGHBOURS[space] if x in self.tents]
        if not around:
            return _ALONE
        products = [self.tents[x][0] for x in around]
        return tuple(map(products.count, range(len(RESOURCES)))), tuple(sorted({self.camp_of[x] for x in around}))

    def size(self, camps: Iterable[int]) -> int:
        """How many tiles the camp would have of a tile that touches these."""
        return 1 + sum(len(self.camps[camp]) for camp in camps)

    def mine(self, camp: int) -> int:
        """The seat's markers in a camp."""
        return sum(self.tents[x][1] == self.seat for x in self.camps[camp])

    def gain(self, camps: tuple[int, ...]) -> float:
        """What a tile that touches these camps earns, now and later, without its price."""
        size = self.size(camps)
        progress = (size / ENCAMPMENT_SIZE) ** 2  # towards the closing, when markers come back
        marker = self.patience * (_MARKER + _LAST_MARKER / (1 + self.markers))
        value = self.haste + _CLOSING * (size == ENCAMPMENT_SIZE)
        if self.markers:
            value += 1 + 2 * (size == 1) - marker * (1 - progress)
        for camp in camps:
            value += marker * self.mine(camp) * (progress - (len(self.camps[camp]) / ENCAMPMENT_SIZE) ** 2)
        return value

    def crowding(self) -> dict[int, float]:
        """What a tile on each space costs where others could have stood alone."""
        lonely = {space for space, site in self.sites.items() if site is _ALONE}
        return {space: _LONELY * len(lonely.intersection(NEIGHBOURS[space])) for space in self.sites}

    def build(self, space: int, product: int) -> None:
        """Put a tile of the seat there (DB-22, DB-23, DB-34)."""
        camp = (space, *(x for other in self.sites.pop(space)[1] for x in self.camps[other]))
        self.tents[space] = (product, self.seat if self.markers else None)
        self.markers -= self.markers > 0
        self.camps[space] = camp
        self.camp_of.update(dict.fromkeys(camp, space))
        if len(camp) == ENCAMPMENT_SIZE:
            self.markers += self.mine(space)
            self.tents.update({x: (self.tents[x][0], None) for x in camp})
        for x in {x for member in camp for x in NEIGHBOURS[member]} & self.sites.keys():
            self.sites[x] = self._site(x)
            if self.size(self.sites[x][1]) > ENCAMPMENT_SIZE:
                del self.sites[x]


def _values(board: _Board, purse: _Purse, hand: Cards, tiles: Iterable[str]) -> dict[tuple[str, Site], float]:
    """What each tile is worth at each kind of space, less its price."""
    before = purse.worth(hand)
    sites = set(board.sites.values())
    gains = {camps: board.gain(camps) for camps in {camps for _, camps in sites}}
    found = {}
    for tile in sorted(tiles):
        cost = _read(tile)[1]
        for site in sites:
            left = _pay(hand, cost, site[0])
            if left is not None:
                found[tile, site] = gains[site[1]] - before + purse.worth(left)
    return found


def _burst(board: _Board, purse: _Purse, tiles: set[str]) -> tuple[float, float]:
    """What the best tiles of a side are worth, one after the other: now, and if they are put off."""
    hand, total, later = purse.hand, 0.0, 0.0
    while found := _values(board, purse, hand, tiles):
        tile, site = max(found, key=found.__getitem__)
        if found[tile, site] <= 0:
            break
        total += found[tile, site]
        later += found[tile, site] * (_WAIT if board.size(site[1]) < ENCAMPMENT_SIZE else _WAIT_TO_CLOSE)
        product, cost = _read(tile)
        hand = _pay(hand, cost, site[0]) or hand
        board.build(next(x for x, here in board.sites.items() if here == site), product)
        tiles = tiles - {tile}
    return total, later


def _weigh_turn(view: CampView, purse: _Purse, legal: Sequence[CampAction]) -> dict[CampAction, float]:
    """Roll or build, or build on or be done: a tile brings the rest of its burst with it."""
    board = _Board(view)
    values: dict[tuple[str, Site], float] = {}
    rest: dict[str, float] = {}
    later = 0.0
    for number, side in enumerate(view.sides):
        tiles = {tile for tile in side if tile is not None and view.side in (None, number)}
        if found := _values(board, purse, purse.hand, tiles):
            burst, put_off = _burst(board.copy(), purse, tiles)
            later = max(later, put_off * _patience(view))
            rest |= dict.fromkeys(tiles, max(0.0, burst - max(found.values())))
            values |= found
    crowding = board.crowding()
    dice = max(purse.gain(r, min(2, pile)) for r, pile in enumerate(view.piles))  # two cards of the best, about
    weights: dict[CampAction, float] = {}
    for action in legal:
        match action:
            case Build(tile, name):
                space = _NUMBER[name]
                weights[action] = values[tile, board.sites[space]] + rest[tile] - crowding[space]
            case Roll(free):
                weights[action] = later + dice + (0.0 if free is None else purse.gain(RESOURCES.index(free), 1))
            case _:
                weights[action] = 0.0  # done
    return weights
