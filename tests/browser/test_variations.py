"""What if? Moves played on from a finished game or from the start of one, alone, against bots, and by a friend's link;
and a mistake that is tried again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.axe import serious_faults
from browser.conftest import Meet
from browser.person import PATIENCE, TITLES, Person, wait_for
from browser.test_analysis import analysed

pytestmark = pytest.mark.slow

LONG = 5 * PATIENCE * 1000
"""Milliseconds for a search on a busy machine: a guard, not a measure."""


def best_moves(page: Page) -> Locator:
    """The rows of the engine's moves."""
    return page.get_by_role("region", name="Engine").locator("tbody tr")


def await_engine(page: Page) -> None:
    best_moves(page).first.wait_for(timeout=LONG)


def play_best(page: Page) -> None:
    """Play the engine's best move, and wait for its look at what comes after."""
    await_engine(page)
    before = page.url
    best_moves(page).first.get_by_role("button").click()
    expect(page).not_to_have_url(before)


def what_if(person: Person, game: str, part: float = 0.6) -> Page:
    """The page for playing on from somewhere in a finished game."""
    page = person.bring(game)
    slider = page.get_by_role("slider")
    slider.fill(str(int(part * int(slider.get_attribute("max") or 0))))
    page.get_by_role("link", name="What if?").click()
    page.wait_for_url("**/variation/*")
    page.locator("section.board").locator("svg, button").first.wait_for()
    return page


@pytest.mark.parametrize("game", TITLES)
@pytest.mark.parametrize("width", [360, 1440])
def test_a_player_plays_on_and_a_friend_sees_it_by_a_link(meet: Meet, game: str, width: int) -> None:
    ada = meet(width=width, height=740 if width == 360 else 900)
    page = what_if(ada, game)
    shares = page.get_by_role("img", name=re.compile("Chances of winning"))
    play_best(page)
    play_best(page)
    assert len(re.findall(r"[?&]a=", page.url)) == 2
    lines = page.get_by_role("list", name="Moves").get_by_role("listitem")
    expect(lines.nth(1)).to_be_visible()
    await_engine(page)
    expect(shares).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the window"
    told = lines.all_inner_texts()

    ada.button("Share").click()
    link = page.get_by_role("textbox", name="Link to this variation").input_value()
    page.keyboard.press("Escape")
    bo = meet()
    other = bo.visit(link)
    expect(other.get_by_role("list", name="Moves").get_by_role("listitem")).to_have_count(len(told))
    assert other.get_by_role("list", name="Moves").get_by_role("listitem").all_inner_texts() == told, "chance too"

    page.go_back()
    assert len(re.findall(r"[?&]a=", page.url)) == 1
    expect(lines).not_to_have_count(len(told))
    ada.button("Undo").click()
    expect(page).to_have_url(re.compile(r"ply=\d+$"))
    page.get_by_role("link", name=re.compile("Back to the game")).click()
    page.wait_for_url("**/replay/*")


def test_bots_answer_where_they_are_asked_to(meet: Meet) -> None:
    page = what_if(meet(), "bazaar", 0.4)
    page.get_by_label("You play").select_option(index=1)
    page.get_by_label("The others").select_option("novice")
    question = page.locator(".said[role=status]")
    expect(question).to_contain_text(re.compile("Your turn|your"), timeout=LONG)
    made = 0
    while made < 8 and len(re.findall(r"[?&]a=", page.url)) == made:
        play_best(page)
        expect(question).to_contain_text(re.compile("Your turn|your"), timeout=LONG)
        made += 1
    assert len(re.findall(r"[?&]a=", page.url)) > made, "the others have answered"


def test_a_mistake_is_tried_again(meet: Meet) -> None:
    ada = meet(width=1440, height=900)
    page = analysed(ada, "through_the_desert")
    page.get_by_role("tabpanel").get_by_role("link", name="Try again").first.click()
    page.wait_for_url("**/variation/*retry=*")
    card = page.get_by_role("region", name="Try again")
    expect(card).to_contain_text("Find a better move for")
    spot = {"acts": False}
    while not spot["acts"]:
        wait_for(page, "probe.next('through_the_desert') !== null")
        spot = page.evaluate("probe.next('through_the_desert')")
        ada.press(spot, "mouse")
    verdict = card.get_by_role("status")
    expect(verdict).to_contain_text(re.compile("That is the move!|That loses"), timeout=LONG)
    assert "a=" not in page.url, "a try is no move"


def test_the_board_of_a_game_from_its_start(meet: Meet) -> None:
    ada = meet()
    page = ada.visit("/")
    page.get_by_role("link", name="Analysis board: Bazaar").click()
    page.wait_for_url("**/analysis/bazaar")
    players = page.get_by_role("list", name="Players").get_by_role("listitem")
    expect(players).to_have_count(2)
    page.get_by_label("Players").first.select_option("4")
    expect(players).to_have_count(4)
    play_best(page)
    expect(page.get_by_role("list", name="Moves")).to_contain_text("Player 1")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(meet: Meet, scheme: str) -> None:
    ada = meet(color_scheme=scheme)
    page = what_if(ada, "desert_bazaar")
    await_engine(page)
    assert serious_faults(ada) == []
