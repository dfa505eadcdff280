"""One client that does its worst over HTTP or at a table: it is held to its limits, and others are served."""

from __future__ import annotations

import asyncio
import gzip
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from saltroad.server.http import api_docs, connection_limits, limited_protocol, middleware, request_limits
from saltroad.server.http.cached import CachedResponse, ResponseCache, cached
from saltroad.server.http.connection_limits import ConnectionLimiter
from saltroad.server.http.offload import MAX_THREADS, Offloader
from saltroad.server.http.refusal_status import status_of
from saltroad.server.http.request_limits import RequestLimiter, cost_of
from saltroad.server.ip_addresses import address_group
from saltroad.server.rate_limits import Rate, RateLimiter
from saltroad.server.transport import session
from server.serving import PATIENCE, Person, Server, connect_to, server_in
from server.whole import WIRE

ATTACKER = "127.0.0.66"
"""An address of this machine that no proxy has."""


def line_from(server: Server, address: str = ATTACKER, data: bytes = b"") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", server.port), PATIENCE, source_address=(address, 0))
    line.sendall(data)
    return line


def rest_of(line: socket.socket) -> bytes:
    """What comes until the server hangs up."""
    parts = b""
    with suppress(ConnectionError):
        while part := line.recv(65536):
            parts += part
    return parts


def client_from(server: Server, address: str = ATTACKER) -> httpx.Client:
    return server.client(transport=httpx.HTTPTransport(local_address=address))


# -- what is the same for everybody ------------------------------------------------------------------------------------

SAME = [
    "/api/docs",
    "/api/schema/openapi.json",
    "/",
    "/api/games/bazaar/rules?language=fr",
    "/api/games/bazaar/lesson",
    "/api/games/bazaar/pictures",
]


@pytest.mark.parametrize("path", SAME)
def test_what_is_the_same_for_everybody_has_a_name_and_is_sent_once(server: Server, path: str) -> None:
    with server.client() as http:
        first = http.get(path)
        assert first.status_code == 200
        tag = first.headers["ETag"]
        for known in (tag, tag.removeprefix("W/"), f'"other", {tag}', "*"):
            again = http.get(path, headers={"If-None-Match": known})
            assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
            assert again.headers["Content-Security-Policy"]
        other = http.get(path, headers={"If-None-Match": '"other"', "Accept-Encoding": "identity"})
        assert (other.status_code, other.content) == (200, first.content)
        assert "Content-Encoding" not in other.headers


def test_the_description_of_the_api_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = 0
    page = api_docs._page

    def counted(schema: dict[str, Any]) -> str:
        nonlocal made
        made += 1
        return page(schema)

    monkeypatch.setattr(api_docs, "_page", counted)
    with server_in(tmp_path) as server, server.client() as http:
        answers = [http.get("/api/docs") for _ in range(5)]
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.content for answer in answers}) == 1
        assert answers[0].headers["Content-Encoding"] == "gzip"
    assert made == 1


def test_languages_are_kept_apart(server: Server) -> None:
    with server.client() as http:
        texts = {
            http.get("/api/games/bazaar/rules", headers={"Accept-Language": language}).json()[0]["text"]
            for language in ("en", "fr", "fr-CH", "de")
        }
    assert len(texts) == 2


def test_many_who_ask_wait_for_one_who_makes() -> None:
    async def scenario() -> None:
        shelf, threads = ResponseCache(), []

        def make() -> CachedResponse:
            threads.append(threading.current_thread())
            time.sleep(0.05)
            return cached(b"x" * 1000, "text/plain")

        found = await asyncio.gather(*(shelf.get("a", make) for _ in range(10)))
        assert all(one is found[0] for one in found)
        assert await shelf.get("a", make) is found[0]
        assert len(threads) == 1
        assert threads[0] is not threading.main_thread()
        assert gzip.decompress(found[0].gzipped) == found[0].body

        def fails() -> CachedResponse:
            raise RuntimeError

        for _ in range(2):  # a failure is not kept
            with pytest.raises(RuntimeError):
                await shelf.get("b", fails)

    asyncio.run(scenario())


def test_heavy_work_is_done_a_little_at_a_time() -> None:
    """One piece for each address, two for all."""

    async def scenario() -> None:
        heavy, busy, most = Offloader(), [], 0
        may_end = threading.Event()

        def work(address: str) -> str:
            nonlocal most
            assert address not in busy
            busy.append(address)
            most = max(most, len(busy))
            assert may_end.wait(PATIENCE)
            busy.remove(address)
            return address

        tasks = [asyncio.create_task(heavy.run(address, work, address)) for address in "aaabbbccc"]
        while len(busy) < MAX_THREADS:
            await asyncio.sleep(0.01)
        tasks[0].cancel()  # gives up, and still takes its place until the work is done
        await asyncio.sleep(0.02)
        assert len(busy) == MAX_THREADS
        may_end.set()
        done = await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(done[0], asyncio.CancelledError)
        assert done[1:] == list("aabbbccc")
        assert most == MAX_THREADS
        assert not heavy._locks

    asyncio.run(scenario())


# -- how fast ----------------------------------------------------------------------------------------------------------


def test_what_costs_more_counts_for_more() -> None:
    assert cost_of("/api/records") == cost_of("/api/tables/x/record") == cost_of("/api/tables/x/dice") == 10
    assert cost_of("/api/tables/x/replay") == 5
    assert cost_of("/api/tables/x/replay/7") == cost_of("/api/tables") == 2
    assert cost_of("/api/tables/x") == cost_of("/assets/x.js") == cost_of("/api/me") == 1
    watch = RequestLimiter(Rate(20, 0.0001), max_active=100)
    assert watch.enter("a", "/api/records") is None
    assert watch.enter("a", "/api/tables/x/record") is None
    refused = watch.enter("a", "/api/me")
    assert refused is not None
    assert refused.code == "too_fast"
    assert watch.enter("b", "/api/me") is None
    poor = RequestLimiter(Rate(4, 1), max_active=100)
    assert poor.enter("a", "/api/records") is None, "what costs more than there can be is still possible"


def test_so_much_of_one_address_is_under_way_at_once() -> None:
    watch = RequestLimiter(Rate(0, 0), max_active=2)
    assert watch.enter("a", "/") is None
    assert watch.enter("a", "/") is None
    refused = watch.enter("a", "/")
    assert refused is not None
    assert refused.code == "too_many"
    watch.leave("a")
    assert watch.enter("a", "/") is None


@pytest.mark.parametrize(("method", "path"), [("GET", "/health"), ("DELETE", "/api/tables"), ("GET", "/nothing.js")])
def test_every_path_and_method_has_a_rate(
    tmp_path: Path, method: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also those that the app itself refuses."""
    monkeypatch.setattr(middleware, "REFUSAL_DELAY", 0)
    with server_in(tmp_path, rate_requests="1", trusted_proxies="192.0.2.1") as server:
        with client_from(server) as http:
            statuses = [http.request(method, path).status_code for _ in range(30)]
            assert statuses[-1] == 429
        with client_from(server, "127.0.0.5") as other:
            assert other.request(method, path).status_code == statuses[0] != 429


def test_requests_that_are_sent_all_at_once_are_not_queued_without_end(tmp_path: Path) -> None:
    with server_in(tmp_path) as server, line_from(server) as line:
        with suppress(ConnectionError):
            line.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" * 1500)
        answers = rest_of(line)
    assert answers.count(b"HTTP/1.1 200 ") <= limited_protocol.MAX_PIPELINED + 2


# -- how long ----------------------------------------------------------------------------------------------------------

BODY = b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"


def drip(line: socket.socket, part: bytes = b" ") -> bytes:
    """Send a little, again and again, until there is an answer and the line is closed."""
    line.settimeout(0.02)
    deadline, heard = time.monotonic() + PATIENCE, b""
    while time.monotonic() < deadline:
        with suppress(ConnectionError):
            line.sendall(part)
        try:
            got = line.recv(65536)
        except TimeoutError:
            continue
        except ConnectionError:
            return heard
        if not got:
            return heard
        heard += got
    raise AssertionError("the line was held")


def test_a_body_that_drips_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though it never falls silent; and the rest of it holds no connection either."""
    monkeypatch.setattr(middleware, "_BODY_TIMEOUT", 0.3)
    monkeypatch.setattr(limited_protocol, "REST_TIMEOUT", 0.3)
    with server_in(tmp_path) as server, line_from(server, data=BODY % 9999) as line:
        assert drip(line).startswith(b"HTTP/1.1 408 ")


def test_a_body_that_comes_slowly_but_comes_is_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "_BODY_TIMEOUT", 0.0)
    monkeypatch.setattr(middleware, "_BODY_BYTES_PER_SECOND", 0.001)  # a thousand seconds for every byte
    body = json.dumps({"name": "Ada"}).encode()
    with server_in(tmp_path) as server, line_from(server, data=BODY % len(body) + body[:1]) as line:
        for number in range(1, len(body)):
            time.sleep(0.01)
            line.sendall(body[number : number + 1])
        assert line.recv(65536).startswith(b"HTTP/1.1 201 ")


def test_the_rest_of_a_body_that_nobody_wants_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limited_protocol, "REST_TIMEOUT", 0.3)
    request = (BODY % 9999).replace(b"POST /api/me", b"DELETE /health")
    with server_in(tmp_path) as server, line_from(server, data=request) as line:
        assert drip(line).startswith(b"HTTP/1.1 405 ")


def test_empty_lines_between_requests_hold_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limited_protocol, "HEAD_TIMEOUT", 0.5)
    with server_in(tmp_path) as server, line_from(server) as line:
        line.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert line.recv(65536).startswith(b"HTTP/1.1 200 ")
        assert b"did not come in time" in drip(line, b"\r\n")


def test_whoever_does_not_read_an_answer_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limited_protocol, "UNREAD_TIMEOUT", 0.3)
    monkeypatch.setattr(connection_limits, "SWEEP_INTERVAL", 0.1)
    with server_in(tmp_path) as server, socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(PATIENCE)
        line.connect(("127.0.0.1", server.port))
        asks = b"GET /api/schema/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
        with pytest.raises(ConnectionError):  # noqa: PT012  # it hangs up at some point
            while True:
                line.sendall(asks)
                time.sleep(0.02)


# -- how many ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def three(tmp_path: Path) -> Iterator[Server]:
    """A server at which an address may hold three connections."""
    with server_in(tmp_path, most_connections="3", trusted_proxies="127.0.0.77") as server:
        yield server


ASK = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
UPGRADE = (
    b"GET /api/tables/x/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@pytest.mark.parametrize("asks", [ASK, UPGRADE], ids=["http", "socket"])
def test_an_address_holds_so_many_connections(three: Server, asks: bytes) -> None:
    with ExitStack() as stack:
        idle = [stack.enter_context(line_from(three)) for _ in range(3)]
        with line_from(three) as line:
            line.sendall(asks)
            answer = rest_of(line)
        assert answer.startswith(b"HTTP/1.1 429 "), answer
        assert b'"too_many"' in answer
        assert b"content-security-policy" in answer
        with line_from(three, "127.0.0.5", ASK) as other, line_from(three, "127.0.0.77", ASK) as proxy:
            assert other.recv(99).startswith(b"HTTP/1.1 200 ")
            assert proxy.recv(99).startswith(b"HTTP/1.1 200 ")
        for line in idle:
            line.close()
    deadline = time.monotonic() + PATIENCE
    while True:
        with line_from(three, data=ASK) as line:
            if line.recv(99).startswith(b"HTTP/1.1 200 "):
                return
        assert time.monotonic() < deadline


def test_sockets_count_until_they_are_gone(three: Server) -> None:
    ada = Person(three, http=None)
    table = ada.make(seats="me open")
    url = f"ws://127.0.0.1:{three.port}/api/tables/{table}/socket?{WIRE}"
    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(connect(url, source_address=(ATTACKER, 0), open_timeout=PATIENCE))
        with line_from(three, data=ASK) as line:
            assert rest_of(line).startswith(b"HTTP/1.1 429 ")
    deadline = time.monotonic() + PATIENCE
    while True:
        with line_from(three, data=ASK) as line:
            if line.recv(99).startswith(b"HTTP/1.1 200 "):
                return
        assert time.monotonic() < deadline


def test_a_proxy_is_not_counted_and_a_network_is_one() -> None:
    some = ConnectionLimiter(2, 1000, Rate(0, 0), ("10.0.0.0/8", "::1"))
    for _ in range(50):
        assert some.enter("10.1.2.3") == (None, True)
        assert some.enter("::1") == (None, True)
    assert some.enter("2001:db8::1") == (None, True)
    assert some.enter("2001:db8::2") == (None, True)
    refusal, has_time = some.enter("2001:db8::3")
    assert refusal is not None
    assert (refusal.code, has_time) == ("too_many", True)
    assert some.enter("2001:db8:0:1::1") == (None, True)
    for _ in range(20):
        last = some.enter("2001:db8::3")
    assert not last[1], "what comes on top is cut off"
    for host in ["2001:db8::1", "2001:db8::2", *["2001:db8::3"] * 21]:
        some.leave(host)
    assert some.enter("2001:db8::1") == (None, True)


def test_a_server_that_is_full_says_so() -> None:
    some = ConnectionLimiter(0, 2, Rate(0, 0), ("10.0.0.0/8",))
    assert some.enter("10.0.0.1") == some.enter("192.0.2.1") == (None, True)
    refusal, _ = some.enter("192.0.2.2")
    assert refusal is not None
    assert refusal.code == "full"
    assert status_of("full") == 503


def test_whoever_connects_too_fast_is_cut_off() -> None:
    some = ConnectionLimiter(0, 1000, Rate(2, 0.001))
    assert [some.enter("192.0.2.1")[1] for _ in range(3)] == [True, True, False]
    assert some.enter("192.0.2.2") == (None, True)


@pytest.mark.parametrize(
    ("host", "group"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_addresses_are_grouped(host: str, group: str) -> None:
    assert address_group(host) == group


# -- at the table ------------------------------------------------------------------------------------------------------


def test_what_cannot_be_read_costs_as_much_as_what_can(tmp_path: Path) -> None:
    with server_in(tmp_path) as server:
        ada = Person(server)
        table = ada.make(seats="me open")
        server.running.parts.limits.messages = RateLimiter(Rate(3, 0.0001))
        with ada.at(table) as tab:
            spent = [tab.refused("nonsense") for _ in range(4)]
            assert spent == ["bad_message"] * 3 + ["too_fast"]
            assert tab.refused("say", text="hello") == "too_fast"


@pytest.mark.parametrize("name", [None, "Bo"], ids=["nobody", "somebody"])
def test_whoever_sends_what_cannot_be_read_again_and_again_is_sent_away(server: Server, name: str | None) -> None:
    ada = Person(server)
    table = ada.make(seats="me open")
    headers = None if name is None else Person(server, name).cookies()
    with ada.at(table) as tab, connect_to(server, table, headers) as rude:
        codes = []
        with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012  # it hangs up at some point
            while True:
                rude.send("nonsense")
                message = json.loads(rude.recv(PATIENCE))
                while message["type"] != "refused":
                    message = json.loads(rude.recv(PATIENCE))
                codes.append(message["code"])
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
        assert codes == ["bad_message"] * (session.MOST_UNREADABLE - 1)
        tab.done("say", text="still here")


def test_a_mistake_now_and_then_is_forgiven(server: Server) -> None:
    ada = Person(server)
    table = ada.make(seats="me open")
    with ada.at(table) as tab:
        for _ in range(3 * session.MOST_UNREADABLE):
            tab.socket.send("nonsense")
            tab.done("sit", seat=0)


def test_whoever_is_far_too_fast_is_sent_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "MOST_TOO_FAST", 10)
    with server_in(tmp_path) as server:
        ada = Person(server)
        table = ada.make(seats="me open")
        server.running.parts.limits.messages = RateLimiter(Rate(3, 0.0001))
        with ada.at(table) as tab:
            for _ in range(3):
                tab.done("sit", seat=0)
            for _ in range(9):
                assert tab.refused("sit", seat=0) == "too_fast"
            with pytest.raises(ConnectionClosed) as closed:
                tab.ask("sit", seat=0)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


def test_the_weights_are_those_of_paths_that_there_are(server: Server) -> None:
    """A path that is renamed must not lose its weight unnoticed."""
    with server.client() as http:
        paths = http.get("/api/schema/openapi.json").json()["paths"]
    for _, pattern in request_limits._COSTS:
        assert any(pattern.fullmatch(path.replace("{", "").replace("}", "")) for path in paths)
