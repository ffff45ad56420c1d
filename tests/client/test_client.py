"""The typed client against a real service, and its types against the service's document."""

import socket
import threading
from collections.abc import Iterator
from typing import Any, get_type_hints

import pytest
from pydantic import BaseModel

from terazi.client import Client, Problem, ServiceUnreachable, answers
from terazi.formats.instants import instant_text
from terazi.ledger.codec import decode
from terazi.service.keys import Scope, create_key
from terazi.web import models, models_ladder
from terazi.web.desk import clock_ms
from tests.stores import opened
from tests.web.processes import port, servers

TYPED = {name: kind for name, kind in vars(answers).items() if isinstance(kind, type) and kind is not Any}
DAY_MS = 86_400_000


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """Where a service listens, and a key to it."""
    where = str(tmp_path_factory.mktemp("client") / "ladder.db")
    store = opened(where)
    key = create_key(store, list(Scope), clock_ms()).secret
    store.close()
    at = port()
    with servers(where) as started:
        started.start(at)
        started.ready(at, key)
        yield f"http://127.0.0.1:{at}", key


@pytest.fixture
def ladder(address: tuple[str, str]) -> Iterator[Client]:
    """A client."""
    with Client(*address) as client:
        yield client


def ago(ms: int = 0) -> str:
    return instant_text(clock_ms() - ms)


@pytest.mark.parametrize("name", sorted(TYPED))
def test_every_type_is_the_service_s(name: str) -> None:
    model: type[BaseModel] = getattr(models, name, None) or getattr(models_ladder, name)
    assert set(get_type_hints(TYPED[name])) == set(model.model_fields)
    needed = {field for field, told in model.model_fields.items() if told.is_required()}
    required: frozenset[str] = vars(TYPED[name])["__required_keys__"]
    assert required == needed


def test_games_are_told_asked_for_explained_and_taken_back(ladder: Client) -> None:
    at = ago()
    for game_id in ("a/b", "..", ".", "ı?#%2F", "'", "a b;+", "...", "\\"):
        told = ladder.report(game_id, finished_at=at, winner="x/1", loser="..")
        assert ladder.report(game_id, finished_at=at, winner="x/1", loser="..") == told
        assert ladder.game(game_id)["number"] == told["number"]
        assert ladder.explain(game_id)["game"]["game_id"] == game_id
    with pytest.raises(Problem) as refused:
        ladder.report("..", finished_at=at, winner="..", loser="x/1")
    assert (refused.value.status, refused.value.code) == (409, "conflict")
    dry = ladder.void("a/b", "test", dry_run=True)
    assert ladder.void("a/b", "test", "a note")["sides"][0]["delta"] == dry["sides"][0]["delta"]
    assert ladder.game("a/b")["void"]["note"] == "a note"
    assert ladder.player("..")["losses"] == 7


def test_batches_pages_and_previews(ladder: Client) -> None:
    at = ago()
    games = [
        {"game_id": f"m{n:03}", "finished_at": at, "winner": "many", "loser": f"l{n}"} for n in range(120)
    ]
    told = ladder.report_batch([*games, {"game_id": "bad"}])
    assert isinstance(told[-1], Problem)
    assert all(isinstance(one, dict) and one["rated"] for one in told[:-1])
    assert [event["game"]["game_id"] for event in ladder.history("many")] == [
        f"m{n:03}" for n in range(119, -1, -1)
    ]
    board = list(ladder.leaderboard())
    assert len(board) == ladder.distribution()["listed"] > 120
    assert [line["rank"] for line in board] == sorted(line["rank"] for line in board)
    assert list(ladder.leaderboard(as_of=ago(DAY_MS))) == []
    assert ladder.preview("many", "nobody", 2)["you"]["known"]
    assert list(ladder.boosted()) == []


def test_players_tournaments_outages_and_the_rulebook(ladder: Client) -> None:
    ladder.put_player("p", name="Pelin", opening={"rating": 1600})
    ladder.put_tournament("cup", "Kupa", awards=[10])
    closed = ladder.put_podium("cup", [(1, "p")])
    assert closed["given"][0]["side"]["after"] == 1610
    assert ladder.tournament("cup") == closed
    assert [line["tournament"] for line in ladder.tournaments()] == ["cup"]
    assert ladder.void_award("cup", "p", "other")["reason"] == "other"
    assert ladder.erase_player("p")["number"] > 0
    long_ago = ago(5 * DAY_MS)
    ladder.report("cut", finished_at=long_ago, winner="q", loser="r")
    dry = ladder.void_outage(long_ago, long_ago, dry_run=True)
    assert ladder.void_outage(long_ago, long_ago, dry["digest"])["games"] == ["cut"]
    ladder.change_rulebook(ago(-DAY_MS), formula="1.2.0")
    assert len(ladder.rulebook()["versions"]) == 2
    numbers = [decode(line).number for line in ladder.ledger(3)]
    assert numbers == list(range(3, len(numbers) + 3))


def test_no_address_is_no_service() -> None:
    with pytest.raises(ValueError, match="address"):
        Client("ladder.db")
    with Client(f"http://127.0.0.1:{port()}", tries=2) as nobody, pytest.raises(ServiceUnreachable):
        nobody.game("g")


def test_what_may_not_have_arrived_is_sent_again() -> None:
    """A server that hangs up on the first two requests, half an answer in, and answers the third."""
    seen = []
    answer = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(60)

        def serve() -> None:
            for turn in range(3):
                connection, _ = listening.accept()
                with connection:
                    seen.append(connection.recv(65_536).partition(b"\r\n")[0])
                    connection.sendall(answer if turn == 2 else answer[: 20 * turn])

        thread = threading.Thread(target=serve)
        thread.start()
        with Client(f"http://127.0.0.1:{listening.getsockname()[1]}") as client:
            found: dict[str, Any] = dict(client.game("g"))
        thread.join()
    assert found == {}
    assert seen == [b"GET /v1/games/g HTTP/1.1"] * 3
