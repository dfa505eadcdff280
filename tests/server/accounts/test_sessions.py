"""Sessions of browsers: listed and ended, by logging out, from another device or by a changed password; and cookies of
before there were sessions."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest

from saltroad.server.accounts import accounts as accounts_module
from saltroad.server.accounts.user_agents import device_in_words, device_of
from server.serving import Person, Server, closed_with, connect_to, server_in, told

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"


def by_cookie(server: Server, cookie: str) -> Person:
    """A browser that has just that cookie, whatever it is told."""
    return Person(server, http=server.client(headers={"Cookie": f"saltroad={cookie}"}))


def cookie(person: Person) -> str:
    return str(person.http.cookies["saltroad"])


def older_cookie(server: Server, person: Person) -> str:
    """What a browser has kept since before there were sessions; the person was here then, too."""
    with sqlite3.connect(server.settings.database) as store:
        store.execute("UPDATE people SET epoch = 0 WHERE id = ?", [person.me["id"]])
    return signed(server, person.me["id"])


def signed(server: Server, id: str) -> str:
    return f"{id}.{server.running.parts.people._signature(id)}"


def another_device(server: Server, person: Person, **more: Any) -> Person:
    """The same person on another device, by a private link."""
    token = person.post("/api/me/link")["path"].removeprefix("/in/")
    phone = Person(server, http=server.client(**more))
    phone.me = phone.post("/api/me/enter", {"token": token})
    return phone


def delete(person: Person, path: str) -> None:
    told(person.http.delete(path))


# -- listing and ending ------------------------------------------------------------------------------------------------


def test_logging_out_ends_the_session_on_the_server(server: Server, ada: Person) -> None:
    kept = cookie(ada)
    phone = another_device(server, ada)
    ada.post("/api/me/logout")
    assert ada.get("/api/me") is None
    assert by_cookie(server, kept).get("/api/me") is None, "a copy of the cookie is worth nothing"
    assert phone.get("/api/me")["name"] == "Ada"


def test_sessions_are_listed_with_their_device(server: Server, ada: Person) -> None:
    phone = another_device(server, ada, headers={"User-Agent": FIREFOX})
    listed = phone.get("/api/me/sessions")
    assert {(one["device"], one["this"]) for one in listed} == {("Firefox on Linux", True), ("python-httpx", False)}
    assert {one["device"] for one in phone.get("/api/me/sessions", language="fr")} >= {"Firefox sur Linux"}
    assert all(one["made"] <= one["seen"] for one in listed)
    assert not set(cookie(phone).split(".")[1:]) & set(str(listed)), "the secret is not told again"
    with open(server.settings.database, "rb") as store:
        assert cookie(phone).split(".")[1].encode() not in store.read()


def test_a_session_is_ended_from_another_device_at_once(server: Server, ada: Person) -> None:
    phone, table = another_device(server, ada), ada.make(seats="me open")
    (session,) = [one["id"] for one in ada.get("/api/me/sessions") if not one["this"]]
    with ada.at(table) as own, phone.at(table) as lost:
        delete(ada, f"/api/me/sessions/{session}")
        assert by_cookie(server, cookie(phone)).get("/api/me") is None
        assert closed_with(lost.socket) == (1008, "the session was ended")
        own.done("say", text="I am still here.")
    assert ada.fault("DELETE", f"/api/me/sessions/{session}") == (404, "not_found")
    assert [one["this"] for one in ada.get("/api/me/sessions")] == [True]


def test_a_person_cannot_end_the_session_of_another(server: Server, ada: Person, bo: Person) -> None:
    (session,) = ada.get("/api/me/sessions")
    assert bo.fault("DELETE", f"/api/me/sessions/{session['id']}") == (404, "not_found")
    assert ada.get("/api/me")["name"] == "Ada"


def test_logging_out_everywhere_else(server: Server, ada: Person) -> None:
    devices, link = [another_device(server, ada) for _ in range(2)], ada.post("/api/me/link")
    token = ada.post("/api/me/tokens", {"label": "bot"})["secret"]
    delete(ada, "/api/me/sessions")
    assert ada.get("/api/me")["name"] == "Ada"
    assert [device.get("/api/me") for device in devices] == [None, None]
    assert ada.get("/api/me/links") == []
    assert devices[0].fault("POST", "/api/me/enter", {"token": link["path"].removeprefix("/in/")})[1] == "dead_link"
    program = server.client(headers={"Authorization": f"Bearer {token}"})
    assert told(program.get("/api/me"))["name"] == "Ada", "programs stay: each can be taken back by itself"


def test_logging_in_again_leaves_no_session_behind(server: Server, ada: Person) -> None:
    ada.post("/api/me/password", {"login": "again", "password": "long enough"})
    before = cookie(ada)
    ada.post("/api/me/login", {"login": "again", "password": "long enough"})
    assert len(ada.get("/api/me/sessions")) == 1
    assert by_cookie(server, before).get("/api/me") is None


# -- private links -----------------------------------------------------------------------------------------------------


def test_a_private_link_can_be_taken_back(server: Server, ada: Person, bo: Person) -> None:
    link = ada.post("/api/me/link")
    assert [(one["id"], one["until"]) for one in ada.get("/api/me/links")] == [(link["id"], link["until"])]
    assert bo.get("/api/me/links") == []
    assert bo.fault("DELETE", f"/api/me/links/{link['id']}") == (404, "not_found")
    delete(ada, f"/api/me/links/{link['id']}")
    token = link["path"].removeprefix("/in/")
    assert bo.fault("POST", "/api/me/enter", {"token": token}) == (410, "dead_link")
    assert ada.fault("DELETE", f"/api/me/links/{link['id']}") == (404, "not_found")


# -- passwords ---------------------------------------------------------------------------------------------------------


def test_a_new_password_needs_the_old_one(server: Server, ada: Person) -> None:
    ada.post("/api/me/password", {"login": "asks", "password": "long enough"})
    for wrong in ({}, {"old_password": ""}, {"old_password": "long enougH"}):
        change = {"login": "taken over", "password": "another one", **wrong}
        assert ada.fault("POST", "/api/me/password", change) == (403, "wrong_password")
    assert ada.get("/api/me")["login"] == "asks"
    ada.post("/api/me/password", {"login": "asks", "password": "another one", "old_password": "long enough"})
    ada.post("/api/me/login", {"login": "asks", "password": "another one"})


def test_a_changed_password_revokes_all_credentials(server: Server, ada: Person) -> None:
    ada.post("/api/me/password", {"login": "gets out", "password": "long enough"})
    thief, phone, table = by_cookie(server, cookie(ada)), another_device(server, ada), ada.make(seats="me open")
    stolen = {"Cookie": f"saltroad={cookie(ada)}"}
    link, token = ada.post("/api/me/link"), ada.post("/api/me/tokens", {"label": "bot"})["secret"]
    bearer = {"Authorization": f"Bearer {token}"}
    with (
        connect_to(server, table, phone.cookies()) as first,
        connect_to(server, table, stolen) as second,
        connect_to(server, table, bearer) as third,
    ):
        change = {"login": "gets out", "password": "another one", "old_password": "long enough"}
        ada.post("/api/me/password", change)
        assert phone.get("/api/me") is None
        assert thief.get("/api/me") is None
        assert server.client(headers=bearer).get("/api/me").status_code == 401
        closed = [closed_with(socket) for socket in (first, second, third)]
        assert closed == [(1008, "the password was changed")] * 3
    assert phone.fault("POST", "/api/me/enter", {"token": link["path"].removeprefix("/in/")})[1] == "dead_link"
    assert ada.get("/api/me")["login"] == "gets out", "whoever changed it goes on, with a cookie of its own"
    assert [one["this"] for one in ada.get("/api/me/sessions")] == [True]
    assert ada.get("/api/me/tokens") == []


# -- cookies of before there were sessions -----------------------------------------------------------------------------


def test_a_login_by_the_old_password_does_not_outlive_its_change(
    server: Server, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was checked before the change and begins its session after it."""
    ada.post("/api/me/password", {"login": "ada", "password": "the first one"})
    passwords, is_changed, is_verified = server.running.parts.people._passwords, threading.Event(), threading.Event()
    verify = passwords.verify

    async def verify_and_wait(stored: str | None, password: str, host: str) -> bool:
        fits = await verify(stored, password, host)
        if not is_verified.is_set():
            is_verified.set()
            await asyncio.to_thread(is_changed.wait, 30)
        return fits

    monkeypatch.setattr(passwords, "verify", verify_and_wait)
    answers: list[int] = []
    thief = server.client()
    login = {"login": "ada", "password": "the first one"}
    logging_in = threading.Thread(
        target=lambda: answers.append(thief.post("/api/me/login", json=login).status_code), daemon=True
    )
    logging_in.start()
    assert is_verified.wait(30)
    change = {"login": "ada", "password": "the second one", "old_password": "the first one"}
    ada.post("/api/me/password", change)
    is_changed.set()
    logging_in.join(30)
    assert answers == [401]
    assert thief.get("/api/me").json() is None
    assert len(ada.get("/api/me/sessions")) == 1


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/me/link", None),
        ("/api/me/tokens", {"label": "a bot"}),
        ("/api/me/password", {"login": "ada", "password": "a password of theirs"}),
    ],
)
def test_a_revoked_session_makes_no_credential_though_it_is_still_cached(
    server: Server, ada: Person, path: str, body: object
) -> None:
    """`saltroad admin logout` writes to the store and tells no process: for some seconds a cookie still counts."""
    assert ada.get("/api/me")["id"] == ada.me["id"]
    server.do(server.running.parts.store.end_sessions(ada.me["id"], tokens=True))
    assert ada.fault("POST", path, body) == (401, "not_known")


def test_an_older_cookie_still_counts_and_is_exchanged(server: Server, ada: Person) -> None:
    older = older_cookie(server, ada)
    browser = by_cookie(server, older)
    table = browser.make(seats="me open")
    with connect_to(server, table, {"Cookie": f"saltroad={older}"}) as socket:
        assert '"seat":0' in str(socket.recv())
    answer = browser.http.get("/api/me")
    new = answer.headers["set-cookie"].partition("=")[2].partition(";")[0]
    assert new != older
    assert by_cookie(server, new).get("/api/me")["id"] == ada.me["id"]
    assert "set-cookie" not in by_cookie(server, new).http.get("/api/me").headers
    assert browser.get("/api/me")["id"] == ada.me["id"], "a request that was on its way is not lost"


def test_a_new_person_has_no_legacy_cookie(server: Server, ada: Person) -> None:
    """Whoever gets hold of the server's secret could sign one for anybody."""
    assert by_cookie(server, signed(server, ada.me["id"])).get("/api/me") is None


def test_parallel_requests_with_a_legacy_cookie_keep_the_person(server: Server, ada: Person) -> None:
    older = older_cookie(server, ada)
    found: list[Any] = []

    def ask(path: str) -> None:
        found.append(server.client(headers={"Cookie": f"saltroad={older}"}).get(path))

    paths = ["/api/me", "/api/tables/mine"] * 4
    threads = [threading.Thread(target=ask, args=(path,)) for path in paths]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [answer.status_code for answer in found] == [200] * len(paths)
    given = [answer.headers["set-cookie"] for answer in found if "set-cookie" in answer.headers]
    assert len(given) == 4, "one of them is kept by the browser, whichever it is"
    for new in given:
        value = new.partition("=")[2].partition(";")[0]
        assert by_cookie(server, value).get("/api/me")["id"] == ada.me["id"]


@pytest.mark.parametrize("way", ["everywhere else", "password", "forget"])
def test_older_cookies_end_with_everything_else(server: Server, ada: Person, way: str) -> None:
    older, table = older_cookie(server, ada), ada.make(seats="me open")
    with connect_to(server, table, {"Cookie": f"saltroad={older}"}) as socket:
        if way == "password":
            ada.post("/api/me/password", {"login": "older", "password": "long enough"})
        else:
            delete(ada, "/api/me/sessions" if way == "everywhere else" else "/api/me")
        assert by_cookie(server, older).get("/api/me") is None
        assert closed_with(socket)[0] == 1008


@pytest.mark.parametrize("way", ["everywhere else", "password"])
def test_ending_the_other_sessions_with_a_legacy_cookie_gives_a_session(server: Server, ada: Person, way: str) -> None:
    browser = Person(server, http=server.client(cookies={"saltroad": older_cookie(server, ada)}))
    if way == "password":
        answer = browser.http.post("/api/me/password", json={"login": "was older", "password": "long enough"})
    else:
        answer = browser.http.delete("/api/me/sessions")
    new = answer.headers["set-cookie"].partition("=")[2].partition(";")[0]
    assert by_cookie(server, new).get("/api/me")["id"] == ada.me["id"]
    assert ada.get("/api/me") is None


# -- when nobody says so -----------------------------------------------------------------------------------------------


def test_what_ends_unsaid_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A message between processes may be lost, and an administrator ends sessions in the database alone."""
    monkeypatch.setattr(accounts_module, "CHECK_INTERVAL", 0.1)
    with server_in(tmp_path) as server:
        ada, bo = Person(server, "Ada"), Person(server, "Bo")
        table, token = ada.make(seats="me open"), bo.post("/api/me/tokens", {"label": "bot"})
        store = server.running.parts.store
        with ada.at(table) as first, bo.at(table) as second:
            with connect_to(server, table, {"Authorization": f"Bearer {token['secret']}"}) as third:
                server.do(store.end_sessions(ada.me["id"]))
                server.do(store.remove_token(bo.me["id"], token["id"]))
                assert closed_with(first.socket) == (1008, "no longer let in")
                assert closed_with(third) == (1008, "no longer let in")
            second.done("say", text="I am still here.")


# -- devices -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("user_agent", "shown"),
    [
        (FIREFOX, "Firefox on Linux"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 "
            "Safari/537.36 Edg/126.0.0.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
            "Version/17.5 Mobile/15E148 Safari/604.1",
            "Safari on iPhone",
        ),
        (
            "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile "
            "Safari/537.36",
            "Chrome on Android",
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 "
            "Safari/605.1.15",
            "Safari on Mac",
        ),
        (
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/126.0.0.0 Safari/537.36",
            "Chrome on Linux",
        ),
        ("curl/8.5.0", "curl"),
        ("", ""),
        ("<script>", ""),
        ("x" * 100_000, "x" * 30),
        ("Something on Linux", "Linux"),
    ],
)
def test_a_device_is_shown_in_words(user_agent: str, shown: str) -> None:
    assert device_in_words(device_of(user_agent), "en") == shown
