"""Search finds what is certain, keeps to the rules and to chance's weights, and repeats with its seed."""

from __future__ import annotations

import math
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

import saltroad
from bots.heaps import ENGINE, EVALUATOR, HABITUAL, LUCK, LUCKY, MOST, REST, TOSS, UNLUCKY, heap, winning
from saltroad.bots import LEVELS, Limit, least_limit, make_bot
from saltroad.bots.level_bots import evaluator_of, levels_of
from saltroad.bots.search import GUIDED, PLAIN, Search, SearchBot, SearchSettings, Sight
from saltroad.bots.search.mcts import INVERSE_TEMPERATURE
from saltroad.bots.search.tree import ROOT, children
from saltroad.bots.weights import in_order, weights_of
from saltroad.kernel.actors import CHANCE
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Position

MIXED = replace(GUIDED, playouts=2, rollout_weight=0.5)
PATIENT = replace(MIXED, playouts=1, score_scale=0.1, expansion_threshold=5)
SETTINGS = pytest.mark.parametrize(
    "settings", [PLAIN, GUIDED, MIXED, PATIENT], ids=["plain", "guided", "mixed", "patient"]
)
PLAYERS = {"through_the_desert": (2, 5), "desert_bazaar": (3, 5), "bazaar": (2, 6)}


def search(settings: SearchSettings, players: int = 2, seed: int = 1) -> Search:
    return Search(ENGINE, EVALUATOR, players, settings, Rng(seed), room=50_000)


def underway(game: AnyGame, players: int, seed: int, plies: int) -> Position:
    """A position some random moves into a game, with a choice to make."""
    rng, position = Rng(seed), game.start(players=players)
    while plies > 0 or game.actor(position) == CHANCE or len(game.legal(position)) < 2:
        is_chance = game.actor(position) == CHANCE
        position = game.apply(position, game.decide(position, rng) if is_chance else rng.pick(game.legal(position)))
        plies -= not is_chance
    return position


# -- what is certain ---------------------------------------------------------------------------------------------------


@SETTINGS
@pytest.mark.parametrize("pebbles", [5, 6, 7, 9, 11])
def test_forced_wins_are_found(settings: SearchSettings, pebbles: int) -> None:
    searching = search(settings)
    searching.place(heap(pebbles))
    searching.run(Limit(nodes=5000))
    assert searching.actions()[0].action == winning(pebbles)
    assert searching.values[0] > 0.8


def by_chance(pebbles: int) -> float:
    """How often the seat to act wins if everybody takes what they like."""
    takes = range(1, min(MOST, pebbles) + 1)
    return sum(1.0 if take == pebbles else 1.0 - by_chance(pebbles - take) for take in takes) / len(takes)


def test_random_games_go_on_from_the_best_child() -> None:
    searching = search(replace(GUIDED, playouts=10_000, rollout_weight=1.0))
    searching.place(heap(6))
    searching.run(Limit(nodes=1))  # nothing but these games is known then
    left = 6 - (searching.actions()[0].action + 1)
    assert searching.values[0] == pytest.approx(1.0 - by_chance(left), abs=0.03)
    assert sum(searching.values) == pytest.approx(1.0)


def test_patience_is_had_with_every_node_but_the_root() -> None:
    searching = search(PATIENT)
    searching.place(heap(40))
    searching.run(Limit(nodes=500))
    tree = searching.tree
    inner = [node for node in range(1, int(tree.used[0])) if children(tree, node)]
    assert len(inner) > 5
    assert all(tree.visits[node] > PATIENT.expansion_threshold for node in inner)
    waiting = [node for node in range(1, int(tree.used[0])) if node not in inner]
    assert max(tree.visits[node] for node in waiting) == PATIENT.expansion_threshold


def test_random_games_are_played_by_habit() -> None:
    """Those who always take three, or the last, leave no doubt of who takes the last."""
    habitual = Search(ENGINE, HABITUAL, 2, replace(GUIDED, playouts=20, rollout_weight=1.0), Rng(1), room=50_000)
    for pebbles in (7, 8, 11):
        habitual.place(heap(pebbles))
        habitual.run(Limit(nodes=1))
        left = pebbles - (habitual.actions()[0].action + 1)
        assert habitual.values[0] == pytest.approx(1.0 if (left + 2) // 3 % 2 == 0 else 0.0)


def test_random_games_count_by_the_margin() -> None:
    """A lead of one point, at a margin of one, is worth e : 1, however certain the win."""
    searching = search(replace(GUIDED, playouts=100, rollout_weight=1.0, score_scale=1.0))
    searching.place(heap(1))
    searching.run(Limit(nodes=1))
    assert searching.values[0] == pytest.approx(math.e / (math.e + 1.0))


@SETTINGS
def test_a_lost_position_is_seen_to_be_lost(settings: SearchSettings) -> None:
    searching = search(settings)
    searching.place(heap(8))
    searching.run(Limit(nodes=5000))
    assert searching.values[0] < 0.2


@SETTINGS
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6])
def test_any_number_of_players_takes_the_win_at_hand(settings: SearchSettings, players: int) -> None:
    """Alone, three pebbles at once are the fewest moves."""
    searching = search(settings, players)
    searching.place(heap(3, players))
    searching.run(Limit(nodes=500))
    assert searching.actions()[0].action == 2
    assert len(searching.values) == players


def test_values_are_shares_of_the_win() -> None:
    searching = search(PLAIN, 3)
    searching.place(heap(9, 3))
    searching.run(Limit(nodes=400))
    assert sum(searching.values) == pytest.approx(1)
    assert sum(each.visits for each in searching.actions()) in (399, 400)


# -- chance ------------------------------------------------------------------------------------------------------------


@SETTINGS
def test_chance_comes_by_its_weights(settings: SearchSettings) -> None:
    """Three times in four, within five standard deviations, and the toss is worth just that."""
    searching = search(settings)
    searching.place(heap(4, toss=True))  # to take is to lose
    searching.run(Limit(nodes=4000))
    best = searching.actions()[0]
    assert best.action == TOSS
    tree = searching.tree
    toss = next(node for node in children(tree, ROOT) if tree.action[node] == TOSS)
    seen = {int(tree.action[node]): int(tree.visits[node]) for node in children(tree, toss)}
    share = seen[LUCKY] / (seen[LUCKY] + seen[UNLUCKY])
    wanted = LUCK / (LUCK + REST)
    assert abs(share - wanted) < 5 * (wanted * (1 - wanted) / best.visits) ** 0.5
    assert best.seat_values[0] == pytest.approx(share, abs=0.01)


def test_a_sure_win_is_better_than_a_toss() -> None:
    searching = search(PLAIN)
    searching.place(heap(3, toss=True))
    searching.run(Limit(nodes=5000))
    assert searching.actions()[0].action == winning(3)


def test_what_the_others_may_toss_for_is_reckoned_with() -> None:
    """To leave four pebbles would win, but for the toss: the other would win three times in four."""
    searching = search(PLAIN)
    searching.place(heap(5, toss=True))
    searching.run(Limit(nodes=5000))
    assert searching.actions()[0].action == TOSS
    assert {each.action: each.seat_values[0] for each in searching.actions()}[0] < 0.5


# -- limits and repeating ----------------------------------------------------------------------------------------------


@SETTINGS
def test_nodes_repeat_exactly(settings: SearchSettings) -> None:
    """However the clock cuts the search into pieces."""
    found = []
    for pieces in ((777,), (1, 76, 700)):
        searching = search(settings, 3)
        searching.place(heap(13, 3, toss=True))
        assert sum(searching.run(Limit(nodes=nodes)) for nodes in pieces) == 777
        found.append((searching.actions(), searching.values, searching.visits))
    assert found[0] == found[1]


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_searches_in_threads_do_not_disturb_each_other(name: str) -> None:
    """Searches of several tables at once find what each finds alone, to the last visit."""
    game = saltroad.load(name)
    positions = [underway(game, PLAYERS[name][0], seed, 20) for seed in range(12)]

    def found(position: Position) -> list[tuple[int, int]]:
        players, settings = game.options_of(position).players, levels_of(name)[-1].settings
        searching = Search(game.engine, evaluator_of(game), players, settings, Rng(1), room=50_000)
        searching.place(position)
        searching.run(Limit(nodes=60))
        return [(each.action, each.visits) for each in searching.actions()]

    alone = [found(position) for position in positions]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(found, positions)) == alone


def test_another_seed_searches_otherwise() -> None:
    found = []
    for seed in (1, 2):
        searching = search(PLAIN, seed=seed)
        searching.place(heap(13))
        searching.run(Limit(nodes=300))
        found.append(searching.values)
    assert found[0] != found[1]


def test_seconds_end_a_search() -> None:
    """By a clock that goes as fast as it is read: whatever the machine, the search ends soon after its time."""
    ticks = iter(range(10**9))
    searching = Search(ENGINE, EVALUATOR, 2, PLAIN, Rng(1), room=1000, clock=lambda: next(ticks) / 100)
    searching.place(heap(13))
    made = searching.run(Limit(seconds=1.0))
    assert made > 0
    assert next(ticks) <= 110


def test_the_first_limit_counts() -> None:
    assert least_limit(Limit(1.0), Limit(nodes=5)) == Limit(1.0, 5)
    assert least_limit(Limit(1.0, 9), Limit(2.0, 5)) == Limit(1.0, 5)
    assert least_limit(Limit(), Limit()) == Limit()


def test_a_full_tree_goes_on_counting() -> None:
    searching = Search(ENGINE, EVALUATOR, 2, GUIDED, Rng(1), room=20)
    searching.place(heap(13))
    searching.run(Limit(nodes=500))
    assert searching.visits == 500
    assert searching.tree.used[0] <= 20


# -- the tree is kept --------------------------------------------------------------------------------------------------


@SETTINGS
def test_the_tree_is_kept_for_the_next_move(settings: SearchSettings) -> None:
    searching = search(settings)
    position = heap(11)
    searching.place(position)
    searching.run(Limit(nodes=2000))
    mine, theirs = searching.line(searching.actions()[0].action, 2)
    before = {each.action: each for each in searching.actions()}[mine]
    after = position.copy()
    for action in (mine, theirs):
        ENGINE.apply_at(after.states, 0, action)
    known = searching.place(after)
    assert 0 < known < before.visits
    buffer = ENGINE.buffer()
    legal = set(buffer[: ENGINE.legal_at(after.states, 0, buffer)].tolist())
    assert {each.action for each in searching.actions()} == legal
    searching.run(Limit(nodes=2000))
    assert searching.visits == known + 2000
    assert {each.action for each in searching.actions()} == legal
    assert sum(searching.values) == pytest.approx(1)


def test_a_position_elsewhere_begins_anew() -> None:
    searching = search(PLAIN)
    searching.place(heap(11))
    searching.run(Limit(nodes=500))
    assert searching.place(heap(12)) == 0
    searching.run(Limit(nodes=10))
    assert searching.visits == 10


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_a_bot_goes_on_from_one_of_its_kind_alone(name: str) -> None:
    game = saltroad.load(name)
    position = underway(game, 3, 5, 40)
    view, legal = game.remember(position, game.actor(position)), game.legal(position)

    def bot(**more: Any) -> SearchBot:
        return SearchBot(game, evaluator_of(game), GUIDED, Rng(1), **{"limit": Limit(nodes=50), **more})

    first, alike, other = bot(), bot(), bot(sight=Sight(blunder_rate=0.2))
    first.choose(view, legal, Limit())
    assert first.visits == 50
    other.go_on_from(first)
    other.choose(view, legal, Limit())
    assert other.visits == 50
    alike.go_on_from(other)
    alike.go_on_from(make_bot("greedy", game, 1))
    alike.go_on_from(first)
    alike.choose(view, legal, Limit())
    assert alike.visits == 100


# -- bots --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", saltroad.GAMES)
@pytest.mark.parametrize("bot", ["uct", *LEVELS[:3]])
def test_choices_are_legal_and_repeat(name: str, bot: str) -> None:
    """One bot plays on for some moves, so that trees are kept; a second one plays the same."""
    game = saltroad.load(name)
    for players in PLAYERS[name]:
        chosen: list[list[str]] = []
        for _ in range(2):
            position, rng = underway(game, players, 3, 30), Rng(4)
            thinker = make_bot(bot, game, 7)
            thinker.warm()  # type: ignore[attr-defined]
            chosen.append([])
            for _ in range(8):
                legal = game.legal(position)
                if game.actor(position) == CHANCE:
                    position = game.apply(position, game.decide(position, rng))
                    continue
                seat = game.actor(position)
                choice = thinker.choose(game.remember(position, seat), legal, Limit(nodes=60))
                assert choice.action in legal
                assert choice.values is None or set(choice.values) == set(legal)
                chosen[-1].append(str(choice.action))
                position = game.apply(position, choice.action)
        assert chosen[0] == chosen[1]


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_a_choice_says_why(name: str) -> None:
    """The value per seat, the best lines and their shares; the first line begins with the choice."""
    game = saltroad.load(name)
    position = underway(game, 3, 5, 40)
    legal = game.legal(position)
    bot = SearchBot(game, evaluator_of(game), GUIDED, Rng(1))
    choice = bot.choose(game.remember(position, game.actor(position)), legal, Limit(nodes=300))
    assert choice.seat_values is not None
    assert sum(choice.seat_values) == pytest.approx(1)
    assert choice.principal_variations[0].actions[0] == choice.action
    assert len(choice.principal_variations) == min(3, len(legal))
    assert all(0 <= line.visit_share <= 1 for line in choice.principal_variations)
    assert choice.visit_shares is not None
    assert choice.visit_shares.keys() <= set(legal)
    assert sum(choice.visit_shares.values()) == pytest.approx(1)
    for line in choice.principal_variations:  # the first of 300 visits went into no move
        assert choice.visit_shares[line.actions[0]] == pytest.approx(line.visit_share * 300 / 299)
    for line in choice.principal_variations:
        assert sum(line.seat_values) == pytest.approx(1)
        after = position
        for action in line.actions:
            after = game.play(after, action)


def test_compiling_takes_none_of_the_time_for_a_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first choice of a process was made after a single simulation."""
    happened: list[str] = []

    def clock() -> float:
        happened.append("clock")
        return 0.0

    monkeypatch.setattr("saltroad.bots.search.bot.warm", lambda *_: happened.append("warm"))
    game = saltroad.load("bazaar")
    position = underway(game, 2, 5, 40)
    bot = SearchBot(game, evaluator_of(game), GUIDED, Rng(1), clock=clock)
    bot.choose(game.remember(position, game.actor(position)), game.legal(position), Limit(nodes=2))
    assert happened[:2] == ["warm", "clock"]


@pytest.mark.parametrize("bot", ["novice", "trader"])
@pytest.mark.parametrize("name", saltroad.GAMES)
def test_nothing_is_said_of_what_was_not_tried(name: str, bot: str) -> None:
    """A line's worth is its own: a novice, who tries nothing out, has none."""
    game = saltroad.load(name)
    position = underway(game, 3, 5, 40)
    legal = game.legal(position)
    choice = make_bot(bot, game, 1).choose(game.remember(position, game.actor(position)), legal, Limit())
    assert choice.values is not None
    assert len(set(choice.values.values())) > 1
    assert bool(choice.principal_variations) == (bot != "novice")
    assert (choice.visit_shares is None) == (bot == "novice")
    for line in choice.principal_variations:
        assert line.visit_share > 0
        assert sum(line.seat_values) == pytest.approx(1)


@pytest.mark.parametrize("bot", ["uct", *LEVELS])
def test_a_single_move_needs_no_thought(bot: str) -> None:
    game = saltroad.load("bazaar")
    position = underway(game, 2, 1, 10)
    legal = game.legal(position)[:1]
    choice = make_bot(bot, game, 1).choose(game.remember(position, game.actor(position)), legal, Limit())
    assert choice.action == legal[0]
    assert choice.values is None


@pytest.mark.parametrize("bot", ["uct", *LEVELS])
def test_the_puzzle_for_one_is_played(bot: str) -> None:
    game = saltroad.load("bazaar")
    rng = Rng(2)
    position = game.settle(game.start(players=1, solo=True), rng)
    while len(game.legal(position)) == 1:
        position = game.settle(game.apply(position, game.legal(position)[0]), rng)
    legal = game.legal(position)
    assert make_bot(bot, game, 1).choose(game.remember(position, 0), legal, Limit(nodes=20)).action in legal


def test_the_best_levels_solve_the_puzzle_as_greedy_does() -> None:
    game = saltroad.load("bazaar")
    rng, position = Rng(2), game.start(players=1, solo=True)
    for _ in range(60):
        if game.actor(position) < 0:
            if game.actor(position) != CHANCE:
                break
            position = game.apply(position, game.decide(position, rng))
            continue
        legal, view = game.legal(position), game.remember(position, 0)
        values = make_bot("greedy", game, 1).choose(view, legal, Limit()).values
        choice = make_bot("master", game, 1).choose(view, legal, Limit()).action
        assert values is None or values[choice] == max(values.values())
        position = game.apply(position, choice)


def test_time_limits_hold_in_a_real_game() -> None:
    """Half a second of search ends in less than ten, on any machine."""
    game = saltroad.load("through_the_desert")
    position = underway(game, 2, 3, 30)
    bot = make_bot("master", game, 1)
    bot.warm()  # type: ignore[attr-defined]
    begun = time.perf_counter()
    choice = bot.choose(game.remember(position, game.actor(position)), game.legal(position), Limit(seconds=0.5))
    assert choice.action in game.legal(position)
    assert time.perf_counter() - begun < 10


# -- levels and weights ------------------------------------------------------------------------------------------------


def test_every_game_has_every_level() -> None:
    for levels in map(levels_of, saltroad.GAMES):
        assert tuple(level.name for level in levels) == LEVELS


def test_the_weaker_levels_repeat_and_the_stronger_keep_to_their_time() -> None:
    for levels in map(levels_of, saltroad.GAMES):
        assert all(level.limit.seconds is None and level.limit.nodes is not None for level in levels[:3])
        assert [level.limit.nodes or 0 for level in levels[:3]] == sorted(
            level.limit.nodes or 0 for level in levels[:3]
        )
        assert [level.limit.seconds for level in levels[3:]] == [0.95, 2.9]


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_weights_are_read_by_name(name: str) -> None:
    names = tuple(weights_of(name))
    assert in_order(name, names) == list(weights_of(name).values())
    with pytest.raises(ValueError, match="should be"):
        in_order(name, names[:-1])


def test_the_levels_follow_their_priors_as_they_were_tuned() -> None:
    """By sharpnesses, the inverses of today's temperatures: to the last bit, or searches would not repeat."""
    inverse = [
        level.settings.as_array()[INVERSE_TEMPERATURE] for name in saltroad.games.BUILT_IN for level in levels_of(name)
    ]
    assert set(inverse) == {15.0, 20.0, 50.0}
    assert GUIDED.as_array()[INVERSE_TEMPERATURE] == 8.0
