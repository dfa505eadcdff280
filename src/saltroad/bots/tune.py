"""Tunes the weights of a game's evaluator by matches: `python -m saltroad.bots.tune GAME`.

Two sets of weights play each other, each weight moved a little up in one and down in the other by chance; all are then
moved towards those that won, by how much they won (simultaneous perturbation). The players are search bots that think
little, one look at each move if nothing else is asked, so that games are quick. Weights that such a player cannot see
at work are held with `--steady`. The same command makes the same weights, on however many processes.

To make estimates agree with how games ended instead was tried, and made weaker players: what lies within reach says
little of how a game ends, but much of what to do.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

import saltroad
import saltroad.games
from saltroad.bots import Limit, NoEvaluator
from saltroad.bots.level_bots import evaluator_of, levels_of
from saltroad.bots.search import Evaluator, SearchBot, Tables
from saltroad.bots.weights import weights_file
from saltroad.kernel.actors import NOBODY
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Position
from saltroad.kernel.errors import BadOptions

Numbers = NDArray[np.float64]

_AWAY = 0.2
"""How far each weight is moved up or down, as a logarithm."""
_LAST_STEP = 1 / 6
"""Steps become smaller, down to this share of the first."""
_TOGETHER = 8
"""Pairs that are played with the same weights, side by side."""
_FEWEST = 10
"""Pairs of games from which on the error of their mean can be estimated."""
_KEPT = 0.4
"""The weights are the mean over this last share of the pairs."""


def names_of(game: str) -> tuple[str, ...]:
    """The weights of a game's evaluator, in its order."""
    names: tuple[str, ...] = _evaluator(game).WEIGHTS
    return names


def _evaluator(game: str) -> ModuleType:
    """The module of a game's evaluator: WEIGHTS are its names, MANY_POINTS is the lead that counts as a win by many."""
    found = saltroad.games.part(game, "bot.evaluator")
    if found is None:
        raise NoEvaluator(game)
    return found


@dataclass(frozen=True)
class Match:
    """The kind of match: a table of this game, and how much the players think."""

    game: str
    players: int
    nodes: int
    seed: int


@dataclass(frozen=True)
class Pair:
    """Two games of one deal: the seats of our side in one are those of the other side in the other."""

    number: int
    ours: tuple[float, ...]
    theirs: tuple[float, ...]


@dataclass(frozen=True)
class PairResult:
    """The mean of a pair of games: our share of the win, of which a half is fair, as our side has every seat once; and
    our lead in points."""

    share: float
    lead: float


class TuningTable:
    """Plays two sets of weights against each other."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._game = saltroad.load(match.game)
        self._sides = (self._side(0), self._side(1))
        self._weights: list[Sequence[float]] = [(), ()]

    def _side(self, side: int) -> Evaluator:
        """The evaluator with the weights of a side, as they are when it is asked: search is compiled for each anew."""
        tables_with: Callable[[Position, Sequence[float]], Tables] = _evaluator(self._match.game).tables_with
        return replace(evaluator_of(self._game), prepare=lambda position: tables_with(position, self._weights[side]))

    def play(self, pair: Pair) -> PairResult:
        """Play both games of a pair."""
        alone = pair.number % self._match.players
        seats = [int(seat != alone) for seat in range(self._match.players)]
        games = [self._result(pair, [(side + swapped) % 2 for side in seats]) for swapped in range(2)]
        return PairResult(*np.mean([(game.share, game.lead) for game in games], axis=0).tolist())

    def _result(self, pair: Pair, sides: Sequence[int]) -> PairResult:
        """Play one game and score it; side 0 is ours."""
        match, game = self._match, self._game
        self._weights = [pair.ours, pair.theirs]
        settings, rng = levels_of(match.game)[-1].settings, Rng([match.seed, pair.number])
        limit = Limit(nodes=match.nodes)
        bots = [  # alike but for the weights: two games between equals are the same game
            SearchBot(
                game, self._sides[side], settings, Rng([match.seed, pair.number, seat]), limit=limit, keeps_tree=False
            )
            for seat, side in enumerate(sides)
        ]
        position = game.settle(game.start(players=match.players), rng)
        while (seat := game.actor(position)) != NOBODY:
            chosen = bots[seat].choose(game.remember(position, seat), game.legal(position), Limit())
            position = game.settle(game.apply(position, chosen.action), rng)
        outcome = game.outcome(position)
        assert outcome is not None
        won = sum(sides[seat] == 0 for seat in outcome.winners) / len(outcome.winners)
        ours, theirs = (
            [score for score, of in zip(outcome.scores, sides, strict=True) if of == side] for side in (0, 1)
        )
        return PairResult(won, float(np.mean(ours) - np.mean(theirs)))


# -- in processes ------------------------------------------------------------------------------------------------------

_tables: dict[Match, TuningTable] = {}


def _play(match: Match, pair: Pair) -> PairResult:
    if match not in _tables:
        _tables[match] = TuningTable(match)
    return _tables[match].play(pair)


@contextmanager
def _executor(jobs: int) -> Iterator[Executor | None]:
    if jobs == 1:
        yield None
        return
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        yield pool


def _played(executor: Executor | None, match: Match, pairs: Sequence[Pair]) -> list[PairResult]:
    return list((executor.map if executor else map)(_play, [match] * len(pairs), pairs))


# -- tuning ------------------------------------------------------------------------------------------------------------


def tuned(
    executor: Executor | None, match: Match, start: Numbers, steady: Sequence[str], pairs: int, first_step: float
) -> Numbers:
    """Tune weights by pairs of games; returns those that win more."""
    signs = np.random.default_rng(match.seed)
    many_points: float = _evaluator(match.game).MANY_POINTS
    away: Numbers = np.array([_AWAY * (name not in steady) for name in names_of(match.game)])
    moved, total, many = np.zeros(len(start)), np.zeros(len(start)), 0
    for first in track(
        range(0, pairs, _TOGETHER), f"{pairs} pairs of games", console=Console(stderr=True), transient=True
    ):
        ways = [away * signs.choice([-1.0, 1.0], len(start)) for _ in range(min(_TOGETHER, pairs - first))]
        both = [(start * np.exp(moved + way), start * np.exp(moved - way)) for way in ways]
        games = [Pair(first + k, tuple(up.tolist()), tuple(down.tolist())) for k, (up, down) in enumerate(both)]
        step = first_step * (1.0 + (_LAST_STEP - 1.0) * first / pairs)
        for way, result in zip(ways, _played(executor, match, games), strict=True):
            won = result.share - 0.5 + np.clip(result.lead / many_points, -1.0, 1.0)
            moved += step * won * way / _AWAY
        if first + _TOGETHER > (1.0 - _KEPT) * pairs:
            total += moved
            many += 1
    found: Numbers = start * np.exp(total / many)
    return found


def win_share(
    executor: Executor | None, match: Match, ours: Numbers, theirs: Numbers, pairs: int
) -> tuple[float, float]:
    """Our share of the win, a half if the weights are as good, and its error (95 %)."""
    games = [Pair(number, tuple(ours.tolist()), tuple(theirs.tolist())) for number in range(pairs)]
    shares = [result.share for result in _played(executor, match, games)]
    return float(np.mean(shares)), float(1.96 * np.std(shares) / math.sqrt(pairs))


def text_of(
    made: str, told: str, begun_by: str, names: Sequence[str], start: Numbers, weights: Numbers, before: object = None
) -> str:
    """The data file: how it was made, what that showed, where it began, how that was made, and the weights; the same of
    the tuning before this one, if there was any."""
    begun = dict(zip(names, start.tolist(), strict=True))
    found = {name: float(f"{weight:.4g}") for name, weight in zip(names, weights, strict=True)}
    content = {"made": made, "told": told, "start_made": begun_by, "start": begun, "weights": found}
    return json.dumps(content | ({"before": before} if before else {}), indent=1, ensure_ascii=False) + "\n"


def _begun(kept: dict[str, Any], again: int) -> tuple[dict[str, float], str, object]:
    """Where a tuning begins, how that was made, and what was tuned before: at the weights that are kept, or where they
    were begun, so many tunings ago. A weight that was not known then is as it is now."""
    if not again:
        return kept["weights"], kept["made"], {part: kept[part] for part in kept if part != "weights"}
    step = kept
    for _ in range(again - 1):
        step = step.get("before") or {}
    if "start" not in step:
        raise ValueError(f"there were not {again} tunings")
    return kept["weights"] | step["start"], step["start_made"], step.get("before")


def _some(text: str) -> int:
    """A whole number of at least 1, from the command line."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"a whole number, at least 1, not {text}")
    return int(text)


def _parser() -> argparse.ArgumentParser:
    """The options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m saltroad.bots.tune", description=__doc__.partition("\n\n")[0])
    parser.add_argument("game", choices=saltroad.GAMES)
    parser.add_argument("--players", type=int, help="seats at the table (default: the fewest, and not one)")
    parser.add_argument(
        "--nodes", type=_some, default=1, help="simulations a decision (default 1: a look at each move)"
    )
    parser.add_argument("--pairs", type=_some, default=2_000, help="pairs of games (default 2000)")
    parser.add_argument("--test", type=_some, default=200, help="pairs of games to see what it gained (default 200)")
    parser.add_argument(
        "--step",
        type=float,
        default=0.006,
        help="how far a pair of games won by many points moves each weight, as a share of it (default 0.006);"
        " with many weights and few games smaller steps, or they only lose their way",
    )
    parser.add_argument("--steady", default="", help="weights to leave as they are: name,name")
    parser.add_argument("--only", default="", help="leave all weights as they are whose names do not begin so")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=_some, default=1, help="processes; changes nothing but the time (default 1)")
    parser.add_argument(
        "--again",
        type=int,
        nargs="?",
        const=1,
        default=0,
        metavar="TUNINGS",
        help="begin where the file says it was begun, to make it again; --again 2 where the tuning before that was",
    )
    parser.add_argument("--out", type=Path, help="the file to write (default: the weights of the game's evaluator)")
    return parser


def main(given: Sequence[str] | None = None) -> None:
    """Tune the weights of a game, as the command line says, and write them to a file."""
    parser = _parser()
    chosen = parser.parse_args(given)
    kept = weights_file(chosen.game)
    info, out = saltroad.load(chosen.game).info, chosen.out or kept
    if chosen.players is None:
        chosen.players = max(2, min(info.players))
    try:
        begun, begun_by, before = _begun(json.loads(kept.read_text("utf-8")), chosen.again)
        info.agree(chosen.players, {})
    except (ValueError, BadOptions) as error:
        parser.error(str(error))
    if out.is_dir() or not out.absolute().parent.is_dir():
        parser.error(f"nothing can be written to {str(out)!r}: name a file in a folder that is there")
    names = names_of(chosen.game)
    steady = chosen.steady.split(",") if chosen.steady else []
    if unknown := set(steady) - set(names):
        parser.error(f"{chosen.game} has no weights {', '.join(sorted(unknown))}; it has {', '.join(names)}")
    held = [name for name in names if name in steady or not name.startswith(chosen.only)]
    if len(held) == len(names):
        parser.error(f"{chosen.game} has no weights left to tune; it has {', '.join(names)}")
    start = np.array([begun[name] for name in names], np.float64)
    match = Match(chosen.game, chosen.players, chosen.nodes, chosen.seed)
    with _executor(chosen.jobs) as executor:
        found = tuned(executor, match, start, held, chosen.pairs, chosen.step)
        share, off = win_share(executor, replace(match, seed=match.seed + 1), found, start, chosen.test)
    told = f"{2 * chosen.test} games against where it began: {100 * share:.1f} %"
    told += (
        f" +- {100 * off:.1f} of the win" if chosen.test >= _FEWEST else " of the win, too few games to say how sure"
    )
    print(told)
    options = [f"--{each} {getattr(chosen, each)}" for each in ("players", "nodes", "pairs", "test", "seed", "step")]
    options += [f"--{each} {getattr(chosen, each)}" for each in ("steady", "only") if getattr(chosen, each)]
    made = f"python -m saltroad.bots.tune {chosen.game} --again {' '.join(options)}"
    out.write_text(text_of(made, told, begun_by, names, start, found, before), "utf-8")
    print(f"written: {out.name}")


if __name__ == "__main__":
    main()
