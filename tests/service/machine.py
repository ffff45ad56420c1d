"""The service and the ladder in memory are told the same things, and must say the same."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from terazi.core.catalogue import CATALOGUE
from terazi.core.codes import Refusal, VoidReason
from terazi.core.entries import Entry, Settings, Tournament, Visibility
from terazi.core.formula import Formula
from terazi.core.leaderboard import Line, leaderboard
from terazi.core.outlook import outlook
from terazi.core.reports import OutcomeReport
from terazi.core.rulebook import Edition, always
from terazi.core.types import CUBES, GameId, Mode, PlayerId, Termination, TournamentId
from terazi.core.window import WINDOW_MS
from terazi.ledger.codec import decode
from terazi.ledger.digest import lines_sha256, rulebook_change
from terazi.service import boards, corrections, games, keeping, ladders, players, profiles, tournaments
from terazi.service.answers import Answer
from terazi.service.tournaments import TournamentView
from terazi.store.engine import open_store
from tests.service.oracle import Oracle, Told, plain
from tests.strategies import BASE_MS

QUICK = Formula(name="quick", divisor=1200, busy_games=3, busy_k=16)
"""A busy week of three games, so that every history has one."""
SLOW = Formula(name="slow", divisor=400, busy_games=2, busy_k=8)

IDS = st.sampled_from([PlayerId(one) for one in "abcde"])
GAMES = st.integers(0, 30).map(lambda number: GameId(f"g{number}"))
HELD = st.sampled_from([TournamentId("t1"), TournamentId("t2")])
EDGE = st.sampled_from([-1, 0, 1])
AGES = st.one_of(
    st.just(0),
    st.integers(0, 3),
    st.integers(0, WINDOW_MS),
    st.sampled_from([WINDOW_MS, WINDOW_MS + 1, 2 * WINDOW_MS, -300_000, -300_001]),
)
REPORTS = st.fixed_dictionaries(
    {
        "game_id": GAMES,
        "winner": IDS,
        "loser": IDS,
        "mode": st.sampled_from(["", "", "", "", *Mode]),
        "cube": st.sampled_from(["", "", *map(str, CUBES)]),
        "termination": st.sampled_from(["", "", "resign", Termination.ABORTED]),
    }
)
REASONS = st.sampled_from(corrections.REASONS)


class Machine(RuleBasedStateMachine):
    """Rules tell both sides one thing; each compares what was said and what was written."""

    def __init__(self) -> None:
        super().__init__()
        self.now = BASE_MS
        self.oracle = Oracle()
        self.oracle.open(Settings(), always(QUICK), self.now)
        self.where = self.place()
        self.store = open_store(self.where, durable=False)
        ladders.open_ladder(self.store, self.now, Settings(), always(QUICK))
        self.checked = 0
        self.told: dict[GameId, OutcomeReport] = {}
        self.same_ledger()

    def place(self) -> str:
        """The address of an empty database."""
        raise NotImplementedError

    # --- comparing ---------------------------------------------------------------------------------

    def same(self, said: object, told: Told) -> None:
        match said:
            case Refusal():
                assert isinstance(told, Refusal), (said, told)
                assert said.code is told.code
            case Answer(entry=entry):
                assert plain(entry) == told
            case TournamentView(podium=podium):
                assert podium == told
            case _:
                raise AssertionError(said)
        self.same_ledger()

    def same_ledger(self) -> None:
        lines = ladders.ledger_lines(self.store, self.checked)
        assert [plain(decode(line)) for line in lines] == self.oracle.entries[self.checked :]
        self.checked = len(self.oracle.entries)
        assert ladders.head(self.store).number == self.checked

    # --- games -------------------------------------------------------------------------------------

    def report(self, facts: dict[str, Any], age: int, **more: str) -> OutcomeReport:
        return OutcomeReport(finished_at=self.now - age, **facts, **more)

    def tell(self, report: OutcomeReport) -> None:
        told = self.oracle.report(report, self.now)
        if isinstance(told, Entry):
            self.told[GameId(report.game_id)] = report
        self.same(games.record_game(self.store, report, self.now), told)

    @rule(facts=REPORTS, age=AGES)
    def a_game(self, facts: dict[str, Any], age: int) -> None:
        self.tell(self.report(facts, age))

    @rule(facts=st.lists(st.tuples(REPORTS, AGES), max_size=8))
    def a_batch(self, facts: Sequence[tuple[dict[str, Any], int]]) -> None:
        reports = [self.report(one, age) for one, age in facts]
        told = self.oracle.batch(reports, self.now)
        for said, one in zip(games.record_batch(self.store, reports, self.now), told, strict=True):
            if isinstance(one, Refusal):
                assert isinstance(said, Refusal)
                assert said.code is one.code
            else:
                assert isinstance(said, Answer)
                assert said.entry == one
        self.same_ledger()

    @rule(first=st.integers(100, 10**9), players=st.lists(IDS, min_size=2, max_size=2, unique=True))
    def a_run_of_games(self, first: int, players: Sequence[PlayerId]) -> None:
        for number in range(3):
            facts = {"game_id": f"run{first + number}", "winner": players[0], "loser": players[1]}
            self.tell(self.report(facts, 2 - number))

    @precondition(lambda self: self.told)
    @rule(data=st.data())
    def the_same_again(self, data: st.DataObject) -> None:
        self.tell(self.told[data.draw(st.sampled_from(sorted(self.told)))])

    @precondition(lambda self: self.told)
    @rule(data=st.data(), facts=REPORTS, age=AGES)
    def a_correction(self, data: st.DataObject, facts: dict[str, Any], age: int) -> None:
        old = data.draw(st.sampled_from([*sorted(self.told), "nothing"]))
        self.tell(self.report(facts, age, replaces=old))

    @precondition(lambda self: self.told)
    @rule(data=st.data(), edge=EDGE, number=st.integers(100, 10**9), other=IDS)
    def a_game_leaves_the_window(self, data: st.DataObject, edge: int, number: int, other: PlayerId) -> None:
        old = self.told[data.draw(st.sampled_from(sorted(self.told)))]
        self.now = max(self.now, old.finished_at + WINDOW_MS + edge)
        at = old.finished_at + WINDOW_MS + edge
        facts = {"game_id": f"edge{number}", "winner": old.winner, "loser": other}
        self.tell(OutcomeReport(finished_at=at, **facts))

    @precondition(lambda self: self.told)
    @rule(data=st.data(), number=st.integers(100, 10**9), age=st.integers(0, 3))
    def a_correction_long_after(self, data: st.DataObject, number: int, age: int) -> None:
        self.correct_long_after(self.told[data.draw(st.sampled_from(sorted(self.told)))], number, age)

    def correct_long_after(self, old: OutcomeReport, number: int, age: int) -> None:
        self.now += 3 * WINDOW_MS
        both = {"winner": old.winner, "loser": old.loser}
        self.tell(OutcomeReport(game_id=f"new{number}", finished_at=self.now, **both))
        at = old.finished_at + age
        self.tell(OutcomeReport(game_id=f"old{number}", finished_at=at, replaces=old.game_id, **both))

    @rule(number=st.integers(100, 10**9), other=IDS, ages=st.lists(st.integers(0, 5), max_size=4))
    def a_newcomer_with_a_past(self, number: int, other: PlayerId, ages: Sequence[int]) -> None:
        player = PlayerId(f"n{number}")
        self.a_player_put(player, (1600, ages), None, players.KEPT)
        first = OutcomeReport(game_id=f"first{number}", finished_at=self.now, winner=player, loser=other)
        self.tell(first)
        if GameId(first.game_id) in self.told:
            self.correct_long_after(first, number, 0)

    # --- corrections and tournaments ---------------------------------------------------------------

    @rule(game_id=GAMES, reason=REASONS, dry_run=st.booleans())
    def a_void(self, game_id: GameId, reason: VoidReason, dry_run: bool) -> None:
        told = self.oracle.void(game_id, reason, self.now, dry_run=dry_run)
        ground = corrections.Ground(reason=reason, note="why")
        self.same(corrections.void_game(self.store, game_id, ground, self.now, dry_run=dry_run), told)

    @rule(tournament=HELD, player=IDS, reason=REASONS)
    def a_void_award(self, tournament: TournamentId, player: PlayerId, reason: VoidReason) -> None:
        told = self.oracle.void_award(tournament, player, reason, self.now)
        ground = corrections.Ground(reason=reason)
        self.same(corrections.void_award(self.store, tournament, player, ground, self.now), told)

    @precondition(lambda self: self.told)
    @rule(data=st.data(), edge=EDGE, length=st.integers(0, 10) | st.integers(0, WINDOW_MS))
    def an_outage(self, data: st.DataObject, edge: int, length: int) -> None:
        last = self.told[data.draw(st.sampled_from(sorted(self.told)))].finished_at + edge
        span = corrections.Span(since=last - length, until=last)
        listed = corrections.list_outage(self.store, span)
        told = self.oracle.outage(span.since, span.until, self.now)
        assert listed.digest == lines_sha256(str(game.number) for game in listed.games)
        done = corrections.void_outage(self.store, span, listed.digest, self.now)
        assert isinstance(done, corrections.OutageVoid)
        assert [one.entry for one in done.voids] == told
        self.same_ledger()

    @rule(
        held=HELD,
        name=st.sampled_from(["one", "two"]),
        visibility=st.sampled_from(Visibility),
        awards=st.sampled_from([(50, 25), (7,), ()]),
    )
    def a_tournament(
        self, held: TournamentId, name: str, visibility: Visibility, awards: tuple[int, ...]
    ) -> None:
        facts = Tournament(tournament=held, name=name, visibility=visibility, awards=awards)
        self.same(tournaments.put_tournament(self.store, facts, self.now), self.oracle.enter(facts, self.now))

    @rule(held=HELD, places=st.lists(st.tuples(st.integers(1, 3), IDS), max_size=3))
    def a_podium(self, held: TournamentId, places: Sequence[tuple[int, PlayerId]]) -> None:
        told = self.oracle.close(held, places, self.now)
        self.same(tournaments.close_tournament(self.store, held, places, self.now), told)

    # --- players, rules, time ----------------------------------------------------------------------

    @rule(
        player=IDS,
        opening=st.none() | st.tuples(st.integers(1400, 1700), st.lists(AGES, max_size=4)),
        unlisted=st.sampled_from([None, True, False]),
        name=st.sampled_from([players.KEPT, None, "Ayşe"]),
    )
    def a_player(self, player: PlayerId, opening: Any, unlisted: bool | None, name: Any) -> None:
        self.a_player_put(player, opening, unlisted, name)

    def a_player_put(self, player: PlayerId, opening: Any, unlisted: bool | None, name: Any) -> None:
        told, start = None, None
        if opening:
            recent = tuple(sorted(self.now - age for age in opening[1]))
            told, start = (opening[0], recent), players.Start(rating=opening[0], recent=recent)
        refusal = self.oracle.put_player(player, self.now, told, unlisted=unlisted)
        said = players.put_player(
            self.store, player, self.now, display_name=name, opening=start, unlisted=unlisted
        )
        assert isinstance(said, Refusal) == (refusal is not None), (said, refusal)
        self.same_ledger()

    @rule(player=IDS)
    def an_erasure(self, player: PlayerId) -> None:
        self.same(players.erase_player(self.store, player, self.now), self.oracle.erase(player, self.now))

    @rule(
        formula=st.sampled_from([SLOW, CATALOGUE["1.2.0"], QUICK]),
        ahead=st.sampled_from([0, 300_000, 300_001, 10**9]),
    )
    def a_new_version(self, formula: Formula, ahead: int) -> None:
        edition = Edition(effective_from=self.now + ahead, formula=formula)
        told: Told
        known = [one for one in self.oracle.entries if one.facts == rulebook_change(edition)]
        told = known[0] if known else self.oracle.enter(rulebook_change(edition), self.now)
        self.same(ladders.change_rulebook(self.store, edition, self.now), told)

    @rule(late=st.sampled_from([None, WINDOW_MS, 4 * WINDOW_MS]), listed=st.sampled_from([0, 1, 3]))
    def other_settings(self, late: int | None, listed: int) -> None:
        settings = Settings(late_ms=late, listed_games=listed)
        if settings == self.oracle.ladder.settings:
            assert ladders.change_settings(self.store, settings, self.now) is None
        else:
            told = self.oracle.enter(settings, self.now)
            self.same(ladders.change_settings(self.store, settings, self.now), told)

    @rule(
        by=st.one_of(st.integers(0, 1000), st.integers(0, WINDOW_MS), st.sampled_from([3 * WINDOW_MS, -5000]))
    )
    def time_passes(self, by: int) -> None:
        self.now += by

    @rule()
    def a_restart(self) -> None:
        self.store.close()
        self.store = open_store(self.where, durable=False)
        ladders.open_ladder(self.store, self.now)

    # --- reading -----------------------------------------------------------------------------------

    @rule(data=st.data())
    def a_look_back(self, data: st.DataObject) -> None:
        past = data.draw(st.sampled_from(self.oracle.entries)).accepted_at
        count = sum(entry.accepted_at <= past for entry in self.oracle.entries)
        self.look(count, past)

    @rule()
    def a_look(self) -> None:
        self.look(len(self.oracle.entries), None)

    def look(self, count: int, as_of: int | None) -> None:
        ladder = self.oracle.as_of(count)
        listed = {n: one for n, one in ladder.players.items() if n not in self.oracle.unlisted}
        expected = list(leaderboard(listed, ladder.settings.listed_games))
        shown: list[Line] = []
        after = None
        while True:
            board = boards.leaderboard(self.store, after=after, limit=2, as_of=as_of)
            shown += board.lines
            if (after := board.after) is None:
                break
        assert shown == expected
        ranks = {line.player: line.rank for line in expected}
        for player, number in self.oracle.names.numbers.items():
            profile = profiles.player(self.store, player, self.now, as_of)
            if number >= count:
                assert isinstance(profile, Refusal)
                continue
            assert isinstance(profile, profiles.Profile)
            state = ladder.players[number]
            counts = (state.rating, state.wins, state.losses, state.awards, state.points, state.sparks)
            seen = (
                profile.rating,
                profile.wins,
                profile.losses,
                profile.awards,
                profile.points,
                profile.sparks,
            )
            assert (seen, profile.events) == (counts, state.events)
            assert (profile.place and profile.place.rank) == ranks.get(number)
            instant = self.now if as_of is None else as_of
            formula = ladder.rulebook.in_force(instant)
            assert not isinstance(formula, Refusal)
            assert profile.outlook == outlook(formula, state.window, instant)
            page = profiles.history(self.store, player, limit=1000, as_of=as_of)
            assert isinstance(page, profiles.HistoryPage)
            mine = [e for e in self.oracle.entries[:count] if any(f.player == number for f in e.effects)]
            assert [event.entry for event in reversed(page.events)] == mine

    def teardown(self) -> None:
        self.look(len(self.oracle.entries), None)
        assert keeping.rebuild(self.store) == []
        self.store.close()
