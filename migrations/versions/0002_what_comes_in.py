"""What comes in: replies, the folders they are read from, and mails found by their Message-ID."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "folders",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("validity", sa.BigInteger(), nullable=False),
        sa.Column("uid", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "replies",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("message", sa.String(), nullable=False),
        sa.Column("way", sa.String(), nullable=False),
        sa.Column("fate", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("quoted", sa.String(), nullable=False),
        sa.Column("sender", sa.String(), nullable=False),
        sa.Column("recipient", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("move", sa.String(), nullable=False),
        sa.Column("answer", sa.String(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=True),
        sa.Column("came_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("understood_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("erased_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["games.id"],
        ),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["people.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("place", "message", name="one_reply_a_message"),
    )
    with op.batch_alter_table("replies", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_replies_came_at"), ["came_at"], unique=False)
        batch_op.create_index("replies_answered", ["person_id", "answer", "came_at"], unique=False)

    with op.batch_alter_table("mails", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_mails_message_id"), ["message_id"], unique=False)


def downgrade() -> None:
    """Take back."""
    with op.batch_alter_table("mails", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_mails_message_id"))

    with op.batch_alter_table("replies", schema=None) as batch_op:
        batch_op.drop_index("replies_answered")
        batch_op.drop_index(batch_op.f("ix_replies_came_at"))

    op.drop_table("replies")
    op.drop_table("folders")
