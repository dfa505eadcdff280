"""From a new table to the first move, and from the last move to another game, as people do it."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest

import saltroad
from saltroad.records import History
from server.serving import Person, Server, Tab, connect_to, seat, some_offer


def kinds(update: dict[str, Any]) -> list[str]:
    return [one["kind"] for one in update["seats"]]


def names(update: dict[str, Any]) -> list[str]:
    return [one["name"] for one in update["seats"]]


# -- making ------------------------------------------------------------------------------------------------------------


def test_a_table_is_made_with_every_kind_of_seat(server: Server, ada: Person) -> None:
    made = ada.post(
        "/api/tables",
        {
            "game": "bazaar",
            "seats": [seat(kind) for kind in ("me", "open", "kept", "greedy")],
            "options": {"double_purchase": "on"},
            "public": True,
            "pace": {"kind": "bank", "seconds": 600, "increment": 5},
            "drawn": False,
        },
    )
    update = ada.look(made["id"])
    assert kinds(update) == kinds(made) == ["person", "open", "kept", "bot"]
    assert names(update)[:3] == ["Ada", "", ""]
    assert update["seats"][3]["bot"] == "greedy"
    assert update["seat"] == made["seat"] == 0
    assert update["is_host"]
    assert update["state"] == "open"
    assert update["view"] is None
    assert update["options"] == "players=4 double_purchase=on solo=off"
    assert update["pace"] == {"kind": "bank", "seconds": 600, "increment": 5, "days": 0}
    assert not update["drawn"]
    assert [key is not None for key in update["keys"]] == [False, False, True, False]
    assert update["seed"] is None
    assert len(update["commitment"]) == 64


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"game": "chess"}, 404, "no_game"),
        ({"options": {"double_purchase": "maybe"}}, 400, "bad_options"),
        ({"options": {"speed": "on"}}, 400, "bad_options"),
        ({"seats": [seat("me")] * 2}, 409, "one_seat"),
        ({"seats": [seat("me"), seat("stockfish")]}, 400, "no_bot"),
        ({"seats": [seat("me"), {"kind": "bot"}]}, 400, "no_bot"),
        ({"game": "through_the_desert", "seats": [seat("me")] + [seat("open")] * 5}, 400, "bad_options"),
        ({"game": "desert_bazaar", "seats": [seat("me"), seat("open")]}, 400, "bad_options"),
        ({"seats": []}, 400, "bad_message"),
        ({"seats": [seat("me")] * 7}, 400, "bad_message"),
        ({"seats": [{"kind": "throne"}]}, 400, "bad_message"),
        ({"share": "ab"}, 400, "bad_message"),
        ({"colour": "red"}, 400, "bad_message"),
        ({"pace": {"kind": "bank", "seconds": -1}}, 400, "bad_message"),
        ({"pace": {"kind": "bank"}}, 400, "bad_pace"),
        ({"pace": {"kind": "days"}}, 400, "bad_pace"),
        ({"start": True, "seats": [seat("me"), seat("open")]}, 409, "seats_empty"),
        ({"start": True, "seats": [seat("greedy"), seat("greedy")]}, 409, "nobody_sits"),
    ],
)
def test_what_no_table_can_be_is_refused_in_both_languages(
    ada: Person, change: dict[str, Any], status: int, code: str
) -> None:
    body = {"game": "bazaar", "seats": [seat("me"), seat("open")], **change}
    sentences = set()
    for language in ("en", "fr"):
        answer = ada.http.post("/api/tables", json=body, headers={"Accept-Language": language})
        assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
        sentences.add(answer.json()["sentence"])
    assert len(sentences) == 2
    assert all(len(sentence) > 10 for sentence in sentences)


def test_against_bots_a_game_begins_at_once(server: Server, ada: Person) -> None:
    table = ada.make("through_the_desert", "me random random", start=True, drawn=False)
    with ada.at(table) as tab:
        assert tab.update["state"] == "playing"
        assert tab.update["seat"] == 0
        over = tab.play_on()
    assert over["outcome"]["scores"]
    assert over["seed"]
    assert not over["offers"]


def test_a_puzzle_alone(server: Server, ada: Person) -> None:
    table = ada.make("bazaar", "me", start=True, options={"solo": "on"})
    assert ada.look(table)["seat"] == 0
    update = ada.play_on(table, until_ply=4)  # with a token or two nobody has solved it yet, whatever chance says
    assert update["actor"] == 0
    assert len(update["seats"]) == 1
    hinted = ada.ask(table, "hint", ply=update["ply"])
    assert (hinted["type"], hinted["share"]) == ("hinted", None)  # nobody to win against


# -- coming together ---------------------------------------------------------------------------------------------------


def test_a_friend_joins_by_link_changes_seats_and_leaves(server: Server, ada: Person, bo: Person) -> None:
    table = ada.make(seats="me open open")
    with ada.at(table) as host, bo.at(table) as guest:
        assert guest.update["seat"] is None
        assert not guest.update["is_host"]
        assert guest.update["keys"] is None
        host.until(watching=1)
        guest.done("sit", seat=1, share_hash="ab" * 32)
        assert names(host.until(watching=0)) == ["Ada", "Bo", ""]
        assert guest.until(seat=1)["is_host"] is False
        guest.done("sit", seat=2)
        guest.until(seat=2)
        assert guest.refused("sit", seat=0) == "seat_taken"
        assert guest.refused("sit", seat=3) == "no_seat"
        guest.done("stand")
        assert kinds(guest.until(seat=None)) == ["person", "open", "open"]
        assert guest.refused("stand") == "not_seated"
        assert kinds(host.until(watching=1)) == ["person", "open", "open"]
    assert [one["here"] for one in Person(server, "Cleo").look(table)["seats"]] == [False, False, False]


def test_a_kept_seat_opens_with_its_key_alone(server: Server, ada: Person, bo: Person) -> None:
    table = ada.make(seats="me kept kept")
    _, key, other = ada.look(table)["keys"]
    assert key != other
    assert bo.look(table)["keys"] is None
    for wrong in ("", "x", key[:-1], other, "é" * 10, "\u0000"):
        assert bo.refused(table, "sit", seat=1, key=wrong) == "seat_kept", wrong
    bo.ask(table, "sit", seat=1, key=key)
    assert bo.look(table)["seat"] == 1
    assert ada.look(table)["keys"][1] is None


def test_only_the_host_changes_the_table(server: Server, ada: Person, bo: Person) -> None:
    table = ada.make(seats="me open")
    bo.ask(table, "sit", seat=1)
    for type, fields in (("set_seat", {"seat": 1, "kind": "bot", "bot": "greedy"}), ("start", {}), ("close", {})):
        assert bo.refused(table, type, **fields) == "not_host"
    assert ada.refused(table, "set_seat", seat=1, kind="open") == "seat_taken"
    bo.ask(table, "stand")
    ada.ask(table, "set_seat", seat=1, kind="kept")
    ada.ask(table, "set_seat", seat=1, kind="bot", bot="random")
    assert bo.refused(table, "sit", seat=1) == "seat_taken"
    assert ada.refused(table, "set_seat", seat=1, kind="bot", bot="hal") == "no_bot"
    ada.ask(table, "set_seat", seat=1, kind="open")
    assert ada.refused(table, "start") == "seats_empty"
    assert kinds(ada.look(table)) == ["person", "open"]
    bo.ask(table, "sit", seat=1)
    ada.ask(table, "start")
    assert ada.refused(table, "start") == "begun"
    assert ada.refused(table, "close") == "begun"
    assert ada.refused(table, "set_seat", seat=1, kind="open") == "begun"
    assert Person(server, "Cleo").refused(table, "sit", seat=0) == "begun"


def test_who_nobody_knows_watches_and_does_nothing_else(server: Server, ada: Person) -> None:
    table = ada.make(seats="me open")
    with connect_to(server, table) as socket:
        tab = Tab(socket)
        assert tab.update["seat"] is None
        for type, fields in (("sit", {"seat": 1}), ("say", {"text": "hi"}), ("start", {}), ("close", {})):
            assert tab.refused(type, **fields) == "not_known"
    nobody = Person(server, http=server.client())
    assert nobody.fault("POST", f"/api/tables/{table}", {"type": "start"}) == (401, "not_known")


def test_the_order_of_seats_is_drawn_and_everybody_keeps_their_own(server: Server, ada: Person, bo: Person) -> None:
    orders: set[tuple[int, int]] = set()
    while len(orders) < 3:  # each order of three comes sooner or later
        table = ada.make(seats="me open random")
        bo.ask(table, "sit", seat=1)
        ada.ask(table, "start")
        update = ada.look(table)
        assert {"Ada", "Bo"} < set(names(update))
        assert names(update)[update["seat"]] == "Ada"
        assert names(update)[bo.look(table)["seat"]] == "Bo"
        orders.add((update["seat"], bo.look(table)["seat"]))
    table = ada.make(seats="random me open", drawn=False)
    bo.ask(table, "sit", seat=2)
    ada.ask(table, "start")
    assert names(ada.look(table))[1:] == ["Ada", "Bo"]


def test_a_closed_table_is_closed(server: Server, ada: Person, bo: Person) -> None:
    table = ada.make(seats="me open", public=True)
    with bo.at(table) as tab:
        ada.ask(table, "close")
        tab.until(state="closed")
        assert tab.refused("sit", seat=1) == "closed"
    assert ada.refused(table, "start") == "closed"
    assert table not in str(ada.get("/api/tables"))
    assert table not in str(ada.get("/api/tables/mine"))
    assert ada.fault("GET", f"/api/tables/{table}/replay") == (409, "not_over")
    assert ada.fault("GET", f"/api/tables/{table}/record") == (409, "not_begun")


def test_public_tables_are_listed_as_long_as_they_are_open(server: Server, ada: Person, bo: Person) -> None:
    public, private = ada.make(seats="me open", public=True), ada.make(seats="me open")
    listed = {table["id"]: table for table in bo.get("/api/tables")}
    assert private not in listed
    assert listed[public]["seats"][0]["name"] == "Ada"
    assert listed[public]["seat"] is None
    assert not listed[public]["seats"][0]["here"]
    with ada.at(public):
        assert next(table for table in bo.get("/api/tables") if table["id"] == public)["seats"][0]["here"]
    bo.ask(public, "sit", seat=1)
    ada.ask(public, "start")
    assert public not in str(bo.get("/api/tables"))
    nobody = server.client().get("/api/tables")
    assert nobody.status_code == 200


def test_my_games_say_which_of_them_wait_for_me(server: Server, ada: Person, bo: Person) -> None:
    table = ada.make("bazaar", "me open", drawn=False)
    bo.ask(table, "sit", seat=1)
    waits = {person.me["name"]: person.get("/api/tables/mine")[0]["waits"] for person in (ada, bo)}
    assert waits == {"Ada": False, "Bo": False}
    ada.ask(table, "start")
    for _ in range(6):
        actor = ada.look(table)["actor"]
        mine = [person.get("/api/tables/mine")[0] for person in (ada, bo)]
        assert [one["id"] for one in mine] == [table, table]
        assert [one["seat"] for one in mine] == [0, 1]
        assert [one["waits"] for one in mine] == [actor == 0, actor == 1]
        player = (ada, bo)[actor]
        update = player.look(table)
        player.ask(table, "act", ply=update["ply"], action=update["offers"][0][0])


# -- watching ----------------------------------------------------------------------------------------------------------


def test_whoever_watches_sees_what_a_spectator_may(server: Server, ada: Person, bo: Person) -> None:
    table = ada.make("desert_bazaar", "me random random", start=True, drawn=False)
    with ada.at(table) as own, bo.at(table) as other:
        own.play_on(until_ply=60)
        own.until(actor=0)  # while a bot is to act, what was said of a ply may be old a moment later
        other.until(ply=own.update["ply"])
        game = saltroad.load("desert_bazaar")
        history = History(game, game.info.read(own.update["options"]))
        for ply in own.log:
            history.play(ply["action"])
        for tab, viewer in ((own, 0), (other, None)):
            assert tab.view == json.loads(msgspec.json.encode(game.observe(history.position, viewer)))
        assert own.view != other.view
        assert other.update["offers"] == []
        assert other.update["seat"] is None
        assert not other.update["can_undo"]
        assert other.refused("act", ply=other.update["ply"], action="x") == "not_seated"
        assert other.refused("explain", ply=other.update["ply"], action="x") == "not_seated"
        assert other.refused("hint", ply=other.update["ply"]) == "no_hint"
        assert own.update["watching"] == 1


def test_several_tabs_of_one_person_show_the_same_and_count_once(server: Server, ada: Person, bo: Person) -> None:
    table = ada.make("bazaar", "me random", start=True, drawn=False)
    with ada.at(table) as one, bo.at(table) as other:
        with ada.at(table) as two:
            one.play_on(until_ply=12)
            two.until(ply=one.update["ply"])
            assert two.view == one.view
            assert two.log == one.log
            one.until(actor=0)
            ply, action = one.update["ply"], one.update["offers"][0][0]
            one.done("act", ply=ply, action=action)
            two.done("act", ply=ply, action=action)  # the same again: it is stored already
            assert two.refused("act", ply=ply, action="pass") in ("stale", "unreadable")
            assert other.update["watching"] == 1
        one.done("say", text="the other tab is closed")
        other.until_lines(1)
        assert other.update["seats"][0]["here"]


def test_a_tab_that_comes_back_gets_what_it_missed(server: Server, ada: Person) -> None:
    table = ada.make("bazaar", "me random", start=True, drawn=False)
    with ada.at(table) as tab:
        tab.play_on(until_ply=10)
        log, revision = list(tab.log), tab.update["revision"]
    ada.play_on(table, until_ply=30)
    with ada.at(table, revision=revision, seen=len(log)) as tab:
        assert tab.update["first_ply"] == len(log)
        assert tab.update["view"] is not None
        log += tab.update["happened"]
    with ada.at(table, revision=revision + 1, seen=5) as tab:
        assert tab.update["first_ply"] == 0
        assert tab.log[: len(log)] == log
    for strange in ("-1", "x", "9" * 30, ""):
        with ada.at(table, revision=strange, seen=strange) as tab:
            assert tab.update["first_ply"] == 0


def test_without_an_id_an_update_is_answer_enough(server: Server, ada: Person) -> None:
    with ada.at(ada.make(seats="me", start=True, options={"solo": "on"})) as tab:
        sent = {"type": "act", "ply": tab.update["ply"], "action": some_offer(tab.update)}
        tab.socket.send(json.dumps(sent))
        while tab.update["ply"] <= sent["ply"]:
            tab.listen()
        tab.done("say", text="nothing else came in between")
        assert tab._replies == {}
        tab.socket.send(json.dumps(sent))  # stored already: no update shows it
        while 0 not in tab._replies:
            tab.listen()
        assert tab._replies[0]["type"] == "done"


# -- another game ------------------------------------------------------------------------------------------------------


def test_another_game_against_bots_begins_at_once(server: Server, ada: Person) -> None:
    table = ada.make("through_the_desert", "me random", start=True)
    assert ada.refused(table, "again") == "not_over"
    with ada.at(table) as tab:
        tab.play_on()
    assert Person(server, "Bo").refused(table, "again") == "not_seated"
    ada.ask(table, "again")
    again = ada.look(table)["again"]
    assert again != table
    update = ada.look(again)
    assert update["state"] == "playing"
    assert names(update)[update["seat"]] == "Ada"
    assert sorted(kinds(update)) == ["bot", "person"]


def test_another_game_with_the_same_people_is_one_table(server: Server, ada: Person, bo: Person) -> None:
    table = ada.make("through_the_desert", "me open", drawn=False)
    bo.ask(table, "sit", seat=1)
    ada.ask(table, "start")
    with ada.at(table) as first, bo.at(table) as second:
        for _ in range(2000):
            if first.update["state"] == "over":
                break
            ply = first.update["ply"]
            (first, second)[first.update["actor"]].act()
            for tab in (first, second):
                while tab.update["ply"] == ply:
                    tab.listen()
        with ThreadPoolExecutor(2) as both:  # at the same time
            for asked in [both.submit(person.ask, table, "again") for person in (bo, ada)]:
                asked.result()
        while first.update["again"] is None or second.update["again"] is None:
            (first if first.update["again"] is None else second).listen()
        again = first.update["again"]
        assert second.update["again"] == again
    mine = [one["id"] for one in ada.get("/api/tables/mine") if one["id"] != table]
    assert mine == [again]
    update = ada.look(again)
    assert update["state"] == "open"
    assert names(update) == ["Ada", "Bo"]
    host = ada if update["is_host"] else bo
    host.ask(again, "start")
    assert ada.look(again)["state"] == "playing"
