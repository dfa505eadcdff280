"""What a server on the open network must withstand: other sites' pages, floods, odd paths, its own failures."""

from __future__ import annotations

import io
import json
import logging
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from saltroad.server import origins
from saltroad.server.http import limited_protocol
from saltroad.server.http.app import MOST_BODY
from saltroad.server.http.middleware import HEADERS
from saltroad.server.http.static_files import FOLDER
from saltroad.server.logs import set_up_logs
from saltroad.server.settings import Settings
from saltroad.server.transport.socket_limits import LIMITS
from server.serving import PATIENCE, Person, Server, connect_to, server_in


def raw(server: Server, request: bytes) -> bytes:
    """What is answered to bytes that no decent client would send."""
    with socket.create_connection(("127.0.0.1", server.running.port), PATIENCE) as line:
        line.sendall(request)
        parts = []
        while part := line.recv(65536):
            parts.append(part)
        return b"".join(parts)


# -- our own address ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "host", "address"),
    [
        ({}, "127.0.0.1:8642", ""),
        ({"lan": True}, "127.0.0.1:8642", "http://10.1.2.3:8642"),
        ({"lan": True}, "localhost:99", "http://10.1.2.3:99"),
        ({"lan": True}, "[::1]:8642", "http://10.1.2.3:8642"),
        ({"host": "0.0.0.0"}, "localhost", "http://10.1.2.3:80"),
        ({"lan": True}, "10.9.9.9:8642", ""),
        ({"lan": True}, "games.example.org", ""),
        ({"lan": True}, "[nonsense", ""),
        ({"lan": True}, "127.0.0.1:nonsense", ""),
        ({"lan": True, "public_url": "https://games.example.org"}, "127.0.0.1:8642", "https://games.example.org"),
    ],
)
def test_links_begin_with_an_address_that_others_reach(
    settings: dict[str, Any], host: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(origins, "lan_address", lambda: "10.1.2.3")
    assert origins.shareable_url(host, "127.0.0.1", Settings(**settings)) == address


def test_nobody_from_elsewhere_is_told_of_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(origins, "lan_address", lambda: "10.1.2.3")
    for context in ("203.0.113.5", "2001:db8::1", ""):
        assert origins.shareable_url("localhost:8642", context, Settings(lan=True)) == ""


def test_without_a_network_links_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(origins, "lan_address", lambda: None)
    assert origins.shareable_url("localhost:8642", "::1", Settings(lan=True)) == ""


def test_the_address_is_told_over_http(tmp_path: Path) -> None:
    with server_in(tmp_path, public_url="https://games.example.org") as server, server.client() as http:
        assert http.get("/api/address").json() == {"url": "https://games.example.org"}
    with server_in(tmp_path) as server, server.client() as http:
        assert http.get("/api/address", headers={"Host": "[odd"}).status_code in (200, 400)
        assert http.get("/api/address").json() == {"url": ""}


# -- other sites -------------------------------------------------------------------------------------------------------

FOREIGN: list[dict[str, str]] = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": "http://127.0.0.1.evil.example"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_pages_of_other_sites_can_change_nothing(server: Server, ada: Person, headers: dict[str, str]) -> None:
    table = ada.make(seats="me open")
    for method, path, body in (
        ("POST", "/api/me", {"name": "Eve"}),
        ("PATCH", "/api/me", {"name": "Eve"}),
        ("DELETE", "/api/me", None),
        ("POST", "/api/me/logout", None),
        ("POST", f"/api/tables/{table}", {"type": "close"}),
    ):
        assert ada.fault(method, path, body, headers=headers) == (403, "other_site"), path
    assert ada.get("/api/me")["name"] == "Ada"
    assert ada.look(table)["state"] == "open"
    with pytest.raises(InvalidStatus) as refused, connect_to(server, table, {**ada.cookies(), **headers}):
        pass
    assert refused.value.response.status_code == 403
    assert json.loads(refused.value.response.body or b"")["code"] == "other_site"


def test_our_own_pages_and_programs_may(server: Server, ada: Person) -> None:
    table = ada.make(seats="me open")
    for headers in ({"Origin": server.url, "Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}, {}):
        assert ada.http.post(f"/api/tables/{table}", json={"type": "say", "text": "x"}, headers=headers).is_success
        with connect_to(server, table, {**ada.cookies(), **headers}) as line:
            assert line.recv()


def test_no_other_site_may_read_an_answer(server: Server, ada: Person) -> None:
    for method in ("GET", "OPTIONS", "POST"):
        headers = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
        answer = ada.http.request(method, "/api/me", headers=headers)
        assert not [name for name in answer.headers if name.startswith("access-control")]


def test_a_form_of_another_site_is_refused_whatever_it_claims_to_be(server: Server, ada: Person) -> None:
    """A page can send these three kinds with a visitor's cookies and without asking; it cannot hide where it is."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        headers = {"Content-Type": kind, "Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"}
        answer = ada.http.patch("/api/me", content=b'{"name": "Eve"}', headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "other_site")
    assert ada.http.get("/api/me").json()["name"] != "Eve"


def test_figures_are_for_those_whom_the_host_names(tmp_path: Path) -> None:
    with server_in(tmp_path, metrics_for="10.0.0.0/8") as closed:
        assert closed.client().get("/metrics").status_code == 404
        # the proxy on this machine is believed when it says for whom it asks
        inside = closed.client().get("/metrics", headers={"X-Forwarded-For": "10.1.2.3"})
        assert inside.status_code == 200
        assert b"saltroad_moves" in inside.content


# -- what every answer carries -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "statuses"),
    [
        ("GET", "/", (200,)),
        ("GET", "/table/abc", (200,)),
        ("GET", "/nothing.js", (404,)),
        ("GET", "/health", (200,)),
        ("GET", "/metrics", (200,)),
        ("GET", "/api/me", (200,)),
        ("GET", "/api/docs", (200,)),
        ("GET", "/api/schema/openapi.json", (200,)),
        ("GET", "/api/nothing", (404,)),
        ("GET", "/api", (404,)),
        ("GET", "/api/", (404,)),
        ("GET", "/api/tables/nothing", (404,)),
        ("GET", "/api/tables/nothing/socket", (404,)),
        ("GET", "/api/games/chess/rules", (404,)),
        ("POST", "/api/me", (400,)),
        ("POST", "/api/nothing", (404, 405)),
        ("POST", "/nothing", (404, 405)),
        ("PUT", "/api/me", (405,)),
        ("DELETE", "/health", (405,)),
        ("TRACE", "/api/me", (405,)),
    ],
)
def test_every_answer_has_the_headers_that_protect_a_browser(
    server: Server, method: str, path: str, statuses: tuple[int, ...]
) -> None:
    with server.client() as http:
        answer = http.request(method, path)
    assert answer.status_code in statuses
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert "server" not in answer.headers
    if answer.status_code >= 400:
        assert answer.headers["Content-Type"] == "application/json"
        assert answer.json()["sentence"]
    if answer.status_code == 405:
        assert answer.headers["Allow"]


@pytest.mark.parametrize("path", ["/", "/health", "/api/me", "/api/games", "/table/x"])
def test_a_head_is_a_get_without_its_body(server: Server, path: str) -> None:
    with server.client() as http:
        head, whole = http.head(path), http.get(path)
    assert head.status_code == whole.status_code == 200
    assert head.content == b""
    assert head.headers["Content-Type"] == whole.headers["Content-Type"]


def test_answers_for_one_person_are_kept_by_no_cache(server: Server, ada: Person) -> None:
    table = ada.make()
    for path in ("/api/me", "/api/tables/mine", f"/api/tables/{table}"):
        assert ada.http.get(path).headers["Cache-Control"] == "no-store"


# -- pages and files ---------------------------------------------------------------------------------------------------


def test_an_address_without_a_dot_is_the_clients_page(server: Server) -> None:
    with server.client() as http:
        home = http.get("/")
        assert home.headers["Content-Type"].startswith("text/html")
        for path in ("/table/abc", "/in/token", "/nothing/at/all", "/apiary", "/fr%20x"):
            page = http.get(path)
            assert (page.status_code, page.content) == (200, home.content), path


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../../settings.py",
        "/../settings.py",
        "/..%2fsettings.py",
        "/%2e%2e/settings.py",
        "/assets/%2e%2e/%2e%2e/settings.py",
        "/..%5csettings.py",
        "/%252e%252e/settings.py",
        "//etc/ssl/openssl.cnf",
        "/%2fetc/ssl/openssl.cnf",
        "/assets/..%00.py",
        "/%00.js",
        "/x" * 3000 + ".js",
        "/" + "x" * 300 + ".js",
        "/.env",
        "/%ff.js",
        "/C:/windows/win.ini",
        "/index.html/.",
    ],
)
def test_no_path_leads_out_of_the_clients_files(server: Server, path: str) -> None:
    answer = raw(server, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    head, _, body = answer.partition(b"\r\n\r\n")
    page = (FOLDER / "index.html").read_bytes() if (FOLDER / "index.html").is_file() else b"not built"
    status = int(head.split()[1])
    assert status in (400, 404, 414) or (status == 200 and (body == page or b"not built" in body)), answer[:300]
    assert b"import " not in body
    assert b"openssl" not in body


def test_files_of_the_client_are_served(server: Server) -> None:
    files = [path for path in FOLDER.rglob("*") if path.is_file() and path.suffix in (".js", ".svg", ".css", ".html")]
    if not files:
        pytest.skip("the client is not built")
    with server.client() as http:
        for path in files[:20]:
            name = path.relative_to(FOLDER).as_posix()
            answer = http.get(f"/{name}")
            assert answer.content == path.read_bytes(), name
            assert ("immutable" in answer.headers["Cache-Control"]) == name.startswith("assets/")
            assert answer.headers["X-Content-Type-Options"] == "nosniff"


# -- sizes and rates ---------------------------------------------------------------------------------------------------


def test_a_body_has_bounds(server: Server, ada: Person) -> None:
    huge = b'{"name": "' + b"x" * (MOST_BODY + 1) + b'"}'
    answer = ada.http.post("/api/me", content=huge, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")

    def in_parts() -> Iterator[bytes]:
        for _ in range(40):
            yield b"x" * 10_000

    answer = ada.http.post("/api/me", content=in_parts(), headers={"Content-Type": "application/json"})
    assert answer.status_code == 413
    assert ada.fault("POST", "/api/records", {"text": "x" * 200_001}) == (400, "bad_message")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"{",
        b'"x"',
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b"\xff\xfe",
        b'{"name": 1e999}',
        b"0" * 5000,
    ],
)
def test_a_body_that_makes_no_sense_is_refused(server: Server, ada: Person, body: bytes) -> None:
    table = ada.make()
    for path in ("/api/me", "/api/tables", f"/api/tables/{table}", "/api/records"):
        answer = ada.http.post(path, content=body, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_message"), path
        assert len(answer.json()["sentence"]) < 500


@pytest.mark.parametrize(
    "text", ["", "null", "{", "[" * 30_000, '{"type": "act"}', '{"type": "fly"}', '{"type": "say", "text": 3}', "\x00"]
)
def test_a_message_that_makes_no_sense_is_answered(ada: Person, text: str) -> None:
    table = ada.make(seats="me open")
    with ada.at(table) as tab:
        tab.socket.send(text)
        while 0 not in tab._replies:
            tab.listen()
        assert tab._replies[0]["code"] == "bad_message"


@pytest.mark.parametrize("text", ['{"type": "fly", "id": 9}', '{"type": "act", "id": 9, "ply": "x", "action": 1}'])
def test_what_cannot_be_read_is_answered_by_its_id(ada: Person, text: str) -> None:
    with ada.at(ada.make(seats="me open")) as tab:
        tab.socket.send(text)
        while 9 not in tab._replies:
            tab.listen()
        assert tab._replies[9]["code"] == "bad_message"
        tab.done("say", text="and all goes on")


def test_a_message_has_bounds(ada: Person) -> None:
    table = ada.make(seats="me open")
    with ada.at(table) as tab:
        tab.socket.send("x" * (LIMITS.max_message + 1))
        with pytest.raises(ConnectionClosed):
            tab.until(state="never")


def until_too_fast(ask: Callable[[], httpx.Response]) -> httpx.Response:
    """The first refusal. Which request that is depends on the machine: while it answers, more becomes allowed."""
    return next(answer for _ in range(1000) if (answer := ask()).status_code == 429)


def test_whoever_asks_too_fast_is_told_to_wait(tmp_path: Path) -> None:
    with server_in(tmp_path, rate_requests="5", rate_people="3", rate_logins="2", rate_tables="20") as server:
        with server.client() as http:
            answers = [http.post("/api/me", json={"name": "Ada"}) for _ in range(5)]
            assert [answer.status_code for answer in answers] == [201] * 3 + [429] * 2
            refused = answers[-1].json()
            assert refused["sentence"]
            assert refused == {**refused, "code": "too_fast", "rule": None, "reason": None, "params": {}}
            french = until_too_fast(lambda: http.get("/api/me", headers={"Accept-Language": "fr"}))
        assert "trop rapide" in french.json()["sentence"]
        assert french.headers["Content-Security-Policy"]


def test_moves_and_tables_have_their_rates(tmp_path: Path) -> None:
    with server_in(tmp_path, rate_moves="1", rate_tables="20") as server:
        ada = Person(server)
        table = ada.make("bazaar", "me greedy")
        for _ in range(4):
            ada.reply(table, "act", ply=0, action="x")
        move = {"type": "act", "ply": 0, "action": "x"}
        answer = until_too_fast(lambda: ada.http.post(f"/api/tables/{table}", json=move))
        assert answer.json()["code"] == "too_fast"
        body = {"game": "bazaar", "seats": [{"kind": "me"}, {"kind": "open"}]}
        statuses = [ada.http.post("/api/tables", json=body).status_code for _ in range(6)]
        assert statuses[:4] == [201] * 4
        assert statuses[-1] == 429


def test_one_address_holds_so_many_sockets(tmp_path: Path) -> None:
    with server_in(tmp_path, most_connections="3") as server:
        ada = Person(server)
        table = ada.make(seats="me open")
        with ada.at(table), ada.at(table), ada.at(table):
            with pytest.raises(InvalidStatus) as refused, ada.at(table):
                pass
            assert refused.value.response.status_code == 429
            assert json.loads(refused.value.response.body or b"")["sentence"]
        with ada.at(table) as tab:
            assert tab.update["table"] == table


# -- failures ----------------------------------------------------------------------------------------------------------


@contextmanager
def logged() -> Iterator[io.StringIO]:
    """All that is logged meanwhile, as a server that runs for a long time writes it."""
    root = logging.getLogger()
    handlers, level, stream = root.handlers[:], root.level, io.StringIO()
    set_up_logs("json", "debug", stream)
    for client in ("httpx", "httpcore", "websockets"):  # the test's own side of the line
        logging.getLogger(client).setLevel(logging.WARNING)
    try:
        yield stream
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)


def test_a_failure_of_the_server_shows_nothing_of_its_inside(tmp_path: Path) -> None:
    with server_in(tmp_path) as server:
        ada = Person(server)
        table = ada.make("bazaar", "me open")
        with ada.at(table) as tab:
            with sqlite3.connect(server.settings.database) as store:
                for name in ("tables", "people", "lines"):
                    store.execute(f"ALTER TABLE {name} RENAME TO lost_{name}")
            answers = [
                ada.http.get("/health"),
                ada.http.get("/api/tables/mine"),
                ada.http.post("/api/me", json={"name": "Bo"}),
                ada.http.post("/api/tables", json={"game": "bazaar", "seats": [{"kind": "me"}, {"kind": "open"}]}),
                ada.http.get("/api/tables/another"),
            ]
            reply = tab.ask("say", text="hello")
        assert answers[0].json()["status"] == "no database"
        assert answers[1].json()["code"] == "no_database"
        for answer in answers:
            assert answer.status_code in (500, 503), answer.text
            assert answer is answers[0] or set(answer.json()) == {"code", "sentence", "rule", "reason", "params"}
            for inside in ("Traceback", "sqlite", "SELECT", ".py", "Error"):
                assert inside not in answer.text
            assert answer.headers["Content-Security-Policy"]
        assert answers[0].status_code == 503
        assert reply["type"] == "refused"
        assert reply["code"] in ("not_stored", "no_database", "broken")


HALF = b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\nabc"


@pytest.mark.parametrize("leaves", [True, False])
def test_whoever_stops_in_the_middle_of_a_request_is_let_go(
    leaves: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A phone that has lost its network is no error of ours, and nobody is waited for without end."""
    monkeypatch.setattr("saltroad.server.http.middleware._IDLE_TIMEOUT", 0.3)
    with logged() as log, server_in(tmp_path, log_level="debug") as server:
        with socket.create_connection(("127.0.0.1", server.running.port), timeout=PATIENCE) as line:
            line.sendall(HALF)
            if not leaves:
                assert line.recv(4096).startswith(b"HTTP/1.1 408 ")
        deadline = time.monotonic() + PATIENCE
        while "a client left in the middle of its request" not in log.getvalue():
            assert time.monotonic() < deadline
            time.sleep(0.02)
    assert "Traceback" not in log.getvalue()
    assert '"error"' not in log.getvalue()


@pytest.mark.parametrize("head", [b"", b"GET /health HTTP/1.1\r\nHost: x\r\n"], ids=["nothing", "half a head"])
def test_whoever_does_not_come_to_the_point_is_sent_away(
    tmp_path: Path, head: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limited_protocol, "HEAD_TIMEOUT", 0.3)
    with server_in(tmp_path) as server:
        answer = raw(server, head)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.endswith(b"did not come in time.")


def test_a_second_request_has_its_own_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks again on the same line is not cut off by the limit of the first; whoever then stops half-way is."""
    monkeypatch.setattr(limited_protocol, "HEAD_TIMEOUT", 1.0)
    with server_in(tmp_path) as server:
        with socket.create_connection(("127.0.0.1", server.running.port), PATIENCE) as line:
            for _ in range(3):
                line.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
                assert line.recv(65536).startswith(b"HTTP/1.1 200 ")
                time.sleep(0.5)
            line.sendall(b"GET /health HTTP/1.1\r\n")
            answer = b"".join(iter(lambda: line.recv(65536), b""))
        assert answer.endswith(b"did not come in time.")


def test_a_head_without_end_is_refused(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.running.port), PATIENCE) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        with suppress(ConnectionError):  # it hangs up while we talk
            for number in range(10_000):
                line.sendall(b"X-%d: %b\r\n" % (number, b"y" * 1000))
            pytest.fail("ten megabytes of headers were taken")


def test_no_secret_is_ever_logged(tmp_path: Path) -> None:
    with logged() as log, server_in(tmp_path, log_level="debug") as server:
        ada = Person(server)
        password = "correct horse battery staple"
        ada.post("/api/me/password", {"login": "ada", "password": password})
        ada.fault("POST", "/api/me/login", {"login": "ada", "password": password + "!"})
        token = ada.post("/api/me/tokens", {"label": "bot"})["secret"]
        link = ada.post("/api/me/link")["path"]
        ada.http.get(link)
        program = server.client(headers={"Authorization": f"Bearer {token}"})
        assert program.get("/api/me").is_success
        table = ada.make("bazaar", "me kept")
        key = ada.look(table)["keys"][1]
        bo = Person(server, "Bo")
        bo.ask(table, "sit", seat=1, key=key)
        share = bo.give_hash(table)
        ada.ask(table, "start")
        bo.ask(table, "reveal", share=share)
        seed = server.do(server.running.parts.store.table(table)).seed.hex()  # type: ignore[union-attr]
        server.do(server.running.parts.store.close())
        assert ada.http.post("/api/me/tokens", json={"label": "bot"}).status_code == 503
        cookie = ada.http.cookies["saltroad"]
    said = log.getvalue()
    assert "the store" in said
    secrets = [password, token, link.removeprefix("/in/"), key, share, seed, cookie, cookie.split(".")[1]]
    secrets.append(Path(server.settings.secret_file).read_bytes().hex())
    for secret in secrets:
        assert secret not in said


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 200_000 + b"\r\n\r\n",
        b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
)
def test_what_is_no_http_does_no_harm(server: Server, request_bytes: bytes) -> None:
    try:
        answer = raw(
            server,
            request_bytes[:-2] + b"Connection: close\r\n\r\n" if b"GET / HTTP" in request_bytes else request_bytes,
        )
        assert b"Traceback" not in answer
    except (ConnectionError, TimeoutError):
        pass
    assert httpx.get(f"{server.url}/health").status_code == 200
