"""Laws of any history: `decide` changes nothing, the ledger is lawful, repeats are answered."""

from hypothesis import given, settings

from terazi.core.codes import Refusal
from terazi.core.entries import Award, Podium, Tournament, Void
from terazi.core.ladder import apply, decide
from terazi.core.types import Game
from terazi.core.window import WINDOW_MS
from tests.core.book import Book
from tests.core.laws import assert_lawful
from tests.strategies import Told, histories


@settings(max_examples=settings().max_examples // 2)
@given(histories())
def test_every_history_makes_a_lawful_ledger(history: list[Told]) -> None:
    told = Book()
    before = repr(told.ladder)
    for each in history:
        answer = decide(told.ladder, each.facts, each.at)
        assert repr(told.ladder) == before, "decide never changes anything"
        if isinstance(answer, Refusal):
            continue
        if answer.number < told.ladder.head:
            assert answer is told.entries[answer.number], "what was told before gives the stored answer"
            continue
        apply(told.ladder, answer)
        told.entries.append(answer)
        before = repr(told.ladder)
    assert_lawful(told.entries, told.ladder)


@settings(max_examples=settings().max_examples // 4)
@given(histories())
def test_whatever_was_told_once_changes_nothing_when_told_again(history: list[Told]) -> None:
    told = Book()
    for each in history:
        told.tell(each.facts, each.at)
    before = repr(told.ladder)
    for entry in told.entries:
        if isinstance(entry.facts, Game | Void | Tournament | Podium | Award):
            assert told.tell(entry.facts, entry.accepted_at + 10 * WINDOW_MS) is entry  # R6, R15, R16
    assert repr(told.ladder) == before
