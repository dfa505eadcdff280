"""Analyses over HTTP: asked for, done in a worker, sent as facts; never of a game that is played."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from saltroad.messages.catalogue import catalogue_of
from saltroad.server.analysis_jobs import jobs
from saltroad.server.rate_limits import Rate, RateLimiter
from server.serving import PATIENCE, Person, Server, server_in

RECORDS = Path(__file__).parents[2] / "records" / "fixtures"
GAMES = ("bazaar-two_stalls_empty", "desert_bazaar-nothing_built", "through_the_desert-all_passed")


@pytest.fixture(autouse=True)
def _usual_priority(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a worker of lowest priority would wait for hours."""
    if "lowest_priority" not in request.node.name:
        monkeypatch.setattr(jobs, "NICENESS", 0)


def bring(person: Person, record: str) -> str:
    """A finished game from a record."""
    text = (RECORDS / f"{record}.saltroad").read_text("utf-8")
    return str(person.post("/api/records", {"text": text})["id"])


def until(person: Person, table: str, *states: str, done: int = 0, **query: Any) -> Any:
    """The analysis of a table's game once it has come to one of these states, with so many plies done."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = person.get(f"/api/tables/{table}/analysis", **query)
        if found["state"] in states and found["done"] >= done:
            return found
        assert found["state"] != "failed", found
        time.sleep(0.2)
    raise AssertionError(f"still {found['state']}, {found['done']} of {found['total']}")


@pytest.mark.slow
@pytest.mark.parametrize("record", GAMES)
def test_a_finished_game_is_analysed(ada: Person, record: str) -> None:
    table = bring(ada, record)
    path = f"/api/tables/{table}/analysis"
    assert ada.get(path) == {"state": "none", "done": 0, "total": 0, "plies": [], "seats": None, "turning_points": []}
    begun = ada.post(path)
    assert begun["state"] in ("waiting", "running")
    found = until(ada, table, "done")
    replay = ada.get(f"/api/tables/{table}/replay")
    plies = found["plies"]
    assert found["done"] == found["total"] == len(plies)
    assert [ply["ply"] for ply in plies] == list(range(len(replay["happened"]) - len(plies), len(replay["happened"])))
    assert [ply["actor"] for ply in plies] == [happened["actor"] for happened in replay["happened"][-len(plies) :]]
    for seat in found["seats"]:
        moved = seat["luck"] - seat["errors"] + seat["gifts"] + seat["drift"]
        assert seat["result"] - seat["start"] == pytest.approx(moved, abs=1e-9)
    assert set(found["turning_points"]) <= {ply["ply"] for ply in plies}
    messages = catalogue_of(f"saltroad.games.{replay['table']['game']}", "en")
    for ply in plies:
        assert sum(ply["after"]) == pytest.approx(1)
        for move in ply.get("best", ()):
            assert move["points"]["text"] == move["action"]
            assert move["advice"]["kind"] in messages
    # A second request begins nothing, and what is known is not sent again.
    assert ada.post(path) == found
    assert ada.get(path, since=len(plies) - 2) == {**found, "plies": plies[-2:]}
    assert ada.get(path, since=len(plies) + 9)["plies"] == []
    for ply in ada.get(path, language="fr")["plies"]:
        assert ("sentence" in ply) == ("reason" in ply)


def test_a_game_that_is_played_is_not_analysed(server: Server, ada: Person, bo: Person) -> None:
    table = ada.make("bazaar", "me open", public=True)
    bo.ask(table, "sit", seat=1)
    path = f"/api/tables/{table}/analysis"
    for person in (ada, bo, Person(server, "Cleo")):
        for method in ("GET", "POST"):
            assert person.fault(method, path) == (409, "not_over")
    ada.ask(table, "start")
    for person in (ada, bo, Person(server, "Cleo")):
        for method in ("GET", "POST"):
            assert person.fault(method, path) == (409, "not_over")


def test_what_cannot_be_analysed_is_refused(server: Server, ada: Person) -> None:
    assert ada.fault("POST", "/api/tables/nowhere/analysis") == (404, "no_table")
    assert ada.fault("GET", "/api/tables/nowhere/analysis") == (404, "no_table")
    puzzle = bring(ada, "bazaar-puzzle_solved")
    assert ada.fault("POST", f"/api/tables/{puzzle}/analysis") == (409, "cannot_analyse")
    table = bring(ada, GAMES[0])
    assert ada.fault("GET", f"/api/tables/{table}/analysis?since=-1") == (400, "bad_message")
    stranger = Person(server, http=server.client())
    assert stranger.fault("POST", f"/api/tables/{table}/analysis") == (401, "not_known")
    assert stranger.get(f"/api/tables/{table}/analysis")["state"] == "none"


def test_a_person_may_not_ask_for_ever_more(server: Server, ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = bring(ada, "bazaar-puzzle_solved")
    monkeypatch.setattr(server.running.parts.limits, "analyses", RateLimiter(Rate(2, 1e-6)))
    codes = [ada.fault("POST", f"/api/tables/{puzzle}/analysis")[1] for _ in range(3)]
    assert codes == ["cannot_analyse", "cannot_analyse", "too_fast"]


def test_a_host_may_turn_it_off(tmp_path: Path) -> None:
    with server_in(tmp_path, analysis_processes="0") as server:
        ada = Person(server, "Ada")
        table = bring(ada, GAMES[0])
        assert ada.fault("POST", f"/api/tables/{table}/analysis") == (409, "analysis_off")
        assert ada.get(f"/api/tables/{table}/analysis")["state"] == "none"


# -- bad nights --------------------------------------------------------------------------------------------------------


def workers() -> list[int]:
    """The ids of the worker processes of analyses below this process."""
    listed = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    children = [int(pid) for each in listed for pid in each.read_text("utf-8").split()]
    return [pid for pid in children if b"saltroad.analysis.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="lists processes by /proc")
@pytest.mark.slow
def test_a_worker_that_dies_is_replaced_and_nothing_is_lost(tmp_path: Path) -> None:
    with server_in(tmp_path) as server:
        ada = Person(server, "Ada")
        table = bring(ada, GAMES[0])
        ada.post(f"/api/tables/{table}/analysis")
        known = until(ada, table, "running", done=2)["plies"]
        [worker] = workers()
        os.kill(worker, signal.SIGKILL)
        found = until(ada, table, "done")
        assert found["plies"][: len(known)] == known
        assert found["done"] == found["total"]
    assert not workers()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="lists processes by /proc")
def test_a_worker_has_the_lowest_priority(tmp_path: Path) -> None:
    with server_in(tmp_path) as server:
        ada = Person(server, "Ada")
        ada.post(f"/api/tables/{bring(ada, GAMES[0])}/analysis")
        end = time.monotonic() + PATIENCE
        while [os.getpriority(os.PRIO_PROCESS, worker) for worker in workers()] != [19]:  # it sets its own, at once
            assert time.monotonic() < end
            time.sleep(0.05)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="lists processes by /proc")
@pytest.mark.slow
def test_what_was_found_survives_the_server(tmp_path: Path) -> None:
    with server_in(tmp_path) as server:
        ada = Person(server, "Ada")
        table = bring(ada, GAMES[0])
        ada.post(f"/api/tables/{table}/analysis")
        known = until(ada, table, "running", done=2)["plies"]
    assert not workers()
    with server_in(tmp_path) as server:
        found = until(Person(server, "Bo"), table, "done")
    assert found["plies"][: len(known)] == known
    assert found["done"] == found["total"] == len(found["plies"])
