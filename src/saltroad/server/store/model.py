"""What the store keeps, as plain values: people, tables, seats, plies, lines of chat. Knows no database.

A moment is a whole number of milliseconds since the beginning of 1970, UTC. Ids are texts.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

State = Literal["open", "playing", "over", "closed"]
"""Of a table: waiting for players, being played, played to its end, given up without one."""
SeatKind = Literal["open", "kept", "bot", "person"]
"""Of a seat: free for anybody, kept for somebody who was sent a link, taken by a bot, taken by a person."""

SOMEBODY = "Somebody"
"""The name of a person who asked to be forgotten."""


def moment() -> int:
    """Now."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays here; needs no more than a name."""

    id: str
    name: str
    made: int
    has_password: bool = False
    gone: bool = False
    """Forgotten at their own wish: nothing but the places in finished games is left."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    login: str | None = None
    """What they come in by, with a password; nobody else has it, in whatever case."""


@dataclass(frozen=True, slots=True)
class Token:
    """What a program comes in by as a person. Only its hash is kept."""

    id: str
    person: str
    label: str
    made: int
    used: int | None = None
    """When it was last seen used, within a day."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One place at a table. Seats are counted from 0, as the rules do."""

    number: int
    kind: SeatKind = "open"
    person: str | None = None
    bot: str | None = None
    """The bot that plays here. Beside a person: it stands in for them."""
    name: str = ""
    share: str = ""
    """What this seat added to the dice; see docs/reference/fair-dice.md."""


@dataclass(frozen=True, slots=True)
class Table:
    """A game that people met for. Its plies, seats and chat are kept beside it."""

    id: str
    game: str
    options: str
    """As in a record: `players=2 double_purchase=off`."""
    rules_version: int
    made: int
    made_by: str | None
    public: bool
    pace: Mapping[str, Any]
    """How long one may think: small, JSON, and only the table knows what it means."""
    seed: bytes = field(repr=False)
    """Secret until the game is over; never in a log."""
    commitment: str
    state: State = "open"
    started: int | None = None
    ended: int | None = None
    result: str | None = None
    """As in a record: `two_stalls_empty; scores 31 24; winners 1`."""
    again_of: str | None = None
    """The table that this one is another game of."""
    clocks: bytes | None = field(default=None, repr=False)
    """The clocks as they stood after the last ply; only the table knows what it means."""
    drawn: bool = True
    """Whether the order of the seats is drawn when the game begins."""
    record: str | None = None
    """Of a game that was not played here: what its record says beside seats, result and actions, as its headers."""


class Ply(NamedTuple):
    """One action of a game: a player's or chance's. A plain tuple will do."""

    actor: int
    action: str
    at: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The game was taken back by consent: the ply `to_ply` and all after it were removed."""

    number: int
    """The first time is 0."""
    to_ply: int
    at: int


@dataclass(frozen=True, slots=True)
class Log:
    """All plies of a table, from ply 0, and how often it was taken back, in order."""

    plies: tuple[Ply, ...]
    taken_back: tuple[TakenBack, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended; stored with its last plies."""

    result: str
    at: int


@dataclass(frozen=True, slots=True)
class Line:
    """Something said at a table."""

    number: int
    """Counted from 1 at each table."""
    person: str | None
    name: str
    text: str
    at: int
    apart: bool
    """Said among those who watch, apart from the players."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A table in a list, with its seats."""

    table: Table
    seats: tuple[Seat, ...]
