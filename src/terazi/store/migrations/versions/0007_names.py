"""Players found by their exact name, tournaments in their order, and whose names changed lately."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
NAMED = sa.text("display_name IS NOT NULL")


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    op.create_index(
        "name_display_name",
        "name",
        ["display_name", "number"],
        sqlite_where=NAMED,
        postgresql_where=NAMED,
    )
    op.create_index("tournament_number", "tournament", ["number"])
    op.create_table(
        "renaming",
        sa.Column("revision", WHOLE, primary_key=True, autoincrement=False, nullable=False),
        sa.Column("number", WHOLE, nullable=False),
    )
