"""What people ask of variations: to play one on, alone or with bots, and an analysis of the position it leads to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import UNSET

from saltroad.analysis.position_worker import PositionTask
from saltroad.analysis.positions import PositionAnalysis, TriedMove
from saltroad.bots import NoEvaluator
from saltroad.bots.analysis_profile import profile_of
from saltroad.bots.level_bots import evaluator_of
from saltroad.protocol.variations import (
    AnalysedPosition,
    AnalyseGameVariation,
    AnalyseTableVariation,
    GameVariation,
    JudgedMove,
    TableVariation,
    VariationShown,
)
from saltroad.server.analysis_jobs.shown import move_shown
from saltroad.server.bot_pool.pool import BotPool
from saltroad.server.bot_pool.warmup import Warmup
from saltroad.server.rate_limits import RateLimiter
from saltroad.server.refusals import Refusal
from saltroad.server.store import Person, Store
from saltroad.server.tables.registry import TableRegistry
from saltroad.server.tables.sentences import GameSentences
from saltroad.server.variations.bots import check_level, play_bots
from saltroad.server.variations.position_analyses import PositionAnalyses
from saltroad.server.variations.running_games import refuse_running
from saltroad.server.variations.variation import Variation

InThread = Callable[..., Awaitable[Any]]
"""Runs work in a thread: playing a whole game takes milliseconds."""


@dataclass(frozen=True, slots=True)
class VariationService:
    """Variations in one server process. None is kept: each request brings its own."""

    store: Store
    registry: TableRegistry
    bot_pool: BotPool
    warmup: Warmup
    analyses: PositionAnalyses
    limiter: RateLimiter
    """How often one person may ask for analyses, and for bots."""
    nodes: int
    """The most visits of each move that is compared; 0 for the standard depth of the game."""

    async def of_table(self, id: str, ply: int, in_thread: InThread) -> Variation:
        """The start of a variation of a finished table's game; refused while that is played."""
        table = await self.registry.finished(id)
        found: Variation = await in_thread(Variation.of_table, table.state, ply)
        return found

    async def of_game(self, name: str, asked: GameVariation | AnalyseGameVariation, in_thread: InThread) -> Variation:
        """The start of a variation from the start of a game."""
        await self.warmup.wait(name)
        found: Variation = await in_thread(Variation.of_game, name, asked.players, asked.options, asked.seed)
        return found

    async def play(
        self,
        variation: Variation,
        asked: TableVariation | GameVariation,
        person: Person | None,
        language: str,
        in_thread: InThread,
    ) -> VariationShown:
        """Play a variation on, and show where it leads."""
        seats = variation.history.options.players
        if asked.seat is not None and asked.seat >= seats:
            raise Refusal("no_seat", player=asked.seat + 1, players=seats)
        check_level(asked.bots, asked.seat)
        await in_thread(variation.play, asked.actions)
        if asked.settle or asked.bots:
            await in_thread(variation.settle)
        if person is not None:
            await refuse_running(self.store, person, variation, in_thread)
        waits = False
        if asked.bots and asked.seat is not None:
            if person is None:
                raise Refusal("not_known")
            self.limiter.spend(person.id)
            waits = await play_bots(variation, asked.bots, asked.seat, self.bot_pool, person.id)
        shown: VariationShown = await in_thread(variation.shown, asked.seat, asked.since, waits, language)
        return shown

    async def analyse(
        self,
        variation: Variation,
        asked: AnalyseTableVariation | AnalyseGameVariation,
        person: Person,
        language: str,
        in_thread: InThread,
    ) -> AnalysedPosition:
        """Play a variation, and analyse the position that it leads to."""
        self.analyses.check_on()
        standard = _standard_nodes(variation)
        most = self.nodes or standard
        nodes = min(asked.nodes or most, most)
        await in_thread(variation.play, asked.actions)
        await in_thread(variation.settle)
        await refuse_running(self.store, person, variation, in_thread)
        tried = variation.read(asked.move, len(asked.actions)) if asked.move else ""
        self.limiter.spend(person.id)
        game, history = variation.game, variation.history
        since_setup = len(history) - variation.setup_plies
        task = PositionTask(game.info.name, game.dump(history.position), since_setup, nodes, tried)
        found = await self.analyses.analyse(person.id, asked.page, task)
        shown: AnalysedPosition = await in_thread(_shown, variation, found, nodes, most, language)
        return shown


def _standard_nodes(variation: Variation) -> int:
    """The visits of each move at the standard depth of the game; refused if it cannot be analysed."""
    try:
        evaluator_of(variation.game)
    except NoEvaluator:
        raise Refusal("cannot_analyse") from None
    if variation.history.options.players < 2:
        raise Refusal("cannot_analyse")
    return profile_of(variation.game.info.name).visits


def _shown(
    variation: Variation, found: PositionAnalysis, nodes: int, most_nodes: int, language: str
) -> AnalysedPosition:
    game, position = variation.game, variation.history.position
    return AnalysedPosition(
        from_ply=variation.from_ply,
        ply=len(variation.history),
        actor=variation.actor,
        actions=variation.actions,
        shares=found.shares,
        nodes=nodes,
        most_nodes=most_nodes,
        moves=tuple(move_shown(move, game, position) for move in found.moves),
        judged=None if found.tried is None else _judged(variation, found.tried, language),
    )


def _judged(variation: Variation, tried: TriedMove, language: str) -> JudgedMove:
    judged = msgspec.convert(tried, JudgedMove, from_attributes=True)
    if not language or not tried.reason:
        return msgspec.structs.replace(judged, sentence=UNSET)
    sentences = GameSentences(variation.game, variation.names, language)
    return msgspec.structs.replace(judged, sentence=sentences.reason(tried.reason))
