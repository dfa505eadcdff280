"""`saltroad play through_the_desert`: the map, the words and whole games by typed lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console
from typer.testing import CliRunner, Result

from saltroad import load
from saltroad.cli.main import app
from saltroad.games.through_the_desert.actions import ACTIONS, Pass, Place
from saltroad.games.through_the_desert.terminal import paint
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Offer, Position
from saltroad.kernel.errors import BadOptions, SaltroadError
from saltroad.kernel.rulebook import LANGUAGES
from saltroad.messages import Piece, Sentence, Term, catalogue_of
from saltroad.records import History, Record, read_record_file
from saltroad.terminal import draw_board, painted
from saltroad.terminal.choices import Group, choices_of
from saltroad.terminal.paint import INK, PASTELS, SIGNS, style
from saltroad.terminal.scene import Scene

NAME = "through_the_desert"
GAME = load(NAME)
CHOICES = choices_of(NAME)
CATALOGUES = {language: catalogue_of("saltroad.games.through_the_desert", language) for language in LANGUAGES}
PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Emil")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")


def played(*arguments: str, typed: Sequence[str] = ()) -> Result:
    """A session in this process: the lines that are typed, then the end of the input."""
    bots = [] if "--bots" in arguments or "--resume" in arguments else ["--bots", "random"]
    lines = "".join(f"{line}\n" for line in typed)
    return CliRunner().invoke(app, ["play", NAME, *bots, *arguments], input=lines)


def sound(*arguments: str, typed: Sequence[str] = ()) -> str:
    result = played(*arguments, typed=typed)
    assert result.exception is None, result.exception
    assert result.exit_code == 0
    return result.output


def saved() -> list[Path]:
    return sorted(Path().glob("*.saltroad"))


def after(output: str, typed: str) -> str:
    """What follows the line that was typed, up to the next prompt."""
    return re.split(r"^> ", output.partition(f"> {typed}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


def asked(output: str) -> list[str]:
    return re.findall(r"^ +▶ ((?:Your turn|Player \d ·|À vous).*?) *$", output, flags=re.MULTILINE)


def groups_of(position: Position) -> Sequence[Group]:
    """The choices of the player to act, by kind; none where nobody is."""
    offers = GAME.offers(position).actions
    view = GAME.observe(position, GAME.actor(position)) if offers else None
    return CHOICES.grouped(view, offers, CATALOGUES["en"]) if offers else ()


@cache
def some_history(players: int, seed: int = 1, *, eager: bool = True) -> History:
    """A game of random moves; the eager ones take what earns most every other time."""
    history, rng = History(GAME, GAME.info.agree(players, {})), Rng(seed)
    history.settle(rng)
    while not history.is_over:
        legal = GAME.legal(history.position)
        choices = [choice for group in groups_of(history.position) for choice in group.choices]
        if eager and choices and rng.pick([0, 1]) == 1:
            legal = (max(choices, key=lambda choice: choice[1])[0],)
        history.play(rng.pick(legal))
    return history


def scene(history: History, ply: int) -> Scene:
    position = history.positions[ply]
    earns = {action: points for group in groups_of(position) for action, points in group.choices}
    return Scene(earns=earns, played=history.actions[:ply], since=max(0, ply - 4))


def drawn(view: Any, width: int, known: Scene | None = None, language: str = "en", **terminal: Any) -> str:
    console = Console(width=width, **terminal)
    with console.capture() as capture:
        console.print(draw_board(NAME, view, PEOPLE, CATALOGUES[language], known))
    return capture.get()


PLAIN: dict[str, Any] = {"color_system": None}
COLOURED: dict[str, Any] = {"color_system": "truecolor", "force_terminal": True}
NO_COLOR: dict[str, Any] = {"color_system": "truecolor", "force_terminal": True, "no_color": True}


def bare(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


# -- the map -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "step"), [(60, 80), (80, 29), (100, 29), (140, 80)])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_board_of_any_position_fits(players: int, width: int, step: int) -> None:
    history = some_history(players)
    for ply in [*range(0, len(history), step), len(history)]:
        for language, terminal in (("en", PLAIN), ("fr", COLOURED)):
            view = GAME.observe(history.positions[ply], None)
            lines = bare(drawn(view, width, scene(history, ply), language, **terminal)).splitlines()
            assert max(map(cell_len, lines)) <= min(width, 100)


@pytest.mark.parametrize("width", [80, 100])
def test_long_and_wide_names_are_cut(width: int) -> None:
    names = ["A very long name indeed, longer than any column", "漢字の名前はとても長いです", "", "D", "[bold]E"]
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(draw_board(NAME, GAME.observe(some_history(5).positions[70], 0), names, CATALOGUES["en"]))
    assert max(map(cell_len, capture.get().splitlines())) <= width
    assert "A very long…" in capture.get()
    assert "[bold]E" in capture.get()


def test_at_80_columns_nothing_of_the_map_or_the_rows_is_cut() -> None:
    history = some_history(5)
    view = GAME.observe(history.positions[120], None)
    narrow, wide = (drawn(view, width, **PLAIN) for width in (80, 100))
    for board in (narrow, wide):
        assert "…" not in board
        assert re.search(r"^ {5}a   b .*   q   r ", board, flags=re.MULTILINE)
        for text in ("Players", "Piles", "Caravans", "water", "oases", "areas", "leader", "(y) yellow", *PEOPLE):
            assert text in board
        for mark in SIGNS[:5]:
            assert f" {mark} " in board
    assert len(wide.splitlines()) < len(narrow.splitlines())


@pytest.mark.parametrize("terminal", [PLAIN, NO_COLOR, COLOURED], ids=["plain", "no_color", "coloured"])
def test_every_camel_shows_its_letter_and_its_owner(terminal: dict[str, Any]) -> None:
    history = some_history(4)
    ply = len(history) - 30
    view = GAME.observe(history.positions[ply], None)
    known = Scene(played=history.actions[:ply], since=ply - 3)
    lines = bare(drawn(view, 80, known, **terminal)).splitlines()
    first = next(k for k, line in enumerate(lines) if line.lstrip().startswith("a   b"))
    placed = [action.space for action in history.actions if isinstance(action, Place)]
    for seat, caravans in enumerate(view.caravans):
        for colour, caravan in zip("bglpy", caravans, strict=True):
            for name in caravan.camels:
                column, row = "abcdefghijklmnopqr".index(name[0]), int(name[1:]) - 1
                top, left = first + 2 + 2 * row + column % 2, 4 + 4 * column
                upper, lower = (line[left : left + 3] for line in lines[top : top + 2])
                assert upper[1] == (colour.upper() if name in placed[:20] else colour)
                assert lower == f" {SIGNS[seat]} "
                recent = any(isinstance(a, Place) and a.space == name for a in history.actions[ply - 3 : ply])
                assert (upper[0] == "»") is recent


def test_without_colour_there_is_none_and_with_it_there_is() -> None:
    history = some_history(3)
    view = GAME.observe(history.positions[90], None)
    assert "\x1b" not in drawn(view, 100, **PLAIN)
    assert not re.search(r"\x1b\[[0-9;]*[34]8;", drawn(view, 100, **NO_COLOR))
    assert re.search(r"\x1b\[[0-9;]*48;2;", drawn(view, 100, **COLOURED))
    for system in ("256", "standard"):
        assert bare(drawn(view, 100, **{**COLOURED, "color_system": system})) == bare(drawn(view, 100, **COLOURED))


def test_the_part_beyond_the_dark_line_is_left_out() -> None:
    rows = []
    for players in (3, 4):
        board = drawn(GAME.observe(some_history(players).positions[80], None), 80, **PLAIN)
        rows.append(re.findall(r"^ (?: |1)(\d)[ _]*[╱╲]", board, flags=re.MULTILINE))
    assert (len(rows[0]), len(rows[1])) == (13, 16)


def test_open_spaces_show_their_names_and_what_they_earn() -> None:
    history = some_history(2)
    ply = next(
        ply
        for ply in range(60, len(history))
        if any(
            points >= 5 and action.space not in dict(GAME.observe(history.positions[ply], None).water)
            for action, points in scene(history, ply).earns.items()
        )
    )
    known = scene(history, ply)
    view = GAME.observe(history.positions[ply], None)
    board, spectator = (drawn(view, 80, one, **PLAIN) for one in (known, None))
    dry = {action.space for action in known.earns if action.space not in dict(view.water)}
    assert dry
    for space in dry:
        assert re.search(rf"[╱╲]{space} *[╱╲]", board)
        assert not re.search(rf"[╱╲]{space} *[╱╲]", spectator)
    assert re.search(r"[bglpy]\+[5-9]|\+1\d", board)


def test_enclosed_areas_bear_their_owners_sign() -> None:
    history = some_history(2)
    view = GAME.observe(history.position, None)
    board = drawn(view, 80, **PLAIN)
    for seat, area in enumerate(view.areas):
        assert board.count(f"_{SIGNS[seat]}_") == len(set(area) - set(view.oases))
    assert any(view.areas)


def test_the_largest_caravans_and_the_pile_that_is_the_clock() -> None:
    history = some_history(2)
    board = drawn(GAME.observe(history.position, None), 100, **PLAIN)
    assert re.search(r"\d+\*", board)
    assert "largest" in board
    assert re.search(r"········ +0", board)


# -- choices and painted sentences -------------------------------------------------------------------------------------


def test_colours_are_painted_and_nothing_else() -> None:
    said = CATALOGUES["fr"].format("camel_placed", {"seat": 0, "colour": "pink", "space": "f4"}, names=PEOPLE)
    text = painted(NAME, said)
    assert text.plain == "place un chameau rose en f4"
    assert [(text.plain[span.start : span.end], span.style) for span in text.spans] == [
        ("rose", style(INK, PASTELS[3]))
    ]
    assert paint(Piece("water", "3")).plain == "3"
    assert paint(Term("other", "autre")) == paint(Piece("water", "autre"))


def test_camels_carry_the_letters_of_the_readers_language() -> None:
    view = GAME.observe(some_history(5).positions[70], 0)
    english, french = drawn(view, 100, **PLAIN), drawn(view, 100, language="fr", **PLAIN)
    assert "(p) pink" in english
    assert "(r) rose" in french
    assert "(p)" not in french


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_placement_can_be_typed_as_it_is_named(language: str) -> None:
    for action in ACTIONS:
        if isinstance(action, Place | Pass):
            assert GAME.parse(CHOICES.spelled(str(CHOICES.named(action, CATALOGUES[language])))) == action
    assert CHOICES.named(Place("pink", "f4"), CATALOGUES["fr"]) == Sentence((Term("pink", "rose"), " f4"))
    assert CHOICES.spelled("P F4") == CHOICES.spelled("rose F4") == CHOICES.spelled("R F4") == "pink f4"
    assert CHOICES.spelled("xyzzy f4") == "xyzzy f4"


def test_placements_are_grouped_by_colour_the_best_first() -> None:
    position = some_history(2).positions[80]
    view, offers = GAME.observe(position, GAME.actor(position)), GAME.offers(position).actions
    groups = CHOICES.grouped(view, offers, CATALOGUES["fr"])
    assert {str(group.called) for group in groups} <= {"bleu", "vert", "lilas", "rose", "jaune"}
    assert all(group.called == Sentence((Term(group.name, str(group.called)),)) for group in groups)
    assert sum(len(group.choices) for group in groups) == len(offers)
    for group in groups:
        assert {action.colour for action, _ in group.choices} == {group.name}
        assert [points for _, points in group.choices] == sorted((n for _, n in group.choices), reverse=True)
    outcome = some_history(2).outcome
    assert outcome is not None
    assert CHOICES.tie_break(outcome) == ""
    assert CHOICES.default(view) is None
    assert CHOICES.opens(GAME, position, offers[0].action, CATALOGUES["en"]) == Sentence()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_source_of_points_has_a_label(language: str) -> None:
    assert all(CATALOGUES[language].text(f"label-{source}") for source in GAME.info.sources)


def test_what_is_asked_in_the_first_turns() -> None:
    output = sound("--bots", "human,human", "--seed", "3", typed=["1"] * 20)
    tasks = asked(output)
    assert tasks[:15] == [f"Player {1 + k % 3} · Your turn: place a leader." for k in range(15)]
    assert tasks[15] == "Player 1 · Your turn: place your camel, only one in this first turn."
    assert tasks[16] == "Player 2 · Your turn: place your camel, only one in this first turn."
    assert tasks[17:20] == [
        "Player 3 · Your turn: place your first camel.",
        "Player 3 · Your turn: place your second camel.",
        "Player 1 · Your turn: place your first camel.",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pass_is_in_no_group(language: str) -> None:
    view = GAME.observe(some_history(2).positions[-20], None)
    assert not CHOICES.grouped(view, (Offer(Pass(), 0),), CATALOGUES[language])
    assert CHOICES.spelled(str(CHOICES.named(Pass(), CATALOGUES[language]))) == "pass"
    assert str(CHOICES.named(Pass(), CATALOGUES["fr"])) == "passer"


# -- whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_of_two_is_played_to_its_end_by_choosing_the_first(seed: int) -> None:
    output = sound("--seed", str(seed), typed=["1"] * 120)
    assert "The game is over: the last camel of a colour was placed. (TD-50)" in output
    assert re.search(r"(You win|random wins|You and random share the victory) with \d+ points", output)
    for column in ("water", "oases", "areas", "largest", "total"):
        assert column in output
    assert "Largest blue caravan" in output
    assert "save FILE to keep the record" in output
    assert max(map(cell_len, output.splitlines())) <= 100


def test_a_game_of_bots_only_shows_the_result() -> None:
    output = sound("--players", "3", "--bots", "random,random,random", "--seed", "3")
    assert "The game is over" in output
    assert re.search(r"random \d wins with|share the victory", output)


def test_the_one_who_begins_can_be_chosen_or_drawn() -> None:
    assert "Player 2 · Your turn: place a leader." in asked(sound("--bots", "human", "--start", "2", "--seed", "1"))
    begins = {re.findall(r"(You|random \d) begins?\b", sound("--players", "3", "--bots", "random,random", "--start",
              "drawn", "--seed", str(seed)))[0] for seed in range(6)}  # fmt: skip
    assert len(begins) > 1


@pytest.mark.parametrize(
    "arguments", [["--start", "3"], ["--start", "x"], ["--solo"], ["--players", "6"], ["--double-purchase"]]
)
def test_what_cannot_be_played_is_refused_before_it_begins(arguments: list[str]) -> None:
    result = played(*arguments)
    assert isinstance(result.exception, BadOptions)
    assert isinstance(result.exception, SaltroadError)


def test_bazaar_has_none_of_these_options() -> None:
    result = CliRunner().invoke(app, ["play", "bazaar", "--hidden-scores"])
    assert isinstance(result.exception, BadOptions)


def totals(output: str) -> list[list[str]]:
    """The column of totals of every board that was drawn, the reader's first."""
    boards = "".join(line for line in output.splitlines(keepends=True) if not re.match(r" *\d\. ", line))
    found = re.findall(r"[▶ ]  [●▲■]  (?:You|random \d) +(\d+|—)", boards)
    return [found[k : k + 3] for k in range(0, len(found), 3)]


def test_hidden_scores_show_no_totals_of_others_until_the_end() -> None:
    arguments = ["--players", "3", "--bots", "random,random", "--seed", "2"]
    typed = ["1"] * 120
    hidden, shown = (sound(*arguments, *more, typed=typed) for more in (["--hidden-scores"], []))
    boards, full = totals(hidden), totals(shown)
    assert len(boards) == len(full) > 20
    assert all(others == ["—", "—"] for _, *others in boards[:-1])
    assert [mine for mine, *_ in boards] == [mine for mine, *_ in full]
    assert boards[-1] == full[-1], "at the end all is shown"
    assert not any("—" in board for board in full)


# -- what can be typed -------------------------------------------------------------------------------------------------

LEADERS = ("pink f10", "green d12", "blue d8", "pink p8", "green k5", "yellow h6", "lilac o5", "blue n10", "yellow f2",
           "lilac r3")  # fmt: skip
"""Of two players in turn."""


@cache
def led(**options: Any) -> str:
    """The record of two people who have placed their leaders."""
    history = History(GAME, GAME.info.agree(2, options))
    history.settle(Rng(4))
    for leader in LEADERS:
        history.play(leader)
    return Record.of(history).text()


def begun(*typed: str, **options: Any) -> str:
    """A session that goes on after the leaders."""
    Path("led.saltroad").write_text(led(**options), "utf-8")
    return sound("--resume", "led.saltroad", typed=typed)


def test_leaders_by_name_stand_where_they_were_put() -> None:
    output = sound("--bots", "human", "--seed", "4", typed=LEADERS)
    for k, leader in enumerate(LEADERS):
        colour, space = leader.split()
        assert f"Player {1 + k % 2} places the {colour} leader on {space}." in output
    assert asked(output)[-1] == "Player 1 · Your turn: place your camel, only one in this first turn."


@pytest.mark.parametrize("text", ["pink f11", "PINK F11", "  Pink   f11", "p f11", "rose f11", "P F11"])
def test_a_placement_by_its_text(text: str) -> None:
    assert "Player 1 places a pink camel on f11" in begun(text)


def test_a_colour_shows_all_its_spaces() -> None:
    output = begun("pink", "p", "rose", "pi", "blue")
    for text in ("pink", "p", "rose", "pi"):
        reply = after(output, text)
        assert re.match(r"  pink, (\d+) in all:\n", reply)
        assert re.search(r"\bf11\b", reply)
        assert re.search(r"\bg11\b", reply)
    assert after(output, "blue").startswith("  blue, ")


def test_numbers_are_few_and_mean_what_stands_beside_them() -> None:
    output = begun()
    choices = output[output.rindex("▶ Player 1") :]
    offered = re.findall(r"(\d+)  ([a-r]\d+)(?: \+(\d+))?", choices)
    assert [int(number) for number, *_ in offered] == list(range(1, len(offered) + 1))
    assert len(offered) <= 20
    number, space, points = max(offered, key=lambda one: int(one[2] or 0))
    assert points
    assert re.search(rf"Player 1 places a \w+ camel on {space} and .* {points} points?", begun(number))
    assert asked(begun("pink", number))[-1] == asked(begun(number))[-1], "a list in between renumbers nothing"


def test_a_space_alone_is_enough_where_one_colour_can_go() -> None:
    assert "Player 1 places a pink camel on f11" in begun("f11")
    first = sound("--seed", "4", typed=["f10"])
    assert "That could be blue f10, green f10, lilac f10 or 2 more: type more of it." in first


def test_a_colour_that_cannot_be_placed_is_said_to_have_no_choice() -> None:
    output = sound("--bots", "human", "--seed", "4", typed=["pink f10", "pink", "p"])
    assert "There is no pink to choose now." in after(output, "pink")
    french = sound("--bots", "human", "--seed", "4", "--language", "fr", typed=["rose f10", "rose"])
    assert "Rien à choisir pour rose en ce moment." in after(french, "rose")


def test_why_quotes_the_rule() -> None:
    output = begun("why blue c4", "why pink f11", "why 1", "why p p9", "why", "rules TD-24", "rules 24", "pink p9")
    assert "blue c4: not now. c4 is not next to your blue caravan." in after(output, "why blue c4")
    assert "TD-23" in after(output, "why blue c4")
    assert "pink f11: yes." in after(output, "why pink f11")
    assert ": yes." in after(output, "why 1")
    assert "pink p9: not now." in after(output, "why p p9")
    assert "Name an action" in after(output, "why")
    assert "may not be next to a camel of the same colour" in " ".join(after(output, "rules TD-24").split())
    assert after(output, "rules 24") == after(output, "rules TD-24")
    assert "Not possible (TD-23)" in after(output, "pink p9")


def test_hint_suggests_a_legal_placement() -> None:
    output = begun("hint")
    (hint,) = re.findall(r"You could place an? \w+ camel on [a-r]\d+\. Type (\w+ [a-r]\d+)\.", output)
    assert "Not possible" not in begun(hint)


def test_help_tells_of_colours() -> None:
    reply = after(begun("?"), "?")
    assert "see all the choices of this kind" in reply
    assert "rules TD-01" in reply


RUBBISH = (
    *("", "   ", "0", "99", "-1", "9" * 5000, "xyzzy", "x" * 100_000, "\x00\x01\x1b[31m", "é" * 50, "²", "1 1", "pass"),
    *("pink z9", "pink f99", "pink f11 f12", "z9", "f", "why pink", "why", "why 99", "rules TD-99", "save /", "{x}"),
    *("[red]no[/red]", "palms a1", "water f7 3", "start 2", "without 1 pink", "pink pink", "f8", "pink b8", "blue f10"),
)


def test_bad_input_gets_an_answer_and_the_game_goes_on() -> None:
    output = begun(*RUBBISH, "pink f11")
    replies = re.split(r"^> .*\n", output, flags=re.MULTILINE)[1:]
    for line, reply in zip(RUBBISH, replies, strict=False):
        assert 1 <= len(reply.strip().splitlines()) <= 3, line
    assert "Traceback" not in output
    assert "Player 1 places a pink camel on f11" in output


def test_a_misprint_is_guessed() -> None:
    assert "Did you mean pink f11?" in after(begun("pinkk f11"), "pinkk f11")


# -- undo, save, resume ------------------------------------------------------------------------------------------------


def test_both_camels_of_a_turn_can_be_taken_back() -> None:
    before = begun("1", "1", "1", "1", "1")
    assert asked(before)[-1] == "Player 2 · Your turn: place your first camel."
    output = begun("1", "1", "1", "1", "1", "undo", "undo", "undo")
    assert [*asked(output)[-3:]] == [
        "Player 1 · Your turn: place your second camel.",
        "Player 1 · Your turn: place your first camel.",
        "Player 2 · Your turn: place your second camel.",
    ]
    assert output.count("Taken back: ") == 3
    lengths = {len(read_record_file(file).actions) for file in saved()}
    assert len(lengths) == 3, "as it was begun, with five camels more, and with two"


def test_undo_of_the_first_camel_against_a_bot_leaves_the_bots_moves() -> None:
    typed = ["1"] * 7
    before = sound("--seed", "4", typed=typed)
    output = sound("--seed", "4", typed=[*typed, "undo"])
    assert asked(before)[-2:] == ["Your turn: place your first camel.", "Your turn: place your second camel."]
    assert asked(output)[-1] == "Your turn: place your first camel."
    assert re.search(r"Taken back: \w+ [a-r]\d+\.", output)


def test_a_saved_game_goes_on_where_it_stood() -> None:
    output = begun("1", "1", "save mine", "quit", start="1", open_scores=False)
    record = read_record_file("mine.saltroad")
    assert dict(record.options.choices) == {"start": "1", "open_scores": False}
    again = sound("--resume", "mine.saltroad", "--hidden-scores")
    assert "The game continues where you left off." in again
    assert asked(again)[-1] == asked(output)[-1]
    board = output.rpartition("━━ Through")[2].partition("Players")[2].partition("\n\n")[0]
    assert board in again
    assert isinstance(played("--resume", "mine.saltroad", "--start", "2").exception, BadOptions)
    assert isinstance(played("--resume", "mine.saltroad", "--solo").exception, BadOptions)


# -- French ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [80, 100])
def test_french_is_french(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    typed = ["rose f10", "pourquoi rose f10", "conseil", "annuler", "rose f10", "aide", "bleu", "xyz"]
    output = sound("--seed", "4", "--language", "fr", "--hidden-scores", typed=[*typed, *["1"] * 9])
    for text in (
        "À vous : placez un chef.",
        "Vous placez le chef rose en f10.",
        "rose f10 : pas maintenant.",
        "Vous pourriez placer le chef ",
        "Annulé : rose f10, ",
        "bleu, ",
        "Je ne comprends pas.",
        "placez votre second chameau.",
        "Réserves",
        "oasis",
        "Pour la reprendre :",
    ):
        assert text in output
    assert "You" not in output
    assert not re.search(r"\b(pink|green|yellow|lilac)\b", output)
    assert max(map(cell_len, output.splitlines())) <= width


def test_no_line_is_longer_than_80_columns_with_five_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    typed = ["pink", "hint", "?", "rules", "why pink f7", "x" * 300, *["1"] * 40]
    output = sound("--players", "5", "--bots", "random,random,random,random", "--seed", "4", typed=typed)
    assert max(map(cell_len, output.splitlines())) <= 80
