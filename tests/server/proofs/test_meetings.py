"""The proofs' own book-keeping: what a table's people were told has to be stored, and nothing else."""

from __future__ import annotations

import random

import pytest

from saltroad import games
from saltroad.server.store import StoredPly
from server.proofs.browser import Browser
from server.proofs.meetings import Meeting, Truth

GAME = games.load("through_the_desert")


def _log(plies: int) -> list[tuple[int, str]]:
    position, log = GAME.start(players=2), []
    for _ in range(plies):
        action = GAME.legal(position)[0]
        log.append((GAME.actor(position), str(action)))
        position = GAME.apply(position, action)
    return log


def _stored(log: list[tuple[int, str]]) -> list[StoredPly]:
    return [StoredPly(actor, action, 0) for actor, action in log]


def _meeting(log: list[tuple[int, str]]) -> tuple[Meeting, Browser]:
    """A table where somebody has just been told that log."""
    options = str(GAME.options_of(GAME.start(players=2)))
    browser = Browser("t", lambda: "", {}, random.Random(0))
    browser.last = 1
    browser.known = {
        "game": "through_the_desert",
        "options": options,
        "ply": len(log),
        "seat": None,
        "log": [{"actor": actor, "action": action} for actor, action in log],
        "view": Truth("through_the_desert", options).view([action for _, action in log], None),
    }
    meeting = Meeting("t", "through_the_desert", [])
    meeting.browsers.append(browser)
    meeting.hear(0, browser)
    return meeting, browser


def test_what_was_told_is_missed() -> None:
    log = _log(4)
    meeting, _ = _meeting(log)
    meeting.check_kept(_stored(log))
    with pytest.raises(AssertionError, match="not what is stored"):
        meeting.check_kept(_stored(log[:3]))


def test_what_was_being_taken_back_is_not_missed_though_the_next_kill_comes_at_once() -> None:
    log = _log(4)
    meeting, browser = _meeting(log)
    browser.going_back = 4
    meeting.check_kept(_stored(log[:3]))
    meeting.check_kept(_stored(log[:3]))
    with pytest.raises(AssertionError, match="not what is stored"):
        meeting.check_kept(_stored(log[:2]))
