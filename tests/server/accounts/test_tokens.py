"""What a program's token allows: every route and every message with every scope; and the end of a token, at once."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, get_args

import httpx
import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute
from websockets.exceptions import ConnectionClosed

from saltroad.protocol.messages import ClientMessage
from saltroad.server.http import app as app_module
from server.serving import Json, Person, Server, Tab, closed_with, connect_to, told

SCOPES = ("watch", "play", "manage")
NEW_TABLE = {"game": "bazaar", "seats": [{"kind": "me"}, {"kind": "open"}]}

ROUTES: Mapping[tuple[str, str], str] = {
    ("GET", "/api/me"): "watch",
    ("POST", "/api/me"): "account",
    ("PATCH", "/api/me"): "account",
    ("DELETE", "/api/me"): "account",
    ("POST", "/api/me/logout"): "account",
    ("GET", "/api/me/sessions"): "account",
    ("DELETE", "/api/me/sessions"): "account",
    ("DELETE", "/api/me/sessions/{id}"): "account",
    ("POST", "/api/me/link"): "account",
    ("GET", "/api/me/links"): "account",
    ("DELETE", "/api/me/links/{id}"): "account",
    ("POST", "/api/me/enter"): "account",
    ("POST", "/api/me/password"): "account",
    ("POST", "/api/me/login"): "account",
    ("GET", "/api/me/tokens"): "account",
    ("POST", "/api/me/tokens"): "account",
    ("DELETE", "/api/me/tokens/{id}"): "account",
    ("GET", "/api/games"): "watch",
    ("GET", "/api/games/{game}/rules"): "open",
    ("GET", "/api/games/{game}/messages"): "open",
    ("GET", "/api/games/{game}/lesson"): "watch",
    ("GET", "/api/games/{game}/lesson/{step}/why"): "watch",
    ("GET", "/api/games/{game}/pictures"): "watch",
    ("GET", "/api/tables"): "watch",
    ("POST", "/api/tables"): "play",
    ("GET", "/api/tables/mine"): "watch",
    ("GET", "/api/tables/finished"): "watch",
    ("GET", "/api/tables/{id}"): "watch",
    ("POST", "/api/tables/{id}"): "play",
    ("GET", "/api/tables/{id}/record"): "watch",
    ("GET", "/api/tables/{id}/replay"): "watch",
    ("GET", "/api/tables/{id}/replay/{ply}"): "watch",
    ("GET", "/api/tables/{id}/dice"): "watch",
    ("GET", "/api/tables/{id}/analysis"): "watch",
    ("POST", "/api/tables/{id}/analysis"): "play",
    ("POST", "/api/tables/{id}/variation"): "watch",
    ("POST", "/api/tables/{id}/variation/analysis"): "watch",
    ("POST", "/api/games/{game}/variation"): "watch",
    ("POST", "/api/games/{game}/variation/analysis"): "watch",
    ("GET", "/api/puzzles/{game}"): "watch",
    ("GET", "/api/puzzles/{game}/{id}"): "watch",
    ("POST", "/api/puzzles/{game}/{id}"): "watch",
    ("POST", "/api/records"): "manage",
    ("GET", "/api/address"): "open",
    ("GET", "/health"): "open",
    ("GET", "/metrics"): "open",
    ("GET", "/"): "open",
    ("GET", "/{path}"): "open",
}
"""What each route takes. `open` is for whoever asks, known or not; no token reaches `account`."""

BODIES: Mapping[tuple[str, str], Json] = {
    ("POST", "/api/me"): {"name": "Eve"},
    ("PATCH", "/api/me"): {"name": "Eve"},
    ("POST", "/api/me/enter"): {"token": "x"},
    ("POST", "/api/me/password"): {"login": "eve", "password": "long enough"},
    ("POST", "/api/me/login"): {"login": "eve", "password": "long enough"},
    ("POST", "/api/me/tokens"): {"label": "second"},
    ("POST", "/api/tables"): NEW_TABLE,
    ("POST", "/api/tables/{id}"): {"type": "say", "text": "x"},
    ("POST", "/api/tables/{id}/variation"): {"ply": 0},
    ("POST", "/api/tables/{id}/variation/analysis"): {"ply": 0},
    ("POST", "/api/games/{game}/variation"): {"players": 2},
    ("POST", "/api/games/{game}/variation/analysis"): {"players": 1, "options": {"solo": "on"}},
    ("POST", "/api/puzzles/{game}/{id}"): {"action": ""},
    ("POST", "/api/records"): {"text": "saltroad record 1"},
}

MESSAGES: Mapping[str, Json] = {
    "sit": {"seat": 1},
    "stand": {},
    "set_seat": {"seat": 1, "kind": "open"},
    "reveal": {"share": "0" * 64},
    "start": {},
    "close": {},
    "again": {},
    "act": {"ply": 0, "action": "x"},
    "undo": {"ply": 0},
    "ask_back": {"ply": 0},
    "ask_pause": {},
    "answer": {"what": "back", "to_ply": 0, "agree": True},
    "resume": {},
    "stand_in": {"seat": 0, "bot": True},
    "explain": {"ply": 0, "action": "x"},
    "hint": {"ply": 0},
    "say": {"text": "x"},
}
"""Every message takes `play`: a token that only watches sends none."""


def allows(scope: str | None, power: str) -> bool:
    """The table of docs/reference/api.md; no scope is a browser's cookie."""
    if scope is None or power == "open":
        return True
    allowed = {"watch": ["watch"], "play": ["watch", "play"], "manage": ["watch", "play", "manage"]}
    return power in allowed[scope]


def program(server: Server, person: Person, scope: str) -> httpx.Client:
    token = person.post("/api/me/tokens", {"label": scope, "scope": scope})
    return server.client(headers={"Authorization": f"Bearer {token['secret']}"})


def is_out_of_scope(answer: httpx.Response) -> bool:
    return answer.status_code == 403 and answer.json()["code"] == "token_scope"


def every_route(server: Server, monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, str]]:
    """Of the app, without the description of itself."""
    made: list[Litestar] = []
    monkeypatch.setattr(app_module, "with_middleware", lambda app, *more: made.append(app))
    app_module.make_app(server.running.parts.for_http(), server.settings)
    return {
        (method, route.path_format)
        for route in made[0].routes
        if isinstance(route, HTTPRoute) and not route.path_format.startswith(("/api/docs", "/api/schema"))
        for method in route.methods
        if method != "OPTIONS"
    }


def test_every_route_is_in_the_table(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    assert every_route(server, monkeypatch) == set(ROUTES)


@pytest.mark.parametrize("scope", [*SCOPES, None])
def test_every_route_with_every_scope(server: Server, scope: str | None) -> None:
    owner = Person(server, "Ada")
    table = owner.make(seats="me open")
    for (method, path), power in ROUTES.items():
        ada = Person(server, "Ada")  # some of this ends them
        http = ada.http if scope is None else program(server, ada, scope)
        address = path.format(id=table, game="bazaar", step=1, ply=0, path="x")
        params = {"action": "x"} if path.endswith("/why") else None
        answer = http.request(method, address, json=BODIES.get((method, path)), params=params)
        assert is_out_of_scope(answer) == (not allows(scope, power)), f"{scope}: {method} {path} {answer.text}"
        assert answer.status_code < 500


def test_every_message_is_in_the_table() -> None:
    assert {str(kind.__struct_config__.tag) for kind in get_args(ClientMessage)} == set(MESSAGES)


@pytest.mark.parametrize("scope", [*SCOPES, None])
def test_every_message_with_every_scope(server: Server, scope: str | None) -> None:
    ada = Person(server, "Ada")
    http = ada.http if scope is None else program(server, ada, scope)
    headers = ada.cookies() if scope is None else {"Authorization": http.headers["Authorization"]}
    for type, fields in MESSAGES.items():
        table = ada.make(seats="me open")
        before = ada.look(table)
        answer = http.post(f"/api/tables/{table}", json={"type": type, **fields})
        assert is_out_of_scope(answer) == (not allows(scope, "play")), type
        with connect_to(server, table, headers) as socket:
            tab = Tab(socket)
            assert (tab.ask(type, **fields).get("code") == "token_scope") == (not allows(scope, "play")), type
        if scope == "watch":
            assert ada.look(table)["number"] >= before["number"]
            assert (ada.look(table)["seats"], ada.look(table)["state"]) == (before["seats"], before["state"])


def test_a_token_says_what_it_is_for(server: Server, ada: Person) -> None:
    made = [ada.post("/api/me/tokens", {"label": "bot", **more}) for more in ({}, {"scope": "watch"})]
    assert [token["scope"] for token in made] == ["play", "watch"]
    assert [(token["scope"], token["used"]) for token in ada.get("/api/me/tokens")] == [("play", None), ("watch", None)]
    ada.post("/api/me/password", {"login": "not told", "password": "long enough"})
    token = ada.post("/api/me/tokens", {"label": "bot", "scope": "manage"})
    me = told(server.client(headers={"Authorization": f"Bearer {token['secret']}"}).get("/api/me"))
    assert (me["id"], me["scope"], me["login"]) == (ada.me["id"], "manage", None)
    assert ada.get("/api/me")["scope"] is None
    (listed,) = ada.get("/api/me/tokens")
    assert listed["used"] is not None
    assert ada.fault("POST", "/api/me/tokens", {"label": "bot", "scope": "account"})[0] == 400


# -- the end of a token ------------------------------------------------------------------------------------------------


def test_a_token_that_is_taken_back_ends_at_once(server: Server, ada: Person) -> None:
    token, other = (ada.post("/api/me/tokens", {"label": label}) for label in ("bot", "other"))
    table = ada.make(seats="me open")
    bearers: list[dict[str, Any]] = [{"Authorization": f"Bearer {one['secret']}"} for one in (token, other)]
    http = server.client(headers=bearers[0])
    assert told(http.get("/api/me"))["id"] == ada.me["id"]
    with (
        connect_to(server, table, bearers[0]) as first,
        connect_to(server, table, bearers[1]) as second,
        ada.at(table) as own,
    ):
        told(ada.http.delete(f"/api/me/tokens/{token['id']}"))
        assert http.get("/api/me").status_code == 401
        with suppress(ConnectionClosed):
            first.send('{"type": "say", "text": "too late"}')
        assert closed_with(first) == (1008, "the token was taken back")
        Tab(second).done("say", text="I am still here.")
        own.done("say", text="And so am I.")
        assert own.until_lines(2) == ["I am still here.", "And so am I."]


def test_a_token_that_is_taken_back_while_its_socket_opens_ends_too(
    server: Server, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    token, table = ada.post("/api/me/tokens", {"label": "bot"}), ada.make(seats="me open")
    people = server.running.parts.people
    look_up = people.authenticate

    async def slow(headers: Mapping[str, str]) -> Any:
        caller = await look_up(headers)
        if caller.token and caller.person is not None:
            await people.remove_token(caller.person, caller.token)
        return caller

    monkeypatch.setattr(people, "authenticate", slow)
    with connect_to(server, table, {"Authorization": f"Bearer {token['secret']}"}) as socket:
        assert closed_with(socket) == (1008, "no longer let in")
