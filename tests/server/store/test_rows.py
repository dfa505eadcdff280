"""People, tables, seats, chat and lists: every method of the store but those of plies."""

from __future__ import annotations

from dataclasses import replace

import pytest

from saltroad.server.store import (
    SOMEBODY,
    AlreadyThere,
    BadValue,
    Ending,
    Line,
    NoSuchPerson,
    NoSuchTable,
    Person,
    Seat,
    Store,
    TableEnded,
)
from server.store.support import NOW, a_ply, a_table, person_seat, with_store


@with_store
async def test_a_person_is_kept_with_name_settings_and_password(store: Store) -> None:
    ada = await store.add_person("Ada ☂")
    assert ada == Person(ada.id, "Ada ☂", NOW)
    await store.rename(ada.id, "Ada L.")
    await store.set_settings(ada.id, {"language": "fr", "sounds": [1, None, True]})
    assert await store.password_hash(ada.id) is None
    await store.set_password_hash(ada.id, "$argon2id$x")
    assert await store.password_hash(ada.id) == "$argon2id$x"
    settings = {"language": "fr", "sounds": [1, None, True]}
    assert await store.person(ada.id) == Person(ada.id, "Ada L.", NOW, True, False, settings)
    await store.set_password_hash(ada.id, None)
    assert await store.password_hash(ada.id) is None
    assert await store.person("nobody") is None
    assert await store.password_hash("nobody") is None


@with_store
async def test_a_forgotten_person_is_somebody_everywhere_and_stays_so(store: Store) -> None:
    ada, bob = await store.add_person("Ada"), await store.add_person("Bob")
    seats = [person_seat(0, ada.id, "Ada"), person_seat(1, bob.id, "Bob")]
    await store.add_table(a_table("t", made_by=ada.id), seats)
    await store.append("t", 0, [a_ply(0)], ends=Ending("r", NOW))
    await store.add_line("t", ada.id, "Ada", "hello", NOW, False)
    await store.add_link(ada.id, b"link", NOW + 1)
    await store.set_password_hash(ada.id, "secret")
    await store.set_settings(ada.id, {"a": 1})
    await store.forget_person(ada.id)

    assert await store.person(ada.id) == Person(ada.id, SOMEBODY, NOW, gone=True)
    assert await store.password_hash(ada.id) is None
    assert await store.use_link(b"link", NOW) is None
    anonymous = [replace(seats[0], name=SOMEBODY), seats[1]]
    assert await store.seats("t") == tuple(anonymous)
    assert [line.name for line in await store.lines("t")] == [SOMEBODY]
    assert [listed.table.id for listed in await store.finished(player=ada.id)] == ["t"]
    assert len((await store.log("t")).plies) == 1
    # A server that still has the name in memory does not bring it back.
    await store.save_seats("t", seats)
    assert await store.seats("t") == tuple(anonymous)
    assert (await store.add_line("t", ada.id, "Ada", "again", NOW, False)).name == SOMEBODY
    await store.add_table(a_table("t2"), seats)
    assert await store.seats("t2") == tuple(anonymous)


@with_store
async def test_one_who_is_not_there_or_forgotten_cannot_be_changed(store: Store) -> None:
    gone = await store.add_person("Gone")
    await store.forget_person(gone.id)
    for id in ("nobody", gone.id):
        for change in (
            store.rename(id, "x"),
            store.set_settings(id, {}),
            store.set_password_hash(id, "x"),
            store.add_link(id, b"x", NOW),
            store.forget_person(id),
        ):
            with pytest.raises(NoSuchPerson, match="There is no person"):
                await change


@with_store
async def test_a_link_lets_in_once_and_in_time(store: Store) -> None:
    ada = await store.add_person("Ada")
    await store.add_link(ada.id, b"\0\xff one", NOW)
    await store.add_link(ada.id, b"late", NOW)
    assert await store.use_link(b"unknown", NOW - 1) is None
    assert await store.use_link(b"\0\xff one", NOW - 1) == ada
    assert await store.use_link(b"\0\xff one", NOW - 1) is None
    assert await store.use_link(b"late", NOW) is None
    await store.add_link(ada.id, b"twice", NOW)
    with pytest.raises(AlreadyThere):
        await store.add_link(ada.id, b"twice", NOW)


@with_store
async def test_a_table_is_kept_whole(store: Store) -> None:
    ada = await store.add_person("Ada")
    first = a_table("t", made_by=ada.id, state="open", public=False, pace={"days": 3, "x": [1.5, "é"]})
    seats = (
        person_seat(0, ada.id, "Ada"),
        Seat(1, "bot", None, "greedy", "Greedy"),
        Seat(2, "kept", name="Bo"),
        Seat(3),
    )
    await store.add_table(first, seats[::-1])
    assert await store.table("t") == first
    assert await store.seats("t") == seats
    await store.save_seats("t", seats[:2])
    assert await store.seats("t") == seats[:2]
    await store.set_state("t", "playing", at=NOW + 1, seats=seats)
    assert await store.table("t") == replace(first, state="playing", started=NOW + 1)
    assert await store.seats("t") == seats
    await store.set_state("t", "over", at=NOW + 2, result="won")
    assert await store.table("t") == replace(first, state="over", started=NOW + 1, ended=NOW + 2, result="won")
    with pytest.raises(TableEnded, match="'t' is over"):
        await store.set_state("t", "playing", at=NOW)
    again = a_table("t2", again_of="t", clocks=b"\0\1")
    await store.add_table(again)
    assert await store.table("t2") == again
    assert "seed" not in repr(again)
    assert await store.table("none") is None
    assert await store.seats("none") == ()


@with_store
async def test_ids_in_use_and_references_to_nothing_are_refused(store: Store) -> None:
    await store.add_table(a_table("t", game="first"))
    for table, seats in (
        (a_table("t"), []),
        (a_table("u", made_by="nobody"), []),
        (a_table("u", again_of="none"), []),
        (a_table("u"), [person_seat(0, "nobody", "x")]),
        (a_table("u"), [Seat(0), Seat(0)]),
        (a_table("u", state="odd"), []),
    ):
        with pytest.raises(AlreadyThere):
            await store.add_table(table, seats)
    found = await store.table("t")
    assert found is not None
    assert found.game == "first"
    assert await store.table("u") is None, "a table without its seats is not stored either"
    for change in (
        store.save_seats("none", []),
        store.set_state("none", "over", at=NOW),
        store.add_line("none", None, "x", "x", NOW, False),
    ):
        with pytest.raises(NoSuchTable):
            await change


@with_store
async def test_values_that_not_every_database_holds_are_refused(store: Store) -> None:
    await store.add_table(a_table("t"))
    for change in (
        store.add_person("nul \0"),
        store.add_line("t", None, "x", "half \ud800", NOW, False),
        store.append("t", 0, [(0, "\0", NOW)]),
        store.append("t", 0, [(0, "x", 2**63)]),
        store.append("t", 0, [(2**31, "x", NOW)]),
        store.append("t", 2**31, [a_ply(0)]),
        store.add_table(a_table("u", pace={"x": object()})),
    ):
        with pytest.raises(BadValue, match="stored"):
            await change


@with_store
async def test_lines_are_numbered_at_each_table_and_read_from_the_end(store: Store) -> None:
    ada = await store.add_person("Ada")
    for id in ("t", "u"):
        await store.add_table(a_table(id))
    first = await store.add_line("t", ada.id, "Ada", "good luck ☂", NOW, False)
    assert first == Line(1, ada.id, "Ada", "good luck ☂", NOW, False)
    await store.add_line("u", None, "guest", "psst", NOW, True)
    rest = [await store.add_line("t", None, "guest", str(k), NOW + k, True) for k in range(4)]
    assert await store.lines("t") == [first, *rest]
    assert await store.lines("t", after=2) == rest[1:]
    assert await store.lines("t", most=2) == rest[-2:]
    assert [line.number for line in await store.lines("u")] == [1]
    assert await store.lines("none") == []


@with_store
async def test_lists_of_tables(store: Store) -> None:
    ada, bob = await store.add_person("Ada"), await store.add_person("Bob")
    seats = (person_seat(0, ada.id, "Ada"), Seat(1))
    await store.add_table(a_table("old", state="open", made=1), seats)
    await store.add_table(a_table("new", state="open", made=3, made_by=bob.id))
    await store.add_table(a_table("hidden", state="open", made=2, public=False), seats)
    await store.add_table(a_table("on", state="playing", made=4), seats)
    await store.add_table(a_table("shut", state="closed", made=5), seats)

    assert [(listed.table.id, listed.seats) for listed in await store.open_tables(10)] == [("new", ()), ("old", seats)]
    assert [listed.table.id for listed in await store.open_tables(1)] == ["new"]
    assert [listed.table.id for listed in await store.tables_of(ada.id, 10)] == ["on", "hidden", "old"]
    assert [listed.table.id for listed in await store.tables_of(bob.id)] == ["new"]
    assert [listed.table.id for listed in await store.unfinished()] == ["old", "hidden", "new", "on"]


@with_store
async def test_finished_games_come_in_pages_and_none_is_lost(store: Store) -> None:
    ada = await store.add_person("Ada")
    ends = [5, 7, 7, 7, 9, 2]
    for k, ended in enumerate(ends):
        seats = [person_seat(0, ada.id, "Ada")] if k % 2 else []
        game = "bazaar" if k < 4 else "desert_bazaar"
        await store.add_table(a_table(f"t{k}", game=game, state="over", ended=ended, public=k != 3), seats)
    pages, before = [], None
    while page := await store.finished(before=before, most=2):
        pages.append([listed.table.id for listed in page])
        before = page[-1].table.id
    assert pages == [["t4", "t2"], ["t1", "t0"], ["t5"]]
    assert [listed.table.id for listed in await store.finished("desert_bazaar")] == ["t4", "t5"]
    assert [listed.table.id for listed in await store.finished(player=ada.id)] == ["t3", "t1", "t5"]
    assert await store.finished(before="none") == []
