"""The list of open tables: nobody fills it alone, and it can be paged and filtered. Imported records say so."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from saltroad.server.store import QUIET_AFTER
from server.serving import Person, Server, server_in


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with server_in(tmp_path) as running:
        yield running


def listed(person: Person, **query: str | int) -> list[str]:
    return [table["id"] for table in person.get("/api/tables", **query)]


def test_four_guests_cannot_fill_the_list(server: Server) -> None:
    honest = (ada := Person(server, "Ada")).make("bazaar", "me open", public=True)
    body = {"game": "bazaar", "seats": [{"kind": "me"}, {"kind": "open"}], "public": True}
    for number in range(4):
        guest = Person(server, f"Guest {number}")
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda _, guest=guest: guest.http.post("/api/tables", json=body), range(15)))
        assert sorted(answer.status_code for answer in answers) == [201] * 5 + [429] * 10
        assert {answer.json()["code"] for answer in answers if answer.status_code == 429} == {"too_many_open"}
        guest.make("bazaar", "me open")  # by link as many as they like
    assert honest in listed(ada)[:5]
    first = listed(ada)
    assert len(first) == 20
    assert len({*first, *listed(ada, before=first[-1])}) == 21


def test_a_table_that_was_closed_makes_room_for_another(server: Server) -> None:
    ada = Person(server, "Ada")
    tables = [ada.make("bazaar", "me open", public=True) for _ in range(5)]
    assert ada.fault("POST", "/api/tables", {"game": "bazaar", "seats": [{"kind": "open"}] * 2, "public": True}) == (
        429,
        "too_many_open",
    )
    ada.ask(tables[0], "close")
    ada.make("bazaar", "me open", public=True)


def test_tables_by_game_and_number_of_players(server: Server) -> None:
    ada = Person(server, "Ada")
    two, three = (ada.make("bazaar", seats, public=True) for seats in ("me open", "me open open"))
    other = ada.make("desert_bazaar", "me open open", public=True)
    assert listed(ada) == [other, three, two]
    assert listed(ada, game="bazaar") == [three, two]
    assert listed(ada, players=3) == [other, three]
    assert listed(ada, game="bazaar", players=2) == [two]
    assert listed(ada, game="bazaar", before=three) == [two]
    assert ada.fault("GET", "/api/tables?players=9") == (400, "bad_message")


def test_a_table_that_somebody_is_at_stands_first(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bo = Person(server, "Ada"), Person(server, "Bo")
    attended = ada.make("bazaar", "me open", public=True)
    left = bo.make("bazaar", "me open", public=True)
    assert listed(ada) == [left, attended]
    store, at = server.running.parts.store, server.running.parts.registry._now()
    monkeypatch.setattr(server.running.parts.registry, "_now", lambda: at + 2 * QUIET_AFTER)
    monkeypatch.setattr(store, "_clock", lambda: at + 2 * QUIET_AFTER)
    with ada.at(attended):
        server.do(server.running.parts.registry._note_active())
    assert listed(ada) == [attended, left]


def test_a_record_that_was_brought_in_says_so(server: Server) -> None:
    ada = Person(server, "Ada")
    table = ada.make("bazaar", "me random", start=True)
    ada.play_on(table)
    brought = ada.post("/api/records", {"text": ada.http.get(f"/api/tables/{table}/record").text})
    assert brought["imported"] is True
    assert ada.get(f"/api/tables/{brought['id']}/replay")["table"]["imported"] is True
    assert ada.look(brought["id"])["imported"] is True
    assert ada.get(f"/api/tables/{table}/replay")["table"]["imported"] is False
    assert ada.look(table)["imported"] is False
    assert {one["id"]: one["imported"] for one in ada.get("/api/tables/mine")} == {brought["id"]: True, table: False}
