"""An analysis as it is sent: the stored plies with their moves as facts, and once all is done the accounts."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType

from saltroad.analysis.model import Analysis, ComparedMove, PlyAnalysis, accounts
from saltroad.analysis.win_shares import result_shares
from saltroad.kernel.contract import AnyGame, Position
from saltroad.messages.game_facts import facts_of
from saltroad.protocol.actions import action_shown
from saltroad.protocol.analysis import AnalysedMove, AnalysedPly, AnalysedSeat, AnalysisShown
from saltroad.records.history import History
from saltroad.server.store.analyses import StoredAnalysis
from saltroad.server.tables.sentences import GameSentences
from saltroad.server.tables.state import TableState

NOTHING_YET = AnalysisShown("none", 0, 0, (), None, ())


def analysis_shown(
    stored: StoredAnalysis,
    bodies: Sequence[bytes],
    first: int,
    since: int,
    history: History,
    state: TableState,
    language: str,
) -> AnalysisShown:
    """What is sent of an analysis: its plies from the `since`-th on. `bodies` begin with the `first`-th; if it is done,
    they are all there. Takes milliseconds: call it in a thread."""
    plies = tuple(msgspec.json.decode(body, type=PlyAnalysis) for body in bodies)
    sentences = GameSentences.of_table(state, language) if language else None
    shown = tuple(_ply_shown(ply, history, sentences) for ply in plies[since - first :])
    is_done = stored.state == "done"
    seats = _seats(plies, history) if is_done else None
    turning = _turning_points(plies) if is_done else ()
    return AnalysisShown(stored.state, first + len(plies), stored.total, shown, seats, turning)


def _seats(plies: tuple[PlyAnalysis, ...], history: History) -> tuple[AnalysedSeat, ...]:
    outcome = history.outcome
    assert outcome is not None
    found = accounts(plies, result_shares(outcome, history.options.players))
    return tuple(msgspec.convert(seat, AnalysedSeat, from_attributes=True) for seat in found)


def _turning_points(plies: tuple[PlyAnalysis, ...]) -> tuple[int, ...]:
    return tuple(ply.ply for ply in Analysis("", 0, 0, 0, True, (), plies).turning_points())


def _ply_shown(ply: PlyAnalysis, history: History, sentences: GameSentences | None) -> AnalysedPly:
    sentence: str | UnsetType = UNSET
    if sentences is not None and ply.reason:
        sentence = sentences.reason(ply.reason)
    return AnalysedPly(
        ply=ply.ply,
        actor=ply.actor,
        before=ply.before,
        after=ply.after,
        luck=ply.luck or (),
        loss=ply.loss or 0.0,
        gifts=ply.gifts or (),
        grade=ply.grade or "",
        best=tuple(move_shown(move, history.game, history.positions[ply.ply]) for move in ply.best or ()),
        reason=ply.reason or (),
        sentence=sentence,
    )


def move_shown(move: ComparedMove, game: AnyGame, position: Position) -> AnalysedMove:
    """A move that was compared in a position, with its action as a fact and with its fields."""
    action = game.parse(move.action)
    view = game.observe(position, game.actor(position))
    return AnalysedMove(
        action=move.action,
        points=action_shown(action),
        advice=facts_of(game.info.name).advice(view, action),
        shares=move.shares,
        loss=move.loss,
        error=move.error,
        line=move.line,
    )
