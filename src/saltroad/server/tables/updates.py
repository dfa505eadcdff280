"""What is shown of a table: one update a viewer, built from the game's own `observe` and nothing else.

Everybody who sees the same shares the bytes. An update carries the whole view to whoever comes, and afterwards only the
fields of the view that have changed. Sentences are made once a language, and only for languages that somebody reads.
"""

from __future__ import annotations

import functools
import operator
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import msgspec

from saltroad import words
from saltroad.kernel.actors import NOBODY
from saltroad.kernel.contract import AnyGame, Position, View
from saltroad.kernel.record import OWNER
from saltroad.protocol.messages import Asked, Clocks, Deal, Happened, OfferShown, SeatShown
from saltroad.server.tables.seats import key_of

if TYPE_CHECKING:
    from saltroad.server.store import Seat
    from saltroad.server.tables.game import LiveGame, Ply, Transition
    from saltroad.server.tables.table import Table

_NO_CLOCKS = Clocks(0, (), (), None, False)


class _SharedPart(msgspec.Struct, frozen=True, tag_field="type", tag="update"):
    """The part of an `Update` that is the same for everybody: encoded once a change."""

    table: str
    number: int
    revision: int
    game: str
    options: str
    public: bool
    pace: Any
    drawn: bool
    state: str
    seats: Any
    watching: int
    ply: int
    actor: int
    asked: Asked | None
    thinks: int | None
    clocks: Clocks
    outcome: Any
    dice: str
    commitment: str
    deals: int
    deal: Deal | None
    seed: str | None
    again: str | None
    imported: bool


class _ViewerPart(msgspec.Struct, frozen=True):
    """The part of an `Update` that is for one viewer, or for all who wait and know the same; see `_VIEWER_HEADS`."""

    after: int
    first_ply: int
    happened: Any
    asks: str
    view: Any
    changed: Any
    offers: tuple[OfferShown, ...]
    more: Any
    can_undo: bool
    keys: tuple[str | None, ...] | None


@dataclass(frozen=True, slots=True, eq=False)
class ClientState:
    """What somebody knows of a table. Those who know the same have the same object, and are told the same bytes."""

    number: int = 0
    """Of the last update; 0 before the first."""
    revision: int = -1
    seen: int = 0
    """The log up to this ply, of that revision."""
    view: View | None = None
    """None for whoever is to be told the whole."""


@dataclass(frozen=True, slots=True)
class _SeenPosition:
    """A position with what everybody sees of it: to build that is most of the cost of a sentence."""

    position: Position
    view: View

    @classmethod
    def of(cls, game: AnyGame, position: Position) -> _SeenPosition:
        return cls(position, game.observe(position, None))


class Narration:
    """The log in sentences, in each language that somebody reads."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._said: dict[str, list[str]] = {}
        self._last: _SeenPosition | None = None

    def knows(self, language: str) -> bool:
        """Whether it speaks that language already; "" is none at all."""
        return not language or language in self._said

    def said(self, language: str, ply: int) -> str:
        """The sentence of a ply."""
        return self._said[language][ply] if language else ""

    def learn(self, language: str, live_game: LiveGame, plies: Sequence[Ply]) -> list[str]:
        """All that happened so far, in a new language. Takes long: to be called in a thread, then `add`ed."""
        game = live_game.game
        before = _SeenPosition.of(game, game.start_of(live_game.options))
        sentences = []
        for ply in plies:
            after = _SeenPosition.of(game, game.apply(before.position, game.parse(ply.action)))
            sentences.append(self._sentence(game, before, ply, after, language))
            before = after
        return sentences

    def add(self, language: str, sentences: list[str]) -> None:
        """Speak that language from now on."""
        self._said[language] = sentences

    def tell(self, game: AnyGame, before: Position, step: Transition) -> None:
        """A step that was just made."""
        if not self._said:
            return
        seen = (
            self._last if self._last is not None and self._last.position is before else _SeenPosition.of(game, before)
        )
        for ply, position in zip(step.plies, step.positions, strict=True):
            after = _SeenPosition.of(game, position)
            for language, sentences in self._said.items():
                sentences.append(self._sentence(game, seen, ply, after, language))
            seen = after
        self._last = seen

    def cut(self, to_ply: int) -> None:
        """The game went back."""
        for sentences in self._said.values():
            del sentences[to_ply:]

    def _sentence(self, game: AnyGame, before: _SeenPosition, ply: Ply, after: _SeenPosition, language: str) -> str:
        return words.said(
            game,
            before.position,
            ply.actor,
            game.parse(ply.action),
            after.position,
            self._names,
            language,
            view_before=before.view,
            view_after=after.view,
        )


def seat_shown(seat: Seat, here: frozenset[str], bot_from: int | None = None) -> SeatShown:
    """A seat as everybody sees it."""
    is_here = seat.kind == "bot" or seat.person in here
    # Of a stand-in of before reasons were kept nobody knows why: it ends when its owner is back.
    reason = seat.stand_in_reason or "away" if seat.kind == "person" and seat.bot else ""
    return SeatShown(seat.kind, seat.name, is_here, seat.bot or "", reason, bot_from)


class UpdateBuilder:
    """The updates of one table as it stands; forgets them whenever something changes."""

    def __init__(self, table: Table) -> None:
        self._table: Table = weakref.proxy(table)  # the table has this: no circle, so that both go together
        self._position: Position | None = None
        self._views: dict[int | None, View] = {}
        self._is_open = True
        """Whether everybody sees the same: then one view is built, and one set of changes told to all."""
        self._audiences: object = None
        """Of what that was last found."""
        self._legal: tuple[Any, ...] | None = None
        self._offers: tuple[tuple[OfferShown, ...], Any] | None = None
        self._parts: dict[object, Any] = {}
        """What several viewers are told, as JSON."""
        self._owns: dict[tuple[object, ...], bytes] = {}
        self._known: dict[int | None, ClientState] = {}
        """What whoever is told now knows then, by viewer; if everybody sees the same, under None."""
        self._seats_shown: tuple[object, Any] = (None, None)

    def forget(self) -> None:
        """Something has changed."""
        self._owns.clear()
        self._parts.clear()
        self._known.clear()
        live_game = self._table.live_game
        if live_game is None or live_game.position is not self._position:
            self._position = None if live_game is None else live_game.position
            self._views.clear()
            self._legal = self._offers = None
            audiences = None if live_game is None else live_game.game.audiences_in(live_game.position)
            if audiences is not self._audiences:
                self._audiences, self._is_open = audiences, audiences is None or OWNER not in audiences.values()

    def update(
        self, viewer: int | None, *, is_host: bool, language: str, told: ClientState
    ) -> tuple[bytes, ClientState]:
        """The update for a viewer who knows what they were `told`; with what they then know."""
        table, live_game, is_open = self._table, self._table.live_game, self._is_open
        eyes = None if is_open else viewer
        known = self._known.get(eyes)
        if known is None:
            known = self._known[eyes] = self._known_to(eyes)
        if told.revision != known.revision:
            told = ClientState(told.number, known.revision)
        # If everybody sees the same, all who wait are told the same, but for their seats.
        shares = is_open and told.view is not None and live_game is not None and viewer != live_game.actor
        keys = is_host and table.state == "open"
        key = (_ANYBODY if shares else viewer, keys, language, told)
        own = self._owns.get(key)
        if own is None:
            own = self._owns[key] = self._own(None if shares else viewer, keys, language, told, known)
        common = self._parts.get("common")
        if common is None:
            common = self._parts["common"] = msgspec.json.encode(self._common())[:-1]
        return b"".join((common, _VIEWER_HEADS[viewer, is_host], own)), known

    def _known_to(self, eyes: int | None) -> ClientState:
        """What a viewer knows of the table as it stands."""
        table, live_game = self._table, self._table.live_game
        if live_game is None:
            return ClientState(table.subscriptions.version, table.revision)
        view = self._views.get(eyes)
        if view is None:
            view = self._views[eyes] = live_game.view(eyes)
        return ClientState(table.subscriptions.version, table.revision, live_game.next_ply, view)

    def _own(self, viewer: int | None, keys: bool, language: str, told: ClientState, known: ClientState) -> bytes:
        """What is this viewer's own, without the bracket that opens it."""
        table, live_game, part = self._table, self._table.live_game, self._part
        offers, more = self._offered(viewer)
        view, was, first_ply = known.view, told.view, min(told.seen, known.seen)
        is_whole = was is None or view is None
        own = _ViewerPart(
            after=told.number,
            first_ply=first_ply,
            happened=part((language, first_ply), lambda: self._happened(live_game, first_ply, language)),
            asks=self._asks(viewer, view, language),
            view=replace(view, viewer=viewer) if is_whole and view is not None else None,
            changed=None if is_whole else part(told, lambda: _changed(was, view)),
            offers=offers,
            more=more,
            can_undo=viewer is not None
            and live_game is not None
            and table.state == "playing"
            and live_game.can_undo(viewer),
            keys=self._keys() if keys else None,
        )
        return msgspec.json.encode(own)[1:]

    def _common(self) -> _SharedPart:
        table, live_game = self._table, self._table.live_game
        row, actor = table.row, NOBODY if live_game is None else live_game.actor
        return _SharedPart(
            table=row.id,
            number=table.subscriptions.version,
            revision=table.revision,
            game=row.game,
            options=row.options,
            public=row.public,
            pace=row.pace,
            drawn=row.drawn,
            state=table.state,
            seats=self._seats(),
            watching=table.subscriptions.unseated(),
            ply=0 if live_game is None else live_game.next_ply,
            actor=actor,
            asked=table.asked,
            thinks=actor if actor >= 0 and table.state == "playing" and table.seats[actor].bot else None,
            clocks=_NO_CLOCKS if table.clock is None else table.clock.as_of(table.tick()).shown(),
            outcome=None if live_game is None else live_game.outcome,
            dice=row.dice,
            commitment=row.commitment,
            deals=row.deals,
            deal=self._deal() if table.state in ("open", "dealing") else None,
            seed=row.seed.hex() if table.state == "over" and row.seed else None,
            again=table.again,
            imported=row.is_imported,
        )

    def _part(self, name: object, make: Callable[[], Any]) -> Any:
        """Something that others are told as well: encoded once."""
        part = self._parts.get(name)
        if part is None:
            part = self._parts[name] = msgspec.Raw(msgspec.json.encode(make()))
        return part

    def _seats(self) -> Any:
        """As JSON, and kept: seats and who is here change seldom."""
        seats, presence = self._table.seats, self._table.presence
        key = (seats, presence.here(), presence.may_stand_in_at())
        if self._seats_shown[0] != key:
            shown = [seat_shown(seat, key[1], presence.moment_of_bot(seat.number)) for seat in seats]
            self._seats_shown = key, msgspec.Raw(msgspec.json.encode(shown))
        return self._seats_shown[1]

    def _deal(self) -> Deal:
        """The hashes of the shares, and which have come: never the shares."""
        table = self._table
        came = tuple(seat.number for seat in table.seats if seat.share)
        return Deal(tuple(seat.share_hash for seat in table.seats), came, table.row.dealing)

    def _keys(self) -> tuple[str | None, ...]:
        table = self._table
        return tuple(
            key_of(table.secret, table.id, seat.number) if seat.kind == "kept" else None for seat in table.seats
        )

    def _happened(self, live_game: LiveGame | None, first_ply: int, language: str) -> tuple[Happened, ...]:
        if live_game is None:
            return ()
        said = self._table.narration.said
        return tuple(
            Happened(ply.actor, ply.action, said(language, number), ply.at)
            for number, ply in enumerate(live_game.plies[first_ply:], first_ply)
        )

    def _asks(self, viewer: int | None, view: View | None, language: str) -> str:
        table = self._table
        if not language or view is None or table.live_game is None or table.live_game.actor == NOBODY:
            return ""
        live_game = table.live_game
        if self._legal is None:
            self._legal = live_game.game.legal(live_game.position)
        legal = self._legal
        names = [seat.name for seat in table.seats]
        return words.speaker(table.row.game).asked(view, legal, names, viewer, language)

    def _offered(self, viewer: int | None) -> tuple[tuple[OfferShown, ...], Any]:
        """Only to the one who is to act: offers tell of their cards."""
        table, live_game = self._table, self._table.live_game
        if live_game is None or table.state != "playing" or viewer is None or viewer != live_game.actor:
            return (), None
        if self._offers is None:
            offered = live_game.game.offers(live_game.position)
            self._offers = (tuple([OfferShown(str(o.action), o.earns, o.price) for o in offered.actions]), offered.more)
        return self._offers


class _ViewerHeads(dict[tuple[int | None, bool], bytes]):
    """The part of an update between what all are told and what is one's own: whose it is."""

    def __missing__(self, key: tuple[int | None, bool]) -> bytes:
        seat, is_host = key
        found = self[key] = b',"seat":%b,"is_host":%b,' % (msgspec.json.encode(seat), msgspec.json.encode(is_host))
        return found


_VIEWER_HEADS = _ViewerHeads()
_ANYBODY = -1
"""In place of a viewer: whoever waits."""


def _changed(was: View | None, view: View | None) -> dict[str, Any]:
    """The fields that are not as they were."""
    if was is view or was is None or view is None:
        return {}
    kind: Any = type(view)
    names, values_of = _fields(kind)
    pairs = zip(names, values_of(view), values_of(was), strict=True)
    return {name: new for name, new, old in pairs if new is not old and new != old}


@functools.cache
def _fields(kind: Any) -> tuple[tuple[str, ...], Callable[[View], tuple[Any, ...]]]:
    """What may change in a class of views: names, and how to get all values at once."""
    names = tuple(field.name for field in fields(kind) if field.name != "viewer")
    return names, operator.attrgetter(*names)
