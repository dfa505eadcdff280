"""HTTP routes of games: the list, rules, lessons and pictures of rules."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get
from litestar.datastructures import State
from litestar.params import FromPath, PathParameter, QueryParameter
from litestar.serialization import default_serializer, encode_json

from saltroad import games
from saltroad.kernel.contract import Position
from saltroad.kernel.errors import UnknownGame, UnreadableAction
from saltroad.kernel.info import GameInfo
from saltroad.kernel.rulebook import Rulebook
from saltroad.lessons import READER, LessonPly, Script, Step, has_lesson, script_of
from saltroad.messages.catalogue import shared_source, source_of
from saltroad.messages.facts import Consequence, Event, PublicPly, kind_of
from saltroad.messages.game_facts import facts_of
from saltroad.protocol.actions import action_shown, offers_shown
from saltroad.protocol.messages import Explained, Happened
from saltroad.protocol.pages import (
    GameMessages,
    GameShown,
    Lesson,
    LessonAfter,
    LessonStep,
    OptionShown,
    RulePicture,
    RuleShown,
)
from saltroad.server.http.cached import PRECOMPRESSED, CachedResponse, ResponseCache, cached
from saltroad.server.http.offload import offload
from saltroad.server.http.request_context import WATCH, Context, RequestContext, language_of, named_language
from saltroad.server.refusals import PACKAGE as REFUSALS
from saltroad.server.refusals import Refusal
from saltroad.server.tables.seats import OFFERED
from saltroad.server.tables.sentences import GameSentences

SentenceLanguage = Annotated[
    str, QueryParameter(description="`en` or `fr`: adds sentences in that language.", max_length=2)
]
ActionText = Annotated[str, QueryParameter(description="Such as `blue m10`.", max_length=40)]
GameName = Annotated[str, PathParameter(description="Such as `through_the_desert`.", max_length=40)]


def _game_shown(info: GameInfo, *, is_ready: bool) -> GameShown:
    return GameShown(
        name=info.name,
        title=info.title,
        designer=info.designer,
        players=info.players,
        options=tuple(
            OptionShown(option.name, option.about, tuple(map(_text, option.values)), option.players)
            for option in info.options
        ),
        about=info.about,
        reconstructed=info.reconstructed,
        rule_prefix=info.rule_prefix,
        bots=OFFERED,
        has_lesson=has_lesson(info.name),
        ready=is_ready,
    )


def _text(value: bool | str) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else value


def game_name(game: str) -> str:
    """The name of a game; refused if there is none."""
    try:
        return games.info(game).name
    except UnknownGame:
        raise Refusal("no_game", game=game, games=", ".join(games.GAMES)) from None


async def _script(context: RequestContext, game: str) -> Script:
    name = game_name(game)
    await context.services.warmup.wait(name)
    return await asyncio.to_thread(script_of, name)


async def _cached_response(
    request: Request[Any, Any, State], what: str, game: str, make: Callable[[str], Any]
) -> Response[bytes]:
    """A response that is the same for all callers, made once for each game and language."""
    cache: ResponseCache = request.app.state.response_cache
    language = language_of(request)

    def made() -> CachedResponse:
        return cached(encode_json(make(language), default_serializer), "application/json")

    return (await cache.get((what, game, language), made)).response(request)


def _rules(game: str, language: str) -> list[RuleShown]:
    book = Rulebook.of_package(games.package_of(game))
    return [RuleShown(rule.id, rule.section[language], rule.text[language], rule.is_ruling) for rule in book]


def _lesson(script: Script, language: str) -> Lesson:
    steps = tuple(_step(script, step, language) for step in script.steps)
    return Lesson(script.game.info.name, script.names[language], steps)


def _offered(script: Script, position: Position) -> tuple[Any, Any]:
    if script.game.actor(position) != READER:
        return {}, None
    offered = script.game.offers(position)
    return offers_shown(offered), offered.more


def _happened(script: Script, played: Sequence[LessonPly]) -> tuple[Happened, ...]:
    game, facts = script.game, facts_of(script.game.info.name)

    def events(ply: LessonPly) -> tuple[Event, ...]:
        return tuple(facts.events(PublicPly(game, ply.actor, ply.action, (ply.before, ply.after))))

    return tuple(Happened(ply.actor, str(ply.action), events(ply), 0) for ply in played)


def _action(script: Script, text: str) -> dict[str, Any] | None:
    return action_shown(script.game.parse(text)) if text else None


def _step(script: Script, step: Step, language: str) -> LessonStep:
    game = script.game
    offers, more = _offered(script, step.position)
    return LessonStep(
        says=step.says[language],
        view=game.observe(step.position, READER),
        happened=_happened(script, step.played),
        offers=offers,
        more=more,
        does=step.does,
        asks=step.asks,
        praise=step.praise[language],
        after=tuple(
            LessonAfter(
                after.action,
                game.observe(after.position, READER),
                _happened(script, after.played),
                after.praise[language],
            )
            for after in step.after
        ),
        points_at=step.points_at,
        points=_action(script, step.points_at),
        wants=_action(script, next(iter((*step.does, *step.asks)), "")),
    )


def _pictures(script: Script, language: str) -> list[RulePicture]:
    return [
        RulePicture(
            picture.rule,
            picture.caption[language],
            script.game.observe(picture.position, picture.seat),
            picture.seat,
            script.pictured,
            _happened(script, picture.played),
            _offered(script, picture.position)[0] if picture.is_lit else {},
            picture.points_at,
            _action(script, picture.points_at),
            picture.shows,
        )
        for picture in script.pictures
    ]


def _messages(game: str, language: str) -> GameMessages:
    sources = (shared_source(language), source_of(REFUSALS, language), source_of(games.package_of(game), language))
    kinds = [kind for kind in vars(facts_of(game)).values() if isinstance(kind, type) and issubclass(kind, Consequence)]
    consequences = tuple(kind_of(kind.__name__) for kind in kinds if kind is not Consequence)
    return GameMessages(language, "\n".join(filter(None, sources)), consequences)


def _why(script: Script, number: int, text: str, language: str) -> Explained:
    if not 1 <= number <= len(script.steps):
        raise Refusal("not_found")
    try:
        action = script.game.parse(text)
    except UnreadableAction as error:
        raise Refusal("unreadable", why=error) from None
    verdict = script.game.explain(script.steps[number - 1].position, action)
    told = Explained(0, text, verdict.legal, verdict.rule, verdict.reason, dict(verdict.params))
    if not language:
        return told
    sentence = GameSentences(script.game, script.names[language], language).verdict(told.rule, told.reason, told.params)
    return msgspec.structs.replace(told, sentence=sentence)


class GamesController(Controller):
    """The games."""

    path = "/api/games"
    tags = ("Games",)

    @get(summary="The games", opt=WATCH)
    async def games(self, context: Context) -> list[GameShown]:
        """The games, with players, options and bots."""
        ready = context.services.warmup.ready
        return [_game_shown(games.info(name), is_ready=name in ready) for name in games.GAMES]

    @get("/{game:str}/lesson", summary="A first game", opt={**WATCH, PRECOMPRESSED: True})
    async def lesson(self, game: GameName, context: Context, request: Request[Any, Any, State]) -> Response[bytes]:
        """A short lesson that teaches by playing, with positions made for it."""
        script = await _script(context, game)
        return await _cached_response(request, "lesson", script.game.info.name, functools.partial(_lesson, script))

    @get("/{game:str}/lesson/{step:int}/why", summary="Why not? in a lesson", opt=WATCH)
    async def why(
        self,
        game: GameName,
        step: FromPath[int],
        action: ActionText,
        context: Context,
        request: Request[Any, Any, State],
        language: SentenceLanguage = "",
    ) -> Explained:
        """Whether an action is legal at a step of the lesson, counted from 1, and by which rule."""
        script = await _script(context, game)
        return await offload(request, _why, script, step, action, named_language(request))

    @get("/{game:str}/pictures", summary="Pictures of rules", opt={**WATCH, PRECOMPRESSED: True})
    async def pictures(self, game: GameName, context: Context, request: Request[Any, Any, State]) -> Response[bytes]:
        """Positions that show what a rule means."""
        script = await _script(context, game)
        return await _cached_response(request, "pictures", script.game.info.name, functools.partial(_pictures, script))

    @get("/{game:str}/messages", summary="The messages of a game", opt={**WATCH, PRECOMPRESSED: True})
    async def messages(self, game: GameName, request: Request[Any, Any, State]) -> Response[bytes]:
        """What makes sentences of facts in a language: the messages of the game, of the server and of all games."""
        name = game_name(game)
        return await _cached_response(request, "messages", name, functools.partial(_messages, name))

    @get("/{game:str}/rules", summary="The rules of a game", opt={**WATCH, PRECOMPRESSED: True})
    async def rules(self, game: GameName, request: Request[Any, Any, State]) -> Response[bytes]:
        """Every rule with its id; `is_ruling` marks what the printed rules leave open and we decided."""
        name = game_name(game)
        return await _cached_response(request, "rules", name, functools.partial(_rules, name))
