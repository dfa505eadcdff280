"""The files of deploy/ name settings, commands and files that exist; whether containers run is not seen here."""

from __future__ import annotations

import ipaddress
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner
from uvicorn.middleware.proxy_headers import _TrustedHosts

from saltroad.cli.main import app
from saltroad.server.settings import ALL_SETTINGS, read_settings

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"
FILES = sorted(path for path in DEPLOY.iterdir() if path.is_file())
OTHERS = {"SALTROAD_CACHE_DIR", "SALTROAD_CONFIG"}
"""Variables that are no settings of the server."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_variable_is_a_setting(file: Path) -> None:
    known = {about.variable for about in ALL_SETTINGS.values()} | OTHERS
    assert set(re.findall(r"SALTROAD_[A-Z_]+", file.read_text("utf-8"))) <= known


def test_the_values_are_allowed(tmp_path: Path) -> None:
    container = (DEPLOY / "Containerfile").read_text("utf-8")
    environ = dict(re.findall(r"(SALTROAD_[A-Z_]+)=(\S+)", container))
    assert read_settings({}, environ).database == "/data/saltroad.sqlite"
    compose = (DEPLOY / "compose.yaml").read_text("utf-8")
    environ |= dict(re.findall(r"(SALTROAD_[A-Z_]+): (.*)", compose))
    for written, meant in (
        ("${DB_PASSWORD:-saltroad}", "saltroad"),
        ("${WORKERS:-2}", "2"),
        ("${DOMAIN:+https://${DOMAIN}}", ""),  # an empty variable is one that is not set
        ("${TRUSTED_PROXIES:-${FRONT:-172.30.86}.2}", "172.30.86.2"),
    ):
        assert any(written in value for value in environ.values())
        environ = {name: value.replace(written, meant) for name, value in environ.items()}
    settings = read_settings({}, environ)
    assert (settings.workers, settings.is_postgresql, settings.public_url) == (2, True, None)
    assert settings.secret_file == "/data/saltroad.secret"
    assert settings.trusted_proxies == ("172.30.86.2",)


def test_only_the_proxy_of_the_composition_is_believed() -> None:
    """With LISTEN=0.0.0.0 people come from anywhere, and through Docker from the gateway of the network: whoever were
    believed there could forge their address."""
    compose = (DEPLOY / "compose.yaml").read_text("utf-8").replace("${FRONT:-172.30.86}", "172.30.86")
    (trusted,) = re.findall(r"SALTROAD_TRUSTED_PROXIES: \$\{TRUSTED_PROXIES:-(.*)\}", compose)
    (proxy,) = re.findall(r"ipv4_address: (.*)", compose)
    (given_out,) = re.findall(r"ip_range: (.*)", compose)
    (gateway,) = re.findall(r"gateway: (.*)", compose)
    (subnet,) = re.findall(r"subnet: (.*)", compose)
    assert trusted == proxy != gateway
    assert ipaddress.ip_address(proxy) in ipaddress.ip_network(subnet)
    assert ipaddress.ip_address(proxy) not in ipaddress.ip_network(given_out), "no other container may get it"
    assert ipaddress.ip_network(given_out).subnet_of(ipaddress.ip_network(subnet))  # type: ignore[arg-type]
    believed = _TrustedHosts([trusted])
    assert proxy in believed
    for other in (gateway, "127.0.0.1", "172.30.86.130", "10.0.0.1", "192.168.1.1", "172.17.0.1", "203.0.113.1"):
        assert other not in believed
    # What the proxy says is the last address; what a client has written stands before it.
    assert believed.get_trusted_client_address("198.51.100.1, 203.0.113.7")[0] == "203.0.113.7"
    assert believed.get_trusted_client_address(f"203.0.113.7, {proxy}")[0] == "203.0.113.7"


def test_what_the_container_is_built_from_is_there() -> None:
    container = (DEPLOY / "Containerfile").read_text("utf-8")
    ignore = (DEPLOY / "Containerfile.dockerignore").read_text("utf-8").splitlines()
    for line in re.findall(r"^COPY (?!--from)(.*)$", container, re.MULTILINE):
        for source in line.split()[:-1]:
            assert (ROOT / source).exists(), source
            assert f"!{source.split('/')[0]}" in ignore, source


def test_the_page_names_commands_that_exist() -> None:
    page = (DEPLOY / "README.md").read_text("utf-8")
    commands = re.findall(r"^saltroad (.*?)(?:\s+#.*)?$", page, re.MULTILINE)
    assert len(commands) >= 8
    for command in commands:
        words = shlex.split(command)
        path = words[:2] if words[0] == "admin" else words[:1]
        shown = CliRunner().invoke(app, [*path, "--help"], env={"COLUMNS": "200", "TERMINAL_WIDTH": "200"})
        assert shown.exit_code == 0, command
        for option in (word for word in words if word.startswith("--")):
            assert option in shown.output, f"{command}: {option}"
    for target in re.findall(r"\]\(([^)#]+)\)", page):
        if "://" not in target:
            assert (DEPLOY / target).exists(), target
