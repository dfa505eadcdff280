"""One server for all tests of a module, one browser, and people who come with a window each."""

from __future__ import annotations

import fcntl
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from browser.chromium import NO_CHROMIUM, browser_of, chromium
from browser.house import House, house_in
from browser.person import Person
from saltroad import games

Meet = Callable[..., Person]


@pytest.fixture(scope="session", autouse=True)
def _searches(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What the bots search with is compiled before anybody waits for a bot in a browser: once for all processes."""
    with (tmp_path_factory.getbasetemp().parent / "searches").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        for name in games.GAMES:
            warm_search = "import sys; from saltroad.bots import LEVELS, make_bot; from saltroad.games import load;"
            warm_search += "make_bot(LEVELS[0], load(sys.argv[1]), 0).warm()"
            subprocess.run([sys.executable, "-c", warm_search, name], check=True)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house_in(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = chromium()
    if program is None:
        pytest.skip(NO_CHROMIUM)
    with browser_of(program) as browser:
        yield browser


@pytest.fixture
def meet(browser: Browser, house: House) -> Iterator[Meet]:
    """Makes people. In the end no console of theirs may have complained: no error, no breach of the page's policy."""
    people: list[Person] = []

    def make(width: int = 1280, height: int = 860, **more: Any) -> Person:
        wanted = {"locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block", **more}
        context = browser.new_context(viewport={"width": width, "height": height}, **wanted)
        people.append(Person(house, context))
        return people[-1]

    yield make
    troubles = [trouble for person in people for trouble in person.troubles]
    for person in people:
        person.context.close()
    assert troubles == []
