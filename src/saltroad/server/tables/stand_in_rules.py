"""The rules of stand-ins: when players may put in a bot for another, and what ends it.

How long a player may be away before that is the setting `away_seconds`. Each function returns what follows, or refuses.
"""

from __future__ import annotations

import asyncio
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


def stand_in_from(state: TableState, presence: Presence) -> tuple[int, float] | None:
    """The seat that the table waits for though its owner is away, and the time, by the event loop's clock, from which a
    bot may be asked to play for it; None if there is no such seat."""
    if state.phase != "playing" or state.live_game is None or state.live_game.actor < 0:
        return None
    seat = state.seats[state.live_game.actor]
    is_stopped = state.clock is not None and (state.clock.paused or state.clock.pace.kind == "days")
    if is_stopped or seat.kind != "person" or seat.bot or seat.person is None or seat.person in presence.here():
        return None
    return seat.number, presence.waited_since(seat.person) + presence.away_seconds


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
    begins = stand_in_from(state, presence)
    if state.game.actor != other or begins is None:
        raise Refusal("not_waited_for", seat=seat.number)
    if (seconds := begins[1] - asyncio.get_running_loop().time()) > 0:
        raise Refusal("too_soon", seat=seat.number, seconds=math.ceil(seconds))
