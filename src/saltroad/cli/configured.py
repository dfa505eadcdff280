"""Flags for the server's settings, made from `server.settings`, so that each setting is explained in one place."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from saltroad.server import setting_types
from saltroad.server.settings import ALL_SETTINGS, SettingInfo, Settings, read_settings

Config = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="Settings in TOML.", show_default="saltroad.toml, if there is one"),
]


def takes_settings(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command flags for these settings, or for all, and the settings themselves as `settings`."""
    chosen = [
        about for about in (map(ALL_SETTINGS.__getitem__, names) if names else ALL_SETTINGS.values()) if about.has_flag
    ]

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        own = [
            parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)
            for parameter in _signature(command).parameters.values()
            if parameter.name != "settings"
        ]
        flags = [_parameter(about.name, _annotation(about)) for about in chosen]
        parameters = [*own, *flags, _parameter("config", Config)]

        def run(**given: Any) -> None:
            config = given.pop("config")
            flags = {about.name: given.pop(about.name) for about in chosen}
            command(settings=read_settings(flags, os.environ, config), **given)

        run.__name__, run.__doc__ = command.__name__, command.__doc__
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return run

    return decorate


def _signature(command: Callable[..., None]) -> inspect.Signature:
    # A command's module may know `Settings` for the type checker only.
    return inspect.signature(command, eval_str=True, locals={"Settings": Settings})


def _parameter(name: str, annotation: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def _annotation(about: SettingInfo) -> Any:
    """The annotation of a flag. Values stay text: the setting itself reads them, and says where a bad one came from."""
    is_switch = about.kind is setting_types.BOOLEAN
    names = f"{about.flag}/--no-{about.flag[2:]}" if is_switch else about.flag
    option = typer.Option(
        names, metavar=None if is_switch else about.kind.metavar, help=about.help, show_default=about.shown_default
    )
    return Annotated[bool | None if is_switch else str | None, option]
