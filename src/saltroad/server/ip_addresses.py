"""IP addresses of clients, grouped by subscriber."""

from __future__ import annotations

import ipaddress


def address_group(host: str) -> str:
    """The group that limits by address count together: one IPv4 address, or the /64 network of an IPv6 address, which
    belongs to one subscriber. A text that is no address is its own group."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(address), 64), strict=False))
