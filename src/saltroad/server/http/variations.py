"""HTTP routes of variations: of finished games, and from the start of a game."""

from __future__ import annotations

import functools

from litestar import Controller, post
from litestar.params import JSONBody

from saltroad.protocol.variations import (
    AnalysedPosition,
    AnalyseGameVariation,
    AnalyseTableVariation,
    GameVariation,
    TableVariation,
    VariationShown,
)
from saltroad.server.http.games import GameName, game_name
from saltroad.server.http.offload import offload
from saltroad.server.http.request_context import WATCH, Context, named_language
from saltroad.server.http.tables import Asking, SentenceLanguage, TableId


class VariationsController(Controller):
    """Variations. They change nothing: a token that watches is enough."""

    path = "/api"
    tags = ("Variations",)

    @post("/tables/{id:str}/variation", summary="What if? in a finished game", status_code=200, opt=WATCH)
    async def of_table(
        self,
        id: TableId,
        data: JSONBody[TableVariation],
        context: Context,
        request: Asking,
        language: SentenceLanguage = "",
    ) -> VariationShown:
        """Play on from a ply of a finished game, alone or with bots that answer. Refused with `not_over` while that
        game is played, and if it is that of a running game of the caller."""
        service, in_thread = context.services.variations, functools.partial(offload, request)
        variation = await service.of_table(id, data.ply, in_thread)
        return await service.play(variation, data, context.person, named_language(request), in_thread)

    @post("/tables/{id:str}/variation/analysis", summary="Analyse a what-if", status_code=200, opt=WATCH)
    async def analyse_of_table(
        self,
        id: TableId,
        data: JSONBody[AnalyseTableVariation],
        context: Context,
        request: Asking,
        language: SentenceLanguage = "",
    ) -> AnalysedPosition:
        """Each seat's share of the win where a variation of a finished game leads, the best moves there, and how good a
        given one is. Takes about a second. Refused as playing one is."""
        service, in_thread = context.services.variations, functools.partial(offload, request)
        variation = await service.of_table(id, data.ply, in_thread)
        return await service.analyse(variation, data, context.known, named_language(request), in_thread)

    @post("/games/{game:str}/variation", summary="An analysis board", status_code=200, opt=WATCH)
    async def of_game(
        self,
        game: GameName,
        data: JSONBody[GameVariation],
        context: Context,
        request: Asking,
        language: SentenceLanguage = "",
    ) -> VariationShown:
        """Play a game from its start, alone or with bots that answer. Refused with `not_over` if it is a running game
        of the caller."""
        service, in_thread, person = context.services.variations, functools.partial(offload, request), context.known
        variation = await service.of_game(game_name(game), data, in_thread)
        return await service.play(variation, data, person, named_language(request), in_thread)

    @post("/games/{game:str}/variation/analysis", summary="Analyse a board", status_code=200, opt=WATCH)
    async def analyse_of_game(
        self,
        game: GameName,
        data: JSONBody[AnalyseGameVariation],
        context: Context,
        request: Asking,
        language: SentenceLanguage = "",
    ) -> AnalysedPosition:
        """The same of a position that is reached from the start of a game."""
        service, in_thread, person = context.services.variations, functools.partial(offload, request), context.known
        variation = await service.of_game(game_name(game), data, in_thread)
        return await service.analyse(variation, data, person, named_language(request), in_thread)
