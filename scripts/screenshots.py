"""Pictures of every page at three widths, by day and by night (`make screenshots`), from a server of its own with made
games, into screenshots/; with `--pictures` also those that the README shows, into docs/pictures/."""

from __future__ import annotations

import argparse
import base64
import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from browser.chromium import NO_CHROMIUM, browser_of, chromium
from browser.house import House, house_in
from browser.person import RECORDS, TITLES, Json, Person, wait_for

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
SIZES = {360: 740, 768: 1024, 1440: 900}
THEMES = ("light", "dark")
MIDDLE = {"through_the_desert": 110, "desert_bazaar": 160, "bazaar": 70}
"""From which ply on a game has something to show."""
LARGEST = 250_000
"""Bytes of a picture in the README."""


@dataclass(frozen=True)
class Shot:
    """A page to be pictured: how it is named, where it is, and what is done there first."""

    name: str
    path: str
    prepare: Callable[[Page], object] = lambda page: None
    whole: bool = True
    """Down to its foot, or as much as the window shows."""


# -- games to look at --------------------------------------------------------------------------------------------------


def ask(person: Person, method: str, path: str, body: object = None) -> Any:
    """As the page itself would ask."""
    answer = person.context.request.fetch(f"{person.house.url}/api{path}", method=method, data=body)
    assert answer.ok, answer.text()
    return answer.json()


def made(person: Person, game: str, seats: list[Json], start: bool = True) -> str:
    body = {"game": game, "seats": seats, "start": start, "drawn": False, "public": not start}
    return str(ask(person, "POST", "/tables", body)["id"])


def played(person: Person, table: str, until_ply: int | None = None) -> None:
    """A bot plays for the person up to about this ply, or to the end."""
    ask(person, "POST", f"/tables/{table}", {"type": "stand_in", "seat": 0, "bot": True})
    while True:
        update = ask(person, "GET", f"/tables/{table}")
        if update["state"] == "over":
            return
        if until_ply is not None and update["ply"] >= until_ply:
            break
        person.page.wait_for_timeout(20)
    ask(person, "POST", f"/tables/{table}", {"type": "stand_in", "seat": 0, "bot": False})


def analysed(person: Person, table: str) -> str:
    """The table, once its game is analysed."""
    ask(person, "POST", f"/tables/{table}/analysis")
    while ask(person, "GET", f"/tables/{table}/analysis?since=100000")["state"] != "done":
        person.page.wait_for_timeout(200)
    return table


def shots_of(person: Person) -> list[Shot]:
    """Every page there is, with games made for it."""
    ask(person, "POST", "/me", {"name": "Nadia"})
    me, bot, free = {"kind": "me"}, {"kind": "bot", "bot": "greedy"}, {"kind": "open"}
    shots = []
    for game, middle in MIDDLE.items():
        table = made(person, game, [me, bot, bot, bot])
        played(person, table, middle)
        over = made(person, game, [me, bot, bot])
        played(person, over)
        start = made(person, game, [me, bot, bot])
        record = ask(person, "POST", "/records", {"text": RECORDS[game].read_text("utf-8")})["id"]
        shots += [
            Shot(f"table-{game}", f"/table/{table}", _board, whole=False),
            Shot(f"table-{game}-start", f"/table/{start}", _board, whole=False),
            Shot(f"table-{game}-choosing", f"/table/{table}", partial(_choosing, game=game), whole=False),
            Shot(f"table-{game}-over", f"/table/{over}", _result, whole=False),
            Shot(f"replay-{game}", f"/replay/{record}?ply=150", _board, whole=False),
            Shot(f"analysis-{game}", f"/replay/{analysed(person, record)}", _moment),
            Shot(f"variation-{game}", f"/variation/{record}?ply={middle // 2}", _engine),
            Shot(f"analysis-board-{game}", f"/analysis/{game}?players=3&seed=1", _engine, whole=False),
            Shot(f"puzzle-{game}", f"/puzzles/{game}", _board, whole=False),
            Shot(f"puzzle-{game}-solved", f"/puzzles/{game}", _solution),
            Shot(f"rules-{game}", f"/rules/{game}", whole=False),
            Shot(f"learn-{game}", f"/learn/{game}", whole=False),
        ]
    puzzle = ask(person, "POST", "/tables", {"game": "bazaar", "options": {"solo": "on"}, "seats": [me], "start": True})
    gathering = made(person, "bazaar", [me, free, {"kind": "kept"}], start=False)
    return [
        Shot("home", "/"),
        Shot("home-friends", "/", _friends, whole=False),
        *shots,
        Shot("table-puzzle", f"/table/{puzzle['id']}", _board, whole=False),
        Shot("table-before", f"/table/{gathering}"),
        Shot("settings", "/settings"),
        Shot("import", "/import"),
        Shot("enter", "/in/abc"),
        Shot("lost", "/nowhere"),
    ]


# -- what is done on a page before it is pictured ----------------------------------------------------------------------


def _board(page: Page) -> None:
    page.get_by_role("region", name="Board", exact=True).locator("svg").first.wait_for()


def _choosing(page: Page, game: str) -> None:
    """Something is chosen, and what it would do is shown. By the finger where there is no mouse."""
    _board(page)
    by_touch = page.evaluate("matchMedia('(pointer: coarse)').matches")
    wait_for(page, "probe.known.state === 'over' || probe.known.actor === probe.known.seat")
    for _ in range(3):
        spot = page.evaluate("game => probe.next(game)", game)
        if spot is None or (by_touch and spot["acts"] and not spot["twice"]):
            return
        if by_touch:
            page.touchscreen.tap(spot["x"], spot["y"])
        elif not spot["acts"]:
            page.mouse.click(spot["x"], spot["y"])
        else:
            page.mouse.move(spot["x"], spot["y"])
        if spot["acts"]:
            return


def _result(page: Page) -> None:
    page.get_by_role("dialog", name="Result").wait_for()
    page.locator(".fair details").wait_for()  # not `good`: this browser holds no receipt, the one that played does


def _moment(page: Page) -> None:
    """The first moment that decided the game."""
    page.get_by_role("button", name=re.compile("Go to move")).first.click()
    page.locator("figure svg").wait_for()


def _engine(page: Page) -> None:
    _board(page)
    page.get_by_role("region", name="Engine").locator("tbody tr").first.wait_for()


def _solution(page: Page) -> None:
    _board(page)
    page.get_by_role("button", name="Show the best move").click()
    page.get_by_text("This was the move.").wait_for()


def _friends(page: Page) -> None:
    page.get_by_role("button", name="Play with friends: Desert Bazaar").click()
    page.get_by_role("dialog").wait_for()


# -- pictures ----------------------------------------------------------------------------------------------------------


def window(browser: Browser, house: House, like: Person, width: int, theme: str, **more: Any) -> Person:
    """The same person at a screen of this width."""
    phone: dict[str, Any] = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2} if width < 500 else {}
    context = browser.new_context(
        viewport={"width": width, "height": SIZES[width]},
        color_scheme="dark" if theme == "dark" else "light",
        storage_state=like.context.storage_state(),
        locale="en-GB",
        reduced_motion="reduce",
        service_workers="block",
        **phone,
        **more,
    )
    return Person(house, context)


def take(person: Person, shot: Shot) -> None:
    person.visit(shot.path)
    person.page.wait_for_load_state("networkidle")
    shot.prepare(person.page)
    person.page.wait_for_timeout(250)


def photograph(browser: Browser, house: House, host: Person, shots: list[Shot], folder: Path) -> list[str]:
    """All shots at every width in both themes; what the consoles complained of."""
    troubles = []
    for theme in THEMES:
        for width in SIZES:
            person = window(browser, house, host, width, theme)
            for shot in shots:
                take(person, shot)
                person.page.screenshot(path=folder / f"{shot.name}-{width}-{theme}.png", full_page=shot.whole)
                print(".", end="", flush=True)
            troubles += [f"{width} {theme}: {trouble}" for trouble in person.troubles]
            person.context.close()
    print()
    return troubles


def pictures(browser: Browser, house: House, host: Person, shots: list[Shot]) -> None:
    """The best, small enough for a README: home and the boards by day, and three phones by night."""
    named = {shot.name: shot for shot in shots}
    person = window(browser, house, host, 1440, "light")
    for name in ("home", *TITLES):
        take(person, named["home" if name == "home" else f"table-{name}-choosing"])
        keep(person.page, name)
    person.context.close()
    phone = window(browser, house, host, 360, "dark")
    seen = []
    for name in TITLES:
        take(phone, named[f"table-{name}"])
        seen.append(base64.b64encode(phone.page.screenshot()).decode())
    phone.context.close()
    board = browser.new_page(viewport={"width": 1176, "height": 788})
    images = "".join(f'<img src="data:image/png;base64,{data}" width="360">' for data in seen)
    style = "body { margin: 24px; display: flex; gap: 24px; background: #0b1024 } img { border-radius: 20px }"
    board.set_content(f"<style>{style}</style>{images}")
    board.wait_for_timeout(500)
    keep(board, "phones")
    board.close()


def keep(page: Page, name: str) -> None:
    """As WebP, as good as the size allows."""
    session = page.context.new_cdp_session(page)
    for quality in (92, 85, 75, 60):
        data = base64.b64decode(session.send("Page.captureScreenshot", {"format": "webp", "quality": quality})["data"])
        if len(data) <= LARGEST:
            break
    (PICTURES / f"{name}.webp").write_bytes(data)
    print(f"docs/pictures/{name}.webp  {len(data) // 1000} kB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", action="store_true", help="make those of the README too")
    parser.add_argument("--only", default="", help="only pages whose name has this in it")
    given = parser.parse_args()
    program = chromium()
    if program is None:
        raise SystemExit(NO_CHROMIUM)
    folder = ROOT / "screenshots"
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place, house_in(Path(place)) as house, browser_of(program) as browser:
        host = Person(house, browser.new_context())
        shots = shots_of(host)
        troubles = photograph(browser, house, host, [shot for shot in shots if given.only in shot.name], folder)
        if given.pictures:
            pictures(browser, house, host, shots)
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder.name}/")
    for trouble in troubles:
        print("The console said:", trouble)


if __name__ == "__main__":
    main()
