"""Callers' keys: of each only a digest."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    op.create_table(
        "api_key",
        sa.Column("digest", sa.LargeBinary(), primary_key=True, autoincrement=False, nullable=False),
        sa.Column("begins", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("created_at", WHOLE, nullable=False),
        sa.Column("revoked_at", WHOLE),
    )
