"""Rematches: which game a table plays again."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.add_column(sa.Column("rematch_of", sa.Integer(), nullable=True))
        batch_op.create_unique_constraint("one_rematch_a_game", ["rematch_of"])
        batch_op.create_foreign_key("rematch_of_a_game", "games", ["rematch_of"], ["id"])


def downgrade() -> None:
    """Take back."""
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.drop_constraint("rematch_of_a_game", type_="foreignkey")
        batch_op.drop_constraint("one_rematch_a_game", type_="unique")
        batch_op.drop_column("rematch_of")
