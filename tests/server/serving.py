"""A whole server for tests, and people who use it as a browser or a program does: real HTTP, sockets and SQLite."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import secrets
import threading
import time
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import httpx
import uvloop
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from saltroad.protocol.messages import WIRE_VERSION
from saltroad.records.dice import share_hash_of
from saltroad.server.serve import Running, serve
from saltroad.server.settings import Settings, read_settings
from server.whole import whole

T = TypeVar("T")
Json = dict[str, Any]
PATIENCE = 300
"""Seconds after which a test that waits for something fails: a guard, not a measure."""
_FREE: dict[str, str] = {
    "rate_requests": "100000",
    "rate_moves": "100000",
    "rate_lines": "100000",
    "rate_tables": "100000",
    "rate_people": "100000",
    "rate_logins": "100000",
}


def settings_for(folder: Path, **changes: str) -> Settings:
    """A server of its own in a folder, with rates that no test reaches unless it wants to."""
    own = {"database": str(folder / "store.sqlite"), "secret_file": str(folder / "secret"), "port": "0"}
    return read_settings({**own, "thinkers": "1", **_FREE, **changes}, {}, None)


class Server:
    """A server in a thread of its own, with an event loop of its own."""

    def __init__(self, settings: Settings, bot_pause: float = 0.0) -> None:
        self.settings = settings
        self.running: Running
        self._ready = threading.Event()
        self._until: asyncio.Event
        self._loop: asyncio.AbstractEventLoop
        self._failure: BaseException | None = None
        self._clients: list[httpx.Client] = []
        self._thread = threading.Thread(target=self._run, args=(bot_pause,), daemon=True)
        self._thread.start()
        assert self._ready.wait(PATIENCE)
        if self._failure is not None:
            raise self._failure

    def _run(self, bot_pause: float) -> None:
        async def main() -> None:
            self._loop, self._until = asyncio.get_running_loop(), asyncio.Event()
            await serve(self.settings, bot_pause=bot_pause, ready=self._is_ready, until=self._until, searches=False)

        try:
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                runner.run(main())
        except BaseException as failure:
            self._failure = failure
        finally:
            self._ready.set()

    def _is_ready(self, running: Running) -> None:
        self.running = running
        self._ready.set()

    @property
    def port(self) -> int:
        return self.running.port

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Something inside the server, as it would do it itself."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def stop(self) -> None:
        """As a signal would."""
        for client in self._clients:
            client.close()
        self._loop.call_soon_threadsafe(self._until.set)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        if self._failure is not None:
            raise self._failure

    def client(self, **more: Any) -> httpx.Client:
        """A browser or a program that nobody knows yet."""
        self._clients.append(httpx.Client(base_url=self.url, timeout=PATIENCE, **more))
        return self._clients[-1]


@contextmanager
def server_in(folder: Path, bot_pause: float = 0.0, **changes: str) -> Iterator[Server]:
    """A server that runs as long as the block."""
    server = Server(settings_for(folder, **changes), bot_pause)
    try:
        yield server
    finally:
        server.stop()


class Person:
    """Somebody who came in by their name, with a browser."""

    def __init__(self, server: Server, name: str = "Ada", http: httpx.Client | None = None) -> None:
        self.server = server
        self.http = http or server.client()
        if http is None:
            self.me: Json = self.post("/api/me", {"name": name})

    def get(self, path: str, **query: str | int) -> Any:
        return told(self.http.get(path, params=query or None))

    def post(self, path: str, body: object = None) -> Any:
        return told(self.http.post(path, json=body))

    def fault(self, method: str, path: str, body: object = None, **more: Any) -> tuple[int, str]:
        """The status and code of a request that is refused; the refusal has a sentence."""
        answer = self.http.request(method, path, json=body, **more)
        fault = answer.json()
        assert answer.status_code >= 400, fault
        assert fault["sentence"]
        return answer.status_code, fault["code"]

    # -- tables --------------------------------------------------------------------------------------------------------

    def make(self, game: str = "bazaar", seats: str = "me greedy", **more: Any) -> str:
        """A new table with seats such as `me open kept greedy`."""
        table: Json = self.post("/api/tables", {"game": game, "seats": [seat(kind) for kind in seats.split()], **more})
        return str(table["id"])

    def look(self, table: str, language: str = "") -> Json:
        """The whole update over HTTP, with sentences in a language."""
        return whole(self.get(f"/api/tables/{table}", language=language))

    def ask(self, table: str, type: str, **fields: Any) -> Json:
        """A message over HTTP; it is done."""
        reply = self.reply(table, type, **fields)
        assert reply["type"] != "refused", reply
        return reply

    def refused(self, table: str, type: str, **fields: Any) -> str:
        """A message over HTTP; it is refused with this code."""
        reply = self.reply(table, type, **fields)
        assert reply["type"] == "refused", reply
        assert reply["sentence"]
        return str(reply["code"])

    def reply(self, table: str, type: str, **fields: Any) -> Json:
        path = f"/api/tables/{table}?language=en"
        answer: Json = self.http.post(path, json={"type": type, **fields}).json()
        return answer

    def give_hash(self, table: str, share: str = "") -> str:
        """Bind oneself to a share of the dice, as a browser does that has seen the commitment; gives the share."""
        share, update = share or secrets.token_hex(32), self.look(table)
        hashed = share_hash_of(share, table, update["commitment"])
        self.ask(table, "sit", seat=update["seat"], share_hash=hashed)
        return share

    def play_on(self, table: str, until_ply: int | None = None) -> Json:
        """Play some offer whenever it is this person's turn, over HTTP, until the game is over or has come to that ply
        or further."""
        while True:
            update = self.look(table)
            if update["state"] == "over" or (until_ply is not None and update["ply"] >= until_ply):
                return update
            if update["offers"]:
                self.ask(table, "act", ply=update["ply"], action=some_offer(update))

    @contextmanager
    def at(self, table: str, **query: Any) -> Iterator[Tab]:
        """A tab that shows the table."""
        with connect_to(self.server, table, self.cookies(), **query) as socket:
            yield Tab(socket)

    def cookies(self) -> dict[str, str]:
        cookie = self.http.cookies.get("saltroad")
        return {} if cookie is None else {"Cookie": f"saltroad={cookie}"}


def connect_to(server: Server, table: str, headers: Mapping[str, str] | None = None, **query: Any) -> ClientConnection:
    """A socket to a table."""
    text = "&".join(f"{name}={value}" for name, value in {"wire": WIRE_VERSION, **query}.items())
    url = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket?{text}"
    return connect(url, additional_headers=headers, open_timeout=PATIENCE)


def closed_with(socket: ClientConnection) -> tuple[int, str]:
    """Wait until the server closes a socket; gives the code and the reason."""
    until = time.monotonic() + PATIENCE  # pulses come all the time
    with suppress(ConnectionClosed):
        while True:
            socket.recv(until - time.monotonic())
    assert socket.close_code is not None
    return socket.close_code, socket.close_reason or ""


class Tab:
    """A page that shows a table: keeps log, view and chat from what it is told, as the client does."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.update: Json = {}
        self.log: list[Json] = []
        self.view: Json = {}
        self.lines: list[Json] = []
        self.storing: Json = {"works": True}
        self._ids = itertools.count(1)
        self._replies: dict[int, Json] = {}
        while not self.update:
            self.listen()

    def listen(self, timeout: float = PATIENCE) -> Json:
        """Take in one message."""
        message: Json = json.loads(self.socket.recv(timeout))
        match message["type"]:
            case "update":
                self._take_in(message)
            case "chat":
                self.lines += message["lines"]
            case "storing":
                self.storing = message
            case "pulse":
                pass
            case _:
                self._replies[message["to"]] = message
        return message

    def _take_in(self, told: Json) -> None:
        update = whole(told, self.update)
        if self.update and update["revision"] != self.update["revision"]:
            self.log, self.view = [], {}
        if not self.update:
            self.log = [{}] * update["first_ply"]
        del self.log[update["first_ply"] :]
        assert len(self.log) == update["first_ply"], "there is a gap in the log"
        self.log += update["happened"]
        assert len(self.log) == update["ply"]
        if update["view"] is not None:
            self.view = update["view"]
        elif update["changed"] is not None:
            assert self.view, "there is nothing to change"
            self.view = {**self.view, **update["changed"]}
        self.update = update

    def ask(self, type: str, **fields: Any) -> Json:
        """Ask, and wait for the reply."""
        id = next(self._ids)
        self.socket.send(json.dumps({"type": type, "id": id, **fields}))
        while id not in self._replies:
            self.listen()
        return self._replies.pop(id)

    def done(self, type: str, **fields: Any) -> None:
        reply = self.ask(type, **fields)
        assert reply["type"] == "done", reply

    def refused(self, type: str, **fields: Any) -> str:
        reply = self.ask(type, **fields)
        assert reply["type"] == "refused", reply
        assert "sentence" not in reply
        return str(reply["code"])

    def until(self, **fields: Any) -> Json:
        """Wait for an update in which these fields have these values."""
        while any(self.update[name] != value for name, value in fields.items()):
            self.listen()
        return self.update

    def until_lines(self, count: int) -> list[str]:
        """Wait for so many lines of chat."""
        while len(self.lines) < count:
            self.listen()
        return [line["text"] for line in self.lines]

    def act(self) -> None:
        """Play something of what is offered, as soon as something is."""
        while not self.update["offers"]:
            self.listen()
        self.done("act", ply=self.update["ply"], action=some_offer(self.update))

    def play_on(self, until_ply: int | None = None) -> Json:
        """Play some offer on every turn, until the game is over or has come to that ply or further."""
        while self.update["state"] != "over" and (until_ply is None or self.update["ply"] < until_ply):
            if self.update["offers"]:
                ply = self.update["ply"]
                self.act()
                while self.update["ply"] == ply:
                    self.listen()
            else:
                self.listen()
        return self.update


def some_offer(update: Json) -> str:
    """What a player without a plan plays: any offer, but the same one in the same place."""
    return str(random.Random(update["ply"]).choice(update["offers"])[0])


def seat(kind: str) -> Json:
    """A seat of a new table: `me`, `open`, `kept`, or the name of a bot."""
    return {"kind": kind} if kind in ("me", "open", "kept") else {"kind": "bot", "bot": kind}


def told(answer: httpx.Response) -> Any:
    """The body of an answer that went well."""
    assert answer.is_success, f"{answer.status_code} {answer.text}"
    return answer.json() if answer.content else None
