"""Laws of the cube and of the Crawford game."""

from hypothesis import given
from hypothesis import strategies as st

from terazi.board.cube import Cube, CubeFault
from terazi.board.match_score import MatchScore
from terazi.board.side import Side

FIRST, SECOND = Side


def cube_after(*actions: tuple[str, Side]) -> Cube | CubeFault:
    cube = Cube()
    for name, side in actions:
        after: Cube | CubeFault = getattr(cube, name)(side)
        if isinstance(after, CubeFault):
            return after
        cube = after
    return cube


def test_a_taken_double_turns_the_cube_and_gives_it_to_the_taker() -> None:
    cube = cube_after(("offered", FIRST), ("taken", SECOND))
    assert cube == Cube(value=2, owner=SECOND)


def test_a_dropped_double_counts_at_the_cube_before_the_offer() -> None:  # R8
    cube = cube_after(("offered", FIRST), ("taken", SECOND), ("offered", SECOND), ("dropped", FIRST))
    assert cube == Cube(value=2, owner=SECOND, dropped_by=FIRST)


def test_only_the_owner_doubles_again() -> None:
    taken = ("offered", FIRST), ("taken", SECOND)
    assert cube_after(*taken, ("offered", FIRST)) is CubeFault.NOT_OWNER


def test_a_double_waits_for_the_opponents_answer() -> None:
    assert cube_after(("taken", FIRST)) is CubeFault.NOT_OFFERED
    assert cube_after(("offered", FIRST), ("taken", FIRST)) is CubeFault.NOT_OFFERED
    assert cube_after(("offered", FIRST), ("offered", SECOND)) is CubeFault.PENDING


def test_after_a_drop_nothing_more_can_be_done() -> None:
    dropped = ("offered", FIRST), ("dropped", SECOND)
    for name in ("offered", "taken", "dropped"):
        for side in Side:
            assert cube_after(*dropped, (name, side)) is CubeFault.DROPPED


def test_a_beaver_takes_doubles_again_and_keeps_the_cube() -> None:
    beavered = ("offered", FIRST), ("beavered", SECOND)
    assert cube_after(*beavered, ("taken", FIRST)) == Cube(value=4, owner=SECOND)
    assert cube_after(*beavered, ("dropped", FIRST)) == Cube(value=2, owner=SECOND, dropped_by=FIRST)  # R8
    assert cube_after(*beavered, ("taken", SECOND)) is CubeFault.NOT_OFFERED


def test_after_a_raccoon_either_player_may_double() -> None:
    animals = ("offered", FIRST), ("beavered", SECOND), ("beavered", FIRST), ("taken", SECOND)
    assert cube_after(*animals) == Cube(value=8)
    for side in Side:
        assert cube_after(*animals, ("offered", side)) == Cube(value=8, offered_by=side)


def test_only_a_double_that_waits_is_beavered() -> None:
    assert cube_after(("beavered", FIRST)) is CubeFault.NOT_OFFERED
    assert cube_after(("offered", FIRST), ("beavered", FIRST)) is CubeFault.NOT_OFFERED


def test_the_cube_goes_no_higher_than_was_agreed() -> None:
    assert Cube(limit=1).offered(FIRST) is CubeFault.LIMIT
    assert Cube(value=32, limit=64).offered(FIRST) == Cube(value=32, limit=64, offered_by=FIRST)
    assert Cube(value=64, limit=64).offered(FIRST) is CubeFault.LIMIT


def test_nobody_doubles_in_the_crawford_game() -> None:
    assert Cube(crawford=True).offered(FIRST) is CubeFault.CRAWFORD


@given(st.lists(st.tuples(st.sampled_from(["offered", "taken", "dropped"]), st.sampled_from(list(Side)))))
def test_the_value_in_force_is_two_to_the_number_of_takes(actions: list[tuple[str, Side]]) -> None:
    cube, takes = Cube(), 0
    for name, side in actions:
        after: Cube | CubeFault = getattr(cube, name)(side)
        if isinstance(after, Cube):
            cube, takes = after, takes + (name == "taken")
    assert cube.value == 2**takes


def crawford_games(length: int, results: list[tuple[Side, int]]) -> list[bool]:
    score, games = MatchScore(length=length), []
    for winner, points in results:
        games.append(score.is_crawford_game)
        score = score.after(winner, points)
    return games


def test_the_crawford_game_is_the_one_after_a_player_comes_to_need_one_point() -> None:
    results = [(FIRST, 2), (SECOND, 1), (FIRST, 2), (SECOND, 1), (SECOND, 2), (SECOND, 1)]
    assert crawford_games(5, results) == [False, False, False, True, False, False]


def test_a_match_to_one_point_and_one_without_a_length_have_no_crawford_game() -> None:
    assert crawford_games(1, [(FIRST, 1)]) == [False]
    assert crawford_games(0, [(FIRST, 1), (SECOND, 2)]) == [False, False]


@given(st.integers(1, 15), st.lists(st.tuples(st.sampled_from(list(Side)), st.integers(1, 6)), max_size=40))
def test_a_match_has_one_crawford_game_at_most(length: int, results: list[tuple[Side, int]]) -> None:
    score, crawford = MatchScore(length=length), 0
    for winner, points in results:
        if score.winner is not None:
            break
        crawford += score.is_crawford_game
        score = score.after(winner, points)
        assert score.needed(winner) == max(length - score.points[winner.seat], 0)
    assert crawford <= 1
