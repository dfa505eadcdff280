"""Origins: whether a request comes from our own pages, and the address under which others reach this server.

A page cannot forge the headers by which a browser tells the origin of a request.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Mapping
from urllib.parse import urlsplit

from saltroad.server.settings import Settings


def is_same_site(headers: Mapping[str, str], public_url: str = "") -> bool:
    """Whether a request comes from one of our pages, or from a program, which sends no origin and no stray cookie."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
    host = urlsplit(origin).netloc.lower()
    own = {headers.get("host", "").lower(), urlsplit(public_url).netloc.lower()} - {""}
    return host in own


def shareable_url(host: str, client_address: str, settings: Settings) -> str:
    """The start of a link that a client shares with others; empty if the address that the client uses will do. On the
    server's own machine it would not: `localhost` works for no other machine. A client elsewhere is not told our
    address in the local network, whatever `Host` it sends."""
    if settings.public_url is not None:
        return settings.public_url
    try:
        name, port = urlsplit(f"//{host}").hostname or "", urlsplit(f"//{host}").port or 80
    except ValueError:
        return ""
    is_here = _is_this_machine(name) and _is_this_machine(client_address)
    address = lan_address() if is_here and _listens_everywhere(settings.listens_on) else None
    return "" if address is None else f"http://{address}:{port}"


def _listens_everywhere(listens_on: str) -> bool:
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
