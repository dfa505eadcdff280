"""`saltroad analyse`: analyses games, where they turned, by whose moves and by what luck."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from saltroad.cli.analysis_words import PARTS, account_cells, points_of, reason_of
from saltroad.cli.common import Json, print_json, progress
from saltroad.cli.output_files import check_file, write_file
from saltroad.kernel.actors import CHANCE
from saltroad.kernel.errors import SaltroadError

if TYPE_CHECKING:
    from saltroad.analysis import Analysis, AnalysisSettings, PlyAnalysis
    from saltroad.cli.telling import RecordTeller
    from saltroad.records import History, Record

_GRADE_STYLES = {"blunder": "bold red", "mistake": "red", "inaccuracy": "yellow", "brilliant": "bold green"}
_SUFFIX = ".saltroad"
_REPORT = "The report"


class BadAnalysis(SaltroadError):
    """An analysis that cannot be made as it was asked for."""


def analyse(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="A record, or a folder of records.")],
    nodes: Annotated[
        int | None,
        typer.Option(
            "--nodes",
            "-N",
            metavar="N",
            min=16,
            help="Visits of each move that is compared; by default the game's own number.",
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds", metavar="S", min=0.001, help="About how long to think about each ply, instead of --nodes."
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", "-s", metavar="S", min=0, help="The same nodes and seed give the same analysis.")
    ] = 0,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs", "-j", metavar="J", min=1, max=256, help="Worker processes; by default one for each core."
        ),
    ] = None,
    report: Annotated[Path | None, typer.Option(metavar="FILE.html", help="Write a page with charts.")] = None,
    again: Annotated[bool, typer.Option("--again", help="Do not use the results of earlier runs.")] = False,
    language: Annotated[Literal["en", "fr"], typer.Option("--language", "-l", help="English or French.")] = "en",
    as_json: Json = False,
) -> None:
    """Look back at a game: each player's chance to win, ply by ply, and what changed it.

    Every decision is compared with the best other moves, each searched with equal visits, and graded by the share of
    the win that it lost. Luck is what chance brought beside its average. What is found is kept: a run that was stopped
    goes on from there. A folder is analysed file by file.

    With --json: `seats` (start, luck, errors, gifts, drift, result, adjusted) and `plies` (ply, actor, action, before,
    after and, where they apply, luck, loss, gifts, grade, best, reason). An actor is a seat from 0, or -1 for chance.
    For every seat, result - start = luck - errors + gifts + drift.
    """
    from saltroad.analysis import AnalysisSettings

    if nodes is not None and seconds is not None:
        raise BadAnalysis("Give --nodes or --seconds, not both.")
    _check_report(report, path)
    settings = AnalysisSettings(visits=nodes or 0, seconds=seconds, seed=seed)
    found = []
    for file in _files(path):
        found.append(_analysed(file, settings, jobs or os.cpu_count() or 1, again=again))
        if not as_json:
            _show(*found[-1], language)
    if report is not None:
        from saltroad.cli.analysis_page import page

        write_file(report, _REPORT, page(*found[0], language))
    if as_json:
        shown = [_as_object(*each, language) for each in found]
        print_json(shown if path.is_dir() else shown[0])


# -- what is given -----------------------------------------------------------------------------------------------------


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted(path.glob(f"*{_SUFFIX}"))
    if not found:
        raise BadAnalysis(f"There is no record (*{_SUFFIX}) in the folder {str(path)!r}.")
    return found


def _check_report(report: Path | None, path: Path) -> None:
    """Refuse a file that cannot be written before anything is searched."""
    if report is None:
        return
    if path.is_dir():
        raise BadAnalysis("A report is of one game: give a record, not a folder.")
    check_file(report, _REPORT)


Analysed = tuple["Record", "History", "Analysis"]


def _analysed(file: Path, settings: AnalysisSettings, jobs: int, *, again: bool) -> Analysed:
    from saltroad.analysis import AnalysisCache, analyse_plies, sum_up
    from saltroad.analysis.plies import setup_plies
    from saltroad.kernel.jit import cache_root
    from saltroad.records import read_record_file

    record = read_record_file(file)
    history = record.history()
    cache = None if again else AnalysisCache(cache_root() / "analysis")
    plies = analyse_plies(history, settings, jobs=jobs, cache=cache)
    total = len(history) - setup_plies(history)
    found = sorted(progress(plies, total, f"Looking back at {file.name}"), key=lambda each: each.ply)
    return record, history, sum_up(history, settings, found)


# -- what is shown -----------------------------------------------------------------------------------------------------


def _as_object(record: Record, history: History, analysis: Analysis, language: str) -> dict[str, Any]:
    import msgspec

    shown: dict[str, Any] = msgspec.to_builtins(analysis)
    teller = _teller(record, history, language)
    shown["names"] = list(record.seats)
    shown["turning_points"] = [ply.ply for ply in analysis.turning_points()]
    for ply, told in zip(analysis.plies, shown["plies"], strict=True):
        if ply.reason:
            told["told"] = str(reason_of(ply, teller))
    return shown


def _teller(record: Record, history: History, language: str) -> RecordTeller:
    from saltroad.cli.telling import RecordTeller

    return RecordTeller(record, history, language)


def _show(record: Record, history: History, analysis: Analysis, language: str) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from saltroad.terminal import painted

    console, teller, game = Console(highlight=False), _teller(record, history, language), record.info.name
    say = teller.own.text
    console.print(f"{record.info.title}, {record.options}", markup=False)
    seats = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    seats.add_column("")
    for heading in PARTS.values():
        seats.add_column(say(heading), justify="right")
    for name, seat in zip(teller.names, analysis.seats, strict=True):
        seats.add_row(Text(name), *account_cells(seat))
    console.print(seats)
    console.print(say("analysis-how_to_read"), style="dim")
    turning = analysis.turning_points()
    console.print(f"\n{say('analysis-turning_points')}", style="bold")
    for ply in turning:
        for line in _told(ply, teller):
            console.print(painted(game, line))
    flagged = [ply for ply in analysis.plies if ply.grade in _GRADE_STYLES and ply not in turning]
    console.print(f"\n{say('analysis-others') if flagged else say('analysis-no_others')}", style="bold")
    for ply in flagged:
        for line in _told(ply, teller):
            console.print(painted(game, line))


def _told(ply: PlyAnalysis, teller: RecordTeller) -> Sequence[Any]:
    """A ply in words: what happened, what it cost or brought, what was better, and why."""
    from saltroad.messages import Sentence

    happened = teller.happened(ply.ply)
    head: list[Any] = [f"{ply.ply:>5}  ", *(happened or (ply.action,))]
    if ply.actor == CHANCE:
        luck = ply.luck or ()
        seat = max(range(len(luck)), key=lambda each: abs(luck[each]))
        told = teller.own.format(
            "analysis-luck_of", {"seat": seat, "share": points_of(luck[seat], signed=True)}, names=teller.names
        )
        return [Sentence((*head, " ", *told))]
    fields = {"grade": ply.grade or "", "share": points_of(-(ply.loss or 0.0), signed=True)}
    lines = [Sentence((*head, " ", *teller.own.format("analysis-graded", fields)))]
    if ply.reason and ply.best:
        better = teller.own.format("analysis-better", {"action": ply.best[0].action})
        lines.append(Sentence(("       ", *better, " ", *reason_of(ply, teller))))
    return lines
