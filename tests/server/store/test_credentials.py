"""What lets somebody in, in the store: sessions, links, and all of it ended in one change."""

from __future__ import annotations

import asyncio

import pytest

from saltroad.server.store import (
    ActiveCredentials,
    BrowserSession,
    LoginLink,
    PasswordChanged,
    RemovedCredentials,
    Store,
)
from saltroad.server.store.credentials import MAX_SESSIONS
from server.store.support import NOW, Database, with_store

HOUR = 3_600_000


def test_a_session_is_stored_and_its_use_noted_once_an_hour(database: Database) -> None:
    now = NOW

    async def go() -> None:
        nonlocal now
        store = await Store.open(database.where, clock=lambda: now)
        ada, bob = await store.add_person("Ada"), await store.add_person("Bob")
        session = await store.add_session(ada.id, "s1", b"\0\xff", "Firefox|Linux")
        assert session == BrowserSession("s1", ada.id, NOW, NOW, "Firefox|Linux")
        for later, seen in ((HOUR - 1, NOW), (HOUR, NOW + HOUR), (HOUR + 1, NOW + HOUR)):
            now = NOW + later
            found = await store.session("s1")
            assert found is not None
            assert found[1] == b"\0\xff"
            assert [kept.seen for kept in await store.sessions(ada.id)] == [seen]
        assert await store.session("s2") is None
        assert not await store.end_session(bob.id, "s1"), "it is not his"
        assert await store.end_session(ada.id, "s1")
        assert not await store.end_session(ada.id, "s1")
        assert await store.session("s1") is None
        await store.close()

    asyncio.run(go())


def test_of_too_many_sessions_the_least_recently_used_is_removed(database: Database) -> None:
    now = NOW

    async def go() -> None:
        nonlocal now
        store = await Store.open(database.where, clock=lambda: now)
        ada, bob = await store.add_person("Ada"), await store.add_person("Bob")
        await store.add_session(bob.id, "bob", b"x", "")
        for k in range(MAX_SESSIONS + 2):
            now = NOW + k
            await store.add_session(ada.id, f"s{k:03}", b"x", "")
        kept = [session.id for session in await store.sessions(ada.id)]
        assert kept == [f"s{k:03}" for k in range(MAX_SESSIONS + 1, 1, -1)]
        assert [session.id for session in await store.sessions(bob.id)] == ["bob"]
        await store.close()

    asyncio.run(go())


@with_store
async def test_all_sessions_but_one_end_together_with_links(store: Store) -> None:
    ada, bob = await store.add_person("Ada"), await store.add_person("Bob")
    for id in ("s1", "s2", "s3"):
        await store.add_session(ada.id, id, b"x", "")
    await store.add_session(bob.id, "s4", b"x", "")
    await store.add_token(ada.id, "t1", b"t1", "")
    await store.add_link(ada.id, b"link", NOW + 1)
    removed = await store.end_sessions(ada.id, keep="s2")
    assert (sorted(removed.sessions), removed.tokens) == (["s1", "s3"], ())
    assert await store.use_link(b"link", NOW) is None
    assert (await store.person(ada.id) or ada).epoch == 2
    left = await store.active_credentials([ada.id, bob.id, "x"], ["s1", "s2", "s3", "s4"], ["t1", "t2"])
    assert left == ActiveCredentials({ada.id: 2, bob.id: 1}, frozenset(["s2", "s4"]), frozenset(["t1"]))
    assert await store.end_sessions(ada.id, tokens=True) == RemovedCredentials(("s2",), ("t1",))
    await store.forget_person(bob.id)
    assert await store.active_credentials([bob.id], ["s4"], []) == ActiveCredentials({}, frozenset(), frozenset())


@with_store
async def test_a_changed_password_ends_everything_and_is_refused_if_another_was_first(store: Store) -> None:
    ada = await store.add_person("Ada")
    await store.add_session(ada.id, "s1", b"x", "")
    await store.add_token(ada.id, "t1", b"t1", "")
    await store.add_link(ada.id, b"link", NOW + 1)
    with pytest.raises(PasswordChanged):
        await store.set_login(ada.id, "ada", "hash", was="another")
    assert await store.session("s1") is not None
    assert await store.set_login(ada.id, "ada", "hash", was=None) == RemovedCredentials(("s1",), ("t1",))
    assert await store.links(ada.id, NOW) == []
    with pytest.raises(PasswordChanged):
        await store.set_login(ada.id, "ada", "hash 2", was=None)
    await store.set_login(ada.id, "ada", "hash 2", was="hash")
    assert await store.password_hash(ada.id) == "hash 2"


@with_store
async def test_links_are_listed_until_they_are_used_taken_back_or_too_old(store: Store) -> None:
    ada, bob = await store.add_person("Ada"), await store.add_person("Bob")
    used = await store.add_link(ada.id, b"used", NOW + 10)
    kept = await store.add_link(ada.id, b"kept", NOW + 10)
    old = await store.add_link(ada.id, b"old", NOW + 1)
    assert used == LoginLink(used.id, ada.id, NOW, NOW + 10)
    assert {link.id for link in await store.links(ada.id, NOW)} == {used.id, kept.id, old.id}
    await store.use_link(b"used", NOW)
    assert [link.id for link in await store.links(ada.id, NOW + 5)] == [kept.id]
    assert not await store.remove_link(bob.id, kept.id), "it is not his"
    assert await store.remove_link(ada.id, kept.id)
    assert not await store.remove_link(ada.id, kept.id)
    assert await store.use_link(b"kept", NOW) is None
