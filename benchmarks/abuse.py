"""How long everybody else waits for a move while one guest attacks the server.

`.venv/bin/python benchmarks/abuse.py [--before DIR]`: for each attack (`benchmarks/attacks.py`) a fresh `saltroad
serve` with its default limits, tables of four people who make a move a second at each table, every person with an
address of their own, and one attacker with one address. Measured is the time from a move to when all four have it: in
quiet first, then under attack; besides, what the attack is aimed at. The server has one core, all clients the other,
where the attacker steps back for the players. `--before` is another checkout, measured in turns with this one. Nothing
leaves this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import uvloop
from attacks import ATTACKS
from load import (
    OURS,
    SEATS,
    Head,
    OurTable,
    Socket,
    Tally,
    _head,
    connect,
    on_core,
    socket_url,
    source_of,
    start_ours,
)

HERE = Path(__file__).parent
QUIET = 4.0
"""Seconds of quiet before an attack."""
LATEST = 45.0
"""Seconds that a move may take after the attack is over: then it counts as it is."""
PACE = 1.0


def addresses() -> itertools.chain[str]:
    """Addresses of this machine for honest people, each for one."""
    return itertools.chain(f"127.0.{a}.{b}" for a in range(1, 200) for b in range(1, 255))


class Player(httpx.AsyncClient):
    """Somebody with an address of their own."""

    def __init__(self, base: str, address: str) -> None:
        # A connection that is kept may be closed by the server just when it is to be used again.
        limits = httpx.Limits(max_keepalive_connections=0)
        transport = httpx.AsyncHTTPTransport(local_address=address, limits=limits)
        super().__init__(base_url=base, timeout=120, transport=transport)
        self.address = address

    async def come_in(self, name: str) -> Player:
        (await self.post("/api/me", json={"name": name})).raise_for_status()
        return self

    @property
    def cookie(self) -> dict[str, str]:
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}


class HonestTable(OurTable):
    """Four who play a move a second, and go on waiting while the server is slow."""

    def still_waits(self) -> float | None:
        """Seconds that a move has been on its way; None if none is."""
        return time.perf_counter() - self._sent_at if self._missing else None

    def _hear(self, k: int, data: bytes) -> None:
        with suppress(RuntimeError):  # a refusal: the table stands still, and that counts as waiting
            super()._hear(k, data)


class AgainstBot:
    """One who plays against a bot, and measures how long it takes to answer."""

    def __init__(self, player: Player, base: str, bot: str) -> None:
        self._player, self._base, self._bot = player, base, bot
        self.waits: list[float] = []
        self._since: float | None = None
        self._number = 0

    async def open(self) -> None:
        seats = [{"kind": "me"}, {"kind": "bot", "bot": self._bot}]
        body = {"game": "bazaar", "seats": seats, "drawn": False, "start": True}
        table = (await self._player.post("/api/tables", json=body)).raise_for_status().json()["id"]
        await connect(socket_url(self._base, table), self._hear, self._player.cookie, self._player.address)

    def _hear(self, socket: Socket, data: bytes) -> None:
        head: Head = _head.decode(data)
        if head.type != "update" or head.state == "over":
            return
        if head.actor == 0 and head.offers:
            if self._since is not None:
                self.waits.append(time.perf_counter() - self._since)
                self._since = None
            self._number += 1
            text = b'{"type":"act","ply":%d,"action":"%s"}' % (head.ply, head.offered(self._number).encode())
            asyncio.get_running_loop().call_later(0.3, socket.send, text)
        elif head.actor == 1 and self._since is None:
            self._since = time.perf_counter()

    def longest(self) -> float:
        """The longest wait since this was asked last, one that goes on included."""
        now = [] if self._since is None else [time.perf_counter() - self._since]
        waits, self.waits = self.waits + now, []
        return max(waits, default=0.0)


def memory(process: int) -> float:
    """Megabytes that a process holds; 0 where the system does not tell."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    return 0.0


def figures(waits: list[float]) -> dict[str, float]:
    """Of the times that moves took, in milliseconds."""
    if not waits:
        return {"moves": 0, "p50": 0.0, "p99": 0.0, "max": 0.0}
    waits = sorted(waits)
    found = {"p50": statistics.median(waits), "p99": waits[int(0.99 * len(waits))], "max": waits[-1]}
    return {"moves": len(waits), **{name: round(1000 * wait, 1) for name, wait in found.items()}}


async def measure(name: str, base: str, process: int, tables: int, seconds: float) -> dict[str, Any]:
    """Honest people at their tables, in quiet and under one attack."""
    tally = Tally()
    pool = addresses()

    async def table() -> HonestTable:
        own = [next(pool) for _ in range(SEATS)]
        people = [await Player(base, address).come_in(f"Player {k + 1}") for k, address in enumerate(own)]
        made = HonestTable(tally, PACE, list(people), base, "bazaar", [], own)
        await made.open()
        return made

    gate = asyncio.Semaphore(4)

    async def one_of_few() -> HonestTable:
        async with gate:
            return await table()

    playing = await asyncio.gather(*(one_of_few() for _ in range(tables)))
    bots: dict[str, AgainstBot] = {}
    if name == "bots":
        for bot in ("novice", "trader"):
            player = await Player(base, next(pool)).come_in(f"Friend of {bot}")
            bots[bot] = AgainstBot(player, base, bot)
            await bots[bot].open()
    visitor = await Player(base, next(pool)).come_in("Visitor")
    own_table = ""
    if name == "lobby":
        seats = [{"kind": "me"}, {"kind": "open"}]
        made = await visitor.post("/api/tables", json={"game": "bazaar", "seats": seats, "public": True})
        own_table = made.raise_for_status().json()["id"]
    command = [sys.executable, str(HERE / "attacks.py"), name, base, str(seconds)]
    attacker = await asyncio.create_subprocess_exec(
        *command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=functools.partial(os.nice, 15)
    )
    assert attacker.stdin is not None
    assert attacker.stdout is not None
    try:
        assert (await attacker.stdout.readline()).strip() == b"ready"
        for each in playing:
            each.begin()
        await asyncio.sleep(2)  # the first moves do not count
        tally.clear()
        for against in bots.values():
            against.longest()
        await asyncio.sleep(QUIET)
        found: dict[str, Any] = {"quiet": figures(tally.waits)}
        if bots:
            found["bots_quiet"] = {bot: round(against.longest(), 2) for bot, against in bots.items()}
        tally.clear()
        before = most = memory(process)
        attacker.stdin.write(b"go\n")
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            await asyncio.sleep(0.2)
            most = max(most, memory(process))
        # Moves that began under attack are waited for; what is over by then does not count for the quiet after it.
        waits = list(tally.waits)
        late = [each for each in playing if each.still_waits() is not None]
        since = {each: each._sent_at for each in late}
        pending: list[float] = []
        end = time.monotonic() + LATEST
        while late and time.monotonic() < end:
            await asyncio.sleep(0.01)
            for each in late[:]:
                if each.still_waits() is None or each._sent_at != since[each]:
                    pending.append(time.perf_counter() - since[each])
                    late.remove(each)
        waits += pending + [time.perf_counter() - since[each] for each in late]
        found["attacked"] = figures(waits)
        found["memory"] = [round(before), round(most)]
        if bots:
            found["bots_attacked"] = {bot: round(against.longest(), 2) for bot, against in bots.items()}
        if own_table:
            found["lobby_shows"] = own_table in (await visitor.get("/api/tables")).text
        found["attacker"] = json.loads(await asyncio.wait_for(attacker.stdout.readline(), LATEST) or b"{}")
        return found
    finally:
        with suppress(ProcessLookupError):
            attacker.kill()
        await attacker.wait()


def run(name: str, source: str, tables: int, seconds: float) -> dict[str, Any]:
    """One attack on a fresh server."""
    with tempfile.TemporaryDirectory() as folder:
        server, base = start_ours(Path(folder), {}, patience=120 if name == "bots" else 20, source=source)
        try:
            ask = ["--clients", name, base, str(server.pid), str(tables), str(seconds)]
            command = on_core(1, [sys.executable, __file__, *ask])
            clients = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
            answer: dict[str, Any] = json.loads(clients.stdout.splitlines()[-1])
            return answer
        finally:
            server.terminate()
            with suppress(subprocess.TimeoutExpired):
                server.wait(30)
            server.kill()


def clients(name: str, base: str, process: str, tables: str, seconds: str) -> None:
    """In a process of their own."""
    print(json.dumps(uvloop.run(measure(name, base, int(process), int(tables), float(seconds)))))


def notes(found: dict[str, Any]) -> str:
    """What an attack was aimed at."""
    parts = [f"{key} {value}" for key, value in found["attacker"].items()]
    if "bots_attacked" in found:
        quiet, attacked = found["bots_quiet"], found["bots_attacked"]
        parts += [f"{bot} answers in {quiet[bot]} s, then {attacked[bot]} s" for bot in quiet]
    if "lobby_shows" in found:
        parts.append(f"lobby shows an honest table: {'yes' if found['lobby_shows'] else 'no'}")
    parts.append(f"memory {found['memory'][0]} to {found['memory'][1]} MB")
    return ", ".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=list(ATTACKS), nargs="+", help="these attacks alone")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=15.0, help="of each attack (default 15)")
    parser.add_argument("--before", metavar="DIR", help="another checkout, measured besides")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--clients", nargs=5, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.clients:
        clients(*chosen.clients)
        return
    sources = {"before": source_of(chosen.before)} if chosen.before else {}
    sources["this"] = OURS
    rows: list[dict[str, Any]] = []
    if not chosen.json:
        heads = f"{'quiet: p50':>11}{'p99':>8}{'max':>8}{'attacked: p50':>16}{'p99':>9}{'max':>9}"
        print(f"{'ms from a move to all four':28}{heads}")
    for name in chosen.only or ATTACKS:
        for side, source in sources.items():
            try:
                found = run(name, source, chosen.tables, chosen.seconds)
            except subprocess.CalledProcessError:  # it has said why; the others can still be measured
                continue
            rows.append({"attack": name, "server": side, **found})
            if not chosen.json:
                quiet, attacked = found["quiet"], found["attacked"]
                print(
                    f"{name + ' ' + side:28}{quiet['p50']:11.1f}{quiet['p99']:8.1f}{quiet['max']:8.1f}"
                    f"{attacked['p50']:16.1f}{attacked['p99']:9.1f}{attacked['max']:9.1f}   {notes(found)}",
                    flush=True,
                )
    if chosen.json:
        print(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
