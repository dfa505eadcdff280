"""Log lines about refused addresses, so that the host of a server sees who floods it."""

from __future__ import annotations

import time
from collections.abc import Callable

import structlog

from saltroad.server.ip_addresses import address_group

log = structlog.get_logger()

MAX_LINES_PER_MINUTE = 100
"""Log lines a minute: a flood from many addresses must not become a flood of lines."""


class RefusedAddresses:
    """Logs refused addresses: one line for each address, reason and minute."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._minute = -1
        self._noted: set[tuple[str, str]] = set()

    def note(self, host: str, why: str) -> None:
        """Note that an address was refused; `why` is the code of the refusal."""
        minute = int(self._clock() // 60)
        if minute != self._minute:
            self._minute = minute
            self._noted.clear()
        noted = (address_group(host), why)
        if noted in self._noted or len(self._noted) > MAX_LINES_PER_MINUTE:
            return
        self._noted.add(noted)
        if len(self._noted) > MAX_LINES_PER_MINUTE:
            log.warning("many more addresses are refused: no further lines in this minute")
        else:
            log.warning("an address is refused", address=host, why=why)
