"""What is read, and how rows become the values of `model`. Each function reads within one snapshot of the database."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Row, Select, or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from saltroad.server.store import schema
from saltroad.server.store.model import Line, Listed, Log, Person, Ply, Seat, Table, TakenBack


def person_of(row: Row[Any]) -> Person:
    return Person(
        row.id,
        row.name,
        row.made,
        row.password_hash is not None,
        row.gone is not None,
        msgspec.json.decode(row.settings),
    )


def _table_of(row: Row[Any]) -> Table:
    return Table(
        id=row.id,
        game=row.game,
        options=row.options,
        rules_version=row.rules_version,
        made=row.made,
        made_by=row.made_by,
        public=row.public,
        pace=msgspec.json.decode(row.pace),
        seed=row.seed,
        commitment=row.commitment,
        state=row.state,
        started=row.started,
        ended=row.ended,
        result=row.result,
        again_of=row.again_of,
        clocks=row.clocks,
    )


def _seat_of(row: Row[Any]) -> Seat:
    return Seat(row.number, row.kind, row.person, row.bot, row.name, row.share)


async def person(connection: AsyncConnection, id: str) -> Person | None:
    row = (await connection.execute(select(schema.people).where(schema.people.c.id == id))).one_or_none()
    return None if row is None else person_of(row)


async def password_hash(connection: AsyncConnection, id: str) -> str | None:
    found = await connection.execute(select(schema.people.c.password_hash).where(schema.people.c.id == id))
    text: str | None = found.scalar_one_or_none()
    return text


async def table(connection: AsyncConnection, id: str) -> Table | None:
    row = (await connection.execute(select(schema.tables).where(schema.tables.c.id == id))).one_or_none()
    return None if row is None else _table_of(row)


async def seats(connection: AsyncConnection, id: str) -> tuple[Seat, ...]:
    chosen = select(schema.seats).where(schema.seats.c.table_id == id).order_by(schema.seats.c.number)
    return tuple(_seat_of(row) for row in await connection.execute(chosen))


async def log(connection: AsyncConnection, id: str) -> Log:
    plies, back = schema.plies, schema.taken_back
    played = select(plies.c.actor, plies.c.action, plies.c.at).where(plies.c.table_id == id).order_by(plies.c.ply)
    taken = select(back.c.number, back.c.to_ply, back.c.at).where(back.c.table_id == id).order_by(back.c.number)
    return Log(
        tuple(Ply(*row) for row in await connection.execute(played)),
        tuple(TakenBack(*row) for row in await connection.execute(taken)),
    )


async def lines(connection: AsyncConnection, id: str, after: int, most: int) -> list[Line]:
    lines = schema.lines
    newest = (
        select(lines.c.number, lines.c.person, lines.c.name, lines.c.text, lines.c.at, lines.c.apart)
        .where(lines.c.table_id == id, lines.c.number > after)
        .order_by(lines.c.number.desc())
        .limit(most)
    )
    return [Line(*row) for row in await connection.execute(newest)][::-1]


# -- lists -------------------------------------------------------------------------------------------------------------


def _sits(person: str) -> ColumnElement[bool]:
    return schema.tables.c.id.in_(select(schema.seats.c.table_id).where(schema.seats.c.person == person))


async def open_tables(connection: AsyncConnection, most: int) -> list[Listed]:
    tables = schema.tables
    chosen = select(tables).where(tables.c.state == "open", tables.c.public.is_(True))
    return await _listed(connection, chosen.order_by(tables.c.made.desc(), tables.c.id.desc()).limit(most))


async def tables_of(connection: AsyncConnection, person: str, most: int) -> list[Listed]:
    tables = schema.tables
    chosen = select(tables).where(tables.c.state != "closed", or_(_sits(person), tables.c.made_by == person))
    return await _listed(connection, chosen.order_by(tables.c.made.desc(), tables.c.id.desc()).limit(most))


async def finished(
    connection: AsyncConnection, game: str | None, player: str | None, before: str | None, most: int
) -> list[Listed]:
    tables = schema.tables
    chosen = select(tables).where(tables.c.state == "over")
    if game is not None:
        chosen = chosen.where(tables.c.game == game)
    chosen = chosen.where(tables.c.public.is_(True) if player is None else _sits(player))
    if before is not None:
        # Games may end in the same millisecond: the id decides between them, and no page loses one.
        last = select(tables.c.ended, tables.c.id).where(tables.c.id == before)
        place = (await connection.execute(last)).one_or_none()
        if place is None or place.ended is None:
            return []
        chosen = chosen.where(tuple_(tables.c.ended, tables.c.id) < tuple_(place.ended, place.id))
    return await _listed(connection, chosen.order_by(tables.c.ended.desc(), tables.c.id.desc()).limit(most))


async def unfinished(connection: AsyncConnection) -> list[Listed]:
    tables = schema.tables
    chosen = select(tables).where(tables.c.state.in_(["open", "playing"]))
    return await _listed(connection, chosen.order_by(tables.c.made, tables.c.id))


async def _listed(connection: AsyncConnection, chosen: Select[Any]) -> list[Listed]:
    seats = schema.seats
    rows = (await connection.execute(chosen)).all()
    by_table: dict[str, list[Seat]] = defaultdict(list)
    ids = [row.id for row in rows]
    for start in range(0, len(ids), 1000):  # a statement takes a limited number of values
        some = select(seats).where(seats.c.table_id.in_(ids[start : start + 1000]))
        for row in await connection.execute(some.order_by(seats.c.table_id, seats.c.number)):
            by_table[row.table_id].append(_seat_of(row))
    return [Listed(_table_of(row), tuple(by_table[row.id])) for row in rows]
