"""Pebbles as facts, told by the messages beside it. A planted variant may say itself what happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from saltroad.messages import Advice, Event, PublicPly, Question
from testing.pebbles import COLOURS, Decide, PebbleAction, PebblesView


class PebbleDrawn(Event, frozen=True):
    """Somebody has drawn; of which colour is theirs to know."""

    seat: int


class PebbleKept(Event, frozen=True):
    """A pebble was kept, unseen."""

    seat: int


class PebbleSold(Event, frozen=True):
    """A pebble was sold."""

    seat: int
    colour: str


class PebbleLost(Event, frozen=True):
    """What never happens. Its messages have faults that only show when they are used."""

    seat: int
    colour: str


def events(ply: PublicPly[PebblesView]) -> Sequence[Event]:
    """What happened in a ply."""
    planted = getattr(ply.game, "happened", None)
    return tuple(_happened(ply)) if planted is None else planted()


def _happened(ply: PublicPly[PebblesView]) -> Iterator[Event]:
    match ply.action:
        case Decide("keep"):
            yield PebbleKept(ply.actor)
        case Decide("sell"):
            sold = [after > before for before, after in zip(ply.before.sold, ply.after.sold, strict=True)]
            yield PebbleSold(ply.actor, COLOURS[sold.index(True)])
        case _:
            yield PebbleDrawn(ply.before.seat)


class AskPebble(Question, frozen=True):
    """Keep or sell."""


def question(view: PebblesView, legal: Sequence[PebbleAction]) -> Question | None:
    """What is asked of the seat to act."""
    return AskPebble(view.actor) if view.actor >= 0 else None


class CouldKeep(Advice, frozen=True):
    """Keep it."""


class CouldSell(Advice, frozen=True):
    """Sell it."""


def advice(view: PebblesView, action: PebbleAction) -> Advice:
    """An action as a suggestion."""
    return CouldKeep() if str(action) == "keep" else CouldSell()
