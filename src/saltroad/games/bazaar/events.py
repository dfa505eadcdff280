"""Bazaar as facts: what happened, what is asked, what could be done. The messages tell them.

Tokens and wares are texts such as "RRWBG". Stalls are counted from 1, as they are called; seats from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from saltroad.games.bazaar.actions import BazaarAction, Buy, Die, Pass, Return, Show, Take, Trade
from saltroad.games.bazaar.components import COLOURS, COLUMNS, TOKEN_LIMIT
from saltroad.games.bazaar.views import BazaarView
from saltroad.messages.facts import Advice, Consequence, Event, PublicPly, Question, TurnOpening

# -- what happened -----------------------------------------------------------------------------------------------------


class StartRolled(Event, frozen=True):
    """A die of the roll for the start (BZ-04). It belongs to no turn: all these rolls are told in one line."""

    roller: int
    face: str


class StartDecided(Event, frozen=True):
    """Who begins, once the roll for the start has decided it (BZ-04)."""

    seat: int


class DieRolled(TurnOpening, frozen=True):
    """The face of the die: a token of this colour is taken (BZ-10), unless it is Choice or `ColourRunOut` follows."""

    seat: int
    face: str


class ColourRunOut(Consequence, frozen=True):
    """The bank has no token of the colour that was rolled: nothing is taken (BZ-14)."""

    colour: str


class TokenTaken(Event, frozen=True):
    """The colour that was chosen after Choice (BZ-10)."""

    seat: int
    colour: str


class TokensTraded(TurnOpening, frozen=True):
    """A trade (BZ-12)."""

    seat: int
    returned: str
    taken: str


class WareBought(Event, frozen=True):
    """A purchase (BZ-15)."""

    seat: int
    ware: str
    stall: int


class PurchasesScored(Event, frozen=True):
    """The points of the wares that were bought in this turn, once its purchases are over (BZ-20, BZ-40)."""

    seat: int
    wares: tuple[str, ...]
    points: int
    sources: tuple[str, ...]
    """The columns that they count in."""


class WareShown(Consequence, frozen=True):
    """What a stall shows after a purchase (BZ-02)."""

    stall: int
    ware: str


class StallEmptied(Consequence, frozen=True):
    """A stall without wares, whose star raises later purchases (BZ-22)."""

    stall: int


class NothingBought(Event, frozen=True):
    """A turn in which a ware could have been bought, and was not (BZ-15)."""

    seat: int


class StoppedAtOne(Event, frozen=True):
    """A second ware could have been bought, and was not (BZ-40)."""

    seat: int


class TokensReturned(Event, frozen=True):
    """In the puzzle for one: the player's own tokens that go back, down to ten (BZ-51)."""

    seat: int
    tokens: str


class TokensSentBack(Event, frozen=True):
    """The left neighbour's choice of the tokens that go back, down to ten (BZ-17)."""

    seat: int
    owner: int
    """Whose tokens they were."""
    tokens: str


class PuzzleSolved(Event, frozen=True):
    """The tokens are exactly those of the ware (BZ-50)."""

    seat: int
    turns: int


def events(ply: PublicPly[BazaarView]) -> Sequence[Event]:
    """What happened in a ply; of a roll its die tells, and of the first wares and rate cards the board."""
    tells = _TELLS.get(type(ply.action))
    return tuple(tells(ply)) if tells is not None else ()


def _die(ply: PublicPly[BazaarView]) -> Iterator[Event]:
    before, face = ply.before, ply.action.face
    if before.phase == "start":
        yield StartRolled(before.seat, face)
        if ply.after.phase != "start":
            yield StartDecided(ply.after.seat)
        return
    yield DieRolled(before.seat, face)
    if face in COLOURS and not before.bank[COLOURS.index(face)]:
        yield ColourRunOut(face)
    yield from _solved(ply)


def _take(ply: PublicPly[BazaarView]) -> Iterator[Event]:
    yield TokenTaken(ply.actor, ply.action.colour)
    yield from _solved(ply)


def _trade(ply: PublicPly[BazaarView]) -> Iterator[Event]:
    yield TokensTraded(ply.actor, ply.action.returned, ply.action.taken)
    yield from _solved(ply)


def _solved(ply: PublicPly[BazaarView]) -> Iterator[Event]:
    """The end of the puzzle for one."""
    if ply.before.players == 1 and ply.after.phase == "over":
        yield PuzzleSolved(0, ply.after.turns)


def _buy(ply: PublicPly[BazaarView]) -> Iterator[Event]:
    before, ware = ply.before, ply.action.ware
    stall = next(k for k, shown in enumerate(before.stalls) if shown.top == ware)
    yield WareBought(ply.actor, ware, stall + 1)
    yield from _scored(ply, (*before.bought, ware))
    if not ply.after.stalls[stall].left:
        yield StallEmptied(stall + 1)


def _pass(ply: PublicPly[BazaarView]) -> Iterator[Event]:
    bought = ply.before.bought
    if bought:
        yield StoppedAtOne(ply.actor)
        yield from _scored(ply, bought)
    else:
        yield NothingBought(ply.actor)


def _show(ply: PublicPly[BazaarView]) -> Iterator[Event]:
    before = ply.before
    if before.bought:
        yield from _scored(ply, before.bought)  # no second purchase is possible after all (BZ-40)
        yield WareShown(before.showing + 1, ply.action.ware)


def _scored(ply: PublicPly[BazaarView], wares: tuple[str, ...]) -> Iterator[Event]:
    """The points of these wares, if they are counted with this ply."""
    before, after = ply.before, ply.after
    seat = before.seat
    points = after.scores[seat] - before.scores[seat]
    if points:
        columns = zip(COLUMNS, before.points, after.points, strict=True)
        sources = tuple(column for column, had, has in columns if has[seat] != had[seat])
        yield PurchasesScored(seat, wares, points, sources)


def _return(ply: PublicPly[BazaarView]) -> Iterator[Event]:
    if ply.before.players == 1:
        yield TokensReturned(ply.actor, ply.action.tokens)
    else:
        yield TokensSentBack(ply.actor, ply.before.seat, ply.action.tokens)


_TELLS: dict[type[Any], Callable[[PublicPly[BazaarView]], Iterator[Event]]] = {
    Die: _die,
    Take: _take,
    Trade: _trade,
    Buy: _buy,
    Pass: _pass,
    Show: _show,
    Return: _return,
}


# -- what is asked -----------------------------------------------------------------------------------------------------


class AskFirstRoll(Question, frozen=True):
    """Roll for the first token (BZ-10)."""


class AskRoll(Question, frozen=True):
    """Roll: no trade is possible (BZ-11)."""


class AskRollOrTrade(Question, frozen=True):
    """Roll or trade (BZ-11)."""


class AskTokenColour(Question, frozen=True):
    """Choose the colour of a token, after Choice (BZ-10)."""


class AskPurchase(Question, frozen=True):
    """Buy a ware, or pass (BZ-15)."""


class AskSecondPurchase(Question, frozen=True):
    """Buy a second ware, or pass (BZ-40)."""


class AskReturn(Question, frozen=True):
    """In the puzzle for one: choose which of one's own tokens go back (BZ-51)."""

    held: int
    over: int


class AskSendBack(Question, frozen=True):
    """Choose which tokens of the right neighbour go back (BZ-17)."""

    owner: int
    held: int
    over: int


def question(view: BazaarView, legal: Sequence[BazaarAction]) -> Question | None:
    """What is asked of the seat to act."""
    if view.actor < 0:
        return None
    if view.phase == "return":
        held = sum(view.hands[view.seat])
        if view.players == 1:
            return AskReturn(view.actor, held, held - TOKEN_LIMIT)
        return AskSendBack(view.actor, view.seat, held, held - TOKEN_LIMIT)
    return _asked(view, legal)(view.actor)


def _asked(view: BazaarView, legal: Sequence[BazaarAction]) -> type[Question]:
    if view.phase == "take":
        return AskTokenColour
    if view.phase == "buy":
        return AskSecondPurchase if view.bought else AskPurchase
    if any(isinstance(action, Trade) for action in legal):
        return AskRollOrTrade
    return AskFirstRoll if view.turns < view.players else AskRoll


# -- what could be done ------------------------------------------------------------------------------------------------


class CouldRollDie(Advice, frozen=True):
    """Roll."""


class CouldTakeToken(Advice, frozen=True):
    """Take a token of this colour."""

    colour: str


class CouldTradeTokens(Advice, frozen=True):
    """Make this trade."""

    returned: str
    taken: str


class CouldBuyWare(Advice, frozen=True):
    """Buy this ware."""

    ware: str


class CouldBuyNothing(Advice, frozen=True):
    """Pass without a purchase."""


class CouldStopAtOne(Advice, frozen=True):
    """Pass after the first purchase."""


class CouldReturnTokens(Advice, frozen=True):
    """Return these tokens of one's own."""

    tokens: str


class CouldSendBack(Advice, frozen=True):
    """Send back these tokens of the right neighbour."""

    owner: int
    tokens: str


def advice(view: BazaarView, action: BazaarAction) -> Advice:
    """An action as a suggestion."""
    match action:
        case Take(colour):
            return CouldTakeToken(colour)
        case Trade(returned, taken):
            return CouldTradeTokens(returned, taken)
        case Buy(ware):
            return CouldBuyWare(ware)
        case Pass():
            return CouldStopAtOne() if view.bought else CouldBuyNothing()
        case Return(tokens) if view.players == 1:
            return CouldReturnTokens(tokens)
        case Return(tokens):
            return CouldSendBack(view.seat, tokens)
        case _:
            return CouldRollDie()
