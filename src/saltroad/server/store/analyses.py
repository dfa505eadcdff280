"""Analyses in the database: which games are to be analysed, who is at it, and what was found ply by ply.

The rows are the queue, so that an analysis outlives the process that began it, and any process can tell how far it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from saltroad.server.store import checks, schema
from saltroad.server.store.errors import NoSuchTable
from saltroad.server.store.reader import Reader
from saltroad.server.store.writer import Change, Writer

StoredAnalysisState = Literal["waiting", "running", "done", "failed"]


@dataclass(frozen=True, slots=True)
class StoredAnalysis:
    """How far the analysis of a table's game is."""

    table: str
    settings_key: str
    """The key of what it depends on: the moves, the depth, the version of the analysis."""
    state: StoredAnalysisState
    total: int
    """Plies that there are to analyse."""
    done: int
    """Plies that are stored."""


class StoredAnalyses:
    """The analyses of a store. Writes return when they are durable."""

    def __init__(self, writer: Writer, reader: Reader, clock: Callable[[], int]) -> None:
        self._writer = writer
        self._reader = reader
        self._clock = clock

    async def get(self, table: str) -> StoredAnalysis | None:
        """The analysis of a table's game, if one was asked for."""
        return await self._reader.read(_analysis, table)

    async def plies(self, table: str, since: int = 0) -> list[bytes]:
        """What was found for each ply, in order, without the first `since`."""
        return await self._reader.read(_plies, table, checks.int32(since))

    async def ask(self, table: str, settings_key: str, total: int) -> None:
        """Ask for an analysis, unless it is there or under way. One that failed begins again with what it had; one of
        other settings is replaced. NoSuchTable if there is none."""
        await self._writer.change(_ask(checks.text(table), settings_key, total, self._clock()))

    async def claim(self, worker: str, silent_for: int) -> str | None:
        """Take the analysis that has waited longest, or one whose worker gave no sign for so many milliseconds; returns
        its table, None if there is none."""
        return await self._writer.change(_claim(worker, self._clock(), silent_for))

    async def add(self, table: str, worker: str, plies: Sequence[tuple[int, bytes]]) -> bool:
        """Store what was found; also without plies a sign of life. False if another worker has the analysis now: then
        nothing is stored."""
        return await self._writer.change(_add(table, worker, plies, self._clock()))

    async def leave(self, table: str, worker: str, state: StoredAnalysisState) -> None:
        """Give an analysis back: done, failed, or waiting for another worker. Nothing if another one has it now."""
        await self._writer.change(_leave(table, worker, state))


async def _analysis(connection: AsyncConnection, table: str) -> StoredAnalysis | None:
    analyses, plies = schema.analyses, schema.analysed_plies
    row = (await connection.execute(select(analyses).where(analyses.c.table_id == table))).one_or_none()
    if row is None:
        return None
    counted = select(func.count()).select_from(plies).where(plies.c.table_id == table)
    return StoredAnalysis(
        table, row.settings_key, row.state, row.total, (await connection.execute(counted)).scalar_one()
    )


async def _plies(connection: AsyncConnection, table: str, since: int) -> list[bytes]:
    plies = schema.analysed_plies
    chosen = select(plies.c.body).where(plies.c.table_id == table).order_by(plies.c.ply).offset(since)
    return list((await connection.execute(chosen)).scalars())


def _ask(table: str, settings_key: str, total: int, now: int) -> Change[None]:
    analyses, plies = schema.analyses, schema.analysed_plies

    async def change(connection: AsyncConnection) -> None:
        # The lock on the table's row has two who ask at once take turns, also when there is no analysis to lock yet.
        locked = select(schema.tables.c.id).where(schema.tables.c.id == table).with_for_update()
        if (await connection.execute(locked)).one_or_none() is None:
            raise NoSuchTable(table)
        found = (await connection.execute(select(analyses).where(analyses.c.table_id == table))).one_or_none()
        values = {"settings_key": settings_key, "state": "waiting", "total": total, "asked": now}
        if found is None:
            await connection.execute(insert(analyses).values(table_id=table, worker="", beat=0, **values))
        elif found.settings_key != settings_key:
            await connection.execute(delete(plies).where(plies.c.table_id == table))
            await connection.execute(update(analyses).where(analyses.c.table_id == table).values(**values))
        elif found.state == "failed":
            await connection.execute(update(analyses).where(analyses.c.table_id == table).values(**values))

    return change


def _claim(worker: str, now: int, silent_for: int) -> Change[str | None]:
    analyses = schema.analyses
    is_silent = (analyses.c.state == "running") & (analyses.c.beat < now - silent_for)
    oldest = (
        select(analyses.c.table_id)
        .where(or_(analyses.c.state == "waiting", is_silent))
        .order_by(analyses.c.asked, analyses.c.table_id)
        .limit(1)
        .with_for_update(skip_locked=True)
    )

    async def change(connection: AsyncConnection) -> str | None:
        table: str | None = (await connection.execute(oldest)).scalar_one_or_none()
        if table is not None:
            claimed = update(analyses).where(analyses.c.table_id == table)
            await connection.execute(claimed.values(state="running", worker=worker, beat=now))
        return table

    return change


def _add(table: str, worker: str, plies: Sequence[tuple[int, bytes]], now: int) -> Change[bool]:
    analyses = schema.analyses
    rows = [{"table_id": table, "ply": checks.int32(ply), "body": body} for ply, body in plies]
    is_ours = (analyses.c.table_id == table) & (analyses.c.worker == worker) & (analyses.c.state == "running")

    async def change(connection: AsyncConnection) -> bool:
        seen = await connection.execute(update(analyses).where(is_ours).values(beat=now))
        if seen.rowcount == 0:
            return False
        if rows:
            await connection.execute(insert(schema.analysed_plies), rows)
        return True

    return change


def _leave(table: str, worker: str, state: StoredAnalysisState) -> Change[None]:
    analyses = schema.analyses
    is_ours = (analyses.c.table_id == table) & (analyses.c.worker == worker) & (analyses.c.state == "running")

    async def change(connection: AsyncConnection) -> None:
        await connection.execute(update(analyses).where(is_ours).values(state=state, worker=""))

    return change
