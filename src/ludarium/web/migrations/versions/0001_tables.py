"""Tables, seats, the log, and the server's beat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "play_table",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("start", sa.Text),
        sa.Column("clock", sa.JSON, nullable=False),
        sa.Column("is_public", sa.Boolean, nullable=False),
        sa.Column("creator", sa.String(32), nullable=False),
        sa.Column("token", sa.String(32), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("carried", sa.Integer, nullable=False),
        sa.Column("next_table", sa.String(24)),
    )
    op.create_index("ix_play_table_status", "play_table", ["status"])
    op.create_table(
        "seat",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("play_table.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("guest", sa.String(32)),
        sa.Column("name", sa.String(40)),
        sa.Column("bot", sa.String(40)),
    )
    op.create_table(
        "entry",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("play_table.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("action", sa.Integer),
        sa.Column("note", sa.String(80)),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table("beat", sa.Column("id", sa.Integer, primary_key=True), sa.Column("at", sa.Float, nullable=False))


def downgrade() -> None:
    for table in ("beat", "entry", "seat", "play_table"):
        op.drop_table(table)
