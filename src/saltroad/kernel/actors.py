"""Who can act besides the seats (0, 1, 2, …)."""

from __future__ import annotations

from typing import Final

CHANCE: Final = -1
NOBODY: Final = -2
