"""A file that one process at a time may write to: what a run keeps, so that two runs do not mix their results."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]


def open_locked(path: Path) -> IO[bytes]:
    """The file, to be read from its start and added to at its end, and kept from others as long as it is open;
    BlockingIOError if another process has it."""
    while True:
        file = path.open("ab+")
        if not _lock(file):
            file.close()
            raise BlockingIOError(f"another process writes to {str(path)!r}")
        if path.exists() and os.path.samestat(os.fstat(file.fileno()), path.stat()):
            file.seek(0)
            return file
        file.close()  # it was replaced or removed between the two: that file is no longer the one of this name


def replace_locked(file: IO[bytes], new: Path, path: Path) -> None:
    """Put a new file in the place of one that is open and locked."""
    if fcntl is None:
        file.close()  # an open file cannot be replaced on Windows; elsewhere it is kept from others until then
    new.replace(path)


def _lock(file: IO[bytes]) -> bool:
    """Keep others from writing, as long as the file is open; False if another process does."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system that cannot lock
        return True
    return True
