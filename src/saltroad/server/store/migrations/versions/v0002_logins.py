"""Logins and tokens, drawn seats, notes of imported games, and names that are found whatever their case."""

import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("login", sa.Text))
    op.add_column("people", sa.Column("login_key", sa.Text))
    op.create_index("people_by_login", "people", ["login_key"], unique=True)
    op.create_table(
        "tokens",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("token_hash", sa.LargeBinary, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
    )
    op.create_index("ix_tokens_person", "tokens", ["person"])
    op.create_index("tokens_by_hash", "tokens", ["token_hash"], unique=True)
    op.add_column("tables", sa.Column("drawn", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("tables", sa.Column("record", sa.Text))
    op.create_index("ix_tables_again_of", "tables", ["again_of"])
    op.add_column("seats", sa.Column("name_key", sa.Text, nullable=False, server_default=""))
    _fill_name_keys()


def _fill_name_keys() -> None:
    seats = sa.table("seats", sa.column("name", sa.Text), sa.column("name_key", sa.Text))
    connection = op.get_bind()
    for (name,) in connection.execute(sa.select(seats.c.name).distinct()).all():
        # As `checks.key` had it when this step landed.
        key = " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split())
        connection.execute(sa.update(seats).where(seats.c.name == name).values(name_key=key))
