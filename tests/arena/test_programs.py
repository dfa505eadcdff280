"""Programs of anybody: good ones play, and whatever else they do loses their game and nothing more."""

from __future__ import annotations

import json
import select
import shlex
import sys
from pathlib import Path

import pytest

import saltroad
from saltroad import arena
from saltroad.arena.play import ProgramPlayer, play_game
from saltroad.arena.program import Program
from saltroad.arena.seating import bot_seed
from saltroad.arena.settings import KINDS, PlayerFault
from saltroad.games.desert_bazaar.game import DesertBazaar
from saltroad.games.desert_bazaar.views import CampView
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Position
from saltroad.records import History, Record

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "exec_bot.py"
SHORT, LONG = 1.0, 60.0
"""Seconds of patience: with those that never answer, and with the others, on however busy a machine."""

GREETS_EARLY = "import time; print('ready', flush=True); time.sleep(600)"
READY = "import sys, time, json; sys.stdin.readline(); print('ready', flush=True); line = sys.stdin.readline(); "
FAULTS = {
    "never starts to speak": ("import time; time.sleep(600)", "timeout", "no answer"),
    "ends at once": ("", "crash", "status 0"),
    "greets wrongly": ("print('good morning'); input(); input()", "illegal", "ready"),
    "silent": (READY + "time.sleep(600)", "timeout", "no answer within"),
    "crashing": (READY + "raise SystemExit('out of camels')", "crash", "status 1: out of camels"),
    "killed": (READY + "import os; os.kill(os.getpid(), 9)", "crash", "signal 9"),
    "closes its output": (READY + "import os; os.close(1); time.sleep(600)", "crash", "closed its output"),
    "illegal": (READY + "print('return RWB', flush=True); time.sleep(600)", "illegal", "not legal: "),
    "garbage": (READY + "print('\\\\x00 <html>', flush=True); time.sleep(600)", "illegal", "is no action"),
    "an empty line": (READY + "print(flush=True); time.sleep(600)", "illegal", "is no action"),
    "not text": (
        READY + "sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush(); time.sleep(600)",
        "illegal",
        "UTF-8",
    ),
    "says more than one line": (
        READY.replace("'ready'", "'ready\\nroll'") + "time.sleep(600)",
        "illegal",
        "more than one line: 'roll'",
    ),
    "too long": (READY + "sys.stdout.write('x' * 10**6); sys.stdout.flush(); time.sleep(600)", "too_long", "bytes"),
    "deaf to the end": (GREETS_EARLY, "timeout", "no answer"),
}


def program(code: str) -> str:
    return "exec:" + shlex.join([sys.executable, "-c", code])


def example(*more: str) -> str:
    return "exec:" + shlex.join([sys.executable, str(EXAMPLE), *more])


def test_a_program_plays_and_repeats() -> None:
    settings = arena.configure("bazaar", ["mine=" + example(), "random"], players=2, seed=1)
    tournament = arena.run(settings, 2)
    mine = tournament.summary.standings[0]
    assert (mine.bot, mine.games, mine.faults) == ("mine", 2, {})
    assert mine.decisions > 20
    again = arena.run(settings, 2)
    assert [game.scores for game in again.games] == [game.scores for game in tournament.games]


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_loses_the_game_and_nothing_else(name: str) -> None:
    code, kind, why = FAULTS[name]
    patience = SHORT if kind == "timeout" else LONG
    settings = arena.configure("bazaar", ["random", "bad=" + program(code)], players=2, patience=patience)
    game, record = play_game(settings, 0, 0)
    assert game.fault is not None
    assert game.fault.seat == 1
    assert game.fault.kind == kind
    assert why in game.fault.why
    assert game.ranks == (1, 2)
    assert game.wins == (1.0, 0.0)
    assert f"forfeit: seat 2, {kind}" in record
    assert "result: unfinished" in record
    assert Record.read(record).history().outcome is None


def test_a_program_that_greets_before_it_is_asked_is_ready() -> None:
    greeter = Program(shlex.split(program(GREETS_EARLY).removeprefix("exec:")))
    output = greeter._process.stdout
    assert output is not None
    try:
        assert select.select([output], [], [], LONG)[0]  # it has spoken, and nobody has asked
        assert greeter.ask({"type": "hello"}, LONG) == "ready"
    finally:
        greeter.kill()


def test_what_a_program_said_before_it_ended_is_its_answer() -> None:
    hasty = Program([sys.executable, "-c", "print('good morning')"])
    try:
        hasty._process.wait(LONG)
        assert hasty.ask({"type": "hello"}, LONG) == "good morning"
    finally:
        hasty.kill()


def test_a_limit_in_seconds_is_what_a_program_has() -> None:
    slow = (
        READY
        + "time.sleep(0.3); print(json.loads(line)['legal'][0], flush=True); sys.stdin.readline(); time.sleep(600)"
    )
    settings = arena.configure("bazaar", ["random", program(slow) + "@seconds=0.6"], players=2, grace=0.3)
    fault = play_game(settings, 0, 0)[0].fault
    assert fault is not None
    assert fault.kind == "timeout"
    assert "0.9 s" in fault.why


def test_at_a_larger_table_the_others_share_the_win() -> None:
    settings = arena.configure("bazaar", ["bad=" + program(READY + "print('no', flush=True)"), "random"], players=3)
    tournament = arena.run(settings, 3)
    bad, others = tournament.summary.standings
    assert bad.faults == {"illegal": 3}
    assert bad.wins is not None
    assert others.wins is not None
    assert (bad.wins.mean, others.wins.mean) == (0, 0.5)
    assert tournament.summary.reasons == {"forfeit": 3}
    assert (bad.score, tournament.summary.plies) == (None, None)
    assert all(isinstance(game.fault, PlayerFault) and game.seats[game.fault.seat] == 0 for game in tournament.games)


# -- what a program is told --------------------------------------------------------------------------------------------

LISTENING = (
    "import sys, json, random\n"
    "with open(sys.argv[1], 'a') as log:\n"
    "    for line in sys.stdin:\n"
    "        log.write(line); log.flush()\n"
    "        message = json.loads(line)\n"
    "        if message['type'] == 'over': break\n"
    "        print('ready' if message['type'] == 'hello' else message['legal'][0], flush=True)\n"
)


@pytest.mark.parametrize("name", ["bazaar", "desert_bazaar", "through_the_desert"])
def test_a_program_is_told_what_its_seat_remembers(name: str, tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    listener = program(LISTENING) + " " + shlex.quote(str(heard))
    settings = arena.configure(name, [listener, "random"], players=3, seed=2, limit="nodes=7")
    game, record = play_game(settings, 0, 0)
    hello, *questions, over = [json.loads(line) for line in heard.read_text().splitlines()]
    assert {key: hello[key] for key in ("type", "protocol", "game", "seat", "players")} == {
        "type": "hello",
        "protocol": 1,
        "game": name,
        "seat": 0,
        "players": 3,
    }
    assert hello["limit"] == {"seconds": None, "nodes": 7}
    assert hello["seed"] < 2**53
    history = Record.read(record).history()
    assert len(questions) == game.times[0].decisions > 3
    assert list(questions[0]) == ["type", "ply", "view", "record", "legal", "limit"]
    for question in questions:
        assert question["type"] == "choose"
        ply = question["ply"]
        position = history.positions[ply]
        assert history.actors[ply] == 0
        assert question["view"] == json.loads(bytes(history.game.remember(position, 0)))
        assert question["legal"] == [str(action) for action in history.game.legal(position)]
        assert len(question["legal"]) > 1
        so_far = Record.read(question["record"])
        assert so_far.history().position == position
        assert so_far.seats == ("Player 1", "Player 2", "Player 3")
        assert not so_far.more  # neither a seed nor a name
    assert over["type"] == "over"
    assert over["outcome"]["scores"] == list(game.scores)
    assert over["forfeit"] is None


class Forgetful(DesertBazaar):
    """A game that hides for good what was open once."""

    def remember(self, position: Position, viewer: int | None) -> CampView:
        return self.observe(position, viewer)


def test_a_record_is_withheld_where_it_tells_what_the_seat_does_not_know() -> None:
    """In our games a perfect memory knows every action; one that hides a draw does not leak it by its record."""
    settings = arena.configure("desert_bazaar", [example(), "random"], players=3)
    for game, is_open in ((saltroad.load("desert_bazaar"), True), (Forgetful(), False)):
        history = History(game, settings.agreed)
        rng = Rng(3)
        for _ in range(30):
            history.settle(rng)
            history.play(rng.pick(game.legal(history.position)))
        player = ProgramPlayer(settings.bots[0], settings, 0, seed=1)
        try:
            assert (player._record(history) is not None) == is_open
        finally:
            player.close(None)


def test_the_page_tells_every_field_and_every_fault() -> None:
    page = (EXAMPLE.parent.parent / "docs" / "reference" / "arena.md").read_text("utf-8")
    shown = [json.loads(line[2:].replace(",…}", "}")) for line in page.splitlines() if line.startswith('> {"type"')]
    assert [message["type"] for message in shown] == ["hello", "choose", "choose", "over"]
    settings = arena.configure("bazaar", [example() + "@seconds=0.5", "random"], players=2, seed=7)
    player = ProgramPlayer(settings.bots[0], settings, 0, seed=bot_seed(7, 0, 0, 0))
    player.close(None)
    assert player._hello == shown[0]
    for message in shown[:2]:
        for field in message:
            assert field == "type" or f"`{field}`" in page
    for kind in KINDS:
        assert f"| `{kind}` |" in page
