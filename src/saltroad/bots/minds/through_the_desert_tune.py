"""Tunes the weights of Through the Desert's mind by matches: `python -m saltroad.bots.minds.through_the_desert_tune`.

Two sets of weights play each other, each weight moved a little up in one and down in the other by chance; all are then
moved towards those that won, by how much they won (simultaneous perturbation). Players take one look at each move, so
that games are quick; whether search gains as well, a match must show. `saltroad.bots.fit` makes estimates agree with
how games ended, and in matches that did worse: what lies within a caravan's reach says little of how a game ends, but
much of what to do.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saltroad.bots.fit import text_of
from saltroad.bots.minds import weights as weights_folder
from saltroad.bots.minds.through_the_desert_value import MIND, WEIGHTS, notes_with
from saltroad.bots.search import Notes, Scores
from saltroad.games.through_the_desert.game import GAME
from saltroad.kernel.actors import CHANCE
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Position
from saltroad.kernel.drivers import Buffer
from saltroad.kernel.jit import bind
from saltroad.kernel.record import States

Numbers = NDArray[np.float64]

_AWAY = 0.2
"""How far each weight is moved up or down, as a logarithm."""
_FIRST_STEP, _LAST_STEP = 0.006, 0.001
"""How far a pair of games moves the weights, by the share of the win and of MANY points: less and less."""
_MANY = 40.0
_KEPT = 0.4
"""The weights are the mean over this last share of the pairs."""
_DEALS = 2_000
"""So many maps, then the same again: to lay one out takes as long as a game."""
_UNSEEN = ("on_turn", "leader", "spread", "spread_a_camel")
"""Weights that are the same for all moves of a position: by one look they decide nothing, and stay as they were."""
_HERE, _THERE = 0, 1


def _unbound(*_: Any) -> Any:
    raise TypeError("bound to the rules and the mind by `Table`")


actor: Callable[[Any], int] = _unbound
apply_at: Callable[[States, int | np.int64, int], None] = _unbound
legal_at: Callable[[States, int | np.int64, Buffer], int] = _unbound
estimate: Callable[[Any, Notes, Scores], float] = _unbound
standing: Callable[[Any, Scores], None] = _unbound
look: Callable[[States, int, Notes, Scores], float] = _unbound


def worth(board: States, seat: int, notes: Notes, scores: Scores) -> float:
    """What the position that is looked at is worth to a seat of two, as search reckons it."""
    s = board[_THERE]
    if actor(s) < 0:
        standing(s, scores)
        lead = scores[seat] - scores[1 - seat]
        return 2.0 if lead > 0 else 0.5 if lead == 0 else -1.0
    spread = estimate(s, notes, scores)
    return 1.0 / (1.0 + math.exp((scores[1 - seat] - scores[seat]) / spread))


def play(board: States, first: Notes, second: Notes, actions: Buffer, looked_at: Buffer, scores: Scores) -> float:
    """A game from board[0] between the weights of seat 0 and those of seat 1; gives the lead of seat 0."""
    here, there = np.int64(_HERE), np.int64(_THERE)
    while True:
        seat = actor(board[here])
        if seat < 0:
            break
        count = legal_at(board, here, actions)
        for k in range(count):
            looked_at[k] = actions[k]
        best, chosen = -2.0, looked_at[0]
        for k in range(count):
            board[there] = board[here]
            apply_at(board, there, looked_at[k])
            found = look(board, seat, first if seat == 0 else second, scores)
            if found > best:
                best, chosen = found, looked_at[k]
        apply_at(board, here, chosen)
    standing(board[here], scores)
    return float(scores[0] - scores[1])


class Table:
    """Where two sets of weights meet."""

    def __init__(self) -> None:
        engine = GAME.engine
        instance = f"{engine.name}-{MIND.name}"
        rules = {"actor": engine.actor, "standing": MIND.standing}
        looks = bind(worth, instance, {**rules, "estimate": MIND.estimate}, engine.module)
        moves = {"apply_at": engine.apply_at, "legal_at": engine.legal_at, "look": looks}
        self._play = bind(play, instance, {**rules, **moves}, engine.module)
        self._board = engine.states(2)
        self._actions, self._looked_at = engine.buffer(), engine.buffer()

    def leads(self, deal: Position, ours: Numbers, theirs: Numbers) -> tuple[float, float]:
        """By how much our weights win a deal from one seat, and from the other."""
        mine, other = (notes_with(deal, weights.tolist()) for weights in (ours, theirs))
        return self._lead(deal, mine, other), -self._lead(deal, other, mine)

    def _lead(self, deal: Position, first: Notes, second: Notes) -> float:
        self._board[_HERE] = deal.states[0]
        return self._play(self._board, first, second, self._actions, self._looked_at, np.zeros(2, np.float64))

    def win_share(self, ours: Numbers, theirs: Numbers, pairs: int, seed: int) -> tuple[float, float]:
        """The share of the win of our weights, and how far off it may be (95 %)."""
        rng, shares = Rng(seed), []
        for _ in range(pairs):
            shares.append(np.mean([0.5 + np.sign(lead) / 2 for lead in self.leads(laid_out(rng), ours, theirs)]))
        return float(np.mean(shares)), float(1.96 * np.std(shares) / math.sqrt(pairs))


def laid_out(rng: Rng) -> Position:
    """A map for two, before the first leader."""
    position = GAME.start(players=2)
    while GAME.actor(position) == CHANCE:
        position = GAME.apply(position, GAME.decide(position, rng))
    return position


def tuned(table: Table, start: Numbers, pairs: int, seed: int) -> Numbers:
    """Weights that win more."""
    rng, signs = Rng([seed, 0]), np.random.default_rng(seed)
    deals: list[Position] = []
    seen: Numbers = np.array([_AWAY * (name not in _UNSEEN) for name in WEIGHTS])
    now: Numbers = np.log(start)
    total, many = np.zeros(len(start)), 0
    for turn in range(pairs):
        if len(deals) < _DEALS:
            deals.append(laid_out(rng))
        away = seen * signs.choice([-1.0, 1.0], len(start))
        won = 0.0
        for lead in table.leads(deals[turn % _DEALS], np.exp(now + away), np.exp(now - away)):
            won += (np.sign(lead) / 2 + np.clip(lead / _MANY, -1.0, 1.0)) / 2
        now += (_FIRST_STEP + (_LAST_STEP - _FIRST_STEP) * turn / pairs) * won * away / _AWAY
        if turn >= (1.0 - _KEPT) * pairs:
            total += now
            many += 1
        if (turn + 1) % 1000 == 0:
            print(f"{turn + 1} of {pairs} pairs of games", file=sys.stderr, flush=True)
    found: Numbers = np.exp(total / many)
    return found


def main(given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m saltroad.bots.minds.through_the_desert_tune", description=__doc__.partition("\n\n")[0]
    )
    parser.add_argument("--pairs", type=int, default=10_000, help="pairs of games (default 10000)")
    parser.add_argument("--test", type=int, default=400, help="pairs of games to see what it gained (default 400)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="begin where the file says it was begun, to make it again")
    parser.add_argument("--out", type=Path, help="the file to write (default: the weights of the mind)")
    arguments = parser.parse_args(given)
    kept = Path(str(weights_folder.__file__)).parent / "through_the_desert.json"
    begun = json.loads(kept.read_text("utf-8"))["start" if arguments.again else "weights"]
    start = np.array([begun[name] for name in WEIGHTS], np.float64)
    table = Table()
    found = tuned(table, start, arguments.pairs, arguments.seed)
    share, off = table.win_share(found, start, arguments.test, arguments.seed + 1)
    told = f"by one look, {2 * arguments.test} games against where it began: {100 * share:.1f} % +- {100 * off:.1f}"
    print(told)
    options = " ".join(f"--{each} {getattr(arguments, each)}" for each in ("pairs", "test", "seed"))
    made = f"python -m saltroad.bots.minds.through_the_desert_tune --again {options}"
    out = arguments.out or kept
    out.write_text(text_of(made, WEIGHTS, start, found, [told]), "utf-8")
    print(f"written: {out.name}")


if __name__ == "__main__":
    main()
