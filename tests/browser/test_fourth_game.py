"""A game of another package, which has no board here: it is played at tables all the same, on the generic board."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from browser.axe import serious_faults
from browser.conftest import Meet
from browser.house import House, house_in
from browser.person import Person, play_out, wait_for
from examples.sites import A_GAME, installed

pytestmark = pytest.mark.slow

GAME = "pig"
SHORT = {"to 50 points instead of 100 (PG-04)": "on"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that finds the example game installed."""
    site = installed(A_GAME, tmp_path_factory.mktemp("site"))
    with house_in(tmp_path_factory.mktemp("house"), path=site) as house:
        yield house


def _board(person: Person) -> str:
    return person.page.locator("section.board").inner_text()


def test_two_friends_play_it_to_the_end_and_look_at_it_again(meet: Meet) -> None:
    ada, bo = meet(), meet(width=360, height=740, has_touch=True)
    page = ada.visit()
    card = page.get_by_role("article").filter(has_text="Roll as long as you dare")
    card.get_by_role("heading", name="Pig").wait_for()
    assert card.get_by_role("link", name="Learn").count() == 0, "it has no lesson"
    bo.join(ada.make_table(GAME, "me open", options=SHORT))
    ada.button("Start the game").click()
    ada.at_table()
    bo.at_table()

    first, second = (ada, bo) if ada.on_turn() else (bo, ada)
    expect(first.page.locator(".asks")).to_have_text("Your turn: choose an action.")
    name = "Ada" if first is ada else "Bo"
    expect(second.page.locator(".asks")).to_have_text(f"{name} is choosing an action.")
    first.move(GAME, "keys" if first is ada else "touch")
    assert "Goal" in _board(ada)
    assert "Points held" in _board(bo)
    expect(ada.page.get_by_role("list", name="Moves")).to_contain_text(f"{name} plays roll.")
    expect(ada.page.get_by_role("list", name="Moves")).to_contain_text("Chance: die")

    assert play_out([ada, bo], GAME) > 10
    result = ada.page.get_by_role("dialog", name="Result")
    result.wait_for()
    expect(result).to_contain_text("The goal is reached.")
    assert max(map(int, result.locator("td.total").all_inner_texts())) >= 50

    table = urlsplit(ada.page.url).path.rpartition("/")[2]
    replay = bo.visit(f"/replay/{table}")
    slider = replay.get_by_role("slider")
    slider.wait_for()
    replay.locator("section.board table").wait_for()
    bo.button("One move forward").click()
    expect(replay.locator(".said[role=status]")).to_contain_text("plays roll.")
    replay.get_by_role("heading", name="Pig", exact=False).focus()
    replay.keyboard.press("End")
    expect(slider).to_have_value(slider.get_attribute("max") or "")


def test_it_says_by_which_rule_something_cannot_be_done(meet: Meet) -> None:
    ada = meet()
    ada.play(GAME, bots=1)
    ada.until("known.actor === known.seat")
    ada.page.get_by_label("Ask about another action").fill("hold")
    ada.button("Why?").click()
    ada.page.get_by_role("link", name="Rule PG-03").click()
    ada.page.wait_for_url("**/rules/pig#PG-03")
    ada.page.get_by_text("After a roll other than 1, a player may hold").wait_for()


def test_a_hint_points_at_its_button_and_french_is_spoken_at_once(meet: Meet) -> None:
    ada = meet()
    ada.play(GAME, bots=1)
    ada.until("known.actor === known.seat")
    ada.button("Hint").click()
    hint = ada.page.get_by_role("status").filter(has_text="You could play roll.")
    hint.wait_for()
    expect(ada.page.locator(".choice.pointed")).to_have_text("Roll")
    ada.page.get_by_role("button", name="Français").click()
    wait_for(ada.page, "document.documentElement.lang === 'fr'")
    ada.page.get_by_role("status").filter(has_text="Vous pourriez jouer roll.").wait_for()
    expect(ada.page.locator(".asks")).to_have_text("À vous : choisissez une action.")
    assert "Points gardés" in _board(ada)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1440])
def test_nothing_is_hard_to_reach_or_to_read(meet: Meet, scheme: str, width: int) -> None:
    ada = meet(width=width, height=800, color_scheme=scheme)
    ada.play(GAME, bots=3)
    ada.until("known.actor === known.seat")
    assert serious_faults(ada) == []
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= width, "nothing sticks out at the side"
    for button in ada.page.locator(".choice").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
