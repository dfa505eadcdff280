"""A tournament from its first game to its summary: what is left to play, where it is played, what is kept of it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from saltroad import games as all_games
from saltroad.arena.backends import Reports, play_here, play_in_workers, play_on_ray
from saltroad.arena.entrants import BadArena, EntrantLimit, read_entrants, read_limit
from saltroad.arena.luck import check_measurable
from saltroad.arena.results import Results, ResultsKind, open_results
from saltroad.arena.seating import Seating
from saltroad.arena.sequential import OPEN, SequentialTest
from saltroad.arena.settings import PlayedGame, TournamentSettings
from saltroad.arena.shards import Shard, check_shard
from saltroad.arena.summary import Summary, share_in, summarise
from saltroad.arena.worker import GameReport, GameTask, TournamentGreeting
from saltroad.bots import UnknownBot, own_bots
from saltroad.kernel.info import Choice, Options

MOST_JOBS = 256


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a tournament."""

    done: int
    """Games that are over, those of an earlier run included."""
    wanted: int
    """The most games that are played."""
    played: PlayedGame | None
    """The game that has just ended; None at the start, and when one was lost."""
    note: str = ""
    """A sentence about something out of the ordinary, such as a lost worker."""
    is_start: bool = False
    is_ready: bool = False
    """Whether all is compiled, and the first games begin."""


Tell = Callable[[Progress], None]
"""A callback that is given the progress of a tournament."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """The result of a tournament."""

    summary: Summary
    games: tuple[PlayedGame, ...]
    """Every game that was played to its end or lost by a fault, in the order of the deals."""
    lost: tuple[str, ...] = ()
    """Games that could not be played, with the reason; their deals do not count."""
    is_interrupted: bool = False
    earlier: int = 0
    """How many of the games are of an earlier run."""
    records: tuple[Path, ...] = field(default=(), repr=False)
    shard: Shard | None = None
    """Which part of the tournament it is, if not the whole."""


def configure(
    game: str,
    bots: str | Sequence[str],
    *,
    players: int | None = None,
    options: Mapping[str, Choice | str] | Options = MappingProxyType({}),
    seed: int = 0,
    limit: str | EntrantLimit | None = None,
    patience: float = 30.0,
    grace: float = 1.0,
) -> TournamentSettings:
    """The settings of a tournament, checked; BadArena, BadOptions or UnknownGame in one sentence."""
    settings = read_settings(
        game, bots, players=players, options=options, seed=seed, limit=limit, patience=patience, grace=grace
    )
    Seating(len(settings.bots), settings.agreed.players)  # refuses what cannot be seated
    return settings


def read_settings(
    game: str,
    bots: str | Sequence[str],
    *,
    players: int | None,
    options: Mapping[str, Choice | str] | Options,
    seed: int,
    limit: str | EntrantLimit | None,
    patience: float,
    grace: float,
) -> TournamentSettings:
    """What `configure` checks, but for the number of bots and players: one bot may play against itself."""
    info = all_games.info(game)
    agreed = options if isinstance(options, Options) else info.agree(players, options)
    entrants = read_entrants(bots, read_limit(limit) if isinstance(limit, str) else limit)
    for entrant in entrants:
        if own_bots().get(entrant.name, info.name) != info.name:
            raise BadArena(str(UnknownBot(entrant.name, info.name)))
    if type(seed) is not int or seed < 0:
        raise BadArena(f"A seed is a whole number from 0 on, not {seed!r}.")
    if patience <= 0 or grace < 0:
        raise BadArena("Programs need some patience: more than 0 seconds.")
    return TournamentSettings(
        game=info.name,
        rules=info.rules_version,
        options=str(agreed),
        bots=entrants,
        seed=seed,
        patience=patience,
        grace=grace,
    )


def run(
    settings: TournamentSettings,
    games: int,
    *,
    jobs: int = 1,
    results: Path | str | None = None,
    records: Path | str | None = None,
    margin: float | None = None,
    shard: Shard | None = None,
    untimed: bool = False,
    luck_adjusted: bool = False,
    ray: str | None = None,
    tell: Tell = lambda progress: None,
) -> Tournament:
    """Play until as many games are over, as whole deals, or with a margin until the sequential test has decided.

    With a results file it goes on where that stopped. Ctrl-C ends it early: what was done is kept and summed up.
    A shard is only a part of the deals, kept in a results file of its own, for `merge`. `untimed` leaves out how long
    decisions took. `luck_adjusted` measures the luck of every seat, and adds win shares without it. `ray` is the
    address of a Ray cluster whose cores play, or empty for the one that Ray finds. `tell` hears of each game, in this
    thread.
    """
    _check(settings, games, jobs, margin)
    check_shard(shard)
    _check_shard(shard, results, margin)
    if luck_adjusted:
        check_measurable(settings.game)
    if ray is not None and jobs > 1:
        raise BadArena("--ray plays on all cores of the cluster: leave --jobs out.")
    all_deals = settings.seating.deals_for(games)
    deals = range(all_deals) if shard is None else shard.deals(all_deals)
    kind = ResultsKind(shard=shard, deals=0 if shard is None else all_deals, untimed=untimed, luck=luck_adjusted)
    greeting = TournamentGreeting(settings, luck_adjusted)
    with open_results(None if results is None else Path(results), settings, kind) as kept:
        schedule = _Schedule(settings, kept, deals, margin)
        folder = None if records is None else _Folder(Path(records), settings, schedule)
        earlier = schedule.done
        is_interrupted = not _play(schedule, folder, _reports(greeting, schedule.left(), jobs, ray), tell)
    played = tuple(kept.games[key] for key in sorted(kept.games) if key[0] in deals)
    return Tournament(
        summary=summarise(settings, played, margin),
        games=played,
        lost=tuple(schedule.lost),
        is_interrupted=is_interrupted,
        earlier=earlier,
        records=() if folder is None else tuple(folder.written),
        shard=shard,
    )


def _reports(greeting: TournamentGreeting, tasks: Iterator[GameTask], jobs: int, ray: str | None) -> Reports:
    """The games as they end, played on a Ray cluster, in workers or in this process."""
    if ray is not None:
        return play_on_ray(greeting, tasks, ray)
    return play_here(greeting, tasks) if jobs == 1 else play_in_workers(greeting, tasks, jobs)


def _play(schedule: _Schedule, folder: _Folder | None, reports: Reports, tell: Tell) -> bool:
    """Keep the games of a schedule as they end; False if Ctrl-C has ended it early."""
    tell(Progress(schedule.done, schedule.wanted, None, is_start=True))
    try:
        with contextlib.closing(reports):
            for found in reports:
                if found is None:
                    tell(Progress(schedule.done, schedule.wanted, None, is_ready=True))
                    continue
                task, report = found
                if folder is not None and report.played is not None:
                    folder.keep(report.played, report.record)
                schedule.add(task, report)
                tell(Progress(schedule.done, schedule.wanted, report.played, schedule.note(task, report)))
    except KeyboardInterrupt:
        return False
    return True


def _check(settings: TournamentSettings, games: int, jobs: int, margin: float | None) -> None:
    if games < 1:
        raise BadArena("A tournament has at least one game.")
    if not 1 <= jobs <= MOST_JOBS:
        raise BadArena(f"Jobs are from 1 to {MOST_JOBS}, not {jobs}.")
    if margin is None:
        return
    if len(settings.bots) != 2:
        raise BadArena(f"--against tests one bot against another: name two bots, not {len(settings.bots)}.")
    most = min(settings.fair_share, 1 - settings.fair_share)
    if not 0 < margin <= most:
        raise BadArena(f"The margin is a share of the wins above 0 and up to {most:.2g} here, not {margin:g}.")


def _check_shard(shard: Shard | None, results: Path | str | None, margin: float | None) -> None:
    if shard is None:
        return
    if results is None:
        raise BadArena("A shard is kept in a file, to be merged with the others: name it by --results.")
    if margin is not None:
        raise BadArena("--against decides by all deals in their order, and a shard has only some: name one of the two.")


class _Schedule:
    """The games of a run: those that were played and those that are left."""

    def __init__(self, settings: TournamentSettings, kept: Results, deals: range, margin: float | None) -> None:
        self._settings = settings
        self._kept = kept
        self._deals = deals
        self._size = settings.seating.games_per_deal
        self._tested = 0
        self._given_up: set[int] = set()
        self._test = None if margin is None else SequentialTest(settings.fair_share, margin, self._size)
        self.lost: list[str] = []
        self.done = sum(deal in deals for deal, _ in kept.games)
        self.wanted = len(deals) * self._size
        self._look()

    @property
    def is_decided(self) -> bool:
        return self._test is not None and self._test.verdict.decided != OPEN

    def left(self) -> Iterator[GameTask]:
        """The games that were not played yet, deal by deal."""
        for deal in self._deals:
            for number in range(self._size):
                if self.is_decided:
                    return
                if (deal, number) not in self._kept.games:
                    yield GameTask(deal, number)

    def add(self, task: GameTask, report: GameReport) -> None:
        if report.played is not None:
            self._kept.add(report.played)
            self.done += 1
            self._look()
        elif not report.is_retried:
            self.lost.append(self.note(task, report))
            self._given_up.add(task.deal)
            self._look()

    def note(self, task: GameTask, report: GameReport) -> str:
        name = f"Game {task.game + 1} of deal {task.deal + 1}"
        if report.played is not None:
            fault = report.played.fault
            if fault is None:
                return ""
            bot = self._settings.bots[report.played.seats[fault.seat]].label
            return f"{name}: {bot} lost at ply {fault.ply} by a fault ({fault.kind}): {fault.why}"
        return f"{name}: {report.failed}" + ("; it is tried again." if report.is_retried else "; it is left out.")

    def _look(self) -> None:
        """Give the test every deal that is whole, in the order of the deals, not in that of their ends."""
        if self._test is None:
            return
        while self._tested < len(self._deals) and not self.is_decided:
            deal = [self._kept.games.get((self._tested, k)) for k in range(self._size)]
            if self._tested not in self._given_up:
                found = [game for game in deal if game is not None]
                if len(found) < self._size:
                    return
                self._test.add(share_in(found, 0))
            self._tested += 1


class _Folder:
    """The folder that records are written to."""

    def __init__(self, folder: Path, settings: TournamentSettings, schedule: _Schedule) -> None:
        self._folder = folder
        self._settings = settings
        self.written: list[Path] = []
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadArena(f"Records cannot be written to {str(folder)!r}: {error.strerror}.") from None
        if schedule.done:
            return  # what a run that goes on finds there may be its own
        for task in schedule.left():
            if self._path(task.deal, task.game).exists():
                raise BadArena(f"There are records of such games in {str(folder)!r} already: name another folder.")

    def keep(self, played: PlayedGame, record: str) -> None:
        path = self._path(played.deal, played.game)
        path.write_text(record, "utf-8")
        self.written.append(path)

    def _path(self, deal: int, game: int) -> Path:
        return self._folder / f"{self._settings.game}-{self._settings.seed}-{deal + 1:05}-{game + 1}.saltroad"
