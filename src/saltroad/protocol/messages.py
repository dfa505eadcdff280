"""The messages of a table, both ways, as JSON objects with a `type`.

One message carries the whole answer: an `Update` is all that a client needs to draw, so that no request follows. Seats
are counted from 0, and a ply is the number of an action from the start; `ply` in a client's message is the one it
believes to be next. The view is the game's own, as `observe` builds it for that viewer. The same messages go over a
table's socket and over HTTP; `id` is the client's own number for what it asks, and comes back as `to`.

Messages carry facts: what happened, what is asked and why something is refused, each as its kind with its values. The
messages of a game (`GET /api/games/{game}/messages`) make sentences of them. Over HTTP, `?language=` adds a `sentence`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

WIRE_VERSION = 2
"""The version of the protocol: rises when older clients could not read what is sent. A socket is opened with `?wire=`
and this number."""
RELOAD = 4010
"""The close code of a socket that was opened with another version: the client has to be loaded again."""

ShortText = Annotated[str, msgspec.Meta(max_length=500)]
LongText = Annotated[str, msgspec.Meta(max_length=500)]
PlyNumber = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=15)]
AskNumber = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]
ShareHash = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?(?!\n)$")]
Share = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}(?!\n)$")]
Notice = Literal["stand_in", "stand_in_time", "left", "came_back"]
"""The notices in the chat: a bot was put in for a player who is away, or whose time was over; a player left their seat
to a bot; a player plays for themselves again."""


class _Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """The base of all messages: an unknown field is refused, not ignored."""


# -- from a client -----------------------------------------------------------------------------------------------------


class Asking(_Message, frozen=True, kw_only=True):
    """The base of all messages of a client."""

    id: AskNumber = 0
    """The client's own number for this; the reply carries it as `to`. Without one, an update that shows what was asked
    for is the reply: `done` is sent only where no update is."""


class Sit(Asking, frozen=True, tag="sit", kw_only=True):
    """Take a free seat, or change to it, before the game begins; or, at the caller's own seat, give the hash of their
    share of the dice."""

    seat: SeatNumber
    share_hash: ShareHash = ""
    """The hash of the caller's share of the dice, 64 hexadecimal digits; replaces the one given before, and empty
    leaves that. Seats without one have no share in the dice: see docs/reference/fair-dice.md."""
    key: ShortText = ""
    """For a seat that is kept: the key of its link."""


class Stand(Asking, frozen=True, tag="stand", kw_only=True):
    """Leave the caller's seat: it is open again, or a bot plays on in a game that has begun. While the dice are dealt,
    the deal is given up, and the table is open with new dice."""


class SetSeat(Asking, frozen=True, tag="set_seat", kw_only=True):
    """Set what an empty seat is for, before the game begins; only for the host. While the dice are dealt: take the seat
    of a player whose share has not come for 60 seconds; the deal is given up."""

    seat: SeatNumber
    kind: Literal["open", "kept", "bot"]
    bot: ShortText = ""


class Start(Asking, frozen=True, tag="start", kw_only=True):
    """Begin the game once every seat is taken; only for the host. If hashes of shares were given, the table is
    `dealing` until all shares have come."""


class Reveal(Asking, frozen=True, tag="reveal", kw_only=True):
    """Send the caller's share of the dice, while the table is `dealing`."""

    share: Share
    """64 hexadecimal digits, from which the hash was made."""


class Close(Asking, frozen=True, tag="close", kw_only=True):
    """Close the table before the game begins; only for the host."""


class Again(Asking, frozen=True, tag="again", kw_only=True):
    """Another game with the same people: the update names the table."""

    start: bool = True
    """Whether it begins at once where all the others are bots. Without, the caller can give a share of the dice
    first."""


class Act(Asking, frozen=True, tag="act", kw_only=True):
    """Play an action for the caller's seat."""

    ply: PlyNumber
    action: ShortText
    revision: int | None = None
    """The revision of the update that it answers, if given: a late message is then not played after the game went
    back."""


class Undo(Asking, frozen=True, tag="undo", kw_only=True):
    """Take back the caller's own last action of this turn."""

    ply: PlyNumber
    revision: int | None = None


class AskBack(Asking, frozen=True, tag="ask_back", kw_only=True):
    """Ask the others to take the game back to before the caller's last action. What chance has decided stays
    decided."""

    ply: PlyNumber
    redraw: bool = False
    """Ask also that chance decides anew what is taken back. Refused while a bot stands in for a person."""


class AskPause(Asking, frozen=True, tag="ask_pause", kw_only=True):
    """Ask the others to stop the clocks."""


class Answer(Asking, frozen=True, tag="answer", kw_only=True):
    """Agree to the open request, or not; the player who made it withdraws it by this."""

    what: Literal["back", "pause", "stand_in"]
    to_ply: PlyNumber
    """The ply that the request named."""
    agree: bool


class Resume(Asking, frozen=True, tag="resume", kw_only=True):
    """End the pause."""


class StandIn(Asking, frozen=True, tag="stand_in", kw_only=True):
    """Let a bot play for a seat whose owner is away while the table waits for them; or leave the caller's own seat to a
    bot, or take it back. For another's seat the host decides alone; else all others who play have to agree."""

    seat: SeatNumber
    bot: bool


class Explain(Asking, frozen=True, tag="explain", kw_only=True):
    """Ask why an action is or is not legal now."""

    ply: PlyNumber
    action: ShortText


class Hint(Asking, frozen=True, tag="hint", kw_only=True):
    """Ask a bot what it would play; only where all the others are bots."""

    ply: PlyNumber


class Say(Asking, frozen=True, tag="say", kw_only=True):
    """Write a line of chat."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


ClientMessage = (
    Sit
    | Stand
    | SetSeat
    | Start
    | Reveal
    | Close
    | Again
    | Act
    | Undo
    | AskBack
    | AskPause
    | Answer
    | Resume
    | StandIn
    | Explain
    | Hint
    | Say
)

# -- to a client -------------------------------------------------------------------------------------------------------


class Happened(msgspec.Struct, frozen=True):
    """One ply of the log."""

    actor: int
    """A seat, or -1 for chance."""
    action: str
    events: tuple[Any, ...]
    """The events; none where there is nothing to tell."""
    at: int
    """The moment it was stored, in milliseconds."""
    sentence: str | UnsetType = UNSET
    """Over HTTP with `?language=`: the events as a sentence."""


class SeatShown(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    kind: str
    """`open`, `kept`, `bot` or `person`."""
    name: str
    here: bool
    """Whether the person is connected, or has asked something by HTTP a moment ago; always true for a bot."""
    bot: str
    """The bot that plays here: a bot of its own or a stand-in for the person; else empty."""
    stand_in: Literal["", "left", "away", "time"] = ""
    """Why a bot stands in for the person: they left their seat to it, they are away, or their time was over. The last
    two end when the person is back; empty where none stands in."""
    bot_from: int | None = None
    """The moment, in milliseconds, from which `stand_in` is taken for this seat: the table waits for its move, and its
    owner is away. None as long as it would be refused."""


class Asked(msgspec.Struct, frozen=True):
    """A request that waits for answers."""

    what: str
    """`back`, `pause` or `stand_in`."""
    seat: int
    to_ply: int
    waits_for: tuple[int, ...]
    about: int | None = None
    """The seat that a bot is to play for, of `stand_in`."""
    redraw: bool = False
    """Whether chance is to decide anew, of a take-back."""


class Deal(msgspec.Struct, frozen=True):
    """The players' shares of the dice before the game begins, by seat as the seats are then."""

    share_hashes: tuple[str, ...]
    """Empty for a seat without a share."""
    came: tuple[int, ...]
    """The seats whose share has come. The shares themselves are shown when the game is over."""
    since: int | None
    """When the table began to wait for them; None while it is open."""


class Clocks(msgspec.Struct, frozen=True):
    """The clocks at the moment `at`, by a clock of the server's own that cannot be set; that of the seat in `running`
    goes on from there."""

    at: int
    left: tuple[int | None, ...]
    """Milliseconds left to each seat, None where nothing limits them."""
    used: tuple[int, ...]
    """Milliseconds each seat has thought so far."""
    running: int | None
    """The seat whose clock runs."""
    paused: bool


class TableInfo(msgspec.Struct, frozen=True):
    """The facts of a table that hardly change once it is made."""

    table: str
    game: str
    options: str
    public: bool
    pace: Any
    """The time controls, as in `NewTable`."""
    drawn: bool
    """Whether the order of the seats is drawn when the game begins."""
    dice: str
    """The scheme of the dice: see docs/reference/fair-dice.md."""
    commitment: str
    """The commitment of the dice."""
    deals: int
    """How many commitments there were: more than one if a deal was given up."""
    imported: bool
    """Whether it is an imported record: see `TableShown`."""


class Update(_Message, frozen=True, tag="update", kw_only=True, omit_defaults=True):
    """The state of a table, for one viewer. `info` and `seats` are left out when they are as in the update before on
    this connection; any other field that is left out has its default: see `UPDATE_DEFAULTS`."""

    number: int
    """The number of this update: rises with every change of the table; another server's begins anew."""
    revision: int
    """Changes when the game went back: with another number than before, the client forgets its log and view."""
    ply: int
    """The next ply."""
    actor: int
    """The seat to act, -2 when no seat is."""
    clocks: Clocks | None = None
    """None before the game begins."""
    state: Literal["open", "dealing", "playing", "over", "closed"] = "playing"
    """`dealing` waits for the players' shares of the dice."""
    watching: int = 0
    """The number of spectators."""
    asked: Asked | None = None
    thinks: int | None = None
    """The seat for which a bot is thinking."""
    outcome: Any = None
    deal: Deal | None = None
    """None once the game has begun."""
    seed: str | None = None
    """Shown when the game is over."""
    again: str | None = None
    """The table of the next game with the same people."""
    info: TableInfo | UnsetType = UNSET
    seats: tuple[SeatShown, ...] | UnsetType = UNSET
    seat: int | None = None
    """The viewer's own, None for a spectator."""
    is_host: bool = False
    """Whether the viewer made the table: only the host may change it and begin."""
    after: int
    """The number of the update before it on this connection, 0 for the first: a client that has another one missed one,
    and connects again."""
    first_ply: int
    happened: tuple[Happened, ...]
    """The log from `first_ply` on; it replaces what the client had from there."""
    asks: Any = None
    """The question to the seat to act; None when no seat is."""
    sentence: str | UnsetType = UNSET
    """Over HTTP with `?language=`: the question as a sentence."""
    view: Any = None
    """The whole view; None before the game begins, or when the client has one: then `changed` has all that is new."""
    changed: Any = None
    """The fields of the view that have changed since the last update of this connection; None when none has."""
    offers: Any = msgspec.field(default_factory=dict)
    """The offers: what the viewer may play now, by the kind of action. A row is `["blue m10", 3, "blue", "m10"]`: the
    text that plays it, the points that it earns at once, the fields of the action, and its price where it has one."""
    more: Any = None
    """What the game adds to the offers, such as wares in reach; None for nothing."""
    can_undo: bool = False
    keys: tuple[str | None, ...] | None = None
    """The key of each seat that is kept, for the host of a table that has not begun."""


class ChatLineShown(msgspec.Struct, frozen=True):
    """A line of chat, or a notice of something that happened at the table and is no move."""

    number: int
    name: str
    """The name of the person who said or did it; empty for a notice of what the clock did."""
    seat: int | None
    text: str
    """Empty for a notice."""
    at: int
    notice: Notice | None = None
    """The notice; None for a line of chat."""
    about: int | None = None
    """The seat that a notice is about."""


class Chat(_Message, frozen=True, tag="chat"):
    """New lines of chat."""

    lines: tuple[ChatLineShown, ...]


class Pulse(_Message, frozen=True, tag="pulse"):
    """Sent from time to time: the connection is alive, and has carried this much."""

    number: int
    """The number of the last update on this connection."""
    line: int
    """The number of the last line of chat on this connection, 0 for none."""


class StorageStatus(_Message, frozen=True, tag="storing"):
    """Whether the server can store moves: sent when storing begins to fail and when it works again, and to a new
    connection while it fails. What was stored before is not lost."""

    works: bool
    cause: str
    """The cause: `full`, `read_only`, `damaged`, `locked`, `away`, `not_alone` or `failed`; empty when it works. Told
    by the message `storage-` and the cause."""


class Done(_Message, frozen=True, tag="done"):
    """The command is done and stored; the update that shows it is on its way or was sent."""

    to: int


class FaultShown(msgspec.Struct, frozen=True):
    """A fault of a text or record, as a value of a refusal: told by the message `fault-` and the code."""

    code: str
    params: dict[str, Any]


class Explained(_Message, frozen=True, tag="explained"):
    """Whether an action is legal, by which rule, and why: told by the message `rule-reason`, as `TD-24-foreign`."""

    to: int
    action: str
    legal: bool
    rule: str
    reason: str
    params: dict[str, Any]
    """The values of the message."""
    sentence: str | UnsetType = UNSET
    """Over HTTP with `?language=`."""


class Hinted(_Message, frozen=True, tag="hinted"):
    """The action that a bot would play."""

    to: int
    ply: int
    action: str
    points: Any
    """The action with its fields, for the board to point at."""
    advice: Any
    """The action as a suggestion."""
    share: float | None
    """The caller's share of the win after it as the bot expects, from 0 to 1; null if it has not searched."""
    instead: float | None
    """The same after the best of the other moves that it tried."""
    sentence: str | UnsetType = UNSET
    """Over HTTP with `?language=`: the suggestion in words."""


class Refused(_Message, frozen=True, tag="refused"):
    """The command is refused, and nothing has changed. Told by the message `refused-` and the code; if the code is
    `illegal`, by that of the rule and the reason, as for `Explained`."""

    to: int
    code: str
    rule: str | None
    """The rule, if the code is `illegal`; else None."""
    reason: str | None
    """The reason, if the code is `illegal`; else None."""
    params: dict[str, Any]
    """The values of the message."""
    ply: int
    """The next ply, for a client that is behind."""
    sentence: str | UnsetType = UNSET
    """Over HTTP with `?language=`."""


Reply = Done | Explained | Hinted | Refused
ServerMessage = Update | Chat | Pulse | StorageStatus | Reply

UPDATE_DEFAULTS: dict[str, Any] = {
    field.name: field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
    for field in msgspec.structs.fields(Update)
    if not field.required and field.default is not UNSET
}
"""The fields of an update that are left out when they have this value. `info` and `seats` that are left out are as they
were."""

_encoder = msgspec.json.Encoder()
_UPDATE = b'{"type":"update",'
_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


def encode(message: ServerMessage) -> bytes:
    """A message as it goes over the wire."""
    return _encoder.encode(message)


def is_update(body: bytes) -> bool:
    """Whether encoded bytes are those of an `Update`."""
    return body.startswith(_UPDATE)


def decode(data: bytes | str) -> ClientMessage:
    """A client's message; msgspec.ValidationError or DecodeError for anything else."""
    return _decoder.decode(data)
