"""The language that a caller reads: `Accept-Language`, as RFC 9110 has it."""

from functools import lru_cache

from terazi.words.catalogue import Language


@lru_cache(maxsize=1024)
def language_for(accepted: str, default: str = Language.ENGLISH) -> str:
    """The best of our languages for an `Accept-Language` header; `default` where it names none of them.

    >>> language_for("tr-TR,tr;q=0.9,en;q=0.8"), language_for("de, en;q=0.5"), language_for("tr;q=0, *")
    ('tr', 'en', 'en')
    """
    weights: dict[str, float] = {}
    for part in accepted[:200].split(","):
        name, _, weight = part.partition(";")
        primary = name.strip().lower().partition("-")[0]
        weights[primary] = max(_weight(weight), weights.get(primary, 0.0))
    spoken = {language: weights.get(language, 0.0) for language in Language}
    best = max(spoken, key=lambda language: (spoken[language], language == default))
    return str(best if spoken[best] > 0 else default)


def _weight(text: str) -> float:
    name, _, value = text.strip().partition("=")
    if name.strip().lower() != "q":
        return 1.0
    try:
        return min(max(float(value), 0.0), 1.0)
    except ValueError:
        return 0.0
