"""How much is fetched before one can begin: script and style, compressed as the server compresses them."""

from __future__ import annotations

import gzip
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Response

from browser.conftest import Meet
from browser.person import TITLES, Person

pytestmark = pytest.mark.slow

MOST = 250_000
LEVEL = 5


def _fetched(person: Person, path: str) -> int:
    """The compressed bytes of every script and style that this page asks for."""
    answers: dict[str, Response] = {}
    person.page.on("response", lambda answer: answers.__setitem__(urlsplit(answer.url).path, answer))
    person.visit(path)
    person.page.wait_for_load_state("networkidle")
    files = [answer for name, answer in answers.items() if name.endswith((".js", ".css"))]
    assert len(files) > 1
    return sum(len(gzip.compress(file.body(), LEVEL)) for file in files)


def test_home(meet: Meet) -> None:
    assert _fetched(meet(), "/") < MOST


@pytest.mark.parametrize("game", TITLES)
def test_a_table_by_its_link(meet: Meet, game: str) -> None:
    ada = meet()
    ada.play_bots(game)
    assert _fetched(meet(), urlsplit(ada.page.url).path) < MOST
