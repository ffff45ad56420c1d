"""Digests that entries carry: the commitment to a player's id, and the SHA-256 of a version's table."""

import hashlib
import hmac
from array import array
from collections.abc import Iterator
from functools import cache, lru_cache

from terazi.core.entries import RulebookChange
from terazi.core.formula import Column, Formula, GammonRule
from terazi.core.rulebook import Edition
from terazi.core.types import PlayerId

SALT_BYTES = 32


def commitment(player: PlayerId, salt: bytes) -> str:
    """HMAC-SHA256 of the operator's id under the player's own salt, in hex (R22).

    Whoever has id and salt can show whose entries these are; without the salt the id cannot be found out by
    trying names, and once the salt is erased nobody can.
    """
    assert len(salt) == SALT_BYTES, "a salt has 32 bytes"
    return hmac.digest(salt, player.encode(), hashlib.sha256).hex()


@lru_cache(2)
def table(formula: Formula) -> tuple[int, dict[Column, "array[int]"]]:
    """A version's whole table: its reach, and the winner's change in each column for gaps -reach to reach."""
    reach = formula.reach()
    gaps = range(-reach, reach + 1)
    return reach, {column: array("i", formula.column_changes(column, gaps)) for column in formula.columns()}


def table_lines(formula: Formula, reach: int) -> Iterator[str]:
    """The winner's change as CSV, gaps -reach to reach: `divisor,winner_minus_loser`, then the columns."""
    gaps = range(-reach, reach + 1)
    columns = formula.columns()
    yield ",".join(("divisor", "winner_minus_loser", *(_heading(formula, column) for column in columns)))
    known = table(formula)[1] if reach == formula.reach() else {}
    changes = [known[one] if known else formula.column_changes(one, gaps) for one in columns]
    for gap, *row in zip(gaps, *changes, strict=True):
        yield ",".join(map(str, (formula.divisor, gap, *row)))


def _heading(formula: Formula, column: Column) -> str:
    heading = f"k{column.k}_cube{column.cube}"
    return f"{heading}_{column.win}" if formula.gammon_rule is GammonRule.MULTIPLIES else heading


def lines_sha256(lines: Iterator[str]) -> str:
    """SHA-256, in hex, of lines that each end with a line feed."""
    digest = hashlib.sha256()
    for line in lines:
        digest.update(f"{line}\n".encode())
    return digest.hexdigest()


@cache
def table_sha256(formula: Formula) -> str:
    """SHA-256 of a version's whole table: until every column is constant, on both sides (SPEC 3)."""
    return lines_sha256(table_lines(formula, formula.reach()))


def rulebook_change(edition: Edition) -> RulebookChange:
    """The fact that an edition comes into force, with its table's digest."""
    return RulebookChange(edition=edition, table_sha256=table_sha256(edition.formula))
