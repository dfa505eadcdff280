"""Actions as small typed values, each with a text that reads back and an index that never moves."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from saltroad.kernel.errors import UnreadableAction


class Action(Protocol):
    """A frozen, hashable value whose str() is its text in records."""

    def __hash__(self) -> int: ...
    def __str__(self) -> str: ...


A = TypeVar("A", bound=Action)


class Notation(Protocol[A]):
    """The three forms of a game's actions, each made from the others."""

    def __hash__(self) -> int: ...

    def __len__(self) -> int:
        """How many indices there are."""

    def at(self, index: int) -> A:
        """The action of an index."""

    def several(self, indices: NDArray[np.int64]) -> tuple[A, ...]:
        """The actions of several indices."""

    def index(self, action: A) -> int:
        """The index of an action; TypeError for what is no action of this game."""

    def parse(self, text: str) -> A:
        """The action of a text; UnreadableAction for anything else."""


class Listed(Generic[A]):
    """The notation of a game whose actions can all be listed: one list gives all three forms."""

    def __init__(self, actions: Sequence[A], tidy: Callable[[str], str], examples: str) -> None:
        """`tidy` turns what a person may type into the form that is compared; `examples` are some texts of actions."""
        self._actions = tuple(actions)
        self._index = {action: index for index, action in enumerate(self._actions)}
        self._by_identity = {id(action): index for index, action in enumerate(self._actions)}
        """Actions are compared field by field; one that was got from here need not be."""
        self._array: NDArray[Any] = np.empty(len(self._actions), object)
        for index, action in enumerate(self._actions):
            self._array[index] = action
        self._as_written = {str(action): action for action in self._actions}
        self._by_text = {tidy(text): action for text, action in self._as_written.items()}
        words = [text.split() for text in self._by_text]
        self._words = [sorted({w[k] for w in words if len(w) > k}) for k in range(max(map(len, words), default=0))]
        """Every word that can stand first, second and so on."""
        self._tidy = tidy
        self._examples = examples
        if len(self._by_text) != len(self._actions) or len(self._index) != len(self._actions):
            raise ValueError("two actions are equal or have the same text")

    def __len__(self) -> int:
        return len(self._actions)

    def at(self, index: int) -> A:
        return self._actions[index]

    def several(self, indices: NDArray[np.int64]) -> tuple[A, ...]:
        return tuple(self._array[indices].tolist())

    def index(self, action: A) -> int:
        likely = self._by_identity.get(id(action), 0)
        if self._actions[likely] is action:
            return likely
        try:
            return self._index[action]
        except (KeyError, TypeError):
            raise TypeError(f"{action!r} is not an action of this game") from None

    def parse(self, text: str) -> A:
        action = self._as_written.get(text)  # as records and clients have it: nothing to make tidy
        if action is None and len(text) <= 200:
            action = self._by_text.get(self._tidy(text))
        if action is None:
            near = self._nearest(self._tidy(text[:200]).split())
            raise UnreadableAction(text, self._examples, "" if near is None else str(near))
        return action

    def _nearest(self, words: list[str]) -> A | None:
        """The action that is meant, each word being read as the nearest that can stand in its place.

        Word by word: among all the texts of a game with thousands of actions a search takes a tenth of a second, which
        is too long for a text that any client may send.
        """
        if len(words) > len(self._words):
            return None
        nearest = []
        for word, known in zip(words, self._words, strict=False):
            nearest += [word] if word in known else difflib.get_close_matches(word, known, n=1, cutoff=0.6)
        return self._by_text.get(" ".join(nearest))
