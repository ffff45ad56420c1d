"""The reports that were refused last are kept, and no more of them."""

from terazi.core.codes import Code, Refusal
from terazi.service.refused import KEPT, RefusedReport, keep_refused, list_refused
from terazi.store.engine import Store
from tests.strategies import BASE_MS as NOW

HOSTILE = ("\x00", "\ud800", "\u202e=cmd", "x" * 10_000)


def report(number: int, value: str = "3") -> RefusedReport:
    refusal = Refusal(code=Code.CUBE_OUT_OF_RANGE, field="cube", value=value)
    return RefusedReport(at=NOW + number, game_id=f"g{number}", refusal=refusal)


def test_the_newest_are_kept_newest_first(store: Store) -> None:
    for start in range(0, KEPT + 100, 50):
        keep_refused(store, [report(number) for number in range(start, start + 50)])
    kept = list_refused(store)
    assert [one.game_id for one in kept] == [f"g{number}" for number in range(KEPT + 99, 99, -1)]
    assert kept[0] == report(KEPT + 99)


def test_more_at_once_than_are_kept_leave_the_last(store: Store) -> None:
    keep_refused(store, [report(number) for number in range(KEPT + 1)])
    assert len(list_refused(store)) == KEPT
    assert list_refused(store)[-1].game_id == "g1"


def test_whatever_was_refused_can_be_kept(store: Store) -> None:
    keep_refused(store, [report(number, text) for number, text in enumerate(HOSTILE)])
    kept = [one.refusal.value for one in reversed(list_refused(store))]
    assert kept[:3] == list(HOSTILE[:3])
    assert HOSTILE[3].startswith(kept[3])
