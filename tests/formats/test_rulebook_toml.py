"""R20: a rulebook is a dated list of versions in a TOML file."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.catalogue import CATALOGUE, CURRENT
from terazi.core.codes import Code, Refusal
from terazi.core.formula import CubeRule, Formula, GammonRule
from terazi.core.rulebook import Edition, Rulebook, always
from terazi.core.types import FIRST_INSTANT_MS
from terazi.formats.instants import instant_text, parse_instant
from terazi.formats.rulebook_toml import read_rulebook, rulebook_from
from tests.house.tree import ROOT

EXAMPLE = ROOT / "examples" / "rulebook.toml"
BEGIN = '[[version]]\neffective_from = "beginning"\n'


def refusal(text: str) -> tuple[Code, str]:
    found = rulebook_from(text.encode())
    assert isinstance(found, Refusal), found
    return found.code, found.field


def formula(text: str) -> Formula:
    """The one version that has these lines besides its date."""
    found = rulebook_from((BEGIN + text).encode())
    assert isinstance(found, Rulebook), found
    (edition,) = found.editions
    return edition.formula


# --- laws ------------------------------------------------------------------------------------------

PIECES = [
    *BEGIN.splitlines(keepends=True),
    'formula = "1.3.1"\n',
    'name = "x"\n',
    "divisor = 400\n",
    "k = 0\n",
    "[x]\n",
    "busy_games = 50\n",
    'effective_from = "2027-01-01T00:00:00Z"\n',
    "version = 1\n",
    "k = nan\n",
    '"',
    "\0",
    "[",
]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join) | st.text(max_size=20))
def test_whatever_the_text_it_is_a_rulebook_or_refused(text: str) -> None:
    assert isinstance(rulebook_from(text.encode("utf-8", "surrogatepass")), Rulebook | Refusal)


@given(
    st.lists(st.tuples(st.integers(-(10**13), 10**14), st.sampled_from([*CATALOGUE])), min_size=1, max_size=4)
)
def test_versions_come_in_the_order_of_their_dates_or_are_refused(versions: list[tuple[int, str]]) -> None:
    text = "".join(
        f'[[version]]\neffective_from = "{instant_text(instant)}"\nformula = "{name}"\n'
        for instant, name in versions
    )
    dates = [instant for instant, _ in versions]
    if dates == sorted(set(dates)):
        editions = tuple(Edition(effective_from=at, formula=CATALOGUE[name]) for at, name in versions)
        assert rulebook_from(text.encode()) == Rulebook(editions)
    else:
        assert refusal(text) == (Code.RULEBOOK_BACKDATED, "effective_from")


@given(
    st.integers(1, 100_000),
    st.integers(1, 1000),
    st.none() | st.tuples(st.integers(1, 10_000), st.integers(1, 1000)),
    st.sampled_from(CubeRule),
    st.sampled_from(GammonRule),
)
def test_a_version_of_ones_own_has_the_parameters_that_it_says(
    divisor: int, k: int, busy: tuple[int, int] | None, cube_rule: CubeRule, gammon_rule: GammonRule
) -> None:
    week = f"busy_games = {busy[0]}\nbusy_k = {busy[1]}\n" if busy else ""
    rules = f'cube_rule = "{cube_rule}"\ngammon_rule = "{gammon_rule}"\n'
    assert formula(f'name = "own"\ndivisor = {divisor}\nk = {k}\n{week}{rules}') == Formula(
        name="own",
        divisor=divisor,
        k=k,
        busy_games=busy[0] if busy else None,
        busy_k=busy[1] if busy else None,
        cube_rule=cube_rule,
        gammon_rule=gammon_rule,
    )


# --- the example -----------------------------------------------------------------------------------


def test_the_example_is_a_rulebook_and_shows_every_key() -> None:
    rulebook = read_rulebook(str(EXAMPLE))
    assert isinstance(rulebook, Rulebook)
    versions = tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))["version"]
    assert {key for version in versions for key in version} == {
        "effective_from",
        "formula",
        "name",
        "divisor",
        "k",
        "busy_games",
        "busy_k",
        "cube_rule",
        "gammon_rule",
    }
    for word in [*CATALOGUE, *CubeRule, *GammonRule]:
        assert word in EXAMPLE.read_text(encoding="utf-8"), f"{word} is not explained"


def test_what_the_example_leaves_out_is_as_it_shows() -> None:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    shown = [line for line in lines if line.startswith(("k =", "cube_rule =", "gammon_rule ="))]
    own = 'name = "own"\ndivisor = 1000\n'
    assert len(shown) == 3
    assert formula(own) == formula(own + "\n".join(shown))


# --- values ----------------------------------------------------------------------------------------


def test_a_version_of_the_catalogue_is_named() -> None:
    assert rulebook_from((BEGIN + 'formula = "1.3.1"').encode()) == always(CURRENT)


@pytest.mark.parametrize(
    ("written", "instant"),
    [
        ('"beginning"', FIRST_INSTANT_MS),
        ('"2026-10-01T00:00:00+03:00"', parse_instant("2026-09-30T21:00:00Z")),
        ('"2026-10-01T00:00:00.5Z"', parse_instant("2026-10-01T00:00:00.500Z")),
        ("2026-10-01T00:00:00+03:00", parse_instant("2026-09-30T21:00:00Z")),  # TOML's own instants
        ("2026-10-01 00:00:00.5Z", parse_instant("2026-10-01T00:00:00.500Z")),
    ],
)
def test_a_date_is_rfc_3339_quoted_or_not(written: str, instant: int) -> None:
    found = rulebook_from(f'[[version]]\neffective_from = {written}\nformula = "1.3.1"\n'.encode())
    assert isinstance(found, Rulebook), found
    assert found.editions[0].effective_from == instant


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ('"2026-10-01T00:00:00"', Code.TIME_WITHOUT_OFFSET),
        ("2026-10-01T00:00:00", Code.TIME_WITHOUT_OFFSET),
        ('"2026-10-01T00:00:00.1234Z"', Code.TIME_TOO_FINE),
        ("2026-10-01T00:00:00.123456Z", Code.TIME_TOO_FINE),
        ('"2026-10-01"', Code.BAD_TIME),
        ("2026-10-01", Code.BAD_TIME),
        ("00:00:00", Code.BAD_TIME),
        ("20261001", Code.BAD_TIME),
        ('"Beginning"', Code.BAD_TIME),
        ("true", Code.BAD_TIME),
        ("[]", Code.BAD_TIME),
        ('""', Code.BAD_TIME),
    ],
)
def test_a_date_that_is_none_is_refused(written: str, code: Code) -> None:
    text = f'[[version]]\neffective_from = {written}\nformula = "1.3.1"\n'
    assert refusal(text) == (code, "version/0/effective_from")


OWN = 'name = "own"\ndivisor = 400\n'


@pytest.mark.parametrize(
    ("text", "code", "field"),
    [
        ("", Code.RULEBOOK_EMPTY, ""),
        ("version = []", Code.RULEBOOK_EMPTY, ""),
        ("versions = []", Code.UNKNOWN_FIELD, "versions"),
        ("version = 1", Code.BAD_VALUE, "version"),
        ('[version]\nformula = "1.3.1"', Code.BAD_VALUE, "version"),
        ("version = [1]", Code.BAD_VALUE, "version/0"),
        ('[[version]]\nformula = "1.3.1"', Code.MISSING_VALUE, "version/0/effective_from"),
        (BEGIN + 'formula = "1.3.2"', Code.UNKNOWN_FORMULA, "version/0/formula"),
        (BEGIN + "formula = 1.3", Code.UNKNOWN_FORMULA, "version/0/formula"),
        (BEGIN + 'formula = "1.3.1"\nk = 32', Code.BAD_FORMULA, "version/0/k"),
        (BEGIN + OWN + "K = 32", Code.UNKNOWN_FIELD, "version/0/K"),
        (BEGIN + "divisor = 400", Code.MISSING_VALUE, "version/0/name"),
        (BEGIN + 'name = "own"', Code.MISSING_VALUE, "version/0/divisor"),
        (BEGIN + 'name = " own"\ndivisor = 400', Code.BAD_FORMULA, "version/0/name"),
        (BEGIN + 'name = ""\ndivisor = 400', Code.BAD_FORMULA, "version/0/name"),
        (BEGIN + "name = 5\ndivisor = 400", Code.BAD_FORMULA, "version/0/name"),
        (BEGIN + 'name = "1.3.1"\ndivisor = 400', Code.BAD_FORMULA, "formula"),  # one name is one formula
        (BEGIN + 'name = "own"\ndivisor = 0', Code.BAD_FORMULA, "version/0/divisor"),
        (BEGIN + 'name = "own"\ndivisor = 100001', Code.BAD_FORMULA, "version/0/divisor"),
        (BEGIN + 'name = "own"\ndivisor = 400.0', Code.BAD_FORMULA, "version/0/divisor"),
        (BEGIN + 'name = "own"\ndivisor = "400"', Code.BAD_FORMULA, "version/0/divisor"),
        (BEGIN + OWN + "k = true", Code.BAD_FORMULA, "version/0/k"),
        (BEGIN + OWN + "k = 0", Code.BAD_FORMULA, "version/0/k"),
        (BEGIN + OWN + "k = 1001", Code.BAD_FORMULA, "version/0/k"),
        (BEGIN + OWN + "busy_k = 16", Code.MISSING_VALUE, "version/0/busy_games"),
        (BEGIN + OWN + "busy_games = 50", Code.MISSING_VALUE, "version/0/busy_k"),
        (BEGIN + OWN + "busy_k = 16\nbusy_games = 0", Code.BAD_FORMULA, "version/0/busy_games"),
        (BEGIN + OWN + "busy_k = 16\nbusy_games = 10001", Code.BAD_FORMULA, "version/0/busy_games"),
        (BEGIN + OWN + "busy_k = -1\nbusy_games = 50", Code.BAD_FORMULA, "version/0/busy_k"),
        (BEGIN + OWN + 'cube_rule = "half"', Code.BAD_FORMULA, "version/0/cube_rule"),
        (BEGIN + OWN + "cube_rule = []", Code.BAD_FORMULA, "version/0/cube_rule"),
        (BEGIN + OWN + "gammon_rule = 2", Code.BAD_FORMULA, "version/0/gammon_rule"),
        (BEGIN + OWN + BEGIN + 'formula = "1.3.1"', Code.RULEBOOK_BACKDATED, "effective_from"),
        (BEGIN + 'formula = "1.3.1', Code.UNREADABLE, ""),
        ("\0", Code.NUL_BYTE, ""),
        ("x = " + "[" * 100_000, Code.UNREADABLE, ""),
        ("x = " + "9" * 10_000, Code.UNREADABLE, ""),
    ],
)
def test_what_is_no_rulebook_is_refused_with_its_path(text: str, code: Code, field: str) -> None:
    assert refusal(text) == (code, field)


def test_a_rulebook_is_utf8_with_or_without_a_mark() -> None:
    assert rulebook_from(b"\xef\xbb\xbf" + EXAMPLE.read_bytes()) == read_rulebook(str(EXAMPLE))
    found = rulebook_from(b"# \xfe\n")
    assert isinstance(found, Refusal)
    assert found.code is Code.BAD_UTF8


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "large.toml").write_bytes(b"#" * 2_000_000)
    for path, code in [
        (tmp_path / "none.toml", Code.NOT_FOUND),
        (tmp_path, Code.NOT_A_FILE),
        (tmp_path / "large.toml", Code.UNREADABLE),
    ]:
        found = read_rulebook(str(path))
        assert isinstance(found, Refusal)
        assert (found.code, found.value) == (code, str(path))
