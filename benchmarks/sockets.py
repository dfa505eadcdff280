"""What one process can tell its players: messages a second through our sockets, beside ASGI in the same run.

`.venv/bin/python benchmarks/sockets.py`: tables of four connections. A message of 100 bytes comes in and one of 600
goes to each of the four; a table sends its next when everybody has the last. The clients run in a process of their own.
The processor's time for a message is what to compare: it changes little when the machine is busy with something else.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import socket
import statistics
import time
import urllib.request
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import picows
import uvicorn
import uvloop

from saltroad.server.transport.upgrade import websocket_protocol
from saltroad.server.transport.websocket import Connection, Request

SEATS = 4
MOVE = b"m" * 100
UPDATE = b"u" * 600

Call = Callable[..., Awaitable[Any]]


tables: defaultdict[str, list[Connection]] = defaultdict(list)
asgi_tables: defaultdict[str, list[Call]] = defaultdict(list)


class Table:
    """Our side: tells the four of a table."""

    def refuse(self, request: Request) -> None:
        self.table = tables[request.path]

    def opened(self, connection: Connection) -> None:
        self.table.append(connection)

    def received(self, connection: Connection, data: bytes) -> None:
        for each in self.table:
            each.send(UPDATE)

    def closed(self, connection: Connection) -> None:
        self.table.remove(connection)


async def app(scope: dict[str, Any], receive: Call, send: Call) -> None:
    """The same through ASGI, and for both a page with the processor's time."""
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": str(time.process_time()).encode()})
        return
    await receive()
    await send({"type": "websocket.accept"})
    table = asgi_tables[scope["path"]]
    table.append(send)
    text = UPDATE.decode()
    while (await receive())["type"] == "websocket.receive":
        for each in table:
            await each({"type": "websocket.send", "text": text})
    table.remove(send)


def serve(listening: socket.socket, ours: bool) -> None:
    protocol = websocket_protocol(Table) if ours else "websockets-sansio"
    config = uvicorn.Config(
        app,
        ws=protocol,
        http="httptools",
        loop="uvloop",
        ws_per_message_deflate=False,
        lifespan="off",
        log_level="error",
    )
    uvicorn.Server(config).run([listening])


class Player(picows.WSListener):
    """One client. The first of a table moves."""

    def __init__(self, table: list[Player]) -> None:
        self.table = table
        self.told = 0

    def on_ws_connected(self, transport: picows.WSTransport) -> None:
        self.transport = transport
        self.table.append(self)

    def on_ws_frame(self, transport: picows.WSTransport, frame: picows.WSFrame) -> None:
        if frame.msg_type is picows.WSMsgType.TEXT:
            self.told += 1
            if all(player.told >= self.told for player in self.table):
                self.move()

    def move(self) -> None:
        self.table[self.told % SEATS].transport.send(picows.WSMsgType.TEXT, MOVE)


def processor(port: int) -> float:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as page:
        return float(page.read())


async def measure(port: int, connections: int, seconds: float) -> tuple[float, float]:
    """Messages a second to the clients, and the server's processor time for one, in microseconds."""
    tables: list[list[Player]] = [[] for _ in range(connections // SEATS)]
    for number, table in enumerate(tables):
        for _ in range(SEATS):
            await picows.ws_connect(lambda table=table: Player(table), f"ws://127.0.0.1:{port}/{number}")
    for table in tables:
        table[0].move()
    await asyncio.sleep(seconds / 4)
    told, spent, begin = count(tables), await asyncio.to_thread(processor, port), time.perf_counter()
    await asyncio.sleep(seconds)
    told, spent = count(tables) - told, await asyncio.to_thread(processor, port) - spent
    return told / (time.perf_counter() - begin), 1e6 * spent / told


def count(tables: Iterable[Iterable[Player]]) -> int:
    return sum(player.told for table in tables for player in table)


def one_round(ours: bool, connections: int, seconds: float) -> tuple[float, float]:
    with socket.create_server(("127.0.0.1", 0), backlog=connections) as listening:
        server = multiprocessing.get_context("fork").Process(target=serve, args=(listening, ours), daemon=True)
        server.start()
        try:
            return uvloop.run(measure(listening.getsockname()[1], connections, seconds))
        finally:
            server.kill()
            server.join()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--connections", type=int, default=400, help="default 400")
    parser.add_argument("--seconds", type=float, default=4, help="how long a round takes (default 4)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of each, in turn (default 3)")
    chosen = parser.parse_args()
    found: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
    for _ in range(chosen.rounds):
        for ours, rounds in found.items():
            rounds.append(one_round(ours, chosen.connections, chosen.seconds))
    rates, costs = ([statistics.median(r[k] for r in found[ours]) for ours in (True, False)] for k in (0, 1))
    print(f"{'':10} {'messages/s':>11} {'µs each':>8}")
    for name, rate, cost in zip(("saltroad", "ASGI"), rates, costs, strict=True):
        print(f"{name:10} {rate:11,.0f} {cost:8.1f}")
    print(f"{'ratio':10} {rates[0] / rates[1]:11.2f} {costs[0] / costs[1]:8.2f}")


if __name__ == "__main__":
    main()
