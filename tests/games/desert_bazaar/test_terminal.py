"""Desert Bazaar in the terminal: the map, and what is shown to whom."""

from __future__ import annotations

import re
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from games.desert_bazaar.camp import (
    COLOURED,
    GAME,
    NO_COLOR,
    PEOPLE,
    PLAIN,
    bare,
    drawn,
    hex_of,
    plies_of,
    says,
    scene,
    some_history,
)
from saltroad.games.desert_bazaar.components import NAMES
from saltroad.games.desert_bazaar.terminal import draw, paint
from saltroad.kernel.chance import Rng
from saltroad.kernel.rulebook import LANGUAGES
from saltroad.messages import Piece, Term
from saltroad.terminal.paint import SIGNS
from saltroad.terminal.scene import Scene

# -- the map -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [60, 80, 100, 140])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_board_of_any_position_fits(players: int, width: int) -> None:
    history = some_history(players)
    for ply in [*range(0, len(history), 41), len(history)]:
        for language, terminal, opened in (("en", PLAIN, None), ("fr", COLOURED, 0)):
            view = GAME.observe(history.positions[ply], 0)
            known = scene(history, ply, opened=opened)
            lines = bare(drawn(view, width, known, language, **terminal)).splitlines()
            assert max(map(cell_len, lines)) <= min(width, 100)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_at_80_and_100_columns_nothing_is_cut(players: int, language: str) -> None:
    history = some_history(players)
    ply = plies_of(history, "begin")[12]
    view = GAME.observe(history.positions[ply], 0)
    for width in (80, 100):
        board = drawn(view, width, scene(history, ply), language, **PLAIN)
        assert "…" not in board
        labels = ("players", "left", "cards", "isolated", "encampments", "closing", "piles", "a_bar", "a_full", "hand")
        for key in labels:
            assert says(language).text(f"label-{key}") in board
        for tile in filter(None, view.sides[0] + view.sides[1]):
            assert f"[{tile[0]}]:{tile[2:]}" in board
        for seat in range(players):
            row = rf" {SIGNS[seat]}  {PEOPLE[seat]} +{view.held[seat]} +{view.markers[seat]} +{view.scores[seat]}\b"
            assert re.search(row, board)
        for r, letter in enumerate("SCPW"):
            assert re.search(rf"\[{letter}\] \w+ +[█·]+ +{view.piles[r]}\b", board)
    assert len(drawn(view, 100, **PLAIN).splitlines()) < len(drawn(view, 80, **PLAIN).splitlines()) <= 48


@pytest.mark.parametrize("terminal", [PLAIN, NO_COLOR, COLOURED], ids=["plain", "no_color", "coloured"])
def test_every_tent_shows_its_product_and_its_owner(terminal: dict[str, Any]) -> None:
    history = some_history(4)
    seen = set()
    for ply in [*plies_of(history, "begin")[::6], len(history)]:
        view = GAME.observe(history.positions[ply], None)
        board = drawn(view, 80, Scene(played=history.actions[:ply], since=ply), **terminal)
        sizes = {name: len(camp) for camp in view.camps for name in camp}
        for tent in view.tents:
            upper, lower = hex_of(board, tent.space)
            size = sizes[tent.space]
            kind = "full" if size == 7 else "bare" if tent.owner is None else "marked"
            seen.add(kind)
            if size == 7:
                assert (upper.strip(), lower) == ("", f" ({tent.tile[0].lower()}) ")
            else:
                mark = "–" if tent.owner is None else SIGNS[tent.owner]
                assert lower == f" {tent.tile[0]} {mark} "
                assert upper.startswith(tent.space)
                if size >= 5:
                    assert upper.endswith(str(size))
        taken = {tent.space for tent in view.tents}
        for name in set(NAMES) - taken:
            upper, _ = hex_of(board, name)
            assert upper == (f"{name:<5}" if name in view.room else "  ×  ")
    assert {"full", "marked"} <= seen


def test_the_last_move_is_marked_once_it_is_paid_for_and_before() -> None:
    history = some_history(3)
    ply = plies_of(history, "pay")[4]
    view = GAME.observe(history.positions[ply], None)
    tile, space = view.building
    pending = drawn(view, 80, scene(history, ply), **PLAIN)
    assert hex_of(pending, space) == (f"{space:<5}", f" {tile[0]} ? ")
    assert f"To be paid  {tile} on {space}" in pending
    paid = GAME.observe(history.positions[ply + 1], None)
    board = drawn(paid, 80, Scene(played=history.actions[: ply + 1], since=ply), **PLAIN)
    assert hex_of(board, space)[0].startswith(f"»{space}")


def test_the_spaces_of_a_chosen_tile_show_what_they_cost_and_earn() -> None:
    history = some_history(3)
    checked: set[int | str] = set()
    for ply in plies_of(history, "begin", "build"):
        known = scene(history, ply, opened=0)
        if not known.earns:
            continue
        board = drawn(GAME.observe(history.positions[ply], None), 80, known, **PLAIN)
        for build, points in known.earns.items():
            upper, lower = hex_of(board, build.space)
            price = known.prices[build]
            assert upper.startswith(build.space)
            assert upper.endswith(f"+{points}") is bool(points)
            assert lower.strip("_") == ("free" if not price else price if len(price) <= 5 else f"×{len(price)}")
            checked.add(len(price))
            checked.add(f"+{points}")
    assert {0, 1, 2, 3, "+0", "+2"} <= checked
    assert any(isinstance(one, str) and int(one) > 2 for one in checked), "closing a camp earns more"


def test_without_colour_there_is_none_and_with_it_there_is() -> None:
    history = some_history(3)
    view = GAME.observe(history.positions[90], None)
    assert "\x1b" not in drawn(view, 100, **PLAIN)
    assert not re.search(r"\x1b\[[0-9;]*[34]8;", drawn(view, 100, **NO_COLOR))
    assert re.search(r"\x1b\[[0-9;]*48;2;", drawn(view, 100, **COLOURED))
    for system in ("256", "standard"):
        assert bare(drawn(view, 100, **{**COLOURED, "color_system": system})) == bare(drawn(view, 100, **COLOURED))


def test_dice_and_the_die_kept_are_shown() -> None:
    history = some_history(3)
    ply = plies_of(history, "collect")[0]
    dice = GAME.observe(history.positions[ply], None).dice
    chips = " ".join(f"[{face}]" for face in dice)
    assert f"Dice  {chips}" in drawn(GAME.observe(history.positions[ply], None), 80, **PLAIN)
    ply = next(ply for ply in plies_of(history, "match"))
    kept = GAME.observe(history.positions[ply], None)
    chips = " ".join(f"[{face}]" for face in kept.dice)
    assert f"Dice  {chips}  [*] kept" in drawn(kept, 80, **PLAIN)


def test_long_and_wide_names_are_cut() -> None:
    names = ["A very long name indeed, longer than any column", "漢字の名前はとても長いです", "", "D", "[bold]E"]
    for width in (80, 100):
        console = Console(width=width, color_system=None)
        with console.capture() as capture:
            console.print(draw(GAME.observe(some_history(5).positions[70], 0), names, says("en"), Scene()))
        assert max(map(cell_len, capture.get().splitlines())) <= width
        assert "A very …" in capture.get()
        assert "[bold]E" in capture.get()


def test_a_part_of_a_sentence_is_painted_as_what_it_is() -> None:
    def painted(part: Piece | Term) -> list[str]:
        text = Text.assemble(paint(part))
        assert text.plain == str(part)
        return [text.plain[span.start : span.end] for span in text.spans]

    assert painted(Piece("tile", "W:SSC")) == ["W", "S", "S", "C"]
    assert painted(Piece("dice", "S*-")) == ["S", "*", "-"]
    assert painted(Piece("dice", "-")) == ["-"]
    assert painted(Piece("cards", "CP")) == ["C", "P"]
    assert painted(Term("silk", "soie")) == ["soie"]
    assert painted(Term("water", "d’eau")) == ["d’eau"]
    assert painted(Term("camp", "C")) == [], "words decide nothing"


# -- whose cards are shown ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_board_is_the_same_whatever_others_hold(players: int) -> None:
    history, differ = some_history(players), 0
    for ply in plies_of(history, "begin")[::9]:
        for viewer in (None, 0, players - 1):
            view = GAME.observe(history.positions[ply], viewer)
            other = GAME.determinize(view, Rng(ply))
            differ += GAME.remember(other, viewer).hands != GAME.remember(history.positions[ply], viewer).hands
            for width in (80, 100):
                boards = {drawn(GAME.observe(at, viewer), width, **PLAIN) for at in (history.positions[ply], other)}
                assert len(boards) == 1
    assert differ > 5


def test_the_hand_is_the_viewers_own_and_a_spectator_sees_none() -> None:
    history = some_history(4)
    ply = plies_of(history, "begin")[0]
    for viewer in range(4):
        view = GAME.observe(history.positions[ply], viewer)
        hand = view.hands[viewer]
        chips = "  ".join(" ".join([f"[{x}]"] * n) for x, n in zip("SCPW", hand, strict=True) if n)
        assert f" {SIGNS[viewer]}  Hand  {chips}\n" in drawn(view, 100, **PLAIN)
    assert "Hand" not in drawn(GAME.observe(history.positions[ply], None), 100, **PLAIN)


def test_open_hands_and_the_hands_of_the_end_are_in_a_table() -> None:
    for view in (
        GAME.observe(some_history(5, 2, open_hands=True).positions[60], 1),
        GAME.observe(some_history(5).position, 1),
    ):
        for width in (80, 100):
            board = drawn(view, width, **PLAIN)
            for r, letter in enumerate("SCPW"):
                counts = " +".join(str(hand[r]) for hand in view.hands)
                assert re.search(rf"\[{letter}\] \w+ +{counts} +{view.piles[r]}\b", board)
