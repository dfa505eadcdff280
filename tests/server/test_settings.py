"""Settings: where they come from, what is refused and how, and the secret that is made on the first start."""

from __future__ import annotations

import multiprocessing
import stat
from pathlib import Path
from typing import Annotated, Any

import pytest
import typer
from typer.testing import CliRunner

from saltroad.cli.configured import takes_settings
from saltroad.server.serve import CannotListen, listen
from saltroad.server.settings import (
    ALL_SETTINGS,
    SECRET_BYTES,
    BadSetting,
    Settings,
    data_folder,
    make_data_folder,
    read_settings,
    secret_of,
)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to be in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_without_anything_said_a_setting_has_its_default(here: Path) -> None:
    settings = read_settings({}, {"HOME": "/houses/ada"})
    assert (settings.host, settings.port, settings.workers, settings.redis) == ("127.0.0.1", 8642, 1, None)
    assert settings.database == "/houses/ada/.local/share/saltroad/saltroad.sqlite"
    assert settings.secret_file == "/houses/ada/.local/share/saltroad/saltroad.secret"
    assert settings.url == "http://127.0.0.1:8642"
    assert settings.listens_on == "127.0.0.1"


def test_a_flag_counts_before_the_environment_the_file_and_the_default(here: Path) -> None:
    (here / "saltroad.toml").write_text("port = 1\nworkers = 1\nthinkers = 2\nlog_level = 'error'\nlan = true\n")
    environ = {"SALTROAD_PORT": "3", "SALTROAD_THINKERS": "4", "SALTROAD_BOT_SECONDS": "", "HOME": "/h"}
    settings = read_settings({"port": "5", "thinkers": None}, environ)
    assert (settings.port, settings.thinkers, settings.log_level, settings.bot_seconds) == (5, 4, "error", 3.0)
    assert settings.listens_on == "0.0.0.0"
    assert read_settings({"lan": False}, {}).listens_on == "127.0.0.1"


def test_a_named_file_is_read_and_its_paths_begin_at_its_folder(here: Path) -> None:
    folder = here / "etc"
    folder.mkdir()
    (folder / "my.toml").write_text("database = 'games.db'\ntrusted_proxies = ['10.0.0.0/8', '::1']\n")
    for settings in (
        read_settings({}, {}, folder / "my.toml"),
        read_settings({}, {"SALTROAD_CONFIG": str(folder / "my.toml")}),
    ):
        assert settings.database == str(folder / "games.db")
        assert settings.secret_file == str(folder / "saltroad.secret")
        assert settings.trusted_proxies == ("10.0.0.0/8", "::1")
    assert read_settings({"database": "other.db"}, {}, folder / "my.toml").database == "other.db"
    (folder / "my.toml").write_text("database = 'postgresql://ada@host/games'\n")
    settings = read_settings({}, {"XDG_DATA_HOME": "/data"}, folder / "my.toml")
    assert settings.database == "postgresql://ada@host/games"
    assert (settings.is_postgresql, settings.database_file) == (True, None)
    assert settings.secret_file == "/data/saltroad/saltroad.secret"


@pytest.mark.parametrize("name", ALL_SETTINGS)
def test_every_setting_can_be_given_in_every_way(name: str, here: Path) -> None:
    values: dict[str, Any] = {
        "lan": True,
        "open_browser": True,
        "trusted_proxies": ["192.168.0.0/16"],
        "metrics_for": ["10.0.0.0/8"],
        "public_url": "https://games.example.org",
        "redis": "redis://r:6379/1",
        "log_format": "json",
        "log_level": "debug",
        "bot_seconds": 0.5,
        "secret": "x" * 40,
        "host": "::1",
        "database": "/x/y.db",
        "secret_file": "/x/z",
    }
    value = values.get(name, 7)
    toml = str(value).lower() if isinstance(value, bool) else value if isinstance(value, list) else repr(value)
    more = {"redis": "redis://r", "database": "postgresql://h/n"} if name == "workers" else {}
    lines = [f"{name} = {toml}", *(f"{other} = {value!r}" for other, value in more.items())]
    (here / "s.toml").write_text("\n".join(lines))
    text = ",".join(value) if isinstance(value, list) else str(value)
    expected = tuple(value) if isinstance(value, list) else value
    assert getattr(read_settings({}, {}, here / "s.toml"), name) == expected
    assert getattr(read_settings(more, {ALL_SETTINGS[name].variable: text}), name) == expected
    assert getattr(read_settings({**more, name: text}, {}), name) == expected
    assert ALL_SETTINGS[name].help.endswith(".")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("port", "http", "a whole number from 0 to 65535"),
        ("port", "65536", "a whole number from 0 to 65535"),
        ("workers", "0", "a whole number from 1 to 64"),
        ("bot_seconds", "nan", "a number from 0.05 to 60"),
        ("lan", "perhaps", "yes or no"),
        ("log_format", "xml", "human or json"),
        ("trusted_proxies", "10.0.0.0/99", "addresses or networks"),
        ("public_url", "games.example.org", "https://games.example.org"),
        ("public_url", "https://example.org/games", "without a path"),
        ("redis", "http://r", "redis://host:6379/0"),
        ("host", "a\0b", "a text"),
        ("rate_moves", "-1", "0 for no limit"),
    ],
)
def test_a_bad_value_is_refused_with_its_name_its_source_and_what_is_allowed(
    name: str, value: str, said: str, here: Path
) -> None:
    about = ALL_SETTINGS[name]
    with pytest.raises(BadSetting) as refused:
        read_settings({name: value}, {})
    assert f"The setting '{name}' (from the flag {about.flag})" in str(refused.value)
    assert said in str(refused.value)
    with pytest.raises(BadSetting, match=f"from the environment, {about.variable}"):
        read_settings({}, {about.variable: value})


def test_values_of_the_wrong_type_in_a_file_are_refused(here: Path) -> None:
    for text in ("port = true", "port = 1.5", "lan = 2", "host = 5", "bot_seconds = [1]", "trusted_proxies = 5"):
        (here / "saltroad.toml").write_text(text)
        with pytest.raises(BadSetting, match=r"from the file 'saltroad\.toml'"):
            read_settings({}, {})


def test_what_is_not_a_setting_or_not_a_file_is_refused(here: Path) -> None:
    (here / "saltroad.toml").write_text("databse = 'x'")
    with pytest.raises(BadSetting, match=r"no setting 'databse' \(in 'saltroad.toml'\). Do you mean 'database'"):
        read_settings({}, {})
    (here / "saltroad.toml").write_text("zzz = 'x'")
    with pytest.raises(BadSetting, match="The settings are: host, port"):
        read_settings({}, {})
    (here / "saltroad.toml").write_text("port = ")
    with pytest.raises(BadSetting, match="cannot be read"):
        read_settings({}, {})
    with pytest.raises(BadSetting, match=r"There is no settings file 'none\.toml'"):
        read_settings({}, {}, "none.toml")


def test_several_workers_need_redis_and_postgresql(here: Path) -> None:
    with pytest.raises(BadSetting, match=r"'workers' is 3, but .* set 'redis' too"):
        read_settings({"workers": "3"}, {})
    with pytest.raises(BadSetting, match=r"'workers' is 3, but an SQLite file .* set 'database' to a PostgreSQL"):
        read_settings({"workers": "3", "redis": "redis://r"}, {})
    assert read_settings({"workers": "3", "redis": "redis://r", "database": "postgresql://h/n"}, {}).workers == 3


def test_secrets_and_passwords_are_not_shown(here: Path) -> None:
    environ = {"SALTROAD_SECRET": "geheim" * 8, "SALTROAD_DATABASE": "postgresql://a:geheim@h/n"}
    assert "geheim" not in repr(read_settings({"redis": "redis://:geheim@r"}, environ))
    for flags, variables in (({"redis": "http://:geheim@r"}, {}), ({}, {"SALTROAD_SECRET": "geheim"})):
        with pytest.raises(BadSetting) as refused:
            read_settings(flags, variables)
        assert "geheim" not in str(refused.value)


def test_addresses_for_links() -> None:
    assert Settings(host="0.0.0.0", port=80).url == "http://127.0.0.1:80"
    assert Settings(host="::", port=80).url == "http://[::1]:80"
    assert Settings(host="example.org").url == "http://example.org:8642"
    assert Settings(public_url="https://games.example.org").url == "https://games.example.org"


def test_the_data_folder_is_where_the_system_keeps_such_things() -> None:
    home = {"HOME": "/houses/ada"}
    assert data_folder(home, "linux") == Path("/houses/ada/.local/share/saltroad")
    assert data_folder({**home, "XDG_DATA_HOME": "/data"}, "linux") == Path("/data/saltroad")
    assert data_folder(home, "darwin") == Path("/houses/ada/Library/Application Support/Saltroad")
    assert data_folder({"LOCALAPPDATA": "/local"}, "win32") == Path("/local/Saltroad")


def test_only_the_data_folder_is_made(here: Path) -> None:
    environ = {"XDG_DATA_HOME": str(here / "data")}
    make_data_folder(read_settings({"database": str(here / "misspelt" / "x.db")}, environ), environ)
    assert list(here.iterdir()) == []
    make_data_folder(read_settings({}, environ), environ)
    assert (here / "data" / "saltroad").is_dir()


# -- the secret --------------------------------------------------------------------------------------------------------


def test_the_secret_is_made_once_and_only_its_owner_may_read_it(here: Path) -> None:
    settings = read_settings({"database": str(here / "x.db")}, {})
    secret = secret_of(settings)
    assert len(secret) == SECRET_BYTES
    assert secret_of(settings) == secret
    assert stat.S_IMODE((here / "saltroad.secret").stat().st_mode) == 0o600
    assert [path.name for path in here.iterdir()] == ["saltroad.secret"]
    assert secret_of(read_settings({}, {"SALTROAD_SECRET": "s" * 32})) == b"s" * 32


def test_processes_that_start_at_once_share_one_secret(here: Path) -> None:
    settings = read_settings({"database": str(here / "x.db")}, {})
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        assert len(set(pool.map(secret_of, [settings] * 12, chunksize=1))) == 1


def test_a_secret_file_that_is_cut_off_or_cannot_be_made_is_refused(here: Path) -> None:
    (here / "short").write_bytes(b"x")
    with pytest.raises(BadSetting, match="holds 1 bytes instead of 32"):
        secret_of(Settings(secret_file=str(here / "short")))
    with pytest.raises(BadSetting, match=r"cannot be read or made.*--secret-file"):
        secret_of(Settings(secret_file=str(here / "none" / "secret")))


# -- on the command line -----------------------------------------------------------------------------------------------


def command(*names: str) -> typer.Typer:
    app = typer.Typer()

    @app.command()
    @takes_settings(*names)
    def serve(settings: Settings, what: Annotated[str, typer.Argument()], loud: bool = False) -> None:
        """Serve it."""
        print(what, loud, settings.port, settings.lan, settings.database)

    return app


def test_a_command_takes_all_settings_as_flags(here: Path) -> None:
    shown = CliRunner().invoke(command(), ["--help"], env={"COLUMNS": "200", "TERMINAL_WIDTH": "200"}).output
    for about in ALL_SETTINGS.values():
        assert (about.flag in shown.split()) == about.has_flag, about.name
    assert "Serve it." in shown
    ran = CliRunner().invoke(command(), ["it", "--loud", "--port", "9", "--lan", "--database", "x.db"])
    assert ran.output == "it True 9 True x.db\n"
    (here / "my.toml").write_text("port = 4\nlan = true\ndatabase = '/y.db'\n")
    ran = CliRunner().invoke(command(), ["it", "--config", "my.toml", "--no-lan"])
    assert ran.output == "it False 4 False /y.db\n"


def test_a_command_may_take_some_settings_only(here: Path) -> None:
    app = command("database")
    assert CliRunner().invoke(app, ["it", "--port", "9"]).exit_code == 2
    ran = CliRunner().invoke(app, ["it", "--database", "x.db"], env={"SALTROAD_PORT": "9"})
    assert ran.output == "it False 9 False x.db\n"


@pytest.mark.parametrize(
    ("variable", "meant"),
    [
        ("SALTROAD_PROT", "SALTROAD_PORT"),
        ("SALTROAD_DATA_BASE", "SALTROAD_DATABASE"),
        ("SALTROAD_WORKER", "SALTROAD_WORKERS"),
    ],
)
def test_a_variable_that_is_nearly_a_setting_is_refused(variable: str, meant: str) -> None:
    with pytest.raises(BadSetting, match=f"from the environment, {variable}.*Do you mean {meant}"):
        read_settings({}, {variable: "1"})


def test_other_variables_of_ours_are_left_alone() -> None:
    others = {"SALTROAD_CACHE_DIR": "x", "SALTROAD_PROOFS": "full", "SALTROAD_ANYTHING": "1"}
    assert read_settings({}, others) == read_settings({}, {})


@pytest.mark.parametrize("host", ["203.0.113.7", "no-such-host.invalid"])
def test_an_address_of_another_machine_is_refused_with_the_cure(host: str) -> None:
    with pytest.raises(CannotListen, match=f"Cannot listen on {host} .*none of this machine's: leave --host out"):
        listen(read_settings({"host": host, "port": 0}, {}))


def test_a_port_that_is_taken_is_refused_with_the_cure() -> None:
    taken = listen(read_settings({"port": 0}, {}))
    with taken, pytest.raises(CannotListen, match="Is another server running there"):
        listen(read_settings({"port": taken.getsockname()[1]}, {}))
