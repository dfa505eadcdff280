"""What search is told of Desert Bazaar: proposals that are legal and in order, dice by exact expectation, an estimate
that is finite and treats seats alike, and searches that repeat.
"""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

import saltroad
from games.desert_bazaar.test_greedy import RING, table
from saltroad.bots import Limit, make_bot
from saltroad.bots.level_bots import levels_of
from saltroad.bots.search import Scores, Search, Tables
from saltroad.games.desert_bazaar.bot.evaluator import EVALUATOR, VALUE_WEIGHTS, evaluate, look
from saltroad.games.desert_bazaar.bot.plan import candidates
from saltroad.games.desert_bazaar.components import DICE, FACE_LETTERS, FULL_PILES, SPACES, one
from saltroad.games.desert_bazaar.game import GAME
from saltroad.games.desert_bazaar.indices import MOST_PLAYERS
from saltroad.games.desert_bazaar.state import ISOLATED, NOBODYS, PHASES, SOURCES
from saltroad.kernel.actors import CHANCE
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Position
from saltroad.kernel.jit import jit
from saltroad.kernel.state_record import States

STYLE = levels_of("desert_bazaar")[-1].settings


@jit
def _estimate(states: States, tables: Tables, scores: Scores) -> float:
    return evaluate(states[0], tables, scores)


def worth(position: Position) -> tuple[list[float], float]:
    """The estimate of each seat's score, and how far off it may be."""
    scores = np.zeros(GAME.options_of(position).players, np.float64)
    spread = _estimate(position.states, EVALUATOR.prepare(position), scores)
    return scores.tolist(), spread


def proposals(position: Position) -> dict[str, float]:
    """What is proposed, in order, by its text."""
    actions, worths = GAME.engine.buffer(), np.zeros(len(GAME.engine.buffer()), np.float64)
    count = candidates(position.states, 0, EVALUATOR.prepare(position), actions, worths)
    return {str(GAME.notation.at(int(actions[k]))): float(worths[k]) for k in range(count)}


def played(players: int, seed: int, *, fair_start: bool = False) -> list[Position]:
    """A game in which seats play any proposal: the positions in which one of them has to act."""
    rng, position, found = Rng(seed), GAME.start(players=players, fair_start=fair_start), []
    while GAME.outcome(position) is None:
        if GAME.actor(position) == CHANCE:
            position = GAME.apply(position, GAME.decide(position, rng))
            continue
        found.append(position)
        position = GAME.play(position, GAME.notation.parse(rng.pick(list(proposals(position)))))
    return found


# -- proposals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", GAME.info.players)
def test_proposals_are_legal_and_the_best_comes_first(players: int) -> None:
    seen: Counter[str] = Counter()
    for position in played(players, players, fair_start=True):
        found = proposals(position)
        assert found
        assert set(found) <= set(map(str, GAME.legal(position)))
        assert list(found.values()) == sorted(found.values(), reverse=True)
        assert all(map(np.isfinite, found.values()))
        seen[PHASES[int(position.states[0]["phase"])]] += 1
    assert set(seen) >= {"name", "extra", "begin", "collect", "build", "pay"}
    assert seen["extra"] == sum(range(players))


def test_what_little_there_is_to_choose_is_proposed_whole() -> None:
    """Rolls, dice to keep and wilds: nothing is left out but placements and payments."""
    for position in played(3, 8, fair_start=True):
        others = {str(action) for action in GAME.legal(position)} - set(proposals(position))
        assert all(text.startswith(("build", "pay", "name")) for text in others)


def test_a_camp_is_closed_for_nothing() -> None:
    """The neighbours pay for the seventh tile."""
    products = ("S:SSC", "S:SSP", "C:SSC", "C:SSP", "P:SSC", "P:SSP")
    tents: dict[str, tuple[str, int | None]] = {
        x: (tile, k % 2) for k, (x, tile) in enumerate(zip(RING, products, strict=True))
    }
    position = table("build", "", tents, side=0, sides=(("W:SSC", "W:SCW", "W:CCW", "W:PWW"), (None,) * 4))
    assert next(iter(proposals(position))) == "build W:SSC f6"


def test_a_payment_by_trade_gives_what_is_missed_least() -> None:
    """Water is lacking twice; silk there is most of."""
    position = table("begin", "SSSSSSSCP")
    position = GAME.play(position, GAME.notation.parse("build W:SWW a6"))
    assert list(proposals(position)) == ["pay SSSSSSS"]


def test_DB_06_the_extra_card_is_of_what_there_is_least() -> None:
    position = table(
        "extra", "SSSCCCPPW", others=("SCP" * 3, ""), fair_start=True, setup_rolls=6, sides=((None,) * 4,) * 2
    )
    assert next(iter(proposals(position))) == "collect water"


def test_three_alike_are_taken() -> None:
    assert next(iter(proposals(table("collect", "S", dice="CCC")))) == "collect camel"


def test_a_die_is_kept_by_the_average_of_all_rolls() -> None:
    """Each way that the two other dice can fall is as likely as any other."""
    gains = {}
    for many in range(1, DICE + 1):
        faces = "".join(sorted("P" * many + "-" * (DICE - many), key=FACE_LETTERS.index))
        gains[many] = proposals(table("collect", "SW", dice=faces))["collect spice"]
    rolls = [roll.count("P") + roll.count("*") for roll in itertools.product(FACE_LETTERS, repeat=DICE - 1)]
    average = sum(gains[many + 1] for many in rolls if many) / len(rolls)
    assert proposals(table("collect", "SW", dice="SCP"))["keep P"] == pytest.approx(average)


# -- the estimate ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", GAME.info.players)
def test_the_estimate_is_finite(players: int) -> None:
    for position in played(players, 10 + players):
        scores, spread = worth(position)
        assert all(map(np.isfinite, scores))
        assert 0 < spread < 20


def rotated(position: Position) -> Position:
    """Every seat's things one seat to the left."""
    after = position.copy()
    s, t = position.states[0], after.states[0]
    players = int(s["players"])
    for seat in range(players):
        left = (seat + 1) % players
        for name in ("held", "markers", "hand"):
            t[name][left] = s[name][seat]
        for source in range(len(SOURCES)):
            t["points"][source * MOST_PLAYERS + left] = s["points"][source * MOST_PLAYERS + seat]
    for space in range(SPACES):
        if s["owner"][space] != NOBODYS:
            t["owner"][space] = (s["owner"][space] + 1) % players
    t["seat"] = (s["seat"] + 1) % players
    return after


@pytest.mark.parametrize("players", GAME.info.players)
def test_seats_are_alike(players: int) -> None:
    """The same things in the next seat are worth the same there, and the same is proposed."""
    for position in played(players, 20 + players)[::3]:
        scores, spread = worth(position)
        turned, same = worth(rotated(position))
        assert turned == pytest.approx(scores[-1:] + scores[:-1])
        assert same == pytest.approx(spread)
        assert proposals(rotated(position)) == pytest.approx(proposals(position))


def test_a_point_is_a_point() -> None:
    position = table("begin", "SCP")
    before, _ = worth(position)
    position.states[0]["points"][ISOLATED * MOST_PLAYERS + 1] += 2
    after, _ = worth(position)
    assert after == pytest.approx([before[0], before[1] + 2, before[2]])


def test_a_card_more_is_worth_something() -> None:
    for resource in range(4):
        position = table("begin", "SCP")
        before, _ = worth(position)
        position.states[0]["hand"][0] += one(resource)
        position.states[0]["held"][0] += 1
        position.states[0]["pile"] -= one(resource)
        assert worth(position)[0][0] > before[0]


def test_to_be_on_turn_is_worth_something() -> None:
    """All alike but for whose turn it is."""
    scores, _ = worth(table("begin", "SCPW"))
    assert scores[0] > scores[1] > scores[2]


def test_the_end_makes_surer() -> None:
    spreads = [worth(position)[1] for position in played(3, 4)]
    assert spreads[-1] < spreads[0]


def test_every_weight_of_the_value_weighs_something() -> None:
    """Each names something that occurs in games."""
    found = np.zeros((MOST_PLAYERS, len(VALUE_WEIGHTS)), np.float64)
    occurs = np.zeros(len(VALUE_WEIGHTS), bool)
    for position in itertools.chain(*(played(3 + seed % 3, seed) for seed in range(30))):
        look(position.states[0], EVALUATOR.prepare(position), np.zeros(MOST_PLAYERS, np.float64), found)
        occurs |= (found != 0).any(axis=0)
    assert [name for name, has in zip(VALUE_WEIGHTS, occurs, strict=True) if not has] == []


# -- searching ---------------------------------------------------------------------------------------------------------


def test_a_search_by_proposals_repeats_with_its_seed() -> None:
    """However it is cut into pieces; its values are shares of the win, and the tree holds proposals only."""
    position = played(3, 6)[40]
    found = []
    for pieces in ((200,), (1, 49, 150)):
        search = Search(GAME.engine, EVALUATOR, 3, STYLE, Rng(5), room=50_000)
        search.place(position)
        assert sum(search.run(Limit(nodes=nodes)) for nodes in pieces) == 200
        found.append((search.actions(), search.values))
    assert found[0] == found[1]
    assert sum(found[0][1]) == pytest.approx(1)
    assert {str(GAME.notation.at(each.action)) for each in found[0][0]} == set(proposals(position))


def test_a_full_tree_goes_on_counting() -> None:
    search = Search(GAME.engine, EVALUATOR, 3, STYLE, Rng(5), room=40)
    search.place(played(3, 6)[30])
    search.run(Limit(nodes=100))
    assert search.visits == 100
    assert search.tree.used[0] <= 40


def test_one_look_follows_the_plan() -> None:
    """With a single simulation, what is proposed first is played, but for what a visit leaves open."""
    for position in played(3, 7)[::5]:
        search = Search(GAME.engine, EVALUATOR, 3, STYLE, Rng(1), room=1000)
        search.place(position)
        search.run(Limit(nodes=1))
        best = proposals(position)
        assert best[str(GAME.notation.at(search.actions()[0].action))] == max(best.values())


def test_cards_left_in_the_piles_are_counted() -> None:
    """A pile with one card gives no more: two camels shown are worth what one is."""
    hands = ("S", "C" * 7, "C" * 7)
    assert FULL_PILES >> 8 & 127 == 15
    few = proposals(table("collect", hands[0], others=hands[1:], dice="CC-"))
    one_card = proposals(table("collect", hands[0], others=hands[1:], dice="C--"))
    assert few["collect camel"] == pytest.approx(one_card["collect camel"])


def test_moves_that_are_not_proposed_are_worth_no_more_than_the_worst_that_is() -> None:
    position = table("begin", "SSCCPPWW")
    legal = GAME.legal(position)
    choice = make_bot("trader", GAME, 1).choose(GAME.remember(position, 0), legal, Limit(nodes=50))
    assert choice.values is not None
    assert set(choice.values) == set(legal)
    looked_at = [value for action, value in choice.values.items() if str(action) in proposals(position)]
    assert all(value >= min(looked_at) - 1e-9 for value in looked_at)
    assert {v for a, v in choice.values.items() if str(a) not in proposals(position)} <= {min(looked_at)}


def test_the_levels_look_further_one_after_the_other() -> None:
    levels = levels_of("desert_bazaar")
    assert [level.sight.blunder_rate for level in levels] == sorted(
        (level.sight.blunder_rate for level in levels), reverse=True
    )
    assert levels[-1].sight.blunder_rate == 0
    assert saltroad.load("desert_bazaar") is GAME
