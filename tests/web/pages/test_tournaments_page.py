"""Tournaments as pages: the list whole and in order through every page, awards as the ledger has them."""

import csv
import io
from typing import Any

import pytest

from tests.web.pages.reading import Element, page
from tests.web.service import Service, at

HOSTILE = ("<script>x</script>", "🎲" * 60, "=HYPERLINK(1)", "a'\"&<b>", "+1")


def many(service: Service, count: int) -> None:
    """So many public tournaments, with a private one after every third."""
    for number in range(count):
        service.put(f"/v1/tournaments/t{number}", {"name": f"Cup {number}"})
        if number % 3 == 2:
            service.put(f"/v1/tournaments/p{number}", {"name": "Private", "visibility": "private"})


def names_on(shown: Element) -> list[str]:
    """The tournaments of a page of the list."""
    return [row.text for row in shown.one("tbody").all("th")]


def test_page_by_page_every_public_tournament_is_listed_once_the_newest_first(service: Service) -> None:
    many(service, 120)
    found, path = [], "/en/tournaments"
    while path:
        shown = page(service, path)
        found += names_on(shown)
        following = [link.attributes["href"] for link in shown.all("a", rel="next")]
        path = following[0] if following else ""
    assert found == [f"Cup {number}" for number in reversed(range(120))]


def test_the_api_s_list_is_the_page_s_and_turns_its_pages(service: Service) -> None:
    many(service, 7)
    whole = service.get("/v1/tournaments", key=None)
    assert whole["next"] is None
    assert service.send("GET", "/tr/tournaments.json", key=None).json() == whole
    turned, cursor = [], ""
    while cursor is not None:
        part = service.get(f"/v1/tournaments?limit=2{cursor and f'&cursor={cursor}'}", key=None)
        turned += part["tournaments"]
        cursor = part["next"]
    assert turned == whole["tournaments"]
    service.get("/v1/tournaments?cursor=x", 422)
    page(service, "/en/tournaments?cursor=x", 422)


def test_a_podium_shows_every_award_and_what_took_it_back(service: Service) -> None:
    for number, player in enumerate("abcd"):
        service.put(f"/v1/players/{player}", {"opening": {"rating": 1500 + number}})
    service.put("/v1/tournaments/cup", {"name": "Kupa", "awards": [50, 25]})
    places = [(1, "a"), (2, "b"), (2, "c"), (4, "d")]
    service.put(
        "/v1/tournaments/cup/podium", {"places": [{"place": place, "player": who} for place, who in places]}
    )
    void = service.post("/v1/tournaments/cup/awards/c/void", {"reason": "cheating"})
    rows = page(service, "/en/tournaments/cup").one("tbody").all("tr")
    texts = [[cell.text for cell in row.children if isinstance(cell, Element)] for row in rows]
    assert [(cells[0], cells[1], cells[2]) for cells in texts] == [
        ("1st", "a", "▲ +50"),
        ("2nd", "b", "▲ +25"),
        ("2nd", "c", "▲ +25"),
        ("4th", "d", "none"),
    ]
    assert [cells[3] for cells in texts] == ["1500 → 1550", "1501 → 1526", "1502 → 1527", ""]
    assert f"taken back by {void['number']}" in texts[2][4]
    assert "▼ −25" in texts[2][4]
    api = service.get("/v1/tournaments/cup", key=None)
    assert service.send("GET", "/en/tournaments/cup.json", key=None).json() == api


@pytest.mark.parametrize("language", ["en", "tr"])
def test_open_private_and_empty_tournaments_say_so(service: Service, language: str) -> None:
    page(service, f"/{language}/tournaments")
    service.put("/v1/tournaments/open", {"name": "Open"})
    service.put("/v1/tournaments/private", {"name": "Private", "visibility": "private"})
    service.put("/v1/tournaments/bare", {"name": "Bare", "awards": []})
    service.put("/v1/tournaments/bare/podium", {"places": []})
    for tournament in ("open", "private", "bare"):
        assert not page(service, f"/{language}/tournaments/{tournament}").all("tbody")
    assert page(service, f"/{language}/tournaments/private").all("div", class_="warn")
    page(service, f"/{language}/tournaments/nothing", 404)


def test_an_erased_winner_is_a_number_and_the_same_page_stays(service: Service) -> None:
    service.put("/v1/players/a", {"name": "Ayşe"})
    service.put("/v1/tournaments/cup", {"name": "Kupa"})
    service.put("/v1/tournaments/cup/podium", {"places": [{"place": 1, "player": "a"}]})
    paths = ("/en/tournaments", "/en/tournaments/cup", "/en/tournaments.csv", "/en/tournaments.json")
    tags = [service.send("GET", path, key=None).headers["etag"] for path in paths]
    assert all("Ayşe" in service.send("GET", path, key=None).text for path in paths)
    service.send("DELETE", "/v1/players/a")
    for path, tag in zip(paths, tags, strict=True):
        answer = service.send("GET", path, key=None, headers={"If-None-Match": tag})
        assert answer.status_code == 200
        assert "Ayşe" not in answer.text


def test_hostile_names_are_text_in_html_json_and_csv(service: Service) -> None:
    for number, hostile in enumerate(HOSTILE):
        service.put(f"/v1/players/w{number}", {"name": hostile})
        service.put(f"/v1/tournaments/t{number}", {"name": hostile})
        places = [{"place": 1, "player": f"w{number}"}]
        service.put(f"/v1/tournaments/t{number}/podium", {"places": places})
    shown = page(service, "/en/tournaments")
    assert names_on(shown) == list(reversed(HOSTILE))
    assert len(shown.all("script")) == len(page(service, "/en/").all("script"))
    twin: dict[str, Any] = service.send("GET", "/en/tournaments.json", key=None).json()
    assert [line["winners"][0]["name"] for line in twin["tournaments"]] == list(reversed(HOSTILE))
    text = service.send("GET", "/en/tournaments.csv", key=None).content.decode()
    heading, *rows = csv.reader(io.StringIO(text))
    assert heading == ["tournament", "name", "accepted_at", "closed_at", "awards", "winners"]
    assert [row[1].removeprefix("'") for row in rows] == list(reversed(HOSTILE))
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@"))]
    for number, hostile in enumerate(HOSTILE):
        assert page(service, f"/en/tournaments/t{number}").one("h1").text == hostile
    assert at()[:4] in text
