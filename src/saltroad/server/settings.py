"""The settings of `saltroad serve`: each one's name, default, allowed values and help, in one place.

A setting is taken from a flag, else from the environment (`SALTROAD_PORT`), else from a TOML file; else it has its
default. A bad value is refused with its name, where it came from and what is allowed.
"""

from __future__ import annotations

import difflib
import importlib.util
import os
import secrets
import sys
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from saltroad.kernel.errors import SaltroadError
from saltroad.server import setting_types

SETTINGS_FILE = "saltroad.toml"
ENV_PREFIX = "SALTROAD_"
SECRET_BYTES = 32
MIN_SECRET_LENGTH = 32
DATABASE_FILE = "saltroad.sqlite"
SECRET_FILE = "saltroad.secret"
AWAY_SECONDS = 60.0


class BadSetting(SaltroadError):
    """An unknown setting, or a value that a setting does not take."""


def _setting(
    default: Any,
    help: str,
    kind: setting_types.SettingType,
    *,
    shown: str | None = None,
    private: bool = False,
    flag: bool = True,
) -> Any:
    """One setting. `shown` is the default in words, where it depends on the machine; a private value is never shown."""
    metadata = {"help": help, "kind": kind, "shown": shown, "private": private, "flag": flag}
    return field(default=default, metadata=metadata, repr=not private)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a server. Made by `read_settings`."""

    host: str = _setting(
        "127.0.0.1", "The address to listen on; 0.0.0.0 is every address of this machine.", setting_types.TEXT
    )
    port: int = _setting(8642, "The port to listen on; 0 for any that is free.", setting_types.integer(0, 65535))
    lan: bool = _setting(
        False,
        "Listen on every address of this machine; print the one for phones in the same network.",
        setting_types.BOOLEAN,
    )
    open_browser: bool = _setting(False, "Open the browser when the server is ready.", setting_types.BOOLEAN)
    public_url: str | None = _setting(
        None,
        "How people reach this server, for links: https://games.example.org.",
        setting_types.WEB_ADDRESS,
        shown="made from host and port",
    )
    trusted_proxies: tuple[str, ...] = _setting(
        ("127.0.0.1", "::1"),
        "Proxies whose headers X-Forwarded-For and X-Forwarded-Proto are trusted. "
        "Name only the proxies, not the network that people come from.",
        setting_types.NETWORKS,
    )
    metrics_for: tuple[str, ...] = _setting(
        ("127.0.0.1", "::1", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"),
        "Addresses that may read /metrics; for all others it does not exist.",
        setting_types.NETWORKS,
    )
    database: str = _setting(
        "",
        "A file (SQLite), or postgresql://user@host/name.",
        setting_types.PATH_OR_URL,
        shown=f"{DATABASE_FILE} in the data folder",
        private=True,
    )
    redis: str | None = _setting(
        None,
        "Connects several processes: redis://host:6379/0. Nothing is kept there.",
        setting_types.REDIS,
        shown="none",
        private=True,
    )
    workers: int = _setting(
        1, "Processes that serve. More than one needs Redis and PostgreSQL.", setting_types.integer(1, 64)
    )
    thinkers: int = _setting(
        1,
        "Processes for bots that think for seconds, for each worker. Quick bots have one more.",
        setting_types.integer(1, 64),
    )
    analysis_processes: int = _setting(
        1,
        "Games that are analysed at a time, for each worker, and as many positions of variations; at the lowest "
        "priority, 0 to analyse none.",
        setting_types.integer(0, 64),
    )
    analysis_nodes: int = _setting(
        0,
        "Visits of each move that an analysis compares: fewer on a slow machine. Games that were analysed with another "
        "number are analysed anew when somebody asks.",
        setting_types.integer(0, 1_000_000),
        shown="the game's own: 600 to 1500",
    )
    bot_seconds: float = _setting(3.0, "How long a bot may think about a move.", setting_types.number(0.05, 60))
    secret_file: str = _setting(
        "",
        "The file of the secret that signs keys to seats and old cookies; made on the first start. Keep it private.",
        setting_types.PATH,
        shown=f"{SECRET_FILE} beside the database file, or in the data folder",
    )
    secret: str | None = _setting(
        None,
        "The secret itself instead of a file, for containers. Not a flag: others on the machine could read it.",
        setting_types.long_text(MIN_SECRET_LENGTH),
        shown="none",
        private=True,
        flag=False,
    )
    log_format: str = _setting(
        "human", "Lines for people, or JSON lines for programs.", setting_types.one_of("human", "json")
    )
    log_level: str = _setting(
        "info",
        "The least important messages that are logged.",
        setting_types.one_of("debug", "info", "warning", "error"),
    )
    rate_requests: int = _setting(
        50, "Requests and messages per second from one person or address.", setting_types.RATE
    )
    rate_moves: int = _setting(10, "Moves per second of one person.", setting_types.RATE)
    rate_lines: int = _setting(20, "Lines of chat per minute of one person.", setting_types.RATE)
    rate_tables: int = _setting(60, "New tables per hour of one person.", setting_types.RATE)
    rate_people: int = _setting(60, "New people per hour from one address.", setting_types.RATE)
    rate_logins: int = _setting(
        10,
        "Failed logins per minute, for one login from one address. Five times as many from one address for all logins; "
        "ten times as many for one login from addresses where it was never used.",
        setting_types.RATE,
    )
    away_seconds: float = _setting(
        AWAY_SECONDS,
        "How long a player may be away on their turn before others can ask a bot to play for them. A player who uses "
        "HTTP alone counts as present for as long after each request.",
        setting_types.number(0.05, 86_400),
    )
    most_open_tables: int = _setting(
        5, "Public tables of one person that may wait for players at once.", setting_types.RATE
    )
    most_connections: int = _setting(
        200,
        "Connections that one address may hold open at once, and requests that may be under way.",
        setting_types.RATE,
    )

    @property
    def listens_on(self) -> str:
        """The address to bind to."""
        return "0.0.0.0" if self.lan else self.host

    @property
    def url(self) -> str:
        """The URL at which people reach this server."""
        if self.public_url is not None:
            return self.public_url
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    @property
    def is_postgresql(self) -> bool:
        return "://" in self.database and not self.database.startswith("sqlite:")

    @property
    def database_file(self) -> Path | None:
        """The file of an SQLite database; None for PostgreSQL."""
        return None if self.is_postgresql else Path(self.database.removeprefix("sqlite:///"))


@dataclass(frozen=True, slots=True)
class SettingInfo:
    """The facts about one setting, for help, docs and messages."""

    name: str
    default: Any
    shown_default: str
    help: str
    kind: setting_types.SettingType
    is_private: bool
    has_flag: bool

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        return ENV_PREFIX + self.name.upper()


def _info_of(f: Any) -> SettingInfo:
    shown = f.metadata["shown"]
    return SettingInfo(
        f.name,
        f.default,
        setting_types.as_text(f.default) if shown is None else shown,
        f.metadata["help"],
        f.metadata["kind"],
        f.metadata["private"],
        f.metadata["flag"],
    )


ALL_SETTINGS: dict[str, SettingInfo] = {f.name: _info_of(f) for f in fields(Settings)}
"""Every setting by its name, in the order that help shows them."""


def read_settings(
    flags: Mapping[str, Any] | None = None,
    environ: Mapping[str, str] | None = None,
    config_path: str | Path | None = None,
) -> Settings:
    """The settings from flags (by name; None is not given), the environment and a TOML file; BadSetting if one is bad.

    Without a path the file is what SALTROAD_CONFIG names, else `saltroad.toml` in this folder if there is one.
    """
    environ = os.environ if environ is None else environ
    found = _from_file(_config_file(environ, config_path))
    for name, about in ALL_SETTINGS.items():
        if environ.get(about.variable):
            found[name] = _read(about, environ[about.variable], f"from the environment, {about.variable}")
    _refuse_misspelt(environ)
    for name, value in (flags or {}).items():
        if value is not None:
            about = _info_named(name, "on the command line")
            found[name] = _read(about, value, f"from the flag {about.flag}")
    if not found.get("database"):
        found["database"] = str(data_folder(environ) / DATABASE_FILE)
    if not found.get("secret_file"):
        beside = Settings(database=found["database"]).database_file
        folder = data_folder(environ) if beside is None else beside.parent
        found["secret_file"] = str(folder / SECRET_FILE)
    settings = Settings(**found)
    if settings.redis is not None and importlib.util.find_spec("redis") is None:
        raise BadSetting("The setting 'redis' needs the package redis: pip install redis.")
    if settings.workers > 1 and settings.redis is None:
        raise BadSetting(
            f"The setting 'workers' is {settings.workers}, but several processes find each other through Redis: "
            "set 'redis' too, such as redis://127.0.0.1:6379/0, or leave workers at 1."
        )
    if settings.workers > 1 and not settings.is_postgresql:
        raise BadSetting(
            f"The setting 'workers' is {settings.workers}, but an SQLite file is written by one process: set "
            "'database' to a PostgreSQL database, such as postgresql://user@host/name, or leave workers at 1."
        )
    return settings


def _config_file(environ: Mapping[str, str], given: str | Path | None) -> Path | None:
    named = given or environ.get(ENV_PREFIX + "CONFIG")
    if named:
        path = Path(named)
        if not path.is_file():
            raise BadSetting(f"There is no settings file {str(path)!r}.")
        return path
    return Path(SETTINGS_FILE) if Path(SETTINGS_FILE).is_file() else None


def _from_file(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {}
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BadSetting(f"The settings file {str(path)!r} cannot be read: {error}.") from None
    found = {}
    for name, value in raw.items():
        about = _info_named(name, f"in {str(path)!r}")
        read = _read(about, value, f"from the file {str(path)!r}")
        if about.kind in (setting_types.PATH_OR_URL, setting_types.PATH) and "://" not in read:
            # Relative to the settings file, wherever the command is called from.
            read = str(path.parent / read)
        found[name] = read
    return found


def _info_named(name: str, where: str) -> SettingInfo:
    if name not in ALL_SETTINGS:
        near = difflib.get_close_matches(name, ALL_SETTINGS, n=1)
        hint = f" Do you mean {near[0]!r}?" if near else f" The settings are: {', '.join(ALL_SETTINGS)}."
        raise BadSetting(f"There is no setting {name!r} ({where}).{hint}")
    return ALL_SETTINGS[name]


def _refuse_misspelt(environ: Mapping[str, str]) -> None:
    """Refuse a variable whose name is nearly one of ours. Others with our prefix may belong to other programs."""
    for variable in environ:
        name = variable.removeprefix(ENV_PREFIX).lower()
        if variable.startswith(ENV_PREFIX) and name not in ALL_SETTINGS:
            for near in difflib.get_close_matches(name, ALL_SETTINGS, n=1, cutoff=0.75):
                raise BadSetting(
                    f"There is no setting {name!r} (from the environment, {variable}). "
                    f"Do you mean {ALL_SETTINGS[near].variable}?"
                )


def _read(about: SettingInfo, value: Any, where: str) -> Any:
    try:
        return about.kind.read(value)
    except (ValueError, TypeError):
        given = "cannot be read" if about.is_private else f"is {value!r}"
        raise BadSetting(f"The setting {about.name!r} ({where}) {given}: it must be {about.kind.allowed}.") from None


# -- what the machine gives --------------------------------------------------------------------------------------------


def data_folder(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """The folder for a person's own data on this system."""
    home = Path(environ.get("HOME") or environ.get("USERPROFILE") or Path.home())
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Saltroad"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Saltroad"
    return Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "saltroad"


def make_data_folder(settings: Settings, environ: Mapping[str, str] | None = None) -> None:
    """Make the data folder if the settings use it. Other folders are not made: a path may be misspelt."""
    folder = data_folder(os.environ if environ is None else environ)
    files = [Path(settings.secret_file), *([settings.database_file] if settings.database_file else [])]
    if any(file.parent == folder for file in files):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def secret_of(settings: Settings) -> bytes:
    """The secret that signs cookies and keys: that of the setting, else that of the file, made on first use."""
    if settings.secret is not None:
        return settings.secret.encode()
    path = Path(settings.secret_file)
    try:
        if not path.exists():
            _make_secret(path)
        secret = path.read_bytes()
    except OSError as error:
        raise BadSetting(
            f"The secret file {str(path)!r} cannot be read or made: {error.strerror}. "
            f"Name another with {ALL_SETTINGS['secret_file'].flag}."
        ) from None
    if len(secret) < SECRET_BYTES:
        raise BadSetting(
            f"The secret file {str(path)!r} holds {len(secret)} bytes instead of {SECRET_BYTES}: remove it, and a new "
            "one is made. Everybody will have to log in again."
        )
    return secret


def _make_secret(path: Path) -> None:
    """Make the file, all of it or nothing: a process that starts at the same time uses the file of the first."""
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    opened = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(opened, "wb") as file:
            file.write(secrets.token_bytes(SECRET_BYTES))
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(part, path)
    finally:
        part.unlink()
