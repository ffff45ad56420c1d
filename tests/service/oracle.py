"""The ladder in memory, told the same things as the service: the slow, plain, obviously right path."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from terazi.core.codes import Code, Refusal, VoidReason
from terazi.core.entries import Entry, Erasure, Facts, Opening, Podium, Registration, Settings, Void
from terazi.core.ladder import apply, decide
from terazi.core.order import batch_order
from terazi.core.record import Names, Recorded, close, record, register
from terazi.core.referee import settle
from terazi.core.reports import GameReport
from terazi.core.rulebook import Rulebook
from terazi.core.state import Ladder
from terazi.core.types import EntryNumber, Game, GameId, PlayerId, PlayerNumber, TournamentId
from terazi.ledger.digest import rulebook_change

Told = Entry | Refusal


def plain(entry: Entry) -> Entry:
    """An entry without what is random in it: the commitment to a new player's id."""
    return (
        replace(entry, facts=Registration(commitment="")) if isinstance(entry.facts, Registration) else entry
    )


@dataclass(slots=True)
class Oracle:
    """A whole ladder, all its entries, and what stands beside it."""

    ladder: Ladder = field(default_factory=Ladder)
    names: Names = field(default_factory=lambda: Names(commit=lambda player: ""))
    entries: list[Entry] = field(default_factory=list)
    unlisted: set[PlayerNumber] = field(default_factory=set)
    openings: dict[PlayerNumber, Opening] = field(default_factory=dict)

    def open(self, settings: Settings, rulebook: Rulebook, at: int) -> None:
        self.enter(settings, at)
        for edition in rulebook.editions:
            self.enter(rulebook_change(edition), at)

    def enter(self, facts: Facts, at: int) -> Told:
        entry = decide(self.ladder, facts, at)
        if isinstance(entry, Entry) and entry.number == self.ladder.head:
            apply(self.ladder, entry)
            self.entries.append(entry)
        return entry

    def report(self, report: GameReport, at: int) -> Told:
        game = settle(report, self.ladder.settings)
        return game if isinstance(game, Refusal) else self._record(game, at)

    def batch(self, reports: Sequence[GameReport], at: int) -> list[Told]:
        settled = [settle(report, self.ladder.settings) for report in reports]
        places = [place for place, game in enumerate(settled) if isinstance(game, Game)]
        games = [game for game in settled if isinstance(game, Game)]
        told: dict[int, Told] = {i: one for i, one in enumerate(settled) if isinstance(one, Refusal)}
        for place in batch_order(games):
            told[places[place]] = self._record(games[place], at)
        return [told[index] for index in range(len(reports))]

    def _record(self, game: Game[PlayerId], at: int) -> Told:
        return self._kept(record(self.ladder, self.names, game, at))

    def _kept(self, recorded: Recorded | Refusal) -> Told:
        if isinstance(recorded, Refusal):
            return recorded
        self.entries += recorded.written
        return recorded.answer

    def void(self, game_id: GameId, reason: VoidReason, at: int, *, dry_run: bool) -> Told:
        if game_id not in self.ladder.games:
            return Refusal(code=Code.UNKNOWN_GAME)
        void = Void(entry=self.ladder.games[game_id].number, reason=reason)
        return decide(self.ladder, void, at) if dry_run else self.enter(void, at)

    def void_award(self, tournament: TournamentId, player: PlayerId, reason: VoidReason, at: int) -> Told:
        number = self.names.numbers.get(player)
        award = None if number is None else self.ladder.awards.get((tournament, number))
        if award is None:
            return Refusal(code=Code.NO_AWARD)
        return self.enter(Void(entry=award.number, reason=reason), at)

    def outage(self, since: int, until: int, at: int) -> list[Told]:
        return [
            self.enter(Void(entry=one, reason=VoidReason.OUTAGE), at) for one in self.standing(since, until)
        ]

    def standing(self, since: int, until: int) -> list[EntryNumber]:
        return [
            entry.number
            for entry in self.entries
            if isinstance(entry.facts, Game)
            and since <= entry.facts.finished_at <= until
            and entry.number not in self.ladder.voids
        ]

    def close(self, tournament: TournamentId, places: Sequence[tuple[int, PlayerId]], at: int) -> Told:
        if any(player not in self.names.numbers for _, player in places):
            return Refusal(code=Code.UNKNOWN_PLAYER)
        numbered = tuple((place, self.names.numbers[player]) for place, player in places)
        return self._kept(close(self.ladder, Podium(tournament=tournament, places=numbered), at))

    def put_player(
        self, player: PlayerId, at: int, opening: tuple[int, tuple[int, ...]] | None, *, unlisted: bool | None
    ) -> Refusal | None:
        number = self.names.numbers.get(player)
        if opening and number is not None and self.ladder.players[number].rated:
            told = Opening(player=number, rating=opening[0], recent=opening[1])
            if self.openings.get(number) != told:
                return Refusal(code=Code.OPENING_TOO_LATE)
            opening = None
        self.entries += register(self.ladder, self.names, (player,), at)
        number = self.names.numbers[player]
        if opening:
            told = Opening(player=number, rating=opening[0], recent=opening[1])
            if self.openings.get(number) != told:
                self.openings[number] = told
                self.enter(told, at)
        if unlisted is not None:
            (self.unlisted.add if unlisted else self.unlisted.discard)(number)
        return None

    def erase(self, player: PlayerId, at: int) -> Told:
        number = self.names.numbers.get(player)
        if number is None:
            return Refusal(code=Code.UNKNOWN_PLAYER)
        entry = self.enter(Erasure(player=number), at)
        del self.names.numbers[player]
        self.unlisted.discard(number)
        return entry

    def as_of(self, count: int) -> Ladder:
        """The ladder after the first `count` entries, folded again."""
        ladder = Ladder()
        for entry in self.entries[:count]:
            apply(ladder, entry)
        return ladder
