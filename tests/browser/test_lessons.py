"""The first game guides, done to their end with the controls of the board."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page

from browser.conftest import Meet
from browser.person import TITLES
from saltroad.lessons import script_of

pytestmark = pytest.mark.slow


def _controls(page: Page, action: str) -> list[Locator]:
    """What a reader presses for an action of the lesson, one after the other."""
    verb, what, *rest = *action.split(" "), ""
    space = page.locator(f'[data-space="{what}"]')
    if space.count():
        pile = page.locator(f'[data-pile="{verb}"]')
        return [space] if pile.get_attribute("aria-pressed") == "true" else [pile, space]
    tray = page.locator(".tray")
    match verb:
        case "build":
            return [page.locator(f'[data-tile="{what}"]').first, page.locator(f'[data-spot="space {rest[0]}"]')]
        case "pay":
            return [page.locator(".payment .pay")]
        case "keep":
            return [page.locator("button.keep", has_text="water").first]
        case "roll" if what:
            return [page.get_by_role("button", name=what, exact=False).and_(page.locator(".db-choice"))]
        case "roll":
            return [tray.locator(".roll")]
        case "take":
            return [tray.locator(".take").get_by_role("button", name=what, exact=False)]
        case "trade":
            return [page.locator(f'[data-trade="{action}"]').first]
        case "buy":
            return [page.locator(".stall.buy").first]
        case "return":
            return [tray.get_by_role("button", name="white", exact=False).first, tray.locator(".does .button.main")]
    raise AssertionError(action)


@pytest.mark.parametrize("game", TITLES)
def test_a_lesson_to_its_end(meet: Meet, game: str) -> None:
    ada = meet()
    page = ada.visit(f"/learn/{game}")
    page.locator("section.board svg").first.wait_for()
    steps = script_of(game).steps
    for number, step in enumerate(steps, 1):
        page.get_by_role("heading", name=f"{number} of {len(steps)}", exact=False).wait_for()
        wanted = [*step.does, *step.asks]
        if wanted:
            for control in _controls(page, wanted[0]):
                control.click()
            page.locator(".praise").wait_for()
        if number < len(steps):
            ada.use(page.locator(".on").get_by_role("button"))
    ada.use(page.locator(".ways").get_by_role("button").first)
    ada.at_table()
