"""The dice in a real browser: bound in every game, also alone and in a rematch; checked by the page itself."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from browser.conftest import Meet
from browser.house import House
from browser.person import Person, play_out
from saltroad.cli.main import app
from saltroad.records.dice import share_hash_of

pytestmark = pytest.mark.slow

GAME = "bazaar"


def receipt_of(person: Person) -> dict[str, Any]:
    """What this browser keeps of the table that it is at."""
    table = person.page.url.rpartition("/")[2]
    find = "table => Object.entries(localStorage).find(([key]) => key.includes('receipt.') && key.endsWith(table))[1]"
    kept = person.page.evaluate(find, table)
    receipt: dict[str, Any] = json.loads(kept)
    assert receipt["table"] == table
    return receipt


def check_bound(person: Person, house: House) -> dict[str, Any]:
    """The game at the table has begun with this browser's share."""
    person.at_table()
    person.until("known.state !== 'dealing'")
    receipt = receipt_of(person)
    assert receipt["revealed"]
    hashed = share_hash_of(receipt["share"], receipt["table"], receipt["commitment"])
    assert receipt["share_hashes"][receipt["seat"]] == hashed
    with sqlite3.connect(house.folder / "store.sqlite") as store:
        asked = "SELECT share, share_hash FROM seats WHERE table_id = ? AND kind = 'person'"
        assert (receipt["share"], hashed) in store.execute(asked, [receipt["table"]]).fetchall()
    return receipt


def alone(person: Person) -> None:
    """The puzzle for one, by one click."""
    person.visit()
    person.button("The puzzle for one: Bazaar").click()
    person.at_table()


def solve(person: Person) -> None:
    while person.known()["state"] != "over":
        person.until("known.state === 'over' || known.actor === known.seat")
        if person.known()["state"] != "over":
            person.follow_hint()


def test_alone_and_in_a_rematch_one_is_bound_and_checks_by_oneself(meet: Meet, house: House, tmp_path: Path) -> None:
    ada = meet()
    alone(ada)
    first = check_bound(ada, house)
    solve(ada)
    result = ada.page.get_by_role("dialog", name="Result")
    result.get_by_role("status").get_by_text("Chance was fair: this browser has checked").wait_for()
    result.get_by_text("How this is checked").click()
    files = []
    for name in ("Receipt", "Record"):
        with ada.page.expect_download() as download:
            result.locator(".fair").get_by_text(name, exact=True).click()
        files.append(tmp_path / name)
        download.value.save_as(files[-1])
    told = CliRunner().invoke(app, ["verify", str(files[1]), "--receipt", str(files[0])])
    assert told.exit_code == 0, told.output
    assert "It keeps to the receipt of the browser at seat 1." in told.output
    ada.button("Play again").click()
    ada.page.wait_for_url(lambda url: not url.endswith(first["table"]))
    second = check_bound(ada, house)
    assert (first["share"], first["commitment"]) != (second["share"], second["commitment"])


def test_another_share_is_found_out_by_the_page(meet: Meet, house: House) -> None:
    """A server that shows another share at the end is not believed, whatever it says of itself."""
    ada = meet()
    alone(ada)
    receipt = check_bound(ada, house)
    solve(ada)
    ada.page.get_by_role("status").get_by_text("Chance was fair").wait_for()

    def lie(route: Any) -> None:
        answer = route.fetch()
        shown = answer.json()
        route.fulfill(response=answer, json={**shown, "shares": ["ab" * 32, *shown["shares"][1:]]})

    ada.page.route("**/dice", lie)
    ada.page.reload()
    bad = "The dice are not what was promised: your share is not the one that this browser sent."
    ada.page.get_by_role("status").get_by_text(bad).wait_for()
    ada.page.unroute("**/dice")
    ada.page.evaluate("localStorage.clear()")
    ada.page.reload()
    ada.page.get_by_role("status").get_by_text("This device has no receipt").wait_for()
    assert receipt["deals"] == 1


def test_against_bots_one_click_is_enough(meet: Meet, house: House) -> None:
    ada = meet()
    ada.play_bots("through_the_desert")
    receipt = check_bound(ada, house)
    assert [bool(hashed) for hashed in receipt["share_hashes"]].count(True) == 1
    ada.play("through_the_desert", bots=1)
    assert check_bound(ada, house)["table"] != receipt["table"]


def test_two_people_are_bound_and_a_browser_that_is_gone_is_waited_for(meet: Meet, house: House) -> None:
    ada, bo = meet(), meet()
    link = ada.make_table(GAME, "me open")
    bo.join(link)
    for person in (ada, bo):
        person.until("known.deal?.share_hashes.every(Boolean)")
    bo.page.goto("about:blank")
    ada.button("Start the game").click()
    ada.page.get_by_role("heading", name="Preparing the dice").wait_for()
    ada.page.get_by_text("Waiting for Bo to come back…").wait_for()
    assert ada.button("Free Bo’s seat").count() == 0  # not before a minute has gone
    bo.visit(link)
    for person in (ada, bo):
        check_bound(person, house)
    assert receipt_of(ada)["share_hashes"] == receipt_of(bo)["share_hashes"]


def test_whoever_stands_up_ends_the_deal_and_the_next_is_dealt_anew(meet: Meet, house: House) -> None:
    ada, bo = meet(), meet()
    link = ada.make_table(GAME, "me open")
    bo.join(link)
    ada.until("known.deal?.share_hashes.every(Boolean)")
    before = receipt_of(ada)
    bo.page.evaluate("localStorage.clear()")
    bo.page.goto("about:blank")
    ada.button("Start the game").click()
    ada.until("known.state === 'dealing'")
    bo.visit(link)
    bo.page.get_by_text("Your share is on another of your devices").wait_for()
    bo.button("Stand up").click()
    for person in (ada, bo):
        person.page.get_by_text("One deal was abandoned here").wait_for()
    bo.button("Sit here").first.click()
    ada.until("known.deal?.share_hashes.every(Boolean)")
    ada.button("Start the game").click()
    for person in (ada, bo):
        receipt = check_bound(person, house)
        assert receipt["deals"] == 2
    assert receipt_of(ada)["commitments"] == [before["commitment"], receipt_of(bo)["commitment"]]


def test_a_new_draw_is_asked_for_agreed_to_and_noted(meet: Meet, house: House) -> None:
    ada, bo = meet(), meet()
    bo.join(ada.make_table(GAME, "me open"))
    ada.button("Start the game").click()
    for person in (ada, bo):
        check_bound(person, house)
    asks, answers = (ada, bo) if ada.on_turn() else (bo, ada)
    asks.move(GAME)
    ply = asks.known()["ply"]
    answers.until(f"known.ply === {ply}")
    asks.button("More").click()
    asks.button("Ask to take it back and redraw").click()
    answers.page.get_by_text("to take their last move back and redraw.").wait_for()
    answers.button("Agree").click()
    for person in (asks, answers):
        person.until(f"known.ply < {ply}")
        (agreed,) = receipt_of(person)["agreed"]
        assert agreed == person.known()["ply"]
    play_out([ada, bo], GAME)
    for person in (ada, bo):
        result = person.page.get_by_role("dialog", name="Result")
        result.get_by_role("status").get_by_text("Chance was fair: this browser has checked").wait_for()
        result.get_by_text("Chance was redrawn once, by agreement.").wait_for()
