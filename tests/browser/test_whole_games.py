"""A whole game of each kind in two browsers, a person each, joined by a link alone; bots in the other seats."""

from __future__ import annotations

import pytest

from browser.conftest import Meet
from browser.person import play_out

pytestmark = pytest.mark.slow

TABLES = {
    "through_the_desert": "me open novice",
    "desert_bazaar": "me open novice",
    "bazaar": "me open novice",
}


@pytest.mark.parametrize("game", TABLES)
def test_two_people_play_to_the_end(meet: Meet, game: str) -> None:
    ada, bo = meet(), meet()
    bo.join(ada.make_table(game, TABLES[game]))
    ada.button("Start the game").click()
    for person in (ada, bo):
        person.at_table()

    assert play_out([ada, bo], game) >= 10

    for person in (ada, bo):
        result = person.page.get_by_role("dialog", name="Result")
        result.wait_for()
        result.get_by_role("status").get_by_text("Chance was fair").wait_for()
        for name in ("Ada", "Bo"):
            assert result.get_by_text(name).count() >= 1
        assert result.get_by_role("link", name="Replay").is_visible()
    ada.button("Play again").click()
    ada.page.wait_for_url(lambda url: url != bo.page.url)
    bo.page.get_by_role("link", name="To the next game").first.wait_for()
