"""What a table tells as facts: nobody is told what they may not know, and a client that merges updates has it all."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import saltroad
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Position
from saltroad.messages.facts import PublicPly
from saltroad.messages.game_facts import facts_of
from saltroad.records.dice import SCHEME, SEED_BYTES, commitment_of
from saltroad.server.store import Seat, Store, TableRow
from saltroad.server.tables.table import Table
from server.whole import whole

SEED = bytes(range(SEED_BYTES))
NOT_MERGED = ("number", "after", "first_ply", "happened", "view", "changed", "clocks")
"""What each update has of its own."""
MOST_BYTES = {"bazaar": 850, "through_the_desert": 2650, "desert_bazaar": 1450}
"""Of an update of a game of four on the average. With sentences and what clients knew it was half as much again."""


def positions(game: AnyGame, seed: int) -> Iterator[tuple[Position, int, Any, Position]]:
    """Every ply of a random game of three: before, who, what, after."""
    rng, position = Rng(seed), game.start(3)
    while game.outcome(position) is None:
        actor = game.actor(position)
        action = rng.pick(game.legal(position)) if actor >= 0 else game.decide(position, rng)
        after = game.apply(position, action)
        yield position, actor, action, after
        position = after


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_events_and_questions_are_the_same_whatever_hides_from_the_viewer(name: str) -> None:
    game, facts, rng = saltroad.load(name), facts_of(name), Rng(9)
    for before, actor, action, after in positions(game, 4):
        public = [game.observe(position, None) for position in (before, after)]
        others = [game.determinize(view, rng) for view in public]
        told = facts.events(PublicPly(game, actor, action, (before, after)))
        assert facts.events(PublicPly(game, actor, action, (others[0], others[1]), (public[0], public[1]))) == told
        if actor < 0:
            continue
        for viewer in (0, 1, 2, None):
            view = game.observe(before, viewer)
            other = game.determinize(view, rng)
            asked = facts.question(view, game.legal(before))
            assert asked == facts.question(game.observe(other, viewer), game.legal(other)), f"{viewer} of {actor}"


class Client:
    """What a browser knows, put together from updates; now and then it cannot take any."""

    def __init__(self, table: Table, person: str | None) -> None:
        self.takes = True
        self.known: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.view: dict[str, Any] = {}
        self.bytes: list[int] = []
        self._last = 0
        self.subscription = table.subscribe(person, send=self._hear, can_take=lambda: self.takes)

    def _hear(self, data: bytes) -> None:
        told: dict[str, Any] = json.loads(data)
        if told["type"] != "update":
            return
        assert told["after"] == self._last
        self._last = told["number"]
        self.bytes.append(len(data))
        if self.known and told["revision"] != self.known["revision"]:
            self.log, self.view = [], {}
        self.known = whole(told, self.known)
        self.log[told["first_ply"] :] = told["happened"]
        if "view" in told:
            self.view = told["view"]
        elif "changed" in told:
            self.view = {**self.view, **told["changed"]}

    def all(self) -> dict[str, Any]:
        """All that it would draw."""
        self.takes = True
        self.subscription.push()
        rest = {name: value for name, value in self.known.items() if name not in NOT_MERGED}
        return {**rest, "log": self.log, "view": self.view}


def at_a_table(name: str, players: int, folder: Path, play: Callable[[Table, list[str]], Awaitable[None]]) -> None:
    """Something that happens at a table of so many people."""

    async def main() -> None:
        store = await Store.open(folder / "store.sqlite")
        try:
            people = [(await store.add_person(f"Player {k}")).id for k in range(players)]
            options = str(saltroad.info(name).agree(players))
            promised = commitment_of(SEED, "t1")
            row = TableRow(
                "t1", name, options, 1, 0, people[0], True, {}, SEED, promised, "playing", started=1, dice=SCHEME
            )
            await store.add_table(row, [Seat(k, "person", id, None, f"P{k}", "ab" * 32) for k, id in enumerate(people)])
            await play(await Table.load(store, "t1"), people)
        finally:
            await store.close()

    asyncio.run(main())


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", saltroad.GAMES)
def test_a_client_that_merges_has_what_a_new_one_is_told(name: str, seed: int, tmp_path: Path) -> None:
    async def play(table: Table, people: list[str]) -> None:
        rng, state = Rng(seed), table.state
        viewers = [*people, None]
        clients = [Client(table, person) for person in viewers]
        for turn in range(150):
            if state.phase == "over":
                break
            seat = state.game.actor
            match rng.below(12):
                case 0 if state.game.can_undo(seat):
                    await table.undo(seat, state.next_ply)
                case 1 if not state.seats[seat].bot:
                    await table.stand_in(seat, seat, bot=True)
                case 2:
                    for other in state.seats:
                        if other.bot:
                            await table.stand_in(other.number, other.number, bot=False)
                case 3:
                    k = rng.below(len(clients))
                    clients[k].subscription.close()
                    clients[k] = Client(table, viewers[k])
                case _:
                    action = rng.pick(state.game.legal(seat))
                    await table.act(seat, state.next_ply, action, bot=bool(state.seats[seat].bot))
            for client in clients:
                client.takes = rng.below(3) > 0
            if turn % 5 == 0 or state.phase == "over":
                for person, client in zip(viewers, clients, strict=True):
                    fresh = Client(table, person)
                    told = fresh.all()  # one more is there now, and everybody is told
                    assert client.all() == told
                    fresh.subscription.close()

    at_a_table(name, 3, tmp_path, play)


@pytest.mark.parametrize("name", saltroad.games.BUILT_IN)
def test_an_update_is_small(name: str, tmp_path: Path) -> None:
    async def play(table: Table, people: list[str]) -> None:
        rng, state = Rng(3), table.state
        clients = [Client(table, person) for person in people]
        for client in clients:
            client.bytes.clear()
        while state.phase != "over":
            await table.act(state.game.actor, state.next_ply, rng.pick(state.game.legal(state.game.actor)))
        sizes = [size for client in clients for size in client.bytes]
        assert sum(sizes) / len(sizes) < MOST_BYTES[name]

    at_a_table(name, 4, tmp_path, play)
