"""Turkish letters: `İ`/`i` and `I`/`ı` are two pairs, and Ç Ğ İ Ö Ş Ü have their own places in the alphabet.

For searching and sorting names only. Ids are never folded (R7).
"""

import unicodedata

_ALPHABET = "abcçdefgğhıijklmnoöpqrsştuüvwxyz"
_PLACE = {letter: place for place, letter in enumerate(_ALPHABET)}
_DOTTED_I = "i\N{COMBINING DOT ABOVE}"
"""What plain lowercasing makes of `İ`: two code points."""

_MARK, _LETTER, _OTHER_SCRIPT = 0, 1, 2


def lower_tr(text: str) -> str:
    """The text in small letters, as Turkish has them.

    >>> lower_tr("IŞIK İLKİ")
    'ışık ilki'
    """
    composed = unicodedata.normalize("NFC", text)
    return composed.replace("İ", "i").replace("I", "ı").lower().replace(_DOTTED_I, "i")


def upper_tr(text: str) -> str:
    """The text in capitals, as Turkish has them.

    >>> upper_tr("ışık ilki")
    'IŞIK İLKİ'
    """
    composed = unicodedata.normalize("NFC", text)
    return composed.replace(_DOTTED_I, "i").replace("i", "İ").upper()


def casefold_tr(text: str) -> str:
    """The text for comparing without regard to case: `İLK` meets `ilk`, `ILIK` meets `ılık`, never crosswise.

    >>> casefold_tr("İLK") == casefold_tr("ilk"), casefold_tr("ILK") == casefold_tr("ilk")
    (True, False)
    """
    return unicodedata.normalize("NFC", lower_tr(text).casefold()).replace(_DOTTED_I, "i")


def sort_key_tr(text: str) -> tuple[tuple[tuple[int, int], ...], str, str]:
    """A key that sorts as a Turkish dictionary does: marks and digits, the alphabet, other scripts.

    Letters of other alphabets with accents stand with their plain letter (`é` with `e`, `â` with `a`);
    what is equal so far is told apart by accent, then by case, small letters first.

    >>> sorted(["Zeki", "İlk", "Çağ", "Iğdır", "Cem", "ilk"], key=sort_key_tr)
    ['Cem', 'Çağ', 'Iğdır', 'ilk', 'İlk', 'Zeki']
    """
    folded = casefold_tr(text)
    places = (_place(letter) for letter in folded if not unicodedata.combining(letter))
    return tuple(places), folded, unicodedata.normalize("NFC", text).swapcase()


def _place(letter: str) -> tuple[int, int]:
    plain = letter if letter in _PLACE else unicodedata.normalize("NFD", letter)[0]
    if plain in _PLACE:
        return (_LETTER, _PLACE[plain])
    if plain.isalpha():
        return (_OTHER_SCRIPT, ord(plain))
    return (_MARK, ord(plain))
