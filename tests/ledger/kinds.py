"""One entry of each kind with its exact line, written by hand (R22)."""

from terazi.core.catalogue import CATALOGUE
from terazi.core.codes import Unrated, VoidReason
from terazi.core.entries import (
    Award,
    Effect,
    Entry,
    Erasure,
    Facts,
    Moved,
    Opening,
    Podium,
    Present,
    Rated,
    Registration,
    RulebookChange,
    Scored,
    Settings,
    Tournament,
    Visibility,
    Void,
)
from terazi.core.rulebook import Edition
from terazi.core.types import (
    EntryNumber,
    Game,
    GameId,
    Mode,
    PlayerNumber,
    RatingChange,
    Termination,
    TournamentId,
    Win,
)

AT = 1_790_000_000_000
ANN, BEA = PlayerNumber(3), PlayerNumber(4)
CUP = TournamentId("Yılbaşı")


def entry(
    facts: Facts, *effects: Effect, formula: str | None = None, unrated: Unrated | None = None
) -> Entry:
    """Entry 7 of a ledger."""
    number = EntryNumber(7)
    return Entry(
        number=number, accepted_at=AT, facts=facts, effects=effects, formula=formula, unrated=unrated
    )


RANKED = Game(
    game_id=GameId('g"1'),
    finished_at=AT - 5,
    winner=ANN,
    loser=BEA,
    cube=2,
    win=Win.GAMMON,
    termination=Termination.RESIGN,
    replaces=GameId("g0"),
)
BOOSTED = Game(game_id=GameId("g2"), finished_at=AT, winner=ANN, loser=BEA, mode=Mode.BOOSTED)
PLAYED = Game(
    game_id=GameId("g3"), finished_at=AT, winner=ANN, loser=BEA, mode=Mode.TOURNAMENT, tournament=CUP
)


def rated(player: PlayerNumber, recent: int, k: int, delta: int) -> Rated:
    """A side of a ranked game between two at 1500."""
    change = RatingChange(before=1500, delta=delta)
    return Rated(player=player, event=9, change=change, games_recent=recent, k=k)


LINES: dict[str, tuple[Entry, str]] = {
    "settings": (
        entry(Settings()),
        (
            '{"accepted_at":1790000000000,"assumed":true,"early_ms":300000,"grace_ms":60000,"kind":"settings",'
            '"late_ms":604800000,"listed_games":0,"missed_moves":3,"number":7,"sparks_loss":2,"sparks_win":10}'
        ),
    ),
    "settings without limits": (
        entry(Settings(late_ms=None, early_ms=None)),
        (
            '{"accepted_at":1790000000000,"assumed":true,"grace_ms":60000,"kind":"settings","listed_games":0,'
            '"missed_moves":3,"number":7,"sparks_loss":2,"sparks_win":10}'
        ),
    ),
    "rulebook": (
        entry(
            RulebookChange(
                edition=Edition(effective_from=AT, formula=CATALOGUE["1.3.1"]), table_sha256="8404"
            )
        ),
        (
            '{"accepted_at":1790000000000,"busy_games":50,"busy_k":16,"cube_rule":"one_to_two","divisor":1200,'
            '"effective_from":1790000000000,"formula":"1.3.1","gammon_rule":"nothing","k":32,"kind":"rulebook",'
            '"number":7,"table_sha256":"8404"}'
        ),
    ),
    "rulebook with an assumed number": (
        entry(
            RulebookChange(
                edition=Edition(effective_from=-5, formula=CATALOGUE["pre-1.0.5"]), table_sha256=""
            )
        ),
        (
            '{"accepted_at":1790000000000,"assumed":true,"cube_rule":"multiplies","divisor":400,'
            '"effective_from":-5,"formula":"pre-1.0.5","gammon_rule":"multiplies","k":32,"kind":"rulebook",'
            '"number":7,"table_sha256":""}'
        ),
    ),
    "register": (
        entry(Registration(commitment="00ff")),
        '{"accepted_at":1790000000000,"commitment":"00ff","kind":"register","number":7}',
    ),
    "opening": (
        entry(Opening(player=ANN, rating=-12, recent=(5, 3))),
        '{"accepted_at":1790000000000,"kind":"opening","number":7,"player":3,"rating":-12,"recent":[5,3]}',
    ),
    "ranked game": (
        entry(RANKED, rated(ANN, 60, 16, 9), rated(BEA, 10, 32, -19), formula="1.3.1"),
        (
            '{"accepted_at":1790000000000,"cube":2,"finished_at":1789999999995,"formula":"1.3.1","game":"g\\"1",'
            '"kind":"game","loser":{"after":1481,"before":1500,"delta":-19,"event":9,"k":32,"player":4,"recent":10},'
            '"mode":"ranked","number":7,"replaces":"g0","termination":"resign","win":"gammon",'
            '"winner":{"after":1509,"before":1500,"delta":9,"event":9,"k":16,"player":3,"recent":60}}'
        ),
    ),
    "boosted game": (
        entry(
            BOOSTED,
            Scored(player=ANN, event=1, points=1, sparks=10),
            Scored(player=BEA, event=2, points=0, sparks=2),
            unrated=Unrated.BOOSTED,
        ),
        (
            '{"accepted_at":1790000000000,"cube":1,"finished_at":1790000000000,"game":"g2","kind":"game",'
            '"loser":{"assumed":true,"event":2,"player":4,"points":0,"sparks":2},"mode":"boosted","number":7,'
            '"termination":"unspecified","unrated":"boosted","win":"single",'
            '"winner":{"assumed":true,"event":1,"player":3,"points":1,"sparks":10}}'
        ),
    ),
    "tournament game": (
        entry(PLAYED, Present(player=ANN, event=1), Present(player=BEA, event=1), unrated=Unrated.TOURNAMENT),
        (
            '{"accepted_at":1790000000000,"cube":1,"finished_at":1790000000000,"game":"g3","kind":"game",'
            '"loser":{"event":1,"player":4},"mode":"tournament","number":7,"termination":"unspecified",'
            '"tournament":"Yılbaşı","unrated":"tournament","win":"single","winner":{"event":1,"player":3}}'
        ),
    ),
    "tournament": (
        entry(Tournament(tournament=CUP, name="Kupa\n2027", visibility=Visibility.PRIVATE, awards=(50, -1))),
        (
            '{"accepted_at":1790000000000,"awards":[50,-1],"kind":"tournament","name":"Kupa\\n2027","number":7,'
            '"tournament":"Yılbaşı","visibility":"private"}'
        ),
    ),
    "podium": (
        entry(Podium(tournament=CUP, places=((1, ANN), (2, BEA)))),
        (
            '{"accepted_at":1790000000000,"kind":"tournament","number":7,'
            '"podium":[{"place":1,"player":3},{"place":2,"player":4}],"tournament":"Yılbaşı"}'
        ),
    ),
    "award": (
        entry(
            Award(tournament=CUP, place=1, player=ANN),
            Moved(player=ANN, event=2, change=RatingChange(before=1500, delta=50)),
        ),
        (
            '{"accepted_at":1790000000000,"kind":"award","number":7,"place":1,'
            '"placed":{"after":1550,"before":1500,"delta":50,"event":2,"player":3},"tournament":"Yılbaşı"}'
        ),
    ),
    "void of a game": (
        entry(
            Void(entry=EntryNumber(5), reason=VoidReason.WRONG_RESULT),
            Moved(player=ANN, event=2, change=RatingChange(before=1509, delta=-9)),
            Moved(player=BEA, event=2, change=RatingChange(before=1481, delta=19)),
        ),
        (
            '{"accepted_at":1790000000000,"kind":"void",'
            '"loser":{"after":1500,"before":1481,"delta":19,"event":2,"player":4},"number":7,'
            '"reason":"wrong_result","voids":5,'
            '"winner":{"after":1500,"before":1509,"delta":-9,"event":2,"player":3}}'
        ),
    ),
    "void of an award": (
        entry(
            Void(entry=EntryNumber(5), reason=VoidReason.CHEATING),
            Moved(player=ANN, event=2, change=RatingChange(before=1550, delta=-50)),
        ),
        (
            '{"accepted_at":1790000000000,"kind":"void","number":7,'
            '"placed":{"after":1500,"before":1550,"delta":-50,"event":2,"player":3},"reason":"cheating","voids":5}'
        ),
    ),
    "erase": (
        entry(Erasure(player=ANN)),
        '{"accepted_at":1790000000000,"kind":"erase","number":7,"player":3}',
    ),
}
"""What it is -> the entry, and its line."""
