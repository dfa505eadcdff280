"""Notices to clients that nothing can be stored: the cause, without the address of the database."""

from __future__ import annotations

from saltroad.protocol import messages
from saltroad.server.refusals import server_messages
from saltroad.server.store.engines import Cause
from saltroad.server.store.write_health import WriteHealth


def cause_in_words(cause: Cause, language: str = "en") -> str:
    """A cause in a few words."""
    return server_messages(language).text(f"cause-{cause}")


def notice(health: WriteHealth) -> bytes:
    """The message to a client about the health of writes."""
    return messages.encode(messages.StorageStatus(health.works, health.cause or ""))
