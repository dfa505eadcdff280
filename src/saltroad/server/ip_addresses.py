"""Addresses of clients, as far as they are one client's."""

from __future__ import annotations

import ipaddress


def address_group(host: str) -> str:
    """What limits by address count together: an IPv4 address alone, an IPv6 address with its whole /64, which one
    subscriber has for themselves. What is no address stays as it is."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(address), 64), strict=False))
