"""A table being played, on a real store: one writer, nothing shown before it is stored, everybody told the same."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

import saltroad
from saltroad.kernel.actors import CHANCE
from saltroad.kernel.chance import Rng
from saltroad.protocol.messages import Update
from saltroad.records import History, Record
from saltroad.records.dice import FIRST_SCHEME, SCHEME, SEED_BYTES, commitment_of
from saltroad.records.fairness import check
from saltroad.server.refusals import Refusal
from saltroad.server.shielding import run_shielded
from saltroad.server.store import Seat, Store, StoreError
from saltroad.server.store import TableRow as Row
from saltroad.server.tables.table import Table
from saltroad.server.tables.updates import ClientState
from server.whole import whole

SEED = bytes(range(SEED_BYTES))
PEOPLE = ("ada", "bo", "cleo")
SHARE = "ab" * 32


def row(name: str = "bazaar", **choices: bool | str) -> Row:
    options = str(saltroad.info(name).agree(3, choices))
    promised = commitment_of(SEED, "t1")
    return Row("t1", name, options, 1, 0, None, True, {}, SEED, promised, "playing", started=1, dice=SCHEME)


def run(
    play: Callable[[Store, Table], Awaitable[None]], tmp_path: Path, table: Row | None = None, bots: int = 0
) -> None:
    """Something that happens at a table of three, the last seats being bots'."""

    async def main() -> None:
        store = await Store.open(tmp_path / "store.sqlite")
        try:
            ids = [(await store.add_person(name)).id for name in PEOPLE]
            seats = [
                Seat(k, "bot", None, "greedy", "greedy", "")
                if k >= 3 - bots
                else Seat(k, "person", ids[k], None, n, SHARE)
                for k, n in enumerate(PEOPLE)
            ]
            await store.add_table(table or row(), seats)
            await play(store, await Table.load(store, "t1", now=lambda: 7))
        finally:
            await store.close()

    asyncio.run(main())


async def act(table: Table, rng: Rng | None = None, text: str | None = None) -> None:
    """The seat on turn plays something."""
    seat = table.state.game.actor
    text = text or (rng or Rng(0)).pick(table.state.game.legal(seat))
    await table.act(seat, table.state.game.next_ply, text, bot=bool(table.state.seats[seat].bot))


async def refused(asked: Awaitable[object]) -> Refusal:
    with pytest.raises(Refusal) as caught:
        await asked
    return caught.value


class Client:
    """Keeps a log and a view from updates, as a browser does."""

    def __init__(self, table: Table, person: str | None = None, revision: int = -1, seen: int = 0) -> None:
        self.waiting: list[dict[str, Any]] = []
        self.takes = True
        self.log: list[dict[str, Any]] = []
        self.view: dict[str, Any] = {}
        self.update: dict[str, Any] = {}
        self.watch = table.subscribe(person, revision, seen, send=self._hear, can_take=lambda: self.takes)

    def _hear(self, data: bytes) -> None:
        self.waiting.append(json.loads(data))

    def listen(self) -> dict[str, Any]:
        """Take in all that came."""
        self.watch.push()
        for update in self.waiting:
            if update["type"] == "update":
                self._take_in(update)
        self.waiting.clear()
        return self.update

    def _take_in(self, told: dict[str, Any]) -> None:
        update = whole(told, self.update)
        if self.update and update["revision"] != self.update["revision"]:
            self.log, self.view = [], {}
        if not self.update and update["first_ply"]:
            self.log = [{}] * update["first_ply"]
        del self.log[update["first_ply"] :]
        assert len(self.log) == update["first_ply"], "there is a gap in the log"
        self.log += update["happened"]
        assert len(self.log) == update["ply"]
        if update["view"] is not None:
            self.view = update["view"]
        elif update["changed"] is not None:
            assert self.view, "there is nothing to change"
            self.view = {**self.view, **update["changed"]}
        self.update = update


def shown(table: Table, viewer: int | None = None) -> dict[str, Any]:
    """The whole update of a viewer."""
    return whole(json.loads(raw(table, viewer)))


def raw(table: Table, viewer: int | None) -> bytes:
    return table.updates.update(viewer, is_host=False, known=ClientState())[0]


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_everybody_is_told_the_same_game_and_the_store_has_it(name: str, tmp_path: Path) -> None:
    async def play(store: Store, table: Table) -> None:
        clients = [Client(table, person) for person in (*(s.person for s in table.state.seats), None)]
        rng = Rng(4)
        while table.state.phase != "over":
            await act(table, rng)
            for client in clients:
                client.takes = bool(rng.below(3))  # the others hear of several plies at once
                client.listen()
        for client in clients:
            client.takes = True
            client.listen()
        log = await store.log("t1")
        stored = [{"actor": ply.actor, "action": ply.action, "at": ply.at} for ply in log.plies]
        for viewer, client in zip((0, 1, 2, None), clients, strict=True):
            assert [{name: ply[name] for name in ("actor", "action", "at")} for ply in client.log] == stored
            assert client.log == clients[0].log
            assert client.update["seat"] == viewer
            assert client.view == json.loads(bytes(table.state.game.view(viewer)))
            assert client.update["seed"] == SEED.hex()
        kept = await store.table("t1")
        assert kept is not None
        assert (kept.state, kept.ended) == ("over", 7)
        history = History(table.state.game.game, table.state.game.options)
        for ply in log.plies:
            history.play(ply.action)
        record = Record.of(history, PEOPLE, table.state.game.dice.headers())
        assert kept.result == str(record.result)
        assert check(record).shares == 3
        assert (await refused(act(table, text="roll"))).code == "over"

    run(play, tmp_path, row(name))


def test_a_table_that_is_loaded_again_is_the_same(tmp_path: Path) -> None:
    async def play(store: Store, table: Table) -> None:
        for _ in range(12):
            await act(table)
        again = await Table.load(store, "t1")
        assert again.state.game.plies == table.state.game.plies
        assert bytes(again.state.game.position) == bytes(table.state.game.position)

    run(play, tmp_path)


def test_what_was_never_made_cannot_be_loaded_and_what_was_not_begun_cannot_be_played(tmp_path: Path) -> None:
    async def play(store: Store, table: Table) -> None:
        assert (await refused(Table.load(store, "t9"))).code == "no_table"
        fresh = Row("t2", "bazaar", "players=2", 1, 0, None, True, {}, SEED, commitment_of(SEED, "t2"), dice=SCHEME)
        await store.add_table(fresh, [])
        gathering = await Table.load(store, "t2")
        assert shown(gathering)["state"] == "open"
        assert shown(gathering)["view"] is None
        assert (await refused(gathering.act(0, 0, "roll"))).code == "not_begun"

    run(play, tmp_path)


def test_of_two_who_play_at_once_one_is_stored(tmp_path: Path) -> None:
    async def play(store: Store, table: Table) -> None:
        for _ in range(10):
            seat, ply = table.state.game.actor, table.state.game.next_ply
            legal = table.state.game.legal(seat)
            tries = [table.act(seat, ply, text) for text in (legal[0], legal[-1], "pass", legal[0])]
            tries.append(table.act((seat + 1) % 3, ply, legal[0]))
            answers = await asyncio.gather(*tries, return_exceptions=True)
            assert answers[0] is None
            assert answers[3] is None, "the same action sent again is answered as if it were new"
            codes = {answer.code for answer in answers if isinstance(answer, Refusal)}
            assert codes <= {"stale", "not_your_turn"}
            log = await store.log("t1")
            assert [p.action for p in log.plies] == [p.action for p in table.state.game.plies]
            assert log.plies[ply].action == legal[0]

    run(play, tmp_path)


def test_whoever_only_watches_cannot_play(tmp_path: Path) -> None:
    async def play(store: Store, table: Table) -> None:
        ply = table.state.game.next_ply
        for asked in (
            table.act(None, ply, "roll"),
            table.undo(None, ply),
            table.ask_back(None, ply),
            table.answer(None, "back", ply, True),
        ):
            assert (await refused(asked)).code == "not_seated"
        assert table.state.seat_of("nobody") is None
        assert table.state.seat_of(None) is None

    run(play, tmp_path)


# -- when the store is slow or fails -----------------------------------------------------------------------------------


def gated(table: Table, monkeypatch: pytest.MonkeyPatch, before: Callable[[], Awaitable[None]]) -> None:
    """Let something happen before the (real) store stores a ply."""
    store = table._store
    append = store.append

    async def late(*arguments: Any, **more: Any) -> None:
        await before()
        await append(*arguments, **more)

    monkeypatch.setattr(store, "append", late)


def test_nothing_is_shown_before_it_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(store: Store, table: Table) -> None:
        gate = asyncio.Event()

        async def before() -> None:
            await gate.wait()

        client = Client(table)
        client.listen()
        gated(table, monkeypatch, before)
        asked = asyncio.create_task(act(table))
        await asyncio.sleep(0.1)
        assert not client.waiting
        assert table.state.game.next_ply == len(client.log)
        gate.set()
        await asked
        client.listen()
        assert len(client.log) == table.state.game.next_ply > 0

    run(play, tmp_path)


def test_a_move_outlives_the_connection_that_sent_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(store: Store, table: Table) -> None:
        gate = asyncio.Event()

        async def before() -> None:
            await gate.wait()

        ply = table.state.game.next_ply
        gated(table, monkeypatch, before)
        asked = asyncio.create_task(run_shielded(act(table, text="roll")))
        await asyncio.sleep(0.05)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        gate.set()
        monkeypatch.undo()
        while table.state.game.next_ply == ply:
            await table.subscriptions.next_change()
        assert table.state.game.plies[ply].action == (await store.log("t1")).plies[ply].action == "roll"

    run(play, tmp_path)


@pytest.mark.parametrize("was_kept", [True, False])
def test_after_a_failure_the_store_says_what_is_true(
    was_kept: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(store: Store, table: Table) -> None:
        seat, ply = table.state.game.actor, table.state.game.next_ply
        append = store.append

        async def failing(*arguments: Any, **more: Any) -> None:
            if was_kept:
                await append(*arguments, **more)
            raise StoreError("The disk is gone.")

        monkeypatch.setattr(store, "append", failing)
        assert (await refused(table.act(seat, ply, "roll"))).code == "not_stored"
        assert (table.state.game.next_ply > ply) is was_kept
        monkeypatch.setattr(store, "append", append)
        await table.act(seat, ply, "roll")  # sent again: a resend, or the first that is kept
        log = await store.log("t1")
        assert [p.action for p in log.plies] == [p.action for p in table.state.game.plies]
        assert sum(p.action == "roll" for p in log.plies) == 1

    run(play, tmp_path)


def test_while_the_store_cannot_be_read_nothing_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(store: Store, table: Table) -> None:
        async def gone(*arguments: Any, **more: Any) -> Any:
            raise StoreError("The database is gone.")

        seat, ply = table.state.game.actor, table.state.game.next_ply
        with monkeypatch.context() as patch:
            patch.setattr(store, "append", gone)
            patch.setattr(store, "log", gone)
            for _ in range(2):
                assert (await refused(table.act(seat, ply, "roll"))).code == "not_stored"
        await table.act(seat, ply, "roll")
        assert table.state.game.plies[ply].action == "roll"

    run(play, tmp_path)


def test_another_writer_is_noticed(tmp_path: Path) -> None:
    async def play(store: Store, table: Table) -> None:
        other = await Table.load(store, "t1")
        await act(other, text="roll")
        seat, ply = table.state.game.actor, table.state.game.next_ply
        assert (await refused(table.act(seat, ply, "roll"))).code == "stale"
        assert table.state.game.plies == other.state.game.plies

    run(play, tmp_path)


# -- going back --------------------------------------------------------------------------------------------------------


async def to_second_camel(table: Table) -> None:
    rng = Rng(1)
    while not (table.state.game.can_undo(table.state.game.actor) and table.state.game.view(None).as_dict()["turns"]):
        await act(table, rng)


def test_an_undo_is_told_and_stored(tmp_path: Path) -> None:
    async def play(store: Store, table: Table) -> None:
        await to_second_camel(table)
        client = Client(table)
        client.listen()
        seat, ply, revision = table.state.game.actor, table.state.game.next_ply, table.state.revision
        assert shown(table, seat)["can_undo"] is True
        assert shown(table, (seat + 1) % 3)["can_undo"] is False
        assert (await refused(table.undo(seat, ply - 1))).code == "stale"
        await table.undo(seat, ply)
        client.listen()
        assert client.update["ply"] == ply - 1
        assert client.update["revision"] == revision + 1
        log = await store.log("t1")
        assert len(log.plies) == ply - 1
        assert log.taken_back == ()
        assert (await refused(table.undo(seat, ply - 1))).code == "undo_nothing"

    run(play, tmp_path, row("through_the_desert"))


def test_an_undo_outlives_its_connection_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(store: Store, table: Table) -> None:
        await to_second_camel(table)
        ply, gate, take_back = table.state.game.next_ply, asyncio.Event(), store.take_back

        async def late(*arguments: Any, **more: Any) -> None:
            await take_back(*arguments, **more)
            await gate.wait()

        monkeypatch.setattr(store, "take_back", late)
        asked = asyncio.create_task(table.undo(table.state.game.actor, ply))
        await asyncio.sleep(0.05)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        gate.set()
        await asyncio.sleep(0.05)
        assert table.state.game.next_ply == len((await store.log("t1")).plies) == ply - 1

    run(play, tmp_path, row("through_the_desert"))


def chance_in(table: Table) -> list[str]:
    return [ply.action for ply in table.state.game.plies if ply.actor == CHANCE]


def test_a_take_back_needs_all_people_and_chance_decides_the_same_again(tmp_path: Path) -> None:
    """Whoever rolls eleven times rolls one face eleven times: a take-back is no second throw."""

    async def play(store: Store, table: Table) -> None:
        seat, ply, before = table.state.game.actor, table.state.game.next_ply, chance_in(table)
        others = [k for k in range(3) if k != seat]
        rolled = set()
        for _ in range(11):
            await act(table, text="roll")
            rolled.add(tuple(chance_in(table)[len(before) :]))
            await table.ask_back(seat, table.state.game.next_ply)
            asked = {"what": "back", "seat": seat, "to_ply": ply, "waits_for": others, "about": None, "redraw": False}
            assert shown(table)["asked"] == asked
            for other in others:
                await table.answer(other, "back", ply, True)
            assert table.state.game.next_ply == ply
        assert len(rolled) == 1
        assert (await store.log("t1")).taken_back == ()
        assert table.state.game.dice.drawn_anew == ()

    run(play, tmp_path)


def test_a_new_draw_needs_all_people(tmp_path: Path) -> None:
    async def play(store: Store, table: Table) -> None:
        seat, ply = table.state.game.actor, table.state.game.next_ply
        others = [k for k in range(3) if k != seat]
        await act(table, text="roll")
        await table.ask_back(seat, table.state.game.next_ply, redraw=True)
        asked = shown(table)["asked"]
        assert asked == {
            "what": "back",
            "seat": seat,
            "to_ply": ply,
            "waits_for": others,
            "about": None,
            "redraw": True,
        }
        await table.answer(others[0], "back", ply, True)
        assert table.state.game.next_ply > ply
        assert (await refused(table.answer(others[1], "back", ply + 1, True))).code == "not_asked"
        await table.answer(others[1], "back", ply, True)
        assert table.state.game.next_ply == ply
        log = await store.log("t1")
        assert [back.to_ply for back in log.taken_back] == [ply]
        assert table.state.game.dice.drawn_anew == (ply,)
        again = await Table.load(store, "t1")
        assert again.state.game.dice == table.state.game.dice
        await act(table, text="roll")
        assert [p.action for p in (await store.log("t1")).plies if p.actor == CHANCE] == chance_in(table)

    run(play, tmp_path)


def test_a_new_draw_is_refused_where_there_is_nothing_to_draw(tmp_path: Path) -> None:
    async def play(store: Store, table: Table) -> None:
        await to_second_camel(table)
        seat, ply = table.state.game.actor, table.state.game.next_ply
        assert (await refused(table.ask_back(seat, ply, redraw=True))).code == "redraw_nothing"
        assert shown(table)["asked"] is None

    run(play, tmp_path, row("through_the_desert"))


@pytest.mark.parametrize("scheme", [FIRST_SCHEME, SCHEME])
def test_a_bot_that_stands_in_agrees_to_no_new_draw(tmp_path: Path, scheme: str) -> None:
    """Nor to any other take-back; by the first scheme every take-back over chance draws anew."""

    async def play(store: Store, table: Table) -> None:
        seat, redraw = table.state.game.actor, scheme == SCHEME
        first, second = (k for k in range(3) if k != seat)
        await act(table, text="roll")
        ply, log = table.state.game.next_ply, list(table.state.game.plies)
        await table.ask_back(seat, ply, redraw=redraw)
        assert shown(table)["asked"]["redraw"] is True
        await table.answer(first, "back", table.state.game.take_back(seat), True)
        await table.stand_in(second, second, bot=True)  # the last who was asked leaves: that is no word of theirs
        assert shown(table)["asked"] is None
        assert table.state.game.plies == log
        refusal = await refused(table.ask_back(seat, ply, redraw=redraw))
        assert refusal.code == "bot_cannot_agree"
        assert refusal.params == {"seat": second}
        assert f"Joueur {second + 1}" in refusal.sentence("fr")
        await table.stand_in(second, second, bot=False)
        await table.ask_back(seat, ply, redraw=redraw)
        for other in (first, second):
            await table.answer(other, "back", table.state.game.take_back(seat), True)
        assert len(table.state.game.plies) < ply
        assert len((await store.log("t1")).taken_back) == 1

    run(play, tmp_path, replace(row(), dice=scheme, commitment=commitment_of(SEED, "t1", scheme)))


def test_alone_against_bots_one_may_draw_anew(tmp_path: Path) -> None:
    async def play(store: Store, table: Table) -> None:
        while table.state.game.actor != 0:
            await act(table)
        await act(table, text="roll")
        await table.ask_back(0, table.state.game.next_ply, redraw=True)
        assert len(table.state.game.dice.drawn_anew) == 1
        assert table.state.game.actor == 0

    run(play, tmp_path, bots=2)


def test_one_who_does_not_agree_or_plays_on_ends_the_asking(tmp_path: Path) -> None:
    async def play(store: Store, table: Table) -> None:
        seat = table.state.game.actor
        await act(table, text="roll")
        ply = table.state.game.next_ply
        to_ply = table.state.game.take_back(seat)
        await table.ask_back(seat, ply)
        await table.answer((seat + 1) % 3, "back", to_ply, False)
        assert shown(table)["asked"] is None
        await table.ask_back(seat, ply)
        await table.answer(seat, "back", to_ply, True)  # one's own answer changes nothing
        assert shown(table)["asked"] is not None
        await act(table, text="roll")
        assert shown(table)["asked"] is None
        assert (await refused(table.answer((seat + 1) % 3, "back", to_ply, True))).code == "not_asked"

    run(play, tmp_path)


def test_bots_are_not_asked(tmp_path: Path) -> None:
    async def play(store: Store, table: Table) -> None:
        while table.state.game.actor != 0:
            await act(table)
        ply = table.state.game.next_ply
        await act(table)
        await table.ask_back(0, table.state.game.next_ply)
        assert table.state.game.next_ply == ply

    run(play, tmp_path, bots=2)


# -- what is shown to whom ---------------------------------------------------------------------------------------------


def test_a_hidden_hand_and_the_seed_never_cross_the_wire(tmp_path: Path) -> None:
    async def play(store: Store, table: Table) -> None:
        rng = Rng(2)
        messages: list[bytes] = []
        for _ in range(120):
            await act(table, rng)
            for viewer in (0, 1, 2, None):
                update = raw(table, viewer)
                messages.append(update)
                hands = json.loads(update)["view"]["hands"]
                assert [hand is not None for hand in hands] == [seat == viewer for seat in range(3)]
        assert table.state.phase == "playing"
        assert not any(SEED.hex().encode() in message for message in messages)
        assert all(commitment_of(SEED, "t1").encode() in message for message in messages)

    run(play, tmp_path, row("desert_bazaar"))


def test_an_update_is_what_the_messages_say_it_is(tmp_path: Path) -> None:
    """It is put together from parts, and must be no less and no more than `Update`, without what is as by default."""

    async def play(store: Store, table: Table) -> None:
        for _ in range(20):
            await act(table)
            for viewer in (0, None):
                told = raw(table, viewer)
                update = msgspec.json.decode(told, type=Update)
                assert json.loads(msgspec.json.encode(update)) == json.loads(told)
                assert update.ply == table.state.game.next_ply

    run(play, tmp_path)


def test_who_is_here_is_shown(tmp_path: Path) -> None:
    async def play(store: Store, table: Table) -> None:
        watcher = Client(table)
        assert [seat["here"] for seat in watcher.listen()["seats"]] == [False, False, True]
        ada = Client(table, table.state.seats[0].person)
        assert [seat["here"] for seat in watcher.listen()["seats"]] == [True, False, True]
        assert watcher.update["watching"] == 1
        ada.watch.close()
        assert [seat["here"] for seat in watcher.listen()["seats"]] == [False, False, True]

    run(play, tmp_path, bots=1)


def test_a_connection_resumes_by_what_it_has_seen(tmp_path: Path) -> None:
    async def play(store: Store, table: Table) -> None:
        for _ in range(6):
            await act(table)
        seen, revision = table.state.game.next_ply, table.state.revision
        await act(table)
        update = Client(table, revision=revision, seen=seen).listen()
        assert update["first_ply"] == seen
        assert update["view"] is not None
        assert len(update["happened"]) == table.state.game.next_ply - seen
        assert Client(table, revision=revision - 1, seen=seen).listen()["first_ply"] == 0
        assert Client(table, revision=revision, seen=10**6).listen()["first_ply"] == table.state.game.next_ply

    run(play, tmp_path)


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_an_update_carries_only_what_changed_and_no_sentence(name: str, tmp_path: Path) -> None:
    async def play(store: Store, table: Table) -> None:
        for _ in range(4):
            await act(table)
        everybody = [Client(table, seat.person) for seat in table.state.seats]  # else it is told since when one is away
        client = Client(table)
        client.listen()
        for _ in range(8):
            await act(table)
        assert len(client.waiting) == 8
        assert all(len(other.waiting) > 8 for other in everybody)
        for update in client.waiting:
            assert not {"view", "info", "seats", "sentence", "offers"} & set(update)
            assert set(update["changed"]) < set(client.view)
            assert all(set(ply) == {"actor", "action", "events", "at"} for ply in update["happened"])
            assert update["asks"]["seat"] == update["actor"]
        client.listen()
        assert client.view == json.loads(bytes(table.state.game.view(None)))

    run(play, tmp_path, row(name))


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_the_events_of_a_stored_log_are_made_when_a_client_needs_them(name: str, tmp_path: Path) -> None:
    async def play(store: Store, table: Table) -> None:
        for _ in range(6):
            await act(table)
        told = Client(table).listen()["happened"]
        again = await Table.load(store, "t1", now=lambda: 7)
        await act(again)
        assert not again.state.is_sendable, "nobody needs them"
        late = Client(again)
        assert not late.waiting
        while not late.waiting:
            await asyncio.sleep(0.01)
        assert late.listen()["happened"][: len(told)] == told
        assert late.update["happened"][-1]["events"]
        await act(again)
        assert len(late.listen()["happened"]) == again.state.next_ply - late.update["first_ply"]

    run(play, tmp_path, row(name))


def test_why_not_is_answered_to_the_seat_on_turn_only(tmp_path: Path) -> None:
    async def play(store: Store, table: Table) -> None:
        seat, ply = table.state.game.actor, table.state.game.next_ply
        answer = table.explain(seat, ply, "trade R>WW")
        assert (answer.legal, answer.rule) == (False, "BZ-10")
        for other in ((seat + 1) % 3, None):
            with pytest.raises(Refusal):
                table.explain(other, ply, "roll")

    run(play, tmp_path)
