"""Desert Bazaar as facts: what happened, what is asked, what could be done. The messages tell them.

Dice, cards and tiles are codes: `SP*`, `SSC`, `W:SSC`. Sides are counted from 1, as they are named at the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import sub

from saltroad.games.desert_bazaar.actions import Build, CampAction, Collect, Dice, Keep, Name, Pay, Roll, Turn
from saltroad.games.desert_bazaar.components import FACE_LETTERS, RESOURCES, WILD
from saltroad.games.desert_bazaar.rolling import extra_left
from saltroad.games.desert_bazaar.rules import MAJORITY_POINTS
from saltroad.games.desert_bazaar.state import CLOSING, ENCAMPMENTS, ISOLATED, MARKERS
from saltroad.games.desert_bazaar.views import CampView
from saltroad.messages.facts import Advice, Consequence, Event, PublicPly, Question

# -- what happened -----------------------------------------------------------------------------------------------------


class SetupDiceRolled(Event, frozen=True):
    """The dice for a player's first cards (DB-02)."""

    seat: int
    dice: str


class WildsNamed(Event, frozen=True):
    """The cards taken for the wilds of a setup roll (DB-02)."""

    seat: int
    cards: str
    number: int


class ExtraCardTaken(Event, frozen=True):
    """An extra card of a player who comes later, in a fair start (DB-06)."""

    seat: int
    resource: str


class TilesLaidOut(Event, frozen=True):
    """The first tiles lie face up on both sides (DB-04)."""


class FreeCardTaken(Event, frozen=True):
    """The free card of a turn of rolling (DB-11)."""

    seat: int
    resource: str


class PilesFoundEmpty(Event, frozen=True):
    """A turn of rolling without a free card (DB-11)."""

    seat: int


class DiceRolled(Event, frozen=True):
    """The dice of a turn, or those that were rolled again (DB-12, DB-13)."""

    seat: int
    dice: str


class DiceGaveNothing(Event, frozen=True):
    """A roll that ends the turn without a card (DB-12, DB-16, DB-17)."""

    seat: int


class DieKept(Event, frozen=True):
    """The die set aside (DB-13)."""

    seat: int
    die: str


class CardsTaken(Event, frozen=True):
    """The cards that the dice gave; none from an empty pile (DB-12, DB-14, DB-15)."""

    seat: int
    resource: str
    number: int


class TileBuilt(Event, frozen=True):
    """A tile that is placed and still to be paid for (DB-20, DB-21)."""

    seat: int
    tile: str
    space: str


class TilePaid(Event, frozen=True):
    """The cards that left the hand for the tile (DB-24)."""

    seat: int
    cards: str


class NothingPaid(Event, frozen=True):
    """Neighbours gave the whole cost of the tile (DB-25)."""

    seat: int


class TentAloneScored(Event, frozen=True):
    """The points of a tent that touches no other (DB-30)."""

    seat: int
    points: int


class NoMarkerLeft(Event, frozen=True):
    """A tent that got no marker (DB-23)."""

    seat: int


class CampCompleted(Consequence, frozen=True):
    """The tent on this space is the seventh of its camp (DB-32)."""

    space: str


class CampScored(Consequence, frozen=True):
    """What a player's markers in a full camp are worth (DB-32)."""

    scorer: int
    points: int


class ClosingScored(Consequence, frozen=True):
    """What the seventh tent is worth to the one who placed it (DB-33)."""

    scorer: int
    points: int


class BuildingEnded(Event, frozen=True):
    """A player builds no more this turn (DB-27)."""

    seat: int


class TileTurned(Consequence, frozen=True):
    """A new tile lies face up (DB-28)."""

    side: int
    tile: str


class FinalCount(Event, frozen=True):
    """The game is over, and the last points are counted (DB-41, DB-42)."""


class MarkersCounted(Event, frozen=True):
    """At the end: what a player's markers on the board are worth (DB-41)."""

    seat: int
    points: int


class MostCards(Event, frozen=True):
    """At the end: what it is worth to hold the most cards of a resource (DB-42)."""

    seat: int
    resource: str
    points: int


class MostTied(Event, frozen=True):
    """At the end: several hold the most cards of a resource, and none gets points for it (DB-42)."""

    resource: str


CampPly = PublicPly[CampView]


def events(ply: CampPly) -> Sequence[Event]:
    """What happened in a ply."""
    seat, action = ply.actor, ply.action
    match action:
        case Build():
            return (TileBuilt(seat, action.tile, action.space),)
        case Pay():
            return _paid(seat, action.cards, ply.before, ply.after)
        case Turn():
            return _turned(action.tile, ply)
        case Roll():
            return (PilesFoundEmpty(seat) if action.free is None else FreeCardTaken(seat, action.free),)
        case Dice():
            return _rolled(action.faces, ply.before, ply.after)
        case Collect() if ply.before.phase == "extra":
            return (ExtraCardTaken(seat, action.resource),)
        case Collect():
            number = ply.after.held[seat] - ply.before.held[seat]
            return (CardsTaken(seat, action.resource, number), *_end(ply.after))
        case Keep():
            return (DieKept(seat, action.face),)
        case Name():
            return (WildsNamed(seat, action.cards, len(action.cards)),)
        case _:
            return (BuildingEnded(seat),)


def _rolled(faces: str, before: CampView, after: CampView) -> Sequence[Event]:
    seat = before.seat
    if before.phase == "setup":
        return (SetupDiceRolled(seat, faces),)
    rolled = DiceRolled(seat, faces)
    if after.phase in ("collect", "match"):
        return (rolled,)
    number = after.held[seat] - before.held[seat]
    if number:  # dice rolled again, which match the one set aside
        resource = RESOURCES[FACE_LETTERS.index(before.kept or "")]
        return (rolled, CardsTaken(seat, resource, number), *_end(after))
    return (rolled, DiceGaveNothing(seat), *_end(after))


def _paid(seat: int, cards: str, before: CampView, after: CampView) -> Sequence[Event]:
    told: list[Event] = [TilePaid(seat, cards) if cards else NothingPaid(seat)]
    alone = after.points[ISOLATED][seat] - before.points[ISOLATED][seat]
    if alone:
        told.append(TentAloneScored(seat, alone))
    if not before.markers[seat]:
        told.append(NoMarkerLeft(seat))
    closing = after.points[CLOSING][seat] - before.points[CLOSING][seat]
    if closing and before.building is not None:
        told.append(CampCompleted(before.building[1]))
        for scorer, points in enumerate(map(sub, after.points[ENCAMPMENTS], before.points[ENCAMPMENTS])):
            if points:
                told.append(CampScored(scorer, points))
        told.append(ClosingScored(seat, closing))
    return (*told, *_end(after))


def _turned(tile: str, ply: CampPly) -> Sequence[Event]:
    before = ply.before
    if before.turns or before.tents:
        return (TileTurned((before.side or 0) + 1, tile),)
    return () if ply.after.phase == "turn" else (TilesLaidOut(),)  # the tiles of the setup are told with the last


def _end(view: CampView) -> Sequence[Event]:
    """DB-41 and DB-42 as they were counted, if the game is over; the hands lie open then."""
    return tuple(_counted(view)) if view.phase == "over" else ()


def _counted(view: CampView) -> Iterator[Event]:
    hands = [hand for hand in view.hands if hand is not None]
    most: dict[str, list[int]] = {}
    for r, resource in enumerate(RESOURCES):
        counts = [hand[r] for hand in hands]
        most[resource] = [seat for seat, count in enumerate(counts) if count == max(counts) > 0]
    yield FinalCount()
    for seat, points in enumerate(view.points[MARKERS]):
        if points:
            yield MarkersCounted(seat, points)
        for resource, first in most.items():
            if first == [seat]:
                yield MostCards(seat, resource, MAJORITY_POINTS)
    for resource, first in most.items():
        if len(first) != 1:
            yield MostTied(resource)


# -- what is asked -----------------------------------------------------------------------------------------------------


class AskWilds(Question, frozen=True):
    """Name what the wilds of a setup roll stand for (DB-02)."""

    dice: str
    wilds: int


class AskExtra(Question, frozen=True):
    """Take an extra card, of so many that are left to take (DB-06)."""

    number: int


class AskBegin(Question, frozen=True):
    """Roll or build (DB-10)."""


class AskRollOnly(Question, frozen=True):
    """Roll: no tile is within the means of this hand. Only those who see the hand are told so."""


class AskCollect(Question, frozen=True):
    """Take cards, or keep a die and roll again (DB-12, DB-13)."""

    dice: str


class AskTake(Question, frozen=True):
    """Take cards: there is no die to roll again (DB-13)."""

    dice: str


class AskMatch(Question, frozen=True):
    """Take cards, with the wild set aside (DB-15)."""

    dice: str


class AskBuild(Question, frozen=True):
    """Build another tile of the same side, or stop (DB-27)."""

    side: int


class AskSpace(Question, frozen=True):
    """Choose a space for the tile that is chosen already."""

    tile: str


class AskPay(Question, frozen=True):
    """Pay for the tile just placed (DB-24)."""

    tile: str
    space: str


def question(view: CampView, legal: Sequence[CampAction]) -> Question | None:
    """What is asked of the seat to act. `legal` may be the placements of one tile alone: then a space is asked for."""
    if view.actor < 0:
        return None
    seat, dice = view.actor, view.dice or ""
    match view.phase:
        case "pay":
            tile, space = view.building or ("", "")
            return AskPay(seat, tile, space)
        case "name":
            return AskWilds(seat, dice, dice.count(FACE_LETTERS[WILD]))
        case "extra":
            return AskExtra(seat, extra_left(view.setup_rolls, view.held[seat]))
        case "match":
            return AskMatch(seat, dice)
        case "collect":
            return (AskCollect if any(isinstance(action, Keep) for action in legal) else AskTake)(seat, dice)
    # Before a placement there is always something else to do, before all placements (roll) or after them (stop).
    first, last = legal[0], legal[-1]
    if isinstance(first, Build) and isinstance(last, Build):
        return AskSpace(seat, first.tile)
    if view.phase == "build":
        return AskBuild(seat, (view.side or 0) + 1)
    # Who does not see the hand is not told whether it is enough for a tile.
    is_hidden = view.hands[seat] is None
    return AskBegin(seat) if is_hidden or isinstance(last, Build) else AskRollOnly(seat)


# -- what could be done ------------------------------------------------------------------------------------------------


class CouldNameWilds(Advice, frozen=True):
    """Take these cards for the wilds."""

    cards: str
    number: int


class CouldTakeExtra(Advice, frozen=True):
    """Take an extra card of this resource."""

    resource: str


class CouldRoll(Advice, frozen=True):
    """Roll, with a free card of this resource."""

    resource: str


class CouldRollOnly(Advice, frozen=True):
    """Roll without a free card."""


class CouldTakeCards(Advice, frozen=True):
    """Take the cards of this resource."""

    resource: str


class CouldKeep(Advice, frozen=True):
    """Keep this die and roll the others again."""

    die: str


class CouldBuild(Advice, frozen=True):
    """Build this tile there."""

    tile: str
    space: str


class CouldPay(Advice, frozen=True):
    """Pay these cards."""

    cards: str


class CouldPayNothing(Advice, frozen=True):
    """Build for nothing."""


class CouldStop(Advice, frozen=True):
    """Build no more."""


def advice(view: CampView, action: CampAction) -> Advice:
    """An action as a suggestion."""
    match action:
        case Name(cards):
            return CouldNameWilds(cards, len(cards))
        case Roll(free):
            return CouldRollOnly() if free is None else CouldRoll(free)
        case Collect(resource):
            return CouldTakeExtra(resource) if view.phase == "extra" else CouldTakeCards(resource)
        case Keep(face):
            return CouldKeep(face)
        case Build(tile, space):
            return CouldBuild(tile, space)
        case Pay(cards):
            return CouldPay(cards) if cards else CouldPayNothing()
        case _:
            return CouldStop()
