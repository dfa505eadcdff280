"""Two people: a move undone, one asked back and refused, one asked back and given."""

from __future__ import annotations

import pytest

from browser.conftest import Meet
from browser.person import Person, wait_for

pytestmark = pytest.mark.slow

GAME = "through_the_desert"


_WATCH = """() => {
    globalThis.leaving = 0;
    new MutationObserver((changes) => {
        for (const change of changes)
            for (const node of change.addedNodes) if (node.querySelector?.("[data-leaving]")) globalThis.leaving += 1;
    }).observe(document.body, { childList: true, subtree: true });
}"""
"""Counts the camels that go back to their pile."""


def _ask_back(person: Person) -> None:
    person.button("More").click()
    person.button("Ask to take my last move back").click()


def test_undo_and_take_back(meet: Meet) -> None:
    ada, bo = meet(reduced_motion="no-preference"), meet()
    bo.join(ada.make_table(GAME, "me open"))
    ada.button("Start the game").click()
    ada.at_table()
    bo.at_table()
    # Past the leaders, to the first of two camels.
    while not (ada.button("Undo").count() and ada.on_turn()):
        person = ada if ada.on_turn() else bo
        person.until("known.actor === known.seat")
        person.move(GAME)
        ply = person.known()["ply"]
        for each in (ada, bo):
            each.until(f"known.ply >= {ply}")

    for person in (ada, bo):
        person.page.evaluate(_WATCH)
    ply = ada.known()["ply"]
    ada.button("Undo").click()
    ada.until(f"known.ply === {ply - 1}")
    bo.until(f"known.ply === {ply - 1}")
    wait_for(ada.page, "leaving === 1")
    ada.page.locator("[data-leaving]").wait_for(state="detached")
    assert (ada.page.evaluate("leaving"), bo.page.evaluate("leaving")) == (1, 0), "calmly home, or at once"
    ada.move(GAME)
    ada.move(GAME)
    bo.until("known.actor === known.seat")
    ply = ada.known()["ply"]

    _ask_back(ada)
    bo.page.get_by_text("Ada asks to take their last move back.").wait_for()
    ada.page.get_by_text("You asked to take your move back. Waiting for Bo.").wait_for()
    bo.button("Decline").click()
    ada.page.get_by_text("You asked to take your move back.").wait_for(state="detached")
    ada.page.get_by_role("log").get_by_text("Your request was declined.").wait_for()
    assert ada.known()["ply"] == ply

    _ask_back(ada)
    bo.button("Agree").click()
    ada.until(f"known.ply < {ply} && known.actor === known.seat")
    bo.until(f"known.ply < {ply}")
    bo.page.get_by_text(f"The game went back to move {bo.known()['ply']}.").wait_for(state="attached")
    ada.move(GAME)


def test_a_bot_plays_for_somebody_who_stays_away_until_they_are_back(meet: Meet) -> None:
    ada, bo = meet(), meet()
    bo.join(ada.make_table(GAME, "me open"))
    ada.button("Start the game").click()
    ada.at_table()
    bo.at_table()
    has_moved = False
    while not (has_moved and ada.known()["actor"] == bo.known()["seat"]):
        person = ada if ada.on_turn() else bo
        person.until("known.actor === known.seat")
        person.move(GAME)
        has_moved |= person is ada
        ply = person.known()["ply"]
        for each in (ada, bo):
            each.until(f"known.ply >= {ply}")

    table = bo.page.url
    bo.visit("/")
    ada.page.get_by_text("Bo is away. A bot can take over in").wait_for()
    assert ada.button("Let a bot play on").count() == 0
    ada.button("Let a bot play on").click()
    told = ada.page.get_by_role("list", name="Moves")
    told.get_by_text("Ada let a bot play for Bo, who was away.").wait_for()
    ada.button("More").click()
    ada.button("Ask for a pause").or_(ada.button("Let a bot play for me")).first.wait_for()
    assert ada.button("Ask to take my last move back").count() == 0
    bo.visit(table)
    told.get_by_text("Bo is back and plays on.").wait_for()
    ada.page.get_by_role("status").filter(has_text="Bo is back and plays on.").wait_for(state="attached")
    bo.page.get_by_role("list", name="Moves").get_by_text("Ada let a bot play for Bo, who was away.").wait_for()


def test_open_tables_are_shown_by_game(meet: Meet) -> None:
    ada = meet()
    ada.make_table("bazaar", "me open")  # by link only: it makes Ada known
    for game in ("bazaar", GAME):
        body = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}], "public": True}
        assert ada.context.request.post(f"{ada.house.url}/api/tables", data=body).ok
    page = ada.visit("/")
    chips = page.get_by_role("group", name="Which open tables to show")
    listed = page.get_by_role("region", name="Open tables").get_by_role("listitem")
    listed.nth(1).wait_for()
    chips.get_by_role("button", name="Bazaar", exact=True).click()
    listed.nth(1).wait_for(state="detached")
    assert "Bazaar" in listed.inner_text()
    chips.get_by_role("button", name="Desert Bazaar", exact=True).click()
    page.get_by_text("No table for this game is waiting for players.").wait_for()
    chips.get_by_role("button", name="All games", exact=True).click()
    listed.nth(1).wait_for()


def test_what_is_said_at_a_table_is_heard_at_it(meet: Meet) -> None:
    ada, bo = meet(), meet()
    bo.join(ada.make_table("bazaar", "me open"))
    said = ada.page.get_by_role("textbox", name="Say something")
    said.fill("The market opens at dawn.")
    said.press("Enter")
    bo.page.get_by_text("The market opens at dawn.").wait_for()
    ada.page.get_by_text("The market opens at dawn.").wait_for()
    wait_for(ada.page, "said => said.value === ''", said.element_handle())
