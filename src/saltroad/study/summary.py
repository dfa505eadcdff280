"""The figures of a study: typed, the same for the terminal, for JSON and for the page.

A game is one observation. What happens several times in a game enters by its mean over that game, so that intervals,
which hold 95 %, are over independent games: Student's for means, Wilson's for shares.
"""

from __future__ import annotations

import re
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
    """The distribution of a number over games, or over players."""

    mean: Estimate
    quantiles: tuple[float, ...]
    """For each of QUANTILES."""
    least: float
    most: float
    histogram: tuple[tuple[float, int], ...] = ()
    """How often each value was met, in rising order; empty where values are no whole numbers."""


class PlaceFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of one place in the order of turns."""

    wins: Estimate
    """The share of the wins."""
    score: Estimate
    points: dict[str, Estimate]
    """By source."""


class BotFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of one bot, or of one player of records."""

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
    """The share of the wins of the players that it belongs to."""


class TableFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A table of what a game's own `study` module counts."""

    name: str
    title: str
    about: str
    unit: str
    """What the values are."""
    is_map: bool
    """Whether the keys are spaces of the board."""
    rows: tuple[KeyFigures, ...]


class GiftFigures(msgspec.Struct, frozen=True, kw_only=True):
    """What a gift is worth to the player who is given it: the game with it less the same game without."""

    name: str
    title: str
    about: str
    games: int
    score: Estimate
    """Points more."""
    lead: Estimate
    """Points more ahead of the mean of the others."""
    wins: Estimate
    """The share of the wins that it adds: 0.1 is from 33 to 43 percent."""


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
    ended_by: Estimate
    """The share of the wins of the player who acted last."""
    points_of_winners: dict[str, Estimate]
    """By source."""
    points_of_others: dict[str, Estimate]
    tables: tuple[TableFigures, ...]
    gifts: tuple[GiftFigures, ...] = ()


class StudySummary(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of a study."""

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
        places=tuple(_place(games, place) for place in range(players)),
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
        ended_by=_share([game.wins[game.ended_by] for game in games]),
        points_of_winners=_points(games, won=True),
        points_of_others=_points(games, won=False),
        tables=tuple(_tables(info, games)),
        gifts=tuple(_gifts(info, games)),
    )


def _place(games: Sequence[StudiedGame], place: int) -> PlaceFigures:
    return PlaceFigures(
        wins=_share([game.wins[place] for game in games]),
        score=_mean([game.scores[place] for game in games]),
        points={source: _mean([game.points[source][place] for game in games]) for source in games[0].points},
    )


def _bot(games: Sequence[StudiedGame], name: str) -> BotFigures:
    seats = [(game, [k for k, who in enumerate(game.names) if who == name]) for game in games if name in game.names]
    return BotFigures(
        name=name,
        games=len(seats),
        wins=_share([fmean(game.wins[k] for k in own) for game, own in seats]),
        score=_mean([fmean(game.scores[k] for k in own) for game, own in seats]),
    )


def _points(games: Sequence[StudiedGame], *, won: bool) -> dict[str, Estimate]:
    found: dict[str, Estimate] = {}
    for source in games[0].points:
        means = []
        for game in games:
            points = [x for x, win in zip(game.points[source], game.wins, strict=True) if (win > 0) is won]
            if points:
                means.append(fmean(points))
        if means:
            found[source] = _mean(means)
    return found


def _lead(game: StudiedGame) -> float | None:
    """The share of the win of the player who led at half-time; None if several led."""
    best = max(game.half_time)
    leaders = [place for place, score in enumerate(game.half_time) if score == best]
    return game.wins[leaders[0]] if len(leaders) == 1 else None


def _margin(scores: Sequence[int]) -> int:
    best, *others = sorted(scores, reverse=True)
    return best - others[0] if others else 0


def _tables(info: GameInfo, games: Sequence[StudiedGame]) -> Iterable[TableFigures]:
    part = all_games.part(info.name, "study")
    for name, (title, about, unit, is_map) in {} if part is None else part.TABLES.items():
        keys: defaultdict[str, list[tuple[StudiedGame, list[StudyMark]]]] = defaultdict(list)
        for game in games:
            in_game: defaultdict[str, list[StudyMark]] = defaultdict(list)
            for mark in game.marks:
                if mark.table == name:
                    in_game[mark.key].append(mark)
            for key, marks in in_game.items():
                keys[key].append((game, marks))
        rows = tuple(_row(key, keys[key]) for key in in_order(keys))
        yield TableFigures(name=name, title=title, about=about, unit=unit, is_map=is_map, rows=rows)


def in_order(keys: Iterable[str]) -> list[str]:
    """Keys of a table by the first number in them, the rest by their letters."""

    def place(key: str) -> tuple[float, str]:
        found = re.search(r"[-+]?\d+(?:[.]\d+)?", key)
        return (float(found[0]) if found else 0.0, key)

    return sorted(keys, key=place)


def _gifts(info: GameInfo, games: Sequence[StudiedGame]) -> Iterable[GiftFigures]:
    part = all_games.part(info.name, "study")
    for name, (title, about) in getattr(part, "GIFTS", {}).items():
        pairs = [(game, gift) for game in games for gift in game.gifts if gift.gift == name]
        if not pairs:
            continue
        yield GiftFigures(
            name=name,
            title=title,
            about=about,
            games=len(pairs),
            score=_mean([gift.scores[gift.place] - game.scores[gift.place] for game, gift in pairs]),
            lead=_mean([_ahead(gift.scores, gift.place) - _ahead(game.scores, gift.place) for game, gift in pairs]),
            wins=_mean([gift.wins[gift.place] - game.wins[gift.place] for game, gift in pairs]),
        )


def _ahead(scores: Sequence[int], place: int) -> float:
    return scores[place] - fmean(score for k, score in enumerate(scores) if k != place)


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
    is_whole = all(float(value).is_integer() for value in values)
    return Spread(
        _mean([fmean(game) for game in games]),
        tuple(_quantile(values, q) for q in QUANTILES),
        values[0],
        values[-1],
        tuple(Counter(values).items()) if is_whole else (),
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
