"""A person at a browser: a window of their own, what they do on the pages, and what went wrong meanwhile."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from playwright.sync_api import BrowserContext, Locator, Page

from browser.house import House

PROBE = Path(__file__).parent / "probe.js"
PATIENCE = 60.0
"""Seconds after which what is waited for will not come: a guard, not a measure."""
TITLES = {"through_the_desert": "Through the Desert", "desert_bazaar": "Desert Bazaar", "bazaar": "Bazaar"}
"""The built-in games."""
_FIXTURES = Path(__file__).parents[1] / "records" / "fixtures"
RECORDS = {
    "through_the_desert": _FIXTURES / "through_the_desert-pile_empty.saltroad",
    "desert_bazaar": _FIXTURES / "desert_bazaar-board_full.saltroad",
    "bazaar": _FIXTURES / "bazaar-two_stalls_empty.saltroad",
}
"""A finished game of each kind."""
Hand = Literal["mouse", "touch", "keys"]
Json = dict[str, Any]
_BLOCKED = "Service Worker registration blocked by Playwright"
_LINE_IS_DOWN = ("Failed to load resource: net::ERR_", "WebSocket connection to ")


def _title(game: str) -> str:
    return TITLES.get(game, game.capitalize())


def wait_for(page: Page, condition: str, given: object = None) -> None:
    """Wait until this is true in the page. Playwright's own way evaluates texts, which the page's policy forbids."""
    end = time.monotonic() + PATIENCE
    while not page.evaluate(condition, given):
        assert time.monotonic() < end, f"waited in vain for {condition}: {page.evaluate('probe.known')}"
        page.wait_for_timeout(10)


class Person:
    """One person in one browser context. `troubles` holds what the console complained of."""

    def __init__(self, house: House, context: BrowserContext) -> None:
        self.house = house
        self.context = context
        self.troubles: list[str] = []
        self.may_lose_line = False
        """Whether the browser's own complaints of a lost connection are to be expected."""
        context.add_init_script(path=PROBE)
        context.set_default_timeout(PATIENCE * 1000)
        self.page: Page = context.new_page()
        self.page.on("console", lambda said: self._note(said.text) if said.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self._note(str(error)))

    def _note(self, text: str) -> None:
        if text == _BLOCKED or (self.may_lose_line and text.startswith(_LINE_IS_DOWN)):
            return
        self.troubles.append(text)

    # -- pages ---------------------------------------------------------------------------------------------------------

    def visit(self, path: str = "/") -> Page:
        self.page.goto(path if path.startswith("http") else self.house.url + path)
        self.page.locator("main h1").first.wait_for(state="attached")
        return self.page

    def button(self, name: str, exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def play_bots(self, game: str) -> None:
        """One click on the home page: a game at once."""
        self.visit()
        self.button(f"Play against bots: {_title(game)}").click()
        self.at_table()

    def make_table(
        self,
        game: str,
        seats: str,
        name: str = "Ada",
        options: Mapping[str, str] = MappingProxyType({}),
        drawn: bool = True,
    ) -> str:
        """The dialog of the home page, with seats such as `me open novice` and options by their words; the link to the
        table."""
        self.visit()
        self.button(f"Play with friends: {_title(game)}").click()
        dialog = self.page.get_by_role("dialog")
        dialog.wait_for()
        kinds = seats.split()
        if dialog.get_by_label("Your name").count():
            dialog.get_by_label("Your name").fill(name)
        dialog.get_by_role("radio", name=str(len(kinds)), exact=True).check()
        for at, kind in enumerate(kinds):
            if kind != "me":
                value = kind if kind in ("open", "kept") else f"bot:{kind}"
                dialog.get_by_label(f"Player {at + 1}", exact=True).select_option(value)
        if not drawn:
            dialog.get_by_label("Draw the order of play").uncheck()
        for words, value in options.items():
            dialog.get_by_label(words).select_option(value)
        dialog.locator("button[type=submit]").click()
        self.page.wait_for_url("**/table/*")
        return self.page.url

    def play(self, game: str, bots: int = 2) -> None:
        """A game against bots that lose no time."""
        self.make_table(game, " ".join(["me", *["novice"] * bots]))
        self.at_table()

    def bring(self, game: str) -> Page:
        """A finished game, brought in as a file; its replay."""
        page = self.visit("/import")
        page.locator("input[type=file]").set_input_files(RECORDS[game])
        self.button("Import it").click()
        page.wait_for_url("**/replay/*")
        page.get_by_role("slider").wait_for()
        return page

    def join(self, link: str, name: str = "Bo") -> None:
        """By the link alone, without signing up."""
        self.visit(link)
        self.page.get_by_label("Your name").fill(name)
        self.button("Sit here").first.click()
        self.until("known.seat !== null")

    def at_table(self) -> None:
        """Wait for the board."""
        self.page.wait_for_url("**/table/*")
        self.page.locator("section.board").locator("svg, button").first.wait_for()

    # -- moves ---------------------------------------------------------------------------------------------------------

    def known(self) -> Json:
        found: Json = self.page.evaluate("probe.known")
        return found

    def until(self, condition: str) -> Json:
        """Wait until this is true of what the page was told."""
        wait_for(self.page, f"(({{known}}) => {condition})(probe)")
        return self.known()

    def on_turn(self) -> bool:
        return bool(self.page.evaluate("probe.known.state === 'playing' && probe.known.actor === probe.known.seat"))

    def move(self, game: str, hand: Hand = "mouse") -> str:
        """One move of what the page offers, by this hand; what was pressed last, in the page's words."""
        before = self.known()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            spot = self.page.evaluate("game => probe.next(game)", game)
            if spot is None:
                self.page.wait_for_timeout(10)
                continue
            self.press(spot, hand)
            if not spot["acts"]:
                continue
            if hand == "touch" and spot["twice"]:
                self._second_tap(before["ply"])
            self._until_changed(before)
            return str(spot["says"])
        raise AssertionError(f"the page offers nothing to press: {before}")

    def _until_changed(self, before: Json) -> None:
        """Wait until the game goes on after a press: one press is enough."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            known = self.known()
            self.page.wait_for_timeout(10)  # what follows from it is on the page then
            if (known["ply"], known["revision"]) != (before["ply"], before["revision"]):
                return
        seen = self.page.evaluate("({ target: probe.target?.outerHTML.slice(0, 300), ...probe.pressed })")
        raise AssertionError(f"a press had no effect: {seen}, {before}")

    def follow_hint(self, hand: Hand = "mouse") -> None:
        """Ask for a hint, and play it."""
        before = self.known()
        self.use(self.button("Hint"), hand)
        hint = self.page.get_by_role("status").filter(has_text="You could")
        hint.wait_for()
        self.use(hint.get_by_role("button", name="Play it"), hand)
        self._until_changed(before)

    def use(self, button: Locator, hand: Hand = "mouse") -> None:
        """Press a button of the page."""
        button.wait_for()
        wait_for(self.page, "button => !button.disabled", button.element_handle())
        if hand == "keys":
            self.walk_to(button)
            self.page.keyboard.press("Enter")
        elif hand == "touch":
            button.tap()
        else:
            button.click()

    def press(self, spot: Json, hand: Hand) -> None:
        """Press the target of the probe."""
        spot = {**spot, **self._uncovered(spot["says"])}
        if hand == "mouse":
            # What is pointed at may tell what it would do, and move by a line: it is pressed where it is then.
            self.page.mouse.move(spot["x"], spot["y"])
            spot = {**spot, **self._uncovered(spot["says"])}
            self.page.mouse.click(spot["x"], spot["y"])
        elif hand == "touch":
            self.page.touchscreen.tap(spot["x"], spot["y"])
        else:
            self.walk_to_target()
            self.page.keyboard.press("Enter")

    def _uncovered(self, says: str) -> Json:
        """Where the target is once the page rests and no notice lies over it any more: those go by themselves."""
        end = time.monotonic() + PATIENCE
        while True:
            spot: Json = self.page.evaluate("probe.rests()")
            if not spot["covered"]:
                return spot
            assert time.monotonic() < end, f"{says!r} lies under {spot['covered']}"
            self.page.wait_for_timeout(50)

    def _second_tap(self, ply: int) -> None:
        """The first tap has shown what the move would do, and done nothing."""
        self.page.wait_for_timeout(60)
        assert self.known()["ply"] == ply, "the first tap has played"
        self.press({"says": "the second tap"}, "touch")

    def walk_to_target(self, most: int = 150) -> None:
        """Go to the target of the probe by keys alone."""
        for _ in range(most):
            key = self.page.evaluate("probe.key()")
            if key is None:
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"no key leads to {self.page.evaluate('probe.target.outerHTML')[:300]}")

    def walk_to(self, locator: Locator) -> None:
        locator.evaluate("element => { probe.target = element; }")
        self.walk_to_target()


def play_out(people: list[Person], game: str, hand: Hand = "mouse", most: int = 2000) -> int:
    """Play to the end, each person on their turn; how many moves they made."""
    moves = 0
    while moves < most:
        waiting = True
        for person in people:
            if person.known()["state"] == "over":
                return moves
            if person.on_turn():
                person.move(game, hand)
                moves += 1
                waiting = False
        if waiting:
            people[0].page.wait_for_timeout(10)
    raise AssertionError(f"no end after {most} moves")
