"""A game as text: write, read, replay, verify."""

from __future__ import annotations

from saltroad.records.history import History
from saltroad.records.record import Record, RecordError, Result, read_record_file

__all__ = ["History", "Record", "RecordError", "Result", "read_record_file"]
