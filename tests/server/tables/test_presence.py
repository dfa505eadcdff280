"""Who is present at a table: by connections, and for a while after a request by HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from saltroad.server.store import Seat, TableRow
from saltroad.server.tables.presence import Presence
from saltroad.server.tables.state import TableState

ROW = TableRow(
    id="t1",
    game="bazaar",
    options="players 2",
    rules_version=1,
    made=1,
    made_by="ada",
    public=False,
    pace={},
    seed=b"",
    commitment="",
)
GRACE = 0.05


class Scene:
    """The presence at a table of Ada and Bo, and how often it has changed by itself."""

    def __init__(self) -> None:
        self.state = TableState(ROW, (Seat(0, "person", "ada", None, "Ada"), Seat(1, "person", "bo", None, "Bo")))
        self.changes = 0
        self.presence = Presence(self.state, GRACE, self._changed)

    def _changed(self) -> None:
        self.changes += 1


def at_a_table(test: Callable[[Scene], Awaitable[None]]) -> Callable[[], None]:
    def run() -> None:
        async def main() -> None:
            await test(Scene())

        asyncio.run(main())

    run.__name__ = test.__name__
    return run


@at_a_table
async def test_a_person_with_two_tabs_is_present_until_the_second_is_closed(scene: Scene) -> None:
    presence = scene.presence
    presence.connect("ada")
    presence.connect("ada")
    presence.disconnect("ada")
    assert presence.here() == {"ada"}
    presence.disconnect("ada")
    assert presence.here() == frozenset()
    assert presence.has_just_left("ada")


@at_a_table
async def test_connections_without_a_seat_are_counted(scene: Scene) -> None:
    presence = scene.presence
    for person in ("ada", "cleo", "cleo", None):
        presence.connect(person)
    assert presence.spectators() == 3
    scene.state.seats = (*scene.state.seats[:1], Seat(1, "person", "cleo", None, "Cleo"))
    assert presence.spectators() == 1
    presence.disconnect(None)
    assert presence.spectators() == 0


@at_a_table
async def test_a_player_who_uses_http_is_present_for_a_while(scene: Scene) -> None:
    presence = scene.presence
    presence.note_request("cleo")
    assert (presence.here(), scene.changes) == (frozenset(), 0)
    presence.note_request("bo")
    presence.note_request("bo")
    assert (presence.here(), scene.changes) == (frozenset({"bo"}), 1)
    while presence.here():
        await asyncio.sleep(GRACE)
    assert scene.changes == 2


@at_a_table
async def test_a_request_of_a_connected_player_adds_nothing(scene: Scene) -> None:
    scene.presence.connect("bo")
    scene.presence.note_request("bo")
    assert scene.changes == 0
