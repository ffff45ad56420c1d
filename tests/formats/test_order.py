"""R4, R6, R16: the order of a batch, and what an id that stands in it twice means."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from terazi.core.codes import Code
from terazi.core.types import Game, GameId, PlayerId
from terazi.formats.order import Arrival, batch_of, in_order
from terazi.formats.rows import Row


def arrival(
    game_id: str, at: int = 0, *, accepted_at: int | None = None, replaces: str | None = None, line: int = 2
) -> Arrival:
    game = Game(
        game_id=GameId(game_id),
        finished_at=at,
        winner=PlayerId("ada"),
        loser=PlayerId("bora"),
        replaces=None if replaces is None else GameId(replaces),
    )
    return Arrival(game=game, row=Row(path="a.csv", line=line), accepted_at=accepted_at)


def ids(arrivals: Sequence[Arrival]) -> list[str]:
    return [one.game.game_id for one in arrivals]


ANY = st.builds(
    arrival,
    st.sampled_from("abcdefgh"),
    st.integers(0, 3),
    accepted_at=st.none() | st.integers(0, 3),
    replaces=st.none() | st.sampled_from("abcdefgh"),
)
BATCHES = st.lists(ANY, max_size=8, unique_by=lambda one: one.game.game_id)


@given(BATCHES)
def test_the_order_holds_every_game_once(batch: list[Arrival]) -> None:
    assert sorted(ids(in_order(batch))) == sorted(ids(batch))


@given(BATCHES.flatmap(lambda batch: st.tuples(st.just(batch), st.permutations(batch))))
def test_the_order_of_the_rows_does_not_matter(batches: tuple[list[Arrival], list[Arrival]]) -> None:
    batch, shuffled = batches
    assert in_order(batch) == in_order(shuffled)


@given(BATCHES)
def test_games_that_replace_nothing_stand_by_moment_finish_and_id(batch: list[Arrival]) -> None:
    ordered = [one for one in in_order(batch) if one.game.replaces is None]
    assert ordered == sorted(
        ordered, key=lambda one: (one.moment, one.game.finished_at, one.game.game_id.encode("utf-32-be"))
    )


@given(BATCHES)
def test_a_game_that_replaces_another_stands_behind_it_unless_its_own_acceptance_says_otherwise(
    batch: list[Arrival],
) -> None:
    ordered = ids(in_order(batch))
    by_id = {one.game.game_id: one for one in batch}
    for one in batch:
        chain, last = [one.game.game_id], one
        while last.accepted_at is None and last.game.replaces in by_id and last.game.replaces not in chain:
            last = by_id[last.game.replaces]
            chain.append(last.game.game_id)
        in_a_circle = last.accepted_at is None and last.game.replaces in chain
        if len(chain) > 1 and not in_a_circle:
            assert ordered.index(chain[0]) > ordered.index(chain[1])


@given(BATCHES)
def test_only_games_that_replace_another_ever_leave_their_place(batch: list[Arrival]) -> None:
    here = {one.game.game_id for one in batch}
    bound = [one for one in batch if one.accepted_at is None and one.game.replaces in here]
    free = [one for one in batch if one not in bound]
    assert [one for one in in_order(batch) if one in free] == in_order(free)


def test_ids_stand_by_code_point() -> None:
    unsorted = ["ı", "i", "İ", "I", "z", "g10", "g9", "🎲", "\ufffd"]
    assert ids(in_order([arrival(one) for one in unsorted])) == [
        "I",
        "g10",
        "g9",
        "i",
        "z",
        "İ",
        "ı",
        "\ufffd",
        "🎲",
    ]


def test_an_accepted_at_gives_the_order_where_it_stands() -> None:
    late = arrival("late", 1, accepted_at=7)
    assert ids(in_order([late, arrival("b", 5), arrival("c", 9)])) == ["b", "late", "c"]
    same = [arrival("b", 3, accepted_at=7), arrival("a", 3, accepted_at=7), arrival("c", 2, accepted_at=7)]
    assert ids(in_order(same)) == ["c", "a", "b"]


def test_a_correction_stands_directly_behind_the_game_it_replaces() -> None:
    batch = [
        arrival("right", 1, replaces="wrong"),
        arrival("wrong", 5),
        arrival("between", 5, replaces=None),
        arrival("xlast", 5),
    ]
    assert ids(in_order(batch)) == ["between", "wrong", "right", "xlast"]
    kept = [replace(batch[0], accepted_at=2), *batch[1:]]
    assert ids(in_order(kept)) == ["right", "between", "wrong", "xlast"]


def test_a_correction_that_stands_behind_already_stays_where_it_is() -> None:
    batch = [arrival("wrong", 1), arrival("between", 2), arrival("right", 3, replaces="wrong")]
    assert ids(in_order(batch)) == ["wrong", "between", "right"]


def test_corrections_of_corrections_follow_each_other() -> None:
    batch = [arrival("c", 1, replaces="b"), arrival("b", 2, replaces="a"), arrival("a", 3), arrival("d", 4)]
    assert ids(in_order(batch)) == ["a", "b", "c", "d"]


def test_corrections_in_a_circle_end_the_batch() -> None:
    batch = [arrival("a", 1, replaces="b"), arrival("b", 2, replaces="a"), arrival("c", 3)]
    assert sorted(ids(in_order(batch))) == ["a", "b", "c"]
    assert ids(in_order(batch))[0] == "c"


def test_a_chain_of_corrections_may_be_long() -> None:
    chain = [arrival(f"{n:05}", n, replaces=f"{n + 1:05}") for n in range(20_000)] + [
        arrival("20000", 20_000)
    ]
    assert ids(in_order(chain)) == sorted(ids(chain), reverse=True)


# --- one id twice ----------------------------------------------------------------------------------


@given(BATCHES, st.lists(st.integers(0, 7), max_size=5))
def test_the_same_facts_again_are_a_repeat_and_change_nothing(batch: list[Arrival], again: list[int]) -> None:
    repeats = [batch[index] for index in again if index < len(batch)]
    found = batch_of([*batch, *repeats])
    assert found.arrivals == tuple(batch)
    assert found.repeats == len(repeats)
    assert not found.conflicts


def test_other_facts_under_one_id_conflict_and_name_both_places() -> None:
    first, second = arrival("g1", 1, line=2), arrival("g1", 2, line=7)
    second = replace(second, row=replace(second.row, path="b.csv"))
    found = batch_of([first, arrival("g2"), second, replace(first, row=Row(path="c.csv", line=3))])
    assert ids(found.arrivals) == ["g1", "g2"]
    assert found.repeats == 1
    (conflict,) = found.conflicts
    assert (conflict.first.place, conflict.second.place) == ("a.csv:2", "b.csv:7")
    assert conflict.refusal.code is Code.CONFLICT
    assert (conflict.refusal.value, conflict.refusal.other) == ("g1", "a.csv:2")


def test_a_repeated_game_stands_where_it_was_accepted_first() -> None:
    late, early = arrival("g1", 1, accepted_at=9), arrival("g1", 1, accepted_at=4)
    assert batch_of([late, early]).arrivals == batch_of([early, late]).arrivals == (early,)
