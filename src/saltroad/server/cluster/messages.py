"""What processes of one server say to each other. Never seen by a client."""

from __future__ import annotations

import msgspec

from saltroad.server.accounts.open_connections import Revocation
from saltroad.server.store import Person


class _ClusterMessage(msgspec.Struct, frozen=True, array_like=True, tag=True):
    pass


# -- to the process that has a table -----------------------------------------------------------------------------------


class _ClusterRequest(_ClusterMessage, frozen=True):
    """Answered by one `ClusterReply`."""

    sender: str
    number: int
    """The sender's own for this question."""


class Subscribe(_ClusterRequest, frozen=True):
    """Somebody is connected to the sender and looks at a table: `Delivery` follows, again and again."""

    table: str
    person: str | None
    language: str
    revision: int
    seen: int


class RunCommand(_ClusterRequest, frozen=True):
    """A client's message for a table."""

    table: str
    person: Person | None
    message: bytes
    language: str


class FetchUpdate(_ClusterRequest, frozen=True):
    """The whole update of a table, for one person."""

    table: str
    person: str | None
    language: str


class FetchListing(_ClusterRequest, frozen=True):
    """How tables are shown in a list, for one person."""

    tables: list[str]
    person: str | None


class FetchMetrics(_ClusterRequest, frozen=True):
    """What the process has counted."""


class CredentialsRevoked(_ClusterRequest, frozen=True):
    """A session or token lets nobody in any more. Answered when the sockets that were opened with it are closed."""

    ended: Revocation


class Unsubscribe(_ClusterMessage, frozen=True):
    """A look is over."""

    sender: str
    look: int


class FlowControl(_ClusterMessage, frozen=True):
    """Whether the connection behind a look can take more."""

    sender: str
    look: int
    can_take: bool


# -- from it -----------------------------------------------------------------------------------------------------------


class ClusterReply(_ClusterMessage, frozen=True):
    """The answer to a question."""

    to: int
    done: bool
    """False: nothing was done, since the table is not there any more; the question may be put again."""
    body: bytes = b""


class Delivery(_ClusterMessage, frozen=True):
    """What is new, for all looks of a process that are told the same."""

    looks: list[tuple[int, int]]
    """Each with the number of what it is told, counted from 1: a gap is noticed."""
    body: bytes


class SubscriptionsLost(_ClusterMessage, frozen=True):
    """These looks are over: look again."""

    looks: list[int]


class Heartbeat(_ClusterMessage, frozen=True):
    """The sender is well, and has told each of these looks so much."""

    sender: str
    looks: dict[int, int]


# -- to all ------------------------------------------------------------------------------------------------------------


class MemberGone(_ClusterMessage, frozen=True):
    """A process has ended: its tables are free."""

    process: str


class PersonForgotten(_ClusterMessage, frozen=True):
    """A person has left for good: no table shows their name any more."""

    person: str


ClusterRequest = Subscribe | RunCommand | FetchUpdate | FetchListing | FetchMetrics | CredentialsRevoked
ClusterMessage = (
    ClusterRequest
    | Unsubscribe
    | FlowControl
    | ClusterReply
    | Delivery
    | SubscriptionsLost
    | Heartbeat
    | MemberGone
    | PersonForgotten
)

encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(ClusterMessage).decode
