"""Tables of Bazaar for the tests: dealt by text, arranged by hand, and asked why not."""

from __future__ import annotations

from collections.abc import Sequence

from games.refusals import refusal_of
from saltroad.games.bazaar.components import (
    FULL_BANK,
    OUT_OF_REACH,
    STALLS,
    WARE_PRICE,
    WARES,
    WARES_PER_STALL,
    purse,
)
from saltroad.games.bazaar.game import GAME
from saltroad.games.bazaar.state import DISPLAYED, NO_WARE, UNSEEN
from saltroad.games.bazaar.views import BazaarView, Tokens
from saltroad.kernel.contract import Outcome, Position
from saltroad.kernel.rulebook import Param

BAZAAR = GAME

TOPS = ("RRWBG", "WWBGY", "RRRRR", "YYYYY")
"""What the four stalls show, unless a test says otherwise: two plain wares and two starred ones."""


# -- setting up --------------------------------------------------------------------------------------------------------


def play(position: Position, *lines: str) -> Position:
    """The position after the actions, through `Game.play`; a line may hold several: "roll; die red"."""
    for line in lines:
        for action in line.split(";"):
            position = BAZAAR.play(position, action)
    return position


def deal(
    players: int = 2,
    *,
    rates: str = "1 2",
    tops: Sequence[str] = TOPS,
    starter: int = 0,
    double_purchase: bool = False,
) -> Position:
    """The first turn of a game: cards posted, wares shown, the starter found."""
    position = BAZAAR.start(players, double_purchase=double_purchase)
    position = play(position, f"rates {rates}", *(f"show {ware}" for ware in tops))
    return play(position, *("die white" if seat == starter else "die yellow" for seat in range(players)))


def puzzle(*, rates: str = "1 2", ware: str = "GGGGG") -> Position:
    """The first turn of a puzzle for one."""
    return play(BAZAAR.start(solo=True), f"rates {rates}", f"show {ware}")


def midgame(
    *hands: str,
    seat: int = 0,
    rates: str = "1 2",
    tops: Sequence[str] = TOPS,
    left: Sequence[int] | None = None,
    sold: Sequence[int] | None = None,
    points: Sequence[int] | None = None,
    quiet: int = 0,
    double_purchase: bool = False,
) -> Position:
    """The start of a later turn of `seat`, with a hand for every player."""
    start = deal(len(hands), rates=rates, tops=tops, double_purchase=double_purchase)
    turns = 4 * len(hands)
    return with_state(start, hands=hands, left=left, sold=sold, points=points, turns=turns, quiet=quiet, seat=seat)


def with_state(
    position: Position,
    *,
    hands: Sequence[str] | None = None,
    left: Sequence[int] | None = None,
    sold: Sequence[int] | None = None,
    points: Sequence[int] | None = None,
    **fields: int,
) -> Position:
    """A copy arranged by hand, whose sums are right.

    `hands` by seat (the bank has the rest), wares `left` in each stall, wares `sold` by seat (if not given, the last
    seat has bought all that are gone), plain `points` by seat, and single fields of the record by name.
    """
    after = position.copy()
    s = after.states[0]
    for seat, hand in enumerate(hands or ()):
        s["hand"][seat] = purse(hand)
    s["bank"] = FULL_BANK - int(s["hand"].sum())
    if left is not None:
        _arrange_wares(after, left, sold)
    for seat, score in enumerate(points or ()):
        s["points"][seat] = score
    for name, value in fields.items():
        s[name] = value
    faults = BAZAAR.audit(after)
    assert faults == [], faults
    return after


def _arrange_wares(position: Position, left: Sequence[int], sold: Sequence[int] | None) -> None:
    """The wares that are gone are taken from the end of the list, so that tests can show those at its beginning."""
    s = position.states[0]
    players, gone = int(s["players"]), STALLS * WARES_PER_STALL - sum(left)
    sold = [0] * (players - 1) + [gone] if sold is None else sold
    assert sum(sold) == gone, f"{gone} wares are gone, and {sum(sold)} sold"
    for stall in range(STALLS):
        s["left"][stall] = left[stall]
        if left[stall] == 0:
            s["where"][int(s["top"][stall])] = UNSEEN
            s["top"][stall] = NO_WARE
            s["price"][stall] = OUT_OF_REACH
        else:
            assert s["price"][stall] == WARE_PRICE[int(s["top"][stall])], f"stall {stall + 1} shows no ware"
    ware = WARES - 1
    for seat, count in enumerate(sold):
        s["wares"][seat] = count
        for _ in range(count):
            while s["where"][ware] == DISPLAYED:
                ware -= 1
            s["where"][ware] = seat
            ware -= 1


# -- looking -----------------------------------------------------------------------------------------------------------


def look(position: Position) -> BazaarView:
    """The table as a spectator sees it."""
    return BAZAAR.observe(position, None)


def tokens(counts: Tokens) -> str:
    """Counts by colour as a text: (2, 1, 0, 0, 0) is "RRW"."""
    return "".join(letter * count for letter, count in zip("RWBGY", counts, strict=True))


def hand(position: Position, seat: int = 0) -> str:
    """The tokens that a seat holds."""
    return tokens(look(position).hands[seat])


def bank(position: Position, colour: str) -> int:
    """How many tokens of a colour (a letter) the bank holds."""
    return look(position).bank["RWBGY".index(colour)]


def tops(position: Position) -> tuple[str | None, ...]:
    """What the stalls show; None for an empty one."""
    return tuple(stall.top for stall in look(position).stalls)


def in_stalls(position: Position) -> tuple[int, ...]:
    """How many wares lie in each stall."""
    return tuple(stall.left for stall in look(position).stalls)


def legal(position: Position) -> list[str]:
    """The texts of the legal actions."""
    return [str(action) for action in BAZAAR.legal(position)]


def columns(position: Position, seat: int = 0) -> tuple[int, ...]:
    """A seat's points by column: plain, star, double star."""
    return tuple(column[seat] for column in look(position).points)


def outcome(position: Position) -> Outcome:
    """How the game ended; it must have."""
    found = BAZAAR.outcome(position)
    assert found is not None, "the game goes on"
    return found


def refused(position: Position, action: str, rule: str, **params: Param) -> str:
    """The English sentence of a refusal, which must cite this rule with these parameters, and speak French too."""
    refusal = refusal_of(BAZAAR, position, action, rule)
    assert dict(refusal.params) == params, f"{refusal}: {dict(refusal.params)}"
    return refusal.sentence()
