"""What the bots know of Bazaar: the points-per-turn problem is solved, the baseline plays by it and asks nothing else,
and the search's estimate treats seats alike.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import saltroad
from saltroad.bots import Limit, UnknownBot, make_bot
from saltroad.bots.minds.bazaar_rate import hand_values, weigh
from saltroad.bots.minds.bazaar_value import HANDS, MIND, estimate, hand_number
from saltroad.bots.search import Notes, Scores
from saltroad.cli.simulate import bot_game
from saltroad.games.bazaar.components import COLOURS, POINTS, WARE_PRICE, WARE_STAR, WARE_TEXTS, one, purse, total
from saltroad.games.bazaar.state import MOST_PLAYERS, ROLL_OR_TRADE
from saltroad.games.bazaar.views import BazaarView, StallView
from saltroad.kernel.actors import CHANCE
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Position
from saltroad.kernel.jit import jit
from saltroad.kernel.record import States

GAME = saltroad.load("bazaar")


def played(players: int, seed: int) -> list[Position]:
    """A game between bots that look at nobody: the positions in which a seat has to act."""
    rng, position, found = Rng(seed), GAME.start(players=players), []
    bot = make_bot("rate", GAME, 0)
    while GAME.outcome(position) is None:
        who = GAME.actor(position)
        if who == CHANCE:
            position = GAME.apply(position, GAME.decide(position, rng))
            continue
        found.append(position)
        legal = list(GAME.legal(position))
        position = GAME.play(position, bot.choose(GAME.observe(position, who), legal, Limit()).action)
    return found


# -- most points a turn ------------------------------------------------------------------------------------------------


def test_the_solution_is_the_best_play_that_goes_on_for_ever() -> None:
    """The rate and the hand values satisfy the equation of the best long-run play, checked move by move."""
    wares = ((0, int(WARE_STAR[0])), (20, int(WARE_STAR[20])))
    rate, rest, buy = hand_values((2, 5), wares)
    assert 0.5 < rate < 5
    assert rest[0] == 0
    for hand in (0, purse("RR"), purse("RWBGY"), purse("RRRWBG")):
        worths = [float(rest[hand_number(hand)])]
        for ware, column in wares:
            cost = int(WARE_PRICE[ware])
            after = hand - cost
            if all((hand >> 6 * c & 31) >= (cost >> 6 * c & 31) for c in range(len(COLOURS))):
                worths.append(float(POINTS[column, min(total(after), 3)] + rest[hand_number(after)]))
        assert buy[hand_number(hand)] == pytest.approx(max(worths), abs=1e-4)
        faces = [float(buy[hand_number(hand + one(c))]) for c in range(len(COLOURS))]
        rolled = (sum(faces) + max(faces)) / (len(faces) + 1)
        assert rest[hand_number(hand)] + rate >= rolled - 0.02
    faces = [float(buy[hand_number(one(c))]) for c in range(len(COLOURS))]
    assert rate == pytest.approx((sum(faces) + max(faces)) / (len(faces) + 1), abs=0.02)  # nothing held: only the die


def test_a_lifted_display_earns_more() -> None:
    plain, lifted = (hand_values((2, 5), ((0, column), (20, column)))[0] for column in (0, 1))
    assert lifted > plain


@pytest.mark.parametrize("players", GAME.info.players[1:] if 1 in GAME.info.players else GAME.info.players)
def test_whole_games_of_the_baseline_are_legal_and_repeat(players: int) -> None:
    options = GAME.info.agree(players)
    first, again = (bot_game(GAME, options, ["rate"] * players, (5,)) for _ in range(2))
    assert first.outcome is not None
    assert first.actions == again.actions


def test_the_baseline_buys_two_where_two_may_be_bought() -> None:
    assert bot_game(GAME, GAME.info.agree(2, {"double_purchase": True}), ["rate"] * 2, (6,)).outcome is not None
    view = _table("RRRRR", "WWWWW", hand=(5, 5, 0, 0, 0), double_purchase=True)
    legal = [GAME.parse("buy RRRRR"), GAME.parse("buy WWWWW"), GAME.parse("pass")]
    assert make_bot("rate", GAME, 1).choose(view, legal, Limit()).action != GAME.parse("pass")


def test_the_baseline_plays_the_puzzle_for_one() -> None:
    assert bot_game(GAME, GAME.info.agree(None, {"solo": True}), ["rate"], (3,)).outcome is not None


def _table(*tops: str, hand: tuple[int, ...], double_purchase: bool = False) -> BazaarView:
    """The purchase of a seat with this hand."""
    view: BazaarView = GAME.observe(next(p for p in played(2, 1)), 0)
    stalls = tuple(
        StallView(top, bool(WARE_STAR[WARE_TEXTS.index(top)]), 3) if top else replace(stall, top=None, left=0)
        for top, stall in zip((*tops, *[""] * (4 - len(tops))), view.stalls, strict=True)
    )
    hands = (hand, (0,) * len(COLOURS))
    return replace(view, phase="buy", seat=0, actor=0, stalls=stalls, hands=hands, double_purchase=double_purchase)


def test_the_baseline_looks_at_no_opponent() -> None:
    """Whatever the others hold and however they stand, its values are the same."""
    for position in played(2, 4)[20::9]:
        seat = GAME.actor(position)
        if position.states[0]["phase"] != ROLL_OR_TRADE:
            continue
        view, legal = GAME.observe(position, seat), list(GAME.legal(position))
        hands, scores = list(view.hands), list(view.scores)
        hands[1 - seat], scores[1 - seat] = (1, 1, 1, 1, 1), 30
        assert weigh(replace(view, hands=tuple(hands), scores=tuple(scores)), legal) == weigh(view, legal)


def test_only_bazaar_has_the_baseline() -> None:
    for name in ("through_the_desert", "desert_bazaar"):
        with pytest.raises(UnknownBot, match=f"The bot 'rate' plays bazaar only, not {name}"):
            make_bot("rate", saltroad.load(name), 1)


# -- the estimate ------------------------------------------------------------------------------------------------------


@jit
def _estimate(states: States, notes: Notes, scores: Scores) -> float:
    return estimate(states[0], notes, scores)


def worth(position: Position) -> tuple[list[float], float]:
    """The estimate of each seat's score, and how far off it may be."""
    scores = np.zeros(GAME.options_of(position).players, np.float64)
    spread = _estimate(position.states, MIND.prepare(position), scores)
    return scores.tolist(), spread


def rotated(position: Position) -> Position:
    """Every seat's things one seat to the left."""
    after = position.copy()
    s, t = position.states[0], after.states[0]
    players = int(s["players"])
    for seat in range(players):
        left = (seat + 1) % players
        for name in ("hand", "wares"):
            t[name][left] = s[name][seat]
        for column in range(3):
            t["points"][column * MOST_PLAYERS + left] = s["points"][column * MOST_PLAYERS + seat]
    t["seat"] = (s["seat"] + 1) % players
    return after


@pytest.mark.parametrize("players", [2, 3, 5])
def test_seats_are_alike_and_estimates_finite(players: int) -> None:
    for position in played(players, 20 + players)[::7]:
        scores, spread = worth(position)
        turned, same = worth(rotated(position))
        assert turned == pytest.approx(scores[-1:] + scores[:-1])
        assert same == pytest.approx(spread)
        assert all(map(np.isfinite, scores))
        assert 0 < spread < 50


def test_the_end_makes_surer() -> None:
    spreads = [worth(position)[1] for position in played(2, 4)]
    assert spreads[-1] < spreads[0]


def test_hands_have_numbers_of_their_own() -> None:
    hands = [purse("R" * r + "Y" * y) for r in range(7) for y in range(7)]
    numbers = {hand_number(hand) for hand in hands}
    assert len(numbers) == len(hands)
    assert max(numbers) < HANDS
