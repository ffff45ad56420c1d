"""What every page of the site owes."""

import re

import pytest
from starlette.responses import Response

from terazi.store.revision import Stamp
from terazi.web.pages.site import PLACES
from terazi.web.shelf import MOST_BYTES, Shelf
from tests.web.pages.reading import page
from tests.web.service import Service

LANGUAGES = ("en", "tr")


def test_the_root_leads_to_the_reader_s_language(service: Service) -> None:
    for language, accepted in (("tr", "tr-TR,tr;q=0.9"), ("en", "de,en;q=0.4")):
        response = service.send("GET", "/", key=None, lang=accepted, follow_redirects=False)
        assert response.status_code == 303
        assert response.headers["location"] == f"/{language}/"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_that_has_not_changed_is_not_sent_again(service: Service, language: str) -> None:
    service.game("g1")
    first = service.send("GET", f"/{language}/", key=None)
    tag = first.headers["etag"]
    again = service.send("GET", f"/{language}/", key=None, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    service.game("g2")
    changed = service.send("GET", f"/{language}/", key=None, headers={"If-None-Match": tag})
    assert changed.status_code == 200
    assert changed.headers["etag"] != tag


def test_a_new_name_makes_every_page_new(service: Service) -> None:
    service.game("g1")
    tag = service.send("GET", "/en/", key=None).headers["etag"]
    service.put("/v1/players/a", {"name": "Ayşe"}, 200)
    changed = service.send("GET", "/en/", key=None, headers={"If-None-Match": tag})
    assert changed.status_code == 200
    assert "Ayşe" in changed.text


def test_a_tag_of_one_language_is_no_tag_of_the_other(service: Service) -> None:
    tag = service.send("GET", "/en/", key=None).headers["etag"]
    assert service.send("GET", "/tr/", key=None, headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("tag", ["", "*", '"', '"0-0-0-0"', 'W/"zz"', '"' + "f" * 5000 + '"', "é"])
def test_a_strange_tag_asks_for_the_page(service: Service, tag: str) -> None:
    response = service.send("GET", "/en/", key=None, headers={"If-None-Match": tag.encode("latin-1")})
    assert response.status_code == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_there_is_told_as_a_page(service: Service, language: str) -> None:
    told = page(service, f"/{language}/nothing/here", 404)
    assert told.one("main").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_foot_leads_to_administration_and_no_frame_does(service: Service, language: str) -> None:
    service.game("g1")
    for path in ("", "boosted", "players/a", "calculator"):
        foot = page(service, f"/{language}/{path}").one("footer")
        assert f"/{language}/admin" in {link.attributes["href"] for link in foot.all("a")}
    assert "/admin" not in service.send("GET", f"/{language}/players/a/card", key=None).text


def test_other_methods_are_refused(service: Service) -> None:
    for method in ("POST", "PUT", "DELETE"):
        response = service.send(method, "/en/", b"", key=None)
        assert response.status_code == 405
        assert response.headers["allow"] == "GET, HEAD"


def test_static_files_are_addressed_by_what_they_hold_and_kept_for_ever(service: Service) -> None:
    found = re.findall(r"/static/[0-9a-f]{12}/[\w.-]+", service.send("GET", "/en/", key=None).text)
    assert found
    for address in found:
        response = service.send("GET", address, key=None)
        assert response.status_code == 200
        assert "immutable" in response.headers["cache-control"]
    assert service.send("GET", "/static/000000000000/site.css", key=None).status_code == 404
    assert service.send("GET", "/static/../../pyproject.toml", key=None).status_code == 404


def test_a_chosen_zone_is_kept_and_a_strange_one_is_refused(service: Service) -> None:
    chosen = service.send("GET", "/en/zone?zone=Europe/Istanbul&back=/en/", key=None, follow_redirects=False)
    assert (chosen.status_code, chosen.headers["location"]) == (303, "/en/")
    assert "zone=" in chosen.headers["set-cookie"]
    away = service.send("GET", "/en/zone?zone=UTC&back=//elsewhere/", key=None, follow_redirects=False)
    assert away.headers["location"] == "/en/"
    page(service, "/en/zone?zone=Nowhere/There", 422)


def test_every_place_can_be_asked_in_both_languages(service: Service) -> None:
    plain = [steps for steps, place in PLACES.items() if "{id}" not in steps and not place.private]
    assert plain
    for steps in plain:
        for language in LANGUAGES:
            page(service, f"/{language}/{'/'.join(steps)}")


def test_a_page_that_was_made_is_true_until_anything_changes(service: Service) -> None:
    service.game("g1")
    service.put("/v1/players/a", {"name": "Ayşe"}, 200)
    first = service.send("GET", "/en/players/a", key=None)
    again = service.send("GET", "/en/players/a", key=None)
    assert (again.content, again.headers["etag"]) == (first.content, first.headers["etag"])
    assert "Ayşe" in first.text
    assert service.send("DELETE", "/v1/players/a").status_code == 200
    assert service.send("GET", "/en/players/a", key=None).status_code == 404
    assert "Ayşe" not in service.send("GET", "/en/", key=None).text


def test_a_page_is_made_again_when_its_week_moves_on(service: Service) -> None:
    service.game("g1")
    first = service.send("GET", "/en/players/a", key=None)
    service.now += 8 * 86_400_000
    later = service.send("GET", "/en/players/a", key=None, headers={"If-None-Match": first.headers["etag"]})
    assert later.status_code == 200
    assert later.content != first.content
    assert later.headers["etag"] != first.headers["etag"]


def test_the_shelf_is_bounded_and_keeps_one_state_only() -> None:
    shelf, before, after = Shelf(), Stamp(entries=5, revision=0), Stamp(entries=6, revision=0)
    shelf.keep(("a",), before, 50, Response(b"longer"))
    shelf.keep(("a",), before, 100, Response(b"a"))
    shelf.keep(("b",), before, None, Response(b"b"))
    shelf.keep(("c",), before, None, Response(b"c", 404))
    assert shelf.find(("a",), before, 99) is not None
    assert shelf.find(("a",), before, 100) is None
    assert shelf.find(("b",), before, 10**15) is not None
    assert shelf.find(("c",), before, 0) is None
    assert shelf.find(("b",), after, 0) is None
    for number in range(2 * MOST_BYTES // 1_000_000):
        shelf.keep((str(number),), after, None, Response(bytes(1_000_000)))
        assert shelf.size <= MOST_BYTES
        assert sum(len(one.body) for _, one in shelf.answers.values()) == shelf.size
    assert shelf.find(("b",), before, 0) is None
