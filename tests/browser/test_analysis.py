"""A finished game is analysed in its replay: followed, walked through, read at every width and in both languages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.axe import serious_faults
from browser.conftest import Meet
from browser.person import PATIENCE, RECORDS, TITLES, Person

pytestmark = pytest.mark.slow

LONG = 5 * PATIENCE * 1000
"""Milliseconds for an analysis: a guard, not a measure."""


def analysed(person: Person, game: str, word: str = "Analyse") -> Page:
    """A finished game that was brought in, with its analysis done."""
    page = person.bring(game)
    person.button(word).click()
    chart(page).wait_for()
    expect(page.locator("progress")).to_have_count(0, timeout=LONG)
    return page


def chart(page: Page) -> Locator:
    return page.locator("figure svg")


def moments(page: Page) -> Locator:
    return page.get_by_role("tabpanel").locator("ol > li")


@pytest.mark.parametrize("game", TITLES)
@pytest.mark.parametrize("width", [360, 1440])
def test_a_player_walks_to_what_decided_the_game(meet: Meet, game: str, width: int) -> None:
    ada = meet(width=width, height=740 if width == 360 else 900)
    page = analysed(ada, game)
    slider = page.get_by_role("slider")
    assert moments(page).count() in (1, 2, 3)
    assert page.locator("figure circle.flag").count() == moments(page).count(), "the chart has a number for each"
    moment = moments(page).first
    moment.get_by_role("button", name=re.compile("Go to move")).click()
    at = re.search(r"\d+", moment.get_by_role("button").inner_text())
    assert at is not None
    expect(slider).to_have_value(at.group())
    expect(moment).to_have_class(re.compile("now"))
    # what is said of the move beside the board is what the report says
    judged = moment.locator("strong").first.inner_text()
    expect(page.locator(".verdict[class*=svelte] strong").first).to_have_text(judged)

    page.get_by_role("tab", name="Moves").click()
    marks = page.get_by_role("tabpanel").get_by_role("img", name=re.compile("Blunder|Mistake|Inaccuracy"))
    assert marks.count() > 0, "the list of moves marks those that cost something"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the window"


def test_the_table_behind_the_chart_says_the_same(meet: Meet) -> None:
    page = analysed(meet(), "bazaar")
    page.get_by_text("Every move as a table").click()
    rows = page.get_by_role("group", name="Every move as a table").locator("tbody tr")
    last = int(page.get_by_role("slider").get_attribute("max") or 0)
    assert 0 < rows.count() <= last
    for row in (rows.first, rows.last):
        shares = [int(text.rstrip("%")) for text in row.locator("td").all_inner_texts() if text.endswith("%")]
        assert sum(shares) in range(99, 102)
    shown = [text for text in rows.last.locator("td").all_inner_texts() if text.endswith("%")]
    page.keyboard.press("End")
    players = page.get_by_role("list", name="Players").get_by_role("listitem")
    for at, share in enumerate(shown):
        expect(players.nth(at).locator(".share")).to_contain_text(share)


def test_a_better_move_is_shown_on_the_board(meet: Meet) -> None:
    ada = meet(width=1440, height=900)
    page = analysed(ada, "through_the_desert")
    page.get_by_role("tab", name="Moves").click()
    page.get_by_role("tabpanel").get_by_role("button").filter(
        has=page.get_by_role("img", name=re.compile("Blunder|Mistake"))
    ).first.click()
    expect(page.get_by_text("Better:").first).to_be_visible()
    show = ada.button("Show on the board")
    show.click()
    expect(page.get_by_text("Before the move. Marked:")).to_be_visible()
    expect(page.locator("section.board .pointed, section.board .shown").first).to_be_attached()
    show.click()
    expect(page.get_by_text("Before the move. Marked:")).to_have_count(0)


def test_by_keyboard_and_in_french(meet: Meet) -> None:
    ada = meet(locale="fr-FR")
    ada.visit("/import")
    page = analysed_in_french(ada)
    page.get_by_role("heading", name="Les moments qui ont décidé la partie").wait_for()
    slider = page.get_by_role("slider")
    before = slider.input_value()
    page.get_by_role("heading", level=1).first.focus()
    page.keyboard.press("ArrowRight")
    expect(slider).not_to_have_value(before)
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"\d+\s%"))
    tab = page.get_by_role("tab", name="Bilan")
    tab.focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Ce coup")).to_have_attribute("aria-selected", "true")


def analysed_in_french(person: Person) -> Page:
    page = person.page
    page.locator("input[type=file]").set_input_files(RECORDS["bazaar"])
    page.get_by_role("button", name="Importer", exact=False).first.click()
    page.wait_for_url("**/replay/*")
    person.button("Analyser").click()
    chart(page).wait_for()
    expect(page.locator("progress")).to_have_count(0, timeout=LONG)
    return page


def test_it_is_kept_for_others_and_told_by_a_link(meet: Meet) -> None:
    ada = meet()
    page = analysed(ada, "bazaar")
    bo = meet()
    other = bo.visit(page.url)
    chart(other).wait_for()
    assert bo.button("Analyse").count() == 0, "it is there already"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(meet: Meet, scheme: str) -> None:
    ada = meet(color_scheme=scheme)
    page = analysed(ada, "bazaar")
    found = serious_faults(ada)
    for tab in ("This move", "Moves"):
        page.get_by_role("tab", name=tab).click()
        found += serious_faults(ada)
    assert found == []


def test_a_replay_plays_to_its_end(meet: Meet) -> None:
    page = meet().bring("bazaar")
    slider = page.get_by_role("slider")
    last = int(slider.get_attribute("max") or 0)
    slider.fill(str(last - 3))
    page.get_by_role("button", name="Play", exact=True).click()
    expect(slider).to_have_value(str(last), timeout=LONG)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
