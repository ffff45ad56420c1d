"""The leaderboard: one rank everywhere, pages that meet, a search in both alphabets, a moment of the past."""

import csv
import io
import random
from collections.abc import Sequence
from urllib.parse import quote

import pytest

from terazi.core.window import WINDOW_MS
from terazi.service.games import record_batch
from terazi.service.searches import MOST
from tests.stores import result
from tests.strategies import BASE_MS
from tests.web.pages.reading import Element, page
from tests.web.service import Service, at

DAY_MS = 86_400_000
LANGUAGES = ("en", "tr")


def crowd(service: Service, seed: int = 3, games: int = 40) -> Sequence[str]:
    """Players with ties among them, a void, and one who is not listed; their ids."""
    dice = random.Random(seed)
    ids = [f"p{place}" for place in range(9)]
    lines: list[dict[str, str]] = []
    for number in range(games):
        winner, loser = dice.sample(ids, 2)
        lines.append({"game_id": f"g{number}", "finished_at": at(number), "winner": winner, "loser": loser})
    for tie in range(4):
        facts = {"game_id": f"tie{tie}", "finished_at": at(games)}
        lines.append(facts | {"winner": f"w{tie}", "loser": f"l{tie}"})
    service.now = BASE_MS + games
    for line in lines:
        service.put(f"/v1/games/{line['game_id']}", {k: v for k, v in line.items() if k != "game_id"})
    service.post("/v1/games/g3/void", {"reason": "test"})
    service.put("/v1/players/p8", {"unlisted": True}, 200)
    return [*ids, *(f"{side}{n}" for n in range(4) for side in "wl")]


def lines_of(whole: Element) -> list[tuple[str, str, str]]:
    """(rank, name, rating) of a board."""
    rows = whole.one("table").one("tbody").all("tr")
    return [
        (row.one("td", class_="rank").text, row.one("th").text, row.one("td", class_="rating").text)
        for row in rows
    ]


def address(whole: Element, rel: str) -> str | None:
    found = whole.all("a", rel=rel)
    return found[0].attributes["href"] if found else None


@pytest.mark.parametrize("language", LANGUAGES)
def test_rank_on_the_board_the_profile_and_the_api_are_one(service: Service, language: str) -> None:
    crowd(service)
    api = service.get("/v1/leaderboard?limit=100")["lines"]
    shown = lines_of(page(service, f"/{language}/"))
    assert shown == [(str(one["rank"]), one["name"], str(one["rating"])) for one in api]
    assert len({rank for rank, _, _ in shown}) < len(shown), "some share a rank"
    for one in api:
        profile = service.get(f"/v1/players/{one['player']}")
        card = page(service, f"/{language}/players/{one['player']}").all("ul", class_="vitals")[0]
        figures = [figure.text for figure in card.all("strong", class_="figure")]
        assert profile["rank"] == one["rank"]
        assert figures[0] == str(one["rating"])
        assert figures[1].rstrip(".stndrh") == str(one["rank"])


@pytest.mark.parametrize("size", [1, 3, 7])
def test_pages_meet_without_a_gap_or_a_repeat_in_both_directions(service: Service, size: int) -> None:
    crowd(service)
    whole = lines_of(page(service, "/en/"))
    down: list[tuple[str, str, str]] = []
    address_of, pages = f"/en/?limit={size}", []
    while True:
        one = page(service, address_of)
        pages.append(lines_of(one))
        down += pages[-1]
        following = address(one, "next")
        if following is None:
            break
        address_of = following
    assert down == whole
    up = [pages[-1]]
    while (previous := address(one, "prev")) is not None:
        one = page(service, previous)
        up.append(lines_of(one))
    assert [line for part in reversed(up) for line in part] == whole


def test_the_neighbours_of_a_player_are_a_stretch_of_the_board(service: Service) -> None:
    crowd(service)
    whole = lines_of(page(service, "/en/"))
    for _, name, _ in whole:
        one = page(service, f"/en/?around={name}&limit=5")
        stretch = lines_of(one)
        start = whole.index(stretch[0])
        assert whole[start : start + len(stretch)] == stretch
        assert one.one("tr", class_="here").one("th").text == name
        assert (address(one, "prev") is None) == (stretch[0] == whole[0])
        assert (address(one, "next") is None) == (stretch[-1] == whole[-1])


def test_who_is_not_listed_has_no_place_and_is_told_so(service: Service) -> None:
    crowd(service)
    one = page(service, "/en/?around=p8")
    assert not one.all("tr", class_="here")
    assert "p8" in one.one("p", class_="warn").text
    page(service, "/en/?around=nobody", 404)


def test_the_week_s_change_moves_on_with_the_clock_and_so_does_the_tag(service: Service) -> None:
    service.game("g1")
    first = service.send("GET", "/en/", key=None)
    assert "▲ +16" in first.text
    tag = {"If-None-Match": first.headers["etag"]}
    service.now = BASE_MS + WINDOW_MS - 1
    assert service.send("GET", "/en/", key=None, headers=tag).status_code == 304
    service.now += 1
    later = service.send("GET", "/en/", key=None, headers=tag)
    assert later.status_code == 200
    assert "▲ +16" not in later.text


def test_the_active_are_a_filter_that_never_renumbers_and_ends_in_time(service: Service) -> None:
    service.game("g1")
    service.now += 2 * DAY_MS
    service.game("g2", "c", "d", finished_at=at(2 * DAY_MS))
    whole = {line[1]: line for line in lines_of(page(service, "/en/"))}
    response = service.send("GET", "/en/?active_days=1", key=None)
    active = lines_of(page(service, "/en/?active_days=1"))
    assert {line[1] for line in active} == {"c", "d"}
    assert all(whole[line[1]] == line for line in active)
    tag = {"If-None-Match": response.headers["etag"]}
    service.now += DAY_MS
    assert service.send("GET", "/en/?active_days=1", key=None, headers=tag).status_code == 304
    service.now += 1
    assert service.send("GET", "/en/?active_days=1", key=None, headers=tag).status_code == 200
    assert not page(service, "/en/?active_days=1").all("table")


def test_as_of_a_moment_is_what_was_shown_then(service: Service) -> None:
    shown, last = [], 0
    for number in range(5):
        last = 3 * number * DAY_MS
        service.now = BASE_MS + last
        service.game(f"g{number}", *(("a", "b") if number % 2 else ("b", "c")), finished_at=at(last))
        shown.append((at(last), lines_of(now := page(service, "/en/")), now.one("tbody").text))
    for moment, lines, table in shown[:-1]:
        then = page(service, f"/en/?as_of={quote(moment)}")
        assert lines_of(then) == lines
        assert then.one("tbody").text == table, "the change of the seven days before it and the trend, too"
        assert moment in [time.attributes["datetime"] for time in then.all("time")]
        around = page(service, f"/en/?as_of={quote(moment)}&around=b&limit=1")
        assert [line[1] for line in lines_of(around)] == ["b"]
    assert lines_of(page(service, f"/en/?as_of={quote(at(last + DAY_MS))}")) == shown[-1][1], "to come: now"


def test_a_bare_day_leads_to_its_last_millisecond_where_the_reader_is(service: Service) -> None:
    service.now = BASE_MS + 40 * DAY_MS
    for zone, end in (("UTC", "2026-10-01T23:59:59.999Z"), ("Europe/Istanbul", "2026-10-01T20:59:59.999Z")):
        sent = service.send(
            "GET", "/en/?as_of=2026-10-01&active_days=7", key=None, follow_redirects=False,
            headers={"Cookie": f"zone={zone}"},
        )  # fmt: skip
        assert sent.status_code == 303
        assert sent.headers["location"] == f"/en/?active_days=7&as_of={quote(end, safe='')}"
    page(service, "/en/?as_of=2026-02-30", 422)


NAMES = {"i1": "İlk Işık", "i2": "ILIK", "i3": "ılık su", "i4": "Ian", "o": "Özgür Çağ", "plain": None}
FOUND = [
    ("ilk", {"i1"}),
    ("İLK", {"i1"}),
    ("IŞIK", {"i1"}),
    ("ışık", {"i1"}),
    ("ılık", {"i2", "i3"}),
    ("ILIK", {"i2", "i3"}),
    ("ilik", {"i2"}),  # as English folds ILIK
    ("ian", {"i4"}),
    ("IAN", {"i4"}),
    ("ÖZGÜR", {"o"}),
    ("çağ", {"o"}),
    ("plain", {"plain"}),
    ("PLAIN", {"plain"}),
    ("lai", {"plain"}),
    ("i1", {"i1"}),
    ("nothing of the kind", set()),
    ("%", set()),
    ("\u0000", set()),
]


def named(service: Service) -> None:
    for number, (player, name) in enumerate(NAMES.items()):
        service.game(f"n{number}", player, "other")
        if name is not None:
            service.put(f"/v1/players/{player}", {"name": name}, 200)


def found_ids(service: Service, text: str) -> set[str]:
    answer = service.get(f"/en/leaderboard.json?q={quote(text)}", key=None)
    return {line["player"] for line in answer["lines"]}


def test_players_are_found_by_any_part_of_name_or_id_in_both_alphabets(service: Service) -> None:
    named(service)
    for text, players in FOUND:
        assert found_ids(service, text) == players, text


def test_a_search_follows_names_registrations_wishes_and_erasures(service: Service) -> None:
    named(service)
    assert found_ids(service, "plain") == {"plain"}
    service.put("/v1/players/plain", {"name": "Renamed"}, 200)
    assert found_ids(service, "renamed") == found_ids(service, "plain") == {"plain"}
    service.game("late", "newcomer", "other")
    assert found_ids(service, "newcom") == {"newcomer"}
    service.put("/v1/players/newcomer", {"unlisted": True}, 200)
    assert found_ids(service, "newcom") == set()
    service.send("DELETE", "/v1/players/plain")
    assert found_ids(service, "renamed") == set()


def test_the_best_matches_come_first_with_their_true_ranks(service: Service) -> None:
    for number, name in enumerate(("van der Ann", "Joanna", "Annabel", "ann")):
        service.game(f"g{number}", f"p{number}", "other")
        service.put(f"/v1/players/p{number}", {"name": name}, 200)
    found = service.get("/en/leaderboard.json?q=Ann", key=None)["lines"]
    assert [line["name"] for line in found] == ["ann", "Annabel", "van der Ann", "Joanna"]
    ranks = {line["player"]: line["rank"] for line in service.get("/v1/leaderboard")["lines"]}
    assert all(line["rank"] == ranks[line["player"]] for line in found)


def test_a_search_finds_so_many_and_says_that_there_are_more(service: Service) -> None:
    record_batch(service.store, [result(f"g{n}", f"x{n}", f"y{n}") for n in range(MOST)], BASE_MS)
    exactly = service.get("/en/leaderboard.json?q=x", key=None)
    assert (len(exactly["lines"]), exactly["more"]) == (MOST, False)
    service.put("/v1/players/y0", {"name": "also x"}, 200)
    many = service.get("/en/leaderboard.json?q=x", key=None)
    assert (len(many["lines"]), many["more"]) == (MOST, True)
    page(service, "/tr/?q=x")


def test_twins_say_what_the_page_says(service: Service) -> None:
    crowd(service)
    shown = lines_of(page(service, "/en/?limit=5"))
    members = service.get("/en/leaderboard.json?limit=5", key=None)
    assert [(str(one["rank"]), one["name"], str(one["rating"])) for one in members["lines"]] == shown
    assert all(isinstance(one["change_7_days"], int) and one["trend"] for one in members["lines"])
    rows = list(
        csv.DictReader(io.StringIO(service.send("GET", "/en/leaderboard.csv?limit=5", key=None).text))
    )
    assert [(row["rank"], row["name"], row["rating"]) for row in rows] == shown
    assert [int(row["change_7_days"]) for row in rows] == [one["change_7_days"] for one in members["lines"]]


@pytest.mark.parametrize(
    "query",
    [
        "cursor=zz",
        "before=WzFd",
        "cursor=WzFd",
        "limit=0",
        "limit=100000000",
        "limit=x",
        "active_days=-1",
        "active_days=99999",
        "as_of=yesterday",
        "as_of=2026-10-18T00:00:00",
        "week=now",
    ],
)
def test_a_strange_question_is_told_as_a_page(service: Service, query: str) -> None:
    page(service, f"/tr/?{query}", 200 if query == "week=now" else 422)


def test_cursors_far_away_are_empty_pages_and_no_error(service: Service) -> None:
    service.game("g1")
    for cursor in ("[4611686018427387903,0]", "[-4611686018427387903,4611686018427387903]"):
        text = __import__("base64").urlsafe_b64encode(cursor.encode()).decode().rstrip("=")
        for parameter in ("cursor", "before"):
            page(service, f"/en/?{parameter}={text}")
            page(service, f"/en/?{parameter}={text}&as_of={quote(at(-1))}")


# --- Boosted ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_boosted_board_is_the_api_s_and_says_what_is_assumed(service: Service, language: str) -> None:
    service.game("g1", mode="boosted", cube=4)
    service.game("g2", "c", "d", mode="boosted")
    service.game("g3", "d", "c", mode="boosted")
    api = service.get("/v1/boosted")
    one = page(service, f"/{language}/boosted")
    rows = one.one("tbody").all("tr")
    assert [row.one("td", class_="rank").text for row in rows] == [str(line["rank"]) for line in api["lines"]]
    assert [row.one("th").text for row in rows] == [line["name"] for line in api["lines"]]
    assert one.one("p", class_="warn").text
    assert service.get(f"/{language}/boosted.json", key=None) == api
    assert ",true\r\n" in service.send("GET", f"/{language}/boosted.csv", key=None).text


def test_this_week_s_board_ends_with_the_week(service: Service) -> None:
    service.game("g1", mode="boosted")
    first = service.send("GET", "/en/boosted?week=now", key=None)
    assert len(page(service, "/en/boosted?week=now").one("tbody").all("tr")) == 2
    tag = {"If-None-Match": first.headers["etag"]}
    service.now += WINDOW_MS
    assert service.send("GET", "/en/boosted?week=now", key=None, headers=tag).status_code == 200
    assert not page(service, "/en/boosted?week=now").all("tbody")
    assert len(page(service, f"/en/boosted?week={quote(at())}").one("tbody").all("tr")) == 2
    page(service, "/en/boosted?week=0001-01-01T00:00:00Z")
    page(service, "/en/boosted?week=monday", 422)


def test_boosted_pages_meet_and_keep_their_ranks(service: Service) -> None:
    for number in range(5):
        service.game(f"g{number}", f"w{number}", f"l{number}", mode="boosted", cube=2 ** (number % 3))

    def lines(one: Element) -> list[tuple[str, str]]:
        rows = one.one("tbody").all("tr")
        return [(row.one("td", class_="rank").text, row.one("th").text) for row in rows]

    whole = lines(page(service, "/en/boosted"))
    assert [rank for rank, _ in whole] == ["1", "2", "2", "4", "4", *["6"] * 5]
    for size in (1, 3, 4):
        down = [one := page(service, f"/en/boosted?limit={size}")]
        assert address(one, "prev") is None
        while (following := address(one, "next")) is not None:
            down.append(one := page(service, following))
        assert [line for part in down for line in lines(part)] == whole
        up = [one]
        while (previous := address(one, "prev")) is not None:
            up.append(one := page(service, previous))
        assert [lines(part) for part in reversed(up)] == [lines(part) for part in down]


def test_a_boosted_page_above_which_few_stand_is_the_first(service: Service) -> None:
    for number in range(4):
        service.game(f"g{number}", f"w{number}", f"l{number}", mode="boosted")
    first = page(service, "/en/boosted?limit=2")
    second = page(service, str(address(first, "next")))
    overlapping = str(address(second, "prev")).replace("limit=2", "limit=5")
    names = [row.one("th").text for row in page(service, overlapping).one("tbody").all("tr")]
    assert names == [
        row.one("th").text for row in page(service, "/en/boosted?limit=5").one("tbody").all("tr")
    ]
