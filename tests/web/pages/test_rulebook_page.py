"""The rulebook's page: versions with their dates, what each changed as the formula says, the other rules."""

import hashlib

import pytest

from terazi.core.catalogue import CATALOGUE
from terazi.core.formula import Formula
from terazi.core.types import Win
from terazi.words.catalogue import page_words_in
from tests.web.pages.reading import Element, page
from tests.web.service import Service, at

LANGUAGES = ("en", "tr")
OLD, FIRST, NOW = CATALOGUE["1.3.1"], CATALOGUE["pre-1.0.5"], CATALOGUE["1.2.0"]


def changed(service: Service) -> None:
    """A rulebook of three versions, of which the third is still to come."""
    service.post("/v1/rulebook", {"effective_from": at(600_000), "formula": "pre-1.0.5"})
    service.post("/v1/rulebook", {"effective_from": at(1_200_000), "formula": "1.2.0"})
    service.now += 700_000


def versions(shown: Element) -> list[Element]:
    """The cards of the versions, the newest first."""
    return shown.all("section", class_="version")


def test_every_version_is_there_with_its_date_and_the_one_in_force_is_marked(service: Service) -> None:
    changed(service)
    for language in LANGUAGES:
        words = page_words_in(language)
        coming, current, past = versions(page(service, f"/{language}/rulebook"))
        assert [one.one("h3").one("bdi").text for one in (coming, current, past)] == [
            "1.2.0",
            "pre-1.0.5",
            "1.3.1",
        ]
        assert coming.one("span", class_="badge").text == words.template("book.future")
        assert current.one("span", class_="badge").text == words.template("book.now")
        assert not past.all("span", class_="badge")
        assert at(600_000) in [time.attributes["datetime"] for time in current.all("time")]
        assert at(1_200_000) in [time.attributes["datetime"] for time in current.all("time")]
        assert words.template("instant.since_beginning") in past.text


def test_a_new_version_makes_the_page_new_at_its_instant(service: Service) -> None:
    changed(service)
    tag = service.send("GET", "/en/rulebook", key=None).headers["etag"]

    def asked() -> int:
        return service.send("GET", "/en/rulebook", key=None, headers={"If-None-Match": tag}).status_code

    assert asked() == 304
    service.now += 499_999
    assert asked() == 304
    service.now += 1
    assert asked() == 200
    newest = versions(page(service, "/en/rulebook"))[0]
    assert newest.one("span", class_="badge").text == "in force"


def test_the_examples_are_the_formula_s_own(service: Service) -> None:
    changed(service)
    shown = versions(page(service, "/en/rulebook"))
    for card, (before, formula) in zip(shown, ((FIRST, NOW), (OLD, FIRST), (None, OLD)), strict=True):
        rows = [
            [cell.text for cell in row.children if isinstance(cell, Element)]
            for row in card.one("tbody").all("tr")
        ]
        wanted = [examples(version) for version in (before, formula) if version is not None]
        assert [row[1:] for row in rows] == [list(row) for row in zip(*wanted, strict=True)]
        marked = [row.attributes.get("class") == "here" for row in card.one("tbody").all("tr")]
        assert marked == [len(row) == 3 and row[1] != row[2] for row in rows]


def examples(formula: Formula) -> list[str]:
    """What a version makes of the page's examples."""

    def change(gap: int = 0, cube: int = 1, win: Win = Win.SINGLE, games: int = 0) -> str:
        k = formula.k_for(games)
        return f"±{formula.changes(gap, k, k, formula.coefficient(cube, win))[0]}"

    return [
        f"{100 * formula.expected(300):.1f}%",
        change(),
        change(300),
        change(-300),
        change(cube=8),
        change(win=Win.GAMMON),
        change(games=60),
    ]


def test_the_published_table_has_the_digest_that_the_ledger_says(service: Service) -> None:
    changed(service)
    for card in versions(page(service, "/en/rulebook")):
        digest = card.one("code").text
        (address,) = [
            link.attributes["href"] for link in card.all("a") if link.attributes["href"].startswith("/v1/")
        ]
        table = service.send("GET", address, key=None).content
        assert hashlib.sha256(table).hexdigest() == digest
        assert digest in service.send("GET", "/v1/ledger", key=None).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_assumed_values_are_marked(service: Service, language: str) -> None:
    changed(service)
    words = page_words_in(language)
    shown = page(service, f"/{language}/rulebook")
    marked = [one.text for one in shown.all("strong", class_="assumed")]
    assert marked == [words.template("gammon_rule.multiplies"), words.template("book.assumed")]


def test_the_other_rules_are_the_settings_in_force(service: Service) -> None:
    text = page(service, "/en/rulebook").one("main").text
    for part in (
        "more than 7 days after",
        "more than 5 minutes from now",
        "misses 3 moves",
        "1 minute loses",
    ):
        assert part in text
    assert "the winner 10 Sparks and the loser 2" in text
    api = service.get("/v1/rulebook", key=None)
    assert service.send("GET", "/tr/rulebook.json", key=None).json() == api


def test_a_version_of_one_s_own_is_text_and_every_anchor_stands_once(service: Service) -> None:
    service.post("/v1/rulebook", {"effective_from": at(600_000), "name": "<b>x</b> y", "divisor": 900})
    service.post("/v1/rulebook", {"effective_from": at(700_000), "formula": "1.3.1"})
    shown = page(service, "/en/rulebook")
    assert [one.one("bdi").text for one in shown.all("h3")][:3] == ["1.3.1", "<b>x</b> y", "1.3.1"]
    anchors = [one.attributes["id"] for one in shown.all("h3")]
    assert len(set(anchors)) == len(anchors)
    assert anchors[-1] == "v-1.3.1"
    service.now += 650_000
    service.game("g1", finished_at=at(620_000))
    links = [link.attributes["href"] for link in page(service, "/en/games/g1").all("a")]
    assert f"/en/rulebook#{anchors[1]}" in links
