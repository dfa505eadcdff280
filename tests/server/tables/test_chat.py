"""The chat of a table: in order, in bounds, and never a way to tell players of hidden hands."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.serving import Person, Server, server_in


def test_lines_come_in_order_to_everybody_and_again_to_whoever_comes_back(ada: Person, bo: Person) -> None:
    table = ada.make(seats="me open")
    with ada.at(table) as one, bo.at(table) as two:
        for number in range(6):
            (one, two)[number % 2].done("say", text=f"line {number}")
        assert one.until_lines(6) == two.until_lines(6) == [f"line {number}" for number in range(6)]
        assert [line["number"] for line in one.lines] == list(range(1, 7))
        assert [line["name"] for line in one.lines] == ["Ada", "Bo"] * 3
        assert [line["seat"] for line in one.lines[:2]] == [0, None]
    bo.ask(table, "say", text="over HTTP")
    with ada.at(table) as one:
        assert one.until_lines(7)[-1] == "over HTTP"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  two   words ", "two words"),
        ("a\u0000b\nc", "ab c"),
        ("\u202eabc", "abc"),
        ("🐫 ok", "🐫 ok"),
        ("<i>", "<i>"),
    ],
)
def test_lines_are_tidied(ada: Person, typed: str, kept: str) -> None:
    table = ada.make(seats="me open")
    with ada.at(table) as tab:
        tab.done("say", text=typed)
        assert tab.until_lines(1) == [kept]


def test_a_line_that_says_nothing_or_too_much_is_refused(ada: Person) -> None:
    table = ada.make(seats="me open")
    with ada.at(table) as tab:
        assert tab.refused("say", text="\u200b ") == "empty_text"
        tab.done("say", text="x" * 500)
        for wrong in ("", "x" * 501):
            answer = ada.http.post(f"/api/tables/{table}", json={"type": "say", "text": wrong})
            assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")
        assert tab.until_lines(1) == ["x" * 500]


def test_whoever_talks_too_fast_is_told_so(tmp_path: Path) -> None:
    with server_in(tmp_path, rate_lines="1") as server:
        ada, bo = Person(server, "Ada"), Person(server, "Bo")
        table = ada.make(seats="me open")
        with ada.at(table) as tab:
            replies = [tab.ask("say", text=f"line {number}") for number in range(8)]
            assert [reply["type"] for reply in replies[:5]] == ["done"] * 5
            assert replies[-1]["code"] == "too_fast"
            bo.ask(table, "say", text="each has their own measure")
        answer = ada.http.post(f"/api/tables/{table}", json={"type": "say", "text": "again"})
        assert answer.status_code == 429
        assert answer.json()["code"] == "too_fast"


def test_those_who_watch_hidden_hands_talk_apart_until_the_game_is_over(server: Server, ada: Person) -> None:
    table = ada.make("desert_bazaar", "me random random", start=True, drawn=False)
    bo, cleo = Person(server, "Bo"), Person(server, "Cleo")
    with ada.at(table) as player, bo.at(table) as watches, cleo.at(table) as other:
        watches.done("say", text="she has five cards of salt")
        player.done("say", text="good luck")
        assert watches.until_lines(2) == other.until_lines(2) == ["she has five cards of salt", "good luck"]
        assert player.until_lines(1) == ["good luck"]
        with ada.at(table) as second_tab:
            assert second_tab.until_lines(1) == ["good luck"]
        player.play_on()
        player.until_lines(2)
        assert {line["text"] for line in player.lines} == {"she has five cards of salt", "good luck"}
        watches.done("say", text="well played")
        while player.lines[-1]["text"] != "well played":
            player.listen()
    with ada.at(table) as player:
        assert player.until_lines(3) == ["she has five cards of salt", "good luck", "well played"]


def test_where_nothing_is_hidden_all_talk_together(server: Server, ada: Person, bo: Person) -> None:
    for game, options in (("through_the_desert", {}), ("desert_bazaar", {"open_hands": "on"})):
        table = ada.make(game, "me random random", start=True, options=options)
        with ada.at(table) as player:
            bo.ask(table, "say", text="hello")
            assert player.until_lines(1) == ["hello"]
