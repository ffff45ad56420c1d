"""Whether two spellings name one player: for comparing the parts of one file, never for identity (R7)."""

SHORTEST_CUT = 8
"""A name cut by a program's column width keeps at least this many letters."""


def folded(name: str) -> str:
    """`name` without case, blanks, underscores and the dots of i: what careless spellings share."""
    bare = "".join(name.replace("_", " ").split())
    return bare.replace("İ", "i").replace("I", "i").replace("ı", "i").casefold().replace("\u0307", "")


def spell_alike(one: str, other: str) -> bool:
    """Whether the two may be one name spelled twice, or cut to a column's width."""
    a, b = folded(one), folded(other)
    shorter, longer = sorted((a, b), key=len)
    return a == b or (len(shorter) >= SHORTEST_CUT and longer.startswith(shorter))
