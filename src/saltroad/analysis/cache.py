"""Analysed plies on disk: an analysis that was stopped continues from there, and a finished one is not made again.

A file for each game and depth, named by a digest of both, with a line of JSON for each ply.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from saltroad.analysis.model import PlyAnalysis
from saltroad.analysis.settings import AnalysisSettings
from saltroad.records.history import History

VERSION = 2
"""The version of the analysis, raised when it comes to other results: older files are not used any more."""


class AnalysisCache:
    """A folder of analysed plies."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, history: History, settings: AnalysisSettings) -> dict[int, PlyAnalysis]:
        """The plies that are known. A line that was cut off by a crash is left out."""
        file = self._file(history, settings)
        if not file.is_file():
            return {}
        return {each.ply: each for each in _plies_of(file.read_bytes())}

    def add(self, history: History, settings: AnalysisSettings, ply: PlyAnalysis) -> None:
        """Store a ply. If the disk is full or read-only, it only has to be analysed again."""
        file = self._file(history, settings)
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("ab") as stream:
                stream.write(b"\n" + msgspec.json.encode(ply))  # begins a line: the last one may have been cut off

    def _file(self, history: History, settings: AnalysisSettings) -> Path:
        return self._folder / f"{analysis_key(history, settings)}.jsonl"


def analysis_key(history: History, settings: AnalysisSettings) -> str:
    """The key of everything that an analysis depends on: the game with its rules, what was played, and the depth."""
    info = history.game.info
    played = ";".join(map(str, history.actions))
    told = (VERSION, info.name, info.rules_version, str(history.options), played, msgspec.json.encode(settings))
    return hashlib.sha256(repr(told).encode()).hexdigest()[:32]


def _plies_of(data: bytes) -> Iterator[PlyAnalysis]:
    for line in data.splitlines():
        with suppress(msgspec.DecodeError):
            yield msgspec.json.decode(line, type=PlyAnalysis)
