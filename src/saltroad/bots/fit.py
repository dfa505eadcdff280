"""Fits the weights of a game's mind by self-play: `python -m saltroad.bots.fit GAME`.

The bot plays games against itself, overlooking some moves so that games differ. Then the weights are moved until the
mind's estimate of every position agrees best with how its game ended: the log-loss of its shares of the win, and the
squared error of its scores, which says more a game than who won. Some games are held out, to see what is gained where
nothing was fitted. Whoever wants another mind fitted gives its module `WEIGHTS`, names in the order of `notes_with`,
which makes notes of a position with these weights.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import saltroad
from saltroad.bots import Limit
from saltroad.bots.levels import LEVELS_OF
from saltroad.bots.minds import weights as weights_folder
from saltroad.bots.minds.weights import in_order
from saltroad.bots.search import Mind, Notes, Scores, SearchBot, Sight
from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Position
from saltroad.kernel.jit import bind
from saltroad.kernel.record import States

Numbers = NDArray[np.float64]

_STEP = 0.02
"""How far a weight is moved to see what changes: a fiftieth of itself."""
_FREEDOM = 1.0
"""How far a weight may go without much evidence: e times, or an e-th."""
_HELD_OUT = 5
"""Every fifth game is not fitted to."""
_A_GAME = 8.0
"""How many positions a game counts for: those of one game end alike, and say less than as many of different games."""


def _unbound(*_: Any) -> Any:
    raise TypeError("bound to a mind by `judge_of`")


estimate: Callable[[Any, Notes, Scores], float] = _unbound
standing: Callable[[Any, Scores], None] = _unbound


def judge(states: States, notes: Notes, scores: Numbers, spreads: Numbers) -> None:
    """The mind's estimate of each position."""
    for i in range(len(states)):
        spreads[i] = estimate(states[i], notes, scores[i])


def tell(states: States, scores: Numbers) -> None:
    """The score of each position as it stands."""
    for i in range(len(states)):
        standing(states[i], scores[i])


@dataclass(frozen=True)
class Played:
    """A game: where a seat had to decide, and the score it ended with."""

    states: States
    final: Numbers

    @property
    def shares(self) -> Numbers:
        """Each seat's share of the win."""
        won: Numbers = (self.final == self.final.max()).astype(np.float64)
        shares: Numbers = won / won.sum()
        return shares


@dataclass(frozen=True)
class Loss:
    """How far the estimates are from how games ended; less is better."""

    wins: float
    """The mean log-loss of the shares of the win."""
    points: float
    """The root of the mean square of what a seat's lead over the mean was off."""

    def __str__(self) -> str:
        return f"log-loss {self.wins:.4f}, points {self.points:.2f}"


class Fit:
    """The weights of one mind, and games to fit them to."""

    def __init__(self, game: AnyGame, start: Mapping[str, float] | None = None) -> None:
        """Begins with these weights, else with those that the mind has."""
        module = import_module(f"saltroad.bots.minds.{game.info.name}_value")
        self.game = game
        self.mind: Mind = module.MIND
        self.names: tuple[str, ...] = module.WEIGHTS
        self._notes_with: Callable[[Position, Sequence[float]], Notes] = module.notes_with
        self.start: Numbers = np.array(
            [start[name] for name in self.names] if start else in_order(game.info.name, self.names), np.float64
        )
        # one mind for all games: search is compiled for each anew
        self._playing: list[float] = self.start.tolist()
        self._player = replace(self.mind, prepare=lambda position: self._notes_with(position, self._playing))
        instance = f"{game.engine.name}-{self.mind.name}"
        self._judge = bind(judge, instance, {"estimate": self.mind.estimate}, game.engine.module)
        self._tell = bind(tell, instance, {"standing": self.mind.standing}, game.engine.module)

    # -- playing -------------------------------------------------------------------------------------------------------

    def play(self, weights: Numbers, players: int, nodes: int, overlooks: float, seed: Sequence[int]) -> Played:
        """One game of the mind with these weights against itself."""
        game, rng = self.game, Rng([*seed, 0])
        self._playing = weights.tolist()
        style = LEVELS_OF[game.info.name][-1].style
        bot = SearchBot(
            game, self._player, style, Rng([*seed, 1]), limit=Limit(nodes=nodes), sight=Sight(overlooks, obvious=0.2)
        )
        position, met = game.start(players=players), []
        while (seat := game.actor(position)) != NOBODY:
            if seat == CHANCE:
                position = game.apply(position, game.decide(position, rng))
                continue
            met.append(position.states)
            legal = game.legal(position)
            position = game.apply(position, bot.choose(game.remember(position, seat), legal, Limit()).action)
        final = np.zeros((1, players), np.float64)
        self._tell(position.states, final)
        return Played(np.concatenate(met), final[0])

    # -- judging -------------------------------------------------------------------------------------------------------

    def judged(self, played: Played, weights: Numbers) -> tuple[Numbers, Numbers]:
        """The scores that the mind expects in each position of a game, and how far off it thinks they may be."""
        count = len(played.states)
        scores, spreads = np.zeros((count, len(played.final)), np.float64), np.zeros(count, np.float64)
        self._judge(played.states, self._notes_with(Position(played.states[:1]), weights.tolist()), scores, spreads)
        return scores - scores.mean(1, keepdims=True), spreads

    def loss(self, games: Iterable[Played], weights: Numbers) -> Loss:
        """What the weights are worth on games."""
        wins, squares = [], []
        for played in games:
            scores, spreads = self.judged(played, weights)
            shares = _softmax(scores / spreads[:, None])
            wins.append(-(np.log(np.maximum(shares, 1e-12)) * played.shares).sum(1).mean())
            squares.append(((scores - _lead(played.final)) ** 2).mean())
        return Loss(float(np.mean(wins)), float(np.sqrt(np.mean(squares))))

    # -- fitting -------------------------------------------------------------------------------------------------------

    def fitted(self, games: Sequence[Played], weights: Numbers, rounds: int = 12) -> Numbers:
        """Weights that fit the games better: Gauss's method with damping, on the logarithms of the weights.

        So a weight keeps its sign, and one of 0 stays out of it.
        """
        used: list[int] = np.flatnonzero(weights).tolist()
        far: Numbers = np.zeros(len(used))
        off = self.loss(games, weights).points
        damping, now = 1.0, self._cost(games, weights, far, off)
        for _ in range(rounds):
            slope, curve = self._slope(games, weights, used, off)
            slope += far / _FREEDOM**2
            curve += np.eye(len(used)) / _FREEDOM**2
            while damping < 1e6:
                step = np.clip(-np.linalg.solve(curve + damping * np.diag(np.diag(curve)), slope), -0.5, 0.5)
                tried = weights.copy()
                tried[used] *= np.exp(step)
                cost = self._cost(games, tried, far + step, off)
                if cost < now:
                    break
                damping *= 4
            else:
                break
            gained, now = now - cost, cost
            weights, far, damping = tried, far + step, damping / 4
            if gained < 1e-3 * len(used):
                break
        return weights

    def _cost(self, games: Sequence[Played], weights: Numbers, far: Numbers, off: float) -> float:
        """What is made as small as can be: about the negative logarithm of how likely weights and games are."""
        loss = self.loss(games, weights)
        return _A_GAME * len(games) * (loss.wins + loss.points**2 / (2 * off**2)) + float((far**2).sum()) / 2

    def _slope(
        self, games: Sequence[Played], weights: Numbers, used: Sequence[int], off: float
    ) -> tuple[Numbers, Numbers]:
        """The first and about the second derivatives of what games cost, by the logarithms of the weights."""
        slope, curve = np.zeros(len(used)), np.zeros((len(used), len(used)))
        for played in games:
            scores, spreads = self.judged(played, weights)
            odds = scores / spreads[:, None]
            by_score, by_odds = np.zeros((2, len(used), *scores.shape))
            for k, which in enumerate(used):
                moved = weights.copy()
                moved[which] *= np.exp(_STEP)
                scores_then, spreads_then = self.judged(played, moved)
                by_score[k] = (scores_then - scores) / _STEP
                by_odds[k] = (scores_then / spreads_then[:, None] - odds) / _STEP
            shares = _softmax(odds)
            centred = by_odds - (by_odds * shares).sum(2, keepdims=True)
            seats = len(played.final)
            weight = _A_GAME / len(scores)
            slope += weight * np.einsum("kis,is->k", by_odds, shares - played.shares)
            curve += weight * np.einsum("kis,is,lis->kl", centred, shares, centred)
            each = weight / (seats * off**2)
            slope += each * np.einsum("kis,is->k", by_score, scores - _lead(played.final))
            curve += each * np.einsum("kis,lis->kl", by_score, by_score)
        return slope, curve


def _softmax(odds: Numbers) -> Numbers:
    likely: Numbers = np.exp(odds - odds.max(1, keepdims=True))
    shares: Numbers = likely / likely.sum(1, keepdims=True)
    return shares


def _lead(final: Numbers) -> Numbers:
    lead: Numbers = final - final.mean()
    return lead


def text_of(made: str, names: Sequence[str], start: Numbers, weights: Numbers, told: Sequence[str]) -> str:
    """The data file: how it was made, what that showed, where it began, and the weights."""
    begun = dict(zip(names, start.tolist(), strict=True))
    found = {name: float(f"{weight:.4g}") for name, weight in zip(names, weights, strict=True)}
    content = {"made": made, "told": list(told), "start": begun, "weights": found}
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def rounds(fit: Fit, arguments: argparse.Namespace) -> tuple[Numbers, list[str]]:
    """Play, fit, and again with what was fitted; all games so far count. Gives the weights, and what was seen."""
    weights, games, held = fit.start, list[Played](), list[Played]()
    players = [int(each) for each in arguments.players.split(",")]
    told = []
    for turn in range(arguments.rounds):
        for k in range(arguments.games):
            seed = (arguments.seed, turn, k)
            played = fit.play(weights, players[k % len(players)], arguments.nodes, arguments.overlooks, seed)
            (held if k // len(players) % _HELD_OUT == 0 else games).append(played)
            if (k + 1) % 50 == 0:
                print(f"round {turn + 1}: {k + 1} of {arguments.games} games", file=sys.stderr, flush=True)
        before, weights = weights, fit.fitted(games, weights)
        for kind, those in (("fitted to", games), ("held out", held)):
            gain = f"{fit.loss(those, before)} -> {fit.loss(those, weights)}"
            told.append(f"round {turn + 1}, {len(those)} games {kind}: {gain}")
            print(told[-1], flush=True)
    return weights, told


def main(given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m saltroad.bots.fit", description=__doc__.partition("\n\n")[0])
    parser.add_argument("game", choices=saltroad.GAMES)
    parser.add_argument("--games", type=int, default=300, help="games a round (default 300)")
    parser.add_argument("--rounds", type=int, default=2, help="each with the weights of the one before (default 2)")
    parser.add_argument("--players", default="2", help="players at the tables, in turn: 2,2,3,4 (default 2)")
    parser.add_argument("--nodes", type=int, default=60, help="simulations a decision (default 60)")
    parser.add_argument("--overlooks", type=float, default=0.1, help="the share of moves overlooked (default 0.1)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="begin where the file says it was begun, to make it again")
    parser.add_argument("--out", type=Path, help="the file to write (default: the weights of the game's mind)")
    arguments = parser.parse_args(given)
    kept = Path(str(weights_folder.__file__)).parent / f"{arguments.game}.json"
    start = json.loads(kept.read_text("utf-8")).get("start") if arguments.again else None
    fit = Fit(saltroad.load(arguments.game), start)
    weights, told = rounds(fit, arguments)
    options = ("games", "rounds", "players", "nodes", "overlooks", "seed")
    command = f"python -m saltroad.bots.fit {arguments.game} --again"
    made = " ".join([command, *(f"--{each} {getattr(arguments, each)}" for each in options)])
    out = arguments.out or kept
    out.write_text(text_of(made, fit.names, fit.start, weights, told), "utf-8")
    print(f"written: {out.name}")


if __name__ == "__main__":
    main()
