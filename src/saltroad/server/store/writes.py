"""The writes of the store except plies: each function makes a change that the writer runs in its transaction.

A change locks the row of its table or person first, so that two processes on PostgreSQL take turns; in SQLite the
transaction is the lock. Values are checked before the change is queued, not while others wait for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from saltroad.server.store import checks, schema
from saltroad.server.store.appends import ENDED, insert_plies
from saltroad.server.store.credentials import lock_person, remove_credentials
from saltroad.server.store.errors import (
    BadValue,
    ChangedMeanwhile,
    NoSuchPly,
    NoSuchTable,
    PlyTaken,
    TableEnded,
    TooManyOpen,
)
from saltroad.server.store.model import (
    FORGOTTEN_NAME,
    ChatLine,
    Person,
    RemovedCredentials,
    Seat,
    State,
    StoredPly,
    TableNotice,
    TableRow,
)
from saltroad.server.store.reads import in_parts, waits_for_players
from saltroad.server.store.reads import seats as seats_of
from saltroad.server.store.writer import Change

# -- people ------------------------------------------------------------------------------------------------------------


def add_person(id: str, name: str, made: int) -> Change[Person]:
    # Not 0, which accepts cookies from before there were sessions: only people of that time have any.
    person = Person(id, checks.text(name), checks.int64(made), epoch=1)

    async def change(connection: AsyncConnection) -> Person:
        values = {"id": id, "name": name, "made": made, "settings": "{}", "epoch": person.epoch}
        await connection.execute(insert(schema.people).values(**values))
        return person

    return change


def change_person(id: str, **values: Any) -> Change[None]:
    """New values for a person; NoSuchPerson if there is none, or they were forgotten."""
    checks.text(id)

    async def change(connection: AsyncConnection) -> None:
        await lock_person(connection, id)
        await connection.execute(update(schema.people).where(schema.people.c.id == id).values(**values))

    return change


def forget_person(id: str, at: int) -> Change[RemovedCredentials]:
    checks.text(id)

    async def change(connection: AsyncConnection) -> RemovedCredentials:
        await lock_person(connection, id)
        people, seats, lines = schema.people, schema.seats, schema.lines
        await connection.execute(
            update(people)
            .where(people.c.id == id)
            .values(name=FORGOTTEN_NAME, login=None, login_key=None, password_hash=None, settings="{}", gone=at)
        )
        removed = await remove_credentials(connection, id)
        await connection.execute(
            update(seats).where(seats.c.person == id).values(name=FORGOTTEN_NAME, name_key=checks.key(FORGOTTEN_NAME))
        )
        await connection.execute(update(lines).where(lines.c.person == id).values(name=FORGOTTEN_NAME))
        return removed

    return change


async def _forgotten(connection: AsyncConnection, ids: Sequence[str | None]) -> set[str]:
    """Those of these people who were forgotten: a process that has their name in memory must not store it again."""
    people, known = schema.people, sorted({id for id in ids if id is not None})
    if not known:
        return set()
    found = await connection.execute(
        select(people.c.id, people.c.gone)
        .where(people.c.id.in_(known))
        .order_by(people.c.id)
        .with_for_update(read=True)
    )
    return {id for id, gone in found if gone is not None}


# -- tables ------------------------------------------------------------------------------------------------------------


def add_table(table: TableRow, seats: Sequence[Seat], most_open: int = 0) -> Change[None]:
    values = {
        "id": checks.text(table.id),
        "game": checks.text(table.game),
        "options": checks.text(table.options),
        "rules_version": checks.int32(table.rules_version),
        "made": checks.int64(table.made),
        "made_by": checks.maybe_text(table.made_by),
        "public": table.public,
        "pace": checks.json_text(table.pace),
        "seed": table.seed,
        "commitment": checks.text(table.commitment),
        "state": checks.text(table.state),
        "started": checks.maybe_int64(table.started),
        "ended": checks.maybe_int64(table.ended),
        "result": checks.maybe_text(table.result),
        "again_of": checks.maybe_text(table.again_of),
        "clocks": table.clocks,
        "drawn": table.drawn,
        "record": checks.maybe_text(table.record),
        "dice": checks.text(table.dice),
        "dealing": checks.maybe_int64(table.dealing),
        "deals": checks.int32(table.deals),
        "last_active": checks.maybe_int64(table.last_active),
    }
    rows = _seat_rows(table.id, seats)

    async def change(connection: AsyncConnection) -> None:
        if most_open and table.public and table.made_by is not None:
            await _expect_few_open(connection, table.made_by, most_open)
        await connection.execute(insert(schema.tables).values(**values))
        await _insert_seats(connection, rows)

    return change


async def _expect_few_open(connection: AsyncConnection, person: str, most: int) -> None:
    """TooManyOpen if the person has too many public tables. Their row is locked: tables made at once are counted."""
    await lock_person(connection, person)
    tables = schema.tables
    count = select(func.count()).select_from(tables).where(tables.c.made_by == person, waits_for_players())
    if (await connection.execute(count)).scalar_one() >= most:
        raise TooManyOpen(person, most)


def note_active(ids: Sequence[str], at: int) -> Change[None]:
    checks.int64(at)

    async def change(connection: AsyncConnection) -> None:
        tables = schema.tables
        for some in in_parts(ids):
            await connection.execute(update(tables).where(tables.c.id.in_(some)).values(last_active=at))

    return change


def import_table(table: TableRow, seats: Sequence[Seat], plies: Sequence[StoredPly]) -> Change[None]:
    if table.state != "over" or table.ended is None or table.result is None:
        raise BadValue(f"Only a finished game can be stored whole; table {table.id!r} is {table.state}.")
    add = add_table(table, seats)
    checks.int32(len(plies))
    rows = [
        (table.id, ply, checks.int32(actor), checks.text(action), checks.int64(at))
        for ply, (actor, action, at) in enumerate(plies)
    ]

    async def change(connection: AsyncConnection) -> None:
        await add(connection)
        if rows:
            await insert_plies(connection, rows)

    return change


def save_seats(id: str, seats: Sequence[Seat], was: Sequence[Seat] | None) -> Change[None]:
    rows = _seat_rows(checks.text(id), seats)

    async def change(connection: AsyncConnection) -> None:
        await _lock_table(connection, id)
        if was is not None and _occupancy(await seats_of(connection, id)) != _occupancy(was):
            raise ChangedMeanwhile(id)
        await _replace_seats(connection, id, rows)

    return change


def _occupancy(seats: Sequence[Seat]) -> list[tuple[object, ...]]:
    """What tells seats apart from what they were. Not their names: those change when a person is forgotten."""
    return [(seat.number, seat.kind, seat.person, seat.bot) for seat in seats]


def set_state(
    id: str, state: State, at: int, result: str | None, seats: Sequence[Seat] | None, was: State | None
) -> Change[None]:
    checks.text(id), checks.text(state), checks.int64(at)
    values: dict[str, Any] = {"state": state}
    if state == "playing":
        values |= {"started": at, "dealing": None}
    elif state in ENDED:
        values["ended"] = at
    if result is not None:
        values["result"] = checks.text(result)
    rows = None if seats is None else _seat_rows(id, seats)

    async def change(connection: AsyncConnection) -> None:
        found = await _lock_unended(connection, id)
        if was is not None and found != was:
            raise ChangedMeanwhile(id)
        await connection.execute(update(schema.tables).where(schema.tables.c.id == id).values(**values))
        if rows is not None:
            await _replace_seats(connection, id, rows)

    return change


def begin_deal(id: str, at: int) -> Change[None]:
    checks.text(id), checks.int64(at)

    async def change(connection: AsyncConnection) -> None:
        if await _lock_unended(connection, id) != "open":
            raise ChangedMeanwhile(id)
        await connection.execute(update(schema.tables).where(schema.tables.c.id == id).values(dealing=at))

    return change


def deal_anew(table: TableRow, seats: Sequence[Seat]) -> Change[None]:
    values = {
        "dice": checks.text(table.dice),
        "seed": table.seed,
        "commitment": checks.text(table.commitment),
        "deals": checks.int32(table.deals),
        "dealing": None,
    }
    rows = _seat_rows(checks.text(table.id), seats)

    async def change(connection: AsyncConnection) -> None:
        if await _lock_unended(connection, table.id) != "open":
            raise ChangedMeanwhile(table.id)
        await connection.execute(update(schema.tables).where(schema.tables.c.id == table.id).values(**values))
        await _replace_seats(connection, table.id, rows)

    return change


def take_back(id: str, to_ply: int, at: int, clocks: bytes | None, noted: bool, next_ply: int | None) -> Change[None]:
    checks.text(id), checks.int32(to_ply), checks.int64(at)

    async def change(connection: AsyncConnection) -> None:
        plies, taken_back, tables = schema.plies, schema.taken_back, schema.tables
        await _lock_unended(connection, id)
        if next_ply is not None:
            last = select(func.max(plies.c.ply)).where(plies.c.table_id == id)
            if (await connection.execute(last)).scalar() != next_ply - 1:
                raise PlyTaken(id, next_ply)
        removed = await connection.execute(delete(plies).where(plies.c.table_id == id, plies.c.ply >= to_ply))
        if to_ply < 0 or removed.rowcount == 0:
            raise NoSuchPly(id, to_ply)
        if noted:
            count = select(func.count()).select_from(taken_back).where(taken_back.c.table_id == id)
            number = (await connection.execute(count)).scalar_one()
            await connection.execute(insert(taken_back).values(table_id=id, number=number, to_ply=to_ply, at=at))
        if clocks is not None:
            await connection.execute(update(tables).where(tables.c.id == id).values(clocks=clocks))

    return change


async def _lock_table(connection: AsyncConnection, id: str) -> str:
    tables = schema.tables
    found = await connection.execute(select(tables.c.state).where(tables.c.id == id).with_for_update())
    state: str | None = found.scalar_one_or_none()
    if state is None:
        raise NoSuchTable(id)
    return state


async def _lock_unended(connection: AsyncConnection, id: str) -> str:
    state = await _lock_table(connection, id)
    if state in ENDED:
        raise TableEnded(id, state)
    return state


def _seat_rows(table: str, seats: Sequence[Seat]) -> list[dict[str, Any]]:
    return [
        {
            "table_id": table,
            "number": checks.int32(seat.number),
            "kind": checks.text(seat.kind),
            "person": checks.maybe_text(seat.person),
            "bot": checks.maybe_text(seat.bot),
            "name": checks.text(seat.name),
            "share": checks.text(seat.share),
            "name_key": checks.key(seat.name),
            "share_hash": checks.text(seat.share_hash),
            "drawn_from": seat.drawn_from,
            "stand_in_reason": seat.stand_in_reason,
        }
        for seat in seats
    ]


async def _replace_seats(connection: AsyncConnection, table: str, rows: list[dict[str, Any]]) -> None:
    await connection.execute(delete(schema.seats).where(schema.seats.c.table_id == table))
    await _insert_seats(connection, rows)


async def _insert_seats(connection: AsyncConnection, rows: list[dict[str, Any]]) -> None:
    if rows:
        forgotten = await _forgotten(connection, [row["person"] for row in rows])
        anonymous = {"name": FORGOTTEN_NAME, "name_key": checks.key(FORGOTTEN_NAME)}
        rows = [{**row, **anonymous} if row["person"] in forgotten else row for row in rows]
        await connection.execute(insert(schema.seats), rows)


# -- chat --------------------------------------------------------------------------------------------------------------


def add_line(
    table: str, person: str | None, name: str, text: str, at: int, apart: bool, notice: TableNotice | None
) -> Change[ChatLine]:
    checks.text(table), checks.maybe_text(person), checks.text(name), checks.text(text), checks.int64(at)
    code, about = notice or (None, None)
    checks.maybe_text(code)

    async def change(connection: AsyncConnection) -> ChatLine:
        lines = schema.lines
        await _lock_table(connection, table)
        shown = FORGOTTEN_NAME if await _forgotten(connection, [person]) else name
        last = await connection.execute(select(func.max(lines.c.number)).where(lines.c.table_id == table))
        line = ChatLine((last.scalar() or 0) + 1, person, shown, text, at, apart, code, about)
        await connection.execute(insert(lines).values(table_id=table, **asdict(line)))
        return line

    return change


# -- marks -------------------------------------------------------------------------------------------------------------


def set_mark(name: str, at: int, filler: bytes = b"") -> Change[None]:
    values = {"name": name, "at": at, "filler": filler}

    async def change(connection: AsyncConnection) -> None:
        await connection.execute(_MARK, values)

    return change


def remove_mark(name: str) -> Change[None]:
    async def change(connection: AsyncConnection) -> None:
        await connection.execute(delete(schema.marks).where(schema.marks.c.name == name))

    return change


# As text: SQLAlchemy has a different construct for each database.
_MARK = text(
    "INSERT INTO marks (name, at, filler) VALUES (:name, :at, :filler)"
    " ON CONFLICT (name) DO UPDATE SET at = excluded.at, filler = excluded.filler"
)
