"""`saltroad play desert_bazaar`: whole games by typed lines, and whose cards are shown to whom."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console
from typer.testing import CliRunner

from games.desert_bazaar.camp import (
    GAME,
    NAME,
    PLAIN,
    after,
    asked,
    drawn,
    groups_of,
    hex_of,
    played,
    plies_of,
    scene,
    some_history,
    sound,
)
from saltroad.cli.main import app
from saltroad.cli.screen import Screen
from saltroad.cli.simulate import bot_game
from saltroad.cli.table import TerminalTable, seated, seats_of
from saltroad.games.desert_bazaar.actions import Build, Pay
from saltroad.games.desert_bazaar.components import NAMES
from saltroad.kernel.chance import Rng
from saltroad.kernel.errors import BadOptions
from saltroad.kernel.rulebook import LANGUAGES
from saltroad.records import History, Record, read_record_file
from saltroad.terminal.choices import Group
from saltroad.terminal.paint import SIGNS


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")


# -- people at one keyboard --------------------------------------------------------------------------------------------


def screens(output: str) -> list[tuple[str, str]]:
    """What was shown between two prompts, with the line that was typed before it."""
    parts = re.split(r"^>(.*)\n", output, flags=re.MULTILINE)
    return list(zip(["", *parts[1::2]], parts[::2], strict=True))


def test_people_at_one_keyboard_see_their_own_cards_only_after_a_key() -> None:
    """Two people and a bot: before each board with a hand, its owner is asked and presses Enter."""
    output = sound("--bots", "human,human,random", "--seed", "3", typed=["", "1"] * 60)
    invited, shown = None, 0
    for _, screen in screens(output):
        hands = re.findall(r"^  (.)  Hand ", screen, flags=re.MULTILINE)
        turns = [re.match(r"Player (\d)", line) for line in asked(screen)]
        for hand in hands:
            shown += 1
            assert invited is not None
            assert hand == SIGNS[invited]
            assert all(turn is not None and int(turn[1]) == invited + 1 for turn in turns)
        asks = re.findall(r"Player (\d), it is your turn\. Press Enter", screen)
        if asks:
            invited = int(asks[0]) - 1
            assert not hands or SIGNS[invited] not in hands
    assert shown > 20
    assert output.count("Press Enter when only you can see the screen") > 10


def test_one_person_or_open_hands_need_no_key() -> None:
    assert "Press Enter when" not in sound("--seed", "3", typed=["1"] * 9)
    assert "Press Enter when" not in sound("--bots", "human,human", "--open-hands", "--seed", "3", typed=["1"] * 9)


def test_who_is_asked_for_a_key_can_leave() -> None:
    output = sound("--bots", "human,human", "--seed", "3", typed=["", "1", "1", "1", "1", "1", "quit"])
    assert "You leave the table" in output


def test_help_says_how_cards_are_kept_from_others() -> None:
    several = sound("--bots", "human,human", typed=["", "?"])
    assert "your cards are shown once you press Enter" in " ".join(several.split())
    assert "your cards are shown" not in sound(typed=["?"])


def test_the_screen_is_wiped_in_a_terminal_only() -> None:
    screen = Screen()
    for terminal, wiped in ((True, "\x1b[H\x1b[2J\x1b[3J"), (False, "")):
        screen.console = Console(file=io.StringIO(), force_terminal=terminal)
        screen.clear()
        file = screen.console.file
        assert isinstance(file, io.StringIO)
        assert file.getvalue() == wiped


# -- whole games -------------------------------------------------------------------------------------------------------


def typed_game(players: int, seed: int, bots: str) -> tuple[list[str], History]:
    """Lines for a whole game, in all the ways to say things: builds in two steps, payments by Enter."""
    count, named = seats_of(players, bots)
    assert count is not None
    table = TerminalTable(History(GAME, GAME.info.agree(count, {})), seated(count, named), seed)
    lines, rng = [], Rng(seed)
    table.advance()
    while not table.history.is_over:
        legal = GAME.legal(table.history.position)
        view = GAME.observe(table.history.position, table.history.actor)
        builds = [action for action in legal if isinstance(action, Build)]
        action = rng.pick(builds) if builds else rng.pick(legal)
        match action:
            case Build(tile, space) if rng.below(2):
                lines += [tile, space]
            case Pay() if rng.below(2):
                action = Pay(view.payment)
                lines.append("")
            case _:
                lines.append(str(action))
        table.history.play(action)
        table.advance()
    return lines, table.history


@pytest.mark.parametrize(("players", "language"), [(3, "en"), (4, "fr"), (5, "en")])
def test_a_whole_game_by_typed_lines(players: int, language: str) -> None:
    bots = ",".join(["random"] * (players - 1))
    lines, history = typed_game(players, 5, bots)
    output = sound("--players", str(players), "--bots", bots, "--seed", "5", "--language", language, typed=lines)
    outcome = history.outcome
    assert outcome is not None
    assert f"({outcome.rule})" in output
    ending = output.rpartition(f"({outcome.rule})")[2]
    for seat, score in enumerate(outcome.scores):
        parts = " +".join(str(outcome.breakdown[source][seat]) for source in outcome.breakdown)
        assert re.search(rf"{SIGNS[seat]} .* {parts} +{score}\b", ending)
    assert ("Not possible" in output, "Impossible" in output) == (False, False)
    assert max(map(cell_len, output.splitlines())) <= 100
    if language == "fr":
        ours = re.sub(r"^>.*\n", "", output, flags=re.MULTILINE)
        assert not re.search(r"\b(You|silk|spice|rolls|builds|pays|free|camp of)\b", ours)


def test_who_only_rolls_ends_the_game_by_its_rule() -> None:
    output = sound("--bots", "human,human,human", "--open-hands", "--seed", "2", typed=["1"] * 90)
    assert "no one has built anything for five rounds. (DB-45)" in output
    assert "nothing built for 14 turns" in output


def test_a_game_of_bots_only_shows_the_result() -> None:
    output = sound("--players", "3", "--bots", "random,random,random", "--seed", "3")
    assert re.search(r"random \d wins with|share the victory", output)


def test_the_one_who_begins_can_be_chosen() -> None:
    output = sound("--bots", "human,human", "--open-hands", "--start", "2", "--seed", "1", typed=["1"] * 9)
    first = next(line for line in asked(output) if "roll" in line)
    assert first.startswith("Player 2 ")


def test_DB_06_extra_cards_are_asked_for_one_by_one() -> None:
    output = sound("--bots", "human,human", "--open-hands", "--fair-start", "--seed", "3", typed=["1"] * 20)
    assert [line for line in asked(output) if "extra" in line] == [
        "Player 2 · Your turn: take an extra card of your choice.",
        "Player 3 · Your turn: take 2 extra cards of your choice, one by one.",
        "Player 3 · Your turn: take an extra card of your choice.",
    ]


@pytest.mark.parametrize(
    "arguments", [["--start", "4"], ["--start", "drawn"], ["--solo"], ["--players", "6"], ["--hidden-scores"]]
)
def test_what_cannot_be_played_is_refused_before_it_begins(arguments: list[str]) -> None:
    assert isinstance(played("--bots", "random", "--players", "3", *arguments).exception, BadOptions)


def test_other_games_have_no_hands_to_open() -> None:
    result = CliRunner().invoke(app, ["play", "bazaar", "--open-hands"])
    assert isinstance(result.exception, BadOptions)


# -- what can be typed -------------------------------------------------------------------------------------------------

SETUP = (
    *("dice SSS", "dice CCC", "dice PPW"),  # 3 silk, 3 camel, 2 spice, 1 water
    *("dice SSS", "dice WWW", "dice CCP"),
    *("dice SPW", "dice CCW", "dice PW*", "name S"),
    *("turn W:SSC", "turn S:SCP", "turn P:CCW", "turn C:PWW"),
    *("turn S:SSC", "turn W:SCW", "turn P:SSP", "turn C:SCP"),
)


def begun(*typed: str, moves: Sequence[str] = (), more: Sequence[str] = ()) -> str:
    """A session that goes on after a setup by hand, you against two bots."""
    history = History(GAME, GAME.info.agree(3, {}))
    for text in (*SETUP, *moves):
        history.play(text)
    Path("begun.saltroad").write_text(Record.of(history, ["Ada", "random 2", "random 3"]).text(), "utf-8")
    return sound("--resume", "begun.saltroad", "--seed", "1", *more, typed=typed)


def test_rolls_and_tiles_are_numbered_and_a_tile_opens_the_map() -> None:
    output = begun("5", "f6")
    first = output.partition("> 5\n")[0]
    assert asked(first) == ["Your turn: take a free card and roll, or choose a tile to build."]
    assert re.search(r"^ +1  roll silk +You take a free silk card and roll the dice\.", first, flags=re.MULTILINE)
    assert re.search(r"^ +5  W:SSC +side 1: SSC, on 91 spaces", first, flags=re.MULTILINE)
    assert re.search(r"^ +12  C:SCP +side 2: SCP, on 91 spaces", first, flags=re.MULTILINE)
    opened = after(output, "5")
    assert "choose a space for W:SSC." in opened
    assert hex_of(opened, "f6") == ("f6 +2", "_SSC_")
    assert "and 79 more" in opened
    assert "To be paid  W:SSC on f6" in after(output, "f6")


@pytest.mark.parametrize(
    "lines", [["5", "f6"], ["W:SSC", "F6"], ["w:css", "f6"], ["build W:SSC f6"], ["W:SSC f6"], ["8", "W:SSC", "f6"]]
)
def test_a_tile_is_placed_in_one_step_or_two(lines: list[str]) -> None:
    output = begun(*lines)
    assert re.search(r"builds? W:SSC on f6", output)
    assert "Enter: pay SSC." in output


def test_back_shows_all_choices_again() -> None:
    output = begun("back", "5", "back", "retour")
    assert "All choices are shown already." in after(output, "back")
    again = output.partition("> 5\n")[2].partition("> back\n")[2]
    assert "choose a tile to build." in again
    assert re.search(r"5  W:SSC +side 1", again)
    assert "All choices are shown already." in after(output, "retour")


def test_enter_pays_what_is_offered_first() -> None:
    for pay in ("", "1", "pay SSC", "ssc", "css"):
        output = begun("W:SSC f6", pay)
        assert re.search(r"pays? SSC and scores? 2 points for an isolated tent\.", output), pay


def test_other_payments_come_after_the_first() -> None:
    output = begun("W:SSC f6", "", "P:CCW f7", "?")
    assert "Enter: pay CC." in output
    offered = re.findall(r"^ +(\d)  pay ([SCPW]+) ", output.partition("> P:CCW f7\n")[2], flags=re.MULTILINE)
    assert offered[0] == ("1", "CC")
    assert ("2", "CCW") in offered
    assert re.search(r"1  pay CC +You pay CC of the cost CCW, and neighbouring tiles give the rest\.  Enter", output)
    assert "play choice 1" in after(output, "?")
    other = begun("W:SSC f6", "", "P:CCW f7", "2")
    assert re.search(r"pays? CCW", other)


def test_many_payments_are_a_group() -> None:
    output = begun("C:PWW f6", "pay", "2")
    choices = output[output.index("▶ ") :]
    assert re.search(r"pay: +1  [SCPW]+ +2  [SCPW]+ +3  [SCPW]+ +4  [SCPW]+ +and \d+ more", choices)
    everything = after(output, "pay")
    assert re.match(r"  pay, \d+ in all:\n", everything)
    (first,) = re.findall(r"Enter: pay ([SCPW]+)\.", output)[:1]
    assert everything.split("\n")[1].split()[0] == first
    second = everything.split("\n")[1].split()[1]
    assert re.search(rf"pays? {second}\b", output)


def kinds(history: History, ply: int) -> list[Group]:
    return groups_of(history.positions[ply])


def test_a_free_tile_is_offered_first_and_stands_out() -> None:
    history, some_free = some_history(3), 0
    for ply in plies_of(history, "begin", "build"):
        for number, group in enumerate(kinds(history, ply)):
            lengths = [len(group.prices[build]) for build, _ in group.choices]
            assert lengths == sorted(lengths)
            free = {build.space for build, price in group.prices.items() if not price}
            if free:
                some_free += 1
                assert re.search(": free(, on| at) ", str(group.summary))
                for opened in (None, number):
                    known = scene(history, ply, opened=opened)
                    board = drawn(GAME.observe(history.positions[ply], None), 80, known, **PLAIN)
                    assert all(hex_of(board, space)[1].strip("_") == "free" for space in free)
    assert some_free > 3


def test_refusals_name_their_rule() -> None:
    output = begun(
        *("done", "collect silk", "pay S", "build W:PWW f6", "name S", "keep S"),
        *("W:SSC f6", "pay S", "pay WW", "roll silk", ""),
        *("S:SSC f7", "S:SCP f6", "roll silk", "S:SCP", "f6"),
    )
    for line, rule in (
        ("done", "DB-10"),
        ("collect silk", "DB-12"),
        ("pay S", "DB-24"),
        ("build W:PWW f6", "DB-20"),
        ("name S", "DB-02"),
        ("keep S", "DB-12"),
        ("pay WW", "DB-24"),
        ("S:SSC f7", "DB-20"),
        ("S:SCP f6", "DB-21"),
    ):
        assert f"Not possible ({rule}): " in after(output, line), line
    paid = output.partition("> W:SSC f6\n")[2]
    assert "Not possible (DB-24): " in after(paid, "pay S")
    assert "Not possible (DB-24): First pay for the tile W:SSC on f6." in after(paid, "roll silk")
    assert "Not possible (DB-10): " in after(paid.partition("> S:SCP f6\n")[2], "roll silk")
    assert "Not possible (DB-21): " in after(paid.partition("> S:SCP\n")[2], "f6")


def cut(history: History, ply: int) -> History:
    """The same game up to a ply."""
    begun = History(GAME, history.options)
    for action in history.actions[:ply]:
        begun.play(action)
    return begun


def test_a_space_that_is_barred_is_refused_by_DB_22() -> None:
    history = some_history(3)
    ply = next(
        ply
        for ply in plies_of(history, "begin")
        if len(GAME.observe(history.positions[ply], None).room) < 60 and scene(history, ply).earns
    )
    view = GAME.observe(history.positions[ply], None)
    barred = next(name for name in NAMES if name not in (*view.room, *(tent.space for tent in view.tents)))
    tile = next(iter(scene(history, ply).earns)).tile
    seats = ["random 1", "random 2", "random 3"]
    seats[view.seat] = "Ada"
    Path("far.saltroad").write_text(Record.of(cut(history, ply), seats).text(), "utf-8")
    output = sound("--resume", "far.saltroad", typed=[tile, barred, f"why {barred}", f"why {tile} {barred}"])
    assert "Not possible (DB-22): A tile on" in after(output, barred)
    assert f"build {tile} {barred}: not now." in after(output, f"why {barred}")
    assert "DB-22" in after(output, f"why {tile} {barred}")


def test_why_and_rules_quote_the_rule() -> None:
    output = begun("why 1", "why 5", "why done", "why W:SSC f6", "why", "rules 25", "rules DB-99")
    assert "roll silk: yes." in after(output, "why 1")
    assert re.search(r"build W:SSC [a-k]\d+: yes\.", after(output, "why 5"))
    assert "done: not now. You cannot pass" in after(output, "why done")
    assert "it stands alone and scores 2 points." in " ".join(after(output, "why W:SSC f6").split())
    assert "Name an action" in after(output, "why")
    assert "DB-25" in after(output, "rules 25")
    assert "There is no rule “DB-99”" in after(output, "rules DB-99")


def test_hint_suggests_a_legal_action() -> None:
    output = begun("hint")
    (hint,) = re.findall(r"You could [^.]+\. Type ((?:roll|build) [^.]+)\.", output)
    assert "Not possible" not in begun(hint)


def test_help_tells_of_tiles() -> None:
    reply = after(begun("?"), "?")
    assert "choose this first, then a space" in reply
    assert "rules DB-01" in reply


def test_a_space_alone_is_asked_back_while_no_tile_is_chosen() -> None:
    assert re.search(r"That could be build [SCPW]:[SCPW]{3} f6, .* or \d more: type more of it\.", begun("f6"))


def test_undo_takes_a_placement_and_a_payment_back() -> None:
    output = begun("W:SSC f6", "undo", "W:SSC f6", "", "undo", "undo")
    assert output.count("Taken back: build W:SSC f6.") == 2
    assert output.count("Taken back: pay SSC.") == 1


RUBBISH = (
    *("   ", "0", "99", "-1", "9" * 5000, "xyzzy", "x" * 100_000, "\x00\x01\x1b[31m", "é" * 50, "²", "1 1", "pass"),
    *("W:SSC z9", "W:SSC f99", "W:XXX f6", "z9", "f", "build", "why z9", "why 99", "rules DB-99", "save /", "{x}"),
    *("[red]no[/red]", "dice SSS", "turn W:SSC", "pay", "roll", "roll gold", "keep", "name", "undo", "collect silk"),
)


@pytest.mark.parametrize("opened", [(), ("5",)], ids=["all", "opened"])
def test_bad_input_gets_an_answer_and_the_game_goes_on(opened: tuple[str, ...]) -> None:
    output = begun(*opened, *RUBBISH, "W:SSC f6")
    replies = re.split(r"^>.*\n", output, flags=re.MULTILINE)[1 + len(opened) :]
    for line, reply in zip(RUBBISH, replies, strict=False):
        assert 1 <= len(reply.strip().splitlines()) <= 3, line[:40]
    assert "Traceback" not in output
    assert "To be paid  W:SSC on f6" in output


def test_a_saved_game_goes_on_where_it_stood() -> None:
    output = begun("W:SSC f6", "save mine", "quit")
    again = sound("--resume", "mine.saltroad")
    assert "The game continues where you left off." in again
    assert asked(again)[-1] == asked(output)[-1]
    assert read_record_file("mine.saltroad").actions[-1].text == "build W:SSC f6"


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_longer_than_the_terminal(width: int, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    typed = ["hint", "?", "rules", "why done", "x" * 300, "5", "hint", "1", "", *["1"] * 25]
    output = sound("--players", "5", "--bots", "random,random,random,random", "--seed", "4", "--language", language,
                   typed=["1"] * 3 + typed)  # fmt: skip
    assert max(map(cell_len, output.splitlines())) <= width


# -- the other commands ------------------------------------------------------------------------------------------------


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_the_other_commands_know_the_game() -> None:
    assert "desert_bazaar" in run("games")
    assert "DB-45" in run("rules", NAME, "--language", "fr")
    assert re.search(r"depth 2: [\d,]+", run("perft", NAME, "--depth", "2"))
    result = json.loads(run("simulate", NAME, "--games", "6", "--json", "--records", "kept"))
    assert sum(result["end_reasons"].values()) == 6
    (file, *_) = sorted(Path("kept").iterdir())
    assert "Sound: " in run("replay", str(file), "--check")
    assert "Desert Bazaar" in run("replay", str(file))
    board = run("replay", str(file), "--at", "120")
    assert "Tiles · " in board
    assert "Hand" not in board


def test_bots_are_asked_with_what_they_remember(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    kind = type(GAME)
    remember = kind.remember

    def watched(self: Any, position: Any, viewer: int | None) -> Any:
        view = remember(self, position, viewer)
        seen.append(all(hand is not None for hand in view.hands))
        return view

    monkeypatch.setattr(kind, "remember", watched)
    bot_game(GAME, GAME.info.agree(3, {}), ["random"] * 3, (1, 2))
    asked_in_simulation = len(seen)
    sound("--seed", "1", typed=["1"] * 6)
    assert 20 < asked_in_simulation < len(seen)
    assert all(seen)
