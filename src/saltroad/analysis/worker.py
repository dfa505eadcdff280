"""The program of an analysis worker: the game comes first, then one ply after the other."""

from __future__ import annotations

import msgspec

from saltroad.analysis.settings import AnalysisSettings
from saltroad.workers import Channel


class GameGreeting(msgspec.Struct, frozen=True):
    """The game that is analysed, as the text of its record, and how deep."""

    record: str
    settings: AnalysisSettings


def main(channel: Channel, arguments: list[str]) -> None:
    """Analyse plies until the other end is closed."""
    greeting = msgspec.json.decode(channel.receive(), type=GameGreeting)

    from saltroad.analysis.plies import PlyAnalyser  # numpy and numba: not for a caller that only names the plies
    from saltroad.records import Record

    analyser = PlyAnalyser(Record.read(greeting.record).history(), greeting.settings)
    analyser.warm()
    channel.send(b"ready")
    while True:
        ply = msgspec.json.decode(channel.receive(), type=int)
        channel.send(msgspec.json.encode(analyser.analyse(ply)))
