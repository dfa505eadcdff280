"""Positions analysed over HTTP: shares, best moves, a move that is tried; one request for each page; off by setting."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from saltroad.analysis.position_worker import PositionTask
from saltroad.analysis.positions import PositionAnalysis
from saltroad.messages.catalogue import catalogue_of
from saltroad.server.rate_limits import Rate
from saltroad.server.variations import position_analyses
from saltroad.server.variations.position_analyses import PositionWorker
from server.analysis_jobs.test_jobs import GAMES, bring
from server.serving import PATIENCE, Json, Person, Server, server_in

PLY, NODES = 40, 40


@pytest.fixture(autouse=True)
def _usual_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a worker of lowest priority would wait for longer than a request may."""
    monkeypatch.setattr(position_analyses, "NICENESS", 0)
    monkeypatch.setattr(position_analyses, "WAIT_SECONDS", PATIENCE)


@pytest.mark.parametrize("record", GAMES)
def test_a_variation_is_analysed(ada: Person, record: str) -> None:
    table = bring(ada, record)
    path = f"/api/tables/{table}/variation"
    begun = ada.post(path, {"ply": PLY})
    asked = {"ply": PLY, "actions": begun["actions"], "nodes": NODES}
    found = ada.post(f"{path}/analysis", asked)
    assert {name: found[name] for name in ("from_ply", "ply", "actor", "actions")} == {
        name: begun[name] for name in ("from_ply", "ply", "actor", "actions")
    }
    assert found["nodes"] == NODES < found["most_nodes"]
    assert found["judged"] is None
    check_moves(found)
    messages = catalogue_of(f"saltroad.games.{record.partition('-')[0]}", "en")
    assert all(move["advice"]["kind"] in messages for move in found["moves"])
    # A move of mine, which search may not have thought of.
    mine = [row[0] for rows in begun["offers"].values() for row in rows][-1]
    tried = ada.post(f"{path}/analysis?language=fr", {**asked, "move": mine})
    check_moves(tried)
    assert mine in [move["action"] for move in tried["moves"]]
    judged, seat = tried["judged"], tried["actor"]
    assert judged["action"] == mine
    assert judged["loss"] >= 0
    assert judged["gifts"][seat] == 0
    assert sum(judged["gifts"]) == pytest.approx(judged["loss"])
    assert ("sentence" in judged) == bool(judged["reason"])
    assert ada.post(f"{path}/analysis?language=fr", {**asked, "move": mine}) == tried


def check_moves(found: Json) -> None:
    assert sum(found["shares"]) == pytest.approx(1)
    assert found["moves"][0]["shares"] == found["shares"]
    losses = [move["loss"] for move in found["moves"]]
    assert losses == sorted(losses)
    assert losses[0] == 0
    for move in found["moves"]:
        assert sum(move["shares"]) == pytest.approx(1)
        assert move["points"]["text"] == move["action"] == move["line"][0]


def test_a_board_is_analysed_and_an_end_is_known(ada: Person) -> None:
    path = "/api/games/desert_bazaar/variation"
    shown = ada.post(path, {"players": 3})
    found = ada.post(f"{path}/analysis", {"players": 3, "nodes": NODES})
    assert found["actions"] == shown["actions"], "chance decides as it does where the variation is played"
    check_moves(found)
    table = bring(ada, GAMES[1])
    replay = ada.get(f"/api/tables/{table}/replay")
    end = ada.post(f"/api/tables/{table}/variation/analysis", {"ply": len(replay["happened"])})
    winners = [rank == 1 for rank in replay["outcome"]["ranks"]]
    assert end["shares"] == [won / sum(winners) for won in winners]
    assert (end["actor"], end["moves"], end["judged"]) == (-2, [], None)


def test_more_nodes_than_the_standard_depth_are_not_searched(ada: Person) -> None:
    path = f"/api/tables/{bring(ada, GAMES[1])}/variation/analysis"
    found = ada.post(path, {"ply": PLY, "nodes": 999_999})
    assert found["nodes"] == found["most_nodes"]
    assert ada.post(path, {"ply": PLY}) == found, "which is the usual depth"


def test_what_cannot_be_analysed_is_refused(server: Server, ada: Person) -> None:
    puzzle = bring(ada, "bazaar-puzzle_solved")
    assert ada.fault("POST", f"/api/tables/{puzzle}/variation/analysis", {"ply": 2}) == (409, "cannot_analyse")
    solo = {"players": 1, "options": {"solo": "on"}}
    assert ada.fault("POST", "/api/games/bazaar/variation/analysis", solo) == (409, "cannot_analyse")
    path = f"/api/tables/{bring(ada, GAMES[2])}/variation/analysis"
    answer = ada.http.post(path, json={"ply": PLY, "move": "pass"})
    assert (answer.status_code, answer.json()["code"], answer.json()["params"]["at"]) == (422, "illegal", 0)
    assert ada.fault("POST", path, {"ply": PLY, "nodes": -1}) == (400, "bad_message")
    assert ada.fault("POST", path, {"ply": PLY, "page": "x" * 41}) == (400, "bad_message")
    stranger = Person(server, http=server.client())
    assert stranger.fault("POST", path, {"ply": PLY}) == (401, "not_known")


def test_a_host_may_turn_it_off(tmp_path: Path) -> None:
    with server_in(tmp_path, analysis_processes="0") as server:
        ada = Person(server, "Ada")
        path = f"/api/tables/{bring(ada, GAMES[2])}/variation"
        assert ada.fault("POST", f"{path}/analysis", {"ply": PLY}) == (409, "analysis_off")
        assert ada.fault("POST", "/api/games/bazaar/variation/analysis", {"players": 2}) == (409, "analysis_off")
        assert ada.post(path, {"ply": PLY})["ply"] == PLY


# -- the queue ---------------------------------------------------------------------------------------------------------


class Gate:
    """Workers that answer when they are let, and which positions came to them."""

    def __init__(self) -> None:
        self.begun: list[PositionTask] = []
        self._is_open = threading.Event()

    async def analyse(self, task: PositionTask) -> PositionAnalysis:
        self.begun.append(task)
        while not self._is_open.is_set():
            await asyncio.sleep(0.01)
        return PositionAnalysis((0.5, 0.5))

    def open(self) -> None:
        self._is_open.set()

    def wait(self, count: int) -> None:
        """Wait until so many searches have begun."""
        wait_until(lambda: len(self.begun) >= count)


def wait_until(holds: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


@contextmanager
def gated(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    gate = Gate()
    with monkeypatch.context() as patch:
        patch.setattr(PositionWorker, "analyse", lambda _, task: gate.analyse(task))
        try:
            yield gate
        finally:
            gate.open()


def test_a_newer_request_of_a_page_takes_the_place_of_the_one_before(
    server: Server, ada: Person, bo: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/api/tables/{bring(ada, GAMES[2])}/variation/analysis"
    analyses = server.running.parts.variations.analyses

    def ask(person: Person, nodes: int, page: str) -> tuple[int, str]:
        answer = person.http.post(path, json={"ply": PLY, "nodes": nodes, "page": page})
        return answer.status_code, answer.json().get("code", "")

    with gated(monkeypatch) as gate, ThreadPoolExecutor(8) as pool:
        first = pool.submit(ask, ada, 1, "one")
        gate.wait(1)
        second = pool.submit(ask, ada, 2, "one")
        assert first.result(PATIENCE) == (409, "superseded"), "though its search goes on"
        wait_until(lambda: analyses._queue.waiting == 1)
        other_page = pool.submit(ask, ada, 3, "two")
        wait_until(lambda: analyses._queue.waiting == 2)
        third = pool.submit(ask, ada, 4, "one")
        assert second.result(PATIENCE) == (409, "superseded")
        wait_until(lambda: analyses._queue.waiting == 2)
        same = pool.submit(ask, bo, 4, "one")  # of another person, and the same position
        wait_until(lambda: any(search.waiting == 2 for search in analyses._searches.values()))
        gate.open()
        for left in (other_page, third, same):
            assert left.result(PATIENCE) == (200, "")
    assert [task.visits for task in gate.begun] == [1, 3, 4], "what was superseded in time was not searched"
    assert not analyses._pages
    assert not analyses._searches


def test_a_person_may_not_have_many_pages_nor_ask_for_ever(
    server: Server, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/api/tables/{bring(ada, GAMES[2])}/variation/analysis"
    analyses = server.running.parts.variations.analyses
    with gated(monkeypatch) as gate, ThreadPoolExecutor(8) as pool:
        pages = [
            pool.submit(ada.http.post, path, json={"ply": PLY, "nodes": 5 + k, "page": str(k)})
            for k in range(position_analyses.MOST_PAGES)
        ]
        wait_until(lambda: len(analyses._pages) == position_analyses.MOST_PAGES)
        assert ada.fault("POST", path, {"ply": PLY, "page": "more"}) == (429, "too_fast")
        gate.open()
        assert {page.result(PATIENCE).status_code for page in pages} == {200}
    monkeypatch.setattr(server.running.parts.limits.variations, "_rate", Rate(1, 1e-6))
    cleo = Person(server, "Cleo")
    codes = [cleo.http.post(path, json={"ply": PLY, "nodes": 5}).status_code for _ in range(2)]
    assert codes == [200, 429]


def test_who_waits_too_long_is_told_and_asks_again(
    server: Server, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/api/tables/{bring(ada, GAMES[2])}/variation/analysis"
    analyses = server.running.parts.variations.analyses
    with gated(monkeypatch) as gate:
        monkeypatch.setattr(position_analyses, "WAIT_SECONDS", 0.05)
        assert ada.fault("POST", path, {"ply": PLY, "nodes": 20}) == (503, "analysis_late")
        gate.open()
        wait_until(lambda: not analyses._searches)
        assert ada.post(path, {"ply": PLY, "nodes": 20})["shares"] == [0.5, 0.5]
    assert len(gate.begun) == 1


# -- the workers -------------------------------------------------------------------------------------------------------


def workers() -> list[int]:
    """The ids of the worker processes of positions below this process."""
    listed = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    children = [int(pid) for each in listed for pid in each.read_text("utf-8").split()]
    return [pid for pid in children if b"saltroad.analysis.position_worker" in command_of(pid)]


def command_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except FileNotFoundError:
        return b""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="lists processes by /proc")
def test_a_worker_comes_when_it_is_asked_is_replaced_and_goes_when_it_is_idle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = set(workers())
    monkeypatch.setattr(position_analyses, "NICENESS", 19)
    with server_in(tmp_path) as server:
        ada = Person(server, "Ada")
        path = f"/api/tables/{bring(ada, GAMES[1])}/variation/analysis"
        assert set(workers()) == before
        ada.post(path, {"ply": PLY, "nodes": NODES})
        [first] = set(workers()) - before
        assert os.getpriority(os.PRIO_PROCESS, first) == 19
        os.kill(first, signal.SIGKILL)
        monkeypatch.setattr(position_analyses, "IDLE_SECONDS", 0.1)
        check_moves(ada.post(path, {"ply": PLY, "nodes": NODES + 1}))
        wait_until(lambda: set(workers()) == before)
        monkeypatch.setattr(position_analyses, "IDLE_SECONDS", 300.0)
        ada.post(path, {"ply": PLY, "nodes": NODES + 2})
    assert set(workers()) == before
