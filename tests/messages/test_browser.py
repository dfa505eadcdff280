"""The browser makes the same sentences: what its tests compare with is what Python says now."""

from __future__ import annotations

from messages.vectors import FILE, vectors


def test_the_sentences_that_the_browser_is_tested_by_are_fresh() -> None:
    assert FILE.read_text("utf-8") == vectors(), "stale: cd tests && python -m messages.vectors"
