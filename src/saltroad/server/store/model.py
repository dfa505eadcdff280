"""The values of the store: people, tables, seats, plies, lines of chat. Knows no database.

A moment is a whole number of milliseconds since the beginning of 1970, UTC. Ids are texts.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

State = Literal["open", "playing", "over", "closed"]
"""The state of a table: waiting for players, being played, finished, closed before the end."""
SeatKind = Literal["open", "kept", "bot", "person"]
"""The kind of a seat: free, kept for a person who was sent a link, taken by a bot, taken by a person."""

StandInReason = Literal["left", "away", "time"]
"""Why a bot plays for a person: they left the seat to it, they are away and the others agreed, or their clock ran
out."""
Scope = Literal["play", "watch", "manage"]
"""What a program's token may do. None of them touches the account."""

FORGOTTEN_NAME = "Somebody"
"""The name of a person who asked to be forgotten."""
QUIET_AFTER = 600_000
"""Milliseconds without activity after which an open table is listed after the others."""


def moment() -> int:
    """The present moment."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Person:
    """A person who plays here: a guest, who needs no more than a name, or the owner of an account."""

    id: str
    name: str
    made: int
    has_password: bool = False
    gone: bool = False
    """Forgotten at their own wish: only their seats in finished games are left."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    login: str | None = None
    """The name they log in with; unique, whatever its case."""
    epoch: int = 0
    """How often all sessions were ended at once, counted from 1; 0 for a person from before there were sessions, whose
    cookies of that time are still valid."""


@dataclass(frozen=True, slots=True)
class ApiToken:
    """The token of a program that acts for a person. Only its hash is stored."""

    id: str
    person: str
    label: str
    made: int
    used: int | None = None
    """When it was last used, to the hour."""
    scope: Scope = "play"


@dataclass(frozen=True, slots=True)
class BrowserSession:
    """A browser that a person is logged in with. Of the secret in its cookie only the hash is stored."""

    id: str
    person: str
    made: int
    seen: int
    """When it was last used, to the hour."""
    device: str
    """The browser and the system, as `accounts.user_agents` writes them."""


@dataclass(frozen=True, slots=True)
class LoginLink:
    """A private link that is unused: a device that opens it is logged in as the person. Only its hash is stored."""

    id: str
    person: str
    made: int
    until: int


@dataclass(frozen=True, slots=True)
class RemovedCredentials:
    """The credentials that were taken from a person, by id; all links and all cookies from before there were sessions
    are among them."""

    sessions: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ActiveCredentials:
    """Those of some people, sessions and tokens that are still valid."""

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
    """The seat's share of the dice; see docs/reference/fair-dice.md."""
    share_hash: str = ""
    """The hash that committed the seat to its share before any share was shown; empty for a seat without one."""
    drawn_from: int | None = None
    """The number of the seat before the order was drawn; None before that, and where none is drawn."""
    stand_in_reason: StandInReason | None = None
    """Why a bot stands in; None where none does."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table, without its plies, seats and chat."""

    id: str
    game: str
    options: str
    """As in a record: `players=2 double_purchase=off`."""
    rules_version: int
    made: int
    made_by: str | None
    public: bool
    pace: Mapping[str, Any]
    """The time controls, as JSON; only the table reads them."""
    seed: bytes = field(repr=False)
    """Secret until the game is over; never in a log."""
    commitment: str
    state: State = "open"
    started: int | None = None
    ended: int | None = None
    result: str | None = None
    """As in a record: `two_stalls_empty; scores 31 24; winners 1`."""
    again_of: str | None = None
    """The table that this one is a rematch of."""
    clocks: bytes | None = field(default=None, repr=False)
    """The clocks as they stood after the last ply; only the table reads them."""
    drawn: bool = True
    """Whether the order of the seats is drawn when the game begins."""
    record: str | None = None
    """Of an imported game: the headers of its record beside seats and result."""
    dice: str = "saltroad dice 1"
    """The scheme that chance is decided by."""
    dealing: int | None = None
    """Since when a table that is still open waits for the players' shares; None when it does not."""
    deals: int = 1
    """How many seeds were committed to: more than one if a deal was given up before the game began."""
    last_active: int | None = None
    """When a person last did something here; None if it was not noted."""

    @property
    def is_imported(self) -> bool:
        """Whether it is an imported record: this server vouches neither for its players nor for its dice."""
        return self.record is not None

    @property
    def phase(self) -> str:
        """The state as clients see it: `dealing` while an open table waits for the players' shares."""
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


class TableNotice(NamedTuple):
    """Something that happened at a table and is no move, such as a bot that stands in."""

    code: str
    seat: int | None
    """The seat that it is about."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of a table's chat: what a person said, or a notice."""

    number: int
    """Counted from 1 at each table."""
    person: str | None
    name: str
    text: str
    at: int
    apart: bool
    """Whether it was said among the spectators, hidden from the players."""
    notice: str | None = None
    """A code for something that happened at the table and is no move, such as a bot that stands in; None for chat."""
    about: int | None = None
    """The seat that a notice is about."""


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table in a list, with its seats."""

    table: TableRow
    seats: tuple[Seat, ...]
