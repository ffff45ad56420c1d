"""`terazi verify`: what holds is said, what does not is named, and nothing ends in a traceback."""

import json
import os
import shutil
from pathlib import Path

import pytest

from terazi.ledger.checkpoint import Checkpoint, sign_checkpoint
from terazi.ledger.keys import load_key
from terazi.ledger.merkle import root_of
from terazi.ledger.note import SigningKey
from terazi.ledger.publish import publish
from terazi.ledger.tiles import unpack
from tests.cli.terazi import Done, terazi
from tests.ledger_log.logs import KEY, changed, story
from tests.ledger_log.web_place import files_in, served

LINES = list(story())


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return grown(tmp_path / "log", LINES)


def grown(folder: Path, lines: list[bytes]) -> Path:
    assert isinstance(publish(folder, lambda start: lines[start:], KEY), Checkpoint)
    return folder


def fault_of(done: Done) -> dict[str, object]:
    told = done.objects[0]
    assert (done.code, told["ok"]) == (1, False)
    fault: dict[str, object] = told["fault"]
    return fault


def test_a_whole_log_is_right_and_says_what_was_checked(log: Path) -> None:
    done = terazi("verify", log)
    assert done.code == 0
    assert str(KEY.verifier) in done.out
    assert f"{len(LINES)} entries" in done.out
    told = terazi("verify", log, "--json", "--player", 3).objects[0]
    assert (told["ok"], told["entries"], told["extends"]) == (True, len(LINES), [len(LINES)])
    assert told["player"]["entries"][0]["kind"] == "register"
    assert told["player"]["rating"] == next(
        json.loads(line)[side]["after"]
        for line in reversed(LINES)
        for side in ("winner", "loser", "placed")
        if json.loads(line).get(side, {}).get("player") == 3 and "after" in json.loads(line)[side]
    )


def test_in_turkish_too(log: Path) -> None:
    assert "Her şey doğru" in terazi("verify", log, "--lang", "tr").out


def test_an_address_a_folder_and_one_file_are_verified_alike(log: Path, tmp_path: Path) -> None:
    folder = terazi("verify", log, "--json").objects[0]
    with served(files_in(log)) as place:
        address = place.address
        assert terazi("verify", address, "--json").objects[0] == folder | {"extends": [len(LINES)]}
        assert fault_of(terazi("verify", f"{address}nowhere", "--json"))["code"] == "not_a_ledger"
    lines = tmp_path / "ledger.jsonl"
    lines.write_bytes(b"".join(line + b"\n" for line in LINES))
    done = terazi("verify", lines, "--json").objects[0]
    assert (done["ok"], done["entries"]) == (True, len(LINES))
    assert "Nobody signed" in terazi("verify", lines).out
    bundle = log / "tile/entries/000"
    assert len(unpack(bundle.read_bytes())[0]) == 256
    assert terazi("verify", bundle, "--json").objects[0]["entries"] == 256


@pytest.mark.parametrize("below", ["", "en", "en/", "tr/games/a%2Fb?as_of=x#y", "?q=z"])
def test_at_a_services_address_its_log_is_found(log: Path, below: str) -> None:
    with served(files_in(log)) as place:
        address = place.address
        done = terazi("verify", address.removesuffix("log/") + below)
        assert done.code == 0
        assert f"The log was found at {address.rstrip('/')}\n" in done.err
        assert "found" not in terazi("verify", address).err


def test_where_no_log_is_found_it_is_said_what_was_tried(tmp_path: Path) -> None:
    with served(files_in(tmp_path)) as place:
        address = place.address
        root = address.removesuffix("/log/")
        for language in ("en", "tr"):
            for path, below in (("/en/", "/log"), ("", "/log"), ("/logs", "/logs/log"), ("/a/tr", "/a/log")):
                told = terazi("verify", f"{root}{path}", "--lang", language).out
                assert f"“{root}{path.rstrip('/')}”" in told
                assert f" {root}{below}" in told
    gone = fault_of(terazi("verify", root, "--json"))
    assert (gone["code"], gone["place"]) == ("unreadable", f"{root}/checkpoint")


def test_the_checkpoint_seen_last_must_be_extended(log: Path, tmp_path: Path) -> None:
    assert terazi("verify", grown(tmp_path / "early", LINES[:300])).code == 0
    told = terazi("verify", log)
    assert "300 entries that you know" in told.out
    assert fault_of(terazi("verify", tmp_path / "early", "--json"))["code"] == "shrunk"
    forked = [*LINES[:299], changed(LINES[299], "accepted_at", None), *LINES[300:]]
    assert fault_of(terazi("verify", grown(tmp_path / "fork", forked), "--json"))["code"] == "rewritten"
    assert terazi("verify", log).code == 0, "a lie is not remembered"


def test_an_earlier_checkpoint_can_be_given(log: Path, tmp_path: Path) -> None:
    since = grown(tmp_path / "early", LINES[:200]) / "checkpoint"
    assert terazi("verify", log, "--since", since, "--json").objects[0]["extends"] == [200]
    lie = tmp_path / "lie"
    note = sign_checkpoint(Checkpoint(origin=KEY.name, size=200, root=root_of(LINES[1:201])), KEY)
    lie.write_bytes(note)
    assert fault_of(terazi("verify", log, "--since", lie, "--json"))["code"] == "rewritten"
    terazi("log", "key", tmp_path / "other-key", "--name", "other")
    other = load_key(tmp_path / "other-key")
    assert isinstance(other, SigningKey)
    lie.write_bytes(sign_checkpoint(Checkpoint(origin="other", size=200, root=root_of(LINES[:200])), other))
    fault = fault_of(terazi("verify", log, "--since", lie, "--json"))
    assert (fault["code"], fault["place"]) == ("not_signed", str(lie))


NO_FILES = {
    "empty": b"",
    "binary": bytes(range(256)) * 9,
    "words": b"no note\n",
    "large": bytes(11_000_000),
    "key": f"{KEY.verifier}\n".encode(),
}
"""What a file may hold that is neither a checkpoint nor a card."""


@pytest.mark.parametrize("language", ["en", "tr"])
@pytest.mark.parametrize("option", ["--since", "--card"])
def test_a_file_that_is_not_what_an_option_takes_is_named(
    log: Path, tmp_path: Path, option: str, language: str
) -> None:
    paths = [Path("/proc/self/mem"), tmp_path / "nowhere", tmp_path]
    for name, data in NO_FILES.items():
        paths.append(tmp_path / name)
        paths[-1].write_bytes(data)
    for path in paths:
        done = terazi("verify", log, option, path, "--lang", language)
        told = done.err.partition("Error: ")[2]
        assert (done.code, done.out, told.count("\n")) == (2, "", 1), (path, done)
        assert option in told
        assert path.name in told
        assert "codec" not in told


def test_a_remembered_checkpoint_that_was_harmed_is_named(log: Path) -> None:
    assert terazi("verify", log).code == 0
    (seen,) = Path(os.environ["XDG_STATE_HOME"]).glob("terazi/logs/*")
    for harmed in (b"", b"no note", bytes(3_000_000)):
        seen.write_bytes(harmed)
        done = terazi("verify", log)
        assert seen.name in done.out + done.err
    seen.unlink()
    seen.mkdir()
    assert seen.name in terazi("verify", log).err


def test_a_lie_in_an_entry_is_named_with_what_it_should_say(tmp_path: Path) -> None:
    number = 250
    right = json.loads(LINES[number])["winner"]["delta"]
    lies = [*LINES[:number], changed(LINES[number], "winner.delta", right + 1), *LINES[number + 1 :]]
    done = terazi("verify", grown(tmp_path / "lies", lies), "--json")
    fault = fault_of(done)
    assert (fault["entry"], fault["field"], fault["should"]) == (number, "winner.delta", str(right))
    sentence = terazi("verify", tmp_path / "lies")
    assert sentence.code == 1
    assert f"Entry {number}: “winner.delta” says {right + 1} and should say {right}." in sentence.out


@pytest.mark.parametrize("path", ["checkpoint", "tile/0/000", "tile/entries/000", "tile/1/000.p/1", "key"])
@pytest.mark.parametrize("harm", ["gone", "empty", "turned", "longer", "binary"])
def test_any_harmed_file_is_a_fault_with_a_sentence(log: Path, path: str, harm: str) -> None:
    file = log / path
    data = file.read_bytes()
    if harm == "gone":
        file.unlink()
    else:
        middle = len(data) // 2
        turned = data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]
        file.write_bytes(
            {"empty": b"", "turned": turned, "longer": data + b"\n\0"}.get(harm, bytes(range(256)))
        )
    for language in ("en", "tr"):
        done = terazi("verify", log, "--lang", language)
        assert (done.code, done.out.count("\n"), done.out.rstrip()[-1]) == (1, 1, "]")


def test_a_key_that_nobody_vouched_for_is_told_as_such_once(log: Path) -> None:
    told = [terazi("verify", log).err for _ in range(2)]
    assert ["first time" in each for each in told] == [True, False]
    shutil.rmtree(os.environ["XDG_STATE_HOME"])
    assert terazi("verify", log, "--key", KEY.verifier).err == ""


def test_what_is_no_ledger_is_told_apart_from_a_ledger_with_a_fault(log: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "games.csv").write_text("game_id,winner\ng1,a\n")
    (tmp_path / "nothing").write_bytes(b"")
    for place in ("empty", "nothing", "games.csv", "log/checkpoint", "log/tile"):
        assert fault_of(terazi("verify", tmp_path / place, "--json"))["code"] == "not_a_ledger"
    later = fault_of(terazi("verify", log / "tile/entries/001.p/71", "--json"))
    assert (later["code"], later["says"]) == ("not_the_beginning", "256")
    (log / "key").unlink()
    assert fault_of(terazi("verify", log, "--json"))["code"] == "key_needed"


def test_what_the_rules_refuse_is_told_in_words(tmp_path: Path) -> None:
    lies = [*LINES[:7], changed(LINES[7], "player", 99)]
    grown(tmp_path / "lies", lies)
    assert (
        "The ladder has no such player. [refused: unknown_player]" in terazi("verify", tmp_path / "lies").out
    )
    turkish = terazi("verify", tmp_path / "lies", "--lang", "tr").out
    assert "böyle bir oyuncu yok. [refused: unknown_player]" in turkish


@pytest.mark.parametrize(
    ("value", "english", "turkish"),
    [
        (3.5, "winner.k cannot be 3.5", "winner.k, 3.5 olamaz"),
        (None, "winner.k is missing", "winner.k eksik"),
    ],
)
def test_what_is_no_entry_names_the_member_in_the_readers_words(
    tmp_path: Path, value: object, english: str, turkish: str
) -> None:
    lines = [*LINES[:8], changed(LINES[8], "winner.k", value)]
    log = grown(tmp_path / "log", lines)
    for language, words in (("en", english), ("tr", turkish)):
        done = terazi("verify", log, "--lang", language)
        assert done.code == 1
        assert f"{words}. [not_an_entry]" in done.out


def test_the_key_can_be_given_and_must_be_the_right_one(log: Path, tmp_path: Path) -> None:
    (log / "key").unlink()
    assert terazi("verify", log, "--key", KEY.verifier).code == 0
    terazi("log", "key", tmp_path / "other", "--name", KEY.name)
    other = load_key(tmp_path / "other")
    assert isinstance(other, SigningKey)
    assert fault_of(terazi("verify", log, "--key", other.verifier, "--json"))["code"] == "not_signed"
    assert fault_of(terazi("verify", log, "--key", "nonsense", "--json"))["code"] == "bad_key"


def test_a_player_who_is_not_there(log: Path) -> None:
    assert fault_of(terazi("verify", log, "--player", 1, "--json"))["code"] == "no_such_player"
    assert "Player 3: rating 1" in terazi("verify", log, "--player", 3).out  # no comma: as everywhere else
    assert terazi("verify", log, "--player", 0).code == 2


def test_bad_usage_is_told_apart_from_a_fault(log: Path, tmp_path: Path) -> None:
    for nowhere in (tmp_path / "nowhere", Path("x" * 5000), Path("/proc/self/mem")):
        assert terazi("verify", nowhere).code == 2
    for no_host in ("http://", "https:///log", "http://?as_of=x", "ftp://example.org"):
        done = terazi("verify", no_host)
        assert done.code == 2
        assert f"“{no_host}” is neither an address" in done.err
    turkish = terazi("verify", tmp_path / "nowhere", "--lang", "tr").err
    assert "nowhere” ne bir adres" in turkish
    assert terazi("verify").code == 2
    assert terazi("verify", log, "--since", tmp_path / "nowhere").code == 2
    (tmp_path / "ledger.jsonl").write_bytes(LINES[0] + b"\n")
    for language, words in (
        ("en", "--key says nothing about a file"),
        ("tr", "--key, kimsenin imzalamadığı"),
    ):
        unsigned = terazi("verify", tmp_path / "ledger.jsonl", "--key", KEY.verifier, "--lang", language)
        assert (unsigned.code, words in unsigned.err) == (2, True)
    (tmp_path / "card").write_text("{}")
    assert terazi("verify", log, "--card", tmp_path / "card").code == 2


@pytest.mark.parametrize(
    "data", [b"", b"{", b"{}\n", b"\0\5{}\n\n\n", bytes(range(256)), b'{"checkpoint":1}']
)
def test_a_file_that_is_no_ledger(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    assert terazi("verify", path).code == 1


def test_what_cannot_be_remembered_does_not_spoil_the_answer(
    log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "no-folder").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "no-folder"))
    done = terazi("verify", log)
    assert done.code == 0
    assert "could not be remembered" in done.err
    shutil.rmtree(log)
