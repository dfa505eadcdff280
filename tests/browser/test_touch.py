"""On a phone, by touch: the first tap shows what a move would do, the second does it."""

from __future__ import annotations

import pytest

from browser.conftest import Meet
from browser.person import TITLES

pytestmark = pytest.mark.slow

PHONE = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
MOVES = 10


@pytest.mark.parametrize("game", TITLES)
def test_ten_moves_by_touch(meet: Meet, game: str) -> None:
    ada = meet(**PHONE)
    ada.play(game)
    moves = 0
    while moves < MOVES and ada.known()["state"] == "playing":
        if ada.on_turn():
            ada.move(game, "touch")
            moves += 1
        else:
            ada.page.wait_for_timeout(10)
    assert moves == MOVES
    sideways = ada.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert sideways <= 0, "the page is wider than the phone"
