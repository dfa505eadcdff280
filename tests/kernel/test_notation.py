"""Actions that can all be listed: index, value and text."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from saltroad.kernel.errors import UnreadableAction
from saltroad.kernel.notation import Listed


def tidy(text: str) -> str:
    return " ".join(text.lower().split())


LISTED: Listed[str] = Listed(("ride north", "ride south", "rest", "drink water"), tidy, "ride south, rest")


def test_three_forms() -> None:
    assert len(LISTED) == 4
    for index in range(4):
        action = LISTED.at(index)
        assert LISTED.index(action) == index
        assert LISTED.parse(str(action)) == action
    assert LISTED.parse("  RIDE   South ") == "ride south"


def test_several_at_once_and_actions_that_are_equal_but_not_the_same() -> None:
    pairs: Listed[tuple[str, int]] = Listed([("walk", 1), ("walk", 2), ("wait", 0)], tidy, "")
    assert pairs.several(np.array([2, 0])) == (("wait", 0), ("walk", 1))
    assert pairs.several(np.zeros(0, np.int64)) == ()
    assert pairs.several(np.array([1]))[0] is pairs.at(1)
    for notation in (pairs, pickle.loads(pickle.dumps(pairs)), copy.deepcopy(pairs)):
        for index in range(3):
            equal = pickle.loads(pickle.dumps(pairs.at(index)))
            assert notation.index(notation.at(index)) == notation.index(equal) == index


@pytest.mark.parametrize("actions", [("rest", "rest"), ("rest", "REST")])
def test_two_actions_that_cannot_be_told_apart_are_refused(actions: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="two actions are equal or have the same text"):
        Listed(actions, tidy, "")


@pytest.mark.parametrize("thing", ["fly", 3, None, [], {}])
def test_what_is_no_action_has_no_index(thing: object) -> None:
    with pytest.raises(TypeError, match="is not an action of this game"):
        LISTED.index(thing)  # type: ignore[arg-type]


def test_an_index_out_of_range() -> None:
    with pytest.raises(IndexError):
        LISTED.at(4)


@pytest.mark.parametrize(
    ("text", "near"), [("ride sout", "ride south"), ("drink waterr", "drink water"), ("rst", "rest")]
)
def test_a_near_miss_gets_a_hint(text: str, near: str) -> None:
    with pytest.raises(UnreadableAction) as caught:
        LISTED.parse(text)
    assert str(caught.value) == f"{text!r} is not an action. Did you mean {near!r}?"
    assert caught.value.text == text


@pytest.mark.parametrize("text", ["", " ", "xyzzy", "42", "\0", "ride\nhome on a camel"])
def test_anything_else_is_told_what_actions_look_like(text: str) -> None:
    with pytest.raises(UnreadableAction, match=r"is not an action\. Actions look like: ride south, rest\."):
        LISTED.parse(text)


def test_a_text_beyond_all_measure_is_not_compared_at_length() -> None:
    with pytest.raises(UnreadableAction):
        LISTED.parse("rest" + " " * 1_000_000)
    with pytest.raises(UnreadableAction):
        LISTED.parse("x" * 1_000_000)
