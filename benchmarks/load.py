"""Moves a second and the time from a move to its broadcast, beside boardgame.io on the same machine in the same run.

`.venv/bin/python benchmarks/load.py`: tables of four people, as fast as they can (closed: a table's next move is sent
when all four have the last) and paced at a move a second a table. The server has one core, the clients the other. Ours
stores every move durably before anybody hears of it; boardgame.io keeps its state, of about the size of ours, in
memory, and its matches never end; ours go on at another table when a game is over. Both are measured when they have
nothing left to load. Three rounds in turns, and their medians: now and then the machine itself stands still.

`--before DIR --only ours` measures another checkout of this repository besides, in the same rounds, and prints how many
times the moves a second of before are made now. Clients ask for sentences in English, as browsers did while servers
made them; `--language ""` asks for none.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import json
import math
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
import picows
import uvloop

from saltroad.protocol.messages import WIRE_VERSION

SEATS = 4
MOST_MOVES = 5000
"""Moves a second that there are enough games for; if it is faster, new ones are made while the others play on."""
STATE = 850
"""Bytes of boardgame.io's state: a view of Bazaar with four players has about 570 as JSON, what may be chosen 280."""
SHORTEST = {"bazaar": 160, "through_the_desert": 90, "desert_bazaar": 170}
"""The moves of a short random game of four."""
NAMES = {"ours": "ours", "before": "before", "peer": "boardgame.io"}
RHYTHM = random.Random(5)
HERE = Path(__file__).parent
PEERS = HERE / "peers"
OURS = str(HERE.parent / "src")


@dataclass
class Tally:
    """What the clients saw."""

    moves: int = 0
    waits: list[float] = field(default_factory=list)
    """Seconds from a move to when the last of the four had it."""
    bytes: int = 0
    updates: int = 0

    def clear(self) -> None:
        self.moves = self.bytes = self.updates = 0
        self.waits.clear()


class Socket(picows.WSListener):
    """One client's connection."""

    def __init__(self, hear: Callable[[Socket, bytes], None]) -> None:
        self._hear = hear
        self.transport: picows.WSTransport

    def on_ws_connected(self, transport: picows.WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: picows.WSTransport, frame: picows.WSFrame) -> None:
        if frame.msg_type is picows.WSMsgType.TEXT:
            self._hear(self, frame.get_payload_as_bytes())
        elif frame.msg_type is picows.WSMsgType.PING:
            transport.send_pong(frame.get_payload_as_bytes())

    def send(self, data: bytes) -> None:
        self.transport.send(picows.WSMsgType.TEXT, data)


async def connect(
    url: str, hear: Callable[[Socket, bytes], None], headers: dict[str, str] | None = None, local: str = ""
) -> Socket:
    """A connection that is open, from a local address if one is given."""
    where: dict[str, Any] = {"local_addr": (local, 0)} if local else {}
    _, listener = await picows.ws_connect(
        lambda: Socket(hear), url, extra_headers=headers, max_frame_size=1 << 22, enable_auto_pong=False, **where
    )
    return listener  # type: ignore[return-value]


class Table:
    """Four clients at one table: sends a move, and notices when all four have it."""

    def __init__(self, tally: Tally, pace: float | None) -> None:
        self.tally = tally
        self._pace = pace
        self._sent_at = 0.0
        self._due = 0.0
        self._missing = 0
        self.sockets: list[Socket] = []

    def begin(self) -> None:
        """The first move."""
        loop = asyncio.get_running_loop()
        if self._pace is None:
            self._send()
        else:  # tables do not move all at once, and against both servers in the same rhythm
            self._due = loop.time() + self._pace * RHYTHM.random()
            loop.call_at(self._due, self._send)

    def _send(self) -> None:
        self._missing = SEATS
        self._sent_at = time.perf_counter()
        self.move()

    def heard(self) -> None:
        """One of the four has the move."""
        self._missing -= 1
        if self._missing:
            return
        self.tally.moves += 1
        self.tally.waits.append(time.perf_counter() - self._sent_at)
        loop = asyncio.get_running_loop()
        if self._pace is None:
            loop.call_soon(self._send)
        else:
            self._due = max(self._due + self._pace, loop.time())
            loop.call_at(self._due, self._send)

    def move(self) -> None:
        """Send the next move."""
        raise NotImplementedError


# -- ours --------------------------------------------------------------------------------------------------------------


class Head(msgspec.Struct):
    """What the clients read of a message."""

    type: str
    ply: int = 0
    actor: int = -2
    seat: int | None = None
    state: str = ""
    offers: dict[str, list[list[Any]]] | list[list[Any]] = msgspec.field(default_factory=dict)
    """By kind; servers of before had one list."""
    code: str = ""

    def offered(self, number: int) -> str:
        """One of the actions that are offered."""
        rows = self.offers if isinstance(self.offers, list) else [row for rows in self.offers.values() for row in rows]
        return str(rows[number * 7919 % len(rows)][0])


_head = msgspec.json.Decoder(Head)


def socket_url(base: str, table: str, language: str = "en") -> str:
    """Where a client follows a table."""
    return f"{base.replace('http', 'ws')}/api/tables/{table}/socket?wire={WIRE_VERSION}&language={language}"


class OurTable(Table):
    """A table of `saltroad serve`."""

    def __init__(
        self,
        tally: Tally,
        pace: float | None,
        people: list[httpx.AsyncClient],
        base: str,
        game: str,
        spare: list[OurTable],
        addresses: Sequence[str] = (),
        language: str = "en",
    ) -> None:
        super().__init__(tally, pace)
        self._people, self._base, self._game, self._language = people, base, game, language
        self._addresses = addresses or [""] * SEATS
        """From which the four connect; empty for any."""
        self._plies = [0] * SEATS
        self._next: tuple[int, int, str] | None = None
        """Seat, ply and action of the move to come."""
        self._waits_for = 0
        self._number = 0
        self._ready = asyncio.Event()
        self._spare = spare
        self.id = ""

    async def open(self) -> None:
        """A new game, and four who look at it."""
        seats = [{"kind": "me"}] + [{"kind": "open"}] * (SEATS - 1)
        made = await self._people[0].post("/api/tables", json={"game": self._game, "seats": seats, "drawn": False})
        self.id = id = made.json()["id"]
        for k, person in enumerate(self._people[1:], 1):
            (await person.post(f"/api/tables/{id}", json={"type": "sit", "seat": k})).raise_for_status()
        (await self._people[0].post(f"/api/tables/{id}", json={"type": "start"})).raise_for_status()
        self._ready.clear()
        self._next, self._waits_for, self._plies = None, 0, [0] * SEATS
        url = socket_url(self._base, id, self._language)
        self.sockets = []
        for k, person in enumerate(self._people):
            cookie = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
            hear = functools.partial(lambda k, _, data: self._hear(k, data), k)
            self.sockets.append(await connect(url, hear, {"Cookie": cookie}, self._addresses[k]))
        await self._ready.wait()

    def _hear(self, k: int, data: bytes) -> None:
        head = _head.decode(data)
        if head.type == "refused":
            raise RuntimeError(f"refused: {head.code}")
        if head.type != "update":
            return
        self.tally.bytes += len(data)
        self.tally.updates += 1
        if head.actor == k and head.offers:
            self._number += 1
            self._next = (k, head.ply, head.offered(self._number))
            self._ready.set()
        if head.state == "over":
            self._next = None
        had, self._plies[k] = self._plies[k], head.ply
        if had <= self._waits_for < head.ply and self._missing:
            self.heard()

    def move(self) -> None:
        if self._next is None:  # the game is over: they go on at the next table
            self._missing = 0
            if self._spare:
                self._spare.pop()._go_on(self._due)
            else:
                asyncio.get_running_loop().create_task(self._again())
            return
        seat, ply, action = self._next
        self._next, self._waits_for = None, ply
        self.sockets[seat].send(b'{"type":"act","ply":%d,"action":"%s"}' % (ply, action.encode()))

    def _go_on(self, due: float) -> None:
        self._due = due
        self._send()

    async def _again(self) -> None:
        for socket in self.sockets:
            socket.transport.disconnect()
        await self.open()
        self._send()


async def our_people(base: str) -> list[httpx.AsyncClient]:
    """Four guests, who sit at every table."""
    limits = httpx.Limits(max_connections=20)
    people = [httpx.AsyncClient(base_url=base, timeout=120, limits=limits) for _ in range(SEATS)]
    for k, person in enumerate(people):
        (await person.post("/api/me", json={"name": f"Player {k + 1}"})).raise_for_status()
    return people


# -- boardgame.io ------------------------------------------------------------------------------------------------------


class PeerTable(Table):
    """A match of boardgame.io, spoken to by socket.io's own protocol over a WebSocket."""

    def __init__(self, tally: Tally, pace: float | None, base: str, match: str) -> None:
        super().__init__(tally, pace)
        self._base, self._match = base, match
        self._state = 0
        self._synced = 0
        self._ready = asyncio.Event()

    async def open(self) -> None:
        url = f"{self._base.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket"
        for k in range(SEATS):
            self.sockets.append(await connect(url, lambda socket, data, k=k: self._hear(k, socket, data)))  # type: ignore[misc]
        await self._ready.wait()

    def _hear(self, k: int, socket: Socket, data: bytes) -> None:
        self.tally.bytes += len(data)
        self.tally.updates += 1
        if data.startswith(b"0"):
            socket.send(b"40/table,")
        elif data == b"2":
            socket.send(b"3")
        elif data.startswith(b"40"):
            socket.send(b'42/table,["sync","%s","%d",null,%d]' % (self._match.encode(), k, SEATS))
        elif data.startswith(b'42/table,["sync"'):
            self._synced += 1
            if self._synced == SEATS:
                self._ready.set()
        elif data.startswith(b'42/table,["update"') and self._missing:
            self.heard()

    def move(self) -> None:
        k = self._state % SEATS
        payload = {"type": "play", "args": [self._state], "playerID": str(k), "credentials": None}
        action = {"type": "MAKE_MOVE", "payload": payload}
        message = ["update", action, self._state, self._match, str(k)]
        self._state += 1
        self.sockets[k].send(b"42/table," + json.dumps(message, separators=(",", ":")).encode())


# -- one measurement ---------------------------------------------------------------------------------------------------


async def measure(
    kind: str, base: str, process: int, tables: int, pace: float | None, seconds: float, game: str, language: str
) -> dict[str, Any]:
    """Run the clients of one kind against a server that is up."""
    tally = Tally()
    playing: list[Table] = []
    # Tables are made before the measurement, as boardgame.io's are: those of games that will begin in it as well.
    # boardgame.io's matches never end, so it has that many that stand still: the same connections at both.
    more = 0 if pace else math.ceil(MOST_MOVES * (seconds + 2) / SHORTEST[game])
    if kind != "peer":
        people = await our_people(base)
        spare: list[OurTable] = []
        gate = asyncio.Semaphore(8)

        async def opened() -> OurTable:
            async with gate:
                table = OurTable(tally, pace, people, base, game, spare, language=language)
                await table.open()
                return table

        spare += await asyncio.gather(*(opened() for _ in range(more)))
        playing += await asyncio.gather(*(opened() for _ in range(tables)))
    else:
        for number in range(tables + more):
            peer = PeerTable(tally, pace, base, f"m{number}")
            await peer.open()
            if number < tables:
                playing.append(peer)
    for table in playing:
        table.begin()
    await asyncio.sleep(2)  # the first moves do not count
    tally.clear()
    since, worked = time.perf_counter(), cpu_seconds(process)
    await asyncio.sleep(seconds)
    passed, worked = time.perf_counter() - since, cpu_seconds(process) - worked
    waits = sorted(tally.waits)
    if not waits:
        raise RuntimeError("no move was made")
    return {
        "moves": tally.moves / passed,
        "p50": 1000 * statistics.median(waits),
        "p99": 1000 * waits[int(0.99 * len(waits))],
        "bytes": tally.bytes / max(1, tally.updates),
        "cpu": 1e6 * worked / tally.moves,
    }


def cpu_seconds(process: int) -> float:
    """The processor's time of a process so far; 0 where the system does not tell."""
    try:
        parts = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def on_core(core: int, command: list[str]) -> list[str]:
    """The same command, kept on one core where the system can."""
    return ["taskset", "-c", str(core), *command] if shutil.which("taskset") and (os.cpu_count() or 1) > 1 else command


_RATES = ("REQUESTS", "MOVES", "LINES", "TABLES", "PEOPLE", "LOGINS")
UNLIMITED = {f"SALTROAD_RATE_{name}": "1000000" for name in _RATES} | {"SALTROAD_MOST_CONNECTIONS": "1000000"}


def source_of(checkout: str | Path) -> str:
    """The sources of a checkout, or of its folder `src`."""
    folder = Path(checkout).resolve()
    return str(folder / "src" if (folder / "src").is_dir() else folder)


def start_ours(
    folder: Path, variables: Mapping[str, str] = UNLIMITED, patience: float = math.inf, source: str = OURS
) -> tuple[subprocess.Popen[str], str]:
    """Our server from these sources, as anybody would start it, with the limits on speed out of the way unless others
    are given. Its rules are ready, and its bots too if that takes no longer than one has patience."""
    environ = {**os.environ, **variables, "PYTHONPATH": source}
    command = [sys.executable, "-m", "saltroad", "serve", "--port", "0", "--log-level", "warning"]
    command += ["--database", str(folder / "load.sqlite"), "--secret-file", str(folder / "secret")]
    server = subprocess.Popen(on_core(0, command), env=environ, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    for line in server.stdout:
        if "http://" in line:
            base = "http://" + line.split("http://")[1].strip()
            wait_for(base, "games_ready")
            wait_for(base, "bots_ready", patience)  # the last that a start compiles or loads
            return server, base
    raise RuntimeError("the server did not start")


def wait_for(base: str, what: str, patience: float = math.inf) -> None:
    """Until all three games or their bots are ready."""
    end = time.monotonic() + patience
    while len(httpx.get(f"{base}/health").json()[what]) < 3 and time.monotonic() < end:
        time.sleep(0.5)


def start_peer(size: int) -> tuple[subprocess.Popen[str], str]:
    """A boardgame.io server with a state of that size."""
    if not (PEERS / "node_modules").exists():
        install = ["npm", "install", "--no-save", "--silent"]
        subprocess.run([HERE.parent / "scripts" / "with-node", *install], cwd=PEERS, check=True)
    node = shutil.which("node") or str(HERE.parent / ".venv/node-bin/node")
    port = 8731
    command = [node, "table.cjs", str(port), str(size)]
    server = subprocess.Popen(on_core(0, command), cwd=PEERS, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    for line in server.stdout:
        if "ready" in line:
            return server, f"http://127.0.0.1:{port}"
    raise RuntimeError("boardgame.io did not start")


def run(kind: str, tables: int, pace: float | None, chosen: argparse.Namespace) -> dict[str, Any]:
    """One line of the table: a fresh server, its clients, and what they saw."""
    with tempfile.TemporaryDirectory() as folder:
        if kind == "peer":
            server, base = start_peer(chosen.state)
        else:
            source = source_of(chosen.before) if kind == "before" else OURS
            server, base = start_ours(Path(folder), patience=chosen.patience, source=source)
        try:
            ask = ["--clients", kind, base, str(server.pid), str(tables), str(pace or 0), str(chosen.seconds)]
            ask += [chosen.game, chosen.language]
            clients = subprocess.run(
                on_core(1, [sys.executable, __file__, *ask]), stdout=subprocess.PIPE, text=True, check=True
            )
            answer: dict[str, Any] = json.loads(clients.stdout)
            return answer
        finally:
            server.terminate()
            server.wait(30)


def clients(kind: str, base: str, process: str, tables: str, pace: str, seconds: str, game: str, language: str) -> None:
    """In a process of their own."""
    asked = int(process), int(tables), float(pace) or None, float(seconds), game, language
    print(json.dumps(uvloop.run(measure(kind, base, *asked))))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 100, 500])
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--game", default="bazaar")
    parser.add_argument("--rounds", type=int, default=3, help="of each, in turns; the medians are printed")
    parser.add_argument("--only", choices=["ours", "peer"], help="one side alone, while working on it")
    parser.add_argument("--mode", choices=["closed", "paced"], help="one way alone")
    parser.add_argument("--state", type=int, default=STATE, help=f"bytes of boardgame.io's state (default {STATE})")
    parser.add_argument("--before", metavar="DIR", help="another checkout, measured besides and compared with")
    parser.add_argument("--language", default="en", help="of the sentences that clients ask of servers that make any")
    parser.add_argument("--patience", type=float, default=math.inf, help="seconds that a server has to load its bots")
    parser.add_argument("--clients", nargs=8, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.clients:
        clients(*chosen.clients)
        return
    print(f"{'':24}{'moves/s':>10}{'p50 ms':>9}{'p99 ms':>9}{'bytes':>8}{'µs a move':>11}   {chosen.game}")
    kinds = [chosen.only] if chosen.only else ["ours", "peer"]
    if chosen.before:
        kinds.insert(0, "before")
    for pace in [None, 1.0]:
        if chosen.mode and (pace is None) != (chosen.mode == "closed"):
            continue
        for tables in chosen.tables:
            seen: dict[str, list[dict[str, Any]]] = {kind: [] for kind in kinds}
            for _ in range(chosen.rounds):
                for kind in kinds:
                    seen[kind].append(run(kind, tables, pace, chosen))
            for kind, rounds in seen.items():
                name = f"{'closed' if pace is None else 'paced'} {tables} {NAMES[kind]}"
                print(f"{name:24}{line_of(rounds)}", flush=True)
            if chosen.before and "ours" in seen:
                print(compared(seen["before"], seen["ours"]), flush=True)


def compared(before: list[dict[str, Any]], ours: list[dict[str, Any]]) -> str:
    """How ours stands to what was before: the median of the rounds, as each pair ran one after the other."""
    ratios = {
        figure: statistics.median(now[figure] / then[figure] for then, now in zip(before, ours, strict=True))
        for figure in ("moves", "cpu", "bytes")
    }
    told = f"moves a second {ratios['moves']:.2f}, time of the processor {ratios['cpu']:.2f}"
    return f"{'  times before:':24}{told}, bytes of an update {ratios['bytes']:.2f}"


def line_of(rounds: list[dict[str, Any]]) -> str:
    """The medians of the rounds; and, as the machine may stand still in one, moves a second / p99 of each."""
    got = {figure: statistics.median(each[figure] for each in rounds) for figure in rounds[0]}
    line = f"{got['moves']:10.0f}{got['p50']:9.1f}{got['p99']:9.1f}{got['bytes']:8.0f}{got['cpu']:11.0f}"
    each_round = ", ".join(f"{each['moves']:.0f}/{each['p99']:.1f}" for each in rounds)
    return f"{line}   rounds: {each_round}"


if __name__ == "__main__":
    main()
