"""The bodies of HTTP requests and responses: accounts, games, lists of tables, finished games. Input is validated."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from saltroad.protocol.messages import Happened, SeatShown

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
"""A name has at most 30 characters, without invisible ones; a longer one is refused with `name_too_long`."""
Password = Annotated[str, msgspec.Meta(min_length=8, max_length=200)]
Scope = Literal["play", "watch", "manage"]
"""What a program's token allows: see docs/reference/api.md."""


class RequestBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The base of all bodies of requests: an unknown field is refused, not ignored."""


# -- accounts ----------------------------------------------------------------------------------------------------------


class NewPerson(RequestBody, frozen=True, kw_only=True):
    """A new guest: only a name is needed."""

    name: Name


class PersonSettings(RequestBody, frozen=True, kw_only=True):
    """A person's settings, stored on the server."""

    language: Literal["", "en", "fr"] = ""
    theme: Literal["", "light", "dark"] = ""
    symbols: Literal["marked", "plain"] = "marked"
    """Letters and signs beside colours: large or small, never left out."""
    animation: bool = True
    sound: bool = False


class ChangePerson(RequestBody, frozen=True, kw_only=True):
    """A new name or new settings; a field that is left out stays as it is."""

    name: Name | None = None
    settings: PersonSettings | None = None


class NewPassword(RequestBody, frozen=True, kw_only=True):
    """A login that is not taken, and a password: turns a guest into an account, or changes them."""

    login: Name
    password: Password
    old_password: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """The current password, if there is one."""


class Login(RequestBody, frozen=True, kw_only=True):
    """A login and its password."""

    login: Name
    password: Password


class UseLink(RequestBody, frozen=True, kw_only=True):
    """The token of a private link, to log in by it."""

    token: Annotated[str, msgspec.Meta(max_length=100)]


class Me(msgspec.Struct, frozen=True):
    """The caller's own person."""

    id: str
    name: str
    login: str | None
    """None for a guest, and for a program."""
    settings: PersonSettings
    scope: Scope | None
    """The scope of the caller's token; None for a browser."""


class IssuedLink(msgspec.Struct, frozen=True):
    """A new private link: the first browser that opens it is logged in as this person."""

    path: str
    until: int
    id: str


class LinkShown(msgspec.Struct, frozen=True):
    """A private link in a list: unused, and without its path."""

    id: str
    made: int
    until: int


class SessionShown(msgspec.Struct, frozen=True):
    """A browser that is logged in as this person."""

    id: str
    device: str
    """Such as `Firefox on Linux`; empty if the browser does not say."""
    made: int
    seen: int
    """When it was last used, to the hour."""
    this: bool
    """Whether it is the caller's own."""


class NewToken(RequestBody, frozen=True, kw_only=True):
    """A token for a program that plays for this person."""

    label: Name
    scope: Scope = "play"


class TokenShown(msgspec.Struct, frozen=True):
    """A program's token. Its secret, shown only once, is sent as `Authorization: Bearer …`."""

    id: str
    label: str
    made: int
    secret: str | None
    """None in lists."""
    scope: Scope
    used: int | None
    """When it was last used, to the hour; None for never."""


# -- games -------------------------------------------------------------------------------------------------------------


class OptionShown(msgspec.Struct, frozen=True):
    """An option of a game. The first value is the default."""

    name: str
    about: str
    values: tuple[str, ...]
    players: tuple[int, ...] | None
    """The numbers of players that the option, once on, is for; None for all."""


class GameShown(msgspec.Struct, frozen=True):
    """A game in the list of games."""

    name: str
    title: str
    designer: str
    players: tuple[int, ...]
    options: tuple[OptionShown, ...]
    about: str
    reconstructed: str
    rule_prefix: str
    """The prefix of its rules' ids: `TD` of `TD-12`."""
    bots: tuple[str, ...]
    """From the weakest to the strongest."""
    has_lesson: bool
    """Whether there is a lesson that teaches it."""
    ready: bool
    """False in the first minute on a new machine, while the rules are compiled."""


class RuleShown(msgspec.Struct, frozen=True):
    """One rule."""

    id: str
    section: str
    text: str
    is_ruling: bool


class GameMessages(msgspec.Struct, frozen=True):
    """The messages of a game in one language, which make sentences of facts."""

    language: str
    ftl: str
    """The messages in Fluent's format: those that all games share, the server's, and the game's own."""
    consequences: tuple[str, ...]
    """The kinds of events that follow from what a player did, and are told in the same line."""


# -- tables ------------------------------------------------------------------------------------------------------------


class NewSeat(RequestBody, frozen=True, kw_only=True):
    """A seat of a new table and what it is for; `me` is the host."""

    kind: Literal["me", "open", "kept", "bot"]
    bot: Annotated[str, msgspec.Meta(max_length=30)] = ""


class Pace(RequestBody, frozen=True, kw_only=True):
    """Time controls: no clock, one that only shows the time, a bank with an increment for each move, or some days for
    each turn."""

    kind: Literal["none", "shown", "bank", "days"] = "none"
    seconds: Annotated[int, msgspec.Meta(ge=0, le=86_400)] = 0
    increment: Annotated[int, msgspec.Meta(ge=0, le=3_600)] = 0
    days: Annotated[int, msgspec.Meta(ge=0, le=30)] = 0


class NewTable(RequestBody, frozen=True, kw_only=True):
    """A new table. With `start` the game begins at once, if every seat is taken, with the server's dice alone: to have
    a share in the dice, send its hash, then `start`."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    options: Annotated[dict[str, str], msgspec.Meta(max_length=10)] = msgspec.field(default_factory=dict)
    seats: Annotated[tuple[NewSeat, ...], msgspec.Meta(min_length=1, max_length=6)]
    public: bool = False
    pace: Pace = msgspec.field(default_factory=Pace)
    drawn: bool = True
    """Whether the order of the seats is drawn when the game begins."""
    start: bool = False


class TableShown(msgspec.Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    options: str
    state: str
    public: bool
    pace: Any
    seats: tuple[SeatShown, ...]
    made: int
    started: int | None
    ended: int | None
    result: str | None
    """As in a record: `two_stalls_empty; scores 31 24; winners 1`."""
    seat: int | None
    """The caller's own."""
    waits: bool
    """Whether it waits for a move of the caller."""
    imported: bool
    """Whether it is an imported record: its moves keep to the rules, but this server did not run the game, and vouches
    neither for the names nor for the dice."""
    commitment: str
    """The commitment of the dice."""


class Replay(msgspec.Struct, frozen=True):
    """A finished game, to be shown ply by ply."""

    table: TableShown
    happened: tuple[Happened, ...]
    outcome: Any
    commitment: str
    seed: str | None


class ReplayPosition(msgspec.Struct, frozen=True):
    """One position of a replay, as one seat or a spectator saw it."""

    ply: int
    asks: Any
    """The question to the seat to act; None when no seat is."""
    view: Any
    sentence: str | UnsetType = UNSET
    """With `?language=`: the question as a sentence."""


class NewRecord(RequestBody, frozen=True, kw_only=True):
    """A record to be imported as a finished game."""

    text: Annotated[str, msgspec.Meta(max_length=200_000)]


class Drawn(msgspec.Struct, frozen=True):
    """A decision of chance at a ply."""

    ply: int
    outcomes: tuple[str, ...]
    """All possible outcomes, in the order of the rules."""
    weights: tuple[int, ...]
    happened: int
    """The index in `outcomes` of what was drawn."""


class DiceShown(msgspec.Struct, frozen=True):
    """The dice of a finished game: enough to repeat every draw. Seats are counted from 0."""

    scheme: str
    table: str
    commitment: str
    seed: str
    share_hashes: tuple[str, ...]
    """The hashes of the shares, by seat before the order was drawn; empty for a seat without a share."""
    shares: tuple[str, ...]
    """The shares, in the same order."""
    order: tuple[int, ...] | None
    """For each seat its number before the order was drawn; None if none was drawn."""
    drawn_anew: tuple[int, ...]
    """The plies that the game was taken back to for a new draw, in order."""
    deals: int
    draws: tuple[Drawn, ...]


class Address(msgspec.Struct, frozen=True):
    """The address at which others reach the server: the start of links to it."""

    url: str
    """Empty where the address that the caller uses will do."""


class RefusalBody(msgspec.Struct, frozen=True):
    """The body of every refusal over HTTP."""

    code: str
    sentence: str
    """In the language of the request."""
    rule: str | None = None
    reason: str | None = None
    params: dict[str, Any] = msgspec.field(default_factory=dict)


# -- learning ----------------------------------------------------------------------------------------------------------


class LessonAfter(msgspec.Struct, frozen=True):
    """The position after a right action of a lesson."""

    action: str
    view: Any
    happened: tuple[Happened, ...]
    praise: str


class LessonStep(msgspec.Struct, frozen=True):
    """One step of a lesson: its text, the position, the offers, and what is right."""

    says: str
    view: Any
    happened: tuple[Happened, ...]
    """The plies since the step before."""
    offers: Any
    """As in `Update`."""
    more: Any
    does: tuple[str, ...]
    """The right actions: any of these goes on; empty where the reader only reads, or asks."""
    asks: tuple[str, ...]
    """Forbidden actions: any of these, asked "why not?", goes on."""
    praise: str
    """The text once it is asked."""
    after: tuple[LessonAfter, ...]
    points_at: str
    """An action whose space is shown from the start, or nothing."""
    points: Any
    """The same with its fields; None for nothing."""
    wants: Any
    """The first of `does`, else of `asks`, with its fields: shown to a reader who tried something else."""


class Lesson(msgspec.Struct, frozen=True):
    """A lesson: a first game. The reader is seat 0."""

    game: str
    names: tuple[str, ...]
    steps: tuple[LessonStep, ...]


class RulePicture(msgspec.Struct, frozen=True):
    """A position that shows a rule."""

    rule: str
    caption: str
    view: Any
    seat: int | None
    names: tuple[str, ...]
    happened: tuple[Happened, ...]
    """The plies to be marked on it."""
    offers: Any
    """The offers, where they are shown too."""
    points_at: str
    points: Any
    """The action of `points_at` with its fields; None for nothing."""
    shows: tuple[str, ...]
    """The part of the board that matters: spaces, or names of places; all of it if empty."""
