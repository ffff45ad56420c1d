"""Pages verify themselves in a real browser, say so in the reader's language, and notice a changed number."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from starlette.testclient import TestClient

from terazi.core.codes import VoidReason
from terazi.core.entries import Tournament
from terazi.core.types import GameId, PlayerId, TournamentId
from terazi.service.corrections import Ground, void_game
from terazi.service.games import record_game
from terazi.service.ladders import ledger_lines
from terazi.service.players import Start, put_player
from terazi.service.tournaments import close_tournament, put_tournament
from terazi.store.engine import Store
from terazi.web.app import create_app
from terazi.web.desk import Desk
from terazi.web.pages import links
from terazi.web.settings import ServiceSettings
from terazi.words.catalogue import page_words_in
from tests.stores import opened, result
from tests.strategies import BASE_MS
from tests.web.pages.browsing import INSECURE, Reader, reader_of

AWKWARD = (".", "..", "a/b", "x.json")
"""Ids that an address cannot hold as they are."""


def tell(store: Store) -> None:
    """A busy player's game at a high cube, a boosted one, an award, and voids."""
    start = Start(rating=1612, recent=tuple(BASE_MS - number for number in range(60)))
    put_player(store, PlayerId("a"), BASE_MS, opening=start)
    for report in (
        result("g1", cube="8", win="gammon"),
        result("g2", mode="boosted"),
        result("g3", termination="aborted"),
        result("<i>&'\"", "b", "a"),
        *(result(name, "b", "a") for name in AWKWARD),
    ):
        record_game(store, report, BASE_MS)
    put_tournament(store, Tournament(tournament=TournamentId("cup"), name="Kupa"), BASE_MS)
    close_tournament(store, TournamentId("cup"), [(1, PlayerId("b"))], BASE_MS)
    for game in ("g1", "g2"):
        void_game(store, GameId(game), Ground(reason=VoidReason.TEST), BASE_MS)


@pytest.fixture
def reader(browser: Browser, tmp_path: Path) -> Iterator[Reader]:
    store = opened(str(tmp_path / "ladder.db"))
    tell(store)
    with reader_of(browser, store, tmp_path) as found:
        yield found


def test_games_and_entries_of_every_kind_find_themselves_right_in_both_languages(reader: Reader) -> None:
    games = ["/games/g1", "/games/g2", "/games/g3", "/games/%3Ci%3E%26%27%22"]
    games += [links.game("en", name).removeprefix("/en") for name in AWKWARD]
    entries = [f"/entries/{number}" for number in range(len(ledger_of(reader)))]
    for place, path in enumerate(games + entries):
        language = ("en", "tr")[place % 2]
        words = page_words_in(language)
        assert reader.verdict(f"/{language}{path}") == "right", (path, reader.said("whole"))
        assert reader.said("whole") == words.template("verify.whole_right")
        assert reader.said("tree").startswith(words.template("verify.tree_right").partition("{")[0])
    assert reader.trouble == []


def ledger_of(reader: Reader) -> list[str]:
    """The ledger, a line an entry."""
    return reader.client.get("/v1/ledger").text.splitlines()


@pytest.mark.parametrize("language", ["en", "tr"])
def test_a_page_that_says_another_number_than_the_entry_is_found_out(reader: Reader, language: str) -> None:
    path = f"/{language}/games/g1"
    entry = next(json.loads(line) for line in ledger_of(reader) if '"game":"g1"' in line)
    after = entry["winner"]["after"]
    right, wrong = (f'data-member="winner.after" value="{number}"' for number in (after, after + 1))
    assert right in reader.client.get(path).text
    reader.change[path] = lambda text: text.replace(right, wrong)
    assert reader.verdict(path) == "wrong"
    words = page_words_in(language)
    places = {"says": str(after + 1), "should": str(after), "field": "winner.after"}
    assert reader.said("page") == words.say("verify.page_wrong", **places, number=str(entry["number"]))
    assert reader.said("whole") == words.template("verify.whole_wrong")


def test_a_table_that_is_not_the_published_one_is_found_out(reader: Reader) -> None:
    table = reader.client.get("/v1/rulebook").json()["versions"][0]["table_sha256"]
    reader.change[f"/v1/tables/{table}"] = lambda text: text.replace("1200,0,16,", "1200,0,17,")
    assert reader.verdict("/en/games/g1") == "wrong"
    assert reader.page.locator('[data-check="sums"]').get_attribute("data-state") == "wrong"


def test_without_https_the_page_says_how_to_check(reader: Reader) -> None:
    for language in ("en", "tr"):
        assert reader.verdict(f"/{language}/games/g1", INSECURE) == "none"
        assert reader.said("whole") == page_words_in(language).template("verify.whole_none")
        assert reader.page.locator("details pre").first.text_content()


def test_a_ladder_without_a_log_says_how_to_check_and_loads_no_script(tmp_path: Path) -> None:
    store = opened(str(tmp_path / "ladder.db"))
    tell(store)
    assert ledger_lines(store, 0)
    with TestClient(create_app(Desk(store=store, settings=ServiceSettings()))) as client:
        text = client.get("/en/games/g1").text
    assert "verify.js" not in text
    assert "data-verify" not in text
    assert "terazi verify ledger.jsonl" in text
    assert page_words_in("en").template("verify.no_log") in text
