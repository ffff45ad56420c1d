"""Few columns for a player: what nobody selects by is packed into one."""

import struct
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
LISTED = sa.column("listed", sa.Boolean()).is_(True)
PAGE = 5_000
KEPT = ("number", "rating", "wins", "losses", "last_finish", "erased", "listed")
COUNTS = ("events", "awards", "points", "sparks")
EXTREMES = (("high", "high_entry"), ("low", "low_entry"))
NOTHING = -1


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    connection = op.get_bind()
    op.drop_index("player_board", "player")
    op.rename_table("player", "player_before")
    if connection.dialect.name != "sqlite":
        op.execute("ALTER INDEX player_pkey RENAME TO player_before_pkey")
    new = op.create_table(
        "player",
        sa.Column("number", WHOLE, primary_key=True, autoincrement=False, nullable=False),
        sa.Column("rating", WHOLE, nullable=False),
        sa.Column("wins", WHOLE, nullable=False),
        sa.Column("losses", WHOLE, nullable=False),
        sa.Column("last_finish", WHOLE),
        sa.Column("erased", WHOLE),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("tally", sa.LargeBinary(), nullable=False),
        sa.Column("recent", sa.LargeBinary(), nullable=False),
    )
    _copy(connection, new)
    op.drop_table("player_before")
    op.create_index(
        "player_board",
        "player",
        [sa.literal_column("rating DESC"), "number"],
        sqlite_where=LISTED,
        postgresql_where=LISTED,
    )


def _copy(connection: sa.Connection, new: sa.Table) -> None:
    old = sa.Table("player_before", sa.MetaData(), autoload_with=connection)
    wanted = sa.select(old).order_by(old.c.number).limit(PAGE)
    last = -1
    while rows := connection.execute(wanted.where(old.c.number > last)).mappings().all():
        connection.execute(sa.insert(new), [_narrow(row) for row in rows])
        last = rows[-1]["number"]


def _narrow(row: sa.RowMapping) -> dict[str, Any]:
    numbers = [row[name] for name in COUNTS]
    for rating, entry in EXTREMES:
        numbers += [0, NOTHING] if row[rating] is None else [row[rating], row[entry]]
    numbers.append(NOTHING if row["last"] is None else row["last"])
    kept = {name: row[name] for name in KEPT} | {"listed": bool(row["listed"])}
    return kept | {"tally": struct.pack("<9q", *numbers) + row["record"], "recent": row["recent"]}
