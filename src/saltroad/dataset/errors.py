"""The error of data sets, and the library that is needed to make and read them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from saltroad.kernel.errors import SaltroadError


class BadDataset(SaltroadError):
    """A data set that cannot be made or read; its message says why in one sentence."""


def load_arrow() -> tuple[Any, Any]:
    """The modules pyarrow and pyarrow.parquet, which have no types; BadDataset if they are not installed."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise BadDataset("Data sets need pyarrow, which is not installed: pip install 'saltroad[data]'.") from None
