"""What processes of one server say to each other. Never seen by a client."""

from __future__ import annotations

import msgspec

from saltroad.server.connections import Ended
from saltroad.server.store import Person


class _Message(msgspec.Struct, frozen=True, array_like=True, tag=True):
    pass


# -- to the process that has a table -----------------------------------------------------------------------------------


class _Question(_Message, frozen=True):
    """Answered by one `Reply`."""

    sender: str
    number: int
    """The sender's own for this question."""


class Look(_Question, frozen=True):
    """Somebody is connected to the sender and looks at a table: `Told` follows, again and again."""

    table: str
    person: str | None
    language: str
    revision: int
    seen: int


class Ask(_Question, frozen=True):
    """A client's message for a table."""

    table: str
    person: Person | None
    message: bytes
    language: str


class Show(_Question, frozen=True):
    """The whole update of a table, for one person."""

    table: str
    person: str | None
    language: str


class Listing(_Question, frozen=True):
    """How tables are shown in a list, for one person."""

    tables: list[str]
    person: str | None


class Figures(_Question, frozen=True):
    """What the process has counted."""


class Withdrawn(_Question, frozen=True):
    """A session or token lets nobody in any more. Answered when the sockets that were opened with it are closed."""

    ended: Ended


class Unlook(_Message, frozen=True):
    """A look is over."""

    sender: str
    look: int


class Flow(_Message, frozen=True):
    """Whether the connection behind a look can take more."""

    sender: str
    look: int
    can_take: bool


# -- from it -----------------------------------------------------------------------------------------------------------


class Reply(_Message, frozen=True):
    """The answer to a question."""

    to: int
    done: bool
    """False: nothing was done, since the table is not there any more; the question may be put again."""
    body: bytes = b""


class Told(_Message, frozen=True):
    """What is new, for all looks of a process that are told the same."""

    looks: list[tuple[int, int]]
    """Each with the number of what it is told, counted from 1: a gap is noticed."""
    body: bytes


class Lost(_Message, frozen=True):
    """These looks are over: look again."""

    looks: list[int]


class Beat(_Message, frozen=True):
    """The sender is well, and has told each of these looks so much."""

    sender: str
    looks: dict[int, int]


# -- to all ------------------------------------------------------------------------------------------------------------


class Gone(_Message, frozen=True):
    """A process has ended: its tables are free."""

    process: str


class Forgotten(_Message, frozen=True):
    """A person has left for good: no table shows their name any more."""

    person: str


Question = Look | Ask | Show | Listing | Figures | Withdrawn
Message = Question | Unlook | Flow | Reply | Told | Lost | Beat | Gone | Forgotten

encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(Message).decode
