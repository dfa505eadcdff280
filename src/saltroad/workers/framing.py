"""Messages on a pipe: a length in four bytes, then the bytes."""

from __future__ import annotations

import asyncio
import struct
from typing import IO

_LENGTH = struct.Struct(">I")


def frame(message: bytes) -> bytes:
    """A message with its length before it."""
    return _LENGTH.pack(len(message)) + message


def read_frame(pipe: IO[bytes]) -> bytes | None:
    """The next message; None when the pipe is closed, or the file at its end."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    length: int = _LENGTH.unpack(head)[0]
    message = pipe.read(length)
    return message if len(message) == length else None


async def receive_frame(pipe: asyncio.StreamReader) -> bytes:
    """The next message; asyncio.IncompleteReadError when the pipe is closed."""
    (length,) = _LENGTH.unpack(await pipe.readexactly(_LENGTH.size))
    return await pipe.readexactly(length)
