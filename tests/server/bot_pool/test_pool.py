"""Bots in real worker processes: right answers, fair turns, a legal move whatever becomes of a bot."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from pathlib import Path
from typing import Any

import pytest
import structlog
import uvloop

import saltroad
from saltroad import bots
from saltroad.bots import Limit, make_bot
from saltroad.bots.level_bots import levels_of
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Position
from saltroad.server.bot_pool.pool import LEAST_SECONDS, QUICK, ROUND, BotMove, BotPool, BotTurn
from saltroad.server.bot_pool.warmup import Warmup
from saltroad.server.metrics import Metrics
from server.slow_bots import FOLDER

BOTS = "server.slow_bots"
LONG = 60.0
"""Long enough for anything on a busy machine; no test waits for it."""
GAMES = {"through_the_desert": 3, "desert_bazaar": 3, "bazaar": 3}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where test and bots meet."""
    monkeypatch.setenv(FOLDER, str(tmp_path))
    return tmp_path


@pytest.fixture
def logged() -> Iterator[list[MutableMapping[str, Any]]]:
    with structlog.testing.capture_logs() as entries:
        yield entries


class Scene:
    """One position of a game, and requests about it."""

    def __init__(self, bot_pool: BotPool, name: str = "bazaar") -> None:
        self.bot_pool = bot_pool
        self.name = name
        self.game: AnyGame = saltroad.load(name)
        self.options = self.game.info.agree(GAMES[name])
        self.position = choice_of_many(self.game, self.game.start_of(self.options))
        self.seat = self.game.actor(self.position)
        self.legal = tuple(map(str, self.game.legal(self.position)))

    def choose(
        self, bot: str, seed: int = 1, table: str = "t", seconds: float | None = None, **more: Any
    ) -> asyncio.Task[BotMove]:
        name = bot if bot in {*bots.BOTS, "nobody"} else f"{BOTS}:{bot}"
        view = self.game.remember(self.position, self.seat)
        turn = BotTurn(table, self.name, str(self.options), view, self.legal, name, seed)
        return asyncio.ensure_future(self.bot_pool.choose(turn, seconds, **more))

    def by(self, bot: str, seed: int = 1) -> str:
        """What a bot plays here, in this process."""
        legal = self.game.legal(self.position)
        view = self.game.remember(self.position, self.seat)
        return str(make_bot(bot, self.game, seed).choose(view, legal, Limit()).action)


def choice_of_many(game: AnyGame, position: Position) -> Position:
    """Play on to where a seat has something to choose."""
    rng = Rng(4)
    while game.actor(position) < 0 or len(game.legal(position)) < 3:
        chance = game.actor(position) < 0
        position = game.apply(position, game.decide(position, rng) if chance else rng.pick(game.legal(position)))
    return position


def run(
    play: Callable[[Scene], Awaitable[None]],
    processes: int = 1,
    seconds: float = LONG,
    grace: float = LONG,
    game: str = "bazaar",
    loop: Callable[[], asyncio.AbstractEventLoop] | None = None,
) -> None:
    async def main() -> None:
        bot_pool = await BotPool.open(processes, seconds=seconds, grace=grace, allow_modules=True)
        try:
            await play(Scene(bot_pool, game))
        finally:
            await bot_pool.close()

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(main())


async def there(path: Path) -> str:
    """The text of a file, once it is there."""
    async with asyncio.timeout(2 * LONG):
        while not path.exists():
            await asyncio.sleep(0.005)
    return path.read_text()


def is_alive(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] not in {"Z", "X"}


async def gone(pid: int) -> None:
    async with asyncio.timeout(LONG):
        while is_alive(pid):
            await asyncio.sleep(0.01)


def own_workers() -> set[int]:
    """The processes in which bots of this process think."""
    listed = Path("/proc").glob("[0-9]*/stat")
    children = {int(stat.parent.name) for stat in listed if _parent(stat) == os.getpid()}
    return {pid for pid in children if b"bot_pool.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()}


def _parent(stat: Path) -> int | None:
    try:
        return int(stat.read_text("utf-8").rpartition(")")[2].split()[1])
    except OSError:  # it has ended meanwhile
        return None


def replacements(logged: list[MutableMapping[str, Any]]) -> list[MutableMapping[str, Any]]:
    return [entry for entry in logged if entry["event"] == "a bot is replaced"]


# -- answers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "loop"),
    [*((name, asyncio.new_event_loop) for name in GAMES), ("bazaar", uvloop.new_event_loop)],
    ids=[*GAMES, "bazaar-uvloop"],
)
def test_a_bot_chooses_in_a_worker_what_it_chooses_here(
    name: str, loop: Callable[[], asyncio.AbstractEventLoop], logged: list[MutableMapping[str, Any]]
) -> None:
    async def play(scene: Scene) -> None:
        for bot in ("random", "greedy"):
            for seed in (1, 2, 2**100):
                thought = await scene.choose(bot, seed)
                assert (thought.action, thought.bot, thought.replaced) == (scene.by(bot, seed), bot, False)
        assert (scene.bot_pool.waiting, scene.bot_pool.busy) == (0, 0)

    run(play, game=name, loop=loop)
    assert logged == []


def test_whole_games_are_played_at_several_tables_at_once() -> None:
    async def play(scene: Scene) -> None:
        game = scene.game

        async def table(name: str, seed: int) -> None:
            position, rng, ply = game.start_of(scene.options), Rng(seed), 0
            while game.outcome(position) is None:
                seat = game.actor(position)
                if seat < 0:
                    position = game.play(position, game.decide(position, rng))
                    continue
                legal = tuple(map(str, game.legal(position)))
                bot = ("greedy", "greedy", "random")[seat]
                view = game.remember(position, seat)
                turn = BotTurn(name, "bazaar", str(scene.options), view, legal, bot, (seed, ply))
                thought = await scene.bot_pool.choose(turn)
                assert not thought.replaced
                position, ply = game.play(position, thought.action, seat=seat), ply + 1

        await asyncio.gather(*(table(f"t{k}", k) for k in range(4)))

    run(play, processes=2)


@pytest.mark.slow
def test_compiling_is_not_thinking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a new machine the first use of a game compiles it, which takes longer than a bot may think."""
    monkeypatch.setenv("SALTROAD_CACHE_DIR", str(tmp_path))

    async def play(scene: Scene) -> None:
        thought = await scene.choose("greedy")
        assert not thought.replaced
        assert (await scene.choose("greedy")).seconds < thought.seconds

    # Less than it takes to compile; more than a decision takes among many other processes, where 1 s was too little.
    run(play, seconds=0.1, grace=5)
    assert any(tmp_path.rglob("*.nbc")), "something was compiled"


def test_making_a_bot_ready_is_not_thinking() -> None:
    async def play(scene: Scene) -> None:
        thought = await scene.choose("Warms")
        assert not thought.replaced
        assert thought.seconds > 3

    run(play, seconds=0.1, grace=2)


def test_nobody_waits_for_a_search_to_be_compiled(logged: list[MutableMapping[str, Any]]) -> None:
    """Until it is, levels of that game are stood in for; bots of other games, and others of this one, are not."""

    async def play(scene: Scene) -> None:
        scene.bot_pool.expect_searches(["bazaar", "desert_bazaar"])
        warmup = asyncio.ensure_future(scene.bot_pool.warm_search("bazaar"))
        await asyncio.sleep(0)
        thought = await scene.choose("novice")
        assert not warmup.done()
        assert (thought.bot, thought.replaced) == ("greedy", False)
        assert (await scene.choose("random")).bot == "random"
        await warmup
        thought = await scene.choose("novice")
        assert (thought.bot, thought.replaced) == ("novice", False)

    run(play)
    assert logged == []


def test_a_search_that_cannot_be_compiled_is_logged_and_stood_in_for(logged: list[MutableMapping[str, Any]]) -> None:
    async def play(scene: Scene) -> None:
        scene.bot_pool.expect_searches(["no_game"])
        await scene.bot_pool.warm_search("no_game")
        assert [entry["event"] for entry in logged] == ["a search could not be made ready"]

    run(play)


def test_a_game_is_ready_before_its_bots_are() -> None:
    async def play(scene: Scene) -> None:
        warmup = Warmup(scene.bot_pool)
        warmup._left = [(game, search) for game, search in warmup._left if game == "bazaar"]  # the others take long
        warmup.begin()
        assert warmup._task is not None
        await warmup.wait("bazaar")
        assert (warmup.ready, warmup.bots_ready) == ({"bazaar"}, set())
        await warmup._task
        assert warmup.bots_ready == {"bazaar"}

    run(play)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="lists processes by /proc")
def test_closing_ends_a_compiler(logged: list[MutableMapping[str, Any]]) -> None:
    async def play(scene: Scene) -> None:
        await scene.choose("random")
        before = own_workers()
        assert before
        warmup = asyncio.ensure_future(scene.bot_pool.warm_search("bazaar"))
        while not (found := own_workers() - before):
            await asyncio.sleep(0.02)
        warmup.cancel()
        with pytest.raises(asyncio.CancelledError):
            await warmup
        assert not any(map(is_alive, found))
        assert all(map(is_alive, before))

    run(play)
    assert logged == []


def test_calls_to_warm_a_game_share_one_run(logged: list[MutableMapping[str, Any]]) -> None:
    async def play(scene: Scene) -> None:
        calls = [asyncio.ensure_future(scene.bot_pool.warm("desert_bazaar")) for _ in range(3)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert scene.bot_pool.busy + scene.bot_pool.waiting == 1
        calls[0].cancel()
        await asyncio.gather(*calls[1:])
        await scene.bot_pool.warm("desert_bazaar")
        assert scene.bot_pool.busy == 0

    run(play, processes=2)
    assert logged == []


def test_a_game_that_cannot_be_loaded_is_logged_and_played_at_random(logged: list[MutableMapping[str, Any]]) -> None:
    async def play(scene: Scene) -> None:
        scene.name = "chess"
        await scene.bot_pool.warm("chess")
        thoughts = [await scene.choose("greedy", seed) for seed in range(5)]
        assert [t.action for t in thoughts] == [scene.by("random", seed) for seed in range(5)]
        assert all(t.replaced and t.bot == "random" for t in thoughts)
        scene.name = "bazaar"
        assert not (await scene.choose("greedy")).replaced

    run(play)
    assert logged[0]["event"] == "a game could not be made ready"
    assert "no game called 'chess'" in logged[0]["why"]
    assert len(replacements(logged)) == 5


def test_choosing_from_nothing_is_refused() -> None:
    async def play(scene: Scene) -> None:
        scene.legal = ()
        with pytest.raises(ValueError, match="nothing to choose from"):
            await scene.choose("random")

    run(play)


def test_thoughts_are_counted() -> None:
    async def main() -> str:
        metrics = Metrics()
        bot_pool = await BotPool.open(metrics=metrics)
        scene = Scene(bot_pool)
        for bot in ("greedy", "greedy", "nobody"):
            await scene.choose(bot)
        await bot_pool.close()
        return metrics.render().decode()

    told = asyncio.run(main())
    assert 'saltroad_bot_seconds_count{bot="greedy"} 2.0' in told
    assert 'saltroad_bots_replaced_total{bot="nobody"} 1.0' in told


# -- turns -------------------------------------------------------------------------------------------------------------


def test_tables_take_turns_and_a_table_keeps_its_order(folder: Path) -> None:
    async def play(scene: Scene) -> None:
        order = [("a", 1), ("a", 2), ("a", 3), ("b", 4), ("b", 5), ("c", 6)]
        thoughts = [scene.choose("Gated", seed, table) for table, seed in order]
        await there(folder / "begun-1")
        assert (scene.bot_pool.waiting, scene.bot_pool.busy) == (5, 1)
        (folder / "go").touch()
        assert {(await thought).action for thought in thoughts} == {scene.legal[-1]}

    run(play)
    order = (folder / "order").read_text().split()
    # Each table once; then whoever has used the least: the first thought took longest, and the second was at `b`.
    assert order[:3] == ["1", "4", "6"]
    assert order.index("2") < order.index("3")


def test_a_quick_bot_does_not_wait_for_a_slow_one(folder: Path) -> None:
    async def play(scene: Scene) -> None:
        slow = [scene.choose("Busy", seed, f"t{seed}") for seed in (1, 2)]
        await there(folder / "begun-1")
        for bot in ("greedy", "trader"):
            thought = await scene.choose(bot, table="t1")
            assert (thought.bot, thought.replaced) == (bot, False)
        assert (scene.bot_pool.waiting, scene.bot_pool.busy) == (1, 1)
        assert not any(task.done() for task in slow)
        (folder / "go").touch()
        await asyncio.gather(*slow)

    run(play)


def test_bots_are_quick_that_do_not_think_by_the_clock() -> None:
    by_the_clock = {
        level.name for levels in map(levels_of, saltroad.GAMES) for level in levels if level.limit.seconds is not None
    }
    assert {*bots.BOTS} - QUICK == by_the_clock | {"uct"}


def test_thoughts_are_shorter_when_many_people_wait_and_only_then(folder: Path) -> None:
    """Not for games that nobody watches, nor for one person's many tables."""

    async def play(scene: Scene) -> None:
        def choose(table: str, person: str, watched: bool = True, bot: str = "Gated") -> asyncio.Task[BotMove]:
            number = int(table)
            return scene.choose(bot, number, table, person=person, is_watched=lambda: watched)

        first = choose("1", "Ada")
        await there(folder / "begun-1")
        shortened = scene.bot_pool._shortened
        others = [choose(str(k), "Ada") for k in range(2, 6)] + [choose(str(k), "Eve", False) for k in range(6, 12)]
        await asyncio.sleep(0)
        assert shortened(3.0, "Ada") == 3.0
        others += [choose("20", "Bo"), choose("21", "Cleo"), choose("22", "Dan")]
        await asyncio.sleep(0)
        assert shortened(3.0, "Ada") == ROUND / 4
        assert shortened(1.0, "Ada") == 1.0
        others += [choose(str(k), f"guest {k}") for k in range(30, 80)]
        await asyncio.sleep(0)
        assert shortened(3.0, "Ada") == LEAST_SECONDS
        assert shortened(0.1, "Ada") == 0.1
        for task in others:
            task.cancel()
        (folder / "go").touch()
        await first

    run(play)


def test_a_table_has_one_worker_at_a_time(folder: Path) -> None:
    """Else its second request could overtake the first."""

    async def play(scene: Scene) -> None:
        thoughts = [scene.choose("Gated", seed, table) for table, seed in (("a", 1), ("a", 2), ("b", 3))]
        await asyncio.gather(there(folder / "begun-1"), there(folder / "begun-3"))
        assert (scene.bot_pool.waiting, scene.bot_pool.busy) == (1, 2)
        (folder / "go").touch()
        await asyncio.gather(*thoughts)

    run(play, processes=3)
    assert sorted((folder / "order").read_text().split()[:2]) == ["1", "3"]


def test_the_loop_runs_on_while_a_bot_computes(folder: Path) -> None:
    async def play(scene: Scene) -> None:
        thought = scene.choose("Busy")
        await there(folder / "begun-1")
        for _ in range(200):
            await asyncio.sleep(0.001)
        assert not thought.done()
        (folder / "go").touch()
        assert (await thought).action == scene.legal[-1]

    run(play)


def test_workers_give_way_to_the_server(folder: Path) -> None:
    async def play(scene: Scene) -> None:
        thought = scene.choose("Gated")
        pid = int(await there(folder / "begun-1"))
        assert os.getpriority(os.PRIO_PROCESS, pid) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 5)
        (folder / "go").touch()
        await thought

    run(play)


# -- failures ----------------------------------------------------------------------------------------------------------


def test_a_bot_that_fails_is_replaced_and_that_is_logged(logged: list[MutableMapping[str, Any]]) -> None:
    whys = {
        "Breaks": r"RuntimeError: lost in the \ud800 dunes",
        "Leaves": "SystemExit: 3",
        "Cheats": "it chose 'all of it', which is not legal",
        "Missing": "AttributeError: module 'server.slow_bots' has no attribute 'Missing'",
        "Dies": f"its process ended with -{signal.SIGSEGV.value}",
    }

    async def play(scene: Scene) -> None:
        for bot in whys:
            thought = await scene.choose(bot, table=f"oasis of {bot}")
            assert (thought.action, thought.bot, thought.replaced) == (scene.by("greedy"), "greedy", True)
            assert not (await scene.choose("greedy")).replaced

    run(play)
    assert [(entry["bot"], entry["by"], entry["table"], entry["why"]) for entry in replacements(logged)] == [
        (f"{BOTS}:{bot}", "greedy", f"oasis of {bot}", why) for bot, why in whys.items()
    ]
    assert "in choose" in replacements(logged)[0]["trace"]
    assert any("Segmentation fault" in entry.get("line", "") for entry in logged)


def test_a_bot_that_is_not_there_is_replaced(logged: list[MutableMapping[str, Any]]) -> None:
    async def play(scene: Scene) -> None:
        assert (await scene.choose("nobody")).bot == "greedy"

    run(play)
    assert "There is no bot called 'nobody'" in replacements(logged)[0]["why"]


def test_bots_of_other_modules_are_only_for_tests(logged: list[MutableMapping[str, Any]]) -> None:
    async def main() -> None:
        bot_pool = await BotPool.open()
        assert (await Scene(bot_pool).choose("Warms")).bot == "greedy"
        await bot_pool.close()

    asyncio.run(main())
    assert "There is no bot called" in replacements(logged)[0]["why"]


def test_a_bot_that_overruns_is_ended_and_replaced(folder: Path, logged: list[MutableMapping[str, Any]]) -> None:
    async def play(scene: Scene) -> None:
        thought = scene.choose("Busy", seconds=0.1)
        pid = int(await there(folder / "begun-1"))
        assert (await thought).bot == "greedy"
        assert (await thought).replaced
        await gone(pid)

    run(play, grace=2, loop=uvloop.new_event_loop)
    assert [entry["why"] for entry in replacements(logged)] == ["no answer within 2.1 s"]


def test_a_worker_killed_in_the_middle_of_a_thought_is_replaced(
    folder: Path, logged: list[MutableMapping[str, Any]]
) -> None:
    async def play(scene: Scene) -> None:
        thought = scene.choose("Gated")
        os.kill(int(await there(folder / "begun-1")), signal.SIGKILL)
        assert (await thought).bot == "greedy"

    run(play)
    assert [entry["why"] for entry in replacements(logged)] == [f"its process ended with -{signal.SIGKILL.value}"]


def test_a_worker_killed_while_it_is_idle_is_not_missed(folder: Path, logged: list[MutableMapping[str, Any]]) -> None:
    async def play(scene: Scene) -> None:
        (folder / "go").touch()
        await scene.choose("Gated")
        pid = int(await there(folder / "begun-1"))
        os.kill(pid, signal.SIGKILL)
        await gone(pid)
        async with asyncio.timeout(LONG):
            while Path(f"/proc/{pid}").exists():  # until the server has heard of it
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        assert not (await scene.choose("Gated", 2)).replaced

    run(play)
    assert replacements(logged) == []


def test_what_a_bot_prints_is_logged(logged: list[MutableMapping[str, Any]]) -> None:
    async def play(scene: Scene) -> None:
        thought = await scene.choose("Talks")
        assert (thought.action, thought.replaced) == (scene.legal[0], False)

    run(play)
    lines = [entry["line"] for entry in logged if entry["event"] == "a worker printed"]
    assert lines[:3] == ["printed", "an error", "written"]
    assert "(a line too long to log)" in lines


def test_workers_that_cannot_start_are_not_tried_over_and_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged: list[MutableMapping[str, Any]]
) -> None:
    """The table plays on at random, and as bots do once workers start again."""
    broken = tmp_path / "msgspec.py"
    broken.write_text(f"open({str(tmp_path / 'tries')!r}, 'a').write('x')\nraise ImportError('no such luck')\n")
    monkeypatch.syspath_prepend(str(tmp_path))

    async def play(scene: Scene) -> None:
        thoughts = [await scene.choose("greedy", seed) for seed in range(50)]
        assert [t.action for t in thoughts] == [scene.by("random", seed) for seed in range(50)]
        assert all(t.replaced and t.bot == "random" for t in thoughts)
        assert len((tmp_path / "tries").read_text()) < 10
        broken.unlink()
        async with asyncio.timeout(LONG):
            while (await scene.choose("greedy")).replaced:
                await asyncio.sleep(0.1)

    run(play)
    assert any("no such luck" in entry.get("line", "") for entry in logged)
    assert any(entry["event"] == "no worker can be started" for entry in logged)


# -- endings -----------------------------------------------------------------------------------------------------------


def test_a_cancelled_request_leaves_the_queue(folder: Path) -> None:
    async def play(scene: Scene) -> None:
        thoughts = [scene.choose("Gated", seed, table) for table, seed in (("a", 1), ("b", 2), ("b", 3))]
        await there(folder / "begun-1")
        thoughts[1].cancel()
        with pytest.raises(asyncio.CancelledError):
            await thoughts[1]
        assert scene.bot_pool.waiting == 1
        (folder / "go").touch()
        await asyncio.gather(thoughts[0], thoughts[2])

    run(play)
    assert (folder / "order").read_text().split() == ["1", "3"]


def test_a_cancelled_thought_frees_its_worker(folder: Path, logged: list[MutableMapping[str, Any]]) -> None:
    async def play(scene: Scene) -> None:
        thought, other = scene.choose("Busy"), scene.choose("greedy", table="other")
        pid = int(await there(folder / "begun-1"))
        thought.cancel()
        assert not (await other).replaced
        await asyncio.wait([thought])  # the other has a worker of its own, and may be done first
        assert thought.cancelled()
        await gone(pid)

    run(play)
    assert replacements(logged) == []


def test_closing_ends_everything_at_once(folder: Path, logged: list[MutableMapping[str, Any]]) -> None:
    async def play(scene: Scene) -> None:
        thoughts = [scene.choose("Busy", seed, table) for table, seed in (("a", 1), ("b", 2), ("c", 3))]
        pids = [int(await there(folder / f"begun-{seed}")) for seed in (1, 2)]
        await scene.bot_pool.close()
        assert not any(map(is_alive, pids))
        done, _ = await asyncio.wait([*thoughts, scene.choose("greedy")], timeout=LONG)
        assert [task.cancelled() for task in done] == [True] * 4

    run(play, processes=2)
    assert logged == []


def test_closing_before_a_worker_has_started_ends_it() -> None:
    async def play(scene: Scene) -> None:
        thought = scene.choose("greedy")
        await asyncio.sleep(0.05)
        await scene.bot_pool.close()
        with pytest.raises(asyncio.CancelledError):
            await thought

    run(play)


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_what_is_sent_to_the_whole_group_does_not_reach_a_thought(
    sent: signal.Signals, folder: Path, logged: list[MutableMapping[str, Any]]
) -> None:
    """Ctrl-C, and the way in which services are stopped: the server ends its workers when it has done with them."""

    async def play(scene: Scene) -> None:
        thought = scene.choose("Gated")
        os.kill(int(await there(folder / "begun-1")), sent)
        (folder / "go").touch()
        assert not (await thought).replaced

    run(play)
    assert logged == []


@pytest.mark.parametrize("bot", ["Gated", "Busy"])
def test_a_worker_dies_with_its_server(bot: str, folder: Path) -> None:
    tests = Path(__file__).resolve().parent.parent.parent
    command = [sys.executable, "-m", "server.thinking_server", f"{BOTS}:{bot}"]
    path = os.pathsep.join([str(tests), *filter(None, sys.path)])  # the sources under test, installed or not
    with subprocess.Popen(command, cwd=tests, env={**os.environ, "PYTHONPATH": path}) as server:
        worker = int(asyncio.run(there(folder / "begun-1")))
        assert is_alive(worker)
        server.send_signal(signal.SIGKILL)
    asyncio.run(gone(worker))
    assert not is_alive(worker)
