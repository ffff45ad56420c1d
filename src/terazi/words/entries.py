"""Every entry of the ledger as lines of text: what it is, what it did to whom."""

from typing import assert_never

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
    Void,
)
from terazi.core.types import STARTING_RATING, Game, PlayerNumber
from terazi.words.catalogue import Words
from terazi.words.explanation import INDENT, Naming, effect_lines, game_lines, recorded
from terazi.words.instants import since
from terazi.words.shown import shown

KINDS: dict[type[Facts], str] = {
    Settings: "settings",
    RulebookChange: "rulebook",
    Registration: "register",
    Opening: "opening",
    Game: "game",
    Tournament: "tournament",
    Podium: "tournament",
    Award: "award",
    Void: "void",
    Erasure: "erase",
}
"""Class of facts -> the kind of its entries (R22)."""


def kind_label(words: Words, facts: Facts) -> str:
    """What the kind of an entry is called (R22)."""
    return words.template(f"kind.{KINDS[type(facts)]}")


def entry_lines(words: Words, entry: Entry, name: Naming, *, voided: Entry | None = None) -> list[str]:
    """Any entry as lines of text; of a rated game only the changes, whose sums are in `explanation_lines`.

    `voided` is the entry that a void took back, where the teller has it.
    """
    if isinstance(entry.facts, Game):
        return game_lines(words, entry, name)
    title = _sentence(words, entry, name, voided)
    return [title, INDENT + recorded(words, entry), *effect_lines(words, entry.effects, name)]


def _sentence(words: Words, entry: Entry, name: Naming, voided: Entry | None) -> str:
    facts = entry.facts
    match facts:
        case Settings():
            return words.template("entry.settings")
        case RulebookChange(edition=edition):
            moment = since(words, edition.effective_from)
            return words.say("entry.rulebook", formula=shown(edition.formula.name), since=moment)
        case Registration():
            player = shown(name(PlayerNumber(entry.number)))
            return words.say("entry.register", player=player, rating=words.numbers.rating(STARTING_RATING))
        case Opening(player=number, rating=rating, recent=recent):
            places = {"rating": words.numbers.rating(rating), "games": words.numbers.integer(len(recent))}
            return words.say("entry.opening", player=shown(name(number)), **places)
        case Tournament():
            return _tournament(words, facts)
        case Podium(tournament=tournament, places=podium):
            placed = (f"{words.numbers.ordinal(place)} {shown(name(number))}" for place, number in podium)
            return words.say("entry.podium", tournament=shown(tournament), places=", ".join(placed))
        case Award(tournament=tournament, place=place):
            return words.say("entry.award", tournament=shown(tournament), place=words.numbers.ordinal(place))
        case Void():
            return _void(words, facts, voided)
        case Erasure(player=number):
            return words.say("entry.erase", player=shown(name(number)))
        case Game():
            raise AssertionError("games are told by `game_lines`")
        case _:
            assert_never(facts)


def _tournament(words: Words, tournament: Tournament) -> str:
    awards = ", ".join(words.numbers.signed(award) for award in tournament.awards)
    return words.say(
        "entry.tournament",
        tournament=shown(tournament.tournament),
        name=shown(tournament.name),
        visibility=words.label(tournament.visibility),
        awards=awards or words.template("entry.no_awards"),
    )


def _void(words: Words, void: Void, voided: Entry | None) -> str:
    places = {"voided": str(void.entry), "reason": words.label(void.reason)}
    match voided.facts if voided is not None else None:
        case Game(game_id=game):
            return words.say("entry.void_game", game=shown(game), **places)
        case Award(tournament=tournament):
            return words.say("entry.void_award", tournament=shown(tournament), **places)
        case _:
            return words.say("entry.void", **places)
