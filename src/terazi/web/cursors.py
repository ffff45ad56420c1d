"""Where a page ends and the next begins, as text that means nothing to anybody else."""

import base64
import json

from terazi.core.codes import Code, Refusal
from terazi.web.problems import ProblemError, Where

_LONGEST = 100
_LARGEST = 2**62


def cursor(*numbers: int) -> str:
    """The numbers of a key as a cursor."""
    return base64.urlsafe_b64encode(json.dumps(numbers).encode()).decode().rstrip("=")


def numbers_in(text: str, count: int) -> tuple[int, ...]:
    """So many numbers out of a cursor; a problem where no page gave it."""
    try:
        padded = text + "=" * (-len(text) % 4)
        numbers = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
    except (ValueError, RecursionError):
        numbers = None
    right = (
        len(text) <= _LONGEST
        and isinstance(numbers, list)
        and len(numbers) == count
        and all(type(number) is int and abs(number) < _LARGEST for number in numbers)
    )
    if not right:
        refusal = Refusal(code=Code.BAD_VALUE, field="cursor", value=text)
        raise ProblemError(refusal, where=Where(parameter="cursor"))
    assert isinstance(numbers, list)
    return tuple(numbers)
