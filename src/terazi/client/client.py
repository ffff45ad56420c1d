"""The client: a method for each thing that the service does."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, cast
from urllib.parse import quote, urlencode

from terazi.client.answers import (
    BoardLine,
    ExplainAnswer,
    GameAnswer,
    GameNowAnswer,
    OutageAnswer,
    PlayerAnswer,
    PreviewAnswer,
    TournamentAnswer,
    VoidedAnswer,
)
from terazi.client.transport import Problem, Transport

Facts = Mapping[str, Any]


class Client:
    """Speaks to one service.

    `url` is the service's address, `key` is needed for whatever writes, `language` is that of words.
    Refusals are raised as `Problem`, silence as `ServiceUnreachable`.
    """

    def __init__(
        self, url: str, key: str | None = None, *, language: str = "en", timeout: float = 30.0, tries: int = 6
    ) -> None:
        headers = {"Accept-Language": language, "Content-Type": "application/json"}
        if key is not None:
            headers["Authorization"] = f"Bearer {key}"
        self._transport = Transport(url, headers, timeout, tries)

    def __enter__(self) -> "Client":
        """The client itself, for `with`."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Hang up."""
        self.close()

    def close(self) -> None:
        """Hang up; the next request connects anew."""
        self._transport.close()

    # --- games ---------------------------------------------------------------------------------------

    def report(self, game_id: str, **facts: Any) -> GameAnswer:
        """Report a game by its outcome or its events; the same facts again give the same answer."""
        return cast("GameAnswer", self._ask("PUT", f"/v1/games/{_step(game_id)}", facts))

    def report_batch(self, games: Iterable[Facts]) -> list[GameAnswer | Problem]:
        """Report many games at once, each with its `game_id`; an answer or a problem for each, in order."""
        body = b"".join(json.dumps(dict(game)).encode() + b"\n" for game in games)
        reply = self._transport.send("POST", "/v1/games:batch", body)
        answers = map(json.loads, reply.body.splitlines())
        return [Problem(one) if one["status"] >= 400 else cast("GameAnswer", one) for one in answers]

    def game(self, game_id: str) -> GameNowAnswer:
        """A game as it stands now."""
        return cast("GameNowAnswer", self._ask("GET", f"/v1/games/{_step(game_id)}"))

    def explain(self, game_id: str) -> ExplainAnswer:
        """The whole calculation of a game."""
        return cast("ExplainAnswer", self._ask("GET", f"/v1/games/{_step(game_id)}/explain"))

    def preview(self, you: str | Facts, opponent: str | Facts, cube: int = 1) -> PreviewAnswer:
        """What the next game is worth, for two players or two ratings (`{"rating": …, "recent": …}`)."""
        body = {"you": you, "opponent": opponent, "cube": cube}
        return cast("PreviewAnswer", self._ask("POST", "/v1/preview", body))

    def void(self, game_id: str, reason: str, note: str = "", *, dry_run: bool = False) -> VoidedAnswer:
        """Take a game back; a dry run only says what would move."""
        path = f"/v1/games/{_step(game_id)}/void{_query(dry_run=dry_run)}"
        return cast("VoidedAnswer", self._ask("POST", path, {"reason": reason, "note": note}))

    def void_outage(
        self, since: str, until: str, digest: str | None = None, note: str = "", *, dry_run: bool = False
    ) -> OutageAnswer:
        """Take back every game that finished within a span; `digest` is what a dry run gave."""
        body = {"since": since, "until": until, "digest": digest, "note": note}
        return cast("OutageAnswer", self._ask("POST", f"/v1/outages/void{_query(dry_run=dry_run)}", body))

    # --- players and boards --------------------------------------------------------------------------

    def player(self, player_id: str, as_of: str | None = None) -> PlayerAnswer:
        """A player now, or as of an instant (RFC 3339)."""
        return cast("PlayerAnswer", self._ask("GET", f"/v1/players/{_step(player_id)}{_query(as_of=as_of)}"))

    def put_player(self, player_id: str, **told: Any) -> dict[str, Any]:
        """Register a player; set `name`, `opening`, `unlisted`."""
        return cast("dict[str, Any]", self._ask("PUT", f"/v1/players/{_step(player_id)}", told))

    def erase_player(self, player_id: str) -> dict[str, Any]:
        """Erase a player's id, salt and name."""
        return cast("dict[str, Any]", self._ask("DELETE", f"/v1/players/{_step(player_id)}"))

    def history(self, player_id: str, as_of: str | None = None) -> Iterator[dict[str, Any]]:
        """Everything that happened to a player, the newest first; pages are turned as needed."""
        return self._pages(f"/v1/players/{_step(player_id)}/history", "events", as_of=as_of)

    def leaderboard(self, as_of: str | None = None, active_days: int | None = None) -> Iterator[BoardLine]:
        """The whole leaderboard, the highest rating first; pages are turned as needed."""
        pages = self._pages("/v1/leaderboard", "lines", as_of=as_of, active_days=active_days)
        return cast("Iterator[BoardLine]", pages)

    def boosted(self, week: str | None = None) -> Iterator[dict[str, Any]]:
        """The Boosted leaderboard, of all time or of the week of an instant."""
        return self._pages("/v1/boosted", "lines", week=week)

    def distribution(self) -> dict[str, Any]:
        """How many listed players have each rating."""
        return cast("dict[str, Any]", self._ask("GET", "/v1/distribution"))

    # --- tournaments, the rulebook, the ledger ---------------------------------------------------------

    def tournaments(self) -> Iterator[dict[str, Any]]:
        """Public tournaments, the newest first; pages are turned as needed."""
        return self._pages("/v1/tournaments", "tournaments")

    def tournament(self, tournament_id: str) -> TournamentAnswer:
        """A tournament as it stands."""
        return cast("TournamentAnswer", self._ask("GET", f"/v1/tournaments/{_step(tournament_id)}"))

    def put_tournament(self, tournament_id: str, name: str, **told: Any) -> TournamentAnswer:
        """Make a tournament known: `visibility`, `awards`."""
        path = f"/v1/tournaments/{_step(tournament_id)}"
        return cast("TournamentAnswer", self._ask("PUT", path, {"name": name, **told}))

    def put_podium(self, tournament_id: str, places: Sequence[tuple[int, str]]) -> TournamentAnswer:
        """Close a tournament with its (place, player) pairs."""
        body = {"places": [{"place": place, "player": player} for place, player in places]}
        path = f"/v1/tournaments/{_step(tournament_id)}/podium"
        return cast("TournamentAnswer", self._ask("PUT", path, body))

    def void_award(
        self, tournament_id: str, player_id: str, reason: str, note: str = "", *, dry_run: bool = False
    ) -> VoidedAnswer:
        """Take back a player's award."""
        place = f"/v1/tournaments/{_step(tournament_id)}/awards/{_step(player_id)}"
        body = {"reason": reason, "note": note}
        return cast("VoidedAnswer", self._ask("POST", f"{place}/void{_query(dry_run=dry_run)}", body))

    def rulebook(self) -> dict[str, Any]:
        """The dated list of versions, and the rule settings in force."""
        return cast("dict[str, Any]", self._ask("GET", "/v1/rulebook"))

    def change_rulebook(self, effective_from: str, **version: Any) -> dict[str, Any]:
        """Put a version into force from an instant on: `formula`, or parameters of its own."""
        body = {"effective_from": effective_from, **version}
        return cast("dict[str, Any]", self._ask("POST", "/v1/rulebook", body))

    def ledger(self, start: int = 0) -> Iterator[bytes]:
        """The exact lines of the ledger's entries, from a number on."""
        return self._transport.lines(f"/v1/ledger?from={start}")

    # --------------------------------------------------------------------------------------------------

    def _ask(self, method: str, path: str, body: Facts | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        return json.loads(self._transport.send(method, path, data).body)

    def _pages(self, path: str, lines: str, **asked: Any) -> Iterator[dict[str, Any]]:
        cursor = None
        while True:
            page = self._ask("GET", path + _query(cursor=cursor, **asked))
            yield from page[lines]
            cursor = page["next"]
            if cursor is None:
                return


def _step(text: str) -> str:
    """An id as one step of a path, whatever it holds; `..`, which proxies take for the folder above, too."""
    return quote(text, safe="") + ("%20" if text in (".", "..") else "")


def _query(**asked: Any) -> str:
    said = {name: value for name, value in asked.items() if value is not None and value is not False}
    return (
        "?"
        + urlencode({name: str(value).lower() if value is True else value for name, value in said.items()})
        if said
        else ""
    )
