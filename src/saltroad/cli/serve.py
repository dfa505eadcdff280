"""`saltroad serve`: the table in the browser, for this machine, for phones in the same network, or for the world."""

from __future__ import annotations

import asyncio
import sys
import webbrowser
from typing import TYPE_CHECKING

import typer

from saltroad.cli.configured import takes_settings

if TYPE_CHECKING:
    from saltroad.server.serve import Listening
    from saltroad.server.settings import Settings


@takes_settings()
def serve(settings: Settings) -> None:
    """Play in the browser, with friends and with bots.

    Without any setting: one process, one file, for this machine alone. Everything can also be set by a variable of the
    environment (SALTROAD_PORT=9000) or in saltroad.toml (port = 9000); a flag wins over the environment, and the
    environment over the file.
    """
    # Loaded only now: the other commands do without the web.
    import uvloop

    from saltroad.server.logs import set_up_logs
    from saltroad.server.serve import serve as run
    from saltroad.server.settings import make_data_folder

    set_up_logs(settings.log_format, settings.log_level)
    make_data_folder(settings)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        if settings.workers > 1:
            from saltroad.server.processes.supervisor import serve_all

            runner.run(serve_all(settings, ready=lambda where: _say(where, settings)))
        else:
            runner.run(run(settings, ready=lambda running: _say(running, settings)))


def _say(running: Listening, settings: Settings) -> None:
    """Print the address of the server, and warnings."""
    local = f"http://127.0.0.1:{running.port}" if settings.lan else running.url
    if settings.log_format == "json":
        import structlog  # with the server, not with every command

        structlog.get_logger().info("Saltroad is ready", url=settings.public_url or local)
    else:
        for warning in running.warnings:
            typer.echo(f"\n  WARNING: {warning}")
        typer.echo(f"\n  Saltroad is ready:      {settings.public_url or local}")
        if settings.lan:
            _say_lan(running.port)
        typer.echo("  Ctrl-C stops it; every move is stored.\n")
    if settings.open_browser:
        webbrowser.open(local)


def _say_lan(port: int) -> None:
    from saltroad.server.origins import lan_address  # with the server, not with every command

    address = lan_address()
    if address is None:
        typer.echo("  No network was found for phones.")
        return
    url = f"http://{address}:{port}"
    typer.echo(f"  On phones nearby:       {url}\n")
    if sys.stdout.isatty():
        import segno

        segno.make(url, error="l").terminal(compact=True)
