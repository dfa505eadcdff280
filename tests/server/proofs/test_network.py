"""Games over bad networks, by seeds: no table is stuck, no browser is left with a wrong board, no move is made twice.

`SALTROAD_PROOFS=full` plays more than five hundred.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from pathlib import Path

import httpx
import pytest

from saltroad import games
from server.proofs.browser import Patience
from server.proofs.meetings import Meeting, meet
from server.proofs.processes import FULL, PATIENCE, ServerProcess, logs_of
from server.proofs.weather import FAULTS, Relay, Weather
from server.serving import Person, Server

RUNS = 504 if FULL else 36
AT_ONCE = 12
PULSE = 0.4
HASTE = Patience(answer=0.8, silence=1.5, before_again=0.03)
"""What takes a browser of flesh and blood a minute."""
MOVES = 24
"""Plies in bad weather, and half as many in the calm after it."""


class Run:
    """One table, each of its people behind a network of their own."""

    def __init__(self, seed: int, server: ServerProcess, http: httpx.AsyncClient) -> None:
        self.seed = seed
        self.rng = random.Random(seed)
        self.weather = Weather.drawn(self.rng)
        self.meeting: Meeting
        self._server = server
        self._http = http

    async def play(self) -> None:
        """Bad weather, calm weather; then everybody sees the same."""
        rng, server = self.rng, self._server
        game = games.GAMES[self.seed % len(games.GAMES)]
        company = {"bazaar": (2, 1), "through_the_desert": (2, 1), "desert_bazaar": (2, 1)}[game]
        self.meeting = meeting = await meet(server, self._http, rng, game, company, watchers=self.seed % 2)
        relays = [await Relay(self.weather, lambda: server.port).open() for _ in meeting.guests]
        try:
            meeting.begin(
                lambda number: f"127.0.0.1:{relays[number].port}",
                rng,
                patience=HASTE,
                pause=0.01,
                undoes=0.15,
            )
            begins = (await meeting.guests[0].look(meeting.table))["ply"]
            await self._come_to(begins + MOVES)
            self.weather.is_calm = True
            await self._come_to(meeting.ply + MOVES // 2)
            await meeting.rest()
            await self._settle()
        finally:
            await meeting.end()
            for relay in relays:
                await relay.close()

    async def _come_to(self, ply: int) -> None:
        while not self.meeting.is_over and self.meeting.ply < ply:
            self.meeting.check_failures()
            await asyncio.sleep(0.01)

    async def _settle(self) -> None:
        """In the calm every browser comes to show what the server shows, as soon as no bot moves any more."""
        while True:
            try:
                return await self.meeting.check_boards()
            except AssertionError:
                await asyncio.sleep(0.05)


async def _stuck(run: Run) -> str:
    """What there is to say of a run that does not come to its end."""
    meeting = run.meeting
    truth = await meeting.guests[0].look(meeting.table)
    browsers = [
        {
            "known": None if browser.known is None else {**browser.known, "log": len(browser.known["log"]), "view": 0},
            "pending": browser.pending,
            "connects": browser.connects,
            "gaps": browser.gaps,
            "refusals": Counter(browser.refusals),
        }
        for browser in meeting.browsers
    ]
    return f"seed {run.seed} is stuck at ply {truth['ply']}, {truth['actor']} to act: {run.weather} {browsers}"


@pytest.mark.slow
@pytest.mark.timeout(3600 if FULL else 600)
def test_bad_networks_neither_stop_a_game_nor_show_a_wrong_board(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, pulse=PULSE)
    asyncio.run(_play_all(server))


def test_a_move_that_comes_once_more_after_it_was_taken_back_is_not_played(server: Server) -> None:
    """By its ply alone a late double could not be told from a new move."""
    ada = Person(server, "Ada")
    table = ada.make("through_the_desert", "me greedy", drawn=False, start=True)
    while not (update := ada.look(table))["can_undo"]:
        if update["offers"]:
            before = update
            ada.ask(table, "act", ply=before["ply"], action=before["offers"][0][0], revision=before["revision"])
    ada.ask(table, "undo", ply=update["ply"], revision=update["revision"])
    again = {"ply": before["ply"], "action": before["offers"][0][0]}
    assert ada.refused(table, "act", **again, revision=before["revision"]) == "stale"
    assert ada.refused(table, "undo", ply=before["ply"], revision=update["revision"]) == "stale"
    assert ada.look(table)["ply"] == before["ply"]
    ada.ask(table, "act", **again, revision=ada.look(table)["revision"])
    assert ada.look(table)["ply"] == update["ply"]


async def _play_all(server: ServerProcess) -> None:
    await asyncio.to_thread(server.start)
    faults: Counter[str] = Counter()
    runs: list[Run] = []
    try:
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            gate = asyncio.Semaphore(AT_ONCE)
            runs = [Run(seed, server, http) for seed in range(RUNS)]

            async def play(run: Run) -> None:
                async with gate:
                    try:
                        async with asyncio.timeout(PATIENCE):
                            await run.play()
                    except TimeoutError:
                        pytest.fail(await _stuck(run))

            await asyncio.gather(*map(play, runs))
    finally:
        server.kill()
    logs = await logs_of(server.database, [run.meeting.table for run in runs])
    for run in runs:
        faults += run.weather.seen
        plies = logs[run.meeting.table].plies
        run.meeting.check_kept(plies)
        run.meeting.check_once(plies)
    assert set(faults) == set(FAULTS), "every fault came up"
    assert sum(browser.gaps for run in runs for browser in run.meeting.browsers) > RUNS / 4, "gaps were noticed"
