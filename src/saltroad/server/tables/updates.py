"""The updates of a table: one for each viewer, built from the game's own `observe` and nothing else.

Viewers who see the same share the bytes. An update carries the whole view to a client that is new, and afterwards only
the fields of the view that have changed; what else the client knows is left out as well. It carries facts: no sentence
is made for it.
"""

from __future__ import annotations

import asyncio
import functools
import operator
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, overload

import msgspec

from saltroad.kernel.actors import NOBODY
from saltroad.kernel.contract import AnyGame, Position, View
from saltroad.kernel.state_record import OWNER
from saltroad.protocol.actions import offers_shown
from saltroad.protocol.messages import Deal, SeatShown, TableInfo, Update
from saltroad.server.store import Seat, TableRow
from saltroad.server.tables.presence import Presence
from saltroad.server.tables.seats import key_of
from saltroad.server.tables.stand_in_rules import stand_in_from
from saltroad.server.tables.state import TableState

_BY_SEAT = ("seat", "is_host")
"""Fields of an `Update` that differ between viewers who are told the same otherwise: see `_SeatFields`."""
_BY_VIEWER = (
    "info",
    "seats",
    "after",
    "first_ply",
    "happened",
    "asks",
    "view",
    "changed",
    "offers",
    "more",
    "can_undo",
    "keys",
)
"""Fields that are for one viewer, or for all who wait and know the same."""


def _part(name: str, *, of_viewer: bool) -> Any:
    """A struct with some fields of an `Update`, as one that is encoded by itself."""
    chosen = [
        field
        for field in msgspec.structs.fields(Update)
        if field.name not in _BY_SEAT and (field.name in _BY_VIEWER) == of_viewer and field.name != "sentence"
    ]
    made: list[Any] = [
        (field.name, Any)
        if field.required
        else (field.name, Any, msgspec.UNSET if field.name == "offers" else field.default)
        for field in chosen
    ]
    config: dict[str, Any] = {} if of_viewer else {"tag_field": "type", "tag": "update"}
    return msgspec.defstruct(name, made, frozen=True, kw_only=True, omit_defaults=True, **config)


_SharedUpdate = _part("_SharedUpdate", of_viewer=False)
_ViewerUpdate = _part("_ViewerUpdate", of_viewer=True)
_encode = msgspec.json.Encoder().encode


class _SeatFields(dict[tuple[int | None, bool], bytes]):
    """The fields `_BY_SEAT` as JSON, for each of their values: they stand between the other two parts."""

    def __missing__(self, key: tuple[int | None, bool]) -> bytes:
        seat, is_host = key
        told = ([] if seat is None else [b'"seat":%d' % seat]) + ([b'"is_host":true'] if is_host else [])
        found = self[key] = b"".join(b",%b" % field for field in told) + b","
        return found


_SEAT_FIELDS = _SeatFields()
_ANY_WAITING = -1
"""The cache key for viewers who wait for another seat's move, in place of a single viewer."""


@dataclass(frozen=True, slots=True, eq=False)
class ClientState:
    """The state of a client after an update. Clients that know the same share one object, and are sent the same
    bytes."""

    number: int = 0
    """The number of the last update; 0 before the first."""
    revision: int = -1
    seen: int = 0
    """The ply up to which the client has the log, of that revision."""
    view: View | None = None
    """The last view that was sent; None for a client that needs the whole view."""
    info: msgspec.Raw | None = None
    seats: msgspec.Raw | None = None


class _LegalActions(Sequence[Any]):
    """The legal actions of a position, listed when they are first needed: most questions do not need them."""

    def __init__(self, game: AnyGame, position: Position) -> None:
        self._game, self._position = game, position

    @functools.cached_property
    def _indices(self) -> list[int]:
        return self._game.legal_indices(self._position)

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Any]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return tuple(map(self._game.notation.at, self._indices[index]))
        return self._game.notation.at(self._indices[index])

    def __len__(self) -> int:
        return len(self._indices)

    def __iter__(self) -> Iterator[Any]:
        return map(self._game.notation.at, self._indices)


def seat_shown(seat: Seat, here: frozenset[str], bot_from: int | None = None) -> SeatShown:
    """A seat as everybody sees it."""
    is_here = seat.kind == "bot" or seat.person in here
    # Stand-ins of before reasons were stored have none: they end when the owner is back.
    reason = seat.stand_in_reason or "away" if seat.kind == "person" and seat.bot else ""
    return SeatShown(seat.kind, seat.name, is_here, seat.bot or "", reason, bot_from)


def _info_shown(row: TableRow) -> TableInfo:
    return TableInfo(
        table=row.id,
        game=row.game,
        options=row.options,
        public=row.public,
        pace=row.pace,
        drawn=row.drawn,
        dice=row.dice,
        commitment=row.commitment,
        deals=row.deals,
        imported=row.is_imported,
    )


class UpdateBuilder:
    """The updates of one table as it stands; `invalidate` drops them when something has changed."""

    def __init__(self, state: TableState, presence: Presence, now: Callable[[], int], tick: Callable[[], int]) -> None:
        self._state = state
        self._presence = presence
        self._now = now
        self._tick = tick
        self._position: Position | None = None
        self._views: dict[int | None, View] = {}
        self._is_open = True
        """Whether everybody sees the same: then one view is built, and one set of changes sent to all."""
        self._audiences: object = None
        """What `_is_open` was found from."""
        self._legal: _LegalActions | None = None
        self._questions: dict[int | None, msgspec.Raw | None] = {}
        """By the eyes that read them."""
        self._offers: tuple[msgspec.Raw, Any] | None = None
        self._shared: bytes | None = None
        self._raw: dict[object, msgspec.Raw] = {}
        """Fields that several viewers are sent, as JSON."""
        self._viewer_parts: dict[tuple[object, ...], bytes] = {}
        self._known: dict[int | None, ClientState] = {}
        """What a client knows after this update, by viewer; if everybody sees the same, under None."""
        self._seats_shown: tuple[object, msgspec.Raw] = (None, msgspec.Raw())
        self._info_shown: tuple[object, msgspec.Raw] = (None, msgspec.Raw())

    def invalidate(self) -> None:
        """Drop what was built: the table has changed."""
        self._viewer_parts.clear()
        self._raw.clear()
        self._known.clear()
        self._shared = None
        live_game = self._state.live_game
        if live_game is None or live_game.position is not self._position:
            self._position = None if live_game is None else live_game.position
            self._views.clear()
            self._questions.clear()
            self._offers = self._legal = None
            audiences = None if live_game is None else live_game.game.audiences_in(live_game.position)
            if audiences is not self._audiences:
                self._audiences, self._is_open = audiences, audiences is None or OWNER not in audiences.values()

    def update(self, viewer: int | None, *, is_host: bool, known: ClientState) -> tuple[bytes, ClientState]:
        """The update for a viewer whose client has that state, and the client's state after it. The events of the log
        must have been made."""
        state, live_game, is_open = self._state, self._state.live_game, self._is_open
        eyes = None if is_open else viewer
        after = self._known.get(eyes)
        if after is None:
            after = self._known[eyes] = self._known_after(eyes)
        if known.revision != after.revision:
            known = replace(known, revision=after.revision, seen=0, view=None)
        # If everybody sees the same, all who wait are sent the same, but for their seats.
        is_shared = is_open and known.view is not None and live_game is not None and viewer != live_game.actor
        keys = is_host and state.phase == "open"
        key = (_ANY_WAITING if is_shared else viewer, keys, known)
        own = self._viewer_parts.get(key)
        if own is None:
            own = self._viewer_parts[key] = self._viewer_part(None if is_shared else viewer, keys, known, after)
        shared = self._shared
        if shared is None:
            shared = self._shared = _encode(self._shared_part())[:-1]
        return b"".join((shared, _SEAT_FIELDS[viewer, is_host], own)), after

    def _known_after(self, eyes: int | None) -> ClientState:
        """The state of a client after the update to the table's current state."""
        state, live_game = self._state, self._state.live_game
        info, seats = self._info(), self._seats()
        if live_game is None:
            return ClientState(state.version, state.revision, info=info, seats=seats)
        return ClientState(state.version, state.revision, live_game.next_ply, self._view(eyes), info, seats)

    def _view(self, eyes: int | None) -> View:
        """The view of one viewer. The spectators' view may have been built for the events of the last ply; if not, it
        is kept for those of the next."""
        view, live_game, events = self._views.get(eyes), self._state.game, self._state.events
        if view is not None:
            return view
        if events is not None and None not in self._views:
            public = events.public_view(live_game.position)
            if public is None:
                public = live_game.view(None)
                events.note_public_view(live_game.position, public)
            self._views[None] = public
            if eyes is None:
                return public
        view = self._views[eyes] = live_game.view(eyes)
        return view

    def _viewer_part(self, viewer: int | None, keys: bool, known: ClientState, after: ClientState) -> bytes:
        """The fields of one viewer as JSON, without the bracket that opens them."""
        state, live_game, raw = self._state, self._state.live_game, self._as_raw
        offers, more = self._offered(viewer)
        view, was, first_ply = after.view, known.view, min(known.seen, after.seen)
        is_whole = was is None or view is None
        own = _ViewerUpdate(
            info=msgspec.UNSET if known.info is after.info else after.info,
            seats=msgspec.UNSET if known.seats is after.seats else after.seats,
            after=known.number,
            first_ply=first_ply,
            happened=raw(first_ply, lambda: self._log(first_ply)),
            asks=self._question(viewer, view),
            view=replace(view, viewer=viewer) if is_whole and view is not None else None,
            changed=None if is_whole or was is view else raw(known, lambda: _encode(_changed(was, view))),
            offers=offers,
            more=more,
            can_undo=viewer is not None
            and live_game is not None
            and state.phase == "playing"
            and live_game.can_undo(viewer),
            keys=self._keys() if keys else None,
        )
        return _encode(own)[1:]

    def _shared_part(self) -> Any:
        state, live_game = self._state, self._state.live_game
        row, actor, phase = state.row, NOBODY if live_game is None else live_game.actor, state.phase
        return _SharedUpdate(
            number=state.version,
            revision=state.revision,
            ply=0 if live_game is None else live_game.next_ply,
            actor=actor,
            clocks=None if state.clock is None else state.clock.as_of(self._tick()).shown(),
            state=sys.intern(phase),  # what is by default is left out if it is the same object
            watching=self._presence.spectators(),
            asked=state.asked,
            thinks=actor if actor >= 0 and phase == "playing" and state.seats[actor].bot else None,
            outcome=None if live_game is None else live_game.outcome,
            deal=self._deal() if phase in ("open", "dealing") else None,
            seed=row.seed.hex() if phase == "over" and row.seed else None,
            again=state.rematch,
        )

    def _log(self, first_ply: int) -> bytes:
        events = self._state.events
        return b"[]" if events is None else events.since(first_ply)

    def _as_raw(self, name: object, make: Callable[[], bytes]) -> msgspec.Raw:
        """A field that other viewers are sent as well: encoded once."""
        part = self._raw.get(name)
        if part is None:
            part = self._raw[name] = msgspec.Raw(make())
        return part

    def _seats(self) -> msgspec.Raw:
        """The seats as JSON: the same object as long as nothing in it changes."""
        seats, presence = self._state.seats, self._presence
        key = (seats, presence.here(), stand_in_from(self._state, presence))
        if self._seats_shown[0] != key:
            shown = [seat_shown(seat, key[1], self._bot_from(seat.number, key[2])) for seat in seats]
            self._seats_shown = key, _kept(self._seats_shown[1], _encode(shown))
        return self._seats_shown[1]

    def _bot_from(self, seat: int, begins: tuple[int, float] | None) -> int | None:
        """The moment from which a bot may be asked to play for a seat, by the system's clock, for a countdown."""
        if begins is None or begins[0] != seat:
            return None
        return self._now() + round((begins[1] - asyncio.get_running_loop().time()) * 1000)

    def _info(self) -> msgspec.Raw:
        """The table's info as JSON: the same object as long as nothing in it changes."""
        row = self._state.row
        if self._info_shown[0] is not row:
            self._info_shown = row, _kept(self._info_shown[1], _encode(_info_shown(row)))
        return self._info_shown[1]

    def _deal(self) -> Deal:
        """The hashes of the shares, and which have come: never the shares."""
        state = self._state
        came = tuple(seat.number for seat in state.seats if seat.share)
        return Deal(tuple(seat.share_hash for seat in state.seats), came, state.row.dealing)

    def _keys(self) -> tuple[str | None, ...]:
        state = self._state
        return tuple(
            key_of(state.secret, state.id, seat.number) if seat.kind == "kept" else None for seat in state.seats
        )

    def _question(self, viewer: int | None, view: View | None) -> msgspec.Raw | None:
        """The question to the seat to act, from the view of this viewer."""
        live_game, events = self._state.live_game, self._state.events
        if view is None or live_game is None or events is None or live_game.actor == NOBODY:
            return None
        eyes = None if self._is_open else viewer
        if eyes not in self._questions:
            if self._legal is None:
                self._legal = _LegalActions(live_game.game, live_game.position)
            asked = events.facts.question(view, self._legal)
            self._questions[eyes] = None if asked is None else msgspec.Raw(_encode(asked))
        return self._questions[eyes]

    def _offered(self, viewer: int | None) -> tuple[Any, Any]:
        """The offers as JSON, for the seat to act alone: offers tell of its cards."""
        live_game = self._state.live_game
        if live_game is None or viewer is None or viewer != live_game.actor or self._state.phase != "playing":
            return msgspec.UNSET, None
        if self._offers is None:
            offered = live_game.game.offers(live_game.position)
            self._offers = offers_shown(offered), offered.more
        return self._offers


def _kept(before: msgspec.Raw, made: bytes) -> msgspec.Raw:
    """The old value if the new one equals it: clients that have it are found by identity."""
    return before if bytes(before) == made else msgspec.Raw(made)


def _changed(was: View | None, view: View | None) -> dict[str, Any]:
    """The fields of a view that differ from those of an older one."""
    assert was is not None
    assert view is not None
    kind: Any = type(view)
    names, values_of = _fields(kind)
    pairs = zip(names, values_of(view), values_of(was), strict=True)
    return {name: new for name, new, old in pairs if new is not old and new != old}


@functools.cache
def _fields(kind: Any) -> tuple[tuple[str, ...], Callable[[View], tuple[Any, ...]]]:
    """The fields of a class of views that may change: their names, and a function that gets all values at once."""
    names = tuple(field.name for field in fields(kind) if field.name != "viewer")
    return names, operator.attrgetter(*names)
