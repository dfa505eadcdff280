"""A study from its first game to its figures: games between bots, or a folder of records."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import msgspec

from saltroad import games as all_games
from saltroad.bots import UnknownBot, bot_names, own_bots
from saltroad.kernel.errors import SaltroadError
from saltroad.kernel.info import Choice, GameInfo, Options
from saltroad.records import read_record_file
from saltroad.study.data import BadStudy, StudyHeader, data_file, open_data, read_data
from saltroad.study.observe import StudiedGame, observe
from saltroad.study.play import StudyReport, StudySettings, StudyTask, gifts_of, play_studied, warm_up_study
from saltroad.study.summary import StudySummary, sum_up
from saltroad.workers.pool import TaskLost, work_in_processes

MOST_JOBS = 256
Reports = Generator[tuple[StudyTask, StudyReport], None, None]
"""The games as they end."""
Tell = Callable[[int, int], None]
"""A callback that is given the number of games that are done, and of all."""


@dataclass(frozen=True, slots=True)
class Study:
    """The result of a study."""

    summary: StudySummary
    games: tuple[StudiedGame, ...]
    left_out: tuple[str, ...] = ()
    """Records that could not be used, with the reason."""
    is_interrupted: bool = False


def of_bots(
    game: str,
    bots: str,
    *,
    players: int | Sequence[int] = (),
    options: Mapping[str, Choice | str] = MappingProxyType({}),
    games: int = 100,
    seed: int = 0,
    jobs: int = 1,
    gifts: bool = False,
    data: Path | None = None,
    records: Path | None = None,
    tell: Tell = lambda done, wanted: None,
) -> Study:
    """A study of games between bots: one for all seats, or one for each, which then take turns in every seat.

    So many games are played for each number of players, by default for all that the game has. The same seed gives the
    same games with any number of jobs, if the bots think by nodes. Ctrl-C ends it early: what was played is summed up.
    `gifts` asks what the gifts of a game are worth, each by playing every game once more. `data` is a file that keeps
    what was played: the same study goes on from it.
    """
    info = all_games.info(game)
    counts = [players] if isinstance(players, int) else players
    if games < 1 or not 1 <= jobs <= MOST_JOBS or seed < 0:
        raise BadStudy(f"A study has at least one game, a seed from 0 on, and from 1 to {MOST_JOBS} jobs.")
    agreed = [info.agree(count, options) for count in dict.fromkeys(counts or info.players)]
    names = _bots(bots, info)
    tasks = list(_tasks(agreed, names, games))
    _make_folder(records)
    if gifts and not gifts_of(info.name):
        raise BadStudy(f"{info.title} has no gifts: its module `study` would have to name them.")
    settings = StudySettings(info.name, seed, tuple(dict.fromkeys(names)), gifts)
    header = StudyHeader(info.name, info.rules_version, f"{','.join(names)}, seed {seed}" + ", with gifts" * gifts)
    is_interrupted = False
    with open_data(data, header) as kept:
        left = [task for task in tasks if task.key not in kept.games]
        tell(len(tasks) - len(left), len(tasks))
        try:
            reports = _here(settings, left) if jobs == 1 or len(left) < 2 else _in_workers(settings, left, jobs)
            with contextlib.closing(reports):
                for done, (task, report) in enumerate(reports, len(tasks) - len(left) + 1):
                    if report.played is None:
                        raise BadStudy(f"Game {task.number + 1} could not be played: {report.failed}")
                    kept.add(task.key, report.played)
                    if records is not None:
                        _keep(records, info, seed, task, report.record)
                    tell(done, len(tasks))
        except KeyboardInterrupt:
            is_interrupted = True
        played = tuple(kept.games[task.key] for task in tasks if task.key in kept.games)
    return Study(sum_up(info, played, header.source), played, is_interrupted=is_interrupted)


def of_data(game: str, file: Path) -> Study:
    """A study of the games in a data file, by the number of players."""
    info = all_games.info(game)
    header, games = read_data(file)
    if header.game != info.name:
        raise BadStudy(f"{str(file)!r} is a study of {header.game}, not of {info.name}.")
    if header.rules != info.rules_version:
        raise BadStudy(f"{str(file)!r} was played by version {header.rules} of the rules: play it again.")
    if not games:
        raise BadStudy(f"There is no game in {str(file)!r}.")
    played = tuple(games[key] for key in sorted(games))
    return Study(sum_up(info, played, header.source), played)


def of_records(game: str, folder: Path, *, tell: Tell = lambda done, wanted: None) -> Study:
    """A study of the records in a folder: all finished games of this game, played through by the rules."""
    info = all_games.info(game)
    if not folder.is_dir():
        raise BadStudy(f"There is no folder {str(folder)!r}: name one with records (*.saltroad).")
    files = sorted(folder.rglob("*.saltroad"))
    played: list[StudiedGame] = []
    left_out: list[str] = []
    is_interrupted = False
    try:
        for done, file in enumerate(files):
            tell(done, len(files))
            try:
                record = read_record_file(file)
                history = record.history() if record.info == info and record.result is not None else None
            except SaltroadError as error:
                left_out.append(f"{file.name}: {error}")
                continue
            if history is None:
                left_out.append(f"{file.name}: not a finished game of {info.title}")
            else:
                played.append(observe(history, record.seats))
    except KeyboardInterrupt:
        is_interrupted = True
    if not played and not is_interrupted:
        why = f" The first of {len(left_out)} that were left out: {left_out[0]}" if left_out else ""
        raise BadStudy(f"There is no record of a finished game of {info.title} in {str(folder)!r}.{why}")
    return Study(sum_up(info, played, f"records of {folder.name}"), tuple(played), tuple(left_out), is_interrupted)


def data_of(study: Study) -> bytes:
    """What was kept of every game, as a data file."""
    header = StudyHeader(study.summary.game, study.summary.rules, study.summary.source)
    return data_file(header, (((f"players={game.players}", k), game) for k, game in enumerate(study.games)))


def _bots(bots: str, info: GameInfo) -> list[str]:
    names = [name.strip() for name in bots.split(",")]
    for name in names:
        if name not in bot_names():
            raise UnknownBot(name)
        if own_bots().get(name, info.name) != info.name:
            raise UnknownBot(name, info.name)
    return names


def _tasks(agreed: Sequence[Options], names: Sequence[str], games: int) -> Iterator[StudyTask]:
    """The tasks for all games; where several bots play, each has every seat equally often."""
    for options in agreed:
        if len(names) not in (1, options.players):
            raise BadStudy(
                f"There are {len(names)} bots for {options.players} players: name one for all seats, or name one for "
                "each and the number of players."
            )
        for number in range(games):
            turn = number % len(names)
            seats = [*names[turn:], *names[:turn]] if len(names) > 1 else list(names) * options.players
            yield StudyTask(str(options), tuple(seats), number)


def _here(settings: StudySettings, tasks: Sequence[StudyTask]) -> Reports:
    if tasks:
        warm_up_study(settings)
    for task in tasks:
        yield task, play_studied(settings, task)


def _in_workers(settings: StudySettings, tasks: Sequence[StudyTask], jobs: int) -> Reports:
    encoded = map(msgspec.json.encode, tasks)
    work = work_in_processes("saltroad.study.play", msgspec.json.encode(settings), encoded, jobs)
    with contextlib.closing(work):
        for found in work:
            if found is None or (isinstance(found, TaskLost) and found.is_retried):
                continue
            task = msgspec.json.decode(found.task, type=StudyTask)
            if isinstance(found, TaskLost):
                yield task, StudyReport(failed=found.why)
            else:
                yield task, msgspec.json.decode(found.answer, type=StudyReport)


def _make_folder(folder: Path | None) -> None:
    if folder is None:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadStudy(f"Records cannot be written to {str(folder)!r}: {error.strerror}.") from None


def _keep(folder: Path, info: GameInfo, seed: int, task: StudyTask, record: str) -> None:
    players = info.read(task.options).players
    path = folder / f"{info.name}-{players}-{seed}-{task.number + 1:05}.saltroad"
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(record)
    except FileExistsError:
        raise BadStudy(f"There is a record {str(path)!r} already: name another folder for these games.") from None
    except OSError as error:
        raise BadStudy(f"The record {str(path)!r} cannot be written: {error.strerror}.") from None
