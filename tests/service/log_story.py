"""A story with every kind of entry, told to a ladder through the service."""

from terazi.core.catalogue import CATALOGUE
from terazi.core.codes import VoidReason
from terazi.core.entries import Settings, Tournament, Visibility
from terazi.core.reports import GameReport
from terazi.core.rulebook import Edition
from terazi.core.types import GameId, PlayerId, TournamentId
from terazi.service.corrections import Ground, void_award, void_game
from terazi.service.games import record_batch
from terazi.service.ladders import change_rulebook, change_settings
from terazi.service.players import PlayerPut, Start, erase_player, put_player
from terazi.service.tournaments import close_tournament, put_tournament
from terazi.store.engine import Store
from tests.service.saying import answered, tournament_view
from tests.stores import result
from tests.strategies import BASE_MS

KINDS = {"settings", "rulebook", "register", "opening", "game", "tournament", "award", "void", "erase"}
ANN, BEA, CEM, DER = (PlayerId(name) for name in ("ann", "bea", "cem", "der"))
CUP = TournamentId("cup")
HOUR_MS = 3_600_000
TEST = Ground(reason=VoidReason.TEST, note="a trial run")


def tell(store: Store, busy: int = 60) -> int:
    """Tell it; the moment at its end (UTC ms). `busy` games are played within an hour."""
    now = BASE_MS
    recent = tuple(now - one for one in range(48))
    put = put_player(store, ANN, now, display_name="Ann", opening=Start(rating=1712, recent=recent))
    assert isinstance(put, PlayerPut)
    put_player(store, DER, now)
    play(store, now, *(result(f"g{one}", ANN, (BEA, CEM)[one % 2], now + one * 1000) for one in range(busy)))
    now += HOUR_MS
    play(
        store,
        now,
        result("boost", BEA, CEM, now, mode="boosted", cube="4", win="gammon"),
        result("cup-1", BEA, ANN, now, mode="tournament", tournament=CUP),
        result("outage", BEA, ANN, now, termination="aborted"),
        result('ünlü, "oyun"', CEM, ANN, now, cube="64", termination="resign", win="gammon"),
    )
    hold_cups(store, now)
    correct(store, now)
    edition = Edition(effective_from=now + HOUR_MS, formula=CATALOGUE["chess"])
    answered(change_rulebook(store, edition, now))
    change_settings(store, Settings(sparks_win=7, late_ms=None), now)
    now += 2 * HOUR_MS
    play(store, now, result("after", DER, BEA, now, cube="2"))
    answered(erase_player(store, DER, now))
    play(store, now, result("new-der", DER, BEA, now))
    return now


def play(store: Store, now: int, *reports: GameReport) -> None:
    for outcome in record_batch(store, reports, now):
        answered(outcome)


def hold_cups(store: Store, now: int) -> None:
    """A public cup with a shared place and one without an award; a private one."""
    answered(put_tournament(store, Tournament(tournament=CUP, name="Kış Kupası", awards=(50, 25)), now))
    places = [(2, BEA), (1, ANN), (2, CEM), (4, DER)]
    tournament_view(close_tournament(store, CUP, places, now))
    club = TournamentId("club")
    private = Tournament(tournament=club, name="Club", visibility=Visibility.PRIVATE)
    answered(put_tournament(store, private, now))
    tournament_view(close_tournament(store, club, [(1, DER)], now))


def correct(store: Store, now: int) -> None:
    for game in ("g3", "boost", "outage"):
        answered(void_game(store, GameId(game), TEST, now))
    answered(void_award(store, CUP, CEM, TEST, now))
    play(store, now, result("mended", BEA, ANN, now - HOUR_MS, replaces="g5"))
