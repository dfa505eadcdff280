"""What one guest can do to everybody else with the documentation in hand: each attack of `benchmarks/abuse.py`.

Each runs in a process of its own, for a number of seconds, against a server on this machine alone. Every loop is
bounded in time, and what it opens it closes. `prepare` is what comes before the measurement, `attack` what is measured.
"""

from __future__ import annotations

import base64
import json
import select
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import httpx

from saltroad.protocol.messages import WIRE_VERSION

ADDRESS = "127.0.0.66"
"""The attacker's: one that no honest player has."""
MOST_SOCKETS = 600
MASK = b"\x01\x02\x03\x04"
BLOCK = 64 * 1024


def frame(opcode: int, data: bytes) -> bytes:
    """A client's frame of less than 126 bytes."""
    return bytes([0x80 | opcode, 0x80 | len(data)]) + MASK + bytes(c ^ MASK[i % 4] for i, c in enumerate(data))


PING, TEXT = 9, 1


class Attack:
    """A guest with a table of their own, and what they do with it."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.host, self.port = urlsplit(base).hostname or "", urlsplit(base).port or 0
        self.done: dict[str, Any] = {}
        """What came of it."""

    def prepare(self) -> None:
        """Before the measurement."""

    def attack(self, seconds: float) -> None:
        """For that long."""
        raise NotImplementedError

    # -- tools ---------------------------------------------------------------------------------------------------------

    def guest(self, name: str, address: str = ADDRESS) -> httpx.Client:
        transport = httpx.HTTPTransport(local_address=address)
        http = httpx.Client(base_url=self.base, transport=transport, timeout=60)
        http.post("/api/me", json={"name": name}).raise_for_status()
        return http

    def table(self, guest: httpx.Client, **more: Any) -> str:
        body = {"game": "bazaar", "seats": [{"kind": "me"}, {"kind": "open"}], "drawn": False, **more}
        return str(guest.post("/api/tables", json=body).raise_for_status().json()["id"])

    def line(self) -> socket.socket:
        """A TCP connection from the attacker's address."""
        return socket.create_connection((self.host, self.port), timeout=10, source_address=(ADDRESS, 0))

    def socket(self, table: str, receive: int = 0) -> socket.socket:
        """An open WebSocket of somebody whom nobody knows; OSError if it is refused."""
        line = socket.socket()
        line.settimeout(10)
        if receive:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        line.bind((ADDRESS, 0))
        try:
            line.connect((self.host, self.port))
            key = base64.b64encode(bytes(16)).decode()
            line.sendall(
                f"GET /api/tables/{table}/socket?wire={WIRE_VERSION} HTTP/1.1\r\n"
                f"Host: {self.host}:{self.port}\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
            )
            answer = line.recv(12)
            if not answer.startswith(b"HTTP/1.1 101"):
                raise OSError(f"refused: {answer!r}")
        except OSError:
            line.close()
            raise
        line.setblocking(False)
        return line

    def flood(self, table: str, data: bytes, seconds: float, sockets: int, *, reads: bool = True) -> tuple[int, int]:
        """Write the same again and again to some sockets as fast as they take it; those that are lost are opened again,
        ten a second at most. Gives the bytes sent and the sockets lost."""
        end, sent, lost, opened_at = time.monotonic() + seconds, 0, 0, 0.0
        receive = 0 if reads else 4096
        lines: dict[socket.socket, bytes] = {}
        while (now := time.monotonic()) < end:
            if len(lines) < sockets and now >= opened_at:
                with suppress(OSError):
                    lines[self.socket(table, receive)] = b""
                opened_at = now + (0.1 if lost else 0.0)
            ready, writable, _ = select.select(list(lines) if reads else [], list(lines), [], 0.05)
            for line in set(ready) | set(writable):
                try:
                    if line in ready and not line.recv(1 << 20):
                        raise OSError
                    if line in writable:
                        rest = lines[line] or data
                        took = line.send(rest)
                        lines[line] = rest[took:]
                        sent += took
                except BlockingIOError:
                    pass
                except OSError:
                    line.close()
                    del lines[line]
                    lost += 1
        for line in lines:
            line.close()
        return sent, lost


class Docs(Attack):
    """The page of the API and its description, forty times a second."""

    def attack(self, seconds: float) -> None:
        asks = [self._ask(path) for path in ("/api/docs", "/api/schema/openapi.json")]
        end, asked = time.monotonic() + seconds, 0
        statuses: list[int] = []
        lines: list[socket.socket] = []
        due = time.monotonic()
        while (now := time.monotonic()) < end:
            while due <= now:
                with suppress(OSError):
                    line = self.line()
                    line.sendall(asks[asked % 2])
                    line.setblocking(False)
                    lines.append(line)
                asked += 1
                due += 1 / 40
            ready, _, _ = select.select(lines, [], [], max(0.0, due - time.monotonic()))
            for line in ready:
                statuses += self._read(line, lines)
            while len(lines) > MOST_SOCKETS:
                lines.pop(0).close()
        for line in lines:
            line.close()
        self.done = {"requests": asked, "answered": len(statuses)}

    def _ask(self, path: str) -> bytes:
        return (
            f"GET {path} HTTP/1.1\r\nHost: {self.host}\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n".encode()
        )

    def _read(self, line: socket.socket, lines: list[socket.socket]) -> Iterator[int]:
        data = b""
        with suppress(OSError):
            data = line.recv(1 << 20)
        if data.startswith(b"HTTP/1.1 "):
            yield int(data[9:12])
        if not data:
            line.close()
            lines.remove(line)


class Pings(Attack):
    """Pings on one socket as fast as it goes."""

    def prepare(self) -> None:
        self.at = self.table(self.guest("Ping"))

    def attack(self, seconds: float) -> None:
        ping = frame(PING, b"")
        sent, lost = self.flood(self.at, ping * (BLOCK // len(ping)), seconds, 1)
        self.done = {"frames": sent // len(ping), "lost": lost}


class Garbage(Attack):
    """Messages that cannot be read, on four sockets, as fast as they are answered."""

    def prepare(self) -> None:
        self.at = self.table(self.guest("Garbage"))

    def attack(self, seconds: float) -> None:
        text = frame(TEXT, b'{"type":"nonsense"}') * 40
        end, sent, lost, opened_at = time.monotonic() + seconds, 0, 0, 0.0
        lines: dict[socket.socket, int] = {}
        """How many answers are awaited: of more than fifty messages at once the socket is closed."""
        while (now := time.monotonic()) < end:
            if len(lines) < 4 and now >= opened_at:
                with suppress(OSError):
                    lines[self.socket(self.at)] = 0
                opened_at = now + (0.1 if lost else 0.0)
            for line, awaited in list(lines.items()):
                try:
                    if awaited <= 0:
                        line.sendall(text)
                        lines[line] = 40
                        sent += 40
                except OSError:
                    line.close()
                    del lines[line]
                    lost += 1
            for line in select.select(list(lines), [], [], 0.05)[0]:
                try:
                    data = line.recv(1 << 20)
                    if not data:
                        raise OSError
                    lines[line] -= data.count(b'"refused"')
                except BlockingIOError:
                    pass
                except OSError:
                    line.close()
                    del lines[line]
                    lost += 1
        for line in lines:
            line.close()
        self.done = {"messages": sent, "lost": lost}


class Unread(Attack):
    """A hundred sockets that ask and never read: pings have the largest answers for what they cost."""

    def prepare(self) -> None:
        self.at = self.table(self.guest("Unread"))

    def attack(self, seconds: float) -> None:
        data = frame(PING, b"p" * 125) * (BLOCK // 131)
        end, sent, lost = time.monotonic() + seconds, 0, 0
        lines: list[socket.socket] = []
        while len(lines) < 100 and time.monotonic() < end:
            with suppress(OSError):
                lines.append(self.socket(self.at, receive=4096))
        rest: dict[socket.socket, bytes] = {}
        while lines and time.monotonic() < end:
            for line in select.select([], lines, [], 0.05)[1]:
                try:
                    part = rest.get(line) or data
                    took = line.send(part)
                    rest[line] = part[took:]
                    sent += took
                except BlockingIOError:
                    pass
                except OSError:
                    line.close()
                    lines.remove(line)
                    lost += 1
        self.done = {"sent": sent, "open": len(lines), "lost": lost}
        for line in lines:
            line.close()


class Bots(Attack):
    """Fifteen tables of bots that think long, and nobody there."""

    def attack(self, seconds: float) -> None:
        guest, made = self.guest("Botmaster"), 0
        since = time.monotonic()
        for _ in range(15):
            seats = [{"kind": "me"}] + [{"kind": "bot", "bot": "master"}] * 3
            with suppress(httpx.HTTPError):
                table = self.table(guest, seats=seats, start=True)
                guest.post(f"/api/tables/{table}", json={"type": "stand"}).raise_for_status()
                made += 1
        guest.close()
        time.sleep(max(0.0, since + seconds - time.monotonic()))
        self.done = {"tables": made}


class Lobby(Attack):
    """Four guests with as many public tables as they may have."""

    def attack(self, seconds: float) -> None:
        guests, made = [self.guest(f"Crowd {k}") for k in range(4)], 0
        end = time.monotonic() + seconds
        for guest in guests:
            for _ in range(40):
                if time.monotonic() >= end:
                    break
                with suppress(httpx.HTTPError):
                    self.table(guest, public=True)
                    made += 1
        time.sleep(max(0.0, end - time.monotonic()))
        self.done = {"tables": made}


class Drip(Attack):
    """Five hundred connections that say nothing, and some whose head or body comes a byte at a time."""

    def attack(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        lines: list[socket.socket] = []
        body = b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n"
        for number in range(500):
            with suppress(OSError):
                line = self.line()
                line.setblocking(False)
                if number % 5 == 0:
                    line.send(body)
                elif number % 5 == 1:
                    line.send(b"GET / HTTP/1.1\r\nX: ")
                lines.append(line)
            if time.monotonic() >= end:
                break
        while time.monotonic() < end:
            for number, line in enumerate(lines):
                if number % 5 < 2:
                    with suppress(OSError):
                        line.send(b"x")
            time.sleep(1)
        held = [line for line in lines if _is_open(line)]
        self.done = {"opened": len(lines), "held": len(held)}
        for line in lines:
            line.close()


def _is_open(line: socket.socket) -> bool:
    """Whether the server has neither answered nor gone."""
    try:
        line.recv(1)
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False


ATTACKS: dict[str, Callable[[str], Attack]] = {
    "docs": Docs,
    "pings": Pings,
    "unread": Unread,
    "garbage": Garbage,
    "bots": Bots,
    "lobby": Lobby,
    "drip": Drip,
}


def main() -> None:
    """`attacks.py NAME BASE SECONDS`: says `ready`, waits for a line, attacks, and says what came of it."""
    name, base, seconds = sys.argv[1:]
    if urlsplit(base).hostname != "127.0.0.1":
        raise SystemExit("Only a server on this machine is attacked.")
    attack = ATTACKS[name](base)
    attack.prepare()
    print("ready", flush=True)
    sys.stdin.readline()
    attack.attack(float(seconds))
    print(json.dumps(attack.done), flush=True)


if __name__ == "__main__":
    main()
