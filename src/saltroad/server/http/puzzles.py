"""HTTP routes of puzzles."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import JSONBody, PathParameter

from saltroad.protocol.puzzles import PuzzleAnswer, PuzzleList, PuzzleResult, PuzzleShown
from saltroad.server.http.games import GameName, game_name
from saltroad.server.http.offload import offload
from saltroad.server.http.request_context import WATCH, Context, named_language
from saltroad.server.http.tables import Asking, SentenceLanguage
from saltroad.server.variations.puzzles import judge_answer, list_puzzles, show_puzzle

PuzzleId = Annotated[str, PathParameter(description="Such as `0f3a9c21be`.", max_length=40)]


class PuzzlesController(Controller):
    """Puzzles. They need no account, and nothing is stored."""

    path = "/api/puzzles"
    tags = ("Puzzles",)

    @get("/{game:str}", summary="The puzzles of a game", opt=WATCH)
    async def list(self, game: GameName, context: Context, request: Asking) -> PuzzleList:
        """Their ids and ratings, the easiest first; and today's, by UTC, which is the same for all."""
        found: PuzzleList = await offload(request, list_puzzles, game_name(game))
        return found

    @get("/{game:str}/{id:str}", summary="A puzzle", opt=WATCH)
    async def show(
        self, game: GameName, id: PuzzleId, context: Context, request: Asking, language: SentenceLanguage = ""
    ) -> PuzzleShown:
        """The position in the view of the seat to move, as variations are sent, without the solution."""
        name = game_name(game)
        await context.services.warmup.wait(name)
        return await offload(request, show_puzzle, name, id, named_language(request))

    @post("/{game:str}/{id:str}", summary="Answer a puzzle", status_code=200, opt=WATCH)
    async def answer(
        self,
        game: GameName,
        id: PuzzleId,
        data: JSONBody[PuzzleAnswer],
        context: Context,
        request: Asking,
        language: SentenceLanguage = "",
    ) -> PuzzleResult:
        """Whether a move is the solution. After a right one, and after giving up (an empty `action`), the moves that
        were compared, the best first, and why the second best is worse."""
        name = game_name(game)
        await context.services.warmup.wait(name)
        return await offload(request, judge_answer, name, id, data.action, named_language(request))
