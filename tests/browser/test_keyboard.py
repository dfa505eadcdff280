"""By keyboard alone: a whole game of Bazaar from the home page on, whole turns of the others."""

from __future__ import annotations

import pytest

from browser.conftest import Meet
from browser.person import wait_for

pytestmark = pytest.mark.slow


def test_the_puzzle_for_one_from_home_to_the_result(meet: Meet) -> None:
    ada = meet()
    ada.visit()
    ada.use(ada.button("Play with friends: Bazaar"), "keys")
    dialog = ada.page.get_by_role("dialog")
    dialog.wait_for()
    ada.walk_to(dialog.get_by_role("radio", name="1", exact=True))
    ada.use(ada.button("Play now"), "keys")
    ada.at_table()
    while ada.known()["state"] == "playing":
        ada.follow_hint("keys")
    ada.page.get_by_role("dialog", name="Result").wait_for()
    ada.use(ada.button("Look at the board"), "keys")
    ada.page.get_by_role("dialog", name="Result").wait_for(state="hidden")


@pytest.mark.parametrize(("game", "moves"), [("through_the_desert", 9), ("desert_bazaar", 8), ("bazaar", 8)])
def test_whole_turns(meet: Meet, game: str, moves: int) -> None:
    ada = meet()
    ada.play(game)
    made = 0
    while made < moves:
        if ada.on_turn():
            ada.move(game, "keys")
            made += 1
            wait_for(ada.page, "document.querySelector('.only-read[role=status]').innerText.trim() !== ''")  # announced
        else:
            ada.page.wait_for_timeout(10)


def test_the_skip_link_comes_first_and_leads_to_the_page(meet: Meet) -> None:
    page = meet().visit()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#main"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")
