"""The tree's right edge in the head, and a ledger that can only be appended to."""

import sqlalchemy as sa
from alembic import op

from terazi.ledger.merkle import Frontier, leaf_hash

revision = "0003"
down_revision = "0002"

PAGE = 5_000
SQLITE = (
    """CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry
    BEGIN SELECT RAISE(ABORT, 'the ledger is only appended to'); END""",
    """CREATE TRIGGER entry_is_never_deleted BEFORE DELETE ON entry
    BEGIN SELECT RAISE(ABORT, 'the ledger is only appended to'); END""",
)
POSTGRESQL = (
    """CREATE FUNCTION entry_is_only_appended_to() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN RAISE EXCEPTION 'the ledger is only appended to'; END$$""",
    """CREATE TRIGGER entry_is_never_changed BEFORE UPDATE OR DELETE ON entry
    FOR EACH ROW EXECUTE FUNCTION entry_is_only_appended_to()""",
    """CREATE TRIGGER entry_is_never_emptied BEFORE TRUNCATE ON entry
    FOR EACH STATEMENT EXECUTE FUNCTION entry_is_only_appended_to()""",
)


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    connection = op.get_bind()
    is_sqlite = connection.dialect.name == "sqlite"
    empty = sa.text("X''" if is_sqlite else "''")
    op.add_column("head", sa.Column("tree", sa.LargeBinary(), nullable=False, server_default=empty))
    edge = b"".join(_tree(connection).edge)
    connection.execute(sa.text("UPDATE head SET tree = :edge"), {"edge": edge})
    for statement in SQLITE if is_sqlite else POSTGRESQL:
        op.execute(statement)


def _tree(connection: sa.Connection) -> Frontier:
    """The tree over the entries that are there already."""
    tree = Frontier()
    page = sa.text("SELECT line FROM entry WHERE number >= :start ORDER BY number LIMIT :page")
    while lines := connection.execute(page, {"start": tree.size, "page": PAGE}).scalars().all():
        for line in lines:
            tree.append(leaf_hash(line))
    return tree
