"""Databases of earlier versions: people come in as before, games open, go on, replay and verify."""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from saltroad.records import Record
from saltroad.records.fairness import check
from server.serving import Person, Server, server_in, told

VERSIONS = sorted(path.parent.name for path in Path(__file__).parent.glob("*/facts.json"))


class Stored:
    """A server on what an earlier version left."""

    def __init__(self, server: Server, facts: dict[str, Any]) -> None:
        self.server = server
        self.facts = facts

    def client(self, **more: Any) -> httpx.Client:
        return self.server.client(**more)

    def ada(self) -> Person:
        """The guest, in the browser of before."""
        return Person(self.server, http=self.client(cookies={"saltroad": self.facts["cookie"]}))

    def ben(self) -> Person:
        """The account, on a new device."""
        http = self.client()
        told(http.post("/api/me/login", json={"login": self.facts["login"], "password": self.facts["password"]}))
        return Person(self.server, http=http)


@pytest.fixture(params=VERSIONS)
def stored(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stored]:
    folder = Path(__file__).parent / request.param
    facts = json.loads((folder / "facts.json").read_text())
    with closing(sqlite3.connect(tmp_path / "store.sqlite")) as database:
        database.executescript(gzip.decompress((folder / "store.sql.gz").read_bytes()).decode())
    (tmp_path / "secret").write_bytes(bytes.fromhex(facts["secret"]))
    with server_in(tmp_path) as server:
        yield Stored(server, facts)


def test_the_cookie_the_password_and_the_token_of_before_let_in(stored: Stored) -> None:
    people = stored.facts["people"]
    assert stored.ada().get("/api/me")["id"] == people["Ada"]
    assert stored.ben().get("/api/me")["id"] == people["Ben"]
    program = stored.client(headers={"Authorization": f"Bearer {stored.facts['token']}"})
    assert told(program.get("/api/me"))["id"] == people["Ada"]


def test_finished_games_replay_and_verify(stored: Stored) -> None:
    ada = stored.ada()
    for game, table in stored.facts["finished"].items():
        replay = ada.get(f"/api/tables/{table}/replay")
        assert replay["table"]["result"] == stored.facts["results"][game]
        assert ada.get(f"/api/tables/{table}/replay/{len(replay['happened'])}")["view"]
        record = Record.read(ada.http.get(f"/api/tables/{table}/record").text)
        assert check(record).drawn > 0
    assert ada.get(f"/api/tables/{stored.facts['imported']}/replay")["happened"]


def test_games_that_had_begun_go_on_to_their_end(stored: Stored) -> None:
    ada, ben = stored.ada(), stored.ben()
    game = stored.facts["unfinished"]["none"]
    assert ada.look(game["table"])["ply"] == game["ply"]
    while (update := ada.look(game["table"]))["state"] != "over":
        player = (ada, ben)[update["actor"]]
        player.play_on(game["table"], update["ply"] + 1)
    assert check(Record.read(ada.http.get(f"/api/tables/{game['table']}/record").text)).drawn > 0
    days = stored.facts["unfinished"]["days"]
    assert ada.look(days["table"])["ply"] >= days["ply"]  # a bot may have moved: the time of the turn is over


def test_a_table_that_waited_can_begin(stored: Stored) -> None:
    ada, table = stored.ada(), stored.facts["waiting"]
    assert table in {found["id"] for found in ada.get("/api/tables")}
    for seat in (1, 2):
        ada.ask(table, "set_seat", seat=seat, kind="bot", bot="random")
    ada.ask(table, "start")
    assert ada.look(table)["state"] == "playing"
