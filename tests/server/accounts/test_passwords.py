"""Guessing passwords: failures are counted by address and login, the owner gets in all the same, and the log tells."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import httpx
import pytest

from saltroad.server.accounts.login_limits import FAILURES_PER_ADDRESS, FAILURES_PER_LOGIN, LoginLimiter
from saltroad.server.accounts.passwords import MAX_QUEUED_PER_ADDRESS, Passwords
from saltroad.server.ip_addresses import address_group
from saltroad.server.refusals import Refusal
from saltroad.server.refused_addresses import MAX_LINES_PER_MINUTE, RefusedAddresses
from server.serving import Person, Server, server_in
from server.test_security import logged

RIGHT, WRONG = "correct horse battery", "incorrect horse battery"


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the default limit on logins: ten failures a minute."""
    with server_in(tmp_path_factory.mktemp("strict"), rate_logins="10") as running:
        yield running


def try_in(server: Server, login: str, password: str, address: str) -> httpx.Response:
    """A login through the proxy on this machine, which says for whom it asks."""
    with server.client(headers={"X-Forwarded-For": address}) as http:
        return http.post("/api/me/login", json={"login": login, "password": password})


def owner(server: Server, login: str, address: str = "192.0.2.1") -> Person:
    """Somebody with an account, who came from some address."""
    person = Person(server, http=server.client(headers={"X-Forwarded-For": address}))
    person.me = person.post("/api/me", {"name": "Ada"})
    person.post("/api/me/password", {"login": login, "password": RIGHT})
    return person


def is_counted(server: Server, logins: Iterable[str], addresses: Iterable[str]) -> None:
    """Ten wrong passwords are told so. Which one after them is too fast depends on the machine: while it answers, more
    becomes allowed."""
    tries = (
        try_in(server, login, WRONG, address).status_code
        for login, address in zip(cycle(logins), cycle(addresses), strict=False)
    )
    assert [next(tries) for _ in range(10)] == [401] * 10
    assert 429 in islice(tries, 500)


# -- counting ----------------------------------------------------------------------------------------------------------


def test_ten_wrong_passwords_do_not_lock_the_owner_out(strict: Server) -> None:
    owner(strict, "locked")
    is_counted(strict, ["locked"], ["203.0.113.1"])
    assert try_in(strict, "locked", RIGHT, "198.51.100.7").status_code == 200, "from an address that was never here"


def test_where_the_password_was_set_the_owner_gets_in_while_many_addresses_try(tmp_path: Path) -> None:
    with server_in(tmp_path, rate_logins="1") as server:
        owner(server, "ada", "192.0.2.1")
        spread = (try_in(server, "ada", WRONG, f"203.0.113.{k}").status_code for k in range(1, 250))
        assert 429 in spread
        assert try_in(server, "ada", RIGHT, "192.0.2.1").status_code == 200


def test_every_way_to_write_a_login_is_the_same_login(strict: Server) -> None:
    owner(strict, "Straße Ada")
    ways = [
        "Straße Ada",
        "STRASSE ADA",
        "straße\u00a0ada",
        "strasse  ada",
        "ｓｔｒａｓｓｅ ada",
        "ſtraße ada",
        "st\u00adraße ada",
    ]
    is_counted(strict, ways, ["203.0.113.2"])


def test_right_passwords_are_not_counted(strict: Server) -> None:
    owner(strict, "often", "203.0.113.3")
    assert [try_in(strict, "often", RIGHT, "203.0.113.3").status_code for _ in range(15)] == [200] * 15


def test_an_ipv6_network_is_one_address(strict: Server) -> None:
    owner(strict, "sixth")
    is_counted(strict, ["sixth"], [f"2001:db8:1:2::{k:x}" for k in range(1000)])
    assert try_in(strict, "sixth", WRONG, "2001:db8:1:3::1").status_code == 401


def test_a_proxy_passes_on_no_forged_address(strict: Server) -> None:
    """A proxy adds the address that it sees at the end: what the client has written before it counts for nothing."""
    owner(strict, "forged")
    is_counted(strict, ["forged"], [f"198.51.100.{k}, 203.0.113.4" for k in range(250)])


def test_a_wrong_old_password_is_a_failed_login(strict: Server) -> None:
    ada = owner(strict, "old one", "203.0.113.5")
    change = {"login": "old one", "password": "another one", "old_password": WRONG}
    codes = (ada.fault("POST", "/api/me/password", change)[1] for _ in range(500))
    assert [next(codes) for _ in range(10)] == ["wrong_password"] * 10
    assert "too_fast" in codes


def attempts(logins: LoginLimiter, host: str, login: str | None, times: int, code: str = "wrong_login") -> list[str]:
    """What so many tries come to that go wrong if they may be made."""
    found = []
    for _ in range(times):
        try:
            with logins.attempt(host, login):
                raise Refusal(code)
        except Refusal as refusal:
            found.append(refusal.code)
    return found


def test_one_address_fails_so_often_with_whatever_login() -> None:
    logins = LoginLimiter(10, lambda: 0.0)
    most = 10 * FAILURES_PER_ADDRESS
    codes = [attempts(logins, "203.0.113.1", f"login {k}", 1)[0] for k in range(most + 5)]
    assert codes == ["wrong_login"] * most + ["too_fast"] * 5
    assert attempts(logins, "203.0.113.1", None, 1, "dead_link") == ["too_fast"]
    assert attempts(logins, "203.0.113.2", "login 1", 1) == ["wrong_login"]


def test_one_login_is_tried_so_often_from_whatever_address_and_its_owner_still_gets_in() -> None:
    now = [0.0]
    logins = LoginLimiter(10, lambda: now[0])
    with logins.attempt("192.0.2.1", "ada"):
        pass
    most = 10 * FAILURES_PER_LOGIN
    codes = [attempts(logins, f"203.0.113.{k}", "ada", 1)[0] for k in range(most + 5)]
    assert codes == ["wrong_login"] * most + ["too_fast"] * 5
    with logins.attempt("192.0.2.1", "ada"):
        pass
    assert attempts(logins, "192.0.2.1", "ada", 11) == ["wrong_login"] * 10 + ["too_fast"]
    assert attempts(logins, "203.0.113.250", "bo", 1) == ["wrong_login"]
    now[0] += 60
    assert attempts(logins, "203.0.113.251", "ada", 1) == ["wrong_login"]


def test_what_does_not_fail_is_not_counted() -> None:
    logins = LoginLimiter(10, lambda: 0.0)
    assert set(attempts(logins, "203.0.113.1", "ada", 1000, "no_database")) == {"no_database"}
    for _ in range(100):
        with pytest.raises(KeyError), logins.attempt("203.0.113.1", "ada"):
            raise KeyError
    assert attempts(logins, "203.0.113.1", "ada", 11) == ["wrong_login"] * 10 + ["too_fast"]


def test_many_tries_at_once_are_counted_before_they_are_made() -> None:
    logins, codes = LoginLimiter(10, lambda: 0.0), []

    async def one() -> None:
        try:
            with logins.attempt("203.0.113.1", "ada"):
                await asyncio.sleep(0)
                raise Refusal("wrong_login")
        except Refusal as refusal:
            codes.append(refusal.code)

    async def go() -> None:
        await asyncio.gather(*(one() for _ in range(100)))

    asyncio.run(go())
    assert sorted(codes) == ["too_fast"] * 90 + ["wrong_login"] * 10


def test_few_passwords_of_one_address_wait_and_others_have_their_turn() -> None:
    async def go() -> None:
        passwords = Passwords(0)
        stored = await passwords.hash(RIGHT, "192.0.2.1")
        flood = [passwords.verify(stored, WRONG, f"2001:db8::{k:x}") for k in range(50)]
        answers = await asyncio.gather(*flood, passwords.verify(stored, RIGHT, "192.0.2.1"), return_exceptions=True)
        assert answers.pop() is True
        refused = [answer.code for answer in answers if isinstance(answer, Refusal)]
        assert refused == ["too_fast"] * (50 - MAX_QUEUED_PER_ADDRESS)
        assert [answer for answer in answers if not isinstance(answer, Refusal)] == [False] * MAX_QUEUED_PER_ADDRESS
        assert await passwords.verify(None, RIGHT, "192.0.2.1") is False

    asyncio.run(go())


@pytest.mark.parametrize(
    ("host", "group"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::", "2001:db8:1:2::/64"),
        ("::1", "::/64"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_what_counts_as_one_address(host: str, group: str) -> None:
    assert address_group(host) == group


# -- the log -----------------------------------------------------------------------------------------------------------


def lines(text: str, event: str) -> list[dict[str, Any]]:
    return [line for line in map(json.loads, text.splitlines()) if line["event"] == event]


def test_the_log_tells_of_failed_logins_and_refused_addresses(tmp_path: Path) -> None:
    with logged() as stream, server_in(tmp_path, rate_logins="3", rate_people="3", most_connections="1") as server:
        ada = owner(server, "Ada L.")
        while try_in(server, "ADA  l.", WRONG, "203.0.113.1").status_code != 429:
            pass
        try_in(server, "my secret passphrase", WRONG, "203.0.113.2")
        change = {"login": "ada", "password": WRONG + " 2", "old_password": WRONG}
        assert ada.fault("POST", "/api/me/password", change)[1] == "wrong_password"
        with server.client(headers={"X-Forwarded-For": "203.0.113.3"}) as http:
            for _ in range(10):
                http.post("/api/me", json={"name": "Eve"})
        table = ada.make(seats="me open")
        with ada.at(table), server.client() as http:
            for _ in range(3):
                upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", **ada.cookies()}
                assert http.get(f"/api/tables/{table}/socket", headers=upgrade).status_code == 429
    said = stream.getvalue()
    failed = [(line["address"], line["login"]) for line in lines(said, "a login failed")]
    assert failed[:3] == [("203.0.113.1", "ada l.")] * 3
    assert failed[-1] == ("203.0.113.2", None)
    assert [line["address"] for line in lines(said, "a password was wrong")] == ["192.0.2.1"]
    refused = [(line["address"], line["why"]) for line in lines(said, "an address is refused")]
    assert set(refused) == {("203.0.113.1", "too_fast"), ("203.0.113.3", "too_fast"), ("127.0.0.1", "too_many")}
    assert len(refused) <= 6, "once a minute, not once a request"
    for secret in (RIGHT, WRONG, "passphrase"):
        assert secret not in said


def test_a_refused_address_has_one_line_a_minute() -> None:
    now = [0.0]
    with logged() as stream:
        refused_addresses = RefusedAddresses(lambda: now[0])
        for second in range(120):
            now[0] = float(second)
            refused_addresses.note("203.0.113.1", "too_fast")
            refused_addresses.note(f"2001:db8::{second:x}", "too_fast")
        assert len(lines(stream.getvalue(), "an address is refused")) == 4
        now[0] = 200.0
        for k in range(1000):
            refused_addresses.note(f"10.0.{k // 250}.{k % 250}", "too_fast")
        assert len(lines(stream.getvalue(), "an address is refused")) == 4 + MAX_LINES_PER_MINUTE
        (more,) = [line for line in stream.getvalue().splitlines() if "many more addresses" in line]
        assert more
