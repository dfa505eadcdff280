"""The rules of stand-ins: when players may put in a bot for another, and what ends it.

Pure: each function returns what follows, or refuses.
"""

from __future__ import annotations

import math

from saltroad.protocol.messages import Notice
from saltroad.server.refusals import Refusal
from saltroad.server.store import Seat, StandInReason
from saltroad.server.tables.presence import Presence
from saltroad.server.tables.state import TableState

NOTICES: dict[StandInReason | None, Notice] = {
    "left": "left",
    "away": "stand_in",
    "time": "stand_in_time",
    None: "came_back",
}
"""The notice in the chat when a bot begins to play for that reason, or, for none, when the owner plays again."""


def ends_by_return(seat: Seat) -> bool:
    """Whether a bot plays here only until the owner is back: not if they left the seat to it themselves."""
    return seat.kind == "person" and bool(seat.bot) and seat.stand_in_reason != "left"


def expect_away(state: TableState, presence: Presence, mine: int, other: int) -> None:
    """Refuse unless the table has waited long enough for the move of a seat whose owner is away."""
    seat, clock = state.seats[other], state.clock
    if state.seats[mine].bot:
        raise Refusal("bot_plays")
    if clock is not None and clock.pace.kind == "days":
        raise Refusal("clock_decides", seat=seat.number)
    if clock is not None and clock.paused:
        raise Refusal("paused")
    if seat.person in presence.here():
        raise Refusal("is_here", seat=seat.number)
    seconds = presence.seconds_to_stand_in()
    if state.game.actor != other or seconds is None:
        raise Refusal("not_waited_for", seat=seat.number)
    if seconds > 0:
        raise Refusal("too_soon", seat=seat.number, seconds=math.ceil(seconds))
