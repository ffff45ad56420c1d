"""Words that people are shown: names of players and tournaments."""

from terazi.core.types import LONGEST_NAME


def is_name(text: str) -> bool:
    r"""Whether a text can be shown as a name: not empty, no outer blanks, nothing invisible or unprintable.

    >>> is_name("Ayşe İnci"), is_name(" x"), is_name("a\nb"), is_name("")
    (True, False, False, False)
    """
    return 0 < len(text) <= LONGEST_NAME and text.isprintable() and text == text.strip()
