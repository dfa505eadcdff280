"""A browser's side of a table, as web/src/socket has it: knows what it was told, notices what it missed, comes back."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from server.whole import WIRE, whole

Json = dict[str, Any]


class Broken(Exception):
    """Nothing was answered: the line was not open, or broke before an answer came."""


class _Reopen(Exception):
    """Something is missing: connect anew."""


@dataclass(frozen=True)
class Pending:
    """A move that is on its way."""

    ply: int
    action: str
    seat: int
    revision: int


@dataclass(frozen=True)
class Patience:
    """How long a browser waits, in seconds."""

    answer: float = 10.0
    silence: float = 50.0
    before_again: float = 0.05


class Browser:
    """One tab at one table. `run` keeps the line; `act` and `undo` are what its person does."""

    def __init__(
        self,
        table: str,
        address: Callable[[], str],
        headers: dict[str, str],
        rng: random.Random,
        patience: Patience | None = None,
    ) -> None:
        self.table = table
        self.known: Json | None = None
        """All of the last update, with the whole view and the whole log."""
        self.lines: dict[int, Json] = {}
        self.pending: Pending | None = None
        self.going_back: int | None = None
        """The ply before which an undo was asked for and not answered."""
        self.intended: defaultdict[int, set[str]] = defaultdict(set)
        """What this person ever wanted to play at a ply."""
        self.refusals: list[str] = []
        self.connects = 0
        self.gaps = 0
        self.heard: Callable[[Browser], None] = lambda browser: None
        self._address = address
        self._headers = headers
        self._rng = rng
        self._patience = patience or Patience()
        self._socket: ClientConnection | None = None
        self._broken: Pending | None = None
        self._asked: dict[int, asyncio.Future[Json]] = {}
        self._ids = itertools.count(1)
        self.last = 0
        """The number of the last update of this connection."""
        self._last_line = 0
        self._news = asyncio.Event()

    # -- the line ------------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Connect, listen, and come back whenever the line breaks."""
        while True:
            with suppress(OSError, WebSocketException, TimeoutError, EOFError, _Reopen):
                await self._listen()
            self._drop()
            await asyncio.sleep(self._patience.before_again * (0.6 + 0.4 * self._rng.random()))

    async def _listen(self) -> None:
        known = self.known
        resume = "" if known is None else f"&revision={known['revision']}&seen={len(known['log'])}"
        url = f"ws://{self._address()}/api/tables/{self.table}/socket?{WIRE}{resume}"
        self.last = self._last_line = 0
        socket = await connect(
            url,
            additional_headers=self._headers,
            compression=None,
            open_timeout=max(1.0, 3 * self._patience.silence),
            ping_interval=None,
            close_timeout=0.01,
            max_size=None,
            proxy=None,
        )
        try:
            self._socket = socket
            self.connects += 1
            while True:
                async with asyncio.timeout(self._patience.silence):
                    message = await socket.recv()
                self._hear(json.loads(message))
        finally:
            self._socket = None
            socket.transport.abort()
            await socket.wait_closed()

    def lose(self) -> None:
        """The line does not answer: it is broken, whatever the machine believes."""
        if self._socket is not None:
            self._socket.transport.abort()
        self._drop()

    def _drop(self) -> None:
        self._socket = None
        asked, self._asked = self._asked, {}
        for answer in asked.values():
            if not answer.done():
                answer.set_exception(Broken())

    async def ask(self, type: str, **fields: Any) -> Json:
        """Send a message; its one answer, or Broken."""
        socket = self._socket
        if socket is None:
            raise Broken
        id = next(self._ids)
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._asked[id] = answer
        try:
            await socket.send(json.dumps({"type": type, "id": id, **fields}))
            async with asyncio.timeout(self._patience.answer):
                return await answer
        except TimeoutError:
            self.lose()
            raise Broken from None
        except WebSocketException:
            raise Broken from None
        finally:
            self._asked.pop(id, None)
            if answer.done() and not answer.cancelled():
                answer.exception()

    # -- what is heard -------------------------------------------------------------------------------------------------

    def _hear(self, message: Json) -> None:
        match message["type"]:
            case "update":
                self._update(message)
            case "chat":
                for line in message["lines"]:
                    self.lines[line["number"]] = line
                    self._last_line = max(self._last_line, line["number"])
            case "pulse":
                if message["number"] > self.last or message["line"] > self._last_line:
                    self.gaps += 1
                    raise _Reopen
            case _:
                answer = self._asked.pop(message["to"], None)
                if answer is not None and not answer.done():
                    answer.set_result(message)
        self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    def _update(self, update: Json) -> None:
        if update["number"] <= self.last:
            return
        if update["after"] != self.last:
            self.gaps += 1
            raise _Reopen
        self.last = update["number"]
        known = applied(self.known, update)
        if known is None:
            self.known = None
            self.gaps += 1
            raise _Reopen
        self.known = known
        self._settle(known)
        self.heard(self)

    def _settle(self, known: Json) -> None:
        pending = self.pending
        if pending is None:
            return
        if self._broken is not None or known["ply"] > pending.ply or known["revision"] != pending.revision:
            self._broken = self.pending = None

    # -- what the person does ------------------------------------------------------------------------------------------

    async def until(self, is_so: Callable[[Json], bool]) -> Json:
        """Wait until what is known is so."""
        while self.known is None or not is_so(self.known):
            await self._news.wait()
        return self.known

    async def act(self, action: str) -> None:
        """Play an action, one at a time."""
        known = self.known
        if known is None or known["seat"] is None or self.pending is not None:
            return
        pending = self.pending = Pending(known["ply"], action, known["seat"], known["revision"])
        self.intended[pending.ply].add(action)
        try:
            reply = await self.ask("act", ply=pending.ply, action=action, revision=pending.revision)
        except Broken:
            if self.pending is pending:
                self._broken = pending
            return
        if reply["type"] == "refused":
            self.pending = None
            self.refusals.append(reply["code"])
        elif self.known is not None and self.known["ply"] > pending.ply:
            self.pending = None

    async def undo(self) -> None:
        """Take the last action back."""
        known = self.known
        if known is None or self.pending is not None:
            return
        self.going_back = known["ply"]
        try:
            reply = await self.ask("undo", ply=known["ply"], revision=known["revision"])
        except Broken:
            return
        self.going_back = None
        if reply["type"] == "refused":
            self.refusals.append(reply["code"])

    async def play(self, pause: float = 0.0, undoes: float = 0.0) -> None:
        """Play as a person does who takes the first thing that comes to mind, until the game is over."""
        rng = self._rng
        while True:
            known = await self.until(lambda known: known["state"] == "over" or bool(known["offers"]))
            if known["state"] == "over":
                return
            if self.pending is not None or self._socket is None:
                with suppress(TimeoutError):
                    async with asyncio.timeout(0.05):
                        await self._news.wait()
                continue
            await asyncio.sleep(pause * rng.random())
            if self.known is not known:
                continue
            if known["can_undo"] and rng.random() < undoes:
                await self.undo()
            else:
                await self.act(rng.choice(known["offers"])[0])


def applied(known: Json | None, told: Json) -> Json | None:
    """An update laid over what is known; None if something before it is missing."""
    update = whole(told, known)
    before = known if known is not None and known["revision"] == update["revision"] else None
    log = [] if before is None else before["log"]
    view, changed = update["view"], update["changed"]
    if update["first_ply"] > len(log):
        return None
    if view is None and before is not None and before["view"] is not None:
        view = {**before["view"], **(changed or {})}
    elif changed is not None:
        return None
    rest = {name: value for name, value in update.items() if name not in NOT_KNOWN}
    return {**rest, "view": view, "log": [*log[: update["first_ply"]], *update["happened"]]}


NOT_KNOWN = frozenset({"type", "number", "after", "first_ply", "happened", "changed", "view"})
