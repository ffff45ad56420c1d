"""The tables. `entry` is the ledger; `name`, `note` and `report` stand beside it and can be erased; all else
is a projection: written in the same transaction, and made again from the ledger (docs/decisions/03-store.md).

Instants are UTC milliseconds. An *event* is what one entry did to one player; its id is twice the entry's
number, plus one for the second player, so that events stand in the order of the ledger.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)

metadata = MetaData()

Whole = BigInteger().with_variant(Integer(), "sqlite")
"""A 64-bit integer; SQLite makes a table's own row number of nothing but INTEGER."""
Id = Text(collation="C").with_variant(Text(), "sqlite")
"""Exact code points, compared and sorted as such (R4, R7)."""


def _key(name: str, kind: BigInteger | Text = Whole) -> Column[object]:
    return Column(name, kind, primary_key=True, autoincrement=False, nullable=False)


def _number(name: str) -> Column[int]:
    return Column(name, Whole, nullable=False)


head = Table(
    "head",
    metadata,
    _key("id"),
    _number("number"),  # of the next entry
    _number("clock"),  # accepted_at of the last entry
    Column("last_finish", Whole),
    _number("config"),  # the last settings or rulebook entry
    Column("tree", LargeBinary, nullable=False),  # right edge of the Merkle tree over all entries
)
"""One row, locked before anything is read by whoever writes."""

entry = Table(
    "entry",
    metadata,
    _key("number"),
    _number("accepted_at"),
    Column("game_id", Id),
    Column("finished_at", Whole),
    Column("line", LargeBinary, nullable=False),
)
"""The ledger: each entry's exact bytes, and of a game what it is looked up by. Only appended to: the database
itself refuses every UPDATE and DELETE (migration 0003)."""
Index("entry_game_id", entry.c.game_id, unique=True)
_FINISHED = text("finished_at IS NOT NULL")
Index("entry_finished_at", entry.c.finished_at, sqlite_where=_FINISHED, postgresql_where=_FINISHED)

event = Table(
    "event",
    metadata,
    _key("id"),
    _number("player"),
    _number("event"),  # the player's own running number
    Column("prev", Whole),  # the player's event before this one
    Column("counted_at", Whole),  # finished_at of a ranked game, which counts in R2 until it is void
    _number("rating"),  # this and the rest: as they stand after the event
    _number("wins"),
    _number("losses"),
    _number("awards"),
    _number("points"),
    _number("sparks"),
)
"""Each player's history as a chain from the last event to the first; only ever appended to."""

player = Table(
    "player",
    metadata,
    _key("number"),
    _number("rating"),
    _number("wins"),
    _number("losses"),
    Column("last_finish", Whole),
    Column("erased", Whole),  # the erasure's entry
    Column("listed", Boolean, nullable=False),
    Column("tally", LargeBinary, nullable=False),  # what nobody selects by, packed (store/players.py)
    Column("recent", LargeBinary, nullable=False),  # instants of recent ranked games, packed
)
"""How each player stands. Few columns: a row is read and written for each side of each game."""
Index(
    "player_board",
    player.c.rating.desc(),
    player.c.number,
    sqlite_where=player.c.listed.is_(True),
    postgresql_where=player.c.listed.is_(True),
)

name = Table(
    "name",
    metadata,
    _key("number"),
    Column("player_id", Id, nullable=False),
    Column("salt", LargeBinary, nullable=False),
    Column("display_name", Text),
    Column("unlisted", Boolean, nullable=False),
)
"""Beside the ledger: the operator's ids, salts and names of players who were not erased."""
Index("name_player_id", name.c.player_id, unique=True)
_NAMED = text("display_name IS NOT NULL")
Index(
    "name_display_name",
    name.c.display_name,
    name.c.number,
    sqlite_where=_NAMED,
    postgresql_where=_NAMED,
)

config = Table("config", metadata, _key("number"))
"""Entries of kind settings and rulebook."""

histogram = Table("histogram", metadata, _key("rating"), _number("players"))
"""Rating -> listed players."""

boosted = Table(
    "boosted",
    metadata,
    _key("period"),
    _key("player"),
    _number("points"),
    _number("sparks"),
    _number("games"),
)
"""Points, Sparks and boosted games that stand, by week of the finish and (period -1) of all time."""
Index("boosted_board", boosted.c.period, boosted.c.points.desc(), boosted.c.player)

opening = Table("opening", metadata, _key("player"), _key("number"))
"""Entries of kind opening; a player's last one is in force."""
tournament = Table("tournament", metadata, _key("id", Id), _number("number"), Column("podium", Whole))
Index("tournament_number", tournament.c.number)
award = Table("award", metadata, _key("tournament", Id), _key("player"), _number("number"))
void = Table("void", metadata, _key("entry"), _number("number"))
"""What was taken back -> the void's entry."""
replacement = Table("replacement", metadata, _key("entry"), _number("number"))
"""The game that was replaced -> the game that stands for it."""

note = Table("note", metadata, _key("number"), Column("words", Text, nullable=False))
"""Beside the ledger: an operator's words to a void."""
report = Table("report", metadata, _key("number"), Column("digest", LargeBinary, nullable=False))
"""Beside the ledger: of a game told by its events, the digest of that report (R6)."""

api_key = Table(
    "api_key",
    metadata,
    Column("digest", LargeBinary, primary_key=True, autoincrement=False, nullable=False),
    Column("begins", Text, nullable=False),  # how the key begins, so that people can tell which it is
    Column("label", Text, nullable=False),
    Column("scopes", Text, nullable=False),  # with blanks between
    _number("created_at"),
    Column("revoked_at", Whole),
)
"""Callers' keys. Of a key only its SHA-256 is kept: a key is 256 random bits, which nobody guesses."""

session = Table(
    "session",
    metadata,
    Column("digest", LargeBinary, primary_key=True, autoincrement=False, nullable=False),
    Column("api_key", LargeBinary, nullable=False),  # the digest of the key that signed in
    _number("expires_at"),
)
"""Who is signed in to the pages of administration; of a session's id only its SHA-256 is kept, too."""

refused = Table(
    "refused",
    metadata,
    _key("number"),
    _number("at"),
    Column("told", LargeBinary, nullable=False),  # JSON
)
"""The reports that were refused last: so many, and no more (`store.refused`)."""

revision = Table("revision", metadata, _key("id"), _number("number"))
"""One row: how often a name, a note or the wish to be unlisted was changed. With the head's number it says
whether anything that a page shows has changed."""

renaming = Table("renaming", metadata, _key("revision"), _number("number"))
"""Of the last revisions: whose name, wish to be unlisted or very being there was changed (`store.names`)."""

PROJECTIONS = (
    head,
    event,
    player,
    config,
    histogram,
    boosted,
    opening,
    tournament,
    award,
    void,
    replacement,
)
"""Tables made from the ledger alone (`listed` and the histogram also from who asked to be unlisted)."""
BESIDE = (name, note, report, api_key, revision)
