"""A table as the rest of the server uses it: moves, questions about moves, chat and subscriptions.

What comes before the game is in `setup`, what players have to agree on in `agreements`, how a change is stored and
published in `writer`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from saltroad.protocol.messages import Explained
from saltroad.records.dice import SCHEME
from saltroad.server.refusals import Refusal
from saltroad.server.settings import AWAY_SECONDS
from saltroad.server.shielding import shielded
from saltroad.server.store import Seat, Store, TableRow, moment
from saltroad.server.tables.agreements import Agreements
from saltroad.server.tables.setup import TableSetup
from saltroad.server.tables.state import TableState
from saltroad.server.tables.subscriptions import Subscription
from saltroad.server.tables.updates import ClientState


class Table(TableSetup, Agreements):
    """One table, from its making to its last ply. Made by `load`."""

    def __init__(
        self,
        store: Store,
        row: TableRow,
        seats: Iterable[Seat],
        now: Callable[[], int],
        secret: bytes,
        tick: Callable[[], int] | None = None,
        away: float = AWAY_SECONDS,
    ) -> None:
        super().__init__(store, TableState(row, tuple(seats), secret), now, tick or now, away)

    @classmethod
    async def load(
        cls,
        store: Store,
        id: str,
        now: Callable[[], int] = moment,
        secret: bytes = b"",
        tick: Callable[[], int] | None = None,
        away: float = AWAY_SECONDS,
    ) -> Table:
        """The table as it is stored, with its game if that has begun; Refusal if there is no such table."""
        row = await store.table(id)
        if row is None:
            raise Refusal("no_table", table=id)
        table = cls(store, row, await store.seats(id), now, secret, tick, away)
        await table.chat.read()
        table.state.rematch = await store.again_table(id)
        if row.started is not None:
            await table._begin_game()
        elif row.state == "open" and row.dice != SCHEME:
            # Made by an earlier version: its dice bind no player, and nothing was drawn from them yet.
            await table._deal_anew(table.state.seats)
        table.presence.note_turn()
        table.updates.invalidate()
        return table

    # -- playing -------------------------------------------------------------------------------------------------------

    async def act(
        self, seat: int | None, ply: int, action: str, *, bot: bool = False, revision: int | None = None
    ) -> None:
        """Play an action for a seat. When this returns it is stored, and every client can see it.

        Not `shielded` like the other changes: a task for each move would cost too much. It must not be cancelled.
        """
        async with self._writing():
            mine, state = self._expect_seat(seat), self.state
            transition = state.game.act(mine, ply, action)
            if transition is None:
                return
            self._expect_revision(revision)
            if bool(state.seats[mine].bot) != bot:
                raise Refusal("time_over" if mine in self._returning else "bot_plays")
            self._expect_running()
            await self._store_transition(transition)
            if self._returning:
                await self._return_after_move(mine)

    @shielded
    async def undo(self, seat: int | None, ply: int, revision: int | None = None) -> None:
        """Take back the seat's own last action of this turn."""
        async with self._writing():
            self._expect_ply(ply)
            self._expect_revision(revision)
            self._expect_running()
            await self._go_back(self.state.game.undo(self._expect_seat(seat)), redraw=False)

    def explain(self, seat: int | None, ply: int, action: str, to: int = 0) -> Explained:
        """Why the seat to act may or may not play something."""
        self._expect_ply(ply)
        verdict = self.state.game.explain(self._expect_seat(seat), action)
        return Explained(to, action, verdict.legal, verdict.rule, verdict.reason, dict(verdict.params))

    # -- chat and subscriptions ----------------------------------------------------------------------------------------

    @shielded
    async def say(self, person: str, name: str, text: str) -> None:
        """Add a line to the chat. While hands are hidden, what spectators say is for spectators."""
        apart = self.state.seat_of(person) is None and self.state.hides_hands()
        await self.chat.say(person, name, text, self.now(), apart=apart)
        self.subscriptions.push()

    def subscribe(
        self,
        person: str | None,
        revision: int = -1,
        seen: int = 0,
        *,
        send: Callable[[bytes], None],
        can_take: Callable[[], bool] = lambda: True,
    ) -> Subscription:
        """Send a connection every change from now on. It has seen the log up to a ply of that revision."""
        known = ClientState(revision=revision, seen=min(seen, self.state.next_ply))
        subscription = Subscription(self.subscriptions, person, known, send, can_take, self._unsubscribe)
        self.subscriptions.add(subscription)
        self.presence.connect(person)
        self.publish()
        if person is not None and self._is_replaced_until_return(person):
            self.subscriptions.run_in_background(self._take_seat_back_quietly(person))
        return subscription

    def _unsubscribe(self, subscription: Subscription) -> None:
        if self.subscriptions.remove(subscription):
            self.presence.disconnect(subscription.person)
            self.publish()
