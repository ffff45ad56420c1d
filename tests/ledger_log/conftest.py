"""The quick ways that a verification can take: plain, and compiled where numba is installed."""

from collections.abc import Iterator

import pytest

from terazi.ledger import recompute
from terazi.ledger.lean import Lean


@pytest.fixture(scope="module", params=["plain", "compiled"])
def quick_way(request: pytest.FixtureRequest) -> Iterator[type[Lean]]:
    """The quick way that all verifications of a module take, small as their ledgers are."""
    if request.param == "plain":
        yield Lean
        return
    pytest.importorskip("numba", reason="the compiled way needs numba (the extra `fast`)")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recompute, "COMPILED_FROM", 0)
        compiled = recompute.quickest(0)
        assert compiled is not Lean
        yield compiled


@pytest.fixture(params=["plain", "compiled"])
def way(request: pytest.FixtureRequest) -> type[Lean]:
    """Both quick ways, for a test that says which it takes."""
    if request.param == "plain":
        return Lean
    reason = "the compiled way needs numba (the extra `fast`)"
    compiled: type[Lean] = pytest.importorskip("terazi.ledger.compiled", reason=reason).Compiled
    return compiled
