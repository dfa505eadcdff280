"""From the request to the open WebSocket, and what a handler can do wrong on the way."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from saltroad.server.transport.socket_limits import SocketLimits
from saltroad.server.transport.websocket import Connection, HttpRefusal, Request
from server.transport.support import TEXT, Careful, Echo, Run, serving, until


def test_messages_go_both_ways_beside_http_on_one_port(run: Run) -> None:
    async def scenario() -> None:
        echo = Echo()
        async with serving(echo) as served:
            async with served.connect() as one, served.connect() as other:
                await one.send("salt")
                await other.send("sel à l'été")
                assert [await one.recv(), await other.recv()] == ["salt", "sel à l'été"]
                async with served.tcp() as wire:
                    wire.writer.write(b"GET / HTTP/1.1\r\nhost: here\r\n\r\n")
                    assert b"200" in await wire.reader.readuntil(b"\r\n\r\n")
                    assert await wire.reader.readexactly(5) == b"hello"
                    assert (await wire.ask())[0] == 101  # the same connection goes on as a WebSocket
                    wire.send(TEXT, b"road")
                    assert await wire.read() == (TEXT, b"road")
            await echo.the_end()
            assert len(echo.closes) == 3

    run(scenario())


def test_a_handler_knows_the_request(run: Run) -> None:
    async def scenario() -> None:
        echo = Echo()
        async with serving(echo) as served, served.tcp() as wire:
            status, _ = await wire.ask("/api/a%20table/socket?seen=3&language=fr&language=en&empty=", Cookie="a=1; b=2")
            assert status == 101
            (request,) = echo.requests
            assert request is echo.opens[0].request
            assert (request.path, request.address) == ("/api/a table/socket", "127.0.0.1")
            assert request.query == {"seen": "3", "language": "en", "empty": ""}
            assert (request.headers["cookie"], request.headers["host"]) == ("a=1; b=2", "here")

    run(scenario())


@pytest.mark.parametrize(("trusted", "address"), [("127.0.0.1", "192.0.2.7"), ("192.0.2.1", "127.0.0.1")])
def test_only_a_trusted_proxy_names_the_client(run: Run, trusted: str, address: str) -> None:
    async def scenario() -> None:
        echo = Echo()
        async with serving(echo, forwarded_allow_ips=trusted) as served, served.tcp() as wire:
            await wire.ask(X_Forwarded_For="192.0.2.7")
            assert echo.requests[0].address == address

    run(scenario())


class Closed(Echo):
    """Lets nobody in."""

    def refuse(self, request: Request) -> HttpRefusal | Awaitable[HttpRefusal | None] | None:
        return self.think(request) if request.query else (404, b'{"code": "no_table"}')

    async def think(self, request: Request) -> HttpRefusal:
        await asyncio.sleep(0.01)
        return 429, b'{"code": "too_many"}'


@pytest.mark.parametrize(("path", "status", "code"), [("/", 404, "no_table"), ("/?slow=1", 429, "too_many")])
def test_a_refusal_is_an_http_answer(run: Run, path: str, status: int, code: str) -> None:
    async def scenario() -> None:
        closed = Closed()
        async with serving(closed) as served:
            with pytest.raises(InvalidStatus) as refused:
                await served.connect(path)
            response = refused.value.response
            assert response.status_code == status
            assert response.headers["content-type"] == "application/json"
            assert "date" in response.headers
            assert json.loads(response.body or b"") == {"code": code}
        assert not closed.opens
        assert not closed.closes

    run(scenario())


def test_what_comes_before_the_answer_waits_for_it(run: Run) -> None:
    async def scenario() -> None:
        careful = Careful()
        async with serving(careful) as served, served.tcp() as wire:
            asked = asyncio.create_task(wire.ask())
            await until(lambda: careful.requests)
            wire.send(TEXT, b"early")
            await asyncio.sleep(0.02)
            careful.may_go_on.set()
            assert (await asked)[0] == 101
            assert await wire.read() == (TEXT, b"early")

    run(scenario())


def test_a_refusal_that_takes_too_long_is_cut_off(run: Run) -> None:
    async def scenario() -> None:
        careful = Careful()
        async with serving(careful, SocketLimits(upgrade_timeout=0.05)) as served, served.tcp() as wire:
            with pytest.raises(asyncio.IncompleteReadError):
                await wire.ask()
            await until(lambda: careful.given_up)
        assert not careful.opens

    run(scenario())


class Failing(Echo):
    """Raises where it is told to."""

    def refuse(self, request: Request) -> HttpRefusal | None:
        if "refuse" in request.query:
            raise LookupError
        return (200, b"no refusal") if "wrong" in request.query else None

    def opened(self, connection: Connection) -> None:
        super().opened(connection)
        if "opened" in connection.request.query:
            raise LookupError

    def received(self, connection: Connection, data: bytes) -> None:
        raise LookupError

    def closed(self, connection: Connection) -> None:
        super().closed(connection)
        raise LookupError


@pytest.mark.parametrize("where", ["opened", "received"])
def test_a_handler_that_fails_costs_its_own_connection(run: Run, where: str, caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        failing = Failing()
        async with serving(failing) as served:
            async with served.connect(f"/?{where}=1") as client, served.connect("/") as other:
                with contextlib.suppress(ConnectionClosed):
                    await client.send("go")
                with pytest.raises(ConnectionClosed) as closed:
                    await client.recv()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1011
                await (await other.ping())
            await failing.the_end()

    run(scenario())
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [LookupError] * 3


@pytest.mark.parametrize("how", ["refuse", "wrong"])
def test_a_handler_that_fails_to_decide_says_nothing_of_why(
    run: Run, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        async with serving(Failing()) as served:
            with pytest.raises(InvalidStatus) as refused:
                await served.connect(f"/?{how}=1")
            assert (refused.value.response.status_code, refused.value.response.body) == (500, b"")

    run(scenario())
    assert "failed before the upgrade" in caplog.text


@pytest.mark.parametrize("connection", ["keep-alive, Upgrade", "upgrade"])
def test_browsers_write_the_header_in_their_own_ways(run: Run, connection: str) -> None:
    async def scenario() -> None:
        async with serving(Echo()) as served, served.tcp() as wire:
            assert (await wire.ask(connection=connection))[0] == 101

    run(scenario())


@pytest.mark.parametrize(
    "wrong",
    [
        {"sec_websocket_key": "short"},
        {"sec_websocket_key": "A" * 9000},
        {"sec_websocket_version": "99"},
        {"method": "POST"},
    ],
)
def test_a_request_that_is_no_upgrade_gets_400(run: Run, wrong: dict[str, str]) -> None:
    async def scenario() -> None:
        echo = Echo()
        async with serving(echo) as served, served.tcp() as wire:
            assert (await wire.ask(**wrong))[0] == 400
            await served.stop()
        assert not echo.opens
        assert not echo.closes

    run(scenario())
