"""The commands for programs and researchers, run as people run them; and every refusal: one sentence, exit code 2."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import saltroad
from saltroad.bots.levels import LEVELS
from saltroad.cli.main import app
from saltroad.kernel.errors import SaltroadError
from saltroad.records import read_record_file

FIXTURES = Path(__file__).parent.parent / "records" / "fixtures"
TWO_STALLS = FIXTURES / "bazaar-two_stalls_empty.saltroad"


def run(*arguments: str) -> str:
    """A command's standard output, in this process."""
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def run_json(*arguments: str) -> Any:
    return json.loads(run(*arguments, "--json"))


def saltroad_command(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """The real thing, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "saltroad", *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        **options,
    )


# -- simulate ----------------------------------------------------------------------------------------------------------


def test_simulate_counts_every_game() -> None:
    result = run_json("simulate", "bazaar", "--players", "4", "--games", "200", "--seed", "7")
    assert result["games"] == 200
    assert sum(result["end_reasons"].values()) == 200
    assert sum(result["wins_by_seat"]) == pytest.approx(200)
    assert len(result["mean_scores"]) == result["players"] == 4
    assert result["plies"] > 200 * 50
    assert result["seconds"] > 0


def test_the_same_seed_gives_the_same_games() -> None:
    def games(*more: str) -> Any:
        result = run_json("simulate", "bazaar", "--players", "2", "--games", "5", *more)
        return {key: value for key, value in result.items() if key not in {"seconds", "seed"}}

    assert games("--seed", "1") == games("--seed", "1")
    assert games("--seed", "1") != games("--seed", "2")


def test_records_are_of_the_games_that_were_counted(tmp_path: Path) -> None:
    arguments = ["simulate", "bazaar", "--players", "3", "--games", "12", "--seed", "3"]
    counted = run_json(*arguments)
    kept = run_json(*arguments, "--records", str(tmp_path / "new" / "folder"))
    assert {**kept, "seconds": 0} == {**counted, "seconds": 0}
    records = sorted((tmp_path / "new" / "folder").iterdir())
    assert len(records) == 12
    replayed = [run_json("replay", str(path)) for path in records]
    assert sum(len(game["plies"]) for game in replayed) == counted["plies"]


def test_records_are_never_written_over(tmp_path: Path) -> None:
    run("simulate", "bazaar", "--games", "1", "--records", str(tmp_path))
    with pytest.raises(SaltroadError, match="already"):
        CliRunner().invoke(
            app, ["simulate", "bazaar", "--games", "1", "--records", str(tmp_path)], catch_exceptions=False
        )


def test_bots_sit_where_they_are_named() -> None:
    result = run_json("simulate", "bazaar", "--players", "3", "--games", "4", "--bots", "random,greedy,random")
    assert result["bots"] == ["random", "greedy", "random"]
    assert result["wins_by_seat"][1] == 4


def test_simulate_tells_people_too() -> None:
    output = run("simulate", "bazaar", "--players", "2", "--games", "10", "--option", "double-purchase=on")
    assert "10 games" in output
    assert "two stalls empty" in output
    assert "mean score" in output


def test_the_puzzle_can_be_simulated() -> None:
    result = run_json("simulate", "bazaar", "--option", "solo=on", "--games", "10", "--bots", "greedy")
    assert result["players"] == 1
    assert result["end_reasons"] == {"puzzle_solved": 10}
    assert 3 < result["mean_scores"][0] < 12


# -- replay ------------------------------------------------------------------------------------------------------------


def test_replay_gives_every_ply() -> None:
    result = run_json("replay", str(TWO_STALLS))
    game = saltroad.load("bazaar")
    assert result["game"] == "bazaar"
    assert result["players"] == 3
    assert result["options"] == {"double_purchase": False, "solo": False}
    position = game.start(players=3)
    for k, ply in enumerate(result["plies"]):
        assert ply["ply"] == k
        who = game.actor(position)
        texts = [str(action) for action in game.legal(position)]
        if who == saltroad.CHANCE:
            assert ply["actor"] == "chance"
            assert ply["legal"] == [{"action": text, "weight": 1} for text in texts]
        else:
            assert ply["actor"] == who
            assert ply["legal"] == texts
        assert ply["action"] in texts
        position = game.play(position, ply["action"])
        assert ply["scores"] == list(game.scores(position))
    outcome = game.outcome(position)
    assert outcome is not None
    assert result["outcome"]["reason"] == outcome.reason == "two_stalls_empty"
    assert result["outcome"]["scores"] == list(outcome.scores)
    assert result["outcome"]["winners"] == list(outcome.winners)


def test_replay_tells_people_too() -> None:
    shown = " ".join(run("replay", str(TWO_STALLS)).split())
    assert "buy " in shown
    assert "what happened" in shown
    assert "The game is over: two stalls are empty." in shown
    assert re.search(r"wins with \d+ points\.", shown)
    assert run("replay", str(TWO_STALLS), "--check").startswith("Sound: ")
    assert run_json("replay", str(TWO_STALLS), "--check")["ok"] is True


def test_replay_tells_what_happened_in_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    english, french = (run("replay", str(TWO_STALLS), "--language", language) for language in ("en", "fr"))
    assert re.search(r"^\d+ +2 .* trade .* trades [RWBGY]+ for [RWBGY]+\. +\d+ \d+ \d+ *$", english, re.MULTILINE)
    assert re.search(r"^\d+ +2 .* trade .* échange [RBcBlVJ]+ contre [RBcBlVJ]+\.", french, re.MULTILINE)
    assert re.search(r"gagne avec \d+ points\.", french)
    assert "ce qui s’est passé" in french


def test_replay_gives_programs_the_facts_and_on_request_the_sentences() -> None:
    plies = run_json("replay", str(TWO_STALLS))["plies"]
    told = run_json("replay", str(TWO_STALLS), "--language", "en")["plies"]
    assert all({**ply, "sentence": told[k]["sentence"]} == told[k] for k, ply in enumerate(plies))
    trades = [ply for ply in told if ply["action"].startswith("trade ")]
    for ply in trades:
        (event,) = ply["events"]
        assert event["seat"] == ply["actor"]
        assert ply["sentence"].endswith(f" trades {' for '.join(ply['action'].removeprefix('trade ').split('>'))}.")
    assert trades


def test_bots_of_the_same_name_are_told_apart_and_the_puzzle_has_no_winner() -> None:
    told = [ply["sentence"] for ply in run_json("replay", str(TWO_STALLS), "--language", "en")["plies"]]
    assert {sentence[:12] for sentence in told if " trades " in sentence} == {f"greedy bot {n}" for n in (1, 2, 3)}
    solved = run("replay", str(FIXTURES / "bazaar-puzzle_solved.saltroad"))
    assert solved.rstrip().endswith("The puzzle is solved.")


def test_a_record_of_the_terminal_is_told_to_its_player(tmp_path: Path) -> None:
    file = tmp_path / "mine.saltroad"
    file.write_text(TWO_STALLS.read_text("utf-8").replace("seat 2: greedy bot", "seat 2: You"), "utf-8")
    told = [ply["sentence"] for ply in run_json("replay", str(file), "--language", "fr")["plies"]]
    assert any(sentence.startswith("Vous échangez ") for sentence in told)
    assert not any("You" in sentence for sentence in told)


def test_names_are_shown_as_they_are(tmp_path: Path) -> None:
    """What looks like markup is only a name."""
    file = tmp_path / "named.saltroad"
    file.write_text(TWO_STALLS.read_text("utf-8").replace("seat 1: greedy bot", "seat 1: Ann [/b] [red]x"), "utf-8")
    assert "Ann [/b] [red]x" in run("replay", str(file))


def test_a_check_comes_before_a_position_is_shown() -> None:
    assert run("replay", str(TWO_STALLS), "--check", "--at", "3").startswith("Sound: ")


def test_positions_can_be_shown() -> None:
    whole = run_json("replay", str(TWO_STALLS))
    for ply in (0, 20, len(whole["plies"])):
        shown = run_json("replay", str(TWO_STALLS), "--at", str(ply))
        assert shown["view"]["ply"] == ply
        assert shown["legal"] == (whole["plies"][ply]["legal"] if ply < len(whole["plies"]) else [])
    assert "Before ply 20" in run("replay", str(TWO_STALLS), "--at", "20")
    assert "Avant le coup 20" in run("replay", str(TWO_STALLS), "--at", "20", "--language", "fr")


def test_an_unfinished_record_has_no_outcome(tmp_path: Path) -> None:
    file = tmp_path / "begun.saltroad"
    head = "record: saltroad 1\ngame: bazaar\nrules: 1\noptions: players=2\n\n"
    file.write_text(head + "rates 1 2\n")
    assert run_json("replay", str(file))["outcome"] is None
    assert "unfinished" in run("replay", str(file), "--check")


# -- perft, games, rules, bench ----------------------------------------------------------------------------------------


def test_perft_counts_and_divides() -> None:
    """Two players: 45 pairs of cards, then 45 wares, then 44."""
    assert run_json("perft", "bazaar", "--players", "2", "--depth", "3")["nodes"] == 45 * 45 * 44
    divided = run_json("perft", "bazaar", "--players", "2", "--depth", "3", "--divide")
    assert divided["divide"]["rates 1 2"] == 45 * 44
    assert sum(divided["divide"].values()) == divided["nodes"]
    assert "depth 0: 1 " in run("perft", "bazaar", "--depth", "0")
    assert "rates 9 10: 45\n" in run("perft", "bazaar", "--depth", "2", "--divide")


def test_games_says_what_there_is() -> None:
    listed = run_json("games")
    assert list(listed) == list(saltroad.GAMES)
    assert listed["bazaar"]["players"] == [2, 3, 4, 5, 6]
    assert "double_purchase" in run("games")


def test_rules_can_be_read() -> None:
    whole = run("rules", "bazaar")
    assert all(rule in whole for rule in saltroad.load("bazaar").rulebook.rules)
    assert "interprétation]" in run("rules", "bazaar", "bz-13", "--language", "fr")


@pytest.mark.slow
def test_bench_gives_what_it_promises() -> None:
    result = run_json("bench", "kernel", "--game", "bazaar", "--seconds", "0.2")
    assert list(result) == ["bazaar"]
    row = result["bazaar"]
    assert row["players"] == 4
    promised = {"steps_per_second", "games_per_second", "ns_per_step", "batch_steps_per_second"}
    assert {*promised, "threads2_steps_per_second", "compile_seconds"} <= set(row)
    assert all(value > 0 for value in row.values())
    assert row["ns_per_step"] == pytest.approx(1e9 / row["steps_per_second"])


def test_every_command_has_help() -> None:
    for command in (
        [],
        ["play"],
        ["games"],
        ["rules"],
        ["simulate"],
        ["replay"],
        ["perft"],
        ["bench"],
        ["bench", "kernel"],
    ):
        assert "Usage" in run(*command, "--help")


# -- refusals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["simulate", "chess"], "no game called 'chess'"),
        (["play", "chess"], "no game called 'chess'"),
        (["simulate", "bazaar", "--players", "1"], "2 to 6 players"),
        (["simulate", "bazaar", "--players", "9"], "2 to 6 players"),
        (["simulate", "bazaar", "--players", "-1"], "2 to 6 players"),
        (["perft", "bazaar", "--players", "9"], "2 to 6 players"),
        (["simulate", "bazaar", "--bots", "deep"], "no bot called 'deep'"),
        (["simulate", "bazaar", "--players", "3", "--bots", "random,greedy"], "2 bots for 3 players"),
        (["simulate", "bazaar", "--option", "solo"], "looks like"),
        (["simulate", "bazaar", "--option", "solo=maybe"], "on"),
        (["simulate", "bazaar", "--option", "cheat=on"], "no option 'cheat'"),
        (["simulate", "bazaar", "--option", "solo=on", "--option", "double_purchase=on"], "together"),
        (["simulate", "bazaar", "--records", "/dev/null/x"], "cannot be written"),
        (["replay", "no-such-file"], "no record file"),
        (["replay", str(TWO_STALLS), "--at", "9999"], "not 9999"),
        (["replay", str(TWO_STALLS), "--at", "-1"], "not -1"),
        (["rules", "bazaar", "BZ-99"], "no rule"),
        (["rules", "bazaar", "--language", "la"], "en and fr"),
        (["bench", "kernel", "--game", "chess"], "no game called 'chess'"),
    ],
)
def test_bad_input_is_one_sentence(arguments: list[str], words: str) -> None:
    with pytest.raises(SaltroadError, match=words) as caught:
        CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "arguments",
    [["simulate", "chess"], ["simulate", "bazaar", "--players", "9"], ["replay", __file__], ["replay", sys.executable]],
    ids=["unknown-game", "nine-players", "no-record", "binary"],
)
def test_the_process_ends_with_2_and_no_traceback(arguments: list[str]) -> None:
    done = saltroad_command(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_a_reader_that_stops_early_is_no_error() -> None:
    command = f'"{sys.executable}" -m saltroad replay "{TWO_STALLS}" --json | head -c 10'
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=120, check=False)
    assert done.stderr == ""


def test_it_says_its_version() -> None:
    assert saltroad.__version__ in run("--version")


def test_perft_counts_from_a_position_of_a_record() -> None:
    file = FIXTURES / "through_the_desert-pile_empty.saltroad"
    history = read_record_file(file).history()
    ply = next(ply for ply, actor in enumerate(history.actors) if actor >= 0)
    result = run_json("perft", "through_the_desert", "--from", str(file), "--at", str(ply), "--depth", "1")
    assert result["nodes"] == len(history.game.legal(history.positions[ply]))
    assert result["players"] == history.options.players
    assert run_json("perft", "through_the_desert", "--from", str(file), "--depth", "1")["nodes"] == 0


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("through_the_desert", "--at", "3"), "--at names a ply of a record"),
        (("through_the_desert", "--from", str(TWO_STALLS)), "is a record of bazaar, not of through_the_desert"),
        (("bazaar", "--from", str(TWO_STALLS), "--at", "99999"), "there is no position before ply 99999"),
    ],
)
def test_perft_refuses_what_is_not_there(arguments: tuple[str, ...], why: str) -> None:
    result = saltroad_command("perft", *arguments)
    assert result.returncode == 2
    assert why in result.stderr


# -- bench -------------------------------------------------------------------------------------------------------------


def test_bench_envs_gives_a_figure_for_each_way_to_step() -> None:
    found = run_json("bench", "envs", "--game", "bazaar", "--seconds", "0.1", "--tables", "16")["bazaar"]
    asked = ("vector", "single", "pettingzoo", "apply")
    assert all(found[f"{each}_steps_per_second"] > 100 for each in asked)
    assert found["observe_per_second"] > 100


# -- help --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["play", "arena"])
def test_help_names_every_level(command: str) -> None:
    """It is written out there: to ask `saltroad.bots` would load the compiler for a page of help."""
    told = " ".join(run(command, "--help").replace("│", " ").split())
    assert ", ".join(LEVELS) in told
