"""What goes over HTTP: who one is, the games, the tables in lists, finished games. JSON, checked on the way in."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from saltroad.protocol.messages import Happened, OfferShown, SeatShown

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
"""A name has 30 characters at most, once what cannot be seen is taken out of it: `name_too_long` says so."""
Password = Annotated[str, msgspec.Meta(min_length=8, max_length=200)]
Scope = Literal["play", "watch", "manage"]
"""What a program's token allows: see docs/reference/api.md."""


class _Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a client sends: a wrong field is refused, not overlooked."""


# -- who one is --------------------------------------------------------------------------------------------------------


class NewPerson(_Body, frozen=True, kw_only=True):
    """Come in as a guest: a name is all."""

    name: Name


class PersonSettings(_Body, frozen=True, kw_only=True):
    """How a person wants it; kept for them on the server."""

    language: Literal["", "en", "fr"] = ""
    theme: Literal["", "light", "dark"] = ""
    symbols: Literal["marked", "plain"] = "marked"
    """Letters and signs beside colours: large, or small. They are never left out."""
    animation: bool = True
    sound: bool = False


class ChangePerson(_Body, frozen=True, kw_only=True):
    """A new name, new settings; what is not given stays."""

    name: Name | None = None
    settings: PersonSettings | None = None


class NewPassword(_Body, frozen=True, kw_only=True):
    """Make an account of a guest: a login that nobody else has, and a password. Or change them."""

    login: Name
    password: Password
    old_password: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """The current one, for whoever has one."""


class Login(_Body, frozen=True, kw_only=True):
    """Come in with a password."""

    login: Name
    password: Password


class UseLink(_Body, frozen=True, kw_only=True):
    """Come in by a private link."""

    token: Annotated[str, msgspec.Meta(max_length=100)]


class Me(msgspec.Struct, frozen=True):
    """Who the asker is."""

    id: str
    name: str
    login: str | None
    """None for a guest; a program is not told."""
    settings: PersonSettings
    scope: Scope | None
    """Of the token that asks; None for a browser."""


class IssuedLink(msgspec.Struct, frozen=True):
    """A private link: whoever opens it first is this person on their device."""

    path: str
    until: int
    id: str


class LinkShown(msgspec.Struct, frozen=True):
    """A private link that nobody has used yet."""

    id: str
    made: int
    until: int


class SessionShown(msgspec.Struct, frozen=True):
    """A browser that somebody came in with."""

    id: str
    device: str
    """Such as `Firefox on Linux`; empty if the browser does not say."""
    made: int
    seen: int
    """When it was last used, within an hour."""
    this: bool
    """Whether it is the one that asks."""


class NewToken(_Body, frozen=True, kw_only=True):
    """A token for a program that plays for this person."""

    label: Name
    scope: Scope = "play"


class TokenShown(msgspec.Struct, frozen=True):
    """A token, shown only once: a program sends it as `Authorization: Bearer …`."""

    id: str
    label: str
    made: int
    secret: str | None
    """None in lists."""
    scope: Scope
    used: int | None
    """When it was last used, within an hour; None for never."""


# -- games -------------------------------------------------------------------------------------------------------------


class OptionShown(msgspec.Struct, frozen=True):
    """One thing that a table can agree on. The first value is the default."""

    name: str
    about: str
    values: tuple[str, ...]
    players: tuple[int, ...] | None
    """If given: the option, once on, is for these numbers of players only."""


class GameShown(msgspec.Struct, frozen=True):
    """What there is to know of a game before one plays."""

    name: str
    title: str
    designer: str
    players: tuple[int, ...]
    options: tuple[OptionShown, ...]
    about: str
    reconstructed: str
    bots: tuple[str, ...]
    """From the weakest to the strongest."""
    ready: bool
    """False in the first minute on a new machine, while the rules are compiled."""


class RuleShown(msgspec.Struct, frozen=True):
    """One rule."""

    id: str
    section: str
    text: str
    is_ruling: bool


# -- tables ------------------------------------------------------------------------------------------------------------


class NewSeat(_Body, frozen=True, kw_only=True):
    """What a seat is for; `me` for whoever makes the table."""

    kind: Literal["me", "open", "kept", "bot"]
    bot: Annotated[str, msgspec.Meta(max_length=30)] = ""


class Pace(_Body, frozen=True, kw_only=True):
    """How long one may think: without a clock, with one that only shows, with a bank and an increment a move, or some
    days for each turn."""

    kind: Literal["none", "shown", "bank", "days"] = "none"
    seconds: Annotated[int, msgspec.Meta(ge=0, le=86_400)] = 0
    increment: Annotated[int, msgspec.Meta(ge=0, le=3_600)] = 0
    days: Annotated[int, msgspec.Meta(ge=0, le=30)] = 0


class NewTable(_Body, frozen=True, kw_only=True):
    """A table to be made. With `start` the game begins at once, if every seat is taken, with dice in which nobody else
    has a share: to have one, give its hash and `start` afterwards."""

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
    """The asker's own."""
    waits: bool
    """Whether it waits for the asker."""
    imported: bool
    """Whether it is a record that somebody brought in: its moves keep to the rules, but this server did not see the
    game, and vouches neither for the names nor for the dice."""
    commitment: str
    """The promise of the dice."""


class Replay(msgspec.Struct, frozen=True):
    """A finished game, to be looked at ply by ply."""

    table: TableShown
    happened: tuple[Happened, ...]
    outcome: Any
    commitment: str
    seed: str | None


class ReplayPosition(msgspec.Struct, frozen=True):
    """One position of a replay, as one seat or a spectator saw it."""

    ply: int
    asks: str
    view: Any


class NewRecord(_Body, frozen=True, kw_only=True):
    """A record to be kept as a finished game."""

    text: Annotated[str, msgspec.Meta(max_length=200_000)]


class Drawn(msgspec.Struct, frozen=True):
    """What chance decided at a ply."""

    ply: int
    outcomes: tuple[str, ...]
    """All that could have happened, in the order of the rules."""
    weights: tuple[int, ...]
    happened: int
    """A position in `outcomes`."""


class DiceShown(msgspec.Struct, frozen=True):
    """All that decided chance in a finished game: enough to draw everything once more. Seats are counted from 0."""

    scheme: str
    table: str
    commitment: str
    seed: str
    share_hashes: tuple[str, ...]
    """By seat before the order was drawn; empty for a seat without a share."""
    shares: tuple[str, ...]
    """The same."""
    order: tuple[int, ...] | None
    """For each seat its number before the order was drawn; None if none was drawn."""
    drawn_anew: tuple[int, ...]
    """The plies that the game was taken back to for a new draw, in order."""
    deals: int
    draws: tuple[Drawn, ...]


class Address(msgspec.Struct, frozen=True):
    """Where others reach the server: what links to it begin with."""

    url: str
    """Empty where the asker's own way to it is as good as any."""


class RefusalBody(msgspec.Struct, frozen=True):
    """Every refusal over HTTP."""

    code: str
    sentence: str
    rule: str | None = None


# -- learning ----------------------------------------------------------------------------------------------------------


class LessonAfter(msgspec.Struct, frozen=True):
    """Where a right action of a lesson leads."""

    action: str
    view: Any
    happened: tuple[Happened, ...]
    praise: str


class LessonStep(msgspec.Struct, frozen=True):
    """One step of a first game: what is said, the position, what may be done, and what is right."""

    says: str
    view: Any
    happened: tuple[Happened, ...]
    """Since the step before."""
    offers: tuple[OfferShown, ...]
    more: Any
    does: tuple[str, ...]
    """Any of these goes on; empty where one only reads, or asks."""
    asks: tuple[str, ...]
    """Any of these, asked "why not?", goes on."""
    praise: str
    """What is said once it is asked."""
    after: tuple[LessonAfter, ...]
    points_at: str
    """An action whose space is shown from the start, or nothing."""


class Lesson(msgspec.Struct, frozen=True):
    """A first game. The reader is seat 0."""

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
    """To be marked on it."""
    offers: tuple[OfferShown, ...]
    """Where what may be done is shown too."""
    points_at: str
    shows: tuple[str, ...]
    """The part of the board that matters: spaces, or names of places; all of it if empty."""
