"""Forecast: how long each answer was waited for."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply. What was answered before this is not known, and stays empty."""
    with op.batch_alter_table("moves", schema=None) as batch_op:
        batch_op.add_column(sa.Column("waited", sa.Integer(), nullable=True))


def downgrade() -> None:
    """Take back."""
    with op.batch_alter_table("moves", schema=None) as batch_op:
        batch_op.drop_column("waited")
