"""The messages of a table's socket, both ways, as JSON objects with a `type`.

One message carries the whole answer: an `Update` is all that a client needs to draw, so that no question follows. Seats
are counted from 0, and a ply is the number of an action from the start; `ply` in a client's message is the one it
believes to be next. The view is the game's own, as `observe` builds it for that viewer.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

ShortText = Annotated[str, msgspec.Meta(max_length=100)]
LongText = Annotated[str, msgspec.Meta(max_length=500)]
PlyNumber = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class _Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What all messages share: a wrong field is refused, not overlooked."""


# -- from a client -----------------------------------------------------------------------------------------------------


class Act(_Message, frozen=True, tag="act"):
    """Play an action for one's seat."""

    ply: PlyNumber
    action: ShortText


class Undo(_Message, frozen=True, tag="undo"):
    """Take back one's own last action of this turn."""

    ply: PlyNumber


class AskBack(_Message, frozen=True, tag="ask_back"):
    """Ask the others to take the game back to before one's last action."""

    ply: PlyNumber


class AnswerBack(_Message, frozen=True, tag="answer_back"):
    """Agree to going back to that ply, or not; whoever asked may so withdraw it."""

    to_ply: PlyNumber
    agree: bool


class Explain(_Message, frozen=True, tag="explain"):
    """Ask why an action is or is not legal now."""

    ply: PlyNumber
    action: ShortText


ClientMessage = Act | Undo | AskBack | AnswerBack | Explain

# -- to a client -------------------------------------------------------------------------------------------------------


class Happened(msgspec.Struct, frozen=True):
    """One ply of the log."""

    actor: int
    """A seat, or -1 for chance."""
    action: str


class SeatShown(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    kind: str
    """`open`, `kept`, `bot` or `person`."""
    name: str
    here: bool
    """Whether the person is connected."""


class Asked(msgspec.Struct, frozen=True):
    """A wish to go back that waits for answers."""

    seat: int
    to_ply: int
    waits_for: tuple[int, ...]


class Update(_Message, frozen=True, tag="update"):
    """Where a table stands, for one viewer."""

    table: str
    revision: int
    """Rises whenever the game goes back: a client with another revision forgets what it knew of the log."""
    game: str
    options: str
    state: str
    """`open`, `playing`, `over` or `closed`."""
    seats: tuple[SeatShown, ...]
    seat: int | None
    """The viewer's own, None for a spectator."""
    first_ply: int
    happened: tuple[Happened, ...]
    """The log from `first_ply` on; it replaces whatever the client had from there."""
    ply: int
    """The next one."""
    actor: int
    """The seat to act, -2 when nobody is."""
    view: Any
    """None before the game begins."""
    legal: tuple[str, ...]
    can_undo: bool
    asked: Asked | None
    outcome: Any
    commitment: str
    """The promise of the dice: see docs/reference/fair-dice.md."""
    seed: str | None
    """Shown when the game is over."""


class Explained(_Message, frozen=True, tag="explained"):
    """Whether an action is legal, by which rule, and why."""

    action: str
    legal: bool
    rule: str
    sentence: str


class Refused(_Message, frozen=True, tag="refused"):
    """Something that was asked for cannot be done. Nothing has changed."""

    code: str
    sentence: str
    rule: str | None
    ply: int
    """The next ply, for a client that is behind."""


ServerMessage = Update | Explained | Refused

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


def encode(message: ServerMessage) -> bytes:
    """A message as it goes over the wire."""
    return _encoder.encode(message)


def decode(data: bytes | str) -> ClientMessage:
    """A client's message; msgspec.ValidationError or DecodeError for anything else."""
    return _decoder.decode(data)
