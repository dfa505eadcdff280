"""The tables of the database, one schema for SQLite and PostgreSQL. `migrations` makes them; a test compares the two.

Only this package names them in SQL.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    true,
)

VERSION_TABLE = "saltroad_version"
"""Holds the number of the last migration; a database that has it is ours."""
NEWEST = "0004"
"""The number of the last migration. Numbers have four digits, so that they sort."""
RUNNING = "running"
"""The name of the mark that is in the database while a server runs on it."""

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("password_hash", Text),
    Column("gone", BigInteger),
    Column("settings", Text, nullable=False),
    Column("login", Text),
    Column("login_key", Text),
    Column("epoch", Integer, nullable=False, server_default="0"),
    Index("people_by_login", "login_key", unique=True),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False, index=True),
    Column("secret_hash", LargeBinary, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("device", Text, nullable=False),
)

links = Table(
    "links",
    metadata,
    Column("token_hash", LargeBinary, primary_key=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False, index=True),
    Column("until", BigInteger, nullable=False),
    Column("id", Text, nullable=False, server_default=""),
    Column("made", BigInteger, nullable=False, server_default="0"),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", Text, primary_key=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False, index=True),
    Column("token_hash", LargeBinary, nullable=False),
    Column("label", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("used", BigInteger),
    Column("scope", Text, nullable=False, server_default="play"),
    Index("tokens_by_hash", "token_hash", unique=True),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("made_by", Text, ForeignKey("people.id"), index=True),
    Column("public", Boolean, nullable=False),
    Column("pace", Text, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("started", BigInteger),
    Column("ended", BigInteger),
    Column("result", Text),
    Column("again_of", Text, ForeignKey("tables.id"), index=True),
    Column("clocks", LargeBinary),
    Column("drawn", Boolean, nullable=False, server_default=true()),
    Column("record", Text),
    Column("dice", Text, nullable=False, server_default="saltroad dice 1"),
    Column("dealing", BigInteger),
    Column("deals", Integer, nullable=False, server_default="1"),
    Column("last_active", BigInteger),
    CheckConstraint("state IN ('open', 'playing', 'over', 'closed')", name="tables_state"),
    Index("tables_by_state", "state", "made"),
    Index("tables_by_end", "state", "ended", "id"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("person", Text, ForeignKey("people.id"), index=True),
    Column("bot", Text),
    Column("name", Text, nullable=False),
    Column("share", Text, nullable=False),
    Column("name_key", Text, nullable=False, server_default=""),
    Column("share_hash", Text, nullable=False, server_default=""),
    Column("drawn_from", Integer),
    Column("stand_in_reason", Text),
    PrimaryKeyConstraint("table_id", "number"),
    CheckConstraint("kind IN ('open', 'kept', 'bot', 'person')", name="seats_kind"),
    sqlite_with_rowid=False,
)

# Without a rowid a log lies together on disk in the order it is read in, and a ply costs one tree, not two.
plies = Table(
    "plies",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("ply", Integer, nullable=False),
    Column("actor", Integer, nullable=False),
    Column("action", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "ply"),
    sqlite_with_rowid=False,
)

taken_back = Table(
    "taken_back",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("to_ply", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "number"),
    sqlite_with_rowid=False,
)

lines = Table(
    "lines",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("person", Text, ForeignKey("people.id"), index=True),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("apart", Boolean, nullable=False),
    Column("notice", Text),
    Column("about", Integer),
    PrimaryKeyConstraint("table_id", "number"),
    sqlite_with_rowid=False,
)

# Notes of the server: that it can write (a probe), and that it runs.
marks = Table(
    "marks",
    metadata,
    Column("name", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("filler", LargeBinary),
)

# A finished game that is to be analysed, or was. A worker that is at it gives its name and the time of its last sign of
# life, so that another process can take over from one that died.
analyses = Table(
    "analyses",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("settings_key", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("total", Integer, nullable=False),
    Column("asked", BigInteger, nullable=False),
    Column("worker", Text, nullable=False),
    Column("beat", BigInteger, nullable=False),
    CheckConstraint("state IN ('waiting', 'running', 'done', 'failed')", name="analyses_state"),
    Index("analyses_by_state", "state", "asked"),
)

analysed_plies = Table(
    "analysed_plies",
    metadata,
    Column("table_id", Text, ForeignKey("analyses.table_id"), nullable=False),
    Column("ply", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table_id", "ply"),
    sqlite_with_rowid=False,
)
