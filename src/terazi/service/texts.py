"""Words that people are shown: names of players and tournaments."""

from terazi.core.types import LONGEST_NAME


def is_name(text: str) -> bool:
    r"""Whether a text can be shown as a name: not empty, no outer blanks, nothing invisible or unprintable.

    >>> is_name("Ayşe İnci"), is_name(" x"), is_name("a\nb"), is_name("")
    (True, False, False, False)
    """
    return 0 < len(text) <= LONGEST_NAME and text.isprintable() and text == text.strip()


def is_note(text: str) -> bool:
    r"""Whether a text can be kept as a note: lines of printable letters, or nothing.

    >>> is_note(""), is_note("power failure,\nsee log"), is_note("a\x00b"), is_note("\ud800")
    (True, True, False, False)
    """
    return all(letter.isprintable() or letter in "\n\t" for letter in text)
