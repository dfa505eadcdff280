"""Addresses of this server: whether a request comes from our own pages, and by which of them others reach it.

What a browser says of where it comes from cannot be forged by a page.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Mapping
from urllib.parse import urlsplit

from saltroad.server.settings import Settings


def is_same_site(headers: Mapping[str, str], public_url: str = "") -> bool:
    """Whether a browser sent this from one of our pages; programs say nothing of it, and carry no stray cookies."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
    host = urlsplit(origin).netloc.lower()
    own = {headers.get("host", "").lower(), urlsplit(public_url).netloc.lower()} - {""}
    return host in own


def address_for_others(host: str, context: str, settings: Settings) -> str:
    """What a link begins with that is given away by somebody who reached us under this `Host`, from that address; empty
    if just that will do. On the host's own machine it would not: there `localhost` is for nobody else. From elsewhere
    nobody is told of our network, whatever they call us."""
    if settings.public_url is not None:
        return settings.public_url
    try:
        name, port = urlsplit(f"//{host}").hostname or "", urlsplit(f"//{host}").port or 80
    except ValueError:
        return ""
    is_here = _is_this_machine(name) and _is_this_machine(context)
    address = lan_address() if is_here and _is_everywhere(settings.listens_on) else None
    return "" if address is None else f"http://{address}:{port}"


def _is_everywhere(listens_on: str) -> bool:
    return listens_on in ("0.0.0.0", "::")


def _is_this_machine(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def lan_address() -> str | None:
    """The address of this machine in its network: the one that it would send from. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address
