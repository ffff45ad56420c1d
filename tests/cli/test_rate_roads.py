"""The fast road and the plain road of `terazi rate` give the same board, ledger and refused rows."""

import random
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from terazi.cli import rate_fast
from terazi.cli.ledger_files import LedgerFiles
from terazi.cli.rate_plain import Job, Rated
from tests.cli.terazi import Done, terazi

pytest.importorskip("numpy")

HEADER = "game_id,finished_at,winner,loser,mode,cube,win,termination,fault,tournament,accepted_at,draw,note"
PLAYERS = ["57578", "ayşe", "İlk", "ilk", "=cmd", "♡보아♡", "NA", *(f"p{n:02}" for n in range(12))]
TIMES = (
    "2026-11-{day:02}T{hour:02}:00:00Z",
    "2026-11-{day:02} {hour:02}:00:00.250+03:00",
    "2026-11-{day:02}t{hour:02}:00:00z",
)
ARRIVALS = ("", "", "", "2026-11-20T12:00:00Z", "2026-11-01T00:00:00+03:00", "2026-11-29T23:59:59.999Z")


def row(dice: random.Random, number: int) -> str:
    """A made-up game; now and then with something wrong, which the row shares with no other."""
    winner, loser = dice.sample(PLAYERS, 2)
    time = dice.choice(TIMES).format(day=dice.randint(1, 28), hour=dice.randint(0, 23))
    mode = dice.choice(["", "ranked", "ranked", "boosted", "tournament"])
    termination = dice.choice(["", "bear_off", "resign", "drop", "timeout", "aborted"])
    cells = [f"g{number}", time, winner, loser, mode, dice.choice(["", "1", "2", "64"]), "", termination]
    cells += [
        loser if termination in ("resign", "timeout") else "",
        dice.choice(["", "cup"]),
        dice.choice(ARRIVALS),
        "0",
        "n",
    ]
    if dice.random() < 0.05:
        cells[dice.randrange(1, len(cells) - 1)] = dice.choice(["", "?", " x", "2", "2026-11-01T00:00:00"])
    return ",".join(cells)


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """Everything a run of `terazi rate` gives, without the salted commitments."""

    done: Done
    ledger: str
    players: list[str]
    rejects: str


def rated(folder: Path, *arguments: object) -> Output:
    ledger, rejects = folder / "l.jsonl", folder / "r.csv"
    done = terazi("rate", *arguments, "--json", "--ledger", ledger, "--rejects", rejects)
    salted = re.compile(r'"(commitment|salt)":"[0-9a-f]{64}"')
    players = (folder / "l.players.jsonl").read_text(encoding="utf-8").splitlines()
    return Output(
        done=done,
        ledger=salted.sub("", ledger.read_text(encoding="utf-8")),
        players=[salted.sub("", line) for line in players],
        rejects=rejects.read_bytes().decode(),
    )


def both(folder: Path, patch: pytest.MonkeyPatch, *arguments: object) -> tuple[Output, Output]:
    taken = []

    def fast(job: Job, ledger: LedgerFiles) -> Rated | None:
        rated = rate_fast.rate_fast(job, ledger)
        taken.append(rated is not None)
        return rated

    patch.setattr("terazi.cli.rate.rate_fast", fast)
    patch.setattr(rate_fast, "WORTH_BYTES", 0)
    quick = rated(folder, *arguments)
    assert taken == [True], "the fast road was taken"
    patch.setattr("terazi.cli.rate.rate_fast", lambda job, ledger: None)
    return quick, rated(folder, *arguments)


@pytest.mark.parametrize("seed", range(6))
def test_both_roads_give_the_same(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random(seed)
    rows = [row(dice, number) for number in range(600)]
    rows += dice.sample([text for text in rows if text.count("?") == 0], 5) if seed % 2 else []
    path = tmp_path / "g.csv"
    path.write_text("\n".join((HEADER, *rows)), encoding="utf-8")
    quick, plain = both(tmp_path, monkeypatch, path, *(["--timezone", "Europe/Istanbul"] if seed > 2 else []))
    assert plain.done.code == 3
    assert quick == plain


def test_both_roads_give_the_same_under_a_rulebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dice, rulebook = random.Random(7), tmp_path / "rulebook.toml"
    versions = {"1.0.5": "2026-11-04", "pre-1.0.5": "2026-11-12", "1.3.1": "2026-11-20"}
    rulebook.write_text(
        "".join(
            f'[[version]]\nformula = "{name}"\neffective_from = "{day}T00:00:00Z"\n'
            for name, day in versions.items()
        )
    )
    path = tmp_path / "g.csv"
    path.write_text("\n".join((HEADER, *(row(dice, number) for number in range(600)))), encoding="utf-8")
    quick, plain = both(tmp_path, monkeypatch, path, "--rulebook", rulebook)
    assert "no_formula" in plain.rejects
    assert quick == plain


def test_several_files_are_read_as_one_and_lines_are_named_in_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = random.Random(8)
    paths = [tmp_path / f"{name}.csv" for name in "abc"]
    for place, path in enumerate(paths):
        rows = (row(dice, 1000 * place + number) for number in range(150))
        path.write_text("\n".join((HEADER, *rows)) + "\n" * (place % 2), encoding="utf-8")
    quick, plain = both(tmp_path, monkeypatch, *paths)
    assert f"{paths[2]}:" in plain.rejects
    assert quick == plain


@pytest.mark.parametrize("name", ["backgammon_games", "chess_20k"])
def test_both_roads_give_the_same_of_real_files(
    shared: Path, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick, plain = both(tmp_path, monkeypatch, shared / "data" / f"{name}.csv.gz")
    assert quick == plain


@pytest.mark.parametrize(
    "text",
    [
        '{"game_id":"1"}\n',
        "line,code,sentence,game_id,finished_at,winner,loser,raw\n",
        "game_id,winner\n1,a\n",
        "game_id,finished_at,winner,loser,replaces\n1,2026-11-01T20:00:00Z,a,b,\n2,2026-11-01T20:00:00Z,a,b,1\n",
        'game_id,finished_at,winner,loser\n1,2026-11-01T20:00:00Z,"a\nb",c\n',
        "game_id,finished_at,winner,loser\n1,2026-11-01T20:00:00Z,a,b\n1,2026-11-01T20:00:00Z,b,a\n",
        "game_id,finished_at,winner,loser\n1,2026-11-01T20:00:00Z,a\n",
        "",
    ],
)
def test_what_is_not_regular_takes_the_plain_road_untouched(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_fast, "WORTH_BYTES", 0)
    (tmp_path / "g.csv").write_text(text, encoding="utf-8")
    asked_first = terazi("rate", tmp_path / "g.csv", "--json")
    monkeypatch.setattr("terazi.cli.rate.rate_fast", lambda job, ledger: None)
    assert asked_first == terazi("rate", tmp_path / "g.csv", "--json")
