"""The reasons why a move costs something, as facts: what it gives up, and to whom. Analysis makes them; messages tell
them.

A prize is a thing that brings points, such as an oasis or a ware. A game's messages name its prizes: `prize-oasis`,
with the field `at` that says which.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from saltroad.messages.catalogue import Catalogue, Marked, Rendering, Sentence
from saltroad.messages.facts import Fact


class Reason(Fact, frozen=True):
    """A part of why a move costs something. Its message is a clause whose subject is the move."""


class PrizeMissed(Reason, frozen=True):
    """The seat gets it less often than after the better move."""

    prize: str
    at: str
    points: int
    """Points that this costs, on average."""


class PrizeLeft(Reason, frozen=True):
    """The seat gets it less often, and another one gets it instead."""

    prize: str
    at: str
    to: int
    points: int


class PrizeGiven(Reason, frozen=True):
    """Another seat gets it more often."""

    prize: str
    at: str
    to: int
    points: int
    """Points that this brings that seat, on average."""


class PointsMissed(Reason, frozen=True):
    """Points that add up from many things."""

    points: int


class LeadGiven(Reason, frozen=True):
    """Nothing that can be named, except the seat that gains most by it."""

    to: int


AnyReason = PrizeMissed | PrizeLeft | PrizeGiven | PointsMissed | LeadGiven
"""All kinds of reasons, for reading them back."""


def reason_sentence(
    catalogue: Catalogue, reasons: Iterable[Reason], names: Sequence[str], you: int | None = None
) -> Sentence:
    """The reasons as one sentence, such as `This leaves the oasis on f4 to Zahra (−5 points).`."""
    rendering = Rendering(catalogue, names, you)
    clauses = [rendering.text(reason.kind, _fields(rendering, reason)) for reason in reasons]
    return rendering.sentence(rendering.text("reason", {"clauses": Marked(catalogue.listed(clauses))}))


def _fields(rendering: Rendering, reason: Reason) -> dict[str, object]:
    fields = reason.fields()
    if "prize" in fields:
        fields["prize"] = Marked(rendering.text(f"prize-{fields['prize']}", {"at": fields.pop("at")}))
    return fields
