"""A game's page: both sums can be done again from what it shows, and whatever did not move says why."""

import shlex
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import pytest

from terazi.core.window import WINDOW_MS
from terazi.web.pages import links as addresses
from terazi.words.catalogue import page_words_in
from terazi.words.shown import shown as visible
from tests.cli.terazi import terazi
from tests.strategies import BASE_MS
from tests.web.pages.reading import Element, page
from tests.web.pages.sums import recompute, shown_sum
from tests.web.service import Service, at

LANGUAGES = ("en", "tr")
ROLES = ("winner", "loser")
HOSTILE = (
    "<script>alert(1)</script>",
    "a\"b'c&d",
    "\u202egnp.exe",
    "🎲" * 32,
    "a\u200bb\u200d",
    "=cmd|'/c calc'!A0",
    "</template></section>",
    "çay/../..",
)
"""Markup, quotes, writing turned round, emoji to the last byte, what cannot be seen, a formula of tables."""


def opened(service: Service, player: str, rating: int, games: int = 0) -> None:
    """A player who comes with a rating and so many recent games."""
    recent = [at(-1_000 * (number + 1)) for number in range(games)]
    service.put(f"/v1/players/{player}", {"opening": {"rating": rating, "recent": recent}})


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A worked case: both players as they come, the game's facts, and both changes."""

    winner: tuple[int, int] = (1500, 0)
    loser: tuple[int, int] = (1500, 0)
    facts: dict[str, Any] = field(default_factory=dict)
    changes: tuple[int, int]


CASES = {
    "equal": Case(changes=(16, -16)),
    "favourite by 300 (article)": Case(winner=(1800, 0), changes=(12, -12)),
    "upset by 300 (article)": Case(loser=(1800, 0), changes=(20, -20)),
    "busy winner (article)": Case(winner=(1500, 60), loser=(1500, 10), changes=(8, -16)),
    "busy loser (article)": Case(winner=(1500, 10), loser=(1500, 60), changes=(16, -8)),
    "both busy": Case(winner=(1650, 50), loser=(1500, 99), changes=(7, -7)),
    "one short of busy": Case(winner=(1500, 49), changes=(16, -16)),
    "cube 64": Case(facts={"cube": 64}, changes=(32, -32)),
    "cube 32, busy": Case(winner=(1500, 60), loser=(1500, 60), facts={"cube": 32}, changes=(15, -15)),
    "gammon at cube 2": Case(facts={"cube": 2, "win": "gammon"}, changes=(19, -19)),
    "backgammon": Case(facts={"win": "backgammon"}, changes=(16, -16)),
    "below zero (R0)": Case(winner=(-120, 0), loser=(-20, 0), changes=(18, -18)),
    "far apart": Case(winner=(6000, 0), loser=(-500, 0), changes=(0, 0)),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_both_sums_come_out_again_from_what_is_shown(service: Service, case: Case) -> None:
    opened(service, "a", *case.winner)
    opened(service, "b", *case.loser)
    service.game("g1", **case.facts)
    formula = service.get("/v1/rulebook")["versions"][0]["formula"]
    for shown in in_both(service, "games/g1"):
        for role, change in zip(ROLES, case.changes, strict=True):
            recompute(shown, role, formula, case.facts.get("cube", 1))
            assert shown_sum(shown, role).delta == change


def in_both(service: Service, path: str) -> list[Element]:
    """A page in both languages."""
    return [page(service, f"/{language}/{path}") for language in LANGUAGES]


def test_a_version_whose_gammons_count_shows_its_own_sum(service: Service) -> None:
    service.post("/v1/rulebook", {"effective_from": at(600_000), "formula": "pre-1.0.5"})
    service.now += 700_000
    service.game("g1", finished_at=at(650_000), cube=4, win="gammon")
    formula = service.get("/v1/rulebook")["versions"][1]["formula"]
    for language, shown in zip(LANGUAGES, in_both(service, "games/g1"), strict=True):
        for role, change in zip(ROLES, (128, -128), strict=True):
            recompute(shown, role, formula, 4, 2)
            assert shown_sum(shown, role).delta == change
        assert page_words_in(language).template("gammon_rule.multiplies") in shown.one("main").text


def test_page_api_and_ledger_show_one_number(service: Service) -> None:
    opened(service, "a", 1612, 51)
    service.game("g1", cube=8)
    api = service.get("/v1/games/g1/explain", key=None)
    assert service.send("GET", "/en/games/g1.json", key=None).json() == api
    shown = page(service, "/en/games/g1")
    for role in ROLES:
        found = shown_sum(shown, role)
        assert (found.before, found.delta, found.after) == tuple(
            api[role][name] for name in ("before", "delta", "after")
        )
        assert all(text in "\n".join(api["lines"]) for step, text in found.steps.items() if step != "games")


def test_the_games_that_made_the_count_are_listed_and_linked(service: Service) -> None:
    for number in range(52):
        service.game(f"g{number}", loser=f"p{number}", finished_at=at(number))
    service.post("/v1/games/g7/void", {"reason": "test"})
    service.game("edge", loser="x", finished_at=at(3 + WINDOW_MS), status=422)
    service.now = BASE_MS + WINDOW_MS
    service.game("last", loser="x", finished_at=at(3 + WINDOW_MS))
    shown = page(service, "/en/games/last")
    counted = [f"g{number}" for number in range(3, 52) if number != 7]
    assert shown_sum(shown, "winner").counted == counted
    card = next(one for one in shown.all("section", class_="card"))
    assert [link.attributes["href"] for link in card.one("ol").all("a")] == [
        f"/en/games/{game}" for game in counted
    ]
    assert shown_sum(shown, "winner").steps["games"].startswith("48 ranked games")
    moments = [time.attributes["datetime"] for time in shown.all("time")]
    assert at(3) in moments
    assert at(3 + WINDOW_MS) in moments


@pytest.mark.parametrize(
    ("games", "key", "ks"),
    [
        ((0, 0), "asymmetry.none", ("32", "32")),
        ((60, 10), "asymmetry.winner_busy", ("16", "32")),
        ((10, 60), "asymmetry.loser_busy", ("32", "16")),
    ],
)
def test_the_page_says_why_the_changes_differ_or_mirror(
    service: Service, games: tuple[int, int], key: str, ks: tuple[str, str]
) -> None:
    opened(service, "a", 1500, games[0])
    opened(service, "b", 1500, games[1])
    service.game("g1")
    places = {"winner": "a", "loser": "b", "limit": "50", "winner_k": ks[0], "loser_k": ks[1]}
    for language, shown in zip(LANGUAGES, in_both(service, "games/g1"), strict=True):
        assert page_words_in(language).say(key, **places) in shown.one("main").text


UNRATED: dict[str, tuple[dict[str, Any], str]] = {
    "boosted": ({"mode": "boosted", "cube": 4}, "unrated.boosted"),
    "tournament": ({"mode": "tournament", "tournament": "cup"}, "unrated.tournament"),
    "aborted": ({"termination": "aborted"}, "unrated.aborted"),
}


@pytest.mark.parametrize(("facts", "key"), UNRATED.values(), ids=UNRATED)
def test_a_game_that_moved_no_rating_says_why_and_what_the_ratings_were(
    service: Service, facts: dict[str, Any], key: str
) -> None:
    service.game("first")
    service.game("g1", **facts)
    service.game("later")
    for language, shown in zip(LANGUAGES, in_both(service, "games/g1"), strict=True):
        words, text = page_words_in(language), shown.one("main").text
        assert words.template(key) in text
        assert words.template("gamepage.no_change") in text
        assert not shown.all("dl", class_="sums")
        for rating in ("1516", "1484"):
            assert words.say("gamepage.stood", rating=rating) in text
        assert (words.template("effect.assumed") in text) == (facts.get("mode") == "boosted")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_void_game_keeps_its_sum_and_says_by_what_it_was_taken_back(
    service: Service, language: str
) -> None:
    service.game("g1", cube=2)
    void = service.post("/v1/games/g1/void", {"reason": "outage", "note": "only for operators"})
    shown = page(service, f"/{language}/games/g1")
    text = shown.one("div", class_="bad").text
    words = page_words_in(language)
    assert words.template("unrated.void") in text
    assert words.template("void_reason.outage") in text
    assert links(shown.one("div", class_="bad"))[0] == f"/{language}/entries/{void['number']}"
    assert "only for operators" not in shown.text
    formula = service.get("/v1/rulebook")["versions"][0]["formula"]
    for role in ROLES:
        recompute(shown, role, formula, 2)
    for change in ("▼ −19", "▲ +19"):
        assert change in text


def test_a_replaced_game_and_its_replacement_lead_to_each_other(service: Service) -> None:
    service.game("g1")
    service.game("g2", winner="b", loser="a", replaces="g1")
    old, new = page(service, "/en/games/g1"), page(service, "/en/games/g2")
    assert "/en/games/g2" in links(old.one("div", class_="bad"))
    assert "/en/games/g1" in links(new.one("main"))
    assert not new.all("div", class_="bad")


def test_previous_and_next_walk_a_player_s_whole_history(service: Service) -> None:
    service.game("g1")
    service.game("g2", loser="c")
    service.put("/v1/tournaments/cup", {"name": "Kupa"})
    award = service.put("/v1/tournaments/cup/podium", {"places": [{"place": 1, "player": "a"}]})["given"][0]
    service.game("g3", winner="b", loser="a")
    walk, here = [], "/en/games/g1"
    while here:
        walk.append(here)
        here = following(service, here, "a")
    assert walk == ["/en/games/g1", "/en/games/g2", f"/en/entries/{award['number']}", "/en/games/g3"]
    back, there = [], walk[-1]
    while there:
        back.append(there)
        there = following(service, there, "a", "previous")
    assert back == walk[::-1]


def following(service: Service, path: str, player: str, way: str = "next") -> str:
    """Where the link of that player's row leads; nowhere at an end."""
    for row in page(service, path).one("ul", class_="along").all("li"):
        if f"/en/players/{player}" in links(row):
            for link in links(row):
                if f"/{way}?side=" in link:
                    answer = service.send("GET", link, key=None, follow_redirects=False)
                    assert answer.status_code == 303
                    return str(answer.headers["location"])
    return ""


def links(element: Element) -> list[str]:
    """Every address that an element links to."""
    return [link.attributes["href"] for link in element.all("a")]


def test_steps_beyond_the_ends_and_strange_sides_are_told_as_pages(service: Service) -> None:
    number = service.game("g1")["number"]
    for path in (f"{number}/next?side=0", f"{number}/previous?side=2", "0/next", "99/previous", "x/next"):
        page(service, f"/en/entries/{path}", 404)


def test_the_same_links_work_after_a_new_name_and_an_erased_one(service: Service) -> None:
    service.game("g1")
    before = links(page(service, "/en/games/g1"))
    service.put("/v1/players/a", {"name": "Ayşe"}, 200)
    renamed = page(service, "/en/games/g1")
    assert links(renamed) == before
    assert "Ayşe" in renamed.text
    service.send("DELETE", "/v1/players/a")
    erased = page(service, "/en/games/g1")
    assert "Ayşe" not in erased.text
    assert set(links(erased)) == set(before) - {"/en/players/a"}
    formula = service.get("/v1/rulebook")["versions"][0]["formula"]
    for role in ROLES:
        recompute(erased, role, formula, 1)


def test_hostile_names_and_ids_are_text(service: Service) -> None:
    scripts = len(page(service, "/en/").all("script"))
    for number, hostile in enumerate(HOSTILE):
        if hostile.isprintable():
            service.put("/v1/players/a", {"name": hostile}, 200 if number else 201)
        facts = {"finished_at": at(), "winner": "a", "loser": hostile}
        service.put(f"/v1/games/{quote(hostile, safe='')}", facts)
        path = addresses.game("en", hostile)
        shown = page(service, path)
        assert shown.one("h1").text == f"Game {visible(hostile)}"
        assert len(shown.all("script")) == scripts
        assert not shown.all("img")
        twin = service.send("GET", addresses.twin(path, "json"), key=None).json()
        assert twin["game"]["game_id"] == hostile
        assert twin["game"]["loser"]["player"] == hostile


def test_a_game_that_is_not_there_is_told_as_a_page(service: Service) -> None:
    page(service, "/tr/games/nothing", 404)
    assert service.send("GET", "/tr/games/nothing.json", key=None).json()["code"] == "unknown_game"


def test_a_tournament_is_linked_where_the_ladder_knows_it(service: Service) -> None:
    service.game("g1", mode="tournament", tournament="cup")
    assert "/en/tournaments/cup" not in links(page(service, "/en/games/g1"))
    service.put("/v1/tournaments/cup", {"name": "Kupa"})
    assert "/en/tournaments/cup" in links(page(service, "/en/games/g1"))


def test_the_command_does_the_sum_again(service: Service) -> None:
    opened(service, "a", 1512, 60)
    opened(service, "b", -40, 3)
    changes = service.game("g1", cube=8)
    codes = [code.text for code in page(service, "/en/games/g1").all("code")]
    (command,) = (code for code in codes if code.startswith("terazi preview"))
    (told,) = terazi("preview", "--json", *shlex.split(command)[2:]).objects
    assert told["win"]["you"] == changes["winner"]["delta"]
    assert told["win"]["opponent"] == changes["loser"]["delta"]
