"""Webhooks of tables, and the messages that are owed to them."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

WHEN = sa.DateTime(timezone=True)
OWED = sa.text("sent_at IS NULL AND failed_at IS NULL AND dropped_at IS NULL")


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "hooks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("url", sa.String(), nullable=False),
        sa.Column("shape", sa.String(), nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("told", sa.JSON(), nullable=False),
        sa.Column("created_at", WHEN, nullable=False),
        sa.Column("stopped_at", WHEN, nullable=True),
        sa.Column("error", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"]),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("game_id"),
    )
    op.create_table(
        "calls",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("purpose", sa.String(), nullable=False),
        sa.Column("hook_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("delivery", sa.String(), nullable=True),
        sa.Column("body", sa.LargeBinary(), nullable=True),
        sa.Column("tells", sa.JSON(), nullable=False),
        sa.Column("created_at", WHEN, nullable=False),
        sa.Column("due_at", WHEN, nullable=False),
        sa.Column("claimed_until", WHEN, nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("sent_at", WHEN, nullable=True),
        sa.Column("failed_at", WHEN, nullable=True),
        sa.Column("dropped_at", WHEN, nullable=True),
        sa.Column("error", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["hook_id"], ["hooks.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("purpose"),
    )
    op.create_index("ix_calls_hook_id", "calls", ["hook_id"], unique=False)
    op.create_index("calls_owed", "calls", ["due_at"], sqlite_where=OWED, postgresql_where=OWED)


def downgrade() -> None:
    """Take back."""
    op.drop_index("calls_owed", table_name="calls")
    op.drop_index("ix_calls_hook_id", table_name="calls")
    op.drop_table("calls")
    op.drop_table("hooks")
