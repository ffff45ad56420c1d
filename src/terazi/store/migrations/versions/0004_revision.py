"""How often what stands beside the ledger was changed."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    table = op.create_table(
        "revision",
        sa.Column("id", WHOLE, primary_key=True, autoincrement=False, nullable=False),
        sa.Column("number", WHOLE, nullable=False),
    )
    op.bulk_insert(table, [{"id": 0, "number": 0}])
