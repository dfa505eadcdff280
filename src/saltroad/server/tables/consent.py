"""Consent: who has to agree to a take-back, a pause or a stand-in, and what is left of a request when seats change.

Pure: each function returns what follows, or refuses.
"""

from __future__ import annotations

import msgspec

from saltroad.protocol.messages import Asked
from saltroad.server.refusals import Refusal
from saltroad.server.store import Seat
from saltroad.server.tables.presence import Presence
from saltroad.server.tables.seats import Seats


def asked_for_bot(seats: Seats, presence: Presence, mine: int, other: int) -> tuple[int, ...]:
    """The seats that have to agree to a stand-in for a seat: all others who play for themselves and are present, or
    were a moment ago, so that no player is passed over because their connection dropped."""
    here = presence.here()
    return tuple(
        seat.number
        for seat in _playing(seats)
        if seat.number not in (mine, other) and (seat.person in here or presence.has_just_left(seat.person))
    )


def asked_for_back(seats: Seats, mine: int) -> tuple[int, ...]:
    """The seats that have to agree to a take-back: all others who play for themselves, present or away. Refused while a
    bot stands in for one of the others, who may come back: a bot agrees to nothing in a player's name."""
    for seat in seats:
        if seat.number != mine and seat.kind == "person" and seat.bot:
            raise Refusal("bot_cannot_agree", seat=seat.number)
    return asked_for_pause(seats, mine)


def asked_for_pause(seats: Seats, mine: int) -> tuple[int, ...]:
    """The seats that have to agree to a pause: all others who play for themselves."""
    return tuple(seat.number for seat in _playing(seats) if seat.number != mine)


def _playing(seats: Seats) -> list[Seat]:
    return [seat for seat in seats if seat.kind == "person" and not seat.bot]


def request_after_return(asked: Asked, seats: Seats, here: frozenset[str]) -> Asked | None:
    """The request after people have come or gone: None if it was for a stand-in for a player who is back."""
    return None if asked.about is not None and seats[asked.about].person in here else asked


def request_after_stand_in(asked: Asked | None, number: int, *, bot: bool) -> Asked | None:
    """The request after a bot began to play for a seat, or its owner plays again; None if it is dropped.

    A bot agrees to nothing: a request that waited for its seat is dropped, unless it was for a pause, and so is any
    request for a new draw. A player who plays again is asked like the others.
    """
    if asked is None or number == asked.about:
        return None
    if not bot:
        is_asked = number == asked.seat or number in asked.waits_for
        return asked if is_asked else msgspec.structs.replace(asked, waits_for=(*asked.waits_for, number))
    if number == asked.seat or asked.redraw or (number in asked.waits_for and asked.what != "pause"):
        return None
    return msgspec.structs.replace(asked, waits_for=tuple(other for other in asked.waits_for if other != number))
