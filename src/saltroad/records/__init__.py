"""Records: games as text, written, read, replayed and verified; histories of games in progress; dice that can be
checked."""

from __future__ import annotations

from saltroad.records.history import History
from saltroad.records.record import Record, RecordError, Result, read_record_file

__all__ = ["History", "Record", "RecordError", "Result", "read_record_file"]
