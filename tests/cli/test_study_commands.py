"""The study's commands, from files to reports."""

import csv
import gzip
import json
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import CliRunner

from terazi.cli import main
from tests.cli.terazi import Done, terazi, written

ROWS = [
    f"g{n:03},2026-10-01T12:{n // 60:02}:{n % 60:02}Z,p{n % 5},p{(n * n + n % 3 + 1) % 5}" for n in range(120)
]
GAMES = [row for row in ROWS if row.split(",")[2] != row.split(",")[3]]


def only(done: Done, code: int = 0) -> dict[str, Any]:
    """The one object that a command printed."""
    assert done.code == code, done.err
    (found,) = done.objects
    return found


@pytest.fixture(name="games", scope="session")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """3,000 games of a world."""
    path = tmp_path_factory.mktemp("study") / "games.csv"
    terazi("simulate", "--players", 40, "--games", 3000, "--seed", 2, "--output", path)
    return path


def test_backtest_prints_what_its_contract_says(games: Path) -> None:
    done = terazi(
        "backtest", games, "--formula", "1.3.1", "--formula", "elo:k=8", "--burn-in", 1000, "--json"
    )
    found = only(done)
    assert [model["name"] for model in found["models"]] == ["1.3.1", "elo:k=8", "coin"]
    assert all(model["games"] == 2000 for model in found["models"])
    coin = found["models"][-1]
    assert round(coin["log_loss"], 6) == 0.693147
    assert coin["brier"] == 0.25
    for model in found["models"]:
        low, high = model["log_loss_interval"].values()
        assert low <= model["log_loss"] <= high


def test_calibrate_prints_what_its_contract_says(games: Path) -> None:
    found = only(terazi("calibrate", games, "--json"))
    assert found["games"] == 3000
    assert round(found["log_loss_coin"], 6) == 0.693147
    for name in ("slope", "intercept", "k_over_divisor"):
        assert found[name]["low"] <= found[name]["estimate"] <= found[name]["high"]
    assert {group["by"] for group in found["groups"]} == {"gap", "cube", "k", "experience"}
    assert [spread["divisor"] for spread in found["spread_by_divisor"]] == [400, 800, 1200, 2000]


def test_the_coin_is_not_named_twice(games: Path) -> None:
    found = only(terazi("backtest", games, "--formula", "coin", "--formula", "1.2.0", "--json"))
    assert sorted(model["name"] for model in found["models"]) == ["1.2.0", "coin"]


def test_draws_are_left_out_and_counted(tmp_path: Path) -> None:
    rows = [f"{row},{n % 10 == 0:d}" for n, row in enumerate(GAMES)]
    path = written(tmp_path / "g.csv", *rows, header="game_id,finished_at,winner,loser,draw")
    done = terazi("calibrate", path, "--json")
    found = only(done)
    draws = (len(GAMES) + 9) // 10
    assert (found["draws"], found["games"]) == (draws, len(GAMES) - draws)
    assert f"{draws} draws were left out" in done.err


def test_other_refused_rows_are_named_and_the_rest_is_studied(tmp_path: Path) -> None:
    path = written(tmp_path / "g.csv", *GAMES, "x,2026-10-02T12:00:00Z,p1,p1")
    done = terazi("backtest", path, "--json")
    assert only(done, code=3)["refused"] == 1
    assert "[same_player]" in done.err


def test_one_id_with_two_contents_is_decided_nowhere(tmp_path: Path) -> None:
    path = written(tmp_path / "g.csv", *GAMES, "g001,2026-10-02T12:00:00Z,p1,p2")
    done = terazi("backtest", path, "--json")
    assert (done.code, done.out) == (3, "")
    assert "[conflict]" in done.err


def test_games_that_do_not_count_are_not_studied(tmp_path: Path) -> None:
    rows = [f"{row},{'boosted' if n < 20 else 'ranked'}" for n, row in enumerate(GAMES)]
    path = written(tmp_path / "g.csv", *rows, header="game_id,finished_at,winner,loser,mode")
    assert only(terazi("backtest", path, "--json"))["games"] == len(GAMES) - 20
    nothing = written(tmp_path / "n.csv", *rows[:20], header="game_id,finished_at,winner,loser,mode")
    done = terazi("backtest", nothing)
    assert (done.code, done.out) == (3, "")


@pytest.mark.parametrize(
    "command", ["backtest", *(pytest.param(name, marks=pytest.mark.slow) for name in ("calibrate", "sweep"))]
)
def test_csv_gzip_stdin_jsonl_and_parquet_tell_the_same(games: Path, tmp_path: Path, command: str) -> None:
    packed, lines, columns = tmp_path / "g.csv.gz", tmp_path / "g.jsonl", tmp_path / "g.parquet"
    packed.write_bytes(gzip.compress(games.read_bytes()))
    rows = list(csv.DictReader(games.read_text(encoding="utf-8").splitlines()))
    lines.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    terazi("simulate", "--players", 40, "--games", 3000, "--seed", 2, "--output", columns)
    texts = tmp_path / "texts.parquet"  # with times as text, which are told as CSV
    pl.read_csv(games, infer_schema=False).sample(fraction=1, shuffle=True, seed=1).write_parquet(texts)
    first = only(terazi(command, games, "--json"))
    for path in (packed, lines, columns, texts):
        assert only(terazi(command, path, "--json")) == first, path
    piped = terazi(command, "-", "--json", stdin=games.read_bytes())
    assert only(piped) == first


def frame(**columns: Any) -> pl.DataFrame:
    """Three games, with other or more columns."""
    times = pl.Series(["2026-10-01T10:00:00", "2026-10-01T09:00:00", "2026-10-01T11:00:00"]).str.to_datetime(
        time_unit="ms"
    )
    plain = {
        "game_id": ["a", "b", "c"],
        "finished_at": times,
        "winner": ["x", "y", "x"],
        "loser": ["y", "z", "z"],
    }
    return pl.DataFrame(plain | columns)


def test_parquet_times_without_an_offset_need_a_zone(tmp_path: Path) -> None:
    path = tmp_path / "g.parquet"
    frame().write_parquet(path)
    assert "[time_without_offset]" in terazi("backtest", path).err
    assert only(terazi("backtest", path, "--timezone", "Europe/Istanbul", "--json"))["games"] == 3


def test_parquet_rows_that_are_wrong_are_named(tmp_path: Path) -> None:
    path = tmp_path / "g.parquet"
    frame(cube=[1, 3, 2]).write_parquet(path)
    done = terazi("backtest", path, "--timezone", "UTC", "--json")
    assert only(done, code=3)["games"] == 2
    assert "[cube_out_of_range]" in done.err


def test_parquet_draws_are_counted_and_columns_renamed(tmp_path: Path) -> None:
    path = tmp_path / "g.parquet"
    frame(draw=[False, True, False]).rename({"winner": "w"}).write_parquet(path)
    found = only(terazi("backtest", path, "--timezone", "UTC", "--columns", "winner=w", "--json"))
    assert (found["games"], found["draws"]) == (2, 1)


def test_what_is_no_parquet_and_a_missing_column_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "g.parquet"
    path.write_bytes(b"no")
    assert "[unreadable]" in terazi("backtest", path).err
    frame().drop("loser").write_parquet(path)
    assert "[missing_column]" in terazi("backtest", path).err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("backtest", "FILE", "--formula", "9.9"), "unknown_formula"),
        (("backtest", "FILE", "--formula", "1.3.1:k=0"), "bad_value"),
        (("backtest", "FILE", "--timezone", "Mars"), "unknown_zone"),
        (("backtest", "FILE", "--columns", "colour=x"), "unknown_field"),
        (("sweep", "FILE", "--divisor", "0"), "numbers from 1"),
        (("sweep", "FILE", "--divisor", "400:300:10"), "no list"),
        (("sweep", "FILE", "--k", "8;16"), "no list"),
        (("sweep", "FILE", "--cube", "maybe"), "on, off"),
        (("sweep", "FILE", "--burn-in", "3000"), "no games"),
        (("calibrate", "FILE", "--burn-in", "3000"), "no games"),
        (("backtest", "FILE", "--burn-in", "3001"), "no games"),
        (("simulate", "--players", "1"), "players"),
        (("whatif", "FILE"), "--rulebook"),
    ],
)
def test_a_wrong_command_line_is_said_so(games: Path, arguments: tuple[str, ...], said: str) -> None:
    done = terazi(*(games if each == "FILE" else each for each in arguments))
    assert done.code == 2
    assert said in done.err


def test_a_sweep_by_all_processors_is_that_of_one_thread_to_the_last_digit(games: Path) -> None:
    task = ("sweep", games, "--divisor", "400:2000:100", "--k", "16,32", "--busy-games", "0,50", "--json")
    alone = terazi(*task, "--workers", 1)
    assert alone.code == 0
    assert terazi(*task).out == alone.out


def test_sweep_prints_all_variants_and_the_pick(games: Path) -> None:
    done = terazi("sweep", games, "--divisor", "400:1200:400", "--k", "16,32", "--cube", "on,off", "--json")
    found = only(done)
    assert len(found["variants"]) == 3 * 2 * 2
    assert found["picked"] == found["variants"][0]
    assert isinstance(found["picked_at_edge"], bool)
    assert found["burn_in"] + found["picking_games"] + found["held_out_games"] == 3000
    assert found["in_force"]["divisor"] == 1200


def test_simulate_writes_games_that_rate_takes(games: Path) -> None:
    done = terazi("rate", games, "--json")
    assert done.code == 0
    assert sum(line["games"] for line in done.objects) == 2 * 3000
    found = only(terazi("simulate", "--players", 40, "--games", 3000, "--seed", 2, "--json"))
    assert (found["players"], found["games"]) == (40, 3000)


def test_whatif_shows_both_sides(games: Path, tmp_path: Path) -> None:
    ledger, rules = tmp_path / "l.jsonl", tmp_path / "r.toml"
    terazi("rate", games, "--ledger", ledger)
    rules.write_text('[[editions]]\neffective_from = 2020-01-01T00:00:00Z\nformula = "1.0.5"\n')
    done = terazi("whatif", ledger, "--formula", "1.0.5", "--json")
    found = json.loads(done.out)
    now = {line["player"]: line["rating"] for line in terazi("rate", games, "--json").objects}
    then = {
        line["player"]: line["rating"]
        for line in terazi("rate", games, "--formula", "1.0.5", "--json").objects
    }
    assert {line["player"]: line["rating"] for line in found} == now
    assert {line["player"]: line["rating_then"] for line in found} == then


def test_whatif_needs_a_ledger(tmp_path: Path) -> None:
    path = tmp_path / "l.jsonl"
    path.write_text("no ledger\n")
    done = terazi("whatif", path, "--formula", "1.0.5")
    assert done.code == 3
    assert "[not_a_ledger]" in done.err


def test_claims_says_where_the_evidence_agrees_and_where_not() -> None:
    found = json.loads(terazi("claims", "--json").out)
    assert {claim["verdict"] for claim in found} == {"agrees", "partly", "differs"}
    text = terazi("claims").out
    assert text.count("Claim:") == len(found)
    assert "The evidence does not agree" in text


OTHERS = ("backtest", "sweep", "simulate", "whatif", "claims")


@pytest.mark.parametrize(
    "command", ["calibrate", *(pytest.param(name, marks=pytest.mark.slow) for name in OTHERS)]
)
def test_every_report_and_its_figures_speak_both_languages(games: Path, tmp_path: Path, command: str) -> None:
    ledger = tmp_path / "l.jsonl"
    terazi("rate", games, "--ledger", ledger)
    inputs = {
        "simulate": ["--players", "40", "--games", "3000"],
        "whatif": [str(ledger), "--formula", "1.2.0"],
        "claims": [],
    }.get(command, [str(games)])
    said = {}
    for language in ("en", "tr"):
        folder = tmp_path / language
        runner = CliRunner(env={"TERAZI_LANG": language})
        done = runner.invoke(main, [command, *inputs, "--figures", str(folder)])
        assert done.exit_code == 0, done.output
        assert len(done.stdout.splitlines()) > 5
        assert {path.suffix for path in folder.iterdir()} == {".png", ".svg"}
        assert all(path.read_bytes().startswith(b"\x89PNG") for path in folder.glob("*.png"))
        said[language] = {path.name: texts_in(path) for path in folder.glob("*.svg")}
    assert said["en"].keys() == said["tr"].keys()
    for name, texts in said["en"].items():
        words = {text for text in texts if any(map(str.isalpha, text))}
        assert len(words - said["tr"][name]) >= 3, f"{name}: a title and both axes at least"


def test_a_figure_names_its_groups_and_writes_numbers_as_its_language_does(
    games: Path, tmp_path: Path
) -> None:
    terazi("calibrate", games, "--figures", tmp_path, "--lang", "tr")
    groups, reliability = (texts_in(tmp_path / f"{name}.svg") for name in ("groups", "reliability"))
    assert {"Küp 1", "Küp 2"} <= groups
    assert {text for text in reliability if text.startswith("%")}, "shares are in percent"
    assert not {text for text in groups | reliability if "." in text}, "a decimal comma"
    title = next(text for text in reliability if "…" in text)
    assert re.search(r"0,\d\d\xa0\(0,\d\d\xa0…\xa0[01],\d\d\)", title), "an interval is not torn apart"


def texts_in(path: Path) -> set[str]:
    """What an SVG says."""
    return set(re.findall(r"<text[^>]*>([^<]+)</text>", path.read_text(encoding="utf-8")))


def test_numbers_that_are_not_known_are_null_in_json(tmp_path: Path) -> None:
    path = written(tmp_path / "g.csv", *GAMES[:3])
    found = only(terazi("calibrate", path, "--json"))
    assert found["slope"]["low"] is None or isinstance(found["slope"]["low"], float)
    assert "few_games" in found["warnings"]


def test_one_game_is_little_and_no_crash(tmp_path: Path) -> None:
    path = written(tmp_path / "g.csv", GAMES[0])
    assert only(terazi("calibrate", path, "--json"))["games"] == 1
    models = [text for name in ("glicko-2", "bradley-terry", "fibs") for text in ("--formula", name)]
    assert all(model["log_loss"] for model in only(terazi("backtest", path, *models, "--json"))["models"])
    assert only(terazi("simulate", "--players", 2, "--games", 1, "--json"))["games"] == 1


REAL = {"coin": 0.6931, "1.3.1": 0.6941, "1.2.0": 0.6997, "1.0.5": 0.7107, "1.3.1:cube=off": 0.6936}


def test_the_real_file_gives_the_known_losses(shared: Path) -> None:
    """FIELD 6: games 2,177 to 4,353 of the backgammon file."""
    path = shared / "data" / "backgammon_games.csv.gz"
    models = [text for name in REAL if name != "coin" for text in ("--formula", name)]
    found = only(terazi("backtest", path, *models, "--burn-in", 2176, "--json"))
    assert {model["name"]: round(model["log_loss"], 4) for model in found["models"]} == REAL
    assert {model["games"] for model in found["models"]} == {2177}


def test_draws_of_the_real_chess_file_are_counted(shared: Path) -> None:
    found = only(terazi("backtest", shared / "data" / "chess_20k.csv.gz", "--formula", "chess", "--json"))
    assert (found["games"], found["draws"]) == (18_223, 888)
    assert found["models"][0]["log_loss"] < 0.69
