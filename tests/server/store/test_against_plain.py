"""Any calls, in groups of any size, leave the store as they leave a plain program in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncConnection

from saltroad.server.store import Ending, Seat, Store, StoredPly, schema
from server.store.plain import PlainStore
from server.store.support import NOW, Database, a_table, person_seat

IDS = st.sampled_from(["a", "b", "c"])
PERSONS = st.integers(0, 2)
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)
CALLS = st.one_of(
    st.tuples(
        st.just("append"),
        IDS,
        st.sampled_from([0, 0, 0, 0, -1, 1]),
        st.lists(TEXTS, max_size=3),
        st.sampled_from([False] * 8 + [True]),
        st.sampled_from([None, b"", b"\0\1"]),
    ),
    st.tuples(st.just("take_back"), IDS, st.integers(-1, 5), st.booleans()),
    st.tuples(st.just("add_table"), IDS, st.booleans(), PERSONS),
    st.tuples(st.just("set_state"), IDS, st.sampled_from(["open", "playing", "playing", "playing", "closed"])),
    st.tuples(st.just("save_seats"), IDS, st.lists(PERSONS, max_size=3)),
    st.tuples(st.just("add_line"), IDS, st.none() | PERSONS, TEXTS, st.booleans()),
    st.tuples(st.just("rename"), PERSONS, TEXTS),
    st.tuples(st.just("set_login"), PERSONS, st.sampled_from(["Ada", "aDA", "Bo", "BO"])),
    st.tuples(st.just("forget"), st.sampled_from([0, 1, 2, None, None, None])),
)


async def wipe(connection: AsyncConnection) -> None:
    for table in reversed(schema.metadata.sorted_tables):
        await connection.execute(delete(table))


def test_the_store_agrees_with_a_plain_program(database: Database) -> None:
    with asyncio.Runner() as runner:
        opened = [runner.run(Store.open(database.where))]

        class Machine(RuleBasedStateMachine):
            def __init__(self) -> None:
                super().__init__()
                self.plain = PlainStore()
                self.moment = NOW

            @property
            def store(self) -> Store:
                return opened[0]

            @initialize()
            def begin(self) -> None:
                runner.run(self.store._writer.change(wipe))
                self.people = [runner.run(self.store.add_person(f"P{k}")).id for k in range(3)]
                self.plain.names = {id: f"P{k}" for k, id in enumerate(self.people)}
                for id in "ab":
                    assert runner.run(self.answer(*self.call(("add_table", id, True, 0))))

            @rule(calls=st.lists(CALLS, min_size=1, max_size=8))
            def at_once(self, calls: list[tuple[Any, ...]]) -> None:
                """Calls made at once are stored in their order, most of them in one commit."""
                made = [self.call(call) for call in calls]

                async def go() -> list[bool]:
                    return list(await asyncio.gather(*(self.answer(*one) for one in made)))

                assert all(runner.run(go())), calls

            @rule()
            def open_again(self) -> None:
                runner.run(self.store.close())
                opened[0] = runner.run(Store.open(database.where))

            @invariant()
            def all_is_the_same(self) -> None:
                runner.run(self.compare())

            async def answer(self, call: Coroutine[Any, Any, Any], expected: str | None) -> bool:
                try:
                    await call
                except Exception as error:
                    return type(error).__name__ == expected
                return expected is None

            def call(self, call: tuple[Any, ...]) -> tuple[Coroutine[Any, Any, Any], str | None]:
                """The call to the store, and the refusal that the plain program gives."""
                self.moment = at = self.moment + 1
                store, plain = self.store, self.plain
                match call:
                    case ("append", id, shift, texts, ends, clocks):
                        first = (len(plain.tables[id].plies) if id in plain.tables else 0) + shift
                        plies = [StoredPly(k - 1, text, at) for k, text in enumerate(texts)]
                        ending = Ending(f"r{at}", at) if ends else None
                        expected = plain.append(id, first, plies, ending, clocks)
                        return store.append(id, first, plies, ends=ending, clocks=clocks), expected
                    case ("take_back", id, to_ply, noted):
                        return store.take_back(id, to_ply, at, noted=noted), plain.take_back(id, to_ply, at, noted)
                    case ("add_table", id, public, person):
                        table, seats = a_table(id, public=public, made=at), self.seats([person])
                        return store.add_table(table, seats), plain.add_table(table, seats)
                    case ("set_state", id, state):
                        return store.set_state(id, state, at=at), plain.set_state(id, state, at)
                    case ("save_seats", id, persons):
                        seats = self.seats(persons)
                        return store.save_seats(id, seats), plain.save_seats(id, seats)
                    case ("add_line", id, person, text, apart):
                        who = None if person is None else self.people[person]
                        line = (id, who, "name", text, at, apart)
                        return store.add_line(*line), plain.add_line(*line)
                    case ("rename", person, name):
                        return store.rename(self.people[person], name), plain.rename(self.people[person], name)
                    case ("set_login", person, login):
                        who = self.people[person]
                        return store.set_login(who, login, "hash"), plain.set_login(who, login)
                    case ("forget", None):
                        return store.log("a"), None
                    case ("forget", person):
                        return store.forget_person(self.people[person]), plain.forget_person(self.people[person])
                raise AssertionError(call)

            def seats(self, persons: list[int]) -> list[Seat]:
                return [person_seat(k, self.people[person], f"seat {k}") for k, person in enumerate(persons)]

            async def compare(self) -> None:
                store, tables = self.store, self.plain.tables
                for id, table in tables.items():
                    assert await store.log(id) == table.log
                    assert await store.table(id) == table.row
                    assert await store.seats(id) == tuple(table.seats)
                    assert await store.lines(id) == table.lines
                for id, name in self.plain.names.items():
                    person = await store.person(id)
                    assert person is not None
                    assert (person.name, person.gone) == (name, id in self.plain.gone)
                    assert person.login == self.plain.logins.get(id)
                rows = [table.row for table in tables.values()]
                newest = sorted(rows, key=lambda row: row.made, reverse=True)
                assert [x.table for x in await store.open_tables()] == [
                    row for row in newest if row.public and row.state == "open"
                ]
                assert [x.table for x in await store.unfinished()] == [
                    row for row in reversed(newest) if row.state in {"open", "playing"}
                ]
                over = [row for row in rows if row.state == "over" and row.public]
                assert [x.table for x in await store.finished()] == sorted(over, key=lambda row: -(row.ended or 0))

        run_state_machine_as_test(
            Machine,
            settings=settings(
                max_examples=15, stateful_step_count=10, deadline=None, suppress_health_check=list(HealthCheck)
            ),
        )
        runner.run(opened[0].close())
