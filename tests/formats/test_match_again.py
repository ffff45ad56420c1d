"""A game is known again in another dialect, with its columns exchanged, and cut off; another never is."""

import io
from dataclasses import replace
from functools import cache

import pytest

from terazi.board.side import Side
from terazi.core.referee import is_id
from terazi.formats.mat_write import DIALECTS, write_mat
from terazi.formats.match import GameRecord, MatchHeader
from terazi.formats.match_games import FileGame, dice_of, file_games
from terazi.formats.match_names import alike, folded, ids_of, table_of
from terazi.formats.match_twins import Twins
from tests.formats.match_maker import made_match

NAMES = (("ayla", "bora"),)
SEEDS = range(5)


@cache
def made(seed: int) -> list[GameRecord]:
    """A made-up match to 3 points."""
    return made_match(seed, 3, NAMES)


def nameless(match: list[GameRecord]) -> list[GameRecord]:
    """The match without anything by which a file names itself."""
    header = MatchHeader(players=match[0].match.players, length=match[0].match.length)
    return [replace(game, match=header) for game in match]


def turned(match: list[GameRecord]) -> list[GameRecord]:
    """The match as the other player's program writes it: the columns exchanged."""
    header = replace(match[0].match, players=match[0].match.players[::-1])
    return [
        replace(
            game,
            match=header,
            players=game.players[::-1],
            score=game.score and game.score[::-1],
            actions=tuple(replace(action, side=action.side.other) for action in game.actions),
            result=game.result and replace(game.result, side=(game.result.side or Side.FIRST).other),
        )
        for game in match
    ]


def read(match: list[GameRecord], dialect: str = "gnubg", cut: int | None = None) -> list[FileGame]:
    data = write_mat(match, DIALECTS[dialect]).encode()
    games = list(file_games("m.mat", io.BytesIO(data[:cut])))
    return [game for game in games if isinstance(game, FileGame)]


def repeats(first: list[FileGame], second: list[FileGame]) -> list[bool]:
    twins = Twins()
    assert [twins.met(game) for game in first] == [None] * len(first)
    return [(twin := twins.met(game)) is not None and twin.same for game in second]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_match_is_known_again_in_every_dialect(dialect: str) -> None:
    for seed in SEEDS:
        match = made(seed)
        assert all(repeats(read(match), read(match, dialect)))
        assert all(repeats(read(match), read(nameless(match), dialect)))


def test_a_match_is_known_again_when_the_other_player_exports_it() -> None:
    for seed in SEEDS:
        match = made(seed)
        assert all(repeats(read(match), read(turned(match))))
        assert all(repeats(read(nameless(match)), read(nameless(turned(match)))))


def test_the_same_id_with_the_winner_exchanged_is_no_repeat() -> None:
    match = made(3)
    swapped = [replace(game, players=game.players[::-1]) for game in turned(match)]
    assert not any(repeats(read(match), read([replace(g, match=match[0].match) for g in swapped])))


def test_another_match_is_never_taken_for_a_repeat() -> None:
    twins = Twins()
    for seed in range(20):
        met = [twins.met(game) for game in read(nameless(made(seed)))]
        assert met == [None] * len(met)


def test_what_was_cut_off_is_known_again() -> None:
    for seed in SEEDS:
        match = nameless(made(seed))
        whole = read(match)
        if len(dice_of(match[0])) >= 40:
            assert all(repeats(whole, read(match, cut=900)))


def test_ids_are_ids_and_stand_in_the_order_of_the_games() -> None:
    for seed in SEEDS:
        for match in (made(seed), nameless(made(seed))):
            ids = [game.game_id for game in read(match)]
            assert ids == sorted(set(ids))
            assert all(map(is_id, ids))


@pytest.mark.parametrize("match_id", ["", "a b", "x" * 200, "é", "1\x002"])
def test_a_match_id_that_cannot_stand_in_an_id_gives_way_to_the_dice(match_id: str) -> None:
    match = made(1)
    header = replace(match[0].match, match_id=match_id)
    ids = [game.game_id for game in read([replace(game, match=header) for game in match])]
    assert all(each.startswith("dice/") and is_id(each) for each in ids)


# --- names ---


@pytest.mark.parametrize("other", ["ilk", "ILK", "ılk", "İLK", " İlk ", "i\u0307lk", "I L K"])
def test_names_that_differ_by_case_blanks_or_a_dot_are_alike(other: str) -> None:
    assert folded(other) == folded("İlk")
    assert alike([other, "İlk", "can"]) == {other: ["İlk"], "İlk": [other], "can": []}


@pytest.mark.parametrize("other", ["ilkk", "ölk", "1lk", "llk"])
def test_other_names_are_not(other: str) -> None:
    assert folded(other) != folded("ilk")


@pytest.mark.parametrize("delimiter", [",", ";"])
def test_a_table_of_names_is_read_as_any_spreadsheet_writes_it(delimiter: str) -> None:
    lines = [line.replace(",", delimiter) for line in ("name,id,games\n", "'=cmd,7,2\n", "bora,,1\n")]
    rows = table_of(lines, ("name", "id"))
    assert isinstance(rows, list)
    assert ids_of(rows) == {"=cmd": "7"}
