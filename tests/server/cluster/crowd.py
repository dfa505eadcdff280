"""People at many tables who play on whatever happens to the server, and remember all that they were told."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from saltroad import games
from saltroad.server.store import Store
from server.serving import Json, seat
from server.whole import WIRE, whole

SILENCE = 4.0
"""Seconds without a word after which somebody connects again."""
AWAY = (OSError, TimeoutError, EOFError, WebSocketException)
UNLUCKY = frozenset({"stale", "not_stored", "no_database", "moving", "not_your_turn", "over"})
"""What may be refused while tables move: nothing of it says that a move was not legal."""


class Story:
    """What a crowd was told of one table."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.acknowledged: dict[int, tuple[int, str]] = {}
        self.seen: dict[int, tuple[int, str]] = {}
        self.moved = 0.0
        """When something new was last heard of it, by the loop's clock."""
        self.is_over = False


class Player:
    """Somebody at a table, with a socket that comes again whenever it is lost."""

    def __init__(self, crowd: Crowd, story: Story, cookie: str, rng: random.Random) -> None:
        self._crowd = crowd
        self._story = story
        self._cookie = cookie
        self._rng = rng
        self._known: Json = {}

    async def play(self) -> None:
        """Until the game is over, or the crowd goes home."""
        while not self._story.is_over and not self._crowd.goes_home:
            with suppress(*AWAY):
                await self._connected()
            await asyncio.sleep(0.05)

    async def _connected(self) -> None:
        where = f"&revision={self._known['revision']}&seen={self._known['ply']}" if self._known else ""
        url = f"ws://127.0.0.1:{self._crowd.port()}/api/tables/{self._story.table}/socket?{WIRE}{where}"
        headers = {"Cookie": f"saltroad={self._cookie}"}
        async with connect(url, additional_headers=headers, open_timeout=20, close_timeout=1) as socket:
            self._crowd.connections += 1
            sent: tuple[int, int, str] | None = None
            while not self._story.is_over and not self._crowd.goes_home:
                async with asyncio.timeout(SILENCE):
                    message: Json = json.loads(await socket.recv())
                if message["type"] == "update":
                    self._take_in(message)
                elif message["type"] == "done" and sent is not None:
                    self._acknowledged(*sent)
                    sent = None
                elif message["type"] == "refused":
                    assert message["code"] in UNLUCKY, message
                    return  # look at the board before you try again
                if self._known.get("offers") and sent is None and message["type"] == "update":
                    action = self._rng.choice(self._known["offers"])[0]
                    sent = (self._known["ply"], self._known["seat"], action)
                    await asyncio.sleep(self._rng.random() * self._crowd.pause)
                    await socket.send(json.dumps({"type": "act", "id": 1, "ply": sent[0], "action": action}))

    def _take_in(self, update: Json) -> None:
        for ply, happened in enumerate(update["happened"], update["first_ply"]):
            told = (happened["actor"], happened["action"])
            if ply not in self._story.seen:
                self._story.moved = asyncio.get_running_loop().time()
            assert self._story.seen.setdefault(ply, told) == told, f"ply {ply} was told in two ways"
        self._known = whole(update, self._known)
        self._story.is_over = self._known["state"] == "over"

    def _acknowledged(self, ply: int, seat: int, action: str) -> None:
        assert ply not in self._story.acknowledged, f"ply {ply} was acknowledged twice"
        self._story.acknowledged[ply] = (seat, action)
        self._crowd.moves += 1


class Crowd:
    """All of them."""

    def __init__(self, ports: list[int], tables: int, seed: int = 1, pause: float = 0.1) -> None:
        self._ports = ports
        self._rng = random.Random(seed)
        self._tables = tables
        self.pause = pause
        self.moves = 0
        self.connections = 0
        self.goes_home = False
        self.stories: list[Story] = []
        self._http = httpx.AsyncClient(timeout=10)

    def port(self) -> int:
        return self._rng.choice(self._ports)

    async def during(self, trouble: Callable[[], Awaitable[None]]) -> None:
        """Play while something happens to the server; afterwards every table plays on."""
        groups = [asyncio.create_task(self._group(k)) for k in range(self._tables)]
        try:
            waiting = asyncio.create_task(self._all_move({}))
            await self._unless_one_fails(waiting, groups)
            await self._unless_one_fails(asyncio.ensure_future(trouble()), groups)
            before = {story.table: len(story.seen) for story in self.stories if not story.is_over}
            await self._unless_one_fails(asyncio.create_task(self._all_move(before)), groups)
            self.goes_home = True
            await asyncio.gather(*groups)
        finally:
            for task in groups:
                task.cancel()
            await asyncio.gather(*groups, return_exceptions=True)
            await self._http.aclose()

    async def _unless_one_fails(self, task: asyncio.Future[None], groups: list[asyncio.Task[None]]) -> None:
        await asyncio.wait({task, *groups}, return_when=asyncio.FIRST_COMPLETED)
        for group in groups:
            if group.done():
                task.cancel()
                group.result()
        await task

    async def _all_move(self, before: dict[str, int]) -> None:
        """Wait until every group is at a table, and every table has come further than before, or to its end."""
        while len(self.stories) < self._tables or not all(
            story.is_over or len(story.seen) > before.get(story.table, 0) + 3 for story in self.stories
        ):
            await asyncio.sleep(0.05)

    async def _group(self, number: int) -> None:
        """One or two people who play one game after the other."""
        rng, people = random.Random(number), 1 + number % 2
        cookies = [await self._come_in(f"{'AB'[k]}{number}") for k in range(people)]
        game = games.GAMES[number % len(games.GAMES)]
        while not self.goes_home:
            seats = ["me", *(["open"] if people == 2 else []), *["greedy"] * (3 - people)]
            made = await self._post(cookies[0], "/api/tables", {"game": game, "seats": [seat(s) for s in seats]})
            path = f"/api/tables/{made['id']}"
            if people == 2:
                await self._ask(cookies[1], path, {"type": "sit", "seat": 1})
            await self._ask(cookies[0], path, {"type": "start"})
            story = Story(str(made["id"]))
            self.stories.append(story)
            await asyncio.gather(*(Player(self, story, cookie, rng).play() for cookie in cookies))

    async def _come_in(self, name: str) -> str:
        while True:
            with suppress(httpx.HTTPError):
                answer = await self._http.post(f"http://127.0.0.1:{self.port()}/api/me", json={"name": name})
                self._http.cookies.clear()
                if answer.is_success:
                    return str(answer.cookies["saltroad"])
            await asyncio.sleep(0.1)

    async def _ask(self, cookie: str, path: str, message: Json) -> None:
        """Until it is done, or was done by an earlier try whose answer was lost."""
        await self._post(cookie, path, message, fine=("begun", "one_seat"))

    async def _post(self, cookie: str, path: str, body: Any, fine: tuple[str, ...] = ()) -> Json:
        while True:
            with suppress(httpx.HTTPError):
                headers = {"Cookie": f"saltroad={cookie}"}
                answer = await self._http.post(f"http://127.0.0.1:{self.port()}{path}", json=body, headers=headers)
                told: Json = answer.json()
                if answer.is_success or told["code"] in fine:
                    return told
                assert told["code"] in UNLUCKY, told
            await asyncio.sleep(0.1)

    async def compare(self, database: str) -> None:
        """What was acknowledged or told is stored, as it was told; and every log is a game by the rules."""
        store = await Store.open(database)
        try:
            for story in self.stories:
                log, row = await store.log(story.table), await store.table(story.table)
                assert row is not None
                stored = [(ply.actor, ply.action) for ply in log.plies]
                for ply, told in {**story.seen, **story.acknowledged}.items():
                    assert ply < len(stored), f"ply {ply} of {story.table} was told and is lost"
                    assert stored[ply] == told
                for ply, told in story.acknowledged.items():
                    assert stored[ply] == told
                game = games.load(row.game)
                position = game.start_of(game.info.read(row.options))
                for actor, action in stored:
                    assert game.actor(position) == actor
                    position = game.play(position, game.parse(action))
                assert (game.outcome(position) is not None) == (row.state == "over")
        finally:
            await store.close()
