"""Fair time: spare time, people's clocks, tables that wait or pause, seats that change hands, mails that are held."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

WHEN = sa.DateTime(timezone=True)


def new() -> dict[str, tuple[sa.Column, ...]]:
    """The columns that each table gains."""
    return {
        "people": (
            sa.Column("quiet_from", sa.Integer(), nullable=True),
            sa.Column("quiet_to", sa.Integer(), nullable=True),
            sa.Column("days_off", sa.String(), nullable=False, server_default=""),
            sa.Column("holidays", sa.JSON(), nullable=False, server_default="[]"),
            sa.Column("reminders", sa.String(), nullable=False, server_default="50 80"),
            sa.Column("measure", sa.String(), nullable=False, server_default="at once"),
            sa.Column("digest_hour", sa.Integer(), nullable=False, server_default="8"),
        ),
        "games": (
            sa.Column("bank", sa.Integer(), nullable=False, server_default="0"),
            sa.Column("refill", sa.Integer(), nullable=False, server_default="0"),
            sa.Column("holidays", sa.Integer(), nullable=False, server_default="28"),
            sa.Column("missing", sa.String(), nullable=False, server_default="substitute"),
            sa.Column("paused_at", WHEN, nullable=True),
            sa.Column("ended_why", sa.String(), nullable=False, server_default=""),
        ),
        "seats": (
            sa.Column("bank", sa.Float(), nullable=False, server_default="0"),
            sa.Column("heir_id", sa.Integer(), nullable=True),
            sa.Column("heir_name", sa.String(), nullable=False, server_default=""),
            sa.Column("seen_at", WHEN, nullable=True),
        ),
        "turns": (
            sa.Column("started_at", WHEN, nullable=True),
            sa.Column("used", sa.Float(), nullable=False, server_default="0"),
            sa.Column("extra", sa.Integer(), nullable=False, server_default="0"),
            sa.Column("missed_at", WHEN, nullable=True),
        ),
        "mails": (
            sa.Column("held_until", WHEN, nullable=True),
            sa.Column("carrier_id", sa.Integer(), nullable=True),
        ),
    }


def upgrade() -> None:
    """Apply. The clock of a running turn is taken to run since it opened."""
    for table, columns in new().items():
        with op.batch_alter_table(table, schema=None) as batch_op:
            for column in columns:
                batch_op.add_column(column)
            if table == "seats":
                batch_op.create_foreign_key("seats_heir", "people", ["heir_id"], ["id"])
            if table == "mails":
                batch_op.create_foreign_key("mails_carrier", "mails", ["carrier_id"], ["id"])
                batch_op.create_index(batch_op.f("ix_mails_carrier_id"), ["carrier_id"], unique=False)
    running = "FROM games WHERE games.id = turns.game_id"
    allowance = f"(SELECT allowance {running})"
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"UPDATE turns SET started_at = deadline - {allowance} * interval '1 second'")
    else:
        op.execute(f"UPDATE turns SET started_at = datetime(deadline, '-' || {allowance} || ' seconds')")
    _tables()


def _tables() -> None:
    op.create_table(
        "sittings",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("bot", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"]),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"]),
        sa.PrimaryKeyConstraint("game_id", "seat", "ply"),
    )
    op.create_table(
        "votes",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("wish", sa.String(), nullable=False),
        sa.Column("at", WHEN, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"]),
        sa.PrimaryKeyConstraint("game_id", "seat", "wish"),
    )


def downgrade() -> None:
    """Take back."""
    op.drop_table("votes")
    op.drop_table("sittings")
    for table, columns in reversed(new().items()):
        with op.batch_alter_table(table, schema=None) as batch_op:
            if table == "seats":
                batch_op.drop_constraint("seats_heir", type_="foreignkey")
            if table == "mails":
                batch_op.drop_index(batch_op.f("ix_mails_carrier_id"))
                batch_op.drop_constraint("mails_carrier", type_="foreignkey")
            for column in columns:
                batch_op.drop_column(column.name)
