"""Checks of views: they tell nothing that is hidden, and a position made from one fits it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from saltroad.batch import encode, has_observation, layout_of
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Position, View
from saltroad.kernel.state_record import HIDDEN, OWNER, Audience
from saltroad.testing.fault import Examination, twin


def check_views(exam: Examination, position: Position, players: int) -> None:
    """Check the view of every seat and of a spectator."""
    for viewer in (*range(players), None):
        view = _observed(exam, position, viewer)
        written = _bytes(exam, view)
        rng = twin(exam.samples)
        guess = _check_determinize(exam, position, view, written)
        _check_hidden(exam, position, view, written, guess, rng)
        _check_memory(exam, position, view)


def _name(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


def _bytes(exam: Examination, view: View) -> bytes:
    return exam.call(f"bytes of the view of {_name(view.viewer)}", bytes, view)


def _observed(exam: Examination, position: Position, viewer: int | None) -> Any:
    view: View = exam.ask(exam.game.observe, position, viewer)
    who, actor = _name(viewer), exam.game.actor(position)
    exam.demand(view.viewer == viewer, f"the view of {who} says that its viewer is {view.viewer}")
    exam.demand(view.ply == exam.ply, f"the view of {who} says that it is ply {view.ply}")
    exam.demand(view.actor == actor, f"the view of {who} says that the actor is {view.actor}, not {actor}")
    exam.demand(exam.ask(exam.game.observe, position, viewer) == view, f"{who} sees another view when asked again")
    return view


def _check_determinize(exam: Examination, position: Position, view: Any, written: bytes) -> Position:
    """Check that a determinized position is sound, and that the viewer cannot tell it from the true one."""
    game, who, rng = exam.game, _name(view.viewer), twin(exam.samples)
    guess = exam.call(f"determinize for {who}", game.determinize, view, exam.samples)
    again = exam.call(f"determinize for {who}", game.determinize, view, rng)
    exam.demand(again == guess, f"determinize for {who} gives two positions from one view and equal generators")
    faults = exam.call(f"audit of the position determinized for {who}", game.audit, guess)
    exam.demand(not faults, f"determinize for {who} gives an unsound position: audit finds {'; '.join(faults)}")
    options = exam.call(f"options_of the position determinized for {who}", game.options_of, guess)
    exam.demand(options == exam.options, f"determinize for {who} gives a position of {options}")
    actor = exam.call(f"actor of the position determinized for {who}", game.actor, guess)
    exam.demand(actor == view.actor, f"determinize for {who} gives a position where the actor is {actor}")
    seen: View = exam.call(f"observe of the position determinized for {who}", game.observe, guess, view.viewer)
    if seen != view or _bytes(exam, seen) != written:
        exam.fail(f"determinize for {who} gives a position that does not fit the view: {_unlike(view, seen)} differs")
    if view.viewer == view.actor:
        truth, found = game.legal_indices(position), game.legal_indices(guess)
        exam.demand(found == truth, f"determinize for {who}, who is to act, gives other legal actions: {found}")
    return guess


def _check_hidden(exam: Examination, position: Position, view: Any, written: bytes, guess: Position, rng: Rng) -> None:
    """Check that other hidden facts change neither the view nor what is determinized from it."""
    game, who = exam.game, _name(view.viewer)
    audiences = exam.ask(game.audiences_in, position)
    exam.demand(set(audiences) == set(game.audiences), "audiences_in and audiences have other fields")
    hidden = {name: audience for name, audience in audiences.items() if audience in (HIDDEN, OWNER)}
    if not hidden:
        return
    other = _scrambled(exam, position, view.viewer, hidden)
    seen: Any = exam.call(f"observe for {who} with other hidden facts", game.observe, other, view.viewer)
    if seen != view or _bytes(exam, seen) != written:
        exam.fail(f"the view of {who} tells what is hidden: {_leaks(exam, position, other, view, hidden)}")
    _check_observation(exam, position, other, view.viewer)
    other_guess = exam.call(f"determinize for {who} with other hidden facts", game.determinize, seen, rng)
    exam.demand(other_guess == guess, f"determinize for {who} knows what is hidden, though as_dict does not tell it")


def _check_observation(exam: Examination, position: Position, other: Position, viewer: int | None) -> None:
    """Check that other hidden facts do not change the observation for learning, where a game has one."""
    if not has_observation(exam.game):
        return
    what = f"the observation of {_name(viewer)}"
    truth = exam.call(what, encode, exam.game, position, viewer)
    found = exam.call(f"{what} with other hidden facts", encode, exam.game, other, viewer)
    layout = layout_of(exam.game, exam.game.options_of(position).players)
    for name, entries in layout.split(layout.unpacked(truth, "uint8")).items():
        same = (entries == layout.split(layout.unpacked(found, "uint8"))[name]).all()
        exam.demand(bool(same), f"{what} tells what is hidden, in its field {name}")


def _check_memory(exam: Examination, position: Position, view: Any) -> None:
    """Check that a perfect memory knows at least what is shown, and that a position made from it fits both."""
    game, who = exam.game, _name(view.viewer)
    known: Any = exam.ask(game.remember, position, view.viewer)
    if known == view:
        return
    guess = exam.call(f"determinize for the memory of {who}", game.determinize, known, exam.samples)
    faults = exam.call(f"audit of what {who} remembers", game.audit, guess)
    exam.demand(not faults, f"determinize for the memory of {who} gives an unsound position: {'; '.join(faults)}")
    again: Any = exam.call(f"remember what {who} remembers", game.remember, guess, view.viewer)
    exam.demand(again == known, f"determinize for the memory of {who} does not fit it: {_unlike(known, again)} differs")
    seen: Any = exam.call(f"observe what {who} remembers", game.observe, guess, view.viewer)
    exam.demand(seen == view, f"{who} remembers what was never shown: {_unlike(view, seen)} differs")


def _scrambled(exam: Examination, position: Position, viewer: int | None, fields: Mapping[str, Audience]) -> Position:
    """A copy with random bytes in those parts of the fields that the viewer may not see."""
    copy = position.copy()
    states = copy.states.view(np.ndarray)
    for name, audience in fields.items():
        field: Any = states[name]
        if audience is HIDDEN:
            field[...] = _noise(exam, field)
            continue
        for seat in range(field.shape[1]):
            if seat != viewer:
                field[:, seat] = _noise(exam, field[:, seat])
    return copy


def _noise(exam: Examination, like: Any) -> Any:
    drawn = bytes(exam.samples.below(256) for _ in range(like.nbytes))
    return np.frombuffer(drawn, like.dtype).reshape(like.shape)


def _leaks(exam: Examination, position: Position, other: Position, view: Any, hidden: Iterable[str]) -> str:
    """The hidden fields that change the view, with the fields of the view that they change."""
    found = []
    for name in hidden:
        one_other = position.copy()
        one_other.states[name] = other.states[name]
        seen: Any = exam.game.observe(one_other, view.viewer)
        if seen != view or bytes(seen) != bytes(view):
            found.append(f"field {name} shows in {_unlike(view, seen)}")
    return "; ".join(found) or "several fields together"


def _unlike(view: View, other: View) -> str:
    """The names of the fields in which two views differ."""
    one, two = view.as_dict(), other.as_dict()
    return (
        ", ".join(sorted(name for name in {*one, *two} if one.get(name) != two.get(name))) or "what as_dict leaves out"
    )
