"""`saltroad arena`, as people and programs run it: the table, JSON, Ctrl-C, workers that die."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cli.test_commands import run, run_json, saltroad_command
from saltroad.bots import BOTS
from saltroad.cli.arena import HELP

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "exec_bot.py"


@pytest.mark.parametrize("columns", ["80", "160"])
def test_people_get_a_table(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    output = run("arena", "bazaar", "--bots", "greedy,random", "--players", "3", "--games", "4")
    assert "Bazaar, 3 players: 6 games in 2 deals, fair share 33.3 %" in output
    assert "100.0 %" in output
    for heading in ("win share (95 %)", "score", "rating", "% by seat", "a decision", "99 % within", "faults"):
        assert heading in output
    assert max(map(len, output.splitlines())) <= int(columns)


def test_programs_get_json() -> None:
    result = run_json("arena", "bazaar", "-b", "random,random", "-n", "4", "-s", "3", "-o", "double_purchase=on")
    assert result["settings"]["options"] == "players=2 double_purchase=on solo=off"
    assert [standing["games"] for standing in result["standings"]] == [4, 4]
    assert sum(standing["wins"]["mean"] for standing in result["standings"]) == pytest.approx(1)
    assert result["verdict"] is None
    assert result["is_interrupted"] is False


def test_a_test_says_what_it_has_decided() -> None:
    common = ("arena", "bazaar", "--bots", "random,random", "--seed", "1", "--against", "--margin", "0.4")
    output = " ".join(run(*common, "--games", "400").split())
    assert "Decided after" in output
    assert "random and random #2 are even: no difference of 40 points from the fair share of 50.0 %" in output
    capped = " ".join(run(*common, "--games", "4").split())
    assert "Not decided after 2 deals (4 games)" in capped


@pytest.mark.parametrize("columns", ["80", "200"])
def test_people_get_the_shares_without_luck_beside_those_as_played(
    columns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    output = run("arena", "bazaar", "--bots", "greedy,random", "--games", "6", "--luck-adjusted")
    for heading in ("win share (95 %)", "without luck (95 %)", "games saved", "% by seat", "faults"):
        assert heading in output
    assert max(map(len, output.splitlines())) <= int(columns)


def test_programs_get_the_shares_without_luck() -> None:
    result = run_json("arena", "bazaar", "-b", "greedy,random", "-n", "6", "--luck-adjusted")
    for standing in result["standings"]:
        assert list(standing["adjusted"]) == ["wins", "luck", "coefficient", "spread", "saved"]
    assert sum(standing["adjusted"]["luck"] for standing in result["standings"]) == pytest.approx(0, abs=1e-8)


def test_a_report_and_records_are_written(tmp_path: Path) -> None:
    program = f"exec:{shlex.join([sys.executable, str(EXAMPLE)])}"
    report, records = tmp_path / "report.html", tmp_path / "records"
    run("arena", "bazaar", "-b", f"me={program},random", "-n", "2", "--report", str(report), "--records", str(records))
    assert "<h2>Scores</h2>" in report.read_text("utf-8")
    assert len(list(records.iterdir())) == 2
    for record in records.iterdir():
        assert run("replay", str(record), "--check").startswith("Sound: ")


def test_the_help_names_every_bot() -> None:
    words = HELP.replace(",", " ").split()
    assert [bot for bot in BOTS if bot not in words] == []
    shown = run("arena", "--help")
    assert "Who sits where" in shown
    for option in ("--bots", "--limit", "--against", "--margin", "--results", "--report", "--jobs", "--records"):
        assert option in shown


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--bots", "greedy,grady"], "The bots are: random, greedy"),
        (["--bots", "greedy,random", "--limit", "3"], "A limit looks like nodes=200"),
        (["--bots", "greedy,random", "--players", "7"], "is for 2 to 6 players"),
        (["--bots", "greedy,random,novice", "--against"], "name two bots"),
        (["--bots", "greedy,random", "--report", "no/such/folder/report.html"], "The report cannot be written"),
        (["--bots", "greedy,exec:no_such_program"], "There is no program"),
        (["--bots", "greedy,random", "--report", "."], "it is a folder"),
        (["--bots", "greedy,random", "--report", "a.html", "--results", "./a.html"], "name two files"),
        (["--bots", "greedy,random", "--margin", "0.1"], "--margin is for --against"),
    ],
)
def test_refusals_are_one_sentence_before_anything_starts(arguments: list[str], words: str) -> None:
    done = saltroad_command("arena", "bazaar", "--games", "1000000", *arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_bot_of_another_game_is_refused_before_anything_starts() -> None:
    done = saltroad_command("arena", "through_the_desert", "--bots", "greedy,rate")
    assert done.returncode == 2
    assert "plays bazaar only, not through_the_desert" in done.stderr
    assert done.stdout == ""


# -- what may happen on the way ----------------------------------------------------------------------------------------


@contextmanager
def arena_at_work(file: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A long tournament in a process group of its own, once some of its games are over."""
    command = [sys.executable, "-m", "saltroad", "arena", "bazaar", "--bots", "random,random", "--games", "100000"]
    process = subprocess.Popen(
        [*command, "--results", str(file), "--json", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        wait_for_games(process, file, 5)
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def wait_for_games(process: subprocess.Popen[str], file: Path, games: int) -> None:
    while not file.exists() or file.read_bytes().count(b"\n") < 1 + games:
        assert process.poll() is None
        time.sleep(0.05)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_was_done_and_sums_it_up(jobs: str, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    with arena_at_work(file, "--jobs", jobs) as process:
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers too
        output, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    result: Any = json.loads(output)
    assert result["is_interrupted"] is True
    assert result["lost"] == []
    lines = file.read_text().splitlines()
    games = [json.loads(line) for line in lines[1:]]
    assert all(game["fault"] is None for game in games)
    assert result["games"] + result["left_out"] == len(games)
    more = run_json("arena", "bazaar", "--bots", "random,random", "--games", "4", "--results", str(file))
    assert more["games"] == 4
    kept = file.read_text().splitlines()
    assert kept[: len(lines)] == lines  # a slow worker may have owed one of the first four games
    assert len({(game["deal"], game["game"]) for game in map(json.loads, kept[1:])}) == len(kept) - 1


def test_ctrl_c_while_workers_start_is_no_alarm() -> None:
    command = [sys.executable, "-m", "saltroad", "arena", "bazaar", "--bots", "random,random", "--jobs", "2"]
    process = subprocess.Popen(
        [*command, "--games", "100000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while len(workers_of(process)) < 2:
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == ""
    assert output.startswith("Stopped. This is what was played so far.")


def test_faults_that_are_not_told_are_counted() -> None:
    program = f"bad=exec:{shlex.join([sys.executable, '-c', 'print()'])}"
    done = saltroad_command("arena", "bazaar", "--bots", f"random,{program}", "--games", "8")
    assert done.stderr.count("bad lost at ply 0 by a fault (illegal)") == 3
    assert "5 more games were lost by such a fault (illegal)." in done.stderr


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    command = ["ps", "-o", "pid=", "--ppid", str(process.pid)]
    listed = subprocess.run(command, capture_output=True, text=True, check=False)
    return list(map(int, listed.stdout.split()))


def test_a_worker_that_dies_is_told_and_replaced(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    with arena_at_work(file, "--jobs", "2") as process:
        before = workers_of(process)
        assert len(before) == 2
        os.kill(before[0], signal.SIGKILL)
        wait_for_games(process, file, file.read_bytes().count(b"\n") + 5)
        while len(set(workers_of(process)) - set(before)) < 1:
            assert process.poll() is None
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert "a worker died with status -9; it is tried again" in " ".join(errors.split())
    assert json.loads(output)["lost"] == []


# -- shards ------------------------------------------------------------------------------------------------------------


def test_shards_are_played_merged_and_summed_up_like_the_whole(tmp_path: Path) -> None:
    common = ("arena", "bazaar", "--bots", "greedy,random", "--games", "8", "--seed", "3", "--untimed")
    whole = run_json(*common, "--results", str(tmp_path / "whole.jsonl"))
    files = [str(tmp_path / f"{number}.jsonl") for number in (1, 2)]
    for number, file in enumerate(files, 1):
        output = run(*common, "--shard", f"{number}/2", "--results", file)
        assert f"This is shard {number}/2: merge it with the others." in output
    merged, report = tmp_path / "merged.jsonl", tmp_path / "report.html"
    assert run_json("arena", "merge", *files, "--output", str(merged), "--report", str(report)) == whole
    assert merged.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert "<h2>Scores</h2>" in report.read_text("utf-8")
    again = run("arena", "merge", *files, "--output", str(tmp_path / "again.jsonl"))
    assert "Bazaar, 2 players: 8 games in 4 deals, fair share 50.0 %" in again


def test_merge_has_its_own_help_and_refusals(tmp_path: Path) -> None:
    shown = run("arena", "merge", "--help")
    assert "--output" in shown
    assert "--bots" not in shown
    file = tmp_path / "1.jsonl"
    run("arena", "bazaar", "-b", "random,random", "-n", "2", "--shard", "1/2", "--results", str(file))
    done = saltroad_command("arena", "merge", str(file), "--output", str(tmp_path / "whole.jsonl"))
    assert done.returncode == 2
    assert "1 shard of 2 missing, 2/2: name the files of all." in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == [file]
