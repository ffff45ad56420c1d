"""Canonical JSON: RFC 8785, for what entries are made of."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.ledger.canonical import LARGEST_INTEGER, Value, canonical

TEXTS = st.text(st.characters(codec="utf-8"))
KEYS = st.text("abcdefghijklmnopqrstuvwxyz_", max_size=9)
LEAVES = st.integers(-LARGEST_INTEGER, LARGEST_INTEGER) | TEXTS | st.booleans()
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=8,
)


@given(VALUES)
def test_what_is_written_reads_back_as_it_was(value: Value) -> None:
    assert json.loads(canonical(value)) == value


@given(st.dictionaries(KEYS, LEAVES))
def test_the_order_of_members_does_not_matter(members: dict[str, Value]) -> None:
    assert canonical(dict(reversed(members.items()))) == canonical(members)


@given(VALUES)
def test_there_are_no_blanks_between_tokens(value: Value) -> None:
    spaced = json.dumps(value, sort_keys=True, ensure_ascii=False).encode()
    assert len(canonical(value)) <= len(spaced)
    assert canonical(json.loads(spaced)) == canonical(value)


# RFC 8785, 3.2.2.2: two-letter escapes where there are some, \u00xx in lower case for other control
# characters, everything else as it is.
ESCAPES = [
    ('"', b'"\\""'),
    ("\\", b'"\\\\"'),
    ("/", b'"/"'),
    ("\b\t\n\f\r", b'"\\b\\t\\n\\f\\r"'),
    ("\x00\x0f\x1f", b'"\\u0000\\u000f\\u001f"'),
    ("\x7f\x80", b'"\x7f\xc2\x80"'),
    (
        "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"\u002f",
        b'"\xe2\x82\xac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"',
    ),  # 3.2.2
    ("\u2028\u2029", b'"\xe2\x80\xa8\xe2\x80\xa9"'),
    ("😀", b'"\xf0\x9f\x98\x80"'),
]


@pytest.mark.parametrize(("text", "written"), ESCAPES, ids=[ascii(text) for text, _ in ESCAPES])
def test_only_what_must_be_escaped_is(text: str, written: bytes) -> None:
    assert canonical(text) == written


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0, b"0"),
        (-1, b"-1"),
        (LARGEST_INTEGER, b"9007199254740991"),
        (True, b"true"),
        ([], b"[]"),
        ({}, b"{}"),
        ([1, [False, {"b": 1, "a": 2}]], b'[1,[false,{"a":2,"b":1}]]'),
    ],
    ids=str,
)
def test_spellings_of_values(value: Value, written: bytes) -> None:
    assert canonical(value) == written


def test_a_lone_surrogate_has_no_bytes() -> None:
    with pytest.raises(UnicodeEncodeError):
        canonical("\ud800")
