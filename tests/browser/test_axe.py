"""axe on every page, by day and by night: nothing serious."""

from __future__ import annotations

import pytest

from browser.axe import serious_faults
from browser.conftest import Meet
from browser.person import TITLES, Person

pytestmark = pytest.mark.slow


@pytest.fixture(params=["light", "dark"])
def reader(request: pytest.FixtureRequest, meet: Meet) -> Person:
    """Somebody by day or by night."""
    return meet(color_scheme=request.param)


def test_pages(reader: Person) -> None:
    found: list[str] = []
    for path in (
        "/",
        "/settings",
        "/import",
        "/nowhere",
        "/in/abc",
        *(f"/{kind}/{game}" for kind in ("rules", "learn") for game in TITLES),
    ):
        reader.visit(path)
        reader.page.wait_for_load_state("networkidle")
        found += serious_faults(reader)
    assert found == []


def test_pages_of_somebody_known(reader: Person) -> None:
    found: list[str] = []
    reader.make_table("bazaar", "me open kept")
    found += serious_faults(reader)
    reader.visit("/settings")
    reader.button("Create a private link").click()
    reader.page.get_by_role("textbox", name="Your private link").wait_for()
    found += serious_faults(reader)
    reader.visit("/")
    reader.button("Play with friends: Desert Bazaar").click()
    reader.page.get_by_role("dialog").wait_for()
    found += serious_faults(reader)
    assert found == []


@pytest.mark.parametrize("game", TITLES)
def test_a_table(reader: Person, game: str) -> None:
    found: list[str] = []
    reader.play(game)
    for moves in (0, 1, 6):
        made = 0
        while made < moves:
            if reader.on_turn():
                reader.move(game)
                made += 1
            else:
                reader.page.wait_for_timeout(10)
        reader.until("known.actor === known.seat")
        found += serious_faults(reader)
    spot = reader.page.evaluate("game => probe.next(game)", game)
    reader.page.mouse.move(spot["x"], spot["y"])
    found += serious_faults(reader)
    reader.button("Rules").first.click()
    reader.page.get_by_role("dialog").get_by_role("heading").nth(1).wait_for()
    found += serious_faults(reader)
    assert found == []


@pytest.mark.parametrize("game", TITLES)
def test_a_replay(reader: Person, game: str) -> None:
    reader.bring(game)
    assert serious_faults(reader) == []


def test_a_result(reader: Person) -> None:
    reader.make_table("bazaar", "me")
    reader.at_table()
    while reader.known()["state"] == "playing":
        reader.follow_hint()
    reader.page.get_by_role("dialog", name="Result").get_by_text("fair", exact=False).first.wait_for()
    assert serious_faults(reader) == []
