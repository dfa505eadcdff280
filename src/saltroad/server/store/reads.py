"""The queries of the store, and the rows as values of `model`. Each function reads within one snapshot."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Row, Select, and_, case, func, or_, select, text, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from saltroad.server.store import checks, schema
from saltroad.server.store.model import ChatLine, ListedTable, Log, Person, Seat, State, StoredPly, TableRow, TakenBack


def person_of(row: Row[Any]) -> Person:
    return Person(
        row.id,
        row.name,
        row.made,
        row.password_hash is not None,
        row.gone is not None,
        msgspec.json.decode(row.settings),
        row.login,
        row.epoch,
    )


def _table_of(row: Row[Any]) -> TableRow:
    return TableRow(
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
        dice=row.dice,
        dealing=row.dealing,
        deals=row.deals,
        last_active=row.last_active,
    )


def _seat_of(row: Row[Any]) -> Seat:
    return Seat(
        row.number,
        row.kind,
        row.person,
        row.bot,
        row.name,
        row.share,
        row.share_hash,
        row.drawn_from,
        row.stand_in_reason,
    )


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


async def table(connection: AsyncConnection, id: str) -> TableRow | None:
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
        tuple(StoredPly(*row) for row in await connection.execute(played)),
        tuple(TakenBack(*row) for row in await connection.execute(taken)),
    )


async def lines(connection: AsyncConnection, id: str, after: int, most: int) -> list[ChatLine]:
    lines = schema.lines
    newest = (
        select(
            lines.c.number,
            lines.c.person,
            lines.c.name,
            lines.c.text,
            lines.c.at,
            lines.c.apart,
            lines.c.notice,
            lines.c.about,
        )
        .where(lines.c.table_id == id, lines.c.number > after)
        .order_by(lines.c.number.desc())
        .limit(most)
    )
    return [ChatLine(*row) for row in await connection.execute(newest)][::-1]


# -- lists -------------------------------------------------------------------------------------------------------------


def _is_seated(person: str) -> ColumnElement[bool]:
    return schema.tables.c.id.in_(select(schema.seats.c.table_id).where(schema.seats.c.person == person))


def waits_for_players() -> ColumnElement[bool]:
    """The condition that a table is in the public list of those that wait for players."""
    tables = schema.tables
    return and_(tables.c.state == "open", tables.c.public.is_(True), tables.c.dealing.is_(None))


async def open_tables(
    connection: AsyncConnection, game: str | None, players: int | None, before: str | None, most: int, quiet: int
) -> list[ListedTable]:
    tables, seats = schema.tables, schema.seats
    # The newest table of each host, then each host's second, so that no host pushes the others off the page. Tables
    # without activity come last. The last table of the page before keeps its place though it may have begun or been
    # closed meanwhile.
    newest = (tables.c.made.desc(), tables.c.id.desc())
    maker = func.coalesce(tables.c.made_by, tables.c.id)
    is_quiet = case((func.coalesce(tables.c.last_active, tables.c.made) < quiet, 1), else_=0)
    turn = func.row_number().over(partition_by=maker, order_by=newest)
    waiting = waits_for_players()
    ranked = (
        select(tables.c.id, tables.c.made, is_quiet.label("is_quiet"), turn.label("turn"))
        .where(waiting if before is None else or_(waiting, tables.c.id == before))
        .subquery()
    )
    order = (ranked.c.is_quiet, ranked.c.turn, ranked.c.made.desc(), ranked.c.id.desc())
    placed = select(ranked.c.id, func.row_number().over(order_by=order).label("place")).cte("placed")
    chosen = select(tables).join(placed, placed.c.id == tables.c.id).where(waiting)
    if game is not None:
        chosen = chosen.where(tables.c.game == game)
    if players is not None:
        count = select(func.count()).where(seats.c.table_id == tables.c.id).correlate(tables).scalar_subquery()
        chosen = chosen.where(count == players)
    if before is not None:
        last = placed.alias("last")
        chosen = chosen.where(placed.c.place > select(last.c.place).where(last.c.id == before).scalar_subquery())
    return await _with_seats(connection, chosen.order_by(placed.c.place).limit(most))


async def tables_of(connection: AsyncConnection, person: str, most: int, left_since: int) -> list[ListedTable]:
    tables, plies = schema.tables, schema.plies
    chosen = select(tables).where(tables.c.state != "closed", or_(_is_seated(person), tables.c.made_by == person))
    played = select(plies.c.table_id).where(plies.c.table_id == tables.c.id, plies.c.at >= left_since).exists()
    left = and_(tables.c.state.in_(["open", "playing"]), tables.c.made < left_since, ~played)
    last = case((left, 1), else_=0)
    return await _with_seats(connection, chosen.order_by(last, tables.c.made.desc(), tables.c.id.desc()).limit(most))


async def playing(connection: AsyncConnection, person: str, game: str) -> list[ListedTable]:
    tables = schema.tables
    chosen = select(tables).where(tables.c.state == "playing", tables.c.game == game, _is_seated(person))
    return await _with_seats(connection, chosen.order_by(tables.c.made, tables.c.id))


async def finished(
    connection: AsyncConnection, game: str | None, player: str | None, name: str | None, before: str | None, most: int
) -> list[ListedTable]:
    tables, seats = schema.tables, schema.seats
    chosen = select(tables).where(tables.c.state == "over")
    if game is not None:
        chosen = chosen.where(tables.c.game == game)
    chosen = chosen.where(tables.c.public.is_(True) if player is None else _is_seated(player))
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
    return await _with_seats(connection, chosen.order_by(tables.c.ended.desc(), tables.c.id.desc()).limit(most))


async def unfinished(connection: AsyncConnection) -> list[ListedTable]:
    tables = schema.tables
    chosen = select(tables).where(tables.c.state.in_(["open", "playing"]))
    return await _with_seats(connection, chosen.order_by(tables.c.made, tables.c.id))


async def clocks(connection: AsyncConnection) -> list[tuple[str, bytes]]:
    """Of tables that are being played, where at least one person plays for themselves."""
    tables, seats = schema.tables, schema.seats
    owned = select(seats.c.table_id).where(seats.c.table_id == tables.c.id, seats.c.bot.is_(None)).exists()
    chosen = select(tables.c.id, tables.c.clocks).where(
        tables.c.state == "playing", tables.c.clocks.is_not(None), owned
    )
    return [(row.id, row.clocks) for row in await connection.execute(chosen)]


async def lengths(connection: AsyncConnection, ids: Sequence[str]) -> dict[str, int]:
    plies = schema.plies
    found: dict[str, int] = {}
    for some in in_parts(ids):
        chosen = select(plies.c.table_id, func.max(plies.c.ply)).where(plies.c.table_id.in_(some))
        for id, last in await connection.execute(chosen.group_by(plies.c.table_id)):
            found[id] = last + 1
    return found


async def people(connection: AsyncConnection, name: str | None, most: int) -> list[Person]:
    people = schema.people
    chosen = select(people).order_by(people.c.made.desc(), people.c.id.desc())
    if name is None:
        return [person_of(row) for row in await connection.execute(chosen.limit(most))]
    key = checks.key(name)
    found = (person_of(row) for row in await connection.execute(chosen))
    return [one for one in found if key in checks.key(one.name) or key in checks.key(one.login or "")][:most]


async def tables(connection: AsyncConnection, states: Sequence[State], most: int) -> list[ListedTable]:
    tables = schema.tables
    chosen = select(tables).where(tables.c.state.in_(states))
    return await _with_seats(connection, chosen.order_by(tables.c.made.desc(), tables.c.id.desc()).limit(most))


async def states(connection: AsyncConnection, ids: Sequence[str]) -> dict[str, State]:
    tables = schema.tables
    found: dict[str, State] = {}
    for some in in_parts(ids):
        chosen = select(tables.c.id, tables.c.state).where(tables.c.id.in_(some))
        for row in await connection.execute(chosen):
            found[row.id] = row.state
    return found


async def again_table(connection: AsyncConnection, id: str) -> str | None:
    tables = schema.tables
    chosen = select(tables.c.id).where(tables.c.again_of == id).order_by(tables.c.made, tables.c.id).limit(1)
    found: str | None = (await connection.execute(chosen)).scalar_one_or_none()
    return found


def in_parts(ids: Sequence[str]) -> list[Sequence[str]]:
    """Ids in portions: a statement takes a limited number of values."""
    return [ids[start : start + 1000] for start in range(0, len(ids), 1000)]


async def _with_seats(connection: AsyncConnection, chosen: Select[Any]) -> list[ListedTable]:
    seats = schema.seats
    rows = (await connection.execute(chosen)).all()
    by_table: dict[str, list[Seat]] = defaultdict(list)
    for some in in_parts([row.id for row in rows]):
        chosen = select(seats).where(seats.c.table_id.in_(some)).order_by(seats.c.table_id, seats.c.number)
        for row in await connection.execute(chosen):
            by_table[row.table_id].append(_seat_of(row))
    return [ListedTable(_table_of(row), tuple(by_table[row.id])) for row in rows]


async def triggers(connection: AsyncConnection) -> list[str]:
    """Triggers on our tables in PostgreSQL, such as `trigger gift`. We make none."""
    found = await connection.execute(
        text(
            "SELECT tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid"
            " WHERE NOT tgisinternal AND relname = ANY(:ours) AND pg_table_is_visible(pg_class.oid) ORDER BY tgname"
        ),
        {"ours": list(schema.metadata.tables)},
    )
    return [f"trigger {name}" for (name,) in found]
