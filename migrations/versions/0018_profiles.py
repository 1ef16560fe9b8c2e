"""Profiles: whether anyone with the link may see one, and an index to tell who made each bid."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply. Profiles are private until their person opens them."""
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.add_column(sa.Column("open_profile", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.alter_column("open_profile", existing_type=sa.Boolean(), server_default=None)
    bids = sa.text("decision = 0")
    op.create_index("moves_bids", "moves", ["game_id", "hand", "seat"], sqlite_where=bids, postgresql_where=bids)


def downgrade() -> None:
    """Take back."""
    op.drop_index("moves_bids", table_name="moves")
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.drop_column("open_profile")
