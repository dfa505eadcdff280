"""Narration: the lines that tell events. Events of one player in a row are the clauses of one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from saltroad.kernel.contract import Outcome
from saltroad.messages.catalogue import Catalogue, Marked, Rendering, Sentence
from saltroad.messages.facts import Advice, Consequence, Event, TurnOpening


@dataclass(frozen=True, slots=True)
class Line:
    """One line: what one player did in a row and what followed from it, or events that belong to no player."""

    seat: int | None
    sentence: Sentence


def narrate(catalogue: Catalogue, events: Iterable[Event], names: Sequence[str], you: int | None = None) -> list[Line]:
    """The lines of events: one for each player in turn with what followed from what they did, and one for each row of
    events that belong to no player."""
    runs: list[list[Event]] = []
    for event in events:
        if runs and _goes_on(runs[-1], event):
            runs[-1].append(event)
        else:
            runs.append([event])
    return [_line(catalogue, run, names, you) for run in runs]


def _goes_on(run: Sequence[Event], event: Event) -> bool:
    """Whether an event belongs to the line of those before it."""
    if isinstance(event, Consequence):
        return True
    return not isinstance(event, TurnOpening) and _subject(event) == _subject(run[0])


def _subject(event: Event) -> int | None:
    seat: int | None = getattr(event, "seat", None)
    return seat


def _line(catalogue: Catalogue, run: Sequence[Event], names: Sequence[str], you: int | None) -> Line:
    seat = _subject(run[0])
    rendering = Rendering(catalogue, names, you)
    told: list[str] = []
    for has_subject, same in groupby(run, key=lambda event: hasattr(event, "seat")):
        texts = [rendering.text(event.kind, event.fields()) for event in same]
        if has_subject:
            told.append(rendering.text("told", {"seat": seat, "clauses": Marked(catalogue.listed(texts))}))
        else:
            told += texts
    return Line(seat, rendering.sentence(" ".join(told)))


def suggest(catalogue: Catalogue, advice: Advice, names: Sequence[str], you: int | None = None) -> Sentence:
    """A suggestion: "You could place a pink camel on f4"."""
    rendering = Rendering(catalogue, names, you)
    text = rendering.text(advice.kind, advice.fields())
    return rendering.sentence(rendering.text("could", {"advice": Marked(text)}))


def winners_line(
    catalogue: Catalogue, outcome: Outcome, names: Sequence[str], you: int | None = None, *, by: str = ""
) -> Sentence:
    """The sentence of who won and with how many points; `by` is the id of a message that says how a tie was broken."""
    fields = {"seats": outcome.winners, "points": max(outcome.scores), "you_won": you in outcome.winners}
    return catalogue.format(by or "won", fields, names=names, you=you)
