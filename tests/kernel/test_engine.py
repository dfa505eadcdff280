"""Trap 8: drivers for any game, bound to one: found again by a second process, and never shared by two games."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import saltroad
from kernel.digests import games
from kernel.processes import run_python
from saltroad.kernel import drivers
from saltroad.kernel.actors import NOBODY
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Position
from saltroad.kernel.jit import bind, inlined, is_cached, jit
from testing.pebbles import Pebbles

BOTH = """
import json
from saltroad.kernel.chance import Rng
from saltroad.kernel.jit import is_cached
from kernel.digests import digests, games

found = {{}}
for name in {names}:
    game = games()[name]
    start = game.start().states
    rows = digests(game, seeds=1, plies=200)
    plies = game.engine.playouts(start, 20, Rng(3))
    legal = len(game.legal(game.start()))
    bound = ("random_step", "_playout", "_playouts", "legal_at")
    # random_step is compiled inside the loops; it is asked once on its own
    game.engine.random_step(start.copy()[0], Rng(0).words, game.engine.buffer(), game.engine.buffer())
    found[name] = [rows, plies, legal, {{driver: is_cached(getattr(game.engine, driver)) for driver in bound}}]
print(json.dumps(found))
"""

VARIANTS = """
import json
from dataclasses import replace
from saltroad.kernel.chance import Rng
from saltroad.kernel.jit import is_cached
from testing.faults import FAULTS
from testing.pebbles import Pebbles

found = {}
for game in (Pebbles(), FAULTS["LostPebble"][0](), FAULTS["WrongOrder"][0]()):
    position = game.start()
    game.engine.playout(position.states, 0, Rng(1))
    found[game.engine.name] = [bytes(position).hex(), is_cached(game.engine._playout)]
print(json.dumps(found))
"""


@pytest.mark.slow
def test_two_games_share_no_code_and_a_second_process_finds_its_own(tmp_path: Path) -> None:
    """From an empty cache: both games in one process, then in another process in the other order, then one alone."""
    first = run_python(BOTH.format(names=["bazaar", "pebbles"]), cache=tmp_path)
    second = run_python(BOTH.format(names=["pebbles", "bazaar"]), cache=tmp_path)
    for name, (rows, plies, legal, cached) in first.items():
        assert not any(cached.values())
        assert second[name] == [rows, plies, legal, dict.fromkeys(cached, True)]
    assert first["bazaar"][:3] != first["pebbles"][:3]
    alone = run_python(BOTH.format(names=["bazaar"]), cache=tmp_path / "alone")
    assert alone["bazaar"] == first["bazaar"]


def test_two_engines_of_one_module_share_no_code(tmp_path: Path) -> None:
    first = run_python(VARIANTS, cache=tmp_path)
    second = run_python(VARIANTS, cache=tmp_path)
    assert len({end for end, _ in first.values()}) == len(first) == 3
    assert first == {name: [end, False] for name, (end, _) in first.items()}
    assert second == {name: [end, True] for name, (end, _) in first.items()}


def test_an_engine_is_pickled_without_what_was_compiled() -> None:
    game = Pebbles()
    game.legal(game.start())
    engine = pickle.loads(pickle.dumps(game.engine))
    assert engine == game.engine
    assert engine.call_actor(game.start().states, 0) == game.actor(game.start())
    assert copy.deepcopy(game.engine) is game.engine


# -- what the drivers do -----------------------------------------------------------------------------------------------


@pytest.fixture(params=[*saltroad.GAMES, "pebbles"])
def game(request: pytest.FixtureRequest) -> AnyGame:
    return games()[request.param]


def played_out(game: AnyGame, seed: int) -> tuple[Position, int]:
    position = game.start()
    return position, game.engine.playout(position.states, 0, Rng(seed))


def test_a_playout_ends_and_counts_its_plies(game: AnyGame) -> None:
    position, plies = played_out(game, 1)
    assert game.actor(position) == NOBODY
    assert game.observe(position, None).ply == plies
    assert game.engine.playout(position.states, 0, Rng(1)) == 0


def test_a_playout_can_stop_and_go_on(game: AnyGame) -> None:
    whole, plies = played_out(game, 2)
    position, rng = game.start(), Rng(2)
    assert game.engine.playout(position.states, 0, rng, 10) == 10
    assert game.engine.playout(position.states, 0, rng) == plies - 10
    assert position == whole


def test_playouts_are_playouts_one_after_another(game: AnyGame) -> None:
    start, rng = game.start(), Rng(3)
    expected = 0
    for _ in range(5):
        expected += game.engine.playout(start.copy().states, 0, rng)
    assert game.engine.playouts(start.states, 5, Rng(3)) == expected
    assert start == game.start()


def test_a_batch_steps_all_games_and_starts_those_that_are_over(game: AnyGame) -> None:
    start, rng = game.start().states, Rng(4)
    batch = game.engine.states(3)
    for i in range(3):
        batch[i] = start[0]
    ended = 0
    for step in range(1, 600):
        ended += game.engine.step_all(start, batch, rng)
        if ended == 0:
            assert [game.observe(Position(batch[i : i + 1]), None).ply for i in range(3)] == [step] * 3
    assert ended > 0
    assert all(game.audit(Position(batch[i : i + 1])) == [] for i in range(3))


def test_perft_counts_what_a_walk_in_python_counts(game: AnyGame) -> None:
    def count(position: Position, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(count(game.apply(position, action), depth - 1) for action in game.legal(position))

    start = game.start()
    assert game.engine.perft(start.states, 0) == 1
    assert game.engine.perft(start.states, 1) == len(game.legal(start))
    assert game.engine.perft(start.states, 2) == count(start, 2)
    later = game.start()
    game.engine.playout(later.states, 0, Rng(5), 12)
    before = bytes(later)
    assert game.engine.perft(later.states, 3) == count(later, 3)
    assert bytes(later) == before


def test_perft_of_pebbles_by_hand() -> None:
    """Three colours to draw, then keep or sell: 3, 6, 18, 36, 108, 216, ... while the market takes everything."""
    game = Pebbles()
    start = game.start().states
    assert [game.engine.perft(start, depth) for depth in range(7)] == [1, 3, 6, 18, 36, 108, 216]


def test_perft_stops_where_games_end() -> None:
    game = Pebbles()
    position, plies = played_out(game, 6)
    assert game.engine.perft(position.states, 1) == game.engine.perft(position.states, 4) == 0
    near = game.start()
    game.engine.playout(near.states, 0, Rng(6), plies - 1)
    assert game.engine.perft(near.states, 1) == len(game.legal(near))


def test_threads_run_without_disturbing_each_other(game: AnyGame) -> None:
    def end(seed: int) -> bytes:
        return bytes(played_out(game, seed)[0])

    alone = [end(seed) for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(end, range(8))) == alone


# -- the wrappers ------------------------------------------------------------------------------------------------------


def test_an_unbound_driver_says_so() -> None:
    with pytest.raises(TypeError, match="runs only when bound to a game"):
        drivers.actor_at(Pebbles().start().states, 0)


def test_a_driver_is_bound_only_to_what_it_knows() -> None:
    with pytest.raises(TypeError, match="actor_at knows no camel, oasis"):
        bind(drivers.actor_at, "x", {"oasis": len, "camel": len, "actor": len})


def double_plain(number: int) -> int:
    return 2 * number


double = inlined(double_plain)


@jit
def doubled(number: int) -> int:
    return double(number)


def test_an_inlined_function_can_be_called_from_python_too() -> None:
    """Compiled without a wrapper for Python, it used to crash the process."""
    assert doubled(21) == 42
    assert double(21) == 42


def test_a_plain_function_is_never_cached() -> None:
    assert not is_cached(double_plain)
