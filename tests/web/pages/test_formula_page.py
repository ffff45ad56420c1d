"""How it is computed: whatever the version in force, every figure on the page is its own."""

import re
from pathlib import Path

import pytest

from terazi.core.catalogue import CATALOGUE, CURRENT
from terazi.core.formula import Formula
from terazi.core.rulebook import Edition
from terazi.service.ladders import change_rulebook
from terazi.words.catalogue import words_in
from terazi.words.tables import article_tables
from tests.web.pages.reading import Element, page
from tests.web.pages.test_calculator import number
from tests.web.service import Service

LANGUAGES = ("en", "tr")
OTHER = Formula(name="club", divisor=900, k=24)
_LONGEST_RUN = 6
"""So many words in a row are nobody's by chance."""


def tables(shown: Element) -> list[list[str]]:
    """The cells of every table of the page."""
    return [
        [cell.text for row in table.one("tbody").all("tr") for cell in (*row.all("th"), *row.all("td"))]
        for table in shown.one("main").all("table")
    ]


def put_into_force(service: Service, formula: Formula, after: int = 1) -> None:
    """A version of this ladder's own, from so many milliseconds after the beginning on."""
    edition = Edition(effective_from=service.now + after, formula=formula)
    assert not hasattr(change_rulebook(service.store, edition, service.now), "code")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("formula", [CURRENT, OTHER, CATALOGUE["pre-1.0.5"]], ids=lambda one: one.name)
def test_every_table_is_of_the_version_in_force(service: Service, language: str, formula: Formula) -> None:
    if formula is not CURRENT:
        put_into_force(service, formula)
        service.now += 1
    expected = article_tables(words_in(language), formula)
    shown = page(service, f"/{language}/formula")
    assert tables(shown) == [[cell for row in table.rows for cell in row] for table in expected]
    assert str(formula.divisor) in shown.one("p", class_="formula-lines").text
    assert service.get(f"/{language}/formula.json")["formula"]["name"] == formula.name


def test_the_page_changes_when_another_version_takes_effect(service: Service) -> None:
    put_into_force(service, OTHER, after=60_000)
    tag = service.send("GET", "/en/formula", key=None).headers["etag"]
    for later, status in ((59_999, 304), (60_000, 200)):
        now, service.now = service.now, service.now + later
        response = service.send("GET", "/en/formula", key=None, headers={"If-None-Match": tag})
        assert response.status_code == status
        service.now = now


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_game_by_hand_comes_out_and_is_the_calculator_s(service: Service, language: str) -> None:
    shown = page(service, f"/{language}/formula").one("main")
    rounded = []
    for sums in shown.all("dl", class_="sum"):
        *_, change, result, _ = (line.text for line in sums.all("dd"))
        k, won, expected, coefficient = (
            float(figure.replace(",", ".")) for figure in re.findall(r"[\d.,]+", change.partition("=")[0])
        )
        assert round(k * (won - expected) * coefficient) == number(result)
        rounded.append(number(result))
    (link,) = [a for a in shown.all("a") if "you_recent" in a.attributes["href"]]
    members = service.get(link.attributes["href"].replace("calculator?", "calculator.json?"))
    both = members["by_cube"][str(members["cube"])]["win"]
    assert rounded == [both["you"], both["opponent"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_history_has_the_figures_of_the_versions(service: Service, language: str) -> None:
    told = [item.text for item in page(service, f"/{language}/formula").one("ol", class_="history").all("li")]
    article = (("+128", "+1024"), ("+24", "+32"), ("+5", "−27", "+9", "−23"), ("+12", "−20", "+8", "+16"))
    for text, figures in zip(told, article, strict=True):
        assert all(figure in text for figure in figures), text


def test_what_was_assumed_is_marked(service: Service) -> None:
    items = page(service, "/en/formula").one("main").all("li")
    marked = [item for item in items if item.all("strong", class_="tag") and "assumed" in item.text]
    assert len(marked) >= 6


def test_every_line_of_the_contents_leads_somewhere(service: Service) -> None:
    shown = page(service, "/en/formula")
    links = shown.one("nav", class_="contents").all("a")
    titles = {title.attributes["id"]: title.text for title in shown.all("h2") if "id" in title.attributes}
    assert [titles[link.attributes["href"][1:]] for link in links] == [link.text for link in links]


def test_the_words_are_our_own(service: Service, shared: Path) -> None:
    (article,) = (shared / "seed").glob("*.txt")
    theirs, ours = (
        re.findall(r"\w+", text.lower())
        for text in (article.read_text(encoding="utf-8"), page(service, "/tr/formula").one("main").text)
    )
    runs = {tuple(theirs[place : place + _LONGEST_RUN]) for place in range(len(theirs))}
    copied = [run for place in range(len(ours)) if (run := tuple(ours[place : place + _LONGEST_RUN])) in runs]
    assert not [run for run in copied if not any(map(str.isdecimal, run))]  # figures and formulas are facts
