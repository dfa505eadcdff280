"""People, tables, seats, chat and lists: every method of the store but those of plies."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from saltroad.server.store import (
    FORGOTTEN_NAME,
    AlreadyExists,
    ApiToken,
    BadValue,
    ChangedMeanwhile,
    ChatLine,
    Ending,
    Log,
    NoSuchPerson,
    NoSuchTable,
    Person,
    RemovedCredentials,
    Seat,
    Store,
    StoredPly,
    TableEnded,
    TooManyOpen,
)
from server.store.support import NOW, Database, a_ply, a_table, person_seat, with_store


@with_store
async def test_a_person_is_stored_with_name_settings_and_password(store: Store) -> None:
    ada = await store.add_person("Ada ☂")
    assert ada == Person(ada.id, "Ada ☂", NOW, epoch=1)
    await store.rename(ada.id, "Ada L.")
    await store.set_settings(ada.id, {"language": "fr", "sounds": [1, None, True]})
    assert await store.password_hash(ada.id) is None
    await store.set_password_hash(ada.id, "$argon2id$x")
    assert await store.password_hash(ada.id) == "$argon2id$x"
    settings = {"language": "fr", "sounds": [1, None, True]}
    assert await store.person(ada.id) == Person(ada.id, "Ada L.", NOW, True, False, settings, epoch=1)
    await store.set_password_hash(ada.id, None)
    assert await store.password_hash(ada.id) is None
    assert await store.person("nobody") is None
    assert await store.password_hash("nobody") is None


@with_store
async def test_a_forgotten_person_is_anonymous_everywhere_and_stays_so(store: Store) -> None:
    ada, bob = await store.add_person("Ada"), await store.add_person("Bob")
    seats = [person_seat(0, ada.id, "Ada"), person_seat(1, bob.id, "Bob")]
    await store.add_table(a_table("t", made_by=ada.id), seats)
    await store.append("t", 0, [a_ply(0)], ends=Ending("r", NOW))
    await store.add_line("t", ada.id, "Ada", "hello", NOW, False)
    await store.add_link(ada.id, b"link", NOW + 1)
    await store.set_password_hash(ada.id, "secret")
    await store.set_settings(ada.id, {"a": 1})
    await store.set_login(ada.id, "ada", "secret")
    await store.add_token(ada.id, "k", b"token", "my bot")
    await store.add_link(ada.id, b"link", NOW + 1)
    await store.add_session(ada.id, "s", b"secret", "Firefox|Linux")
    assert await store.forget_person(ada.id) == RemovedCredentials(("s",), ("k",))

    assert await store.person(ada.id) == Person(ada.id, FORGOTTEN_NAME, NOW, gone=True, epoch=3)
    assert await store.session("s") is None
    assert await store.password_hash(ada.id) is None
    assert await store.use_link(b"link", NOW) is None
    assert await store.person_by_login("ada") is None
    assert await store.person_by_token(b"token") is None
    assert await store.tokens(ada.id) == []
    anonymous = [replace(seats[0], name=FORGOTTEN_NAME), seats[1]]
    assert await store.seats("t") == tuple(anonymous)
    assert [line.name for line in await store.lines("t")] == [FORGOTTEN_NAME]
    assert [listed.table.id for listed in await store.finished(player=ada.id)] == ["t"]
    assert len((await store.log("t")).plies) == 1
    # A server that still has the name in memory does not bring it back.
    await store.save_seats("t", seats)
    assert await store.seats("t") == tuple(anonymous)
    assert (await store.add_line("t", ada.id, "Ada", "again", NOW, False)).name == FORGOTTEN_NAME
    await store.add_table(a_table("t2"), seats)
    assert await store.seats("t2") == tuple(anonymous)
    assert [listed.table.id for listed in await store.finished(name="somebody")] == ["t"]
    assert await store.finished(name="ada") == [], "nobody finds the old name"
    await store.set_login(bob.id, "Ada", "other")  # the login is free again


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
            store.set_login(id, "x", "x"),
            store.add_token(id, "x", b"x", "x"),
            store.add_session(id, "x", b"x", "x"),
            store.end_sessions(id),
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
    with pytest.raises(AlreadyExists):
        await store.add_link(ada.id, b"twice", NOW)


@with_store
async def test_a_login_is_one_persons_in_whatever_case(store: Store) -> None:
    ada, bob = await store.add_person("Ada"), await store.add_person("Bob")
    await store.set_login(ada.id, "Élodie  Straße", "hash 1")
    whole = Person(ada.id, "Ada", NOW, True, login="Élodie  Straße", epoch=2)
    for text in ("Élodie  Straße", " e\u0301LODIE strasse "):
        assert await store.person_by_login(text) == (whole, "hash 1")
        with pytest.raises(AlreadyExists, match="is taken"):
            await store.set_login(bob.id, text, "hash 2")
    assert await store.person(ada.id) == whole
    assert await store.person_by_login("elodie strasse") is None
    assert await store.person(bob.id) == bob
    await store.set_login(ada.id, "ÉLODIE STRASSE", "hash 3")  # one may write one's own differently
    await store.set_login(ada.id, "ada", "hash 4")
    await store.set_login(bob.id, "Élodie Straße", "hash 5")
    assert (await store.person_by_login("Ada") or (None, ""))[1] == "hash 4"
    for empty in ("", "  "):
        with pytest.raises(BadValue, match="at least one character"):
            await store.set_login(bob.id, empty, "x")
    await store.set_password_hash(bob.id, None)
    assert await store.person_by_login("Élodie Straße") is None, "without a password nobody comes in by a login"


def test_of_two_who_want_a_login_at_once_one_gets_it(database: Database) -> None:
    async def go() -> None:
        stores = [await Store.open(database.where) for _ in range(2)]
        people = [await store.add_person(f"P{k}") for k, store in enumerate(stores)]
        wishes = (store.set_login(person.id, "Ada", "x") for store, person in zip(stores, people, strict=True))
        answers = await asyncio.gather(*wishes, return_exceptions=True)
        assert sorted(type(answer).__name__ for answer in answers) == ["AlreadyExists", "RemovedCredentials"]
        for store in stores:
            await store.close()

    asyncio.run(go())


def test_a_token_lets_a_program_in_and_is_noted_once_an_hour(database: Database) -> None:
    hour = 3_600_000
    now = NOW

    async def go() -> None:
        nonlocal now
        store = await Store.open(database.where, clock=lambda: now)
        ada, bob = await store.add_person("Ada"), await store.add_person("Bob")
        first = await store.add_token(ada.id, "k1", b"\0\xff", "my bot")
        assert first == ApiToken("k1", ada.id, "my bot", NOW)
        now += 1
        second = await store.add_token(ada.id, "k0", b"other", "", "watch")
        assert second.scope == "watch"
        assert await store.tokens(ada.id) == [first, second]
        for id, token_hash in (("k1", b"new"), ("k9", b"other")):
            with pytest.raises(AlreadyExists):
                await store.add_token(bob.id, id, token_hash, "")
        assert await store.person_by_token(b"unknown") is None
        for later, noted in ((1, NOW + 1), (hour, NOW + 1), (hour + 1, NOW + hour + 1)):
            now = NOW + later
            found = await store.person_by_token(b"\0\xff")
            assert found is not None
            assert (found[0], found[1].id) == (ada, "k1")
            assert await store.tokens(ada.id) == [replace(first, used=noted), second]
        assert not await store.remove_token(bob.id, "k1"), "it is not his"
        assert await store.remove_token(ada.id, "k1")
        assert not await store.remove_token(ada.id, "k1")
        assert await store.person_by_token(b"\0\xff") is None
        assert await store.tokens(ada.id) == [second]
        await store.close()

    asyncio.run(go())


@with_store
async def test_all_fields_of_a_table_are_stored(store: Store) -> None:
    ada = await store.add_person("Ada")
    first = a_table("t", made_by=ada.id, state="open", public=False, pace={"days": 3, "x": [1.5, "é"]})
    seats = (
        person_seat(0, ada.id, "Ada"),
        Seat(1, "bot", None, "greedy", "Greedy"),
        Seat(2, "kept", name="Bo"),
        Seat(3),
        replace(person_seat(4, ada.id, "Ada"), bot="greedy"),
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
    again = a_table("t2", again_of="t", clocks=b"\0\1", drawn=False, record="date: 2001")
    assert await store.again_table("t") is None
    await store.add_table(again)
    await store.add_table(a_table("t0", again_of="t", made=NOW + 1))
    assert await store.again_table("t") == "t2"
    assert await store.table("t2") == again
    assert "seed" not in repr(again)
    assert await store.table("none") is None
    assert await store.seats("none") == ()


@with_store
async def test_the_states_of_many_tables_at_once(store: Store) -> None:
    await asyncio.gather(*(store.add_table(a_table(f"t{k}")) for k in range(1100)))
    await store.add_table(a_table("over", state="over"))
    await store.close_table("t7")
    with pytest.raises(TableEnded, match="'t7' is closed"):
        await store.close_table("t7")
    with pytest.raises(NoSuchTable):
        await store.close_table("none")
    found = await store.table("t7")
    assert found is not None
    assert found.ended == NOW
    ids = [*(f"t{k}" for k in range(1100)), "over", "none"]
    expected = {**dict.fromkeys(ids, "playing"), "t7": "closed", "over": "over"}
    del expected["none"]
    assert await store.states(ids) == expected
    assert await store.states([]) == {}


@with_store
async def test_a_finished_game_is_stored_whole_or_not_at_all(store: Store) -> None:
    over = a_table("t", state="over", started=NOW, ended=NOW, result="won", record="date: 2001-02-03")
    seats = (Seat(0, "kept", name="Ada"), Seat(1, "kept", name="Bob"))
    plies = tuple(StoredPly(*a_ply(k)) for k in range(700))
    await store.import_table(over, seats, plies)
    assert await store.table("t") == over
    assert await store.seats("t") == seats
    assert await store.log("t") == Log(plies, ())
    assert [listed.table.id for listed in await store.finished()] == ["t"]
    with pytest.raises(TableEnded):
        await store.append("t", 700, [a_ply(0)])
    with pytest.raises(AlreadyExists):
        await store.import_table(over, seats, plies[:1])
    with pytest.raises(AlreadyExists):
        await store.import_table(replace(over, id="u"), [person_seat(0, "nobody", "x")], plies)
    for unfinished in (a_table("u"), replace(over, id="u", result=None), replace(over, id="u", ended=None)):
        with pytest.raises(BadValue, match="finished"):
            await store.import_table(unfinished, seats, plies)
    with pytest.raises(BadValue):
        await store.import_table(replace(over, id="u"), seats, [*plies, StoredPly(0, "\0", NOW)])
    assert await store.table("u") is None
    assert await store.log("u") == Log((), ())
    await store.import_table(replace(over, id="v"), [], [])
    assert await store.log("v") == Log((), ())


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
        with pytest.raises(AlreadyExists):
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
    assert first == ChatLine(1, ada.id, "Ada", "good luck ☂", NOW, False)
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
    assert [listed.table.id for listed in await store.tables(["closed", "open"])] == ["shut", "new", "hidden", "old"]
    assert [(x.table.id, x.seats) for x in await store.tables(["playing"], 1)] == [("on", seats)]
    assert await store.tables([]) == []


async def ids(store: Store, **more: Any) -> list[str]:
    return [listed.table.id for listed in await store.open_tables(**more)]


@with_store
async def test_no_host_pushes_the_tables_of_others_off_the_list(store: Store) -> None:
    """Four guests with fifteen tables each filled the list."""
    honest = (await store.add_person("Ada")).id
    await store.add_table(a_table("honest", state="open", made=NOW, made_by=honest))
    for guest in range(4):
        maker = (await store.add_person(f"Guest {guest}")).id
        for number in range(15):
            made = NOW + 100 * guest + number + 1
            await store.add_table(a_table(f"{guest}-{number:02}", state="open", made=made, made_by=maker))
    assert await ids(store, most=6) == ["3-14", "2-14", "1-14", "0-14", "honest", "3-13"]
    every = await ids(store, most=100)
    assert len(every) == len(set(every)) == 61
    paged: list[str] = []
    while page := await ids(store, most=7, before=paged[-1] if paged else None):
        paged += page
    assert paged == every


@with_store
async def test_open_tables_by_game_number_of_players_and_page(store: Store) -> None:
    maker = (await store.add_person("Ada")).id
    for number, (game, players) in enumerate([("bazaar", 2), ("bazaar", 3), ("desert_bazaar", 3), ("bazaar", 3)]):
        table = a_table(f"t{number}", game=game, state="open", made=NOW + number, made_by=maker)
        await store.add_table(table, [Seat(seat) for seat in range(players)])
    await store.add_table(a_table("dealing", state="open", made=NOW + 9, dealing=NOW))
    assert await ids(store) == ["t3", "t2", "t1", "t0"]
    assert await ids(store, game="bazaar") == ["t3", "t1", "t0"]
    assert await ids(store, players=3) == ["t3", "t2", "t1"]
    assert await ids(store, game="bazaar", players=3, before="t3") == ["t1"]
    await store.close_table("t2")
    assert await ids(store, before="t2") == ["t1", "t0"]  # it keeps its place, and is not shown
    assert await ids(store, before="none") == []


@with_store
async def test_tables_without_activity_come_last(store: Store) -> None:
    ten_minutes = 600_000
    makers = [(await store.add_person(name)).id for name in ("Ada", "Bo", "Cleo")]
    for number, (made, maker) in enumerate(zip((3 * ten_minutes, 2 * ten_minutes, 1), makers, strict=True)):
        await store.add_table(a_table(f"t{number}", state="open", made=NOW - made, made_by=maker))
    assert await ids(store) == ["t2", "t1", "t0"]
    await store.note_active(["t0"], NOW - ten_minutes)
    assert await ids(store) == ["t2", "t0", "t1"]
    assert await ids(store, before="t0") == ["t1"]


@with_store
async def test_one_person_has_few_public_tables_open(store: Store) -> None:
    maker = (await store.add_person("Ada")).id

    async def add(id: str, **more: Any) -> None:
        await store.add_table(a_table(id, **{"state": "open", "made_by": maker, **more}), most_open=2)

    made = await asyncio.gather(*(add(f"t{number}") for number in range(6)), return_exceptions=True)
    assert sum(isinstance(result, TooManyOpen) for result in made) == 4
    with pytest.raises(TooManyOpen):
        await add("more")
    await add("by link", public=False)
    await add("another's", made_by=(await store.add_person("Bo")).id)
    await store.close_table((await ids(store))[0])
    await add("more")


@with_store
async def test_what_does_not_go_on_for_a_month_is_listed_last(store: Store) -> None:
    ada, long_ago = await store.add_person("Ada"), NOW - 40 * 86_400_000
    seats = (person_seat(0, ada.id, "Ada"),)
    for id, state, made in (
        ("left", "playing", long_ago + 3),
        ("played on", "playing", long_ago + 2),
        ("over", "over", long_ago + 1),
        ("waits", "open", long_ago),
        ("new", "open", NOW),
    ):
        await store.add_table(a_table(id, state=state, made=made), seats)
    await store.append("left", 0, [(0, "x", long_ago)])
    await store.append("played on", 0, [(0, "x", long_ago), (0, "y", NOW)])
    listed = [listed.table.id for listed in await store.tables_of(ada.id)]
    assert listed == ["new", "played on", "over", "left", "waits"]
    assert [listed.table.id for listed in await store.tables_of(ada.id, 3)] == listed[:3]


@with_store
async def test_clocks_are_read_where_a_person_plays(store: Store) -> None:
    ada = await store.add_person("Ada")
    mine, bot = person_seat(0, ada.id, "Ada"), Seat(1, "bot", None, "greedy", "Zahra")
    for id, state, clocks, first in (
        ("on", "playing", b"1", mine),
        ("over", "over", b"2", mine),
        ("none", "playing", None, mine),
        ("left", "playing", b"3", replace(mine, bot="trader")),
    ):
        await store.add_table(a_table(id, state=state, clocks=clocks), (first, bot))
    assert await store.clocks() == [("on", b"1")]


@with_store
async def test_lengths_of_logs(store: Store) -> None:
    for id in ("t", "u", "empty"):
        await store.add_table(a_table(id))
    await store.append("t", 0, [a_ply(0), a_ply(1)])
    await store.append("u", 0, [a_ply(0)])
    assert await store.lengths(["t", "u", "empty", "nowhere"]) == {"t": 2, "u": 1}
    assert await store.lengths([]) == {}


@with_store
async def test_people_are_listed_and_found_by_name_or_login(store: Store) -> None:
    ids = {name: (await store.add_person(name)).id for name in ("Élodie", "Bo", "Bob")}
    await store.set_login(ids["Bo"], "ÉMILE", "x")
    assert {person.id for person in await store.people()} == set(ids.values())
    assert len(await store.people(most=2)) == 2
    for name, found in (("é", {"Élodie", "Bo"}), ("BO", {"Bo", "Bob"}), ("emile", set()), ("%", set())):
        assert {person.name for person in await store.people(name)} == found, name
    assert len(await store.people("BO", most=1)) == 1


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


@with_store
async def test_finished_games_are_found_by_a_name_in_any_case(store: Store) -> None:
    ada = await store.add_person("Ada")
    names = ["Élodie", "100% Bo_b", "ada\\lovelace", "Anne-STRASSE"]
    for k, name in enumerate(names):
        seats = [Seat(0, "kept", name=name), person_seat(1, ada.id, "Ada")]
        await store.add_table(a_table(f"t{k}", state="over", ended=k, public=k != 2), seats)
    for sought, found in (
        ("É", ["t0"]),
        ("éLO", ["t0"]),
        ("%", ["t1"]),
        ("o_B", ["t1"]),
        ("o b", []),
        ("straße", ["t3"]),
        ("ada", ["t3", "t1", "t0"]),
        ("lovelace", []),
        ("nobody", []),
    ):
        assert [listed.table.id for listed in await store.finished(name=sought)] == found, sought
    assert [listed.table.id for listed in await store.finished(player=ada.id, name="A\\L")] == ["t2"]
    assert [listed.table.id for listed in await store.finished(name="ada", before="t3", most=1)] == ["t1"]
    await store.save_seats("t3", [Seat(0, "kept", name="Zoé")])
    assert [listed.table.id for listed in await store.finished(name="ZOÉ")] == ["t3"]


@with_store
async def test_seats_and_state_are_not_changed_by_a_caller_that_knows_others(store: Store) -> None:
    ada, bo = await store.add_person("Ada"), await store.add_person("Bo")
    empty, hers = (Seat(0), Seat(1)), (person_seat(0, ada.id, "Ada"), Seat(1))
    await store.add_table(a_table("t", state="open"), empty)
    await store.save_seats("t", hers, was=empty)
    with pytest.raises(ChangedMeanwhile, match="has changed meanwhile"):
        await store.save_seats("t", (person_seat(0, bo.id, "Bo"), Seat(1)), was=empty)
    await store.forget_person(ada.id)  # another name does not make it another seat
    await store.save_seats("t", (hers[0], person_seat(1, bo.id, "Bo")), was=hers)
    assert [seat.person for seat in await store.seats("t")] == [ada.id, bo.id]
    await store.set_state("t", "playing", at=NOW, was="open")
    with pytest.raises(ChangedMeanwhile):
        await store.set_state("t", "playing", at=NOW + 1, was="open")
    found = await store.table("t")
    assert found is not None
    assert found.started == NOW


@with_store
async def test_a_deal_begins_is_given_up_and_ends_with_the_game(store: Store) -> None:
    ada = await store.add_person("Ada")
    first = a_table("t", state="open", public=True, dice="saltroad dice 2")
    hers = replace(person_seat(0, ada.id, "Ada"), share="", share_hash="ab" * 32)
    await store.add_table(first, (hers, Seat(1)))
    assert [listed.table.id for listed in await store.open_tables()] == ["t"]
    await store.begin_deal("t", NOW + 1)
    assert await store.table("t") == (dealt := replace(first, dealing=NOW + 1))
    assert (first.phase, dealt.phase) == ("open", "dealing")
    assert await store.open_tables() == []  # nobody can sit down there now
    anew = replace(first, seed=b"other", commitment="c2", deals=2)
    await store.deal_anew(anew, (Seat(0), Seat(1)))
    assert await store.table("t") == anew
    assert await store.seats("t") == (Seat(0), Seat(1))
    await store.begin_deal("t", NOW + 2)
    drawn = (replace(hers, share="cd" * 32, drawn_from=1), Seat(1, "bot", None, "greedy", "Greedy", drawn_from=0))
    await store.set_state("t", "playing", at=NOW + 3, seats=drawn, was="open")
    assert await store.table("t") == replace(anew, state="playing", started=NOW + 3)
    assert await store.seats("t") == drawn
    for change in (store.begin_deal("t", NOW), store.deal_anew(anew, ())):
        with pytest.raises(ChangedMeanwhile):
            await change
    await store.close_table("t")
    for change in (store.begin_deal("t", NOW), store.deal_anew(anew, ())):
        with pytest.raises(TableEnded):
            await change
