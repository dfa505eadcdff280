"""The output of `saltroad arena`: the progress bar, the table, JSON, and the report page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import saltroad.games
from saltroad.cli.common import print_json
from saltroad.cli.many_machines import RunBar, run_bar
from saltroad.cli.output_files import CannotWrite, check_file, command_line, write_file

if TYPE_CHECKING:
    from saltroad.arena import Progress, Summary, Tournament

_WIDE = 120
"""Columns of a terminal that is wide enough for one table."""
_LUCK_WIDE = 36
"""Columns more that it has where luck was measured."""
_MOST_NOTES = 3
"""Faults of one bot and kind that are printed when they happen; all are counted."""
_REPORT = "The report"


def print_outcome(tournament: Tournament, results: Path | None, report: Path | None, as_json: bool) -> None:
    """Print the table or JSON, and write the page if one is wanted."""
    if as_json:
        print_json(as_plain(tournament))
    else:
        show(tournament, results)
    if report is not None:
        from saltroad.arena.report import page

        write_file(report, _REPORT, page(tournament, command_line()))


def check_report(report: Path | None, results: Sequence[Path]) -> None:
    """Refuse a report that could not be written, or would overwrite results."""
    if report is not None and report.resolve() in [path.resolve() for path in results]:
        raise CannotWrite(f"The results and the report cannot both be kept in {str(report)!r}: name two files.")
    check_file(report, _REPORT)


def as_plain(tournament: Tournament) -> dict[str, Any]:
    """The summary as plain values, for JSON."""
    import msgspec

    plain: dict[str, Any] = msgspec.to_builtins(tournament.summary)
    return {**plain, "lost": list(tournament.lost), "is_interrupted": tournament.is_interrupted}


# -- progress ----------------------------------------------------------------------------------------------------------


@contextmanager
def progress_bar(text: str) -> Iterator[Callable[[Progress], None]]:
    """A progress bar with the time that is left, on a terminal; elsewhere only faults and losses are printed."""
    with run_bar(text) as bar:
        printer = _ProgressPrinter(bar)
        yield printer.tell
        printer.print_rest()


class _ProgressPrinter:
    """Moves the bar, and prints the first faults of each bot and kind."""

    def __init__(self, bar: RunBar) -> None:
        self._bar = bar
        self._faults: Counter[tuple[int, str]] = Counter()
        """How many faults there were, by entrant and kind."""

    def tell(self, progress: Progress) -> None:
        """Show the progress of a tournament."""
        if progress.is_start:
            self._bar.start(progress.done, progress.wanted)
        if progress.is_ready:
            self._bar.ready(progress.done, progress.wanted)
        self._bar.update(progress.done)
        if progress.note and not self._is_one_too_many(progress):
            self._bar.say(progress.note)

    def print_rest(self) -> None:
        """Print how many faults were not printed."""
        for (_, kind), count in self._faults.items():
            if count > _MOST_NOTES:
                self._bar.say(f"{count - _MOST_NOTES:,} more games were lost by such a fault ({kind}).")

    def _is_one_too_many(self, progress: Progress) -> bool:
        played = progress.played
        if played is None or played.fault is None:
            return False
        kind = played.seats[played.fault.seat], played.fault.kind
        self._faults[kind] += 1
        return self._faults[kind] > _MOST_NOTES


# -- for people --------------------------------------------------------------------------------------------------------


def show(tournament: Tournament, results: Path | None = None) -> None:
    """Print the table of a tournament."""
    from rich.console import Console

    from saltroad.arena.words import count, is_luck_measured, luck_in_words, verdict_in_words

    console, summary = Console(), tournament.summary
    if tournament.is_interrupted:
        rest = "" if results is None else f" The same command goes on from {results}."
        console.print(f"Stopped. This is what was played so far.{rest}", highlight=False, markup=False)
    _head(console, tournament)
    for table in _tables(summary, console.width) if summary.deals else ():
        console.print(table)
    if summary.verdict is not None:
        console.print(verdict_in_words(summary), highlight=False, markup=False)
    if summary.deals and is_luck_measured(summary):
        console.print(luck_in_words(summary), highlight=False, markup=False)
    if summary.left_out:
        console.print(f"Not counted: {count(summary.left_out, 'game')} of other deals.", style="dim", highlight=False)
    for lost in tournament.lost:
        console.print(lost, style="yellow", markup=False, highlight=False)


def _head(console: Any, tournament: Tournament) -> None:
    from saltroad.arena.words import count, percent

    summary = tournament.summary
    info = saltroad.games.info(summary.settings.game)
    players = summary.settings.seating.players
    console.print(
        f"{info.title}, {players} players: {count(summary.games, 'game')} in {count(summary.deals, 'deal')}, "
        f"fair share {percent(summary.fair_share)}",
        highlight=False,
    )
    if tournament.shard is not None:
        console.print(f"This is shard {tournament.shard}: merge it with the others.", highlight=False, style="dim")
    if tournament.earlier:
        console.print(f"{count(tournament.earlier, 'game')} of them from before.", highlight=False, style="dim")
    if not summary.deals:
        console.print("No deal is whole yet: there is nothing to sum up.", highlight=False)


def _tables(summary: Summary, width: int) -> list[Any]:
    """One table where there is room, else the results first and the rest below."""
    from rich.table import Table
    from rich.text import Text

    from saltroad.arena import words

    results = {
        "games": [f"{each.games:,}" for each in summary.standings],
        "win share (95 %)": [words.share(each.wins) for each in summary.standings],
        "score": [words.figure(each.score, 2) for each in summary.standings],
        "rating": [words.figure(each.rating, 1) for each in summary.standings],
    }
    details = {
        "% by seat": [words.by_seat(each) for each in summary.standings],
        "a decision": [words.duration(each.seconds) for each in summary.standings],
        "99 % within": [words.duration(each.seconds_99) for each in summary.standings],
        "faults": [words.faults(each) for each in summary.standings],
    }
    tables = []
    luck = _without_luck(summary)
    parts = [part for part in (results, luck, details) if part]
    room = width - _LUCK_WIDE if luck else width
    for columns in [{**results, **luck, **details}] if room >= _WIDE else parts:
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
        table.add_column("bot", overflow="fold", min_width=6)
        for heading in columns:
            table.add_column(heading, justify="right", no_wrap=heading != "faults")
        for k, standing in enumerate(summary.standings):
            table.add_row(Text(standing.bot), *(cells[k] for cells in columns.values()))
        tables.append(table)
    return tables


def _without_luck(summary: Summary) -> dict[str, list[str]]:
    """The columns of the shares without luck, where it was measured."""
    from saltroad.arena import words

    if not words.is_luck_measured(summary):
        return {}
    return {
        "without luck (95 %)": [words.adjusted_share(each) for each in summary.standings],
        "games saved": [words.games_saved(each) for each in summary.standings],
    }
