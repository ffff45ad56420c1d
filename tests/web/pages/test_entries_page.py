"""Pages of entries: voids and awards with their sums, other kinds plainly, all with their exact bytes."""

import hashlib
import json
from typing import Any

import pytest

from terazi.words.catalogue import page_words_in
from tests.web.pages.reading import Element, page
from tests.web.pages.sums import figures
from tests.web.service import Service, at

LANGUAGES = ("en", "tr")


def ledger(service: Service) -> list[dict[str, Any]]:
    """Every entry, as it stands."""
    lines = service.send("GET", "/v1/ledger", key=None).content.splitlines()
    return [json.loads(line) for line in lines]


def story(service: Service) -> dict[str, dict[str, Any]]:
    """A ladder with an entry of every kind; the last one of each."""
    service.put("/v1/players/p", {"opening": {"rating": 1650, "recent": [at(-5_000)]}})
    service.game("g1", winner="p")
    service.put("/v1/tournaments/cup", {"name": "Kupa", "awards": [50, -25]})
    places = [{"place": 1, "player": "b"}, {"place": 2, "player": "p"}]
    service.put("/v1/tournaments/cup/podium", {"places": places})
    service.post("/v1/tournaments/cup/awards/p/void", {"reason": "wrong_result"})
    service.game("g2", mode="boosted", cube=4)
    service.post("/v1/games/g2/void", {"reason": "test", "note": "not for everybody"})
    service.post("/v1/games/g1/void", {"reason": "cheating"})
    service.send("DELETE", "/v1/players/a")
    return {entry["kind"]: entry for entry in ledger(service)}


def test_every_kind_of_entry_has_a_page_with_its_exact_bytes(service: Service) -> None:
    kinds = story(service)
    assert len(kinds) == 9
    lines = service.send("GET", "/v1/ledger", key=None).content.splitlines()
    for number, line in enumerate(lines):
        for language in LANGUAGES:
            shown = page(service, f"/{language}/entries/{number}")
            codes = [code.text for code in shown.all("code")]
            assert line.decode() in codes
            assert hashlib.sha256(b"\0" + line).hexdigest() in codes
            assert "not for everybody" not in shown.text
        twin = service.send("GET", f"/en/entries/{number}.json", key=None).json()
        assert twin["line"].encode() == line
        assert twin["leaf_hash"] == hashlib.sha256(b"\0" + line).hexdigest()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_void_s_sum_can_be_done_again(service: Service, language: str) -> None:
    story(service)
    entries = ledger(service)
    words = page_words_in(language)
    voids = [entry for entry in entries if entry["kind"] == "void"]
    for void in voids:
        shown = page(service, f"/{language}/entries/{void['number']}")
        assert words.template(f"void_reason.{void['reason']}") in shown.one("main").text
        for role in ("winner", "loser", "placed"):
            gave = entries[void["voids"]].get(role, {}).get("delta")
            if gave is None:
                continue
            card = shown.one("section", **{"aria-labelledby": role})
            had, back, rating = steps(language, card)
            assert had == [gave]
            assert back == [0, gave, -gave]
            assert rating[0] + rating[1] * (1 if -gave >= 0 else -1) == rating[2]
            assert rating == [void[role]["before"], abs(gave), void[role]["after"]]


def steps(language: str, card: Element) -> list[list[Any]]:
    """The figures of each line of a sum."""
    return [figures(language, line.text) for line in card.one("dl", class_="sums").all("dd")]


def test_an_award_s_sum_follows_from_its_tournament_and_says_what_took_it_back(service: Service) -> None:
    story(service)
    awards = [entry for entry in ledger(service) if entry["kind"] == "award"]
    stands, taken = awards
    for language in LANGUAGES:
        shown = page(service, f"/{language}/entries/{stands['number']}")
        due, rating = steps(language, shown.one("section", **{"aria-labelledby": "placed"}))
        assert due[-1] == 50
        assert rating == [1486, 50, 1536]
        assert not shown.all("div", class_="bad")
        assert page(service, f"/{language}/entries/{taken['number']}").one("div", class_="bad").all("a")
    twin = service.send("GET", f"/en/entries/{taken['number']}.json", key=None).json()
    assert twin["award"]["place"] == 2
    void = service.send("GET", f"/en/entries/{twin['voided_by']}.json", key=None).json()["void"]
    assert void["voids"] == taken["number"]


def test_a_boosted_game_s_void_takes_back_points_and_says_they_are_assumed(service: Service) -> None:
    story(service)
    number = next(
        entry["number"] for entry in ledger(service) if entry["kind"] == "void" and entry["reason"] == "test"
    )
    text = page(service, f"/en/entries/{number}").one("main").text
    assert "Boosted points −4, Sparks −10 (assumed)" in text
    assert page_words_in("en").template("effect.assumed") in text


def test_an_erased_player_is_a_number_everywhere(service: Service) -> None:
    erased = story(service)["erase"]["player"]
    for number in range(len(ledger(service))):
        shown = page(service, f"/en/entries/{number}")
        assert "/en/players/a" not in [link.attributes["href"] for link in shown.all("a")]
    text = page(service, f"/en/entries/{story_erasure(service)}").one("main").text
    assert f"player {erased} were erased" in text


def story_erasure(service: Service) -> int:
    """The number of the only erasure."""
    return next(int(entry["number"]) for entry in ledger(service) if entry["kind"] == "erase")


@pytest.mark.parametrize("number", ["999", "-1", "1e3", "٣", "9" * 40, "x", "0x1"])
def test_a_number_that_no_entry_has_is_told_as_a_page(service: Service, number: str) -> None:
    page(service, f"/en/entries/{number}", 404)
    assert service.send("GET", f"/en/entries/{number}.json", key=None).status_code == 404


def test_hostile_ids_and_names_in_entries_are_text(service: Service) -> None:
    for number, hostile in enumerate(("<img src=x onerror=1>", "\u202eevil", "</code></pre><h1>x", "=1+1")):
        service.game(f"g{number}", winner=hostile)
        service.put(f"/v1/tournaments/t{number}", {"name": "<b>" + "x" * number, "awards": []})
    for entry in ledger(service):
        shown = page(service, f"/en/entries/{entry['number']}")
        assert not shown.all("img")
        assert not [bold for bold in shown.all("b") if bold.text.startswith("x")]
