"""Who may enter the ledger: what is there already, and why something is refused."""

from terazi.core.codes import Code, Refusal
from terazi.core.entries import (
    Award,
    Entry,
    Erasure,
    Facts,
    Opening,
    Podium,
    Registration,
    RulebookChange,
    Settings,
    Tournament,
    Visibility,
    Void,
)
from terazi.core.state import Ladder
from terazi.core.types import (
    LARGEST_AMOUNT,
    LONGEST_NAME,
    MOST_AWARDS,
    MOST_PLACED,
    MOST_RECENT,
    Game,
    P,
    PlayerNumber,
)


def seen(ladder: Ladder, facts: Facts) -> Entry | Refusal | None:
    """The entry that already holds these facts; refused where it holds others of that id (R6, R15, R16)."""
    match facts:
        case Game():
            return _same(ladder.games.get(facts.game_id), facts, facts.game_id)
        case Tournament():
            return _same(ladder.tournaments.get(facts.tournament), facts, facts.tournament)
        case Podium():
            return _same(ladder.podiums.get(facts.tournament), facts, facts.tournament)
        case Award():
            return _same(ladder.awards.get((facts.tournament, facts.player)), facts, facts.tournament)
        case Void():  # a void is final: voiding again, for whatever reason, gives the stored answer
            return ladder.voids.get(facts.entry)
        case Settings() | RulebookChange() | Registration() | Opening() | Erasure():
            return None


def _same(entry: Entry | None, facts: Facts, name: str) -> Entry | Refusal | None:
    if entry is None or entry.facts == facts:
        return entry
    return Refusal(code=Code.CONFLICT, value=name, other=f"#{entry.number}")


def admit(ladder: Ladder, facts: Facts, at: int) -> Refusal | None:
    """Why facts that are new to the ladder are refused at moment `at` (UTC ms), or None."""
    match facts:
        case Game():
            return (
                admit_result(ladder, facts, at)
                or _players(ladder, facts.winner, facts.loser)
                or _replaced_is_void(ladder, facts)
            )
        case RulebookChange():
            return _rulebook(ladder, facts, at)
        case Opening():
            return _players(ladder, facts.player) or _opening(ladder, facts)
        case Podium():
            return _podium(ladder, facts)
        case Award():
            return _players(ladder, facts.player) or _award(ladder, facts)
        case Void():
            return None if facts.entry in ladder.voidable else _not_voidable(ladder, facts)
        case Erasure():
            return _players(ladder, facts.player)
        case Tournament():
            return (
                _at_most("name", len(facts.name), LONGEST_NAME)
                or _at_most("awards", len(facts.awards), MOST_AWARDS)
                or _amounts("awards", facts.awards)
            )
        case Settings() | Registration():
            return None


def admit_result(ladder: Ladder, game: Game[P], at: int) -> Refusal | None:
    """What can be said of a game before its players are numbered: R12, R3, R5 and what it replaces (R16)."""
    if game.winner == game.loser:  # R12
        return Refusal(code=Code.SAME_PLAYER, field="loser", value=str(game.loser))
    formula = ladder.rulebook.in_force(game.finished_at)
    if isinstance(formula, Refusal):
        return formula
    if game.replaces is None:
        return _arrival(ladder, game, at)
    # R16: a correction may come as late as it will, but not (R3) from the future: every version until then
    # would be barred.
    early = _in_the_future(ladder, game, at)
    if early is not None:
        return early
    if game.replaces == game.game_id or game.replaces not in ladder.games:
        return Refusal(code=Code.UNKNOWN_GAME, field="replaces", value=game.replaces)
    if game.replaces in ladder.replaced:
        other = ladder.replaced[game.replaces]
        return Refusal(code=Code.ALREADY_REPLACED, field="replaces", value=game.replaces, other=other)
    return None


def _arrival(ladder: Ladder, game: Game[P], at: int) -> Refusal | None:
    late = ladder.settings.late_ms
    if late is not None and game.finished_at < at - late:
        return Refusal(code=Code.TOO_LATE, field="finished_at", value=game.game_id)
    return _in_the_future(ladder, game, at)


def _in_the_future(ladder: Ladder, game: Game[P], at: int) -> Refusal | None:
    early = ladder.settings.early_ms
    if early is not None and game.finished_at > at + early:
        return Refusal(code=Code.IN_THE_FUTURE, field="finished_at", value=game.game_id)
    return None


def _players(ladder: Ladder, *players: PlayerNumber) -> Refusal | None:
    for player in players:
        if player not in ladder.players:
            return Refusal(code=Code.UNKNOWN_PLAYER, value=str(player))
        if ladder.players[player].erased:
            return Refusal(code=Code.PLAYER_ERASED, value=str(player))
    return None


def _replaced_is_void(ladder: Ladder, game: Game[PlayerNumber]) -> Refusal | None:
    if game.replaces is None or ladder.games[game.replaces].number in ladder.voids:
        return None
    return Refusal(code=Code.REPLACED_STANDS, field="replaces", value=game.replaces)


def _rulebook(ladder: Ladder, change: RulebookChange, at: int) -> Refusal | None:
    too_long = _at_most("formula", len(change.edition.formula.name), LONGEST_NAME)
    if too_long is not None:
        return too_long
    extended = ladder.rulebook.extended(change.edition)
    if isinstance(extended, Refusal):
        return extended
    if ladder.last_finish is None:  # R3: before the first game any dates may be set
        return None
    earliest = max(ladder.last_finish, at + (ladder.settings.early_ms or 0))
    if change.edition.effective_from <= earliest:
        name = change.edition.formula.name
        return Refusal(code=Code.RULEBOOK_BACKDATED, field="effective_from", value=name)
    return None


def _opening(ladder: Ladder, opening: Opening) -> Refusal | None:
    if ladder.players[opening.player].rated:  # R7: an opening comes before the first rated event
        return Refusal(code=Code.OPENING_TOO_LATE, value=str(opening.player))
    return _at_most("recent", len(opening.recent), MOST_RECENT) or _amounts("rating", (opening.rating,))


def _at_most(field: str, found: int, most: int) -> Refusal | None:
    """A list or a name may have so many parts: no entry may outgrow a published log (docs/log.md)."""
    return (
        Refusal(code=Code.BAD_VALUE, field=field, value=str(found), other=f"0 … {most}")
        if found > most
        else None
    )


def _amounts(field: str, amounts: tuple[int, ...]) -> Refusal | None:
    for amount in amounts:
        if abs(amount) > LARGEST_AMOUNT:
            bounds = f"{-LARGEST_AMOUNT} … {LARGEST_AMOUNT}"
            return Refusal(code=Code.BAD_VALUE, field=field, value=str(amount), other=bounds)
    return None


def _podium(ladder: Ladder, podium: Podium) -> Refusal | None:
    if podium.tournament not in ladder.tournaments:
        return Refusal(code=Code.UNKNOWN_TOURNAMENT, value=podium.tournament)
    too_many = _at_most("places", len(podium.places), MOST_PLACED)
    if too_many is not None:
        return too_many
    players = [player for _, player in podium.places]
    if len(set(players)) < len(players) or any(place < 1 for place, _ in podium.places):
        return Refusal(code=Code.BAD_PODIUM, field="places", value=podium.tournament)
    return next((refusal for player in players if (refusal := _players(ladder, player))), None)


def _award(ladder: Ladder, award: Award) -> Refusal | None:
    tournament, podium = ladder.tournament(award.tournament), ladder.podium(award.tournament)
    placed = podium is not None and (award.place, award.player) in podium.places
    if tournament is None or not placed or tournament.visibility is Visibility.PRIVATE:
        return Refusal(code=Code.NO_AWARD, value=award.tournament)
    if award.place > len(tournament.awards):  # R15: a podium without awards writes none
        return Refusal(code=Code.NO_AWARD, field="place", value=str(award.place))
    return None


def _not_voidable(ladder: Ladder, void: Void) -> Refusal:
    code = Code.NOT_VOIDABLE if 0 <= void.entry < ladder.head else Code.UNKNOWN_ENTRY
    return Refusal(code=code, value=str(void.entry))
