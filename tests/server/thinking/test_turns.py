"""Turns between tables, without workers: no table twice at once, nobody forgotten, no desk lost."""

from __future__ import annotations

import asyncio
import random

import pytest

from saltroad.server.thinking.turns import Turns


def test_a_table_that_asks_much_waits_behind_the_others() -> None:
    async def main() -> list[str]:
        turns, served = Turns(["desk"]), list[str]()

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
        turns = Turns(desks)
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
        turns = Turns(["desk"])
        await turns.take("a")
        waiting = [asyncio.create_task(turns.take(table)) for table in ("a", "b", "b")]
        await asyncio.sleep(0)
        assert turns.waiting == 3
        turns.close()
        await asyncio.wait(waiting)
        assert all(task.cancelled() for task in waiting)
        assert (turns.waiting, turns.busy) == (0, 1)

    asyncio.run(main())
