"""Whether a request comes from our own pages: what a browser says of where it comes from cannot be forged by a page."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit


def is_same_site(headers: Mapping[str, str], public_url: str = "") -> bool:
    """Whether a browser sent this from one of our pages; programs say nothing of it, and carry no stray cookies."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
    host = urlsplit(origin).netloc.lower()
    own = {headers.get("host", "").lower(), urlsplit(public_url).netloc.lower()} - {""}
    return host in own
