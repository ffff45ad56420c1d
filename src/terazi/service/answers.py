"""What the use cases answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from terazi.core.entries import Entry
from terazi.core.types import PlayerId, PlayerNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An entry of the ledger: new, or `repeated` when the same was told before and nothing was written.

    `ids` are the operator's ids of the players in it, but for those who were erased.
    """

    entry: Entry
    ids: Mapping[PlayerNumber, PlayerId] = field(default_factory=dict)
    repeated: bool = False
