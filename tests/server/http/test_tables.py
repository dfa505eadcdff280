"""A whole game over HTTP alone; then its record, its replay, its dice, and the record brought back."""

from __future__ import annotations

import itertools
import json
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import msgspec
import pytest
from typer.testing import CliRunner

import saltroad
from saltroad.cli.main import app
from saltroad.kernel.actors import CHANCE
from saltroad.records import Record
from saltroad.records.dice import SCHEME, Dice
from saltroad.server.rate_limits import Rate, RateLimiter
from server.proofs.processes import ServerProcess
from server.serving import PATIENCE, Person, Server

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def finished(server: Server) -> str:
    """A game that Ada has played to its end, without a socket."""
    ada = Person(server, "Ada")
    table = ada.make("through_the_desert", "me random random", public=True)
    share = ada.give_hash(table)
    ada.ask(table, "start")
    ada.ask(table, "reveal", share=share)
    running = ada.look(table)
    assert running["seed"] is None
    for path in ("replay", "replay/1", "dice"):
        assert ada.fault("GET", f"/api/tables/{table}/{path}") == (409, "not_over")
    record = ada.http.get(f"/api/tables/{table}/record").text
    assert "seed" not in record
    assert share not in record
    assert "share hash 1: " in record
    assert ada.play_on(table)["outcome"]
    return table


def test_the_record_is_what_verify_accepts(server: Server, ada: Person, finished: str, tmp_path: Path) -> None:
    answer = ada.http.get(f"/api/tables/{finished}/record")
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert "attachment" in answer.headers["Content-Disposition"]
    path = tmp_path / "game.txt"
    path.write_text(answer.text, "utf-8")
    shown = CliRunner().invoke(app, ["verify", str(path)])
    assert shown.exit_code == 0, shown.output
    assert "Ada" in Record.read(answer.text).seats


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_replay_shows_what_everybody_saw(server: Server, ada: Person, finished: str, language: str) -> None:
    replay = ada.get(f"/api/tables/{finished}/replay", language=language)
    game = saltroad.load("through_the_desert")
    assert replay["table"]["state"] == "over"
    assert all(ply["sentence"] and ply["events"] for ply in replay["happened"] if ply["actor"] >= 0)
    position, plies = game.start_of(game.info.read(replay["table"]["options"])), replay["happened"]
    for number in range(len(plies) + 1):
        if number % 25 == 0 or number == len(plies):
            for seat in (None, 0, 2):
                query = {} if seat is None else {"seat": seat}
                shown = ada.get(f"/api/tables/{finished}/replay/{number}", language=language, **query)
                assert shown["ply"] == number
                assert shown["view"] == json.loads(msgspec.json.encode(game.observe(position, seat)))
        if number < len(plies):
            position = game.play(position, plies[number]["action"])
    assert replay["outcome"] == json.loads(msgspec.json.encode(game.outcome(position)))
    assert ada.fault("GET", f"/api/tables/{finished}/replay/{len(plies) + 1}") == (404, "no_ply")
    assert ada.fault("GET", f"/api/tables/{finished}/replay/1?seat=3") == (409, "no_seat")


def test_the_dice_are_shown_so_that_all_can_be_drawn_once_more(server: Server, ada: Person, finished: str) -> None:
    shown = ada.get(f"/api/tables/{finished}/dice")
    replay = ada.get(f"/api/tables/{finished}/replay")
    assert (shown["scheme"], shown["table"], shown["deals"], shown["drawn_anew"]) == (SCHEME, finished, 1, [])
    assert (shown["seed"], shown["commitment"]) == (replay["seed"], replay["commitment"])
    dice = Dice(bytes.fromhex(shown["seed"]), finished, tuple(shown["shares"]))
    assert dice.commitment == shown["commitment"]
    assert list(dice.share_hashes) == shown["share_hashes"]
    assert sum(map(bool, shown["shares"])) == 1
    assert list(dice.draw_order()) == shown["order"]
    assert replay["table"]["seats"][shown["order"].index(0)]["name"] == "Ada"
    happened = {ply: one for ply, one in enumerate(replay["happened"]) if one["actor"] == CHANCE}
    assert [draw["ply"] for draw in shown["draws"]] == list(happened)
    for draw in shown["draws"]:
        assert dice.draw(draw["ply"], draw["weights"]) == draw["happened"]
        assert draw["outcomes"][draw["happened"]] == happened[draw["ply"]]["action"]


def test_the_dice_of_a_game_that_was_brought_are_as_its_record_says(server: Server, ada: Person, finished: str) -> None:
    """Whoever changes a seed in a record does not get another commitment with it: a check finds that out."""
    record = ada.http.get(f"/api/tables/{finished}/record").text
    shown = ada.get(f"/api/tables/{finished}/dice")
    other = ("0" if shown["seed"][0] != "0" else "1") + shown["seed"][1:]
    brought = ada.post("/api/records", {"text": record.replace(shown["seed"], other)})["id"]
    assert ada.get(f"/api/tables/{brought}/dice") == {**shown, "seed": other}
    plain = "\n".join(line for line in record.splitlines() if not line.startswith("dice:")) + "\n"
    brought = ada.post("/api/records", {"text": plain})["id"]
    assert ada.fault("GET", f"/api/tables/{brought}/dice") == (404, "no_dice")


def test_a_record_is_brought_back_as_a_finished_game(server: Server, ada: Person, finished: str) -> None:
    record = ada.http.get(f"/api/tables/{finished}/record").text
    brought = ada.post("/api/records", {"text": record})
    assert brought["state"] == "over"
    assert brought["id"] != finished
    assert brought["pace"] == {"kind": "none", "seconds": 0, "increment": 0, "days": 0}
    replay, own = (ada.get(f"/api/tables/{id}/replay") for id in (brought["id"], finished))
    assert [ply["action"] for ply in replay["happened"]] == [ply["action"] for ply in own["happened"]]
    assert replay["outcome"] == own["outcome"]
    assert ada.http.get(f"/api/tables/{brought['id']}/record").text == record
    assert ada.get(f"/api/tables/{brought['id']}/dice") == ada.get(f"/api/tables/{finished}/dice")
    assert ada.refused(brought["id"], "again") == "not_seated"


def test_an_imported_game_is_listed_for_its_owner_only(server: Server, ada: Person, bo: Person, finished: str) -> None:
    """The names in a record are anybody's word."""
    forged = ada.http.get(f"/api/tables/{finished}/record").text.replace("Ada", "A grandmaster")
    brought = ada.post("/api/records", {"text": forged})["id"]
    assert brought in str(ada.get("/api/tables/mine"))
    for person in (ada, bo):
        assert brought not in str(person.get("/api/tables/finished"))
        assert brought not in str(person.get("/api/tables/finished", name="grandmaster"))
    assert bo.get(f"/api/tables/{brought}/replay")["outcome"]


def test_a_damaged_record_is_refused_by_its_line(server: Server, ada: Person, finished: str) -> None:
    lines = ada.http.get(f"/api/tables/{finished}/record").text.splitlines()
    number = next(k for k, line in enumerate(lines) if k > len(lines) // 2 and line.strip())
    for damaged in ([*lines[:number], "xyzzy", *lines[number + 1 :]], lines[: number + 1]):
        answer = ada.http.post("/api/records", json={"text": "\n".join(damaged) + "\n"})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_record")
    answer = ada.http.post("/api/records", json={"text": "\n".join([*lines[:number], "xyzzy", *lines[number + 1 :]])})
    assert f"Line {number + 1}" in answer.json()["sentence"]
    answer = ada.http.post("/api/records?language=fr", json={"text": "nothing"})
    assert answer.json()["sentence"].startswith("Ligne 1 : une partie enregistrée commence par")


def test_names_in_a_record_are_tidied(server: Server, ada: Person, finished: str) -> None:
    record = ada.http.get(f"/api/tables/{finished}/record").text.replace("Ada", "A\u202eda")
    brought = ada.post("/api/records", {"text": record})
    assert "\u202e" not in str(brought["seats"])
    assert any(seat["name"].replace(" ", "") == "Ada" for seat in brought["seats"])


def test_finished_games_are_found(server: Server, ada: Person, bo: Person, finished: str) -> None:
    def found(person: Person, **query: str) -> bool:
        return finished in [table["id"] for table in person.get("/api/tables/finished", **query)]

    assert found(bo)
    assert found(bo, game="through_the_desert")
    assert not found(bo, game="bazaar")
    assert found(bo, name="AD")
    assert not found(bo, name="nobody of that name")
    assert not found(bo, player="me")
    assert not found(bo, before=finished)


def test_an_old_games_rules_are_named(server: Server, ada: Person, finished: str) -> None:
    with sqlite3.connect(server.settings.database) as store:
        store.execute("INSERT INTO tables SELECT * FROM tables WHERE 0")
        names = [row[1] for row in store.execute("PRAGMA table_info(tables)")]
        values = ", ".join({"id": "'old'", "rules_version": "0"}.get(name, name) for name in names)
        store.execute(f"INSERT INTO tables ({', '.join(names)}) SELECT {values} FROM tables WHERE id = ?", [finished])
    assert ada.fault("GET", "/api/tables/old/record") == (409, "old_rules")
    french = ada.http.get("/api/tables/old/record", params={"language": "fr"}).json()["sentence"]
    assert french.startswith("La table « old » suit la version 0 des règles")


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_the_game_with_curl_that_the_docs_show(server: Server, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "reference" / "api.md").read_text("utf-8")
    script = page.partition("```sh\n")[2].partition("```")[0].replace("http://127.0.0.1:8642", server.url)
    done = subprocess.run(["sh", "-e", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert '"secret":"salt_' in done.stdout
    assert '{"type":"done","to":0}' in done.stdout
    assert "record: saltroad 1" in done.stdout
    assert "refused" not in done.stdout


@contextmanager
def example(server: Server | str, token: str, table: str, *seat: str) -> Iterator[subprocess.Popen[str]]:
    """The example program, as one starts it from a shell; it does not outlive the test."""
    url = server if isinstance(server, str) else server.url
    command = [sys.executable, str(ROOT / "examples" / "bot.py"), url, token, table, *seat]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        try:
            yield program
        finally:
            program.kill()


def test_the_example_program_takes_a_seat_and_plays(server: Server, ada: Person, bo: Person) -> None:
    table = ada.make("through_the_desert", "me random open", drawn=False)
    tokens = [person.post("/api/me/tokens", {"label": "example"})["secret"] for person in (ada, bo)]
    with example(server, tokens[1], table, "2") as first:
        while bo.look(table)["seat"] != 2:
            assert first.poll() is None, first.communicate()
            time.sleep(0.01)
        ada.ask(table, "start")
        with example(server, tokens[0], table) as second:
            said = [program.communicate(timeout=PATIENCE) for program in (first, second)]
    assert (first.returncode, second.returncode) == (0, 0), said
    outcome = ada.look(table)["outcome"]
    assert {out for out, _ in said} == {f"Scores {outcome['scores']}, ranks {outcome['ranks']}.\n"}


class _NowAndThen(RateLimiter):
    """Refuses the first move, and every fifteenth after it."""

    def __init__(self) -> None:
        super().__init__(Rate(0, 0))
        self._asked = itertools.count()

    def try_spend(self, who: str, cost: float = 1.0) -> bool:
        return next(self._asked) % 15 != 0


def test_the_example_program_sends_again_what_was_too_fast(
    server: Server, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.running.parts.limits, "moves", _NowAndThen())
    table = ada.make("through_the_desert", "me random random", start=True)
    with example(server, ada.post("/api/me/tokens", {"label": "example"})["secret"], table) as program:
        out, err = program.communicate(timeout=PATIENCE)
    assert program.returncode == 0, err
    assert err.startswith("refused: too_fast")
    assert ada.look(table)["state"] == "over"
    assert out.startswith("Scores")


def test_the_example_program_comes_back_to_a_server_that_was_killed(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    server.start()
    url = f"http://{server.address}"

    def wait_for_program() -> None:
        """Asked by nobody: Ada's own question would tell that she is there."""
        while not httpx.get(f"{url}/api/tables/{table}", timeout=PATIENCE).json()["seats"][0]["here"]:
            time.sleep(0.01)

    try:
        with httpx.Client(base_url=url, timeout=PATIENCE) as http:
            http.post("/api/me", json={"name": "Ada"}).raise_for_status()
            token = http.post("/api/me/tokens", json={"label": "example"}).json()["secret"]
            seats = [{"kind": "me"}, {"kind": "open"}]
            table = http.post("/api/tables", json={"game": "bazaar", "seats": seats, "drawn": False}).json()["id"]
            with example(url, token, table) as program:
                wait_for_program()
                server.kill()
                server.start()
                assert program.stderr is not None
                assert "lost" in program.stderr.readline()
                wait_for_program()
                http.post(f"/api/tables/{table}", json={"type": "close"}).raise_for_status()
                out, err = program.communicate(timeout=PATIENCE)
        assert (program.returncode, out) == (0, "The table was closed.\n"), err
    finally:
        server.kill()
