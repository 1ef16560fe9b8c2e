"""Pace: what plays itself at a table, and orders left ahead."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "orders",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("left", sa.JSON(), nullable=False),
        sa.Column("dropped", sa.Integer(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"]),
        sa.PrimaryKeyConstraint("game_id", "hand", "seat"),
    )
    # Games under way go on as they began: their players count on being asked.
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.add_column(sa.Column("singles", sa.Boolean(), nullable=False, server_default=sa.false()))
        batch_op.add_column(sa.Column("settles", sa.Boolean(), nullable=False, server_default=sa.false()))
        batch_op.add_column(sa.Column("mask", sa.Boolean(), nullable=False, server_default=sa.false()))

    with op.batch_alter_table("turns", schema=None) as batch_op:
        batch_op.add_column(sa.Column("plays_at", sa.DateTime(timezone=True), nullable=True))
        batch_op.create_index(batch_op.f("ix_turns_plays_at"), ["plays_at"], unique=False)


def downgrade() -> None:
    """Take back."""
    with op.batch_alter_table("turns", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_turns_plays_at"))
        batch_op.drop_column("plays_at")

    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.drop_column("mask")
        batch_op.drop_column("settles")
        batch_op.drop_column("singles")

    op.drop_table("orders")
