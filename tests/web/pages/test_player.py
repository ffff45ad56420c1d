"""A player's pages: every number can be counted again, addresses last, no name is markup."""

import csv
import io
import re
from urllib.parse import quote
from xml.etree import ElementTree

import pytest

from terazi.core.window import WINDOW_MS
from tests.strategies import BASE_MS
from tests.web.pages.reading import Element, page
from tests.web.service import Service, at

DAY_MS = 86_400_000
LANGUAGES = ("en", "tr")
ATOM = "{http://www.w3.org/2005/Atom}"


def season(service: Service) -> None:
    """Forty days of `ann`: wins, losses, every mode, endings, an award, a void."""
    endings = ("bear_off", "resign", "disconnect", "timeout")
    for number in range(24):
        service.now = BASE_MS + number * DAY_MS
        winner, loser = ("ann", f"o{number % 5}") if number % 3 else (f"o{number % 5}", "ann")
        mode = "boosted" if number % 8 == 7 else "tournament" if number % 8 == 6 else "ranked"
        service.game(
            f"g{number}", winner, loser, mode=mode, termination=endings[number % 4],
            finished_at=at(number * DAY_MS),
        )  # fmt: skip
    service.put("/v1/tournaments/cup", {"name": "Cup", "visibility": "public", "awards": [50, 25]})
    podium = [{"place": 1, "player": "ann"}, {"place": 2, "player": "o1"}]
    service.put("/v1/tournaments/cup/podium", {"places": podium})
    service.post("/v1/games/g1/void", {"reason": "test"})
    service.put("/v1/players/ann", {"name": "Ann Işık"}, 200)


def changes(events: Element) -> list[tuple[int | None, int]]:
    """(change, rating after) of a table of events, the newest first."""
    found = []
    for row in events.one("tbody").all("tr"):
        shown = row.all("span", class_="change")
        change = int(shown[0].text.split()[-1].replace("\u2212", "-")) if shown else None
        found.append((change, int(row.one("td", class_="rating").text.replace("\u2212", "-"))))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_changes_that_are_shown_add_up_to_the_rating(service: Service, language: str) -> None:
    season(service)
    whole: list[tuple[int | None, int]] = []
    address: str | None = f"/{language}/players/ann/history?limit=7"
    while address is not None:
        one = page(service, address)
        whole += changes(one.one("table", class_="events"))
        older = one.all("a", rel="next")
        address = older[0].attributes["href"] if older else None
    assert len(whole) == service.get("/v1/players/ann/history?limit=100")["events"][0]["event"]
    rating = 1500
    for change, after in reversed(whole):
        rating += change or 0
        assert rating == after
    profile = page(service, f"/{language}/players/ann")
    assert profile.all("strong", class_="figure")[0].text == str(rating)
    assert changes(profile.one("table", class_="events")) == whole[:10]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tables_of_a_profile_add_up_to_its_games(service: Service, language: str) -> None:
    season(service)
    api = service.get("/v1/players/ann")
    strength, modes, endings = page(service, f"/{language}/players/ann").all("table", class_="record")

    def numbers(table: Element, part: str = "tbody") -> list[list[str]]:
        return [[cell.text for cell in row.all("td")] for row in table.one(part).all("tr")]

    (total,) = numbers(strength, "tfoot")
    assert total[:2] == [str(api["games"]), str(api["wins"])]
    for column in (0, 1):
        assert sum(int(row[column]) for row in numbers(strength)) == int(total[column])
    played = [one for one in api["record"] if one["termination"] != "aborted"]
    for table in (modes, endings):
        assert sum(int(row[0]) for row in numbers(table)) == sum(one["won"] for one in played)
        assert sum(int(row[1]) for row in numbers(table)) == sum(one["lost"] for one in played)


def test_the_profile_is_the_api_s_and_more(service: Service) -> None:
    season(service)
    api = service.get("/v1/players/ann")
    twin = service.get("/en/players/ann.json", key=None)
    assert {name: twin[name] for name in api} == api
    assert sum(one["won"] for one in twin["by_strength"]) == api["wins"]
    moved = []
    for event in service.get("/v1/players/ann/history?limit=100")["events"]:
        told = event.get("game") or event.get("award") or event["void"]
        sides = (
            told.get("sides") or [told["side"]] if "game" not in event else [told["winner"], told["loser"]]
        )
        moved += [
            side["delta"]
            for side in sides
            if side["player"] == "ann" and "delta" in side and told["accepted_at"] > at(16 * DAY_MS)
        ]
    assert twin["change_7_days"] == sum(moved)


def test_the_history_s_twins_say_what_the_page_says(service: Service) -> None:
    season(service)
    shown = changes(page(service, "/en/players/ann/history?limit=30").one("table", class_="events"))
    text = service.send("GET", "/en/players/ann/history.csv?limit=30", key=None).text
    rows = list(csv.DictReader(io.StringIO(text)))
    told = [(int(row["delta"].lstrip("'")) if row["delta"] else None, int(row["rating"])) for row in rows]
    assert told == shown
    api = service.get("/v1/players/ann/history?limit=30")
    assert service.get("/en/players/ann/history.json?limit=30", key=None) == api


def test_games_that_count_and_when_k_changes_move_on_with_the_clock(service: Service) -> None:
    for number in range(52):
        service.now = BASE_MS + number
        service.game(f"g{number}", "ann", f"o{number}", finished_at=at(number))
    first = service.send("GET", "/en/players/ann", key=None)
    assert "K is 16" in first.text
    tag = {"If-None-Match": first.headers["etag"]}
    whole = page(service, "/en/players/ann").all("ul", class_="vitals")[0]
    ends = {one.attributes["datetime"] for one in whole.all("time")}
    assert ends == {at(2 + WINDOW_MS + 1)}, "52 games: with the third to leave there are 49"
    hour = 3_600_000
    service.now += hour
    assert service.send("GET", "/en/players/ann", key=None, headers=tag).status_code == 200, "the chart"
    service.now = BASE_MS + WINDOW_MS + 2
    assert "K is 16" in service.send("GET", "/en/players/ann", key=None).text
    service.now += 1
    assert "K is 32" in service.send("GET", "/en/players/ann", key=None).text


def test_highs_and_lows_lead_to_what_gave_them(service: Service) -> None:
    season(service)
    api = service.get("/v1/players/ann")
    text = service.send("GET", "/tr/players/ann", key=None).text
    for extreme in (api["high"], api["low"]):
        step = f"games/{extreme['game_id']}" if extreme["game_id"] else f"entries/{extreme['number']}"
        assert f'href="/tr/{step}"' in text


def test_as_of_a_moment_is_what_was_shown_then(service: Service) -> None:
    shown = []
    for number in range(6):
        service.now = BASE_MS + number * DAY_MS
        winner, loser = ("ann", "bob") if number % 3 else ("bob", "ann")
        service.game(f"g{number}", winner, loser, finished_at=at(number * DAY_MS))
        shown.append((at(number * DAY_MS), service.get("/en/players/ann.json", key=None)))
    for moment, then in shown:
        asked = service.get(f"/en/players/ann.json?as_of={quote(moment)}", key=None)
        assert asked | {"as_of": None, "changes_at": None} == then | {"changes_at": None}
    past = page(service, f"/en/players/ann?as_of={quote(shown[2][0])}")
    assert past.all("strong", class_="figure")[0].text == str(shown[2][1]["rating"])
    page(service, f"/en/players/ann?as_of={quote(at(-1))}", 404)


# --- the chart --------------------------------------------------------------------------------------


def test_the_chart_s_table_is_the_history_by_days(service: Service) -> None:
    season(service)
    rows = page(service, "/en/players/ann/rating").one("tbody").all("tr")
    total = sum(int(row.one("span", class_="change").text.split()[-1].replace("\u2212", "-")) for row in rows)
    rating = service.get("/v1/players/ann")["rating"]
    assert 1500 + total == rating
    assert rows[0].one("td", class_="rating").text == str(rating)
    points = service.get("/en/players/ann/rating.json", key=None)["points"]
    text = service.send("GET", "/en/players/ann/rating.csv", key=None).text
    assert [row["rating"] for row in csv.DictReader(io.StringIO(text))] == [
        str(one["rating"]) for one in points
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_span_shows_what_happened_within_and_what_stood_before(service: Service, language: str) -> None:
    season(service)
    every = service.get(f"/{language}/players/ann/rating.json", key=None)["points"]
    week = service.get(f"/{language}/players/ann/rating.json?span=week", key=None)
    inside = [one for one in every if one["at"] >= week["since"]]
    assert week["points"] == inside
    assert week["start"] == every[len(every) - len(inside) - 1]["rating"]
    day = at(5 * DAY_MS)[:10]
    only = service.get(f"/{language}/players/ann/rating.json?from={day}&to={day}", key=None)
    assert [one["at"][:10] for one in only["points"]] == [day] * len(only["points"])
    assert len(only["points"]) == sum(one["at"][:10] == day for one in every)
    for span in ("week", "month", "year", "all"):
        curve = page(service, f"/{language}/players/ann?span={span}").one("path", class_="curve")
        assert re.fullmatch(r"M[-\d. e]+(H[-\d.e]+V[-\d.e]+)*H1000", curve.attributes["d"])
    page(service, f"/{language}/players/ann/rating?span=century", 422)
    page(service, f"/{language}/players/ann/rating?from=yesterday", 422)
    for edge in ("from=0001-01-01", "to=9999-12-30", "from=9999-12-30", "to=0001-01-02"):
        page(service, f"/{language}/players/ann/rating?{edge}")


def test_a_player_without_games_has_a_page_too(service: Service) -> None:
    service.put("/v1/players/new", {"name": "Yeni"})
    for path in ("", "/history", "/rating"):
        page(service, f"/tr/players/new{path}")
    assert service.get("/en/players/new.json", key=None)["rating"] == 1500
    feed = ElementTree.fromstring(service.send("GET", "/en/players/new.atom", key=None).content)
    assert not feed.findall(f"{ATOM}entry")


# --- addresses, names -------------------------------------------------------------------------------

ODD_IDS = (
    ".",
    "..",
    "a/b",
    "x.json",
    "x.atom",
    "y.html",
    "é",
    "a b",
    "100%",
    "?q",
    "#h",
    "a&b=c",
    "html",
    "-",
)
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'); DROP TABLE player; --",
    "\u202eevil",
    "a\u200bb",
    "\N{FACE WITH TEARS OF JOY}" * 32,
    "=cmd|'/c calc'!A0",
    "+1+1",
    "@SUM(1)",
    "]]>&amp;</title>",
    "{{ 7*7 }}",
    "%s%n",
    "\ufffe\uffff",
)


@pytest.mark.parametrize("player", ODD_IDS)
def test_any_id_has_its_pages_and_links_lead_to_them(service: Service, player: str) -> None:
    service.game("g", player, "other")
    board = page(service, "/en/")
    (link,) = [one for one in board.all("a", class_="player") if one.text == player]
    address = link.attributes["href"]
    profile = page(service, address)
    assert profile.one("h1").text == player
    inner = {one.attributes["href"] for one in profile.all("a")}
    (whole,) = [one for one in inner if "/history" in one]
    (card,) = [one for one in inner if one.endswith("/card")]
    (atom,) = [one for one in inner if one.endswith(".atom")]
    assert page(service, whole).one("h1").text.startswith(player)
    page(service, card)
    assert service.get(address.removesuffix(".html") + ".json", key=None)["player"] == player
    assert service.send("GET", atom, key=None).headers["content-type"].startswith("application/atom+xml")


@pytest.mark.parametrize("hostile", HOSTILE)
def test_no_name_and_no_id_is_anything_but_text(service: Service, hostile: str) -> None:
    player = hostile.strip()
    service.game("g", player, "other")
    segment = quote(player, safe="")
    for path in ("/en/", f"/en/?q={segment}", f"/en/?around={segment}", "/en/boosted"):
        page(service, path)
    for path in ("", "/history", "/rating", "/card"):
        whole = page(service, f"/tr/players/{segment}{path}")
        assert not whole.all("img")
        assert player in whole.one("h1").text or " ".join(player.split()) in whole.one("h1").text
    assert service.get(f"/en/players/{segment}.json", key=None)["player"] == player
    assert service.get("/en/leaderboard.json", key=None)["lines"][0]["player"] == player
    for path in ("/en/leaderboard.csv", f"/en/players/{quote('other')}/history.csv"):
        rows = list(csv.reader(io.StringIO(service.send("GET", path, key=None).text)))
        cells = [cell for row in rows for cell in row]
        assert player in cells or f"'{player}" in cells
        assert not any(cell.startswith(("=", "+", "@", "\t")) for cell in cells)
    for wanted in (segment, "other"):
        body = service.send("GET", f"/en/players/{wanted}.atom", key=None).content
        feed = ElementTree.fromstring(body)
        assert feed.findtext(f"{ATOM}entry/{ATOM}title")


def test_the_same_links_work_after_a_rename_and_an_erased_name_is_gone(service: Service) -> None:
    service.game("g1", "ann", "bob")
    service.put("/v1/players/bob", {"name": "Secret Bob"}, 200)
    assert "Secret Bob" in service.send("GET", "/en/players/bob", key=None).text
    service.put("/v1/players/bob", {"name": "Robert"}, 200)
    assert page(service, "/en/players/bob").one("h1").text == "Robert"
    pages = ("/en/", "/en/players/ann", "/en/players/ann/history", "/en/players/ann.atom", "/en/?q=Robert")
    tags = {path: service.send("GET", path, key=None).headers["etag"] for path in pages}
    service.send("DELETE", "/v1/players/bob")
    page(service, "/en/players/bob", 404)
    for path, tag in tags.items():
        response = service.send("GET", path, key=None, headers={"If-None-Match": tag})
        assert response.status_code == 200
        assert "Robert" not in response.text.replace('value="Robert"', "").replace("“Robert”", "").replace(
            "q=Robert", ""
        )
        assert "bob" not in response.text


# --- feed and card ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_feed_is_atom_and_its_names_are_for_ever(service: Service, language: str) -> None:
    season(service)

    def read() -> ElementTree.Element:
        response = service.send("GET", f"/{language}/players/ann.atom", key=None)
        assert response.headers["content-type"] == "application/atom+xml; charset=utf-8"
        return ElementTree.fromstring(response.content)

    feed = read()
    assert feed.tag == f"{ATOM}feed"
    for name in ("id", "title", "updated"):
        assert feed.findtext(f"{ATOM}{name}")
    assert feed.findtext(f"{ATOM}author/{ATOM}name")
    entries = feed.findall(f"{ATOM}entry")
    ids = [str(one.findtext(f"{ATOM}id")) for one in entries]
    assert len(set(ids)) == len(ids) == 20
    assert all(one.startswith("urn:uuid:") for one in [*ids, str(feed.findtext(f"{ATOM}id"))])
    updated = [str(one.findtext(f"{ATOM}updated")) for one in entries]
    assert updated == sorted(updated, reverse=True)
    assert feed.findtext(f"{ATOM}updated") == updated[0]
    assert any("▲ +" in str(one.findtext(f"{ATOM}title")) for one in entries)
    service.put("/v1/players/ann", {"name": "Other"}, 200)
    service.game("later", "ann", "bob", finished_at=at(23 * DAY_MS))
    again = [str(one.findtext(f"{ATOM}id")) for one in read().findall(f"{ATOM}entry")]
    assert again[1:] == ids[:-1]


def test_a_card_may_be_framed_and_nothing_else_of_a_player(service: Service) -> None:
    season(service)
    card = service.send("GET", "/en/players/ann/card", key=None)
    assert "frame-ancestors *" in card.headers["content-security-policy"]
    assert "x-frame-options" not in card.headers
    whole = page(service, "/en/players/ann/card")
    (described,) = [one for one in whole.all("meta") if one.attributes.get("name") == "description"]
    assert str(service.get("/v1/players/ann")["rating"]) in described.attributes["content"]
    profile = service.send("GET", "/en/players/ann", key=None)
    assert "frame-ancestors 'none'" in profile.headers["content-security-policy"]


@pytest.mark.parametrize("site", ["http://testserver", "https://tavla.example"])
def test_a_feed_s_links_are_whole_addresses_on_the_site(service: Service, site: str) -> None:
    season(service)
    service.client.base_url = site
    feed = ElementTree.fromstring(service.send("GET", "/en/players/ann.atom", key=None).content)
    (own,) = [one for one in feed.findall(f"{ATOM}link") if one.attrib["rel"] == "self"]
    assert own.attrib["href"] == f"{site}/en/players/ann.atom"
    told = [one.attrib["href"] for one in feed.iter(f"{ATOM}link")]
    assert len(told) == 2 + 20
    for one in told:
        assert one.startswith(f"{site}/en/")
        assert service.send("GET", one.removeprefix(site), key=None).status_code == 200


def test_the_host_that_one_visitor_said_is_shown_to_nobody_else(service: Service) -> None:
    season(service)
    service.game("last", "ann", "bob", finished_at=at(23 * DAY_MS))
    service.post("/v1/games/last/void", {"reason": "wrong_result"}, 201)
    number = service.get("/v1/games/last")["void"]["number"]
    profile = ("/en/players/ann", "/en/players/ann.atom", "/en/players/ann/card")
    for path in ("/en/", *profile, "/en/games/last", f"/en/entries/{number}"):
        theirs = service.send("GET", path, key=None, headers={"Host": "elsewhere.example"})
        assert theirs.status_code == 200
        tag = {"If-None-Match": theirs.headers["etag"]}
        for headers in ({}, tag):
            ours = service.send("GET", path, key=None, headers=headers)
            assert (ours.status_code, "elsewhere" in ours.text) == (200, False), path


def test_players_without_an_id_lead_to_the_search(service: Service) -> None:
    for path, where in (("/tr/players", "/tr/"), ("/en/players?q=a%20b", "/en/?q=a%20b")):
        response = service.send("GET", path, key=None, follow_redirects=False)
        assert (response.status_code, response.headers["location"]) == (303, where)
