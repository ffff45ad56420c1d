"""The first tables: the ledger, what stands beside it, and its projections."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

FIRST_INSTANT_MS = -62_135_596_800_000
WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
LISTED = sa.column("listed", sa.Boolean()).is_(True)
ID = sa.Text(collation="C").with_variant(sa.Text(), "sqlite")


def key(name: str, kind: sa.types.TypeEngine[Any] = WHOLE) -> sa.Column[Any]:
    """A column of the primary key."""
    return sa.Column(name, kind, primary_key=True, autoincrement=False, nullable=False)


def given(name: str, kind: sa.types.TypeEngine[Any] = WHOLE) -> sa.Column[Any]:
    """A column that always has a value."""
    return sa.Column(name, kind, nullable=False)


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    ledger()
    beside()
    players()
    corrections()


def ledger() -> None:
    """The entries and their head."""
    op.create_table(
        "config",
        key("number"),
    )
    op.create_table(
        "entry",
        key("number"),
        given("accepted_at"),
        sa.Column("game_id", ID),
        sa.Column("finished_at", WHOLE),
        given("line", sa.LargeBinary()),
    )
    op.create_index(
        "entry_finished_at",
        "entry",
        ["finished_at"],
        sqlite_where=sa.text("finished_at IS NOT NULL"),
        postgresql_where=sa.text("finished_at IS NOT NULL"),
    )
    op.create_index("entry_game_id", "entry", ["game_id"], unique=True)
    head = op.create_table(
        "head",
        key("id"),
        given("number"),
        given("clock"),
        sa.Column("last_finish", WHOLE),
        given("config"),
    )
    op.bulk_insert(
        head, [{"id": 0, "number": 0, "clock": FIRST_INSTANT_MS, "last_finish": None, "config": -1}]
    )


def beside() -> None:
    """What can be erased."""
    op.create_table(
        "name",
        key("number"),
        given("player_id", ID),
        given("salt", sa.LargeBinary()),
        sa.Column("display_name", sa.Text()),
        given("unlisted", sa.Boolean()),
    )
    op.create_index("name_player_id", "name", ["player_id"], unique=True)
    op.create_table(
        "note",
        key("number"),
        given("words", sa.Text()),
    )
    op.create_table(
        "report",
        key("number"),
        given("digest", sa.LargeBinary()),
    )


def players() -> None:
    """Projections that follow the players."""
    op.create_table(
        "boosted",
        key("period"),
        key("player"),
        given("points"),
        given("sparks"),
        given("games"),
    )
    op.create_index("boosted_board", "boosted", ["period", sa.literal_column("points DESC"), "player"])
    events()
    op.create_table(
        "player",
        key("number"),
        given("rating"),
        given("events"),
        given("wins"),
        given("losses"),
        given("awards"),
        given("points"),
        given("sparks"),
        sa.Column("high", WHOLE),
        sa.Column("high_entry", WHOLE),
        sa.Column("low", WHOLE),
        sa.Column("low_entry", WHOLE),
        sa.Column("last", WHOLE),
        sa.Column("last_finish", WHOLE),
        sa.Column("erased", WHOLE),
        given("listed", sa.Boolean()),
        given("recent", sa.LargeBinary()),
        given("record", sa.LargeBinary()),
    )
    op.create_index(
        "player_board",
        "player",
        [sa.literal_column("rating DESC"), "number"],
        sqlite_where=LISTED,
        postgresql_where=LISTED,
    )


def events() -> None:
    """Every player's history, openings and the histogram of ratings."""
    op.create_table(
        "event",
        key("id"),
        given("player"),
        given("event"),
        sa.Column("prev", WHOLE),
        sa.Column("counted_at", WHOLE),
        given("rating"),
        given("wins"),
        given("losses"),
        given("awards"),
        given("points"),
        given("sparks"),
    )
    op.create_table(
        "opening",
        key("player"),
        key("number"),
    )
    op.create_table(
        "histogram",
        key("rating"),
        given("players"),
    )


def corrections() -> None:
    """Projections of tournaments, awards, voids and replacements."""
    op.create_table(
        "award",
        key("tournament", ID),
        key("player"),
        given("number"),
    )
    op.create_table(
        "replacement",
        key("entry"),
        given("number"),
    )
    op.create_table(
        "tournament",
        key("id", ID),
        given("number"),
        sa.Column("podium", WHOLE),
    )
    op.create_table(
        "void",
        key("entry"),
        given("number"),
    )
