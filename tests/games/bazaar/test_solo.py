"""Bazaar, the puzzle for one: BZ-50 to BZ-52."""

from __future__ import annotations

import itertools
import math
import statistics

import pytest

from games.bazaar.table import BAZAAR, hand, legal, look, outcome, play, puzzle, refused, with_state
from saltroad import CHANCE, NOBODY, BadOptions, OutOfTurn
from saltroad.games.bazaar.actions import BazaarAction
from saltroad.games.bazaar.components import EQUATIONS, WARE_TEXTS
from saltroad.games.bazaar.solo import Puzzle
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Position

Counts = tuple[int, ...]
"""How many tokens of each colour."""

# -- BZ-50: exactly five -----------------------------------------------------------------------------------------------


def test_BZ_50_two_rate_cards_and_one_ware() -> None:
    position = BAZAAR.start(1, solo=True)
    assert (BAZAAR.actor(position), len(legal(position))) == (CHANCE, 45)
    position = play(position, "rates 3 7")
    assert legal(position) == [f"show {ware}" for ware in WARE_TEXTS if ware != "RRRRR"]
    assert BAZAAR.weights(position) == (1,) * 44
    position = play(position, "show BBBGG")
    view = look(position)
    assert (view.rates, view.seat, view.phase) == ((3, 7), 0, "turn")  # nobody to roll against for the start
    assert [(stall.top, stall.left) for stall in view.stalls] == [("BBBGG", 1)]
    assert view.bank == (20, 20, 20, 20, 20)


OUT_OF_REACH = {(1, 6): "BBBBB", (5, 8): "YYYYY"} | dict.fromkeys(itertools.combinations((3, 4, 7, 10), 2), "RRRRR")
"""The five alike that no trade of the two cards takes alone: worked out by hand from the cards."""


def test_BZ_50_the_ware_is_one_that_the_posted_rates_can_reach() -> None:
    start = BAZAAR.start(solo=True)
    for first, second in itertools.combinations(range(1, 11), 2):
        posted = play(start, f"rates {first} {second}")
        not_shown = [ware for ware in WARE_TEXTS if f"show {ware}" not in legal(posted)]
        assert not_shown == [ware for ware in [OUT_OF_REACH.get((first, second))] if ware]
        for ware in not_shown:
            sentence = refused(posted, f"show {ware}", "BZ-50", ware=ware)
            assert sentence == f"No posted trade takes this colour alone: {ware} could not be reached for sure."
    with_two = play(BAZAAR.start(2), "rates 3 7")
    assert "show RRRRR" in legal(with_two)  # it holds for the puzzle only


def changed(tokens: Counts, minus: Counts, plus: Counts) -> Counts:
    return tuple(a - b + c for a, b, c in zip(tokens, minus, plus, strict=True))


def counts(tokens: str) -> Counts:
    return tuple(tokens.count(letter) for letter in "RWBGY")


def can_reach(ware: str, first: int, second: int) -> set[Counts]:
    """The hands of up to thirteen tokens from which the ware can be reached, by luck if need be: back from the ware."""
    posted = [*EQUATIONS[5 * first - 5 : 5 * first], *EQUATIONS[5 * second - 5 : 5 * second]]
    turns = [(counts(a), counts(b)) for left, right in posted for a, b in ((left, right), (right, left))]
    turns += [(counts(""), counts(letter)) for letter in "RWBGY"]  # a roll returns nothing and takes one
    found, new = {counts(ware)}, [counts(ware)]
    while new:
        after = new.pop()
        back = [changed(after, taken, returned) for returned, taken in turns]
        before = [tokens for tokens in back if min(tokens) >= 0 and sum(tokens) <= 10]
        if 10 <= sum(after) < 13:
            before += [changed(after, counts(""), counts(letter)) for letter in "RWBGY"]  # which then went back
        new += {*before} - found
        found |= {*before}
    return found


@pytest.mark.parametrize(("first", "second"), [(3, 7), (1, 6), (5, 8), (1, 2)])
def test_BZ_50_what_is_in_reach_can_be_reached_from_every_hand_and_what_is_not_cannot(first: int, second: int) -> None:
    for ware in ("RRRRR", "BBBBB", "YYYYY", "RRRRW"):
        hands = can_reach(ware, first, second)
        if ware == OUT_OF_REACH.get((first, second)):
            assert hands == {counts(ware[:many]) for many in range(6)}  # one stray token spoils it for good
        else:
            assert len(hands) == 8568  # all there are: 5 colours, up to thirteen tokens


def test_BZ_50_the_puzzle_is_for_one_player_and_one_player_for_the_puzzle() -> None:
    with pytest.raises(BadOptions):
        BAZAAR.start(1)
    with pytest.raises(BadOptions):
        BAZAAR.start(2, solo=True)
    with pytest.raises(BadOptions):
        BAZAAR.start(1, solo=True, double_purchase=True)
    assert look(BAZAAR.start(solo=True)).players == 1


def test_BZ_50_turn_by_turn_the_one_player_rolls_or_trades() -> None:
    position = puzzle(rates="1 2")
    assert legal(position) == ["roll"]
    position = play(position, "roll; die red")
    assert (BAZAAR.actor(position), look(position).seat) == (0, 0)
    assert legal(position) == ["roll", "trade R>WW", "trade R>WBGY", "trade R>GG"]
    position = play(position, "trade R>GG")
    assert (hand(position), legal(position)) == ("GG", ["roll", "trade G>RRW", "trade GG>R"])


@pytest.mark.parametrize(
    ("before", "line"), [("GGGG", "roll; die green"), ("GGGG", "roll; die choice; take green"), ("RGGG", "trade R>GG")]
)
def test_BZ_50_it_is_solved_when_the_tokens_held_are_exactly_the_five(before: str, line: str) -> None:
    after = play(with_state(puzzle(), hands=(before,), turns=6), line)
    assert hand(after) == "GGGGG"
    assert (BAZAAR.actor(after), legal(after), look(after).phase) == (NOBODY, [], "over")
    end = outcome(after)
    assert (end.reason, end.rule, end.scores, end.ranks) == ("puzzle_solved", "BZ-50", (7,), (1,))
    for action in ("roll", "trade G>RRW", "buy GGGGG", "pass", "return G", "die red", "show RRRRR", "rates 1 2"):
        assert refused(after, action, "BZ-50") == "The puzzle is solved."


def test_BZ_50_none_may_be_left_over() -> None:
    position = with_state(puzzle(), hands=("GGGGY",), turns=6)
    position = play(position, "roll; die green")
    assert (hand(position), look(position).phase, BAZAAR.outcome(position)) == ("GGGGGY", "turn", None)
    more = play(with_state(puzzle(), hands=("GGGGG",), turns=6), "roll; die green")
    assert BAZAAR.outcome(more) is None


def test_BZ_50_there_is_no_purchase() -> None:
    position = with_state(puzzle(), hands=("GGGGGY",), turns=6)
    sentence = refused(position, "buy GGGGG", "BZ-50", ware="GGGGG")
    assert sentence == "The puzzle has no purchase: it is solved when you hold exactly GGGGG."
    refused(position, "pass", "BZ-11")


def test_BZ_50_a_whole_puzzle_from_the_first_roll() -> None:
    position = puzzle(rates="1 2", ware="GGGGG")
    for turn, line in enumerate(["roll; die red", "trade R>GG", *["roll; die green"] * 3]):
        assert look(position).turns == turn
        position = play(position, line)
    assert outcome(position).scores == (5,)


# -- BZ-51: turns are counted, ten tokens are kept ---------------------------------------------------------------------


def test_BZ_51_the_turns_are_counted() -> None:
    position = puzzle()
    for turn in range(12):
        assert look(position).turns == turn
        assert BAZAAR.scores(position) == look(position).scores == (turn,)
        position = play(position, "roll; die red" if turn < 10 else "roll; die red; return R")
    solved = play(with_state(puzzle(), hands=("GGGG",), turns=11), "roll; die green")
    assert outcome(solved).breakdown == {"turns": (12,)}


def test_BZ_51_over_ten_the_player_themself_returns_tokens_to_ten() -> None:
    thirteen = play(with_state(puzzle(), hands=("RRBBBBYYYY",), turns=20), "trade R>WBGY")
    assert hand(thirteen) == "RWBBBBBGYYYYY"
    assert (look(thirteen).phase, BAZAAR.actor(thirteen)) == ("return", 0)
    assert look(thirteen).turns == 20
    with pytest.raises(OutOfTurn):
        BAZAAR.play(thirteen, "return BBB", seat=1)
    after = BAZAAR.play(thirteen, "return RBY", seat=0)
    assert hand(after) == "WBBBBGYYYY"
    assert (look(after).turns, look(after).phase) == (21, "turn")


def test_BZ_51_it_is_that_rule_which_refuses_another_return() -> None:
    eleven = play(with_state(puzzle(), hands=("BBBBBBBBBB",), turns=20), "roll; die red")
    assert legal(eleven) == ["return R", "return B"]
    assert refused(eleven, "return RB", "BZ-51", over=1, given=2) == "1 token must go back, not 2."
    refused(eleven, "return G", "BZ-51", seat=0, held="RBBBBBBBBBB", missing="G")
    for action in ("roll", "pass", "trade R>WW", "buy GGGGG"):
        sentence = refused(eleven, action, "BZ-51", seat=0, over=1)
        assert sentence == "You hold 1 token too many: first choose what goes back."


def test_BZ_51_ten_tokens_may_be_kept() -> None:
    ten = play(with_state(puzzle(), hands=("BBBBBBBBB",), turns=20), "roll; die red")
    assert (hand(ten), look(ten).phase) == ("RBBBBBBBBB", "turn")


# -- BZ-52: par, and what a move costs against it ----------------------------------------------------------------------

PUZZLES = [((1, 2), "GGGGG"), ((3, 7), "RRWBG"), ((5, 10), "WWYYY")]


def at(rates: tuple[int, int], ware: str, tokens: str) -> Position:
    """The puzzle between two turns, with these tokens in hand."""
    start = puzzle(rates=f"{rates[0]} {rates[1]}", ware=ware)
    return with_state(start, hands=(tokens,), turns=9 if tokens else 0)


def turns_needed(solved: Puzzle, position: Position) -> float:
    """One step of the best play, taken with the rules themselves: the turns still needed from any position."""
    view = look(position)
    if view.phase == "over":
        return 0.0
    if view.phase == "turn":
        return solved.value(hand(position))
    after = [turns_needed(solved, BAZAAR.apply(position, action)) for action in BAZAAR.legal(position)]
    return sum(after) / len(after) if view.phase == "die" else min(after)


def costs_by_the_rules(solved: Puzzle, position: Position) -> dict[str, float]:
    """The expected turns after each action, this one included, as `Game.play` plays it."""
    return {str(action): 1.0 + turns_needed(solved, play(position, str(action))) for action in BAZAAR.legal(position)}


def some_hands(count: int) -> list[str]:
    """Hands of up to ten tokens, each drawn by size and then by colour."""
    rng = Rng(52)
    return ["".join(sorted((rng.pick("RWBGY") for _ in range(k % 11)), key="RWBGY".index)) for k in range(count)]


@pytest.mark.parametrize(("rates", "ware"), PUZZLES)
def test_BZ_52_par_is_the_one_solution_of_the_best_play_equations(rates: tuple[int, int], ware: str) -> None:
    # every turn costs one and the puzzle can always be solved, so only the exact values fit the equations everywhere
    solved = Puzzle(rates, ware)
    assert solved.value(ware) == 0.0
    assert solved.par == solved.value("")
    for tokens in {"", *some_hands(120)} - {ware}:
        best = min(costs_by_the_rules(solved, at(rates, ware, tokens)).values())
        assert solved.value(tokens) == pytest.approx(best, abs=1e-9)


@pytest.mark.slow
def test_BZ_52_par_fits_the_equations_for_every_hand_of_up_to_ten() -> None:
    rates, ware = PUZZLES[0]
    solved = Puzzle(rates, ware)
    hands = ["".join(t) for size in range(11) for t in itertools.combinations_with_replacement("RWBGY", size)]
    assert len(hands) == 3003
    for tokens in set(hands) - {ware}:
        best = min(costs_by_the_rules(solved, at(rates, ware, tokens)).values())
        assert solved.value(tokens) == pytest.approx(best, abs=1e-9)


@pytest.mark.parametrize(("rates", "ware"), PUZZLES)
def test_BZ_52_a_move_costs_the_turns_it_loses_against_the_best_one(rates: tuple[int, int], ware: str) -> None:
    solved = Puzzle(rates, ware)
    for tokens in some_hands(60):
        position = at(rates, ware, tokens)
        nexts = [play(position, line) for line in (*legal(position), "roll; die choice")]
        asked = [position, *(after for after in nexts if look(after).phase in ("take", "return"))]
        for place in asked:
            costs = {str(action): cost for action, cost in solved.costs(place).items()}
            expected = costs_by_the_rules(solved, place)
            assert list(costs) == legal(place)
            assert min(costs.values()) == 0.0
            assert solved.expected(place) == pytest.approx(min(expected.values()), abs=1e-9)
            for text, cost in costs.items():
                assert cost == pytest.approx(expected[text] - min(expected.values()), abs=1e-9)


def test_BZ_52_a_move_that_solves_the_puzzle_costs_nothing_and_any_other_something() -> None:
    solved = Puzzle((1, 2), "GGGGG")
    assert solved.value("RGGG") == 1.0  # trade R>GG, and it is done
    costs = {str(action): cost for action, cost in solved.costs(at((1, 2), "GGGGG", "RGGG")).items()}
    assert [text for text, cost in costs.items() if cost == 0.0] == ["trade R>GG"]
    assert min(cost for text, cost in costs.items() if text != "trade R>GG") > 0.1


def test_BZ_52_while_the_die_rolls_there_is_nothing_to_choose_and_after_the_end_nothing_to_expect() -> None:
    solved = Puzzle((1, 2), "GGGGG")
    rolling = play(at((1, 2), "GGGGG", "GGGG"), "roll")
    assert solved.costs(rolling) == {}
    assert solved.expected(rolling) == pytest.approx(1.0 + turns_needed(solved, rolling), abs=1e-9)
    over = play(rolling, "die green")
    assert (solved.costs(over), solved.expected(over)) == ({}, 0.0)


@pytest.mark.parametrize(("rates", "ware"), OUT_OF_REACH.items())
def test_BZ_52_a_ware_out_of_reach_has_no_par(rates: tuple[int, int], ware: str) -> None:
    assert Puzzle(rates, ware).par == math.inf


def test_BZ_52_the_same_cards_in_either_order_are_the_same_puzzle_and_others_are_none() -> None:
    assert Puzzle((7, 3), "RRWBG").par == Puzzle((3, 7), "RRWBG").par
    for rates, ware in (((3, 3), "RRWBG"), ((0, 3), "RRWBG"), ((3, 11), "RRWBG"), ((3, 7), "RRWBB")):
        with pytest.raises(BadOptions):
            Puzzle(rates, ware)


def test_BZ_52_the_best_play_takes_par_turns_on_average() -> None:
    rates, ware = (1, 2), "GGGGG"
    solved, rng, games = Puzzle(rates, ware), Rng(7), 400
    best: dict[str, BazaarAction] = {}
    taken = []
    for _ in range(games):
        position = puzzle(rates="1 2", ware=ware)
        while BAZAAR.outcome(position) is None:
            if BAZAAR.actor(position) == CHANCE:
                action: BazaarAction = BAZAAR.decide(position, rng)
            else:
                where = f"{look(position).phase} {hand(position)}"
                if where not in best:
                    costs = solved.costs(position)
                    best[where] = min(costs, key=costs.__getitem__)
                action = best[where]
            position = BAZAAR.apply(position, action)
        taken.append(outcome(position).scores[0])
    error = statistics.stdev(taken) / math.sqrt(games)
    assert abs(statistics.mean(taken) - solved.par) < 4 * error


def test_BZ_51_a_return_at_ten_or_fewer_is_refused_by_the_puzzles_own_rule() -> None:
    verdict = BAZAAR.explain(puzzle(), BAZAAR.parse("return R"))
    assert (verdict.legal, verdict.rule, verdict.reason) == (False, "BZ-51", "not_over")


def test_BZ_52_there_is_no_par_before_the_ware_shows() -> None:
    with pytest.raises(BadOptions, match="no puzzle here yet"):
        Puzzle.of(play(BAZAAR.start(solo=True), "rates 1 2"))
