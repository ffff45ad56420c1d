"""Matches into the ladder: looked at first, rated once, nothing guessed, nothing kept meanwhile."""

import re

import pytest

from terazi.core.entries import Settings
from terazi.formats.mat_write import DIALECTS, write_mat
from terazi.service.ladders import settings
from tests.formats.match_maker import made_match
from tests.web.pages.desk_work import Person, entries, read, signed_in
from tests.web.pages.reading import Element
from tests.web.service import Service, at

PATH = "/en/admin/import"
FRIDAY = write_mat(made_match(11, 3, (("ayla", "bora"),)), DIALECTS["gnubg"])
TWINS = write_mat(made_match(12, 3, (("ilk", "İlk"),)), DIALECTS["xg"])
LOOK = {"zone": "Europe/Istanbul", "mode": "ranked", "step": "look"}
COMMIT = LOOK | {"step": "commit"}
Files = list[tuple[str, bytes]]


def files(**texts: str) -> Files:
    return [(f"{name}.mat", text.encode()) for name, text in texts.items()]


def undated(text: str) -> str:
    return re.sub(r"; \[Event(Date|Time) .*\n", "", text)


def games(text: str) -> int:
    return len(re.findall(r"^ Game \d+", text, re.MULTILINE))


def looked(person: Person, sent: Files, **more: str) -> Element:
    return read(person.upload(PATH, LOOK | more, sent))


def carried(shown: Element) -> dict[str, str]:
    """What the form would send again, unless somebody types."""
    fields = {
        field.attributes["name"]: field.attributes.get("value", "")
        for field in shown.all("input")
        if "name" in field.attributes
    }
    return {name: value for name, value in fields.items() if name not in ("files", "proof", "back")} | LOOK


def told(shown: Element) -> str:
    return shown.one("div", class_="note").text


def test_looking_writes_nothing_and_says_what_each_game_would_do(service: Service) -> None:
    person, before = signed_in(service), entries(service)
    shown = looked(person, files(friday=FRIDAY))
    assert f"{games(FRIDAY)} games would be rated." in told(shown)
    changes = [change.text for change in shown.one("main").all("span", class_="change")]
    assert len(changes) == 2 * games(FRIDAY)
    assert entries(service) == before
    assert service.get("/v1/leaderboard")["lines"] == []


def test_into_an_empty_ladder_they_come_as_history_and_only_once(service: Service) -> None:
    person, before = signed_in(service), entries(service)
    shown = looked(person, files(friday=FRIDAY, twins=TWINS))
    assert "as its history" in told(shown)
    expected = [change.text for change in shown.one("main").all("span", class_="change")]
    again = carried(shown) | COMMIT
    done = read(person.upload(PATH, again))
    number = games(FRIDAY) + games(TWINS)
    assert f"{number} games were recorded." in told(done)
    assert [change.text for change in done.one("main").all("span", class_="change")] == expected
    # settings without limits, four players, the games, and the settings as they were
    assert entries(service) == before + 1 + 4 + number + 1
    assert settings(service.store) == Settings()
    repeated = read(person.upload(PATH, again))
    assert f"{number} are in the ledger already" in told(repeated)
    assert entries(service) == before + 1 + 4 + number + 1


def test_into_a_living_ladder_each_late_game_is_told_so(service: Service) -> None:
    service.game("g1")
    person = signed_in(service)
    shown = looked(person, files(friday=FRIDAY))
    codes = [code.text for code in shown.one("main").all("code")]
    assert codes == ["too_late"] * games(FRIDAY)
    before = entries(service)
    done = read(person.upload(PATH, carried(shown) | COMMIT))
    assert f"{games(FRIDAY)} are refused" in told(done)
    assert entries(service) == before


def test_what_no_file_says_is_asked_and_taken_with_the_answer(service: Service) -> None:
    service.game("g1")
    person = signed_in(service)
    shown = looked(person, files(friday=undated(FRIDAY)))
    assert f"{games(FRIDAY)} wait for an answer" in told(shown)
    fields = carried(shown)
    asked = [name for name in fields if name.startswith("finished_at-")]
    assert len(asked) == games(FRIDAY)
    moments = {name: at(-1_000 * (place + 1)) for place, name in enumerate(asked)}
    answered = read(person.upload(PATH, fields | moments))
    assert f"{games(FRIDAY)} games would be rated." in told(answered)
    assert "wait" not in told(answered)
    done = read(person.upload(PATH, carried(answered) | COMMIT))
    assert f"{games(FRIDAY)} games were recorded." in told(done)


def test_a_game_can_be_left_out(service: Service) -> None:
    person = signed_in(service)
    shown = looked(person, files(friday=undated(FRIDAY)))
    fields = carried(shown)
    left = {name.replace("finished_at", "winner"): "-" for name in fields if name.startswith("finished_at-")}
    answered = read(person.upload(PATH, fields | left))
    assert f"{games(FRIDAY)} are left out." in told(answered)
    assert "0 games would be rated" in told(answered)


def test_the_same_match_twice_counts_once_and_is_named(service: Service) -> None:
    person = signed_in(service)
    other = write_mat(made_match(11, 3, (("ayla", "bora"),)), DIALECTS["galaxy"])
    shown = looked(person, files(a=FRIDAY, b=other))
    assert f"{games(FRIDAY)} games would be rated." in told(shown)
    assert "b.mat" in shown.text
    assert "the same game as a.mat" in shown.text


def test_names_become_the_ids_that_a_person_gives_them(service: Service) -> None:
    service.put("/v1/players/u1", {"name": "Ayla"}, 201)
    person = signed_in(service)
    fields = carried(looked(person, files(friday=FRIDAY)))
    keys = {value: name.replace("key-", "id-") for name, value in fields.items() if name.startswith("key-p")}
    mapped = fields | {keys["ayla"]: "u1", keys["bora"]: "u2"}
    done = read(person.upload(PATH, mapped | COMMIT))
    assert "games were recorded" in told(done)
    assert {line["player"] for line in service.get("/v1/leaderboard")["lines"]} == {"u1", "u2"}


def test_names_that_are_much_alike_are_marked_and_not_joined(service: Service) -> None:
    shown = looked(signed_in(service), files(twins=TWINS))
    rows = [row for row in shown.one("main").all("tr") if row.all("input")]
    assert {(row.one("th").text, row.all("td")[-1].text) for row in rows} == {("ilk", "İlk"), ("İlk", "ilk")}


@pytest.mark.parametrize(
    ("sent", "fields", "beside"),
    [
        ([], {}, "files"),
        ([("empty.mat", b"")], {}, "files"),
        (files(a=FRIDAY), {"zone": "Nowhere/There"}, "zone"),
        (files(a=FRIDAY), {"mode": "friendly"}, "mode"),
    ],
)
def test_what_is_missing_is_told_beside_its_field(
    service: Service, sent: Files, fields: dict[str, str], beside: str
) -> None:
    shown = looked(signed_in(service), sent, **fields)
    assert shown.one("span", id=f"{beside}-wrong").text


@pytest.mark.parametrize(
    "data", [b"\x00\xff" * 50, b"nothing of the kind", "😀".encode() * 20, b"PK\x03\x04"]
)
def test_a_file_that_is_no_match_is_told_by_its_name(service: Service, data: bytes) -> None:
    person, before = signed_in(service), entries(service)
    shown = looked(person, [("odd <b>.mat", data)])
    assert "odd <b>.mat" in shown.one("main").text
    assert "0 games would be rated" in told(shown)
    assert entries(service) == before


@pytest.mark.parametrize("state", ["x", "====", "eJyrVkrLz0lVslJKSixSqgUAIf0E4Q==", "é", "eNoDAAAAAAE="])
def test_a_form_that_carries_nonsense_is_refused(service: Service, state: str) -> None:
    response = signed_in(service).upload(PATH, LOOK | {"state": state})
    assert response.status_code == 422


def test_more_than_the_limit_is_refused(service: Service) -> None:
    person = signed_in(service)
    response = person.upload(PATH, LOOK, [("big.mat", b" " * (17 * 1024 * 1024))])
    assert response.status_code == 413


def test_hostile_names_are_text(service: Service) -> None:
    hostile = FRIDAY.replace("ayla", "<img src=x>").replace("bora", '"onload="y')
    shown = looked(signed_in(service), [('<i>"x.mat', hostile.encode())])
    assert not shown.one("main").all("img")
    assert not shown.one("main").all("i")
    assert "<img src=x>" in shown.one("main").text
