"""Records of tables, tables from records: what is downloaded can be verified and imported, and has no seed early."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

import saltroad
from cli.test_commands import FIXTURES, run_json
from saltroad.kernel.actors import NOBODY
from saltroad.kernel.chance import Rng
from saltroad.records import Record, RecordError
from saltroad.records.dice import SCHEME, SEED_BYTES, commitment_of
from saltroad.records.fairness import NotCheckable, check
from saltroad.server.store import ListedTable, Log, Seat, Store, TableRow
from saltroad.server.tables.records import NotExportable, import_record, notes_of, record_of
from saltroad.server.tables.table import Table as LiveTable

SEED = bytes(range(SEED_BYTES))
DAY_OF_START = 1_000_000_000_000
Game = tuple[TableRow, tuple[Seat, ...], Log]
RECORDS = sorted(FIXTURES.glob("*.saltroad"))


async def played(store: Store, name: str, plies: int = 100_000, back: bool = False) -> tuple[TableRow, Log]:
    """A game of three with shares and, on request, taken back now and then for a new draw; the last seat is a bot's."""
    options, promised = str(saltroad.info(name).agree(3)), commitment_of(SEED, "t1")
    row = TableRow("t1", name, options, 1, 0, None, True, {}, SEED, promised, "playing", DAY_OF_START, dice=SCHEME)
    people = [(await store.add_person(who)).id for who in ("Ada", "Bo")]
    seats = [
        Seat(0, "person", people[0], None, "Ada", "a1" * 32),
        Seat(1, "person", people[1], None, "Bo\tb", ""),
        Seat(2, "bot", None, "greedy", "greedy"),
    ]
    await store.add_table(row, seats)
    table, rng = await LiveTable.load(store, "t1"), Rng(8)
    while table.state.game.actor != NOBODY and table.state.game.next_ply < plies:
        seat = table.state.game.actor
        action = str(rng.pick(table.state.game.game.legal(table.state.game.position)))
        await table.act(seat, table.state.game.next_ply, action, bot=table.state.seats[seat].bot is not None)
        if (
            back
            and table.state.game.next_ply % 9 == 0
            and table.state.game.actor != NOBODY
            and len(table.state.game.dice.drawn_anew) < 5
        ):
            await store.take_back("t1", table.state.game.take_back(seat), 0)
            table = await LiveTable.load(store, "t1")
    kept = await store.table("t1")
    assert kept is not None
    return kept, await store.log("t1")


def with_game(tmp_path: Path, name: str, plies: int = 100_000, back: bool = False) -> Game:
    async def go() -> Game:
        store = await Store.open(tmp_path / "store.db")
        try:
            table, log = await played(store, name, plies, back)
            return table, await store.seats("t1"), log
        finally:
            await store.close()

    return asyncio.run(go())


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_a_game_played_at_a_table_can_be_verified(name: str, tmp_path: Path) -> None:
    table, seats, log = with_game(tmp_path, name, back=name == "bazaar")
    record = record_of(table, seats, log)
    assert record.seats == ("Ada", "Bo b", "greedy")
    assert str(record.result) == table.result
    assert record.more["date"] == "2001-09-09"
    assert ("drawn anew" in record.more) == (name == "bazaar")
    file = tmp_path / "game.saltroad"
    file.write_text(record.text(), "utf-8")
    verified = run_json("verify", str(file))
    assert (verified["fair"], verified["shares"], verified["commitment"]) == (True, 1, table.commitment)
    assert verified["plies"] == len(log.plies)


def test_the_record_of_a_running_game_has_no_seed(tmp_path: Path) -> None:
    table, seats, log = with_game(tmp_path, "bazaar", plies=30)
    for state in ("playing", "closed"):
        record = record_of(replace(table, state=state), seats, log)
        assert record.result is None
        assert SEED.hex() not in record.text()
        assert record.more["commitment"] == table.commitment
        with pytest.raises(NotCheckable, match="no header 'seed'"):
            check(record)
        assert len(Record.read(record.text()).history()) == len(log.plies)


def test_a_game_of_other_rules_has_no_record(tmp_path: Path) -> None:
    table, seats, log = with_game(tmp_path, "bazaar", plies=10)
    with pytest.raises(NotExportable, match="version 99 of the rules of Bazaar; this Saltroad plays version 1"):
        record_of(replace(table, rules_version=99), seats, log)


# -- from a record -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_record_goes_into_the_store_and_out_again(file: Path, tmp_path: Path) -> None:
    text = file.read_text("utf-8")
    record = Record.read(text)
    table, seats, plies = import_record(text, public=True, at=5)

    async def go() -> ListedTable:
        store = await Store.open(tmp_path / "store.db")
        await store.import_table(table, seats, plies)
        (found,) = await store.finished(name=record.seats[0])
        assert (
            record_of(found.table, found.seats, await store.log(table.id)).text()
            == replace(record, actions=record_of(table, seats, Log(plies, ())).actions).text()
        )
        await store.close()
        return found

    found = asyncio.run(go())
    assert found.table == table
    assert (table.state, table.started, table.ended, table.result) == ("over", 5, 5, str(record.result))
    assert tuple(seat.name for seat in found.seats) == record.seats
    assert len(plies) == len(record.history())
    assert notes_of(table) == tuple(f"{name}: {value}" for name, value in record.more.items())


def test_an_imported_game_of_another_server_can_still_be_verified(tmp_path: Path) -> None:
    played_there = record_of(*with_game(tmp_path, "desert_bazaar"))
    table, seats, plies = import_record(played_there.text(), id="here", made_by="p", at=1)
    assert (table.id, table.made_by, table.public, table.commitment) == ("here", "p", False, commitment_of(SEED, "t1"))
    again = record_of(table, seats, Log(plies, ()))
    assert again.text() == played_there.text()
    assert check(again) == check(played_there)


def test_an_unfinished_game_is_refused_with_a_sentence(tmp_path: Path) -> None:
    running = record_of(*with_game(tmp_path, "bazaar", plies=20))
    with pytest.raises(RecordError, match="This game is not over, and only finished ones are kept: after its last"):
        import_record(running.text())


def test_a_record_that_breaks_the_rules_is_refused_with_its_line() -> None:
    text = RECORDS[0].read_text("utf-8")
    for broken, why in (
        (text.replace("roll", "fly", 1), r"Line \d+: "),
        (text.replace("scores ", "scores 1", 1), "the result says"),
        ("hello", "a record begins with"),
        ("", "empty"),
    ):
        with pytest.raises(RecordError, match=why):
            import_record(broken)


def test_long_names_are_cut() -> None:
    record = Record.read(RECORDS[0].read_text("utf-8"))
    long = replace(record, seats=("x" * 29 + "  yz", *record.seats[1:]))
    _, seats, _ = import_record(long.text())
    assert seats[0].name == "x" * 29
