"""Mails that go before others are marked, and found at once however many wait."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

URGENT = ("sign-in", "turn", "turns", "fresh", "answer", "bid-changed")
PENDING = sa.text("sent_at IS NULL AND failed_at IS NULL AND dropped_at IS NULL")


def upgrade() -> None:
    """Apply."""
    mails = sa.table("mails", sa.column("urgent", sa.Boolean), sa.column("kind", sa.String))
    with op.batch_alter_table("mails", schema=None) as batch_op:
        batch_op.add_column(sa.Column("urgent", sa.Boolean(), nullable=False, server_default=sa.false()))
        batch_op.drop_index("mails_owed")
        batch_op.drop_index("ix_mails_game_id")
    op.execute(sa.update(mails).where(mails.c.kind.in_(URGENT)).values(urgent=True))
    _index("mails_owed", "urgent", "due_at")
    _index("mails_awaited", "person_id")
    op.create_index("mails_in_thread", "mails", ["game_id", "address", "sent_at"])


def downgrade() -> None:
    """Take back."""
    with op.batch_alter_table("mails", schema=None) as batch_op:
        for name in ("mails_in_thread", "mails_awaited", "mails_owed"):
            batch_op.drop_index(name)
        batch_op.drop_column("urgent")
    _index("mails_owed", "due_at")
    op.create_index("ix_mails_game_id", "mails", ["game_id"])


def _index(name: str, *columns: str) -> None:
    op.create_index(name, "mails", list(columns), sqlite_where=PENDING, postgresql_where=PENDING)
