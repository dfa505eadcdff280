"""The updates of a table: one for each viewer, built from the game's own `observe` and nothing else.

Viewers who see the same share the bytes. An update carries the whole view to a client that is new, and afterwards only
the fields of the view that have changed. Sentences are made once per language, and only for languages that are read.
"""

from __future__ import annotations

import asyncio
import functools
import operator
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any

import msgspec

from saltroad import words
from saltroad.kernel.actors import NOBODY
from saltroad.kernel.contract import Position, View
from saltroad.kernel.record import OWNER
from saltroad.protocol.messages import Clocks, Deal, Happened, OfferShown, SeatShown, SharedUpdate, Update
from saltroad.server.store import Seat
from saltroad.server.tables.presence import Presence
from saltroad.server.tables.seats import key_of
from saltroad.server.tables.state import TableState

_NO_CLOCKS = Clocks(0, (), (), None, False)
_BY_SEAT = ("seat", "is_host")
"""Fields of an `Update` that differ between viewers who are told the same otherwise: see `_SeatFields`."""
_ViewerUpdate: Any = msgspec.defstruct(
    "_ViewerUpdate",
    [
        (field.name, field.type)
        for field in msgspec.structs.fields(Update)
        if field.name not in (*SharedUpdate.__struct_fields__, *_BY_SEAT)
    ],
    frozen=True,
)
"""The fields of an `Update` that are for one viewer, or for all who wait and know the same."""


class _SeatFields(dict[tuple[int | None, bool], bytes]):
    """The fields `_BY_SEAT` as JSON, for each of their values: they stand between the other two parts."""

    def __missing__(self, key: tuple[int | None, bool]) -> bytes:
        seat, is_host = key
        found = self[key] = b',"seat":%b,"is_host":%b,' % (msgspec.json.encode(seat), msgspec.json.encode(is_host))
        return found


_SEAT_FIELDS = _SeatFields()
_ANY_WAITING = -1
"""In place of a viewer: each one who waits."""


@dataclass(frozen=True, slots=True, eq=False)
class ClientState:
    """What a client knows of a table. Clients who know the same have the same object, and are sent the same bytes."""

    number: int = 0
    """Of the last update; 0 before the first."""
    revision: int = -1
    seen: int = 0
    """The log up to this ply, of that revision."""
    view: View | None = None
    """None for a client that is to be sent the whole."""


def seat_shown(seat: Seat, here: frozenset[str], bot_from: int | None = None) -> SeatShown:
    """A seat as everybody sees it."""
    is_here = seat.kind == "bot" or seat.person in here
    # Stand-ins of before reasons were stored have none: they end when the owner is back.
    reason = seat.stand_in_reason or "away" if seat.kind == "person" and seat.bot else ""
    return SeatShown(seat.kind, seat.name, is_here, seat.bot or "", reason, bot_from)


def log_entries(state: TableState, first_ply: int, language: str) -> tuple[Happened, ...]:
    """The log from a ply on, in a language whose sentences have been made."""
    if state.live_game is None:
        return ()
    said = state.narration.said
    return tuple(
        Happened(ply.actor, ply.action, said(language, number), ply.at)
        for number, ply in enumerate(state.live_game.plies[first_ply:], first_ply)
    )


class UpdateBuilder:
    """The updates of one table as it stands; `invalidate` drops them when something has changed."""

    def __init__(self, state: TableState, presence: Presence, tick: Callable[[], int]) -> None:
        self._state = state
        self._presence = presence
        self._tick = tick
        self._position: Position | None = None
        self._views: dict[int | None, View] = {}
        self._is_open = True
        """Whether everybody sees the same: then one view is built, and one set of changes sent to all."""
        self._audiences: object = None
        """What `_is_open` was found from."""
        self._legal: tuple[Any, ...] | None = None
        self._offers: tuple[tuple[OfferShown, ...], Any] | None = None
        self._shared: bytes | None = None
        self._raw: dict[object, msgspec.Raw] = {}
        """Fields that several viewers are sent, as JSON."""
        self._viewer_parts: dict[tuple[object, ...], bytes] = {}
        self._known: dict[int | None, ClientState] = {}
        """What a client knows after this update, by viewer; if everybody sees the same, under None."""
        self._seats_shown: tuple[object, Any] = (None, None)

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
            self._legal = self._offers = None
            audiences = None if live_game is None else live_game.game.audiences_in(live_game.position)
            if audiences is not self._audiences:
                self._audiences, self._is_open = audiences, audiences is None or OWNER not in audiences.values()

    async def narrate(self, language: str) -> None:
        """Make the sentences of the log in a language; before the game begins there are none."""
        state = self._state
        if state.live_game is None and not state.narration.knows(language):
            state.narration.add(language, [])
        while state.live_game is not None and not state.narration.knows(language):
            live_game, narration, plies = state.live_game, state.narration, tuple(state.live_game.plies)
            sentences = await asyncio.to_thread(narration.learn, language, live_game, plies)
            if tuple(live_game.plies) == plies and narration is state.narration:  # else the game went on meanwhile
                narration.add(language, sentences)

    def update(
        self, viewer: int | None, *, is_host: bool, language: str, known: ClientState
    ) -> tuple[bytes, ClientState]:
        """The update for a viewer whose client knows that much; with what it knows afterwards."""
        state, live_game, is_open = self._state, self._state.live_game, self._is_open
        eyes = None if is_open else viewer
        after = self._known.get(eyes)
        if after is None:
            after = self._known[eyes] = self._known_after(eyes)
        if known.revision != after.revision:
            known = ClientState(known.number, after.revision)
        # If everybody sees the same, all who wait are sent the same, but for their seats.
        is_shared = is_open and known.view is not None and live_game is not None and viewer != live_game.actor
        keys = is_host and state.phase == "open"
        key = (_ANY_WAITING if is_shared else viewer, keys, language, known)
        own = self._viewer_parts.get(key)
        if own is None:
            own = self._viewer_parts[key] = self._viewer_part(
                None if is_shared else viewer, keys, language, known, after
            )
        shared = self._shared
        if shared is None:
            shared = self._shared = msgspec.json.encode(self._shared_part())[:-1]
        return b"".join((shared, _SEAT_FIELDS[viewer, is_host], own)), after

    def _known_after(self, eyes: int | None) -> ClientState:
        """What a client knows of the table as it stands."""
        state, live_game = self._state, self._state.live_game
        if live_game is None:
            return ClientState(state.version, state.revision)
        view = self._views.get(eyes)
        if view is None:
            view = self._views[eyes] = live_game.view(eyes)
        return ClientState(state.version, state.revision, live_game.next_ply, view)

    def _viewer_part(
        self, viewer: int | None, keys: bool, language: str, known: ClientState, after: ClientState
    ) -> bytes:
        """The fields of one viewer as JSON, without the bracket that opens them."""
        state, live_game, raw = self._state, self._state.live_game, self._as_raw
        offers, more = self._offered(viewer)
        view, was, first_ply = after.view, known.view, min(known.seen, after.seen)
        is_whole = was is None or view is None
        own = _ViewerUpdate(
            after=known.number,
            first_ply=first_ply,
            happened=raw((language, first_ply), lambda: log_entries(state, first_ply, language)),
            asks=self._question(viewer, view, language),
            view=replace(view, viewer=viewer) if is_whole and view is not None else None,
            changed=None if is_whole else raw(known, lambda: _changed(was, view)),
            offers=offers,
            more=more,
            can_undo=viewer is not None
            and live_game is not None
            and state.phase == "playing"
            and live_game.can_undo(viewer),
            keys=self._keys() if keys else None,
        )
        return msgspec.json.encode(own)[1:]

    def _shared_part(self) -> SharedUpdate:
        state, live_game = self._state, self._state.live_game
        row, actor, phase = state.row, NOBODY if live_game is None else live_game.actor, state.phase
        return SharedUpdate(
            table=row.id,
            number=state.version,
            revision=state.revision,
            game=row.game,
            options=row.options,
            public=row.public,
            pace=row.pace,
            drawn=row.drawn,
            state=phase,
            seats=self._seats(),
            watching=self._presence.spectators(),
            ply=0 if live_game is None else live_game.next_ply,
            actor=actor,
            asked=state.asked,
            thinks=actor if actor >= 0 and phase == "playing" and state.seats[actor].bot else None,
            clocks=_NO_CLOCKS if state.clock is None else state.clock.as_of(self._tick()).shown(),
            outcome=None if live_game is None else live_game.outcome,
            dice=row.dice,
            commitment=row.commitment,
            deals=row.deals,
            deal=self._deal() if phase in ("open", "dealing") else None,
            seed=row.seed.hex() if phase == "over" and row.seed else None,
            again=state.rematch,
            imported=row.is_imported,
        )

    def _as_raw(self, name: object, make: Callable[[], Any]) -> msgspec.Raw:
        """A field that other viewers are sent as well: encoded once."""
        part = self._raw.get(name)
        if part is None:
            part = self._raw[name] = msgspec.Raw(msgspec.json.encode(make()))
        return part

    def _seats(self) -> Any:
        """As JSON, and kept: seats and who is present change seldom."""
        seats, presence = self._state.seats, self._presence
        key = (seats, presence.here(), presence.stand_in_from())
        if self._seats_shown[0] != key:
            shown = [seat_shown(seat, key[1], presence.stand_in_moment(seat.number)) for seat in seats]
            self._seats_shown = key, msgspec.Raw(msgspec.json.encode(shown))
        return self._seats_shown[1]

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

    def _question(self, viewer: int | None, view: View | None, language: str) -> str:
        """What is asked of the seat to act, in words."""
        state, live_game = self._state, self._state.live_game
        if not language or view is None or live_game is None or live_game.actor == NOBODY:
            return ""
        if self._legal is None:
            self._legal = live_game.game.legal(live_game.position)
        return words.speaker(state.row.game).asked(view, self._legal, state.names, viewer, language)

    def _offered(self, viewer: int | None) -> tuple[tuple[OfferShown, ...], Any]:
        """Only to the seat to act: offers tell of its cards."""
        live_game = self._state.live_game
        if live_game is None or viewer is None or viewer != live_game.actor or self._state.phase != "playing":
            return (), None
        if self._offers is None:
            offered = live_game.game.offers(live_game.position)
            self._offers = (tuple([OfferShown(str(o.action), o.earns, o.price) for o in offered.actions]), offered.more)
        return self._offers


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
