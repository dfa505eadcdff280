"""What a seat knows of Bazaar, as numbers for learning: the fields, and the compiled function that fills them.

Everything on the table is open (BZ-03), so a spectator knows as much as the players; a seat sees itself first.
"""

from __future__ import annotations

from saltroad.games.bazaar.components import (
    COLOURS,
    COLUMNS,
    MOST_OVER_LIMIT,
    RATE_CARDS,
    STALLS,
    START_RANK,
    TOKEN_LIMIT,
    TOKENS_PER_COLOUR,
    WARE_PRICE,
    WARE_STAR,
    WARES,
    WARES_PER_STALL,
    amount,
)
from saltroad.games.bazaar.rules import actor, is_first_turn
from saltroad.games.bazaar.state import (
    MOST_PLAYERS,
    NO_WARE,
    PHASES,
    POST_RATES,
    SHOW_WARE,
    UNSEEN,
    State,
)
from saltroad.kernel.jit import inlined_unchecked
from saltroad.kernel.observation import LARGEST, ObservationField, ObservationLayout, Packed, put

_COLOURS = len(COLOURS)
_MOST_HELD = 15
"""Tokens of one colour in a hand; a hand of ten and what a trade adds."""
assert TOKEN_LIMIT + MOST_OVER_LIMIT <= _MOST_HELD
_ROUND = "by seat, the viewer first"
_COLUMN_NAMES = ", ".join(COLUMNS)


def fields(seats: int) -> tuple[ObservationField, ...]:
    """The fields of an observation at a table of that many seats."""
    return (
        ObservationField("players", "how many play, from 1", columns=MOST_PLAYERS),
        ObservationField("double_purchase", "whether two wares may be bought in a turn (BZ-40)"),
        ObservationField("viewer", "the viewer's own seat; none for a spectator", columns=seats),
        ObservationField("phase", f"what is asked: {', '.join(PHASES)}", columns=len(PHASES)),
        ObservationField("actor", f"who is to act, {_ROUND}; none while chance decides", columns=seats),
        ObservationField("turn", f"whose turn it is, {_ROUND}", columns=seats),
        ObservationField("is_first_turn", "whether the seat on turn has its first turn, and may only roll (BZ-10)"),
        ObservationField("turns", "turns ended so far, up to 255", most=LARGEST),
        ObservationField("quiet", "turns in a row without a purchase, up to 255 (BZ-32)", most=LARGEST),
        ObservationField("rates", "the posted rate cards", columns=RATE_CARDS),
        ObservationField("bank", "tokens in the bank, by colour", columns=_COLOURS, most=TOKENS_PER_COLOUR),
        ObservationField("hands", f"tokens in hand, {_ROUND}, and colour", seats, _COLOURS, _MOST_HELD),
        ObservationField(
            "points", f"points up to 255, {_ROUND}, and column: {_COLUMN_NAMES}", seats, len(COLUMNS), LARGEST
        ),
        ObservationField("wares", f"wares bought, {_ROUND}", columns=seats, most=STALLS * WARES_PER_STALL),
        ObservationField("left", "wares in each stall, its top included", columns=STALLS, most=WARES_PER_STALL),
        ObservationField("tops", "the ware on top, by stall and ware", STALLS, WARES),
        ObservationField("prices", "what it costs, by stall and colour", STALLS, _COLOURS, 5),
        ObservationField("stars", "whether it has a star, by stall", columns=STALLS),
        ObservationField("unseen", "the wares that no player has seen", columns=WARES),
        ObservationField("owned", f"the wares bought, {_ROUND}, and ware", seats, WARES),
        ObservationField("bought", "this turn's purchases, the first and the second, by ware", 2, WARES),
        ObservationField("empty_before", "empty stalls before this turn's purchases (BZ-41)", most=STALLS),
        ObservationField("showing", "the stall whose next ware shows", columns=STALLS),
        ObservationField("contenders", f"who still rolls for the start (BZ-04), {_ROUND}", columns=seats),
        ObservationField("leaders", f"who leads in that roll, {_ROUND}", columns=seats),
        ObservationField("best", "the rank of the leaders' roll, from 1; 0 for none", most=len(START_RANK)),
    )


def layout(seats: int) -> ObservationLayout:
    """Where each field stands."""
    return ObservationLayout(fields(seats))


_NAMES = [field.name for field in fields(1)]
_PLAYERS, _DOUBLE_PURCHASE, _VIEWER = map(_NAMES.index, ("players", "double_purchase", "viewer"))
_PHASE, _ACTOR, _TURN = map(_NAMES.index, ("phase", "actor", "turn"))
_FIRST, _TURNS, _QUIET = map(_NAMES.index, ("is_first_turn", "turns", "quiet"))
_RATES, _BANK, _HANDS, _POINTS = map(_NAMES.index, ("rates", "bank", "hands", "points"))
_WARES, _LEFT, _TOPS, _PRICES, _STARS = map(_NAMES.index, ("wares", "left", "tops", "prices", "stars"))
_UNSEEN, _OWNED, _BOUGHT = map(_NAMES.index, ("unseen", "owned", "bought"))
_EMPTY_BEFORE, _SHOWING = map(_NAMES.index, ("empty_before", "showing"))
_CONTENDERS, _LEADERS, _BEST = map(_NAMES.index, ("contenders", "leaders", "best"))
_BY_NAME = {field.name: field for field in fields(1)}
_HANDS_STRIDE, _POINTS_STRIDE = _BY_NAME["hands"].stride, _BY_NAME["points"].stride
_TOPS_STRIDE, _PRICES_STRIDE = _BY_NAME["tops"].stride, _BY_NAME["prices"].stride
_BANK_WIDTH, _HANDS_WIDTH, _PRICES_WIDTH = (_BY_NAME[name].width for name in ("bank", "hands", "prices"))
_WARES_WIDTH, _LEFT_WIDTH = _BY_NAME["wares"].width, _BY_NAME["left"].width
_COLUMNS = len(COLUMNS)
_POINTS_WIDTH = 8


@inlined_unchecked
def _tokens(purse: int, width: int) -> int:
    """A purse as a row of entries."""
    row = 0
    for colour in range(_COLOURS):
        row |= amount(purse, colour) << (width * colour)
    return row


@inlined_unchecked
def encode(s: State, viewer: int, remembers: int, at: Packed, out: Packed) -> None:
    """Write what a seat (or a spectator, -1) knows into `out`, which is zero. All is open: memory adds nothing."""
    own = max(viewer, 0)
    phase = s.phase
    put(out, at[_PLAYERS] + s.players - 1, 1)
    put(out, at[_DOUBLE_PURCHASE], s.double_purchase)
    if viewer >= 0:
        put(out, at[_VIEWER] + viewer, 1)
    put(out, at[_PHASE] + phase, 1)
    put(out, at[_FIRST], 1 if is_first_turn(s) else 0)
    put(out, at[_TURNS], min(s.turns, LARGEST))
    put(out, at[_QUIET], min(s.quiet, LARGEST))
    if phase != POST_RATES:
        put(out, at[_RATES] + s.rates[0], 1)
        put(out, at[_RATES] + s.rates[1], 1)
    put(out, at[_BANK], _tokens(s.bank, _BANK_WIDTH))
    put(out, at[_EMPTY_BEFORE], s.empty_before)
    if phase == SHOW_WARE:
        put(out, at[_SHOWING] + s.stall, 1)
    put(out, at[_BEST], s.best + 1)
    for k in range(2):
        if s.bought[k] != NO_WARE:
            put(out, at[_BOUGHT] + k * _TOPS_STRIDE + s.bought[k], 1)
    _encode_stalls(s, at, out)
    _encode_wares(s, own, at, out)
    who = actor(s)
    for k in range(s.players):
        seat = own + k
        if seat >= s.players:
            seat -= s.players
        if seat == who:
            put(out, at[_ACTOR] + k, 1)
        if seat == s.seat:
            put(out, at[_TURN] + k, 1)
        put(out, at[_HANDS] + k * _HANDS_STRIDE, _tokens(s.hand[seat], _HANDS_WIDTH))
        points = 0
        for column in range(_COLUMNS):
            points |= min(s.points[column * MOST_PLAYERS + seat], LARGEST) << (_POINTS_WIDTH * column)
        put(out, at[_POINTS] + k * _POINTS_STRIDE, points)
        put(out, at[_WARES] + k * _WARES_WIDTH, s.wares[seat])
        put(out, at[_CONTENDERS] + k, (s.contenders >> seat) & 1)
        put(out, at[_LEADERS] + k, (s.leaders >> seat) & 1)


@inlined_unchecked
def _encode_stalls(s: State, at: Packed, out: Packed) -> None:
    for stall in range(STALLS):
        put(out, at[_LEFT] + stall * _LEFT_WIDTH, s.left[stall])
        ware = s.top[stall]
        if ware != NO_WARE:
            put(out, at[_TOPS] + stall * _TOPS_STRIDE + ware, 1)
            put(out, at[_PRICES] + stall * _PRICES_STRIDE, _tokens(WARE_PRICE[ware], _PRICES_WIDTH))
            put(out, at[_STARS] + stall, WARE_STAR[ware])


@inlined_unchecked
def _encode_wares(s: State, own: int, at: Packed, out: Packed) -> None:
    unseen = 0
    for ware in range(WARES):
        where = s.where[ware]
        if where == UNSEEN:
            unseen |= 1 << ware
        elif where >= 0:
            k = where - own
            if k < 0:
                k += s.players
            put(out, at[_OWNED] + k * _TOPS_STRIDE + ware, 1)
    put(out, at[_UNSEEN], unseen)
