"""What lets somebody in ends in every process at once: tokens, sessions, everything with a changed password."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack

import pytest
from websockets.sync.client import ClientConnection

from server.cluster.support import Processes
from server.serving import Person, closed_with, connect_to, told

pytestmark = pytest.mark.slow


@pytest.fixture
def pair(two: Processes) -> tuple[str, str]:
    first, second = sorted(two.names())
    return first, second


def sockets(
    two: Processes, pair: tuple[str, str], stack: ExitStack, table: str, headers: Mapping[str, str]
) -> list[ClientConnection]:
    """One in each process, opened with the same."""
    found: dict[str, ClientConnection] = {}
    while len(found) < len(pair):
        with ExitStack() as one:
            socket = one.enter_context(connect_to(two, table, headers))
            assert socket.response is not None
            process = socket.response.headers["saltroad-process"]
            if process not in found:
                found[process] = socket
                stack.push(one.pop_all())
    return list(found.values())


def known_as(two: Processes, headers: Mapping[str, str]) -> dict[str, int]:
    """What each process says to somebody who asks with these headers for their own games."""
    found: dict[str, int] = {}
    while len(found) < 2:  # a new connection may come to the other process
        with two.client(headers=dict(headers)) as http:
            answer = http.get("/api/tables/mine")
            found[answer.headers["saltroad-process"]] = answer.status_code
    return found


def test_a_token_ends_in_every_process(two: Processes, pair: tuple[str, str]) -> None:
    ada = Person(two, "Ada")
    token, table = ada.post("/api/me/tokens", {"label": "bot"}), ada.make(seats="me open")
    bearer = {"Authorization": f"Bearer {token['secret']}"}
    assert set(known_as(two, bearer).values()) == {200}
    with ExitStack() as stack:
        opened = sockets(two, pair, stack, table, bearer)
        told(ada.http.delete(f"/api/me/tokens/{token['id']}"))
        assert set(known_as(two, bearer).values()) == {401}
        assert [closed_with(socket) for socket in opened] == [(1008, "the token was taken back")] * 2


@pytest.mark.parametrize("way", ["logout", "elsewhere", "password", "forget"])
def test_a_session_ends_in_every_process(two: Processes, pair: tuple[str, str], way: str) -> None:
    ada = Person(two, "Ada")
    phone = Person(two, http=two.client())
    phone.post("/api/me/enter", {"token": ada.post("/api/me/link")["path"].removeprefix("/in/")})
    table, cookie = ada.make(seats="me open"), phone.cookies()
    assert set(known_as(two, cookie).values()) == {200}, "now both know the session"
    with ExitStack() as stack:
        opened = sockets(two, pair, stack, table, cookie)
        match way:
            case "logout":
                phone.post("/api/me/logout")
            case "elsewhere":
                told(ada.http.delete("/api/me/sessions"))
            case "password":
                ada.post("/api/me/password", {"login": f"ada {table}", "password": "long enough"})
            case "forget":
                told(ada.http.delete("/api/me"))
        assert set(known_as(two, cookie).values()) == {401}
        assert [closed_with(socket)[0] for socket in opened] == [1008] * 2
    if way != "forget":
        assert set(known_as(two, ada.cookies()).values()) == {200}
