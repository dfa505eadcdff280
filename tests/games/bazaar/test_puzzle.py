"""The solved puzzle for one: its values against the rules themselves, against linear algebra, and over all puzzles."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import saltroad
from saltroad.games.bazaar import solo
from saltroad.games.bazaar.components import COLOURS, FULL_BANK, WARE_TEXTS, purse, tokens_text
from saltroad.games.bazaar.solo import Puzzle
from saltroad.kernel.contract import Position
from saltroad.kernel.errors import BadOptions
from saltroad.kernel.jit import JITTED

GAME = saltroad.load("bazaar")
pytestmark = pytest.mark.skipif(not JITTED, reason="millions of steps: un-jitted it would take an hour")
PUZZLES = [((1, 4), "RRWBG"), ((2, 3), "RRRRR"), ((8, 10), "WWBBY"), ((5, 9), "GGGYY")]


def holding(rates: tuple[int, int], ware: str, tokens: str) -> Position:
    """A solo game with these tokens, at the beginning of its third turn."""
    position = GAME.play(GAME.play(GAME.start(solo=True), f"rates {rates[0]} {rates[1]}"), f"show {ware}")
    position.states["hand"][0][0] = purse(tokens)
    position.states["bank"][0] = FULL_BANK - purse(tokens)
    position.states["turns"][0] = 2
    assert GAME.audit(position) == []
    return position


def by_the_rules(puzzle: Puzzle, position: Position, turns: int) -> float:
    """The turns still to come: one turn played out in every way by the rules, and values only after it."""
    if GAME.outcome(position) is not None:
        return 1.0
    if GAME.observe(position, 0).turns > turns:
        return 1.0 + puzzle.value(tokens_text(int(position.states["hand"][0][0])))
    after = [by_the_rules(puzzle, GAME.apply(position, action), turns) for action in GAME.legal(position)]
    if GAME.actor(position) == saltroad.CHANCE:
        return float(np.average(after, weights=GAME.weights(position)))
    return min(after)


@pytest.mark.parametrize(("rates", "ware"), PUZZLES)
def test_values_are_what_one_turn_of_the_rules_makes_of_them(rates: tuple[int, int], ware: str) -> None:
    puzzle = Puzzle(rates, ware)
    rng = saltroad.Rng(4)
    for total in range(11):
        for _ in range(3):
            tokens = "".join(sorted((COLOURS[rng.below(5)][0].upper() for _ in range(total)), key="RWBGY".index))
            if tokens != ware:
                position = holding(rates, ware, tokens)
                assert by_the_rules(puzzle, position, 2) == pytest.approx(puzzle.value(tokens), abs=1e-9)
                assert puzzle.expected(position) == pytest.approx(puzzle.value(tokens), abs=1e-9)


@pytest.mark.parametrize(("rates", "ware"), PUZZLES)
def test_values_solve_the_linear_equations_of_the_best_play(rates: tuple[int, int], ware: str) -> None:
    """Fix the best move of every hand; the expected turns are then a linear system, solved here without iteration."""
    puzzle = Puzzle(rates, ware)
    hands, values = solo._hands(), puzzle._values
    posted = list(puzzle._column.values())

    def kept(hand: int) -> int:
        """The hand of ten that is left when the best tokens have gone back."""
        while hand >= hands.kept:
            hand = min((k for k in hands.minus[hand] if k >= 0), key=lambda k: values[k])
        return int(hand)

    matrix, constant = np.eye(hands.kept), np.ones(hands.kept)
    for hand in range(hands.kept):
        if hand == hands.number[purse(ware)]:
            constant[hand] = 0
            continue
        traded = [kept(k) for k in hands.traded[hand, posted] if k >= 0]
        rolled = [kept(k) for k in hands.plus[hand]]
        rolled.append(min(rolled, key=lambda k: values[k]))
        best = min(traded, key=lambda k: values[k], default=None)
        after = rolled if best is None or values[best] >= np.mean(values[rolled]) else [best]
        for k in after:
            matrix[hand, k] -= 1 / len(after)
    assert np.abs(np.linalg.solve(matrix, constant) - values[: hands.kept]).max() < 1e-9


@pytest.mark.slow
def test_all_puzzles_are_solved_and_eight_are_out_of_reach() -> None:
    """BZ-50: the wares that chance never shows are exactly those without a par."""
    infinite, pars = set(), []
    for rates in itertools.combinations(range(1, 11), 2):
        shown = {str(action) for action in GAME.legal(GAME.play(GAME.start(solo=True), f"rates {rates[0]} {rates[1]}"))}
        for ware in WARE_TEXTS:
            puzzle = Puzzle(rates, ware)
            assert math.isinf(puzzle.par) == (f"show {ware}" not in shown)
            assert puzzle.sweeps < 100
            if math.isinf(puzzle.par):
                infinite.add((rates, ware))
            else:
                pars.append(puzzle.par)
                assert np.isfinite(puzzle._values).all()
    assert infinite == {
        ((1, 6), "BBBBB"),
        ((5, 8), "YYYYY"),
        *((rates, "RRRRR") for rates in itertools.combinations((3, 4, 7, 10), 2)),
    }
    assert len(pars) == 2025 - 8
    assert 3.99 < min(pars) < 4
    assert 10.07 < max(pars) < 10.08


def test_costs_are_against_the_best_and_never_below() -> None:
    puzzle = Puzzle((1, 4), "RRWBG")
    costs = puzzle.costs(holding((1, 4), "RRWBG", "RRRWB"))
    assert min(costs.values()) == 0
    assert max(costs.values()) > 0
    assert set(costs) == set(GAME.legal(holding((1, 4), "RRWBG", "RRRWB")))


def test_costs_and_luck_add_up_to_the_turns_played() -> None:
    """Turns taken = par + costs of the moves + luck of the dice: nothing is lost in between."""
    rng = saltroad.Rng(11)
    position = GAME.play(GAME.play(GAME.start(solo=True), "rates 1 4"), "show RRWBG")
    puzzle = Puzzle.of(position)
    cost = luck = 0.0
    for _ in range(2000):
        if GAME.outcome(position) is not None:
            break
        before, turns = puzzle.expected(position), GAME.scores(position)[0]
        if GAME.actor(position) == saltroad.CHANCE:
            position = GAME.apply(position, GAME.decide(position, rng))
            luck += puzzle.expected(position) + GAME.scores(position)[0] - turns - before
        else:
            action = rng.pick(GAME.legal(position))
            cost += puzzle.costs(position)[action]
            position = GAME.apply(position, action)
            change = puzzle.expected(position) + GAME.scores(position)[0] - turns - before
            assert change >= -1e-9
    done = GAME.scores(position)[0] + puzzle.expected(position)
    assert done == pytest.approx(puzzle.par + cost + luck, abs=1e-6)


@pytest.mark.parametrize(("rates", "ware"), [((0, 4), "RRWBG"), ((4, 4), "RRWBG"), ((4, 11), "RRWBG"), ((1, 2), "RRR")])
def test_what_is_no_puzzle_is_refused(rates: tuple[int, int], ware: str) -> None:
    with pytest.raises(BadOptions):
        Puzzle(rates, ware)


@pytest.mark.parametrize("tokens", ["Z", "rr", "R" * 14])
def test_what_is_no_hand_is_refused(tokens: str) -> None:
    with pytest.raises(BadOptions, match="A hand is up to 13"):
        Puzzle((1, 4), "RRWBG").value(tokens)
