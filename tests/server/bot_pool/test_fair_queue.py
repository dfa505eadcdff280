"""Turns between people and their tables, without workers: fair by time, no table twice at once, no worker lost."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

import pytest

from saltroad.server.bot_pool.fair_queue import HOLD, PATIENCE, FairQueue


class Workers:
    """Turns on a clock that the test turns, and who was served."""

    def __init__(self, workers: int = 1) -> None:
        self.now = 0.0
        self.turns = FairQueue(range(workers), lambda: self.now)
        self.served: list[str] = []
        """The tables, in order."""
        self.waits: list[asyncio.Task[None]] = []
        self._held: dict[str, int] = {}

    def ask(self, table: str, person: str, is_watched: Callable[[], bool] = lambda: True) -> None:
        async def take() -> None:
            self._held[table] = await self.turns.take(table, person, is_watched)
            self.served.append(table)

        self.waits.append(asyncio.create_task(take()))

    async def pass_time(self, seconds: float) -> list[str]:
        """Those who think need so long, and give their workers back; who has got one then."""
        await self.settle()
        self.now += seconds
        for table, worker in list(self._held.items()):
            del self._held[table]
            self.turns.give(table, worker)
        before = len(self.served)
        self.turns._deal()  # as its timer does, on another clock
        await self.settle()
        return self.served[before:]

    async def settle(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)


def never() -> bool:
    return False


def test_fifteen_tables_of_one_person_cost_the_others_one_thought_at_most() -> None:
    async def main() -> None:
        workers = Workers()
        for number in range(15):
            workers.ask(f"a{number}", "Ada")
        await workers.settle()
        workers.ask("b", "Bo")
        workers.ask("c", "Cleo")
        assert await workers.pass_time(3.0) == ["b"]
        assert await workers.pass_time(3.0) == ["c"]
        assert await workers.pass_time(3.0) == ["a1"]
        for _ in range(4):  # and again and again
            workers.ask("b", "Bo")
            assert await workers.pass_time(3.0) == ["b"]
            assert len(await workers.pass_time(3.0)) == 1

    asyncio.run(main())


def test_what_counts_is_the_time_that_a_person_has_used() -> None:
    async def main() -> None:
        workers = Workers()
        workers.ask("slow", "Ada")
        await workers.settle()
        workers.ask("slow again", "Ada")
        for number in range(8):
            workers.ask(f"quick {number}", "Bo")
        await workers.pass_time(3.0)
        while workers.turns.waiting:
            await workers.pass_time(0.5)
        before = workers.served[1 : workers.served.index("slow again")]
        assert len(before) == 6, "six short thoughts are as much as a long one"

    asyncio.run(main())


def test_staying_away_saves_nothing_up() -> None:
    async def main() -> None:
        workers = Workers()
        for number in range(40):
            workers.ask(f"a{number}", "Ada")
        for _ in range(10):
            await workers.pass_time(3.0)
        for number in range(10):
            workers.ask(f"b{number}", "Bo")
        await workers.settle()
        turns = [(await workers.pass_time(3.0))[0][0] for _ in range(8)]
        assert turns == ["b", "a", "b", "a", "b", "a", "b", "a"]
        for wait in workers.waits:
            wait.cancel()

    asyncio.run(main())


def test_a_person_has_one_desk_at_a_time_while_others_wait() -> None:
    async def main() -> None:
        workers = Workers(2)
        for number in range(4):
            workers.ask(f"a{number}", "Ada")
        await workers.settle()
        assert workers.served == ["a0", "a1"], "nobody else wants one"
        workers.ask("b0", "Bo")
        workers.ask("b1", "Bo")
        await workers.settle()
        assert sorted(await workers.pass_time(3.0)) == ["a2", "b0"]

    asyncio.run(main())


def test_games_with_somebody_there_come_first() -> None:
    async def main() -> None:
        workers, cleo_is_here = Workers(), False
        for number in range(3):
            workers.ask(f"a{number}", "Ada", never)
        await workers.settle()
        workers.ask("c", "Cleo", lambda: cleo_is_here)
        workers.ask("b", "Bo")
        assert await workers.pass_time(3.0) == ["b"]
        assert await workers.pass_time(3.0) == []
        assert await workers.pass_time(HOLD) == ["c"], "of those that nobody watches, the person's who has used less"
        workers.ask("c", "Cleo", lambda: cleo_is_here)
        await workers.settle()
        cleo_is_here = True  # she comes while it waits
        assert await workers.pass_time(3.0) == ["c"]
        assert await workers.pass_time(3.0) == []
        assert await workers.pass_time(HOLD) == ["a1"]

    asyncio.run(main())


def test_games_that_nobody_watches_come_late_and_not_never() -> None:
    """And a person's only now and then, however many of them there are."""

    async def main() -> None:
        workers = Workers()
        workers.ask("b", "Bo")
        for number in range(15):
            workers.ask(f"a{number}", "Ada", never)
        at: list[float] = []
        while len(at) < 3:
            assert workers.now < 5 * PATIENCE
            workers.ask("b", "Bo")
            if (await workers.pass_time(3.0))[0] != "b":
                at.append(workers.now)
        assert at[0] > PATIENCE
        assert at[1] - at[0] > PATIENCE
        assert at[2] - at[1] > PATIENCE
        for wait in workers.waits:
            wait.cancel()

    asyncio.run(main())


def test_a_desk_is_kept_for_the_next_bot_of_a_game_with_somebody_there() -> None:
    async def main() -> None:
        workers = Workers()
        workers.ask("b", "Bo")
        workers.ask("a", "Ada", never)
        assert await workers.pass_time(3.0) == [], "nobody waits for it"
        workers.ask("b", "Bo")
        await workers.settle()
        assert workers.served == ["b", "b"], "but for this one"
        assert await workers.pass_time(3.0) == []
        workers.now += HOLD
        await workers.waits[1]  # by itself, as nothing comes
        assert workers.served == ["b", "b", "a"]

    asyncio.run(main())


def test_accounts_are_forgotten() -> None:
    """Else a server that is never idle would keep one for everybody who ever played."""

    async def main() -> None:
        workers = Workers()
        for number in range(200):
            workers.ask(f"t{number}", f"person {number}")
            workers.ask(f"u{number}", f"person {number}")
            await workers.pass_time(1.0)
            assert workers.turns.busy
        assert len(workers.turns._used) < 250
        while workers.turns.busy:
            await workers.pass_time(1.0)
        assert not workers.turns._used

    asyncio.run(main())


def test_who_waits_and_watches_is_counted_once() -> None:
    async def main() -> None:
        workers = Workers()
        for table, person in (("a", "Ada"), ("b", "Bo"), ("c", "Bo"), ("d", "Cleo")):
            workers.ask(table, person)
        workers.ask("e", "Dan", never)
        await workers.settle()
        assert workers.turns.people_waiting(besides="Ada") == 2
        assert workers.turns.people_waiting(besides="Bo") == 1
        for wait in workers.waits:
            wait.cancel()

    asyncio.run(main())


def test_a_table_that_asks_much_waits_behind_the_others() -> None:
    async def main() -> list[str]:
        turns, served = FairQueue(["worker"], lambda: 0.0), list[str]()

        async def ask(table: str) -> None:
            worker = await turns.take(table)
            served.append(table)
            await asyncio.sleep(0)
            turns.give(table, worker)

        await asyncio.gather(*map(ask, "aaaabbc"))
        return served

    assert "".join(asyncio.run(main())) == "abcabaa"


@pytest.mark.parametrize("seed", range(20))
def test_no_table_is_served_twice_at_once_and_no_desk_is_lost(seed: int) -> None:
    rng = random.Random(seed)
    workers = range(rng.randint(1, 3))

    async def main() -> None:
        turns = FairQueue(workers)
        at_work: dict[str, int] = {}
        served: dict[str, list[int]] = {}

        async def ask(table: str, number: int) -> None:
            worker = await turns.take(table)
            try:
                assert table not in at_work
                assert worker not in at_work.values()
                at_work[table] = worker
                assert len(at_work) <= turns.busy <= len(workers)
                served.setdefault(table, []).append(number)
                for _ in range(rng.randint(0, 3)):
                    await asyncio.sleep(0)
            finally:
                at_work.pop(table, None)
                turns.give(table, worker)

        asked: list[asyncio.Task[None]] = []
        for number in range(300):
            asked.append(asyncio.create_task(ask(rng.choice("abcde"), number)))
            if rng.random() < 0.4:
                rng.choice(asked).cancel()
            if rng.random() < 0.5:
                await asyncio.sleep(0)
        results = await asyncio.gather(*asked, return_exceptions=True)
        assert {type(result) for result in results} == {type(None), asyncio.CancelledError}
        assert all(numbers == sorted(numbers) for numbers in served.values())
        assert (turns.waiting, turns.busy) == (0, 0)
        assert sorted([await turns.take(f"t{k}") for k in workers]) == list(workers)

    asyncio.run(main())


def test_closing_cancels_who_waits() -> None:
    async def main() -> None:
        turns = FairQueue(["worker"])
        await turns.take("a")
        waiting = [asyncio.create_task(turns.take(table)) for table in ("a", "b", "b")]
        await asyncio.sleep(0)
        assert turns.waiting == 3
        turns.close()
        await asyncio.wait(waiting)
        assert all(task.cancelled() for task in waiting)
        assert (turns.waiting, turns.busy) == (0, 1)

    asyncio.run(main())
