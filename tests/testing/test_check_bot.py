"""`check_bot` lets our bots pass, and finds what no bot may do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import saltroad
from saltroad.bots import Choice, Limit, RandomBot, make_bot
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame
from saltroad.testing import BotFault, check_bot


@pytest.mark.parametrize("game", ["bazaar", "through_the_desert", "desert_bazaar"])
@pytest.mark.parametrize("name", ["random", "greedy", "novice"])
def test_our_bots_pass(game: str, name: str) -> None:
    check_bot(lambda rules, seed: make_bot(name, rules, seed), game, games=1, decisions=6)


class Faulty(RandomBot):
    """Plays at random but for one fault."""

    def __init__(self, game: AnyGame, seed: Any) -> None:
        super().__init__(Rng(seed))
        self._last = game.notation.at(len(game.notation) - 1)

    def choose(self, view: Any, legal: Sequence[Any], limit: Limit) -> Any:
        return self.spoilt(super().choose(view, legal, limit), view, legal)

    def spoilt(self, choice: Choice[Any], view: Any, legal: Any) -> Any:
        raise NotImplementedError


class Illegal(Faulty):
    def spoilt(self, choice: Choice[Any], view: Any, legal: Any) -> Any:
        return Choice(self._last)


class NoChoice(Faulty):
    def spoilt(self, choice: Choice[Any], view: Any, legal: Any) -> Any:
        return choice.action


class Crashes(Faulty):
    def spoilt(self, choice: Choice[Any], view: Any, legal: Any) -> Any:
        raise KeyError("camel")


class ValuesMore(Faulty):
    def spoilt(self, choice: Choice[Any], view: Any, legal: Any) -> Any:
        return Choice(choice.action, {self._last: 1.0})


class SharesTooMuch(Faulty):
    def spoilt(self, choice: Choice[Any], view: Any, legal: Any) -> Any:
        return Choice(choice.action, None, (1.0,) * view.players)


class VisitsTooMuch(Faulty):
    def spoilt(self, choice: Choice[Any], view: Any, legal: Any) -> Any:
        return Choice(choice.action, visit_shares={choice.action: 1.5})


class ChangesTheList(Faulty):
    def spoilt(self, choice: Choice[Any], view: Any, legal: Any) -> Any:
        legal.clear()
        return choice


class Unsteady(Faulty):
    made = 0

    def __init__(self, game: AnyGame, seed: Any) -> None:
        type(self).made += 1
        super().__init__(game, type(self).made)

    def spoilt(self, choice: Choice[Any], view: Any, legal: Any) -> Any:
        return choice


class CannotBeMade(Faulty):
    def __init__(self, game: AnyGame, seed: Any) -> None:
        raise OSError("no weights")


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        (Illegal, "it plays 'die choice', which is not legal"),
        (NoChoice, "not a Choice"),
        (Crashes, "`choose` raises KeyError"),
        (ValuesMore, "it values 'die choice', which is not legal"),
        (SharesTooMuch, "shares of the win"),
        (VisitsTooMuch, "its visit shares"),
        (ChangesTheList, "it changes the view or the list"),
        (Unsteady, "with one seed it plays"),
        (CannotBeMade, "making the bot raises OSError: no weights"),
    ],
)
def test_a_fault_is_found(bot: type[Faulty], message: str) -> None:
    with pytest.raises(BotFault, match=message) as found:
        check_bot(bot, saltroad.load("bazaar"))
    assert "bazaar, players=" in str(found.value)


def test_bots_that_think_by_the_clock_need_not_repeat() -> None:
    check_bot(Unsteady, "bazaar", games=1, decisions=5, repeats=False)
