"""The browser and the system that a User-Agent header names: enough for a person to tell their devices apart."""

from __future__ import annotations

import re

from saltroad.server.refusals import server_messages

# In this order: most browsers also call themselves by the names of others.
_BROWSERS = (
    ("Edge", r"\bEdg(?:e|A|iOS)?/"),
    ("Opera", r"\bOPR/|\bOpera\b"),
    ("Samsung Internet", r"\bSamsungBrowser/"),
    ("Firefox", r"\bFirefox/|\bFxiOS/"),
    ("Chrome", r"Chrome/|\bCriOS/"),
    ("Safari", r"\bVersion/.*\bSafari/"),
)
_SYSTEMS = (
    ("iPhone", r"\biPhone\b"),
    ("iPad", r"\biPad\b"),
    ("Android", r"\bAndroid\b"),
    ("ChromeOS", r"\bCrOS\b"),
    ("Windows", r"\bWindows\b"),
    ("Mac", r"\bMacintosh\b|\bMac OS X\b"),
    ("Linux", r"\bLinux\b"),
)
_MAX_LENGTH = 300
"""Characters of the header that are read."""


def device_of(user_agent: str) -> str:
    """The device as it is stored: browser and system with a bar between them, either of which may be missing."""
    text = user_agent[:_MAX_LENGTH]
    browser = next((name for name, pattern in _BROWSERS if re.search(pattern, text)), "")
    system = next((name for name, pattern in _SYSTEMS if re.search(pattern, text)), "")
    if not browser and not system:
        # A program says its name first: "curl/8.5.0".
        found = re.match(r"[A-Za-z][A-Za-z0-9._-]{0,29}", text)
        browser = found[0] if found else ""
    return f"{browser}|{system}"


def device_in_words(device: str, language: str) -> str:
    """A stored device in words, such as "Firefox on Linux"; empty if nothing is known of it."""
    browser, _, system = device.partition("|")
    if browser and system:
        return server_messages(language).text("device", browser=browser, system=system)
    return browser or system
