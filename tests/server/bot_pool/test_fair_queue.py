"""Turns between people and their tables, without workers: fair by time, no table twice at once, no desk lost."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

import pytest

from saltroad.server.bot_pool.fair_queue import HOLD, PATIENCE, FairQueue


class Desks:
    """Turns on a clock that the test turns, and who was served."""

    def __init__(self, desks: int = 1) -> None:
        self.now = 0.0
        self.turns = FairQueue(range(desks), lambda: self.now)
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
        """Those who think need so long, and give their desks back; who has got one then."""
        await self.settle()
        self.now += seconds
        for table, desk in list(self._held.items()):
            del self._held[table]
            self.turns.give(table, desk)
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
        desks = Desks()
        for number in range(15):
            desks.ask(f"a{number}", "Ada")
        await desks.settle()
        desks.ask("b", "Bo")
        desks.ask("c", "Cleo")
        assert await desks.pass_time(3.0) == ["b"]
        assert await desks.pass_time(3.0) == ["c"]
        assert await desks.pass_time(3.0) == ["a1"]
        for _ in range(4):  # and again and again
            desks.ask("b", "Bo")
            assert await desks.pass_time(3.0) == ["b"]
            assert len(await desks.pass_time(3.0)) == 1

    asyncio.run(main())


def test_what_counts_is_the_time_that_a_person_has_used() -> None:
    async def main() -> None:
        desks = Desks()
        desks.ask("slow", "Ada")
        await desks.settle()
        desks.ask("slow again", "Ada")
        for number in range(8):
            desks.ask(f"quick {number}", "Bo")
        await desks.pass_time(3.0)
        while desks.turns.waiting:
            await desks.pass_time(0.5)
        before = desks.served[1 : desks.served.index("slow again")]
        assert len(before) == 6, "six short thoughts are as much as a long one"

    asyncio.run(main())


def test_staying_away_saves_nothing_up() -> None:
    async def main() -> None:
        desks = Desks()
        for number in range(40):
            desks.ask(f"a{number}", "Ada")
        for _ in range(10):
            await desks.pass_time(3.0)
        for number in range(10):
            desks.ask(f"b{number}", "Bo")
        await desks.settle()
        turns = [(await desks.pass_time(3.0))[0][0] for _ in range(8)]
        assert turns == ["b", "a", "b", "a", "b", "a", "b", "a"]
        for wait in desks.waits:
            wait.cancel()

    asyncio.run(main())


def test_a_person_has_one_desk_at_a_time_while_others_wait() -> None:
    async def main() -> None:
        desks = Desks(2)
        for number in range(4):
            desks.ask(f"a{number}", "Ada")
        await desks.settle()
        assert desks.served == ["a0", "a1"], "nobody else wants one"
        desks.ask("b0", "Bo")
        desks.ask("b1", "Bo")
        await desks.settle()
        assert sorted(await desks.pass_time(3.0)) == ["a2", "b0"]

    asyncio.run(main())


def test_games_with_somebody_there_come_first() -> None:
    async def main() -> None:
        desks, cleo_is_here = Desks(), False
        for number in range(3):
            desks.ask(f"a{number}", "Ada", never)
        await desks.settle()
        desks.ask("c", "Cleo", lambda: cleo_is_here)
        desks.ask("b", "Bo")
        assert await desks.pass_time(3.0) == ["b"]
        assert await desks.pass_time(3.0) == []
        assert await desks.pass_time(HOLD) == ["c"], "of those that nobody watches, the person's who has used less"
        desks.ask("c", "Cleo", lambda: cleo_is_here)
        await desks.settle()
        cleo_is_here = True  # she comes while it waits
        assert await desks.pass_time(3.0) == ["c"]
        assert await desks.pass_time(3.0) == []
        assert await desks.pass_time(HOLD) == ["a1"]

    asyncio.run(main())


def test_games_that_nobody_watches_come_late_and_not_never() -> None:
    """And a person's only now and then, however many of them there are."""

    async def main() -> None:
        desks = Desks()
        desks.ask("b", "Bo")
        for number in range(15):
            desks.ask(f"a{number}", "Ada", never)
        at: list[float] = []
        while len(at) < 3:
            assert desks.now < 5 * PATIENCE
            desks.ask("b", "Bo")
            if (await desks.pass_time(3.0))[0] != "b":
                at.append(desks.now)
        assert at[0] > PATIENCE
        assert at[1] - at[0] > PATIENCE
        assert at[2] - at[1] > PATIENCE
        for wait in desks.waits:
            wait.cancel()

    asyncio.run(main())


def test_a_desk_is_kept_for_the_next_bot_of_a_game_with_somebody_there() -> None:
    async def main() -> None:
        desks = Desks()
        desks.ask("b", "Bo")
        desks.ask("a", "Ada", never)
        assert await desks.pass_time(3.0) == [], "nobody waits for it"
        desks.ask("b", "Bo")
        await desks.settle()
        assert desks.served == ["b", "b"], "but for this one"
        assert await desks.pass_time(3.0) == []
        desks.now += HOLD
        await desks.waits[1]  # by itself, as nothing comes
        assert desks.served == ["b", "b", "a"]

    asyncio.run(main())


def test_accounts_are_forgotten() -> None:
    """Else a server that is never idle would keep one for everybody who ever played."""

    async def main() -> None:
        desks = Desks()
        for number in range(200):
            desks.ask(f"t{number}", f"person {number}")
            desks.ask(f"u{number}", f"person {number}")
            await desks.pass_time(1.0)
            assert desks.turns.busy
        assert len(desks.turns._used) < 250
        while desks.turns.busy:
            await desks.pass_time(1.0)
        assert not desks.turns._used

    asyncio.run(main())


def test_who_waits_and_watches_is_counted_once() -> None:
    async def main() -> None:
        desks = Desks()
        for table, person in (("a", "Ada"), ("b", "Bo"), ("c", "Bo"), ("d", "Cleo")):
            desks.ask(table, person)
        desks.ask("e", "Dan", never)
        await desks.settle()
        assert desks.turns.people_waiting(besides="Ada") == 2
        assert desks.turns.people_waiting(besides="Bo") == 1
        for wait in desks.waits:
            wait.cancel()

    asyncio.run(main())


def test_a_table_that_asks_much_waits_behind_the_others() -> None:
    async def main() -> list[str]:
        turns, served = FairQueue(["desk"], lambda: 0.0), list[str]()

        async def ask(table: str) -> None:
            desk = await turns.take(table)
            served.append(table)
            await asyncio.sleep(0)
            turns.give(table, desk)

        await asyncio.gather(*map(ask, "aaaabbc"))
        return served

    assert "".join(asyncio.run(main())) == "abcabaa"


@pytest.mark.parametrize("seed", range(20))
def test_no_table_is_served_twice_at_once_and_no_desk_is_lost(seed: int) -> None:
    rng = random.Random(seed)
    desks = range(rng.randint(1, 3))

    async def main() -> None:
        turns = FairQueue(desks)
        at_work: dict[str, int] = {}
        served: dict[str, list[int]] = {}

        async def ask(table: str, number: int) -> None:
            desk = await turns.take(table)
            try:
                assert table not in at_work
                assert desk not in at_work.values()
                at_work[table] = desk
                assert len(at_work) <= turns.busy <= len(desks)
                served.setdefault(table, []).append(number)
                for _ in range(rng.randint(0, 3)):
                    await asyncio.sleep(0)
            finally:
                at_work.pop(table, None)
                turns.give(table, desk)

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
        assert sorted([await turns.take(f"t{k}") for k in desks]) == list(desks)

    asyncio.run(main())


def test_closing_cancels_who_waits() -> None:
    async def main() -> None:
        turns = FairQueue(["desk"])
        await turns.take("a")
        waiting = [asyncio.create_task(turns.take(table)) for table in ("a", "b", "b")]
        await asyncio.sleep(0)
        assert turns.waiting == 3
        turns.close()
        await asyncio.wait(waiting)
        assert all(task.cancelled() for task in waiting)
        assert (turns.waiting, turns.busy) == (0, 1)

    asyncio.run(main())
