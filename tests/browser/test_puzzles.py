"""Puzzles: found on the home page, tried, solved or given up; rating and streak are kept."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.axe import serious_faults
from browser.conftest import Meet
from browser.person import TITLES, Person, wait_for

pytestmark = pytest.mark.slow


def puzzle_of(person: Person, game: str) -> Page:
    """The first puzzle of a game, from the home page."""
    page = person.visit()
    page.get_by_role("link", name=f"Puzzles: {TITLES[game]}").click()
    page.wait_for_url(f"**/puzzles/{game}?id=*")
    page.locator("section.board").locator("svg, button").first.wait_for()
    return page


def rating_of(page: Page) -> int:
    shown = page.locator("dl.score dd").first.inner_text()
    return int(re.match(r"\d+", shown).group())  # type: ignore[union-attr]


@pytest.mark.parametrize("game", TITLES)
@pytest.mark.parametrize("width", [360, 1440])
def test_a_solution_is_shown_to_who_gives_up(meet: Meet, game: str, width: int) -> None:
    ada = meet(width=width, height=740 if width == 360 else 900)
    page = puzzle_of(ada, game)
    before = rating_of(page)
    assert serious_faults(ada) == []
    ada.button("Show the best move").click()
    expect(page.get_by_text("This was the move.")).to_be_visible()
    assert rating_of(page) < before
    assert page.get_by_role("row").count() >= 3, "the moves that were compared"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the window"
    assert serious_faults(ada) == []
    kept = rating_of(page)
    page.reload()
    page.locator("section.board").locator("svg, button").first.wait_for()
    assert rating_of(page) == kept


def test_a_try_is_told_right_or_wrong_and_counts_once(meet: Meet) -> None:
    ada = meet(width=1440, height=900)
    page = puzzle_of(ada, "through_the_desert")
    status = page.get_by_role("region", name="Puzzle").get_by_role("status")
    spot = {"acts": False}
    while not spot["acts"]:
        wait_for(page, "probe.next('through_the_desert') !== null")
        spot = page.evaluate("probe.next('through_the_desert')")
        ada.press(spot, "mouse")
    expect(status).to_contain_text(re.compile("There is something better|That is the move"))
    told = rating_of(page)
    if page.get_by_text("There is something better").count():
        ada.button("Show the best move").click()
        expect(status).to_contain_text("This was the move.")
    assert rating_of(page) == told, "a first try counts, and nothing after it"
