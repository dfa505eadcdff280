"""The dice are dealt: commitment, then hashes, then shares; what each may do when, and what becomes of a deal."""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from saltroad.protocol.messages import SetSeat
from saltroad.records import Record
from saltroad.records.dice import SCHEME, SEED_BYTES, Dice, commitment_of, share_hash_of
from saltroad.records.fairness import check
from saltroad.server.refusals import Refusal
from saltroad.server.store import Seat, Store
from saltroad.server.store import TableRow as Row
from saltroad.server.tables.setup import GRACE
from saltroad.server.tables.table import Table
from server.serving import Person, Server, server_in, some_offer

SEED = bytes(range(SEED_BYTES))


def two_at_a_table(ada: Person, bo: Person, **more: object) -> tuple[str, str, str]:
    """A table for two, and the share that each is bound to."""
    table = ada.make("bazaar", "me open", **more)
    bo.ask(table, "sit", seat=1)
    return table, ada.give_hash(table), bo.give_hash(table)


# -- the order of things -----------------------------------------------------------------------------------------------


def test_the_commitment_is_shown_before_anybody_is_asked_for_anything(server: Server, ada: Person) -> None:
    made = ada.post("/api/tables", {"game": "bazaar", "seats": [{"kind": "me"}, {"kind": "open"}]})
    update = ada.look(made["id"])
    row = server.do(server.running.parts.store.table(made["id"]))
    assert row is not None
    assert made["commitment"] == update["commitment"] == commitment_of(row.seed, made["id"])
    assert (update["dice"], update["deals"]) == (SCHEME, 1)
    assert update["deal"] == {"share_hashes": ["", ""], "came": [], "since": None}


def test_a_game_begins_when_the_last_share_has_come(ada: Person, bo: Person) -> None:
    table, hers, his = two_at_a_table(ada, bo)
    commitment = ada.look(table)["commitment"]
    hashes = [share_hash_of(share, table, commitment) for share in (hers, his)]
    assert bo.look(table)["deal"]["share_hashes"] == hashes
    assert ada.refused(table, "reveal", share=hers) == "not_dealing"
    with ada.at(table) as tab:
        tab.done("start")
        update = tab.until(state="dealing")
        assert update["deal"]["share_hashes"] == hashes
        assert update["deal"]["since"] is not None
        assert update["view"] is None
        assert bo.get("/api/tables/mine")[0]["waits"]
        bo.ask(table, "reveal", share=his)
        while not tab.update["deal"]["came"]:
            tab.listen()
        assert tab.update["deal"]["came"] == [1]
        assert not bo.get("/api/tables/mine")[0]["waits"]
        assert ada.get("/api/tables/mine")[0]["state"] == "dealing"
        bo.ask(table, "reveal", share=his)  # sent again
        tab.done("reveal", share=hers)
        update = tab.until(state="playing")
    assert update["deal"] is None
    assert (update["commitment"], update["deals"]) == (commitment, 1)
    ada.ask(table, "reveal", share=hers)  # sent again, though the game has begun
    assert ada.refused(table, "reveal", share=his) == "begun"


def test_nothing_is_changed_while_the_dice_are_dealt(server: Server, ada: Person, bo: Person) -> None:
    """Whoever knows the seed, sits last and has seen all other shares is bound to the hash that they gave before."""
    table, hers, his = two_at_a_table(ada, bo)
    stranger = Person(server, "Cleo")
    ada.ask(table, "start")
    bo.ask(table, "reveal", share=his)
    other = secrets.token_hex(32)
    hashed = share_hash_of(other, table, ada.look(table)["commitment"])
    assert ada.refused(table, "sit", seat=0, share_hash=hashed) == "dealing"
    assert ada.refused(table, "reveal", share=other) == "other_share"
    assert bo.refused(table, "sit", seat=0) == "dealing"
    assert stranger.refused(table, "sit", seat=1) == "dealing"
    assert stranger.refused(table, "reveal", share=other) == "not_seated"
    assert stranger.refused(table, "stand") == "not_seated"
    assert ada.refused(table, "start") == "dealing"
    assert ada.refused(table, "close") == "dealing"
    assert ada.refused(table, "set_seat", seat=1, kind="open") == "dealing"  # whose share has come
    assert ada.refused(table, "set_seat", seat=0, kind="bot", bot="random") == "share_awaited"  # too early
    assert table not in str(stranger.get("/api/tables"))
    ada.ask(table, "reveal", share=hers)
    assert ada.look(table)["state"] == "playing"


def test_no_share_is_shown_before_the_end(server: Server, ada: Person, bo: Person) -> None:
    table = ada.make("through_the_desert", "me open random", public=True)
    bo.ask(table, "sit", seat=1)
    shares = {person: person.give_hash(table) for person in (ada, bo)}
    heard: list[str] = []

    def listen() -> None:
        for person in (ada, bo, Person(server, "Cleo")):
            for path in ("", "/record", "/dice", "/replay"):
                heard.append(person.http.get(f"/api/tables/{table}{path}").text)
            heard.extend(person.http.get(path).text for path in ("/api/tables", "/api/tables/mine"))

    listen()
    ada.ask(table, "start")
    listen()
    for person, share in shares.items():
        person.ask(table, "reveal", share=share)
        listen()
    players = itertools.cycle(shares)
    while (update := (player := next(players)).look(table))["state"] != "over":
        heard.append(json.dumps(update))
        if update["offers"]:
            player.ask(table, "act", ply=update["ply"], action=some_offer(update))
    for share in shares.values():
        assert not any(share in text for text in heard)
    dice = bo.get(f"/api/tables/{table}/dice")
    assert sorted(filter(None, dice["shares"])) == sorted(shares.values())
    checked = check(Record.read(bo.http.get(f"/api/tables/{table}/record").text))
    assert (checked.shares, checked.deals) == (2, 1)


def test_a_share_is_sent_for_a_hash_only(ada: Person, bo: Person) -> None:
    """Programs that know nothing of shares go on as before; those that gave a hash are waited for."""
    table = ada.make("bazaar", "me open")
    bo.ask(table, "sit", seat=1)
    share = ada.give_hash(table)
    ada.ask(table, "start")
    assert bo.refused(table, "reveal", share="0" * 64) == "no_share_asked"
    for wrong in ("", "ab", "G" * 64, "A" * 64, "0" * 64 + "\n"):
        for message in ({"type": "reveal", "share": wrong}, {"type": "sit", "seat": 0, "share_hash": wrong or "ab"}):
            assert ada.fault("POST", f"/api/tables/{table}", message) == (400, "bad_message")
    ada.ask(table, "reveal", share=share)
    assert ada.look(table)["state"] == "playing"


def test_a_hash_is_kept_with_its_person_until_they_give_another(ada: Person, bo: Person) -> None:
    table = ada.make("bazaar", "me open open")
    share = ada.give_hash(table)
    hashed = share_hash_of(share, table, ada.look(table)["commitment"])
    ada.ask(table, "sit", seat=2)
    assert ada.look(table)["deal"]["share_hashes"] == ["", "", hashed]
    ada.give_hash(table)
    assert ada.look(table)["deal"]["share_hashes"][2] not in ("", hashed)
    ada.ask(table, "stand")
    assert ada.look(table)["deal"]["share_hashes"] == ["", "", ""]


# -- the order of seats ------------------------------------------------------------------------------------------------


def test_the_order_is_drawn_from_the_dice_and_shares_stay_with_their_seats(server: Server, ada: Person) -> None:
    table = ada.make("bazaar", "random me greedy")
    share = ada.give_hash(table)
    ada.ask(table, "start")
    ada.ask(table, "reveal", share=share)
    row = server.do(server.running.parts.store.table(table))
    seats = server.do(server.running.parts.store.seats(table))
    assert row is not None
    order = Dice(row.seed, table, ("", share, "")).draw_order()
    assert tuple(seat.drawn_from for seat in seats) == order
    assert [("random", None, "greedy")[before] for before in order] == [seat.bot for seat in seats]
    headers = Record.read(ada.http.get(f"/api/tables/{table}/record").text).more
    assert headers["order"] == " ".join(str(number + 1) for number in order)
    assert headers["share hash 2"]
    assert "deals" not in headers


def test_without_shares_the_order_is_the_seeds(server: Server, ada: Person) -> None:
    table = ada.make("bazaar", "me random greedy novice", start=True)
    row = server.do(server.running.parts.store.table(table))
    seats = server.do(server.running.parts.store.seats(table))
    assert row is not None
    assert tuple(seat.drawn_from for seat in seats) == Dice(row.seed, table, ("",) * 4).draw_order()


def test_a_rematch_has_dice_of_its_own(ada: Person) -> None:
    table = ada.make("through_the_desert", "me random")
    share = ada.give_hash(table)
    ada.ask(table, "start")
    ada.ask(table, "reveal", share=share)
    with ada.at(table) as tab:
        tab.play_on()
    ada.ask(table, "again", start=False)
    again = ada.look(table)["again"]
    update = ada.look(again)
    assert (update["state"], update["deals"]) == ("open", 1)
    assert update["commitment"] != ada.look(table)["commitment"]
    assert update["deal"]["share_hashes"] == ["", ""]
    share = ada.give_hash(again)
    ada.ask(again, "start")
    ada.ask(again, "reveal", share=share)
    assert ada.look(again)["state"] == "playing"


# -- when a share does not come ----------------------------------------------------------------------------------------


def test_whoever_leaves_ends_the_deal_and_the_next_has_another_promise(server: Server, ada: Person, bo: Person) -> None:
    table, hers, _ = two_at_a_table(ada, bo)
    first = ada.look(table)
    ada.ask(table, "start")
    ada.ask(table, "reveal", share=hers)
    bo.ask(table, "stand")
    update = ada.look(table)
    assert (update["state"], update["deals"]) == ("open", 2)
    assert update["commitment"] != first["commitment"]
    assert [seat["kind"] for seat in update["seats"]] == ["person", "open"]
    assert update["deal"] == {"share_hashes": ["", ""], "came": [], "since": None}
    assert hers not in str(server.do(server.running.parts.store.seats(table)))
    bo.ask(table, "sit", seat=1)
    shares = [person.give_hash(table) for person in (ada, bo)]
    ada.ask(table, "start")
    assert ada.refused(table, "reveal", share=hers) == "other_share"
    for person, share in zip((ada, bo), shares, strict=True):
        person.ask(table, "reveal", share=share)
    update = ada.look(table)
    assert (update["state"], update["deals"]) == ("playing", 2)
    assert Record.read(ada.http.get(f"/api/tables/{table}/record").text).more["deals"] == "2"


def at_a_table(play: Callable[[Store, Table, list[int]], Awaitable[None]], tmp_path: Path) -> None:
    """Two people, bound to shares, at a table of which the time is told by the test."""

    async def main() -> None:
        store, clock = await Store.open(tmp_path / "store.sqlite"), [1000]
        try:
            people = [(await store.add_person(name)).id for name in ("Ada", "Bo")]
            promised = commitment_of(SEED, "t1")
            row = Row("t1", "bazaar", "players=2", 1, 0, people[0], True, {}, SEED, promised, dice=SCHEME)
            seats = [
                Seat(k, "person", people[k], None, name, share_hash=share_hash_of(SHARES[k], "t1", promised))
                for k, name in enumerate(("Ada", "Bo"))
            ]
            await store.add_table(row, seats)
            await play(store, await Table.load(store, "t1", now=lambda: clock[0]), clock)
        finally:
            await store.close()

    asyncio.run(main())


SHARES = ("a1" * 32, "b2" * 32)


async def refused(asked: Awaitable[object]) -> Refusal:
    with pytest.raises(Refusal) as caught:
        await asked
    return caught.value


def test_the_host_waits_a_minute_for_a_share_that_does_not_come(tmp_path: Path) -> None:
    async def play(store: Store, table: Table, clock: list[int]) -> None:
        await table.start()
        await table.reveal(table.state.seats[0].person or "", SHARES[0])
        take = SetSeat(seat=1, kind="bot", bot="random")
        clock[0] += GRACE - 1500
        refusal = await refused(table.set_seat(take))
        assert (refusal.code, refusal.params) == ("share_awaited", {"seat": 1, "seconds": 2})
        clock[0] += 1500
        assert (await refused(table.set_seat(SetSeat(seat=0, kind="open")))).code == "dealing"  # that share has come
        before = table.state.row
        await table.set_seat(take)
        assert (table.state.phase, table.state.row.deals, table.state.seats[1].bot) == ("open", 2, "random")
        assert table.state.row.seed != before.seed
        assert table.state.row.commitment == commitment_of(table.state.row.seed, "t1") != before.commitment
        assert await store.table("t1") == table.state.row
        assert await store.seats("t1") == table.state.seats
        assert not any(seat.share or seat.share_hash for seat in table.state.seats)

    at_a_table(play, tmp_path)


def test_the_store_failing_at_the_last_share_begins_no_game(tmp_path: Path) -> None:
    """The last share and the beginning are one transaction: nobody sees the one without the other."""

    async def play(store: Store, table: Table, clock: list[int]) -> None:
        await table.start()
        await table.reveal(table.state.seats[0].person or "", SHARES[0])
        with sqlite3.connect(tmp_path / "store.sqlite") as other:
            other.execute("CREATE TRIGGER no BEFORE UPDATE ON tables BEGIN SELECT RAISE(ABORT, 'disk'); END")
        assert (await refused(table.reveal(table.state.seats[1].person or "", SHARES[1]))).code == "not_stored"
        assert (table.state.phase, [seat.share for seat in table.state.seats]) == ("dealing", [SHARES[0], ""])
        with sqlite3.connect(tmp_path / "store.sqlite") as other:
            other.execute("DROP TRIGGER no")
        await table.reveal(table.state.seats[1].person or "", SHARES[1])
        assert table.state.phase == "playing"
        assert table.state.game.dice == replace(table.state.game.dice, seed=SEED, shares=SHARES)

    at_a_table(play, tmp_path)


def test_a_server_that_is_started_again_goes_on_with_the_deal(tmp_path: Path) -> None:
    with server_in(tmp_path) as server:
        ada, bo = Person(server, "Ada"), Person(server, "Bo")
        table, hers, his = two_at_a_table(ada, bo)
        ada.ask(table, "start")
        ada.ask(table, "reveal", share=hers)
        before = ada.look(table)
        cookies = [person.http.cookies["saltroad"] for person in (ada, bo)]
    with server_in(tmp_path) as server:
        ada, bo = (Person(server, http=server.client(cookies={"saltroad": cookie})) for cookie in cookies)
        update = bo.look(table)
        assert update["state"] == "dealing"
        assert (update["commitment"], update["deal"]) == (before["commitment"], before["deal"])
        assert bo.refused(table, "sit", seat=1) == "dealing"
        bo.ask(table, "reveal", share=his)
        assert ada.look(table)["state"] == "playing"


def test_a_table_that_an_earlier_version_left_open_gets_dice_that_bind(tmp_path: Path) -> None:
    async def main() -> None:
        store = await Store.open(tmp_path / "store.sqlite")
        try:
            old = Row("t1", "bazaar", "players=2", 1, 0, None, True, {}, SEED, "c0ffee")
            await store.add_table(old, [Seat(0, name="Ada", share="ab"), Seat(1)])
            table = await Table.load(store, "t1")
            assert (table.state.row.dice, table.state.row.deals, table.state.phase) == (SCHEME, 2, "open")
            assert table.state.row.seed != SEED
            assert await store.table("t1") == table.state.row
            assert not any(seat.share for seat in await store.seats("t1"))
        finally:
            await store.close()

    asyncio.run(main())
