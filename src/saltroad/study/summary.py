"""The figures of a study: typed, the same for the terminal, for JSON and for the page.

A game is one observation. What happens several times in a game enters by its mean over that game, so that intervals,
which hold 95 %, are over independent games: Student's for means, Wilson's for shares.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean

import msgspec

from saltroad import games as all_games
from saltroad.arena.intervals import Estimate, mean_of, share_of
from saltroad.kernel.info import GameInfo
from saltroad.study.observe import PARTS, StudiedGame, StudyMark

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


class Spread(msgspec.Struct, frozen=True):
    """How a number is distributed over games, or over players."""

    mean: Estimate
    quantiles: tuple[float, ...]
    """For each of QUANTILES."""
    least: float
    most: float


class PlaceFigures(msgspec.Struct, frozen=True, kw_only=True):
    """How the players of one place in the order of turns fared."""

    wins: Estimate
    """The share of the wins."""
    score: Estimate
    points: dict[str, Estimate]
    """By source."""


class BotFigures(msgspec.Struct, frozen=True, kw_only=True):
    """How one bot, or one player of records, fared."""

    name: str
    games: int
    wins: Estimate
    """The share of the wins for each seat it had."""
    score: Estimate


class KeyFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a table of the game's own."""

    key: str
    times: int
    value: Estimate
    wins: Estimate | None
    """Of the players that it belongs to."""


class TableFigures(msgspec.Struct, frozen=True, kw_only=True):
    """What a game's own `study` module counts."""

    name: str
    title: str
    about: str
    is_map: bool
    """Whether the keys are spaces of the board."""
    rows: tuple[KeyFigures, ...]


class CountFigures(msgspec.Struct, frozen=True, kw_only=True):
    """All games with one number of players."""

    players: int
    games: int
    places: tuple[PlaceFigures, ...]
    """In the order of turns: the first begins."""
    bots: tuple[BotFigures, ...]
    plies: Spread
    decisions: Spread
    turns: Spread
    branching: Spread
    branching_by_part: tuple[Estimate, ...]
    """For each tenth of the decisions."""
    scores: Spread
    """Of all players."""
    margins: Spread
    """Points from the best to the second best."""
    draws: Estimate
    """Games with a shared victory."""
    half_time_leads: int
    """Games in which one player was alone ahead after half of the decisions."""
    half_time: Estimate | None
    """Their share of the wins."""
    ends: dict[str, Estimate]
    """How games ended."""
    points_of_winners: dict[str, Estimate]
    """By source."""
    points_of_others: dict[str, Estimate]
    tables: tuple[TableFigures, ...]


class StudySummary(msgspec.Struct, frozen=True, kw_only=True):
    """What a study found."""

    game: str
    title: str
    rules: int
    source: str
    """Where the games come from."""
    counts: tuple[CountFigures, ...]
    """By the number of players."""


def sum_up(info: GameInfo, games: Iterable[StudiedGame], source: str = "") -> StudySummary:
    """The figures of these games."""
    by_count: defaultdict[int, list[StudiedGame]] = defaultdict(list)
    for game in games:
        by_count[game.players].append(game)
    return StudySummary(
        game=info.name,
        title=info.title,
        rules=info.rules_version,
        source=source,
        counts=tuple(_count(info, by_count[players]) for players in sorted(by_count)),
    )


def _count(info: GameInfo, games: Sequence[StudiedGame]) -> CountFigures:
    players = games[0].players
    parts = [game.branching_by_part for game in games if len(game.branching_by_part) == PARTS]
    leads = [lead for game in games if (lead := _lead(game)) is not None]
    return CountFigures(
        players=players,
        games=len(games),
        places=tuple(_place(info, games, place) for place in range(players)),
        bots=tuple(_bot(games, name) for name in dict.fromkeys(name for game in games for name in sorted(game.names))),
        plies=_spread([[game.plies] for game in games]),
        decisions=_spread([[game.decisions] for game in games]),
        turns=_spread([[game.turns] for game in games]),
        branching=_spread([[game.branching] for game in games]),
        branching_by_part=tuple(_mean([part[k] for part in parts]) for k in range(PARTS)) if parts else (),
        scores=_spread([game.scores for game in games]),
        margins=_spread([[_margin(game.scores)] for game in games]),
        draws=_share([float(max(game.wins) < 1) for game in games]),
        half_time_leads=len(leads),
        half_time=share_of(leads),
        ends={
            reason: _share([float(game.reason == reason) for game in games])
            for reason, _ in Counter(game.reason for game in games).most_common()
        },
        points_of_winners=_points(info, games, won=True),
        points_of_others=_points(info, games, won=False),
        tables=tuple(_tables(info, games)),
    )


def _place(info: GameInfo, games: Sequence[StudiedGame], place: int) -> PlaceFigures:
    return PlaceFigures(
        wins=_share([game.wins[place] for game in games]),
        score=_mean([game.scores[place] for game in games]),
        points={source: _mean([game.points[source][place] for game in games]) for source in info.sources},
    )


def _bot(games: Sequence[StudiedGame], name: str) -> BotFigures:
    seats = [(game, [k for k, who in enumerate(game.names) if who == name]) for game in games if name in game.names]
    return BotFigures(
        name=name,
        games=len(seats),
        wins=_share([fmean(game.wins[k] for k in own) for game, own in seats]),
        score=_mean([fmean(game.scores[k] for k in own) for game, own in seats]),
    )


def _points(info: GameInfo, games: Sequence[StudiedGame], *, won: bool) -> dict[str, Estimate]:
    found: dict[str, Estimate] = {}
    for source in info.sources:
        means = []
        for game in games:
            points = [x for x, win in zip(game.points[source], game.wins, strict=True) if (win > 0) is won]
            if points:
                means.append(fmean(points))
        if means:
            found[source] = _mean(means)
    return found


def _lead(game: StudiedGame) -> float | None:
    """The share of the win of the player who led at half-time; None if no one did alone."""
    best = max(game.half_time)
    leaders = [place for place, score in enumerate(game.half_time) if score == best]
    return game.wins[leaders[0]] if len(leaders) == 1 else None


def _margin(scores: Sequence[int]) -> int:
    best, *others = sorted(scores, reverse=True)
    return best - others[0] if others else 0


def _tables(info: GameInfo, games: Sequence[StudiedGame]) -> Iterable[TableFigures]:
    part = all_games.part(info.name, "study")
    for name, (title, about, is_map) in {} if part is None else part.TABLES.items():
        keys: defaultdict[str, list[tuple[StudiedGame, list[StudyMark]]]] = defaultdict(list)
        for game in games:
            in_game: defaultdict[str, list[StudyMark]] = defaultdict(list)
            for mark in game.marks:
                if mark.table == name:
                    in_game[mark.key].append(mark)
            for key, marks in in_game.items():
                keys[key].append((game, marks))
        rows = tuple(_row(key, keys[key]) for key in sorted(keys))
        yield TableFigures(name=name, title=title, about=about, is_map=is_map, rows=rows)


def _row(key: str, found: Sequence[tuple[StudiedGame, Sequence[StudyMark]]]) -> KeyFigures:
    wins = [[game.wins[mark.place] for mark in marks if mark.place is not None] for game, marks in found]
    return KeyFigures(
        key=key,
        times=sum(len(marks) for _, marks in found),
        value=_mean([fmean(mark.value for mark in marks) for _, marks in found]),
        wins=share_of([fmean(shares) for shares in wins if shares]),
    )


def _spread(games: Sequence[Sequence[float]]) -> Spread:
    values = sorted(value for game in games for value in game)
    return Spread(
        _mean([fmean(game) for game in games]), tuple(_quantile(values, q) for q in QUANTILES), values[0], values[-1]
    )


def _quantile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the sorted values lies, between two of them by their distance."""
    at = share * (len(values) - 1)
    low = int(at)
    high = min(low + 1, len(values) - 1)
    return values[low] + (at - low) * (values[high] - values[low])


def _mean(values: Sequence[float]) -> Estimate:
    found = mean_of(values)
    assert found is not None
    return found


def _share(values: Sequence[float]) -> Estimate:
    found = share_of(values)
    assert found is not None
    return found
