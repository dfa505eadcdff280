"""`saltroad play`: whole games by typed lines, in this process and in real terminals."""

from __future__ import annotations

import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import Console
from typer.testing import CliRunner, Result

from saltroad import load
from saltroad.cli.main import app
from saltroad.cli.sentences import events_of, game_catalogue
from saltroad.cli.table import TerminalSeat, TerminalTable, seated, seats_in, seats_of
from saltroad.games.bazaar.par import ParBook
from saltroad.kernel.errors import BadOptions, SaltroadError, UnknownGame
from saltroad.kernel.rulebook import LANGUAGES
from saltroad.messages import narrate
from saltroad.records import History, Record, RecordError, read_record_file
from saltroad.terminal import draw_board
from saltroad.terminal.paint import RUBY, style

GAME = load("bazaar")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")


def played(*arguments: str, typed: Sequence[str] = (), game: str = "bazaar") -> Result:
    """A session in this process: the lines that are typed, then the end of the input."""
    lines = "".join(f"{line}\n" for line in typed)
    return CliRunner().invoke(app, ["play", *([game] if game else []), *arguments], input=lines)


def sound(*arguments: str, typed: Sequence[str] = (), game: str = "bazaar") -> str:
    result = played(*arguments, typed=typed, game=game)
    assert result.exception is None, result.exception
    assert result.exit_code == 0
    return result.output


def saved() -> list[Path]:
    return sorted(Path().glob("*.saltroad"))


def asked(output: str) -> list[str]:
    return [line.strip() for line in output.splitlines() if "▶ " in line and "/10" not in line]


def after(output: str, typed: str) -> str:
    """What follows the line that was typed, up to the next prompt."""
    return re.split(r"^> ", output.partition(f"> {typed}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


# -- whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_game_of_two_is_played_to_its_end_by_choosing_the_first(seed: int) -> None:
    output = sound("--seed", str(seed), typed=["1"] * 300)
    assert "The game is over: two stalls are empty. (BZ-30)" in output
    assert re.search(r"(You win|greedy wins|You and greedy share the victory) with \d+ points", output)
    for column in ("plain", "star", "double star", "total"):
        assert column in output
    assert "save FILE to keep the record" in output
    assert not saved()


def test_the_first_line_says_what_is_asked() -> None:
    output = sound("--seed", "4")
    assert asked(output) == ["▶ Your turn: roll for your first token."]


def test_the_same_seed_brings_the_same_game() -> None:
    typed = ["1", "1", "1", "1", "undo", "1", "1"]
    first, again, other = (sound("--seed", seed, typed=typed) for seed in ("7", "7", "8"))
    name = re.compile(r"bazaar-[0-9-]+\.saltroad")
    assert name.sub("", first) == name.sub("", again)
    assert name.sub("", first) != name.sub("", other)


def test_without_a_seed_the_dice_differ() -> None:
    assert len({sound() for _ in range(4)}) > 1


def test_without_a_name_it_asks_which_game() -> None:
    assert "Which game" in str(played("--seed", "4", game="").exception)


def test_a_game_of_bots_only_shows_the_result() -> None:
    output = sound("--players", "3", "--bots", "greedy,random,greedy", "--seed", "3")
    assert "The game is over" in output
    assert re.search(r"(greedy 1|greedy 3|random) wins with", output)
    assert "> " not in output.replace("> buy", "")
    assert "save FILE" not in output
    assert not saved()


def test_two_people_at_one_keyboard_are_called_by_number() -> None:
    output = sound("--bots", "human", "--seed", "5", typed=["1"] * 6)
    assert "▶ Player 1 · Your turn: " in output
    assert "▶ Player 2 · Your turn: " in output
    told = re.findall(r"^   [●▲]  (.*?) rolls ", output, flags=re.MULTILINE)
    assert set(told) == {"Player 1", "Player 2"}, "what happened is told of both by name"


def test_a_person_can_sit_last() -> None:
    output = sound("--players", "3", "--bots", "greedy,random,human", "--seed", "5", typed=["1"] * 4)
    assert "You roll" in output
    assert re.search(r"■ +You ", output)


def test_six_play_with_six_signs() -> None:
    output = sound("--players", "6", "--seed", "5", typed=["1"] * 10)
    for mark in "●▲■◆★☾":
        assert f" {mark} " in output


def test_the_left_neighbour_sends_tokens_back() -> None:
    """Somebody who only rolls holds eleven one day; the neighbour, here a person too, chooses what goes back."""
    lines = ["roll", "pass", "take red", "1"] * 400
    output = sound("--bots", "human", "--seed", "6", typed=lines)
    assert re.search(r"▶ Player [12] · Player [12] holds 1[1-3] tokens: choose \d to send back\.", output)
    assert re.search(r"Player 1 sends back [RWBGY]+ of Player 2's tokens|Player 2 sends back [RWBGY]+ of Pl", output)


def ten_tokens() -> Path:
    """A record in which player 1 holds seven red and three white tokens, and can buy the two wares they make."""
    history = History(GAME, GAME.info.agree(2, {"double_purchase": True}))
    for text in ["rates 1 5", "show RRRRW", "show RRRWW", "show BBBBB", "show YYYYY", "die choice", "die red"]:
        history.play(text)
    for turn, face in enumerate(["red"] * 7 + ["white"] * 3):
        if turn > 0:
            history.play("roll")
            history.play("die green")
        history.play("roll")
        history.play(f"die {face}")
        if turn in (7, 8):  # RRRRW could be bought already
            history.play("pass")
    file = Path("ten.saltroad")
    file.write_text(Record.of(history).text(), "utf-8")
    return file


def test_double_purchase_scores_both_wares_after_the_second() -> None:
    output = sound("--resume", str(ten_tokens()), "--seed", "1", typed=["buy RRRRW", "buy RRRWW"])
    assert "double purchase" in output
    assert "▶ Player 1 · Your turn: buy a ware, or pass." in output
    assert "▶ Player 1 · Your turn: buy a second ware, or pass." in output
    assert "You pay RRRWW for your second ware and have no tokens left; both wares score" in output
    assert "Player 1 buys RRRRW. Stall 1 now shows" in output
    assert "Player 1 buys RRRWW and scores 13 points for both wares." in output


def test_double_purchase_can_stop_at_one() -> None:
    output = sound("--resume", str(ten_tokens()), "--seed", "1", typed=["buy RRRRW", "pass"])
    assert "Player 1 stops at one ware and scores 2 points." in output


# -- the puzzle for one ------------------------------------------------------------------------------------------------


def solo_table(seed: int) -> tuple[TerminalTable, ParBook]:
    table = TerminalTable(History(GAME, GAME.info.agree(None, {"solo": True})), seated(1, []), seed)
    table.advance()
    return table, ParBook(table.history)


def best_play(seed: int) -> list[str]:
    table, par = solo_table(seed)
    typed = []
    while not table.history.is_over:
        typed.append(str(par.best()))
        table.history.play(typed[-1])
        table.advance()
    return typed


@pytest.mark.parametrize("seed", [3, 4])
def test_the_puzzle_solved_by_the_best_play_costs_nothing(seed: int) -> None:
    typed = best_play(seed)
    output = sound("--solo", "--seed", str(seed), typed=typed)
    _, par = solo_table(seed)
    assert f"Par is {par.par:.2f} turns." in output
    assert f"par {par.par:.2f}" in output
    assert ": the best move, at no cost." in output
    assert "; the best was" not in output
    assert re.search(rf"Solved in \d+ turns; par is {par.par:.2f}\.", output)
    assert re.search(rf"par {par.par:.2f}, your moves \+0\.00, the die [+-]\d+\.\d\d: \d+ turns", output)
    assert "The puzzle is solved. (BZ-50)" in output


def test_the_puzzle_says_what_a_move_cost_and_what_the_die_did() -> None:
    output = sound("--solo", "--seed", "4", typed=["1", "1", "1", "1", "2", "2"])
    assert re.search(r": cost \d\.\d\d turns; the best was ", output)
    assert re.search(r"The die (saved|cost) you \d+\.\d\d turns\.", output)


def test_hint_in_the_puzzle_is_the_best_by_par() -> None:
    _, par = solo_table(4)
    output = sound("--solo", "--seed", "4", typed=["1", "hint"])
    table = read_record_file(saved()[0]).history()
    assert f" Type {ParBook(table).best()}." in output
    assert par.par > 0


@pytest.mark.parametrize("seed", range(5))
def test_turns_are_par_plus_costs_minus_luck(seed: int) -> None:
    table, par = solo_table(seed)
    dice = random.Random(seed)
    while not table.history.is_over:
        legal = GAME.legal(table.history.position)
        table.history.play(par.best() if dice.random() < 0.7 else dice.choice(legal))
        table.advance()
    cost, luck = par.totals()
    outcome = table.history.outcome
    assert outcome is not None
    assert outcome.scores[0] == pytest.approx(par.par + cost - luck, abs=1e-6)
    assert all(note.turns > -1e-9 for note in par.notes() if not note.is_die)


# -- what can be typed -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["1", "roll", "ROLL", "  Roll  ", "ro"])
def test_an_action_by_number_by_text_or_by_its_beginning(text: str) -> None:
    assert "You roll " in sound("--seed", "4", typed=[text])


def test_the_tokens_alone_are_enough() -> None:
    output = sound("--seed", "4", typed=["1", "RED", "r = ww"])
    assert "You take a red token." in output
    assert "You trade R for WW." in output


RUBBISH = (
    *("", "   ", "0", "99", "-1", "9" * 5000, "xyzzy", "x" * 100_000, "\x00\x01\x1b[31m", "é" * 50, "²", "1 1", "1.0"),
    *("buy", "trade", "why", "why xyzzy", "why 99", "rules BZ-99", "save /", "save /nowhere/at/all", "save \x00"),
    *(
        "[red]no markup[/red]",
        "{braces}",
        "%s%n",
        "undo",
        "take red",
        "buy RRRRR",
        "die red",
        "show RRRRR",
        "rates 1 2",
    ),
)


@pytest.mark.parametrize("line", RUBBISH)
def test_bad_input_gets_an_answer_and_the_game_goes_on(line: str) -> None:
    output = sound("--seed", "4", typed=[line, "roll"])
    reply = re.split(r"^> .*\n", output, flags=re.MULTILINE)[1]
    assert 1 <= len(reply.strip().splitlines()) <= 2
    assert "Traceback" not in output
    assert "You roll " in output


def test_an_answer_to_rubbish_is_one_line_at_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    output = sound("--seed", "4", typed=["1", "1", "x" * 500, "", "77", "漢字" * 200, "\x07\x08"])
    replies = re.split(r"^> .*\n", output, flags=re.MULTILINE)[3:]
    assert [len(reply.strip().splitlines()) for reply in replies[:4]] == [1, 1, 1, 1]


def test_lines_of_noise_never_end_a_game() -> None:
    dice = random.Random(11)
    words = [
        "why",
        "save",
        "rules",
        "undo",
        "hint",
        "board",
        "?",
        "buy",
        "trade",
        "return",
        "take",
        "roll",
        "pass",
        "1",
    ]
    letters = "RWBGY>= 0123456789'\"\\/\t\x00é漢"
    lines = [
        f"{dice.choice([*words, ''])} {''.join(dice.choices(letters, k=dice.randrange(9)))}".replace("/", "-")
        for _ in range(300)
    ]
    output = sound("--players", "3", "--seed", "9", typed=lines)
    assert "Resume with:" in output or "save FILE to keep" in output


def test_why_quotes_the_rule_for_an_illegal_action() -> None:
    output = sound("--seed", "4", typed=["1", "1", "why buy RRRRR"])
    reply = after(output, "why buy RRRRR")
    assert "buy RRRRR: not now. First roll or trade; a purchase comes after it." in reply
    assert "BZ-11" in reply
    assert "One of the two is compulsory" in " ".join(reply.split())


def test_why_explains_a_legal_action_and_a_number() -> None:
    output = sound("--seed", "4", typed=["1", "1", "why trade R>WW", "why 1"])
    assert "trade R>WW: yes. You return R and take WW." in after(output, "why trade R>WW")
    assert "roll: yes. You roll for one token instead of trading." in after(output, "why 1")


def test_an_illegal_action_is_refused_by_its_rule() -> None:
    output = sound("--seed", "4", typed=["buy RRRRR"])
    assert "Not possible (BZ-11): First roll or trade" in output


def test_a_misprint_is_guessed_and_a_beginning_of_several_is_asked_back() -> None:
    output = sound("--seed", "4", typed=["1", "1", "rol1", "trade"])
    assert "Did you mean roll?" in after(output, "rol1")
    assert re.search(r"could be trade R>WW(, trade [RWBGY>]+)+( or \d more)?: type more of it", after(output, "trade"))


def test_rules_help_hint_and_board() -> None:
    output = sound(
        "--seed", "4", typed=["1", "1", "rules", "rules bz-12", "rules 13", "rules 77", "?", "hint", "board"]
    )
    everything = after(output, "rules")
    assert all(rule.id in everything for rule in GAME.rulebook)
    assert "One trade a turn." in " ".join(after(output, "rules bz-12").split())
    assert "[our ruling]" in after(output, "rules 13")
    assert "There is no rule “77”: " in after(output, "rules 77")
    assert "save FILE" in after(output, "?")
    assert re.search(r"You could .+\. Type (roll|trade [RWBGY>]+)\.", after(output, "hint"))
    assert "Rate card" in after(output, "board")
    assert "Your turn: roll, or trade." in after(output, "board")


def test_undo_takes_a_trade_back() -> None:
    typed = ["1", "1", "trade R>WW", "save one", "undo", "save two", "undo", "undo"]
    output = sound("--seed", "4", typed=typed)
    assert "Taken back: trade R>WW" in output
    one, two = (read_record_file(f"{name}.saltroad").history() for name in ("one", "two"))
    ply = next(ply for ply, action in enumerate(one.actions) if str(action) == "trade R>WW")
    assert two.actions == one.actions[:ply]
    assert output.count("chance has decided something since") == 1


def test_there_is_nothing_to_undo_before_the_first_move() -> None:
    assert "nothing to take back yet" in sound("--seed", "4", typed=["undo"])


# -- saving, leaving, resuming -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("leave", [[], ["quit"], ["q"], ["quitter"]])
def test_leaving_a_game_that_has_begun_saves_it(leave: list[str]) -> None:
    output = sound("--seed", "4", "--players", "3", typed=["1", "1", "1", *leave])
    (file,) = saved()
    assert f"saltroad play --resume {file}" in output
    assert not list(Path().glob("*.part"))
    before = read_record_file(file)
    again = sound("--resume", str(file), game="")
    assert "The game continues where you left off." in again
    assert asked(again)[-1] == asked(output)[-1]
    assert saved() == [file], "nothing new was played, so nothing new is written"
    assert read_record_file(file).history().position == before.history().position


def test_leaving_before_the_first_move_leaves_no_file() -> None:
    assert "You have not moved yet" in sound("--seed", "4", typed=["quit"])
    assert not saved()


def test_a_resumed_game_can_be_played_to_its_end() -> None:
    sound("--seed", "4", typed=["1"] * 9)
    output = sound("--resume", str(saved()[0]), "--seed", "5", typed=["1"] * 300)
    assert "The game is over" in output


def test_save_keeps_the_position_and_goes_on() -> None:
    output = sound("--seed", "4", "--bots", "greedy,human", typed=["1", "1", "save mine", "1"])
    assert "Saved. Resume with:" in output
    record = read_record_file("mine.saltroad")
    assert record.seats == ("Player 1", "greedy", "Player 3")
    assert seats_in(record) == (TerminalSeat(None), TerminalSeat("greedy"), TerminalSeat(None))
    resumed = sound("--resume", "mine.saltroad")
    board = output.rpartition("> save mine")[0].rpartition("━━ Bazaar")[2].partition("\n\n")[0]
    assert board in resumed


def test_save_leaves_strange_files_alone_and_renews_its_own() -> None:
    Path("taken.saltroad").write_text("mine", "utf-8")
    output = sound("--seed", "4", typed=["1", "1", "save taken", "save own", "1", "save own", "save 'a b.txt'"])
    assert "taken.saltroad exists already" in output
    assert Path("taken.saltroad").read_text("utf-8") == "mine"
    assert len(read_record_file("own.saltroad").actions) == len(read_record_file("a b.txt").actions)
    assert "--resume 'a b.txt'" in output


def test_quitting_after_save_writes_no_second_file() -> None:
    sound("--seed", "4", typed=["1", "save mine", "quit"])
    assert [file.name for file in saved()] == ["mine.saltroad"]


def test_a_finished_game_can_be_saved_and_shown_again() -> None:
    output = sound("--seed", "2", typed=[*["1"] * 300, "save done", "hint", "why roll", "xyz", "board", ""])
    assert "Saved." in output
    assert "roll: not now. The game is over: two stalls are empty." in output
    assert read_record_file("done.saltroad").result is not None
    again = sound("--resume", "done.saltroad")
    assert "The game is over" in again
    assert len(saved()) == 1


def test_a_fault_of_ours_still_saves_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: TerminalTable) -> object:
        raise ZeroDivisionError

    monkeypatch.setattr(TerminalTable, "hint", broken)
    result = played("--seed", "4", typed=["1", "1", "hint"])
    assert isinstance(result.exception, ZeroDivisionError)
    assert len(saved()) == 1
    assert "Resume with:" in result.output


def test_where_nothing_can_be_written_the_record_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: TerminalTable, file: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(TerminalTable, "save", refuse)
    output = sound("--seed", "4", typed=["1", "1", "save x", "quit"])
    assert "cannot be written (Permission denied)" in output
    record = Record.read(output[output.index("record: saltroad 1") :])
    assert len(record.history()) > 2


# -- refusals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--players", "7"], BadOptions),
        (["--players", "1"], BadOptions),
        (["--solo", "--players", "2"], BadOptions),
        (["--solo", "--double-purchase"], BadOptions),
        (["--bots", "nobody"], BadOptions),
        (["--players", "2", "--bots", "greedy,greedy,greedy"], BadOptions),
        (["--resume", "nothing.saltroad"], RecordError),
    ],
)
def test_what_cannot_be_played_is_refused_before_it_begins(arguments: list[str], error: type[SaltroadError]) -> None:
    assert isinstance(played(*arguments).exception, error)


def test_an_unknown_game_and_a_strange_language() -> None:
    assert isinstance(played(game="chess").exception, UnknownGame)
    assert played("--language", "de").exit_code == 2


def test_resume_refuses_other_options_than_the_file_has() -> None:
    sound("--seed", "4", typed=["1", "save mine", "quit"])
    assert isinstance(played("--resume", "mine.saltroad", "--players", "3").exception, BadOptions)
    assert isinstance(played("--resume", "mine.saltroad", "--solo").exception, BadOptions)
    assert "Your turn" in sound("--resume", "mine.saltroad", "--players", "2", "--bots", "random")
    Path("broken.saltroad").write_text("record: saltroad 1\n\nroll", "utf-8")
    assert isinstance(played("--resume", "broken.saltroad").exception, RecordError)


def test_seats_from_the_command_line() -> None:
    assert seats_of(None, None) == (None, [])
    assert seats_of(None, "greedy, Human") == (3, [TerminalSeat("greedy"), TerminalSeat(None)])
    assert seated(3, []) == (TerminalSeat(None), TerminalSeat("greedy"), TerminalSeat("greedy"))
    assert seated(3, [TerminalSeat("random")]) == (TerminalSeat(None), TerminalSeat("random"), TerminalSeat("greedy"))
    assert seated(2, [TerminalSeat("random"), TerminalSeat("greedy")]) == (
        TerminalSeat("random"),
        TerminalSeat("greedy"),
    )


# -- how it looks ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [80, 100])
def test_no_line_is_longer_than_the_terminal(width: int, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    typed = ["1", "1", "hint", "?", "rules", "why buy RRRRR", "x" * 300, *["2", "1", "1"] * 40]
    for arguments in (["--players", "6"], ["--solo"], ["--players", "2", "--double-purchase"]):
        output = sound(*arguments, "--seed", "4", "--language", language, typed=typed)
        assert max(map(cell_len, output.splitlines())) <= width


def test_french_is_french() -> None:
    output = sound(
        "--seed",
        "4",
        "--language",
        "fr",
        typed=["1", "1", "pourquoi acheter BcBcBcBlBl", "aide", "conseil", "xyz", "quitter"],
    )
    assert "À vous : lancez le dé pour votre premier jeton." in output
    assert "Carte de cours" in output
    assert "Vous lancez le dé pour un jeton au lieu d’échanger." in output
    assert "acheter BcBcBcBlBl : pas maintenant. D’abord le dé ou un échange" in output
    assert not re.search(r"\([WGY]\)|\b(roll|trade|buy|take|pass)\b", output)
    assert re.search(r"Vous pourriez .+\. Tapez ", output)
    assert "Je ne comprends pas." in output
    assert "Pour la reprendre :" in output
    assert "You" not in output
    assert read_record_file(saved()[0]).seats == ("You", "greedy")


def some_history(players: int, seed: int, **options: Any) -> History:
    history = History(GAME, GAME.info.agree(players, options))
    bots = seated(players, [TerminalSeat(("greedy", "random")[(seed + k) % 2]) for k in range(players)])
    TerminalTable(history, bots, seed).advance()
    return history


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_every_game_can_be_told_from_any_ply(players: int, language: str) -> None:
    names = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Fay"][:players]
    for seed, double in ((1, False), (2, True)):
        history = some_history(players, seed, double_purchase=double)
        messages = game_catalogue("bazaar", language)
        points = [0] * players
        for line in narrate(messages, events_of(history, 0), names):
            text = str(line.sentence)
            assert text.endswith(".")
            assert "{" not in text
            if line.seat is not None:
                points[line.seat] += sum(int(n) for n in re.findall(r"(\d+) points?\b", text))
        assert tuple(points) == GAME.scores(history.position)
        for since in range(0, len(history), 7):
            narrate(messages, events_of(history, since), names, 0)


def plain(view: Any, width: int, names: Sequence[str], language: str = "en", **terminal: Any) -> str:
    console = Console(width=width, **terminal)
    with console.capture() as capture:
        console.print(draw_board("bazaar", view, names, game_catalogue("bazaar", language)))
    return capture.get()


@pytest.mark.parametrize("width", [60, 80, 100, 200])
def test_the_board_of_any_position_fits(width: int) -> None:
    names = ["A very long name indeed, longer than any column", "B", "C", "D", "E", "漢字の名前"]
    history = some_history(6, 1)
    for position in history.positions[::9]:
        for language in LANGUAGES:
            drawn = plain(GAME.observe(position, None), width, names, language)
            assert max(map(cell_len, drawn.splitlines())) <= min(width, 100)


def test_every_token_shows_its_letter_without_colour_too() -> None:
    history = some_history(2, 1)
    view = GAME.observe(history.positions[40], 0)
    without = plain(view, 100, ["You", "greedy"], color_system=None)
    with_colour = plain(view, 100, ["You", "greedy"], color_system="truecolor", force_terminal=True)
    no_color = plain(view, 100, ["You", "greedy"], force_terminal=True, no_color=True)
    letters = [
        re.sub(r"[^RWBGY]", "", re.sub(r"\x1b\[[0-9;]*m", "", text)) for text in (without, with_colour, no_color)
    ]
    assert letters[0] == letters[1] == letters[2]
    assert "(R)" in without
    assert "(R)" in no_color
    assert "▐R▌" in re.sub(r"\x1b\[[0-9;]*m", "", with_colour)
    assert not re.search(r"\x1b\[[0-9;]*[34]8;", no_color)


def test_red_is_red_in_every_palette() -> None:
    colour = style(RUBY).color
    assert colour is not None
    assert colour.downgrade(ColorSystem.TRUECOLOR).triplet == (194, 59, 44)
    assert colour.downgrade(ColorSystem.EIGHT_BIT).number == 160
    assert colour.downgrade(ColorSystem.STANDARD).name == "red"


# -- the real thing ----------------------------------------------------------------------------------------------------

ADOPT = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
"""Makes the terminal the program's own, so that Ctrl-C reaches it."""
COMMAND = [sys.executable, "-m", "saltroad", "play", "bazaar", "--seed", "4"]


class Terminal:
    """A program in a pseudo-terminal of its own."""

    def __init__(self, process: subprocess.Popen[bytes], master: int) -> None:
        self.process, self.master, self.seen = process, master, ""

    def until(self, text: str, seconds: float = 120) -> str:
        """Wait until the text appears; gives what came up to then, and forgets it."""
        end = time.monotonic() + seconds
        while text not in self.seen:
            ready, _, _ = select.select([self.master], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                pytest.fail(f"{text!r} did not come; seen: {self.seen[-500:]!r}")
            self.seen += os.read(self.master, 65536).decode("utf-8", "replace")
        before, _, self.seen = self.seen.partition(text)
        return before

    def prompt(self) -> str:
        """Wait until the program listens: a moment after its prompt (readline loses a signal in between)."""
        shown = self.until("\n> ")
        time.sleep(0.5)
        return shown

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())


@contextmanager
def terminal(*arguments: str, **environment: str) -> Iterator[Terminal]:
    master, slave = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "COLUMNS": "100", "LINES": "40"}
    env.pop("NO_COLOR", None)
    command = [sys.executable, "-c", ADOPT, *COMMAND, *arguments]
    process = subprocess.Popen(
        command, stdin=slave, stdout=slave, stderr=slave, env={**env, **environment}, start_new_session=True
    )
    os.close(slave)
    try:
        yield Terminal(process, master)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        os.close(master)


def test_in_a_terminal_ctrl_c_saves_and_says_how_to_resume() -> None:
    with terminal() as shown:
        board = shown.prompt()
        assert "\x1b[" in board
        assert "▐" in board or "██" in board
        shown.type("1\r")
        shown.until("Take a token of any colour")
        shown.prompt()
        shown.type("\x03")
        shown.until("the game is saved. Resume with:")
        shown.until(".saltroad")
        assert shown.process.wait(30) == 0
    assert len(read_record_file(saved()[0]).history()) > 5


def test_in_a_terminal_without_colour_there_is_none() -> None:
    with terminal(NO_COLOR="1") as shown:
        board = shown.prompt()
        assert not re.search(r"\x1b\[[0-9;]*[34]8;", board)
        assert "Your turn: roll for your first token." in board
        shown.type("\x04")
        shown.until("nothing is saved")
        assert shown.process.wait(30) == 0


def test_a_closed_window_saves_the_game() -> None:
    with terminal() as shown:
        shown.prompt()
        shown.type("1\r")
        shown.until("Take a token of any colour")
        shown.prompt()
        shown.process.send_signal(signal.SIGHUP)
        assert shown.process.wait(30) == 0
    assert len(saved()) == 1


def test_piped_lines_and_bytes_that_are_no_text() -> None:
    typed = b"1\n\xff\xfe\x00\x80\n1\n" + b"\xc3" * 100_000 + b"\n1\n"
    done = subprocess.run(COMMAND, input=typed, capture_output=True, timeout=120, check=False)
    output = done.stdout.decode("utf-8")
    assert (done.returncode, done.stderr) == (0, b"")
    assert output.count("I don't understand") == 2
    assert "Resume with:" in output
    assert "\x1b" not in output
    assert len(saved()) == 1


def test_a_refusal_is_one_sentence_and_exit_code_2() -> None:
    done = subprocess.run([*COMMAND, "--players", "9"], capture_output=True, timeout=120, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Bazaar is for 2 to 6 players, not 9.\n"


def test_a_saved_game_keeps_its_language() -> None:
    sound("--seed", "4", "--language", "fr", typed=["1", "quitter"])
    again = sound("--resume", str(saved()[0]), game="")
    assert "La partie reprend" in again
    assert "The game continues" in sound("--resume", str(saved()[0]), "--language", "en", game="")
