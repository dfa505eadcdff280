"""Batches of a data set for PyTorch: needs torch, and is loaded only where it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from saltroad.dataset.read import Decisions, Files, check_batches, stream
from saltroad.kernel.observation import Form

Tensors = dict[str, torch.Tensor]


class DecisionTensors(IterableDataset[Tensors]):
    """The decisions of files in batches of tensors; shuffled in another way each time, if there is a seed."""

    def __init__(self, files: Files, batch_size: int, form: Form, seed: int | None) -> None:
        self._files, self._batch_size, self._form, self._seed = files, batch_size, form, seed
        self._epoch = 0

    def __iter__(self) -> Iterator[Tensors]:
        info = get_worker_info()
        part = (0, 1) if info is None else (info.id, info.num_workers)
        seed = None if self._seed is None else self._seed + 1_000_003 * self._epoch
        self._epoch += 1
        for batch in stream(self._files, self._batch_size, form=self._form, seed=seed, part=part):
            yield tensors(batch)


def tensors(batch: Decisions) -> Tensors:
    """A batch as tensors, by name."""

    def tensor(numbers: Any) -> torch.Tensor:
        return torch.from_numpy(np.array(numbers))  # a copy: Arrow's memory may not be written to

    return {
        "observation": tensor(batch.observations),
        "mask": tensor(batch.masks),
        "action": tensor(batch.actions),
        "policy": tensor(batch.policies),
        "win_shares": tensor(batch.win_shares),
        "seat_values": tensor(batch.seat_values),
    }


def loader(files: Files, batch_size: int, form: Form, seed: int | None, workers: int) -> DataLoader[Tensors]:
    """A loader whose items are batches."""
    check_batches(batch_size, form)
    rows = DecisionTensors(files, batch_size, form, seed)
    return DataLoader(rows, batch_size=None, num_workers=workers, persistent_workers=workers > 0)
