"""A table in a proof: its people, each with a browser, perhaps bots and somebody who looks on."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from typing import Any

import httpx
import msgspec

from saltroad import games
from saltroad.kernel.contract import Position
from saltroad.records.dice import share_hash_of
from saltroad.server.store import StoredPly
from server.proofs.browser import NOT_KNOWN, Browser, Json, Patience
from server.proofs.processes import Guest, ServerProcess

COMPANIES = {
    "bazaar": ((1, 1), (2, 0), (3, 0), (2, 1)),
    "through_the_desert": ((1, 1), (2, 0), (2, 1)),
    "desert_bazaar": ((1, 2), (2, 1), (3, 0)),
}
"""How many people and bots sit down together."""


class Truth:
    """What a log of one game comes to, by the rules alone."""

    def __init__(self, game: str, options: str) -> None:
        self._game = games.load(game)
        self._positions: dict[tuple[str, ...], Position] = {(): self._game.start_of(self._game.info.read(options))}

    def view(self, actions: Sequence[str], seat: int | None) -> Any:
        """What a seat sees after these actions, as it goes over the wire."""
        log = tuple(actions)
        known = len(log)
        while log[:known] not in self._positions:
            known -= 1
        for ply in range(known, len(log)):
            before = self._positions[log[:ply]]
            self._positions[log[: ply + 1]] = self._game.apply(before, self._game.parse(log[ply]))
        return msgspec.json.decode(msgspec.json.encode(self._game.observe(self._positions[log], seat)))


class Meeting:
    """One table. `newest` is what the best-informed of its browsers was told."""

    def __init__(self, table: str, game: str, guests: Sequence[Guest]) -> None:
        self.table = table
        self.game = game
        self.guests = guests
        self.browsers: list[Browser] = []
        self.newest: Json | None = None
        self._mark = (-1, -1)
        self._sure: list[tuple[int, str]] = []
        """What has to be stored: what `newest` tells, or what was found at the last look if nobody was told since."""
        self._truth: Truth | None = None
        self._lines: list[asyncio.Task[None]] = []
        self._players: list[asyncio.Task[None]] = []

    def begin(
        self,
        address: Callable[[int], str],
        rng: random.Random,
        *,
        era: Callable[[], int] = lambda: 0,
        patience: Patience | None = None,
        pause: float = 0.0,
        undoes: float = 0.0,
    ) -> None:
        """Open a browser for everybody, and let those who sit here play. The address may be each one's own."""

        for number, guest in enumerate(self.guests):
            headers = {**guest.headers, "X-Forwarded-For": f"10.{rng.randrange(256)}.{rng.randrange(256)}.{number}"}
            browser = Browser(
                self.table,
                lambda number=number: address(number),  # type: ignore[misc]
                headers,
                random.Random(rng.random()),
                patience,
            )
            browser.heard = lambda browser: self.hear(era(), browser)
            self.browsers.append(browser)
            self._lines.append(asyncio.create_task(browser.run()))
            self._players.append(asyncio.create_task(browser.play(pause, undoes)))

    def hear(self, era: int, browser: Browser) -> None:
        """A browser was told something, by the server as it was started for that time."""
        known = browser.known
        assert known is not None
        if (mark := (era, browser.last)) > self._mark:
            self._mark, self.newest, self._sure = mark, known, actions_of(known)
        self._check_board(known)

    def _check_board(self, known: Json) -> None:
        """At every moment a browser shows what the log that it knows comes to."""
        if self._truth is None:
            self._truth = Truth(known["game"], known["options"])
        assert known["ply"] == len(known["log"])
        view = self._truth.view([action for _, action in actions_of(known)], known["seat"])
        assert known["view"] == view, f"{self.table}: a wrong board at ply {known['ply']}"

    @property
    def ply(self) -> int:
        return 0 if self.newest is None else int(self.newest["ply"])

    @property
    def is_over(self) -> bool:
        return self.newest is not None and self.newest["state"] == "over"

    def check_failures(self) -> None:
        """A browser that fell over is a failure of the proof."""
        for task in (*self._lines, *self._players):
            if task.done() and not task.cancelled():
                task.result()

    def check_kept(self, plies: Sequence[StoredPly]) -> None:
        """All that anybody was told is stored; what was asked to be taken back may be gone."""
        back = [browser.going_back - 1 for browser in self.browsers if browser.going_back is not None]
        sure = min([len(self._sure), *back])
        stored = [(ply.actor, ply.action) for ply in plies]
        assert stored[:sure] == self._sure[:sure], f"{self.table}: what was told is not what is stored"
        # The next look may come before anybody is told anything: what was taken back now is not missing then.
        self._sure = stored
        for browser in self.browsers:
            browser.going_back = None

    def check_once(self, plies: Sequence[StoredPly]) -> None:
        """Whatever a person played is stored where they played it, and nowhere else."""
        for browser in self.browsers:
            seat = None if browser.known is None else browser.known["seat"]
            for number, ply in enumerate(plies):
                if ply.actor == seat:
                    assert ply.action in browser.intended[number], f"{self.table}: ply {number} was played by nobody"

    async def check_boards(self) -> None:
        """Every browser shows what the server would show it now."""
        for guest, browser in zip(self.guests, self.browsers, strict=True):
            truth = await guest.look(self.table)
            assert browser.known == known_of(truth), f"{self.table}: a wrong board"

    async def rest(self) -> None:
        """Nobody plays on; the browsers stay."""
        await _end(self._players)

    async def end(self) -> None:
        """Everybody goes home."""
        await _end([*self._players, *self._lines])


async def _end(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def actions_of(known: Json) -> list[tuple[int, str]]:
    """Who did what."""
    return [(happened["actor"], happened["action"]) for happened in known["log"]]


def known_of(update: Json) -> Json:
    """What a browser knows that was told all of this."""
    rest = {name: value for name, value in update.items() if name not in NOT_KNOWN}
    return {**rest, "view": update["view"], "log": update["happened"]}


async def meet(
    server: ServerProcess,
    http: httpx.AsyncClient,
    rng: random.Random,
    game: str,
    company: tuple[int, int] | None = None,
    *,
    watchers: int = 0,
    **more: Any,
) -> Meeting:
    """People sit down to a game, each with a share of the dice, and it begins."""
    people, bots = company or rng.choice(COMPANIES[game])
    host, *_ = guests = [await Guest(server, http).add_guest(f"P{number}") for number in range(people)]
    seats = [{"kind": "me"}, *([{"kind": "open"}] * (people - 1)), *([{"kind": "bot", "bot": "greedy"}] * bots)]
    table = await host.make(game, seats, **more)
    commitment = (await host.look(table))["commitment"]
    shares = [rng.randbytes(32).hex() for _ in guests]
    for number, (guest, share) in enumerate(zip(guests, shares, strict=True)):
        reply = await guest.ask(table, "sit", seat=number, share_hash=share_hash_of(share, table, commitment))
        assert reply["type"] == "done", reply
    reply = await host.ask(table, "start")
    assert reply["type"] == "done" or reply["code"] in ("begun", "dealing"), reply
    for guest, share in zip(guests, shares, strict=True):
        reply = await guest.ask(table, "reveal", share=share)
        assert reply["type"] == "done", reply
    watching = [await Guest(server, http).add_guest("Watcher") for _ in range(watchers)]
    return Meeting(table, game, [*guests, *watching])
