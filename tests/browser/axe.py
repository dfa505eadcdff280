"""What axe finds on a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from browser.person import Person

_AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
_NO_AXE = "axe-core is not installed. Run: make web"
_RUN = "async () => (await axe.run(document, {resultTypes: ['violations']})).violations"


def serious_faults(person: Person) -> list[str]:
    """The serious faults of the page as it is now."""
    assert _AXE.is_file(), _NO_AXE
    if not person.page.evaluate("'axe' in window"):
        person.page.evaluate(_AXE.read_text("utf-8"))
    found: list[dict[str, Any]] = person.page.evaluate(_RUN)
    return [
        f"{person.page.url}: {one['id']}: {one['help']}: {node['html'][:300]} {node['failureSummary']}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:3]
    ]
