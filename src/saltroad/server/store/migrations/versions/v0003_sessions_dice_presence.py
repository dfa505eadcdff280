"""Sessions that can be ended, tokens with a scope, dice that bind the operator, and who stands in for whom and why."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("epoch", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "sessions",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("secret_hash", sa.LargeBinary, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    # A token of before was made for a program that plays.
    op.add_column("tokens", sa.Column("scope", sa.Text, nullable=False, server_default="play"))
    op.add_column("links", sa.Column("id", sa.Text, nullable=False, server_default=""))
    op.add_column("links", sa.Column("made", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("dice", sa.Text, nullable=False, server_default="saltroad dice 1"))
    op.add_column("tables", sa.Column("dealing", sa.BigInteger))
    op.add_column("tables", sa.Column("deals", sa.Integer, nullable=False, server_default="1"))
    op.add_column("tables", sa.Column("last_active", sa.BigInteger))
    op.add_column("seats", sa.Column("share_hash", sa.Text, nullable=False, server_default=""))
    op.add_column("seats", sa.Column("drawn_from", sa.Integer))
    op.add_column("seats", sa.Column("stand_in_reason", sa.Text))
    op.add_column("lines", sa.Column("notice", sa.Text))
    op.add_column("lines", sa.Column("about", sa.Integer))
    op.create_table(
        "marks",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("filler", sa.LargeBinary),
    )
