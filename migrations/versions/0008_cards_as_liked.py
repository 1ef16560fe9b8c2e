"""How each person likes cards drawn."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.add_column(sa.Column("four_colours", sa.Boolean(), nullable=False, server_default=sa.true()))
        batch_op.add_column(sa.Column("large_cards", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Take back."""
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.drop_column("large_cards")
        batch_op.drop_column("four_colours")
