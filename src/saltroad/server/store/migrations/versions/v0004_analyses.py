"""Analyses of finished games: which were asked for, and what was found ply by ply."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("settings_key", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("worker", sa.Text, nullable=False),
        sa.Column("beat", sa.BigInteger, nullable=False),
        sa.CheckConstraint("state IN ('waiting', 'running', 'done', 'failed')", name="analyses_state"),
    )
    op.create_index("analyses_by_state", "analyses", ["state", "asked"])
    op.create_table(
        "analysed_plies",
        sa.Column("table_id", sa.Text, sa.ForeignKey("analyses.table_id"), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "ply"),
        sqlite_with_rowid=False,
    )
