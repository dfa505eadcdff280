"""HTTP routes of tables: making one, its state, commands, lists, and finished games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar import Controller, MediaType, Request, Response, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import UNSET

from saltroad.messages.game_facts import facts_of
from saltroad.protocol.analysis import AnalysisShown
from saltroad.protocol.messages import UPDATE_DEFAULTS, ClientMessage, Happened, Refused, Reply, encode
from saltroad.protocol.pages import DiceShown, NewRecord, NewTable, Replay, ReplayPosition, TableShown
from saltroad.records import Record, RecordError
from saltroad.records.fairness import NotCheckable
from saltroad.server.http.offload import offload
from saltroad.server.http.refusal_status import status_of
from saltroad.server.http.request_context import MANAGE, PLAY, WATCH, Context, RequestContext, named_language
from saltroad.server.refusals import Refusal
from saltroad.server.shielding import run_shielded
from saltroad.server.store import ListedTable, Log, Seat
from saltroad.server.store import TableRow as Row
from saltroad.server.tables.records import NotExportable, dice_shown, import_record, record_of
from saltroad.server.tables.sentences import GameSentences, refused_in_words
from saltroad.server.tables.state import TableState

SentenceLanguage = Annotated[
    str, QueryParameter(description="`en` or `fr`: adds sentences in that language.", max_length=2)
]
TableId = Annotated[str, PathParameter(description="The id of a table.", max_length=40)]
Asking = Request[Any, Any, State]


class TablesController(Controller):
    """Tables."""

    path = "/api/tables"
    tags = ("Tables",)

    @get(summary="Open tables", opt=WATCH)
    async def open_tables(
        self,
        context: Context,
        game: Annotated[str | None, QueryParameter(max_length=40)] = None,
        players: Annotated[int | None, QueryParameter(description="The number of seats.", ge=1, le=6)] = None,
        before: Annotated[
            str | None, QueryParameter(description="The last table of the page before.", max_length=40)
        ] = None,
    ) -> list[TableShown]:
        """Public tables that wait for players, twenty a page: the newest of each host, then each host's second, and so
        on. Tables without activity for ten minutes come last."""
        person = None if context.person is None else context.person.id
        found = await context.store.open_tables(game=game, players=players, before=before)
        return await context.router.shown(found, person)

    @post(summary="Make a table", opt=PLAY)
    async def make(self, data: JSONBody[NewTable], context: Context) -> TableShown:
        """Make a table. With `start` the game begins at once, if every seat is taken. The response shows the commitment
        of the dice."""
        table = await context.services.creator.create(context.known, data)
        return self._shown(context, ListedTable(table.state.row, table.state.seats))

    @get("/mine", summary="My games", opt=WATCH)
    async def mine(self, context: Context) -> list[TableShown]:
        """The tables that the caller sits at or made, newest first; `waits` marks those that wait for their move."""
        found = await context.store.tables_of(context.known.id)
        return await context.router.shown(found, context.known.id, whose_turn=True)

    @get("/finished", summary="Finished games", opt=WATCH)
    async def finished(
        self,
        context: Context,
        game: Annotated[str | None, QueryParameter(max_length=40)] = None,
        name: Annotated[str | None, QueryParameter(description="Part of a player's name.", max_length=30)] = None,
        player: Annotated[str | None, QueryParameter(description="`me`: my own games only.", max_length=2)] = None,
        before: Annotated[
            str | None, QueryParameter(description="The last table of the page before.", max_length=40)
        ] = None,
    ) -> list[TableShown]:
        """Finished games: public ones, and the caller's own; newest first, fifty a page."""
        mine = context.known.id if player == "me" else None
        found = await context.store.finished(game=game, player=mine, name=name, before=before)
        return [self._shown(context, listed) for listed in found]

    def _shown(self, context: RequestContext, listed: ListedTable) -> TableShown:
        return context.services.registry.shown(listed, None if context.person is None else context.person.id)

    @get("/{id:str}", summary="Where a table stands", media_type=MediaType.JSON, opt=WATCH)
    async def update(
        self, id: TableId, context: Context, request: Asking, language: SentenceLanguage = ""
    ) -> Response[bytes]:
        """The table as an `Update` with the whole view, as the caller may see it. No field is left out."""
        proxy = await context.router.proxy(id)
        person = None if context.person is None else context.person.id
        body = await proxy.update(person, named_language(request))
        whole = {**UPDATE_DEFAULTS, **msgspec.json.decode(body, type=dict[str, msgspec.Raw])}
        return Response(msgspec.json.encode(whole), media_type=MediaType.JSON)

    @post("/{id:str}", summary="Ask something of a table", status_code=200, opt=PLAY)
    async def ask(
        self,
        id: TableId,
        data: JSONBody[ClientMessage],
        context: Context,
        request: Asking,
        language: SentenceLanguage = "",
    ) -> Response[bytes]:
        """Run a command: any client message, as over the socket. The response is one reply."""
        context.services.limits.messages.spend(context.known.id)
        proxy = await context.router.proxy(id)
        told = named_language(request)
        reply: Reply = await run_shielded(proxy.run_command(context.known, data, told))
        status = 200
        if isinstance(reply, Refused):
            if told and reply.sentence is UNSET:  # the table could not be reached
                reply = await offload(request, refused_in_words, reply, told)
            context.services.metrics.refused(reply.code)
            status = status_of(reply.code)
        return Response(encode(reply), media_type=MediaType.JSON, status_code=status)

    # -- finished games ------------------------------------------------------------------------------------------------

    @get("/{id:str}/record", summary="The record of a game", media_type=MediaType.TEXT, opt=WATCH)
    async def record(self, id: TableId, context: Context, request: Asking) -> Response[str]:
        """The record of a game as text, for people and programs; of a running game without what is still secret."""
        store = context.store
        row = await store.table(id)
        if row is None:
            raise Refusal("no_table", table=id)
        if row.started is None:
            raise Refusal("not_begun")
        record = await _record(request, row, await store.seats(id), await store.log(id))
        name = f'attachment; filename="saltroad-{row.game}-{id}.txt"'
        return Response(record.text(), media_type=MediaType.TEXT, headers={"Content-Disposition": name})

    @get("/{id:str}/replay", summary="A finished game", opt=WATCH)
    async def replay(self, id: TableId, context: Context, request: Asking, language: SentenceLanguage = "") -> Replay:
        """A finished game to replay: all moves with what happened, the result and the seed of the dice."""
        table = await context.services.registry.finished(id)
        await table.make_events()
        state, row = table.state, table.state.row
        return Replay(
            table=self._shown(context, ListedTable(row, state.seats)),
            happened=await offload(request, _log, state, named_language(request)),
            outcome=state.game.outcome,
            commitment=row.commitment,
            seed=row.seed.hex() or None,
        )

    @get("/{id:str}/replay/{ply:int}", summary="One position of a finished game", opt=WATCH)
    async def position(
        self,
        id: TableId,
        ply: Annotated[int, PathParameter(ge=0, le=1_000_000)],
        context: Context,
        request: Asking,
        seat: Annotated[int | None, QueryParameter(ge=0, le=15)] = None,
        language: SentenceLanguage = "",
    ) -> ReplayPosition:
        """The position before a ply, as a seat or a spectator saw it."""
        table = await context.services.registry.finished(id)
        if seat is not None and seat >= len(table.state.seats):
            raise Refusal("no_seat", player=seat + 1, players=len(table.state.seats))
        return await offload(request, _position, table.state, ply, seat, named_language(request))

    @get("/{id:str}/dice", summary="The dice of a finished game", opt=WATCH)
    async def dice(self, id: TableId, context: Context, request: Asking) -> DiceShown:
        """The dice of a finished game: seed, shares, order and every possible outcome, so that all draws can be
        repeated."""
        table = await context.services.registry.finished(id)
        record = await _record(request, table.state.row, table.state.seats, await context.store.log(id))
        try:
            return await offload(request, dice_shown, record)
        except NotCheckable:
            raise Refusal("no_dice") from None

    @get("/{id:str}/analysis", summary="The analysis of a finished game", opt=WATCH)
    async def analysis(
        self,
        id: TableId,
        context: Context,
        request: Asking,
        since: Annotated[
            int, QueryParameter(description="Leave out so many plies, which are known.", ge=0, le=1_000_000)
        ] = 0,
        language: SentenceLanguage = "",
    ) -> AnalysisShown:
        """How far the analysis of a finished game is, and what it found so far, in the order of the plies. `state` is
        `none` until one is asked for."""
        return await context.services.analyses.shown(id, since, named_language(request))

    @post("/{id:str}/analysis", summary="Analyse a finished game", status_code=202, opt=PLAY)
    async def analyse(self, id: TableId, context: Context) -> AnalysisShown:
        """Begin to analyse a finished game; one that is there or under way is not begun again. Refused with `not_over`
        while the game is played."""
        context.services.limits.analyses.spend(context.known.id)
        return await context.services.analyses.start(id)


async def _record(request: Asking, row: Row, seats: Sequence[Seat], log: Log) -> Record:
    """A table's record. Every action is played again to make it, in a thread."""
    try:
        return await offload(request, record_of, row, seats, log)
    except NotExportable as error:
        raise Refusal("old_rules", why=error) from None


def _log(state: TableState, language: str) -> tuple[Happened, ...]:
    assert state.events is not None
    happened = state.events.happened()
    return GameSentences.of_table(state, language).log(happened) if language else happened


def _position(state: TableState, ply: int, seat: int | None, language: str) -> ReplayPosition:
    live_game = state.game
    if ply > live_game.next_ply:
        raise Refusal("no_ply", most=live_game.next_ply)
    game, position = live_game.game, live_game.game.start_of(live_game.options)
    for played in live_game.plies[:ply]:
        position = game.apply(position, game.parse(played.action))
    view = game.observe(position, seat)
    asks = facts_of(game.info.name).question(view, game.legal(position)) if game.actor(position) >= 0 else None
    if not language:
        return ReplayPosition(ply, asks, view)
    told = GameSentences.of_table(state, language).question(asks, None)
    return ReplayPosition(ply, asks, view, told)


class RecordsController(Controller):
    """Records of games that were played elsewhere."""

    path = "/api/records"
    tags = ("Tables",)

    @post(summary="Keep a record as a finished game", opt=MANAGE)
    async def bring(self, data: JSONBody[NewRecord], context: Context, request: Asking) -> TableShown:
        """Import a record as a finished game. Every move is checked; a game that is not over is refused."""
        context.services.limits.tables.spend(context.known.id)
        try:
            row, seats, plies = await offload(request, import_record, data.text, made_by=context.known.id)
        except RecordError as error:
            raise Refusal("bad_record", why=error) from None
        await context.store.import_table(row, seats, plies)
        return context.services.registry.shown(ListedTable(row, seats), context.known.id)
