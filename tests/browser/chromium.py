"""The system's Chromium, driven by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

NO_CHROMIUM = "Chromium is not installed: run scripts/debian-packages as root, or apt-get install chromium."
_NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium() -> str | None:
    """Where the program is; None if there is none."""
    return next((found for name in _NAMES if (found := shutil.which(name))), None)


@contextmanager
def browser_of(program: str) -> Iterator[Browser]:
    """A browser that runs as long as the block. As root there is no sandbox to be had."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        try:
            yield browser
        finally:
            browser.close()
