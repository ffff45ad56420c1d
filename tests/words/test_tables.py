"""The article's tables as people read them, typed by hand in both languages (SPEC 1)."""

import pytest

from terazi.core.catalogue import CATALOGUE, CURRENT
from terazi.core.preview import preview
from terazi.core.types import Standing
from terazi.words.catalogue import Language, words_in
from terazi.words.stakes import preview_lines
from terazi.words.tables import article_table_lines, article_tables, leaderboard_headings

EXPECTED = """\
Version 1.3.1: expected score of the favourite

Rating gap  Expected score
──────────  ──────────────
0                    50.0%
50                   52.4%
100                  54.8%
150                  57.1%
200                  59.5%
300                  64.0%
400                  68.3%
500                  72.3%
"""
CHANGES = """\
Sürüm 1.3.1: K 32 ve küp 1’de değişimler

Reyting farkı  Favori kazanırsa  Sürpriz olursa
─────────────  ────────────────  ──────────────
0                     +16 / −16       +16 / −16
100                   +14 / −14       +18 / −18
200                   +13 / −13       +19 / −19
300                   +12 / −12       +20 / −20
400                   +10 / −10       +22 / −22
"""
BY_K = """\
Version 1.3.1: the favourite’s change for each K, cube 1

Rating gap  K 32: wins / loses  K 16: wins / loses
──────────  ──────────────────  ──────────────────
0                    +16 / −16             +8 / −8
150                  +14 / −18             +7 / −9
300                  +12 / −20            +6 / −10
"""
CUBE = """\
Sürüm 1.3.1: çift küpü, eşit reytingler

Küp  Katsayı  K 32 ile değişim  K 16 ile değişim
───  ───────  ────────────────  ────────────────
1       1,00               ±16                ±8
2       1,17               ±19                ±9
4       1,33               ±21               ±11
8       1,50               ±24               ±12
16      1,67               ±27               ±13
32      1,83               ±29               ±15
64      2,00               ±32               ±16
"""
VERSIONS = """\
300 puan önde olan favori, sürüm sürüm

Sürüm  Bölen  Beklenen skor  Galibiyet  Mağlubiyet
─────  ─────  ─────────────  ─────────  ──────────
1.0.5   ÷400          %84,9         +5         −27
1.2.0   ÷800          %70,3         +9         −23
1.3.1  ÷1200          %64,0        +12         −20
"""


@pytest.mark.parametrize(
    ("language", "table"),
    [("en", EXPECTED), ("tr", CHANGES), ("en", BY_K), ("tr", CUBE), ("tr", VERSIONS)],
    ids=["expected", "changes", "by k", "cube", "versions"],
)
def test_the_tables_of_the_article(language: str, table: str) -> None:
    assert table in "\n".join([*article_table_lines(words_in(language), CURRENT), ""])


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", CATALOGUE)
def test_every_row_has_a_cell_for_every_heading(name: str, language: str) -> None:
    tables = article_tables(words_in(language), CATALOGUE[name])
    assert len(tables) == (5 if CATALOGUE[name].busy_k else 4)
    for table in tables:
        assert {len(row) for row in table.rows} == {len(table.headings)}


def test_a_version_that_never_was_in_force_is_compared_with_those_that_were() -> None:
    versions = article_tables(words_in("en"), CATALOGUE["fibs-1pt"])[-1]
    assert [row[0] for row in versions.rows] == ["1.0.5", "1.2.0", "1.3.1", "fibs-1pt"]
    assert len(article_tables(words_in("en"), CURRENT)[-1].rows) == 3


def test_the_first_version_s_gammons_are_marked_assumed() -> None:
    assert "assumed" in article_table_lines(words_in("en"), CATALOGUE["pre-1.0.5"])[1]
    assert "varsayım" in article_table_lines(words_in("tr"), CATALOGUE["pre-1.0.5"])[1]


def test_the_leaderboard_has_headings() -> None:
    assert leaderboard_headings(words_in("tr")) == (
        *("Sıra", "Oyuncu", "Reyting", "Oyun", "Galibiyet", "Mağlubiyet"),
    )
    assert leaderboard_headings(words_in("en")) == ("Rank", "Player", "Rating", "Games", "Wins", "Losses")


# Article: equal ratings, 60 games this week against 10.
def test_a_preview_says_what_either_outcome_is_worth() -> None:
    you, opponent = Standing(rating=1500, games_recent=60), Standing(rating=1500, games_recent=10)
    facts = {"you": you, "opponent": opponent}
    stakes = preview(you, opponent)
    assert preview_lines(words_in("en"), stakes, **facts, cube=1, formula=CURRENT) == [
        "Version 1.3.1, cube 1: 1500 against 1500",
        "  If you win    you ▲ +8, opponent ▼ −16",
        "  If you lose   you ▼ −8, opponent ▲ +16",
    ]
    assert preview_lines(words_in("tr"), stakes, **facts, cube=1, formula=CURRENT) == [
        "Sürüm 1.3.1, küp 1: 1500 – 1500",
        "  Kazanırsan    sen ▲ +8, rakip ▼ −16",
        "  Kaybedersen   sen ▼ −8, rakip ▲ +16",
    ]


def test_a_preview_of_the_first_version_is_marked_assumed() -> None:
    even = Standing(rating=1500)
    first = CATALOGUE["pre-1.0.5"]
    stakes = preview(even, even, formula=first)
    assert (
        "assumed" in preview_lines(words_in("en"), stakes, you=even, opponent=even, cube=1, formula=first)[-1]
    )
