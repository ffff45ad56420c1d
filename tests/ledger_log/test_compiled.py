"""The compiled way of a verification, where it works by other means than the plain one."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.catalogue import CATALOGUE
from terazi.core.codes import VoidReason
from terazi.core.entries import Erasure, Facts, Opening, Registration, Settings, Void
from terazi.core.rulebook import Edition
from terazi.core.state import PlayerState
from terazi.core.types import (
    CUBES,
    EntryNumber,
    Game,
    GameId,
    Mode,
    PlayerNumber,
    Termination,
    TournamentId,
    Win,
)
from terazi.core.window import WINDOW_MS
from terazi.ledger import recompute
from terazi.ledger.digest import rulebook_change
from terazi.ledger.lean import Lean
from terazi.ledger.recompute import Recomputer
from tests.ledger_log.logs import told
from tests.ledger_log.test_verify import mutations
from tests.ledger_log.ways import DAY_MS, FIRST, agree, played

pytest.importorskip("numba", reason="the compiled way needs numba (the extra `fast`)")


from terazi.ledger import compiled
from terazi.ledger.compiled import Compiled


@pytest.fixture(scope="module", params=["few blocks", "blocks as they are"])
def blocks(request: pytest.FixtureRequest) -> Iterator[None]:
    """Blocks that run out all the time; or as many as there are for large ledgers."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "few blocks":
            patch.setattr(compiled, "_BLOCKS", 1)
        yield


# --- whole ledgers ---------------------------------------------------------------------------------

STEPS_MS = st.sampled_from(
    (0, 1, 1, 60_000, DAY_MS, 2 * DAY_MS, WINDOW_MS - 1, WINDOW_MS, WINDOW_MS + 1, -1, -60_000, -2 * DAY_MS)
)
PLAYERS = range(2, 6)


@st.composite
def tales(draw: st.DrawFn) -> list[bytes]:
    """The lines of a ledger of games, most of which go on in time, and now and then something else."""
    soon_busy = replace(CATALOGUE["1.3.1"], name="soon busy", busy_games=3)
    new = replace(CATALOGUE["1.3.1"], name="new", k=40, busy_k=7, busy_games=2, divisor=30)
    dates = (FIRST - 30 * DAY_MS, soon_busy), (FIRST + 9 * DAY_MS, new)
    late_ms, sparks = draw(st.sampled_from((None, DAY_MS))), draw(st.sampled_from((0, 5, 2**52)))
    tale: list[tuple[Facts, int]] = [(Settings(late_ms=late_ms, sparks_win=sparks, sparks_loss=0), 0)]
    tale += [(rulebook_change(Edition(effective_from=at, formula=formula)), 0) for at, formula in dates]
    tale += [(Registration(commitment=f"{number:064x}"), 0) for number in PLAYERS]
    tale += [(Opening(player=PlayerNumber(4), rating=draw(st.integers(-50, 3000))), 0)]
    finished_at = FIRST
    for turn in range(draw(st.integers(1, 60))):
        finished_at += draw(STEPS_MS)
        at = finished_at + draw(st.sampled_from((0, 0, 1000, DAY_MS)))
        winner, loser = draw(st.permutations(range(3, 7)))[:2]
        ending = draw(st.sampled_from(Termination))
        can_be_more = ending in {Termination.BEAR_OFF, Termination.RESIGN}
        game = Game(
            game_id=GameId(draw(st.sampled_from((f"g{turn}", f"g{turn}", f"g{turn}", "ünlü", "g0")))),
            finished_at=finished_at,
            winner=PlayerNumber(winner),
            loser=PlayerNumber(loser),
            mode=draw(st.sampled_from((*[Mode.RANKED] * 4, *Mode))),
            tournament=draw(st.sampled_from((None, None, TournamentId("cup"), TournamentId("ünlü")))),
            cube=draw(st.sampled_from(CUBES)),
            win=draw(st.sampled_from(Win)) if can_be_more else Win.SINGLE,
            termination=ending,
        )
        others: tuple[Facts, ...] = (
            Void(entry=EntryNumber(draw(st.integers(0, 60))), reason=VoidReason.CHEATING),
            Erasure(player=PlayerNumber(6)),
            Registration(commitment=f"{turn + 100:064x}"),
            Opening(player=PlayerNumber(3), rating=1700, recent=(finished_at, finished_at - DAY_MS)),
            Settings(late_ms=WINDOW_MS, early_ms=0),
        )
        other = draw(st.sampled_from(others))
        tale.append((other if draw(st.integers(0, 9)) == 0 else game, at))
    return told(tale)


@given(tales(), st.sampled_from((1, 7, 256)), st.data())
def test_both_ways_find_the_same_in_any_ledger(
    blocks: None, lines: list[bytes], size: int, data: st.DataObject
) -> None:
    assert agree(lines, size) is None
    agree(data.draw(mutations(lines)), size)


@given(tales(), st.sets(st.integers(0, 70)), st.data())
def test_whoever_asks_for_a_player_finds_them_as_they_stand(
    blocks: None, lines: list[bytes], looks: set[int], data: st.DataObject
) -> None:
    ways = [Recomputer(len(lines), lines.__getitem__, way) for way in (Compiled, Lean)]
    for number in range(len(lines)):
        for way in ways:
            way.check(lines[number : number + 1])
        if number in looks:
            player = PlayerNumber(number % 5 + 2)
            one, other = (way.ladder.players.get(player) for way in ways)
            assert one == other
    quick, plain = (way.finish().players for way in ways)
    whole: Callable[[dict[PlayerNumber, PlayerState]], object] = data.draw(
        st.sampled_from((lambda players: list(players.values()), lambda players: list(players.items()), len))
    )
    assert whole(quick) == whole(plain)
    assert quick == plain == quick


@pytest.mark.parametrize("each_days", [0, 0.01, 0.1, 3, 7, 8])
def test_long_weeks_and_short_ones_are_counted_alike(blocks: None, each_days: float) -> None:
    assert agree(played([turn * each_days for turn in range(600)])) is None


def test_blocks_are_used_again(blocks: None) -> None:
    """However often players go home and come back."""
    lines = played([turn / 10 for turn in range(400)])
    recomputer = Recomputer(len(lines), lines.__getitem__, Compiled)
    sizes = []
    for number, line in enumerate(lines):
        recomputer.check([line])
        if number > 100:  # from when on their week has as many games as it will ever have
            assert len(recomputer.ladder.players[PlayerNumber(2)].window.since(FIRST)) > 50
            assert isinstance(recomputer.ladder.players, compiled._Players)
            sizes.append(len(recomputer.ladder.players.blocks))
    assert max(sizes) <= 4 * sizes[0]


def test_where_many_games_are_late_the_plain_way_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_MANY_LATE", 20)
    lines = played([*range(300), *range(200, 0, -1), *range(300, 400)])
    assert agree(lines, 7) is None
    recomputer = Recomputer(len(lines), lines.__getitem__, Compiled)
    for begin in range(0, len(lines), 7):
        recomputer.check(lines[begin : begin + 7])
    assert type(recomputer._lean) is Lean
    assert type(recomputer.finish().players) is dict


# --- which way -------------------------------------------------------------------------------------


def test_the_compiled_way_is_taken_for_large_ledgers_where_numba_is(monkeypatch: pytest.MonkeyPatch) -> None:
    most = recompute.COMPILED_FROM
    assert [recompute.quickest(size) for size in (0, most - 1, 2**31)] == [Lean] * 3
    assert recompute.quickest(most) is Compiled
    monkeypatch.setitem(sys.modules, "terazi.ledger.compiled", None)
    assert recompute.quickest(most) is Lean
