"""Leases on tables: one process at a time has a table, and only that one writes.

A server of one process has all of them. With several, `cluster.redis_leases` asks Redis.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class OwnedElsewhere(Exception):
    """Another process has the table."""

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.owner = owner


class Leases(Protocol):
    """The leases of one process."""

    def are_sure(self) -> bool:
        """Whether no other process can have our tables at this moment."""

    async def take(self, table: str) -> None:
        """Take the lease on a table; OwnedElsewhere if another process has it, Refusal if that is not known."""

    async def release(self, table: str) -> None:
        """Give the lease back."""

    async def elsewhere(self, tables: Sequence[str]) -> dict[str, str]:
        """The owners of those tables that other processes have."""


class LocalLeases:
    """The leases of a process that has no others beside it."""

    def are_sure(self) -> bool:
        return True

    async def take(self, table: str) -> None:
        pass

    async def release(self, table: str) -> None:
        pass

    async def elsewhere(self, tables: Sequence[str]) -> dict[str, str]:
        return {}
