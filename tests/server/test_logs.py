"""The log: one form for all lines, and no secret in any of them."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from saltroad.server.logs import is_secret_name, redacted_path, set_up_logs


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """Where the log goes; afterwards all is as it was."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield io.StringIO()
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


SECRETS = {
    "seed": b"geheim",
    "token": "geheim",
    "password_hash": "geheim",
    "newPassword": "geheim",
    "Set-Cookie": "geheim",
    "cookies": {"saltroad": "geheim"},
    "scope": {"headers": [(b"cookie", b"geheim"), (b"authorization", b"Bearer geheim"), (b"host", b"example.org")]},
    "more": [{"secret": "geheim", "share": "geheim", "kept": 1}],
}


@pytest.mark.parametrize("format", ["human", "json"])
def test_nothing_named_like_a_secret_is_logged(format: str, stream: io.StringIO) -> None:
    set_up_logs(format, "debug", stream)
    structlog.contextvars.bind_contextvars(session_token="geheim")
    log = structlog.get_logger("saltroad")
    log.info("someone came", person="ada", **SECRETS)
    log.bind(cookie="geheim").warning("again")
    logging.getLogger("other").warning("a library", extra={"password": "geheim", "person": "bo"})
    try:
        password = "geheim"  # noqa: F841  # what a variable holds is not shown either
        raise ValueError("broken")
    except ValueError:
        log.exception("it failed")
    said = stream.getvalue()
    assert "geheim" not in said
    for shown in ("someone came", "ada", "again", "a library", "bo", "example.org", "kept", "ValueError: broken"):
        assert shown in said, shown


def test_json_lines_are_for_programs(stream: io.StringIO) -> None:
    set_up_logs("json", "info", stream)
    log = structlog.get_logger("saltroad.tables")
    structlog.contextvars.bind_contextvars(table="t1")
    log.info("moved", ply=3, name="Élodie", odd=object)
    log.debug("not worth a line")
    moved, *rest = lines(stream)
    assert rest == []
    assert moved.pop("timestamp").endswith("Z")
    assert moved == {
        "event": "moved",
        "level": "info",
        "logger": "saltroad.tables",
        "table": "t1",
        "ply": 3,
        "name": "Élodie",
        "odd": "<class 'object'>",
    }


def test_uvicorns_lines_are_among_ours_and_show_no_query(stream: io.StringIO) -> None:
    access = logging.getLogger("uvicorn.access")
    access.addHandler(logging.StreamHandler(stream))
    access.propagate = False
    set_up_logs("json", "info", stream)
    path = "/api/tables/t1/socket?key=geheim"
    access.info('%s - "%s %s HTTP/%s" %d', "10.0.0.1:99", "GET", path, "1.1", 200)
    logging.getLogger("uvicorn.error").info("Started server process [%d]", 7)
    request, started = lines(stream)
    assert {name: request[name] for name in ("event", "method", "path", "status", "client", "level")} == {
        "event": "request",
        "method": "GET",
        "path": "/api/tables/t1/socket",
        "status": 200,
        "client": "10.0.0.1:99",
        "level": "info",
    }
    assert started["event"] == "Started server process [7]"


def test_the_log_can_be_set_up_again(stream: io.StringIO) -> None:
    for _ in range(2):
        set_up_logs("json", "warning", stream)
    logging.getLogger("x").warning("once")
    logging.getLogger("x").info("not at all")
    assert [line["event"] for line in lines(stream)] == ["once"]


def test_what_is_a_secret() -> None:
    for name in ("seed", "Seed", "table_seed", "X-Token", "accessToken", b"cookie", "api-key", "SALTROAD_SECRET"):
        assert is_secret_name(name), name
    for other in ("seat", "keyboard", "commitment", b"host", 5, None, "monkey", "login", "address"):
        assert not is_secret_name(other), other


def test_a_path_is_shown_without_tokens() -> None:
    assert redacted_path("/api/tables/abc123/record?x=1") == "/api/tables/abc123/record"
    assert redacted_path("/enter/" + "x" * 24) == "/enter/…"
    assert redacted_path("/rules/through_the_desert") == "/rules/through_the_desert"
