"""Clocks: no time is lost or made, whoever is away is played for, and an outage of the server is nobody's time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import saltroad
from saltroad.protocol.pages import Pace
from saltroad.records.dice import SCHEME, SEED_BYTES, commitment_of
from saltroad.server.refusals import Refusal
from saltroad.server.store import Seat, Store
from saltroad.server.store import TableRow as Row
from saltroad.server.tables.clocks import COME_BACK, DAY, SECOND, Clock
from saltroad.server.tables.monotonic import MonotonicClock
from saltroad.server.tables.table import Table
from server.serving import Person, Server, server_in

# -- pure --------------------------------------------------------------------------------------------------------------

PACES = [Pace(), Pace(kind="shown"), Pace(kind="bank", seconds=60, increment=5), Pace(kind="days", days=2)]
seats = st.integers(0, 2)
moves = st.one_of(
    st.tuples(st.just("runs_for"), seats | st.none()),
    st.tuples(st.just("handed_to"), seats | st.none()),
    st.tuples(st.just("pause"), st.none()),
    st.tuples(st.just("resume"), st.none()),
    st.tuples(st.just("topped_up"), seats),
    st.tuples(st.just("stored"), st.none()),
)


@given(st.sampled_from(PACES), st.lists(st.tuples(moves, st.integers(-5 * SECOND, 3 * DAY)), max_size=20))
def test_no_time_is_lost_or_made(pace: Pace, live_game: list[tuple[tuple[str, Any], int]]) -> None:
    clock, at, ran = Clock.of(pace, 3, 1000), 1000, 0
    for (move, seat), passed in live_game:
        is_running = clock.running is not None and not clock.paused
        at += passed  # a machine's clock may be set back
        if move == "stored":
            read = Clock.read(bytes(clock), at)
            assert read.used == clock.used
            assert read.left == clock.left
            clock = read
            continue
        before = clock
        clock = getattr(clock, move)(*([] if move in ("pause", "resume") else [seat]), at)
        if is_running:
            ran += max(0, at - before.at)
        assert clock.at >= before.at
        assert sum(clock.used) == ran
        assert all(left is None or left >= 0 for left in clock.left)
        assert all((left is None) == (pace.kind in ("none", "shown")) for left in clock.left)
        if move == "handed_to":
            assert all(new is None or new <= old for new, old in zip(clock.left, before.left, strict=True) if old)


def test_a_bank_is_spent_and_each_turn_adds_to_it() -> None:
    clock = Clock.of(Pace(kind="bank", seconds=60, increment=5), 2, 0).runs_for(0, 0)
    assert clock.until() == 60 * SECOND
    clock = clock.runs_for(0, 20 * SECOND)  # another move of the same turn
    assert clock.left == (40 * SECOND, 60 * SECOND)
    clock = clock.runs_for(1, 30 * SECOND)
    assert clock.left == (35 * SECOND, 60 * SECOND)
    assert clock.used == (30 * SECOND, 0)
    clock = clock.runs_for(None, 100 * SECOND)
    assert clock.left == (35 * SECOND, 5 * SECOND)
    assert clock.until() is None


def test_days_are_for_each_turn() -> None:
    clock = Clock.of(Pace(kind="days", days=2), 2, 0).runs_for(0, 0).runs_for(1, DAY).runs_for(0, 2 * DAY)
    assert clock.until() == 4 * DAY
    assert clock.used == (DAY, DAY)


def test_a_pause_is_nobodys_time() -> None:
    clock = Clock.of(Pace(kind="bank", seconds=60), 2, 0).runs_for(0, 0).pause(10 * SECOND)
    assert clock.until() is None
    clock = clock.resume(1000 * SECOND)
    assert clock.until() == 1050 * SECOND


# -- a table with a clock that the test turns --------------------------------------------------------------------------


class Time:
    """What the server takes for the time."""

    def __init__(self) -> None:
        self.at = 1_000_000

    def __call__(self) -> int:
        return self.at

    def passes(self, milliseconds: int) -> None:
        self.at += milliseconds


def at_a_table(
    folder: Path, pace: dict[str, Any], play: Callable[[Store, Table, Time, list[str]], Awaitable[None]]
) -> None:
    """Two people at a table of Bazaar with that pace."""

    async def main() -> None:
        store, time = await Store.open(folder / "store.sqlite"), Time()
        try:
            people = [(await store.add_person(name)).id for name in ("Ada", "Bo")]
            seed, options = bytes(SEED_BYTES), str(saltroad.info("bazaar").agree(2, {}))
            promised = commitment_of(seed, "t1")
            row = Row("t1", "bazaar", options, 1, 0, people[0], True, pace, seed, promised, drawn=False, dice=SCHEME)
            places = [Seat(k, "person", id, None, name) for k, (id, name) in enumerate(zip(people, "AB", strict=True))]
            await store.add_table(row, places)
            table = await Table.load(store, "t1", now=time)
            await table.start()
            await play(store, table, time, people)
        finally:
            await store.close()

    asyncio.run(main())


async def move(table: Table) -> None:
    seat = table.state.game.actor
    await table.act(
        seat, table.state.game.next_ply, table.state.game.legal(seat)[0], bot=bool(table.state.seats[seat].bot)
    )


async def turn(table: Table) -> None:
    """The seat on turn plays until it is another's."""
    seat = table.state.game.actor
    while table.state.game.actor == seat:
        await move(table)


def clock_of(table: Table) -> Clock:
    assert table.state.clock is not None
    return table.state.clock


def test_an_outage_of_the_server_is_nobodys_time(tmp_path: Path) -> None:
    async def play(store: Store, table: Table, time: Time, people: list[str]) -> None:
        first = table.state.game.actor
        time.passes(20 * SECOND)
        await turn(table)
        left = clock_of(table).left
        assert left[first] == 40 * SECOND
        time.passes(3600 * SECOND)
        again = await Table.load(store, "t1", now=time)
        assert clock_of(again).left == left
        assert clock_of(again).until() == time.at + 60 * SECOND
        await again.time_over()
        assert not any(seat.bot for seat in again.state.seats)

    at_a_table(tmp_path, {"kind": "bank", "seconds": 60}, play)


def test_days_go_on_while_the_server_is_away(tmp_path: Path) -> None:
    async def play(store: Store, table: Table, time: Time, people: list[str]) -> None:
        await turn(table)
        slow = table.state.game.actor
        time.passes(2 * DAY - 1)
        again = await Table.load(store, "t1", now=time)
        await again.time_over()
        assert not again.state.seats[slow].bot
        time.passes(1)
        await again.time_over()
        assert again.state.seats[slow].bot
        assert again.state.is_actor_bot()
        await turn(again)
        await again.stand_in(slow, slow, bot=False)
        await turn(again)
        assert again.state.game.actor == slow
        assert clock_of(again).until() == time.at + 2 * DAY

    at_a_table(tmp_path, {"kind": "days", "days": 2}, play)


def test_whoever_comes_back_after_their_time_gets_a_minute_once_a_bot_has_moved(tmp_path: Path) -> None:
    async def play(store: Store, table: Table, time: Time, people: list[str]) -> None:
        slow = table.state.game.actor
        time.passes(60 * SECOND)
        await table.time_over()
        assert table.state.seats[slow].bot
        with pytest.raises(Refusal) as refused:
            await table.act(slow, table.state.game.next_ply, table.state.game.legal(slow)[0])
        assert refused.value.code == "bot_plays"
        with pytest.raises(Refusal) as refused:
            await table.stand_in(slow, slow, bot=False)
        assert refused.value.code == "time_over"
        with pytest.raises(Refusal) as refused:
            await table.act(slow, table.state.game.next_ply, table.state.game.legal(slow)[0])
        assert refused.value.code == "time_over"
        await turn(table)
        assert not table.state.seats[slow].bot
        assert clock_of(table).left[slow] == COME_BACK
        again = await Table.load(store, "t1", now=time)
        assert clock_of(again).left[slow] == COME_BACK
        assert not again.state.seats[slow].bot

    at_a_table(tmp_path, {"kind": "bank", "seconds": 60}, play)


def test_whoever_says_a_word_after_their_time_plays_again_once_a_bot_has_moved(tmp_path: Path) -> None:
    async def play(store: Store, table: Table, time: Time, people: list[str]) -> None:
        slow = table.state.game.actor
        time.passes(60 * SECOND)
        await table.time_over()
        await table.note_player_active(people[slow])  # their clock is over: they do not take this move from the bot
        assert table.state.seats[slow].bot
        await turn(table)
        assert not table.state.seats[slow].bot
        await turn(table)  # the other's
        assert table.state.game.actor == slow
        time.passes(COME_BACK)
        await table.time_over()
        await turn(table)
        assert table.state.seats[slow].bot  # who says nothing is not thought to be back
        await table.note_player_active(people[slow])
        assert not table.state.seats[slow].bot
        lines = await store.lines("t1")
        assert [line.notice for line in lines] == ["stand_in_time", "came_back"] * 2
        assert [(line.name, line.person, line.about) for line in lines[:2]] == [
            ("", None, slow),
            ("AB"[slow], people[slow], slow),
        ]

    at_a_table(tmp_path, {"kind": "bank", "seconds": 60}, play)


def test_nobody_gains_time_by_leaving_on_anothers_turn(tmp_path: Path) -> None:
    """Who left and came back while others thought had a minute again, as often as they liked."""

    async def play(store: Store, table: Table, time: Time, people: list[str]) -> None:
        seat = table.state.game.actor
        time.passes(55 * SECOND)
        await turn(table)
        await table.stand_in(seat, seat, bot=True)
        await table.stand_in(seat, seat, bot=False)
        assert clock_of(table).left[seat] == 5 * SECOND

    at_a_table(tmp_path, {"kind": "bank", "seconds": 60}, play)


def test_nobody_gains_time_by_leaving_and_coming_back(tmp_path: Path) -> None:
    async def play(store: Store, table: Table, time: Time, people: list[str]) -> None:
        seat = table.state.game.actor
        for _ in range(5):
            time.passes(5 * SECOND)
            await table.stand_in(seat, seat, bot=True)
            time.passes(5 * SECOND)
            await table.stand_in(seat, seat, bot=False)
        assert clock_of(table).left[seat] == 35 * SECOND
        assert clock_of(table).running == seat

    at_a_table(tmp_path, {"kind": "bank", "seconds": 60, "increment": 30}, play)


def test_a_game_is_paused_by_consent(tmp_path: Path) -> None:
    async def play(store: Store, table: Table, time: Time, people: list[str]) -> None:
        time.passes(10 * SECOND)
        await table.ask_pause(0)
        assert not clock_of(table).paused
        await table.answer(1, "pause", table.state.game.next_ply, False)
        assert table.state.asked is None
        await table.ask_pause(0)
        await table.answer(1, "pause", table.state.game.next_ply, True)
        assert clock_of(table).paused
        time.passes(3600 * SECOND)
        for asked in (move(table), table.ask_pause(1), table.ask_back(0, table.state.game.next_ply)):
            with pytest.raises(Refusal) as refused:
                await asked
            assert refused.value.code == "paused"
        again = await Table.load(store, "t1", now=time)
        assert clock_of(again).paused
        await again.resume(1)
        assert clock_of(again).until() == time.at + 50 * SECOND
        await move(again)
        with pytest.raises(Refusal) as refused:
            await again.resume(0)
        assert refused.value.code == "not_paused"

    at_a_table(tmp_path, {"kind": "bank", "seconds": 60}, play)


class Wall(Time):
    """The system's time, which somebody sets again and again while the game is played."""

    def __init__(self, tick: Time) -> None:
        super().__init__()
        self._tick = tick
        self._is_set = 0

    def __call__(self) -> int:
        return self._tick.at + self._is_set

    def is_set_by(self, milliseconds: int) -> None:
        self._is_set += milliseconds


@pytest.mark.parametrize("pace", [{"kind": "bank", "seconds": 60}, {"kind": "days", "days": 1}])
@pytest.mark.parametrize("jump", [2 * DAY, -2 * DAY])
def test_a_system_time_that_is_changed_harms_nobody(tmp_path: Path, pace: dict[str, Any], jump: int) -> None:
    async def play(store: Store, table: Table, time: Time, people: list[str]) -> None:
        wall = Wall(time)
        table = await Table.load(store, "t1", now=wall, tick=time)
        whole = clock_of(table).left[0]
        assert whole is not None
        spent = [0, 0]

        async def thinks() -> None:
            """The seat on turn thinks for a second, in which the system's time is changed; nothing else happens."""
            time.passes(SECOND)
            wall.is_set_by(jump)
            spent[table.state.game.actor] += SECOND
            await table.time_over()
            assert not any(seat.bot for seat in table.state.seats)
            assert clock_of(table).as_of(time()).used == tuple(spent)

        for _ in range(4):
            await thinks()
            await turn(table)
        seat = table.state.game.actor
        await thinks()
        await table.ask_pause(seat)
        await table.answer(1 - seat, "pause", table.state.game.next_ply, True)
        wall.is_set_by(jump)
        await table.resume(seat)
        await thinks()
        await table.stand_in(seat, seat, bot=True)
        wall.is_set_by(jump)
        await table.stand_in(seat, seat, bot=False)
        wall.is_set_by(jump)
        await table.reload()  # as after a failure of the store
        wall.is_set_by(jump)
        await thinks()
        if pace["kind"] == "bank":
            assert clock_of(table).as_of(time()).left == tuple(whole - used for used in spent)
        left = clock_of(table).as_of(time()).left[seat]
        assert left is not None
        # Another process takes the table: it began when the system's time was another.
        await table.stand_in(seat, seat, bot=True)
        await table.stand_in(seat, seat, bot=False)
        other = Time()
        other.at = time.at - 3 * jump
        again = await Table.load(store, "t1", now=wall, tick=other)
        assert clock_of(again).until() == other.at + left

    at_a_table(tmp_path, pace, play)


def test_a_clock_that_nobody_sets_goes_on() -> None:
    passed = 0
    wall = 5_000
    steady = MonotonicClock(lambda: wall, lambda: passed)
    wall, passed = 900_000, 3_000_000
    assert steady() == 5_003


def test_a_game_without_a_clock_has_none_to_stop(tmp_path: Path) -> None:
    async def play(store: Store, table: Table, time: Time, people: list[str]) -> None:
        with pytest.raises(Refusal) as refused:
            await table.ask_pause(0)
        assert refused.value.code == "no_clock"

    at_a_table(tmp_path, {"kind": "none"}, play)


# -- a whole server ----------------------------------------------------------------------------------------------------


def begun(ada: Person, bo: Person, **more: Any) -> str:
    table = ada.make("bazaar", "me open", drawn=False, **more)
    bo.ask(table, "sit", seat=1)
    ada.ask(table, "start")
    return table


def test_a_bot_takes_over_when_time_is_up_and_the_owner_takes_the_seat_back(
    server: Server, ada: Person, bo: Person
) -> None:
    table = begun(ada, bo, pace={"kind": "bank", "seconds": 1})
    with bo.at(table) as tab:
        while not any(seat["bot"] for seat in tab.update["seats"]):
            tab.listen()
        slow = next(number for number, seat in enumerate(tab.update["seats"]) if seat["bot"])
        assert tab.update["seats"][slow]["kind"] == "person"
        while not (tab.update["seats"][0]["bot"] and tab.update["seats"][1]["bot"]):
            tab.listen()  # nobody plays: both are played for, and the game goes on
        while tab.ask("stand_in", seat=1, bot=False)["type"] == "refused":
            pass
        while tab.update["seats"][1]["bot"]:
            tab.listen()
        assert tab.refused("stand_in", seat=0, bot=False) == "not_yours"


def test_a_bot_plays_for_whoever_leaves(server: Server, ada: Person, bo: Person) -> None:
    table = begun(ada, bo)
    with ada.at(table) as host, bo.at(table) as guest:
        assert guest.refused("stand_in", seat=5, bot=True) == "no_seat"
        guest.done("stand")
        host.play_on(until_ply=host.update["ply"] + 12)  # against the bot
        guest.done("stand_in", seat=1, bot=False)
        while guest.update["seats"][1]["bot"]:
            guest.listen()
        ply = guest.update["ply"]
        while guest.update["ply"] == ply:
            (host if guest.update["actor"] == 0 else guest).act()
            guest.listen()
        assert Person(server, "Cleo").refused(table, "stand_in", seat=1, bot=True) == "not_seated"


def test_a_server_that_starts_again_goes_on_where_it_was(tmp_path: Path) -> None:
    with server_in(tmp_path) as server:
        ada = Person(server)
        table = ada.make("bazaar", "me random", start=True, drawn=False, pace={"kind": "bank", "seconds": 3600})
        before = ada.play_on(table, until_ply=10)
        before = ada.look(table)
        cookie = ada.http.cookies["saltroad"]
    with server_in(tmp_path) as server:
        ada = Person(server, http=server.client(cookies={"saltroad": cookie}))
        after = ada.look(table)
        assert after["happened"][: before["ply"]] == before["happened"]
        assert after["clocks"]["left"][0] > 3500 * SECOND
        assert after["seat"] == 0
        ada.play_on(table, until_ply=after["ply"] + 6)
