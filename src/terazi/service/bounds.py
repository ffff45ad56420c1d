"""Numbers that callers give, as the store's 64-bit integers can hold them."""

LARGEST = 2**63 - 1
LEAST = -(2**63)


def held(number: int) -> int:
    """The nearest number that the store can hold: beside what it does hold, every comparison says the same.

    >>> held(10**30) == LARGEST, held(-(10**30)) == LEAST, held(1500)
    (True, True, 1500)
    """
    return min(max(number, LEAST), LARGEST)


def page_of(limit: int) -> int:
    """How many lines a page asked to have `limit` of them has: at least one.

    >>> page_of(0), page_of(500)
    (1, 500)
    """
    return min(max(limit, 1), 2**62)  # some more are read, one of them to see whether there is a next page
