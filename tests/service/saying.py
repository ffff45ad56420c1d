"""What a use case said, as what the test expects it to be."""

from terazi.core.codes import Code, Refusal
from terazi.core.entries import Rated
from terazi.service.answers import Answer
from terazi.service.explanations import Explained
from terazi.service.profiles import HistoryPage, Profile
from terazi.service.tournaments import TournamentView


def answered(outcome: object) -> Answer:
    assert isinstance(outcome, Answer), outcome
    return outcome


def refused(outcome: object) -> Code:
    assert isinstance(outcome, Refusal), outcome
    return outcome.code


def rated(answer: Answer) -> tuple[Rated, Rated]:
    winner, loser = answer.entry.effects
    assert isinstance(winner, Rated)
    assert isinstance(loser, Rated)
    return winner, loser


def profile(outcome: object) -> Profile:
    assert isinstance(outcome, Profile), outcome
    return outcome


def history_page(outcome: object) -> HistoryPage:
    assert isinstance(outcome, HistoryPage), outcome
    return outcome


def tournament_view(outcome: object) -> TournamentView:
    assert isinstance(outcome, TournamentView), outcome
    return outcome


def explained(outcome: object) -> Explained:
    assert isinstance(outcome, Explained), outcome
    return outcome
