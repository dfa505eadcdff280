"""Tables as lists show them."""

from __future__ import annotations

from saltroad.protocol.pages import TableShown
from saltroad.server.store import ListedTable
from saltroad.server.tables.seats import seat_of
from saltroad.server.tables.table import Table
from saltroad.server.tables.updates import seat_shown


def table_shown(listed: ListedTable, live: Table | None, person: str | None, actor: int | None = None) -> TableShown:
    """A stored table for a person; `live` is the same one if it is open here, `actor` the seat to act if it is not."""
    row = listed.table
    seats = listed.seats if live is None else live.state.seats
    # Every process may have a copy of a finished game, and only one knows who is still connected to it.
    has_presence = live is not None and live.state.phase != "over"
    here = live.presence.here() if live is not None and has_presence else frozenset[str]()
    mine = seat_of(seats, person)
    return TableShown(
        id=row.id,
        game=row.game,
        options=row.options,
        state=row.phase if live is None else live.state.phase,
        public=row.public,
        pace=row.pace,
        seats=tuple(seat_shown(seat, here) for seat in seats),
        made=row.made,
        started=row.started,
        ended=row.ended,
        result=row.result,
        seat=mine,
        waits=mine is not None and (actor == mine if live is None else live.state.waits_for(mine)),
        imported=row.is_imported,
        commitment=row.commitment if live is None else live.state.row.commitment,
    )
