"""Players, boards, tournaments, the rulebook and the ledger over HTTP."""

import json

import pytest

from terazi.core.window import WINDOW_MS
from terazi.ledger.codec import decode
from terazi.service.keeping import rebuild
from tests.web.service import Service, at


def test_a_player_has_a_rating_a_rank_and_games(service: Service) -> None:
    service.game("g1", cube=2, termination="resign")
    service.game("g2")
    player = service.get("/v1/players/a")
    assert {"player": "a", "rating": 1534, "rank": 1, "games": 2}.items() <= player.items()
    assert (player["percentile"], player["k"], player["recent"]) == (50.0, 32, 2)
    assert player["high"]["game_id"] == "g2"
    assert {"mode": "ranked", "termination": "resign", "won": 1, "lost": 0} in player["record"]
    assert service.get("/v1/players/nobody", 404)["code"] == "unknown_player"


def test_as_of_shows_the_ladder_as_it_was(service: Service) -> None:
    service.game("g1")
    service.now += 1_000
    service.game("g2", "b", "a")
    then = f"as_of={at(500).replace('+', '%2B')}"
    assert service.get(f"/v1/players/a?{then}")["rating"] == 1516
    assert service.get("/v1/players/a")["rating"] == 1500
    assert [line["player"] for line in service.get(f"/v1/leaderboard?{then}")["lines"]] == ["a", "b"]
    assert len(service.get(f"/v1/players/a/history?{then}")["events"]) == 1
    assert service.get("/v1/players/a?as_of=yesterday", 422)["parameter"] == "as_of"


def test_pages_follow_each_other_without_gap_or_overlap(service: Service) -> None:
    for number in range(7):
        service.game(f"g{number}", "a", f"p{number}")
    found, cursor = [], ""
    while True:
        page = service.get(f"/v1/players/a/history?limit=3{cursor}")
        found += [event["game"]["game_id"] for event in page["events"]]
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert found == [f"g{number}" for number in reversed(range(7))]
    whole = service.get("/v1/leaderboard")["lines"]
    first = service.get("/v1/leaderboard?limit=3")
    rest = service.get(f"/v1/leaderboard?cursor={first['next']}")
    assert first["lines"] + rest["lines"] == whole
    for cursor in ("x", "W10", first["next"] + "A", "WzEsIDJd" * 20):
        assert service.get(f"/v1/leaderboard?cursor={cursor}", 422)["parameter"] == "cursor"
        service.get(f"/v1/players/a/history?cursor={cursor}", 422)


def test_players_are_named_opened_unlisted_and_erased(service: Service) -> None:
    put = service.put("/v1/players/a", {"name": "Ayşe", "opening": {"rating": 1700, "recent": [at(-5)]}})
    assert len(put["written"]) == 2
    service.put("/v1/players/a", {"opening": {"rating": 1700, "recent": [at(-5)]}}, 200)
    service.game("g1")
    player = service.get("/v1/players/a")
    assert (player["name"], player["recent"], player["high"]["rating"]) == ("Ayşe", 2, 1713)
    assert service.put("/v1/players/a", {"opening": {"rating": 1}}, 409)["code"] == "opening_too_late"
    service.put("/v1/players/a", {"unlisted": True}, 200)
    assert service.get("/v1/players/a")["rank"] is None
    assert [line["player"] for line in service.get("/v1/leaderboard")["lines"]] == ["b"]
    assert service.send("DELETE", "/v1/players/a").status_code == 200
    service.get("/v1/players/a", 404)
    assert service.get("/v1/games/g1")["winner"]["player"] is None
    explained = service.get("/v1/games/g1/explain")
    assert explained["lines"][0] == f"Game g1: #{explained['game']['winner']['player_number']} beat b"
    assert "Ayşe" not in service.send("GET", "/v1/ledger").text
    assert rebuild(service.store) == []
    service.game("g1", status=409)  # R7: old game ids stay taken


def test_boosted_and_distribution(service: Service) -> None:
    service.game("b1", mode="boosted", cube=4, win="gammon")
    service.game("g1")
    week = service.get(f"/v1/boosted?week={at()}")
    assert (week["lines"][0]["points"], week["assumed"]) == (8, True)
    assert week["week"] is not None
    assert service.get("/v1/boosted")["lines"] == week["lines"]
    assert service.get(f"/v1/boosted?week={at(-2 * WINDOW_MS)}")["lines"] == []
    spread = service.get("/v1/distribution")
    assert spread == {"listed": 2, "ratings": [{"rating": r, "players": 1} for r in (1484, 1516)]}


def test_a_tournament_is_held_closed_once_and_an_award_taken_back(service: Service) -> None:
    service.game("g1")
    body = {"name": "Kupa", "awards": [50, 25]}
    held = service.put("/v1/tournaments/cup", body)
    assert service.put("/v1/tournaments/cup", body, 200) == held
    assert service.put("/v1/tournaments/cup", {"name": "Other"}, 409)["code"] == "conflict"
    podium = {"places": [{"place": 1, "player": "b"}, {"place": 2, "player": "a"}]}
    closed = service.put("/v1/tournaments/cup/podium", podium)
    assert [award["side"]["delta"] for award in closed["given"]] == [50, 25]
    assert service.put("/v1/tournaments/cup/podium", podium, 200) == closed
    service.put("/v1/tournaments/cup/podium", {"places": []}, 409)
    service.put("/v1/tournaments/other/podium", podium, 404)
    service.put("/v1/tournaments/cup/podium", {"places": [{"place": 1, "player": "x"}]}, 422)
    assert service.get("/v1/players/b")["rating"] == 1534
    service.post("/v1/tournaments/cup/awards/b/void", {"reason": "cheating"})
    assert service.get("/v1/players/b")["rating"] == 1484
    assert service.get("/v1/tournaments/cup")["given"][0]["void"]["reason"] == "cheating"
    service.post("/v1/tournaments/cup/awards/c/void", {"reason": "cheating"}, 404)
    kinds = [event["kind"] for event in service.get("/v1/players/b/history")["events"]]
    assert kinds == ["void", "award", "game"]


def test_the_rulebook_is_changed_ahead_of_time(service: Service) -> None:
    service.game("g1")
    assert service.get("/v1/rulebook")["versions"][0]["formula"]["divisor"] == 1200
    body = {"effective_from": at(600_000), "formula": "1.2.0"}
    changed = service.post("/v1/rulebook", body)
    assert service.post("/v1/rulebook", body, 200) == changed
    late = service.post("/v1/rulebook", {"effective_from": at(), "formula": "chess"}, 422)
    assert late["code"] == "rulebook_backdated"
    wrong = service.post("/v1/rulebook", {"effective_from": at(900_000), "name": "x", "divisor": 0}, 422)
    assert wrong["pointer"] == "#/divisor"
    assert service.post("/v1/rulebook", {"formula": "1.2.0"}, 422)["pointer"] == "#/effective_from"
    service.now += 700_000
    assert service.game("g2", finished_at=at(650_000))["formula"] == "1.2.0"


def test_the_ledger_is_streamed_entry_by_entry(service: Service) -> None:
    for number in range(5):
        service.game(f"g{number}")
    response = service.send("GET", "/v1/ledger?from=3", key=None)
    entries = [decode(line) for line in response.content.splitlines()]
    assert [entry.number for entry in entries] == list(range(3, 9))
    assert response.headers["ledger-next"] == "9"
    assert service.send("GET", "/v1/ledger?from=9").content == b""
    limited = service.send("GET", "/v1/ledger?from=1&limit=2")
    assert (len(limited.content.splitlines()), limited.headers["ledger-next"]) == (2, "3")


def test_an_unchanged_page_is_304(service: Service) -> None:
    service.game("g1")
    page = service.send("GET", "/v1/players/a")
    tag = page.headers["etag"]
    assert service.send("GET", "/v1/players/a", headers={"If-None-Match": tag}).status_code == 304
    service.game("g2")
    assert service.send("GET", "/v1/players/a", headers={"If-None-Match": tag}).status_code == 200


def test_health_readiness_metrics_and_the_ladder_s_name(service: Service) -> None:
    assert service.get("/healthz", key=None) == {"status": "ok"}
    assert service.get("/readyz", key=None) == {"status": "ok"}
    service.game("g1")
    service.game("g1", status=200)
    text = service.send("GET", "/metrics", key=None).text
    assert 'terazi_games_total{outcome="rated"} 1.0' in text
    assert 'terazi_games_total{outcome="repeated"} 1.0' in text
    assert 'route="/v1/games/{game_id}",status="201"' in text
    assert service.get("/v1/ladder")["entries"] == 5
    assert json.loads(service.send("GET", "/openapi.json").content)["info"]["title"] == "Terazi"


@pytest.mark.parametrize(
    ("path", "code", "parameter"),
    [
        ("/v1/games/none", "unknown_game", "game_id"),
        ("/v1/games/none/explain", "unknown_game", "game_id"),
        ("/v1/players/none", "unknown_player", "player_id"),
        ("/v1/players/none/history", "unknown_player", "player_id"),
        ("/v1/tournaments/none", "unknown_tournament", "tournament_id"),
    ],
)
def test_what_is_not_at_an_address_names_the_part_of_the_address(
    service: Service, path: str, code: str, parameter: str
) -> None:
    told = service.get(path, 404)
    assert (told["code"], told["parameter"], "pointer" in told) == (code, parameter, False)
