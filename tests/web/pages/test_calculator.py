"""The calculator: its figures are the formula's, its state is the address, and nothing breaks it."""

import csv
import io
import re
from urllib.parse import quote, urlencode

import pytest

from terazi.core.catalogue import CATALOGUE, CURRENT
from terazi.core.preview import Stakes, preview
from terazi.core.types import CUBES, Standing, Win
from tests.web.pages.reading import Element, page
from tests.web.service import Service, at, checked

LANGUAGES = ("en", "tr")


def number(text: str) -> int:
    """A change or a rating as it is shown, as a number again."""
    return int(re.sub(r"[^0-9-]", "", text.replace("−", "-")))


def stakes(cells: list[Element]) -> tuple[Stakes, Stakes]:
    """The four changes at the end of a row: if you win, if you lose."""
    you, opponent, lost, won = (number(cell.text) for cell in cells[-4:])
    return Stakes(you=you, opponent=opponent), Stakes(you=lost, opponent=won)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("you", "opponent", "recent", "version", "win"),
    [
        ("1500", "1500", ("0", "0"), "", Win.SINGLE),
        ("1620", "1480", ("60", "10"), "1.3.1", Win.SINGLE),
        ("-40", "2999", ("49", "50"), "1.2.0", Win.GAMMON),
        ("1700", "1500", ("0", "0"), "pre-1.0.5", Win.BACKGAMMON),
    ],
)
def test_the_tables_are_the_formula_s(
    service: Service, language: str, you: str, opponent: str, recent: tuple[str, str], version: str, win: Win
) -> None:
    asked = {"you": you, "opponent": opponent, "you_recent": recent[0], "opponent_recent": recent[1]}
    query = urlencode(asked | {"version": version, "win": win, "cube": "4"})
    shown = page(service, f"/{language}/calculator?{query}")
    mine = Standing(rating=int(you), games_recent=int(recent[0]))
    theirs = Standing(rating=int(opponent), games_recent=int(recent[1]))
    cubes, versions = shown.one("main").all("table")
    formula = CATALOGUE[version] if version else CURRENT
    for cube, row in zip(CUBES, cubes.one("tbody").all("tr"), strict=True):
        expected = preview(mine, theirs, cube=cube, size=win, formula=formula)
        assert stakes(row.all("td")) == (expected.win, expected.lose)
    for row in versions.one("tbody").all("tr"):
        expected = preview(mine, theirs, cube=4, size=win, formula=CATALOGUE[row.one("bdi").text])
        assert stakes(row.all("td")) == (expected.win, expected.lose)
    assert cubes.one("tr", class_="here").one("th").text == "4"
    assert versions.one("tr", class_="here").one("bdi").text == formula.name


def test_nothing_said_is_two_new_players_at_cube_1(service: Service) -> None:
    assert _main(service, "/en/calculator") == _main(service, "/en/calculator?you=1500&opponent=1500&cube=1")


def _main(service: Service, path: str) -> list[str]:
    return [card.text for card in page(service, path).all("section", class_="card")]


def test_the_sums_shown_come_out_by_hand(service: Service) -> None:
    shown = page(service, "/en/calculator?you=1620&opponent=1480&cube=2&you_recent=60")
    sums = shown.all("dl", class_="sum")
    assert len(sums) == 4
    for one in sums:
        lines = dict(zip((e.text for e in one.all("dt")), (e.text for e in one.all("dd")), strict=True))
        k, result, expected, coefficient = re.findall(r"[\d.]+", lines["Change"].partition("=")[0])
        unrounded = int(k) * (int(result) - float(expected)) * float(coefficient)
        assert round(unrounded) == number(lines["Rounded"])
        before, after = lines["Rating"].split(" → ")
        assert number(after) - number(before) == number(lines["Rounded"])


def test_a_player_is_taken_by_id_or_name_with_their_own_week(service: Service) -> None:
    for index in range(50):
        service.game(f"g{index}")
    service.put("/v1/players/a", {"name": "Ayşe"}, 200)
    by_id, by_name = (
        service.get(f"/en/calculator.json?you={quote(who)}&opponent=b") for who in ("a", "Ayşe")
    )
    assert by_id == by_name
    told = service.get("/v1/players/a")
    assert by_id["you"] == {
        "player": "a",
        "known": True,
        "rating": told["rating"],
        "recent": 50,
        "k": 16,
        "games_until_change": None,
        "changes_at": at(7 * 86_400_000 + 1),
    }
    pair = service.send("POST", "/v1/preview", {"you": "a", "opponent": "b"})
    assert checked(pair, 200)["by_cube"] == by_id["by_cube"]
    supposed = service.get("/en/calculator.json?you=a&opponent=b&you_recent=3")
    assert supposed["you"]["k"] == 32
    assert supposed["you"]["rating"] == told["rating"]


def test_an_id_of_digits_is_named_with_a_sign_in_front(service: Service) -> None:
    service.game("g1", winner="57578", loser="b")
    by_rating = service.get("/en/calculator.json?you=57578&opponent=1500")
    by_id = service.get("/en/calculator.json?you=@57578&opponent=1500")
    assert (by_rating["you"]["player"], by_rating["you"]["rating"]) == (None, 57578)
    assert (by_id["you"]["player"], by_id["you"]["rating"]) == ("57578", 1516)


def test_a_page_of_players_grows_old_as_a_week_moves_on(service: Service) -> None:
    service.game("g1")
    path = "/en/calculator?you=a&opponent=1500"
    tag = service.send("GET", path, key=None).headers["etag"]
    for later, status in ((7 * 86_400_000, 304), (7 * 86_400_000 + 1, 200)):
        now, service.now = service.now, service.now + later
        assert service.send("GET", path, key=None, headers={"If-None-Match": tag}).status_code == status
        service.now = now


BAD = [
    ("you", "nobody-knows-me"),
    ("you", "12345678901234567890"),
    ("you", "1000001"),
    ("you", "١٥٠٠"),
    ("you", "<script>alert(1)</script>"),
    ("you", "\u202e\x00"),
    ("you", "x" * 5_000),
    ("opponent", "😀" * 64),
    ("opponent", "=cmd|' /C calc'!A0"),
    ("cube", "3"),
    ("cube", "-1"),
    ("cube", "1e9"),
    ("you_recent", "-1"),
    ("opponent_recent", "1.5"),
    ("opponent_recent", "9" * 400),
    ("version", "9.9"),
    ("win", "triple"),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("field", "value"), BAD)
def test_what_cannot_be_is_told_beside_its_field(
    service: Service, language: str, field: str, value: str
) -> None:
    query = urlencode({field: value})
    shown = page(service, f"/{language}/calculator?{query}")
    told = {name: shown.one("span", id=f"{name}-wrong").text for name in ("you", "opponent", "cube", field)}
    assert [name for name, text in told.items() if text] == [field]
    invalid = [
        e for e in (*shown.all("input"), *shown.all("select")) if e.attributes.get("aria-invalid") == "true"
    ]
    (element,) = invalid
    assert element.attributes["id"] == field
    assert f"{field}-wrong" in element.attributes["aria-describedby"].split()
    assert not shown.one("div", id="result").all("table")
    for form in ("json", "csv"):
        refused = service.send("GET", f"/{language}/calculator.{form}?{query}", key=None)
        assert checked(refused, refused.status_code)["parameter"] == field
        assert refused.status_code in (400, 404, 422)


def test_two_of_one_name_are_told_apart_by_their_ids(service: Service) -> None:
    service.game("g1")
    for player in ("a", "b"):
        service.put(f"/v1/players/{player}", {"name": "Ali"}, 200)
    told = page(service, "/en/calculator?you=Ali").one("span", id="you-wrong").text
    assert "a, b" in told


def test_nobody_plays_against_themselves(service: Service) -> None:
    service.game("g1")
    told = page(service, "/en/calculator?you=a&opponent=a")
    assert told.one("span", id="opponent-wrong").text


def test_the_csv_twin_is_the_table_of_the_cube(service: Service) -> None:
    text = service.send("GET", "/tr/calculator.csv?you=1600&opponent=1500", key=None).text
    rows = list(csv.DictReader(io.StringIO(text)))
    members = service.get("/tr/calculator.json?you=1600&opponent=1500")["by_cube"]
    assert {row["cube"]: int(row["win_you"]) for row in rows} == {
        cube: both["win"]["you"] for cube, both in members.items()
    }


def test_the_curve_shows_where_you_are(service: Service) -> None:
    shown = page(service, "/en/calculator?you=1800&opponent=1500").one("svg", class_="chart")
    assert "64.0%" in shown.one("desc").text
    (circle,) = shown.all("circle")
    lines = [line for line in shown.all("line", class_="axis") if line.attributes["x1"] == "46"]
    (top, bottom) = (min(float(line.attributes["y1"]) for line in lines), 204.0)
    assert (bottom - float(circle.attributes["cy"])) / (bottom - top) == pytest.approx(0.6401, abs=1e-3)


@pytest.mark.parametrize("you", ["1000000", "-1000000"])
def test_the_farthest_ratings_are_drawn_within_the_picture(service: Service, you: str) -> None:
    shown = page(service, f"/en/calculator?you={you}&opponent=1500").one("svg", class_="chart")
    width, height = map(float, shown.attributes["viewbox"].split()[2:])
    (circle,) = shown.all("circle")
    assert 0 <= float(circle.attributes["cx"]) <= width
    assert 0 <= float(circle.attributes["cy"]) <= height


HOSTILE = ("<script>alert(1)</script>", '" onfocus="x', "=cmd", "a&b;<b>", "😀" * 64)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_text(service: Service, name: str) -> None:
    service.game("g1")
    service.put("/v1/players/a", {"name": name}, 200)
    query = urlencode({"you": name, "opponent": "b"})
    shown = page(service, f"/en/calculator?{query}").one("main")
    assert shown.one("div", id="result").one("a", class_="player", href="/en/players/a").text == name
    assert not shown.all("script")
    assert not shown.all("b")
    assert shown.one("input", id="you").attributes["value"] == name
    assert "onfocus" not in shown.one("input", id="you").attributes
