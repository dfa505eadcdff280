"""The server's log: lines for people or JSON lines for programs, with uvicorn's own among them, and never a secret."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Mapping, MutableMapping
from typing import Any, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

_SECRETS = "seed cookie token password secret share"
SECRET_WORDS = frozenset([*_SECRETS.split(), *(f"{word}s" for word in _SECRETS.split()), "authorization", "key"])
"""A field whose name contains one of these words is never logged."""
_MAX_SEGMENT = 19
"""The longest part of a path that is shown: longer ones are tokens."""
_VERBOSE_LOGGERS = ("aiosqlite", "sqlalchemy")
"""At debug level these log every statement with its values, secrets among them."""
_UVICORN = ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi")


def set_up_logs(format: str = "human", level: str = "info", stream: TextIO | None = None) -> None:
    """Send structlog's lines and those of every library to one stream. Give uvicorn `log_config=None`."""
    stream = sys.stderr if stream is None else stream
    is_json = format == "json"
    stamp = (
        structlog.processors.TimeStamper(fmt="iso", utc=True)
        if is_json
        else structlog.processors.TimeStamper(fmt="%Y-%m-%d %H:%M:%S", utc=False)
    )
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        stamp,
    ]
    renderers: list[Processor] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False, default=repr)]
        if is_json
        # A plain traceback: a rich one shows what the variables held.
        else [
            structlog.dev.ConsoleRenderer(
                colors=stream.isatty(), exception_formatter=structlog.dev.plain_traceback, pad_event_to=0
            )
        ]
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.ExtraAdder(), *shared, format_request],
            pass_foreign_args=True,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, drop_secrets, *renderers],
        )
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level.upper())
    logging.getLogger("alembic").setLevel(logging.WARNING)
    for name in _VERBOSE_LOGGERS:
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in _UVICORN:
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.setLevel(logging.NOTSET)
        logger.disabled = False
        logger.propagate = True


def drop_secrets(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """A structlog processor that removes fields named like a secret, at any depth."""
    for name in [name for name in event if is_secret_name(name)]:
        del event[name]
    for name, value in event.items():
        event[name] = _without_secrets(value)
    return event


def is_secret_name(name: object) -> bool:
    """Whether a field of that name holds a secret."""
    text = name.decode("latin-1") if isinstance(name, bytes) else name
    if not isinstance(text, str):
        return False
    words = re.split(r"[^a-z0-9]+", re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", text).lower())
    return not SECRET_WORDS.isdisjoint(words)


def _without_secrets(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _without_secrets(part) for name, part in value.items() if not is_secret_name(name)}
    if isinstance(value, list | tuple):
        # Headers come as pairs of name and value.
        return [_without_secrets(part) for part in value if not (_is_pair(part) and is_secret_name(part[0]))]
    return value


def _is_pair(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2


def format_request(_: WrappedLogger, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A structlog processor that turns uvicorn's access line into fields, without the query and tokens in the path."""
    event.pop("color_message", None)  # uvicorn's line once more, for terminals
    given = event.pop("positional_args", ())
    if event["_record"].name != "uvicorn.access" or len(given) != 5:
        return event
    address, method, path, _version, status = given
    event.update(event="request", method=method, path=redacted_path(str(path)), status=status, client=address)
    return event


def redacted_path(path: str) -> str:
    """A path without its query, and with its tokens replaced by an ellipsis."""
    parts = path.partition("?")[0].split("/")
    return "/".join("…" if len(part) > _MAX_SEGMENT else part for part in parts)
