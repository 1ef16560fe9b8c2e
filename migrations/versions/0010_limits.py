"""Limits: what addresses, people and networks have used of them."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "allowances",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("full_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    with op.batch_alter_table("allowances", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_allowances_full_at"), ["full_at"], unique=False)


def downgrade() -> None:
    """Take back."""
    op.drop_table("allowances")
