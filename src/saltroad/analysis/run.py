"""The analysis of a whole game: its plies in this process or in workers, from the cache where they are known."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Sequence

import msgspec

from saltroad.analysis.cache import AnalysisCache
from saltroad.analysis.model import Analysis, PlyAnalysis, WinShares, accounts
from saltroad.analysis.plies import PlyAnalyser, setup_plies
from saltroad.analysis.settings import AnalysisSettings, CannotAnalyse
from saltroad.analysis.win_shares import result_shares
from saltroad.analysis.worker import GameGreeting
from saltroad.bots.analysis_profile import profile_of
from saltroad.bots.level_bots import evaluator_of
from saltroad.kernel.contract import AnyGame
from saltroad.kernel.errors import SaltroadError
from saltroad.records import Record
from saltroad.records.history import History
from saltroad.workers.pool import TaskDone, TaskLost, work_in_processes

_MODULE = "saltroad.analysis.worker"


class AnalysisFailed(SaltroadError):
    """Workers died over a ply."""


def analyse(
    history: History,
    settings: AnalysisSettings | None = None,
    *,
    jobs: int = 1,
    cache: AnalysisCache | None = None,
) -> Analysis:
    """The analysis of a game; CannotAnalyse for a puzzle, or a game in which nothing was played yet."""
    settings = in_full(settings or AnalysisSettings(), history.game)
    found = {each.ply: each for each in analyse_plies(history, settings, jobs=jobs, cache=cache)}
    return sum_up(history, settings, [found[ply] for ply in sorted(found)])


def analyse_plies(
    history: History, settings: AnalysisSettings, *, jobs: int = 1, cache: AnalysisCache | None = None
) -> Generator[PlyAnalysis, None, None]:
    """The plies after the setup, each when it is done: those that are known first. Closing the generator stops it."""
    check_analysable(history)
    settings = in_full(settings, history.game)
    known = {} if cache is None else cache.read(history, settings)
    yield from known.values()
    left = [ply for ply in range(setup_plies(history), len(history)) if ply not in known]
    if not left:
        return
    plies = _in_workers(history, settings, left, jobs) if jobs > 1 else _here(history, settings, left)
    with contextlib.closing(plies):
        for found in plies:
            if cache is not None:
                cache.add(history, settings, found)
            yield found


def in_full(settings: AnalysisSettings, game: AnyGame) -> AnalysisSettings:
    """The settings with the standard depth of the game, where none is given."""
    if settings.visits or settings.seconds is not None:
        return settings
    return msgspec.structs.replace(settings, visits=profile_of(game.info.name).visits)


def check_analysable(history: History) -> None:
    """Raise CannotAnalyse for a game that cannot be analysed."""
    if history.options.players < 2:
        raise CannotAnalyse("A puzzle for one has no opponents: it is measured by its par, not by an analysis.")
    if setup_plies(history) == len(history):
        raise CannotAnalyse("No player has moved yet: there is nothing to look back at.")
    evaluator_of(history.game)  # NoEvaluator


def sum_up(history: History, settings: AnalysisSettings, plies: Sequence[PlyAnalysis]) -> Analysis:
    """The analysis from all plies after the setup, in their order."""
    return Analysis(
        history.game.info.name,
        history.options.players,
        settings.visits,
        settings.seed,
        history.is_over,
        accounts(tuple(plies), _result(history, settings)),
        tuple(plies),
    )


def _result(history: History, settings: AnalysisSettings) -> WinShares:
    """How the win was divided; of a game that goes on, the shares where it stands."""
    outcome = history.outcome
    if outcome is not None:
        return result_shares(outcome, history.options.players)
    return PlyAnalyser(history, settings).standing()


def _here(history: History, settings: AnalysisSettings, plies: Sequence[int]) -> Generator[PlyAnalysis, None, None]:
    analyser = PlyAnalyser(history, settings)
    analyser.warm()
    yield from map(analyser.analyse, plies)


def _in_workers(
    history: History, settings: AnalysisSettings, plies: Sequence[int], jobs: int
) -> Generator[PlyAnalysis, None, None]:
    greeting = GameGreeting(Record.of(history).text(), settings)
    tasks = (msgspec.json.encode(ply) for ply in plies)
    work = work_in_processes(_MODULE, msgspec.json.encode(greeting), tasks, min(jobs, len(plies)))
    done = 0
    with contextlib.closing(work):
        for report in work:
            if isinstance(report, TaskDone):
                done += 1
                yield msgspec.json.decode(report.answer, type=PlyAnalysis)
            elif isinstance(report, TaskLost) and not report.is_retried:
                raise AnalysisFailed(f"Ply {report.task.decode()} could not be analysed: {report.why}.")
    if done < len(plies):
        raise AnalysisFailed("The worker processes of the analysis could not be started.")
