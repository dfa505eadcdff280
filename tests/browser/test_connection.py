"""In the middle of a turn: the page is loaded again, the line is lost, the server is killed."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Error, Locator, Page, WebSocketRoute

from browser.conftest import Meet
from browser.house import House
from browser.person import Person, wait_for

pytestmark = pytest.mark.slow

GAME = "through_the_desert"
LOST = "The connection is lost."


def _lost(person: Person) -> Locator:
    return person.page.get_by_role("alert").filter(has_text=LOST)


def _mid_turn(person: Person) -> None:
    """A game in which this person has placed the first of two camels."""
    person.play(GAME, bots=1)
    while True:
        if not person.on_turn():
            person.page.wait_for_timeout(10)
            continue
        person.move(GAME)
        if person.button("Undo").count() and person.on_turn():
            return


def _board(person: Person) -> list[str]:
    """Everything that stands on the map, in words."""
    said: list[str] = person.page.evaluate(
        "[...document.querySelectorAll('[data-space]')].map(space => space.getAttribute('aria-label').split('.')[0])"
    )
    return said


def test_reload(meet: Meet) -> None:
    ada = meet()
    _mid_turn(ada)
    before, ply = _board(ada), ada.known()["ply"]
    ada.page.reload()
    ada.at_table()
    ada.until(f"known.ply === {ply}")
    assert _board(ada) == before
    ada.button("Undo").wait_for()
    ada.move(GAME)


def test_a_lost_line(meet: Meet) -> None:
    ada = meet()
    ada.may_lose_line = True
    _mid_turn(ada)
    before = _board(ada)
    ada.context.set_offline(True)
    _lost(ada).wait_for()
    assert _board(ada) == before
    ada.context.set_offline(False)
    _lost(ada).wait_for(state="detached")
    assert _board(ada) == before
    ada.move(GAME)


def test_a_killed_server_and_a_move_that_it_never_stored(meet: Meet, house: House) -> None:
    ada = meet()
    ada.may_lose_line = True
    _mid_turn(ada)
    before, known = _board(ada), ada.known()
    house.pause()
    spot = ada.page.evaluate("game => probe.next(game)", GAME)
    while not spot["acts"]:
        ada.press(spot, "mouse")
        spot = ada.page.evaluate("game => probe.next(game)", GAME)
    ada.press(spot, "mouse")
    house.kill()
    _lost(ada).filter(has_text="You will then see whether your last move was stored.").wait_for()
    assert _board(ada) == before
    house.start()
    ada.page.get_by_text("Your move was not stored. Play it again.").first.wait_for()
    _lost(ada).wait_for(state="detached")
    assert _board(ada) == before
    assert ada.known()["ply"] == known["ply"]
    ada.move(GAME)


def test_a_move_that_was_stored_though_no_answer_came(meet: Meet) -> None:
    ada = meet()
    ada.may_lose_line = True
    cut: list[WebSocketRoute] = []

    def deaf_after_a_move(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def send(message: str | bytes) -> None:
            server.send(message)
            if cuts and not cut and '"act"' in str(message):
                cut.append(line)

        def hear(message: str | bytes) -> None:
            if line in cut:
                # The server has answered, so it has stored: now the line breaks.
                line.close(code=3001, reason="lost")
            else:
                line.send(message)

        line.on_message(send)
        server.on_message(hear)

    cuts: list[bool] = []
    ada.page.route_web_socket("**/socket?*", deaf_after_a_move)
    _mid_turn(ada)
    cuts.append(True)
    ada.move(GAME)
    ada.page.get_by_text("The connection is back. Your move was stored.").first.wait_for()
    assert len(cut) == 1


def test_a_server_that_cannot_store_says_so_until_it_can(meet: Meet, house: House) -> None:
    ada, bo = meet(), meet(locale="fr-FR")
    _mid_turn(ada)
    bo.page.goto(ada.page.url)  # who looks on is told too
    bo.page.locator("[data-space]").first.wait_for()
    trouble = ada.page.get_by_role("alert").filter(has_text="The server cannot store moves right now")
    french = bo.page.get_by_role("alert").filter(has_text="Le serveur ne peut pas enregistrer les coups")

    def rename(old: str, new: str) -> None:
        with closing(sqlite3.connect(house.folder / "store.sqlite", timeout=60)) as store:
            for name in ("plies", "marks"):
                store.execute(f"ALTER TABLE {old}{name} RENAME TO {new}{name}")

    before, ply = _board(ada), ada.known()["ply"]
    rename("", "lost_")
    ada.button("Undo").click()
    trouble.wait_for()
    french.wait_for()
    assert _board(ada) == before
    ada.page.reload()
    trouble.wait_for()
    rename("lost_", "")
    for notice in (trouble, french):
        notice.wait_for(state="detached")
    assert ada.known()["ply"] == ply
    ada.move(GAME)


def test_the_pages_open_without_a_network(meet: Meet) -> None:
    ada = meet(service_workers="allow")
    ada.may_lose_line = True
    ada.visit()
    ada.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    wait_for(ada.page, "navigator.serviceWorker.controller !== null")
    ada.context.set_offline(True)
    ada.page.reload()
    ada.page.get_by_role("heading", name="Three desert", exact=False).first.wait_for()
    ada.page.get_by_role("button", name="Try again").wait_for()
    ada.context.set_offline(False)
    ada.button("Try again").click()
    ada.page.get_by_role("button", name="Try again").wait_for(state="detached")


_OLD = """
const Now = window.WebSocket;
window.WebSocket = class extends Now {
  constructor(url) { super(%s ? url.replace(/wire=\\d+/, "wire=1") : url); }
};
if (window === top) sessionStorage.loads = Number(sessionStorage.loads ?? 0) + 1;
"""
"""Opens lines as a page of an old version would, as long as a condition holds; and counts how often it was loaded."""


def _was_loaded_again(page: Page) -> bool:
    try:
        return bool(page.evaluate("sessionStorage.loads === '2'"))
    except Error as error:  # asked while one page went and the other had not come
        if "navigation" not in error.message:
            raise
        return False


def test_a_page_of_an_old_version_is_loaded_again_and_plays_on(meet: Meet) -> None:
    ada = meet()
    ada.play(GAME, bots=1)
    ada.context.add_init_script(_OLD % "!sessionStorage.getItem('saltroad.reloaded')")
    ada.page.reload()
    while not _was_loaded_again(ada.page):
        ada.page.wait_for_timeout(20)
    ada.at_table()
    ada.until("known.actor === known.seat")
    ada.move(GAME)
    assert ada.page.evaluate("sessionStorage.loads") == "2"


def test_a_page_that_stays_old_says_so_and_is_not_loaded_again_and_again(meet: Meet) -> None:
    ada = meet()
    ada.play(GAME, bots=1)
    ada.context.add_init_script(_OLD % "true")
    ada.page.reload()
    told = "This page and the server are of different versions. Reload the page."
    ada.page.get_by_role("log").get_by_text(told).wait_for()
    ada.page.wait_for_timeout(3000)
    assert ada.page.evaluate("sessionStorage.loads") == "2"
