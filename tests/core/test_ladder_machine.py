"""A ladder that is told random things for a long time stays lawful, and its ledger says it all.

The laws themselves are in `laws.py`; here is who tells what. The rule `burst` brings players to 50 games and
`edge` walks one game over the end of the window: without them a mistake at either edge would go unseen.
"""

from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from terazi.core.catalogue import CATALOGUE
from terazi.core.codes import Code, Refusal, VoidReason
from terazi.core.entries import (
    Entry,
    Erasure,
    Opening,
    Podium,
    RulebookChange,
    Settings,
    Tournament,
    Visibility,
    Void,
)
from terazi.core.record import Names, Recorded, close, record, register
from terazi.core.rulebook import Edition
from terazi.core.types import (
    FIRST_INSTANT_MS,
    EntryNumber,
    Game,
    GameId,
    PlayerId,
    PlayerNumber,
    TournamentId,
)
from terazi.core.window import WINDOW_MS
from terazi.ledger.codec import decode, encode
from tests.core.book import Book
from tests.core.laws import assert_lawful
from tests.strategies import BASE_MS, games, rulebooks

IDS = [PlayerId(name) for name in ("ann", "bea", "cem", "dan")]
PEOPLE = st.sampled_from(IDS)
NUMBERS = st.integers(2, 12).map(PlayerNumber)
CUPS = st.sampled_from(("t1", "t2")).map(TournamentId)
GAME_IDS = st.integers(0, 30).map(lambda number: f"g{number}")
STEPS_MS = st.sampled_from((-3_600_000, -1, 0, 1, 60_000, 86_400_000, WINDOW_MS - 1, WINDOW_MS))
"""How a clock moves: mostly on, sometimes back."""


class LadderMachine(RuleBasedStateMachine):
    """One ladder, told things by people who repeat themselves, err, and correct themselves."""

    def __init__(self) -> None:
        super().__init__()
        self.told = Book()
        self.names = Names(commit=lambda player: f"commitment to {player}")
        self.now = BASE_MS
        self.last_number = 0

    def heard(self, answer: Recorded | Entry | Refusal, before: str) -> None:
        """Keep what was written; a refusal, and a stored answer, must have changed nothing."""
        written = answer.written if isinstance(answer, Recorded) else ()
        if isinstance(answer, Recorded):
            self.told.entries += written
            assert answer.answer == self.told.entries[answer.answer.number]
        elif isinstance(answer, Refusal):
            assert repr(self.told.ladder) == before

    def tell(self, facts: object) -> Entry | Refusal:
        before = repr(self.told.ladder)
        answer = self.told.tell(facts, self.now)  # type: ignore[arg-type]
        self.heard(answer, before)
        return answer

    def report(self, game: Game[PlayerId]) -> Recorded | Refusal:
        before = repr(self.told.ladder)
        answer = record(self.told.ladder, self.names, game, self.now)
        self.heard(answer, before)
        return answer

    @initialize(editions=rulebooks(), limits=st.booleans())
    def open(self, editions: list[Edition], limits: bool) -> None:
        self.told.write(Settings() if limits else Settings(late_ms=None, early_ms=None), FIRST_INSTANT_MS)
        for edition in editions:
            self.told.write(RulebookChange(edition=edition, table_sha256=""), FIRST_INSTANT_MS)

    @rule(step=STEPS_MS)
    def time_passes(self, step: int) -> None:
        self.now += step

    @rule(
        game=games(PEOPLE, GAME_IDS),
        ago=st.sampled_from((0, 0, 0, 1, 60_000, WINDOW_MS, WINDOW_MS + 1, -300_001)),
    )
    def play(self, game: Game[PlayerId], ago: int) -> None:
        self.report(replace(game, finished_at=self.now - ago))

    @rule(winner=PEOPLE, loser=PEOPLE, games=st.integers(47, 52), ago=st.sampled_from((0, 1, WINDOW_MS)))
    def burst(self, winner: PlayerId, loser: PlayerId, games: int, ago: int) -> None:
        if winner == loser or len(self.told.entries) > 250:
            return
        before = repr(self.told.ladder)  # all are taken, or all refused
        for _ in range(games):
            self.last_number += 1
            name = GameId(f"burst {self.last_number}")
            played = Game(game_id=name, finished_at=self.now - ago, winner=winner, loser=loser)
            self.heard(record(self.told.ladder, self.names, played, self.now), before)

    @rule(winner=PEOPLE, loser=PEOPLE, off=st.sampled_from((-1, 0, 1)), data=st.data())
    def edge(self, winner: PlayerId, loser: PlayerId, off: int, data: st.DataObject) -> None:
        """A game that finishes exactly 7 days after an earlier one, or a millisecond to either side."""
        finishes = sorted(
            {entry.facts.finished_at for entry in self.told.entries if isinstance(entry.facts, Game)}
        )
        if finishes and winner != loser:
            self.last_number += 1
            finished_at = data.draw(st.sampled_from(finishes)) + WINDOW_MS + off
            self.now = max(self.now, finished_at)
            name = GameId(f"edge {self.last_number}")
            self.report(Game(game_id=name, finished_at=finished_at, winner=winner, loser=loser))

    def known_games(self) -> list[Game[PlayerId]]:
        """The games in the ledger whose players still have an id, as the operator tells them."""
        ids = {number: player for player, number in self.names.numbers.items()}
        found = [entry.facts for entry in self.told.entries if isinstance(entry.facts, Game)]
        return [
            replace(game, winner=ids[game.winner], loser=ids[game.loser])  # type: ignore[arg-type, misc]
            for game in found
            if game.winner in ids and game.loser in ids
        ]

    @rule(data=st.data())
    def repeat(self, data: st.DataObject) -> None:
        if known := self.known_games():
            game = data.draw(st.sampled_from(known))
            before = repr(self.told.ladder)
            answer = self.report(game)
            assert isinstance(answer, Recorded)
            assert (answer.written, answer.answer) == ((), self.told.ladder.games[game.game_id])
            assert repr(self.told.ladder) == before

    @rule(data=st.data())
    def contradict(self, data: st.DataObject) -> None:
        if known := self.known_games():
            game = data.draw(st.sampled_from(known))
            answer = self.report(replace(game, winner=game.loser, loser=game.winner))
            assert isinstance(answer, Refusal)
            assert answer.code is Code.CONFLICT

    @rule(game=games(PEOPLE), data=st.data())
    def correct(self, game: Game[PlayerId], data: st.DataObject) -> None:
        """A correction, of a game that may be void, or replaced, or nothing at all."""
        known = [*self.told.ladder.games]
        old = data.draw(st.sampled_from([GameId("never heard of"), *known]))
        self.last_number += 1
        self.report(replace(game, game_id=GameId(f"correction {self.last_number}"), replaces=old))

    @rule(number=st.integers(-2, 400).map(EntryNumber), reason=st.sampled_from(VoidReason))
    def void_any(self, number: EntryNumber, reason: VoidReason) -> None:
        self.tell(Void(entry=number, reason=reason))

    @rule(data=st.data(), reason=st.sampled_from(VoidReason))
    def void(self, data: st.DataObject, reason: VoidReason) -> None:
        if voidable := sorted(self.told.ladder.voidable):
            self.tell(Void(entry=data.draw(st.sampled_from(voidable)), reason=reason))

    @rule(player=PEOPLE, rating=st.integers(-10, 3000), games=st.sampled_from((0, 1, 49, 50)))
    def open_player(self, player: PlayerId, rating: int, games: int) -> None:
        self.told.entries += register(self.told.ladder, self.names, (player,), self.now)
        number = self.names.numbers[player]
        self.tell(Opening(player=number, rating=rating, recent=(self.now - 1,) * games))

    @rule(cup=CUPS, visibility=st.sampled_from(Visibility), awards=st.sampled_from(((50, 25, 15), (30,), ())))
    def announce(self, cup: TournamentId, visibility: Visibility, awards: tuple[int, ...]) -> None:
        self.tell(Tournament(tournament=cup, name="Kupa", visibility=visibility, awards=awards))

    @rule(
        cup=CUPS,
        places=st.lists(st.tuples(st.integers(0, 4), NUMBERS), max_size=4, unique_by=lambda place: place[1]),
    )
    def close(self, cup: TournamentId, places: list[tuple[int, PlayerNumber]]) -> None:
        before = repr(self.told.ladder)
        self.heard(close(self.told.ladder, Podium(tournament=cup, places=tuple(places)), self.now), before)

    @rule(name=st.sampled_from(sorted(CATALOGUE)), ahead=st.sampled_from((-1, 0, 1, 300_000, 300_001)))
    def change_rulebook(self, name: str, ahead: int) -> None:
        edition = Edition(effective_from=self.now + ahead, formula=CATALOGUE[name])
        self.tell(RulebookChange(edition=edition, table_sha256=""))

    @rule(late_ms=st.sampled_from((None, 0, WINDOW_MS)), early_ms=st.sampled_from((None, 0, 300_000)))
    def change_settings(self, late_ms: int | None, early_ms: int | None) -> None:
        self.tell(Settings(late_ms=late_ms, early_ms=early_ms, sparks_win=7))

    @rule(player=PEOPLE)
    def erase(self, player: PlayerId) -> None:
        number = self.names.numbers.pop(player, None)
        if number is not None:
            assert isinstance(self.tell(Erasure(player=number)), Entry)

    def teardown(self) -> None:
        assert_lawful(self.told.entries, self.told.ladder)
        for entry in self.told.entries:
            assert decode(encode(entry)) == entry


LadderMachine.TestCase.settings = settings(max_examples=settings().max_examples // 4, stateful_step_count=40)
test_a_ladder_stays_lawful_whatever_it_is_told = LadderMachine.TestCase
