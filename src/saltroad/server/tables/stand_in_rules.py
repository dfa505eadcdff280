"""A bot in place of a person: when others may put one in, what ends it, and what it never agrees to. Changes nothing:
each function gives what follows, or refuses."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import msgspec

from saltroad.protocol.messages import Asked, Notice
from saltroad.server.refusals import Refusal
from saltroad.server.store import Seat, StandInReason
from saltroad.server.tables.seats import Seats

if TYPE_CHECKING:
    from saltroad.server.tables.stand_ins import StandIns

NOTICES: dict[StandInReason | None, Notice] = {
    "left": "left",
    "away": "stand_in",
    "time": "stand_in_time",
    None: "came_back",
}
"""What is told at the table when a bot begins to play for that reason, or, for none, when the owner plays again."""


def ends_by_return(seat: Seat) -> bool:
    """Whether a bot plays here only until the owner is back: not if they left the seat to it themselves."""
    return seat.kind == "person" and bool(seat.bot) and seat.stand_in_reason != "left"


def expect_away(table: StandIns, mine: int, other: int) -> None:
    """Refused unless the table has waited long enough for the move of a seat whose owner is away."""
    seat = table.seats[other]
    if table.seats[mine].bot:
        raise Refusal("bot_plays")
    if table.clock is not None and table.clock.pace.kind == "days":
        raise Refusal("clock_decides", name=seat.name)
    if table.clock is not None and table.clock.paused:
        raise Refusal("paused")
    if seat.person in table.presence.here():
        raise Refusal("is_here", name=seat.name)
    seconds = table.presence.seconds_to_go()
    if table.game.actor != other or seconds is None:
        raise Refusal("not_waited_for", name=seat.name)
    if seconds > 0:
        raise Refusal("too_soon", name=seat.name, seconds=math.ceil(seconds))


def asked_for_bot(table: StandIns, mine: int, other: int) -> tuple[int, ...]:
    """Who has to agree that a bot plays for a seat: all others who play for themselves and are here, or were a moment
    ago, so that nobody is passed over because their connection dropped."""
    here = table.presence.here()
    return tuple(
        seat.number
        for seat in _playing(table.seats)
        if seat.number not in (mine, other) and (seat.person in here or table.presence.has_just_left(seat.person))
    )


def asked_for_back(seats: Seats, mine: int) -> tuple[int, ...]:
    """Who has to agree that a move is taken back: all others who play for themselves, here or away. Refused while a bot
    plays for somebody who did not leave their seat to it: it agrees to nothing in their name."""
    for seat in seats:
        if seat.number != mine and ends_by_return(seat):
            raise Refusal("bot_cannot_agree", name=seat.name)
    return asked_for_pause(seats, mine)


def asked_for_pause(seats: Seats, mine: int) -> tuple[int, ...]:
    """Who has to agree to a pause: all others who play for themselves."""
    return tuple(seat.number for seat in _playing(seats) if seat.number != mine)


def _playing(seats: Seats) -> list[Seat]:
    return [seat for seat in seats if seat.kind == "person" and not seat.bot]


def wish_after(asked: Asked | None, number: int, *, bot: bool) -> Asked | None:
    """What is left of a wish once a bot plays for that seat, or its owner plays again.

    A bot agrees to nothing: a wish that waited for its seat is dropped, unless it was for a pause, and so is one for a
    new draw, whomever it waits for. Who plays again is asked like everybody else.
    """
    if asked is None or number == asked.about:
        return None
    if not bot:
        is_asked = number == asked.seat or number in asked.waits_for
        return asked if is_asked else msgspec.structs.replace(asked, waits_for=(*asked.waits_for, number))
    if number == asked.seat or asked.redraw or (number in asked.waits_for and asked.what != "pause"):
        return None
    return msgspec.structs.replace(asked, waits_for=tuple(other for other in asked.waits_for if other != number))
