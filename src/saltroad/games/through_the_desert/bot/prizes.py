"""What brings points in Through the Desert: for the reasons that analysis gives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from saltroad.games.through_the_desert.components import OASIS_POINTS
from saltroad.games.through_the_desert.events import AreaEnclosed, CamelPlaced, LargestCaravan, OasesLinked, WaterTaken
from saltroad.messages import Event


def prizes(events: Iterable[Event]) -> Iterator[tuple[int, tuple[str, str], int]]:
    """Who scored what, and the points."""
    space = ""
    for event in events:
        match event:
            case CamelPlaced():
                space = event.space
            case WaterTaken():
                yield event.seat, ("water", space), event.points
            case OasesLinked() | AreaEnclosed():
                for oasis in event.oases:
                    yield event.seat, ("oasis", oasis), OASIS_POINTS
                area = event.points - OASIS_POINTS * len(event.oases)
                if area:
                    yield event.seat, ("area", ""), area
            case LargestCaravan():
                for seat in event.seats:
                    yield seat, ("caravan", event.colour), event.points
