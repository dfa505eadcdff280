"""Desert Bazaar with a fair start: the option at a new table, and the extra cards of the player who comes last."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator

from browser.conftest import Meet
from browser.person import Hand, Person

pytestmark = pytest.mark.slow

GAME = "desert_bazaar"
OPTIONS = {"Fair start": "on", "Who begins": "2"}
SCREENS: list[tuple[Hand, dict[str, Any]]] = [
    ("mouse", {}),
    ("keys", {}),
    ("touch", {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}),
]


def choices(person: Person) -> Locator:
    return person.page.locator(".ask .db-choice")


def held(person: Person) -> int:
    """The cards that the page shows in one's hand."""
    return sum(map(int, person.page.locator(".stores .hand b").all_inner_texts()))


def to_extra_cards(person: Person, hand: Hand) -> None:
    """Bots deal themselves their cards; wilds of one's own are named."""
    while not choices(person).count():
        if person.on_turn() and person.page.locator(".naming").count():
            person.move(GAME, hand)
        person.page.wait_for_timeout(10)


@pytest.mark.parametrize(("hand", "screen"), SCREENS, ids=[hand for hand, _ in SCREENS])
def test_the_last_of_three_takes_two_extra_cards(meet: Meet, hand: Hand, screen: dict[str, Any]) -> None:
    ada = meet(**screen)
    ada.make_table(GAME, "me novice novice", options=OPTIONS, drawn=False)
    ada.at_table()
    to_extra_cards(ada, hand)
    assert held(ada) == 9
    ada.page.get_by_text("Your turn: take 2 extra cards of your choice, one by one.").first.wait_for()
    assert [choices(ada).nth(k).get_attribute("aria-disabled") for k in range(4)] == ["false"] * 4

    assert ada.move(GAME, hand).startswith("Take silk")
    assert ada.known()["last"] == "collect silk"
    ada.page.get_by_text("Your turn: take an extra card of your choice.").first.wait_for()
    assert held(ada) == 10

    ada.page.get_by_text("Ada takes an extra silk card").first.wait_for(state="attached")
    ada.follow_hint(hand)
    ada.page.get_by_text("Your turn: take a free card and roll").first.wait_for()
    assert held(ada) == 11
