"""What was found about games that are over."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "analysis",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("play_table.id"), primary_key=True),
        sa.Column("found", sa.JSON, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("analysis")
