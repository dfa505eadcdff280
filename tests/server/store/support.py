"""What the tests of the store share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

from saltroad.server.store import Seat, Store, TableRow
from services import PostgreSQL

NOW = 1_800_000_000_000


@dataclass(frozen=True)
class Database:
    """Where a test's store is."""

    kind: str
    where: str
    server: PostgreSQL | None = None


def with_store(test: Callable[[Store], Awaitable[None]]) -> Callable[[Database], None]:
    """A test that is given an open store, on each database."""

    def run(database: Database) -> None:
        async def go() -> None:
            store = await Store.open(database.where, clock=lambda: NOW)
            try:
                await test(store)
            finally:
                await store.close()

        asyncio.run(go())

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


def a_table(id: str, **values: Any) -> TableRow:
    """A table with plausible values."""
    plain = TableRow(
        id=id,
        game="bazaar",
        options="players=2 double_purchase=off solo=off",
        rules_version=1,
        made=NOW,
        made_by=None,
        public=True,
        pace={"move_seconds": 60},
        seed=bytes(range(32)),
        commitment="c0ffee",
        state="playing",
    )
    return replace(plain, **values)


def person_seat(number: int, person: str, name: str) -> Seat:
    return Seat(number, "person", person, None, name, f"share {number}")


def a_ply(number: int) -> tuple[int, str, int]:
    """A ply whose text tells its number."""
    return (number % 2, f"trade {number}", NOW + number)
