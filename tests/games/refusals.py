"""What every refusal of every game must be; each game's `table` adds what it cites."""

from __future__ import annotations

import pytest

from saltroad.kernel.contract import AnyGame, Position
from saltroad.kernel.errors import IllegalAction
from saltroad.kernel.rulebook import LANGUAGES


def refusal_of(game: AnyGame, position: Position, action: str, rule: str) -> IllegalAction:
    """The refusal of an action: cites this rule, changes nothing, and has a sentence in every language."""
    assert action not in map(str, game.legal(position)), f"{action} is legal"
    before = bytes(position)
    with pytest.raises(IllegalAction) as caught:
        game.play(position, action)
    refusal = caught.value
    assert bytes(position) == before, "a refusal changed the position"
    assert refusal.rule == rule, f"{refusal} instead of {rule}"
    assert rule in game.rulebook
    english, french = (refusal.sentence(language) for language in LANGUAGES)
    for sentence in (english, french):
        assert sentence.endswith("."), sentence
        assert "{" not in sentence, sentence
    assert english != french, english
    assert str(refusal) == f"{action}: {english} ({rule})", str(refusal)
    return refusal
