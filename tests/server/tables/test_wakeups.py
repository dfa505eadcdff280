"""Tables that nobody has open: a start opens none, those whose time has come go on by themselves, others rest."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from saltroad.protocol.pages import Pace
from saltroad.server.store import moment
from saltroad.server.tables import autoplay
from saltroad.server.tables import registry as registry
from saltroad.server.tables.clocks import DAY, LIVE, SECOND, Clock, opens_at
from server.serving import PATIENCE, Person, Server, server_in

DAYS = {"kind": "days", "days": 2}
AN_HOUR = 3600.0
"""What a bot waits before it moves, where a test wants the server to stop meanwhile."""


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "SWEEP", 0.02)


@pytest.fixture
def days_later(tmp_path: Path) -> Callable[[], None]:
    """Makes all clocks of a server that is away three days older."""

    def older() -> None:
        with sqlite3.connect(tmp_path / "store.sqlite") as database:
            for id, clocks in database.execute("SELECT id, clocks FROM tables").fetchall():
                if clocks is not None:
                    clock = msgspec.json.decode(clocks, type=Clock)
                    clock = msgspec.structs.replace(clock, at=clock.at - 3 * DAY)
                    database.execute("UPDATE tables SET clocks = ? WHERE id = ?", (bytes(clock), id))

    return older


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def stored(folder: Path, query: str, *values: object) -> Any:
    """What the database holds, read from outside: asking the server would open the table."""
    database = sqlite3.connect(folder / "store.sqlite")
    try:
        return database.execute(query, values).fetchone()[0]
    finally:
        database.close()


def plies(folder: Path, table: str) -> int:
    return int(stored(folder, "SELECT count(*) FROM plies WHERE table_id = ?", table))


def stood_in(folder: Path, table: str) -> int:
    query = "SELECT count(*) FROM seats WHERE table_id = ? AND kind = 'person' AND bot IS NOT NULL"
    return int(stored(folder, query, table))


def opened_at_start(server: Server) -> list[str]:
    """The tables that are open when all that a start opens is open."""

    async def settle() -> list[str]:
        open_tables = server.running.parts.registry
        await open_tables.schedule_wakeups()
        assert open_tables._opener is not None
        await open_tables._opener
        return open_tables.ids()

    return server.do(settle())


def again(server: Server, ada: Person) -> Person:
    """The same person at a server that was started again."""
    return Person(server, http=server.client(cookies={"saltroad": ada.http.cookies["saltroad"]}))


def meet(ada: Person, bo: Person, bots: str = "", **more: Any) -> str:
    table = ada.make("bazaar", f"me open {bots}", drawn=False, **more)
    bo.ask(table, "sit", seat=1)
    ada.ask(table, "start")
    return table


# -- when a table is opened --------------------------------------------------------------------------------------------

NOW = 100 * DAY


@pytest.mark.parametrize(
    ("pace", "running", "age", "opens"),
    [
        (Pace(), 0, 0, None),
        (Pace(kind="shown"), 0, 0, None),
        (Pace(kind="days", days=2), 0, DAY, NOW + DAY),
        (Pace(kind="days", days=2), 0, 3 * DAY, NOW - DAY),
        (Pace(kind="days", days=2), None, 3 * DAY, NOW),
        (Pace(kind="bank", seconds=60), 0, 30 * SECOND, NOW),
        (Pace(kind="bank", seconds=60), None, LIVE - 1, NOW),
        (Pace(kind="bank", seconds=60), 0, LIVE, None),
    ],
)
def test_when_a_table_has_to_go_on_by_itself(pace: Pace, running: int | None, age: int, opens: int | None) -> None:
    clock = Clock.of(pace, 2, NOW - age).runs_for(running, NOW - age)
    assert opens_at(bytes(clock), NOW) == opens
    assert opens_at(bytes(clock.pause(NOW - age)), NOW) is None


def test_a_start_opens_no_table_that_was_left(tmp_path: Path, days_later: Callable[[], None]) -> None:
    with server_in(tmp_path, bot_pause=AN_HOUR) as server:
        ada, bo = Person(server), Person(server, "Bo")
        mine = [ada.make("bazaar", "me greedy greedy", start=True) for _ in range(4)]
        both = meet(ada, bo)
        bank = meet(ada, bo, pace={"kind": "bank", "seconds": 60})
        left = meet(ada, bo, "greedy", pace=DAYS)
        for person in (ada, bo):
            person.ask(left, "stand")  # bots play for all, and nobody looks
        assert set(server.running.parts.registry.ids()) == {*mine, both, bank, left}
    days_later()
    with server_in(tmp_path) as server:
        assert opened_at_start(server) == []
        ada = again(server, ada)
        assert ada.look(both)["state"] == "playing"
        assert server.running.parts.registry.ids() == [both]


def test_a_clock_that_ran_out_while_the_server_was_away_is_acted_on(
    tmp_path: Path, days_later: Callable[[], None]
) -> None:
    with server_in(tmp_path) as server:
        ada, bo = Person(server), Person(server, "Bo")
        table, in_time = meet(ada, bo, pace=DAYS), meet(ada, bo, pace={"kind": "days", "days": 20})
        broken = meet(ada, bo, pace=DAYS)
    days_later()
    with sqlite3.connect(tmp_path / "store.sqlite") as database:
        database.execute("UPDATE tables SET clocks = ? WHERE id = ?", (b"{", broken))
    with server_in(tmp_path):
        until(lambda: stood_in(tmp_path, table) == 1)
        assert stood_in(tmp_path, in_time) == 0


def test_a_bot_moves_after_a_start_where_somebody_has_days_for_the_next_turn(tmp_path: Path) -> None:
    with server_in(tmp_path, bot_pause=AN_HOUR) as server:
        table = Person(server).make("through_the_desert", "greedy greedy me", drawn=False, start=True, pace=DAYS)
        before = plies(tmp_path, table)
    with server_in(tmp_path):
        until(lambda: plies(tmp_path, table) > before)


def test_a_game_with_a_bank_of_time_goes_on_after_a_short_outage(tmp_path: Path) -> None:
    with server_in(tmp_path) as server:
        table = meet(Person(server), Person(server, "Bo"), pace={"kind": "bank", "seconds": 2})
    with server_in(tmp_path):
        until(lambda: stood_in(tmp_path, table) > 0)


# -- lists -------------------------------------------------------------------------------------------------------------


def test_whose_turn_it_is_is_shown_without_opening_a_table(tmp_path: Path) -> None:
    with server_in(tmp_path, bot_pause=AN_HOUR) as server:
        ada, bo = Person(server), Person(server, "Bo")
        tables = [meet(ada, bo) for _ in range(3)]
        first = ada.look(tables[0])
        (ada, bo)[first["actor"]].play_on(tables[0], until_ply=first["ply"] + 1)  # chance has chosen who begins
        turns = {table: ada.look(table)["actor"] for table in tables}
        bots = ada.make("through_the_desert", "greedy greedy me", drawn=False, start=True)
    with server_in(tmp_path, bot_pause=AN_HOUR) as server:
        for number, old in enumerate((ada, bo)):
            person = again(server, old)
            for _ in range(2):
                shown = {table["id"]: table["waits"] for table in person.get("/api/tables/mine")}
                assert all(shown[table] == (turns[table] == number) for table in tables)
        assert not {*tables} & {*server.running.parts.registry.ids()}
        # Where a bot has to act first it does, though all that was asked for is the list.
        until(lambda: server.running.parts.registry.ids() == [bots])


def test_a_list_shows_what_was_played_since(tmp_path: Path) -> None:
    with server_in(tmp_path) as server:
        ada, bo = Person(server), Person(server, "Bo")
        table = meet(ada, bo)
        first, second = (ada, bo) if ada.look(table)["seat"] == ada.look(table)["actor"] else (bo, ada)
        for _ in range(2):
            server.running.parts.registry.drop([table])
            assert [first.get("/api/tables/mine")[0]["waits"], second.get("/api/tables/mine")[0]["waits"]] == [1, 0]
            assert server.running.parts.registry.ids() == []
            while (update := first.look(table))["offers"]:
                first.ask(table, "act", ply=update["ply"], action=update["offers"][0][0])
            first, second = second, first


# -- putting away ------------------------------------------------------------------------------------------------------


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "IDLE", 0.05)
    monkeypatch.setattr(registry, "IDLE_ENDED", 0.05)


@pytest.mark.usefixtures("idle")
def test_a_game_with_days_for_a_turn_is_put_away_and_opened_when_they_are_over(tmp_path: Path) -> None:
    with server_in(tmp_path) as server:
        table = meet(Person(server), Person(server, "Bo"), pace=DAYS)
        until(lambda: server.running.parts.registry.ids() == [])
        assert stood_in(tmp_path, table) == 0
        server.running.parts.registry._now = lambda: moment() + 3 * DAY
        until(lambda: stood_in(tmp_path, table) == 1)


@pytest.mark.usefixtures("idle")
def test_a_finished_game_is_put_away_soon_and_can_be_looked_at(tmp_path: Path) -> None:
    with server_in(tmp_path) as server:
        ada = Person(server)
        table = ada.make("bazaar", "me random", start=True)
        with ada.at(table) as tab:
            tab.play_on()
            assert server.running.parts.registry.ids() == [table]
        until(lambda: server.running.parts.registry.ids() == [])
        assert ada.look(table)["state"] == "over"


# -- games that are left to bots ---------------------------------------------------------------------------------------


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A game rests as soon as nobody asks anything of it."""
    with monkeypatch.context() as patch:
        patch.setattr(autoplay, "REST", 0.0)
        yield


def rests(server: Server, table: str) -> bool:
    async def look() -> bool:
        open_tables = server.running.parts.registry
        here = open_tables.table_here(table)
        return here is not None and table not in open_tables._autoplay_tasks and here.state.is_actor_bot()

    return server.do(look())


def left_to_bots(ada: Person) -> str:
    table = ada.make("through_the_desert", "me greedy greedy", start=True)
    ada.ask(table, "stand")
    return table


@pytest.mark.usefixtures("at_once")
def test_a_game_left_to_bots_rests_and_goes_on_while_somebody_looks(tmp_path: Path) -> None:
    with server_in(tmp_path) as server:
        ada = Person(server)
        table = left_to_bots(ada)
        until(lambda: rests(server, table))
        ply = plies(tmp_path, table)
        with Person(server, "Bo").at(table) as tab:
            while tab.update["ply"] < ply + 5:
                tab.listen()
        until(lambda: rests(server, table))
        with ada.at(table) as tab:
            tab.until(state="over")


def test_a_question_wakes_a_game_that_rests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(autoplay, "REST", 0.0)
    with server_in(tmp_path) as server:
        ada = Person(server)
        table = left_to_bots(ada)
        until(lambda: rests(server, table))
        monkeypatch.setattr(autoplay, "REST", AN_HOUR)
        assert ada.look(table)["state"] == "playing"
        until(lambda: stored(tmp_path, "SELECT state FROM tables WHERE id = ?", table) == "over")


@pytest.mark.usefixtures("at_once")
def test_bots_move_though_nobody_looks_where_somebody_plays_themselves(tmp_path: Path) -> None:
    with server_in(tmp_path) as server:
        ada = Person(server)
        table = ada.make("through_the_desert", "greedy greedy me", drawn=False, start=True)
        before = plies(tmp_path, table)
        until(lambda: plies(tmp_path, table) >= before + 2)
        assert not rests(server, table)
        assert ada.look(table)["actor"] == 2
