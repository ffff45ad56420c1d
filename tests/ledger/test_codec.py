"""Entries and their lines: one spelling, and nothing else is an entry."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.entries import Entry, Settings
from terazi.core.formula import LARGEST_DIVISOR, LARGEST_K
from terazi.core.types import FIRST_INSTANT_MS, LAST_INSTANT_MS
from terazi.ledger.canonical import LARGEST_INTEGER
from terazi.ledger.codec import NotAnEntry, decode, encode, encode_any, parse
from tests.ledger.kinds import LINES
from tests.strategies import entries

PAIRS = st.sampled_from([*LINES.values()])


def written(value: object, *, sort: bool = True) -> bytes:
    """A value as our own writer would spell it, were it an entry."""
    line = json.dumps(value, sort_keys=sort, separators=(",", ":"), ensure_ascii=False)
    return line.encode(errors="surrogatepass")


# --- there and back --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LINES)
def test_each_kind_is_written_like_this(name: str) -> None:
    entry, line = LINES[name]
    assert encode(entry).decode() == line
    assert decode(line.encode()) == parse(line.encode())[0] == entry


@given(entries())
def test_every_entry_comes_back_from_its_line(entry: Entry) -> None:
    line = encode(entry)
    assert b"\n" not in line
    assert decode(line) == entry


@given(entries() | st.sampled_from([entry for entry, _ in LINES.values()]))
def test_the_quick_spelling_is_the_plain_one(entry: Entry) -> None:
    assert encode(entry) == encode_any(entry)


# --- whatever else it is, it is not an entry --------------------------------------------------------


def is_refused_or_exact(line: bytes) -> None:
    """The law of `decode`: an entry with exactly this line, or `NotAnEntry` and nothing else."""
    try:
        entry = decode(line)
    except NotAnEntry:
        return
    assert encode(entry) == line


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode(errors="surrogatepass")))
def test_arbitrary_bytes_are_no_entry(line: bytes) -> None:
    with pytest.raises(NotAnEntry):
        decode(line)


WILD = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=9)
    | st.sampled_from((2**53, -(2**53), 2**64, 10**400, -0.0, "\ud800", "ranked", "1.3.1", "drop", "gammon")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=5,
)
"""JSON values of every sort, wild ones too."""


@given(
    st.dictionaries(st.sampled_from(("number", "accepted_at", "kind", "player", "rating", "recent")), WILD)
)
def test_arbitrary_objects_are_no_entry(value: dict[str, object]) -> None:
    is_refused_or_exact(written(value))


@given(PAIRS, st.data())
def test_a_real_line_with_a_wild_value_is_refused_or_is_another_exact_entry(
    pair: tuple[Entry, str], data: st.DataObject
) -> None:
    value = json.loads(pair[1])
    place, key = data.draw(st.sampled_from([*members(value)]))
    place[key] = data.draw(WILD | st.sampled_from([*place.values()]))
    is_refused_or_exact(written(value))


def members(value: dict[str, Any]) -> list[tuple[dict[str, Any], str]]:
    """Every member of an object and of the objects in it, as (object, key)."""
    inner = [item for item in value.values() if isinstance(item, dict)]
    return [(each, key) for each in (value, *inner) for key in each]


@given(PAIRS, st.integers(0, 500), st.binary(max_size=3), st.integers(0, 3))
def test_a_real_line_with_bytes_changed_is_refused_or_is_another_exact_entry(
    pair: tuple[Entry, str], at: int, put: bytes, cut: int
) -> None:
    line = pair[1].encode()
    is_refused_or_exact(line[:at] + put + line[at + cut :])


MAY_BE_ABSENT = {
    "settings": {"late_ms", "early_ms"},  # R5: no limit
    "ranked game": {"formula", "replaces"},
    "boosted game": {"unrated"},
    "tournament game": {"unrated", "tournament"},
}
"""Members whose absence says something else, so that there still is an entry, but another one."""


@pytest.mark.parametrize("name", LINES)
def test_every_other_member_is_needed(name: str) -> None:
    entry, line = LINES[name]
    for index, (_, key) in enumerate(members(json.loads(line))):
        value = json.loads(line)
        place, _ = members(value)[index]
        del place[key]
        if key in MAY_BE_ABSENT.get(name, ()):
            assert decode(written(value)) != entry
        else:
            with pytest.raises(NotAnEntry):
                decode(written(value))


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("key", ["", "aaa", "note", "zzz", "Number"])
def test_an_unknown_member_makes_it_no_entry(name: str, key: str) -> None:
    for index in range(len(members(json.loads(LINES[name][1])))):
        value = json.loads(LINES[name][1])
        place, _ = members(value)[index]
        place[key] = 1
        line = written(value)
        with pytest.raises(NotAnEntry):
            decode(line)
        assert parse(line) == (
            LINES[name][0],
            LINES[name][1].encode(),
        )  # which passes over what it does not know


@pytest.mark.parametrize("side", ["winner", "loser", "placed"])
@pytest.mark.parametrize(
    "name", ["settings", "rulebook", "register", "opening", "tournament", "podium", "erase"]
)
def test_a_kind_that_moves_nobody_has_no_sides(name: str, side: str) -> None:
    value = json.loads(LINES[name][1]) | {side: {"event": 1, "player": 3}}
    with pytest.raises(NotAnEntry):
        decode(written(value))


# The plain ranked game's line -> a line that says the same, or nearly, in another spelling.
GAME = LINES["ranked game"][1]
SPELLINGS: dict[str, Callable[[str], bytes]] = {
    "a blank": lambda line: line.replace(",", ", ", 1).encode(),
    "a line feed": lambda line: (line + "\n").encode(),
    "a byte order mark": lambda line: line.encode("utf-8-sig"),
    "UTF-16": lambda line: line.encode("utf-16"),
    "UTF-32": lambda line: line.encode("utf-32-le"),
    "members in another order": lambda line: written(dict(reversed(json.loads(line).items())), sort=False),
    "a member twice": lambda line: line.replace('"cube":2', '"cube":2,"cube":2').encode(),
    "a member twice, the first another": lambda line: line.replace('"cube":2', '"cube":4,"cube":2').encode(),
    "a letter escaped": lambda line: line.replace("ranked", "r\\u0061nked").encode(),
    "a needless escape": lambda line: line.replace('"g0"', '"g\\/"').encode(),
    "a key escaped": lambda line: line.replace('"cube"', '"c\\u0075be"').encode(),
    "a number as a float": lambda line: line.replace('"cube":2', '"cube":2.0').encode(),
    "a number with an exponent": lambda line: line.replace('"cube":2', '"cube":2e0').encode(),
    "a number as text": lambda line: line.replace('"cube":2', '"cube":"2"').encode(),
    "a number as a truth": lambda line: line.replace('"number":7', '"number":true').encode(),
    "minus zero": lambda line: line.replace('"number":7', '"number":-0').encode(),
    "a plus sign": lambda line: line.replace('"number":7', '"number":+7').encode(),
    "a leading zero": lambda line: line.replace('"number":7', '"number":07').encode(),
    "not a number": lambda line: line.replace('"number":7', '"number":NaN').encode(),
    "infinity": lambda line: line.replace('"number":7', '"number":-Infinity').encode(),
    "a null": lambda line: line.replace('"number":7', '"number":null').encode(),
    "an absent member as null": lambda line: line.replace('"g0"', "null").encode(),
    "a huge number": lambda line: line.replace('"number":7', f'"number":{2**53}').encode(),
    "more digits than are read": lambda line: line.replace('"number":7', f'"number":{"9" * 5000}').encode(),
    "a lone surrogate": lambda line: line.replace('"g0"', '"\\ud800"').encode(),
    "bytes that are no UTF-8": lambda line: line.encode().replace(b'"g0"', b'"\xff"'),
    "an overlong UTF-8": lambda line: line.encode().replace(b'"g0"', b'"\xc0\xaf"'),
    "a surrogate in UTF-8": lambda line: line.encode().replace(b'"g0"', b'"\xed\xa0\x80"'),
    "a NUL": lambda line: line.encode() + b"\0",
    "something after it": lambda line: (line + "{}").encode(),
    "half of it": lambda line: line[: len(line) // 2].encode(),
    "a list around it": lambda line: f"[{line}]".encode(),
    "deep nesting": lambda line: line.replace('"number":7', f'"number":{"[" * 100_000}').encode(),
    "deep objects": lambda line: (line[:-1] + ',"z":' + '{"a":' * 100_000).encode(),
    "a sum that does not add up": lambda line: line.replace('"after":1509', '"after":1510').encode(),
    "another kind": lambda line: line.replace('"kind":"game"', '"kind":"match"').encode(),
    "a kind that is no text": lambda line: line.replace('"kind":"game"', '"kind":["game"]').encode(),
    "no cube": lambda line: line.replace('"cube":2', '"cube":3').encode(),
    "no such mode": lambda line: line.replace('"ranked"', '"Ranked"').encode(),
    "no such version of the truth": lambda line: line.replace('"ranked"', "true").encode(),
    "a side that is no object": lambda line: line.replace('"replaces":"g0"', '"winner":5').encode(),
    "a side that is a list": lambda line: line[: line.index('"winner"')].encode() + b'"winner":[]}',
    "an id with a control character": lambda line: line.replace('"g0"', '"g\\u001b"').encode(),
    "an id with a blank outside": lambda line: line.replace('"g0"', '"g0 "').encode(),
    "an empty id": lambda line: line.replace('"g0"', '""').encode(),
    "a win that this ending cannot make": lambda line: line.replace('"resign"', '"timeout"').encode(),  # R10
    "before time begins": lambda line: line.replace("1790000000000", str(FIRST_INSTANT_MS - 1)).encode(),
    "after time ends": lambda line: line.replace("1789999999995", str(LAST_INSTANT_MS + 1)).encode(),
    "empty": lambda line: b"",
    "an empty object": lambda line: b"{}",
    "a bare number": lambda line: b"7",
}  # fmt: skip


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_another_spelling_is_no_entry(spelling: str) -> None:
    line = SPELLINGS[spelling](GAME)
    assert line != GAME.encode()
    with pytest.raises(NotAnEntry):
        decode(line)


def test_the_members_in_another_order_tell_the_same() -> None:
    assert parse(SPELLINGS["members in another order"](GAME)) == (decode(GAME.encode()), GAME.encode())


# Kind, what stands there, what is put in its place: values that no ladder can hold.
IMPOSSIBLE = [
    ("rulebook", '"divisor":1200', '"divisor":0'),
    ("rulebook", '"divisor":1200', f'"divisor":{LARGEST_DIVISOR + 1}'),
    ("rulebook", '"k":32', '"k":-32'),
    ("rulebook", '"k":32', f'"k":{LARGEST_K + 1}'),
    ("rulebook", '"busy_games":50,', ""),
    ("rulebook", '"busy_k":16,', ""),
    ("rulebook", '"cube_rule":"one_to_two"', '"cube_rule":"doubles"'),
    ("rulebook", '"gammon_rule":"nothing"', '"gammon_rule":null'),
    ("rulebook", '"formula":"1.3.1"', '"formula":""'),
    ("rulebook", '"kind"', '"assumed":true,"kind"'),
    ("rulebook with an assumed number", '"assumed":true,', ""),
    ("rulebook with an assumed number", '"assumed":true', '"assumed":false'),
    ("settings", '"assumed":true,', ""),
    ("settings", '"assumed":true', '"assumed":1'),
    ("settings", '"sparks_win":10', '"sparks_win":null'),
    ("opening", '"recent":[5,3]', '"recent":[5,true]'),
    ("opening", '"recent":[5,3]', '"recent":[5.0]'),
    ("opening", '"recent":[5,3]', '"recent":5'),
    ("opening", '"recent":[5,3]', '"recent":""'),
    ("opening", '"recent":[5,3]', f'"recent":[{LARGEST_INTEGER}]'),
    ("register", '"00ff"', "255"),
    ("tournament", '"awards":[50,-1]', '"awards":["50"]'),
    ("tournament", '"visibility":"private"', '"visibility":"secret"'),
    ("podium", '{"place":1,"player":3}', "[1,3]"),
    ("podium", '{"place":1,"player":3}', '{"place":1,"player":3,"rating":9}'),
    ("podium", '"place":1', '"place":"1"'),
    ("void of an award", '"voids":5', '"voids":"5"'),
    ("void of an award", '"reason":"cheating"', '"reason":"because"'),
    ("void of an award", '"event":2,', ""),
    ("boosted game", '"unrated":"boosted"', '"unrated":"because"'),
    ("boosted game", '"assumed":true,', ""),
    ("erase", '"player":3', '"player":{"player":3}'),
]


@pytest.mark.parametrize(("name", "old", "new"), IMPOSSIBLE)
def test_impossible_values_make_it_no_entry(name: str, old: str, new: str) -> None:
    line = LINES[name][1]
    assert old in line
    with pytest.raises(NotAnEntry):
        decode(line.replace(old, new).encode())


# What stands there, what is put in its place, the member that is to blame and what it says.
BLAMED = [
    ('"cube":2', '"cube":3', "cube", "3"),
    ('"cube":2', '"cube":[2,{"é":null}]', "cube", '[2, {"é": null}]'),
    ('"cube":2,', "", "cube", ""),
    ('"win":"gammon"', '"win":"triple"', "win", '"triple"'),
    ('"kind":"game"', '"kind":"match"', "kind", '"match"'),
    ('"number":7', '"number":7.5', "number", "7.5"),
    ('"before":1500,"delta":9', '"before":true,"delta":9', "winner.before", "true"),
    ('"g0"', '"\\ud800"', "replaces", '"\\ud800"'),
    ("1789999999995", "1e400", "finished_at", "Infinity"),
    (" ", " ", "", ""),
]


@pytest.mark.parametrize(("old", "new", "field", "says"), BLAMED)
def test_the_member_that_makes_it_no_entry_is_named(old: str, new: str, field: str, says: str) -> None:
    line = GAME.replace(old, new, 1) if old != new else f"{GAME} "
    assert line != GAME
    with pytest.raises(NotAnEntry) as raised:
        decode(line.encode())
    assert (raised.value.field, raised.value.says) == (field, says)
    fault = raised.value.fault(7)
    assert (fault.field, fault.says, fault.should) == (field, says, "" if says else field)


def test_settings_without_limits_are_not_the_default_ones() -> None:
    facts = decode(LINES["settings without limits"][1].encode()).facts
    assert isinstance(facts, Settings)
    assert (facts.late_ms, facts.early_ms) == (None, None)
