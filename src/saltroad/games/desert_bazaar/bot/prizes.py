"""What brings points in Desert Bazaar: for the reasons that analysis gives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from saltroad.games.desert_bazaar.events import (
    CampScored,
    ClosingScored,
    MarkersCounted,
    MostCards,
    TentAloneScored,
)
from saltroad.messages import Event


def prizes(events: Iterable[Event]) -> Iterator[tuple[int, tuple[str, str], int]]:
    """Who scored what, and the points."""
    for event in events:
        match event:
            case TentAloneScored():
                yield event.seat, ("tent_alone", ""), event.points
            case CampScored():
                yield event.scorer, ("camp", ""), event.points
            case ClosingScored():
                yield event.scorer, ("closing", ""), event.points
            case MarkersCounted():
                yield event.seat, ("markers", ""), event.points
            case MostCards():
                yield event.seat, ("majority", event.resource), event.points
