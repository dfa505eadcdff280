"""Everything that a client may ask of a table, in one place: each message leads to one verb and gets one reply."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import structlog

from saltroad import words
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
from saltroad.server.refusals import Refusal
from saltroad.server.store import StoreError
from saltroad.server.tables import seats as gathering
from saltroad.server.text_cleaning import clean_line

log = structlog.get_logger()

if TYPE_CHECKING:
    from saltroad.server.store import Person
    from saltroad.server.tables.registry import TableRegistry
    from saltroad.server.tables.table import Table


async def run_command(
    registry: TableRegistry, table: Table, person: Person | None, message: ClientMessage, language: str
) -> Reply:
    """Do what a message asks for; whatever is refused is told with a code and a sentence."""
    table.note_request()
    try:
        reply = await _run(registry, table, person, message, language)
        return Done(message.id) if reply is None else reply
    except Refusal as refusal:
        return refusal_reply(refusal, message.id, language, table)
    except StoreError as error:
        log.error("the store failed", table=table.id, why=str(error))
        return refusal_reply(Refusal("not_stored"), message.id, language, table)


def refusal_reply(refusal: Refusal, to: int, language: str, table: Table | None = None) -> Refused:
    """A refusal as a message."""
    ply = 0 if table is None or table.state.live_game is None else table.state.live_game.next_ply
    sentence = refusal.sentence(language or "en")
    if table is not None and refusal.code in ("illegal", "not_your_turn"):
        sentence = table.with_names(sentence, language)
    return Refused(to, refusal.code, sentence, refusal.rule, ply)


async def _run(
    registry: TableRegistry, table: Table, person: Person | None, message: ClientMessage, language: str
) -> Reply | None:
    if person is None:
        raise Refusal("not_known")
    seat = table.state.seat_of(person.id)
    if isinstance(message, Stand) or (isinstance(message, StandIn) and message.seat == seat):
        table.presence.note_request(person.id)  # what becomes of their seat they say themselves
    else:
        await table.note_player_active(person.id)
    match message:
        case Act(ply=ply, action=action, revision=revision):
            registry.rates.moves.spend(person.id)
            since = time.perf_counter()
            await table.act(seat, ply, action, revision=revision)
            registry.metrics.moved(table.state.row.game)
            registry.metrics.committed(time.perf_counter() - since)
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
            registry.rates.chat.spend(person.id)  # it leaves a line there
            await table.stand_in(seat, other, bot=bot)
        case Explain(id=to, ply=ply, action=action):
            return table.explain(seat, ply, action, language, to)
        case Hint(id=to, ply=ply):
            return await _hint(registry, table, seat, ply, language, to)
        case Say(text=text):
            registry.rates.chat.spend(person.id)
            name = person.name if seat is None else table.state.seats[seat].name
            await table.say(person.id, name, clean_line(text))
        case Again(start=start):
            await registry.again(table, person, start=start)
        case _:
            await _gather(table, person, seat, message)
    return None


async def _gather(table: Table, person: Person, seat: int | None, message: ClientMessage) -> None:
    """What is asked for before the game begins."""
    match message:
        case Sit(seat=wanted):
            key = gathering.key_of(table.state.secret, table.id, wanted)
            await table.change_seats(lambda seats: gathering.sit(seats, person, message, key))
            table.presence.note_request(person.id)  # before they sat, nobody asked whether they are here
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


async def _hint(registry: TableRegistry, table: Table, seat: int | None, ply: int, language: str, to: int) -> Hinted:
    """What a bot would play in the asker's place; against people nobody is helped."""
    live_game = table.state.game
    if ply != live_game.next_ply:
        raise Refusal("stale" if ply < live_game.next_ply else "ahead", ply=live_game.next_ply)
    alone = sum(other.kind == "person" for other in table.state.seats) == 1
    if seat is None or seat != live_game.actor or not alone or table.state.phase != "playing":
        raise Refusal("no_hint")
    registry.rates.hints.spend(table.state.seats[seat].person or "")
    thought = await registry.suggest(table, seat)
    view, names = live_game.view(seat), [other.name for other in table.state.seats]
    said = words.speaker(table.state.row.game).suggested(
        view, live_game.game.parse(thought.action), names, language or "en"
    )
    return Hinted(to, ply, thought.action, said, thought.share, thought.instead)
