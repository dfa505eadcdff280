"""Appends of plies to many tables in few statements: a group of `Store.append` calls costs one select and one
insert. SQLite has a way of its own for groups of appends alone, `sqlite_appends`; all others take this one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import Text, any_, bindparam, func, select, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncConnection

from saltroad.server.store.errors import NoSuchTable, PlyTaken, StoreError, TableEnded
from saltroad.server.store.model import Ending
from saltroad.server.store.schema import plies, tables

ENDED = frozenset({"over", "closed"})


@dataclass(frozen=True, slots=True)
class Append:
    """A call of `Store.append` with checked values."""

    table: str
    first_ply: int
    plies: Sequence[tuple[int, str, int]]
    ends: Ending | None
    clocks: bytes | None


@dataclass(slots=True)
class AppendState:
    """The state and the length of a table, with what the group has added."""

    state: str
    length: int


_last = select(func.max(plies.c.ply)).where(plies.c.table_id == tables.c.id).scalar_subquery()
_select_states = select(tables.c.id, tables.c.state, _last)
# One text for any number of tables, so that it is compiled and prepared once.
_select_states_sqlite = _select_states.where(
    tables.c.id.in_(select(func.json_each(bindparam("ids")).table_valued("value").c.value))
)
_among = tables.c.id == any_(bindparam("ids", type_=ARRAY(Text)))
_select_states_postgresql = _select_states.where(_among)
_lock_postgresql = select(tables.c.id).where(_among).order_by(tables.c.id).with_for_update()

_end = (
    update(tables)
    .where(tables.c.id == bindparam("id_"))
    .values(state="over", result=bindparam("result_"), ended=bindparam("ended_"))
)
_set_clocks = update(tables).where(tables.c.id == bindparam("id_")).values(clocks=bindparam("clocks_"))
_insert_sqlite = "INSERT INTO plies (table_id, ply, actor, action, at) VALUES (?, ?, ?, ?, ?)"
_insert_postgresql = (
    "INSERT INTO plies (table_id, ply, actor, action, at)"
    " SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::text[], $5::bigint[])"
)


@dataclass(slots=True)
class AppendPlan:
    """The rows to store for a group of calls, and the answer to each call."""

    answers: list[StoreError | None]
    """For each call None, or why it is refused."""
    rows: list[tuple[str, int, int, str, int]]
    clocks: dict[str, bytes]
    ends: list[tuple[str, str, int]]


async def store_appends(connection: AsyncConnection, group: Sequence[Append]) -> list[StoreError | None]:
    """Store what can be stored, in order; for each call None, or why it was refused."""
    plan = plan_appends(group, await _append_states(connection, sorted({call.table for call in group})))
    if plan.rows:
        await insert_plies(connection, plan.rows)
    if plan.clocks:
        clocks = [{"id_": id, "clocks_": value} for id, value in plan.clocks.items()]
        await connection.execute(_set_clocks, clocks)
    if plan.ends:
        ends = [{"id_": id, "result_": result, "ended_": at} for id, result, at in plan.ends]
        await connection.execute(_end, ends)
    return plan.answers


def plan_appends(group: Sequence[Append], states: Mapping[str, AppendState]) -> AppendPlan:
    """Check each call against the state of its table, and against the calls before it."""
    plan = AppendPlan([], [], {}, [])
    for call in group:
        state = states.get(call.table)
        refusal = _refusal(call, state)
        plan.answers.append(refusal)
        if refusal is not None or state is None:
            continue
        for ply, (actor, action, at) in enumerate(call.plies, call.first_ply):
            plan.rows.append((call.table, ply, actor, action, at))
        state.length += len(call.plies)
        if call.clocks is not None:
            plan.clocks[call.table] = call.clocks
        if call.ends is not None:
            state.state = "over"
            plan.ends.append((call.table, call.ends.result, call.ends.at))
    return plan


def _refusal(call: Append, state: AppendState | None) -> StoreError | None:
    if state is None:
        return NoSuchTable(call.table)
    if state.state in ENDED:
        return TableEnded(call.table, state.state)
    if call.first_ply != state.length:
        return PlyTaken(call.table, call.first_ply)
    return None


async def _append_states(connection: AsyncConnection, ids: list[str]) -> dict[str, AppendState]:
    if connection.dialect.name == "sqlite":  # the transaction holds the only lock there is
        found = await connection.execute(_select_states_sqlite, {"ids": msgspec.json.encode(ids).decode()})
    else:
        # Two statements: one that waited for a lock still sees the plies of before it waited.
        await connection.execute(_lock_postgresql, {"ids": ids})
        found = await connection.execute(_select_states_postgresql, {"ids": ids})
    return {id: AppendState(state, 0 if last is None else last + 1) for id, state, last in found}


async def insert_plies(connection: AsyncConnection, rows: list[tuple[str, int, int, str, int]]) -> None:
    """The plies of a whole group in one statement, by the driver's own call.

    PostgreSQL takes columns as arrays: one message whatever the number of rows.
    """
    if connection.dialect.name == "sqlite":
        await connection.exec_driver_sql(_insert_sqlite, rows)
    else:
        columns = tuple(list(column) for column in zip(*rows, strict=True))
        await connection.exec_driver_sql(_insert_postgresql, columns)
