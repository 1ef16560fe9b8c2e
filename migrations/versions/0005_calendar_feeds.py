"""Calendar feeds: the private link of a person's deadlines."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.add_column(sa.Column("feed_code", sa.String(), nullable=True))
        batch_op.create_unique_constraint("people_feed_code_key", ["feed_code"])


def downgrade() -> None:
    """Take back."""
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.drop_constraint("people_feed_code_key", type_="unique")
        batch_op.drop_column("feed_code")
