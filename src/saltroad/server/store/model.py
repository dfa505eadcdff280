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

StandInReason = Literal["left", "away", "time"]
"""Why a bot plays for a person: they left the seat to it, the others gave it the seat of somebody away, or the clock
ran out."""
Scope = Literal["play", "watch", "manage"]
"""What a program's token may do. None of them touches the account."""

SOMEBODY = "Somebody"
"""The name of a person who asked to be forgotten."""
QUIET = 600_000
"""Milliseconds after which a table that nobody was at stands behind the others in the list of open ones."""


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
    epoch: int = 0
    """How often all sessions were ended at once, counted from 1; 0 for somebody who was here before there were any, and
    whose cookies of then still count."""


@dataclass(frozen=True, slots=True)
class ApiToken:
    """What a program comes in by as a person. Only its hash is kept."""

    id: str
    person: str
    label: str
    made: int
    used: int | None = None
    """When it was last seen used, within an hour."""
    scope: Scope = "play"


@dataclass(frozen=True, slots=True)
class BrowserSession:
    """A browser that somebody came in with. The secret in its cookie is not known here, only its hash."""

    id: str
    person: str
    made: int
    seen: int
    """When it was last used, within an hour."""
    device: str
    """The browser and the system, as `devices` writes them."""


@dataclass(frozen=True, slots=True)
class LoginLink:
    """A private link that nobody has used yet. The link itself is not known here, only its hash."""

    id: str
    person: str
    made: int
    until: int


@dataclass(frozen=True, slots=True)
class RemovedCredentials:
    """What was taken from a person, by ids; every link is among it, and every cookie of before there were sessions."""

    sessions: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ActiveCredentials:
    """What is still good of what was asked for."""

    people: Mapping[str, int]
    """Those who were not forgotten, with their epoch."""
    sessions: frozenset[str]
    tokens: frozenset[str]


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
    share_hash: str = ""
    """What the share was bound by before anybody's was shown; "" for a seat that adds none."""
    drawn_from: int | None = None
    """The number of the seat before the order was drawn; None before that, and where none is drawn."""
    stand_in_reason: StandInReason | None = None
    """Why a bot stands in; None where none does."""


@dataclass(frozen=True, slots=True)
class TableRow:
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
    dice: str = "saltroad dice 1"
    """The scheme that chance is decided by."""
    dealing: int | None = None
    """Since when a table that is still open waits for the players' shares; None when it does not."""
    deals: int = 1
    """How many seeds were committed to: more than one if a deal was given up before the game began."""
    last_active: int | None = None
    """When a person last did something here; None if nobody noted it."""

    @property
    def is_imported(self) -> bool:
        """Whether it is a record that somebody brought: nobody here has seen who played it, or checked its dice."""
        return self.record is not None

    @property
    def phase(self) -> str:
        """Its state as people see it: `dealing` while an open table waits for the players' shares."""
        return "dealing" if self.state == "open" and self.dealing is not None else self.state


class StoredPly(NamedTuple):
    """One action of a game: a player's or chance's. A plain tuple will do."""

    actor: int
    action: str
    at: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The game was taken back for a new draw: the ply `to_ply` and all after it were removed, and chance draws anew."""

    number: int
    """The first time is 0."""
    to_ply: int
    at: int


@dataclass(frozen=True, slots=True)
class Log:
    """All plies of a table, from ply 0, and how often it was taken back for a new draw, in order."""

    plies: tuple[StoredPly, ...]
    taken_back: tuple[TakenBack, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended; stored with its last plies."""

    result: str
    at: int


@dataclass(frozen=True, slots=True)
class ChatLine:
    """Something said at a table."""

    number: int
    """Counted from 1 at each table."""
    person: str | None
    name: str
    text: str
    at: int
    apart: bool
    """Said among those who watch, apart from the players."""
    notice: str | None = None
    """A code for something that happened at the table and is no move, such as a bot that stands in; None for chat."""
    about: int | None = None
    """The seat that a notice is about."""


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table in a list, with its seats."""

    table: TableRow
    seats: tuple[Seat, ...]
