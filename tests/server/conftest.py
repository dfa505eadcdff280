"""One server for all tests of a module that want one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.serving import Person, Server, server_in


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server_in(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def ada(server: Server) -> Person:
    return Person(server, "Ada")


@pytest.fixture
def bo(server: Server) -> Person:
    return Person(server, "Bo")
