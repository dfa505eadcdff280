"""The commands of clients: every message leads to one method of a table and gets one reply."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass

import structlog

from saltroad.messages.game_facts import facts_of
from saltroad.protocol.actions import action_shown
from saltroad.protocol.messages import (
    Act,
    Again,
    Answer,
    AskBack,
    AskPause,
    ClientMessage,
    Close,
    Done,
    Explain,
    Hint,
    Hinted,
    Refused,
    Reply,
    Resume,
    Reveal,
    Say,
    SetSeat,
    Sit,
    Stand,
    StandIn,
    Start,
    Undo,
)
from saltroad.server.bot_pool.pool import BotPool
from saltroad.server.metrics import Metrics
from saltroad.server.rate_limits import RateLimiter, RateLimits
from saltroad.server.refusals import Refusal, params_shown
from saltroad.server.store import Person, StoreError
from saltroad.server.tables import seats as seating
from saltroad.server.tables.autoplay import suggestion
from saltroad.server.tables.creation import TableCreator
from saltroad.server.tables.seats import ADVISER, ADVISER_SECONDS
from saltroad.server.tables.sentences import GameSentences
from saltroad.server.tables.table import Table
from saltroad.server.text_cleaning import clean_line

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class CommandRunner:
    """Runs the commands of clients, with everything that they need besides the table."""

    creator: TableCreator
    bot_pool: BotPool
    limits: RateLimits
    chat_limiter: RateLimiter
    metrics: Metrics

    async def run(self, table: Table, person: Person | None, message: ClientMessage, language: str = "") -> Reply:
        """Run the command of a message and return its reply; a refusal is a reply with a code. In a language, the reply
        has a sentence."""
        reply = await self._reply(table, person, message)
        if not language or isinstance(reply, Done):
            return reply
        you = None if person is None else table.state.seat_of(person.id)
        return await asyncio.to_thread(GameSentences.of_table(table.state, language).reply, reply, you)

    async def _reply(self, table: Table, person: Person | None, message: ClientMessage) -> Reply:
        table.note_request()
        try:
            if person is None:
                raise Refusal("not_known")
            reply = await self._run(table, person, message)
            return Done(message.id) if reply is None else reply
        except Refusal as refusal:
            return refusal_reply(refusal, message.id, table)
        except StoreError as error:
            log.error("the store failed", table=table.id, why=str(error))
            return refusal_reply(Refusal("not_stored"), message.id, table)

    async def _run(self, table: Table, person: Person, message: ClientMessage) -> Reply | None:  # noqa: C901  # a case for each message
        seat = table.state.seat_of(person.id)
        if isinstance(message, Stand) or (isinstance(message, StandIn) and message.seat == seat):
            table.presence.note_request(person.id)  # the message itself says who plays for their seat
        else:
            await table.note_player_active(person.id)
        match message:
            case Act(ply=ply, action=action, revision=revision):
                self.limits.moves.spend(person.id)
                since = time.perf_counter()
                await table.act(seat, ply, action, revision=revision)
                self.metrics.moved(table.state.row.game)
                self.metrics.committed(time.perf_counter() - since)
            case Undo(ply=ply, revision=revision):
                await table.undo(seat, ply, revision)
            case AskBack(ply=ply, redraw=redraw):
                await table.ask_back(seat, ply, redraw=redraw)
            case AskPause():
                await table.ask_pause(seat)
            case Answer(what=what, to_ply=to_ply, agree=agree):
                await table.answer(seat, what, to_ply, agree)
            case Resume():
                await table.resume(seat)
            case StandIn(seat=other, bot=bot):
                self.chat_limiter.spend(person.id)  # it adds a line there
                await table.stand_in(seat, other, bot=bot)
            case Explain(id=to, ply=ply, action=action):
                return table.explain(seat, ply, action, to)
            case Hint(id=to, ply=ply):
                return await self._hint(table, seat, ply, to)
            case Say(text=text):
                self.chat_limiter.spend(person.id)
                name = person.name if seat is None else table.state.seats[seat].name
                await table.say(person.id, name, clean_line(text))
            case Again(start=start):
                await self.creator.rematch(table, person, start=start)
            case _:
                await _run_setup(table, person, seat, message)
        return None

    async def _hint(self, table: Table, seat: int | None, ply: int, to: int) -> Hinted:
        """The action that a bot would play for the seat; refused unless all other seats are bots."""
        state, live_game = table.state, table.state.game
        if ply != live_game.next_ply:
            raise Refusal("stale" if ply < live_game.next_ply else "ahead", ply=live_game.next_ply)
        alone = sum(other.kind == "person" for other in state.seats) == 1
        if seat is None or seat != live_game.actor or not alone or state.phase != "playing":
            raise Refusal("no_hint")
        person = state.seats[seat].person
        self.limits.hints.spend(person or "")
        thought = await suggestion(table, self.bot_pool, seat, ADVISER, person, lambda: True, ADVISER_SECONDS)
        view, action = live_game.view(seat), live_game.game.parse(thought.action)
        advice = facts_of(state.row.game).advice(view, action)
        return Hinted(to, ply, thought.action, action_shown(action), advice, thought.share, thought.instead)


def refusal_reply(refusal: Refusal, to: int, table: Table | None = None) -> Refused:
    """A refusal as a message."""
    ply = 0 if table is None else table.state.next_ply
    return Refused(to, refusal.code, refusal.rule, refusal.reason, params_shown(refusal.params), ply)


async def _run_setup(table: Table, person: Person, seat: int | None, message: ClientMessage) -> None:
    """The commands of a table whose game has not begun; to stand up, also later."""
    match message:
        case Sit(seat=wanted):
            key = seating.key_of(table.state.secret, table.id, wanted)
            await table.change_seats(lambda seats: seating.sit(seats, person, message, key))
            table.presence.note_request(person.id)  # before they sat, their presence was not noted
            return
        case Stand():
            if table.state.phase == "playing" and seat is not None:
                await table.stand_in(seat, seat, bot=True)
            else:
                await table.leave_seat(person.id)
            return
        case Reveal(share=share):
            await table.reveal(person.id, share)
            return
    if not table.state.is_host(person.id):
        raise Refusal("not_host")
    match message:
        case SetSeat():
            await table.set_seat(message)
        case Start():
            await table.start()
        case Close():
            if table.state.phase == "playing":
                raise Refusal("begun")
            await table.close()
