"""The log of a game as sentences, in each language that a client reads. They are made once per language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from saltroad import words
from saltroad.kernel.contract import AnyGame, Position, View
from saltroad.server.tables.game import LiveGame, Ply, Transition


@dataclass(frozen=True, slots=True)
class _SeenPosition:
    """A position with its public view: building the view is most of the cost of a sentence."""

    position: Position
    view: View

    @classmethod
    def of(cls, game: AnyGame, position: Position) -> _SeenPosition:
        return cls(position, game.observe(position, None))


class Narration:
    """The sentences of one game, by language."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._said: dict[str, list[str]] = {}
        self._last: _SeenPosition | None = None

    def knows(self, language: str) -> bool:
        """Whether the sentences of that language are there; "" is no language and needs none."""
        return not language or language in self._said

    def said(self, language: str, ply: int) -> str:
        """The sentence of a ply."""
        return self._said[language][ply] if language else ""

    def learn(self, language: str, live_game: LiveGame, plies: Sequence[Ply]) -> list[str]:
        """Make the sentences of the whole log in a new language. Slow: call it in a thread, then `add` the result."""
        game = live_game.game
        before = _SeenPosition.of(game, game.start_of(live_game.options))
        sentences = []
        for ply in plies:
            after = _SeenPosition.of(game, game.apply(before.position, game.parse(ply.action)))
            sentences.append(self._sentence(game, before, ply, after, language))
            before = after
        return sentences

    def add(self, language: str, sentences: list[str]) -> None:
        """Keep the sentences of a language; `extend` adds to them from now on."""
        self._said[language] = sentences

    def extend(self, game: AnyGame, before: Position, transition: Transition) -> None:
        """Add the sentences of a transition that was just committed."""
        if not self._said:
            return
        seen = (
            self._last if self._last is not None and self._last.position is before else _SeenPosition.of(game, before)
        )
        for ply, position in zip(transition.plies, transition.positions, strict=True):
            after = _SeenPosition.of(game, position)
            for language, sentences in self._said.items():
                sentences.append(self._sentence(game, seen, ply, after, language))
            seen = after
        self._last = seen

    def cut(self, to_ply: int) -> None:
        """Drop the sentences from a ply on: the game went back."""
        for sentences in self._said.values():
            del sentences[to_ply:]

    def _sentence(self, game: AnyGame, before: _SeenPosition, ply: Ply, after: _SeenPosition, language: str) -> str:
        return words.said(
            game,
            before.position,
            ply.actor,
            game.parse(ply.action),
            after.position,
            self._names,
            language,
            view_before=before.view,
            view_after=after.view,
        )
