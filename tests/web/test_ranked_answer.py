"""The answer that is spelled at once says what the general one says, byte for byte."""

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from terazi.core.entries import Entry
from terazi.core.types import Game, PlayerId, PlayerNumber
from terazi.service.answers import Answer
from terazi.web.ranked_answer import answer_json
from terazi.web.showing import answer_members, to_json
from tests.ledger.kinds import LINES
from tests.strategies import game_entries, ids

GAMES = [entry for entry, _ in LINES.values() if isinstance(entry.facts, Game)]


def numbers_of(entry: Entry) -> list[PlayerNumber]:
    return [effect.player for effect in entry.effects]


@given(game_entries() | st.sampled_from(GAMES), st.lists(ids(), max_size=2))
def test_every_game_is_answered_in_the_general_words(entry: Entry, known: list[str]) -> None:
    names: Mapping[PlayerNumber, PlayerId] = dict(zip(numbers_of(entry), map(PlayerId, known), strict=False))
    answer = Answer(entry=entry, ids=names)
    assert answer_json(answer) == to_json(answer_members(answer))
