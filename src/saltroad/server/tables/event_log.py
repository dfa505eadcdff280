"""The log of a game as clients are sent it: each ply with what happened in it, made once and kept as JSON.

Kept as bytes, as it is only ever sent: so a long game holds no objects that Python's collector would have to visit.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from saltroad.kernel.contract import Position, View
from saltroad.messages.facts import PublicPly
from saltroad.messages.game_facts import GameFacts, facts_of
from saltroad.protocol.messages import Happened
from saltroad.server.tables.game import LiveGame, Ply, Transition

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(tuple[Happened, ...]).decode


class EventLog:
    """The events of one game, by ply. Those of a log from the store are made when a client needs them."""

    def __init__(self, live_game: LiveGame) -> None:
        self._live_game = live_game
        self._game = live_game.game
        self.facts: GameFacts = facts_of(live_game.game.info.name)
        self._entries: list[bytes] | None = None if live_game.plies else []
        self._seen: tuple[Position, View] | None = None
        """The last position whose public view was built, and that view."""
        self._making = asyncio.Lock()

    @property
    def is_made(self) -> bool:
        """Whether the events of all plies have been made."""
        return self._entries is not None

    async def make(self) -> None:
        """Make the events of the log in a thread, unless that was done."""
        async with self._making:
            while self._entries is None:
                plies = tuple(self._live_game.plies)
                entries = await asyncio.to_thread(self._made, plies)
                if tuple(self._live_game.plies) == plies:  # else the game went on meanwhile
                    self._entries = entries

    def _made(self, plies: tuple[Ply, ...]) -> list[bytes]:
        before, view = self._game.start_of(self._live_game.options), None
        entries = []
        for ply in plies:
            action = self._game.parse(ply.action)
            after = self._game.apply(before, action)
            entry, view = self._entry(ply, action, ply.at, (before, after), view)
            entries.append(entry)
            before = after
        return entries

    def extend(self, before: Position, transition: Transition, at: int) -> None:
        """Add the events of a transition that was just committed; `before` is the position that it began at."""
        if self._entries is None:
            return
        view = self.public_view(before)
        for ply, action, after in zip(transition.plies, transition.actions, transition.positions, strict=True):
            entry, view = self._entry(ply, action, at, (before, after), view)
            self._entries.append(entry)
            before = after
        self._seen = None if view is None else (before, view)

    def _entry(
        self, ply: Ply, action: Any, at: int, positions: tuple[Position, Position], view: View | None
    ) -> tuple[bytes, View | None]:
        """A ply as JSON, and the public view after it, if that was built."""
        public: PublicPly[Any] = PublicPly(self._game, ply.actor, action, positions, (view, None))
        events = self.facts.events(public)
        return _encode(Happened(ply.actor, ply.action, tuple(events), at)), public.view_after

    def cut(self, to_ply: int) -> None:
        """Drop the events from a ply on: the game went back."""
        if self._entries is not None:
            del self._entries[to_ply:]

    def since(self, ply: int) -> bytes:
        """The log from a ply on, as a JSON list of `Happened`. The events must have been made."""
        assert self._entries is not None
        return b"[%b]" % b",".join(self._entries[ply:])

    def happened(self) -> tuple[Happened, ...]:
        """The whole log as values, with events as they are sent. The events must have been made."""
        return _decode(self.since(0))

    # -- the spectators' view ------------------------------------------------------------------------------------------

    def public_view(self, position: Position) -> View | None:
        """The spectators' view of a position, if it was the last one built; else None."""
        return self._seen[1] if self._seen is not None and self._seen[0] is position else None

    def note_public_view(self, position: Position, view: View) -> None:
        """Keep the spectators' view of a position: the events of the next ply need it."""
        self._seen = position, view
