"""Nobody is shown what they may not know: worlds that differ only in that look the same, byte for byte.

What may not be known is the seed, hence what chance will decide; the cards of the others where a game hides them; and
whatever makes somebody somebody: ids, cookies, keys, tokens.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import shutil
import sqlite3
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import httpx
import pytest

from saltroad import games
from saltroad.kernel.chance import Rng
from saltroad.kernel.state_record import Audience
from saltroad.records.dice import share_hash_of
from saltroad.server.cluster.router import LocalProxy
from saltroad.server.tables.table import Table
from server.proofs.eyes import Eyes, Seen, unlike
from server.proofs.meetings import meet
from server.proofs.processes import FULL, PATIENCE, Guest, ServerProcess
from server.serving import Person, Server, server_in
from server.whole import whole

HIDING = [("bazaar", {}), ("through_the_desert", {"open_scores": "off"}), ("desert_bazaar", {})]
"""Every game, with as much hidden as it can hide."""
LOOKS = 12 if FULL else 1
DEALS = 4
"""How often the others get other cards at one point of a game."""


# -- the seed ----------------------------------------------------------------------------------------------------------


Viewers = dict[str, str]
"""The cookies of everybody who may look at a table."""


@pytest.mark.slow
@pytest.mark.timeout(3600 if FULL else 600)
def test_another_seed_shows_nobody_anything_else(tmp_path: Path) -> None:
    """The same games with other dice to come: everybody sees and hears the same."""
    one = tmp_path / "one"
    one.mkdir()
    for look in range(LOOKS):
        other = tmp_path / f"other {look}"  # each in a folder of its own: a log left by the last belongs to its store
        other.mkdir()
        tables = asyncio.run(_some_games(ServerProcess(one), look))
        since = time.time_ns() // 1_000_000 + 1
        for name in ("store.sqlite", "secret"):
            shutil.copy(one / name, other / name)
        database = sqlite3.connect(other / "store.sqlite")
        with database:
            seeds = [(random.Random(f"{look} {table}").randbytes(32), table) for table in tables]
            database.executemany("UPDATE tables SET seed = ? WHERE id = ?", seeds)
        database.close()
        seen, logs = zip(*(_seen_in(ServerProcess(folder), tables) for folder in (one, other)), strict=True)
        for viewer in seen[0]:
            assert unlike(seen[0][viewer], seen[1][viewer], since) == [], viewer
        assert logs[0] == logs[1]


async def _some_games(server: ServerProcess, look: int) -> dict[str, Viewers]:
    """Every game somewhere in the middle, one person a seat."""
    rng = random.Random(look)
    await asyncio.to_thread(server.start)
    found: dict[str, Viewers] = {}
    try:
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            for game, options in HIDING:
                meeting = await meet(server, http, rng, game, (3, 0), watchers=1, options=options, public=True)
                *players, watcher = meeting.guests
                until = (await watcher.look(meeting.table))["ply"] + rng.randrange(12, 60)
                await play_to(players, meeting.table, until, rng)
                for guest in meeting.guests:
                    reply = await guest.ask(meeting.table, "say", text=f"hello {rng.random()}")
                    assert reply["type"] == "done", reply
                cookies = {f"seat {k}": guest.cookie for k, guest in enumerate(players)}
                found[meeting.table] = {**cookies, "watcher": watcher.cookie, "stranger": ""}
        return found
    finally:
        assert await asyncio.to_thread(server.stop) == 0


async def play_to(players: list[Guest], table: str, ply: int, rng: random.Random) -> None:
    """Play anything over HTTP, until the game has come to that ply or is over."""
    updates = [await player.look(table) for player in players]
    guest_of = {update["seat"]: player for update, player in zip(updates, players, strict=True)}
    update = updates[0]
    while update["ply"] < ply and update["state"] == "playing":
        guest = guest_of[update["actor"]]
        update = await guest.look(table)
        reply = await guest.ask(table, "act", ply=update["ply"], action=rng.choice(update["offers"])[0])
        assert reply["type"] == "done", reply
        update = await guest.look(table)


def _seen_in(server: ServerProcess, tables: dict[str, Viewers]) -> tuple[dict[str, Seen], list[str]]:
    """What everybody sees, and what the server's own log says of it."""
    server.log.unlink(missing_ok=True)
    server.start()
    try:
        seen = {}
        stranger = Eyes(server.address)
        while b'"ready":false' in stranger.get("/api/games"):
            time.sleep(0.1)
        stranger.close()
        for table, cookies in tables.items():
            for viewer, cookie in cookies.items():
                eyes = Eyes(server.address, cookie)
                update = whole(json.loads(eyes.get(f"/api/tables/{table}").partition(b"\n")[2]))
                seen[f"{viewer} of {update['game']}"] = eyes.everything(table, _sample(update), update["ply"])
                eyes.close()
    finally:
        server.stop()
    lines = [json.loads(line) for line in server.log.read_text("utf-8").splitlines()]
    return seen, [line["event"].partition("[")[0] for line in lines]


def _sample(update: dict[str, Any]) -> list[str]:
    """Some of what is offered."""
    return [offer[0] for offer in update["offers"][:: max(1, len(update["offers"]) // 4)]]


# -- the cards of the others -------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), HIDING)
def test_other_cards_of_others_show_nobody_anything_else(game: str, options: dict[str, str], tmp_path: Path) -> None:
    """At any point of a game the others get other cards: the viewer sees the same, and is offered the same."""
    rng, compared = random.Random(5), 0
    with server_in(tmp_path) as server:
        people = [Person(server, name) for name in ("Ada", "Bo", "Cy")]
        for _ in range(LOOKS):
            table = people[0].make(game, "me open open", options=options)
            for number, person in enumerate(people[1:], 1):
                person.ask(table, "sit", seat=number)
            people[0].ask(table, "start")
            live = server.do(server.running.parts.registry.table(table))
            for number in itertools.count():
                if live.state.phase != "playing":
                    break
                viewer = rng.choice([*people, None])
                compared += _compare(server, live, viewer, rng, wholly=number % 40 == 39)
                seat = live.state.game.actor
                server.do(live.act(seat, live.state.game.next_ply, rng.choice(live.state.game.legal(seat))))
    hides = any(audience is not Audience.PUBLIC for audience in games.load(game).audiences.values())
    assert (compared > 100) == hides


def _compare(server: Server, table: Table, person: Person | None, rng: random.Random, *, wholly: bool) -> int:
    """Look, deal the others other cards, look again, and put all back. How often other cards were dealt."""
    true, seat = table.state.game.position, None if person is None else table.state.seat_of(person.me["id"])
    view, game = table.state.game.view(seat), table.state.game.game
    dealt = (game.determinize(view, Rng(rng.randrange(1 << 30))) for _ in range(DEALS))
    others = [position for position in dealt if position != true]
    if not others:
        return 0
    proxy = LocalProxy(server.running.parts.commands, table)
    me, ply = None if person is None else str(person.me["id"]), table.state.game.next_ply
    eyes = Eyes(f"127.0.0.1:{server.port}", "" if person is None else str(person.http.cookies["saltroad"]))
    actions = list(table.state.game.legal(seat)[:3])

    async def glance(position: Any) -> Seen:
        table.state.game.position = position
        table.publish()
        return {"glance": await proxy.update(me, "en")}

    truth = server.do(glance(true))
    whole = eyes.everything(table.id, actions, ply) if wholly else {}
    try:
        for other in others:
            assert unlike(truth, server.do(glance(other)), 1 << 60) == [], f"ply {ply}, seat {seat}"
        if wholly:
            assert unlike(whole, eyes.everything(table.id, actions, ply), 1 << 60) == [], f"ply {ply}, seat {seat}"
    finally:
        server.do(glance(true))
        eyes.close()
    return len(others)


# -- who somebody is ---------------------------------------------------------------------------------------------------


class Ear:
    """Keeps all that one viewer is ever told at a table, and looks around now and then."""

    def __init__(self, address: str, table: str, cookie: str) -> None:
        self.eyes = Eyes(address, cookie)
        self.table = table
        self.before_the_end: list[bytes] = []
        self.ever: list[bytes] = []

    def look(self) -> dict[str, Any]:
        """Look at all pages; the table as it stands."""
        body = self.eyes.get(f"/api/tables/{self.table}?language=en")
        update = whole(json.loads(body.partition(b"\n")[2]))
        seen = [body, *self.eyes.everything(self.table, _sample(update), update["ply"]).values()]
        seen.append(self.eyes.get("/metrics"))
        self.ever += seen
        body = self.eyes.get(f"/api/tables/{self.table}")
        if json.loads(body.partition(b"\n")[2])["state"] != "over":  # and a bot may end it while somebody looks
            self.before_the_end += seen
        return update


@pytest.mark.slow
def test_secrets_stay_with_those_whose_they_are(tmp_path: Path) -> None:
    """From the making of a table to its end nobody hears another's id, cookie or key; nor the seed before the end."""
    server = ServerProcess(tmp_path)
    server.start()
    try:
        played = [asyncio.run(_whole_game(server, game, options)) for game, options in HIDING]
    finally:
        server.stop()
    for ears, own, table in played:
        _check_secrets(server, ears, own, table)


def _check_secrets(server: ServerProcess, ears: dict[str, Ear], own: dict[str, dict[str, str]], table: str) -> None:
    database = sqlite3.connect(server.database)
    try:
        (seed,) = database.execute("SELECT seed FROM tables WHERE id = ?", (table,)).fetchone()
        shares = [
            share for (share,) in database.execute("SELECT share FROM seats WHERE table_id = ?", (table,)) if share
        ]
    finally:
        database.close()
    assert len(shares) == 2
    for viewer, ear in ears.items():
        text, early = b"\n".join(ear.ever), b"\n".join(ear.before_the_end)
        for whose, secrets in own.items():
            for name, secret in secrets.items():
                if whose != viewer:
                    assert secret.encode() not in text, f"{viewer} was told the {name} of {whose}"
        assert seed.hex().encode() in text, "the seed is shown in the end"
        assert seed.hex().encode() not in early, f"{viewer} was told the seed"
        for share in shares:
            assert share.encode() not in early, f"{viewer} was told a share of the dice"
    said = server.log.read_text("utf-8")
    for secret in (seed.hex(), *shares, *(secret for secrets in own.values() for secret in secrets.values())):
        assert secret not in said, "the server's log holds a secret"


async def _whole_game(
    server: ServerProcess, game: str, options: dict[str, str]
) -> tuple[dict[str, Ear], dict[str, dict[str, str]], str]:
    """A game of two people and bots from its making, with a kept seat, to its end."""
    rng = random.Random(3)
    async with httpx.AsyncClient(timeout=PATIENCE) as http:
        guests = {name: await Guest(server, http).add_guest(name) for name in ("host", "friend", "watcher")}
        own: defaultdict[str, dict[str, str]] = defaultdict(dict)
        for name, guest in guests.items():
            token = await guest.request("POST", "/api/me/tokens", json={"label": "mine"})
            link = await guest.request("POST", "/api/me/link")
            path = link.json()["path"]
            own[name] = {
                "id": guest.id,
                "cookie": guest.cookie,
                "token": token.json()["secret"],
                "link": path.rpartition("/")[2].rpartition("=")[2].rpartition("#")[2],
            }
        host, friend = guests["host"], guests["friend"]
        seats = [{"kind": "me"}, {"kind": "kept"}, {"kind": "bot", "bot": "greedy"}]
        table = await host.make(game, seats, options=options, public=True)
        cookies = {**{name: guest.cookie for name, guest in guests.items()}, "stranger": ""}
        ears = {name: Ear(server.address, table, cookie) for name, cookie in cookies.items()}
        updates = {name: await asyncio.to_thread(ear.look) for name, ear in ears.items()}
        own["host"]["key of a seat"] = key = updates["host"]["keys"][1]
        assert all(updates[name]["keys"] is None for name in ears if name != "host")
        shares = [rng.randbytes(32).hex() for _ in range(2)]
        for seat, (guest, share) in enumerate(zip((host, friend), shares, strict=True)):
            hashed = share_hash_of(share, table, updates["host"]["commitment"])
            reply = await guest.ask(table, "sit", seat=seat, key=key, share_hash=hashed)
            assert reply["type"] == "done", reply
        assert (await host.ask(table, "start"))["type"] == "done"
        for guest, share in zip((host, friend), shares, strict=True):
            for ear in ears.values():  # before the first share has come, and between the two
                await asyncio.to_thread(ear.look)
            assert (await guest.ask(table, "reveal", share=share))["type"] == "done"
        await _play_out([host, friend], table, ears, rng)
        for ear in ears.values():
            await asyncio.to_thread(ear.look)
            ear.eyes.close()
        return ears, own, table


async def _play_out(players: list[Guest], table: str, ears: dict[str, Ear], rng: random.Random) -> None:
    """Play to the end; somebody looks around now and then, and only the one to act is offered anything."""
    last = ""
    while last != "over":
        for player in players:
            update = await player.look(table)
            last = update["state"]
            if update["offers"]:
                assert update["actor"] == update["seat"]
                await player.ask(table, "act", ply=update["ply"], action=rng.choice(update["offers"])[0])
        if rng.random() < 0.05:
            name = rng.choice(list(ears))
            seen = await asyncio.to_thread(ears[name].look)
            hands = (
                seen["view"].get("hands") if seen["game"] == "desert_bazaar" and seen["state"] == "playing" else None
            )
            for seat, hand in enumerate(hands or ()):
                assert (hand is not None) == (seat == seen["seat"]), f"{name} was shown a hand"
