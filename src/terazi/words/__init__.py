"""Codes and numbers as sentences, in Turkish and English (gettext; no other library at run time)."""

from terazi.words.catalogue import Language, Words, words_in
from terazi.words.refusals import refusal_sentence

__all__ = ["Language", "Words", "refusal_sentence", "words_in"]
