"""Who is signed in to the pages of administration, and which reports were refused lately."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    op.create_table(
        "session",
        sa.Column("digest", sa.LargeBinary(), primary_key=True, autoincrement=False, nullable=False),
        sa.Column("api_key", sa.LargeBinary(), nullable=False),
        sa.Column("expires_at", WHOLE, nullable=False),
    )
    op.create_table(
        "refused",
        sa.Column("number", WHOLE, primary_key=True, autoincrement=False, nullable=False),
        sa.Column("at", WHOLE, nullable=False),
        sa.Column("told", sa.LargeBinary(), nullable=False),
    )
