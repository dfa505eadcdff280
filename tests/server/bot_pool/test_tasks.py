"""What a worker answers: a bot of a level goes on from what was searched at the move before."""

from __future__ import annotations

from typing import Any

import pytest

import saltroad
from saltroad.kernel.chance import Rng
from saltroad.server.bot_pool import tasks as answers
from saltroad.server.bot_pool.messages import Choose, Chose, Ready


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_what_was_searched_is_kept_for_the_next_move(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = saltroad.load(name), Rng(3)
    position = game.settle(game.start(players=3), rng)
    while len(game.legal(position)) == 1:
        position = game.settle(game.apply(position, game.legal(position)[0]), rng)
    legal = tuple(map(str, game.legal(position)))
    question = Choose(name, "trader", 1, game.remember(position, game.actor(position)), legal, 60.0)
    visits = []
    kept: list[Any] = []
    monkeypatch.setattr(answers, "_before", kept)
    for _ in range(2):
        ready, chose = answers.run_task(question, modules=False)
        assert ready == Ready()
        assert isinstance(chose, Chose)
        assert chose.action in legal
        assert chose.share is not None
        assert chose.instead is not None
        assert 0 <= chose.instead <= 1 >= chose.share >= 0
        (bot,) = kept
        visits.append(bot.visits)
    assert visits[1] == 2 * visits[0] > 0
