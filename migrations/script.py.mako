"""${message}."""

import sqlalchemy as sa
from alembic import op
${imports if imports else ""}
revision = ${repr(up_revision).replace("'", chr(34))}
down_revision = ${repr(down_revision).replace("'", chr(34))}
branch_labels = ${repr(branch_labels).replace("'", chr(34))}
depends_on = ${repr(depends_on).replace("'", chr(34))}


def upgrade() -> None:
    """Apply."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """Take back."""
    ${downgrades if downgrades else "pass"}
