"""Text from outside, made fit to stand in a sentence on a terminal or a page."""

import unicodedata

LONGEST = 60
"""Characters of a value that a sentence shows; the middle of a longer one is left out."""

_TAIL = 12
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode categories that are shown escaped: what cannot be seen could move the cursor, turn the writing
round, or make two different ids look the same."""


def shown(text: str, longest: int = LONGEST) -> str:
    r"""The text with every unseen character escaped, and shortened in the middle when long.

    >>> shown("a\x1b[2Jb\n")
    'a\\x1b[2Jb\\n'
    >>> shown("9" * 1000, 20)
    '9999999…999999999999'
    """
    if len(text) > longest:
        text = f"{text[: longest - _TAIL - 1]}…{text[-_TAIL:]}"
    return text if text.isprintable() else "".join(map(_seen, text))


def _seen(letter: str) -> str:
    category = unicodedata.category(letter)
    if category in _UNSEEN or (category == "Zs" and letter != " "):
        return letter.encode("unicode_escape").decode("ascii")
    return letter
