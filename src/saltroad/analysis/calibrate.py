"""Calibration of win shares: plays games, asks the search for the shares in some of their positions, compares them with
how the games went on, and finds the powers that make them come true (`bots.analysis_profile.Calibration`).

    python -m saltroad.analysis.calibrate bazaar --data ROWS --players 2 --games 120   plays, and goes on from the file
    python -m saltroad.analysis.calibrate bazaar --data ROWS --write                   fits, and writes calibration.json

Games are numbered, and each has its own seed: the same command gives the same file. Figures are of games that the fit
has not seen: the odd ones by powers fitted to the even ones, and the other way round.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib import resources
from itertools import pairwise
from pathlib import Path

import msgspec
import numpy as np

from saltroad import games
from saltroad.analysis.model import WinShares
from saltroad.analysis.plies import setup_plies
from saltroad.analysis.win_shares import result_shares
from saltroad.bots import Limit, make_bot
from saltroad.bots.analysis_profile import Calibration, profile_of
from saltroad.bots.level_bots import evaluator_of
from saltroad.bots.search.compare import PositionSearch
from saltroad.kernel.actors import CHANCE
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame
from saltroad.records.history import History

_SEED = 11
_LEVEL = "trader"
"""The level that plays the games: it looks at a number of positions, so that games repeat."""
_POSITIONS = 6
"""Positions of each game."""
_POINTS = 3
"""Powers at the beginning, in the middle and at the end."""
_BINS = 10
_STEPS = (0.4, 0.2, 0.1, 0.05)
_PULL = 0.02
"""The penalty of a power that differs from its neighbours, so that a few positions do not move it far."""


class CalibrationRow(msgspec.Struct, frozen=True):
    """The search's values of a position, and how the game ended."""

    game: int
    players: int
    ply: int
    """The ply, counted after the setup."""
    plies: int
    """The plies of the whole game after the setup."""
    values: WinShares
    result: WinShares


class BinFigures(msgspec.Struct, frozen=True):
    """Positions with about the same predicted share."""

    predicted: float
    came_true: float
    positions: int


class CalibrationFigures(msgspec.Struct, frozen=True):
    """The figures of how true shares are."""

    positions: int
    games: int
    error: float
    """The expected calibration error: how far shares are from what came true, on average."""
    raw_error: float
    """The same without calibration."""
    brier: float
    even_brier: float
    """The Brier score of equal shares for all."""
    bins: tuple[BinFigures, ...]


# -- playing -----------------------------------------------------------------------------------------------------------


def rows_of_game(game: AnyGame, search: PositionSearch, players: int, number: int) -> Iterator[CalibrationRow]:
    """Some positions of one game."""
    history = played_game(game, players, number)
    setup, outcome = setup_plies(history), history.outcome
    assert outcome is not None
    decisions = [ply for ply, who in enumerate(history.actors) if who != CHANCE]
    chosen = np.random.default_rng((number, players)).choice(
        len(decisions), size=min(_POSITIONS, len(decisions)), replace=False
    )
    visits = profile_of(game.info.name).visits
    for ply in (decisions[k] for k in sorted(chosen)):
        found = search.estimate(history.positions[ply], visits, Rng((number, ply)))
        yield CalibrationRow(
            number,
            players,
            ply - setup,
            len(history) - setup,
            found.seat_values,
            result_shares(outcome, players),
        )


def played_game(game: AnyGame, players: int, number: int) -> History:
    """A game of the level that is played on by; each number is another."""
    rng, history = Rng((_SEED, players, number)), History(game, game.info.agree(players, {}))
    bots = [make_bot(_LEVEL, game, seed=(number, seat)) for seat in range(players)]
    while not history.is_over:
        if history.actor == CHANCE:
            history.settle(rng)
            continue
        view, legal = game.remember(history.position, history.actor), game.legal(history.position)
        history.play(bots[history.actor].choose(view, legal, Limit()).action)
    return history


def play(name: str, players: int, count: int, data: Path) -> None:
    """Add the games to the file that are not in it yet."""
    game = games.load(name)
    search = PositionSearch(game, evaluator_of(game), profile_of(name).settings, players)
    known = {row.game for row in read_rows(data) if row.players == players} if data.exists() else set()
    with data.open("ab") as stream:
        for number in range(count):
            if number in known:
                continue
            lines = [msgspec.json.encode(row) for row in rows_of_game(game, search, players, number)]
            stream.write(b"".join(line + b"\n" for line in lines))
            stream.flush()
            print(f"\r{name}, {players} players: game {number + 1} of {count}", end="", file=sys.stderr)
    print(file=sys.stderr)


def read_rows(data: Path) -> list[CalibrationRow]:
    """The rows of a file."""
    return [msgspec.json.decode(line, type=CalibrationRow) for line in data.read_bytes().splitlines() if line]


# -- fitting -----------------------------------------------------------------------------------------------------------


def fit(rows: Sequence[CalibrationRow]) -> Calibration:
    """The powers by which the shares are most likely to come true as they did, for each number of players."""
    powers: dict[int, tuple[float, ...]] = {}
    plies: dict[int, float] = {}
    for players in sorted({row.players for row in rows}):
        of_count = [row for row in rows if row.players == players]
        plies[players] = round(float(np.mean([row.plies for row in of_count])), 1)
        powers[players] = _fitted(of_count, plies[players])
    return Calibration(powers, plies)


def _fitted(rows: Sequence[CalibrationRow], plies: float) -> tuple[float, ...]:
    """Fit the powers by small steps from 1, as long as one of them helps."""
    places = np.minimum(np.array([row.ply for row in rows]) / plies, 1.0) * (_POINTS - 1)
    logs = np.log(np.maximum(np.array([row.values for row in rows]), 1e-9))
    results = np.array([row.result for row in rows])

    def cost(points: Sequence[float]) -> float:
        power = np.interp(places, range(_POINTS), points)[:, None]
        scaled = power * logs
        scaled -= scaled.max(axis=1, keepdims=True)
        likely = scaled - np.log(np.exp(scaled).sum(axis=1, keepdims=True))
        bends = sum((one - other) ** 2 for one, other in pairwise(points))
        return float(-(results * likely).sum(axis=1).mean() + _PULL * bends)

    best = [1.0] * _POINTS
    lowest = cost(best)
    for step in _STEPS:
        while True:
            tries = [
                [max(value + change * step, 0.05) if k in which else value for k, value in enumerate(best)]
                for which in (*((k,) for k in range(_POINTS)), tuple(range(_POINTS)))
                for change in (-1, 1)
            ]
            found = min(tries, key=cost)
            if cost(found) >= lowest - 1e-9:
                break
            best, lowest = found, cost(found)
    return tuple(round(value, 2) for value in best)


def figures(rows: Sequence[CalibrationRow]) -> CalibrationFigures:
    """How true the shares are in games that the fit has not seen."""
    halves = [[row for row in rows if row.game % 2 == half] for half in (0, 1)]
    predicted: list[float] = []
    came_true: list[float] = []
    raw: list[float] = []
    brier, even = 0.0, 0.0
    for half in (0, 1):
        fitted = fit(halves[1 - half])
        for row in halves[half]:
            shares = fitted.shares(row.values, row.ply)
            predicted += shares
            raw += row.values
            came_true += row.result
            brier += sum((share - won) ** 2 for share, won in zip(shares, row.result, strict=True))
            even += sum((1 / row.players - won) ** 2 for won in row.result)
    return CalibrationFigures(
        len(rows),
        len({row.game for row in rows}),
        _expected_error(_bins(predicted, came_true)),
        _expected_error(_bins(raw, came_true)),
        brier / len(rows),
        even / len(rows),
        tuple(_bins(predicted, came_true)),
    )


def _bins(predicted: Sequence[float], came_true: Sequence[float]) -> list[BinFigures]:
    """Tenths of the shares; what lies in none is left out."""
    groups: dict[int, list[tuple[float, float]]] = {}
    for share, won in zip(predicted, came_true, strict=True):
        groups.setdefault(min(int(share * _BINS), _BINS - 1), []).append((share, won))
    return [
        BinFigures(math.fsum(s for s, _ in found) / len(found), math.fsum(w for _, w in found) / len(found), len(found))
        for _, found in sorted(groups.items())
    ]


def _expected_error(bins: Iterable[BinFigures]) -> float:
    found = list(bins)
    total = sum(each.positions for each in found)
    return sum(each.positions / total * abs(each.predicted - each.came_true) for each in found)


# -- the command -------------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, or fit."""
    parser = argparse.ArgumentParser(
        prog="python -m saltroad.analysis.calibrate", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game", choices=list(games.GAMES), help="the game")
    parser.add_argument("--data", type=Path, required=True, help="the file of positions: played ones are added to it")
    parser.add_argument("--players", type=int, help="play games of so many")
    parser.add_argument("--games", type=int, default=100, help="how many games (100)")
    parser.add_argument("--write", action="store_true", help="write bot/calibration.json of the game")
    given = parser.parse_args(arguments)
    if given.players is not None:
        play(given.game, given.players, given.games, given.data)
    rows = read_rows(given.data)
    by_count = {n: figures([row for row in rows if row.players == n]) for n in sorted({row.players for row in rows})}
    for players, found in by_count.items():
        print(
            f"{given.game}, {players} players, {found.games} games, {found.positions} positions: expected calibration "
            f"error {found.error:.3f} (search alone {found.raw_error:.3f}), "
            f"Brier {found.brier:.3f} (equal shares {found.even_brier:.3f})"
        )
    if given.write:
        left_out = sorted(set(profile_of(given.game).calibration.powers) - set(by_count))
        if left_out:
            parser.error(
                f"{given.data} has no games of {', '.join(map(str, left_out))} players, which are calibrated already "
                "and would be lost: join the files of all numbers of players to one."
            )
        _write(given.game, fit(rows), by_count)


def _write(name: str, calibration: Calibration, found: dict[int, CalibrationFigures]) -> None:
    file = Path(str(resources.files(games.package_of(name)).joinpath("bot", "calibration.json")))
    counts = " ".join(f"--players {players} --games {each.games};" for players, each in found.items())
    told = {
        "made": f"python -m saltroad.analysis.calibrate {name} --data FILE, with {counts} then --write",
        "powers": calibration.powers,
        "plies": calibration.plies,
        "unseen": {str(players): msgspec.to_builtins(each) for players, each in found.items()},
    }
    file.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    print(f"Wrote {file.name}.")


if __name__ == "__main__":
    main()
