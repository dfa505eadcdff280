"""Two processes are one server: people in both play, talk, sit down and take back at one table."""

from __future__ import annotations

from contextlib import ExitStack

import httpx
import pytest

from server.cluster.support import Processes, tab_in, until
from server.serving import Person, Tab

pytestmark = pytest.mark.slow


@pytest.fixture
def pair(two: Processes) -> tuple[str, str]:
    first, second = sorted(two.names())
    return first, second


def started(two: Processes, stack: ExitStack, pair: tuple[str, str], game: str = "bazaar") -> tuple[Tab, Tab]:
    """A game that has begun, of Ada in one process and Bo in the other."""
    ada, bo = Person(two, "Ada"), Person(two, "Bo")
    table = ada.make(game, "me open")
    tabs = stack.enter_context(tab_in(pair[0], ada, table)), stack.enter_context(tab_in(pair[1], bo, table))
    tabs[1].done("sit", seat=1)
    tabs[0].until(seat=tabs[0].update["seat"])
    while not all(seat["here"] for seat in tabs[0].update["seats"]):
        tabs[0].listen()
    tabs[0].done("start")
    for tab in tabs:
        tab.until(state="playing")
    return tabs


def play(tabs: tuple[Tab, Tab], plies: int | None = None) -> None:
    """Play the first offer in turn, until the game is over or so many plies longer."""
    end = None if plies is None else tabs[0].update["ply"] + plies
    while True:
        for tab in tabs:
            other = tabs[1 - tabs.index(tab)]
            if tab.update["state"] == "over" or (end is not None and tab.update["ply"] >= end):
                other.until(ply=tab.update["ply"], state=tab.update["state"])
                return
            if tab.update["offers"]:
                tab.act()
                other.until(ply=tab.update["ply"])


def test_a_game_between_people_in_two_processes_is_played_to_its_end(two: Processes, pair: tuple[str, str]) -> None:
    with ExitStack() as stack:
        tabs = started(two, stack, pair)
        play(tabs)
        assert tabs[0].log == tabs[1].log
        assert tabs[0].update["outcome"] == tabs[1].update["outcome"] is not None
        assert tabs[0].update["seed"] is not None
        nobody = Person(two, http=two.client())
        replay = nobody.get(f"/api/tables/{tabs[0].update['table']}/replay")
        assert replay["happened"] == tabs[0].log
        tabs[0].done("again")
        again = tabs[0].update["again"]
        tabs[1].until(again=again)


def test_talk_undo_and_taking_back(two: Processes, pair: tuple[str, str]) -> None:
    with ExitStack() as stack:
        tabs = started(two, stack, pair)
        tabs[1].done("say", text="Hello")
        tabs[0].done("say", text="Welcome")
        assert [tab.until_lines(2) for tab in tabs] == [["Hello", "Welcome"]] * 2
        play(tabs, 12)
        ply = tabs[0].update["ply"]
        # Whoever has acted asks to go back; the other, in the other process, agrees.
        last = max(k for k, happened in enumerate(tabs[0].log) if happened["actor"] >= 0)
        asks = next(tab for tab in tabs if tab.update["seat"] == tabs[0].log[last]["actor"])
        answers = tabs[1 - tabs.index(asks)]
        asks.done("ask_back", ply=ply)
        while answers.update["asked"] is None:
            answers.listen()
        to_ply = answers.update["asked"]["to_ply"]
        answers.done("answer", what="back", to_ply=to_ply, agree=True)
        asks.until(revision=answers.update["revision"], ply=answers.update["ply"])
        assert to_ply <= last < ply
        assert asks.log == answers.log
        play(tabs, 6)
        assert asks.log == answers.log


def test_seats_are_taken_and_left_and_everybody_sees_who_is_here(two: Processes, pair: tuple[str, str]) -> None:
    ada, bo = Person(two, "Ada"), Person(two, "Bo")
    table = ada.make("bazaar", "me open open", public=True)
    with tab_in(pair[0], ada, table) as first:
        with tab_in(pair[1], bo, table) as second:
            first.until(watching=1)
            second.done("sit", seat=1)
            assert second.refused("sit", seat=0) == "seat_taken"
            while first.update["seats"][1]["name"] != "Bo":
                first.listen()
            assert second.refused("start") == "not_host"
            first.done("set_seat", seat=2, kind="bot", bot="greedy")
            while second.update["seats"][2]["kind"] != "bot":
                second.listen()
            second.done("stand")
            while first.update["seats"][1]["kind"] != "open":
                first.listen()
            second.done("sit", seat=1)
            listed = [row for row in bo.get("/api/tables") if row["id"] == table]
            assert [seat["here"] for seat in listed[0]["seats"]] == [True, True, True]
        first.until(watching=0)
        while first.update["seats"][1]["here"]:
            first.listen()


def test_whose_turn_it_is_and_what_is_over_every_process_knows(two: Processes, pair: tuple[str, str]) -> None:
    ada = Person(two, "Ada")
    table = ada.make("bazaar", "me greedy", start=True)
    until(lambda: ada.look(table)["offers"])
    asked: dict[str, object] = {}
    while len(asked) < 2:  # a new connection may come to the other process
        with two.client(cookies=ada.http.cookies) as http:
            answer = http.get("/api/tables/mine")
            (row,) = answer.json()
            asked[answer.headers["saltroad-process"]] = row
            assert row["waits"] is True
    ada.play_on(table)
    asked.clear()
    while len(asked) < 2:
        with two.client(cookies=ada.http.cookies) as http:
            answer = http.get(f"/api/tables/{table}/replay")
            asked[answer.headers["saltroad-process"]] = answer.json()
    assert len(set(map(str, asked.values()))) == 1
    assert Person(two, "Bo").fault("GET", "/api/tables/none") == (404, "no_table")


def test_variations_are_the_same_in_every_process_and_none_helps_in_a_running_game(
    two: Processes, pair: tuple[str, str]
) -> None:
    ada = Person(two, "Ada")
    table = ada.make("bazaar", "me greedy", start=True)
    until(lambda: ada.look(table)["offers"])
    actions = [ply["action"] for ply in ada.look(table)["happened"]]
    board: tuple[str, object] = "/api/games/bazaar/variation", {"players": 2, "actions": actions}

    def in_both(path: str, body: object) -> list[httpx.Response]:
        answers: dict[str, httpx.Response] = {}
        while len(answers) < 2:  # a new connection may come to the other process
            with two.client(cookies=ada.http.cookies) as http:
                answer = http.post(path, json=body)
                answers[answer.headers["saltroad-process"]] = answer
        return list(answers.values())

    for path, body in (board, (f"/api/tables/{table}/variation/analysis", {"ply": 0})):
        assert [answer.json()["code"] for answer in in_both(path, body)] == ["not_over"] * 2
    ada.play_on(table)
    for path, body in (
        board,
        (f"/api/tables/{table}/variation", {"ply": 30}),
        (f"/api/tables/{table}/variation/analysis", {"ply": 30, "nodes": 40}),
    ):
        first, second = in_both(path, body)
        assert first.status_code == 200, first.text
        assert first.json() == second.json()


def test_the_server_knows_its_processes_and_counts_for_all_of_them(two: Processes, pair: tuple[str, str]) -> None:
    health = two.health()
    assert (health["status"], health["processes"], health["redis"]) == ("well", 2, True)
    text = two.client().get("/metrics").text
    for name in pair:
        assert f'process="{name}.' in text
    assert text.count("# TYPE saltroad_connections gauge") == 1


def test_a_person_who_leaves_for_good_is_nobody_in_every_process(two: Processes, pair: tuple[str, str]) -> None:
    ada, bo = Person(two, "Ada"), Person(two, "Bo")
    table = ada.make("bazaar", "me open")
    with tab_in(pair[0], ada, table) as first, tab_in(pair[1], bo, table) as second:
        second.done("sit", seat=1)
        assert bo.http.delete("/api/me").is_success
        while first.update["seats"][1]["name"] != "Somebody":
            first.listen()
