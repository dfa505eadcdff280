"""Several people at one keyboard: whose secrets show, and what may be typed between two of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.desert_bazaar import camp
from games.through_the_desert.test_terminal import sound as desert


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that are left are saved where one is."""
    monkeypatch.chdir(tmp_path)


TWO = ("--bots", "human,human", "--seed", "8")
PROMPT = "Press Enter when only you can see the screen."


def hands_in(text: str) -> int:
    return len(re.findall(r"^.*\bHand\b", text, flags=re.MULTILINE))


@pytest.mark.parametrize("typed", ["hint", "board", "1", "roll silk", "?", "x"])
def test_only_an_empty_line_shows_a_hand(typed: str) -> None:
    output = camp.sound(*TWO, typed=[typed, typed])
    assert output.count(PROMPT) == 3
    assert hands_in(output) == 0
    assert hands_in(camp.sound(*TWO, typed=[typed, ""])) > 0


def test_whoever_has_just_moved_may_take_it_back_before_the_next_looks() -> None:
    typed = [""]
    for _ in range(60):
        before, _, answer = camp.sound(*TWO, typed=[*typed, "undo"]).rpartition("undo")
        between = before.rstrip("> \n").endswith(PROMPT)
        if between and "Taken back" in answer:
            assert hands_in(answer) > 0, "the turn is theirs again, and so is the screen"
            return
        typed.append("" if between else "1")
    pytest.fail("no turn ended without chance")


def test_leaving_works_between_two_people() -> None:
    assert "You leave the table" in camp.sound(*TWO, typed=["quit"])


def test_face_down_totals_are_shown_to_none_of_several() -> None:
    hidden = desert("--bots", "human", "--hidden-scores", "--seed", "3", typed=["1"] * 14)
    assert re.search(r"Player 1 .*—", hidden)
    assert re.search(r"Player 2 .*—", hidden)
    assert not re.search(r"Player [12] +\d+ *$", hidden, flags=re.MULTILINE)


def test_a_space_alone_is_explained_for_every_colour() -> None:
    told = desert("--seed", "3", typed=["why m7"])
    assert "pink m7: not now." in told
    assert "blue m7: not now." in told
    assert "TD-1" in told.partition("pink m7")[2]


def test_a_narrow_terminal_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert "60 columns wide; the board needs 76" in " ".join(desert("--seed", "3").split())
    monkeypatch.setenv("COLUMNS", "80")
    assert "columns wide" not in desert("--seed", "3")
