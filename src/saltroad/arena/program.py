"""A program that plays by lines: `exec:COMMAND`. docs/reference/arena.md defines the protocol.

Owns one process for one game. A program that is silent, writes too much or nonsense, or ends becomes a Failed with a
kind of fault, in time. It is not a sandbox: the program runs with the rights of the user.
"""

from __future__ import annotations

import contextlib
import io
import os
import queue
import select
import signal
import subprocess
import threading
from collections.abc import Sequence
from typing import IO, Any, cast

import msgspec

PROTOCOL = 1
LONGEST_LINE = 4_096
"""Bytes of an answer; no action of any game has nearly as many."""
_ENDING_SECONDS = 1.0
_TAIL = 300
"""Characters of what a program last said on its standard error."""


class Failed(Exception):
    """A seat cannot play on: the kind of fault, and what happened in words."""

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(why)
        self.kind = kind
        self.why = why


class Program:
    """One process that answers line by line."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for the arena: a program must not lose games by it
            )
        except OSError as error:
            raise Failed("crash", f"it could not be started: {error.strerror}") from None
        _running.add(self)
        self._said: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._heard: queue.SimpleQueue[bytes | Failed | None] = queue.SimpleQueue()
        self._tail = b""
        # Threads, as a program may stop reading as well as writing, and the game must not wait for it.
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._talk, self._keep_tail)]
        for thread in self._threads:
            thread.start()

    def ask(self, message: dict[str, Any], seconds: float) -> str:
        """Send a message; returns the line that the program answers. Failed if there is none in time."""
        self._said.put(msgspec.json.encode(message) + b"\n")
        try:
            line = self._heard.get(timeout=seconds)
        except queue.Empty:
            raise Failed("timeout", f"no answer within {seconds:g} s") from None
        if line is None:
            raise Failed("crash", self._last_words())
        if isinstance(line, Failed):
            raise line
        if not line.endswith(b"\n") and len(line) > LONGEST_LINE:
            raise Failed("too_long", f"a line of more than {LONGEST_LINE:,} bytes")
        try:
            return line.decode().strip()
        except UnicodeDecodeError:
            raise Failed("illegal", "an answer that is not UTF-8") from None

    def close(self, last: dict[str, Any] | None = None) -> None:
        """Send the last message, if there is one, and end the program: by itself within a second, or by force."""
        if last is not None:
            self._said.put(msgspec.json.encode(last) + b"\n")
            self._said.put(b"")
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_ENDING_SECONDS)
        self.kill()
        self._said.put(b"")
        for thread in self._threads:
            thread.join(_ENDING_SECONDS)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            # a grandchild that holds the other end can keep a thread reading: its pipe is left to the thread
            if pipe is not None and not any(thread.is_alive() for thread in self._threads):
                with contextlib.suppress(OSError):
                    pipe.close()

    def kill(self) -> None:
        """End it at once, with all that it has started."""
        _running.discard(self)
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()

    def _talk(self) -> None:
        said = _pipe(self._process.stdin)
        # unbuffered, so that `_has_more` sees what was said
        heard = cast(io.FileIO, cast(io.BufferedReader, self._process.stdout).raw)
        is_greeted = False
        try:
            while message := self._said.get():
                # What comes before the first message is the answer to it: a program that is quick to greet must not
                # lose by it, however long this thread took to write.
                if is_greeted and _has_more(heard) and (line := heard.readline(LONGEST_LINE + 1)):
                    unasked = line.decode(errors="replace").strip()
                    self._heard.put(Failed("illegal", f"it had said more than one line: {unasked[:60]!r}"))
                    break
                with contextlib.suppress(OSError):  # it has ended; what it said before still counts
                    said.write(message)
                    said.flush()
                is_greeted = True
                if message.startswith(_NO_ANSWER):
                    break
                line = heard.readline(LONGEST_LINE + 1)
                if not line:
                    break
                self._heard.put(line)
        except (OSError, ValueError):
            pass
        self._heard.put(None)
        with contextlib.suppress(OSError, ValueError):
            said.close()

    def _keep_tail(self) -> None:
        errors = _pipe(self._process.stderr)
        with contextlib.suppress(OSError, ValueError):
            while chunk := os.read(errors.fileno(), 65_536):
                self._tail = (self._tail + chunk)[-4 * _TAIL :]

    def _last_words(self) -> str:
        """How the program ended, and the end of what it wrote on its standard error."""
        try:
            status = self._process.wait(_ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        self._threads[1].join(_ENDING_SECONDS)
        lines = self._tail.decode(errors="replace").strip().splitlines()
        how = f"it ended with status {status}" if status >= 0 else f"it was ended by signal {-status}"
        return f"{how}: {lines[-1][-_TAIL:]}" if lines else how


_running: set[Program] = set()


def end_all() -> None:
    """End every program that still runs, for a worker that has to end at once."""
    for program in tuple(_running):
        program.kill()


def _has_more(heard: io.FileIO) -> bool:
    """Whether output, or its end, is there before anything is asked; only where a pipe can be polled."""
    return hasattr(os, "killpg") and bool(select.select([heard], [], [], 0)[0])


_NO_ANSWER = b'{"type":"over"'
"""The start of the one message that has no answer."""


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe
