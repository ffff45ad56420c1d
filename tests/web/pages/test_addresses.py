"""Whatever an id holds (R7), its addresses lead to it, in clients that take `..` out of a path, too."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page

from terazi.core.entries import Tournament
from terazi.core.types import TournamentId
from terazi.service.games import record_game
from terazi.service.tournaments import put_tournament
from terazi.web.pages import links
from tests.stores import opened, result
from tests.strategies import BASE_MS
from tests.web.pages.browsing import SECURE, Reader, reader_of
from tests.web.service import Service

AWKWARD = (
    ".", "..", "...", "a/b", "/", "//", "../x", "%", "%2e%2e", "%2F", "?", "a?b=c", "#", ";", "..;", "a b",
    "+", "ş/ı", "\N{WAVING WHITE FLAG}", "\\", "x.json", ".html", "html", "...html", "&", "'\"<", ":",
    "a:batch",
)  # fmt: skip
LINKS = "() => [...document.querySelectorAll('main a')].map(link => link.href)"
FETCH = "path => fetch(path).then(answer => answer.json())"


def step(text: str) -> str:
    """An id in a path of the API, as docs/service.md says."""
    return quote(text, safe="") + ("%20" if text in (".", "..") else "")


@pytest.mark.parametrize("name", AWKWARD)
def test_every_address_of_an_id_leads_to_it(service: Service, name: str) -> None:
    at = step(name)
    service.put(f"/v1/tournaments/{at}", {"name": "Cup", "awards": [5]})
    assert service.put(f"/v1/players/{at}", {"name": "Odd"})["player"] == name
    assert service.game(at, name, "other")["game_id"] == name
    assert service.get(f"/v1/games/{at}/explain")["game"]["game_id"] == name
    assert service.get(f"/v1/players/{at}/history")["player"] == name
    closed = service.put(f"/v1/tournaments/{at}/podium", {"places": [{"place": 1, "player": name}]})
    assert service.get(f"/v1/tournaments/{at}") == closed
    service.post(f"/v1/tournaments/{at}/awards/{at}/void", {"reason": "test"})
    service.post(f"/v1/games/{at}/void", {"reason": "test"})
    for language in ("en", "tr"):
        player, game = links.player(language, name), links.game(language, name)
        for page in (player, game, links.tournament(language, name), links.twin(player, "atom")):
            assert service.send("GET", page, key=None).status_code == 200
        assert service.get(links.twin(player, "json"))["player"] == name
        assert service.get(links.twin(f"{player}/history", "json"))["player"] == name
        assert service.get(links.twin(game, "json"))["game"]["game_id"] == name
    assert service.send("DELETE", f"/v1/players/{at}").status_code == 200


def test_a_blank_behind_any_other_id_is_refused_as_ever(service: Service) -> None:
    for name in ("a%20", "...%20", "..%20%20", "%20..", "%20"):
        assert service.game(name, status=422)["code"] == "bad_game_id"


@pytest.fixture
def reader(browser: Browser, tmp_path: Path) -> Iterator[Reader]:
    store = opened(str(tmp_path / "ladder.db"))
    for name in AWKWARD:
        record_game(store, result(name, name, "other"), BASE_MS)
        put_tournament(store, Tournament(tournament=TournamentId(name), name="Cup"), BASE_MS)
    with reader_of(browser, store, tmp_path) as found:
        yield found


def test_a_browser_follows_every_link_to_where_it_should_lead(reader: Reader) -> None:
    page = reader.page
    players = linked(page, "/en/?limit=100", "/en/players/")
    cups = linked(page, "/en/tournaments", "/en/tournaments/")
    games = linked(page, "/en/players/other/history?limit=100", "/en/games/")
    assert {one["player"] for one in players} == {*AWKWARD, "other"}
    assert {one["tournament"] for one in cups} == {*AWKWARD}
    assert {one["game"]["game_id"] for one in games} == {*AWKWARD}
    for name in AWKWARD:
        proof = fetched(page, fetched(page, f"/v1/games/{step(name)}")["proof"])
        assert json.loads(proof["entries"][0]["entry"])["game"] == name
    assert reader.trouble == []


def linked(page: Page, path: str, below: str) -> list[Any]:
    """The JSON twins of what a page links to below an address."""
    page.goto(SECURE + path)
    found = {address.removeprefix(SECURE) for address in page.evaluate(LINKS)}
    return [fetched(page, links.twin(one, "json")) for one in found if one.startswith(below)]


def fetched(page: Page, path: str) -> Any:
    """What the browser gets at an address, as JSON."""
    return page.evaluate(FETCH, path)
