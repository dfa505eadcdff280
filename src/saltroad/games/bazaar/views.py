"""What a viewer may know of a game of Bazaar, and the way back from a view to a position.

Everything on the table is open (BZ-03), so all viewers know the same; what lies under the tops of the stalls no player
knows, and no position holds it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from saltroad.games.bazaar.components import (
    COLOURS,
    COLUMNS,
    LETTERS,
    OUT_OF_REACH,
    TRADE_RETURNS,
    TRADES_PER_CARD,
    WARE_PRICE,
    WARE_STAR,
    WARE_TEXTS,
    amount,
    purse,
)
from saltroad.games.bazaar.state import (
    DISPLAYED,
    MOST_PLAYERS,
    NO_WARE,
    PHASES,
    UNSEEN,
    State,
    start_states,
)
from saltroad.kernel.contract import View, maker_of
from saltroad.kernel.state_record import States, bytes_getter

Tokens = tuple[int, ...]
"""How many of each colour, in the order of COLOURS."""

END_REASONS = ("", "two_stalls_empty", "no_purchases", "puzzle_solved")


@dataclass(frozen=True)
class StallView:
    """One stall: what is on top, and how many wares lie in it."""

    top: str | None
    starred: bool
    left: int


@dataclass(frozen=True, kw_only=True)
class BazaarView(View):
    """A view of Bazaar: the same for everybody, as nothing is hidden (BZ-03)."""

    players: int
    double_purchase: bool
    phase: str
    """What is asked: one of state.PHASES."""
    seat: int
    """Whose turn it is (in the roll for the start: who rolls)."""
    turns: int
    quiet: int
    """Turns in a row without a purchase."""
    rates: tuple[int, ...]
    """The numbers of the posted rate cards."""
    bank: Tokens
    hands: tuple[Tokens, ...]
    stalls: tuple[StallView, ...]
    showing: int
    """The stall whose next ware shows, when phase is "show"."""
    wares: tuple[tuple[str, ...], ...]
    """The wares each seat has bought."""
    bought: tuple[str, ...]
    """This turn's purchases so far; they are scored when the turn's purchases are over."""
    empty_before: int
    scores: tuple[int, ...]
    points: tuple[tuple[int, ...], ...]
    """The scores by column (plain, star, double star), then seat."""
    contenders: tuple[int, ...]
    """Who still rolls for the start, who leads, and with which rank."""
    leaders: tuple[int, ...]
    best: int
    ended: str


_make_view = maker_of(BazaarView)
_bytes_of = bytes_getter(State, "hand", "rates", "top", "left", "where", "bought", "points")


@lru_cache(1 << 12)
def tokens_of(tokens: int) -> Tokens:
    """A purse as counts by colour."""
    return tuple(amount(tokens, colour) for colour in range(len(COLOURS)))


def _purse_of(tokens: Tokens) -> int:
    return purse("".join(letter * count for letter, count in zip(LETTERS, tokens, strict=True)))


_SEATS_OF = tuple(tuple(seat for seat in range(MOST_PLAYERS) if bits >> seat & 1) for bits in range(1 << MOST_PLAYERS))
"""The seats of a set."""


def scores_of(s: State) -> tuple[int, ...]:
    """The running scores; in the puzzle for one, the turns taken."""
    if s.players == 1:
        return (s.turns,)
    return _scored(s.players, _bytes_of(s)[-1])[0]


def points_of(s: State) -> tuple[tuple[int, ...], ...]:
    """The points by column, then seat."""
    return _scored(s.players, _bytes_of(s)[-1])[1]


# These change with a purchase only, and are asked for at every ply.


@lru_cache(1 << 12)
def _scored(players: int, points: bytes) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """The scores, and what they are made of, by column."""
    row = tuple(np.frombuffer(points, np.int16).tolist())
    columns = tuple(row[c * MOST_PLAYERS : c * MOST_PLAYERS + players] for c in range(len(COLUMNS)))
    return tuple(map(sum, zip(*columns, strict=True))), columns


@lru_cache(1 << 12)
def _wares(players: int, where: bytes) -> tuple[tuple[str, ...], ...]:
    seats = np.frombuffer(where, np.int8).tolist()
    return tuple(
        tuple(text for text, owner in zip(WARE_TEXTS, seats, strict=True) if owner == seat) for seat in range(players)
    )


@lru_cache(1 << 12)
def _stalls(players: int, top: bytes, left: bytes) -> tuple[StallView, ...]:
    stalls = tuple(map(_stall, np.frombuffer(top, np.int8).tolist(), np.frombuffer(left, np.int8).tolist()))
    return stalls if players > 1 else stalls[:1]


def _stall(top: int, left: int) -> StallView:
    if top == NO_WARE:
        return StallView(None, False, left)
    return StallView(WARE_TEXTS[top], bool(WARE_STAR[top]), left)


@lru_cache(1 << 12)
def _hands(players: int, hand: bytes) -> tuple[Tokens, ...]:
    return tuple(map(tokens_of, np.frombuffer(hand, np.int64)[:players].tolist()))


@lru_cache(1 << 10)
def _rates(rates: bytes) -> tuple[int, ...]:
    return tuple(rate + 1 for rate in np.frombuffer(rates, np.int8).tolist())


@lru_cache(1 << 10)
def _bought(bought: bytes) -> tuple[str, ...]:
    return tuple(WARE_TEXTS[ware] for ware in np.frombuffer(bought, np.int8).tolist() if ware != NO_WARE)


def observe(s: State, actor: int, viewer: int | None) -> BazaarView:
    """The view of a seat or of a spectator."""
    players, phase = s.players, PHASES[s.phase]
    hand, rates, top, left, where, bought, scored = _bytes_of(s)
    scores, points = _scored(players, scored)
    return _make_view(
        viewer=viewer,
        ply=s.ply,
        actor=actor,
        players=players,
        double_purchase=bool(s.double_purchase),
        phase=phase,
        seat=s.seat,
        turns=s.turns,
        quiet=s.quiet,
        rates=() if phase == "rates" else _rates(rates),
        bank=tokens_of(s.bank),
        hands=_hands(players, hand),
        stalls=_stalls(players, top, left),
        showing=s.stall,
        wares=_wares(players, where),
        bought=_bought(bought),
        empty_before=s.empty_before,
        scores=scores if players > 1 else (s.turns,),
        points=points,
        contenders=_SEATS_OF[s.contenders],
        leaders=_SEATS_OF[s.leaders],
        best=s.best,
        ended=END_REASONS[s.ended],
    )


def determinize(view: BazaarView) -> States:
    """The position of a view: there is only one, since nothing is hidden."""
    states = start_states(view.players, double_purchase=view.double_purchase)
    s = states[0]
    s["ply"], s["turns"], s["quiet"] = view.ply, view.turns, view.quiet
    s["phase"], s["seat"], s["stall"] = PHASES.index(view.phase), view.seat, view.showing
    s["ended"], s["empty_before"], s["best"] = END_REASONS.index(view.ended), view.empty_before, view.best
    s["bank"] = _purse_of(view.bank)
    s["contenders"] = sum(1 << seat for seat in view.contenders)
    s["leaders"] = sum(1 << seat for seat in view.leaders)
    for seat in range(view.players):
        s["hand"][seat] = _purse_of(view.hands[seat])
        s["wares"][seat] = len(view.wares[seat])
        for column in range(len(COLUMNS)):
            s["points"][column * MOST_PLAYERS + seat] = view.points[column][seat]
    for k, card in enumerate(view.rates):
        s["rates"][k] = card - 1
        first = TRADES_PER_CARD * (card - 1)
        s["posted"][TRADES_PER_CARD * k : TRADES_PER_CARD * (k + 1)] = TRADE_RETURNS[first : first + TRADES_PER_CARD]
    for stall, shown in enumerate(view.stalls):
        top = NO_WARE if shown.top is None else WARE_TEXTS.index(shown.top)
        s["top"][stall], s["left"][stall] = top, shown.left
        s["price"][stall] = OUT_OF_REACH if top == NO_WARE else WARE_PRICE[top]
    owners = {text: seat for seat, wares in enumerate(view.wares) for text in wares}
    on_top = {shown.top for shown in view.stalls}
    for ware, text in enumerate(WARE_TEXTS):
        s["where"][ware] = DISPLAYED if text in on_top else owners.get(text, UNSEEN)
    for k, text in enumerate(view.bought):
        s["bought"][k] = WARE_TEXTS.index(text)
    return states
