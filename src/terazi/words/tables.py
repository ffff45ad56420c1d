"""The article's tables as text: titles and headings in the language, numbers as it writes them."""

from collections.abc import Iterable
from dataclasses import dataclass

from terazi.core.formula import Formula
from terazi.core.tables import (
    COMPARED,
    VERSIONS_GAP,
    Swing,
    change_table,
    cube_table,
    expected_table,
    k_table,
    ks,
    version_table,
)
from terazi.words.catalogue import Words
from terazi.words.shown import shown

Row = tuple[str, ...]

_VERSION_HEADINGS = ("table.version", "table.divisor", "table.expected", "table.win", "table.loss")


@dataclass(frozen=True, slots=True, kw_only=True)
class TextTable:
    """A table ready to be shown; every row has as many cells as there are headings."""

    title: str
    headings: Row
    rows: tuple[Row, ...]


def article_tables(words: Words, formula: Formula) -> tuple[TextTable, ...]:
    """The article's tables for a version: expected scores, changes, each K, the cube, and the versions."""
    changes = _changes(words, formula, formula.k)
    by_k = (_by_k(words, formula),) if formula.busy_k is not None else ()
    return (_expected(words, formula), changes, *by_k, _cube(words, formula), _versions(words, formula))


def leaderboard_headings(words: Words) -> Row:
    """Headings of the leaderboard: rank, player, rating, games, wins, losses."""
    keys = ("board.rank", "board.player", "board.rating", "board.games", "board.wins", "board.losses")
    return tuple(map(words.template, keys))


def table_lines(table: TextTable) -> list[str]:
    """The table as plain lines: title, headings, a rule, rows; every column but the first to the right."""
    columns = list(zip(table.headings, *table.rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    rule = "  ".join("─" * width for width in widths)
    rows = [_line(row, widths) for row in table.rows]
    return [table.title, "", _line(table.headings, widths), rule, *rows]


def article_table_lines(words: Words, formula: Formula) -> list[str]:
    """All of the article's tables for a version, as lines, with what is assumed said below."""
    lines = [words.label(formula.cube_rule), words.label(formula.gammon_rule)]
    for table in article_tables(words, formula):
        lines += ["", *table_lines(table)]
    return lines


def _line(cells: Row, widths: Iterable[int]) -> str:
    first, *others = zip(cells, widths, strict=True)
    padded = [f"{first[0]:<{first[1]}}", *(f"{cell:>{width}}" for cell, width in others)]
    return "  ".join(padded).rstrip()


def _expected(words: Words, formula: Formula) -> TextTable:
    numbers = words.numbers
    return TextTable(
        title=words.say("table.expected.title", formula=shown(formula.name)),
        headings=(words.template("table.gap"), words.template("table.expected")),
        rows=tuple(
            (numbers.rating(row.gap), numbers.percent(row.expected)) for row in expected_table(formula)
        ),
    )


def _changes(words: Words, formula: Formula, k: int) -> TextTable:
    return TextTable(
        title=words.say("table.change.title", formula=shown(formula.name), k=str(k)),
        headings=tuple(map(words.template, ("table.gap", "table.favourite_wins", "table.upset"))),
        rows=tuple(
            (
                words.numbers.rating(row.gap),
                _pair(words, row.favourite.win, row.opponent.loss),
                _pair(words, row.opponent.win, row.favourite.loss),
            )
            for row in change_table(formula, k)
        ),
    )


def _by_k(words: Words, formula: Formula) -> TextTable:
    return TextTable(
        title=words.say("table.k.title", formula=shown(formula.name)),
        headings=(words.template("table.gap"), *(words.say("table.k", k=str(k)) for k in ks(formula))),
        rows=tuple(
            (words.numbers.rating(row.gap), *(_swing(words, swing) for swing in row.swings))
            for row in k_table(formula)
        ),
    )


def _cube(words: Words, formula: Formula) -> TextTable:
    headings = (words.say("table.change", k=str(k)) for k in ks(formula))
    return TextTable(
        title=words.say("table.cube.title", formula=shown(formula.name)),
        headings=(words.template("table.cube"), words.template("table.coefficient"), *headings),
        rows=tuple(
            (
                str(row.cube),
                words.numbers.coefficient(row.coefficient),
                *(f"±{change}" for change in row.changes),
            )
            for row in cube_table(formula)
        ),
    )


def _versions(words: Words, formula: Formula) -> TextTable:
    formulas = COMPARED if formula in COMPARED else (*COMPARED, formula)
    numbers = words.numbers
    return TextTable(
        title=words.say("table.versions.title", gap=numbers.rating(VERSIONS_GAP)),
        headings=tuple(map(words.template, _VERSION_HEADINGS)),
        rows=tuple(
            (
                shown(row.formula.name),
                f"÷{row.formula.divisor}",
                numbers.percent(row.expected),
                numbers.signed(row.swing.win),
                numbers.signed(row.swing.loss),
            )
            for row in version_table(formulas)
        ),
    )


def _swing(words: Words, swing: Swing) -> str:
    return _pair(words, swing.win, swing.loss)


def _pair(words: Words, first: int, second: int) -> str:
    return f"{words.numbers.signed(first)} / {words.numbers.signed(second)}"
