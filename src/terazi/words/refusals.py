"""A refusal as a sentence: what is wrong, what stood there, what would be right (R19)."""

import re

from terazi.core.codes import Refusal
from terazi.words.catalogue import Words
from terazi.words.shown import shown

_LONGEST_LIST = 200
_OPTIONAL = re.compile(r"\[([^]]*)]")
_PLACE = re.compile(r"{(\w+)}")


def refusal_sentence(words: Words, refusal: Refusal) -> str:
    """The refusal in one line of text, safe for a terminal, with its field in front.

    In the catalogue, what stands in square brackets is said only where its places are filled: the same code
    is given with and without the value that stood there.

    >>> from terazi.core.codes import Code
    >>> from terazi.words.catalogue import words_in
    >>> cube = Refusal(code=Code.CUBE_OUT_OF_RANGE, field="cube", value="3")
    >>> refusal_sentence(words_in("en"), cube)
    'cube: The cube shows 1, 2, 4, 8, 16, 32 or 64, not “3”.'
    """
    places = {"value": shown(refusal.value), "other": shown(refusal.other, _LONGEST_LIST)}
    sentence = filled(words.label(refusal.code), places)
    return f"{shown(refusal.field)}: {sentence}" if refusal.field else sentence


def filled(template: str, places: dict[str, str]) -> str:
    """The template with its places filled, without the bracketed parts that have an empty place."""

    def kept(part: re.Match[str]) -> str:
        inside = part[1]
        return inside if all(places[place] for place in _PLACE.findall(inside)) else ""

    return _OPTIONAL.sub(kept, template).format(**places)
