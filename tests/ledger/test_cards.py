"""Cards: who a number is, shown by id and salt (R22)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.types import PlayerId, PlayerNumber
from terazi.ledger.cards import Card, Salts, decode_card, encode_card
from terazi.ledger.digest import commitment
from tests.strategies import ids, numbers

CARDS = st.builds(
    Card,
    number=numbers().map(PlayerNumber),
    player=ids().map(PlayerId),
    salt=st.binary(min_size=32, max_size=32),
)
CARD = Card(number=PlayerNumber(2), player=PlayerId("İlk"), salt=bytes(32))


@given(CARDS)
def test_a_card_comes_back_from_its_line(card: Card) -> None:
    assert decode_card(encode_card(card)) == card


def test_a_card_is_written_like_this() -> None:
    wanted = f'{{"number":2,"player":"İlk","salt":"{"00" * 32}"}}'
    assert encode_card(CARD).decode() == wanted


def test_a_card_shows_what_the_registration_commits_to() -> None:
    assert CARD.commitment == commitment(CARD.player, CARD.salt)


def test_each_player_gets_a_salt_of_their_own() -> None:
    salts = Salts()
    players = [PlayerId(name) for name in ("a", "b", "c")]
    commitments = [salts.commit(player) for player in players]
    cards = [*salts.cards((player, PlayerNumber(number)) for number, player in enumerate(players))]
    assert [card.commitment for card in cards] == commitments
    assert len({card.salt for card in cards}) == 3
    assert {len(card.salt) for card in cards} == {32}


@pytest.mark.parametrize(
    "changed",
    [
        {"number": "2"},
        {"number": True},
        {"number": None},
        {"player": 5},
        {"player": ""},
        {"player": "a\n"},
        {"player": "\ud800"},
        {"salt": "00"},
        {"salt": "00" * 33},
        {"salt": "zz" * 32},
        {"salt": 0},
    ],
    ids=ascii,
)
def test_what_is_no_card_is_refused(changed: dict[str, object]) -> None:
    value = {"number": 2, "player": "a", "salt": "00" * 32} | changed
    with pytest.raises(ValueError):  # noqa: PT011 (the message is the parser's)
        decode_card(json.dumps(value).encode())


@given(
    st.binary(max_size=60)
    | st.sampled_from((b"[]", b"{}", b"null", b"[" * 100_000, b'{"number":2}', b"\xff"))
)
def test_arbitrary_bytes_are_no_card(line: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        decode_card(line)
