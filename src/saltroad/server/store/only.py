"""One server at an SQLite file: a second one is sent away, as each keeps its tables in memory and believes it is alone.

At a PostgreSQL database several may share tables by leases in Redis; two that have none are not found out here.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

from saltroad.server.store.engines import address_of, is_sqlite, shown
from saltroad.server.store.errors import StoreError


@contextlib.contextmanager
def only_server(where: str | Path) -> Iterator[None]:
    """Be the one server of a database; StoreError if there is another. Reading and backing up stay open to all.

    A name in Linux's own list of sockets, not a file: it is gone with its process, however that ends, and leaves
    nothing beside the database. On other systems nobody is sent away.
    """
    url = address_of(where)
    if not is_sqlite(url) or sys.platform != "linux":
        yield
        return
    file = os.stat(str(url.database))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as name:
        try:
            name.bind(f"\0saltroad {file.st_dev} {file.st_ino}")
        except OSError:
            raise StoreError(
                f"Another server is running on the database {shown(url)}. Stop it first, or name another file with"
                " --database."
            ) from None
        yield
