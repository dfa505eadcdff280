"""Sentences over HTTP for programs that ask for them, the messages that make them, and sockets, which carry facts."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from saltroad import games
from saltroad.messages.catalogue import Catalogue
from saltroad.protocol.messages import RELOAD, WIRE_VERSION
from server.serving import PATIENCE, Person, Server, closed_with, connect_to


@pytest.mark.parametrize("game", games.GAMES)
def test_a_table_is_told_in_words_if_a_language_is_named(server: Server, ada: Person, game: str) -> None:
    table = ada.make(game, "me random random", start=True, drawn=False)
    ada.play_on(table, until_ply=60)
    told = {language: ada.get(f"/api/tables/{table}", language=language) for language in ("", "en", "fr", "xx")}
    for silent in ("", "xx"):
        assert "sentence" not in told[silent]
        assert not any("sentence" in ply for ply in told[silent]["happened"])
    for language in ("en", "fr"):
        plies = [ply for ply in told[language]["happened"] if ply["events"]]
        assert len(plies) >= 5
        assert all(ply["sentence"].strip() for ply in plies)
        assert told[language]["sentence"]
    assert told["en"]["sentence"] != told["fr"]["sentence"]
    facts = [{name: ply[name] for name in ("actor", "action", "events", "at")} for ply in told["fr"]["happened"]]
    assert facts[: len(told[""]["happened"])] == told[""]["happened"]


def test_replies_are_told_in_words_if_a_language_is_named(server: Server, ada: Person, bo: Person) -> None:
    table = ada.make("bazaar", "me random", start=True, drawn=False)
    while not (update := ada.look(table))["offers"]:
        pass
    path, why = f"/api/tables/{table}", {"type": "explain", "ply": update["ply"], "action": "trade R>WW"}
    plain = ada.http.post(path, json=why).json()
    assert "sentence" not in plain
    french = ada.http.post(path, json=why, params={"language": "fr"}).json()
    assert french["sentence"]
    assert {name: value for name, value in french.items() if name != "sentence"} == plain
    hinted = ada.http.post(path, json={"type": "hint", "ply": update["ply"]}, params={"language": "en"}).json()
    assert hinted["sentence"].startswith("You could ")
    assert hinted["points"]["text"] == hinted["action"]
    assert hinted["advice"]["kind"]
    unreadable = {"type": "act", "ply": update["ply"], "action": "rol"}
    refused = ada.http.post(path, json=unreadable, params={"language": "fr"}).json()
    assert refused["params"] == {"why": {"code": "unreadable_near", "params": {"shown": "rol", "near": "roll"}}}
    assert refused["sentence"] == "« rol » n’est pas une action. Vouliez-vous dire « roll » ?"
    away = bo.http.post(path, json=unreadable, params={"language": "en"}).json()
    assert (away["code"], away["rule"], away["reason"], away["params"]) == ("not_seated", None, None, {})


def test_a_refusal_names_players_by_their_names(server: Server, ada: Person, bo: Person) -> None:
    table = ada.make("bazaar", "me open", drawn=False)
    bo.ask(table, "sit", seat=1)
    ada.ask(table, "start")
    update = ada.look(table)
    waiting, name = (bo, "Ada") if update["actor"] == 0 else (ada, "Bo")
    refused = waiting.reply(table, "act", ply=update["ply"], action="roll")
    assert (refused["code"], refused["params"]) == ("not_your_turn", {"seat": update["actor"]})
    assert refused["sentence"] == f"It is {name}'s turn."


@pytest.mark.parametrize("game", games.GAMES)
def test_the_messages_of_a_game_tell_all_that_it_is_told(server: Server, ada: Person, game: str) -> None:
    for language in ("en", "fr"):
        answer = ada.http.get(f"/api/games/{game}/messages", params={"language": language})
        told = answer.json()
        assert told["language"] == language
        catalogue = Catalogue(language, [told["ftl"]])
        assert catalogue.text("refused-over")
        assert catalogue.text("storage-full")
        assert "could" in catalogue
        again = ada.http.get(answer.request.url, headers={"If-None-Match": answer.headers["etag"]})
        assert again.status_code == 304
    assert ada.http.get("/api/games/chess/messages").status_code == 404


def test_a_lesson_has_events_and_typed_actions(server: Server, ada: Person) -> None:
    lesson = ada.get("/api/games/through_the_desert/lesson", language="en")
    points = [step["points"] for step in lesson["steps"] if step["points"]]
    assert {"kind": "place", "text": "blue j5", "colour": "blue", "space": "j5"} in points
    assert any(ply["events"] for step in lesson["steps"] for ply in step["happened"])
    assert any("place" in step["offers"] for step in lesson["steps"])
    why = "/api/games/through_the_desert/lesson/1/why?action=pink%20f4"
    assert "sentence" not in ada.get(why)
    assert ada.get(f"{why}&language=fr")["sentence"]


def test_a_client_of_another_version_is_told_to_load_anew(server: Server, ada: Person) -> None:
    table = ada.make("bazaar", "me open")
    before = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket?language=en"
    with connect(before, open_timeout=PATIENCE) as socket:
        with suppress(ConnectionClosed):
            socket.send(json.dumps({"type": "say", "text": "is anybody here?"}))
        assert closed_with(socket)[0] == RELOAD
    for other in (WIRE_VERSION - 1, WIRE_VERSION + 1, ""):
        with connect_to(server, table, ada.cookies(), wire=other) as socket:
            assert closed_with(socket)[0] == RELOAD
    with ada.at(table) as tab:
        assert tab.update["state"] == "open"
        assert tab.update["watching"] == 0, "those who were sent away are not there"


def test_a_socket_carries_no_sentence_whatever_it_asks_for(server: Server, ada: Person) -> None:
    table = ada.make("bazaar", "me random", start=True, drawn=False)
    with connect_to(server, table, ada.cookies(), language="fr") as socket:
        socket.send(json.dumps({"type": "act", "id": 5, "ply": 0, "action": "nothing"}))
        heard = [json.loads(socket.recv(PATIENCE))]
        while heard[-1].get("to") != 5:
            heard.append(json.loads(socket.recv(PATIENCE)))
    assert heard[-1]["type"] == "refused"
    assert not any('"sentence"' in json.dumps(message) for message in heard)
