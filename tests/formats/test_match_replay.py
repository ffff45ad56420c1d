"""Laws of replaying a recorded game: what the board shows, what it does not, and who is believed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from terazi.board.side import Side
from terazi.formats.decode import text_lines
from terazi.formats.game_outcome import DisagreementCode, Ending, GameOutcome
from terazi.formats.mat import read_mat
from terazi.formats.match import GameRecord, MatchHeader
from terazi.formats.replay_match import replayed
from tests.formats.match_maker import made_match

START = "3 point match\n\n Game 1\n ayla : 0                        bora : 0\n"


def outcome(turns: str) -> GameOutcome:
    (found,) = [r for r in replayed(read_mat(text_lines(START + turns))) if isinstance(r, GameOutcome)]
    return found


def codes(found: GameOutcome) -> list[DisagreementCode]:
    return [difference.code for difference in found.disagreements]


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.sampled_from([0, 1, 3, 7]))
def test_the_board_agrees_with_every_made_up_game(seed: int, length: int) -> None:
    for game in replayed(made_match(seed, length)):
        assert isinstance(game, GameOutcome)
        assert game.game.result is not None
        assert (game.winner, game.points) == (game.game.result.side, game.points_stated)
        assert game.loser is not game.winner
        assert game.disagreements == ()


def test_a_dropped_double_counts_at_the_cube_before_the_offer() -> None:  # R8
    found = outcome("  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Drops\n")
    assert (found.winner, found.ending, found.cube, found.points) == (Side.SECOND, Ending.DROP, 1, 1)
    assert found.line == 6


def test_points_are_those_of_the_board_and_not_the_stated_ones() -> None:
    found = outcome("  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Drops        Wins 9 points\n")
    assert (found.points, found.points_stated) == (1, 9)
    assert codes(found) == [DisagreementCode.POINTS]


def test_a_winner_without_a_cause_stays_without_one() -> None:
    found = outcome("  1) 31: 8/5 6/5\n      Wins 2 points\n")
    assert (found.winner, found.ending, found.multiplier) == (Side.FIRST, Ending.UNKNOWN_EARLY_END, None)
    assert codes(found) == []


def test_an_offered_double_is_not_in_force() -> None:
    found = outcome("  1) 31: 8/5 6/5                  Doubles => 2\n      Wins 1 point\n")
    assert (found.ending, found.cube) == (Ending.UNKNOWN_EARLY_END, 1)


def test_a_match_given_without_a_roll_is_a_forfeit() -> None:
    found = outcome("\n                                  Wins 3 points and the match\n")
    assert (found.winner, found.ending, found.points) == (Side.SECOND, Ending.FORFEIT, None)


@pytest.mark.parametrize(
    ("word", "ending", "points"),
    [
        ("Resigns", Ending.RESIGN, None),
        ("Resigned Match", Ending.RESIGN, None),
        ("Forfeits", Ending.FORFEIT, 1),  # R10: only a resignation may concede more
        ("Lost on time", Ending.TIMEOUT, 1),
    ],
)
def test_a_word_for_giving_up_is_believed(word: str, ending: Ending, points: int | None) -> None:
    found = outcome(f"  1) 31: 8/5 6/5                  {word}\n")
    assert (found.winner, found.ending, found.points) == (Side.FIRST, ending, points)


def test_dice_need_no_colon_before_a_move() -> None:
    turns = outcome("  1) 31 8/5 6/5                  65 24/13\n").game.turns
    assert [(turn.side, turn.roll, len(turn.play or ())) for turn in turns] == [
        (Side.FIRST, (3, 1), 2),
        (Side.SECOND, (6, 5), 1),
    ]


def test_a_length_may_stand_before_or_after_its_word() -> None:
    for line in ("7 point match", "7-point match", "Match of 7 points", " 7 points match"):
        (game,) = [g for g in read_mat(text_lines(line + START[13:])) if isinstance(g, GameRecord)]
        assert game.match.length == 7


def test_a_game_without_an_end_has_no_winner() -> None:
    found = outcome("  1) 31: 8/5 6/5\n")
    assert (found.winner, found.loser, found.ending) == (None, None, Ending.UNFINISHED)


@pytest.mark.parametrize(
    ("turns", "code"),
    [
        ("  1) 31: 8/5 6/4\n", DisagreementCode.ILLEGAL_PLAY),
        ("  1) 31: 9/5\n", DisagreementCode.IMPOSSIBLE_PLAY),
        ("  1) 31: 8/5* 6/5\n", DisagreementCode.HIT_NOT_THERE),
        ("  1)  Takes\n", DisagreementCode.CUBE_ACTION),
        ("  1)  Doubles => 16                  Takes\n", DisagreementCode.CUBE_VALUE),
        ("  1) 31: 8/5 6/5\n  2) 31: 24/21 6/5\n", DisagreementCode.OUT_OF_TURN),
        ("  1)  Doubles => 2                  43: 24/20 13/10\n", DisagreementCode.DOUBLE_UNANSWERED),
    ],
)
def test_every_difference_is_told(turns: str, code: DisagreementCode) -> None:
    assert codes(outcome(turns)) == [code]


# --- beavers, the Jacoby rule, a cube that may go no higher ---


def money(turns: str, *tags: str) -> GameOutcome:
    head = "".join(f"; [{tag}]\n" for tag in tags)
    text = f"{head}0 point match\n\n Game 1\n ayla : 0                        bora : 0\n{turns}"
    (found,) = [r for r in replayed(read_mat(text_lines(text))) if isinstance(r, GameOutcome)]
    return found


DOUBLED = "  1) 31: 8/5 6/5                  Doubles => 2\n"
BEAVER = f"{DOUBLED}  2)  Beavers => 4"


@pytest.mark.parametrize(
    ("turns", "cube"),
    [
        (f"{BEAVER}                 43: 24/21 13/9\n", 4),  # played on: taken
        (f"{BEAVER}                  Takes\n  3)               43: 24/21 13/9\n", 4),
        (f"{BEAVER}                  Raccoons => 8\n  3)               43: 24/21 13/9\n", 8),
        (f"{BEAVER}                  Drops\n", 2),  # R8
    ],
)
def test_a_beaver_or_a_raccoon_that_is_played_on_is_taken(turns: str, cube: int) -> None:
    found = money(turns)
    assert (found.cube, codes(found)) == (cube, [])


@pytest.mark.parametrize(
    ("turns", "points"),
    [
        ("  1) 31: 8/5 6/5                  Resigns\n      Wins 1 point\n", 1),
        (f"{DOUBLED}  2)  Takes    43: 24/21 13/9\n      Wins 4 points\n", None),
    ],
)
def test_by_the_jacoby_rule_a_gammon_counts_only_after_a_double_was_taken(
    turns: str, points: int | None
) -> None:
    found = money(turns, 'Jacoby "On"')
    assert (found.points, codes(found)) == (points, [])


def test_the_jacoby_rule_is_none_for_matches() -> None:
    assert not MatchHeader(length=5, jacoby_rule=True).is_jacoby
    assert MatchHeader(length=0, jacoby_rule=True).is_jacoby


def test_a_double_beyond_the_limit_of_the_cube_is_told_and_counts_if_it_was_taken() -> None:
    found = money("  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Takes\n", 'CubeLimit "1"')
    assert (found.cube, codes(found)) == (2, [DisagreementCode.CUBE_ACTION])


def test_a_board_that_fits_nothing_is_given_up() -> None:
    found = outcome("".join(f"  {n}) 31: 8/5 6/4\n" for n in range(1, 200)))
    assert codes(found)[-1] is DisagreementCode.TOO_MANY
    assert len(found.disagreements) == 51
    assert not found.board_known
