"""An index of the mails whose bytes are still kept, to erase them by."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    kept = sa.text("raw IS NOT NULL")
    op.create_index("mails_kept", "mails", ["id"], sqlite_where=kept, postgresql_where=kept)


def downgrade() -> None:
    """Take back."""
    op.drop_index("mails_kept", table_name="mails")
