"""A file that one process at a time writes to."""

from __future__ import annotations

from pathlib import Path

import pytest

from saltroad.workers.locked_file import open_locked, replace_locked


def test_a_file_is_kept_from_others_until_it_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "results"
    with open_locked(path) as file:
        file.write(b"one ")
        with pytest.raises(BlockingIOError, match="another process writes to"):
            open_locked(path)
    with open_locked(path) as file:
        file.write(b"two")
    assert path.read_bytes() == b"one two"


def test_a_file_that_is_replaced_is_locked_anew(tmp_path: Path) -> None:
    path, new = tmp_path / "results", tmp_path / "new"
    with open_locked(path) as file:
        new.write_bytes(b"anew")
        replace_locked(file, new, path)
        with open_locked(path) as other:  # the lock was that of the file before
            assert other.read() == b"anew"
