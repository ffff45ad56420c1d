"""Every entry of a ledger can be told, in both languages, whatever is in it."""

import re
import unicodedata
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.catalogue import CURRENT
from terazi.core.codes import VoidReason
from terazi.core.entries import (
    HISTORY,
    Award,
    Entry,
    Erasure,
    Facts,
    Moved,
    Opening,
    Podium,
    Registration,
    RulebookChange,
    Tournament,
    Visibility,
    Void,
)
from terazi.core.rulebook import Edition
from terazi.core.types import (
    FIRST_INSTANT_MS,
    EntryNumber,
    PlayerNumber,
    RatingChange,
    Standing,
    TournamentId,
)
from terazi.words.catalogue import Language, words_in
from terazi.words.entries import entry_lines, kind_label
from tests.strategies import entries
from tests.words.told import AYSE, BORA, FINISHED_AT, NAMES, entry_of

UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
CUP = TournamentId("güz")
GAME = entry_of(Standing(rating=1500), Standing(rating=1500))


def awkward(player: PlayerNumber) -> str:
    """A name that would move a cursor."""
    return f"\x1b[31m{player}\u202e"


@given(st.sampled_from(Language), entries())
def test_every_entry_is_told_in_lines_that_a_terminal_can_show(language: str, entry: Entry) -> None:
    lines = entry_lines(words_in(language), entry, awkward)
    assert len(lines) >= 2
    assert kind_label(words_in(language), entry.facts)
    for line in lines:
        assert not [letter for letter in line if unicodedata.category(letter) in UNSEEN]


@given(entries())
def test_both_languages_show_the_same_numbers(entry: Entry) -> None:
    turkish, english = (
        Counter(re.findall(r"\d+", "\n".join(entry_lines(words_in(language), entry, str))))
        for language in ("tr", "en")
    )
    assert turkish == english


def line(language: str, facts: Facts, voided: Entry | None = None) -> str:
    """What an entry of these facts is."""
    entry = Entry(number=EntryNumber(3), accepted_at=FINISHED_AT, facts=facts)
    return entry_lines(words_in(language), entry, NAMES.__getitem__, voided=voided)[0]


@pytest.mark.parametrize(
    ("facts", "turkish", "english"),
    [
        (HISTORY, "Sıralamanın ayarları belirlendi.", "The settings of the ladder are set."),
        (
            RulebookChange(
                edition=Edition(effective_from=FIRST_INSTANT_MS, formula=CURRENT), table_sha256=""
            ),
            "Formülün 1.3.1 sürümü yürürlükte: en baştan beri.",
            "Version 1.3.1 of the formula is in force from the beginning.",
        ),
        (
            Registration(commitment=""),
            "bora sıralamaya 1500 reytingle katıldı.",
            "bora joins the ladder with a rating of 1500.",
        ),
        (
            Opening(player=AYSE, rating=1720, recent=(1, 2, 3)),
            "ayşe 1720 reytingle başlar; başka yerden getirilen dereceli oyun sayısı: 3.",
            "ayşe starts at 1720; ranked games brought from elsewhere: 3.",
        ),
        (
            Tournament(tournament=CUP, name="Güz Kupası"),
            "Turnuva güz, “Güz Kupası” (herkese açık). Birinciden başlayarak ödüller: +50, +25, +15.",
            "Tournament güz, “Güz Kupası” (public). Awards, first place first: +50, +25, +15.",
        ),
        (
            Tournament(tournament=CUP, name="Güz Kupası", visibility=Visibility.PRIVATE, awards=()),
            "Turnuva güz, “Güz Kupası” (özel). Birinciden başlayarak ödüller: yok.",
            "Tournament güz, “Güz Kupası” (private). Awards, first place first: none.",
        ),
        (
            Podium(tournament=CUP, places=((1, AYSE), (2, BORA))),
            "Turnuva güz kapandı. Podyum: 1. ayşe, 2. bora.",
            "Tournament güz is closed. Podium: 1st ayşe, 2nd bora.",
        ),
        (
            Erasure(player=AYSE),
            "ayşe adlı oyuncunun kimliği ve adı silindi.",
            "The id and the name of ayşe were erased.",
        ),
    ],
)
def test_each_kind_reads_well(facts: Facts, turkish: str, english: str) -> None:
    assert (line("tr", facts), line("en", facts)) == (turkish, english)


def test_an_award_shows_its_place_and_what_it_moved() -> None:
    award = Award(tournament=CUP, place=1, player=AYSE)
    moved = Moved(player=AYSE, event=1, change=RatingChange(before=1508, delta=50))
    entry = Entry(number=EntryNumber(60), accepted_at=FINISHED_AT, facts=award, effects=(moved,))
    assert entry_lines(words_in("en"), entry, NAMES.__getitem__) == [
        "Award of tournament güz for 1st place. It is not a ranked game and does not count for K.",
        "  Entry 60, recorded 18 October 2026, 14:03:07 UTC",
        "  ayşe   1508 → 1558   ▲ +50",
    ]
    assert entry_lines(words_in("tr"), entry, NAMES.__getitem__) == [
        "güz turnuvasının 1. sıra ödülü. Dereceli oyun değildir, K için sayılmaz.",
        "  Kayıt 60, deftere giriş 18 Ekim 2026 14:03:07 UTC",
        "  ayşe   1508 → 1558   ▲ +50",
    ]


def test_a_void_names_what_it_takes_back_where_the_teller_knows() -> None:
    void = Void(entry=EntryNumber(517), reason=VoidReason.OUTAGE)
    award = Entry(number=EntryNumber(517), accepted_at=0, facts=Award(tournament=CUP, place=1, player=AYSE))
    assert line("en", void) == "Takes back entry 517. Reason: an outage."
    assert line("en", void, GAME) == "Takes back game g0412 (entry 517). Reason: an outage."
    assert line("tr", void, GAME) == "g0412 oyunu geri alındı (kayıt 517). Neden: kesinti."
    assert line("en", void, award) == "Takes back the award of tournament güz (entry 517). Reason: an outage."
    assert line("tr", void, award) == "güz turnuvasının ödülü geri alındı (kayıt 517). Neden: kesinti."
