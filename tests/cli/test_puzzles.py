"""`saltroad puzzles`: the same file with the same seed, also when it was stopped; and what it refuses."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from cli.test_commands import run, saltroad_command

FIXTURES = Path(__file__).parent.parent / "records" / "fixtures"
QUICK = ("--nodes", "32", "--lead", "0.02")


@pytest.mark.slow
def test_the_same_seed_writes_the_same_file_and_a_stopped_run_goes_on(tmp_path: Path) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    options = ("--games", "2", "--bots", "novice", "--players", "2", "--seed", "5", *QUICK)
    said = run("puzzles", "bazaar", *options, "--out", str(first))
    lines = [json.loads(line) for line in first.read_text("utf-8").splitlines()]
    assert lines[0] == {
        "made": f"saltroad puzzles bazaar --games 2 --bots novice --players 2 {' '.join(QUICK)} --seed 5"
    }
    assert f"{len(lines) - 1} puzzles in 2 games" in said
    assert len(lines) > 1
    assert [line["rating"] for line in lines[1:]] == sorted(line["rating"] for line in lines[1:])
    assert not first.with_name("first.jsonl.part").exists()
    # Stopped after the first game, in the middle of the second's line.
    part = second.with_name("second.jsonl.part")
    part.write_bytes(json.dumps(lines[0], separators=(",", ":")).encode() + b"\n" + b'{"game":"game 1","puz')
    run("puzzles", "bazaar", *options, "--out", str(second))
    assert second.read_bytes() == first.read_bytes()
    # What the journal has is not searched again.
    third = tmp_path / "third.jsonl"
    third.with_name("third.jsonl.part").write_bytes(
        json.dumps(lines[0], separators=(",", ":")).encode()
        + b'\n{"game":"game 1","puzzles":[]}\n{"game":"game 2","puzzles":[]}\n'
    )
    assert "No puzzle in 2 games" in run("puzzles", "bazaar", *options, "--out", str(third))


@pytest.mark.slow
def test_puzzles_are_found_in_records_of_that_game(tmp_path: Path) -> None:
    for name in ("bazaar-two_stalls_empty", "bazaar-puzzle_solved", "through_the_desert-all_passed"):
        shutil.copy(FIXTURES / f"{name}.saltroad", tmp_path)
    out = tmp_path / "found.jsonl"
    run("puzzles", "bazaar", "--from", str(tmp_path), *QUICK, "--out", str(out))
    made, *found = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert made["made"].startswith(f"saltroad puzzles bazaar --from {tmp_path.name} ")
    assert str(tmp_path) not in out.read_text("utf-8")
    assert found
    assert {puzzle["game"] for puzzle in found} == {"bazaar"}


def test_what_cannot_be_done_is_refused_in_a_sentence(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    there = tmp_path / "there.jsonl"
    there.write_text("")
    begun = tmp_path / "begun.jsonl"
    begun.with_name("begun.jsonl.part").write_text('{"made":"saltroad puzzles bazaar --games 3"}\n')
    games = ("--games", "1", "--players", "2")
    for arguments, said in [
        (("bazaar", "--out", str(out)), "--from FOLDER for records, or --games K"),
        (("bazaar", "--from", str(tmp_path), *games, "--out", str(out)), "Say where to look"),
        (("bazaar", "--from", str(tmp_path), "--out", str(out)), "saltroad simulate bazaar"),
        (("bazaar", *games, "--out", str(there)), "name another"),
        (("bazaar", *games, "--out", str(begun)), "begun by another command"),
        (("bazaar", *games, "--out", str(tmp_path / "no" / "out.jsonl")), "folder does not exist"),
        (("bazaar", *games, "--bots", "nobody", "--out", str(out)), "no bot called"),
        (("chess", *games, "--out", str(out)), "no game"),
    ]:
        done = saltroad_command("puzzles", *arguments)
        assert done.returncode == 2, arguments
        assert said in done.stderr
        assert "Traceback" not in done.stderr
        assert not out.exists()
