"""What brings points in Bazaar: for the reasons that analysis gives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from saltroad.games.bazaar.events import PurchasesScored
from saltroad.messages import Event

PLIES = 60
"""So far a move is played on: about three turns of each of two players. Later purchases hang on the die more than on
it, and each new ware on display costs the evaluator some hundredths of a second."""


def prizes(events: Iterable[Event]) -> Iterator[tuple[int, tuple[str, str], int]]:
    """Who scored what, and the points; of two wares bought in one turn, each has its part."""
    for event in events:
        if isinstance(event, PurchasesScored):
            for number, ware in enumerate(event.wares):
                many = len(event.wares)
                yield event.seat, ("ware", ware), (event.points + number) // many
