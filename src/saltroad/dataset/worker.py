"""The program of a data set's worker: the settings come first, then one game after the other.

The settings are answered by an empty report once all is compiled, each number of a game by the report of its game.
"""

from __future__ import annotations

import traceback

import msgspec

from saltroad.arena.program import end_all
from saltroad.dataset.errors import BadDataset
from saltroad.dataset.settings import DatasetSettings
from saltroad.workers import Channel


class RowsReport(msgspec.Struct, frozen=True):
    """The decisions of a game that was played, as bytes; or why it could not be."""

    rows: bytes = b""
    failed: str = ""
    is_retried: bool = False
    """Whether a game whose worker was lost is tried once more."""


def warm_up_rows(settings: DatasetSettings) -> None:
    """Compile, or load, everything that the games need."""
    from saltroad import games  # numpy and numba: not for a caller that only names the tasks
    from saltroad.arena.play import warm_up_all
    from saltroad.batch import encode_all
    from saltroad.kernel.chance import Rng

    warm_up_all(settings)
    game = games.load(settings.game)
    encode_all(game, [game.settle(game.start_of(settings.agreed), Rng(0))], [0])


def run_task(settings: DatasetSettings, number: int) -> RowsReport:
    """Play one game. Errors are reported, not raised."""
    from saltroad.dataset.decisions import encode_rows, play_rows

    try:
        return RowsReport(encode_rows(play_rows(settings, number)))
    except BadDataset as error:
        return RowsReport(failed=str(error))
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        return RowsReport(failed=f"{type(error).__name__}: {error} ({where.name}, line {where.lineno})")


def main(channel: Channel, arguments: list[str]) -> None:
    """Play games until the caller closes its end."""
    channel.on_close = end_all
    settings = msgspec.json.decode(channel.receive(), type=DatasetSettings)
    warm_up_rows(settings)
    channel.send(msgspec.msgpack.encode(RowsReport()))
    while True:
        report = run_task(settings, msgspec.json.decode(channel.receive(), type=int))
        channel.send(msgspec.msgpack.encode(report))
