"""Both catalogues are complete, say the same things, and are the ones that were compiled."""

import ast
import re
from collections.abc import Iterator
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from terazi import core
from terazi.board.cube import CubeFault
from terazi.board.written_play import IllegalPlay
from terazi.core.codes import Code
from terazi.core.referee import LONGEST_ID
from terazi.core.types import AT_FAULT, CUBES
from terazi.formats.game_outcome import DisagreementCode, Ending
from terazi.formats.match import CubeKind
from terazi.formats.match_notes import NoteCode
from terazi.ledger.facts import WRITERS
from terazi.ledger.faults import FaultCode
from terazi.words.catalogue import LOCALE, PREFIXES, Language, key_of, words_in
from terazi.words.entries import KINDS
from tests.house.tree import HOUSE, nodes, python_files
from tools.catalogues import compiled

SAME_ON_PURPOSE = {
    "instant.date": "both put the day before the month, and the month before the year",
    "rate.done": "it only joins two counts",
    "study.found": "it only joins a verdict and what was found",
}
"""Keys whose sentence is the same in both languages, and why."""

MATCH_CODES: dict[str, tuple[type[StrEnum], ...]] = {
    "match_note": (NoteCode,),
    "match_end": (Ending,),
    "match_cube": (CubeKind,),
    "match_cause": (CubeFault, IllegalPlay),
    "match_differs": (DisagreementCode,),
}
"""Sections of words for the codes of match files."""

KEY = re.compile(r"[a-z_]+(\.[a-z0-9_]+)+(?<!\.html)(?<!\.css)(?<!\.js)(?<!\.svg)")
QUOTED = re.compile(r'["\']([a-z_]+(?:\.[a-z0-9_]+)+)["\']')
"""A key as a template names it."""
PLACES = {
    "refusal": {"field", "value", "other"},
    "problem": {"value", "other"},
    "fault": {"place", "field", "says", "should"},
}
"""What sentences may be given of which any place can be empty."""
Sentences = dict[str, tuple[str, ...]]


def catalogues(language: str, ending: str = "po") -> Iterator[Catalog]:
    """The catalogues as Babel reads them, from their sources or compiled."""
    for path in sorted(Path(LOCALE, language, "LC_MESSAGES").glob(f"*.{ending}")):
        with path.open("rb") as file:
            yield read_mo(file) if ending == "mo" else read_po(file, abort_invalid=True)


def messages(language: str, ending: str = "po") -> Iterator[Message]:
    """The messages of all catalogues, but for their heads."""
    return (message for found in catalogues(language, ending) for message in found if message.id)


def sentences(language: str, ending: str = "po") -> Sentences:
    """Key -> its sentences, more than one where the language has a plural."""
    found: Sentences = {}
    for message in messages(language, ending):
        key = message.id[0] if isinstance(message.id, tuple | list) else message.id
        forms = message.string if isinstance(message.string, tuple | list) else (message.string,)
        assert key not in found, f"{key} has words in two files"
        found[str(key)] = tuple(map(str, forms))
    return found


TURKISH, ENGLISH = sentences("tr"), sentences("en")


def places(sentence: str) -> set[str]:
    """The named places of a sentence."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def choices_of_core() -> list[type[StrEnum]]:
    """Every choice that core has."""
    for module in iter_modules(core.__path__):
        import_module(f"{core.__name__}.{module.name}")
    found = (choice for choice in StrEnum.__subclasses__() if choice.__module__.startswith(core.__name__))
    return sorted(found, key=lambda choice: choice.__name__)


def keys_of_choices() -> set[str]:
    """The keys of every member of every choice, of every fault, kind of entry and month."""
    choices = {key_of(choice) for choices in choices_of_core() for choice in choices}
    faults = {f"fault.{code}" for code in FaultCode}
    kinds = {f"kind.{kind}" for kind in KINDS.values()}
    matches = {f"{key}.{code}" for key, found in MATCH_CODES.items() for codes in found for code in codes}
    return choices | faults | kinds | matches | {f"month.{n}" for n in range(1, 13)}


def keys_in_sources() -> Iterator[str]:
    """Every text in the rooms that speak which looks like a key of a section that the catalogues have."""
    sections = {key.partition(".")[0] for key in ENGLISH}
    for path in python_files(HOUSE / "words", HOUSE / "cli", HOUSE / "web"):
        for node in nodes(path):
            text = node.value if isinstance(node, ast.Constant) else None
            if isinstance(text, str) and KEY.fullmatch(text) and text.partition(".")[0] in sections:
                yield text
    for path in (HOUSE / "web").rglob("*.html"):
        for text in QUOTED.findall(path.read_text(encoding="utf-8")):
            if KEY.fullmatch(text) and text.partition(".")[0] in sections:
                yield text


@pytest.mark.parametrize("language", Language)
def test_the_compiled_catalogue_holds_what_its_source_says(language: str) -> None:
    assert sentences(language, "mo") == sentences(language), "run .venv/bin/python tools/catalogues.py"


def test_compiling_again_changes_nothing() -> None:
    made = dict(compiled())
    assert set(made) == set(Path(LOCALE).glob("*/LC_MESSAGES/*.mo"))
    for path, data in made.items():
        assert path.read_bytes() == data, f"{path.name}: run .venv/bin/python tools/catalogues.py"


@pytest.mark.parametrize("language", Language)
def test_no_sentence_is_empty_or_in_doubt(language: str) -> None:
    assert not [key for key, forms in sentences(language).items() if not all(map(str.strip, forms))]
    assert not [message.id for message in messages(language) if message.fuzzy]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("choices", choices_of_core(), ids=lambda choices: choices.__name__)
def test_every_member_of_every_choice_has_words(choices: type[StrEnum], language: str) -> None:
    words = words_in(language)
    labels = [words.label(choice) for choice in choices]
    assert len(set(labels)) == len(labels) > 0, "two members that read alike tell nobody which is meant"


def test_choices_that_have_words_are_core_s() -> None:
    assert {choices.__name__ for choices in choices_of_core()} == set(PREFIXES)


def test_kinds_of_entries_are_the_ledger_s() -> None:
    assert {facts: kind for facts, (kind, _) in WRITERS.items()} == KINDS


def test_both_languages_have_the_same_keys() -> None:
    assert TURKISH.keys() == ENGLISH.keys()


def test_the_catalogues_have_every_key_that_is_used_and_no_other() -> None:
    used = set(keys_in_sources()) | keys_of_choices()
    assert len(used) > 100, "found hardly any key: is the search looking in the right place?"
    assert not used - ENGLISH.keys(), "these keys have no words"
    assert not ENGLISH.keys() - used, "nobody says these"


@pytest.mark.parametrize("key", ENGLISH)
def test_both_languages_fill_the_same_places(key: str) -> None:
    found = {frozenset(places(form)) for form in (*TURKISH[key], *ENGLISH[key])}
    assert len(found) == 1, found


def test_no_sentence_is_the_same_in_both_languages_by_accident() -> None:
    same = {key for key in ENGLISH if TURKISH[key] == ENGLISH[key]}
    assert same == set(SAME_ON_PURPOSE)


@pytest.mark.parametrize("language", Language)
def test_only_refusals_problems_and_faults_have_parts_that_may_be_left_out(language: str) -> None:
    for key, forms in sentences(language).items():
        known = PLACES.get(key.partition(".")[0])
        assert known or not any(set("[]") & set(form) for form in forms), key
        assert not known or places(forms[0]) <= known, key


@pytest.mark.parametrize("language", Language)
def test_numbers_and_codes_in_sentences_are_the_ones_in_force(language: str) -> None:
    words = words_in(language)
    assert [int(n) for n in re.findall(r"\d+", words.label(Code.CUBE_OUT_OF_RANGE))] == list(CUBES)
    for code in (Code.BAD_PLAYER_ID, Code.BAD_GAME_ID, Code.BAD_TOURNAMENT_ID):
        assert [int(n) for n in re.findall(r"\d+", words.label(code))] == [1, LONGEST_ID]
    assert all(cause in words.label(Code.FAULT_WITHOUT_CAUSE) for cause in AT_FAULT)


def test_a_language_that_terazi_does_not_speak_is_no_language() -> None:
    with pytest.raises(ValueError, match="de"):
        words_in("de")


def test_words_are_loaded_once() -> None:
    assert words_in("tr") is words_in("tr")
