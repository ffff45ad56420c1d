"""The contract of games over HTTP, on SQLite and PostgreSQL."""

import json
from typing import Any

from tests.web.service import Service, at

DAY = 86_400_000


def lines(body: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in body.splitlines()]


def test_a_first_put_is_201_a_repeat_200_with_the_same_answer_and_other_facts_409(service: Service) -> None:
    first = service.game("g1", cube=4)
    assert first["winner"] == {
        "player": "a", "player_number": 2, "before": 1500, "delta": 21, "after": 1521, "k": 32, "recent": 0,
    }  # fmt: skip
    assert first["loser"]["delta"] == -21
    assert (first["rated"], first["reason"], first["formula"], first["number"]) == (True, None, "1.3.1", 4)
    service.now += 30 * DAY  # R6: however late it comes
    assert service.game("g1", status=200, cube=4) == first
    conflict = service.game("g1", status=409, cube=2)
    assert conflict["code"] == "conflict"
    assert service.get("/v1/games/g1") == first | {"names": {"a": "a", "b": "b"}}


def test_bad_facts_are_422_with_a_pointer_in_the_caller_s_language(service: Service) -> None:
    english = service.game("g1", status=422, cube=3)
    assert (english["code"], english["pointer"]) == ("cube_out_of_range", "#/cube")
    facts = {"finished_at": at(), "winner": "a", "loser": "b", "cube": 3}
    turkish = service.put("/v1/games/g1", facts, 422, lang="tr-TR,tr;q=0.9")
    assert turkish["detail"] != english["detail"]
    meaning = service.get(english["type"])
    assert meaning["words"]["tr"] == turkish["title"]
    assert service.game("g1", status=422, winner="b")["code"] == "same_player"
    assert service.game("g1", status=422, draw=True)["code"] == "draw"
    assert service.game("g1", status=422, finished_at=at(-8 * DAY))["code"] == "too_late"
    assert service.game("g1", status=422, finished_at=at(DAY))["code"] == "in_the_future"
    assert service.get("/v1/games/g1", 404)["code"] == "unknown_game"


def test_unknown_fields_are_refused(service: Service) -> None:
    refused = service.game("g1", status=422, colour="white")
    assert (refused["code"], refused["pointer"]) == ("unknown_field", "#/colour")
    assert service.game("g1", status=422, until=at())["code"] == "unknown_field"
    events = [{"kind": "left", "player": "b", "why": "bored"}]
    told = {"players": ["a", "b"], "events": events, "until": at()}
    assert service.put("/v1/games/g1", told, 422)["pointer"] == "#/events/0/why"
    assert service.get("/v1/leaderboard?colour=white", 422)["parameter"] == "colour"
    assert service.get("/v1/leaderboard?limit=1&limit=2", 422)["parameter"] == "limit"


def test_every_column_of_terazi_rate_is_a_field(service: Service) -> None:
    row = {
        "game_id": "g1", "finished_at": at(), "winner": "a", "loser": "b", "mode": "ranked", "cube": "2",
        "win": "single", "termination": "resign", "fault": "b", "tournament": "", "replaces": "",
        "accepted_at": at(), "draw": "0",
    }  # fmt: skip
    assert service.put("/v1/games/g1", row)["termination"] == "resign"
    assert service.put("/v1/games/g2", row, 422)["pointer"] == "#/game_id"


def test_a_game_can_be_told_by_its_events(service: Service) -> None:
    events = [
        {"kind": "double_offered", "player": "a"},
        {"kind": "double_dropped", "player": "b"},
    ]
    told = {"players": ["a", "b"], "events": events, "until": at()}
    answer = service.put("/v1/games/e1", told)
    assert (answer["termination"], answer["cube"], answer["winner"]["player"]) == ("drop", 1, "a")
    assert service.put("/v1/games/e1", told, 200) == answer


def test_games_that_are_not_rated_say_why(service: Service) -> None:
    boosted = service.game("b1", mode="boosted", cube=2)
    assert (boosted["rated"], boosted["reason"]) == (False, "boosted")
    assert (boosted["winner"]["points"], boosted["winner"]["sparks"], boosted["winner"]["assumed"]) == (
        2,
        10,
        True,
    )
    assert service.game("x1", termination="aborted")["reason"] == "aborted"
    assert service.game("t1", mode="tournament")["reason"] == "tournament"


def test_a_batch_is_answered_line_by_line_in_its_own_order(service: Service) -> None:
    body = b"\n".join(
        [
            json.dumps({"game_id": "late", "finished_at": at(), "winner": "a", "loser": "b"}).encode(),
            b'{"game_id": "bad"',
            json.dumps({"game_id": "early", "finished_at": at(-5), "winner": "b", "loser": "a"}).encode(),
            b"",
            json.dumps({"game_id": "early", "finished_at": at(-5), "winner": "a", "loser": "b"}).encode(),
            json.dumps({"game_id": "odd", "finished_at": at(), "winner": "a", "loser": "b", "x": 1}).encode(),
        ]
    )
    response = service.send("POST", "/v1/games:batch", body)
    assert response.status_code == 200
    late, bad, early, conflict, odd = lines(response.content)
    assert [late["status"], bad["status"], early["status"]] == [201, 400, 201]
    assert (conflict["status"], odd["status"], odd["code"]) == (409, 422, "unknown_field")
    assert early["number"] < late["number"]  # R4
    again = lines(service.send("POST", "/v1/games:batch", body).content)
    assert again[0] == late | {"status": 200}


def test_explain_tells_every_term_and_the_same_numbers(service: Service) -> None:
    service.game("g1")
    answer = service.game("g2", cube=8)
    told = service.get("/v1/games/g2/explain")
    for side in ("winner", "loser"):
        assert told[side]["delta"] == answer[side]["delta"]
        assert told[side]["counted"] == ["g1"]
    assert told["winner"]["coefficient"] == 1.5
    turkish = service.get("/v1/games/g2/explain", lang="tr")
    assert turkish["lines"] != told["lines"]
    service.game("b1", mode="boosted")
    assert service.get("/v1/games/b1/explain")["winner"] is None


def test_a_void_takes_back_and_a_dry_run_writes_nothing(service: Service) -> None:
    service.game("g1")
    body = {"reason": "test", "note": "only a test <b>"}
    dry = service.post("/v1/games/g1/void?dry_run=true", body, 200)
    assert (dry["dry_run"], [side["delta"] for side in dry["sides"]]) == (True, [-16, 16])
    assert service.get("/v1/games/g1")["rated"]
    void = service.post("/v1/games/g1/void", body)
    assert service.post("/v1/games/g1/void", {"reason": "other"}, 200) == void  # R16: a void is final
    game = service.get("/v1/games/g1")
    assert (game["rated"], game["reason"], game["void"]["note"]) == (False, "void", "only a test <b>")
    assert "note" not in service.get("/v1/games/g1", key=None)["void"]
    assert service.get("/v1/players/a")["games"] == 0
    assert service.post("/v1/games/g2/void", body, 404)["code"] == "unknown_game"
    assert service.post("/v1/games/g1/void", {"reason": "replaced"}, 422)["pointer"] == "#/reason"


def test_a_correction_is_a_void_and_a_game_in_one(service: Service) -> None:
    service.game("g1")
    service.game("g2", "b", "a", replaces="g1")
    assert service.get("/v1/games/g1")["replaced_by"] == "g2"
    assert service.get("/v1/players/b")["rating"] == 1516
    assert service.game("g3", replaces="g1", status=409)["code"] == "already_replaced"
    assert service.game("g3", replaces="nothing", status=422)["pointer"] == "#/replaces"


def test_an_outage_is_voided_by_the_digest_of_its_list(service: Service) -> None:
    for number in range(3):
        service.game(f"g{number}", finished_at=at(number))
    span: dict[str, Any] = {"since": at(), "until": at(1)}
    assert service.post("/v1/outages/void", span, 422)["pointer"] == "#/digest"
    dry = service.post("/v1/outages/void?dry_run=true", span, 200)
    assert dry["games"] == ["g0", "g1"]
    service.game("g9", finished_at=at(1))
    body = span | {"digest": dry["digest"], "note": "power cut"}
    assert service.post("/v1/outages/void", body, 409)["code"] == "list_changed"
    body["digest"] = service.post("/v1/outages/void?dry_run=true", span, 200)["digest"]
    assert len(service.post("/v1/outages/void", body)["voids"]) == 3
    assert service.post("/v1/outages/void", body, 200)["voids"] == []


def test_a_preview_tells_both_outcomes_at_every_cube(service: Service) -> None:
    service.game("g1")
    of_ratings = service.post(
        "/v1/preview", {"you": {"rating": 1500, "recent": 60}, "opponent": {"rating": 1500}, "cube": 2}, 200
    )
    assert of_ratings["by_cube"]["1"]["win"] == {"you": 8, "opponent": -16}
    assert of_ratings["resigning_now"] == of_ratings["by_cube"]["2"]["lose"]
    assert of_ratings["opponent"]["games_until_change"] == 50
    assert of_ratings["warning"] == "Whoever resigns now loses the game: you ▼ −9, opponent ▲ +19."
    of_players = service.post("/v1/preview", {"you": "a", "opponent": "new"}, 200, key=None)
    assert (of_players["you"]["rating"], of_players["opponent"]["known"]) == (1516, False)
    assert of_players["you"]["games_until_change"] == 49
    for body in (
        {"you": "a", "opponent": {"rating": 1}},
        {"you": "a", "opponent": "a"},
        {"you": 1, "opponent": 2},
    ):
        service.post("/v1/preview", body, 422)
