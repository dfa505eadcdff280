"""Who somebody is: guests, cookies, private links, passwords, tokens; and being forgotten."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from saltroad.server.accounts.accounts import CACHE_MILLISECONDS, LINK_LIFETIME, Accounts
from saltroad.server.store import Store
from server.serving import Person, Server, closed_with, connect_to, told


def row(server: Server, person: Person) -> dict[str, Any]:
    """A person as the database has them."""
    with sqlite3.connect(server.settings.database) as store:
        store.row_factory = sqlite3.Row
        found = store.execute("SELECT * FROM people WHERE id = ?", [person.me["id"]]).fetchone()
    return dict(found)


def comes_in_with(server: Server, cookie: str) -> Any:
    """Who the server takes the owner of a cookie for."""
    return told(server.client(headers={"Cookie": f"saltroad={cookie}".encode()}).get("/api/me"))


# -- guests and their cookie -------------------------------------------------------------------------------------------


def test_a_name_is_all_that_a_guest_needs(server: Server) -> None:
    with server.client() as http:
        assert told(http.get("/api/me")) is None
        answer = http.post("/api/me", json={"name": "Ada"})
        assert answer.status_code == 201
        me = told(http.get("/api/me"))
    assert me == answer.json()
    assert me["name"] == "Ada"
    assert me["login"] is None


def test_no_script_reads_the_cookie_and_no_other_site_sends_it(server: Server) -> None:
    with server.client() as http:
        cookie = http.post("/api/me", json={"name": "Ada"}).headers["set-cookie"].lower()
        secure = http.post("/api/me", json={"name": "Ada"}, headers={"X-Forwarded-Proto": "https"})
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "path=/" in cookie
    assert "max-age" in cookie
    assert "domain" not in cookie
    assert "; secure" not in cookie
    assert "; secure" in secure.headers["set-cookie"].lower()


def test_a_cookie_cannot_be_made_up(server: Server, ada: Person, bo: Person) -> None:
    own, other = ada.http.cookies["saltroad"], bo.http.cookies["saltroad"]
    with sqlite3.connect(server.settings.database) as store:
        store.execute("UPDATE people SET epoch = 0")  # as if they had been here before there were sessions
    older = f"{ada.me['id']}.{server.running.parts.people._signature(ada.me['id'])}"
    for cookie, another in ((own, other), (older, f"{bo.me['id']}.x")):
        id, secret = cookie.split(".")
        other_id, _ = another.split(".")
        flipped = secret[:-1] + ("0" if secret[-1] != "0" else "1")
        assert comes_in_with(server, cookie)["name"] == "Ada"
        for forged in (
            f"{id}.{flipped}", f"{id}.{secret[:-1]}", f"{id}.", id, f"{other_id}.{secret}", f".{secret}",
            f"{id[:-1]}.{secret}", f"{id}.{secret}.", f" {id}.é", "", ".", "x" * 5000, f"{id.upper()}.{secret}",
            f"s{id}.{secret}", f"s.{secret}", "s.", "s",
        ):  # fmt: skip
            assert comes_in_with(server, forged) is None, forged


def test_an_anonymous_caller_is_asked_for_a_name(server: Server) -> None:
    nobody = Person(server, http=server.client())
    for method, path, body in (
        ("PATCH", "/api/me", {"name": "Bo"}),
        ("DELETE", "/api/me", None),
        ("POST", "/api/me/link", None),
        ("GET", "/api/me/links", None),
        ("DELETE", "/api/me/links/x", None),
        ("GET", "/api/me/sessions", None),
        ("DELETE", "/api/me/sessions", None),
        ("DELETE", "/api/me/sessions/x", None),
        ("POST", "/api/me/password", {"login": "ada", "password": "long enough"}),
        ("GET", "/api/me/tokens", None),
        ("POST", "/api/me/tokens", {"label": "bot"}),
        ("GET", "/api/tables/mine", None),
        ("POST", "/api/tables", {"game": "bazaar", "seats": [{"kind": "me"}]}),
        ("POST", "/api/records", {"text": "saltroad record 1"}),
    ):
        assert nobody.fault(method, path, body) == (401, "not_known"), path


def test_logging_out_leaves_the_device(server: Server, ada: Person) -> None:
    ada.post("/api/me/logout")
    assert ada.get("/api/me") is None


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("Ada\u0000\u0007\nB", "Ada B"),
        ("\u202eadA\u2066", "adA"),
        ("A\u200bd\u200da", "Ada"),
        ("🐫 Zoé", "🐫 Zoé"),
        ("Zoe\u0301", "Zoé"),
        ("עדה", "עדה"),
        ("<b>Ada</b>", "<b>Ada</b>"),
        ("x" * 30, "x" * 30),
    ],
)
def test_names_are_tidied(server: Server, typed: str, kept: str) -> None:
    assert Person(server, typed).me["name"] == kept


@pytest.mark.parametrize("name", ["", " ", "\u200b\u202e", "\n\t", "x" * 31, "\ud800"])
def test_a_name_that_says_nothing_or_too_much_is_refused(server: Server, ada: Person, name: str) -> None:
    for method in ("POST", "PATCH"):
        answer = ada.http.request(
            method, "/api/me", content=json.dumps({"name": name}), headers={"Content-Type": "application/json"}
        )
        assert answer.status_code == 400
        assert answer.json()["sentence"]
    assert ada.get("/api/me")["name"] == "Ada"


def test_a_new_name_and_settings_are_stored(server: Server, ada: Person) -> None:
    settings = {"language": "fr", "theme": "dark", "symbols": "plain", "animation": False, "sound": True}
    told(ada.http.patch("/api/me", json={"name": "Ada L."}))
    told(ada.http.patch("/api/me", json={"settings": settings}))
    me = comes_in_with(server, ada.http.cookies["saltroad"])
    assert me["name"] == "Ada L."
    assert me["settings"] == settings
    for wrong in ({"theme": "pink"}, {"language": "de"}, {"volume": 3}, {"sound": "yes"}):
        assert ada.fault("PATCH", "/api/me", {"settings": wrong})[0] == 400
    assert row(server, ada)["name"] == "Ada L."


def test_a_new_name_is_seen_at_a_table_that_has_not_begun(server: Server, ada: Person) -> None:
    table = ada.make(seats="me open")
    with Person(server, "Bo").at(table) as tab:
        told(ada.http.patch("/api/me", json={"name": "Ada L."}))
        while tab.update["seats"][0]["name"] != "Ada L.":
            tab.listen()


# -- private links -----------------------------------------------------------------------------------------------------


def test_a_private_link_logs_in_one_other_device(server: Server, ada: Person) -> None:
    link = ada.post("/api/me/link")
    token = link["path"].removeprefix("/in/")
    phone, late = Person(server, http=server.client()), Person(server, http=server.client())
    assert phone.post("/api/me/enter", {"token": token})["id"] == ada.me["id"]
    assert phone.get("/api/me")["name"] == "Ada"
    assert late.fault("POST", "/api/me/enter", {"token": token}) == (410, "dead_link")
    assert late.get("/api/me") is None
    assert ada.get("/api/me")["name"] == "Ada"
    with open(server.settings.database, "rb") as store:
        assert token.encode() not in store.read()


def test_a_private_link_grows_old(server: Server, ada: Person) -> None:
    link = ada.post("/api/me/link")
    people = server.running.parts.people
    now = people._now
    people._now = lambda: now() + LINK_LIFETIME + 1
    try:
        assert ada.fault("POST", "/api/me/enter", {"token": link["path"].removeprefix("/in/")}) == (410, "dead_link")
    finally:
        people._now = now
    assert ada.fault("POST", "/api/me/enter", {"token": "made-up"}) == (410, "dead_link")


# -- passwords ---------------------------------------------------------------------------------------------------------


def test_an_account_is_a_login_and_a_password(server: Server, ada: Person) -> None:
    password = "correct horse battery"
    assert ada.post("/api/me/password", {"login": "Ada.L", "password": password})["login"] == "Ada.L"
    kept = row(server, ada)
    assert kept["password_hash"].startswith("$argon2id$")
    assert password not in str(kept)
    home = Person(server, http=server.client())
    assert home.post("/api/me/login", {"login": "ada.l", "password": password})["id"] == ada.me["id"]
    assert home.post("/api/me/login", {"login": " Ada.L ", "password": password})["id"] == ada.me["id"]
    assert home.get("/api/me")["login"] == "Ada.L"


def test_a_guest_logs_in_and_is_the_account_from_then_on(server: Server, ada: Person, bo: Person) -> None:
    ada.post("/api/me/password", {"login": "comes back", "password": "long enough"})
    assert bo.post("/api/me/login", {"login": "comes back", "password": "long enough"})["id"] == ada.me["id"]
    assert bo.get("/api/me")["id"] == ada.me["id"]
    assert row(server, bo)["name"] == "Bo", "the guest is still there, with their games"


def test_a_wrong_password_and_an_unknown_login_get_the_same_answer(server: Server, ada: Person) -> None:
    ada.post("/api/me/password", {"login": "same answer", "password": "long enough"})
    with server.client() as http:
        wrong = http.post("/api/me/login", json={"login": "same answer", "password": "long enougH"})
        unknown = http.post("/api/me/login", json={"login": "nobody here", "password": "long enough"})
        empty = http.post("/api/me/login", json={"login": "\u200b", "password": "long enough"})
        nul = http.post("/api/me/login", json={"login": "a\u0000", "password": "long enough"})
    assert wrong.status_code == unknown.status_code == empty.status_code == nul.status_code == 401
    assert wrong.json() == unknown.json() == empty.json() == nul.json()
    assert wrong.json()["code"] == "wrong_login"
    assert "set-cookie" not in wrong.headers


def test_a_login_belongs_to_one_person(server: Server, ada: Person, bo: Person) -> None:
    ada.post("/api/me/password", {"login": "one of us", "password": "long enough"})
    for other in ("one of us", "One Of Us", "one  of us"):
        assert bo.fault("POST", "/api/me/password", {"login": other, "password": "long enough"}) == (409, "login_taken")
    changed = {"login": "one of us", "password": "another one", "old_password": "long enough"}
    ada.post("/api/me/password", changed)
    assert ada.fault("POST", "/api/me/login", {"login": "one of us", "password": "long enough"})[0] == 401
    ada.post("/api/me/login", {"login": "one of us", "password": "another one"})
    assert bo.fault("POST", "/api/me/password", {"login": "bo", "password": "short"})[0] == 400


# -- programs ----------------------------------------------------------------------------------------------------------


def test_a_program_plays_as_the_person_until_its_token_is_taken_back(server: Server, ada: Person) -> None:
    token = ada.post("/api/me/tokens", {"label": " my  bot "})
    assert token["label"] == "my bot"
    bearer = {"Authorization": f"Bearer {token['secret']}"}
    program = Person(server, http=server.client(headers=bearer))
    assert program.get("/api/me")["id"] == ada.me["id"]
    table = program.make(seats="me random", start=True, drawn=False)
    with connect_to(server, table, bearer) as socket:
        assert '"seat":0' in str(socket.recv())
    while not (update := ada.look(table))["offers"]:  # chance may have given the bot the first turn
        pass
    assert program.ask(table, "act", ply=update["ply"], action=update["offers"][0][0])["type"] == "done"

    listed = ada.get("/api/me/tokens")
    assert [(one["id"], one["label"], one["secret"]) for one in listed] == [(token["id"], "my bot", None)]
    with open(server.settings.database, "rb") as store:
        assert token["secret"].encode() not in store.read()

    assert Person(server, "Bo").fault("DELETE", f"/api/me/tokens/{token['id']}") == (404, "not_found")
    assert told(ada.http.delete(f"/api/me/tokens/{token['id']}")) is None
    assert program.fault("GET", "/api/me") == (401, "bad_token")
    assert program.fault("POST", "/api/tables", {"game": "bazaar", "seats": [{"kind": "me"}]})[1] == "bad_token"
    assert ada.get("/api/me/tokens") == []
    assert ada.fault("DELETE", f"/api/me/tokens/{token['id']}") == (404, "not_found")


# -- leaving for good --------------------------------------------------------------------------------------------------


def test_a_forgotten_person_is_gone_from_tables_and_chats_and_the_games_stay(server: Server, bo: Person) -> None:
    ada = Person(server, "Zuleika")
    finished = ada.make("through_the_desert", seats="me random", start=True, public=True)
    with ada.at(finished) as tab:
        over = tab.play_on()
    running = ada.make("bazaar", seats="me open", drawn=False)
    bo.ask(running, "sit", seat=1)
    ada.ask(running, "start")
    ada.ask(running, "say", text="hello")
    ada.post("/api/me/password", {"login": "zuleika", "password": "long enough"})
    token = ada.post("/api/me/tokens", {"label": "bot"})["secret"]
    link = ada.post("/api/me/link")["path"].removeprefix("/in/")
    cookie = ada.http.cookies["saltroad"]

    with bo.at(running) as tab, ada.at(running) as own:
        tab.until_lines(1)
        told(ada.http.delete("/api/me"))
        while tab.update["seats"][0]["name"] == "Zuleika":
            tab.listen()
        assert closed_with(own.socket) == (1008, "this person has left")

    assert ada.get("/api/me") is None
    assert comes_in_with(server, cookie) is None
    assert server.client(headers={"Authorization": f"Bearer {token}"}).get("/api/me").status_code == 401
    assert bo.fault("POST", "/api/me/enter", {"token": link}) == (410, "dead_link")
    assert bo.fault("POST", "/api/me/login", {"login": "zuleika", "password": "long enough"})[0] == 401
    with bo.at(running) as tab:
        assert tab.until_lines(2) == ["hello", ""]
        assert {line["name"] for line in tab.lines} == {"Somebody"}
        assert tab.lines[1]["notice"] == "left"  # a bot plays on
        assert "Zuleika" not in str(tab.update)
        assert tab.update["seats"][0]["bot"]
    replay = bo.get(f"/api/tables/{finished}/replay")
    assert "Zuleika" not in str(replay)
    assert replay["outcome"] == over["outcome"]
    assert "Zuleika" not in bo.http.get(f"/api/tables/{finished}/record").text
    assert "Zuleika" not in bo.http.get("/api/tables/finished").text
    assert finished in bo.http.get("/api/tables/finished").text


def test_a_person_at_many_tables_is_looked_up_once(tmp_path: Path) -> None:
    """A hundred tables of one person waited for a hundred look-ups, one after the other, every twenty seconds."""

    async def go() -> None:
        at = [0]
        store = await Store.open(str(tmp_path / "store.sqlite"))
        people = Accounts(store, b"secret", lambda: at[0])
        ada = await people.add_guest("Ada")
        assert await people.reload(ada) == ada
        asked, look_up = [], store.person

        async def counted(id: str) -> Any:
            asked.append(id)
            return await look_up(id)

        store.person = counted  # type: ignore[method-assign]
        await store.rename(ada.id, "Ada L.")  # as another process would
        at[0] += CACHE_MILLISECONDS
        assert {(await people.reload(ada)).name for _ in range(100)} == {"Ada"}  # type: ignore[union-attr]
        await asyncio.gather(*people._lookups.values())
        assert asked == [ada.id]
        assert (await people.reload(ada)).name == "Ada L."  # type: ignore[union-attr]
        await store.forget_person(ada.id)
        at[0] += 2 * CACHE_MILLISECONDS  # so old is nobody's word taken
        assert await asyncio.gather(*(people.reload(ada) for _ in range(100))) == [None] * 100
        assert asked == [ada.id] * 2
        await store.close()

    asyncio.run(go())
