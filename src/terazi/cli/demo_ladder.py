"""A ladder to look at: six weeks of an invented club, told to the real service game by game.

Who wins follows a hidden strength through the formula's own expected score; how often the cube turns and how
games end follow what is seen in recorded games. One seed gives one story; only its dates move with the day.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from terazi.core.catalogue import CURRENT
from terazi.core.codes import Refusal, VoidReason
from terazi.core.entries import Settings, Tournament
from terazi.core.reports import Event, EventKind, EventsReport, GameReport, OutcomeReport
from terazi.core.types import GameId, PlayerId, TournamentId
from terazi.service.corrections import Ground, void_game
from terazi.service.games import Arrival, record_arrivals
from terazi.service.ladders import open_ladder
from terazi.service.players import Start, erase_player, put_player
from terazi.service.tournaments import close_tournament, put_tournament
from terazi.store.engine import Store

SEED = 1500
DAYS = 42
GAMES = 2_600
BUSY_GAMES = 70
"""Games of the busy player in the last week, beside the ordinary ones: a K of 16 (article)."""
HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS

NAMES = (
    "Ayla Barış Cem Defne Ece Ferit Gül Halil İlknur İnci Jale Kaan Leyla Murat Nalan Onur Özge Pelin Rıza "
    "Selin Şule Tarık Umut Ümit Vedat Yasemin Zeki Aslı Berk Canan Deniz Esra Fuat Gizem Hakan Işıl Kerem "
    "Lale Mert Nihat Orhan Pınar Ramazan Sibel Taner Uğur Volkan Yıldız Zeynep Arda Burcu Çağla Doruk Elif "
    "Funda Gökhan Hülya Ilgaz İpek Koray"
).split()
ENDINGS = (
    ("bear_off", 47),
    ("drop", 35),
    ("resign", 8),
    ("timeout", 3),
    ("disconnect", 3),
    ("leave", 2),
    ("aborted", 2),
)
CUP = TournamentId("autumn-cup")


@dataclass(slots=True)
class _Club:
    """The players, how strong they are and how often they play."""

    dice: random.Random
    ids: tuple[PlayerId, ...] = ()
    strength: dict[PlayerId, int] = field(default_factory=dict)
    appetite: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.ids = tuple(PlayerId(f"u{1001 + place}") for place in range(len(NAMES)))
        self.strength = {one: round(self.dice.gauss(1500, 220)) for one in self.ids}
        self.appetite = [1 / (1 + self.dice.random() * 20) for _ in self.ids]

    @property
    def busy(self) -> PlayerId:
        """Who plays all week."""
        return self.ids[3]

    def pair(self, first: PlayerId | None = None) -> tuple[PlayerId, PlayerId]:
        """Winner and loser of one game."""
        one = first or self.dice.choices(self.ids, self.appetite)[0]
        other = one
        while other == one:
            other = self.dice.choices(self.ids, self.appetite)[0]
        wins = self.dice.random() < CURRENT.expected(self.strength[one] - self.strength[other])
        return (one, other) if wins else (other, one)


def make(store: Store, now: int, settings: Settings) -> int:
    """Tell the whole story to a store without a ladder; how many games it has. `now` is its end (UTC ms)."""
    end = now - now % HOUR_MS
    start = end - DAYS * DAY_MS
    club = _Club(random.Random(SEED))  # noqa: S311
    open_ladder(store, start - DAY_MS, settings)
    _introduce(store, club, start - DAY_MS)
    reports = list(_reports(club, start, end))
    middle = next(index for index, (at, _) in enumerate(reports) if at > start + 30 * DAY_MS)
    _tell(store, reports[:middle])
    _hold_cup(store, club, reports[middle - 1][0])
    _tell(store, reports[middle:])
    _correct(store, end)
    return len(reports)


def _introduce(store: Store, club: _Club, at: int) -> None:
    """Names; two players who bring a rating from elsewhere; one who does not want to be listed."""
    for place, (player, name) in enumerate(zip(club.ids, NAMES, strict=True)):
        opening = Start(rating=1400 + 150 * place) if place in (1, 2) else None
        unlisted = True if place == len(NAMES) - 1 else None
        put = put_player(store, player, at, display_name=name, opening=opening, unlisted=unlisted)
        assert not isinstance(put, Refusal), put


def _reports(club: _Club, start: int, end: int) -> Iterator[tuple[int, GameReport]]:
    """Every game in order of time: (arrival in UTC ms, report)."""
    dice = club.dice
    times = [(dice.randrange(start, end - HOUR_MS), None) for _ in range(GAMES)]
    week = end - 5 * DAY_MS
    busy = [(dice.randrange(week, end - HOUR_MS), club.busy) for _ in range(BUSY_GAMES)]
    for number, (finished, first) in enumerate(sorted([*times, *busy], key=lambda one: one[0]), start=1):
        late = (
            DAY_MS * 2 if number % 500 == 0 and finished < end - 3 * DAY_MS else 0
        )  # a server that was offline
        yield finished + 1_500 + late, _report(club, f"g{number:05}", finished, first)


def _report(club: _Club, game_id: str, finished: int, first: PlayerId | None) -> GameReport:
    winner, loser = club.pair(first)
    dice = club.dice
    if first is None and dice.random() < 0.02:
        return _told_by_events(game_id, winner, loser, finished)
    ending = dice.choices([name for name, _ in ENDINGS], [weight for _, weight in ENDINGS])[0]
    played_out = ending in ("bear_off", "resign")
    mode = dice.choices(("ranked", "boosted", "tournament"), (88, 9, 3))[0] if first is None else "ranked"
    return OutcomeReport(
        game_id=game_id,
        finished_at=finished,
        winner=winner,
        loser=loser,
        mode=mode,
        cube=dice.choices(("1", "2", "4", "8"), (49, 43, 7, 1))[0],
        win=dice.choices(("single", "gammon", "backgammon"), (67, 28, 5))[0] if played_out else "",
        termination=ending,
        tournament=CUP if mode == "tournament" else "",
    )


def _told_by_events(game_id: str, winner: str, loser: str, finished: int) -> EventsReport:
    """A double, taken; then the loser's connection is lost for good (R11)."""
    events = (
        Event(kind=EventKind.DOUBLE_OFFERED, player=winner),
        Event(kind=EventKind.DOUBLE_TAKEN, player=loser),
        Event(kind=EventKind.DISCONNECTED, player=loser, at=finished - 60_000),
    )
    return EventsReport(game_id=game_id, players=(winner, loser), events=events, until=finished)


def _tell(store: Store, reports: Sequence[tuple[int, GameReport]], page: int = 200) -> None:
    arrivals = [Arrival(report=report, now=at) for at, report in sorted(reports, key=lambda one: one[0])]
    for first in range(0, len(arrivals), page):
        for outcome in record_arrivals(store, arrivals[first : first + page]):
            assert not isinstance(outcome, Refusal), outcome


def _hold_cup(store: Store, club: _Club, at: int) -> None:
    held = put_tournament(store, Tournament(tournament=CUP, name="Güz Kupası"), at)
    strongest = sorted(club.ids, key=lambda one: -club.strength[one])
    places = list(zip((1, 2, 3, 3), strongest[2:6], strict=True))
    closed = close_tournament(store, CUP, places, at + HOUR_MS)
    assert not isinstance(held, Refusal) and not isinstance(closed, Refusal), (held, closed)


def _correct(store: Store, end: int) -> None:
    """A game taken back, another replaced, and a player who left."""
    reason = Ground(reason=VoidReason.TEST, note="two operators trying the board")
    voided = void_game(store, GameId("g02610"), reason, end)
    swapped = OutcomeReport(
        game_id="g02600-corrected",
        finished_at=end - 8 * HOUR_MS,
        winner="u1005",
        loser="u1006",
        replaces="g02600",
    )
    (replaced,) = record_arrivals(store, [Arrival(report=swapped, now=end)])
    gone = erase_player(store, PlayerId("u1058"), end)
    assert not any(isinstance(one, Refusal) for one in (voided, replaced, gone)), (voided, replaced, gone)
