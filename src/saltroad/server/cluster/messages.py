"""The messages between the processes of one server. Clients never see them."""

from __future__ import annotations

import msgspec

from saltroad.server.accounts.open_connections import Revocation
from saltroad.server.store import Person


class _ClusterMessage(msgspec.Struct, frozen=True, array_like=True, tag=True):
    pass


# -- to the process that has a table -----------------------------------------------------------------------------------


class _ClusterRequest(_ClusterMessage, frozen=True):
    """The base of all requests. Each is answered by one `ClusterReply`."""

    sender: str
    number: int
    """The sender's number for this request."""


class Subscribe(_ClusterRequest, frozen=True):
    """A client of the sender follows a table: a `Delivery` comes with every change."""

    table: str
    person: str | None
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
    """Tables as lists show them, for one person."""

    tables: list[str]
    person: str | None


class FetchMetrics(_ClusterRequest, frozen=True):
    """The metrics of the process."""


class CredentialsRevoked(_ClusterRequest, frozen=True):
    """A session or token is no longer valid. Answered when the sockets that were opened with it are closed."""

    ended: Revocation


class Unsubscribe(_ClusterMessage, frozen=True):
    """The sender's client no longer follows a table."""

    sender: str
    subscription: int


class FlowControl(_ClusterMessage, frozen=True):
    """Whether the connection behind a subscription can take more."""

    sender: str
    subscription: int
    can_take: bool


# -- from it -----------------------------------------------------------------------------------------------------------


class ClusterReply(_ClusterMessage, frozen=True):
    """The reply to a request."""

    to: int
    done: bool
    """False: nothing was done, since the table is not there any more; the request may be sent again."""
    body: bytes = b""


class Delivery(_ClusterMessage, frozen=True):
    """A message to clients, for all subscriptions of a process that are sent the same."""

    subscriptions: list[tuple[int, int]]
    """Each with the number of its delivery, counted from 1: a gap is noticed."""
    body: bytes


class SubscriptionsLost(_ClusterMessage, frozen=True):
    """These subscriptions are over: subscribe again."""

    subscriptions: list[int]


class Heartbeat(_ClusterMessage, frozen=True):
    """The sender is well, and has made so many deliveries to each of these subscriptions."""

    sender: str
    subscriptions: dict[int, int]


# -- to all ------------------------------------------------------------------------------------------------------------


class MemberGone(_ClusterMessage, frozen=True):
    """A process has ended: its tables are free."""

    process: str


class PersonForgotten(_ClusterMessage, frozen=True):
    """A person has left for good: their name is taken out of all tables."""

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
