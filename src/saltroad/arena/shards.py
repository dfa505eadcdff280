"""Shards: parts of a tournament that are played apart, on any machines, and merged afterwards. Each has whole deals."""

from __future__ import annotations

import re

import msgspec

from saltroad.arena.entrants import BadArena

_SHARD = re.compile(r"\s*(\d{1,9})\s*/\s*(\d{1,9})\s*")


class Shard(msgspec.Struct, frozen=True):
    """One shard of `of`: every `of`-th deal, beginning with its own number."""

    number: int
    """From 1."""
    of: int

    def __post_init__(self) -> None:
        if not all(type(each) is int for each in (self.number, self.of)):
            raise BadArena(f"A shard is two whole numbers, as Shard(1, 2), not {self.number!r} and {self.of!r}.")
        if not 1 <= self.number <= self.of:
            raise BadArena(f"Shards are numbered from 1 to their number, as 1/{max(self.of, 1)}: there is no {self}.")

    def deals(self, deals: int) -> range:
        """The deals of this shard among the first `deals`."""
        return range(self.number - 1, deals, self.of)

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


def check_shard(shard: Shard | None) -> None:
    """Refuse what is no shard, such as its text."""
    if shard is not None and not isinstance(shard, Shard):
        raise BadArena(f"A shard is a Shard, such as read_shard('1/2') or Shard(1, 2), not {shard!r}.")


def read_shard(text: str) -> Shard:
    """The shard in a text such as `2/10`."""
    found = _SHARD.fullmatch(text)
    if found is None:
        raise BadArena(f"A shard looks like 2/10, the second of ten, not {text[:40]!r}.")
    return Shard(int(found[1]), int(found[2]))
