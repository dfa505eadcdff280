"""What is read, and how rows become the values of `model`. Each function reads within one snapshot of the database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Row, Select, or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from saltroad.server.store import checks, schema
from saltroad.server.store.model import Line, Listed, Log, Person, Ply, Seat, State, Table, TakenBack, Token


def person_of(row: Row[Any]) -> Person:
    return Person(
        row.id,
        row.name,
        row.made,
        row.password_hash is not None,
        row.gone is not None,
        msgspec.json.decode(row.settings),
        row.login,
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
        drawn=row.drawn,
        record=row.record,
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


async def person_by_login(connection: AsyncConnection, login_key: str) -> tuple[Person, str] | None:
    people = schema.people
    row = (await connection.execute(select(people).where(people.c.login_key == login_key))).one_or_none()
    return None if row is None or row.password_hash is None else (person_of(row), row.password_hash)


async def tokens(connection: AsyncConnection, person: str) -> list[Token]:
    tokens = schema.tokens
    chosen = select(tokens.c.id, tokens.c.person, tokens.c.label, tokens.c.made, tokens.c.used)
    chosen = chosen.where(tokens.c.person == person).order_by(tokens.c.made, tokens.c.id)
    return [Token(*row) for row in await connection.execute(chosen)]


async def person_of_token(connection: AsyncConnection, token_hash: bytes) -> tuple[Person, int | None] | None:
    """Whose token it is, and when it was last noted as used."""
    people, tokens = schema.people, schema.tokens
    chosen = select(people, tokens.c.used).join(tokens, tokens.c.person == people.c.id)
    row = (await connection.execute(chosen.where(tokens.c.token_hash == token_hash))).one_or_none()
    return None if row is None else (person_of(row), row.used)


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
    connection: AsyncConnection, game: str | None, player: str | None, name: str | None, before: str | None, most: int
) -> list[Listed]:
    tables, seats = schema.tables, schema.seats
    chosen = select(tables).where(tables.c.state == "over")
    if game is not None:
        chosen = chosen.where(tables.c.game == game)
    chosen = chosen.where(tables.c.public.is_(True) if player is None else _sits(player))
    if name is not None:
        named = select(seats.c.table_id).where(seats.c.name_key.contains(checks.key(name), autoescape=True))
        chosen = chosen.where(tables.c.id.in_(named))
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


async def people(connection: AsyncConnection, name: str | None, most: int) -> list[Person]:
    people = schema.people
    chosen = select(people).order_by(people.c.made.desc(), people.c.id.desc())
    if name is None:
        return [person_of(row) for row in await connection.execute(chosen.limit(most))]
    key = checks.key(name)
    found = (person_of(row) for row in await connection.execute(chosen))
    return [one for one in found if key in checks.key(one.name) or key in checks.key(one.login or "")][:most]


async def tables(connection: AsyncConnection, states: Sequence[State], most: int) -> list[Listed]:
    tables = schema.tables
    chosen = select(tables).where(tables.c.state.in_(states))
    return await _listed(connection, chosen.order_by(tables.c.made.desc(), tables.c.id.desc()).limit(most))


async def states(connection: AsyncConnection, ids: Sequence[str]) -> dict[str, State]:
    tables = schema.tables
    found: dict[str, State] = {}
    for some in _in_parts(ids):
        chosen = select(tables.c.id, tables.c.state).where(tables.c.id.in_(some))
        for row in await connection.execute(chosen):
            found[row.id] = row.state
    return found


async def again_table(connection: AsyncConnection, id: str) -> str | None:
    tables = schema.tables
    chosen = select(tables.c.id).where(tables.c.again_of == id).order_by(tables.c.made, tables.c.id).limit(1)
    found: str | None = (await connection.execute(chosen)).scalar_one_or_none()
    return found


def _in_parts(ids: Sequence[str]) -> list[Sequence[str]]:
    """A statement takes a limited number of values."""
    return [ids[start : start + 1000] for start in range(0, len(ids), 1000)]


async def _listed(connection: AsyncConnection, chosen: Select[Any]) -> list[Listed]:
    seats = schema.seats
    rows = (await connection.execute(chosen)).all()
    by_table: dict[str, list[Seat]] = defaultdict(list)
    for some in _in_parts([row.id for row in rows]):
        chosen = select(seats).where(seats.c.table_id.in_(some)).order_by(seats.c.table_id, seats.c.number)
        for row in await connection.execute(chosen):
            by_table[row.table_id].append(_seat_of(row))
    return [Listed(_table_of(row), tuple(by_table[row.id])) for row in rows]
