"""Refusals as sentences: whole, whatever was given; safe, whatever stood there."""

import unicodedata
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.codes import Code, Refusal
from terazi.core.entries import HISTORY
from terazi.core.referee import settle
from terazi.core.reports import Event, EventKind, EventsReport, OutcomeReport
from terazi.words.catalogue import Language, words_in
from terazi.words.refusals import refusal_sentence
from terazi.words.shown import LONGEST, shown

UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
hostile = st.text(st.characters(), max_size=200) | st.sampled_from(
    ("\x1b[31m", "\u202egnp.exe", "{other}", "[{value}]", "a\r\nb", "\ud800", "=cmd", "x" * 500)
)
GAPS = list(product(("", "cube"), ("", "seven"), ("", "eight")))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("code", Code)
def test_a_sentence_is_whole_whatever_the_refusal_leaves_out(code: Code, language: str) -> None:
    for field, value, other in GAPS:
        refusal = Refusal(code=code, field=field, value=value, other=other)
        text = refusal_sentence(words_in(language), refusal)
        sentence = text.removeprefix(f"{field}: ") if field else text
        assert sentence[0].isupper(), text
        assert sentence.endswith("."), text
        assert not any(odd in text for odd in ("  ", " .", " ,", " :", "“”", "()", "[", "]", "{", "}")), text
        assert sentence.count("“") == sentence.count("”"), text


@given(st.sampled_from(Code), st.sampled_from(Language), hostile, hostile, hostile)
def test_a_sentence_is_one_short_line_that_a_terminal_can_show(
    code: Code, language: str, field: str, value: str, other: str
) -> None:
    refusal = Refusal(code=code, field=field, value=value, other=other)
    text = refusal_sentence(words_in(language), refusal)
    assert not [letter for letter in text if unicodedata.category(letter) in UNSEEN]
    assert len(text) < 6_000


@given(hostile)
def test_what_can_be_seen_is_shown_as_it_is(text: str) -> None:
    if text.isprintable() and len(text) <= LONGEST:
        assert shown(text) == text


def test_a_long_value_keeps_both_ends() -> None:
    assert shown("a" * 40 + "b" * 10_000_000 + "c" * 12) == "a" * 40 + "b" * 7 + "…" + "c" * 12


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("a\x1b[2Jb", r"a\x1b[2Jb"),
        ("\u202eevil", r"\u202eevil"),
        ("a\nb", r"a\nb"),
        ("x\u00a0y", r"x\xa0y"),
        ("🫨İı", "🫨İı"),
    ],
)
def test_what_cannot_be_seen_is_shown_escaped(text: str, safe: str) -> None:
    assert shown(text) == safe


def report(**said: str) -> OutcomeReport:
    """A report of ada beating bora, with one thing said otherwise."""
    told = {"game_id": "g1", "winner": "ada", "loser": "bora"} | said
    return OutcomeReport(finished_at=1_790_000_000_000, **told)


# Refusals as the referee makes them (R7-R12), word for word.
@pytest.mark.parametrize(
    ("said", "turkish", "english"),
    [
        (
            {"cube": "3"},
            "cube: Küpte 1, 2, 4, 8, 16, 32 ya da 64 yazar, “3” yazmaz.",
            "cube: The cube shows 1, 2, 4, 8, 16, 32 or 64, not “3”.",
        ),
        (
            {"winner": ""},
            "winner: Burada bir değer gerekiyor, ama hiçbir şey yok.",
            "winner: A value is needed here, and nothing stands here.",
        ),
        (
            {"loser": "ada"},
            "loser: Kazanan ile kaybeden aynı oyuncu: “ada”. Oyun için iki oyuncu gerek.",
            "loser: The winner and the loser are one and the same player: “ada”. A game needs two.",
        ),
        (
            {"draw": "1"},
            "draw: Tavlada beraberlik olmaz: iki oyuncudan biri kazanır.",
            "draw: Backgammon has no draw: one of the two players wins.",
        ),
        (
            {"mode": "casual"},
            "mode: Böyle bir oyun türü yok: “casual”. Olası değerler: ranked, boosted, tournament.",
            "mode: There is no such mode of play: “casual”. Possible: ranked, boosted, tournament.",
        ),
        (
            {"termination": "drop", "win": "gammon"},
            "win: Bu şekilde biten bir oyun (“drop”) düz galibiyettir, “gammon” değil.",
            "win: A game that ends in this way (“drop”) is a single win, not “gammon”.",
        ),
    ],
)
def test_the_referee_s_refusals_read_well(said: dict[str, str], turkish: str, english: str) -> None:
    refusal = settle(report(**said), HISTORY)
    assert isinstance(refusal, Refusal)
    assert refusal_sentence(words_in("tr"), refusal) == turkish
    assert refusal_sentence(words_in("en"), refusal) == english


def test_an_event_s_refusal_says_which_event() -> None:
    lost = Event(kind=EventKind.DISCONNECTED, player="ada")
    refusal = settle(EventsReport(game_id="g1", players=("ada", "bora"), events=(lost,)), HISTORY)
    assert isinstance(refusal, Refusal)
    assert refusal_sentence(words_in("en"), refusal) == (
        "events/0: A value is needed here, and nothing stands here (“disconnected” needs “at”)."
    )


def test_a_winner_at_fault_is_told_without_blame() -> None:
    refusal = settle(report(termination="resign", fault="ada"), HISTORY)
    assert isinstance(refusal, Refusal)
    assert refusal_sentence(words_in("tr"), refusal) == (
        "fault: Oyunu erken bitiren (“resign”) kural gereği kaybeder; burada ise o oyuncu (“ada”) kazanan "
        "olarak geçiyor."
    )
    assert refusal_sentence(words_in("en"), refusal) == (
        "fault: Whoever ends a game early (“resign”) loses it by rule, but here that player, “ada”, is named "
        "as the winner."
    )
