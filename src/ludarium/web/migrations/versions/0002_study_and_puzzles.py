"""Tables for study, and guests' progress with puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    with op.batch_alter_table("play_table") as table:
        table.add_column(sa.Column("is_study", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "puzzle_progress",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("puzzle", sa.String(16), primary_key=True),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("solved", sa.Float),
        sa.Column("shown", sa.Float),
    )


def downgrade() -> None:
    op.drop_table("puzzle_progress")
    with op.batch_alter_table("play_table") as table:
        table.drop_column("is_study")
