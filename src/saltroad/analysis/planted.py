"""Does analysis find mistakes, and does it leave good moves alone? Measured on moves that a long search has judged.

    python -m saltroad.analysis.planted bazaar --data LOOKS --games 60   looks long, and goes on from the file
    python -m saltroad.analysis.planted bazaar --data LOOKS              asks the standard analysis: minutes

At a decision of a game of `trader` a legal move is drawn at random. A *long look* compares it with those that a first
search likes best: each with ten times the visits of a standard analysis, and with other randomness. The file keeps what
the search said, not shares: these follow from the calibration of the day, so that a new one needs no new looks.

Most drawn moves lose little. So a short search comes first, and the less the move seems to lose, the smaller is the
chance that it is looked at long; a move that was is weighted by one over that chance. The weighted figure is that of
moves drawn at random, the short search notwithstanding. Decisions at which the seat has little to lose are left out.

A drawn move is a *planted mistake* if it loses 0.15 and two standard errors more, so that a move which only seemed to
lose so much is not taken for one. A move is *good* if it loses no more than one standard error beside the best; of
these one is taken at random. Games are numbered: the same command gives the same file.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from saltroad import games
from saltroad.analysis.calibrate import played_game
from saltroad.analysis.grades import BLUNDER
from saltroad.analysis.model import FLAGGED, PlyAnalysis, WinShares
from saltroad.analysis.plies import PlyAnalyser, setup_plies
from saltroad.analysis.settings import AnalysisSettings
from saltroad.bots import Limit
from saltroad.bots.analysis_profile import Calibration, profile_of
from saltroad.bots.level_bots import evaluator_of
from saltroad.bots.search import Search
from saltroad.bots.search.compare import PositionSearch
from saltroad.kernel.actors import CHANCE
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Position
from saltroad.records.history import History

LONG = 10
"""The visits of a long look, as a multiple of those of the standard analysis."""
_LIKED = 2
"""Moves that the first search of a long look likes best, and that the drawn one is compared with."""
_SHORT = 0.5
"""The visits of a short search, as a multiple of those of the standard analysis."""
_CHANCES = ((0.11, 100), (0.07, 40), (0.03, 12), (-1.0, 4))
"""The chance of a long look in percent, by the value that the drawn move loses in the short search."""
_LOOKS = 5
"""Long looks of each game."""
_TRIES = 40
"""Decisions of each game that are drawn for them."""
_STAKE = 0.2
"""The value of a position for the seat to move from which on there is enough to lose."""
_FIRST_GAME = 100_000
"""The number of the first game: those of the calibration begin at 0."""
_SEED = 5
_ANALYSIS_SEED = 1
_SURE_LOSS = 2.0
"""Standard errors by which a planted mistake loses more than a blunder must."""
_NO_LOSS = 1.0
"""Standard errors that a good move may lose."""
_Z = 1.96
"""Of intervals that hold 95 %."""


class LookedMove(msgspec.Struct, frozen=True):
    """A move, and what the long search says of the position after it."""

    action: int
    values: WinShares
    errors: WinShares


class LongLook(msgspec.Struct, frozen=True):
    """The moves of one decision: the one that was drawn comes first."""

    ply: int
    chance: int
    """The percentage of moves that lose as much in the short search and are looked at long."""
    moves: tuple[LookedMove, ...]


class LookedGame(msgspec.Struct, frozen=True):
    """A game up to its last look: the indices of its actions, chance's too."""

    number: int
    players: int
    actions: tuple[int, ...]
    looks: tuple[LongLook, ...]


class LabelledMove(NamedTuple):
    """A move of a game, and what it loses by the long search."""

    game: LookedGame
    ply: int
    action: int
    loss: float
    error: float
    weight: float
    """How many drawn moves it stands for."""


class PlantedFigures(msgspec.Struct, frozen=True):
    """How many of the moves were flagged: inaccuracy, mistake or blunder."""

    mistakes: int
    mistakes_flagged: int
    weighted: float
    """The share of the mistakes that are flagged, each weighted by how many drawn moves it stands for."""
    good: int
    good_flagged: int


# -- looking long ------------------------------------------------------------------------------------------------------


class LongSearch:
    """Looks long at positions of one game, for a table of so many."""

    def __init__(self, game: AnyGame, players: int) -> None:
        settings = profile_of(game.info.name).settings
        self._game = game
        self._players = players
        self._visits = round(LONG * profile_of(game.info.name).visits)
        self._first = Search(game.engine, evaluator_of(game), players, settings, Rng(0), room=1 << 18)
        self._each = PositionSearch(game, evaluator_of(game), settings, players)

    def look_at_game(self, number: int) -> LookedGame:
        """Long looks at some decisions of a game, which are drawn at random."""
        history, rng = played_game(self._game, self._players, _FIRST_GAME + number), Rng((_SEED, number))
        decisions = [
            ply
            for ply in range(setup_plies(history), len(history))
            if history.actors[ply] != CHANCE and len(self._game.legal_indices(history.positions[ply])) > 1
        ]
        looks: list[LongLook] = []
        for _ in range(min(_TRIES, len(decisions))):
            ply = decisions.pop(rng.below(len(decisions)))
            drawn = rng.pick(list(self._game.legal_indices(history.positions[ply])))
            chance = self._chance(history, ply, drawn, rng)
            if rng.below(100) < chance:
                looks.append(self._look(history.positions[ply], ply, drawn, chance, rng))
            if len(looks) == _LOOKS:
                break
        looks.sort(key=lambda each: each.ply)
        played = history.actions[: looks[-1].ply if looks else 0]
        return LookedGame(number, self._players, tuple(map(self._game.notation.index, played)), tuple(looks))

    def _chance(self, history: History, ply: int, drawn: int, rng: Rng) -> int:
        """The chance in percent that a move is looked at long, by a short search."""
        position, seat = history.positions[ply], history.actors[ply]
        visits = round(_SHORT * self._visits / LONG)
        liked = self._liked(position, visits, rng)[0]
        if self._first.values[seat] < _STAKE:
            return 0
        best, move = (each.seat_values[seat] for each in self._each.compare(position, (liked, drawn), visits, rng))
        return next(chance for least, chance in _CHANCES if best - move >= least)

    def _liked(self, position: Position, visits: int, rng: Rng) -> list[int]:
        self._first.draw_from(rng)
        self._first.place(position, again=False)
        self._first.run(Limit(nodes=visits))
        return [each.action for each in self._first.actions()]

    def _look(self, position: Position, ply: int, drawn: int, chance: int, rng: Rng) -> LongLook:
        compared = list(dict.fromkeys([drawn, *self._liked(position, self._visits, rng)[:_LIKED]]))
        found = zip(compared, self._each.compare(position, compared, self._visits, rng), strict=True)
        moves = (LookedMove(index, _rounded(each.seat_values), _rounded(each.standard_errors)) for index, each in found)
        return LongLook(ply, chance, tuple(moves))


def _rounded(values: Sequence[float]) -> WinShares:
    return tuple(round(value, 5) for value in values)


def look(name: str, count: int, data: Path) -> None:
    """Add the games to the file that are not in it yet; all numbers of players in turn."""
    game = games.load(name)
    counts = [players for players in game.info.players if players > 1]
    searches: dict[int, LongSearch] = {}
    known = {each.number for each in read_looks(data)} if data.exists() else set()
    with data.open("ab") as stream:
        for number in range(count):
            if number in known:
                continue
            players = counts[number % len(counts)]
            if players not in searches:
                searches[players] = LongSearch(game, players)
            stream.write(msgspec.json.encode(searches[players].look_at_game(number)) + b"\n")
            stream.flush()
            print(f"\r{name}: game {number + 1} of {count}", end="", file=sys.stderr)
    print(file=sys.stderr)


def read_looks(data: Path) -> list[LookedGame]:
    """The games of a file."""
    return [msgspec.json.decode(line, type=LookedGame) for line in data.read_bytes().splitlines() if line]


# -- the labels --------------------------------------------------------------------------------------------------------


def history_of(game: AnyGame, looked: LookedGame, ply: int, action: int) -> History:
    """The game up to a ply, and then this move."""
    history = History(game, game.info.agree(looked.players, {}))
    for index in (*looked.actions[:ply], action):
        history.play(game.notation.at(index))
    return history


def judged(name: str, found: Sequence[LookedGame]) -> tuple[list[LabelledMove], list[LabelledMove]]:
    """The planted mistakes and the good moves: at most one of each from a position."""
    game, calibration = games.load(name), profile_of(name).calibration
    mistakes: list[LabelledMove] = []
    good: list[LabelledMove] = []
    for looked in found:
        for at in looked.looks:
            moves = _judged_moves(looked, at, history_of(game, looked, at.ply, at.moves[0].action), calibration)
            if moves[0].loss - _SURE_LOSS * moves[0].error >= BLUNDER:
                mistakes.append(moves[0])
            equal = [move for move in moves if move.loss <= _NO_LOSS * move.error]
            good.append(Rng((_SEED, looked.number, at.ply)).pick(equal))
    return mistakes, good


def _judged_moves(looked: LookedGame, at: LongLook, history: History, calibration: Calibration) -> list[LabelledMove]:
    """The moves of a look with what each loses; the best loses 0 and is among them."""
    seat, after = history.actors[at.ply], at.ply + 1 - setup_plies(history)
    shares = [calibration.shares(move.values, after)[seat] for move in at.moves]
    errors = [
        move.errors[seat] * calibration.stretch(move.values[seat], share, looked.players, after)
        for move, share in zip(at.moves, shares, strict=True)
    ]
    best = max(range(len(shares)), key=lambda k: shares[k])
    return [
        LabelledMove(
            looked, at.ply, move.action, shares[best] - share, math.hypot(errors[best], error), 100 / at.chance
        )
        for move, share, error in zip(at.moves, shares, errors, strict=True)
    ]


# -- the check ---------------------------------------------------------------------------------------------------------


def analysed(name: str, move: LabelledMove) -> PlyAnalysis:
    """What the standard analysis says of a move."""
    history = history_of(games.load(name), move.game, move.ply, move.action)
    return PlyAnalyser(history, AnalysisSettings(seed=_ANALYSIS_SEED)).analyse(move.ply)


def check(name: str, found: Sequence[LookedGame], most: int, *, tells_cases: bool = False) -> PlantedFigures:
    """Ask the standard analysis about the first moves of both kinds."""
    mistakes, good = (each[:most] for each in judged(name, found))
    hits = _flagged(name, "mistakes", mistakes, tells_cases=tells_cases)
    false_alarms = _flagged(name, "good moves", good, tells_cases=tells_cases)
    weight = sum(move.weight for move in mistakes)
    found_weight = sum(move.weight for move, hit in zip(mistakes, hits, strict=True) if hit)
    weighted = found_weight / weight if mistakes else 0.0
    return PlantedFigures(len(mistakes), sum(hits), weighted, len(good), sum(false_alarms))


def _flagged(name: str, kind: str, moves: Sequence[LabelledMove], *, tells_cases: bool) -> list[bool]:
    """Whether the standard analysis says that a move costs something, for each of them."""
    found: list[bool] = []
    for k, move in enumerate(moves):
        said = analysed(name, move)
        found.append(said.grade in FLAGGED)
        if tells_cases and found[-1] != (kind == "mistakes"):
            print(_case(kind, move, said))
        print(f"\r{name}: {k + 1} of {len(moves)} {kind}", end="", file=sys.stderr)
    print(file=sys.stderr)
    return found


def _case(kind: str, move: LabelledMove, said: PlyAnalysis) -> str:
    """A case in which the standard analysis differs from the long search."""
    where = f"game {move.game.number}, {move.game.players} players, ply {move.ply}, {said.action}"
    best = said.best[0].action if said.best else said.action
    return f"{kind}: {where}: loses {move.loss:.3f} ± {move.error:.3f}, said {said.loss:.3f} beside {best}"


def interval(hits: int, of: int) -> tuple[float, float]:
    """The shares between which the true one lies, by Wilson's interval."""
    if not of:
        return 0.0, 1.0
    share, weight = hits / of, _Z**2 / of
    middle = (share + weight / 2) / (1 + weight)
    half = _Z * math.sqrt(share * (1 - share) / of + weight / of / 4) / (1 + weight)
    return max(0.0, middle - half), min(1.0, middle + half)


def told(name: str, found: PlantedFigures) -> str:
    """The figures in words, with intervals that hold 95 %."""
    low, high = (100 * each for each in interval(found.mistakes_flagged, found.mistakes))
    least, most = (100 * each for each in interval(found.good_flagged, found.good))
    return (
        f"{name}: {found.mistakes_flagged} of {found.mistakes} planted mistakes flagged ({low:.0f} to {high:.0f} %; "
        f"weighted {100 * found.weighted:.0f} %), "
        f"{found.good_flagged} of {found.good} good moves flagged ({least:.0f} to {most:.0f} %)"
    )


# -- the command -------------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> None:
    """Look long, or check."""
    parser = argparse.ArgumentParser(
        prog="python -m saltroad.analysis.planted", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game", choices=list(games.GAMES), help="the game")
    parser.add_argument("--data", type=Path, required=True, help="the file of long looks: new ones are added to it")
    parser.add_argument("--games", type=int, help="look long at positions of so many games, in place of the check")
    parser.add_argument("--moves", type=int, default=100, help="how many moves of each kind are checked (100)")
    parser.add_argument("--cases", action="store_true", help="tell each move that is judged otherwise")
    given = parser.parse_args(arguments)
    if given.games is not None:
        look(given.game, given.games, given.data)
        mistakes, good = judged(given.game, read_looks(given.data))
        print(f"{given.game}: {len(mistakes)} planted mistakes, {len(good)} good moves")
        return
    print(told(given.game, check(given.game, read_looks(given.data), given.moves, tells_cases=given.cases)))


if __name__ == "__main__":
    main()
