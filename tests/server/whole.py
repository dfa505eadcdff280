"""Updates as a client has them once it has put in what was left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from saltroad.protocol.messages import UPDATE_DEFAULTS, WIRE_VERSION

WIRE = f"wire={WIRE_VERSION}"
"""What the address of a socket says."""


def whole(update: Mapping[str, Any], before: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """An update with all its fields: those of the update before where nothing has changed, else defaults. What is told
    of the table (`info`) stands beside them, and offers are one list of rows."""
    known = before or {}
    info, seats = (update[name] if name in update else known[name] for name in ("info", "seats"))
    offers = [row for rows in update.get("offers", {}).values() for row in rows]
    return {**UPDATE_DEFAULTS, **info, **update, "info": info, "seats": seats, "offers": offers}
