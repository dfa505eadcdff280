"""Data sets: the decisions of many games between bots, a row each, as a Parquet file.

from saltroad import dataset

settings = dataset.configure("bazaar", "trader", players=2, seed=7)
dataset.run(settings, 100, "bazaar.parquet", jobs=2)
decisions = dataset.read("bazaar.parquet")
decisions.fields["hands"], decisions.masks, decisions.policies, decisions.win_shares  # NumPy arrays

    settings       what a data set is of
    decisions      the rows of one game, as a worker makes them
    run            which games are left, who plays them; `worker` is what a worker runs
    journal        what was played so far, from which a run goes on
    header         what a file says of itself
    columns        the columns, and rows as tables of Arrow
    parquet_file   writing and reading the file
    merging        one file of many shards
    read           decisions as NumPy arrays; `torch_loader` as tensors

Needs pyarrow (`pip install 'saltroad[data]'`), which is loaded only where a file is written or read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from saltroad.dataset.columns import COLUMNS, Column
from saltroad.dataset.errors import BadDataset
from saltroad.dataset.header import DatasetHeader, FieldPlace
from saltroad.dataset.merging import merge
from saltroad.dataset.read import Decisions, Files, describe, history_of, read, stream, unpacked
from saltroad.dataset.run import DatasetProgress, DatasetRun, run
from saltroad.dataset.settings import DatasetSettings, configure
from saltroad.kernel.observation import FORMS, Form

if TYPE_CHECKING:
    from torch import Tensor
    from torch.utils.data import DataLoader

__all__ = [
    "COLUMNS",
    "FORMS",
    "BadDataset",
    "Column",
    "DatasetHeader",
    "DatasetProgress",
    "DatasetRun",
    "DatasetSettings",
    "Decisions",
    "FieldPlace",
    "configure",
    "describe",
    "history_of",
    "loader",
    "merge",
    "read",
    "run",
    "stream",
    "unpacked",
]


def loader(
    files: Files, batch_size: int = 1024, *, form: Form = "float32", seed: int | None = 0, workers: int = 0
) -> DataLoader[dict[str, Tensor]]:
    """A PyTorch DataLoader of batches: `observation`, `mask`, `action`, `policy`, `win_shares` and `seat_values` as
    tensors, seats beginning with the one that decides. Shuffled, in another way each time round, unless the seed is
    None. With workers, as many processes read; each ends with a batch of what is left to it."""
    try:
        from saltroad.dataset import torch_loader
    except ImportError:
        raise BadDataset("A loader needs PyTorch, which is not installed: pip install 'saltroad[torch]'.") from None
    return torch_loader.loader(files, batch_size, form, seed, workers)
