"""Before you resign: the cost is that of a loss at the cube on the board, on the page and in a frame."""

from urllib.parse import urlencode

import pytest

from terazi.core.catalogue import CATALOGUE, CURRENT
from terazi.core.preview import preview
from terazi.core.types import CUBES, WIN_POINTS, Standing, Win
from tests.web.pages.reading import page
from tests.web.pages.test_calculator import BAD, number
from tests.web.service import Service

LANGUAGES = ("en", "tr")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("box", ["resign", "resign/fragment"])
@pytest.mark.parametrize("version", ["", "pre-1.0.5"])
def test_resigning_costs_a_loss_at_the_cube(service: Service, language: str, box: str, version: str) -> None:
    for cube in CUBES:
        query = urlencode(
            {"you": "1800", "opponent": "1500", "cube": cube, "win": "gammon", "version": version}
        )
        shown = page(service, f"/{language}/{box}?{query}")
        formula = CATALOGUE[version] if version else CURRENT
        rows = shown.one("main").one("tbody").all("tr")
        for win, row in zip(Win, rows, strict=True):
            lost = preview(
                Standing(rating=1800), Standing(rating=1500), cube=cube, size=win, formula=formula
            ).lose
            cells = [number(cell.text) for cell in row.all("td")]
            assert cells == [lost.you, lost.opponent, cube * WIN_POINTS[win]]
        assert shown.one("tr", class_="here") is rows[1]


def test_a_conceded_gammon_costs_no_more_rating_today(service: Service) -> None:
    costs = service.get("/en/resign.json?you=1500&opponent=1600&cube=2")["costs"]
    assert len({cost["you"] for cost in costs.values()}) == 1
    assert [cost["points"] for cost in costs.values()] == [2, 4, 6]


def test_players_stand_for_their_ratings(service: Service) -> None:
    service.game("g1")
    costs = service.get("/en/resign.json?you=a&opponent=b")["costs"]
    told = service.post("/v1/preview", {"you": "a", "opponent": "b"}, 200)
    assert costs["single"]["you"] == told["resigning_now"]["you"]


def test_only_the_fragment_may_stand_in_a_frame(service: Service) -> None:
    framed = {
        box: service.send("GET", f"/en/{box}", key=None).headers["content-security-policy"]
        for box in ("resign", "resign/fragment")
    }
    assert "frame-ancestors 'none'" in framed["resign"]
    assert "frame-ancestors *" in framed["resign/fragment"]
    assert not page(service, "/en/resign/fragment").all("header")


@pytest.mark.parametrize("box", ["resign", "resign/fragment"])
@pytest.mark.parametrize(("field", "value"), BAD)
def test_what_cannot_be_is_told(service: Service, box: str, field: str, value: str) -> None:
    shown = page(service, f"/en/{box}?{urlencode({field: value})}").one("main")
    assert field in shown.one("div", class_="bad").text
