"""The catalogues of sentences: a `Words` per language, loaded once, from compiled gettext files."""

import os.path
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from gettext import GNUTranslations

from terazi.words.numbers import ENGLISH_NUMBERS, TURKISH_NUMBERS, Numbers

LOCALE = os.path.join(os.path.dirname(__file__), "locale")
"""The folder of the catalogues: `tr/LC_MESSAGES/terazi.po` and `.mo`, and the same for `en`."""


class Language(StrEnum):
    """The languages that Terazi speaks."""

    TURKISH = "tr"
    ENGLISH = "en"


# By the name of the class: a light command must not import all of core only to have its words (a test holds
# the names to the classes).
PREFIXES = {
    "Code": "refusal",
    "Unrated": "unrated",
    "VoidReason": "void_reason",
    "Mode": "mode",
    "Win": "win",
    "Termination": "termination",
    "EventKind": "event",
    "Visibility": "visibility",
    "Asymmetry": "asymmetry",
    "CubeRule": "cube_rule",
    "GammonRule": "gammon_rule",
}
"""Every choice of core -> the first part of its keys in the catalogues."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """One language: its sentences by key, and how it writes numbers.

    Sentences have named places (`{player}`) that are filled with text, so that every number has been written
    in the language before. A key that no catalogue has is a broken program.
    """

    language: Language
    numbers: Numbers
    translations: GNUTranslations

    def template(self, key: str) -> str:
        """The sentence of a key as the catalogue has it, places unfilled."""
        return _sentence(self.translations, key)

    def say(self, key: str, **places: str) -> str:
        """The sentence of a key with its places filled."""
        return self.template(key).format(**places)

    def count(self, key: str, number: int, **places: str) -> str:
        """The sentence of a key for so many things; `{number}` is the number in the language's writing."""
        sentence = self.translations.ngettext(key, key, number)
        assert sentence != key, f"no words for {key} in {self.language}"
        return sentence.format(number=self.numbers.integer(number), **places)

    def label(self, choice: StrEnum) -> str:
        """What a choice of core is called: a mode, a win, a reason."""
        return self.template(key_of(choice))


@cache
def _sentence(translations: GNUTranslations, key: str) -> str:
    sentence = translations.gettext(key)
    assert sentence != key, f"no words for {key}"
    return sentence


def key_of(choice: StrEnum) -> str:
    """The key of a choice of core in the catalogues."""
    return f"{PREFIXES[type(choice).__name__]}.{choice}"


@cache
def words_in(language: str) -> Words:
    """The words of `tr` or `en`; `ValueError` for any other language.

    >>> words_in("tr").numbers.percent(0.64), words_in("en").numbers.percent(0.64)
    ('%64,0', '64.0%')
    """
    known = Language(language)
    numbers = TURKISH_NUMBERS if known is Language.TURKISH else ENGLISH_NUMBERS
    return Words(language=known, numbers=numbers, translations=_translations(known, "terazi"))


@cache
def page_words_in(language: str) -> Words:
    """The words of `tr` or `en`, with those of the web pages, which nothing else loads."""
    words = words_in(language)
    translations = _translations(words.language, "pages")
    translations.add_fallback(words.translations)
    return Words(language=words.language, numbers=words.numbers, translations=translations)


def _translations(language: Language, domain: str) -> GNUTranslations:
    with open(os.path.join(LOCALE, language, "LC_MESSAGES", f"{domain}.mo"), "rb") as file:
        return GNUTranslations(file)
