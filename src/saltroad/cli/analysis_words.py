"""Words and numbers of an analysis, for the terminal and for the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from saltroad.analysis import PlyAnalysis, SeatAccount
    from saltroad.cli.telling import RecordTeller
    from saltroad.messages import Sentence

PARTS = {
    "start": "analysis-start",
    "luck": "analysis-luck",
    "errors": "analysis-errors",
    "gifts": "analysis-gifts",
    "drift": "analysis-drift",
    "result": "analysis-result",
    "adjusted": "analysis-adjusted",
}
"""The columns of the table of seats, and the messages of their headings."""


def account_cells(seat: SeatAccount) -> list[str]:
    """A seat's row of that table; errors are shown as what they cost."""
    values = [(part, getattr(seat, part)) for part in PARTS]
    signed = ("luck", "errors", "gifts", "drift")
    return [points_of(-value if part == "errors" else value, signed=part in signed) for part, value in values]


def points_of(value: float, *, signed: bool = False) -> str:
    """A share in percent, as it is read: `+3.1`."""
    text = f"{100 * value:+.1f}" if signed else f"{100 * value:.1f}"
    return text.replace("-", "−")


def reason_of(ply: PlyAnalysis, teller: RecordTeller) -> Sentence:
    """Why a move costs something, as a sentence."""
    from saltroad.messages.reasons import reason_sentence

    return reason_sentence(teller.messages, ply.reason or (), teller.names, teller.you)
